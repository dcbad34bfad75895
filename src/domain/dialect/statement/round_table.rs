//! A table of rounds, one a row: `| Round | Verdict |`, `| 1 | NEEDS_FIX |`, `| 2 | PASS |`. The last round holds.
//!
//! Lines that do the same are read alike: `Round 1: needs fixes`, `Round 2, this one: approved`.
//!
//! It counts where nothing else states a verdict, where every row has one and their numbers rise, and where no later round
//! is named elsewhere: a table of what was before says nothing of now.

use std::sync::LazyLock;

use regex::Regex;

use super::label::body;
use super::{Form, Statement, round_of, shown};
use crate::domain::dialect::ReadContext;
use crate::domain::dialect::gather::Gathered;
use crate::domain::dialect::page::{Kind, Line, Page};
use crate::domain::dialect::words::{self, Said};
use crate::domain::review::Verdict;

const ROUNDS: &[&str] = &["round", "iteration", "pass", "attempt", "cycle", "review round", "runde"];
const VERDICTS: &[&str] = &["verdict", "status", "decision", "result", "outcome", "signal"];
/// Rows of such a table: more than any loop has rounds.
const MOST: usize = 50;

fn cells(line: &Line<'_>) -> Vec<String> {
    line.text.trim().trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()
}

/// A table of rounds: its first line, and the columns of the round and of its verdict.
struct Columns {
    head: usize,
    number: usize,
    verdict: usize,
}

fn is_row(page: &Page<'_>, at: usize) -> bool {
    page.lines.get(at).is_some_and(|line| line.kind == Kind::Table)
}

fn tables<'p>(page: &'p Page<'_>) -> impl Iterator<Item = Columns> + 'p {
    let heads = (0..page.lines.len()).filter(|&at| is_row(page, at) && (at == 0 || !is_row(page, at - 1)));
    heads.filter_map(|head| {
        let names: Vec<String> = cells(&page.lines[head]).iter().map(|cell| words::joined(cell)).collect();
        let of = |list: &[&str]| names.iter().position(|name| list.contains(&name.as_str()));
        Some(Columns { head, number: of(ROUNDS)?, verdict: of(VERDICTS)? })
    })
}

fn rows<'p>(page: &'p Page<'_>, head: usize) -> impl Iterator<Item = usize> + 'p {
    (head + 2..page.lines.len()).take_while(|&at| is_row(page, at))
}

/// Reads the number of a round in a cell.
fn round(cell: &str) -> Option<u32> {
    cell.trim_matches(|c: char| !c.is_ascii_digit()).parse().ok()
}

/// Finds the last round of the one table of rounds, or of the lines that give each round its verdict.
pub(super) fn last(
    page: &Page<'_>,
    form: &Form,
    gathered: &Gathered,
    led: &[usize],
    context: &ReadContext<'_>,
) -> Option<Statement> {
    last_row(page, form, gathered, led, context).or_else(|| last_line(page, form, gathered, led, context))
}

fn last_row(
    page: &Page<'_>,
    form: &Form,
    gathered: &Gathered,
    led: &[usize],
    context: &ReadContext<'_>,
) -> Option<Statement> {
    let mut found = tables(page);
    let Columns { head, number, verdict } = found.next().filter(|_| found.next().is_none())?;
    let rows: Vec<usize> = rows(page, head).take(MOST + 1).collect();
    if !(2..=MOST).contains(&rows.len()) {
        return None;
    }
    let mut before = 0;
    let mut held = None;
    for &at in &rows {
        let line = &page.lines[at];
        let row = cells(line);
        let n = round(row.get(number)?)?;
        let Said::Verdict(said) = words::verdict(row.get(verdict)?, form.own) else { return None };
        let passed_over = line.disguised
            || n <= before
            || said == Verdict::Unclear
            || gathered.earlier.contains(at)
            || gathered.taken.contains(at)
            || led.binary_search(&at).is_ok()
            || shown::in_diff(page, line, context);
        if passed_over {
            return None;
        }
        (before, held) = (n, Some((at, said)));
    }
    // Where a later round is named outside of it, its first row is one of [`past`].
    let (at, said) = held?;
    Some(Statement::formal(at, said, format!("{}.round_table", form.dialect)))
}

/// Returns the rows of tables of rounds that are over: a later round is named outside of them.
pub(crate) fn past(page: &Page<'_>) -> Vec<usize> {
    // Most pages have no such table, and need no look at each line for the round it names.
    let found: Vec<Columns> = tables(page).collect();
    if found.is_empty() {
        return Vec::new();
    }
    let others = page.lines.iter().filter(|l| l.own() && l.kind != Kind::Table);
    let now = others.filter_map(|l| round_of(&l.text)).max().unwrap_or_default();
    let is_past = |at: &usize, number: usize| {
        cells(&page.lines[*at]).get(number).and_then(|cell| round(cell)).is_some_and(|n| n < now)
    };
    let over = |table: &Columns| {
        let number = table.number;
        rows(page, table.head).take(MOST).filter(move |at| is_past(at, number)).collect::<Vec<_>>()
    };
    found.iter().flat_map(over).collect()
}

/// `Round 1: changes requested`, `Round 2, this one: approved. The lock is held now.`: the highest number holds.
static LINE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^\W*(?:round|pass|attempt|iteration|cycle)\s+#?(\d{1,3})(?:,? \(?(?:this one|this round|this time|current|now|final)\)?)?\W{0,3}[:—–][\s*_]*(\S.*)$")
        .expect("a constant pattern")
});

/// Finds the last of several lines that each give a round its verdict, where their numbers rise.
fn last_line(
    page: &Page<'_>,
    form: &Form,
    gathered: &Gathered,
    led: &[usize],
    context: &ReadContext<'_>,
) -> Option<Statement> {
    let mut before = 0;
    let mut held = Vec::new();
    for (at, line) in page.lines.iter().enumerate().filter(|(_, l)| l.own() && l.indent == 0) {
        let Some(found) = LINE.captures(body(line)) else { continue };
        let n: u32 = found[1].parse().ok()?;
        let value = found.get(2).map_or("", |value| value.as_str());
        let first = value.split(['.', ',', ';', '(', '—', '–']).next().unwrap_or_default();
        let Said::Verdict(said) = words::verdict(first, form.own) else { return None };
        let passed_over = line.disguised
            || n <= before
            || said == Verdict::Unclear
            || !words::is_bare_verdict(first, form.own)
            || led.binary_search(&at).is_ok()
            || gathered.earlier.contains(at)
            || shown::in_diff(page, line, context);
        if passed_over || held.len() >= MOST {
            return None;
        }
        before = n;
        held.push((at, said));
    }
    let (at, said) = held.last().copied().filter(|_| held.len() > 1)?;
    let later = |l: &Line<'_>| l.own() && round_of(&l.text).is_some_and(|n| n > before);
    let rule = format!("{}.round_line", form.dialect);
    (!page.lines.iter().any(later)).then(|| Statement::formal(at, said, rule))
}

#[cfg(test)]
mod tests {
    use crate::domain::dialect::{ReadContext, read};
    use crate::domain::review::Verdict;

    #[test]
    fn of_a_table_of_rounds_the_last_one_holds() {
        let table = |rows: &str| format!("| Round | Verdict |\n|---|---|\n{rows}");
        for (text, expected) in [
            (table("| 1 | NEEDS_FIX |\n| 2 | PASS |"), Verdict::Approved),
            (table("| 1 | PASS |\n| 2 | NEEDS_FIX |"), Verdict::ChangesRequested),
            (table("| 1 | NEEDS_FIX |\n| 2 | pending |"), Verdict::Unclear),
            (table("| 2 | NEEDS_FIX |\n| 1 | PASS |"), Verdict::Unclear),
            (table("| 1 | PASS |"), Verdict::Unclear),
            (format!("## Previous rounds\n\n{}", table("| 1 | NEEDS_FIX |\n| 2 | PASS |")), Verdict::Unclear),
            (format!("# Round 3\n\n{}", table("| 1 | NEEDS_FIX |\n| 2 | PASS |")), Verdict::Unclear),
            (
                format!("{}\n\nVerdict: NEEDS_FIX", table("| 1 | NEEDS_FIX |\n| 2 | PASS |")),
                Verdict::ChangesRequested,
            ),
        ] {
            assert_eq!(read(&text, &ReadContext::default()).claimed_verdict, expected, "{text}");
        }
    }

    #[test]
    fn of_lines_of_rounds_the_last_one_holds() {
        for (text, expected) in [
            (
                "Round 1: changes requested (no index)\nRound 2, this one: approved. The index is there.",
                Verdict::Approved,
            ),
            ("Round 1: approved\nRound 2: changes requested", Verdict::ChangesRequested),
            ("Round 1: changes requested\nRound 2: approved\nRound 3: pending", Verdict::Unclear),
            ("Round 1: changes requested\nRound 2: approved\n\nRound 3 begins tomorrow.", Verdict::Unclear),
            ("Round 2: approved\nRound 1: changes requested", Verdict::Unclear),
            ("Round 2: approved", Verdict::Unclear),
        ] {
            assert_eq!(read(text, &ReadContext::default()).claimed_verdict, expected, "{text}");
        }
    }

    #[test]
    fn rows_of_rounds_that_are_over_say_nothing_of_now() {
        let page = |attempt: &str| {
            format!(
                "## REVIEW: Q-8{attempt}\n\n| Attempt | Verdict | Reason |\n|---|---|---|\n| 1 | CRITICAL | messages lost |\n| 2 | NEEDS_FIX | order not kept |\n\n### Verdict: PASS\n"
            )
        };
        let read = |text: &str| read(text, &ReadContext::default()).claimed_verdict;
        assert_eq!(read(&page(" (attempt 3)")), Verdict::Approved);
        assert_eq!(read(&page("")), Verdict::Unclear);
    }
}

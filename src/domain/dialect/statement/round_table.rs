//! A table of rounds, one a row: `| Round | Verdict |`, `| 1 | NEEDS_FIX |`, `| 2 | PASS |`. The last round holds.
//!
//! It counts where nothing else states a verdict, where every row has one and their numbers rise, and where no later round
//! is named elsewhere: a table of what was before says nothing of now.

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

/// Finds the last round of the one table of rounds.
pub(super) fn last(
    page: &Page<'_>,
    form: &Form,
    gathered: &Gathered,
    led: &[usize],
    context: &ReadContext<'_>,
) -> Option<Statement> {
    let table = |at: usize| page.lines.get(at).is_some_and(|l| l.kind == Kind::Table);
    let mut heads = (0..page.lines.len()).filter(|&at| table(at) && (at == 0 || !table(at - 1)));
    let columns = |at: usize| {
        let names: Vec<String> = cells(&page.lines[at]).iter().map(|cell| words::joined(cell)).collect();
        let of = |list: &[&str]| names.iter().position(|name| list.contains(&name.as_str()));
        Some((at, of(ROUNDS)?, of(VERDICTS)?))
    };
    let mut found = heads.by_ref().filter_map(columns);
    let (head, number, verdict) = found.next().filter(|_| found.next().is_none())?;
    let rows: Vec<usize> = (head + 2..page.lines.len()).take_while(|&at| table(at)).take(MOST + 1).collect();
    if !(2..=MOST).contains(&rows.len()) {
        return None;
    }
    let mut before = 0;
    let mut held = None;
    for &at in &rows {
        let line = &page.lines[at];
        let row = cells(line);
        let n: u32 = row.get(number)?.trim_matches(|c: char| !c.is_ascii_digit()).parse().ok()?;
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
    let (at, said) = held?;
    let later =
        |l: &Line<'_>| l.own() && l.kind != Kind::Table && round_of(&l.text).is_some_and(|n| n > before);
    let rule = format!("{}.round_table", form.dialect);
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
}

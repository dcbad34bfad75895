//! What the requirements table, the list of what is unfulfilled and the scope creep line say beside the findings
//! (SPEC 4.3): a row that is not met, what is listed and in no such row, and the scope creep line are a finding each,
//! their own where the reviewer wrote them up, else a new one; a row that is met says so of its requirement.

use std::collections::HashSet;
use std::sync::LazyLock;

use regex::Regex;

use crate::domain::dialect::page::{Kind, Page};
use crate::domain::dialect::survey::Survey;
use crate::domain::dialect::{Met, field, table, words};
use crate::domain::review::{RawFinding, Remark, Severity, Stage};

/// What scope creep goes against.
const SCOPE: &str = "nothing beyond what was asked";

/// Rows and findings that are compared with each other; beyond them a row is a finding of its own.
const COMPARED: usize = 200;

/// Words of a text that are compared.
const WORDS: usize = 40;

/// A row of the table.
struct Row {
    requirement: String,
    evidence: String,
    line: u32,
}

/// Reads the table and the line.
pub(super) fn read(page: &Page<'_>, survey: &mut Survey) {
    let (met, mut unmet) = rows(page, &mut survey.remarks);
    survey
        .met
        .extend(met.into_iter().map(|r| (Met { requirement: r.requirement, evidence: r.evidence }, r.line)));
    listed_unfulfilled(page, &mut unmet);
    if let Some(row) = unmet.get(COMPARED).or(unmet.first().filter(|_| survey.findings.len() > COMPARED)) {
        let message = format!(
            "only {COMPARED} rows and findings are held against each other; a further row that is not met is a finding of its own"
        );
        survey.remarks.push(Remark::new(row.line, "cut", message));
    }
    let own = own_findings(&unmet, &survey.findings);
    for (row, own) in unmet.into_iter().zip(own) {
        if let Some((finding, _)) = own.and_then(|i| survey.findings.get_mut(i)) {
            finding.unmet = Some(row.requirement);
        } else {
            let mut finding = RawFinding::new(Severity::High, row.requirement.clone());
            finding.description = Some(row.evidence).filter(|e| !e.is_empty());
            stand_for(&mut finding, &row.requirement);
            survey.findings.push((finding, row.line));
        }
    }
    scope_creep(page, survey);
}

/// Makes a finding stand for a row or line that has none of its own.
fn stand_for(finding: &mut RawFinding, requirement: &str) {
    finding.stage = Some(Stage::Spec);
    finding.requirement = Some(requirement.to_owned());
    finding.unmet = Some(requirement.to_owned());
}

/// Adds what the line `Unfulfilled:`, or the list below it, names and no row does that is not met: the score's own list
/// says of a requirement that it is not met, whatever the verdict says.
fn listed_unfulfilled(page: &Page<'_>, unmet: &mut Vec<Row>) {
    let lines: Vec<_> = page.own().collect();
    // Each row is cut into its stems once, and so many are held against each other; beyond that only the same text is.
    let mut compared: Vec<_> = unmet.iter().take(COMPARED).map(|row| stems(&row.requirement)).collect();
    let mut seen: HashSet<String> = HashSet::new();
    for (at, line) in lines.iter().enumerate() {
        let Some((name, value)) = labelled(&line.text) else { continue };
        let name = words::words(name);
        if name != ["unfulfilled"] && name != ["unfulfilled", "requirements"] {
            continue;
        }
        let value = field::clean(value.trim_start_matches("**"));
        let mut listed: Vec<(String, u32)> = Vec::new();
        if words::words(&value).is_empty() {
            let below = lines[at + 1..].iter().skip_while(|l| l.text.trim().is_empty());
            let items = below.take_while(|l| l.kind == Kind::Item && !is_field(&l.text));
            listed.extend(items.map(|l| (field::clean(field::undecorated(&l.text)), l.number)));
        } else {
            listed.extend(value.split(';').map(|part| (field::clean(part), line.number)));
        }
        listed.retain(|(text, _)| !is_nothing(text));
        for (requirement, line) in listed {
            // A number, or the id of a row, names nothing that could be compared.
            let names_a_row = !requirement.split(|c: char| !c.is_alphabetic()).any(|w| w.chars().count() > 3);
            if names_a_row && !unmet.is_empty() || !seen.insert(requirement.clone()) {
                continue;
            }
            if seen.len() <= COMPARED {
                let wanted = stems(&requirement);
                if compared.iter().any(|row| alike(row, &wanted)) {
                    continue;
                }
                compared.push(wanted);
            }
            unmet.push(Row { requirement, evidence: String::new(), line });
        }
    }
}

/// Parts a line at the colon behind its label.
fn labelled(text: &str) -> Option<(&str, &str)> {
    field::undecorated(text).split_once(':')
}

/// Tells whether a line is another field of the form, in a form that is written as a list.
fn is_field(text: &str) -> bool {
    let Some((name, _)) = labelled(text) else { return false };
    let name = words::words(name).join(" ");
    ["scope creep", "requirements score", "verdict", "severity", "unfulfilled"].contains(&name.as_str())
}

/// Tells whether what stands for the unfulfilled says that there is none.
fn is_nothing(text: &str) -> bool {
    let words = words::words(text);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        [] | ["no" | "nil" | "nothing" | "none" | "na"] | ["n", "a", ..] | ["0" | "zero", ..] => true,
        ["none", second, ..] => !matches!(*second, "of" | "but" | "except"),
        _ => words::says_none(text),
    }
}

/// Evidence that says there is none: what it stands for is not met, whatever its status says.
static DENIES: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^\W*(?:(?:there is |i found )?no (?:code|evidence|implementation|tests?|match(?:es)?|files?|traces?|proof|such \w+)(?: (?:for (?:it|this|that)|of (?:it|this|that)))?(?: (?:was |were )?(?:found|exists?|present|there|yet))?|not (?:found|implemented|present|done|there|written|started|covered)(?: yet| anywhere)?|nothing (?:found|there|yet)|nowhere(?: found)?|missing|absent|could not (?:find|be found)(?: it)?)\W*$")
        .expect("a constant pattern")
});

/// Headers of what is asked.
const ASKED: &[&str] = &[
    "requirement",
    "requirements",
    "criterion",
    "criteria",
    "acceptance criterion",
    "acceptance criteria",
    "done criterion",
    "done criteria",
    "must have",
    "truth",
];
/// Headers of how it stands.
const STANDS: &[&str] = &["status", "state"];
/// Headers of how it stood once.
const ONCE: &[&str] = &["before", "previous", "previously", "was", "earlier", "old", "last round", "round 1"];

fn is_unmet(state: &str) -> bool {
    ["not met", "partially met"].iter().any(|unmet| state.starts_with(unmet))
}

/// Finds the columns of a table of requirements: what is asked, and how it stands. A state that nothing else is called by
/// tells its column under any header: the last of them, as what was once stands first.
fn columns(table: &table::Table) -> Option<(usize, usize)> {
    let cell = |row: &table::Row, at: usize| row.cells.get(at).map(|c| words::words(c).join(" "));
    let stated = |at: &usize| {
        table.rows.iter().filter_map(|row| cell(row, *at)).any(|c| is_unmet(&c) && c.split(' ').count() <= 3)
    };
    let once = |at: &usize| table.names.get(*at).is_some_and(|n| ONCE.contains(&n.as_str()));
    let named = table.column(STANDS);
    let status = (0..table.names.len()).rfind(|at| stated(at) && !once(at)).or(named)?;
    let counts = |at: usize| {
        table.rows.iter().filter_map(|row| cell(row, at)).all(|c| c.chars().all(|c| c.is_ascii_digit()))
    };
    let other = || (0..table.names.len()).find(|&at| at != status && !counts(at));
    let asked = table.column(ASKED).filter(|at| *at != status);
    // Without such a state a table is one of requirements by its own headers alone.
    let asked = if stated(&status) { asked.or_else(other)? } else { asked.filter(|_| named.is_some())? };
    Some((asked, status))
}

/// Returns the rows that are met, with their evidence, and those that are not or only in part.
fn rows(page: &Page<'_>, remarks: &mut Vec<Remark>) -> (Vec<Row>, Vec<Row>) {
    let (mut met, mut unmet) = (Vec::new(), Vec::new());
    let mut at = 0;
    while at < page.lines.len() {
        if page.lines[at].kind != Kind::Table {
            at += 1;
            continue;
        }
        let table = table::read(page, at);
        let lines = &page.lines[at..at + table.lines];
        at += table.lines;
        let Some((requirement, status)) = columns(&table) else { continue };
        let evidence = table.column(&["evidence", "location", "where", "proof"]);
        for row in &table.rows {
            let cell = |at: usize| row.cells.get(at).cloned().unwrap_or_default();
            let word = words::words(&cell(status)).join(" ");
            let last = row.cells.len().checked_sub(1).filter(|last| *last > requirement.max(status));
            let evidence = evidence.or(last).map(cell).unwrap_or_default();
            let row = Row { requirement: cell(requirement), evidence, line: row.line };
            if row.requirement.is_empty() {
                continue;
            }
            // Rows come in the order of their lines.
            let line = lines.binary_search_by_key(&row.line, |l| l.number);
            let disguised = line.is_ok_and(|at| lines[at].disguised);
            if is_unmet(&word) {
                unmet.push(row);
            } else if word == "met" && DENIES.is_match(&row.evidence) {
                let message = format!(
                    "{} has the status MET, and its evidence says that there is none: it is not met",
                    field::clean(&row.requirement)
                );
                remarks.push(Remark::new(row.line, "row_vs_status", message));
                unmet.push(row);
            } else if word == "met" && !disguised && !words::fewer(&row.evidence, 1) {
                met.push(row);
            }
        }
    }
    (met, unmet)
}

/// Returns, for each row, the finding in which the reviewer wrote it up: one that cites it, one whose title is
/// like it, one filed under the gaps in requirements.
fn own_findings(rows: &[Row], findings: &[(RawFinding, u32)]) -> Vec<Option<usize>> {
    let findings = &findings[..findings.len().min(COMPARED)];
    let mut taken = vec![false; findings.len()];
    let mut own = vec![None; rows.len()];
    let stems: Vec<(Vec<String>, Vec<String>, bool)> = findings
        .iter()
        .map(|(f, _)| {
            let gap = f.category.as_deref().is_some_and(|c| c.to_lowercase().contains("requirement"));
            (self::stems(f.requirement.as_deref().unwrap_or_default()), self::stems(&f.title), gap)
        })
        .collect();
    let told: Vec<Vec<String>> = findings
        .iter()
        .map(|(f, _)| {
            self::stems(&apart(&format!("{} {}", f.title, f.description.as_deref().unwrap_or_default())))
        })
        .collect();
    for rule in 0..3 {
        for (row, own) in rows.iter().zip(&mut own).take(COMPARED).filter(|(_, own)| own.is_none()) {
            let wanted = self::stems(&row.requirement);
            let said = self::stems(&apart(&format!("{} {}", row.requirement, row.evidence)));
            let is = |i: usize, (cited, title, gap): &(Vec<String>, Vec<String>, bool)| match rule {
                0 => !cited.is_empty() && cited == &wanted,
                1 => alike(title, &wanted),
                // A word in common at least: a gap may be written up beside another finding of its kind.
                _ => *gap && told[i].iter().any(|w| said.binary_search(w).is_ok()),
            };
            let hit = stems.iter().enumerate().find(|(i, f)| !taken[*i] && is(*i, f));
            if let Some((i, _)) = hit {
                taken[i] = true;
                *own = Some(i);
            }
        }
    }
    own
}

/// Sets the words of `RoleChanged` apart; only as much of a text as is compared.
fn apart(text: &str) -> String {
    let mut out = String::new();
    let mut small = false;
    for c in text.chars().take(2_000) {
        if small && c.is_uppercase() {
            out.push(' ');
        }
        small = c.is_lowercase();
        out.push(c);
    }
    out
}

/// The words of a text by their beginnings, so that `honours` and `honoured` are one.
fn stems(text: &str) -> Vec<String> {
    const EMPTY: [&str; 8] = ["the", "and", "are", "not", "for", "with", "that", "must"];
    let mut stems: Vec<String> = text
        .split(|c: char| !c.is_alphanumeric())
        .map(str::to_lowercase)
        .filter(|w| w.chars().count() > 2 && !EMPTY.contains(&w.as_str()))
        .take(WORDS)
        .map(|w| w.chars().take(5).collect())
        .collect();
    stems.sort();
    stems.dedup();
    stems
}

/// Tells whether half of the shorter text's words, and more than one, stand in the other.
fn alike(a: &[String], b: &[String]) -> bool {
    let shared = a.iter().filter(|w| b.binary_search(w).is_ok()).count();
    let shorter = a.len().min(b.len());
    shared * 2 >= shorter && shared >= shorter.min(2) && shared > 0
}

/// The scope creep line, unless it says that there is none.
fn scope_creep(page: &Page<'_>, survey: &mut Survey) {
    for line in page.own() {
        let text = field::undecorated(&line.text);
        let Some((name, value)) = text.split_once(':') else { continue };
        if words::words(name) != ["scope", "creep"] {
            continue;
        }
        let value = field::clean(value.trim_start_matches("**"));
        let first = words::words(&value).into_iter().next().unwrap_or_default();
        if value.is_empty() || words::says_none(&value) || first == "none" || first == "no" {
            continue;
        }
        let wanted = stems(&value);
        let own = survey.findings.iter_mut().take(COMPARED).find(|(f, _)| {
            let category = f.category.as_deref().unwrap_or_default().to_lowercase();
            category.contains("scope") || category.contains("engineering") || alike(&stems(&f.title), &wanted)
        });
        if let Some((finding, _)) = own {
            finding.unmet = Some(SCOPE.to_owned());
        } else {
            let mut finding = RawFinding::new(Severity::High, value);
            finding.category = Some("Scope creep".to_owned());
            stand_for(&mut finding, SCOPE);
            survey.findings.push((finding, line.number));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_alike_that_share_half_of_the_shorter_ones_words_and_more_than_one() {
        for (one, other, same) in [
            ("sessions end after an hour", "the session ends after one hour", true),
            ("orders sorted by date", "orders sorted", true),
            ("orders sorted", "orders filtered", false),
            ("orders", "orders", true),
            ("orders sorted by date descending", "orders totals rounded halves", false),
            ("orders", "sessions", false),
        ] {
            assert_eq!(alike(&stems(one), &stems(other)), same, "{one} / {other}");
        }
    }
}

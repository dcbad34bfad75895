//! What an executor says it did, as a reviewer sees it: short, sealed, and called a claim.

use super::budget;
use super::cut::{Cut, Left};
use crate::domain::envelope::flat;
use crate::domain::executor_report::{ExecutorReport, Outcome};

/// The block's name, by which a brief with claims is known.
const NAME: &str = "executor's claims";
/// Room for the block, in bytes.
pub(super) const CLAIMS: usize = 2 * 1024;

/// Tells whether a brief shows what its executor claims.
pub fn shows_claims(brief: &str) -> bool {
    brief.contains(&format!("name=\"{NAME}\""))
}

/// Seals the claims; empty where the report says nothing.
pub(super) fn seal(tag: &str, report: Option<&ExecutorReport>, most: usize, cut: &mut Cut<'_>) -> String {
    let Some(report) = report.filter(|r| !r.is_empty()) else { return String::new() };
    let text = lines(report).join("\n");
    let (sealed, more) = budget::seal_first(tag, NAME, &text, most);
    if !more.is_empty() {
        let what = format!("{} characters of what the executor claims", more.chars().count());
        cut.keep("(executor's report)", what, Left::more(NAME, more.to_owned()));
    }
    sealed
}

/// A claim a line. The words in front keep a verdict inside a claim from standing at a line's beginning.
fn lines(report: &ExecutorReport) -> Vec<String> {
    let checks = report.checks.iter().map(|c| {
        let what = c.command.as_deref().filter(|_| c.outcome != Outcome::Unclear).unwrap_or(&c.text);
        format!("- {}: {}", told(c.outcome), plain(what))
    });
    let deviations = report.deviations.iter().map(|d| {
        let rule = d.rule.as_deref().map(|r| format!(" ({})", plain(r))).unwrap_or_default();
        format!("- done otherwise than planned{rule}: {}", plain(&d.text))
    });
    let files = report.files.iter().map(|f| format!("- says it changed: {}", plain(&f.path)));
    checks.chain(deviations).chain(files).collect()
}

fn told(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Passed => "says it passed",
        Outcome::Failed => "says it failed",
        Outcome::Skipped => "says it did not run",
        Outcome::Unclear => "does not say how it ended",
    }
}

/// On one line, without marks that would set a part of it off as a statement of its own.
fn plain(text: &str) -> String {
    let mut line = flat(text);
    for mark in [" — ", " – ", " | ", " · "] {
        line = line.replace(mark, ", ");
    }
    line
}

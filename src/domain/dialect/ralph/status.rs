//! The status of a row of a rubric, as its cell says it.

use crate::domain::dialect::words;
use crate::domain::review::Severity;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Status {
    Pass,
    Info,
    Warning,
    Fail,
    Critical,
}

impl Status {
    pub(super) fn fails(self) -> bool {
        matches!(self, Status::Fail | Status::Critical)
    }

    /// The severity of its row, and the word by which it was reported.
    pub(super) fn severity(self) -> (Severity, &'static str) {
        match self {
            Status::Critical => (Severity::Critical, "critical"),
            Status::Fail => (Severity::High, "fail"),
            Status::Warning => (Severity::Medium, "warning"),
            Status::Pass | Status::Info => (Severity::Info, "info"),
        }
    }
}

/// The form's own row, sent back, or one that does not apply: it says nothing.
pub(super) fn says_nothing(cell: &str) -> bool {
    let words = words::words(cell);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let choice = words.contains(&"or")
        || words.starts_with(&["pass", "info"])
        || words.starts_with(&["pass", "warning"])
        || words.starts_with(&["pass", "fail"]);
    choice || matches!(words.as_slice(), [] | ["n", "a"] | ["na"] | ["none"] | ["not", "applicable"])
}

/// What a cell says that tells of a change: `FAIL → PASS` is what it comes to.
fn now(cell: &str) -> &str {
    let arrow = ["→", "⇒", "➜", "->", "=>"].iter().filter_map(|a| cell.rfind(a).map(|at| at + a.len())).max();
    arrow.and_then(|at| cell.get(at..)).filter(|rest| words::words(rest).len() == 1).unwrap_or(cell)
}

/// Tells whether a cell passes and takes something of that back: `PASS?`, `PASS with reservations`.
fn hedges(cell: &str, words: &[String]) -> bool {
    let hedge =
        |word: &String| ["but", "except", "reservations", "caveats", "concerns"].contains(&word.as_str());
    cell.contains('?') || words.iter().any(hedge)
}

/// Reads the status of a row; nothing where it says none that is known.
pub(super) fn status(cell: &str) -> Option<Status> {
    let cell = now(cell);
    if says_nothing(cell) && !cell.contains(['✅', '🟢', '✔', '❌', '🔴', '✘', '✗', '⚠', '🟡', '🟠'])
    {
        return None;
    }
    let words = words::words(cell);
    // A sign alone says the status.
    match words
        .first()
        .map_or(cell.trim_matches(|c: char| c.is_whitespace() || c == '\u{fe0f}'), String::as_str)
    {
        "✅" | "🟢" | "✔" | "pass" | "passed" | "ok" if hedges(cell, &words) => Some(Status::Warning),
        "✅" | "🟢" | "✔" => Some(Status::Pass),
        "❌" | "🔴" | "✘" | "✗" | "insufficient" | "missing" => Some(Status::Fail),
        "⚠" | "🟡" | "🟠" => Some(Status::Warning),
        "pass" | "passed" | "ok" => Some(Status::Pass),
        "fail" | "failed" => Some(Status::Fail),
        "warning" | "warn" | "partial" => Some(Status::Warning),
        "critical" | "blocker" => Some(Status::Critical),
        "info" | "note" | "suggestion" => Some(Status::Info),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_says_what_it_comes_to() {
        for (cell, found) in [
            ("PASS", Some(Status::Pass)),
            ("✅ PASS", Some(Status::Pass)),
            ("PASS (checked twice)", Some(Status::Pass)),
            ("FAIL → PASS", Some(Status::Pass)),
            ("PASS → FAIL", Some(Status::Fail)),
            ("WARNING -> PASS", Some(Status::Pass)),
            ("**PASS** ⇒ **WARNING**", Some(Status::Warning)),
            ("PASS?", Some(Status::Warning)),
            ("PASS with reservations", Some(Status::Warning)),
            ("pass, but slow", Some(Status::Warning)),
            ("FAIL?", Some(Status::Fail)),
            ("PASS/INFO/WARNING/FAIL/CRITICAL", None),
            ("PASS or FAIL", None),
            ("n/a", None),
        ] {
            assert_eq!(status(cell), found, "{cell}");
        }
    }
}

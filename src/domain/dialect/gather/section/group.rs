//! The heading of a group of findings, whose severity need not be its first word.
//!
//! ```text
//! heading = (number | letter "." | "new" | "open" | …)* severity beside*    ("2. Remaining critical issues found")
//!         | … demand beside*                                             ("Must be fixed before merge")
//! ```
//!
//! A number that is 0 counts none, and no group follows.

use crate::domain::review::Severity;

/// Words that say which of its kind a group is.
const LEADS: &[&str] = &[
    "new",
    "newly",
    "found",
    "remaining",
    "open",
    "outstanding",
    "unresolved",
    "other",
    "more",
    "further",
    "additional",
    "the",
    "merge",
    "release",
];

/// Words behind a severity that leave it a group's, besides nouns of findings.
pub(super) const BESIDE: &[&str] = &[
    "found",
    "identified",
    "detected",
    "remaining",
    "security",
    "correctness",
    "before",
    "merge",
    "merging",
    "release",
    "the",
];

/// What has to be done: nobody says so of what does not block.
const DEMANDS: &[&str] =
    &["must be fixed", "must be addressed", "must be resolved", "mandatory fixes", "mandatory changes"];

/// Returns a heading from its severity on, if it has one.
pub(super) fn name(head: &str) -> &str {
    let mut rest = head.trim_start();
    while let Some((piece, after)) = rest.split_once(' ') {
        let word = piece.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        let number = word.parse::<u32>().is_ok_and(|n| n > 0);
        let letter = word.len() == 1 && piece.ends_with(['.', ')']);
        if !(word.is_empty() || number || letter || LEADS.contains(&word.as_str())) {
            break;
        }
        rest = after.trim_start();
    }
    rest
}

/// Reads a demand at the start of a name.
pub(super) fn demanded(name: &str) -> Option<(Severity, String)> {
    let bare = name.trim_start_matches(|c: char| !c.is_alphanumeric());
    let found = DEMANDS
        .iter()
        .find(|d| bare.get(..d.len()).is_some_and(|start| start.eq_ignore_ascii_case(d)))
        .filter(|d| !bare[d.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '-'))?;
    Some((Severity::Critical, (*found).to_owned()))
}

#[cfg(test)]
mod tests {
    use super::super::severity_heading;
    use crate::domain::review::Severity::*;

    #[test]
    fn a_group_is_rated_wherever_its_severity_stands() {
        for (text, severity) in [
            ("Open major findings", High),
            ("3 high issues", High),
            ("2. Blocking issues", Critical),
            ("B) Minor observations", Low),
            ("**Remaining warnings**", Medium),
            ("🔴 New blockers (2)", Critical),
            ("High security findings identified", High),
            ("Release blockers", Critical),
            ("Must be fixed before the release", Critical),
            ("Mandatory changes", Critical),
            ("Must fix before merging", Critical),
        ] {
            assert_eq!(severity_heading(text).map(|found| found.0), Some(severity), "{text}");
        }
    }

    #[test]
    fn a_heading_about_something_else_rates_nothing() {
        for text in [
            "0 critical issues",
            "No critical issues",
            "New error handling",
            "High availability",
            "Critical path",
            "Merge conflicts",
            "Release notes",
            "Open questions",
            "Must be fixed-width",
            "The high-level design",
            "A critical look at the cache",
        ] {
            assert_eq!(severity_heading(text), None, "{text}");
        }
    }
}

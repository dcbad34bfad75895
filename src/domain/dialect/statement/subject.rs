//! What a part of a text reviews, by the names in its headings: of two things one review says nothing of the other.
//!
//! ```text
//! heading = "Review:" name | "Review of" name | … kind id          ("Review: execution (Task 1.2)", "Plan 02-01")
//! label   = ("Task" | "Plan" | …) ":" id
//! differ  = both name ids, and neither has all of the other's | no ids, and no word in common behind "Review:"
//! ```
//!
//! What numbers a round, a date and words that say what happened in between are no names. Where nothing is named nothing
//! differs: most texts are about one thing and do not say which.

use std::sync::LazyLock;

use regex::Regex;

use super::pattern::pattern;
use super::rounds::passing;
use super::{ROUND, Statement};
use crate::domain::dialect::page::{Kind, Page, heading_text};
use crate::domain::dialect::words;

/// Lines above a statement in which its subject is looked for.
const ABOVE: usize = 400;
/// Bytes of a line that are read for a name.
const LONGEST: usize = 200;

static REVIEW: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?i)^\W*(?:\w+ )?review\s*:\s*(.+)$"));
static KIND: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:plan|task|phase|story|ticket|group|review of|review for)\b[\s*:#_`]*([\w.-]*\d[\w.-]*(?:\s+task\s+\d[\w.]*)?)",
    )
});
static DATE: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^(?:\d{4}-\d\d(?:-\d\d)?|\d{1,2}\.\d{1,2}\.\d{2,4})"));

/// What a line names as reviewed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Subject {
    ids: Vec<String>,
    words: Vec<String>,
}

impl Subject {
    /// Reads what a heading, a label or a verdict's line names.
    pub(crate) fn named(text: &str) -> Option<Self> {
        let text = text.get(..text.floor_char_boundary(LONGEST)).unwrap_or_default();
        let text = ROUND.replace_all(text, " ");
        let mut found = Self::default();
        if let Some(name) = REVIEW.captures(heading_text(&text)).and_then(|caps| caps.get(1)) {
            found.take(name.as_str());
            found.words = words::words(name.as_str())
                .into_iter()
                .filter(|w| w.chars().all(char::is_alphabetic) && !passing(w))
                .collect();
        } else if let Some(caps) = KIND.captures(&text) {
            // A number alone counts behind what it numbers.
            found.take(&format!("task {}", &caps[1]));
        }
        (!found.ids.is_empty() || !found.words.is_empty()).then_some(found)
    }

    fn take(&mut self, name: &str) {
        let mut numbers = false;
        for word in name.split(|c: char| c.is_whitespace() || "()[],;:*`_#".contains(c)) {
            let bare = word.trim_matches(['.', '-']).to_lowercase();
            let digits = bare.chars().any(|c| c.is_ascii_digit());
            let joined = bare.contains(['-', '.']) && !bare.contains('/');
            if digits && (joined || numbers) && !DATE.is_match(&bare) && !self.ids.contains(&bare) {
                self.ids.push(bare.clone());
            }
            numbers = matches!(bare.as_str(), "task" | "plan" | "phase" | "story" | "ticket" | "group");
        }
    }

    /// Tells whether two names are of different things.
    pub(crate) fn differs(&self, other: &Self) -> bool {
        if self.ids.is_empty() || other.ids.is_empty() {
            return !self.words.is_empty()
                && !other.words.is_empty()
                && !self.words.iter().any(|w| other.words.contains(w));
        }
        let holds = |all: &[String], some: &[String]| some.iter().all(|id| all.contains(id));
        !holds(&self.ids, &other.ids) && !holds(&other.ids, &self.ids)
    }
}

/// Returns what a statement is about: its own line says it, or else the next heading or label above that names something.
fn of(page: &Page<'_>, at: usize) -> Option<Subject> {
    let from = at.saturating_sub(ABOVE);
    let above = page.lines[from..at].iter().rev().filter(|l| {
        matches!(l.kind, Kind::Heading(_))
            || l.kind == Kind::Prose && l.text.starts_with("**") && l.text.contains(':')
    });
    std::iter::once(&page.lines[at]).chain(above).find_map(|line| Subject::named(&line.text))
}

/// Tells whether an approval and what stands against it are about different things.
pub(super) fn apart(page: &Page<'_>, held: &[&Statement]) -> bool {
    let Some(last) = held.last() else { return false };
    let against = |s: &&Statement| s.verdict.approves() != last.verdict.approves();
    let Some(subject) = held.iter().any(against).then(|| of(page, last.at)).flatten() else {
        return false;
    };
    held.iter().filter(|s| against(s)).any(|s| of(page, s.at).is_some_and(|other| other.differs(&subject)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::dialect::{ReadContext, read};
    use crate::domain::review::Verdict;

    #[test]
    fn names_of_different_things_differ() {
        let differs = |one: &str, other: &str| {
            Subject::named(one).zip(Subject::named(other)).is_some_and(|(one, other)| one.differs(&other))
        };
        for (one, other) in [
            ("## Review: execution (Task 2.1, Iteration 1)", "## Review: execution (Task 2.4, Iteration 1)"),
            ("## Review: research (Iteration 1)", "## Review: tasks (Iteration 1)"),
            ("## REVIEW: CSV-2", "## REVIEW: CSV-3 (attempt 2)"),
            ("**Task:** 03-01 Task 1", "**Task:** 03-01 Task 2"),
            ("Plan 04-01 VERDICT: reject", "Plan 04-02 VERDICT: approve"),
        ] {
            assert!(differs(one, other), "{one} / {other}");
        }
        for (one, other) in [
            ("## Review: design (Iteration 1)", "## Review: design (Iteration 2)"),
            ("## REVIEW: CSV-2 (attempt 1)", "## REVIEW: CSV-2 (attempt 2, 2026-11-20)"),
            ("## Review: execution (Task 2.1)", "## Review: Task 2.1 (Iteration 2)"),
            ("## Review: initial findings", "## Review: after the fixes"),
            ("## Round 1", "## Round 2"),
        ] {
            assert!(!differs(one, other), "{one} / {other}");
        }
    }

    #[test]
    fn a_review_of_something_else_does_not_take_a_refusal_s_place() {
        for (text, expected) in [
            (
                "## Review: execution (Task 2.1, Iteration 1)\n\nREVIEW_FAIL\n\n## Review: execution (Task 2.4, Iteration 1)\n\nREVIEW_PASS\n",
                Verdict::Unclear,
            ),
            (
                "## Review: execution (Task 2.1, Iteration 1)\n\nREVIEW_FAIL\n\n## Review: execution (Task 2.1, Iteration 2)\n\nREVIEW_PASS\n",
                Verdict::Approved,
            ),
            (
                "## Review: requirements (Iteration 1)\n\nREVIEW_FAIL\n\n## Review: research (Iteration 1)\n\nREVIEW_PASS\n",
                Verdict::Unclear,
            ),
            (
                "## Review: research (Iteration 1)\n\nREVIEW_FAIL\n\n## Review: research (Iteration 2)\n\nREVIEW_PASS\n\n## Review: design (Iteration 1)\n\nREVIEW_PASS\n",
                Verdict::Approved,
            ),
            (
                "## REVIEW: CSV-2\n\n### Verdict: NEEDS_FIX (attempt 1)\n\n## REVIEW: CSV-3\n\n### Verdict: PASS (attempt 2)\n",
                Verdict::Unclear,
            ),
            (
                "## REVIEW: CSV-2\n\n### Verdict: NEEDS_FIX (attempt 1)\n\n## REVIEW: CSV-2\n\n### Verdict: PASS (attempt 2)\n",
                Verdict::Approved,
            ),
            (
                "Iteration 1\n\nPlan 04-01 VERDICT: reject\n\nIteration 2\n\nPlan 04-02 VERDICT: approve\n",
                Verdict::Unclear,
            ),
        ] {
            assert_eq!(read(text, &ReadContext::default()).claimed_verdict, expected, "{text}");
        }
    }
}

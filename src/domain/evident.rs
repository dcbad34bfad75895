//! Whether the last words of an agent whose definition says nothing are a review all the same: several systems start
//! their reviewer as an agent of no kind (SPEC 6.4, 11).
//!
//! Only the form of a dialect counts, opened by its own heading: a text that tells of work, quotes a review, or holds
//! several is none. Never guesses at a verdict; the reading says what the text states.

use std::sync::LazyLock;

use regex::Regex;

use super::dialect::page::{Kind, Page};
use super::dialect::{self, ReadContext, Reading, opening};
use super::ending;
use super::executor_report;
use super::review_loop::judge;
use super::subject::Subject;

/// A text that is a review by itself.
#[derive(Debug, Clone, PartialEq)]
pub struct Review {
    pub reading: Reading,
    /// What the text says that it is about: its task, what its heading names, its group.
    about: Vec<String>,
    /// The countersigns it carries.
    codes: Vec<String>,
}

impl Review {
    /// Reads a text; nothing where it is no review by itself. What has none of the marks is not looked at closely.
    pub fn of(text: &str) -> Option<Review> {
        if !may_be(text) {
            return None;
        }
        let page = Page::scan(text);
        if page.lines.iter().filter(|l| l.kind == Kind::Prose).any(|l| tells_of_work(&l.text)) {
            return None;
        }
        let opening = opening::of(&page)?;
        let reading = dialect::read(text, &ReadContext::default());
        if reading.dialect != opening.dialect
            || reading.because.is_none()
            || !ending::is_report(&reading, text, false)
        {
            return None;
        }
        let report = executor_report::read(text);
        let works = [
            report.files.is_empty(),
            report.commits.is_empty(),
            report.deviations.is_empty(),
            report.responses.is_empty(),
        ];
        if works.contains(&false) {
            return None;
        }
        let ids = reading.findings.iter().filter_map(|f| f.reported_id.as_deref().and_then(group_of));
        let about = reading.about.iter().cloned().chain(opening.about).chain(ids).collect();
        let codes = ending::signed(text).into_iter().map(str::to_owned).collect();
        Some(Review { reading, about, codes })
    }

    /// Tells whether the text says that it is about this subject: its task by number, else its id, name or title.
    pub fn names(&self, subject: &Subject) -> bool {
        let label = subject.label();
        if matches!(subject, Subject::Task { .. } | Subject::Execution { .. }) {
            return self.about.iter().any(|words| judge::names_it(&label, words));
        }
        let title = subject.title();
        self.about.iter().any(|words| {
            holds(words, &label) || (!title.is_empty() && words.trim().eq_ignore_ascii_case(title.trim()))
        })
    }

    /// Tells whether the text carries a pass's code.
    pub fn carries(&self, code: &str) -> bool {
        self.codes.iter().any(|c| c == code)
    }
}

/// Tells whether one of the marks stands in a text, read once and without understanding it.
fn may_be(text: &str) -> bool {
    static MARK: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r#"(?i)review complete|verdict:|review:|"from_agent"|"code"|"countersign""#)
            .expect("a constant pattern")
    });
    MARK.is_match(text)
}

/// Tells whether a line of prose says that its writer worked on the code: then the text is no reviewer's.
fn tells_of_work(line: &str) -> bool {
    static WORK: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r"(?i)\b(?:i|we)(?:['’]ve| have)?(?: now| also| then| just)* (?:fixed|amended|mended|committed|implemented|applied|changed|added|removed|pushed|refactored|rewrote|updated|resolved|addressed)\b|^\W*(?:fixed|amended|mended|committed|implemented|pushed|addressed|refactored)\b",
        )
        .expect("a constant pattern")
    });
    WORK.is_match(line)
}

/// Returns the group of an issue's id such as `TL-INVITE-1-002`.
fn group_of(id: &str) -> Option<String> {
    let rest = id.strip_prefix("TL-")?;
    let (rest, _) = rest.rsplit_once('-')?;
    let (group, _) = rest.rsplit_once('-')?;
    (!group.is_empty()).then(|| group.to_owned())
}

/// Tells whether words hold a name by itself: `04-01-T1 (attempt 2)` holds `04-01-T1`, and not `04-01`.
fn holds(words: &str, name: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '/');
    let (words, name) = (words.to_lowercase(), name.to_lowercase());
    !name.is_empty()
        && words.match_indices(&name).any(|(at, _)| {
            let before = words[..at].chars().next_back();
            let after = words[at + name.len()..].chars().next();
            !before.is_some_and(part) && !after.is_some_and(part)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PASSED: &str = "## REVIEW COMPLETE\n\n**Task:** 02-01 Task 1\n**Status:** passed\n**Critical:** 0\n**Warnings:** 0\n**Info:** 0\n\n### Spec Compliance\n\nNo issues found.\n\n### Code Quality\n\nNo issues found.\n";
    const GSD: &str = "## REVIEW: CSV-2 (attempt 1)\n\n### Requirements Traceability\n| # | Requirement | Status | Evidence |\n|---|---|---|---|\n| 1 | quoted | MET | lib/csv.rb:3 |\n\n**Scope Creep:** None\n\n### Verdict: PASS\n\n### Findings\n\nNone.\n";
    const LEAD: &str = "{\"from_agent\": \"tech_lead\", \"to_agent\": \"developer\", \"group_id\": \"INVITE\", \"status\": \"APPROVED\", \"summary\": \"fine\", \"issues\": []}";

    fn change(id: &str) -> Subject {
        Subject::Change { id: id.to_owned(), title: "Quote it".to_owned(), files: Vec::new(), branch: None }
    }

    #[test]
    fn the_form_of_a_dialect_is_a_review() {
        for (text, dialect) in [
            (PASSED.to_owned(), "megazord"),
            (format!("I looked at the commit and the plan.\n\n{PASSED}"), "megazord"),
            (GSD.to_owned(), "gsd"),
            (LEAD.to_owned(), "bazinga"),
            (format!("```json\n{LEAD}\n```\n"), "bazinga"),
            ("VERDICT: approve\nFINDINGS:\n- (none)\n".to_owned(), "yolo"),
        ] {
            let review = Review::of(&text);
            assert_eq!(review.map(|r| r.reading.dialect).as_deref(), Some(dialect), "{text}");
        }
    }

    #[test]
    fn what_works_quotes_or_hands_on_is_none() {
        let quoted: String = PASSED.lines().map(|l| format!("> {l}\n")).collect();
        let reports = LEAD.replace("\"tech_lead\"", "\"developer\"").replace("\"APPROVED\"", "\"READY\"");
        for text in [
            format!("## TASK COMPLETE\n\n### Review\n\n{PASSED}"),
            format!("I fixed F1 and amended the commit.\n\n{PASSED}"),
            format!("{PASSED}\nFixed both and amended.\n"),
            format!("{PASSED}\n### Files Modified\n- src/rates.py\n"),
            format!("{PASSED}\n{PASSED}"),
            format!("The reviewer said:\n\n{quoted}"),
            format!("The reviewer said:\n\n```\n{PASSED}```\n"),
            "## REVIEW COMPLETE\n\nAll is well.\n".to_owned(),
            "Fixed. The review is complete.".to_owned(),
            "The verdict: approve. LGTM".to_owned(),
            format!("{LEAD}\n{LEAD}"),
            reports,
            String::new(),
        ] {
            assert_eq!(Review::of(&text), None, "{text}");
        }
    }

    #[test]
    fn a_review_names_its_subject() {
        let gsd = Review::of(GSD).unwrap();
        assert!(gsd.names(&change("CSV-2")) && !gsd.names(&change("CSV")) && !gsd.names(&change("SV-2")));
        let lead = Review::of(LEAD).unwrap();
        assert!(lead.names(&change("INVITE")) && !lead.names(&change("CSV-2")));
        assert_eq!(group_of("TL-INVITE-1-002").as_deref(), Some("INVITE"));
        let signed = PASSED.replace("**Status", "**Countersign:** cs-1-abc123\n**Status");
        let signed = Review::of(&signed).unwrap();
        assert!(signed.carries("cs-1-abc123") && !signed.carries("cs-2-abc123"));
    }
}

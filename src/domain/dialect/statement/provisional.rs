//! Headings and lines that call what stands below them a draft, an example, an old review or somebody else's report: an
//! approval there is not the reviewer's word on this work.
//!
//! ```text
//! draft   = (draft word | plain word)+                      ("Draft review", "[DRY RUN]", "(example)", "Old")
//!         | heading (":" | dash | "(") draft                ("Review of AB-1 (draft)")
//!         | DRAFT WORD mark rest                            ("DRAFT – do not use")
//! another = other's word (other's word | plain word)*       ("Executor report", "Test results")
//! reach   = a heading's section; a line's next two lines, and the whole page where it is the first
//! ```
//!
//! Every word of such a name is known: `Draft saving` is what a review may be about. Only approvals are asked: what objects
//! may stand anywhere. What stands in the section of somebody else's report says nothing of a verdict elsewhere.

use crate::domain::dialect::page::{Kind, Line, heading_text};
use crate::domain::dialect::words;

/// What is no review that is meant, or no longer one.
const DRAFTS: &[&str] = &[
    "draft",
    "drafts",
    "dry",
    "dryrun",
    "mock",
    "example",
    "expected",
    "sample",
    "placeholder",
    "dummy",
    "preliminary",
    "interim",
    "provisional",
    "tentative",
    "wip",
    "simulated",
    "simulation",
    "old",
    "obsolete",
    "outdated",
    "superseded",
];
/// The same where no noun stands beside it: `Template review` reviews one.
const ALONE: &[&str] = &["template", "demo", "archive", "archived", "fixture", "mockup", "progress"];
/// Nouns of an answer, and what joins them.
const PLAIN: &[&str] = &[
    "review", "report", "verdict", "answer", "output", "response", "result", "results", "code", "quality",
    "status", "pass", "version", "decision", "summary", "findings",
];
const JOINS: &[&str] = &[
    "of", "the", "a", "an", "my", "this", "only", "for", "do", "not", "use", "run", "first", "in", "work",
    "just", "is",
];

/// Who reports besides the reviewer, whatever the report is about.
const PEOPLE: &[&str] = &[
    "executor",
    "executor's",
    "executors",
    "developer",
    "developer's",
    "author",
    "author's",
    "implementer",
    "implementer's",
    "self",
];
/// What reports by itself.
const CHECKS: &[&str] =
    &["ci", "build", "lint", "linter", "test", "tests", "unit", "integration", "e2e", "pre"];
const REPORTS: &[&str] = &[
    "report",
    "reports",
    "results",
    "result",
    "summary",
    "status",
    "output",
    "log",
    "check",
    "checks",
    "pipeline",
    "run",
    "notes",
    "statement",
    "review",
    "by",
    "the",
    "of",
    "and",
    "own",
    "test",
    "tests",
];

/// Words that a name of this kind may have.
const MOST: usize = 7;

/// What a heading or a line calls what stands below it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Called {
    Draft,
    /// Somebody's report: all that stands below, whatever the headings.
    Report,
    /// The report of a check: what stands right below.
    Check,
}

impl Called {
    const fn why(self) -> &'static str {
        match self {
            Called::Draft => "below what is called a draft, an example or an old review",
            Called::Report | Called::Check => "in somebody else's report",
        }
    }
}

/// The headings and lines of this kind above the line that is read.
#[derive(Debug, Default)]
pub(super) struct Above {
    /// Open headings, with their levels, the outermost first.
    headings: Vec<(u8, Option<Called>)>,
    /// Own lines of the page so far.
    lines: usize,
    /// The first line of the page is of this kind.
    page: bool,
    /// Own lines left that a line of this kind reaches.
    left: usize,
}

/// Lines that such a line reaches.
const REACH: usize = 2;

impl Above {
    /// Takes the reviewer's next own line.
    pub(super) fn pass(&mut self, line: &Line<'_>) {
        self.left = self.left.saturating_sub(1);
        if let Kind::Heading(level) = line.kind {
            self.headings.retain(|(above, _)| *above < level);
            self.headings.push((level, heading(heading_text(&line.text))));
        } else if line.kind == Kind::Prose && named(&line.text) {
            self.left = REACH + 1;
            self.page |= self.lines == 0;
        }
        self.lines += 1;
    }

    /// Says why an approval on the line last taken is none.
    pub(super) fn why(&self) -> Option<&'static str> {
        if self.page || self.left > 0 && self.left <= REACH {
            return Some(Called::Draft.why());
        }
        let last = self.headings.len().saturating_sub(1);
        let called = self.headings.iter().enumerate().filter_map(|(at, (_, called))| called.map(|c| (at, c)));
        called.filter(|(at, called)| *called != Called::Check || *at == last).map(|(_, c)| c.why()).next()
    }
}

fn heading(text: &str) -> Option<Called> {
    if draft(text) || draft_in_part(text) {
        return Some(Called::Draft);
    }
    let words = words::words(text);
    if words.len() > MOST {
        return None;
    }
    let known = |w: &String| [PEOPLE, CHECKS, REPORTS].iter().any(|list| list.contains(&w.as_str()));
    let first = words.iter().find(|w| w.as_str() != "the").filter(|_| words.iter().all(known))?;
    // A review of the tests is the reviewer's.
    let review = words.iter().any(|w| w == "review");
    if PEOPLE.contains(&first.as_str()) {
        Some(Called::Report)
    } else {
        (CHECKS.contains(&first.as_str()) && !review).then_some(Called::Check)
    }
}

/// Tells whether a text is nothing but the name of a draft.
fn draft(text: &str) -> bool {
    if text.len() > 80 {
        return false;
    }
    let words = words::words(text);
    let has = |list: &[&str]| words.iter().any(|w| list.contains(&w.as_str()));
    let known = |w: &String| {
        [DRAFTS, ALONE, PLAIN, JOINS].iter().any(|list| list.contains(&w.as_str()))
            || w.bytes().all(|b| b.is_ascii_digit())
    };
    (1..=MOST).contains(&words.len())
        && words.iter().all(known)
        && (has(DRAFTS) || has(ALONE) && !has(PLAIN))
        && words.first().is_none_or(|w| w != "not")
}

/// `Review of AB-1 (draft)`, `DRAFT – do not use`
fn draft_in_part(text: &str) -> bool {
    let text = text.trim_matches(['*', '_', ' ']);
    let behind = text.strip_suffix([')', ']']).and_then(|t| t.rfind(['(', '[']).map(|at| &t[at + 1..]));
    let dash = [" — ", " – ", " - "].iter().find_map(|mark| text.rsplit_once(mark)).map(|(_, behind)| behind);
    let shouted = |t: &str| t.chars().any(char::is_alphabetic) && !t.chars().any(char::is_lowercase);
    let front =
        text.trim_start_matches(['[', '(']).split([':', ']', ')', '—', '–']).next().unwrap_or_default();
    behind.is_some_and(draft)
        || dash.is_some_and(|t| shouted(t) && draft(t))
        || front.len() < text.len() && shouted(front) && draft(front)
}

/// Tells whether a line of its own names a draft: in brackets, in capitals, or in a word or two.
fn named(text: &str) -> bool {
    let text = text.trim_matches(['*', '_', ' ']);
    let inner = text.trim_matches(['[', ']', '(', ')', '<', '>', '*', '_', ' ', '=', '-']);
    // With a colon it leads in, which is the walk's to follow.
    !text.ends_with(':')
        && !inner.is_empty()
        && draft(inner)
        && (inner.len() < text.len() || !inner.chars().any(char::is_lowercase) || words::fewer(inner, 3))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::dialect::page::Page;

    /// What an approval on the last line stands below.
    fn above(text: &str) -> Option<&'static str> {
        let page = Page::scan(text);
        let mut above = Above::default();
        page.lines.iter().filter(|l| l.own()).for_each(|l| above.pass(l));
        above.why()
    }

    #[test]
    fn drafts_and_reports_of_others_are_told_by_their_names() {
        for text in [
            "# Draft review\n\nx",
            "# DRAFT – do not use\n\nx",
            "# Review of AB-1 (draft)\n\n## Verdict\n\nx",
            "[DRY RUN]\nx",
            "(example)\nx",
            "MOCK\n\nx",
            "[TEMPLATE]\nx",
            "[DRAFT]\n\n# Review\n\nmuch\n\nmore\n\nx",
            "# Preliminary review\n\nx",
            "## Old\n\nx",
            "# Executor report\n\n## Summary\n\nx",
            "# Self-review by the executor\n\nx",
            "# Test results\n\nx",
            "# CI report\n\nx",
        ] {
            assert!(above(text).is_some(), "{text}");
        }
        for text in [
            "# Review\n\nx",
            "# Draft autosave\n\nx",
            "# Review of the draft store\n\nx",
            "# Template review\n\nx",
            "# Review of the tests\n\nx",
            "# Test review\n\nx",
            "# Test results\n\ngreen\n\n## Verdict\n\nx",
            "# Old\n\ny\n\n# New\n\nx",
            "# Code review\n\nx",
            "# Final report\n\nx",
            "# Build pipeline rewrite\n\nx",
            "The draft is saved.\nx",
            "y\n(example)\ny\ny\nx\n",
            "# Pass 2 review\n\nx",
            "# Summary\n\nx",
        ] {
            assert_eq!(above(text), None, "{text}");
        }
    }
}

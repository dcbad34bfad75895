//! Lines that hold a word of approval and are a field of a form, a count of tests, or limited by a footnote.
//!
//! ```text
//! field    = word ["by"] ":" blank | word ":" "[ ]"          (with nothing right below it)
//! count    = "PASS" [":"] number | "PASS" below or above a line of a test run
//! footnote = word ("[^1]" | "*" with a line "*text" below)
//! ```

use std::collections::HashSet;
use std::sync::LazyLock;

use regex::Regex;

use super::pattern::pattern;
use crate::domain::dialect::page::{Kind, Page};

static TESTS: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)^\W*(?:tests? )?(?:pass(?:ed|es|ing)?|ok)\b[\s*_`]*[:=(]?[\s*_`]*\d+\b"));
/// A line of a test run's output.
static RUN: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^(?:ok\s+\S+\s+(?:\(cached\)|[\d.]+m?s)|FAIL\s+\S+|---\s*(?:PASS|FAIL|SKIP)\b|===\s*(?:RUN|CONT|PAUSE)\b|\?\s+\S+\s+\[no test files\]|test result:|running \d+ tests?|coverage: [\d.]+%|exit status \d+|Ran \d+ tests? in|Tests?:\s+\d|Test Suites:|PASS\s+\S+\.(?:test|spec)\.|[#$] (?:go|cargo|npm|pytest) )",
    )
});

/// Says why an approving word on a line of its own is none; `body` is the line without marks of headings and lists.
pub(super) fn why_not(page: &Page<'_>, at: usize, body: &str) -> Option<&'static str> {
    if TESTS.is_match(body) {
        return Some("a count of tests");
    }
    let near = [at.checked_sub(1), Some(at + 1)];
    let runs = |i: usize| page.lines.get(i).is_some_and(|l| RUN.is_match(&l.text));
    if near.into_iter().flatten().any(runs) {
        return Some("stands in the output of a test run");
    }
    field(page, at, body).then_some("a field of a form that nobody filled in")
}

fn field(page: &Page<'_>, at: usize, body: &str) -> bool {
    let Some((_, value)) = body.split_once([':', '：']) else {
        // `Approved by ______`
        return body.contains("___") || body.contains("[ ]") || body.contains("....");
    };
    let ticks = ['✅', '✓', '✔', '👍', '☑', '🎉', '🚀', '🟢'];
    if value.contains(char::is_alphanumeric) || value.contains(ticks) {
        return false;
    }
    let drawn = value.contains(['_', '[', '☐', '(', '.', '-', '—', '<']);
    let below = page.lines.get(at + 1).is_some_and(|l| {
        let text = l.text.trim_end_matches([' ', '*', '_']);
        l.own() && matches!(l.kind, Kind::Prose | Kind::Item) && !text.ends_with([':', '：'])
    });
    drawn || !below
}

/// The footnotes of a page: found once, since any line may hang on one.
#[derive(Debug)]
pub(super) struct Footnotes<'p> {
    /// Marks of notes in Markdown, `[^1`.
    marks: HashSet<&'p str>,
    /// A line is led by a star, as notes on paper are.
    starred: bool,
}

impl<'p> Footnotes<'p> {
    pub(super) fn of(page: &'p Page<'_>) -> Self {
        let marks = page.lines.iter().filter_map(|l| {
            let text = l.text.trim_start();
            text.strip_prefix("[^")?;
            Some(text.split_once("]:")?.0).filter(|mark| !mark.contains(']'))
        });
        let note = |text: &str| {
            let text = text.trim_start();
            let rest = text.strip_prefix("\\*").or_else(|| text.strip_prefix('*'));
            rest.is_some_and(|r| {
                r.matches('*').count() % 2 == 0 && r.contains(char::is_alphanumeric) && !r.starts_with('*')
            })
        };
        Self { marks: marks.collect(), starred: page.lines.iter().any(|l| l.own() && note(&l.text)) }
    }

    /// Tells whether a footnote hangs on the verdict of a line, with something to say.
    pub(super) fn limit(&self, body: &str) -> bool {
        if let Some(at) = body.find("[^") {
            let mark = body[at..].split_once(']').map_or("", |(mark, _)| mark);
            return self.marks.contains(mark);
        }
        self.starred && body.trim_end().ends_with('*') && body.matches('*').count() % 2 == 1
    }
}

/// `Verdict: pass (fail)`, `Verdict: !approved`: the word, and its contrary in brackets or as a sign of code.
static CONTRARY: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:pass(?:ed)?|approved?|lgtm)[\s*_`]*\((?:fail(?:ed|ing|s)?|reject(?:ed)?|changes[ _]requested|request[ _]changes|needs[ _](?:a )?(?:fix(?:es)?|work|changes)|blocked|denied|refused)\)|[:：=][\s*_`]*(?:!|¬|~)\s?(?:approved?|pass(?:ed)?|lgtm)\b")
        .expect("a constant pattern")
});

/// Tells whether a line states a second verdict of another value, in brackets or in a tag behind the first.
pub(super) fn says_twice(body: &str) -> bool {
    CONTRARY.is_match(body) || tagged_twice(body)
}

fn tagged_twice(body: &str) -> bool {
    let tag = |name: &str| body.to_lowercase().matches(name).count() > 1;
    body.contains("</") && ["<verdict>", "<status>", "<decision>", "<result>"].iter().any(|name| tag(name))
}

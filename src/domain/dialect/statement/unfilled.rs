//! Lines that hold a word of approval and are a field of a form, a count of tests, or limited by a footnote.
//!
//! ```text
//! field    = word ["by"] ":" blank | word ":" "[ ]"          (with nothing right below it)
//! count    = "PASS" [":"] number | "PASS" below or above a line of a test run
//! footnote = word ("[^1]" | "*" with a line "*text" below)
//! ```

use std::sync::LazyLock;

use regex::Regex;

use crate::domain::dialect::page::{Kind, Page};

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("a constant pattern")
}

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

/// Tells whether a footnote hangs on the verdict of a line, with something to say.
pub(super) fn footnoted(page: &Page<'_>, body: &str) -> bool {
    if let Some(at) = body.find("[^") {
        let mark = body[at..].split_once(']').map_or("", |(mark, _)| mark);
        return page
            .lines
            .iter()
            .any(|l| l.text.trim_start().strip_prefix(mark).is_some_and(|r| r.starts_with("]:")));
    }
    let starred = |text: &str| text.trim_end().ends_with('*') && text.matches('*').count() % 2 == 1;
    let note = |text: &str| {
        let rest = text
            .trim_start()
            .trim_start_matches("\\*")
            .strip_prefix('*')
            .or_else(|| text.trim_start().strip_prefix("\\*"));
        rest.is_some_and(|r| {
            r.matches('*').count() % 2 == 0 && r.contains(char::is_alphanumeric) && !r.starts_with('*')
        })
    };
    starred(body) && page.lines.iter().any(|l| l.own() && note(&l.text))
}

/// Tells whether a line states a second verdict of another value in a tag behind the first.
pub(super) fn tagged_twice(body: &str) -> bool {
    let tag = |name: &str| body.to_lowercase().matches(name).count() > 1;
    body.contains("</") && ["<verdict>", "<status>", "<decision>", "<result>"].iter().any(|name| tag(name))
}

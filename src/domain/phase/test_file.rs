//! Files of tests that hold none: tests that do nothing, that are all skipped, or that check nothing.

use super::code_text::Code;
use crate::domain::syntax::{Outline, words_of};

/// What is wrong with a file of tests; `sure` says that nothing of it is a test.
pub(super) struct Idle {
    pub(super) sure: bool,
    pub(super) what: &'static str,
}

/// How words begin of which a test that checks anything holds one in a name: it asserts, expects, fails, asks for what must be
/// there, or compares with what was kept.
const CHECKS: [&str; 34] = [
    "assert", "expect", "should", "verif", "check", "raise", "throw", "panic", "error", "fail", "fatal",
    "equal", "snap", "must", "valid", "approv", "match", "contain", "unwrap", "reject", "refute", "ensure",
    "compar", "diff", "golden", "prop", "fuzz", "wait", "abort", "bench", "example", "visit", "requir",
    "exit",
];
/// The same, as whole words: what asks for something by a name fails where it is not there.
const ASKS: [&str; 16] = [
    "cy",
    "page",
    "ok",
    "has",
    "is",
    "are",
    "then",
    "given",
    "get",
    "find",
    "output",
    "story",
    "done",
    "eq",
    "tap",
    "it_behaves_like",
];
/// Checks that hold whatever the work does.
const TRUISMS: [&str; 14] = [
    "expect(true).toBe(true)",
    "expect(true).toBeTruthy()",
    "expect(true).toEqual(true)",
    "expect(true).to.be.true",
    "expect(1).toBe(1)",
    "assert True",
    "assert 1==1",
    "assertTrue(true)",
    "assertTrue(True)",
    "Assert.True(true)",
    "Assert.IsTrue(true)",
    "assert(true)",
    "assert!(true)",
    "assert.ok(true)",
];

/// Tells what is wrong with a file of tests, where anything is. One test that is skipped among others is listed, and decides
/// nothing (SPEC 9.6).
pub(super) fn judge(code: &Code<'_>) -> Option<Idle> {
    let outline = code.outline.as_deref().filter(|o| o.intact)?;
    let trials = &outline.trials;
    if trials.running > 0 {
        let empty = crate::domain::wiring::is_test(code.path) && !checks(code, outline);
        return empty.then_some(Idle { sure: false, what: "no test in it checks anything" });
    }
    match (trials.idle, trials.skipped.len()) {
        (0, 0) => None,
        (_, 0) => Some(Idle { sure: true, what: "no test in it does anything" }),
        _ => Some(Idle { sure: false, what: "every test in it is skipped" }),
    }
}

/// Tells whether a text holds a word by which something is checked; what it brings in checks nothing by that. The helper that
/// a test calls may check in another file, so that its absence is a sign and no more.
fn checks(code: &Code<'_>, outline: &Outline) -> bool {
    let mut bytes = code.alone().into_bytes();
    let truisms = outline.trials.truisms.iter().cloned();
    for at in outline.imports.iter().map(|i| i.at.clone()).chain(truisms).flatten() {
        if let Some(byte) = bytes.get_mut(at) {
            *byte = b' ';
        }
    }
    let rest = String::from_utf8_lossy(&bytes);
    let mut rest = without_blanks(&rest);
    for truism in TRUISMS {
        rest = rest.replace(truism, "");
    }
    let names = rest.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|n| !n.is_empty());
    names
        .flat_map(words_of)
        .any(|word| CHECKS.iter().any(|begin| word.starts_with(begin)) || ASKS.contains(&word.as_str()))
}

/// Takes the blanks out that only stand beside signs.
fn without_blanks(text: &str) -> String {
    let joins = |c: char| c.is_alphanumeric() || c == '_';
    let mut out = String::new();
    let mut blank = false;
    for c in text.chars() {
        if c.is_whitespace() {
            blank = true;
            continue;
        }
        if blank && joins(c) && out.ends_with(joins) {
            out.push(' ');
        }
        blank = false;
        out.push(c);
    }
    out
}

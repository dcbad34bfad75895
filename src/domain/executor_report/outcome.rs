//! How a check ended, read from words, marks and exit codes.

use std::sync::LazyLock;

use regex::Regex;
use serde::{Deserialize, Serialize};

use crate::domain::dialect::words;

/// How a verification ended, as the executor tells it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    Passed,
    Failed,
    /// Not run, or not yet.
    Skipped,
    /// Not told, or told both ways; never folded into another value.
    Unclear,
}

const PASS: [&str; 19] = [
    "pass",
    "passed",
    "passes",
    "passing",
    "ok",
    "success",
    "successful",
    "succeeded",
    "succeeds",
    "green",
    "clean",
    "met",
    "done",
    "works",
    "verified",
    "yes",
    "compiles",
    "builds",
    "confirmed",
];
const FAIL: [&str; 14] = [
    "fail", "failed", "fails", "failing", "failure", "failures", "error", "errors", "red", "broken",
    "crashed", "timeout", "missing", "unmet",
];
const SKIP: [&str; 9] =
    ["skipped", "skip", "pending", "deferred", "todo", "tbd", "untested", "unverified", "unavailable"];
const NONE: [&str; 7] = ["0", "no", "zero", "without", "not", "never", "none"];

static EXIT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)\b(?:exit(?:s|ed)?(?: with)?(?: code| status)?|status code|returns?|rc)\s*[:=]?\s*(\d{1,3})\b",
    )
    .expect("a constant pattern")
});
static SHARE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(\d{1,6})\s*(?:/|of|out of)\s*(\d{1,6})\b").expect("a constant pattern")
});
static NOT_RUN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:not|never|could not be|cannot be|can't be)\s+(?:yet\s+)?(?:run|ran|executed|tested|checked|verified|applicable)\b|\bn/a\b")
        .expect("a constant pattern")
});

impl Outcome {
    /// Reads an outcome. One that is told both ways is unclear; an expected failure is for the reader to judge.
    pub(super) fn read(text: &str) -> Self {
        if NOT_RUN.is_match(text) {
            return Outcome::Skipped;
        }
        let words = words::words(text);
        let mut said = Said::default();
        for (i, word) in words.iter().enumerate() {
            let before = i.checked_sub(1).map_or("", |b| words[b].as_str());
            let negated = NONE.contains(&before);
            let word = word.as_str();
            if FAIL.contains(&word) {
                // "0 failed" is no failure, and alone no pass either where tests are counted.
                said.counted |= before.parse::<u32>().is_ok_and(|n| n > 0);
                if negated { said.clean = true } else { said.failed = true }
            } else if PASS.contains(&word) {
                if negated { said.failed = true } else { said.passed = true }
            } else if SKIP.contains(&word) && !negated {
                said.skipped = true;
            }
        }
        for code in EXIT.captures_iter(text).take(8) {
            if &code[1] == "0" { said.passed = true } else { said.failed = true }
        }
        let short = |c: &regex::Captures<'_>| c[1].parse::<u32>().ok() < c[2].parse::<u32>().ok();
        said.counted |= said.passed && SHARE.captures_iter(text).take(8).any(|c| short(&c));
        said.passed |=
            text.contains(['✅', '✓', '✔', '☑', '🟢']) || text.contains("[x]") || text.contains("[X]");
        said.failed |= text.contains(['❌', '✗', '✘', '🔴', '⛔']);
        said.outcome()
    }
}

#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "things a text may say, in any combination")]
struct Said {
    passed: bool,
    failed: bool,
    skipped: bool,
    /// It says that nothing failed.
    clean: bool,
    /// It counts failures, whatever else passed.
    counted: bool,
}

impl Said {
    fn outcome(&self) -> Outcome {
        if self.counted {
            return Outcome::Failed;
        }
        match (self.passed || self.clean, self.failed, self.skipped) {
            (true, false, _) => Outcome::Passed,
            (false, true, _) => Outcome::Failed,
            (false, false, true) => Outcome::Skipped,
            (true, true, _) | (false, false, false) => Outcome::Unclear,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_are_read_from_words_marks_and_codes() {
        for (text, expected) in [
            ("PASS", Outcome::Passed),
            ("41 passed, 0 failed", Outcome::Passed),
            ("0 errors, 0 warnings", Outcome::Passed),
            ("no failures", Outcome::Passed),
            ("✅ 12 tests", Outcome::Passed),
            ("exit 0", Outcome::Passed),
            ("exited with code 2", Outcome::Failed),
            ("❌", Outcome::Failed),
            ("not met", Outcome::Failed),
            ("FAIL: 2 tests", Outcome::Failed),
            ("12/14 passed", Outcome::Failed),
            ("14/14 passed", Outcome::Passed),
            ("39 passed, 2 failed", Outcome::Failed),
            ("failed before, passes now", Outcome::Unclear),
            ("skipped (no database)", Outcome::Skipped),
            ("not run", Outcome::Skipped),
            ("N/A", Outcome::Skipped),
            ("could not be verified", Outcome::Skipped),
            ("", Outcome::Unclear),
            ("see the log", Outcome::Unclear),
        ] {
            assert_eq!(Outcome::read(text), expected, "{text}");
        }
    }
}

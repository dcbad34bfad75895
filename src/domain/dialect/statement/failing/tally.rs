//! An approval that counts something grave in the same breath and lists none of it: `PASS - 3 issues`, `PASS — 2 critical`.
//!
//! ```text
//! tally = approval ("-" | "—" | ":" | "," | "(") n [word] grave …    unless the rest says that it is over, small or of
//!                                                                    another time
//! ```
//!
//! Where findings are listed the count is theirs, and they are weighed by themselves.

use std::sync::LazyLock;

use super::super::pattern::pattern;
use regex::Regex;

static TALLY: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:pass(?:ed|es)?|approv(?:e|ed|es|al)|accept(?:ed)?|lgtm|ok(?:ay)?|clean)[\s*_`!✅✔☑️]*(?:[-—–:,(|]|\bwith\b)[\s*_`]*(?:[1-9]\d{0,4}|one|two|three|four|five|six|seven|eight|nine|ten|several|some|many)\s+(?:(?:open|new|remaining|unresolved|outstanding|serious|severe|critical|high|major|blocking|security|severity)[- ]+){0,3}(?:criticals?|highs?|blockers?|issues?|problems?|errors?|defects?|failures?|failed|failing|vulnerabilit(?:y|ies)|showstoppers?|must-?fix(?:es)?)\b(?P<rest>.*)$",
    )
});
static OVER: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:fixed|resolved|closed|addressed|mended|solved|gone|settled|done|handled|none|minor|small|trivial|cosmetic|optional|non-?blocking|nits?|low|informational|info|advisory|earlier|previous(?:ly)?|prior|last (?:round|time|pass)|pre-?existing|unrelated|elsewhere|baseline|suggestions?|warnings?|notes?)\b",
    )
});

/// Tells whether a line approves and counts something grave that it does not call over or small.
pub(super) fn unlisted(text: &str) -> bool {
    TALLY.captures(text).is_some_and(|found| !OVER.is_match(&found["rest"]))
}

#[cfg(test)]
mod tests {
    use super::unlisted;

    #[test]
    fn a_count_of_what_is_grave_is_told_from_one_of_what_is_over_or_small() {
        for text in [
            "PASS - 3 issues",
            "**PASS** — 2 critical",
            "Approved (1 blocker)",
            "Status: passed, 2 open issues",
            "LGTM: one serious problem",
            "PASSED with 3 high severity issues",
        ] {
            assert!(unlisted(text), "{text}");
        }
        for text in [
            "PASS - 0 issues",
            "PASS - 3 issues fixed",
            "PASS: 2 problems, all minor",
            "Approved - 3 issues of the last round are closed",
            "PASS (3 warnings)",
            "12 tests passed, 0 failed",
            "The parser passes several errors on at once",
        ] {
            assert!(!unlisted(text), "{text}");
        }
    }
}

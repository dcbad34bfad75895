//! What falls short of what an approval rests on, said in a line and without a word that refuses.
//!
//! ```text
//! errors   = run ":" … count "errors" | count "passed," count "errors" | count "errors," count "passed"
//! coverage = "coverage" … n "%" … ("required" | "threshold" | …) … m "%", n < m
//! none     = ("gaps" | "issues" | …) ": none of …", and nothing that makes of it that none is open
//! ignored  = "ignored" … ("finding" | id) | id ("will be" | "is to be") ("fixed" | …) | id "still stands"
//! partial  = "no access to …" | "covers only …" | ("verdict" | "approval" | …) ("presumes" | "rests on" | …)
//!          | "not a full review" | "only a cursory look" | "needs another pair of eyes"
//! ```

use std::sync::LazyLock;

use regex::Regex;

use super::failing::MEANT;
use super::left_open::is_over;
use super::pattern::pattern;

static ERRORS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:tests?|suite|pytest|jest|vitest|mocha|cargo \w+|tsc|eslint|ruff|mypy|pyright|clippy|build|lint|type ?check|ci|compiler)\b[^.;:]{0,20}[:—–]\s*(?:\d+ (?:\w+ )?(?:passed|ok|tests?|passing)[,;]? (?:and )?)*[1-9]\d* (?:errors?|failures?|failed|failing)\b(?P<a>[^.;]*)|\b\d+ (?:tests? )?pass(?:ed|ing),? (?:and )?(?:\d+ (?:skipped|ignored),? (?:and )?)*[1-9]\d* (?:errors?|failures?|failed|failing)\b(?P<b>[^.;]*)|\b[1-9]\d* (?:errors?|failures?|failed|failing),? (?:and )?\d+ (?:tests? )?pass(?:ed|ing)\b(?P<c>[^.;]*)|\b(?:gives|prints|reports|shows|says|yields)\W{1,4}error(?:\[E\d{4}\]| TS\d{3,5})(?P<d>[^.;]*)",
    )
});
/// What a count of failures names beside them.
static PASSED: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)\d+ (?:tests? )?(?:pass(?:ed|ing)?|total|skipped|ignored)\b"));
static COVERAGE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\bcoverage\b[^.;%]{0,30}?\b(\d{1,3}(?:[.,]\d+)?) ?%[^;%]{0,40}?\b(?:required|threshold|target|minimum|needed|demanded|at least|below|under|against|of the|instead of|want(?:ed|s)?)\b[^;%]{0,20}?\b(\d{1,3}(?:[.,]\d+)?) ?%",
    )
});
static NONE_OF: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^\W*(?:[\w-]+ ){0,2}(?:gaps?|issues?|findings?|problems?|concerns?|blockers?|defects?|risks?|bugs?)\W{1,4}none of\b(?P<rest>.*)$",
    )
});
static NONE_LEFT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:block\w*|remain\w*|left|open|critical|serious|grave|severe|persist\w*|relevant|appl\w+|concern\w*|matters?|found|high|unresolved|new)\b",
    )
});
static IGNORED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?i:ignored|overlooked|skipped|disregarded) (?:(?i:[\w-]+ ){0,2}?(?i:the|my|our|this|that|previous|earlier|last|reviewer's) (?i:[\w-]+ ){0,2}?(?i:finding|comment|feedback|objection|blocker|remark)s?|[A-Zf]{1,4}(?:-[A-Z0-9]+)*-?\d+)\b|\b[A-Zf]{1,4}(?:-[A-Z0-9]+)*-\d+\b (?i:will be|is to be|are to be|has to be|should be|gets) (?i:handled|fixed|addressed|done|mended|resolved|closed|dealt)\b|\b[A-Zf]{1,4}(?:-[A-Z0-9]+)*-\d+\b (?i:from [\w ]{1,20} )?(?i:still|continues to) (?i:stands?|holds?|applies|exists|fails|leaks|remain)\b",
    )
});
static PARTIAL: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:i|we)\b[^.;]{0,12}\b(?:had|have|got|was given) no access to\b|\b(?:the|my|this) (?:review|approval|verdict|pass|sign-?off)\b[^.;]{0,12}\b(?:covers?|applies to|holds for|is for|is about|extends to) only\b|\b(?:the|my|this) (?:review|approval|verdict|sign-?off) only (?:covers|applies to|holds for|extends to)\b|\b(?:verdict|status|approval|pass|passed|decision|sign-?off)\b[^.;]{0,16}\b(?:presumes?|assumes?|presupposes?|hinges on|depends on|rests on|is contingent on|is conditional on)\b|(?:^|[.;!,] )\W*(?:(?:this|it) (?:is|was) )?(?:(?:not|hardly) an? (?:full|complete|thorough|in-depth|deep|proper|real|whole|detailed)|(?:only|just|merely) an? (?:partial|cursory|superficial|quick|shallow|incomplete)) (?:review|audit|pass|look|read|check|inspection)\b|\b(?:needs?|deserves?|wants?|requires?) (?:another|a second|a fresh|more|one more|a third) (?:pairs? of eyes|set of eyes|opinion|reviewer)\b",
    )
});
static ALONE: LazyLock<Regex> = LazyLock::new(|| pattern(r"^\W*👎(?:🏻|🏼|🏽|🏾|🏿)?\W*$"));
/// What makes of it a thing of the code, or of another time.
static OTHERWISE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:no longer|not any ?more|was right|rightly|on purpose|by design|in line with|nothing|accepted)\b",
    )
});

/// Says in what a line falls short; nothing where it does not.
pub(super) fn line(text: &str) -> Option<&'static str> {
    if let Some(found) = ERRORS.captures(text) {
        let rest = ["a", "b", "c", "d"].iter().find_map(|name| found.name(name)).map_or("", |m| m.as_str());
        let before = &text[..found.get(0).map_or(0, |m| m.start())];
        if !MEANT.is_match(&PASSED.replace_all(rest, "")) && !before.to_lowercase().contains("without") {
            return Some("tells of a run that failed");
        }
    }
    if let Some(found) = COVERAGE.captures(text) {
        let number = |at: usize| found[at].replace(',', ".").parse::<f32>().ok();
        if number(1).zip(number(2)).is_some_and(|(has, wanted)| has < wanted) {
            return Some("counts less than all");
        }
    }
    if NONE_OF.captures(text).is_some_and(|found| !NONE_LEFT.is_match(&found["rest"])) {
        return Some("says that something is open");
    }
    if IGNORED.is_match(text) && !OTHERWISE.is_match(text) && !is_over(text) {
        return Some("says that something found earlier is still open");
    }
    if ALONE.is_match(text) {
        return Some("shows a sign that refuses");
    }
    (PARTIAL.is_match(text) && !OTHERWISE.is_match(text))
        .then_some("says that the approval is of a part, or rests on something")
}

#[cfg(test)]
mod tests {
    use super::line;

    #[test]
    fn what_falls_short_is_told_from_what_only_counts() {
        for text in [
            "Tests: 118 passed, 3 errors",
            "118 passed, 3 errors in 12.1s",
            "3 errors, 118 passed",
            "cargo clippy: 4 errors",
            "tsc: 3 errors",
            "The suite ends with Tests: 2 failed, 41 passed, 43 total.",
            "cargo build gives error[E0499].",
            "Coverage: 61% (required: 80%)",
            "Coverage is 61 %, below the 80 % threshold.",
            "Known gaps: none of the error paths is tested.",
            "Issues: none of the tests run",
            "The developer ignored F-2.",
            "Second attempt ignored the previous finding on CSRF.",
            "F-2 will be handled later.",
            "f-003 from cycle 1 still stands, the plan kept its numbers.",
            "I had no access to src/db/pool.ts.",
            "The review covers only the handler.",
            "The passed status presumes that the migration lands first.",
            "Not a full review.",
            "👎",
            "This was only a cursory look.",
            "The storage side needs another pair of eyes before this goes anywhere.",
        ] {
            assert!(line(text).is_some(), "{text}");
        }
        for text in [
            "Tests: 118 passed, 0 failed",
            "tsc: 0 errors",
            "cargo clippy: no errors",
            "Tests: 3 failed before the change",
            "The parser reports 3 errors at once.",
            "Coverage: 91% (required: 80%)",
            "Issues: none of the earlier ones is open",
            "Findings: none of them blocks",
            "Unknown fields are ignored.",
            "The handler ignores requests without a body.",
            "F-2 is fixed.",
            "The approval of orders depends on the user's role by design.",
            "The cache covers only reads.",
            "This was not a quick look: I read every file.",
            "The full review is below.",
        ] {
            assert!(line(text).is_none(), "{text}");
        }
    }
}

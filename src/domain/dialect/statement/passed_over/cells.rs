//! Tables beside an approval: columns that count or mark what is missing, and rows of a name and its value.

use std::sync::LazyLock;

use regex::Regex;

use super::super::{failing, left_open, taken_back};
use super::pattern;
use crate::domain::dialect::answer::refused;
use crate::domain::dialect::words;

/// What a row says that does not pass, whatever its status.
static FAILS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)\bstill\W{0,3}fail(?:s|ing|ed)?\b|^\W*regression\W{0,3}:|\bnow\W{0,3}fail(?:s|ing|ed)?\b|\b(?:is|are|still|section|step|file|files) (?:missing|absent|tbd|todo|a placeholder|incomplete|empty|undefined)\b|\bnot (?:defined|specified|covered|addressed) (?:yet|anywhere|at all)\b",
    )
    .expect("a constant pattern")
});
/// And that it says of an earlier round, or denies.
static FAILED_BEFORE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\bnow\W{0,3}pass(?:es|ing|ed)?\b|\b(?:not|nothing|none|no longer|was|were|had)(?: \w+){0,2}\W+still\W{0,3}fail|\b(?:no|nothing|none|not|never|without|any|if|when|where|checks?|handles?|rejects?|reports?|tests?|errors?|was|were|no longer)\b.{0,40}\b(?:missing|absent|tbd|todo|placeholder|incomplete|empty|undefined)\b")
        .expect("a constant pattern")
});
/// Tells whether a row says in words that it fails, whatever its status: its dialect makes a finding of it.
pub(crate) fn fails_in_words(text: &str) -> bool {
    FAILS.is_match(text) && !FAILED_BEFORE.is_match(text)
}

/// Tells whether a cell holds a mark for yes.
pub(super) fn ticked(cell: &str) -> bool {
    let plain = words::joined(cell);
    matches!(plain.as_str(), "x" | "yes" | "true" | "y") || cell.contains(['✓', '✔', '✅', '☑'])
}

/// Tells whether a row of a name and a value, or a key and what it holds, read as a label and its value, objects.
pub(crate) fn answers_against(name: &str, value: &str) -> bool {
    if words::says_none(value) {
        return false;
    }
    let line = format!("{name}: {value}");
    let later = || {
        let release = ["merge", "merging", "ship", "release", "deploy", "approval", "approve", "land"];
        let asks = words::words(name).iter().any(|w| release.contains(&w.as_str()));
        let waits = ["not", "no", "never", "after", "once", "only", "until", "when", "blocked", "hold"];
        asks && words::first(value).is_some_and(|w| waits.contains(&w.as_str()))
    };
    static FAIL: LazyLock<Regex> = LazyLock::new(|| {
        pattern(r"(?i)^\W*[1-9]\d{0,4} (?:\w+ )?(?:fail\w*|errors?|broken|red|crash\w*)\W*$")
    });
    later()
        || FAIL.is_match(value)
        || refused::label(name.trim_matches(['*', ' ', '_', '`', '?']), value)
        || failing::of_label(&line)
        || left_open::counts(&line)
        || taken_back::red(&line)
}

/// The columns of a table, as its header names them.
#[derive(Debug, Default)]
pub(super) struct Columns {
    /// Those that count what blocks.
    pub(super) grave: Vec<usize>,
    /// Those that a mark makes into something missing.
    pub(super) missing: Vec<usize>,
    /// Its rows are cases of a test or of another round, not what is found.
    pub(super) of_cases: bool,
}

impl Columns {
    pub(super) fn of(header: &[&str]) -> Self {
        let names: Vec<String> = header.iter().map(|name| words::joined(name)).collect();
        let at = |fits: &dyn Fn(&str) -> bool| {
            names.iter().enumerate().filter(|(_, name)| fits(name)).map(|(at, _)| at).collect()
        };
        let grave = |name: &str| {
            let plain = name.trim_end_matches(" issues").trim_end_matches(" findings");
            matches!(
                plain,
                "critical"
                    | "criticals"
                    | "high"
                    | "blocker"
                    | "blockers"
                    | "blocking"
                    | "must fix"
                    | "p0"
                    | "p1"
            )
        };
        let missing =
            |name: &str| matches!(name, "missing" | "absent" | "not met" | "unmet" | "failed" | "open");
        let cases = [
            "input",
            "case",
            "scenario",
            "request",
            "given",
            "event",
            "from",
            "round",
            "iteration",
            "pass",
            "cycle",
            "attempt",
            "before",
            "previous",
            "when",
            "date",
            "expected",
            "actual",
            "example",
            "call",
            "step",
            "test",
            "i tried",
            "tried",
        ];
        let shows =
            ["prints", "printed", "says", "output", "returns", "answers", "text", "message", "wording"];
        let shown = |name: &String| name.split(' ').any(|w| shows.contains(&w));
        let of_cases = names
            .iter()
            .any(|n| cases.contains(&n.as_str()) || cases.contains(&n.split(' ').next().unwrap_or(n)))
            || names.iter().any(shown);
        Self { grave: at(&grave), missing: at(&missing), of_cases }
    }

    pub(super) fn counts_grave(&self, cells: &[&str]) -> bool {
        let counted = |cell: &&str| words::joined(cell).parse::<u32>().is_ok_and(|n| n > 0);
        !self.of_cases && self.grave.iter().any(|&at| cells.get(at).is_some_and(counted))
    }
}

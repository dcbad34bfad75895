//! Which of the words that dialects and sentences are known by stand in a line, all looked for at once.
//!
//! It only says where a closer look is worth while: what a word means there is the asker's.

use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, AhoCorasickKind};

/// The words, in lower case; they are found in any case.
const WORDS: [&str; 63] = [
    // What the dialects are known by.
    "\"countersign\"",
    "\"verdict\"",
    "\"status\"",
    "\"r\"",
    "\"sev\"",
    "\"sug\"",
    "review",
    "status",
    "verdict",
    "findings",
    "spec compliance",
    "code quality",
    "f-",
    "[id:",
    "[severity:",
    "qa report",
    "cycle:",
    "persistent:",
    "requirement",
    "scope creep",
    "what's good",
    "file:line",
    "_met",
    "feedback for revision",
    "[task-",
    "task_",
    "task ",
    "dimension",
    "fix hint",
    "criterion",
    "\"from_agent\"",
    "\"issue_summary\"",
    "\"iteration_tracking\"",
    "\"tech_lead\"",
    "\"blocking_count\"",
    "spawn_investigator",
    "decision",
    "tech lead",
    "техлид",
    "tl-",
    "[blocker]",
    "[important]",
    "[nit]",
    "[suggestion]",
    // The stems of words that judge.
    "approv",
    "accept",
    "sign",
    "pass",
    "let",
    "ready",
    "merg",
    "ship",
    "lgtm",
    "look",
    "releas",
    "production",
    "chang",
    "reject",
    "round",
    "fixed",
    "scratch",
    "start over",
    "good to go",
];

/// The place of the first stem of a word that judges.
const JUDGES: usize = 44;

/// A set of words, a bit for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Marks(u64);

impl Marks {
    /// Returns the set of some of the words; building fails where one of them is none.
    pub(crate) const fn of(words: &[&str]) -> Self {
        let mut set = 0;
        let mut at = 0;
        while at < words.len() {
            set |= 1 << place(words[at]);
            at += 1;
        }
        Self(set)
    }

    /// The stems of which every sentence has one that approves, refuses or asks for changes.
    pub(crate) const JUDGING: Self = Self(u64::MAX >> (64 - WORDS.len()) & !((1 << JUDGES) - 1));

    /// Finds the words that stand in a text.
    pub(crate) fn found(text: &str) -> Self {
        Self(FINDER.find_overlapping_iter(text).fold(0, |set, m| set | 1 << m.pattern().as_usize()))
    }

    /// Returns what stands in either.
    pub(crate) fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Tells whether both hold a word.
    pub(crate) fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

static FINDER: LazyLock<AhoCorasick> = LazyLock::new(|| {
    AhoCorasick::builder()
        .ascii_case_insensitive(true)
        .kind(Some(AhoCorasickKind::DFA))
        .build(WORDS)
        .expect("a few constant words")
});

/// Returns the place of a word among [`WORDS`]; of any other word it is an error in building.
const fn place(word: &str) -> usize {
    let mut at = 0;
    while !same(WORDS[at].as_bytes(), word.as_bytes()) {
        at += 1;
    }
    at
}

const fn same(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let mut at = 0;
    while at < a.len() {
        if a[at] != b[at] {
            return false;
        }
        at += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_in_any_case_and_inside_others() {
        const VERDICT: Marks = Marks::of(&["verdict"]);
        const QUOTED: Marks = Marks::of(&["\"verdict\"", "техлид"]);
        assert!(Marks::found("The VERDICT:").meets(VERDICT));
        assert!(!Marks::found("The VERDICT:").meets(QUOTED));
        assert!(Marks::found("{\"Verdict\": 1}").meets(QUOTED) && Marks::found("техлид").meets(QUOTED));
        assert_eq!(Marks::found("nothing of it"), Marks::default());
    }

    #[test]
    fn the_stems_of_judging_are_the_last_words() {
        assert_eq!(WORDS[JUDGES], "approv");
        assert!(Marks::found("unapproved").meets(Marks::JUDGING));
        assert!(Marks::found("start over").meets(Marks::JUDGING));
        assert!(!Marks::found("техлид [suggestion]").meets(Marks::JUDGING));
    }
}

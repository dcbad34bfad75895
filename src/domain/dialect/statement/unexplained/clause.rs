//! What a clause denies, lacks or leaves open, word by word; what explains it stands behind the word, or is a fact of
//! the sentence.

use super::classes::{self, COMPLAINT, EXPECTED, GUARD, HARM, MENDED, NEUTRAL, SEEK, WANTED, stem};
use super::facts::Facts;
use super::open::{GRAVELY, OPEN, ORDERS, PARTLY};
use crate::domain::dialect::statement::share::number;

pub(super) const DENIES: &str = "denies something that is not known to be bad";
pub(super) const LACKS: &str = "says that something is missing or not done";

/// A clause with the stems of its words.
pub(super) struct Clause<'s> {
    pub(super) words: Vec<&'s str>,
    pub(super) stems: Vec<String>,
    pub(super) first: bool,
    pub(super) last: bool,
}

/// What denies.
pub(super) const DENIALS: &[&str] = &[
    "no", "not", "never", "none", "nothing", "nobody", "nowhere", "neither", "nor", "without", "hardly",
    "barely", "scarcely", "unable", "zero",
];
/// What is not there.
const ABSENT: &[&str] = &["missing", "absent", "lacks", "lacking", "lack", "misses", "incomplete", "unable"];
/// What begins with "un" and lacks nothing.
const NOT_LACKING: &[&str] = &[
    "unchanged",
    "unaffected",
    "unrelated",
    "untouched",
    "unused",
    "unlimited",
    "unmodified",
    "unneeded",
    "unified",
    "unexpected",
    "undefined",
    "unsigned",
    "united",
    "unnoticed",
    "untyped",
    "unaltered",
    "unlocked",
    "unnested",
    "unwrapped",
    "unlisted",
    "undone",
    "unwanted",
    "unsolicited",
    "uncluttered",
    "unopinionated",
    "unrolled",
];
const UNSURE: &[&str] =
    &["unsafe", "unclear", "unsure", "unknown", "unproven", "unseen", "unread", "undone", "unmet", "unwell"];
/// States that are bad as what is said of something.
pub(super) const BAD: &[&str] = &[
    "wrong",
    "broken",
    "red",
    "unsafe",
    "insecure",
    "vulnerable",
    "reproducible",
    "disabled",
    "incorrect",
    "inverted",
    "bogus",
    "useless",
    "dangerous",
    "premature",
    "partial",
    "back",
    "stale",
    "unusable",
    "exploitable",
    "unreliable",
    "guesswork",
    "outdated",
    "irreversible",
    "leaky",
    "inconsistent",
    "insufficient",
    "inadequate",
    "swapped",
];

impl<'s> Clause<'s> {
    pub(super) fn of(clause: &'s [String], first: bool, last: bool) -> Self {
        let words: Vec<&str> = clause.iter().map(String::as_str).collect();
        let stems = words.iter().map(|w| stem(w)).collect();
        Self { words, stems, first, last }
    }

    pub(super) fn has(&self, from: usize, class: &classes::Class) -> bool {
        self.stems[from.min(self.stems.len())..].iter().any(|s| class.contains(s))
    }

    pub(super) fn is(&self, at: usize, words: &[&str]) -> bool {
        self.words.get(at).is_some_and(|w| words.contains(w))
    }

    /// Tells whether what stands behind a denial is known to be wanted of the work or of the review.
    pub(super) fn denies_what_is_wanted(&self) -> bool {
        (0..self.words.len()).filter(|at| DENIALS.contains(&self.words[*at])).any(|at| {
            if self.words[at] == "nowhere" {
                return true;
            }
            // `is never read` describes the code; `was never read` the review.
            let described = at > 0
                && matches!((self.words[at - 1], self.words[at]), ("is" | "are", "never"))
                && self.is(at + 1, &["read", "used", "called", "reached"]);
            if described {
                return false;
            }
            if self.falls_short(at + 1) {
                return true;
            }
            let behind = self.stems[at + 1..].iter().take(4);
            behind.into_iter().any(|s| WANTED.contains(s) || EXPECTED.contains(s))
                || at + 1 == self.words.len()
        })
    }

    /// `did not hold`, `did not make it in`, `has not come back`: phrases that, denied, say that something failed.
    pub(super) fn falls_short(&self, from: usize) -> bool {
        let ends = |at: usize| {
            self.words
                .get(at)
                .is_none_or(|w| matches!(*w, "when" | "if" | "in" | "for" | "on" | "under" | "true" | "here"))
        };
        match self.words.get(from..).unwrap_or_default() {
            ["make" | "made", "it", ..]
            | ["add", "up", ..]
            | ["get" | "got", "past" | "through", ..]
            | ["come", "back", ..] => true,
            ["hold" | "held", "up" | "true", ..] => true,
            ["hold" | "held", ..] => ends(from + 1),
            ["stops" | "ends" | "terminates" | "finishes" | "returns" | "closes" | "arrives", ..] => {
                ends(from + 1)
            }
            _ => false,
        }
    }

    /// Tells whether something before denies.
    pub(super) fn denied(&self, at: usize) -> bool {
        self.words[..at].iter().any(|w| DENIALS.contains(w))
    }

    pub(super) fn question(&self, facts: &Facts) -> Option<&'static str> {
        // What is supposed is a description: the other clause says what is done about it.
        let supposed = self
            .is(0, &["if", "when", "whenever", "where", "while", "unless", "until", "whether", "should"])
            && !self.last;
        (0..self.words.len()).find_map(|at| {
            let word = self.words[at];
            if !supposed && self.outcome(at, facts) {
                return Some(GRAVELY);
            }
            if DENIALS.contains(&word) {
                return self.denial(at, facts, supposed).then_some(DENIES);
            }
            if supposed {
                return None;
            }
            if lacking(word) {
                return self.absence(at, facts).then_some(LACKS);
            }
            self.duty(at, facts)
                .or_else(|| self.unfinished(at, facts).then_some(OPEN))
                .or_else(|| (self.limit(at, facts) || self.counts_short(at)).then_some(PARTLY))
                .or_else(|| self.grave(at, facts).then_some(GRAVELY))
                .or_else(|| (at == 0 && self.first && self.order()).then_some(ORDERS))
        })
    }

    /// A denial that objects: what it denies is wanted, or is on no list.
    pub(super) fn denial(&self, at: usize, facts: &Facts, supposed: bool) -> bool {
        let word = self.words[at];
        let rest = at + 1;
        if supposed && !matches!(word, "nobody" | "nowhere") {
            return false;
        }
        // What it does is nothing: whether it should is `outcome`'s.
        let does = at > 0 && matches!(self.words[at - 1], "does" | "do");
        if word == "nothing" && (does || self.is(rest, &["stops", "prevents", "keeps", "hinders"])) {
            return false;
        }
        // `No.` answers a question, or is a label's value.
        if facts.over
            || facts.assured
            || self.words.len() == 1 && (word == "no" || word == "none" && self.first)
        {
            return false;
        }
        // `no case that is not covered`
        if self.words[..at].iter().rev().take(8).any(|w| *w == "that") && self.denied(at) {
            return false;
        }
        // `no longer`, `no more`, `not any more`, `not only`.
        if self.is(rest, &["longer", "more"]) {
            let lost =
                self.stems.iter().skip(rest + 1).take(2).any(|s| WANTED.contains(s) && !HARM.contains(s));
            return lost && !self.has(rest, &HARM);
        }
        if self.words[rest..].windows(2).any(|w| w == ["any", "more"])
            || self.words[rest..].contains(&"anymore")
        {
            return false;
        }
        match word {
            "nowhere" => true,
            "no" if at > 0 && self.words[at - 1] == "with" => {
                !(facts.guarded || self.has(rest, &COMPLAINT) || self.has(rest, &HARM))
            }
            // `Without the flag the old path is taken` supposes a case.
            "without"
                if at == 0
                    && !self.words.get(rest).is_some_and(|w| w.ends_with("ing"))
                    && !(self.last && self.words.len() < 5) =>
            {
                false
            }
            "not" if at == 0 && self.is(rest, &["much", "a"]) => false,
            "without" => {
                let next = self.stems.get(rest..).unwrap_or_default();
                let good = next.iter().take(4).any(|s| HARM.contains(s) || COMPLAINT.contains(s));
                let dealt = facts.guarded || self.has(0, &GUARD);
                let fails = self.words[..at].iter().any(|w| matches!(*w, "fail" | "fails" | "failed"));
                let asking = self.words.get(rest).is_some_and(|w| w.ends_with("ing"));
                !(good || fails || dealt && !asking)
            }
            "not" | "never" | "unable" | "hardly" | "barely" | "scarcely" => self.not(rest, facts),
            _ => self.none(at, facts),
        }
    }

    /// `Of the three …, two …`
    pub(super) fn counts_short(&self, at: usize) -> bool {
        at == 0
            && self.words[0] == "of"
            && self.words.iter().take(4).any(|w| number(w).is_some())
            && !self.last
    }

    /// `not` before a verb or an adjective.
    fn not(&self, from: usize, facts: &Facts) -> bool {
        // Of himself the reviewer was heard already.
        let of_self = self.words[..from].iter().rev().take(5).any(|w| matches!(*w, "i" | "we"));
        if of_self {
            return false;
        }
        // A rule of what must not be is no report of what is.
        if from >= 2 && matches!(self.words[from - 2], "must" | "should" | "may" | "need" | "shall") {
            return false;
        }
        const PASSED: &[&str] = &[
            "be",
            "been",
            "being",
            "have",
            "has",
            "had",
            "get",
            "got",
            "able",
            "to",
            "yet",
            "really",
            "actually",
            "even",
            "quite",
            "fully",
            "ever",
            "so",
            "very",
            "too",
            "also",
            "immediately",
            "entirely",
            "completely",
            "at",
            "all",
            "do",
            "did",
            "does",
            "is",
            "are",
            "was",
            "were",
            "particularly",
            "directly",
            "otherwise",
            "easily",
            "a",
            "an",
        ];
        let at = (from..self.words.len()).find(|&i| !PASSED.contains(&self.words[i]));
        let Some(at) = at else {
            // `It does not`: what it refers to stands before.
            return !(facts.asked || facts.over || self.has(0, &HARM) || facts.harm);
        };
        if self.words[from..at].contains(&"yet") {
            return true;
        }
        let (word, stem) = (self.words[at], &self.stems[at]);
        if self.words[from..at].contains(&"to") && self.words[from..at].contains(&"have")
            || matches!(word, "need" | "needed" | "required" | "require" | "have")
        {
            return false;
        }
        // A word of the vocabulary, or of the code.
        if word.contains('_') || word == "it" && self.words.len() > at + 1 {
            return false;
        }
        if word == "single" || word == "one" {
            return self.none(at, facts);
        }
        if SEEK.contains(stem) {
            return !(self.has(at + 1, &HARM)
                || facts.harm
                || self.has(at + 1, &COMPLAINT)
                || self.words[at + 1..].contains(&"any"));
        }
        if matches!(stem.as_str(), "hold" | "held" | "stand")
            && !self.words[at..].iter().any(|w| matches!(*w, "up" | "back"))
        {
            return true;
        }
        if HARM.contains(stem) || NEUTRAL.contains(stem) && !WANTED.contains(stem) {
            return self.words[at..].starts_with(&["add", "up"]);
        }
        if WANTED.contains(stem) {
            return true;
        }
        !(self.has(at, &COMPLAINT) || self.has(at, &HARM))
    }

    /// `no`, `none`, `nothing`, `nobody` and what stands behind it.
    fn none(&self, at: usize, facts: &Facts) -> bool {
        let rest = self.stems.get(at + 1..).unwrap_or_default();
        let bad = |s: &String| HARM.contains(s);
        if matches!(self.words[at], "nobody" | "none") || self.words[at + 1..].starts_with(&["of"]) {
            // What is said of them decides, and not what they are.
            let said = rest.iter().rev().take(5).any(|s| bad(s) || NEUTRAL.contains(s))
                || self.words[at + 1..].iter().any(|w| SOUGHT.contains(w) || matches!(*w, "still" | "given"));
            let wanted = rest.iter().any(|s| WANTED.contains(s));
            if wanted && !said {
                return true;
            }
            let before = self.stems[..at].iter().any(|s| HARM.contains(s) || COMPLAINT.contains(s));
            if facts.due && rest.is_empty() {
                return true;
            }
            return !(said || before || facts.harm || self.words.len() == at + 1 && facts.complaint);
        }
        if rest.is_empty() {
            return !(facts.complaint || facts.harm);
        }
        // What it denies ends where something is said about it.
        const BEHIND: &[&str] =
            &["in", "for", "of", "from", "on", "at", "with", "by", "here", "is", "are", "was", "were"];
        let named = if self.words[at] == "nothing" {
            rest.len().min(8)
        } else {
            let words = &self.words[at + 1..];
            words
                .iter()
                .enumerate()
                .position(|(i, w)| BEHIND.contains(w) || i > 0 && w.ends_with("ed"))
                .unwrap_or(words.len())
                .min(5)
        };
        let fine = |s: &String| {
            bad(s)
                || COMPLAINT.contains(s)
                || NEUTRAL.contains(s) && !matches!(s.as_str(), "a" | "any" | "part" | "the")
        };
        // `nothing in the change …`: where, and then what.
        let placed = if self.words[at] == "nothing" && self.is(at + 1, &["in", "of", "from", "about"]) {
            3.min(named)
        } else {
            0
        };
        !(rest[placed..named].iter().any(fine)
            || self.is(
                at + 1,
                &["new", "extra", "additional", "other", "unnecessary", "hidden", "one", "hard-coded"],
            )
            || self.words[at + 1..].iter().any(|w| SOUGHT.contains(w))
            || at == 0 && !rest[..named].iter().any(|s| WANTED.contains(s) || EXPECTED.contains(s)))
    }

    pub(super) fn absence(&self, at: usize, facts: &Facts) -> bool {
        if self.denied(at) || facts.over || facts.mended || facts.assured || facts.none {
            return false;
        }
        let past = self.words[..at].iter().any(|w| matches!(*w, "was" | "were" | "that" | "been"));
        if past && facts.now {
            return false;
        }
        // Before a noun it names a case: what is done with it is said behind.
        let next = self.words.get(at + 1);
        let names = next.is_some_and(|w| {
            !matches!(
                *w,
                "in" | "from"
                    | "at"
                    | "on"
                    | "for"
                    | "and"
                    | "here"
                    | "there"
                    | "with"
                    | "by"
                    | "a"
                    | "an"
                    | "any"
            )
        });
        !(names && (facts.guarded || self.has(at + 1, &MENDED)))
            || matches!(self.words[at], "lacks" | "lack" | "misses")
    }
}

/// What is said of what was looked for and is not there.
const SOUGHT: &[&str] = &[
    "found",
    "detected",
    "observed",
    "reported",
    "noticed",
    "introduced",
    "raised",
    "spotted",
    "identified",
    "requested",
    "needed",
    "required",
    "changed",
    "intended",
    "added",
];

/// Tells whether a word says that something is not there or was not done.
pub(super) fn lacking(word: &str) -> bool {
    ABSENT.contains(&word)
        || UNSURE.contains(&word)
        || word.len() > 6
            && word.starts_with("un")
            && (word.ends_with("ed") || word.ends_with("en"))
            && !word.starts_with("under")
            && !word.starts_with("uni")
            && !NOT_LACKING.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::super::facts::clauses;
    use super::*;

    #[test]
    fn what_ends_in_nothing_denies_unless_it_is_harm_that_it_denies() {
        for (text, denies) in [
            ("The endpoint validates nothing.", true),
            ("The new tests cover nothing.", true),
            ("It leaks nothing.", false),
        ] {
            let found = clauses(text);
            let words: Vec<&str> = found.iter().flatten().map(String::as_str).collect();
            let stems = words.iter().map(|w| stem(w)).collect();
            let clause = Clause { words, stems, first: true, last: true };
            let at = clause.words.len() - 1;
            assert_eq!(clause.none(at, &Facts::of(&found)), denies, "{text}");
        }
    }
}

//! What was looked for and is not there: bugs, which is praise, or tests, which is not.
//!
//! ```text
//! in vain = ("looked" | "searched" | …) … "for" object … ("found nothing" | "came up empty" | …)
//!         | denial ("find" | "see" | …) object | ("found" | "see") "no" object | object ":" "I found none"
//! object  = words up to a preposition; the last one says what it is
//! ```
//!
//! An object that is bad, or is a case of something, praises; one that a review expects to be there objects; of anything
//! else only what was looked for as one thing (`a`, `the`).

use super::classes::{COMPLAINT, EXPECTED, GRAVE, HARM, stem};
use super::clause::DENIALS;

/// What is wanted of a change, besides what a review expects.
const WANTED: &[&str] = &[
    "test",
    "tests",
    "spec",
    "specs",
    "check",
    "checks",
    "assertion",
    "assertions",
    "guard",
    "guards",
    "caller",
    "callers",
    "changelog",
    "migration",
    "migrations",
    "handler",
    "handlers",
    "handling",
    "route",
    "routes",
    "endpoint",
    "endpoints",
    "code",
    "implementation",
    "documentation",
    "docs",
    "definition",
    "validation",
    "coverage",
];
/// What makes the thing behind it a bad one.
const BAD: &[&str] = &[
    "missing",
    "skipped",
    "lacking",
    "untested",
    "flaky",
    "broken",
    "failing",
    "disabled",
    "ignored",
    "weakened",
    "removed",
    "deleted",
    "unused",
    "dead",
    "stale",
    "commented-out",
    "redundant",
    "duplicate",
    "duplicated",
    "leftover",
    "hard-coded",
    "hardcoded",
    "weak",
    "wrong",
    "bad",
    "failed",
    "unsafe",
    "insecure",
    "obsolete",
    "debug",
    "orphaned",
    "unreachable",
    "unnecessary",
];
/// What is looked for more of, or instead.
const MORE: &[&str] = &[
    "other",
    "others",
    "more",
    "further",
    "remaining",
    "another",
    "additional",
    "existing",
    "else",
    "old",
    "better",
];
/// A case of something, or a reason against it.
const CASES: &[&str] = &[
    "way",
    "ways",
    "path",
    "paths",
    "case",
    "cases",
    "scenario",
    "place",
    "places",
    "spot",
    "input",
    "inputs",
    "possibility",
    "counterexample",
    "bypass",
    "edge",
    "reason",
    "excuse",
    "thing",
    "anything",
    "something",
    "sequence",
    "interleaving",
    "situation",
    "call",
    "usage",
    "use",
    "reference",
    "references",
    "copy",
    "typo",
];
/// What only points at what stands behind its `of`.
const SIGNS: &[&str] =
    &["sign", "signs", "trace", "traces", "evidence", "indication", "hint", "hints", "proof"];
const ARTICLES: &[&str] =
    &["a", "an", "the", "its", "any", "single", "some", "such", "at", "least", "one", "corresponding"];
const ENDS: &[&str] = &[
    "for", "of", "in", "on", "from", "with", "at", "by", "to", "that", "which", "who", "where", "and", "or",
    "nor", "but", "here", "there", "yet", "when", "as", "around",
];
const LOOKS: &[&str] = &["look", "search", "grep", "hunt", "scan", "searched", "dig", "dug"];
const FINDS: &[&str] =
    &["find", "found", "see", "saw", "seen", "spot", "spotted", "locate", "identify", "discover", "got"];

pub(super) const IN_VAIN: &str = "says that what is wanted was not found";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Object {
    Wanted,
    Bad,
    /// One thing, of which nobody knows whether it is wanted.
    One,
    Other,
}

/// Reads the object that a clause goes on with; nothing where there is none.
fn object(words: &[&str]) -> Object {
    let end = words.iter().position(|w| ENDS.contains(w)).unwrap_or(words.len());
    let (named, rest) = words.split_at(end);
    let one = named.first().is_some_and(|w| matches!(*w, "a" | "an" | "the" | "its"));
    let named: Vec<&str> = named.iter().copied().filter(|w| !ARTICLES.contains(w)).collect();
    let Some(head) = named.last().copied() else { return Object::Other };
    if SIGNS.contains(&head) && rest.first() == Some(&"of") {
        return object(&rest[1..]);
    }
    // `any test that fails`, `tests which were removed`
    let told = rest.first().is_some_and(|w| matches!(*w, "that" | "which" | "who" | "where"));
    let harm = |w: &&str| HARM.contains(&stem(w)) || COMPLAINT.contains(&stem(w));
    if named.iter().any(|w| BAD.contains(w)) || told && rest.iter().any(harm) {
        return Object::Bad;
    }
    if named.iter().any(|w| MORE.contains(w)) {
        return Object::Other;
    }
    let last = stem(head);
    if WANTED.contains(&head) || EXPECTED.contains(&last) {
        Object::Wanted
    } else if HARM.contains(&last) || COMPLAINT.contains(&last) || GRAVE.contains(&last) {
        Object::Bad
    } else if one && !CASES.contains(&head) {
        Object::One
    } else {
        Object::Other
    }
}

/// Tells whether a sentence says that what is wanted was looked for in vain.
pub(super) fn in_vain(clauses: &[Vec<String>]) -> bool {
    // `…, but tests/a.rs has it now`
    let turns = |c: &Vec<String>| {
        matches!(c[0].as_str(), "but" | "however" | "until" | "now" | "then")
            && c.iter().any(|w| {
                matches!(w.as_str(), "is" | "are" | "has" | "have" | "there" | "covers" | "covered" | "does")
            })
            && !c.iter().any(|w| DENIALS.contains(&w.as_str()))
    };
    if clauses.iter().skip(1).any(turns) {
        return false;
    }
    let all: Vec<&str> = clauses.iter().flatten().map(String::as_str).collect();
    let found_none = all.windows(2).any(|w| {
        FINDS.contains(&w[0]) && matches!(w[1], "nothing" | "none" | "neither" | "no" | "zero")
            || DENIALS.contains(&w[0]) && FINDS.contains(&w[1])
            || matches!(
                w,
                ["up", "empty"] | ["in", "vain"] | ["no", "avail" | "luck"] | ["without", "success" | "luck"]
            )
    });
    for (nth, clause) in clauses.iter().enumerate() {
        let words: Vec<&str> = clause.iter().map(String::as_str).collect();
        for at in 0..words.len() {
            let sought = if LOOKS.contains(&stem(words[at]).as_str()) && found_none {
                let near = words[at + 1..].iter().take(5).position(|w| *w == "for");
                near.map(|i| object(&words[at + i + 2..])).filter(|_| !words[..at].contains(&"not"))
            } else if denied_find(&words, at) {
                // One thing that was not found may be a flaw of any name.
                Some(object(&words[at + 1..]))
                    .filter(|o| *o != Object::One || words.get(at + 1) == Some(&"the"))
            } else if FINDS.contains(&words[at]) && matches!(words.get(at + 1), Some(&("no" | "zero"))) {
                Some(object(&words[at + 2..])).filter(|o| *o != Object::One)
            } else if nth > 0 && FINDS.contains(&words[at]) && words.get(at + 1) == Some(&"none") {
                // `Tests: I found none.`
                let label: Vec<&str> = clauses[0].iter().map(String::as_str).collect();
                (label.len() <= 3).then(|| object(&label)).filter(|o| *o != Object::One)
            } else {
                None
            };
            match sought {
                Some(Object::Wanted | Object::One) => return true,
                Some(Object::Bad | Object::Other) => return false,
                None => {}
            }
        }
    }
    false
}

/// `could not find …`, `never saw …`, `failed to find …`
fn denied_find(words: &[&str], at: usize) -> bool {
    if !FINDS.contains(&words[at]) {
        return false;
    }
    let before = &words[at.saturating_sub(3)..at];
    let denies = |w: &&str| matches!(*w, "not" | "never" | "unable" | "failed" | "nowhere");
    // `Users do not see the banner` tells of the work.
    let of_self = words[..at].iter().all(|w| {
        denies(w)
            || matches!(
                *w,
                "i" | "we"
                    | "could"
                    | "can"
                    | "did"
                    | "do"
                    | "have"
                    | "to"
                    | "was"
                    | "am"
                    | "even"
                    | "really"
                    | "still"
                    | "however"
                    | "but"
                    | "and"
                    | "though"
                    | "also"
                    | "yet"
            )
    });
    before.iter().any(denies) && of_self
}

#[cfg(test)]
mod tests {
    use super::super::facts::clauses;
    use super::*;

    #[test]
    fn what_is_wanted_and_not_found_objects() {
        for text in [
            "I looked for a test and found nothing.",
            "I couldn't find any tests for this.",
            "Couldn't find any tests.",
            "I looked for the migration and found none.",
            "Looked for error handling, found nothing.",
            "Tests: I found none.",
            "I searched the diff for tests but came up empty.",
            "I see no tests.",
            "Didn't see any validation of the input.",
            "I could not find the migration.",
            "I could not find the widget.",
        ] {
            assert!(in_vain(&clauses(text)), "{text}");
        }
        for text in [
            "I looked for bugs and found nothing.",
            "I searched for race conditions and found none.",
            "I looked for leaks, missing tests and dead code, and found nothing.",
            "I could not find any test that fails.",
            "I searched for other callers of the old function and found none.",
            "I looked for a way to bypass the check and found none.",
            "I looked for a sign of a race and found none.",
            "I couldn't find anything to complain about.",
            "I could not find a single flaw.",
            "I could not find a widget.",
            "Users do not see the docs.",
            "I looked for a test and found two.",
            "I could not find a test at first, but tests/a.rs has it.",
        ] {
            assert!(!in_vain(&clauses(text)), "{text}");
        }
    }

    #[test]
    fn what_was_looked_for_and_never_found_objects() {
        for text in [
            "I looked for tests and never found any.",
            "I looked for error handling but never saw any.",
            "I looked for a test, none found.",
        ] {
            assert!(in_vain(&clauses(text)), "{text}");
        }
        assert!(!in_vain(&clauses("I looked for tests, and I never had to look long.")));
    }
}

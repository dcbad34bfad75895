//! Titles that deny two things: `Input is not validated` and `Validated input is not escaped` share their words, and the
//! second begins where the first ends.

use super::words::{Title, Word};

/// Deny the verb that follows.
const DENY: [&str; 7] = ["not", "never", "cannot", "isn", "doesn", "aren", "don"];
/// Stand between such a word and its verb.
const BETWEEN: [&str; 10] = ["be", "been", "being", "is", "are", "get", "gets", "to", "t", "any"];
/// Verbs of reviews that are mostly one when they are denied.
const ONE: [&[&str]; 5] = [
    &["validated", "validate", "checked", "check", "verified", "verify", "ensured", "ensure", "tested"],
    &["closed", "close", "released", "release", "freed", "free", "disposed", "dispose", "returned"],
    &["escaped", "escape", "sanitized", "sanitize", "sanitised", "sanitise", "encoded"],
    &["handled", "handle", "caught", "catch"],
    &["removed", "remove", "deleted", "delete", "cleared", "clear", "cleaned", "clean"],
];

impl Title {
    /// Both deny something, and nothing that one denies is denied by the other.
    pub(super) fn denies_another(&self, other: &Title) -> bool {
        let (mine, theirs) = (self.denials(), other.denials());
        let one = |a: &Word, b: &Word| {
            let group = |w: &Word| ONE.iter().position(|verbs| verbs.contains(&w.text.as_str()));
            a.is(b) || group(a).is_some() && group(a) == group(b)
        };
        !mine.is_empty() && !theirs.is_empty() && !mine.iter().any(|a| theirs.iter().any(|b| one(a, b)))
    }

    /// The verbs that it denies.
    fn denials(&self) -> Vec<&Word> {
        let passed = |w: &&Word| {
            !w.code
                && (BETWEEN.contains(&w.text.as_str())
                    || w.text.ends_with("ly")
                    || DENY.contains(&w.text.as_str()))
        };
        let denied = |at: usize| self.row[at + 1..].iter().find(|w| !passed(w));
        let all = self.row.iter().enumerate();
        all.filter(|(_, w)| !w.code && DENY.contains(&w.text.as_str()))
            .filter_map(|(at, _)| denied(at))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_denies_another_verb_is_another_thing() {
        let another = |a: &str, b: &str| {
            let (a, b) = (Title::of(a), Title::of(b));
            assert_eq!(a.denies_another(&b), b.denies_another(&a));
            a.denies_another(&b)
        };
        for (a, b) in [
            ("Input is not validated", "Validated input is not escaped"),
            ("Session of guests is never closed", "Never check the session of guests against the tenant"),
        ] {
            assert!(another(a, b), "{a} / {b}");
        }
        for (a, b) in [
            ("Socket is not closed on error", "On error the socket is never released"),
            ("Input length is not validated", "Length of the input is not checked"),
            ("`avg` does not handle an empty list", "Empty list is not handled properly"),
            ("Missing check of the length", "Length is not checked"),
        ] {
            assert!(!another(a, b), "{a} / {b}");
        }
    }
}

//! Titles that deny two things: `Input is not validated` and `Validated input is not escaped` share their words, and the
//! second begins where the first ends. And such as deny what another asserts: `Throws on negative input`, once it was
//! mended, is not `Does not throw on negative input`.

use super::words::{Title, Word};

/// Deny the verb that follows.
const DENY: [&str; 7] = ["not", "never", "cannot", "isn", "doesn", "aren", "don"];
/// Deny in other languages, before their verb or behind it.
const DENY_ELSEWHERE: [&str; 16] = [
    "nicht", "nie", "niemals", "kein", "keine", "keinen", "keiner", "ne", "pas", "jamais", "nunca", "não",
    "non", "mai", "не", "нет",
];
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

    /// One denies what the other asserts, which misses nothing.
    pub(super) fn denies_what_is_said(&self, other: &Title) -> bool {
        self.denies_of(other) || other.denies_of(self)
    }

    fn denies_of(&self, other: &Title) -> bool {
        let elsewhere =
            |title: &Title| title.row.iter().any(|w| !w.code && DENY_ELSEWHERE.contains(&w.text.as_str()));
        let misses = other.lacks || other.denied || !other.denials().is_empty() || elsewhere(other);
        // `Debounce the search` asks for what is not debounced.
        let asked = |verb: &Word| other.row.first().is_some_and(|w| w.is(verb) && !w.text.ends_with('s'));
        let says = |verb: &Word| other.words.iter().any(|w| w.is(verb)) && !asked(verb);
        let all = || other.words.iter().all(|w| elsewhere_alike(w) || self.words.iter().any(|own| own.is(w)));
        !misses
            && other.deed().is_none()
            && (self.denials().into_iter().any(says) || elsewhere(self) && other.words.len() > 1 && all())
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
        let before = |at: usize| at.checked_sub(1).map(|at| self.row[at].text.as_str());
        let denies = |(at, w): &(usize, &Word)| {
            let follows = match w.text.as_str() {
                "longer" => before(*at) == Some("no"),
                "to" => matches!(before(*at), Some("fails" | "failed" | "fail" | "failing")),
                word => DENY.contains(&word),
            };
            !w.code && follows
        };
        let all = self.row.iter().enumerate();
        all.filter(denies).filter_map(|(at, _)| denied(at)).collect()
    }
}

/// An article of another language, which the two may not share.
fn elsewhere_alike(word: &Word) -> bool {
    matches!(word.text.as_str(), "une" | "un" | "des" | "du" | "de" | "d" | "eine" | "einen" | "ein" | "una")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_one_denies_and_the_other_says_is_told() {
        let told = |a: &str, b: &str| Title::of(a).denies_what_is_said(&Title::of(b));
        for (a, b) in [
            ("Throws on negative input", "Does not throw on negative input"),
            ("Retries on timeout", "Never retries on timeout"),
            ("Closes the connection", "Fails to close the connection"),
            ("Uses a global cache", "Cache is no longer global"),
            ("Wirft bei negativer Eingabe", "Wirft bei negativer Eingabe nicht"),
            ("Lève une exception si vide", "Ne lève pas d'exception si vide"),
        ] {
            assert!(told(a, b) && told(b, a), "{a} / {b}");
        }
        for (a, b) in [
            ("Validate the email", "Email is not validated"),
            ("Debounce the search", "Search is not debounced"),
            ("Unhandled rejection in load", "Rejection is not handled in load"),
            ("Missing lock around save", "Save does not lock"),
            ("Error is swallowed in save", "Error is never logged in save"),
            ("Eingabe wird nicht geprüft", "Die Eingabe ist nicht geprüft"),
        ] {
            assert!(!told(a, b) && !told(b, a), "{a} / {b}");
        }
    }

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

    #[test]
    fn a_denial_in_another_language_is_of_what_its_words_name() {
        let told = |a: &str, b: &str| Title::of(a).denies_what_is_said(&Title::of(b));
        assert!(told("Wirft bei negativer Eingabe", "Wirft bei negativer Eingabe nicht"));
        assert!(!told("Wirft bei negativer Eingabe", "Cache wird nicht geleert"));
    }
}

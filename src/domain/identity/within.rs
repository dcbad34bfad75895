//! Titles of which one says all that the other says, and more. `Division by zero when the cart is empty` only says when;
//! `Guard against division by zero returns NaN` tells of another defect with the words of the first, as reviewers do of
//! what a fix has broken.

use super::contrary::tells;
use super::languages::Said;
use super::words::{Title, Word};

/// Begin what only says when or why; a sentence of its own may follow.
const WHEN: [&str; 13] = [
    "when", "whenever", "if", "while", "because", "since", "until", "unless", "once", "where", "after",
    "before", "due",
];
/// Begin what only says where or by which way.
const WHERE: [&str; 19] = [
    "in", "around", "behind", "on", "at", "for", "from", "via", "through", "during", "inside", "within",
    "by", "with", "without", "to", "into", "under", "between",
];
/// Make a statement of what follows a place.
const STATES: [&str; 24] = [
    "is", "are", "was", "were", "has", "have", "can", "may", "will", "does", "do", "that", "which", "who",
    "whose", "but", "so", "and", "instead", "now", "then", "not", "never", "no",
];
/// Of what says where, so many words say only that.
const MOST: usize = 3;

impl Title {
    /// Tells whether the longer of two titles makes a statement of its own with all that the shorter says.
    pub(super) fn states_more(&self, other: &Title) -> bool {
        let (longer, shorter) = match (self.beyond(other).is_empty(), other.beyond(self).is_empty()) {
            (true, false) => (other, self),
            (false, true) => (self, other),
            (_, _) => return false,
        };
        let more = longer.beyond(shorter);
        // What was missing is there, and something is wrong with it, in whatever order; a deed asks for what is missing.
        if self.lacks != other.lacks
            && self.deed().is_some() == other.deed().is_some()
            && !more.iter().all(|w| w.text.ends_with("ly"))
        {
            return true;
        }
        if more.iter().filter(|w| tells(w, longer, shorter)).count() < 2 {
            return false;
        }
        !longer.only_adds_to(shorter, &more)
    }

    /// It begins with all that the other says, and what follows says only when, why, where or by which way.
    fn only_adds_to(&self, shorter: &Title, more: &[&Word]) -> bool {
        // How something is done may be said anywhere.
        let is_more = |w: &Word| more.iter().any(|m| m.text == w.text && !m.text.ends_with("ly"));
        let counts = |w: &Word| self.words.iter().any(|is| is.text == w.text);
        let Some(first) = self.row.iter().position(is_more) else { return true };
        // All of the shorter one stands before.
        let head: Vec<&Word> = self.row[..first].iter().filter(|w| counts(w)).collect();
        if !shorter.words.iter().all(|w| head.iter().any(|h| h.is(w))) || self.lacks != shorter.lacks {
            return false;
        }
        let last = self.row[..first].iter().rposition(counts).unwrap_or(0);
        let tail = &self.row[last + 1..];
        let Some(begins) = tail.first().map(|w| w.text.as_str()) else { return true };
        let states = || tail.iter().any(|w| STATES.contains(&w.text.as_str()));
        WHEN.contains(&begins)
            || WHERE.contains(&begins) && !states() && tail.iter().filter(|w| is_more(w)).count() <= MOST
    }

    /// Both begin alike, and each goes on with something that the other does not say: two things of one thing.
    pub(super) fn diverges(&self, other: &Title) -> bool {
        let head = self.words.iter().zip(&other.words).take_while(|(a, b)| a.is(b)).count();
        let own = |one: &Title, other: &Title| one.beyond(other).iter().any(|w| tells(w, one, other));
        // In two languages every word is another.
        let one_language = self.language == other.language || self.says_of_it(other) == Said::Two;
        head > 0 && own(self, other) && own(other, self) && one_language
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_at_length_is_not_what_a_fix_has_broken() {
        let states = |a: &str, b: &str| {
            let (a, b) = (Title::of(a), Title::of(b));
            assert_eq!(a.states_more(&b), b.states_more(&a));
            a.states_more(&b)
        };
        for (a, b) in [
            ("Stack overflow in walk", "Depth guard against the stack overflow in walk drops valid nodes"),
            ("Missing lock on the index", "Lock on the index deadlocks with the flusher"),
            ("Token is guessable", "Token is guessable no more but sent in the query string"),
            ("Unchecked length", "Unchecked length replaced by a limit that cuts the checksum off"),
        ] {
            assert!(states(a, b), "{a} / {b}");
        }
        for (a, b) in [
            ("Division by zero", "Division by zero when the cart of a guest is empty"),
            ("Path traversal", "Path traversal in the export handler"),
            ("Connection leak", "Connection leak because the error path returns early"),
        ] {
            assert!(!states(a, b), "{a} / {b}");
        }
    }

    #[test]
    fn two_ends_of_one_beginning_are_two_things() {
        for (a, b) in [
            ("`apply` accepts expired coupons", "`apply` accepts coupons of another shop"),
            ("Wrong total for orders with a voucher", "Wrong total for orders in two currencies"),
        ] {
            assert!(Title::of(a).diverges(&Title::of(b)), "{a} / {b}");
        }
        let (a, b) = (Title::of("User input reaches `eval`"), Title::of("`eval` receives user input"));
        assert!(!a.diverges(&b));
    }
}

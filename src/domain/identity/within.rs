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
        if longer.lists(shorter) {
            return false;
        }
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

    /// It begins with the other word for word, and goes on with another thing: `x and y`.
    fn lists(&self, other: &Title) -> bool {
        let begins =
            self.row.len() > other.row.len() && self.row.iter().zip(&other.row).all(|(a, b)| a.is(b));
        begins && matches!(self.row[other.row.len()].text.as_str(), "and" | "nor" | "or")
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

    /// Two defects under one circumstance: what the titles share is where or when, `before tax is applied`, and what they
    /// say of it is two things.
    pub(super) fn shares_only_where(&self, other: &Title) -> bool {
        let ((mine, my_end), (theirs, their_end)) = (self.parted(), other.parted());
        let own = |some: &[&Word], all: &[&Word], one: &Title, other: &Title| {
            let own = some.iter().filter(|w| !all.iter().any(|o| w.is(o)));
            own.filter(|w| tells(w, one, other)).count()
        };
        let (said, said_there) = (own(&mine, &theirs, self, other), own(&theirs, &mine, other, self));
        let none_shared = !mine.iter().any(|w| theirs.iter().any(|o| w.is(o)));
        let of_one = |end: &[&Word], all: &[&Word]| end.iter().all(|w| all.iter().any(|o| w.is(o)));
        let one_end = my_end.len() > 1 && of_one(&my_end, &their_end) && of_one(&their_end, &my_end);
        let some_end = my_end.iter().any(|w| their_end.iter().any(|o| w.is(o)));
        let one_language = self.language == other.language || self.says_of_it(other) == Said::Two;
        let crossed = of_one(&mine, &their_end) || of_one(&theirs, &my_end);
        one_language
            && said.min(said_there) > 0
            && !crossed
            && (none_shared && some_end || one_end && said.max(said_there) > 1)
    }

    /// Returns its words before the first that begins a circumstance, and those behind.
    fn parted(&self) -> (Vec<&Word>, Vec<&Word>) {
        let begins = |w: &Word| {
            let text = w.text.as_str();
            !w.code && text != "without" && (WHEN.contains(&text) || WHERE.contains(&text) || text == "of")
        };
        let at = self.row.iter().position(begins).unwrap_or(self.row.len());
        let carries = |w: &&Word| self.words.iter().any(|is| is.text == w.text);
        (self.row[..at].iter().filter(carries).collect(), self.row[at..].iter().filter(carries).collect())
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
    fn what_two_titles_say_of_one_circumstance_is_two_things() {
        let where_only = |a: &str, b: &str| {
            let (a, b) = (Title::of(a), Title::of(b));
            assert_eq!(a.shares_only_where(&b), b.shares_only_where(&a));
            a.shares_only_where(&b)
        };
        for (a, b) in [
            (
                "Price is cut off before the discount is applied",
                "Negative price passes before the discount is applied",
            ),
            (
                "Stack overflow when `depth` exceeds the limit",
                "Missing terminator when `depth` equals the limit",
            ),
            ("Socket is closed twice on shutdown", "Worker writes on shutdown to a socket"),
        ] {
            assert!(where_only(a, b), "{a} / {b}");
        }
        for (a, b) in [
            ("Response body is not closed on errors", "Response body is left open on errors"),
            ("Balance is updated without a lock", "Concurrent updates of the balance"),
        ] {
            assert!(!where_only(a, b), "{a} / {b}");
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

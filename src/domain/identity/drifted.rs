//! A finding that is told again with another line. Reviewers count lines badly, and name the head of a function as
//! readily as the line in it; the words they keep. Words alone may be said of two lines: what is kept must tell of this
//! code, and nothing else may be told with it.

use std::collections::BTreeSet;

use super::words::tokens;
use super::{Known, Raised, TELLING};

impl Known<'_> {
    /// Tells whether a raised finding is this one with another line: its title word for word, of which there is no second
    /// one, and at length the same, kept as it was or of the same code under a title that tells enough by itself.
    pub(super) fn is_drifted(&self, new: &Raised<'_>) -> bool {
        let said = &self.finding.said;
        let titled = [&said.title, &self.finding.first_title].iter().any(|t| same_row(t, &new.finding.title));
        if !titled || self.has_twin || new.has_twin {
            return false;
        }
        let (Some(was), Some(is)) = (&said.description, &new.finding.description) else { return false };
        // One that tells of other code under the same title is said of another place.
        if named(was) != named(is) {
            return false;
        }
        let kept = || new.text.as_ref().is_some_and(|is| self.text.is_kept(is));
        let telling = || new.title.len() >= TELLING || new.title.words.iter().any(|w| w.code);
        let alike = || new.text.is_some() && same_row(was, is) || self.is_told_alike(new);
        kept() || telling() && alike()
    }
}

/// The names and values of the code that a text tells of.
fn named(text: &str) -> BTreeSet<String> {
    tokens(text).into_iter().filter(|t| t.code).map(|t| t.text.to_lowercase()).collect()
}

/// Tells whether two texts are the same words.
pub(super) fn same_row(a: &str, b: &str) -> bool {
    a.split_whitespace().eq(b.split_whitespace())
}

//! Comments of a plan's body, outside of its task blocks: what stands in one is no task.
//!
//! A comment that nobody closes is none, and neither is its sign in the middle of a line where another comment opens
//! before anything is closed: that line speaks of the sign.

use super::Line;

const OPEN: &str = "<!--";
const CLOSE: &str = "-->";

/// Walks over the lines of a body, from the first on.
pub(super) struct Comments {
    /// For each line: the next sign behind it closes a comment.
    closed: Vec<bool>,
    /// The last line that closes one.
    last: Option<usize>,
    open: bool,
}

impl Comments {
    pub(super) fn of(lines: &[Line<'_>]) -> Self {
        let mut closed = vec![false; lines.len()];
        let (mut next, mut last) = (false, None);
        for (i, (line, closed)) in lines.iter().zip(&mut closed).enumerate().rev() {
            *closed = next;
            let (opens, closes) = (line.text.find(OPEN), line.text.find(CLOSE));
            if closes.is_some() {
                last = last.or(Some(i));
            }
            next = match (opens, closes) {
                (None, None) => next,
                (None, Some(_)) => true,
                (Some(_), None) => false,
                (Some(open), Some(close)) => close < open,
            };
        }
        Self { closed, last, open: false }
    }

    /// Tells whether a line stands in a comment. `may_open`: a comment may begin in the middle of it, which is no line of a
    /// block or a fence.
    pub(super) fn hide(&mut self, i: usize, text: &str, may_open: bool) -> bool {
        let begins = || self.last.is_some_and(|last| i <= last) && text.trim_start().starts_with(OPEN);
        if self.open || begins() {
            self.open = !text.contains(CLOSE);
            return true;
        }
        self.open = may_open && self.closed.get(i).is_some_and(|closed| *closed) && opens_behind(text);
        false
    }
}

/// Tells whether a comment begins behind the words of a line and goes on below it; in code marks it is a sign.
fn opens_behind(text: &str) -> bool {
    text.rfind(OPEN)
        .is_some_and(|at| !text[at..].contains(CLOSE) && text[..at].matches('`').count().is_multiple_of(2))
}

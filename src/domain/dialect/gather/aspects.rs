//! What a review looked at, aspect by aspect, where the word for one is the word for a severity as well:
//! `- Errors: every await is wrapped` among `- Tests: cover both branches` and `- Docs: updated`.

use super::Walk;
use crate::domain::dialect::field::Head;
use crate::domain::dialect::page::{Kind, item_body};
use crate::domain::dialect::statement::{self, of_aspect};
use crate::domain::dialect::words;

/// What may make a complaint of what is said of an aspect.
const TURNS: &[&str] = &[
    "not", "no", "never", "none", "nothing", "cannot", "without", "missing", "lacks", "lack", "only", "but",
    "except", "should", "must", "could", "needs", "need", "still", "too",
];

impl Walk<'_, '_> {
    /// Tells whether an item's severity is an aspect's name: the items beside it name aspects too, and it speaks against
    /// nothing.
    pub(super) fn is_aspect(&self, at: usize, head: &Head) -> bool {
        let many = |word: &str| ["errors", "warnings"].contains(&word.trim().to_lowercase().as_str());
        let plural = head.severity.as_ref().is_some_and(|(_, word)| many(word));
        let pinned = head.id.is_some() || head.place.is_some() || head.numbered || head.status.is_some();
        let turned =
            |word: &String| TURNS.contains(&word.as_str()) || word.ends_with("n't") || word.ends_with("n’t");
        if !plural
            || pinned
            || words::words(&head.title).iter().any(turned)
            || statement::speaks_against(&head.title)
        {
            return false;
        }
        let indent = self.page.lines[at].indent;
        let beside = [at.checked_sub(1), Some(at + 1)];
        beside.into_iter().flatten().filter_map(|i| self.page.lines.get(i)).any(|line| {
            let label =
                item_body(&line.text).and_then(|(body, _)| body.split_once(':')).map(|(label, _)| label);
            line.kind == Kind::Item && line.indent == indent && label.is_some_and(of_aspect::names)
        })
    }
}

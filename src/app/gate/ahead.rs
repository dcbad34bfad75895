//! Commits, and what is staged, that hold something else than what was reviewed and stands in the work tree: nobody
//! approved what a push would carry, and a commit of what stands there is all that is missing.

use crate::domain::gate::Change;
use crate::domain::receipt::Receipt;

use super::{By, Case, Judged, Standing, Wanted, mend};

impl Case<'_> {
    /// Tells whether what a change made of its file is told of the work tree already, where nobody reviewed that either.
    pub(super) fn is_told_twice(&self, change: &Change) -> bool {
        let by_hand = |node: usize| self.commit(node).is_none();
        by_hand(change.node)
            && self.open.iter().any(|o| o.path == change.path && o.node < change.node && by_hand(o.node))
    }

    /// Says of the subject whose review approved what stands in the work tree that a commit, or what is staged, holds
    /// something else. Tells whether that is all that is to be said of a change. It came after that review began, though
    /// what was approved is found nowhere before the work tree.
    pub(super) fn stands_at_hand(&self, wanted: &[Wanted<'_>], change: &Change, judged: &mut Judged) -> bool {
        let Some(last) = self.hand_of(change) else { return false };
        let approved = |r: &Receipt| r.file(&change.path).is_some_and(|f| Some(&f.after) == Some(last));
        let Some(at) = wanted.iter().position(|one| one.receipts().any(approved)) else { return false };
        let what = match self.commit(change.node) {
            Some(_) if !self.walk.waits_for_a_commit(change, &self.receipts, &self.bridges) => return false,
            Some(commit) => format!("commit {} \"{}\"", commit.id.short(), mend::short(&commit.subject)),
            None => "what is staged".to_owned(),
        };
        let stand = &mut judged.subjects[at];
        if stand.standing == Standing::Held {
            stand.standing = Standing::NotHere(format!(
                "was approved as it stands in the work tree, and {what} holds something else of {}",
                change.path
            ));
            stand.by = Some(By::Hand);
        }
        true
    }

    /// Returns what stands in the work tree of a change's file, where that is another change of it.
    fn hand_of(&self, change: &Change) -> Option<&Option<crate::domain::receipt::Content>> {
        let edits = self.walk.nodes.iter().enumerate().filter(|(at, n)| *at != change.node && n.id.is_none());
        edits.filter_map(|(_, n)| n.edits.get(&change.path)).map(|edit| &edit.after).next()
    }
}

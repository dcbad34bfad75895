//! By what a change will be known again, worked out when its pass is opened: later its commits may be gone.

use crate::domain::diff::Diff;
use crate::domain::ids::Oid;
use crate::domain::receipt::{Proof, patch_of, proofs};
use crate::domain::subject::PinnedChange;
use crate::io::hands;

use super::super::ranges::Pinned;
use super::super::workspace::Workspace;

/// The most commits whose patches are told apart; of a longer change only the whole is known again.
const COMMITS: usize = 50;

/// From how many changed lines on a change is proven by several threads.
const MANY_LINES: usize = 20_000;

/// Returns a pinned change with the proofs of its files.
///
/// What cannot be read now makes no proof, and refuses no review: the gate falls back on what is there.
pub(in crate::app) fn proven(ws: &Workspace<'_>, pinned: &Pinned) -> PinnedChange {
    let mut change = pinned.change.clone();
    change.proof = all_proofs(&pinned.diff);
    // What is not committed yet is a step as well: its commit, when it comes, does just that.
    let rest = change.snapshot.as_ref().and_then(|s| s.under.clone());
    let steps = change.commits.len() + usize::from(rest.is_some());
    if change.commits.is_empty() || !(2..=COMMITS).contains(&steps) {
        return change;
    }
    let paths: Vec<_> = change.proof.iter().map(|p| p.path.clone()).collect();
    let committed = change.commits.iter().filter_map(|c| ws.repository.commit(&c.id).ok());
    let mut between: Vec<(Option<Oid>, Oid)> =
        committed.map(|c| (c.parents.first().cloned(), c.id)).collect();
    between.extend(rest.map(|under| (Some(under), change.head.clone())));
    for (from, to) in between {
        let Ok(diff) = ws.repository.diff(from.as_ref(), &to, &paths) else { continue };
        for proof in &mut change.proof {
            let part = diff.file(proof.path.as_str()).map(patch_of);
            proof.parts.extend(part.filter(|p| proof.patch.as_ref() != Some(p)));
        }
    }
    change
}

/// Returns the proofs of a change, of a large one by several threads: each file's is its own.
fn all_proofs(diff: &Diff) -> Vec<Proof> {
    let hands = hands::free();
    if hands == 1 || diff.changed_lines() < MANY_LINES {
        return proofs(&diff.files);
    }
    let share = diff.files.len().div_ceil(hands);
    hands::shared(diff.files.chunks(share), proofs).concat()
}

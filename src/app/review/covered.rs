//! Which commits a loop looked at already.

use std::collections::HashSet;

use aho_corasick::AhoCorasick;

use super::super::loops;
use super::super::workspace::Workspace;
use crate::domain::ids::{LoopId, Oid};
use crate::domain::review_loop::LoopState;
use crate::domain::review_loop::event::Outcome;
use crate::error::Error;
use crate::io::store::Store;

/// Returns those of some commits that a loop looked at, but for loops that were given up: those say nothing of the work.
/// A loop cannot have without their ids in it: only those that hold one are read.
pub(super) fn covered(store: &Store, ids: &[Oid]) -> Result<HashSet<Oid>, Error> {
    covered_but_by(store, ids, None)
}

/// Returns those of some commits that a loop looked at other than this one.
pub(in crate::app) fn covered_elsewhere(
    ws: &Workspace<'_>,
    ids: &[Oid],
    but: &LoopId,
) -> Result<HashSet<Oid>, Error> {
    match ws.log()? {
        Some(store) if !ids.is_empty() => covered_but_by(&store, ids, Some(but)),
        Some(_) | None => Ok(HashSet::new()),
    }
}

fn covered_but_by(store: &Store, ids: &[Oid], but: Option<&LoopId>) -> Result<HashSet<Oid>, Error> {
    // What cannot be searched for is read.
    let search = AhoCorasick::new(ids.iter().map(Oid::as_str)).ok();
    let names: Vec<String> = ids.iter().map(ToString::to_string).collect();
    let loops = loops::with_pass(store, &names, |opened| search.as_ref().is_none_or(|s| s.is_match(opened)))?;
    let given_up = |state: &LoopState| state.outcome() == Some(Outcome::Abandoned);
    let counts = |state: &LoopState| !given_up(state) && but != Some(&state.id);
    let mut left: HashSet<&Oid> = ids.iter().collect();
    let mut covered = HashSet::new();
    for state in loops.filter(counts) {
        for commit in state.passes.iter().flat_map(|p| &p.change.commits) {
            if left.remove(&commit.id) {
                covered.insert(commit.id.clone());
            }
        }
        // Further loops over the same commits say nothing new.
        if left.is_empty() {
            break;
        }
    }
    Ok(covered)
}

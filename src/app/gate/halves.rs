//! Reviews of other branches of which only a part came here (SPEC 7.6): what was approved together in several files
//! vouches for none of them where the rest is missing. What came in whole is a subject of its own at the gate, and says so
//! itself; this is about what came in beside others' work.

use std::collections::BTreeSet;

use crate::domain::gate::{Change, Held, Walk};
use crate::domain::ids::RepoPath;
use crate::domain::receipt::Receipt;
use crate::error::Error;

use super::{Case, Wanted, history, mend, scope};
use crate::app::workspace::Workspace;

impl<'r> Case<'r> {
    /// Takes away the receipts of which only a part is here, and finds what nobody reviewed without them.
    pub(super) fn take_away_halves(
        &mut self,
        ws: &Workspace<'_>,
        wanted: &[Wanted<'r>],
        kept: &scope::Kept,
    ) -> Result<(), Error> {
        let own: BTreeSet<_> = wanted.iter().flat_map(Wanted::receipts).map(|r| &r.loop_id).collect();
        let doubtful: Vec<&'r Receipt> = self
            .receipts
            .iter()
            .copied()
            .filter(|r| !own.contains(&r.loop_id) && work(r, kept).count() > 1)
            .filter(|r| !self.is_in_history(ws, r))
            .collect();
        let without: Vec<&Receipt> = self
            .receipts
            .iter()
            .copied()
            .filter(|r| doubtful.iter().all(|d| d.loop_id != r.loop_id))
            .collect();
        if doubtful.is_empty() || self.walk.uncovered(&without, &self.bridges) == self.open {
            // Nothing hangs on them.
            return Ok(());
        }
        let walk = self.wider(ws, &doubtful, kept)?;
        let is_here = |receipt: &Receipt, held: &Held<'_>| {
            let mut of_work = receipt.clone();
            of_work.files.retain(|file| kept.is_work(&file.path));
            held.has(&of_work)
        };
        let mut halves: BTreeSet<_> = BTreeSet::new();
        let mut receipts = self.receipts.clone();
        // One that is gone may have led on from another.
        loop {
            let left = doubtful.iter().filter(|r| !halves.contains(&r.loop_id));
            let held = walk.held(&receipts, &self.bridges);
            let gone: Vec<_> = left.filter(|r| !is_here(r, &held)).map(|r| &r.loop_id).collect();
            if gone.is_empty() {
                break;
            }
            halves.extend(gone);
            receipts.retain(|r| !halves.contains(&r.loop_id));
        }
        if !halves.is_empty() {
            self.halves = doubtful.into_iter().filter(|r| halves.contains(&r.loop_id)).collect();
            self.open = self.walk.uncovered(&receipts, &self.bridges);
            self.receipts = receipts;
        }
        Ok(())
    }

    /// Tells whether the last commit of a receipt is in this history, and with it all of them.
    fn is_in_history(&self, ws: &Workspace<'_>, receipt: &Receipt) -> bool {
        let (Some(head), Some(last)) = (&self.commits.head, receipt.commits.last()) else { return false };
        receipt.is_of_commits()
            && (self.walk.has_all(receipt)
                || ws.repository.has(last) && ws.repository.is_ancestor(last, head).unwrap_or(false))
    }

    /// Returns the walk over all files of some receipts, with what its steps did to them.
    fn wider(&self, ws: &Workspace<'_>, receipts: &[&Receipt], kept: &scope::Kept) -> Result<Walk, Error> {
        let paths: BTreeSet<RepoPath> = receipts.iter().flat_map(|r| work(r, kept)).cloned().collect();
        let differing: Vec<RepoPath> =
            self.hand.differing.iter().filter(|path| paths.contains(*path)).cloned().collect();
        let stands = self.hand.stands(ws, &differing)?;
        let mut walk = self.commits.walk(ws, &paths, &stands)?;
        walk.earlier = self.walk.earlier.clone();
        for (node, known) in walk.nodes.iter_mut().zip(&self.walk.nodes).take(self.commits.list.len()) {
            for (path, edit) in &mut node.edits {
                edit.patch = known.edits.get(path).and_then(|e| e.patch.clone());
            }
        }
        let steps = walk.nodes.iter().enumerate().flat_map(|(node, n)| {
            n.edits.iter().filter(|(_, e)| e.step).map(move |(path, _)| Change { node, path: path.clone() })
        });
        let steps: Vec<Change> = steps.collect();
        history::look(ws, &mut walk, &self.commits, &steps, receipts)?;
        Ok(walk)
    }

    /// Says of a change that no review covers what was approved with it and is not here.
    pub(super) fn half_of(&self, change: &Change) -> Option<String> {
        let edit = self.walk.nodes[change.node].edits.get(&change.path)?;
        let half = self.halves.iter().find(|receipt| {
            receipt.file(&change.path).is_some_and(|file| {
                let patch =
                    edit.patch.as_ref().filter(|p| file.patch.as_ref() == Some(*p) || file.parts.contains(p));
                patch.is_some() || edit.after == file.after
            })
        })?;
        let known = self.records.all.iter().find(|known| known.id == half.loop_id)?;
        let others: Vec<&str> =
            half.files.iter().map(|f| f.path.as_str()).filter(|p| *p != change.path.as_str()).collect();
        Some(format!(
            "; {} was approved together with {}, and not all of that is here",
            known.subject.label(),
            mend::some(&others)
        ))
    }
}

/// Returns the files of a receipt that are work.
fn work<'f>(receipt: &'f Receipt, kept: &'f scope::Kept) -> impl Iterator<Item = &'f RepoPath> {
    receipt.files.iter().map(|file| &file.path).filter(|path| kept.is_work(path))
}

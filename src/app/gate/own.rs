//! Which part of a history a scope answers for: from its first change on, and not what the main branch brought beside it.

use std::collections::BTreeSet;

use crate::domain::gate::Node;
use crate::domain::ids::Oid;

use super::super::workspace::Workspace;
use super::{Case, Wanted, scope};

impl Case<'_> {
    /// Marks what lies before the scope's first base: it is not asked about.
    pub(super) fn first_base(&self, wanted: &[Wanted<'_>]) -> Vec<bool> {
        let mut before = vec![false; self.walk.nodes.len()];
        let Some(first) = self.first(wanted) else { return before };
        if !self.whole_branch || self.from_main {
            before = self.walk.up_to(first);
            before[first] = false;
            return before;
        }
        let line = self.line();
        let (on_it, beside): (Vec<usize>, Vec<usize>) =
            self.looked_at(wanted).into_iter().partition(|at| line[*at]);
        if let Some(first) = on_it.first() {
            before = self.walk.up_to(*first);
            before[*first] = false;
        } else {
            let up_to_it = self.walk.up_to(first);
            let parts = (0..line.len()).rfind(|at| line[*at] && up_to_it[*at]);
            before = parts.map_or(before, |parts| self.walk.up_to(parts));
        }
        // Of a branch that came by a merge all is asked about, as it was there, wherever it stands beside the line.
        let mut merged: BTreeSet<usize> = BTreeSet::new();
        for node in beside {
            let below = self.walk.from(node);
            merged.extend((0..line.len()).find(|at| line[*at] && below[*at]));
        }
        for merge in merged {
            let Some(parent) = self.walk.nodes[merge].parents.first() else { continue };
            let (with, without) = (self.walk.up_to(merge), self.walk.up_to(*parent));
            (0..merge).filter(|at| with[*at] && !without[*at]).for_each(|at| before[at] = false);
        }
        before
    }

    /// Marks the line of what is checked out: its commits by first parents.
    fn line(&self) -> Vec<bool> {
        let nodes = &self.walk.nodes;
        let mut line = vec![false; nodes.len()];
        let head = self.commits.head.as_ref();
        let mut at = head.and_then(|head| nodes.iter().position(|n| n.id.as_ref() == Some(head)));
        while let Some(node) = at {
            line[node] = true;
            at = nodes[node].parents.first().copied();
        }
        line
    }

    /// Marks what the main branch holds, or on that branch the line that others are merged into, where it is not made on
    /// top of the scope's first change.
    pub(super) fn beside(&self, ws: &Workspace<'_>, wanted: &[Wanted<'_>]) -> Vec<bool> {
        let nodes = &self.walk.nodes;
        let mut beside = vec![false; nodes.len()];
        let (Some(first), Some(head)) = (self.first(wanted), &self.commits.head) else { return beside };
        let at = |id: &Oid| nodes.iter().position(|n| n.id.as_ref() == Some(id));
        match scope::parts_at(ws, head) {
            Ok(Some(base)) => beside = at(&base).map_or(beside, |base| self.walk.up_to(base)),
            Ok(None) if scope::is_main(ws, head) => beside = self.line(),
            Ok(None) | Err(_) => {}
        }
        let mut below = vec![false; nodes.len()];
        below[first] = true;
        for (node, n) in nodes.iter().enumerate() {
            below[node] |= n.parents.iter().any(|p| below[*p]);
            beside[node] &= !below[node];
        }
        beside
    }

    /// Takes a commit into which all of a receipt's change was squashed for the scope's own, with all that it does.
    pub(super) fn take_squashed(&mut self, wanted: &[Wanted<'_>]) {
        let mut own = Vec::new();
        for receipt in wanted.iter().flat_map(Wanted::receipts).filter(|r| !r.files.is_empty()) {
            let holds = |node: &Node| {
                receipt.files.iter().all(|f| {
                    node.edits.get(&f.path).is_some_and(|e| {
                        e.step && (e.after == f.after || e.patch.is_some() && e.patch == f.patch)
                    })
                })
            };
            let squashed = self.walk.nodes.iter().filter(|n| holds(n)).filter_map(|n| n.id.clone());
            own.extend(squashed.filter(|id| !receipt.commits.contains(id)));
        }
        self.own.extend(own);
    }

    /// Returns the first node that some review of the scope looked at.
    fn first(&self, wanted: &[Wanted<'_>]) -> Option<usize> {
        self.looked_at(wanted).first().copied()
    }

    /// Returns the nodes at which the changes begin that reviews of the scope looked at.
    fn looked_at(&self, wanted: &[Wanted<'_>]) -> BTreeSet<usize> {
        let receipts = wanted.iter().flat_map(Wanted::receipts).filter_map(|r| self.walk.first_of(r));
        let open = wanted.iter().flat_map(|o| &o.known).flat_map(|k| &k.commits);
        let open = open.filter_map(|c| self.walk.nodes.iter().position(|n| n.id.as_ref() == Some(c)));
        receipts.chain(open).collect()
    }
}

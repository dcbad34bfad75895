//! Whether all that a receipt looked at in a file is in a history, or only a part of it (SPEC 7.6). A review says of
//! several commits that they are good together; of the first of them alone it may have said that it must not stay.

use super::{Edit, Node, Walk};
use crate::domain::ids::{Oid, RepoPath};
use crate::domain::receipt::{Proof, Receipt};

impl Walk {
    fn has(&self, id: &Oid) -> bool {
        self.earlier.contains(id) || self.nodes.iter().any(|n| n.id.as_ref() == Some(id))
    }

    /// Tells whether every commit of a receipt is in this history; not where it names none.
    pub fn has_all(&self, receipt: &Receipt) -> bool {
        !receipt.commits.is_empty() && receipt.commits.iter().all(|id| self.has(id))
    }

    /// Tells whether what a receipt looked at in a file was done here, all of it: by its commits, by what they did, or
    /// by what they made of the file.
    pub(super) fn is_whole(&self, receipt: &Receipt, file: &Proof) -> bool {
        self.has_all(receipt)
            || self.first_made(receipt, file, |edit| edit.after == file.after).is_some()
            || self.last_whole(file).is_some()
            || self.has_parts(file)
    }

    /// Returns the last node that does to a file all that was looked at.
    pub(super) fn last_whole(&self, file: &Proof) -> Option<usize> {
        let whole = |e: &Edit| e.patch.is_some() && e.patch == file.patch;
        self.nodes.iter().rposition(|n| step(n, &file.path).is_some_and(whole))
    }

    /// Tells whether every part of what several commits did to a file was done here.
    pub(super) fn has_parts(&self, file: &Proof) -> bool {
        let done = |patch: &String| {
            self.nodes
                .iter()
                .any(|n| n.edits.get(&file.path).is_some_and(|e| e.patch.as_ref() == Some(patch)))
        };
        !file.parts.is_empty() && file.parts.iter().all(done)
    }

    /// Returns the first node where a file was made so; what stood before a commit of the receipt was not made by it.
    fn first_made(&self, receipt: &Receipt, file: &Proof, so: impl Fn(&Edit) -> bool) -> Option<usize> {
        let before = self.before_its(receipt, &file.path);
        (0..self.nodes.len())
            .filter(|at| file.after != file.before && !before[*at])
            .find(|at| self.nodes[*at].edits.get(&file.path).is_some_and(&so))
    }

    /// Marks what lies before the commits of a receipt that changed a file.
    pub(super) fn before_its(&self, receipt: &Receipt, path: &RepoPath) -> Vec<bool> {
        let mut before = vec![false; self.nodes.len()];
        for (at, node) in self.nodes.iter().enumerate() {
            if is_its(receipt, node) && step(node, path).is_some() {
                let marks = self.up_to(at).into_iter().enumerate();
                marks.filter(|(n, is)| *is && *n != at).for_each(|(n, _)| before[n] = true);
            }
        }
        before
    }

    /// Tells whether a node is a commit of a receipt, or lies after one.
    pub fn goes_on_from(&self, receipt: &Receipt, node: usize) -> bool {
        let marked = self.up_to(node);
        self.nodes.iter().zip(marked).any(|(n, marked)| marked && is_its(receipt, n))
    }
}

/// Tells whether a node is a commit of a receipt.
pub(super) fn is_its(receipt: &Receipt, node: &Node) -> bool {
    node.id.as_ref().is_some_and(|id| receipt.commits.contains(id))
}

fn step<'n>(node: &'n Node, path: &RepoPath) -> Option<&'n Edit> {
    node.edits.get(path).filter(|e| e.step)
}

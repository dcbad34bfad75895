//! Whether all that a receipt looked at in a file is in a history, or only a part of it (SPEC 7.6). A review says of
//! several commits that they are good together; of the first of them alone it may have said that it must not stay.

use super::{Edit, Node, Walk};
use crate::domain::ids::{Oid, RepoPath};
use crate::domain::receipt::{Content, Proof, Receipt};

impl Walk {
    fn has(&self, id: &Oid) -> bool {
        self.earlier.contains(id) || self.nodes.iter().any(|n| n.id.as_ref() == Some(id))
    }

    /// Tells whether every commit of a receipt is in this history; not where it names none.
    pub fn has_all(&self, receipt: &Receipt) -> bool {
        !receipt.commits.is_empty() && receipt.commits.iter().all(|id| self.has(id))
    }

    /// Tells whether the commits of a receipt are all here and vouch for a file. Where more was looked at than they hold,
    /// what lay in the work tree on top of them or a merge that joined them, they do so as far as that was committed: the
    /// last of them may hold just what was rejected.
    pub(super) fn is_named(&self, receipt: &Receipt, file: &Proof) -> bool {
        self.has_all(receipt) && (receipt.is_of_commits() || self.committed(receipt, file).is_some())
    }

    /// Returns the files of a receipt whose commits are all here, and in none of them or after them what it looked at.
    pub fn uncommitted<'r>(&self, receipt: &'r Receipt) -> Vec<&'r RepoPath> {
        let mut left = Vec::new();
        if self.has_all(receipt) {
            let files = receipt.files.iter().filter(|file| !self.is_named(receipt, file));
            left.extend(files.map(|file| &file.path));
        }
        left
    }

    /// Tells whether what a receipt looked at in a file was done here, all of it: by its commits, by what they did, or
    /// by what they made of the file. What is not committed completes no commits.
    pub(super) fn is_whole(&self, receipt: &Receipt, file: &Proof) -> bool {
        let made = || match receipt.is_of_commits() || receipt.commits.is_empty() {
            true => self.first_made(receipt, file, |edit| edit.after == file.after),
            false => self.committed(receipt, file),
        };
        self.is_named(receipt, file)
            || made().is_some()
            || self.last_whole(file).is_some()
            || self.has_parts(file)
    }

    /// Returns the first commit at which a file stands as a receipt looked at it: the last of the receipt's or one after
    /// it; where that is not here, one that made it so.
    pub(super) fn committed(&self, receipt: &Receipt, file: &Proof) -> Option<usize> {
        let nodes = &self.nodes;
        let stands = self.stands(&file.path);
        let is_it = |at: &usize| nodes[*at].id.is_some() && stands[*at] == Some(&file.after);
        let last = receipt.commits.last();
        let Some(last) = nodes.iter().position(|n| n.id.is_some() && n.id.as_ref() == last) else {
            let lies_before = last.is_some_and(|last| self.earlier.contains(last));
            let past = self.before_its(receipt, &file.path);
            let made = |at: &usize| lies_before || step(&nodes[*at], &file.path).is_some();
            let mut all = (0..nodes.len()).filter(|at| file.after != file.before && !past[*at]);
            return all.find(|at| is_it(at) && made(at));
        };
        let below = self.from(last);
        (0..nodes.len()).find(|at| below[*at] && is_it(at))
    }

    /// Returns what stands at a path at each node: what its own edit left, else what its first parent has; nothing where
    /// the walk does not tell.
    fn stands(&self, path: &RepoPath) -> Vec<Option<&Option<Content>>> {
        let mut stands: Vec<Option<&Option<Content>>> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let inherited = node.parents.first().and_then(|p| stands[*p]);
            stands.push(node.edits.get(path).map_or(inherited, |e| Some(&e.after)));
        }
        stands
    }

    /// Marks a node and all that lies after it.
    pub fn from(&self, node: usize) -> Vec<bool> {
        let mut below = vec![false; self.nodes.len()];
        below[node] = true;
        for (at, n) in self.nodes.iter().enumerate() {
            below[at] |= n.parents.iter().any(|p| below[*p]);
        }
        below
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

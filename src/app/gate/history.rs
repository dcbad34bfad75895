//! The history that a gate looks at, read from git: commits, merges, and the work tree on top.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::domain::diff::{ChangeKind, Commit, FileChange, Mode};
use crate::domain::gate::{Change, Edit, Node, Walk};
use crate::domain::ids::{Oid, RepoPath};
use crate::domain::receipt::{Content, Receipt, patch_of};
use crate::error::Error;

use super::super::ranges;
use super::super::workspace::Workspace;
use super::place::{self, Sides};

/// The most commits a gate looks at.
pub(super) const MOST: usize = 2000;

/// Commits as read, every one after its parents; the first ones stand before what is asked about.
#[derive(Debug, Default)]
pub(super) struct Commits {
    pub(super) list: Vec<Commit>,
    /// So many of them, at the front, only tell what stood before.
    pub(super) edges: usize,
    /// There are more than [`MOST`].
    pub(super) cut: bool,
    pub(super) head: Option<Oid>,
}

impl Commits {
    /// Reads what leads to the checked-out commit since another; the whole history where that is nothing.
    pub(super) fn since(ws: &Workspace<'_>, since: Option<&Oid>) -> Result<Self, Error> {
        let Ok(head) = ws.repository.head() else { return Ok(Self::default()) };
        let found = ws.repository.history(&head, since, MOST + 1)?;
        let cut = found.len() > MOST;
        let known: BTreeSet<Oid> = found.iter().take(MOST).map(|c| c.id.clone()).collect();
        let mut edges: Vec<Commit> = Vec::new();
        let mut asked = Vec::new();
        for commit in found.into_iter().take(MOST) {
            // At the edge of a shallow clone nothing tells what a commit changed.
            let unknown = commit.parents.iter().any(|p| !ws.repository.has(p));
            if unknown { edges.push(commit) } else { asked.push(commit) }
        }
        for parent in asked.iter().flat_map(|c| &c.parents) {
            if !known.contains(parent) && edges.iter().all(|e| &e.id != parent) {
                edges.push(ws.repository.commit(parent)?);
            }
        }
        let list = after_parents(asked);
        let count = edges.len();
        edges.extend(list);
        Ok(Self { list: edges, edges: count, cut, head: Some(head) })
    }

    /// Returns the commits that are asked about.
    pub(super) fn asked(&self) -> &[Commit] {
        self.list.get(self.edges..).unwrap_or_default()
    }

    /// Makes the walk over these paths; `hand` is how files of the work tree stand that differ from the head.
    pub(super) fn walk(
        &self,
        ws: &Workspace<'_>,
        paths: &BTreeSet<RepoPath>,
        hand: &BTreeMap<RepoPath, Option<Content>>,
    ) -> Result<Walk, Error> {
        let at: HashMap<&Oid, usize> = self.list.iter().enumerate().map(|(at, c)| (&c.id, at)).collect();
        let mut nodes = Vec::with_capacity(self.list.len() + 1);
        for (n, commit) in self.list.iter().enumerate() {
            let edge = n < self.edges;
            let mut edits = BTreeMap::new();
            if edge {
                for path in paths {
                    let after = content_at(ws, Some(&commit.id), path)?;
                    edits.insert(path.clone(), Edit { before: after.clone(), after, ..Edit::default() });
                }
            } else {
                let own = ws.repository.by_hand(&commit.id)?;
                let merge = commit.parents.len() > 1;
                let touched: BTreeSet<&RepoPath> = commit.files.iter().chain(&own).collect();
                for path in touched.into_iter().filter(|p| paths.contains(*p)) {
                    let edit = Edit {
                        before: content_at(ws, commit.parents.first(), path)?,
                        after: content_at(ws, Some(&commit.id), path)?,
                        step: !merge || own.contains(path),
                        patch: None,
                    };
                    edits.insert(path.clone(), edit);
                }
            }
            let parents = if edge { &[][..] } else { commit.parents.as_slice() };
            nodes.push(Node {
                id: Some(commit.id.clone()),
                parents: parents.iter().filter_map(|p| at.get(p).copied()).collect(),
                edits,
            });
        }
        let mut edits = BTreeMap::new();
        for (path, after) in hand.iter().filter(|(p, _)| paths.contains(*p)) {
            let before = content_at(ws, self.head.as_ref(), path)?;
            if before != *after {
                edits.insert(path.clone(), Edit { before, after: after.clone(), step: true, patch: None });
            }
        }
        let head = self.head.as_ref().and_then(|h| at.get(h).copied());
        if !edits.is_empty() {
            nodes.push(Node { id: None, parents: head.into_iter().collect(), edits });
        }
        Ok(Walk { nodes, ..Walk::default() })
    }
}

/// Orders commits so that each comes after its parents; among others the order stays, oldest first.
fn after_parents(newest_first: Vec<Commit>) -> Vec<Commit> {
    let mut open: Vec<Commit> = newest_first.into_iter().rev().collect();
    let mut left: BTreeSet<Oid> = open.iter().map(|c| c.id.clone()).collect();
    let mut ordered = Vec::with_capacity(open.len());
    while !open.is_empty() {
        let before = open.len();
        let mut waiting = Vec::new();
        for commit in open {
            if commit.parents.iter().any(|p| left.contains(p)) {
                waiting.push(commit);
            } else {
                left.remove(&commit.id);
                ordered.push(commit);
            }
        }
        open = waiting;
        if open.len() == before {
            // No history is a circle; should one be, nothing of it is left out.
            ordered.append(&mut open);
        }
    }
    ordered
}

pub(super) fn content_at(
    ws: &Workspace<'_>,
    commit: Option<&Oid>,
    path: &RepoPath,
) -> Result<Option<Content>, Error> {
    let Some(commit) = commit else { return Ok(None) };
    Ok(ws.repository.entry_at(commit, path)?.map(|(blob, mode)| Content::new(&blob, mode)))
}

/// Returns how the files that differ in the work tree stand there.
pub(super) fn hand(
    ws: &Workspace<'_>,
    differing: &[RepoPath],
) -> Result<BTreeMap<RepoPath, Option<Content>>, Error> {
    let found = ranges::at_hand(ws, differing)?;
    Ok(found.into_iter().map(|(path, c)| (path, c.map(|(blob, mode)| Content::new(&blob, mode)))).collect())
}

/// Looks at what commits did to files, where their contents alone do not tell; what receipts looked at is known by the
/// digest that they have of it.
pub(super) fn look(
    ws: &Workspace<'_>,
    walk: &mut Walk,
    commits: &Commits,
    changes: &[Change],
    receipts: &[&Receipt],
) -> Result<(), Error> {
    let mut by_node: BTreeMap<usize, Vec<RepoPath>> = BTreeMap::new();
    for change in changes {
        let known = walk.nodes[change.node].edits.get(&change.path).is_some_and(|e| e.patch.is_some());
        if change.node < commits.list.len() && !known {
            by_node.entry(change.node).or_default().push(change.path.clone());
        }
    }
    for (node, paths) in by_node {
        let commit = &commits.list[node];
        let diff = ws.repository.diff(commit.parents.first(), &commit.id, &paths)?;
        for path in paths {
            let patch = diff.file(path.as_str()).map(patch_of);
            if let Some(edit) = walk.nodes[node].edits.get_mut(&path) {
                edit.patch = patch.map(|patch| {
                    let now = Sides { before: &edit.before, after: &edit.after, patch: &patch };
                    place::known_as(ws, &path, receipts, &now)
                });
            }
        }
    }
    Ok(())
}

/// Compares two contents of a file by lines; nothing where git does not have both.
pub(super) fn between(
    ws: &Workspace<'_>,
    path: &RepoPath,
    from: &Option<Content>,
    to: &Option<Content>,
) -> Option<FileChange> {
    ws.repository.compared(of_contents(ws, path, from, to)?).ok()
}

/// Does the same with all lines of the file around those that changed, so that it can be told what is in a string.
pub(super) fn between_whole(
    ws: &Workspace<'_>,
    path: &RepoPath,
    from: &Option<Content>,
    to: &Option<Content>,
) -> Option<FileChange> {
    ws.repository.compared_whole(of_contents(ws, path, from, to)?).ok()
}

fn of_contents(
    ws: &Workspace<'_>,
    path: &RepoPath,
    from: &Option<Content>,
    to: &Option<Content>,
) -> Option<FileChange> {
    let (from, to) = (from.as_ref()?, to.as_ref()?);
    let (old, new) = (from.blob(), to.blob());
    if [from, to].iter().any(|c| c.as_str().contains(' '))
        || !ws.repository.has(&old)
        || !ws.repository.has(&new)
    {
        return None;
    }
    let mut file = FileChange::new(path.clone(), ChangeKind::Modified);
    (file.old_blob, file.new_blob) = (Some(old), Some(new));
    (file.old_mode, file.new_mode) = (Some(Mode::File), Some(Mode::File));
    Some(file)
}

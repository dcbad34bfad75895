//! Commits: one, many, and how they stand to each other.

use git2::{BranchType, Sort};

use super::error::{GitError, lossy};
use super::messages::bare;
use super::{Doing, Repository, oid};
use crate::domain::diff::{Commit, Renamed};
use crate::domain::ids::Oid;

impl Repository {
    /// Reads one commit. `files` are those that differ from its first parent; at the edge of a shallow
    /// clone they cannot be told and are empty (see [`Repository::shallow_note`]).
    pub fn commit(&self, id: &Oid) -> Result<Commit, GitError> {
        self.read(&self.find(id)?)
    }

    /// Lists commits from `head` back, newest first and children before parents, leaving out `since` and
    /// what it reaches; at most `limit`.
    pub fn history(&self, head: &Oid, since: Option<&Oid>, limit: usize) -> Result<Vec<Commit>, GitError> {
        let Some(since) = since else {
            return self.with_files(self.messages(head, limit)?);
        };
        let mut walk = self.inner.revwalk().doing("walk the history")?;
        walk.set_sorting(Sort::TOPOLOGICAL | Sort::TIME).doing("walk the history")?;
        walk.push(self.find(head)?.id()).doing("walk the history")?;
        walk.hide(self.find(since)?.id()).doing("walk the history")?;
        let mut commits = Vec::new();
        for id in walk.take(limit) {
            let id = id.doing("walk the history")?;
            let commit = self.inner.find_commit(id).doing("read a commit")?;
            commits.push(self.read(&commit)?);
        }
        Ok(commits)
    }

    /// Completes commits with the files they changed.
    pub fn with_files(&self, commits: Vec<Commit>) -> Result<Vec<Commit>, GitError> {
        commits.into_iter().map(|commit| self.read(&self.find(&commit.id)?)).collect()
    }

    /// Names the local branches that stand at a commit.
    pub fn branches_at(&self, id: &Oid) -> Vec<String> {
        self.branches_where(|tip| oid(tip) == *id)
    }

    /// Names the local branches whose history holds a commit, at most `most`.
    pub fn branches_holding(&self, id: &Oid, most: usize) -> Vec<String> {
        let Ok(raw) = self.raw(id) else { return Vec::new() };
        let holds = |tip| tip == raw || self.inner.graph_descendant_of(tip, raw).unwrap_or(false);
        let mut names = self.branches_where(holds);
        names.truncate(most);
        names
    }

    fn branches_where(&self, wanted: impl Fn(git2::Oid) -> bool) -> Vec<String> {
        let Ok(branches) = self.inner.branches(Some(BranchType::Local)) else { return Vec::new() };
        branches
            .flatten()
            .filter(|(branch, _)| branch.get().peel_to_commit().is_ok_and(|tip| wanted(tip.id())))
            .map(|(branch, _)| lossy(branch.get().name_bytes()))
            .map(|name| name.strip_prefix("refs/heads/").unwrap_or(&name).to_owned())
            .collect()
    }

    /// Tells whether `ancestor` is `descendant` or lies before it.
    pub fn is_ancestor(&self, ancestor: &Oid, descendant: &Oid) -> Result<bool, GitError> {
        let (a, d) = (self.find(ancestor)?.id(), self.find(descendant)?.id());
        Ok(a == d || self.inner.graph_descendant_of(d, a).doing("compare two commits")?)
    }

    /// Tells whether a remote-tracking branch holds the commit: then others may have it.
    pub fn is_pushed(&self, id: &Oid) -> Result<bool, GitError> {
        let id = self.find(id)?.id();
        let branches = self.inner.branches(Some(BranchType::Remote)).doing("list remote branches")?;
        for branch in branches {
            let (branch, _) = branch.doing("list remote branches")?;
            let Ok(tip) = branch.get().peel_to_commit() else { continue };
            if tip.id() == id || self.inner.graph_descendant_of(tip.id(), id).doing("compare two commits")? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Reads a commit with the files that differ from its first parent.
    pub(super) fn read(&self, commit: &git2::Commit<'_>) -> Result<Commit, GitError> {
        let changed = if self.is_edge(commit.id()) {
            Vec::new()
        } else {
            let tree = commit.tree().doing("read a commit's tree")?;
            let parent = match commit.parent_ids().next() {
                Some(_) => {
                    Some(commit.parent(0).and_then(|parent| parent.tree()).doing("read a parent's tree")?)
                }
                None => None,
            };
            self.changed(parent.as_ref(), &tree)?
        };
        let renamed = changed.iter().filter_map(|file| {
            let from = file.old_path.clone()?;
            Some(Renamed { from, to: file.path.clone() })
        });
        let renamed = renamed.collect();
        // Both names: moving a task's file away touches it.
        let files = changed.into_iter().flat_map(|file| file.old_path.into_iter().chain([file.path]));
        Ok(Commit { files: files.collect(), renamed, ..bare(commit) })
    }
}

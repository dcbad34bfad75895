//! Finding a commit again after it was amended or rebased (SPEC 7.1).

use std::collections::HashSet;

use super::{GitError, Repository, oid};
use crate::domain::diff::Commit;
use crate::domain::ids::Oid;

/// How many commits before the head are looked through.
const MAX_COMMITS: usize = 2_000;

/// How many commits are compared by their patch, which costs a diff each.
const MAX_PATCHES: usize = 500;

/// How many entries of a reflog are read.
const MAX_ENTRIES: usize = 1_000;

impl Repository {
    /// Finds what became of a commit in the history of `head`: itself while the head still reaches it,
    /// else the commit it was amended or rebased into.
    ///
    /// In order: same parent, author time and subject; the reflogs of HEAD and of the branches that stand at the
    /// head; the same patch; same author time and subject on another parent, as where a rebase had to settle a
    /// conflict. A commit that stands where the lost one stood, in the same second, must bear its subject and change
    /// one of its files as well: somebody may have begun anew there. Nothing when none fits, or several do and the
    /// author time does not tell them apart.
    pub fn successor_of(&self, lost: &Commit, head: &Oid) -> Result<Option<Oid>, GitError> {
        let commits = self.messages(head, MAX_COMMITS)?;
        if commits.iter().any(|commit| commit.id == lost.id) {
            return Ok(Some(lost.id.clone()));
        }
        // A head this far back is not among the recent commits and yet not lost.
        if self.find(&lost.id).is_ok() && self.is_ancestor(&lost.id, head)? {
            return Ok(Some(lost.id.clone()));
        }
        let same_second =
            |commit: &&Commit| commit.parents == lost.parents && commit.author_time == lost.author_time;
        let amended: Vec<&Commit> =
            commits.iter().filter(same_second).filter(|commit| commit.subject == lost.subject).collect();
        match amended.as_slice() {
            [one] if self.touch_one_file(lost, &one.id)? => return Ok(Some(one.id.clone())),
            [] | [_] => {}
            [_, _, ..] => return Ok(None),
        }
        let known: HashSet<&Oid> = commits.iter().map(|commit| &commit.id).collect();
        if let Some(id) = self.amended_by_reflog(&lost.id, head, &known) {
            return Ok(Some(id));
        }
        if let Some(id) = self.same_patch(lost, &commits)? {
            return Ok(Some(id));
        }
        self.same_words(lost, &commits)
    }

    /// Finds the commit in the history of `head` that its reflogs say a lost one was amended into; author times prove
    /// nothing here, since two branches may begin with commits of one author in one second.
    pub fn amended_into(&self, lost: &Oid, head: &Oid) -> Result<Option<Oid>, GitError> {
        let commits = self.messages(head, MAX_COMMITS)?;
        let known: HashSet<&Oid> = commits.iter().map(|commit| &commit.id).collect();
        Ok(self.amended_by_reflog(lost, head, &known))
    }

    /// Tells whether two commits change a file in common; so do two that change none.
    fn touch_one_file(&self, lost: &Commit, now: &Oid) -> Result<bool, GitError> {
        // The lost one may be collected: then what was read of it before is all there is.
        let read = if lost.files.is_empty() { self.commit(&lost.id).ok() } else { None };
        let before = read.map_or_else(|| lost.files.clone(), |read| read.files);
        let after = self.commit(now)?.files;
        Ok(before.iter().any(|file| after.contains(file)) || before.is_empty() && after.is_empty())
    }

    /// Finds the one commit of the same author time, subject and files, whatever it stands on.
    fn same_words(&self, lost: &Commit, commits: &[Commit]) -> Result<Option<Oid>, GitError> {
        if self.find(&lost.id).is_err() {
            return Ok(None);
        }
        let mut alike = commits
            .iter()
            .filter(|commit| commit.author_time == lost.author_time && commit.subject == lost.subject);
        let (Some(one), None) = (alike.next(), alike.next()) else { return Ok(None) };
        let found = self.commit(&one.id)?;
        Ok((found.files == self.commit(&lost.id)?.files).then_some(found.id))
    }

    /// Follows `commit (amend)` entries from a lost commit to one that is in the history.
    fn amended_by_reflog(&self, lost: &Oid, head: &Oid, known: &HashSet<&Oid>) -> Option<Oid> {
        let branches = self.branches_at(head).into_iter().map(|name| format!("refs/heads/{name}"));
        for name in ["HEAD".to_owned()].into_iter().chain(branches) {
            let Ok(log) = self.inner.reflog(&name) else { continue };
            let mut now = lost.clone();
            // Newest first in the log; amendments are followed forward in time.
            let count = log.len().min(MAX_ENTRIES);
            for entry in (0..count).rev().filter_map(|at| log.get(at)) {
                let amends = entry.message_bytes().is_some_and(|text| text.starts_with(b"commit (amend)"));
                if amends && oid(entry.id_old()) == now {
                    now = oid(entry.id_new());
                }
            }
            if known.contains(&now) {
                return Some(now);
            }
        }
        None
    }

    /// Finds the one commit that does what the lost one did. The lost one may be collected already: then
    /// nothing can be compared.
    fn same_patch(&self, lost: &Commit, commits: &[Commit]) -> Result<Option<Oid>, GitError> {
        if lost.parents.len() > 1 || self.find(&lost.id).is_err() {
            return Ok(None);
        }
        let Some(wanted) = self.patch(&lost.id)? else { return Ok(None) };
        let mut found: Vec<&Commit> = Vec::new();
        for commit in commits.iter().filter(|commit| commit.parents.len() <= 1).take(MAX_PATCHES) {
            if self.patch(&commit.id)?.as_ref() == Some(&wanted) {
                found.push(commit);
            }
        }
        if found.len() > 1 {
            found.retain(|commit| commit.author_time == lost.author_time);
        }
        match found.as_slice() {
            [one] => Ok(Some(one.id.clone())),
            [] | [_, _, ..] => Ok(None),
        }
    }

    /// Returns a commit's patch id; nothing for an empty commit or one that cannot be compared.
    fn patch(&self, id: &Oid) -> Result<Option<String>, GitError> {
        let parent = self.find(id)?.parent_ids().next().map(oid);
        match self.diff(parent.as_ref(), id, &[]) {
            Ok(diff) if diff.is_empty() => Ok(None),
            Ok(diff) => Ok(Some(diff.patch_id())),
            Err(
                GitError::DiffTooLarge { .. }
                | GitError::ShallowEdge { .. }
                | GitError::NotFetched { .. }
                | GitError::Missing { .. },
            ) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

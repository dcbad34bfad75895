//! What a merge wrote itself, beyond joining its sides.

use std::path::Path;

use git2::{MergeOptions, RepositoryState};

use super::error::{Doing, GitError};
use super::tree::path_of;
use super::{Repository, oid};
use crate::domain::ids::{Oid, RepoPath};

impl Repository {
    /// Returns the files in which a merge differs from what joining its parents gives: conflicts that somebody settled,
    /// sides that were dropped, edits that came with it. Of a merge of more than two, the files that differ from every
    /// parent. Nothing for other commits, nor where a shallow clone does not reach what both come from
    /// ([`Repository::joins_the_unknown`]). No merge driver runs.
    pub fn by_hand(&self, merge: &Oid) -> Result<Vec<RepoPath>, GitError> {
        let merge = self.find(merge)?;
        if merge.parent_count() < 2 || self.is_edge(merge.id()) {
            return Ok(Vec::new());
        }
        let id = oid(merge.id());
        let parents: Vec<Oid> = merge.parent_ids().map(oid).collect();
        let mut touched = Vec::new();
        for parent in &parents {
            touched.extend(self.diff_names(Some(parent), &id)?);
        }
        touched.sort();
        touched.dedup();
        let [ours, theirs] = parents.as_slice() else {
            let mut own = Vec::new();
            for path in touched {
                let at = self.entry_at(&id, &path)?;
                let differs = parents.iter().map(|p| self.entry_at(p, &path).map(|e| e != at));
                if differs.collect::<Result<Vec<_>, _>>()?.into_iter().all(|d| d) {
                    own.push(path);
                }
            }
            return Ok(own);
        };
        if self.joins_the_unknown(&parents)? {
            return Ok(Vec::new());
        }
        let joined = self.joined(ours, theirs)?;
        let mut own = Vec::new();
        for path in touched {
            let here = self.entry_at(&id, &path)?.map(|(blob, _)| blob);
            if joined.differs(&path, here.as_ref()) {
                own.push(path);
            }
        }
        own.extend(joined.settled);
        own.sort();
        own.dedup();
        Ok(own)
    }

    /// Tells whether what the two sides of a merge come from lies before a shallow clone: then nothing tells what joining
    /// them gives.
    pub fn joins_the_unknown(&self, parents: &[Oid]) -> Result<bool, GitError> {
        let [ours, theirs] = parents else { return Ok(false) };
        let cut = self.inner.is_shallow() && self.has(ours) && self.has(theirs);
        Ok(cut && self.merge_base(ours, theirs)?.is_none())
    }

    /// Returns the commit that a merge which is not committed yet brings in.
    pub fn merging(&self) -> Option<Oid> {
        self.inner.refname_to_id("MERGE_HEAD").ok().map(oid)
    }

    /// Names what git began here and did not end, so that the history is on its way to another one.
    pub fn under_way(&self) -> Option<&'static str> {
        match self.inner.state() {
            RepositoryState::Rebase | RepositoryState::RebaseInteractive | RepositoryState::RebaseMerge => {
                Some("A rebase")
            }
            RepositoryState::Merge => Some("A merge"),
            RepositoryState::CherryPick | RepositoryState::CherryPickSequence => Some("A cherry-pick"),
            RepositoryState::Revert | RepositoryState::RevertSequence => Some("A revert"),
            RepositoryState::ApplyMailbox | RepositoryState::ApplyMailboxOrRebase => Some("`git am`"),
            RepositoryState::Bisect => Some("A bisection"),
            RepositoryState::Clean => None,
        }
    }

    /// Returns those of some files, each with the blob that it is now, which are not what joining two commits gives.
    pub fn settled<'p>(
        &self,
        (ours, theirs): (&Oid, &Oid),
        files: impl Iterator<Item = (&'p RepoPath, Option<&'p Oid>)>,
    ) -> Result<Vec<RepoPath>, GitError> {
        let joined = self.joined(ours, theirs)?;
        Ok(files.filter(|(path, blob)| joined.differs(path, *blob)).map(|(path, _)| path.clone()).collect())
    }

    fn joined(&self, ours: &Oid, theirs: &Oid) -> Result<Joined, GitError> {
        let (ours, theirs) = (self.find(ours)?, self.find(theirs)?);
        let index = self
            .inner
            .merge_commits(&ours, &theirs, Some(&MergeOptions::new()))
            .doing("join the sides of a merge")?;
        let mut settled = Vec::new();
        if index.has_conflicts() {
            for conflict in index.conflicts().doing("read the conflicts of a merge")? {
                let conflict = conflict.doing("read the conflicts of a merge")?;
                let sides = [conflict.ancestor, conflict.our, conflict.their];
                settled.extend(sides.into_iter().flatten().map(|entry| path_of(&entry.path)));
            }
        }
        Ok(Joined { index, settled })
    }
}

/// What joining two commits gives.
struct Joined {
    index: git2::Index,
    /// The files in conflict, which somebody has to settle.
    settled: Vec<RepoPath>,
}

impl Joined {
    /// Tells whether a file is not what joining gives.
    fn differs(&self, path: &RepoPath, blob: Option<&Oid>) -> bool {
        let there = self.index.get_path(Path::new(path.as_str()), 0).map(|entry| oid(entry.id));
        there.as_ref() != blob || self.settled.contains(path)
    }
}

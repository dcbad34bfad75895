//! What git's index hides from a comparison of the work tree: contents that are staged and stand nowhere else, files
//! that git was told not to look at, and where repositories inside this one stand.
//!
//! Reads the index and never writes it; nothing inside another repository is run or read but its checked-out commit.

use git2::{IndexEntryExtendedFlag, IndexEntryFlag};

use super::error::{Doing, GitError};
use super::tree::{mode_of, path_of};
use super::{Repository, oid};
use crate::domain::diff::Mode;
use crate::domain::ids::{Oid, RepoPath};

/// A path with what the index holds there: nothing where it is to be gone.
type Staged = (RepoPath, Option<(Oid, Mode)>);

impl Repository {
    /// Returns what the next commit would hold otherwise than the checked-out one.
    pub fn staged(&self) -> Result<Vec<Staged>, GitError> {
        let head = self
            .head()
            .ok()
            .map(|head| self.find(&head)?.tree().doing("read the tree of HEAD"))
            .transpose()?;
        let index = self.inner.index().doing("read the index")?;
        let diff = self.inner.diff_tree_to_index(head.as_ref(), Some(&index), None);
        let diff = diff.doing("compare the index")?;
        let each = diff.deltas().filter_map(|delta| {
            let file = delta.new_file();
            let path = path_of(file.path_bytes().or(delta.old_file().path_bytes())?);
            let mode = i32::try_from(u32::from(file.mode())).ok().and_then(mode_of);
            Some((path, mode.filter(|_| !file.id().is_zero()).map(|mode| (oid(file.id()), mode))))
        });
        Ok(each.collect())
    }

    /// Returns the files of the work tree that git was told not to look at (`update-index --assume-unchanged`,
    /// `--skip-worktree`): whatever stands there, git calls it unchanged. Of a sparse checkout, which marks what it leaves
    /// out, only what is there all the same.
    pub fn unwatched(&self) -> Result<Vec<RepoPath>, GitError> {
        let index = self.inner.index().doing("read the index")?;
        let marked = index.iter().filter_map(|entry| {
            let assumed = entry.flags & IndexEntryFlag::VALID.bits() != 0;
            let skipped = entry.flags_extended & IndexEntryExtendedFlag::SKIP_WORKTREE.bits() != 0;
            let path = path_of(&entry.path);
            let there = || self.root.join(path.as_str()).symlink_metadata().is_ok();
            (assumed || skipped && there()).then_some(path)
        });
        Ok(marked.collect())
    }

    /// Returns the commit that is checked out in a repository inside this one; nothing where none is, or it is not one of
    /// the submodules.
    pub fn submodule_at(&self, path: &RepoPath) -> Option<Oid> {
        self.inner.find_submodule(path.as_str()).ok()?.workdir_id().map(oid)
    }
}

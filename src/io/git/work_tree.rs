//! Which files of the work tree differ from what is checked out: staged, unstaged, new and not ignored.
//!
//! Only their names; the bytes are read by handle elsewhere. The index is not refreshed on disk.

use std::path::Path;

use git2::{AttrCheckFlags, AttrValue, FileMode, Status, StatusOptions};

use super::Repository;
use super::error::{Doing, GitError, lossy};
use super::tree::path_of;
use crate::domain::ids::RepoPath;

/// The most files that may differ at once.
const MAX_FILES: usize = 20_000;

/// What differs between the checked-out commit and the work tree.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Differing {
    /// Sorted.
    pub paths: Vec<RepoPath>,
    /// Of these, the ones whose staged content is not what stands in the work tree.
    pub staged_apart: Vec<RepoPath>,
    /// Repositories inside this one, which are never looked into.
    pub repositories: Vec<String>,
    /// Files under names that no path of ours can hold.
    pub unnamed: Vec<String>,
}

impl Repository {
    /// Tells whether git would commit a file of the work tree with plain line feeds in place of CR LF: by
    /// `core.autocrlf`, or by the attributes `text` and `eol`. Nothing is converted here, and no filter runs.
    pub fn commits_line_feeds(&self, path: &RepoPath) -> bool {
        let attribute = |name: &str| {
            let flags = AttrCheckFlags::FILE_THEN_INDEX;
            // libgit2 tells its own values by where they lie in memory: they must not be copied before.
            let value = self.inner.get_attr_bytes(Path::new(path.as_str()), name, flags).ok().flatten();
            AttrValue::from_bytes(value)
        };
        match attribute("text") {
            AttrValue::False => return false,
            AttrValue::True | AttrValue::String("auto") => return true,
            AttrValue::String(_) | AttrValue::Bytes(_) | AttrValue::Unspecified => {}
        }
        if matches!(attribute("eol"), AttrValue::String("crlf" | "lf")) {
            return true;
        }
        let config = self.inner.config().and_then(|mut c| c.snapshot());
        let said = config.ok().and_then(|c| c.get_str("core.autocrlf").map(str::to_owned).ok());
        said.is_some_and(|said| {
            matches!(said.to_ascii_lowercase().as_str(), "true" | "yes" | "on" | "1" | "input")
        })
    }

    /// Returns the size of git's index in bytes; 0 where there is none. It holds every file of the repository.
    pub fn index_size(&self) -> u64 {
        std::fs::metadata(self.inner.path().join("index")).map_or(0, |found| found.len())
    }

    /// Tells whether git ignores a path of the work tree; a file that it tracks may be ignored as well.
    pub fn ignores(&self, path: &RepoPath) -> Result<bool, GitError> {
        self.inner.is_path_ignored(Path::new(path.as_str())).doing("read what git ignores")
    }

    /// Compares the checked-out commit with index and work tree; also where no commit is there yet. `only` limits it
    /// to files or folders, so that no other folder is looked into; nothing means everything.
    pub fn differing(&self, only: Option<&[&RepoPath]>) -> Result<Differing, GitError> {
        let mut options = StatusOptions::new();
        for path in only.unwrap_or_default() {
            options.pathspec(path.as_str());
        }
        if only.is_some_and(<[_]>::is_empty) {
            return Ok(Differing::default());
        }
        options
            .include_untracked(true)
            .recurse_untracked_dirs(true)
            .include_ignored(false)
            .include_unmodified(false)
            .include_unreadable(true)
            .update_index(false)
            .disable_pathspec_match(true)
            .renames_head_to_index(false)
            .renames_index_to_workdir(false);
        let statuses = self.inner.statuses(Some(&mut options)).doing("compare the work tree")?;
        if statuses.len() > MAX_FILES {
            let found = format!("{} files that differ in the work tree", statuses.len());
            return Err(GitError::DiffTooLarge { found, limit: format!("{MAX_FILES} files") });
        }
        let mut found = Differing::default();
        for entry in statuses.iter() {
            let bytes = entry.path_bytes();
            let deltas = [entry.head_to_index(), entry.index_to_workdir()];
            let inner = deltas
                .iter()
                .flatten()
                .any(|d| [d.old_file().mode(), d.new_file().mode()].contains(&FileMode::Commit));
            // A folder that is listed as one is a repository of its own.
            if inner || bytes.ends_with(b"/") {
                found.repositories.push(lossy(bytes).trim_end_matches('/').to_owned());
                continue;
            }
            let path = path_of(bytes);
            if path.as_str().as_bytes() != bytes {
                found.unnamed.push(path.to_string());
                continue;
            }
            let status = entry.status();
            let staged =
                Status::INDEX_NEW | Status::INDEX_MODIFIED | Status::INDEX_DELETED | Status::INDEX_TYPECHANGE;
            let apart = Status::WT_NEW | Status::WT_MODIFIED | Status::WT_DELETED | Status::WT_TYPECHANGE;
            if status.intersects(staged) && status.intersects(apart) {
                found.staged_apart.push(path.clone());
            }
            found.paths.push(path);
        }
        found.paths.sort();
        found.paths.dedup();
        Ok(found)
    }
}

//! A repository made from nothing, for `countersign demo` alone.
//!
//! This is the one place that moves a branch, and it only ever does so in a repository that it made
//! itself. Names, dates and contents are fixed, so the commits have the same ids everywhere; no template,
//! hook or filter of the user's configuration takes part.

use std::cell::Cell;
use std::fmt;
use std::path::{Path, PathBuf};

use git2::{ErrorCode, IndexEntry, IndexTime, RepositoryInitOptions, Signature, Time};

use super::error::Doing;
use super::{GitError, oid};
use crate::domain::ids::{Oid, RepoPath};

/// The first commit's time: 2026-01-05T09:00:00Z. Each later one is a minute after.
const START: i64 = 1_767_603_600;

/// A regular file's mode in a tree.
const REGULAR: u32 = 0o100_644;

/// A repository with a work tree that this process made.
pub struct Scratch {
    inner: git2::Repository,
    root: PathBuf,
    author: &'static str,
    clock: Cell<i64>,
}

impl fmt::Debug for Scratch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scratch").field("root", &self.root).finish_non_exhaustive()
    }
}

impl Scratch {
    /// Makes a repository in a folder, on branch `main`, without a commit. `author` signs what is committed.
    ///
    /// # Errors
    ///
    /// When a repository is there already: nothing of somebody else's is ever written to.
    pub fn create(root: &Path, author: &'static str) -> Result<Self, GitError> {
        let mut options = RepositoryInitOptions::new();
        options.initial_head("main").external_template(false).no_reinit(true);
        let inner = git2::Repository::init_opts(root, &options).doing("make a repository")?;
        Ok(Self { inner, root: root.to_owned(), author, clock: Cell::new(START) })
    }

    /// Writes files into the work tree and commits them on top of what is there.
    pub fn commit(&self, message: &str, files: &[(&RepoPath, &str)]) -> Result<Oid, GitError> {
        let tree = self.stage(files)?;
        let parent = match self.inner.head() {
            Ok(head) => Some(head.peel_to_commit().doing("read the newest commit")?),
            Err(error) if error.code() == ErrorCode::UnbornBranch => None,
            Err(error) => return Err(GitError::failed("read HEAD", error)),
        };
        let parents: Vec<&git2::Commit<'_>> = parent.iter().collect();
        let sign = self.signature()?;
        let id = self.inner.commit(Some("HEAD"), &sign, &sign, message, &tree, &parents);
        Ok(oid(id.doing("commit")?))
    }

    /// Writes files and puts them into the newest commit, as `git commit --amend --no-edit` does.
    pub fn amend(&self, files: &[(&RepoPath, &str)]) -> Result<Oid, GitError> {
        let tree = self.stage(files)?;
        let head = self.inner.head().doing("read HEAD")?.peel_to_commit().doing("read the newest commit")?;
        let sign = self.signature()?;
        let id = head.amend(Some("HEAD"), None, Some(&sign), None, None, Some(&tree));
        Ok(oid(id.doing("amend the newest commit")?))
    }

    fn stage(&self, files: &[(&RepoPath, &str)]) -> Result<git2::Tree<'_>, GitError> {
        let mut index = self.inner.index().doing("open the index")?;
        for (path, text) in files {
            let full = self.root.join(path.as_str());
            let folder = full.parent().unwrap_or(&self.root);
            std::fs::create_dir_all(folder)
                .and_then(|()| std::fs::write(&full, text))
                .map_err(|source| GitError::Unreachable { path: full.clone(), source })?;
            let blob = self.inner.blob(text.as_bytes()).doing("write a file's content")?;
            index.add(&entry(path, blob)).doing("stage a file")?;
        }
        index.write().doing("write the index")?;
        let tree = index.write_tree().doing("write a tree")?;
        self.inner.find_tree(tree).doing("read a tree")
    }

    fn signature(&self) -> Result<Signature<'static>, GitError> {
        self.clock.set(self.clock.get() + 60);
        let when = Time::new(self.clock.get(), 0);
        Signature::new(self.author, "demo@example.invalid", &when).doing("sign a commit")
    }
}

fn entry(path: &RepoPath, id: git2::Oid) -> IndexEntry {
    let never = IndexTime::new(0, 0);
    IndexEntry {
        ctime: never,
        mtime: never,
        dev: 0,
        ino: 0,
        mode: REGULAR,
        uid: 0,
        gid: 0,
        file_size: 0,
        id,
        flags: 0,
        flags_extended: 0,
        path: path.as_str().as_bytes().to_vec(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(text: &str) -> RepoPath {
        RepoPath::parse(text).unwrap()
    }

    #[test]
    fn commits_are_the_same_everywhere_and_amending_replaces_the_newest() {
        let made = || {
            let folder = tempfile::tempdir().unwrap();
            let scratch = Scratch::create(folder.path(), "Somebody").unwrap();
            let first = scratch.commit("one", &[(&path("a/b.txt"), "x\n")]).unwrap();
            let second = scratch.commit("two", &[(&path("c.txt"), "y\n")]).unwrap();
            let amended = scratch.amend(&[(&path("c.txt"), "z\n")]).unwrap();
            assert_ne!(second, amended);
            let repository = super::super::Repository::discover(folder.path()).unwrap();
            let history = repository.history(&amended, None, 10).unwrap();
            let ids: Vec<_> = history.iter().map(|c| c.id.clone()).collect();
            assert_eq!(ids, [amended, first]);
            assert_eq!(history[0].subject, "two");
            assert_eq!(std::fs::read_to_string(folder.path().join("c.txt")).unwrap(), "z\n");
            ids
        };
        assert_eq!(made(), made());
    }

    #[test]
    fn a_repository_that_is_there_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        git2::Repository::init(folder.path()).unwrap();
        assert!(Scratch::create(folder.path(), "Somebody").is_err());
    }
}

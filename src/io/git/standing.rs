//! What stood at a commit, over the links it holds and within the submodules it names: as a work tree of it would look.
//!
//! A submodule is looked into, and those within it, where git has its data here and in them the commit in question; else
//! nothing is known of it.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;

use git2::{ObjectType, RepositoryOpenFlags};

use super::tree::named;
use super::{Doing, GitError, Repository, oid};
use crate::domain::diff::Mode;
use crate::domain::ids::{Oid, RepoPath};
use crate::domain::link::{self, Way};

/// The longest text of a link that is followed, in bytes: no path is longer.
const LONGEST_LINK: u64 = 4096;

/// A commit, and the submodules it names as far as they were asked for.
#[derive(Debug)]
pub struct Standing<'a> {
    repository: &'a Repository,
    commit: Oid,
    /// By the folder asked for; nothing where no submodule stands there, or none that can be looked into.
    within: RefCell<BTreeMap<RepoPath, Option<Rc<Submodule>>>>,
}

/// A submodule as a commit holds it.
#[derive(Debug)]
struct Submodule {
    repository: Repository,
    commit: Oid,
}

/// Where a path is to be looked up.
enum Place<'s> {
    Here(&'s RepoPath),
    Within(Rc<Submodule>, RepoPath),
}

impl<'a> Standing<'a> {
    pub fn new(repository: &'a Repository, commit: Oid) -> Self {
        Self { repository, commit, within: RefCell::default() }
    }

    /// Follows a path over the links that stood on it.
    pub fn way(&self, path: &RepoPath) -> Result<Way, GitError> {
        link::follow(path, &mut |at| self.link(at))
    }

    /// Tells what stood at a path: nothing, or whether that was a folder. Links are not followed; the folder of a
    /// submodule is one.
    pub fn is_folder(&self, path: &RepoPath) -> Result<Option<bool>, GitError> {
        let found = match self.place(path) {
            Place::Here(path) => self.repository.entry(&self.commit, path)?,
            Place::Within(sub, rest) => sub.repository.entry(&sub.commit, &rest)?,
        };
        Ok(found.map(|(_, mode)| matches!(mode, None | Some(Mode::Submodule))))
    }

    /// Reads the regular file that stood at a path, of at most `limit` bytes.
    pub fn read(&self, path: &RepoPath, limit: u64) -> Result<Option<Vec<u8>>, GitError> {
        match self.place(path) {
            Place::Here(path) => self.repository.read_at(&self.commit, path, limit),
            Place::Within(sub, rest) => sub.repository.read_at(&sub.commit, &rest, limit),
        }
    }

    /// Names the folders that stood in a folder, sorted; none where no folder stood there.
    pub fn folders(&self, folder: &RepoPath) -> Result<Vec<RepoPath>, GitError> {
        let names = match self.place(folder) {
            Place::Here(at) => self.repository.folders_in(&self.commit, at)?,
            Place::Within(sub, rest) => sub.repository.folders_in(&sub.commit, &rest)?,
        };
        Ok(names.iter().filter_map(|name| folder.join(name).ok()).collect())
    }

    fn link(&self, at: &RepoPath) -> Result<Option<String>, GitError> {
        match self.place(at) {
            Place::Here(at) => self.repository.link_at(&self.commit, at),
            Place::Within(sub, rest) => sub.repository.link_at(&sub.commit, &rest),
        }
    }

    /// Finds the repository that a path is to be looked up in: the innermost submodule that it lies in, if any.
    fn place<'s>(&self, path: &'s RepoPath) -> Place<'s> {
        for folder in std::iter::successors(path.parent(), RepoPath::parent) {
            if let Some(sub) = self.submodule(&folder)
                && let Some(rest) = path.as_str().strip_prefix(folder.as_str())
                && let Ok(rest) = RepoPath::parse(rest.trim_start_matches('/'))
            {
                return Place::Within(sub, rest);
            }
        }
        Place::Here(path)
    }

    fn submodule(&self, folder: &RepoPath) -> Option<Rc<Submodule>> {
        if let Some(known) = self.within.borrow().get(folder) {
            return known.clone();
        }
        // What holds it lies nearer to the root.
        let found = match self.place(folder) {
            Place::Here(at) => self.repository.module_at(&self.commit, at),
            Place::Within(outer, rest) => outer.repository.module_at(&outer.commit, &rest),
        };
        let found = found.map(Rc::new);
        self.within.borrow_mut().insert(folder.clone(), found.clone());
        found
    }
}

impl Repository {
    fn module_at(&self, commit: &Oid, folder: &RepoPath) -> Option<Submodule> {
        let Ok(Some((id, Some(Mode::Submodule)))) = self.entry(commit, folder) else { return None };
        Some(Submodule { repository: self.module(folder)?, commit: oid(id) })
    }

    /// Opens the repository of a submodule: as it is checked out here, else as git keeps it for every work tree. Its data
    /// may lie in the work tree or among this repository's own, and nowhere else: what names it is a file of the
    /// repository.
    fn module(&self, folder: &RepoPath) -> Option<Self> {
        let open = |at: &Path| {
            let none: [&Path; 0] = [];
            let inner = git2::Repository::open_ext(at, RepositoryOpenFlags::NO_SEARCH, none).ok()?;
            let found = Self::new(inner).ok()?;
            let inside = |data: &Path| data.starts_with(&self.root) || data.starts_with(&self.common_dir);
            inside(&found.common_dir).then_some(found)
        };
        let root = self.root.join(folder.as_str());
        let kept = self.common_dir.join("modules").join(folder.as_str());
        open(&root).filter(|found| found.root == root).or_else(|| open(&kept))
    }

    /// Returns the text of the link that a commit holds at a path; nothing where none stands.
    fn link_at(&self, commit: &Oid, at: &RepoPath) -> Result<Option<String>, GitError> {
        match self.entry(commit, at)? {
            Some((id, Some(Mode::Symlink))) if self.size(id)? <= LONGEST_LINK => {
                Ok(Some(String::from_utf8_lossy(&self.content(id)?).into_owned()))
            }
            Some(_) | None => Ok(None),
        }
    }

    fn folders_in(&self, commit: &Oid, folder: &RepoPath) -> Result<Vec<String>, GitError> {
        let tree = self.find(commit)?.tree().doing("read a commit's tree")?;
        let Ok(entry) = tree.get_path(Path::new(folder.as_str())) else { return Ok(Vec::new()) };
        let Ok(inner) = self.inner.find_tree(entry.id()) else { return Ok(Vec::new()) };
        let folders = inner.iter().filter(|e| e.kind() == Some(ObjectType::Tree));
        Ok(folders.map(|e| named(e.name_bytes())).collect())
    }
}

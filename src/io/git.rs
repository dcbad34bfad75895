//! Evidence from git: the only user of git2. Answers in the words of the domain.
//!
//! Reads commits and trees, asks which files of a work tree differ, and executes nothing: no hook, filter,
//! external diff, textconv, fsmonitor or alias, whatever the repository's configuration says. Lines are
//! compared from the bytes of two blobs, so that attributes of the repository cannot hide a change.
//! Writes objects that no reference names ([`snapshot`]), never an index, a reference or a file.
//!
//! A [`Repository`] is opened for each call and dropped after it: opening takes well under a
//! millisecond, and a handle kept open would go on showing packs and references of an earlier moment.
//! It is `Send`, not `Sync`.

mod attributes;
mod change;
mod checked_out;
mod error;
mod history;
mod main_branch;
mod merged;
mod messages;
mod patch;
mod reflog;
mod revision;
pub mod scratch;
mod small;
pub mod snapshot;
mod staged;
mod standing;
mod successor;
mod tree;
mod trees;
mod work_tree;

pub use error::GitError;
pub use main_branch::MainBranch;
pub use snapshot::Laid;
pub use standing::Standing;
pub use tree::is_stand_in;
pub use work_tree::Differing;

use std::cell::Cell;
use std::collections::HashSet;
use std::fmt;
use std::path::{Path, PathBuf};

use git2::{ErrorCode, RepositoryOpenFlags};

use crate::domain::ids::Oid;
use crate::domain::review::Remark;
use checked_out::CheckedOut;
use error::Doing;

/// A repository with a work tree: the main one, or a linked one that shares its history.
pub struct Repository {
    inner: git2::Repository,
    root: PathBuf,
    common_dir: PathBuf,
    checked_out: CheckedOut,
    /// What is written stays in memory.
    in_memory: Cell<bool>,
}

impl fmt::Debug for Repository {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Repository").field("root", &self.root).field("common_dir", &self.common_dir).finish()
    }
}

impl Repository {
    /// Opens the repository that holds `start`, a folder or a file, looking upwards.
    ///
    /// Ignores `GIT_DIR` and its kin: the host's environment must not move the server elsewhere.
    pub fn discover(start: &Path) -> Result<Self, GitError> {
        let folder = if start.is_file() { start.parent().unwrap_or(start) } else { start };
        let ceilings: [&Path; 0] = [];
        let inner = git2::Repository::open_ext(folder, RepositoryOpenFlags::empty(), ceilings)
            .map_err(|source| GitError::opening(start, source))?;
        let found = Self::new(inner)?;
        // `core.worktree` is the repository's own word: it may not lead to files elsewhere.
        let start = folder
            .canonicalize()
            .map_err(|source| GitError::Unreachable { path: folder.to_owned(), source })?;
        let git = found.inner.path().canonicalize().unwrap_or_else(|_| found.inner.path().to_owned());
        if start.starts_with(&found.root) || start.starts_with(&git) {
            return Ok(found);
        }
        Err(GitError::WorkTreeElsewhere { path: start, root: found.root })
    }

    /// Opens another work tree of this repository, given its root or a path inside it.
    ///
    /// Refuses what belongs to another repository, and a folder that only points at this one without
    /// being registered as a work tree of it.
    pub fn worktree(&self, path: &Path) -> Result<Self, GitError> {
        let other = Self::discover(path)?;
        let refusal = || GitError::OtherRepository { path: path.to_owned(), root: self.root.clone() };
        if other.common_dir != self.common_dir {
            return Err(refusal());
        }
        if !other.inner.is_worktree() {
            let main = git2::Repository::open(&self.common_dir)
                .map_err(|source| GitError::opening(&self.common_dir, source))?;
            let registered = main.workdir().and_then(|root| root.canonicalize().ok());
            if registered.as_deref() != Some(other.root.as_path()) {
                return Err(refusal());
            }
        }
        Ok(other)
    }

    /// Opens a work tree of a bare repository, which has none of its own: the server may stand beside them all.
    pub fn worktree_of_bare(bare: &Path, path: &Path) -> Result<Self, GitError> {
        let other = Self::discover(path)?;
        let common_dir = bare.canonicalize();
        if other.inner.is_worktree() && common_dir.is_ok_and(|common_dir| other.common_dir == common_dir) {
            return Ok(other);
        }
        Err(GitError::OtherRepository { path: path.to_owned(), root: bare.to_owned() })
    }

    fn new(inner: git2::Repository) -> Result<Self, GitError> {
        // Hashing again each object that is read is `git fsck`'s work, and takes longer than reading it: here objects
        // are believed as far as git itself believes them.
        git2::opts::strict_hash_verification(false);
        let Some(root) = inner.workdir() else {
            return Err(GitError::Bare { path: inner.path().to_owned() });
        };
        let resolve = |path: &Path| {
            path.canonicalize().map_err(|source| GitError::Unreachable { path: path.to_owned(), source })
        };
        let (root, common_dir) = (resolve(root)?, resolve(inner.commondir())?);
        let checked_out = CheckedOut::read(&inner)?;
        Ok(Self { inner, root, common_dir, checked_out, in_memory: Cell::new(false) })
    }

    /// Returns the root of the work tree in use, with symbolic links resolved.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Returns the folder that every work tree of the repository shares, such as `…/.git`.
    pub fn common_dir(&self) -> &Path {
        &self.common_dir
    }

    /// Tells whether this is a linked work tree (`git worktree add`).
    pub fn is_linked(&self) -> bool {
        self.inner.is_worktree()
    }

    /// Returns the root of the main work tree, where it has one: planning folders that git ignores lie there.
    pub fn main_root(&self) -> Option<PathBuf> {
        if !self.is_linked() {
            return Some(self.root.clone());
        }
        let main = git2::Repository::open(&self.common_dir).ok()?;
        main.workdir().and_then(|root| root.canonicalize().ok())
    }

    /// Returns the roots of all work trees, the main one first. A linked one may be gone, or lie behind links.
    pub fn roots(&self) -> Vec<PathBuf> {
        let names = self.inner.worktrees().ok();
        let linked = names.iter().flat_map(|names| names.iter().flatten().flatten());
        let linked =
            linked.filter_map(|name| self.inner.find_worktree(name).ok().map(|w| w.path().to_owned()));
        self.main_root().into_iter().chain(linked).collect()
    }

    /// Returns the root of the work tree that has a branch checked out; nothing where none has.
    pub fn root_of_branch(&self, branch: &str) -> Option<PathBuf> {
        let has_it =
            |root: &PathBuf| self.worktree(root).is_ok_and(|other| other.branch().as_deref() == Some(branch));
        self.roots().into_iter().find(has_it)
    }

    /// Returns the newest commit of a local branch; nothing where there is no such branch.
    pub fn tip_of_branch(&self, branch: &str) -> Result<Option<Oid>, GitError> {
        match self.inner.find_branch(branch, git2::BranchType::Local) {
            Ok(found) => {
                let commit = found.get().peel_to_commit().doing("read the commit of a branch")?;
                Ok(Some(oid(commit.id())))
            }
            Err(error) if error.code() == ErrorCode::NotFound => Ok(None),
            Err(error) => Err(error).doing("find a branch"),
        }
    }

    /// Tells whether history is cut off, as in a shallow clone.
    pub fn is_shallow(&self) -> bool {
        self.inner.is_shallow()
    }

    /// Returns a sentence for the user where history is cut off, as in a shallow clone.
    pub fn shallow_note(&self) -> Option<Remark> {
        let message = "this is a shallow clone: what its oldest commits changed cannot be told; \
                       `git fetch --unshallow` brings the whole history";
        self.inner.is_shallow().then(|| Remark::new(0, "shallow_clone", message))
    }

    /// Tells whether a commit is the edge of a shallow clone, so that its parents are not there.
    fn is_edge(&self, id: git2::Oid) -> bool {
        self.edges().contains(&id)
    }

    /// Returns the commits whose parents a shallow clone lacks; none in a whole one.
    fn edges(&self) -> HashSet<git2::Oid> {
        if !self.inner.is_shallow() {
            return HashSet::new();
        }
        // The file has one id a line and is as long as the clone has edges: a handful.
        let text = std::fs::read_to_string(self.common_dir.join("shallow")).unwrap_or_default();
        text.lines().filter_map(|line| git2::Oid::from_str(line.trim()).ok()).collect()
    }

    /// Reads an id of the domain as one of git's.
    fn raw(&self, id: &Oid) -> Result<git2::Oid, GitError> {
        git2::Oid::from_str(id.as_str()).map_err(|_| GitError::Missing { id: id.clone() })
    }

    fn find(&self, id: &Oid) -> Result<git2::Commit<'_>, GitError> {
        self.inner.find_commit(self.raw(id)?).map_err(|error| {
            if error.code() == ErrorCode::NotFound {
                return GitError::Missing { id: id.clone() };
            }
            GitError::failed("read a commit", error)
        })
    }
}

/// Returns the version of the git library that is built in, as `1.9.1`.
pub fn version() -> String {
    let (major, minor, patch) = git2::Version::get().libgit2_version();
    format!("{major}.{minor}.{patch}")
}

/// Writes one of git's ids as one of the domain.
fn oid(id: git2::Oid) -> Oid {
    Oid::new(id.to_string())
}

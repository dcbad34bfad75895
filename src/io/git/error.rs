//! What can go wrong with git, each with what would work.

use std::path::{Path, PathBuf};

use git2::ErrorCode;

use crate::domain::ids::{Oid, RepoPath};

/// How many folders deep libgit2 goes into a work tree.
pub(super) const MOST_NESTED: usize = 100;
/// Bytes of a `.git` file that is read: a path and a word.
const LONGEST_LEAD: u64 = 16 * 1024;

/// Why git could not answer.
#[derive(Debug, thiserror::Error)]
pub enum GitError {
    /// No repository holds the path.
    #[error(
        "no git repository holds {}; run `git init` there and commit, or start the server inside a repository",
        .start.display()
    )]
    NotARepository { start: PathBuf },
    /// The folder that was asked about is not there: it was moved or removed under whoever works in it.
    #[error(
        "the folder {} is not there any more, it was moved or removed; start the server and its host anew in the folder where the repository lies now, all that was recorded is in its git directory",
        .start.display()
    )]
    Gone { start: PathBuf },
    /// A `.git` file leads to a repository that is not there: a linked worktree or its repository was moved.
    #[error(
        "{} belongs to a repository at {}, which is not there: one of the two was moved; run `git worktree repair {}` in the repository (for a submodule: `git submodule update --init`)",
        .root.display(), .leads_to.display(), .root.display()
    )]
    LeadsNowhere { root: PathBuf, leads_to: PathBuf },
    /// The repository has no work tree.
    #[error(
        "{} is a bare repository without a work tree; add one with `git worktree add` and start the server there",
        .path.display()
    )]
    Bare { path: PathBuf },
    /// The branch has no commit yet.
    #[error("branch {branch} has no commit yet; commit the work to be reviewed first")]
    NoCommit { branch: String },
    /// A path was given as a work tree of this repository and is none.
    #[error(
        "{} is no work tree of the repository at {}; `git worktree list` names those that are",
        .path.display(), .root.display()
    )]
    OtherRepository { path: PathBuf, root: PathBuf },
    /// The repository's configuration puts its work tree where it was not asked about.
    #[error(
        "the repository at {} says that its work tree is {} (`core.worktree`), which is left alone; start there, or run `git config --unset core.worktree`",
        .path.display(), .root.display()
    )]
    WorkTreeElsewhere { path: PathBuf, root: PathBuf },
    /// A folder of the repository is gone or closed to us.
    #[error("cannot reach {}", .path.display())]
    Unreachable {
        path: PathBuf,
        #[source]
        source: std::io::Error,
    },
    /// The repository belongs to another user of the machine.
    #[error(
        "{} belongs to another user; if you trust it, run `git config --global --add safe.directory` with that path",
        .path.display()
    )]
    ForeignOwner { path: PathBuf },
    /// The repository uses a format that cannot be read.
    #[error(
        "the repository at {} uses {what}, which Countersign cannot read; reference files are had by a clone \
         (`git clone --ref-format=files`), SHA-1 objects by a new repository (`git init --object-format=sha1`) that the history is exported to",
        .path.display()
    )]
    Unsupported { path: PathBuf, what: String },
    /// git's index leaves folders out, which cannot be read.
    #[error(
        "git's index is sparse (`index.sparse`), which Countersign cannot read; \
         `git sparse-checkout reapply --no-sparse-index` writes it out and leaves the checkout as it is"
    )]
    SparseIndex,
    /// A revision is written in a way that is not accepted.
    #[error(
        "{field} {revision:?} {why}; give a commit id, a branch, a tag or HEAD, with ~N or ^N where needed"
    )]
    UnsafeRevision { field: &'static str, revision: String, why: &'static str },
    /// A revision names nothing.
    #[error(
        "{field} {revision:?} {why}; give a commit id, a branch, a tag or HEAD that is in this repository"
    )]
    UnknownRevision { field: &'static str, revision: String, why: String },
    /// A revision names several commits.
    #[error("{field} {revision:?} is ambiguous: {why}; give the full commit id")]
    AmbiguousRevision { field: &'static str, revision: String, why: String },
    /// A commit that was known is not in the repository any more.
    #[error("commit {id} is not in this repository; it was rewritten and collected, or never fetched")]
    Missing { id: Oid },
    /// The commit is the edge of a shallow clone.
    #[error(
        "commit {} is the edge of a shallow clone, so what it changed cannot be told; run `git fetch --unshallow`",
        .id.short()
    )]
    ShallowEdge { id: Oid },
    /// A partial clone left the object on its server.
    #[error(
        "object {} is not in this partial clone, and Countersign fetches nothing; \
         `git fetch --refetch --no-filter` brings all of them",
        .id.short()
    )]
    NotFetched { id: Oid },
    /// The range is too large to be reviewed in one piece.
    #[error("the change holds {found}, over the limit of {limit}; choose a smaller range or name the files")]
    DiffTooLarge { found: String, limit: String },
    /// A commit holds more files than can be listed.
    #[error("commit {} holds more than {limit} files, too many to list", .id.short())]
    TreeTooLarge { id: Oid, limit: usize },
    /// A file is larger than the caller takes.
    #[error("{path} holds {bytes} bytes, over the limit of {limit}")]
    FileTooLarge { path: RepoPath, bytes: u64, limit: u64 },
    /// What is not committed cannot be written down as objects.
    #[error(
        "cannot keep what is under review as git objects: {} cannot be written; make it writable, \
         or commit the work and name its `base`",
        .path.display()
    )]
    Unwritable {
        path: PathBuf,
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// Folders of the work tree lie deeper within each other than libgit2 goes.
    #[error(
        "the work tree holds folders nested more than {MOST_NESTED} deep, which cannot be compared{}; \
         move them up, or where git tracks nothing in them leave them to a `.gitignore`",
        .folder.as_ref().map(|folder| format!(" (`{folder}/…`)")).unwrap_or_default()
    )]
    TooDeep { folder: Option<String> },
    /// The process has as many files open as it may.
    #[error(
        "failed to {doing}: too many files are open; end other programs or raise the limit (`ulimit -n`), then repeat the call"
    )]
    NoHandles {
        doing: &'static str,
        #[source]
        source: git2::Error,
    },
    /// git itself failed: a damaged object, an unreadable file.
    #[error("failed to {doing}; `git fsck` tells whether the repository is damaged")]
    Failed {
        doing: &'static str,
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
}

impl GitError {
    /// Tells whether nobody works at the place that was asked about: no repository is there, or none with files.
    pub fn is_no_place_of_work(&self) -> bool {
        matches!(
            self,
            Self::NotARepository { .. } | Self::Gone { .. } | Self::LeadsNowhere { .. } | Self::Bare { .. }
        )
    }

    /// Wraps a failure of git that no caller can mend by other arguments.
    pub(super) fn failed(doing: &'static str, source: git2::Error) -> Self {
        // The name of the extension that a sparse index cannot be read without.
        if source.message().contains("'sdir'") {
            return GitError::SparseIndex;
        }
        // libgit2 has no code for it and ends its message by the system's own words.
        if source.message().contains("Too many open files") {
            return GitError::NoHandles { doing, source };
        }
        GitError::Failed { doing, source: Box::new(source) }
    }

    /// Sorts what opening a repository at `path` can fail with.
    pub(super) fn opening(path: &Path, source: git2::Error) -> Self {
        let path = path.to_owned();
        let message = source.message();
        if source.code() == ErrorCode::Owner {
            return GitError::ForeignOwner { path };
        }
        // libgit2 has no code of its own for formats it does not know.
        for known in ["unknown object format", "unsupported extension name", "unsupported repository version"]
        {
            if message.contains(known) {
                return GitError::Unsupported { path, what: message.to_owned() };
            }
        }
        if source.code() == ErrorCode::NotFound {
            return match leads_nowhere(&path) {
                Some((root, leads_to)) => GitError::LeadsNowhere { root, leads_to },
                None if !path.exists() => GitError::Gone { start: path },
                None => GitError::NotARepository { start: path },
            };
        }
        GitError::failed("open the repository", source)
    }
}

/// Returns the folder above a path whose `.git` is a file that names no repository, and what it names.
fn leads_nowhere(start: &Path) -> Option<(PathBuf, PathBuf)> {
    let root = start.ancestors().find(|folder| folder.join(".git").symlink_metadata().is_ok())?;
    let file = root.join(".git");
    if !file.symlink_metadata().is_ok_and(|found| found.is_file() && found.len() < LONGEST_LEAD) {
        return None;
    }
    let text = std::fs::read_to_string(file).ok()?;
    let leads_to = root.join(text.strip_prefix("gitdir:")?.trim());
    (!leads_to.exists()).then(|| (root.to_owned(), leads_to))
}

/// Says what was being done when git failed.
pub(super) trait Doing<T> {
    fn doing(self, what: &'static str) -> Result<T, GitError>;
}

impl<T> Doing<T> for Result<T, git2::Error> {
    fn doing(self, what: &'static str) -> Result<T, GitError> {
        self.map_err(|source| GitError::failed(what, source))
    }
}

/// Reads bytes of git as text, replacing what is no UTF-8.
pub(super) fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

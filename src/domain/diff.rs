//! Diffs as plain data: what changed, where old lines went, how a change is shown.

use serde::{Deserialize, Serialize};

use super::ids::{Oid, RepoPath, Timestamp};

/// A commit as the loop needs it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Commit {
    pub id: Oid,
    pub parents: Vec<Oid>,
    /// First line of the message.
    pub subject: String,
    /// The rest of the message.
    pub body: String,
    pub author_time: Timestamp,
    /// Files that differ from the first parent (from nothing for a root commit), new names for renames.
    pub files: Vec<RepoPath>,
}

/// What happened to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChangeKind {
    Added,
    Modified,
    Deleted,
    Renamed,
    TypeChanged,
}

/// One line of a hunk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiffLine {
    pub origin: Origin,
    /// Without the line end; invalid UTF-8 is replaced.
    pub text: String,
}

/// Which side a line of a hunk stands on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    Context,
    Added,
    Removed,
}

/// A hunk; lines count from 1, as in unified diffs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hunk {
    pub old_start: u32,
    pub old_lines: u32,
    pub new_start: u32,
    pub new_lines: u32,
    pub lines: Vec<DiffLine>,
}

/// The difference of one file between two trees.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileChange {
    pub path: RepoPath,
    /// The earlier name of a renamed file.
    pub old_path: Option<RepoPath>,
    pub kind: ChangeKind,
    pub binary: bool,
    /// The blob on each side; nothing where the file is not there.
    pub old_blob: Option<Oid>,
    pub new_blob: Option<Oid>,
    pub insertions: u32,
    pub deletions: u32,
    pub hunks: Vec<Hunk>,
}

/// The difference between two trees, limited to some files.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diff {
    pub files: Vec<FileChange>,
}

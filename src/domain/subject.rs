//! What is under review, and the contract it is reviewed against (SPEC 1, 6.2, 6.8).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ids::{Oid, RepoPath};

/// Which kinds of subject a protocol takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SubjectKind {
    Task,
    Change,
}

/// The thing one loop is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Subject {
    /// One task of a plan.
    Task {
        plan_path: RepoPath,
        /// Phase and plan as the documents write them, such as `03-auth` and `01`.
        phase: String,
        plan: String,
        /// The file's stem: `03-01`.
        stem: String,
        task: String,
        title: String,
        /// The task's `<files>`, as listed.
        files: Vec<String>,
        branch: Option<String>,
    },
    /// A change with its criteria given inline.
    Change { id: String, title: String, files: Vec<String>, branch: Option<String> },
}

impl Subject {
    /// Returns which kind it is.
    pub fn kind(&self) -> SubjectKind {
        match self {
            Subject::Task { .. } => SubjectKind::Task,
            Subject::Change { .. } => SubjectKind::Change,
        }
    }

    /// Returns how people call it: `03-01 Task 2`, or the id of a change.
    pub fn label(&self) -> String {
        match self {
            Subject::Task { stem, task, .. } => format!("{stem} Task {task}"),
            Subject::Change { id, .. } => id.clone(),
        }
    }

    /// Returns the title of the task or the change.
    pub fn title(&self) -> &str {
        match self {
            Subject::Task { title, .. } | Subject::Change { title, .. } => title,
        }
    }

    /// Returns the files the subject lists as its own; may be empty.
    pub fn files(&self) -> &[String] {
        match self {
            Subject::Task { files, .. } | Subject::Change { files, .. } => files,
        }
    }

    /// Returns the plan the subject belongs to.
    pub fn plan_path(&self) -> Option<&RepoPath> {
        match self {
            Subject::Task { plan_path, .. } => Some(plan_path),
            Subject::Change { .. } => None,
        }
    }

    /// Returns the text that tells this subject from every other one: the unique key of its open loop.
    ///
    /// A free change with other criteria is another subject (SPEC 6.2), so its contract is part of the key.
    pub fn key(&self, contract: &Contract) -> String {
        match self {
            Subject::Task { plan_path, task, branch, .. } => {
                format!("task\n{plan_path}\n{task}\n{}", branch.as_deref().unwrap_or("(detached)"))
            }
            Subject::Change { id, branch, .. } => {
                format!("change\n{id}\n{}\n{}", branch.as_deref().unwrap_or("(detached)"), contract.digest)
            }
        }
    }
}

/// What the subject must fulfil. Frozen at pass 1.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Contract {
    /// The task block as written, or the criteria of a change.
    pub text: String,
    /// Requirement ids, with their text where the project's documents give one.
    pub requirements: Vec<Requirement>,
    /// Knowledge from outside the repository that the caller gave along.
    pub context: Vec<ContextPiece>,
    /// BLAKE3 of all of it, hexadecimal.
    pub digest: String,
}

/// A requirement that the subject serves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Requirement {
    pub id: String,
    pub text: Option<String>,
}

/// One piece of outside knowledge, embedded as data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ContextPiece {
    pub title: String,
    pub text: String,
}

impl Contract {
    /// Builds a contract and its digest.
    pub fn new(text: String, requirements: Vec<Requirement>, context: Vec<ContextPiece>) -> Self {
        let mut hasher = blake3::Hasher::new();
        let mut part = |text: &str| {
            hasher.update(&(text.len() as u64).to_le_bytes());
            hasher.update(text.as_bytes());
        };
        part(&text);
        for r in &requirements {
            part(&r.id);
            part(r.text.as_deref().unwrap_or(""));
        }
        part("context");
        for c in &context {
            part(&c.title);
            part(&c.text);
        }
        let digest = hasher.finalize().to_hex().to_string();
        Self { text, requirements, context, digest }
    }
}

/// The change a pass looks at, pinned so that a later move is seen (SPEC 7.1).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PinnedChange {
    /// The commit before the change; nothing when the change holds the root commit.
    pub base: Option<Oid>,
    pub head: Oid,
    /// Oldest first.
    pub commits: Vec<PinnedCommit>,
    /// The files of the change with their content at `head`.
    pub files: Vec<PinnedFile>,
    pub insertions: u32,
    pub deletions: u32,
}

/// A commit of the range, with what is needed to find it again after an amend.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PinnedCommit {
    pub id: Oid,
    pub subject: String,
}

/// One file of the change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PinnedFile {
    pub path: RepoPath,
    /// The name on the base side, where it differs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub old_path: Option<RepoPath>,
    /// The content at `head`; nothing when the change deletes the file.
    pub blob: Option<Oid>,
}

impl PinnedChange {
    /// Tells whether the other change has other files or other contents: whether the subject moved.
    ///
    /// Commit ids do not count: a rewording or a rebase moves no file of the subject.
    pub fn same_content(&self, other: &PinnedChange) -> bool {
        self.files == other.files
    }
}

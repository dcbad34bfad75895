//! What is under review, and the contract it is reviewed against (SPEC 1, 6.2, 6.8).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::diff::{Mode, Renamed};
use super::ids::{Oid, RepoPath};
use super::plan::numbers;
use super::range::is_review_rule;
use super::receipt::Proof;

/// Which kinds of subject a protocol takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SubjectKind {
    Task,
    Change,
    /// A plan as a document, before it is executed.
    Plan,
    /// What the execution of a plan did.
    Execution,
    /// A document of a spec.
    Artifact,
}

impl SubjectKind {
    /// Tells whether the subject is a document, not work: its author revises it, nobody commits it task by task.
    pub fn is_document(self) -> bool {
        matches!(self, SubjectKind::Plan | SubjectKind::Artifact)
    }

    /// Returns the noun for people.
    pub fn noun(self) -> &'static str {
        match self {
            SubjectKind::Task => "task of a plan",
            SubjectKind::Change => "change",
            SubjectKind::Plan => "plan, before it is executed",
            SubjectKind::Execution => "execution of a plan",
            SubjectKind::Artifact => "document of a spec",
        }
    }
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
        /// The task it mends, where it is a fix task of a task list (SPEC 4.4).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        fix_of: Option<String>,
    },
    /// A change with its criteria given inline.
    Change { id: String, title: String, files: Vec<String>, branch: Option<String> },
    /// A plan as a document.
    Plan {
        plan_path: RepoPath,
        phase: String,
        plan: String,
        stem: String,
        title: String,
        branch: Option<String>,
    },
    /// The execution of a plan: the work of all its tasks.
    Execution {
        plan_path: RepoPath,
        phase: String,
        plan: String,
        stem: String,
        title: String,
        /// The files of all its tasks, as listed.
        files: Vec<String>,
        branch: Option<String>,
    },
    /// A document of a spec, such as `specs/login/design.md`.
    Artifact {
        path: RepoPath,
        /// `research`, `requirements`, `design`, `tasks`: the file's stem.
        artifact: String,
        /// The spec's folder name.
        spec: String,
        branch: Option<String>,
    },
}

impl Subject {
    /// Returns which kind it is.
    pub fn kind(&self) -> SubjectKind {
        match self {
            Subject::Task { .. } => SubjectKind::Task,
            Subject::Change { .. } => SubjectKind::Change,
            Subject::Plan { .. } => SubjectKind::Plan,
            Subject::Execution { .. } => SubjectKind::Execution,
            Subject::Artifact { .. } => SubjectKind::Artifact,
        }
    }

    /// Returns how people call it: `03-01 Task 2`, `03-01 plan`, `login/design`, or the id of a change.
    pub fn label(&self) -> String {
        match self {
            Subject::Task { stem, task, .. } => format!("{stem} Task {task}"),
            Subject::Change { id, .. } => id.clone(),
            Subject::Plan { stem, .. } => format!("{stem} plan"),
            Subject::Execution { stem, .. } => stem.clone(),
            Subject::Artifact { spec, artifact, .. } => format!("{spec}/{artifact}"),
        }
    }

    /// Returns the title of the task, plan or change.
    pub fn title(&self) -> &str {
        match self {
            Subject::Task { title, .. }
            | Subject::Change { title, .. }
            | Subject::Plan { title, .. }
            | Subject::Execution { title, .. } => title,
            Subject::Artifact { artifact, .. } => artifact,
        }
    }

    /// Returns the files the subject lists as its own; may be empty.
    pub fn files(&self) -> &[String] {
        match self {
            Subject::Task { files, .. }
            | Subject::Change { files, .. }
            | Subject::Execution { files, .. } => files,
            Subject::Plan { .. } | Subject::Artifact { .. } => &[],
        }
    }

    /// Returns the plan the subject belongs to.
    pub fn plan_path(&self) -> Option<&RepoPath> {
        match self {
            Subject::Task { plan_path, .. }
            | Subject::Plan { plan_path, .. }
            | Subject::Execution { plan_path, .. } => Some(plan_path),
            Subject::Change { .. } | Subject::Artifact { .. } => None,
        }
    }

    /// Returns the document that is under review, where the subject is one.
    pub fn document(&self) -> Option<&RepoPath> {
        match self {
            Subject::Plan { plan_path: path, .. } | Subject::Artifact { path, .. } => Some(path),
            Subject::Task { .. } | Subject::Change { .. } | Subject::Execution { .. } => None,
        }
    }

    /// Returns where the subject's documents lie: what tells which system it follows.
    pub fn home(&self) -> Option<&RepoPath> {
        match self {
            Subject::Artifact { path, .. } => Some(path),
            Subject::Task { .. }
            | Subject::Change { .. }
            | Subject::Plan { .. }
            | Subject::Execution { .. } => self.plan_path(),
        }
    }

    /// Returns the phase the subject belongs to, as the documents write it.
    pub fn phase(&self) -> Option<&str> {
        match self {
            Subject::Task { phase, .. } | Subject::Plan { phase, .. } | Subject::Execution { phase, .. } => {
                Some(phase)
            }
            Subject::Change { .. } | Subject::Artifact { .. } => None,
        }
    }

    /// Returns the branch it was opened on; nothing on a detached head.
    pub fn branch(&self) -> Option<&str> {
        match self {
            Subject::Task { branch, .. }
            | Subject::Change { branch, .. }
            | Subject::Plan { branch, .. }
            | Subject::Execution { branch, .. }
            | Subject::Artifact { branch, .. } => branch.as_deref(),
        }
    }

    /// Returns the same subject on another branch.
    #[must_use]
    pub fn on_branch(&self, to: Option<String>) -> Subject {
        let mut moved = self.clone();
        match &mut moved {
            Subject::Task { branch, .. }
            | Subject::Change { branch, .. }
            | Subject::Plan { branch, .. }
            | Subject::Execution { branch, .. }
            | Subject::Artifact { branch, .. } => *branch = to,
        }
        moved
    }

    /// Returns the text that tells this subject from every other one: the unique key of its open loop.
    ///
    /// A free change with other criteria is another subject (SPEC 6.2), so its contract is part of the key.
    pub fn key(&self, contract: &Contract) -> String {
        let branch = self.branch().unwrap_or("(detached)");
        match self {
            Subject::Task { plan_path, task, .. } => format!("task\n{plan_path}\n{task}\n{branch}"),
            Subject::Change { .. } => format!("{}{}", self.key_of_any_contract(), contract.digest),
            Subject::Plan { plan_path, .. } => format!("plan\n{plan_path}\n{branch}"),
            Subject::Execution { plan_path, .. } => format!("execution\n{plan_path}\n{branch}"),
            Subject::Artifact { path, .. } => format!("artifact\n{path}\n{branch}"),
        }
    }

    /// Returns what the keys of all free changes of this id and branch begin with, whatever is asked of them.
    pub fn key_of_any_contract(&self) -> String {
        let branch = self.branch().unwrap_or("(detached)");
        match self {
            Subject::Change { id, .. } => format!("change\n{id}\n{branch}\n"),
            Subject::Task { .. }
            | Subject::Plan { .. }
            | Subject::Execution { .. }
            | Subject::Artifact { .. } => String::new(),
        }
    }

    /// Tells whether two keys are of one subject, on whatever branches.
    pub fn is_key_of_same(one: &str, other: &str) -> bool {
        let one = Self::without_branch(one);
        one.is_some() && one == Self::without_branch(other)
    }

    /// Returns what the keys of one subject have in common, on whatever branches; nothing for what is no key.
    pub fn without_branch(key: &str) -> Option<String> {
        let (rest, last) = key.rsplit_once('\n')?;
        if !key.starts_with("change\n") {
            return Some(rest.to_owned());
        }
        // What is asked of a free change stands behind its branch.
        Some(format!("{}\n{last}", rest.rsplit_once('\n')?.0))
    }

    /// Returns what every key begins with that [`Subject::is_key_of_same`] tells to be of the subject of this one.
    pub fn beginning_of_same(key: &str) -> &str {
        let rest = key.rsplit_once('\n').map_or("", |(rest, _)| rest);
        match key.starts_with("change\n") {
            true => rest.rsplit_once('\n').map_or("", |(rest, _)| rest),
            false => rest,
        }
    }

    /// Reads the plan's path out of a key; nothing where it is the key of another kind of subject.
    pub fn plan_in_key(key: &str) -> Option<&str> {
        let mut lines = key.split('\n');
        match lines.next() {
            Some("task" | "plan" | "execution") => lines.next(),
            Some(_) | None => None,
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
    /// The file of the repository that it was read from, which is read again before each later pass.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<RepoPath>,
}

impl ContextPiece {
    /// Returns a piece that stands in no file.
    pub fn new(title: String, text: String) -> Self {
        Self { title, text, path: None }
    }

    /// Tells whether two pieces say the same, wherever they were read.
    pub fn says_what(&self, other: &Self) -> bool {
        self.title == other.title && self.text == other.text
    }
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

    /// Returns the digest of what the documents ask but for the numbers of tasks and plans, which a renumbering changes:
    /// by it a review is known again under another number. What was given along is no part of it.
    pub fn asked(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        let mut part = |text: &str| {
            let text = numbers::words(&in_words(text));
            hasher.update(&(text.len() as u64).to_le_bytes());
            hasher.update(text.as_bytes());
        };
        part(&self.text);
        for r in &self.requirements {
            part(&r.id);
            part(r.text.as_deref().unwrap_or(""));
        }
        hasher.finalize().to_hex().as_str()[..32].to_owned()
    }

    /// Tells whether another contract asks for the same: the very same, or laid out in another way. Indentation, line
    /// ends, wrapped lines and the mark by which a task's tag says that it is done ask for nothing.
    pub fn asks_the_same(&self, other: &Self) -> bool {
        // What is given along may be code, where layout counts.
        let lines = |text: &str| text.lines().map(|l| l.trim_end().to_owned()).collect::<Vec<_>>();
        let context = || {
            let pairs = || self.context.iter().zip(&other.context);
            self.context.len() == other.context.len()
                && pairs().all(|(a, b)| a.title == b.title && lines(&a.text) == lines(&b.text))
        };
        self.digest == other.digest || self.documents_ask_the_same(other) && context()
    }

    /// Does so of what stands in documents alone, whatever was given along.
    pub fn documents_ask_the_same(&self, other: &Self) -> bool {
        let same_text = |a: Option<&str>, b: Option<&str>| match (a, b) {
            (Some(a), Some(b)) => a == b || in_words(a) == in_words(b),
            (a, b) => a == b,
        };
        let mut pairs = self.requirements.iter().zip(&other.requirements);
        same_text(Some(&self.text), Some(&other.text))
            && self.requirements.len() == other.requirements.len()
            && pairs.all(|(a, b)| a.id == b.id && same_text(a.text.as_deref(), b.text.as_deref()))
    }
}

/// Writes a text as its words, one blank between two and none beside a tag. Left out is by what the first tag says how
/// far the task is.
fn in_words(text: &str) -> String {
    let is_mark = |word: &&str| {
        let name = word.split_once('=').map_or(*word, |(name, _)| name);
        ["done", "completed", "complete", "status"].contains(&name)
    };
    let tag = text.trim_start().strip_prefix("<task").and_then(|rest| rest.split_once('>'));
    let (tag, rest) = match tag {
        Some((attributes, rest)) => {
            let kept: Vec<&str> = attributes.split_whitespace().filter(|word| !is_mark(word)).collect();
            (format!("<task {}>", kept.join(" ")), rest)
        }
        None => (String::new(), text),
    };
    let words = rest.split_whitespace().collect::<Vec<_>>().join(" ");
    format!("{tag}{}", words.replace("> ", ">").replace(" <", "<"))
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
    /// Where it was found: later passes look there again.
    #[serde(default, skip_serializing_if = "Found::is_commits")]
    pub found: Found,
    /// Files that the subject's own commits renamed, where the difference between base and head does not show it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub renamed: Vec<Renamed>,
    /// The commit up to which commits were looked for, where that is not `head`: what lies before it and is not among them
    /// was passed over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tip: Option<Oid>,
    /// What makes `head` again, where nobody committed it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub snapshot: Option<Snapshot>,
    /// By what each file's change is known again after the loop has ended (SPEC 7.6); empty in older loops.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub proof: Vec<Proof>,
}

/// Where a change was found (SPEC 7.1).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Found {
    /// In commits: the subject's own, or those of a range the caller named.
    #[default]
    Commits,
    /// In the work tree, against a commit.
    WorkTree,
    /// Between the main branch and the branch under review.
    MergeBase,
    /// In the bytes of one document.
    Document,
}

impl Found {
    fn is_commits(&self) -> bool {
        *self == Found::Commits
    }
}

/// Contents that no commit of the user's holds, laid over a commit's tree. git may forget the objects; with the
/// contents kept elsewhere they are made again under the same ids.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Snapshot {
    /// The commit they lie over; nothing where there is none yet.
    pub under: Option<Oid>,
    pub files: Vec<KeptFile>,
}

/// One content of a snapshot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct KeptFile {
    pub path: RepoPath,
    /// What stands at the path; nothing where the file was removed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content: Option<KeptContent>,
}

/// Where a kept content is found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct KeptContent {
    pub mode: Mode,
    /// git's id.
    pub blob: Oid,
    /// The id of the same bytes in our store.
    pub kept: String,
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
    /// The change adds the file: it is not there at the base.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub added: bool,
    /// What stands at `head` where that is no plain file: a change of mode alone moves the subject.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<Mode>,
}

impl PinnedChange {
    /// Tells whether the other change has other files or other contents: whether the subject moved.
    ///
    /// Commit ids do not count: a rewording or a rebase moves no file of the subject, nor does committing
    /// what was reviewed in the work tree.
    pub fn same_content(&self, other: &PinnedChange) -> bool {
        self.files == other.files
    }

    /// Returns the paths of its files, by either name.
    pub fn paths(&self) -> impl Iterator<Item = &RepoPath> {
        self.files.iter().flat_map(|f| [Some(&f.path), f.old_path.as_ref()]).flatten()
    }

    /// Returns what it pins by name: commits, files under every name they have in it, contents at its head. By one of
    /// these a change is found again that has something of it.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let commits = self.commits.iter().map(|c| c.id.as_str());
        let files = self.files.iter().flat_map(|f| {
            let paths = [Some(&f.path), f.old_path.as_ref()].into_iter().flatten().map(RepoPath::as_str);
            paths.chain(f.blob.as_ref().map(Oid::as_str))
        });
        let renamed = self.renamed.iter().flat_map(|r| [r.from.as_str(), r.to.as_str()]);
        let kept = self.snapshot.iter().flat_map(|s| &s.files).flat_map(|f| {
            std::iter::once(f.path.as_str()).chain(f.content.as_ref().map(|c| c.blob.as_str()))
        });
        let proven = self.proof.iter().map(|p| p.path.as_str());
        commits.chain(files).chain(renamed).chain(kept).chain(proven)
    }

    /// Returns its files that say how reviews are done: it speaks of its own review.
    pub fn review_rules(&self) -> impl Iterator<Item = &RepoPath> {
        self.paths().filter(|path| is_review_rule(path))
    }
}

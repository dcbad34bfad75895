//! Goal-backward verification of a phase (SPEC 9): what was promised, what the code shows, what follows.
//!
//! Everything here is a pure function of four values: what the documents promise ([`PhaseInput`]),
//! what the files hold ([`CodeFacts`]), what agents and people said ([`PhaseEvent`]), and nothing else.
//! [`questions`] tells the edge which files to read; [`items`] turns promises and facts into items;
//! [`status`], [`gaps`] and [`next`] say what they come to. No summary of an executor is ever read:
//! that a SUMMARY exists counts as "the plan is finished" and as nothing more.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ids::{ItemId, RepoPath};
use super::plan::{Plan, Truth};
use super::wiring::{self, Parsed, Project, Survey};

mod anti_pattern;
mod artifact;
mod asked_text;
mod bare_router;
mod bare_settings;
mod code_text;
mod command;
mod component;
mod event;
mod evidence;
mod export;
mod idle_script;
mod idle_workflow;
mod items;
mod link;
mod matching;
mod next;
mod outcome;
mod package;
mod requirement;
mod several;
mod shell_text;
mod stub;
mod template;
mod test_file;
mod truth;

pub(crate) use code_text::Code;
pub use command::{Ended, ListedCommand, last_run, listed};
pub use event::{
    Answer, JudgedStatus, PhaseEvent, PhaseRefusal, Trust, Unmet, admit, admit_verification, admit_while,
    bound, confirmation, judgement, reported,
};
pub(crate) use evidence::tells;
pub(crate) use export::{Export, export};
pub use items::{
    covered_digest, covered_files, further_words, further_words_while, items, items_while, meant_by_links,
    promised_texts, questions, rests_on_all, shown_by, words, words_while,
};
pub use next::{PhaseNext, Proceed, next};
pub use outcome::{
    Gap, GapArtifact, PhaseStatus, ReVerification, Score, Standing, gaps, no_longer_promised,
    re_verification, score, status,
};
pub use package::is_part;
pub use stub::{Stub, stubs};

/// What the documents say of one phase. Built by the app from roadmap, plans, requirements and review loops.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PhaseInput {
    /// As people write it: `3`, `03`, `14.1`.
    pub phase: String,
    pub name: Option<String>,
    /// The phase's folder, where it has one.
    pub dir: Option<RepoPath>,
    pub goal: Option<String>,
    /// The roadmap's success criteria for the phase.
    pub criteria: Vec<Truth>,
    pub plans: Vec<PlanFacts>,
    /// Plans of the phase that are there and cannot be read, finished or not.
    pub unread: Vec<UnreadPlan>,
    /// Plans whose SUMMARY says itself that they are not done, and what it says.
    pub denied: Vec<(String, String)>,
    /// Plans that the roadmap lists for the phase and that were never written, each with its line there.
    pub unwritten: Vec<(u32, String)>,
    /// What the roadmap lists for the phase.
    pub requirements: Vec<RequirementFact>,
    /// Every id REQUIREMENTS.md knows; nothing where there is no such document.
    pub known_requirements: Option<BTreeSet<String>>,
    /// One per task of a finished plan (SPEC 9.1); empty when review is off.
    pub reviews: Vec<ReviewFact>,
    /// Whether unfinished plans are allowed for. A partial verification never passes a phase.
    pub partial: bool,
    /// The finished plans' commands that the user's own configuration lists (SPEC 9.9).
    pub commands: Vec<ListedCommand>,
    /// The code as it is, hashed; nothing where neither a command nor a plan asks for it.
    pub state: Option<String>,
}

/// A plan and whether it was finished.
#[derive(Debug, Clone, PartialEq)]
pub struct PlanFacts {
    pub plan: Plan,
    pub has_summary: bool,
}

/// A plan whose promises nobody knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnreadPlan {
    pub path: RepoPath,
    /// Why it cannot be read.
    pub why: String,
}

/// A requirement as the documents name it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequirementFact {
    pub id: String,
    pub text: Option<String>,
    /// Only the table in REQUIREMENTS.md gives it to the phase.
    pub by_table: bool,
}

/// How one task stands with its reviewers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReviewFact {
    /// The plan's file stem, `03-01`.
    pub plan: String,
    /// The task's number as written.
    pub task: String,
    pub state: ReviewState,
    /// The call that mends it, where something is to be mended.
    pub call: Option<ReviewCall>,
}

/// Whether a review lets the phase go on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReviewState {
    NeverReviewed,
    /// The ids of unresolved blocking findings.
    BlockingOpen(Vec<String>),
    /// Approved, and the task's change is another one now; in words.
    Changed(String),
    /// Looked at, and not through: it waits for somebody, was given up, or ended as its rules do not let go on; in words.
    Unsettled(String),
    /// A loop of the repository that cannot be read, and why. `task` is the loop's id, `plan` is empty.
    Unreadable(String),
    /// It was let go on with something open that blocks, or with tests failing, which the gate lets pass; in words.
    WentOn(String),
    Ok,
}

/// A tool call ready to be made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReviewCall {
    pub tool: String,
    pub arguments: BTreeMap<String, String>,
}

/// What stands at a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileState {
    Missing,
    File,
    Folder,
    /// A symbolic link that leads out of the repository, a device, pipe or socket, or a file that git was kept from seeing.
    Outside,
    /// There, and could not be read.
    Unreadable,
}

/// The answer to one question about the code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileFact {
    pub state: FileState,
    /// The text, invalid UTF-8 replaced; nothing when the file is larger than the reader's limit.
    pub text: Option<String>,
    /// Lines as an editor counts them: a last line without line end is one too.
    pub lines: Option<u32>,
    /// BLAKE3 of the bytes in hexadecimal.
    pub digest: Option<String>,
    /// Nothing is there any more where something was.
    pub gone: bool,
    /// The file that a link leads to, by its path or by a folder above it.
    pub link: Option<RepoPath>,
}

impl FileFact {
    /// Returns the fact of a path where nothing is.
    pub fn missing() -> Self {
        Self::bare(FileState::Missing)
    }

    /// Returns the fact of a path where something was and nothing is.
    pub fn gone() -> Self {
        Self { gone: true, ..Self::missing() }
    }

    /// Returns a fact of something that has no text.
    pub fn bare(state: FileState) -> Self {
        Self { state, text: None, lines: None, digest: None, gone: false, link: None }
    }

    /// Returns the fact of a file that holds `text`.
    pub fn of_text(text: impl Into<String>) -> Self {
        let text = text.into();
        Self {
            state: FileState::File,
            lines: Some(line_count(text.as_bytes())),
            digest: Some(blake3::hash(text.as_bytes()).to_hex().to_string()),
            text: Some(text),
            gone: false,
            link: None,
        }
    }
}

/// Counts lines as an editor shows them: line feeds, plus one for a last line that lacks its own.
pub fn line_count(bytes: &[u8]) -> u32 {
    let feeds = bytes.iter().filter(|b| **b == b'\n').count();
    let open = usize::from(bytes.last().is_some_and(|b| *b != b'\n'));
    u32::try_from(feeds + open).unwrap_or(u32::MAX)
}

/// What the edge found out about the code.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CodeFacts {
    pub files: BTreeMap<RepoPath, FileFact>,
    /// Commits that were asked for and exist, as they were asked for, each with the files that it changed.
    pub commits: BTreeMap<String, BTreeSet<RepoPath>>,
    /// Of these commits, those that were made before the work of the phase began, where that can be told.
    pub older: BTreeSet<String>,
    /// Files that are not there and that git would ignore if they were.
    pub ignored: BTreeSet<RepoPath>,
    /// The rest of the repository, as far as it matters to who uses what; nothing where nobody looked.
    pub survey: Option<Survey>,
    /// Of the files, those that the ends of links mean by less than their whole paths.
    pub by_name: BTreeSet<RepoPath>,
    /// Files that are known from what items show alone, as users of a promised file are. No part of what is judged: read
    /// only to see whether they changed.
    pub shown: BTreeMap<RepoPath, FileFact>,
    /// Files that commits of the phase's plans changed, whatever the plans name: looked through for what should not be left
    /// behind, and no part of what is judged.
    pub changed: BTreeMap<RepoPath, FileFact>,
    /// What was parsed before somebody looked over it; no part of what it is.
    pub parsed: Parsed,
}

impl CodeFacts {
    /// Returns what stands at a path, where somebody asked.
    fn fact(&self, path: &RepoPath) -> Option<&FileFact> {
        self.files.get(path).or_else(|| self.shown.get(path))
    }

    /// Returns the code as a project whose imports can be followed; nothing where nobody looked.
    fn project(&self) -> Option<Project<'_>> {
        let own = self.files.iter().filter_map(|(path, fact)| Some((path, fact.text.as_deref()?)));
        self.survey.as_ref().map(|survey| Project::new(survey, own))
    }
}

/// What is verified.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ItemKind {
    Truth,
    Artifact,
    KeyLink,
    Requirement,
    AntiPattern,
    Human,
    Plan,
    Review,
}

impl ItemKind {
    /// Returns the word used in schemas, events and reports.
    pub fn as_str(self) -> &'static str {
        match self {
            ItemKind::Truth => "truth",
            ItemKind::Artifact => "artifact",
            ItemKind::KeyLink => "key_link",
            ItemKind::Requirement => "requirement",
            ItemKind::AntiPattern => "anti_pattern",
            ItemKind::Human => "human",
            ItemKind::Plan => "plan",
            ItemKind::Review => "review",
        }
    }

    /// Tells whether the kind is one of the plan's promises, which the score counts.
    pub fn is_must_have(self) -> bool {
        matches!(self, ItemKind::Truth | ItemKind::Artifact | ItemKind::KeyLink)
    }
}

/// How an item stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ItemStatus {
    Verified,
    Failed,
    Partial,
    /// Could not be told; a person decides.
    Uncertain,
    /// Only an unfinished plan promises it.
    Pending,
    NeedsJudgement,
    NeedsHuman,
    /// A requirement whose plan's promises do not hold.
    Blocked,
    /// A requirement that no plan claims, or that no document knows.
    Orphaned,
    /// A person accepted it as it is, with a reason.
    Overridden,
}

impl ItemStatus {
    /// Every status, in the order of SPEC 9.
    pub const ALL: [ItemStatus; 10] = [
        ItemStatus::Verified,
        ItemStatus::Failed,
        ItemStatus::Partial,
        ItemStatus::Uncertain,
        ItemStatus::Pending,
        ItemStatus::NeedsJudgement,
        ItemStatus::NeedsHuman,
        ItemStatus::Blocked,
        ItemStatus::Orphaned,
        ItemStatus::Overridden,
    ];

    /// Returns the word used in schemas, events and reports.
    pub fn as_str(self) -> &'static str {
        match self {
            ItemStatus::Verified => "verified",
            ItemStatus::Failed => "failed",
            ItemStatus::Partial => "partial",
            ItemStatus::Uncertain => "uncertain",
            ItemStatus::Pending => "pending",
            ItemStatus::NeedsJudgement => "needs_judgement",
            ItemStatus::NeedsHuman => "needs_human",
            ItemStatus::Blocked => "blocked",
            ItemStatus::Orphaned => "orphaned",
            ItemStatus::Overridden => "overridden",
        }
    }

    /// Tells whether the status is a gap (SPEC 9.7).
    pub fn is_gap(self) -> bool {
        matches!(self, ItemStatus::Failed | ItemStatus::Partial | ItemStatus::Blocked | ItemStatus::Orphaned)
    }

    /// Tells whether somebody still has to look.
    pub fn is_open(self) -> bool {
        matches!(self, ItemStatus::NeedsJudgement | ItemStatus::NeedsHuman | ItemStatus::Uncertain)
    }

    /// Tells whether the item is settled in the phase's favour.
    pub fn holds(self) -> bool {
        matches!(self, ItemStatus::Verified | ItemStatus::Overridden)
    }
}

/// The three levels of an artifact; absent is not asked, not applicable or not tellable.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Levels {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exists: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub substantive: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wired: Option<bool>,
}

/// The single checks behind `substantive`; absent is not asked or not tellable.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Checks {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_lines: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contains: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exports: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub must_not_contain: Option<bool>,
    /// True where no stub was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stub: Option<bool>,
}

/// Where something was seen: a place in a file, a commit, or a command's result that an agent reports.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Evidence {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// From 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The text at that place, or the command's result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// A command; its result is claimed where an agent ran it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// True where the server could not see it for itself.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub claimed: bool,
}

impl Evidence {
    /// Returns evidence at a line of a file; the text is shortened to 200 characters.
    pub fn at(file: &RepoPath, line: u32, text: &str) -> Self {
        let text: String = text.trim().chars().take(200).collect();
        Self { file: Some(file.to_string()), line: Some(line), text: Some(text), ..Self::default() }
    }

    /// Returns evidence that is a file as a whole.
    pub fn file(file: &RepoPath) -> Self {
        Self { file: Some(file.to_string()), ..Self::default() }
    }
}

/// One thing to verify (SPEC 9). Items of different plans are never merged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Item {
    pub id: ItemId,
    pub kind: ItemKind,
    /// The plan's file stem, `03-01`; nothing for what the roadmap promises.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<String>,
    /// The artifact's path, `from → to`, or the text or id.
    pub label: String,
    pub status: ItemStatus,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub levels: Option<Levels>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checks: Option<Checks>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<Evidence>,
    /// The failed items that make this one fail.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub because: Vec<ItemId>,
    /// What is to be made, in the words of the promise.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
    /// The call that mends a `review` item.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub call: Option<ReviewCall>,
    /// What a person is asked, in the plan's words, where that is more than the label: another question needs another answer.
    #[serde(skip)]
    pub asks: Option<String>,
}

impl Item {
    /// Returns an item without levels, reasons or evidence. The id is of the first item with that label.
    fn new(kind: ItemKind, plan: Option<&str>, label: impl Into<String>, status: ItemStatus) -> Self {
        let label = label.into();
        Self {
            id: item_id(plan, kind, &label, 1),
            kind,
            plan: plan.map(str::to_owned),
            label,
            status,
            levels: None,
            checks: None,
            reasons: Vec::new(),
            evidence: Vec::new(),
            because: Vec::new(),
            missing: Vec::new(),
            call: None,
            asks: None,
        }
    }

    /// Returns the item as it is left where the look was given up halfway; what comes of that is dropped.
    fn given_up(self) -> Self {
        Self { status: ItemStatus::Uncertain, ..self }.because_of(wiring::GIVEN_UP)
    }

    /// Returns the reasons that tell what is at fault, without what was found of the item beside that; all, where none does.
    fn faults(&self) -> Vec<&str> {
        const BESIDE: [&str; 5] = [
            "wired: ",
            "wiring is not asked",
            "the plan asks for nothing",
            "an earlier override",
            "`from` is read as",
        ];
        let all = || self.reasons.iter().map(String::as_str);
        let faults: Vec<&str> = all().filter(|r| !BESIDE.iter().any(|b| r.starts_with(b))).collect();
        if faults.is_empty() { all().collect() } else { faults }
    }

    /// Adds a reason and returns the item.
    fn because_of(mut self, reason: impl Into<String>) -> Self {
        self.reasons.push(reason.into());
        self
    }
}

/// Returns the id of the `nth` item (from 1) of a plan with that kind and label.
///
/// Each part is hashed with its length before it, so that no two splits of one text collide.
pub fn item_id(plan: Option<&str>, kind: ItemKind, label: &str, nth: usize) -> ItemId {
    let mut hasher = blake3::Hasher::new();
    for part in [plan.unwrap_or(""), kind.as_str(), label] {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    }
    if nth > 1 {
        hasher.update(&(nth as u64).to_le_bytes());
    }
    ItemId::new(&hasher.finalize().to_hex()[..12])
}

#[cfg(test)]
mod books {
    mod tests;
}

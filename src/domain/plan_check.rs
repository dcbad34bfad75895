//! The structural check of a plan before anybody executes or reviews it (SPEC 8.3).
//!
//! Pure: the caller reads the files and says what exists ([`Surroundings`]); which checks run and how much
//! each weighs is data ([`PlanCheckRules`]). A plan that cannot be read is a finding, never an error, and a
//! guess that could go either way is not held against the plan.

mod document;
mod header;
mod mentions;
mod order;
mod paths;
pub mod rules;
mod shape;
mod spelling;
mod tasks;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ids::RepoPath;
use super::review::{Remark, Severity};

pub use document::Document;
pub use order::{Abroad, Sibling};
pub use paths::{Reference, like, nearest};
pub use rules::{CheckRule, PlanCheckRules, PlanForm};
pub use spelling::slip_of;

/// The most findings one check gives; what is beyond is counted in its last.
const MAX_FINDINGS: usize = 25;

/// What is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CheckId {
    /// The plan is there and can be read. Runs always; without a rule it is high.
    File,
    /// The front matter closes and has the fields of its form.
    Frontmatter,
    /// The front matter is YAML that every reader takes alike.
    Yaml,
    /// `wave` is a positive integer.
    WaveValid,
    /// `must_haves` promises something.
    MustHaves,
    /// There is a task, and there are not too many.
    TaskCount,
    /// Every task names its files and says when it is done.
    TaskFields,
    /// Every file that is named exists, is new, or is made earlier.
    FilePaths,
    /// Every plan depended on exists and runs in an earlier wave; nothing waits for itself.
    DependsOn,
    /// No other plan of the wave changes the same file.
    WaveConflicts,
}

impl CheckId {
    /// Every check, in the order they run and are told.
    pub const ALL: [CheckId; 10] = [
        CheckId::File,
        CheckId::Frontmatter,
        CheckId::Yaml,
        CheckId::WaveValid,
        CheckId::MustHaves,
        CheckId::TaskCount,
        CheckId::TaskFields,
        CheckId::FilePaths,
        CheckId::DependsOn,
        CheckId::WaveConflicts,
    ];

    /// Returns the word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            CheckId::File => "file",
            CheckId::Frontmatter => "frontmatter",
            CheckId::Yaml => "yaml",
            CheckId::WaveValid => "wave_valid",
            CheckId::MustHaves => "must_haves",
            CheckId::TaskCount => "task_count",
            CheckId::TaskFields => "task_fields",
            CheckId::FilePaths => "file_paths",
            CheckId::DependsOn => "depends_on",
            CheckId::WaveConflicts => "wave_conflicts",
        }
    }
}

/// What the findings come to: any high or critical one rejects, any other makes it conditional.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlanVerdict {
    Approve,
    Conditional,
    Reject,
}

impl PlanVerdict {
    /// Returns the word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            PlanVerdict::Approve => "approve",
            PlanVerdict::Conditional => "conditional",
            PlanVerdict::Reject => "reject",
        }
    }

    /// Returns what findings come to.
    pub fn of(findings: &[PlanFinding]) -> Self {
        match findings.iter().map(|f| f.severity).min() {
            None => PlanVerdict::Approve,
            Some(Severity::Critical | Severity::High) => PlanVerdict::Reject,
            Some(Severity::Medium | Severity::Low | Severity::Info) => PlanVerdict::Conditional,
        }
    }
}

/// How one check went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CheckStatus {
    Pass,
    /// It found something that does not reject.
    Warn,
    Fail,
    /// What it looks at could not be read, or another check speaks for it.
    Skip,
}

impl CheckStatus {
    /// Returns the word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            CheckStatus::Pass => "pass",
            CheckStatus::Warn => "warn",
            CheckStatus::Fail => "fail",
            CheckStatus::Skip => "skip",
        }
    }
}

/// One check that ran.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Check {
    pub id: CheckId,
    pub status: CheckStatus,
    /// What it looked at, such as `3 tasks`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// One thing wrong with a plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlanFinding {
    /// Stays the same while its cause stays, over any number of checks: `frontmatter:wave`.
    pub id: String,
    pub check: CheckId,
    pub severity: Severity,
    /// In the plan file, from 1; absent where there is no line to point at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The task it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task: Option<String>,
    /// A sentence.
    pub issue: String,
    /// What to write instead, as an instruction.
    pub suggested_fix: String,
    /// The fix is mechanical: nothing about the work is decided by it.
    pub auto_fixable: bool,
}

/// The outcome of a plan's check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlanCheck {
    pub verdict: PlanVerdict,
    pub checks: Vec<Check>,
    /// In the order of the checks, then of lines.
    pub findings: Vec<PlanFinding>,
    /// What was guessed while the plan was read.
    pub remarks: Vec<Remark>,
}

/// What stands at a path that a plan names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// A file or folder, or for a pattern at least one file.
    There,
    /// Nothing; files of the same name lie at these places, from `folder` on the path leads nowhere, and `slip` is the
    /// file that it may be a slip of.
    Missing { like: Vec<RepoPath>, folder: Option<RepoPath>, slip: Option<RepoPath> },
    /// The path leads out of the repository and was not followed.
    Outside,
    /// Nobody can tell.
    Unsure,
}

/// What the caller found out about the repository around a plan.
#[derive(Debug, Clone, Default)]
pub struct Surroundings {
    /// The other plans of the same folder.
    pub siblings: Vec<Sibling>,
    /// Plans of other phases under the same planning root; those not depended on may be known by name only.
    pub elsewhere: Vec<Sibling>,
    /// What stands at each of the document's [`Document::references`], by its text. An absent one is not judged.
    pub found: BTreeMap<String, Found>,
    /// The plan has a SUMMARY.
    pub finished: bool,
}

/// What one check gives.
#[derive(Debug, Default)]
struct Gathered {
    findings: Vec<PlanFinding>,
    note: Option<String>,
    skipped: bool,
    check: Option<CheckId>,
    severity: Option<Severity>,
}

impl Gathered {
    fn new(check: CheckId, severity: Severity) -> Self {
        Self { check: Some(check), severity: Some(severity), ..Self::default() }
    }

    /// Adds a finding; `about` tells it from the others of its check and stays the same over checks.
    fn add(
        &mut self,
        about: &str,
        line: Option<u32>,
        issue: impl Into<String>,
        fix: impl Into<String>,
    ) -> &mut PlanFinding {
        let check = self.check.unwrap_or(CheckId::File);
        self.findings.push(PlanFinding {
            id: format!("{}:{}", check.as_str(), short(about)),
            check,
            severity: self.severity.unwrap_or(Severity::High),
            line,
            task: None,
            issue: issue.into(),
            suggested_fix: fix.into(),
            auto_fixable: false,
        });
        self.findings.last_mut().expect("one was just added")
    }

    /// Cuts a long list: the last finding then says how many more there are.
    fn bounded(mut self) -> Self {
        let all = self.findings.len();
        if all > MAX_FINDINGS {
            self.findings.truncate(MAX_FINDINGS);
            let more = all - MAX_FINDINGS;
            if let Some(last) = self.findings.last_mut() {
                last.issue = format!("{} (and {more} more of this kind)", last.issue);
            }
        }
        self
    }
}

/// Checks a plan against the rules. The verdict follows from the findings alone.
pub fn check(document: &Document<'_>, around: &Surroundings, rules: &PlanCheckRules) -> PlanCheck {
    let (mut checks, mut findings) = (Vec::new(), Vec::new());
    for id in CheckId::ALL {
        let Some(severity) = rules.severity(id) else { continue };
        let mut gathered = run(id, severity, document, around, rules).bounded();
        gathered.findings.sort_by_key(|f| f.line);
        let status = match PlanVerdict::of(&gathered.findings) {
            PlanVerdict::Reject => CheckStatus::Fail,
            PlanVerdict::Conditional => CheckStatus::Warn,
            PlanVerdict::Approve if gathered.skipped => CheckStatus::Skip,
            PlanVerdict::Approve => CheckStatus::Pass,
        };
        checks.push(Check { id, status, note: gathered.note });
        findings.extend(gathered.findings);
    }
    PlanCheck { verdict: PlanVerdict::of(&findings), checks, findings, remarks: document.remarks() }
}

fn run(
    id: CheckId,
    severity: Severity,
    document: &Document<'_>,
    around: &Surroundings,
    rules: &PlanCheckRules,
) -> Gathered {
    let mut out = Gathered::new(id, severity);
    let Some(read) = document.read() else {
        match id {
            CheckId::File => document.unreadable(&mut out),
            CheckId::Frontmatter
            | CheckId::Yaml
            | CheckId::WaveValid
            | CheckId::MustHaves
            | CheckId::TaskCount
            | CheckId::TaskFields
            | CheckId::FilePaths
            | CheckId::DependsOn
            | CheckId::WaveConflicts => out.skipped = true,
        }
        return out;
    };
    if read.is_list() && of_header(id) {
        out.skipped = true;
        out.note = Some("a spec's task list has no header of a plan".to_owned());
        return out;
    }
    // A spec has one list for all of its phases.
    let most = if read.is_list() { u32::MAX } else { rules.max_tasks };
    match id {
        CheckId::File => {}
        CheckId::Frontmatter => header::fields(read, rules, &mut out),
        CheckId::Yaml => header::yaml(read, &mut out),
        CheckId::WaveValid => header::wave(read, &mut out),
        CheckId::MustHaves => header::must_haves(read, &mut out),
        CheckId::TaskCount => tasks::count(read, most, &mut out),
        CheckId::TaskFields => tasks::fields(read, &mut out),
        CheckId::FilePaths => paths::check(read, around, &mut out),
        CheckId::DependsOn => order::depends_on(read, around, &mut out),
        CheckId::WaveConflicts => order::conflicts(read, around, &mut out),
    }
    out
}

/// Tells whether a check is about what only a plan's header says.
fn of_header(id: CheckId) -> bool {
    match id {
        CheckId::Frontmatter
        | CheckId::WaveValid
        | CheckId::MustHaves
        | CheckId::DependsOn
        | CheckId::WaveConflicts => true,
        CheckId::File | CheckId::Yaml | CheckId::TaskCount | CheckId::TaskFields | CheckId::FilePaths => {
            false
        }
    }
}

/// Cuts a text of a plan so that a finding stays readable; plans are written by others and may hold anything.
fn short(text: &str) -> String {
    match text.char_indices().nth(160) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_mended;
#[cfg(test)]
mod tests_unwritten;

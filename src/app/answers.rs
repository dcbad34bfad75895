//! What callers get back: the structured content of every tool, shared by the MCP door and the command line.
//!
//! Plain values, the important field first, empty ones left out, so that the JSON reads well by itself
//! (SPEC 3). Output schemas name the fields and their types; what each means is said here.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::domain::dialect::{Because, Ignored};
pub use crate::domain::next_step::{Action, Call, FindingRow, NextStep, Who};
pub use crate::domain::phase::{Gap, Item};
pub use crate::domain::plan_check::{Check, CheckStatus, PlanFinding, PlanVerdict};
use crate::domain::review::{RawFinding, Remark, Resolved, Ruling, Verdict};

/// The answer of `review_task`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ReviewTaskAnswer {
    /// Next step
    pub next: NextStep,
    /// Handle
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loop_id: Option<String>,
    /// From 1
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pass: Option<u32>,
    /// Limit
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_passes: Option<u32>,
    /// Code to carry back
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub countersign: Option<String>,
    /// For the reviewer
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub brief: Option<String>,
    /// Its parts
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parts: Option<u32>,
    /// Cut
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub truncated: Vec<Truncated>,
    /// Change
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<Range>,
    /// Of the plan
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub precheck: Option<Precheck>,
    /// Noticed
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<Remark>,
}

/// Something cut from the first part of a brief.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Truncated {
    pub path: String,
    /// Why and how much, in words.
    pub what: String,
    /// The part that holds it, from 1; absent when no part does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<u32>,
}

/// The change under review (SPEC 7.1). Revisions are full object ids; `head` is absent for a work tree.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Range {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub head: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub commits: Vec<CommitRow>,
    /// Paths changed.
    pub files: Vec<String>,
    /// Lines.
    pub insertions: u64,
    /// Lines.
    pub deletions: u64,
    /// Changed, and not among the files the task lists.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outside: Vec<String>,
    /// Listed by the task, and not changed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub untouched: Vec<String>,
    /// Commits since the phase began that no subject covers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unreviewed_commits: Vec<CommitRow>,
}

/// A commit in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CommitRow {
    /// Abbreviated object id.
    pub id: String,
    /// First line of the message.
    pub subject: String,
}

/// The structural check that came before the reviewer (SPEC 8.3).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Precheck {
    /// `approve`, `conditional`, `reject`.
    pub verdict: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<String>,
}

/// The answer of `parse_verdict`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ParseVerdictAnswer {
    /// As said
    pub claimed_verdict: Verdict,
    /// Checked
    pub verdict: Verdict,
    /// Grammar read by
    pub dialect: String,
    /// Line and rule
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub because: Option<Because>,
    /// No verdict
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ignored: Vec<Ignored>,
    /// As read
    #[serde(default)]
    pub findings: Vec<RawFinding>,
    /// Said to be done
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub resolved: Vec<Resolved>,
    /// On rejections
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rulings: Vec<Ruling>,
    /// Guesses
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<Remark>,
    /// Anything read
    pub parsed: bool,
    /// Text to ask with
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ask_again: Option<String>,
}

/// The answer of `record_findings`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RecordFindingsAnswer {
    /// As held
    pub verdict: Verdict,
    /// Next step
    pub next: NextStep,
    /// As said
    pub claimed_verdict: Verdict,
    /// passed, issues_found
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spec_status: Option<String>,
    /// passed, issues_found
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quality_status: Option<String>,
    /// Of this pass
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<FindingRow>,
    /// Ids done
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub resolved: Vec<String>,
    /// Not mentioned
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub still_open: Vec<FindingRow>,
    /// Ids that block
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blocking: Vec<String>,
    /// Guesses
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<Remark>,
    /// Files written
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reports: Vec<String>,
}

/// The answer of `respond_findings`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RespondFindingsAnswer {
    /// Next step
    pub next: NextStep,
    /// accepted or refused, each
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub responses: Vec<ResponseRow>,
    /// Fixes checked
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<Claim>,
    /// Counts
    pub blocking_summary: BlockingSummary,
    /// Towards the limit
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub progress: Option<Progress>,
    /// Noticed
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<Remark>,
}

/// What became of one response.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ResponseRow {
    pub finding_id: String,
    pub result: ResponseResult,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// Whether a response counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ResponseResult {
    Accepted,
    Refused,
}

/// What the repository shows of a claimed fix (SPEC 7.3).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Claim {
    pub finding_id: String,
    /// `region_changed`, `partly_changed`, `touched_elsewhere`, `metadata_only`, `untouched`, `unchanged_subject`.
    pub evidence: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// Blocking findings by what was done about them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BlockingSummary {
    pub total: u32,
    pub fixed: u32,
    pub rejected: u32,
    pub unaddressed: u32,
}

/// How far the loop is from its limits.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Progress {
    pub pass: u32,
    /// Passes of the tier that works now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub in_tier: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_passes: Option<u32>,
    /// Passes in a row without progress.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub no_progress: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_no_progress: Option<u32>,
    /// Who fixes now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tier: Option<String>,
}

/// The answer of `record_tests`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RecordTestsAnswer {
    /// Next step
    pub next: NextStep,
    /// Handle
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loop_id: Option<String>,
    /// Pass now
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fixed: Vec<String>,
    /// As before
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub still_failing: Vec<String>,
    /// Never before
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub new: Vec<String>,
    /// Towards the limit
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub progress: Option<TestProgress>,
    /// Noticed
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<Remark>,
}

/// How far the test runs of a loop are from their limits.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TestProgress {
    /// Of the loop, from 1
    pub run: u32,
    /// Runs of the tier that works now
    pub in_tier: u32,
    pub max_runs: u32,
    /// A test that failed in the first run and in the one before passes now
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub progress: Option<bool>,
    /// Runs in a row without progress
    pub no_progress: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_no_progress: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tier: Option<String>,
}

/// The answer of `decide`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DecideAnswer {
    /// If the loop closed
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<String>,
    /// claimed or attested
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub standing: Option<String>,
    /// Next step
    pub next: NextStep,
}

/// The answer of `loop_status`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LoopStatusAnswer {
    /// Next step
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<NextStep>,
    /// Latest first
    #[serde(default)]
    pub loops: Vec<LoopRow>,
    /// Blocking findings
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unresolved: Vec<FindingRow>,
    /// Not reviewed
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unreviewed: Vec<String>,
    /// Of the scope
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gate: Option<Gate>,
    /// On request
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub timeline: Vec<TimelineRow>,
    /// For more
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
    /// Noticed
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<Remark>,
}

/// One loop in a list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LoopRow {
    pub loop_id: String,
    /// Such as `03-01 Task 2`.
    pub subject: String,
    pub protocol: String,
    pub pass: u32,
    /// The outcome of a closed loop.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<NextStep>,
    /// Open findings that block.
    pub blocking: u32,
}

/// Whether a scope may go on (SPEC 7.6).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Gate {
    pub open: bool,
    pub reasons: Vec<String>,
}

/// What `countersign gate` answers: the same judgement with all its reasons.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GateAnswer {
    pub open: bool,
    /// What was asked about: `phase 3`, `plan 03-01`, `branch main`.
    pub scope: String,
    /// Empty where it is open.
    pub reasons: Vec<GateReason>,
    /// What should be known all the same.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<Remark>,
}

/// Why a gate is closed, once, with the call that mends it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GateReason {
    pub message: String,
    /// The task, plan, document or change it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subject: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub call: Option<Call>,
    /// Arguments of the call that the caller must supply.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fill: Vec<String>,
}

/// What `countersign config` answers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ConfigAnswer {
    pub values: Vec<ConfigValue>,
    /// Where values may come from, the one that holds over the others first.
    pub files: Vec<ConfigFile>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<Remark>,
}

/// The answer of `countersign report`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ReportAnswer {
    /// Where reports lie that are as the store would write them.
    pub reports: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<Remark>,
}

/// What can be read of a loop whose chain does not hold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BrokenLoop {
    /// The events before the first broken link.
    pub timeline: Vec<TimelineRow>,
    /// Which link it is and why.
    pub broken: String,
}

/// A value in effect and who set it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ConfigValue {
    /// As it is written in a file: `review.max_passes`.
    pub key: String,
    pub value: serde_json::Value,
    /// A file, the call, or the protocol.
    pub origin: String,
}

/// A file that may configure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ConfigFile {
    pub path: String,
    pub what: String,
    pub there: bool,
}

/// One event, told in a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TimelineRow {
    /// RFC 3339, UTC.
    pub at: String,
    pub event: String,
}

/// The answer of `check_plan`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CheckPlanAnswer {
    /// What findings come to
    pub verdict: PlanVerdict,
    /// Each that ran
    pub checks: Vec<Check>,
    /// To be mended
    #[serde(default)]
    pub findings: Vec<PlanFinding>,
    /// Guesses
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<Remark>,
}

/// The answer of `verify_phase`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct VerifyPhaseAnswer {
    /// passed, gaps_found, human_needed
    pub status: String,
    /// Next step
    pub next: NextStep,
    /// n/m must-haves verified
    pub score: String,
    /// Everything checked
    pub items: Vec<Item>,
    /// To be closed
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gaps: Vec<Gap>,
    /// File written
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub report: Option<String>,
    /// Noticed
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<Remark>,
}

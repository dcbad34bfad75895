//! What callers may ask for: the arguments of every tool, shared by the MCP door and the command line.
//!
//! Plain values. Doc comments are what a model reads in the tool's schema, so they are short and say the
//! meaning, not the mechanics; `schemars(length)` states the limit that the door enforces before anything
//! here is built. Names are SPEC 3's. What a request means is decided in `app`, never here.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::domain::ids::FindingId;
pub use crate::domain::phase::{Answer, JudgedStatus};
use crate::domain::review::{
    Location, RawFinding, ReasonKind, Resolved, Response, ResponseKind, Ruling, RulingKind, Severity, Stage,
    Verdict,
};

mod record_tests;

pub use record_tests::RecordTests;

/// Opens a loop or its next pass, or fetches the open one.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReviewTask {
    /// Known loop; else one subject
    #[serde(default)]
    #[schemars(length(max = 64))]
    pub loop_id: Option<String>,
    /// Plan file
    #[serde(default)]
    #[schemars(length(max = 400))]
    pub plan: Option<String>,
    /// Its number as text: "1.10"
    #[serde(default)]
    #[schemars(length(max = 40))]
    pub task: Option<String>,
    /// Plan without task: which side
    #[serde(default)]
    pub of: Option<PlanAspect>,
    /// Spec document
    #[serde(default)]
    #[schemars(length(max = 400))]
    pub artifact: Option<String>,
    /// Name of a free change
    #[serde(default)]
    #[schemars(length(max = 120))]
    pub id: Option<String>,
    /// Of the free change
    #[serde(default)]
    #[schemars(length(max = 300))]
    pub title: Option<String>,
    /// When it is done
    #[serde(default)]
    #[schemars(length(max = 20_480))]
    pub criteria: Option<String>,
    /// To be met
    #[serde(default)]
    #[schemars(length(max = 100), inner(length(max = 2000)))]
    pub requirements: Vec<String>,
    /// megazord, yolo, gsd, ralph, bazinga, countersign
    #[serde(default)]
    #[schemars(length(max = 40))]
    pub protocol: Option<String>,
    /// Loop
    #[serde(default)]
    #[schemars(length(max = 64))]
    pub replaces: Option<String>,
    /// First revision
    #[serde(default)]
    #[schemars(length(max = 200))]
    pub base: Option<String>,
    /// Last revision
    #[serde(default)]
    #[schemars(length(max = 200))]
    pub head: Option<String>,
    /// Only these
    #[serde(default)]
    #[schemars(length(max = 500), inner(length(max = 400)))]
    pub files: Vec<String>,
    /// Outside text or path
    #[serde(default)]
    #[schemars(length(max = 20))]
    pub context: Vec<Context>,
    /// The executor's
    #[serde(default)]
    #[schemars(length(max = 262_144))]
    pub executor_report: Option<String>,
    /// Though not required
    #[serde(default)]
    pub on_demand: Option<bool>,
    /// For the brief
    #[serde(default)]
    #[schemars(range(min = 1000, max = 100_000))]
    pub max_tokens: Option<u32>,
    /// false: leave it out
    #[serde(default)]
    pub brief: Option<bool>,
    /// Only read this part
    #[serde(default)]
    #[schemars(range(min = 1))]
    pub part: Option<u32>,
    /// Worktree
    #[serde(default)]
    #[schemars(length(max = 400))]
    pub worktree: Option<String>,
}

/// Which side of a plan is under review.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlanAspect {
    Document,
    Execution,
}

/// Knowledge from outside the repository, or a document in it, that belongs to the contract.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Context {
    /// Heading
    #[schemars(length(max = 200))]
    pub title: String,
    /// Itself
    #[serde(default)]
    #[schemars(length(max = 65_536))]
    pub text: Option<String>,
    /// Or its file
    #[serde(default)]
    #[schemars(length(max = 400))]
    pub path: Option<String>,
}

/// Reads a reviewer's text without recording anything.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ParseVerdict {
    /// Whole answer
    #[schemars(length(max = 1_048_576))]
    pub text: String,
    /// Grammar to try first
    #[serde(default)]
    #[schemars(length(max = 40))]
    pub dialect: Option<String>,
    /// Worktree
    #[serde(default)]
    #[schemars(length(max = 400))]
    pub worktree: Option<String>,
}

/// Records the reviewer's answer to the open pass.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordFindings {
    /// The loop
    #[schemars(length(max = 64))]
    pub loop_id: String,
    /// From the brief
    #[schemars(length(max = 64))]
    pub countersign: String,
    /// Whole answer
    #[serde(default)]
    #[schemars(length(max = 1_048_576))]
    pub text: Option<String>,
    /// Your verdict
    #[serde(default)]
    pub verdict: Option<GivenVerdict>,
    /// Every problem; [] if none
    #[serde(default)]
    #[schemars(length(max = 200))]
    pub findings: Option<Vec<GivenFinding>>,
    /// Earlier ones now done
    #[serde(default)]
    #[schemars(length(max = 200))]
    pub resolved: Vec<GivenResolved>,
    /// On the fixer's rejections
    #[serde(default)]
    #[schemars(length(max = 200))]
    pub rulings: Vec<GivenRuling>,
    /// If only one
    #[serde(default)]
    pub stage: Option<Stage>,
    /// Who reviewed
    #[serde(default)]
    #[schemars(length(max = 120))]
    pub reviewer: Option<String>,
    /// Why none could run
    #[serde(default)]
    #[schemars(length(max = 2000))]
    pub unavailable: Option<String>,
    /// Worktree
    #[serde(default)]
    #[schemars(length(max = 400))]
    pub worktree: Option<String>,
}

/// The verdicts a caller may state. `unclear` is only ever the server's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GivenVerdict {
    Approved,
    ApprovedWithNotes,
    ChangesRequested,
    Rejected,
}

impl From<GivenVerdict> for Verdict {
    fn from(given: GivenVerdict) -> Self {
        match given {
            GivenVerdict::Approved => Verdict::Approved,
            GivenVerdict::ApprovedWithNotes => Verdict::ApprovedWithNotes,
            GivenVerdict::ChangesRequested => Verdict::ChangesRequested,
            GivenVerdict::Rejected => Verdict::Rejected,
        }
    }
}

/// One finding in structured form.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GivenFinding {
    /// The server's, if known
    #[serde(default)]
    #[schemars(length(max = 64))]
    pub id: Option<String>,
    /// Yours
    #[serde(default)]
    #[schemars(length(max = 64))]
    pub reported_id: Option<String>,
    /// How bad
    pub severity: Severity,
    /// Not as asked, or not good
    #[serde(default)]
    pub stage: Option<Stage>,
    /// Kind
    #[serde(default)]
    #[schemars(length(max = 80))]
    pub category: Option<String>,
    /// One line
    #[schemars(length(max = 300))]
    pub title: String,
    /// What is wrong
    #[serde(default)]
    #[schemars(length(max = 8192))]
    pub description: Option<String>,
    /// Where
    #[serde(default)]
    #[schemars(length(max = 50))]
    pub locations: Vec<GivenLocation>,
    /// What it violates
    #[serde(default)]
    #[schemars(length(max = 300))]
    pub requirement: Option<String>,
    /// How to mend it
    #[serde(default)]
    #[schemars(length(max = 8192))]
    pub suggestion: Option<String>,
    /// Why it matters, why only now
    #[serde(default)]
    #[schemars(length(max = 4096))]
    pub why: Option<String>,
    /// Unified diff
    #[serde(default)]
    #[schemars(length(max = 65_536))]
    pub fix_patch: Option<String>,
    /// FILE contains REGEX, test NAME, ...
    #[serde(default)]
    #[schemars(length(max = 400))]
    pub closed_when: Option<String>,
    /// Beyond this change
    #[serde(default)]
    pub architectural: Option<bool>,
    /// Finding it takes back
    #[serde(default)]
    #[schemars(length(max = 64))]
    pub reverses: Option<String>,
}

impl From<GivenFinding> for RawFinding {
    /// Keeps what was given; the server's id, when repeated, is read apart (SPEC 6.5).
    fn from(given: GivenFinding) -> Self {
        RawFinding {
            reported_id: given.reported_id,
            stage: given.stage,
            category: given.category,
            description: given.description,
            locations: given.locations.into_iter().map(Location::from).collect(),
            requirement: given.requirement,
            suggestion: given.suggestion,
            why: given.why,
            fix_patch: given.fix_patch,
            closed_when: given.closed_when,
            architectural: given.architectural.unwrap_or(false),
            reverses: given.reverses,
            ..RawFinding::new(given.severity, given.title)
        }
    }
}

/// A place in a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GivenLocation {
    /// Path
    #[schemars(length(max = 400))]
    pub file: String,
    /// First
    #[serde(default)]
    #[schemars(range(min = 1))]
    pub line: Option<u32>,
    /// Last
    #[serde(default)]
    #[schemars(range(min = 1))]
    pub end_line: Option<u32>,
}

impl From<GivenLocation> for Location {
    fn from(given: GivenLocation) -> Self {
        Location { file: given.file, line: given.line, end_line: given.end_line }
    }
}

/// An earlier finding that the reviewer holds to be done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GivenResolved {
    /// Its id
    #[schemars(length(max = 64))]
    pub id: String,
    /// How you know
    #[schemars(length(max = 2000))]
    pub reason: String,
}

impl From<GivenResolved> for Resolved {
    fn from(given: GivenResolved) -> Self {
        Resolved { id: given.id, reason: Some(given.reason) }
    }
}

/// A ruling on one rejected finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GivenRuling {
    /// Rejected one
    #[schemars(length(max = 64))]
    pub finding_id: String,
    /// overruled: it stands
    pub ruling: RulingKind,
    /// Why
    #[serde(default)]
    #[schemars(length(max = 2000))]
    pub reason: Option<String>,
}

impl From<GivenRuling> for Ruling {
    fn from(given: GivenRuling) -> Self {
        Ruling { finding_id: given.finding_id, ruling: given.ruling, reason: given.reason }
    }
}

/// Records what the fixer did about findings.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RespondFindings {
    /// The loop
    #[schemars(length(max = 64))]
    pub loop_id: String,
    /// next.turn
    pub turn: u64,
    /// One per finding
    #[serde(default)]
    #[schemars(length(max = 200))]
    pub responses: Vec<GivenResponse>,
    /// Yours
    #[serde(default)]
    #[schemars(length(max = 262_144))]
    pub executor_report: Option<String>,
    /// Too hard: why
    #[serde(default)]
    #[schemars(length(max = 2000))]
    pub escalate: Option<String>,
    /// Worktree
    #[serde(default)]
    #[schemars(length(max = 400))]
    pub worktree: Option<String>,
}

/// The fixer's word on one finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GivenResponse {
    /// Such as F3
    #[schemars(length(max = 64))]
    pub finding_id: String,
    /// What you did
    pub response: ResponseKind,
    /// What changed, where
    #[serde(default)]
    #[schemars(length(max = 4096))]
    pub details: Option<String>,
    /// Why not fixed
    #[serde(default)]
    #[schemars(length(max = 4096))]
    pub reason: Option<String>,
    /// Ground of a rejection
    #[serde(default)]
    pub reason_kind: Option<ReasonKind>,
    /// Of the fix
    #[serde(default)]
    #[schemars(length(max = 64))]
    pub commit: Option<String>,
    /// Its note
    #[serde(default)]
    #[schemars(length(max = 120))]
    pub tech_debt_id: Option<String>,
}

impl From<GivenResponse> for Response {
    fn from(given: GivenResponse) -> Self {
        Response {
            finding_id: FindingId::new(given.finding_id),
            response: given.response,
            details: given.details,
            reason: given.reason,
            reason_kind: given.reason_kind,
            commit: given.commit,
            tech_debt_id: given.tech_debt_id,
        }
    }
}

/// Records a human's or a higher tier's choice.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Decide {
    /// The loop
    #[schemars(length(max = 64))]
    pub loop_id: String,
    /// next.turn
    pub turn: u64,
    /// One of next.options
    #[serde(default)]
    #[schemars(length(max = 64))]
    pub choice: Option<String>,
    /// In the chooser's words
    #[serde(default)]
    #[schemars(length(max = 4096))]
    pub reason: Option<String>,
    /// Who chose
    #[serde(default)]
    #[schemars(length(max = 120))]
    pub decided_by: Option<String>,
    /// Worktree
    #[serde(default)]
    #[schemars(length(max = 400))]
    pub worktree: Option<String>,
}

/// Tells where loops stand. Changes nothing.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LoopStatus {
    /// One loop
    #[serde(default)]
    #[schemars(length(max = 64))]
    pub loop_id: Option<String>,
    /// Its plan
    #[serde(default)]
    #[schemars(length(max = 400))]
    pub plan: Option<String>,
    /// Its task
    #[serde(default)]
    #[schemars(length(max = 40))]
    pub task: Option<String>,
    /// Which side
    #[serde(default)]
    pub of: Option<PlanAspect>,
    /// Its document
    #[serde(default)]
    #[schemars(length(max = 400))]
    pub artifact: Option<String>,
    /// Its name
    #[serde(default)]
    #[schemars(length(max = 120))]
    pub id: Option<String>,
    /// All of it, as text: "14.1"
    #[serde(default)]
    #[schemars(length(max = 400))]
    pub phase: Option<String>,
    /// Default open
    #[serde(default)]
    pub state: Option<LoopFilter>,
    /// Of the last answer
    #[serde(default)]
    #[schemars(length(max = 200))]
    pub cursor: Option<String>,
    /// With events
    #[serde(default)]
    pub timeline: Option<bool>,
    /// Worktree
    #[serde(default)]
    #[schemars(length(max = 400))]
    pub worktree: Option<String>,
}

/// What `countersign gate` is asked: a phase, one plan, or without either the branch.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gate {
    pub phase: Option<String>,
    pub plan: Option<String>,
    pub worktree: Option<String>,
}

/// What `countersign export` is asked: one loop, a phase's, or without either the branch's.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Export {
    pub loop_id: Option<String>,
    pub phase: Option<String>,
    /// Resolved findings as well.
    pub all: bool,
}

/// What `countersign config` is asked: for a path or the whole repository, under the rules that hold or named ones.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Config {
    pub path: Option<String>,
    pub protocol: Option<String>,
}

/// Which loops to list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LoopFilter {
    Open,
    Blocked,
    All,
}

/// Checks a plan's structure.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CheckPlan {
    /// Plan file
    #[schemars(length(max = 400))]
    pub plan: String,
    /// Worktree
    #[serde(default)]
    #[schemars(length(max = 400))]
    pub worktree: Option<String>,
}

/// Verifies what a phase promised.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VerifyPhase {
    /// As text: "14.1"; else STATE.md's
    #[serde(default)]
    #[schemars(length(max = 400))]
    pub phase: Option<String>,
    /// Plans are unfinished
    #[serde(default)]
    pub partial: Option<bool>,
    /// Of a verifier agent
    #[serde(default)]
    #[schemars(length(max = 200))]
    pub judgements: Vec<Judgement>,
    /// Of the human
    #[serde(default)]
    #[schemars(length(max = 200))]
    pub confirmations: Vec<Confirmation>,
    /// Waived by the human
    #[serde(default)]
    #[schemars(length(max = 100))]
    pub overrides: Vec<Override>,
    /// Worktree
    #[serde(default)]
    #[schemars(length(max = 400))]
    pub worktree: Option<String>,
}

impl VerifyPhase {
    /// Tells whether the call only looks: it judges, confirms and overrides nothing.
    pub fn says_nothing(&self) -> bool {
        self.judgements.is_empty() && self.confirmations.is_empty() && self.overrides.is_empty()
    }
}

/// A verifier agent's word on one item that needs judgement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Judgement {
    /// The item
    #[schemars(length(max = 64))]
    pub item_id: String,
    /// Found
    pub status: JudgedStatus,
    /// At least one; looked up
    #[serde(default)]
    #[schemars(length(max = 20))]
    pub evidence: Vec<GivenEvidence>,
    /// What is missing
    #[serde(default)]
    #[schemars(length(max = 2000))]
    pub note: Option<String>,
}

/// One piece of evidence for a judgement: a place in a file, a commit, or a command's result.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GivenEvidence {
    /// Path
    #[serde(default)]
    #[schemars(length(max = 400))]
    pub file: Option<String>,
    /// From 1
    #[serde(default)]
    #[schemars(range(min = 1))]
    pub line: Option<u32>,
    /// What stands there, or result
    #[serde(default)]
    #[schemars(length(max = 4096))]
    pub text: Option<String>,
    /// Commit
    #[serde(default)]
    #[schemars(length(max = 64))]
    pub commit: Option<String>,
    /// Run by you
    #[serde(default)]
    #[schemars(length(max = 1000))]
    pub command: Option<String>,
}

/// A person's answer on one item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Confirmation {
    /// The item
    #[schemars(length(max = 64))]
    pub item_id: String,
    /// Theirs
    pub answer: Answer,
    /// In their words
    #[serde(default)]
    #[schemars(length(max = 2000))]
    pub note: Option<String>,
}

/// An item that a person waives.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Override {
    /// The item
    #[schemars(length(max = 64))]
    pub item_id: String,
    /// Why
    #[schemars(length(max = 2000))]
    pub reason: String,
    /// Who decided
    #[schemars(length(max = 120))]
    pub decided_by: String,
}

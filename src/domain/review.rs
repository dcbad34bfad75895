//! The canonical model of a review: what every dialect is read into and every protocol rules on (SPEC 2).
//!
//! This is the published contract (`schemas/review.json`). It holds values only; how they are
//! read, joined over passes or judged lives in `dialect`, `identity` and `review_loop`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ids::FindingId;

/// What a reviewer said, or what the server holds after checking it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    Approved,
    ApprovedWithNotes,
    ChangesRequested,
    /// To be redone from scratch.
    Rejected,
    /// Could not be read; never folded into another value.
    Unclear,
}

impl Verdict {
    /// Returns the word used in schemas, events and reports.
    pub fn as_str(self) -> &'static str {
        match self {
            Verdict::Approved => "approved",
            Verdict::ApprovedWithNotes => "approved_with_notes",
            Verdict::ChangesRequested => "changes_requested",
            Verdict::Rejected => "rejected",
            Verdict::Unclear => "unclear",
        }
    }

    /// Tells whether the verdict lets the work go on.
    pub fn approves(self) -> bool {
        matches!(self, Verdict::Approved | Verdict::ApprovedWithNotes)
    }
}

/// How bad a finding is, worst first. Without a severity a finding is `Medium`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    Critical,
    High,
    Medium,
    Low,
    Info,
}

impl Severity {
    /// Every severity, worst first.
    pub const ALL: [Severity; 5] =
        [Severity::Critical, Severity::High, Severity::Medium, Severity::Low, Severity::Info];

    /// Returns the canonical word.
    pub fn as_str(self) -> &'static str {
        match self {
            Severity::Critical => "critical",
            Severity::High => "high",
            Severity::Medium => "medium",
            Severity::Low => "low",
            Severity::Info => "info",
        }
    }
}

/// Which question a finding answers: does the work do what was asked, or is it good work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    Spec,
    Quality,
}

impl Stage {
    /// Returns the canonical word.
    pub fn as_str(self) -> &'static str {
        match self {
            Stage::Spec => "spec",
            Stage::Quality => "quality",
        }
    }

    /// Returns the other one.
    pub fn other(self) -> Stage {
        match self {
            Stage::Spec => Stage::Quality,
            Stage::Quality => Stage::Spec,
        }
    }
}

/// A place in a file. Lines count from 1; `end_line` is included in the range.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Location {
    /// As the reviewer wrote it, without backticks; usually relative to the repository root.
    pub file: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end_line: Option<u32>,
}

impl std::fmt::Display for Location {
    /// Writes `path`, `path:10` or `path:10-20`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.line, self.end_line) {
            (Some(a), Some(b)) if b != a => write!(f, "{}:{a}-{b}", self.file),
            (Some(a), _) => write!(f, "{}:{a}", self.file),
            (None, _) => f.write_str(&self.file),
        }
    }
}

/// What the reviewer, in a re-review, says of a finding's history.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReportedStatus {
    New,
    Persistent,
    Changed,
}

/// One finding as a reviewer raised it in one pass, before it is joined with earlier ones.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RawFinding {
    /// The id as written (`f-001`, `CR-1`); positions such as "Finding 1" are no ids.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reported_id: Option<String>,
    /// The server's id that a structured answer says this is; stronger than an id that stands in a text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repeats: Option<String>,
    pub severity: Severity,
    /// The severity word as written, where there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reported_severity: Option<String>,
    /// The tool that reports it, with its rule: `ruff 0.14.5 (F401)`. Nothing where a reviewer does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reported_by: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stage: Option<Stage>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub category: Option<String>,
    pub title: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub locations: Vec<Location>,
    /// The plan task, requirement, criterion or rubric dimension the finding cites.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub requirement: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suggestion: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// A unified diff that would mend it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fix_patch: Option<String>,
    /// The condition under which it counts as mended, one line (SPEC 6.9).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closed_when: Option<String>,
    /// The reviewer says this is a concern of architecture, not of this change.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub architectural: bool,
    /// The reviewer marks it as blocking in so many words, whatever severity he gives it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub marked_blocking: bool,
    /// The requirement whose row says that it is not met and that this finding writes up; it blocks whatever its
    /// weight (SPEC 4.3).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unmet: Option<String>,
    /// The finding that this one takes back: it asks for the opposite at the same place (SPEC 6.6).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reverses: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reported_status: Option<ReportedStatus>,
}

impl RawFinding {
    /// Returns a finding with a title and a severity and nothing else.
    pub fn new(severity: Severity, title: impl Into<String>) -> Self {
        Self {
            reported_id: None,
            repeats: None,
            severity,
            reported_severity: None,
            reported_by: None,
            stage: None,
            category: None,
            title: title.into(),
            description: None,
            locations: Vec::new(),
            requirement: None,
            suggestion: None,
            why: None,
            fix_patch: None,
            closed_when: None,
            architectural: false,
            marked_blocking: false,
            unmet: None,
            reverses: None,
            reported_status: None,
        }
    }

    /// Returns the first place named.
    pub fn place(&self) -> Option<&Location> {
        self.locations.first()
    }
}

/// A reviewer's word that an earlier finding is done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Resolved {
    /// The server's id, or the id the reviewer gave.
    pub id: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// What a reviewer or a human says of a fixer's rejection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RulingKind {
    /// The rejection holds: the finding is closed.
    Accepted,
    /// The finding stands.
    Overruled,
}

/// A ruling on one rejected finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ruling {
    pub finding_id: String,
    pub ruling: RulingKind,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// What a fixer did about a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ResponseKind {
    Fixed,
    Rejected,
    Deferred,
    Skipped,
}

impl ResponseKind {
    /// Returns the word used in calls, briefs and reports.
    pub fn as_str(self) -> &'static str {
        match self {
            ResponseKind::Fixed => "fixed",
            ResponseKind::Rejected => "rejected",
            ResponseKind::Deferred => "deferred",
            ResponseKind::Skipped => "skipped",
        }
    }
}

/// The four technical grounds on which a finding may be rejected (SPEC 2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReasonKind {
    MisreadRequirement,
    FixWouldBreak,
    FalsePositive,
    BetterAlternative,
}

/// The fixer's word on one finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Response {
    pub finding_id: FindingId,
    pub response: ResponseKind,
    /// What was done, and where when it is not at the finding's place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details: Option<String>,
    /// Why the finding was rejected, deferred or skipped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason_kind: Option<ReasonKind>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tech_debt_id: Option<String>,
}

/// Something the reader guessed, corrected or noticed. `line` counts from 1; 0 is the whole text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Remark {
    pub line: u32,
    /// A stable word such as `verdict_vs_findings`, for programs and metrics.
    pub code: String,
    /// A sentence for people and models.
    pub message: String,
}

impl Remark {
    /// Returns a remark on a line.
    pub fn new(line: u32, code: &str, message: impl Into<String>) -> Self {
        Self { line, code: code.to_owned(), message: message.into() }
    }
}

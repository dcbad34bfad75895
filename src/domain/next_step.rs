//! The next step of a loop or a phase, as every answer carries it (SPEC 2). Values only.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::finding::{Finding, FindingStatus, Grounding};
use super::ids::Turn;
use super::protocol::Protocol;
use super::review::{Location, Severity, Stage};

/// What is to be done next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    Review,
    Fix,
    AskUser,
    Judge,
    Confirm,
    CloseGaps,
    Proceed,
    Stop,
}

/// Who does it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Who {
    Reviewer,
    Fixer,
    Human,
    Verifier,
    Planner,
    Host,
}

/// The exact call that comes after the action, ready to copy; arguments the caller must supply are absent and named in `fill`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Call {
    pub tool: String,
    pub arguments: Map<String, Value>,
}

impl Call {
    /// Returns a call of `tool` with these arguments.
    pub fn new(tool: &str, arguments: impl IntoIterator<Item = (&'static str, Value)>) -> Self {
        let arguments = arguments.into_iter().map(|(k, v)| (k.to_owned(), v)).collect();
        Self { tool: tool.to_owned(), arguments }
    }

    /// Writes the call as `tool {json}`, for sentences.
    pub fn in_words(&self) -> String {
        format!("{} {}", self.tool, Value::Object(self.arguments.clone()))
    }
}

/// A finding in a few fields, as the one who acts on it needs it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FindingRow {
    /// The server's id
    pub id: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reported_id: Option<String>,
    pub severity: Severity,
    /// Must be mended before the work goes on
    pub blocking: bool,
    pub status: FindingStatus,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stage: Option<Stage>,
    /// As first raised
    pub title: String,
    /// Where it stands now
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Location>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub requirement: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suggestion: Option<String>,
    pub grounding: Grounding,
    /// `late`, `fix_induced`, `repeated`, `citation_assumed`
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<String>,
    /// Why it is the same as before
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matched_by: Option<String>,
}

impl FindingRow {
    /// Returns the row of a finding under a protocol.
    pub fn of(finding: &Finding, protocol: &Protocol) -> Self {
        let marks = [
            (finding.late, "late"),
            (finding.fix_induced, "fix_induced"),
            (finding.repeated, "repeated"),
            (finding.citation_assumed, "citation_assumed"),
        ];
        Self {
            id: finding.id.to_string(),
            reported_id: finding.said.reported_id.clone(),
            severity: finding.severity(),
            blocking: finding.is_open() && protocol.blocks(finding.severity()),
            status: finding.status,
            stage: finding.said.stage,
            title: finding.first_title.clone(),
            place: finding.said.place().cloned(),
            requirement: finding.said.requirement.clone(),
            description: finding.said.description.clone(),
            suggestion: finding.said.suggestion.clone(),
            grounding: finding.grounding,
            marks: marks.iter().filter(|(on, _)| *on).map(|(_, m)| (*m).to_owned()).collect(),
            matched_by: finding.matched_by.clone(),
        }
    }

    /// Leaves out the long texts, for answers that must stay small.
    #[must_use]
    pub fn short(mut self) -> Self {
        self.description = None;
        self.suggestion = None;
        self.matched_by = None;
        self
    }
}

/// The next step. `call` is always usable as it stands once `fill` is supplied.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct NextStep {
    pub action: Action,
    /// The loop's next step; writes carry it back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<Turn>,
    pub who: Who,
    /// Why this is next, in a sentence.
    pub why: String,
    /// Why a review: `first`, `re_review`, `stale`, `clarify`, `fresh`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The subagent to start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_turns: Option<u32>,
    /// `developer`, `senior_engineer`, `project_manager`, `user`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tier: Option<String>,
    /// What to put before the human, or the text to ask a reviewer with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
    /// What is to be mended or judged, all of it that is open.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<FindingRow>,
    /// How to commit a fix: `amend`, `separate`, `none`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// The text to give to the one who acts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub brief: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<String>,
    /// Markdown for the SUMMARY that the executor writes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary_section: Option<String>,
    /// Words for the host's own state file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state_words: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// Ids of the verification items the step is about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub items: Vec<String>,
    pub call: Call,
    /// Arguments of `call` that the caller must supply.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fill: Vec<String>,
}

impl NextStep {
    /// Returns a step with nothing but what every step has.
    pub fn new(action: Action, who: Who, why: impl Into<String>, call: Call, fill: &[&str]) -> Self {
        Self {
            action,
            turn: None,
            who,
            why: why.into(),
            reason: None,
            agent: None,
            model: None,
            max_turns: None,
            tier: None,
            question: None,
            options: Vec::new(),
            findings: Vec::new(),
            commit: None,
            brief: None,
            files: Vec::new(),
            outcome: None,
            summary_section: None,
            state_words: None,
            warnings: Vec::new(),
            items: Vec::new(),
            call,
            fill: fill.iter().map(|f| (*f).to_owned()).collect(),
        }
    }
}

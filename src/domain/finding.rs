//! A finding over the passes of its loop: what was said, where it stands, what was answered.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ids::{FindingId, Oid, Pass};
use super::protocol::Protocol;
use super::review::{RawFinding, Response, RulingKind, Severity};

/// Where a finding stands after a pass (SPEC 2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FindingStatus {
    New,
    /// Raised again, or not mentioned and not shown to be mended.
    Persistent,
    /// Raised again with another severity.
    Changed,
    /// Resolved once and raised again.
    Reopened,
    Resolved,
}

impl FindingStatus {
    /// Returns the word used in answers and reports.
    pub fn as_str(self) -> &'static str {
        match self {
            FindingStatus::New => "new",
            FindingStatus::Persistent => "persistent",
            FindingStatus::Changed => "changed",
            FindingStatus::Reopened => "reopened",
            FindingStatus::Resolved => "resolved",
        }
    }

    /// Tells whether the finding still wants something.
    pub fn is_open(self) -> bool {
        self != FindingStatus::Resolved
    }
}

/// How a finding's place relates to the reviewed change (SPEC 7.2). Shown; never unblocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Grounding {
    /// The place lies in a hunk of the reviewed diff.
    InDiff,
    /// The file and line are there, outside of the diff.
    InFile,
    /// The subject lists the file and it is not there: the finding may be right.
    ExpectedFile,
    MissingFile,
    LineOutOfRange,
    /// The file is there, and none of the code that the finding quotes stands in it.
    QuoteNotFound,
    /// No place was given.
    Unlocated,
}

impl Grounding {
    /// Returns the word used in answers and reports.
    pub fn as_str(self) -> &'static str {
        match self {
            Grounding::InDiff => "in_diff",
            Grounding::InFile => "in_file",
            Grounding::ExpectedFile => "expected_file",
            Grounding::MissingFile => "missing_file",
            Grounding::LineOutOfRange => "line_out_of_range",
            Grounding::QuoteNotFound => "quote_not_found",
            Grounding::Unlocated => "unlocated",
        }
    }
}

/// One finding with its history in the loop.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Finding {
    pub id: FindingId,
    /// The reviewer's latest wording; its severity is already the protocol's level.
    pub said: RawFinding,
    /// The title it was first raised with.
    pub first_title: String,
    pub first_pass: Pass,
    /// The last pass that raised it.
    pub last_pass: Pass,
    /// The tree in which its places stand; nothing where that is the last review's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(skip)]
    pub placed: Option<Oid>,
    pub status: FindingStatus,
    pub grounding: Grounding,
    /// Why it was taken for the same finding as before, where it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matched_by: Option<String>,
    /// The finding that it is a part of, where one was split and another part is its heir (SPEC 6.5).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part_of: Option<FindingId>,
    /// Why it counts as resolved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resolved_by: Option<String>,
    /// How many passes raised it.
    pub times: u32,
    /// Open in two passes or more.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub repeated: bool,
    /// Raised after pass 1 on lines the last fix did not touch.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub late: bool,
    /// Raised after pass 1 inside what the last fix changed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fix_induced: bool,
    /// A blocking spec finding that stayed uncited and is held to cite the task under review.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub citation_assumed: bool,
    /// Found by the check before the reviewer; it falls when that check no longer finds it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_precheck: bool,
    /// About the spec's own documents: recorded for their author, never blocking (SPEC 4.4).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub suggestion: bool,
    /// Its rejection was overruled once; it cannot be rejected again.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub overruled: bool,
    /// Whether its patch applies to the tree that the pass which raised it last looked at; nothing without a patch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub patch_applies: Option<bool>,
    /// The fixer's latest word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub response: Option<Response>,
    /// The ruling on the fixer's latest rejection.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ruling: Option<RulingKind>,
}

impl Finding {
    /// Returns a finding as it stands when it is first raised.
    pub fn new(id: FindingId, said: RawFinding, pass: Pass) -> Finding {
        Finding {
            id,
            first_title: said.title.clone(),
            said,
            first_pass: pass,
            last_pass: pass,
            placed: None,
            status: FindingStatus::New,
            grounding: Grounding::Unlocated,
            matched_by: None,
            part_of: None,
            resolved_by: None,
            times: 1,
            repeated: false,
            late: false,
            fix_induced: false,
            citation_assumed: false,
            by_precheck: false,
            suggestion: false,
            overruled: false,
            patch_applies: None,
            response: None,
            ruling: None,
        }
    }

    /// Returns the present severity.
    pub fn severity(&self) -> Severity {
        self.said.severity
    }

    /// Tells whether the finding still wants something.
    pub fn is_open(&self) -> bool {
        self.status.is_open()
    }

    /// Tells whether the work may not go on with it.
    pub fn blocks(&self, protocol: &Protocol) -> bool {
        self.is_open() && !self.suggestion && protocol.blocks_as_said(&self.said)
    }

    /// Returns the title it was raised with last, where its words are others than those it was raised with first.
    pub fn renewed_title(&self) -> Option<&str> {
        let words = |title: &str| -> Vec<String> {
            let words = title.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
            words.map(str::to_lowercase).collect()
        };
        let last = self.said.title.as_str();
        (words(last) != words(&self.first_title)).then_some(last)
    }

    /// Tells whether it was raised too late to count as a note under a protocol that wants none late.
    pub fn is_late_note(&self, protocol: &Protocol) -> bool {
        protocol.late_are_notes && self.late && !protocol.blocks_as_said(&self.said)
    }

    /// Returns the marks it carries (SPEC 2), by the words used in answers.
    pub fn marks(&self) -> impl Iterator<Item = &'static str> {
        let marks = [
            (self.late, "late"),
            (self.fix_induced, "fix_induced"),
            (self.repeated, "repeated"),
            (self.citation_assumed, "citation_assumed"),
            (self.suggestion, "suggestion"),
            (self.by_precheck, "precheck"),
            (self.overruled, "overruled"),
        ];
        marks.into_iter().filter(|(on, _)| *on).map(|(_, mark)| mark)
    }

    /// Returns the first place as `path:line`, or nothing.
    pub fn place(&self) -> Option<String> {
        self.said.place().map(ToString::to_string)
    }
}

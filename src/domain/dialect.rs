//! Reviewer text → [`Reading`]. Never fails, whatever the text (SPEC 5).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::review::{RawFinding, Remark, Resolved, Ruling, Verdict};

/// The line a verdict was read from, and the rule that read it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Because {
    /// From 1.
    pub line: u32,
    /// The line as written, shortened to 200 characters.
    pub text: String,
    /// The rule of the dialect's grammar, such as `megazord.status`.
    pub rule: String,
}

/// A line that looked like a verdict and was not taken for one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Ignored {
    /// From 1.
    pub line: u32,
    pub text: String,
    /// Why it does not count, such as `in a code fence` or `echoed template`.
    pub why: String,
}

/// Counts a reviewer stated, as far as it stated them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StatedCounts {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub critical: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub warnings: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub info: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total: Option<u32>,
}

/// What the server understood of a reviewer's text. Recorded beside the raw text; a later reader never rewrites it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Reading {
    /// The dialect's name (SPEC 4): `megazord`, `prose`, …
    pub dialect: String,
    /// What the reviewer's own final statement says, whatever the findings say.
    pub claimed_verdict: Verdict,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub because: Option<Because>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ignored: Vec<Ignored>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<RawFinding>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub resolved: Vec<Resolved>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rulings: Vec<Ruling>,
    /// The task the text says it is about, such as `03-01 Task 2`; checked against the pass (`wrong_pass`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
    #[serde(default)]
    pub counts: StatedCounts,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<Remark>,
    /// False when nothing could be read: no verdict and no finding.
    pub parsed: bool,
}

/// (placeholder until the reader lands)
pub fn ask_again(_reading: &Reading) -> Option<String> {
    None
}

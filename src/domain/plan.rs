//! PLAN.md ↔ values (SPEC 8.1). Reads what people really write; says what it guessed.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::ids::RepoPath;
use super::review::Remark;

/// A plan: its front matter, its promises and its tasks. Texts are as written (`01`, `1.10`, `v0.11-01-02`).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    pub path: RepoPath,
    /// The file's stem without `-PLAN` and extension: `03-01`.
    pub stem: String,
    /// `phase` as written, or read from the file name with a remark.
    pub phase: Option<String>,
    /// `plan` as written, or read from the file name with a remark.
    pub plan: Option<String>,
    pub title: Option<String>,
    pub wave: Option<String>,
    pub depends_on: Vec<String>,
    pub files_modified: Vec<String>,
    /// Requirement ids the plan claims.
    pub requirements: Vec<String>,
    pub must_haves: MustHaves,
    pub tasks: Vec<Task>,
    /// Front matter keys with no field here, kept as written.
    pub other: BTreeMap<String, String>,
    pub remarks: Vec<Remark>,
    /// YAML failed and the tolerant line reader took over.
    pub degraded: bool,
}

/// What a plan promises to be true when it is done. `line` counts from 1 in the plan file.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct MustHaves {
    pub truths: Vec<Truth>,
    pub artifacts: Vec<Artifact>,
    pub key_links: Vec<KeyLink>,
}

/// A statement that must be true.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Truth {
    pub text: String,
    pub line: u32,
}

/// A file that must be there and hold something.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Artifact {
    pub path: String,
    pub provides: Option<String>,
    pub min_lines: Option<u32>,
    /// Each must stand in the file.
    pub contains: Vec<String>,
    pub must_not_contain: Vec<String>,
    pub exports: Vec<String>,
    pub line: u32,
}

/// A connection between two files that must exist.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeyLink {
    pub from: String,
    pub to: String,
    pub via: Option<String>,
    pub pattern: Option<String>,
    pub line: u32,
}

/// One task of a plan.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    /// `1`, `1.10`, `2a`: as written, or its position from 1.
    pub number: String,
    pub name: String,
    /// `auto`, `tdd`, `checkpoint:human-verify`, …
    pub kind: Option<String>,
    /// As listed, cleaned of backticks, bullets and notes.
    pub files: Vec<String>,
    pub action: Option<String>,
    pub verify: Option<String>,
    pub done: Option<String>,
    pub acceptance: Vec<String>,
    /// The whole block as written.
    pub raw: String,
    /// First line of the block in the plan file, from 1.
    pub line: u32,
}

//! PLAN.md ↔ values (SPEC 8.1). Reads what people really write; says what it guessed.

mod fix_task;
mod header;
pub mod layout;
mod must_haves;
pub mod numbers;

pub(crate) use must_haves::{LEFT_OUT, MISSPELT, NOT_A_NUMBER};
pub(crate) use tasks::{DUPLICATE, UNOPENED};
pub(crate) use unfilled::{UNFILLED, is_unwritten};
mod paths;
mod progress;
mod summary;
mod tasks;
mod unfilled;
mod whole;

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::front_matter::{self, Budget, FrontMatter, FrontMatterError};
use super::ids::RepoPath;
use super::review::Remark;

pub use layout::{PhaseFolder, phase_of, root_of};
pub use paths::{MAX_TASK_FILES, clean as clean_path};
pub use progress::only_progress;
pub use summary::{summary_denies, summary_doubt, summary_tells};
pub use whole::asked_whole;

/// The largest plan read, in bytes.
pub const MAX_PLAN: usize = 1024 * 1024;

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
    /// It is the task list of a spec: check boxes, and no header that says phase, wave or promises.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub listed: bool,
}

/// What a plan promises to be true when it is done. `line` counts from 1 in the plan file.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct MustHaves {
    pub truths: Vec<Truth>,
    pub artifacts: Vec<Artifact>,
    pub key_links: Vec<KeyLink>,
    /// Fields that nothing here checks, as written, each by its place: `artifacts[0].owner`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub other: BTreeMap<String, String>,
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
    /// What a checkpoint shows to a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub built: Option<String>,
    pub acceptance: Vec<String>,
    /// The whole block as written.
    pub raw: String,
    /// First line of the block in the plan file, from 1.
    pub line: u32,
    /// Whether its box is ticked; nothing where the plan's tasks have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ticked: Option<bool>,
    /// The marks before its title, in capitals and without brackets: `P`, `VERIFY`, `FIX 1.1`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<String>,
    /// The task it mends, as a `[FIX id]` says (SPEC 4.4).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fix_of: Option<String>,
    /// The message its commit is to have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// The requirement ids it serves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub requirements: Vec<String>,
    /// The heading of the phase it stands under: `Phase 1: Make It Work`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
}

impl Task {
    /// Returns what is asked: the block as written, with its box unticked. Ticking it off is no change of the
    /// contract.
    pub fn asked(&self) -> Cow<'_, str> {
        let ticked = self.ticked.is_some().then(|| self.raw.split_once('[')).flatten();
        match ticked.and_then(|(before, rest)| Some((before, rest.split_once(']')?.1))) {
            Some((before, after)) => Cow::Owned(format!("{before}[ ]{after}")),
            None => Cow::Borrowed(&self.raw),
        }
    }
}

/// Why a file is no plan.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// The file is longer than [`MAX_PLAN`].
    #[error("{path} holds {size} bytes; a plan of at most {MAX_PLAN} bytes is read")]
    TooLarge { path: RepoPath, size: usize },
    /// The front matter is longer than a plan's ever is.
    #[error(
        "{path}: the front matter holds {size} bytes; at most {} are read",
        front_matter::MAX_FRONT_MATTER
    )]
    FrontMatterTooLarge { path: RepoPath, size: usize },
    /// The front matter is built to exhaust its reader.
    #[error("{path}:{line}: the front matter {budget}")]
    Budget { path: RepoPath, line: u32, budget: Budget },
    /// The file holds a NUL character.
    #[error("{path}:{line} holds a NUL character; a plan is UTF-8 text")]
    Nul { path: RepoPath, line: u32 },
    /// Lines end as on old Macs, so that the whole file is one line.
    #[error("{path} ends its lines with a carriage return alone; save the plan with LF or CRLF line ends")]
    LoneReturns { path: RepoPath },
    /// The bytes are no UTF-8.
    #[error("{path}: byte {at} (line {line}) is no UTF-8; save the plan as UTF-8")]
    NotUtf8 { path: RepoPath, at: usize, line: u32 },
    /// There is neither front matter nor a task.
    #[error(
        "{path} has no front matter between `---` lines and no task (`<task>`, `### Task 1: …` or `- [ ] 1.1 …`)"
    )]
    NotAPlan { path: RepoPath },
    /// More tasks than any plan has.
    #[error("{path} holds more than {limit} tasks; split the plan")]
    TooManyTasks { path: RepoPath, limit: usize },
}

/// Reads a plan from the bytes of its file.
pub fn read_bytes(path: &RepoPath, bytes: &[u8]) -> Result<Plan, PlanError> {
    if bytes.len() > MAX_PLAN {
        return Err(PlanError::TooLarge { path: path.clone(), size: bytes.len() });
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => read(path, text),
        Err(error) => {
            let at = error.valid_up_to();
            let breaks = bytes.iter().take(at).filter(|b| **b == b'\n').count();
            Err(PlanError::NotUtf8 { path: path.clone(), at, line: line_number(breaks) })
        }
    }
}

/// Reads a plan from its text. What it guessed is in `remarks`; lines count from 1 in the file.
pub fn read(path: &RepoPath, text: &str) -> Result<Plan, PlanError> {
    if text.len() > MAX_PLAN {
        return Err(PlanError::TooLarge { path: path.clone(), size: text.len() });
    }
    if text.contains('\r') && !text.contains('\n') {
        return Err(PlanError::LoneReturns { path: path.clone() });
    }
    let matter = front_matter::read(text).map_err(|error| match error {
        FrontMatterError::TooLarge { size } => PlanError::FrontMatterTooLarge { path: path.clone(), size },
        FrontMatterError::Budget { line, budget } => PlanError::Budget { path: path.clone(), line, budget },
        FrontMatterError::Nul { line } => PlanError::Nul { path: path.clone(), line },
    })?;
    let (body, body_line) = match &matter {
        Some(matter) => (&text[matter.body_at..], matter.body_line),
        None => (text, 1),
    };
    let mut remarks = Vec::new();
    // Below a planning root check boxes are criteria; the task lists of specs lie elsewhere.
    let lists = root_of(path).is_none();
    let tasks::Tasks { tasks, listed } = tasks::read(body, body_line, lists, &mut remarks)
        .map_err(|limit| PlanError::TooManyTasks { path: path.clone(), limit })?;
    if matter.is_none() && tasks.is_empty() {
        return Err(PlanError::NotAPlan { path: path.clone() });
    }
    if matter.is_none() && !listed {
        let found = front_matter::misplaced(text);
        let said =
            found.map_or("the plan has no front matter between `---` lines".to_owned(), |found| found.says());
        remarks.insert(0, Remark::new(found.map_or(1, |found| found.first), "no_front_matter", said));
    }
    let mut plan = header::read(path, matter.as_ref(), body, listed);
    plan.tasks = tasks;
    let counted = |m: &FrontMatter<'_>| m.entries.iter().find(|e| e.key == "total_tasks").map(|e| e.line);
    remarks.extend(matter.as_ref().and_then(|m| miscounted(&plan, counted(m).unwrap_or(m.open_line))));
    plan.remarks.extend(remarks);
    plan.remarks.sort_by_key(|remark| remark.line);
    Ok(plan)
}

/// Says that a task list's header counts other tasks than stand in it; fix tasks may be counted or not.
fn miscounted(plan: &Plan, line: u32) -> Option<Remark> {
    let said: usize = plan.other.get("total_tasks").filter(|_| plan.listed)?.trim().parse().ok()?;
    let all = plan.tasks.len();
    let fixes = plan.tasks.iter().filter(|t| t.fix_of.is_some()).count();
    let message = format!("`total_tasks` says {said}, and {all} tasks stand in the list");
    (said != all && said != all - fixes).then(|| Remark::new(line, "total_tasks", message))
}

/// Returns the number of the line after `breaks` line ends.
fn line_number(breaks: usize) -> u32 {
    u32::try_from(breaks).unwrap_or(u32::MAX).saturating_add(1)
}

impl Plan {
    /// Returns what people call the plan at a path: its file's name without `-PLAN` and extension.
    pub fn stem_of(path: &RepoPath) -> String {
        layout::stem(path.file_name())
    }

    /// Returns the task with a number. `1` is `01`; `1.10` is not `1.1`. Also takes `Task 2` and `T2`, and
    /// `FIX 1.1` where exactly one task mends 1.1.
    pub fn task(&self, number: &str) -> Option<&Task> {
        let wanted = task_key(number);
        let found = self.tasks.iter().find(|t| task_key(&t.number) == wanted);
        found.or_else(|| {
            let bare = number.trim().trim_start_matches('[').trim_end_matches(']');
            let of = bare.get(..4).filter(|w| w.eq_ignore_ascii_case("fix ")).map(|_| bare[4..].trim())?;
            let mut fixes = self.fixes_of(of);
            fixes.next().filter(|_| fixes.next().is_none())
        })
    }

    /// Returns the tasks that mend a task, in the order of the list.
    pub fn fixes_of<'p>(&'p self, number: &str) -> impl Iterator<Item = &'p Task> {
        let of = task_key(number);
        self.tasks.iter().filter(move |t| t.fix_of.as_deref().is_some_and(|f| task_key(f) == of))
    }
}

/// Returns a task number without the word before it and without leading zeros of its parts.
fn task_key(number: &str) -> String {
    let lower = number.trim().to_ascii_lowercase();
    let bare = lower.strip_prefix("task").unwrap_or(&lower).trim_start_matches([' ', '-', '#']);
    let bare = match bare.strip_prefix('t') {
        Some(rest) if rest.starts_with(|c: char| c.is_ascii_digit()) => rest,
        Some(_) | None => bare,
    };
    let parts = bare.split(['.', '-']).map(|part| {
        let kept = part.trim_start_matches('0');
        if kept.starts_with(|c: char| c.is_ascii_digit()) {
            kept.to_owned()
        } else {
            keep_one_zero(part, kept)
        }
    });
    let parts: Vec<String> = parts.collect();
    let dashed = bare.contains('-');
    parts.join(if dashed { "-" } else { "." })
}

/// Returns `0` for a part that is all zeros, `0a` for `00a`, and any other part as it is.
fn keep_one_zero(part: &str, kept: &str) -> String {
    match part.len() == kept.len() {
        true => kept.to_owned(),
        false => format!("0{kept}"),
    }
}

#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_items;
#[cfg(test)]
mod tests_tasks;

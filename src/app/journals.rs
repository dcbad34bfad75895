//! The systems' own files, kept in step with a loop where the system uses them (SPEC 4, 8.2).
//!
//! They follow the record and are never part of it: where one cannot be merged it is left alone, and the answer says so.

use crate::domain::ids::RepoPath;
use crate::domain::journal::{self, Unmergeable};
use crate::domain::plan::layout;
use crate::domain::protocol::Journal;
use crate::domain::review::Remark;
use crate::domain::review_loop::LoopState;
use crate::domain::subject::Subject;
use crate::io::files::{Edited, Files, Lock};

use super::refusals::with_sources;
use super::reports::{self, Report};
use super::subjects;
use super::workspace::Workspace;

/// The largest file of a system that is merged into, in bytes.
const LIMIT: u64 = 4 * 1024 * 1024;

/// A file that is to be told of a loop.
struct Told<'p, 'f> {
    journal: &'p Journal,
    path: RepoPath,
    files: &'f Files,
}

/// Tells the system's own files what became of a loop.
pub(super) fn write(ws: &Workspace<'_>, state: &LoopState) -> Vec<Report> {
    let told: Vec<Told<'_, '_>> = files(ws, state)
        .into_iter()
        .filter(|t| t.files.is_file(&t.path) || journal::is_made(t.journal.form))
        .collect();
    if told.is_empty() {
        return Vec::new();
    }
    let lock = match Lock::take(&crate::io::store::folder(ws.repository.common_dir())) {
        Ok(lock) => lock,
        Err(error) => return told.iter().map(|t| left_alone(&t.path, &error.to_string())).collect(),
    };
    told.iter().filter_map(|t| one(state, t, &lock)).collect()
}

/// Returns the file in which what a loop leaves open stands already.
pub(super) fn holding_left_open(ws: &Workspace<'_>, state: &LoopState) -> Option<RepoPath> {
    state.outcome()?;
    files(ws, state).into_iter().find_map(|t| {
        let text = t.files.read_text(&t.path, LIMIT).ok().flatten()?;
        journal::holds_left_open(t.journal.form, state, &text).then_some(t.path)
    })
}

fn one(state: &LoopState, told: &Told<'_, '_>, lock: &Lock) -> Option<Report> {
    let change = |before: Option<&str>| -> Result<Option<String>, Unmergeable> {
        journal::told(told.journal.form, state, told.path.as_str(), before)
    };
    match told.files.edit(&told.path, LIMIT, lock, change) {
        Ok(Ok(Edited::Written)) => {
            Some(Report { path: Some(told.path.to_string()), remark: differs(state, told) })
        }
        Ok(Ok(Edited::Left)) => None,
        Ok(Err(why)) => Some(left_alone(&told.path, &why.to_string())),
        Err(error) => Some(left_alone(&told.path, &with_sources(&error))),
    }
}

/// Says where the file's author claims otherwise than what was recorded.
fn differs(state: &LoopState, told: &Told<'_, '_>) -> Option<Remark> {
    let text = told.files.read_text(&told.path, LIMIT).ok().flatten()?;
    let message = journal::differs(told.journal.form, state, told.path.as_str(), &text)?;
    Some(Remark::new(0, "state_file_differs", message))
}

fn left_alone(path: &RepoPath, why: &str) -> Report {
    let message =
        format!("{path} was left as it is ({why}); what was recorded stands, mend the file by hand");
    Report { path: None, remark: Some(Remark::new(0, "state_file_left_alone", message)) }
}

/// Returns the system's files that may be told, where they lie for this subject.
fn files<'p, 'f>(ws: &'f Workspace<'_>, state: &'p LoopState) -> Vec<Told<'p, 'f>> {
    let told = state.protocol.journals.iter().filter_map(|journal| {
        let path = place(ws, &state.subject, &journal.path)?;
        Some(Told { journal, files: ws.documents(Some(&path)), path })
    });
    told.collect()
}

/// Fills in where a file lies; nothing where the subject has no such place.
fn place(ws: &Workspace<'_>, subject: &Subject, pattern: &str) -> Option<RepoPath> {
    if pattern == "{summary}" {
        // The SUMMARY tells of work that was done, not of the plan as a document.
        let plan = subject.plan_path().filter(|_| subject.document().is_none())?;
        return subjects::summary_of(plan);
    }
    let mut path = pattern.to_owned();
    if path.contains("{root}") {
        let root = subject.home().and_then(layout::root_of)?;
        path = path.replace("{root}", root.as_str());
    }
    if path.contains("{spec_dir}") {
        path = path.replace("{spec_dir}", subject.home()?.parent()?.as_str());
    }
    if path.contains("{id}") {
        path = path.replace("{id}", &reports::file_name(&subject.label()));
    }
    if path.contains("{newest:") {
        path = reports::in_newest(ws, &path)?;
    }
    RepoPath::parse(&path).ok()
}

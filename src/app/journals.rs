//! The systems' own files, kept in step with a loop where the system uses them (SPEC 4, 8.2).
//!
//! They follow the record and are never part of it: where one cannot be merged it is left alone, and the answer says so.

use std::cell::Cell;

use crate::domain::ids::RepoPath;
use crate::domain::journal::{self, Unmergeable};
use crate::domain::plan::layout;
use crate::domain::protocol::{Journal, JournalForm};
use crate::domain::review::Remark;
use crate::domain::review_loop::LoopState;
use crate::domain::subject::Subject;
use crate::io::files::{Edited, Files, Lock};

use super::loops::{self, Loaded};
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

/// Tells them, and returns what is to be said of it.
pub(super) fn tell(ws: &Workspace<'_>, state: &LoopState) -> Vec<Remark> {
    reports::keep_up(ws, state, |now| write(ws, now)).into_iter().filter_map(|report| report.remark).collect()
}

/// Tells the system's own files what became of a loop.
pub(super) fn write(ws: &Workspace<'_>, state: &LoopState) -> Vec<Report> {
    write_those(ws, state, |_| true)
}

/// Tells those files again that are made anew for each review, or hold a log of them: what others have gone on from since
/// is theirs. So is a file that speaks of another loop, or of a moment that the store does not have: that may be all there
/// is of it, and is written over with `force` alone. `all` are the loops that may share a path.
pub(super) fn write_again(ws: &Workspace<'_>, loaded: &Loaded, all: &[Loaded], force: bool) -> Vec<Report> {
    write_those(ws, &loaded.state, |told| {
        journal::may_be_told_again(told.journal.form)
            && (!journal::is_made(told.journal.form) || is_its_own(ws, loaded, told, all, force))
    })
}

/// Tells whether a file that speaks of one loop alone is this one's to be told again.
fn is_its_own(ws: &Workspace<'_>, loaded: &Loaded, told: &Told<'_, '_>, all: &[Loaded], force: bool) -> bool {
    let text = told.files.read_text(&told.path, LIMIT).ok().flatten();
    if let Some(holder) = text.and_then(|text| journal::holder(told.journal.form, &text)) {
        let has = |chain: &String| loaded.entries.iter().any(|entry| &entry.hash == chain);
        return holder.id == loaded.state.id.as_str() && (force || holder.chain.as_ref().is_none_or(has));
    }
    // It says of none: of those that share it the open one opened last, and where none is open the last of all.
    let shares = |other: &&Loaded| {
        other.state.answered().is_some()
            && other.state.subject.branch() == loaded.state.subject.branch()
            && files(ws, &other.state).iter().any(|t| t.path == told.path)
    };
    let place = |l: &&Loaded| (l.state.outcome().is_none(), l.born);
    all.iter().filter(shares).max_by_key(place).is_none_or(|last| last.state.id == loaded.state.id)
}

fn write_those(ws: &Workspace<'_>, state: &LoopState, wanted: impl Fn(&Told<'_, '_>) -> bool) -> Vec<Report> {
    let mut reports = Vec::new();
    let mut told: Vec<Told<'_, '_>> = Vec::new();
    for t in files(ws, state).into_iter().filter(wanted) {
        if t.files.is_file(&t.path) || journal::is_made(t.journal.form) {
            told.push(t);
        } else if let Some(why) = unreachable(&t) {
            reports.push(left_alone(&t.path, &why));
        }
    }
    if told.is_empty() {
        return reports;
    }
    let lock = match Lock::take(&crate::io::store::folder(ws.repository.common_dir())) {
        Ok(lock) => lock,
        Err(error) => {
            reports.extend(told.iter().map(|t| left_alone(&t.path, &error.to_string())));
            return reports;
        }
    };
    reports.extend(told.iter().filter_map(|t| one(ws, state, t, &lock)));
    reports
}

/// Says why something at a path is not told, where something is there and it is no file of the repository.
fn unreachable(told: &Told<'_, '_>) -> Option<String> {
    match told.files.kind(&told.path) {
        Ok(None) => told.files.is_link(&told.path).then(|| "it is a link that leads nowhere".to_owned()),
        Ok(Some(_)) => Some("it is no regular file".to_owned()),
        Err(error) if told.files.is_link(&told.path) => {
            Some(format!("it is a link that leads out of the repository, or cannot be followed: {error}"))
        }
        Err(error) => Some(with_sources(&error)),
    }
}

/// Returns the file in which what a loop leaves open stands already.
pub(super) fn holding_left_open(ws: &Workspace<'_>, state: &LoopState) -> Option<RepoPath> {
    state.outcome()?;
    files(ws, state).into_iter().find_map(|t| {
        let text = t.files.read_text(&t.path, LIMIT).ok().flatten()?;
        journal::holds_left_open(t.journal.form, state, &text).then_some(t.path)
    })
}

fn one(ws: &Workspace<'_>, state: &LoopState, told: &Told<'_, '_>, lock: &Lock) -> Option<Report> {
    let moved = Cell::new(0);
    let form = told.journal.form;
    let change = |before: Option<&str>| -> Result<Option<String>, Unmergeable> {
        let written = match before {
            Some(text) if journal::has_section(form, state, text) => written(ws, state, form),
            Some(_) | None => Vec::new(),
        };
        moved.set(before.map_or(0, |text| journal::moved_out(form, state, &written, text)));
        journal::told(form, state, &written, told.path.as_str(), before)
    };
    match told.files.edit_unless_torn(&told.path, LIMIT, lock, Unmergeable::may_be_torn, change) {
        Ok(Ok(Edited::Written)) => {
            let remark = moved_out(told, moved.get()).or_else(|| differs(state, told));
            Some(Report { path: Some(told.path.to_string()), remark })
        }
        Ok(Ok(Edited::Left)) => None,
        Ok(Err(why)) => Some(left_alone(&told.path, &why.to_string())),
        Err(error) if error.is_busy() => Some(written_meanwhile(&told.path)),
        Err(error) => Some(left_alone(&told.path, &with_sources(&error))),
    }
}

/// Says that somebody was writing a file each time that it was looked at.
fn written_meanwhile(path: &RepoPath) -> Report {
    let message = format!(
        "{path} could not be read or written now, since somebody else writes it; what was recorded stands, and the next call about this loop tells it"
    );
    Report { path: None, remark: Some(Remark::new(0, "state_file_left_alone", message)) }
}

/// Returns what the loop's section has held so far, by its events. Where those cannot be read nothing is known to be ours.
fn written(ws: &Workspace<'_>, state: &LoopState, form: JournalForm) -> Vec<String> {
    let store = ws.log().ok().flatten();
    let loaded = store.and_then(|store| loops::load(&store, state.id.as_str()).ok());
    loaded.map(|loaded| journal::written(form, &loaded.entries)).unwrap_or_default()
}

/// Says that somebody wrote into our section, and where it stands now.
fn moved_out(told: &Told<'_, '_>, lines: usize) -> Option<Remark> {
    let (lines, stand) = match lines {
        0 => return None,
        1 => ("1 line".to_owned(), "stands"),
        n => (format!("{n} lines"), "stand"),
    };
    let message = format!(
        "{}: {lines} within our section {stand} below it now; what is between the marks is written anew with each review",
        told.path
    );
    Some(Remark::new(0, "state_file_lines_moved", message))
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
        return subjects::summary_of(ws, plan);
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

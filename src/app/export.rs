//! Findings of recorded loops for other tools and people (SPEC 11). Reads only, but for the file that the user names.
//!
//! Told are the loops that speak here: of each subject of the branch the one opened last, and every older one that is
//! open or left something that blocks and that no later one settled. What gave way to another is told by that. A loop that
//! cannot be read is a remark, whatever it may have been of: what it found is missing. So are committed reports where no
//! store is.

use std::path::{Component, Path, PathBuf};

use crate::domain::export::{Export, Loop, UNREADABLE};
use crate::domain::ids::{LoopId, RepoPath};
use crate::domain::plan::layout;
use crate::domain::receipt::same_subject;
use crate::domain::review::Remark;
use crate::domain::review_loop::LoopState;
use crate::domain::review_loop::event::Outcome;
use crate::domain::review_loop::left::gave_way;
use crate::domain::subject::Subject;
use crate::error::Error;
use crate::io::files::{FilesError, Kind};
use crate::io::store::Store;

use super::loops::{self, Loaded};
use super::refusals::{of_files, with_sources};
use super::requests;
use super::subjects::branches::{in_words, seen_from_here};
use super::workspace::Workspace;
use super::{gate, phases, reports, shelf};

/// What no loop is there for.
const NO_LOOP: &str = "no_loop";

/// The most reports that a remark names.
const NAMED: usize = 3;

pub(super) fn export(ws: &Workspace<'_>, request: &requests::Export) -> Result<Export, Error> {
    if request.loop_id.is_some() && request.phase.is_some() {
        return Err(Error::invalid("loop_id", "give one of `loop_id` and `phase`"));
    }
    let branch = ws.repository.branch();
    let Some(store) = ws.store_if_any()? else { return without_store(ws, request) };
    if let Some(id) = &request.loop_id {
        let loaded = loops::load(&store, id)?;
        return Ok(put_together(ws, request, format!("loop {}", loaded.state.id), &[&loaded], Vec::new()));
    }
    let (all, damaged) = loops::all(&store)?;
    let scope = match &request.phase {
        Some(phase) => Scope::of_phase(ws, phase, all.iter().map(|l| &l.state.subject))?,
        None => Scope::Branch,
    };
    let told = speaking(ws, &all, |subject| scope.holds(subject));
    let in_words = scope.in_words(branch.as_deref());
    let mut export = put_together(ws, request, in_words, &told, unreadable(ws, &store, damaged));
    if told.is_empty() {
        let message = format!("no loop was opened for {}, so there is nothing to export", export.scope);
        export.remarks.push(Remark::new(0, NO_LOOP, message));
    }
    Ok(export)
}

/// Tells what there is where no store is: nothing, or reports that were committed where one is. These claim how reviews
/// ended, which is enough for a gate; their findings are text for people, and no finding is told as half of what it is.
fn without_store(ws: &Workspace<'_>, request: &requests::Export) -> Result<Export, Error> {
    let records = gate::Records::read(ws)?;
    if let Some(id) = &request.loop_id {
        let error = Error::not_found("loop_id", format!("no loop {id:?} in this repository"));
        return Err(match records.reports {
            0 => error.hint("No loop was opened here yet"),
            _ => error.hint("This clone has no store, only committed reports: export where the reviews ran"),
        });
    }
    let subjects = || records.all.iter().map(|known| &known.subject);
    let scope = match &request.phase {
        Some(phase) => Scope::of_phase(ws, phase, subjects())?,
        None => Scope::Branch,
    };
    let branch = ws.repository.branch();
    let mut export = Export::new(scope.in_words(branch.as_deref()), branch, request.all, Vec::new());
    let claims = records.all.iter().filter(|known| scope.holds(&known.subject));
    let reports: Vec<&RepoPath> = claims.filter_map(|known| known.report.as_ref()).collect();
    export.remarks.extend((!reports.is_empty()).then(|| {
        let named: Vec<&str> = reports.iter().take(NAMED).map(|path| path.as_str()).collect();
        let more = if reports.len() > NAMED { ", …" } else { "" };
        let many = if reports.len() == 1 { "" } else { "s" };
        let message = format!(
            "this clone has no store: the findings of {} committed report{many}, {}{more}, are not told here; export where the reviews ran, or read the report{many}",
            reports.len(),
            named.join(", "),
        );
        Remark::new(0, UNREADABLE, message)
    }));
    export.remarks.extend(records.lost.iter().map(|why| Remark::new(0, UNREADABLE, why)));
    // Whose they are nobody can tell.
    export.remarks.extend(records.damaged.iter().map(|why| {
        let message = format!("this clone has no store: the findings of a committed report are not told here, and it claims nothing that counts: {why}");
        Remark::new(0, UNREADABLE, message)
    }));
    if export.remarks.is_empty() {
        let message = match records.reports {
            0 => "no loop was opened in this repository yet, so there is nothing to export".to_owned(),
            _ => format!(
                "this clone has no store, and none of its committed reports is of {}, so there is nothing to export",
                export.scope
            ),
        };
        export.remarks.push(Remark::new(0, NO_LOOP, message));
    }
    Ok(export)
}

/// Makes the export of some loops; a report that tells of what the store lost is told as a loop that cannot be read.
fn put_together(
    ws: &Workspace<'_>,
    request: &requests::Export,
    scope: String,
    told: &[&Loaded],
    mut unreadable: Vec<String>,
) -> Export {
    let root = ws.files.root().to_string_lossy();
    let one = |loaded: &&Loaded| {
        let report = shelf::report_of(ws, &loaded.state);
        Loop::of(&loaded.state, &root, request.all, report)
    };
    let lost = |loaded: &&Loaded| Some(format!("{}: {}", loaded.state.id, reports::outlives(ws, loaded)?));
    unreadable.extend(told.iter().filter_map(lost));
    let mut export = Export::new(scope, ws.repository.branch(), request.all, told.iter().map(one).collect());
    export.remarks = unreadable.into_iter().map(|why| Remark::new(0, UNREADABLE, why)).collect();
    export
}

/// Names what cannot be read: loops of the store, and those that a repair left out and nobody reviewed anew.
fn unreadable(ws: &Workspace<'_>, store: &Store, mut damaged: Vec<String>) -> Vec<String> {
    match gate::left_out_and_due(ws, store) {
        Ok(due) => damaged.extend(due.into_iter().map(|lost| format!("{}: {}", lost.state.id, lost.why))),
        Err(error) => damaged.push(format!("what repairs left out: {error}")),
    }
    damaged
}

/// Whose loops are asked about.
enum Scope {
    Branch,
    /// The folder of a phase.
    Phase(RepoPath),
    /// A spec, by its name.
    Spec(String),
}

impl Scope {
    /// Finds a phase, or a spec of that name of which a loop is known.
    fn of_phase<'s>(
        ws: &Workspace<'_>,
        phase: &str,
        mut known: impl Iterator<Item = &'s Subject>,
    ) -> Result<Self, Error> {
        let no_phase = match phases::folder(ws, phase) {
            Ok(folder) => return Ok(Scope::Phase(folder.dir)),
            Err(error) => error,
        };
        let is_spec = |subject: &Subject| matches!(subject, Subject::Artifact { spec, .. } if spec == phase);
        if known.any(is_spec) { Ok(Scope::Spec(phase.to_owned())) } else { Err(no_phase) }
    }

    fn holds(&self, subject: &Subject) -> bool {
        match (self, subject) {
            (Scope::Branch, _) => true,
            (Scope::Spec(name), Subject::Artifact { spec, .. }) => spec == name,
            (Scope::Phase(dir), _) => {
                subject.plan_path().and_then(layout::phase_of).is_some_and(|folder| folder.dir == *dir)
            }
            (Scope::Spec(_), _) => false,
        }
    }

    fn in_words(&self, branch: Option<&str>) -> String {
        match self {
            Scope::Branch => in_words(branch),
            Scope::Phase(dir) => format!("phase {}", dir.file_name()),
            Scope::Spec(name) => format!("spec {name}"),
        }
    }
}

/// Returns the loops that speak for the wanted subjects on this branch, in the order in which they were opened.
fn speaking<'l>(ws: &Workspace<'_>, all: &'l [Loaded], wanted: impl Fn(&Subject) -> bool) -> Vec<&'l Loaded> {
    let here = gate::Here::of(ws);
    let is_here = |state: &LoopState| here.is(state.subject.branch()) || seen_from_here(ws, state).is_some();
    let mut ours: Vec<&Loaded> =
        all.iter().filter(|l| wanted(&l.state.subject) && is_here(&l.state)).collect();
    ours.sort_by_key(|l| std::cmp::Reverse(l.born));
    // A loop that goes on from another has taken over what that left open.
    let followed: Vec<&LoopId> = ours.iter().filter_map(|l| l.state.predecessor.as_ref()).collect();
    let (mut known, mut settled): (Vec<&Subject>, Vec<&Subject>) = (Vec::new(), Vec::new());
    let mut told: Vec<&Loaded> = Vec::new();
    for loaded in ours {
        let state = &loaded.state;
        let among = |subjects: &[&Subject]| subjects.iter().any(|s| same_subject(s, &state.subject));
        let left = state.outcome().is_none() || !state.with_what_was_said().blocking().is_empty();
        let speaks = !among(&known) || left && !among(&settled) && !followed.contains(&&state.id);
        if speaks && !gave_way(state) {
            told.push(loaded);
        }
        known.push(&state.subject);
        if state.outcome().is_some_and(Outcome::lets_go_on) {
            settled.push(&state.subject);
        }
    }
    told.reverse();
    told
}

/// Writes a file that the user names, from the folder in which he stands.
pub(super) fn write_file(ws: &Workspace<'_>, from: &Path, path: &str, text: &str) -> Result<(), Error> {
    let from = from.canonicalize().unwrap_or_else(|_| from.to_owned());
    let whole = plain(&from.join(path));
    let no_file = || {
        Error::invalid("output", format!("{path:?} names a folder"))
            .hint("Give FILE with the name that the file shall have")
    };
    if whole == ws.files.root() || path.rsplit('/').next().is_some_and(is_no_name) {
        return Err(no_file());
    }
    let inside = ws.files.relative(&whole.to_string_lossy()).map_err(|e| refused(&e))?;
    if ws.files.kind(&inside).map_err(|e| refused(&e))? == Some(Kind::Folder) {
        return Err(no_file());
    }
    let mut folder = inside.parent();
    while let Some(above) = folder {
        let kind = ws.files.kind(&above).map_err(|e| refused(&e))?;
        if kind.is_some_and(|kind| kind != Kind::Folder) || kind.is_none() && ws.files.is_link(&above) {
            let message = format!("{above} is no folder, so {inside} cannot be written in it");
            return Err(Error::invalid("output", message).hint("Give FILE in another folder"));
        }
        folder = above.parent();
    }
    if ws.files.is_report(&inside).map_err(|e| refused(&e))? {
        let message = format!("{inside} is a report of Countersign's own, which no export replaces");
        return Err(Error::invalid("output", message).hint("Give FILE another name"));
    }
    ws.files.write_atomic(&inside, text.as_bytes()).map_err(|e| refused(&e))
}

/// Sorts why a file cannot be written.
fn refused(error: &FilesError) -> Error {
    let outside = "Outside of the repository let the shell write it: leave `--output` away and redirect standard output with `>`";
    if matches!(error, FilesError::Io { .. }) {
        return Error::io(with_sources(error)).at("output");
    }
    let is_outside = matches!(error, FilesError::Outside { .. } | FilesError::Escapes { .. });
    let refused = of_files("output", error);
    if is_outside { refused.hint(outside) } else { refused }
}

/// Tells whether what stands after the last slash of a path names no file.
fn is_no_name(last: &str) -> bool {
    matches!(last, "" | "." | "..")
}

/// Takes `.` and `..` out of an absolute path by its names alone.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                plain.pop();
            }
            Component::Prefix(_) | Component::RootDir | Component::Normal(_) => plain.push(part),
        }
    }
    plain
}

//! The plans of a phase and which of their tasks were reviewed: read by status, gate and verification alike.

use crate::domain::ids::RepoPath;
pub(super) use crate::domain::plan::layout::is_plan_name;
use crate::domain::plan::layout::{self, PhaseFolder};
use crate::domain::plan::{self, Plan, Task};
use crate::domain::protocol::Protocol;
use crate::domain::receipt::same_subject;
use crate::domain::review::Remark;
use crate::domain::review_loop::event::Outcome;
use crate::domain::roadmap;
use crate::domain::subject::{Subject, SubjectKind};
use crate::error::{Error, ErrorKind};
use crate::io::files::{Files, FilesError, Kind, is_planning_folder};

use super::loops::Loaded;
use super::refusals::of_files;
use super::some_of::some_of;
use super::workspace::Workspace;

/// Finds the folder of a phase; several under one number are refused, naming them (SPEC 9.1).
pub(super) fn folder(ws: &Workspace<'_>, phase: &str) -> Result<PhaseFolder, Error> {
    let (mut hits, known) = search(ws, phase)?;
    if hits.len() > 1
        && let Some(planning) = super::rules::planning(ws)?
    {
        // The configuration says which of several planning folders is meant.
        let meant: Vec<PhaseFolder> = hits.iter().filter(|f| f.root == planning).cloned().collect();
        hits = if meant.is_empty() { hits } else { meant };
    }
    match hits.len() {
        1 => Ok(hits.remove(0)),
        0 => {
            let names: Vec<&str> = known.iter().map(|f| f.dir.file_name()).take(12).collect();
            let there = if names.is_empty() {
                "No planning folder with phases was found (`.planning/phases/NN-name/`, the name beginning with the number)".to_owned()
            } else {
                format!("Phases here: {}", names.join(", "))
            };
            Err(Error::not_found("phase", format!("no phase {phase:?} in this repository")).hint(there))
        }
        _ => {
            let names: Vec<&str> = hits.iter().map(|f| f.dir.as_str()).collect();
            Err(Error::invalid("phase", format!("{phase:?} names several folders: {}", names.join(", ")))
                .hint("Give the folder's path as `phase`, or `paths.planning` in countersign.toml")
                .call("loop_status", serde_json::json!({ "phase": names.first() })))
        }
    }
}

/// Returns the name by which a phase's folder is found again: its own, or its path where others have the name too.
pub(super) fn called(ws: &Workspace<'_>, folder: &PhaseFolder) -> String {
    let name = folder.dir.file_name();
    match self::folder(ws, name) {
        Ok(found) if found.dir == folder.dir => name.to_owned(),
        Ok(_) | Err(_) => folder.dir.to_string(),
    }
}

/// How deep below the root a monorepo's planning folders are looked for, and in how many folders.
const DEPTH: usize = 3;
const FOLDERS: usize = 400;

/// Returns the planning folders of the root and, in a monorepo, those below it.
fn planning_folders(files: &Files) -> Vec<RepoPath> {
    let mut roots = files.planning_roots(None);
    let mut level: Vec<Option<RepoPath>> = vec![None];
    for depth in 0..=DEPTH {
        let mut below: Vec<Option<RepoPath>> = Vec::new();
        for folder in &level {
            for inner in files.folders(folder.as_ref()).unwrap_or_default() {
                if is_planning_folder(inner.file_name()) {
                    roots.push(inner);
                } else if depth < DEPTH && below.len() < FOLDERS && !is_passed_over(inner.file_name()) {
                    below.push(Some(inner));
                }
            }
        }
        level = below;
    }
    roots.sort();
    roots.dedup();
    roots
}

/// Folders that hold no projects of their own: hidden ones, dependencies, what was built.
fn is_passed_over(name: &str) -> bool {
    name.starts_with('.') || matches!(name, "node_modules" | "target" | "vendor" | "dist" | "build")
}

/// Returns the folders that a phase names and every phase folder there is.
fn search<'w>(ws: &'w Workspace<'_>, phase: &str) -> Result<(Vec<PhaseFolder>, &'w [PhaseFolder]), Error> {
    let wanted = phase.trim().trim_end_matches('/');
    let all = known(ws)?;
    let named = |f: &PhaseFolder| f.dir.file_name() == wanted || f.dir.as_str() == wanted;
    let exact: Vec<PhaseFolder> = all.iter().filter(|f| named(f)).cloned().collect();
    let mut hits: Vec<PhaseFolder> = if exact.is_empty() {
        all.iter().filter(|f| f.is_meant_by(wanted)).cloned().collect()
    } else {
        exact
    };
    if hits.is_empty() {
        hits = all.iter().filter(|f| f.is_without_prefix(wanted)).cloned().collect();
    }
    Ok((hits, all))
}

/// Returns every phase folder there is; looked for once in a call.
fn known<'w>(ws: &'w Workspace<'_>) -> Result<&'w [PhaseFolder], Error> {
    if let Some(known) = ws.phase_folders.get() {
        return Ok(known);
    }
    let mut roots: Vec<RepoPath> =
        std::iter::once(&ws.files).chain(ws.main()).flat_map(planning_folders).collect();
    roots.sort();
    roots.dedup();
    let mut all = Vec::new();
    for root in roots {
        let phases = root.join("phases").map_err(|e| Error::internal(e.to_string()))?;
        let listed = ws.list(&phases).map_err(|e| of_files("phase", &e))?;
        let folders = listed.iter().filter(|entry| entry.kind == Kind::Folder);
        all.extend(folders.filter_map(|entry| PhaseFolder::of(&entry.path)));
    }
    Ok(ws.phase_folders.get_or_init(|| all))
}

/// Returns every phase folder there is.
pub(super) fn folders<'w>(ws: &'w Workspace<'_>) -> Result<&'w [PhaseFolder], Error> {
    known(ws)
}

/// Adds to a refusal of a plan the plans that are there, and the call that reviews the last of them.
pub(super) fn suggest_plan(ws: &Workspace<'_>, error: Error) -> Error {
    // The plan that is named is the one that is meant.
    if error.kind == ErrorKind::Unavailable || error.next_call.is_some() {
        return error;
    }
    let Ok((_, folders)) = search(ws, "") else { return error };
    let lists = folders.iter().rev().filter_map(|f| ws.list(&f.dir).ok());
    let plans: Vec<String> = lists
        .flatten()
        .filter(|e| e.kind == Kind::File && is_plan_name(e.path.file_name()))
        .map(|e| e.path.to_string())
        .take(5)
        .collect();
    let Some(first) = plans.first() else { return error };
    error.hint(format!("Plans here: {}", plans.join(", "))).call("review_task", reviews(ws, first))
}

/// Returns the arguments that review a plan by the rules of its place: its first task, or the plan as a whole.
fn reviews(ws: &Workspace<'_>, plan: &str) -> serde_json::Value {
    let path = RepoPath::parse(plan).ok();
    let rules = super::rules::configured(ws, path.as_ref(), None).ok();
    let reviewed = |kind| rules.as_ref().is_none_or(|(rules, _)| rules.subjects.contains(&kind));
    let read = || super::subjects::read_plan(ws, path.as_ref()?).ok();
    let task = read().and_then(|plan| plan.tasks.first().map(|task| task.number.clone()));
    match task {
        Some(task) if reviewed(SubjectKind::Task) => serde_json::json!({ "plan": plan, "task": task }),
        Some(_) | None if reviewed(SubjectKind::Execution) => {
            serde_json::json!({ "plan": plan, "of": "execution" })
        }
        Some(_) | None => serde_json::json!({ "plan": plan, "of": "document" }),
    }
}

fn plan_paths(ws: &Workspace<'_>, dir: &RepoPath) -> Result<Vec<RepoPath>, Error> {
    let mut entries = ws.list(dir).map_err(|e| of_files("phase", &e))?;
    let below =
        entries.iter().find(|e| e.kind == Kind::Folder && e.path.file_name().eq_ignore_ascii_case("plans"));
    if let Some(folder) = below.map(|e| e.path.clone()) {
        entries.extend(ws.list(&folder).map_err(|e| of_files("phase", &e))?);
    }
    // What is called a plan and is no file, a folder or a link that leads nowhere, is a plan that nobody can read.
    let plans = entries.into_iter().filter(|e| is_plan_name(e.path.file_name()));
    Ok(plans.map(|e| e.path).collect())
}

/// A plan that cannot be read, and why.
pub(super) type Unread = (RepoPath, String);

/// Reads the plans of a phase that can be read; of the others, why they cannot.
pub(super) fn readable(ws: &Workspace<'_>, phase: &str) -> Result<(Vec<Plan>, Vec<Unread>), Error> {
    readable_in(ws, &folder(ws, phase)?.dir)
}

/// Reads the plans of a phase's folder, and of a folder `plans` in it, that can be read; of the others, why they cannot.
pub(super) fn readable_in(ws: &Workspace<'_>, dir: &RepoPath) -> Result<(Vec<Plan>, Vec<Unread>), Error> {
    let (mut plans, mut unread) = (Vec::new(), Vec::new());
    for path in plan_paths(ws, dir)? {
        match super::subjects::read_plan(ws, &path) {
            Ok(plan) => plans.push(plan),
            Err(error) => unread.push((path.clone(), why_unread(&path, &error))),
        }
    }
    Ok((plans, unread))
}

/// Returns the plans of a folder that can be read, where nothing rests on the others.
pub(super) fn plans_in(ws: &Workspace<'_>, dir: &RepoPath) -> Vec<Plan> {
    readable_in(ws, dir).map(|(plans, _)| plans).unwrap_or_default()
}

/// Says why a plan that is there cannot be read; nothing where it can, or where nothing is there.
pub(super) fn unread(ws: &Workspace<'_>, path: &RepoPath) -> Option<Unread> {
    let error = super::subjects::read_plan(ws, path).err()?;
    let files = ws.documents(Some(path));
    let there = files.exists(path) || files.is_link(path);
    there.then(|| (path.clone(), why_unread(path, &error)))
}

fn why_unread(path: &RepoPath, error: &Error) -> String {
    let said = format!("{path} is no plan that can be reviewed: ");
    let why = error.message.strip_prefix(&said).unwrap_or(&error.message);
    // Whoever says it names the file.
    match why.strip_prefix(path.as_str()) {
        Some(rest) => match rest.strip_prefix(':') {
            Some(at) if at.starts_with(|c: char| c.is_ascii_digit()) => format!("line {at}"),
            Some(said) => said.trim().to_owned(),
            None => format!("it{rest}"),
        },
        None => why.to_owned(),
    }
}

/// Says which files of a phase's folder speak of a plan by their names and are read as none.
pub(super) fn passed_over(ws: &Workspace<'_>, dir: &RepoPath) -> Option<Remark> {
    const NAMED: usize = 5;
    let entries = ws.list(dir).ok()?;
    let named = entries.iter().filter(|e| e.kind == Kind::File).map(|e| e.path.file_name());
    let found: Vec<&str> = named.filter(|name| layout::may_be_plan(name)).collect();
    let shown = some_of(&found, NAMED);
    (!found.is_empty()).then(|| {
        let message =
            format!("{dir}: {shown} is read as no plan; one that is to count is named like 01-01-PLAN.md");
        Remark::new(0, "no_plan_by_name", message)
    })
}

/// Says that no ROADMAP names a phase, so that nothing is known of its success criteria; `read`: it could be read.
pub(super) fn without_criteria(ws: &Workspace<'_>, folder: &PhaseFolder, read: bool) -> Option<Remark> {
    let path = folder.root.join("ROADMAP.md").ok()?;
    let number = &folder.number;
    let (code, why) = match read {
        true => ("phase_not_in_roadmap", format!("{path} has no phase {number}")),
        // Why it cannot be read was said by whoever read it.
        false if ws.documents(Some(&path)).exists(&path) => return None,
        false => ("roadmap_missing", format!("there is no {path}")),
    };
    let message = format!(
        "{why}, so the phase has no success criteria but its plans' own promises; add `### Phase {number}: name` with `**Success criteria:**` there"
    );
    Some(Remark::new(0, code, message))
}

/// Says what a plan's phase lacks in the ROADMAP.
pub(super) fn outside_roadmap(ws: &Workspace<'_>, folder: &PhaseFolder) -> Option<Remark> {
    // GSD keeps plans of single tasks beside the phases; no roadmap has those.
    if folder.dir.parent().is_some_and(|parent| parent.file_name() == "quick") {
        return None;
    }
    let path = folder.root.join("ROADMAP.md").ok()?;
    let mut unread = Vec::new();
    let text = super::planning_text::read(ws.documents(Some(&path)), &path, &mut unread);
    if let Some(why) = unread.pop() {
        return Some(why);
    }
    let named = text.as_deref().map(|t| roadmap::read(t).phase_of(&folder.number, &folder.slug).is_some());
    if named == Some(true) { None } else { without_criteria(ws, folder, named.is_some()) }
}

/// The largest SUMMARY that is looked at, in bytes.
const MAX_SUMMARY: u64 = 1024 * 1024;

/// Tells whether a plan's SUMMARY lies beside it and tells of any work. One that is too large to be looked at does.
pub(super) fn has_summary(ws: &Workspace<'_>, plan: &Plan) -> bool {
    summary_beside(ws, &plan.path).is_some_and(|path| {
        let text = ws.documents(Some(&path)).read_text(&path, MAX_SUMMARY).ok().flatten();
        text.is_none_or(|text| plan::summary_tells(&text))
    })
}

/// Returns where a plan's SUMMARY lies beside it. A folder of such a name is none, nor is a file that holds no text: nobody
/// wrote there that the plan is done.
pub(super) fn summary_beside(ws: &Workspace<'_>, plan: &RepoPath) -> Option<RepoPath> {
    let dir = plan.parent()?;
    let names = layout::summary_names(plan.file_name());
    let mut paths = names.iter().filter_map(|name| dir.join(name).ok());
    paths.find(|path| {
        let files = ws.documents(Some(path));
        let is_text = || !matches!(files.read_text(path, MAX_SUMMARY), Err(FilesError::NotUtf8 { .. }));
        files.kind(path).is_ok_and(|kind| kind == Some(Kind::File)) && is_text()
    })
}

/// Says which plans' SUMMARYs tell of nothing or say themselves that the plan is not done.
pub(super) fn doubted_summaries<'p>(
    ws: &Workspace<'_>,
    plans: impl Iterator<Item = &'p Plan>,
) -> Vec<Remark> {
    let told = plans.filter_map(|plan| {
        let (path, text) = summary_of(ws, plan)?;
        plan::summary_doubt(path.as_str(), &text)
    });
    told.collect()
}

/// Returns what a plan's SUMMARY says of itself where that is that the plan is not done.
pub(super) fn denied(ws: &Workspace<'_>, plan: &Plan) -> Option<String> {
    plan::summary_denies(&summary_of(ws, plan)?.1)
}

/// Returns a plan's SUMMARY with its path. What cannot be read says nothing.
fn summary_of(ws: &Workspace<'_>, plan: &Plan) -> Option<(RepoPath, String)> {
    let path = summary_beside(ws, &plan.path)?;
    let bytes = ws.documents(Some(&path)).read(&path, MAX_SUMMARY).ok().flatten()?;
    Some((path, String::from_utf8_lossy(&bytes).into_owned()))
}

/// Returns the loops that speak for these plans' tasks on the branch in use: of each task the one opened
/// last, then every older one that is still open, or ended with blocking findings that no later one settled.
///
/// When a loop was last written to decides nothing: an event on an old loop must not hide a newer one.
pub(super) fn loops_of<'l>(ws: &Workspace<'_>, plans: &[Plan], all: &'l [Loaded]) -> Vec<&'l Loaded> {
    let branch = ws.repository.branch();
    let mut ours: Vec<&Loaded> = all
        .iter()
        .filter(|l| match &l.state.subject {
            Subject::Task { plan_path, branch: on, .. }
            | Subject::Plan { plan_path, branch: on, .. }
            | Subject::Execution { plan_path, branch: on, .. } => {
                *on == branch && plans.iter().any(|p| &p.path == plan_path)
            }
            Subject::Change { .. } | Subject::Artifact { .. } => false,
        })
        .collect();
    ours.sort_by_key(|l| std::cmp::Reverse(l.born));
    let (mut newest, mut older): (Vec<&Loaded>, Vec<&Loaded>) = (Vec::new(), Vec::new());
    let mut settled: Vec<&Subject> = Vec::new();
    for loaded in ours {
        let state = &loaded.state;
        let same = |s: &Subject| same_subject(s, &state.subject);
        if !newest.iter().any(|n| same(&n.state.subject)) {
            newest.push(loaded);
        } else if state.outcome().is_none()
            || (!state.blocking().is_empty() && !settled.iter().any(|s| same(s)))
        {
            older.push(loaded);
        }
        if state.outcome().is_some_and(goes_on) {
            settled.push(&state.subject);
        }
    }
    newest.extend(older);
    newest
}

/// Tells whether an outcome lets its subject go on.
fn goes_on(outcome: Outcome) -> bool {
    match outcome {
        Outcome::Approved
        | Outcome::ApprovedWithNotes
        | Outcome::AcceptedWithWarnings
        | Outcome::AcceptedWithIssues => true,
        // Skipped work is restored: there is nothing left of it that could be wrong.
        Outcome::Skipped => true,
        Outcome::Aborted | Outcome::Failed | Outcome::Abandoned => false,
    }
}

/// One thing of a plan that the protocol reviews.
#[derive(Debug, Clone)]
pub(super) struct Due<'p> {
    pub(super) plan: &'p Plan,
    pub(super) what: DueKind,
}

/// Which side of a plan it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum DueKind {
    /// The task of this number.
    Task(String),
    Document,
    Execution,
}

/// Returns what of a plan is to be reviewed before its phase may go on: its tasks where the protocol reviews
/// tasks, else its execution, else the plan itself. A plan in which no task is read is reviewed as a whole: nothing of it
/// would be, and nobody would know.
pub(super) fn due<'p>(plan: &'p Plan, protocol: &Protocol) -> Vec<Due<'p>> {
    let runs = |kind| protocol.subjects.contains(&kind) && !protocol.on_request.contains(&kind);
    let one = |what| vec![Due { plan, what }];
    if runs(SubjectKind::Task) && plan.tasks.is_empty() {
        one(DueKind::Execution)
    } else if runs(SubjectKind::Task) {
        // Nothing but checkpoints: somebody may still have worked.
        let all = plan.tasks.iter().all(is_checkpoint);
        let tasks = plan.tasks.iter().filter(|t| all || !is_checkpoint(t));
        tasks.map(|t| Due { plan, what: DueKind::Task(t.number.clone()) }).collect()
    } else if runs(SubjectKind::Execution) {
        one(DueKind::Execution)
    } else if runs(SubjectKind::Plan) {
        one(DueKind::Document)
    } else {
        Vec::new()
    }
}

/// Tells whether a task is a person's step (`type="checkpoint:human-verify"`) that changes no file: nothing of it can be
/// reviewed. Whatever is committed for it all the same is the phase's, which the gate asks about.
fn is_checkpoint(task: &Task) -> bool {
    task.files.is_empty() && task.kind.as_deref().is_some_and(|kind| kind.starts_with("checkpoint"))
}

impl Due<'_> {
    /// Tells whether a loop is about it. The review of a whole execution covers its tasks.
    pub(super) fn is_of(&self, subject: &Subject) -> bool {
        match (&self.what, subject) {
            (DueKind::Task(number), Subject::Task { plan_path, task, .. }) => {
                plan_path == &self.plan.path && plan::layout::same_number(task, number)
            }
            (DueKind::Task(_) | DueKind::Execution, Subject::Execution { plan_path, .. })
            | (DueKind::Document, Subject::Plan { plan_path, .. }) => plan_path == &self.plan.path,
            (
                DueKind::Task(_) | DueKind::Document | DueKind::Execution,
                Subject::Task { .. }
                | Subject::Change { .. }
                | Subject::Plan { .. }
                | Subject::Execution { .. }
                | Subject::Artifact { .. },
            ) => false,
        }
    }
}

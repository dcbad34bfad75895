//! From the fields of a request to the subject under review and its contract (SPEC 3, 6.2, 6.8).

use std::collections::HashSet;
use std::convert::Infallible;
use std::rc::Rc;

use crate::domain::ids::{Oid, RepoPath};
use crate::domain::plan::{self, Plan, Task, layout};
use crate::domain::range::{TaskScope, message_key};
use crate::domain::review::Remark;
use crate::domain::review_loop::LoopState;
use crate::domain::roadmap::requirements;
use crate::domain::subject::{ContextPiece, Contract, Requirement, Subject};
use crate::error::Error;
use serde_json::json;

use super::check_plan::no_such_plan;
use super::planning_text;
use super::refusals::of_plan;
use super::requests::{PlanAspect, ReviewTask};
use super::workspace::Workspace;

mod artifact;
pub(super) mod branches;
mod fix_task;
mod numbers;
pub(super) mod renumbered;
mod rivals;
mod upstream;
mod whole_plan;

pub(super) use fix_task::is_another_lists;
pub(super) use numbers::as_it_stood as plan_then;
pub(super) use renumbered::under;
pub(super) use rivals::told_apart;
pub(super) use upstream::of as upstream_of;
pub(super) use whole_plan::{
    contract_of as contract_of_execution, execution_of, subject_of as document_of, summary_of,
};

/// A subject as a request names it, read against the documents.
#[derive(Debug, Clone)]
pub(super) struct Named {
    pub(super) subject: Subject,
    pub(super) contract: Contract,
    pub(super) notes: Vec<Remark>,
}

/// The fields that name a subject, as several tools carry them.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Fields<'a> {
    pub(super) plan: Option<&'a str>,
    pub(super) task: Option<&'a str>,
    pub(super) of: Option<PlanAspect>,
    pub(super) artifact: Option<&'a str>,
    pub(super) id: Option<&'a str>,
}

impl Fields<'_> {
    /// Tells whether anything of a subject is named.
    pub(super) fn any(&self) -> bool {
        [self.plan, self.task, self.artifact, self.id].iter().any(Option::is_some) || self.of.is_some()
    }

    /// Refuses a request that names no subject, or more than one.
    pub(super) fn check(&self) -> Result<(), Error> {
        let named: Vec<&str> = [("plan", self.plan), ("artifact", self.artifact), ("id", self.id)]
            .into_iter()
            .filter(|(_, given)| given.is_some())
            .map(|(field, _)| field)
            .collect();
        if let [first, second, ..] = named.as_slice() {
            let why = format!("`{first}` and `{second}` name two subjects; give one");
            return Err(Error::invalid(*second, why).hint(EXAMPLE));
        }
        if self.task.is_some() && self.plan.is_none() {
            return Err(Error::invalid("task", "a task needs its `plan`").hint(EXAMPLE).fill(&["plan"]));
        }
        if self.of.is_some() && self.plan.is_none() {
            let why = "says which side of a `plan` is meant, and none is given";
            return Err(Error::invalid("of", why).hint(EXAMPLE).fill(&["plan"]));
        }
        if self.of.is_some() && self.task.is_some() {
            return Err(Error::invalid("of", "belongs to a plan as a whole; leave out `task` or `of`"));
        }
        if named.is_empty() {
            return Err(Error::invalid("plan", "no subject is named").hint(EXAMPLE).fill(&["plan", "task"]));
        }
        Ok(())
    }
}

/// The most tasks named in a refusal.
const MAX_NAMED: usize = 40;

const EXAMPLE: &str = "Give `plan` and `task` (\"plan\": \".planning/phases/01-x/01-01-PLAN.md\", \"task\": \"1\"), `plan` with `of`, the path of a spec `artifact`, or `id`, `title` and `criteria` of a free change";

/// Reads the subject a review request names.
pub(super) fn name(ws: &Workspace<'_>, request: &ReviewTask) -> Result<Named, Error> {
    let fields = Fields {
        plan: request.plan.as_deref(),
        task: request.task.as_deref(),
        of: request.of,
        artifact: request.artifact.as_deref(),
        id: request.id.as_deref(),
    };
    fields.check()?;
    let context = context(ws, request)?;
    let mut named = match (&request.plan, &request.artifact, &request.id) {
        (Some(plan), _, _) if request.task.is_some() => task(ws, request, plan, context)?,
        (Some(plan), _, _) => whole_plan::named(ws, request, plan, context)?,
        (None, Some(path), _) => artifact::named(ws, request, path, context)?,
        (None, None, Some(id)) => change(ws, request, id, context)?,
        (None, None, None) => return Err(Error::internal("a subject was checked and is missing")),
    };
    named.contract = ws.without_secrets(named.contract)?;
    Ok(named)
}

/// Refuses fields of a free change beside another subject, whose contract stands in its documents.
fn refuse_contract(request: &ReviewTask, noun: &str) -> Result<(), Error> {
    let given = [
        ("title", request.title.is_some()),
        ("criteria", request.criteria.is_some()),
        ("requirements", !request.requirements.is_empty()),
    ];
    match given.into_iter().find(|(_, given)| *given) {
        Some((field, _)) => {
            Err(Error::invalid(field, format!("belongs to a free change; {noun} in its documents")))
        }
        None => Ok(()),
    }
}

fn task(
    ws: &Workspace<'_>,
    request: &ReviewTask,
    path: &str,
    mut context: Vec<ContextPiece>,
) -> Result<Named, Error> {
    let read = ws.path("plan", path).and_then(|path| Ok((read_plan(ws, &path)?, path)));
    let (plan, _) = read.map_err(|e| super::phases::suggest_plan(ws, e))?;
    refuse_contract(request, "a task's stand")?;
    let task = find_task(&plan, request.task.as_deref())?;
    let mut notes = plan.remarks.clone();
    let mut contract = contract_of(ws, &plan, task, &mut notes);
    notes.extend(fix_task::notes(ws, &plan, task)?);
    context.extend(fix_task::mended(&plan, task));
    contract = Contract::new(contract.text, contract.requirements, context);
    Ok(Named { subject: task_of(ws, &plan, task), contract, notes })
}

/// Returns what the documents ask of a task, without what is given along.
pub(super) fn contract_of(ws: &Workspace<'_>, plan: &Plan, task: &Task, notes: &mut Vec<Remark>) -> Contract {
    let ids = plan.requirements.iter().chain(&task.requirements);
    let requirements = requirements_of(ws, plan, ids, &task.raw, notes);
    Contract::new(task.asked().into_owned(), requirements, Vec::new())
}

/// Returns the requirements that the words of a task, or of all of a plan, name beside those that are listed. What only looks like an id, and
/// stands in no document, is none.
fn named_in(
    ws: &Workspace<'_>,
    plan: &Plan,
    task: &str,
    listed: &[Requirement],
    notes: &mut Vec<Remark>,
) -> Vec<Requirement> {
    let mut ids = Vec::new();
    requirements::ids_in(task, &mut ids);
    let listed = |id: &String| listed.iter().any(|r| r.id.eq_ignore_ascii_case(id));
    ids.retain(|id| !listed(id));
    let Some(path) = requirements_file(plan).filter(|_| !ids.is_empty()) else {
        return Vec::new();
    };
    let known = texts_of(ws, &path, notes);
    let known = known.as_deref().unwrap_or_default();
    let text = |id: &String| known.iter().find(|r| r.id.eq_ignore_ascii_case(id)).map(|r| r.text.clone());
    ids.iter().filter_map(|id| Some(Requirement { id: id.clone(), text: Some(text(id)?) })).collect()
}

/// Returns where a plan's requirements have their texts: beside a task list, else in the planning folder.
fn requirements_file(plan: &Plan) -> Option<RepoPath> {
    match plan.listed {
        true => plan.path.parent()?.join("requirements.md").ok(),
        false => layout::root_of(&plan.path)?.join("REQUIREMENTS.md").ok(),
    }
}

/// Returns what the documents ask of a loop's subject now, with the knowledge that was given along when it was opened;
/// nothing where they ask nothing of it, or no longer name it.
pub(super) fn asked_now(ws: &Workspace<'_>, state: &LoopState) -> Option<Named> {
    let context = state.contract.context.clone();
    let mut named = match &state.subject {
        Subject::Task { plan_path, task: number, .. } => {
            let request = ReviewTask { task: Some(number.clone()), ..ReviewTask::default() };
            task(ws, &request, plan_path.as_str(), Vec::new()).ok()?
        }
        Subject::Execution { plan_path, .. } => {
            whole_plan::execution(ws, plan_path, Vec::new(), Vec::new()).ok()?
        }
        Subject::Change { .. } | Subject::Plan { .. } | Subject::Artifact { .. } => return None,
    };
    named.contract = Contract::new(named.contract.text, named.contract.requirements, context);
    named.contract = ws.without_secrets(named.contract).ok()?;
    Some(named)
}

/// Returns a task of a plan as a subject.
pub(super) fn task_of(ws: &Workspace<'_>, plan: &Plan, task: &Task) -> Subject {
    Subject::Task {
        plan_path: plan.path.clone(),
        phase: phase_of(plan),
        plan: plan.plan.clone().unwrap_or_else(|| plan.stem.clone()),
        stem: plan.stem.clone(),
        task: task.number.clone(),
        title: task.name.clone(),
        files: task.files.clone(),
        branch: ws.repository.branch(),
        fix_of: task.fix_of.clone(),
    }
}

fn change(
    ws: &Workspace<'_>,
    request: &ReviewTask,
    id: &str,
    context: Vec<ContextPiece>,
) -> Result<Named, Error> {
    let id = id.trim();
    if id.is_empty() {
        return Err(Error::invalid("id", "is empty"));
    }
    let given = [("title", &request.title), ("criteria", &request.criteria)];
    let absent = |text: &Option<String>| text.as_deref().is_none_or(|t| t.trim().is_empty());
    let absent: Vec<&str> = given.into_iter().filter(|(_, t)| absent(t)).map(|(name, _)| name).collect();
    let missing = |field: &str| {
        Error::invalid(field, "a free change needs it")
            .hint("Give `id`, `title` and `criteria`: what must hold for the change to be done")
            .fill(&absent)
    };
    let title = request.title.as_deref().filter(|t| !t.trim().is_empty()).ok_or_else(|| missing("title"))?;
    let criteria =
        request.criteria.as_deref().filter(|t| !t.trim().is_empty()).ok_or_else(|| missing("criteria"))?;
    super::placeholders::refuse("criteria", criteria)?;
    super::placeholders::refuse("title", title)?;
    let mut notes = Vec::new();
    let given = request.requirements.iter().map(|r| split_requirement(r));
    let requirements = given.map(|given| with_its_text(ws, given, &mut notes)).collect();
    let subject = Subject::Change {
        id: id.to_owned(),
        title: title.to_owned(),
        files: files_of(ws, &request.files)?,
        branch: ws.repository.branch(),
    };
    let contract = Contract::new(criteria.to_owned(), requirements, context);
    Ok(Named { subject, contract, notes })
}

/// Reads the files of a free change as they lie in the repository: absolute ones are those below the root, patterns too.
fn files_of(ws: &Workspace<'_>, files: &[String]) -> Result<Vec<String>, Error> {
    let read = |(i, file): (usize, &String)| {
        let file = file.trim();
        let field = format!("files[{i}]");
        let absolute = file.starts_with('/') || file.contains("..");
        match file.find(['*', '?', '[', '{']).filter(|_| absolute) {
            None if absolute => ws.path(&field, file).map(|path| path.to_string()),
            None => Ok(file.to_owned()),
            Some(wild) => {
                let (above, pattern) = file.split_at(file[..wild].rfind('/').map_or(0, |at| at + 1));
                let above = above.trim_end_matches('/');
                if std::path::Path::new(above) == ws.repository.root() {
                    return Ok(pattern.to_owned());
                }
                let above = ws.path(&field, above)?;
                Ok(format!("{above}/{pattern}"))
            }
        }
    };
    files.iter().enumerate().map(read).collect()
}

/// Reads `AUTH-01: users can log in` as an id with its text, anything else as an id alone.
fn split_requirement(text: &str) -> Requirement {
    match text.split_once(':') {
        Some((id, rest)) if !id.trim().contains(' ') => {
            Requirement { id: id.trim().to_owned(), text: Some(rest.trim().to_owned()) }
        }
        _ => Requirement { id: text.trim().to_owned(), text: None },
    }
}

/// Gives a requirement of which only the id is known the text that the project's REQUIREMENTS.md has of it.
fn with_its_text(ws: &Workspace<'_>, given: Requirement, notes: &mut Vec<Remark>) -> Requirement {
    let root = || ws.documents(None).find_planning_root(None);
    let Some(path) = root().filter(|_| given.text.is_none()).and_then(|r| r.join("REQUIREMENTS.md").ok())
    else {
        return given;
    };
    let known = texts_of(ws, &path, notes);
    let text = known.iter().flat_map(|known| known.iter()).find(|r| r.id.eq_ignore_ascii_case(&given.id));
    Requirement { text: text.map(|r| r.text.clone()), ..given }
}

/// Reads a plan file, once in a call.
pub(super) fn read_plan(ws: &Workspace<'_>, path: &RepoPath) -> Result<Plan, Error> {
    plan_of(ws, path).map(|plan| Plan::clone(&plan))
}

fn plan_of(ws: &Workspace<'_>, path: &RepoPath) -> Result<Rc<Plan>, Error> {
    ws.told.plans.or(path.clone(), |path| {
        let bytes = ws
            .documents(Some(path))
            .read(path, 1024 * 1024)
            .map_err(|e| super::refusals::of_files("plan", &e))?
            .ok_or_else(|| no_such_plan(ws, path))?;
        plan::read_bytes(path, &bytes).map(Rc::new).map_err(|e| of_plan(path.as_str(), &e))
    })
}

/// Lists a plan's tasks for a refusal.
fn find_tasks(plan: &Plan) -> String {
    let named = |t: &Task| format!("{} ({})", t.number, t.name);
    let known: Vec<String> = plan.tasks.iter().take(MAX_NAMED).map(named).collect();
    let more = match plan.tasks.len().saturating_sub(MAX_NAMED) {
        0 => String::new(),
        n => format!(" and {n} more"),
    };
    if known.is_empty() {
        "It has no tasks".to_owned()
    } else {
        format!("Its tasks: {}{more}", known.join(", "))
    }
}

fn find_task<'p>(plan: &'p Plan, number: Option<&str>) -> Result<&'p Task, Error> {
    let list = find_tasks(plan);
    let number = number.unwrap_or_default();
    plan.task(number).ok_or_else(|| {
        let error = Error::not_found("task", format!("{} has no task {number:?}", plan.path)).hint(list);
        match plan.tasks.first() {
            Some(first) => {
                error.call("review_task", json!({ "plan": plan.path.as_str(), "task": first.number }))
            }
            None => error,
        }
    })
}

/// Returns the phase as the plan writes it, else as its folder does.
pub(super) fn phase_of(plan: &Plan) -> String {
    plan.phase
        .clone()
        .or_else(|| layout::phase_of(&plan.path).map(|f| f.number))
        .unwrap_or_else(|| NO_PHASE.to_owned())
}

/// Stands where a plan belongs to no phase.
const NO_PHASE: &str = "(none)";

fn phase_named(phase: &str) -> Option<String> {
    (phase != NO_PHASE).then(|| phase.to_owned())
}

/// Tells whether a subject's plan says nothing that a commit's scope could repeat: neither phase nor number.
pub(super) fn has_no_scope(subject: &Subject) -> bool {
    match subject {
        Subject::Task { phase, plan, .. } | Subject::Execution { phase, plan, .. } => {
            phase == NO_PHASE && !plan.contains(|c: char| c.is_ascii_digit())
        }
        Subject::Change { .. } | Subject::Plan { .. } | Subject::Artifact { .. } => false,
    }
}

/// Returns the requirements that work on a plan serves: the ids that are listed, then those that the words of what is asked
/// name besides.
fn requirements_of<'i>(
    ws: &Workspace<'_>,
    plan: &Plan,
    ids: impl Iterator<Item = &'i String>,
    words: &str,
    notes: &mut Vec<Remark>,
) -> Vec<Requirement> {
    let mut all = listed(ws, plan, ids, notes);
    all.extend(named_in(ws, plan, words, &all, notes));
    all
}

/// Returns requirement ids with their text: from the planning root's REQUIREMENTS.md, or from the document that
/// lies beside a spec's task list.
fn listed<'i>(
    ws: &Workspace<'_>,
    plan: &Plan,
    ids: impl Iterator<Item = &'i String>,
    notes: &mut Vec<Remark>,
) -> Vec<Requirement> {
    let mut ids = ids.peekable();
    if ids.peek().is_none() {
        return Vec::new();
    }
    let name = if plan.listed { "requirements.md" } else { "REQUIREMENTS.md" };
    let path = requirements_file(plan);
    let told = notes.len();
    let known = path.as_ref().and_then(|path| texts_of(ws, path, notes));
    let missing = plan.listed && known.is_none() && notes.len() == told;
    if missing {
        let message =
            format!("{name} is not beside the task list; its requirement ids stand without their texts");
        notes.push(Remark::new(0, "requirement_unknown", message));
    }
    let known = known.as_deref().unwrap_or_default();
    ids.map(|id| {
        let text = known.iter().find(|r| r.id.eq_ignore_ascii_case(id)).map(|r| r.text.clone());
        if text.is_none() && !missing {
            let message = format!("requirement {id} has no text in {name}");
            notes.push(Remark::new(0, "requirement_unknown", message));
        }
        Requirement { id: id.clone(), text }
    })
    .collect()
}

/// Reads the requirements that a document has, once in a call; nothing where it is not there.
fn texts_of(
    ws: &Workspace<'_>,
    path: &RepoPath,
    notes: &mut Vec<Remark>,
) -> Option<Rc<[requirements::Requirement]>> {
    let read = || {
        let text = planning_text::read(ws.documents(Some(path)), path, notes)?;
        Some(requirements::read(&text).into())
    };
    ws.requirements.borrow_mut().entry(path.clone()).or_insert_with(read).clone()
}

/// Reads a plan as it is; nothing where it cannot be read.
pub(super) fn plan_now(ws: &Workspace<'_>, path: &RepoPath) -> Option<Rc<Plan>> {
    let Ok(plan) = ws.told.readable.or(path.clone(), |path| Ok::<_, Infallible>(plan_of(ws, path).ok()));
    plan
}

fn context(ws: &Workspace<'_>, request: &ReviewTask) -> Result<Vec<ContextPiece>, Error> {
    request
        .context
        .iter()
        .enumerate()
        .map(|(i, piece)| {
            let field = format!("context[{i}]");
            let title = piece.title.clone();
            match (&piece.text, &piece.path) {
                (Some(text), None) if text.trim().is_empty() => Err(Error::invalid(
                    format!("{field}.text"),
                    "is empty; leave the piece out or say what it holds",
                )),
                (Some(text), None) => Ok(ContextPiece::new(title, text.clone())),
                (None, Some(path)) => {
                    let path = ws.path(&format!("{field}.path"), path)?;
                    let text = ws.text(&format!("{field}.path"), &path)?;
                    Ok(ContextPiece { title, text, path: Some(path) })
                }
                (Some(_), Some(_)) | (None, None) => {
                    Err(Error::invalid(field, "needs either `text` or `path`"))
                }
            }
        })
        .collect()
}

/// Returns what the range of a subject is searched by; the messages of commits are those its task list gives now.
pub(super) fn scope(ws: &Workspace<'_>, subject: &Subject, files: Vec<String>) -> TaskScope {
    let mut scope = named_scope(subject, files);
    scope.root = subject.plan_path().and_then(layout::root_of);
    let list = match subject {
        Subject::Task { plan_path, .. } | Subject::Execution { plan_path, .. } => {
            plan_now(ws, plan_path).filter(|plan| plan.listed)
        }
        Subject::Change { .. } | Subject::Plan { .. } | Subject::Artifact { .. } => None,
    };
    let Some(list) = list else { return scope };
    // Ticking a task off is no work.
    scope.written.push(list.path.clone());
    scope.list.clone_from(&scope.phase);
    let own = list.task(&scope.task);
    scope.message = own.and_then(|t| t.commit.clone());
    let fixes = own.iter().flat_map(|of| list.fixes_of(&of.number));
    let ours: HashSet<&str> = own.into_iter().chain(fixes).map(|t| t.number.as_str()).collect();
    scope.fixes = own.iter().flat_map(|of| list.fixes_of(&of.number)).map(|t| t.number.clone()).collect();
    for task in &list.tasks {
        let Some(message) = &task.commit else { continue };
        let ours = scope.task.is_empty() || ours.contains(task.number.as_str());
        let into = if ours { &mut scope.messages } else { &mut scope.others };
        into.insert(message_key(message));
    }
    scope
}

/// Tells whether of a plan only ticks, and in a spec's task list new fix tasks, changed between two commits.
fn only_progress(ws: &Workspace<'_>, base: Option<&Oid>, head: &Oid, path: &RepoPath) -> bool {
    let Some(base) = base else { return false };
    let text = |at: &Oid| {
        let bytes = ws.repository.read_at(at, path, plan::MAX_PLAN as u64).ok().flatten()?;
        String::from_utf8(bytes).ok()
    };
    match (text(base), text(head)) {
        (Some(before), Some(after)) => plan::only_progress(path, &before, &after),
        (_, None) | (None, Some(_)) => false,
    }
}

/// Tells whether a file of a change is a subject's plan in which nothing but progress changed; one that no message could
/// name begins where its plan came, and bringing that is no part of it either.
pub(super) fn is_plan_alone(
    ws: &Workspace<'_>,
    subject: &Subject,
    (base, head): (Option<&Oid>, &Oid),
    path: &RepoPath,
) -> bool {
    let came = || base.is_none_or(|base| ws.repository.entry_at(base, path).is_ok_and(|at| at.is_none()));
    subject.plan_path() == Some(path)
        && (only_progress(ws, base, head, path) || has_no_scope(subject) && came())
}

fn named_scope(subject: &Subject, files: Vec<String>) -> TaskScope {
    match subject {
        Subject::Task { phase, plan, task, .. } => TaskScope {
            phase: phase_named(phase),
            plan: Some(plan.clone()),
            task: task.clone(),
            files,
            ..TaskScope::default()
        },
        Subject::Execution { phase, plan, .. } => {
            TaskScope { phase: phase_named(phase), plan: Some(plan.clone()), files, ..TaskScope::default() }
        }
        Subject::Change { .. } | Subject::Plan { .. } | Subject::Artifact { .. } => {
            TaskScope { files, ..TaskScope::default() }
        }
    }
}

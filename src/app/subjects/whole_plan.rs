//! A plan alone: as a document before it is executed, or what its execution did.

use serde_json::json;

use crate::domain::ids::RepoPath;
use crate::domain::plan::{Plan, PlanError, asked_whole, layout, read as read_text, read_bytes};
use crate::domain::review::Remark;
use crate::domain::subject::{ContextPiece, Contract, Subject, SubjectKind};
use crate::error::Error;

use super::{Named, find_tasks, phase_of, read_plan, refuse_contract, requirements_of, upstream};
use crate::app::check_plan::no_such_plan;
use crate::app::phases::{self, suggest_plan};
use crate::app::refusals::{of_files, of_plan};
use crate::app::requests::{PlanAspect, ReviewTask};
use crate::app::rules;
use crate::app::workspace::Workspace;

/// Reads a plan as the subject that is asked for, or that its system reviews.
pub(super) fn named(
    ws: &Workspace<'_>,
    request: &ReviewTask,
    path: &str,
    context: Vec<ContextPiece>,
) -> Result<Named, Error> {
    refuse_contract(request, "a plan's stand")?;
    let path = ws.path("plan", path).map_err(|e| suggest_plan(ws, e))?;
    let mut notes = Vec::new();
    let aspect = match request.of {
        Some(aspect) => aspect,
        None => aspect(ws, request, &path, &mut notes)?,
    };
    match aspect {
        PlanAspect::Document => document(ws, request, &path, context, notes),
        PlanAspect::Execution => execution(ws, &path, context, notes),
    }
}

/// Finds out which side of a plan is meant: the one its system reviews; where it reviews both, the one with an
/// open loop, and the execution where the plan has a SUMMARY. Everything else is asked.
fn aspect(
    ws: &Workspace<'_>,
    request: &ReviewTask,
    path: &RepoPath,
    notes: &mut Vec<Remark>,
) -> Result<PlanAspect, Error> {
    let reviewed = rules::reviewed(ws, path, request.protocol.as_deref())?;
    match (reviewed.contains(&SubjectKind::Plan), reviewed.contains(&SubjectKind::Execution)) {
        (true, false) => return Ok(PlanAspect::Document),
        (false, true) => return Ok(PlanAspect::Execution),
        // Neither: a task of it was meant.
        (false, false) => {
            let plan = read_plan(ws, path).map_err(|e| suggest_plan(ws, e))?;
            let error = Error::invalid("task", "the tasks of a plan are reviewed here one by one; name one")
                .hint(find_tasks(&plan))
                .hint("Or say `of`: `document` reviews the plan itself, `execution` what all its tasks did");
            return Err(match plan.tasks.first() {
                Some(first) => {
                    error.call("review_task", json!({ "plan": path.as_str(), "task": first.number }))
                }
                None => error,
            });
        }
        (true, true) => {}
    }
    if let Some(aspect) = open_aspect(ws, path)? {
        return Ok(aspect);
    }
    // Which side is meant is no question where there is no plan.
    let files = ws.documents(Some(path));
    if !files.exists(path) && !files.is_link(path) {
        return Err(suggest_plan(ws, no_such_plan(ws, path)));
    }
    if phases::summary_beside(ws, path).is_some() {
        let message = "the plan has a SUMMARY, so its execution is reviewed; `of: document` reviews the plan";
        notes.push(Remark::new(0, "of_execution", message));
        return Ok(PlanAspect::Execution);
    }
    let mut error = Error::invalid("of", "a plan is reviewed as a document or as its execution; say which");
    let call = |of: &str| json!({ "plan": path.as_str(), "of": of });
    error = error.hint(format!(
        "Its tasks are reviewed with `task`; its execution: review_task {}",
        call("execution")
    ));
    Err(error.call("review_task", call("document")))
}

/// Returns the side of a plan that has an open loop, if exactly one has.
fn open_aspect(ws: &Workspace<'_>, path: &RepoPath) -> Result<Option<PlanAspect>, Error> {
    let Some(store) = ws.log()? else { return Ok(None) };
    let contract = Contract::new(String::new(), Vec::new(), Vec::new());
    let plan = Plan { path: path.clone(), ..unread(path)? };
    let open = |subject: Subject| Ok::<bool, Error>(store.stream_for_key(&subject.key(&contract))?.is_some());
    Ok(match (open(subject_of(ws, &plan))?, open(execution_of(ws, &plan))?) {
        (true, false) => Some(PlanAspect::Document),
        (false, true) => Some(PlanAspect::Execution),
        (true, true) | (false, false) => None,
    })
}

/// Returns where the SUMMARY of a plan lies, or will: `01-01-PLAN.md` → `01-01-SUMMARY.md`.
pub(in crate::app) fn summary_of(ws: &Workspace<'_>, path: &RepoPath) -> Option<RepoPath> {
    let first = || path.parent()?.join(layout::summary_names(path.file_name()).first()?).ok();
    phases::summary_beside(ws, path).or_else(first)
}

/// Returns what is asked of the execution of a plan, without what is given along.
pub(in crate::app) fn contract_of(ws: &Workspace<'_>, plan: &Plan, notes: &mut Vec<Remark>) -> Contract {
    let file = ws.documents(Some(&plan.path)).read_text(&plan.path, 1024 * 1024).ok().flatten();
    let text = asked_whole(plan, file.as_deref().unwrap_or_default());
    let requirements = requirements_of(ws, plan, plan.requirements.iter(), &text, notes);
    Contract::new(text, requirements, Vec::new())
}

/// The work of all tasks of a plan.
pub(super) fn execution(
    ws: &Workspace<'_>,
    path: &RepoPath,
    context: Vec<ContextPiece>,
    mut notes: Vec<Remark>,
) -> Result<Named, Error> {
    let plan = read_plan(ws, path).map_err(|e| suggest_plan(ws, e))?;
    notes.extend(plan.remarks.clone());
    let asked = contract_of(ws, &plan, &mut notes);
    if plan.tasks.is_empty() {
        notes.push(Remark::new(0, "no_tasks", "the plan has no tasks; its truths are its criteria"));
    }
    let (text, requirements) = (asked.text, asked.requirements);
    Ok(Named {
        subject: execution_of(ws, &plan),
        contract: Contract::new(text, requirements, context),
        notes,
    })
}

pub(in crate::app) fn execution_of(ws: &Workspace<'_>, plan: &Plan) -> Subject {
    let mut files: Vec<String> = plan.tasks.iter().flat_map(|t| t.files.clone()).collect();
    files.extend(plan.files_modified.clone());
    files.sort();
    files.dedup();
    Subject::Execution {
        plan_path: plan.path.clone(),
        phase: phase_of(plan),
        plan: plan.plan.clone().unwrap_or_else(|| plan.stem.clone()),
        stem: plan.stem.clone(),
        title: plan.title.clone().unwrap_or_else(|| plan.stem.clone()),
        files,
        branch: ws.repository.branch(),
    }
}

/// The plan itself, as far as it can be read: a plan that is none yet is what its review is for.
fn document(
    ws: &Workspace<'_>,
    request: &ReviewTask,
    path: &RepoPath,
    context: Vec<ContextPiece>,
    mut notes: Vec<Remark>,
) -> Result<Named, Error> {
    let plan = leniently(ws, path).map_err(|e| suggest_plan(ws, e))?;
    notes.extend(plan.remarks.clone());
    let subject = subject_of(ws, &plan);
    let upstream = upstream::opening(ws, &subject, request.protocol.as_deref());
    notes.extend(upstream.notes);
    let contract = Contract::new(upstream.text, upstream.requirements, context);
    Ok(Named { subject, contract, notes })
}

pub(in crate::app) fn subject_of(ws: &Workspace<'_>, plan: &Plan) -> Subject {
    Subject::Plan {
        plan_path: plan.path.clone(),
        phase: phase_of(plan),
        plan: plan.plan.clone().unwrap_or_else(|| plan.stem.clone()),
        stem: plan.stem.clone(),
        title: plan.title.clone().unwrap_or_else(|| plan.stem.clone()),
        branch: ws.repository.branch(),
    }
}

/// Reads a plan document; where it is no plan, what its path tells of it, and why it is none.
pub(super) fn leniently(ws: &Workspace<'_>, path: &RepoPath) -> Result<Plan, Error> {
    let bytes = ws
        .documents(Some(path))
        .read(path, 1024 * 1024)
        .map_err(|e| of_files("plan", &e))?
        .ok_or_else(|| no_such_plan(ws, path))?;
    match read_bytes(path, &bytes) {
        Ok(plan) => Ok(plan),
        // No text that could be put before a reviewer.
        Err(
            error @ (PlanError::TooLarge { .. }
            | PlanError::LoneReturns { .. }
            | PlanError::Nul { .. }
            | PlanError::NotUtf8 { .. }),
        ) => Err(of_plan(path.as_str(), &error)),
        Err(
            error @ (PlanError::FrontMatterTooLarge { .. }
            | PlanError::Budget { .. }
            | PlanError::NotAPlan { .. }
            | PlanError::TooManyTasks { .. }),
        ) => {
            let mut plan = unread(path)?;
            plan.remarks = vec![Remark::new(0, "no_plan", error.to_string())];
            Ok(plan)
        }
    }
}

/// Returns what a plan's path alone tells.
fn unread(path: &RepoPath) -> Result<Plan, Error> {
    let mut plan = read_text(path, "---\n---\n").map_err(|e| of_plan(path.as_str(), &e))?;
    plan.phase = plan.phase.or_else(|| layout::phase_of(path).map(|f| f.number));
    plan.remarks.clear();
    Ok(plan)
}

//! Plans that are there and cannot be read (SPEC 7.6): nobody knows what they ask, so what rests on them stays closed.

use std::collections::BTreeSet;

use serde_json::json;

use crate::domain::diff::Commit;
use crate::domain::ids::RepoPath;
use crate::domain::next_step::Call;
use crate::domain::plan::{self, MAX_PLAN, PlanError, layout};

use super::super::phases::{self, Unread, is_plan_name};
use super::super::subjects::plan_now;
use super::super::workspace::Workspace;
use super::{Judged, Reason, Scope, Standing, Wanted};

/// Returns the plans of phases among the paths that commits and the work tree change.
pub(super) fn touched(asked: &[Commit], differing: &[RepoPath]) -> BTreeSet<RepoPath> {
    let is_plan = |path: &RepoPath| is_plan_name(path.file_name()) && layout::phase_of(path).is_some();
    // A folder that is called like a plan is one that nobody can read; git knows of what lies in it.
    let plan = |path: &RepoPath| match is_plan(path) {
        true => Some(path.clone()),
        false => path.parent().filter(is_plan),
    };
    asked.iter().flat_map(|commit| &commit.files).chain(differing).filter_map(plan).collect()
}

/// Returns the plans that a scope rests on and that cannot be read: those it was given, those of its subjects, and
/// `touched`, those that a branch changed.
pub(super) fn of(
    ws: &Workspace<'_>,
    scope: &Scope<'_>,
    wanted: &[Wanted<'_>],
    touched: &BTreeSet<RepoPath>,
) -> Vec<Unread> {
    let mut found: Vec<Unread> = match scope {
        Scope::Plans { unread, .. } => unread.to_vec(),
        Scope::Subject(_) | Scope::Branch => Vec::new(),
    };
    // A document is what was approved by its bytes, whether or not it reads as a plan.
    let work = wanted.iter().map(|one| &one.which.subject).filter(|subject| subject.document().is_none());
    let paths: BTreeSet<&RepoPath> = work.filter_map(|s| s.plan_path()).chain(touched).collect();
    for path in paths {
        if !found.iter().any(|(known, _)| known == path) && plan_now(ws, path).is_none() {
            found.extend(phases::unread(ws, path));
        }
    }
    found
}

/// Returns why a document of a spec cannot be read at all; that it is no list of tasks is no reason.
pub(super) fn document(ws: &Workspace<'_>, path: &RepoPath) -> Option<Unread> {
    let unread = phases::unread(ws, path)?;
    let bytes = ws.documents(Some(path)).read(path, MAX_PLAN as u64).ok().flatten();
    let is_text =
        bytes.is_some_and(|bytes| matches!(plan::read_bytes(path, &bytes), Err(PlanError::NotAPlan { .. })));
    (!is_text).then_some(unread)
}

/// Closes a gate for plans that cannot be read. What would have them reviewed is no call for now: they come first.
pub(super) fn close(judged: &mut Judged, unread: &[Unread]) {
    if unread.is_empty() {
        return;
    }
    let is_unread = |path: &str| unread.iter().any(|(known, _)| known.as_str() == path);
    judged.reasons.retain(|reason| !reason.is_nothing);
    for reason in &mut judged.reasons {
        let Some(call) = reason.call.as_ref().filter(|call| call.tool == "review_task") else { continue };
        let plan = call.arguments.get("plan").and_then(|plan| plan.as_str());
        if let Some(plan) = plan.filter(|plan| is_unread(plan)) {
            (reason.call, reason.fill) = (Some(check(plan)), Vec::new());
        }
    }
    for stand in &mut judged.subjects {
        let work = stand.which.subject.document().is_none();
        let plan = stand.which.subject.plan_path().filter(|path| work && is_unread(path.as_str()));
        let Some(plan) = plan.map(RepoPath::as_str) else { continue };
        stand.which.call = check(plan);
        if stand.standing == Standing::Held {
            let why = format!("cannot be held against what it asks: {plan} cannot be read");
            stand.standing = Standing::Changed(why);
        }
    }
    judged.reasons.splice(0..0, unread.iter().map(|(path, why)| reason(path, why)));
}

fn reason(path: &RepoPath, why: &str) -> Reason {
    let mut reason =
        Reason::new(format!("{path} cannot be read: {why}; mend it, or take it out of the phase's folder"));
    reason.files = vec![path.clone()];
    reason.call = Some(check(path.as_str()));
    reason
}

/// The call that says what is wrong with a plan, and where.
fn check(plan: &str) -> Call {
    Call::new("check_plan", [("plan", json!(plan))])
}

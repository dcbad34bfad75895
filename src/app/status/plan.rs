//! A plan asked for as a whole: all that is reviewed of it, never one of its tasks in the place of the rest.

use serde_json::json;

use super::gates::{self, gate_of};
use super::{PAGE, cut, lists_cut, more, never, row, slim, within};
use crate::app::answers::LoopStatusAnswer;
use crate::app::gate::{self, Judged, Records};
use crate::app::next;
use crate::app::phases;
use crate::app::subjects;
use crate::app::workspace::Workspace;
use crate::domain::ids::RepoPath;
use crate::domain::next_step::{Action, Call, NextStep, Who};
use crate::domain::receipt::same_subject;
use crate::domain::review::Remark;
use crate::domain::review_loop::LoopState;
use crate::domain::subject::Subject;
use crate::error::Error;

/// Keeps of each subject its newest loop, and an older one where that is still open; what is open comes first, and of
/// that what is about the plan as a whole.
pub(super) fn each_subject_once(newest_first: impl Iterator<Item = LoopState>) -> Vec<LoopState> {
    let mut kept: Vec<LoopState> = Vec::new();
    for state in newest_first {
        let known = kept.iter().any(|k| same_subject(&k.subject, &state.subject));
        if !known || state.outcome().is_none() {
            kept.push(state);
        }
    }
    let of_a_task = |state: &LoopState| matches!(state.subject, Subject::Task { .. });
    kept.sort_by_key(|state| (state.outcome().is_some(), of_a_task(state)));
    kept
}

/// Says which tasks of a plan have no review where one task alone has a loop; nothing where the loop is of the whole.
pub(super) fn what_else(
    ws: &Workspace<'_>,
    path: &RepoPath,
    only: &Subject,
) -> Result<Option<Remark>, Error> {
    let (Subject::Task { .. }, Ok(plan)) = (only, subjects::read_plan(ws, path)) else { return Ok(None) };
    let judged = gate::of_plans(ws, Some(path), (std::slice::from_ref(&plan), &[]), &Records::read(ws)?)?;
    let labels: Vec<String> = never(&judged).into_iter().map(|s| cut(&s.which.label, 60)).collect();
    if labels.is_empty() {
        return Ok(None);
    }
    let named = within(labels.iter().cloned(), 120);
    let rest = match labels.len() - named.len() {
        0 => String::new(),
        rest => format!(" and {rest} more"),
    };
    let message =
        format!("this is the only loop of the plan; without a review are {}{rest}", named.join(", "));
    Ok(Some(Remark::new(0, "others_unreviewed", message)))
}

/// Answers for the loops of a plan; `states` as [`each_subject_once`] has them, the rows a page at a time.
pub(super) fn of_plan(
    ws: &Workspace<'_>,
    path: &RepoPath,
    states: &[LoopState],
    from: usize,
) -> Result<LoopStatusAnswer, Error> {
    let records = Records::read(ws)?;
    let plan = subjects::read_plan(ws, path).ok();
    let unread = phases::unread(ws, path);
    // What is gone asks for nothing.
    let judged = if plan.is_some() || unread.is_some() {
        Some(gate::of_plans(ws, Some(path), (plan.as_slice(), unread.as_slice()), &records)?)
    } else {
        None
    };
    let rows = within(states.iter().skip(from).take(PAGE).map(|state| row(state, None)), 600);
    let shown = from + rows.len();
    let unreviewed: Vec<String> =
        judged.iter().flat_map(|judged| never(judged)).map(|s| s.which.label.clone()).collect();
    let named = within(unreviewed.iter().map(|label| cut(label, 80)), 200);
    let mut remarks: Vec<Remark> = Vec::new();
    remarks.extend(more(shown, states.len(), "loops of the plan", "the next are behind `cursor`"));
    remarks.extend(more(named.len(), unreviewed.len(), "unreviewed tasks", "review these first"));
    if states.iter().any(|state| state.outcome().is_none() && !state.open_findings().is_empty()) {
        let message = "open findings are not listed here; `loop_status` with a `loop_id`, or with `task`, has those of that loop";
        remarks.push(Remark::new(0, "findings_elsewhere", message));
    }
    Ok(LoopStatusAnswer {
        next: Some(slim(step(ws, path, states, judged.as_ref()))),
        loops: rows,
        unreviewed: named,
        gate: judged.as_ref().map(gate_of),
        cursor: (shown < states.len()).then(|| shown.to_string()),
        remarks,
        ..LoopStatusAnswer::default()
    })
}

/// What comes next for the plan: what is open, then what its gate asks for.
fn step(ws: &Workspace<'_>, path: &RepoPath, states: &[LoopState], judged: Option<&Judged>) -> NextStep {
    if let Some(open) = states.iter().find(|state| state.outcome().is_none()) {
        let mut step = next::of(ws, open);
        step.findings.clear();
        return lists_cut(step);
    }
    judged.and_then(gates::step).unwrap_or_else(|| {
        let why = format!("every review of {path} has ended; nothing of the plan is open");
        NextStep::new(Action::Proceed, Who::Host, why, Call::new("loop_status", []), &[])
    })
}

/// A phase with a plan that nobody can read is not verified: that plan comes first.
pub(super) fn unread_first(unread: &[(RepoPath, String)], step: NextStep) -> NextStep {
    match unread.first() {
        Some((path, why)) if matches!(step.call.tool.as_str(), "verify_phase" | "check_plan") => {
            let why = format!("{path} cannot be read: {why}; mend it, or take it out of the phase's folder");
            let call = Call::new("check_plan", [("plan", json!(path.as_str()))]);
            NextStep::new(Action::Revise, Who::Author, why, call, &[])
        }
        Some(_) | None => step,
    }
}

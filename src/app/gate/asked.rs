//! The three ways a gate is asked for: a phase's plans, one subject, and the command's phase, plan or branch.

use crate::domain::ids::RepoPath;
use crate::domain::plan::Plan;
use crate::domain::protocol::Protocol;
use crate::domain::review::Remark;
use crate::domain::review_loop::LoopState;
use crate::error::Error;

use super::super::answers::{GateAnswer, GateReason};
use super::super::requests;
use super::super::workspace::Workspace;
use super::super::{phases, rules, subjects};
use super::{Judged, Reason, Records, Scope, judge};

/// Judges plans under the rules of their place. Rules that cannot be read close the gate and leave every task due;
/// switched-off reviews ask for nothing but what is open with blocking findings.
pub(in crate::app) fn of_plans(
    ws: &Workspace<'_>,
    place: Option<&RepoPath>,
    plans: &[Plan],
    records: &Records,
) -> Result<Judged, Error> {
    let (protocol, notes, unread) = match rules::configured(ws, place, None) {
        Ok((protocol, notes)) => (Some(protocol), notes, None),
        Err(error) => (Protocol::named("countersign"), Vec::new(), Some(error)),
    };
    let on = protocol.as_ref().is_none_or(Protocol::is_on);
    let mut judged = judge(ws, &Scope::Plans { plans, rules: protocol.as_ref(), on }, records)?;
    judged.remarks.extend(notes.into_iter().filter(|note| note.code == rules::LOOSER));
    if let Some(error) = unread {
        judged.reasons.insert(0, Reason::new(format!("whether reviews are on cannot be told: {error}")));
    }
    if !on {
        // What nobody is asked to review is no commit that nobody reviewed.
        judged.reasons.retain(|r| r.commit.is_none() && !r.is_nothing);
        let message = "reviews are switched off in this project";
        judged.remarks.push(Remark::new(0, "reviews_off", message));
    }
    Ok(judged)
}

/// Judges the subject of one loop.
pub(in crate::app) fn of_subject_alone(
    ws: &Workspace<'_>,
    state: &LoopState,
    records: &Records,
) -> Result<Judged, Error> {
    judge(ws, &Scope::Subject(&state.subject), records)
}

/// Answers `countersign gate`.
pub(in crate::app) fn gate(ws: &Workspace<'_>, request: &requests::Gate) -> Result<GateAnswer, Error> {
    let records = Records::read(ws)?;
    let (scope, judged) = match (&request.phase, &request.plan) {
        (Some(_), Some(_)) => {
            return Err(Error::invalid("plan", "give a phase or a plan, not both"));
        }
        (Some(phase), None) => {
            let folder = phases::folder(ws, phase)?;
            let plans = phases::plans_in(ws, &folder.dir)?;
            let judged = of_plans(ws, Some(&folder.dir), &plans, &records)?;
            (format!("phase {}", folder.dir.file_name()), judged)
        }
        (None, Some(plan)) => {
            let path = ws.path("plan", plan)?;
            let plan = subjects::read_plan(ws, &path).map_err(|e| phases::suggest_plan(ws, e))?;
            let scope = format!("plan {}", plan.stem);
            (scope, of_plans(ws, Some(&path), std::slice::from_ref(&plan), &records)?)
        }
        (None, None) => {
            let branch =
                ws.repository.branch().map_or_else(|| "detached head".to_owned(), |b| format!("branch {b}"));
            (branch, judge(ws, &Scope::Branch, &records)?)
        }
    };
    Ok(GateAnswer {
        open: judged.is_open(),
        scope,
        reasons: judged.reasons.into_iter().map(row).collect(),
        remarks: judged.remarks,
    })
}

fn row(reason: Reason) -> GateReason {
    GateReason {
        message: reason.message,
        subject: reason.subject,
        commit: reason.commit.map(|c| c.to_string()),
        files: reason.files.iter().map(ToString::to_string).collect(),
        call: reason.call,
        fill: reason.fill,
    }
}

//! Which subject a reviewer of a system that only prompts is started for, where its files leave one possibility: such a
//! system never says, and a review of the wrong thing is worse than none.

use crate::domain::attested::Attested;
use crate::domain::diff::Commit;
use crate::domain::evident::Review;
use crate::domain::next_step::Call;
use crate::domain::plan::Plan;
use crate::domain::protocol::Protocol;
use crate::domain::range::commits_of_task;
use crate::domain::subject::{Subject, SubjectKind};
use crate::error::Error;

use super::super::gate::{self, Records, Standing};
use super::super::phases::{self, Due, DueKind};
use super::super::requests::ReviewTask;
use super::super::workspace::Workspace;
use super::super::{rules, subjects};

/// Returns the request that opens the review of the one subject that waits: the task or the execution whose work the
/// newest commit is, or the one plan that is neither reviewed nor carried out.
pub(super) fn for_reviewer(ws: &Workspace<'_>, by: &Attested) -> Result<Option<ReviewTask>, Error> {
    one(ws, |protocol| by.is_a(&protocol.agents.reviewer), |_| true)
}

/// Returns the request that opens the review of the one task that a report tells of, whoever gave it: it names it, it is
/// in the form of the protocol that reviews tasks there, and the newest commit is the task's work.
pub(super) fn for_report(ws: &Workspace<'_>, review: &Review) -> Result<Option<ReviewTask>, Error> {
    let named = |due: &Due<'_>| match &due.what {
        DueKind::Task(number) => {
            due.plan.task(number).is_some_and(|task| review.names(&subjects::task_of(ws, due.plan, task)))
        }
        DueKind::Execution | DueKind::Document => false,
    };
    one(ws, |protocol| protocol.dialect == review.reading.dialect, named)
}

/// Tells whether a protocol that holds in one of the phases here answers in this form, and reviews are on.
pub(super) fn is_spoken(ws: &Workspace<'_>, dialect: &str) -> Result<bool, Error> {
    for folder in phases::folders(ws)? {
        let (protocol, _) = rules::configured(ws, Some(&folder.dir), None)?;
        if protocol.is_on() && protocol.dialect == dialect {
            return Ok(true);
        }
    }
    Ok(false)
}

fn one(
    ws: &Workspace<'_>,
    of: impl Fn(&Protocol) -> bool,
    meant: impl Fn(&Due<'_>) -> bool,
) -> Result<Option<ReviewTask>, Error> {
    let newest =
        ws.repository.head().and_then(|head| ws.repository.history(&head, None, 1)).unwrap_or_default();
    let mut found: Vec<Call> = Vec::new();
    for folder in phases::folders(ws)? {
        let (protocol, _) = rules::configured(ws, Some(&folder.dir), None)?;
        if !protocol.is_on() || !of(&protocol) {
            continue;
        }
        // A phase with a plan that cannot be read is not guessed at.
        let Ok((plans, unread)) = phases::readable_in(ws, &folder.dir) else { return Ok(None) };
        if !unread.is_empty() {
            return Ok(None);
        }
        for plan in &plans {
            found.extend(waiting(ws, plan, &protocol, &newest, &meant)?);
        }
    }
    let [one] = found.as_slice() else { return Ok(None) };
    serde_json::from_value(serde_json::Value::Object(one.arguments.clone()))
        .map(Some)
        .map_err(|e| Error::internal(format!("a call of the gate is no request: {e}")))
}

/// Returns the calls that review what of a plan is at hand and has no review that holds.
fn waiting(
    ws: &Workspace<'_>,
    plan: &Plan,
    protocol: &Protocol,
    newest: &[Commit],
    meant: &dyn Fn(&Due<'_>) -> bool,
) -> Result<Vec<Call>, Error> {
    let due: Vec<Due<'_>> = phases::due(plan, protocol)
        .into_iter()
        .filter(|due| meant(due) && is_at_hand(ws, due, newest))
        // A plan without a task is reviewed as a whole, by nobody whom this system starts for that.
        .filter(|due| due.what != DueKind::Execution || protocol.subjects.contains(&SubjectKind::Execution))
        .collect();
    if due.is_empty() {
        return Ok(Vec::new());
    }
    let judged =
        gate::of_plans(ws, Some(&plan.path), (std::slice::from_ref(plan), &[]), &Records::read(ws)?)?;
    let waits = |s: &&gate::Stand| {
        matches!(s.standing, Standing::NeverReviewed | Standing::Changed(_))
            && due.iter().any(|due| due.is_of(&s.which.subject))
    };
    Ok(judged.subjects.iter().filter(waits).map(|s| s.which.call.clone()).collect())
}

/// Tells whether something of a plan is what was worked on last: the newest commit is its work, or, of the plan itself,
/// nobody has carried it out.
fn is_at_hand(ws: &Workspace<'_>, due: &Due<'_>, newest: &[Commit]) -> bool {
    match &due.what {
        DueKind::Task(number) => due
            .plan
            .task(number)
            .is_some_and(|task| is_newest(ws, &subjects::task_of(ws, due.plan, task), newest)),
        DueKind::Execution => is_newest(ws, &subjects::execution_of(ws, due.plan), newest),
        DueKind::Document => !phases::has_summary(ws, due.plan),
    }
}

/// Tells whether the newest commit is a subject's work.
fn is_newest(ws: &Workspace<'_>, subject: &Subject, newest: &[Commit]) -> bool {
    let scope = subjects::scope(ws, subject, subject.files().to_vec());
    !commits_of_task(newest, &scope, None).commits.is_empty()
}

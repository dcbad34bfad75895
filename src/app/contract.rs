//! Holds what is asked of a subject against what its loop began with, before its next review opens (SPEC 6.8).

use crate::domain::review::Remark;
use crate::domain::review_loop::{Event, LoopState, Standing, contract};
use crate::domain::subject::{ContextPiece, Contract, Subject};
use crate::error::Error;
use crate::io::store::Store;

use super::loops::{self, Loaded};
use super::subjects;
use super::workspace::Workspace;

/// The remark on what is asked otherwise than when the loop began.
pub(super) const CHANGED: &str = "contract_changed";

/// What came of it.
pub(super) enum Held {
    /// The review may open.
    Goes(Box<Loaded>, Option<Remark>),
    /// The user is asked first.
    Asks(Box<Loaded>),
}

/// Looks at what the documents ask now, with what the caller knows besides where that is `known` to be other than the
/// loop began with, and records where it changed.
///
/// An open review goes by what it began with; its answer is taken, and the question comes before the next one.
pub(super) fn hold(
    ws: &Workspace<'_>,
    store: &mut Store,
    loaded: Loaded,
    known: Option<Vec<ContextPiece>>,
) -> Result<Held, Error> {
    let goes = |loaded, remark| Ok(Held::Goes(Box::new(loaded), remark));
    let state = &loaded.state;
    let now = if state.passes.is_empty() { None } else { asked_now(ws, state, known) };
    let Some(now) = now.filter(|now| contract::differs(state, &now.contract)) else {
        let gone = gone(ws, state);
        return goes(loaded, gone);
    };
    let difference = contract::difference(&state.contract, &now.contract);
    if state.standing == Standing::Review || !contract::wants_a_choice(state, &now.contract) {
        let remark = changed(state, &format!("this review goes by what it began with ({difference})"));
        return goes(loaded, Some(remark));
    }
    // A finding may have asked for other documents, never for other knowledge.
    let only_known =
        now.contract.text == state.contract.text && now.contract.requirements == state.contract.requirements;
    let suggested_by = contract::suggested_by(state).filter(|_| !only_known).cloned();
    let remark = suggested_by.as_ref().map(|id| {
        changed(state, &format!("{id} of this loop asked for that; the review goes by it ({difference})"))
    });
    let event = Event::ContractChanged { contract: now.contract, subject: now.subject, suggested_by };
    let after = loops::write(store, ws.clock, loaded, |_| Ok(Some((event.clone(), Vec::new()))))?;
    match remark {
        Some(remark) => goes(after, Some(remark)),
        None => Ok(Held::Asks(Box::new(after))),
    }
}

/// Reads again what was given along as files of the repository; nothing where all of them say what they said. One that
/// is gone says what it said.
fn read_again(ws: &Workspace<'_>, state: &LoopState) -> Option<Vec<ContextPiece>> {
    let before = &state.contract.context;
    let read = |piece: &ContextPiece| {
        let text = piece.path.as_ref().and_then(|path| ws.text("context", path).ok());
        ContextPiece { text: text.unwrap_or_else(|| piece.text.clone()), ..piece.clone() }
    };
    let now: Vec<ContextPiece> = before.iter().map(read).collect();
    if now == *before {
        return None;
    }
    // What was kept of it holds no secrets.
    let now = Contract::new(state.contract.text.clone(), state.contract.requirements.clone(), now);
    let now = ws.without_secrets(now).ok()?.context;
    (now != *before).then_some(now)
}

fn asked_now(ws: &Workspace<'_>, state: &LoopState, known: Option<Vec<ContextPiece>>) -> Option<Asked> {
    let known = known.or_else(|| read_again(ws, state));
    let documents = subjects::asked_now(ws, state);
    let subject = documents.as_ref().map_or_else(|| state.subject.clone(), |named| named.subject.clone());
    match (documents, known) {
        (None, None) => None,
        (Some(named), None) => Some(Asked { subject, contract: named.contract }),
        (documents, Some(known)) => {
            let base = documents.map_or_else(|| state.contract.clone(), |named| named.contract);
            Some(Asked { subject, contract: Contract::new(base.text, base.requirements, known) })
        }
    }
}

/// Says that what asked for the work is not there any more, on the branch that the loop is of.
fn gone(ws: &Workspace<'_>, state: &LoopState) -> Option<Remark> {
    let here = state.subject.branch().is_none_or(|b| ws.repository.branch().as_deref() == Some(b));
    let path = state.subject.plan_path().filter(|_| here && state.subject.document().is_none())?;
    let what = match (subjects::plan_now(ws, path), &state.subject) {
        (None, _) => format!("{path} is gone, or cannot be read"),
        (Some(plan), Subject::Task { task, .. }) if plan.task(task).is_none() => {
            format!("{path} has no Task {task} any more")
        }
        (Some(_), _) => return None,
    };
    let (label, id) = (state.subject.label(), &state.id);
    let message = format!(
        "{what}: {label} is reviewed by what it began with; where it is not wanted any more, `decide` with `abandon` ends {id}"
    );
    Some(Remark::new(0, CHANGED, message))
}

/// What is asked now, and of what.
struct Asked {
    subject: Subject,
    contract: Contract,
}

fn changed(state: &LoopState, what: &str) -> Remark {
    let message =
        format!("what is asked of {} changed since its review began; {what}", state.subject.label());
    Remark::new(0, CHANGED, message)
}

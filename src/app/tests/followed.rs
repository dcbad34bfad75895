//! Test runs of a loop that has ended: they begin the one that follows it, where that may begin without a choice. The loop
//! knows its subject and what is asked of it, which a call for test runs cannot always say.

use serde_json::{Value, json};

use crate::app::loops::{self, Loaded};
use crate::app::subjects::{self, Named, branches};
use crate::app::workspace::Workspace;
use crate::app::{review, rules};
use crate::domain::protocol::Protocol;
use crate::domain::review_loop::LoopState;
use crate::domain::review_loop::left::{gave_way, waits_for_tests};
use crate::domain::subject::{Contract, Subject};
use crate::error::Error;
use crate::io::store::Store;

/// What a run by the id of an ended loop is a run of.
pub(super) enum Followed {
    /// The loop that follows it is open already.
    Open(Box<Loaded>),
    /// The run opens that loop, of this subject and under these rules.
    Anew(Box<(Named, Protocol)>),
}

/// Finds what a run by the id of a loop is recorded in, where that loop has ended and the call names no turn of it; nothing
/// where the loop itself takes or refuses the run.
pub(super) fn by_loop(
    ws: &Workspace<'_>,
    store: &Store,
    loaded: &Loaded,
    turn: Option<u64>,
) -> Result<Option<Followed>, Error> {
    let state = &loaded.state;
    if state.outcome().is_none() || turn.is_some() {
        return Ok(None);
    }
    let here = branches::as_of_here(ws, state).subject;
    let key = here.key(&state.contract);
    if let Some(open) = store.stream_for_key(&key)? {
        return Ok(Some(Followed::Open(Box::new(loops::load(store, &open)?))));
    }
    let newest = match store.subject_streams(&key)?.pop() {
        Some(last) => Some(last),
        None => store.subject_streams(&state.subject.key(&state.contract))?.pop(),
    };
    let is_its = newest.as_deref() == Some(state.id.as_str());
    if !is_its || !branches::is_left_for_this(ws, state) {
        return Ok(None);
    }
    let mut named = Named { subject: here, contract: state.contract.clone(), notes: Vec::new() };
    if let Some(now) = subjects::asked_now(ws, state) {
        named = now;
    }
    let (protocol, notes) = rules::of(ws, &named.subject, Some(&state.protocol.name))?;
    named.notes.extend(notes);
    Ok(Some(Followed::Anew(Box::new((named, protocol)))))
}

/// Finds the ended loop that waits for a test run and has the id, branch and criteria that a run names: what else is asked
/// of a free change, a run does not say.
pub(super) fn of_id(store: &Store, named: &Named) -> Result<Option<LoopState>, Error> {
    if !matches!(named.subject, Subject::Change { .. }) {
        return Ok(None);
    }
    let alike = named.subject.key_of_any_contract();
    let states: Vec<LoopState> =
        loops::of_subjects(store, |key| key.starts_with(&alike))?.collect::<Result<_, _>>()?;
    let is_it =
        |s: &LoopState| s.subject.key_of_any_contract() == alike && s.contract.text == named.contract.text;
    Ok(states.into_iter().find(is_it).filter(waits_for_tests))
}

/// Gives a free change what else was asked of the loop that it follows, where the words are the same: a run cannot say it.
pub(super) fn with_its_contract(named: &mut Named, before: &LoopState) {
    if matches!(named.subject, Subject::Change { .. }) && before.contract.text == named.contract.text {
        named.contract = before.contract.clone();
    }
}

/// Gives a free change the files of the loop that it follows: a test run names none.
pub(super) fn with_its_files(named: &mut Named, before: &LoopState) {
    if let (Subject::Change { files, .. }, Subject::Change { files: of_loop, .. }) =
        (&mut named.subject, &before.subject)
        && files.is_empty()
    {
        files.clone_from(of_loop);
    }
}

/// Returns what a call of `record_tests` says of the subject of an ended loop; the rules go with it, also where no system
/// is told by its files. What it cannot say, the loop knows.
pub(in crate::app) fn call_for(state: &LoopState, rules: &Protocol) -> Value {
    match &state.subject {
        // Its subject is given up: only the loop itself takes the run.
        _ if gave_way(state) => json!({ "loop_id": state.id.as_str() }),
        Subject::Task { plan_path, task, .. } => {
            json!({ "plan": plan_path, "task": task, "protocol": rules.name })
        }
        Subject::Change { id, title, .. } if asks_by_text_alone(&state.contract) => {
            json!({ "id": id, "title": title, "criteria": state.contract.text, "protocol": rules.name })
        }
        Subject::Change { .. }
        | Subject::Plan { .. }
        | Subject::Execution { .. }
        | Subject::Artifact { .. } => json!({ "loop_id": state.id.as_str() }),
    }
}

fn asks_by_text_alone(contract: &Contract) -> bool {
    contract.requirements.is_empty() && contract.context.is_empty()
}

/// Refuses a run that comes for a loop after its end, with the call that begins the one after it; nothing where the loop is
/// open.
pub(super) fn came_after_the_end(state: &LoopState) -> Option<Error> {
    let outcome = state.outcome()?.as_str();
    if !review::begins_anew(state) {
        let message = format!("{} ended {outcome} in {}", state.subject.label(), state.id);
        let hint = "Its tests are looked at again only if the user decides so; the counters go on";
        return Some(review::reopened_by_choice(Error::refused(message).at("loop_id"), state, hint));
    }
    let message =
        format!("{} ended {outcome} in {}: the run is not recorded there", state.subject.label(), state.id);
    let hint = if gave_way(state) {
        "Send it with this call, without a turn: others took its place, and its tests are only seen to pass or fail"
    } else {
        "Send it with this call: tests that fail begin a new loop, which takes over what this one left"
    };
    let error = Error::refused(message)
        .at("loop_id")
        .hint(hint)
        .call("record_tests", call_for(state, &state.protocol))
        .fill(&["failed", "passed"]);
    Some(error)
}

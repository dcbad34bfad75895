//! A phase that a failed subject has stopped (SPEC 4, yolo): nothing else of it goes on, whether its loop is still to be
//! opened or is there already, until that subject is led back. What a reviewer says meanwhile is recorded all the same.

use serde_json::json;

use crate::domain::ids::RepoPath;
use crate::domain::next_step::{Action, Call, NextStep, Who};
use crate::domain::plan::layout;
use crate::domain::protocol::Protocol;
use crate::domain::receipt::same_subject;
use crate::domain::review_loop::event::Outcome;
use crate::domain::review_loop::{LoopState, Standing, options};
use crate::domain::subject::Subject;
use crate::error::Error;
use crate::io::store::Store;

use super::loops::{Later, LeftOut};
use super::review::reopened_by_choice;
use super::workspace::Workspace;
use super::{gate, loops};

/// Returns the loop of another subject whose failure stops the phase that a subject lies in.
pub(super) fn by(
    ws: &Workspace<'_>,
    store: &Store,
    subject: &Subject,
    protocol: &Protocol,
) -> Result<Option<LoopState>, Error> {
    let folder = subject.plan_path().and_then(layout::phase_of).filter(|_| protocol.failure_stops_phase);
    let Some(folder) = folder else { return Ok(None) };
    in_folder(ws, store, &folder.dir, subject.branch(), Some(subject))
}

/// Returns the loop whose failure stops the phase of a folder, on a branch; of several the one opened last. What `but` has
/// itself is not asked about: whoever failed is still led back.
///
/// # Errors
///
/// Where a loop of the phase is damaged, or a repair left it out: whether it failed nobody knows, and none goes on. One that
/// a newer version went on with is read-only itself, and holds up others only where it had failed before.
pub(super) fn in_folder(
    ws: &Workspace<'_>,
    store: &Store,
    dir: &RepoPath,
    branch: Option<&str>,
    but: Option<&Subject>,
) -> Result<Option<LoopState>, Error> {
    let below = format!("{dir}/");
    let in_it = |key: &str| key.split('\n').nth(1).is_some_and(|path| path.starts_with(&below));
    let mut states = Vec::new();
    for found in loops::as_known(store, in_it)? {
        match found {
            Ok(state) => states.push(state),
            Err((_, Some(known))) if !is_stopping(&known) => states.push(*known),
            Err((error, _)) => return Err(error),
        }
    }
    states.retain(|state| state.subject.branch() == branch);
    let left_out = loops::left_out(store)?;
    let is_told = |damaged: &String| left_out.iter().any(|lost| damaged.starts_with(lost.state.id.as_str()));
    if let Some(damaged) = loops::losses(store).into_iter().find(|damaged| !is_told(damaged)) {
        return Err(Error::refused(format!("whether this phase was stopped nobody knows: {damaged}"))
            .at("plan")
            .hint("Once that is done, the same call goes on"));
    }
    // All of the folder in one group: which subject a loop is of by now, says its state.
    let later = Later::grouped(store, |key| in_it(key).then(String::new))?;
    for lost in left_out {
        let subject = &lost.state.subject;
        let is_of_it = subject.plan_path().is_some_and(|path| path.as_str().starts_with(&below))
            && subject.branch() == branch
            && lost.state.protocol.failure_stops_phase;
        let again = |other: &Subject| same_subject(other, subject);
        if is_of_it
            && !gate::is_gone(ws, &lost.state)?
            && !but.is_some_and(again)
            && !later.has("", &lost, |state| state.subject.branch() == branch && again(&state.subject))
        {
            return Err(nobody_knows(&lost));
        }
    }
    Ok(among(&states, but))
}

/// Refuses to go on with a phase of which a repair left a loop out.
fn nobody_knows(lost: &LeftOut) -> Error {
    let (label, system) = (lost.state.subject.label(), &lost.state.protocol.name);
    let mut call = gate::which(lost.state.subject.clone(), None).call;
    call.arguments.insert("protocol".to_owned(), json!(system));
    Error::refused(format!(
        "{label} may have failed its reviews, which by {system}'s rules stops its phase: {}",
        lost.why
    ))
    .at("plan")
    .hint(format!("Have {label} reviewed anew first"))
    .call(&call.tool, json!(call.arguments))
}

/// Returns the loop among those of a branch, the one opened last first, whose failure stops its phase; of several the
/// first.
pub(super) fn among(states: &[LoopState], but: Option<&Subject>) -> Option<LoopState> {
    // The loop of a subject that was opened last speaks for it: a late word on an older one hides nothing.
    let newest = |(n, state): &(usize, &LoopState)| {
        !states.iter().take(*n).any(|newer| same_subject(&newer.subject, &state.subject))
    };
    let stops =
        states.iter().enumerate().filter(newest).map(|(_, state)| state).find(|state| {
            is_stopping(state) && but.is_none_or(|subject| !same_subject(subject, &state.subject))
        });
    stops.cloned()
}

fn is_stopping(state: &LoopState) -> bool {
    let ended = matches!(state.outcome(), Some(Outcome::Failed | Outcome::Abandoned));
    // Led back and given up then, it is as it was.
    ended && state.failed && state.protocol.failure_stops_phase
}

/// Refuses a new pass in a phase that a failed subject has stopped: that one is settled first.
pub(super) fn refuse(
    ws: &Workspace<'_>,
    store: &Store,
    subject: &Subject,
    protocol: &Protocol,
) -> Result<(), Error> {
    let Some(failed) = by(ws, store, subject, protocol)? else { return Ok(()) };
    let label = failed.subject.label();
    if failed.outcome() == Some(Outcome::Abandoned) {
        let (call, _) = leads_on(&failed);
        let how = match call.tool.as_str() {
            "decide" => "reviewed once more, which the user decides in person",
            _ => "reviewed anew",
        };
        let hint = format!("{label} comes first: it was led back and given up, and is to be {how}");
        return Err(Error::refused(stops(&failed))
            .at("plan")
            .hint(hint)
            .call(&call.tool, json!(call.arguments)));
    }
    let hint =
        format!("{label} comes first: mend it, and have the user decide that it is reviewed once more");
    Err(reopened_by_choice(Error::refused(stops(&failed)).at("plan"), &failed, &hint))
}

fn stops(failed: &LoopState) -> String {
    let (label, system) = (failed.subject.label(), &failed.protocol.name);
    format!("{label} failed its reviews, and by {system}'s rules that stops its phase")
}

/// Says in a loop's next step that its phase is stopped, by what, and which call leads on. Whoever reviews it now, or was
/// asked about it, still answers; everything else waits.
pub(super) fn told(ws: &Workspace<'_>, state: &LoopState, mut step: NextStep) -> NextStep {
    if !state.protocol.failure_stops_phase || is_stopping(state) {
        return step;
    }
    // A log that cannot be read gave nobody this loop.
    let Ok(Some(store)) = ws.log() else { return step };
    let failed = match by(ws, &store, &state.subject, &state.protocol) {
        Ok(Some(failed)) => failed,
        Ok(None) => return step,
        // Whoever reviews it now, or was asked about it, still answers.
        Err(error) if matches!(state.standing, Standing::Review | Standing::Ask(_)) => {
            step.warnings.insert(0, error.message);
            return step;
        }
        Err(error) => return held_back(&error, step),
    };
    let stops = stops(&failed);
    let first = failed.subject.label();
    match &state.standing {
        Standing::Review | Standing::Ask(_) => {
            let call = leads_on(&failed).0.in_words();
            step.why = format!(
                "{stops}. This answer is recorded all the same; after it nothing goes on before the user has {first} reviewed once more (call {call}). {}",
                step.why
            );
            step
        }
        Standing::Closed(Outcome::Aborted | Outcome::Abandoned | Outcome::Skipped) => {
            step.warnings.insert(0, stops);
            step
        }
        Standing::Fix
        | Standing::Reexecute
        | Standing::NextReview(_)
        | Standing::Retest
        | Standing::Unreviewed { .. }
        | Standing::Closed(_) => {
            let why = format!(
                "{stops}, all its plans, those already approved too: go on with none of them before the user has {first} reviewed once more. Apart from that: {}",
                step.why
            );
            let mut held = leading_on(&failed, why);
            (held.turn, held.outcome, held.findings) = (step.turn, step.outcome, step.findings);
            (held.warnings, held.summary_section) = (step.warnings, step.summary_section);
            held
        }
    }
}

/// The step of a phase that a failed subject has stopped: what it is, and the call that leads on.
pub(super) fn of_phase(failed: &LoopState, step: NextStep) -> NextStep {
    let mut held = leading_on(failed, step.why);
    (held.turn, held.outcome, held.options) = (step.turn, step.outcome, step.options);
    (held.findings, held.warnings) = (step.findings, step.warnings);
    held
}

/// The step of what must wait because of its phase nobody knows whether it is stopped.
pub(super) fn held_back(error: &Error, step: NextStep) -> NextStep {
    let call = error.next_call.as_deref().and_then(|call| serde_json::from_value(call.clone()).ok());
    let call = call.unwrap_or_else(|| Call::new("loop_status", []));
    let hints: String = error.hints.iter().map(|hint| format!(" {hint}.")).collect();
    let why = format!("{}.{hints} Apart from that: {}", error.message, step.why);
    let mut held = NextStep::new(Action::Stop, Who::Host, why, call, &[]);
    (held.turn, held.outcome, held.findings) = (step.turn, step.outcome, step.findings);
    (held.warnings, held.summary_section) = (step.warnings, step.summary_section);
    held
}

fn leading_on(failed: &LoopState, why: String) -> NextStep {
    let (call, fill) = leads_on(failed);
    NextStep::new(Action::Stop, Who::Host, why, call, fill)
}

/// The call that has what failed reviewed once more: the user's to make, where a model's word does no longer do without it;
/// what was led back and given up then begins anew.
fn leads_on(failed: &LoopState) -> (Call, &'static [&'static str]) {
    let given_up = failed.outcome() == Some(Outcome::Abandoned);
    if given_up && options::may_be_replaced(failed) {
        let mut call = gate::which(failed.subject.clone(), None).call;
        call.arguments.insert("protocol".to_owned(), json!(failed.protocol.name));
        return (call, &[]);
    }
    let mut call =
        Call::new("decide", [("loop_id", json!(failed.id.as_str())), ("turn", json!(failed.turn))]);
    if given_up || options::only_in_person(failed).iter().any(|word| word == options::REOPEN) {
        return (call, &[]);
    }
    call.arguments.insert("choice".to_owned(), json!(options::REOPEN));
    (call, &["reason", "decided_by"])
}

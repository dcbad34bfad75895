//! "Too hard": the work goes to the next tier, which is no rejection (SPEC 3).

use crate::domain::review::{Remark, Response};
use crate::domain::review_loop::event::Entry;
use crate::domain::review_loop::{Event, LoopState, Refusal, admit, course};
use crate::error::Error;
use crate::io::store::Store;

use super::super::answers::RespondFindingsAnswer;
use super::super::loops::{self, Loaded};
use super::super::refusals::of_loop;
use super::super::reports;
use super::super::requests::RespondFindings;
use super::super::workspace::Workspace;
use super::Answered;

/// Returns what the call is known by when it comes again.
pub(super) fn digest(request: &RespondFindings, reason: &str) -> String {
    // Plain structs always have a JSON form.
    let text = serde_json::to_string(&(request.turn, &request.responses, reason)).unwrap_or_default();
    blake3::hash(text.as_bytes()).to_hex().to_string()
}

/// Gives the recorded result of the same call again; refuses another reason for a turn that was handed on.
pub(super) fn given_before(
    ws: &Workspace<'_>,
    loaded: &Loaded,
    request: &RespondFindings,
    digest: &str,
) -> Result<Option<RespondFindingsAnswer>, Error> {
    let same = |event: &Event| matches!(event, Event::Escalated { digest: known, .. } if known == digest);
    if let Some(entry) = loaded.entries.iter().find(|e| same(&e.event)) {
        return Ok(Some(told_again(ws, loaded, request, entry.turn)));
    }
    let used = |event: &Event| matches!(event, Event::Escalated { turn, .. } if *turn == request.turn);
    match loaded.entries.iter().find(|e| used(&e.event)) {
        Some(entry) => {
            let refusal = Refusal::UsedTurn { given: request.turn, recorded: entry.turn };
            Err(of_loop(&loaded.state, &refusal).at("escalate"))
        }
        None => Ok(None),
    }
}

/// Tells what a call was told that handed the work on at `turn`, its responses and their claims included.
fn told_again(
    ws: &Workspace<'_>,
    loaded: &Loaded,
    request: &RespondFindings,
    turn: u64,
) -> RespondFindingsAnswer {
    let at = |turn| loaded.at_turn(turn).unwrap_or_else(|| loaded.state.clone());
    let (then, before) = (at(turn), at(turn - 1));
    let handed = super::answer(ws, &then, Vec::new(), Vec::new());
    if request.responses.is_empty() {
        return handed;
    }
    let responses: Vec<Response> = request.responses.iter().cloned().map(Into::into).collect();
    let digest = super::digest(&responses);
    // Of the same call are the responses that were recorded right before; none where each was refused.
    let of_call = |e: &&Entry| matches!(&e.event, Event::Responded { digest: known, .. } if *known == digest);
    let answered = loaded.entries.iter().find(|e| e.turn == turn - 1).filter(of_call);
    let rows = super::sort(&answered.map_or_else(|| before.clone(), |e| at(e.turn - 1)), &responses).1;
    let claims = answered.map(|e| super::recorded_claims(loaded, e.turn)).unwrap_or_default();
    let told = super::answer(ws, &before, rows, claims);
    RespondFindingsAnswer { next: handed.next, progress: handed.progress, ..told }
}

/// Refuses where nothing can be handed on now, or nobody is there to take it.
pub(super) fn admitted(state: &LoopState) -> Result<(), Error> {
    admit(state, &event(state, state.turn, "", "")).map_err(|r| refused(state, &r))
}

fn event(state: &LoopState, turn: u64, reason: &str, digest: &str) -> Event {
    Event::Escalated {
        turn,
        digest: digest.to_owned(),
        reason: reason.to_owned(),
        course: course::beyond_the_fixer(state),
    }
}

fn refused(state: &LoopState, refusal: &Refusal) -> Error {
    let error = of_loop(state, refusal);
    if let Refusal::NoPlace { .. } = refusal {
        return error.hint("Fix what you can and answer each finding; the limit of passes ends the loop");
    }
    error
}

/// Hands the work on.
pub(super) fn hand_on(
    ws: &Workspace<'_>,
    store: &mut Store,
    loaded: Loaded,
    turn: u64,
    reason: &str,
    digest: &str,
) -> Result<RespondFindingsAnswer, Error> {
    let after = loops::write(store, ws.clock, loaded, |now| {
        if now.state.used_turns.iter().any(|u| u.turn == turn && u.digest == digest) {
            // Another server handed it on with the same words.
            return Ok(None);
        }
        Ok(Some((event(&now.state, turn, reason, digest), Vec::new())))
    })?;
    let written = reports::write_review(ws, &after.state);
    let mut answer = super::answer(ws, &after.state, Vec::new(), Vec::new());
    answer.remarks.extend(written.into_iter().filter_map(|report| report.remark));
    Ok(answer)
}

/// Hands the work on after the responses of the same call, unless they have left nothing to hand on.
pub(super) fn after_responses(
    ws: &Workspace<'_>,
    store: &mut Store,
    answered: Answered,
    reason: &str,
    digest: &str,
) -> Result<RespondFindingsAnswer, Error> {
    let Answered { loaded, turn, mut answer } = answered;
    if loaded.at_turn(turn).is_some_and(|then| admitted(&then).is_err()) {
        let message =
            "every blocking finding has a response, so the re-review is due and nothing was handed on";
        answer.remarks.push(Remark::new(0, "not_handed_on", message));
        return Ok(answer);
    }
    let handed = hand_on(ws, store, loaded, turn, reason, digest)?;
    // What was answered stands as it was told; only what comes next is another's.
    answer.next = handed.next;
    answer.progress = handed.progress;
    Ok(answer)
}

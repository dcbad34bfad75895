//! The gate as status tells it: in a few words, with the step that opens it.

use super::room::{cut, within};
use crate::app::answers::Gate;
use crate::app::gate::{self, Judged, Records};
use crate::app::loops::{self, Loaded};
use crate::app::workspace::Workspace;
use crate::domain::next_step::{Action, NextStep, Who};
use crate::error::Error;
use crate::io::store::Store;

/// Returns the first call that a closed gate asks for; nothing where it is open, or where no call opens it.
pub(super) fn step(judged: &Judged) -> Option<NextStep> {
    let (reason, call) = judged.reasons.iter().find_map(|r| Some((r, r.call.clone()?)))?;
    let fill: Vec<&str> = reason.fill.iter().map(String::as_str).collect();
    let action = if call.tool == "review_task" { Action::Review } else { Action::Proceed };
    Some(NextStep::new(action, Who::Host, cut(&reason.message, 250), call, &fill))
}

/// The gate of one subject, alone. While it is open it closes its gate by itself; what has ended is held against the
/// history, where other receipts may cover what came later.
pub(super) fn of_one(ws: &Workspace<'_>, store: &Store, loaded: &Loaded) -> Result<Gate, Error> {
    let state = &loaded.state;
    let all = match state.outcome() {
        None => vec![loaded.clone()],
        // A loop that cannot be read closes the gates of its phase and its branch; here it covers nothing.
        Some(_) => loops::all(store)?.0,
    };
    let mut records = Records::of(ws, &all, Vec::new())?;
    records.damaged.retain(|damaged| damaged.starts_with(state.id.as_str()));
    Ok(gate_of(&gate::of_subject_alone(ws, state, &records)?))
}

/// The gate of the branch in a few words, with the step that opens it; where it cannot be told it is closed, and says so.
pub(super) fn of_branch(
    ws: &Workspace<'_>,
    all: &[Loaded],
    damaged: Vec<String>,
) -> (Gate, Option<NextStep>) {
    let records = Records::of(ws, all, damaged);
    let judged = records.and_then(|records| gate::judge(ws, &gate::Scope::Branch, &records));
    match judged {
        Ok(judged) => {
            let reasons: Vec<String> = judged.reasons.iter().map(|r| cut(&r.message, 160)).collect();
            let mut told = within(reasons.iter().cloned(), 240);
            if told.len() < reasons.len() {
                told.push(format!("and {} more: `countersign gate`", reasons.len() - told.len()));
            }
            (Gate { open: judged.is_open(), reasons: told }, step(&judged))
        }
        Err(error) => {
            let reasons = vec![cut(&format!("cannot be told: {error}"), 240)];
            (Gate { open: false, reasons }, None)
        }
    }
}

/// The gate in the few words of an answer; switched-off reviews are said there, too.
pub(super) fn gate_of(judged: &Judged) -> Gate {
    let mut reasons: Vec<String> = judged.reasons.iter().map(|r| r.in_words(250)).collect();
    reasons.extend(judged.remarks.iter().filter(|r| r.code == "reviews_off").map(|r| r.message.clone()));
    Gate { open: judged.is_open(), reasons: told(&reasons) }
}

/// Keeps a gate's reasons small; how many there are is never hidden.
fn told(reasons: &[String]) -> Vec<String> {
    let mut shown = within(reasons.iter().map(|r| cut(r, 400)), 600);
    if shown.len() < reasons.len() {
        shown.push(format!("and {} more", reasons.len() - shown.len()));
    }
    shown
}

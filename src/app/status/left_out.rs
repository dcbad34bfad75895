//! Loops that a repair left out and whose subjects wait to be reviewed anew (SPEC 13.3): whoever comes back is told of them,
//! since no list has them any more.

use super::room::{cut, more, within};
use crate::app::answers::LoopStatusAnswer;
use crate::app::gate;
use crate::app::loops::{self, LeftOut};
use crate::app::workspace::Workspace;
use crate::domain::next_step::{Action, NextStep, Who};
use crate::domain::review::Remark;
use crate::error::Error;
use crate::io::store::Store;

/// Says which they are; a few of many.
pub(in crate::app) fn told(left: &[LeftOut]) -> Vec<Remark> {
    let said = left.iter().map(|lost| Remark::new(0, "loop_left_out", in_words(lost)));
    let mut remarks = within(said, 500);
    remarks.extend(more(
        remarks.len(),
        left.len(),
        "loops that a repair left out",
        "`countersign gate` names them",
    ));
    remarks
}

fn in_words(lost: &LeftOut) -> String {
    let (id, label) = (&lost.state.id, cut(&lost.state.subject.label(), 100));
    format!(
        "{id} was left out when the store was repaired; {label} waits to be reviewed anew (what loop_status says of {id} names the call)"
    )
}

/// Answers for a subject of which no loop is there: one that was left out is told, with the review that takes its place.
pub(super) fn of_subject(
    ws: &Workspace<'_>,
    store: &Store,
    is_it: impl Fn(&LeftOut) -> bool,
) -> Result<LoopStatusAnswer, Error> {
    let mut left = loops::left_out(store)?;
    left.retain(is_it);
    let mut due = gate::left_out_and_due(ws, store)?;
    due.retain(|lost| left.iter().any(|one| one.state.id == lost.state.id));
    let Some(last) = left.last() else {
        let mut answer = super::none_opened();
        let untold = loops::untold_left_out(store)?;
        let message = format!(
            "nothing tells what these were of, which were left out when the store was repaired: {}; `countersign doctor` names their reports",
            untold.join(", ")
        );
        answer
            .remarks
            .extend((!untold.is_empty()).then(|| Remark::new(0, "loop_left_out", cut(&message, 500))));
        // Whether one was opened that is gone nobody knows.
        answer.remarks.extend(super::damage(&loops::lost_logs::of(store)));
        return Ok(answer);
    };
    let Some(first) = due.first() else {
        let message = format!("no loop of this subject goes on here: {}", last.why);
        return Ok(LoopStatusAnswer {
            next: Some(super::start()),
            remarks: vec![Remark::new(0, "loop_left_out", message)],
            ..LoopStatusAnswer::default()
        });
    };
    let next = step_after("no loop of this subject goes on here", ws, first);
    Ok(LoopStatusAnswer { next: Some(next), remarks: told(&due), ..LoopStatusAnswer::default() })
}

/// The step where nothing is open and one of them waits.
pub(super) fn step(ws: &Workspace<'_>, lost: &LeftOut) -> NextStep {
    step_after("no loop is open here", ws, lost)
}

fn step_after(what: &str, ws: &Workspace<'_>, lost: &LeftOut) -> NextStep {
    let (call, fill) = gate::anew(&lost.state);
    let label = cut(&lost.state.subject.label(), 100);
    let why = format!("{what}, and {label} waits to be reviewed anew: {}", cut(&lost.why, 250));
    let mut step = NextStep::new(Action::Review, Who::Host, why, call, fill);
    ws.here(&mut step);
    step
}

/// Says why a subject of a phase is to be reviewed once more.
pub(super) fn why_reviewed_again(stand: &gate::Stand) -> String {
    let label = &stand.which.label;
    if let gate::Standing::Lost(why) = &stand.standing {
        return format!("{label} {}", cut(why, 250));
    }
    format!("{label} changed since its review; review what is there now")
}

//! What an agent that starts, resumes or was compacted must know: the open loops and what each waits for; where none is
//! open, what the end of the last one handed over. Writes nothing.
//!
//! The rows are those of `loop_status`. A loop of a project that has switched reviews off since is left out,
//! unless it was asked for on demand (SPEC 11).

use std::path::Path;

use crate::domain::review_loop::LoopState;
use crate::error::Error;
use crate::io::clock::Clock;
use crate::io::git::Repository;

use super::answers::LoopStatusAnswer;
use super::loops::{self, Loaded};
use super::workspace::{Caller, Workspace};
use super::{gate, rules, status};

/// Returns a page of the open loops, latest first, each with its next step; `cursor` tells that there are more.
pub(super) fn open_loops(start: &Path, clock: &Clock) -> Result<LoopStatusAnswer, Error> {
    // Whatever else is wrong is said by the opening below.
    if Repository::discover(start).is_err_and(|error| error.is_no_place_of_work()) {
        return Ok(LoopStatusAnswer::default());
    }
    let ws = &Workspace::open(start, None, clock, Caller::Unknown)?;
    let Some(store) = ws.store_if_any()? else {
        let remarks = status::damage(&loops::lost_logs::without_a_store(ws));
        return Ok(LoopStatusAnswer { remarks, ..LoopStatusAnswer::default() });
    };
    let (open, damaged) = loops::open_alone(&store)?;
    let wanted: Vec<&Loaded> = open.iter().filter(|l| is_on(ws, l)).collect();
    let mut loops: Vec<_> =
        wanted.iter().take(status::PAGE).map(|l| status::row(&l.state, Some(ws))).collect();
    if open.is_empty() {
        let newest = loops::page(&store, 0, status::PAGE)?.loops;
        loops.extend(status::handed_over(ws, &newest).filter(|(l, _)| is_on(ws, l)).map(|(_, row)| row));
    }
    let mut remarks = status::damage(&damaged);
    // What a repair left out stands in no list, and waits all the same.
    let mut left_out = gate::left_out_and_due(ws, &store)?;
    left_out.retain(|lost| runs(ws, &lost.state));
    remarks.extend(status::told_of_left_out(&left_out));
    Ok(LoopStatusAnswer {
        cursor: (loops.len() < wanted.len()).then(|| loops.len().to_string()),
        loops,
        remarks,
        ..LoopStatusAnswer::default()
    })
}

/// Tells whether reviews still run where the loop's subject lives. Settings that cannot be read switch nothing off.
pub(super) fn is_on(ws: &Workspace<'_>, loaded: &Loaded) -> bool {
    runs(ws, &loaded.state)
}

fn runs(ws: &Workspace<'_>, state: &LoopState) -> bool {
    rules::configured(ws, state.subject.home(), Some(&state.protocol.name))
        .map_or(true, |(now, _)| now.runs(state.subject.kind(), state.on_demand))
}

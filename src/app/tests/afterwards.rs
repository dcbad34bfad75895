//! Tests that failed when their subject was given up to be planned anew, and are seen to pass at last: no review of what
//! took its place shows that. The run is recorded in the loop that it settles, and opens nothing (SPEC 4.5).

use crate::app::answers::RecordTestsAnswer;
use crate::app::loops::{self, Loaded};
use crate::app::requests::RecordTests;
use crate::app::workspace::Workspace;
use crate::domain::review_loop::LoopState;
use crate::domain::review_loop::left::is_settled_by;
use crate::domain::review_loop::state::UsedTurn;
use crate::domain::review_loop::test_run::{Reported, compare};
use crate::error::Error;
use crate::io::store::Store;

use super::{again, answer, event, in_short, work};

/// Records a run that settles what the loop left; nothing where it does not, or the loop left nothing of the kind.
///
/// # Errors
///
/// Where the run lists what passed and leaves out a test that failed.
pub(super) fn settle(
    ws: &Workspace<'_>,
    store: &mut Store,
    id: &str,
    request: &RecordTests,
    reported: &Reported,
    digest: &str,
) -> Result<Option<RecordTestsAnswer>, Error> {
    let loaded = loops::load(store, id)?;
    let state = &loaded.state;
    let gave_way = !state.replaced_by.is_empty() && state.outcome().is_some();
    let is_last = |used: &&UsedTurn| used.digest == digest && used.recorded == state.turn;
    if let Some(used) = state.used_turns.iter().find(is_last).filter(|_| gave_way) {
        return Ok(Some(again(ws, &loaded, used.recorded, request)));
    }
    if !is_settled_by(state, &request.failed) || request.turn.is_some_and(|turn| turn != state.turn) {
        return Ok(None);
    }
    all_are_named(state, reported)?;
    let turn = state.turn;
    let reported = &Reported { work: work::as_it_stands(ws, &state.subject), ..reported.clone() };
    let after = loops::write(store, ws.clock, loaded, |now: &Loaded| {
        let is_settled = !is_settled_by(&now.state, &reported.failed);
        Ok((!is_settled).then(|| (event(&now.state, &[], turn, reported, digest), Vec::new())))
    })?;
    Ok(Some(answer(ws, &after.state, request)))
}

fn all_are_named(state: &LoopState, reported: &Reported) -> Result<(), Error> {
    let not_run = compare(state, &[], reported).not_run;
    if not_run.is_empty() {
        return Ok(());
    }
    let message = format!(
        "leaves out {}, which failed when {} was given up: only a run of them shows that they pass",
        in_short(&not_run),
        state.subject.label()
    );
    Err(Error::invalid("passed", message)
        .hint("Run these tests as well, then name all that pass, or leave `passed` out where nothing fails"))
}

//! Tests that failed when their subject was given up to be planned anew: no review of what takes its place shows that they
//! pass. A run of them is recorded in the loop that was given up, until all are seen to pass, and opens nothing (SPEC 4.5).

use crate::app::answers::RecordTestsAnswer;
use crate::app::loops::{self, Loaded};
use crate::app::requests::RecordTests;
use crate::app::workspace::Workspace;
use crate::domain::review_loop::LoopState;
use crate::domain::review_loop::left::{gave_way, takes_run, waits_for_tests};
use crate::domain::review_loop::state::UsedTurn;
use crate::domain::review_loop::test_run::{Reported, compare};
use crate::error::Error;
use crate::io::store::Store;

use super::{again, answer, enough_ran, event, in_short, work};

/// Records a run of tests that a loop left failing when it gave way to others, whether it settles all of them or not;
/// nothing where the loop left nothing of the kind, or its subject was begun anew since.
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
    let is_last = |used: &&UsedTurn| used.digest == digest && used.recorded == state.turn;
    if let Some(used) = state.used_turns.iter().find(is_last).filter(|_| gave_way(state)) {
        return Ok(Some(again(ws, &loaded, used.recorded, request)));
    }
    let waits = gave_way(state) && waits_for_tests(state);
    if !waits || is_begun_anew(store, state)? || request.turn.is_some_and(|turn| turn != state.turn) {
        return Ok(None);
    }
    if request.failed.is_empty() {
        all_are_named(state, reported)?;
    }
    enough_ran(state, &[], reported)?;
    let turn = state.turn;
    let reported = &Reported { work: work::as_it_stands(ws, &state.subject), ..reported.clone() };
    let after = loops::write(store, ws.clock, loaded, |now: &Loaded| {
        let is_news = takes_run(&now.state, &compare(&now.state, &[], reported).failing);
        Ok(is_news.then(|| (event(&now.state, &[], turn, reported, digest), Vec::new())))
    })?;
    Ok(Some(answer(ws, &after.state, request)))
}

/// Tells whether the subject of a loop has a newer one: then its tests are that one's.
fn is_begun_anew(store: &Store, state: &LoopState) -> Result<bool, Error> {
    let key = state.subject.key(&state.contract);
    Ok(store.subject_streams(&key)?.last().is_some_and(|newest| *newest != state.id.as_str()))
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

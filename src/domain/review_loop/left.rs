//! What the end of a loop leaves to the one that follows it: failing tests, and counters that go on (SPEC 6.2, 6.7).

use super::event::Outcome;
use super::state::LoopState;

/// Tells whether a loop ended while its tests failed, however it ended: as far as anybody knows they still do.
pub fn waits_for_tests(state: &LoopState) -> bool {
    state.outcome().is_some() && !state.failing_tests().is_empty()
}

/// Tells whether the loop was given up for new subjects.
pub fn is_replanned(state: &LoopState) -> bool {
    let last = state.decisions.last();
    state.outcome() == Some(Outcome::Abandoned) && last.is_some_and(|d| state.protocol.replans(&d.choice))
}

/// Tells whether a loop was given up for others, whether or not one of these has begun.
pub fn gave_way(state: &LoopState) -> bool {
    is_replanned(state) || state.outcome() == Some(Outcome::Abandoned) && !state.replaced_by.is_empty()
}

/// Tells whether a run in which these tests fail is recorded in a loop that gave way to others while its tests failed: none
/// of the reviews that take its place shows that they pass, so its own runs do (SPEC 4.5). It opens nothing; a run in which
/// the very same fail says nothing new.
pub fn takes_run(state: &LoopState, failing: &[String]) -> bool {
    let known = state.failing_tests();
    let same = failing.len() == known.len() && failing.iter().all(|test| known.contains(test));
    gave_way(state) && waits_for_tests(state) && !same
}

/// Tells whether a loop ended without a review that approves what it left, so that its counters go on in the next: it was
/// given up or stopped, or was let go on with tests failing, with something open that blocks, or over a last review that
/// asked for changes or could not be read. A limit that each acceptance began anew would be none.
pub fn counts_on(state: &LoopState) -> bool {
    match state.outcome() {
        Some(Outcome::Abandoned | Outcome::Aborted | Outcome::Failed | Outcome::Skipped) => true,
        Some(Outcome::AcceptedWithIssues | Outcome::AcceptedWithWarnings) => {
            let judged = state.answered().and_then(|pass| pass.answer.as_ref());
            waits_for_tests(state)
                || !state.with_what_was_said().blocking().is_empty()
                || judged.is_some_and(|(_, judgement)| !judgement.verdict.approves())
        }
        Some(Outcome::Approved | Outcome::ApprovedWithNotes) | None => false,
    }
}

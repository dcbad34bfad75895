//! What the end of a loop leaves to the one that follows it: failing tests, and counters that go on (SPEC 6.2, 6.7).

use super::event::Outcome;
use super::state::LoopState;

/// Tells whether a loop ended while its tests failed, however it ended: as far as anybody knows they still do.
pub fn waits_for_tests(state: &LoopState) -> bool {
    state.outcome().is_some() && !state.failing_tests().is_empty()
}

/// Tells whether a run in which these tests fail settles what a loop left that was planned anew: its tests failed, none of
/// the reviews that take its place shows that they pass, and now they are seen to (SPEC 4.5). It opens nothing.
pub fn is_settled_by(state: &LoopState, failing: &[String]) -> bool {
    let gave_way = state.outcome() == Some(Outcome::Abandoned) && !state.replaced_by.is_empty();
    gave_way && waits_for_tests(state) && failing.is_empty()
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

//! Whether the one who reviews is the one who executed, where hooks attest who calls (SPEC 6.10).

use super::state::LoopState;
use crate::domain::attested::Attested;
use crate::domain::protocol::Separation;

/// Tells whether an agent worked on the subject: it answered findings in this loop as their fixer, or is one of the
/// system's fixers.
fn executed(state: &LoopState, by: &Attested) -> bool {
    let worked = state.executed_by.iter().any(|one| one.is_the_subagent(by));
    worked || state.protocol.tiers.iter().any(|tier| by.is_a(&tier.agent))
}

/// Returns who may not give this answer, where the protocol requires another than the one who executed.
pub fn refused(state: &LoopState, by: Option<&Attested>) -> Option<String> {
    match state.protocol.separation {
        Separation::Warn => None,
        Separation::RequireWhenAttested => own_work(state, by),
    }
}

/// Returns who reviews their own work, if the agent of a review does.
pub(super) fn own_work(state: &LoopState, by: Option<&Attested>) -> Option<String> {
    by.filter(|by| executed(state, by)).map(Attested::in_words)
}

//! What blocks at the boundary of a phase.

use std::collections::BTreeSet;

use crate::app::answers::FindingRow;
use crate::domain::ids::LoopId;
use crate::domain::review_loop::LoopState;

/// Returns what is open and blocks in some loops, each finding once: what a later loop took over stands there.
pub(super) fn unresolved(states: &[&LoopState]) -> Vec<FindingRow> {
    let followed: BTreeSet<&LoopId> = states.iter().filter_map(|s| s.predecessor.as_ref()).collect();
    let of_loop = |state: &&LoopState| {
        let blocking = state.open_findings().into_iter().filter(|f| f.blocks(&state.protocol));
        let row = |finding| {
            let mut row = FindingRow::of(finding, &state.protocol).short();
            row.title = format!("{}: {}", state.subject.label(), row.title);
            row
        };
        blocking.map(row).collect::<Vec<_>>()
    };
    states.iter().filter(|s| !followed.contains(&s.id)).flat_map(of_loop).collect()
}

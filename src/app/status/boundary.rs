//! What blocks at the boundary of a phase.

use std::collections::BTreeSet;

use super::room::{cut, more, within};
use crate::app::answers::FindingRow;
use crate::app::gate::Judged;
use crate::app::rules;
use crate::domain::ids::LoopId;
use crate::domain::review::Remark;
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

/// What of the repository's configuration would loosen a rule and does not hold, in short.
pub(super) fn not_taken(judged: &Judged) -> Vec<Remark> {
    let looser = || judged.remarks.iter().filter(|r| r.code == rules::LOOSER);
    let short = looser().map(|r| Remark::new(0, &r.code, cut(&r.message, 160)));
    let mut remarks = within(short, 500);
    remarks.extend(more(
        remarks.len(),
        looser().count(),
        "settings not taken",
        "`countersign gate` lists them",
    ));
    remarks
}

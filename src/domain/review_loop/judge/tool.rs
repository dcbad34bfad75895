//! What a tool's results are to a loop (SPEC 11, `import`): a tool repeats itself at each run, which is no new evidence and
//! rules on nothing.

use super::{BY_THE_REVIEWER, Bench, Evidence};
use crate::domain::dialect::Reading;
use crate::domain::finding::Finding;
use crate::domain::identity;
use crate::domain::ids::FindingId;
use crate::domain::review::{RawFinding, ResponseKind};
use crate::domain::review_loop::LoopState;
use crate::domain::review_loop::state::PassRecord;

/// The results of one file, by what they are to the loop.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct OfTool {
    /// What is new, or worse than on file, or stands again where it was mended; in the reading's order, with its evidence.
    pub news: Vec<usize>,
    /// Open already: reported again, so that silence closes none of them.
    pub again: Vec<FindingId>,
    /// Let go by the reviewer, or by a rejection that was accepted, and unchanged since.
    pub let_go: Vec<FindingId>,
}

/// Sorts the results of a tool by what they are to the loop.
pub fn of_tool(state: &LoopState, pass: &PassRecord, reading: &Reading, evidence: &Evidence) -> OfTool {
    let said = state.with_what_was_said();
    let state = said.as_ref();
    let mut bench = Bench::new(state, pass, reading, evidence);
    let raised: Vec<RawFinding> = reading.findings.iter().cloned().map(|f| bench.prepared(f)).collect();
    let joined = identity::join_by(
        &state.findings,
        &raised,
        &|finding| bench.view(finding).map(|view| &view.moves),
        state.protocol.dimensions_identify,
    );
    let mut of = OfTool::default();
    for (at, kin) in joined.iter().enumerate() {
        let Some(was) = kin.same().map(|matched| &state.findings[matched.old]) else {
            of.news.push(at);
            continue;
        };
        let rejected = was.response.as_ref().is_some_and(|r| r.response == ResponseKind::Rejected);
        let worse = raised[at].severity < was.severity();
        if was.is_open() && (rejected || !worse) {
            of.again.push(was.id.clone());
        } else if !was.is_open() && !worse && is_let_go(was) && !bench.place_changed(was) {
            of.let_go.push(was.id.clone());
        } else {
            of.news.push(at);
        }
    }
    of
}

fn is_let_go(finding: &Finding) -> bool {
    LoopState::rejection_accepted(finding) || finding.resolved_by.as_deref() == Some(BY_THE_REVIEWER)
}

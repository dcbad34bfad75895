//! Whether a review shows progress (SPEC 6.6).

use super::{Bench, REGION_CHANGED, TOUCHED_ELSEWHERE};
use crate::domain::finding::Finding;
use crate::domain::identity;
use crate::domain::ids::FindingId;
use crate::domain::review::{RulingKind, Verdict};
use crate::domain::review_loop::state::PassRecord;

impl Bench<'_> {
    /// Whether a blocking finding of an earlier pass was newly resolved; nothing where there is nothing to compare with.
    pub(super) fn progress(&self, readable: bool) -> Option<bool> {
        // What could not be read asked for nothing: there is nothing to compare with.
        let was_read = |p: &PassRecord| p.answer.as_ref().is_some_and(|(_, j)| j.verdict != Verdict::Unclear);
        let earlier = self.state.answered().is_some_and(|p| p.number != self.pass)
            && self.state.passes.iter().any(was_read);
        if !readable || (!earlier && self.state.passes_before == 0) {
            return None;
        }
        // What an answer to this very pass raised while the subject moved is of no earlier one.
        let mut was_blocking = self.state.blocking();
        was_blocking.retain(|id| !self.raised_first_while_moving(id) && !self.never_handed_out(id));
        let now = |id: &FindingId| self.resolved.iter().any(|r| r.id == id.as_str());
        let by_ruling = |id: &FindingId| {
            self.findings.iter().any(|f| &f.id == id && f.ruling == Some(RulingKind::Accepted))
        };
        // An unchanged change is no progress; a rejection that was accepted is, since the finding fell.
        let counts =
            |id: &FindingId| now(id) && (!self.record.unchanged || by_ruling(id)) && !self.gave_way(id);
        if was_blocking.is_empty() {
            let mut open = self.state.open_findings();
            open.retain(|f| !self.never_handed_out(&f.id));
            return Some(open.is_empty() || open.iter().any(|f| counts(&f.id)));
        }
        Some(was_blocking.iter().any(counts))
    }

    /// It fell by silence alone, since its lines changed, and as much blocks as before, of which one stands at the very place
    /// where it stood and was resolved before: two titles that take turns. Who moves a bracket about and who says the same
    /// in other words would go on so for ever. What is new there takes no progress back (SPEC 4.5), and what the reviewer
    /// resolves by its id is progress, whatever is open again.
    fn gave_way(&self, id: &FindingId) -> bool {
        let is = |f: &&Finding| &f.id == id;
        let by_silence =
            |f: &Finding| matches!(f.resolved_by.as_deref(), Some(REGION_CHANGED | TOUCHED_ELSEWHERE));
        let Some(was) = self.state.findings.iter().find(is) else { return false };
        if !self.findings.iter().find(is).is_some_and(by_silence) {
            return false;
        }
        let blocking = || self.findings.iter().filter(|f| f.blocks(self.protocol()));
        let moves = self.view(was).map(|view| &view.moves);
        let takes_its_place = |f: &Finding| {
            let was_closed = self.state.finding(f.id.as_str()).is_some_and(|before| !before.is_open());
            was_closed && identity::beside(was, &f.said, moves).is_some()
        };
        blocking().count() >= self.state.blocking().len() && blocking().any(takes_its_place)
    }
}

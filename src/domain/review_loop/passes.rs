//! Which pass of a loop is meant: the newest, the one answered last, the one at whose tree the findings stand.

use super::event::PassReason;
use super::state::{LoopState, PassRecord};
use crate::domain::ids::FindingId;

impl LoopState {
    /// Returns the newest pass.
    pub fn pass(&self) -> Option<&PassRecord> {
        self.passes.last()
    }

    /// Returns the newest pass that a review answered.
    pub fn answered(&self) -> Option<&PassRecord> {
        self.passes.iter().rev().find(|p| p.answer.is_some())
    }

    /// Returns why the next review is asked for, where nothing went wrong: it is the first until one was answered.
    pub fn again(&self) -> PassReason {
        if self.answered().is_some() { PassReason::ReReview } else { PassReason::First }
    }

    /// Returns the pass at whose tree the findings stand: the newest that placed them, else the newest answered one.
    pub fn looked(&self) -> Option<&PassRecord> {
        self.passes.iter().rev().find(|p| p.places_findings()).or_else(|| self.answered())
    }

    /// Returns the last pass that placed the findings and after which one that is resolved was open; nothing where it came
    /// from an earlier loop.
    pub fn last_open(&self, id: &FindingId) -> Option<&PassRecord> {
        let open = |p: &&PassRecord| {
            let held = p.answer.as_ref().map(|(_, judgement)| &judgement.findings);
            held.is_some_and(|all| all.iter().any(|f| f.id == *id && f.is_open()))
        };
        let answered = || self.passes.iter().rev().filter(open);
        answered().find(|p| p.places_findings()).or_else(|| answered().next())
    }
}

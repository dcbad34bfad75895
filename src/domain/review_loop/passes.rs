//! Which pass of a loop is meant: the newest, the one answered last, the one whose review was last read.

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

    /// Returns the last pass whose review was read, else the newest answered one.
    pub fn looked(&self) -> Option<&PassRecord> {
        self.passes.iter().rev().find(|p| p.is_read()).or_else(|| self.answered())
    }

    /// Returns the last pass at whose tree a finding that is resolved stood open; nothing where it came from an earlier
    /// loop.
    pub fn last_open(&self, id: &FindingId) -> Option<&PassRecord> {
        let held = |p: &PassRecord| {
            let all =
                p.answer.as_ref().map(|(_, judgement)| judgement.findings.as_slice()).unwrap_or_default();
            all.iter().find(|f| f.id == *id && f.is_open()).map(|f| f.placed.clone())
        };
        let mut open = self.passes.iter().rev().filter_map(|p| Some((p, held(p)?)));
        open.find(|(p, placed)| placed.as_ref().is_none_or(|tree| *tree == p.change.head)).map(|(p, _)| p)
    }
}

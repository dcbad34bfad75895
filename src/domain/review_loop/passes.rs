//! Which pass of a loop is meant: the newest, the one answered last, the one whose review was last read.

use super::event::PassReason;
use super::state::{LoopState, PassRecord};
use crate::domain::ids::{FindingId, Oid};

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

    /// Returns the last answered pass after which a finding that is resolved was open, and the tree in which its places
    /// stood then; nothing where it came from an earlier loop.
    pub fn last_open(&self, id: &FindingId) -> Option<(&PassRecord, &Oid)> {
        self.passes.iter().rev().find_map(|pass| {
            let (_, judgement) = pass.answer.as_ref()?;
            let was = judgement.findings.iter().find(|f| f.id == *id && f.is_open())?;
            Some((pass, was.placed.as_ref().unwrap_or(&pass.change.head)))
        })
    }
}

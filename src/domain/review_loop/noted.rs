//! What is noted beside the steps of a loop: it uses up no turn, and the next step makes it old.

use super::event::{Entry, Event};
use crate::domain::dialect::Reading;
use crate::domain::ids::Turn;
use crate::domain::sarif;

/// The loop's last step, and what was noted since.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Noted {
    /// The turn of the last event that was a step.
    pub acted: Turn,
    /// Subagents that ended since with the step undone, a sentence each.
    pub let_go: Vec<String>,
}

impl Noted {
    /// Returns nothing noted, after the step of a turn.
    pub fn after(acted: Turn) -> Self {
        Self { acted, let_go: Vec::new() }
    }

    /// Takes in an event, and tells whether it is only noted.
    pub(super) fn takes(&mut self, entry: &Entry) -> bool {
        let Event::LetGo { by, why, times, .. } = &entry.event else {
            if !is_beside(&entry.event) {
                *self = Self::after(entry.turn);
            }
            return false;
        };
        let who = by.in_words();
        self.let_go.push(format!("{who} was held back {times} times and ended all the same: {why}"));
        true
    }
}

/// Tells whether an event is on file and leaves what is due as it was: what tools report, unless it blocks beside an answer.
fn is_beside(event: &Event) -> bool {
    let notes = |reading: &Reading| reading.dialect == sarif::DIALECT && reading.claimed_verdict.approves();
    matches!(event, Event::Imported { .. })
        || matches!(event, Event::DissentRecorded { answer, .. } if notes(&answer.reading))
}

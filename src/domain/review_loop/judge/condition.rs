//! Conditions under which findings count as mended, held against the files under review (SPEC 6.9).

use super::{Bench, CLOSED_WHEN};
use crate::domain::claim;
use crate::domain::closed_when::{ClosedWhen, Held};
use crate::domain::finding::Finding;
use crate::domain::review::RawFinding;

impl Bench<'_> {
    /// Tells whether the finding's condition holds; nothing where it has none.
    pub(super) fn condition(&self, said: &RawFinding) -> Option<Held> {
        let held = match ClosedWhen::parse(said.closed_when.as_deref()?) {
            Err(why) => Held::CannotTell(format!("the condition {why}")),
            Ok(condition) => condition.held(&self.evidence.facts, &self.state.tests.passing),
        };
        Some(held)
    }

    /// Tells whether the change since the last review writes what the condition asks for.
    fn writes_it(&self, said: &RawFinding) -> bool {
        let condition = said.closed_when.as_deref().and_then(|text| ClosedWhen::parse(text).ok());
        condition.is_some_and(|condition| claim::is_written_by(&condition, &self.evidence.since))
    }

    /// Tells whether the change since the last review only hides from the condition what it looks for.
    fn evades(&self, said: &RawFinding) -> bool {
        let condition = said.closed_when.as_deref().and_then(|text| ClosedWhen::parse(text).ok());
        condition.is_some_and(|condition| claim::is_evaded(&condition, &said.locations, &self.evidence.since))
    }

    /// Drops a condition that could tell no fix, saying so: one that is none, or one that holds while the finding is
    /// being raised.
    pub(super) fn with_condition(&mut self, mut said: RawFinding) -> RawFinding {
        let Some(text) = said.closed_when.clone() else { return said };
        if let Err(why) = ClosedWhen::parse(&text) {
            said.closed_when = None;
            let message = format!("the condition of \"{}\" {why}; it has no effect", said.title);
            self.remark("closed_when_unusable", message);
        } else if self.condition(&said) == Some(Held::Yes) {
            said.closed_when = None;
            let message = format!(
                "`{text}` holds already while \"{}\" is raised, so it cannot tell that it is mended; it has no effect",
                said.title
            );
            self.remark("closed_when_holds", message);
        }
        said
    }

    /// What speaks for a fix of a finding that the answer does not mention: its condition, where it has one, else the
    /// change at its place.
    pub(super) fn closes(&mut self, finding: &Finding) -> Option<&'static str> {
        let mended = self.mended(finding);
        match self.condition(&finding.said) {
            None => mended,
            // Nothing was worked on, so nothing was mended.
            Some(_) if self.record.unchanged => None,
            Some(Held::Yes) if self.evades(&finding.said) => {
                let message = format!(
                    "{} stays open: what its condition looks for is only written otherwise, with other blanks or comments",
                    finding.id
                );
                self.remark("closed_when_open", message);
                None
            }
            Some(Held::Yes) => Some(CLOSED_WHEN),
            // What is meant stands in a string, it may be: then the change that put it there tells, as it does without a
            // condition.
            Some(Held::Written(_)) if mended.is_some() && self.writes_it(&finding.said) => mended,
            Some(Held::No(why) | Held::Written(why) | Held::CannotTell(why)) => {
                let message = format!("{} stays open until its condition holds: {why}", finding.id);
                self.remark("closed_when_open", message);
                None
            }
        }
    }
}

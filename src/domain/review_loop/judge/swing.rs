//! Whether the loop turns back on itself (SPEC 6.6): a finding that takes another back, or a file whose content
//! has been there before.

use super::Bench;
use crate::domain::claim;
use crate::domain::diff::{Diff, FileChange, Hunk, Rows};
use crate::domain::identity;
use crate::domain::ids::{FindingId, Oid};
use crate::domain::review::{Location, RawFinding};
use crate::domain::review_loop::event::Swing;

impl Bench<'_> {
    pub(super) fn find_swings(&mut self) {
        // What says itself that it takes another back swings whatever its weight; what stands where something stood before
        // must block to be more than a thought.
        let raised: Vec<(FindingId, RawFinding, bool)> = self
            .raised_findings()
            .filter(|f| f.is_open() && !f.suggestion)
            .map(|f| (f.id.clone(), f.said.clone(), f.blocks(self.protocol())))
            .collect();
        for (id, said, blocks) in raised {
            let against = self.takes_back(&id, &said).or_else(|| {
                let returned = || self.content_returned(&said).or_else(|| self.place_returned(&said));
                blocks.then(returned).flatten()
            });
            if let Some(against) = against {
                self.remark("swinging", format!("{id} swings: {against}"));
                self.swings.push(Swing { finding: id, against });
            }
        }
        self.find_undone();
    }

    /// A fix that was seen and taken back again: whoever mends it the one way breaks it the other.
    fn find_undone(&mut self) {
        for id in std::mem::take(&mut self.undone) {
            let Some(finding) = self.findings.iter().find(|f| f.id == id && f.blocks(self.protocol())) else {
                continue;
            };
            let place = finding.place().unwrap_or_default();
            let against = format!("{place} is again what it was in pass {}", finding.last_pass);
            self.remark("swinging", format!("{id} swings: {against}"));
            self.swings.push(Swing { finding: id, against });
        }
    }

    /// The finding says which earlier ones it reverses.
    fn takes_back(&mut self, id: &FindingId, said: &RawFinding) -> Option<String> {
        let reversed = said.reverses.as_deref()?.trim();
        let asked: Vec<String> = self
            .state
            .findings
            .iter()
            .filter(|f| identity::is_reversed(f, reversed))
            .map(|f| format!("pass {} asked for \"{}\" ({})", f.first_pass, f.first_title, f.id))
            .collect();
        if asked.is_empty() {
            let message = format!(
                "{id} is said to reverse {reversed}, which this loop does not know; it counts by itself"
            );
            self.remark("unknown_ids", message);
        }
        (!asked.is_empty()).then(|| asked.join(", "))
    }

    /// The finding's file is now what it was two reviews ago or earlier, and was something else in between.
    fn content_returned(&self, said: &RawFinding) -> Option<String> {
        let place = said.place()?;
        let content = |files: &[crate::domain::subject::PinnedFile]| -> Option<Option<Oid>> {
            files.iter().find(|f| identity::same_file(f.path.as_str(), &place.file)).map(|f| f.blob.clone())
        };
        let now = content(&self.record.change.files)?;
        let mut answered =
            self.state.passes.iter().rev().filter(|p| p.answer.is_some() && p.number != self.pass);
        let last = answered.next()?;
        if content(&last.change.files)? == now {
            return None;
        }
        let earlier = answered.find(|p| content(&p.change.files).as_ref() == Some(&now))?;
        Some(format!("{} is again what it was in pass {}", place.file, earlier.number))
    }

    /// What the last fix changed at the finding's place is now what it was two reviews ago or earlier, whatever else
    /// changed in that file.
    fn place_returned(&self, said: &RawFinding) -> Option<String> {
        said.locations.iter().find_map(|place| {
            let line = place.line.filter(|line| *line > 0)?;
            let there = Rows { first: line, last: place.end_line.unwrap_or(line).max(line) };
            let changed: Vec<Rows> = changed_rows(&self.evidence.since.own, place)?
                .into_iter()
                .filter(|r| r.meets(there))
                .collect();
            if changed.is_empty() {
                return None;
            }
            // A comment put beside it makes no other place of it.
            let stands = |diff: &Diff| {
                let mut rows = change_at(diff, place).into_iter().flat_map(|file| {
                    file.hunks.iter().filter(|hunk| !claim::is_comment(file, hunk)).flat_map(Hunk::new_rows)
                });
                rows.all(|r| changed.iter().all(|c| !c.meets(r)))
            };
            let (pass, _) = self.evidence.earlier.iter().find(|(_, diff)| stands(diff))?;
            Some(format!("{place} is again what it was in pass {pass}"))
        })
    }
}

/// The rows that a change left in the present version of a place's file; nothing where it does not change that file,
/// or shows no lines of it.
fn changed_rows(diff: &Diff, place: &Location) -> Option<Vec<Rows>> {
    Some(change_at(diff, place)?.hunks.iter().flat_map(Hunk::new_rows).collect())
}

fn change_at<'d>(diff: &'d Diff, place: &Location) -> Option<&'d FileChange> {
    diff.files.iter().find(|f| identity::same_file(f.path.as_str(), &place.file))
}

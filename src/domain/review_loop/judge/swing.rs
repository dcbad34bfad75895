//! Whether the loop turns back on itself (SPEC 6.6): a finding that takes another back, or a file whose content
//! has been there before.

use super::Bench;
use crate::domain::identity;
use crate::domain::ids::{FindingId, Oid};
use crate::domain::review::RawFinding;
use crate::domain::review_loop::event::Swing;

impl Bench<'_> {
    pub(super) fn find_swings(&mut self) {
        let blocking: Vec<(FindingId, RawFinding)> = self
            .raised_findings()
            .filter(|f| f.blocks(self.protocol()))
            .map(|f| (f.id.clone(), f.said.clone()))
            .collect();
        for (id, said) in blocking {
            if let Some(against) = self.takes_back(&said).or_else(|| self.content_returned(&said)) {
                self.remark("swinging", format!("{id} swings: {against}"));
                self.swings.push(Swing { finding: id, against });
            }
        }
    }

    /// The finding says which earlier one it reverses.
    fn takes_back(&self, said: &RawFinding) -> Option<String> {
        let reversed = said.reverses.as_deref()?.trim();
        let earlier = self.state.findings.iter().find(|f| {
            f.id.as_str().eq_ignore_ascii_case(reversed)
                || f.said.reported_id.as_deref().is_some_and(|r| r.eq_ignore_ascii_case(reversed))
        })?;
        Some(format!("pass {} asked for \"{}\" ({})", earlier.first_pass, earlier.first_title, earlier.id))
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
}

//! What was said of the open pass before an answer closes it: it counts where none comes.

use std::borrow::Cow;

use super::state::LoopState;
use crate::domain::finding::Finding;

impl LoopState {
    /// Keeps what an answer raised that does not close its pass.
    pub(super) fn keep_so_far(&mut self, raised: &[Finding]) {
        let Some(pass) = self.passes.last_mut() else { return };
        for finding in raised {
            match pass.so_far.iter_mut().find(|f| f.id == finding.id) {
                Some(ours) => ours.clone_from(finding),
                None => pass.so_far.push(finding.clone()),
            }
        }
    }

    /// Puts on file what was said of the open pass: nobody answers it as it is any more.
    pub(super) fn file_so_far(&mut self) {
        let said = self.passes.last_mut().map(|pass| std::mem::take(&mut pass.so_far));
        self.take_while_moving(&said.unwrap_or_default());
    }

    /// Returns the loop with what was said of its open pass so far on file, as it stands where no further answer comes.
    pub fn with_what_was_said(&self) -> Cow<'_, LoopState> {
        if self.passes.last().is_none_or(|pass| pass.so_far.is_empty()) {
            return Cow::Borrowed(self);
        }
        let mut said = self.clone();
        said.file_so_far();
        Cow::Owned(said)
    }
}

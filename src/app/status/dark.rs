//! Loops that cannot be read and may be of the subject that is asked about: nobody knows what they found.

use super::{LoopStatusAnswer, cut, damage};
use crate::app::answers::Gate;
use crate::app::{loops, stopped};
use crate::domain::review_loop::LoopState;
use crate::error::Error;
use crate::io::store::Store;

/// What ended well may have been followed by one of them.
pub(super) struct Dark(Vec<Error>);

impl Dark {
    /// Of the refusals for those whose key names the subject, of those whose key cannot be told, and of those that were
    /// `found`, the newest first, and stand where they cannot have been opened.
    pub(super) fn of(
        store: &Store,
        (found, named): (&[LoopState], Vec<Error>),
        names: impl FnMut(&str) -> bool,
    ) -> Result<Self, Error> {
        let mut all = named;
        all.extend(loops::astray(found.iter()).into_iter().map(|(_, error)| error));
        all.extend(loops::of_any_subject(store, names)?);
        Ok(Self(all))
    }

    /// Returns the refusal where no loop can be read: that is no subject that nobody reviewed.
    pub(super) fn alone(&self) -> Option<Error> {
        self.0.first().cloned()
    }

    /// Names them beside what can be read, and lets nothing go on by that.
    pub(super) fn told(&self, mut answer: LoopStatusAnswer) -> LoopStatusAnswer {
        let Some(first) = self.0.first() else { return answer };
        let unread: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        answer.remarks.extend(damage(&unread));
        let reasons = answer.gate.map(|gate| gate.reasons).unwrap_or_default();
        let why = cut(&first.message, 250);
        answer.gate = Some(Gate { open: false, reasons: std::iter::once(why).chain(reasons).collect() });
        answer.next = answer.next.map(|next| match next.outcome {
            Some(_) => stopped::held_back(first, next),
            None => next,
        });
        answer
    }
}

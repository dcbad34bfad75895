//! What the task numbers in messages mean: a plan that was renumbered since calls its tasks otherwise today.

use std::collections::BTreeSet;

use super::TaskScope;
use super::names::{self, Named};
use crate::domain::diff::Commit;
use crate::domain::ids::Oid;

/// Returns the numbers of the tasks that a commit's message names, as they were when it was made.
pub fn numbers(commit: &Commit) -> BTreeSet<String> {
    match names::tasks(commit) {
        Named::Tasks(numbers) => numbers,
        Named::Nothing => BTreeSet::new(),
    }
}

impl TaskScope {
    /// Notes what the tasks are called today that a commit names; none where nothing of them is left.
    pub fn means<'n>(&mut self, commit: &Oid, numbers: impl IntoIterator<Item = &'n str>) {
        let numbers = numbers.into_iter().map(names::task_number).collect();
        self.meant.insert(commit.clone(), numbers);
    }

    /// Returns the tasks that a commit names, by their numbers of today.
    pub(super) fn named_by(&self, commit: &Commit) -> Named {
        match self.meant.get(&commit.id) {
            Some(numbers) => Named::Tasks(numbers.clone()),
            None => names::tasks(commit),
        }
    }

    /// Tells whether the task, or a fix task of it, is among those named.
    pub(super) fn is_named(&self, named: &Named) -> bool {
        named.names(&self.task) || self.fixes.iter().any(|fix| named.names(fix))
    }

    /// Tells whether a number is one that a fix task of the task would have: `1.3.1` below `1.3`.
    pub(super) fn is_below(&self, number: &str) -> bool {
        let (own, number) = (names::task_number(&self.task), names::task_number(number));
        let below = number.strip_prefix(&own).and_then(|rest| rest.strip_prefix('.'));
        below.is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
    }

    /// Tells whether a number is the task's or that of a fix task of it.
    pub(super) fn is_own_number(&self, number: &str) -> bool {
        let own = std::iter::once(&self.task).chain(&self.fixes);
        own.map(|own| names::task_number(own)).any(|own| own == names::task_number(number))
    }
}

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
}

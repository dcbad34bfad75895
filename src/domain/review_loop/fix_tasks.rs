//! The fix tasks of one task of a list (SPEC 4.4): how many there are, and which number the next one has.

use super::event::Course;
use super::pass::PassRecord;
use super::state::LoopState;
use crate::domain::subject::Subject;

impl LoopState {
    /// Returns the task that fix tasks are made of, where the system mends so. Of a fix task none is made: those of the
    /// original task are all there are.
    pub fn mended_by_tasks(&self) -> Option<&str> {
        self.protocol.fix_tasks?;
        match &self.subject {
            Subject::Task { task, fix_of: None, .. } => Some(task),
            Subject::Task { .. }
            | Subject::Change { .. }
            | Subject::Plan { .. }
            | Subject::Execution { .. }
            | Subject::Artifact { .. } => None,
        }
    }

    /// Returns how many fix tasks there are since the last review that asked for one: those that stood in the list then,
    /// and each review that asked for a fix made one, put there or not.
    pub fn fix_tasks_made(&self) -> u32 {
        // A second answer may have asked where the first one let the work pass.
        let asked = |p: &&PassRecord| {
            p.answer.as_ref().is_some_and(|(_, j)| j.course == Course::Fix) || p.held_first.is_some()
        };
        let number = |p: &PassRecord| p.answer.as_ref().and_then(|(_, judgement)| judgement.fix_task);
        let asked: Vec<&PassRecord> = self.passes.iter().filter(asked).collect();
        let count = u32::try_from(asked.len()).unwrap_or(u32::MAX);
        asked.into_iter().filter_map(number).max().unwrap_or_default().max(count)
    }

    /// Returns the number of the fix task that is due now.
    pub(super) fn fix_task_due(&self) -> u32 {
        let last = self.answered().and_then(|p| p.answer.as_ref()).and_then(|(_, j)| j.fix_task);
        last.unwrap_or_default().max(self.fix_tasks_made()).max(1)
    }
}

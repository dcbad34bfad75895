//! Boxes beside headings of tasks: which of the two are the tasks of a list, and what is passed over.

use super::super::super::super::review::Remark;
use super::super::super::Task;
use super::super::item_text;
use super::super::untaken::holds;
use super::{Found, entry, parts};

/// The first line of each section and how many it has, in the order of the file.
fn spans(headed: &[Task]) -> Vec<(u32, usize)> {
    headed.iter().map(|task| (task.line, task.raw.lines().count())).collect()
}

/// Tells whether a section has a part above its first box: then the box is a part of it, too.
fn has_parts(task: &Task) -> bool {
    let own = task.raw.lines().skip(1).take_while(|line| entry::read(line).is_none());
    own.into_iter().any(parts::is_part)
}

impl Found {
    /// Tells whether the boxes are the tasks of a list whose headings read like tasks, too. Boxes without ids below them are
    /// their criteria.
    pub(in crate::domain::plan::tasks) fn beat(&self, headed: &[Task]) -> bool {
        self.numbered && !headed.iter().any(has_parts)
    }

    /// Returns the lines of all boxes, in the order of the file.
    fn boxes(&self) -> Vec<u32> {
        let tasks = self.tasks.iter().filter(|task| task.fix_of.is_none()).map(|task| task.line);
        let mut lines: Vec<u32> = tasks.chain(self.plain.iter().copied()).collect();
        lines.sort_unstable();
        lines
    }

    /// Says which boxes stand below none of the headings that are the tasks, and were not counted.
    pub(in crate::domain::plan::tasks) fn beside(&self, headed: &[Task]) -> Option<Remark> {
        let spans = spans(headed);
        let mut lines = self.boxes();
        lines.retain(|line| !spans.is_empty() && !holds(&spans, *line));
        let message = match lines.len() {
            1 => "a check box below no task's heading was not counted as a task".to_owned(),
            n => format!("{n} check boxes below no task's heading were not counted as tasks"),
        };
        Some(Remark::new(*lines.first()?, "plain_box", message))
    }

    /// Says which headings read like tasks, hold none of the boxes that are, and were not counted.
    pub(in crate::domain::plan::tasks) fn without(&self, headed: &[Task]) -> Option<Remark> {
        let lines: Vec<u32> = self.tasks.iter().map(|task| task.line).collect();
        let left = spans(headed).into_iter().filter(|(first, count)| {
            let at = lines.partition_point(|line| line < first);
            lines.get(at).is_none_or(|line| (line - first) as usize >= *count)
        });
        let left: Vec<u32> = left.map(|(first, _)| first).collect();
        let message = format!(
            "{} beside the check boxes read like tasks and were not counted; give each a box with an id",
            match left.len() {
                1 => "1 heading".to_owned(),
                n => format!("{n} headings"),
            }
        );
        Some(Remark::new(*left.first()?, "task_heading_passed_over", message))
    }

    /// Returns the tasks of headings with what boxes say of them: fix tasks are tasks of their own, and where a section says
    /// nowhere when it is done, its boxes do.
    pub(in crate::domain::plan::tasks) fn below(self, mut headed: Vec<Task>) -> Vec<Task> {
        let boxes = self.boxes();
        for task in headed.iter_mut().filter(|task| task.done.is_none() && task.acceptance.is_empty()) {
            let from = boxes.partition_point(|line| *line < task.line);
            let mut own = boxes.get(from..).unwrap_or_default().iter().peekable();
            for (line, text) in (task.line..).zip(task.raw.lines()) {
                if own.next_if(|at| **at == line).is_some() {
                    task.acceptance.extend(item_text(text.trim()).map(str::to_owned));
                }
            }
        }
        headed.extend(self.tasks.into_iter().filter(|task| task.fix_of.is_some()));
        headed.sort_by_key(|task| task.line);
        headed
    }
}

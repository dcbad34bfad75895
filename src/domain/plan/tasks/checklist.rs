//! The task list of a spec: check boxes with an id, as Ralph Specum writes `specs/<name>/tasks.md` (SPEC 4.4, 8.1).
//!
//! ```text
//! list    = { phase | task | anything }
//! phase   = heading of level 1 or 2 that begins with "Phase"
//! task    = bullet "[" state "]" { mark } id { mark } title, and what follows up to the next task or heading,
//!           or to an unindented paragraph after a blank line
//! bullet  = "-" | "*" | "+"                        state = " " | "x" | "X"
//! id      = [ letters{1..3} ] digits { "." digits } [ letter ]         1.1   2.3a   V4   VE1
//! mark    = "[P]" | "[VERIFY]" | "[FIX " id "]" | "[" capitals "]"
//! part    = [ bullet ] label ":" text, and what follows up to the next part of the same depth
//! label   = "**Do**" "**Files**" "**Done when**" "**Verify**" "**Commit**" "_Requirements" … in any emphasis
//! ```
//!
//! A box within a task is a step of it, unless its id goes on from the task's (`1.1.2` below `1.1`) or it bears a
//! `[FIX …]`: then it is a task of its own. Boxes in code fences, comments and here-documents are none. A box without an id counts
//! when parts stand below it. Nothing here is ever run; every line is looked at a bounded number of times.

mod beside;
mod entry;
mod parts;

use std::collections::HashMap;
use std::sync::LazyLock;

use regex::Regex;

use super::super::super::review::Remark;
use super::super::{Task, task_key};
use super::blocks::Mark;
use super::comments::Comments;
use super::{Line, MAX_TASKS};
use entry::{Entry, width};

/// The beginning of a here-document: `<<EOF`, `<<'EOF'`, `<<-"EOF"`.
static DOCUMENT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"<<-?[ \t]*['"\\]?([A-Za-z_][A-Za-z0-9_]{0,31})['"]?"#).expect("a fixed pattern")
});

/// What was read of a task list.
#[derive(Default)]
pub(super) struct Found {
    pub(super) tasks: Vec<Task>,
    /// Some task has a part of its own.
    pub(super) parted: bool,
    /// Some task has a part of its own and an id: this is a task list, unless headings have parts as well.
    numbered: bool,
    /// Lines of boxes that are no tasks.
    plain: Vec<u32>,
}

/// A task that is being read: from which line, and what its first line says.
struct Open<'a> {
    start: usize,
    entry: Entry<'a>,
    section: Option<String>,
}

/// Reads every task.
pub(super) fn read(
    body: &str,
    lines: &[Line<'_>],
    marks: &[Mark],
    remarks: &mut Vec<Remark>,
) -> Result<Found, usize> {
    let marks = &with_documents(lines, marks);
    let mut reader = Reader { body, lines, marks, found: Found::default(), open: None };
    let mut comments = Comments::of(lines);
    let (mut fenced_to, mut blank) = (0, true);
    let mut section: Option<String> = None;
    for (i, (line, mark)) in lines.iter().zip(marks).enumerate() {
        if i < fenced_to {
            continue;
        }
        if comments.hide(i, line.text, mark.fence.is_none()) {
            continue;
        }
        if line.text.trim().is_empty() {
            blank = true;
            continue;
        }
        if let Some(close) = mark.fence {
            let inside = lines.get(i + 1..close).unwrap_or_default();
            if line.text.trim_start().starts_with(['`', '~']) {
                fenced(line, inside, remarks);
            }
            fenced_to = close + 1;
            if blank && width(line.text) == 0 {
                reader.close(i, remarks)?;
            }
        } else if let Some(title) = heading(line.text) {
            reader.close(i, remarks)?;
            if let Some(title) = title {
                section = title;
            }
        } else if let Some(entry) = entry::read(line.text) {
            reader.meet(i, entry, section.as_deref(), remarks)?;
        } else if blank && width(line.text) == 0 && !parts::is_part(line.text) || is_break(line.text) {
            reader.close(i, remarks)?;
        }
        blank = false;
    }
    reader.close(lines.len(), remarks)?;
    let Reader { mut found, .. } = reader;
    if let (Some(first), false) = (found.plain.first(), found.tasks.is_empty()) {
        let message = match found.plain.len() {
            1 => "a check box without an id and without parts was not counted as a task".to_owned(),
            n => format!("{n} check boxes without an id and without parts were not counted as tasks"),
        };
        remarks.push(Remark::new(*first, "plain_box", message));
    }
    family(&mut found.tasks, remarks);
    Ok(found)
}

/// Marks here-documents as fences: what a command writes, such as the text of a pull request, may look like a list.
///
/// Looked for from the end, so that an end belongs to the nearest beginning before it; one without an end is none.
fn with_documents(lines: &[Line<'_>], marks: &[Mark]) -> Vec<Mark> {
    let mut marks = marks.to_vec();
    let mut ends: HashMap<&str, usize> = HashMap::new();
    for (i, (line, mark)) in lines.iter().zip(marks.iter_mut()).enumerate().rev() {
        if let Some(word) = DOCUMENT.captures(line.text).and_then(|found| found.get(1)) {
            let end = ends.remove(word.as_str());
            mark.fence = mark.fence.or(end);
        }
        let bare = line.text.trim();
        if bare.len() <= 32 && bare.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') {
            ends.insert(bare, i);
        }
    }
    marks
}

struct Reader<'a, 'b> {
    body: &'b str,
    lines: &'b [Line<'a>],
    marks: &'b [Mark],
    found: Found,
    open: Option<Open<'a>>,
}

impl<'a> Reader<'a, '_> {
    /// A check box: the next task, or a step of the open one.
    fn meet(
        &mut self,
        at: usize,
        entry: Entry<'a>,
        section: Option<&str>,
        remarks: &mut Vec<Remark>,
    ) -> Result<(), usize> {
        let line = self.lines.get(at).map_or(0, |l| l.number);
        if let Some(open) = self.open.as_ref().filter(|o| entry.indent > o.entry.indent) {
            let own = entry.fix_of.is_some() || goes_on_from(&open.entry.number, &entry.number);
            if !own {
                return Ok(());
            }
            let message = format!(
                "task {} stands indented under {}; it was read as a task of its own",
                entry.called(),
                open.entry.called()
            );
            remarks.push(Remark::new(line, "nested_task", message));
        }
        self.close(at, remarks)?;
        let section = section.map(str::to_owned);
        self.open = Some(Open { start: at, entry, section });
        Ok(())
    }

    /// Ends the open task before a line.
    fn close(&mut self, end: usize, remarks: &mut Vec<Remark>) -> Result<(), usize> {
        let Some(Open { start, entry, section }) = self.open.take() else { return Ok(()) };
        let (Some(first), Some(inside)) = (self.lines.get(start), self.lines.get(start + 1..end)) else {
            return Ok(());
        };
        let stop = self.lines.get(end).map_or(self.body.len(), |l| l.at);
        let marks = self.marks.get(start + 1..end).unwrap_or_default();
        let read = parts::read(inside, marks, start + 1);
        // Capitals before a number may be the title's first word: `S3 bucket is there`.
        let shaped = entry.number.starts_with(|c: char| c.is_ascii_digit()) || !entry.marks.is_empty();
        if !(read.any || entry.fix_of.is_some() || shaped && !entry.number.is_empty()) {
            self.found.plain.push(first.number);
            return Ok(());
        }
        if self.found.tasks.len() == MAX_TASKS {
            return Err(MAX_TASKS);
        }
        self.found.parted |= read.any;
        self.found.numbered |= read.any && shaped && !entry.number.is_empty();
        entry.remark(first.number, remarks);
        let mut task = Task {
            number: entry.number,
            name: entry.title,
            kind: kind(&entry.marks),
            raw: self.body.get(first.at..stop).unwrap_or_default().trim_end().to_owned(),
            line: first.number,
            ticked: Some(entry.ticked),
            marks: entry.marks,
            fix_of: entry.fix_of,
            section,
            ..Task::default()
        };
        read.into_task(&mut task, remarks);
        self.found.tasks.push(task);
        Ok(())
    }
}

/// What the marks say a task is: one that only verifies, or one that mends another.
fn kind(marks: &[String]) -> Option<String> {
    let has = |word: &str| marks.iter().any(|m| m.split(' ').next() == Some(word));
    let kinds = [("FIX", "fix"), ("VERIFY", "verify")];
    kinds.iter().find(|(word, _)| has(word)).map(|(_, kind)| (*kind).to_owned())
}

/// Tells whether an id is one below another: `1.1.2` below `1.1`.
fn goes_on_from(parent: &str, number: &str) -> bool {
    let (parent, number) = (task_key(parent), task_key(number));
    !parent.is_empty() && number.strip_prefix(parent.as_str()).is_some_and(|rest| rest.starts_with('.'))
}

/// Gives fix tasks without an id the one that comes after their kin, and says of which task nobody knows.
fn family(tasks: &mut [Task], remarks: &mut Vec<Remark>) {
    let known: std::collections::HashSet<String> = tasks.iter().map(|t| task_key(&t.number)).collect();
    let mut kin: HashMap<String, u32> = HashMap::new();
    for task in tasks.iter_mut() {
        let Some(parent) = task.fix_of.clone() else { continue };
        let count = kin.entry(task_key(&parent)).or_default();
        *count += 1;
        if !known.contains(&task_key(&parent)) {
            let message =
                format!("the fix task {} mends {parent}, and the list has no such task", task.number);
            remarks.push(Remark::new(task.line, "fix_of_unknown", message));
        }
        if !task.number.is_empty() {
            continue;
        }
        while known.contains(&task_key(&format!("{parent}.{count}"))) {
            *count += 1;
        }
        task.number = format!("{parent}.{count}");
        let message = format!("the fix task has no id; it is called {}", task.number);
        remarks.push(Remark::new(task.line, "fix_task_numbered", message));
    }
}

/// Says that a fence holds boxes that would be tasks.
fn fenced(open: &Line<'_>, inside: &[Line<'_>], remarks: &mut Vec<Remark>) {
    let task = |l: &&Line<'_>| entry::read(l.text).is_some_and(|e| !e.number.is_empty());
    let count = inside.iter().filter(task).count();
    if count > 0 {
        let message = match count {
            1 => "a task in a code fence is an example and was not counted".to_owned(),
            n => format!("{n} tasks in a code fence are examples and were not counted"),
        };
        remarks.push(Remark::new(open.number, "fenced_task", message));
    }
}

/// Reads a heading: inside, the phase it begins, and nothing for a heading of level 1 or 2 of another kind; a
/// heading below those leaves the phase as it is.
#[expect(clippy::option_option, reason = "no phase begins · one begins · the phase ends")]
fn heading(text: &str) -> Option<Option<Option<String>>> {
    let rest = text.trim_start_matches('\u{feff}').trim_start_matches('#');
    let level = text.trim_start_matches('\u{feff}').len() - rest.len();
    if !(1..=6).contains(&level) || !(rest.is_empty() || rest.starts_with(char::is_whitespace)) {
        return None;
    }
    let title = rest.trim().trim_end_matches('#').trim();
    let phase = title.get(..5).is_some_and(|w| w.eq_ignore_ascii_case("phase"));
    match (level <= 2, phase) {
        (true, true) => Some(Some(Some(title.to_owned()))),
        (true, false) => Some(Some(None)),
        (false, _) => Some(None),
    }
}

/// Tells whether a line is a break across the page.
fn is_break(text: &str) -> bool {
    let bare = text.trim_end();
    ['-', '*', '_'].iter().any(|c| bare.len() >= 3 && bare.chars().all(|d| d == *c))
}

#[cfg(test)]
mod tests;

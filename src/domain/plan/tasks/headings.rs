//! `### Task N: title` sections.
//!
//! ```text
//! section = heading of level 2 to 5 "Task" number title, up to the next heading of its level or above
//!         | below a heading "Tasks": heading "T" number ("." | ":" | ")") title
//! part    = "**Files:**", "**Acceptance criteria:**", "**Verify:**", "**Done:**", … and what follows
//! ```

use super::super::super::review::Remark;
use super::super::{Task, paths};
use super::blocks::Mark;
use super::comments::Comments;
use super::{Line, MAX_TASKS, items, numbered_name, tidy};

/// The parts of a section.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Files,
    Acceptance,
    Verify,
    Done,
    Action,
}

/// Reads every section.
pub(super) fn read(
    body: &str,
    lines: &[Line<'_>],
    marks: &[Mark],
    remarks: &mut Vec<Remark>,
) -> Result<Vec<Task>, usize> {
    let mut tasks = Vec::new();
    // The open section: its first line and its level.
    let mut open: Option<(usize, usize)> = None;
    // The level of the heading "Tasks" that stands above.
    let mut listed: Option<usize> = None;
    let mut comments = Comments::of(lines);
    let mut fenced_to = 0;
    let (mut inside, mut alike) = (Vec::new(), Vec::new());
    for (i, (line, mark)) in lines.iter().zip(marks).enumerate() {
        if i < fenced_to {
            continue;
        }
        if let Some(close) = mark.fence {
            fenced_to = close + 1;
            continue;
        }
        if comments.hide(i, line.text, mark.fence.is_none()) {
            continue;
        }
        let Some((level, title)) = heading(line.text) else {
            alike.extend(may_be_task(line.text).then_some(line.number));
            continue;
        };
        if let Some((start, of)) = open
            && level <= of
        {
            finish(body, lines, start, i, &mut tasks)?;
            open = None;
        }
        if open.is_some() && is_task(title) {
            inside.push(line.number);
        }
        if listed.is_some_and(|of| level <= of) {
            listed = None;
        }
        if open.is_none() && (is_task(title) || (listed.is_some() && is_short(title))) {
            open = Some((i, level));
        } else if open.is_none() && title.trim_matches(['*', ':', ' ']).eq_ignore_ascii_case("tasks") {
            listed = Some(level);
        } else if !is_task(title) && says_task(title) {
            let message = "the heading says task without a number in digits; no task was read here";
            remarks.push(Remark::new(line.number, "task_unnumbered", message));
        }
    }
    if let Some((start, _)) = open {
        finish(body, lines, start, lines.len(), &mut tasks)?;
    }
    if let Some(first) = inside.first() {
        let message = format!(
            "{} headings read like tasks below a task's own heading and were taken as parts of it; give each the \
             level of the first if it is a task by itself",
            inside.len()
        );
        remarks.push(Remark::new(*first, "task_heading_inside", message));
    }
    remarks.extend(no_headings(&alike));
    Ok(tasks)
}

/// Adds the section between two lines.
fn finish(
    body: &str,
    lines: &[Line<'_>],
    start: usize,
    end: usize,
    tasks: &mut Vec<Task>,
) -> Result<(), usize> {
    if tasks.len() == MAX_TASKS {
        return Err(MAX_TASKS);
    }
    if let Some(inside) = lines.get(start..end) {
        let stop = lines.get(end).map_or(body.len(), |l| l.at);
        tasks.extend(section(inside, &body[..stop]));
    }
    Ok(())
}

/// Returns a heading's level and text.
fn heading(text: &str) -> Option<(usize, &str)> {
    let rest = text.trim_start_matches('#');
    let level = text.len() - rest.len();
    ((1..=6).contains(&level) && rest.starts_with([' ', '\t'])).then(|| (level, rest.trim()))
}

fn is_task(title: &str) -> bool {
    let bare = undressed(title);
    let worded = bare.get(..4).is_some_and(|w| w.eq_ignore_ascii_case("task"));
    worded && !numbered_name(bare).0.is_empty()
}

/// Numbers that people write as words.
const NUMBER_WORDS: [&str; 18] = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "i", "ii", "iii", "iv",
    "v", "vi", "vii", "viii",
];

/// Tells whether a heading begins with the word alone or with a number in words, as `Task: Foo` and `Task Two: Foo` do;
/// `Tasks` and `Task list` announce others.
fn says_task(title: &str) -> bool {
    let bare = undressed(title);
    let Some(rest) = bare.get(..4).filter(|w| w.eq_ignore_ascii_case("task")).map(|_| bare[4..].trim_start())
    else {
        return false;
    };
    let word = rest.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_ascii_lowercase();
    rest.starts_with([':', '—', '–', '-'])
        || bare[4..].starts_with([' ', '#']) && NUMBER_WORDS.contains(&word.as_str())
        || rest.strip_prefix('#').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// Tells whether a line that is no heading reads like one of a task: `###Task 2: B`, `**Task 2: B**`.
fn may_be_task(text: &str) -> bool {
    let bare = text.trim();
    let title = bare.trim_start_matches('#');
    let unspaced = title.len() < bare.len() && title.starts_with(|c: char| !c.is_whitespace());
    let bold = bare.strip_prefix("**").and_then(|rest| rest.trim_end_matches(':').strip_suffix("**"));
    let bold = bold.filter(|inner| !inner.contains("**"));
    unspaced && (is_task(title) || says_task(title)) || bold.is_some_and(is_task)
}

/// Says which lines read like headings of tasks and are none.
fn no_headings(lines: &[u32]) -> Option<Remark> {
    let first = lines.first()?;
    let message = format!(
        "{} lines read like the headings of tasks and are none, so that no task was read there: write `### Task 2: \
         title`, with a blank behind the `#`",
        lines.len()
    );
    Some(Remark::new(*first, "task_no_heading", message))
}

/// Takes boxes, emphasis and emojis off a heading.
fn undressed(title: &str) -> &str {
    let bare = title.trim_start_matches(|c: char| !c.is_alphanumeric());
    let bare = bare.strip_prefix("x] ").or_else(|| bare.strip_prefix("X] ")).unwrap_or(bare);
    bare.trim_start_matches(|c: char| !c.is_alphanumeric())
}

/// Says which headings read like tasks where blocks are the tasks: between, before and behind them.
pub(super) fn passed_over(
    lines: &[Line<'_>],
    marks: &[Mark],
    blocks: &[(u32, usize)],
    remarks: &mut Vec<Remark>,
) {
    let inside = |number: u32| {
        let before = blocks.partition_point(|(first, _)| *first <= number);
        let last = before.checked_sub(1).and_then(|at| blocks.get(at));
        last.is_some_and(|(first, count)| ((number - first) as usize) < *count)
    };
    let mut fenced_to = 0;
    let (mut found, mut alike) = (Vec::new(), Vec::new());
    for (i, (line, mark)) in lines.iter().zip(marks).enumerate() {
        if i < fenced_to || inside(line.number) {
            continue;
        }
        if let Some(close) = mark.fence {
            fenced_to = close + 1;
        } else if let Some((_, title)) = heading(line.text) {
            found.extend((is_task(title) || says_task(title)).then_some(line.number));
        } else if may_be_task(line.text) {
            alike.push(line.number);
        }
    }
    remarks.extend(no_headings(&alike));
    if let Some(first) = found.first() {
        let message = format!(
            "{} headings read like tasks beside the task blocks and were not counted; put each in a block",
            found.len()
        );
        remarks.push(Remark::new(*first, "task_heading_passed_over", message));
    }
}

/// Whether a heading is `T1. Title`, which is a task only where tasks are announced.
fn is_short(title: &str) -> bool {
    let Some(rest) = undressed(title).strip_prefix('T') else { return false };
    let after = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    after.len() < rest.len() && after.starts_with(['.', ':', ')'])
}

/// Reads one section; `body` ends where it ends.
fn section(lines: &[Line<'_>], body: &str) -> Option<Task> {
    let first = lines.first()?;
    let (_, title) = heading(first.text)?;
    let bare = undressed(title);
    let (number, name) = match is_short(title) {
        true => numbered_name(&format!("Task {}", bare.trim_start_matches('T'))),
        false => numbered_name(bare),
    };
    let raw = body.get(first.at..)?.trim_end().to_owned();
    let mut task = Task { number, name, raw, line: first.number, ..Task::default() };
    let mut part = Part::Action;
    let mut texts: [String; 5] = Default::default();
    for line in lines.iter().skip(1) {
        let mut text = line.text;
        match label(text) {
            Label::Part(found, rest) => {
                part = found;
                text = rest;
            }
            // A label of another kind ends a list of files or criteria and belongs to the action.
            Label::Other => part = Part::Action,
            // A list of files ends at a blank line.
            Label::None
                if part == Part::Files
                    && text.trim().is_empty()
                    && texts.first().is_some_and(|t| !t.trim().is_empty()) =>
            {
                part = Part::Action;
            }
            Label::None => {}
        }
        if let Some(into) = texts.get_mut(part as usize) {
            into.push_str(text);
            into.push('\n');
        }
    }
    let [files, acceptance, verify, done, action] = texts;
    // Only list lines and the label's own line name files; prose below them does not.
    let listed = files
        .lines()
        .enumerate()
        .filter(|(n, l)| *n == 0 || super::item_text(l.trim()).is_some() || l.trim_start().starts_with('`'));
    task.files = paths::files(&listed.map(|(_, l)| l).collect::<Vec<_>>().join("\n"));
    task.acceptance = items(&acceptance);
    task.verify = tidy(&verify);
    task.done = tidy(&done);
    task.action = tidy(&action);
    Some(task)
}

enum Label<'a> {
    Part(Part, &'a str),
    Other,
    None,
}

/// Reads `**Files:** …`, `- **Files**: …` or a plain `Files: …` line.
fn label(text: &str) -> Label<'_> {
    let bare = text.trim_start().trim_start_matches("- ").trim_start_matches("* ");
    let bare = bare.trim_start_matches('#').trim_start();
    let bold = bare.strip_prefix("**");
    let (word, rest) = match bold {
        Some(inner) => match inner.split_once("**") {
            Some((word, rest)) => (word, rest),
            None => return Label::None,
        },
        None => match bare.split_once(':') {
            Some((word, rest)) if !text.starts_with([' ', '-', '*']) => (word, rest),
            Some(_) | None => return Label::None,
        },
    };
    let word = word.trim().trim_end_matches(':').to_ascii_lowercase();
    let rest = rest.trim_start().trim_start_matches(':').trim_start();
    let part = match word.as_str() {
        "files" | "file" | "files to modify" | "files to create" | "files modified" | "files changed"
        | "target files" => Part::Files,
        "acceptance" | "acceptance criteria" | "criteria" | "success criteria" => Part::Acceptance,
        "verify" | "verification" | "test" | "validate" | "verify command" => Part::Verify,
        "done" | "done when" | "definition of done" | "done criteria" => Part::Done,
        "action"
        | "actions"
        | "what"
        | "steps"
        | "details"
        | "do"
        | "implementation"
        | "implementation details" => Part::Action,
        _ => {
            return if bold.is_some() && !text.starts_with([' ', '-', '*'])
                || bold.is_some() && text.starts_with("**")
            {
                Label::Other
            } else {
                Label::None
            };
        }
    };
    Label::Part(part, rest)
}

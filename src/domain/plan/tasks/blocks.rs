//! `<task …>` blocks.
//!
//! ```text
//! block = "<task" attributes ">" … "</task>"     at the start of a line, outside fences and comments, or there
//!                                                behind a comment, the mark of a list or words that end in ":"
//! part  = "<name>" text "</name>"                and files, action, verify, done, …
//! ```
//!
//! Where a plan has none, `<feature>` blocks are its tasks: GSD's test-first plans have one, with `behavior` and
//! `implementation` in place of `done` and `action`.
//!
//! An unclosed block ends at the next `<task`, at `</tasks>` or at the end, with a remark; what closes no block is told.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::Regex;

use super::super::super::review::Remark;
use super::super::{Task, paths};
use super::comments::Comments;
use super::{Line, MAX_TASKS, items, numbered_name, tidy};

/// An attribute of an opening tag, its value quoted or not.
static ATTRIBUTE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"\s([A-Za-z_-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))"#).expect("a fixed pattern")
});

/// The opening tag of a block: a `>` within quotes does not end it.
static HEAD: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r#"\A<[a-z]+(?:[^>"']|"[^"\n]*"|'[^'\n]*')*>"#).expect("a fixed pattern"));

/// The parts a task may have; others are left in `raw`.
const PARTS: [&str; 14] = [
    "name",
    "files",
    "action",
    "verify",
    "done",
    "acceptance_criteria",
    "behavior",
    "read_first",
    "title",
    "implementation",
    // What a checkpoint asks a person to look at.
    "what-built",
    "what_built",
    "how-to-verify",
    "how_to_verify",
];

/// The code of a remark on a closing tag without an opening one: a task that nobody reads.
pub(crate) const UNOPENED: &str = "task_unopened";

/// The code of a remark on a line that looks like a task's first and stands in no block.
pub(crate) const UNTAKEN: &str = "task_untaken";

/// The two words a block may open with.
pub(super) const TASK: &str = "task";
pub(super) const FEATURE: &str = "feature";

/// A tag of a task that begins a line and is not written in small letters.
static CAPITAL: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?m)^[ \t]*<(?:T[Aa][Ss][Kk]|t[Aa]*SK)[ \t>]").expect("a fixed pattern"));

/// The tags of tasks and their parts in capitals, and the task's own with a capital.
static TAGS: LazyLock<Regex> = LazyLock::new(|| {
    let parts = PARTS.map(str::to_uppercase).join("|");
    Regex::new(&format!(r"</?(?:TASKS?|Tasks?|{parts})\b")).expect("a fixed pattern")
});

/// Writes the tags of tasks in small letters where some are not, every byte else as it is and where it is; with the first
/// such line, from 0.
pub(super) fn in_small_letters(body: &str) -> (Cow<'_, str>, Option<usize>) {
    let Some(first) = CAPITAL.find(body) else { return (Cow::Borrowed(body), None) };
    let line = body[..first.start()].matches('\n').count();
    let small = TAGS.replace_all(body, |found: &regex::Captures<'_>| found[0].to_ascii_lowercase());
    (Cow::Owned(small.into_owned()), Some(line))
}

/// Cuts a line behind each closed block that another one follows on it, and before one that begins behind a comment, a
/// list's mark or words that lead over to it.
pub(super) fn apart(line: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut rest = line;
    loop {
        let before = before_block(rest);
        // Looked for no further than to the next cut: a line costs a bounded number of looks.
        let behind = behind_block(&rest[..before.unwrap_or(rest.len())]);
        let Some(end) = behind.or(before) else { break };
        let (block, more) = rest.split_at(end);
        out.push(block);
        rest = more;
    }
    out.push(rest);
    out
}

/// Returns where the first closed block ends on whose line another one opens.
fn behind_block(text: &str) -> Option<usize> {
    let close = format!("</{TASK}>");
    let ends = text.match_indices(&close).map(|(at, _)| at + close.len());
    ends.into_iter().find(|end| opens(text[*end..].trim_start(), TASK))
}

/// Returns where a block opens that something stands before: `<!-- first --> <task>`, `- <task>`, `Then: <task>`. Behind
/// other words a tag is spoken of, and so it is where words follow it.
fn before_block(text: &str) -> Option<usize> {
    /// How many tags of one line are looked at, and how many signs of each.
    const MOST: (usize, usize) = (8, 1_000);
    let begins = text.match_indices("<task").map(|(at, _)| at).take(MOST.0);
    begins.into_iter().find(|at| {
        let (before, rest) = text.split_at(*at);
        let before = before.trim();
        if before.is_empty() || !opens(rest, TASK) {
            return false;
        }
        if before.ends_with("-->") {
            return true;
        }
        // What costs most is asked last.
        if !(is_list_mark(before) || before.ends_with(':') && before.matches('`').count().is_multiple_of(2)) {
            return false;
        }
        let near = rest.char_indices().nth(MOST.1).map_or(rest, |(end, _)| &rest[..end]);
        HEAD.find(near).is_some_and(|head| {
            let after = rest[head.end()..].trim_start();
            after.is_empty() || after.starts_with('<')
        })
    })
}

/// Tells whether a text is only the mark of a list's item: `-`, `1.`, `- [ ]`.
fn is_list_mark(text: &str) -> bool {
    let bare = ["[ ]", "[x]", "[X]"].iter().find_map(|boxed| text.strip_suffix(boxed)).unwrap_or(text).trim();
    let digits = bare.trim_end_matches(['.', ')']);
    ["-", "*", "+", "•"].contains(&bare)
        || (1..=3).contains(&digits.len())
            && digits.len() < bare.len()
            && digits.bytes().all(|b| b.is_ascii_digit())
}

/// What a line means to the scanner.
#[derive(Clone, Copy, Default)]
pub(super) struct Mark {
    opens: bool,
    closes: bool,
    ends: bool,
    /// The line that closes the fence this line opens.
    pub(super) fence: Option<usize>,
}

/// Reads every block that the marks open.
pub(super) fn read(
    body: &str,
    lines: &[Line<'_>],
    marks: &[Mark],
    remarks: &mut Vec<Remark>,
) -> Result<Vec<Task>, usize> {
    if !marks.iter().any(|m| m.opens || m.closes) {
        return Ok(Vec::new());
    }
    let boundary = boundaries(marks);
    let mut tasks = Vec::new();
    let mut i = 0;
    let mut comments = Comments::of(lines);
    while let (Some(line), Some(mark)) = (lines.get(i), marks.get(i)) {
        if comments.hide(i, line.text, !mark.opens && mark.fence.is_none()) {
            i += 1;
        } else if let Some(close) = mark.fence {
            i = after_fence(i, close, lines, marks, remarks);
        } else if mark.opens {
            if tasks.len() == MAX_TASKS {
                return Err(MAX_TASKS);
            }
            let (end, closed) = end_of(i, marks, &boundary);
            if !closed {
                let message = "the task block has no closing tag; it was taken to end before the next block";
                remarks.push(Remark::new(line.number, "task_unclosed", message));
            }
            let stop = lines.get(end).map_or(body.len(), |l| l.at);
            tasks.push(task(&body[line.at..stop], line.number, remarks));
            i = end;
        } else {
            if mark.closes && is_tag_line(line.text) {
                let message = "a closing tag of a task closes no block: the tag that opens it is missing, misspelt or \
                               stands behind words, and no task was read here";
                remarks.push(Remark::new(line.number, UNOPENED, message));
            }
            i += 1;
        }
    }
    Ok(tasks)
}

/// Tells whether a line that holds a closing tag is one of tags, and not a sentence that speaks of it.
fn is_tag_line(text: &str) -> bool {
    let bare = text.trim();
    bare.starts_with('<') || bare.matches('<').count() > 1 && !bare.contains('`')
}

/// Steps over a code fence outside of any block, to the line after it.
///
/// A fence that swallows the beginning of a task and not its end is a stray sign of people's editing,
/// not an example: the task counts. A whole task in a fence is an example, and said to be left out.
fn after_fence(
    open: usize,
    close: usize,
    lines: &[Line<'_>],
    marks: &[Mark],
    remarks: &mut Vec<Remark>,
) -> usize {
    let inside = marks.get(open + 1..close).unwrap_or_default();
    let Some(first) = inside.iter().position(|m| m.opens) else { return close + 1 };
    let whole = inside.iter().skip(first).any(|m| m.closes);
    let number = lines.get(open).map_or(0, |l| l.number);
    if whole {
        let message = "a task in a code fence is an example and was not counted";
        remarks.push(Remark::new(number, "fenced_task", message));
        return close + 1;
    }
    let message =
        "a code fence opened here would swallow the beginning of a task; it was taken for a stray sign";
    remarks.push(Remark::new(number, "stray_fence", message));
    open + 1 + first
}

/// Marks what each line opens and closes, by the word of a block; fences are paired from the end, so that each costs one look.
pub(super) fn marks(lines: &[Line<'_>], word: &str) -> Vec<Mark> {
    let closing_tag = format!("</{word}>");
    let mut marks = vec![Mark::default(); lines.len()];
    // For each fence sign and length up to 6: the nearest later line that could close it.
    let mut closing: [[Option<usize>; 7]; 2] = [[None; 7]; 2];
    for (i, (line, mark)) in lines.iter().zip(marks.iter_mut()).enumerate().rev() {
        let text = line.text.trim();
        mark.opens = opens(text, word);
        // What is said of the tag in the middle of a sentence closes nothing.
        mark.closes = text
            .rsplit_once(&closing_tag)
            .is_some_and(|(_, after)| after.trim().is_empty() || after.trim_start().starts_with('<'));
        mark.ends = text.starts_with("</tasks>");
        let Some((sign, length, info)) = fence(text) else { continue };
        let Some(of_sign) = closing.get_mut(sign) else { continue };
        mark.fence = of_sign.get(length).copied().flatten();
        if !info {
            of_sign.iter_mut().take(length + 1).for_each(|slot| *slot = Some(i));
        }
    }
    marks
}

/// Returns whether a block starts on a line: nothing but tags may stand before it.
fn opens(text: &str, word: &str) -> bool {
    let text = text.strip_prefix("<tasks>").map_or(text, str::trim_start);
    let rest = text.strip_prefix('<').and_then(|text| text.strip_prefix(word));
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '>', '\t']))
}

/// Reads a code fence: which sign, its length up to 6, and whether words follow.
fn fence(text: &str) -> Option<(usize, usize, bool)> {
    let (sign, mark) = if text.starts_with("```") { (0, '`') } else { (1, '~') };
    let rest = text.trim_start_matches(mark);
    let length = text.len() - rest.len();
    (length >= 3).then(|| (length, rest.trim())).map(|(length, info)| (sign, length.min(6), !info.is_empty()))
}

/// For each line: the first line from it on that opens a block after a line that closed one.
fn boundaries(marks: &[Mark]) -> Vec<usize> {
    let mut out = vec![usize::MAX; marks.len() + 1];
    let mut next_open = usize::MAX;
    for (i, mark) in marks.iter().enumerate().rev() {
        let after = out.get(i + 1).copied().unwrap_or(usize::MAX);
        let here = if mark.closes { next_open } else { usize::MAX };
        if let Some(slot) = out.get_mut(i) {
            *slot = after.min(here);
        }
        if mark.opens {
            next_open = i;
        }
    }
    out
}

/// Returns the line after a block and whether it was closed.
fn end_of(start: usize, marks: &[Mark], boundary: &[usize]) -> (usize, bool) {
    let mut i = start;
    while let Some(mark) = marks.get(i) {
        // A fence that would swallow the end of this block and the start of the next is not closed.
        if let Some(close) = mark.fence
            && boundary.get(i).is_none_or(|b| *b > close)
            && i != start
        {
            i = close + 1;
            continue;
        }
        if mark.closes {
            return (i + 1, true);
        }
        if i > start && (mark.opens || mark.ends) {
            return (i, false);
        }
        i += 1;
    }
    (marks.len(), false)
}

/// Reads one block.
fn task(raw: &str, line: u32, remarks: &mut Vec<Remark>) -> Task {
    let mut task = Task { raw: raw.trim_end().to_owned(), line, ..Task::default() };
    let opening = raw.get(tag_at(raw)..).unwrap_or_default();
    let length = HEAD
        .find(opening)
        .map_or_else(|| opening.find('>').map_or(opening.len(), |at| at + 1), |head| head.end());
    let (head, inner) = opening.split_at(length);
    let feature = head.starts_with("<feature");
    let attribute = |name: &str| attribute(head, name);
    task.kind = attribute("type");
    task.files = attribute("files").map(|files| paths::files(&files)).unwrap_or_default();
    for name in ["number", "id"] {
        if task.number.is_empty() {
            task.number = attribute(name).map(|id| number_of(&id)).unwrap_or_default();
        }
    }
    let mut named = false;
    let mut title = attribute("name").or_else(|| attribute("title"));
    for (part, text) in parts(inner, line, remarks) {
        match part {
            "name" if !named => {
                title = tidy(text).or(title);
                named = true;
            }
            "title" => title = title.or_else(|| tidy(text)),
            "files" => {
                let named = paths::files(text);
                if named.is_empty() && !paths::says_none(&paths::untagged(text)) {
                    let message = "nothing in `<files>` reads like a path; the task was taken to name none";
                    remarks.push(Remark::new(line, "files_unread", message));
                }
                remarks.extend(paths::struck_out(text, line));
                task.files.extend(named);
            }
            "action" => join(&mut task.action, text),
            "verify" => join(&mut task.verify, text),
            "done" => join(&mut task.done, text),
            "acceptance_criteria" => task.acceptance.extend(items(text)),
            "behavior" if feature && task.acceptance.is_empty() => task.acceptance = items(text),
            "implementation" if feature => task.action = tidy(text),
            "what-built" | "what_built" => join(&mut task.built, text),
            "how-to-verify" | "how_to_verify" => join(&mut task.verify, text),
            _ => {}
        }
    }
    let (number, name) = numbered_name(&title.unwrap_or_default());
    if !number.is_empty()
        && (task.number.is_empty() || super::task_key(&task.number) == super::task_key(&number))
    {
        task.number = number;
    }
    task.name = name;
    task
}

/// Returns where a block's own tag begins: behind blanks, and behind the `<tasks>` of all.
fn tag_at(raw: &str) -> usize {
    let bare = raw.trim_start();
    let bare = bare.strip_prefix("<tasks>").map_or(bare, str::trim_start);
    raw.len() - bare.len()
}

/// Adds a part to what the task says of it already.
fn join(said: &mut Option<String>, text: &str) {
    let Some(text) = tidy(text) else { return };
    match said {
        Some(said) => {
            said.push('\n');
            said.push_str(&text);
        }
        None => *said = Some(text),
    }
}

/// Returns the number in an id: `task-2`, `TASK-2`, `Task 2`, `T2` and `01-01-T2` are `2`; an id without one is kept.
fn number_of(id: &str) -> String {
    let id = id.trim();
    let after = id.get(..4).filter(|w| w.eq_ignore_ascii_case("task")).map(|_| &id[4..]);
    let bare = after.filter(|rest| rest.starts_with(['-', '_', ' '])).map(|rest| &rest[1..]);
    let short = |text: &str| {
        let last = text.rsplit('-').next().unwrap_or(text);
        last.strip_prefix('T')
            .filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
            .map(str::to_owned)
    };
    let bare = bare.map_or_else(|| short(id).unwrap_or_else(|| id.to_owned()), str::to_owned);
    let (number, rest) = numbered_name(&format!("Task {bare}"));
    if number.is_empty() || !rest.is_empty() { id.to_owned() } else { number }
}

/// Returns an attribute of the opening tag.
fn attribute(head: &str, name: &str) -> Option<String> {
    let found =
        ATTRIBUTE.captures_iter(head).find(|found| found.get(1).is_some_and(|key| key.as_str() == name))?;
    let value = [2, 3, 4].into_iter().find_map(|n| found.get(n))?.as_str().trim();
    (!value.is_empty()).then(|| value.to_owned())
}

/// Cuts a block into its parts, in order; text inside a part opens no other.
///
/// A tag whose closing tag is missing once is missing for the rest of the block too: it is not looked for again.
fn parts<'a>(text: &'a str, line: u32, remarks: &mut Vec<Remark>) -> Vec<(&'static str, &'a str)> {
    let mut out: Vec<(&'static str, &'a str)> = Vec::new();
    let mut unclosed: Vec<&str> = Vec::new();
    let mut at = 0;
    while let Some(found) = text[at..].find('<') {
        let start = at + found;
        let rest = &text[start + 1..];
        at = start + 1;
        if !rest.starts_with(|c: char| c.is_ascii_lowercase()) {
            continue;
        }
        let Some(part) = PARTS.into_iter().find(|p| is_tag(rest, p)) else { continue };
        // What stands twice counts twice, but only where it is closed: a tag may be spoken of.
        let known = out.iter().any(|(known, _)| *known == part);
        if unclosed.contains(&part) {
            continue;
        }
        let inner = start + 1 + rest.find('>').map_or(rest.len(), |end| end + 1);
        match text[inner..].find(&format!("</{part}>")) {
            None if known => unclosed.push(part),
            Some(length) => {
                out.push((part, &text[inner..inner + length]));
                at = inner + length;
            }
            None => {
                let number = line + super::line_number(text[..start].matches('\n').count()) - 1;
                remarks.push(Remark::new(number, "part_unclosed", format!("`<{part}>` has no `</{part}>`")));
                unclosed.push(part);
                let end = inner + next_part(&text[inner..]);
                out.push((part, &text[inner..end]));
                at = end;
            }
        }
    }
    out
}

/// Returns whether a text, after `<`, is the opening tag of a part.
fn is_tag(rest: &str, part: &str) -> bool {
    rest.strip_prefix(part).is_some_and(|after| {
        after.starts_with('>')
            || (after.starts_with(' ') && after.split(['\n', '<']).next().is_some_and(|l| l.contains('>')))
    })
}

/// Returns where the next line starts with a part or a closing tag.
fn next_part(text: &str) -> usize {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let bare = line.trim_start();
        let tag = bare.strip_prefix('<').unwrap_or("");
        if at > 0 && (bare.starts_with("</") || PARTS.into_iter().any(|p| is_tag(tag, p))) {
            return at;
        }
        at += line.len();
    }
    text.len()
}

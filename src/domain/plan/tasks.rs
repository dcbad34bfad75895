//! The tasks of a plan's body: `<task>` or `<feature>` blocks, or `### Task N:` headings where there are none, or the boxes of a
//! spec's task list.
//!
//! A forgiving scanner over lines, never an XML parser: `&`, `<T>` and code are text. Code fences and
//! comments outside of task blocks hold no tasks. Every line is looked at a bounded number of times.

mod blocks;
mod checklist;
mod comments;
mod headings;
mod numbering;
mod untaken;

pub(crate) use blocks::UNOPENED;
pub(crate) use numbering::DUPLICATE;

use std::borrow::Cow;

use super::super::review::Remark;
use super::{Task, line_number, task_key};

/// The most tasks a plan may hold.
const MAX_TASKS: usize = 1_000;

/// A line of the body with what matters about it.
struct Line<'a> {
    text: &'a str,
    /// Number in the file, from 1.
    number: u32,
    /// Where the line starts in the body, in bytes.
    at: usize,
}

/// The tasks of a body.
pub(super) struct Tasks {
    pub(super) tasks: Vec<Task>,
    /// They stand in a task list of check boxes.
    pub(super) listed: bool,
}

/// Reads the tasks of a body whose first line has the number `body_line`; the limit, where there are more.
///
/// Check boxes are tasks only where `lists` says so: in a plan of another system they are its criteria. Headings
/// come before them, unless the boxes have ids and parts of their own and the headings none.
pub(super) fn read(
    body: &str,
    body_line: u32,
    lists: bool,
    remarks: &mut Vec<Remark>,
) -> Result<Tasks, usize> {
    let (body, capitals) = blocks::in_small_letters(body);
    let body = body.as_ref();
    let mut at = 0;
    let mut lines = Vec::new();
    for (n, line) in body.split_inclusive('\n').enumerate() {
        for text in blocks::apart(line) {
            lines.push(Line {
                text: text.trim_end_matches(['\n', '\r']),
                number: body_line + line_number(n) - 1,
                at,
            });
            at += text.len();
        }
    }
    if let Some(line) = capitals.and_then(|n| lines.get(n)) {
        let message = "tags of tasks are written in capitals; they were read, and count, like `<task>`";
        remarks.push(Remark::new(line.number, "tags_in_capitals", message));
    }
    let marks = blocks::marks(&lines, blocks::TASK);
    let mut tasks = blocks::read(body, &lines, &marks, remarks)?;
    if tasks.is_empty() {
        tasks = blocks::read(body, &lines, &blocks::marks(&lines, blocks::FEATURE), remarks)?;
    }
    let blocked = tasks.iter().map(|t| (t.line, t.raw.lines().count())).collect::<Vec<_>>();
    remarks.extend(untaken::told(&lines, &marks, &blocked));
    if !blocked.is_empty() {
        headings::passed_over(&lines, &marks, &blocked, remarks);
    }
    let mut listed = false;
    if tasks.is_empty() {
        let (mut said, mut of_headings) = (Vec::new(), Vec::new());
        let boxes = match lists {
            true => checklist::read(body, &lines, &marks, &mut said)?,
            false => checklist::Found::default(),
        };
        let headed = headings::read(body, &lines, &marks, &mut of_headings)?;
        listed = !boxes.tasks.is_empty() && (headed.is_empty() || boxes.beat(&headed));
        remarks.extend(said.into_iter().filter(|_| listed));
        if !(listed && boxes.parted) {
            remarks.extend(of_headings);
        }
        if lists {
            remarks.extend(if listed { boxes.without(&headed) } else { boxes.beside(&headed) });
        }
        tasks = if listed { boxes.tasks } else { boxes.below(headed) };
    }
    numbering::number(&mut tasks, remarks);
    // A spec's list says which of its boxes are no tasks, and is cut down as work goes on.
    remarks.extend(untaken::gaps(&tasks).filter(|_| !listed));
    Ok(Tasks { tasks, listed })
}

/// Splits `Task 2: Title`, `2. Title`, `Task (2): Title`, `Task 03-01 — Title` into number and name; no number without one.
fn numbered_name(text: &str) -> (String, String) {
    let text = text.trim().trim_matches('*').trim();
    let folded = folded(text);
    let whole = folded.as_ref();
    let lower = whole.to_ascii_lowercase();
    let (worded, rest) = match lower.strip_prefix("task") {
        Some(after) if after.starts_with([' ', '-', '#', '_', '№', '(', '[']) => {
            (true, counted(whole[4..].trim_start_matches([' ', '-', '#', '_'])))
        }
        Some(after) if after.starts_with(|c: char| c.is_ascii_digit()) => (true, &whole[4..]),
        Some(_) | None => (false, whole),
    };
    // What opens before the number closes behind it, or behind how many there are.
    let bracket = rest.starts_with(['(', '[']) && worded;
    let rest = if bracket { &rest[1..] } else { rest };
    let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '.' || c == '-')).unwrap_or(rest.len());
    let number = rest[..end].trim_end_matches(['.', '-']);
    let after = &rest[number.len()..];
    // Behind `Task 2` any sign parts the number from the title that goes on with no word.
    let sign = |c: char| !(c.is_alphanumeric() || ['\'', '’', '%', '_', '+'].contains(&c));
    let apart = match (bracket, worded) {
        (true, _) => after.starts_with([')', ']', '/']) || after.starts_with(" of "),
        (false, true) => after.is_empty() || after.starts_with(sign),
        (false, false) => true,
    };
    // Without the word `Task` only `2. Title` and `2: Title` are numbers, not `3 new columns`, `2FA: …` or `404: …`.
    let marked = after.starts_with([':', '：', '.', ')'])
        && number.len() <= 8
        && number
            .split('.')
            .all(|part| (1..=2).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit()));
    // `2b. Title`
    let between = || {
        let digits = number.strip_suffix(|c: char| c.is_ascii_lowercase()).unwrap_or_default();
        let parted = after.strip_prefix(['.', ')']).is_some_and(|rest| rest.starts_with(' '));
        parted && (1..=2).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit())
    };
    let marked = marked || !worded && between();
    let lettered = number.len() == 1
        && after.starts_with([':', '.', ')'])
        && number.bytes().all(|b| b.is_ascii_uppercase());
    match apart && (worded && (is_number(number) || lettered) || marked && !bracket) {
        true => (number.to_owned(), title_behind(after)),
        false => (String::new(), text.to_owned()),
    }
}

/// Writes what stands up to a task's number as people see it: other blanks as blanks, digits of another width as digits, and
/// signs that nobody sees not at all. The title behind the number stays as it is.
fn folded(text: &str) -> Cow<'_, str> {
    let odd = |c: char| !c.is_ascii() && (c.is_whitespace() || unseen(c) || wide_digit(c).is_some());
    if !text.chars().take(HEAD).any(odd) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut counted = false;
    for (n, (at, c)) in text.char_indices().enumerate() {
        let digit = wide_digit(c).or_else(|| Some(c).filter(char::is_ascii_digit));
        // Behind the number and what parts it from the title the title begins.
        if n >= HEAD || counted && digit.is_none() && c.is_alphabetic() {
            out.push_str(&text[at..]);
            break;
        }
        counted |= digit.is_some();
        match digit {
            Some(digit) => out.push(digit),
            None if unseen(c) => {}
            None => out.push(if c.is_whitespace() { ' ' } else { c }),
        }
    }
    Cow::Owned(out)
}

/// The signs of a heading that are looked at for its number.
const HEAD: usize = 40;

/// Signs that take no room: they come with what was copied from a page.
fn unseen(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{ad}')
}

/// Returns the digit that a full-width one stands for.
fn wide_digit(c: char) -> Option<char> {
    let value = u32::from(c).checked_sub(0xFF10).filter(|value| *value < 10)?;
    char::from_digit(value, 10)
}

/// Takes the word for a number off what follows `Task`: `No. 5`, `№1`, `ID 4`.
fn counted(text: &str) -> &str {
    let lower = text.to_ascii_lowercase();
    let words = ["number", "no.", "no", "nr.", "nr", "num", "id", "№"];
    let behind =
        words.iter().find_map(|word| lower.strip_prefix(word)).map(|rest| &text[text.len() - rest.len()..]);
    let number = behind.map(|rest| rest.trim_start_matches([' ', ':', '#']));
    number.filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit())).unwrap_or(text)
}

/// Tells whether a word numbers a task: `2`, `1.2a`, `03-01`, `T2`, `P1-T2`; not `3-way`.
fn is_number(word: &str) -> bool {
    let part = |part: &str| {
        let digits = part.trim_start_matches(|c: char| c.is_ascii_uppercase());
        let letters = part.len() - digits.len();
        let tail = digits.trim_start_matches(|c: char| c.is_ascii_digit());
        letters <= 4 && tail.len() < digits.len() && tail.len() <= 1
    };
    word.len() <= 16 && word.split(['-', '.']).all(part)
}

/// Returns the title behind a task's number: `: Foo`, ` of 3: Foo` and `/5 — Foo` are `Foo`.
fn title_behind(text: &str) -> String {
    let open = [
        ':', '：', '.', '．', ')', '）', '-', '—', '–', ' ', '\u{a0}', '\u{3000}', '*', ',', '、', ']', ';',
        '；', '|', '→', '，', '·',
    ];
    // What was opened before `Task` may close behind the number.
    let text = text.trim_start_matches(['*', '`', '~']);
    let total = text.strip_prefix('/').or_else(|| text.trim_start().strip_prefix("of ")).map(|rest| {
        let left = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        (left.len() < rest.len(), left)
    });
    let rest = match total {
        Some((true, left)) if left.is_empty() || left.starts_with(open) => left,
        Some(_) | None => text,
    };
    rest.trim_start_matches(open).trim().to_owned()
}

/// Returns the items of a list: bullets, numbered lines, or plain lines; continuation lines are joined.
fn items(text: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut bulleted = false;
    for line in text.lines() {
        let bare = line.trim();
        if bare.is_empty() {
            continue;
        }
        match item_text(bare) {
            Some(item) => {
                bulleted = true;
                out.push(item.to_owned());
            }
            None => match out.last_mut().filter(|_| bulleted && line.starts_with([' ', '\t'])) {
                Some(last) => {
                    last.push(' ');
                    last.push_str(bare);
                }
                None => out.push(bare.to_owned()),
            },
        }
    }
    out
}

/// Returns a list line's text without its bullet, number or checkbox.
pub(super) fn item_text(line: &str) -> Option<&str> {
    let bulleted = ["- ", "* ", "+ ", "• "].iter().find_map(|b| line.strip_prefix(b));
    let numbered = || {
        let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
        (rest.len() < line.len())
            .then(|| rest.strip_prefix(". ").or_else(|| rest.strip_prefix(") ")))
            .flatten()
    };
    let text = bulleted.or_else(numbered)?.trim();
    let open = ["[ ] ", "[x] ", "[X] "].iter().find_map(|b| text.strip_prefix(b));
    Some(open.unwrap_or(text))
}

/// Returns the text without common indentation and outer blank lines; nothing where nothing is left.
fn tidy(text: &str) -> Option<String> {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let inner = lines.iter().skip(1).filter(|l| !l.trim().is_empty());
    let cut = inner.map(|l| l.len() - l.trim_start_matches(' ').len()).min().unwrap_or(0);
    let cutted: Vec<&str> = lines
        .iter()
        .enumerate()
        .map(|(n, l)| if n == 0 { l.trim_start() } else { l.get(cut..).unwrap_or("") })
        .collect();
    let text = cutted.join("\n").trim().to_owned();
    (!text.is_empty()).then_some(text)
}

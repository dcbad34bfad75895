//! Tasks that were not read: lines between the blocks that look like one, and numbers that are missing.

use std::collections::{BTreeMap, BTreeSet};

use super::super::super::review::Remark;
use super::blocks::{Mark, UNTAKEN};
use super::comments::Comments;
use super::{Line, Task, task_key};

/// Says which lines look like tasks and stand in no block that was read, code fence or comment; `blocks` are the first lines
/// of those that were, and how many each has.
///
/// Within `<tasks>` a tag anywhere in a line and an element with a name are meant; elsewhere only what begins its line, behind
/// the signs that keep it from being a block: a sentence may speak of a tag.
pub(super) fn told(lines: &[Line<'_>], marks: &[Mark], blocks: &[(u32, usize)]) -> Option<Remark> {
    let mut found: Vec<u32> = Vec::new();
    let mut comments = Comments::of(lines);
    let (mut fenced_to, mut within) = (0, false);
    for (i, (line, mark)) in lines.iter().zip(marks).enumerate() {
        if i < fenced_to || holds(blocks, line.number) {
            continue;
        }
        if let Some(close) = mark.fence {
            fenced_to = close + 1;
            continue;
        }
        if comments.hide(i, line.text, true) {
            continue;
        }
        let text = line.text.trim();
        if within && text.contains("</tasks>") {
            within = false;
        }
        if behind_signs(text) || within && !spoken(text) && (opens(text) || text.contains("<name>")) {
            found.push(line.number);
        }
        within |= text.starts_with("<tasks>") && !text.contains("</tasks>");
    }
    let first = found.first()?;
    let message = format!(
        "{} look like the beginning of a task and stand in no block that was read, so that nobody reviews what they ask: \
         begin the line with `<task` and close it with `</task>`",
        match found.len() {
            1 => "1 line may".to_owned(),
            n => format!("{n} lines may"),
        }
    );
    Some(Remark::new(*first, UNTAKEN, message))
}

/// Tells whether a line stands in one of the blocks, which are in the order of the file.
pub(super) fn holds(blocks: &[(u32, usize)], number: u32) -> bool {
    let before = blocks.partition_point(|(first, _)| *first <= number);
    let last = before.checked_sub(1).and_then(|at| blocks.get(at));
    last.is_some_and(|(first, count)| ((number - first) as usize) < *count)
}

/// Returns where the tag of a task opens in a line, written as one or with its signs spelt out.
fn tag(text: &str) -> Option<usize> {
    let opens = |(at, open): (usize, &str)| {
        let after = &text[at + open.len()..];
        let word = after.get(..4).is_some_and(|word| word.eq_ignore_ascii_case("task"));
        let ends = || {
            let rest = &after[4..];
            rest.is_empty() || rest.starts_with(['>', ' ', '\t']) || rest.starts_with("&gt;")
        };
        (word && ends()).then_some(at)
    };
    text.match_indices('<').chain(text.match_indices("&lt;")).find_map(opens)
}

/// Tells whether a tag within a line opens a task: behind another tag or a number, with attributes, or at the end behind a
/// colon. `Then each <task> is checked` speaks of one.
fn opens(text: &str) -> bool {
    let Some(at) = tag(text) else { return false };
    let before = text[..at].trim_end();
    let tag = text[at..].trim_end().trim_start_matches("&lt;");
    let inner = tag.split('>').next().unwrap_or_default().split("&gt;").next().unwrap_or_default();
    let last = matches!(&tag[inner.len()..], "" | ">" | "&gt;");
    !before.contains(char::is_alphabetic)
        || before.ends_with(['>', ';'])
        || inner.contains('=')
        || last && before.ends_with(':')
}

/// Tells whether nothing but signs stands before a task's tag: `> <task>`, `**<task>**`, `&lt;task&gt;`.
fn behind_signs(text: &str) -> bool {
    let Some(at) = tag(text) else { return false };
    let before = &text[..at];
    before.chars().all(|c| c.is_whitespace() || matches!(c, '>' | '*' | '_' | '#' | '-' | '+' | '|' | '•'))
        && !spoken(text)
}

/// Tells whether a line speaks of tags: in code marks.
fn spoken(text: &str) -> bool {
    text.contains("`<") || text.contains("`&lt;")
}

/// Returns the numbers that are missing among those of a group. Who counts by fives or tens leaves out nothing between, nor
/// does who begins anew with each ten, as for the parts of a phase: 11, 12, 21.
fn missing(numbers: &BTreeSet<u32>, most: u32) -> Vec<u32> {
    let divided = |step: u32| numbers.len() > 1 && numbers.iter().all(|n| n % step == 0);
    let step = [100, 10, 5].into_iter().find(|step| divided(*step)).unwrap_or(1);
    let first_of = |ten: u32| numbers.range(ten * 10..).next().copied().unwrap_or_default();
    let tens: BTreeSet<u32> = numbers.iter().map(|n| n / 10).collect();
    let by_tens = step == 1 && tens.iter().all(|ten| *ten > 0 && first_of(*ten) % 10 < 2);
    let pairs = numbers.iter().zip(numbers.iter().skip(1));
    let gaps =
        pairs.filter(|(low, high)| (*high - *low) / step <= most && !(by_tens && *low / 10 < *high / 10));
    gaps.flat_map(|(low, high)| (low + step..*high).step_by(step as usize)).collect()
}

/// Says which numbers are missing between those of the tasks that were read: a heading or block that nobody takes for one
/// leaves such a gap.
pub(super) fn gaps(tasks: &[Task]) -> Option<Remark> {
    /// The most numbers that are named, and the widest gap that is one.
    const MOST: u32 = 20;
    let mut groups: BTreeMap<String, BTreeSet<u32>> = BTreeMap::new();
    for task in tasks {
        let key = task_key(&task.number);
        // `Task 2-3` stands for both.
        if let Some((Ok(low), Ok(high))) =
            key.split_once('-').map(|(low, high)| (low.parse(), high.parse::<u32>()))
            && low < high
            && high - low <= MOST
        {
            groups.entry(String::new()).or_default().extend(low..=high);
        }
        let (group, last) = key.rfind(['.', '-']).map_or(("", key.as_str()), |at| key.split_at(at + 1));
        // `2a` stands for 2.
        let last = last.trim_end_matches(|c: char| c.is_ascii_lowercase());
        if let Ok(number) = last.parse() {
            groups.entry(group.to_owned()).or_default().insert(number);
        }
    }
    let missing = |(group, numbers): (&String, &BTreeSet<u32>)| -> Vec<String> {
        missing(numbers, MOST).into_iter().map(|number| format!("{group}{number}")).collect()
    };
    let missing: Vec<String> = groups.iter().flat_map(missing).take(MOST as usize).collect();
    let first = tasks.first().filter(|_| !missing.is_empty())?;
    let message = format!(
        "no task {} was read, though those around it were: if the plan has it, write it as the others are written",
        missing.join(", ")
    );
    Some(Remark::new(first.line, "task_number_missing", message))
}

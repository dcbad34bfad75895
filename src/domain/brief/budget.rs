//! Room in a brief: sealing text so that it weighs no more than it may, and naming what is cut.

use super::cut::{Cut, Left};
use super::{BUDGET, Brief, LeftOut, findings, hunks, review};
use crate::domain::envelope;
use crate::domain::review_loop::LoopState;
use crate::domain::subject::Subject;

/// The most rows of left-out things that are listed one by one.
const MOST_ROWS: usize = 12;

/// What the names of those that are not may weigh.
const NAMES: usize = 1024;

/// What stands for all rows that are not listed.
const MORE: &str = "(more)";

/// Kept free for the list of what was left out.
pub(super) const LIST: usize = 4 * 1024;

/// Kept free for the words around sections that are not always there.
pub(super) const FRAME: usize = 512;

/// Kept free for what a reviewer is told who is asked once more (`again`): the brief is sent again with that in it.
pub(super) const ONCE_MORE: usize = 512;

/// What a brief may weigh, and what of it is kept free.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spare {
    total: usize,
    /// For the list of what was left out and the words around sections.
    reserved: usize,
    /// Written to see whether all of it fits: nothing is kept free, and each part may take what a whole brief's may.
    whole: bool,
    /// Written to learn its weight: what was cut is not packed.
    pub(super) probing: bool,
}

/// What a brief must have room for besides: some of the task and of the change.
const LEAST: usize = 1024;

impl Spare {
    /// Returns the room that the fixed text leaves.
    ///
    /// # Errors
    ///
    /// The least that would do.
    pub(super) fn after(self, fixed: usize) -> Result<Room, usize> {
        let of = (!self.whole).then(|| BUDGET.saturating_sub(fixed + LIST + FRAME + ONCE_MORE).max(1));
        match self.total.checked_sub(fixed + self.reserved) {
            Some(room) if self.whole || room >= LEAST => Ok(Room { room, of }),
            Some(_) | None => Err((fixed + FRAME + ONCE_MORE + LEAST) * BUDGET / (BUDGET - LIST) + 1),
        }
    }

    /// Returns what the list of what was left out may take.
    pub(super) fn list(self) -> usize {
        if self.whole { LIST } else { LIST * self.total / BUDGET }
    }
}

/// The room that a brief's fixed text leaves.
#[derive(Debug, Clone, Copy)]
pub(super) struct Room {
    pub(super) room: usize,
    /// What that is in a brief of full size; nothing where each part may take what it may take there.
    of: Option<usize>,
}

impl Room {
    /// Returns what of a share of a full brief this one may take.
    pub(super) fn share(self, most: usize) -> usize {
        self.of.map_or(most, |of| (most * self.room / of).min(most))
    }
}

/// Writes a brief that weighs at most `total`. What was kept free and was not needed is given out in a second writing.
pub(super) fn filled(total: usize, write: impl Fn(Spare) -> Result<Brief, usize>) -> Result<Brief, usize> {
    /// The list may grow where more of something is shown: the least that does is tried first.
    const GROWTH: [usize; 5] = [128, 384, 768, 1536, 2560];
    let total = total.min(BUDGET);
    let most = total.saturating_sub(ONCE_MORE);
    let full =
        Spare { total, reserved: LIST * total / BUDGET + FRAME + ONCE_MORE, whole: false, probing: true };
    let probe = write(full);
    if probe.as_ref().is_ok_and(|brief| brief.truncated.is_empty()) {
        return probe;
    }
    // Where less is asked for than a brief may weigh, all of it may fit, and nothing is to be said of what was cut.
    if total < BUDGET
        && let Ok(brief) = write(Spare { total: most, reserved: 0, whole: true, probing: true })
        && brief.truncated.is_empty()
        && envelope::weight(&brief.text) <= most
    {
        return Ok(brief);
    }
    let probe = probe?;
    let left = most.saturating_sub(envelope::weight(&probe.text));
    for growth in GROWTH {
        let less = Spare { reserved: full.reserved.saturating_sub(left) + growth, ..full };
        if less.reserved >= full.reserved {
            break;
        }
        if envelope::weight(&write(less)?.text) > most {
            continue;
        }
        // Only now are the parts laid out, whose numbers may be longer than those that were tried with.
        let brief = write(Spare { probing: false, ..less })?;
        if envelope::weight(&brief.text) <= most {
            return Ok(brief);
        }
    }
    write(Spare { probing: false, ..full })
}

/// What sections may take where that is more than their shares.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Most {
    findings: usize,
    context: usize,
}

impl Most {
    /// Returns what the findings may take, of which that much is the share.
    pub(super) fn of_findings(self, share: usize) -> usize {
        share.max(self.findings)
    }

    /// Returns what the context may take.
    pub(super) fn of_context(self, share: usize) -> usize {
        share.max(self.context)
    }
}

/// A brief as it came out.
#[derive(Debug)]
pub(super) struct Written {
    pub(super) brief: Brief,
    /// What nothing took; nothing where that belongs to something else that is cut.
    pub(super) left: usize,
    /// What the findings weigh.
    pub(super) findings: usize,
    /// What the context weighs.
    pub(super) context: usize,
}

/// Writes a brief, and anew with the room that was left where something is cut beside it: what is open first, then what
/// was given along.
pub(super) fn with_unused<E>(write: impl Fn(Most) -> Result<Written, E>) -> Result<Brief, E> {
    let mut most = Most::default();
    let mut written = write(most)?;
    let is_cut = |written: &Written, name: &str| {
        written.left > 0 && written.brief.truncated.iter().any(|row| row.path == name)
    };
    if is_cut(&written, findings::ROW) {
        most.findings = written.findings + written.left;
        written = write(most)?;
    }
    if is_cut(&written, review::GIVEN) {
        most.context = written.context + written.left;
        written = write(most)?;
    }
    Ok(written.brief)
}

/// Returns what a brief calls its subject outside of every block: its label, where that is made like one; else the
/// loop. The names of files and folders make labels, and such a name can be a sentence.
pub(super) fn label(state: &LoopState) -> String {
    let plain = plain_label(&state.subject);
    plain.unwrap_or_else(|| match &state.subject {
        Subject::Task { task, .. } if task.chars().all(|c| c.is_ascii_digit() || c == '.') => {
            format!("Task {task} of loop {}", state.id)
        }
        Subject::Task { .. }
        | Subject::Change { .. }
        | Subject::Plan { .. }
        | Subject::Execution { .. }
        | Subject::Artifact { .. } => format!("loop {}", state.id),
    })
}

/// Returns a label that nobody could take for anything else.
pub(super) fn plain_label(subject: &Subject) -> Option<String> {
    const LONGEST: usize = 64;
    let label = subject.label();
    let ours = match subject {
        Subject::Task { .. } => " Task ",
        Subject::Plan { .. } => " plan",
        Subject::Change { .. } | Subject::Execution { .. } | Subject::Artifact { .. } => "",
    };
    let given = label.replacen(ours, "", 1);
    let marks = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '/' | '-');
    // A caller names a change himself; what names of files and folders say is theirs, and a word says little.
    let words = given.split(|c: char| !c.is_ascii_alphabetic()).filter(|w| w.len() > 1).count();
    let few = match subject {
        Subject::Change { .. } => true,
        Subject::Artifact { .. } => words <= 2,
        Subject::Task { .. } | Subject::Plan { .. } | Subject::Execution { .. } => words <= 1,
    };
    (label.len() <= LONGEST && few && given.chars().all(marks)).then_some(label)
}

/// Returns the subject's title on one line for a block, with its label where that stands nowhere else.
pub(super) fn titled(state: &LoopState) -> String {
    let title = envelope::flat(state.subject.title());
    match plain_label(&state.subject) {
        Some(_) => title,
        None => format!("{}: {title}", envelope::flat(&state.subject.label())),
    }
}

/// Shortens a text and says by how much and where the rest is.
pub(super) fn shortened(text: &str, most: usize, rest: &str) -> String {
    let kept = envelope::beginning(text, most);
    match text[kept.len()..].chars().count() {
        0 => text.to_owned(),
        more => format!("{kept}… ({more} more characters: {rest})"),
    }
}

/// Seals the beginning of a text that weighs at most `most`, with a sign that it is cut; returns what was cut, empty where
/// nothing was.
pub(super) fn seal_beginning<'x>(tag: &str, name: &str, text: &'x str, most: usize) -> (String, &'x str) {
    seal_cut(tag, name, text, most, "…")
}

/// The same without a sign: what goes on in a part is put together with that, and is the text to the letter.
pub(super) fn seal_first<'x>(tag: &str, name: &str, text: &'x str, most: usize) -> (String, &'x str) {
    seal_cut(tag, name, text, most, "")
}

fn seal_cut<'x>(tag: &str, name: &str, text: &'x str, most: usize, sign: &str) -> (String, &'x str) {
    let mut room = most;
    loop {
        let kept = envelope::beginning(text, room);
        let more = &text[kept.len()..];
        let shown = if more.is_empty() { kept.to_owned() } else { format!("{kept}{sign}") };
        let sealed = envelope::seal(tag, name, &shown);
        let over = envelope::weight(&sealed).saturating_sub(most);
        if over == 0 || room == 0 {
            return (sealed, more);
        }
        room = room.saturating_sub(over.max(1));
    }
}

/// Seals a task so that its name, files, verification and done criterion stay: the action is cut first.
///
/// Returns what was cut, empty where nothing was.
pub(super) fn seal_task<'x>(tag: &str, text: &'x str, most: usize) -> (String, &'x str) {
    let mut room = most;
    loop {
        let (shown, more) = cut_task(text, room);
        let sealed = envelope::seal(tag, "task", &shown);
        let over = envelope::weight(&sealed).saturating_sub(most);
        if over == 0 || room == 0 {
            return (sealed, more);
        }
        room = room.saturating_sub(over.max(1));
    }
}

fn cut_task(text: &str, room: usize) -> (String, &str) {
    if envelope::beginning(text, room).len() == text.len() {
        return (text.to_owned(), "");
    }
    if let Some((before, action, after)) = around_action(text) {
        let frame =
            envelope::weight(&envelope::visible(before)) + envelope::weight(&envelope::visible(after));
        if frame <= room / 2 {
            let kept = envelope::beginning(action, room - frame);
            let more = &action[kept.len()..];
            let count = more.chars().count();
            return (format!("{before}{kept}\n… ({count} more characters of the action)\n{after}"), more);
        }
    }
    // Without an action to cut, what stands first and what stands last say the most.
    let head = envelope::beginning(text, room / 2);
    let tail = envelope::ending(&text[head.len()..], room - room / 2);
    let more = &text[head.len()..text.len() - tail.len()];
    (format!("{head}\n… ({} more characters)\n{tail}", more.chars().count()), more)
}

/// Splits a task at its action.
fn around_action(text: &str) -> Option<(&str, &str, &str)> {
    let start = text.find("<action>")? + "<action>".len();
    let end = start + text[start..].rfind("</action>")?;
    Some((&text[..start], &text[start..end], &text[end..]))
}

/// Names what was cut of the task, and where its whole text stands.
pub(super) fn cut_from_task<'m>(state: &'m LoopState, more: &'m str, cut: &mut Cut<'m>) {
    let count = more.chars().count();
    if count == 0 {
        return;
    }
    let left = Left::whole("task, what was cut from it", more).first();
    match state.subject.plan_path() {
        Some(plan) => {
            let what = format!("{count} characters of the task: read them, here or in the plan");
            cut.keep(short_path(plan.as_str()), what, left);
        }
        None => {
            let what = format!("{count} characters of the criteria: read them");
            cut.keep("(criteria)", what, left);
        }
    }
}

/// Cuts a path that is longer than any list can show.
pub(super) fn short_path(path: &str) -> String {
    const MOST: usize = 160;
    let kept = envelope::beginning(path, MOST);
    if kept.len() == path.len() { path.to_owned() } else { format!("{kept}…") }
}

/// Lists what was left out in the order that counts, so many rows one by one: what is not shown at all before what is only
/// shown without the lines around it. Of the rest the files are named as far as they have room, with the command that
/// lists them.
pub(super) fn limit(mut rows: Vec<LeftOut>, stat: &str) -> Vec<LeftOut> {
    rows.sort_by_key(|row| row.what.starts_with(hunks::CONTEXT_OF));
    counted(rows, MOST_ROWS, NAMES, stat)
}

fn counted(mut rows: Vec<LeftOut>, most: usize, names: usize, stat: &str) -> Vec<LeftOut> {
    if rows.len() > most {
        let more = rows.split_off(most);
        let parts: Vec<u32> = more.iter().filter_map(|r| r.part).collect();
        let within = match (parts.iter().min(), parts.iter().max()) {
            (Some(first), Some(last)) if first < last => format!(", in parts {first} to {last}"),
            (Some(first), Some(_)) => format!(", in part {first}"),
            (None, _) | (_, None) => String::new(),
        };
        let mut what = format!("{} more{within}{}", more.len(), named(&more, names));
        if !stat.is_empty() {
            what.push_str(&format!("; `{stat}` lists the files"));
        }
        rows.push(LeftOut { path: MORE.to_owned(), what, part: parts.into_iter().min() });
    }
    rows
}

/// Names the files of some rows in so many bytes.
fn named(rows: &[LeftOut], most: usize) -> String {
    let mut paths: Vec<&str> = rows.iter().map(|row| row.path.as_str()).collect();
    paths.retain(|path| !path.is_empty() && !path.starts_with('('));
    paths.dedup();
    let mut names = String::new();
    for (at, path) in paths.iter().enumerate() {
        if names.len() + path.len() > most {
            if at > 0 {
                names.push_str(&format!(" and {} more", paths.len() - at));
            }
            break;
        }
        names.push_str(if at == 0 { ": " } else { ", " });
        names.push_str(path);
    }
    names
}

/// Seals the list of what was left out; nothing when nothing was. Where it may not weigh what it would, fewer rows stand
/// in it, and the rest in the count.
pub(super) fn seal_rows(tag: &str, rows: &[LeftOut], stat: &str, most: usize) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let line = |r: &LeftOut| {
        let part = r.part.map(|n| format!(" (part {n})")).unwrap_or_default();
        // What no path stands for says itself what it is.
        let of = if r.path.is_empty() { String::new() } else { format!("{}{part}: ", r.path) };
        envelope::flat(&format!("{of}{}", r.what))
    };
    let sealed = |rows: &[LeftOut]| {
        let lines: Vec<String> = rows.iter().map(line).collect();
        envelope::seal(tag, "left out", &lines.join("\n"))
    };
    let mut rows = rows.to_vec();
    rows.sort_by_key(|row| row.what.starts_with(hunks::CONTEXT_OF));
    // A few names at the least, and as many as there is room for.
    let names = [8, 6, 5, 4, 3, 2, 1].map(|part| NAMES / 8 * part);
    let fewer = (0..=rows.len().min(MOST_ROWS)).rev().flat_map(|n| names.map(|names| (n, names)));
    let mut listed = fewer.chain([(0, 0)]).map(|(n, names)| sealed(&counted(rows.clone(), n, names, stat)));
    listed.find(|text| envelope::weight(text) <= most).unwrap_or_default()
}

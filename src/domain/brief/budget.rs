//! Room in a brief: sealing text so that it weighs no more than it may, and naming what is cut.

use super::LeftOut;
use crate::domain::envelope;
use crate::domain::review_loop::LoopState;

/// The most rows of left-out things that are listed one by one.
const MOST_ROWS: usize = 12;

/// Kept free for the list of what was left out.
pub(super) const LIST: usize = 4 * 1024;

/// Kept free for the words around sections that are not always there.
pub(super) const FRAME: usize = 512;

/// Returns the label of the subject, on one line and short: it stands outside of every block.
pub(super) fn label(state: &LoopState) -> String {
    envelope::beginning(&envelope::one_line(&state.subject.label()), 200).to_owned()
}

/// Shortens a text and says by how much and where the rest is.
pub(super) fn shortened(text: &str, most: usize, rest: &str) -> String {
    let kept = envelope::beginning(text, most);
    match text[kept.len()..].chars().count() {
        0 => text.to_owned(),
        more => format!("{kept}… ({more} more characters: {rest})"),
    }
}

/// Seals the beginning of a text that weighs at most `most`; returns how many characters were cut.
pub(super) fn seal_beginning(tag: &str, name: &str, text: &str, most: usize) -> (String, usize) {
    let mut room = most;
    loop {
        let kept = envelope::beginning(text, room);
        let more = text[kept.len()..].chars().count();
        let shown = if more == 0 { kept.to_owned() } else { format!("{kept}…") };
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
/// Returns how many characters were cut.
pub(super) fn seal_task(tag: &str, text: &str, most: usize) -> (String, usize) {
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

fn cut_task(text: &str, room: usize) -> (String, usize) {
    if envelope::beginning(text, room).len() == text.len() {
        return (text.to_owned(), 0);
    }
    if let Some((before, action, after)) = around_action(text) {
        let frame =
            envelope::weight(&envelope::visible(before)) + envelope::weight(&envelope::visible(after));
        if frame <= room / 2 {
            let kept = envelope::beginning(action, room - frame);
            let more = action[kept.len()..].chars().count();
            return (format!("{before}{kept}\n… ({more} more characters of the action)\n{after}"), more);
        }
    }
    // Without an action to cut, what stands first and what stands last say the most.
    let head = envelope::beginning(text, room / 2);
    let tail = envelope::ending(&text[head.len()..], room - room / 2);
    let more = text[head.len()..text.len() - tail.len()].chars().count();
    (format!("{head}\n… ({more} more characters)\n{tail}"), more)
}

/// Splits a task at its action.
fn around_action(text: &str) -> Option<(&str, &str, &str)> {
    let start = text.find("<action>")? + "<action>".len();
    let end = start + text[start..].rfind("</action>")?;
    Some((&text[..start], &text[start..end], &text[end..]))
}

/// Says where the whole text of the task stands.
pub(super) fn task_row(state: &LoopState, more: usize) -> LeftOut {
    match state.subject.plan_path() {
        Some(plan) => LeftOut {
            path: short_path(plan.as_str()),
            what: format!("{more} characters of the task: read them in the plan before you judge"),
        },
        None => LeftOut {
            path: "(criteria)".to_owned(),
            what: format!("{more} characters of the criteria: ask for them before you judge"),
        },
    }
}

/// Cuts a path that is longer than any list can show.
pub(super) fn short_path(path: &str) -> String {
    const MOST: usize = 160;
    let kept = envelope::beginning(path, MOST);
    if kept.len() == path.len() { path.to_owned() } else { format!("{kept}…") }
}

/// Lists so many rows one by one; the rest in a count, with the command that lists them.
pub(super) fn limit(mut rows: Vec<LeftOut>, stat: &str) -> Vec<LeftOut> {
    if rows.len() > MOST_ROWS {
        let more = rows.len() - MOST_ROWS;
        rows.truncate(MOST_ROWS);
        rows.push(LeftOut {
            path: "(more)".to_owned(),
            what: format!("{more} more: `{stat}` lists the files"),
        });
    }
    rows
}

/// Seals the list of what was left out; nothing when nothing was.
pub(super) fn seal_rows(tag: &str, rows: &[LeftOut]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let lines: Vec<String> =
        rows.iter().map(|r| format!("{}: {}", r.path, r.what)).map(|l| envelope::one_line(&l)).collect();
    // Already on one line and visible; what is visible stays as it is.
    seal_beginning(tag, "left out", &lines.join("\n"), LIST).0
}

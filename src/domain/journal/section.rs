//! One section of ours in a Markdown file of somebody else's, between marks that name its loop.

use std::collections::BTreeSet;

use super::MARK;
use crate::domain::review_loop::LoopState;

fn opening(state: &LoopState) -> String {
    format!("{MARK}{} -->", state.id)
}

fn closing(state: &LoopState) -> String {
    format!("<!-- /countersign:{} -->", state.id)
}

/// Where a section stands in a text, its marks included.
fn span(text: &str, state: &LoopState) -> Option<std::ops::Range<usize>> {
    let (open, close) = (opening(state), closing(state));
    // The last one: where somebody took a closing mark away, ours was laid anew behind it.
    let start = text.rfind(&open)?;
    let end = start + text[start..].find(&close)? + close.len();
    Some(start..end)
}

/// Returns what stands between the marks.
pub(super) fn of<'t>(text: &'t str, state: &LoopState) -> Option<&'t str> {
    let inside = &text[span(text, state)?];
    inside.strip_prefix(&opening(state))?.strip_suffix(&closing(state))
}

/// Tells whether a section holds a body, whatever its line ends are.
pub(super) fn has(section: &str, body: &str) -> bool {
    section.replace("\r\n", "\n").contains(body.trim())
}

/// Returns the lines between the marks that are not ours: neither of the body that is to stand there nor any that was
/// written there before.
pub(super) fn others<'t>(
    text: &'t str,
    state: &LoopState,
    body: &str,
    written: &BTreeSet<String>,
) -> Vec<&'t str> {
    let ours = |line: &str| {
        let line = line.trim_end_matches('\r');
        line.trim().is_empty() || written.contains(line) || body.lines().any(|l| l == line)
    };
    of(text, state).unwrap_or_default().lines().filter(|line| !ours(line)).collect()
}

/// Lays a section into a text: in the place of the one that is there, else at the end. An empty body takes it away.
/// Lines of somebody else that stand within it go below it, as they are.
///
/// Nothing where the text has it already.
pub(super) fn laid(text: &str, state: &LoopState, body: &str, written: &BTreeSet<String>) -> Option<String> {
    let others = others(text, state, body, written);
    if !others.is_empty()
        && let Some(there) = span(text, state)
    {
        let ends = line_end(text);
        let kept: String =
            others.iter().map(|line| format!("{}{ends}", line.trim_end_matches('\r'))).collect();
        let rest = text[there.end..].trim_start_matches(['\n', '\r']);
        let gap = if rest.is_empty() { "" } else { ends };
        let moved = format!("{}{ends}{ends}{kept}{gap}{rest}", without(&text[..there.end], &others));
        return Some(laid(&moved, state, body, written).unwrap_or(moved));
    }
    let body = body.trim();
    let there = span(text, state);
    if body.is_empty() {
        let there = there?;
        let before = text[..there.start].trim_end_matches(['\n', '\r']);
        let after = text[there.end..].trim_start_matches(['\n', '\r']);
        let ends = line_end(text);
        let gap = if after.is_empty() { ends.to_owned() } else { ends.repeat(2) };
        return Some(format!("{before}{gap}{after}"));
    }
    let ends = line_end(text);
    let section = format!("{}\n\n{body}\n\n{}", opening(state), closing(state)).replace('\n', ends);
    let new = match there {
        Some(there) => format!("{}{section}{}", &text[..there.start], &text[there.end..]),
        None => {
            let gap = match text {
                "" => "",
                _ if text.ends_with(&ends.repeat(2)) => "",
                _ if text.ends_with('\n') => ends,
                _ => &ends.repeat(2),
            };
            format!("{text}{gap}{section}{ends}")
        }
    };
    (new != text).then_some(new)
}

/// Takes lines out of the section at a text's end.
fn without(text: &str, others: &[&str]) -> String {
    let start = text.rfind(MARK).unwrap_or(0);
    let mut left = others.to_vec();
    let kept = text[start..].split_inclusive('\n').filter(|line| {
        let bare = line.trim_end_matches('\n').trim_end_matches('\r');
        match left.iter().position(|other| other.trim_end_matches('\r') == bare) {
            Some(at) => {
                left.remove(at);
                false
            }
            None => true,
        }
    });
    format!("{}{}", &text[..start], kept.collect::<String>())
}

/// How the lines of a text end.
fn line_end(text: &str) -> &'static str {
    match text.find('\n') {
        Some(at) if text[..at].ends_with('\r') => "\r\n",
        Some(_) | None => "\n",
    }
}

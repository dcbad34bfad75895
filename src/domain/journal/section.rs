//! One section of ours in a Markdown file of somebody else's, between marks that name its loop.

use std::collections::BTreeSet;

use super::MARK;
use crate::domain::ids::LoopId;

fn opening(id: &LoopId) -> String {
    format!("{MARK}{} -->", id)
}

fn closing(id: &LoopId) -> String {
    format!("<!-- /countersign:{} -->", id)
}

/// Where a section stands in a text, its marks included.
fn span(text: &str, id: &LoopId) -> Option<std::ops::Range<usize>> {
    let (open, close) = (opening(id), closing(id));
    // The last one: where somebody took a closing mark away, ours was laid anew behind it.
    let start = text.rfind(&open)?;
    let end = start + text[start..].find(&close)? + close.len();
    Some(start..end)
}

/// Returns what stands between the marks.
pub(super) fn of<'t>(text: &'t str, id: &LoopId) -> Option<&'t str> {
    let inside = &text[span(text, id)?];
    inside.strip_prefix(&opening(id))?.strip_suffix(&closing(id))
}

/// Tells whether a section holds a body, whatever its line ends are.
pub(super) fn has(section: &str, body: &str) -> bool {
    section.replace("\r\n", "\n").contains(body.trim())
}

/// Returns the lines between the marks that are not ours: neither of the body that is to stand there nor any that was
/// written there before.
pub(super) fn others<'t>(text: &'t str, id: &LoopId, body: &str, written: &BTreeSet<String>) -> Vec<&'t str> {
    let ours = |line: &str| {
        let line = line.trim_end_matches('\r');
        line.trim().is_empty() || written.contains(line) || body.lines().any(|l| l == line)
    };
    of(text, id).unwrap_or_default().lines().filter(|line| !ours(line)).collect()
}

/// Lays a section into a text: in the place of the one that is there, else at the end. An empty body takes it away.
/// Lines of somebody else that stand within it go below it, as they are.
///
/// Nothing where the text has it already.
pub(super) fn laid(text: &str, id: &LoopId, body: &str, written: &BTreeSet<String>) -> Option<String> {
    let others = others(text, id, body, written);
    if !others.is_empty()
        && let Some(there) = span(text, id)
    {
        let ends = line_end(text);
        let kept: String =
            others.iter().map(|line| format!("{}{ends}", line.trim_end_matches('\r'))).collect();
        let after = &text[there.end..];
        let rest = after.strip_prefix(ends).unwrap_or(after);
        let moved = format!("{}{ends}{kept}{rest}", without(&text[..there.end], &others));
        return Some(laid(&moved, id, body, written).unwrap_or(moved));
    }
    let body = body.trim();
    let there = span(text, id);
    if body.is_empty() {
        let there = there?;
        let ends = line_end(text);
        let (before, after) = (&text[..there.start], &text[there.end..]);
        return Some(match after.strip_prefix(ends) {
            Some(after) => format!("{before}{after}"),
            // Where it stands at the very end, the line before it had no end of its own.
            None => format!("{}{after}", before.strip_suffix(ends).unwrap_or(before)),
        });
    }
    let ends = line_end(text);
    let section = format!("{}\n\n{body}\n\n{}", opening(id), closing(id)).replace('\n', ends);
    let new = match there {
        Some(there) => format!("{}{section}{}", &text[..there.start], &text[there.end..]),
        None => {
            // A mark needs no empty line above it. Just what is laid here is taken away again, so that the rest is what it
            // was: a text whose last line has no end gets none below the section either.
            if text.is_empty() || text.ends_with('\n') {
                format!("{text}{section}{ends}")
            } else {
                format!("{text}{ends}{section}")
            }
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

#[cfg(test)]
mod tests {
    use super::*;

    const BODY: &str = "### Findings\n\n- F1";

    /// What others wrote around a section is the same bytes when it is taken away as before it was laid.
    #[test]
    fn a_section_that_goes_leaves_every_other_byte() {
        let id = LoopId::new("rl-abcdefgh");
        let written: BTreeSet<String> = BODY.lines().map(str::to_owned).collect();
        for before in ["", "A", "A\n", "A\n\n", "A\n\n\n\n", "A\r\n", "A\r\n\r\nB", "- a\n- b", "```\ncode"] {
            let with = laid(before, &id, BODY, &written).unwrap();
            assert!(with.starts_with(before), "{with:?}");
            assert!(laid(&with, &id, BODY, &written).is_none(), "it is there");
            assert_eq!(laid(&with, &id, "", &written).as_deref(), Some(before));
            let ends = line_end(before);
            for behind in ["C\n", "\n\n\n    indented\n", "C"] {
                let behind = behind.replace('\n', ends);
                let ended = if with.ends_with('\n') { "" } else { ends };
                let left = laid(&format!("{with}{ended}{behind}"), &id, "", &written).unwrap();
                let own = if before.is_empty() || before.ends_with('\n') { "" } else { ends };
                assert_eq!(left, format!("{before}{own}{behind}"), "{before:?}");
            }
        }
    }
}

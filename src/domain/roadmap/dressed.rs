//! Parts of a phase that are dressed otherwise than as a label with a colon: in a block quote, in a table, alone on a line.

use std::borrow::Cow;

use super::Part;
use super::items::list_item;
use super::label::label_of;

/// Returns what a block quote says, as far in as the quote stands; nothing of a line that is none.
pub(super) fn quoted(line: &str) -> Option<Cow<'_, str>> {
    let inner = line.trim_start();
    let outer = line.get(..line.len() - inner.len())?;
    let mut inner = inner.strip_prefix('>')?;
    loop {
        inner = inner.strip_prefix(' ').unwrap_or(inner);
        match inner.strip_prefix('>') {
            Some(deeper) => inner = deeper,
            None => break,
        }
    }
    Some(if outer.is_empty() { Cow::Borrowed(inner) } else { Cow::Owned(format!("{outer}{inner}")) })
}

/// Tells whether a line is nothing but the words of a label, which no colon ends, above what they name: `Success Criteria`.
/// `below` is the next line that is not empty.
pub(super) fn label_alone(line: &str, below: &str, after_blank: bool) -> bool {
    let capital = line.starts_with(|c: char| c.is_ascii_uppercase());
    let whole = !line.contains([':', '：', '*', '|']) && (!line.contains('(') || line.ends_with(')'));
    if !capital || !whole || below.is_empty() {
        return false;
    }
    let below = below.trim_start();
    let tags = ["<ul", "<ol", "<dl", "<li"];
    let listed = list_item(below).is_some()
        || below.starts_with("---")
        || below.starts_with('|')
        || tags.iter().any(|tag| below.starts_with(tag));
    match label_of(line) {
        Some(Part::Criteria) => listed,
        // One word may end a paragraph: `… meets all` / `Requirements`.
        Some(Part::Requirements) => listed || after_blank,
        Some(Part::Goal | Part::Depends) => after_blank && !below.starts_with(['-', '=', '#', '|', '*']),
        Some(Part::Other) | None => false,
    }
}

/// Reads a row of a table that is a label with its text: `| **Success Criteria** | a<br>b |`. `below` tells the head of a
/// table, whose cells name columns.
pub(super) fn label_row<'t>(line: &'t str, below: &str) -> Option<(Part, &'t str)> {
    let bare = line.trim().strip_prefix('|')?;
    let (name, value) = bare.strip_suffix('|').unwrap_or(bare).split_once('|')?;
    let (name, value) = (name.trim(), value.trim());
    if name.is_empty()
        || value.is_empty()
        || value.contains('|')
        || label_of(value.trim_matches('*')).is_some()
    {
        return None;
    }
    let part = label_of(&name.replace('*', ""))?;
    let heads = below.trim().starts_with('|') && below.chars().all(|c| " |:-".contains(c));
    // A head that says a whole goal is none.
    let head_says = part == Part::Goal && name.starts_with("**") && !value.starts_with("**");
    (!heads || head_says).then_some((part, value))
}

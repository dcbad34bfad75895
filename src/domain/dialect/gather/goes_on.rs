//! What follows a finding's label or head and still belongs to it: further lines, nested lists,
//! fenced code.
//!
//! It joins texts and knows no reviews; which lines belong is the walk's business.

use std::ops::Range;

pub(super) use crate::domain::dialect::field::MOST;
use crate::domain::dialect::field::Part;
use crate::domain::dialect::page::{Kind, Line, Page};
use crate::domain::dialect::words;

/// A finding's texts of more than one line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Text {
    /// What stands below the head without a label.
    Body,
    Issue,
    Fix,
    Why,
}

impl Text {
    /// Returns the text that further lines below that label go on.
    pub(super) fn of(part: Part) -> Self {
        match part {
            Part::Issue => Text::Issue,
            Part::Fix => Text::Fix,
            Part::Why => Text::Why,
            Part::Id
            | Part::Severity
            | Part::File
            | Part::Line
            | Part::Title
            | Part::Requirement
            | Part::Category
            | Part::Status
            | Part::Stage
            | Part::Reverses
            | Part::ClosedWhen
            | Part::Blocks
            | Part::Position => Text::Body,
        }
    }
}

/// Where further lines of a finding go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Tail {
    pub(super) text: Text,
    /// Column at which the text began: what is set further in keeps its indent.
    pub(super) margin: usize,
}

/// Returns the column at which the text of a line begins, a list item's behind its mark.
pub(super) fn margin(line: &Line<'_>) -> usize {
    line.indent + if line.kind == Kind::Item { 2 } else { 0 }
}

/// Returns a line as it goes on a text: its indent against the margin kept, entities decoded.
pub(super) fn further(line: &Line<'_>, margin: usize) -> String {
    let indent = " ".repeat(line.indent.saturating_sub(margin).min(40));
    let text = if line.text.contains('&') { words::decode(&line.text) } else { line.text.to_string() };
    format!("{indent}{text}")
}

/// Returns a fenced block with its marks, without the indent its opening line has.
pub(super) fn fenced(page: &Page<'_>, lines: Range<usize>) -> String {
    let (Some(first), Some(last)) =
        (page.lines.get(lines.start), page.lines.get(lines.end.saturating_sub(1)))
    else {
        return String::new();
    };
    let end = page.text[last.start..].find('\n').map_or(page.text.len(), |n| last.start + n);
    let block = &page.text[first.start..end];
    let blanks = block.len() - block.trim_start_matches([' ', '\t']).len();
    let mut out = String::new();
    for line in block.lines() {
        let lead = line.len() - line.trim_start_matches([' ', '\t']).len();
        out.push_str(line[lead.min(blanks)..].trim_end());
        out.push('\n');
        if out.len() > MOST {
            break;
        }
    }
    out.truncate(out.trim_end().len());
    out
}

/// Adds a text on a line of its own; tells whether something had to be cut.
pub(super) fn append(into: &mut String, text: &str, paragraph: bool) -> bool {
    if into.len() >= MOST {
        return !text.is_empty();
    }
    if into.is_empty() {
        into.push_str(text.trim_start());
    } else {
        into.push_str(if paragraph { "\n\n" } else { "\n" });
        into.push_str(text);
    }
    cut(into)
}

/// Cuts a text to [`MOST`] bytes, between characters; tells whether it was longer.
pub(super) fn cut(text: &mut String) -> bool {
    let longer = text.len() > MOST;
    if longer {
        text.truncate(text.floor_char_boundary(MOST));
    }
    longer
}

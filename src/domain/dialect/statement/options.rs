//! Several verdicts side by side with nothing between them: the options, and no choice.
//!
//! ```text
//! options = a list whose items begin with two different verdicts, none of them ticked
//!         | two different signals on neighbouring lines
//! choice  = the one item whose box is ticked
//! ```
//!
//! It says what a list is; that a ticked item speaks for itself is the line's own reading.

use super::label::body;
use super::{Statement, Weight};
use crate::domain::dialect::page::{Kind, Page};
use crate::domain::dialect::words::{self, OwnWords};
use crate::domain::review::Verdict;

/// Lines of a list that are looked at from any of its items.
const MOST: usize = 12;

/// What the lines below a label are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Below {
    /// They give one answer, or none.
    Plain,
    /// They have boxes: the ticked line speaks.
    Boxes,
    Options,
}

/// Reads the list that begins at a line.
pub(super) fn below(page: &Page<'_>, at: usize, own: OwnWords) -> Below {
    let mut said: Option<Verdict> = None;
    for line in list(page, at) {
        let text = body(line);
        if words::box_before(text).is_some() {
            return Below::Boxes;
        }
        let Some(verdict) = words::opens(text, own) else { continue };
        if said.is_some_and(|before| before != verdict) {
            return Below::Options;
        }
        said = Some(verdict);
    }
    Below::Plain
}

/// Tells whether a list's item stands beside one that begins with another verdict.
pub(super) fn one_of_several(page: &Page<'_>, at: usize, own: OwnWords) -> bool {
    let Some(verdict) = words::opens(body(&page.lines[at]), own) else { return false };
    let first = (0..MOST.min(at))
        .map(|back| at - 1 - back)
        .take_while(|&i| page.lines[i].kind == Kind::Item)
        .last()
        .unwrap_or(at);
    list(page, first).any(|line| words::opens(body(line), own).is_some_and(|v| v != verdict))
}

fn list<'s, 'p>(
    page: &'s Page<'p>,
    at: usize,
) -> impl Iterator<Item = &'s crate::domain::dialect::page::Line<'p>> {
    let first = page.lines.get(at);
    let indent = first.map_or(0, |l| l.indent);
    let item = first.is_some_and(|l| l.kind == Kind::Item);
    page.lines[at.min(page.lines.len())..]
        .iter()
        .take(MOST)
        .enumerate()
        .take_while(move |(i, l)| {
            (if item { l.kind == Kind::Item } else { l.kind == Kind::Prose })
                && (*i == 0 || !l.blank_before || item)
        })
        .map(|(_, l)| l)
        .filter(move |l| l.indent <= indent)
}

/// Marks, of signals on neighbouring lines that differ, each: they are the options. Of two rounds each has its own:
/// `Iteration 2: REVIEW_FAIL`, `Iteration 3: REVIEW_PASS`.
pub(super) fn neighbours(page: &Page<'_>, statements: &[Statement]) -> Vec<bool> {
    let round = |s: &Statement| super::round_of(body(&page.lines[s.at]));
    let rounds =
        |a: &Statement, b: &Statement| round(a).is_some() && round(b).is_some() && round(a) != round(b);
    let signal = |s: &Statement| s.weight == Weight::Formal && s.rule.ends_with(".signal");
    let mut marked = vec![false; statements.len()];
    for at in 1..statements.len() {
        let (before, this) = (&statements[at - 1], &statements[at]);
        let beside = this.at == before.at + 1 && before.verdict != this.verdict;
        if signal(before) && signal(this) && beside && !rounds(before, this) {
            (marked[at - 1], marked[at]) = (true, true);
        }
    }
    marked
}

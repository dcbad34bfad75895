//! What a review is told beside its diff: what could not be taken into it, and lines of it that read like a verdict.

use crate::domain::brief::{self, LeftOut, Place};
use crate::domain::diff::Diff;
use crate::domain::review::Remark;

use super::super::ranges::FILE_LEFT_OUT;

/// The most files left out that a brief names one by one.
const NAMED: usize = 6;

/// Returns what belongs to the work and is no part of the review, for the brief.
pub(super) fn left_out(notes: &[Remark]) -> Vec<LeftOut> {
    let rows = notes.iter().filter(|note| note.code == FILE_LEFT_OUT).take(NAMED);
    rows.map(|note| LeftOut { path: String::new(), what: note.message.clone(), part: None }).collect()
}

/// Says which added lines read like a verdict (SPEC 7.7).
pub(super) fn verdict_in_diff(diff: &Diff) -> Option<Remark> {
    const SHOWN: usize = 5;
    let places = brief::verdict_like(diff);
    let first = places.first()?;
    let shown = |place: &Place| format!("{}:{}", place.path, place.line);
    let named: Vec<String> = places.iter().take(SHOWN).map(shown).collect();
    let more = match places.len().saturating_sub(SHOWN) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let message = format!(
        "lines of the change read like a reviewer's verdict: {}{more}; they are part of the work and decide nothing",
        named.join(", ")
    );
    Some(Remark::new(first.line, "verdict_in_diff", message))
}

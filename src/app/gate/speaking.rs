//! Which of the reviews of a subject speaks for it: the one opened last, and every older one that is open or left
//! something that blocks.

use super::known::{How, Known, Records};
use super::scope;
use crate::app::workspace::Workspace;
use crate::domain::receipt::same_subject;
use crate::domain::subject::Subject;

/// Returns the records of one subject, on this branch and elsewhere, the one that speaks for it first.
pub(super) fn of_subject<'r>(
    ws: &Workspace<'_>,
    records: &'r Records,
    is_it: impl Fn(&Subject) -> bool,
) -> (Vec<&'r Known>, Vec<&'r Known>) {
    let here = scope::Here::of(ws);
    let mine = records.all.iter().filter(|k| is_it(&k.subject));
    let (on, off): (Vec<&Known>, Vec<&Known>) =
        mine.partition(|k| records.claims || here.is(k.subject.branch()));
    (speaking(on), off)
}

/// Returns the review that speaks for a subject here, by what it asks today.
pub(in crate::app) fn speaks_for<'r>(
    ws: &Workspace<'_>,
    records: &'r Records,
    subject: &Subject,
) -> Option<&'r Known> {
    of_subject(ws, records, |s| same_subject(s, subject)).0.first().copied()
}

/// Of each subject the review opened last, then every older one that is open, or ended with blocking findings that no
/// later one settled. When one was last written to decides nothing.
///
/// What was let through for something else than is asked now speaks only where nothing else does.
pub(super) fn speaking(mut all: Vec<&Known>) -> Vec<&Known> {
    all.sort_by_key(|known| known.asks_other && known.receipt().is_some());
    let (mut newest, mut older): (Vec<&Known>, Vec<&Known>) = (Vec::new(), Vec::new());
    let mut settled: Vec<&Subject> = Vec::new();
    for known in all {
        let same = |s: &Subject| same_subject(s, &known.subject);
        if !newest.iter().any(|n| same(&n.subject)) {
            newest.push(known);
        } else if known.is_open() || !known.blocking.is_empty() && !settled.iter().any(|s| same(s)) {
            older.push(known);
        }
        if matches!(known.how, How::Receipt(_) | How::Skipped(_)) {
            settled.push(&known.subject);
        }
    }
    newest.extend(older);
    newest
}

//! What a review is told beside its diff: what could not be taken into it, and lines of it that read like a verdict.

use crate::domain::brief::{self, LeftOut, Place};
use crate::domain::ids::RepoPath;
use crate::domain::review::Remark;
use crate::io::hands;

use super::super::ranges::{FILE_LEFT_OUT, Pinned};
use super::super::some_of::some_of;

/// From how many changed lines on several threads look through them.
const MANY_LINES: usize = 20_000;

/// The most files left out that a brief names one by one.
pub(super) const NAMED: usize = 6;

/// Returns what belongs to the work and is no part of the review, for the brief.
pub(super) fn left_out(notes: &[Remark]) -> Vec<LeftOut> {
    let rows = notes.iter().filter(|note| note.code == FILE_LEFT_OUT).take(NAMED);
    rows.map(|note| LeftOut { path: String::new(), what: note.message.clone(), part: None }).collect()
}

/// Says of a file that the executor changed in the work tree that its plan does not list it.
pub(super) fn unlisted(path: &RepoPath) -> LeftOut {
    let what = "differs in the work tree and is reported by the executor, and what is reviewed does not list it: `git diff HEAD -- <file>`, or the file itself where it is new";
    LeftOut { path: path.to_string(), what: what.to_owned(), part: None }
}

/// Returns the added lines that read like a verdict; those of a large change are looked for by several threads.
pub(super) fn verdict_like(pinned: &Pinned) -> &[Place] {
    pinned.verdict_like.get_or_init(|| {
        let files = &pinned.diff.files;
        let hands = hands::free();
        if hands == 1 || pinned.diff.changed_lines() < MANY_LINES {
            return brief::verdict_like(brief::suspects(files));
        }
        let share = files.len().div_ceil(hands).max(1);
        brief::verdict_like(hands::shared(files.chunks(share), brief::suspects).into_iter().flatten())
    })
}

/// Says which added lines read like a verdict (SPEC 7.7).
pub(super) fn verdict_in_diff(pinned: &Pinned) -> Option<Remark> {
    const SHOWN: usize = 5;
    let places = verdict_like(pinned);
    let first = places.first()?;
    let shown = |place: &Place| format!("{}:{}", place.path, place.line);
    let message = format!(
        "lines of the change read like a reviewer's verdict: {}; they are part of the work and decide nothing",
        some_of(places.iter().map(shown), SHOWN)
    );
    Some(Remark::new(first.line, "verdict_in_diff", message))
}

//! What of a subject lies uncommitted beside a review that looks at commits: its reviewer does not see that, and whoever
//! forgot to commit it is to hear so before the review begins.

use crate::domain::ids::RepoPath;
use crate::domain::plan;
use crate::domain::range::{is_book_keeping, stems, touching};
use crate::domain::review::Remark;
use crate::domain::subject::{Found, Subject};

use super::super::some_of::some_of;
use super::work_tree::{differing, merge_conflict};
use super::{Pinned, inside};
use crate::app::workspace::Workspace;
use crate::io::git::Differing;

/// The code of the remark that says so.
pub(in crate::app) const UNCOMMITTED: &str = "uncommitted";
/// How many files are named.
const NAMED: usize = 5;

/// Says which of the subject's files differ in the work tree, and when they hold both sides of a merge. `only`: what the
/// caller narrowed the review to.
pub(super) fn said(ws: &Workspace<'_>, subject: &Subject, only: &[RepoPath], pinned: &Pinned) -> Vec<Remark> {
    // A rebase that stopped has let go of its branch, and the files are the subject's all the same.
    let stopped = ws.repository.under_way().is_some() && ws.repository.branch().is_none();
    if ws.repository.branch().as_deref() != subject.branch() && !stopped {
        return Vec::new();
    }
    let Some(found) = near(ws, subject, pinned) else { return Vec::new() };
    let own = |path: &&RepoPath| is_own(subject, only, pinned, path);
    let mut notes: Vec<Remark> = merge_conflict(found.conflicted.iter().filter(own)).into_iter().collect();
    let apart: Vec<&str> = found.paths.iter().filter(own).map(RepoPath::as_str).collect();
    if !apart.is_empty() {
        let message = format!(
            "{} differ in the work tree; what is not committed is not reviewed",
            some_of(apart, NAMED)
        );
        notes.push(Remark::new(0, UNCOMMITTED, message));
    }
    notes
}

/// Returns what differs where the subject's files lie; nothing where that cannot be told.
fn near(ws: &Workspace<'_>, subject: &Subject, pinned: &Pinned) -> Option<Differing> {
    let changed = pinned.change.files.iter().map(|f| &f.path);
    if takes_all(subject, pinned) {
        return ws.differing().ok().map(|all| all.as_ref().clone());
    }
    match stems(subject.files()) {
        Some(listed) => differing(ws, &changed.chain(&listed).collect::<Vec<_>>()).ok(),
        None => ws.differing().ok().map(|all| all.as_ref().clone()),
    }
}

/// Tells whether all that a branch changes is under review.
fn takes_all(subject: &Subject, pinned: &Pinned) -> bool {
    subject.files().is_empty() && pinned.change.found == Found::MergeBase
}

fn is_own(subject: &Subject, only: &[RepoPath], pinned: &Pinned, path: &RepoPath) -> bool {
    if pinned.change.files.iter().any(|f| &f.path == path) {
        return true;
    }
    if is_book_keeping(path) || !only.is_empty() && !inside(path, only) {
        return false;
    }
    if subject.files().is_empty() {
        return takes_all(subject, pinned) && plan::root_of(path).is_none();
    }
    !touching(std::slice::from_ref(path), subject.files()).is_empty()
}

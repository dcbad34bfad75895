//! Which changed files others changed: two executors may share one, and what a sibling commits there mends nothing of the
//! subject's (SPEC 7.1).

use std::collections::BTreeSet;

use crate::app::workspace::Workspace;
use crate::domain::diff::Changed;
use crate::domain::ids::{Oid, RepoPath};
use crate::domain::subject::{Found, PinnedChange};

/// Marks the files that changed since the last review, and that none of the subject's commits since touches. Nothing is
/// marked where that cannot be told: outside of commits, and where commits of before are others by now.
pub(in crate::app) fn mark(
    ws: &Workspace<'_>,
    (last, now): (&PinnedChange, &PinnedChange),
    changed: &mut Changed,
) {
    if last.found != Found::Commits || now.found != Found::Commits {
        return;
    }
    let before: BTreeSet<&Oid> = last.commits.iter().map(|commit| &commit.id).collect();
    let after: BTreeSet<&Oid> = now.commits.iter().map(|commit| &commit.id).collect();
    if !before.is_subset(&after) || !ws.repository.is_ancestor(&last.head, &now.head).unwrap_or(false) {
        return;
    }
    let mut own: BTreeSet<RepoPath> = BTreeSet::new();
    for id in after.difference(&before) {
        let Ok(commit) = ws.repository.commit(id) else { return };
        // What a merge settled is nobody's alone.
        if commit.parents.len() > 1 {
            return;
        }
        own.extend(commit.files);
    }
    for file in &mut changed.own.files {
        file.by_others = !own.contains(&file.path) && !own.contains(file.before());
    }
}

//! What was committed since a pass, and says nothing of whose it is: the fix of a change may be a new file (SPEC 7.1).

use crate::domain::claim::names_a_changed_file;
use crate::domain::diff::{ChangeKind, Commit, Diff, FileChange};
use crate::domain::ids::{Oid, RepoPath};
use crate::domain::range::{self, TaskScope, is_book_keeping};
use crate::domain::review::Remark;
use crate::domain::review_loop::{LoopState, Standing};
use crate::domain::subject::{Found, PinnedChange, Subject};
use crate::error::Error;

use super::{HISTORY, inside, names_another};
use crate::app::review::covered_elsewhere;
use crate::app::subjects;
use crate::app::workspace::Workspace;

/// Commits since a pass that nothing but their time brings near.
#[derive(Debug, Default)]
pub(super) struct Late {
    /// Part of the change from now on.
    pub(super) taken: Vec<Oid>,
    /// Left out, oldest first.
    pub(super) left: Vec<Commit>,
    pub(super) notes: Vec<Remark>,
}

impl Late {
    /// Adds what a wider look finds: what was taken stays taken, and what is left is told anew.
    pub(super) fn and(&mut self, more: Self) {
        self.taken.extend(more.taken);
        self.notes.extend(more.notes);
        self.left = more.left;
    }
}

/// Looks through the commits since the last pass, but for those that are known to be the subject's.
///
/// Where fixes are awaited, a change that took everything since its base, or in its work tree, goes on taking what is
/// nobody else's; every other subject takes what its responses name, and a task what was committed as its list, or the
/// fix task proposed, says: the fix may be a file that no list has. While an answer is awaited nothing is taken: others
/// commit meanwhile, and only the subject's own files move it.
pub(super) fn since(
    ws: &Workspace<'_>,
    state: &LoopState,
    (last, head): (&PinnedChange, &Oid),
    scope: &TaskScope,
    is_mine: impl Fn(&Commit) -> bool,
) -> Result<Late, Error> {
    let mut late = Late::default();
    let awaits_fixes = !matches!(state.standing, Standing::Review | Standing::Closed(_));
    let is_change = matches!(state.subject, Subject::Change { .. });
    if !awaits_fixes && !is_change {
        return Ok(late);
    }
    let reviewed = match &last.snapshot {
        Some(snapshot) => snapshot.under.as_ref(),
        None => Some(&last.head),
    };
    let Some(reviewed) = reviewed.filter(|r| ws.repository.is_ancestor(r, head).unwrap_or(false)) else {
        return Ok(late);
    };
    let since = ws.repository.history(head, Some(reviewed), HISTORY)?;
    let mut near: Vec<Commit> =
        since.into_iter().rev().filter(|c| !is_mine(c) && is_free(state, c, scope)).collect();
    if near.is_empty() {
        return Ok(late);
    }
    let takes_all = is_change
        && state.subject.files().is_empty()
        && (state.explicit_base || last.found == Found::WorkTree);
    let ids: Vec<Oid> = near.iter().map(|c| c.id.clone()).collect();
    if awaits_fixes {
        let seen = covered_elsewhere(ws, &ids, &state.id)?;
        for commit in near.iter().filter(|c| !seen.contains(&c.id)) {
            let handed_out = range::is_handed_out(commit, scope)
                && !subjects::is_another_lists(ws, &state.subject, commit);
            let why = if handed_out {
                "has the message of the task or of a fix task of it and was made since the last review: it is reviewed with the task, whatever files it touches"
            } else if takes_all || is_named(state, commit) {
                "was made since the last review and nothing says that it is another's: it is reviewed with the change"
            } else {
                continue;
            };
            late.taken.push(commit.id.clone());
            let message = format!("commit {} \"{}\" {why}", commit.id.short(), commit.subject);
            late.notes.push(Remark::new(0, "taken_along", message));
        }
    }
    near.retain(|c| !late.taken.contains(&c.id));
    if is_change {
        late.left = near;
    }
    Ok(late)
}

/// Tells whether nothing says that a commit is somebody else's.
fn is_free(state: &LoopState, commit: &Commit, scope: &TaskScope) -> bool {
    let work = |f: &&RepoPath| !is_book_keeping(f) && (state.only.is_empty() || inside(f, &state.only));
    let anothers = match &state.subject {
        Subject::Change { id, .. } => range::carries_a_plan(commit) || names_another(&commit.subject, id),
        Subject::Task { .. }
        | Subject::Execution { .. }
        | Subject::Plan { .. }
        | Subject::Artifact { .. } => range::is_siblings(commit, scope),
    };
    commit.parents.len() < 2
        && !anothers
        && !scope.came.contains(&commit.id)
        && commit.files.iter().filter(work).count() > 0
}

/// Tells whether a response since the last review names a commit, or a file that it changes.
fn is_named(state: &LoopState, commit: &Commit) -> bool {
    let files = commit.files.iter().filter(|f| !is_book_keeping(f));
    let changed = Diff { files: files.map(|f| FileChange::new(f.clone(), ChangeKind::Modified)).collect() };
    let mut responses = state.pass().into_iter().flat_map(|pass| &pass.responses);
    responses.any(|response| {
        let by_id = response.commit.as_deref().map(str::trim);
        by_id.is_some_and(|id| id.len() >= 7 && commit.id.as_str().starts_with(id))
            || response.details.as_deref().is_some_and(|note| names_a_changed_file(&changed, note, &[]))
    })
}

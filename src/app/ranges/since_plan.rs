//! The change of a task whose plan says neither phase nor number: what touches its files since the plan came.

use crate::domain::diff::Commit;
use crate::domain::ids::{Oid, RepoPath};
use crate::domain::range::{self, TaskScope, touches};
use crate::domain::review::Remark;
use crate::domain::subject::Subject;
use crate::error::Error;

use super::commits::Selected;
use super::{HISTORY, earlier};
use crate::app::subjects;
use crate::app::workspace::Workspace;

/// A plan that says neither phase nor number leaves no mark in messages: what touches the files since the commit that
/// brought it is the subject's, unless it says otherwise. A plan that was written anew in its place may be another one, or
/// the same in better words: nothing is left out for it, and that is said.
pub(super) fn found(
    ws: &Workspace<'_>,
    subject: &Subject,
    scope: &TaskScope,
    head: &Oid,
) -> Result<Selected, Error> {
    let Some(plan) = subject.plan_path().filter(|_| !scope.files.is_empty()) else {
        return Ok(Selected::default());
    };
    let history = ws.repository.history(head, None, HISTORY)?;
    let Some(came) = earlier::came(ws, &history, subject, head)?.map(|came| came.at) else {
        return Ok(Selected::default());
    };
    let mut scope = TaskScope { phase: None, plan: None, ..scope.clone() };
    // Writing the plan and ticking in it is no work.
    scope.written.push(plan.clone());
    let selection = since(ws, &history, came, (plan, &scope));
    if selection.commits.is_empty() {
        return Ok(Selected::default());
    }
    let written = &history[came];
    let message = format!(
        "its plan says neither phase nor number: the commits that touch its files since {} \"{}\" are reviewed",
        written.id.short(),
        written.subject
    );
    let mut notes = vec![Remark::new(0, "found_by_files", message)];
    let with_work = touches(&written.files, &scope.files);
    if with_work && selection.commits.iter().all(|c| c.id != written.id) {
        notes.push(beside(written));
    }
    if let Some(anew) = written_anew(ws, &history[..came], subject) {
        let is_older = |c: &&Commit| c.id != anew.id && !is_since(ws, c, anew);
        let before: Vec<Commit> = selection.commits.iter().filter(is_older).cloned().collect();
        notes.extend(earlier::rewritten(&before));
    }
    let base = selection.commits.first().and_then(|c| c.parents.first().cloned());
    Ok(Selected { selection, base, near: history, notes, earlier: Vec::new() })
}

/// Returns the newest commit that wrote the plan anew in its place, where nothing says that the task was there before.
fn written_anew<'h>(ws: &Workspace<'_>, history: &'h [Commit], subject: &Subject) -> Option<&'h Commit> {
    let plan = subject.plan_path()?;
    history.iter().find(|commit| {
        let [parent] = commit.parents.as_slice() else { return false };
        let before = || Commit { id: parent.clone(), parents: Vec::new(), ..(*commit).clone() };
        commit.files.contains(plan)
            && subjects::plan_then(ws, plan, &before()).is_some_and(|was| !earlier::is_of(ws, subject, &was))
    })
}

/// Selects what touches a task's files since a commit that wrote its plan, that one with it where it is the work as well:
/// it says so, or nothing came after it; one that brings files of everybody's is none.
fn since(
    ws: &Workspace<'_>,
    history: &[Commit],
    at: usize,
    (plan, scope): (&RepoPath, &TaskScope),
) -> range::Selection {
    let written = &history[at];
    let mut selection = range::commits_of_task(history, scope, Some(&written.id));
    selection.commits.retain(|c| is_since(ws, c, written));
    let is_others = range::is_siblings(written, scope) && !selection.commits.is_empty();
    if !touches(&written.files, &scope.files) || is_others {
        return selection;
    }
    let brings_all = || {
        let others: Vec<String> = subjects::plan_now(ws, plan)
            .iter()
            .flat_map(|plan| plan.tasks.iter().flat_map(|t| t.files.iter().cloned()))
            .filter(|file| !scope.files.contains(file))
            .collect();
        let work =
            written.files.iter().filter(|f| *f != plan && !touches(std::slice::from_ref(*f), &scope.files));
        written.parents.is_empty() || work.cloned().any(|f| touches(&[f], &others))
    };
    // What a first commit of all brings is nobody's work by itself.
    let is_all = selection.commits.is_empty() && !written.parents.is_empty();
    if is_all || range::says_it(written, scope) || !brings_all() {
        selection.commits.insert(0, written.clone());
    }
    selection
}

fn is_since(ws: &Workspace<'_>, commit: &Commit, written: &Commit) -> bool {
    !ws.repository.is_ancestor(&commit.id, &written.id).unwrap_or(false)
}

/// Says that the commit which brought a plan touches the task's files as well, and is taken for no work on it.
fn beside(written: &Commit) -> Remark {
    let how = match written.parents.first() {
        Some(parent) => format!("; where it is, name {} as the `base`", parent.short()),
        None => "; where it is, name the beginning as the `base`".to_owned(),
    };
    let message = format!(
        "commit {} \"{}\" brought the plan and the task's files with others': it is taken for no work on the task{how}",
        written.id.short(),
        written.subject
    );
    Remark::new(0, "left_out", message)
}

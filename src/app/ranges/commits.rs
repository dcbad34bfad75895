//! A change that lies in commits: those of the task, followed over amends, or a range the caller named.

use serde_json::json;

use crate::domain::diff::{ChangeKind, Commit};
use crate::domain::ids::{Oid, RepoPath};
use crate::domain::range::{self, TaskScope, is_book_keeping, touches};
use crate::domain::review::Remark;
use crate::domain::review_loop::LoopState;
use crate::domain::subject::{Found, PinnedCommit, Subject};
use crate::error::Error;

use super::{HISTORY, Looked, Made, Pinned, Wanted, by_name, candidates, inside, likeliest, pin};
use crate::app::subjects;
use crate::app::workspace::Workspace;

/// Looks for the commits of a subject in its branch's history.
pub(super) fn first(
    ws: &Workspace<'_>,
    subject: &Subject,
    wanted: &Wanted,
    covered: Vec<Oid>,
) -> Result<Looked, Error> {
    let head = head(ws, subject, wanted)?;
    let mut scope = subjects::scope(ws, subject, subject.files().to_vec());
    scope.covered.extend(covered);
    let history = ws.repository.history(&head, None, HISTORY)?;
    let selection = select(&history, subject, &scope);
    if selection.commits.is_empty() {
        return Ok(Looked::Nothing(empty(subject, &history, &scope)));
    }
    let base = selection.base().cloned();
    let pinned = build(
        ws,
        subject,
        &selection.commits,
        base.as_ref(),
        &wanted.only,
        &selection.unreviewed,
        selection.why,
    )?;
    let paths: Vec<RepoPath> = pinned.change.files.iter().map(|f| f.path.clone()).collect();
    if !wanted.only.is_empty() && !subject.files().is_empty() && !touches(&paths, subject.files()) {
        return Err(Error::invalid("files", "narrows the range to none of the task's own files")
            .hint(format!("The task lists: {}", subject.files().join(", "))));
    }
    Ok(Looked::Found(Box::new(pinned)))
}

/// Selects the subject's own commits from a history.
pub(super) fn select(history: &[Commit], subject: &Subject, scope: &TaskScope) -> range::Selection {
    match subject {
        Subject::Task { .. }
        | Subject::Execution { .. }
        | Subject::Plan { .. }
        | Subject::Artifact { .. } => range::commits_of_task(history, scope, None),
        Subject::Change { id, .. } => {
            range::Selection { commits: by_name(history, id, &scope.files), ..range::Selection::default() }
        }
    }
}

fn head(ws: &Workspace<'_>, subject: &Subject, wanted: &Wanted) -> Result<Oid, Error> {
    match &wanted.head {
        Some(head) => Ok(head.clone()),
        None => ws.tip(subject),
    }
}

/// Pins the change of a loop's next pass: the base stays, the head is now.
pub(super) fn again(
    ws: &Workspace<'_>,
    state: &LoopState,
    wanted_head: Option<&Oid>,
) -> Result<Pinned, Error> {
    let Some(last) = state.pass() else {
        return Err(Error::internal("a loop without a pass was pinned again"));
    };
    let head = match wanted_head {
        Some(head) => head.clone(),
        None => ws.tip(&state.subject)?,
    };
    let base = moved_base(ws, state, last.change.base.as_ref(), &head)?;
    let history = ws.repository.history(&head, base.as_ref(), HISTORY)?;
    let kept = still_there(ws, &history, &last.change.commits)?;
    let mut files: Vec<String> = state.subject.files().to_vec();
    if state.explicit_base || files.is_empty() {
        files.extend(last.change.files.iter().map(|f| f.path.to_string()));
    }
    let scope = subjects::scope(ws, &state.subject, files);
    let selection = range::commits_of_task(&history, &scope, base.as_ref());
    let named = match &state.subject {
        Subject::Change { id, .. } => by_name(&history, id, &scope.files),
        Subject::Task { .. }
        | Subject::Execution { .. }
        | Subject::Plan { .. }
        | Subject::Artifact { .. } => Vec::new(),
    };
    let own = |c: &Commit| {
        kept.contains(&c.id)
            || named.iter().any(|n| n.id == c.id)
            || selection.commits.iter().any(|s| s.id == c.id)
            || (state.explicit_base
                && touches(&c.files, &scope.files)
                && !c.files.iter().all(is_book_keeping))
    };
    let commits: Vec<Commit> = history.iter().rev().filter(|c| own(c)).cloned().collect();
    if commits.is_empty() {
        return Err(empty(&state.subject, &history, &scope));
    }
    build(ws, &state.subject, &commits, base.as_ref(), &state.only, &selection.unreviewed, selection.why)
}

/// Finds a base that a rebase moved.
pub(super) fn moved_base(
    ws: &Workspace<'_>,
    state: &LoopState,
    base: Option<&Oid>,
    head: &Oid,
) -> Result<Option<Oid>, Error> {
    let Some(base) = base else { return Ok(None) };
    if ws.repository.is_ancestor(base, head)? {
        return Ok(Some(base.clone()));
    }
    let lost = ws.repository.commit(base)?;
    if let Some(found) = ws.repository.successor_of(&lost)? {
        return Ok(Some(found));
    }
    let error = Error::stale(format!(
        "the base {} of this loop is no longer in the history of {}, and no commit clearly takes its place",
        base.short(),
        head.short()
    ));
    Err(error
        .at("loop_id")
        .hint("Bring the branch back to a history that holds it, or give the loop up with `decide` (choice `abandon`) and review the task anew")
        .call("decide", json!({ "loop_id": state.id.as_str(), "turn": state.turn, "choice": "abandon" })))
}

/// Returns those of the pinned commits that the history still holds, amended and rebased ones by their successors.
pub(super) fn still_there(
    ws: &Workspace<'_>,
    history: &[Commit],
    pinned: &[PinnedCommit],
) -> Result<Vec<Oid>, Error> {
    let mut kept = Vec::new();
    for commit in pinned {
        if history.iter().any(|c| c.id == commit.id) {
            kept.push(commit.id.clone());
        } else if let Ok(lost) = ws.repository.commit(&commit.id) {
            kept.extend(ws.repository.successor_of(&lost)?);
        }
    }
    Ok(kept)
}

/// The range as the caller gave it.
pub(super) fn explicit(
    ws: &Workspace<'_>,
    subject: &Subject,
    base: &Oid,
    wanted: &Wanted,
) -> Result<Pinned, Error> {
    let head = &head(ws, subject, wanted)?;
    if !ws.repository.is_ancestor(base, head)? {
        return Err(Error::invalid(
            "base",
            format!("{} is not in the history of {}", base.short(), head.short()),
        )
        .hint("Give a base that the head descends from, such as the commit before the change"));
    }
    let history = ws.repository.history(head, Some(base), HISTORY)?;
    let commits: Vec<Commit> = history
        .iter()
        .rev()
        .filter(|c| !c.files.iter().all(is_book_keeping))
        .filter(|c| wanted.only.is_empty() || c.files.iter().any(|f| inside(f, &wanted.only)))
        .cloned()
        .collect();
    if commits.is_empty() {
        let what = if wanted.only.is_empty() {
            "changes nothing that is reviewed"
        } else {
            "touches none of `files`"
        };
        return Err(Error::invalid("base", format!("the range {}..{} {what}", base.short(), head.short()))
            .hint(candidates(&ws.repository.history(head, None, 20)?)));
    }
    if let Subject::Task { files, .. } = subject {
        let counted = |f: &&RepoPath| wanted.only.is_empty() || inside(f, &wanted.only);
        let touched = commits.iter().any(|c| {
            let counted: Vec<RepoPath> = c.files.iter().filter(counted).cloned().collect();
            touches(&counted, files)
        });
        if !files.is_empty() && !touched {
            return Err(Error::invalid(
                "base",
                format!(
                    "the range {}..{} touches none of the task's files ({})",
                    base.short(),
                    head.short(),
                    files.join(", ")
                ),
            )
            .hint(candidates(&ws.repository.history(head, None, 20)?)));
        }
    }
    build(ws, subject, &commits, Some(base), &wanted.only, &[], Vec::new())
}

/// Diffs the chosen commits' files from base to the newest of them.
fn build(
    ws: &Workspace<'_>,
    subject: &Subject,
    commits: &[Commit],
    base: Option<&Oid>,
    only: &[RepoPath],
    unreviewed: &[Commit],
    notes: Vec<Remark>,
) -> Result<Pinned, Error> {
    let Some(newest) = commits.last() else {
        return Err(Error::internal("an empty range was built"));
    };
    let head = newest.id.clone();
    let mut files: Vec<RepoPath> = commits.iter().flat_map(|c| c.files.iter().cloned()).collect();
    files.retain(|f| !is_book_keeping(f) && (only.is_empty() || inside(f, only)));
    files.retain(|f| subject.plan_path() != Some(f) || !subjects::only_progress(ws, base, &head, f));
    files.sort();
    files.dedup();
    let mut diff = ws.repository.diff(base, &head, &files)?;
    if diff.files.iter().any(|f| f.kind == ChangeKind::Added) {
        // A renamed file's old name must be in sight for the rename to be seen. Where everything
        // between is too much to compare, the files stand as added: more to read, nothing missed.
        if let Ok(whole) = ws.repository.diff(base, &head, &[]) {
            let renamed =
                whole.files.iter().filter(|f| files.contains(&f.path)).filter_map(|f| f.old_path.clone());
            files.extend(renamed.collect::<Vec<_>>());
            diff = whole.for_files(&files);
        }
    }
    let made = Made { base, head, commits, diff, found: Found::Commits, snapshot: None };
    pin(made, unreviewed, notes)
}

/// Refuses an empty range, naming the commits that were likeliest meant.
fn empty(subject: &Subject, history: &[Commit], scope: &TaskScope) -> Error {
    let label = subject.label();
    let why = match subject {
        Subject::Task { .. } if scope.message.is_some() => format!(
            "no commit of {label} was found: none has its message ({}) and touches {}",
            scope.message.as_deref().unwrap_or_default(),
            if scope.files.is_empty() { "something reviewed".to_owned() } else { scope.files.join(", ") }
        ),
        Subject::Task { stem, files, .. } | Subject::Execution { stem, files, .. } => format!(
            "no commit of {label} was found: none carries the scope ({stem}) with this task or touches {}",
            if files.is_empty() { "its files (it lists none)".to_owned() } else { files.join(", ") }
        ),
        Subject::Change { id, .. } => format!("no commit names {id:?} or touches the change's `files`"),
        Subject::Plan { .. } | Subject::Artifact { .. } => format!("{label} is not there"),
    };
    Error::refused(why)
        .at("base")
        .hint("Commit the work first, or name the range: `base` is the commit before the change")
        .hint(likeliest(history, scope))
}

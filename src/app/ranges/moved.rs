//! Commits and bases that moved: amended, rebased, squashed, picked onto another history, or gone (SPEC 7.1).
//!
//! What is found again is said; what is not is refused with what could be meant.

use std::collections::BTreeSet;

use serde_json::json;

use crate::domain::diff::Commit;
use crate::domain::ids::Oid;
use crate::domain::range;
use crate::domain::review::Remark;
use crate::domain::review_loop::LoopState;
use crate::domain::subject::{PinnedChange, PinnedCommit, Subject};
use crate::error::Error;

use super::{HISTORY, candidates, is_cut, no_base};
use crate::app::subjects;
use crate::app::workspace::Workspace;

/// The most commits of an old range that are looked for after a rebase.
const FOLLOWED: usize = 30;

/// What became of a pass's commits.
#[derive(Debug, Default)]
pub(super) struct StillThere {
    pub(super) kept: Vec<Oid>,
    /// Those of them that lie further back than is looked, oldest first.
    pub(super) beyond: Vec<Commit>,
    pub(super) notes: Vec<Remark>,
}

/// Returns those of the pinned commits that the history still holds, amended and rebased ones by their successors.
pub(super) fn still_there(
    ws: &Workspace<'_>,
    subject: &Subject,
    (history, base): (&[Commit], Option<&Oid>),
    pinned: &[PinnedCommit],
    head: &Oid,
) -> Result<StillThere, Error> {
    let mut found = StillThere::default();
    let there = |id: &Oid, below: &Oid| ws.repository.is_ancestor(id, below).unwrap_or(false);
    for commit in pinned {
        if history.iter().any(|c| c.id == commit.id) {
            found.kept.push(commit.id.clone());
            continue;
        }
        if is_cut(history, base) && there(&commit.id, head) && !base.is_some_and(|b| there(&commit.id, b)) {
            found.beyond.push(ws.repository.commit(&commit.id)?);
            continue;
        }
        let lost = ws.repository.commit(&commit.id).ok();
        // What is nowhere on its branch any more comes after nothing.
        let stands = || ws.tip(subject).is_ok_and(|tip| there(&commit.id, &tip));
        if lost.is_some() && there(head, &commit.id) && stands() {
            let message = format!(
                "commit {} \"{}\" comes after the head that was named: it is not looked at",
                commit.id.short(),
                commit.subject
            );
            found.notes.push(Remark::new(0, "after_head", message));
            continue;
        }
        let successor = match &lost {
            Some(lost) => ws.repository.successor_of(lost, head)?,
            None => None,
        };
        if let (Some(lost), Some(now)) = (&lost, &successor)
            && says_otherwise(ws, subject, lost, &ws.repository.commit(now)?)
        {
            let message = format!(
                "commit {} \"{}\" is now {}, which says that it is another task's",
                commit.id.short(),
                commit.subject,
                now.short()
            );
            found.notes.push(Remark::new(0, "commit_gone", message));
            continue;
        }
        let (code, what) = match &successor {
            Some(now) if *now == commit.id => continue,
            Some(now) => ("commit_rewritten", format!("is now {}", now.short())),
            None => {
                ("commit_gone", "is no longer in the history: dropped, or squashed into another".to_owned())
            }
        };
        let message = format!("commit {} \"{}\" {what}", commit.id.short(), commit.subject);
        found.notes.push(Remark::new(0, code, message));
        found.kept.extend(successor);
    }
    Ok(found)
}

/// Tells whether a commit was reworded into somebody else's.
fn says_otherwise(ws: &Workspace<'_>, subject: &Subject, was: &Commit, now: &Commit) -> bool {
    let scope = subjects::scope(ws, subject, subject.files().to_vec());
    matches!(subject, Subject::Task { .. } | Subject::Execution { .. })
        && !range::is_siblings(was, &scope)
        && range::is_siblings(now, &scope)
}

/// Finds where a loop's range begins now: its base, the commit that took the base's place, or after a rebase the
/// commit below the first one that was moved.
pub(super) fn base(
    ws: &Workspace<'_>,
    state: &LoopState,
    last: &PinnedChange,
    head: &Oid,
) -> Result<Option<Oid>, Error> {
    let base = match kept_base(ws, state, last.base.as_ref(), head) {
        Ok(Some(base)) => base,
        Ok(None) => return Ok(None),
        // The base is gone; where every commit that stood on it is there, they tell where the range begins.
        Err(gone) => return below_all(ws, last, head)?.map(Some).ok_or(gone),
    };
    let there = |id: &Oid| ws.repository.is_ancestor(id, head).unwrap_or(false);
    let Some(newest) = last.commits.last().filter(|_| last.commits.iter().any(|c| !there(&c.id))) else {
        return Ok(Some(base));
    };
    // The commits that stood between base and head: they are not collected yet, or nothing can be followed.
    let Ok(before) = ws.repository.history(&newest.id, last.base.as_ref(), HISTORY) else {
        return Ok(Some(base));
    };
    let mut successors = BTreeSet::new();
    for commit in before.iter().rev().take(FOLLOWED) {
        successors.extend(ws.repository.successor_of(commit, head)?);
    }
    let now = ws.repository.history(head, Some(&base), HISTORY)?;
    let first = now.iter().rfind(|c| successors.contains(&c.id));
    Ok(first.and_then(|c| c.parents.first().cloned()).or(Some(base)))
}

/// Returns the commit below the oldest successor of a pass's commits, where each of them has one.
fn below_all(ws: &Workspace<'_>, last: &PinnedChange, head: &Oid) -> Result<Option<Oid>, Error> {
    let mut successors = BTreeSet::new();
    for commit in &last.commits {
        let Ok(lost) = ws.repository.commit(&commit.id) else { return Ok(None) };
        let Some(now) = ws.repository.successor_of(&lost, head)? else { return Ok(None) };
        successors.insert(now);
    }
    let history = ws.repository.messages(head, HISTORY)?;
    let oldest = history.iter().rfind(|c| successors.contains(&c.id));
    Ok(oldest.and_then(|c| c.parents.first().cloned()))
}

/// Returns the base while the head descends from it, else the commit that took its place.
pub(super) fn kept_base(
    ws: &Workspace<'_>,
    state: &LoopState,
    base: Option<&Oid>,
    head: &Oid,
) -> Result<Option<Oid>, Error> {
    let Some(base) = base else { return Ok(None) };
    if let Ok(true) = ws.repository.is_ancestor(base, head) {
        return Ok(Some(base.clone()));
    }
    if let Ok(lost) = ws.repository.commit(base)
        && let Some(found) = ws.repository.successor_of(&lost, head)?
    {
        return Ok(Some(found));
    }
    let gone = format!(
        "the base {} of this loop is no longer in the history of {}, and no commit clearly takes its place",
        base.short(),
        head.short()
    );
    if state.outcome().is_some()
        && let Some(parts) = ws.repository.merge_base(base, head)?
    {
        // What ended is reviewed anew: there is nothing to be given up.
        let error = Error::stale(gone).at("loop_id").hint(format!(
            "What was reviewed and what stands here part at {}: from there on all of it can be reviewed anew",
            parts.short()
        ));
        return Err(no_base::called(error, &state.subject, &parts, None));
    }
    let history = ws.repository.history(head, None, HISTORY)?;
    let scope = subjects::scope(ws, &state.subject, state.subject.files().to_vec());
    let likely: Vec<Commit> = range::likeliest(&history, &scope, 4).into_iter().cloned().collect();
    Err(Error::stale(gone)
        .at("loop_id")
        .hint(candidates(&likely))
        .hint("Bring the branch back to a history that holds it, or give the loop up with `decide` (choice `abandon`) and review the task anew, with the `base` that is meant")
        .call("decide", json!({ "loop_id": state.id.as_str(), "turn": state.turn, "choice": "abandon" }))
        .fill(&["reason", "decided_by"]))
}

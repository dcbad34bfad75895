//! Work that was taken back: approved, and nothing of it is here, so nothing of it is to be answered for; or skipped, and
//! to be gone from the tree and from what is checked out.

use crate::domain::ids::{Oid, RepoPath};
use crate::domain::receipt::{Content, Proof, Receipt};
use crate::domain::review_loop::LoopState;
use crate::domain::review_loop::event::Outcome;
use crate::domain::subject::{Subject, SubjectKind};
use crate::error::Error;

use super::{Standing, history};
use crate::app::workspace::Workspace;

/// Tells whether each file of a free change stands at hand as it stood before the change. A plan's task is wanted all the
/// same: where its work is gone, it is still to be done.
pub(super) fn is_taken_back(ws: &Workspace<'_>, subject: &Subject, receipt: &Receipt) -> Result<bool, Error> {
    Ok(subject.kind() == SubjectKind::Change && stands_as_before(ws, &receipt.files)?)
}

/// Tells whether each of some files stands at hand as it stood before it was changed; not where there are none.
pub(super) fn stands_as_before(ws: &Workspace<'_>, files: &[Proof]) -> Result<bool, Error> {
    if files.is_empty() {
        return Ok(false);
    }
    let paths: Vec<_> = files.iter().map(|f| f.path.clone()).collect();
    let hand = history::hand(ws, &paths)?;
    Ok(files.iter().all(|f| hand.get(&f.path).is_some_and(|now| *now == f.before)))
}

/// Tells how skipped work stands: what it made of its files must stand nowhere now, nor in the commit that is checked out.
pub(super) fn skipped(ws: &Workspace<'_>, receipt: &Receipt) -> Result<Standing, Error> {
    let again = "or have it reviewed once more";
    let committed = in_commit(ws, &receipt.files)?;
    Ok(match (at_hand(ws, &receipt.files)?, committed) {
        (None, None) => Standing::Held,
        (None, Some(path)) => Standing::Changed(format!(
            "was skipped, and its work is taken back in the work tree alone ({path}): commit that, {again}"
        )),
        (Some(path), committed) => {
            let base =
                receipt.base.as_ref().map(|b| format!(" as {} has them", b.short())).unwrap_or_default();
            let commit = if committed.is_some() { " and commit that" } else { "" };
            Standing::Changed(format!(
                "was skipped, and its work is still there ({path}): restore its files{base}{commit}, {again}"
            ))
        }
    })
}

/// Tells whether the work of a loop that ended is there no more, where it was skipped; of others it is not asked.
pub(in crate::app) fn is_gone_if_skipped(ws: &Workspace<'_>, state: &LoopState) -> bool {
    if state.outcome() != Some(Outcome::Skipped) {
        return true;
    }
    let Some(receipt) = Receipt::of(state, None) else { return true };
    let here = at_hand(ws, &receipt.files).and_then(|here| Ok(here.or(in_commit(ws, &receipt.files)?)));
    here.is_ok_and(|here| here.is_none())
}

/// Returns the first of some files that stands in the work tree as a change made it.
fn at_hand(ws: &Workspace<'_>, files: &[Proof]) -> Result<Option<RepoPath>, Error> {
    let paths: Vec<RepoPath> = files.iter().map(|f| f.path.clone()).collect();
    let hand = history::hand(ws, &paths)?;
    let made = files.iter().find(|f| is_made(f, hand.get(&f.path)));
    Ok(made.map(|f| f.path.clone()))
}

/// Returns the first of some files that the commit that is checked out holds as a change made it.
fn in_commit(ws: &Workspace<'_>, files: &[Proof]) -> Result<Option<RepoPath>, Error> {
    let head: Option<Oid> = ws.repository.head().ok();
    for file in files.iter().filter(|_| head.is_some()) {
        let content = history::content_at(ws, head.as_ref(), &file.path)?;
        if is_made(file, Some(&content)) {
            return Ok(Some(file.path.clone()));
        }
    }
    Ok(None)
}

fn is_made(file: &Proof, now: Option<&Option<Content>>) -> bool {
    file.after != file.before && now == Some(&file.after)
}

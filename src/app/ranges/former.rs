//! Work that was done on a plan under the numbers it had before, when it was renumbered with nothing of it reviewed
//! (SPEC 7.1): a phase inserted before its own, say. The messages stay as they were, and nothing of today carries them.
//!
//! Where the plan came to its place is searched for by halves, in trees alone: the changes of a long history would take
//! each review longer than everything else.

use crate::domain::diff::Commit;
use crate::domain::ids::Oid;
use crate::domain::range;
use crate::domain::review::Remark;
use crate::domain::subject::{PinnedCommit, Subject};
use crate::error::Error;

use super::{Covered, earlier, in_words};
use crate::app::subjects;
use crate::app::workspace::Workspace;

/// The commits that carry the numbers a subject's plan had before, and what is said of them.
#[derive(Debug, Default)]
pub(super) struct Former {
    pub(super) commits: Vec<PinnedCommit>,
    pub(super) notes: Vec<Remark>,
}

/// Looks in a history, newest first, for work under the numbers that the plan had before it came to its place, where no
/// loop looked at it.
pub(super) fn work(
    ws: &Workspace<'_>,
    subject: &Subject,
    messages: &[Commit],
    covered: &Covered<'_>,
) -> Result<Former, Error> {
    let none = Former::default();
    if !matches!(subject, Subject::Task { .. } | Subject::Execution { .. }) || subjects::has_no_scope(subject)
    {
        return Ok(none);
    }
    let Some(plan) = subject.plan_path() else { return Ok(none) };
    let scope = subjects::scope(ws, subject, subject.files().to_vec());
    // Only work that says another plan's numbers can have been this one's.
    if !messages.iter().any(|c| range::is_another_plans(c, &scope)) {
        return Ok(none);
    }
    let is_there = |commit: &Commit| ws.repository.entry_at(&commit.id, plan).map(|entry| entry.is_some());
    let (mut with, mut without) = (0, messages.len());
    if messages.first().map(is_there).transpose()? != Some(true) {
        return Ok(none);
    }
    while without - with > 1 {
        let half = with.midpoint(without);
        if is_there(&messages[half])? { with = half } else { without = half }
    }
    let brought = ws.repository.commit(&messages[with].id)?;
    let ([parent], Some(moved)) =
        (brought.parents.as_slice(), brought.renamed.iter().find(|r| r.to == *plan))
    else {
        return Ok(none);
    };
    let before = Commit { id: parent.clone(), parents: Vec::new(), ..brought.clone() };
    let was = subjects::plan_then(ws, &moved.from, &before).filter(|was| earlier::is_of(ws, subject, was));
    let Some(then) = was.and_then(|was| subjects::under(ws, subject, &was)) else { return Ok(none) };
    let then_scope = subjects::scope(ws, &then, then.files().to_vec());
    let older = &messages[without..];
    let Some(reach) = range::reach(older, &then_scope) else { return Ok(none) };
    let older = ws.repository.with_files(older[..reach].to_vec())?;
    // A commit made before the plan was there, or under another one of its numbers, is not its work.
    let of_it =
        |c: &Commit| subjects::plan_then(ws, &moved.from, c).is_some_and(|p| earlier::is_of(ws, subject, &p));
    let mut found = range::commits_of_task(&older, &then_scope, None).commits;
    found.retain(|c| c.parents.len() < 2 && of_it(c));
    let ids: Vec<Oid> = found.iter().map(|c| c.id.clone()).collect();
    let known = covered(&ids)?;
    found.retain(|c| !known.contains(&c.id));
    if found.is_empty() {
        return Ok(none);
    }
    let message = format!(
        "{} of {} is reviewed as well: that was this plan until {} \"{}\", and no review looked at it",
        in_words(&found),
        moved.from,
        brought.id.short(),
        brought.subject
    );
    let pinned = |c: Commit| PinnedCommit { id: c.id, subject: c.subject };
    Ok(Former {
        commits: found.into_iter().map(pinned).collect(),
        notes: vec![Remark::new(0, "renumbered", message)],
    })
}

//! A branch against the main branch: from the commit where they part to the branch's head.

use crate::domain::diff::Commit;
use crate::domain::ids::{Oid, RepoPath};
use crate::domain::range::{is_book_keeping, touching};
use crate::domain::review::Remark;
use crate::domain::review_loop::LoopState;
use crate::domain::subject::{Found, PinnedChange, Subject};
use crate::error::Error;

use super::{
    HISTORY, Looked, Made, Pinned, Wanted, candidates, inside, is_cut, merges, moved, narrowed, pin,
    uncommitted,
};
use crate::app::workspace::Workspace;

/// Looks for what the subject's branch holds that the main branch does not.
pub(super) fn first<'a>(
    ws: &'a Workspace<'_>,
    subject: &'a Subject,
    wanted: &Wanted,
) -> Result<Looked<'a>, Error> {
    let head = match &wanted.head {
        Some(head) => head.clone(),
        None => ws.tip(subject)?,
    };
    let parted = parts_from(ws, subject, &head)?;
    // The main branch has nothing beside it to part from: it is all there is.
    let is_main =
        || ws.repository.main_branches(None).into_iter().find(|m| Some(m.name.as_str()) == subject.branch());
    let parted = match parted {
        None => is_main().map(|main| (main.name, head.clone())),
        Some(parted) => Some(parted),
    };
    let Some((name, base)) = parted else {
        let error = Error::refused("there is no main branch to compare with")
            .at("base")
            .hint("Looked for: the branch `origin/HEAD` names, main, master, the one `init.defaultBranch` names; also on `origin`")
            .hint("Name the `base`: the commit that the work started from");
        return Ok(Looked::nothing(move || {
            Ok(error.hint(candidates(&ws.repository.history(&head, None, 4)?)))
        }));
    };
    if base == head {
        let error = Error::refused(format!("{} holds everything up to {}: nothing is left to review", name, head.short()))
            .at("base")
            .hint("Commit the work on a branch of its own, or name the `base`: the commit that the work started from");
        return Ok(Looked::nothing(move || {
            Ok(error.hint(candidates(&ws.repository.history(&head, None, 4)?)))
        }));
    }
    let mut notes = vec![Remark::new(
        0,
        "merge_base",
        format!("compared with {name}, from which the branch parts at {}", base.short()),
    )];
    let Some(mut pinned) = between(ws, subject, Some(&base), &head, &wanted.only)? else {
        let error = Error::refused(format!("the branch changes none of the subject's files since {name}"))
            .at("files");
        return Ok(Looked::nothing(move || {
            Ok(error.hint(candidates(&ws.repository.history(&head, Some(&base), HISTORY)?)))
        }));
    };
    notes.extend(uncommitted::said(ws, subject, &wanted.only, &pinned));
    pinned.notes.extend(notes);
    Ok(Looked::Found(Box::new(pinned)))
}

/// Looks again: the base moves with the main branch only when that was merged into the branch.
pub(super) fn again(
    ws: &Workspace<'_>,
    state: &LoopState,
    last: &PinnedChange,
    wanted_head: Option<&Oid>,
) -> Result<Pinned, Error> {
    let head = match wanted_head {
        Some(head) => head.clone(),
        None => ws.tip(&state.subject)?,
    };
    let kept = moved::kept_base(ws, state, last.base.as_ref(), &head)?;
    let base = match (kept, parts_from(ws, &state.subject, &head)?) {
        (Some(kept), Some((_, now))) if now != head && moved_on(ws, &kept, &now, last)? => Some(now),
        (kept, _) => kept,
    };
    let mut pinned = between(ws, &state.subject, base.as_ref(), &head, &state.only)?
        .ok_or_else(|| Error::refused("the branch changes nothing of the subject any more").at("base"))?;
    if base != last.base {
        let now = base.as_ref().map_or_else(|| "the beginning".to_owned(), |b| b.short().to_owned());
        let message = format!(
            "the main branch came into this one, or the history was rewritten: the range begins at {now} now"
        );
        pinned.notes.push(Remark::new(0, "base_moved", message));
    }
    let history = ws.repository.messages(&head, HISTORY)?;
    let still = moved::still_there(ws, &state.subject, (&history, None), &last.commits, &head)?;
    pinned.notes.extend(still.notes);
    Ok(pinned)
}

/// Tells whether the main branch moved into the branch under review, not the other way round.
fn moved_on(ws: &Workspace<'_>, kept: &Oid, now: &Oid, last: &PinnedChange) -> Result<bool, Error> {
    let forward = kept != now && ws.repository.is_ancestor(kept, now)?;
    Ok(forward && !ws.repository.is_ancestor(&last.head, now)?)
}

/// Returns the main branch and the commit where the head parts from it; of its sides the one nearest to the head.
fn parts_from(ws: &Workspace<'_>, subject: &Subject, head: &Oid) -> Result<Option<(String, Oid)>, Error> {
    let mut nearest: Option<(String, Oid)> = None;
    for main in ws.repository.main_branches(subject.branch()) {
        let Some(base) = ws.repository.merge_base(head, &main.tip)? else { continue };
        let nearer = match &nearest {
            Some((_, known)) => known != &base && ws.repository.is_ancestor(known, &base)?,
            None => true,
        };
        if nearer {
            nearest = Some((main.name, base));
        }
    }
    Ok(nearest)
}

/// Pins what lies between two commits, limited to the subject's files; nothing where none of them changed.
fn between(
    ws: &Workspace<'_>,
    subject: &Subject,
    base: Option<&Oid>,
    head: &Oid,
    only: &[RepoPath],
) -> Result<Option<Pinned>, Error> {
    let history = ws.repository.history(head, base, HISTORY)?;
    let own = |c: &&Commit| c.parents.len() < 2 && !wanted(subject, only, &c.files).is_empty();
    let own: Vec<Commit> = history.iter().rev().filter(own).cloned().collect();
    // What a merge settled stands in no commit of its own: the files are those that really differ.
    let whole = ws.repository.diff_names(base, head)?;
    let files = wanted(subject, only, &whole);
    if files.is_empty() {
        return Ok(None);
    }
    let diff = ws.repository.diff(base, head, &files)?;
    let own_ids: Vec<&Oid> = own.iter().map(|c| &c.id).collect();
    let left = |c: &&Commit| c.parents.len() < 2 && !own_ids.contains(&&c.id);
    let left: Vec<Commit> = history.iter().rev().filter(left).cloned().collect();
    let made =
        Made { base, head: head.clone(), commits: &own, diff, found: Found::MergeBase, snapshot: None };
    let mut notes = merges::by_hand(ws, subject, (base, head, head), &files)?;
    let mut beside = wanted(subject, &[], &whole);
    beside.retain(|f| !files.contains(f));
    notes.extend(narrowed(only, &beside));
    if is_cut(&history, base) {
        let message = format!(
            "of the range's commits only the newest {HISTORY} are listed; its diff is that of all of them"
        );
        notes.push(Remark::new(0, "history_cut", message));
    }
    pin(made, &left, notes).map(Some)
}

fn wanted(subject: &Subject, only: &[RepoPath], files: &[RepoPath]) -> Vec<RepoPath> {
    let kept: Vec<RepoPath> = files
        .iter()
        .filter(|f| !is_book_keeping(f) && (only.is_empty() || inside(f, only)))
        .cloned()
        .collect();
    if subject.files().is_empty() { kept } else { touching(&kept, subject.files()) }
}

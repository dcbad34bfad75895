//! What merges in a range wrote themselves: it stands in no commit of either side.

use std::collections::BTreeSet;

use super::{Pinned, inside};
use crate::app::gate;
use crate::app::workspace::Workspace;
use crate::domain::diff::Commit;
use crate::domain::ids::{Oid, RepoPath};
use crate::domain::range::{is_book_keeping, touches};
use crate::domain::review::Remark;
use crate::domain::subject::{Subject, SubjectKind};
use crate::error::Error;

/// The newest commits that are looked through for merges, and how many of those are looked into.
const COMMITS: usize = 300;
const MERGES: usize = 20;
/// Files of a merge that are named.
const NAMED: usize = 5;

/// Says which of the subject's files a merge between base and tip settled by hand, and whether the diff up to the head
/// shows it.
pub(super) fn by_hand(
    ws: &Workspace<'_>,
    subject: &Subject,
    (base, head, tip): (Option<&Oid>, &Oid, &Oid),
    shown: &[RepoPath],
) -> Result<Vec<Remark>, Error> {
    let mut remarks = Vec::new();
    let newest = ws.repository.messages(tip, COMMITS)?;
    let since = newest.iter().take_while(|c| Some(&c.id) != base);
    for merge in since.filter(|c| c.parents.len() > 1).take(MERGES) {
        let files = written(ws, merge, subject, shown)?;
        if files.is_empty() {
            continue;
        }
        let seen = files.iter().all(|f| shown.contains(f)) && ws.repository.is_ancestor(&merge.id, head)?;
        let what = if seen {
            "which the diff of the range shows"
        } else {
            "which is no part of this review: the gate asks for it"
        };
        let names: Vec<&str> = files.iter().take(NAMED).map(RepoPath::as_str).collect();
        let message = format!(
            "merge {} \"{}\" wrote {} itself, {what}",
            merge.id.short(),
            merge.subject,
            names.join(", ")
        );
        remarks.push(Remark::new(0, "merge_by_hand", message));
    }
    Ok(remarks)
}

/// Says the same of what was pinned in the work tree, on top of a commit: of merges since the base, and of one that is
/// not committed yet.
pub(super) fn by_hand_here(
    ws: &Workspace<'_>,
    subject: &Subject,
    (base, head, here): (Option<&Oid>, Option<&Oid>, bool),
    pinned: &mut Pinned,
) -> Result<(), Error> {
    let Some(head) = head else { return Ok(()) };
    if base != Some(head) {
        let shown: Vec<RepoPath> = pinned.diff.paths().cloned().collect();
        pinned.notes.extend(by_hand(ws, subject, (base, head, head), &shown)?);
    }
    let Some(theirs) = ws.repository.merging().filter(|_| here) else { return Ok(()) };
    let files = pinned.diff.files.iter().map(|f| (&f.path, f.new_blob.as_ref()));
    let settled = ws.repository.settled((head, &theirs), files)?;
    if !settled.is_empty() {
        let names: Vec<&str> = settled.iter().take(NAMED).map(RepoPath::as_str).collect();
        let message = format!(
            "the merge of {}, which is not committed yet, wrote {} itself, which the diff of the range shows",
            theirs.short(),
            names.join(", ")
        );
        pinned.notes.push(Remark::new(0, "merge_by_hand", message));
    }
    Ok(())
}

/// Returns the commit from which a commit changes some files: its parent; of a merge that kept one side of them the
/// other side, and what both come from where it kept now this one and now that.
pub(in crate::app) fn side_that_differs(
    ws: &Workspace<'_>,
    commit: &Commit,
    files: &[RepoPath],
) -> Option<Oid> {
    let [first, others @ ..] = commit.parents.as_slice() else { return None };
    let differs = |from: &&Oid| {
        let names = ws.repository.diff_names(Some(from), &commit.id).unwrap_or_default();
        files.iter().all(|file| names.contains(file))
    };
    let [second, ..] = others else { return Some(first.clone()) };
    let common = || ws.repository.merge_base(first, second).ok().flatten();
    let side = commit.parents.iter().find(differs).cloned();
    Some(side.or_else(|| common().filter(|base| differs(&base))).unwrap_or_else(|| first.clone()))
}

/// Returns a merge with the files that it settled, though it be as one side had them; other commits as they are.
pub(super) fn with_settled(ws: &Workspace<'_>, commit: &Commit) -> Result<Commit, Error> {
    let mut commit = commit.clone();
    if commit.parents.len() > 1 {
        let settled = ws.repository.by_hand(&commit.id)?;
        commit.files.extend(settled);
        commit.files.sort();
        commit.files.dedup();
    }
    Ok(commit)
}

/// Refuses a range from one side of a merge to that merge where it kept just that side of all that it settled: nothing of
/// what was settled would be seen, and what the other side brought would be taken for it.
pub(super) fn refuse_kept_side(
    ws: &Workspace<'_>,
    subject: &Subject,
    (base, head): (Option<&Oid>, &Oid),
    only: &[RepoPath],
) -> Result<(), Error> {
    let merge = ws.repository.commit(head)?;
    let Some(base) = base.filter(|base| merge.parents.len() > 1 && merge.parents.contains(base)) else {
        return Ok(());
    };
    let mut settled = ws.repository.by_hand(head)?;
    settled.retain(|f| !is_book_keeping(f) && (only.is_empty() || inside(f, only)));
    let names = ws.repository.diff_names(Some(base), head)?;
    if settled.is_empty() || settled.iter().any(|f| names.contains(f)) {
        return Ok(());
    }
    let Some(other) = side_that_differs(ws, &merge, &settled).filter(|other| other != base) else {
        return Ok(());
    };
    let named: Vec<&str> = settled.iter().take(NAMED).map(RepoPath::as_str).collect();
    let mut call = gate::which(subject.clone(), None).call.arguments;
    call.insert("base".to_owned(), other.as_str().into());
    call.insert("head".to_owned(), head.as_str().into());
    let fill: &[&str] = if subject.kind() == SubjectKind::Change { &["criteria"] } else { &[] };
    let message = format!(
        "from {} the merge {} changes nothing of what it settled ({}): it kept that side",
        base.short(),
        head.short(),
        named.join(", ")
    );
    Err(Error::invalid("base", message)
        .hint(format!("Name the other side as `base`: {}", other.as_str()))
        .call("review_task", call.into())
        .fill(fill))
}

/// Returns the subject's files that a merge wrote itself. Joining its sides anew takes long, so that is done only where
/// one of these files is other than on each side.
fn written(
    ws: &Workspace<'_>,
    merge: &Commit,
    subject: &Subject,
    shown: &[RepoPath],
) -> Result<Vec<RepoPath>, Error> {
    let own = |f: &RepoPath| {
        !is_book_keeping(f) && (shown.contains(f) || touches(std::slice::from_ref(f), subject.files()))
    };
    let mut apart: Option<BTreeSet<RepoPath>> = None;
    for parent in &merge.parents {
        let differs = ws.repository.diff_names(Some(parent), &merge.id)?.into_iter().filter(own).collect();
        apart = Some(match apart {
            Some(before) => &before & &differs,
            None => differs,
        });
    }
    if apart.is_none_or(|apart| apart.is_empty()) {
        return Ok(Vec::new());
    }
    Ok(ws.repository.by_hand(&merge.id)?.into_iter().filter(own).collect())
}

//! Commits of a reviewed change that are in this history no more, while the rest of the change is: what was approved
//! with them was not approved without them.

use std::collections::BTreeSet;

use serde_json::json;

use crate::domain::diff::Commit;
use crate::domain::gate::{Node, Walk};
use crate::domain::ids::{Oid, RepoPath};
use crate::domain::next_step::Call;
use crate::domain::receipt::{Proof, Receipt, patch_of};
use crate::domain::subject::Subject;

use super::{Wanted, history, mend};
use crate::app::workspace::Workspace;

/// The most commits that are named.
const NAMED: usize = 2;

/// Returns commits of receipts that lie before a walk which has others of them. Where none of a receipt's is walked,
/// nothing hangs on it.
pub(super) fn earlier(
    ws: &Workspace<'_>,
    walk: &Walk,
    head: Option<&Oid>,
    receipts: &[&Receipt],
) -> BTreeSet<Oid> {
    let Some(head) = head else { return BTreeSet::new() };
    let walked: BTreeSet<&Oid> = walk.nodes.iter().filter_map(|n| n.id.as_ref()).collect();
    let begun = receipts.iter().filter(|r| r.commits.iter().any(|c| walked.contains(c)));
    let others = begun.flat_map(|r| &r.commits).filter(|c| !walked.contains(c));
    let others: BTreeSet<&Oid> = others.collect();
    let before = |c: &&Oid| ws.repository.has(c) && ws.repository.is_ancestor(c, head).unwrap_or(false);
    others.into_iter().filter(before).cloned().collect()
}

/// Tells whether a receipt's commits are known to lie in the history of a commit, with all that it looked at. Where more
/// than they hold was looked at, the walk tells that, and before it git.
pub(super) fn lies_before(ws: &Workspace<'_>, walk: &Walk, receipt: &Receipt, head: &Oid) -> bool {
    let last = receipt.commits.last().filter(|id| ws.repository.has(id));
    let Some(last) = last.filter(|id| ws.repository.is_ancestor(id, head).unwrap_or(false)) else {
        return false;
    };
    if receipt.is_of_commits() {
        return true;
    }
    if walk.nodes.iter().any(|n| n.id.as_ref() == Some(last)) {
        return false;
    }
    let Ok(later) = ws.repository.history(head, Some(last), history::MOST) else { return false };
    let stands = |at: &Oid, file: &Proof| {
        history::content_at(ws, Some(at), &file.path).is_ok_and(|content| content == file.after)
    };
    receipt.files.iter().all(|file| {
        let made = |c: &Commit| c.files.contains(&file.path) && stands(&c.id, file);
        stands(last, file) || later.iter().any(made)
    })
}

/// Says that what was reviewed is not in this history, and which commits of it are missing where others are here.
pub(super) fn words(ws: &Workspace<'_>, walk: &Walk, subject: &Subject, receipt: &Receipt) -> String {
    let from = subject.branch().filter(|b| ws.repository.branch().as_deref() != Some(*b));
    let on = from.map(|b| format!(" (it was reviewed on {b})")).unwrap_or_default();
    let uncommitted = uncommitted(walk, receipt);
    if !uncommitted.is_empty() {
        return format!("was reviewed as commits, and stands uncommitted now ({})", mend::some(&uncommitted));
    }
    let never: Vec<&str> = walk.uncommitted(receipt).into_iter().map(RepoPath::as_str).collect();
    if !never.is_empty() {
        return format!(
            "was approved with what was not committed then, and that is in no commit here ({}): its commits alone are not what was approved; bring that back and commit it, or have what is here reviewed{on}",
            mend::some(&never)
        );
    }
    let missing = missing(ws, walk, receipt);
    if missing.is_empty() || missing.len() == receipt.commits.len() {
        return format!("changed since its review: what was reviewed is not in this history{on}");
    }
    let named = missing.iter().take(NAMED).map(|id| match ws.repository.commit(id) {
        Ok(commit) => format!("{} \"{}\"", id.short(), mend::short(&commit.subject)),
        Err(_) => id.short().to_owned(),
    });
    let mut named: Vec<String> = named.collect();
    if missing.len() > NAMED {
        named.push(format!("{} more", missing.len() - NAMED));
    }
    let (commits, are) = if missing.len() == 1 { ("commit", "is") } else { ("commits", "are") };
    let named = named.join(if named.len() > 2 { ", " } else { " and " });
    format!(
        "changed since its review: {commits} {named}, reviewed with the rest of it, {are} not in this history{on}"
    )
}

/// Says what leads out where commits that were reviewed are gone and nothing stands in their place.
pub(super) fn way_out(ws: &Workspace<'_>, one: &Wanted<'_>) -> Option<String> {
    let receipt = one.known.first()?.receipt()?;
    if ws.repository.shallow_note().is_some() {
        // It may well be there, before what this clone reaches.
        return None;
    }
    let head = ws.repository.head().ok()?;
    let is_gone = |id: &&Oid| !ws.repository.is_ancestor(id, &head).unwrap_or(false);
    let gone: Vec<&str> = receipt.commits.iter().filter(is_gone).map(Oid::short).collect();
    let back = match gone.as_slice() {
        [] => return None,
        commits => format!("bring back what was reviewed (`git cherry-pick {}`)", commits.join(" ")),
    };
    Some(format!("{back}, or do it again, commit that and have it reviewed"))
}

/// Returns where this history and the one that a subject was approved in part; nothing where that one leads here.
pub(super) fn parts_at(ws: &Workspace<'_>, one: &Wanted<'_>) -> Option<Oid> {
    let receipt = one.known.first().or(one.elsewhere.first())?.receipt()?;
    let tip = receipt.commits.last().or(receipt.base.as_ref()).filter(|id| ws.repository.has(id))?;
    let head = ws.repository.head().ok()?;
    ws.repository.merge_base(tip, &head).ok()?.filter(|base| *base != head && base != tip)
}

/// Returns the call that reviews what the commits of an approved change hold without what lay uncommitted on top of them:
/// where a work tree is reviewed and nothing is in it, only a base leads there.
pub(super) fn of_its_commits(ws: &Workspace<'_>, one: &Wanted<'_>) -> Option<Call> {
    let receipt = one.known.first()?.receipt().filter(|r| !r.is_of_commits())?;
    let (base, head) = (receipt.base.as_ref()?, ws.repository.head().ok()?);
    let last = receipt.commits.last().filter(|id| ws.repository.has(id))?;
    let mut call = one.which.call.clone();
    call.arguments.insert("base".to_owned(), json!(base.as_str()));
    ws.repository.is_ancestor(last, &head).unwrap_or(false).then_some(call)
}

/// Returns the files that stand in the work tree alone as commits that were reviewed left them.
pub(super) fn uncommitted<'r>(walk: &Walk, receipt: &'r Receipt) -> Vec<&'r str> {
    let by_hand = |file: &&Proof| {
        let left = |n: &Node| {
            n.id.is_none() && n.edits.get(&file.path).is_some_and(|e| e.step && e.after == file.after)
        };
        file.after != file.before && walk.nodes.iter().any(left)
    };
    let files = receipt.files.iter().filter(|_| receipt.is_of_commits() && !walk.has_all(receipt));
    files.filter(by_hand).map(|f| f.path.as_str()).collect()
}

/// Returns the commits of a receipt that are neither in this history nor done anew in it, by what they did.
fn missing<'r>(ws: &Workspace<'_>, walk: &Walk, receipt: &'r Receipt) -> Vec<&'r Oid> {
    let here = |id: &Oid| walk.earlier.contains(id) || walk.nodes.iter().any(|n| n.id.as_ref() == Some(id));
    receipt.commits.iter().filter(|id| !here(id) && !is_done_anew(ws, walk, receipt, id)).collect()
}

fn is_done_anew(ws: &Workspace<'_>, walk: &Walk, receipt: &Receipt, id: &Oid) -> bool {
    let paths: Vec<RepoPath> = receipt.files.iter().map(|f| f.path.clone()).collect();
    let Ok(commit) = ws.repository.commit(id) else { return false };
    let Ok(diff) = ws.repository.diff(commit.parents.first(), id, &paths) else { return false };
    let done = |path: &RepoPath, patch: &str| {
        walk.nodes.iter().any(|n| n.edits.get(path).is_some_and(|e| e.patch.as_deref() == Some(patch)))
    };
    !diff.files.is_empty() && diff.files.iter().all(|file| done(&file.path, &patch_of(file)))
}

//! Commits that came in from another branch: they stand in the history since a base, and are others' work.

use std::collections::{BTreeSet, HashSet};

use crate::domain::diff::Commit;
use crate::domain::ids::Oid;
use crate::domain::range::{self, TaskScope};
use crate::domain::subject::Subject;
use crate::error::Error;

use crate::app::workspace::Workspace;

/// The newest merges of a range that are looked into, and the most commits that a pull brought.
const MERGES: usize = 20;
const PULLED: usize = 300;

/// Fills in which of the commits came in by merging the main branch, where one of them would count by its files alone.
pub(super) fn told(
    ws: &Workspace<'_>,
    subject: &Subject,
    mut scope: TaskScope,
    commits: &[Commit],
) -> Result<TaskScope, Error> {
    if commits.iter().any(|commit| range::counts_by_files(commit, &scope)) {
        scope.came = merged_in(ws, subject, commits)?;
    }
    Ok(scope)
}

/// Adds what a pull or a rebase brought meanwhile under a loop that goes on. In a range that somebody named it is told
/// apart as when that was opened, whatever counts by its files.
pub(super) fn told_since(
    ws: &Workspace<'_>,
    (subject, named): (&Subject, bool),
    scope: TaskScope,
    commits: &[Commit],
) -> Result<TaskScope, Error> {
    let mut scope = told(ws, subject, scope, commits)?;
    if named && scope.came.is_empty() {
        scope.came = merged_in(ws, subject, commits)?;
    }
    if commits.iter().any(|commit| range::counts_by_files(commit, &scope)) {
        scope.came.extend(pulled(ws, subject, commits)?);
    }
    Ok(scope)
}

/// Returns what merges of the main branch, or of the branch that this one follows, brought into a history, and these
/// merges.
pub(super) fn merged_in(
    ws: &Workspace<'_>,
    subject: &Subject,
    history: &[Commit],
) -> Result<BTreeSet<Oid>, Error> {
    let mut came = BTreeSet::new();
    let mut merges = history.iter().filter(|c| c.parents.len() > 1).take(MERGES).peekable();
    if merges.peek().is_none() {
        return Ok(came);
    }
    let others = tips(ws, subject);
    for merge in merges {
        let said = merged_name(&merge.subject);
        let by_name = said.is_some_and(|name| is_main(&others, name));
        let mut from = Vec::new();
        for parent in merge.parents.iter().skip(1) {
            if by_name || holds_without(ws, &others, parent, &merge.id)? {
                from.push(parent.clone());
            }
        }
        if !from.is_empty() {
            came.extend(range::brought_in(history, merge, &from));
            came.insert(merge.id.clone());
        }
    }
    Ok(came)
}

/// Returns what of a commit is not brought in: of such a merge the files that it settled by hand, of what it brought
/// nothing.
pub(super) fn own_part(
    ws: &Workspace<'_>,
    came: &BTreeSet<Oid>,
    commit: &Commit,
) -> Result<Option<Commit>, Error> {
    if !came.contains(&commit.id) {
        return Ok(Some(commit.clone()));
    }
    if commit.parents.len() < 2 {
        return Ok(None);
    }
    let files = ws.repository.by_hand(&commit.id)?;
    Ok((!files.is_empty()).then(|| Commit { files, renamed: Vec::new(), ..commit.clone() }))
}

/// Tells whether one of the branches holds a commit and not the merge that brought it here.
fn holds_without(
    ws: &Workspace<'_>,
    others: &[(String, Oid)],
    parent: &Oid,
    merge: &Oid,
) -> Result<bool, Error> {
    for (_, tip) in others {
        if ws.repository.is_ancestor(parent, tip)? && !ws.repository.is_ancestor(merge, tip)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The main branch and the one that the subject's follows, by name and tip.
fn tips(ws: &Workspace<'_>, subject: &Subject) -> Vec<(String, Oid)> {
    let mains = ws.repository.main_branches(subject.branch()).into_iter().map(|m| (m.name, m.tip));
    let follows = subject.branch().and_then(|branch| ws.repository.upstream_of(branch));
    mains.chain(follows.map(|m| (m.name, m.tip))).collect()
}

/// Reads which branch a merge says it merged, as git words it: `Merge branch 'main' into x`.
fn merged_name(subject: &str) -> Option<&str> {
    let rest = ["Merge branch '", "Merge remote-tracking branch '"];
    let rest = rest.into_iter().find_map(|words| subject.strip_prefix(words))?;
    rest.split_once('\'').map(|(name, _)| name)
}

fn is_main(others: &[(String, Oid)], name: &str) -> bool {
    let plain = name.strip_prefix("origin/").unwrap_or(name);
    ["main", "master"].contains(&plain) || others.iter().any(|(known, _)| known == name)
}

/// Returns what a pull or a rebase brought from the main branch or the one followed, by git's log of the branch; what
/// was committed on it here is not among that.
fn pulled(ws: &Workspace<'_>, subject: &Subject, history: &[Commit]) -> Result<BTreeSet<Oid>, Error> {
    let Some(branch) = subject.branch().filter(|_| !history.is_empty()) else { return Ok(BTreeSet::new()) };
    let moves = ws.repository.moves_of(Some(branch));
    let brings = |how: &str| how.starts_with("pull") || how.starts_with("rebase");
    let mut brought: BTreeSet<Oid> = BTreeSet::new();
    for moved in moves.iter().filter(|m| brings(&m.how)) {
        if history.iter().any(|c| c.id == moved.to) {
            brought.extend(range::came_between(history, &moved.from, &moved.to));
        }
    }
    if brought.is_empty() {
        return Ok(brought);
    }
    let commits = |how: &str| ["commit", "cherry-pick", "revert", "am"].iter().any(|k| how.starts_with(k));
    let picks = |how: &str| {
        ["(pick)", "(continue)", "(squash)", "(fixup)", "(reword)", "(edit)"].iter().any(|k| how.contains(k))
    };
    let head = ws.repository.moves_of(None);
    let here = moves.iter().filter(|m| commits(&m.how)).chain(head.iter().filter(|m| picks(&m.how)));
    let here: HashSet<&Oid> = here.map(|m| &m.to).collect();
    let others = tips(ws, subject);
    let mut came = BTreeSet::new();
    for id in brought.into_iter().filter(|id| !here.contains(id)).take(PULLED) {
        for (_, tip) in &others {
            if ws.repository.is_ancestor(&id, tip)? {
                came.insert(id.clone());
                break;
            }
        }
    }
    Ok(came)
}

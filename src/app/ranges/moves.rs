//! Files that others moved: a change goes on where its files went, whoever took them there (SPEC 7.1, renames followed).

use std::collections::BTreeSet;

use crate::domain::diff::Commit;
use crate::domain::ids::{Oid, RepoPath};
use crate::domain::review::Remark;

/// A name that a file got.
#[derive(Debug, Clone)]
pub(super) struct Away {
    pub(super) to: RepoPath,
    from: RepoPath,
    by: (Oid, String),
}

/// Returns the names that files got in a history, newest first. Only these very files are followed: what lies beside
/// them in a listed folder is anybody's.
pub(super) fn away<'h>(
    history: impl DoubleEndedIterator<Item = &'h Commit>,
    files: &[RepoPath],
) -> Vec<Away> {
    let mut known: BTreeSet<RepoPath> = files.iter().cloned().collect();
    let mut found = Vec::new();
    for commit in history.rev() {
        for rename in &commit.renamed {
            if known.contains(&rename.from) && known.insert(rename.to.clone()) {
                found.push(Away {
                    to: rename.to.clone(),
                    from: rename.from.clone(),
                    by: (commit.id.clone(), commit.subject.clone()),
                });
            }
        }
    }
    found
}

/// Says where commits that are not the change's own took its files.
pub(super) fn said<'a>(away: &'a [Away], own: &'a [Commit]) -> impl Iterator<Item = Remark> + 'a {
    let others = away.iter().filter(|a| own.iter().all(|c| c.id != a.by.0));
    others.map(|Away { to, from, by: (id, subject) }| {
        let message = format!(
            "commit {} \"{subject}\", which is not of this change, moved {from} to {to}: it is followed there",
            id.short()
        );
        Remark::new(0, "file_moved", message)
    })
}

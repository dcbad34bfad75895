//! A document under review: the bytes of its file, whether git tracks it, ignores it or has never seen it.

use std::collections::BTreeMap;

use crate::domain::diff::Mode;
use crate::domain::ids::RepoPath;
use crate::domain::subject::Found;
use crate::error::Error;
use crate::io::git::GitError;

use super::{Made, Pinned, Wanted, pin as pin_change, snapshot};
use crate::app::workspace::Workspace;

/// Refuses a request that narrows a document or names a revision of it.
pub(super) fn whole(wanted: &Wanted) -> Result<(), Error> {
    let given = [
        ("base", wanted.base.is_some()),
        ("head", wanted.head.is_some()),
        ("files", !wanted.only.is_empty()),
    ];
    match given.into_iter().find(|(_, given)| *given) {
        Some((field, _)) => Err(no_revision(field)),
        None => Ok(()),
    }
}

pub(super) fn no_revision(field: &str) -> Error {
    Error::invalid(field, "a document is reviewed whole, as it stands in the work tree")
        .hint("Leave the field out")
}

/// Pins a document as it stands.
pub(super) fn pin(ws: &Workspace<'_>, path: &RepoPath) -> Result<Pinned, Error> {
    let under = match ws.repository.head() {
        Ok(head) => Some(head),
        Err(GitError::NoCommit { .. }) => None,
        Err(error) => return Err(error.into()),
    };
    let mut notes = Vec::new();
    let mut contents =
        snapshot::read(ws, ws.documents(Some(path)), under.as_ref(), std::slice::from_ref(path), &mut notes)?;
    let Some(Some(content)) = contents.remove(path) else {
        return Err(Error::refused(format!("{path} is not there, or is no file"))
            .at("plan")
            .hint("Write the document first; it need not be committed"));
    };
    if content.mode == Mode::Symlink {
        return Err(Error::refused(format!(
            "{path} is a symbolic link; a document is reviewed as the file it is"
        ))
        .at("plan")
        .hint("Name the file that the link points to"));
    }
    // It is kept even where a commit holds it: the commit may be amended away.
    let laid = BTreeMap::from([(path.clone(), Some(content))]);
    let taken = snapshot::take(ws, under.as_ref(), laid)?;
    let diff = ws.repository.diff(None, &taken.head, std::slice::from_ref(path))?;
    let made = Made {
        base: None,
        head: taken.head,
        commits: &[],
        diff,
        found: Found::Document,
        snapshot: Some(taken.snapshot),
    };
    let mut pinned = pin_change(made, &[], notes)?;
    pinned.contents = taken.contents;
    Ok(pinned)
}

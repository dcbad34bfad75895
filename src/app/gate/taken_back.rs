//! Approved work that its author took back: nothing of it is here, so nothing of it is to be answered for.

use crate::domain::receipt::{Proof, Receipt};
use crate::domain::subject::{Subject, SubjectKind};
use crate::error::Error;

use super::history;
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

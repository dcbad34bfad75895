//! How a branch came to stand where it stands: git's own log of it.

use super::{Repository, oid};
use crate::domain::ids::Oid;
use crate::io::git::error::lossy;

/// How many entries of a log are read, the newest.
const MAX_ENTRIES: usize = 1_000;

/// One move of a reference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moved {
    pub from: Oid,
    pub to: Oid,
    /// What git says moved it: `commit: …`, `pull: Fast-forward`.
    pub how: String,
}

impl Repository {
    /// Returns the moves of a branch, or of HEAD where none is named, the newest first; none where git keeps no log.
    pub fn moves_of(&self, branch: Option<&str>) -> Vec<Moved> {
        let name = branch.map_or_else(|| "HEAD".to_owned(), |branch| format!("refs/heads/{branch}"));
        let Ok(log) = self.inner.reflog(&name) else { return Vec::new() };
        let entries = (0..log.len().min(MAX_ENTRIES)).filter_map(|at| log.get(at));
        entries
            .map(|entry| Moved {
                from: oid(entry.id_old()),
                to: oid(entry.id_new()),
                how: entry.message_bytes().map(lossy).unwrap_or_default(),
            })
            .collect()
    }
}

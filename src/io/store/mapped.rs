//! Which index of the log this process shares with others.
//!
//! SQLite maps the file `-shm` once in a process, for as long as any connection of it to the store is open, and never looks
//! again which file has that name. Where somebody removes it under a server, the next process makes another: both then append
//! to one log, each by its own index, and write over what the other was answered for. So it is remembered which file was
//! mapped. Where its name means another, this process writes nothing more and folds nothing in, until its connections are
//! closed and the index that all others use is mapped.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use super::opening::{self, FileId, beside};

/// What is mapped, by the store's file: as long as a connection holds it.
static MAPPED: Mutex<BTreeMap<FileId, Weak<Mapped>>> = Mutex::new(BTreeMap::new());

/// The index that this process mapped.
#[derive(Debug)]
pub(super) struct Mapped {
    path: PathBuf,
    /// Nothing where the platform does not say, or there is none.
    id: Option<FileId>,
}

impl Mapped {
    /// Returns what other connections of this process mapped for a store's file already: ask before opening one more.
    pub(super) fn already(file: &Path) -> Option<Arc<Self>> {
        let mapped = MAPPED.lock().unwrap_or_else(PoisonError::into_inner);
        opening::file_id(file).and_then(|id| mapped.get(&id)?.upgrade())
    }

    /// Remembers what the first connection of this process to a store's file mapped.
    pub(super) fn now(file: &Path) -> Arc<Self> {
        let path = beside(file, "-shm");
        let id = opening::file_id(&path);
        let mapped = Arc::new(Self { path, id });
        if let (Some(_), Some(of)) = (id, opening::file_id(file)) {
            let mut all = MAPPED.lock().unwrap_or_else(PoisonError::into_inner);
            all.retain(|_, one| one.strong_count() > 0);
            all.insert(of, Arc::downgrade(&mapped));
        }
        mapped
    }

    /// Tells whether the name still means what was mapped.
    pub(super) fn is_there(&self) -> bool {
        self.id.is_none() || self.id == opening::file_id(&self.path)
    }

    /// Tells whether another process made one of its own: what this one knows of the log is not all there is.
    pub(super) fn is_outdated(&self) -> bool {
        !self.is_there() && opening::file_id(&self.path).is_some()
    }
}

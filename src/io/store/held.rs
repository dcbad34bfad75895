//! One connection that a server keeps between its calls.
//!
//! Whoever closes a store last folds its log into the file and removes the log; the next call then makes it anew. Those
//! are most of the flushes to the disk that a call takes, and none of them makes anything safer: a commit is on the disk
//! in the log. While this connection is open no call's own is the last one. It reads and writes nothing, and holds up
//! nobody: not writers, not what folds the log in, not a repair, which puts another file in place.

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use super::{Store, opening};

/// The connection, once a call has opened the store to write.
#[derive(Debug, Default)]
pub struct Held(Mutex<Option<Store>>);

impl Held {
    /// Opens `common_dir`/countersign/store.db to write as [`Store::open`] does, and keeps a connection to it.
    ///
    /// # Errors
    ///
    /// Those of [`Store::open`]; that none can be kept is no error, since each call has its own.
    pub fn open(&self, common_dir: &Path) -> Result<Store, super::StoreError> {
        self.let_go_of_what_is_gone()?;
        let store = Store::open(common_dir)?;
        if store.read_only.is_none() {
            let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            if !held.as_ref().is_some_and(|held| held.path == store.path && is_there(held)) {
                *held = Store::open(common_dir).ok().filter(|second| second.read_only.is_none());
            }
        }
        Ok(store)
    }

    /// Lets go of a connection whose file, or the index of whose log, was removed or replaced: as long as it is open, this
    /// process does not see the one that others use.
    ///
    /// # Errors
    ///
    /// What lies in a removed log cannot be kept elsewhere, as on a full disk. The connection stays until it can.
    pub fn let_go_of_what_is_gone(&self) -> Result<(), super::StoreError> {
        // Whoever has it locked is looking at it.
        let Ok(mut held) = self.0.try_lock() else { return Ok(()) };
        if let Some(gone) = held.as_ref().filter(|held| !is_there(held)) {
            gone.bring_in_what_was_removed()?;
            held.take();
        }
        Ok(())
    }

    /// Lets go of the connection, when the log is folded into the file: others may have it open, and nothing of it is then only
    /// in what they have.
    pub fn let_go(&self) {
        if let Some(held) = self.0.lock().unwrap_or_else(PoisonError::into_inner).take() {
            held.fold_in_at_the_end();
        }
    }
}

fn is_there(held: &Store) -> bool {
    let is_mapped = held.mapped.as_ref().is_none_or(|mapped| mapped.is_there(&held.path));
    is_mapped && held.file == opening::file_id(&held.path)
}

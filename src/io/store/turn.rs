//! Whose turn it is to write, by a lock that nobody removes from under its holder.
//!
//! SQLite keeps its own lock of writers in the index of the log (`-shm`). Where somebody removes the index while a commit is
//! being written, the next process makes another, finds the lock free there, and writes over the very place of that commit.
//! The folder itself stays, whatever is removed from it: a lock on it is held from before the index is looked at until it was
//! looked at again behind the commit.

use std::fs::{File, TryLockError};
use std::io::ErrorKind;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::StoreError;
use crate::io::clock::Patience;

/// For how long whoever had the turn lets others come first.
const OTHERS_FIRST: Duration = Duration::from_millis(1);

/// Runs since this process gave its turn back: those who wait look now and then, and would find it taken again each time.
static GIVEN_BACK: Mutex<Option<Patience>> = Mutex::new(None);

/// Held while one writes; nothing is in it where the system locks no folders.
#[must_use]
pub(super) struct Turn {
    lock: Option<File>,
    /// How long one may still wait for SQLite's own lock.
    pub(super) left: Duration,
}

impl Turn {
    /// Tells whether nobody else has it: not where the system locks no folders.
    pub(super) fn is_held(&self) -> bool {
        self.lock.is_some()
    }
}

/// Waits for the turn to write to a store.
pub(super) fn wait(file: &Path, limit: Duration) -> Result<Turn, StoreError> {
    let folder = file.parent().unwrap_or(file);
    let lock = match File::open(folder) {
        Ok(lock) => lock,
        // A folder in which one may write and not look, and all folders of Windows.
        Err(e) if e.kind() == ErrorKind::PermissionDenied => return Ok(Turn { lock: None, left: limit }),
        Err(e) if e.kind() == ErrorKind::NotFound => {
            return Err(StoreError::Replaced { path: file.to_owned() });
        }
        Err(source) => return Err(StoreError::io(folder, source)),
    };
    let mut patience = Patience::new(limit);
    let given_back = GIVEN_BACK.lock().unwrap_or_else(PoisonError::into_inner).take();
    if given_back.is_some_and(|since| !since.left().is_zero()) {
        patience.nap();
    }
    loop {
        match lock.try_lock() {
            Ok(()) => return Ok(Turn { lock: Some(lock), left: patience.left() }),
            Err(TryLockError::WouldBlock) if patience.nap() => {}
            Err(TryLockError::WouldBlock) => {
                return Err(StoreError::locked(file.to_owned(), limit));
            }
            // Network file systems lock only what is open to be written, which no folder is.
            Err(TryLockError::Error(_)) => return Ok(Turn { lock: None, left: limit }),
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        if self.lock.take().is_some() {
            let mut given_back = GIVEN_BACK.lock().unwrap_or_else(PoisonError::into_inner);
            *given_back = Some(Patience::new(OTHERS_FIRST));
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn one_has_the_turn_whatever_is_removed() {
        let folder = tempfile::TempDir::new().unwrap();
        let file = folder.path().join("store.db");
        let brief = Duration::from_millis(2);
        let turn = wait(&file, brief).unwrap();
        assert!(matches!(wait(&file, brief), Err(StoreError::Locked { waited_ms: 2, .. })));
        drop(turn);
        wait(&file, brief).map(drop).unwrap();
    }
}

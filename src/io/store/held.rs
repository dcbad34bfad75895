//! One connection that a server keeps between its calls.
//!
//! Whoever closes a store last folds its log into the file and removes the log; the next call then makes it anew. Those
//! are most of the flushes to the disk that a call takes, and none of them makes anything safer: a commit is on the disk
//! in the log. While this connection is open no call's own is the last one. It reads and writes nothing, and holds up
//! nobody: not writers, not what folds the log in, not a repair, which puts another file in place.

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rusqlite::OpenFlags;
use rusqlite::config::DbConfig;

use super::connection::{connect, made_durable};
use super::exchange::COPIED;
use super::mapped::OneAtATime;
use super::{Store, opening, schema};

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
        if store.read_only.is_none() && !self.has(&store) {
            // Not while it is locked: what was removed of the one before would be let go of by nobody, and others wait for that.
            let second = second(&store);
            let mut held = self.locked();
            match held.as_ref() {
                // Another call was faster.
                Some(kept) if is_there(kept) => {}
                // What its log holds is nowhere else yet.
                Some(gone) if gone.bring_in_what_was_removed().is_err() => {}
                Some(_) | None => *held = second,
            }
        }
        Ok(store)
    }

    /// Tells whether what is kept is the file that a store has open, with its log.
    fn has(&self, store: &Store) -> bool {
        self.locked().as_ref().is_some_and(|held| held.path == store.path && is_there(held))
    }

    fn locked(&self) -> MutexGuard<'_, Option<Store>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
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
        if let Some(held) = self.locked().take() {
            held.fold_in_at_the_end();
        }
    }
}

/// Opens once more what a store has open, the same log and the same index; nothing where any of it was removed since. Waits
/// for nobody who has removed files open: that may be the very store, which is closed only behind this.
fn second(first: &Store) -> Option<Store> {
    let _alone = OneAtATime::wait(&first.path);
    if !is_there(first) {
        return None;
    }
    let conn = connect(&first.path, OpenFlags::SQLITE_OPEN_READ_WRITE, COPIED).ok()?;
    // Closed before it is known what it has open, it must fold in nothing.
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true).ok()?;
    made_durable(&conn).ok()?;
    // Only what was read through has its log open.
    schema::identify(&conn).ok()?;
    if !is_there(first) {
        return None;
    }
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false).ok()?;
    Some(Store {
        conn,
        path: first.path.clone(),
        read_only: None,
        file: first.file,
        mapped: first.mapped.clone(),
        lock_wait: first.lock_wait,
        as_found: None,
        opened_by: None,
        copy: None,
    })
}

fn is_there(held: &Store) -> bool {
    let is_mapped = held.mapped.as_ref().is_none_or(|mapped| mapped.is_there(&held.path));
    is_mapped && held.file == opening::file_id(&held.path)
}

//! A log that was removed under whoever has it open: what it holds and the file has not is brought into the file, or where
//! others wrote past it meanwhile kept in a file of its own.
//!
//! Where the index is still there, others share it and see the same. Where that was removed, too, others may have made another
//! beside an empty log and read the file by it: theirs is removed before anything is brought in, so that whoever would write by
//! what he read finds that out first, as with every index that is gone.

use std::fs;
use std::time::Duration;

use super::facts::LOG_ASIDE;
use super::mapped::Mapped;
use super::opening::{beside, file_id, sync_folder};
use super::{Store, schema, turn};
use crate::io::clock::Patience;

/// How long somebody's look at the store is waited for.
const LOOKS_END: Duration = Duration::from_secs(2);

impl Store {
    /// Sees to it that what a removed log holds is not gone with the last who has it open.
    pub(super) fn bring_in_what_was_removed(&self, mapped: &Mapped) {
        if mapped.is_last_of_its_log(&self.path) {
            let _turn = turn::wait(&self.path, LOOKS_END);
            self.folded_in();
            return;
        }
        // Of a file that is not there under its name nothing is to be told.
        let is_in_place = self.file.is_some() && self.file == file_id(&self.path);
        if self.read_only.is_some() || !is_in_place || !mapped.is_left_with_commits(&self.path) {
            return;
        }
        let turn = turn::wait(&self.path, LOOKS_END).ok().filter(turn::Turn::is_held);
        let was_the_last = turn.is_some() && mapped.was_the_last(&self.path);
        let is_in_the_file = was_the_last && self.take_the_names() && self.folded_in();
        if is_in_the_file || self.kept_aside().is_some() {
            // What is kept aside is never folded in: others wrote to the very pages.
            mapped.settle(!is_in_the_file);
        }
    }

    /// Removes the index and the empty log that others made in the place of those that were removed.
    fn take_the_names(&self) -> bool {
        ["-shm", "-wal"].iter().all(|suffix| {
            let removed = fs::remove_file(beside(&self.path, suffix));
            removed.is_ok() || removed.is_err_and(|e| e.kind() == std::io::ErrorKind::NotFound)
        })
    }

    /// Folds the log in that this connection has open, and tells whether all of it is in the file. Whoever is in a look at an
    /// older moment holds that up, and is waited for.
    fn folded_in(&self) -> bool {
        let mut patience = Patience::new(LOOKS_END);
        loop {
            let done = self.conn.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |row| {
                Ok((row.get::<_, i64>(1)?, row.get::<_, i64>(2)?))
            });
            match done {
                Ok((log, folded)) if folded < log && patience.nap() => {}
                Ok((log, folded)) => return folded >= log,
                Err(_) => return false,
            }
        }
    }

    /// Keeps all that this connection sees under the name of a file that was set aside, where a repair looks.
    fn kept_aside(&self) -> Option<()> {
        let (_scratch, copy) = schema::whole_copy(&self.conn, &self.path).ok()?;
        let name = |n: u32| beside(&self.path, &format!("{LOG_ASIDE}{n}"));
        let aside = (1_u32..).map(name).find(|path| !path.exists())?;
        fs::rename(&copy, &aside).ok()?;
        sync_folder(aside.parent()?).ok()
    }
}

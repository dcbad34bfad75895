//! Another file in the place of the store's, with the same in it, so that whoever has the old one open with a log or an index
//! that was removed writes to nothing that anybody reads.
//!
//! Done by whoever has the turn. Pages keep their places: who has opened the old file and finds the new one's log, or the other
//! way round, reads the same from both.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::OpenFlags;
use tempfile::TempDir;

use super::connection;
use super::index;
use super::opening::{self, FileId, beside, sync_folder};
use super::place::FILE;
use super::repair::SCRATCH;
use super::{StoreError, facts, lost_log, owner, schema, turn, unclosed};
use crate::io::clock::Patience;
use crate::io::machine::{self, Holder};

/// How long a copy waits for a lock: nobody else has it open.
pub(super) const COPIED: Duration = Duration::from_secs(2);

/// How often a copy is begun anew when somebody writes meanwhile.
const COPIES: u32 = 5;

/// How long whoever has removed files open has to find that out: one that runs looks twice a second.
const NOTICED: Duration = Duration::from_secs(2);

/// A file that may take the store's name, in a folder of its own beside it.
pub(super) struct Copy {
    _scratch: TempDir,
    pub(super) path: PathBuf,
}

impl Copy {
    /// Makes the folder for one.
    pub(super) fn place(file: &Path) -> Result<Self, StoreError> {
        let scratch = tempfile::Builder::new()
            .prefix(SCRATCH)
            .tempdir_in(file.parent().unwrap_or(file))
            .map_err(|e| StoreError::io(file, e))?;
        let path = scratch.path().join(FILE);
        Ok(Self { _scratch: scratch, path })
    }

    /// Copies the store's file with its log, as of one moment. A log that does not hold is for a repair.
    pub(super) fn of(file: &Path) -> Result<Self, StoreError> {
        let log = beside(file, "-wal");
        let stamps = || [file, &log].map(opening::stamp);
        for _ in 0..COPIES {
            let copy = Self::place(file)?;
            let before = stamps();
            unclosed::copy(file, &copy.path).map_err(|e| StoreError::io(file, e))?;
            match fs::copy(&log, beside(&copy.path, "-wal")) {
                Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(StoreError::io(file, e)),
                Ok(_) | Err(_) => {}
            }
            if before != stamps() {
                continue;
            }
            return match opening::log_fault(&copy.path)? {
                Some(fault) => Err(StoreError::damaged(file, fault.to_string())),
                None => Ok(copy),
            };
        }
        Err(StoreError::io(file, io::Error::other("it kept changing while it was copied")))
    }

    /// Tells whether it holds by SQLite's own rules.
    pub(super) fn is_whole(&self) -> bool {
        let conn = connection::connect(&self.path, OpenFlags::SQLITE_OPEN_READ_WRITE, COPIED);
        conn.is_ok_and(|conn| schema::is_whole(&conn))
    }

    /// Makes one file of it, and has that take the store's name. Of the log and the index that others have there is nothing
    /// more than in this: who has them open finds out that they are gone before he writes.
    pub(super) fn take_the_name(&self, file: &Path) -> Result<(), StoreError> {
        let sort = |e| StoreError::sort(file, COPIED, e);
        let conn =
            connection::connect(&self.path, OpenFlags::SQLITE_OPEN_READ_WRITE, COPIED).map_err(sort)?;
        let mode = connection::with_log(&conn).map_err(sort)?;
        let is_folded = |row: &rusqlite::Row<'_>| Ok(row.get::<_, i64>(0)? == 0);
        let is_folded = conn.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], is_folded).map_err(sort)?;
        if mode != "wal" || !is_folded {
            return Err(StoreError::NoWal { path: self.path.clone(), mode });
        }
        conn.close().map_err(|(_, e)| sort(e))?;
        owner::take_after(&self.path, file)?;
        fs::File::open(&self.path)
            .and_then(|copy| copy.sync_all())
            .and_then(|()| fs::rename(&self.path, file))
            .and_then(|()| remove_beside(file))
            .and_then(|()| sync_folder(file.parent().unwrap_or(file)))
            .map_err(|e| StoreError::io(file, e))
    }
}

/// Sees to a store whose log or its index was removed while others have it open. What is in that log only they have: those of
/// ours find out by themselves, bring it in, and are waited for. Others do not, and may still write to the file, as SQLite
/// does when the last one closes: to one that nobody reads any more.
pub(super) fn leave_behind(file: &Path, limit: Duration) -> Result<(), StoreError> {
    let lacks = |suffix: &str| !beside(file, suffix).exists();
    // What such an index counts is with whoever has that log open, and comes into the file when it is closed.
    let is_elsewhere = || index::is_of_another_log(file);
    // So it is where somebody laid an empty one there who opened the store as the log was being removed.
    let is_laid_anew =
        || fs::metadata(beside(file, "-wal")).is_ok_and(|log| log.len() == 0) && is_had_removed(file);
    let found = opening::file_id(file);
    let is_due = || {
        let has_no_log = lacks("-wal") || is_elsewhere() || is_laid_anew();
        let has_no_index = lacks("-shm");
        let is_same = found.is_some() && opening::file_id(file) == found;
        is_same
            && (has_no_log && is_open(file) || has_no_index && is_open_to_others(file))
            // Where another program has set it to a journal, there was no log to be removed.
            && !facts::is_by_journal(file)
    };
    let mut patience = Patience::new(NOTICED.min(limit));
    while is_due() {
        if patience.nap() {
            continue;
        }
        let turn = turn::wait(file, limit)?;
        // What only a sleeper of ours has is not left behind for that alone.
        let is_whole = !is_elsewhere() && (lacks("-shm") || !is_laid_anew());
        if !is_due() {
            return Ok(());
        }
        // What one of ours has in the removed log he brings in or keeps beside the store once he goes on, and nobody knows it before.
        for (process, log) in had_removed(file) {
            lost_log::note_asleep(file, process, log)?;
        }
        let may_be_left = turn.is_held() && is_whole && is_open_to_others(file);
        return if may_be_left { Copy::of(file)?.take_the_name(file) } else { Ok(()) };
    }
    Ok(())
}

/// Tells whether somebody has a store open whose log was removed, and does not find that out: what was in it only he has.
pub(super) fn stays_without_its_log(file: &Path) -> bool {
    !passes(NOTICED, || (!beside(file, "-wal").exists() || is_had_removed(file)) && is_open(file))
}

/// Waits until none of ours has a log open that was removed; false where one of them does not find that out.
pub(super) fn is_brought_in(file: &Path, limit: Duration) -> bool {
    passes(NOTICED.min(limit), || is_had_removed(file))
}

/// Waits for what is to pass, and tells whether it did.
fn passes(limit: Duration, lasts: impl Fn() -> bool) -> bool {
    let mut patience = Patience::new(limit);
    while lasts() {
        if !patience.nap() {
            return false;
        }
    }
    true
}

/// Tells whether one of ours has the log open that was removed; another may lie in its place by now.
pub(super) fn is_had_removed(file: &Path) -> bool {
    !had_removed(file).is_empty()
}

/// Tells whether a process is one of ours, and has this log open that was removed.
pub(super) fn has_removed(file: &Path, process: u32, log: FileId) -> bool {
    let is_ours = machine::name_of(process) == machine::name_of(std::process::id());
    is_ours && machine::removed(process, &beside(file, "-wal")).contains(&log)
}

/// Returns the processes of ours that have logs open which were removed, each with its log.
fn had_removed(file: &Path) -> Vec<(u32, FileId)> {
    let own = machine::name_of(std::process::id());
    let log = beside(file, "-wal");
    let ours = holders(file).into_iter().filter(|holder| holder.name == own).map(|holder| holder.pid);
    ours.flat_map(|pid| machine::removed(pid, &log).into_iter().map(move |log| (pid, log))).collect()
}

/// The processes that have a store open and of which cannot be told whether a log that was removed is with them: those of
/// another user or another container.
pub(super) fn unseen(file: &Path) -> Vec<Holder> {
    holders(file).into_iter().filter(|holder| !machine::may_look_into(holder.pid)).collect()
}

/// Tells whether another process has a store's file open.
pub(super) fn is_open(file: &Path) -> bool {
    match unclosed::locked_by(file) {
        Ok(by) => by.is_some(),
        Err(_) => !holders(file).is_empty(),
    }
}

/// Tells whether another program has a store's file open, which does not find out that a log was removed.
fn is_open_to_others(file: &Path) -> bool {
    let own = machine::name_of(std::process::id());
    cfg!(not(target_os = "linux"))
        || holders(file).into_iter().any(|holder| holder.name.is_none() || holder.name != own)
}

/// The processes that have a store's file open. Those of other containers, and all where there is no `/proc`, stand in no
/// list and have no name.
fn holders(file: &Path) -> Vec<Holder> {
    let locked = unclosed::locked_by(file);
    // The list of all locks is asked for only where there is one: see `machine::holders`.
    if matches!(locked, Ok(None)) {
        return Vec::new();
    }
    let mut found = machine::holders(&[(file.to_owned(), u64::MAX)]);
    if let Ok(Some(pid)) = locked
        && !found.iter().any(|holder| holder.pid == pid)
    {
        found.push(Holder { pid, name: machine::name_of(pid), writes: false });
    }
    found
}

/// Removes the log and its index that lie beside a store's file. Whoever opens the store in between lays another index by the
/// log that is just going: that counts what nobody finds any more, and goes, too.
pub(super) fn remove_beside(file: &Path) -> io::Result<()> {
    let remove = |suffix: &str| match fs::remove_file(beside(file, suffix)) {
        Err(e) if e.kind() != io::ErrorKind::NotFound => Err(e),
        Ok(()) | Err(_) => Ok(()),
    };
    remove("-shm")?;
    remove("-wal")?;
    // One of the next log stays: others may write by it already, who know nothing of us.
    let is_by_it = !beside(file, "-wal").exists()
        || index::counted_now(file).is_none()
        || index::missing(file).is_some();
    if is_by_it { remove("-shm") } else { Ok(()) }
}

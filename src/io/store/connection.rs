//! One connection to a database, with what every use of it depends on: guards, waiting for others, how commits reach the disk.

use std::path::Path;
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::index;
use crate::io::clock::Patience;

/// From how many pages on a commit folds the log into the file: each opening holds the whole log against its sums, and
/// while a server runs the log stays.
pub(super) const LOG_PAGES: u32 = 128;

/// How long the log's file stays at most when it is begun anew, in bytes.
const LONGEST_LOG: u32 = 1024 * 1024;

/// Opens a connection with the guards every use has, which waits for locks of others for at most `limit` a step; reads and
/// writes nothing yet.
pub(super) fn connect(path: &Path, flags: OpenFlags, limit: Duration) -> rusqlite::Result<Connection> {
    let flags = flags | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_NOFOLLOW;
    let mut conn = Connection::open_with_flags(path, flags)?;
    wait_for_locks(&mut conn, limit)?;
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    conn.pragma_update(None, "trusted_schema", false)?;
    conn.pragma_update(None, "cell_size_check", true)?;
    conn.pragma_update_and_check(None, "mmap_size", 0, |_| Ok(())).or_else(no_row_is_fine)?;
    Ok(conn)
}

/// Lets the connection wait for locks of others, in short uneven naps, for at most `limit`.
pub(super) fn wait_for_locks(conn: &mut Connection, limit: Duration) -> rusqlite::Result<()> {
    let mut patience = Patience::new(limit);
    conn.busy_handler(Some(move |calls: i32| {
        if calls == 0 {
            patience.restart();
        }
        patience.nap()
    }))
}

/// Has commits go to a log first; returns how they do.
pub(super) fn with_log(conn: &Connection) -> rusqlite::Result<String> {
    conn.pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get(0))
}

/// Sets how commits reach the disk, and when the log is folded in.
pub(super) fn made_durable(conn: &Connection) -> rusqlite::Result<()> {
    conn.pragma_update(None, "synchronous", "FULL")?;
    // Nothing comes into the log before the commit, which is made only where the log is known to be the one others use.
    conn.pragma_update(None, "cache_spill", false)?;
    conn.pragma_update(None, "foreign_keys", true)?;
    // What one long look of a reader kept in the log is cut off as soon as the log is begun anew.
    conn.pragma_update_and_check(None, "journal_size_limit", LONGEST_LOG, |_| Ok(()))?;
    // By SQLite itself it would be part of a commit, and so of one that is refused afterwards.
    let by_itself = if index::IS_TOLD { 0 } else { LOG_PAGES };
    conn.pragma_update_and_check(None, "wal_autocheckpoint", by_itself, |_| Ok(()))?;
    if cfg!(target_os = "macos") {
        // There a plain fsync leaves the data in the drive's cache.
        conn.pragma_update(None, "fullfsync", true)?;
        conn.pragma_update(None, "checkpoint_fullfsync", true)?;
    }
    Ok(())
}

/// Repeats a step that SQLite refuses as busy without asking the busy handler, within the same limit.
pub(super) fn patiently<T>(
    limit: Duration,
    mut step: impl FnMut() -> rusqlite::Result<T>,
) -> rusqlite::Result<T> {
    let mut patience = Patience::new(limit);
    loop {
        match step() {
            Err(e) if is_busy(&e) && patience.nap() => {}
            result => return result,
        }
    }
}

pub(super) fn is_busy(e: &rusqlite::Error) -> bool {
    matches!(
        e.sqlite_error_code(),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked | ErrorCode::FileLockingProtocolFailed)
    )
}

/// A build without memory mapping answers that pragma with no row.
fn no_row_is_fine(e: rusqlite::Error) -> rusqlite::Result<()> {
    if matches!(e, rusqlite::Error::QueryReturnedNoRows) { Ok(()) } else { Err(e) }
}

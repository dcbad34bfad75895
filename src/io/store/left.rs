//! All that a store's file and a log of it hold that was removed, as the next to open both would have found it.
//!
//! Whoever has the log open sees it by the index that was the log's when he opened it. Where that was removed, others may have
//! written to the log by the next index, folded it into the file, and begun it anew: what they were answered for is seen by
//! nobody who looks through the first. So the log is read once more, from its beginning, beside a copy of the file.

use std::fs;
use std::path::Path;

use rusqlite::{Connection, OpenFlags};

use super::exchange::{COPIED, Copy};
use super::mapped::Mapped;
use super::opening::{FileId, beside, file_id};
use super::{StoreError, connection, log, schema, unclosed};

/// A copy of the file with the log in it.
pub(super) struct Left {
    conn: Connection,
    _copy: Copy,
}

impl Left {
    /// Copies the file and the log that a connection to `path` has open. Nothing where that connection is all that can see
    /// it: where the system does not tell, the log was cut or changed by others than SQLite, or does not go with what the file
    /// holds by now.
    ///
    /// # Errors
    ///
    /// There is no room for a copy.
    pub(super) fn of(path: &Path, file: Option<FileId>, mapped: &Mapped) -> Result<Option<Self>, StoreError> {
        let (Some(file), Some(left)) = (file, mapped.left()) else { return Ok(None) };
        let taken = log::taken(&left).filter(|_| log::fault(&left).is_none());
        let has_all = taken.is_some_and(|taken| mapped.counted().is_some_and(|own| taken.has(own)));
        if !has_all {
            return Ok(None);
        }
        let copy = Copy::place(path)?;
        let failed = |e| StoreError::io(path, e);
        if !is_copied(path, file, &copy)? {
            return Ok(None);
        }
        fs::write(beside(&copy.path, "-wal"), left).map_err(failed)?;
        let sort = |e| StoreError::sort(path, COPIED, e);
        let conn =
            connection::connect(&copy.path, OpenFlags::SQLITE_OPEN_READ_WRITE, COPIED).map_err(sort)?;
        Ok(schema::is_whole(&conn).then_some(Self { conn, _copy: copy }))
    }

    /// The connection that sees all of it.
    pub(super) fn seen(&self) -> &Connection {
        &self.conn
    }
}

/// Copies the file that a store has open, whatever its name means by now; false where that is not known, or it is written.
fn is_copied(path: &Path, file: FileId, copy: &Copy) -> Result<bool, StoreError> {
    let failed = |e| StoreError::io(path, e);
    if file_id(path) == Some(file) {
        // So that it is known here once it has lost the name.
        let _ = unclosed::reader(path).map_err(failed)?;
    }
    unclosed::copy_known(file, &copy.path).map_err(failed)
}

//! The file of a store without its log, held against what the log shows.
//!
//! SQLite takes whatever log lies beside a file for the file's own. One of another store, or of another time, as a copied or
//! restored folder leaves it, hides what the file holds, and is folded into it by the next writer. But streams are never
//! deleted and only grow: what the file alone holds shows through its own log, too.
//!
//! Looks at a few streams, once for each log: the first and the last, and those that are open.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read as _;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use rusqlite::{Connection, OpenFlags, OptionalExtension as _, params};

use super::connection;
use super::opening::{self, FileId, beside};
use super::{chain, reading};

/// Bytes of a log's header, which no two logs share.
const HEADER: usize = 32;

/// What is looked at: the first stream, the last, and some of the open ones, which may have grown.
const LOOKED_AT: &str = "
SELECT born, id, events, head FROM stream WHERE born = (SELECT min(born) FROM stream)
UNION SELECT born, id, events, head FROM stream WHERE born = (SELECT max(born) FROM stream)
UNION SELECT * FROM (SELECT born, id, events, head FROM stream WHERE key > '' LIMIT 64)";

/// A file and its log as they were when that hid nothing: how the log begins, and how the file stood.
type Vouched = ([u8; HEADER], Option<(u64, SystemTime)>);

/// The logs that hid nothing, by the files that they lie beside. A file that was written since is looked at again: a backup
/// may have been put in its place.
static VOUCHED: Mutex<BTreeMap<FileId, Vouched>> = Mutex::new(BTreeMap::new());

/// A stream as the file alone has it.
struct Seen {
    born: i64,
    id: String,
    events: i64,
    head: String,
}

/// Says what the file holds that `conn`, which reads it through its log, does not show; nothing where there is no such thing.
/// What looks so only while another process writes is none.
pub(super) fn hidden(file: &Path, conn: &Connection) -> Option<String> {
    let log = (header(file)?, opening::stamp(file));
    let known = opening::file_id(file);
    let vouched = || VOUCHED.lock().unwrap_or_else(PoisonError::into_inner);
    if known.is_some_and(|id| vouched().get(&id) == Some(&log)) {
        return None;
    }
    let found = opening::agreed(|| hidden_now(file, conn));
    if let (None, Some(id)) = (&found, known) {
        vouched().insert(id, log);
    }
    found
}

fn header(file: &Path) -> Option<[u8; HEADER]> {
    let mut header = [0; HEADER];
    File::open(beside(file, "-wal")).and_then(|mut log| log.read_exact(&mut header)).ok()?;
    Some(header)
}

/// The file is read first: what it holds by then the log must show.
fn hidden_now(file: &Path, conn: &Connection) -> Option<String> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
    let alone = connection::connect(&opening::unshared(file), flags, opening::lock_wait()).ok()?;
    // A file whose tables are in the log alone, or that is being written at this moment, tells nothing.
    let streams = looked_at(&alone).ok()?;
    let hidden = streams.into_iter().find(|seen| {
        let proves = u64::try_from(seen.events).is_ok_and(|last| {
            let row = reading::row(&alone, &seen.id, last).ok().flatten().and_then(Result::ok);
            row.is_some_and(|event| {
                event.hash == seen.head && chain::check(&event.prev, &seen.id, last, &event).is_ok()
            })
        });
        proves && matches!(shows(conn, seen), Ok(false))
    })?;
    Some(format!(
        "the write-ahead log beside it is of another store or of another time: it hides event {} of {}, which the file without it holds",
        hidden.events, hidden.id
    ))
}

fn looked_at(alone: &Connection) -> rusqlite::Result<Vec<Seen>> {
    let mut statement = alone.prepare(LOOKED_AT)?;
    let rows = statement.query_map([], |row| {
        Ok(Seen { born: row.get(0)?, id: row.get(1)?, events: row.get(2)?, head: row.get(3)? })
    })?;
    rows.collect()
}

/// Tells whether a stream's events are there, by its row or by the last of them.
fn shows(conn: &Connection, seen: &Seen) -> rusqlite::Result<bool> {
    let row = "SELECT 1 FROM stream WHERE born = ?1 AND id = ?2 AND events >= ?3";
    if conn.query_row(row, params![seen.born, seen.id, seen.events], |_| Ok(())).optional()?.is_some() {
        return Ok(true);
    }
    let event = "SELECT 1 FROM event WHERE stream = ?1 AND seq = ?2 AND hash = ?3";
    Ok(conn.query_row(event, params![seen.id, seen.events, seen.head], |_| Ok(())).optional()?.is_some())
}

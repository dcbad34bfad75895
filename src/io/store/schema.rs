//! The tables of the store and how an older file is brought up to date.
//!
//! Never drops or rewrites an event: a migration adds.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, TransactionBehavior};

use super::connection::patiently;
use super::opening::{beside, lock_wait, sync_folder};
use super::{StoreError, mended};

/// Marks the file as ours in SQLite's header: "CSGN".
pub(super) const APPLICATION_ID: i64 = 0x4353_474E;

/// The schema this version writes, in `PRAGMA user_version`.
pub const SCHEMA: i64 = MIGRATIONS.len() as i64;

/// The oldest schema version whose reader understands what this version writes.
const MIN_READER: i64 = 1;

/// Step n brings schema n to n + 1. Each changes SQLite's list of tables: a store with a later number and the list of this
/// version is no newer one, but a damaged one.
const MIGRATIONS: &[&str] = &[V1, V2, V3, V4];

/// `event` has no rowid so that the only copy of each column is the one that is read and hashed.
/// The triggers on insertion are there because `OR REPLACE` deletes without firing a delete trigger.
/// `stream.key` is set while the subject is open; `subject` keeps every key a stream ever had.
const V1: &str = "
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE stream (
  born INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  key TEXT UNIQUE,
  events INTEGER NOT NULL,
  head TEXT NOT NULL,
  last_at INTEGER NOT NULL
) STRICT;
CREATE TABLE subject (
  subject TEXT NOT NULL,
  stream TEXT NOT NULL REFERENCES stream (id),
  PRIMARY KEY (subject, stream)
) STRICT, WITHOUT ROWID;
CREATE TABLE event (
  stream TEXT NOT NULL REFERENCES stream (id),
  seq INTEGER NOT NULL CHECK (seq > 0),
  at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  version INTEGER NOT NULL,
  body TEXT NOT NULL,
  prev TEXT NOT NULL,
  hash TEXT NOT NULL,
  PRIMARY KEY (stream, seq)
) STRICT, WITHOUT ROWID;
CREATE TABLE blob (hash TEXT PRIMARY KEY, content BLOB NOT NULL) STRICT;
CREATE TABLE stray (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  loop_hint TEXT,
  reason TEXT NOT NULL,
  text TEXT NOT NULL
) STRICT;
CREATE TRIGGER event_follows_the_last BEFORE INSERT ON event
  WHEN NEW.seq IS NOT 1 + (SELECT coalesce(max(seq), 0) FROM event WHERE stream = NEW.stream)
  BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
CREATE TRIGGER event_is_never_changed BEFORE UPDATE ON event
  BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
CREATE TRIGGER event_is_never_deleted BEFORE DELETE ON event
  BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
CREATE TRIGGER blob_is_kept_once BEFORE INSERT ON blob
  WHEN EXISTS (SELECT 1 FROM blob WHERE hash = NEW.hash)
  BEGIN SELECT RAISE(IGNORE); END;
CREATE TRIGGER blob_is_never_changed BEFORE UPDATE ON blob
  BEGIN SELECT RAISE(ABORT, 'contents are append-only'); END;
CREATE TRIGGER blob_is_never_deleted BEFORE DELETE ON blob
  BEGIN SELECT RAISE(ABORT, 'contents are append-only'); END;
CREATE TRIGGER stream_is_new BEFORE INSERT ON stream
  WHEN EXISTS (SELECT 1 FROM stream WHERE id = NEW.id OR key = NEW.key OR born = NEW.born)
  BEGIN SELECT RAISE(ABORT, 'a stream is never replaced'); END;
CREATE TRIGGER stream_takes_no_held_key BEFORE UPDATE OF key ON stream
  WHEN EXISTS (SELECT 1 FROM stream WHERE key = NEW.key AND id <> NEW.id)
  BEGIN SELECT RAISE(ABORT, 'a key has one stream'); END;
CREATE TRIGGER stream_keeps_its_origin BEFORE UPDATE OF born, id, kind, subject ON stream
  BEGIN SELECT RAISE(ABORT, 'the origin of a stream is never changed'); END;
CREATE TRIGGER stream_only_grows BEFORE UPDATE OF events ON stream WHEN NEW.events < OLD.events
  BEGIN SELECT RAISE(ABORT, 'a stream only grows'); END;
CREATE TRIGGER stream_is_never_deleted BEFORE DELETE ON stream
  BEGIN SELECT RAISE(ABORT, 'a stream is never deleted'); END;
";

/// Who makes a call, from a host's hook until the call: no event, since what came of it carries it. Rows are never
/// changed, so that a second hook cannot take a call over; old ones are forgotten.
const V2: &str = "
CREATE TABLE attestation (
  call TEXT PRIMARY KEY,
  session TEXT NOT NULL,
  agent TEXT,
  kind TEXT,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX attestation_by_time ON attestation (at);
CREATE TRIGGER attestation_is_never_changed BEFORE UPDATE ON attestation
  BEGIN SELECT RAISE(ABORT, 'what was attested stands'); END;
";

/// What an agent works on, as a host's hooks tell: the loops its calls name, the pass it was started for, and how often
/// it was held back at a step. No events: what came of them carries them.
const V3: &str = "
CREATE TABLE bound (
  session TEXT NOT NULL,
  agent TEXT NOT NULL,
  loop TEXT NOT NULL,
  pass INTEGER NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (session, agent)
) STRICT, WITHOUT ROWID;
CREATE TABLE held_back (
  session TEXT NOT NULL,
  agent TEXT NOT NULL,
  step TEXT NOT NULL,
  times INTEGER NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (session, agent, step)
) STRICT, WITHOUT ROWID;
";

/// What streams name and which are settled, worked out from their events: see `names`. Every stream that is there is
/// unlisted at first, so that bringing a large store up to date takes no longer than a small one.
const V4: &str = "
CREATE TABLE pinned (
  name INTEGER NOT NULL,
  born INTEGER NOT NULL,
  PRIMARY KEY (name, born)
) STRICT, WITHOUT ROWID;
CREATE TABLE unlisted (stream TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
INSERT INTO unlisted (stream) SELECT id FROM stream;
CREATE TABLE settled (stream TEXT PRIMARY KEY, head TEXT NOT NULL) STRICT, WITHOUT ROWID;
";

/// What an existing database says it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Identity {
    /// Nothing in it yet: a file that was just made, or whose maker was killed.
    Fresh,
    /// Ours, of this or an older schema.
    Ours { schema: i64 },
    /// Ours, of a newer schema; `readable` when its writer lets this version read it.
    Newer { schema: i64, readable: bool },
    /// Ours, but for its number, which is damaged: its tables are those of another schema.
    Misnumbered { schema: i64, tables: i64 },
    /// A database of another program.
    Foreign,
}

/// Asks a database what it is, changing nothing.
pub(super) fn identify(conn: &Connection) -> rusqlite::Result<Identity> {
    // One transaction: between two reads another process may be making the very tables.
    let tx = conn.unchecked_transaction()?;
    let number = |sql: &str| tx.query_row(sql, [], |row| row.get::<_, i64>(0));
    let schema = number("PRAGMA user_version")?;
    let tables = number("SELECT count(*) FROM sqlite_schema")?;
    match number("PRAGMA application_id")? {
        0 if schema == 0 && tables == 0 => Ok(Identity::Fresh),
        APPLICATION_ID if schema > SCHEMA => {
            let min_reader = number("SELECT CAST(value AS INTEGER) FROM meta WHERE name = 'min_reader'");
            if let Some(tables) = mended::schema_of(&tx)?.filter(|_| min_reader == Ok(MIN_READER)) {
                return Ok(Identity::Misnumbered { schema, tables });
            }
            // A newer file that does not say who may read it is not guessed at.
            Ok(Identity::Newer { schema, readable: min_reader.is_ok_and(|least| least <= SCHEMA) })
        }
        // Brought up to date, it would be given tables that it has.
        APPLICATION_ID if schema > 0 && schema < SCHEMA => match mended::tables_of(&tx, schema)?.0 {
            tables if tables > schema => Ok(Identity::Misnumbered { schema, tables }),
            _ => Ok(Identity::Ours { schema }),
        },
        APPLICATION_ID if schema > 0 => Ok(Identity::Ours { schema }),
        _ => Ok(Identity::Foreign),
    }
}

/// Keeps a copy of a store of an older schema beside it, as `store.db.schema-1`, before it is brought up to date; where an
/// earlier one holds something else, as `store.db.schema-1-2` and so on. The first of several that start at once keeps it.
pub(super) fn keep_backup(conn: &Connection, path: &Path) -> Result<(), StoreError> {
    let sort = |e| StoreError::sort(path, lock_wait(), e);
    let failed = |source: io::Error| StoreError::io(path, source);
    let version = |conn: &Connection| conn.query_row("PRAGMA user_version", [], |row| row.get::<_, i64>(0));
    let found = version(conn).map_err(sort)?;
    if found == 0 || found >= SCHEMA {
        return Ok(());
    }
    let folder = path.parent().unwrap_or(path);
    let (_scratch, copy) = whole_copy(conn, path)?;
    let copied = Connection::open(&copy).and_then(|copied| version(&copied)).map_err(sort)?;
    if copied != found {
        // Another was faster, and kept it.
        return Ok(());
    }
    for n in 1_u32.. {
        let more = if n > 1 { format!("-{n}") } else { String::new() };
        let backup = beside(path, &format!(".schema-{found}{more}"));
        match fs::read(&backup) {
            // Kept already: by one that started at the same time, or was killed before it went on.
            Ok(kept) if kept == fs::read(&copy).map_err(failed)? => return Ok(()),
            Ok(_) => {}
            Err(e) if e.kind() == io::ErrorKind::NotFound => {
                fs::rename(&copy, &backup).map_err(failed)?;
                break;
            }
            Err(e) => return Err(failed(e)),
        }
    }
    sync_folder(folder).map_err(failed)
}

/// Writes all that a connection sees into one file in a scratch folder beside the store; it is on the disk when this returns.
pub(super) fn whole_copy(conn: &Connection, path: &Path) -> Result<(tempfile::TempDir, PathBuf), StoreError> {
    let failed = |source: io::Error| StoreError::io(path, source);
    let folder = path.parent().unwrap_or(path);
    let scratch =
        tempfile::Builder::new().prefix(super::repair::SCRATCH).tempdir_in(folder).map_err(failed)?;
    let copy = scratch.path().join("copy.db");
    patiently(lock_wait(), || conn.execute("VACUUM INTO ?1", [copy.to_string_lossy()]))
        .map_err(|e| StoreError::sort(path, lock_wait(), e))?;
    fs::File::open(&copy).and_then(|file| file.sync_all()).map_err(failed)?;
    Ok((scratch, copy))
}

/// Tells whether all that a connection sees holds by SQLite's own rules.
pub(super) fn is_whole(conn: &Connection) -> bool {
    let first = conn.query_row("PRAGMA integrity_check(1)", [], |row| row.get::<_, String>(0));
    first.is_ok_and(|first| first == "ok")
}

/// Makes the tables of a schema in a database that has none.
pub(super) fn make(conn: &Connection, schema: i64) -> rusqlite::Result<()> {
    MIGRATIONS.iter().take(usize::try_from(schema).unwrap_or(0)).try_for_each(|step| conn.execute_batch(step))
}

/// Brings the database to this version's schema, all or nothing; safe when several start at once. Tells whether it has it: not
/// where `is_there` says no before it would be committed.
pub(super) fn migrate(conn: &mut Connection, is_there: &dyn Fn() -> bool) -> rusqlite::Result<bool> {
    let tx = conn.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let found: i64 = tx.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    if found < SCHEMA {
        for step in MIGRATIONS.iter().skip(usize::try_from(found).unwrap_or(0)) {
            tx.execute_batch(step)?;
        }
        tx.execute(
            "INSERT INTO meta (name, value) VALUES ('min_reader', ?1)
             ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            [MIN_READER.to_string()],
        )?;
        tx.pragma_update(None, "application_id", APPLICATION_ID)?;
        tx.pragma_update(None, "user_version", SCHEMA)?;
        if !is_there() {
            return Ok(false);
        }
    }
    tx.commit()?;
    Ok(true)
}

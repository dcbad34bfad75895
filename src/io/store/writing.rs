//! The writes: each is one `BEGIN IMMEDIATE` transaction, all or nothing.

use std::time::Duration;

use rusqlite::{OptionalExtension as _, Transaction, TransactionBehavior, params};

use super::chain::{self, Fault};
use super::connection;
use super::{
    Batch, KeyChange, Opened, Store, StoreError, Stored, blob_id, cuts, exchange, index, names, opening,
    reading, turn,
};
use crate::domain::ids::Timestamp;

impl Store {
    /// Appends a batch to a stream that holds exactly `expected` events, and returns the new rows.
    ///
    /// `Stale` tells that another writer was faster. When it returns `Ok`, the rows are on disk.
    pub fn append(&mut self, stream: &str, expected: u64, batch: &Batch) -> Result<Vec<Stored>, StoreError> {
        self.write(|store, tx| {
            let Some((events, head)) = store.tail(tx, stream)? else {
                return Err(store.absent(stream));
            };
            if events != expected {
                return Err(StoreError::Stale { stream: stream.to_owned(), expected, actual: events });
            }
            store.insert(tx, stream, events, &head, batch)
        })
    }

    /// Opens the stream of a subject with its first batch, or returns the open stream of that subject.
    ///
    /// `key` names the subject; no two open streams share one. `stream` is the id for a new stream.
    pub fn open_stream(
        &mut self,
        key: &str,
        stream: &str,
        kind: &str,
        first: &Batch,
    ) -> Result<Opened, StoreError> {
        self.write(|store, tx| {
            if let Some(holder) = reading::holder_in_rows(tx, key).map_err(|e| store.sort(e))? {
                return Ok(Opened::Existing(holder));
            }
            if store.tail(tx, stream)?.is_some() {
                return Err(StoreError::StreamTaken { stream: stream.to_owned() });
            }
            let head = chain::genesis(stream, kind, key);
            let at = first.events.first().map_or(0, |event| event.at.0);
            // Behind what a repair left out, too, whose places nobody holds any more; else SQLite gives it the next place.
            let behind = cuts::last_cut(tx);
            tx.execute(
                "INSERT INTO stream (born, id, kind, subject, key, events, head, last_at)
                 VALUES (CASE WHEN ?6 >= (SELECT coalesce(max(born), 0) FROM stream) THEN ?6 + 1 END,
                         ?1, ?2, ?3, ?3, 0, ?4, ?5)",
                params![stream, kind, key, head, at, behind],
            )
            .map_err(|e| store.sort(e))
            .and_then(|rows| store.was_kept(rows, "a stream"))?;
            store.note_subject(tx, key, stream)?;
            store.insert(tx, stream, 0, &head, first).map(Opened::New)
        })
    }

    /// Keeps a content and returns the hash that names it; a content that is there already is not doubled.
    pub fn put_blob(&mut self, content: &[u8]) -> Result<String, StoreError> {
        self.write(|store, tx| store.keep_blob(tx, content))
    }

    /// Returns a secret of this store by its name; the first caller's `fresh` one is kept for good.
    ///
    /// Whoever can read the file can read it: it tells this repository's servers from anything a client makes up,
    /// not from the repository's owner.
    pub fn secret(&mut self, name: &str, fresh: &str) -> Result<String, StoreError> {
        let held = |conn: &rusqlite::Connection| {
            conn.query_row("SELECT value FROM meta WHERE name = ?1", [name], |row| row.get::<_, String>(0))
                .optional()
        };
        if let Some(secret) = held(&self.conn).map_err(|e| self.sort(e))? {
            return Ok(secret);
        }
        self.write(|store, tx| {
            tx.execute(
                "INSERT INTO meta (name, value) VALUES (?1, ?2) ON CONFLICT (name) DO NOTHING",
                [name, fresh],
            )
            .map_err(|e| store.sort(e))?;
            tx.query_row("SELECT value FROM meta WHERE name = ?1", [name], |row| row.get(0))
                .map_err(|e| store.sort(e))
        })
    }

    /// Keeps a text that belongs to no loop, with the reason, and returns its number.
    pub fn keep_stray(
        &mut self,
        at: Timestamp,
        loop_hint: Option<&str>,
        reason: &str,
        text: &str,
    ) -> Result<i64, StoreError> {
        self.write(|store, tx| {
            tx.execute(
                "INSERT INTO stray (at, loop_hint, reason, text) VALUES (?1, ?2, ?3, ?4)",
                params![at.0, loop_hint, reason, text],
            )
            .map_err(|e| store.sort(e))?;
            Ok(tx.last_insert_rowid())
        })
    }

    /// Runs one write; whatever fails leaves the store as it was.
    pub(super) fn write<T>(
        &self,
        change: impl FnOnce(&Self, &Transaction<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        if let Some(reason) = self.read_only {
            return Err(StoreError::ReadOnly { path: self.path.clone(), reason });
        }
        let turn = turn::wait(&self.path, self.lock_wait)?;
        let begin = || Transaction::new_unchecked(&self.conn, TransactionBehavior::Immediate);
        let tx = connection::patiently(turn.left, begin).map_err(|e| self.sort(e))?;
        let result = change(self, &tx)?;
        // Into a file without a name even a durable commit would be lost.
        if self.file != opening::file_id(&self.path) {
            return Err(StoreError::Replaced { path: self.path.clone() });
        }
        // Past the index that others use it would be written over.
        self.shared()?;
        tx.commit().map_err(|e| self.sort(e))?;
        // Where it was removed meanwhile nobody can answer for it: the call is repeated, and finds out.
        if let Err(removed) = self.shared() {
            self.have_others_look_again(&turn);
            return Err(removed);
        }
        self.fold_in();
        if let Some(mapped) = &self.mapped {
            mapped.saw(&self.path);
        }
        drop(turn);
        Ok(result)
    }

    /// Takes away an index that somebody made while this commit was written by the one that was removed: it counts the log
    /// without that commit, and the next one by it would be written over half of what those see who have the removed one.
    /// Whoever has the turn is the only one who commits by any index, and the next one is made of all that the log holds.
    fn have_others_look_again(&self, turn: &turn::Turn) {
        let has_log = self.mapped.as_ref().is_some_and(|mapped| mapped.is_logged_in(&self.path));
        if turn.is_held() && has_log && self.file == opening::file_id(&self.path) {
            // Most often there is none yet.
            let _ = std::fs::remove_file(opening::beside(&self.path, "-shm"));
        }
    }

    /// Has a log that grew long brought into the file. What is committed lies in the log, so that it may fail: the next commit
    /// tries again, and says what it cannot do.
    fn fold_in(&self) {
        let pages = if index::IS_TOLD { index::frames(&self.path) } else { None };
        if pages.is_some_and(|pages| pages >= connection::LOG_PAGES) {
            let _ = self.conn.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()));
        }
    }

    /// Has all of the log brought into the file, where it is the one that others use and nobody writes.
    pub(super) fn fold_in_at_the_end(&self) {
        /// For how long another's commit is waited for.
        const AT_MOST: Duration = Duration::from_millis(500);
        let is_writable = self.read_only.is_none() && self.file == opening::file_id(&self.path);
        let turn = if is_writable { turn::wait(&self.path, AT_MOST).ok() } else { None };
        if turn.is_some() && self.shared().is_ok() {
            let _ = self.conn.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()));
        }
    }

    /// Refuses where the log and its index are not those that others use.
    pub(super) fn shared(&self) -> Result<(), StoreError> {
        match &self.mapped {
            Some(mapped) if !mapped.is_there(&self.path) => Err(opening::gone(&self.path)),
            Some(_) if self.file != opening::file_id(&self.path) => {
                Err(StoreError::Replaced { path: self.path.clone() })
            }
            Some(_) | None => Ok(()),
        }
    }

    /// Returns length and head of a stream after checking its last link, or nothing for no stream.
    fn tail(&self, tx: &Transaction<'_>, stream: &str) -> Result<Option<(u64, String)>, StoreError> {
        let found = tx
            .query_row("SELECT events, head FROM stream WHERE id = ?1", [stream], |row| {
                Ok((row.get::<_, i64>(0).unwrap_or(-1), reading::lossy(row, 1)?))
            })
            .optional()
            .map_err(|e| self.sort(e))?;
        let Some((events, head)) = found else { return Ok(None) };
        let Ok(events) = u64::try_from(events) else {
            return Err(StoreError::Broken { stream: stream.to_owned(), seq: 0, fault: Fault::Head });
        };
        let broken = |fault| StoreError::Broken { stream: stream.to_owned(), seq: events, fault };
        if events > 0 {
            let last = reading::row(tx, stream, events).map_err(|e| self.sort(e))?;
            let last = last.ok_or(Fault::Missing).and_then(|row| row).map_err(broken)?;
            chain::check(&last.prev, stream, events, &last).map_err(broken)?;
            if last.hash != head {
                return Err(broken(Fault::Head));
            }
        }
        Ok(Some((events, head)))
    }

    fn insert(
        &self,
        tx: &Transaction<'_>,
        stream: &str,
        events: u64,
        head: &str,
        batch: &Batch,
    ) -> Result<Vec<Stored>, StoreError> {
        let rows = chain::extend(stream, events, head, &batch.events);
        for row in &rows {
            tx.prepare_cached(
                "INSERT INTO event (stream, seq, at, kind, version, body, prev, hash)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            )
            .and_then(|mut insert| {
                let seq = row.seq.cast_signed();
                insert.execute(params![
                    stream,
                    seq,
                    row.at.0,
                    row.kind,
                    row.version,
                    row.body,
                    row.prev,
                    row.hash
                ])
            })
            .map_err(|e| self.sort(e))
            .and_then(|rows| self.was_kept(rows, "an event"))?;
        }
        if let Some(last) = rows.last() {
            tx.execute(
                "UPDATE stream SET events = ?2, head = ?3, last_at = ?4 WHERE id = ?1",
                params![stream, last.seq.cast_signed(), last.hash, last.at.0],
            )
            .map_err(|e| self.sort(e))
            .and_then(|rows| self.was_kept(rows, "the head of a chain"))?;
        }
        names::keep(tx, stream, batch.names.as_deref()).map_err(|e| self.sort(e))?;
        if let Some(last) = rows.last().filter(|_| batch.settles) {
            names::settle(tx, stream, &last.hash).map_err(|e| self.sort(e))?;
        }
        for content in &batch.blobs {
            self.keep_blob(tx, content)?;
        }
        self.change_key(tx, stream, &batch.key)?;
        Ok(rows)
    }

    /// Refuses to answer for what was not written: a trigger may pass a row over without a word.
    fn was_kept(&self, rows: usize, what: &str) -> Result<(), StoreError> {
        if rows == 1 {
            return Ok(());
        }
        let why = format!("it did not keep {what} that was written: SQLite's own list was changed in it");
        Err(StoreError::damaged(&self.path, why))
    }

    fn change_key(&self, tx: &Transaction<'_>, stream: &str, change: &KeyChange) -> Result<(), StoreError> {
        let set = |key: Option<&str>| {
            tx.execute("UPDATE stream SET key = ?2 WHERE id = ?1", params![stream, key])
                .map_err(|e| self.sort(e))
        };
        match change {
            KeyChange::Keep => Ok(()),
            KeyChange::Release => set(None).map(|_| ()),
            KeyChange::Move(key) => {
                let holder = reading::holder(tx, key).map_err(|e| self.sort(e))?;
                if let Some(holder) = holder.filter(|holder| holder != stream) {
                    return Err(StoreError::KeyTaken { key: key.clone(), holder });
                }
                set(Some(key))?;
                self.note_subject(tx, key, stream)
            }
        }
    }

    fn note_subject(&self, tx: &Transaction<'_>, subject: &str, stream: &str) -> Result<(), StoreError> {
        tx.execute("INSERT OR IGNORE INTO subject (subject, stream) VALUES (?1, ?2)", [subject, stream])
            .map(|_| ())
            .map_err(|e| self.sort(e))
    }

    fn keep_blob(&self, tx: &Transaction<'_>, content: &[u8]) -> Result<String, StoreError> {
        let hash = blob_id(content);
        tx.execute("INSERT OR IGNORE INTO blob (hash, content) VALUES (?1, ?2)", params![hash, content])
            .map_err(|e| self.sort(e))?;
        Ok(hash)
    }

    pub(super) fn sort(&self, e: rusqlite::Error) -> StoreError {
        self.unless_removed(StoreError::sort(&self.path, self.lock_wait, e))
    }

    /// What is read past the log that others use tells of no damage, nor what is read without the one that another has open.
    pub(super) fn unless_removed(&self, error: StoreError) -> StoreError {
        let looks_damaged = matches!(error, StoreError::Damaged { .. } | StoreError::Broken { .. });
        match self.shared() {
            Err(removed) => removed,
            Ok(()) if looks_damaged && exchange::is_had_removed(&self.path) => opening::gone(&self.path),
            Ok(()) => error,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::store::NewEvent;

    fn text(len: usize) -> Batch {
        let body = "z".repeat(len);
        Batch::new([NewEvent { at: Timestamp(1), kind: "noted".into(), version: 1, body }])
    }

    #[test]
    fn a_full_disk_is_named_and_nothing_is_half_written() {
        let dir = tempfile::TempDir::new().unwrap();
        let mut store = Store::open(dir.path()).unwrap();
        assert!(matches!(store.open_stream("k", "rl-1", "loop", &text(10)).unwrap(), Opened::New(_)));
        // SQLite reports a bounded file as it reports a full device.
        let pages: i64 = store.conn.query_row("PRAGMA page_count", [], |row| row.get(0)).unwrap();
        store.conn.pragma_update_and_check(None, "max_page_count", pages, |_| Ok(())).unwrap();
        let batch = text(200_000).with_blob("content").releasing_key();
        let refused = store.append("rl-1", 1, &batch);
        assert!(matches!(refused, Err(StoreError::DiskFull { .. })), "{refused:?}");
        assert_eq!(store.events("rl-1").unwrap().len(), 1);
        assert_eq!(store.stream_for_key("k").unwrap().as_deref(), Some("rl-1"));
        assert_eq!(store.verify_all(), []);
        store.conn.pragma_update_and_check(None, "max_page_count", pages + 500, |_| Ok(())).unwrap();
        assert_eq!(store.append("rl-1", 1, &batch).unwrap().len(), 1);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn an_index_that_was_made_while_a_commit_was_written_is_taken_away_and_no_other() {
        let dir = tempfile::TempDir::new().unwrap();
        let mut store = Store::open(dir.path()).unwrap();
        let _ = store.open_stream("k", "rl-1", "loop", &text(10)).unwrap();
        let [index, log] = ["-shm", "-wal"].map(|suffix| opening::beside(&store.path, suffix));
        let made_meanwhile = || {
            let _ = std::fs::remove_file(&index);
            std::fs::write(&index, "another's").unwrap();
        };
        let look = |store: &Store| {
            let turn = turn::wait(&store.path, Duration::from_secs(1)).unwrap();
            store.have_others_look_again(&turn);
        };
        made_meanwhile();
        look(&store);
        assert!(!index.exists(), "it counts the log without that commit");
        // With another log that one goes on by itself.
        made_meanwhile();
        std::fs::rename(&log, dir.path().join("kept")).unwrap();
        std::fs::write(&log, "").unwrap();
        look(&store);
        assert!(index.exists(), "it is of another log");
    }

    #[test]
    fn commits_wait_for_the_disk() {
        let dir = tempfile::TempDir::new().unwrap();
        let store = Store::open(dir.path()).unwrap();
        for (pragma, expected) in [
            ("journal_mode", "wal"),
            ("synchronous", "2"),
            ("foreign_keys", "1"),
            ("trusted_schema", "0"),
            ("cell_size_check", "1"),
            ("application_id", "1129531214"),
        ] {
            let sql = format!("PRAGMA {pragma}");
            let number = store.conn.query_row(&sql, [], |row| row.get::<_, i64>(0));
            let value = match number {
                Ok(number) => number.to_string(),
                Err(_) => store.conn.query_row(&sql, [], |row| row.get::<_, String>(0)).unwrap(),
            };
            assert_eq!(value, expected, "{pragma}");
        }
    }
}

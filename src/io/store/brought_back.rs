//! What was kept aside of logs that were removed under a server, and the way back from there into the store.
//!
//! A stream that the store only has less of goes on with what it lacks. One that the store has not, or went on with
//! otherwise, is kept as a repair keeps what it leaves out: to be read, and reviewed anew.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags, OptionalExtension as _, Transaction, params};

use super::cuts::{self, Asides, Cut};
use super::repair::{SCRATCH, name_of};
use super::salvage::Salvaged;
use super::{Store, StoreError, Stored, blob_id, chain, connection, facts, names, opening, reading};

/// A file that holds what a log held when it was removed under a server, and others wrote past it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RemovedLog {
    pub path: PathBuf,
    /// The streams of which it has events that are nowhere in the store; nothing where it cannot be read.
    pub alone: Option<Vec<String>>,
    /// How many texts it has that no loop took, and the store has not.
    pub strays: usize,
}

/// A text that no loop took: when it came, the loop that it may be of, why none took it, and itself.
type Stray = (i64, Option<String>, String, String);

/// What came of what a removed log held.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BroughtBack {
    /// Texts of reviewers that no loop took are among the store's.
    Strays { texts: usize, aside: String },
    /// The store had less of it, and has all of it now.
    Whole { stream: String, events: u64, aside: String },
    /// Its events are kept, and nobody goes on from them.
    Kept(Cut),
}

/// A stream as the list of a file has it.
struct Listed {
    id: String,
    events: i64,
    head: String,
}

impl Store {
    /// Returns what is kept of logs that were removed under a server.
    pub fn removed_logs(&self) -> Result<Vec<RemovedLog>, StoreError> {
        let files = facts::removed_logs(self.folder());
        if files.is_empty() {
            return Ok(Vec::new());
        }
        let cuts = self.cuts()?;
        let is_kept = |one: &Listed| {
            let has = |cut: &Cut| cut.stream == one.id && cut.kept >= one.events.unsigned_abs();
            cuts.iter().any(has)
        };
        let alone = |path: PathBuf| {
            let listed = listed_in(&path).map(|listed| {
                let lacking = listed.into_iter().filter(|one| !is_kept(one) && !has(&self.conn, one));
                lacking.map(|one| one.id).collect()
            });
            let strays = strays_in(&path);
            let strays = strays.iter().filter(|stray| !has_stray(&self.conn, stray)).count();
            RemovedLog { path, alone: listed, strays }
        };
        Ok(files.into_iter().map(alone).collect())
    }

    /// What lies in removed logs and nowhere in the store, behind all that was opened there: nobody who went on knew of it.
    pub(super) fn not_brought_back(&self) -> Result<Vec<(Cut, Vec<Stored>)>, StoreError> {
        if facts::removed_logs(self.folder()).is_empty() {
            return Ok(Vec::new());
        }
        let born = cuts::next_place(&self.conn).map_err(|e| self.sort(e))?;
        let mut found = Vec::new();
        for RemovedLog { path, alone, .. } in self.removed_logs()? {
            let Some(conn) = looked_at(&path) else { continue };
            for stream in alone.into_iter().flatten() {
                let kind = "SELECT kind FROM stream WHERE id = ?1";
                let kind = conn.query_row(kind, [&stream], |row| reading::lossy(row, 0)).unwrap_or_default();
                let rows: Vec<Stored> = (1_u64..)
                    .map_while(|seq| reading::row(&conn, &stream, seq).ok().flatten()?.ok())
                    .collect();
                let cut = Cut {
                    stream,
                    kind,
                    kept: rows.len() as u64,
                    seq: rows.len() as u64 + 1,
                    fault: chain::Fault::Missing.to_string(),
                    aside: name_of(&path),
                    born: Some(born),
                    is_damaged: false,
                    is_aside: true,
                };
                found.push((cut, rows));
            }
        }
        Ok(found)
    }

    /// Brings back into the store what is in logs that were removed under a server. Returns what that came to.
    pub fn bring_back_removed_logs(&self, kinds: &[&str]) -> Result<Vec<BroughtBack>, StoreError> {
        let mut asides = Asides::new(self.folder(), kinds);
        let mut done = Vec::new();
        for RemovedLog { path, alone, strays } in self.removed_logs()? {
            if strays > 0 {
                let texts = self.write(|store, tx| bring_in_strays(tx, &path).map_err(|e| store.sort(e)))?;
                done.push(BroughtBack::Strays { texts, aside: name_of(&path) });
            }
            let is_alone = |id: &String| alone.as_ref().is_none_or(|ids| ids.contains(id));
            let found: BTreeMap<String, Salvaged> = asides.streams(&path).clone();
            let lacking: Vec<Salvaged> =
                found.into_values().filter(|found| !found.events.is_empty() && is_alone(&found.id)).collect();
            if lacking.is_empty() {
                continue;
            }
            let contents = contents_of(&path, self.folder());
            done.extend(self.write(|store, tx| {
                let back = |found: &Salvaged| store.bring_back(tx, found, &name_of(&path), &contents);
                lacking.iter().filter_map(|found| back(found).transpose()).collect::<Result<Vec<_>, _>>()
            })?);
        }
        Ok(done)
    }

    fn bring_back(
        &self,
        tx: &Transaction<'_>,
        found: &Salvaged,
        aside: &str,
        contents: &BTreeMap<String, Vec<u8>>,
    ) -> Result<Option<BroughtBack>, StoreError> {
        let sort = |e| self.sort(e);
        let is_named = |name: &str| found.events.iter().any(|event| event.body.contains(name));
        for (name, content) in contents.iter().filter(|(name, _)| is_named(name)) {
            let insert = "INSERT OR IGNORE INTO blob (hash, content) VALUES (?1, ?2)";
            tx.execute(insert, params![name, content]).map_err(sort)?;
        }
        match self.events(&found.id) {
            Ok(own) if own.len() >= found.events.len() && own.starts_with(&found.events) => Ok(None),
            Ok(own) if found.fault.is_none() && found.events.starts_with(&own) => {
                let rest = &found.events[own.len()..];
                go_on(tx, found, rest).map_err(sort)?;
                let (stream, events) = (found.id.clone(), rest.len() as u64);
                Ok(Some(BroughtBack::Whole { stream, events, aside: aside.to_owned() }))
            }
            Ok(_) | Err(_) => Ok(Some(BroughtBack::Kept(cuts::put_last(tx, found, aside).map_err(sort)?))),
        }
    }
}

/// Goes on with a stream by the events that it lacks, as they were written.
fn go_on(tx: &Transaction<'_>, found: &Salvaged, rest: &[Stored]) -> rusqlite::Result<()> {
    let mut insert = tx.prepare_cached(
        "INSERT INTO event (stream, seq, at, kind, version, body, prev, hash) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    )?;
    for Stored { seq, at, kind, version, body, prev, hash } in rest {
        insert.execute(params![found.id, seq.cast_signed(), at.0, kind, version, body, prev, hash])?;
    }
    let Some(last) = rest.last() else { return Ok(()) };
    // What was opened meanwhile under the key that it held keeps it.
    tx.execute(
        "UPDATE stream SET events = ?2, head = ?3, last_at = ?4,
         key = CASE WHEN EXISTS (SELECT 1 FROM stream WHERE key = ?5 AND id <> ?1) THEN NULL ELSE ?5 END
         WHERE id = ?1",
        params![found.id, last.seq.cast_signed(), last.hash, last.at.0, found.key],
    )?;
    for subject in found.subjects.iter().chain(&found.key) {
        tx.execute("INSERT OR IGNORE INTO subject (subject, stream) VALUES (?1, ?2)", [subject, &found.id])?;
    }
    names::unlist(tx, &found.id)
}

/// Reads every content of a file that was set aside, by its hash.
fn contents_of(path: &Path, folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let scratch = tempfile::Builder::new().prefix(SCRATCH).tempdir_in(folder);
    let wreck = scratch.as_ref().ok().and_then(|scratch| cuts::open_aside(path, scratch.path()));
    if let Some(wreck) = wreck {
        wreck.blobs(|_, content| drop(found.insert(blob_id(&content), content)));
    }
    found
}

/// Lists the streams of a file that was set aside; nothing where it cannot be read.
fn listed_in(path: &Path) -> Option<Vec<Listed>> {
    listed(&looked_at(path)?).ok()
}

/// Lists the texts that no loop took.
fn strays(conn: &Connection) -> rusqlite::Result<Vec<Stray>> {
    let mut statement = conn.prepare("SELECT at, loop_hint, reason, text FROM stray ORDER BY id")?;
    let listed = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)));
    listed?.collect()
}

/// Lists those of a file that was set aside, as far as they can be read.
fn strays_in(path: &Path) -> Vec<Stray> {
    looked_at(path).and_then(|conn| strays(&conn).ok()).unwrap_or_default()
}

fn has_stray(conn: &Connection, (at, hint, reason, text): &Stray) -> bool {
    let sql = "SELECT 1 FROM stray WHERE at = ?1 AND loop_hint IS ?2 AND reason = ?3 AND text = ?4";
    conn.prepare_cached(sql)
        .and_then(|mut found| found.exists(params![at, hint, reason, text]))
        .unwrap_or(false)
}

/// Brings in those of a file that the store has not. Returns how many.
fn bring_in_strays(tx: &Transaction<'_>, path: &Path) -> rusqlite::Result<usize> {
    let mut texts = 0;
    for stray in strays_in(path).iter().filter(|stray| !has_stray(tx, stray)) {
        let (at, hint, reason, text) = stray;
        let insert = "INSERT INTO stray (at, loop_hint, reason, text) VALUES (?1, ?2, ?3, ?4)";
        texts += tx.execute(insert, params![at, hint, reason, text])?;
    }
    Ok(texts)
}

/// Tells whether all that a connection has `seen` is in the file that has the store's name by now, or in one that was kept.
pub(super) fn is_elsewhere(file: &Path, seen: &Connection) -> bool {
    let (Ok(mut lacking), Ok(mut strays)) = (listed(seen), strays(seen)) else {
        return false;
    };
    let kept = facts::removed_logs(file.parent().unwrap_or(file));
    for conn in std::iter::once(file.to_owned()).chain(kept).filter_map(|file| looked_at(&file)) {
        lacking.retain(|one| !has(&conn, one));
        strays.retain(|one| !has_stray(&conn, one));
    }
    lacking.is_empty() && strays.is_empty()
}

/// Opens a file to which nobody writes, laying nothing beside it.
fn looked_at(path: &Path) -> Option<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
    connection::connect(&opening::unshared(path), flags, opening::lock_wait()).ok()
}

fn listed(conn: &Connection) -> rusqlite::Result<Vec<Listed>> {
    let mut statement = conn.prepare("SELECT id, events, head FROM stream")?;
    let listed = statement.query_map([], |row| {
        Ok(Listed { id: reading::lossy(row, 0)?, events: row.get(1)?, head: reading::lossy(row, 2)? })
    });
    listed?.collect()
}

/// Tells whether a stream is there as far as another file lists it.
fn has(conn: &Connection, one: &Listed) -> bool {
    let sql = "SELECT hash FROM event WHERE stream = ?1 AND seq = ?2";
    let found = conn.prepare_cached(sql).and_then(|mut event| {
        event.query_row(params![one.id, one.events], |row| reading::lossy(row, 0)).optional()
    });
    // A stream without events is none yet.
    one.events == 0 || found.is_ok_and(|found| found.as_ref() == Some(&one.head))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::ids::Timestamp;
    use crate::io::store::{Batch, NewEvent};

    fn noted(body: &str) -> Batch {
        Batch::new([NewEvent { at: Timestamp(1), kind: "noted".into(), version: 1, body: body.into() }])
    }

    /// What lay in the log, and what others wrote past it into the store meanwhile.
    fn parted(in_log: &[&str], past_it: &[&str]) -> (tempfile::TempDir, Store) {
        let dir = tempfile::TempDir::new().expect("a folder");
        let folder = dir.path().join("countersign");
        let (file, aside) = (folder.join("store.db"), folder.join("store.db.damaged-removed-log-1"));
        let mut store = Store::open(dir.path()).expect("a store");
        let _ = store.open_stream("k", "rl-1", "loop", &noted("begun")).expect("a stream");
        drop(store);
        let before = std::fs::read(&file).expect("a file");
        let grow = |bodies: &[&str]| {
            let mut store = Store::open(dir.path()).expect("a store");
            for (n, body) in (1..).zip(bodies) {
                let batch = noted(body).with_blob(body.as_bytes());
                let _ = store.append("rl-1", n, &batch).expect("an event");
            }
        };
        grow(in_log);
        std::fs::rename(&file, &aside).expect("it is set aside");
        std::fs::write(&file, before).expect("as it was before");
        grow(past_it);
        let store = Store::open(dir.path()).expect("a store");
        (dir, store)
    }

    fn alone(store: &Store) -> Vec<String> {
        store.removed_logs().expect("they are read").into_iter().flat_map(|log| log.alone.unwrap()).collect()
    }

    #[test]
    fn a_stream_goes_on_with_what_only_the_removed_log_held() {
        let content = blob_id(b"text");
        let (_dir, mut store) = parted(&["text", content.as_str()], &[]);
        assert_eq!(alone(&store), ["rl-1"]);
        let done = store.bring_back_removed_logs(&["loop"]).expect("it is brought back");
        assert!(matches!(&done[..], [BroughtBack::Whole { events: 2, .. }]), "{done:?}");
        let bodies =
            |store: &Store| store.events("rl-1").unwrap().into_iter().map(|e| e.body).collect::<Vec<_>>();
        assert_eq!(bodies(&store), ["begun", "text", content.as_str()]);
        assert_eq!(store.get_blob(&content).unwrap().as_deref(), Some(b"text".as_slice()));
        assert_eq!((store.verify_all(), alone(&store)), (vec![], vec![]));
        assert_eq!(store.bring_back_removed_logs(&["loop"]).unwrap(), []);
        // The subject is open as before, and the loop goes on.
        assert_eq!(store.stream_for_key("k").unwrap().as_deref(), Some("rl-1"));
        assert_eq!(store.append("rl-1", 3, &noted("more")).unwrap().len(), 1);
        assert_eq!(alone(&store), [""; 0]);
    }

    #[test]
    fn what_parted_from_the_store_is_kept_beside_it() {
        let (_dir, store) = parted(&["rejected"], &["approved", "more"]);
        assert_eq!(alone(&store), ["rl-1"]);
        let waits = &store.kept().expect("gates are told of it")[0];
        assert!(waits.0.is_aside && waits.0.born == Some(2) && waits.1[1].body == "rejected", "{waits:?}");
        let done = store.bring_back_removed_logs(&["loop"]).expect("it is kept");
        // Behind what went past it: that was judged by nobody who knew of it.
        assert!(matches!(&done[..], [BroughtBack::Kept(Cut { kept: 2, born: Some(2), .. })]), "{done:?}");
        assert!(store.kept().unwrap().iter().all(|(cut, _)| !cut.is_aside));
        assert_eq!((store.events("rl-1").unwrap().len(), alone(&store)), (3, vec![]));
        let (cut, rows) = store.kept_beside("rl-1").unwrap().expect("it is there");
        assert!(cut.is_of_removed_log() && rows[1].body == "rejected");
        assert_eq!(store.kept().unwrap().len(), 1, "gates are told of it");
    }

    #[test]
    fn a_stream_that_lies_only_in_what_was_set_aside_is_told_from_one_that_never_was() {
        let (dir, mut store) = parted(&[], &["one"]);
        let folder = dir.path().join("countersign");
        let aside = folder.join("store.db.damaged-removed-log-1");
        let other = tempfile::TempDir::new().expect("a folder");
        let mut other_store = Store::open(other.path()).expect("a store");
        let _ = other_store.open_stream("k2", "rl-2", "loop", &noted("asked")).expect("a stream");
        drop(other_store);
        std::fs::rename(other.path().join("countersign/store.db"), &aside).expect("it is set aside");
        let (rows, cut) = store.readable_part("rl-2").expect("read").expect("it lies there");
        assert!(cut.is_aside && rows.len() == 1 && rows[0].body == "asked", "{cut:?}");
        assert_eq!(store.readable_part("rl-3").expect("read"), None);
        store.bring_back_removed_logs(&["loop"]).expect("it is kept");
        let (_, cut) = store.readable_part("rl-2").expect("read").expect("it is kept");
        assert!(!cut.is_aside);
        assert_eq!(store.append("rl-1", 2, &noted("more")).expect("the others go on").len(), 1);
    }

    #[test]
    fn a_text_that_no_loop_took_comes_back_once() {
        let (dir, store) = parted(&[], &["one"]);
        drop(store);
        let folder = dir.path().join("countersign");
        let (file, aside) = (folder.join("store.db"), folder.join("store.db.damaged-removed-log-1"));
        std::fs::rename(&file, folder.join("kept")).expect("it is put away");
        std::fs::rename(&aside, &file).expect("it is opened");
        let mut other = Store::open(dir.path()).expect("a store");
        other
            .keep_stray(Timestamp(7), Some("rl-1"), "a code of another pass", "VERDICT: reject")
            .expect("kept");
        drop(other);
        std::fs::rename(&file, &aside).expect("it is set aside");
        std::fs::rename(folder.join("kept"), &file).expect("as it was");
        let store = Store::open(dir.path()).expect("a store");
        assert_eq!((alone(&store), store.removed_logs().unwrap()[0].strays), (vec![], 1));
        let done = store.bring_back_removed_logs(&["loop"]).expect("it is brought back");
        assert!(matches!(&done[..], [BroughtBack::Strays { texts: 1, .. }]), "{done:?}");
        let texts: Vec<String> = store.strays().unwrap().into_iter().map(|stray| stray.text).collect();
        assert_eq!(texts, ["VERDICT: reject"]);
        assert_eq!(store.bring_back_removed_logs(&["loop"]).unwrap(), []);
    }

    #[test]
    fn what_the_store_has_all_of_is_not_told() {
        let (_dir, store) = parted(&["one"], &["one", "two"]);
        assert_eq!(alone(&store), [""; 0]);
        assert_eq!(store.bring_back_removed_logs(&["loop"]).unwrap(), []);
    }
}

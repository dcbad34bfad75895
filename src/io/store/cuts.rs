//! What repairs keep of the streams that they left out: of each an entry in `meta`, and a content with the events that
//! could be read.
//!
//! Nothing else tells of such a stream any more. So an entry carries a hash of itself, and one that is not as it was
//! written is damage, as is a content that does not hold. Entries of older versions carry none.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, Row, params};
use serde_json::{Value, json};

use super::copies;
use super::opening::{self, beside};
use super::repair::{SCRATCH, name_of};
use super::salvage::{self, Salvaged};
use super::wreck::Wreck;
use super::{Damage, Store, StoreError, Stored, blob_id, chain, facts, reading};
use crate::domain::ids::Timestamp;

/// What the names of entries begin with.
const CUT: &str = "cut/";

/// A stream whose chain did not hold when the store was repaired.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cut {
    /// The stream's id.
    pub stream: String,
    /// What it was a stream of.
    pub kind: String,
    /// How many events can still be read.
    pub kept: u64,
    /// The first link that did not hold.
    pub seq: u64,
    /// What was wrong with it, in words.
    pub fault: String,
    /// The name of the file that was set aside.
    pub aside: String,
    /// Its place in the order in which streams were opened; nothing where an older version left it out, or nobody knows.
    pub born: Option<i64>,
    /// What was kept of it is not as it was written: a repair looks for it again.
    pub is_damaged: bool,
    /// It lies in a file beside the store until a repair brings it in.
    pub is_aside: bool,
}

impl Cut {
    /// Tells whether it lay in a log that was removed: the store may have the stream, and go on with it without these events.
    pub fn is_of_removed_log(&self) -> bool {
        self.aside.contains(facts::LOG_ASIDE)
    }

    /// Says why nobody goes on from it.
    pub fn why(&self) -> String {
        if self.is_of_removed_log() {
            return format!(
                "{} has events that were only in a log that was removed while a server ran, and others wrote past it",
                self.stream
            );
        }
        format!("the chain of {} broke at event {} ({})", self.stream, self.seq, self.fault)
    }
}

/// An entry as it was read: the cut, and the hash of the content that holds its events.
#[derive(Debug)]
struct Kept {
    cut: Cut,
    /// Nothing where the entry itself cannot be read.
    content: Option<String>,
}

impl Store {
    /// Returns what is kept of the streams that were cut, in the order of their ids.
    pub fn cuts(&self) -> Result<Vec<Cut>, StoreError> {
        let (entries, failed) = entries(&self.conn);
        match failed {
            Some(error) => Err(self.sort(error)),
            None => Ok(entries.into_iter().map(|kept| self.held(kept).0).collect()),
        }
    }

    /// Returns what is kept of the streams that were cut, as [`Store::cuts`] does, each with the events that can be read of
    /// it; those that are whole here are left out.
    pub fn kept(&self) -> Result<Vec<(Cut, Vec<Stored>)>, StoreError> {
        let (entries, failed) = entries(&self.conn);
        if let Some(error) = failed {
            return Err(self.sort(error));
        }
        let mut kept = self.not_brought_back()?;
        if entries.is_empty() {
            return Ok(kept);
        }
        let is_here = self.rows_here()?;
        for entry in entries {
            let is_beside = entry.cut.is_of_removed_log();
            if is_here(&entry.cut.stream)? && !is_beside {
                kept.extend(self.readable_part(&entry.cut.stream)?.map(|(rows, cut)| (cut, rows)));
            } else {
                kept.push(self.held(entry));
            }
        }
        Ok(kept)
    }

    /// Returns what is kept of a stream that the store goes on with, without what lay in a log that was removed.
    pub fn kept_beside(&self, stream: &str) -> Result<Option<(Cut, Vec<Stored>)>, StoreError> {
        let of_it = |(cut, _): &(Cut, Vec<Stored>)| cut.stream == stream && cut.is_of_removed_log();
        Ok(self.kept()?.into_iter().find(of_it))
    }

    pub(super) fn folder(&self) -> &Path {
        self.path.parent().unwrap_or(&self.path)
    }

    /// Reads the list of streams once; tells whether a stream has a row in it, or events.
    fn rows_here(&self) -> Result<impl Fn(&str) -> Result<bool, StoreError>, StoreError> {
        let read = || -> rusqlite::Result<BTreeSet<String>> {
            let mut statement = self.conn.prepare_cached("SELECT id FROM stream NOT INDEXED")?;
            statement.query_map([], |row| reading::lossy(row, 0))?.collect()
        };
        let listed = read().map_err(|e| self.sort(e))?;
        Ok(move |stream: &str| {
            let event = "SELECT 1 FROM event WHERE stream = ?1";
            let has_events = || self.conn.prepare_cached(event)?.exists([stream]);
            Ok(listed.contains(stream) || has_events().map_err(|e| self.sort(e))?)
        })
    }

    /// Returns what can be read of a stream that does not hold, with the first link that does not; nothing for a stream
    /// that is whole or was never there. Nobody may go on from it.
    pub fn readable_part(&self, stream: &str) -> Result<Option<(Vec<Stored>, Cut)>, StoreError> {
        match self.events(stream) {
            Ok(_) => return Ok(None),
            Err(StoreError::NoStream { .. }) => {}
            Err(_) => return Ok(self.prefix(stream)),
        }
        let (entries, _) = entries(&self.conn);
        let kept = entries.into_iter().find(|kept| kept.cut.stream == stream).map(|kept| self.held(kept));
        let found = match kept {
            Some(kept) => Some(kept),
            None => self.not_brought_back()?.into_iter().find(|(cut, _)| cut.stream == stream),
        };
        Ok(found.map(|(cut, rows)| (rows, cut)))
    }

    /// Reads a stream as far as its links hold, where it lies.
    fn prefix(&self, stream: &str) -> Option<(Vec<Stored>, Cut)> {
        let kind = self.conn.query_row("SELECT kind FROM stream WHERE id = ?1", [stream], |row| row.get(0));
        let kind: String = kind.unwrap_or_default();
        let (events, seq, fault) = self.events_until_broken(stream)?;
        let cut = Cut {
            stream: stream.to_owned(),
            kind,
            kept: events.len() as u64,
            seq,
            fault: fault.to_string(),
            aside: String::new(),
            born: None,
            is_damaged: false,
            is_aside: false,
        };
        Some((events, cut))
    }

    /// Names what was kept of streams and is not as it was written.
    pub(super) fn damaged_cuts(&self) -> Vec<Damage> {
        let (entries, _) = entries(&self.conn);
        let damaged = entries.into_iter().filter_map(|kept| {
            let content = kept.content.clone();
            let (cut, _) = self.held(kept);
            cut.is_damaged.then_some(Damage::Cut { stream: cut.stream, content })
        });
        damaged.collect()
    }

    /// Reads the events that an entry names, and says whether they are as they were kept.
    fn held(&self, kept: Kept) -> (Cut, Vec<Stored>) {
        let Kept { mut cut, content } = kept;
        let found = content.and_then(|hash| self.get_blob(&hash).ok().flatten());
        let events = found.and_then(|content| rows(&content)).unwrap_or_default();
        cut.is_damaged |= events.len() as u64 != cut.kept;
        (cut, events)
    }
}

impl Kept {
    /// Reads an entry whose name goes on with `id`.
    fn read(id: &str, value: &str, is_named_so: bool) -> Self {
        let Some((cut, content)) = parsed(id, value) else {
            let cut = Cut {
                stream: id.to_owned(),
                kind: String::new(),
                kept: 0,
                seq: 0,
                fault: "what was kept of it is damaged".to_owned(),
                aside: String::new(),
                born: None,
                is_damaged: true,
                is_aside: false,
            };
            return Self { cut, content: None };
        };
        let is_damaged = !is_named_so || cut.stream != id;
        Self { cut: Cut { is_damaged, ..cut }, content: Some(content) }
    }
}

/// Reads what an entry says, with the hash of its content; nothing where that is not what was written.
fn parsed(id: &str, value: &str) -> Option<(Cut, String)> {
    let value: Value = serde_json::from_str(value).ok()?;
    let text = |key: &str| value[key].as_str().map(str::to_owned);
    let check = text("check");
    let cut = Cut {
        // Of the two ids the one that the hash holds is believed.
        stream: if check.is_some() { text("stream")? } else { id.to_owned() },
        kind: text("kind")?,
        kept: value["kept"].as_u64()?,
        seq: value["seq"].as_u64()?,
        fault: text("fault")?,
        aside: text("aside")?,
        born: value["born"].as_i64(),
        is_damaged: false,
        is_aside: false,
    };
    let content = text("events")?;
    check.is_none_or(|check| check == check_of(&cut, &content)).then_some((cut, content))
}

fn check_of(cut: &Cut, content: &str) -> String {
    let Cut { stream, kind, kept, seq, fault, aside, born, is_damaged: _, is_aside: _ } = cut;
    blob_id(json!([stream, kind, kept, seq, fault, aside, born, content]).to_string().as_bytes())
}

/// Tells by its name whether a row of `meta` is such an entry, also where one bit of what the name begins with flipped.
pub(super) fn is_entry(name: &[u8]) -> bool {
    let begins = name.iter().zip(CUT.as_bytes());
    name.len() >= CUT.len() && begins.map(|(a, b)| (a ^ b).count_ones()).sum::<u32>() <= 1
}

/// Reads every entry, in the order of the ids, with what ended that before its end.
fn entries(conn: &Connection) -> (Vec<Kept>, Option<rusqlite::Error>) {
    let mut found = Vec::new();
    let mut take = |row: &Row<'_>| -> rusqlite::Result<()> {
        let name = row.get_ref(0)?.as_bytes_or_null()?.unwrap_or_default();
        if is_entry(name) {
            let id = String::from_utf8_lossy(&name[CUT.len()..]);
            found.push(Kept::read(&id, &reading::lossy(row, 1)?, name.starts_with(CUT.as_bytes())));
        }
        Ok(())
    };
    let read = conn.prepare_cached("SELECT name, value FROM meta").and_then(|mut statement| {
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            take(row)?;
        }
        Ok(())
    });
    found.sort_by(|one, other| one.cut.stream.cmp(&other.cut.stream));
    (found, read.and_then(|()| is_whole(conn)).err())
}

/// Holds the pages of `meta` against themselves: one that counts too few rows hides entries, and nothing else names them.
fn is_whole(conn: &Connection) -> rusqlite::Result<()> {
    let mut statement = conn.prepare_cached("PRAGMA integrity_check('meta')")?;
    let said: String = statement.query_row([], |row| reading::lossy(row, 0))?;
    if said == "ok" {
        return Ok(());
    }
    let corrupt = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_CORRUPT);
    Err(rusqlite::Error::SqliteFailure(corrupt, Some(format!("the table of what repairs kept: {said}"))))
}

/// Returns the last place that a stream had which a repair left out; 0 where there is none.
pub(super) fn last_cut(conn: &Connection) -> i64 {
    entries(conn).0.into_iter().filter_map(|kept| kept.cut.born).max().unwrap_or(0)
}

/// Keeps what could be read of a stream that does not go on.
pub(super) fn put(conn: &Connection, cut: &Cut, events: &[Stored]) -> rusqlite::Result<()> {
    let rows = events.iter().map(|event| {
        let Stored { seq, at, kind, version, body, prev, hash } = event;
        json!({ "seq": seq, "at": at.0, "kind": kind, "version": version, "body": body, "prev": prev, "hash": hash })
    });
    let content = Value::from_iter(rows).to_string().into_bytes();
    let hash = blob_id(&content);
    conn.execute("INSERT OR IGNORE INTO blob (hash, content) VALUES (?1, ?2)", params![hash, content])?;
    let Cut { stream, kind, kept, seq, fault, aside, born, is_damaged: _, is_aside: _ } = cut;
    let value = json!({
        "stream": stream, "kind": kind, "kept": kept, "seq": seq, "fault": fault, "aside": aside, "born": born,
        "events": hash, "check": check_of(cut, &hash),
    });
    conn.execute(
        "INSERT INTO meta (name, value) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        params![format!("{CUT}{stream}"), value.to_string()],
    )?;
    Ok(())
}

/// Keeps what could be read of a stream that does not go on, from the file that is set aside under this name.
pub(super) fn put_stream(conn: &Connection, stream: &Salvaged, aside: &str) -> rusqlite::Result<Cut> {
    put_at(conn, stream, aside, salvage::known_place(stream.born))
}

/// Keeps the same of one that parted from the store, behind all that was opened there: none of that knew of it.
pub(super) fn put_last(conn: &Connection, stream: &Salvaged, aside: &str) -> rusqlite::Result<Cut> {
    put_at(conn, stream, aside, Some(next_place(conn)?))
}

/// The place behind every stream that was opened or left out.
pub(super) fn next_place(conn: &Connection) -> rusqlite::Result<i64> {
    let last: i64 = conn.query_row("SELECT coalesce(max(born), 0) FROM stream", [], |row| row.get(0))?;
    Ok(last.max(last_cut(conn)).saturating_add(1))
}

fn put_at(conn: &Connection, stream: &Salvaged, aside: &str, born: Option<i64>) -> rusqlite::Result<Cut> {
    let (seq, fault) = broken_at(stream);
    let cut = Cut {
        stream: stream.id.clone(),
        kind: stream.kind.clone(),
        kept: stream.events.len() as u64,
        seq,
        fault: fault.to_string(),
        aside: aside.to_owned(),
        born,
        is_damaged: false,
        is_aside: false,
    };
    put(conn, &cut, &stream.events)?;
    Ok(cut)
}

/// Names the streams of which entries can be read, in a wreck.
pub(super) fn ids(wreck: &Wreck) -> BTreeSet<String> {
    wreck.everywhere().flat_map(|source| entries(source).0).map(|kept| kept.cut.stream).collect()
}

/// Carries what earlier repairs kept into the new file. Where that is not whole any more, it is looked for among the
/// contents, and in the files that were set aside beside it. Returns what that came to.
pub(super) fn carry(
    conn: &Connection,
    wreck: &Wreck,
    folder: &Path,
    kinds: &[&str],
) -> rusqlite::Result<Vec<Cut>> {
    let (mut entries, failed) = entries(&wreck.conn);
    for source in wreck.further() {
        // What its pages hold beside what the table shows.
        let more = self::entries(source).0;
        let listed: BTreeSet<String> = entries.iter().map(|kept| kept.cut.stream.clone()).collect();
        entries.extend(more.into_iter().filter(|kept| !listed.contains(&kept.cut.stream)));
    }
    let mut asides = Asides::new(folder, kinds);
    let mut again = Vec::new();
    if failed.is_some() {
        again = unlisted(conn, wreck, &entries, &mut asides)?;
    }
    let mut contents = BTreeMap::new();
    if !entries.is_empty() {
        wreck.blobs(|_, content| {
            if let Some(events) = rows(&content) {
                contents.insert(blob_id(&content), events);
            }
        });
    }
    for Kept { mut cut, content } in entries {
        let own = content.as_ref().and_then(|hash| contents.get(hash));
        if let Some(events) = own.filter(|events| events.len() as u64 == cut.kept) {
            put(conn, &cut, events)?;
            continue;
        }
        let in_aside = asides.find(&cut);
        if let (None, Some((found, name))) = (&content, &in_aside) {
            let (seq, fault) = broken_at(found);
            let (seq, fault, born) = (seq, fault.to_string(), salvage::known_place(found.born));
            cut = Cut { kind: found.kind.clone(), seq, fault, aside: name.clone(), born, ..cut };
        }
        let in_contents = contents.values().find(|events| are_of(events, &cut.stream)).cloned();
        let events = in_aside.map(|(found, _)| found.events).or(in_contents).unwrap_or_default();
        cut.kept = events.len() as u64;
        if cut.kind.is_empty() {
            cut.kind = kinds.first().copied().unwrap_or_default().to_owned();
            cut.seq = cut.kept + 1;
        }
        put(conn, &cut, &events)?;
        again.push(cut);
    }
    Ok(again)
}

/// Keeps the streams that are in a file which was set aside, and neither in the new one nor among the entries that could
/// be read: a repair left them out, and what it wrote of that is lost.
fn unlisted(
    conn: &Connection,
    wreck: &Wreck,
    entries: &[Kept],
    asides: &mut Asides<'_>,
) -> rusqlite::Result<Vec<Cut>> {
    let mut known: BTreeSet<String> = wreck.streams(asides.kinds).into_iter().map(|found| found.id).collect();
    known.extend(entries.iter().map(|kept| kept.cut.stream.clone()));
    let mut found = Vec::new();
    for path in asides.files("") {
        let name = name_of(&path);
        for stream in asides.streams(&path).values() {
            if stream.events.is_empty() || !known.insert(stream.id.clone()) {
                continue;
            }
            found.push(put_stream(conn, stream, &name)?);
        }
    }
    Ok(found)
}

/// Returns the first link of a stream that does not hold; of one that is whole, in an older file, the one that it lacks.
fn broken_at(found: &Salvaged) -> (u64, chain::Fault) {
    found.fault.unwrap_or((found.events.len() as u64 + 1, chain::Fault::Missing))
}

/// Tells whether events are those of a stream: the first's hash holds its id.
fn are_of(events: &[Stored], stream: &str) -> bool {
    events.first().is_some_and(|first| chain::check(&first.prev, stream, 1, first).is_ok())
}

/// The files that were set aside in a store's folder, each read once.
pub(super) struct Asides<'a> {
    folder: &'a Path,
    kinds: &'a [&'a str],
    read: BTreeMap<PathBuf, BTreeMap<String, Salvaged>>,
}

impl<'a> Asides<'a> {
    pub(super) fn new(folder: &'a Path, kinds: &'a [&'a str]) -> Self {
        Self { folder, kinds, read: BTreeMap::new() }
    }

    /// Looks for a stream, first in the file that it was left out of; with the name of the file that has it.
    fn find(&mut self, cut: &Cut) -> Option<(Salvaged, String)> {
        self.files(&cut.aside).iter().find_map(|path| {
            let found = self.streams(path).get(&cut.stream).filter(|found| !found.events.is_empty());
            found.map(|found| (found.clone(), name_of(path)))
        })
    }

    /// Returns the files: the one of that name, then the latest.
    fn files(&self, first: &str) -> Vec<PathBuf> {
        let mut paths = facts::damaged_aside(self.folder);
        paths.sort_by_key(|path| std::cmp::Reverse((name_of(path) == first, name_of(path))));
        paths
    }

    /// Reads the streams of a file, from a copy; none where it cannot be opened.
    pub(super) fn streams(&mut self, path: &Path) -> &BTreeMap<String, Salvaged> {
        let (folder, kinds) = (self.folder, self.kinds);
        self.read.entry(path.to_owned()).or_insert_with(|| {
            let scratch = tempfile::Builder::new().prefix(SCRATCH).tempdir_in(folder);
            let wreck = scratch.as_ref().ok().and_then(|scratch| open_aside(path, scratch.path()));
            let streams = wreck.map(|wreck| wreck.streams(kinds)).unwrap_or_default();
            streams.into_iter().map(|stream| (stream.id.clone(), stream)).collect()
        })
    }
}

/// Opens a copy of a file that was set aside, with its log.
pub(super) fn open_aside(path: &Path, scratch: &Path) -> Option<Wreck> {
    let copy = scratch.join("aside.db");
    fs::copy(path, &copy).ok()?;
    let log = beside(&copy, "-wal");
    if fs::copy(beside(path, "-wal"), &log).is_ok() && opening::log_fault(&copy).ok()?.is_some() {
        copies::reseal(&log).ok()?;
    }
    Wreck::open(&copy, true).ok()?
}

/// Reads events as they are kept; nothing where a text is something else.
fn rows(content: &[u8]) -> Option<Vec<Stored>> {
    if !content.starts_with(b"[") {
        return None;
    }
    let rows: Vec<Value> = serde_json::from_slice(content).ok()?;
    rows.iter().map(row).collect()
}

fn row(value: &Value) -> Option<Stored> {
    let text = |key: &str| value[key].as_str().map(str::to_owned);
    Some(Stored {
        seq: value["seq"].as_u64()?,
        at: Timestamp(value["at"].as_i64()?),
        kind: text("kind")?,
        version: u32::try_from(value["version"].as_u64()?).ok()?,
        body: text("body")?,
        prev: text("prev")?,
        hash: text("hash")?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::store::{Batch, NewEvent};

    /// A repair looks there for each of what may be a thousand streams.
    #[test]
    fn a_file_that_was_set_aside_is_read_once_for_all_that_is_looked_for_in_it() {
        let dir = tempfile::TempDir::new().expect("a folder");
        let mut store = Store::open(dir.path()).expect("a store");
        for id in ["rl-1", "rl-2"] {
            let event = NewEvent { at: Timestamp(1), kind: "noted".into(), version: 1, body: "{}".into() };
            let _ = store.open_stream(id, id, "loop", &Batch::new([event])).expect("a stream");
        }
        drop(store);
        let folder = dir.path().join("countersign");
        let aside = folder.join("store.db.damaged-20260101T000000Z");
        fs::rename(folder.join("store.db"), &aside).expect("it is set aside");
        let mut asides = Asides { folder: &folder, kinds: &["loop"], read: BTreeMap::new() };
        let mut found = |stream: &str| {
            let Kept { cut, .. } = Kept::read(stream, "", true);
            asides.find(&cut).map(|(found, _)| found.events.len())
        };
        assert_eq!(found("rl-1"), Some(1));
        fs::write(&aside, "no store any more").expect("written");
        assert_eq!(found("rl-2"), Some(1), "it was read when the first was looked for");
        assert_eq!(found("rl-3"), None);
    }
}

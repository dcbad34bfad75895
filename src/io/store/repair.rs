//! A damaged store is set aside under a name of its own, and a new one takes its place with all that is whole.
//!
//! Never removes what was found, and never goes on with a stream whose chain does not hold: what could be read of such a
//! one is kept beside the streams, to be read by people. Killed at any moment it leaves the old store, or the new one, or
//! a mark that makes every opening refuse until the repair is repeated.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::types::Value as SqlValue;
use rusqlite::{
    Connection, OpenFlags, OptionalExtension as _, TransactionBehavior, params, params_from_iter,
};

use super::connection;
use super::copies;
use super::cuts::{self, Cut};
use super::index;
use super::lost_log;
use super::opening::{self, beside, lock_wait, sync_folder};
use super::place::{FILE, Place};
use super::salvage::Salvaged;
use super::schema::SCHEMA;
use super::wreck::{self, Wreck};
use super::{Store, StoreError, Stored, blob_id, facts, names, owner, places, turn, unclosed};
use crate::domain::ids::Timestamp;
use crate::io::clock::{self, Patience};

/// The tables that a repair fills row by row and by its own rules, or that are worked out anew from those; it copies the
/// others as they are.
const OWN: [&str; 8] = ["event", "stream", "subject", "blob", "meta", "pinned", "unlisted", "settled"];

/// What the names of the folders begin with in which repairs have their copies.
pub(super) const SCRATCH: &str = "repair-";

/// How long after it was touched last a folder of copies may be somebody's who is at work.
const AT_WORK: Duration = Duration::from_secs(600);

/// How a file is opened so that a link in its place is refused.
#[cfg(unix)]
#[allow(clippy::cast_possible_wrap, reason = "flags of the system, in the type that it takes")]
const NO_LINK: i32 = rustix::fs::OFlags::NOFOLLOW.bits() as i32;

/// What became of a store.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Repaired {
    /// Where the damaged file lies now.
    pub aside: PathBuf,
    /// The streams that go on, whole.
    pub carried: Vec<String>,
    /// The streams that do not.
    pub cut: Vec<Cut>,
    /// The streams that an earlier repair left out and of which what was kept was damaged since, with what is kept of them
    /// now.
    pub again: Vec<Cut>,
    /// The contents that no longer matched their hash, or were not to be read.
    pub lost: Vec<String>,
    /// The streams that stood at another place in the order in which streams were opened than their events prove.
    pub moved: Vec<String>,
    /// The trees that lead to the rows did not hold, and its pages were read one by one.
    pub searched: bool,
    /// The new file was in its place already: only the mark of that repair was left.
    pub was_done: bool,
    /// The streams that go on and that the list of subjects did not name any more under the key they were opened with.
    pub unnamed: Vec<String>,
}

/// What whoever writes the events knows of them.
#[derive(Clone, Copy)]
#[allow(missing_debug_implementations, reason = "questions have no text")]
pub struct Knowing<'a> {
    /// The kinds that a stream can be of.
    pub kinds: &'a [&'a str],
    /// Under which key a stream is open now, by its events; nothing where that is not known and the recorded key stands.
    pub key_of: &'a dyn Fn(&Salvaged) -> Option<Option<String>>,
    /// What an event names, as it was said when it was written.
    pub names_of: &'a dyn Fn(&Stored) -> Option<Vec<String>>,
    /// The stream that was there before this one, by its events.
    pub followed_by: &'a dyn Fn(&Salvaged) -> Option<String>,
}

impl Store {
    /// Repairs as [`Store::repair_knowing`] does for one who knows of the events no more than the kinds and the keys.
    pub fn repair(
        common_dir: &Path,
        at: Timestamp,
        kinds: &[&str],
        key_of: &dyn Fn(&Salvaged) -> Option<Option<String>>,
    ) -> Result<Repaired, StoreError> {
        Self::repair_knowing(
            common_dir,
            at,
            Knowing { kinds, key_of, names_of: &|_| None, followed_by: &|_| None },
        )
    }

    /// Sets the store of a repository aside and puts a new one in its place with every stream that is whole, each at the
    /// place that its events prove. A repair that was cut short is finished.
    pub fn repair_knowing(
        common_dir: &Path,
        at: Timestamp,
        knowing: Knowing<'_>,
    ) -> Result<Repaired, StoreError> {
        let place = Place::find_in_repair(common_dir)?;
        Repair { place, at }.run(knowing)
    }
}

struct Repair {
    place: Place,
    at: Timestamp,
}

impl Repair {
    fn run(self, knowing: Knowing<'_>) -> Result<Repaired, StoreError> {
        let file = &self.place.file;
        let folder = file.parent().unwrap_or(&self.place.root);
        // Names and marks are judged by one repair at a time.
        let _alone = self.alone()?;
        self.clear(folder);
        let aside = match self.unfinished()? {
            // The exchange itself was done: only the mark is left.
            Some(aside) if !is_same(&aside, file).map_err(|e| self.io(e))? => {
                self.unmark()?;
                return Ok(Repaired { aside, was_done: true, ..Repaired::default() });
            }
            Some(aside) => aside,
            None => self.free_name(),
        };
        // Held until the new file is in place: nobody writes into the old one meanwhile.
        let _turn = turn::wait(file, lock_wait())?;
        let scratch = tempfile::Builder::new().prefix(SCRATCH).tempdir_in(folder).map_err(|e| self.io(e))?;
        self.may_exchange(scratch.path())?;
        let lock = self.lock()?;
        let as_found = facts::stamps(file);
        let copy = scratch.path().join("found.db");
        self.copy(&copy, &aside)?;
        let wreck = Wreck::open(&copy, !self.is_emptied()).map_err(|e| self.io(e))?;
        let Some(wreck) = wreck else {
            return Err(StoreError::PastRepair {
                path: file.clone(),
                command: facts::set_aside_by_hand(file),
            });
        };
        if let Some(found) = wreck.newer_schema() {
            return Err(StoreError::NewerSchema { path: file.clone(), found, known: SCHEMA });
        }
        let fresh = scratch.path().join("store.db");
        let mut repaired = self.fill(&fresh, &wreck, knowing, &name_of(&aside))?;
        if lock.is_none() && facts::stamps(file) != as_found {
            // Who had it open before it was damaged may still write.
            return Err(StoreError::Locked { path: file.clone(), waited_ms: 0 });
        }
        self.exchange(&fresh, &aside, scratch.path())?;
        drop(lock);
        repaired.aside = aside;
        Ok(repaired)
    }

    /// Keeps other repairs out until this one is done; they are refused and may be repeated then.
    fn alone(&self) -> Result<fs::File, StoreError> {
        let mut options = fs::File::options();
        options.create(true).append(true);
        // A link that is put there meanwhile is not followed either.
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, NO_LINK);
        let path = self.place.lock();
        let is_new = !path.exists();
        // Who may not write to it, since another user made it, may lock it.
        let open =
            options.open(&path).or_else(|_| options.create(false).append(false).read(true).open(&path));
        let lock = open.map_err(|e| StoreError::io(&path, e))?;
        if is_new {
            let _ = owner::give(&path, &self.place.file);
        }
        match lock.try_lock() {
            Ok(()) => Ok(lock),
            Err(fs::TryLockError::WouldBlock) => Err(StoreError::Repairing { path: self.place.file.clone() }),
            Err(fs::TryLockError::Error(error)) => Err(self.io(error)),
        }
    }

    /// Removes the folders in which those that were killed had their copies. One that was touched a short while ago may be
    /// somebody's at work. What cannot be removed is in nobody's way.
    fn clear(&self, folder: &Path) {
        let Ok(entries) = fs::read_dir(folder) else { return };
        for entry in entries.filter_map(Result::ok) {
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            let is_scratch = entry.file_name().to_string_lossy().starts_with(SCRATCH);
            let touched = entry.metadata().and_then(|found| found.modified());
            if is_folder && is_scratch && touched.is_ok_and(|at| clock::is_past(at, AT_WORK)) {
                let _ = fs::remove_dir_all(entry.path());
            }
        }
    }

    /// Returns what an earlier repair, cut short, was setting aside. A mark that names nothing of the kind stands from
    /// before anything was exchanged, and is taken away.
    fn unfinished(&self) -> Result<Option<PathBuf>, StoreError> {
        let name = match fs::read(self.place.marker()) {
            Ok(name) => String::from_utf8_lossy(&name).trim().to_owned(),
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(e) => return Err(self.io(e)),
        };
        let is_name = name.starts_with(&format!("{FILE}.damaged-")) && !name.contains(['/', '\\', '\0']);
        let aside = self.place.file.with_file_name(&name);
        // Before the old file has its second name nothing was exchanged.
        if is_name && aside.is_file() {
            return Ok(Some(aside));
        }
        self.unmark()?;
        Ok(None)
    }

    fn free_name(&self) -> PathBuf {
        let stamp: String = self.at.to_string().chars().filter(|c| c.is_ascii_alphanumeric()).collect();
        let mut names = (1_u32..).map(|n| {
            let more = if n > 1 { format!("-{n}") } else { String::new() };
            self.place.file.with_file_name(format!("store.db.damaged-{stamp}{more}"))
        });
        names.find(|name| !name.exists()).unwrap_or_else(|| self.place.file.with_extension("db.damaged"))
    }

    /// Refuses where another file may not take the store's name, before SQLite lays anything beside it.
    fn may_exchange(&self, scratch: &Path) -> Result<(), StoreError> {
        let file = &self.place.file;
        if !file.exists() {
            return Ok(());
        }
        let probe = scratch.join("probe");
        fs::write(&probe, "").map_err(|e| self.io(e))?;
        owner::take_after(&probe, file)
    }

    /// Takes the writers' lock of the old file where it can still be opened; one that another process keeps is waited
    /// for, and then nothing is repaired. An emptied file is not connected to: SQLite would throw its log away. Nor is one that
    /// this user may not write: what SQLite lays beside it would keep its owner out.
    fn lock(&self) -> Result<Option<Connection>, StoreError> {
        if self.is_emptied() || owner::would_be_kept_out(&self.place.file) {
            return Ok(None);
        }
        let file = &self.place.file;
        let counted = index::Before::look(file);
        let Ok(conn) = connection::connect(file, OpenFlags::SQLITE_OPEN_READ_WRITE, opening::lock_wait())
        else {
            return Ok(None);
        };
        // Closing must not touch a log that is the new file's by then.
        if conn.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true).is_err() {
            return Ok(None);
        }
        let begun = connection::patiently(lock_wait(), || conn.execute_batch("BEGIN IMMEDIATE"));
        owner::share(file);
        lost_log::note_laid_over(file, counted.as_ref())?;
        match begun {
            Ok(()) => Ok(Some(conn)),
            Err(e) if connection::is_busy(&e) => Err(StoreError::sort(&self.place.file, lock_wait(), e)),
            // Too damaged to be locked, and so to be written by anybody.
            Err(_) => Ok(None),
        }
    }

    /// Copies the file and its log, sealing the log anew where it does not hold.
    fn copy(&self, target: &Path, aside: &Path) -> Result<(), StoreError> {
        let file = &self.place.file;
        if self.is_emptied() {
            // A page without content in its place: what the log holds can be read behind it.
            fs::write(target, [0; 4096]).map_err(|e| self.io(e))?;
        } else {
            // The lock of this repair is a connection's.
            unclosed::copy(file, target).map_err(|e| self.io(e))?;
        }
        let log = beside(target, "-wal");
        // A repair that was cut short may have moved the log already.
        let logs = [beside(aside, "-wal"), beside(file, "-wal")];
        let Some(found) = logs.iter().find(|path| path.exists()) else { return Ok(()) };
        fs::copy(found, &log).map_err(|e| self.io(e))?;
        if opening::log_fault(target)?.is_some() {
            copies::reseal(&log).map_err(|e| self.io(e))?;
        }
        Ok(())
    }

    /// Tells whether the file is gone, or holds nothing.
    fn is_emptied(&self) -> bool {
        fs::metadata(&self.place.file).map_or(true, |found| found.len() == 0)
    }

    /// Makes the new file.
    fn fill(
        &self,
        fresh: &Path,
        wreck: &Wreck,
        knowing: Knowing<'_>,
        aside: &str,
    ) -> Result<Repaired, StoreError> {
        let Knowing { kinds, key_of, .. } = knowing;
        let sort = |e| StoreError::sort(&self.place.file, lock_wait(), e);
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let mut conn = connection::connect(fresh, flags, opening::lock_wait()).map_err(sort)?;
        // In a folder of its own, which nobody else has open.
        opening::prepare(&mut conn, fresh, &Patience::new(lock_wait()), &|| true)?;
        let mut repaired = Repaired { searched: wreck.is_searched(), ..Repaired::default() };
        let tx = conn.transaction_with_behavior(TransactionBehavior::Immediate).map_err(sort)?;
        copy_tables(&tx, wreck).map_err(sort)?;
        let mut streams = wreck.streams(kinds);
        repaired.moved = places::put_back(&wreck.conn, &mut streams, knowing);
        let mut known: BTreeMap<String, String> =
            cuts::ids(wreck).into_iter().map(|id| (id, String::new())).collect();
        known.extend(streams.iter().map(|stream| (stream.id.clone(), stream.subject.clone())));
        streams.extend(wreck.vanished(kinds, &known));
        for stream in streams {
            match stream.fault {
                None => {
                    let key = key_of(&stream).unwrap_or_else(|| stream.key.clone());
                    put_stream(&tx, &stream, key).map_err(sort)?;
                    if !stream.subjects.contains(&stream.subject) {
                        repaired.unnamed.push(stream.id.clone());
                    }
                    repaired.carried.push(stream.id);
                }
                Some(_) => repaired.cut.push(cuts::put_stream(&tx, &stream, aside).map_err(sort)?),
            }
        }
        let folder = self.place.file.parent().unwrap_or(&self.place.root);
        repaired.again = cuts::carry(&tx, wreck, folder, kinds).map_err(sort)?;
        let lost = put_blobs(&tx, wreck).map_err(sort)?;
        repaired.lost = lost;
        tx.commit().map_err(sort)?;
        conn.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)").map_err(sort)?;
        conn.close().map_err(|(_, e)| sort(e))?;
        fs::File::open(fresh).and_then(|file| file.sync_all()).map_err(|e| self.io(e))?;
        Ok(repaired)
    }

    /// Puts the new file in the place of the old one.
    fn exchange(&self, fresh: &Path, aside: &Path, scratch: &Path) -> Result<(), StoreError> {
        let file = &self.place.file;
        let folder = file.parent().unwrap_or(&self.place.root);
        let io = |e| self.io(e);
        // One that is gone is set aside as an empty one: its second name tells how far this came.
        if let Err(e) = fs::File::create_new(file)
            && e.kind() != io::ErrorKind::AlreadyExists
        {
            return Err(io(e));
        }
        // Whoever repairs it, others go on with it. What may be refused is, before anything is marked or removed.
        owner::take_after(fresh, file)?;
        // A mark is there with its name in it, or not at all.
        let mark = scratch.join("mark");
        fs::write(&mark, name_of(aside)).map_err(io)?;
        fs::File::open(&mark).and_then(|mark| mark.sync_all()).map_err(io)?;
        fs::rename(&mark, self.place.marker()).map_err(io)?;
        sync_folder(folder).map_err(io)?;
        for suffix in ["", "-wal"] {
            let (from, to) = (beside(file, suffix), beside(aside, suffix));
            if from.exists() && !to.exists() {
                // The same file under a second name; where the file system knows none, a copy.
                fs::hard_link(&from, &to).or_else(|_| copy_whole(&from, &to, scratch)).map_err(io)?;
            }
        }
        sync_folder(folder).map_err(io)?;
        // A log that stays would be read into the new file.
        for suffix in ["-wal", "-shm"] {
            match fs::remove_file(beside(file, suffix)) {
                Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(self.io(e)),
                Ok(()) | Err(_) => {}
            }
        }
        fs::rename(fresh, file).map_err(io)?;
        sync_folder(folder).map_err(io)?;
        self.unmark()
    }

    fn unmark(&self) -> Result<(), StoreError> {
        fs::remove_file(self.place.marker()).map_err(|e| self.io(e))
    }

    fn io(&self, source: io::Error) -> StoreError {
        StoreError::io(&self.place.file, source)
    }
}

/// Copies a file so that the copy has its name only once it is whole.
fn copy_whole(from: &Path, to: &Path, scratch: &Path) -> io::Result<()> {
    let copy = scratch.join("copy");
    unclosed::copy(from, &copy)?;
    fs::File::open(&copy)?.sync_all()?;
    fs::rename(&copy, to)
}

pub(super) fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Tells whether two names are of one file, or of two that hold the same.
fn is_same(one: &Path, other: &Path) -> io::Result<bool> {
    if opening::file_id(one).is_some() && opening::file_id(one) == opening::file_id(other) {
        return Ok(true);
    }
    let digest = |path: &Path| -> io::Result<blake3::Hash> {
        let mut hasher = blake3::Hasher::new();
        io::copy(&mut unclosed::reader(path)?, &mut hasher)?;
        Ok(hasher.finalize())
    };
    Ok(other.exists() && digest(one)? == digest(other)?)
}

/// Copies what the schema has besides streams and contents, the rows that can be read.
fn copy_tables(tx: &rusqlite::Transaction<'_>, wreck: &Wreck) -> rusqlite::Result<()> {
    let mut statement =
        tx.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")?;
    let tables: Vec<String> = statement.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    for table in tables.iter().filter(|table| !OWN.contains(&table.as_str()) || *table == "meta") {
        wreck.table(table, &wreck::columns(tx, table), |columns, values| {
            // What is kept of streams is carried for itself.
            let is_kept =
                |value: &SqlValue| matches!(value, SqlValue::Text(name) if cuts::is_entry(name.as_bytes()));
            if *table == "meta" && values.first().is_some_and(is_kept) {
                return;
            }
            let listed = columns.iter().map(|column| format!("\"{column}\"")).collect::<Vec<_>>().join(", ");
            let marks = vec!["?"; columns.len()].join(", ");
            let insert = format!("INSERT OR IGNORE INTO \"{table}\" ({listed}) VALUES ({marks})");
            // A row that the table refuses is one that was damaged.
            let _ =
                tx.prepare_cached(&insert).and_then(|mut insert| insert.execute(params_from_iter(values)));
        });
    }
    Ok(())
}

fn put_stream(
    tx: &rusqlite::Transaction<'_>,
    stream: &Salvaged,
    key: Option<String>,
) -> rusqlite::Result<()> {
    let genesis = super::genesis(&stream.id, &stream.kind, &stream.subject);
    let last = stream.events.last();
    // Of two streams that hold one key the older keeps it: the other was opened because this one was not found.
    let holder = |key: &String| {
        tx.query_row("SELECT 1 FROM stream WHERE key = ?1", [key], |_| Ok(())).optional().ok().flatten()
    };
    let key = key.filter(|key| holder(key).is_none());
    tx.execute(
        "INSERT INTO stream (born, id, kind, subject, key, events, head, last_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        params![
            stream.born,
            stream.id,
            stream.kind,
            stream.subject,
            key,
            (stream.events.len() as u64).cast_signed(),
            last.map_or(&genesis, |event| &event.hash),
            last.map_or(0, |event| event.at.0)
        ],
    )?;
    let subjects: BTreeSet<&String> = stream.subjects.iter().chain([&stream.subject]).chain(&key).collect();
    for subject in subjects {
        tx.execute("INSERT OR IGNORE INTO subject (subject, stream) VALUES (?1, ?2)", [subject, &stream.id])?;
    }
    let mut insert = tx.prepare_cached(
        "INSERT INTO event (stream, seq, at, kind, version, body, prev, hash)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    )?;
    for event in &stream.events {
        let Stored { seq, at, kind, version, body, prev, hash } = event;
        insert.execute(params![stream.id, seq.cast_signed(), at.0, kind, version, body, prev, hash])?;
    }
    names::unlist(tx, &stream.id)
}

/// Carries the contents under the hashes they really have, and names those that were not to be found again.
fn put_blobs(tx: &rusqlite::Transaction<'_>, wreck: &Wreck) -> rusqlite::Result<Vec<String>> {
    let (mut named, mut found) = (BTreeSet::new(), BTreeSet::new());
    let mut failed = None;
    wreck.blobs(|hash, content| {
        let real = blob_id(&content);
        let intact = real == hash;
        named.insert(hash);
        // What no longer gives its name is some other text: only one that does is carried.
        if intact && found.insert(real.clone()) {
            let done = tx.execute(
                "INSERT OR IGNORE INTO blob (hash, content) VALUES (?1, ?2)",
                params![real, content],
            );
            failed = failed.take().or(done.err());
        }
    });
    if let Some(error) = failed {
        return Err(error);
    }
    // What an earlier repair kept may have been found elsewhere.
    let mut is_there = tx.prepare("SELECT 1 FROM blob WHERE hash = ?1")?;
    let mut lost = Vec::new();
    for hash in named.difference(&found) {
        if !is_there.exists([hash])? {
            lost.push(hash.clone());
        }
    }
    Ok(lost)
}

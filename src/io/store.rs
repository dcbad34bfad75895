//! The event log: streams of events in one SQLite file that all worktrees of a repository share.
//!
//! The store is dumb. It keeps the order of each stream, refuses a stale writer, chains the events by
//! hash, and holds the contents events refer to. It never looks into an event's body and never decides
//! what an event means; that is the fold's work. What `append` has returned is on disk (SPEC 13.1).

mod agents;
mod alone;
mod aside;
mod brought_back;
mod chain;
mod connection;
mod copies;
mod cuts;
mod error;
mod exchange;
mod facts;
mod held;
mod index;
mod left;
mod log;
mod lost_log;
mod mapped;
mod mappings;
mod mended;
mod named;
mod names;
mod opening;
mod owner;
mod pages;
mod place;
mod places;
mod read_only;
mod reading;
mod removed;
mod repair;
mod salvage;
mod schema;
mod sighting;
mod turn;
mod unclosed;
mod wreck;
mod writing;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::ThreadId;
use std::time::Duration;

use rusqlite::Connection;
use rusqlite::config::DbConfig;
use tempfile::TempDir;

use crate::domain::ids::Timestamp;
pub use agents::Bound;
pub use brought_back::{BroughtBack, RemovedLog};
pub use chain::{Fault, genesis, link};
pub use cuts::Cut;
pub use error::StoreError;
pub use facts::{Facts, logs_aside, put_in_place, set_aside, set_aside_by_hand};
pub use held::Held;
pub use log::LogFault;
pub use lost_log::{LostLog, lost_logs, see_lost_logs};
pub use names::Naming;
pub use place::folder;
pub use read_only::ReadOnly;
pub use reading::Damage;
pub use repair::{Knowing, Repaired};
pub use salvage::Salvaged;
pub use schema::SCHEMA;
pub use sighting::Sighting;

/// One event to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewEvent {
    /// When it happened.
    pub at: Timestamp,
    /// The kind's name, such as `review_recorded`.
    pub kind: String,
    /// The version of the kind's body.
    pub version: u32,
    /// The body as JSON text; kept byte for byte.
    pub body: String,
}

/// One event as the store holds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stored {
    /// Its number in the stream, from 1.
    pub seq: u64,
    /// When it happened.
    pub at: Timestamp,
    /// The kind's name.
    pub kind: String,
    /// The version of the kind's body.
    pub version: u32,
    /// The body as JSON text, byte for byte as it was given.
    pub body: String,
    /// The hash of the event before it; for the first, of the stream's origin.
    pub prev: String,
    /// The hash of this event; the last one is the head of the chain.
    pub hash: String,
}

/// What one transaction writes to a stream: events, the contents they refer to, what becomes of the key.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Batch {
    events: Vec<NewEvent>,
    blobs: Vec<Vec<u8>>,
    key: KeyChange,
    /// What the events name; nothing where nobody said.
    names: Option<Vec<String>>,
    settles: bool,
}

/// What a batch does with the key that keeps a subject's open stream unique.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
enum KeyChange {
    #[default]
    Keep,
    Release,
    Move(String),
}

impl Batch {
    /// Starts a batch of these events, in this order.
    pub fn new(events: impl IntoIterator<Item = NewEvent>) -> Self {
        Self { events: events.into_iter().collect(), ..Self::default() }
    }

    /// Adds a content that the events refer to by [`blob_id`].
    #[must_use]
    pub fn with_blob(mut self, content: impl Into<Vec<u8>>) -> Self {
        self.blobs.push(content.into());
        self
    }

    /// Says what the events name, by which [`Store::streams_naming`] finds their stream; that they name nothing is said,
    /// too: a stream that nothing was said of is searched itself.
    #[must_use]
    pub fn naming(mut self, names: impl IntoIterator<Item = String>) -> Self {
        self.names.get_or_insert_default().extend(names);
        self
    }

    /// Notes the stream as settled, until an event comes after these.
    #[must_use]
    pub fn settling(mut self) -> Self {
        self.settles = true;
        self
    }

    /// Closes the subject: its key is free for another stream from this batch on.
    #[must_use]
    pub fn releasing_key(mut self) -> Self {
        self.key = KeyChange::Release;
        self
    }

    /// Gives the stream another key, as when its subject was renamed; refused when an open stream has it.
    #[must_use]
    pub fn moving_key_to(mut self, key: impl Into<String>) -> Self {
        self.key = KeyChange::Move(key.into());
        self
    }
}

/// Whether opening a subject made a stream or found the open one.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub enum Opened {
    /// The stream is new and holds the first batch.
    New(Vec<Stored>),
    /// The subject's open stream; nothing was written.
    Existing(String),
}

/// A stream in short.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StreamInfo {
    /// Its place in the order in which streams were opened.
    pub born: i64,
    /// The stream's id.
    pub id: String,
    /// What it is a stream of, such as `loop`.
    pub kind: String,
    /// The subject's key when the stream was opened.
    pub subject: String,
    /// The subject's key while it is open.
    pub key: Option<String>,
    /// How many events it holds.
    pub events: u64,
    /// The hash of the last event.
    pub head: String,
    /// When the last event happened.
    pub last_at: Timestamp,
}

/// A text that could not be bound to any loop, kept for people (SPEC 6.4).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stray {
    /// Its number, from 1, in order of arrival.
    pub id: i64,
    /// When it came.
    pub at: Timestamp,
    /// The loop it may have been meant for.
    pub loop_hint: Option<String>,
    /// Why it was not recorded.
    pub reason: String,
    /// The whole text.
    pub text: String,
}

/// The event log of one repository: one connection, to be used by one thread at a time.
#[derive(Debug)]
pub struct Store {
    conn: Connection,
    path: PathBuf,
    read_only: Option<ReadOnly>,
    file: Option<opening::FileId>,
    /// The index of the log that it was opened with; nothing where it is read without one.
    mapped: Option<Arc<mapped::Mapped>>,
    lock_wait: Duration,
    /// How the file was when it was opened to be examined.
    as_found: Option<facts::Stamps>,
    /// The thread that opened it; nothing where it is kept between calls.
    opened_by: Option<ThreadId>,
    /// Only there when a copy is read: its folder, removed as soon as what is in it is open, or else with the store.
    copy: Option<TempDir>,
}

impl Store {
    /// Opens `common_dir`/countersign/store.db, creating folder and file when there are none.
    ///
    /// `common_dir` is what git calls the common directory, so that all worktrees share the store; where
    /// this answers `CannotCreate`, none is made elsewhere.
    /// A store that exists but cannot be written, or whose newer schema lets this version read it, is
    /// opened to read ([`Store::read_only`] says why) and refuses every write with that reason.
    pub fn open(common_dir: &Path) -> Result<Self, StoreError> {
        opening::to_write(common_dir).map(Self::from)
    }

    /// Opens `common_dir`/countersign/store.db as [`Store::open`] does, and makes none: without a store it is `Missing`.
    pub fn open_existing(common_dir: &Path) -> Result<Self, StoreError> {
        opening::existing(common_dir).map(Self::from)
    }

    /// Opens `common_dir`/countersign/store.db only to read; without a store it is `Missing`.
    pub fn open_to_read(common_dir: &Path) -> Result<Self, StoreError> {
        opening::to_read(common_dir).map(Self::from)
    }

    /// Opens `common_dir`/countersign/store.db to look at it, without leaving a trace beside it; without a store it is
    /// `Missing`. What is read may be of several moments where others write: [`Store::moved_on`] tells.
    pub fn open_to_examine(common_dir: &Path) -> Result<Self, StoreError> {
        let before = facts::stamps(&place::folder(common_dir).join(place::FILE));
        let mut store = Self::from(opening::to_examine(common_dir)?);
        store.as_found = Some(before);
        Ok(store)
    }

    /// Returns why the store cannot be written, or nothing when it can.
    pub fn read_only(&self) -> Option<ReadOnly> {
        self.read_only
    }

    /// Says whether every write will be refused.
    pub fn is_read_only(&self) -> bool {
        self.read_only.is_some()
    }

    /// Tells whether the file, its log and the index are still those that others use.
    pub fn is_current(&self) -> bool {
        self.shared().is_ok()
    }

    /// Tells whether what is read here is what is written there: both have one file open, and neither a copy of it.
    pub fn follows(&self, other: &Self) -> bool {
        let copied = self.copy.is_some() || other.copy.is_some();
        !copied && self.file.is_some() && self.file == other.file
    }

    /// Returns where the file is.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl From<opening::Opening> for Store {
    fn from(opening: opening::Opening) -> Self {
        let opening::Opening { conn, path, read_only, file, mapped, copy } = opening;
        let (lock_wait, opened_by) = (opening::lock_wait(), mapped.as_ref().map(|mapped| mapped.is_taken()));
        Self { conn, path, read_only, file, mapped, lock_wait, as_found: None, opened_by, copy }
    }
}

impl Drop for Store {
    /// Whoever is last folds the log in as far as its own index knows it, and removes it: not where others have another.
    fn drop(&mut self) {
        let kept = self.leave_nothing_behind();
        if let (Some(mapped), Some(by)) = (&self.mapped, self.opened_by) {
            mapped.is_let_go(by);
        }
        if let Err(error) = &kept {
            tracing::error!(%error, store = %self.path.display(), "what a log held that was removed could not be kept");
        }
        // Folded in by halves, as where there is no room, it would take the file with it.
        if kept.is_err() || self.mapped.as_ref().is_some_and(|mapped| mapped.is_outdated(&self.path)) {
            let _ = self.conn.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true);
        }
    }
}

/// Has each call of this process wait for another process's lock for at most `limit` from now on, 10 s else.
///
/// For a process that a host waits for, such as a hook.
pub fn wait_at_most(limit: std::time::Duration) {
    opening::wait_at_most(limit);
}

/// Names a content by its BLAKE3 hash, 64 lower-case hexadecimal digits.
pub fn blob_id(content: &[u8]) -> String {
    blake3::hash(content).to_hex().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_store_can_move_to_another_thread() {
        fn moves<T: Send>() {}
        moves::<Store>();
        moves::<StoreError>();
    }

    #[cfg(unix)]
    #[test]
    fn a_copy_that_is_read_has_no_name_that_a_killed_process_would_leave() {
        let folder = TempDir::new().unwrap();
        let mut writer = Store::open(folder.path()).unwrap();
        let blobs: Vec<_> = (0..8).map(|n| writer.put_blob(&[n; 3_000]).unwrap()).collect();
        let log = opening::beside(&writer.path, "-wal");
        let mut bytes = std::fs::read(&log).unwrap();
        // In the sum that stands in the head of the second frame: all it says is whole.
        bytes[32 + 24 + 4096 + 16] ^= 1;
        std::fs::write(&log, bytes).unwrap();
        let reader = Store::open_to_read(folder.path()).unwrap();
        let copy = reader.copy.as_ref().expect("a log that does not hold is read from a copy");
        assert!(!copy.path().exists());
        assert_eq!(reader.get_blob(&blobs[7]).unwrap().as_deref(), Some([7; 3_000].as_slice()));
    }
}

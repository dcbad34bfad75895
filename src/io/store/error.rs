//! What can go wrong with the store, sorted by what the caller can do about it.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::ErrorCode;

use super::chain::Fault;
use super::read_only::ReadOnly;
use crate::io::machine;

/// Why the store did not answer. After any of them the store holds what it held before; only a disk that fails in the
/// act itself (`Sqlite`) may have taken the event all the same, which a repeated call finds.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Somebody appended in the meantime: load the stream anew and try once more.
    #[error("stream {stream} holds {actual} events, not the expected {expected}")]
    Stale { stream: String, expected: u64, actual: u64 },
    /// No stream has this id.
    #[error("no stream {stream} in {}", path.display())]
    NoStream { path: PathBuf, stream: String },
    /// The id for a new stream is in use by another subject: draw another id.
    #[error("the stream id {stream} is taken by another subject")]
    StreamTaken { stream: String },
    /// The key is held by another open stream.
    #[error("the key {key:?} is held by the open stream {holder}")]
    KeyTaken { key: String, holder: String },
    /// The chain of one stream does not hold; other streams stay readable.
    #[error("{}", broken(stream, *seq, *fault))]
    Broken { stream: String, seq: u64, fault: Fault },
    /// A stored text no longer matches the hash that names it.
    #[error("the stored content {hash} no longer matches its hash")]
    BrokenBlob { hash: String },
    /// The store can be read but not written.
    #[error("the store {} is read-only: {reason}", path.display())]
    ReadOnly { path: PathBuf, reason: ReadOnly },
    /// The file is something else; it is left alone.
    #[error("{} is not a countersign store: {why}", path.display())]
    NotAStore { path: PathBuf, why: String },
    /// No event can be read in the file, in no way.
    #[error(
        "no event of a countersign store can be read in {}, by its lists or page by page, so no loop in it can be brought back; it was left as it is. This sets it aside, and the next call that writes begins a new one: {command}",
        path.display()
    )]
    PastRepair { path: PathBuf, command: String },
    /// A newer version wrote the store and lets no older one read it.
    #[error("the store {} has schema {found}; this version knows {known}", path.display())]
    NewerSchema { path: PathBuf, found: i64, known: i64 },
    /// A repair was cut short while it exchanged the store, or is under way.
    #[error("a repair of the store {} was begun and is not finished", path.display())]
    Repairing { path: PathBuf },
    /// There is no store and none was to be made.
    #[error("there is no store at {}", path.display())]
    Missing { path: PathBuf },
    /// No store is there and none can be made.
    #[error("cannot create the store at {}", path.display())]
    CannotCreate {
        path: PathBuf,
        #[source]
        source: std::io::Error,
    },
    /// The store's folder or one of its files is a symlink that leaves the git directory.
    #[error("{} leads out of {}", path.display(), root.display())]
    Outside { path: PathBuf, root: PathBuf },
    /// Something that is no ordinary file has the name of one of the store's files.
    #[error("{} is {what}, and the store's files are ordinary ones", path.display())]
    NoFile { path: PathBuf, what: &'static str },
    /// The file was deleted, moved or replaced while it was open.
    #[error("{} was removed or replaced while the store was open", path.display())]
    Replaced { path: PathBuf },
    /// Another process held the lock for the whole wait; who is not known.
    #[error("the store {} stayed locked by another process for {waited_ms} ms", path.display())]
    Locked { path: PathBuf, waited_ms: u64 },
    /// Another file in its place would take the store from its owner, or the system would not let it be put there.
    #[error("the store {} is of user {owner}, and another file cannot be put in its place: {why}", path.display())]
    OfAnother { path: PathBuf, owner: u32, why: &'static str },
    /// No space is left on the device.
    #[error("no space is left for the store {}", path.display())]
    DiskFull { path: PathBuf },
    /// The file system does not carry a write-ahead log.
    #[error("the store {} cannot use a write-ahead log (journal mode {mode})", path.display())]
    NoWal { path: PathBuf, mode: String },
    /// The database's pages are damaged.
    #[error("the store {} is damaged", path.display())]
    Damaged {
        path: PathBuf,
        #[source]
        source: rusqlite::Error,
    },
    /// A file beside the database could not be read.
    #[error("cannot read {}", path.display())]
    Io {
        path: PathBuf,
        #[source]
        source: std::io::Error,
    },
    /// SQLite failed in a way that has no better name here.
    #[error("the store {} failed", path.display())]
    Sqlite {
        path: PathBuf,
        #[source]
        source: rusqlite::Error,
    },
}

/// A stream that no list leads to is whole: a repair carries it.
fn broken(stream: &str, seq: u64, fault: Fault) -> String {
    if fault == Fault::Unlisted {
        return format!(
            "the list of loops and phases does not lead to {stream}, though its events are there"
        );
    }
    format!("the event chain of stream {stream} breaks at event {seq}: {fault}")
}

impl StoreError {
    /// Says what would help, in one sentence for the person or agent that called.
    pub fn hint(&self) -> &'static str {
        match self {
            StoreError::Stale { .. } => "load the stream again and repeat the call",
            StoreError::NoStream { .. } => "open the subject first; `countersign status` lists the streams",
            StoreError::StreamTaken { .. } => "draw another id and repeat the call",
            StoreError::KeyTaken { .. } => "go on with the open stream that holds the key",
            StoreError::Damaged { .. } => {
                "`countersign doctor` says what of it can still be read, `countersign doctor --repair` sets the file aside and goes on with what is whole"
            }
            StoreError::Broken { .. } | StoreError::BrokenBlob { .. } => {
                "the other loops stay readable; `countersign doctor` says what is damaged, `countersign doctor --repair` sets the file aside and goes on with what is whole"
            }
            StoreError::Repairing { .. } => {
                "run `countersign doctor --repair` in a moment: where no other process is at it any more, it finishes it"
            }
            StoreError::ReadOnly {
                reason: ReadOnly::DamagedLog(_) | ReadOnly::Misnumbered { .. } | ReadOnly::Header,
                ..
            } => {
                "reading works; `countersign doctor --repair` sets the file aside and goes on with what is whole"
            }
            StoreError::ReadOnly { reason: ReadOnly::Beside(_), .. } => {
                "reading works; to write, make what lies beside store.db writable as well: `chmod u+w` on store.db-wal and store.db-shm in its folder, or `chown` where another user owns them"
            }
            StoreError::ReadOnly { reason: ReadOnly::Refused(_), .. } => {
                "reading works; to write, let the server make files in the store's folder: in a sandbox allow it to write to the git directory, on a full disk free some space, with too many open files raise `ulimit -n`"
            }
            StoreError::ReadOnly { reason: ReadOnly::OfAnother { .. }, .. } => {
                "reading works; to write, have that user run `chmod g+s` on the folder of store.db: what is made there is of his group then"
            }
            StoreError::ReadOnly { reason: ReadOnly::Linked, .. } => {
                "reading works; `countersign doctor --repair` gives this repository a file of its own with all that is in it and keeps the linked one beside it"
            }
            StoreError::ReadOnly { reason: ReadOnly::NewerSchema { .. }, .. } => {
                "reading works; to write, use the newer version of countersign in every session"
            }
            StoreError::ReadOnly { .. } => "reading works; make the file and its folder writable, to write",
            StoreError::NotAStore { .. } => {
                "it was left as it is; `countersign doctor` tells whether it is a damaged store that can be repaired, else move it away by hand"
            }
            StoreError::PastRepair { .. } => {
                "where there is a backup of the file, end every server that runs here, put the backup in its place and move store.db-wal beside it away first, which would hide what the backup holds; the reports in the work tree tell what was reviewed"
            }
            StoreError::NewerSchema { .. } => "use the newer version of countersign in every session",
            StoreError::Missing { .. } => "the first call that writes creates it",
            StoreError::CannotCreate { source, .. } if is_full(source) => {
                "free some space, or raise the quota, and repeat the call; nothing was written"
            }
            StoreError::CannotCreate { source, .. } | StoreError::Io { source, .. }
                if machine::is_for_want_of_handles(source) =>
            {
                "end other programs or raise the limit of open files (`ulimit -n`), then repeat the call"
            }
            StoreError::CannotCreate { .. } => {
                "make the git directory writable: a store is kept nowhere else"
            }
            StoreError::Outside { .. } => "replace the symlink by what it leads to, or remove it",
            StoreError::NoFile { .. } => {
                "nothing was read or written through it: where it is a symlink put the file that it leads to in its place, else move it away; `countersign doctor` names the command"
            }
            StoreError::Replaced { .. } => {
                "repeat the call: the store is opened anew; where it is refused again, end the other programs that have it open"
            }
            StoreError::Locked { .. } => {
                "repeat the call; if it stays locked, end the other process that uses the store"
            }
            StoreError::OfAnother { .. } => {
                "nothing was changed: have that user, or root, run `countersign doctor --repair`; or where its group shares the store have him run `chmod g+w` on store.db and `chmod g+s` on its folder, then repeat this; `chmod -t` on the folder where that has the sticky bit"
            }
            StoreError::DiskFull { .. } => {
                "free some space, or raise the quota, and repeat the call; nothing was written"
            }
            StoreError::NoWal { .. } => "keep the repository on a local disk, not on a network share",
            StoreError::Io { .. } => "look at the folder's permissions and the disk, then repeat the call",
            StoreError::Sqlite { source, .. } if is_unwritten(source) => {
                "look at the disk and at the limit of the size of files (`ulimit -f`), then repeat the call: should it be on file all the same, nothing is recorded twice"
            }
            StoreError::Sqlite { .. } => {
                "look at the folder's permissions and the disk, then repeat the call: should it be on file all the same, nothing is recorded twice; `countersign doctor` tells whether the file is damaged"
            }
        }
    }

    /// Says that the pages of a store hold something that cannot be.
    pub(super) fn damaged(path: &Path, why: String) -> Self {
        let code = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_CORRUPT);
        let source = rusqlite::Error::SqliteFailure(code, Some(why));
        Self::Damaged { path: path.to_owned(), source }
    }

    /// Sorts an error of the file system by what the caller can do about it.
    pub(super) fn io(path: &Path, source: io::Error) -> Self {
        Self::copying(path, path, source)
    }

    /// Sorts what copying a file fails with: where no space is left, it is where the copy was to be.
    pub(super) fn copying(from: &Path, to: &Path, source: io::Error) -> Self {
        if is_full(&source) {
            return Self::DiskFull { path: to.to_owned() };
        }
        Self::Io { path: from.to_owned(), source }
    }

    /// Says that another process held the lock all the while.
    pub(super) fn locked(path: PathBuf, waited: Duration) -> Self {
        Self::Locked { path, waited_ms: u64::try_from(waited.as_millis()).unwrap_or(u64::MAX) }
    }

    /// Sorts an error of SQLite by what the caller can do about it.
    pub(super) fn sort(path: &Path, lock_wait: Duration, source: rusqlite::Error) -> Self {
        let path = path.to_owned();
        // SQLite's list of codes is its own and open; the rest is one class here.
        #[allow(clippy::wildcard_enum_match_arm)]
        match source.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => Self::DiskFull { path },
            Some(
                ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked | ErrorCode::FileLockingProtocolFailed,
            ) => Self::locked(path, lock_wait),
            Some(ErrorCode::NotADatabase) => {
                Self::NotAStore { path, why: "it does not start as an SQLite database".to_owned() }
            }
            Some(ErrorCode::ReadOnly) => Self::ReadOnly { path, reason: ReadOnly::FileSystem },
            Some(ErrorCode::DatabaseCorrupt) => Self::Damaged { path, source },
            // Our own statements name what every store has: it was dropped, or the list does not show it.
            // So does the format in its header, of which there is one bit too many.
            Some(ErrorCode::Unknown) if lacks_a_table(&source) || is_of_no_format(&source) => {
                Self::Damaged { path, source }
            }
            // The file is shorter than its own pages say.
            Some(ErrorCode::SystemIoFailure) if is_short(&source) => Self::Damaged { path, source },
            _ => Self::Sqlite { path, source },
        }
    }
}

fn is_full(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded)
}

fn is_short(error: &rusqlite::Error) -> bool {
    error.sqlite_error().is_some_and(|error| error.extended_code == rusqlite::ffi::SQLITE_IOERR_SHORT_READ)
}

/// The disk took no bytes, though it is not full.
fn is_unwritten(error: &rusqlite::Error) -> bool {
    error.sqlite_error().is_some_and(|error| error.extended_code == rusqlite::ffi::SQLITE_IOERR_WRITE)
}

fn is_of_no_format(error: &rusqlite::Error) -> bool {
    error.to_string().contains("unsupported file format")
}

fn lacks_a_table(error: &rusqlite::Error) -> bool {
    let said = error.to_string();
    said.contains("no such table") || said.contains("no such column")
}

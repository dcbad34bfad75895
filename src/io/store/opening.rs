//! Finding, creating and opening the store file.
//!
//! Never opens a file that is not ours for writing, and never makes a second store beside one that
//! cannot be written. The database file is only ever opened through SQLite while others may write:
//! closing any other handle to it would drop this process's locks.

use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, MAIN_DB, OpenFlags};
use tempfile::TempDir;

use super::error::StoreError;
use super::schema::{self, Identity, SCHEMA};
use crate::io::clock::Patience;

/// How long a call waits for another process's lock before it gives up.
pub(super) const LOCK_WAIT: Duration = Duration::from_secs(10);

/// The folder inside the git directory, and the file in it.
const FOLDER: &str = "countersign";
const FILE: &str = "store.db";

/// SQLite's smallest page, in bytes; no database is shorter.
const SMALLEST_DATABASE: u64 = 512;

/// How often a copy of a store on a read-only file system is begun anew when it changes meanwhile.
const COPY_ATTEMPTS: u32 = 5;

/// Why a store that can be read refuses to be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReadOnly {
    /// The file, its folder or its file system is write-protected.
    FileSystem,
    /// A newer version wrote it and lets this one read it.
    NewerSchema { found: i64, known: i64 },
    /// It was opened only to read.
    Asked,
}

impl std::fmt::Display for ReadOnly {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ReadOnly::FileSystem => f.write_str("the file or its folder is write-protected"),
            ReadOnly::NewerSchema { found, known } => {
                write!(f, "a newer version wrote it (schema {found}; this version writes {known})")
            }
            ReadOnly::Asked => f.write_str("it was opened only to read"),
        }
    }
}

/// An open database with all that its use depends on.
#[derive(Debug)]
pub(super) struct Opening {
    pub(super) conn: Connection,
    pub(super) path: PathBuf,
    pub(super) read_only: Option<ReadOnly>,
    /// Which file the path meant when it was opened.
    pub(super) file: Option<FileId>,
    /// Keeps the copy alive that is read in place of a write-protected store.
    pub(super) copy: Option<TempDir>,
}

/// Returns the folder of the store below a repository's own directory.
pub fn folder(root: &Path) -> PathBuf {
    root.join(FOLDER)
}

/// Tells one file from another that took its name.
pub(super) type FileId = (u64, u64);

/// Opens the store in `root`/countersign to write, creating it when there is none.
pub(super) fn to_write(root: &Path) -> Result<Opening, StoreError> {
    let place = Place::find(root)?;
    place.create_folder()?;
    let mut flags = OpenFlags::SQLITE_OPEN_READ_WRITE;
    if place.is_new()? {
        flags |= OpenFlags::SQLITE_OPEN_CREATE;
    }
    let opened = connect(&place.file, flags).and_then(|conn| {
        let identity = patiently(LOCK_WAIT, || schema::identify(&conn))?;
        Ok((conn.is_readonly(MAIN_DB)?, identity, conn))
    });
    let (write_protected, identity, mut conn) = match opened {
        Ok(found) => found,
        Err(e) if is_write_protection(&e) && place.is_new()? => {
            return Err(place.cannot_create(io::Error::other(e)));
        }
        Err(e) if is_write_protection(&e) => return place.read(ReadOnly::FileSystem),
        Err(e) => return Err(StoreError::sort(&place.file, LOCK_WAIT, e)),
    };
    if let Some(reason) = place.judge(identity)? {
        return place.read(reason);
    }
    if write_protected {
        return place.read(ReadOnly::FileSystem);
    }
    prepare(&mut conn, &place.file)?;
    let file = file_id(&place.file);
    Ok(Opening { conn, path: place.file, read_only: None, file, copy: None })
}

/// Opens the store in `root`/countersign to write; there must be one.
pub(super) fn existing(root: &Path) -> Result<Opening, StoreError> {
    let place = Place::find(root)?;
    if place.is_new()? {
        return Err(StoreError::Missing { path: place.file });
    }
    to_write(root)
}

/// Opens the store in `root`/countersign only to read; there must be one.
pub(super) fn to_read(root: &Path) -> Result<Opening, StoreError> {
    let place = Place::find(root)?;
    if place.is_new()? {
        return Err(StoreError::Missing { path: place.file });
    }
    place.read(ReadOnly::Asked)
}

/// Where the store of one repository is.
struct Place {
    root: PathBuf,
    file: PathBuf,
}

impl Place {
    /// Resolves the folder; a symlink that leaves the git directory is refused.
    fn find(root: &Path) -> Result<Self, StoreError> {
        let root = fs::canonicalize(root)
            .map_err(|source| StoreError::CannotCreate { path: root.join(FOLDER).join(FILE), source })?;
        let mut folder = root.join(FOLDER);
        if fs::symlink_metadata(&folder).is_ok() {
            let real = fs::canonicalize(&folder);
            folder = match real {
                Ok(real) if real.starts_with(&root) => real,
                Ok(_) | Err(_) => return Err(StoreError::Outside { path: folder, root }),
            };
        }
        let file = folder.join(FILE);
        if fs::symlink_metadata(&file).is_ok_and(|found| found.is_symlink()) {
            return Err(StoreError::Outside { path: file, root });
        }
        Ok(Self { root, file })
    }

    fn create_folder(&self) -> Result<(), StoreError> {
        match fs::create_dir(self.root.join(FOLDER)) {
            Ok(()) => sync_folder(&self.root).map_err(|e| self.cannot_create(e)),
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => Ok(()),
            // On a write-protected file system an existing store is still read.
            Err(_) if self.file.exists() => Ok(()),
            Err(e) => Err(self.cannot_create(e)),
        }
    }

    /// Says whether there is no store yet; an emptied one with a log beside it is no new one.
    fn is_new(&self) -> Result<bool, StoreError> {
        let length = |path: &Path| fs::metadata(path).map(|found| found.len());
        // The log first: whoever is making the store writes the file before its log.
        let has_log = length(&beside(&self.file, "-wal")).is_ok_and(|bytes| bytes > 0);
        match length(&self.file) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(true),
            Err(source) => Err(StoreError::Io { path: self.file.clone(), source }),
            // SQLite would throw the log away.
            Ok(0) if has_log => {
                let why = "it is empty beside a write-ahead log that is not".to_owned();
                Err(StoreError::NotAStore { path: self.file.clone(), why })
            }
            // SQLite would take the scrap for an empty database; only a journal could still mend it.
            Ok(1..SMALLEST_DATABASE) if !beside(&self.file, "-journal").exists() => {
                let why = "it is too short for an SQLite database".to_owned();
                Err(StoreError::NotAStore { path: self.file.clone(), why })
            }
            Ok(bytes) => Ok(bytes == 0),
        }
    }

    fn cannot_create(&self, source: io::Error) -> StoreError {
        StoreError::CannotCreate { path: self.file.clone(), source }
    }

    /// Refuses what must not be opened; returns the reason when it may only be read.
    fn judge(&self, identity: Identity) -> Result<Option<ReadOnly>, StoreError> {
        let path = self.file.clone();
        match identity {
            Identity::Fresh | Identity::Ours { .. } => Ok(None),
            Identity::Newer { schema: found, readable: true } => {
                Ok(Some(ReadOnly::NewerSchema { found, known: SCHEMA }))
            }
            Identity::Newer { schema: found, readable: false } => {
                Err(StoreError::NewerSchema { path, found, known: SCHEMA })
            }
            Identity::Foreign => {
                let why = "it is the database of another program".to_owned();
                Err(StoreError::NotAStore { path, why })
            }
        }
    }

    /// Opens to read: the file itself, or a copy where its log cannot be shared.
    fn read(self, reason: ReadOnly) -> Result<Opening, StoreError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY;
        let (conn, copy, identity) = match open_to_read(&self.file, flags) {
            Ok((conn, identity)) => (conn, None, identity),
            Err(e) if is_write_protection(&e) => {
                let copy = copy_store(&self.file)?;
                // The copy is ours: its log may be folded in.
                let flags = OpenFlags::SQLITE_OPEN_READ_WRITE;
                let (conn, identity) = open_to_read(&copy.path().join(FILE), flags)
                    .map_err(|e| StoreError::sort(&self.file, LOCK_WAIT, e))?;
                (conn, Some(copy), identity)
            }
            Err(e) => return Err(StoreError::sort(&self.file, LOCK_WAIT, e)),
        };
        if identity == Identity::Fresh {
            return Err(StoreError::Missing { path: self.file });
        }
        let reason = self.judge(identity)?.unwrap_or(reason);
        let file = file_id(&self.file);
        Ok(Opening { conn, path: self.file, read_only: Some(reason), file, copy })
    }
}

fn open_to_read(path: &Path, flags: OpenFlags) -> rusqlite::Result<(Connection, Identity)> {
    let conn = connect(path, flags)?;
    conn.pragma_update(None, "query_only", true)?;
    let identity = patiently(LOCK_WAIT, || schema::identify(&conn))?;
    Ok((conn, identity))
}

/// Opens a connection with the waits and guards every use has; reads and writes nothing yet.
fn connect(path: &Path, flags: OpenFlags) -> rusqlite::Result<Connection> {
    let flags = flags | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_NOFOLLOW;
    let mut conn = Connection::open_with_flags(path, flags)?;
    wait_at_most(&mut conn, LOCK_WAIT)?;
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    conn.pragma_update(None, "trusted_schema", false)?;
    conn.pragma_update(None, "cell_size_check", true)?;
    conn.pragma_update_and_check(None, "mmap_size", 0, |_| Ok(())).or_else(no_row_is_fine)?;
    Ok(conn)
}

/// Lets the connection wait for locks of others, in short uneven naps, for at most `limit`.
pub(super) fn wait_at_most(conn: &mut Connection, limit: Duration) -> rusqlite::Result<()> {
    let mut patience = Patience::new(limit);
    conn.busy_handler(Some(move |calls: i32| {
        if calls == 0 {
            patience.restart();
        }
        patience.nap()
    }))
}

/// Sets how commits reach the disk and brings the schema up to date.
fn prepare(conn: &mut Connection, path: &Path) -> Result<(), StoreError> {
    let sort = |e| StoreError::sort(path, LOCK_WAIT, e);
    let mode: String =
        patiently(LOCK_WAIT, || conn.pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get(0)))
            .map_err(sort)?;
    if mode != "wal" {
        return Err(StoreError::NoWal { path: path.to_owned(), mode });
    }
    conn.pragma_update(None, "synchronous", "FULL").map_err(sort)?;
    conn.pragma_update(None, "foreign_keys", true).map_err(sort)?;
    if cfg!(target_os = "macos") {
        // There a plain fsync leaves the data in the drive's cache.
        conn.pragma_update(None, "fullfsync", true).map_err(sort)?;
        conn.pragma_update(None, "checkpoint_fullfsync", true).map_err(sort)?;
    }
    patiently(LOCK_WAIT, || schema::migrate(conn)).map_err(sort)
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

fn is_busy(e: &rusqlite::Error) -> bool {
    matches!(
        e.sqlite_error_code(),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked | ErrorCode::FileLockingProtocolFailed)
    )
}

fn is_write_protection(e: &rusqlite::Error) -> bool {
    matches!(
        e.sqlite_error_code(),
        Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly | ErrorCode::PermissionDenied)
    )
}

/// A build without memory mapping answers that pragma with no row.
fn no_row_is_fine(e: rusqlite::Error) -> rusqlite::Result<()> {
    if matches!(e, rusqlite::Error::QueryReturnedNoRows) { Ok(()) } else { Err(e) }
}

/// Copies a store whose folder cannot be written, with its log, as of one moment.
fn copy_store(file: &Path) -> Result<TempDir, StoreError> {
    let failed = |source| StoreError::Io { path: file.to_owned(), source };
    let wal = beside(file, "-wal");
    for _ in 0..COPY_ATTEMPTS {
        let copy = TempDir::new().map_err(failed)?;
        let target = copy.path().join(FILE);
        let before = (stamp(file), stamp(&wal));
        copy_content(file, &target).map_err(failed)?;
        if wal.exists() {
            copy_content(&wal, &beside(&target, "-wal")).map_err(failed)?;
        }
        if before == (stamp(file), stamp(&wal)) {
            return Ok(copy);
        }
    }
    Err(failed(io::Error::other("it kept changing while it was copied")))
}

/// Copies without the mode, which may forbid to write.
fn copy_content(from: &Path, to: &Path) -> io::Result<u64> {
    io::copy(&mut fs::File::open(from)?, &mut fs::File::create_new(to)?)
}

fn stamp(path: &Path) -> Option<(u64, std::time::SystemTime)> {
    fs::metadata(path).ok().and_then(|found| Some((found.len(), found.modified().ok()?)))
}

fn beside(file: &Path, suffix: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// Tells which file a path means at present; nothing where the platform does not say.
pub(super) fn file_id(path: &Path) -> Option<FileId> {
    fs::symlink_metadata(path).ok().and_then(|found| id_of(&found))
}

#[cfg(unix)]
fn id_of(found: &Metadata) -> Option<FileId> {
    use std::os::unix::fs::MetadataExt as _;
    Some((found.dev(), found.ino()))
}

/// Windows lets nobody remove an open database.
#[cfg(not(unix))]
fn id_of(_: &Metadata) -> Option<FileId> {
    None
}

/// Makes a new folder's name survive a power loss.
#[cfg(unix)]
fn sync_folder(folder: &Path) -> io::Result<()> {
    fs::File::open(folder)?.sync_all()
}

#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

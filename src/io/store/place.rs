//! Where the store of a repository is, and whether one is there.
//!
//! Never makes a second store beside one that cannot be written, and never takes an emptied one for a new one.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::error::StoreError;
use super::opening::{beside, sync_folder};
use super::read_only::ReadOnly;
use super::schema::{Identity, SCHEMA};

/// The folder inside the git directory, and the file in it.
pub(super) const FOLDER: &str = "countersign";
pub(super) const FILE: &str = "store.db";

/// Stands beside the store for the few moments in which a repair exchanges it, and says what was set aside.
pub(super) const REPAIRING: &str = "store.db.repairing";

/// SQLite's smallest page, in bytes; no database is shorter.
const SMALLEST_DATABASE: u64 = 512;

/// Returns the folder of the store below a repository's own directory.
pub fn folder(root: &Path) -> PathBuf {
    root.join(FOLDER)
}

/// Where the store of one repository is.
pub(super) struct Place {
    pub(super) root: PathBuf,
    pub(super) file: PathBuf,
}

impl Place {
    /// Resolves the folder; a symlink that leaves the git directory is refused, and so is a store that is being exchanged.
    pub(super) fn find(root: &Path) -> Result<Self, StoreError> {
        let place = Self::find_in_repair(root)?;
        if place.is_in_repair() {
            return Err(StoreError::Repairing { path: place.file });
        }
        Ok(place)
    }

    /// Resolves the folder as [`Place::find`] does, whether its store is being exchanged or not.
    pub(super) fn find_in_repair(root: &Path) -> Result<Self, StoreError> {
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
        let place = Self { root, file };
        place.is_of_files()?;
        Ok(place)
    }

    /// Refuses what is no ordinary file where a store has one: a link leads elsewhere, and whoever opens a pipe waits for
    /// ever.
    fn is_of_files(&self) -> Result<(), StoreError> {
        let itself = [self.file.clone(), self.marker(), self.lock()];
        for path in
            itself.into_iter().chain(["-wal", "-shm", "-journal"].map(|suffix| beside(&self.file, suffix)))
        {
            let Ok(found) = fs::symlink_metadata(&path).map(|found| found.file_type()) else { continue };
            if found.is_file() {
                continue;
            }
            let is_inside = || fs::canonicalize(&path).is_ok_and(|real| real.starts_with(&self.root));
            if found.is_symlink() && !is_inside() {
                return Err(StoreError::Outside { path, root: self.root.clone() });
            }
            let what = match found {
                kind if kind.is_symlink() => "a symlink",
                kind if kind.is_dir() => "a folder",
                _ => "a pipe, a socket or a device",
            };
            return Err(StoreError::NoFile { path, what });
        }
        Ok(())
    }

    /// What a repair locks while it is at work.
    pub(super) fn lock(&self) -> PathBuf {
        self.file.with_file_name("repair.lock")
    }

    pub(super) fn marker(&self) -> PathBuf {
        self.file.with_file_name(REPAIRING)
    }

    pub(super) fn is_in_repair(&self) -> bool {
        self.marker().exists()
    }

    pub(super) fn create_folder(&self) -> Result<(), StoreError> {
        match fs::create_dir(self.root.join(FOLDER)) {
            Ok(()) => sync_folder(&self.root).map_err(|e| self.cannot_create(e)),
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {
                if self.root.join(FOLDER).is_file() {
                    let why =
                        "a file lies where the store's folder belongs: move it away, then repeat the call";
                    return Err(self.cannot_create(io::Error::other(why)));
                }
                Ok(())
            }
            // On a write-protected file system an existing store is still read.
            Err(_) if self.file.exists() => Ok(()),
            Err(e) => Err(self.cannot_create(e)),
        }
    }

    /// Says whether there is no store yet; one that is gone or emptied while its log is there is no new one.
    pub(super) fn is_new(&self) -> Result<bool, StoreError> {
        let length = |path: &Path| fs::metadata(path).map(|found| found.len());
        // The log first: whoever is making the store writes the file before its log.
        let has_log = length(&beside(&self.file, "-wal")).is_ok_and(|bytes| bytes > 0);
        match length(&self.file) {
            Err(e) if e.kind() == io::ErrorKind::NotFound && has_log => {
                let why = "it is gone, and its write-ahead log is still there".to_owned();
                Err(StoreError::NotAStore { path: self.file.clone(), why })
            }
            Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(true),
            Err(source) => Err(StoreError::io(&self.file, source)),
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

    pub(super) fn cannot_create(&self, source: io::Error) -> StoreError {
        StoreError::CannotCreate { path: self.file.clone(), source }
    }

    /// Refuses what must not be opened; returns the reason when it may only be read.
    pub(super) fn judge(&self, identity: Identity) -> Result<Option<ReadOnly>, StoreError> {
        let path = self.file.clone();
        match identity {
            Identity::Fresh | Identity::Ours { .. } => Ok(None),
            Identity::Newer { schema: found, readable: true } => {
                Ok(Some(ReadOnly::NewerSchema { found, known: SCHEMA }))
            }
            Identity::Misnumbered { schema: found, tables: known } => {
                Ok(Some(ReadOnly::Misnumbered { found, known }))
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
}

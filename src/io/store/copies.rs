//! Copies of a store's file and its log, in a folder of their own, to be read where the store itself cannot be.

use std::fs;
use std::io;
use std::path::Path;

use tempfile::TempDir;

use super::opening::{beside, stamp};
use super::place::FILE;
use super::{StoreError, log, unclosed};

/// How often a copy of a store on a read-only file system is begun anew when it changes meanwhile.
const COPY_ATTEMPTS: u32 = 5;

/// Copies a store whose folder cannot be written, with its log, as of one moment.
pub(super) fn copy_store(file: &Path) -> Result<TempDir, StoreError> {
    let wal = beside(file, "-wal");
    for _ in 0..COPY_ATTEMPTS {
        let copy = private_folder().map_err(|e| StoreError::io(&std::env::temp_dir(), e))?;
        let target = copy.path().join(FILE);
        // Where it is the copy's folder that is full, that one is to be looked at.
        let failed = |e| StoreError::copying(file, &target, e);
        let before = (stamp(file), stamp(&wal));
        unclosed::copy(file, &target).map_err(failed)?;
        if wal.exists() {
            copy_content(&wal, &beside(&target, "-wal")).map_err(failed)?;
        }
        if before == (stamp(file), stamp(&wal)) {
            return Ok(copy);
        }
    }
    Err(StoreError::io(file, io::Error::other("it kept changing while it was copied")))
}

/// Makes a folder that nobody else may look into: what the git directory keeps from others is to be copied to it.
fn private_folder() -> io::Result<TempDir> {
    let mut folder = tempfile::Builder::new();
    #[cfg(unix)]
    folder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
    folder.tempdir()
}

/// Copies a log without its mode, which may forbid to write.
fn copy_content(from: &Path, to: &Path) -> io::Result<u64> {
    io::copy(&mut fs::File::open(from)?, &mut fs::File::create_new(to)?)
}

/// Seals the log of a copy anew where it does not hold.
pub(super) fn reseal(log: &Path) -> io::Result<()> {
    match log::reseal(&fs::read(log)?) {
        Some(sealed) => fs::write(log, sealed.log),
        None => Ok(()),
    }
}

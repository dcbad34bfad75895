//! Files that are kept beside the store under a name with a number that nobody has.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempPath;

use super::StoreError;
use super::opening::{beside, sync_folder};

/// Has what lies under a passing name keep the first free of the store's names with `suffix` and a number behind it, so that
/// no power loss takes it away. Returns that name.
pub(super) fn keep(file: &Path, mut kept: TempPath, suffix: &str) -> Result<PathBuf, StoreError> {
    let failed = |e| StoreError::io(file, e);
    let mut names = (1_u32..).map(|n| beside(file, &format!("{suffix}{n}")));
    let name = loop {
        let Some(name) = names.next() else { return Err(failed(io::ErrorKind::AlreadyExists.into())) };
        // Another may keep his at the same moment.
        match kept.persist_noclobber(&name) {
            Ok(()) => break name,
            Err(e) if e.error.kind() == io::ErrorKind::AlreadyExists => kept = e.path,
            // Not all file systems have a way to take a name that nobody has: it is taken, and then given.
            Err(e) => match fs::File::create_new(&name) {
                Err(taken) if taken.kind() == io::ErrorKind::AlreadyExists => kept = e.path,
                Err(_) => return Err(failed(e.error)),
                Ok(_) => {
                    e.path.persist(&name).map_err(|e| {
                        let _ = fs::remove_file(&name);
                        failed(e.error)
                    })?;
                    break name;
                }
            },
        }
    };
    sync_folder(file.parent().unwrap_or(file)).map_err(failed)?;
    Ok(name)
}

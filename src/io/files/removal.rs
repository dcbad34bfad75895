//! Taking away what we made: a file that still is what was read, a folder that is empty (SPEC 11, `init --remove`).

use std::io;

use super::{Files, FilesError};
use crate::domain::ids::RepoPath;

impl Files {
    /// Removes a file that still holds `expected`; tells whether it did. A symbolic link is not followed, and stays.
    pub fn remove_file(&self, path: &RepoPath, expected: &str) -> Result<bool, FilesError> {
        self.refuse_linked_git(path)?;
        let failed = |error| self.io("remove", path.as_str(), error);
        if !self.dir.symlink_metadata(path.as_str()).map_err(failed)?.is_file() {
            return Ok(false);
        }
        if self.read(path, expected.len() as u64 + 1)?.as_deref() != Some(expected.as_bytes()) {
            return Ok(false);
        }
        self.dir.remove_file(path.as_str()).map_err(failed)?;
        Ok(true)
    }

    /// Removes a folder that holds nothing; tells whether it did.
    pub fn remove_folder(&self, path: &RepoPath) -> Result<bool, FilesError> {
        self.refuse_linked_git(path)?;
        match self.dir.remove_dir(path.as_str()) {
            Ok(()) => Ok(true),
            Err(error)
                if matches!(
                    error.kind(),
                    io::ErrorKind::DirectoryNotEmpty | io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
                ) =>
            {
                Ok(false)
            }
            Err(error) => Err(self.io("remove", path.as_str(), error)),
        }
    }

    /// Tells whether the user has write-protected a file. Its folder would let it be replaced all the same.
    pub fn is_protected(&self, path: &RepoPath) -> bool {
        self.dir.metadata(path.as_str()).is_ok_and(|meta| meta.permissions().readonly())
    }
}

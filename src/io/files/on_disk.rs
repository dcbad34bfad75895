//! What stands at a path itself: a link is read as a link, never followed at its end.

use std::io::Read as _;

use cap_std::fs::MetadataExt as _;

use super::{Files, FilesError, absent};
use crate::domain::ids::RepoPath;

/// What stands at a path, as git would keep it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OnDisk {
    /// A regular file, byte for byte.
    File { bytes: Vec<u8>, executable: bool },
    /// A symbolic link; its content is the name it points to.
    Link { target: Vec<u8> },
    /// A folder: none of git's files.
    Folder,
    /// A socket, a pipe or a device.
    Other,
}

impl Files {
    /// Reads what stands at a path without following a link there; a file of at most `limit` bytes.
    ///
    /// Links among the folders above it are followed inside the root only. Nothing where nothing is there.
    pub fn on_disk(&self, path: &RepoPath, limit: u64) -> Result<Option<OnDisk>, FilesError> {
        let name = path.as_str();
        let meta = match self.dir.symlink_metadata(name) {
            Ok(meta) => meta,
            Err(error) if absent(&error) => return Ok(None),
            Err(error) => return Err(self.io("look at", name, error)),
        };
        if meta.is_symlink() {
            let target = self.dir.read_link_contents(name).map_err(|e| self.io("read", name, e))?;
            return Ok(Some(OnDisk::Link { target: target.into_os_string().into_encoded_bytes() }));
        }
        if meta.is_dir() {
            return Ok(Some(OnDisk::Folder));
        }
        if !meta.is_file() {
            return Ok(Some(OnDisk::Other));
        }
        let file = match self.dir.open(name) {
            Ok(file) => file,
            Err(error) if absent(&error) => return Ok(None),
            Err(error) => return Err(self.io("read", name, error)),
        };
        let mut bytes = Vec::new();
        file.take(limit.saturating_add(1)).read_to_end(&mut bytes).map_err(|e| self.io("read", name, e))?;
        if bytes.len() as u64 > limit {
            let size = meta.len().max(bytes.len() as u64);
            return Err(FilesError::TooLarge { path: path.clone(), size, limit });
        }
        // The owner's bit, as git reads it.
        Ok(Some(OnDisk::File { bytes, executable: meta.mode() & 0o100 != 0 }))
    }
}

//! What the names beside a store mean at a moment, to be told from what they mean at the next, and whether one file has two.

use std::fs::{self, Metadata};
use std::path::Path;

use super::index;
use super::opening::{FileId, beside, file_id};

/// What the names of a store mean: its file, its log and the index of that.
#[derive(PartialEq, Eq)]
pub(super) struct Names([Option<FileId>; 3]);

impl Names {
    pub(super) fn of(file: &Path) -> Self {
        Self(["", "-wal", "-shm"].map(|suffix| file_id(&beside(file, suffix))))
    }

    /// Tells whether one of them means another by now or none, or a log that the index does not speak of.
    pub(super) fn are_others(&self, file: &Path) -> bool {
        let now = Self::of(file);
        let mut both = self.0.iter().zip(&now.0);
        both.any(|(was, is)| was.is_some() && was != is) || index::is_of_another_log(file)
    }

    pub(super) fn file(&self) -> Option<FileId> {
        self.0[0]
    }

    pub(super) fn are_there(&self) -> bool {
        self.0.iter().all(Option::is_some)
    }
}

/// Tells whether a store's file or its log has a second name in the file system.
pub(super) fn has_second_name(file: &Path) -> bool {
    let names = |path: &Path| fs::symlink_metadata(path).map_or(1, |found| names_of(&found));
    names(file) > 1 || names(&beside(file, "-wal")) > 1
}

#[cfg(unix)]
fn names_of(found: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::nlink(found)
}

/// Not told on this system.
#[cfg(not(unix))]
fn names_of(_: &Metadata) -> u64 {
    1
}

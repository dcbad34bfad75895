//! The store's file, read as bytes beside SQLite.
//!
//! On Unix, whoever closes a file lets go of every lock that its process holds on it, by whatever handle they were taken
//! (POSIX advisory locks). SQLite sees to that among its own handles and cannot see to ours: one that was closed here would
//! take from under an open connection the lock by which others know that it is there. The next process to close the store
//! would fold in the log and remove it, while this one goes on writing into what it removed. So a handle that was opened
//! here is never closed, and is used again: as many stay open as there were different files.

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use super::opening::{self, FileId};

/// Handles that stay open.
struct Handles {
    known: BTreeMap<FileId, Arc<File>>,
    /// Those whose file cannot be told, or that came too late.
    others: Vec<Arc<File>>,
}

static OPENED: Mutex<Handles> = Mutex::new(Handles { known: BTreeMap::new(), others: Vec::new() });

/// Copies what a file holds, without its mode, which may forbid to write.
pub(super) fn copy(from: &Path, to: &Path) -> io::Result<u64> {
    io::copy(&mut reader(from)?, &mut File::create_new(to)?)
}

/// Reads a file from its beginning.
pub(super) fn reader(path: &Path) -> io::Result<impl io::Read> {
    Ok(Reader { file: opened(path)?, at: 0 })
}

fn opened(path: &Path) -> io::Result<Arc<File>> {
    let mut handles = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(file) = opening::file_id(path).and_then(|id| handles.known.get(&id)) {
        return Ok(Arc::clone(file));
    }
    let file = Arc::new(File::open(path)?);
    // Another file may have come into its place meanwhile, and be known as well.
    match file.metadata().ok().and_then(|found| opening::id_of(&found)) {
        Some(id) if !handles.known.contains_key(&id) => {
            handles.known.insert(id, Arc::clone(&file));
        }
        Some(_) | None => handles.others.push(Arc::clone(&file)),
    }
    Ok(file)
}

/// Reads at a place of its own: others use the same handle.
struct Reader {
    file: Arc<File>,
    at: u64,
}

impl io::Read for Reader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = read_at(&self.file, buffer, self.at)?;
        self.at += read as u64;
        Ok(read)
    }
}

#[cfg(unix)]
fn read_at(file: &File, buffer: &mut [u8], at: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, buffer, at)
}

#[cfg(windows)]
fn read_at(file: &File, buffer: &mut [u8], at: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, buffer, at)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use crate::io::store::Store;

    /// The locks of this process on a file, as the system lists them.
    fn locks(path: &Path) -> usize {
        let (_, inode) = opening::file_id(path).expect("a file");
        let listed = std::fs::read_to_string("/proc/locks").expect("the system's list");
        let own = std::process::id().to_string();
        let is_it = |line: &&str| {
            line.contains(&format!(":{inode} ")) && line.split_whitespace().any(|word| word == own)
        };
        listed.lines().filter(is_it).count()
    }

    #[test]
    fn what_reads_the_file_beside_a_connection_takes_no_lock_from_it() {
        let dir = tempfile::TempDir::new().expect("a folder");
        let store = Store::open(dir.path()).expect("a store");
        let file = dir.path().join("countersign/store.db");
        let held = locks(&file);
        assert!(held > 0, "an open store holds a lock on its file");
        for n in 0..3 {
            let target = dir.path().join(format!("copy-{n}"));
            copy(&file, &target).expect("copied");
            assert_eq!(
                std::fs::read(&target).expect("read").len() as u64,
                file.metadata().expect("there").len()
            );
        }
        assert_eq!(locks(&file), held);
        let copied = opening::copy_store(&file).expect("a copy with its log");
        drop(copied);
        assert_eq!(locks(&file), held);
        drop(store);
    }
}

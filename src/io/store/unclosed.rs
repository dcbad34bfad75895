//! The store's file, read as bytes beside SQLite.
//!
//! On Unix, whoever closes a file lets go of every lock that its process holds on it, by whatever handle they were taken
//! (POSIX advisory locks). SQLite sees to that among its own handles and cannot see to ours: one that was closed here would
//! take from under an open connection the lock by which others know that it is there. The next process to close the store
//! would fold in the log and remove it, while this one goes on writing into what it removed. So a handle that was opened
//! here stays open, and is used again: as many stay open as there were different files. An index of a log, which SQLite
//! removes and makes anew each time the last connection closes, is closed once it has no name and is not mapped here any
//! more; a store's file once it has no name and no connection to it is open.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use super::mapped::Mapped;
use super::mappings;
use super::opening::{self, FileId};
use crate::io::machine;

/// Handles that stay open.
struct Handles {
    known: BTreeMap<FileId, Arc<File>>,
    /// Those of them that are indexes of logs.
    indexes: BTreeSet<FileId>,
    /// Those whose file cannot be told, or that came too late.
    others: Vec<Arc<File>>,
}

static OPENED: Mutex<Handles> =
    Mutex::new(Handles { known: BTreeMap::new(), indexes: BTreeSet::new(), others: Vec::new() });

/// Copies what a file holds, without its mode, which may forbid to write.
pub(super) fn copy(from: &Path, to: &Path) -> io::Result<u64> {
    io::copy(&mut reader(from)?, &mut File::create_new(to)?)
}

/// Copies a file that was opened here, whatever its name means by now; false where none was, or where somebody writes to it.
pub(super) fn copy_known(id: FileId, to: &Path) -> io::Result<bool> {
    let known = OPENED.lock().unwrap_or_else(PoisonError::into_inner).known.get(&id).cloned();
    let Some(file) = known else { return Ok(false) };
    let stamp = || file.metadata().ok().and_then(|found| Some((found.len(), found.modified().ok()?)));
    let before = stamp();
    io::copy(&mut Reader { file: Arc::clone(&file), at: 0 }, &mut File::create_new(to)?)?;
    Ok(before.is_some() && before == stamp())
}

/// Reads a file from its beginning.
pub(super) fn reader(path: &Path) -> io::Result<impl io::Read> {
    Ok(Reader { file: opened(path, false)?, at: 0 })
}

/// Tells which other process has a lock on a file, if any has, or an error where that is not told: see [`machine::locked_by`].
pub(super) fn locked_by(path: &Path) -> io::Result<Option<u32>> {
    machine::locked_by(&*opened(path, false)?)
}

/// Reads the index of a log from its beginning.
pub(super) fn index_reader(path: &Path) -> io::Result<Reader> {
    let known = |id| OPENED.lock().unwrap_or_else(PoisonError::into_inner).indexes.contains(&id);
    let is_known = opening::file_id(path).is_some_and(known);
    let file = opened(path, true)?;
    if !is_known && let Some(id) = file.metadata().ok().and_then(|found| opening::id_of(&found)) {
        let mut handles = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
        let Handles { known, indexes, .. } = &mut *handles;
        indexes.insert(id);
        indexes.retain(|id| {
            let goes_on = known.get(id).is_some_and(|file| has_name(file) || mappings::is_mapped(*id));
            if !goes_on {
                known.remove(id);
            }
            goes_on
        });
    }
    Ok(Reader { file, at: 0 })
}

/// Reads an index from its beginning that was read before, whatever its name means by now.
pub(super) fn known_index(id: FileId) -> Option<impl io::Read> {
    let handles = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
    handles.known.get(&id).map(|file| Reader { file: Arc::clone(file), at: 0 })
}

#[cfg(unix)]
fn has_name(file: &File) -> bool {
    file.metadata().map_or(true, |found| std::os::unix::fs::MetadataExt::nlink(&found) > 0)
}

/// Windows removes no file that is open.
#[cfg(not(unix))]
fn has_name(_: &File) -> bool {
    true
}

fn opened(path: &Path, is_index: bool) -> io::Result<Arc<File>> {
    let mut handles = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(file) = opening::file_id(path).and_then(|id| handles.known.get(&id)) {
        return Ok(Arc::clone(file));
    }
    let file = Arc::new(File::open(path)?);
    // Another file may have come into its place meanwhile, and be known as well.
    match file.metadata().ok().and_then(|found| opening::id_of(&found)) {
        Some(id) if !handles.known.contains_key(&id) => {
            let Handles { known, indexes, .. } = &mut *handles;
            known.insert(id, Arc::clone(&file));
            if is_index {
                indexes.insert(id);
            }
            // A store's file that was left behind goes with the last connection to it: what locks it had decide nothing then.
            known.retain(|id, file| has_name(file) || indexes.contains(id) || Mapped::is_open(*id));
        }
        Some(_) | None => handles.others.push(Arc::clone(&file)),
    }
    Ok(file)
}

/// Reads at a place of its own: others use the same handle.
pub(super) struct Reader {
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
    use crate::io::store::{Store, copies};

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
    fn indexes_that_are_gone_do_not_stay_open() {
        let dir = tempfile::TempDir::new().expect("a folder");
        let index = dir.path().join("countersign/store.db-shm");
        let whole = std::fs::canonicalize(dir.path()).expect("a folder").join("countersign/store.db-shm");
        let open = || {
            let handles =
                std::fs::read_dir("/proc/self/fd").expect("the system's list").filter_map(Result::ok);
            let names = handles.filter_map(|handle| std::fs::read_link(handle.path()).ok());
            let removed = format!("{} (deleted)", whole.display());
            names.filter(|name| *name == whole || name.as_os_str() == removed.as_str()).count()
        };
        for _ in 0..20 {
            let mut store = Store::open(dir.path()).expect("a store");
            store.put_blob(b"x").expect("kept");
            assert!(index.exists());
            // SQLite's own, ours, and the last one's at most.
            assert!(open() <= 3, "{}", open());
        }
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
        let copied = copies::copy_store(&file).expect("a copy with its log");
        drop(copied);
        assert_eq!(locks(&file), held);
        drop(store);
    }
}

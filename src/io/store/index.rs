//! What SQLite's index of the log (`-shm`) says of the log, and whether the log that lies there is the one it means.
//!
//! Where somebody removes the log alone, the next process makes an empty one and finds the index of the removed one, which others
//! have mapped still. It would append behind as many frames as the index counts, which are zeros there, and fold those over
//! the file. The index begins with its head twice: how many frames were committed, how large pages are, and the salts that the
//! log's own head has, too.

use std::fs;
use std::io;
use std::io::Read as _;
use std::path::Path;
use std::time::Duration;

use super::opening::{FileId, beside};
use super::unclosed;

/// Whether the index can be read beside SQLite: Windows lets nobody read what another handle has locked.
pub(super) const IS_TOLD: bool = cfg!(unix);

/// The first bytes of the index: its head, once more the same, and how far the log is folded in.
const HEAD: usize = 48;
/// The head of the log and that of each frame in it.
const LOG_HEAD: u64 = 32;
const FRAME_HEAD: u64 = 24;
/// What is no match may be one that is just changing.
const LOOKS: usize = 4;
const BETWEEN: Duration = Duration::from_millis(2);

#[derive(Clone, Copy, PartialEq, Eq)]
struct Head {
    frames: u32,
    /// How many of them are in the file already.
    folded: u32,
    page: u64,
    salts: [u8; 8],
}

/// Reads the head of an index; nothing while it is written, where there is none, or none that is in use.
fn head(index: &Path) -> Option<Head> {
    // Its locks lie in this very file.
    head_of(unclosed::index_reader(index).ok()?)
}

fn head_of(mut index: impl io::Read) -> Option<Head> {
    let mut bytes = [0_u8; 2 * HEAD + 4];
    index.read_exact(&mut bytes).ok()?;
    let (first, rest) = bytes.split_at(HEAD);
    let (second, folded) = rest.split_at(HEAD);
    let is_begun = first.get(12) == Some(&1);
    if first != second || !is_begun {
        return None;
    }
    let size = u16::from_ne_bytes(first.get(14..16)?.try_into().ok()?);
    // The largest size does not fit and is written as 1.
    let page = if size == 1 { 65_536 } else { u64::from(size) };
    let frames = u32::from_ne_bytes(first.get(16..20)?.try_into().ok()?);
    let folded = u32::from_ne_bytes(folded.try_into().ok()?);
    Some(Head { frames, folded, page, salts: first.get(32..40)?.try_into().ok()? })
}

/// Tells whether the log has all that the index of it counts; nothing is said of one that cannot be looked into. Of a log
/// that is gone or empty nothing is missing where all of it is in the file: the next commit begins it anew.
fn holds(log: &Path, head: &Head) -> bool {
    let is_empty =
        || fs::metadata(log).map_or_else(|e| e.kind() == io::ErrorKind::NotFound, |f| f.len() == 0);
    if head.frames == 0 || head.folded >= head.frames && is_empty() {
        return true;
    }
    let whole = LOG_HEAD + u64::from(head.frames) * (FRAME_HEAD + head.page);
    let mut begin = [0_u8; LOG_HEAD as usize];
    let read = fs::File::open(log).and_then(|mut file| {
        file.read_exact(&mut begin)?;
        file.metadata()
    });
    match read {
        Ok(found) => found.len() >= whole && begin[16..24] == head.salts,
        Err(e) => !matches!(e.kind(), io::ErrorKind::NotFound | io::ErrorKind::UnexpectedEof),
    }
}

/// Returns how many frames of the log beside a store's file are committed and not yet written over, where the index tells.
pub(super) fn frames(file: &Path) -> Option<u32> {
    head(&beside(file, "-shm")).map(|head| head.frames)
}

/// Tells whether a log may hold commits that the file has not, by the index that was read here while it had its name.
pub(super) fn may_be_unfolded(index: FileId) -> bool {
    unclosed::known_index(index).and_then(head_of).is_none_or(|head| head.folded < head.frames)
}

/// Tells whether the index beside a store's file speaks of another log than the one beside it.
pub(super) fn is_of_another_log(file: &Path) -> bool {
    let (index, log) = (beside(file, "-shm"), beside(file, "-wal"));
    for look in 0..LOOKS {
        match head(&index) {
            Some(head) if !holds(&log, &head) => {}
            Some(_) | None => return false,
        }
        if look + 1 < LOOKS {
            std::thread::sleep(BETWEEN);
        }
    }
    true
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use crate::io::store::Store;

    #[test]
    fn an_index_is_told_from_that_of_a_log_that_was_removed() {
        let folder = tempfile::TempDir::new().unwrap();
        let mut store = Store::open(folder.path()).unwrap();
        assert!(!is_of_another_log(store.path()));
        for n in 0..5 {
            store.put_blob(&[n; 5_000]).unwrap();
            assert!(!is_of_another_log(store.path()));
        }
        let log = beside(store.path(), "-wal");
        let kept = fs::read(&log).unwrap();
        fs::write(&log, &kept[..kept.len() - 1]).unwrap();
        assert!(is_of_another_log(store.path()), "one byte is missing");
        let mut other = kept.clone();
        other[17] ^= 1;
        fs::write(&log, other).unwrap();
        assert!(is_of_another_log(store.path()), "another log is as long");
        fs::write(&log, kept).unwrap();
        assert!(!is_of_another_log(store.path()));
    }
}

//! What SQLite's index of the log (`-shm`) says of the log, and whether the log that lies there is the one it means.
//!
//! Where somebody removes the log alone, the next process makes an empty one and finds the index of the removed one, which others
//! have mapped still. It would append behind as many frames as the index counts, which are zeros there, and fold those over
//! the file. The index begins with its head twice: how many frames were committed, how large pages are, and the salts that the
//! log's own head has, too.

use std::fs;
use std::io;
use std::io::{Read as _, Seek as _};
use std::path::Path;
use std::time::Duration;

use super::opening::{self, FileId, beside};
use super::{log, unclosed};

/// Whether the index can be read beside SQLite: Windows lets nobody read what another handle has locked.
pub(super) const IS_TOLD: bool = cfg!(unix);

/// The first bytes of the index: its head, once more the same, and how far the log is folded in.
const HEAD: usize = 48;
/// The head of the log and that of each frame in it.
const LOG_HEAD: u64 = 32;
const FRAME_HEAD: u64 = 24;
/// How often a log may have been begun anew since the index of it reached the disk.
const BEGUN_ANEW: u32 = 1 << 16;
/// What is no match may be one that is just changing.
const LOOKS: usize = 4;
const BETWEEN: Duration = Duration::from_millis(2);

/// What an index counts of a log that is not there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Missing {
    /// How many pages were committed to that log and are not in the file.
    pub(super) pages: u32,
    /// Which log that was, and how much of it.
    pub(super) counted: Counted,
}

/// Which log an index speaks of, and how many pages were committed to that.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Counted {
    pub(super) salts: [u8; 8],
    pub(super) frames: u32,
}

impl Counted {
    /// Tells whether whoever has this has all of another: more of the same log, or one that was begun anew behind that, which
    /// is not done before all of it is in the file.
    pub(super) fn has(self, other: Self) -> bool {
        let is_more = self.salts == other.salts && self.frames >= other.frames;
        other.frames == 0 || is_more || self.is_next_to(other)
    }

    /// Tells whether this is the same file, begun anew. Each time the first of its two salts is counted up; whoever lays
    /// another log there draws both.
    pub(super) fn is_next_to(self, other: Self) -> bool {
        let number = |salts: [u8; 8]| u32::from_be_bytes([salts[0], salts[1], salts[2], salts[3]]);
        (1..=BEGUN_ANEW).contains(&number(self.salts).wrapping_sub(number(other.salts)))
    }
}

impl Head {
    fn counted(self) -> Counted {
        Counted { salts: self.salts, frames: self.frames }
    }

    fn missing(self) -> Missing {
        Missing { pages: self.frames.saturating_sub(self.folded), counted: self.counted() }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Head {
    frames: u32,
    /// How many of them are in the file already.
    folded: u32,
    page: u64,
    salts: [u8; 8],
    /// The sums behind the last of them, as the log has them in its head.
    sums: [u8; 8],
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
    let sum = |at: usize| Some(u32::from_ne_bytes(first.get(at..at + 4)?.try_into().ok()?).to_be_bytes());
    let sums: Vec<u8> = [sum(24)?, sum(28)?].concat();
    let (salts, sums) = (first.get(32..40)?.try_into().ok()?, sums.try_into().ok()?);
    Some(Head { frames, folded, page, salts, sums })
}

/// What the index counts and the file has not, before SQLite opens the store: whoever is the first to open it lays the index
/// anew, by the log that lies there by then.
pub(super) struct Before {
    index: FileId,
    head: Head,
    /// Kept open: no other file gets its number.
    _handle: unclosed::Reader,
}

impl Before {
    pub(super) fn look(file: &Path) -> Option<Self> {
        let path = beside(file, "-shm");
        let index = opening::file_id(&path)?;
        let mut handle = unclosed::index_reader(&path).ok()?;
        let head = head_of(&mut handle)?;
        let is_it = head.folded < head.frames && opening::file_id(&path) == Some(index);
        is_it.then_some(Self { index, head, _handle: handle })
    }

    /// Returns what that was, where the very index was laid anew by a log that does not have it.
    pub(super) fn laid_over(&self, file: &Path) -> Option<Missing> {
        let (index, log) = (beside(file, "-shm"), beside(file, "-wal"));
        let has_all = |now: Option<Counted>| now.is_some_and(|now| now.has(self.head.counted()));
        let is_there = || {
            // Whoever closed it as the last has folded all of it in, and removed it.
            opening::file_id(&index) != Some(self.index)
                || has_all(head(&index).map(Head::counted))
                || has_all(fs::read(&log).ok().and_then(|log| log::taken(&log)))
        };
        for _ in 1..LOOKS {
            if is_there() {
                return None;
            }
            std::thread::sleep(BETWEEN);
        }
        (!is_there()).then(|| self.head.missing())
    }
}

/// Tells whether the log has all that the index of it counts; nothing is said of one that cannot be looked into. Of a log
/// that is gone or empty nothing is missing where all of it is in the file: the next commit begins it anew.
fn holds(log: &Path, head: &Head) -> bool {
    let is_empty =
        || fs::metadata(log).map_or_else(|e| e.kind() == io::ErrorKind::NotFound, |f| f.len() == 0);
    if head.frames == 0 || head.folded >= head.frames && is_empty() {
        return true;
    }
    // One that was begun anew keeps its length, and an older copy of it its salts: the last frame tells.
    let last = LOG_HEAD + (u64::from(head.frames) - 1) * (FRAME_HEAD + head.page);
    let (mut begin, mut frame) = ([0_u8; LOG_HEAD as usize], [0_u8; FRAME_HEAD as usize]);
    let read = fs::File::open(log).and_then(|mut file| {
        file.read_exact(&mut begin)?;
        let whole = file.metadata()?.len() >= last + FRAME_HEAD + head.page;
        file.seek(io::SeekFrom::Start(last))?;
        file.read_exact(&mut frame)?;
        Ok(whole)
    });
    match read {
        Ok(is_whole) => is_whole && begin[16..24] == head.salts && frame[16..24] == head.sums,
        Err(e) => !matches!(e.kind(), io::ErrorKind::NotFound | io::ErrorKind::UnexpectedEof),
    }
}

/// Returns how many frames of the log beside a store's file are committed and not yet written over, where the index tells.
pub(super) fn frames(file: &Path) -> Option<u32> {
    head(&beside(file, "-shm")).map(|head| head.frames)
}

/// Tells whether a log that was removed may hold commits that the file has not, by the index that was read here while it had
/// its name, and by what SQLite takes of the log where that can be read: others may have written to it by the next index.
pub(super) fn may_be_unfolded(index: FileId, log: Option<Counted>) -> bool {
    let Some(head) = unclosed::known_index(index).and_then(head_of) else { return true };
    head.folded < head.frames || log.is_some_and(|log| log != head.counted())
}

/// Tells whether the index beside a store's file speaks of another log than the one beside it.
pub(super) fn is_of_another_log(file: &Path) -> bool {
    lacking(file, |log, head| !holds(log, head)).is_some()
}

/// Returns what the index beside a store's file counts of a log that is not there, and the file has not.
pub(super) fn missing(file: &Path) -> Option<Missing> {
    lacking(file, is_gone).map(Head::missing)
}

/// Returns the same where the index is not `own`, and counts more than is `had` here.
pub(super) fn missing_beside(file: &Path, own: FileId, had: &[Counted]) -> Option<Missing> {
    let head = lacking(file, is_gone)?;
    let is_own = opening::file_id(&beside(file, "-shm")) == Some(own);
    let has_all = is_own || had.iter().any(|had| had.has(head.counted()));
    (!has_all).then(|| head.missing())
}

/// Returns what the index beside a store's file counts.
pub(super) fn counted_now(file: &Path) -> Option<Counted> {
    head(&beside(file, "-shm")).map(Head::counted)
}

/// Returns what an index counts that was read here while it had its name.
pub(super) fn counted(index: FileId) -> Option<Counted> {
    unclosed::known_index(index).and_then(head_of).map(Head::counted)
}

/// Returns the head of the index beside a store's file where each look finds that the log lacks something of it.
fn lacking(file: &Path, lacks: impl Fn(&Path, &Head) -> bool) -> Option<Head> {
    let (index, log) = (beside(file, "-shm"), beside(file, "-wal"));
    let look = || head(&index).filter(|head| lacks(&log, head));
    for _ in 1..LOOKS {
        look()?;
        std::thread::sleep(BETWEEN);
    }
    look()
}

/// Tells whether the log does not have what the index of it counts and the file has not. The index reaches the disk now and
/// then: after a power loss it may be older than the log, which is begun anew only where all of it is in the file.
fn is_gone(log: &Path, head: &Head) -> bool {
    if head.folded >= head.frames || holds(log, head) {
        return false;
    }
    let mut begin = [0_u8; LOG_HEAD as usize];
    let is_read = fs::File::open(log).and_then(|mut file| file.read_exact(&mut begin)).is_ok();
    let salts = begin[16..24].try_into().unwrap_or_default();
    !is_read || !Counted { salts, frames: 0 }.is_next_to(head.counted())
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
        let mut older = kept.clone();
        let last = kept.len() - 4096 - 24;
        older[last + 20] ^= 1;
        fs::write(&log, older).unwrap();
        assert!(is_of_another_log(store.path()), "another frame is the last");
        fs::write(&log, kept).unwrap();
        assert!(!is_of_another_log(store.path()));
    }
    #[test]
    fn a_log_that_was_begun_anew_since_the_index_reached_the_disk_is_not_missed() {
        let folder = tempfile::TempDir::new().unwrap();
        let mut store = Store::open(folder.path()).unwrap();
        store.put_blob(&[1; 5_000]).unwrap();
        let (log, index) = (beside(store.path(), "-wal"), beside(store.path(), "-shm"));
        assert_eq!(missing(store.path()), None);
        let begun = fs::read(&log).unwrap();
        let number = u32::from_be_bytes(begun[16..20].try_into().unwrap());
        let with = |salt: u32| {
            let mut other = begun.clone();
            other[16..20].copy_from_slice(&salt.to_be_bytes());
            fs::write(&log, other).unwrap();
            missing(store.path())
        };
        assert_eq!(with(number.wrapping_add(1)), None, "the next one");
        assert_eq!(with(number.wrapping_add(BEGUN_ANEW)), None);
        let lost = with(number.wrapping_add(BEGUN_ANEW + 1)).expect("it was drawn anew");
        let counted = head(&index).unwrap();
        assert_eq!(lost, counted.missing());
        assert_eq!(lost.pages, counted.frames - counted.folded);
        assert_eq!(with(number.wrapping_sub(1)), Some(lost), "none is counted down");
        assert_eq!(with(number), None);
        for length in [begun.len() - 1, 20, 0] {
            fs::write(&log, &begun[..length]).unwrap();
            assert_eq!(missing(store.path()), Some(lost), "{length} bytes are left");
        }
        fs::remove_file(&log).unwrap();
        assert_eq!(missing(store.path()), Some(lost));
    }
}

//! SQLite's write-ahead log as bytes: whether commits in it would be passed over, and sealing it anew so that they are not.
//!
//! SQLite reads the log up to the first frame whose checksum does not fit and takes the rest for what a crash left. A
//! flipped bit then shortens history without a word, since what remains is whole by itself. Never changes a file; knows no
//! tables.
//!
//! Frames are chained by their sums, so the log tells whether what stands behind a frame that does not hold is history:
//! - A crash spoils only the one transaction that was being written, and that comes last.
//! - A writer that is killed before its commit was entered in SQLite's index leaves its frames behind. The next one begins
//!   over them, and what is longer than its own commit stays: the end of one transaction, chained in itself and to nothing
//!   before it. Killed writers in a row leave several such ends. In none of them does anything follow a commit.
//! - Behind a frame that rotted the chain goes on by the sums that stand there, over all commits that were acknowledged.
//!
//! So what follows a break is history where, chained to each other, one commit follows another. With one alone nothing
//! tells the last transaction from such an end, and it is taken as SQLite takes it: as not there.
//!
//! The format: 32 bytes of header (magic, version, page size, checkpoint, two salts, two sums), then frames of 24 bytes
//! (page, size of the database after a commit or 0, two salts, two sums) and a page each. Numbers are big-endian.

use std::collections::BTreeMap;

use super::index::Counted;

/// Bytes of the log's header and of a frame's.
const HEADER: usize = 32;
const FRAME: usize = 24;

/// The magic number; its last bit says in which byte order the sums are made.
const MAGIC: u32 = 0x377f_0682;
/// The only version of the format there is.
const VERSION: u32 = 3_007_000;
/// The page size of every store of ours, SQLite's default.
const PAGE: usize = 4096;

/// What a log holds that SQLite would not show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LogFault {
    /// The first frame that does not hold, from 1, where commits that were acknowledged follow it; nothing where the
    /// header does not, so that every commit would be passed over.
    pub frame: Option<usize>,
    /// How many frames no longer tell which page they were: what those pages held is gone, or stands as it was before.
    pub left_out: usize,
}

impl std::fmt::Display for LogFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.frame {
            None => f.write_str("the header of its write-ahead log is damaged")?,
            Some(number) => {
                write!(f, "frame {number} of its write-ahead log is damaged, and commits follow it")?;
            }
        }
        match self.left_out {
            0 => Ok(()),
            1 => f.write_str(
                "; one page in it no longer tells which it was: what it held is gone or stands as it was before",
            ),
            n => write!(
                f,
                "; {n} pages in it no longer tell which they were: what they held is gone or stands as it was before"
            ),
        }
    }
}

/// A log that holds again.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Sealed {
    pub(super) log: Vec<u8>,
    /// How many frames had to be left out.
    pub(super) left_out: usize,
}

/// Looks for commits that SQLite would pass over; nothing where there are none.
pub(super) fn fault(log: &[u8]) -> Option<LogFault> {
    if log.len() < HEADER + FRAME + PAGE {
        return None;
    }
    let Some(head) = Head::read(log) else {
        let left_out = reseal(log).map_or_else(|| frames(log).count(), |sealed| sealed.left_out);
        return Some(LogFault { frame: None, left_out });
    };
    let number = head.broken(log)?;
    if head.history(log) < number {
        return None;
    }
    let left_out = reseal(log)?.left_out;
    Some(LogFault { frame: Some(number), left_out })
}

/// Seals a damaged log anew, so that SQLite shows every commit of its history, whatever its pages hold now: the chains of
/// events tell what of them is still true. Nothing where no commit is in it.
///
/// SQLite ends at a frame of page 0, and passes over pages that are not there. Where the number alone is damaged it is worked
/// out again from the sums; else the frame is left out, and a commit that it ended ends with the frame before.
pub(super) fn reseal(log: &[u8]) -> Option<Sealed> {
    let head = Head::read(log).or_else(|| Head::guess(log))?;
    let whole: Vec<&[u8]> = frames(log).take(head.history(log)).collect();
    if whole.is_empty() {
        return None;
    }
    let largest = head.largest(&whole);
    let mut kept: Vec<Vec<u8>> = Vec::new();
    let mut left_out = 0;
    let mut before = Before(head.sums, head.sums);
    for frame in whole {
        let Some((page, size)) = head.told(frame, before, largest) else {
            left_out += 1;
            let ends =
                kept.last_mut().filter(|before| head.is_of(frame) && is_commit(frame) && !is_commit(before));
            if let Some(before) = ends {
                before[4..8].copy_from_slice(&frame[4..8]);
            }
            before = Before::only(stands(frame));
            continue;
        };
        let mut one = frame.to_vec();
        one[..4].copy_from_slice(&page.to_be_bytes());
        one[4..8].copy_from_slice(&size.to_be_bytes());
        before = head.behind(&one, before);
        kept.push(one);
    }
    let mut sealed = head.bytes();
    let mut sums = head.sums;
    for mut one in kept {
        head.seal(&mut one, &mut sums);
        sealed.extend(one);
    }
    Some(Sealed { log: sealed, left_out })
}

/// Seals a log anew, as far as SQLite takes it, with its pages changed by whoever is given each with its number; nothing
/// where it takes none.
pub(super) fn amended(log: &[u8], amend: impl Fn(u32, &mut [u8])) -> Option<Vec<u8>> {
    let head = Head::read(log)?;
    let taken = head.broken(log).map_or(usize::MAX, |number| number - 1);
    let mut sealed = log.get(..HEADER)?.to_vec();
    let mut sums = head.sums;
    for frame in frames(log).take(taken) {
        let mut one = frame.to_vec();
        amend(number(frame, 0), &mut one[FRAME..]);
        head.seal(&mut one, &mut sums);
        sealed.extend(one);
    }
    Some(sealed)
}

/// What the sums before a frame may have been: as they stand there, and as they come out.
#[derive(Clone, Copy)]
struct Before((u32, u32), (u32, u32));

impl Before {
    fn only(sums: (u32, u32)) -> Self {
        Self(sums, sums)
    }

    fn any(self, holds: impl Fn((u32, u32)) -> bool) -> bool {
        holds(self.0) || holds(self.1)
    }
}

fn frames(log: &[u8]) -> impl Iterator<Item = &[u8]> {
    log.get(HEADER..).unwrap_or_default().chunks_exact(FRAME + PAGE)
}

/// Tells whether anything was committed to a log.
pub(super) fn holds_commits(log: &[u8]) -> bool {
    frames(log).any(is_commit)
}

/// Returns which log it is, and how many of its frames SQLite takes: up to the last commit before the first that does not
/// hold. Nothing where it takes none.
pub(super) fn taken(log: &[u8]) -> Option<Counted> {
    let head = Head::read(log)?;
    let holds = head.broken(log).map_or(usize::MAX, |number| number - 1);
    let held: Vec<&[u8]> = frames(log).take(holds).collect();
    let last = held.iter().rposition(|frame| is_commit(frame))?;
    Some(Counted { salts: log.get(16..24)?.try_into().ok()?, frames: u32::try_from(last + 1).ok()? })
}

fn is_commit(frame: &[u8]) -> bool {
    number(frame, 4) != 0
}

fn number(bytes: &[u8], at: usize) -> u32 {
    let four = bytes.get(at..at + 4).and_then(|b| b.try_into().ok());
    four.map_or(0, u32::from_be_bytes)
}

/// The sums that a frame says it ends with.
fn stands(frame: &[u8]) -> (u32, u32) {
    (number(frame, 16), number(frame, 20))
}

/// Frames that are chained to each other: from the header on, and again from each break.
struct Piece {
    is_first: bool,
    has_commit: bool,
    /// It begins within a transaction, where no writer that was killed leaves anything.
    began_within: bool,
}

impl Piece {
    /// Tells whether a hole behind it is one in history: no killed writer leaves any.
    fn was_acknowledged(&self) -> bool {
        !self.is_first && self.has_commit && self.began_within
    }
}

/// The header of a log.
struct Head {
    /// It was made up from the frames.
    is_guessed: bool,
    big_endian: bool,
    checkpoint: u32,
    salts: (u32, u32),
    sums: (u32, u32),
}

impl Head {
    /// Reads a header that holds.
    fn read(log: &[u8]) -> Option<Self> {
        let magic = number(log, 0);
        let page = usize::try_from(number(log, 8)).ok()?;
        if magic & !1 != MAGIC || number(log, 4) != VERSION || page != PAGE {
            return None;
        }
        let mut head = Head {
            is_guessed: false,
            big_endian: magic & 1 == 1,
            checkpoint: number(log, 12),
            salts: (number(log, 16), number(log, 20)),
            sums: (0, 0),
        };
        head.sums = head.sum((0, 0), log.get(..24)?);
        (head.sums == (number(log, 24), number(log, 28))).then_some(head)
    }

    /// Makes a header up from the frames, whose salts repeat it: the first that are no single frame's, or are those of a
    /// log that was begun after another one, of which frames are left behind it.
    fn guess(log: &[u8]) -> Option<Self> {
        let salts: Vec<(u32, u32)> =
            frames(log).map(|f| (number(f, 8), number(f, 12))).filter(|salts| *salts != (0, 0)).collect();
        let (mut alike, mut firsts) = (BTreeMap::new(), BTreeMap::new());
        for one in &salts {
            *alike.entry(*one).or_insert(0_usize) += 1;
            *firsts.entry(one.0).or_insert(0_usize) += 1;
        }
        let holds = |one: &&(u32, u32)| {
            let older = firsts.get(&one.0.wrapping_sub(1)).copied().unwrap_or(0);
            alike.get(*one).copied().unwrap_or(0) + older >= 2 || salts.len() == 1
        };
        let salts = *salts.iter().find(holds)?;
        let mut head =
            Head { is_guessed: true, big_endian: false, checkpoint: number(log, 12), salts, sums: (0, 0) };
        let bytes = head.unsummed();
        head.sums = head.sum((0, 0), &bytes);
        Some(head)
    }

    fn unsummed(&self) -> Vec<u8> {
        let page = u32::try_from(PAGE).unwrap_or(0);
        let fields =
            [MAGIC | u32::from(self.big_endian), VERSION, page, self.checkpoint, self.salts.0, self.salts.1];
        fields.iter().flat_map(|field| field.to_be_bytes()).collect()
    }

    fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.unsummed();
        bytes.extend(self.sums.0.to_be_bytes());
        bytes.extend(self.sums.1.to_be_bytes());
        bytes
    }

    /// Seals a frame as the next after those that come to `sums`.
    fn seal(&self, frame: &mut [u8], sums: &mut (u32, u32)) {
        frame[8..12].copy_from_slice(&self.salts.0.to_be_bytes());
        frame[12..16].copy_from_slice(&self.salts.1.to_be_bytes());
        *sums = self.sum(*sums, &frame[..8]);
        *sums = self.sum(*sums, &frame[FRAME..]);
        frame[16..20].copy_from_slice(&sums.0.to_be_bytes());
        frame[20..24].copy_from_slice(&sums.1.to_be_bytes());
    }

    /// Says whether SQLite takes a frame after the ones before it.
    fn admits(&self, frame: &[u8], sums: &mut (u32, u32)) -> bool {
        *sums = self.sum(*sums, &frame[..8]);
        *sums = self.sum(*sums, &frame[FRAME..]);
        number(frame, 0) != 0
            && (number(frame, 8), number(frame, 12)) == self.salts
            && (number(frame, 16), number(frame, 20)) == *sums
    }

    /// Returns the first frame that SQLite does not take, from 1; nothing where it takes all.
    fn broken(&self, log: &[u8]) -> Option<usize> {
        let mut sums = self.sums;
        frames(log).position(|frame| !self.admits(frame, &mut sums)).map(|before| before + 1)
    }

    /// Returns with which frame the history of a log ends, from 1: its last commit that was acknowledged; 0 without one.
    fn history(&self, log: &[u8]) -> usize {
        let whole: Vec<&[u8]> = frames(log).collect();
        let largest = self.largest(&whole);
        let mut before = Before::only(self.sums);
        let mut piece = Piece { is_first: true, has_commit: false, began_within: false };
        let mut commits: Vec<usize> = Vec::new();
        let mut end = 0;
        // Within a transaction: the page of the frame before.
        let mut within: Option<u32> = None;
        let mut is_behind_hole = false;
        for (at, frame) in whole.iter().enumerate() {
            if !self.is_of(frame) {
                // What no frame of this log is, zeros or an older log's.
                is_behind_hole = true;
                before = Before::only(stands(frame));
                continue;
            }
            let sealed = if is_behind_hole { None } else { self.sealed_as(frame, before, largest) };
            let (page, size) = sealed.unwrap_or_else(|| (number(frame, 0), number(frame, 4)));
            // Pages of a transaction ascend: where they fall behind a hole, one ended in it, and another was written since.
            let ended_in_hole = is_behind_hole && within.is_some_and(|before| page <= before);
            let goes_on = sealed.is_some()
                || before.any(|sums| self.follows(frame, sums))
                || ended_in_hole
                || is_behind_hole && piece.was_acknowledged();
            if !goes_on && (at > 0 || !self.is_guessed) {
                piece = Piece { is_first: false, has_commit: false, began_within: within.is_some() };
            }
            piece.has_commit |= ended_in_hole;
            if piece.has_commit && (!piece.is_first || ended_in_hole) || size != 0 && piece.is_first {
                end = at + 1;
            }
            piece.is_first &= !ended_in_hole;
            if size != 0 {
                piece.has_commit = true;
                commits.push(at + 1);
            }
            within = (size == 0).then_some(page);
            is_behind_hole = false;
            before = self.behind(frame, before);
        }
        commits.into_iter().rev().find(|commit| *commit <= end).unwrap_or(0)
    }

    /// Returns the largest size of the database that a frame of this log tells, in pages.
    fn largest(&self, whole: &[&[u8]]) -> u32 {
        let of_this = whole.iter().filter(|frame| self.salts == (number(frame, 8), number(frame, 12)));
        of_this.map(|frame| number(frame, 4)).max().unwrap_or(u32::MAX)
    }

    /// Tells whether a frame's sums come out from the ones before it.
    fn follows(&self, frame: &[u8], before: (u32, u32)) -> bool {
        self.sum(self.sum(before, &frame[..8]), &frame[FRAME..]) == stands(frame)
    }

    /// What the sums before the next frame may have been.
    fn behind(&self, frame: &[u8], before: Before) -> Before {
        Before(stands(frame), self.sum(self.sum(before.1, &frame[..8]), &frame[FRAME..]))
    }

    /// Returns the page that a frame is of and the size behind its commit: as it says where its sums agree, as they say where
    /// one of the two does not, and else as it says, where that may be.
    fn told(&self, frame: &[u8], before: Before, largest: u32) -> Option<(u32, u32)> {
        let (page, size) = (number(frame, 0), number(frame, 4));
        if page > 0 && before.any(|sums| self.follows(frame, sums)) {
            return Some((page, size));
        }
        let may_be = (1..=largest).contains(&page) && self.is_of(frame);
        self.sealed_as(frame, before, largest).or_else(|| may_be.then_some((page, size)))
    }

    /// Works out with which page and size a frame was sealed, where its sums agree but for one of the two.
    fn sealed_as(&self, frame: &[u8], before: Before, largest: u32) -> Option<(u32, u32)> {
        self.sealed_behind(frame, before.0, largest).or_else(|| self.sealed_behind(frame, before.1, largest))
    }

    /// The sums before a frame and its own give both words at its beginning: that one of them stands there shows that only the
    /// other is damaged.
    fn sealed_behind(&self, frame: &[u8], before: (u32, u32), largest: u32) -> Option<(u32, u32)> {
        let (mut a, mut b) = stands(frame);
        for eight in frame.get(FRAME..)?.chunks_exact(8).rev() {
            b = b.wrapping_sub(self.word(&eight[4..])).wrapping_sub(a);
            a = a.wrapping_sub(self.word(&eight[..4])).wrapping_sub(b);
        }
        let size = b.wrapping_sub(before.1).wrapping_sub(a);
        let page = a.wrapping_sub(before.0).wrapping_sub(before.1);
        // A word of the sums is read in their byte order, a number of the log is big-endian.
        let told = |word: u32| if self.big_endian { word } else { word.swap_bytes() };
        let (page, size) = (told(page), told(size));
        let stands_one = page == number(frame, 0) || size == number(frame, 4);
        (stands_one && (1..=largest).contains(&page)).then_some((page, size))
    }

    /// Says whether a frame was written since the log was last begun anew. One salt is enough: the other may be what is
    /// damaged, and an older log's differ in both.
    fn is_of(&self, frame: &[u8]) -> bool {
        number(frame, 8) == self.salts.0 || number(frame, 12) == self.salts.1
    }

    fn sum(&self, from: (u32, u32), bytes: &[u8]) -> (u32, u32) {
        bytes.chunks_exact(8).fold(from, |(a, b), eight| {
            let a = a.wrapping_add(self.word(&eight[..4])).wrapping_add(b);
            (a, b.wrapping_add(self.word(&eight[4..])).wrapping_add(a))
        })
    }

    fn word(&self, four: &[u8]) -> u32 {
        let four = four.try_into().unwrap_or_default();
        if self.big_endian { u32::from_be_bytes(four) } else { u32::from_le_bytes(four) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A log of a real database: so many commits of one or more frames.
    fn log(commits: usize) -> Vec<u8> {
        let dir = tempfile::TempDir::new().unwrap();
        let path = dir.path().join("a.db");
        let conn = rusqlite::Connection::open(&path).unwrap();
        conn.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(())).unwrap();
        conn.execute_batch("CREATE TABLE t (x TEXT)").unwrap();
        for n in 1..commits {
            conn.execute("INSERT INTO t VALUES (?1)", ["y".repeat(n * 900)]).unwrap();
        }
        std::fs::read(dir.path().join("a.db-wal")).unwrap()
    }

    #[test]
    fn a_whole_log_and_one_that_a_crash_cut_have_no_fault() {
        let log = log(6);
        assert_eq!(fault(&log), None);
        assert_eq!(reseal(&log).unwrap().log, log, "sealing what is whole changes nothing");
        for cut in (0..log.len()).step_by(97) {
            assert_eq!(fault(&log[..cut]), None, "cut at {cut}");
        }
        // The last commit, spoilt as by a crash between its header and its page.
        let mut torn = log.clone();
        let page = torn.len() - 100..torn.len() - 50;
        torn[page].fill(0);
        assert_eq!(fault(&torn), None);
    }

    #[test]
    fn a_flipped_bit_before_the_last_commit_is_found_and_sealed() {
        let log = log(6);
        let count = frames(&log).count();
        for at in (0..log.len() - (FRAME + PAGE) * 4).step_by(61) {
            let mut flipped = log.clone();
            flipped[at] ^= 1 << (at % 8);
            let found = fault(&flipped);
            assert!(found.is_some(), "byte {at} of {count} frames");
            let sealed = reseal(&flipped).unwrap();
            assert_eq!(fault(&sealed.log), None, "byte {at}");
            assert_eq!(sealed.log.len(), log.len(), "byte {at}: nothing was passed over");
        }
    }

    /// A database whose log many writers go on from.
    struct Base {
        folder: tempfile::TempDir,
        _open: rusqlite::Connection,
    }

    impl Base {
        fn new() -> Self {
            let folder = tempfile::TempDir::new().unwrap();
            let conn = rusqlite::Connection::open(folder.path().join("a.db")).unwrap();
            conn.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(())).unwrap();
            let rows = "INSERT INTO t VALUES ('a'); INSERT INTO t VALUES ('b'); INSERT INTO t VALUES ('c')";
            conn.execute_batch(&format!("CREATE TABLE t (x TEXT); {rows}")).unwrap();
            Self { folder, _open: conn }
        }

        /// The log with one more commit of so many pages.
        fn with(&self, pages: usize) -> Vec<u8> {
            let copy = tempfile::TempDir::new().unwrap();
            for name in ["a.db", "a.db-wal"] {
                std::fs::copy(self.folder.path().join(name), copy.path().join(name)).unwrap();
            }
            let writer = rusqlite::Connection::open(copy.path().join("a.db")).unwrap();
            let text = pages.to_string().repeat(pages * 4000);
            writer.execute("INSERT INTO t VALUES (?1)", [text]).unwrap();
            std::fs::read(copy.path().join("a.db-wal")).unwrap()
        }

        /// The log as writers leave it of which each began over the one before it, since that was killed before anybody
        /// counted on its commit.
        fn left_by(&self, writers: &[usize]) -> Vec<u8> {
            let mut log = Vec::new();
            for pages in writers {
                let written = self.with(*pages);
                let over = written.len().min(log.len());
                log.splice(..over, written);
            }
            log
        }
    }

    #[test]
    fn what_killed_writers_left_behind_the_last_commit_is_no_history() {
        let base = Base::new();
        for writers in [&[3, 1][..], &[6, 3, 1], &[9, 6, 3, 1], &[9, 2, 6, 3, 1], &[2, 9, 2, 1]] {
            let left = base.left_by(writers);
            let whole = base.with(1);
            assert!(left.len() > whole.len(), "something is left of {writers:?}");
            assert_eq!(fault(&left), None, "{writers:?}");
            assert!(reseal(&left).unwrap().log == whole, "{writers:?}");
            // One that was killed before it had written its whole transaction.
            let newer = base.with(5);
            for written in 1..5 {
                let mut torn = left.clone();
                let end = whole.len() + written * (FRAME + PAGE);
                let over = end.min(torn.len());
                torn.splice(
                    whole.len() - (FRAME + PAGE) * 2..over,
                    newer[whole.len() - (FRAME + PAGE) * 2..end].to_vec(),
                );
                assert_eq!(fault(&torn), None, "{writers:?}, {written} frames");
            }
        }
    }

    #[test]
    fn a_flipped_bit_before_what_killed_writers_left_is_found_and_history_ends_where_it_ended() {
        let base = Base::new();
        let (left, whole) = (base.left_by(&[9, 6, 3, 1]), base.with(1));
        let last = base.with(0).len() - (FRAME + PAGE);
        assert_eq!(fault(&left), None);
        for at in (0..last - 2 * (FRAME + PAGE)).step_by(61) {
            let mut flipped = left.clone();
            flipped[at] ^= 1 << (at % 8);
            assert!(fault(&flipped).is_some(), "byte {at}");
            let sealed = reseal(&flipped).unwrap();
            assert_eq!(sealed.log.len() + sealed.left_out * (FRAME + PAGE), whole.len(), "byte {at}");
            assert_eq!(fault(&sealed.log), None, "byte {at}");
        }
    }

    #[test]
    fn a_crash_in_the_first_transaction_of_a_log_begun_anew_is_no_fault() {
        let folder = tempfile::TempDir::new().unwrap();
        let conn = rusqlite::Connection::open(folder.path().join("a.db")).unwrap();
        conn.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(())).unwrap();
        conn.execute_batch("CREATE TABLE t (x TEXT)").unwrap();
        for n in 1..9 {
            conn.execute("INSERT INTO t VALUES (?1)", ["y".repeat(n * 4000)]).unwrap();
        }
        conn.query_row("PRAGMA wal_checkpoint(RESTART)", [], |_| Ok(())).unwrap();
        let older = std::fs::read(folder.path().join("a.db-wal")).unwrap();
        conn.execute("INSERT INTO t VALUES (?1)", ["z".repeat(9000)]).unwrap();
        let log = std::fs::read(folder.path().join("a.db-wal")).unwrap();
        let own = frames(&log).take_while(|f| Head::read(&log).unwrap().is_of(f)).count();
        assert!(own > 2 && own < frames(&older).count() && fault(&log).is_none());
        for torn in 0..own {
            let at = HEADER + torn * (FRAME + PAGE);
            for (from, to) in [(0, FRAME), (0, FRAME + PAGE), (FRAME, FRAME + PAGE), (16, FRAME), (24, 2000)]
            {
                let mut crashed = log.clone();
                crashed[at + from..at + to].copy_from_slice(&older[at + from..at + to]);
                assert_eq!(fault(&crashed), None, "bytes {from} to {to} of frame {torn} are the older log's");
            }
        }
    }

    #[test]
    fn a_commit_that_one_bit_made_none_or_the_other_way_round_is_told_by_the_sums() {
        let base = Base::new();
        let left = base.left_by(&[9, 6, 3, 1]);
        let whole = base.with(1);
        for (n, frame) in frames(&left).enumerate() {
            let at = HEADER + n * (FRAME + PAGE);
            let mut flipped = left.clone();
            let size = if is_commit(frame) { 0_u32 } else { 64 };
            flipped[at + 4..at + 8].copy_from_slice(&size.to_be_bytes());
            if at < whole.len() {
                let found = fault(&flipped).unwrap_or_else(|| panic!("frame {n} of history"));
                assert_eq!((found.frame, found.left_out), (Some(n + 1), 0));
                assert!(reseal(&flipped).unwrap().log == whole, "frame {n}");
            } else if Head::read(&left).unwrap().sealed_behind(frame, stands_before(&left, n), 90).is_some() {
                assert_eq!(fault(&flipped), None, "frame {n}, left behind");
            }
        }
    }

    fn stands_before(log: &[u8], number: usize) -> (u32, u32) {
        frames(log).nth(number - 1).map(stands).unwrap()
    }

    #[test]
    fn a_hole_is_one_in_history_where_a_transaction_ended_in_it_and_another_began() {
        let (log, base) = (log(12), Base::new());
        let commits: Vec<usize> =
            frames(&log).enumerate().filter(|(_, f)| is_commit(f)).map(|(n, _)| n).collect();
        let [.., before, last, _] = commits[..] else { panic!("commits") };
        assert!(last > before + 1, "of more than one frame");
        let mut zeroed = log.clone();
        let at = HEADER + last * (FRAME + PAGE);
        zeroed[at..at + PAGE].fill(0);
        assert_eq!(fault(&zeroed).map(|found| (found.frame, found.left_out)), Some((Some(last + 1), 1)));
        // Between what two killed writers left nothing was lost.
        let left = base.left_by(&[9, 6, 1]);
        let at = base.with(6).len();
        let mut zeroed = left;
        zeroed[at..at + PAGE].fill(0);
        assert_eq!(fault(&zeroed), None);
    }

    #[test]
    fn a_page_whose_number_became_nothing_gets_it_back_from_the_sums() {
        let log = log(6);
        let largest = frames(&log).map(|frame| number(frame, 4)).max().unwrap();
        for (n, frame) in frames(&log).enumerate() {
            for bit in (0..32).step_by(3) {
                let mut flipped = log.clone();
                let at = HEADER + n * (FRAME + PAGE);
                let page = number(frame, 0) ^ (1 << bit);
                flipped[at..at + 4].copy_from_slice(&page.to_be_bytes());
                if (1..=largest).contains(&page) {
                    continue;
                }
                // In the newest transaction, too: no crash leaves sums that agree on all the rest.
                let fault = fault(&flipped).unwrap();
                assert_eq!((fault.frame, fault.left_out), (Some(n + 1), 0), "bit {bit}");
                assert_eq!(reseal(&flipped).unwrap(), Sealed { log: log.clone(), left_out: 0 }, "bit {bit}");
            }
        }
    }

    #[test]
    fn a_block_of_zeros_leaves_out_what_it_covers_and_nothing_behind_it() {
        let log = log(12);
        let count = frames(&log).count();
        for at in (0..log.len() - 12 * (FRAME + PAGE)).step_by(1500) {
            for length in [PAGE, 4 * PAGE] {
                let mut zeroed = log.clone();
                zeroed[at..at + length].fill(0);
                if zeroed == log {
                    continue;
                }
                let found = fault(&zeroed).unwrap();
                let sealed = reseal(&zeroed).unwrap();
                assert_eq!(fault(&sealed.log), None, "{length} at {at}");
                assert_eq!(found.left_out, sealed.left_out, "{length} at {at}");
                let left = frames(&sealed.log).count();
                assert_eq!(left + sealed.left_out, count, "{length} at {at}");
                assert!(sealed.left_out <= length / PAGE, "{length} at {at}: {}", sealed.left_out);
                assert!(frames(&sealed.log).all(|frame| number(frame, 0) != 0), "{length} at {at}");
            }
        }
    }
}

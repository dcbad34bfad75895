//! SQLite's write-ahead log as bytes: whether commits in it would be passed over, and sealing it anew so that they are not.
//!
//! SQLite reads the log up to the first frame whose checksum does not fit and takes the rest for what a crash left. A
//! flipped bit then shortens history without a word, since what remains is whole by itself. A crash can spoil only the
//! frames of the one transaction that was being written, and those come last. Never changes a file; knows no tables.
//!
//! The format: 32 bytes of header (magic, version, page size, checkpoint, two salts, two sums), then frames of 24 bytes
//! (page, size of the database after a commit or 0, two salts, two sums) and a page each. Numbers are big-endian.

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
pub enum LogFault {
    /// The header does not hold, so every commit in the log would be passed over.
    Header,
    /// A frame does not hold, and commits that were acknowledged follow it.
    Frame {
        /// The frame, from 1.
        number: usize,
    },
}

impl std::fmt::Display for LogFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            LogFault::Header => f.write_str("the header of its write-ahead log is damaged"),
            LogFault::Frame { number } => {
                write!(f, "frame {number} of its write-ahead log is damaged, and commits follow it")
            }
        }
    }
}

/// Looks for commits that SQLite would pass over; nothing where there are none.
pub(super) fn fault(log: &[u8]) -> Option<LogFault> {
    if log.len() < HEADER + FRAME + PAGE {
        return None;
    }
    let Some(head) = Head::read(log) else { return Some(LogFault::Header) };
    let mut sums = head.sums;
    let broken = frames(log).position(|frame| !head.admits(frame, &mut sums))?;
    let generation: Vec<bool> = frames(log).map(|frame| head.is_of(frame)).skip(broken).collect();
    let last = generation.iter().rposition(|of| *of)?;
    let commits = frames(log).skip(broken).take(last).zip(&generation);
    // The transaction that a crash cut off ends the log: a commit before the last frame was another's.
    let lost = commits.filter(|(frame, of)| **of && is_commit(frame)).count();
    (lost > 0).then_some(LogFault::Frame { number: broken + 1 })
}

/// Seals a damaged log anew, so that SQLite shows every commit in it, whatever its pages hold now: the chains tell what
/// of them is still true. Nothing where no commit is in it.
pub(super) fn reseal(log: &[u8]) -> Option<Vec<u8>> {
    let head = Head::read(log).or_else(|| Head::guess(log))?;
    let whole: Vec<&[u8]> = frames(log).collect();
    let last = whole.iter().rposition(|frame| head.is_of(frame) && is_commit(frame))?;
    let mut sealed = head.bytes();
    let mut sums = head.sums;
    for frame in &whole[..=last] {
        let mut one = frame.to_vec();
        one[8..12].copy_from_slice(&head.salts.0.to_be_bytes());
        one[12..16].copy_from_slice(&head.salts.1.to_be_bytes());
        sums = head.sum(sums, &one[..8]);
        sums = head.sum(sums, &one[FRAME..]);
        one[16..20].copy_from_slice(&sums.0.to_be_bytes());
        one[20..24].copy_from_slice(&sums.1.to_be_bytes());
        sealed.extend(one);
    }
    Some(sealed)
}

fn frames(log: &[u8]) -> impl Iterator<Item = &[u8]> {
    log.get(HEADER..).unwrap_or_default().chunks_exact(FRAME + PAGE)
}

fn is_commit(frame: &[u8]) -> bool {
    number(frame, 4) != 0
}

fn number(bytes: &[u8], at: usize) -> u32 {
    let four = bytes.get(at..at + 4).and_then(|b| b.try_into().ok());
    four.map_or(0, u32::from_be_bytes)
}

/// The header of a log.
struct Head {
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
            big_endian: magic & 1 == 1,
            checkpoint: number(log, 12),
            salts: (number(log, 16), number(log, 20)),
            sums: (0, 0),
        };
        head.sums = head.sum((0, 0), log.get(..24)?);
        (head.sums == (number(log, 24), number(log, 28))).then_some(head)
    }

    /// Makes a header up from the frames, whose salts repeat it: the two that most of the first frames have.
    fn guess(log: &[u8]) -> Option<Self> {
        let salts: Vec<(u32, u32)> = frames(log).take(5).map(|f| (number(f, 8), number(f, 12))).collect();
        let votes = |one: &(u32, u32)| salts.iter().filter(|other| *other == one).count();
        let salts = *salts.iter().max_by_key(|one| votes(one))?;
        let mut head = Head { big_endian: false, checkpoint: number(log, 12), salts, sums: (0, 0) };
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

    /// Says whether SQLite takes a frame after the ones before it.
    fn admits(&self, frame: &[u8], sums: &mut (u32, u32)) -> bool {
        *sums = self.sum(*sums, &frame[..8]);
        *sums = self.sum(*sums, &frame[FRAME..]);
        number(frame, 0) != 0
            && (number(frame, 8), number(frame, 12)) == self.salts
            && (number(frame, 16), number(frame, 20)) == *sums
    }

    /// Says whether a frame was written since the log was last begun anew. One salt is enough: the other may be what is
    /// damaged, and an older log's differ in both.
    fn is_of(&self, frame: &[u8]) -> bool {
        number(frame, 8) == self.salts.0 || number(frame, 12) == self.salts.1
    }

    fn sum(&self, from: (u32, u32), bytes: &[u8]) -> (u32, u32) {
        let word = |four: &[u8]| {
            let four = four.try_into().unwrap_or_default();
            if self.big_endian { u32::from_be_bytes(four) } else { u32::from_le_bytes(four) }
        };
        bytes.chunks_exact(8).fold(from, |(a, b), eight| {
            let a = a.wrapping_add(word(&eight[..4])).wrapping_add(b);
            (a, b.wrapping_add(word(&eight[4..])).wrapping_add(a))
        })
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
        assert_eq!(reseal(&log).unwrap(), log, "sealing what is whole changes nothing");
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
            assert_eq!(fault(&sealed), None, "byte {at}");
            assert_eq!(sealed.len(), log.len(), "byte {at}: nothing was passed over");
        }
    }
}

//! SQLite's index of the log (`-shm`), read for the one thing that the log does not tell: how far it was committed.
//!
//! A commit is written to the log, the log is flushed to the disk, and only then is it entered in the index, and answered
//! for. A writer that is killed in between leaves frames that nobody was told of. The next one begins where the index ends,
//! over them; what is longer than its own commit stays behind that, with the salts of this log, and looks like commits that
//! a damaged frame hides. Where the index says so, it is none.
//!
//! Read without closing it: see [`super::unclosed`]. Its numbers are in the machine's own byte order.

use std::io::Read as _;
use std::path::Path;

use super::unclosed;

/// Bytes of the index's header, which stands there twice.
const HEADER: usize = 48;
/// The only version of the format there is.
const VERSION: u32 = 3_007_000;
/// Where the log's header, and a frame, hold what the index repeats.
const LOG_HEADER: usize = 32;
const FRAME: usize = 24 + 4096;

/// Returns how many frames of a log its index at this path says are committed; nothing where there is no index, or none
/// that is of this log and holds.
pub(super) fn committed(index: &Path, log: &[u8]) -> Option<usize> {
    let mut bytes = [0; 2 * HEADER];
    unclosed::reader(index).ok()?.read_exact(&mut bytes).ok()?;
    says(&bytes, log)
}

fn says(index: &[u8], log: &[u8]) -> Option<usize> {
    let (one, other) = index.split_at_checked(HEADER)?;
    let word = |at: usize| one.get(at..at + 4).and_then(|b| b.try_into().ok()).map(u32::from_ne_bytes);
    // One that was made anew from the log knows no more than that; only who commits counts on from there.
    let is_begun = *one.get(12)? != 0 && word(8)? != 0;
    if one != other || word(0)? != VERSION || !is_begun || one.get(32..40)? != log.get(16..24)? {
        return None;
    }
    let mut sums = (0_u32, 0_u32);
    for at in (0..HEADER - 8).step_by(8) {
        sums.0 = sums.0.wrapping_add(word(at)?).wrapping_add(sums.1);
        sums.1 = sums.1.wrapping_add(word(at + 4)?).wrapping_add(sums.0);
    }
    if sums != (word(40)?, word(44)?) {
        return None;
    }
    let last = usize::try_from(word(16)?).ok()?;
    let Some(before) = last.checked_sub(1) else { return Some(0) };
    // What it takes for the last frame must be the one that stands there.
    let frame = log.get(LOG_HEADER + before * FRAME..)?.get(16..24)?;
    let stands = |at: usize| frame.get(at..at + 4).and_then(|b| b.try_into().ok()).map(u32::from_be_bytes);
    ((stands(0)?, stands(4)?) == (word(24)?, word(28)?)).then_some(last)
}

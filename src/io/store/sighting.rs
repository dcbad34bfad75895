//! Whether a store has to be read again by who looks at it every second: by the times of its files, without opening it.

use std::path::Path;
use std::time::{Duration, Instant};

use super::facts::{Stamps, stamps_of};

/// How long the store is read again after its files were last seen to change, and how long after that once more each time.
/// Their times are final as soon as a commit was written, and readers are shown it only once the disk has it: on a busy
/// disk seconds later, and from a writer that was stopped in between whenever it goes on.
const SETTLES: Duration = Duration::from_secs(30);

/// How the files of a store stood.
#[derive(Debug, Clone)]
pub struct Sighting {
    stamps: Stamps,
    /// Since when at the least.
    since: Instant,
    /// When the store was last read.
    read: Instant,
}

impl Sighting {
    /// Looks again at the store of `common_dir`, before it is read; nothing where it need not be, since its files have
    /// not changed for a while.
    pub fn again(last: Option<&Self>, common_dir: &Path) -> Option<Self> {
        Self::of(last, stamps_of(common_dir), Instant::now())
    }

    fn of(last: Option<&Self>, stamps: Stamps, now: Instant) -> Option<Self> {
        let Some(same) = last.filter(|last| last.stamps == stamps) else {
            return Some(Self { stamps, since: now, read: now });
        };
        let has_passed = |from: Instant| now.duration_since(from) > SETTLES;
        let is_due = !has_passed(same.since) || has_passed(same.read);
        is_due.then_some(Self { stamps, since: same.since, read: now })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_store_is_read_until_its_files_have_settled_and_now_and_then() {
        let begin = Instant::now();
        let at = |second: u64| begin + Duration::from_secs(second);
        let stamps = |length: u64| [Some((length, std::time::SystemTime::UNIX_EPOCH)), None];
        let mut last = Sighting::of(None, stamps(1), at(0)).unwrap();
        let mut read = Vec::new();
        for second in 1..=100 {
            let length = if second < 5 { 1 } else { 2 };
            if let Some(seen) = Sighting::of(Some(&last), stamps(length), at(second)) {
                read.push(second);
                last = seen;
            }
        }
        let settled: Vec<u64> = (1..=35).chain([66, 97]).collect();
        assert_eq!(read, settled);
    }
}

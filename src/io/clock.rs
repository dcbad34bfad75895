//! The only reader of the clock and of randomness; everything else gets instants and codes passed in.
//!
//! Never decides anything by time: events are ordered by their sequence, and waits run on the
//! monotonic clock, so that a jump of the wall clock changes no outcome.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crate::domain::ids::Timestamp;

/// Lower-case letters and digits without `0`, `1`, `l` and `o`, which people and models mix up: 32 of
/// them, so that five random bits pick one evenly.
const CODE_LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// Gives the time and random codes: from the system, or a repeatable sequence for tests and the demo.
#[derive(Debug)]
pub struct Clock {
    source: Source,
}

#[derive(Debug)]
enum Source {
    System,
    Fixed { start_ms: i64, step_ms: i64, seed: u64, ticks: AtomicU64, draws: AtomicU64 },
}

impl Clock {
    /// Reads the machine's wall clock and its random source.
    pub fn system() -> Self {
        Self { source: Source::System }
    }

    /// Starts at `start_ms`, moves on by `step_ms` at each reading, and draws codes from `seed`.
    ///
    /// Two such clocks with the same arguments answer the same calls alike.
    pub fn fixed(start_ms: i64, step_ms: i64, seed: u64) -> Self {
        let (ticks, draws) = (AtomicU64::new(0), AtomicU64::new(0));
        Self { source: Source::Fixed { start_ms, step_ms, seed, ticks, draws } }
    }

    /// Returns the present instant, in milliseconds since the Unix epoch.
    pub fn now(&self) -> Timestamp {
        match &self.source {
            Source::System => Timestamp(wall_clock_ms()),
            Source::Fixed { start_ms, step_ms, ticks, .. } => {
                let tick = i64::try_from(ticks.fetch_add(1, Ordering::Relaxed)).unwrap_or(i64::MAX);
                Timestamp(start_ms.saturating_add(step_ms.saturating_mul(tick)))
            }
        }
    }

    /// Returns `len` characters for countersigns and loop ids: lower-case base 32 without look-alikes.
    pub fn random_code(&self, len: usize) -> String {
        let mut bytes = vec![0; len];
        self.fill(&mut bytes);
        bytes.iter().map(|byte| char::from(CODE_LETTERS[usize::from(byte % 32)])).collect()
    }

    /// Returns 128 random bits as 32 hexadecimal digits: the tag of an envelope nobody can guess.
    pub fn random_tag(&self) -> String {
        let mut bytes = [0; 16];
        self.fill(&mut bytes);
        bytes.iter().fold(String::with_capacity(32), |mut text, byte| {
            write!(text, "{byte:02x}").expect("writing to a string cannot fail");
            text
        })
    }

    fn fill(&self, bytes: &mut [u8]) {
        match &self.source {
            // A guessable countersign would be worse than a failed call.
            Source::System => getrandom::fill(bytes).expect("the operating system gives random bytes"),
            Source::Fixed { seed, draws, .. } => {
                let draw = draws.fetch_add(1, Ordering::Relaxed);
                let mut hasher = blake3::Hasher::new();
                hasher.update(&seed.to_le_bytes()).update(&draw.to_le_bytes());
                hasher.finalize_xof().fill(bytes);
            }
        }
    }
}

/// Returns a number that others hardly have, which is no secret: without the random source the process id is it.
pub(in crate::io) fn any_number() -> u64 {
    let mut bytes = [0; 8];
    let filled = getrandom::fill(&mut bytes).is_ok();
    if filled { u64::from_le_bytes(bytes) } else { u64::from(std::process::id()) }
}

fn wall_clock_ms() -> i64 {
    let ms = |span: Duration| i64::try_from(span.as_millis()).unwrap_or(i64::MAX);
    match SystemTime::now().duration_since(UNIX_EPOCH) {
        Ok(after) => ms(after),
        Err(before) => -ms(before.duration()),
    }
}

/// Tells whether a moment that a file system wrote down is over by today's clock, which may have been set back since.
pub(in crate::io) fn is_over(moment: SystemTime) -> bool {
    moment <= SystemTime::now()
}

/// Tells whether so long has passed since a moment.
pub(in crate::io) fn is_past(moment: SystemTime, by: Duration) -> bool {
    moment.checked_add(by).is_some_and(is_over)
}

/// A bounded wait on the monotonic clock, in naps of random length.
///
/// Naps that grow or are equal let one process of several starve; short uneven ones share the lock.
#[derive(Debug)]
pub(in crate::io) struct Patience {
    limit: Duration,
    since: Instant,
    dice: u64,
}

impl Patience {
    /// The shortest and the longest nap.
    const NAP: std::ops::Range<u64> = 200..500;

    /// Starts to wait for at most `limit`.
    pub(in crate::io) fn new(limit: Duration) -> Self {
        Self { limit, since: Instant::now(), dice: any_number() | 1 }
    }

    /// Begins anew with the whole limit.
    pub(in crate::io) fn restart(&mut self) {
        self.since = Instant::now();
    }

    /// How much of the limit is left.
    pub(in crate::io) fn left(&self) -> Duration {
        self.limit.saturating_sub(self.since.elapsed())
    }

    /// Naps for 0.2 to 0.5 ms and returns true, or returns false at once when the limit is used up.
    pub(in crate::io) fn nap(&mut self) -> bool {
        if self.since.elapsed() >= self.limit {
            return false;
        }
        self.dice ^= self.dice << 13;
        self.dice ^= self.dice >> 7;
        self.dice ^= self.dice << 17;
        let span = Self::NAP.end - Self::NAP.start;
        std::thread::sleep(Duration::from_micros(Self::NAP.start + self.dice % span));
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fixed_clock_repeats_itself() {
        let tell = |clock: &Clock| {
            (clock.now(), clock.now(), clock.random_code(6), clock.random_code(6), clock.random_tag())
        };
        let told = tell(&Clock::fixed(1_000, 250, 7));
        assert_eq!(told, tell(&Clock::fixed(1_000, 250, 7)));
        assert_eq!((told.0, told.1), (Timestamp(1_000), Timestamp(1_250)));
        assert_ne!(told.2, told.3, "two draws differ");
        assert_ne!(told.2, tell(&Clock::fixed(1_000, 250, 8)).2, "another seed, another code");
    }

    #[test]
    fn codes_have_no_look_alikes() {
        let code = Clock::system().random_code(4_000);
        assert_eq!(code.len(), 4_000);
        let mut seen: Vec<char> = code.chars().collect();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), 32, "every letter is drawn: {seen:?}");
        assert!(!code.contains(['0', '1', 'l', 'o']));
        let tag = Clock::system().random_tag();
        assert_eq!(tag.len(), 32);
        assert_ne!(tag, Clock::system().random_tag());
    }

    #[test]
    fn the_system_clock_is_past_the_day_this_was_written() {
        assert!(Clock::system().now() > Timestamp(1_763_683_200_000));
    }

    #[test]
    fn patience_ends() {
        let mut patience = Patience::new(Duration::from_millis(3));
        let naps = std::iter::repeat_with(|| patience.nap()).take_while(|napped| *napped).count();
        assert!((1..=15).contains(&naps), "{naps} naps of 0.2 ms or more in 3 ms");
        patience.restart();
        assert!(patience.nap());
    }
}

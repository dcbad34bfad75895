//! The hash chain of a stream: how a link is computed and where a chain first breaks.
//!
//! Never touches the database. Another program can recompute every link from this description:
//!
//! ```text
//! field(x)  = length of x in bytes, as 8 bytes little-endian, then the bytes of x
//! genesis   = BLAKE3( field("countersign stream 1") field(id) field(kind) field(subject) )
//! hash[n]   = BLAKE3( field("countersign event 1") field(prev) field(id) field(n) field(at)
//!                     field(event kind) field(version) field(body) )
//! prev      = genesis for the first event, hash[n-1] for the others
//! ```
//!
//! Numbers are written in decimal, hashes as 64 lower-case hexadecimal digits, texts as UTF-8.
//! `subject` is the key under which the stream was opened. The lengths keep two different events
//! from having one encoding; the first field keeps a stream's origin from passing for an event.

use super::{NewEvent, Stored};

/// What is wrong at a link of a chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// No event has the sequence number that is due.
    Missing,
    /// A column of the row cannot be read as what it must be.
    Unreadable,
    /// The row names another predecessor than the one before it.
    Unlinked,
    /// The row's content does not give its hash.
    Altered,
    /// The stream's record of its length and head disagrees with the last event.
    Head,
    /// The list of streams does not lead to the stream by its name, though it is there.
    Unlisted,
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Fault::Missing => "the event is missing",
            Fault::Unreadable => "the row cannot be read",
            Fault::Unlinked => "the row does not follow the one before it",
            Fault::Altered => "the content does not match its hash",
            Fault::Head => "the recorded head is not the last event",
            Fault::Unlisted => "the list of loops and phases does not lead there",
        })
    }
}

/// Computes what the first event of a stream names as its predecessor.
pub fn genesis(id: &str, kind: &str, subject: &str) -> String {
    hash_fields(&["countersign stream 1", id, kind, subject])
}

/// Computes the hash of event number `seq` (from 1) of stream `id`, after `prev`.
pub fn link(prev: &str, id: &str, seq: u64, event: &NewEvent) -> String {
    let (seq, at, version) = (seq.to_string(), event.at.0.to_string(), event.version.to_string());
    hash_fields(&["countersign event 1", prev, id, &seq, &at, &event.kind, &version, &event.body])
}

/// Turns a batch into the rows that follow `events` rows ending in `head`.
pub(super) fn extend(id: &str, events: u64, head: &str, batch: &[NewEvent]) -> Vec<Stored> {
    let mut prev = head.to_owned();
    let mut rows = Vec::with_capacity(batch.len());
    for (seq, event) in (events + 1..).zip(batch) {
        let hash = link(&prev, id, seq, event);
        let NewEvent { at, kind, version, body } = event.clone();
        rows.push(Stored { seq, at, kind, version, body, prev, hash: hash.clone() });
        prev = hash;
    }
    rows
}

/// Checks that `row` is event `seq` after `prev`.
pub(super) fn check(prev: &str, id: &str, seq: u64, row: &Stored) -> Result<(), Fault> {
    if row.seq != seq {
        return Err(Fault::Missing);
    }
    if row.prev != prev {
        return Err(Fault::Unlinked);
    }
    let event = NewEvent { at: row.at, kind: row.kind.clone(), version: row.version, body: row.body.clone() };
    if link(prev, id, seq, &event) == row.hash { Ok(()) } else { Err(Fault::Altered) }
}

fn hash_fields(fields: &[&str]) -> String {
    let mut hasher = blake3::Hasher::new();
    for field in fields {
        hasher.update(&(field.len() as u64).to_le_bytes()).update(field.as_bytes());
    }
    hasher.finalize().to_hex().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::ids::Timestamp;

    fn event(kind: &str, body: &str) -> NewEvent {
        NewEvent { at: Timestamp(5), kind: kind.into(), version: 1, body: body.into() }
    }

    #[test]
    fn shifting_text_between_fields_changes_the_hash() {
        assert_ne!(link("p", "s", 1, &event("ab", "c")), link("p", "s", 1, &event("a", "bc")));
        assert_ne!(link("p", "s", 1, &event("a", "b")), link("p", "s", 2, &event("a", "b")));
        assert_ne!(genesis("ab", "c", "d"), genesis("a", "bc", "d"));
    }

    #[test]
    fn the_published_encoding_holds() {
        // Written out by hand from the module's description.
        let mut bytes = Vec::new();
        for field in ["countersign event 1", "00", "rl-1", "7", "5", "opened", "1", "{}"] {
            bytes.extend((field.len() as u64).to_le_bytes());
            bytes.extend(field.bytes());
        }
        let expected = blake3::hash(&bytes).to_hex().to_string();
        assert_eq!(link("00", "rl-1", 7, &event("opened", "{}")), expected);
    }

    #[test]
    fn each_fault_has_its_name() {
        let first = genesis("s", "loop", "k");
        let rows = extend("s", 0, &first, &[event("a", "1"), event("b", "2")]);
        assert_eq!(check(&first, "s", 1, &rows[0]), Ok(()));
        assert_eq!(check(&rows[0].hash, "s", 2, &rows[1]), Ok(()));
        assert_eq!(check(&first, "s", 1, &rows[1]), Err(Fault::Missing));
        assert_eq!(check("other", "s", 1, &rows[0]), Err(Fault::Unlinked));
        let altered = Stored { body: "3".into(), ..rows[0].clone() };
        assert_eq!(check(&first, "s", 1, &altered), Err(Fault::Altered));
    }
}

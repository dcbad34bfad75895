//! Reading the streams of a damaged store by their chains, whatever its rows say.
//!
//! What no hash proves is not taken for whole: a stream is whole only where its links hold from the first event to the
//! head that was recorded for it.

use std::collections::{BTreeMap, BTreeSet};

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, ToSql};

use super::Stored;
use super::chain::{self, Fault};
use super::reading;
use super::wreck::{Wreck, each};

/// What could be read of one stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Salvaged {
    /// The stream's id.
    pub id: String,
    /// What it is a stream of.
    pub kind: String,
    /// The key it was opened under.
    pub subject: String,
    /// The key recorded for it while its subject was open.
    pub key: Option<String>,
    /// Every key it ever had, as far as they can be read.
    pub subjects: Vec<String>,
    /// The events whose links hold, from the first.
    pub events: Vec<Stored>,
    /// The first link that does not hold; nothing for a whole stream.
    pub fault: Option<(u64, Fault)>,
    /// Its place among the streams.
    pub(super) born: i64,
}

/// From here on are the places of streams whose row is gone.
const PLACELESS: i64 = i64::MAX - (1 << 29);

/// Returns a stream's place among the streams, where it is known.
pub(super) fn known_place(born: i64) -> Option<i64> {
    (born < PLACELESS).then_some(born)
}

/// A row of the list of streams, whatever it says.
#[derive(Debug, Clone)]
struct Row {
    born: i64,
    id: String,
    kind: String,
    subject: String,
    key: Option<String>,
    events: i64,
    head: String,
}

/// A stream's id as it lies in a row of events. SQLite goes on behind it only where it is given as it is: bytes that are
/// no text stand behind all texts there, and what can be read of them may not.
struct Met {
    is_text: bool,
    bytes: Vec<u8>,
}

impl Met {
    fn read(value: ValueRef<'_>) -> rusqlite::Result<Self> {
        let is_text = matches!(value, ValueRef::Text(_));
        Ok(Self { is_text, bytes: value.as_bytes_or_null().unwrap_or_default().unwrap_or_default().to_vec() })
    }
}

impl ToSql for Met {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        let bytes = self.bytes.as_slice();
        Ok(ToSqlOutput::Borrowed(if self.is_text { ValueRef::Text(bytes) } else { ValueRef::Blob(bytes) }))
    }
}

/// What stands at a place of a chain.
enum Link {
    Holds(Stored),
    Fault(Fault),
    /// Nobody can tell whether anything stands there.
    Unread,
    End,
}

impl Wreck {
    /// Reads every stream, oldest first. `kinds` are those a stream can be of.
    pub(super) fn streams(&self, kinds: &[&str]) -> Vec<Salvaged> {
        let rows = self.rows(kinds);
        // A row without a name may still know its stream by the head, and is none by itself.
        let ids = rows.iter().map(|row| row.id.clone()).chain(self.ids_of_events());
        let named: BTreeSet<String> = ids.filter(|id| !id.is_empty()).collect();
        let with_events: BTreeSet<&String> =
            named.iter().filter(|id| self.first_prev(id).is_some()).collect();
        let mut found: Vec<Salvaged> = Vec::new();
        for id in &named {
            let own = rows.iter().find(|row| row.id == *id);
            // A row whose name was damaged has no events under it; another stream's head in it says whose it is.
            if !with_events.contains(id) && own.is_some_and(|row| row.events > 0) {
                continue;
            }
            found.push(self.stream(id, own, &rows, kinds));
        }
        let claimed: BTreeSet<i64> = found.iter().map(|stream| stream.born).collect();
        for row in rows.iter().filter(|row| !claimed.contains(&row.born) && !row.id.is_empty()) {
            let Row { born, id, kind, subject, key, .. } = row.clone();
            let subjects = self.subjects(&id);
            let fault = Some((1, Fault::Missing));
            found.push(Salvaged { id, kind, subject, key, subjects, events: Vec::new(), fault, born });
        }
        found.sort_by_key(|stream| stream.born);
        // Of two rows at one place one lies about it.
        let mut taken = BTreeSet::new();
        for stream in &mut found {
            if !taken.insert(stream.born) {
                stream.born = i64::MAX - distance(&stream.id);
            }
        }
        found
    }

    /// Returns, without events, the streams that only lists name: neither a row nor an event of them is left, nor are they
    /// `known` otherwise, with its subject. What such a list says may be damaged, too: a name that is none, or one bit from
    /// one of the same subject, is passed over.
    pub(super) fn vanished(&self, kinds: &[&str], known: &BTreeMap<String, String>) -> Vec<Salvaged> {
        let shape = |id: &str| Some((id.len(), id.split_once('-')?.0.to_owned()));
        let shapes: BTreeSet<(usize, String)> = known.keys().filter_map(|id| shape(id)).collect();
        let is_name = |id: &str| {
            id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
                && shape(id).is_some_and(|shape| shapes.contains(&shape))
        };
        let mut named: BTreeMap<String, String> = BTreeMap::new();
        for source in self.everywhere() {
            for sql in [
                "SELECT stream, subject FROM subject",
                "SELECT stream, '' FROM unlisted",
                "SELECT stream, '' FROM settled",
            ] {
                each(source, sql, |row| {
                    let (Ok(id), Ok(subject)) = (reading::lossy(row, 0), reading::lossy(row, 1)) else {
                        return;
                    };
                    if is_name(&id) && !known.contains_key(&id) && !is_one_bit_from(&id, &subject, known) {
                        named.entry(id).or_insert(subject);
                    }
                });
            }
        }
        let kind = kinds.first().copied().unwrap_or_default();
        let without_events = |(id, subject): (String, String)| Salvaged {
            born: i64::MAX - distance(&id),
            id,
            kind: kind.to_owned(),
            subjects: vec![subject.clone()],
            subject,
            key: None,
            events: Vec::new(),
            fault: Some((1, Fault::Missing)),
        };
        named.into_iter().map(without_events).collect()
    }

    fn stream(&self, id: &str, own: Option<&Row>, rows: &[Row], kinds: &[&str]) -> Salvaged {
        let subjects = self.subjects(id);
        let (kind, subject) = self.origin(id, own, &subjects, kinds);
        let (events, stop) = self.chain(id, &kind, &subject);
        let head = events.last().map(|event| event.hash.clone());
        // The row that knows this head: the stream's own, or one whose name was damaged.
        let knows = |row: &&Row| head.as_deref().is_some_and(|head| is_head(row, head, events.len()));
        let row =
            own.filter(knows).or_else(|| rows.iter().find(|row| head.as_deref() == Some(row.head.as_str())));
        let next = events.len() as u64 + 1;
        // Where the trees do not hold nobody can tell that nothing follows but the row that says so.
        let is_all = |row: &Row| head.as_deref() == Some(row.head.as_str()) && is_count(row, events.len());
        let stop = match stop {
            Link::Fault(fault) => Some(fault),
            Link::Unread if self.is_searched() && row.is_some_and(is_all) => None,
            Link::Unread => Some(Fault::Unreadable),
            Link::Holds(_) | Link::End => None,
        };
        let fault = match (stop, row, own) {
            (Some(fault), _, _) => Some((next, fault)),
            (None, Some(_), _) => None,
            (None, None, Some(own)) if u64::try_from(own.events).is_ok_and(|count| count + 1 == next) => {
                Some((next.saturating_sub(1).max(1), Fault::Head))
            }
            (None, None, _) => Some((next, Fault::Missing)),
        };
        let known = row.or(own);
        // Streams whose row is gone come last: nobody knows when they were begun.
        let born = known.map_or_else(|| i64::MAX - distance(id), |row| row.born);
        let key = known.and_then(|row| row.key.clone());
        Salvaged { id: id.to_owned(), kind, subject, key, subjects, events, fault, born }
    }

    /// Finds kind and subject that give what the first event names as its predecessor: the recorded ones, or others.
    fn origin(&self, id: &str, own: Option<&Row>, subjects: &[String], kinds: &[&str]) -> (String, String) {
        let recorded = own.map(|row| (row.kind.clone(), row.subject.clone()));
        let prev = self.first_prev(id);
        let fits = |(kind, subject): &(String, String)| Some(chain::genesis(id, kind, subject)) == prev;
        if let Some(recorded) = recorded.clone().filter(fits) {
            return recorded;
        }
        let subjects = subjects.iter().cloned().chain(recorded.iter().map(|(_, subject)| subject.clone()));
        let all =
            subjects.flat_map(|subject| kinds.iter().map(move |kind| ((*kind).to_owned(), subject.clone())));
        let found = all.into_iter().find(fits);
        found
            .or(recorded)
            .unwrap_or_else(|| (kinds.first().copied().unwrap_or_default().to_owned(), String::new()))
    }

    /// Follows a chain as far as it holds; with it what is there instead of the next event.
    fn chain(&self, id: &str, kind: &str, subject: &str) -> (Vec<Stored>, Link) {
        let mut events: Vec<Stored> = Vec::new();
        let mut prev = chain::genesis(id, kind, subject);
        loop {
            match self.link(id, events.len() as u64 + 1, &prev) {
                Link::Holds(event) => {
                    prev.clone_from(&event.hash);
                    events.push(event);
                }
                end @ (Link::Fault(_) | Link::Unread | Link::End) => return (events, end),
            }
        }
    }

    /// Reads the event that follows `prev`, wherever one that does can be found.
    fn link(&self, id: &str, seq: u64, prev: &str) -> Link {
        let (mut fault, mut unread) = (None, false);
        for source in self.sources() {
            match reading::row(source, id, seq) {
                Ok(Some(Ok(event))) => match chain::check(prev, id, seq, &event) {
                    Ok(()) => return Link::Holds(event),
                    Err(wrong) => fault = fault.or(Some(wrong)),
                },
                Ok(Some(Err(wrong))) => fault = fault.or(Some(wrong)),
                Ok(None) => {}
                Err(_) => unread = true,
            }
        }
        for source in self.behind() {
            if let Ok(Some(Ok(event))) = reading::row(source, id, seq)
                && chain::check(prev, id, seq, &event).is_ok()
            {
                return Link::Holds(event);
            }
        }
        match fault {
            Some(fault) => Link::Fault(fault),
            None if unread && !self.is_searched() => Link::Fault(Fault::Unreadable),
            None => self.has_later(id, seq, unread),
        }
    }

    fn has_later(&self, id: &str, seq: u64, mut unread: bool) -> Link {
        let sql = "SELECT 1 FROM event WHERE stream = ?1 AND seq > ?2 LIMIT 1";
        for source in self.sources() {
            match source.query_row(sql, rusqlite::params![id, seq.cast_signed()], |_| Ok(())) {
                Err(rusqlite::Error::QueryReturnedNoRows) => {}
                Err(_) if self.is_searched() => unread = true,
                Ok(()) | Err(_) => return Link::Fault(Fault::Missing),
            }
        }
        // Of an earlier state only what proves itself counts.
        let proves = |source: &Connection| {
            let sql = "SELECT seq FROM event WHERE stream = ?1 AND seq > ?2 LIMIT 1";
            let later = source.query_row(sql, rusqlite::params![id, seq.cast_signed()], |row| row.get(0));
            let later = later.ok().and_then(|later: i64| u64::try_from(later).ok()).filter(|n| *n > seq);
            later.is_some_and(|later| {
                let row = reading::row(source, id, later).ok().flatten().and_then(Result::ok);
                row.is_some_and(|event| chain::check(&event.prev, id, later, &event).is_ok())
            })
        };
        if self.behind().any(proves) {
            return Link::Fault(Fault::Missing);
        }
        if unread { Link::Unread } else { Link::End }
    }

    /// Returns what the first event that can be found names as its predecessor.
    fn first_prev(&self, id: &str) -> Option<String> {
        let sql = "SELECT seq, prev FROM event WHERE stream = ?1 ORDER BY seq LIMIT 1";
        let first = |source: &Connection| {
            let read = |row: &rusqlite::Row<'_>| {
                Ok((row.get::<_, i64>(0).unwrap_or(i64::MAX), reading::lossy(row, 1)?))
            };
            source.query_row(sql, [id], read).ok()
        };
        self.everywhere().filter_map(first).min_by_key(|(seq, _)| *seq).map(|(_, prev)| prev)
    }

    /// Reads the list of streams from both ends, as far as each can be followed, and what the pages and the file without
    /// its log hold of those that are not found so.
    fn rows(&self, kinds: &[&str]) -> Vec<Row> {
        let mut found = self.rows_in(&self.conn);
        // What stands in another table's page is no row of this one.
        found.retain(|_, row| kinds.contains(&row.kind.as_str()) || row.head.len() == HASH);
        let listed: BTreeSet<String> = found.values().map(|row| row.id.clone()).collect();
        let mut found: Vec<Row> = found.into_values().collect();
        for loose in self.sources().skip(1) {
            found.extend(self.rows_in(loose).into_values().filter(|row| !listed.contains(&row.id)));
        }
        if let Some(alone) = self.alone() {
            let more = self.rows_behind(&found, alone.rows(kinds));
            found.extend(more);
        }
        found
    }

    /// Of the rows of the file without its log returns those that the log hides: of streams that are not `found`, and of
    /// those of which more events are known there. Where the log is another store's, theirs come behind its own.
    fn rows_behind(&self, found: &[Row], alone: Vec<Row>) -> Vec<Row> {
        let mut events: BTreeMap<&str, i64> = BTreeMap::new();
        for row in found {
            let most = events.entry(row.id.as_str()).or_insert(row.events);
            *most = row.events.max(*most);
        }
        let holders: BTreeMap<i64, &str> = found.iter().map(|row| (row.born, row.id.as_str())).collect();
        let is_another = |row: &Row| {
            let holder = holders.get(&row.born).filter(|id| **id != row.id);
            !events.contains_key(row.id.as_str()) && holder.is_some_and(|id| self.first_prev(id).is_some())
        };
        let last = holders.keys().copied().filter(|born| *born < PLACELESS).max().unwrap_or(0);
        let behind = if alone.iter().any(is_another) { last } else { 0 };
        let hidden = alone.into_iter().filter_map(|row| match events.get(row.id.as_str()) {
            None => Some(Row { born: row.born.saturating_add(behind), ..row }),
            Some(known) => (row.events > *known).then_some(row),
        });
        hidden.collect()
    }

    fn rows_in(&self, source: &Connection) -> BTreeMap<(i64, String), Row> {
        let mut found = BTreeMap::new();
        for order in ["ASC", "DESC"] {
            let sql = format!(
                "SELECT born, id, kind, subject, key, events, head FROM stream NOT INDEXED ORDER BY born {order}"
            );
            each(source, &sql, |row| {
                let text = |column| reading::lossy(row, column).unwrap_or_default();
                let row = Row {
                    born: row.get(0).unwrap_or_default(),
                    id: text(1),
                    kind: text(2),
                    subject: text(3),
                    key: row.get::<_, Option<String>>(4).ok().flatten(),
                    events: row.get(5).unwrap_or_default(),
                    head: text(6),
                };
                found.insert((row.born, row.id.clone()), row);
            });
        }
        found
    }

    /// Names the streams that have events, from both ends.
    fn ids_of_events(&self) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        for source in self.everywhere() {
            for (order, after) in [("ASC", ">"), ("DESC", "<")] {
                // A damaged tree may lead back to where it was: what was met before ends it.
                let mut met: BTreeSet<Vec<u8>> = BTreeSet::new();
                let mut last: Option<Met> = None;
                loop {
                    let bound =
                        if last.is_some() { format!("WHERE stream {after} ?1") } else { String::new() };
                    let sql = format!("SELECT stream FROM event {bound} ORDER BY stream {order} LIMIT 1");
                    let parameter = rusqlite::params_from_iter(last.iter());
                    let next = source.query_row(&sql, parameter, |row| Met::read(row.get_ref(0)?));
                    match next {
                        Ok(next) if met.insert(next.bytes.clone()) => {
                            found.insert(String::from_utf8_lossy(&next.bytes).into_owned());
                            last = Some(next);
                        }
                        Ok(_) | Err(_) => break,
                    }
                }
            }
        }
        found
    }

    fn subjects(&self, id: &str) -> Vec<String> {
        let mut found = BTreeSet::new();
        for source in self.everywhere() {
            for order in ["ASC", "DESC"] {
                let sql = format!("SELECT subject FROM subject WHERE stream = ?1 ORDER BY subject {order}");
                let Ok(mut statement) = source.prepare(&sql) else { continue };
                let Ok(mut rows) = statement.query([id]) else { continue };
                while let Ok(Some(row)) = rows.next() {
                    found.extend(reading::lossy(row, 0).ok());
                }
            }
        }
        found.into_iter().collect()
    }
}

/// How long a hash is, as a text.
const HASH: usize = 64;

/// A number of its own for a stream without a row.
fn distance(id: &str) -> i64 {
    i64::from(u32::from_str_radix(&blake3::hash(id.as_bytes()).to_hex()[..7], 16).unwrap_or(0)) + 1
}

fn is_one_bit_from(id: &str, subject: &str, known: &BTreeMap<String, String>) -> bool {
    let mut bytes = id.as_bytes().to_vec();
    (0..8 * bytes.len()).any(|bit| {
        bytes[bit / 8] ^= 1 << (bit % 8);
        let own = std::str::from_utf8(&bytes).ok().and_then(|other| known.get(other));
        bytes[bit / 8] ^= 1 << (bit % 8);
        own.is_some_and(|own| subject.is_empty() || own == subject)
    })
}

/// Tells whether a row records this head of so many events: it does, or but for one flipped bit, which no other head is
/// likely to give.
fn is_head(row: &Row, head: &str, events: usize) -> bool {
    if row.head == head {
        return true;
    }
    let (one, other) = (row.head.as_bytes(), head.as_bytes());
    let bits: u32 = one.iter().zip(other).map(|(a, b)| (a ^ b).count_ones()).sum();
    one.len() == other.len() && bits == 1 && is_count(row, events)
}

fn is_count(row: &Row, events: usize) -> bool {
    usize::try_from(row.events) == Ok(events)
}

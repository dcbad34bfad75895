//! What the events of streams name: a list by which those few of many streams are found that have to do with something.
//!
//! Whoever writes events says what they name, and that is kept in the same transaction. A stream whose names are not
//! known to be listed, because it is of an older schema, was carried over by a repair or was written by somebody who
//! said nothing, is noted as unlisted and searched itself until [`Store::list_names`] has come to it. Nothing is decided
//! by the list: whoever trusts what a stream says reads it, and its chain is checked then. A name is kept as two numbers
//! made of it, each of which finds the stream: one damaged entry hides none, and another name of the same number finds one
//! too many.
//!
//! A stream can be noted as settled, too: as of a head of its chain it ended so that some who look for others need not
//! read it. One more event, or another head for whatever reason, and the note counts for nothing.

use std::collections::BTreeSet;

use rusqlite::{Connection, OptionalExtension as _, Transaction, params};

use super::{Store, StoreError, Stored, reading};

/// A stream that names what was looked for, or may.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Naming {
    /// The stream's id.
    pub id: String,
    /// The key it was opened under.
    pub subject: String,
    /// It was noted as settled as of its present head.
    pub settled: bool,
}

impl Store {
    /// Returns the streams whose events name one of these, oldest first; of those whose names are not listed the ones
    /// that have an event of a kind whose body, as bytes, is `wanted`. Their chains are not checked: whoever trusts what
    /// stands there reads the stream.
    pub fn streams_naming(
        &self,
        names: &[String],
        kind: &str,
        wanted: impl Fn(&[u8]) -> bool,
    ) -> Result<Vec<Naming>, StoreError> {
        // One transaction: a stream that is listed meanwhile must not be missed in both places.
        let _moment = self.moment()?;
        let tx = &self.conn;
        if !self.has_table("pinned")? {
            // A store of an older schema that cannot be written.
            let found = self.streams_where(kind, wanted)?;
            return self.rows_of(found.iter().map(String::as_str), false);
        }
        let (mut lost, mut gone) = (None, false);
        let mut find = || -> rusqlite::Result<Vec<String>> {
            let mut born: Vec<i64> = Vec::new();
            let mut by_name = tx.prepare_cached("SELECT born FROM pinned WHERE name = ?1")?;
            for name in names {
                for number in numbers(name) {
                    for one in by_name.query_map([number], |row| row.get(0))? {
                        born.push(one?);
                    }
                }
            }
            born.sort_unstable();
            born.dedup();
            let mut unlisted: Vec<String> = Vec::new();
            let mut bodies = tx.prepare_cached(
                "SELECT event.stream, event.body FROM unlisted CROSS JOIN event
                 WHERE event.stream = unlisted.stream AND event.kind = ?1",
            )?;
            let mut rows = bodies.query([kind])?;
            while let Some(row) = rows.next()? {
                if row.get_ref(1)?.as_bytes().is_ok_and(&wanted) {
                    let stream = reading::lossy(row, 0)?;
                    // The rows of a stream lie together.
                    if unlisted.last() != Some(&stream) {
                        unlisted.push(stream);
                    }
                }
            }
            lost = tx
                .prepare_cached(
                    "SELECT stream FROM unlisted
                     WHERE NOT EXISTS (SELECT 1 FROM stream WHERE id = unlisted.stream)
                       AND NOT EXISTS (SELECT 1 FROM event WHERE event.stream = unlisted.stream) LIMIT 1",
                )?
                .query_row([], |row| reading::lossy(row, 0))
                .optional()?;
            let mut by_born = tx.prepare_cached("SELECT id FROM stream WHERE born = ?1")?;
            let mut found = Vec::new();
            for one in &born {
                let mut rows = by_born.query([one])?;
                match rows.next()? {
                    Some(row) => found.push(reading::lossy(row, 0)?),
                    None => gone = true,
                }
            }
            found.extend(unlisted);
            Ok(found)
        };
        let mut found = find().map_err(|e| self.sort(e))?;
        if let Some(lost) = lost {
            return Err(self.lost(&lost));
        }
        // A damaged entry names a place where nothing is: its other number finds the stream. But is the row there?
        if let Some(error) = gone.then(|| self.shortened()).flatten() {
            return Err(error);
        }
        found.sort_unstable();
        found.dedup();
        self.rows_of(found.iter().map(String::as_str), true)
    }

    /// Reads what is told of streams, oldest first.
    fn rows_of<'i>(
        &self,
        ids: impl Iterator<Item = &'i str>,
        noted: bool,
    ) -> Result<Vec<Naming>, StoreError> {
        let settled = if noted {
            "EXISTS (SELECT 1 FROM settled WHERE settled.stream = stream.id AND settled.head = stream.head)"
        } else {
            "0"
        };
        let read = |id: &str, indexed: &str| -> rusqlite::Result<Option<(i64, Naming)>> {
            let sql = format!(
                "SELECT born, subject, key IS NULL AND {settled} FROM stream {indexed} WHERE id = ?1"
            );
            self.conn
                .prepare_cached(&sql)?
                .query_row([id], |row| {
                    let subject = reading::lossy(row, 1)?;
                    Ok((row.get(0)?, Naming { id: id.to_owned(), subject, settled: row.get(2)? }))
                })
                .optional()
        };
        let mut found = Vec::new();
        for id in ids {
            let row = match read(id, "").map_err(|e| self.sort(e))? {
                Some(row) => Some(row),
                // The index may have lost it: whoever reads the stream is told that then.
                None => read(id, "NOT INDEXED").map_err(|e| self.sort(e))?,
            };
            found.push(row.ok_or_else(|| self.lost(id))?);
        }
        found.sort_by_key(|(born, _)| *born);
        Ok(found.into_iter().map(|(_, naming)| naming).collect())
    }

    /// Lists what unlisted streams name, of at most so many; `names_of` tells it of an event, or nothing where it cannot
    /// tell. A stream whose chain does not hold stays unlisted. Returns how many were listed.
    pub fn list_names(
        &self,
        most: u32,
        names_of: &dyn Fn(&Stored) -> Option<Vec<String>>,
    ) -> Result<usize, StoreError> {
        if self.is_read_only() || !self.has_table("unlisted")? {
            return Ok(0);
        }
        // In no order: those that cannot be listed do not stand in the others' way.
        let some = || -> rusqlite::Result<Vec<String>> {
            self.conn
                .prepare_cached("SELECT stream FROM unlisted ORDER BY random() LIMIT ?1")?
                .query_map([most], |row| reading::lossy(row, 0))?
                .collect()
        };
        let mut read: Vec<(String, u64, Vec<String>)> = Vec::new();
        for id in some().map_err(|e| self.sort(e))? {
            let Ok(events) = self.events(&id) else { continue };
            let names: Option<Vec<Vec<String>>> = events.iter().map(names_of).collect();
            if let Some(names) = names {
                read.push((id, events.len() as u64, names.concat()));
            }
        }
        if read.is_empty() {
            return Ok(0);
        }
        self.write(|store, tx| {
            let mut listed = 0;
            for (id, events, names) in &read {
                // Whoever wrote to it meanwhile may have said nothing of names.
                let same = tx
                    .prepare_cached("SELECT 1 FROM stream WHERE id = ?1 AND events = ?2")
                    .and_then(|mut found| found.exists(params![id, events.cast_signed()]))
                    .map_err(|e| store.sort(e))?;
                if !same {
                    continue;
                }
                note(tx, id, names)
                    .and_then(|()| tx.execute("DELETE FROM unlisted WHERE stream = ?1", [id]))
                    .map_err(|e| store.sort(e))?;
                listed += 1;
            }
            Ok(listed)
        })
    }

    /// Notes streams as settled as of these heads.
    pub fn settle(&self, streams: &[(String, String)]) -> Result<(), StoreError> {
        if streams.is_empty() || self.is_read_only() {
            return Ok(());
        }
        self.write(|store, tx| {
            streams.iter().try_for_each(|(id, head)| settle(tx, id, head)).map_err(|e| store.sort(e))
        })
    }

    /// Returns the places for which the list has something and at which no stream stands.
    pub(super) fn places_without_stream(&self) -> Result<Vec<i64>, StoreError> {
        if !self.has_table("pinned")? {
            return Ok(Vec::new());
        }
        let sql =
            "SELECT DISTINCT born FROM pinned WHERE born NOT IN (SELECT born FROM stream) ORDER BY born";
        let places = self
            .conn
            .prepare(sql)
            .and_then(|mut places| places.query_map([], |row| row.get(0))?.collect::<Result<_, _>>());
        places.map_err(|e| self.sort(e))
    }

    /// Returns the streams of which the list holds less than their events name: whole streams, since what a damaged one
    /// names is found nowhere else either.
    pub(super) fn streams_misnamed(
        &self,
        names_of: &dyn Fn(&Stored) -> Option<Vec<String>>,
    ) -> Result<Vec<Misnamed>, StoreError> {
        if !self.has_table("pinned")? {
            return Ok(Vec::new());
        }
        let _moment = self.moment()?;
        let tx = &self.conn;
        let find = || -> rusqlite::Result<Vec<Misnamed>> {
            let listed: Vec<(String, i64)> = tx
                .prepare(
                    "SELECT id, born FROM stream WHERE id NOT IN (SELECT stream FROM unlisted) ORDER BY born",
                )?
                .query_map([], |row| Ok((reading::lossy(row, 0)?, row.get(1)?)))?
                .collect::<Result<_, _>>()?;
            let mut events = tx.prepare(
                "SELECT seq, at, kind, version, body, prev, hash FROM event WHERE stream = ?1 ORDER BY seq",
            )?;
            let mut failed = None;
            let named = listed.into_iter().map_while(|(id, born)| {
                let mut names = Vec::new();
                let mut rows = events.query([&id]).map_err(|e| failed = Some(e)).ok()?;
                while let Ok(Some(row)) = rows.next() {
                    names.extend(
                        reading::stored(row).ok().and_then(|event| names_of(&event)).unwrap_or_default(),
                    );
                }
                Some((id, born, names))
            });
            let found = misnamed(tx, named)?;
            failed.map_or(Ok(found), Err)
        };
        find().map_err(|e| self.sort(e))
    }
}

/// A stream of which the list of names lacks something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Misnamed {
    pub(super) id: String,
    /// The place that its row gives it.
    pub(super) born: i64,
    /// The one place at which all of it is listed, where no stream of which nothing is lacking stands.
    pub(super) listed: Option<i64>,
}

/// Finds those of these streams, with their places and what they name, of which the list of names lacks something.
pub(super) fn misnamed(
    conn: &Connection,
    streams: impl Iterator<Item = (String, i64, Vec<String>)>,
) -> rusqlite::Result<Vec<Misnamed>> {
    let mut places = conn.prepare("SELECT born FROM pinned WHERE name = ?1")?;
    let mut has = conn.prepare("SELECT 1 FROM pinned WHERE name = ?1 AND born = ?2")?;
    let (mut whole, mut lacking) = (BTreeSet::new(), Vec::new());
    for (id, born, mut names) in streams {
        names.sort_unstable();
        names.dedup();
        let numbers: Vec<i64> = names.iter().flat_map(|name| numbers(name)).collect();
        let mut is_whole = true;
        for number in &numbers {
            is_whole = is_whole && has.exists(params![number, born])?;
        }
        if is_whole {
            whole.insert(born);
        } else {
            lacking.push((id, born, numbers));
        }
    }
    let mut found = Vec::new();
    for (id, born, numbers) in lacking {
        let mut all: Option<BTreeSet<i64>> = None;
        for number in numbers {
            let here = places.query_map([number], |row| row.get(0))?.collect::<Result<BTreeSet<i64>, _>>()?;
            all = Some(all.map_or_else(|| here.clone(), |all| &all & &here));
        }
        let elsewhere: Vec<i64> = all.unwrap_or_default().difference(&whole).copied().collect();
        let listed = elsewhere.first().filter(|_| elsewhere.len() == 1).copied();
        found.push(Misnamed { id, born, listed });
    }
    Ok(found)
}

/// Keeps what a stream names; where nothing is said of that, that nothing was.
pub(super) fn keep(tx: &Transaction<'_>, stream: &str, names: Option<&[String]>) -> rusqlite::Result<()> {
    match names {
        Some(names) => note(tx, stream, names),
        None => unlist(tx, stream),
    }
}

/// Notes that it is not known whether all that a stream names is listed.
pub(super) fn unlist(tx: &Transaction<'_>, stream: &str) -> rusqlite::Result<()> {
    tx.prepare_cached("INSERT OR IGNORE INTO unlisted (stream) VALUES (?1)")?.execute([stream]).map(|_| ())
}

/// Notes that a stream is settled as of a head, where that is its own.
pub(super) fn settle(tx: &Transaction<'_>, stream: &str, head: &str) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "INSERT INTO settled (stream, head) SELECT id, head FROM stream WHERE id = ?1 AND head = ?2
         ON CONFLICT (stream) DO UPDATE SET head = excluded.head",
    )?
    .execute([stream, head])
    .map(|_| ())
}

fn note(tx: &Transaction<'_>, stream: &str, names: &[String]) -> rusqlite::Result<()> {
    let mut insert = tx.prepare_cached(
        "INSERT OR IGNORE INTO pinned (name, born) SELECT ?1, born FROM stream WHERE id = ?2",
    )?;
    for number in names.iter().flat_map(|name| numbers(name)) {
        insert.execute(params![number, stream])?;
    }
    Ok(())
}

/// The numbers that a name is kept as.
fn numbers(name: &str) -> [i64; 2] {
    let hash = blake3::hash(name.as_bytes());
    let number = |at: usize| {
        let mut bytes = [0; 8];
        bytes.copy_from_slice(&hash.as_bytes()[at..at + 8]);
        i64::from_le_bytes(bytes)
    };
    [number(0), number(8)]
}

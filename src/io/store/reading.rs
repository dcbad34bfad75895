//! The reads: each checks what it returns against the hashes written with it.

use std::borrow::Cow;
use std::collections::BTreeSet;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension as _, Row, Transaction, params};

use super::chain::{self, Fault};
use super::{LogFault, ReadOnly, Store, StoreError, Stored, Stray, StreamInfo, blob_id, mended};
use crate::domain::ids::Timestamp;

/// One thing `verify_all` found damaged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Damage {
    /// The chain of a stream breaks, first at event `seq`.
    Chain { stream: String, seq: u64, fault: Fault },
    /// Events name a stream that is not there.
    Orphans { stream: String },
    /// The list of subjects names a stream of which nothing is there.
    Named { stream: String },
    /// The list of what streams name has entries for a place at which none stands.
    Unplaced { born: i64 },
    /// A stream's key is not among the subjects it was opened or moved to.
    Key { stream: String },
    /// A content no longer matches the hash that names it.
    Blob { hash: String },
    /// What a repair kept of a stream that it left out is not as it was written.
    Cut { stream: String, content: Option<String> },
    /// The list of streams says otherwise of one than its last event.
    Listing { stream: String },
    /// The list of what streams name lacks something of one.
    Names { stream: String },
    /// A stream's place in the order in which streams were opened is not the one at which what it names is listed.
    Place { stream: String, born: i64, listed: i64 },
    /// A table of the store's schema is not there.
    Table { table: String },
    /// SQLite's own list of tables and triggers is not that of the store's schema: what it has besides, or lacks.
    Schema { change: String },
    /// Commits in the write-ahead log would be passed over.
    Log { fault: LogFault },
    /// SQLite itself reports damage, in its own words.
    Pages { message: String },
}

impl std::fmt::Display for Damage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Damage::Chain { stream, seq, fault } => {
                write!(f, "the chain of stream {stream} breaks at event {seq}: {fault}")
            }
            Damage::Orphans { stream } => write!(f, "events name the stream {stream}, which is not there"),
            Damage::Named { stream } => {
                write!(
                    f,
                    "the list of subjects names {stream}, and neither a row nor an event of it is there"
                )
            }
            Damage::Unplaced { born } => write!(
                f,
                "the list of what streams name has something for the one opened at place {born}, and none stands there"
            ),
            Damage::Key { stream } => write!(f, "the key of stream {stream} is none of its subjects"),
            Damage::Blob { hash } => write!(f, "the content {hash} no longer matches its hash"),
            Damage::Cut { stream, .. } => {
                write!(f, "what a repair kept of {stream}, which it left out, is damaged")
            }
            Damage::Listing { stream } => {
                write!(f, "the list of streams gives another last change of {stream} than its events")
            }
            Damage::Names { stream } => {
                write!(f, "the list of what streams name lacks something that {stream} names")
            }
            Damage::Place { stream, born, listed } => write!(
                f,
                "the list of streams has {stream} as the one opened at place {born}, and what it names is listed for place {listed}: its place was changed, as where two of them were exchanged"
            ),
            Damage::Table { table } => {
                write!(f, "its table `{table}` is gone, and with it {}", what_it_held(table))
            }
            Damage::Schema { change } => write!(f, "SQLite's own list in it was changed: it {change}"),
            Damage::Log { fault } => write!(f, "{fault}"),
            Damage::Pages { message } => write!(f, "the database reports: {message}"),
        }
    }
}

/// Says what is lost with a table.
fn what_it_held(table: &str) -> &'static str {
    match table {
        "meta" => {
            "the store's own keys (questions to the user that are under way have to be put again) and what repairs kept of loops that they left out, but for what lies in the files that were set aside"
        }
        "subject" | "pinned" | "unlisted" | "settled" => {
            "a list that leads to loops; a repair works it out anew from their events"
        }
        "stray" => "the texts that belong to no loop",
        "attestation" | "bound" | "held_back" => "what a host's hooks told of the calls of the last days",
        "blob" => "what briefs and diffs of passes are shown again from",
        _ => "what it held, but for what the pages of the file still show",
    }
}

const EVENT_COLUMNS: &str = "seq, at, kind, version, body, prev, hash";

impl Store {
    /// Reads all that `look` reads as of one moment, whatever others write meanwhile.
    pub fn at_one_moment<T>(&self, look: impl FnOnce() -> T) -> Result<T, StoreError> {
        let _moment = self.moment()?;
        Ok(look())
    }

    /// Begins to read as of one moment, until what it returns is dropped; within another such reading as of that one's.
    pub(super) fn moment(&self) -> Result<Option<Transaction<'_>>, StoreError> {
        let begin = || self.conn.unchecked_transaction().map_err(|e| self.sort(e));
        self.conn.is_autocommit().then(begin).transpose()
    }

    /// Returns the events of a stream in order, after checking the whole chain.
    ///
    /// `Broken` names the first link that does not hold; the other streams are not touched by it.
    pub fn events(&self, stream: &str) -> Result<Vec<Stored>, StoreError> {
        let is_broken = |error: &StoreError| matches!(error, StoreError::Broken { .. });
        self.whole_chain(stream).map_err(|e| if is_broken(&e) { self.unless_removed(e) } else { e })
    }

    fn whole_chain(&self, stream: &str) -> Result<Vec<Stored>, StoreError> {
        // One transaction, so that rows and recorded head are of one moment.
        let _moment = self.moment()?;
        let origin = self
            .conn
            .query_row("SELECT kind, subject, events, head FROM stream WHERE id = ?1", [stream], |row| {
                // A number that cannot be read is none that any chain has.
                Ok((lossy(row, 0)?, lossy(row, 1)?, row.get::<_, i64>(2).unwrap_or(-1), lossy(row, 3)?))
            })
            .optional()
            .map_err(|e| self.sort(e))?;
        let Some((kind, subject, count, head)) = origin else {
            return Err(self.absent(stream));
        };
        let broken = |seq, fault| StoreError::Broken { stream: stream.to_owned(), seq, fault };
        let sql = format!("SELECT {EVENT_COLUMNS} FROM event WHERE stream = ?1 ORDER BY seq");
        let mut statement = self.conn.prepare_cached(&sql).map_err(|e| self.sort(e))?;
        let mut rows = statement.query([stream]).map_err(|e| self.sort(e))?;
        let mut events: Vec<Stored> = Vec::new();
        let mut prev = chain::genesis(stream, &kind, &subject);
        while let Some(row) = rows.next().map_err(|e| self.sort(e))? {
            let seq = events.len() as u64 + 1;
            let event = stored(row).map_err(|fault| broken(seq, fault))?;
            chain::check(&prev, stream, seq, &event).map_err(|fault| broken(seq, fault))?;
            prev.clone_from(&event.hash);
            events.push(event);
        }
        let found = events.len() as u64;
        match u64::try_from(count) {
            Ok(count) if count > found => Err(broken(found + 1, Fault::Missing)),
            Ok(count) if count == found && head == prev => Ok(events),
            Ok(_) | Err(_) => Err(broken(found, Fault::Head)),
        }
    }

    /// Reads a stream that does not hold as far as its links do, with the first that does not and why; nothing where no
    /// event of it can be told.
    pub(super) fn events_until_broken(&self, stream: &str) -> Option<(Vec<Stored>, u64, Fault)> {
        let (broken, fault) = match self.events(stream) {
            Err(StoreError::Broken { seq, fault, .. }) => (seq, fault),
            Ok(_) | Err(_) => (0, Fault::Unreadable),
        };
        let mut events = Vec::new();
        let last =
            if matches!(fault, Fault::Head | Fault::Unlisted) { broken } else { broken.saturating_sub(1) };
        // The links before the first broken one were found to hold; where the rows cannot be read together, each is
        // looked at for itself.
        for seq in 1.. {
            if broken > 0 && seq > last {
                return Some((events, broken, fault));
            }
            match row(&self.conn, stream, seq) {
                Ok(Some(Ok(event))) => {
                    let prev =
                        events.last().map_or(event.prev.clone(), |before: &Stored| before.hash.clone());
                    if let Err(fault) = chain::check(&prev, stream, seq, &event) {
                        return Some((events, seq, fault));
                    }
                    events.push(event);
                }
                Ok(Some(Err(fault))) => return Some((events, seq, fault)),
                Ok(None) | Err(_) => return Some((events, seq, Fault::Unreadable)),
            }
        }
        None
    }

    /// Lists the streams of a kind, or all, oldest first, without checking their chains.
    pub fn streams(&self, kind: Option<&str>) -> Result<Vec<StreamInfo>, StoreError> {
        let (found, failed) = self.readable_streams(kind)?;
        failed.map_or(Ok(found), Err)
    }

    /// Lists the streams as [`Store::streams`] does, as far as the list can be read, with what ended it before its end or
    /// tells that it is not whole.
    pub fn readable_streams(
        &self,
        kind: Option<&str>,
    ) -> Result<(Vec<StreamInfo>, Option<StoreError>), StoreError> {
        let (found, failed) = self.infos(
            "SELECT id, kind, key, events, head, last_at, subject, born FROM stream
             WHERE ?1 IS NULL OR kind = ?1 ORDER BY born",
            kind,
        )?;
        Ok((found, failed.or_else(|| self.shortened())))
    }

    /// Lists the streams of a kind whose subject is open, oldest first, as [`Store::readable_streams`] does, by the index
    /// of keys: what has ended costs nothing. Damage to that index alone may hide one here; [`Store::streams`], which
    /// looks at every row, hides none, and [`Store::verify_all`] names the damage.
    pub fn open_streams(&self, kind: &str) -> Result<(Vec<StreamInfo>, Option<StoreError>), StoreError> {
        self.infos(
            "SELECT id, kind, key, events, head, last_at, subject, born FROM stream
             WHERE key > '' AND kind = ?1 ORDER BY +born",
            Some(kind),
        )
    }

    /// Lists the streams that are `wanted` by their kind, their id and the key they were opened under, oldest first, as
    /// [`Store::readable_streams`] does. Every row is looked at, and of most no more than that.
    pub fn streams_wanted(
        &self,
        mut wanted: impl FnMut(&str, &str, &str) -> bool,
    ) -> Result<(Vec<StreamInfo>, Option<StoreError>), StoreError> {
        let sql = "SELECT id, kind, key, events, head, last_at, subject, born FROM stream ORDER BY born";
        let mut statement = self.conn.prepare_cached(sql).map_err(|e| self.sort(e))?;
        let mut rows = statement.query([]).map_err(|e| self.sort(e))?;
        let mut found = Vec::new();
        loop {
            match rows.next() {
                Ok(Some(row)) => {
                    let [kind, id, subject] = [1, 0, 6].map(|column| seen(row, column));
                    let (kind, id) = (kind.map_err(|e| self.sort(e))?, id.map_err(|e| self.sort(e))?);
                    if wanted(&kind, &id, &subject.map_err(|e| self.sort(e))?) {
                        found.push(info(row).map_err(|e| self.sort(e))?);
                    }
                }
                Ok(None) => return Ok((found, self.shortened())),
                Err(e) => return Ok((found, Some(self.sort(e)))),
            }
        }
    }

    /// Lists the streams whose row gives another origin than their first event names: what they are and under which key
    /// they were opened cannot be told by it.
    pub fn streams_astray(&self) -> Result<Vec<(String, String, String)>, StoreError> {
        let sql = "SELECT id, stream.kind, subject, prev FROM stream
                   LEFT JOIN event ON event.stream = id AND seq = 1 ORDER BY born";
        let read = || -> rusqlite::Result<Vec<(String, String, String)>> {
            let mut statement = self.conn.prepare_cached(sql)?;
            let mut rows = statement.query([])?;
            let mut found = Vec::new();
            while let Some(row) = rows.next()? {
                let [id, kind, subject, prev] = [0, 1, 2, 3].map(|column| lossy(row, column));
                let (id, kind, subject) = (id?, kind?, subject?);
                if chain::genesis(&id, &kind, &subject) != prev? {
                    found.push((id, kind, subject));
                }
            }
            Ok(found)
        };
        read().map_err(|e| self.sort(e))
    }

    /// Names the streams that ever had a key which begins like this and is `wanted`.
    pub fn streams_known_as(
        &self,
        beginning: &str,
        wanted: impl Fn(&str) -> bool,
    ) -> Result<BTreeSet<String>, StoreError> {
        // No key goes on with a character that sorts behind this one.
        let end = format!("{beginning}\u{10FFFF}");
        let sql = "SELECT subject, stream FROM subject WHERE subject >= ?1 AND subject < ?2";
        let mut statement = self.conn.prepare_cached(sql).map_err(|e| self.sort(e))?;
        let mut rows = statement.query([beginning, &end]).map_err(|e| self.sort(e))?;
        let mut found = BTreeSet::new();
        while let Some(row) = rows.next().map_err(|e| self.sort(e))? {
            if wanted(&seen(row, 0).map_err(|e| self.sort(e))?) {
                found.insert(lossy(row, 1).map_err(|e| self.sort(e))?);
            }
        }
        Ok(found)
    }

    /// Reads rows of streams as far as they can be read.
    fn infos(
        &self,
        sql: &str,
        kind: Option<&str>,
    ) -> Result<(Vec<StreamInfo>, Option<StoreError>), StoreError> {
        let mut statement = self.conn.prepare_cached(sql).map_err(|e| self.sort(e))?;
        let mut rows = statement.query([kind]).map_err(|e| self.sort(e))?;
        let mut found = Vec::new();
        loop {
            match rows.next() {
                Ok(Some(row)) => found.push(info(row).map_err(|e| self.sort(e))?),
                Ok(None) => return Ok((found, None)),
                Err(e) => return Ok((found, Some(self.sort(e)))),
            }
        }
    }

    /// Names the streams that have an event of a kind whose body, as bytes, is `wanted`. Their chains are not checked:
    /// whoever trusts what stands there reads the stream.
    pub fn streams_where(
        &self,
        kind: &str,
        wanted: impl Fn(&[u8]) -> bool,
    ) -> Result<Vec<String>, StoreError> {
        let mut statement = self
            .conn
            .prepare_cached("SELECT stream, body FROM event WHERE kind = ?1")
            .map_err(|e| self.sort(e))?;
        let mut rows = statement.query([kind]).map_err(|e| self.sort(e))?;
        let mut found: Vec<String> = Vec::new();
        while let Some(row) = rows.next().map_err(|e| self.sort(e))? {
            let body = row.get_ref(1).map_err(|e| self.sort(e))?;
            if body.as_bytes().is_ok_and(&wanted) {
                let stream = lossy(row, 0).map_err(|e| self.sort(e))?;
                // The rows of a stream lie together.
                if found.last() != Some(&stream) {
                    found.push(stream);
                }
            }
        }
        Ok(found)
    }

    /// Returns how many events a stream has, without checking its chain; nothing for one that was never opened.
    pub fn length(&self, stream: &str) -> Result<Option<u64>, StoreError> {
        let count: Option<i64> = self
            .conn
            .query_row("SELECT events FROM stream WHERE id = ?1", [stream], |row| row.get(0))
            .optional()
            .map_err(|e| self.sort(e))?;
        Ok(count.and_then(|count| u64::try_from(count).ok()))
    }

    /// Returns the open stream of a subject.
    pub fn stream_for_key(&self, key: &str) -> Result<Option<String>, StoreError> {
        holder(&self.conn, key).map_err(|e| self.sort(e))
    }

    /// Returns every stream a subject ever had, open or closed, oldest first: those that the list of subjects names, and
    /// those that say it of themselves, should an entry of that list be damaged.
    ///
    /// # Errors
    ///
    /// Also where the list names one that is not there.
    pub fn subject_streams(&self, subject: &str) -> Result<Vec<String>, StoreError> {
        // One transaction: a stream that is opened meanwhile must not be in one of them alone.
        let _moment = self.moment()?;
        let known = self.texts("SELECT stream FROM subject WHERE subject = ?1", Some(subject))?;
        let found = self.texts(
            "SELECT id FROM stream NOT INDEXED
             WHERE subject = ?1 OR key = ?1 OR id IN (SELECT stream FROM subject WHERE subject = ?1)
             ORDER BY born",
            Some(subject),
        )?;
        match known.iter().find(|id| !found.contains(id)) {
            Some(lost) => Err(self.lost(lost)),
            None => Ok(found),
        }
    }

    /// Tells why a stream is not found by its id: there is none, or there is and the list does not lead to it.
    pub(super) fn absent(&self, stream: &str) -> StoreError {
        let look = || -> rusqlite::Result<(i64, bool)> {
            let events = "SELECT coalesce(max(seq), 0) FROM event WHERE stream = ?1";
            let events = self.conn.query_row(events, [stream], |row| row.get(0))?;
            let listed = "SELECT 1 FROM stream NOT INDEXED WHERE id = ?1";
            Ok((events, self.conn.prepare_cached(listed)?.exists([stream])?))
        };
        let stream = stream.to_owned();
        match look() {
            Ok((0, false)) => StoreError::NoStream { path: self.path.clone(), stream },
            Ok((events, _)) => {
                StoreError::Broken { stream, seq: events.unsigned_abs(), fault: Fault::Unlisted }
            }
            Err(e) => self.sort(e),
        }
    }

    /// Refuses to go on without a stream that something in the store names, and that is not found.
    pub fn lost(&self, stream: &str) -> StoreError {
        let found = self.absent(stream);
        if matches!(found, StoreError::NoStream { .. }) {
            return StoreError::damaged(
                &self.path,
                format!("one of its lists names {stream:?}, which is not there"),
            );
        }
        found
    }

    /// Tells of rows that the list of streams does not show: SQLite follows a page that counts fewer of them than it has,
    /// and says nothing.
    pub(super) fn shortened(&self) -> Option<StoreError> {
        // Each of both is counted where it lies; `id` keeps SQLite from counting in another index.
        let sql = "SELECT (SELECT count(*) FROM stream NOT INDEXED),
                          (SELECT count(id) FROM stream INDEXED BY sqlite_autoindex_stream_1)";
        let counted = self.conn.prepare_cached(sql).and_then(|mut counted| {
            counted.query_row([], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?)))
        });
        match counted {
            Ok((rows, names)) if rows == names => None,
            Ok((rows, names)) => {
                let why =
                    format!("the list of loops and phases has {rows}, the index of their names {names}");
                Some(StoreError::damaged(&self.path, why))
            }
            Err(e) => Some(self.sort(e)),
        }
    }

    /// Returns a content by its hash, checked against it; nothing when it was never kept.
    pub fn get_blob(&self, hash: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let content: Option<Vec<u8>> = self
            .conn
            .query_row("SELECT content FROM blob WHERE hash = ?1", [hash], |row| row.get(0))
            .optional()
            .map_err(|e| self.sort(e))?;
        match content {
            Some(content) if blob_id(&content) != hash => {
                Err(StoreError::BrokenBlob { hash: hash.to_owned() })
            }
            found => Ok(found),
        }
    }

    /// Returns the texts that belong to no loop, in order of arrival.
    pub fn strays(&self) -> Result<Vec<Stray>, StoreError> {
        let mut statement = self
            .conn
            .prepare_cached("SELECT id, at, loop_hint, reason, text FROM stray ORDER BY id")
            .map_err(|e| self.sort(e))?;
        let rows = statement.query_map([], |row| {
            Ok(Stray {
                id: row.get(0)?,
                at: Timestamp(row.get(1)?),
                loop_hint: row.get(2)?,
                reason: row.get(3)?,
                text: row.get(4)?,
            })
        });
        rows.and_then(Iterator::collect).map_err(|e| self.sort(e))
    }

    /// Checks everything as [`Store::verify_all`] does, and the list of names by what `names_of` tells of each event.
    pub fn verify_with(&self, names_of: &dyn Fn(&Stored) -> Option<Vec<String>>) -> Vec<Damage> {
        let mut damage = self.verify_all();
        match self.streams_misnamed(names_of) {
            // Where all that streams name is listed, nothing but a stream that is gone explains what else is.
            Ok(found) if found.is_empty() => match self.places_without_stream() {
                Ok(places) => damage.extend(places.into_iter().map(|born| Damage::Unplaced { born })),
                Err(e) => damage.push(pages(&e)),
            },
            Ok(found) => damage.extend(found.into_iter().map(|found| match found.listed {
                Some(listed) => Damage::Place { stream: found.id, born: found.born, listed },
                None => Damage::Names { stream: found.id },
            })),
            Err(e) => damage.push(pages(&e)),
        }
        damage
    }

    /// Checks everything: each chain, each content, each key, and SQLite's own structure.
    ///
    /// Returns what is damaged, nothing when all is well. Never fails: what cannot be read is damage.
    pub fn verify_all(&self) -> Vec<Damage> {
        let mut damage = Vec::new();
        if let Some(ReadOnly::DamagedLog(fault)) = self.read_only {
            damage.push(Damage::Log { fault });
        }
        let number = self.conn.query_row("PRAGMA user_version", [], |row| row.get::<_, i64>(0));
        match number.and_then(|number| mended::tables_of(&self.conn, number)) {
            Ok((_, missing)) => damage.extend(missing.into_iter().map(|table| Damage::Table { table })),
            Err(e) => damage.push(pages(&self.sort(e))),
        }
        let number = self.conn.query_row("PRAGMA user_version", [], |row| row.get::<_, i64>(0));
        // Where the number itself is damaged, that is said, and no list is its own.
        let is_numbered = !matches!(self.read_only, Some(ReadOnly::Misnumbered { .. }));
        if let Ok(changes) = number.and_then(|number| mended::changes(&self.conn, number))
            && is_numbered
        {
            damage.extend(changes.into_iter().map(|change| Damage::Schema { change }));
        }
        let streams = self.texts("SELECT id FROM stream ORDER BY born", None);
        for stream in collected(streams, &mut damage) {
            match self.events(&stream) {
                Ok(_) => {}
                Err(StoreError::Broken { stream, seq, fault }) => {
                    damage.push(Damage::Chain { stream, seq, fault });
                }
                Err(other) => damage.push(pages(&other)),
            }
        }
        let orphans = self.texts(
            "SELECT DISTINCT stream FROM event WHERE stream NOT IN (SELECT id FROM stream) ORDER BY stream",
            None,
        );
        let orphans = collected(orphans, &mut damage);
        damage.extend(orphans.into_iter().map(|stream| Damage::Orphans { stream }));
        let named = self.texts(
            "SELECT DISTINCT stream FROM subject
             WHERE stream NOT IN (SELECT id FROM stream) AND stream NOT IN (SELECT stream FROM event)
             ORDER BY stream",
            None,
        );
        let named = collected(named, &mut damage);
        damage.extend(named.into_iter().map(|stream| Damage::Named { stream }));
        let keys = self.texts(
            "SELECT id FROM stream AS s
             WHERE NOT EXISTS (SELECT 1 FROM subject WHERE subject = s.subject AND stream = s.id)
                OR key IS NOT NULL
                   AND NOT EXISTS (SELECT 1 FROM subject WHERE subject = s.key AND stream = s.id)
             ORDER BY born",
            None,
        );
        let keys = collected(keys, &mut damage);
        damage.extend(keys.into_iter().map(|stream| Damage::Key { stream }));
        let listing = self.texts(
            "SELECT s.id FROM stream AS s JOIN event AS e ON e.stream = s.id AND e.seq = s.events
             WHERE e.at IS NOT s.last_at ORDER BY s.born",
            None,
        );
        let listing = collected(listing, &mut damage);
        damage.extend(listing.into_iter().map(|stream| Damage::Listing { stream }));
        for hash in collected(self.texts("SELECT hash FROM blob ORDER BY hash", None), &mut damage) {
            match self.get_blob(&hash) {
                // An index that leads nowhere is a broken content too.
                Ok(None) | Err(StoreError::BrokenBlob { .. }) => damage.push(Damage::Blob { hash }),
                Ok(Some(_)) => {}
                Err(other) => damage.push(pages(&other)),
            }
        }
        damage.extend(self.damaged_cuts());
        let structure = collected(self.texts("PRAGMA integrity_check(20)", None), &mut damage);
        let reports = structure.into_iter().filter(|message| message != "ok");
        damage.extend(reports.map(|message| Damage::Pages { message }));
        damage
    }

    fn texts(&self, sql: &str, parameter: Option<&str>) -> Result<Vec<String>, StoreError> {
        let mut statement = self.conn.prepare(sql).map_err(|e| self.sort(e))?;
        let rows = statement.query_map(rusqlite::params_from_iter(parameter), |row| lossy(row, 0));
        rows.and_then(Iterator::collect).map_err(|e| self.sort(e))
    }
}

/// Reads a stream's row. One damaged value must not hide the others: what cannot be read shows when the stream is.
fn info(row: &Row<'_>) -> rusqlite::Result<StreamInfo> {
    Ok(StreamInfo {
        born: row.get(7)?,
        id: lossy(row, 0)?,
        kind: lossy(row, 1)?,
        subject: lossy(row, 6)?,
        key: match row.get_ref(2)? {
            ValueRef::Null => None,
            ValueRef::Integer(_) | ValueRef::Real(_) | ValueRef::Text(_) | ValueRef::Blob(_) => {
                Some(lossy(row, 2)?)
            }
        },
        events: row.get::<_, i64>(3).ok().and_then(|count| u64::try_from(count).ok()).unwrap_or(0),
        head: lossy(row, 4)?,
        last_at: Timestamp(row.get(5).unwrap_or(0)),
    })
}

/// Returns the open stream that holds a key, looked for in every row: an index that lost an entry must not let a
/// second stream be opened for the subject.
pub(super) fn holder_in_rows(conn: &Connection, key: &str) -> rusqlite::Result<Option<String>> {
    let sql = "SELECT id FROM stream NOT INDEXED WHERE key = ?1";
    conn.prepare_cached(sql)?.query_row([key], |row| row.get(0)).optional()
}

/// Returns the open stream that holds a key.
pub(super) fn holder(conn: &Connection, key: &str) -> rusqlite::Result<Option<String>> {
    conn.query_row("SELECT id FROM stream WHERE key = ?1", [key], |row| row.get(0)).optional()
}

/// Reads one event's row without checking its link; nothing when there is none.
pub(super) fn row(
    conn: &Connection,
    stream: &str,
    seq: u64,
) -> rusqlite::Result<Option<Result<Stored, Fault>>> {
    let sql = format!("SELECT {EVENT_COLUMNS} FROM event WHERE stream = ?1 AND seq = ?2");
    conn.prepare_cached(&sql)?.query_row(params![stream, seq.cast_signed()], |row| Ok(stored(row))).optional()
}

pub(super) fn stored(row: &Row<'_>) -> Result<Stored, Fault> {
    let read = || -> rusqlite::Result<Stored> {
        Ok(Stored {
            // A negative number never is the one that is due.
            seq: u64::try_from(row.get::<_, i64>(0)?).unwrap_or(0),
            at: Timestamp(row.get(1)?),
            kind: row.get(2)?,
            version: row.get(3)?,
            body: row.get(4)?,
            prev: row.get(5)?,
            hash: row.get(6)?,
        })
    };
    read().map_err(|_| Fault::Unreadable)
}

/// Reads a text that may be damaged: bytes that are no UTF-8 show as replacement characters.
pub(super) fn lossy(row: &Row<'_>, column: usize) -> rusqlite::Result<String> {
    seen(row, column).map(Cow::into_owned)
}

/// Reads a text as [`lossy`] does, where it lies.
fn seen<'r>(row: &'r Row<'_>, column: usize) -> rusqlite::Result<Cow<'r, str>> {
    let value = row.get_ref(column)?;
    // A value of another type is damaged too, and reads as no text.
    let bytes = value.as_bytes_or_null().unwrap_or_default();
    Ok(String::from_utf8_lossy(bytes.unwrap_or_default()))
}

fn collected(found: Result<Vec<String>, StoreError>, damage: &mut Vec<Damage>) -> Vec<String> {
    found.unwrap_or_else(|e| {
        damage.push(pages(&e));
        Vec::new()
    })
}

fn pages(e: &StoreError) -> Damage {
    let cause = std::error::Error::source(e).map(|cause| format!(": {cause}")).unwrap_or_default();
    Damage::Pages { message: format!("{e}{cause}") }
}

//! The rows of a damaged store page by page, where the trees that lead to them do not hold.
//!
//! SQLite reads the rows, not we: in a copy each page that may hold some is made a table of its own, whose rows SQLite
//! reads from either end. A page of the middle of a tree holds rows, too, and is turned into a leaf for that; a page whose
//! count or kind is damaged is read as what its pointers say. What table a row was of, its values tell. An event is kept
//! where it gives its own hash, a content where it gives its name; the chains decide on the rest as ever.
//!
//! One pass over the file, in pages, and what is read of them is bounded by the file's size: overflowing values that lead
//! in circles end it.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Seek as _, Write as _};
use std::path::Path;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, ErrorCode, OpenFlags, Row, params};

use super::opening::beside;
use super::{Stored, blob_id, chain};
use crate::domain::ids::Timestamp;

/// The size of a page of every store.
const PAGE: usize = 4096;
/// The page that SQLite keeps for locks and puts nothing on.
const LOCKS: u32 = 262_145;
/// How many pages are tables at a time.
const AT_A_TIME: usize = 256;
/// How many columns the widest of our tables has, and one more that tells of wider ones.
const COLUMNS: usize = 9;

/// What the rows that are found are kept in, none twice. A row of the list of streams that says more events is the later.
const FOUND: &str = "
CREATE TABLE event (
  stream TEXT, seq INTEGER, at INTEGER, kind TEXT, version INTEGER, body TEXT, prev TEXT, hash TEXT,
  PRIMARY KEY (stream, seq)
) WITHOUT ROWID;
CREATE TABLE stream (
  born INTEGER, id TEXT PRIMARY KEY, kind TEXT, subject TEXT, key TEXT, events INTEGER, head TEXT, last_at INTEGER
);
CREATE TABLE subject (subject TEXT, stream TEXT, PRIMARY KEY (subject, stream)) WITHOUT ROWID;
CREATE TABLE blob (hash TEXT PRIMARY KEY, content BLOB);
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
CREATE TABLE stray (id INTEGER PRIMARY KEY, at INTEGER, loop_hint TEXT, reason TEXT, text TEXT);
CREATE TABLE pair (one TEXT, other TEXT, PRIMARY KEY (one, other)) WITHOUT ROWID;
";

/// Of rows of two texts those are subjects of which the second names a stream, and those are the store's own whose first
/// is a word or begins as what repairs keep.
const SORTED: &str = "
INSERT INTO subject (subject, stream) SELECT one, other FROM pair
  WHERE other IN (SELECT id FROM stream) OR other IN (SELECT DISTINCT stream FROM event);
INSERT OR IGNORE INTO meta (name, value) SELECT one, other FROM pair
  WHERE NOT one GLOB '*[^a-z_]*' OR one GLOB 'cut/*';
DROP TABLE pair;
";

/// How a page keeps its rows: by number, as SQLite's tables do, or by their first columns, as tables without numbers do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rows {
    Numbered,
    Keyed,
}

/// A page that is read as a table of its own.
#[derive(Debug, Clone, Copy)]
struct Leaf {
    number: u32,
    rows: Rows,
}

/// Reads what the pages of a copy hold, whose log is folded in; into a database beside it.
pub(super) fn gather(copy: &Path) -> io::Result<Connection> {
    let laid = beside(copy, "-pages");
    let leaves = lay(copy, &laid)?;
    let read = || -> rusqlite::Result<Connection> {
        let pages = Connection::open_with_flags(&laid, flags(false))?;
        pages.pragma_update_and_check(None, "journal_mode", "OFF", |_| Ok(()))?;
        pages.pragma_update(None, "synchronous", "OFF")?;
        let found = Connection::open_with_flags(beside(copy, "-rows"), flags(true))?;
        found.pragma_update_and_check(None, "journal_mode", "OFF", |_| Ok(()))?;
        found.pragma_update(None, "synchronous", "OFF")?;
        found.execute_batch(FOUND)?;
        found.execute_batch("BEGIN")?;
        let mut left = 8 * fs::metadata(&laid).map_or(0, |laid| laid.len()) + (1 << 20);
        for some in leaves.chunks(AT_A_TIME) {
            make_tables(&pages, some)?;
            for (nth, leaf) in some.iter().enumerate() {
                read_leaf(&pages, nth, leaf.rows, &found, &mut left)?;
            }
        }
        found.execute_batch(SORTED)?;
        found.execute_batch("COMMIT")?;
        Ok(found)
    };
    let read = read().map_err(as_io);
    // Only its rows are wanted.
    let removed = fs::remove_file(&laid);
    read.and_then(|found| removed.map(|()| found))
}

fn flags(create: bool) -> OpenFlags {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    if create { flags | OpenFlags::SQLITE_OPEN_CREATE } else { flags }
}

fn as_io(error: rusqlite::Error) -> io::Error {
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => io::Error::new(io::ErrorKind::StorageFull, error),
        Some(_) | None => io::Error::other(error),
    }
}

// ---- pages -------------------------------------------------------------------------------------------

/// Copies a database behind a first page that lists no table, and behind it the pages that are read as something else than
/// they are. Returns what pages of all that may hold rows.
fn lay(copy: &Path, laid: &Path) -> io::Result<Vec<Leaf>> {
    let first = first_page(laid).map_err(as_io)?;
    let mut from = BufReader::new(File::open(copy)?);
    let mut to = BufWriter::new(File::create(laid)?);
    let pages = from.get_ref().metadata()?.len().div_ceil(PAGE as u64);
    let last = u32::try_from(pages).map_err(io::Error::other)?;
    let mut leaves = Vec::new();
    to.write_all(&first)?;
    let mut page = page_of(&mut from)?;
    for number in 2..=last {
        page = page_of(&mut from)?;
        to.write_all(&page)?;
        leaves.extend(rows_of(&page).filter(|_| number != LOCKS).map(|rows| Leaf { number, rows }));
    }
    from.rewind()?;
    page.fill(0);
    let mut next = last.max(1);
    for number in 1..=last {
        let found = page_of(&mut from)?;
        let Some((image, rows)) = mended(&found).filter(|_| number > 1) else { continue };
        next += 1;
        if next == LOCKS {
            to.write_all(&page)?;
            next += 1;
        }
        to.write_all(&image)?;
        leaves.push(Leaf { number: next, rows });
    }
    to.flush()?;
    Ok(leaves)
}

/// Returns the first page of a database that holds nothing, whose size is counted and not believed.
fn first_page(path: &Path) -> rusqlite::Result<Vec<u8>> {
    let conn = Connection::open_with_flags(path, flags(true))?;
    conn.execute_batch("PRAGMA page_size = 4096; PRAGMA user_version = 1")?;
    drop(conn);
    let mut page = fs::read(path).unwrap_or_default();
    page.resize(PAGE, 0);
    // Another version than the change counter's.
    let other = !u32::from_be_bytes([page[24], page[25], page[26], page[27]]);
    page[92..96].copy_from_slice(&other.to_be_bytes());
    Ok(page)
}

/// Reads the next page; what a file that was cut lacks of it is zeros.
fn page_of(from: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut page = Vec::with_capacity(PAGE);
    from.take(PAGE as u64).read_to_end(&mut page)?;
    page.resize(PAGE, 0);
    Ok(page)
}

/// The numbers by which SQLite tells what a page is.
const KEYED_MIDDLE: u8 = 2;
const NUMBERED_MIDDLE: u8 = 5;
const KEYED: u8 = 10;
const NUMBERED: u8 = 13;
/// Where the pointers to a leaf's rows begin; in a page of the middle the number of a page stands before them.
const POINTERS: usize = 8;
const MIDDLE_POINTERS: usize = 12;

fn number_at(page: &[u8], at: usize) -> usize {
    usize::from(page[at]) << 8 | usize::from(page[at + 1])
}

/// Tells whether a page can be read as a table as it is.
fn rows_of(page: &[u8]) -> Option<Rows> {
    match page[0] {
        KEYED if !is_middle(page) => Some(Rows::Keyed),
        NUMBERED if !is_middle(page) => Some(Rows::Numbered),
        _ => None,
    }
}

/// Tells a page of the middle of a tree from a leaf, whatever it says it is: no row lies where its last page's number
/// would point to.
fn is_middle(page: &[u8]) -> bool {
    number_at(page, POINTERS) < POINTERS
}

/// Returns a page as a leaf with as many rows as its pointers lead to, where that is something else than it says. One
/// flipped bit in what it is does not matter.
fn mended(page: &[u8]) -> Option<(Vec<u8>, Rows)> {
    let is = |kind: u8| (page[0] ^ kind).count_ones() <= 1;
    let keyed = is(KEYED) || is(KEYED_MIDDLE);
    let middle = is_middle(page);
    if !keyed && (middle || !is(NUMBERED) && !is(NUMBERED_MIDDLE)) {
        // Such a page of the middle has no rows.
        return None;
    }
    if page[0] == 0 && !middle {
        // So begin the pages on which long values go on; no leaf is one bit from it.
        return None;
    }
    let count = rows_by_pointers(page, if middle { MIDDLE_POINTERS } else { POINTERS });
    let (kind, rows) = if keyed { (KEYED, Rows::Keyed) } else { (NUMBERED, Rows::Numbered) };
    if count == 0 || !middle && page[0] == kind && number_at(page, 3) == count {
        return None;
    }
    let mut leaf = page.to_vec();
    leaf[0] = kind;
    leaf[3..5].copy_from_slice(&u16::try_from(count).ok()?.to_be_bytes());
    if middle {
        // Each row lies behind the number of the page before it.
        for nth in 0..count {
            let at = number_at(page, MIDDLE_POINTERS + 2 * nth) + 4;
            let place = POINTERS + 2 * nth;
            leaf[place..place + 2].copy_from_slice(&u16::try_from(at).ok()?.to_be_bytes());
        }
    }
    Some((leaf, rows))
}

/// Counts the pointers, from the first, that lead behind the last of them and into the page.
fn rows_by_pointers(page: &[u8], first: usize) -> usize {
    let (mut count, mut lowest) = (0, PAGE);
    loop {
        let end = first + 2 * (count + 1);
        if end > PAGE {
            return count;
        }
        let at = number_at(page, end - 2);
        lowest = lowest.min(at);
        if end > lowest || at + 4 > PAGE {
            return count;
        }
        count += 1;
    }
}

// ---- rows --------------------------------------------------------------------------------------------

fn columns() -> String {
    (0..COLUMNS).map(|n| format!("c{n}")).collect::<Vec<_>>().join(", ")
}

/// Makes tables of pages, in the place of those that were there.
fn make_tables(pages: &Connection, leaves: &[Leaf]) -> rusqlite::Result<()> {
    pages.pragma_update(None, "writable_schema", true)?;
    pages.execute_batch("BEGIN; DELETE FROM sqlite_schema")?;
    let mut insert = pages.prepare(
        "INSERT INTO sqlite_schema (type, name, tbl_name, rootpage, sql) VALUES ('table', ?1, ?1, ?2, ?3)",
    )?;
    let columns = columns();
    for (nth, leaf) in leaves.iter().enumerate() {
        let sql = match leaf.rows {
            Rows::Numbered => format!("CREATE TABLE t{nth} ({columns})"),
            Rows::Keyed => format!("CREATE TABLE t{nth} ({columns}, PRIMARY KEY (c0, c1)) WITHOUT ROWID"),
        };
        insert.execute(params![format!("t{nth}"), leaf.number, sql])?;
    }
    drop(insert);
    pages.execute_batch("COMMIT; PRAGMA writable_schema = RESET")
}

/// Reads a page, from its other end too where it cannot be followed to that; `left` is how many bytes may still be read of values.
fn read_leaf(
    pages: &Connection,
    nth: usize,
    rows: Rows,
    found: &Connection,
    left: &mut u64,
) -> rusqlite::Result<()> {
    for order in ["ASC", "DESC"] {
        let (number, by) = match rows {
            Rows::Numbered => ("rowid", format!("rowid {order}")),
            Rows::Keyed => ("NULL", format!("c0 {order}, c1 {order}")),
        };
        let sizes: Vec<String> = (0..COLUMNS).map(|n| format!("ifnull(octet_length(c{n}), 0)")).collect();
        // How long a value is says its row's head: nothing of it is read for that.
        let mut size: u64 = 0;
        each(pages, &format!("SELECT {} FROM t{nth} ORDER BY {by}", sizes.join(" + ")), |row| {
            size = size.saturating_add(row.get::<_, i64>(0).map_or(u64::MAX, i64::unsigned_abs));
            Ok(())
        })?;
        if size > *left {
            return Ok(());
        }
        *left -= size;
        let is_whole = each(
            pages,
            &format!("SELECT {number}, {} FROM t{nth} ORDER BY {by}", columns()),
            |row| match rows {
                Rows::Numbered => keep_numbered(row, found),
                Rows::Keyed => keep_keyed(row, found),
            },
        )?;
        if is_whole {
            return Ok(());
        }
    }
    Ok(())
}

/// Calls `take` for each row until the end or until the rest cannot be read, and tells whether it came to the end. What
/// `take` fails with ends it.
fn each(
    conn: &Connection,
    sql: &str,
    mut take: impl FnMut(&Row<'_>) -> rusqlite::Result<()>,
) -> rusqlite::Result<bool> {
    let Ok(mut statement) = conn.prepare(sql) else { return Ok(false) };
    let Ok(mut rows) = statement.query([]) else { return Ok(false) };
    loop {
        match rows.next() {
            Ok(Some(row)) => take(row)?,
            Ok(None) => return Ok(true),
            Err(_) => return Ok(false),
        }
    }
}

/// The values of a row from a column on; nothing where it is wider than what is asked for.
fn values<'r, const N: usize>(row: &'r Row<'_>) -> Option<[ValueRef<'r>; N]> {
    let value = |column: usize| row.get_ref(column + 1).unwrap_or(ValueRef::Null);
    let ends = (N..COLUMNS).all(|column| value(column) == ValueRef::Null);
    ends.then(|| std::array::from_fn(value))
}

fn text(value: ValueRef<'_>) -> Option<&str> {
    value.as_str().ok()
}

fn number(value: ValueRef<'_>) -> Option<i64> {
    value.as_i64().ok()
}

/// Keeps a row of the list of streams, of contents or of strays.
fn keep_numbered(row: &Row<'_>, found: &Connection) -> rusqlite::Result<()> {
    let Ok(place) = row.get::<_, i64>(0) else { return Ok(()) };
    if let Some([hash, ValueRef::Blob(content)]) = values(row)
        && text(hash).is_some_and(|hash| blob_id(content) == hash)
    {
        let sql = "INSERT OR IGNORE INTO blob (hash, content) VALUES (?1, ?2)";
        found.prepare_cached(sql)?.execute(params![text(hash), content])?;
        return Ok(());
    }
    if let Some([ValueRef::Null, at, hint, reason, said]) = values(row)
        && let (Some(at), Some(reason), Some(said)) = (number(at), text(reason), text(said))
    {
        let sql = "INSERT OR IGNORE INTO stray (id, at, loop_hint, reason, text) VALUES (?1, ?2, ?3, ?4, ?5)";
        found.prepare_cached(sql)?.execute(params![place, at, text(hint), reason, said])?;
    }
    let Some([ValueRef::Null, id, kind, subject, key, events, head, last]) = values(row) else {
        return Ok(());
    };
    if let (Some(id), Some(kind), Some(subject), Some(events), Some(head), Some(last)) =
        (text(id), text(kind), text(subject), number(events), text(head), number(last))
    {
        let sql = "INSERT INTO stream (born, id, kind, subject, key, events, head, last_at)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
                   ON CONFLICT (id) DO UPDATE SET born = excluded.born, kind = excluded.kind, key = excluded.key,
                     subject = excluded.subject, events = excluded.events, head = excluded.head,
                     last_at = excluded.last_at
                   WHERE excluded.events > stream.events";
        let row = params![place, id, kind, subject, text(key), events, head, last];
        found.prepare_cached(sql)?.execute(row)?;
    }
    Ok(())
}

/// Keeps an event that gives its own hash, and a row of two texts.
fn keep_keyed(row: &Row<'_>, found: &Connection) -> rusqlite::Result<()> {
    if let Some([one, other]) = values(row) {
        if let (Some(one), Some(other)) = (text(one), text(other)) {
            let sql = "INSERT OR IGNORE INTO pair (one, other) VALUES (?1, ?2)";
            found.prepare_cached(sql)?.execute([one, other])?;
        }
        return Ok(());
    }
    let Some([stream, seq, at, kind, version, body, prev, hash]) = values(row) else { return Ok(()) };
    let event = || {
        let stored = Stored {
            seq: u64::try_from(number(seq)?).ok()?,
            at: Timestamp(number(at)?),
            kind: text(kind)?.to_owned(),
            version: u32::try_from(number(version)?).ok()?,
            body: text(body)?.to_owned(),
            prev: text(prev)?.to_owned(),
            hash: text(hash)?.to_owned(),
        };
        Some((text(stream)?, stored))
    };
    let Some((stream, event)) = event() else { return Ok(()) };
    if chain::check(&event.prev, stream, event.seq, &event).is_ok() {
        let Stored { seq, at, kind, version, body, prev, hash } = event;
        let sql = "INSERT OR IGNORE INTO event (stream, seq, at, kind, version, body, prev, hash)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
        let row = params![stream, seq.cast_signed(), at.0, kind, version, body, prev, hash];
        found.prepare_cached(sql)?.execute(row)?;
    }
    Ok(())
}

//! A copy of a damaged database, opened as far as it can be: with its log and without, by its trees and page by page.
//!
//! Works on a copy, so that nothing it does reaches the file that was found.

use std::fs::{self, OpenOptions};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::Path;

use rusqlite::types::Value;
use rusqlite::{Connection, OpenFlags};

use super::connection;
use super::opening::beside;
use super::{log, mended, pages, reading, schema};

/// A copy of a damaged database, open.
#[derive(Debug)]
pub(super) struct Wreck {
    pub(super) conn: Connection,
    /// The rows that its pages hold; nothing where its trees hold.
    loose: Option<Connection>,
    /// The same file without its log: one that is not its own, or of another time, hides what the file holds.
    alone: Option<Box<Wreck>>,
}

/// The tables without which a store was never written to.
const TABLES: [&str; 6] = ["event", "stream", "subject", "blob", "meta", "stray"];

impl Wreck {
    /// Opens a copy of a store, and the file without its log beside it; nothing where neither is ours. Where the trees do
    /// not hold and the file `is_there`, the pages are read one by one.
    pub(super) fn open(copy: &Path, is_there: bool) -> io::Result<Option<Self>> {
        let has_log = fs::metadata(beside(copy, "-wal")).is_ok_and(|log| log.len() > 0);
        let mut alone = None;
        if is_there && has_log {
            let file = beside(copy, "-alone");
            fs::copy(copy, &file)?;
            alone = Self::open_one(&file, is_there)?.filter(|alone| !alone.is_blank());
        }
        let Some(wreck) = Self::open_one(copy, is_there)? else { return Ok(alone) };
        Ok(Some(Self { alone: alone.map(Box::new), ..wreck }))
    }

    fn open_one(copy: &Path, is_there: bool) -> io::Result<Option<Self>> {
        mend_headers(copy)?;
        // What cannot be mended is read as it is.
        let _ = mended::mend(copy);
        // Beside a log that stays, the pages of the file may be those of an earlier state.
        let is_folded =
            mended::fold(copy).is_ok() && fs::metadata(beside(copy, "-wal")).map_or(0, |l| l.len()) == 0;
        let Ok(conn) =
            connection::connect(copy, OpenFlags::SQLITE_OPEN_READ_WRITE, super::opening::lock_wait())
        else {
            return Ok(None);
        };
        let mut wreck = Self { conn, loose: None, alone: None };
        if is_there && is_folded && !wreck.is_blank() && !wreck.holds() {
            wreck.loose = Some(pages::gather(copy)?);
        }
        let tables = ["event", "stream", "blob"].iter().all(|table| !columns(&wreck.conn, table).is_empty());
        let ours = tables || wreck.loose.as_ref().is_some_and(has_events);
        Ok((ours || wreck.is_blank()).then_some(wreck))
    }

    /// Tells whether it is a database that never held a table: a store that was being made.
    fn is_blank(&self) -> bool {
        let number = |sql: &str| self.conn.query_row(sql, [], |row| row.get::<_, i64>(0));
        number("SELECT count(*) FROM sqlite_schema") == Ok(0)
            && number("PRAGMA page_count").is_ok_and(|n| n <= 1)
    }

    /// Tells whether all tables are there and every page of them is where it belongs.
    fn holds(&self) -> bool {
        let said = self.conn.query_row("PRAGMA quick_check(1)", [], |row| reading::lossy(row, 0));
        TABLES.iter().all(|table| !columns(&self.conn, table).is_empty())
            && said.is_ok_and(|said| said == "ok")
    }

    /// Where rows are read: through the trees, and then those that its pages hold.
    pub(super) fn sources(&self) -> impl Iterator<Item = &Connection> {
        std::iter::once(&self.conn).chain(&self.loose)
    }

    /// Where more may be found than through the trees: on the pages, and in the file without its log. What the latter
    /// holds may be of an earlier state, and what it lacks is not missed.
    pub(super) fn further(&self) -> impl Iterator<Item = &Connection> {
        self.loose.iter().chain(self.behind())
    }

    pub(super) fn behind(&self) -> impl Iterator<Item = &Connection> {
        self.alone.iter().flat_map(|alone| alone.sources())
    }

    /// The file without its log, where it was opened besides.
    pub(super) fn alone(&self) -> Option<&Wreck> {
        self.alone.as_deref()
    }

    pub(super) fn everywhere(&self) -> impl Iterator<Item = &Connection> {
        std::iter::once(&self.conn).chain(self.further())
    }

    /// Tells whether the pages were read one by one.
    pub(super) fn is_searched(&self) -> bool {
        self.loose.is_some()
    }

    /// Returns the schema of a store that a newer version wrote; nothing where only its number is later than this version's.
    pub(super) fn newer_schema(&self) -> Option<i64> {
        let number = |sql: &str| self.conn.query_row(sql, [], |row| row.get::<_, i64>(0));
        let ours = number("PRAGMA application_id").is_ok_and(|id| id == schema::APPLICATION_ID);
        let is_newer = |found: &i64| {
            ours && *found > schema::SCHEMA && !matches!(mended::schema_of(&self.conn), Ok(Some(_)))
        };
        number("PRAGMA user_version").ok().filter(is_newer)
    }

    /// Goes over the contents once in each direction.
    pub(super) fn blobs(&self, mut take: impl FnMut(String, Vec<u8>)) {
        for source in self.everywhere() {
            for order in ["ASC", "DESC"] {
                let sql = format!("SELECT hash, content FROM blob NOT INDEXED ORDER BY rowid {order}");
                each(source, &sql, |row| {
                    if let (Ok(hash), Ok(content)) = (reading::lossy(row, 0), row.get::<_, Vec<u8>>(1)) {
                        take(hash, content);
                    }
                });
            }
        }
    }

    /// Calls `take` with each row of a table that can be read, and which of these columns it has.
    pub(super) fn table(&self, name: &str, wanted: &[String], mut take: impl FnMut(&[String], Vec<Value>)) {
        // What an earlier state held besides may be forgotten by intent.
        let behind = self.behind().filter(|_| columns(&self.conn, name).is_empty());
        for source in self.sources().chain(behind) {
            let there = columns(source, name);
            let columns: Vec<String> =
                wanted.iter().filter(|column| there.contains(column)).cloned().collect();
            if columns.is_empty() {
                continue;
            }
            let listed = columns.iter().map(|column| format!("\"{column}\"")).collect::<Vec<_>>().join(", ");
            each(source, &format!("SELECT {listed} FROM \"{name}\""), |row| {
                let values =
                    (0..columns.len()).map(|n| row.get::<_, Value>(n)).collect::<Result<Vec<_>, _>>();
                if let Ok(values) = values {
                    take(&columns, values);
                }
            });
        }
    }
}

/// Calls `take` for each row until the end or until the rest cannot be read.
pub(super) fn each(conn: &Connection, sql: &str, mut take: impl FnMut(&rusqlite::Row<'_>)) {
    let Ok(mut statement) = conn.prepare(sql) else { return };
    let Ok(mut rows) = statement.query([]) else { return };
    while let Ok(Some(row)) = rows.next() {
        take(row);
    }
}

fn has_events(conn: &Connection) -> bool {
    conn.query_row("SELECT 1 FROM event LIMIT 1", [], |_| Ok(())).is_ok()
}

/// Names the columns of a table; none where it is not there.
pub(super) fn columns(conn: &Connection, table: &str) -> Vec<String> {
    let Ok(mut statement) = conn.prepare("SELECT name FROM pragma_table_info(?1)") else { return Vec::new() };
    let names = statement.query_map([table], |row| row.get(0)).and_then(Iterator::collect);
    names.unwrap_or_default()
}

/// Writes what every store's file begins with into a copy, and into that page wherever it stands in the copy's log: SQLite
/// refuses a file for one bit of it.
fn mend_headers(copy: &Path) -> io::Result<()> {
    let log = beside(copy, "-wal");
    if let Ok(found) = fs::read(&log)
        && let Some(sealed) = log::amended(&found, |page, content| {
            if page == 1 {
                mend_header(content);
            }
        })
    {
        fs::write(&log, sealed)?;
    }
    let mut file = OpenOptions::new().read(true).write(true).open(copy)?;
    let mut header = [0_u8; HEADER];
    if file.read_exact(&mut header).is_err() {
        return Ok(());
    }
    mend_header(&mut header);
    file.rewind()?;
    file.write_all(&header)
}

/// How many bytes a database's header has.
const HEADER: usize = 100;

fn mend_header(page: &mut [u8]) {
    let Some(header) = page.get_mut(..HEADER) else { return };
    header[..16].copy_from_slice(b"SQLite format 3\0");
    // Pages of 4096 bytes, write-ahead log, no reserved bytes, the fixed fractions.
    header[16..24].copy_from_slice(&[0x10, 0, 2, 2, 0, 64, 32, 32]);
    header[44..48].copy_from_slice(&4_u32.to_be_bytes());
    header[56..60].copy_from_slice(&1_u32.to_be_bytes());
    // Another version than the change counter's: the size in the header is not believed then, but counted.
    let other = !u32::from_be_bytes([header[24], header[25], header[26], header[27]]);
    header[92..96].copy_from_slice(&other.to_be_bytes());
}

//! SQLite's own list of tables, put right in a copy of a damaged store.
//!
//! Its texts are the same in every store of a schema, so that what a bit of them was is known; while it is wrong, SQLite
//! reads nothing at all, or finds no column of that name, though the events are whole. What is read by the mended list is
//! held against the chains like everything else.

use std::collections::BTreeSet;
use std::path::Path;

use rusqlite::{Connection, OpenFlags, params};

use super::schema;

/// How many bits of an entry may differ from the one that it is taken for.
const BITS: u32 = 64;

/// One entry of the list: its row there, what it is, and what it is made by.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Entry {
    row: i64,
    /// Type, name, table and text, as they lie there; the indexes that SQLite makes itself have no text.
    texts: [Option<Vec<u8>>; 4],
}

impl Entry {
    /// Tells in how many bits it differs from another; nothing where the two are not alike at all.
    fn distance(&self, other: &Self) -> Option<u32> {
        let mut bits = 0;
        for pair in self.texts.iter().zip(&other.texts) {
            bits += match pair {
                (Some(one), Some(other)) if one.len() == other.len() => {
                    one.iter().zip(other).map(|(a, b)| (a ^ b).count_ones()).sum()
                }
                (None, None) => 0,
                (Some(_), Some(_) | None) | (None, Some(_)) => return None,
            };
        }
        (bits <= BITS).then_some(bits)
    }
}

/// Puts the list of a copy right where it is that of one of our schemas but for some bits; else it is left as it is.
pub(super) fn mend(copy: &Path) -> rusqlite::Result<()> {
    let conn = whatever_its_list(copy)?;
    let found = entries(&conn)?;
    for schema in (1..=schema::SCHEMA).rev() {
        let Some(wrong) = wrong(&found, &known(schema)?) else { continue };
        for (row, known) in wrong {
            let [kind, name, table, text] = known.texts.map(text);
            conn.execute(
                "UPDATE sqlite_schema SET type = ?1, name = ?2, tbl_name = ?3, sql = ?4 WHERE rowid = ?5",
                params![kind, name, table, text, row],
            )?;
        }
        break;
    }
    Ok(())
}

/// Folds a copy's log into its file, whatever its list of tables is like.
pub(super) fn fold(copy: &Path) -> rusqlite::Result<()> {
    whatever_its_list(copy)?.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
}

/// Opens a copy so that a list that does not hold can be read, and written.
fn whatever_its_list(copy: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let conn = Connection::open_with_flags(copy, flags)?;
    conn.pragma_update(None, "writable_schema", true)?;
    Ok(conn)
}

/// Returns the entries that differ from those of a schema, by their rows, with what they were; nothing where the list is
/// not that of this schema.
fn wrong(found: &[Entry], known: &[Entry]) -> Option<Vec<(i64, Entry)>> {
    let is_known = |entry: &&Entry| known.iter().any(|known| known.texts == entry.texts);
    let (whole, wrong): (Vec<&Entry>, Vec<&Entry>) = found.iter().partition(is_known);
    let mut left: Vec<&Entry> =
        known.iter().filter(|known| whole.iter().all(|whole| whole.texts != known.texts)).collect();
    if found.len() != known.len() || left.len() != wrong.len() || wrong.len() > whole.len() {
        return None;
    }
    let mut mended = Vec::new();
    for entry in wrong {
        let near = left.iter().enumerate().filter_map(|(n, known)| Some((entry.distance(known)?, n)));
        let (_, nearest) = near.min()?;
        mended.push((entry.row, left.remove(nearest).clone()));
    }
    Some(mended)
}

/// Returns the schema whose list a store has, whatever number it has; nothing where it is of none.
pub(super) fn schema_of(conn: &Connection) -> rusqlite::Result<Option<i64>> {
    let texts = |entries: Vec<Entry>| {
        let mut texts: Vec<_> = entries.into_iter().map(|entry| entry.texts).collect();
        texts.sort();
        texts
    };
    let found = texts(entries(conn)?);
    for schema in (1..=schema::SCHEMA).rev() {
        if found == texts(known(schema)?) {
            return Ok(Some(schema));
        }
    }
    Ok(None)
}

/// Returns the newest schema of which a store has a table that no older one makes, and the tables that a store of the
/// schema `number` should have and this one lacks.
pub(super) fn tables_of(conn: &Connection, number: i64) -> rusqlite::Result<(i64, Vec<String>)> {
    let tables = |conn: &Connection| -> rusqlite::Result<BTreeSet<String>> {
        conn.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")?
            .query_map([], |row| row.get(0))?
            .collect()
    };
    let there = tables(conn)?;
    let (mut newest, mut missing, mut older) = (0, Vec::new(), BTreeSet::new());
    for schema in 1..=schema::SCHEMA {
        let made = Connection::open_in_memory()?;
        schema::make(&made, schema)?;
        let all = tables(&made)?;
        if all.difference(&older).any(|table| there.contains(table)) {
            newest = schema;
        }
        if schema == number {
            missing = all.difference(&there).cloned().collect();
        }
        older = all;
    }
    Ok((newest, missing))
}

/// Says in what a store's list differs from that of its schema, but for tables that are gone; nothing where it is none of
/// ours.
pub(super) fn changes(conn: &Connection, number: i64) -> rusqlite::Result<Vec<String>> {
    if !(1..=schema::SCHEMA).contains(&number) {
        return Ok(Vec::new());
    }
    let (found, known) = (entries(conn)?, known(number)?);
    let named = |entry: &Entry| {
        let [kind, name, _, _] = entry.texts.clone().map(|text_of| text(text_of).unwrap_or_default());
        format!("the {kind} `{name}`")
    };
    let is_in = |list: &[Entry], entry: &Entry| list.iter().any(|other| other.texts == entry.texts);
    let is_table = |entry: &Entry| entry.texts[0].as_deref() == Some(b"table");
    let is_of_table_gone =
        |entry: &Entry| !found.iter().any(|other| is_table(other) && other.texts[1] == entry.texts[2]);
    let mut said: Vec<String> = found
        .iter()
        .filter(|entry| !is_in(&known, entry))
        .map(|entry| format!("has {}, which is none of its schema", named(entry)))
        .collect();
    let gone = known.iter().filter(|entry| !is_in(&found, entry) && !is_of_table_gone(entry));
    said.extend(gone.map(|entry| format!("lacks {} of its schema", named(entry))));
    Ok(said)
}

/// The list of a store that was made by a schema.
fn known(schema: i64) -> rusqlite::Result<Vec<Entry>> {
    let conn = Connection::open_in_memory()?;
    schema::make(&conn, schema)?;
    entries(&conn)
}

fn entries(conn: &Connection) -> rusqlite::Result<Vec<Entry>> {
    conn.prepare("SELECT rowid, type, name, tbl_name, sql FROM sqlite_schema ORDER BY rowid")?
        .query_map([], |row| {
            let text = |column| -> rusqlite::Result<Option<Vec<u8>>> {
                Ok(row.get_ref(column)?.as_bytes_or_null().unwrap_or_default().map(<[u8]>::to_vec))
            };
            Ok(Entry { row: row.get(0)?, texts: [text(1)?, text(2)?, text(3)?, text(4)?] })
        })?
        .collect()
}

fn text(bytes: Option<Vec<u8>>) -> Option<String> {
    bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

//! What is known of a store's file and of what lies beside it. Reads only.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::named::has_second_name;
use super::opening::beside;
use super::place::{FILE, folder};
use super::schema::SCHEMA;
use super::{ReadOnly, Store, StoreError, exchange, owner, unclosed};
use crate::io::machine::Holder;

/// When a file and its log were last written, and how long they were.
pub(super) type Stamps = [Option<(u64, SystemTime)>; 2];

/// What is known of a store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Facts {
    /// Where the file is.
    pub path: PathBuf,
    /// Its size and its log's, in bytes.
    pub bytes: u64,
    pub log_bytes: u64,
    /// The schema it was written with, and the one this version writes.
    pub schema: i64,
    pub known_schema: i64,
    /// How it is journalled: `wal` for every store of ours.
    pub journal: String,
    /// Whether the file or its log has a second name in the file system.
    pub linked: bool,
    /// Why writes would be refused, as it was opened.
    pub read_only: Option<ReadOnly>,
}

/// The first byte of SQLite's lock of writers: behind the head of its index of the log.
const WRITES: u64 = 120;

impl Facts {
    /// Names the store's file and what SQLite lays beside it while it is in use.
    pub fn files(&self) -> [PathBuf; 3] {
        [self.path.clone(), beside(&self.path, "-wal"), beside(&self.path, "-shm")]
    }

    /// Names the owner who could not write to what this user makes beside the file, where that is so.
    pub fn of_another(&self) -> Option<u32> {
        owner::of_another(&self.path)
    }

    /// The processes that have the store open and may alone hold a log that was removed, which cannot be told of them.
    pub fn unseen(&self) -> Vec<Holder> {
        exchange::unseen(&self.path)
    }

    /// Names what somebody who has the store open may hold locks on, each with the first byte of the one by which one writes:
    /// SQLite's, or ours on the folder as a whole.
    pub fn locks(&self) -> [(PathBuf, u64); 4] {
        let folder = self.path.parent().unwrap_or(&self.path).to_owned();
        let [file, log, index] = self.files();
        [(file, u64::MAX), (log, u64::MAX), (index, WRITES), (folder, 0)]
    }
}

impl Store {
    /// Returns what is known of the file.
    pub fn facts(&self) -> Result<Facts, StoreError> {
        let number = |sql: &str| self.conn.query_row(sql, [], |row| row.get::<_, i64>(0));
        let length = |path: &Path| fs::metadata(path).map_or(0, |found| found.len());
        Ok(Facts {
            path: self.path.clone(),
            bytes: length(&self.path),
            log_bytes: length(&beside(&self.path, "-wal")),
            schema: number("PRAGMA user_version").map_err(|e| self.sort(e))?,
            known_schema: SCHEMA,
            // Where a copy or a private view is read, the pragma would tell of that.
            journal: journal(&self.path)?,
            linked: has_second_name(&self.path),
            read_only: self.read_only,
        })
    }

    /// Tells whether somebody wrote since the store was opened to be examined.
    pub fn moved_on(&self) -> bool {
        self.as_found.is_some_and(|before| stamps(&self.path) != before)
    }
}

/// Reads from a file's header how it is journalled. One that cannot be read for want of open files is not damaged.
fn journal(path: &Path) -> Result<String, StoreError> {
    let word = match versions(path) {
        Ok([2, 2]) => "wal",
        Ok([1, 1]) => "delete",
        Ok(_) => "unknown",
        Err(e) if e.kind() == io::ErrorKind::UnexpectedEof => "unknown",
        Err(source) => return Err(StoreError::io(path, source)),
    };
    Ok(word.to_owned())
}

/// The versions of SQLite that a file's header asks for, to write and to read it.
fn versions(path: &Path) -> io::Result<[u8; 2]> {
    use std::io::Read as _;
    let mut header = [0_u8; 20];
    unclosed::reader(path).and_then(|mut file| file.read_exact(&mut header))?;
    Ok([header[18], header[19]])
}

/// Tells whether a file is written with a journal that is rolled back, and has no log: by its header, or by a journal beside
/// it of one who is just writing.
pub(super) fn is_by_journal(path: &Path) -> bool {
    let journal = fs::metadata(beside(path, "-journal")).map_or(0, |found| found.len());
    journal > 0 || versions(path).is_ok_and(|versions| versions == [1, 1])
}

/// Tells whether a file's header asks for a version of SQLite that there is not.
pub(super) fn is_of_no_version(path: &Path) -> bool {
    versions(path).is_ok_and(|versions| versions.iter().any(|version| !matches!(version, 1 | 2)))
}

/// Returns what tells, without opening it, that the store of `common_dir` was written to.
pub(super) fn stamps_of(common_dir: &Path) -> Stamps {
    stamps(&folder(common_dir).join(FILE))
}

pub(super) fn stamps(path: &Path) -> Stamps {
    let stamp = |path: &Path| fs::metadata(path).ok().and_then(|f| Some((f.len(), f.modified().ok()?)));
    [stamp(path), stamp(&beside(path, "-wal"))]
}

/// Names the files that repairs set aside, and the backups made before a schema was changed, in the store's folder.
pub fn set_aside(common_dir: &Path) -> Vec<PathBuf> {
    let mut found = kept(&folder(common_dir), &[".damaged-", ".schema-"]);
    found.sort();
    found
}

/// What is behind the store's name where a file holds what a removed log held, and a number behind that.
pub(super) const LOG_ASIDE: &str = ".damaged-removed-log-";

/// Names the files that hold what was in a log when it was removed under a server, and others wrote past it.
pub(super) fn removed_logs(folder: &Path) -> Vec<PathBuf> {
    kept(folder, &[LOG_ASIDE])
}

/// Names the same files in the store's folder of a repository, whether it has a store or not.
pub fn logs_aside(common_dir: &Path) -> Vec<PathBuf> {
    let mut found = removed_logs(&folder(common_dir));
    found.sort();
    found
}

/// Names the files that repairs set aside in a store's folder, without their logs.
pub(super) fn damaged_aside(folder: &Path) -> Vec<PathBuf> {
    kept(folder, &[".damaged-"])
}

/// Names the files of a store's folder whose names go on behind the store's own as one of those `wanted`, without their logs.
pub(super) fn kept(folder: &Path, wanted: &[&str]) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let is_kept = |name: &str| {
        let rest = name.strip_prefix(FILE).unwrap_or_default();
        wanted.iter().any(|wanted| rest.starts_with(wanted)) && !rest.ends_with("-wal")
    };
    let paths = entries.filter_map(Result::ok).map(|entry| entry.path());
    paths.filter(|path| path.file_name().is_some_and(|name| is_kept(&name.to_string_lossy()))).collect()
}

/// Returns the command that puts an ordinary file in the place of what is none: the one that a link leads to, or nothing.
pub fn put_in_place(path: &Path) -> String {
    match fs::canonicalize(path) {
        Ok(real) if real != path && real.is_file() => format!("mv {} {}", quoted(&real), quoted(path)),
        Ok(_) | Err(_) => format!("mv {} {}", quoted(path), quoted(&beside(path, ".moved-away"))),
    }
}

fn quoted(path: &Path) -> String {
    format!("'{}'", path.display().to_string().replace('\'', "'\\''"))
}

/// Returns the command that puts a store away by hand, with its log, under the name of one that a repair set aside: the
/// next call that writes begins a new one, and a later repair still looks there.
pub fn set_aside_by_hand(file: &Path) -> String {
    let aside = (1_u32..).map(|n| beside(file, &format!(".damaged-by-hand-{n}"))).find(|name| !name.exists());
    let aside = aside.unwrap_or_else(|| beside(file, ".damaged-by-hand"));
    let there = ["", "-wal"].into_iter().filter(|suffix| beside(file, suffix).exists());
    let moves: Vec<String> = there
        .map(|suffix| format!("mv {} {}", quoted(&beside(file, suffix)), quoted(&beside(&aside, suffix))))
        .collect();
    moves.join(" && ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::store::Store;

    #[test]
    fn a_store_that_another_program_set_to_a_journal_is_told_from_one_with_a_log() {
        let dir = tempfile::TempDir::new().unwrap();
        drop(Store::open(dir.path()).unwrap());
        let file = dir.path().join("countersign/store.db");
        assert!(!is_by_journal(&file));
        let other = rusqlite::Connection::open(&file).unwrap();
        other.execute_batch("BEGIN; CREATE TABLE x (a); COMMIT").unwrap();
        assert!(!is_by_journal(&file), "it has its log");
        other.query_row("PRAGMA journal_mode = DELETE", [], |_| Ok(())).unwrap();
        assert!(is_by_journal(&file));
        other.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(())).unwrap();
        assert!(!is_by_journal(&file));
        // A journal of who is just writing tells before the file does.
        fs::write(beside(&file, "-journal"), "").unwrap();
        assert!(!is_by_journal(&file), "what is left of one");
        fs::write(beside(&file, "-journal"), "x").unwrap();
        assert!(is_by_journal(&file));
    }
}

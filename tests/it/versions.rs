//! Stores of other versions: an older one is brought up to date by whoever comes first, with a backup, however many start
//! at once and are killed at it; of a newer one nothing is changed.

#![allow(clippy::unwrap_used, reason = "the functions that tests share fail like tests")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use countersign::domain::ids::Timestamp;
use countersign::io::store::{Batch, NewEvent, Opened, SCHEMA, Store, StoreError};
use rusqlite::Connection;
use tempfile::TempDir;

fn event(n: u64) -> NewEvent {
    NewEvent { at: Timestamp(1_000), kind: "noted".into(), version: 1, body: format!("event {n}") }
}

fn file(dir: &Path) -> PathBuf {
    dir.join("countersign/store.db")
}

/// Makes a store of five events as the first schema had it.
fn of_the_first_schema() -> TempDir {
    let dir = TempDir::new().unwrap();
    let mut store = Store::open(dir.path()).unwrap();
    let opened = store.open_stream("task 1", "rl-1", "loop", &Batch::new((0..5).map(event))).unwrap();
    assert!(matches!(opened, Opened::New(_)));
    drop(store);
    back_to_the_first_schema(dir.path());
    dir
}

fn back_to_the_first_schema(dir: &Path) {
    let raw = Connection::open(file(dir)).unwrap();
    let tables: Vec<String> = raw
        .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
        .unwrap()
        .query_map([], |row| row.get(0))
        .unwrap()
        .map(Result::unwrap)
        .collect();
    for table in tables
        .iter()
        .filter(|t| !["meta", "stream", "subject", "event", "blob", "stray"].contains(&t.as_str()))
    {
        raw.execute_batch(&format!("DROP TABLE {table}")).unwrap();
    }
    raw.execute_batch("PRAGMA user_version = 1").unwrap();
}

fn schema(file: &Path) -> i64 {
    Connection::open(file).unwrap().query_row("PRAGMA user_version", [], |row| row.get(0)).unwrap()
}

/// Not a test by itself: one of several programs that open an old store at the same moment, and append to it.
#[test]
#[ignore = "started by another test as a child process"]
fn child_that_starts() {
    let Ok(root) = std::env::var("VERSIONS_CHILD_ROOT") else { return };
    let mut store = Store::open(Path::new(&root)).unwrap();
    loop {
        let there = store.events("rl-1").unwrap().len() as u64;
        match store.append("rl-1", there, &Batch::new([event(there)])) {
            Ok(_) => return,
            Err(StoreError::Stale { .. }) => {}
            Err(other) => std::panic::panic_any(other.to_string()),
        }
    }
}

fn start(root: &Path) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", "versions::child_that_starts", "--nocapture"])
        .env("VERSIONS_CHILD_ROOT", root)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

#[test]
fn an_old_store_is_brought_up_to_date_once_under_eight_starters_and_kills() {
    let rounds = std::env::var("COUNTERSIGN_VERSIONS").ok().and_then(|n| n.parse().ok()).unwrap_or(6_u64);
    for round in 0..rounds {
        let dir = of_the_first_schema();
        let mut children: Vec<Child> = (0..8).map(|_| start(dir.path())).collect();
        std::thread::sleep(Duration::from_millis(5 + round * 13 % 70));
        for child in children.iter_mut().take(3) {
            child.kill().unwrap();
        }
        let done =
            children.iter_mut().map(|child| child.wait().unwrap().success()).filter(|done| *done).count();
        assert!(done >= 5, "round {round}: only {done} of the five that lived got through");
        let store = Store::open(dir.path()).unwrap();
        assert_eq!(store.verify_all(), [], "round {round}");
        let events = store.events("rl-1").unwrap();
        // A child that was killed may have written, too.
        assert!(
            (5 + done..=13).contains(&events.len()),
            "round {round}: {} events, {done} told",
            events.len()
        );
        drop(store);
        assert_eq!(schema(&file(dir.path())), SCHEMA, "round {round}");
        let backup = file(dir.path()).with_file_name("store.db.schema-1");
        assert_eq!(schema(&backup), 1, "round {round}: the backup is of before");
        let kept: i64 = Connection::open(&backup)
            .unwrap()
            .query_row("SELECT count(*) FROM event", [], |row| row.get(0))
            .unwrap();
        assert_eq!(kept, 5, "round {round}: the backup holds all that was there");
        let second = file(dir.path()).with_file_name("store.db.schema-1-2");
        assert!(!second.exists(), "round {round}: what is kept is not kept twice");
    }
}

#[test]
fn a_store_that_came_back_from_an_older_version_gets_a_backup_of_its_own() {
    let dir = of_the_first_schema();
    for kept in 1..4_u64 {
        let mut store = Store::open(dir.path()).unwrap();
        let there = store.events("rl-1").unwrap().len() as u64;
        store.append("rl-1", there, &Batch::new([event(there)])).unwrap();
        drop(store);
        for n in 1..=kept {
            let more = if n > 1 { format!("-{n}") } else { String::new() };
            let backup = file(dir.path()).with_file_name(format!("store.db.schema-1{more}"));
            let held: i64 = Connection::open(&backup)
                .unwrap()
                .query_row("SELECT count(*) FROM event", [], |row| row.get(0))
                .unwrap();
            assert_eq!(held, 4 + n.cast_signed(), "{kept}");
        }
        back_to_the_first_schema(dir.path());
    }
}

#[test]
fn a_backup_is_a_store_that_opens_again() {
    let dir = of_the_first_schema();
    drop(Store::open(dir.path()).unwrap());
    let backup = file(dir.path()).with_file_name("store.db.schema-1");
    fs::rename(&backup, file(dir.path())).unwrap();
    let store = Store::open(dir.path()).unwrap();
    assert_eq!(store.events("rl-1").unwrap().len(), 5);
    assert_eq!(store.verify_all(), []);
}

#[test]
fn a_newer_store_is_neither_repaired_nor_touched() {
    let dir = of_the_first_schema();
    drop(Store::open(dir.path()).unwrap());
    let raw = Connection::open(file(dir.path())).unwrap();
    raw.execute_batch(&format!("CREATE TABLE dreamt (of TEXT); PRAGMA user_version = {}", SCHEMA + 1))
        .unwrap();
    drop(raw);
    let before = fs::read(file(dir.path())).unwrap();
    let refused = Store::repair(dir.path(), Timestamp(0), &["loop"], &|_| None);
    assert!(matches!(refused, Err(StoreError::NewerSchema { .. })), "{refused:?}");
    assert_eq!(fs::read(file(dir.path())).unwrap(), before);
}

//! Repairs end, find what is there, and say what is not: whatever one bit, a log from elsewhere, another program's triggers
//! or something that is no file did to a store.

#![allow(clippy::unwrap_used, clippy::panic, reason = "the functions that tests share fail like tests")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use countersign::app::App;
use countersign::io::store::{Batch, Opened, ReadOnly, Repaired, Store, StoreError, Stored};
use rusqlite::Connection;
use serde_json::json;
use tempfile::TempDir;

use crate::desk::blocker;
use crate::lost::{c1, said, with_work};
use crate::wreckage::{FRAME, Found, event, file, log, repair};

/// Longer than any repair of these stores takes, on the slowest machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// Does what may hang, and fails instead.
fn ends<T: Send + 'static>(what: &str, act: impl FnOnce() -> T + Send + 'static) -> T {
    let (done, ended) = mpsc::channel();
    thread::spawn(move || done.send(act()));
    ended.recv_timeout(PATIENCE).unwrap_or_else(|e| panic!("{what}: {e}"))
}

fn repair_ends(dir: &TempDir, what: &str) -> Result<Repaired, StoreError> {
    let dir = dir.path().to_owned();
    ends(what, move || repair(&dir))
}

/// Opens streams and appends to them, and returns what they hold.
fn filled(dir: &Path, ids: &[String], rounds: u64) -> BTreeMap<String, Vec<Stored>> {
    let mut store = Store::open(dir).unwrap();
    for id in ids {
        let opened = store.open_stream(&format!("key of {id}"), id, "loop", &Batch::new([event(3)]));
        assert!(matches!(opened, Ok(Opened::New(_))));
    }
    for round in 1..rounds {
        for id in ids {
            store.append(id, round, &Batch::new([event(usize::try_from(round).unwrap())])).unwrap();
        }
    }
    ids.iter().map(|id| (id.clone(), store.events(id).unwrap())).collect()
}

fn ids(prefix: &str, count: usize) -> Vec<String> {
    (0..count).map(|n| format!("rl-{prefix}{n}")).collect()
}

/// A store that lies in its file alone, as every server that ended leaves it.
fn in_its_file(prefix: &str, count: usize) -> Found {
    let dir = TempDir::new().unwrap();
    let truth = filled(dir.path(), &ids(prefix, count), 4);
    Found { file: fs::read(file(dir.path())).unwrap(), log: Vec::new(), truth }
}

fn refuses_every_opening(dir: &TempDir, about: &str) {
    for refused in
        [Store::open(dir.path()), Store::open_to_read(dir.path()), Store::open_to_examine(dir.path())]
    {
        let refused = refused.expect_err("a view through this log is not to be believed");
        let said = format!("{refused}: {:?}", std::error::Error::source(&refused));
        assert!(matches!(refused, StoreError::Damaged { .. }) && said.contains(about), "{said}");
        assert!(refused.hint().contains("countersign doctor --repair"), "{said}");
    }
}

#[test]
fn a_name_that_one_bit_made_no_text_ends_a_repair() {
    let found = in_its_file("a", 3);
    let mut hit = 0;
    // A row's head says of each value what it is: a text of 5 bytes (23), and one bit beside it a blob (22).
    for at in 1..found.file.len() {
        if found.file[at] != 23 || !(10..14).contains(&found.file[at - 1]) {
            continue;
        }
        let mut flipped = found.file.clone();
        flipped[at] ^= 1;
        let dir = found.lay(Some(&flipped), &[]);
        let what = format!("byte {at}");
        let damage = Store::open_to_read(dir.path()).unwrap().verify_all();
        assert!(!damage.is_empty(), "{what}");
        let done = repair_ends(&dir, &what).unwrap();
        assert!(done.carried.len() + 1 >= found.truth.len(), "{what}: {done:?}");
        let named =
            done.carried.len() + done.cut.iter().filter(|c| found.truth.contains_key(&c.stream)).count();
        assert_eq!(named, found.truth.len(), "{what}: {done:?}");
        hit += 1;
    }
    assert!(hit >= found.truth.len() * 4, "{hit}");
}

/// Changes rows as only damage does: without the types and the triggers of the store's own list, which stands as it stood
/// afterwards.
fn past_the_schema(path: &Path, change: &str) {
    let listed = |conn: &Connection, kind: &str| -> Vec<(String, String)> {
        let sql = "SELECT name, sql FROM sqlite_schema WHERE type = ?1 AND sql IS NOT NULL AND name NOT LIKE 'sqlite%'";
        let mut statement = conn.prepare(sql).unwrap();
        statement
            .query_map([kind], |row| Ok((row.get(0)?, row.get(1)?)))
            .unwrap()
            .map(Result::unwrap)
            .collect()
    };
    let conn = Connection::open(path).unwrap();
    let (tables, triggers) = (listed(&conn, "table"), listed(&conn, "trigger"));
    for (name, _) in &triggers {
        conn.execute_batch(&format!("DROP TRIGGER {name}")).unwrap();
    }
    let put = |rows: &[(String, String)]| {
        conn.pragma_update(None, "writable_schema", true).unwrap();
        for (name, sql) in rows {
            conn.execute("UPDATE sqlite_schema SET sql = ?2 WHERE name = ?1", [name, sql]).unwrap();
        }
        let version: i64 = conn.query_row("PRAGMA schema_version", [], |row| row.get(0)).unwrap();
        conn.pragma_update(None, "schema_version", version + 1).unwrap();
        conn.pragma_update(None, "writable_schema", false).unwrap();
    };
    let loose =
        |sql: &str| sql.replace(") STRICT, ", ") ").replace(") STRICT", ")").replace("stream TEXT", "stream");
    put(&tables.iter().map(|(name, sql)| (name.clone(), loose(sql))).collect::<Vec<_>>());
    Connection::open(path).unwrap().execute_batch(&format!("PRAGMA foreign_keys = OFF; {change}")).unwrap();
    put(&tables);
    let conn = Connection::open(path).unwrap();
    triggers.iter().for_each(|(_, sql)| conn.execute_batch(sql).unwrap());
    conn.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).unwrap();
}

/// SQLite puts what is no text behind all texts; whoever looks for the next name behind it must not begin again.
#[test]
fn a_name_behind_all_names_ends_a_repair() {
    let found = in_its_file("a", 3);
    for which in ["stream = 'rl-a0'", "stream = 'rl-a1' AND seq = 2", "stream = 'rl-a2'"] {
        let dir = found.lay(Some(&found.file), &[]);
        past_the_schema(
            &file(dir.path()),
            &format!("UPDATE event SET stream = CAST(stream AS BLOB) WHERE {which}"),
        );
        assert!(!Store::open_to_read(dir.path()).unwrap().verify_all().is_empty(), "{which}");
        let done = repair_ends(&dir, which).unwrap();
        let told = done.carried.len() + done.cut.len();
        assert_eq!(told, found.truth.len(), "{which}: {done:?}");
    }
}

#[test]
fn one_bit_in_the_head_of_the_file_as_the_log_has_it_costs_nothing() {
    for young in [true, false] {
        let found = Found::make(young);
        let frames = || (32..found.log.len()).step_by(FRAME);
        let is = |at: usize, page: u32| found.log[at..at + 4] == page.to_be_bytes();
        let last = frames().rev().skip(1).find(|at| found.log[at + 4..at + 8] != [0; 4]).unwrap();
        // Nothing of the last transaction: a crash may leave that so.
        let Some(first_page) = frames().rfind(|at| is(*at, 1) && *at <= last) else {
            assert!(!young, "a young store's pages are all in its log");
            continue;
        };
        for byte in [0, 5, 16, 17, 18, 19, 21, 22, 23, 47, 59] {
            for bit in [0, 2, 5, 7] {
                let what = format!("young {young}, bit {bit} of byte {byte}");
                let mut flipped = found.log.clone();
                flipped[first_page + 24 + byte] ^= 1 << bit;
                let dir = found.lay(Some(&found.file), &flipped);
                let looked = Store::open_to_read(dir.path());
                assert!(looked.map_or(true, |store| !store.verify_all().is_empty()), "{what}");
                assert_eq!(repair_ends(&dir, &what).unwrap().carried.len(), found.truth.len(), "{what}");
                assert!(found.is_whole(&Store::open(dir.path()).unwrap()), "{what}");
            }
        }
    }
}

#[test]
fn a_log_of_another_store_is_not_believed_and_a_repair_carries_both() {
    let (own, other) = (in_its_file("a", 5), Found::make(true));
    let dir = own.lay(Some(&own.file), &other.log);
    refuses_every_opening(&dir, "of another store or of another time");
    assert_eq!(fs::read(file(dir.path())).unwrap(), own.file, "nothing was folded into the file");
    assert_eq!(fs::read(log(dir.path())).unwrap(), other.log);
    let done = repair(dir.path()).unwrap();
    assert_eq!(done.carried.len(), own.truth.len() + other.truth.len(), "{done:?}");
    let store = Store::open(dir.path()).unwrap();
    assert!(own.is_whole(&store) && other.is_whole(&store));
    assert_eq!(store.verify_all(), []);
    // Each store's in their own order.
    let order: Vec<String> = store.streams(None).unwrap().into_iter().map(|info| info.id).collect();
    for one in [&own, &other] {
        let its: Vec<&String> = order.iter().filter(|id| one.truth.contains_key(*id)).collect();
        assert_eq!(its, one.truth.keys().collect::<Vec<_>>(), "{order:?}");
    }
}

#[test]
fn an_older_log_of_its_own_hides_nothing_of_a_file() {
    let dir = TempDir::new().unwrap();
    filled(dir.path(), &ids("a", 4), 3);
    let store = Store::open(dir.path()).unwrap();
    drop(store);
    let mut store = Store::open(dir.path()).unwrap();
    store.append("rl-a0", 3, &Batch::new([event(9)])).unwrap();
    let older = fs::read(log(dir.path())).unwrap();
    // Neither more streams nor only longer ones may be hidden.
    for opens in [true, false] {
        let newer = TempDir::new().unwrap();
        fs::create_dir(newer.path().join("countersign")).unwrap();
        fs::copy(file(dir.path()), file(newer.path())).unwrap();
        fs::copy(log(dir.path()), log(newer.path())).unwrap();
        let mut truth = if opens { filled(newer.path(), &ids("b", 3), 3) } else { BTreeMap::new() };
        let mut store = Store::open(newer.path()).unwrap();
        store.append("rl-a1", 3, &Batch::new([event(11), event(12)])).unwrap();
        for id in ids("a", 4) {
            truth.insert(id.clone(), store.events(&id).unwrap());
        }
        drop(store);
        assert!(!log(newer.path()).exists(), "it lies in its file");
        let found = Found { file: fs::read(file(newer.path())).unwrap(), log: older.clone(), truth };
        let laid = found.lay(Some(&found.file), &older);
        // Pages of two times may not even be read together.
        refuses_every_opening(&laid, "");
        let done = repair(laid.path()).unwrap();
        assert_eq!(done.carried.len(), found.truth.len(), "opens {opens}: {done:?}");
        assert!(found.is_whole(&Store::open(laid.path()).unwrap()), "opens {opens}");
    }
}

#[test]
fn a_store_at_work_is_never_taken_for_one_with_a_log_from_elsewhere() {
    let dir = TempDir::new().unwrap();
    filled(dir.path(), &ids("a", 3), 2);
    thread::scope(|scope| {
        let writers: Vec<_> = ids("a", 2)
            .into_iter()
            .map(|id| {
                let root = dir.path();
                scope.spawn(move || {
                    for round in 2..80 {
                        let mut store = Store::open(root).unwrap();
                        store.append(&id, round, &Batch::new([event(30)])).unwrap();
                    }
                })
            })
            .collect();
        while writers.iter().any(|writer| !writer.is_finished()) {
            assert_eq!(Store::open_to_read(dir.path()).unwrap().read_only(), Some(ReadOnly::Asked));
        }
    });
}

/// Every bit of the bytes of the header by which SQLite refuses a file or writes to it.
#[test]
fn one_bit_in_the_header_of_the_file_is_mended_and_work_goes_on() {
    let (scene, desk) = with_work();
    let opened = desk.review(c1());
    let store = file(&scene.root().join(".git"));
    let raw = Connection::open(&store).unwrap();
    raw.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).unwrap();
    drop(raw);
    let whole = fs::read(&store).unwrap();
    // Another file, as where a disk gives back something else: what is open stays as it is.
    let lay = |bytes: &[u8]| {
        let laid = scene.beside("laid.db");
        fs::write(&laid, bytes).unwrap();
        for beside in ["-wal", "-shm"] {
            let _ = fs::remove_file(scene.root().join(format!(".git/countersign/store.db{beside}")));
        }
        fs::rename(laid, &store).unwrap();
    };
    for byte in [16, 18, 19, 20, 21, 47] {
        for bit in 0..8 {
            let what = format!("bit {bit} of byte {byte}");
            let mut flipped = whole.clone();
            flipped[byte] ^= 1 << bit;
            lay(&flipped);
            let (said, _) = said(scene.root(), &["gate"]);
            assert!(!said.contains("write-protected"), "{what}: {said}");
            if let Err(refused) = Store::open(&scene.root().join(".git")).and_then(|store| {
                store
                    .read_only()
                    .map_or(Ok(()), |reason| Err(StoreError::ReadOnly { path: "x".into(), reason }))
            }) {
                assert!(
                    refused.hint().contains("countersign doctor"),
                    "{what}: {refused}: {}",
                    refused.hint()
                );
                assert!(!refused.to_string().contains("write-protected"), "{what}: {refused}");
            }
            lay(&flipped);
            App::new(scene.root()).repair().unwrap_or_else(|e| panic!("{what}: {e}"));
            assert!(App::new(scene.root()).examine().healthy, "{what}");
            let again = desk.review(c1());
            assert_eq!(again["loop_id"], opened["loop_id"], "{what}");
            assert_eq!(Store::open(&scene.root().join(".git")).unwrap().read_only(), None, "{what}");
        }
    }
}

#[test]
fn what_a_planted_trigger_swallows_is_not_answered_and_the_trigger_is_named() {
    let dir = TempDir::new().unwrap();
    filled(dir.path(), &ids("a", 2), 2);
    for planted in [
        "CREATE TRIGGER x BEFORE INSERT ON event WHEN NEW.seq = 3 BEGIN SELECT RAISE(IGNORE); END",
        "CREATE TRIGGER x BEFORE UPDATE ON stream BEGIN SELECT RAISE(IGNORE); END",
    ] {
        let raw = Connection::open(file(dir.path())).unwrap();
        raw.execute_batch(planted).unwrap();
        drop(raw);
        let mut store = Store::open(dir.path()).unwrap();
        let found = store.verify_all();
        assert!(found.len() == 1 && found[0].to_string().contains("has the trigger `x`"), "{found:?}");
        let refused = store.append("rl-a0", 2, &Batch::new([event(5)]));
        assert!(matches!(refused, Err(StoreError::Damaged { .. })), "{refused:?}");
        assert_eq!(store.events("rl-a0").unwrap().len(), 2);
        drop(store);
        assert_eq!(repair(dir.path()).unwrap().carried.len(), 2);
        assert_eq!(Store::open(dir.path()).unwrap().verify_all(), []);
    }
    let raw = Connection::open(file(dir.path())).unwrap();
    raw.execute_batch("DROP TRIGGER event_is_never_deleted; CREATE TABLE alien (x)").unwrap();
    drop(raw);
    let said: Vec<String> =
        Store::open(dir.path()).unwrap().verify_all().iter().map(ToString::to_string).collect();
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(said[0].contains("has the table `alien`"), "{said:?}");
    assert!(said[1].contains("lacks the trigger `event_is_never_deleted`"), "{said:?}");
}

#[test]
fn a_loop_that_only_a_list_names_is_left_out_by_name() {
    let dir = TempDir::new().unwrap();
    let truth = filled(dir.path(), &ids("a", 3), 2);
    let raw = Connection::open(file(dir.path())).unwrap();
    raw.execute_batch(
        "PRAGMA foreign_keys = OFF; DROP TRIGGER event_is_never_deleted; DROP TRIGGER stream_is_never_deleted;
         DELETE FROM event WHERE stream = 'rl-a1'; DELETE FROM stream WHERE id = 'rl-a1';
         INSERT INTO subject VALUES ('key of rl-a2', 'rl-a3'), ('x', 'not an id'), ('x', 'rl-toolong')",
    )
    .unwrap();
    drop(raw);
    let done = repair(dir.path()).unwrap();
    assert_eq!(done.carried.len(), truth.len() - 1);
    let cut: Vec<(&str, u64)> = done.cut.iter().map(|cut| (cut.stream.as_str(), cut.kept)).collect();
    // One bit from a name that is known is no loop of its own.
    assert_eq!(cut, [("rl-a1", 0)]);
    // The next repair names nothing anew, and forgets nothing.
    assert_eq!(repair(dir.path()).unwrap().cut, []);
    assert_eq!(Store::open(dir.path()).unwrap().cuts().unwrap().len(), 1);
}

#[test]
fn copies_of_killed_repairs_are_removed_by_the_next() {
    let found = Found::make(true);
    let dir = found.lay(Some(&found.file), &found.log);
    let leave = |name: &str| {
        let left = dir.path().join("countersign").join(name);
        fs::create_dir(&left).unwrap();
        fs::write(left.join("found.db"), "a copy").unwrap();
        left
    };
    let (left, kept) = (["repair-x", "repair-z"].map(leave), ["repair-y", "backup-2024"].map(leave));
    let long_ago = std::time::SystemTime::now() - std::time::Duration::from_secs(3_600);
    for left in left.iter().chain(kept.last()) {
        fs::File::open(left).unwrap().set_modified(long_ago).unwrap();
    }
    repair(dir.path()).unwrap();
    assert_eq!(left.map(|left| left.exists()), [false; 2]);
    assert_eq!(
        kept.map(|kept| kept.exists()),
        [true; 2],
        "somebody may be at work there, and another keeps his own copies"
    );
}

#[test]
fn a_repair_that_only_takes_its_mark_away_says_no_more_than_that() {
    let (scene, desk) = with_work();
    desk.review(c1());
    let folder = scene.root().join(".git/countersign");
    // As a kill leaves it that came when the new file was in place.
    fs::write(folder.join("store.db.damaged-x"), "what was found").unwrap();
    fs::write(folder.join("store.db.repairing"), "store.db.damaged-x").unwrap();
    let said = App::new(scene.root()).repair().unwrap().repaired.join("\n");
    assert!(said.contains("in its place already") && !said.contains("carried"), "{said}");
    assert!(!folder.join("store.db.repairing").exists());
}

#[cfg(unix)]
#[test]
fn what_is_no_ordinary_file_is_refused_by_name_and_nothing_is_made_through_it() {
    use std::os::unix::fs::symlink;
    type Plant = fn(&Path, &Path);
    let outside = TempDir::new().unwrap();
    let target = outside.path().join("target");
    let plants: [(&str, Plant); 4] = [
        ("symlink", |path, _| symlink("elsewhere", path).unwrap()),
        ("leads out of", |path, target| symlink(target, path).unwrap()),
        ("folder", |path, _| fs::create_dir(path).unwrap()),
        ("pipe", |path, _| {
            assert!(std::process::Command::new("mkfifo").arg(path).status().unwrap().success());
        }),
    ];
    let found = in_its_file("a", 2);
    for (what, plant) in plants {
        for name in ["store.db", "store.db-wal", "store.db-shm", "store.db.repairing", "repair.lock"] {
            let dir = found.lay(Some(&found.file), &[]);
            let folder = dir.path().join("countersign");
            let _ = fs::remove_file(folder.join(name));
            fs::write(folder.join("elsewhere"), "").unwrap();
            plant(&folder.join(name), &target);
            let root = dir.path().to_owned();
            let refused = ends(&format!("{what} {name}"), move || {
                [
                    Store::open(&root).err(),
                    Store::open_to_read(&root).err(),
                    Store::open_to_examine(&root).err(),
                    repair(&root).err(),
                ]
            });
            for refused in refused {
                let said = refused.unwrap_or_else(|| panic!("{what} {name} was taken")).to_string();
                assert!(said.contains(name) && said.contains(what), "{what} {name}: {said}");
            }
            assert!(!target.exists(), "{what} {name}: nothing was made outside");
        }
    }
}

#[cfg(unix)]
#[test]
fn doctor_names_the_command_that_puts_a_file_in_the_place_of_a_link() {
    let (scene, desk) = with_work();
    let opened = desk.review(c1());
    let folder = scene.root().join(".git/countersign");
    fs::rename(folder.join("store.db"), folder.join("it's here.db")).unwrap();
    std::os::unix::fs::symlink("it's here.db", folder.join("store.db")).unwrap();
    let refused = desk.refused("review_task", c1());
    assert!(refused.contains("is a symlink") && refused.contains("countersign doctor"), "{refused}");
    let checks = App::new(scene.root()).examine().checks;
    let told = checks.iter().find(|c| c.check == "store").and_then(|c| c.mend.clone()).unwrap();
    assert!(std::process::Command::new("sh").args(["-c", &told]).status().unwrap().success(), "{told}");
    let again = desk.review(c1());
    assert_eq!(again["loop_id"], opened["loop_id"]);
    desk.answer(&again, blocker("It is wrong", "src/a.js", 1));
    assert!(json!(App::new(scene.root()).examine().healthy).as_bool().unwrap());
}

#[test]
fn many_loops_whose_kept_events_were_damaged_are_found_again() {
    const LOOPS: usize = 60;
    let dir = TempDir::new().unwrap();
    let ids: Vec<String> = (0..LOOPS).map(|n| format!("rl-{n:03}")).collect();
    filled(dir.path(), &ids, 3);
    let change = |sql: &str| {
        let raw = Connection::open(file(dir.path())).unwrap();
        let mut named = raw.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'").unwrap();
        let all: Vec<String> = named.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
        all.iter().for_each(|name| raw.execute_batch(&format!("DROP TRIGGER {name}")).unwrap());
        raw.execute_batch(sql).unwrap();
    };
    change("UPDATE event SET body = 'x' WHERE seq = 3");
    assert_eq!(repair(dir.path()).unwrap().cut.len(), LOOPS);
    change("UPDATE meta SET value = replace(value, '\"kept\":2', '\"kept\":7') WHERE name LIKE 'cut/%'");
    let done = repair(dir.path()).unwrap();
    assert_eq!(done.again.iter().filter(|cut| cut.kept == 2).count(), LOOPS, "{done:?}");
}

/// Writers that were killed while the disk took their commits leave frames behind the last one that the index knows.
#[test]
fn what_killed_writers_left_behind_the_last_commit_is_no_history() {
    let event_of = |size: usize| {
        let mut one = event(3);
        one.body = format!("{{\"text\":\"{}\"}}", "x".repeat(size));
        one
    };
    let dir = TempDir::new().unwrap();
    let mut store = Store::open(dir.path()).unwrap();
    let opened = store.open_stream("key", "rl-a", "loop", &Batch::new([event(1)]));
    assert!(matches!(opened, Ok(Opened::New(_))));
    store.append("rl-a", 1, &Batch::new([event(2)])).unwrap();
    let of = |dir: &Path, suffix: &str| fs::read(dir.join(format!("countersign/store.db{suffix}"))).unwrap();
    let (base, begun) = (of(dir.path(), ""), of(dir.path(), "-wal"));
    let lay = |left: &[u8]| {
        let dir = TempDir::new().unwrap();
        fs::create_dir(dir.path().join("countersign")).unwrap();
        fs::write(file(dir.path()), &base).unwrap();
        fs::write(log(dir.path()), left).unwrap();
        dir
    };
    // Each begins where nobody had counted on the one before it; the last one's commit was acknowledged.
    let mut left: Vec<u8> = Vec::new();
    let mut acknowledged = Vec::new();
    for size in [40_000, 20_000, 10] {
        let dir = lay(&begun);
        let mut store = Store::open(dir.path()).unwrap();
        store.append("rl-a", 2, &Batch::new([event_of(size)])).unwrap();
        acknowledged = store.events("rl-a").unwrap();
        let written = of(dir.path(), "-wal");
        let over = written.len().min(left.len());
        left.splice(..over, written);
    }
    let dir = lay(&left);
    assert_eq!(Store::open(dir.path()).unwrap().read_only(), None);
    let mut store = Store::open(dir.path()).unwrap();
    assert!(store.events("rl-a").unwrap() == acknowledged);
    store.append("rl-a", 3, &Batch::new([event(5)])).unwrap();
    drop(store);
    assert_eq!(Store::open(dir.path()).unwrap().events("rl-a").unwrap().len(), 4);
    // Nor is it to a repair, whatever it is for; and a bit that rotted before it makes no history of it.
    let mut rotten = left.clone();
    rotten[32 + FRAME / 2] ^= 0x10;
    for left in [left, rotten] {
        let dir = lay(&left);
        repair(dir.path()).unwrap();
        assert!(Store::open(dir.path()).unwrap().events("rl-a").unwrap() == acknowledged);
    }
}

/// Whoever repairs a store, those who shared it go on with it.
#[cfg(unix)]
#[test]
fn a_repaired_store_keeps_the_owner_and_the_mode_of_the_one_that_was_found() {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown};
    let dir = TempDir::new().unwrap();
    filled(dir.path(), &["rl-1".to_owned()], 2);
    let (store, lock) = (file(dir.path()), file(dir.path()).with_file_name("repair.lock"));
    // Only root gives files away.
    let owner = chown(&store, Some(65_534), Some(65_534)).is_ok();
    fs::set_permissions(&store, fs::Permissions::from_mode(0o660)).unwrap();
    repair_ends(&dir, "a store that is shared").unwrap();
    for path in [&store, &lock] {
        let found = fs::metadata(path).unwrap();
        assert_eq!(found.mode() & 0o777, 0o660, "{}", path.display());
        assert!(!owner || (found.uid(), found.gid()) == (65_534, 65_534), "{}", path.display());
    }
}

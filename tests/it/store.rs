//! The event log on real files: several writers, killed writers, damaged and foreign files.

#![allow(clippy::unwrap_used, clippy::panic, reason = "the functions that tests share fail like tests")]

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use countersign::domain::ids::Timestamp;
use countersign::io::store::{
    Batch, Damage, Fault, NewEvent, Opened, ReadOnly, SCHEMA, Store, StoreError, Stored, blob_id, genesis,
    link,
};
use proptest::prelude::*;
use rusqlite::Connection;
use tempfile::TempDir;

fn event(body: impl Into<String>) -> NewEvent {
    NewEvent { at: Timestamp(1_000), kind: "noted".into(), version: 1, body: body.into() }
}

fn one(body: impl Into<String>) -> Batch {
    Batch::new([event(body)])
}

fn scene() -> (TempDir, Store) {
    let dir = TempDir::new().unwrap();
    let store = Store::open(dir.path()).unwrap();
    (dir, store)
}

fn file(dir: &TempDir) -> PathBuf {
    dir.path().join("countersign").join("store.db")
}

fn opened(store: &mut Store, key: &str, stream: &str) -> Vec<Stored> {
    match store.open_stream(key, stream, "loop", &one("\"opened\"")).unwrap() {
        Opened::New(rows) => rows,
        Opened::Existing(other) => panic!("{key} is held by {other}"),
    }
}

fn bodies(store: &Store, stream: &str) -> Vec<String> {
    store.events(stream).unwrap().into_iter().map(|event| event.body).collect()
}

/// Changes the store's file as somebody would who goes round the triggers, and puts these back.
fn tamper(dir: &TempDir, sql: &str) {
    let raw = Connection::open(file(dir)).unwrap();
    let mut named = raw.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").unwrap();
    let rows = named.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    let triggers: Vec<(String, String)> = rows.map(Result::unwrap).collect();
    triggers.iter().for_each(|(name, _)| raw.execute_batch(&format!("DROP TRIGGER {name}")).unwrap());
    raw.execute_batch("PRAGMA foreign_keys = OFF").unwrap();
    raw.execute_batch(sql).unwrap();
    triggers.iter().for_each(|(_, sql)| raw.execute_batch(sql).unwrap());
}

// ---- order -------------------------------------------------------------------------------------

#[test]
fn what_was_appended_is_read_by_another_connection() {
    let (dir, mut store) = scene();
    let first = opened(&mut store, "task 1", "rl-1");
    let more = store.append("rl-1", 1, &Batch::new([event("1"), event("2")])).unwrap();
    assert_eq!(more.iter().map(|row| row.seq).collect::<Vec<_>>(), [2, 3]);
    let other = Store::open(dir.path()).unwrap();
    assert_eq!(other.events("rl-1").unwrap(), [first, more].concat());
    let listed = other.streams(Some("loop")).unwrap();
    assert_eq!(listed.len(), 1);
    assert_eq!(
        (listed[0].id.as_str(), listed[0].key.as_deref(), listed[0].events),
        ("rl-1", Some("task 1"), 3)
    );
    assert_eq!(listed[0].head, other.events("rl-1").unwrap()[2].hash);
    assert_eq!(other.streams(Some("phase")).unwrap(), []);
    assert_eq!(other.verify_all(), []);
}

#[test]
fn the_chain_can_be_recomputed_by_anyone() {
    let (_dir, mut store) = scene();
    opened(&mut store, "task 1", "rl-1");
    store.append("rl-1", 1, &Batch::new([event("é\0\"")])).unwrap();
    let mut prev = genesis("rl-1", "loop", "task 1");
    for row in store.events("rl-1").unwrap() {
        let event = NewEvent { at: row.at, kind: row.kind, version: row.version, body: row.body };
        assert_eq!(row.prev, prev);
        prev = link(&prev, "rl-1", row.seq, &event);
        assert_eq!(row.hash, prev);
    }
}

#[test]
fn a_stale_writer_is_told_and_writes_nothing() {
    let (dir, mut here) = scene();
    opened(&mut here, "task 1", "rl-1");
    let mut there = Store::open(dir.path()).unwrap();
    there.append("rl-1", 1, &one("there")).unwrap();
    let batch = Batch::new([event("here"), event("here")]).with_blob("content").releasing_key();
    match here.append("rl-1", 1, &batch) {
        Err(StoreError::Stale { stream, expected: 1, actual: 2 }) => assert_eq!(stream, "rl-1"),
        other => panic!("{other:?}"),
    }
    assert_eq!(bodies(&here, "rl-1"), ["\"opened\"", "there"]);
    assert_eq!(here.get_blob(&blob_id(b"content")).unwrap(), None);
    assert_eq!(here.stream_for_key("task 1").unwrap().as_deref(), Some("rl-1"));
    assert!(matches!(here.append("rl-1", 9, &batch), Err(StoreError::Stale { expected: 9, actual: 2, .. })));
    here.append("rl-1", 2, &batch).unwrap();
    assert_eq!(here.get_blob(&blob_id(b"content")).unwrap().as_deref(), Some(&b"content"[..]));
}

#[test]
fn a_stream_that_was_never_opened_takes_no_events() {
    let (_dir, mut store) = scene();
    assert!(matches!(store.append("rl-9", 0, &one("x")), Err(StoreError::NoStream { .. })));
    assert!(matches!(store.events("rl-9"), Err(StoreError::NoStream { .. })));
    assert_eq!(store.streams(None).unwrap(), []);
}

// ---- subjects ----------------------------------------------------------------------------------

#[test]
fn two_servers_open_one_stream_for_a_subject() {
    let (dir, mut here) = scene();
    let mut there = Store::open(dir.path()).unwrap();
    opened(&mut here, "task 1", "rl-1");
    let again = there.open_stream("task 1", "rl-2", "loop", &one("other")).unwrap();
    assert_eq!(again, Opened::Existing("rl-1".into()));
    assert_eq!(bodies(&there, "rl-1"), ["\"opened\""]);
    assert!(matches!(there.events("rl-2"), Err(StoreError::NoStream { .. })));
    let taken = there.open_stream("task 2", "rl-1", "loop", &one("x"));
    assert!(matches!(taken, Err(StoreError::StreamTaken { stream }) if stream == "rl-1"));
}

#[test]
fn racing_openers_agree_on_the_winner() {
    for _ in 0..25 {
        let dir = TempDir::new().unwrap();
        let winners: Vec<String> = std::thread::scope(|scope| {
            let racers: Vec<_> = (0..6)
                .map(|n| {
                    let path = dir.path();
                    scope.spawn(move || {
                        let mine = format!("rl-{n}");
                        // The file itself is made in the same race.
                        let mut store = Store::open(path).unwrap();
                        match store.open_stream("task 1", &mine, "loop", &one("x")).unwrap() {
                            Opened::New(_) => mine,
                            Opened::Existing(other) => other,
                        }
                    })
                })
                .collect();
            racers.into_iter().map(|racer| racer.join().unwrap()).collect()
        });
        assert!(winners.iter().all(|winner| *winner == winners[0]), "{winners:?}");
        assert_eq!(Store::open(dir.path()).unwrap().streams(None).unwrap().len(), 1);
    }
}

#[test]
fn closing_frees_the_key_and_keeps_the_history() {
    let (_dir, mut store) = scene();
    opened(&mut store, "task 1", "rl-1");
    store.append("rl-1", 1, &one("closed").releasing_key()).unwrap();
    assert_eq!(store.stream_for_key("task 1").unwrap(), None);
    opened(&mut store, "task 1", "rl-0");
    assert_eq!(store.subject_streams("task 1").unwrap(), ["rl-1", "rl-0"], "oldest first, not by name");
    assert_eq!(store.stream_for_key("task 1").unwrap().as_deref(), Some("rl-0"));
    assert_eq!(store.subject_streams("task").unwrap(), Vec::<String>::new());
}

#[test]
fn a_moved_key_is_found_under_both_names_and_never_shared() {
    let (_dir, mut store) = scene();
    opened(&mut store, "task 1", "rl-1");
    opened(&mut store, "task 2", "rl-2");
    match store.append("rl-1", 1, &one("moved").moving_key_to("task 2")) {
        Err(StoreError::KeyTaken { key, holder }) => assert_eq!((&*key, &*holder), ("task 2", "rl-2")),
        other => panic!("{other:?}"),
    }
    assert_eq!(bodies(&store, "rl-1").len(), 1, "the refused batch left nothing");
    store.append("rl-1", 1, &one("moved").moving_key_to("task 3")).unwrap();
    assert_eq!(store.stream_for_key("task 3").unwrap().as_deref(), Some("rl-1"));
    assert_eq!(store.stream_for_key("task 1").unwrap(), None);
    assert_eq!(store.subject_streams("task 1").unwrap(), ["rl-1"]);
    assert_eq!(store.subject_streams("task 3").unwrap(), ["rl-1"]);
    assert_eq!(store.verify_all(), []);
}

// ---- contents and strays -----------------------------------------------------------------------

#[test]
fn contents_are_kept_once_under_their_hash() {
    let (_dir, mut store) = scene();
    let name = store.put_blob(b"brief \xff").unwrap();
    assert_eq!(store.put_blob(b"brief \xff").unwrap(), name);
    assert_eq!(name, blob_id(b"brief \xff"));
    assert_eq!(store.get_blob(&name).unwrap().as_deref(), Some(&b"brief \xff"[..]));
    assert_eq!(store.get_blob("00").unwrap(), None);
}

#[test]
fn strays_keep_the_whole_text_in_order() {
    let (_dir, mut store) = scene();
    store.keep_stray(Timestamp(2), Some("rl-1"), "an old code", "PASS\n").unwrap();
    store.keep_stray(Timestamp(1), None, "no open pass", "").unwrap();
    let strays = store.strays().unwrap();
    assert_eq!(strays.len(), 2);
    assert_eq!(
        (strays[0].loop_hint.as_deref(), &*strays[0].text, strays[0].at.0),
        (Some("rl-1"), "PASS\n", 2)
    );
    assert_eq!((strays[1].loop_hint.as_deref(), &*strays[1].reason), (None, "no open pass"));
}

// ---- many writers, killed writers ----------------------------------------------------------------

/// Not a test by itself: the program that the tests below start and kill. It appends to the streams
/// named in its environment for ever, and says each append on standard output once it is acknowledged.
#[test]
#[ignore = "started by other tests as a child process"]
fn child_that_appends() {
    let Ok(root) = std::env::var("STORE_CHILD_ROOT") else { return };
    let name = std::env::var("STORE_CHILD_NAME").unwrap();
    let limit: u32 = std::env::var("STORE_CHILD_APPENDS").unwrap().parse().unwrap();
    let mut store = Store::open(Path::new(&root)).unwrap();
    let mut out = std::io::stdout();
    for n in 0..limit {
        let stream = format!("rl-{}", n % 3);
        let body = format!("{name} {n} {}", "x".repeat(n as usize % 700));
        loop {
            let there = store.events(&stream).unwrap().len() as u64;
            match store.append(
                &stream,
                there,
                &Batch::new([event(body.clone()), event(format!("{name} {n}b"))]),
            ) {
                Ok(_) => break,
                Err(StoreError::Stale { .. }) => {}
                Err(other) => panic!("{other:?}"),
            }
        }
        writeln!(out, "ack {stream} {body}").unwrap();
        out.flush().unwrap();
    }
}

fn start_child(root: &Path, name: &str, appends: u32) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", "store::child_that_appends", "--nocapture", "--test-threads=1"])
        .env("STORE_CHILD_ROOT", root)
        .env("STORE_CHILD_NAME", name)
        .env("STORE_CHILD_APPENDS", appends.to_string())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Reads what a child acknowledged until it ended, as (stream, body); a torn last line is no word given.
fn acknowledged(child: &mut Child) -> Vec<(String, String)> {
    let mut said = Vec::new();
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    while reader.read_line(&mut line).unwrap() > 0 {
        // The test harness may have left its own words on the line.
        if let Some((_, ack)) = line.split_once("ack ").filter(|_| line.ends_with('\n')) {
            let (stream, body) = ack.trim_end_matches('\n').split_once(' ').unwrap();
            said.push((stream.to_owned(), body.to_owned()));
        }
        line.clear();
    }
    said
}

fn three_streams(root: &Path) {
    let mut store = Store::open(root).unwrap();
    for n in 0..3 {
        opened(&mut store, &format!("task {n}"), &format!("rl-{n}"));
    }
}

/// Checks that all that was acknowledged is there, once, with whole batches and whole chains.
fn nothing_is_lost(root: &Path, said: &[(String, String)]) {
    let store = Store::open(root).unwrap();
    assert_eq!(store.verify_all(), []);
    for stream in ["rl-0", "rl-1", "rl-2"] {
        let there = bodies(&store, stream);
        let expected: Vec<&String> = said.iter().filter(|(s, _)| s == stream).map(|(_, body)| body).collect();
        for body in expected {
            assert_eq!(there.iter().filter(|other| *other == body).count(), 1, "{stream}: {body}");
        }
        for pair in there[1..].chunks(2) {
            let [first, second] = pair else { panic!("{stream}: half a batch: {pair:?}") };
            let words: Vec<&str> = first.split(' ').collect();
            assert_eq!(*second, format!("{} {}b", words[0], words[1]), "{stream}: a torn batch");
        }
    }
}

#[test]
fn four_processes_share_three_streams() {
    let dir = TempDir::new().unwrap();
    three_streams(dir.path());
    let mut children: Vec<Child> =
        (0..4).map(|n| start_child(dir.path(), &format!("child{n}"), 40)).collect();
    let mut said = Vec::new();
    for child in &mut children {
        said.extend(acknowledged(child));
        assert!(child.wait().unwrap().success());
    }
    assert_eq!(said.len(), 160, "each child got every append through");
    nothing_is_lost(dir.path(), &said);
    let store = Store::open(dir.path()).unwrap();
    let stored: u64 = store.streams(None).unwrap().iter().map(|stream| stream.events).sum();
    assert_eq!(stored, 3 + 2 * 160);
}

#[cfg(unix)]
#[test]
fn a_killed_writer_loses_nothing_it_acknowledged() {
    let dir = TempDir::new().unwrap();
    three_streams(dir.path());
    let mut said = Vec::new();
    for round in 0_u64..30 {
        let mut child = start_child(dir.path(), &format!("round{round}"), 100_000);
        // Uneven, so that the kill falls on every part of the work, start and recovery included.
        std::thread::sleep(Duration::from_millis(8 + (round * 37) % 60));
        child.kill().unwrap();
        child.wait().unwrap();
        said.extend(acknowledged(&mut child));
        nothing_is_lost(dir.path(), &said);
    }
    assert!(said.len() > 30, "the children did write: {} acknowledged", said.len());
}

#[cfg(unix)]
#[test]
fn a_maker_killed_at_any_instant_leaves_a_store_that_opens() {
    for round in 0_u64..30 {
        let dir = TempDir::new().unwrap();
        let mut child = start_child(dir.path(), "maker", 0);
        // Close together at first, where a quick disk makes the file, then wider for a slow one.
        std::thread::sleep(Duration::from_micros(1_500 + round * 100 + round.pow(3)));
        child.kill().unwrap();
        child.wait().unwrap();
        let mut store = Store::open(dir.path()).unwrap();
        assert_eq!(opened(&mut store, "task 1", "rl-1").len(), 1, "round {round}");
        assert_eq!(store.verify_all(), [], "round {round}");
    }
}

/// Not a test by itself: opens a store its user may not write and says what it found.
#[cfg(unix)]
#[test]
#[ignore = "started by another test as a child process"]
fn child_that_only_reads() {
    let Ok(root) = std::env::var("STORE_CHILD_ROOT") else { return };
    let mut store = Store::open(Path::new(&root)).unwrap();
    let refused = store.append("rl-1", 5, &one("x")).unwrap_err();
    let events = bodies(&store, "rl-1").len();
    writeln!(std::io::stdout(), "found {events} {:?} {refused}", store.read_only()).unwrap();
}

/// A write-protected store is read, log and all, and nothing is put beside it. Root may write
/// anywhere, so as root the reader runs as the user `nobody`; where that user cannot start it, the
/// test says so and checks nothing.
#[cfg(unix)]
#[test]
fn a_write_protected_store_is_read_and_loudly_read_only() {
    use std::os::unix::fs::PermissionsExt as _;
    use std::os::unix::process::CommandExt as _;
    for with_log in [false, true] {
        let (dir, source) = (TempDir::new().unwrap(), two_streams());
        let folder = dir.path().join("countersign");
        fs::create_dir(&folder).unwrap();
        let mut writer = Store::open(source.path()).unwrap();
        if with_log {
            writer.append("rl-1", 5, &one("only in the log")).unwrap();
            let log = file(&source).with_extension("db-wal");
            assert!(fs::metadata(&log).unwrap().len() > 0);
            fs::copy(log, file(&dir).with_extension("db-wal")).unwrap();
        }
        fs::copy(file(&source), file(&dir)).unwrap();
        let mode = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
        for entry in fs::read_dir(&folder).unwrap() {
            mode(&entry.unwrap().path(), 0o444);
        }
        mode(&folder, 0o555);
        mode(dir.path(), 0o555);
        let root = fs::File::create(folder.join("probe")).is_ok();
        let _ = fs::remove_file(folder.join("probe"));
        let mut reader = Command::new(std::env::current_exe().unwrap());
        reader.args(["--ignored", "--exact", "store::child_that_only_reads", "--nocapture"]);
        reader.current_dir("/").env("STORE_CHILD_ROOT", dir.path());
        if root {
            reader.uid(65_534).gid(65_534);
        }
        match reader.output() {
            Err(e) if root => eprintln!("skipped: `nobody` cannot start the test program: {e}"),
            output => {
                let output = output.unwrap();
                let said = String::from_utf8_lossy(&output.stdout);
                let expected = format!("found {} Some(FileSystem) ", if with_log { 6 } else { 5 });
                let heard = String::from_utf8_lossy(&output.stderr);
                assert!(said.contains(&expected) && said.contains("write-protected"), "{said}{heard}");
            }
        }
        let left = fs::read_dir(&folder).unwrap().count();
        mode(&folder, 0o755);
        mode(dir.path(), 0o755);
        assert_eq!(left, 1 + usize::from(with_log), "nothing was put beside it");
    }
}

// ---- damage --------------------------------------------------------------------------------------

/// Two streams of five events each, closed so that everything is in the one file.
fn two_streams() -> TempDir {
    let (dir, mut store) = scene();
    for (key, stream) in [("task 1", "rl-1"), ("task 2", "rl-2")] {
        opened(&mut store, key, stream);
        let batch = Batch::new((2..=5).map(|n| event(format!("{{\"text\":\"event {n}\"}}"))));
        store.append(stream, 1, &batch.with_blob(stream)).unwrap();
    }
    dir
}

#[test]
fn each_way_to_damage_a_chain_is_named_at_its_first_link() {
    for (sql, seq, fault) in [
        ("UPDATE event SET body = '{}' WHERE stream = 'rl-1' AND seq = 3", 3, Fault::Altered),
        ("UPDATE event SET at = at + 1 WHERE stream = 'rl-1' AND seq >= 2", 2, Fault::Altered),
        ("UPDATE event SET kind = 'approved' WHERE stream = 'rl-1' AND seq = 5", 5, Fault::Altered),
        ("UPDATE event SET version = 2 WHERE stream = 'rl-1' AND seq = 1", 1, Fault::Altered),
        ("UPDATE event SET prev = hash WHERE stream = 'rl-1' AND seq = 4", 4, Fault::Unlinked),
        ("UPDATE event SET hash = prev WHERE stream = 'rl-1' AND seq = 4", 4, Fault::Altered),
        (
            "UPDATE event SET body = CAST(x'ff' AS TEXT) WHERE stream = 'rl-1' AND seq = 2",
            2,
            Fault::Unreadable,
        ),
        ("DELETE FROM event WHERE stream = 'rl-1' AND seq = 2", 2, Fault::Missing),
        ("DELETE FROM event WHERE stream = 'rl-1' AND seq = 5", 5, Fault::Missing),
        ("DELETE FROM event WHERE stream = 'rl-1'", 1, Fault::Missing),
        ("UPDATE stream SET head = 'x' WHERE id = 'rl-1'", 5, Fault::Head),
        ("UPDATE stream SET events = 4 WHERE id = 'rl-1'", 5, Fault::Head),
        ("UPDATE stream SET kind = 'phase' WHERE id = 'rl-1'", 1, Fault::Unlinked),
    ] {
        let dir = two_streams();
        tamper(&dir, sql);
        let mut store = Store::open(dir.path()).unwrap();
        match store.events("rl-1") {
            Err(StoreError::Broken { stream, seq: at, fault: what }) => {
                assert_eq!((&*stream, at, what), ("rl-1", seq, fault), "{sql}");
            }
            other => panic!("{sql}: {other:?}"),
        }
        let damage = store.verify_all();
        assert_eq!(damage[0], Damage::Chain { stream: "rl-1".into(), seq, fault }, "{sql}");
        assert_eq!(store.streams(None).unwrap().len(), 2, "{sql}");
        assert_eq!(bodies(&store, "rl-2").len(), 5, "{sql}: the other stream stays readable");
        store.append("rl-2", 5, &one("on")).unwrap();
    }
}

#[test]
fn a_damaged_tail_is_not_built_upon() {
    let dir = two_streams();
    tamper(&dir, "UPDATE event SET body = '{}' WHERE stream = 'rl-1' AND seq = 5");
    let mut store = Store::open(dir.path()).unwrap();
    let refused = store.append("rl-1", 5, &one("on"));
    assert!(matches!(refused, Err(StoreError::Broken { seq: 5, fault: Fault::Altered, .. })), "{refused:?}");
}

#[test]
fn damage_outside_the_chains_is_found_too() {
    let blob = blob_id(b"rl-1");
    for (sql, expected) in [
        (
            format!("UPDATE blob SET content = x'00' WHERE hash = '{blob}'"),
            Damage::Blob { hash: blob.clone() },
        ),
        ("UPDATE stream SET key = 'task 9' WHERE id = 'rl-2'".into(), Damage::Key { stream: "rl-2".into() }),
        ("DELETE FROM subject WHERE stream = 'rl-2'".into(), Damage::Key { stream: "rl-2".into() }),
        ("DELETE FROM stream WHERE id = 'rl-2'".into(), Damage::Orphans { stream: "rl-2".into() }),
    ] {
        let dir = two_streams();
        assert_eq!(Store::open(dir.path()).unwrap().verify_all(), []);
        tamper(&dir, &sql);
        let store = Store::open(dir.path()).unwrap();
        assert!(store.verify_all().contains(&expected), "{sql}: {:?}", store.verify_all());
        assert_eq!(bodies(&store, "rl-1").len(), 5, "{sql}");
    }
    let dir = two_streams();
    tamper(&dir, "UPDATE blob SET content = x'00'");
    let store = Store::open(dir.path()).unwrap();
    assert!(matches!(store.get_blob(&blob), Err(StoreError::BrokenBlob { hash }) if hash == blob));
}

#[test]
fn every_flipped_bit_of_a_body_is_seen() {
    let dir = two_streams();
    drop(Store::open(dir.path()).unwrap());
    let whole = fs::read(file(&dir)).unwrap();
    let body = b"{\"text\":\"event 3\"}";
    let places: Vec<usize> = (0..whole.len()).filter(|at| whole[*at..].starts_with(body)).collect();
    assert_eq!(places.len(), 2, "one body in each stream");
    for bit in 0..body.len() * 8 {
        let mut flipped = whole.clone();
        flipped[places[0] + bit / 8] ^= 1 << (bit % 8);
        fs::write(file(&dir), flipped).unwrap();
        let store = Store::open(dir.path()).unwrap();
        let verdicts: Vec<_> = ["rl-1", "rl-2"].map(|stream| store.events(stream)).into_iter().collect();
        let broken: Vec<_> =
            verdicts.iter().filter(|read| matches!(read, Err(StoreError::Broken { seq: 3, .. }))).collect();
        assert_eq!(broken.len(), 1, "bit {bit}: {verdicts:?}");
        assert_eq!(verdicts.iter().filter(|read| read.is_ok()).count(), 1, "bit {bit}");
    }
}

#[test]
fn a_cut_write_ahead_log_leaves_a_whole_beginning() {
    let (dir, mut store) = scene();
    opened(&mut store, "task 1", "rl-1");
    // Few and small enough that the log was not folded in meanwhile.
    for n in 1..30_u64 {
        store.append("rl-1", n, &one(format!("{n} {}", "y".repeat(n as usize * 4)))).unwrap();
    }
    let all = store.events("rl-1").unwrap();
    let (db, wal) = (fs::read(file(&dir)).unwrap(), fs::read(file(&dir).with_extension("db-wal")).unwrap());
    assert!(wal.len() > 100_000, "the log holds the appends: {} bytes", wal.len());
    let mut seen = std::collections::BTreeSet::new();
    for cut in (0..60).map(|n| 1 + (wal.len() - 1) * n / 59) {
        let copy = TempDir::new().unwrap();
        fs::create_dir(copy.path().join("countersign")).unwrap();
        fs::write(file(&copy), &db).unwrap();
        fs::write(file(&copy).with_extension("db-wal"), &wal[..cut]).unwrap();
        let mut store = Store::open(copy.path()).unwrap();
        assert_eq!(store.verify_all(), [], "cut at {cut}");
        let kept = store.events("rl-1").map(|rows| rows.len()).unwrap_or(0);
        if kept > 0 {
            assert_eq!(store.events("rl-1").unwrap(), all[..kept], "cut at {cut}");
            store.append("rl-1", kept as u64, &one("on")).unwrap();
        }
        seen.insert(kept);
    }
    assert_eq!(seen.last(), Some(&all.len()), "the uncut log holds all");
    assert!(seen.len() > 20, "the cuts fell between many commits: {seen:?}");
}

#[test]
fn the_tables_refuse_to_forget() {
    let (dir, mut store) = scene();
    opened(&mut store, "task 1", "rl-1");
    opened(&mut store, "task 2", "rl-2");
    store.put_blob(b"x").unwrap();
    let raw = Connection::open(file(&dir)).unwrap();
    for sql in [
        "UPDATE event SET body = '{}'",
        "DELETE FROM event",
        "UPDATE blob SET content = x'00'",
        "DELETE FROM blob",
        "DELETE FROM stream",
        "UPDATE stream SET subject = 'x'",
        "UPDATE stream SET events = 0",
        "INSERT OR REPLACE INTO event SELECT stream, seq, at, kind, version, '{}', prev, hash FROM event",
        "INSERT INTO event SELECT stream, seq + 2, at, kind, version, body, prev, hash FROM event",
        "INSERT OR REPLACE INTO stream SELECT born + 9, 'rl-9', kind, subject, key, 0, head, 0 FROM stream WHERE key IS NOT NULL",
        "INSERT OR REPLACE INTO stream SELECT born, 'rl-9', kind, subject, NULL, 0, head, 0 FROM stream",
        "UPDATE OR REPLACE stream SET key = 'task 1' WHERE id = 'rl-2'",
    ] {
        assert!(raw.execute_batch(sql).is_err(), "{sql}");
    }
    raw.execute("INSERT OR REPLACE INTO blob (hash, content) VALUES (?1, x'00')", [blob_id(b"x")]).unwrap();
    assert_eq!(store.get_blob(&blob_id(b"x")).unwrap().as_deref(), Some(&b"x"[..]));
    assert_eq!(store.streams(None).unwrap().len(), 2);
    assert_eq!(store.verify_all(), []);
}

// ---- files that are not ours, or not for us ------------------------------------------------------

#[test]
fn a_file_that_is_no_store_is_left_alone() {
    for garbage in [&b"not a database at all, only words\n"[..], b"x", &[0xA5; 9_000]] {
        let dir = TempDir::new().unwrap();
        fs::create_dir(dir.path().join("countersign")).unwrap();
        fs::write(file(&dir), garbage).unwrap();
        let refused = Store::open(dir.path());
        assert!(matches!(refused, Err(StoreError::NotAStore { .. })), "{refused:?}");
        assert!(matches!(Store::open_to_read(dir.path()), Err(StoreError::NotAStore { .. })));
        assert_eq!(fs::read(file(&dir)).unwrap(), garbage);
        let names: Vec<_> = fs::read_dir(dir.path().join("countersign")).unwrap().collect();
        assert_eq!(names.len(), 1, "nothing was put beside it: {names:?}");
    }
}

#[test]
fn a_database_of_another_program_is_left_alone() {
    let dir = TempDir::new().unwrap();
    fs::create_dir(dir.path().join("countersign")).unwrap();
    Connection::open(file(&dir)).unwrap().execute_batch("CREATE TABLE notes (text TEXT)").unwrap();
    let before = fs::read(file(&dir)).unwrap();
    let refused = Store::open(dir.path());
    assert!(
        matches!(&refused, Err(StoreError::NotAStore { why, .. }) if why.contains("another program")),
        "{refused:?}"
    );
    assert_eq!(fs::read(file(&dir)).unwrap(), before);
}

#[test]
fn an_emptied_store_beside_its_log_is_not_begun_anew() {
    let (dir, mut store) = scene();
    opened(&mut store, "task 1", "rl-1");
    let wal = fs::read(file(&dir).with_extension("db-wal")).unwrap();
    drop(store);
    fs::write(file(&dir), b"").unwrap();
    fs::write(file(&dir).with_extension("db-wal"), &wal).unwrap();
    assert!(matches!(Store::open(dir.path()), Err(StoreError::NotAStore { .. })));
    assert_eq!(fs::read(file(&dir).with_extension("db-wal")).unwrap(), wal);
}

#[test]
fn a_maker_killed_before_its_first_write_leaves_no_obstacle() {
    let dir = TempDir::new().unwrap();
    fs::create_dir(dir.path().join("countersign")).unwrap();
    fs::write(file(&dir), b"").unwrap();
    let mut store = Store::open(dir.path()).unwrap();
    assert_eq!(opened(&mut store, "task 1", "rl-1").len(), 1);
}

#[test]
fn a_newer_schema_is_read_only_where_its_writer_allows_it() {
    let dir = two_streams();
    tamper(&dir, &format!("CREATE TABLE of_later (x); PRAGMA user_version = {}", SCHEMA + 1));
    let mut store = Store::open(dir.path()).unwrap();
    let reason = ReadOnly::NewerSchema { found: SCHEMA + 1, known: SCHEMA };
    assert_eq!(store.read_only(), Some(reason));
    assert_eq!(bodies(&store, "rl-1").len(), 5);
    let refused = store.append("rl-1", 5, &one("on"));
    let hint = refused.as_ref().unwrap_err().hint();
    assert!(hint.contains("newer version") && !hint.contains("writable"), "{hint}");
    assert!(matches!(refused, Err(StoreError::ReadOnly { reason: why, .. }) if why == reason));
    drop(store);

    tamper(&dir, &format!("UPDATE meta SET value = '{}' WHERE name = 'min_reader'", SCHEMA + 1));
    for refused in [Store::open(dir.path()), Store::open_to_read(dir.path())] {
        assert!(
            matches!(refused, Err(StoreError::NewerSchema { found, known, .. }) if found == SCHEMA + 1 && known == SCHEMA)
        );
    }
    tamper(&dir, "DELETE FROM meta");
    assert!(
        matches!(Store::open(dir.path()), Err(StoreError::NewerSchema { .. })),
        "silence is no permission"
    );
}

#[test]
fn a_store_opened_to_read_refuses_each_write() {
    let dir = TempDir::new().unwrap();
    assert!(matches!(Store::open_to_read(dir.path()), Err(StoreError::Missing { .. })));
    assert!(!file(&dir).exists(), "asking made nothing");
    let dir = two_streams();
    let mut writer = Store::open(dir.path()).unwrap();
    let mut reader = Store::open_to_read(dir.path()).unwrap();
    assert!(reader.is_read_only() && !writer.is_read_only());
    let refused = [
        reader.append("rl-1", 5, &one("on")).map(|_| ()),
        reader.open_stream("task 3", "rl-3", "loop", &one("x")).map(|_| ()),
        reader.put_blob(b"x").map(|_| ()),
        reader.keep_stray(Timestamp(0), None, "r", "t").map(|_| ()),
    ];
    for result in refused {
        assert!(matches!(result, Err(StoreError::ReadOnly { reason: ReadOnly::Asked, .. })), "{result:?}");
    }
    writer.append("rl-1", 5, &one("on")).unwrap();
    assert_eq!(bodies(&reader, "rl-1").len(), 6, "a reader follows the writer");
}

#[test]
fn where_no_store_can_be_made_it_is_said() {
    let dir = TempDir::new().unwrap();
    fs::write(dir.path().join("plain"), "a file").unwrap();
    for root in ["gone", "plain"] {
        let refused = Store::open(&dir.path().join(root));
        assert!(matches!(refused, Err(StoreError::CannotCreate { .. })), "{root}: {refused:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_symlink_that_leaves_the_git_directory_is_refused() {
    let (elsewhere, dir) = (two_streams(), TempDir::new().unwrap());
    let link = dir.path().join("countersign");
    std::os::unix::fs::symlink(elsewhere.path().join("countersign"), &link).unwrap();
    assert!(matches!(Store::open(dir.path()), Err(StoreError::Outside { .. })));
    fs::remove_file(&link).unwrap();
    std::os::unix::fs::symlink("nowhere", &link).unwrap();
    assert!(matches!(Store::open(dir.path()), Err(StoreError::Outside { .. })));
    fs::remove_file(&link).unwrap();
    fs::create_dir(&link).unwrap();
    std::os::unix::fs::symlink(file(&elsewhere), file(&dir)).unwrap();
    assert!(matches!(Store::open(dir.path()), Err(StoreError::Outside { .. })));
    fs::remove_file(file(&dir)).unwrap();
    fs::remove_dir(&link).unwrap();
    fs::create_dir(dir.path().join("inside")).unwrap();
    std::os::unix::fs::symlink("inside", &link).unwrap();
    Store::open(dir.path()).unwrap();
    assert!(dir.path().join("inside/store.db").exists(), "a symlink that stays inside is followed");
}

#[cfg(unix)]
#[test]
fn a_store_removed_while_open_acknowledges_nothing() {
    let (dir, mut store) = scene();
    opened(&mut store, "task 1", "rl-1");
    fs::remove_dir_all(dir.path().join("countersign")).unwrap();
    let refused = store.append("rl-1", 1, &one("lost"));
    assert!(matches!(refused, Err(StoreError::Replaced { .. })), "{refused:?}");
    drop(store);
    let mut store = Store::open(dir.path()).unwrap();
    assert_eq!(opened(&mut store, "task 1", "rl-1").len(), 1, "a new start works");
}

#[test]
fn readers_wait_for_no_writer() {
    let (dir, mut store) = scene();
    opened(&mut store, "task 1", "rl-1");
    let raw = Connection::open(file(&dir)).unwrap();
    raw.execute_batch("BEGIN IMMEDIATE").unwrap();
    let turn = fs::File::open(file(&dir).parent().unwrap()).unwrap();
    turn.lock().unwrap();
    // Whoever waited here would wait for this very test.
    assert_eq!(bodies(&store, "rl-1").len(), 1);
    assert_eq!(bodies(&Store::open_to_read(dir.path()).unwrap(), "rl-1").len(), 1);
    raw.execute_batch("ROLLBACK").unwrap();
    drop(turn);
    store.append("rl-1", 1, &one("x")).unwrap();
}

// ---- replay --------------------------------------------------------------------------------------

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever is appended in whatever portions, a later reader gets the same events and the same head.
    #[test]
    fn batches_replay_identical(
        batches in proptest::collection::vec(
            (0_usize..3, proptest::collection::vec((any::<i64>(), any::<u32>(), ".{0,12}", ".{0,80}"), 0..5)),
            0..12,
        ),
    ) {
        let (dir, mut store) = scene();
        let mut model: Vec<Vec<Stored>> = Vec::new();
        for n in 0..3 {
            model.push(opened(&mut store, &format!("task {n}"), &format!("rl-{n}")));
        }
        for (n, events) in batches {
            let batch = Batch::new(events.into_iter().map(|(at, version, kind, body)| {
                NewEvent { at: Timestamp(at), kind, version, body }
            }));
            let rows = store.append(&format!("rl-{n}"), model[n].len() as u64, &batch).unwrap();
            model[n].extend(rows);
        }
        drop(store);
        let store = Store::open(dir.path()).unwrap();
        for (n, expected) in model.iter().enumerate() {
            prop_assert_eq!(&store.events(&format!("rl-{n}")).unwrap(), expected);
        }
        let heads: Vec<String> = store.streams(None).unwrap().into_iter().map(|info| info.head).collect();
        let expected: Vec<String> = model.iter().map(|rows| rows[rows.len() - 1].hash.clone()).collect();
        prop_assert_eq!(heads, expected);
    }
}

/// A file that holds no tables, as one whose maker was killed, or whose log was removed before anything was folded in.
fn without_tables(dir: &TempDir) {
    fs::create_dir(dir.path().join("countersign")).unwrap();
    let conn = Connection::open(file(dir)).unwrap();
    conn.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(())).unwrap();
}

#[test]
fn a_file_without_tables_is_no_store_to_who_makes_none() {
    let dir = TempDir::new().unwrap();
    without_tables(&dir);
    assert!(fs::metadata(file(&dir)).unwrap().len() > 0);
    assert!(matches!(Store::open_existing(dir.path()), Err(StoreError::Missing { .. })));
    drop(Store::open(dir.path()).unwrap());
    drop(Store::open_existing(dir.path()).unwrap());
}

#[test]
fn commits_in_a_log_beside_a_file_that_has_nothing_of_what_was_before_them_make_no_new_store() {
    let (dir, source) = (TempDir::new().unwrap(), two_streams());
    let mut writer = Store::open(source.path()).unwrap();
    writer.append("rl-1", 5, &one("in the file")).unwrap();
    let other = Connection::open(file(&source)).unwrap();
    other.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).unwrap();
    writer.append("rl-1", 6, &one("in the log")).unwrap();
    without_tables(&dir);
    fs::copy(file(&source).with_extension("db-wal"), file(&dir).with_extension("db-wal")).unwrap();
    let before = fs::read(file(&dir)).unwrap();
    let refused = Store::open(dir.path()).unwrap_err();
    assert!(matches!(refused, StoreError::Damaged { .. }), "{refused}");
    assert_eq!(fs::read(file(&dir)).unwrap(), before, "nothing was written over it");
}

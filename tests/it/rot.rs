//! Rot and tampering: whatever a disk or a hand does to the store, no event is used that is not as it was written.
//!
//! Each damage is done to a copy of one store whose events are known. A stream that is answered must be the known one;
//! anything else must be named. The short form is part of the tests; `COUNTERSIGN_ROT=1000` sets how many of each kind.

#![allow(clippy::unwrap_used, clippy::panic, reason = "the functions that tests share fail like tests")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use countersign::app::App;
use countersign::domain::ids::Timestamp;
use countersign::io::store::{
    Batch, Damage, NewEvent, Opened, ReadOnly, Store, StoreError, Stored, blob_id, genesis, link,
};
use rusqlite::Connection;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::client::{Client, Era};
use crate::desk::{Desk, blocker};
use crate::plan_scene::{PLAN, with_task_one};
use crate::scene::Scene;

const STREAMS: usize = 12;
const KINDS: [&str; 2] = ["loop", "phase"];

/// How many damages of each kind are tried.
fn rounds() -> usize {
    std::env::var("COUNTERSIGN_ROT").ok().and_then(|n| n.parse().ok()).unwrap_or(60)
}

/// Spreads places over a length: the same in every run, and different for each seed.
fn places(len: usize, seed: u64) -> impl Iterator<Item = (usize, u8)> {
    (0..rounds() as u64).map(move |n| {
        let mut bytes = [0; 16];
        bytes[..8].copy_from_slice(&n.to_le_bytes());
        bytes[8..].copy_from_slice(&seed.to_le_bytes());
        let hash = blake3::hash(&bytes);
        let number = u64::from_le_bytes(hash.as_bytes()[..8].try_into().unwrap());
        (usize::try_from(number % len as u64).unwrap(), hash.as_bytes()[8] % 8)
    })
}

fn event(n: usize, len: usize) -> NewEvent {
    let body = format!("{{\"number\":{n},\"text\":\"{}\"}}", "lorem ipsum ".repeat(len));
    NewEvent { at: Timestamp(1_000 + n as i64), kind: "noted".into(), version: 1, body }
}

/// A store as bytes, with what it truly holds.
struct Known {
    file: Vec<u8>,
    log: Vec<u8>,
    truth: BTreeMap<String, Vec<Stored>>,
}

impl Known {
    /// Fills a store; with `folded` all of it lies in the database file, else the newer half in the log alone.
    fn make(folded: bool) -> Self {
        let dir = TempDir::new().unwrap();
        let mut store = Store::open(dir.path()).unwrap();
        let fill = |store: &mut Store, half: usize| {
            for n in 0..STREAMS {
                let id = format!("rl-{n:02}");
                let batch = Batch::new((0..4).map(|k| event(half * 100 + k, (n * 7 + k * 3) % 40)))
                    .with_blob(format!("a content of {id}, {half} {}", "z".repeat(n * 200)));
                if half == 0 {
                    let kind = KINDS[n % 2];
                    let opened = store.open_stream(&format!("key of {id}"), &id, kind, &batch).unwrap();
                    assert!(matches!(opened, Opened::New(_)));
                } else {
                    store.append(&id, 4, &batch).unwrap();
                }
            }
        };
        fill(&mut store, 0);
        store.keep_stray(Timestamp(5), None, "no code", "a text").unwrap();
        if !folded {
            // Closing folds the log in: the second half is then alone in a new one.
            drop(store);
            store = Store::open(dir.path()).unwrap();
        }
        fill(&mut store, 1);
        let truth = (0..STREAMS).map(|n| format!("rl-{n:02}"));
        let truth = truth.map(|id| (id.clone(), store.events(&id).unwrap())).collect();
        if folded {
            drop(store);
            return Self { file: fs::read(file(dir.path())).unwrap(), log: Vec::new(), truth };
        }
        let (file, log) = (fs::read(file(dir.path())).unwrap(), fs::read(log(dir.path())).unwrap());
        Self { file, log, truth }
    }

    fn lay(&self, file_bytes: &[u8], log_bytes: &[u8]) -> TempDir {
        let dir = TempDir::new().unwrap();
        fs::create_dir(dir.path().join("countersign")).unwrap();
        fs::write(file(dir.path()), file_bytes).unwrap();
        if !log_bytes.is_empty() {
            fs::write(log(dir.path()), log_bytes).unwrap();
        }
        dir
    }
}

fn file(dir: &Path) -> PathBuf {
    dir.join("countersign").join("store.db")
}

fn log(dir: &Path) -> PathBuf {
    dir.join("countersign").join("store.db-wal")
}

/// What became of the streams of a damaged store.
#[derive(Debug, Default)]
struct Seen {
    /// Answered as they are.
    whole: usize,
    /// Refused, or not to be found.
    refused: usize,
    /// Answered as a beginning of what they are.
    shortened: usize,
    named: bool,
}

/// Reads every stream. One that is answered as something else than it is or began as ends the test.
fn read(known: &Known, store: Result<Store, StoreError>, what: &str) -> Seen {
    let mut seen = Seen::default();
    let store = match store {
        Ok(store) => store,
        Err(_) => return Seen { refused: known.truth.len(), named: true, ..seen },
    };
    for (id, truth) in &known.truth {
        match store.events(id) {
            Ok(events) if events == *truth => seen.whole += 1,
            Ok(events) => {
                assert_eq!(
                    events,
                    truth[..events.len()],
                    "{what}: {id} is used although it is not as it was"
                );
                seen.shortened += 1;
            }
            Err(_) => seen.refused += 1,
        }
    }
    seen.named = !store.verify_all().is_empty();
    seen
}

/// Repairs a damaged copy, and checks that all that goes on is as it was, and that nothing left out is silent.
fn repaired(known: &Known, dir: &TempDir, what: &str) -> usize {
    let found = fs::read(file(dir.path())).unwrap();
    let done = match Store::repair(dir.path(), Timestamp(1_767_225_600_000), &KINDS, &|_| None) {
        Ok(done) => done,
        Err(StoreError::PastRepair { .. } | StoreError::NewerSchema { .. }) => {
            assert_eq!(fs::read(file(dir.path())).unwrap(), found, "{what}: what cannot be repaired is left");
            return 0;
        }
        Err(other) => panic!("{what}: {other:?}"),
    };
    assert_eq!(fs::read(&done.aside).unwrap(), found, "{what}: what was found is kept as it was");
    let store = Store::open(dir.path()).unwrap();
    assert_eq!(store.verify_all(), [], "{what}");
    for (id, truth) in &known.truth {
        match store.events(id) {
            Ok(events) => {
                assert_eq!(events, *truth, "{what}: {id} goes on and is not as it was");
                assert!(done.carried.contains(id), "{what}: {id}");
            }
            Err(StoreError::NoStream { .. }) => {
                if let Some((events, cut)) = store.readable_part(id).unwrap() {
                    assert_eq!(events, truth[..events.len()], "{what}: {id}");
                    assert_eq!(events.len() as u64, cut.kept, "{what}: {id}");
                    assert!(done.cut.iter().any(|c| c.stream == *id), "{what}: {id}");
                }
            }
            Err(other) => panic!("{what}: {id}: {other:?}"),
        }
    }
    done.carried.len()
}

#[test]
fn a_flipped_bit_in_the_database_is_never_used() {
    let known = Known::make(true);
    let (mut harmless, mut hit, mut carried) = (0, 0, 0);
    for (at, bit) in places(known.file.len(), 1) {
        let what = format!("bit {bit} of byte {at} of {}", known.file.len());
        let mut flipped = known.file.clone();
        flipped[at] ^= 1 << bit;
        let dir = known.lay(&flipped, &[]);
        let looked = read(&known, Store::open_to_examine(dir.path()), &what);
        assert_eq!(fs::read(file(dir.path())).unwrap(), flipped, "{what}: looking changed the file");
        assert_eq!(
            fs::read_dir(dir.path().join("countersign")).unwrap().count(),
            1,
            "{what}: looking left a trace"
        );
        let seen = read(&known, Store::open_to_read(dir.path()), &what);
        assert_eq!(seen.shortened, 0, "{what}: a shorter history passed for the whole");
        assert!(seen.refused == 0 || seen.named, "{what}: {seen:?} is not named");
        assert_eq!(looked.named, seen.named, "{what}: both look at the same");
        if seen.whole == STREAMS && !seen.named {
            harmless += 1;
            continue;
        }
        hit += usize::from(seen.refused > 0);
        carried += repaired(&known, &dir, &what);
    }
    assert!(hit > rounds() / 20, "the bits fell on events as well: {hit}");
    eprintln!(
        "database: {} flips, {harmless} in nothing that is read, {hit} hit streams, {carried} carried",
        rounds()
    );
}

/// The texts by which SQLite knows our tables are the same in every store: a bit of them costs no event.
#[test]
fn a_flipped_bit_in_sqlites_own_list_of_tables_costs_nothing() {
    let known = Known::make(true);
    let dir = known.lay(&known.file, &[]);
    let raw = Connection::open(file(dir.path())).unwrap();
    let list: Vec<String> = raw
        .prepare("SELECT sql FROM sqlite_schema WHERE sql NOT NULL AND name NOT LIKE 'sqlite_%'")
        .unwrap()
        .query_map([], |row| row.get(0))
        .unwrap()
        .map(Result::unwrap)
        .collect();
    let place = |text: &str| known.file.windows(text.len()).position(|there| there == text.as_bytes());
    let texts: Vec<usize> = list.iter().flat_map(|text| (place(text).unwrap()..).take(text.len())).collect();
    assert!(texts.len() > 3_000, "{} bytes of texts", texts.len());
    let mut hit = 0;
    for (nth, bit) in places(texts.len(), 7) {
        let at = texts[nth];
        let what = format!("bit {bit} of byte {at} of the list of tables");
        let mut flipped = known.file.clone();
        flipped[at] ^= 1 << bit;
        let dir = known.lay(&flipped, &[]);
        let seen = read(&known, Store::open_to_read(dir.path()), &what);
        assert_eq!(seen.shortened, 0, "{what}: a shorter history passed for the whole");
        assert!(seen.refused == 0 || seen.named, "{what}: {seen:?} is not named");
        hit += usize::from(seen.refused > 0);
        assert_eq!(repaired(&known, &dir, &what), STREAMS, "{what}");
    }
    assert!(hit > rounds() / 20, "{hit}");
    eprintln!("list of tables: {} flips, {hit} hit streams, all carried", rounds());
}

/// Flips a bit of a file, and repairs it: every stream must come back.
fn comes_back_whole(known: &Known, at: usize, bit: u8, what: &str) -> bool {
    let what = format!("{what}: bit {bit} of byte {at}");
    let mut flipped = known.file.clone();
    flipped[at] ^= 1 << bit;
    let dir = known.lay(&flipped, &known.log);
    let seen = read(known, Store::open_to_read(dir.path()), &what);
    assert_eq!(seen.shortened, 0, "{what}: a shorter history passed for the whole");
    assert!(seen.refused == 0 || seen.named, "{what}: {seen:?} is not named");
    if seen.whole == STREAMS && !seen.named {
        return false;
    }
    assert_eq!(repaired(known, &dir, &what), STREAMS, "{what}");
    let store = Store::open(dir.path()).unwrap();
    assert_eq!(store.strays().unwrap().len(), 1, "{what}");
    for n in 0..STREAMS {
        let content = format!("a content of rl-{n:02}, 0 {}", "z".repeat(n * 200));
        assert!(store.get_blob(&blob_id(content.as_bytes())).unwrap().is_some(), "{what}: {n}");
        assert!(store.stream_for_key(&format!("key of rl-{n:02}")).unwrap().is_some(), "{what}: {n}");
    }
    true
}

/// The page with which SQLite's list of tables begins: what its head and its pointers say is told by no text.
#[test]
fn a_flipped_bit_in_the_head_of_the_list_of_tables_costs_nothing() {
    let known = Known::make(true);
    let rows = usize::from(known.file[103]) << 8 | usize::from(known.file[104]);
    let head = 100..112 + 2 * rows;
    assert!(rows > 0 && known.file[100] == 5, "a page of the middle of a tree");
    let mut hit = 0;
    for bit in 0..8 {
        hit += usize::from(comes_back_whole(&known, 104, bit, "its count"));
    }
    for (nth, bit) in places(head.len(), 8) {
        hit += usize::from(comes_back_whole(&known, head.start + nth, bit, "its head"));
    }
    assert!(hit > 8, "{hit}");
    // What is newest lies in the log, and this page does not.
    let dir = known.lay(&known.file, &[]);
    let mut store = Store::open(dir.path()).unwrap();
    store.append("rl-00", 8, &Batch::new([event(1, 1)])).unwrap();
    let (file_bytes, log_bytes) = (fs::read(file(dir.path())).unwrap(), fs::read(log(dir.path())).unwrap());
    assert!((32..log_bytes.len()).step_by(24 + 4096).all(|at| log_bytes[at..at + 4] != [0, 0, 0, 1]));
    let truth = known.truth.keys().map(|id| (id.clone(), store.events(id).unwrap())).collect();
    let known = Known { file: file_bytes, log: log_bytes, truth };
    assert!(comes_back_whole(&known, 104, 0, "beside a log"));
    let mut zeroed = known.file.clone();
    zeroed[..4096].fill(0);
    let dir = known.lay(&zeroed, &known.log);
    assert_eq!(repaired(&known, &dir, "a page of zeros"), STREAMS);
}

/// Pages that say of themselves what they are, how many rows they have and where those lie.
#[test]
fn a_flipped_bit_in_the_head_of_a_page_of_any_tree_costs_nothing() {
    let known = Known::make(true);
    let dir = known.lay(&known.file, &[]);
    let raw = Connection::open(file(dir.path())).unwrap();
    let pages: Vec<(usize, String)> = raw
        .prepare(
            "SELECT pageno, pagetype FROM dbstat
             WHERE name IN ('event', 'stream', 'subject', 'blob', 'stray') AND pagetype <> 'overflow'",
        )
        .unwrap()
        .query_map([], |row| Ok((row.get::<_, u32>(0)? as usize, row.get(1)?)))
        .unwrap()
        .map(Result::unwrap)
        .collect();
    let (mut hit, mut middle) = (0, 0);
    for (page, _) in pages.iter().filter(|(_, kind)| kind == "internal") {
        middle += 1;
        for bit in 0..8 {
            let at = (page - 1) * 4096 + 4;
            hit += usize::from(comes_back_whole(&known, at, bit, &format!("the count of page {page}")));
            let at = (page - 1) * 4096;
            hit += usize::from(comes_back_whole(&known, at, bit, &format!("the kind of page {page}")));
        }
    }
    for (nth, bit) in places(pages.len() * 8, 9) {
        let (page, kind) = &pages[nth / 8];
        let at = (page - 1) * 4096 + nth % 8;
        hit += usize::from(comes_back_whole(&known, at, bit, &format!("the head of page {page}, {kind}")));
    }
    assert!(middle > 1 && hit > middle, "{middle} pages of the middle, {hit} hit");
}

/// Returns where each frame that ends a transaction begins in a log.
fn commits(log: &[u8]) -> Vec<usize> {
    let frames = (32..log.len()).step_by(24 + 4096);
    frames.filter(|at| log[at + 4..at + 8] != [0; 4]).collect()
}

#[test]
fn a_flipped_bit_in_the_log_shortens_no_history() {
    let known = Known::make(false);
    let ends = commits(&known.log);
    // The last transaction: a crash may leave it as rot does.
    let last = ends[ends.len() - 2] + 24 + 4096;
    let (mut named, mut told_by_head, mut shown) = (0, 0, 0);
    for (at, bit) in places(known.log.len(), 2) {
        let what =
            format!("bit {bit} of byte {at} of {} in the log, last transaction at {last}", known.log.len());
        let mut flipped = known.log.clone();
        flipped[at] ^= 1 << bit;
        let dir = known.lay(&known.file, &flipped);
        let seen = read(&known, Store::open_to_read(dir.path()), &what);
        if at < last {
            assert_eq!(seen.shortened, 0, "{what}: a shorter history passed for the whole");
            assert!(seen.named, "{what}");
            let mut writer = Store::open(dir.path()).unwrap();
            assert!(matches!(writer.read_only(), Some(ReadOnly::DamagedLog(_))), "{what}");
            let refused = writer.append("rl-00", 8, &Batch::new([event(1, 1)])).unwrap_err();
            assert!(refused.hint().contains("countersign doctor --repair"), "{what}: {refused}");
            drop(writer);
            assert_eq!(
                fs::read(log(dir.path())).unwrap(),
                flipped,
                "{what}: the log was left as it was found"
            );
            shown += seen.whole;
            named += 1;
            let carried = repaired(&known, &dir, &what);
            // Loops that share a page share its fate.
            assert!(carried * 2 >= STREAMS, "{what}: one bit costs the loops of its page, {carried} carried");
        } else if seen.shortened > 0 {
            // No program can tell it from a write that was cut off; the head in the report does.
            assert_eq!(seen.shortened, 1, "{what}");
            told_by_head += 1;
        }
    }
    eprintln!(
        "log: {} flips, {named} named, {shown} streams shown whole, {told_by_head} in the last transaction",
        rounds()
    );
    assert!(named > rounds() / 2);
}

#[test]
fn a_cut_database_is_never_used_for_a_whole_one() {
    let known = Known::make(true);
    for (at, _) in places(known.file.len(), 3) {
        let what = format!("cut at {at} of {}", known.file.len());
        let dir = known.lay(&known.file[..at], &[]);
        let seen = read(&known, Store::open_to_read(dir.path()), &what);
        assert_eq!(seen.shortened, 0, "{what}");
        assert!(seen.refused == 0 || seen.named, "{what}: {seen:?}");
        if at >= 512 {
            repaired(&known, &dir, &what);
        }
    }
}

#[test]
fn a_cut_log_leaves_a_beginning_that_the_head_tells_from_the_whole() {
    let known = Known::make(false);
    for (at, _) in places(known.log.len(), 4) {
        let what = format!("log cut at {at} of {}", known.log.len());
        let dir = known.lay(&known.file, &known.log[..at]);
        let seen = read(&known, Store::open(dir.path()), &what);
        assert!(!seen.named && seen.refused == 0, "{what}: a cut log is what a crash leaves: {seen:?}");
        let store = Store::open(dir.path()).unwrap();
        for info in store.streams(None).unwrap() {
            let truth = &known.truth[&info.id];
            let whole = info.events as usize == truth.len();
            assert_eq!(whole, info.head == truth[truth.len() - 1].hash, "{what}: {}", info.id);
        }
    }
}

#[test]
fn a_repair_that_was_cut_short_is_finished_and_never_begun_over() {
    let known = Known::make(false);
    let mut damaged = known.log.clone();
    damaged[32 + 24 + 100] ^= 1;
    // As a kill leaves it after the mark, after the second name, and after the log was removed.
    for step in 0..3 {
        let dir = known.lay(&known.file, &damaged);
        let folder = dir.path().join("countersign");
        fs::write(folder.join("store.db.repairing"), "store.db.damaged-x").unwrap();
        if step > 0 {
            fs::hard_link(file(dir.path()), folder.join("store.db.damaged-x")).unwrap();
            fs::hard_link(log(dir.path()), folder.join("store.db.damaged-x-wal")).unwrap();
        }
        if step > 1 {
            fs::remove_file(log(dir.path())).unwrap();
        }
        for refused in
            [Store::open(dir.path()), Store::open_to_read(dir.path()), Store::open_to_examine(dir.path())]
        {
            assert!(matches!(refused, Err(StoreError::Repairing { .. })), "step {step}: {refused:?}");
        }
        assert!(repaired(&known, &dir, &format!("step {step}")) + 1 >= STREAMS, "step {step}");
        assert!(!folder.join("store.db.repairing").exists(), "step {step}");
    }
}

#[test]
fn contents_that_rotted_are_named_and_the_others_carried() {
    let known = Known::make(true);
    let body = b"a content of rl-03, 1 zzzz";
    let at = (0..known.file.len()).find(|at| known.file[*at..].starts_with(body)).unwrap();
    let mut flipped = known.file.clone();
    flipped[at + 3] ^= 4;
    let dir = known.lay(&flipped, &[]);
    let hash = blob_id(format!("a content of rl-03, 1 {}", "z".repeat(600)).as_bytes());
    assert_eq!(Store::open_to_read(dir.path()).unwrap().verify_all(), [Damage::Blob { hash: hash.clone() }]);
    let done = Store::repair(dir.path(), Timestamp(0), &KINDS, &|_| None).unwrap();
    assert_eq!((done.carried.len(), done.cut.len(), done.lost), (STREAMS, 0, vec![hash]));
    let store = Store::open(dir.path()).unwrap();
    assert_eq!(store.strays().unwrap().len(), 1);
    assert_eq!(store.stream_for_key("key of rl-05").unwrap().as_deref(), Some("rl-05"));
}

// ---- loops and their reports -----------------------------------------------------------------------

/// Two loops with reports: of the plan's task, and of a free change.
fn two_loops() -> (Scene, String, String) {
    let scene = with_task_one();
    let desk = Desk::at(scene.root());
    let opened = desk.review(json!({ "plan": PLAN, "task": "1" }));
    desk.answer(&opened, blocker("The discount is ignored", "src/cart.js", 6));
    scene.commit("docs: notes", &[("notes.md", "A note.\n")]);
    let change = json!({ "id": "notes", "title": "Notes", "criteria": "they are there", "base": "HEAD~1" });
    let change = desk.review(change);
    desk.answer(&change, blocker("The note is empty", "notes.md", 1));
    let id = |answer: &serde_json::Value| answer["loop_id"].as_str().unwrap().to_owned();
    (scene, id(&opened), id(&change))
}

fn database(scene: &Scene) -> PathBuf {
    scene.root().join(".git/countersign/store.db")
}

/// Changes the database as somebody would who goes round the triggers, and puts these back.
fn tamper(scene: &Scene, change: impl FnOnce(&Connection)) {
    let raw = Connection::open(database(scene)).unwrap();
    let mut named = raw.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").unwrap();
    let rows = named.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    let triggers: Vec<(String, String)> = rows.map(Result::unwrap).collect();
    triggers.iter().for_each(|(name, _)| raw.execute_batch(&format!("DROP TRIGGER {name}")).unwrap());
    raw.execute_batch("PRAGMA foreign_keys = OFF").unwrap();
    change(&raw);
    triggers.iter().for_each(|(_, sql)| raw.execute_batch(sql).unwrap());
}

fn found(scene: &Scene) -> Vec<(String, String)> {
    let checkup = App::new(scene.root()).examine();
    assert_eq!(checkup.healthy, !checkup.checks.iter().any(|c| c.state.is_wrong()));
    let wrong = checkup.checks.into_iter().filter(|c| c.state.is_wrong());
    wrong.map(|c| (c.check, c.about.unwrap_or_default())).collect()
}

fn rewrite(raw: &Connection, id: &str, seq: u64, events: &[Stored], rehash: bool) {
    let old = &events[seq as usize - 1];
    // Even where it says the same: what was written is what counts.
    let body = old.body.replacen('{', "{ ", 1);
    assert_ne!(body, old.body);
    raw.execute(
        "UPDATE event SET body = ?3 WHERE stream = ?1 AND seq = ?2",
        rusqlite::params![id, seq as i64, body],
    )
    .unwrap();
    if !rehash {
        return;
    }
    let mut prev = old.prev.clone();
    for event in &events[seq as usize - 1..] {
        let body = if event.seq == seq { body.clone() } else { event.body.clone() };
        let new = NewEvent { at: event.at, kind: event.kind.clone(), version: event.version, body };
        let hash = link(&prev, id, event.seq, &new);
        raw.execute(
            "UPDATE event SET prev = ?3, hash = ?4 WHERE stream = ?1 AND seq = ?2",
            rusqlite::params![id, event.seq as i64, prev, hash],
        )
        .unwrap();
        prev = hash;
    }
    raw.execute("UPDATE stream SET head = ?2 WHERE id = ?1", [id, &prev]).unwrap();
}

fn events(scene: &Scene, id: &str) -> Vec<Stored> {
    Store::open_to_read(&scene.root().join(".git")).unwrap().events(id).unwrap()
}

#[test]
fn a_rewritten_event_is_named_by_loop_and_link() {
    let (scene, id, _) = two_loops();
    assert_eq!(found(&scene), []);
    let all = events(&scene, &id);
    tamper(&scene, |raw| rewrite(raw, &id, 1, &all, false));
    let wrong = found(&scene);
    assert_eq!(wrong[0], ("loop.chain".to_owned(), id), "{wrong:?}");
}

#[test]
fn a_history_made_anew_whole_is_betrayed_by_the_head_its_report_prints() {
    let (scene, id, _) = two_loops();
    let all = events(&scene, &id);
    tamper(&scene, |raw| rewrite(raw, &id, 1, &all, true));
    let store = Store::open_to_read(&scene.root().join(".git")).unwrap();
    assert_eq!(store.verify_all(), [], "the chain itself holds");
    assert_eq!(store.events(&id).unwrap()[0].prev, genesis(&id, "loop", &subject(&store, &id)));
    let wrong = found(&scene);
    assert_eq!(wrong.len(), 1, "{wrong:?}");
    assert_eq!(wrong[0].0, "report.head", "{wrong:?}");
}

fn subject(store: &Store, id: &str) -> String {
    store.streams(None).unwrap().into_iter().find(|info| info.id == id).unwrap().subject
}

#[test]
fn a_dropped_last_event_is_betrayed_by_the_head_its_report_prints() {
    let (scene, id, other) = two_loops();
    let all = events(&scene, &id);
    let before = all[all.len() - 2].clone();
    tamper(&scene, |raw| {
        raw.execute(
            "DELETE FROM event WHERE stream = ?1 AND seq = ?2",
            rusqlite::params![id, all.len() as i64],
        )
        .unwrap();
        let set = "UPDATE stream SET events = ?2, head = ?3, last_at = ?4 WHERE id = ?1";
        raw.execute(set, rusqlite::params![id, before.seq as i64, before.hash, before.at.0]).unwrap();
    });
    assert_eq!(Store::open_to_read(&scene.root().join(".git")).unwrap().verify_all(), []);
    let wrong = found(&scene);
    let kinds: Vec<_> = all.iter().map(|e| &e.kind).collect();
    assert_eq!(wrong.len(), 1, "{wrong:?} {kinds:?}");
    assert_eq!(wrong[0].0, "report.head", "{wrong:?}");
    // It is the only trace: neither a repair nor `report` writes over it unasked.
    let report = scene.root().join(&wrong[0].1);
    let text = fs::read(&report).unwrap();
    let app = App::new(scene.root());
    app.repair().unwrap();
    assert!(app.rebuild_reports(Some(&id), false).unwrap_err().to_string().contains("--force"));
    assert_eq!(fs::read(&report).unwrap(), text);
    assert!(!app.rebuild_reports(Some(&other), false).unwrap().reports.is_empty());
}

#[test]
fn a_phase_that_lost_its_last_events_is_betrayed_by_its_report() {
    let scene = with_task_one();
    scene.write(".planning/phases/01-cart/01-01-SUMMARY.md", "# Summary\n\nDone.\n");
    let desk = Desk::at(scene.root());
    let asked = json!({ "phase": "1", "partial": true });
    let verified = desk.ok("verify_phase", asked.clone());
    let item = verified["items"].as_array().unwrap().iter().find(|i| i["kind"] == "truth").unwrap();
    let mut said = asked.clone();
    said["overrides"] =
        json!([{ "item_id": item["id"], "reason": "The discount comes in May", "decided_by": "Ada" }]);
    desk.ok("verify_phase", said);
    assert_eq!(found(&scene), []);
    let store = Store::open_to_read(&scene.root().join(".git")).unwrap();
    let phase = store.streams(Some("phase")).unwrap().remove(0);
    let all = store.events(&phase.id).unwrap();
    assert!(all.len() > 2, "{all:#?}");
    tamper(&scene, |raw| {
        raw.execute("DELETE FROM event WHERE stream = ?1 AND seq > 1", [&phase.id]).unwrap();
        let set = "UPDATE stream SET events = 1, head = ?2, last_at = ?3 WHERE id = ?1";
        raw.execute(set, rusqlite::params![phase.id, all[0].hash, all[0].at.0]).unwrap();
    });
    assert_eq!(Store::open_to_read(&scene.root().join(".git")).unwrap().verify_all(), []);
    let report = ".planning/phases/01-cart/01-VERIFICATION.md".to_owned();
    assert_eq!(found(&scene), [("report.head".to_owned(), report.clone())]);
    // Who verifies again is told before the only trace is written over.
    let again = desk.ok("verify_phase", asked.clone());
    assert!(crate::desk::codes(&again).contains(&"lost_events"), "{again:#}");
    assert_eq!(found(&scene), []);
    // Another store's chain is no damage.
    fs::remove_dir_all(scene.root().join(".git/countersign")).unwrap();
    Desk::at(scene.root()).review(json!({ "plan": PLAN, "task": "1" }));
    let checks = App::new(scene.root()).examine().checks;
    let unknown: Vec<_> = checks.iter().filter(|c| c.about.as_deref() == Some(&report)).collect();
    assert!(unknown.len() == 1 && !unknown[0].state.is_wrong(), "{unknown:?}");
}

#[test]
fn a_server_with_a_damaged_store_goes_on_with_the_loops_that_hold() {
    let (scene, id, other) = two_loops();
    let all = events(&scene, &id);
    tamper(&scene, |raw| rewrite(raw, &id, 2, &all, false));
    let mut server = Client::start(scene.root(), Era::Stateless);
    for (tool, arguments) in [
        ("loop_status", json!({ "loop_id": id })),
        ("review_task", json!({ "loop_id": id })),
        ("review_task", json!({ "plan": PLAN, "task": "1" })),
        (
            "decide",
            json!({ "loop_id": id, "turn": all.len(), "choice": "accept", "reason": "r", "decided_by": "Ada" }),
        ),
    ] {
        let refused = server.call(tool, arguments.clone());
        assert!(refused.is_error, "{tool}: {}", refused.text);
        assert!(
            refused.text.contains("event 2") && refused.text.contains("countersign doctor"),
            "{tool}: {}",
            refused.text
        );
        // The repair leaves that loop out: no call on it goes on, and one by its subject does.
        let by_id = arguments["loop_id"].is_string();
        assert_eq!(refused.text.contains("the same call goes on"), !by_id, "{tool}: {}", refused.text);
    }
    let held = server.call("loop_status", json!({ "loop_id": other }));
    assert!(!held.is_error && held.text.contains("The note is empty"), "{}", held.text);
    let listed = server.call("loop_status", json!({}));
    assert!(listed.text.contains(&other) && listed.text.contains("breaks at event 2"), "{}", listed.text);
    // Whoever turns the pages comes to their end, whatever cannot be read on them.
    let mut page = json!({ "state": "all" });
    let mut seen = Vec::new();
    for _ in 0..2 {
        let part = server.call("loop_status", page.clone()).structured;
        seen.extend(part["loops"].as_array().unwrap().iter().map(|row| row["loop_id"].clone()));
        page["cursor"] = part["cursor"].clone();
        if page["cursor"].is_null() {
            break;
        }
    }
    assert_eq!((seen, &page["cursor"]), (vec![json!(other)], &Value::Null));

    let app = App::new(scene.root());
    let part = app.readable_part(&id).unwrap().unwrap();
    assert_eq!(part.timeline.len(), 1, "{part:?}");
    assert!(part.broken.contains("event 2"), "{part:?}");
    let checkup = app.repair().unwrap();
    assert!(checkup.healthy, "{checkup:#?}");
    assert!(checkup.repaired.iter().any(|done| done.contains(&id)), "{checkup:#?}");
    // Cut, it is still read as far as it held, and nobody goes on from it.
    assert_eq!(app.readable_part(&id).unwrap().unwrap(), part);
    let refused = server.call("loop_status", json!({ "loop_id": id }));
    assert!(refused.is_error && refused.text.contains("does not go on"), "{}", refused.text);
    let held = server.call("loop_status", json!({ "loop_id": other }));
    assert!(!held.is_error && held.text.contains("The note is empty"), "{}", held.text);
    let anew = server.call("review_task", json!({ "plan": PLAN, "task": "1" }));
    assert!(!anew.is_error && anew.structured["loop_id"] != json!(id), "{}", anew.text);
}

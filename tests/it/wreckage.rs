//! What becomes of a store whose file, log or mark was lost, emptied, zeroed, linked or protected: what was acknowledged is
//! shown or brought back, and what is gone is never passed over in silence.

#![allow(clippy::unwrap_used, clippy::panic, reason = "the functions that tests share fail like tests")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use countersign::app::App;
use countersign::domain::ids::Timestamp;
use countersign::io::store::{Batch, NewEvent, Opened, ReadOnly, Repaired, Store, StoreError, Stored};
use serde_json::json;
use tempfile::TempDir;

use crate::desk::{Desk, blocker};
use crate::plan_scene::{PLAN, with_task_one};

pub(crate) const FRAME: usize = 24 + 4096;

pub(crate) fn event(n: usize) -> NewEvent {
    let body = format!("{{\"number\":{n},\"text\":\"{}\"}}", "lorem ipsum ".repeat(n % 40));
    NewEvent { at: Timestamp(1_000 + n as i64), kind: "noted".into(), version: 1, body }
}

pub(crate) fn file(dir: &Path) -> PathBuf {
    dir.join("countersign/store.db")
}

pub(crate) fn log(dir: &Path) -> PathBuf {
    dir.join("countersign/store.db-wal")
}

/// A store as bytes, with what it holds.
pub(crate) struct Found {
    pub(crate) file: Vec<u8>,
    pub(crate) log: Vec<u8>,
    pub(crate) truth: BTreeMap<String, Vec<Stored>>,
}

impl Found {
    /// As a kill leaves a store; of a young one all is in the log, of an older one the newest events.
    pub(crate) fn make(young: bool) -> Self {
        let dir = TempDir::new().unwrap();
        let mut store = Store::open(dir.path()).unwrap();
        let ids: Vec<String> = (0..3).map(|n| format!("rl-{n}")).collect();
        for (n, id) in ids.iter().enumerate() {
            let opened = store.open_stream(&format!("key of {id}"), id, "loop", &Batch::new([event(n)]));
            assert!(matches!(opened, Ok(Opened::New(_))));
        }
        if !young {
            drop(store);
            store = Store::open(dir.path()).unwrap();
        }
        for round in 1..4 {
            for (n, id) in ids.iter().enumerate() {
                store.append(id, round, &Batch::new([event(round as usize * 10 + n)])).unwrap();
            }
        }
        let truth = ids.iter().map(|id| (id.clone(), store.events(id).unwrap())).collect();
        Self { file: fs::read(file(dir.path())).unwrap(), log: fs::read(log(dir.path())).unwrap(), truth }
    }

    pub(crate) fn lay(&self, file_bytes: Option<&[u8]>, log_bytes: &[u8]) -> TempDir {
        let dir = TempDir::new().unwrap();
        fs::create_dir(dir.path().join("countersign")).unwrap();
        if let Some(bytes) = file_bytes {
            fs::write(file(dir.path()), bytes).unwrap();
        }
        fs::write(log(dir.path()), log_bytes).unwrap();
        dir
    }

    pub(crate) fn is_whole(&self, store: &Store) -> bool {
        self.truth.iter().all(|(id, truth)| store.events(id).is_ok_and(|events| events == *truth))
    }
}

pub(crate) fn repair(dir: &Path) -> Result<Repaired, StoreError> {
    Store::repair(dir, Timestamp(1_767_225_600_000), &["loop", "phase"], &|_| None)
}

#[test]
fn one_bit_that_makes_a_page_of_the_log_page_nothing_costs_no_event() {
    for young in [true, false] {
        let found = Found::make(young);
        let mut hit = 0;
        for at in (32..found.log.len()).step_by(FRAME) {
            let page = u32::from_be_bytes(found.log[at..at + 4].try_into().unwrap());
            if !page.is_power_of_two() {
                continue;
            }
            hit += 1;
            let what = format!("young {young}, page {page} at {at}");
            let mut flipped = found.log.clone();
            flipped[at..at + 4].fill(0);
            let dir = found.lay(Some(&found.file), &flipped);
            assert!(found.is_whole(&Store::open_to_read(dir.path()).unwrap()), "{what}");
            let writer = Store::open(dir.path()).unwrap();
            assert!(matches!(writer.read_only(), Some(ReadOnly::DamagedLog(_))), "{what}");
            assert!(found.is_whole(&writer), "{what}");
            drop(writer);
            assert_eq!(fs::read(log(dir.path())).unwrap(), flipped, "{what}");
            assert_eq!(repair(dir.path()).unwrap().carried.len(), found.truth.len(), "{what}");
            assert!(found.is_whole(&Store::open(dir.path()).unwrap()), "{what}");
        }
        assert!(hit > 3 * usize::from(young), "{hit}");
    }
}

#[test]
fn a_log_with_blocks_of_zeros_is_never_taken_for_no_store_nor_for_a_shorter_one() {
    for young in [true, false] {
        let found = Found::make(young);
        // Whatever lies in the newest commit, a crash may have left so.
        let last = (32..found.log.len() - FRAME)
            .step_by(FRAME)
            .rfind(|at| found.log[at + 4..at + 8] != [0; 4])
            .unwrap();
        let (mut whole, mut refused) = (0, 0);
        for length in [4096, 8 * 4096] {
            for at in (0..last.saturating_sub(length)).step_by(7 * 4096) {
                let what = format!("young {young}, {length} zeros at {at}");
                let mut zeroed = found.log.clone();
                zeroed[at..at + length].fill(0);
                let dir = found.lay(Some(&found.file), &zeroed);
                match Store::open_to_read(dir.path()) {
                    Ok(store) => assert!(found.is_whole(&store) || !store.verify_all().is_empty(), "{what}"),
                    Err(StoreError::Damaged { .. }) => {
                        refused += 1;
                        let looked = Store::open_to_examine(dir.path());
                        let named = |store: Store| !store.verify_all().is_empty();
                        assert!(looked.map_or(true, named), "{what}: whoever looks is told");
                    }
                    Err(other) => panic!("{what}: {other:?}"),
                }
                let mut writer = Store::open(dir.path());
                if let Ok(writer) = &mut writer {
                    let written = writer.append("rl-0", 4, &Batch::new([event(1)]));
                    assert!(matches!(written, Err(StoreError::ReadOnly { .. })), "{what}: {written:?}");
                }
                drop(writer);
                assert_eq!(
                    fs::read(log(dir.path())).unwrap(),
                    zeroed,
                    "{what}: the log was left as it was found"
                );
                match repair(dir.path()) {
                    Ok(done) => {
                        let aside = PathBuf::from(format!("{}-wal", done.aside.display()));
                        assert_eq!(fs::read(aside).unwrap(), zeroed, "{what}: what was found is kept");
                        let store = Store::open(dir.path()).unwrap();
                        assert_eq!(store.verify_all(), [], "{what}");
                        whole += usize::from(found.is_whole(&store));
                    }
                    Err(StoreError::PastRepair { .. }) => {
                        assert_eq!(fs::read(log(dir.path())).unwrap(), zeroed, "{what}: left as it is");
                    }
                    Err(other) => panic!("{what}: {other:?}"),
                }
            }
        }
        assert!(whole > 0 && refused > 0, "{whole} whole, {refused} refused");
    }
}

#[test]
fn a_store_that_never_came_to_hold_anything_is_begun_anew_by_a_repair() {
    // As a power loss leaves one that was being made: no table in the file, and a log of nothing.
    let dir = TempDir::new().unwrap();
    fs::create_dir(dir.path().join("countersign")).unwrap();
    let raw = rusqlite::Connection::open(file(dir.path())).unwrap();
    raw.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(())).unwrap();
    drop(raw);
    assert_eq!(fs::metadata(file(dir.path())).unwrap().len(), 4096);
    fs::write(log(dir.path()), vec![0; 32 + 3 * FRAME]).unwrap();
    let refused = Store::open(dir.path());
    assert!(matches!(refused, Err(StoreError::Damaged { .. })), "{refused:?}");
    assert_eq!(repair(dir.path()).unwrap().carried, Vec::<String>::new());
    assert_eq!(Store::open(dir.path()).unwrap().read_only(), None);
}

#[test]
fn a_store_that_is_gone_or_emptied_beside_its_log_comes_back_whole() {
    let found = Found::make(true);
    for emptied in [None, Some(&b""[..])] {
        let dir = found.lay(emptied, &found.log);
        for refused in [
            Store::open(dir.path()),
            Store::open_existing(dir.path()),
            Store::open_to_read(dir.path()),
            Store::open_to_examine(dir.path()),
        ] {
            assert!(matches!(refused, Err(StoreError::NotAStore { .. })), "{refused:?}");
        }
        assert_eq!(fs::read(log(dir.path())).unwrap(), found.log, "the log was left as it was found");
        let done = repair(dir.path()).unwrap();
        assert_eq!(done.carried.len(), found.truth.len());
        let aside = PathBuf::from(format!("{}-wal", done.aside.display()));
        assert_eq!(fs::read(aside).unwrap(), found.log, "what was found is kept");
        assert!(found.is_whole(&Store::open(dir.path()).unwrap()));
    }
    // Of an older store the log has only what is new: no repair can read that, and none takes it away.
    let found = Found::make(false);
    for emptied in [None, Some(&b""[..])] {
        let dir = found.lay(emptied, &found.log);
        let refused = repair(dir.path());
        assert!(matches!(refused, Err(StoreError::PastRepair { .. })), "{refused:?}");
        assert_eq!(fs::read(log(dir.path())).unwrap(), found.log, "the log was left as it was found");
        assert_eq!(file(dir.path()).exists(), emptied.is_some());
    }
}

#[test]
fn a_repair_of_a_store_that_is_gone_is_finished_however_far_it_came() {
    let found = Found::make(true);
    for step in 0..3 {
        // As a kill leaves it after the mark, after the second names, and after the log was removed.
        let dir = found.lay(Some(b""), &found.log);
        let aside = dir.path().join("countersign/store.db.damaged-x");
        fs::write(dir.path().join("countersign/store.db.repairing"), "store.db.damaged-x").unwrap();
        if step > 0 {
            fs::hard_link(file(dir.path()), &aside).unwrap();
            fs::hard_link(log(dir.path()), format!("{}-wal", aside.display())).unwrap();
        }
        if step > 1 {
            fs::remove_file(log(dir.path())).unwrap();
        }
        assert_eq!(repair(dir.path()).unwrap().carried.len(), found.truth.len(), "step {step}");
        assert!(found.is_whole(&Store::open(dir.path()).unwrap()), "step {step}");
    }
}

#[test]
fn a_mark_that_names_nothing_set_aside_hinders_no_repair() {
    let found = Found::make(false);
    let mut flipped = found.log.clone();
    flipped[32 + 24 + 100] ^= 1;
    for mark in
        [&b""[..], b"\n", b".", b"..", b"/", b"../../HEAD", b"store.db", b"store.db-wal", &[0xff, 0], b"x"]
    {
        let dir = found.lay(Some(&found.file), &flipped);
        let marker = dir.path().join("countersign/store.db.repairing");
        fs::write(&marker, mark).unwrap();
        assert!(matches!(Store::open(dir.path()), Err(StoreError::Repairing { .. })), "{mark:?}");
        let done = repair(dir.path()).unwrap();
        assert!(done.carried.len() + 1 >= found.truth.len(), "{mark:?}: {done:?}");
        assert!(!marker.exists(), "{mark:?}");
        Store::open(dir.path()).unwrap();
    }
}

#[cfg(unix)]
#[test]
fn a_store_with_a_second_name_is_written_once_it_has_a_file_of_its_own() {
    let found = Found::make(false);
    for linked in ["store.db", "store.db-wal"] {
        let dirs = [found.lay(Some(&found.file), &found.log), found.lay(Some(&found.file), &found.log)];
        let [one, other] = [0, 1].map(|n: usize| dirs[n].path().join("countersign").join(linked));
        fs::remove_file(&other).unwrap();
        fs::hard_link(&one, &other).unwrap();
        for dir in &dirs {
            let mut store = Store::open(dir.path()).unwrap();
            assert_eq!(store.read_only(), Some(ReadOnly::Linked), "{linked}");
            assert!(found.is_whole(&store), "{linked}: it can be read");
            let refused = store.append("rl-0", 4, &Batch::new([event(1)])).unwrap_err();
            assert!(refused.hint().contains("countersign doctor --repair"), "{linked}: {refused}");
            assert!(Store::open_to_examine(dir.path()).unwrap().facts().unwrap().linked, "{linked}");
        }
        for (n, dir) in dirs.iter().enumerate() {
            assert_eq!(repair(dir.path()).unwrap().carried.len(), found.truth.len(), "{linked}");
            let mut store = Store::open(dir.path()).unwrap();
            assert_eq!(store.read_only(), None, "{linked}");
            store.append("rl-0", 4, &Batch::new([event(n)])).unwrap();
        }
    }
}

#[cfg(unix)]
#[test]
fn doctor_tells_of_a_second_name_and_gives_the_store_a_file_of_its_own() {
    let scene = with_task_one();
    let desk = Desk::at(scene.root());
    let opened = desk.review(json!({ "plan": PLAN, "task": "1" }));
    let second = scene.beside("copied.db");
    fs::hard_link(file(&scene.root().join(".git")), second).unwrap();
    let app = App::new(scene.root());
    let checkup = app.examine();
    assert!(checkup.checks.iter().any(|c| c.check == "store.linked" && c.state.is_wrong()), "{checkup:#?}");
    let answer = json!({ "loop_id": opened["loop_id"], "countersign": opened["countersign"],
        "verdict": "changes_requested", "findings": blocker("The discount is ignored", "src/cart.js", 6) });
    let refused = desk.refused("record_findings", answer.clone());
    assert!(refused.contains("second name") && refused.contains("countersign doctor --repair"), "{refused}");
    let checkup = app.repair().unwrap();
    assert!(!checkup.checks.iter().any(|c| c.check == "store.linked"), "{checkup:#?}");
    desk.ok("record_findings", answer);
}

/// As root the reader runs as the user `nobody`, since root may write anywhere.
#[cfg(unix)]
#[test]
fn what_is_write_protected_beside_a_store_is_named() {
    use std::os::unix::fs::PermissionsExt as _;
    use std::os::unix::process::CommandExt as _;
    let found = Found::make(true);
    let dir = found.lay(Some(&found.file), &found.log);
    let mode = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    mode(dir.path(), 0o777);
    mode(&dir.path().join("countersign"), 0o777);
    mode(&file(dir.path()), 0o666);
    mode(&log(dir.path()), 0o444);
    let mut reader = std::process::Command::new(std::env::current_exe().unwrap());
    reader.args(["--ignored", "--exact", "store::child_that_only_reads", "--nocapture"]);
    reader.current_dir("/").env("STORE_CHILD_ROOT", dir.path());
    let probe = log(dir.path());
    if fs::File::options().append(true).open(&probe).is_ok() {
        reader.uid(65_534).gid(65_534);
    }
    let Ok(output) = reader.output() else {
        eprintln!("skipped: `nobody` cannot start the test program");
        return;
    };
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("Some(Beside(\"-wal\"))") && said.contains("store.db-wal"), "{said}{output:?}");
}

#[test]
fn a_refusal_promises_only_what_there_is() {
    let dir = TempDir::new().unwrap();
    let refused = Store::open(&dir.path().join("gone")).unwrap_err();
    assert!(matches!(refused, StoreError::CannotCreate { .. }), "{refused:?}");
    assert!(!refused.hint().contains("another"), "{}", refused.hint());
    // A file cut between two pages: no loop of it may be readable.
    let found = Found::make(false);
    for pages in 1..found.file.len() / 4096 {
        let dir = TempDir::new().unwrap();
        fs::create_dir(dir.path().join("countersign")).unwrap();
        fs::write(file(dir.path()), &found.file[..pages * 4096]).unwrap();
        let refused = Store::open_to_read(dir.path()).and_then(|store| store.streams(None).map(|_| ()));
        if let Err(refused) = refused {
            let hint = refused.hint();
            assert!(
                hint.contains("countersign doctor") && !hint.contains("other loops"),
                "{pages}: {refused} {hint}"
            );
        }
    }
}

#[test]
fn doctor_names_the_log_that_is_there_and_moves_away_no_file_that_is_not() {
    let scene = with_task_one();
    let found = Found::make(false);
    let dir = scene.root().join(".git");
    fs::create_dir_all(dir.join("countersign")).unwrap();
    fs::write(log(&dir), &found.log).unwrap();
    let app = App::new(scene.root());
    for checkup in [app.examine(), app.repair().unwrap_or_else(|_| app.examine())] {
        let told = checkup.checks.iter().find(|c| c.check == "store").map(|c| format!("{c:?}")).unwrap();
        assert!(told.contains("store.db-wal away"), "{told}");
        assert!(!told.contains("store.db away"), "{told}");
    }
}

/// A store of which nothing is left but its size: each command names the one that works, and that one does.
#[cfg(unix)]
#[test]
fn what_no_repair_can_read_is_set_aside_by_the_command_that_is_told() {
    for content in [0_u8, 10, 13] {
        let scene = with_task_one();
        let desk = Desk::at(scene.root());
        let opened = desk.review(json!({ "plan": PLAN, "task": "1" }));
        let store = file(&scene.root().join(".git"));
        let raw = rusqlite::Connection::open(&store).unwrap();
        raw.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).unwrap();
        drop(raw);
        let mut bytes = fs::read(&store).unwrap();
        bytes[100..].fill(content);
        // Linear in its size, whatever each page says of itself.
        bytes.resize(4 << 20, content);
        fs::write(&store, &bytes).unwrap();
        let app = App::new(scene.root());
        let found = app.examine().checks.into_iter().find(|c| c.check == "store").unwrap();
        let told = found.mend.unwrap();
        assert!(told.contains("countersign doctor --repair"), "{content}: {told}");
        let refused = app.repair().unwrap_err().to_string();
        assert!(
            refused.contains("no event") && !refused.contains("countersign doctor"),
            "{content}: {refused}"
        );
        assert_eq!(fs::read(&store).unwrap(), bytes, "{content}: it was left as it is");
        let command = refused.split("begins a new one: ").nth(1).unwrap();
        let command = command.split(". where there is a backup").next().unwrap();
        let done = std::process::Command::new("sh").args(["-c", command]).status().unwrap();
        assert!(done.success(), "{content}: {command}");
        assert!(app.examine().healthy, "{content}");
        let anew = desk.review(json!({ "plan": PLAN, "task": "1" }));
        assert_ne!(anew["loop_id"], opened["loop_id"], "{content}");
    }
}

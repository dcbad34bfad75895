//! No space, no permission, no home, another place: a typed refusal, what was recorded intact, and work that goes on once
//! the trouble is gone. Never a second store.
//!
//! Full disks are real ones: small file systems in memory, which only root may mount. Where that is not allowed the tests
//! say so and check nothing. `COUNTERSIGN_SPACE=50` sets how many sizes are tried.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a scene that cannot be built fails its test")]
#![allow(clippy::print_stderr, reason = "what is skipped is said")]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use countersign::app::App;
use countersign::io::store::{Store, StoreError};
use serde_json::{Value, json};

use crate::at_work::{recorded, round, with_parts};
use crate::client::{Client, Era, PATIENCE};
use crate::desk::{Desk, blocker};
use crate::plan_scene::{PLAN, fix_discount, with_task_one};
use crate::scene::Scene;

/// A file system mounted over a folder, with what the folder held.
struct Mounted {
    at: PathBuf,
}

impl Mounted {
    /// Mounts an empty file system of so many KB and copies the folder's content into it; nothing where that is not allowed.
    fn small(at: &Path, kilobytes: usize) -> Option<Self> {
        fs::create_dir_all(at).unwrap();
        let kept = tempfile::TempDir::new().unwrap();
        copy(at, kept.path());
        let mounted =
            Self::mount(&["-t", "tmpfs", "-o", &format!("size={kilobytes}k,mode=755"), "none"], at)?;
        copy(kept.path(), at);
        Some(mounted)
    }

    /// Makes a folder read-only by mounting it over itself.
    fn read_only(at: &Path) -> Option<Self> {
        let mounted = Self::mount(&["--bind", at.to_str().unwrap()], at)?;
        let remounted = Command::new("mount").args(["-o", "remount,bind,ro"]).arg(at).status().unwrap();
        remounted.success().then_some(mounted)
    }

    fn mount(arguments: &[&str], at: &Path) -> Option<Self> {
        let done = Command::new("mount").args(arguments).arg(at).output();
        if done.is_ok_and(|done| done.status.success()) {
            return Some(Self { at: at.to_owned() });
        }
        eprintln!("skipped: file systems cannot be mounted here");
        None
    }
}

impl Drop for Mounted {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(&self.at).status();
    }
}

pub(crate) fn copy(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            fs::create_dir_all(&target).unwrap();
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// Leaves only so many bytes free.
fn fill(folder: &Path, free: usize) {
    let ballast = folder.join("ballast");
    free_again(folder);
    let mut length = 0;
    let block = vec![1_u8; 4096];
    let mut file = fs::File::create(&ballast).unwrap();
    while std::io::Write::write_all(&mut file, &block).is_ok() {
        length += block.len();
    }
    drop(file);
    fs::File::options()
        .write(true)
        .open(&ballast)
        .unwrap()
        .set_len(length.saturating_sub(free) as u64)
        .unwrap();
}

/// Gives the space back at once: a program that another test just starts has the file open until its own begins.
fn free_again(folder: &Path) {
    let ballast = folder.join("ballast");
    if let Ok(file) = fs::File::options().write(true).open(&ballast) {
        file.set_len(0).unwrap();
        fs::remove_file(&ballast).unwrap();
    }
}

fn events(scene: &Scene) -> Vec<(String, usize)> {
    match Store::open_to_examine(&scene.root().join(".git")) {
        Ok(store) => {
            assert_eq!(store.verify_all(), []);
            let infos = store.streams(None).unwrap();
            infos.iter().map(|info| (info.id.clone(), store.events(&info.id).unwrap().len())).collect()
        }
        Err(StoreError::Missing { .. }) => Vec::new(),
        Err(other) => panic!("{other:?}"),
    }
}

/// Calls a writing tool with little space; refused, it must have changed nothing, and work once there is space.
fn squeezed(
    scene: &Scene,
    desk: &Desk,
    folder: &Path,
    free: usize,
    tool: &str,
    arguments: Value,
) -> (Value, bool) {
    let before = events(scene);
    fill(folder, free);
    let said = desk.call(tool, arguments.clone());
    free_again(folder);
    let text = match said {
        Ok(answer) => return (answer, true),
        Err(text) => text,
    };
    let named = text.contains("store") && (text.contains("space") || text.contains("disk"));
    assert!(named, "{tool} with {free} bytes: {text}");
    assert_eq!(events(scene), before, "{tool} with {free} bytes was refused and changed something");
    (desk.ok(tool, arguments), false)
}

#[test]
fn a_full_disk_refuses_each_writing_tool_and_loses_nothing() {
    let sizes = std::env::var("COUNTERSIGN_SPACE").ok().and_then(|n| n.parse().ok()).unwrap_or(5_usize);
    let (mut refused, mut done) = (0, 0);
    for n in 0..sizes {
        // From nothing to what a call needs, most of them small.
        let free = 4096 * (n * n * 60 / (sizes * sizes));
        let scene = with_task_one();
        let desk = Desk::at(scene.root());
        let folder = scene.root().join(".git/countersign");
        let Some(_mounted) = Mounted::small(&folder, 4096) else { return };
        let mut count = |whole: bool| if whole { done += 1 } else { refused += 1 };
        let task = json!({ "plan": PLAN, "task": "1" });
        let (opened, whole) = squeezed(&scene, &desk, &folder, free, "review_task", task);
        count(whole);
        let code = |opened: &Value, verdict: &str, findings: Value, resolved: Value| {
            json!({ "loop_id": opened["loop_id"], "countersign": opened["countersign"], "verdict": verdict,
                    "findings": findings, "resolved": resolved })
        };
        let finding = blocker("The discount is ignored", "src/cart.js", 6);
        let answer = code(&opened, "changes_requested", finding, json!([]));
        let (found, whole) = squeezed(&scene, &desk, &folder, free, "record_findings", answer);
        count(whole);
        fix_discount(&scene);
        let response = json!({ "loop_id": opened["loop_id"], "turn": found["next"]["turn"], "responses": [
            { "finding_id": "F1", "response": "fixed", "details": "mended in src/cart.js" }] });
        let (_, whole) = squeezed(&scene, &desk, &folder, free, "respond_findings", response);
        count(whole);
        let again = json!({ "loop_id": opened["loop_id"] });
        let (again, whole) = squeezed(&scene, &desk, &folder, free, "review_task", again);
        count(whole);
        let absent = json!({ "loop_id": opened["loop_id"], "countersign": again["countersign"], "unavailable": "no agent starts" });
        let (_, whole) = squeezed(&scene, &desk, &folder, free, "record_findings", absent);
        count(whole);
        let tests = json!({ "id": "sums", "title": "Sums", "criteria": "they add up", "failed": ["adds"], "command": "node --test" });
        let (_, whole) = squeezed(&scene, &desk, &folder, free, "record_tests", tests);
        count(whole);
        let judged = events(&scene);
        assert_eq!(judged.len(), 2, "{free} bytes: {judged:?}");
    }
    eprintln!("{sizes} sizes: {refused} calls refused, {done} done");
    assert!(refused > 0 && done > 0, "the sizes lie on both sides: {refused} refused, {done} done");
}

#[test]
fn a_limit_of_the_size_of_files_refuses_and_does_not_end_the_server() {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};
    let scene = with_task_one();
    let mut client = Client::start(scene.root(), Era::Handshake);
    let opened = client.call("review_task", json!({ "plan": PLAN, "task": "1" })).structured;
    let pid = Pid::from_raw(i32::try_from(client.pid()).unwrap());
    let limit = |most| prlimit(pid, Resource::Fsize, Rlimit { current: most, maximum: None }).unwrap();
    let before = events(&scene);
    let answer = json!({ "loop_id": opened["loop_id"], "countersign": opened["countersign"],
                         "verdict": "changes_requested",
                         "findings": blocker("The discount is ignored", "src/cart.js", 6) });
    limit(Some(4096));
    let refused = client.call("record_findings", answer.clone());
    assert!(refused.is_error && refused.text.contains("ulimit"), "{}", refused.text);
    assert_eq!(events(&scene), before);
    limit(None);
    let done = client.call("record_findings", answer);
    assert!(!done.is_error && done.text.contains("F1"), "{}", done.text);
    assert_eq!(events(&scene).len(), 1);
}

#[test]
fn a_report_that_finds_no_space_leaves_the_old_one_whole_and_is_written_later() {
    let scene = with_task_one();
    let desk = Desk::at(scene.root());
    let opened = desk.review(json!({ "plan": PLAN, "task": "1" }));
    desk.answer(&opened, blocker("The discount is ignored", "src/cart.js", 6));
    let folder = scene.root().join(".planning");
    let Some(_mounted) = Mounted::small(&folder, 512) else { return };
    let report =
        scene.root().join(App::new(scene.root()).rebuild_reports(None, false).unwrap().reports.remove(0));
    let before = fs::read(&report).unwrap();
    fix_discount(&scene);
    let again = desk.again(&opened);
    fill(&folder, 0);
    let done = desk.ok("record_findings", json!({
        "loop_id": opened["loop_id"], "countersign": again["countersign"], "verdict": "approved", "findings": [],
        "resolved": [{ "id": "F1", "reason": "it counts now" }],
    }));
    assert_eq!(done["next"]["outcome"], "approved", "{done:#}");
    assert!(done["remarks"].to_string().contains("report_not_written"), "{done:#}");
    assert_eq!(fs::read(&report).unwrap(), before, "the old report is whole");
    let left: Vec<_> =
        fs::read_dir(report.parent().unwrap()).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert!(left.iter().all(|name| !name.to_string_lossy().ends_with(".tmp")), "{left:?}");
    assert!(
        App::new(scene.root()).rebuild_reports(None, false).unwrap().remarks[0].code == "report_not_written"
    );
    free_again(&folder);
    let checkup = App::new(scene.root()).examine();
    assert!(checkup.checks.iter().any(|c| c.check == "report.behind"), "{checkup:#?}");
    assert!(App::new(scene.root()).repair().unwrap().healthy);
    assert!(fs::read_to_string(&report).unwrap().contains("outcome: approved"));
}

#[test]
fn a_repair_without_space_leaves_the_store_as_it_was_found() {
    let scene = with_task_one();
    let desk = Desk::at(scene.root());
    desk.review(json!({ "plan": PLAN, "task": "1" }));
    let folder = scene.root().join(".git/countersign");
    let Some(_mounted) = Mounted::small(&folder, 2048) else { return };
    let raw = rusqlite::Connection::open(folder.join("store.db")).unwrap();
    raw.execute_batch("PRAGMA journal_mode = WAL; UPDATE stream SET key = NULL").unwrap();
    drop(raw);
    let found = fs::read(folder.join("store.db")).unwrap();
    for free in [0, 40_960, 163_840] {
        fill(&folder, free);
        let refused = App::new(scene.root()).repair();
        free_again(&folder);
        if let Err(error) = refused {
            assert!(error.to_string().contains("store"), "{error}");
            assert_eq!(fs::read(folder.join("store.db")).unwrap(), found, "{free} bytes");
            let names: Vec<_> = fs::read_dir(&folder).unwrap().map(|e| e.unwrap().file_name()).collect();
            assert!(names.iter().all(|n| !n.to_string_lossy().starts_with("repair-")), "{names:?}");
        } else {
            assert!(free > 0, "there was no space for a repair");
            return;
        }
    }
    assert!(App::new(scene.root()).repair().unwrap().healthy);
}

#[test]
fn a_read_only_repository_can_be_read_and_says_so_loudly() {
    for (over, with_store) in [("", true), ("", false), (".git", true), (".git", false)] {
        let scene = with_task_one();
        let desk = Desk::at(scene.root());
        let task = json!({ "plan": PLAN, "task": "1" });
        let opened = with_store.then(|| desk.review(task.clone()));
        let before = if with_store { events(&scene) } else { Vec::new() };
        let home = tempfile::TempDir::new().unwrap();
        {
            let Some(_mounted) = Mounted::read_only(&scene.root().join(over)) else { return };
            let state = home.path().join("state");
            let output = Command::new(env!("CARGO_BIN_EXE_countersign"))
                .args(["status"])
                .current_dir(scene.root())
                .env("HOME", home.path())
                .env("XDG_STATE_HOME", &state)
                .output()
                .unwrap();
            assert!(output.status.success(), "{over:?}: {}", String::from_utf8_lossy(&output.stderr));
            let finding = blocker("The discount is ignored", "src/cart.js", 6);
            let refused = match &opened {
                Some(opened) => desk.refused(
                    "record_findings",
                    json!({
                    "loop_id": opened["loop_id"], "countersign": opened["countersign"],
                    "verdict": "changes_requested", "findings": finding }),
                ),
                None => desk.refused("review_task", task.clone()),
            };
            let said = refused.contains("write-protected") || refused.contains("cannot create the store");
            assert!(said, "{over:?} {with_store}: {refused}");
            if with_store {
                assert_eq!(events(&scene), before);
            }
            let checkup = App::new(scene.root()).examine();
            assert!(!checkup.healthy, "{checkup:#?}");
            assert!(
                checkup.checks.iter().any(|c| c.check.ends_with(".permissions") && c.state.is_wrong()),
                "{checkup:#?}"
            );
            assert!(
                !state.exists() && fs::read_dir(home.path()).unwrap().next().is_none(),
                "no second store was made"
            );
        }
        let again = desk.review(task);
        if let Some(opened) = opened {
            assert_eq!(
                (&again["loop_id"], &again["countersign"]),
                (&opened["loop_id"], &opened["countersign"])
            );
        }
    }
}

/// The store of another user: as root the program runs as the user `nobody`, since root may write anywhere.
#[test]
fn a_store_that_became_unwritable_is_read_and_loudly_refused() {
    let scene = with_task_one();
    let desk = Desk::at(scene.root());
    let opened = desk.review(json!({ "plan": PLAN, "task": "1" }));
    let folder = scene.root().join(".git/countersign");
    let mode = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    mode(scene.root().parent().unwrap(), 0o755);
    mode(&folder.join("store.db"), 0o444);
    mode(&folder, 0o555);
    let home = tempfile::TempDir::new().unwrap();
    mode(home.path(), 0o777);
    fs::write(home.path().join(".gitconfig"), "[safe]\n\tdirectory = *\n").unwrap();
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_countersign"));
        command.args(arguments).current_dir(scene.root()).env("HOME", home.path());
        if fs::File::create(folder.join("probe")).is_ok() {
            let _ = fs::remove_file(folder.join("probe"));
            command.uid(65_534).gid(65_534);
        }
        command.output()
    };
    let id = opened["loop_id"].as_str().unwrap();
    match run(&["status"]) {
        Ok(output) if output.status.success() => {
            assert!(String::from_utf8_lossy(&output.stdout).contains(id));
        }
        Ok(output) => {
            eprintln!(
                "skipped: the repository cannot be opened by another user: {}",
                String::from_utf8_lossy(&output.stderr)
            );
            return;
        }
        Err(error) => {
            eprintln!("skipped: the program cannot be started by another user: {error}");
            return;
        }
    }
    let said = |output: &Output| String::from_utf8_lossy(&output.stdout).into_owned();
    let checked = run(&["doctor"]).unwrap();
    assert_eq!(checked.status.code(), Some(1), "{}", said(&checked));
    let told = said(&checked);
    assert!(told.contains("cannot be written") && told.contains("no second store"), "{told}");
    // The folder alone is closed, and all that SQLite needs is there: calls work, and are not said to be refused.
    mode(&folder, 0o755);
    let held = Store::open(&scene.root().join(".git")).unwrap();
    for name in ["store.db", "store.db-wal", "store.db-shm"] {
        mode(&folder.join(name), 0o666);
    }
    mode(&folder, 0o555);
    let told = said(&run(&["doctor"]).unwrap());
    assert!(told.contains("no file can be made in") && !told.contains("no second store"), "{told}");
    mode(&folder, 0o755);
    drop(held);
    mode(&folder.join("store.db"), 0o444);
    mode(&folder, 0o555);
    let repaired = run(&["doctor", "--repair"]).unwrap();
    assert_ne!(repaired.status.code(), Some(0));
    mode(&folder, 0o755);
    mode(&folder.join("store.db"), 0o644);
    // SQLite's own two files may stand beside it; nothing else.
    let own = ["store.db", "store.db-wal", "store.db-shm"];
    let names = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name());
    let others: Vec<_> = names.filter(|name| own.iter().all(|o| name != o)).collect();
    assert!(others.is_empty(), "nothing was put beside it: {others:?}");
    assert_eq!(desk.again(&opened)["countersign"], opened["countersign"]);
}

/// What lies in a store's folder.
fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
    let mut names: Vec<_> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// Runs the program as a user who may write to the folder and not to the store: as root that is `nobody`.
fn as_another(scene: &Scene, home: &Path, arguments: &[&str]) -> Option<Output> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_countersign"));
    command.args(arguments).current_dir(scene.root()).env("HOME", home);
    if fs::File::options().append(true).open(scene.root().join(".git/countersign/store.db")).is_ok() {
        command.uid(65_534).gid(65_534);
    }
    let output = command.output().ok();
    if output.is_none() {
        eprintln!("skipped: the program cannot be started by another user");
    }
    output
}

/// A store of which another user may only read the file, in a folder that he may write to.
fn shared() -> (Scene, Value, tempfile::TempDir) {
    let scene = with_task_one();
    let opened = Desk::at(scene.root()).review(json!({ "plan": PLAN, "task": "1" }));
    let folder = scene.root().join(".git/countersign");
    let mode = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    mode(scene.root().parent().unwrap(), 0o755);
    mode(&folder.join("store.db"), 0o444);
    mode(&folder, 0o777);
    let home = tempfile::TempDir::new().unwrap();
    mode(home.path(), 0o777);
    fs::write(home.path().join(".gitconfig"), "[safe]\n\tdirectory = *\n").unwrap();
    (scene, opened, home)
}

/// A log and its index that he laid there would keep its owner from writing.
#[test]
fn who_may_only_read_a_store_lays_nothing_beside_it() {
    let (scene, opened, home) = shared();
    let folder = scene.root().join(".git/countersign");
    assert_eq!(names_in(&folder), ["store.db"]);
    for arguments in [&["status"][..], &["gate"], &["doctor"]] {
        let Some(output) = as_another(&scene, home.path(), arguments) else { return };
        let told = String::from_utf8_lossy(&output.stdout).into_owned();
        if arguments[0] == "status" && !output.status.success() {
            eprintln!("skipped: the repository cannot be opened by another user: {told}");
            return;
        }
        if arguments[0] == "status" {
            assert!(told.contains(opened["loop_id"].as_str().unwrap()), "{told}");
        }
        assert_eq!(names_in(&folder), ["store.db"], "{arguments:?}: {told}");
    }
    fs::set_permissions(folder.join("store.db"), fs::Permissions::from_mode(0o644)).unwrap();
    assert_eq!(Desk::at(scene.root()).again(&opened)["countersign"], opened["countersign"]);
}

/// Only root can give a store to somebody: any other checks nothing here.
#[test]
fn a_repair_by_another_user_does_not_take_a_store_from_its_owner() {
    use std::os::unix::fs::{MetadataExt as _, chown};
    let (scene, _, home) = shared();
    let folder = scene.root().join(".git/countersign");
    let store = folder.join("store.db");
    if chown(&store, Some(1), Some(1)).is_err() {
        eprintln!("skipped: files cannot be given to others here");
        return;
    }
    fs::set_permissions(&store, fs::Permissions::from_mode(0o644)).unwrap();
    // With a second name it is to be repaired.
    fs::hard_link(&store, scene.root().join(".git/second")).unwrap();
    let before = fs::metadata(&store).unwrap();
    let Some(refused) = as_another(&scene, home.path(), &["doctor", "--repair"]) else { return };
    let told = String::from_utf8_lossy(&[refused.stdout, refused.stderr].concat()).into_owned();
    assert!(
        !refused.status.success() && told.contains("is of user 1") && told.contains("chmod g+w"),
        "{told}"
    );
    let after = fs::metadata(&store).unwrap();
    assert_eq!((before.ino(), before.mtime(), before.uid()), (after.ino(), after.mtime(), after.uid()));
    let left = names_in(&folder);
    assert!(left.iter().all(|name| name == "store.db" || name == "repair.lock"), "{left:?}");
    // Where he could go on writing it is repaired.
    fs::set_permissions(&store, fs::Permissions::from_mode(0o666)).unwrap();
    let repaired = as_another(&scene, home.path(), &["doctor", "--repair"]).unwrap();
    let told = String::from_utf8_lossy(&repaired.stdout).into_owned();
    assert!(told.starts_with("repaired"), "{told}");
    let after = fs::metadata(&store).unwrap();
    assert_eq!((after.nlink(), after.mode() & 0o777), (1, 0o666));
}

/// A store of user 1 that its group 3000 shares, in a folder that hands its group on to nothing; nothing where this user cannot
/// give files away.
fn shared_by_a_group() -> Option<(Scene, tempfile::TempDir)> {
    use std::os::unix::fs::chown;
    let (scene, _, home) = shared();
    let folder = scene.root().join(".git/countersign");
    for (path, mode) in [(folder.clone(), 0o775), (folder.join("store.db"), 0o664)] {
        if chown(&path, Some(1), Some(3000)).is_err() {
            eprintln!("skipped: files cannot be given to others here");
            return None;
        }
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
    }
    Some((scene, home))
}

/// Runs the program as `nobody`, who is a member of group 3000 beside his own.
fn as_member(scene: &Scene, home: &Path, by: &[&str], arguments: &[&str]) -> Option<Output> {
    let member = ["--reuid", "65534", "--regid", "65534", "--groups", "3000"];
    let output = Command::new("setpriv")
        .args(member)
        .args(by)
        .arg(env!("CARGO_BIN_EXE_countersign"))
        .args(arguments)
        .current_dir(scene.root())
        .env("HOME", home)
        .output();
    // A checkout in a folder of one's own, as `mktemp -d` makes, is closed to him.
    let is_started = |o: &Output| {
        let said = String::from_utf8_lossy(&o.stderr);
        !said.contains(": unshare failed") && !said.contains(": failed to execute")
    };
    let output = output.ok().filter(is_started);
    if output.is_none() {
        eprintln!("skipped: the program cannot be started by another user, or not in a container");
    }
    output
}

#[test]
fn a_member_of_the_group_that_shares_a_store_leaves_it_a_log_that_its_owner_may_write() {
    use std::os::unix::fs::MetadataExt as _;
    let Some((scene, home)) = shared_by_a_group() else { return };
    let folder = scene.root().join(".git/countersign");
    let Some(output) = as_member(&scene, home.path(), &[], &["status"]) else { return };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    // Who only reads removes neither when he is done.
    assert_eq!(names_in(&folder), ["store.db", "store.db-shm", "store.db-wal"]);
    for suffix in ["-wal", "-shm"] {
        let found = fs::metadata(folder.join(format!("store.db{suffix}"))).unwrap();
        assert_eq!((found.uid(), found.gid(), found.mode() & 0o777), (65_534, 3000, 0o664), "{suffix}");
    }
}

/// In a container of his own, which knows no group but his, a member of the group may give it nothing.
#[test]
fn who_would_keep_the_owner_out_by_a_log_reads_without_one_and_is_told_so() {
    let Some((scene, home)) = shared_by_a_group() else { return };
    let folder = scene.root().join(".git/countersign");
    let run = |arguments: &[&str]| as_member(&scene, home.path(), &["unshare", "-U", "-r"], arguments);
    let said =
        |o: &Output| format!("{}{}", String::from_utf8_lossy(&o.stdout), String::from_utf8_lossy(&o.stderr));
    let Some(status) = run(&["status"]) else { return };
    assert!(status.status.success(), "{}", said(&status));
    let told = said(&run(&["doctor"]).unwrap());
    assert!(told.contains("could not write to what this user makes") && told.contains("chmod g+s"), "{told}");
    let told = said(&run(&["doctor", "--repair"]).unwrap());
    assert!(told.contains("could not write to what this user makes"), "{told}");
    let names = names_in(&folder);
    assert!(names.iter().all(|name| name == "store.db" || name == "repair.lock"), "{names:?}");
    // Where the folder hands its group on, what he makes is shared.
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o2775)).unwrap();
    let told = said(&run(&["doctor"]).unwrap());
    assert!(!told.contains("chmod g+s"), "{told}");
}

#[test]
fn a_folder_that_moved_and_a_home_that_is_missing_change_nothing() {
    let scene = with_task_one();
    let desk = Desk::at(scene.root());
    let opened = desk.review(json!({ "plan": PLAN, "task": "1" }));
    let moved = scene.beside("elsewhere");
    fs::rename(scene.root(), &moved).unwrap();
    let again = Desk::at(&moved).again(&opened);
    assert_eq!((&again["loop_id"], &again["countersign"]), (&opened["loop_id"], &opened["countersign"]));
    let output = Command::new(env!("CARGO_BIN_EXE_countersign"))
        .args(["status"])
        .current_dir(&moved)
        .env_clear()
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && said.contains(opened["loop_id"].as_str().unwrap()), "{said}");
}

/// Where a removed log can be kept nowhere, what the file held before stays as it was.
#[test]
fn a_server_that_ends_with_a_removed_log_on_a_full_disk_leaves_the_file_whole() {
    let scene = with_parts();
    let folder = scene.root().join(".git/countersign");
    let Some(_mounted) = Mounted::small(&folder, 3072) else { return };
    let mut client = Client::start(scene.root(), Era::Handshake);
    let safe = round(&mut client, scene.root(), 0, 0).unwrap();
    client.close_input();
    assert!(client.wait_exit(PATIENCE).is_some());
    let mut client = Client::start(scene.root(), Era::Handshake);
    for n in 1..4 {
        round(&mut client, scene.root(), 0, n).unwrap();
    }
    fill(&folder, 0);
    for suffix in ["-shm", "-wal"] {
        fs::remove_file(folder.join(format!("store.db{suffix}"))).unwrap();
    }
    fill(&folder, 0);
    let refused = round(&mut client, scene.root(), 0, 4).unwrap_err();
    assert!(refused.contains("no space is left") && refused.contains("free some space"), "{refused}");
    client.close_input();
    assert!(client.wait_exit(PATIENCE).is_some());
    free_again(&folder);
    assert_eq!(recorded(scene.root()), [safe]);
}

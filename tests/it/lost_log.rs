//! A log that is removed and goes with whoever had it open: that something is missing is said until a repair has seen to it,
//! whoever looks first, and no gate opens by what is left.

#![allow(clippy::unwrap_used, reason = "the functions that tests share fail like tests")]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use countersign::io::store::{Store, folder, lost_logs};
use rusqlite::Connection;
use rustix::process::Signal;
use serde_json::json;

use crate::at_work::{recorded, round, with_parts};
use crate::client::{Client, Era, PATIENCE};
use crate::lost::{id_of, said};
use crate::removed::{send, stop};
use crate::scene::Scene;

const GONE: &str = "committed to it are nowhere else";
const SLEPT: &str = "which slept, alone knows what it held";

fn beside(root: &Path, suffix: &str) -> PathBuf {
    folder(&root.join(".git")).join(format!("store.db{suffix}"))
}

/// The names of the marks.
fn marks(root: &Path) -> Vec<String> {
    let names = fs::read_dir(folder(&root.join(".git"))).unwrap().map(|entry| entry.unwrap().file_name());
    let mut marks: Vec<_> = names.map(|name| name.to_string_lossy().into_owned()).collect();
    marks.retain(|name| name.contains("lost-log"));
    marks.sort();
    marks
}

/// Has the review of a part end in a rejection, and returns its loop.
fn rejected(client: &mut Client, root: &Path, part: usize) -> String {
    let file = format!("src/part{part}.js");
    fs::write(root.join(&file), "let a = 0 + 1;\n").unwrap();
    let change = json!({ "id": format!("rejected-{part}"), "title": "Sum", "criteria": "it sums", "files": [file],
                         "protocol": "countersign", "brief": false });
    let opened = client.call("review_task", change).structured;
    let finding = json!({ "severity": "critical", "title": "The sum is off by one", "description": "One too many.",
                          "locations": [{ "file": file, "line": 1 }] });
    let said = json!({ "loop_id": opened["loop_id"], "countersign": opened["countersign"],
                       "verdict": "rejected", "findings": [finding] });
    assert!(!client.call("record_findings", said).is_error);
    id_of(&opened)
}

/// A repository of which one loop lies in the store's file, and a stopped server that has another in its log alone.
fn with_a_log(scene: &Scene) -> (Client, String, String) {
    let root = scene.root();
    let mut client = Client::start(root, Era::Handshake);
    let folded = round(&mut client, root, 0, 0).unwrap();
    client.close_input();
    assert!(client.wait_exit(PATIENCE).is_some());
    let mut client = Client::start(root, Era::Handshake);
    let lost = rejected(&mut client, root, 1);
    stop(&client);
    (client, folded, lost)
}

/// Neither opens the gate nor is the store called whole: both say why.
fn is_missed(root: &Path, why: &str, when: &str) {
    for command in ["gate", "doctor"] {
        let (told, is_well) = said(root, &[command]);
        assert!(!is_well && told.contains(why), "{command}, {when}: {told}");
    }
}

/// Tells whether these tests and what they start ignore a signal, as SIGINT where a shell runs them in the background.
fn is_ignored(signal: Signal) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap().trim();
    u64::from_str_radix(ignored, 16).unwrap() >> (signal.as_raw() - 1) & 1 == 1
}

fn ends(mut client: Client) {
    client.close_input();
    assert!(client.wait_exit(PATIENCE).is_some());
}

fn kill(mut client: Client) {
    send(&client, Signal::KILL);
    assert!(client.wait_exit(PATIENCE).is_some());
}

#[test]
fn a_log_that_is_removed_and_goes_with_its_server_is_missed_until_a_repair_whoever_looks_first() {
    for first in ["doctor", "gate", "status", "a server", "a repair"] {
        let scene = with_parts();
        let root = scene.root();
        let (server, folded, lost) = with_a_log(&scene);
        fs::remove_file(beside(root, "-wal")).unwrap();
        kill(server);
        match first {
            "a server" => {
                let mut client = Client::start(root, Era::Handshake);
                round(&mut client, root, 2, 0).unwrap();
                ends(client);
            }
            "a repair" => {}
            command => {
                let (told, _) = said(root, &[command]);
                assert!(told.contains(GONE), "{first}: {told}");
            }
        }
        for _ in 0..2 * usize::from(first != "a repair") {
            let (told, is_open) = said(root, &["gate"]);
            assert!(!is_open && told.contains(GONE) && told.contains("doctor --repair"), "{first}: {told}");
            let (told, is_well) = said(root, &["doctor"]);
            assert!(!is_well && told.contains(GONE), "{first}: {told}");
            assert_eq!(marks(root), ["store.db.lost-log-1"], "{first}");
        }
        let (told, _) = said(root, &["doctor", "--repair"]);
        let report = format!(".countersign/reviews/rejected-1.md ({lost})");
        assert!(told.contains("cannot be brought back") && told.contains(&report), "{first}: {told}");
        assert_eq!(marks(root), [""; 0], "{first}");
        let (told, is_open) = said(root, &["gate"]);
        assert!(!is_open && !told.contains(GONE), "{first}: the change stands unreviewed: {told}");
        assert!(recorded(root).contains(&folded), "{first}");
        // The report tells of it until somebody has seen to that, too.
        let (told, is_well) = said(root, &["doctor"]);
        assert!(!is_well && told.contains("written here") && told.contains(&lost), "{first}: {told}");
        fs::remove_file(root.join(".countersign/reviews/rejected-1.md")).unwrap();
        let (told, is_well) = said(root, &["doctor"]);
        assert!(is_well, "{first}: {told}");
    }
}

/// Whoever is closed brings in what it has, and of a log that lies there nobody misses anything, however its server ended.
#[test]
fn nothing_is_missed_of_a_log_that_was_brought_in_or_lies_there() {
    let signals = [Signal::TERM, Signal::INT, Signal::KILL].into_iter().filter(|signal| !is_ignored(*signal));
    for ending in std::iter::once(None).chain(signals.map(Some)) {
        let scene = with_parts();
        let root = scene.root();
        let (mut server, folded, other) = with_a_log(&scene);
        if let Some(signal) = ending {
            send(&server, signal);
        } else {
            fs::remove_file(beside(root, "-wal")).unwrap();
            server.close_input();
        }
        send(&server, Signal::CONT);
        assert!(server.wait_exit(PATIENCE).is_some());
        let (told, is_well) = said(root, &["doctor"]);
        assert!(is_well, "{ending:?}: {told}");
        let there = recorded(root);
        assert!(there.contains(&folded) && there.contains(&other), "{ending:?}: {there:?}");
        assert_eq!(marks(root), [""; 0], "{ending:?}");
    }
}

/// Nor where its server goes on, which has nothing more of it than what is left.
#[test]
fn a_log_that_is_cut_under_a_server_that_goes_on_is_missed() {
    for (left, closes) in [(0, false), (3, false), (0, true), (3, true)] {
        let scene = with_parts();
        let root = scene.root();
        let (mut server, _, lost) = with_a_log(&scene);
        let log = fs::File::options().write(true).open(beside(root, "-wal")).unwrap();
        log.set_len(log.metadata().unwrap().len() * left / 4).unwrap();
        send(&server, Signal::CONT);
        if !closes {
            server.call("loop_status", json!({}));
            let _ = round(&mut server, root, 2, 0);
        }
        ends(server);
        let when = format!("{left} of 4 left, closed {closes}");
        is_missed(root, GONE, &when);
        let (told, _) = said(root, &["doctor", "--repair"]);
        assert!(told.contains(&lost), "{when}: {told}");
    }
}

/// An older log in the name's place hides nothing that a server still has open.
#[test]
fn a_log_that_is_exchanged_for_an_older_one_under_a_server_costs_nothing() {
    for closes in [false, true] {
        let scene = with_parts();
        let root = scene.root();
        let (mut server, folded, first) = with_a_log(&scene);
        let older = scene.beside("older");
        fs::copy(beside(root, "-wal"), &older).unwrap();
        send(&server, Signal::CONT);
        let second = rejected(&mut server, root, 2);
        stop(&server);
        fs::copy(&older, beside(root, "-older")).unwrap();
        fs::rename(beside(root, "-older"), beside(root, "-wal")).unwrap();
        send(&server, Signal::CONT);
        if !closes {
            server.call("loop_status", json!({}));
        }
        ends(server);
        let (told, is_well) = said(root, &["doctor"]);
        assert!(!is_well && told.contains(&second), "{closes}: {told}");
        let (told, is_open) = said(root, &["gate"]);
        assert!(!is_open, "{closes}: {told}");
        said(root, &["doctor", "--repair"]);
        for id in [&folded, &first, &second] {
            assert!(said(root, &["log", id]).0.contains("answered"), "{closes}: {id}");
        }
        let (told, is_open) = said(root, &["gate"]);
        assert!(!is_open && told.contains("still blocked by F1"), "{closes}: {told}");
    }
}

/// Each of several that sleep over a log of its own is missed.
#[test]
fn what_each_of_two_sleepers_has_is_missed() {
    let scene = with_parts();
    let root = scene.root();
    let (first, _, one) = with_a_log(&scene);
    let remove = || {
        for suffix in ["-shm", "-wal"] {
            fs::remove_file(beside(root, suffix)).unwrap();
        }
    };
    remove();
    let mut second = Client::start(root, Era::Handshake);
    let other = rejected(&mut second, root, 2);
    stop(&second);
    remove();
    let (told, is_open) = said(root, &["gate"]);
    assert!(!is_open && told.matches(SLEPT).count() == 2, "{told}");
    kill(second);
    send(&first, Signal::CONT);
    ends(first);
    let (told, is_open) = said(root, &["gate"]);
    assert!(!is_open && told.matches(SLEPT).count() == 1, "{told}");
    let (told, _) = said(root, &["doctor", "--repair"]);
    assert!(told.contains(&other), "{told}");
    let (told, _) = said(root, &["log", &one]);
    assert!(told.contains("changes_requested (1 raised"), "{told}");
}

/// Logs that are cut short, or are of another time, lack what the index counts as well.
#[test]
fn a_log_that_was_cut_or_exchanged_under_a_killed_server_is_missed() {
    for exchange in [false, true] {
        let scene = with_parts();
        let root = scene.root();
        let (server, _, _) = with_a_log(&scene);
        let log = beside(root, "-wal");
        let mut bytes = fs::read(&log).unwrap();
        if exchange {
            let other = with_parts();
            let (another, _, _) = with_a_log(&other);
            bytes = fs::read(beside(other.root(), "-wal")).unwrap();
            kill(another);
        } else {
            bytes.truncate(bytes.len() - 4096 - 24);
        }
        kill(server);
        fs::write(&log, bytes).unwrap();
        let (told, is_well) = said(root, &["doctor"]);
        assert!(!is_well && told.contains(GONE), "{exchange}: {told}");
        let (told, is_open) = said(root, &["gate"]);
        assert!(!is_open, "{exchange}: {told}");
        let (told, is_well) = said(root, &["doctor"]);
        assert!(!is_well && told.contains(GONE), "{exchange}: {told}");
        said(root, &["doctor", "--repair"]);
        assert_eq!(marks(root), [""; 0], "{exchange}");
    }
}

/// Who may only read keeps no mark, and has the index open that tells of it: he goes by that all the same.
#[test]
fn a_log_that_was_cut_is_missed_by_who_may_only_read() {
    use std::os::unix::process::CommandExt as _;
    let scene = with_parts();
    let root = scene.root();
    let (server, _, _) = with_a_log(&scene);
    kill(server);
    let log = fs::File::options().write(true).open(beside(root, "-wal")).unwrap();
    log.set_len(log.metadata().unwrap().len() / 2).unwrap();
    let mode = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    mode(root.parent().unwrap(), 0o755);
    for suffix in ["", "-wal", "-shm"] {
        mode(&beside(root, suffix), 0o444);
    }
    let folder = folder(&root.join(".git"));
    mode(&folder, 0o555);
    let home = scene.beside("home");
    fs::create_dir(&home).unwrap();
    fs::write(home.join(".gitconfig"), "[safe]\n\tdirectory = *\n").unwrap();
    let is_root = tempfile::tempfile_in(&folder).is_ok();
    for command in ["gate", "doctor", "gate"] {
        let mut reader = Command::new(env!("CARGO_BIN_EXE_countersign"));
        reader.arg(command).current_dir(root).env("HOME", &home);
        if is_root {
            reader.uid(65_534).gid(65_534);
        }
        let Ok(output) = reader.output() else {
            eprintln!("skipped: `nobody` cannot start the program");
            break;
        };
        let told =
            [output.stdout, output.stderr].map(|said| String::from_utf8_lossy(&said).into_owned()).concat();
        assert!(!output.status.success() && told.contains(GONE), "{command}: {told}");
    }
    mode(&folder, 0o755);
    assert_eq!(marks(root), [""; 0]);
}

/// All that makes a file a store may lie in its log.
#[test]
fn a_store_that_lay_in_a_lost_log_alone_is_missed() {
    let scene = with_parts();
    let root = scene.root();
    let mut client = Client::start(root, Era::Handshake);
    let maker = Store::open(&root.join(".git")).unwrap();
    rejected(&mut client, root, 0);
    stop(&client);
    drop(maker);
    assert_eq!(fs::metadata(beside(root, "")).unwrap().len(), 4096);
    fs::remove_file(beside(root, "-wal")).unwrap();
    kill(client);
    for _ in 0..2 {
        is_missed(root, GONE, "before anything is laid over it");
    }
    let mut client = Client::start(root, Era::Handshake);
    round(&mut client, root, 1, 0).unwrap();
    ends(client);
    let (told, is_open) = said(root, &["gate"]);
    assert!(!is_open && told.contains(GONE), "{told}");
    let (told, _) = said(root, &["doctor", "--repair"]);
    assert!(told.contains(".countersign/reviews/rejected-0.md"), "{told}");
    assert_eq!(lost_logs(&root.join(".git")), []);
}

/// An index that nobody lays another over goes on telling of it until a repair has seen to it.
#[test]
fn a_store_that_was_emptied_with_its_log_is_missed() {
    for is_removed in [false, true] {
        let scene = with_parts();
        let root = scene.root();
        let (client, _, lost) = with_a_log(&scene);
        fs::remove_file(beside(root, "-wal")).unwrap();
        kill(client);
        if is_removed {
            fs::remove_file(beside(root, "")).unwrap();
        } else {
            fs::write(beside(root, ""), "").unwrap();
        }
        for command in ["gate", "doctor"] {
            let (told, is_well) = said(root, &[command]);
            assert!(!is_well && told.contains(GONE), "{is_removed}: {told}");
        }
        let (told, _) = said(root, &["doctor", "--repair"]);
        assert!(told.contains(GONE) && told.contains(&lost), "{is_removed}: {told}");
        for command in ["gate", "doctor"] {
            let (told, _) = said(root, &[command]);
            assert!(!told.contains(GONE), "{is_removed}: {told}");
        }
    }
}

/// The index is removed, one server reviews by the next and ends or is killed, and all is removed before the other has looked:
/// by the index that it has, it sees nothing of that review.
#[test]
fn what_was_committed_by_an_index_that_another_server_does_not_know_is_brought_in_by_it() {
    for (is_killed, removed) in
        [(false, &["-wal"][..]), (false, &["-wal", "-shm"]), (true, &["-wal"]), (true, &["-wal", "-shm"])]
    {
        let scene = with_parts();
        let root = scene.root();
        let (first, folded, one) = with_a_log(&scene);
        fs::remove_file(beside(root, "-shm")).unwrap();
        let mut second = Client::start(root, Era::Handshake);
        let two = rejected(&mut second, root, 2);
        if is_killed {
            kill(second);
        } else {
            ends(second);
        };
        for suffix in removed {
            fs::remove_file(beside(root, suffix)).unwrap();
        }
        send(&first, Signal::CONT);
        ends(first);
        let when = format!("killed {is_killed}, {removed:?} removed");
        let (told, is_well) = said(root, &["doctor"]);
        assert!(is_well, "{when}: {told}");
        let there = recorded(root);
        assert!([folded, one, two].iter().all(|id| there.contains(id)), "{when}: {there:?}");
        assert_eq!(marks(root), [""; 0], "{when}");
    }
}

/// Nobody is left who has it.
#[test]
fn what_was_committed_by_the_next_index_is_missed_where_all_who_had_the_log_are_gone() {
    let scene = with_parts();
    let root = scene.root();
    let (first, _, _) = with_a_log(&scene);
    fs::remove_file(beside(root, "-shm")).unwrap();
    let mut second = Client::start(root, Era::Handshake);
    let lost = rejected(&mut second, root, 2);
    stop(&second);
    fs::remove_file(beside(root, "-wal")).unwrap();
    kill(second);
    kill(first);
    is_missed(root, GONE, "both are killed");
    let (told, _) = said(root, &["doctor", "--repair"]);
    assert!(told.contains(&lost), "{told}");
}

/// The index is removed, others fold all of the log in by the next, and begin it anew: over what the first server's counts.
#[test]
fn what_others_folded_in_and_wrote_over_is_not_missed_by_who_had_it_first() {
    for first_goes_first in [true, false] {
        let scene = with_parts();
        let root = scene.root();
        let (first, folded, one) = with_a_log(&scene);
        fs::remove_file(beside(root, "-shm")).unwrap();
        let mut others: Vec<_> = (0..2).map(|_| Client::start(root, Era::Handshake)).collect();
        let mut all = vec![folded, one];
        all.extend(others.iter_mut().zip(2..).map(|(other, part)| rejected(other, root, part)));
        let log = || fs::read(beside(root, "-wal")).unwrap()[16..20].to_vec();
        let before = log();
        ends(others.pop().unwrap());
        let mut other = others.pop().unwrap();
        all.push(rejected(&mut other, root, 4));
        assert_ne!(log(), before, "it was begun anew");
        stop(&other);
        for suffix in ["-shm", "-wal"] {
            fs::remove_file(beside(root, suffix)).unwrap();
        }
        let mut both = [first, other];
        if !first_goes_first {
            both.reverse();
        }
        for client in both {
            send(&client, Signal::CONT);
            ends(client);
        }
        let (told, is_well) = said(root, &["doctor"]);
        assert!(is_well, "{first_goes_first}: {told}");
        let there = recorded(root);
        assert!(all.iter().all(|id| there.contains(id)), "{first_goes_first}: {all:?}, {there:?}");
    }
}

/// As before, and whoever began the log anew is killed: what lies in it then is seen by nobody's index.
#[test]
fn what_lies_in_a_log_that_others_began_anew_is_brought_in_by_who_had_it_first() {
    let scene = with_parts();
    let root = scene.root();
    let (first, folded, one) = with_a_log(&scene);
    fs::remove_file(beside(root, "-shm")).unwrap();
    let mut second = Client::start(root, Era::Handshake);
    let mut all = vec![folded, one, rejected(&mut second, root, 2)];
    let viewer = Connection::open(beside(root, "")).unwrap();
    let _: i64 = viewer.query_row("PRAGMA wal_checkpoint(RESTART)", [], |row| row.get(0)).unwrap();
    drop(viewer);
    all.push(rejected(&mut second, root, 3));
    stop(&second);
    for suffix in ["-shm", "-wal"] {
        fs::remove_file(beside(root, suffix)).unwrap();
    }
    kill(second);
    send(&first, Signal::CONT);
    ends(first);
    let (told, is_well) = said(root, &["doctor"]);
    assert!(is_well, "{told}");
    let there = recorded(root);
    assert!(all.iter().all(|id| there.contains(id)), "{all:?}, {there:?}");
    assert_eq!(marks(root), [""; 0]);
}

/// What only a stopped server has closes the gate, and is there once that goes on.
#[test]
fn a_gate_stays_closed_by_what_a_sleeper_has_in_a_removed_log_until_it_goes_on() {
    for has_viewer in [false, true] {
        for is_all in [false, true] {
            let scene = with_parts();
            let root = scene.root();
            let (client, lost) = if is_all {
                let mut client = Client::start(root, Era::Handshake);
                let maker = Store::open(&root.join(".git")).unwrap();
                let lost = rejected(&mut client, root, 1);
                stop(&client);
                drop(maker);
                assert_eq!(fs::metadata(beside(root, "")).unwrap().len(), 4096);
                (client, lost)
            } else {
                let (client, _, lost) = with_a_log(&scene);
                (client, lost)
            };
            let viewer = has_viewer.then(|| {
                let viewer = Connection::open(beside(root, "")).unwrap();
                let _: i64 = viewer.query_row("SELECT count(*) FROM event", [], |row| row.get(0)).unwrap();
                viewer
            });
            for suffix in ["-shm", "-wal"] {
                fs::remove_file(beside(root, suffix)).unwrap();
            }
            let when = format!("viewer {has_viewer}, all {is_all}");
            is_missed(root, SLEPT, &when);
            assert_eq!(marks(root), ["store.db.lost-log-1"], "{when}");
            send(&client, Signal::CONT);
            ends(client);
            drop(viewer);
            assert_eq!(marks(root), [""; 0], "{when}");
            said(root, &["doctor", "--repair"]);
            let (told, _) = said(root, &["log", &lost]);
            assert!(told.contains("changes_requested (1 raised"), "{when}: {told}");
        }
    }
}

/// One that never goes on has lost it.
#[test]
fn what_a_sleeper_had_that_is_killed_is_missed_until_a_repair() {
    let scene = with_parts();
    let root = scene.root();
    let (client, _, lost) = with_a_log(&scene);
    for suffix in ["-shm", "-wal"] {
        fs::remove_file(beside(root, suffix)).unwrap();
    }
    let (told, is_open) = said(root, &["gate"]);
    assert!(!is_open && told.contains(SLEPT), "{told}");
    // A repair takes no mark away of what may come back.
    let (told, is_well) = said(root, &["doctor", "--repair"]);
    assert!(!is_well && told.contains(SLEPT) && told.contains("kill -CONT"), "{told}");
    kill(client);
    is_missed(root, SLEPT, "once it is killed");
    let (told, _) = said(root, &["doctor", "--repair"]);
    assert!(told.contains(&lost), "{told}");
    assert_eq!(marks(root), [""; 0]);
}

/// A report that was never committed was written here, whatever became of the store.
#[test]
fn reports_that_were_written_here_tell_of_a_store_that_was_removed() {
    let scene = with_parts();
    let root = scene.root();
    let mut client = Client::start(root, Era::Handshake);
    let lost = round(&mut client, root, 0, 0).unwrap();
    ends(client);
    fs::remove_dir_all(folder(&root.join(".git"))).unwrap();
    let (told, is_well) = said(root, &["doctor"]);
    assert!(!is_well && told.contains(&lost) && told.contains("written here"), "{told}");
    // In a clone the same report is a claim of somebody else's.
    let report = ".countersign/reviews/part-0-0.md";
    let text = fs::read_to_string(root.join(report)).unwrap();
    scene.commit("docs: review", &[(report, &text)]);
    let (told, is_well) = said(root, &["doctor"]);
    assert!(is_well, "{told}");
}

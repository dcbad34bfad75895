//! What a cleaner does to servers at work: it removes the index of their log, or the log, again and again.

#![allow(clippy::unwrap_used, reason = "the functions that tests share fail like tests")]

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use countersign::io::machine;
use countersign::io::store::{Store, Stored};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process, waitid};
use serde_json::json;

use crate::at_work::{recorded, round, with_parts};
use crate::client::{Client, Era, PATIENCE};
use crate::lost::said;
use crate::scene::Scene;

/// How often each scene is played: `just torture` plays more.
fn times(short: usize) -> usize {
    std::env::var("COUNTERSIGN_REMOVALS").ok().and_then(|times| times.parse().ok()).unwrap_or(short)
}

const SERVERS: usize = 3;

/// What came of a scene.
struct Played {
    acknowledged: Vec<String>,
    refused: Vec<String>,
    removed: usize,
}

/// Has servers write while files beside the store are removed again and again, `pause` after each removal and `gap` between
/// two files of one.
fn play(root: &Path, rounds: usize, suffixes: &[&str], pause: Duration, gap: Duration) -> Played {
    let files: Vec<_> = suffixes.iter().map(|s| root.join(format!(".git/countersign/store.db{s}"))).collect();
    let (over, removed) = (AtomicBool::new(false), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        let cleaner = scope.spawn(|| {
            while !over.load(Ordering::Relaxed) {
                let remove = |file: &std::path::PathBuf| {
                    let is_removed = fs::remove_file(file).is_ok();
                    if is_removed && !gap.is_zero() {
                        std::thread::sleep(gap);
                    }
                    is_removed
                };
                if files.iter().map(remove).filter(|is_removed| *is_removed).count() > 0 {
                    removed.fetch_add(1, Ordering::Relaxed);
                    std::thread::sleep(pause);
                }
            }
        });
        let work = |server: usize| {
            let mut client = Client::start(root, Era::Handshake);
            // Each works on a change of its own: what one does is no other's work.
            let told: Vec<_> = (0..rounds).map(|n| round(&mut client, root, server, n)).collect();
            client.close_input();
            assert!(client.wait_exit(PATIENCE).is_some());
            told
        };
        let running: Vec<_> = (0..SERVERS).map(|server| scope.spawn(move || work(server))).collect();
        let told: Vec<_> = running.into_iter().flat_map(|one| one.join().unwrap()).collect();
        over.store(true, Ordering::Relaxed);
        cleaner.join().unwrap();
        let (acknowledged, refused): (Vec<_>, Vec<_>) = told.into_iter().partition(Result::is_ok);
        Played {
            acknowledged: acknowledged.into_iter().filter_map(Result::ok).collect(),
            refused: refused.into_iter().filter_map(Result::err).collect(),
            removed: removed.load(Ordering::Relaxed),
        }
    })
}

/// What somebody is told whose call met a removal: to repeat it.
const REFUSALS: [&str; 2] = ["was removed or replaced", "was removed while a server ran"];

/// What is told besides, once in some thousand calls, where log and index are removed faster than a call takes.
const LOCKED: &str = "stayed locked by another process";

/// What `doctor` finds wrong. Of what was refused and is recorded all the same, a report may be missing until the call is
/// repeated: no error.
fn errors(root: &Path) -> Vec<String> {
    let told = said(root, &["doctor"]).0;
    told.lines().filter(|line| line.starts_with("error")).map(str::to_owned).collect()
}

/// All that was answered for is in the store, and nothing lies beside it.
fn nothing_is_lost(scene: &Scene, played: &Played, when: &str) {
    let root = scene.root();
    assert_eq!(errors(root), [""; 0], "{when}");
    all_is_there(played, &recorded(root), when);
}

/// All that was answered for is in the store, or where `doctor` says so lies beside it until a repair sees to it: where the
/// machine was too slow for the one who had the log to bring it in at once, others wrote past it.
fn nothing_is_lost_or_unsaid(scene: &Scene, played: &Played, when: &str) {
    let root = scene.root();
    let (locked, refused) = played.refused.iter().cloned().partition::<Vec<_>, _>(|why| why.contains(LOCKED));
    assert!(locked.len() <= 1, "{when}: {locked:#?}");
    let played = &Played { acknowledged: played.acknowledged.clone(), refused, removed: played.removed };
    let found = errors(root);
    if found.is_empty() {
        return nothing_is_lost(scene, played, when);
    }
    assert!(found.iter().any(|line| line.contains("was removed while it was in use")), "{when}: {found:#?}");
    let mended = said(root, &["doctor", "--repair"]).0;
    assert_eq!(errors(root), [""; 0], "{when}: {mended}");
    let there: Vec<_> = recorded(root).into_iter().chain(kept(root)).collect();
    all_is_there(played, &there, &format!("{when}: {found:#?}, {mended}"));
}

fn all_is_there(played: &Played, there: &[String], when: &str) {
    let Played { acknowledged, refused, removed } = played;
    let lost: Vec<_> = acknowledged.iter().filter(|id| !there.contains(id)).collect();
    assert!(lost.is_empty(), "{when}: {lost:?} of {}, {removed} removals, {refused:#?}", there.len());
    for why in refused {
        assert!(REFUSALS.iter().any(|refusal| why.contains(refusal)), "{when}: {why}");
    }
}

/// The loops that a repair kept beside the store, of which a review was recorded.
fn kept(root: &Path) -> Vec<String> {
    let kept = Store::open_to_read(&root.join(".git")).unwrap().kept().unwrap();
    let is_recorded = |rows: &[Stored]| rows.iter().any(|row| row.kind == "review_recorded");
    kept.into_iter().filter(|(_, rows)| is_recorded(rows)).map(|(cut, _)| cut.stream).collect()
}

#[test]
fn an_index_that_is_removed_while_several_servers_make_the_store_costs_nothing() {
    for time in 0..times(3) {
        let scene = with_parts();
        let played = play(scene.root(), 4, &["-shm"], Duration::from_millis(40), Duration::ZERO);
        assert!(played.removed > 0, "nothing was removed");
        nothing_is_lost(&scene, &played, &format!("time {time}"));
    }
}

#[test]
fn an_index_that_is_removed_while_commits_are_written_costs_nothing() {
    for time in 0..times(2) {
        let scene = with_parts();
        let mut earlier = Client::start(scene.root(), Era::Handshake);
        round(&mut earlier, scene.root(), 0, 100).unwrap();
        let played = play(scene.root(), 12, &["-shm"], Duration::from_millis(15), Duration::ZERO);
        earlier.close_input();
        earlier.wait_exit(PATIENCE);
        assert!(played.removed > 3, "{} removals", played.removed);
        nothing_is_lost(&scene, &played, &format!("time {time}"));
    }
}

#[test]
fn a_log_and_its_index_that_are_removed_together_now_and_then_under_three_servers_cost_nothing() {
    for time in 0..times(2) {
        let scene = with_parts();
        let played = play(scene.root(), 12, &["-shm", "-wal"], Duration::from_millis(90), Duration::ZERO);
        assert!(!played.acknowledged.is_empty() && played.removed > 3, "{} removals", played.removed);
        nothing_is_lost_or_unsaid(&scene, &played, &format!("time {time}"));
    }
}

#[test]
fn a_log_that_is_removed_a_moment_after_its_index_under_three_servers_costs_nothing() {
    for time in 0..times(1) {
        for gap in [1, 4, 12] {
            let scene = with_parts();
            let (pause, gap) = (Duration::from_millis(90), Duration::from_millis(gap));
            let played = play(scene.root(), 8, &["-shm", "-wal"], pause, gap);
            assert!(!played.acknowledged.is_empty() && played.removed > 3, "{} removals", played.removed);
            nothing_is_lost_or_unsaid(&scene, &played, &format!("time {time}, {gap:?} between"));
        }
    }
}

#[test]
fn a_viewer_that_closes_last_writes_nothing_over_what_others_wrote() {
    for suffixes in [&["-wal"][..], &["-shm"], &["-shm", "-wal"]] {
        for time in 0..times(1) {
            let scene = with_parts();
            let root = scene.root();
            let file = root.join(".git/countersign/store.db");
            let rounds = |part: usize, from: usize, beside: &dyn Fn()| {
                let mut client = Client::start(root, Era::Handshake);
                let told = [from, from + 1].map(|n| round(&mut client, root, part, n).unwrap());
                beside();
                client.close_input();
                assert!(client.wait_exit(PATIENCE).is_some());
                told
            };
            let mut acknowledged = Vec::from(rounds(0, 0, &|| ()));
            // It may write, and has the log open that is removed.
            let viewer = rusqlite::Connection::open(&file).unwrap();
            let count = || viewer.query_row("SELECT count(*) FROM stream", [], |row| row.get::<_, i64>(0));
            assert_eq!(count().unwrap(), 2);
            acknowledged.extend(rounds(0, 2, &|| {
                count().unwrap();
                for suffix in suffixes {
                    fs::remove_file(root.join(format!(".git/countersign/store.db{suffix}"))).unwrap();
                }
            }));
            acknowledged.extend(rounds(1, 4, &|| ()));
            drop(viewer);
            let played = Played { acknowledged, refused: Vec::new(), removed: 1 };
            nothing_is_lost(&scene, &played, &format!("{suffixes:?}, time {time}"));
            assert!(said(root, &["doctor"]).1, "{suffixes:?}");
        }
    }
}

#[test]
fn a_log_that_is_removed_alone_under_two_servers_costs_nothing_that_either_was_answered_for() {
    for time in 0..times(2) {
        let scene = with_parts();
        let root = scene.root();
        let mut clients: Vec<_> = (0..2).map(|_| Client::start(root, Era::Handshake)).collect();
        let mut acknowledged: Vec<_> =
            (0..2).map(|part| round(&mut clients[part], root, part, 0).unwrap()).collect();
        fs::remove_file(root.join(".git/countersign/store.db-wal")).unwrap();
        let mut refused = Vec::new();
        for n in 1..=4 {
            for (part, client) in clients.iter_mut().enumerate() {
                match round(client, root, part, n) {
                    Ok(id) => acknowledged.push(id),
                    Err(why) => refused.push(why),
                }
            }
        }
        for mut client in clients {
            client.close_input();
            assert!(client.wait_exit(PATIENCE).is_some());
        }
        let played = Played { acknowledged, refused, removed: 1 };
        nothing_is_lost(&scene, &played, &format!("time {time}"));
        // Only what was under way as it was found out was refused.
        assert!(played.refused.len() <= 2, "{:#?}", played.refused);
    }
}

#[test]
fn a_viewer_that_stays_open_holds_up_nobody_whose_log_was_removed() {
    let scene = with_parts();
    let root = scene.root();
    let mut client = Client::start(root, Era::Handshake);
    let mut acknowledged = vec![round(&mut client, root, 0, 0).unwrap()];
    // It has the index mapped and is in no look.
    let file = root.join(".git/countersign/store.db");
    let viewer =
        rusqlite::Connection::open_with_flags(&file, rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap();
    let count = || viewer.query_row("SELECT count(*) FROM stream", [], |row| row.get::<_, i64>(0)).unwrap();
    assert_eq!(count(), 1);
    fs::remove_file(root.join(".git/countersign/store.db-wal")).unwrap();
    let mut refused = 0;
    for n in 1..=5 {
        match round(&mut client, root, 0, n) {
            Ok(id) => acknowledged.push(id),
            Err(why) => {
                assert!(why.contains("store.db-wal was removed or replaced"), "{why}");
                refused += 1;
            }
        }
    }
    assert!(refused <= 1, "{refused}");
    drop(viewer);
    client.close_input();
    assert!(client.wait_exit(PATIENCE).is_some());
    nothing_is_lost(&scene, &Played { acknowledged, refused: Vec::new(), removed: 1 }, "beside a viewer");
}

#[test]
fn a_log_that_a_long_look_made_long_is_short_again_behind_it() {
    let scene = with_parts();
    let root = scene.root();
    let mut client = Client::start(root, Era::Handshake);
    round(&mut client, root, 0, 0).unwrap();
    let looking = rusqlite::Connection::open(root.join(".git/countersign/store.db")).unwrap();
    looking.execute_batch("BEGIN; SELECT count(*) FROM stream").unwrap();
    let text = "It sums. ".repeat(40_000);
    let length = || fs::metadata(root.join(".git/countersign/store.db-wal")).unwrap().len();
    let mut n = 1;
    while length() < 4 * 1024 * 1024 {
        fs::write(root.join("src/part0.js"), format!("// {n}\n// {text}\nlet a = {n} + 1;\n")).unwrap();
        round(&mut client, root, 1, n).unwrap();
        n += 1;
        let kept = serde_json::json!({ "id": format!("long-{n}"), "title": "Sum", "criteria": text, "files": ["src/part0.js"],
                                       "protocol": "countersign", "brief": false });
        client.call("review_task", kept);
    }
    looking.execute_batch("COMMIT").unwrap();
    for n in 200..206 {
        round(&mut client, root, 1, n).unwrap();
    }
    assert!(length() <= 1024 * 1024 + 64 * 1024, "{}", length());
}

#[test]
fn a_log_and_its_index_that_are_removed_together_cost_nothing_whatever_looks_meanwhile() {
    for (looks, goes_on) in [
        (vec![], false),
        (vec![], true),
        (vec!["gate"], false),
        (vec!["gate"], true),
        (vec!["status", "gate"], true),
    ] {
        for time in 0..times(2) {
            let scene = with_parts();
            let root = scene.root();
            let mut client = Client::start(root, Era::Handshake);
            let rounds = |client: &mut Client, from: usize, to: usize| -> Vec<Result<String, String>> {
                (from..to).map(|n| round(client, root, 0, n)).collect()
            };
            let mut told = rounds(&mut client, 0, 4);
            for suffix in ["-shm", "-wal"] {
                fs::remove_file(root.join(format!(".git/countersign/store.db{suffix}"))).unwrap();
            }
            for command in &looks {
                said(root, &[command]);
            }
            if goes_on {
                told.extend(rounds(&mut client, 4, 7));
            }
            client.close_input();
            assert!(client.wait_exit(PATIENCE).is_some());
            let (acknowledged, refused): (Vec<_>, Vec<_>) = told.into_iter().partition(Result::is_ok);
            let acknowledged = acknowledged.into_iter().filter_map(Result::ok).collect();
            let refused = refused.into_iter().filter_map(Result::err).collect();
            let played = Played { acknowledged, refused, removed: 1 };
            nothing_is_lost(&scene, &played, &format!("{looks:?}, {goes_on}, time {time}"));
            assert!(played.refused.len() <= 1, "{:#?}", played.refused);
        }
    }
}

/// Sends a signal to a server.
pub(crate) fn send(client: &Client, signal: Signal) {
    let pid = Pid::from_raw(client.pid().cast_signed()).unwrap();
    kill_process(pid, signal).unwrap();
}

/// Stops a server, and returns when none of it runs any more: half a second later it looks what was removed.
pub(crate) fn stop(client: &Client) {
    send(client, Signal::STOP);
    let pid = Pid::from_raw(client.pid().cast_signed()).unwrap();
    waitid(WaitId::Pid(pid), WaitIdOptions::STOPPED).unwrap();
}

/// A server folds its log into the file and is half done as a cleaner removes it, and somebody looked in vain who laid an empty
/// log there: SQLite writes the pages in their order.
#[test]
fn what_only_a_sleeper_has_in_a_removed_log_is_waited_for_and_no_damage() {
    let scene = with_parts();
    let root = scene.root();
    let mut clients: Vec<_> = (0..2).map(|_| Client::start(root, Era::Handshake)).collect();
    // While it is made nobody closes it as the last: all of it lies in the log.
    let maker = Store::open(&root.join(".git")).unwrap();
    let mut acknowledged = vec![round(&mut clients[0], root, 0, 0).unwrap()];
    drop(maker);
    stop(&clients[0]);
    let [file, log, index] =
        ["", "-wal", "-shm"].map(|suffix| root.join(format!(".git/countersign/store.db{suffix}")));
    assert_eq!(fs::metadata(&file).unwrap().len(), 4096);
    let beside = tempfile::TempDir::new().unwrap();
    let folded = beside.path().join("folded.db");
    fs::copy(&file, &folded).unwrap();
    fs::copy(&log, beside.path().join("folded.db-wal")).unwrap();
    rusqlite::Connection::open(&folded).unwrap().execute_batch("PRAGMA wal_checkpoint(TRUNCATE)").unwrap();
    let whole = fs::read(folded).unwrap();
    fs::write(&file, &whole[..whole.len() / 4096 / 2 * 4096]).unwrap();
    for removed in [&index, &log] {
        fs::remove_file(removed).unwrap();
    }
    fs::write(&log, "").unwrap();
    let refused = round(&mut clients[1], root, 1, 0).unwrap_err();
    assert!(REFUSALS.iter().any(|refusal| refused.contains(refusal)), "{refused}");
    // It is asked while that one sleeps still, and answers when it has seen to it.
    let [sleeper, asked] = &mut clients[..] else { panic!("two servers") };
    std::thread::scope(|scope| {
        let told = scope.spawn(|| round(asked, root, 1, 0));
        std::thread::sleep(Duration::from_millis(700));
        send(sleeper, Signal::CONT);
        acknowledged.push(told.join().unwrap().unwrap());
    });
    for client in &mut clients {
        client.close_input();
        assert!(client.wait_exit(PATIENCE).is_some());
    }
    nothing_is_lost_or_unsaid(&scene, &Played { acknowledged, refused: Vec::new(), removed: 1 }, "a sleeper");
}

#[test]
fn what_a_removed_log_held_is_kept_aside_where_others_wrote_past_it() {
    for time in 0..times(1) {
        let scene = with_parts();
        let root = scene.root();
        let mut clients: Vec<_> = (0..2).map(|_| Client::start(root, Era::Handshake)).collect();
        let mut acknowledged = vec![round(&mut clients[0], root, 0, 0).unwrap()];
        let folder = root.join(".git/countersign");
        // Whoever is stopped finds nothing out. The other waits a moment for that, and goes on with what the file alone holds.
        stop(&clients[0]);
        for suffix in ["-shm", "-wal"] {
            fs::remove_file(folder.join(format!("store.db{suffix}"))).unwrap();
        }
        acknowledged.extend(round(&mut clients[1], root, 1, 0));
        send(&clients[0], Signal::CONT);
        acknowledged.extend(round(&mut clients[0], root, 0, 1));
        for mut client in clients {
            client.close_input();
            assert!(client.wait_exit(PATIENCE).is_some());
        }
        let mut there: Vec<String> = recorded(root).into_iter().collect();
        let names = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
        let asides: Vec<_> =
            names.filter(|p| p.to_string_lossy().contains(".damaged-removed-log-")).collect();
        assert_eq!(asides.len(), 1, "time {time}");
        let aside = rusqlite::Connection::open(&asides[0]).unwrap();
        let mut rows = aside.prepare("SELECT id FROM stream").unwrap();
        there.extend(rows.query_map([], |row| row.get::<_, String>(0)).unwrap().map(Result::unwrap));
        let lost: Vec<_> = acknowledged.iter().filter(|id| !there.contains(id)).collect();
        assert!(lost.is_empty(), "time {time}: {lost:?}");
        let (told, _) = said(root, &["doctor"]);
        let lost = &acknowledged[0];
        assert!(told.contains("store.db.damaged-removed-log-1 alone holds") && told.contains(lost), "{told}");
        let (told, _) = said(root, &["doctor", "--repair"]);
        let way = format!("{lost} lay in a log that was removed under a server");
        assert!(told.contains(&way) && !told.contains("alone holds"), "{told}");
        let (told, _) = said(root, &["log", lost]);
        assert!(told.contains("approved"), "{told}");
    }
}

#[test]
fn what_a_removed_log_held_is_kept_aside_by_the_last_though_another_has_the_turn() {
    let scene = with_parts();
    let root = scene.root();
    let mut client = Client::start(root, Era::Handshake);
    let acknowledged = vec![round(&mut client, root, 0, 0).unwrap()];
    let folder = root.join(".git/countersign");
    for suffix in ["-shm", "-wal"] {
        fs::remove_file(folder.join(format!("store.db{suffix}"))).unwrap();
    }
    // As a server has it that was stopped in a commit.
    let turn = fs::File::open(&folder).unwrap();
    turn.lock().unwrap();
    client.close_input();
    assert!(client.wait_exit(PATIENCE).is_some());
    drop(turn);
    let (told, is_well) = said(root, &["doctor"]);
    assert!(
        !is_well && told.contains("store.db.damaged-removed-log-1 may hold all there was of it"),
        "{told}"
    );
    let played = Played { acknowledged, refused: Vec::new(), removed: 1 };
    nothing_is_lost_or_unsaid(&scene, &played, "beside one who has the turn");
}

#[test]
fn what_was_rejected_in_a_removed_log_closes_the_gate_until_it_is_reviewed_anew() {
    let scene = with_parts();
    let root = scene.root();
    let mut clients: Vec<_> = (0..2).map(|_| Client::start(root, Era::Handshake)).collect();
    fs::write(root.join("src/part0.js"), "let a = 0 + 1;\n").unwrap();
    let change = json!({ "id": "part-0-0", "title": "Sum", "criteria": "it sums", "files": ["src/part0.js"],
                         "protocol": "countersign", "brief": false });
    let opened = clients[0].call("review_task", change).structured;
    let finding = json!({ "severity": "critical", "title": "The sum is off by one", "description": "One too many.",
                          "locations": [{ "file": "src/part0.js", "line": 1 }] });
    let rejected = json!({ "loop_id": opened["loop_id"], "countersign": opened["countersign"],
                           "verdict": "rejected", "findings": [finding] });
    assert!(!clients[0].call("record_findings", rejected).is_error);
    stop(&clients[0]);
    for suffix in ["-shm", "-wal"] {
        fs::remove_file(root.join(format!(".git/countersign/store.db{suffix}"))).unwrap();
    }
    // Looks for those who sleep over what nobody else has are refused, never answered by what is left.
    let (told, is_open) = said(root, &["doctor"]);
    assert!(!is_open && told.contains("was removed or replaced"), "{told}");
    // Nor once one of them has laid an empty log there.
    said(root, &["gate"]);
    let (told, is_open) = said(root, &["doctor"]);
    assert!(!is_open && told.contains("was removed or replaced"), "{told}");
    // The same work, by one who knows nothing of that, and approved.
    round(&mut clients[1], root, 0, 0).unwrap();
    send(&clients[0], Signal::CONT);
    clients[0].call("loop_status", json!({}));
    for client in &mut clients {
        client.close_input();
        assert!(client.wait_exit(PATIENCE).is_some());
    }
    let (told, is_open) = said(root, &["gate"]);
    assert!(!is_open && told.contains("countersign doctor --repair"), "{told}");
    said(root, &["doctor", "--repair"]);
    let (told, is_open) = said(root, &["gate"]);
    let lost = opened["loop_id"].as_str().unwrap();
    assert!(!is_open && told.contains(lost), "{told}");
    let mut client = Client::start(root, Era::Handshake);
    round(&mut client, root, 0, 0).unwrap();
    let (told, is_open) = said(root, &["gate"]);
    assert!(is_open, "{told}");
}

/// Whoever looks for the holder of a file asks the file, which tells of those in other containers, too.
#[test]
fn who_has_a_store_open_is_told_by_its_file() {
    let scene = with_parts();
    let mut client = Client::start(scene.root(), Era::Handshake);
    round(&mut client, scene.root(), 0, 0).unwrap();
    let file = fs::File::open(scene.root().join(".git/countersign/store.db")).unwrap();
    assert_eq!(machine::locked_by(&file).unwrap(), Some(client.pid()));
    client.close_input();
    assert!(client.wait_exit(PATIENCE).is_some());
    assert_eq!(machine::locked_by(&file).unwrap(), None);
}

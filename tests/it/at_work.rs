//! What somebody does beside servers at work: repairs a whole store, writes reports anew, removes a file from under them. And
//! a clock that went back between two loops.

#![allow(clippy::unwrap_used, reason = "the functions that tests share fail like tests")]

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use countersign::io::store::Store;
use serde_json::{Value, json};

use crate::client::{Answer, Client, Era, PATIENCE};
use crate::desk::{Desk, blocker};
use crate::lost::{ahead, id_of, said, with_work};
use crate::scene::Scene;

const PARTS: usize = 3;

pub(crate) fn with_parts() -> Scene {
    let scene = Scene::new();
    let files: Vec<String> = (0..PARTS).map(|n| format!("src/part{n}.js")).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|path| (path.as_str(), "let a = 0;\n")).collect();
    scene.commit("feat: parts", &files);
    scene
}

/// Opens the review of a change of a file, and approves it.
pub(crate) fn round(client: &mut Client, root: &Path, part: usize, round: usize) -> Result<String, String> {
    let file = format!("src/part{part}.js");
    fs::write(root.join(&file), format!("let a = {round} + 1;\n")).unwrap();
    let change = json!({ "id": format!("part-{part}-{round}"), "title": "Sum", "criteria": "it sums", "files": [file],
                         "protocol": "countersign", "brief": false });
    let told = |answer: Answer| if answer.is_error { Err(answer.text) } else { Ok(answer.structured) };
    let opened = told(client.call("review_task", change))?;
    let approved = json!({ "loop_id": opened["loop_id"], "countersign": opened["countersign"],
                           "verdict": "approved", "findings": [] });
    told(client.call("record_findings", approved))?;
    Ok(id_of(&opened))
}

/// The loops of which a review was recorded.
pub(crate) fn recorded(root: &Path) -> Vec<String> {
    let store = Store::open_to_read(&root.join(".git")).unwrap();
    assert_eq!(store.verify_all(), [], "chains are whole");
    let is_recorded = |id: &String| store.events(id).unwrap().iter().any(|e| e.kind == "review_recorded");
    store.streams(Some("loop")).unwrap().into_iter().map(|info| info.id).filter(is_recorded).collect()
}

#[test]
fn a_whole_store_is_not_repaired_and_no_report_is_suspected_while_servers_write() {
    let scene = with_parts();
    let (root, over) = (scene.root(), AtomicBool::new(false));
    let (acknowledged, told) = std::thread::scope(|scope| {
        let work = |part: usize| {
            let mut client = Client::start(root, Era::Handshake);
            let rounds = (0..).take_while(|_| !over.load(Ordering::Relaxed));
            rounds.map(|n| round(&mut client, root, part, n).unwrap()).collect::<Vec<_>>()
        };
        let running: Vec<_> = (0..PARTS).map(|part| scope.spawn(move || work(part))).collect();
        let (start, mut told) = (Instant::now(), String::new());
        for command in [["doctor", "--repair"], ["report", "--all"]].iter().cycle() {
            // Before the first loop there is nothing to write.
            told.push_str(&said(root, command).0);
            if start.elapsed() > Duration::from_secs(4) {
                break;
            }
        }
        over.store(true, Ordering::Relaxed);
        let acknowledged: Vec<String> = running.into_iter().flat_map(|one| one.join().unwrap()).collect();
        (acknowledged, told)
    });
    for wrong in ["set aside", "lost_events", "prints a head"] {
        assert!(!told.contains(wrong), "{told}");
    }
    let there = recorded(root);
    assert!(acknowledged.iter().all(|id| there.contains(id)), "{acknowledged:?} of {there:?}");
}

#[test]
fn an_index_that_is_removed_under_a_server_costs_nothing_that_is_acknowledged_from_then_on() {
    for removed in [&["-shm"][..], &["-shm", "-wal"], &["-wal"]] {
        let scene = with_parts();
        let root = scene.root();
        let mut first = Client::start(root, Era::Handshake);
        let mut acknowledged = vec![round(&mut first, root, 0, 0).unwrap()];
        let store = root.join(".git/countersign");
        for suffix in removed {
            fs::remove_file(store.join(format!("store.db{suffix}"))).unwrap();
        }
        let mut second = Client::start(root, Era::Handshake);
        let mut refused = Vec::new();
        for n in 1..=6 {
            for (client, part) in [(&mut second, 1), (&mut first, 0)] {
                match round(client, root, part, n) {
                    Ok(id) => acknowledged.push(id),
                    Err(why) => refused.push(why),
                }
            }
        }
        assert!(refused.len() <= 1, "{refused:#?}");
        // Neither folds in what is not its own as it ends.
        for mut client in [first, second] {
            client.close_input();
            assert!(client.wait_exit(PATIENCE).is_some());
        }
        let there = recorded(root);
        let (told, _) = said(root, &["doctor"]);
        // Whoever has it open brings in what the log held, before anybody writes past it; else that is kept aside, and told.
        let lost: Vec<&String> =
            acknowledged.iter().filter(|id| !there.contains(id) && !told.contains(id.as_str())).collect();
        assert!(lost.is_empty(), "{removed:?} removed, of {}: {lost:?}, {told}", acknowledged.len());
        // Where one of the two is left, nobody can write past the log.
        assert!(removed.len() == 2 || !told.contains("alone holds"), "{removed:?}: {told}");
    }
}

#[test]
fn an_index_that_is_removed_again_and_again_while_servers_begin_costs_nothing() {
    let scene = with_parts();
    let root = scene.root();
    // There is a store, and nobody has it open.
    let mut earlier = Client::start(root, Era::Handshake);
    round(&mut earlier, root, 0, 0).unwrap();
    earlier.close_input();
    earlier.wait_exit(PATIENCE);
    let index = root.join(".git/countersign/store.db-shm");
    let (over, removed) = (AtomicBool::new(false), std::sync::atomic::AtomicUsize::new(0));
    let acknowledged = std::thread::scope(|scope| {
        let removing = scope.spawn(|| {
            while removed.load(Ordering::Relaxed) < 3 && !over.load(Ordering::Relaxed) {
                removed.fetch_add(usize::from(fs::remove_file(&index).is_ok()), Ordering::Relaxed);
            }
        });
        let mut acknowledged = Vec::new();
        let mut clients: Vec<Client> = (0..PARTS).map(|_| Client::start(root, Era::Handshake)).collect();
        acknowledged.extend(round(&mut clients[0], root, 0, 1).ok());
        over.store(true, Ordering::Relaxed);
        removing.join().unwrap();
        for n in 2..=5 {
            for part in (0..PARTS).rev() {
                acknowledged.extend(round(&mut clients[part], root, part, n).ok());
            }
        }
        for mut client in clients {
            client.close_input();
            client.wait_exit(PATIENCE);
        }
        acknowledged
    });
    let there = recorded(root);
    assert!(acknowledged.len() >= 6, "{}", acknowledged.len());
    assert!(acknowledged.iter().all(|id| there.contains(id)), "{acknowledged:?} of {there:?}");
}

#[test]
fn a_server_that_slept_while_its_index_was_removed_twice_folds_in_nothing_of_others() {
    let scene = with_parts();
    let root = scene.root();
    let index = root.join(".git/countersign/store.db-shm");
    let mut asleep = Client::start(root, Era::Handshake);
    let mut acknowledged = vec![round(&mut asleep, root, 0, 0).unwrap()];
    fs::remove_file(&index).unwrap();
    let mut other = Client::start(root, Era::Handshake);
    acknowledged.extend((1..=3).map(|n| round(&mut other, root, 1, n).unwrap()));
    other.close_input();
    other.wait_exit(PATIENCE);
    // Where the sleeper let go meanwhile, the other was the last and took it away itself.
    let _ = fs::remove_file(&index);
    asleep.close_input();
    asleep.wait_exit(PATIENCE);
    let there = recorded(root);
    assert!(acknowledged.iter().all(|id| there.contains(id)), "{acknowledged:?} of {there:?}");
}

#[test]
fn a_missing_report_is_written_of_the_loop_that_was_opened_last_whatever_the_clock_said() {
    let (scene, desk) = with_work();
    let base = scene.git.head().unwrap().peel_to_commit().unwrap().parent_id(0).unwrap().to_string();
    let asked = json!({ "id": "c1", "title": "The change", "criteria": "it works", "base": base });
    let first = desk.review(asked.clone());
    desk.approve(&first);
    ahead(&scene, &id_of(&first), 86_400_000);
    scene.commit("more", &[("src/a.js", "let a = 2;\n")]);
    let desk = Desk::at(scene.root());
    let second = desk.review(asked);
    let answered: Value = desk.answer(&second, blocker("It is wrong", "src/a.js", 1));
    let report = scene.root().join(answered["reports"][0].as_str().unwrap());
    let before = fs::read_to_string(&report).unwrap();
    assert!(before.contains(&id_of(&second)), "{before}");
    for command in [["doctor", "--repair"], ["report", "--all"]] {
        fs::remove_file(&report).unwrap();
        let (told, _) = said(scene.root(), &command);
        let after = fs::read_to_string(&report).unwrap();
        assert!(after == before, "{told}\n{after}");
    }
}

//! Several servers that write to one repository as fast as they can: nobody is told that the store is busy, nobody
//! starves, and everything that was answered is there (SPEC 13, promises 1 and 2).
//!
//! `COUNTERSIGN_LOAD=60` has eight servers at it for so many seconds and judges fairness and waiting, as
//! `docs/reliability.md` promises them; the short form only looks at what must hold however slow the machine is.

#![allow(clippy::unwrap_used, reason = "a scene that cannot be built fails its test")]
#![allow(clippy::print_stderr, reason = "the figures are what the long form is run for")]

use std::fs;
use std::path::Path;
use std::sync::Barrier;
use std::time::{Duration, Instant};

use countersign::io::store::Store;
use serde_json::{Value, json};

use crate::client::{Client, Era};
use crate::scene::Scene;

/// The least share of what the busiest server committed that any other may be left with.
const FAIR: f64 = 0.5;
/// The longest that 99 of 100 writing calls may take.
const PATIENCE: Duration = Duration::from_millis(500);

/// What one server came to.
#[derive(Default)]
struct Done {
    loops: Vec<String>,
    /// How long each writing call took.
    took: Vec<Duration>,
}

/// Sends a call that writes; whatever is refused fails the test, a busy store before all.
fn wrote(client: &mut Client, tool: &str, call: Value, done: &mut Done) -> Value {
    let start = Instant::now();
    let answer = client.call(tool, call);
    done.took.push(start.elapsed());
    assert!(!answer.is_error, "{tool} was refused under load: {}", answer.text);
    answer.structured
}

/// Opens and answers reviews of one file until time is up, each of another change.
fn work(root: &Path, worker: usize, lasts: Duration, ready: &Barrier) -> Done {
    let mut client = Client::start(root, Era::BOTH[worker % 2]);
    let file = format!("src/part{worker}.js");
    let mut done = Done::default();
    ready.wait();
    let start = Instant::now();
    for round in 0.. {
        if start.elapsed() >= lasts {
            break;
        }
        fs::write(root.join(&file), format!("export const total = {round};\n")).unwrap();
        let change = json!({ "id": format!("part-{worker}-{round}"), "title": "Sum", "criteria": "it sums",
                             "files": [file], "protocol": "countersign", "brief": false });
        let opened = wrote(&mut client, "review_task", change, &mut done);
        let answer = json!({ "loop_id": opened["loop_id"], "countersign": opened["countersign"],
                             "verdict": "approved", "findings": [] });
        let answered = wrote(&mut client, "record_findings", answer, &mut done);
        assert_eq!(answered["verdict"], "approved", "{answered}");
        done.loops.push(opened["loop_id"].as_str().unwrap().to_owned());
    }
    done
}

#[test]
fn servers_under_load_are_never_busy_to_a_caller_and_lose_nothing() {
    let long = std::env::var("COUNTERSIGN_LOAD").ok().and_then(|n| n.parse().ok()).map(Duration::from_secs);
    let (servers, lasts) = long.map_or((4, Duration::from_secs(2)), |lasts| (8, lasts));
    let scene = Scene::new();
    let files: Vec<(String, &str)> =
        (0..servers).map(|n| (format!("src/part{n}.js"), "export const total = 'none';\n")).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), *text)).collect();
    scene.commit("feat: parts", &files);
    let (root, ready) = (scene.root(), Barrier::new(servers));
    let done: Vec<Done> = std::thread::scope(|scope| {
        let running: Vec<_> = (0..servers)
            .map(|worker| {
                scope.spawn({
                    let ready = &ready;
                    move || work(root, worker, lasts, ready)
                })
            })
            .collect();
        running.into_iter().map(|one| one.join().unwrap()).collect()
    });

    let store = Store::open_existing(&root.join(".git")).unwrap();
    assert_eq!(store.verify_all(), [], "chains are whole");
    let answered: Vec<&String> = done.iter().flat_map(|d| &d.loops).collect();
    for id in &answered {
        let events = store.events(id).unwrap();
        assert!(
            events.iter().any(|e| e.kind == "review_recorded"),
            "the answer to {id} was told and is not there"
        );
    }
    assert_eq!(store.streams(Some("loop")).unwrap().len(), answered.len(), "one loop for each change");

    let commits: Vec<usize> = done.iter().map(|d| d.took.len()).collect();
    let mut took: Vec<Duration> = done.iter().flat_map(|d| d.took.iter().copied()).collect();
    took.sort_unstable();
    let share = |of: usize| took[(took.len() * of / 100).min(took.len() - 1)].as_millis();
    let (least, most) = (*commits.iter().min().unwrap(), *commits.iter().max().unwrap());
    #[expect(clippy::cast_precision_loss, reason = "a share of some thousands")]
    let fairness = least as f64 / most as f64;
    eprintln!(
        "{servers} servers, {} s: {} calls that write, {least} to {most} a server (fairness {fairness:.2}), half within {} ms, 99 of 100 within {} ms, the longest {} ms",
        lasts.as_secs(),
        took.len(),
        share(50),
        share(99),
        share(100)
    );
    assert!(least > 0, "one server never came to write: {commits:?}");
    if long.is_some() {
        assert!(fairness >= FAIR, "one starves: {commits:?}");
        assert!(share(99) < PATIENCE.as_millis(), "99 of 100 take {} ms", share(99));
    }
}

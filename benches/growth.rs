//! What a long history costs: `loop_status`, `record_findings` and the hook at a session's start over a store of 10,000
//! loops and 1,000,000 events, beside the same over 100 loops, in one run.
//!
//! `cargo bench --bench growth` prints medians and their ratios and judges these by [`MOST`]. The past loops are copies
//! of one that was really led, under names of their own; filling the large store takes some minutes. A number is how
//! many loops the large store has instead.

#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]
#![allow(clippy::unwrap_used, reason = "a benchmark that cannot be set up ends")]

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use countersign::app::App;
use countersign::io::store::{Batch, NewEvent, Opened, Store, Stored};
use serde_json::{Value, json};
use tempfile::TempDir;

/// How much dearer a call may be over the large store.
const MOST: f64 = 2.0;
const SMALL: usize = 100;
const LARGE: usize = 10_000;
const EVENTS: usize = 100;
const RUNS: usize = 21;

fn git(dir: &Path, words: &[&str]) {
    let mut git = Command::new("git");
    git.args(["-c", "user.name=Bench", "-c", "user.email=bench@example.invalid"])
        .args(words)
        .current_dir(dir);
    assert!(git.status().unwrap().success());
}

fn call<Q: serde::de::DeserializeOwned, A: serde::Serialize, E: std::fmt::Debug>(
    arguments: Value,
    run: impl Fn(&Q) -> Result<A, E>,
) -> Value {
    serde_json::to_value(run(&serde_json::from_value(arguments).unwrap()).unwrap()).unwrap()
}

/// Opens a review of a free change over one file, whose text is new each time.
fn opened(dir: &Path, id: &str) -> Value {
    fs::write(dir.join("src/cart.js"), format!("export const total = \"{id}\";\n")).unwrap();
    let change =
        json!({ "id": id, "title": "Sum", "criteria": "it sums", "files": ["src/cart.js"], "brief": false });
    call(change, |request| App::new(dir).review_task(request))
}

fn answered(dir: &Path, opened: &Value) -> Value {
    let answer = json!({ "loop_id": opened["loop_id"], "countersign": opened["countersign"],
                         "verdict": "approved", "findings": [] });
    call(answer, |request| App::new(dir).record_findings(request))
}

/// A repository whose store holds so many loops that ended, each with [`EVENTS`] events.
fn scene(loops: usize) -> TempDir {
    let dir = TempDir::new().unwrap();
    git(dir.path(), &["init", "-q", "-b", "main"]);
    fs::create_dir(dir.path().join("src")).unwrap();
    fs::write(dir.path().join("src/cart.js"), "export const total = 0;\n").unwrap();
    git(dir.path(), &["add", "."]);
    git(dir.path(), &["commit", "-q", "-m", "feat: begin"]);
    let led = opened(dir.path(), "led");
    answered(dir.path(), &led);
    let mut store = Store::open(&dir.path().join(".git")).unwrap();
    let id = led["loop_id"].as_str().unwrap();
    let pattern = store.events(id).unwrap();
    for n in 1..loops {
        let copy = format!("rl-past{n:04}");
        let events = (0..EVENTS).map(|k| {
            // Opened, its pass opened over and over, then answered.
            let event: &Stored = match k {
                0 => &pattern[0],
                k if k + 1 == EVENTS => pattern.last().unwrap(),
                _ => &pattern[1],
            };
            // Each past loop is about a file of its own.
            let body = event
                .body
                .replace(id, &copy)
                .replace("src/cart.js", &format!("src/past{n}.js"))
                .replace("\"led\"", &format!("\"past{n}\""));
            NewEvent { at: event.at, kind: event.kind.clone(), version: event.version, body }
        });
        // As whoever leads a loop to its end says it.
        let batch = Batch::new(events).naming([format!("src/past{n}.js")]).releasing_key().settling();
        let key = format!("change\npast{n}\nmain\nx");
        assert!(matches!(store.open_stream(&key, &copy, "loop", &batch).unwrap(), Opened::New(_)));
    }
    assert!(loops < 2 || store.events("rl-past0001").unwrap().len() == EVENTS);
    dir
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

/// How long a host waits for the hook at a session's start.
fn hook(dir: &Path) -> Duration {
    let input =
        json!({ "hook_event_name": "SessionStart", "cwd": dir, "session_id": "s", "source": "startup" });
    let began = Instant::now();
    let mut child = Command::new(env!("CARGO_BIN_EXE_countersign"))
        .arg("hook")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .current_dir(dir)
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.to_string().as_bytes()).unwrap();
    assert!(child.wait().unwrap().success());
    began.elapsed()
}

/// The medians over one store: status, an answer, the hook, and opening a review, which is not judged.
fn medians(dir: &Path) -> [Duration; 4] {
    let (mut status, mut record, mut hooks, mut open) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let _waits = opened(dir, "waits");
    for n in 0..RUNS {
        let began = Instant::now();
        call(json!({}), |request| App::new(dir).loop_status(request));
        status.push(began.elapsed());
        git(dir, &["stash", "-q"]);
        let began = Instant::now();
        let one = opened(dir, &format!("run{n}"));
        open.push(began.elapsed());
        let began = Instant::now();
        answered(dir, &one);
        record.push(began.elapsed());
        hooks.push(hook(dir));
    }
    [median(status), median(record), median(hooks), median(open)]
}

fn main() -> ExitCode {
    let many = std::env::args().find_map(|word| word.parse().ok()).unwrap_or(LARGE);
    let (small, large) = (scene(SMALL), scene(many));
    let (few, more) = (medians(small.path()), medians(large.path()));
    let mut holds = true;
    println!("{:<28} {SMALL:>10} loops {many:>10} loops   ratio", "");
    for (n, name) in
        ["loop_status", "record_findings", "hook, session start", "review_task, the first"].iter().enumerate()
    {
        let ms = |time: Duration| time.as_secs_f64() * 1000.0;
        let ratio = ms(more[n]) / ms(few[n]);
        let verdict = match (n < 3, ratio <= MOST) {
            (false, _) => "",
            (true, true) => "  holds",
            (true, false) => "  TOO SLOW",
        };
        holds &= n >= 3 || ratio <= MOST;
        println!("{name:<28} {:>13.2} ms {:>13.2} ms {ratio:7.2}{verdict}", ms(few[n]), ms(more[n]));
    }
    println!("bound: {MOST} times");
    if holds { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

//! How long a host waits for `countersign hook`: whole processes, a row an event, in a repository with an open loop.
//!
//! `cargo bench --bench hook` prints the median and the slowest of each row and judges the medians by [`MEDIAN`]. Two
//! rows are not judged, since they open a review and record one: what a reviewer costs when it starts and ends.

#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]
#![allow(clippy::unwrap_used, reason = "a benchmark that cannot be set up ends")]

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use countersign::app::App;
use countersign::app::requests::ReviewTask;
use serde_json::{Value, json};
use tempfile::TempDir;

/// The most a hook may take, as the median of its runs.
const MEDIAN: Duration = Duration::from_millis(15);
const RUNS: usize = 41;

const PLAN: &str = ".planning/phases/01-cart/01-01-PLAN.md";
const PLAN_TEXT: &str = "---\nphase: 01-cart\nplan: 01\n---\n\n<tasks>\n<task type=\"auto\">\n  <name>Task 1: Sum</name>\n  <files>src/cart.js</files>\n  <action>Sum the cart.</action>\n  <done>it sums</done>\n</task>\n</tasks>\n";

fn git(dir: &Path, words: &[&str]) {
    let mut git = Command::new("git");
    git.args(["-c", "user.name=Bench", "-c", "user.email=bench@example.invalid"])
        .args(words)
        .current_dir(dir);
    assert!(git.status().unwrap().success());
}

/// A repository whose one task waits for its reviewer.
fn scene() -> TempDir {
    let dir = TempDir::new().unwrap();
    let write = |path: &str, text: &str| {
        let full = dir.path().join(path);
        fs::create_dir_all(full.parent().unwrap()).unwrap();
        fs::write(full, text).unwrap();
    };
    git(dir.path(), &["init", "-q", "-b", "main"]);
    write(PLAN, PLAN_TEXT);
    write(".planning/megazord.config.json", "{\"version\": 1, \"quality\": {\"review\": \"auto\"}}\n");
    write("src/cart.js", "export const total = 1;\n");
    git(dir.path(), &["add", "."]);
    git(dir.path(), &["commit", "-q", "-m", "feat(01-01): sum"]);
    let request =
        ReviewTask { plan: Some(PLAN.to_owned()), task: Some("1".to_owned()), ..ReviewTask::default() };
    App::new(dir.path()).review_task(&request).unwrap();
    dir
}

/// Runs the hook once and returns how long a host would have waited.
fn run(dir: &Path, input: &Value) -> Duration {
    let text = input.to_string();
    let began = Instant::now();
    let mut child = Command::new(env!("CARGO_BIN_EXE_countersign"))
        .arg("hook")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .current_dir(dir)
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let ended = child.wait_with_output().unwrap();
    let took = began.elapsed();
    assert!(ended.status.success() && ended.stderr.is_empty(), "{}", String::from_utf8_lossy(&ended.stderr));
    took
}

fn main() -> ExitCode {
    let dir = scene();
    let of = |event: &str, more: Value| {
        let mut input = json!({ "hook_event_name": event, "cwd": dir.path(), "session_id": "s" });
        input.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        input
    };
    let shell = |command: &str| json!({ "tool_name": "Bash", "tool_input": { "command": command } });
    let agent =
        |kind: &str| json!({ "agent_id": "a", "agent_type": kind, "last_assistant_message": "Done." });
    let rows = [
        ("session start, one loop open", of("SessionStart", json!({ "source": "startup" })), true),
        ("a call is attested", of("PreToolUse", json!({ "tool_name": "mcp__countersign__decide" })), true),
        ("a foreign tool", of("PreToolUse", json!({ "tool_name": "mcp__other__search" })), true),
        ("a shell command", of("PreToolUse", shell("cargo test && git status")), true),
        ("git push, no gate", of("PreToolUse", shell("git push")), true),
        ("an unknown subagent starts", of("SubagentStart", agent("general-purpose")), true),
        ("an unknown subagent ends", of("SubagentStop", agent("general-purpose")), true),
        ("a reviewer starts", of("SubagentStart", agent("mz-reviewer")), false),
        ("a reviewer ends", of("SubagentStop", agent("mz-reviewer")), false),
    ];
    let mut holds = true;
    for (name, input, judged) in rows {
        let mut times: Vec<Duration> = (0..RUNS)
            .map(|n| {
                let mut input = input.clone();
                input["tool_use_id"] = json!(format!("toolu_{n}"));
                run(dir.path(), &input)
            })
            .collect();
        times.sort();
        let median = times[RUNS / 2];
        let verdict = match (judged, median <= MEDIAN) {
            (false, _) => "",
            (true, true) => "  holds",
            (true, false) => "  TOO SLOW",
        };
        holds &= !judged || median <= MEDIAN;
        let ms = |time: Duration| time.as_secs_f64() * 1000.0;
        println!("{name:<30} median {:7.2} ms, slowest {:7.2} ms{verdict}", ms(median), ms(times[RUNS - 1]));
    }
    println!("bound: a median of {} ms", MEDIAN.as_millis());
    if holds { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

//! Every system call of a commit and of a report fails in turn, once or from then on, or is where the process is killed:
//! what was answered is on disk, once; what was refused or never answered changed nothing or is there whole; and the same
//! call, sent again when the trouble is over, leads to the same end.
//!
//! The faults are injected by strace into the real server. Where processes cannot be traced the test says so and checks
//! nothing. `COUNTERSIGN_FAULTS=all` tries every point, some thousands of runs; a number sets how many, and a
//! list of faults as they are printed (`inject=openat:error=EIO:when=53,…`) tries those alone.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a scene that cannot be built fails its test")]
#![allow(clippy::print_stderr, reason = "what is skipped is said")]

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::time::Duration;

use countersign::app::App;
use countersign::io::store::{Store, StoreError};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::desk::{Desk, blocker};
use crate::plan_scene::{PLAN, fix_discount, with_task_one};
use crate::space::copy;

/// How long a server under strace may take for one call.
const PATIENCE: Duration = Duration::from_secs(40);

/// How many points are tried at a time: most of the time of one is spent waiting.
const AT_ONCE: usize = 6;

/// What a commit and a report ask of the system, and how each may fail.
const CALLS: [(&str, &[&str]); 14] = [
    ("pwrite64", &["error=EIO", "error=ENOSPC", "signal=KILL"]),
    ("fsync", &["error=EIO", "signal=KILL"]),
    ("fdatasync", &["error=EIO", "signal=KILL"]),
    ("ftruncate", &["error=EIO", "error=ENOSPC", "signal=KILL"]),
    ("write", &["error=EIO", "error=ENOSPC", "signal=KILL"]),
    ("openat", &["error=EIO", "error=EMFILE", "signal=KILL"]),
    ("rename", &["error=EIO", "error=ENOSPC", "signal=KILL"]),
    ("renameat", &["error=EIO", "error=ENOSPC", "signal=KILL"]),
    ("renameat2", &["error=EIO", "error=ENOSPC", "signal=KILL"]),
    ("unlink", &["error=EIO", "signal=KILL"]),
    ("unlinkat", &["error=EIO", "signal=KILL"]),
    ("mkdirat", &["error=EIO", "error=ENOSPC", "signal=KILL"]),
    ("mkdir", &["error=EIO", "error=ENOSPC", "signal=KILL"]),
    ("pread64", &["error=EIO", "signal=KILL"]),
];

/// A repository on the eve of a call.
struct Eve {
    folder: TempDir,
    tool: &'static str,
    arguments: Value,
    /// Events of each stream before the call, and after it went well.
    before: BTreeMap<String, usize>,
    after: BTreeMap<String, usize>,
    /// How often the call uses each system call.
    used: BTreeMap<&'static str, usize>,
}

/// What came of a call.
#[derive(Debug)]
enum Came {
    Answer,
    Refusal(String),
    Nothing,
    /// Nothing, and it did not end either.
    Hung,
}

pub(crate) fn events(root: &Path) -> BTreeMap<String, usize> {
    match Store::open_to_examine(&root.join(".git")) {
        Ok(store) => {
            assert_eq!(store.verify_all(), []);
            let infos = store.streams(None).unwrap();
            infos.iter().map(|info| (info.subject.clone(), store.events(&info.id).unwrap().len())).collect()
        }
        Err(StoreError::Missing { .. }) => BTreeMap::new(),
        Err(other) => panic!("{other:?}"),
    }
}

fn line(tool: &str, arguments: &Value) -> String {
    let meta = json!({ "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                       "io.modelcontextprotocol/clientCapabilities": {},
                       "io.modelcontextprotocol/clientInfo": { "name": "it", "version": "0" } });
    let params = json!({ "name": tool, "arguments": arguments, "_meta": meta });
    format!("{}\n", json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params }))
}

/// The calls that strace looks at; only those can be made to fail.
fn traced() -> String {
    let names: Vec<&str> = CALLS.iter().map(|(name, _)| *name).collect();
    format!("trace={}", names.join(","))
}

/// Leads one call through a server under strace.
fn under(root: &Path, tool: &str, arguments: &Value, strace: &[&str]) -> Came {
    let mut child = Command::new("strace")
        .args(["-f", "-qq"])
        .args(strace)
        .arg(env!("CARGO_BIN_EXE_countersign"))
        .arg("serve")
        .current_dir(root)
        .env("COUNTERSIGN_LOG", "off")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let (mut input, mut output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    // A server that was killed before it read is one of the cases.
    let _ = input.write_all(line(tool, arguments).as_bytes());
    let (done, said) = channel();
    std::thread::spawn(move || {
        let mut output = BufReader::new(&mut output);
        let mut text = String::new();
        let _ = output.read_line(&mut text);
        // Only an answered call is left alone: a client that goes earlier cancels what it asked for.
        drop(input);
        let _ = output.read_to_string(&mut text);
        let _ = done.send(text);
    });
    let said = said.recv_timeout(PATIENCE);
    let _ = child.kill();
    let _ = child.wait();
    let Ok(said) = said else { return Came::Hung };
    let Some(answer) = said.lines().next() else { return Came::Nothing };
    let Ok(answer) = serde_json::from_str::<Value>(answer) else { return Came::Nothing };
    assert_eq!(said.lines().count(), 1, "{strace:?}: {said}");
    match (&answer["result"]["isError"], &answer["error"]) {
        (_, error) if !error.is_null() => Came::Refusal(error.to_string()),
        (Value::Bool(true), _) => {
            Came::Refusal(answer["result"]["content"][0]["text"].as_str().unwrap_or_default().to_owned())
        }
        _ => Came::Answer,
    }
}

fn traceable() -> bool {
    let tried = Command::new("strace").args(["-qq", "-e", "trace=none", "true"]).output();
    tried.is_ok_and(|tried| tried.status.success())
}

/// The runtime wakes its threads by a system call: one that fails leaves it asleep, and the server must end all the same.
#[test]
fn a_server_whose_runtime_was_left_asleep_ends_after_its_input() {
    if !traceable() {
        eprintln!("skipped: processes cannot be traced here");
        return;
    }
    let scene = with_task_one();
    let call = line("loop_status", &json!({}));
    for when in 1..=3 {
        // Of each thread the write of that number.
        let fault = format!("inject=write:error=EIO:when={when}");
        let mut child = Command::new("strace")
            .args(["-f", "-qq", "-o", "/dev/null", "-e", "trace=write", "-e", &fault])
            .arg(env!("CARGO_BIN_EXE_countersign"))
            .arg("serve")
            .current_dir(scene.root())
            .env("COUNTERSIGN_LOG", "off")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        let _ = input.write_all(call.as_bytes());
        std::thread::sleep(Duration::from_millis(600));
        drop(input);
        let ended = (0..PATIENCE.as_millis() / 100).any(|_| {
            std::thread::sleep(Duration::from_millis(100));
            child.try_wait().unwrap().is_some()
        });
        if !ended {
            // strace goes first: what it holds would stay stopped.
            let server = fs::read_to_string(format!("/proc/{0}/task/{0}/children", child.id())).unwrap();
            let _ = child.kill();
            let _ = Command::new("kill").arg("-9").args(server.split_whitespace()).status();
            panic!("{fault}: the server did not end");
        }
    }
}

/// The steps of one loop, each with the repository as it is just before.
fn eves() -> Vec<Eve> {
    let scene = with_task_one();
    let desk = Desk::at(scene.root());
    let mut eves = Vec::new();
    let mut eve = |tool: &'static str, arguments: Value| {
        let folder = TempDir::new().unwrap();
        copy(scene.root(), folder.path());
        let before = events(scene.root());
        let answer = desk.ok(tool, arguments.clone());
        let after = events(scene.root());
        assert_ne!(before, after, "{tool} writes");
        eves.push(Eve { folder, tool, arguments, before, after, used: BTreeMap::new() });
        answer
    };
    let opened = eve("review_task", json!({ "plan": PLAN, "task": "1" }));
    let finding = blocker("The discount is ignored", "src/cart.js", 6);
    let found = eve(
        "record_findings",
        json!({ "loop_id": opened["loop_id"], "countersign": opened["countersign"],
                "verdict": "changes_requested", "findings": finding }),
    );
    fix_discount(&scene);
    eve(
        "respond_findings",
        json!({ "loop_id": opened["loop_id"], "turn": found["next"]["turn"], "responses": [
            { "finding_id": "F1", "response": "fixed", "details": "mended in src/cart.js" }] }),
    );
    let again = eve("review_task", json!({ "loop_id": opened["loop_id"] }));
    eve(
        "record_findings",
        json!({ "loop_id": opened["loop_id"], "countersign": again["countersign"], "verdict": "approved",
                "findings": [], "resolved": [{ "id": "F1", "reason": "it counts now" }] }),
    );
    eve(
        "record_tests",
        json!({ "id": "sums", "title": "Sums", "criteria": "they add up", "failed": ["adds"],
                "command": "node --test" }),
    );
    eves
}

/// Counts what a call asks of the system.
fn counted(mut eve: Eve) -> Eve {
    let folder = TempDir::new().unwrap();
    copy(eve.folder.path(), folder.path());
    let trace = folder.path().join("trace");
    let to = trace.to_str().unwrap();
    let came = under(folder.path(), eve.tool, &eve.arguments, &["-e", &traced(), "-o", to]);
    assert!(matches!(came, Came::Answer), "{came:?}");
    let seen = fs::read_to_string(&trace).unwrap();
    let count = |name: &str| seen.lines().filter(|l| l.contains(&format!(" {name}("))).count();
    eve.used = CALLS.iter().map(|(name, _)| (*name, count(name))).collect();
    eve
}

/// The reports below a folder, with their texts.
fn reports(root: &Path) -> BTreeMap<PathBuf, String> {
    let mut found = BTreeMap::new();
    let mut folders = vec![root.join(".planning")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().map(Result::unwrap) {
            if entry.file_type().unwrap().is_dir() {
                folders.push(entry.path());
            } else if entry.file_name().to_string_lossy().contains("REVIEW") {
                let text = fs::read_to_string(entry.path()).unwrap();
                found.insert(entry.path().strip_prefix(root).unwrap().to_owned(), text);
            }
        }
    }
    found
}

/// Tries one fault and what follows.
fn tried(eve: &Eve, fault: &str) -> &'static str {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    copy(eve.folder.path(), root);
    let old = reports(root);
    let came = under(root, eve.tool, &eve.arguments, &["-o", "/dev/null", "-e", &traced(), "-e", fault]);
    let there = events(root);
    let case = format!("{} with {fault}: {came:?}", eve.tool);
    // The runtime wakes its own threads by such a call: where that fails, it may be left asleep. No disk does that.
    assert!(!matches!(came, Came::Hung) || fault.starts_with("inject=write:"), "{case}: never ended");
    let whole = there == eve.after;
    assert!(whole || there == eve.before, "{case}: {there:?} is neither before nor after");
    match &came {
        Came::Answer => assert!(whole, "{case}: answered, and not on disk"),
        Came::Refusal(text) => {
            // A disk that fails while it is told to keep what it was given may have kept it.
            assert!(!whole || text.contains("recorded twice"), "{case}: refused, and on disk");
            assert!(!text.contains("panic"), "{case}");
        }
        Came::Nothing | Came::Hung => {}
    }
    let left = reports(root);
    // The trouble is over: the same call comes to the same end, and everything can be made whole.
    let again = Desk::at(root).call(eve.tool, eve.arguments.clone());
    assert!(again.is_ok(), "{case}, sent again: {}", again.unwrap_err());
    assert_eq!(events(root), eve.after, "{case}, sent again");
    let repaired = App::new(root).repair().unwrap();
    assert!(repaired.healthy, "{case}: {repaired:#?}");
    let new = reports(root);
    for (path, text) in &left {
        let known = old.get(path) == Some(text) || new.get(path) == Some(text);
        assert!(known, "{case}: {} is neither the old report nor the new one:\n{text}", path.display());
    }
    match came {
        Came::Answer => "answered",
        Came::Refusal(_) => "refused",
        Came::Nothing | Came::Hung if whole => "killed after",
        Came::Nothing | Came::Hung => "killed before",
    }
}

#[test]
fn each_system_call_of_a_commit_and_a_report_fails_in_turn_and_nothing_is_lost() {
    if !traceable() {
        eprintln!("skipped: processes cannot be traced here (strace)");
        return;
    }
    let mut points: Vec<(usize, String)> = Vec::new();
    let eves: Vec<Eve> = eves().into_iter().map(counted).collect();
    for (n, eve) in eves.iter().enumerate() {
        for (name, ways) in CALLS {
            for nth in 1..=eve.used[name] {
                for way in ways {
                    points.push((n, format!("inject={name}:{way}:when={nth}")));
                    if *way != "signal=KILL" {
                        points.push((n, format!("inject={name}:{way}:when={nth}+")));
                    }
                }
            }
        }
    }
    let wanted = match std::env::var("COUNTERSIGN_FAULTS").as_deref() {
        Ok("all") => points.len(),
        Ok(faults) if faults.starts_with("inject=") => {
            let only: Vec<&str> = faults.split(',').collect();
            points.retain(|(_, fault)| only.contains(&fault.as_str()));
            points.len()
        }
        Ok(number) => number.parse().unwrap(),
        Err(_) => 40,
    };
    // Spread evenly, so that the short form meets every step and kind of call too.
    let stride = points.len().div_ceil(wanted.max(1)).max(1);
    let chosen: Vec<&(usize, String)> = points.iter().skip(stride / 2).step_by(stride).collect();
    // A server whose runtime was left asleep is waited for with patience: others are tried meanwhile.
    let (next, came) = (AtomicUsize::new(0), Mutex::new(BTreeMap::<&str, usize>::new()));
    std::thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                while let Some((n, fault)) = chosen.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let what = tried(&eves[*n], fault);
                    *came.lock().unwrap().entry(what).or_default() += 1;
                }
            });
        }
    });
    let came = came.into_inner().unwrap();
    eprintln!("{} points, every {stride}.: {came:?}", points.len());
    assert!(came.contains_key("refused") && came.contains_key("answered"), "{came:?}");
}

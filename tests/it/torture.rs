//! Servers that are killed at any instant, under load, on one repository: everything they answered is in the store, once,
//! chains and reports are whole, and no process is left behind.
//!
//! Four workers lead loops through servers of their own. Whatever way a server dies, its worker starts another and sends
//! the same call again, as a host does. `COUNTERSIGN_KILLS=2000` sets how many deaths.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a scene that cannot be built fails its test")]
#![allow(clippy::print_stderr, reason = "the figures are what the long form is run for")]

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use countersign::app::App;
use countersign::io::store::Store;
use serde_json::{Value, json};

use crate::scene::Scene;

const WORKERS: usize = 4;
/// How long a server may live on once its input is closed, its parent is dead or it was told to end.
const LAST_BREATH: Duration = Duration::from_secs(10);

/// The ways in which a server dies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Death {
    Kill,
    Terminate,
    Interrupt,
    /// Its standard input closes.
    Closed,
    /// The process that started it is killed.
    Orphaned,
}

impl Death {
    const ALL: [Death; 5] = [Death::Kill, Death::Terminate, Death::Interrupt, Death::Closed, Death::Orphaned];
}

/// Sends a signal; a process that is gone already has died of something else, which the worker sees.
fn signal(process: u32, name: &str) {
    let _ = Command::new("kill").args(["-s", name, &process.to_string()]).stderr(Stdio::null()).status();
}

/// Tells whether this process ignores interrupts, as jobs in the background do; what it starts ignores them too.
fn ignores_interrupts() -> bool {
    const INTERRUPT: u64 = 1 << 1;
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let ignored = status.lines().find_map(|l| l.strip_prefix("SigIgn:")).unwrap();
    u64::from_str_radix(ignored.trim(), 16).unwrap() & INTERRUPT != 0
}

/// Tells whether a process runs: gone, or dead and only waiting to be collected, it does not.
fn runs(process: u32) -> bool {
    fs::read_to_string(format!("/proc/{process}/stat")).is_ok_and(|stat| {
        stat.rsplit(')').next().is_some_and(|rest| !rest.trim_start().starts_with(['Z', 'X']))
    })
}

/// Chance that is the same in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, below: u64) -> u64 {
        self.0 = self.0.wrapping_add(1);
        let hash = blake3::hash(&self.0.to_le_bytes());
        u64::from_le_bytes(hash.as_bytes()[..8].try_into().unwrap()) % below
    }
}

/// A running server, and how it will die.
struct Victim {
    child: Child,
    server: u32,
    death: Death,
    input: Arc<Mutex<Option<ChildStdin>>>,
    output: BufReader<ChildStdout>,
    after: Duration,
    calls: u64,
}

impl Victim {
    /// Starts a server that dies after so long.
    fn start(root: &Path, death: Death, after: Duration) -> Self {
        let binary = env!("CARGO_BIN_EXE_countersign");
        let mut command = match death {
            Death::Orphaned => {
                // The shell says who the server is and waits beside it.
                let mut shell = Command::new("sh");
                shell.args(["-c", "exec 3<&0; \"$0\" serve <&3 & echo $!; exec 3<&-; wait", binary]);
                shell
            }
            Death::Kill | Death::Terminate | Death::Interrupt | Death::Closed => {
                let mut server = Command::new(binary);
                server.arg("serve");
                server
            }
        };
        command.current_dir(root).env("COUNTERSIGN_LOG", "off");
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let input = Arc::new(Mutex::new(child.stdin.take()));
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut server = child.id();
        if death == Death::Orphaned {
            let mut said = String::new();
            output.read_line(&mut said).unwrap();
            server = said.trim().parse().unwrap();
        }
        let victim = Self { child, server, death, input, output, after, calls: 0 };
        // Who its parent is, a server can tell only once it runs: that death waits for the first answer.
        if death != Death::Orphaned {
            victim.doom();
        }
        victim
    }

    /// Has it die after so long.
    fn doom(&self) {
        let (death, after, server, parent) = (self.death, self.after, self.server, self.child.id());
        let held = Arc::clone(&self.input);
        std::thread::spawn(move || {
            std::thread::sleep(after);
            match death {
                Death::Kill => signal(server, "KILL"),
                Death::Terminate => signal(server, "TERM"),
                Death::Interrupt => signal(server, "INT"),
                Death::Orphaned => signal(parent, "KILL"),
                Death::Closed => *held.lock().unwrap() = None,
            }
        });
    }

    /// Sends a call and waits for its answer; nothing where the server died over it.
    fn call(&mut self, tool: &str, arguments: &Value) -> Option<Value> {
        self.calls += 1;
        let meta = json!({ "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                           "io.modelcontextprotocol/clientCapabilities": {},
                           "io.modelcontextprotocol/clientInfo": { "name": "it", "version": "0" } });
        let params = json!({ "name": tool, "arguments": arguments, "_meta": meta });
        let line = json!({ "jsonrpc": "2.0", "id": self.calls, "method": "tools/call", "params": params });
        let sent = match self.input.lock().unwrap().as_mut() {
            Some(input) => writeln!(input, "{line}"),
            None => return None,
        };
        sent.ok()?;
        let mut said = String::new();
        self.output.read_line(&mut said).ok()?;
        if !said.ends_with('\n') {
            return None;
        }
        if self.death == Death::Orphaned && self.calls == 1 {
            self.doom();
        }
        let answer: Value = serde_json::from_str(&said).unwrap_or_else(|_| panic!("no protocol: {said}"));
        assert_eq!(answer["id"], self.calls, "{said}");
        if answer["error"]["message"].as_str().is_some_and(|m| m.contains("cancelled")) {
            return None;
        }
        assert!(answer["error"].is_null(), "{tool}: {said}");
        let result = &answer["result"];
        if result["isError"] == true {
            let text = result["content"][0]["text"].as_str().unwrap();
            assert!(text.contains("cancelled"), "{tool} {arguments}: {text}");
            return None;
        }
        Some(result["structuredContent"].clone())
    }

    /// Waits until nothing of it is left; how it died.
    fn buried(mut self) -> Death {
        let until = Instant::now() + LAST_BREATH;
        let status = self.child.wait().unwrap();
        while runs(self.server) {
            assert!(Instant::now() < until, "{:?}: the server still runs", self.death);
            std::thread::sleep(Duration::from_millis(5));
        }
        if self.death == Death::Closed {
            assert!(status.success() || status.signal().is_some(), "{status}");
        }
        self.death
    }
}

/// What was answered, to be found again.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Acknowledged {
    stream: String,
    kind: &'static str,
    /// What the event must hold, word for word.
    word: String,
}

/// One worker: leads loop after loop, each call until it is answered.
struct Worker<'a> {
    number: usize,
    root: &'a Path,
    dice: Dice,
    deaths: &'a AtomicUsize,
    wanted: usize,
    server: Option<Victim>,
    died: BTreeMap<Death, usize>,
    acknowledged: Vec<Acknowledged>,
    lived: usize,
    /// Deaths since the last answer: on a slow machine lives grow longer until there is one.
    in_vain: u64,
}

impl Worker<'_> {
    fn call(&mut self, tool: &str, arguments: &Value) -> Value {
        loop {
            let mut server = self.server.take().unwrap_or_else(|| {
                let mut death = Death::ALL[usize::try_from(self.dice.roll(5)).unwrap()];
                if death == Death::Interrupt && ignores_interrupts() {
                    death = Death::Terminate;
                }
                let after = Duration::from_millis(5 + self.dice.roll(250) + 20 * self.in_vain);
                Victim::start(self.root, death, after)
            });
            if let Some(answer) = server.call(tool, arguments) {
                self.server = Some(server);
                self.lived += 1;
                self.in_vain = 0;
                return answer;
            }
            self.in_vain += 1;
            *self.died.entry(server.buried()).or_default() += 1;
            self.deaths.fetch_add(1, Ordering::Relaxed);
        }
    }

    fn is_done(&self) -> bool {
        self.deaths.load(Ordering::Relaxed) >= self.wanted
    }

    fn note(&mut self, stream: &Value, kind: &'static str, word: impl Into<String>) {
        let stream = stream.as_str().unwrap().to_owned();
        self.acknowledged.push(Acknowledged { stream, kind, word: word.into() });
    }

    /// One loop: review, reject, fix, approve.
    fn lead(&mut self, round: usize) {
        let file = format!("src/worker{}.rs", self.number);
        let id = format!("w{}-{round}", self.number);
        let write = |text: String| fs::write(self.root.join(&file), text).unwrap();
        write(format!("fn round() {{\n    let _ = \"{id}\";\n}}\n"));
        let subject = json!({ "id": id, "title": "A round", "criteria": "it counts", "files": [file] });
        let opened = self.call("review_task", &subject);
        let (stream, code) = (&opened["loop_id"], opened["countersign"].as_str().unwrap());
        self.note(stream, "pass_opened", code);
        let finding = json!([{ "severity": "high", "stage": "quality", "title": format!("{id} is wrong"),
            "locations": [{ "file": file, "line": 2 }], "why": "it does not count" }]);
        let answer = json!({ "loop_id": stream, "countersign": code, "verdict": "changes_requested",
                             "findings": finding });
        let found = self.call("record_findings", &answer);
        self.note(stream, "review_recorded", code);
        fs::write(self.root.join(&file), format!("fn round() {{\n    count(\"{id}\");\n}}\n")).unwrap();
        let responses =
            json!([{ "finding_id": "F1", "response": "fixed", "details": format!("{id} counts") }]);
        let response = json!({ "loop_id": stream, "turn": found["next"]["turn"], "responses": responses });
        self.call("respond_findings", &response);
        self.note(stream, "responded", format!("{id} counts"));
        let again = self.call("review_task", &json!({ "loop_id": stream }));
        let code = again["countersign"].as_str().unwrap();
        self.note(stream, "pass_opened", code);
        let answer = json!({ "loop_id": stream, "countersign": code, "verdict": "approved", "findings": [],
                             "resolved": [{ "id": "F1", "reason": format!("{id} is right now") }] });
        let done = self.call("record_findings", &answer);
        assert_eq!(done["next"]["outcome"], "approved", "{done:#}");
        self.note(stream, "review_recorded", code);
    }
}

#[test]
fn servers_killed_under_load_lose_nothing_they_acknowledged() {
    let wanted = std::env::var("COUNTERSIGN_KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(24);
    let scene = Scene::new();
    let files: Vec<String> = (0..WORKERS).map(|n| format!("src/worker{n}.rs")).collect();
    let first: Vec<(&str, &str)> = files.iter().map(|file| (file.as_str(), "fn round() {}\n")).collect();
    scene.commit("feat: begin", &first);
    let (root, deaths) = (scene.root(), AtomicUsize::new(0));
    let workers: Vec<(usize, BTreeMap<Death, usize>, Vec<Acknowledged>)> = std::thread::scope(|scope| {
        let started: Vec<_> = (0..WORKERS)
            .map(|number| {
                let deaths = &deaths;
                scope.spawn(move || {
                    let mut worker = Worker {
                        number,
                        root,
                        dice: Dice(1_000_000 * number as u64),
                        deaths,
                        wanted,
                        server: None,
                        died: BTreeMap::new(),
                        acknowledged: Vec::new(),
                        lived: 0,
                        in_vain: 0,
                    };
                    let mut round = 0;
                    while !worker.is_done() {
                        worker.lead(round);
                        round += 1;
                    }
                    if let Some(last) = worker.server.take() {
                        last.buried();
                    }
                    (worker.lived, worker.died, worker.acknowledged)
                })
            })
            .collect();
        started.into_iter().map(|worker| worker.join().unwrap()).collect()
    });
    let mut died: BTreeMap<Death, usize> = BTreeMap::new();
    for (death, times) in workers.iter().flat_map(|(_, died, _)| died) {
        *died.entry(*death).or_default() += times;
    }
    let lived: usize = workers.iter().map(|(lived, ..)| lived).sum();
    let acknowledged: Vec<&Acknowledged> = workers.iter().flat_map(|(.., said)| said).collect();
    eprintln!("{died:?}; {lived} answers, {} of them events", acknowledged.len());
    everything_is_there(root, &acknowledged);
    reports_are_whole(root);
}

/// Each acknowledged event is in its stream exactly once, and every chain holds.
fn everything_is_there(root: &Path, acknowledged: &[&Acknowledged]) {
    let store = Store::open_to_examine(&root.join(".git")).unwrap();
    assert_eq!(store.verify_all(), []);
    let mut streams: HashMap<&str, Vec<(String, String)>> = HashMap::new();
    let mut seen = HashSet::new();
    for said in acknowledged {
        let events = streams.entry(&said.stream).or_insert_with(|| {
            let events = store.events(&said.stream).unwrap();
            events.into_iter().map(|e| (e.kind, e.body)).collect()
        });
        let there =
            events.iter().filter(|(kind, body)| kind == said.kind && body.contains(&said.word)).count();
        assert_eq!(there, 1, "{said:?} in {:#?}", events.iter().map(|(kind, _)| kind).collect::<Vec<_>>());
        assert!(seen.insert((&said.stream, said.kind, &said.word)), "{said:?} was acknowledged twice");
    }
    // What was never answered may be there as well, but no loop is there twice.
    let infos = store.streams(None).unwrap();
    let subjects: HashSet<_> = infos.iter().map(|info| &info.subject).collect();
    assert_eq!(subjects.len(), infos.len(), "two loops of one subject");
}

/// Reports say what the store says; a kill between event and report leaves one behind, which is written later.
fn reports_are_whole(root: &Path) {
    let app = App::new(root);
    let checkup = app.examine();
    for check in &checkup.checks {
        let fine = check.check == "report.behind" || !check.check.starts_with("report.");
        assert!(fine, "{check:#?}");
    }
    let repaired = app.repair().unwrap();
    assert!(repaired.healthy, "{repaired:#?}");
}

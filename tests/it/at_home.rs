//! The five systems at home: a repository of each in its own layout, where `countersign init` needs no option, the rules
//! are told by what lies there, and a whole loop runs in that system's own words, its files where its users look.
//!
//! What is said here to users stands in `docs/`, a page a system; `pages` holds those against the program.

#![allow(clippy::unwrap_used, clippy::needless_pass_by_value, reason = "tests pass json!() literals")]

mod bazinga;
mod gsd;
mod megazord;
mod pages;
mod ralph;
mod yolo;

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

use crate::client::{Client, Era};
use crate::scene::Scene;

/// A repository where the user said `countersign init` and nothing else, and the server that the host then starts.
struct Home {
    scene: Scene,
    server: Client,
}

impl Home {
    /// Moves in: `countersign init` without an option, twice, then the server that it registered.
    fn of(scene: Scene) -> Self {
        let first = run(scene.root(), &["init"]);
        let said = String::from_utf8(first.stdout).unwrap();
        assert!(
            first.status.success() && said.starts_with("Countersign is registered with claude"),
            "{said}"
        );
        let registered: Value = serde_json::from_str(&read(&scene, ".mcp.json")).unwrap();
        let server = &registered["mcpServers"]["countersign"];
        assert_eq!((&server["command"], &server["args"]), (&json!("countersign"), &json!(["serve"])));
        for name in ["reviewer", "executor", "verifier"] {
            assert!(scene.root().join(format!(".claude/agents/countersign-{name}.md")).exists(), "{said}");
        }
        let hooks = read(&scene, ".claude/settings.json");
        assert!(hooks.contains("\"countersign hook\""), "{hooks}");
        let again = String::from_utf8(run(scene.root(), &["init"]).stdout).unwrap();
        assert!(again.starts_with("Nothing to do"), "{again}");
        let server = Client::start(scene.root(), Era::Stateless);
        Self { scene, server }
    }

    /// Whose rules `countersign config` shows for a path, and why.
    fn rules(&self, path: &str) -> (String, String) {
        let shown = run(self.scene.root(), &["config", "--json", path]);
        let shown: Value = serde_json::from_slice(&shown.stdout).unwrap();
        let row = shown["values"].as_array().unwrap().iter().find(|row| row["key"] == "protocol").unwrap();
        (row["value"].as_str().unwrap().to_owned(), row["origin"].as_str().unwrap().to_owned())
    }

    /// Calls a tool that must not refuse.
    fn ok(&mut self, tool: &str, arguments: Value) -> Value {
        let shown = arguments.to_string();
        let answer = self.server.call(tool, arguments);
        assert!(!answer.is_error, "{tool} {shown} was refused: {}", answer.text);
        answer.structured
    }

    fn review(&mut self, subject: Value) -> Value {
        let opened = self.ok("review_task", subject);
        assert!(opened["countersign"].is_string(), "no pass is open: {opened:#}");
        opened
    }

    /// Makes the call that the last answer gave, as it stands there.
    fn next(&mut self, answer: &Value) -> Value {
        let call = &answer["next"]["call"];
        self.ok(call["tool"].as_str().unwrap(), call["arguments"].clone())
    }

    /// Hands in a reviewer's words by the call that the answer gave, filled with the text.
    fn says(&mut self, opened: &Value, text: &str) -> Value {
        let call = &opened["next"]["call"];
        assert_eq!((&call["tool"], &opened["next"]["fill"]), (&json!("record_findings"), &json!(["text"])));
        let mut arguments = call["arguments"].clone();
        arguments["text"] = json!(text);
        self.ok("record_findings", arguments)
    }

    /// What the registered hook answers to an event of a `general-purpose` agent.
    fn hook(&self, event: &str, agent: &str, last: Option<&str>) -> String {
        let mut input = json!({ "hook_event_name": event, "cwd": self.scene.root(), "session_id": "s-1",
                                "agent_id": agent, "agent_type": "general-purpose" });
        if let Some(last) = last {
            input["last_assistant_message"] = json!(last);
        }
        let mut command = Command::new(env!("CARGO_BIN_EXE_countersign"));
        command.arg("hook").current_dir(self.scene.root()).env_remove("XDG_CONFIG_HOME");
        command.env("HOME", self.scene.root().parent().unwrap().join("home"));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(input.to_string().as_bytes()).unwrap();
        let ended = child.wait_with_output().unwrap();
        assert!(ended.status.success() && ended.stderr.is_empty(), "{ended:?}");
        String::from_utf8(ended.stdout).unwrap()
    }

    fn read(&self, path: &str) -> String {
        read(&self.scene, path)
    }

    fn json(&self, path: &str) -> Value {
        serde_json::from_str(&self.read(path)).unwrap()
    }

    fn there(&self, path: &str) -> bool {
        self.scene.root().join(path).exists()
    }

    /// The exit code of `countersign gate` with what it printed.
    fn gate(&self, words: &[&str]) -> (i32, String) {
        let done = run(self.scene.root(), &[&["gate"], words].concat());
        (done.status.code().unwrap(), String::from_utf8(done.stdout).unwrap())
    }
}

/// Runs the program in a folder, with an empty home beside the repository.
fn run(folder: &Path, words: &[&str]) -> Output {
    let home = folder.parent().unwrap().join("home");
    std::fs::create_dir_all(&home).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_countersign"));
    command.args(words).current_dir(folder).stdin(Stdio::null());
    command.env("HOME", home).env_remove("XDG_CONFIG_HOME").env("COUNTERSIGN_LOG", "off");
    command.output().unwrap()
}

fn read(scene: &Scene, path: &str) -> String {
    let text = std::fs::read_to_string(scene.root().join(path));
    assert!(text.is_ok(), "{path}: {}", text.unwrap_err());
    text.unwrap()
}

/// Pieces that must stand in a text, in this order.
fn in_order(text: &str, pieces: &[&str]) {
    let mut rest = text;
    for piece in pieces {
        let found = rest.find(piece);
        assert!(found.is_some(), "{piece:?} does not stand where it should in:\n{text}");
        rest = &rest[found.unwrap() + piece.len()..];
    }
}

/// Ids of the findings that block, as the answer gives them.
fn blocking(answer: &Value) -> Vec<&str> {
    answer["blocking"].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

fn reports(answer: &Value) -> Vec<&str> {
    answer["reports"].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

//! A small client of the real binary: raw JSON lines over its standard streams, with a time limit on every wait.
//!
//! Deliberately not the SDK's client, so that what goes over the wire is what the test says.

#![allow(clippy::panic, reason = "a broken promise of the server ends the test")]
#![allow(clippy::needless_pass_by_value, reason = "tests pass json!() literals")]
#![allow(dead_code, reason = "a client for all scenario tests, not only those of the streams")]

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};

/// How long any single wait may last before the test fails.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// The two lifecycles a client may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Era {
    /// 2025-11-25: `initialize` first.
    Handshake,
    /// 2026-07-28: every request carries its own metadata.
    Stateless,
}

impl Era {
    pub(crate) const BOTH: [Era; 2] = [Era::Handshake, Era::Stateless];
}

/// What a tool answered.
#[derive(Debug, Clone)]
pub(crate) struct Answer {
    pub(crate) is_error: bool,
    /// Null on a refusal.
    pub(crate) structured: Value,
    pub(crate) text: String,
}

/// A running server and the client's end of its streams.
#[derive(Debug)]
pub(crate) struct Client {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<Value>,
    /// Answers that arrived while another was awaited.
    early: HashMap<String, Value>,
    era: Era,
    /// What the client says it can do.
    capabilities: Value,
    next_id: i64,
}

impl Client {
    /// Starts `countersign serve` in a directory and opens the lifecycle.
    pub(crate) fn start(dir: &Path, era: Era) -> Client {
        Self::start_with(dir, era, &[])
    }

    /// Starts it with additional environment variables.
    pub(crate) fn start_with(dir: &Path, era: Era, env: &[(&str, &str)]) -> Client {
        Self::open(Self::spawn(dir, era, env))
    }

    /// Starts it with a client that declares what it can do, such as putting forms before the human.
    pub(crate) fn start_able(dir: &Path, era: Era, capabilities: Value) -> Client {
        let mut client = Self::spawn(dir, era, &[]);
        client.capabilities = capabilities;
        Self::open(client)
    }

    fn open(mut client: Client) -> Client {
        match client.era {
            Era::Handshake => {
                let params = json!({ "protocolVersion": "2025-11-25", "capabilities": client.capabilities,
                                     "clientInfo": { "name": "it", "version": "0" } });
                let answer = client.request("initialize", params);
                assert_eq!(answer["result"]["protocolVersion"], "2025-11-25", "{answer}");
                client.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
            }
            Era::Stateless => {
                let answer = client.request("server/discover", json!({}));
                assert!(answer["result"]["supportedVersions"].is_array(), "{answer}");
            }
        }
        client
    }

    /// Starts it without saying a word.
    pub(crate) fn spawn(dir: &Path, era: Era, env: &[(&str, &str)]) -> Client {
        let mut command = Command::new(env!("CARGO_BIN_EXE_countersign"));
        command.arg("serve").current_dir(dir).env("COUNTERSIGN_LOG", "off");
        command.envs(env.iter().copied());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the server starts");
        let output = child.stdout.take().expect("its output is piped");
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                let Ok(line) = line else { break };
                let value = serde_json::from_str(&line).unwrap_or_else(
                    |_| json!({ "not_protocol": line.chars().take(300).collect::<String>() }),
                );
                if sender.send(value).is_err() {
                    break;
                }
            }
        });
        let input = child.stdin.take();
        Client { child, input, lines, early: HashMap::new(), era, capabilities: json!({}), next_id: 0 }
    }

    /// Calls a tool and returns its answer; a protocol error fails the test.
    pub(crate) fn call(&mut self, tool: &str, arguments: Value) -> Answer {
        let id = self.send_call(tool, arguments);
        let response = self.await_answer(&id);
        let answer = answer_of(&response);
        if answer.is_error {
            // SPEC 13.5, of every refusal that any test meets: the call that would work, or why only the caller knows it.
            let leads_on = answer.text.contains("Next: call ") || answer.text.contains("only you can tell");
            assert!(leads_on, "{tool} refuses and names no call: {}", answer.text);
        } else {
            assert_keeps_its_schema(tool, &answer);
        }
        answer
    }

    /// Sends a tool call without waiting; returns its id.
    pub(crate) fn send_call(&mut self, tool: &str, arguments: Value) -> Value {
        self.send_request("tools/call", json!({ "name": tool, "arguments": arguments }))
    }

    /// Sends a request and returns the whole response.
    pub(crate) fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.send_request(method, params);
        self.await_answer(&id)
    }

    /// Sends a request without waiting; returns its id.
    pub(crate) fn send_request(&mut self, method: &str, params: Value) -> Value {
        self.next_id += 1;
        let id = json!(self.next_id);
        let message = self.message(id.clone(), method, params);
        self.send(&message);
        id
    }

    /// Returns a request of this client's lifecycle.
    pub(crate) fn message(&self, id: Value, method: &str, params: Value) -> Value {
        let mut params = match params {
            Value::Object(params) => params,
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => {
                Map::new()
            }
        };
        if self.era == Era::Stateless {
            let own = json!({ "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                              "io.modelcontextprotocol/clientCapabilities": self.capabilities,
                              "io.modelcontextprotocol/clientInfo": { "name": "it", "version": "0" } });
            let meta = params.entry("_meta").or_insert_with(|| json!({}));
            if let (Value::Object(meta), Value::Object(own)) = (meta, own) {
                meta.extend(own);
            }
        }
        json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
    }

    /// Sends a message as a line.
    pub(crate) fn send(&mut self, message: &Value) {
        self.send_raw(format!("{message}\n").as_bytes());
    }

    /// Sends bytes as they are.
    pub(crate) fn send_raw(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(bytes).and_then(|()| input.flush()).expect("the server reads");
    }

    /// Waits for the response to a request.
    pub(crate) fn await_answer(&mut self, id: &Value) -> Value {
        let key = id.to_string();
        if let Some(early) = self.early.remove(&key) {
            return early;
        }
        loop {
            let message = self.next_message().unwrap_or_else(|| panic!("no answer to request {key}"));
            match message.get("id") {
                Some(other) if other == id => return message,
                Some(other) => {
                    let before = self.early.insert(other.to_string(), message.clone());
                    assert!(before.is_none(), "two answers to one request: {before:?} and {message}");
                }
                None => {}
            }
        }
    }

    /// Waits for the next message of any kind; nothing when the server has closed its output.
    pub(crate) fn next_message(&mut self) -> Option<Value> {
        match self.lines.recv_timeout(PATIENCE) {
            Ok(message) => {
                assert_eq!(message.get("not_protocol"), None, "standard output carries only the protocol");
                Some(message)
            }
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("the server said nothing for {PATIENCE:?}"),
        }
    }

    /// Closes the server's standard input.
    pub(crate) fn close_input(&mut self) {
        self.input = None;
    }

    /// Waits for the process to end by itself.
    pub(crate) fn wait_exit(&mut self, most: Duration) -> Option<ExitStatus> {
        let until = Instant::now() + most;
        while Instant::now() < until {
            if let Some(status) = self.child.try_wait().expect("the process can be asked") {
                return Some(status);
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        None
    }

    /// Returns the server's process id.
    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Kills the server as a host would: at once.
    pub(crate) fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Reads a tool's answer out of a response.
pub(crate) fn answer_of(response: &Value) -> Answer {
    let result = response.get("result").unwrap_or_else(|| panic!("a protocol error: {response}"));
    let text = result["content"][0]["text"].as_str().unwrap_or_default().to_owned();
    let is_error = result["isError"] == true;
    let structured = result.get("structuredContent").cloned().unwrap_or(Value::Null);
    if !is_error {
        assert_eq!(
            serde_json::from_str::<Value>(&text).ok(),
            Some(structured.clone()),
            "text repeats structure"
        );
    } else {
        assert_eq!(structured, Value::Null, "a refusal carries no structured content");
    }
    Answer { is_error, structured, text }
}

/// Checks an answer against the tool's own output schema: names and types at top level, no null anywhere, and
/// small enough for every host.
fn assert_keeps_its_schema(tool: &str, answer: &Answer) {
    let listed = countersign::mcp::listed_tools();
    let listed = listed.iter().find(|t| t.name == tool).unwrap_or_else(|| panic!("{tool} is not listed"));
    let schema = listed.output_schema.as_ref().unwrap_or_else(|| panic!("{tool} has no output schema"));
    let given = answer.structured.as_object().unwrap_or_else(|| panic!("{tool} answers with no object"));
    for name in schema.get("required").and_then(Value::as_array).into_iter().flatten() {
        assert!(name.as_str().is_some_and(|n| given.contains_key(n)), "{tool}: no {name} in {}", answer.text);
    }
    for (name, value) in given {
        let kind = match value {
            Value::Null => "null",
            Value::Bool(_) => "boolean",
            Value::Number(_) => "integer",
            Value::String(_) => "string",
            Value::Array(_) => "array",
            Value::Object(_) => "object",
        };
        let said = &schema["properties"][name]["type"];
        assert_eq!(*said, kind, "{tool}.{name} is of another type than its schema says");
    }
    assert!(!holds_null(&answer.structured), "{tool}: null fields are left out: {}", answer.text);
    assert!(answer.text.len() < 40 * 1024, "{tool}: {} bytes", answer.text.len());
}

/// Tells whether a value is null or holds one.
fn holds_null(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.iter().any(holds_null),
        Value::Object(map) => map.values().any(holds_null),
        Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

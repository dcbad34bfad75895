//! The real server over real streams, in both lifecycles: every request gets exactly one answer.

use std::collections::BTreeSet;
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::client::{Client, Era, answer_of};

const TOOLS: [&str; 9] = [
    "check_plan",
    "decide",
    "loop_status",
    "parse_verdict",
    "record_findings",
    "record_tests",
    "respond_findings",
    "review_task",
    "verify_phase",
];

fn dir() -> TempDir {
    TempDir::new().expect("a temporary directory")
}

/// Arguments that each tool's schema accepts.
fn fitting(tool: &str) -> Value {
    match tool {
        "review_task" => json!({ "plan": "plans/01-PLAN.md", "task": "1" }),
        "check_plan" => json!({ "plan": "plans/01-PLAN.md" }),
        "parse_verdict" => json!({ "text": "VERDICT: approve" }),
        "record_findings" => json!({ "loop_id": "rl-0", "countersign": "cs-0", "verdict": "approved" }),
        "respond_findings" => json!({ "loop_id": "rl-0", "turn": 1, "responses": [] }),
        "record_tests" => json!({ "loop_id": "rl-0", "turn": 1, "failed": ["a"] }),
        "decide" => {
            json!({ "loop_id": "rl-0", "turn": 1, "choice": "accept", "reason": "ok", "decided_by": "me" })
        }
        "verify_phase" => json!({ "phase": "3" }),
        _ => json!({}),
    }
}

#[test]
fn both_lifecycles_list_the_same_tools() {
    let dir = dir();
    let lists: Vec<Value> = Era::BOTH
        .iter()
        .map(|era| {
            Client::start(dir.path(), *era).request("tools/list", json!({}))["result"]["tools"].clone()
        })
        .collect();
    assert_eq!(lists[0], lists[1]);
    let names: Vec<&str> =
        lists[0].as_array().expect("a list").iter().filter_map(|t| t["name"].as_str()).collect();
    assert_eq!(names, TOOLS);
}

#[test]
fn both_lifecycles_call_every_tool() {
    let dir = dir();
    for era in Era::BOTH {
        let mut client = Client::start(dir.path(), era);
        for tool in TOOLS {
            let answer = client.call(tool, fitting(tool));
            if answer.is_error {
                // Outside a repository most tools can only say what is missing, in a sentence.
                assert!(
                    answer.text.len() > 20 && !answer.text.contains("is no field"),
                    "{tool}: {}",
                    answer.text
                );
            } else {
                assert!(answer.structured.is_object(), "{tool}: {}", answer.structured);
            }
        }
    }
}

#[test]
fn an_unknown_tool_is_a_protocol_error_that_names_the_tools() {
    let dir = dir();
    for era in Era::BOTH {
        let mut client = Client::start(dir.path(), era);
        let response = client.request("tools/call", json!({ "name": "review_tasks", "arguments": {} }));
        assert_eq!(response["error"]["code"], -32602, "{response}");
        assert!(
            response["error"]["message"].as_str().is_some_and(|m| m.contains("review_task,")),
            "{response}"
        );
    }
}

#[test]
fn arguments_that_do_not_fit_are_refused_by_field_with_a_call_that_works() {
    let dir = dir();
    let mut client = Client::start(dir.path(), Era::Stateless);
    for (tool, arguments, parts) in [
        (
            "loop_status",
            json!({ "loopid": "rl-1" }),
            ["`loopid`", "`loop_id`", "call loop_status {\"loop_id\":\"rl-1\"}"],
        ),
        (
            "loop_status",
            json!({ "state": "closed" }),
            ["`state`", "`blocked`", "{\"state\":\"<your state: open | blocked | all>\"}"],
        ),
        ("parse_verdict", json!({}), ["`text`", "missing", "Supply `text`"]),
        (
            "parse_verdict",
            json!({ "text": { "a": 1 } }),
            ["`text`", "must be text", "Next: call parse_verdict"],
        ),
        (
            "review_task",
            json!({ "plan": "p.md", "task": 1.10 }),
            ["`task`", "in quotes", "{\"plan\":\"p.md\",\"task\":\"<your task>\"}"],
        ),
        (
            "respond_findings",
            json!({ "loop_id": "r", "turn": "x" }),
            ["`turn`", "whole number", "{\"loop_id\":\"r\",\"turn\":\"<your turn>\"}"],
        ),
        (
            "verify_phase",
            json!({ "judgements": [{ "item_id": "i", "status": "verified", "evidense": [] }] }),
            [
                "`judgements[0].evidense`",
                "`evidence`",
                "{\"item_id\":\"i\",\"status\":\"verified\",\"evidence\":[]}",
            ],
        ),
    ] {
        let answer = client.call(tool, arguments.clone());
        assert!(answer.is_error, "{tool} took {arguments}");
        for part in parts {
            assert!(answer.text.contains(part), "{tool} {arguments}: no {part:?} in {:?}", answer.text);
        }
    }
}

#[test]
fn parameters_of_another_shape_are_told_apart_from_unknown_methods() {
    let dir = dir();
    for era in Era::BOTH {
        let mut client = Client::start(dir.path(), era);
        // The first request opens the stateless lifecycle.
        client.request("tools/list", json!({}));
        let shape = client.request("tools/call", json!({ "name": "decide", "arguments": "loop" }));
        assert_eq!(shape["error"]["code"], -32602, "{shape}");
        let method = client.request("tools/cal", json!({}));
        assert_eq!(method["error"]["code"], -32601, "{method}");
    }
}

#[test]
fn broken_lines_are_answered_under_their_ids_and_the_session_goes_on() {
    let dir = dir();
    for era in Era::BOTH {
        let mut client = Client::start(dir.path(), era);
        client.send_raw(b"{\"jsonrpc\":\"2.0\",\"id\":\"cut\",\"method\":\"tools/list\",\"params\":{\n");
        assert_eq!(client.await_answer(&json!("cut"))["error"]["code"], -32700);
        client.send_raw(
            b"{\"jsonrpc\":\"2.0\",\"id\":\"utf\",\"method\":\"x\",\"params\":{\"t\":\"\xc3\x28\xff\"}}\n",
        );
        assert_eq!(client.await_answer(&json!("utf"))["error"]["code"], -32700);
        client.send_raw(b"{\"id\":\"bare\",\"method\":\"tools/list\"}\n");
        assert_eq!(client.await_answer(&json!("bare"))["error"]["code"], -32600);
        client.send_raw(b"{\"jsonrpc\":\"2.0\",\"id\":2.5,\"method\":\"tools/list\"}\n");
        assert_eq!(client.await_answer(&json!(2.5))["error"]["code"], -32600);
        client.send_raw(b"not a message at all\n");
        let answer = client.next_message().expect("an answer without an id");
        assert_eq!((answer.get("id"), &answer["error"]["code"]), (None, &json!(-32700)));
        client.send_raw(b"\n\r\n{\"jsonrpc\":\"2.0\",\"method\":\"notifications/unheard_of\"}\n");
        assert!(client.call("loop_status", json!({ "nope": 1 })).is_error);
    }
}

#[test]
fn an_id_used_twice_does_not_cost_the_first_request_its_answer() {
    let dir = dir();
    let mut client = Client::start(dir.path(), Era::Stateless);
    // A subscription stays in flight until the end, so the second use is surely the second.
    let id = client.send_request("subscriptions/listen", json!({ "notifications": {} }));
    assert_eq!(client.next_message().expect("told")["method"], "notifications/subscriptions/acknowledged");
    let second = client.message(id.clone(), "tools/list", json!({}));
    client.send(&second);
    assert_eq!(client.await_answer(&id)["error"]["code"], -32600);
    client.close_input();
    let first = client.await_answer(&id);
    assert_eq!(first["result"]["resultType"], "complete", "{first}");
}

#[test]
fn a_batch_is_refused_message_by_message() {
    let dir = dir();
    let mut client = Client::start(dir.path(), Era::Handshake);
    let batch = json!([
        client.message(json!("a"), "tools/list", json!({})),
        client.message(json!("b"), "ping", json!({}))
    ]);
    client.send(&batch);
    for id in ["a", "b"] {
        assert_eq!(client.await_answer(&json!(id))["error"]["code"], -32600);
    }
}

#[test]
fn a_line_too_long_is_answered_and_the_next_one_read() {
    let dir = dir();
    let mut client = Client::start(dir.path(), Era::Stateless);
    let long = "x".repeat(17 * 1024 * 1024);
    client
        .send_raw(b"{\"jsonrpc\":\"2.0\",\"id\":\"head\",\"method\":\"tools/call\",\"params\":{\"text\":\"");
    client.send_raw(long.as_bytes());
    client.send_raw(b"\"}}\n{\"jsonrpc\":\"2.0\",\"params\":{\"text\":\"");
    client.send_raw(long.as_bytes());
    client.send_raw(b"\"},\"method\":\"tools/call\",\"id\":\"tail\"}\n");
    for id in ["head", "tail"] {
        let answer = client.await_answer(&json!(id));
        assert_eq!(answer["error"]["code"], -32600, "{answer}");
    }
    assert!(client.request("tools/list", json!({}))["result"]["tools"].is_array());
}

#[test]
fn a_text_at_the_limit_is_read_and_one_above_is_refused() {
    let dir = dir();
    let mut client = Client::start(dir.path(), Era::Handshake);
    let over = client.call("parse_verdict", json!({ "text": "y".repeat((1 << 20) + 1) }));
    assert!(over.is_error && over.text.starts_with("`text`: is 1048577 bytes long"), "{}", over.text);
    let at = client.call("parse_verdict", json!({ "text": "y".repeat(1 << 20) }));
    assert!(!at.text.contains("bytes long"), "{}", at.text);
}

#[test]
fn a_panic_is_answered_and_the_server_lives() {
    let dir = dir();
    for era in Era::BOTH {
        let mut client = Client::start_with(dir.path(), era, &[("COUNTERSIGN_TEST_PANIC", "parse_verdict")]);
        for _ in 0..2 {
            let answer = client.call("parse_verdict", json!({ "text": "PASS" }));
            assert!(answer.is_error && answer.text.contains("(incident "), "{}", answer.text);
        }
        assert!(!client.call("loop_status", json!({ "nope": 1 })).text.contains("incident"));
    }
}

#[test]
fn concurrent_calls_are_all_answered_once() {
    let dir = dir();
    for era in Era::BOTH {
        let mut client = Client::start(dir.path(), era);
        let ids: Vec<Value> =
            (0..200).map(|i| client.send_call(TOOLS[i % TOOLS.len()], json!({ "unknown": i }))).collect();
        let mut seen = BTreeSet::new();
        for id in &ids {
            let response = client.await_answer(id);
            assert!(answer_of(&response).is_error);
            assert!(seen.insert(response["id"].to_string()));
        }
        assert_eq!(seen.len(), 200);
    }
}

#[test]
fn the_end_of_input_ends_the_process_and_answers_what_came_before() {
    let dir = dir();
    for era in Era::BOTH {
        let mut client = Client::start(dir.path(), era);
        if era == Era::Stateless {
            let id = client.send_request(
                "subscriptions/listen",
                json!({ "notifications": { "toolsListChanged": true } }),
            );
            let told = client.next_message().expect("the subscription is acknowledged");
            assert_eq!(told["method"], "notifications/subscriptions/acknowledged", "{id} {told}");
        }
        let id = client.send_call("loop_status", json!({ "nope": 1 }));
        client.close_input();
        let began = Instant::now();
        assert!(answer_of(&client.await_answer(&id)).is_error);
        let status = client.wait_exit(Duration::from_secs(2)).expect("the process ends within two seconds");
        assert!(status.success(), "{status} after {:?}", began.elapsed());
    }
}

#[test]
fn a_client_that_leaves_without_a_word_is_no_failure() {
    let dir = dir();
    let mut client = Client::spawn(dir.path(), Era::Handshake, &[]);
    client.send_raw(b"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\nhalf a li");
    client.close_input();
    let status = client.wait_exit(Duration::from_secs(2)).expect("the process ends");
    assert!(status.success(), "{status}");
}

#[cfg(unix)]
#[test]
fn the_server_ends_when_its_parent_dies() {
    use std::io::{BufRead, BufReader};
    let dir = dir();
    // The shell starts the server with an input that stays open, says its process id, and goes.
    let script = format!("'{}' serve < held & echo $!; sleep 0.3", env!("CARGO_BIN_EXE_countersign"));
    let fifo = dir.path().join("held");
    assert!(Command::new("mkfifo").arg(&fifo).status().is_ok_and(|s| s.success()));
    // Opened for reading too, so that neither side waits for the other and the input never ends.
    let mut held = std::fs::OpenOptions::new().read(true).write(true).open(&fifo).expect("the pipe opens");
    let mut shell = Command::new("sh")
        .args(["-c", &script])
        .current_dir(dir.path())
        .env("COUNTERSIGN_LOG", "off")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .expect("a shell");
    let mut output = BufReader::new(shell.stdout.take().expect("piped"));
    let mut pid = String::new();
    output.read_line(&mut pid).expect("the process id");
    let proc = std::path::PathBuf::from("/proc").join(pid.trim());
    let _ = shell.wait();
    // The server's output is the pipe to us: it closes when the last process that holds it has ended.
    let (done, ended) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let mut rest = String::new();
        let _ = done.send(std::io::Read::read_to_string(&mut output, &mut rest).is_ok());
    });
    let ended = ended.recv_timeout(Duration::from_secs(4));
    held.write_all(b"\n").expect("the pipe is still open at our end");
    assert_eq!(ended, Ok(true), "{} still runs: {}", pid.trim(), proc.exists());
}

#[cfg(target_os = "linux")]
#[test]
fn descriptor_1_leads_to_standard_error() {
    let dir = dir();
    let client = Client::start(dir.path(), Era::Handshake);
    let leads_to =
        |fd: u8| std::fs::read_link(format!("/proc/{}/fd/{fd}", client.pid())).expect("an open descriptor");
    assert_eq!(leads_to(1), leads_to(2), "what a library prints must not reach the protocol");
}

#[test]
fn the_log_goes_to_standard_error_without_colour() {
    let dir = dir();
    let mut child = Command::new(env!("CARGO_BIN_EXE_countersign"))
        .arg("serve")
        .current_dir(dir.path())
        .env("COUNTERSIGN_LOG", "info")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the server starts");
    let mut input = child.stdin.take().expect("piped");
    let message = json!({ "jsonrpc": "2.0", "id": 9, "method": "tools/call", "params": {
        "name": "decide", "arguments": {},
        "_meta": { "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                   "io.modelcontextprotocol/clientCapabilities": {} } } });
    writeln!(input, "{message}").expect("the server reads");
    drop(input);
    let output = child.wait_with_output().expect("the server ends");
    let log = String::from_utf8(output.stderr).expect("text");
    assert!(log.contains("call{tool=decide id=9}"), "one span a call: {log:?}");
    assert!(!log.contains('\u{1b}'), "no colour: {log:?}");
    let stdout = String::from_utf8(output.stdout).expect("text");
    assert!(
        stdout.lines().all(|l| serde_json::from_str::<Value>(l).is_ok_and(|v| v["jsonrpc"] == "2.0")),
        "{stdout}"
    );
}

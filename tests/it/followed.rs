//! A long call as its client follows it: told how far it is where it asked, and ended when it cancels.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::client::{Client, Era};
use crate::plan_scene::{self, PLAN};
use crate::scene::Scene;

const SUMMARY: &str = ".planning/phases/01-cart/01-01-SUMMARY.md";
const REPORT: &str = ".planning/phases/01-cart/01-VERIFICATION.md";

/// A phase among so many files.
fn scene(files: usize) -> Scene {
    let scene = plan_scene::with_task_one();
    scene.write(SUMMARY, "# Summary\n\nDone.\n");
    for n in 0..files {
        let mut text = String::new();
        for line in 0..40 {
            writeln!(text, "export const value{line} = total({line}, {n});").unwrap();
        }
        scene.write(&format!("src/d{}/m{n}.js", n % 40), text);
    }
    assert!(scene.root().join(PLAN).exists());
    scene
}

#[allow(clippy::needless_pass_by_value, reason = "tests pass json!() literals")]
fn verify(client: &mut Client, meta: Value) -> Value {
    let arguments = json!({ "phase": "1", "partial": true });
    client
        .send_request("tools/call", json!({ "name": "verify_phase", "arguments": arguments, "_meta": meta }))
}

#[test]
fn a_client_that_asks_hears_how_far_it_is() {
    for era in Era::BOTH {
        let scene = scene(600);
        let mut client = Client::start(scene.root(), era);
        let id = verify(&mut client, json!({ "progressToken": "p-7" }));
        let mut heard = Vec::new();
        loop {
            let message = client.next_message().unwrap();
            if message["id"] == id {
                assert_eq!(message["result"]["isError"], json!(false), "{message}");
                break;
            }
            if message["method"] == "notifications/progress" {
                assert_eq!(message["params"]["progressToken"], "p-7");
                heard.push((
                    message["params"]["progress"].as_f64().unwrap(),
                    message["params"]["total"].as_f64().unwrap(),
                ));
            }
        }
        assert!(heard.len() > 5, "{heard:?}");
        assert!(heard.iter().all(|(done, of)| done <= of), "{heard:?}");
        assert!(heard.windows(2).all(|pair| pair[0].0 <= pair[1].0), "it only grows: {heard:?}");
        // Nobody asked: nothing is told.
        let id = verify(&mut client, json!({}));
        loop {
            let message = client.next_message().unwrap();
            assert_ne!(message["method"], "notifications/progress", "{message}");
            if message["id"] == id {
                break;
            }
        }
    }
}

#[test]
fn what_is_cancelled_writes_nothing_and_holds_nobody_up() {
    let scene = scene(4_000);
    let mut client = Client::start(scene.root(), Era::Handshake);
    let id = verify(&mut client, json!({ "progressToken": 1 }));
    // It is under way.
    while client.next_message().unwrap()["method"] != "notifications/progress" {}
    client.send(&json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": id, "reason": "not wanted" } }));
    let status = client.call("loop_status", json!({}));
    assert!(!status.is_error, "{}", status.text);
    client.close_input();
    while let Some(message) = client.next_message() {
        assert_ne!(message["id"], id, "a cancelled request is answered with nothing: {message}");
    }
    assert!(!scene.root().join(REPORT).exists(), "no report of what was cancelled");
}

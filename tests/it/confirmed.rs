//! What only a person can see, asked through the client in both lifecycles: one item at a time, attested, and nothing
//! taken that nobody said.

#![allow(clippy::unwrap_used, clippy::needless_pass_by_value, reason = "tests")]

use serde_json::{Value, json};

use crate::client::{Answer, Client, Era, answer_of};
use crate::scene::Scene;

const FOLDER: &str = ".planning/phases/02-look";
const REPORT: &str = ".planning/phases/02-look/02-VERIFICATION.md";
const PHONE: &str = "The cart looks right on a phone";
const PAPER: &str = "The receipt looks right on paper";

/// A finished phase that promises two things nobody but a person can see; reviews are off.
fn scene() -> Scene {
    let plan = format!(
        "---\nphase: 02-look\nplan: 01\ntitle: The look\nwave: 1\ndepends_on: []\nmust_haves:\n  truths:\n    - \"{PHONE}\"\n    - \"{PAPER}\"\n---\n\n<tasks>\n<task type=\"auto\">\n  <name>Task 1: Style</name>\n  <files>src/style.css</files>\n  <action>Style it.</action>\n  <done>it is styled</done>\n</task>\n</tasks>\n"
    );
    let scene = Scene::new();
    scene.commit(
        "feat(02-01): style",
        &[
            (&format!("{FOLDER}/02-01-PLAN.md"), &plan),
            (&format!("{FOLDER}/02-01-SUMMARY.md"), "# Summary\n\nDone.\n"),
            (".planning/megazord.config.json", "{\"version\": 1, \"quality\": {\"review\": \"off\"}}\n"),
            ("src/style.css", "body { margin: 0 }\n"),
        ],
    );
    scene
}

fn able(scene: &Scene, era: Era) -> Client {
    Client::start_able(scene.root(), era, json!({ "elicitation": { "form": {} } }))
}

fn call() -> Value {
    json!({ "name": "verify_phase", "arguments": { "phase": "2" } })
}

fn retry(state: &Value, said: Value) -> Value {
    let mut call = call();
    call["requestState"] = state.clone();
    call["inputResponses"] = json!({ "decision": said });
    call
}

fn said(answer: &str, note: &str) -> Value {
    json!({ "action": "accept", "content": { "answer": answer, "note": note } })
}

fn ok(answer: Answer) -> Value {
    assert!(!answer.is_error, "refused: {}", answer.text);
    answer.structured
}

fn item<'a>(answer: &'a Value, label: &str) -> &'a Value {
    answer["items"].as_array().unwrap().iter().find(|i| i["label"] == label).unwrap()
}

/// Checks a question in a form.
fn assert_asks(params: &Value, label: &str, after: &str) {
    let message = params["message"].as_str().unwrap();
    assert!(message.contains(label) && message.contains("Phase 02-look"), "{message}");
    assert!(message.contains(after), "{message}");
    let schema = &params["requestedSchema"];
    let words: Vec<&Value> =
        schema["properties"]["answer"]["oneOf"].as_array().unwrap().iter().map(|o| &o["const"]).collect();
    assert_eq!(words, ["yes", "no", "partial"]);
    assert_eq!(schema["required"], json!(["answer"]));
    assert_eq!(schema["properties"]["note"]["type"], "string");
}

/// Makes a call that must come back with a question; returns its form and its state.
fn asked(client: &mut Client, call: Value) -> (Value, Value) {
    let response = client.request("tools/call", call);
    assert_eq!(response["result"]["resultType"], "input_required", "{response}");
    let request = &response["result"]["inputRequests"]["decision"];
    assert_eq!(request["method"], "elicitation/create", "{response}");
    (request["params"].clone(), response["result"]["requestState"].clone())
}

#[test]
fn a_stateless_client_asks_one_item_after_the_other_and_the_answers_are_attested() {
    let scene = scene();
    let mut client = able(&scene, Era::Stateless);
    let (form, first) = asked(&mut client, call());
    assert_asks(&form, PHONE, "1 more after it");
    // Another server of the repository knows the question.
    client.kill();
    let mut client = able(&scene, Era::Stateless);
    let (form, second) = asked(&mut client, retry(&first, said("yes", "on a small one")));
    assert_asks(&form, PAPER, "only a person can tell");
    let done =
        ok(answer_of(&client.request("tools/call", retry(&second, said("partial", "the logo is cut")))));
    assert_eq!(done["status"], "passed", "{done}");
    assert_eq!(done["next"]["action"], "proceed", "{done}");
    assert_eq!(item(&done, PHONE)["status"], "verified");
    let report = std::fs::read_to_string(scene.root().join(REPORT)).unwrap();
    for part in ["attested", "on a small one", "the logo is cut"] {
        assert!(report.contains(part), "{part}: {report}");
    }
    // The same answer once more says nothing new; another one to a settled question is refused.
    let again = ok(answer_of(&client.request("tools/call", retry(&first, said("yes", "on a small one")))));
    assert_eq!(again["status"], "passed", "{again}");
    let other = answer_of(&client.request("tools/call", retry(&first, said("no", ""))));
    assert!(other.is_error && other.text.contains("`requestState`"), "{}", other.text);
    assert_eq!(ok(client.call("verify_phase", json!({ "phase": "2" })))["status"], "passed");
}

#[test]
fn a_client_with_a_handshake_is_asked_while_the_call_waits_until_it_declines() {
    let scene = scene();
    let mut client = able(&scene, Era::Handshake);
    let id = client.send_request("tools/call", call());
    let request = client.next_message().unwrap();
    assert_asks(&request["params"], PHONE, "1 more after it");
    client.send(&json!({ "jsonrpc": "2.0", "id": request["id"], "result": said("yes", "") }));
    let request = client.next_message().unwrap();
    assert_asks(&request["params"], PAPER, "only a person can tell");
    client.send(&json!({ "jsonrpc": "2.0", "id": request["id"], "result": { "action": "decline" } }));
    let answer = ok(answer_of(&client.await_answer(&id)));
    assert_eq!(answer["status"], "human_needed");
    assert_eq!(answer["next"]["action"], "confirm", "{answer}");
    let warnings = answer["next"]["warnings"].to_string();
    assert!(warnings.contains("declined") && warnings.contains("nothing was recorded"), "{warnings}");
    assert_eq!(item(&answer, PHONE)["status"], "verified", "what was said stays");
    assert_eq!(item(&answer, PAPER)["status"], "needs_human");
    // A no is a gap, and nobody is asked further.
    let id = client.send_request("tools/call", call());
    let request = client.next_message().unwrap();
    client.send(&json!({ "jsonrpc": "2.0", "id": request["id"], "result": said("no", "it is cut off") }));
    let answer = ok(answer_of(&client.await_answer(&id)));
    assert_eq!(answer["status"], "gaps_found");
    assert_eq!(answer["next"]["action"], "close_gaps", "{answer}");
}

#[test]
fn what_is_no_answer_and_what_is_forged_leaves_the_step_as_it_was() {
    let scene = scene();
    let mut client = able(&scene, Era::Stateless);
    let (_, state) = asked(&mut client, call());
    for said in [json!({ "action": "cancel" }), said("maybe", ""), json!({ "action": "accept" })] {
        let answer = ok(answer_of(&client.request("tools/call", retry(&state, said))));
        assert_eq!(answer["next"]["action"], "confirm", "{answer}");
        assert!(answer["next"]["warnings"].to_string().contains("stays open"), "{answer}");
    }
    let text = state.as_str().unwrap();
    for forged in [text.replace("cs1", "cs9"), text.replace(".0.", ".1."), String::new()] {
        let answer = answer_of(&client.request("tools/call", retry(&json!(forged), said("yes", ""))));
        assert!(answer.is_error && answer.text.contains("nothing was recorded"), "{}", answer.text);
    }
    // Nor does a call that says something itself carry an answer.
    let mut both = retry(&state, said("yes", ""));
    both["arguments"]["overrides"] = json!([{ "item_id": "x", "reason": "because", "decided_by": "Ada" }]);
    let answer = answer_of(&client.request("tools/call", both));
    assert!(answer.is_error && answer.text.contains("`requestState`"), "{}", answer.text);
    let (form, _) = asked(&mut client, call());
    assert_asks(&form, PHONE, "1 more after it");
}

#[test]
fn who_cannot_ask_or_passes_an_answer_on_is_not_asked() {
    let scene = scene();
    for era in Era::BOTH {
        let mut client = Client::start(scene.root(), era);
        let answer = ok(client.call("verify_phase", json!({ "phase": "2" })));
        assert_eq!(answer["next"]["action"], "confirm", "{answer}");
        assert_eq!(answer["next"]["options"], json!(["yes", "no", "partial"]));
    }
    let mut client = able(&scene, Era::Handshake);
    let open = ok(Client::start(scene.root(), Era::Handshake).call("verify_phase", json!({ "phase": "2" })));
    let confirmations =
        json!([{ "item_id": open["next"]["items"][0], "answer": "yes", "note": "they said" }]);
    let answer = ok(client.call("verify_phase", json!({ "phase": "2", "confirmations": confirmations })));
    assert_eq!(answer["next"]["action"], "confirm", "the agent asks on: {answer}");
    assert_eq!(item(&answer, PHONE)["status"], "verified");
    let report = std::fs::read_to_string(scene.root().join(REPORT)).unwrap();
    assert!(report.contains("claimed") && !report.contains("attested"), "{report}");
}

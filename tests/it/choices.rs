//! Choices of the human: asked for through the client in both lifecycles, attested or claimed, and never taken twice.

#![allow(clippy::unwrap_used, clippy::needless_pass_by_value, reason = "tests")]

use std::process::Command;

use serde_json::{Value, json};

use crate::client::{Answer, Client, Era, answer_of};
use crate::plan_scene::{self, NO_DISCOUNT, PLAN, review};
use crate::scene::Scene;

const REPORT: &str = ".planning/phases/01-cart/01-01-REVIEW-T1.md";

fn ok(answer: Answer) -> Value {
    assert!(!answer.is_error, "refused: {}", answer.text);
    answer.structured
}

fn refused(answer: Answer) -> String {
    assert!(answer.is_error, "not refused: {}", answer.structured);
    answer.text
}

/// A loop in manual mode that asks the user what to do about a critical finding.
struct Asked {
    scene: Scene,
    loop_id: Value,
    turn: Value,
}

fn asked() -> Asked {
    let scene = plan_scene::with_task_one();
    scene
        .write(".planning/megazord.config.json", "{\"version\": 1, \"quality\": {\"review\": \"manual\"}}\n");
    let mut client = plan_scene::server(&scene);
    let opened = ok(client.call("review_task", json!({ "plan": PLAN, "task": "1" })));
    let text = review("1", "issues_found", NO_DISCOUNT, "No issues found.");
    let judged = ok(client.call(
        "record_findings",
        json!({ "loop_id": opened["loop_id"], "countersign": opened["countersign"], "text": text }),
    ));
    assert_eq!(judged["next"]["action"], "ask_user", "{judged}");
    Asked { scene, loop_id: opened["loop_id"].clone(), turn: judged["next"]["turn"].clone() }
}

impl Asked {
    fn client(&self, era: Era) -> Client {
        Client::start_able(self.scene.root(), era, json!({ "elicitation": { "form": {} } }))
    }

    fn call(&self) -> Value {
        json!({ "name": "decide", "arguments": { "loop_id": self.loop_id, "turn": self.turn } })
    }

    /// The same call with what came of the question.
    fn retry(&self, state: &Value, said: Value) -> Value {
        let mut call = self.call();
        call["requestState"] = state.clone();
        call["inputResponses"] = json!({ "decision": said });
        call
    }

    fn status(&self) -> Value {
        ok(plan_scene::server(&self.scene)
            .call("loop_status", json!({ "loop_id": self.loop_id, "timeline": true })))
    }
}

fn accept(choice: &str, reason: &str) -> Value {
    json!({ "action": "accept", "content": { "choice": choice, "reason": reason } })
}

/// Asks in the stateless lifecycle and returns the state to be sent back.
fn ask(client: &mut Client, asked: &Asked) -> Value {
    let response = client.request("tools/call", asked.call());
    assert_eq!(response["result"]["resultType"], "input_required", "{response}");
    response["result"]["requestState"].clone()
}

fn assert_form(params: &Value) {
    let message = params["message"].as_str().unwrap();
    assert!(
        message.contains("01-01 Task 1") && message.contains("F1 critical: \"The discount is ignored\""),
        "{message}"
    );
    let schema = &params["requestedSchema"];
    let words: Vec<&str> = schema["properties"]["choice"]["oneOf"]
        .as_array()
        .unwrap()
        .iter()
        .map(|o| {
            assert!(o["title"].as_str().unwrap().starts_with(o["const"].as_str().unwrap()), "{o}");
            o["const"].as_str().unwrap()
        })
        .collect();
    assert_eq!(words, ["fix", "continue", "stop"]);
    assert_eq!(schema["required"], json!(["choice"]));
    assert_eq!(schema["properties"]["reason"]["type"], "string");
}

#[test]
fn a_stateless_client_asks_and_the_choice_is_attested() {
    let asked = asked();
    let mut client = asked.client(Era::Stateless);
    let response = client.request("tools/call", asked.call());
    let request = &response["result"]["inputRequests"]["decision"];
    assert_eq!(request["method"], "elicitation/create", "{response}");
    assert_form(&request["params"]);
    let state = &response["result"]["requestState"];
    let decided =
        client.request("tools/call", asked.retry(state, accept("continue", "the discount comes next week")));
    let decided = ok(answer_of(&decided));
    assert_eq!(decided["outcome"], "accepted_with_issues");
    assert_eq!(decided["standing"], "attested");
    let report = std::fs::read_to_string(asked.scene.root().join(REPORT)).unwrap();
    assert!(report.contains("**continue** by user (attested): the discount comes next week"), "{report}");
    let timeline = asked.status()["timeline"].to_string();
    assert!(timeline.contains("user chose continue (attested)"), "{timeline}");
    // The same answer once more is the same decision, not a second one.
    let again =
        client.request("tools/call", asked.retry(state, accept("continue", "the discount comes next week")));
    assert_eq!(ok(answer_of(&again))["next"]["turn"], decided["next"]["turn"]);
}

#[test]
fn a_client_with_a_handshake_is_asked_while_the_call_waits() {
    let asked = asked();
    let mut client = asked.client(Era::Handshake);
    let id = client.send_request("tools/call", asked.call());
    let request = client.next_message().unwrap();
    assert_eq!(request["method"], "elicitation/create", "{request}");
    assert_form(&request["params"]);
    // Other calls are answered meanwhile.
    assert_eq!(ok(client.call("loop_status", json!({})))["loops"][0]["loop_id"], asked.loop_id);
    client.send(&json!({ "jsonrpc": "2.0", "id": request["id"], "result": accept("fix", "") }));
    let decided = ok(answer_of(&client.await_answer(&id)));
    assert_eq!(decided["next"]["action"], "fix");
    assert_eq!(decided["standing"], "attested");
    assert!(decided["next"]["brief"].as_str().unwrap().contains("The discount is ignored"));
}

#[test]
fn declining_and_cancelling_leave_the_step_as_it_was() {
    let asked = asked();
    for (action, words) in [("decline", "declined to choose"), ("cancel", "closed the question")] {
        let mut client = asked.client(Era::Stateless);
        let state = ask(&mut client, &asked);
        let response = client.request("tools/call", asked.retry(&state, json!({ "action": action })));
        let stateless = ok(answer_of(&response));
        let mut client = asked.client(Era::Handshake);
        let id = client.send_request("tools/call", asked.call());
        let request = client.next_message().unwrap();
        client.send(&json!({ "jsonrpc": "2.0", "id": request["id"], "result": { "action": action } }));
        let handshake = ok(answer_of(&client.await_answer(&id)));
        for answer in [stateless, handshake] {
            assert_eq!(answer["next"]["action"], "ask_user");
            assert_eq!(answer["next"]["turn"], asked.turn);
            let warnings = answer["next"]["warnings"].to_string();
            assert!(warnings.contains(words) && warnings.contains("nothing was recorded"), "{warnings}");
        }
    }
    // An error of the client, and an answer without a choice, are no choice either.
    let mut client = asked.client(Era::Handshake);
    for answer in [
        json!({ "error": { "code": -1, "message": "no screen" } }),
        json!({ "result": { "action": "accept", "content": { "reason": "x" } } }),
    ] {
        let id = client.send_request("tools/call", asked.call());
        let request = client.next_message().unwrap();
        let mut message = json!({ "jsonrpc": "2.0", "id": request["id"] });
        for (key, value) in answer.as_object().unwrap() {
            message[key] = value.clone();
        }
        client.send(&message);
        let answer = ok(answer_of(&client.await_answer(&id)));
        assert_eq!(answer["next"]["turn"], asked.turn, "{answer}");
    }
    assert_eq!(asked.status()["next"]["turn"], asked.turn, "nothing was recorded");
}

#[test]
fn a_client_that_cannot_ask_gets_the_question_for_its_host() {
    let asked = asked();
    for era in Era::BOTH {
        for capabilities in [json!({}), json!({ "elicitation": { "url": {} } })] {
            let mut client = Client::start_able(asked.scene.root(), era, capabilities);
            let response = client.request("tools/call", asked.call());
            let answer = ok(answer_of(&response));
            assert_eq!(answer["next"]["action"], "ask_user", "{answer}");
            assert_eq!(answer["next"]["options"], json!(["fix", "continue", "stop"]));
            assert_eq!(answer["next"]["fill"], json!(["choice", "reason", "decided_by"]));
            assert!(answer["next"]["warnings"].to_string().contains("nothing was recorded"), "{answer}");
        }
    }
    // A choice passed as an argument is a model's word.
    let mut client = asked.client(Era::Stateless);
    let mut arguments = asked.call()["arguments"].clone();
    arguments["choice"] = json!("stop");
    let text = refused(client.call("decide", arguments.clone()));
    assert!(text.contains("`reason`") && text.contains("leave `choice` out"), "{text}");
    arguments["reason"] = json!("the user said so");
    arguments["decided_by"] = json!("Ada");
    let decided = ok(client.call("decide", arguments));
    assert_eq!(decided["outcome"], "aborted");
    assert_eq!(decided["standing"], "claimed");
    let report = std::fs::read_to_string(asked.scene.root().join(REPORT)).unwrap();
    assert!(report.contains("**stop** by Ada (claimed)"), "{report}");
}

#[test]
fn of_two_answers_to_one_question_the_first_holds() {
    let asked = asked();
    let (mut one, mut other) = (asked.client(Era::Stateless), asked.client(Era::Handshake));
    let state = ask(&mut one, &asked);
    let id = other.send_request("tools/call", asked.call());
    let request = other.next_message().unwrap();
    let decided = one.request("tools/call", asked.retry(&state, accept("continue", "ship it")));
    assert_eq!(ok(answer_of(&decided))["outcome"], "accepted_with_issues");
    other.send(&json!({ "jsonrpc": "2.0", "id": request["id"], "result": accept("stop", "no") }));
    let late = refused(answer_of(&other.await_answer(&id)));
    assert!(late.contains("`turn`") && late.contains("On record is `continue` by user (attested)"), "{late}");
    // So does the state of the answered question with another choice.
    let replayed = one.request("tools/call", asked.retry(&state, accept("stop", "no")));
    assert!(refused(answer_of(&replayed)).contains("used before with other content"));
    assert_eq!(asked.status()["loops"][0]["outcome"], "accepted_with_issues");
}

#[test]
fn a_state_that_is_forged_or_of_another_turn_is_refused() {
    let asked = asked();
    let mut client = asked.client(Era::Stateless);
    let state = ask(&mut client, &asked);
    let text = state.as_str().unwrap();
    let forged = [
        Value::Null,
        json!(""),
        json!(text.replace("cs1", "cs9")),
        json!(format!("{}0", &text[..text.len() - 1])),
        json!(text.replace(&format!(".{}.", asked.turn), ".99.")),
    ];
    for forged in forged.into_iter().filter(|f| *f != state) {
        let mut call = asked.retry(&forged, accept("continue", "x"));
        if forged.is_null() {
            call.as_object_mut().unwrap().remove("requestState");
        }
        let text = refused(answer_of(&client.request("tools/call", call)));
        assert!(text.contains("`requestState`") && text.contains("nothing was recorded"), "{text}");
    }
    // A loop that has moved on since it was asked.
    let id = &asked.loop_id;
    let arguments = json!({ "loop_id": id, "turn": asked.turn, "choice": "fix", "reason": "mend it", "decided_by": "Ada" });
    ok(client.call("decide", arguments));
    let old = refused(answer_of(&client.request("tools/call", asked.retry(&state, accept("continue", "x")))));
    assert!(old.contains("`turn`") && old.contains("`fix` by Ada (claimed)"), "{old}");
    // The state of one question does not answer another.
    let mut call = asked.retry(&state, accept("abandon", "x"));
    call["arguments"]["turn"] = asked.status()["next"]["turn"].clone();
    let other = refused(answer_of(&client.request("tools/call", call)));
    assert!(other.contains("another loop or turn"), "{other}");
    // What it names asks at the turn at which the loop stands, also where the call had another.
    let mut call = asked.retry(&state, accept("abandon", "x"));
    call["arguments"]["turn"] = json!(99);
    let other = refused(answer_of(&client.request("tools/call", call)));
    let (tool, arguments, _) = crate::sent_again::named(&other).unwrap();
    assert_eq!((tool.as_str(), &arguments["turn"]), ("decide", &asked.status()["next"]["turn"]), "{other}");
    // Without a choice the same turn gets what came of it, and nobody is asked.
    let again = ok(answer_of(&client.request("tools/call", asked.call())));
    assert_eq!(again["next"]["action"], "fix", "{again}");
    assert!(again["next"]["warnings"].to_string().contains("`fix` was chosen by Ada (claimed)"), "{again}");
}

/// The call that asks is repeated when its answer was lost: asked again while nothing is chosen, told after that.
#[test]
fn the_call_that_asks_may_be_repeated_in_both_lifecycles() {
    for era in Era::BOTH {
        let asked = asked();
        let mut client = asked.client(Era::Handshake);
        for said in
            [json!({ "action": "decline" }), json!({ "action": "cancel" }), accept("continue", "ship it")]
        {
            let id = client.send_request("tools/call", asked.call());
            let request = client.next_message().unwrap();
            assert_eq!(request["method"], "elicitation/create", "{request}");
            client.send(&json!({ "jsonrpc": "2.0", "id": request["id"], "result": said }));
            ok(answer_of(&client.await_answer(&id)));
        }
        let before = asked.status();
        for mut client in [client, asked.client(era), Client::start(asked.scene.root(), era)] {
            let again = ok(client.call("decide", asked.call()["arguments"].clone()));
            assert_eq!(again["outcome"], "accepted_with_issues", "{again}");
            assert_eq!(again["standing"], "attested", "{again}");
            let warnings = again["next"]["warnings"].to_string();
            assert!(warnings.contains("`continue` was chosen by user (attested)"), "{warnings}");
        }
        assert_eq!(asked.status(), before, "a repeated question wrote something");
    }
}

/// A loop that goes on by itself asks nobody: its own step is told, not a way to give it up.
#[test]
fn where_nothing_is_to_be_chosen_nobody_is_asked() {
    let scene = plan_scene::with_task_one();
    let mut client = plan_scene::server(&scene);
    let opened = ok(client.call("review_task", json!({ "plan": PLAN, "task": "1" })));
    let status = ok(client.call("loop_status", json!({ "loop_id": opened["loop_id"] })));
    let turn = &status["next"]["turn"];
    for era in Era::BOTH {
        let mut able = Client::start_able(scene.root(), era, json!({ "elicitation": { "form": {} } }));
        let call = json!({ "name": "decide", "arguments": { "loop_id": opened["loop_id"], "turn": turn } });
        let answer = ok(answer_of(&able.request("tools/call", call)));
        assert_eq!(answer["next"]["action"], "review", "{answer}");
        assert_eq!(answer["next"]["call"], status["next"]["call"], "{answer}");
        assert!(answer["next"].get("options").is_none(), "{answer}");
        let warnings = answer["next"]["warnings"].to_string();
        assert!(
            warnings.contains("nothing waits for a choice: the loop waits for the reviewer's answer"),
            "{warnings}"
        );
    }
    assert_eq!(ok(client.call("loop_status", json!({ "loop_id": opened["loop_id"] }))), status);
}

#[test]
fn a_call_cancelled_while_the_human_thinks_records_nothing_and_the_server_ends_when_told() {
    let asked = asked();
    let mut client = asked.client(Era::Handshake);
    let id = client.send_request("tools/call", asked.call());
    assert_eq!(client.next_message().unwrap()["method"], "elicitation/create");
    client.send(
        &json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": id } }),
    );
    assert_eq!(
        ok(client.call("loop_status", json!({ "loop_id": asked.loop_id })))["next"]["turn"],
        asked.turn
    );
    // Neither does a question that is open hold the process.
    client.send_request("tools/call", asked.call());
    client.close_input();
    assert!(client.wait_exit(std::time::Duration::from_secs(4)).is_some(), "the server waits for the human");
    assert_eq!(asked.status()["next"]["turn"], asked.turn);
}

#[test]
fn another_server_of_the_repository_knows_the_question() {
    let asked = asked();
    let mut first = asked.client(Era::Stateless);
    let state = ask(&mut first, &asked);
    first.kill();
    let mut second = asked.client(Era::Stateless);
    let decided = second.request("tools/call", asked.retry(&state, accept("stop", "enough")));
    assert_eq!(ok(answer_of(&decided))["outcome"], "aborted");
    // A closed loop can be reopened by the same dialogue.
    let mut call = asked.call();
    call["arguments"]["turn"] = asked.status()["next"]["turn"].clone();
    let response = second.request("tools/call", call);
    let params = &response["result"]["inputRequests"]["decision"]["params"];
    assert_eq!(
        params["requestedSchema"]["properties"]["choice"]["oneOf"][0]["const"], "reopen",
        "{response}"
    );
    assert!(params["message"].as_str().unwrap().contains("ended aborted"), "{params}");
}

#[test]
fn the_command_line_records_a_choice_and_says_that_no_terminal_attests_it() {
    let asked = asked();
    let run = |args: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_countersign"))
            .args(args)
            .current_dir(asked.scene.root())
            .env("USER", "ada")
            .stdin(std::process::Stdio::null())
            .output()
            .unwrap();
        (
            output.status.code(),
            String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap(),
        )
    };
    let id = asked.loop_id.as_str().unwrap();
    let (code, text) = run(&["decide", id, "merge", "--reason", "why not"]);
    assert_eq!(code, Some(64), "{text}");
    assert!(text.contains("fix, continue, stop"), "{text}");
    let (code, text) = run(&["decide", id, "continue", "--reason", "ship", "--turn", "1"]);
    assert_eq!(code, Some(65), "{text}");
    let (code, text) = run(&["decide", id, "continue", "--reason", "<reason>"]);
    assert_eq!(code, Some(64), "{text}");
    let (code, text) = run(&["decide", id, "continue", "--reason", "ship it"]);
    assert_eq!(code, Some(0), "{text}");
    assert!(
        text.contains("claimed: standard input is no terminal") && text.contains("accepted_with_issues"),
        "{text}"
    );
    let report = std::fs::read_to_string(asked.scene.root().join(REPORT)).unwrap();
    assert!(report.contains("**continue** by ada (claimed): ship it"), "{report}");
    let (code, text) = run(&["decide", id, "reopen", "--reason", "look again", "--by", "Grace", "--json"]);
    assert_eq!(code, Some(0), "{text}");
    assert_eq!(serde_json::from_str::<Value>(&text).unwrap()["standing"], "claimed");
}

#[cfg(target_os = "linux")]
#[test]
fn a_terminal_attests_the_choice() {
    let asked = asked();
    let id = asked.loop_id.as_str().unwrap();
    // `script` gives the command a terminal of its own.
    let command = format!("'{}' decide {id} fix --reason 'mend it'", env!("CARGO_BIN_EXE_countersign"));
    let Ok(output) = Command::new("script")
        .args(["-qec", &command, "/dev/null"])
        .current_dir(asked.scene.root())
        .stdin(std::process::Stdio::null())
        .output()
    else {
        return;
    };
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("attested by this terminal"), "{text}");
    assert!(asked.status()["timeline"].to_string().contains("chose fix (attested)"));
}

#[test]
fn a_word_that_the_dialogue_did_not_show_is_nobodys_choice() {
    let asked = asked();
    let mut client = asked.client(Era::Stateless);
    let state = ask(&mut client, &asked);
    let response = client.request("tools/call", asked.retry(&state, accept("force_approve", "ship it")));
    let said = refused(answer_of(&response));
    assert!(said.contains("`choice`") && said.contains("force_approve"), "{said}");
    // The call that is named asks the user again; nothing of it speaks in the user's name.
    assert!(!said.contains("decided_by") && !said.contains("<your"), "{said}");
    assert!(said.contains("Next: call decide"), "{said}");
    let next = &asked.status()["next"];
    assert_eq!((&next["action"], &next["turn"]), (&json!("ask_user"), &asked.turn), "{next:#}");
}

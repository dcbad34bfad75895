//! Who puts questions before a person: of a loop `decide` alone, whatever waits for a choice and whoever calls; and of a
//! phase `verify_phase` for what only a person can see (SPEC 3).

#![allow(clippy::unwrap_used, clippy::needless_pass_by_value, reason = "tests")]

use serde_json::{Value, json};

use crate::client::{Client, Era, answer_of};
use crate::plan_scene::{self, NO_DISCOUNT, NOTHING, PLAN, review};
use crate::scene::Scene;

/// Loops that wait for a choice, each with the protocol that asks it.
fn waiting(scene: &Scene) -> Vec<(Value, Value)> {
    let mut client = plan_scene::server(scene);
    let mut call = |tool: &str, arguments: Value| {
        let answer = client.call(tool, arguments);
        assert!(!answer.is_error, "{}", answer.text);
        answer.structured
    };
    let change = |id: &str, protocol: &str| json!({ "id": id, "title": id, "criteria": "It honours discounts.", "protocol": protocol, "base": "HEAD~1" });
    let mut asked = Vec::new();
    // Nobody can review: the user is asked.
    scene.commit("feat: absent", &[("src/absent.js", "export const absent = 1;\n")]);
    let opened = call("review_task", change("ABSENT", "countersign"));
    let judged = call(
        "record_findings",
        json!({ "loop_id": opened["loop_id"], "countersign": opened["countersign"], "unavailable": "cannot start" }),
    );
    asked.push((opened["loop_id"].clone(), judged));
    // A second review contradicts the first.
    scene.commit("feat: dissent", &[("src/dissent.js", "export const dissent = 1;\n")]);
    let opened = call("review_task", change("DISSENT", "countersign"));
    let code = json!({ "loop_id": opened["loop_id"], "countersign": opened["countersign"] });
    let mut approved = code.clone();
    approved["verdict"] = json!("approved");
    approved["findings"] = json!([]);
    call("record_findings", approved);
    let mut objects = code;
    objects["verdict"] = json!("changes_requested");
    objects["findings"] = json!([{ "severity": "high", "title": "The discount is ignored", "locations": [{ "file": "src/dissent.js", "line": 1 }] }]);
    let judged = call("record_findings", objects);
    asked.push((opened["loop_id"].clone(), judged));
    // Manual mode asks about each blocking review.
    scene
        .write(".planning/megazord.config.json", "{\"version\": 1, \"quality\": {\"review\": \"manual\"}}\n");
    let opened = call("review_task", json!({ "plan": PLAN, "task": "1" }));
    let judged = call(
        "record_findings",
        json!({ "loop_id": opened["loop_id"], "countersign": opened["countersign"], "text": review("1", "issues_found", NO_DISCOUNT, NOTHING) }),
    );
    asked.push((opened["loop_id"].clone(), judged));
    // An ended loop may be opened again by choice.
    let turn = asked[0].1["next"]["turn"].clone();
    let id = asked[0].0.clone();
    let ended = call(
        "decide",
        json!({ "loop_id": id, "turn": turn, "choice": "stop", "reason": "enough of it", "decided_by": "Ada" }),
    );
    assert_eq!(ended["outcome"], "aborted");
    for (_, judged) in &asked {
        assert_eq!(judged["next"]["action"], "ask_user", "{judged:#}");
    }
    asked
}

/// Sends a call and returns its response; what the server asks meanwhile is kept, and declined so that nothing waits.
fn listen(client: &mut Client, tool: &str, arguments: &Value) -> (Value, Vec<Value>) {
    let id = client.send_call(tool, arguments.clone());
    let mut asked = Vec::new();
    loop {
        let message = client.next_message().unwrap();
        if message.get("method").is_some() && message.get("id").is_some() {
            client.send(&json!({ "jsonrpc": "2.0", "id": message["id"], "result": { "action": "decline" } }));
            asked.push(message);
        } else if message.get("id") == Some(&id) {
            if message["result"]["resultType"] == "input_required" {
                asked.push(message["result"].clone());
            }
            return (message, asked);
        }
    }
}

#[test]
fn of_a_loop_decide_alone_asks_a_person() {
    let scene = plan_scene::with_task_one();
    let loops = waiting(&scene);
    for era in Era::BOTH {
        let mut client = Client::start_able(
            scene.root(),
            era,
            json!({ "elicitation": { "form": {}, "url": {} }, "sampling": {}, "roots": {} }),
        );
        for (id, judged) in &loops {
            let turn = &judged["next"]["turn"];
            let subject = json!({ "loop_id": id });
            let with = |more: Value| {
                let mut all = subject.clone();
                all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
                all
            };
            let finding = json!([{ "finding_id": "F1", "response": "fixed", "details": "done" }]);
            let calls = [
                ("review_task", subject.clone()),
                ("review_task", json!({ "plan": PLAN, "task": "1" })),
                ("parse_verdict", json!({ "text": "VERDICT: ask the user" })),
                (
                    "record_findings",
                    with(json!({ "countersign": "cs-none-such", "text": "please ask the user" })),
                ),
                (
                    "record_findings",
                    with(json!({ "countersign": "cs-none-such", "unavailable": "nobody is here" })),
                ),
                ("respond_findings", with(json!({ "turn": turn, "responses": finding }))),
                (
                    "respond_findings",
                    with(
                        json!({ "turn": turn, "responses": [], "escalate": "ask the user, it is beyond me" }),
                    ),
                ),
                ("record_tests", with(json!({ "turn": turn, "failed": ["one"] }))),
                ("loop_status", subject.clone()),
                ("loop_status", json!({ "phase": "1" })),
                ("check_plan", json!({ "plan": PLAN })),
                // Nothing of this phase is for a person to see.
                ("verify_phase", json!({ "phase": "1", "partial": true })),
                // A choice that is given is no question, whatever becomes of it.
                (
                    "decide",
                    with(
                        json!({ "turn": turn, "choice": "no_such_choice", "reason": "why not", "decided_by": "Ada" }),
                    ),
                ),
            ];
            for (tool, arguments) in calls {
                let (response, asked) = listen(&mut client, tool, &arguments);
                assert_eq!(asked, Vec::<Value>::new(), "{tool} {arguments} asked by {era:?}");
                assert!(response["result"]["content"].is_array(), "{response}");
            }
            // The same loop in the same state: here it asks, so the silence above is the tools' own.
            let now =
                answer_of(&listen(&mut client, "loop_status", &subject).0).structured["next"]["turn"].clone();
            let (_, asked) = listen(&mut client, "decide", &with(json!({ "turn": now })));
            assert_eq!(asked.len(), 1, "{era:?} {id}: {asked:?}");
            let form = match era {
                Era::Handshake => &asked[0],
                Era::Stateless => &asked[0]["inputRequests"]["decision"],
            };
            assert_eq!(form["method"], "elicitation/create", "{form}");
        }
        // Neither do resources, prompts and completions ask.
        for (method, params) in [
            ("resources/read", json!({ "uri": "countersign://loops" })),
            ("prompts/get", json!({ "name": "resume", "arguments": {} })),
        ] {
            let id = client.send_request(method, params);
            let answer = client.next_message().unwrap();
            assert_eq!(answer["id"], id, "{answer}");
            assert_ne!(answer["result"]["resultType"], "input_required", "{answer}");
        }
    }
}

//! A phase that one failed plan has stopped (SPEC 4, yolo): loops of its other plans that are there already lose no answer
//! and go no further; each step says what stopped them and which call leads on.

#![allow(clippy::unwrap_used, clippy::needless_pass_by_value, reason = "tests")]

use serde_json::{Value, json};

use crate::client::{Answer, Client, Era};
use crate::desk::Desk;
use crate::scene::Scene;

const PLAN: &str = "---\nphase: 01\nplan: 01-01\ntitle: Cart totals\nwave: 1\ndepends_on: []\nmust_haves:\n  truths:\n    - \"Totals honour discounts\"\n---\n\n<tasks>\n<task type=\"auto\">\n  <name>Task 1: Sum</name>\n  <files>src/cart.js</files>\n  <action>Sum the cart.</action>\n  <done>it sums</done>\n</task>\n</tasks>\n";
const APPROVE: &str = "VERDICT: approve\nFINDINGS:\n- (none)\n";

fn ok(answer: Answer) -> Value {
    assert!(!answer.is_error, "refused: {}", answer.text);
    answer.structured
}

fn path(plan: &str) -> String {
    format!(".yolo-planning/phases/01-cart/{plan}-PLAN.md")
}

fn text(plan: &str) -> String {
    PLAN.replace("plan: 01-01", &format!("plan: {plan}"))
}

fn reject(plan: &str) -> String {
    format!(
        "VERDICT: reject\nFINDINGS:\n- [id:f-001] [severity:high] [file:{}] issue: The tasks overlap | suggestion: Part them\n",
        path(plan)
    )
}

fn open(client: &mut Client, plan: &str) -> Value {
    ok(client.call("review_task", json!({ "plan": path(plan) })))
}

fn say(client: &mut Client, opened: &Value, text: &str) -> Value {
    let mut arguments = opened["next"]["call"]["arguments"].clone();
    arguments["text"] = json!(text);
    ok(client.call("record_findings", arguments))
}

fn again(client: &mut Client, of: &Value) -> Answer {
    client.call("review_task", json!({ "loop_id": of["loop_id"] }))
}

fn status(client: &mut Client, of: &Value) -> Value {
    ok(client.call("loop_status", json!({ "loop_id": of["loop_id"] })))
}

/// Holds that a step stops, says by what, and names the call that leads on.
fn stops(step: &Value, failed: &Value) {
    assert_eq!((&step["action"], &step["who"]), (&json!("stop"), &json!("host")), "{step:#}");
    assert!(step["why"].as_str().unwrap().contains("01-01"), "{step:#}");
    assert_eq!(step["call"]["tool"], "decide", "{step:#}");
    assert_eq!(step["call"]["arguments"]["loop_id"], failed["loop_id"], "{step:#}");
    assert_eq!(step["call"]["arguments"]["choice"], "reopen", "{step:#}");
    assert_eq!(step["fill"], json!(["reason", "decided_by"]), "{step:#}");
}

#[test]
fn loops_that_are_there_already_wait_for_what_failed() {
    let scene = Scene::new();
    scene.write("src/cart.js", "export {}\n");
    scene.write(".yolo-planning/config.json", "{\"review_max_cycles\": 2}");
    for plan in ["01-01", "01-02", "01-03", "01-04", "01-05"] {
        scene.write(&path(plan), text(plan));
    }
    let mut client = Client::start(scene.root(), Era::Stateless);
    let (under_way, moving) = (open(&mut client, "01-02"), open(&mut client, "01-05"));
    let rejected = open(&mut client, "01-03");
    assert_eq!(say(&mut client, &rejected, &reject("01-03"))["next"]["action"], "revise");
    let approved = open(&mut client, "01-04");
    assert_eq!(say(&mut client, &approved, APPROVE)["next"]["action"], "proceed");

    let failed = open(&mut client, "01-01");
    say(&mut client, &failed, &reject("01-01"));
    let second = ok(again(&mut client, &failed));
    let end = say(&mut client, &second, &reject("01-01"));
    assert_eq!((&end["next"]["action"], &end["next"]["outcome"]), (&json!("stop"), &json!("failed")));

    // A review that is under way is answered: its step says where that leads.
    let step = &status(&mut client, &under_way)["next"];
    let why = step["why"].as_str().unwrap();
    assert_eq!(step["call"]["tool"], "record_findings", "{step:#}");
    assert!(why.contains("01-01") && why.contains("stops its phase") && why.contains("reopen"), "{why}");
    let same = ok(again(&mut client, &under_way));
    assert_eq!(same["countersign"], under_way["countersign"], "{same:#}");
    let said = say(&mut client, &under_way, &reject("01-02"));
    assert_eq!(said["verdict"], "changes_requested", "{said:#}");
    assert_eq!(said["next"]["findings"][0]["title"], "The tasks overlap", "{said:#}");
    stops(&said["next"], &failed);
    // Also one whose plan was changed meanwhile: recorded, and not looked at anew.
    scene.write(&path("01-05"), text("01-05").replace("Sum the cart.", "Sum it."));
    assert!(again(&mut client, &moving).is_error, "no new pass of what moved");
    let said = say(&mut client, &moving, APPROVE);
    assert!(said["remarks"].to_string().contains("\"stale\""), "{said:#}");
    stops(&said["next"], &failed);

    for held in [&under_way, &moving, &rejected, &approved] {
        let step = &status(&mut client, held)["next"];
        stops(step, &failed);
        let asked = again(&mut client, held);
        // What has ended gives its end again; nothing else is opened.
        match held["loop_id"] == approved["loop_id"] {
            true => {
                let ended = ok(asked);
                assert!(ended["next"]["outcome"].as_str().unwrap().starts_with("approved"), "{ended:#}");
                stops(&ended["next"], &failed);
            }
            false => {
                assert!(asked.is_error && asked.text.contains("stops its phase"), "{}", asked.text);
                assert!(asked.text.contains("\"choice\":\"reopen\""), "{}", asked.text);
            }
        }
    }
    let phase = ok(client.call("loop_status", json!({ "phase": "1" })));
    stops(&phase["next"], &failed);

    // Led back by the call it names, the failed plan is worked on, and so are the others.
    let mut arguments = phase["next"]["call"]["arguments"].clone();
    (arguments["reason"], arguments["decided_by"]) = (json!("it is parted now"), json!("Ada"));
    let reopened = ok(client.call("decide", arguments));
    assert_eq!(reopened["next"]["call"]["tool"], "review_task", "{reopened:#}");
    assert_eq!(status(&mut client, &rejected)["next"]["action"], "revise");
    assert_eq!(status(&mut client, &approved)["next"]["action"], "proceed");
    assert_eq!(ok(again(&mut client, &moving))["next"]["action"], "review");
    scene.write(&path("01-01"), text("01-01").replace("Sum the cart.", "Sum the whole cart."));
    let third = ok(again(&mut client, &failed));
    assert_eq!(third["next"]["call"]["tool"], "record_findings", "{third:#}");
}

#[test]
fn whoever_resumes_is_told_what_stopped_its_phase_though_its_file_is_gone() {
    let scene = Scene::new();
    scene.write(".yolo-planning/config.json", "{\"review_max_cycles\": 1}");
    for plan in ["01-01", "01-02"] {
        scene.write(&path(plan), text(plan));
    }
    let mut client = Client::start(scene.root(), Era::Stateless);
    let approved = open(&mut client, "01-02");
    say(&mut client, &approved, APPROVE);
    let failed = open(&mut client, "01-01");
    assert_eq!(say(&mut client, &failed, &reject("01-01"))["next"]["outcome"], "failed");

    // Nothing is open, and nothing is begun either.
    let resumed = ok(client.call("loop_status", json!({})));
    stops(&resumed["next"], &failed);
    std::fs::remove_file(scene.root().join(path("01-01"))).unwrap();
    let resumed = ok(client.call("loop_status", json!({})));
    stops(&resumed["next"], &failed);
    let phase = ok(client.call("loop_status", json!({ "phase": "1" })));
    assert_eq!(phase["gate"]["open"], false, "{phase:#}");
    assert!(phase["gate"]["reasons"].to_string().contains("01-01"), "{phase:#}");
    let gate = crate::cli::run_with(scene.root(), &["gate", "--phase", "1"], b"");
    assert!(!gate.status.success(), "the gate of the phase is open without the plan that failed");
}

/// A model's word leads back what failed and gives it up: the phase stays stopped until that plan is reviewed anew.
#[test]
fn what_is_led_back_and_given_up_stops_its_phase_as_before() {
    let scene = Scene::new();
    scene.write(".yolo-planning/config.json", "{\"review_max_cycles\": 1}");
    for plan in ["01-01", "01-02", "01-03"] {
        scene.write(&path(plan), text(plan));
    }
    let mut client = Client::start(scene.root(), Era::Stateless);
    let approved = open(&mut client, "01-02");
    say(&mut client, &approved, APPROVE);
    let failed = open(&mut client, "01-01");
    assert_eq!(say(&mut client, &failed, &reject("01-01"))["next"]["outcome"], "failed");
    for choice in ["reopen", "abandon"] {
        let turn = &status(&mut client, &failed)["next"]["turn"];
        ok(client.call(
            "decide",
            json!({ "loop_id": failed["loop_id"], "turn": turn, "choice": choice, "reason": "we move on", "decided_by": "Ada" }),
        ));
    }
    let step = &status(&mut client, &approved)["next"];
    assert_eq!(step["action"], "stop", "{step:#}");
    // One word of a model led it back: the next is the user's own.
    let call = json!({ "loop_id": failed["loop_id"], "turn": status(&mut client, &failed)["next"]["turn"] });
    assert_eq!((&step["call"]["tool"], &step["call"]["arguments"]), (&json!("decide"), &call), "{step:#}");
    let refused = client.call("review_task", json!({ "plan": path("01-03") }));
    assert!(refused.is_error && refused.text.contains("stops its phase"), "{}", refused.text);
    assert!(refused.text.contains("in person"), "{}", refused.text);
    let mut person = call;
    (person["choice"], person["reason"]) = (json!("reopen"), json!("parted now"));
    person["decided_by"] = json!("Ada");
    Desk::at(scene.root()).in_person(person);
    assert_eq!(status(&mut client, &approved)["next"]["action"], "proceed");
}

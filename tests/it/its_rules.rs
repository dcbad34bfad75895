//! A loop opened under rules that nothing in the repository tells is followed by one under the same rules, where a call
//! is sent as it stands, and other rules are said (SPEC 4, 13.5).

#![allow(clippy::unwrap_used, clippy::needless_pass_by_value, reason = "tests pass json!() literals")]

use countersign::app::App;
use countersign::app::requests::Gate;
use serde_json::{Value, json};

use crate::desk::{Desk, blocker, remarks_of};
use crate::scene::Scene;

const FILE: &str = "src/a.js";

/// A free change under bazinga's rules, with something open that blocks.
fn scene() -> (Scene, Desk, Value, Value) {
    let scene = Scene::new();
    let base = scene.commit("chore: begin", &[(FILE, "a();\nb();\nc();\n")]);
    scene.branch("feat", &base);
    scene.switch("feat");
    scene.commit("feat: CART", &[(FILE, "a();\nb(2);\nc();\n")]);
    let desk = Desk::at(scene.root());
    let opened = desk
        .review(json!({ "id": "CART", "title": "Carts", "criteria": "It adds up", "protocol": "bazinga" }));
    let answer = desk.answer(&opened, blocker("Wrong sum", FILE, 2));
    (scene, desk, opened, answer)
}

fn decide(desk: &Desk, id: &Value, turn: &Value, choice: &str) -> Value {
    desk.ok(
        "decide",
        json!({ "loop_id": id, "turn": turn, "choice": choice, "reason": "begin anew", "decided_by": "Ann" }),
    )
}

#[test]
fn the_gates_call_names_the_rules() {
    let (scene, desk, opened, answer) = scene();
    decide(&desk, &opened["loop_id"], &answer["next"]["turn"], "abandon");
    let gate = serde_json::to_value(App::new(scene.root()).gate(&Gate::default()).unwrap()).unwrap();
    let call = &gate["reasons"][0]["call"];
    assert_eq!(call["tool"], "review_task", "{gate:#}");
    assert_eq!(call["arguments"]["protocol"], "bazinga", "{gate:#}");
    let next = desk.review(call["arguments"].clone());
    assert_eq!(next["next"]["agent"], "tech_lead", "{next:#}");
    assert_eq!(remarks_of(&next, "other_rules"), "", "{next:#}");
}

#[test]
fn other_rules_are_said() {
    let (_scene, desk, opened, answer) = scene();
    decide(&desk, &opened["loop_id"], &answer["next"]["turn"], "abandon");
    let next = desk.review(json!({ "id": "CART", "title": "Carts", "criteria": "It adds up" }));
    let said = remarks_of(&next, "other_rules");
    assert!(said.contains("bazinga") && said.contains("countersign"), "{next:#}");
}

#[test]
fn a_new_plan_goes_by_the_same_rules() {
    let (_scene, desk, opened, answer) = scene();
    let id = &opened["loop_id"];
    let mut turn = answer["next"]["turn"].clone();
    for who in ["I", "a senior"] {
        let why = format!("the data model is wrong from the root and {who} cannot mend that here");
        let call = json!({ "loop_id": id, "turn": turn, "responses": [], "escalate": why });
        turn = desk.ok("respond_findings", call)["next"]["turn"].clone();
    }
    let ended = decide(&desk, id, &turn, "replan");
    let call = &ended["next"]["call"]["arguments"];
    assert_eq!(*call, json!({ "replaces": id, "protocol": "bazinga" }), "{ended:#}");
}

/// Plans the change anew, in a part of its own for each file.
fn replanned(scene: &Scene, desk: &Desk, opened: &Value, answer: &Value) -> Value {
    let id = &opened["loop_id"];
    let mut turn = answer["next"]["turn"].clone();
    for who in ["I", "a senior"] {
        let why = format!("the data model is wrong from the root and {who} cannot mend that here");
        let call = json!({ "loop_id": id, "turn": turn, "responses": [], "escalate": why });
        turn = desk.ok("respond_findings", call)["next"]["turn"].clone();
    }
    let ended = decide(desk, id, &turn, "replan");
    scene.commit("feat: CART-A sums", &[(FILE, "a();\nb(3);\nc();\n")]);
    ended["next"]["call"]["arguments"].clone()
}

fn part(call: &Value, id: &str) -> Value {
    let mut part = call.clone();
    (part["id"], part["title"]) = (json!(id), json!(format!("Part {id}")));
    part["criteria"] = json!(format!("{id} adds up"));
    part
}

fn gate(scene: &Scene) -> Value {
    serde_json::to_value(App::new(scene.root()).gate(&Gate::default()).unwrap()).unwrap()
}

#[test]
fn what_was_planned_anew_is_settled_by_what_took_its_place() {
    let (scene, desk, opened, answer) = scene();
    let call = replanned(&scene, &desk, &opened, &answer);
    let closed = gate(&scene);
    assert_eq!(closed["reasons"][0]["call"]["arguments"], call, "{closed:#}");
    let one = desk.review(part(&call, "CART-A"));
    // It takes over what was open, and silence closes nothing that its fixes did not touch.
    let brief = one["brief"].as_str().unwrap();
    assert!(brief.contains("Wrong sum"), "{brief}");
    let closes = json!({ "loop_id": one["loop_id"], "countersign": one["countersign"], "verdict": "approved",
                         "findings": [], "resolved": [{ "id": "TL-CART-1-001", "reason": "sums are right" }] });
    assert_eq!(desk.ok("record_findings", closes)["next"]["outcome"], "approved");
    let two = desk.review(part(&call, "CART-B"));
    let closed = gate(&scene);
    assert_eq!(closed["open"], false, "{closed:#}");
    assert!(closed.to_string().contains(two["loop_id"].as_str().unwrap()), "{closed:#}");
    // What was closed under the first part is not open under the second.
    assert_eq!(desk.approve(&two)["next"]["outcome"], "approved");
    let open = gate(&scene);
    assert_eq!(open["open"], true, "{open:#}");
    let status = desk.ok("loop_status", json!({ "loop_id": opened["loop_id"] }));
    assert_eq!(status["next"]["call"]["tool"], "loop_status", "{status:#}");
    assert!(status["next"]["why"].as_str().unwrap().contains(one["loop_id"].as_str().unwrap()), "{status:#}");
    // Work that came after it is nobody's.
    scene.commit("feat: CART", &[("src/b.js", "b();\n")]);
    assert_eq!(gate(&scene)["open"], false);
}

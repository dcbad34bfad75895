//! What a loop found and used up goes on in the one that follows it, however it was given up (SPEC 6.2, 6.3, 6.7, 6.10).

#![allow(clippy::unwrap_used, clippy::needless_pass_by_value, reason = "tests pass json!() literals")]

use countersign::app::App;
use countersign::app::requests::Gate;
use serde_json::{Value, json};

use crate::desk::{Desk, blocker, remarks_of};
use crate::scene::Scene;

const BEFORE: &str = "a();\nb();\nc();\n";
const AFTER: &str = "a();\nb(2);\nc();\n";

/// A free change on a branch, committed, and whoever has it reviewed.
fn scene() -> (Scene, Desk) {
    let scene = Scene::new();
    let base = scene.commit("chore: begin", &[("src/a.js", BEFORE)]);
    scene.branch("feat", &base);
    scene.switch("feat");
    scene.commit("feat: CART", &[("src/a.js", AFTER)]);
    let desk = Desk::at(scene.root());
    (scene, desk)
}

fn change(protocol: &str) -> Value {
    json!({ "id": "CART", "title": "Carts", "criteria": "It adds up", "protocol": protocol, "base": "main" })
}

fn tested(failed: Value) -> Value {
    json!({ "id": "CART", "title": "Carts", "criteria": "It adds up", "protocol": "bazinga", "failed": failed })
}

fn decide(desk: &Desk, answer: &Value, loop_id: &Value, choice: &str) -> Value {
    let turn = &answer["next"]["turn"];
    desk.ok(
        "decide",
        json!({ "loop_id": loop_id, "turn": turn, "choice": choice, "reason": "we plan it anew", "decided_by": "Ann" }),
    )
}

fn is_open(scene: &Scene) -> bool {
    App::new(scene.root()).gate(&Gate::default()).unwrap().open
}

#[test]
fn a_test_run_opens_nothing_after_a_used_up_limit() {
    let (scene, desk) = scene();
    scene.write("countersign.toml", "[review]\nmax_passes = 1\n");
    let opened = desk.review(change("countersign"));
    let asked = desk.answer(&opened, blocker("Wrong sum", "src/a.js", 2));
    assert_eq!(asked["next"]["action"], "ask_user", "{asked:#}");
    desk.in_person(json!({ "loop_id": opened["loop_id"], "turn": asked["next"]["turn"], "choice": "accept",
                           "reason": "good enough", "decided_by": "Ann" }));
    let ended = desk.ok("loop_status", json!({ "loop_id": opened["loop_id"] }));
    assert_eq!(ended["next"]["outcome"], "accepted_with_issues", "{ended:#}");
    scene.commit("feat: CART again", &[("src/a.js", "a();\nb(3);\nc();\n")]);
    let run = json!({ "id": "CART", "title": "Carts", "criteria": "It adds up", "protocol": "countersign",
                      "failed": ["t1"] });
    let why = desk.refused("record_tests", run);
    assert!(why.contains("reopen") && why.contains("the counters go on"), "{why}");
}

#[test]
fn failing_tests_of_a_loop_that_was_given_up_are_seen_to_pass_first() {
    let (scene, desk) = scene();
    let opened = desk.ok("record_tests", tested(json!(["t1", "t2"])));
    decide(&desk, &opened, &opened["loop_id"], "abandon");
    let why = desk.refused("review_task", change("bazinga"));
    assert!(why.contains("t1, t2") && why.contains("call record_tests"), "{why}");
    assert!(!is_open(&scene));
    let green = desk.ok("record_tests", tested(json!([])));
    assert_eq!(green["next"]["action"], "review", "{green:#}");
    let opened = desk.review(json!({ "loop_id": green["loop_id"] }));
    assert_eq!(desk.approve(&opened)["next"]["outcome"], "approved");
}

#[test]
fn what_blocked_blocks_under_other_rules_as_well() {
    for rules in ["megazord", "gsd"] {
        let (_scene, desk) = scene();
        let opened = desk.review(change("bazinga"));
        let mut high = blocker("Wrong sum", "src/a.js", 2);
        high[0]["severity"] = json!("high");
        let answer = desk.answer(&opened, high);
        decide(&desk, &answer, &opened["loop_id"], "abandon");
        let next = desk.review(change(rules));
        let said = remarks_of(&next, "severity_mapped");
        assert!(said.contains(" is ") && said.contains("not high"), "{rules}: {next:#}");
        let silent = desk.approve(&next);
        assert_ne!(silent["next"]["action"], "proceed", "{rules}: {silent:#}");
        assert_eq!(silent["still_open"].as_array().map(Vec::len), Some(1), "{rules}: {silent:#}");
    }
}

#[test]
fn a_second_answer_to_a_loop_that_was_followed_is_sent_to_the_next() {
    let (_scene, desk) = scene();
    let opened = desk.review(change("countersign"));
    let answer = desk.answer(&opened, blocker("Wrong sum", "src/a.js", 2));
    decide(&desk, &answer, &opened["loop_id"], "abandon");
    let next = desk.review(change("countersign"));
    assert_ne!(next["loop_id"], opened["loop_id"]);
    let second = json!({ "loop_id": opened["loop_id"], "countersign": opened["countersign"],
                         "verdict": "changes_requested", "findings": blocker("Carts of others", "src/a.js", 3) });
    let why = desk.refused("record_findings", second);
    assert!(why.contains(next["loop_id"].as_str().unwrap()) && why.contains("strays"), "{why}");
}

#[test]
fn answers_and_test_runs_between_two_reviews_have_an_end() {
    let (_scene, desk) = scene();
    let opened = desk.review(change("countersign"));
    let mut answer = desk.answer(&opened, blocker("Wrong sum", "src/a.js", 2));
    let respond = |turn: &Value, n: usize| {
        let details = format!("mended in src/a.js, attempt {n}");
        json!({ "loop_id": opened["loop_id"], "turn": turn,
                "responses": [{ "finding_id": "F1", "response": "fixed", "details": details }] })
    };
    for n in 0..30 {
        answer = desk.ok("respond_findings", respond(&answer["next"]["turn"], n));
    }
    let why = desk.refused("respond_findings", respond(&answer["next"]["turn"], 30));
    assert!(why.contains("30 times") && why.contains("call review_task"), "{why}");
}

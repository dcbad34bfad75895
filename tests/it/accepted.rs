//! An end that let something open be is no new beginning: tests that failed are seen to pass first, and counters go on
//! (SPEC 4.4, 6.2, 6.7).

#![allow(clippy::unwrap_used, clippy::needless_pass_by_value, reason = "tests pass json!() literals")]

use countersign::app::App;
use countersign::app::requests::Gate;
use serde_json::{Value, json};

use crate::desk::{Desk, blocker, files};
use crate::scene::Scene;

const FILE: &str = "src/a.js";

fn text(n: usize) -> String {
    format!("a();\nb({n});\nc();\n")
}

/// A free change on a branch, committed, and whoever has it reviewed.
fn scene() -> (Scene, Desk) {
    let scene = Scene::new();
    let base = scene.commit("chore: begin", &[(FILE, &text(0))]);
    scene.branch("feat", &base);
    scene.switch("feat");
    scene.commit("feat: CART", &[(FILE, &text(1))]);
    let desk = Desk::at(scene.root());
    (scene, desk)
}

fn moves(scene: &Scene, n: usize) {
    scene.commit("feat: CART goes on", &[(FILE, &text(n))]);
}

fn change() -> Value {
    json!({ "id": "CART", "title": "Carts", "criteria": "It adds up", "protocol": "countersign", "base": "main" })
}

fn run(failed: Value, passed: Value) -> Value {
    json!({ "id": "CART", "title": "Carts", "criteria": "It adds up", "protocol": "countersign",
            "failed": failed, "passed": passed })
}

fn decide(desk: &Desk, id: &Value, answer: &Value, choice: &str) -> Value {
    let turn = &answer["next"]["turn"];
    desk.ok(
        "decide",
        json!({ "loop_id": id, "turn": turn, "choice": choice, "reason": "go on", "decided_by": "Ann" }),
    )
}

/// Says that the work is beyond whoever fixes, which asks the user under the rules that have one tier.
fn too_hard(desk: &Desk, id: &Value, answer: &Value) -> Value {
    let turn = &answer["next"]["turn"];
    let why = "the data model is wrong from the root and I cannot mend that here";
    desk.ok("respond_findings", json!({ "loop_id": id, "turn": turn, "responses": [], "escalate": why }))
}

fn is_open(scene: &Scene) -> bool {
    App::new(scene.root()).gate(&Gate::default()).unwrap().open
}

/// Two tests fail, and the user accepts that while a run is left.
fn accepted_with_failing_tests(desk: &Desk) -> Value {
    let opened = desk.ok("record_tests", run(json!(["t1", "t2"]), json!([])));
    let id = &opened["loop_id"];
    let asked = too_hard(desk, id, &opened);
    let ended = decide(desk, id, &asked, "accept");
    assert_eq!(ended["outcome"], "accepted_with_issues", "{ended:#}");
    id.clone()
}

#[test]
fn tests_that_failed_when_the_user_accepted_are_seen_to_pass_first() {
    let (scene, desk) = scene();
    accepted_with_failing_tests(&desk);
    moves(&scene, 2);
    let why = desk.refused("review_task", change());
    assert!(why.contains("t1, t2") && why.contains("call record_tests"), "{why}");
    assert!(!is_open(&scene));
    // What was not run has not passed.
    let green = desk.ok("record_tests", run(json!([]), json!(["t1"])));
    assert_eq!(green["next"]["action"], "retest", "{green:#}");
    assert_eq!(green["fixed"], json!(["t1"]), "{green:#}");
    assert_eq!(green["still_failing"], json!(["t2"]), "{green:#}");
    let again =
        json!({ "loop_id": green["loop_id"], "turn": green["next"]["turn"], "failed": [], "passed": ["t2"] });
    let green = desk.ok("record_tests", again);
    let opened = desk.review(json!({ "loop_id": green["loop_id"] }));
    assert_eq!(desk.approve(&opened)["next"]["outcome"], "approved");
    assert!(is_open(&scene));
}

#[test]
fn after_the_last_test_run_only_a_choice_leads_on() {
    let (scene, desk) = scene();
    let mut answer = desk.ok("record_tests", run(json!(["t1"]), json!([])));
    let id = answer["loop_id"].clone();
    while answer["next"]["action"] == "retest" {
        let turn = &answer["next"]["turn"];
        answer = desk.ok("record_tests", json!({ "loop_id": id, "turn": turn, "failed": ["t1"] }));
    }
    assert_eq!(answer["next"]["action"], "ask_user", "{answer:#}");
    decide(&desk, &id, &answer, "accept");
    moves(&scene, 2);
    for (tool, call) in [("review_task", change()), ("record_tests", run(json!(["t1"]), json!([])))] {
        let why = desk.refused(tool, call);
        assert!(why.contains("reopen") && why.contains("the counters go on"), "{tool}: {why}");
    }
}

#[test]
fn a_test_run_keeps_what_else_was_asked_of_the_change() {
    let (scene, desk) = scene();
    let mut whole = change();
    whole["requirements"] = json!(["CART-01: Sums are exact"]);
    whole["files"] = json!([FILE]);
    whole.as_object_mut().unwrap().remove("base");
    scene.write(FILE, text(2));
    let opened = desk.review(whole.clone());
    let id = &opened["loop_id"];
    let mut answer = desk.answer(&opened, blocker("Wrong sum", FILE, 2));
    let turn = &answer["next"]["turn"];
    answer = desk.ok("record_tests", json!({ "loop_id": id, "turn": turn, "failed": ["t1"] }));
    decide(&desk, id, &answer, "abandon");
    scene.write(FILE, text(3));
    let why = desk.refused("review_task", whole.clone());
    assert!(why.contains("call record_tests"), "{why}");
    // By the id of the ended loop, and by what a run can say of the subject.
    let green = desk.ok("record_tests", json!({ "loop_id": id, "failed": [], "passed": ["t1"] }));
    let same = desk.ok("record_tests", json!({ "loop_id": id, "failed": [], "passed": ["t1"] }));
    assert_eq!(same["loop_id"], green["loop_id"], "{same:#}");
    let opened = desk.review(whole);
    assert_eq!(opened["loop_id"], green["loop_id"], "{opened:#}");
    assert_eq!(files(&opened), [FILE], "{opened:#}");
}

#[test]
fn a_run_by_loop_after_an_approval_is_told_where_to_go() {
    let (scene, desk) = scene();
    let opened = desk.review(change());
    let ended = desk.approve(&opened);
    moves(&scene, 2);
    let late = json!({ "loop_id": opened["loop_id"], "turn": ended["next"]["turn"], "failed": ["t1"] });
    let why = desk.refused("record_tests", late);
    assert!(why.contains("call record_tests") && why.contains("It adds up"), "{why}");
    let red = desk.ok("record_tests", json!({ "loop_id": opened["loop_id"], "failed": ["t1"] }));
    assert_ne!(red["loop_id"], opened["loop_id"], "{red:#}");
    assert_eq!(red["still_failing"], json!(["t1"]), "{red:#}");
}

#[test]
fn acceptances_by_agents_alone_never_give_passes_anew() {
    let (scene, desk) = scene();
    let mut reviews = 0;
    let why = loop {
        let opened = match desk.call("review_task", change()) {
            Ok(opened) => opened,
            Err(why) => break why,
        };
        let id = &opened["loop_id"];
        reviews += 1;
        assert_eq!(opened["pass"], reviews, "{opened:#}");
        let mut answer = desk.answer(&opened, blocker(&format!("Defect {reviews} of many"), FILE, 2));
        if answer["next"]["action"] == "fix" {
            answer = too_hard(&desk, id, &answer);
        }
        decide(&desk, id, &answer, "accept");
        moves(&scene, 10 + reviews);
        assert!(reviews < 9, "no end");
    };
    assert!(why.contains("reopen") && why.contains("the counters go on"), "{why}");
    assert!(reviews <= 5, "{reviews}");
}

#[test]
fn notes_that_are_taken_up_begin_anew() {
    let (scene, desk) = scene();
    let opened = desk.review(change());
    let mut note = blocker("Name it better", FILE, 2);
    note[0]["severity"] = json!("low");
    let said = json!({ "loop_id": opened["loop_id"], "countersign": opened["countersign"],
                       "verdict": "approved_with_notes", "findings": note });
    assert_eq!(desk.ok("record_findings", said)["next"]["outcome"], "approved_with_notes");
    moves(&scene, 2);
    assert_eq!(desk.review(change())["pass"], 1);
}

#[test]
fn a_run_that_comes_while_a_review_is_open_is_sent_again_after_it() {
    let (scene, desk) = scene();
    let opened = desk.review(change());
    let id = &opened["loop_id"];
    let with_turn = json!({ "loop_id": id, "turn": opened["next"]["turn"], "failed": ["t1"] });
    for call in [with_turn, run(json!(["t1"]), json!([]))] {
        let why = desk.refused("record_tests", call);
        assert!(why.contains("call review_task") && why.contains("send the run once more"), "{why}");
    }
    assert_eq!(desk.approve(&opened)["next"]["outcome"], "approved");
    assert!(is_open(&scene));
    let red = desk.ok("record_tests", json!({ "loop_id": id, "failed": ["t1"] }));
    assert_eq!(red["next"]["action"], "retest", "{red:#}");
    assert!(!is_open(&scene));
}

#[test]
fn a_test_that_fails_again_is_news_and_the_green_run_is_progress() {
    let (_scene, desk) = scene();
    let mut answer = desk.ok("record_tests", run(json!(["t1", "t2"]), json!([])));
    let id = answer["loop_id"].clone();
    let mut told = |failed: Value, passed: Value| {
        let turn = &answer["next"]["turn"];
        let call = json!({ "loop_id": id, "turn": turn, "failed": failed, "passed": passed });
        answer = desk.ok("record_tests", call);
        answer.clone()
    };
    told(json!(["t1"]), json!(["t2"]));
    let again = told(json!(["t1", "t2"]), json!([]));
    assert_eq!(again["new"], json!(["t2"]), "{again:#}");
    assert_eq!(again["still_failing"], json!(["t1"]), "{again:#}");
    told(json!(["t3"]), json!(["t1", "t2"]));
    let green = told(json!([]), json!([]));
    assert_eq!(green["fixed"], json!(["t3"]), "{green:#}");
    assert_eq!(green["progress"]["progress"], true, "{green:#}");
}

fn named(id: &str, base: &str) -> Value {
    json!({ "id": id, "title": "Carts", "criteria": "It adds up", "protocol": "countersign", "base": base })
}

#[test]
fn what_was_accepted_with_findings_is_no_new_beginning_under_another_name() {
    let (scene, desk) = scene();
    let opened = desk.review(change());
    let id = &opened["loop_id"];
    let answer = desk.answer(&opened, blocker("Wrong sum", FILE, 2));
    decide(&desk, id, &too_hard(&desk, id, &answer), "accept");
    let accepted = scene.open().head().unwrap();
    for more in [false, true] {
        if more {
            scene.commit("feat: beside it", &[("src/b.js", "b();\n")]);
        }
        let why = desk.refused("review_task", named("OTHER", "main"));
        assert!(why.contains(id.as_str().unwrap()) && why.contains("reopen"), "{why}");
        assert!(why.contains("names as `base`"), "{why}");
    }
    // What only stands on it is other work, and begins behind it.
    let other = desk.review(named("OTHER", accepted.as_str()));
    assert_eq!((&other["pass"], files(&other)), (&json!(1), vec!["src/b.js"]), "{other:#}");
    // Under its own name it goes on.
    moves(&scene, 3);
    let again = desk.review(change());
    assert_eq!(again["pass"], 2, "{again:#}");
}

#[test]
fn what_was_approved_may_be_reviewed_under_another_name() {
    let (_scene, desk) = scene();
    let opened = desk.review(change());
    assert_eq!(desk.approve(&opened)["next"]["outcome"], "approved");
    assert_eq!(desk.review(named("OTHER", "main"))["pass"], 1);
}

//! What an answer or a refusal leads to is what can be done now: not a review of work that is not there, not the end of
//! the loop, not a turn that is over (SPEC 2, 6.3, 13.5).

#![allow(clippy::unwrap_used, reason = "a scene that cannot be made fails its test")]

use serde_json::{Value, json};

use crate::desk::{Desk, blocker};
use crate::plan_scene::{self, PLAN};
use crate::scene::Scene;

fn phase(desk: &Desk) -> Value {
    desk.ok("loop_status", json!({ "phase": "1" }))["next"].clone()
}

/// Sends the call of a step as it stands.
fn sent(desk: &Desk, step: &Value) -> Value {
    desk.ok(step["call"]["tool"].as_str().unwrap(), step["call"]["arguments"].clone())
}

#[test]
fn work_that_is_not_there_yet_is_executed_and_not_reviewed() {
    let scene = plan_scene::with_task_one();
    let desk = Desk::at(scene.root());
    let one = desk.review(json!({ "plan": PLAN, "task": "1" }));
    let absent = json!({
        "loop_id": one["loop_id"], "countersign": one["countersign"], "unavailable": "no subagent can be started",
    });
    desk.ok("record_findings", absent);
    // The loop that waits for its reviewer is tried again first: task 2 has nothing to be reviewed.
    let step = phase(&desk);
    assert_eq!((&step["action"], &step["call"]["arguments"]["loop_id"]), (&json!("review"), &one["loop_id"]));
    let again = sent(&desk, &step);
    assert_eq!(desk.approve(&again)["next"]["outcome"], "approved");
    let step = phase(&desk);
    let why = step["why"].as_str().unwrap();
    assert_eq!((&step["action"], &step["who"]), (&json!("proceed"), &json!("host")), "{step:#}");
    assert!(why.contains("execute 01-01 Task 2") && why.contains("no commit of 01-01 Task 2"), "{why}");
    // Once it is executed the very call opens its review.
    scene.commit("feat(01-01): Task 2: show", &[("src/checkout.js", "import './cart.js';\n")]);
    assert_eq!(sent(&desk, &step)["next"]["action"], "review");
}

#[test]
fn what_can_be_reviewed_comes_before_what_cannot() {
    let scene = plan_scene::with_task_one();
    let desk = Desk::at(scene.root());
    scene.commit("feat(01-01): Task 2: show", &[("src/checkout.js", "import './cart.js';\n")]);
    let other = PLAN.replace("01-01", "01-00");
    let unexecuted =
        plan_scene::plan().replace("src/cart.js", "src/early.js").replace("src/checkout.js", "src/late.js");
    scene.commit(
        "docs: another plan",
        &[(other.as_str(), unexecuted.replace("plan: 01", "plan: 00").as_str())],
    );
    desk.approve(&desk.review(json!({ "plan": PLAN, "task": "1" })));
    let step = phase(&desk);
    assert_eq!(step["action"], "review", "{step:#}");
    assert_eq!(step["call"]["arguments"]["plan"], json!(PLAN), "{step:#}");
    assert_eq!(sent(&desk, &step)["next"]["action"], "review");
}

#[test]
fn a_refused_response_is_given_under_its_turn_however_many_went_before() {
    let scene = Scene::new();
    scene.commit("base", &[("src/a.rs", "fn a() {}\n")]);
    scene.write("src/a.rs", "fn a() {\n    one();\n    two();\n    three();\n}\n");
    let desk = Desk::at(scene.root());
    let opened = desk
        .review(json!({ "id": "CART", "title": "Sum", "criteria": "it sums", "protocol": "countersign" }));
    let mut findings = Vec::new();
    for (title, line) in
        [("Null customer crashes", 2), ("Password is logged", 3), ("Retries have no bound", 4)]
    {
        findings.extend(blocker(title, "src/a.rs", line).as_array().unwrap().clone());
    }
    let turn = desk.answer(&opened, json!(findings))["next"]["turn"].clone();
    let respond =
        |entries: Value| json!({ "loop_id": opened["loop_id"], "turn": turn, "responses": entries });
    let results = |answer: &Value| -> Vec<String> {
        let rows = answer["responses"].as_array().unwrap().iter();
        rows.map(|r| format!("{} {}", r["finding_id"], r["result"]).replace('"', "")).collect()
    };
    let fixed =
        |id: &str, details: &str| json!({ "finding_id": id, "response": "fixed", "details": details });
    let first = respond(json!([
        fixed("F1", "guarded"),
        { "finding_id": "F2", "response": "deferred", "reason": "later on" },
        { "finding_id": "F3", "response": "rejected", "reason": "too hard" },
    ]));
    let answer = desk.ok("respond_findings", first);
    assert_eq!(results(&answer), ["F1 accepted", "F2 refused", "F3 refused"]);
    let second = respond(json!([fixed("F2", "logged no more")]));
    assert_eq!(results(&desk.ok("respond_findings", second.clone())), ["F2 accepted"]);
    let third = respond(json!([fixed("F3", "bounded")]));
    let last = desk.ok("respond_findings", third);
    assert_eq!((results(&last), &last["next"]["action"]), (vec!["F3 accepted".to_owned()], &json!("review")));
    // Each of them may be sent again, and writes nothing.
    let events = || desk.ok("loop_status", json!({ "loop_id": opened["loop_id"] }))["next"]["turn"].clone();
    let before = events();
    assert_eq!(results(&desk.ok("respond_findings", second)), ["F2 accepted"]);
    assert_eq!(events(), before);
    // Other words for a finding that was answered under the turn are refused as ever.
    let other = desk.refused("respond_findings", respond(json!([fixed("F2", "something else")])));
    assert!(other.contains("was used before with other content"), "{other}");
    // And so is the turn once something else came.
    desk.again(&opened);
    let late = desk.call("respond_findings", respond(json!([fixed("F3", "bounded twice")]))).unwrap_err();
    assert!(late.contains("turn"), "{late}");
}

/// A repository of gsd with work in its tree, and its open review.
fn attempt() -> (Scene, Desk, Value) {
    let scene = Scene::new();
    scene.commit("base", &[("src/a.rs", "fn a() {}\n"), (".planning/config.json", "{}\n")]);
    scene.write("src/a.rs", "fn a() {\n    one();\n}\n");
    let desk = Desk::at(scene.root());
    let opened =
        desk.review(json!({ "id": "S1", "title": "Sum", "criteria": "it sums", "files": ["src/a.rs"] }));
    (scene, desk, opened)
}

#[test]
fn a_clean_work_tree_asks_for_the_base_and_not_for_other_files() {
    let scene = Scene::new();
    scene.commit("base", &[("src/a.rs", "fn a() {}\n"), (".planning/config.json", "{}\n")]);
    scene.commit("feat: sum", &[("src/a.rs", "fn a() {\n    one();\n}\n")]);
    let desk = Desk::at(scene.root());
    let mut asked = json!({ "id": "S1", "title": "Sum", "criteria": "it sums", "files": ["src/a.rs"] });
    let why = desk.refused("review_task", asked.clone());
    assert!(why.starts_with("`base`") && why.contains("The work tree is clean"), "{why}");
    asked["base"] = json!("HEAD~1");
    assert_eq!(desk.review(asked.clone())["next"]["action"], "review");
    // Where something else differs, the files are what is to be looked at.
    scene.write("src/b.rs", "fn b() {}\n");
    let other = json!({ "id": "S2", "title": "Sum", "criteria": "it sums", "files": ["src/c.rs"] });
    let why = desk.refused("review_task", other);
    assert!(why.starts_with("`files`"), "{why}");
}

#[test]
fn an_attempt_that_was_taken_back_is_executed_and_not_given_up() {
    let (scene, desk, opened) = attempt();
    let done = desk.answer(&opened, blocker("The query is built by hand", "src/a.rs", 2));
    assert_eq!(done["next"]["action"], "reexecute", "{done:#}");
    scene.write("src/a.rs", "fn a() {}\n");
    let why = desk.refused("review_task", json!({ "loop_id": opened["loop_id"] }));
    assert!(why.contains("Execute it first") && !why.contains("abandon"), "{why}");
    scene.write("src/a.rs", "fn a() {\n    two();\n}\n");
    assert_eq!(desk.again(&opened)["next"]["action"], "review");
}

#[test]
fn a_choice_that_is_not_due_leads_to_what_is() {
    let (_scene, desk, opened) = attempt();
    let choice = json!({
        "loop_id": opened["loop_id"], "turn": opened["next"]["turn"], "choice": "accept",
        "reason": "ship it", "decided_by": "Ada",
    });
    let why = desk.refused("decide", choice);
    assert!(why.contains("waits for the reviewer's answer, not for a choice"), "{why}");
    assert!(why.contains("Next: call loop_status"), "{why}");
}

#[test]
fn after_a_document_of_a_spec_comes_the_spec() {
    let scene = Scene::new();
    let requirements = "# Requirements\n\nFR-1 Must\n";
    scene.commit(
        "spec",
        &[
            ("specs/login/.ralph-state.json", "{}\n"),
            ("specs/login/.progress.md", "# Progress\n"),
            ("specs/login/research.md", "# Research\n\n## Executive Summary\nx\n"),
            ("specs/login/requirements.md", requirements),
        ],
    );
    let desk = Desk::at(scene.root());
    let opened = desk.review(json!({ "artifact": "specs/login/research.md" }));
    let done = desk.approve(&opened);
    assert_eq!((&done["next"]["action"], &done["next"]["next"]), (&json!("proceed"), &json!("requirements")));
    let then = sent(&desk, &done["next"]);
    assert_eq!(then["next"]["call"]["arguments"]["artifact"], "specs/login/requirements.md", "{then:#}");
    assert_eq!(sent(&desk, &then["next"])["next"]["action"], "review");
}

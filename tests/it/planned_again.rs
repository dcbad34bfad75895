//! A subject that a model's word planned anew once already: the next new plan is the user's in person, and what he chose is
//! carried out (SPEC 4.5, 6.7).

#![allow(clippy::unwrap_used, reason = "tests")]

use serde_json::{Value, json};

use crate::desk::{Desk, blocker};
use crate::scene::Scene;

const A: &str = "src/a.js";

fn text(n: usize) -> String {
    format!("a();\nb({n});\nc();\n")
}

/// Goes on with what does not mend it, until somebody is asked.
fn until_somebody_is_asked(scene: &Scene, desk: &Desk, opened: &Value) -> Value {
    let id = &opened["loop_id"];
    let mut last = desk.answer(opened, blocker("Anybody gets in", A, 2));
    for n in 2..60 {
        let next = last["next"].clone();
        last = match next["action"].as_str() {
            Some("fix" | "respond") => {
                scene.commit(&format!("fix: {id} again"), &[("src/other.js", &text(n))]);
                let rows = next["findings"].as_array().unwrap();
                let fixed =
                    |row: &Value| json!({ "finding_id": row["id"], "response": "fixed", "details": A });
                let responses: Vec<Value> = rows.iter().map(fixed).collect();
                let call = json!({ "loop_id": id, "turn": next["turn"], "responses": responses });
                desk.ok("respond_findings", call)
            }
            Some("review") => desk.answer(&desk.again(opened), blocker("Anybody gets in", A, 2)),
            _ => break,
        };
    }
    assert_eq!(last["next"]["action"], "ask_user", "{last:#}");
    last
}

#[test]
fn a_second_new_plan_is_the_users_in_person_and_what_he_chose_is_carried_out() {
    let scene = Scene::new();
    let base = scene.commit("chore: begin", &[(A, &text(0))]);
    scene.branch("feat", &base);
    scene.switch("feat");
    scene.commit("feat: AUTH", &[(A, &text(1))]);
    let desk = Desk::at(scene.root());
    let change = |id: &str| json!({ "id": id, "title": id, "criteria": id, "protocol": "bazinga" });
    let mut opened = desk.review(change("AUTH"));
    let chosen = |last: &Value| {
        json!({ "loop_id": last["loop_id"], "turn": last["next"]["turn"], "choice": "replan",
            "reason": "smaller parts", "decided_by": "project_manager" })
    };
    let with_id = |mut last: Value, of: &Value| {
        last["loop_id"] = of["loop_id"].clone();
        last
    };
    let asked = with_id(until_somebody_is_asked(&scene, &desk, &opened), &opened);
    assert!(asked["next"]["options"].to_string().contains("replan"), "{asked:#}");
    let done = desk.ok("decide", chosen(&asked));
    let mut call = done["next"]["call"]["arguments"].clone();
    for field in ["id", "title", "criteria"] {
        call[field] = json!("AUTH-1");
    }
    opened = desk.review(call);

    let asked = with_id(until_somebody_is_asked(&scene, &desk, &opened), &opened);
    let next = &asked["next"];
    assert!(!next["options"].to_string().contains("replan"), "{asked:#}");
    assert!(next["warnings"].to_string().contains("countersign decide"), "{asked:#}");
    let refused = desk.refused("decide", chosen(&asked));
    assert!(refused.contains("in person"), "{refused}");
    desk.in_person(chosen(&asked));
    let status = desk.ok("loop_status", json!({ "loop_id": opened["loop_id"] }));
    let call = &status["next"]["call"];
    assert_eq!(call["tool"], "review_task", "{status:#}");
    let mut call = call["arguments"].clone();
    for field in ["id", "title", "criteria"] {
        call[field] = json!("AUTH-2");
    }
    let third = desk.review(call);
    assert_eq!(third["next"]["action"], "review", "{third:#}");
}

#[test]
fn a_run_of_the_rejected_work_puts_nothing_in_the_place_of_doing_it_anew() {
    for failing in [false, true] {
        let scene = Scene::new();
        scene.commit("chore: begin", &[(A, &text(0))]);
        scene.write(A, text(1));
        let desk = Desk::at(scene.root());
        let opened = desk.review(json!({ "id": "T-1", "title": "T", "criteria": "It holds",
            "protocol": "gsd", "files": [A] }));
        let id = &opened["loop_id"];
        let finding = json!([{ "severity": "critical", "stage": "quality", "title": "Anybody gets in",
            "locations": [{ "file": A, "line": 2 }], "why": "accounts are lost" }]);
        let call = json!({ "loop_id": id, "countersign": opened["countersign"], "verdict": "rejected", "findings": finding });
        let last = desk.ok("record_findings", call);
        assert_eq!(last["next"]["action"], "reexecute", "{last:#}");
        let (failed, passed) = if failing { (json!(["t1"]), json!([])) } else { (json!([]), json!(["t1"])) };
        let run = |turn: &Value| json!({ "loop_id": id, "turn": turn, "failed": failed, "passed": passed });
        let ran = desk.ok("record_tests", run(&last["next"]["turn"]));
        let next = &ran["next"];
        assert_eq!((&next["action"], &next["files"]), (&json!("reexecute"), &json!([A])), "{ran:#}");
        let status = desk.ok("loop_status", json!({ "loop_id": id }));
        assert_eq!(status["next"]["action"], "reexecute", "{status:#}");
        if failing {
            // Done anew, its tests are to pass first.
            scene.write(A, text(2));
            let passing = json!({ "loop_id": id, "turn": next["turn"], "failed": [], "passed": ["t1"] });
            let ran = desk.ok("record_tests", passing);
            assert_eq!(ran["next"]["action"], "review", "{ran:#}");
        } else {
            scene.write(A, text(2));
            let again = desk.again(&opened);
            assert_eq!(again["next"]["action"], "review", "{again:#}");
        }
    }
}

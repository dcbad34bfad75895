//! No reviewer can run for one stage of a pass: the other is waited for, and what it says counts (SPEC 3, 6.3).

#![allow(clippy::unwrap_used, clippy::needless_pass_by_value, reason = "tests pass json!() literals")]

use serde_json::{Value, json};

use crate::desk::{Desk, blocker, codes};
use crate::scene::Scene;

const FILE: &str = "src/a.js";

fn opened(protocol: &str) -> (Scene, Desk, Value) {
    let scene = Scene::new();
    let base = scene.commit("chore: begin", &[(FILE, "a();\nb();\nc();\n")]);
    scene.branch("feat", &base);
    scene.switch("feat");
    scene.commit("feat: CART", &[(FILE, "a();\nb(2);\nc();\n")]);
    let desk = Desk::at(scene.root());
    let opened = desk.review(json!({ "id": "CART", "title": "Carts", "criteria": "It adds up",
                                     "protocol": protocol, "base": "main" }));
    (scene, desk, opened)
}

fn absent(opened: &Value, stage: &str) -> Value {
    json!({ "loop_id": opened["loop_id"], "countersign": opened["countersign"], "stage": stage,
            "unavailable": format!("the {stage} reviewer could not be spawned") })
}

fn said(opened: &Value, stage: &str, verdict: &str, findings: Value) -> Value {
    json!({ "loop_id": opened["loop_id"], "countersign": opened["countersign"], "stage": stage,
            "verdict": verdict, "findings": findings })
}

#[test]
fn the_other_stage_is_heard() {
    for protocol in ["megazord", "countersign", "bazinga", "gsd"] {
        let (scene, desk, opened) = opened(protocol);
        let waits = desk.ok("record_findings", absent(&opened, "spec"));
        assert_eq!(waits["next"]["action"], "review", "{protocol}: {waits:#}");
        assert_eq!(waits["next"]["call"]["arguments"]["stage"], "quality", "{protocol}: {waits:#}");
        assert!(codes(&waits).contains(&"stage_absent"), "{protocol}: {waits:#}");
        let again = desk.ok("record_findings", absent(&opened, "spec"));
        assert_eq!(again["next"]["turn"], waits["next"]["turn"], "{protocol}: {again:#}");
        let answer = desk.ok(
            "record_findings",
            said(&opened, "quality", "changes_requested", blocker("Handle leaks on error", FILE, 2)),
        );
        assert!(!answer["verdict"].as_str().unwrap().starts_with("approved"), "{protocol}: {answer:#}");
        assert_eq!(answer["blocking"].as_array().map(Vec::len), Some(1), "{protocol}: {answer:#}");
        assert!(codes(&answer).contains(&"stage_missing"), "{protocol}: {answer:#}");
        assert_ne!(answer["spec_status"], "passed", "{protocol}: nobody looked: {answer:#}");
        let report = std::fs::read_to_string(scene.root().join(answer["reports"][0].as_str().unwrap()));
        assert!(!report.unwrap().contains("No spec compliance issues found"), "{protocol}");
    }
}

#[test]
fn half_an_approval_approves_nothing_whichever_half_comes_first() {
    for order in [["spec", "quality"], ["quality", "spec"]] {
        let (_scene, desk, opened) = opened("countersign");
        let mut last = Value::Null;
        for stage in order {
            let call = match stage {
                "spec" => absent(&opened, stage),
                _ => said(&opened, stage, "approved", json!([])),
            };
            last = desk.ok("record_findings", call);
        }
        assert_eq!(last["next"]["action"], "ask_user", "{order:?}: {last:#}");
        assert_eq!(last["verdict"], "unclear", "{order:?}: {last:#}");
        let retry = json!({ "loop_id": opened["loop_id"], "turn": last["next"]["turn"], "choice": "retry",
                            "reason": "there is one now", "decided_by": "Ann" });
        desk.ok("decide", retry);
        let opened = desk.again(&opened);
        assert_eq!(desk.approve(&opened)["next"]["outcome"], "approved", "{order:?}");
    }
}

#[test]
fn with_both_stages_absent_nobody_looked() {
    let (_scene, desk, opened) = opened("countersign");
    desk.ok("record_findings", absent(&opened, "quality"));
    let both = desk.ok("record_findings", absent(&opened, "spec"));
    assert_eq!(both["next"]["action"], "ask_user", "{both:#}");
    let text = both.to_string();
    assert!(text.contains("the quality reviewer") && text.contains("the spec reviewer"), "{both:#}");
}

#[test]
fn a_stage_that_was_answered_is_not_absent() {
    let (_scene, desk, opened) = opened("countersign");
    desk.ok("record_findings", said(&opened, "spec", "approved", json!([])));
    let why = desk.refused("record_findings", absent(&opened, "spec"));
    assert!(why.contains("`stage`") && why.contains("quality"), "{why}");
    // One who comes after all was there.
    let (_scene, desk, opened) = self::opened("countersign");
    desk.ok("record_findings", absent(&opened, "spec"));
    desk.ok("record_findings", said(&opened, "spec", "approved", json!([])));
    let whole = desk.ok("record_findings", said(&opened, "quality", "approved", json!([])));
    assert_eq!(whole["next"]["outcome"], "approved", "{whole:#}");
}

#[test]
fn what_a_second_answer_drops_keeps_where_it_lies() {
    let (_scene, desk, opened) = opened("megazord");
    let mut uncited = blocker("Discount is ignored", FILE, 2);
    uncited[0]["stage"] = json!("spec");
    let asked = desk.answer(&opened, uncited);
    let code = &asked["next"]["call"]["arguments"]["countersign"];
    assert!(code.is_string(), "{asked:#}");
    let second = json!({ "loop_id": opened["loop_id"], "countersign": code, "verdict": "changes_requested",
                         "findings": blocker("Handle leaks on error", FILE, 3) });
    let answer = desk.ok("record_findings", second);
    assert!(codes(&answer).contains(&"dropped_when_asked"), "{answer:#}");
    let status = desk.ok("loop_status", json!({ "loop_id": opened["loop_id"] }));
    let dropped =
        status["unresolved"].as_array().unwrap().iter().find(|f| f["title"] == "Discount is ignored");
    assert_eq!(dropped.unwrap()["grounding"], "in_diff", "{status:#}");
}

//! What the end of a loop handed over is found again by whoever comes back after it and knows nothing, until it is done
//! (SPEC 3, 12.7).

#![allow(clippy::unwrap_used, clippy::needless_pass_by_value, reason = "tests pass json!() literals")]

use serde_json::{Value, json};

use crate::client::{Answer, Client};
use crate::plan_scene::{self, NO_DISCOUNT, NOTHING, PLAN, review};
use crate::scene::{Edit, Scene};

fn ok(answer: Answer) -> Value {
    assert!(!answer.is_error, "refused: {}", answer.text);
    answer.structured
}

fn status(scene: &Scene) -> Value {
    // A server of its own, as after a restart.
    ok(plan_scene::server(scene).call("loop_status", json!({})))
}

fn record(client: &mut Client, opened: &Value, said: Value) -> Value {
    let mut call = json!({ "loop_id": opened["loop_id"], "countersign": opened["countersign"] });
    call.as_object_mut().unwrap().extend(said.as_object().unwrap().clone());
    ok(client.call("record_findings", call))
}

fn decide(client: &mut Client, asked: &Value, choice: &str) -> Value {
    let mut call = asked["next"]["call"]["arguments"].clone();
    (call["choice"], call["reason"], call["decided_by"]) =
        (json!(choice), json!("we need it today"), json!("Ann"));
    ok(client.call("decide", call))
}

/// Holds that nothing is to be done any more, and that the last loop is named.
fn is_over(status: &Value, opened: &Value) {
    let why = status["next"]["why"].as_str().unwrap();
    assert!(why.contains("no loop is open here"), "{status:#}");
    assert!(why.contains(opened["loop_id"].as_str().unwrap()), "{status:#}");
}

/// A change of gsd's, not committed: one file is changed and one is new.
fn gsd() -> (Scene, Client, Value) {
    let scene = plan_scene::with_task_one();
    scene.write("src/cart.js", plan_scene::CART_FIXED);
    scene.write("src/tax.js", "export const tax = 0;\n");
    let mut client = plan_scene::server(&scene);
    let opened = ok(client.call(
        "review_task",
        json!({ "id": "TAX", "title": "Tax", "criteria": "It is added", "protocol": "gsd",
                "files": ["src/cart.js", "src/tax.js"] }),
    ));
    (scene, client, opened)
}

#[test]
fn a_user_that_stopped_has_stopped_whoever_comes_back() {
    let scene = plan_scene::with_task_one();
    scene
        .write(".planning/megazord.config.json", "{\"version\": 1, \"quality\": {\"review\": \"manual\"}}\n");
    let mut client = plan_scene::server(&scene);
    let opened = ok(client.call("review_task", json!({ "plan": PLAN, "task": "1" })));
    let asked =
        record(&mut client, &opened, json!({ "text": review("1", "issues_found", NO_DISCOUNT, NOTHING) }));
    let stopped = decide(&mut client, &asked, "stop");
    assert_eq!(stopped["next"]["action"], "stop", "{stopped:#}");
    let resumed = status(&scene);
    assert_eq!(resumed["next"]["action"], "stop", "{resumed:#}");
    assert_eq!(resumed["next"]["turn"], stopped["next"]["turn"], "{resumed:#}");
    assert_eq!(resumed["unresolved"][0]["id"], "F1", "{resumed:#}");
    let woken = crate::hook::session_start(scene.root(), "compact");
    assert!(woken.contains("next: stop") && woken.contains("ended aborted"), "{woken}");
    // Whoever begins something else went on.
    scene.commit("feat: other", &[("src/other.js", "export const other = 1;\n")]);
    let other = json!({ "id": "X", "title": "Other", "criteria": "It is", "protocol": "countersign",
                        "base": "HEAD~1", "files": ["src/other.js"] });
    ok(client.call("review_task", other));
    let resumed = status(&scene);
    assert_eq!(resumed["next"]["action"], "review", "{resumed:#}");
}

#[test]
fn files_to_commit_are_told_until_they_are_committed() {
    let (scene, mut client, opened) = gsd();
    let note = json!({ "severity": "medium", "title": "Tax is a constant", "description": "it may change",
                       "locations": [{ "file": "src/tax.js", "line": 1 }] });
    let ended = record(&mut client, &opened, json!({ "verdict": "approved_with_notes", "findings": [note] }));
    assert_eq!(ended["next"]["files"], json!(["src/cart.js", "src/tax.js"]), "{ended:#}");
    let resumed = status(&scene);
    assert_eq!(resumed["next"]["files"], ended["next"]["files"], "{resumed:#}");
    assert_eq!(resumed["next"]["commit"], "separate", "{resumed:#}");
    assert_eq!(resumed["unresolved"][0]["id"], "F1", "{resumed:#}");
    scene.commit(
        "feat: tax",
        &[("src/cart.js", plan_scene::CART_FIXED), ("src/tax.js", "export const tax = 0;\n")],
    );
    is_over(&status(&scene), &opened);
    let by_id = ok(client.call("loop_status", json!({ "loop_id": opened["loop_id"] })));
    assert_eq!(by_id["next"].get("files"), None, "{by_id:#}");
    assert_eq!(by_id["next"].get("commit"), None, "{by_id:#}");
    let why = by_id["next"]["why"].as_str().unwrap();
    assert!(why.contains("nothing of its files is left to commit"), "{by_id:#}");
}

#[test]
fn files_to_take_back_are_told_until_they_are_taken_back() {
    let (scene, mut client, opened) = gsd();
    // No reviewer can run, so the user is asked.
    let asked = record(&mut client, &opened, json!({ "unavailable": "the agent did not start" }));
    let ended = decide(&mut client, &asked, "skip");
    assert_eq!(ended["outcome"], "skipped", "{ended:#}");
    let resumed = status(&scene);
    assert_eq!(resumed["next"]["files"], json!(["src/cart.js"]), "{resumed:#}");
    assert_eq!(resumed["next"]["added"], json!(["src/tax.js"]), "{resumed:#}");
    scene.write("src/cart.js", plan_scene::CART);
    std::fs::remove_file(scene.root().join("src/tax.js")).unwrap();
    is_over(&status(&scene), &opened);
}

#[test]
fn skipped_work_in_commits_is_not_said_to_be_taken_back() {
    let (scene, mut client, opened) = gsd();
    let cart = std::fs::read(scene.root().join("src/cart.js")).unwrap();
    let tax = std::fs::read(scene.root().join("src/tax.js")).unwrap();
    scene.edit("feat(01-01): tax", &[Edit::Write("src/cart.js", &cart), Edit::Write("src/tax.js", &tax)]);
    let asked = record(&mut client, &opened, json!({ "unavailable": "the agent did not start" }));
    let ended = decide(&mut client, &asked, "skip");
    assert_eq!(ended["outcome"], "skipped", "{ended:#}");
    let by_id =
        || ok(plan_scene::server(&scene).call("loop_status", json!({ "loop_id": opened["loop_id"] })));
    for step in [ended["next"].clone(), by_id()["next"].clone()] {
        let why = step["why"].as_str().unwrap();
        assert!(why.contains("restore what `files` names as "), "{step:#}");
        assert_eq!(step["files"], json!(["src/cart.js"]), "{step:#}");
        assert_eq!(step["added"], json!(["src/tax.js"]), "{step:#}");
    }
    scene.edit(
        "revert: tax",
        &[Edit::Write("src/cart.js", plan_scene::CART.as_bytes()), Edit::Remove("src/tax.js")],
    );
    let step = by_id()["next"].clone();
    assert!(step["why"].as_str().unwrap().contains("what it changed is taken back"), "{step:#}");
    assert_eq!(step.get("files"), None, "{step:#}");
}

#[test]
fn what_belongs_into_the_summary_is_told_until_it_stands_there() {
    let scene = plan_scene::with_task_one();
    let mut client = plan_scene::server(&scene);
    let text = review("1", "issues_found", NO_DISCOUNT, NOTHING);
    let mut opened = Value::Null;
    let mut ended = Value::Null;
    for pass in 0..3 {
        let fixed = format!("// {pass}\n{}", plan_scene::CART);
        scene.amend("feat(01-01): sum the cart", &[Edit::Write("src/cart.js", fixed.as_bytes())]);
        opened = ok(client.call("review_task", json!({ "plan": PLAN, "task": "1" })));
        ended = record(&mut client, &opened, json!({ "text": text }));
    }
    let section = ended["next"]["summary_section"].as_str().unwrap();
    let resumed = status(&scene);
    assert_eq!(resumed["next"]["summary_section"], section, "{resumed:#}");
    assert_eq!(resumed["next"]["outcome"], "accepted_with_warnings", "{resumed:#}");
    assert_eq!(resumed["unresolved"][0]["id"], "F1", "{resumed:#}");
    scene.write(".planning/phases/01-cart/01-01-SUMMARY.md", format!("# Summary\n\nDone.\n\n{section}\n"));
    is_over(&status(&scene), &opened);
    // The phase goes on by the rules, and says with what.
    let phase = ok(plan_scene::server(&scene).call("verify_phase", json!({ "phase": "1", "partial": true })));
    let items = phase["items"].as_array().unwrap();
    let item = items.iter().find(|i| i["kind"] == "review" && i["label"] == "01-01 Task 1").unwrap();
    assert_eq!(item["status"], "verified", "{item:#}");
    let why = item["reasons"][0].as_str().unwrap();
    assert!(why.contains("accepted_with_warnings") && why.contains("F1 open"), "{item:#}");
}

#[test]
fn the_first_of_several_open_loops_has_its_findings_listed() {
    let scene = plan_scene::with_task_one();
    scene.commit("feat(01-01): use it", &[("src/checkout.js", "import { total } from './cart.js';\n")]);
    let mut client = plan_scene::server(&scene);
    ok(client.call("review_task", json!({ "plan": PLAN, "task": "2" })));
    let opened = ok(client.call("review_task", json!({ "plan": PLAN, "task": "1" })));
    record(&mut client, &opened, json!({ "text": review("1", "issues_found", NO_DISCOUNT, NOTHING) }));
    let resumed = status(&scene);
    assert_eq!(resumed["next"]["action"], "fix", "{resumed:#}");
    assert_eq!(resumed["unresolved"][0]["id"], "F1", "{resumed:#}");
    let said = resumed["remarks"].to_string();
    assert!(said.contains(opened["loop_id"].as_str().unwrap()), "{resumed:#}");
    assert!(resumed.to_string().len() < 2400, "{resumed:#}");
}

#[test]
fn what_a_rejected_attempt_added_and_nobody_removed_is_said() {
    let (scene, mut client, opened) = gsd();
    let critical = json!({ "severity": "critical", "title": "Tax is sent unencrypted", "why": "it leaks",
                           "locations": [{ "file": "src/cart.js", "line": 6 }] });
    let judged = record(&mut client, &opened, json!({ "verdict": "rejected", "findings": [critical] }));
    assert_eq!(judged["next"]["action"], "reexecute", "{judged:#}");
    // Restored and done anew, but the file that it added stays.
    scene.write("src/cart.js", format!("// anew\n{}", plan_scene::CART_FIXED));
    let again = ok(client.call("review_task", json!({ "loop_id": opened["loop_id"] })));
    let remarks = again["remarks"].as_array().unwrap();
    let left = remarks.iter().find(|r| r["code"] == "attempt_left").unwrap();
    assert!(left["message"].as_str().unwrap().contains("src/tax.js"), "{again:#}");
    assert!(!left["message"].as_str().unwrap().contains("src/cart.js"), "{again:#}");
}

//! What follows from loops that a repair left out, and from those that cannot be read: they hold up what they bear on and
//! nothing else, each refusal leads on, and whoever comes back is told.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::fs;

use countersign::app::App;
use serde_json::{Value, json};

use crate::desk::{Desk, blocker, codes, remarks_of};
use crate::hook::session_start;
use crate::lost::{YOLO, blocked, c1, checks, damage, id_of, newer, said, two_plans, with_work};
use crate::plan_scene::{PLAN, with_task_one};
use crate::scene::{Edit, Scene};

fn task_one() -> Value {
    json!({ "plan": PLAN, "task": "1" })
}

/// An approved task whose record was damaged and left out by a repair.
fn with_task_left_out() -> (Scene, Desk, String) {
    let scene = with_task_one();
    let desk = Desk::at(scene.root());
    let opened = desk.review(task_one());
    desk.approve(&opened);
    let id = id_of(&opened);
    damage(&scene, &id, 3);
    App::new(scene.root()).repair().unwrap();
    (scene, desk, id)
}

#[test]
fn a_left_out_loop_whose_plan_is_gone_leaves_its_work_to_be_asked_about_for_itself() {
    let (scene, desk, id) = with_task_left_out();
    let (gate, open) = said(scene.root(), &["gate"]);
    assert!(!open && gate.contains("\"task\":\"1\""), "{gate}");
    scene.edit("docs: drop the plan", &[Edit::Remove(PLAN)]);
    desk.call("review_task", task_one()).unwrap_err();
    let (gate, open) = said(scene.root(), &["gate"]);
    assert!(!open && gate.contains("[left_out_and_gone]") && gate.contains(&id), "{gate}");
    assert!(!gate.contains("\"task\""), "no call leads to what is not there: {gate}");
    // Its commit is reviewed by itself, and that is all.
    let call = gate.lines().find_map(|line| line.trim().strip_prefix("call: review_task ")).unwrap();
    let call = call.split(" + ").next().unwrap();
    let mut call: Value = serde_json::from_str(call).unwrap();
    call["criteria"] = json!("it sums");
    let by_itself = desk.review(call);
    desk.approve(&by_itself);
    let (gate, open) = said(scene.root(), &["gate"]);
    assert!(open && gate.contains("[left_out_and_gone]"), "{gate}");
}

#[test]
fn a_left_out_task_that_its_plan_has_no_more_is_said_and_asked_for_no_more() {
    let (scene, _, id) = with_task_left_out();
    let text = fs::read_to_string(scene.root().join(PLAN)).unwrap();
    let (from, to) = (text.find("<task type").unwrap(), text.find("</task>\n").unwrap() + "</task>\n".len());
    scene.commit("docs: one task less", &[(PLAN, &format!("{}{}", &text[..from], &text[to..]))]);
    let (gate, _) = said(scene.root(), &["gate"]);
    assert!(gate.contains("[left_out_and_gone]") && gate.contains(&id), "{gate}");
    assert!(!gate.contains("\"task\":\"1\""), "{gate}");
}

#[test]
fn a_left_out_free_change_that_was_taken_back_is_said_and_asked_for_no_more() {
    for approved in [false, true] {
        let scene = Scene::new();
        let base = scene.commit("base", &[("src/a.js", "let a = 0;\n")]);
        scene.branch("feat", &base);
        scene.switch("feat");
        scene.write("src/a.js", "let a = 1;\n");
        let desk = Desk::at(scene.root());
        let asked = json!({ "id": "c1", "title": "T", "criteria": "it works", "files": ["src/a.js"] });
        let opened = desk.review(asked);
        desk.answer(&opened, if approved { json!([]) } else { blocker("It is wrong", "src/a.js", 1) });
        damage(&scene, &id_of(&opened), 3);
        App::new(scene.root()).repair().unwrap();
        let (gate, open) = said(scene.root(), &["gate"]);
        assert!(!open && gate.contains("review_task"), "{gate}");
        scene.write("src/a.js", "let a = 0;\n");
        let (gate, open) = said(scene.root(), &["gate"]);
        assert!(open && gate.contains("[left_out_and_gone]"), "{gate}");
        let status = desk.ok("loop_status", json!({}));
        assert!(!codes(&status).contains(&"loop_left_out"), "{status:#}");
    }
}

#[test]
fn every_call_on_a_left_out_loop_names_the_review_of_its_subject() {
    let (scene, desk) = with_work();
    let id = blocked(&desk);
    damage(&scene, &id, 3);
    App::new(scene.root()).repair().unwrap();
    for tool in ["loop_status", "review_task"] {
        let why = desk.refused(tool, json!({ "loop_id": id }));
        assert!(why.contains("call review_task") && why.contains("it works"), "{tool}: {why}");
    }
    let (scene, desk, id) = with_task_left_out();
    let why = desk.refused("loop_status", json!({ "loop_id": id }));
    assert!(why.contains("call review_task") && why.contains(PLAN), "{why}");
    drop(scene);
}

#[test]
fn what_waits_to_be_reviewed_anew_is_told_to_whoever_comes_back() {
    let (scene, desk) = with_work();
    let id = blocked(&desk);
    scene.commit("more", &[("src/b.js", "let b = 1;\n")]);
    let other = desk.review(json!({ "id": "c2", "title": "More", "criteria": "it works", "base": "HEAD~1" }));
    desk.approve(&other);
    damage(&scene, &id, 3);
    App::new(scene.root()).repair().unwrap();
    let status = desk.ok("loop_status", json!({}));
    assert_eq!(status["next"]["action"], "review", "{status:#}");
    assert_eq!(status["next"]["call"]["arguments"]["id"], "c1", "{status:#}");
    assert!(remarks_of(&status, "loop_left_out").contains(&id), "{status:#}");
    let told = session_start(scene.root(), "startup");
    assert!(told.contains(&id) && !told.contains("loops are open"), "{told}");
    for command in [vec!["metrics"], vec!["replay", "--protocol", "countersign"], vec!["status"]] {
        let (told, _) = said(scene.root(), &command);
        assert!(told.contains(&id), "{command:?}: {told}");
    }
    // It is told until somebody reviews it anew.
    let mut call = status["next"]["call"]["arguments"].clone();
    for field in status["next"]["fill"].as_array().into_iter().flatten() {
        call[field.as_str().unwrap()] = json!("HEAD~2");
    }
    desk.review(call);
    let status = desk.ok("loop_status", json!({}));
    assert!(!codes(&status).contains(&"loop_left_out"), "{status:#}");
}

#[test]
fn a_task_whose_review_cannot_be_read_is_neither_never_reviewed_nor_changed() {
    for is_newer in [true, false] {
        let scene = with_task_one();
        let desk = Desk::at(scene.root());
        let opened = desk.review(task_one());
        desk.approve(&opened);
        let id = id_of(&opened);
        match is_newer {
            true => newer(&scene, &id, 99, "dreamt", "{}"),
            false => damage(&scene, &id, 3),
        }
        let (gate, open) = said(scene.root(), &["gate", "--phase", "1"]);
        let of_it: Vec<&str> = gate.lines().filter(|line| line.contains("Task 1")).collect();
        assert!(!open && !of_it.is_empty(), "{gate}");
        assert!(of_it.iter().all(|line| line.contains("cannot be read") && line.contains(&id)), "{gate}");
        let status = desk.ok("loop_status", json!({ "phase": "1" }));
        assert_eq!(status["next"]["action"], "stop", "{status:#}");
        assert!(!status["unreviewed"].to_string().contains("Task 1"), "{status:#}");
        scene.write(".planning/phases/01-cart/01-01-SUMMARY.md", "# Summary\n\nDone.\n");
        let verified = desk.ok("verify_phase", json!({ "phase": "1", "partial": true }));
        let items = verified["items"].as_array().unwrap();
        let item = items.iter().find(|i| i["kind"] == "review" && i["label"].to_string().contains("Task 1"));
        assert!(item.unwrap().to_string().contains("cannot be read"), "{verified:#}");
    }
    let (_scene, desk, id) = with_task_left_out();
    let status = desk.ok("loop_status", json!({ "phase": "1" }));
    let why = status["next"]["why"].as_str().unwrap();
    assert!(why.contains(&id) && !why.contains("changed since"), "{status:#}");
    assert_eq!(status["next"]["call"]["tool"], "review_task", "{status:#}");
}

#[test]
fn what_a_newer_version_went_on_with_holds_up_no_work_beside_it() {
    let scene = Scene::new();
    scene.commit("base", &[("src/a.js", "let a = 0;\n"), ("CHANGELOG.md", "x\n")]);
    scene.commit("work", &[("src/a.js", "let a = 1;\n"), ("CHANGELOG.md", "x\na\n")]);
    let desk = Desk::at(scene.root());
    let opened = desk.review(c1());
    desk.approve(&opened);
    newer(&scene, &id_of(&opened), 99, "dreamt", "{}");
    scene.commit("other", &[("src/b.js", "let b = 1;\n"), ("CHANGELOG.md", "x\na\nb\n")]);
    desk.review(json!({ "id": "c2", "title": "Other", "criteria": "it works", "base": "HEAD~1" }));
    // All of its work under another name is refused still.
    let whole = json!({ "id": "c3", "title": "Both", "criteria": "it works", "base": "HEAD~2" });
    let why = desk.call("review_task", whole).unwrap_err();
    assert!(why.contains("Install that version"), "{why}");
    assert_eq!(checks(&scene, "loop.newer").len(), 1);

    for answered in [true, false] {
        let (scene, desk, one) = two_plans();
        let opened = desk.review(json!({ "plan": one }));
        if answered {
            let text = "VERDICT: approve\nFINDINGS:\n";
            let asked =
                json!({ "loop_id": opened["loop_id"], "countersign": opened["countersign"], "text": text });
            desk.ok("record_findings", asked);
        }
        newer(&scene, &id_of(&opened), 99, "dreamt", "{}");
        desk.review(json!({ "plan": format!("{YOLO}/01-02-PLAN.md") }));
    }
}

//! What counted as mended and is not: code that came back, patches that fit nothing, reasons that say nothing.

#![allow(clippy::unwrap_used, reason = "tests")]

use serde_json::{Value, json};

use crate::desk::{Desk, blocker, codes};
use crate::plan_scene::{self, CART, CART_FIXED, PLAN};
use crate::scene::{Edit, Scene};

fn task() -> Value {
    json!({ "plan": PLAN, "task": "1" })
}

/// The ids of what an answer left open.
fn still_open(answer: &Value) -> Vec<&str> {
    answer["still_open"].as_array().into_iter().flatten().filter_map(|f| f["id"].as_str()).collect()
}

#[test]
fn a_file_that_comes_back_under_another_name_was_not_mended() {
    let scene = plan_scene::with_task_one();
    let desk = Desk::at(scene.root());
    let opened = desk.review(task());
    desk.answer(&opened, blocker("The discount is ignored", "src/cart.js", 6));
    scene.edit(
        "fix(01-01): task 1 without it",
        &[Edit::Remove("src/cart.js"), Edit::Write("src/other.js", b"export const other = 1;\n")],
    );
    let second = desk.again(&opened);
    let answer = desk.answer(&second, blocker("Nothing sums any more", "src/other.js", 1));
    assert_eq!(answer["resolved"], json!(["F1"]), "{answer:#}");
    scene
        .commit("fix(01-01): task 1 sum again", &[("src/basket.js", CART), ("src/other.js", "export {};\n")]);
    let third = desk.again(&opened);
    let answer = desk.approve(&third);
    assert_eq!(answer["verdict"], "changes_requested", "{answer:#}");
    assert_eq!(still_open(&answer), ["F1"], "{answer:#}");
    assert!(codes(&answer).contains(&"mend_undone"));
    let status = desk.ok("loop_status", json!({ "loop_id": opened["loop_id"] }));
    assert!(status.to_string().contains("src/basket.js:6"), "{status:#}");
}

#[test]
fn a_fix_that_was_taken_back_mends_nothing_and_one_that_stays_does() {
    for taken_back in [true, false] {
        let scene = plan_scene::with_task_one();
        let desk = Desk::at(scene.root());
        let opened = desk.review(task());
        desk.answer(&opened, blocker("The discount is ignored", "src/cart.js", 6));
        let more = format!("{CART_FIXED}\nexport const more = 1;\n");
        scene.commit("fix(01-01): task 1 honour it", &[("src/cart.js", &more)]);
        let second = desk.again(&opened);
        desk.answer(&second, blocker("More is nothing that was asked for", "src/cart.js", 9));
        scene.commit(
            "fix(01-01): task 1 less",
            &[("src/cart.js", if taken_back { CART } else { CART_FIXED })],
        );
        let answer = desk.approve(&desk.again(&opened));
        let expected = if taken_back { "changes_requested" } else { "approved" };
        assert_eq!(answer["verdict"], expected, "{answer:#}");
        assert_eq!(still_open(&answer), if taken_back { vec!["F1"] } else { vec![] });
    }
}

#[test]
fn a_patch_that_creates_what_is_there_does_not_apply() {
    let scene = plan_scene::with_task_one();
    let desk = Desk::at(scene.root());
    let opened = desk.review(task());
    let mut finding = blocker("The discount is ignored", "src/cart.js", 6);
    finding[0]["fix_patch"] =
        json!("--- /dev/null\n+++ b/src/cart.js\n@@ -0,0 +1 @@\n+export const total = 1;\n");
    let answer = desk.answer(&opened, finding);
    assert!(codes(&answer).contains(&"patch_does_not_apply"), "{answer:#}");
    assert!(answer.to_string().contains("it creates src/cart.js, which is there already"), "{answer:#}");
}

#[test]
fn what_is_gone_with_its_file_is_lacking_there() {
    for (file, closes) in [("src/cart.js", true), ("src/typo.js", false)] {
        let scene = plan_scene::with_task_one();
        let desk = Desk::at(scene.root());
        let opened = desk.review(task());
        let mut finding = blocker("The discount is ignored", "src/cart.js", 6);
        finding[0]["closed_when"] = json!(format!("{file} lacks total"));
        desk.answer(&opened, finding);
        scene.edit(
            "fix(01-01): task 1 elsewhere",
            &[Edit::Remove("src/cart.js"), Edit::Write("src/sum.js", b"export const sum = 1;\n")],
        );
        let answer = desk.approve(&desk.again(&opened));
        assert_eq!(answer["verdict"] == "approved", closes, "{file}: {answer:#}");
    }
}

#[test]
fn a_dot_is_no_reason() {
    for (reason, closes) in [(".", false), ("–", false), ("n/a", false), ("it sums them now", true)] {
        let scene = plan_scene::with_task_one();
        let desk = Desk::at(scene.root());
        let opened = desk.review(task());
        desk.answer(&opened, blocker("The discount is ignored", "src/cart.js", 6));
        scene.commit("fix(01-01): task 1 else", &[("src/extra.js", "export {};\n")]);
        let second = desk.again(&opened);
        let answer = desk.call(
            "record_findings",
            json!({ "loop_id": opened["loop_id"], "countersign": second["countersign"], "verdict": "approved",
                    "findings": [], "resolved": [{ "id": "F1", "reason": reason }] }),
        );
        let closed = answer.as_ref().is_ok_and(|a| a["resolved"] == json!(["F1"]));
        assert_eq!(closed, closes, "{reason}: {answer:?}");
    }
}

#[test]
fn a_dropped_task_is_led_out_of_by_no_call_that_is_refused() {
    let scene = crate::plan_scene::with_task_one();
    let desk = Desk::at(scene.root());
    desk.approve(&desk.review(task()));
    let reviewed = scene.open().head().unwrap();
    let before = scene.open().resolve("head", "HEAD~1").unwrap();
    scene.reset(&before);
    let status = desk.ok("loop_status", json!({ "phase": "1" }));
    let next = &status["next"];
    let way = format!("git cherry-pick {}", reviewed.short());
    assert!(next["why"].as_str().unwrap().contains(&way), "{status:#}");
    desk.ok(next["call"]["tool"].as_str().unwrap(), next["call"]["arguments"].clone());
    // That leads out.
    let back = scene.pick(&reviewed);
    scene.reset(&back);
    let status = desk.ok("loop_status", json!({ "phase": "1" }));
    assert!(!status["next"]["why"].as_str().unwrap().contains(&way), "{status:#}");
}

#[test]
fn approved_work_that_is_taken_back_whole_closes_no_gate() {
    let scene = Scene::new();
    scene.commit("start", &[("src/a.js", "one();\n"), ("src/b.js", "one();\n")]);
    let desk = Desk::at(scene.root());
    let change = |id: &str| json!({ "id": id, "title": id, "criteria": "It is two.", "files": ["src/a.js", "src/new.js"] });
    let gate = || crate::cli::run_with(scene.root(), &["gate", "--json"], b"");
    scene.write("src/a.js", "two();\n");
    scene.write("src/new.js", "new();\n");
    desk.approve(&desk.review(change("C-1")));
    assert!(gate().status.success());
    // Half of it is still there.
    scene.write("src/a.js", "one();\n");
    assert!(!gate().status.success());
    std::fs::remove_file(scene.root().join("src/new.js")).unwrap();
    let taken_back = gate();
    let said = String::from_utf8_lossy(&taken_back.stdout);
    assert!(taken_back.status.success() && said.contains("taken back since: C-1"), "{said}");
    // Something else in its place was reviewed by nobody.
    scene.write("src/a.js", "three();\n");
    assert!(!gate().status.success());
}

#[test]
fn a_fix_that_was_taken_back_is_seen_beside_another_change_of_its_neighbour() {
    let text = |line: &str, neighbour: &str| {
        format!("function f(a) {{\n  one();\n  two();\n  {neighbour}\n  {line}\n  five();\n  return a;\n}}\n")
    };
    const BAD: &str = "if (a < 0) throw 1;";
    const GOOD: &str = "if (a < 0) return 0;";
    // What was put in before the line, and left there, mended it: the line itself never changed.
    for (fixed, last, taken_back) in [
        (text(GOOD, "four();"), text(BAD, "four(4);"), true),
        (text(GOOD, "four();"), text(GOOD, "four(4);"), false),
        (text(BAD, "four();\n  if (a < 0) return 0;"), text(BAD, "four(4);\n  if (a < 0) return 0;"), false),
    ] {
        let scene = Scene::new();
        scene.commit("chore: start", &[("README.md", "x\n")]);
        scene.write("src/a.js", text(BAD, "four();"));
        let desk = Desk::at(scene.root());
        let opened = desk.review(
            json!({ "id": "A-1", "title": "It sums", "criteria": "It sums.", "files": ["src/a.js"] }),
        );
        let judged = desk.answer(&opened, blocker("Throws on negative input", "src/a.js", 5));
        let fix = |judged: &Value, id: &str| {
            desk.ok(
                "respond_findings",
                json!({ "loop_id": opened["loop_id"], "turn": judged["next"]["turn"],
                "responses": [{ "finding_id": id, "response": "fixed", "details": "Done." }] }),
            );
        };
        scene.write("src/a.js", &fixed);
        fix(&judged, "F1");
        let second = desk.answer(&desk.again(&opened), blocker("The name f says nothing", "src/a.js", 1));
        assert_eq!(second["resolved"], json!(["F1"]), "{second:#}");
        scene.write("src/a.js", last.replace("f(a)", "total(a)"));
        fix(&second, "F2");
        let third = desk.approve(&desk.again(&opened));
        assert_eq!(codes(&third).contains(&"mend_undone"), taken_back, "{last}: {third:#}");
        assert_eq!(third["verdict"] == "approved", !taken_back, "{last}: {third:#}");
    }
}

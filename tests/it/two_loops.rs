//! Two loops beside each other: the fix of one moves code that a finding of the other is about. It stands as it stood,
//! so nothing mended it, wherever it went (SPEC 6.5, 7.3).

#![allow(clippy::unwrap_used, reason = "tests")]

use serde_json::{Value, json};

use crate::desk::{Desk, blocker, codes};
use crate::plan_scene::{self, CART, PLAN};
use crate::scene::{Edit, Scene};

/// What is left of the cart once its sum stands elsewhere.
const EMPTIED: &str = "import { total } from './checkout.js';\nexport { total };\n";
const SHOW: &str = "show();\n";

fn with_the_sum() -> String {
    format!("{SHOW}{CART}")
}

fn fixed(desk: &Desk, judged: &Value) -> Value {
    desk.ok(
        "respond_findings",
        json!({ "loop_id": judged["next"]["call"]["arguments"]["loop_id"], "turn": judged["next"]["turn"],
                "responses": [{ "finding_id": "F1", "response": "fixed", "details": "sums are mended" }] }),
    )
}

/// Holds that the finding on the cart's sum is open still, at the place where its code stands.
fn stays(desk: &Desk, opened: &Value, told: &Value) {
    assert_eq!(told["claims"][0]["evidence"], "untouched", "{told:#}");
    let second = desk.again(opened);
    assert_eq!(second["pass"], 2, "{second:#}");
    let done = desk.approve(&second);
    assert_eq!(done["still_open"][0]["id"], "F1", "{done:#}");
    assert!(codes(&done).contains(&"code_moved"), "{done:#}");
    assert!(done["remarks"].to_string().contains("stands at src/checkout.js:5 now"), "{done:#}");
    assert_ne!(done["next"]["outcome"], "approved", "{done:#}");
}

/// Holds that it is closed, since its code is gone.
fn goes(desk: &Desk, opened: &Value, told: &Value) {
    assert_eq!(told["claims"][0]["evidence"], "region_changed", "{told:#}");
    let done = desk.approve(&desk.again(opened));
    assert_eq!(done["resolved"], json!(["F1"]), "{done:#}");
    assert_eq!(done["next"]["outcome"], "approved", "{done:#}");
}

/// Two tasks whose commits are reviewed, each with a finding; the second's fix is committed.
fn committed(checkout: &str) -> (Scene, Desk, Value, Value) {
    let scene = plan_scene::with_task_one();
    scene.commit("feat(01-01): Task 2: show the total", &[("src/checkout.js", SHOW)]);
    let desk = Desk::at(scene.root());
    let one = desk.review(json!({ "plan": PLAN, "task": "1" }));
    let judged = desk.answer(&one, blocker("The discount is ignored", "src/cart.js", 4));
    let two = desk.review(json!({ "plan": PLAN, "task": "2" }));
    desk.answer(&two, blocker("It shows nothing", "src/checkout.js", 1));
    let edits =
        [Edit::Write("src/checkout.js", checkout.as_bytes()), Edit::Write("src/cart.js", EMPTIED.as_bytes())];
    scene.edit("fix(01-01): Task 2: sum where it is shown", &edits);
    scene.commit("fix(01-01): Task 1: tidy", &[("src/cart.js", &format!("// The cart.\n{EMPTIED}"))]);
    (scene, desk, one, judged)
}

#[test]
fn code_that_another_tasks_fix_took_over_is_not_mended() {
    let (_scene, desk, one, judged) = committed(&with_the_sum());
    let told = fixed(&desk, &judged);
    stays(&desk, &one, &told);
}

#[test]
fn code_that_is_gone_is() {
    let (_scene, desk, one, judged) = committed("show(1);\n");
    let told = fixed(&desk, &judged);
    goes(&desk, &one, &told);
}

/// The same between two changes that are not committed.
fn uncommitted(checkout: &str) -> (Scene, Desk, Value, Value) {
    let scene = Scene::new();
    scene.commit("chore: start", &[("src/cart.js", "// cart\n"), ("src/checkout.js", "// checkout\n")]);
    scene.write("src/cart.js", CART);
    scene.write("src/checkout.js", SHOW);
    let desk = Desk::at(scene.root());
    let of = |id: &str, file: &str| json!({ "id": id, "title": id, "criteria": "It sums.", "files": [file], "protocol": "countersign" });
    let one = desk.review(of("CART-1", "src/cart.js"));
    let judged = desk.answer(&one, blocker("The discount is ignored", "src/cart.js", 4));
    let two = desk.review(of("SHOW-1", "src/checkout.js"));
    desk.answer(&two, blocker("It shows nothing", "src/checkout.js", 1));
    scene.write("src/checkout.js", checkout);
    scene.write("src/cart.js", EMPTIED);
    (scene, desk, one, judged)
}

#[test]
fn what_is_not_committed_moves_no_finding_away_either() {
    let (_scene, desk, one, judged) = uncommitted(&with_the_sum());
    let told = fixed(&desk, &judged);
    stays(&desk, &one, &told);
    let (_scene, desk, one, judged) = uncommitted("show(1);\n");
    let told = fixed(&desk, &judged);
    goes(&desk, &one, &told);
}

/// Silence closed the finding since its code was gone; it comes back in a file of another task's.
#[test]
fn code_that_comes_back_elsewhere_opens_its_finding_again() {
    let scene = plan_scene::with_task_one();
    scene.commit("feat(01-01): Task 2: show the total", &[("src/checkout.js", SHOW)]);
    let desk = Desk::at(scene.root());
    let one = desk.review(json!({ "plan": PLAN, "task": "1" }));
    let two = json!([
        blocker("The discount is ignored", "src/cart.js", 4)[0],
        { "severity": "critical", "stage": "quality", "title": "No test at all", "locations": [] },
    ]);
    desk.answer(&one, two);
    scene.commit("fix(01-01): Task 1: without sums", &[("src/cart.js", EMPTIED)]);
    let second = desk.again(&one);
    let half = desk.answer(&second, json!([{ "id": "F2", "severity": "critical", "stage": "quality", "title": "No test at all", "locations": [] }]));
    assert_eq!(half["resolved"], json!(["F1"]), "{half:#}");
    scene.commit("fix(01-01): Task 2: sum where it is shown", &[("src/checkout.js", &with_the_sum())]);
    scene.commit("fix(01-01): Task 1: a test", &[("src/cart.js", &format!("// Tested.\n{EMPTIED}"))]);
    let third = desk.again(&one);
    let done = desk.answer(&third, json!([{ "id": "F2", "severity": "critical", "stage": "quality", "title": "No test at all", "locations": [] }]));
    assert!(codes(&done).contains(&"mend_undone"), "{done:#}");
}

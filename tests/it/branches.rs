//! A branch made in the middle of a loop: the loop goes on under it, with its counters, or says why not (SPEC 6.2, 6.7).

#![allow(clippy::unwrap_used, reason = "tests")]

use serde_json::{Value, json};

use crate::desk::{Desk, blocker, codes};
use crate::plan_scene::{self, CART_FIXED, PLAN};
use crate::scene::Scene;

const FIRST: &str = "feat(01-01): sum the cart";

fn task() -> Value {
    json!({ "plan": PLAN, "task": "1" })
}

fn head(scene: &Scene) -> countersign::domain::ids::Oid {
    scene.open().head().unwrap()
}

/// A loop on `main` whose first pass asked for changes.
fn rejected(scene: &Scene) -> (Desk, Value) {
    let desk = Desk::at(scene.root());
    let opened = desk.review(task());
    let judged = desk.answer(&opened, blocker("The discount is ignored", "src/cart.js", 6));
    assert_eq!(judged["next"]["action"], "fix", "{judged:#}");
    (desk, opened)
}

#[test]
fn a_branch_made_in_the_middle_takes_the_loop_along() {
    let scene = plan_scene::with_task_one();
    let (desk, opened) = rejected(&scene);
    scene.branch("fixes", &head(&scene));
    scene.switch("fixes");
    scene.commit("fix(01-01): honour the discount", &[("src/cart.js", CART_FIXED)]);
    // The fixer's word is held against what is here.
    let status = desk.ok("loop_status", json!({ "loop_id": opened["loop_id"] }));
    let answered = desk.ok(
        "respond_findings",
        json!({ "loop_id": opened["loop_id"], "turn": status["next"]["turn"],
                "responses": [{ "finding_id": "F1", "response": "fixed", "details": "src/cart.js:6" }] }),
    );
    assert_eq!(answered["claims"][0]["evidence"], "region_changed", "{answered:#}");
    let second = desk.again(&opened);
    assert_eq!((&second["loop_id"], &second["pass"]), (&opened["loop_id"], &json!(2)), "{second:#}");
    assert!(codes(&second).contains(&"branch_followed"), "it is said: {second:#}");
    // From here on it is a loop of this branch, by its subject too.
    assert_eq!(desk.review(task())["countersign"], second["countersign"]);
    let done = desk.approve(&second);
    assert_eq!((&done["next"]["outcome"], &done["resolved"]), (&json!("approved"), &json!(["F1"])));
    let gone_on = desk.ok("loop_status", task());
    assert_eq!(gone_on["loops"][0]["loop_id"], opened["loop_id"]);
}

#[test]
fn the_subject_alone_finds_its_loop_on_the_new_branch() {
    let scene = plan_scene::with_task_one();
    let (desk, opened) = rejected(&scene);
    scene.branch("fixes", &head(&scene));
    scene.switch("fixes");
    scene.commit("fix(01-01): honour the discount", &[("src/cart.js", CART_FIXED)]);
    let second = desk.review(task());
    assert_eq!((&second["loop_id"], &second["pass"]), (&opened["loop_id"], &json!(2)), "{second:#}");
    let timeline = desk.ok("loop_status", json!({ "loop_id": opened["loop_id"], "timeline": true }));
    assert!(timeline["timeline"].to_string().contains("goes on under fixes"), "{timeline:#}");
}

#[test]
fn a_branch_that_somebody_works_on_is_left_where_it_is() {
    let scene = plan_scene::with_task_one();
    let (desk, opened) = rejected(&scene);
    // The same branch is checked out in the main work tree; the linked one is another line of work.
    let other = scene.worktree("other");
    let there = Desk::in_worktree(scene.root(), &other).review(task());
    assert_ne!(there["loop_id"], opened["loop_id"], "{there:#}");
    assert!(codes(&there).contains(&"other_branch"), "it is said: {there:#}");
    assert!(there["remarks"].to_string().contains(opened["loop_id"].as_str().unwrap()));
    assert_eq!(desk.again(&opened)["pass"], 2, "the first goes on by itself");
}

#[test]
fn a_branch_that_went_another_way_is_another_subject_and_said_to_be() {
    let scene = plan_scene::with_task_one();
    let base = scene.open().resolve("head", "HEAD~1").unwrap();
    let one = head(&scene);
    let (desk, opened) = rejected(&scene);
    scene.branch("release", &base);
    scene.switch("release");
    scene.commit("chore: release notes", &[("NOTES.md", "1.0\n")]);
    scene.pick(&one);
    let there = desk.review(task());
    assert_ne!(there["loop_id"], opened["loop_id"]);
    assert!(codes(&there).contains(&"other_branch"), "{there:#}");
}

#[test]
fn two_loops_that_could_go_on_here_are_named() {
    let scene = plan_scene::with_task_one();
    let (desk, on_main) = rejected(&scene);
    scene.branch("release", &scene.open().resolve("head", "HEAD~1").unwrap());
    scene.switch("release");
    scene.commit("chore: release notes", &[("NOTES.md", "1.0\n")]);
    scene.pick(&scene.open().resolve("head", "main").unwrap());
    let on_release = desk.review(task());
    assert_ne!(on_release["loop_id"], on_main["loop_id"]);
    // Both lie behind a merge of the two.
    scene.branch("both", &head(&scene));
    scene.switch("both");
    scene.merge("main", "merge main");
    let why = desk.refused("review_task", task());
    for named in [&on_main, &on_release] {
        assert!(why.contains(named["loop_id"].as_str().unwrap()), "{why}");
    }
    assert!(why.contains("review_task") && why.contains("loop_id"), "{why}");
    // By its id each goes on, the first that is taken along.
    let taken = desk.again(&on_main);
    assert_eq!(taken["loop_id"], on_main["loop_id"]);
    assert!(codes(&taken).contains(&"branch_followed"), "{taken:#}");
    let why = desk.refused("review_task", json!({ "loop_id": on_release["loop_id"] }));
    assert!(why.contains(on_main["loop_id"].as_str().unwrap()), "{why}");
}

#[test]
fn a_new_branch_is_no_way_around_a_limit() {
    let scene = plan_scene::with_task_one();
    let (desk, opened) = rejected(&scene);
    let mut last = desk.again(&opened);
    for pass in 2..=3 {
        let judged = desk.answer(&last, blocker("The discount is ignored", "src/cart.js", 6));
        if pass == 3 {
            assert_eq!(judged["next"]["outcome"], "accepted_with_warnings", "{judged:#}");
        } else {
            last = desk.again(&opened);
        }
    }
    scene.branch("fresh", &head(&scene));
    scene.switch("fresh");
    let same = desk.review(task());
    assert_eq!(same["loop_id"], opened["loop_id"], "the same change has its outcome: {same:#}");
    scene.commit(FIRST, &[("src/cart.js", CART_FIXED)]);
    let again = desk.call("review_task", task());
    let told = again.map_or_else(|why| why, |answer| answer.to_string());
    assert!(told.contains(opened["loop_id"].as_str().unwrap()), "{told}");
}

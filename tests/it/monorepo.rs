//! A repository with several planning folders whose phases and plans have the same numbers (SPEC 7.1, 9.1).

#![allow(clippy::unwrap_used, reason = "tests")]

use countersign::app::App;
use countersign::app::requests::Gate;
use serde_json::{Value, json};

use crate::desk::{Desk, files, subjects};
use crate::scene::Scene;

fn plan(files: &str) -> String {
    format!(
        "---\nphase: 01-cart\nplan: 01\ntitle: Cart\nwave: 1\ndepends_on: []\nmust_haves:\n  truths:\n    - \"It sums\"\n---\n\n<tasks>\n<task type=\"auto\">\n  <name>Task 1: Sum</name>\n  <files>{files}</files>\n  <action>Sum.</action>\n  <done>It sums</done>\n</task>\n</tasks>\n"
    )
}

const NAME: &str = ".planning/phases/01-cart/01-01-PLAN.md";

fn scene(app: &str, shop: &str) -> Scene {
    let scene = Scene::new();
    let config = "{\"version\": 1, \"quality\": {\"review\": \"auto\"}}\n";
    scene.commit(
        "docs: plan both",
        &[
            (&format!("app/{NAME}"), &plan(app)),
            (&format!("shop/{NAME}"), &plan(shop)),
            ("app/.planning/megazord.config.json", config),
            ("shop/.planning/megazord.config.json", config),
        ],
    );
    scene
}

fn review(desk: &Desk, project: &str) -> Value {
    desk.review(json!({ "plan": format!("{project}/{NAME}"), "task": "1" }))
}

#[test]
fn a_commit_of_another_project_is_not_this_ones() {
    for (app, shop, listed) in [("app/sum.js", "shop/sum.js", true), ("", "", false)] {
        let scene = scene(app, shop);
        scene.commit("feat(01-01): task 1 sum", &[("app/sum.js", "a\n")]);
        scene.commit("feat(01-01): task 1 sum it up", &[("shop/sum.js", "s\n"), ("shop/more.js", "m\n")]);
        let desk = Desk::at(scene.root());
        let first = review(&desk, "app");
        assert_eq!(subjects(&first), ["feat(01-01): task 1 sum"], "listed {listed}: {first:#}");
        assert_eq!(files(&first), ["app/sum.js"]);
        let second = review(&desk, "shop");
        assert_eq!(subjects(&second), ["feat(01-01): task 1 sum it up"], "listed {listed}: {second:#}");
        assert_eq!(files(&second), ["shop/more.js", "shop/sum.js"]);
        desk.approve(&first);
        // What the other project does leaves this one's answer and gate alone.
        scene.commit("fix(01-01): task 1 again", &[("shop/sum.js", "s\nt\n")]);
        let phase = Gate { phase: Some("app/.planning/phases/01-cart".to_owned()), ..Gate::default() };
        let gate = App::new(scene.root()).gate(&phase).unwrap();
        assert!(gate.open, "listed {listed}: {:?}", gate.reasons);
        let again = desk.again(&second);
        assert_eq!(subjects(&again).len(), 2, "{again:#}");
    }
}

/// Where files lie outside of both, the numbers alone tell, as they do in a repository with one.
#[test]
fn a_commit_outside_of_both_is_told_by_what_the_plans_list() {
    let scene = scene("lib/a.js", "lib/s.js");
    scene.commit("feat(01-01): task 1 sum", &[("lib/a.js", "a\n")]);
    scene.commit("feat(01-01): task 1 sum it up", &[("lib/s.js", "s\n")]);
    let desk = Desk::at(scene.root());
    assert_eq!(files(&review(&desk, "app")), ["lib/a.js"]);
    assert_eq!(files(&review(&desk, "shop")), ["lib/s.js"]);
}

/// Every call that verification hands back names the phase so that it is found.
#[test]
fn a_phase_whose_name_several_have_is_called_by_its_path() {
    let scene = scene("app/sum.js", "shop/sum.js");
    scene.commit("feat(01-01): task 1 sum", &[("app/sum.js", "a\n")]);
    let desk = Desk::at(scene.root());
    let several = desk.refused("verify_phase", json!({ "phase": "1" }));
    assert!(several.contains("verify_phase {\"phase\":\"app/.planning/phases/01-cart\"}"), "{several}");
    let several = desk.refused("loop_status", json!({ "phase": "1" }));
    assert!(several.contains("loop_status {\"phase\":\"app/.planning/phases/01-cart\"}"), "{several}");
    let some = desk.refused("verify_phase", json!({ "phase": "1", "partial": true }));
    assert!(some.contains("{\"phase\":\"app/.planning/phases/01-cart\",\"partial\":true}"), "{some}");
    let partial = desk.refused("verify_phase", json!({ "phase": "app/.planning/phases/01-cart" }));
    let call = "{\"phase\":\"app/.planning/phases/01-cart\",\"partial\":true}";
    assert!(partial.contains(call), "{partial}");
    let verified = desk.ok("verify_phase", serde_json::from_str(call).unwrap());
    let next = &verified["next"]["call"];
    if next["tool"] == "verify_phase" {
        assert_eq!(next["arguments"]["phase"], "app/.planning/phases/01-cart", "{next:#}");
    }
}

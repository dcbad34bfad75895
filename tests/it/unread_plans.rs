//! A plan that is there and cannot be read: nobody knows what it asks, so every gate that rests on it is closed, its
//! phase does not pass, and each says which file it is and what mends it (SPEC 7.6, 9).

#![allow(clippy::unwrap_used, clippy::needless_pass_by_value, reason = "tests")]

use std::process::Command;

use serde_json::{Value, json};

use crate::client::{Answer, Client};
use crate::plan_scene::{self, CART_FIXED, NOTHING, PLAN, review};
use crate::scene::Scene;

const OTHER: &str = ".planning/phases/01-cart/01-02-PLAN.md";
const SUMMARY: &str = ".planning/phases/01-cart/01-01-SUMMARY.md";
/// What no reader takes for a plan, each with a word of why.
const BROKEN: [(&[u8], &str); 4] = [
    (b"", "no front matter"),
    (b"notes for later\n", "no front matter"),
    (b"---\nphase: 01\n---\n\xff\xfe\n", "UTF-8"),
    (b"---\nphase: \0\n---\n", "NUL"),
];

fn ok(answer: Answer) -> Value {
    assert!(!answer.is_error, "refused: {}", answer.text);
    answer.structured
}

/// Runs a command; its exit code with what it printed.
fn run(scene: &Scene, args: &[&str]) -> (Option<i32>, Value) {
    let output = Command::new(env!("CARGO_BIN_EXE_countersign"))
        .args(args)
        .current_dir(scene.root())
        .env("COUNTERSIGN_LOG", "off")
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    (output.status.code(), serde_json::from_str(&text).unwrap_or(json!(text)))
}

fn gate(scene: &Scene, more: &[&str]) -> (Option<i32>, Value) {
    run(scene, &[&["gate", "--json"], more].concat())
}

/// The whole plan committed on a branch of its own and approved.
fn approved() -> Scene {
    let scene = Scene::new();
    scene.commit(
        "docs: plan the cart",
        &[
            (PLAN, &plan_scene::plan()),
            (".planning/megazord.config.json", "{\"version\": 1, \"quality\": {\"review\": \"auto\"}}\n"),
            (".planning/ROADMAP.md", "# Roadmap\n\n### Phase 1: Cart\n**Goal**: A cart that adds up\n"),
        ],
    );
    let base = scene.commit("chore: start", &[("README.md", "cart\n")]);
    scene.branch("work", &base);
    scene.switch("work");
    scene.commit("feat(01-01): Task 1: sum the cart", &[("src/cart.js", CART_FIXED)]);
    scene.commit(
        "feat(01-01): Task 2: use it",
        &[(
            "src/checkout.js",
            "import { total } from './cart.js';\nexport const show = (c) => total(c, 10);\n",
        )],
    );
    let mut client = plan_scene::server(&scene);
    for task in ["1", "2"] {
        let opened = ok(client.call("review_task", json!({ "plan": PLAN, "task": task })));
        let mut arguments = opened["next"]["call"]["arguments"].clone();
        arguments["text"] = json!(review(task, "passed", NOTHING, NOTHING));
        let done = ok(client.call("record_findings", arguments));
        assert_eq!(done["verdict"], "approved", "{done}");
    }
    scene.commit("docs(01-01): finish the plan", &[(SUMMARY, "# Summary\n\nDone.\n")]);
    scene
}

/// Holds that a gate is closed by one file, with its reason and the call that says what is wrong in it.
fn closed_by(judged: &(Option<i32>, Value), file: &str, why: &str) {
    let (code, answer) = judged;
    assert_eq!(*code, Some(1), "{answer:#}");
    assert_eq!(answer["open"], false, "{answer:#}");
    let reason = &answer["reasons"][0];
    let message = reason["message"].as_str().unwrap();
    assert!(message.starts_with(&format!("{file} cannot be read: ")) && message.contains(why), "{message}");
    assert!(message.contains("mend it, or take it out"), "{message}");
    assert_eq!(reason["call"], json!({ "tool": "check_plan", "arguments": { "plan": file } }), "{reason}");
    // No other reason sends anybody to a review that would be refused.
    let calls: Vec<&Value> = answer["reasons"].as_array().unwrap().iter().map(|r| &r["call"]).collect();
    let refused = calls.iter().any(|c| c["tool"] == "review_task" && c["arguments"]["plan"] == file);
    assert!(!refused, "{answer:#}");
}

fn check_plan(client: &mut Client, file: &str) -> Value {
    ok(client.call("check_plan", json!({ "plan": file })))
}

#[test]
fn a_plan_beside_the_reviewed_one_closes_phase_and_branch() {
    let scene = approved();
    assert_eq!(gate(&scene, &["--phase", "1"]).0, Some(0));
    assert_eq!(gate(&scene, &[]).0, Some(0));
    for (bytes, why) in BROKEN {
        scene.write(OTHER, bytes);
        closed_by(&gate(&scene, &["--phase", "1"]), OTHER, why);
        closed_by(&gate(&scene, &["--plan", OTHER]), OTHER, why);
        // Not committed, it is the branch's all the same.
        closed_by(&gate(&scene, &[]), OTHER, why);
        let mut client = plan_scene::server(&scene);
        let status = ok(client.call("loop_status", json!({ "phase": "1" })));
        assert_eq!(status["gate"]["open"], false, "{status:#}");
        assert!(status["gate"]["reasons"][0].as_str().unwrap().starts_with(OTHER), "{status:#}");
        // The call that is named says where it is wrong.
        assert_eq!(check_plan(&mut client, OTHER)["verdict"], "reject", "{why}");
        // The other plan, alone, is as it was.
        assert_eq!(gate(&scene, &["--plan", PLAN]).0, Some(0));
    }
    scene.commit("docs(01-02): a draft", &[(OTHER, "notes for later\n")]);
    closed_by(&gate(&scene, &[]), OTHER, "no front matter");
    // What is not there was misnamed: no gate is told to be open or closed.
    assert_eq!(gate(&scene, &["--plan", ".planning/phases/01-cart/01-09-PLAN.md"]).0, Some(2));
    std::fs::remove_file(scene.root().join(OTHER)).unwrap();
    assert_eq!(gate(&scene, &["--phase", "1"]).0, Some(0));
}

#[test]
fn a_reviewed_plan_that_becomes_unreadable_takes_its_approval_along() {
    let scene = approved();
    for (bytes, why) in BROKEN {
        scene.write(PLAN, bytes);
        for scope in [&["--phase", "1"][..], &["--plan", PLAN], &[]] {
            closed_by(&gate(&scene, scope), PLAN, why);
        }
    }
    // Also where the plan lies before everything that the branch did.
    scene.commit("docs: break it", &[(PLAN, "gone wrong\n")]);
    let head = scene.open().head().unwrap();
    scene.branch("later", &head);
    scene.switch("later");
    closed_by(&gate(&scene, &["--phase", "1"]), PLAN, "no front matter");
    scene.switch("work");
    scene.commit("docs: mend it", &[(PLAN, &plan_scene::plan())]);
    assert_eq!(gate(&scene, &["--phase", "1"]).0, Some(0));
    assert_eq!(gate(&scene, &[]).0, Some(0));
}

#[test]
fn a_phase_with_an_unreadable_plan_fails_by_an_item_that_names_it() {
    let scene = approved();
    for (bytes, why) in BROKEN {
        scene.write(OTHER, bytes);
        for partial in [false, true] {
            let mut client = plan_scene::server(&scene);
            let verified = ok(client.call("verify_phase", json!({ "phase": "1", "partial": partial })));
            assert_eq!(verified["status"], "gaps_found", "{verified:#}");
            let items = verified["items"].as_array().unwrap();
            let item = items.iter().find(|i| i["label"] == OTHER).unwrap();
            assert_eq!(
                (&item["kind"], &item["status"], &item["plan"]),
                (&json!("plan"), &json!("failed"), &json!("01-02"))
            );
            assert!(item["reasons"][0].as_str().unwrap().contains(why), "{item:#}");
            assert_eq!(item["call"], json!({ "tool": "check_plan", "arguments": { "plan": OTHER } }));
            // The rest of the phase was looked at all the same.
            assert!(
                items.iter().any(|i| i["kind"] == "artifact" && i["status"] == "verified"),
                "{verified:#}"
            );
            // No word of a person lets it pass.
            let over = json!({ "phase": "1", "partial": partial, "overrides": [{ "item_id": item["id"], "reason": "it is a draft of Ada's", "decided_by": "Ada" }] });
            assert!(client.call("verify_phase", over).is_error);
        }
        let (code, told) = run(&scene, &["verify", "1", "--json", "--dry-run"]);
        assert_eq!((code, &told["status"]), (Some(1), &json!("gaps_found")), "{told:#}");
    }
}

#[test]
fn a_phase_of_nothing_but_an_unreadable_plan_says_so() {
    let scene = Scene::new();
    scene.commit("docs: plan", &[(OTHER, "notes\n"), (".planning/config.json", "{}\n")]);
    closed_by(&gate(&scene, &["--phase", "1"]), OTHER, "no front matter");
    let mut client = plan_scene::server(&scene);
    let verified = ok(client.call("verify_phase", json!({ "phase": "1" })));
    assert_eq!(verified["status"], "gaps_found", "{verified:#}");
    assert_eq!(verified["next"]["action"], "close_gaps", "{verified:#}");
    assert_eq!(verified["next"]["call"]["tool"], "check_plan", "{verified:#}");
    let status = ok(client.call("loop_status", json!({ "phase": "1" })));
    assert_eq!(status["next"]["call"]["tool"], "check_plan", "{status:#}");
}

/// The task list of a spec is read as a plan; what is merely text of the spec is not.
#[test]
fn a_task_list_that_cannot_be_read_closes_its_spec() {
    let scene = Scene::new();
    let text = "# Research\n\n## Executive Summary\n\nSessions.\n";
    scene.commit(
        "docs: spec",
        &[("specs/login/research.md", text), ("specs/login/.progress.md", "# Progress\n")],
    );
    let closed = gate(&scene, &["--phase", "login"]);
    assert!(!closed.1["reasons"].to_string().contains("cannot be read"), "{closed:?}");
    scene.write("specs/login/tasks.md", b"# Tasks\n\n- [ ] 1.1 Make it \xff\n");
    let (code, answer) = gate(&scene, &["--phase", "login"]);
    assert_eq!(code, Some(1));
    assert!(
        answer["reasons"][0]["message"].as_str().unwrap().starts_with("specs/login/tasks.md cannot be read"),
        "{answer:#}"
    );
}

/// What is called a plan and is no file: every gate names it in the same words.
#[test]
fn a_link_to_nowhere_and_a_folder_close_what_their_name_belongs_to() {
    let there = |scene: &Scene, link: bool| {
        let place = scene.root().join(OTHER);
        if link {
            std::os::unix::fs::symlink("gone.md", &place).unwrap();
        } else {
            std::fs::create_dir(&place).unwrap();
            std::fs::write(place.join("notes.md"), "notes\n").unwrap();
        }
    };
    for link in [true, false] {
        let scene = approved();
        there(&scene, link);
        let (phase, branch) = (gate(&scene, &["--phase", "1"]), gate(&scene, &[]));
        closed_by(&phase, OTHER, "");
        closed_by(&branch, OTHER, "");
        assert_eq!(phase.1["reasons"][0]["message"], branch.1["reasons"][0]["message"]);
        let mut client = plan_scene::server(&scene);
        let status = ok(client.call("loop_status", json!({ "phase": "1" })));
        let told = status["gate"]["reasons"][0].as_str().unwrap();
        assert!(told.starts_with(phase.1["reasons"][0]["message"].as_str().unwrap()), "{status:#}");
        assert_eq!(status["next"]["call"]["tool"], "check_plan", "{status:#}");
    }
}

/// A plan in which no task can be read is not passed over where tasks are reviewed: it is due as a whole, and why is said.
#[test]
fn a_plan_without_a_task_that_can_be_read_is_due_as_a_whole() {
    let scene = approved();
    scene.write(OTHER, "---\nphase: [\n---\n\n# Notes for later\n");
    let (code, answer) = gate(&scene, &["--phase", "1"]);
    assert_eq!(code, Some(1), "{answer:#}");
    let message = answer["reasons"][0]["message"].as_str().unwrap();
    assert!(message.contains("never reviewed") && message.contains(OTHER), "{message}");
    assert!(message.contains("no task can be read in"), "{message}");
    let mut client = plan_scene::server(&scene);
    let status = ok(client.call("loop_status", json!({ "phase": "1" })));
    assert_eq!(status["gate"]["open"], false, "{status:#}");
    assert!(status["gate"]["reasons"][0].as_str().unwrap().contains("no task can be read"), "{status:#}");
    assert_eq!(status["unreviewed"].as_array().map(Vec::len), Some(1), "{status:#}");
    // Its work done, that is reviewed as a whole, and the phase is open again.
    scene.commit(
        "feat(01-02): the rest",
        &[
            ("src/rest.js", "export const rest = 1;\n"),
            (OTHER, "---\nphase: 01\nplan: 02\n---\n\n# The rest\n"),
        ],
    );
    let opened = ok(client.call("review_task", json!({ "plan": OTHER, "of": "execution" })));
    let mut arguments = opened["next"]["call"]["arguments"].clone();
    (arguments["verdict"], arguments["findings"]) = (json!("approved"), json!([]));
    let done = ok(client.call("record_findings", arguments));
    assert_eq!(done["next"]["action"], "proceed", "{done:#}");
    assert_eq!(gate(&scene, &["--phase", "1"]).0, Some(0));
}

//! A change that touches the files which say how reviews are done does not loosen its own review, and it is said: in the
//! answer, in the brief, at the gate (SPEC 4, 11).

#![allow(clippy::unwrap_used, reason = "tests")]

use serde_json::{Value, json};

use crate::desk::{Desk, blocker, codes};
use crate::plan_scene::{self, CART, CART_FIXED, PLAN};
use crate::scene::{Edit, Scene};

const MEGAZORD: &str = ".planning/megazord.config.json";
const OFF: &str = r#"{"version": 1, "quality": {"review": "off"}}"#;
const AUTO: &str = r#"{"version": 1, "quality": {"review": "auto"}}"#;

fn said(answer: &Value) -> String {
    let remarks = answer["remarks"].as_array().into_iter().flatten();
    let own = remarks.filter(|r| r["code"] == "review_rules_changed");
    own.filter_map(|r| r["message"].as_str()).collect::<Vec<_>>().join("\n")
}

/// A task whose commit switches reviews off.
fn planted() -> Scene {
    let scene = Scene::new();
    let plan = plan_scene::plan();
    scene.commit("docs: plan the cart", &[(PLAN, &plan), (MEGAZORD, AUTO)]);
    scene.commit("feat(01-01): sum the cart", &[("src/cart.js", CART), (MEGAZORD, OFF)]);
    scene
}

#[test]
fn a_change_does_not_switch_off_its_own_review() {
    let scene = planted();
    let desk = Desk::at(scene.root());
    let opened = desk.review(json!({ "plan": PLAN, "task": "1" }));
    assert_eq!(opened["next"]["action"], "review", "{opened:#}");
    let told = said(&opened);
    assert!(told.contains(MEGAZORD) && told.contains("`review.mode` stays \"auto\", not \"off\""), "{told}");
    let brief = opened["brief"].as_str().unwrap();
    assert!(brief.contains("alters the files that say how reviews are done here"), "{brief}");
    let judged = desk.answer(&opened, blocker("The discount is ignored", "src/cart.js", 6));
    assert_eq!(judged["next"]["action"], "fix", "{judged:#}");
    scene.commit("fix(01-01): task 1 honour the discount", &[("src/cart.js", CART_FIXED)]);
    let again = desk.again(&opened);
    assert!(again["brief"].as_str().unwrap().contains("alters the files that say"), "{again:#}");
    desk.approve(&again);
    // What comes after goes by what is there now.
    scene.commit("feat(01-01): task 2 show", &[("src/checkout.js", "import './cart.js';\n")]);
    let off = desk.review(json!({ "plan": PLAN, "task": "2" }));
    assert_eq!(off["next"]["outcome"], "review_disabled", "{off:#}");
    assert_eq!(said(&off), "");
}

/// Each: the system's file before and in the change, and what is said of it. What tightens holds at once.
#[test]
fn what_a_change_loosens_of_its_own_rules_does_not_hold_for_it() {
    const OURS: &str = "countersign.toml";
    for (file, before, within, holds) in [
        (
            OURS,
            Some("[review]\nblocking = [\"critical\", \"high\", \"medium\"]\n"),
            None,
            "`review.blocking` stays",
        ),
        (OURS, None, Some("[review]\nmax_passes = 2\n"), "it loosens nothing"),
        (
            OURS,
            Some("[review]\nmax_passes = 2\n"),
            Some("[review]\nmax_passes = 4\n"),
            "`review.max_passes` stays 2, not 4",
        ),
        (OURS, None, Some("[hooks]\ngate = \"push\"\n"), "it loosens nothing"),
    ] {
        let scene = Scene::new();
        scene.commit("chore: start", &[("src/a.rs", "a\n")]);
        if let Some(before) = before {
            scene.commit("chore: rules", &[(file, before)]);
        }
        let edit = within.map_or(Edit::Remove(file), |text| Edit::Write(file, text.as_bytes()));
        scene.edit("feat: CART-1 more", &[Edit::Write("src/a.rs", b"b\n"), edit]);
        let desk = Desk::at(scene.root());
        let request = json!({ "id": "CART-1", "title": "More", "criteria": "b", "base": "HEAD~1", "protocol": "countersign" });
        let opened = desk.review(request);
        assert!(said(&opened).contains(holds), "{file}: {opened:#}");
        let limit = if within.is_some_and(|w| w.contains("max_passes")) { 2 } else { 5 };
        assert_eq!(opened["max_passes"], limit, "{file}: {opened:#}");
    }
}

/// Each: what was there before, the change's own file, the protocol that the call names, what is said, and the limit that
/// tells the protocol. No protocol is stricter than another in all: the one of before holds.
#[test]
fn a_change_does_not_choose_the_protocol_of_its_own_review() {
    const OURS: &str = "countersign.toml";
    const GSD: &str = ".planning/config.json";
    let megazord = "protocol = \"megazord\"\n";
    for (before, file, within, named, holds, limit) in [
        (None, OURS, megazord, None, "`protocol` stays countersign, not megazord", 5),
        (None, MEGAZORD, AUTO, None, "`protocol` stays countersign, not megazord", 5),
        (Some((OURS, megazord)), OURS, "", None, "`protocol` stays megazord, not countersign", 3),
        (Some((GSD, "{}")), OURS, "protocol = \"bazinga\"\n", None, "`protocol` stays gsd, not bazinga", 3),
        // Whoever calls may name one, as at any other change.
        (None, OURS, megazord, Some("megazord"), "it loosens nothing", 3),
        // A file that could not be read is mended.
        (
            Some((OURS, "protocol = [\n")),
            OURS,
            megazord,
            None,
            "`protocol` stays countersign, not megazord",
            5,
        ),
    ] {
        let scene = Scene::new();
        scene.commit("chore: start", &[("src/a.rs", "a\n")]);
        if let Some(file) = before {
            scene.commit("chore: rules", &[file]);
        }
        scene.commit("feat: CART-1 more", &[("src/a.rs", "b\n"), (file, within)]);
        let mut request = json!({ "id": "CART-1", "title": "More", "criteria": "b", "base": "HEAD~1" });
        if let Some(named) = named {
            request["protocol"] = json!(named);
        }
        let opened = Desk::at(scene.root()).review(request);
        assert!(said(&opened).contains(holds), "{file} {within}: {opened:#}");
        assert_eq!(opened["max_passes"], limit, "{file} {within}: {opened:#}");
    }
}

/// A plan whose own commit chooses a protocol that reviews no work at all.
#[test]
fn the_gate_of_a_phase_asks_for_work_that_chose_a_protocol_without_such_reviews() {
    let scene = Scene::new();
    let plan = plan_scene::plan();
    scene.commit("docs: plan the cart", &[(PLAN, &plan), (MEGAZORD, AUTO)]);
    let toml = ("countersign.toml", "protocol = \"yolo\"\n");
    scene.commit("feat(01-01): sum the cart", &[("src/cart.js", CART), toml]);
    let status = Desk::at(scene.root()).ok("loop_status", json!({ "phase": "1" }));
    assert_eq!(status["gate"]["open"], false, "{status:#}");
    assert!(status["gate"].to_string().contains("01-01 Task 1"), "{status:#}");
    assert!(said(&status).contains("`protocol` stays megazord, not yolo"), "{status:#}");
}

/// GSD reviews before it commits: the change lies in the work tree.
#[test]
fn what_is_not_committed_does_not_switch_off_its_own_review_either() {
    const GSD: &str = ".planning/config.json";
    let scene = Scene::new();
    let on = r#"{"execution_review": {"enabled": true}}"#;
    scene.commit("chore: start", &[(GSD, on), ("src/a.rs", "a\n")]);
    scene.write(GSD, on.replace("true", "false"));
    scene.write("src/a.rs", "b\n");
    let desk = Desk::at(scene.root());
    for (id, more) in [("A-1", json!({})), ("A-2", json!({ "files": ["src/a.rs"] }))] {
        let mut whole = json!({ "id": id, "title": "A", "criteria": "b" });
        whole.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let opened = desk.review(whole);
        assert_eq!(opened["next"]["action"], "review", "{opened:#}");
        assert!(said(&opened).contains("it goes by what is committed, gsd mode auto"), "{opened:#}");
    }
    // Committed before the work it holds.
    scene.commit("chore: no reviews", &[(GSD, &on.replace("true", "false"))]);
    let off = desk.review(json!({ "id": "A-3", "title": "A", "criteria": "b" }));
    assert_eq!(off["next"]["outcome"], "review_disabled", "{off:#}");
}

/// A planning folder that git neither holds nor ignores lies among what a free change brings. Where it leaves reviews on it
/// tells what it tells.
#[test]
fn a_folder_that_is_not_committed_switches_no_free_change_off() {
    for (file, text) in [
        (".planning/config.json", r#"{"execution_review": {"enabled": false}}"#),
        (".yolo-planning/config.json", r#"{"review_gate": "never"}"#),
        (MEGAZORD, OFF),
    ] {
        for branch in [None, Some("work")] {
            let scene = Scene::new();
            let base = scene.commit("chore: start", &[("src/a.rs", "a\n")]);
            if let Some(branch) = branch {
                scene.branch(branch, &base);
                scene.switch(branch);
            }
            scene.write(file, text);
            scene.write("src/a.rs", "b\n");
            let opened = Desk::at(scene.root()).review(json!({ "id": "A-1", "title": "A", "criteria": "b" }));
            assert_eq!(opened["next"]["agent"], "countersign-reviewer", "{file}: {opened:#}");
            let told = said(&opened);
            assert!(
                told.contains(file) && told.contains("it goes by what is committed, countersign"),
                "{told}"
            );
        }
    }
    let scene = Scene::new();
    scene.commit("chore: start", &[("src/a.rs", "a\n")]);
    scene.write(".planning/config.json", "{}\n");
    scene.write("src/a.rs", "b\n");
    let opened = Desk::at(scene.root()).review(json!({ "id": "A-1", "title": "A", "criteria": "b" }));
    assert_eq!(opened["next"]["agent"], "gsd-execution-reviewer", "{opened:#}");
}

/// Each: what is written and not committed once a task is, on the main branch and on another. A protocol that has tasks
/// reviewed on request alone is as good as none.
#[test]
fn what_is_not_committed_switches_no_committed_task_off() {
    let ralph = ("countersign.toml", Some("protocol = \"ralph\"\n"));
    let gsd = (".planning/config.json", Some(r#"{"execution_review": {"enabled": false}}"#));
    for (label, edits) in [
        ("ralph", vec![ralph]),
        ("off", vec![(MEGAZORD, Some(OFF))]),
        ("another system", vec![(MEGAZORD, None), gsd]),
    ] {
        for branch in [None, Some("work")] {
            let scene = Scene::new();
            let base = scene.commit("docs: plan", &[(PLAN, &plan_scene::plan()), (MEGAZORD, AUTO)]);
            if let Some(branch) = branch {
                scene.branch(branch, &base);
                scene.switch(branch);
            }
            scene.commit("feat(01-01): task 1 sum the cart", &[("src/cart.js", CART)]);
            for (file, text) in &edits {
                match text {
                    Some(text) => scene.write(file, text),
                    None => std::fs::remove_file(scene.root().join(file)).unwrap(),
                }
            }
            if (label, branch) == ("off", None) {
                // The system's own mode, on the main branch: a commit of its own would do the same.
                let off = Desk::at(scene.root()).review(json!({ "plan": PLAN, "task": "1" }));
                assert_eq!(off["next"]["outcome"], "review_disabled", "{off:#}");
                assert!(said(&off).contains("not committed"), "{off:#}");
                continue;
            }
            // The gate is not opened by it either, and does not speak of plans that it does not find.
            let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_countersign"));
            let gate = command.args(["gate", "--phase", "1", "--json"]).current_dir(scene.root()).output();
            let gate: Value = serde_json::from_slice(&gate.unwrap().stdout).unwrap();
            assert!(gate["reasons"].to_string().contains("01-01 Task 1"), "{label} {branch:?}: {gate:#}");
            let opened = Desk::at(scene.root()).review(json!({ "plan": PLAN, "task": "1" }));
            assert_eq!(opened["next"]["agent"], "mz-reviewer", "{label} {branch:?}: {opened:#}");
            assert!(!said(&opened).is_empty(), "{label} {branch:?}: {opened:#}");
        }
    }
}

/// A commit of a branch beside the work chooses a protocol that has tasks reviewed on request alone.
#[test]
fn a_branch_does_not_choose_a_protocol_that_asks_for_no_review() {
    let scene = Scene::new();
    let base = scene.commit("docs: plan", &[(PLAN, &plan_scene::plan()), (MEGAZORD, AUTO)]);
    scene.branch("work", &base);
    scene.switch("work");
    scene.commit("chore: settings", &[("countersign.toml", "protocol = \"ralph\"\n")]);
    scene.commit("feat(01-01): task 1 sum the cart", &[("src/cart.js", CART)]);
    let desk = Desk::at(scene.root());
    let status = desk.ok("loop_status", json!({ "phase": "1" }));
    assert!(status["gate"].to_string().contains("01-01 Task 1"), "{status:#}");
    let opened = desk.review(json!({ "plan": PLAN, "task": "1" }));
    assert_eq!(opened["next"]["agent"], "mz-reviewer", "{opened:#}");
    assert!(said(&opened).contains("`protocol` stays megazord, not ralph"), "{opened:#}");
    // Where the main branch has it, it holds, and the gate says why it asks for nothing.
    scene.switch("main");
    scene.commit("chore: settings", &[("countersign.toml", "protocol = \"ralph\"\n")]);
    scene.commit("feat(01-01): task 2 show", &[("src/checkout.js", "import './cart.js';\n")]);
    let off = desk.review(json!({ "plan": PLAN, "task": "2" }));
    assert_eq!(off["next"]["outcome"], "review_disabled", "{off:#}");
}

/// A failing run is recorded though what is not committed switches reviews off.
#[test]
fn what_is_not_committed_switches_no_test_run_off() {
    let scene = Scene::new();
    scene.commit("chore: start", &[("src/a.rs", "a\n"), ("bazinga/x", "x\n")]);
    scene.commit("feat: G1", &[("src/a.rs", "b\n")]);
    scene.write(".planning/config.json", r#"{"execution_review": {"enabled": false}}"#);
    let run = json!({ "id": "G1", "title": "G1", "criteria": "b", "failed": ["it adds"], "total": 1 });
    let told = Desk::at(scene.root()).ok("record_tests", run);
    assert!(told["next"]["outcome"].is_null(), "{told:#}");
    assert!(
        codes(&told).contains(&"review_rules_changed") || told.to_string().contains("bazinga"),
        "{told:#}"
    );
}

/// A planning folder that git ignores is its owner's.
#[test]
fn what_git_does_not_hold_is_no_part_of_a_change() {
    let off = r#"{"execution_review": {"enabled": false}}"#;
    let scene = Scene::new();
    scene.commit("chore: start", &[("src/a.rs", "a\n")]);
    scene.commit("chore: ignore", &[(".gitignore", ".planning\n")]);
    scene.write(".planning/config.json", off);
    scene.write("src/a.rs", "b\n");
    let answer = Desk::at(scene.root()).review(json!({ "id": "A-1", "title": "A", "criteria": "b" }));
    assert_eq!(answer["next"]["outcome"], "review_disabled", "{answer:#}");
    // One that is committed gains a file which makes another system of it and switches that off.
    let scene = Scene::new();
    scene.commit("chore: start", &[("src/a.rs", "a\n"), (".planning/config.json", "{}\n")]);
    scene.write(MEGAZORD, OFF);
    scene.write("src/a.rs", "b\n");
    let opened = Desk::at(scene.root()).review(json!({ "id": "A-1", "title": "A", "criteria": "b" }));
    assert_eq!(opened["next"]["action"], "review", "{opened:#}");
    assert!(said(&opened).contains(MEGAZORD), "{opened:#}");
}

#[test]
fn the_gate_goes_by_what_held_before_the_work_that_it_stands_before() {
    let scene = planted();
    let desk = Desk::at(scene.root());
    let status = desk.ok("loop_status", json!({ "phase": "1" }));
    assert_eq!(status["gate"]["open"], false, "{status:#}");
    assert!(status["gate"].to_string().contains("01-01 Task 1"), "{status:#}");
    assert!(codes(&status).contains(&"review_rules_changed"), "{status:#}");
    // Switched off before the work, it is off.
    let scene = Scene::new();
    let plan = plan_scene::plan();
    scene.commit("docs: plan the cart", &[(PLAN, &plan), (MEGAZORD, OFF)]);
    scene.commit("feat(01-01): sum the cart", &[("src/cart.js", CART)]);
    let status = Desk::at(scene.root()).ok("loop_status", json!({ "phase": "1" }));
    assert!(!codes(&status).contains(&"review_rules_changed"), "{status:#}");
    assert!(!status["gate"].to_string().contains("01-01 Task 1"), "{status:#}");
}

/// A branch that switches reviews off, and a push of it.
#[test]
fn a_branch_does_not_switch_off_the_gate_before_its_own_push() {
    let scene = Scene::new();
    let toml = "[hooks]\ngate = \"push\"\n";
    scene.commit("chore: start", &[(MEGAZORD, AUTO), ("countersign.toml", toml), ("src/a.rs", "a\n")]);
    let base = scene.open().head().unwrap();
    let push = |folder: &std::path::Path| {
        let input = json!({
            "session_id": "s1", "cwd": folder, "hook_event_name": "PreToolUse", "tool_name": "Bash",
            "tool_use_id": "t1", "tool_input": { "command": "git push origin work" }, "permission_mode": "default",
        });
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_countersign"));
        let mut child = command
            .arg("hook")
            .current_dir(folder)
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        std::io::Write::write_all(child.stdin.as_mut().unwrap(), input.to_string().as_bytes()).unwrap();
        drop(child.stdin.take());
        String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
    };
    scene.branch("work", &base);
    scene.switch("work");
    scene.commit("feat: b", &[("src/a.rs", "b\n"), (MEGAZORD, OFF)]);
    let shut = push(scene.root());
    assert!(shut.contains("deny"), "{shut}");
    scene.edit("chore: no gate", &[Edit::Remove("countersign.toml")]);
    let shut = push(scene.root());
    assert!(shut.contains("deny"), "{shut}");
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_countersign"));
    let gate = command.args(["gate", "--json"]).current_dir(scene.root()).output().unwrap();
    let gate: Value = serde_json::from_slice(&gate.stdout).unwrap();
    assert!(said(&gate).contains("its gate goes by what held before: `review.mode` stays"), "{gate:#}");
    // Switched off where the branch begins, it is off.
    scene.switch("main");
    scene.commit("chore: off", &[(MEGAZORD, OFF)]);
    let base = scene.open().head().unwrap();
    scene.branch("other", &base);
    scene.switch("other");
    scene.commit("feat: c", &[("src/a.rs", "c\n")]);
    let open = push(scene.root());
    assert!(!open.contains("deny"), "{open}");
}

/// A commit of its own beside a plan's work switches reviews off, on the way of the branch: neither the plan's gate nor its
/// reviews go by that.
#[test]
fn a_branch_does_not_switch_off_what_its_plans_are_asked_for() {
    let scene = Scene::new();
    let plan = plan_scene::plan();
    scene.commit("docs: plan the cart", &[(PLAN, &plan), (MEGAZORD, AUTO)]);
    let base = scene.open().head().unwrap();
    scene.branch("work", &base);
    scene.switch("work");
    scene.commit("chore: settings", &[(MEGAZORD, OFF)]);
    scene.commit("feat(01-01): task 1 sum the cart", &[("src/cart.js", CART)]);
    let gate = |args: &[&str]| -> Value {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_countersign"));
        let gate = command.args(args).arg("--json").current_dir(scene.root()).output().unwrap();
        serde_json::from_slice(&gate.stdout).unwrap()
    };
    for args in [["gate", "--phase", "1"], ["gate", "--plan", PLAN]] {
        let shut = gate(&args);
        assert_eq!(shut["open"], false, "{shut:#}");
        assert!(said(&shut).contains("its gate goes by what held before: `review.mode` stays"), "{shut:#}");
    }
    let desk = Desk::at(scene.root());
    let opened = desk.review(json!({ "plan": PLAN, "task": "1" }));
    assert_eq!(opened["next"]["action"], "review", "{opened:#}");
    assert!(said(&opened).contains("its own review goes by what held before"), "{opened:#}");
    // Where the main branch has it, it is off.
    scene.switch("main");
    scene.commit("chore: settings", &[(MEGAZORD, OFF)]);
    let base = scene.open().head().unwrap();
    scene.branch("later", &base);
    scene.switch("later");
    scene.commit("feat(01-01): task 2 show", &[("src/checkout.js", "import './cart.js';\n")]);
    let off = desk.review(json!({ "plan": PLAN, "task": "2" }));
    assert_eq!(off["next"]["outcome"], "review_disabled", "{off:#}");
    let open = gate(&["gate", "--phase", "1"]);
    assert!(!said(&open).contains("its gate"), "{open:#}");
}

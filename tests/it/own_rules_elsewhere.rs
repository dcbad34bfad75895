//! Work that alters how it is reviewed in no file of that name: by a folder that tells another system, by a link or what it
//! leads to, by a second folder beside the first. Its own review and its gate go by what held before (SPEC 4, 11).

#![allow(clippy::unwrap_used, reason = "tests")]

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::desk::{Desk, remarks_of};
use crate::plan_scene::{self, CART, PLAN};
use crate::scene::{Edit, Scene};

const GSD: &str = ".planning/config.json";
const YOLO: &str = ".yolo-planning/config.json";
const OFF: &str = r#"{"execution_review": {"enabled": false}}"#;
const ON: &str = r#"{"execution_review": {"enabled": true}}"#;
const NEVER: &str = r#"{"review_gate": "never"}"#;
const GATED: &str = "[hooks]\ngate = \"push\"\n";

fn said(answer: &Value) -> String {
    remarks_of(answer, "review_rules_changed")
}

/// What the hook answers to a push.
fn push(folder: &Path) -> String {
    let input = json!({
        "session_id": "s1", "cwd": folder, "hook_event_name": "PreToolUse", "tool_name": "Bash",
        "tool_use_id": "t1", "tool_input": { "command": "git push origin work" }, "permission_mode": "default",
    });
    let mut child = Command::new(env!("CARGO_BIN_EXE_countersign"))
        .arg("hook")
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.as_mut().unwrap().write_all(input.to_string().as_bytes()).unwrap();
    drop(child.stdin.take());
    String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
}

/// A branch on which `src/a.rs` was changed, with further edits of its commit.
fn branched(before: &[(&str, &str)], mut edits: Vec<Edit>) -> Scene {
    let scene = Scene::new();
    let start = [("src/a.rs", "a\n"), ("countersign.toml", GATED)];
    scene.commit("chore: start", &[&start, before].concat());
    let base = scene.open().head().unwrap();
    scene.branch("work", &base);
    scene.switch("work");
    edits.push(Edit::Write("src/a.rs", b"b\n"));
    scene.edit("feat: A-1", &edits);
    scene
}

#[test]
fn a_branch_does_not_open_its_gate_by_a_folder_that_was_not_there() {
    let (off, never) = (OFF.as_bytes(), NEVER.as_bytes());
    let gsd = [(GSD, "{}")];
    for (before, edits) in [
        (&[][..], vec![]),
        (&[], vec![Edit::Write(GSD, off)]),
        (&[], vec![Edit::Write("alt/config.json", off), Edit::Link(".planning", "alt")]),
        (&gsd, vec![Edit::Write(YOLO, never)]),
        (&gsd, vec![Edit::Write(GSD, off)]),
    ] {
        let many = edits.len();
        let scene = branched(before, edits);
        assert!(push(scene.root()).contains("deny"), "{before:?}, {many} edits");
    }
    // What lies there and is not committed opens nothing either.
    for (before, path, text) in [(&[][..], GSD, OFF), (&gsd, YOLO, NEVER)] {
        let scene = branched(before, Vec::new());
        scene.write(path, text);
        assert!(push(scene.root()).contains("deny"), "{path}");
    }
    // What git ignores is its owner's, whether the folder is named or what is in it.
    for pattern in [".planning/\n", ".planning/*\n"] {
        let scene = branched(&[(".gitignore", pattern)], Vec::new());
        scene.write(GSD, OFF);
        assert_eq!(push(scene.root()), "", "{pattern}");
    }
}

/// Each: what is there before, the change's own edits, what is said, and the limit that tells whose rules hold.
#[test]
fn a_change_does_not_loosen_its_review_over_a_link() {
    let strict = "[review]\nmax_passes = 2\n";
    for (before, edits, holds, limit) in [
        (
            vec![],
            vec![Edit::Write("alt/config.json", OFF.as_bytes()), Edit::Link(".planning", "alt")],
            "alt/config.json); its own review goes by what held before: `protocol` stays countersign",
            5,
        ),
        (
            vec![Edit::Write("shared/c.json", ON.as_bytes()), Edit::Link(GSD, "../shared/c.json")],
            vec![Edit::Write("shared/c.json", OFF.as_bytes())],
            "(.planning/config.json, shared/c.json); its own review goes by what held before: `review.mode` stays \"auto\"",
            3,
        ),
        (
            vec![
                Edit::Write("shared/c.toml", strict.as_bytes()),
                Edit::Link("countersign.toml", "shared/c.toml"),
            ],
            vec![Edit::Write("shared/c.toml", b"")],
            "(countersign.toml, shared/c.toml); its own review goes by what held before: `review.max_passes` stays 2",
            2,
        ),
        // The link itself, and no text that it led to.
        (
            vec![
                Edit::Write("a.toml", strict.as_bytes()),
                Edit::Write("b.toml", b""),
                Edit::Link("countersign.toml", "a.toml"),
            ],
            vec![Edit::Link("countersign.toml", "b.toml")],
            "(countersign.toml); its own review goes by what held before: `review.max_passes` stays 2",
            2,
        ),
    ] {
        let scene = Scene::new();
        scene.commit("chore: start", &[("src/a.rs", "a\n")]);
        if !before.is_empty() {
            scene.edit("chore: rules", &before);
        }
        let mut edits = edits;
        edits.push(Edit::Write("src/a.rs", b"b\n"));
        scene.edit("feat: A-1", &edits);
        let head = scene.open().head().unwrap();
        scene.reset(&head);
        let request = json!({ "id": "A-1", "title": "A", "criteria": "b", "base": "HEAD~1" });
        let opened = Desk::at(scene.root()).review(request);
        assert!(said(&opened).contains(holds), "{holds}: {opened:#}");
        assert_eq!(opened["max_passes"], limit, "{holds}: {opened:#}");
        assert!(opened["brief"].as_str().unwrap().contains("alters the files that say"), "{opened:#}");
    }
}

/// Any file brings a folder, and a folder tells a system. Each: before, the change's edits, what is said, whose limit.
#[test]
fn a_change_does_not_choose_its_protocol_by_a_folder() {
    let none: &[(&str, &str)] = &[];
    for (before, edit, holds, limit) in [
        (
            none,
            Edit::Write("bazinga/notes.md", b"x\n"),
            "(bazinga); its own review goes by what held before: `protocol` stays countersign, not bazinga",
            5,
        ),
        (
            none,
            Edit::Write(".planning/notes.md", b"x\n"),
            "(.planning); its own review goes by what held before: `protocol` stays countersign, not gsd",
            5,
        ),
        (none, Edit::Write("specs/a/.progress.md", b"x\n"), "(specs/a)", 5),
        (
            &[(".planning/PROJECT.md", "x\n")],
            Edit::Remove(".planning/PROJECT.md"),
            "(.planning); its own review goes by what held before: `protocol` stays gsd, not countersign",
            3,
        ),
        (&[("bazinga/x", "x\n")], Edit::Remove("bazinga/x"), "`protocol` stays bazinga, not countersign", 5),
        // A folder that stood tells what it told.
        (&[(".planning/PROJECT.md", "x\n")], Edit::Write(".planning/notes.md", b"x\n"), "", 3),
        (&[(".planning/PROJECT.md", "x\n")], Edit::Write("bazinga/notes.md", b"x\n"), "", 3),
    ] {
        let scene = Scene::new();
        scene.commit("chore: start", &[&[("src/a.rs", "a\n")], before].concat());
        scene.edit("feat: A-1", &[Edit::Write("src/a.rs", b"b\n"), edit]);
        let head = scene.open().head().unwrap();
        scene.reset(&head);
        // git leaves no empty folder.
        for folder in [".planning", "bazinga"] {
            let _ = std::fs::remove_dir(scene.root().join(folder));
        }
        let request = json!({ "id": "A-1", "title": "A", "criteria": "b", "base": "HEAD~1" });
        let opened = Desk::at(scene.root()).review(request);
        assert!(
            said(&opened).contains(holds) && said(&opened).is_empty() == holds.is_empty(),
            "{holds}: {opened:#}"
        );
        assert_eq!(opened["max_passes"], limit, "{holds}: {opened:#}");
    }
    // A planning folder inside of one is nearer to its plans.
    let scene = Scene::new();
    let megazord = (".planning/megazord.config.json", r#"{"version": 1, "quality": {"review": "manual"}}"#);
    scene.commit("docs: plan the cart", &[(PLAN, &plan_scene::plan()), megazord]);
    let nested = (".planning/phases/01-cart/.planning/keep.md", "x\n");
    scene.commit("feat(01-01): sum the cart", &[("src/cart.js", CART), nested]);
    let opened = Desk::at(scene.root()).review(json!({ "plan": PLAN, "task": "1" }));
    assert!(said(&opened).contains("`protocol` stays megazord"), "{opened:#}");
}

/// The work tree is under review, and a second folder or file in it would have another system hold.
#[test]
fn what_is_not_committed_displaces_nothing_that_is() {
    for (path, text) in [(YOLO, NEVER), ("countersign.toml", "protocol = \"bazinga\"\n")] {
        let scene = Scene::new();
        scene.commit("chore: start", &[(GSD, "{}"), ("src/a.rs", "a\n")]);
        scene.write(path, text);
        scene.write("src/a.rs", "what is not committed\n");
        let opened = Desk::at(scene.root()).review(json!({ "id": "A-1", "title": "A", "criteria": "b" }));
        assert_eq!(opened["max_passes"], 3, "{path}: {opened:#}");
        assert!(opened["brief"].as_str().unwrap().contains("what is not committed"), "{path}: {opened:#}");
        assert!(said(&opened).contains("it goes by what is committed, gsd mode auto"), "{path}: {opened:#}");
    }
}

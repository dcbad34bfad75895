//! Systems whose folders git ignores, so that only the main checkout has them: their rules hold in a linked work tree,
//! and their documents and reports lie where they lie (SPEC 4).

#![allow(clippy::unwrap_used, reason = "tests")]

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use crate::desk::{Desk, blocker, codes};
use crate::plan_scene;
use crate::scene::Scene;

const ARTIFACTS: &str = "bazinga/artifacts";

fn linked(ignored: &str) -> (Scene, PathBuf) {
    let scene = Scene::new();
    scene.commit("start", &[(".gitignore", ignored), ("src/a.rs", "fn a() {}\n")]);
    let worktree = scene.worktree("linked");
    (scene, worktree)
}

fn commit(worktree: &Path, file: &str, text: &str) {
    std::fs::create_dir_all(worktree.join(file).parent().unwrap()).unwrap();
    std::fs::write(worktree.join(file), text).unwrap();
    let linked = git2::Repository::open(worktree).unwrap();
    let mut index = linked.index().unwrap();
    index.add_path(Path::new(file)).unwrap();
    index.write().unwrap();
    let tree = linked.find_tree(index.write_tree().unwrap()).unwrap();
    let head = linked.head().unwrap().peel_to_commit().unwrap();
    let when = git2::Time::new(1_767_300_000, 0);
    let by = git2::Signature::new("Scene", "s@example.invalid", &when).unwrap();
    linked.commit(Some("HEAD"), &by, &by, "feat(01-01): task 1", &tree, &[&head]).unwrap();
}

fn chosen(scene: &Scene, worktree: &Path) -> (String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_countersign"))
        .args(["config", "--json"])
        .current_dir(worktree)
        .env("XDG_CONFIG_HOME", scene.beside("users"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    let value = told["values"].as_array().unwrap().iter().find(|v| v["key"] == "protocol").unwrap();
    (value["value"].as_str().unwrap().to_owned(), value["origin"].as_str().unwrap().to_owned())
}

#[test]
fn every_system_is_found_from_a_worktree_that_has_no_folder_of_it() {
    for (ignored, file, text, protocol) in [
        ("bazinga/\n", "bazinga/model_selection.json", "{}", "bazinga"),
        ("specs/\n", "specs/login/.progress.md", "# login\n", "ralph"),
        (".yolo-planning/\n", ".yolo-planning/config.json", "{}", "yolo"),
        (".planning/\n", ".planning/PROJECT.md", "# P\n", "gsd"),
    ] {
        let (scene, worktree) = linked(ignored);
        assert_eq!(chosen(&scene, &worktree).0, "countersign");
        scene.write(file, text);
        let (found, origin) = chosen(&scene, &worktree);
        assert_eq!(found, protocol);
        assert!(origin.contains("(in the main checkout)"), "{protocol}: {origin}");
        assert!(!chosen(&scene, scene.root()).1.contains("main checkout"));
    }
}

#[test]
fn a_folder_of_the_worktree_outranks_those_of_the_main_checkout() {
    let (scene, worktree) = linked("bazinga/\nspecs/\n");
    scene.write("bazinga/model_selection.json", "{}");
    std::fs::create_dir_all(worktree.join("specs/login")).unwrap();
    std::fs::write(worktree.join("specs/login/.progress.md"), "# login\n").unwrap();
    let (found, origin) = chosen(&scene, &worktree);
    assert_eq!(found, "ralph");
    assert!(!origin.contains("main checkout"), "{origin}");
}

#[test]
fn what_bazinga_is_told_lies_in_its_newest_session_in_the_main_checkout() {
    for by_argument in [false, true] {
        let (scene, worktree) = linked("bazinga/\n");
        scene.write("bazinga/model_selection.json", "{}");
        for session in ["bazinga_1", "bazinga_2"] {
            std::fs::create_dir_all(scene.root().join(ARTIFACTS).join(session)).unwrap();
        }
        commit(&worktree, "src/a.rs", "fn a() { b() }\n");
        let desk = if by_argument { Desk::in_worktree(scene.root(), &worktree) } else { Desk::at(&worktree) };
        let opened = desk.review(json!({ "id": "AUTH", "title": "Login", "criteria": "it logs in" }));
        assert_eq!(opened["next"]["agent"], "tech_lead", "{opened:#}");
        desk.answer(&opened, blocker("It calls nothing", "src/a.rs", 1));
        for name in ["REVIEW.md", "handoff_tech_lead.json"] {
            assert!(scene.root().join(ARTIFACTS).join("bazinga_2/AUTH").join(name).exists(), "{name}");
        }
        assert!(!worktree.join("bazinga").exists(), "no second folder of the system");
    }
}

#[test]
fn a_spec_that_only_the_main_checkout_has_is_reviewed_and_told_there() {
    let (scene, worktree) = linked("specs/\n");
    scene.write("specs/login/.progress.md", "# login\n");
    scene.write("specs/login/research.md", "# Research\n\nOthers hash passwords.\n");
    let desk = Desk::at(&worktree);
    let opened = desk.review(json!({ "artifact": "specs/login/research.md" }));
    assert!(opened["brief"].as_str().unwrap().contains("Others hash passwords."), "{opened:#}");
    assert_eq!(opened["next"]["agent"], "spec-reviewer", "{opened:#}");
    desk.answer(&opened, blocker("Nobody salts them", "specs/login/research.md", 3));
    scene.write("specs/login/research.md", "# Research\n\nOthers hash and salt passwords.\n");
    let second = desk.again(&opened);
    assert!(second["brief"].as_str().unwrap().contains("hash and salt"), "{second:#}");
    let done = desk.approve(&second);
    assert!(!codes(&done).contains(&"stale"), "{done:#}");
    let progress = std::fs::read_to_string(scene.root().join("specs/login/.progress.md")).unwrap();
    assert!(progress.contains("research"), "{progress}");
    assert!(!worktree.join("specs").exists());
}

#[test]
fn a_document_of_the_worktree_is_not_read_from_a_main_checkout_with_a_planning_folder() {
    let plan = |name: &str| plan_scene::plan().replace("Sum the cart", name);
    let scene = Scene::new();
    scene.commit("start", &[(".gitignore", ".planning/\n"), ("docs/01-01-PLAN.md", &plan("Old words"))]);
    scene.write(".planning/PROJECT.md", "# P\n");
    let worktree = scene.worktree("linked");
    std::fs::write(worktree.join("docs/01-01-PLAN.md"), plan("New words")).unwrap();
    commit(&worktree, "src/cart.js", plan_scene::CART);
    let asked = json!({ "plan": "docs/01-01-PLAN.md", "task": "1", "protocol": "megazord" });
    let opened = Desk::at(&worktree).review(asked);
    let brief = opened["brief"].as_str().unwrap_or_else(|| panic!("{opened:#}"));
    assert!(brief.contains("New words") && !brief.contains("Old words"), "{brief}");
}

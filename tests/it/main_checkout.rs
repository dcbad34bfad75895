//! Systems whose folders git ignores, so that only the main checkout has them: their rules hold in a linked work tree,
//! and their documents and reports lie where they lie (SPEC 4).

#![allow(clippy::unwrap_used, reason = "tests")]

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use crate::desk::{Desk, blocker, codes, remarks_of};
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
        // Whoever answers knows the loop alone.
        let answers = if by_argument { Desk::at(scene.root()) } else { desk };
        let answered = answers.answer(&opened, blocker("It calls nothing", "src/a.rs", 1));
        let told = remarks_of(&answered, "report_elsewhere");
        let root = scene.root().canonicalize().unwrap();
        let where_it_lies = format!("written in {}, where the system's folder lies", root.display());
        assert_eq!(told, if by_argument { where_it_lies } else { String::new() });
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

const OF_A_PLAN: &str = ".planning/phases/01-cart/01-01-PLAN.md";

#[test]
fn what_an_executor_writes_into_an_ignored_folder_hides_nothing_of_the_main_checkout() {
    let (scene, worktree) = linked(".planning/\n");
    scene.write(".planning/megazord.config.json", "{\"version\": 1, \"quality\": {\"review\": \"manual\"}}");
    scene.write(OF_A_PLAN, plan_scene::plan());
    commit(&worktree, "src/cart.js", plan_scene::CART);
    let desk = Desk::at(&worktree);
    let opened = desk.review(json!({ "plan": OF_A_PLAN, "task": "1" }));
    let summary = worktree.join(".planning/phases/01-cart/01-01-SUMMARY.md");
    std::fs::create_dir_all(summary.parent().unwrap()).unwrap();
    std::fs::write(&summary, "# Summary\n\nDone.\n").unwrap();
    assert_eq!(chosen(&scene, &worktree).0, "megazord");
    let done = desk.approve(&opened);
    assert_eq!(done["verdict"], "approved", "{done:#}");
    assert!(scene.root().join(".planning/phases/01-cart/01-01-REVIEW-T1.md").exists());
    let more = desk.review(json!({ "plan": OF_A_PLAN, "task": "1" }));
    assert!(!more.to_string().contains("there is no file"), "{more:#}");
}

#[test]
fn a_summary_that_is_committed_in_spite_of_git_chooses_no_rules() {
    let (scene, worktree) = linked(".planning/\n");
    scene.write(".planning/megazord.config.json", "{\"version\": 1}");
    scene.write(OF_A_PLAN, plan_scene::plan());
    commit(&worktree, ".planning/phases/01-cart/01-01-SUMMARY.md", "# Summary\n\nDone.\n");
    assert_eq!(chosen(&scene, &worktree).0, "megazord");
    commit(&worktree, OF_A_PLAN, &plan_scene::plan());
    // The branch's plan is its own; the configuration, which git keeps out of it, holds for it all the same.
    assert_eq!(chosen(&scene, &worktree).0, "megazord");
}

#[test]
fn a_file_that_bazingas_developer_left_in_the_worktree_takes_no_report_there() {
    let (scene, worktree) = linked("bazinga/\n");
    scene.write("bazinga/artifacts/bazinga_2/AUTH/handoff_developer.json", "{}");
    commit(&worktree, "src/a.rs", "fn a() { b() }\n");
    let left = worktree.join("bazinga/artifacts/bazinga_2/AUTH/handoff_developer.json");
    std::fs::create_dir_all(left.parent().unwrap()).unwrap();
    std::fs::write(&left, "{}").unwrap();
    let desk = Desk::at(&worktree);
    let opened = desk.review(json!({ "id": "AUTH", "title": "Login", "criteria": "it logs in" }));
    desk.approve(&opened);
    for name in ["REVIEW.md", "handoff_tech_lead.json"] {
        assert!(scene.root().join(ARTIFACTS).join("bazinga_2/AUTH").join(name).exists(), "{name}");
    }
}

#[test]
fn a_session_that_only_the_main_checkout_has_is_told_though_the_configuration_is_committed() {
    let scene = Scene::new();
    let config = ("bazinga/model_selection.json", "{}");
    scene.commit("start", &[(".gitignore", "bazinga/artifacts/\n"), config, ("src/a.rs", "fn a() {}\n")]);
    let worktree = scene.worktree("linked");
    std::fs::create_dir_all(scene.root().join(ARTIFACTS).join("bazinga_2")).unwrap();
    commit(&worktree, "src/a.rs", "fn a() { b() }\n");
    let desk = Desk::at(&worktree);
    let opened = desk.review(json!({ "id": "AUTH", "title": "Login", "criteria": "it logs in" }));
    desk.answer(&opened, blocker("It calls nothing", "src/a.rs", 1));
    for name in ["REVIEW.md", "handoff_tech_lead.json"] {
        assert!(scene.root().join(ARTIFACTS).join("bazinga_2/AUTH").join(name).exists(), "{name}");
    }
}

#[test]
fn a_journal_that_git_ignores_is_told_where_it_lies() {
    let scene = Scene::new();
    let research = ("specs/login/research.md", "# Research\n\nOthers hash passwords.\n");
    scene.commit("start", &[(".gitignore", ".progress.md\n"), research]);
    scene.write("specs/login/.progress.md", "# login\n");
    let worktree = scene.worktree("linked");
    let desk = Desk::at(&worktree);
    let opened = desk.review(json!({ "artifact": research.0 }));
    assert_eq!(opened["next"]["agent"], "spec-reviewer", "{opened:#}");
    desk.answer(&opened, blocker("Nobody salts them", research.0, 3));
    let progress = std::fs::read_to_string(scene.root().join("specs/login/.progress.md")).unwrap();
    assert!(progress.contains("research"), "{progress}");
    assert!(!worktree.join("specs/login/.progress.md").exists());
}

#[test]
fn a_spec_of_the_worktree_is_reviewed_by_its_own_rules_beside_a_planning_folder_of_the_main_checkout() {
    let (scene, worktree) = linked(".planning/\n");
    scene.write(".planning/PROJECT.md", "# P\n");
    commit(&worktree, "specs/login/.progress.md", "# login\n");
    commit(&worktree, "specs/login/research.md", "# Research\n\nOthers hash passwords.\n");
    let opened = Desk::at(&worktree).review(json!({ "artifact": "specs/login/research.md" }));
    assert_eq!(opened["next"]["agent"], "spec-reviewer", "{opened:#}");
    let (found, origin) = chosen(&scene, &worktree);
    assert_eq!(found, "gsd");
    assert!(origin.contains("also folders of ralph"), "{origin}");
}

#[test]
fn a_nested_planning_folder_of_the_main_checkout_goes_before_the_worktrees_at_the_root() {
    let scene = Scene::new();
    let project = (".planning/PROJECT.md", "# P\n");
    scene.commit("start", &[(".gitignore", "pkg/.planning/\n"), project, ("pkg/src/cart.js", "a\n")]);
    let plan = format!("pkg/{OF_A_PLAN}");
    scene.write("pkg/.planning/megazord.config.json", "{\"version\": 1}");
    scene.write(&plan, plan_scene::plan());
    let worktree = scene.worktree("linked");
    commit(&worktree, "src/cart.js", plan_scene::CART);
    let opened = Desk::at(&worktree).review(json!({ "plan": plan, "task": "1", "base": "HEAD~1" }));
    assert_eq!(opened["next"]["agent"], "mz-reviewer", "{opened:#}");
}

#[test]
fn a_configuration_that_git_alone_keeps_out_is_the_main_checkouts() {
    let scene = Scene::new();
    let roadmap = (".planning/ROADMAP.md", "# Roadmap\n");
    let ignored = (".gitignore", ".planning/megazord.config.json\n");
    scene.commit("start", &[ignored, roadmap, ("src/a.rs", "a\n")]);
    scene.write(".planning/megazord.config.json", "{\"version\": 1, \"quality\": {\"review\": \"manual\"}}");
    let worktree = scene.worktree("linked");
    assert_eq!(chosen(&scene, &worktree).0, "megazord");
    std::fs::write(worktree.join(".planning/config.json"), "{}").unwrap();
    assert_eq!(chosen(&scene, &worktree).0, "gsd", "the worktree has one of its own");
}

/// A plan that somebody began in the main checkout, while the worktree has planning documents of its own.
#[test]
fn a_plan_that_only_the_main_checkout_has_is_refused_with_where_it_is() {
    let scene = Scene::new();
    scene.commit("start", &[(".planning/ROADMAP.md", "# Roadmap\n"), ("src/cart.js", "old\n")]);
    let worktree = scene.worktree("linked");
    scene.write(plan_scene::PLAN, plan_scene::plan());
    commit(&worktree, "src/cart.js", plan_scene::CART);
    let desk = Desk::in_worktree(scene.root(), &worktree);
    let why = desk.refused("review_task", json!({ "plan": plan_scene::PLAN, "task": "1" }));
    assert!(why.contains("the main checkout alone has it"), "{why}");
    assert!(why.contains("copy the file into this worktree"), "{why}");
    let checked = desk.ok("check_plan", json!({ "plan": plan_scene::PLAN }));
    assert!(remarks_of(&checked, "in_main_alone").contains("the main checkout alone has it"), "{checked:#}");
    std::fs::create_dir_all(worktree.join(plan_scene::PLAN).parent().unwrap()).unwrap();
    std::fs::copy(scene.root().join(plan_scene::PLAN), worktree.join(plan_scene::PLAN)).unwrap();
    assert_eq!(desk.review(json!({ "plan": plan_scene::PLAN, "task": "1" }))["next"]["action"], "review");
}

/// A restarted server looks from the main checkout at work that lies in a linked worktree: the step says where to do what it
/// asks for, and its call leads there.
#[test]
fn a_step_of_work_in_another_worktree_says_where_it_is() {
    let scene = Scene::new();
    let plan = plan_scene::plan();
    scene.commit("docs: plan the cart", &[(plan_scene::PLAN, &plan), ("src/cart.js", "old\n")]);
    let worktree = scene.worktree("linked");
    commit(&worktree, "src/cart.js", plan_scene::CART);
    let there = Desk::in_worktree(scene.root(), &worktree);
    let opened = there.review(json!({ "plan": plan_scene::PLAN, "task": "1" }));
    there.answer(&opened, blocker("The discount is ignored", "src/cart.js", 6));
    let here = Desk::at(scene.root());
    for asked in [json!({}), json!({ "loop_id": opened["loop_id"] })] {
        let status = here.ok("loop_status", asked);
        let step = &status["next"];
        assert_eq!(step["action"], "fix", "{status:#}");
        let root = worktree.canonicalize().unwrap().display().to_string();
        let named = step["call"]["arguments"]["worktree"].as_str().unwrap();
        assert_eq!(Path::new(named).canonicalize().unwrap(), worktree.canonicalize().unwrap());
        assert!(
            step["warnings"].to_string().contains(&format!("lies in the work tree {root}")),
            "{status:#}"
        );
    }
}

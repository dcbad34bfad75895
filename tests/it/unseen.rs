//! What git itself does not see, or sees otherwise: files it was told not to look at, those a sparse checkout leaves
//! out, those that go through a filter; and a task whose commits were made beside each other (SPEC 7.1).

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use serde_json::{Value, json};

use crate::desk::{Desk, blocker, codes, files, is_stale, subjects};
use crate::git_cli::{git, there};
use crate::plan_scene::{self, CART, CART_FIXED, PLAN, fix_discount, with_task_one};
use crate::scene::Scene;

/// Says that the one finding of an answer is fixed.
fn mended(desk: &Desk, rejected: &Value, opened: &Value) {
    let response =
        json!({ "finding_id": rejected["findings"][0]["id"], "response": "fixed", "details": "mended" });
    let turn = &rejected["next"]["turn"];
    let responses = json!({ "loop_id": opened["loop_id"], "turn": turn, "responses": [response] });
    desk.ok("respond_findings", responses);
}

/// A change in the work tree, of the files named or of all that differ.
fn change(id: &str, of: &[&str]) -> Value {
    json!({ "id": id, "title": id, "criteria": "it works", "protocol": "countersign", "files": of })
}

#[test]
fn what_git_was_told_not_to_look_at_is_reviewed_and_said() {
    if !there("what_git_was_told_not_to_look_at_is_reviewed_and_said") {
        return;
    }
    for flag in ["--assume-unchanged", "--skip-worktree"] {
        let scene = plan_scene::with_task_one();
        git(scene.root(), &["update-index", flag, "src/cart.js"]).unwrap();
        let desk = Desk::at(scene.root());
        // As it was committed: there is nothing to review.
        desk.refused("review_task", change("SAME", &["src/cart.js"]));
        scene.write("src/cart.js", CART_FIXED);
        for (id, of) in [("LISTED", &["src/cart.js"][..]), ("FOLDER", &["src"]), ("ALL", &[])] {
            let opened = desk.review(change(id, of));
            assert_eq!(files(&opened), ["src/cart.js"], "{flag} {id}");
            assert!(codes(&opened).contains(&"unwatched"), "{flag} {id}: {opened:#}");
            assert!(opened["brief"].as_str().unwrap().contains("discount / 100"), "{flag} {id}");
        }
        desk.refused("review_task", change("OTHER", &["lib"]));
    }
}

#[test]
fn what_a_sparse_checkout_leaves_out_is_no_removal() {
    if !there("what_a_sparse_checkout_leaves_out_is_no_removal") {
        return;
    }
    let scene = plan_scene::with_task_one();
    scene.commit("docs: more", &[("docs/a.md", "a\n"), ("lib/b.js", "b\n")]);
    // So that git takes the files for what it has, and leaves them out.
    git(scene.root(), &["reset", "-q", "--hard"]).unwrap();
    git(scene.root(), &["sparse-checkout", "set", "--no-cone", "/.planning/", "/src/"]).unwrap();
    assert!(!scene.root().join("docs/a.md").exists(), "the checkout is sparse");
    let desk = Desk::at(scene.root());
    desk.refused("review_task", change("NOTHING", &[]));
    scene.write("src/cart.js", CART_FIXED);
    assert_eq!(files(&desk.review(change("ALL", &[]))), ["src/cart.js"]);
    let listed = desk.review(change("LISTED", &["src/cart.js", "lib/b.js"]));
    assert_eq!(files(&listed), ["src/cart.js"]);
    // Written there all the same, it is seen; and removed by the index, it is gone.
    scene.write("lib/b.js", "c\n");
    assert!(files(&desk.review(change("THERE", &[]))).contains(&"lib/b.js"));
    let gate = desk.ok("loop_status", json!({ "phase": "1" }))["gate"].to_string();
    assert!(!gate.contains("docs/a.md"), "{gate}");
}

#[test]
fn what_goes_through_a_filter_is_shown_as_it_stands_and_said() {
    if !there("what_goes_through_a_filter_is_shown_as_it_stands_and_said") {
        return;
    }
    let scene = plan_scene::with_task_one();
    let run = |arguments: &[&str]| git(scene.root(), arguments).unwrap();
    run(&["config", "filter.loud.clean", "tr a-z A-Z"]);
    scene.write(".gitattributes", "*.up filter=loud\n");
    scene.write("a.up", "hello\n");
    run(&["add", "-A"]);
    run(&["commit", "-q", "-m", "feat: loud"]);
    // Past the second in which it was written, git knows it by its times.
    let desk = Desk::at(scene.root());
    scene.write("src/cart.js", CART_FIXED);
    let other = desk.review(change("CALM", &["src/cart.js", "a.up"]));
    assert_eq!(files(&other), ["src/cart.js"], "as git has it: {other:#}");
    scene.write("a.up", "hello\nworld\n");
    let opened = desk.review(change("LOUD", &["a.up"]));
    assert_eq!(files(&opened), ["a.up"]);
    assert!(codes(&opened).contains(&"filtered"), "{opened:#}");
}

/// Two branches, each with a part of the task, joined by a merge that names no task.
fn beside(scene: &Scene, third: bool) {
    let base = scene.open().head().unwrap();
    scene.branch("left", &base);
    scene.switch("left");
    scene.commit("feat(01-01): task 1 sum", &[("src/cart.js", CART)]);
    scene.switch("main");
    scene.branch("right", &base);
    scene.switch("right");
    scene.commit("test(01-01): task 1 cases", &[("src/cart.test.js", "check(total);\n")]);
    scene.switch("main");
    scene.commit("chore: others", &[("src/other.js", "1\n")]);
    for side in ["left", "right"] {
        let id = scene.merge(side, &format!("Merge branch '{side}'"));
        scene.reset(&id);
    }
    if third {
        scene.commit("feat(02-01): task 1 later", &[("src/mail.js", "1\n")]);
    }
}

#[test]
fn wild_24_a_task_made_on_two_branches_is_shown_whole() {
    for third in [false, true] {
        let scene = Scene::new();
        let plan = plan_scene::plan();
        scene.commit(
            "docs: plan the cart",
            &[(PLAN, &plan), (".planning/megazord.config.json", "{\"version\": 1}\n")],
        );
        beside(&scene, third);
        let desk = Desk::at(scene.root());
        let opened = desk.review(json!({ "plan": PLAN, "task": "1" }));
        assert_eq!(subjects(&opened), ["feat(01-01): task 1 sum", "test(01-01): task 1 cases"]);
        assert_eq!(files(&opened), ["src/cart.js", "src/cart.test.js"], "{opened:#}");
        let brief = opened["brief"].as_str().unwrap();
        assert!(brief.contains("let sum = 0") && brief.contains("check(total)"), "both sides are shown");
        assert!(!brief.contains("other.js"), "and nothing of others");
        // The merge is no change of the subject.
        assert_eq!(desk.approve(&opened)["next"]["outcome"], "approved");
        let same = desk.review(json!({ "plan": PLAN, "task": "1" }));
        assert_eq!((&same["loop_id"], &same["next"]["outcome"]), (&opened["loop_id"], &json!("approved")));
    }
}

#[test]
fn commits_that_an_octopus_joins_are_shown_whole() {
    if !there("commits_that_an_octopus_joins_are_shown_whole") {
        return;
    }
    let scene = Scene::new();
    let plan = plan_scene::plan();
    let base = scene.commit(
        "docs: plan the cart",
        &[(PLAN, &plan), (".planning/megazord.config.json", "{\"version\": 1}\n")],
    );
    for (name, path) in [("one", "src/cart.js"), ("two", "src/b.js"), ("three", "src/c.js")] {
        scene.branch(name, &base);
        scene.switch(name);
        scene.commit(&format!("feat(01-01): task 1 {name}"), &[(path, CART)]);
    }
    scene.switch("main");
    git(scene.root(), &["merge", "-q", "--no-ff", "-m", "all of it", "one", "two", "three"]).unwrap();
    let opened = Desk::at(scene.root()).review(json!({ "plan": PLAN, "task": "1" }));
    assert_eq!(files(&opened), ["src/b.js", "src/c.js", "src/cart.js"], "{opened:#}");
    assert_eq!(subjects(&opened).len(), 3);
}

/// Who commits with `git add -A` commits our reports as well: they are nobody's work in any system.
#[test]
fn a_report_that_is_committed_with_the_fix_is_not_under_review() {
    for protocol in ["countersign", "megazord", "gsd", "bazinga"] {
        let scene = Scene::new();
        let base = scene.commit("chore: start", &[("README.md", "x\n")]);
        scene.commit("feat: CART-7 sum", &[("src/cart.js", CART)]);
        let desk = Desk::at(scene.root());
        let opened = desk.review(json!({
            "id": "CART-7", "title": "Sum", "criteria": "it works", "protocol": protocol, "base": base.as_str(),
        }));
        let rejected = desk.answer(&opened, blocker("The discount is ignored", "src/cart.js", 6));
        let report = rejected["reports"][0].as_str().unwrap_or_else(|| panic!("{protocol}: {rejected:#}"));
        let text = std::fs::read_to_string(scene.root().join(report)).unwrap();
        scene.commit("fix: CART-7 discount", &[("src/cart.js", CART_FIXED), (report, &text)]);
        if ["countersign", "bazinga"].contains(&protocol) {
            mended(&desk, &rejected, &opened);
        }
        let second = desk.again(&opened);
        assert_eq!(files(&second), ["src/cart.js"], "{protocol}");
        let third = desk.answer(&second, blocker("Prices may be missing", "src/cart.js", 4));
        assert!(!third["next"].to_string().contains(report), "{protocol}: {third:#}");
    }
}

/// Two changes of one row in one file: what is made for the other moves neither.
#[test]
fn a_change_beside_another_of_its_row_is_not_moved_by_it() {
    let scene = Scene::new();
    scene.commit("chore: start", &[("src/cart.js", "// head\n")]);
    scene.commit("feat: CART-7 sum", &[("src/cart.js", CART)]);
    let desk = Desk::at(scene.root());
    let of = |id: &str| json!({ "id": id, "title": id, "criteria": "it works", "protocol": "countersign" });
    let seven = desk.review(of("CART-7"));
    scene.commit("feat: CART-8 discount", &[("src/cart.js", CART_FIXED)]);
    let eight = desk.review(of("CART-8"));
    assert_eq!(
        (subjects(&seven), subjects(&eight)),
        (vec!["feat: CART-7 sum"], vec!["feat: CART-8 discount"])
    );
    let done = desk.approve(&seven);
    assert!(!is_stale(&done), "{done:#}");
    let rejected = desk.answer(&eight, blocker("Prices may be missing", "src/cart.js", 4));
    assert!(!is_stale(&rejected), "{rejected:#}");
    // What says nothing of either and touches the file is still taken for the fix.
    scene.commit("fix: prices", &[("src/cart.js", "// mended\n")]);
    mended(&desk, &rejected, &eight);
    assert_eq!(subjects(&desk.again(&eight)), ["feat: CART-8 discount", "fix: prices"]);
}

#[test]
fn files_that_no_commit_touches_are_refused_and_do_not_mean_everything() {
    let scene = with_task_one();
    scene.commit("feat(01-03): beside", &[("src/secret.js", "export const s = 1;\n")]);
    scene.commit("feat(01-01): sum the cart again", &[("src/cart.js", "export const total = 2;\n")]);
    let desk = Desk::at(scene.root());
    for files in [json!(["nope.js"]), json!([".planning/STATE.md"])] {
        let refused = desk.refused("review_task", json!({ "plan": PLAN, "task": "1", "files": files }));
        assert!(refused.contains("`files`") && refused.contains("src/cart.js"), "{refused}");
        assert!(!refused.contains("secret"), "{refused}");
    }
    let opened = desk.review(json!({ "plan": PLAN, "task": "1", "files": ["src/cart.js"] }));
    assert_eq!(files(&opened), ["src/cart.js"]);
}

#[test]
fn one_of_two_places_mended_in_its_own_file_closes_no_finding_by_silence() {
    let scene = with_task_one();
    let desk = Desk::at(scene.root());
    let opened = desk.review(json!({ "plan": PLAN, "task": "1" }));
    let mut finding = blocker("The discount is ignored", "src/cart.js", 6);
    finding[0]["locations"] =
        json!([{ "file": "src/cart.js", "line": 6 }, { "file": "src/cart.js", "line": 2 }]);
    let found = desk.answer(&opened, finding);
    fix_discount(&scene);
    desk.ok(
        "respond_findings",
        json!({ "loop_id": opened["loop_id"], "turn": found["next"]["turn"], "responses": [
            { "finding_id": "F1", "response": "fixed", "details": "fixed in src/cart.js" }] }),
    );
    let again = desk.again(&opened);
    let answer = desk.approve(&again);
    assert_ne!(answer["verdict"], "approved", "{answer:#}");
    assert_eq!(answer["resolved"].as_array().map_or(0, Vec::len), 0, "{answer:#}");
}

#[test]
fn a_work_tree_that_the_repository_puts_elsewhere_is_left_alone() {
    let scene = with_task_one();
    let outside = scene.beside("outside");
    std::fs::create_dir(&outside).unwrap();
    std::fs::write(outside.join("key"), "not yours\n").unwrap();
    scene.git.config().unwrap().set_str("core.worktree", outside.to_str().unwrap()).unwrap();
    let desk = Desk::at(scene.root());
    let change = json!({ "protocol": "gsd", "id": "CH-1", "title": "Key", "criteria": "it turns" });
    let refused = desk.refused("review_task", change);
    assert!(refused.contains("core.worktree"), "{refused}");
    let left: Vec<_> = std::fs::read_dir(&outside).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(left, ["key"]);
}

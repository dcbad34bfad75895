//! Work under another name: branches renamed, merged, left and gone, plans and documents renumbered, files that others
//! move, tests that name no task, commits further back than is looked (SPEC 6.2, 7.1). Followed, or refused with what
//! could be meant, and said.

#![allow(clippy::unwrap_used, clippy::needless_pass_by_value, reason = "tests")]

use std::path::Path;

use countersign::app::App;
use countersign::app::requests::Gate;
use serde_json::{Value, json};

use crate::desk::{Desk, blocker, codes, files, is_stale, subjects};
use crate::git_cli::{git, there};
use crate::plan_scene::{self, CART, CART_FIXED, PLAN};
use crate::scene::{Edit, Scene};

const FIRST: &str = "feat(01-01): sum the cart";
const LINES: &str = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n16\n17\n18\n19\n20\n";

fn with(from: &str, to: &str) -> String {
    LINES.replace(&format!("\n{from}\n"), &format!("\n{to}\n"))
}

fn task(number: &str) -> Value {
    json!({ "plan": PLAN, "task": number })
}

fn head(scene: &Scene) -> countersign::domain::ids::Oid {
    scene.open().head().unwrap()
}

fn run(scene: &Scene, arguments: &[&str]) {
    assert!(git(scene.root(), arguments).is_some(), "git {arguments:?}");
}

/// Why the plan's gate is closed; nothing where it is open.
fn closed(root: &Path, worktree: Option<&Path>) -> Vec<String> {
    let worktree = worktree.map(|path| path.to_string_lossy().into_owned());
    let gate =
        App::new(root).gate(&Gate { plan: Some(PLAN.to_owned()), worktree, ..Gate::default() }).unwrap();
    gate.reasons.into_iter().map(|reason| reason.message).collect()
}

/// On the branch `work`: both tasks of the plan, approved.
fn approved() -> (Scene, Desk, Vec<Value>) {
    let scene = plan_scene::with_task_one();
    let base = scene.open().resolve("head", "HEAD~1").unwrap();
    scene.branch("work", &head(&scene));
    scene.reset(&base);
    scene.switch("work");
    scene.commit("feat(01-01): task 2 show it", &[("src/checkout.js", "total();\n")]);
    let desk = Desk::at(scene.root());
    let done: Vec<Value> = ["1", "2"].into_iter().map(|n| desk.review(task(n))).collect();
    for opened in &done {
        assert_eq!(desk.approve(opened)["next"]["outcome"], "approved");
    }
    (scene, desk, done)
}

/// What the gate lets pass is not reviewed anew for its branch's new name, and asking does not close the gate.
#[test]
fn an_approval_holds_under_other_names_of_its_branch() {
    if !there("an_approval_holds_under_other_names_of_its_branch") {
        return;
    }
    for how in ["renamed", "detached", "merged", "squashed and deleted", "another worktree"] {
        let (scene, desk, done) = approved();
        let mut there = desk;
        let mut worktree = None;
        match how {
            "renamed" => run(&scene, &["branch", "-m", "work", "better"]),
            "detached" => run(&scene, &["checkout", "-q", "--detach"]),
            "merged" => {
                scene.switch("main");
                run(&scene, &["merge", "-q", "work"]);
            }
            "squashed and deleted" => {
                scene.switch("main");
                scene.commit("chore: beside it", &[("src/else.js", "e\n")]);
                scene.squash("work", "Cart (#12)");
                run(&scene, &["branch", "-D", "work"]);
            }
            _ => {
                let path = scene.beside("linked");
                run(&scene, &["worktree", "add", "-q", "--detach", path.to_str().unwrap()]);
                there = Desk::in_worktree(scene.root(), &path);
                worktree = Some(path);
            }
        }
        assert_eq!(closed(scene.root(), worktree.as_deref()), [""; 0], "{how}");
        for (number, opened) in ["1", "2"].into_iter().zip(&done) {
            let again = there.review(task(number));
            assert_eq!(again["next"]["outcome"], "approved", "{how}: {again:#}");
            assert_eq!(again["loop_id"], opened["loop_id"], "{how}");
            assert!(codes(&again).contains(&"held_elsewhere"), "{how}, and said: {again:#}");
        }
        assert_eq!(closed(scene.root(), worktree.as_deref()), [""; 0], "{how}: asking closed the gate");
    }
}

/// Other work under the same plan and task is another loop; what goes on from approved work follows its loop.
#[test]
fn a_task_on_two_branches_is_two_loops_once_its_work_differs() {
    let (scene, desk, done) = approved();
    scene.switch("main");
    scene.commit(FIRST, &[("src/cart.js", "export const total = (items) => items.length;\n")]);
    let other = desk.review(task("1"));
    assert_eq!((&other["next"]["action"], &other["pass"]), (&json!("review"), &json!(1)), "{other:#}");
    assert_ne!(other["loop_id"], done[0]["loop_id"]);
    scene.switch("work");
    scene.branch("more", &head(&scene));
    scene.switch("more");
    scene.commit("fix(01-01): task 1 discount", &[("src/cart.js", CART_FIXED)]);
    let more = desk.review(task("1"));
    assert_eq!(more["next"]["action"], "review", "{more:#}");
    assert_ne!(more["loop_id"], done[0]["loop_id"]);
    let answered = desk.answer(&more, blocker("Rounds", "src/cart.js", 6));
    let report =
        std::fs::read_to_string(scene.root().join(answered["reports"][0].as_str().unwrap())).unwrap();
    assert!(
        report.contains(done[0]["loop_id"].as_str().unwrap()),
        "it tells of the loop before it: {report}"
    );
    // The first still has its outcome where it was.
    scene.switch("work");
    assert_eq!(desk.review(task("1"))["loop_id"], done[0]["loop_id"]);
}

/// A rebase over what others changed in the same file, before the plan's first commit, keeps the change: gate and review say
/// the same of it.
#[test]
fn gate_and_review_agree_after_a_rebase() {
    let scene = Scene::new();
    let config = (".planning/megazord.config.json", "{\"version\": 1}\n");
    scene.commit("docs: plan", &[(PLAN, &plan_scene::plan()), config, ("src/cart.js", LINES)]);
    let base = head(&scene);
    let own = scene.commit(FIRST, &[("src/cart.js", &with("17", "seventeen"))]);
    let second = scene.commit("feat(01-01): task 2 show it", &[("src/checkout.js", "total();\n")]);
    let desk = Desk::at(scene.root());
    let request = |n: &str| json!({ "plan": PLAN, "task": n, "protocol": "megazord" });
    let opened = desk.review(request("1"));
    desk.approve(&opened);
    desk.approve(&desk.review(request("2")));
    scene.reset(&base);
    scene.commit("fix: elsewhere in the file", &[("src/cart.js", &with("2", "two"))]);
    scene.reset(&scene.pick(&own));
    scene.reset(&scene.pick(&second));
    assert_eq!(closed(scene.root(), None), [""; 0]);
    let again = desk.review(request("1"));
    assert_eq!((&again["next"]["outcome"], &again["loop_id"]), (&json!("approved"), &opened["loop_id"]));
    assert_eq!(closed(scene.root(), None), [""; 0]);
}

/// Work that went from the main branch to one of its own, over a conflict that was settled by taking its files whole: they
/// end as they were reviewed, and take away what the main branch wrote meanwhile. The branch's gate asks for that, and the
/// call it names opens it.
#[test]
fn what_takes_away_the_main_branchs_lines_is_looked_at_though_it_ends_alike() {
    if !there("what_takes_away_the_main_branchs_lines_is_looked_at_though_it_ends_alike") {
        return;
    }
    let scene = Scene::new();
    let config = (".planning/megazord.config.json", "{\"version\": 1}\n");
    let base = scene.commit("docs: plan", &[(PLAN, &plan_scene::plan()), config]);
    scene.commit(FIRST, &[("src/cart.js", CART)]);
    scene.commit("feat(01-01): task 2 show it", &[("src/checkout.js", "total();\n")]);
    let desk = Desk::at(scene.root());
    for number in ["1", "2"] {
        desk.approve(&desk.review(task(number)));
    }
    run(&scene, &["add", "-A"]);
    run(&scene, &["commit", "-q", "-m", "docs(01-01): review reports"]);
    scene.branch("feat", &head(&scene));
    scene.reset(&base);
    scene.commit("feat: carts of the main branch", &[("src/cart.js", LINES)]);
    scene.switch("feat");
    run(&scene, &["rebase", "-q", "-X", "theirs", "main"]);
    let gate = || App::new(scene.root()).gate(&Gate::default()).unwrap().reasons;
    let call = gate()[0].call.clone().unwrap();
    assert_eq!(call.tool, "review_task");
    let opened = desk.review(Value::Object(call.arguments));
    assert_eq!(opened["next"]["action"], "review", "{opened:#}");
    desk.approve(&opened);
    assert_eq!(gate(), []);
}

/// Failing tests of two executors, before the commits of both, are not dealt out by their order.
#[test]
fn tests_of_two_executors_are_not_swapped_in_silence() {
    let scene = Scene::new();
    scene.commit("docs: plan", &[(PLAN, &plan_scene::plan())]);
    scene.commit("test(01-01): failing test for one", &[("test/one.js", "1\n")]);
    scene.commit("test(01-01): failing test for two", &[("test/two.js", "2\n")]);
    scene.commit("feat(01-01): task 1 impl", &[("src/cart.js", CART)]);
    scene.commit("feat(01-01): task 2 impl", &[("src/checkout.js", "total();\n")]);
    let desk = Desk::at(scene.root());
    for (number, file) in [("1", "src/cart.js"), ("2", "src/checkout.js")] {
        let opened = desk.review(json!({ "plan": PLAN, "task": number, "protocol": "megazord" }));
        assert_eq!(files(&opened), [file], "{opened:#}");
        assert_eq!(codes(&opened).iter().filter(|c| **c == "test_unpaired").count(), 2, "{opened:#}");
        let listed = opened["range"]["unreviewed_commits"].to_string();
        assert!(listed.contains("for one") && listed.contains("for two"), "{listed}");
    }
}

/// Follows the call that a refusal names, which gives a loop up.
fn given_up(desk: &Desk, why: &str, loop_id: &Value) {
    let call = why.split_once("Next: call decide ").unwrap().1;
    let mut call: Value = serde_json::Deserializer::from_str(call).into_iter().next().unwrap().unwrap();
    assert_eq!((&call["loop_id"], &call["choice"]), (loop_id, &json!("abandon")), "{why}");
    call["reason"] = json!("renumbered");
    call["decided_by"] = json!("Ada");
    desk.ok("decide", call);
}

/// A loop called by its id is not looked for under a number that is another's by now.
/// A phase inserted before that of the cart, whose first task is committed and was not reviewed.
fn pushed_back(reviewed: bool) -> (Scene, &'static str) {
    let scene = plan_scene::with_task_one();
    scene.commit("feat(01-01): task 2 show it", &[("src/checkout.js", "total();\n")]);
    if reviewed {
        let desk = Desk::at(scene.root());
        assert_eq!(desk.approve(&desk.review(task("1")))["next"]["outcome"], "approved");
    }
    let moved = ".planning/phases/02-cart/02-01-PLAN.md";
    let base = "---\nphase: 01-base\nplan: 01\ntitle: Base\nwave: 1\ndepends_on: []\n---\n\n<tasks>\n<task type=\"auto\">\n  <name>Task 1: Lay the base</name>\n  <files>src/base.js</files>\n  <action>Lay it.</action>\n  <done>it lies</done>\n</task>\n</tasks>\n";
    let text = plan_scene::plan().replace("phase: 01-cart", "phase: 02-cart");
    scene.edit(
        "docs: insert a phase",
        &[
            Edit::Remove(PLAN),
            Edit::Write(moved, text.as_bytes()),
            Edit::Write(".planning/phases/01-base/01-01-PLAN.md", base.as_bytes()),
        ],
    );
    (scene, moved)
}

#[test]
fn work_that_nobody_reviewed_goes_along_with_a_plan_that_was_renumbered() {
    for later in [false, true] {
        let (scene, moved) = pushed_back(false);
        scene.commit("feat(01-01): task 1 lay the base", &[("src/base.js", "1\n")]);
        if later {
            scene.commit("fix(02-01): task 1 discount", &[("src/cart.js", CART_FIXED)]);
        }
        let desk = Desk::at(scene.root());
        let opened = desk.review(json!({ "plan": moved, "task": "1" }));
        let more = later.then_some("fix(02-01): task 1 discount");
        assert_eq!(subjects(&opened), [FIRST].into_iter().chain(more).collect::<Vec<_>>(), "{opened:#}");
        assert!(codes(&opened).contains(&"renumbered"), "{opened:#}");
        assert_eq!(desk.approve(&opened)["next"]["outcome"], "approved");
        // What carries the same numbers since is the new plan's.
        let other = desk.review(json!({ "plan": ".planning/phases/01-base/01-01-PLAN.md", "task": "1" }));
        assert_eq!(subjects(&other), ["feat(01-01): task 1 lay the base"], "{other:#}");
        let two = desk.review(json!({ "plan": moved, "task": "2" }));
        assert_eq!(subjects(&two), ["feat(01-01): task 2 show it"], "{two:#}");
    }
}

#[test]
fn work_that_was_reviewed_under_the_old_number_is_not_taken_again() {
    let (scene, moved) = pushed_back(true);
    scene.commit("fix(02-01): task 1 discount", &[("src/cart.js", CART_FIXED)]);
    let desk = Desk::at(scene.root());
    let opened = desk.review(json!({ "plan": moved, "task": "1" }));
    assert!(codes(&opened).contains(&"renumbered"), "{opened:#}");
    assert!(!opened["remarks"].to_string().contains("no review looked at it"), "{opened:#}");
}

#[test]
fn a_renumbered_task_is_told_by_the_loops_id_too() {
    let second = PLAN.replace("01-01-PLAN", "01-02-PLAN");
    for how in ["moved", "another plan in its place", "a task before it"] {
        let scene = plan_scene::with_task_one();
        let desk = Desk::at(scene.root());
        let opened = desk.review(task("1"));
        desk.answer(&opened, blocker("The discount is ignored", "src/cart.js", 6));
        let plan = plan_scene::plan();
        let shifted = plan.replace("plan: 01", "plan: 02");
        let fresh =
            plan.replace("Sum the cart", "Count the cart").replace("the sum of price", "the number of items");
        let (now, number) = match how {
            "moved" => {
                scene.edit("docs: renumber", &[Edit::Remove(PLAN), Edit::Write(&second, shifted.as_bytes())]);
                (second.as_str(), "1")
            }
            "another plan in its place" => {
                let edits = [Edit::Write(PLAN, fresh.as_bytes()), Edit::Write(&second, shifted.as_bytes())];
                scene.edit("docs: a plan before", &edits);
                (second.as_str(), "1")
            }
            _ => {
                let new = "<task type=\"auto\">\n  <name>Task 1: Lay the ground</name>\n  <files>src/ground.js</files>\n  <action>Lay it.</action>\n  <done>It lies</done>\n</task>\n";
                let text = plan.replace("Task 2: Use", "Task 3: Use").replace("Task 1: Sum", "Task 2: Sum");
                let text = text.replace("<tasks>\n", &format!("<tasks>\n{new}"));
                scene.edit("docs: a task before", &[Edit::Write(PLAN, text.as_bytes())]);
                (PLAN, "2")
            }
        };
        let why = desk.refused("review_task", json!({ "loop_id": opened["loop_id"] }));
        for held in ["renumbered", now, &format!("task {number}"), "abandon"] {
            assert!(why.contains(held), "{how}: {held} in {why}");
        }
        let request = json!({ "plan": now, "task": number });
        let also = desk.refused("review_task", request.clone());
        assert!(also.contains(opened["loop_id"].as_str().unwrap()), "{how}: {also}");
        given_up(&desk, &why, &opened["loop_id"]);
        let again = desk.review(request);
        assert!(codes(&again).contains(&"renumbered"), "{how}: {again:#}");
        assert_eq!(again["pass"], 2, "{how}: its counters go on");
        assert!(again["brief"].as_str().unwrap().contains("The discount is ignored"), "{how}: {again:#}");
    }
}

/// While its reviewer is at work, a review goes on, and the new place is said.
#[test]
fn a_review_under_way_goes_on_though_its_plan_was_renumbered() {
    let second = PLAN.replace("01-01-PLAN", "01-02-PLAN");
    let scene = plan_scene::with_task_one();
    let desk = Desk::at(scene.root());
    let opened = desk.review(task("1"));
    let shifted = plan_scene::plan().replace("plan: 01", "plan: 02");
    scene.edit("docs: renumber", &[Edit::Remove(PLAN), Edit::Write(&second, shifted.as_bytes())]);
    let same = desk.again(&opened);
    assert_eq!(same["countersign"], opened["countersign"]);
    assert!(codes(&same).contains(&"renumbered"), "{same:#}");
    assert!(!is_stale(&desk.approve(&opened)));
}

/// Plans and spec documents that moved are known by what they say.
#[test]
fn a_document_that_was_renumbered_or_moved_is_followed() {
    let second = PLAN.replace("01-01-PLAN", "01-02-PLAN");
    let design = "# Design\n\nComponents: a cart, a checkout.\nData flows from one to the other.\n";
    for (old, new, ended) in [
        (PLAN, second.as_str(), false),
        (PLAN, second.as_str(), true),
        ("specs/cart/design.md", "specs/basket/design.md", false),
    ] {
        let scene = Scene::new();
        let text = if old == PLAN { plan_scene::plan() } else { design.to_owned() };
        scene.commit("docs: it", &[(old, &text), ("README.md", "# Cart\n")]);
        let request = |path: &str| match old == PLAN {
            true => json!({ "plan": path, "of": "document", "protocol": "countersign" }),
            false => json!({ "artifact": path, "protocol": "ralph" }),
        };
        let desk = Desk::at(scene.root());
        let opened = desk.review(request(old));
        let judged =
            if ended { desk.approve(&opened) } else { desk.answer(&opened, blocker("Vague", old, 3)) };
        let now = text.replace("plan: 01", "plan: 02").replace("a checkout", "a till");
        scene.edit("docs: move it", &[Edit::Remove(old), Edit::Write(new, now.as_bytes())]);
        if ended {
            assert_eq!(judged["next"]["outcome"], "approved", "{judged:#}");
            let again = desk.review(request(new));
            assert!(codes(&again).contains(&"renumbered"), "{again:#}");
            continue;
        }
        let why = desk.refused("review_task", json!({ "loop_id": opened["loop_id"] }));
        assert!(why.contains("renumbered") && why.contains(new), "{why}");
        let why = desk.refused("review_task", request(new));
        assert!(why.contains("renumbered") && why.contains(old), "{why}");
        given_up(&desk, &why, &opened["loop_id"]);
        let again = desk.review(request(new));
        assert_eq!(again["pass"], 2, "its counters go on: {again:#}");
    }
}

/// Plans that are made of the same tags are not the same.
#[test]
fn another_plan_is_not_taken_for_one_that_is_gone() {
    let second = PLAN.replace("01-01-PLAN", "01-02-PLAN");
    let one = "---\nphase: 1\nplan: 01\n---\n<tasks>\n<task type=\"auto\">\n<name>Task 1: Sum</name>\n<files>a</files>\n<action>sum up</action>\n<done>summed</done>\n</task>\n</tasks>\n";
    let other = "---\nphase: 1\nplan: 02\n---\n<tasks>\n<task type=\"auto\">\n<name>Task 1: Mail</name>\n<files>b</files>\n<action>send mails</action>\n<done>sent</done>\n</task>\n</tasks>\n";
    let scene = Scene::new();
    scene.commit("docs: two", &[(PLAN, one), (&second, other)]);
    let request = |path: &str| json!({ "plan": path, "of": "document", "protocol": "countersign" });
    let desk = Desk::at(scene.root());
    desk.approve(&desk.review(request(PLAN)));
    scene.edit("docs: one less", &[Edit::Remove(PLAN)]);
    let opened = desk.review(request(&second));
    assert!(!codes(&opened).contains(&"renumbered"), "{opened:#}");
}

/// Commits that change nothing, one on the other.
fn pile(scene: &Scene, many: usize) {
    let mut last = scene.git.head().unwrap().peel_to_commit().unwrap();
    let tree = last.tree().unwrap();
    for n in 0..many {
        let time = git2::Time::new(last.time().seconds() + 1, 0);
        let sign = git2::Signature::new("Scene", "scene@example.invalid", &time).unwrap();
        let id = scene.git.commit(None, &sign, &sign, &format!("chore: {n}"), &tree, &[&last]).unwrap();
        last = scene.git.find_commit(id).unwrap();
    }
    scene.git.reference("refs/heads/main", last.id(), true, "commit: many").unwrap();
}

/// Others commit more than is looked through: what a review looked at is there all the same.
#[test]
fn what_lies_further_back_than_is_looked_is_not_gone() {
    let scene = plan_scene::with_task_one();
    scene.commit("feat(01-01): task 2 show it", &[("src/checkout.js", "total();\n")]);
    let before = scene.open().resolve("head", "HEAD~2").unwrap();
    let desk = Desk::at(scene.root());
    let (one, two) = (desk.review(task("1")), desk.review(task("2")));
    desk.approve(&two);
    pile(&scene, 2010);
    let rejected = desk.answer(&one, blocker("The discount is ignored", "src/cart.js", 6));
    assert!(!is_stale(&rejected), "{rejected:#}");
    let again = desk.review(task("2"));
    assert_eq!((&again["next"]["outcome"], &again["loop_id"]), (&json!("approved"), &two["loop_id"]));
    scene.commit("fix(01-01): task 1 discount", &[("src/cart.js", CART_FIXED)]);
    let second = desk.again(&one);
    assert_eq!(subjects(&second), [FIRST, "fix(01-01): task 1 discount"], "{second:#}");
    assert!(codes(&second).contains(&"history_cut"), "it is said: {second:#}");
    assert_eq!(desk.approve(&second)["resolved"], json!(["F1"]));
    // A range that nobody looked through as a whole is not reviewed as one.
    let whole = json!({ "id": "ALL-1", "title": "All", "criteria": "All.", "base": before.as_str() });
    let why = desk.refused("review_task", whole);
    assert!(why.contains("more than 2000 commits") && why.contains("part by part"), "{why}");
}

/// Where git has collected what was reviewed, that is said, and the review goes on with what there is.
#[test]
fn contents_that_git_collected_are_said_to_be_gone() {
    if !there("contents_that_git_collected_are_said_to_be_gone") {
        return;
    }
    let scene = plan_scene::with_task_one();
    let desk = Desk::at(scene.root());
    let opened = desk.review(task("1"));
    desk.answer(&opened, blocker("The discount is ignored", "src/cart.js", 6));
    plan_scene::fix_discount(&scene);
    run(&scene, &["reflog", "expire", "--expire=now", "--all"]);
    run(&scene, &["gc", "-q", "--prune=now"]);
    let second = desk.again(&opened);
    let said = second["remarks"].to_string();
    assert!(said.contains("contents_gone") && said.contains("src/cart.js"), "{second:#}");
    assert_eq!(desk.approve(&second)["still_open"][0]["id"], "F1", "silence proves nothing then");
    let third = desk.again(&opened);
    let closed = desk.ok(
        "record_findings",
        json!({ "loop_id": opened["loop_id"], "countersign": third["countersign"], "verdict": "approved", "findings": [],
                "resolved": [{ "id": "F1", "reason": "src/cart.js subtracts the discount now" }] }),
    );
    assert_eq!(closed["next"]["outcome"], "approved", "{closed:#}");
}

/// A branch that was squashed and deleted: what could be meant is named, with the call that says so.
#[test]
fn a_branch_that_is_gone_names_what_could_be_meant() {
    if !there("a_branch_that_is_gone_names_what_could_be_meant") {
        return;
    }
    let scene = plan_scene::with_task_one();
    let base = scene.open().resolve("head", "HEAD~1").unwrap();
    scene.branch("work", &head(&scene));
    scene.reset(&base);
    scene.switch("work");
    let desk = Desk::at(scene.root());
    let opened = desk.review(task("1"));
    desk.answer(&opened, blocker("The discount is ignored", "src/cart.js", 6));
    scene.commit("fix(01-01): task 1 discount", &[("src/cart.js", CART_FIXED)]);
    scene.switch("main");
    scene.squash("work", "Cart (#12)");
    run(&scene, &["branch", "-D", "work"]);
    let id = opened["loop_id"].as_str().unwrap();
    let by_subject = desk.refused("review_task", task("1"));
    assert!(by_subject.contains(id) && by_subject.contains("is gone"), "{by_subject}");
    let why = desk.refused("review_task", json!({ "loop_id": id }));
    assert!(why.contains("Cart (#12)"), "{why}");
    let call = why.split_once("Next: call review_task ").unwrap().1;
    let call: Value = serde_json::Deserializer::from_str(call).into_iter().next().unwrap().unwrap();
    let second = desk.review(call);
    assert_eq!((&second["loop_id"], &second["pass"]), (&opened["loop_id"], &json!(2)), "{second:#}");
    assert!(codes(&second).contains(&"branch_followed"), "{second:#}");
    let done = desk.approve(&second);
    assert_eq!((&done["resolved"], &done["next"]["outcome"]), (&json!(["F1"]), &json!("approved")));
    assert_eq!(desk.review(task("1"))["loop_id"], opened["loop_id"], "from here on by its subject");
}

/// A sibling that moves a file of the task takes nothing out of its review, and its later lines are the task's.
#[test]
fn a_file_that_a_sibling_moved_is_followed() {
    for protocol in ["megazord", "countersign"] {
        let scene = Scene::new();
        scene.commit(
            "docs: plan",
            &[(PLAN, &plan_scene::plan()), ("src/cart.js", LINES), ("src/other.js", "o\n")],
        );
        let own = with("5", "five");
        if protocol == "megazord" {
            scene.commit(FIRST, &[("src/cart.js", &own)]);
        } else {
            scene.write("src/cart.js", &own);
        }
        let desk = Desk::at(scene.root());
        let opened = desk.review(json!({ "plan": PLAN, "task": "1", "protocol": protocol }));
        if protocol == "countersign" {
            scene.commit(FIRST, &[("src/cart.js", &own)]);
        }
        desk.answer(&opened, blocker("Wrong", "src/cart.js", 5));
        let moved = [Edit::Remove("src/cart.js"), Edit::Write("src/lib/cart.js", own.as_bytes())];
        scene.edit("refactor(01-01): task 2 move", &moved);
        scene.commit("fix: five in its new place", &[("src/lib/cart.js", &with("5", "5.0"))]);
        let status = desk.ok("loop_status", json!({ "loop_id": opened["loop_id"] }));
        if protocol == "countersign" {
            desk.ok(
                "respond_findings",
                json!({ "loop_id": opened["loop_id"], "turn": status["next"]["turn"],
                        "responses": [{ "finding_id": "F1", "response": "fixed", "details": "src/lib/cart.js:5" }] }),
            );
        }
        let second = desk.again(&opened);
        assert_eq!(files(&second), ["src/lib/cart.js"], "{protocol}: {second:#}");
        assert!(codes(&second).contains(&"file_moved"), "{protocol}: {second:#}");
        assert_eq!((&second["range"]["insertions"], &second["range"]["deletions"]), (&json!(1), &json!(1)));
        let done = desk.approve(&second);
        assert_eq!(done["resolved"], json!(["F1"]), "{protocol}: {done:#}");
    }
}

/// git pairs what is alike: a file that a sibling takes away is not what the task's new file was before.
#[test]
fn a_siblings_file_beside_is_not_the_tasks_renamed_one() {
    let scene = Scene::new();
    let plan = plan_scene::plan();
    scene.commit("docs: plan", &[(PLAN, &plan), ("src/beside.js", LINES)]);
    scene.commit("feat(01-01): task 1 start", &[("src/cart.js", &with("2", "two"))]);
    scene.edit("refactor(01-01): task 2 drop", &[Edit::Remove("src/beside.js")]);
    scene.commit("fix(01-01): task 1 more", &[("src/cart.js", &with("2", "zwei"))]);
    let desk = Desk::at(scene.root());
    let opened = desk.review(json!({ "plan": PLAN, "task": "1", "protocol": "megazord" }));
    assert_eq!(files(&opened), ["src/cart.js"], "{opened:#}");
    assert_eq!(
        (&opened["range"]["insertions"], &opened["range"]["deletions"]),
        (&json!(20), &json!(0)),
        "{opened:#}"
    );
    assert!(!opened["brief"].as_str().unwrap().contains("rename from"), "{opened:#}");
}

/// A commit that stands where a lost one stood, made in the same second, is not that one amended.
#[test]
fn a_commit_of_the_same_second_is_no_amend() {
    let scene = plan_scene::with_task_one();
    let one = head(&scene);
    let base = scene.open().resolve("head", "HEAD~1").unwrap();
    let desk = Desk::at(scene.root());
    let opened = desk.review(task("1"));
    desk.answer(&opened, blocker("The discount is ignored", "src/cart.js", 6));
    scene.branch("kept", &one);
    scene.reset(&base);
    let authored = scene.open().commit(&one).unwrap().author_time.0;
    let parent = scene.git.head().unwrap().peel_to_commit().unwrap();
    let mut tree = scene.git.treebuilder(Some(&parent.tree().unwrap())).unwrap();
    tree.insert("other.js", scene.git.blob(b"o\n").unwrap(), 0o100_644).unwrap();
    let tree = scene.git.find_tree(tree.write().unwrap()).unwrap();
    let seconds = if authored > 100_000_000_000 { authored / 1000 } else { authored };
    let sign = git2::Signature::new("Scene", "scene@example.invalid", &git2::Time::new(seconds, 0)).unwrap();
    let now = scene.git.commit(None, &sign, &sign, "chore: unrelated", &tree, &[&parent]).unwrap();
    scene.git.reference("refs/heads/main", now, true, "commit: unrelated").unwrap();
    let lost = scene.open().commit(&one).unwrap();
    let found = scene.open().commit(&head(&scene)).unwrap();
    assert_eq!(
        (&lost.parents, lost.author_time),
        (&found.parents, found.author_time),
        "the scene is the case"
    );
    let why = desk.refused("review_task", json!({ "loop_id": opened["loop_id"] }));
    assert!(why.contains("no commit of 01-01 Task 1"), "{why}");
}

/// Both sides of a rebase that stopped are told where the review looks at commits, too.
#[test]
fn an_unsettled_merge_is_told_in_ranges_by_commits() {
    if !there("an_unsettled_merge_is_told_in_ranges_by_commits") {
        return;
    }
    let scene = plan_scene::with_task_one();
    let base = scene.open().resolve("head", "HEAD~1").unwrap();
    scene.branch("theirs", &base);
    let desk = Desk::at(scene.root());
    let opened = desk.review(task("1"));
    scene.switch("theirs");
    scene.commit("feat: theirs", &[("src/cart.js", "export const total = 0;\n")]);
    scene.switch("main");
    assert!(git(scene.root(), &["merge", "-q", "theirs"]).is_none(), "it conflicts");
    let same = desk.again(&opened);
    assert!(codes(&same).contains(&"merge_conflict"), "{same:#}");
    assert!(!is_stale(&desk.approve(&opened)));
}

/// A call is named only where one commit could be meant, and nothing of what a clone or checkout leaves out is guessed.
#[test]
fn named_calls_lead_where_they_say() {
    let scene = Scene::new();
    scene.commit("docs: plan", &[(PLAN, &plan_scene::plan())]);
    scene.commit("chore: base", &[("src/cart.js", LINES), ("src/more.js", "m\n")]);
    scene.commit("feat(01-01): task 2 also here", &[("src/cart.js", &with("5", "five"))]);
    let desk = Desk::at(scene.root());
    let request = json!({ "plan": PLAN, "task": "1", "protocol": "megazord" });
    let why = desk.refused("review_task", request.clone());
    assert!(why.contains("Likeliest commits") && !why.contains("Next: call review_task"), "{why}");
    if !there("named_calls_lead_where_they_say") {
        return;
    }
    // A shallow clone has no beginning.
    let (from, shallow) = (format!("file://{}", scene.root().display()), scene.beside("shallow"));
    run(&scene, &["clone", "-q", "--depth", "1", &from, shallow.to_str().unwrap()]);
    let there = Desk::at(&shallow);
    let why = there.call("review_task", request.clone()).unwrap_err();
    assert!(why.contains("--unshallow") && !why.contains("4b825dc"), "{why}");
    let mut whole = request.clone();
    whole["base"] = json!("4b825dc642cb6eb9a060e54bf8d69288fbee4904");
    let why = there.call("review_task", whole).unwrap_err();
    assert!(why.contains("beginning") && why.contains("--unshallow"), "{why}");
    // A sparse checkout leaves out what is there.
    run(&scene, &["reset", "-q", "--hard"]);
    run(&scene, &["sparse-checkout", "set", "--no-cone", "src"]);
    let why = desk.call("review_task", request).unwrap_err();
    assert!(why.contains("git sparse-checkout add .planning/phases/01-cart"), "{why}");
    assert!(!why.contains("Perhaps") && !why.contains("Next:"), "{why}");
}

/// Reports of several branches that nobody committed lie in one work tree, each under its own name.
#[test]
fn reports_of_several_branches_do_not_overwrite_each_other() {
    let scene = plan_scene::with_task_one();
    let base = scene.open().resolve("head", "HEAD~1").unwrap();
    let desk = Desk::at(scene.root());
    let first = desk.answer(&desk.review(task("1")), blocker("Of main", "src/cart.js", 6));
    let path = first["reports"][0].as_str().unwrap().to_owned();
    let text = std::fs::read_to_string(scene.root().join(&path)).unwrap();
    scene.branch("release", &base);
    scene.git.set_head("refs/heads/release").unwrap();
    scene.git.checkout_head(Some(git2::build::CheckoutBuilder::new().force())).unwrap();
    scene.commit(FIRST, &[("src/cart.js", "export const total = (items) => items.length;\n")]);
    let opened = desk.review(task("1"));
    let other = desk.answer(&opened, blocker("Of release", "src/cart.js", 1));
    let own = other["reports"][0].as_str().unwrap().to_owned();
    assert_ne!(own, path);
    assert!(own.contains("release"), "{own}");
    assert_eq!(std::fs::read_to_string(scene.root().join(&path)).unwrap(), text, "the first is as it was");
    assert!(std::fs::read_to_string(scene.root().join(&own)).unwrap().contains("Of release"));
    // It keeps its name.
    scene.commit("fix(01-01): task 1 again", &[("src/cart.js", CART_FIXED)]);
    let done = desk.approve(&desk.again(&opened));
    assert_eq!(done["reports"][0], own.as_str(), "{done:#}");
}

/// A task that got another number is reviewed under it: by its words, by what its commits said when they were made, and
/// where git keeps no plan by the range that is named.
#[test]
fn a_shifted_task_is_found_and_a_named_range_leads_out() {
    let fresh = "<task type=\"auto\">\n  <name>Task 1: Lay the ground</name>\n  <files>src/ground.js</files>\n  <action>Lay it.</action>\n  <done>It lies</done>\n</task>\n";
    let text = plan_scene::plan().replace("Task 2: Use", "Task 3: Use").replace("Task 1: Sum", "Task 2: Sum");
    let text = text.replace("<tasks>\n", &format!("<tasks>\n{fresh}"));
    for kept in [true, false] {
        let scene = plan_scene::with_task_one();
        let desk = Desk::at(scene.root());
        if !kept {
            // The plan lies about, and git ignores it.
            scene.edit(
                "chore: no plans",
                &[Edit::Remove(PLAN), Edit::Write(".gitignore", b".planning/phases\n")],
            );
            scene.write(PLAN, plan_scene::plan());
        }
        let base = head(&scene);
        scene.commit("feat(01-01): task 1 round it", &[("src/cart.js", plan_scene::CART_FIXED)]);
        let done = head(&scene);
        scene.commit("feat(01-01): task 2 use it", &[("src/checkout.js", "show(total);\n")]);
        if kept {
            scene.edit("docs: a task before", &[Edit::Write(PLAN, text.as_bytes())]);
        } else {
            scene.write(PLAN, &text);
        }
        let what = |answer: &Value| answer["range"]["files"].clone();
        if kept {
            assert_eq!(what(&desk.review(task("3"))), json!(["src/checkout.js"]));
            assert_eq!(what(&desk.review(task("2"))), json!(["src/cart.js"]));
            continue;
        }
        let mut named = task("3");
        named["base"] = json!(done.as_str());
        let opened = desk.review(named);
        assert_eq!(what(&opened), json!(["src/checkout.js"]), "{opened:#}");
        assert!(codes(&opened).contains(&"taken_as_named"), "{opened:#}");
        let mut named = task("2");
        named["base"] = json!(base.as_str());
        named["head"] = json!(done.as_str());
        assert_eq!(what(&desk.review(named)), json!(["src/cart.js"]));
    }
}

/// An approved task under another number has its outcome; what asks for something else is reviewed.
#[test]
fn gate_status_and_review_agree_on_whose_a_receipt_is() {
    let (scene, desk, loops) = approved();
    let text = plan_scene::plan();
    let (first, second) = (text.find("<task ").unwrap(), text.rfind("<task ").unwrap());
    let end = text.find("</tasks>").unwrap();
    let one = text[first..second].replace("Task 1", "Task 2");
    let two = text[second..end].replace("Task 2", "Task 1");
    let swapped = format!("{}{two}{one}{}", &text[..first], &text[end..]);
    scene.commit("docs: swap", &[(PLAN, &swapped)]);
    assert_eq!(closed(scene.root(), None), Vec::<String>::new());
    for (number, was) in [("1", 1), ("2", 0)] {
        let answer = desk.review(task(number));
        assert_eq!(answer["next"]["action"], "proceed", "{answer:#}");
        assert_eq!(answer["loop_id"], loops[was]["loop_id"], "{answer:#}");
        let status = desk.ok("loop_status", task(number));
        assert_eq!(status["loops"][0]["loop_id"], loops[was]["loop_id"], "{status:#}");
        assert_eq!(status["gate"]["open"], true, "{status:#}");
    }
    scene.commit("docs: ask for more", &[(PLAN, &swapped.replace("Import total", "Import total, once,"))]);
    let said = closed(scene.root(), None).join("\n");
    assert!(said.contains("01-01 Task 1 asks for something else now"), "{said}");
    assert!(!said.contains("Task 2"), "{said}");
    let status = desk.ok("loop_status", task("1"));
    assert_eq!(status["gate"]["open"], false, "{status:#}");
    let opened = desk.review(task("1"));
    assert_eq!(opened["next"]["action"], "review", "{opened:#}");
    desk.approve(&opened);
    assert_eq!(closed(scene.root(), None), Vec::<String>::new());
}

#[test]
fn a_renamed_branch_has_its_loops() {
    if !there("a_renamed_branch_has_its_loops") {
        return;
    }
    let (scene, desk, loops) = approved();
    run(&scene, &["branch", "-m", "after"]);
    let status = desk.ok("loop_status", task("1"));
    assert_eq!(status["loops"][0]["loop_id"], loops[0]["loop_id"], "{status:#}");
}

/// Nobody copied the one from the other: there is nothing to copy.
#[test]
fn two_empty_documents_are_two() {
    let scene = Scene::new();
    scene.commit("chore: begin", &[("README.md", "# X\n")]);
    scene.write("specs/login/research.md", "");
    scene.write("specs/pay/research.md", "");
    let desk = Desk::at(scene.root());
    for artifact in ["specs/login/research.md", "specs/pay/research.md"] {
        let opened = desk.review(json!({ "artifact": artifact, "protocol": "ralph" }));
        assert!(opened.to_string().contains("Artifact is empty"), "{opened:#}");
    }
}

/// Files of one content are many; one that stands under its old name no more may be the work under a new one.
#[test]
fn two_files_of_one_content_are_two_works_and_a_file_that_moved_is_one() {
    const TEXT: &str = "from .core import run\n__all__ = [\"run\"]\n";
    let scene = Scene::new();
    scene.commit("chore: start", &[("README.md", "x\n")]);
    for path in ["pkg/a/__init__.py", "pkg/b/__init__.py"] {
        scene.write(path, TEXT);
    }
    let desk = Desk::at(scene.root());
    let change = |id: &str, file: &str| json!({ "id": id, "title": "It exports run", "criteria": "It exports run.", "files": [file] });
    let opened = desk.review(change("A-1", "pkg/a/__init__.py"));
    desk.answer(&opened, blocker("There is no module core", "pkg/a/__init__.py", 1));
    assert_eq!(files(&desk.review(change("B-1", "pkg/b/__init__.py"))), ["pkg/b/__init__.py"]);
    std::fs::rename(scene.root().join("pkg/a"), scene.root().join("pkg/c")).unwrap();
    let why = desk.refused("review_task", change("C-1", "pkg/c/__init__.py"));
    assert!(why.contains("another name for the work"), "{why}");
}

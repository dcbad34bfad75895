//! What people do to commits while a review is open (SPEC 7.1): each move is followed, and said, or refused with
//! what could be meant. Never guessed in silence.

#![allow(clippy::unwrap_used, reason = "tests")]

use serde_json::{Value, json};

use crate::desk::{Desk, blocker, codes, files, is_stale, subjects};
use crate::plan_scene::{self, CART, CART_FIXED, PLAN};
use crate::scene::{Edit, Scene};

const FIRST: &str = "feat(01-01): sum the cart";

fn task() -> Value {
    json!({ "plan": PLAN, "task": "1" })
}

/// The cart's file after twenty lines that are not the task's, so that others can change some of them.
fn long(first: &str, cart: &str) -> String {
    let rest: String = (1..20).map(|n| format!("// line {n}\n")).collect();
    format!("{first}\n{rest}{cart}")
}

/// A plan whose task changes a file that was there before, on `main`; the task is committed.
fn on_long_file() -> Scene {
    let scene = Scene::new();
    let before = long("// cart", "");
    scene.commit("chore: start", &[("src/cart.js", &before), ("src/other.js", "1\n")]);
    let plan = plan_scene::plan();
    scene.commit(
        "docs: plan the cart",
        &[(PLAN, &plan), (".planning/megazord.config.json", "{\"version\": 1}\n")],
    );
    let after = long("// cart", CART);
    scene.commit(FIRST, &[("src/cart.js", &after)]);
    scene
}

fn head(scene: &Scene) -> countersign::domain::ids::Oid {
    scene.open().head().unwrap()
}

#[test]
fn an_amend_with_a_fix_is_followed() {
    let scene = plan_scene::with_task_one();
    let desk = Desk::at(scene.root());
    let opened = desk.review(task());
    let rejected = desk.answer(&opened, blocker("The discount is ignored", "src/cart.js", 6));
    assert_eq!(rejected["next"]["action"], "fix", "{rejected:#}");
    scene.amend(FIRST, &[Edit::Write("src/cart.js", CART_FIXED.as_bytes())]);
    let second = desk.again(&opened);
    assert_eq!(second["pass"], 2);
    assert_eq!(subjects(&second), [FIRST]);
    assert_eq!(second["range"]["base"], opened["range"]["base"]);
    assert!(codes(&second).contains(&"commit_rewritten"), "it is said: {second:#}");
    let done = desk.approve(&second);
    assert_eq!(done["resolved"], json!(["F1"]), "{done:#}");
    assert_eq!(done["next"]["outcome"], "approved");
}

#[test]
fn a_pure_rebase_is_followed_and_its_base_moves_along() {
    let scene = on_long_file();
    let task_commit = head(&scene);
    let desk = Desk::at(scene.root());
    let opened = desk.review(task());
    scene.reset(&scene.open().resolve("head", "HEAD~1").unwrap());
    scene.commit("chore: others", &[("src/other.js", "2\n")]);
    let upstream = head(&scene);
    scene.pick(&task_commit);
    // Nothing of the subject moved: the answer to the brief of before counts.
    let rejected = desk.answer(&opened, blocker("The discount is ignored", "src/cart.js", 26));
    assert!(!is_stale(&rejected), "{rejected:#}");
    let second = desk.again(&opened);
    assert_eq!(second["range"]["base"], upstream.as_str());
    assert_eq!(subjects(&second), [FIRST]);
    assert!(codes(&second).contains(&"base_moved"), "{second:#}");
}

#[test]
fn a_rebase_over_a_change_of_the_same_file_shows_only_the_tasks_lines() {
    let scene = on_long_file();
    let task_commit = head(&scene);
    let desk = Desk::at(scene.root());
    let opened = desk.review(task());
    scene.reset(&scene.open().resolve("head", "HEAD~1").unwrap());
    // Unscoped and in the task's own file: since the loop's base it would be the task's.
    scene.commit("chore: rename the first line", &[("src/cart.js", &long("// the cart", ""))]);
    scene.pick(&task_commit);
    let stale = desk.approve(&opened);
    assert!(is_stale(&stale), "the file holds something else now: {stale:#}");
    let again = desk.again(&opened);
    assert_eq!(again["pass"], 1, "a stale answer uses no pass");
    assert_eq!(subjects(&again), [FIRST]);
    assert_eq!((&again["range"]["insertions"], &again["range"]["deletions"]), (&json!(7), &json!(0)));
    assert!(!again["brief"].as_str().unwrap().contains("+// the cart"), "{again:#}");
    assert_eq!(desk.approve(&again)["next"]["outcome"], "approved");
}

#[test]
fn an_interactive_reorder_is_followed() {
    let scene = plan_scene::with_task_one();
    let base = scene.open().resolve("head", "HEAD~1").unwrap();
    let one = head(&scene);
    let two = scene.commit("feat(01-01): task 2 use it", &[("src/checkout.js", "import './cart.js';\n")]);
    let fix = scene.commit("fix(01-01): task 1 name", &[("src/cart.js", CART_FIXED)]);
    let desk = Desk::at(scene.root());
    let opened = desk.review(task());
    assert_eq!(subjects(&opened), [FIRST, "fix(01-01): task 1 name"]);
    scene.reset(&base);
    for commit in [&two, &one, &fix] {
        scene.pick(commit);
    }
    let done = desk.answer(&opened, blocker("The discount is ignored", "src/cart.js", 6));
    assert!(!is_stale(&done), "{done:#}");
    let second = desk.again(&opened);
    assert_eq!(subjects(&second), [FIRST, "fix(01-01): task 1 name"]);
    assert_eq!(files(&second), ["src/cart.js"]);
}

#[test]
fn a_squash_of_its_own_commits_is_followed() {
    let scene = plan_scene::with_task_one();
    let one = head(&scene);
    scene.commit("fix: honour the discount", &[("src/cart.js", CART_FIXED)]);
    let desk = Desk::at(scene.root());
    let opened = desk.review(task());
    assert_eq!(subjects(&opened), [FIRST, "fix: honour the discount"], "it touches the task's file since");
    scene.reset(&one);
    scene.amend(FIRST, &[Edit::Write("src/cart.js", CART_FIXED.as_bytes())]);
    let rejected = desk.answer(&opened, blocker("A float is no sum of money", "src/cart.js", 6));
    assert!(!is_stale(&rejected), "the content is the same: {rejected:#}");
    let second = desk.again(&opened);
    assert_eq!(subjects(&second), [FIRST]);
    let said = codes(&second);
    assert!(said.contains(&"commit_rewritten") && said.contains(&"commit_gone"), "{second:#}");
}

#[test]
fn a_squash_into_somebody_elses_commit_is_refused_with_candidates() {
    let scene = plan_scene::with_task_one();
    let base = scene.open().resolve("head", "HEAD~1").unwrap();
    let desk = Desk::at(scene.root());
    let opened = desk.review(task());
    scene.reset(&base);
    scene.commit(
        "feat: all of it",
        &[("src/cart.js", CART), ("src/checkout.js", "x\n"), ("src/more.js", "y\n")],
    );
    // It touches the task's file since the base and says nothing else: it is the task's, and what else it
    // changes is shown as outside of it.
    let again = desk.again(&opened);
    assert_eq!(subjects(&again), ["feat: all of it"]);
    assert_eq!(again["range"]["outside"], json!(["src/checkout.js", "src/more.js"]), "{again:#}");
    // Squashed into what says it is another plan's, it is nobody's to guess.
    scene.amend("feat(02-01): all of it", &[]);
    let why = desk.refused("review_task", json!({ "loop_id": opened["loop_id"] }));
    for held in ["no commit of 01-01 Task 1", "feat(02-01): all of it", "abandon"] {
        assert!(why.contains(held), "{held} in {why}");
    }
}

#[test]
fn a_cherry_pick_onto_another_branch_is_another_loop() {
    let scene = plan_scene::with_task_one();
    let base = scene.open().resolve("head", "HEAD~1").unwrap();
    let one = head(&scene);
    let desk = Desk::at(scene.root());
    let opened = desk.review(task());
    scene.branch("release", &base);
    scene.switch("release");
    let why = desk.refused("review_task", task());
    assert!(why.contains("no commit of 01-01 Task 1"), "nothing of it is here yet: {why}");
    scene.commit("chore: release notes", &[("NOTES.md", "1.0\n")]);
    scene.pick(&one);
    let there = desk.review(task());
    assert_ne!(there["loop_id"], opened["loop_id"]);
    assert_eq!(subjects(&there), [FIRST]);
    // The first loop goes on with its own branch, wherever HEAD is.
    assert!(!is_stale(&desk.approve(&opened)));
    assert_eq!(desk.approve(&there)["next"]["outcome"], "approved");
    // Dropped and picked back in one place, it is followed.
    scene.reset(&base);
    scene.pick(&one);
    let same = desk.review(task());
    assert_eq!((&same["loop_id"], &same["next"]["outcome"]), (&there["loop_id"], &json!("approved")));
}

#[test]
fn a_force_push_is_followed_where_the_commits_are_there_and_refused_where_not() {
    let scene = plan_scene::with_task_one();
    let one = head(&scene);
    let desk = Desk::at(scene.root());
    let opened = desk.review(task());
    // The plan's commit, which is the base, was reworded; the task stands on the new one.
    scene.reset(&scene.open().resolve("head", "HEAD~1").unwrap());
    scene.amend("docs: plan the cart, reworded", &[]);
    let base = head(&scene);
    scene.pick(&one);
    let again = desk.again(&opened);
    assert_eq!(again["countersign"], opened["countersign"], "the open pass stays: {again:#}");
    let rejected = desk.answer(&opened, blocker("The discount is ignored", "src/cart.js", 6));
    assert!(!is_stale(&rejected), "{rejected:#}");
    let second = desk.again(&opened);
    assert_eq!(second["range"]["base"], base.as_str());

    // Now the branch is another history altogether.
    scene.git.set_head("refs/heads/elsewhere").unwrap();
    let elsewhere = scene.commit("feat: start over", &[("src/cart.js", "// nothing\n")]);
    scene.switch("main");
    scene.reset(&elsewhere);
    let kept = desk.approve(&second);
    assert!(is_stale(&kept), "the answer is kept and uses no pass: {kept:#}");
    let why = desk.refused("review_task", json!({ "loop_id": opened["loop_id"] }));
    for held in [
        "base",
        "no longer in the history",
        "feat: start over",
        "abandon",
        "with your own reason, decided_by",
    ] {
        assert!(why.contains(held), "{held} in {why}");
    }
    // Giving up is a way out, and the findings go along.
    let status = desk.ok("loop_status", json!({ "loop_id": opened["loop_id"] }));
    let turn = status["next"]["turn"].clone();
    desk.ok(
        "decide",
        json!({ "loop_id": opened["loop_id"], "turn": turn, "choice": "abandon",
                "reason": "the branch was rewritten", "decided_by": "Ada" }),
    );
}

#[test]
fn a_deleted_branch_is_refused_with_where_its_commits_are() {
    let scene = plan_scene::with_task_one();
    let base = scene.open().resolve("head", "HEAD~1").unwrap();
    let one = head(&scene);
    scene.branch("feature", &one);
    scene.branch("kept", &one);
    scene.switch("feature");
    let desk = Desk::at(scene.root());
    let opened = desk.review(task());
    scene.switch("main");
    scene.reset(&base);
    scene.git.find_branch("feature", git2::BranchType::Local).unwrap().delete().unwrap();
    let kept = desk.approve(&opened);
    assert!(is_stale(&kept), "{kept:#}");
    let why = desk.refused("review_task", json!({ "loop_id": opened["loop_id"] }));
    for held in ["branch feature", "is gone", "kept", "abandon"] {
        assert!(why.contains(held), "{held} in {why}");
    }
    // Brought back, the loop goes on, the pass unused.
    scene.branch("feature", &one);
    let again = desk.again(&opened);
    assert_eq!(again["pass"], 1);
    assert_eq!(desk.approve(&again)["next"]["outcome"], "approved");
}

#[test]
fn a_renamed_file_is_followed_in_commits() {
    let scene = plan_scene::with_task_one();
    let desk = Desk::at(scene.root());
    let opened = desk.review(task());
    let rejected = desk.answer(&opened, blocker("The discount is ignored", "src/cart.js", 6));
    assert_eq!(rejected["next"]["action"], "fix");
    // Neither commit carries a scope, and the second touches the new name only.
    scene.edit(
        "refactor: move the cart",
        &[Edit::Remove("src/cart.js"), Edit::Write("src/shop/cart.js", CART.as_bytes())],
    );
    scene.commit("fix: honour the discount", &[("src/shop/cart.js", CART_FIXED)]);
    let second = desk.again(&opened);
    assert_eq!(
        subjects(&second),
        [FIRST, "refactor: move the cart", "fix: honour the discount"],
        "{second:#}"
    );
    assert_eq!(files(&second), ["src/shop/cart.js"]);
    assert!(second["brief"].as_str().unwrap().contains("discount / 100"), "{second:#}");
    let done = desk.approve(&second);
    assert_eq!(done["next"]["outcome"], "approved", "{done:#}");
}

#[test]
fn a_renamed_file_is_followed_in_the_work_tree() {
    let scene = Scene::new();
    scene.commit("chore: start", &[(".planning/config.json", "{}\n"), ("src/cart.js", CART)]);
    let request = json!({ "id": "cart", "title": "Cart", "criteria": "discounts", "files": ["src/cart.js"] });
    std::fs::create_dir(scene.root().join("src/shop")).unwrap();
    std::fs::rename(scene.root().join("src/cart.js"), scene.root().join("src/shop/cart.js")).unwrap();
    scene.write("src/shop/cart.js", CART_FIXED);
    scene.write("src/unrelated.js", "export const nothing = 0;\n");
    let desk = Desk::at(scene.root());
    let opened = desk.review(request);
    assert_eq!(files(&opened), ["src/shop/cart.js"], "{opened:#}");
    assert!(codes(&opened).contains(&"renamed"), "{opened:#}");
    assert_eq!((&opened["range"]["insertions"], &opened["range"]["deletions"]), (&json!(1), &json!(1)));
    assert_eq!(opened["range"].get("untouched"), None, "a renamed file is touched: {opened:#}");
    let done = desk.approve(&opened);
    assert!(!is_stale(&done), "{done:#}");
}

#[test]
fn a_change_of_mode_alone_moves_the_subject() {
    use std::os::unix::fs::PermissionsExt as _;
    let scene = Scene::new();
    scene.commit("chore: start", &[(".planning/config.json", "{}\n"), ("run.sh", "echo\n")]);
    scene.write("run.sh", "echo 2\n");
    let request = json!({ "id": "run", "title": "Run", "criteria": "it runs", "files": ["run.sh"] });
    let desk = Desk::at(scene.root());
    let opened = desk.review(request);
    let mode = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(scene.root().join("run.sh"), mode).unwrap();
    assert!(is_stale(&desk.approve(&opened)), "nobody reviewed that it can be run");
}

#[test]
fn a_mode_given_to_a_file_mends_what_is_said_of_its_mode() {
    use std::os::unix::fs::PermissionsExt as _;
    let scene = Scene::new();
    scene.commit("chore: start", &[(".planning/config.json", "{}\n"), ("run.sh", "echo\n")]);
    scene.write("run.sh", "echo 2\n");
    let request = json!({ "id": "run", "title": "Run", "criteria": "it runs", "files": ["run.sh"],
                          "protocol": "countersign" });
    let desk = Desk::at(scene.root());
    let opened = desk.review(request);
    let rejected = desk.answer(&opened, blocker("The script is not executable", "run.sh", 1));
    let mode = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(scene.root().join("run.sh"), mode).unwrap();
    let responses = json!([{ "finding_id": "F1", "response": "fixed", "details": "done" }]);
    let answered = desk.ok(
        "respond_findings",
        json!({ "loop_id": opened["loop_id"], "turn": rejected["next"]["turn"], "responses": responses }),
    );
    assert_eq!(answered["claims"][0]["evidence"], "region_changed", "{answered:#}");
    let done = desk.approve(&desk.again(&opened));
    assert_eq!((&done["verdict"], &done["resolved"]), (&json!("approved"), &json!(["F1"])), "{done:#}");
}

#[test]
fn line_ends_that_git_converts_are_no_change() {
    let scene = Scene::new();
    scene.commit("chore: start", &[(".planning/config.json", "{}\n"), ("src/cart.js", CART)]);
    scene.git.config().unwrap().set_bool("core.autocrlf", true).unwrap();
    scene.write("src/cart.js", CART_FIXED.replace('\n', "\r\n"));
    let request = json!({ "id": "cart", "title": "Cart", "criteria": "discounts", "files": ["src/cart.js"] });
    let desk = Desk::at(scene.root());
    let opened = desk.review(request);
    assert_eq!((&opened["range"]["insertions"], &opened["range"]["deletions"]), (&json!(1), &json!(1)));
    // Without the setting the bytes are what they are.
    scene.git.config().unwrap().set_bool("core.autocrlf", false).unwrap();
    assert!(is_stale(&desk.approve(&opened)));
}

#[test]
fn a_renumbered_plan_is_refused_while_its_loop_is_open_and_followed_then() {
    let scene = plan_scene::with_task_one();
    let desk = Desk::at(scene.root());
    let opened = desk.review(task());
    let rejected = desk.answer(&opened, blocker("The discount is ignored", "src/cart.js", 6));
    let now = ".planning/phases/01-cart/01-02-PLAN.md";
    let text = plan_scene::plan().replace("plan: 01\n", "plan: 02\n");
    scene.edit("docs: renumber", &[Edit::Remove(PLAN), Edit::Write(now, text.as_bytes())]);
    let request = json!({ "plan": now, "task": "1" });
    let why = desk.refused("review_task", request.clone());
    let id = opened["loop_id"].as_str().unwrap();
    for held in [id, "renumbered", PLAN, "abandon", "with your own reason, decided_by"] {
        assert!(why.contains(held), "{held} in {why}");
    }
    desk.ok(
        "decide",
        json!({ "loop_id": id, "turn": rejected["next"]["turn"], "choice": "abandon",
                "reason": "renumbered", "decided_by": "Ada" }),
    );
    let again = desk.review(request);
    assert_eq!(again["pass"], 2, "passes go on: {again:#}");
    assert_eq!(subjects(&again), [FIRST], "its commits carry the old number");
    assert!(codes(&again).contains(&"renumbered"), "{again:#}");
    assert!(again["brief"].as_str().unwrap().contains("The discount is ignored"), "what is open goes along");
    // A fix under the new number belongs to it as well.
    scene.commit("fix(01-02): task 1 discount", &[("src/cart.js", CART_FIXED)]);
    let stale = desk.approve(&again);
    assert!(is_stale(&stale));
    assert_eq!(subjects(&desk.again(&again)), [FIRST, "fix(01-02): task 1 discount"]);
}

#[test]
fn a_plan_that_was_renamed_and_rewritten_tells_what_it_left_behind() {
    let scene = plan_scene::with_task_one();
    let desk = Desk::at(scene.root());
    let opened = desk.review(task());
    desk.answer(&opened, blocker("The discount is ignored", "src/cart.js", 6));
    let now = ".planning/phases/01-cart/01-02-PLAN.md";
    let text = "---\nphase: 01-cart\nplan: 02\n---\n<tasks>\n<task type=\"auto\">\n<name>Task 1: Rebates</name>\n<files>src/rebate.js</files>\n<action>Write what a rebate is.</action>\n<done>rebates count</done>\n</task>\n</tasks>\n";
    scene.edit("docs: another plan", &[Edit::Remove(PLAN), Edit::Write(now, text.as_bytes())]);
    scene.commit("feat(01-02): task 1 rebates", &[("src/rebate.js", "export const rebate = 1;\n")]);
    let anew = desk.review(json!({ "plan": now, "task": "1" }));
    let told = anew["remarks"].as_array().unwrap().iter().find(|r| r["code"] == "left_behind");
    let told = told.unwrap_or_else(|| panic!("{anew:#}"))["message"].as_str().unwrap();
    let id = opened["loop_id"].as_str().unwrap();
    assert!(told.contains(id) && told.contains(PLAN) && told.contains("abandon"), "{told}");
    // Beside a plan that is there nothing is told.
    let scene = plan_scene::with_task_one();
    let desk = Desk::at(scene.root());
    desk.review(task());
    scene.commit("docs: one more", &[(now, text)]);
    scene.commit("feat(01-02): task 1 rebates", &[("src/rebate.js", "export const rebate = 1;\n")]);
    assert!(!codes(&desk.review(json!({ "plan": now, "task": "1" }))).contains(&"left_behind"));
}

#[test]
fn stale_answers_use_no_pass_and_three_in_a_row_ask_the_user() {
    let scene = plan_scene::with_task_one();
    let desk = Desk::at(scene.root());
    let mut opened = desk.review(task());
    for n in 1..=3 {
        scene.amend(FIRST, &[Edit::Write("src/cart.js", format!("// {n}\n{CART}").as_bytes())]);
        let stale = desk.approve(&opened);
        assert!(is_stale(&stale), "{stale:#}");
        if n < 3 {
            assert_eq!(
                (&stale["next"]["action"], &stale["next"]["reason"]),
                (&json!("review"), &json!("stale"))
            );
            opened = desk.again(&opened);
            assert_eq!(opened["pass"], 1);
        } else {
            assert_eq!(stale["next"]["action"], "ask_user", "{stale:#}");
        }
    }
    let timeline = desk.ok("loop_status", json!({ "loop_id": opened["loop_id"] }));
    assert_eq!(timeline["next"]["action"], "ask_user");
}

#[test]
fn a_task_without_a_number_is_found_by_its_files_since_its_plan() {
    let scene = Scene::new();
    let plan = "docs/PLAN.md";
    let text =
        "# Plan\n\n### Task 1: Sum the cart\n**Files:** src/cart.js\n**Acceptance criteria:**\n- it sums\n";
    scene.commit("chore: start", &[("src/cart.js", "// cart\n")]);
    scene.commit("docs: plan", &[(plan, text)]);
    scene.commit("feat: sum", &[("src/cart.js", CART)]);
    scene.commit("feat: something else", &[("src/else.js", "1\n")]);
    let desk = Desk::at(scene.root());
    let opened = desk.review(json!({ "plan": plan, "task": "1" }));
    assert_eq!(subjects(&opened), ["feat: sum"], "{opened:#}");
    assert!(codes(&opened).contains(&"found_by_files"), "{opened:#}");
    assert!(!is_stale(&desk.approve(&opened)));
}

#[test]
fn a_refusal_says_what_is_there() {
    let scene = plan_scene::with_task_one();
    scene.amend("sum the cart", &[]);
    let desk = Desk::at(scene.root());
    let why = desk.refused("review_task", task());
    for held in
        ["none carries the scope (01-01)", "1 touch src/cart.js without it", "sum the cart", "\"base\":"]
    {
        assert!(why.contains(held), "{held} in {why}");
    }
    let why = desk.refused("review_task", json!({ "plan": PLAN, "task": "2" }));
    assert!(why.contains("none touches src/checkout.js"), "{why}");
    // The call that the refusal gives works.
    let base = scene.open().resolve("base", "HEAD~1").unwrap();
    let opened = desk.review(json!({ "plan": PLAN, "task": "1", "base": base.as_str() }));
    assert_eq!(subjects(&opened), ["sum the cart"]);
}

/// A base that moves with the main branch, and commits that were rewritten, are said as in any other range.
#[test]
fn a_merge_base_that_moves_is_said() {
    let scene = plan_scene::with_task_one();
    let base = scene.open().head().unwrap();
    scene.branch("work", &base);
    scene.switch("work");
    scene.commit("feat: SHOW-2 show it", &[("src/checkout.js", "total();\n")]);
    let desk = Desk::at(scene.root());
    let request = json!({ "id": "SHOW-2", "title": "Show", "criteria": "It shows.", "protocol": "bazinga" });
    let opened = desk.review(request);
    let asked = desk.answer(&opened, blocker("It shows nothing", "src/checkout.js", 1));
    scene.amend("feat: SHOW-2 show it", &[Edit::Write("src/checkout.js", b"show(total());\n")]);
    scene.switch("main");
    scene.commit("feat: else", &[("src/else.js", "e\n")]);
    scene.switch("work");
    let merged = scene.merge("main", "Merge branch 'main'");
    scene.reset(&merged);
    let status = desk.ok("loop_status", json!({ "loop_id": opened["loop_id"] }));
    desk.ok(
        "respond_findings",
        json!({ "loop_id": opened["loop_id"], "turn": status["next"]["turn"],
                "responses": [{ "finding_id": asked["blocking"][0], "response": "fixed", "details": "shown" }] }),
    );
    let again = desk.again(&opened);
    let codes = codes(&again);
    assert!(codes.contains(&"base_moved") && codes.contains(&"commit_rewritten"), "{again:#}");
    assert_eq!(files(&again), ["src/checkout.js"]);
}

/// A range narrowed to a file goes on with it under its new name.
#[test]
fn a_narrowed_file_that_is_renamed_is_followed() {
    let scene = plan_scene::with_task_one();
    let base = scene.open().head().unwrap();
    scene.commit(
        "feat(01-01): task 2 show",
        &[("src/checkout.js", "total();\nshow();\n"), ("src/b.js", "b\n")],
    );
    let desk = Desk::at(scene.root());
    let request = json!({ "id": "SHOW-2", "title": "Show", "criteria": "It shows.", "protocol": "megazord",
                "base": base.as_str(), "files": ["src/checkout.js"], "on_demand": true });
    let opened = desk.review(request);
    assert_eq!(files(&opened), ["src/checkout.js"], "{opened:#}");
    desk.answer(&opened, blocker("It shows nothing", "src/checkout.js", 1));
    scene.edit(
        "fix: SHOW-2 its place",
        &[Edit::Remove("src/checkout.js"), Edit::Write("src/shop/show.js", b"total();\nshow();\n")],
    );
    scene.commit("fix: SHOW-2 more", &[("src/shop/show.js", "total();\nshow(1);\n"), ("src/b.js", "c\n")]);
    let again = desk.again(&opened);
    assert_eq!(files(&again), ["src/shop/show.js"], "{again:#}");
    assert!(again["brief"].as_str().unwrap().contains("show(1)"));
}

/// What a merge wrote itself stands in no commit of the range.
#[test]
fn a_merge_that_wrote_something_itself_is_said_at_the_review() {
    let scene = plan_scene::with_task_one();
    let base = scene.open().head().unwrap();
    scene.branch("side", &base);
    scene.commit("feat(01-01): task 2 show", &[("src/checkout.js", "total();\n")]);
    scene.switch("side");
    scene.commit("feat: aside", &[("src/checkout.js", "aside();\n")]);
    scene.switch("main");
    scene.merge_settled(
        "side",
        "Merge branch 'side'",
        &[("src/checkout.js", "total();\naside();\nevil();\n")],
    );
    let desk = Desk::at(scene.root());
    let opened = desk.review(json!({ "plan": PLAN, "task": "2" }));
    assert!(codes(&opened).contains(&"merge_by_hand"), "{opened:#}");
    let said = opened["remarks"].to_string();
    assert!(said.contains("wrote src/checkout.js itself, which the diff of the range shows"), "{said}");
}

/// The same in every place that a change may lie in (SPEC 7.1): commits since a base, a branch, the work tree, and a
/// merge that is not committed yet.
#[test]
fn what_a_merge_wrote_itself_is_said_in_every_range() {
    let settled = "total();\naside();\nevil();\n";
    for (range, protocol) in [
        ("base", "countersign"),
        ("branch", "bazinga"),
        ("work tree", "countersign"),
        ("uncommitted", "countersign"),
    ] {
        let scene = Scene::new();
        scene.commit("chore: start", &[("src/checkout.js", "start();\n"), ("src/b.js", "b\n")]);
        let base = head(&scene);
        scene.branch("work", &base);
        scene.commit("feat: aside", &[("src/checkout.js", "aside();\n")]);
        scene.switch("work");
        scene.commit("feat: SHOW-1 show", &[("src/checkout.js", "total();\n")]);
        if range == "uncommitted" {
            if crate::git_cli::git(scene.root(), &["--version"]).is_none() {
                continue;
            }
            assert_eq!(crate::git_cli::git(scene.root(), &["merge", "main"]), None, "it conflicts");
            scene.write("src/checkout.js", settled);
        } else {
            scene.merge_settled("main", "Merge branch 'main'", &[("src/checkout.js", settled)]);
        }
        if range == "work tree" {
            scene.write("src/checkout.js", format!("{settled}more();\n"));
        }
        let mut request =
            json!({ "id": "SHOW-1", "title": "Show", "criteria": "It shows.", "protocol": protocol });
        if range != "branch" {
            request["files"] = json!(["src/checkout.js"]);
        }
        if range == "base" {
            request["base"] = json!(base.as_str());
        }
        let opened = Desk::at(scene.root()).review(request);
        assert!(codes(&opened).contains(&"merge_by_hand"), "{range}: {opened:#}");
        let said = opened["remarks"].to_string();
        assert!(
            said.contains("wrote src/checkout.js itself, which the diff of the range shows"),
            "{range}: {said}"
        );
        if range == "uncommitted" {
            assert!(said.contains("which is not committed yet"), "{said}");
        }
    }
}

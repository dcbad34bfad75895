//! Whose commits and files are under review: fixes that add files, what merges and pulls bring, what a commit changes
//! outside its task's list, and what is listed as seen by nobody.

#![allow(clippy::unwrap_used, clippy::needless_pass_by_value, reason = "tests")]

use countersign::app::App;
use countersign::app::requests::Gate;
use serde_json::{Value, json};

use crate::desk::{Desk, blocker, codes, files, is_stale, subjects};
use crate::plan_scene::{self, PLAN};
use crate::scene::Scene;

const LINES: &str = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n16\n17\n18\n19\n20\n";

fn with(from: &str, to: &str) -> String {
    LINES.replace(&format!("\n{from}\n"), &format!("\n{to}\n"))
}

fn change(id: &str) -> Value {
    json!({ "id": id, "title": "Sum", "criteria": "It sums." })
}

fn since(id: &str, base: &str, protocol: &str) -> Value {
    let mut request = change(id);
    request["base"] = json!(base);
    request["protocol"] = json!(protocol);
    request
}

fn task(number: &str) -> Value {
    json!({ "plan": PLAN, "task": number, "protocol": "countersign" })
}

fn unreviewed(answer: &Value) -> Vec<&str> {
    let listed = answer["range"]["unreviewed_commits"].as_array();
    listed.into_iter().flatten().filter_map(|c| c["subject"].as_str()).collect()
}

fn gate_is_open(scene: &Scene) -> (bool, String) {
    let gate = App::new(scene.root()).gate(&Gate::default()).unwrap();
    (gate.open, format!("{:?}", gate.reasons))
}

fn fixed(desk: &Desk, answered: &Value, opened: &Value, details: &str) -> Value {
    desk.ok(
        "respond_findings",
        json!({
            "loop_id": opened["loop_id"], "turn": answered["next"]["turn"],
            "responses": [{ "finding_id": answered["blocking"][0], "response": "fixed", "details": details }],
        }),
    )
}

/// A fix may be a new file in a commit of its own: it is part of what was named by a base up to now.
#[test]
fn a_fix_in_a_new_file_is_in_the_next_pass() {
    for protocol in ["countersign", "bazinga"] {
        let scene = Scene::new();
        let base = scene.commit("chore: start", &[("src/a.rs", LINES)]);
        scene.commit("feat: totals", &[("src/a.rs", &with("5", "five"))]);
        let desk = Desk::at(scene.root());
        let opened = desk.review(since("X-9", base.as_str(), protocol));
        let blocked = desk.answer(&opened, blocker("No test", "src/a.rs", 5));
        scene.commit("feat(02-01): task 1 elsewhere", &[("src/b.rs", "b\n")]);
        scene.commit("feat: X-8 elsewhere", &[("src/c.rs", "c\n")]);
        scene.commit("test: cover totals", &[("tests/t.rs", "t\n")]);
        let answer = fixed(&desk, &blocked, &opened, "tests/t.rs holds the test now");
        assert_eq!(answer["claims"][0]["evidence"], "touched_elsewhere", "{answer:#}");
        let again = desk.again(&opened);
        assert_eq!(files(&again), ["src/a.rs", "tests/t.rs"], "{protocol}: {again:#}");
        assert_eq!(subjects(&again), ["feat: totals", "test: cover totals"], "{protocol}");
        assert!(codes(&again).contains(&"taken_along"), "{protocol}: {again:#}");
        assert!(!codes(&again).contains(&"unchanged_subject"));
        assert!(again["brief"].as_str().unwrap().contains("tests/t.rs"));
        assert_eq!(desk.approve(&again)["verdict"], "approved");
    }
}

/// So it is where everything that differs in the work tree was taken.
#[test]
fn a_fix_in_a_new_file_is_in_the_next_pass_of_the_work_tree() {
    let scene = Scene::new();
    scene.commit("chore: start", &[("src/a.rs", LINES)]);
    scene.write("src/a.rs", with("5", "five"));
    let desk = Desk::at(scene.root());
    let opened = desk.review(change("CART-1"));
    let blocked = desk.answer(&opened, blocker("No test", "src/a.rs", 5));
    scene.commit("feat: CART-1 totals", &[("src/a.rs", &with("5", "five"))]);
    scene.commit("test: cover totals", &[("tests/t.rs", "t\n")]);
    fixed(&desk, &blocked, &opened, "tests/t.rs");
    let again = desk.again(&opened);
    assert_eq!(files(&again), ["src/a.rs", "tests/t.rs"], "{again:#}");
    assert_eq!(desk.approve(&again)["verdict"], "approved");
}

/// A task without the scope in its messages is told by its files; a fix that names another file names it as its own.
#[test]
fn a_file_that_a_response_names_is_the_subjects() {
    let scene = plan_scene::with_task_one();
    let desk = Desk::at(scene.root());
    let opened = desk.review(json!({ "plan": PLAN, "task": "1" }));
    let blocked = desk.answer(&opened, blocker("No test", "src/cart.js", 3));
    scene.commit("chore: tidy", &[("README.md", "# Cart\n")]);
    scene.commit("test: cover the discount", &[("test/cart.test.js", "t();\n")]);
    fixed(&desk, &blocked, &opened, "The test is in test/cart.test.js.");
    let again = desk.again(&opened);
    assert_eq!(files(&again), ["src/cart.js", "test/cart.test.js"], "{again:#}");
    assert_eq!(unreviewed(&again), ["chore: tidy"]);
}

/// While an answer is awaited others commit: that moves nothing, and it is listed.
#[test]
fn what_others_commit_meanwhile_is_listed_and_moves_nothing() {
    let scene = Scene::new();
    let base = scene.commit("chore: start", &[("src/a.rs", LINES)]);
    scene.commit("feat: totals", &[("src/a.rs", &with("5", "five"))]);
    let desk = Desk::at(scene.root());
    let opened = desk.review(since("X-9", base.as_str(), "countersign"));
    let theirs = scene.commit("feat: elsewhere", &[("src/b.rs", "b\n")]);
    let same = desk.again(&opened);
    assert_eq!(same["countersign"], opened["countersign"]);
    assert_eq!(unreviewed(&same), ["feat: elsewhere"], "{same:#}");
    let blocked = desk.answer(&opened, blocker("Wrong", "src/a.rs", 5));
    assert!(!is_stale(&blocked), "{blocked:#}");
    // Another change took that commit: it stays out, and is no longer listed.
    let before = scene.open().commit(&theirs).unwrap().parents[0].clone();
    desk.approve(&desk.review(since("Y-1", before.as_str(), "countersign")));
    scene.commit("fix: five", &[("src/a.rs", &with("5", "5.0"))]);
    fixed(&desk, &blocked, &opened, "src/a.rs");
    let again = desk.again(&opened);
    assert_eq!(files(&again), ["src/a.rs"], "{again:#}");
    assert!(unreviewed(&again).is_empty(), "{again:#}");
}

/// A range named by its base once more goes up to now; the same head names the same change.
#[test]
fn what_is_named_of_an_approved_change_is_looked_at() {
    let scene = Scene::new();
    let base = scene.commit("chore: start", &[("src/a.rs", LINES)]);
    let head = scene.commit("feat: totals", &[("src/a.rs", &with("5", "five"))]);
    let desk = Desk::at(scene.root());
    let request = since("X-9", base.as_str(), "countersign");
    let opened = desk.review(request.clone());
    desk.approve(&opened);
    assert_eq!(desk.review(request.clone())["next"]["outcome"], "approved");
    scene.commit("test: cover totals", &[("tests/t.rs", "t\n")]);
    let mut to_head = request.clone();
    to_head["head"] = json!(head.as_str());
    assert_eq!(desk.review(to_head)["next"]["outcome"], "approved", "up to what was reviewed");
    let anew = desk.review(request);
    assert_eq!(files(&anew), ["src/a.rs", "tests/t.rs"], "{anew:#}");
}

#[test]
fn a_head_on_an_approved_task_is_no_new_review() {
    let scene = plan_scene::with_task_one();
    let head = scene.open().head().unwrap();
    scene.commit("feat(01-01): task 1 more", &[("src/cart.js", plan_scene::CART_FIXED)]);
    let desk = Desk::at(scene.root());
    let request = json!({ "plan": PLAN, "task": "1", "head": head.as_str() });
    let opened = desk.review(request.clone());
    desk.approve(&opened);
    let again = desk.review(request.clone());
    assert_eq!(again["next"]["outcome"], "approved", "{again:#}");
    assert_eq!(again["loop_id"], opened["loop_id"]);
    let whole = desk.review(json!({ "plan": PLAN, "task": "1" }));
    assert_eq!(subjects(&whole).len(), 2, "{whole:#}");
    desk.approve(&whole);
    assert_eq!(desk.review(request)["next"]["outcome"], "approved", "what holds more holds it as well");
}

fn merged() -> (Scene, String) {
    let scene = plan_scene::with_task_one();
    let own = scene.open().head().unwrap();
    let base = scene.open().commit(&own).unwrap().parents[0].clone();
    scene.branch("feature", &own);
    scene.reset(&base);
    scene.commit("fix: other team", &[("src/shop.js", "theirs();\n"), ("src/cart.js.map", "m\n")]);
    (scene, base.as_str().to_owned())
}

/// What the main branch brings is others', whatever files it touches; a scope says otherwise.
#[test]
fn a_merge_of_the_main_branch_makes_nothing_the_tasks() {
    for meanwhile in [false, true] {
        let scene = Scene::new();
        let plan = plan_scene::plan().replace("<files>src/cart.js</files>", "<files>src</files>");
        let config =
            (".planning/megazord.config.json", "{\"version\": 1, \"quality\": {\"review\": \"auto\"}}\n");
        let base = scene.commit("docs: plan", &[(PLAN, &plan), config, ("src/a.js", LINES)]);
        scene.branch("feature", &base);
        scene.commit("feat(01-01): task 1 on main", &[("src/b.js", "b\n")]);
        scene.commit("fix: other team", &[("src/a.js", &with("15", "theirs"))]);
        scene.switch("feature");
        scene.commit("feat(01-01): task 1 sum", &[("src/a.js", &with("3", "own"))]);
        let desk = Desk::at(scene.root());
        let request = json!({ "plan": PLAN, "task": "1" });
        let opened = meanwhile.then(|| desk.review(request.clone()));
        scene.reset(&scene.merge("main", "Merge branch 'main' into feature"));
        let opened = match opened {
            Some(opened) => desk.again(&opened),
            None => desk.review(request),
        };
        assert_eq!(
            subjects(&opened),
            ["feat(01-01): task 1 on main", "feat(01-01): task 1 sum"],
            "{meanwhile}: {opened:#}"
        );
        let said = opened["remarks"].to_string();
        assert!(said.contains("fix: other team") && said.contains("came in from another branch"), "{said}");
    }
}

/// Nor of a change that is named by its base.
#[test]
fn a_merge_of_the_main_branch_is_left_out_of_a_named_range() {
    let (scene, base) = merged();
    scene.switch("feature");
    scene.reset(&scene.merge("main", "join"));
    let desk = Desk::at(scene.root());
    let opened = desk.review(since("X-9", &base, "countersign"));
    assert_eq!(subjects(&opened), ["feat(01-01): sum the cart"], "{opened:#}");
    assert_eq!(files(&opened), ["src/cart.js"]);
    assert!(codes(&opened).contains(&"left_out"), "{opened:#}");
    let blocked = desk.answer(&opened, blocker("Wrong", "src/cart.js", 3));
    assert!(!is_stale(&blocked));
    scene.commit("fix: it", &[("src/cart.js", plan_scene::CART_FIXED)]);
    fixed(&desk, &blocked, &opened, "src/cart.js");
    let again = desk.again(&opened);
    assert_eq!(files(&again), ["src/cart.js"], "{again:#}");
}

/// Merged the other way round, the main branch's own commits stand beside the task's.
#[test]
fn a_hotfix_beside_a_merged_task_is_not_the_tasks() {
    let scene = plan_scene::with_task_one();
    let own = scene.open().head().unwrap();
    let base = scene.open().commit(&own).unwrap().parents[0].clone();
    scene.branch("task", &own);
    scene.reset(&base);
    scene.commit("fix: hot", &[("src/cart.js", "theirs\n")]);
    scene.merge_settled("task", "Merge task", &[("src/cart.js", "both\n")]);
    let opened = Desk::at(scene.root()).review(json!({ "plan": PLAN, "task": "1" }));
    assert_eq!(subjects(&opened), ["feat(01-01): sum the cart"], "{opened:#}");
    assert!(codes(&opened).contains(&"left_out"), "{opened:#}");
}

/// A pull that puts others' commits under work that is not committed moves the base along.
#[test]
fn what_is_pulled_under_uncommitted_work_is_not_reviewed() {
    if !crate::git_cli::there("what_is_pulled_under_uncommitted_work_is_not_reviewed") {
        return;
    }
    let scene = Scene::new();
    scene.commit("chore: start", &[("src/a.rs", LINES)]);
    let other = scene.beside("other");
    let (here, there) = (scene.root().to_str().unwrap(), other.to_str().unwrap());
    let git = |folder: &str, arguments: &[&str]| {
        crate::git_cli::git(std::path::Path::new(folder), arguments)
            .unwrap_or_else(|| panic!("{arguments:?}"))
    };
    git(here, &["clone", "-q", here, there]);
    std::fs::write(other.join("src/a.rs"), with("15", "theirs")).unwrap();
    git(there, &["commit", "-qam", "fix: theirs"]);
    git(here, &["remote", "add", "origin", there]);
    git(here, &["fetch", "-q", "origin"]);
    git(here, &["branch", "-q", "-u", "origin/main"]);
    scene.write("src/a.rs", with("3", "own"));
    let desk = Desk::at(scene.root());
    let mut request = change("CART-1");
    request["files"] = json!(["src/a.rs"]);
    let opened = desk.review(request);
    git(here, &["pull", "-q", "--rebase", "--autostash"]);
    let again = desk.again(&opened);
    let head = scene.open().head().unwrap();
    assert_eq!(again["range"]["base"], head.as_str(), "{again:#}");
    assert!(codes(&again).contains(&"base_moved"), "{again:#}");
    assert!(!again["brief"].as_str().unwrap().contains("+theirs"));
    assert_eq!(desk.approve(&again)["verdict"], "approved");
}

/// A commit of the task is reviewed whole, also where the rest of the task is not committed.
#[test]
fn files_outside_the_list_are_reviewed_with_what_is_not_committed() {
    let scene = plan_scene::with_task_one();
    scene.commit(
        "feat(01-01): task 1 more",
        &[("src/cart.js", &format!("{}// more\n", plan_scene::CART)), ("src/extra.js", "backdoor();\n")],
    );
    scene.write("src/cart.js", plan_scene::CART_FIXED);
    let desk = Desk::at(scene.root());
    let opened = desk.review(task("1"));
    assert_eq!(files(&opened), ["src/cart.js", "src/extra.js"], "{opened:#}");
    assert_eq!(opened["range"]["outside"], json!(["src/extra.js"]));
    assert!(opened["brief"].as_str().unwrap().contains("backdoor"));
    let blocked = desk.answer(&opened, blocker("Wrong", "src/cart.js", 3));
    scene.commit(
        "fix(01-01): task 1",
        &[("src/cart.js", plan_scene::CART_FIXED), ("src/second.js", "door();\n")],
    );
    fixed(&desk, &blocked, &opened, "src/second.js");
    let again = desk.again(&opened);
    assert_eq!(files(&again), ["src/cart.js", "src/extra.js", "src/second.js"], "{again:#}");
    desk.approve(&again);
}

/// Half of a file's change committed, half not: committing the rest as it was reviewed needs no review.
#[test]
fn the_rest_committed_as_reviewed_keeps_the_approval() {
    for amend in [false, true] {
        let scene = Scene::new();
        scene.commit("chore: start", &[("src/a.rs", LINES)]);
        scene.commit("feat: CART-1 half", &[("src/a.rs", &with("3", "own"))]);
        let whole = with("3", "own").replace("\n15\n", "\nown as well\n");
        scene.write("src/a.rs", &whole);
        let desk = Desk::at(scene.root());
        let opened = desk.review(change("CART-1"));
        assert_eq!(subjects(&opened), ["feat: CART-1 half"], "{opened:#}");
        desk.approve(&opened);
        if amend {
            let edit = crate::scene::Edit::Write("src/a.rs", whole.as_bytes());
            scene.amend("feat: CART-1 half", &[edit]);
        } else {
            scene.commit("feat: CART-1 rest", &[("src/a.rs", &whole)]);
        }
        let status = desk.ok("loop_status", json!({ "loop_id": opened["loop_id"] }));
        assert!(!status["gate"].to_string().contains("src/a.rs"), "{amend}: {status:#}");
        let (open, why) = gate_is_open(&scene);
        assert!(open || !why.contains("CART-1"), "{amend}: {why}");
        scene.commit("feat: CART-1 too much", &[("src/a.rs", &format!("{whole}more\n"))]);
        let (open, why) = gate_is_open(&scene);
        assert!(!open && why.contains("CART-1"), "{amend}: {why}");
    }
}

/// What nobody reviewed is listed, in every kind of range, from the beginning of the phase on, and only that.
#[test]
fn commits_that_nobody_covers_are_listed_in_every_range() {
    let scene = plan_scene::with_task_one();
    scene.commit("feat(01-01): task 2 use it", &[("src/checkout.js", "c\n")]);
    scene.commit("fix: hot", &[("src/hot.js", "h\n")]);
    let desk = Desk::at(scene.root());
    let two = desk.review(json!({ "plan": PLAN, "task": "2" }));
    assert_eq!(unreviewed(&two), ["fix: hot", "feat(01-01): sum the cart"], "the newest first: {two:#}");
    desk.approve(&two);
    scene.write("src/cart.js", plan_scene::CART_FIXED);
    let one = desk.review(task("1"));
    assert_eq!(unreviewed(&one), ["fix: hot"], "{one:#}");
    let blocked = desk.answer(&one, blocker("Wrong", "src/cart.js", 3));
    scene.commit("fix(01-01): task 1", &[("src/cart.js", &format!("{}// more\n", plan_scene::CART_FIXED))]);
    fixed(&desk, &blocked, &one, "src/cart.js");
    let again = desk.again(&one);
    assert_eq!(unreviewed(&again), ["fix: hot"], "{again:#}");
    desk.approve(&again);
    // A range that is named tells of the phase as well.
    let base = scene.open().head().unwrap();
    scene.commit("feat(01-01): task 2 more", &[("src/checkout.js", "c\nd\n")]);
    let named = desk.review(json!({ "plan": PLAN, "task": "2", "base": base.as_str() }));
    assert_eq!(unreviewed(&named), ["fix: hot"], "{named:#}");
}

/// Who commits everything at hand takes the reports of every project along.
#[test]
fn reports_make_no_commit_another_projects() {
    let name = ".planning/phases/01-cart/01-01-PLAN.md";
    let scene = Scene::new();
    let plan = |files: &str| plan_scene::plan().replace("src/cart.js", files);
    let config = "{\"version\": 1, \"quality\": {\"review\": \"auto\"}}\n";
    scene.commit(
        "docs: plan both",
        &[
            (&format!("app/{name}"), &plan("app/a.js")),
            (&format!("shop/{name}"), &plan("shop/a.js")),
            ("app/.planning/megazord.config.json", config),
            ("shop/.planning/megazord.config.json", config),
        ],
    );
    scene.commit("feat(01-01): task 1 app", &[("app/a.js", "a\n")]);
    scene.commit("feat(01-01): task 1 shop", &[("shop/a.js", "s\n")]);
    let desk = Desk::at(scene.root());
    let of = |project: &str| json!({ "plan": format!("{project}/{name}"), "task": "1" });
    for project in ["app", "shop"] {
        desk.approve(&desk.review(of(project)));
    }
    let report = |project: &str| format!("{project}/.planning/phases/01-cart/01-01-REVIEW-T1.md");
    let read = |path: &str| std::fs::read_to_string(scene.root().join(path)).unwrap();
    let (app, shop) = (report("app"), report("shop"));
    scene.commit(
        "fix(01-01): task 1 app again",
        &[("app/a.js", "b\n"), (&app, &read(&app)), (&shop, &read(&shop))],
    );
    let other = desk.review(of("shop"));
    assert_eq!(other["next"]["outcome"], "approved", "{other:#}");
    assert_eq!(subjects(&desk.review(of("app"))).len(), 2);
}

/// What is not committed is not looked at where commits are, and that is said.
#[test]
fn uncommitted_work_beside_reviewed_commits_is_said() {
    let scene = plan_scene::with_task_one();
    scene.write("src/cart.js", plan_scene::CART_FIXED);
    let desk = Desk::at(scene.root());
    let opened = desk.review(json!({ "plan": PLAN, "task": "1" }));
    assert!(codes(&opened).contains(&"uncommitted"), "{opened:#}");
    desk.answer(&opened, blocker("Wrong", "src/cart.js", 3));
    assert!(codes(&desk.again(&opened)).contains(&"uncommitted"));
    scene.commit("fix(01-01): task 1", &[("src/cart.js", plan_scene::CART_FIXED)]);
    assert!(!codes(&desk.again(&opened)).contains(&"uncommitted"));
}

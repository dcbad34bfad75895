//! A branch made in the middle of a loop: the loop goes on under it, with its counters, or says why not (SPEC 6.2, 6.7).

#![allow(clippy::unwrap_used, reason = "tests")]

use serde_json::{Value, json};

use crate::desk::{Desk, blocker, codes, is_stale};
use crate::plan_scene::{self, CART_FIXED, PLAN};
use crate::scene::Scene;

const FIRST: &str = "feat(01-01): sum the cart";

fn task() -> Value {
    json!({ "plan": PLAN, "task": "1" })
}

fn head(scene: &Scene) -> countersign::domain::ids::Oid {
    scene.open().head().unwrap()
}

/// A loop on `main` whose first pass asked for changes.
fn rejected(scene: &Scene) -> (Desk, Value) {
    let desk = Desk::at(scene.root());
    let opened = desk.review(task());
    let judged = desk.answer(&opened, blocker("The discount is ignored", "src/cart.js", 6));
    assert_eq!(judged["next"]["action"], "fix", "{judged:#}");
    (desk, opened)
}

#[test]
fn a_branch_made_in_the_middle_takes_the_loop_along() {
    let scene = plan_scene::with_task_one();
    let (desk, opened) = rejected(&scene);
    scene.branch("fixes", &head(&scene));
    scene.switch("fixes");
    scene.commit("fix(01-01): honour the discount", &[("src/cart.js", CART_FIXED)]);
    // The fixer's word is held against what is here.
    let status = desk.ok("loop_status", json!({ "loop_id": opened["loop_id"] }));
    let answered = desk.ok(
        "respond_findings",
        json!({ "loop_id": opened["loop_id"], "turn": status["next"]["turn"],
                "responses": [{ "finding_id": "F1", "response": "fixed", "details": "src/cart.js:6" }] }),
    );
    assert_eq!(answered["claims"][0]["evidence"], "region_changed", "{answered:#}");
    let second = desk.again(&opened);
    assert_eq!((&second["loop_id"], &second["pass"]), (&opened["loop_id"], &json!(2)), "{second:#}");
    assert!(codes(&second).contains(&"branch_followed"), "it is said: {second:#}");
    // From here on it is a loop of this branch, by its subject too.
    assert_eq!(desk.review(task())["countersign"], second["countersign"]);
    let done = desk.approve(&second);
    assert_eq!((&done["next"]["outcome"], &done["resolved"]), (&json!("approved"), &json!(["F1"])));
    let gone_on = desk.ok("loop_status", task());
    assert_eq!(gone_on["loops"][0]["loop_id"], opened["loop_id"]);
}

#[test]
fn the_subject_alone_finds_its_loop_on_the_new_branch() {
    let scene = plan_scene::with_task_one();
    let (desk, opened) = rejected(&scene);
    scene.branch("fixes", &head(&scene));
    scene.switch("fixes");
    scene.commit("fix(01-01): honour the discount", &[("src/cart.js", CART_FIXED)]);
    let second = desk.review(task());
    assert_eq!((&second["loop_id"], &second["pass"]), (&opened["loop_id"], &json!(2)), "{second:#}");
    let timeline = desk.ok("loop_status", json!({ "loop_id": opened["loop_id"], "timeline": true }));
    assert!(timeline["timeline"].to_string().contains("goes on under fixes"), "{timeline:#}");
}

#[test]
fn a_branch_that_somebody_works_on_is_left_where_it_is() {
    let scene = plan_scene::with_task_one();
    let (desk, opened) = rejected(&scene);
    // The same branch is checked out in the main work tree; the linked one has the same commit under another name.
    let other = scene.worktree("other");
    let there = Desk::in_worktree(scene.root(), &other);
    let why = there.refused("review_task", task());
    let id = opened["loop_id"].as_str().unwrap();
    assert!(why.contains(id) && why.contains("no new beginning"), "{why}");
    // By its id it goes on from there, and counts on.
    let second = there.again(&opened);
    assert_eq!((&second["loop_id"], &second["pass"]), (&opened["loop_id"], &json!(2)), "{second:#}");
    assert_eq!(desk.again(&opened)["countersign"], second["countersign"]);
}

#[test]
fn a_branch_that_went_another_way_is_another_subject_and_said_to_be() {
    let scene = plan_scene::with_task_one();
    let base = scene.open().resolve("head", "HEAD~1").unwrap();
    let (desk, opened) = rejected(&scene);
    scene.branch("release", &base);
    scene.switch("release");
    scene.commit(FIRST, &[("src/cart.js", "export const total = (items) => items.length;\n")]);
    let there = desk.review(task());
    assert_ne!(there["loop_id"], opened["loop_id"]);
    assert!(codes(&there).contains(&"other_branch"), "{there:#}");
    assert_eq!(there["pass"], 1, "other work counts for itself");
}

#[test]
fn two_loops_that_could_go_on_here_are_named() {
    let scene = plan_scene::with_task_one();
    let (desk, on_main) = rejected(&scene);
    scene.branch("release", &scene.open().resolve("head", "HEAD~1").unwrap());
    scene.switch("release");
    let other = "export const total = (items) => items.length;\n";
    scene.commit(FIRST, &[("src/cart.js", other)]);
    let on_release = desk.review(task());
    assert_ne!(on_release["loop_id"], on_main["loop_id"]);
    // Both lie behind a merge of the two.
    scene.branch("both", &head(&scene));
    scene.switch("both");
    scene.merge_settled("main", "merge main", &[("src/cart.js", other)]);
    let why = desk.refused("review_task", task());
    for named in [&on_main, &on_release] {
        assert!(why.contains(named["loop_id"].as_str().unwrap()), "{why}");
    }
    assert!(why.contains("review_task") && why.contains("loop_id"), "{why}");
    // By its id each goes on, the first that is taken along.
    let taken = desk.again(&on_main);
    assert_eq!(taken["loop_id"], on_main["loop_id"]);
    assert!(codes(&taken).contains(&"branch_followed"), "{taken:#}");
    let why = desk.refused("review_task", json!({ "loop_id": on_release["loop_id"] }));
    assert!(why.contains(on_main["loop_id"].as_str().unwrap()), "{why}");
}

/// The loop goes on under its own id, at its second pass, and that is said.
fn goes_on(opened: &Value, again: &Value) {
    assert_eq!((&again["loop_id"], &again["pass"]), (&opened["loop_id"], &json!(2)), "{again:#}");
    assert!(codes(again).contains(&"branch_followed"), "it is said: {again:#}");
}

/// On a branch of its own: the commit of task 1, and a rejected review of it.
fn rejected_on_a_branch() -> (Scene, Desk, Value) {
    let scene = plan_scene::with_task_one();
    let first = head(&scene);
    let base = scene.open().resolve("head", "HEAD~1").unwrap();
    scene.reset(&base);
    scene.branch("cart", &first);
    scene.switch("cart");
    let (desk, opened) = rejected(&scene);
    (scene, desk, opened)
}

#[test]
fn a_fast_forward_into_main_takes_the_loop_along() {
    let (scene, desk, opened) = rejected_on_a_branch();
    let tip = head(&scene);
    scene.switch("main");
    scene.reset(&tip);
    goes_on(&opened, &desk.review(task()));
}

#[test]
fn an_amend_on_a_new_branch_takes_the_loop_along() {
    let scene = plan_scene::with_task_one();
    let (desk, opened) = rejected(&scene);
    scene.branch("fresh", &head(&scene));
    scene.switch("fresh");
    plan_scene::fix_discount(&scene);
    goes_on(&opened, &desk.review(task()));
}

#[test]
fn a_picked_commit_takes_the_loop_along_and_back() {
    let scene = plan_scene::with_task_one();
    let base = scene.open().resolve("head", "HEAD~1").unwrap();
    let one = head(&scene);
    let (desk, opened) = rejected(&scene);
    scene.branch("release", &base);
    scene.switch("release");
    scene.commit("chore: release notes", &[("NOTES.md", "1.0\n")]);
    scene.pick(&one);
    goes_on(&opened, &desk.review(task()));
    scene.switch("main");
    let back = desk.review(task());
    assert_eq!(back["loop_id"], opened["loop_id"], "{back:#}");
}

#[test]
fn a_detached_head_after_its_branch_is_gone_takes_the_loop_along() {
    let (scene, desk, opened) = rejected_on_a_branch();
    let tip = head(&scene);
    let git = git2::Repository::open(scene.root()).unwrap();
    git.set_head_detached(git2::Oid::from_str(tip.as_str()).unwrap()).unwrap();
    git.find_branch("cart", git2::BranchType::Local).unwrap().delete().unwrap();
    goes_on(&opened, &desk.review(task()));
}

/// A task on two branches is two loops, over one commit too; but what the one has counted the other does not count
/// anew.
#[test]
fn two_branches_are_two_loops_that_count_one_work_once() {
    let scene = plan_scene::with_task_one();
    let desk = Desk::at(scene.root());
    let opened = desk.review(task());
    let there = Desk::in_worktree(scene.root(), &scene.worktree("one"));
    let other = there.review(task());
    assert_ne!(other["loop_id"], opened["loop_id"]);
    desk.answer(&opened, blocker("Nothing is summed", "src/cart.js", 1));
    there.answer(&other, blocker("Nothing is summed", "src/cart.js", 1));
    let second = desk.again(&opened);
    desk.answer(&second, blocker("The discount is ignored", "src/cart.js", 6));
    let why = there.refused("review_task", json!({ "loop_id": other["loop_id"] }));
    assert!(why.contains(opened["loop_id"].as_str().unwrap()) && why.contains("2 passes"), "{why}");
}

/// Two executors of one author may commit in one second: that is no amended commit, and each branch has its loop.
#[test]
fn commits_of_one_second_on_two_branches_are_two_works() {
    let scene = plan_scene::with_task_one();
    let base = scene.open().resolve("head", "HEAD~1").unwrap();
    let desks: Vec<Desk> = ["one", "two"]
        .into_iter()
        .map(|name| {
            let root = scene.worktree(name);
            let git = git2::Repository::open(&root).unwrap();
            let back = git.find_object(git2::Oid::from_str(base.as_str()).unwrap(), None).unwrap();
            git.reset(&back, git2::ResetType::Hard, None).unwrap();
            commit_in(&root, FIRST, &format!("export const of = '{name}';\n"), false);
            Desk::in_worktree(scene.root(), &root)
        })
        .collect();
    let one = desks[0].review(task());
    desks[0].answer(&one, blocker("Nothing is summed", "src/cart.js", 1));
    let two = desks[1].review(task());
    assert_ne!(two["loop_id"], one["loop_id"]);
    assert_eq!(two["pass"], json!(1), "{two:#}");
    assert_eq!(desks[0].again(&one)["pass"], json!(2), "and each goes on");
}

fn failing() -> Value {
    let mut run = task();
    run["protocol"] = json!("countersign");
    run["failed"] = json!(["cart sums"]);
    run
}

/// A test run that opens a loop counts its runs for the work, not for the branch.
#[test]
fn failing_tests_are_not_counted_anew_on_another_branch() {
    let scene = plan_scene::with_task_one();
    let desk = Desk::at(scene.root());
    let first = desk.ok("record_tests", failing());
    let id = first["loop_id"].as_str().unwrap();
    let there = Desk::in_worktree(scene.root(), &scene.worktree("other"));
    let why = there.refused("record_tests", failing());
    assert!(why.contains(id) && why.contains("no new beginning"), "{why}");
    // Where its own branch is left, the loop comes along: the same run is told again, and another names its turn.
    scene.branch("fixes", &head(&scene));
    scene.switch("fixes");
    assert_eq!(desk.ok("record_tests", failing())["loop_id"], id);
    let mut more = failing();
    more["failed"] = json!(["cart sums", "cart discounts"]);
    let why = desk.refused("record_tests", more);
    assert!(why.contains(id) && why.contains("turn"), "{why}");
}

/// Work that an executor commits in a linked worktree, on the branch that is checked out there.
fn commit_in(root: &std::path::Path, message: &str, text: &str, amend: bool) {
    let git = git2::Repository::open(root).unwrap();
    std::fs::create_dir_all(root.join("src")).unwrap();
    std::fs::write(root.join("src/cart.js"), text).unwrap();
    let mut index = git.index().unwrap();
    index.add_path(std::path::Path::new("src/cart.js")).unwrap();
    index.write().unwrap();
    let tree = git.find_tree(index.write_tree().unwrap()).unwrap();
    let last = git.head().unwrap().peel_to_commit().unwrap();
    if amend {
        // As git itself writes it: the branch's log says that it was amended.
        let now = last.amend(None, None, None, None, Some(message), Some(&tree)).unwrap();
        let branch = git.head().unwrap();
        let branch = branch.name().unwrap();
        git.reference(branch, now, true, "commit (amend): a test").unwrap();
        return;
    }
    let time = git2::Time::new(last.time().seconds() + 95, 0);
    let sign = git2::Signature::new("Scene", "scene@example.invalid", &time).unwrap();
    git.commit(Some("HEAD"), &sign, &sign, message, &tree, &[&last]).unwrap();
}

#[test]
fn an_amend_in_a_linked_worktree_is_no_new_beginning_while_the_old_branch_is_in_use() {
    let scene = plan_scene::with_task_one();
    let (_, opened) = rejected(&scene);
    let id = opened["loop_id"].as_str().unwrap();
    let other = scene.worktree("other");
    commit_in(&other, FIRST, CART_FIXED, true);
    let there = Desk::in_worktree(scene.root(), &other);
    let why = there.refused("review_task", task());
    assert!(why.contains(id) && why.contains("no new beginning"), "{why}");
    // By its id and with the commit it is to look at, the loop goes on with what was amended.
    let second = there.ok("review_task", json!({ "loop_id": id, "head": "HEAD" }));
    assert_eq!((&second["pass"], second["loop_id"].as_str()), (&json!(2), Some(id)), "{second:#}");
    assert!(second["brief"].as_str().unwrap().contains("discount / 100"), "{second:#}");
    assert_eq!(there.approve(&second)["resolved"], json!(["F1"]));
}

/// Loops that began over different work of one task count each for itself, until the work of one stands in the other.
#[test]
fn loops_of_several_branches_do_not_add_up_their_passes() {
    let scene = plan_scene::with_task_one();
    let base = scene.open().resolve("head", "HEAD~1").unwrap();
    let (desk, on_main) = rejected(&scene);
    let root = scene.worktree("other");
    let git = git2::Repository::open(&root).unwrap();
    let back = git.find_object(git2::Oid::from_str(base.as_str()).unwrap(), None).unwrap();
    git.reset(&back, git2::ResetType::Hard, None).unwrap();
    commit_in(&root, "feat(01-01): count the cart", "export const total = (items) => items.length;\n", false);
    let there = Desk::in_worktree(scene.root(), &root);
    let other = there.review(task());
    assert_ne!(other["loop_id"], on_main["loop_id"], "other work counts for itself");
    there.answer(&other, blocker("Nothing is summed", "src/cart.js", 1));
    let second = desk.again(&on_main);
    desk.answer(&second, blocker("The discount is ignored", "src/cart.js", 6));
    // The other branch takes over what was reviewed twice already, and one more line.
    let main = git.find_object(git2::Oid::from_str(head(&scene).as_str()).unwrap(), None).unwrap();
    git.reset(&main, git2::ResetType::Hard, None).unwrap();
    commit_in(&root, "fix(01-01): task 1 discount", CART_FIXED, false);
    let why = there.refused("review_task", json!({ "loop_id": other["loop_id"] }));
    for held in [on_main["loop_id"].as_str().unwrap(), "2 passes", "abandon"] {
        assert!(why.contains(held), "{held}: {why}");
    }
    // What is refused there goes on here, its counters with it.
    let status = there.ok("loop_status", json!({ "loop_id": other["loop_id"] }));
    let choice = json!({ "loop_id": other["loop_id"], "turn": status["next"]["turn"], "choice": "abandon",
                         "reason": "one work", "decided_by": "Ada" });
    there.ok("decide", choice);
    commit_in(scene.root(), "fix(01-01): task 1 discount", CART_FIXED, false);
    let third = desk.again(&on_main);
    assert_eq!(third["pass"], 3, "{third:#}");
}

fn free(id: &str, base: &str) -> Value {
    json!({ "id": id, "title": format!("Change {id}"), "criteria": format!("{id} works"), "base": base,
            "protocol": "countersign" })
}

/// Two ids over one commit are one work; over commits of their own they are two.
#[test]
fn another_id_over_the_same_commit_is_no_new_beginning() {
    let scene = plan_scene::with_task_one();
    let desk = Desk::at(scene.root());
    let opened = desk.review(free("A", "HEAD~1"));
    // Nothing was found yet, so nothing is escaped.
    let judged = desk.answer(&opened, blocker("The discount is ignored", "src/cart.js", 6));
    let id = opened["loop_id"].as_str().unwrap();
    let why = desk.refused("review_task", free("B", "HEAD~1"));
    for held in [id, "no new beginning", "replaces", "loop_status"] {
        assert!(why.contains(held), "{held}: {why}");
    }
    // One more commit beside it changes nothing of that; a commit of its own is other work.
    scene.commit("feat: more", &[("src/more.js", "more\n")]);
    let why = desk.refused("review_task", free("B", "HEAD~2"));
    assert!(why.contains(id), "{why}");
    let honest = desk.review(free("C", "HEAD~1"));
    assert_eq!(
        (honest["pass"].clone(), codes(&honest).contains(&"shared_work")),
        (json!(1), false),
        "{honest:#}"
    );
    // Given up, it may be taken the place of, and no sooner.
    let choice = json!({ "loop_id": id, "turn": judged["next"]["turn"], "choice": "abandon",
                         "reason": "split in two", "decided_by": "Ada" });
    desk.ok("decide", choice);
    scene.reset(&scene.open().resolve("head", "HEAD~1").unwrap());
    let why = desk.refused("review_task", free("B", "HEAD~1"));
    assert!(why.contains("replaces") && why.contains(id), "{why}");
    let mut with = free("B", "HEAD~1");
    with["replaces"] = json!(id);
    let replaced = desk.review(with);
    assert!(codes(&replaced).contains(&"replaces"), "{replaced:#}");
}

/// A plan whose review failed has failed under every name of its branch.
#[test]
fn a_failed_plan_has_failed_on_every_branch() {
    for way in ["branch", "detached", "merged"] {
        let (scene, desk, _) = rejected_on_a_branch();
        let plan = json!({ "plan": PLAN, "of": "document", "protocol": "yolo" });
        let mut opened = desk.review(plan.clone());
        let id = opened["loop_id"].clone();
        let mut last = json!({});
        for pass in 1..=3 {
            // The check before the reviewer may have answered already.
            if opened["countersign"].is_string() {
                last = desk.answer(&opened, blocker(&format!("gap {pass}"), PLAN, 3));
            }
            if pass < 3 {
                opened = desk.again(&opened);
            }
        }
        let ended = desk.ok("loop_status", json!({ "loop_id": id }));
        assert_eq!(ended["next"]["outcome"], "failed", "{last:#} {ended:#}");
        let tip = head(&scene);
        match way {
            "branch" => {
                scene.branch("fresh", &tip);
                scene.switch("fresh");
            }
            "detached" => {
                let git = git2::Repository::open(scene.root()).unwrap();
                git.set_head_detached(git2::Oid::from_str(tip.as_str()).unwrap()).unwrap();
                git.find_branch("cart", git2::BranchType::Local).unwrap().delete().unwrap();
            }
            _ => {
                scene.switch("main");
                scene.reset(&tip);
            }
        }
        let again = desk.call("review_task", plan.clone());
        let told = again.map_or_else(|why| why, |answer| answer.to_string());
        assert!(told.contains(id.as_str().unwrap()) && !told.contains("\"countersign\""), "{way}: {told}");
        // Changed, it waits for the user all the same.
        let text = plan_scene::plan().replace("Sum the cart", "Sum the whole cart");
        scene.commit("docs: the plan again", &[(PLAN, text.as_str())]);
        let changed = desk.call("review_task", plan.clone());
        let told = changed.map_or_else(|why| why, |answer| answer.to_string());
        assert!(told.contains(id.as_str().unwrap()) && told.contains("reopen"), "{way}: {told}");
    }
}

#[test]
fn a_new_branch_is_no_way_around_a_limit() {
    let scene = plan_scene::with_task_one();
    let (desk, opened) = rejected(&scene);
    let mut last = desk.again(&opened);
    for pass in 2..=3 {
        let judged = desk.answer(&last, blocker("The discount is ignored", "src/cart.js", 6));
        if pass == 3 {
            assert_eq!(judged["next"]["outcome"], "accepted_with_warnings", "{judged:#}");
        } else {
            last = desk.again(&opened);
        }
    }
    scene.branch("fresh", &head(&scene));
    scene.switch("fresh");
    let same = desk.review(task());
    assert_eq!(same["loop_id"], opened["loop_id"], "the same change has its outcome: {same:#}");
    scene.commit(FIRST, &[("src/cart.js", CART_FIXED)]);
    let again = desk.call("review_task", task());
    let told = again.map_or_else(|why| why, |answer| answer.to_string());
    assert!(told.contains(opened["loop_id"].as_str().unwrap()), "{told}");
}

/// An answer that comes after its branch was renamed, or merged and deleted, is about what it looked at.
#[test]
fn a_branch_that_is_renamed_or_merged_and_deleted_makes_no_answer_stale() {
    if !crate::git_cli::there("a_branch_that_is_renamed_or_merged_and_deleted_makes_no_answer_stale") {
        return;
    }
    for protocol in ["bazinga", "countersign", "megazord"] {
        for how in ["renamed", "merged", "merged behind others", "squashed"] {
            let scene = plan_scene::with_task_one();
            let base = scene.open().head().unwrap();
            scene.branch("work", &base);
            scene.switch("work");
            scene.commit("feat(01-01): task 2 show it", &[("src/checkout.js", "total();\n")]);
            let subject = match protocol {
                "bazinga" => {
                    json!({ "id": "SHOW-2", "title": "Show", "criteria": "It shows.", "protocol": protocol })
                }
                _ => json!({ "plan": PLAN, "task": "2", "protocol": protocol }),
            };
            let desk = Desk::at(scene.root());
            let opened = desk.review(subject);
            let run = |arguments: &[&str]| drop(crate::git_cli::git(scene.root(), arguments).unwrap());
            match how {
                "renamed" => run(&["branch", "-m", "work", "better"]),
                "squashed" => {
                    scene.switch("main");
                    scene.squash("work", "feat: all of it");
                    run(&["branch", "-D", "work"]);
                }
                how => {
                    scene.switch("main");
                    if how != "merged" {
                        scene.commit("feat: else", &[("src/else.js", "e\n")]);
                    }
                    let merged = scene.merge("work", "Merge branch 'work'");
                    scene.reset(&merged);
                    run(&["branch", "-D", "work"]);
                }
            }
            let answer = desk.approve(&opened);
            assert!(!is_stale(&answer), "{protocol} {how}: {answer:#}");
            assert_eq!(answer["verdict"], "approved", "{protocol} {how}");
        }
    }
}

/// Where the branch went on under its new name before the answer, the answer is about what was.
#[test]
fn a_renamed_branch_that_went_on_makes_its_answer_stale() {
    if !crate::git_cli::there("a_renamed_branch_that_went_on_makes_its_answer_stale") {
        return;
    }
    let scene = plan_scene::with_task_one();
    let base = scene.open().head().unwrap();
    scene.branch("work", &base);
    scene.switch("work");
    scene.commit("feat(01-01): task 2 show it", &[("src/checkout.js", "total();\n")]);
    let desk = Desk::at(scene.root());
    let opened = desk.review(json!({ "plan": PLAN, "task": "2" }));
    crate::git_cli::git(scene.root(), &["branch", "-m", "work", "better"]).unwrap();
    scene.commit("feat(01-01): task 2 more", &[("src/checkout.js", "total(evil);\n")]);
    assert!(is_stale(&desk.approve(&opened)));
}

//! Where the commits of a task begin (SPEC 7.1): at the commit that brought its plan, not at the last one that touched it,
//! and not among those of an earlier plan with the same numbers.

#![allow(clippy::unwrap_used, reason = "tests")]

use serde_json::{Value, json};

use crate::desk::{Desk, codes, files, is_stale, remarks_of, subjects};
use crate::scene::{Edit, Scene};

const PLAIN: &str = "docs/plan.md";

/// A plan without phase and number, and with boxes.
const TEXT: &str = "# Plan\n\n### Task 1: login\n\n**Files:** `src/a.py`, `src/c.py`\n\n**Acceptance criteria:** ok\n\n- [ ] 1 done\n\n### Task 2: mail\n\n**Files:** `src/b.py`\n\n**Acceptance criteria:** ok\n\n- [ ] 2 done\n";

const PLAN: &str = ".planning/phases/03-auth/03-01-PLAN.md";
const SECOND: &str = ".planning/phases/03-auth/03-02-PLAN.md";
const OLD: &str = ".planning/phases/03-old/03-01-PLAN.md";

fn ticked() -> String {
    TEXT.replace("- [ ] 1", "- [x] 1")
}

/// A repository with code, and then a plan without numbers.
fn plain() -> Scene {
    let scene = Scene::new();
    scene.commit("init", &[("README.md", "x\n"), ("src/a.py", "a=1\n"), ("src/b.py", "b=1\n")]);
    scene.commit("docs: plan", &[(PLAIN, TEXT)]);
    scene
}

/// Opens the review of the first task; its answer finds it where it was.
fn first(scene: &Scene) -> Value {
    let desk = Desk::at(scene.root());
    let opened = desk.review(json!({ "plan": PLAIN, "task": "1" }));
    assert!(!is_stale(&desk.approve(&opened)), "{opened:#}");
    opened
}

fn plan(phase: &str, plan: &str, name: &str, file: &str) -> String {
    format!(
        "---\nphase: {phase}\nplan: {plan}\nwave: 1\nmust_haves:\n  truths:\n    - \"it works\"\n---\n\n<tasks>\n<task type=\"auto\">\n<name>Task 1: {name}</name>\n<files>{file}</files>\n<action>Write {name}.</action>\n<verify>run</verify>\n<done>{name} is there</done>\n</task>\n</tasks>\n"
    )
}

/// Work under an old plan 03-01 at a path, which is as it is left to be done with.
fn with_old(path: &str) -> Scene {
    let scene = Scene::new();
    let old = plan("03-old", "01", "the old thing", "src/old.py");
    scene.commit("chore: start", &[(".planning/megazord.config.json", "{}"), (path, &old)]);
    scene.commit("feat(03-01): Task 1 old one", &[("src/old.py", "o\n")]);
    scene
}

fn task(path: &str) -> Value {
    json!({ "plan": path, "task": "1" })
}

#[test]
fn boxes_ticked_on_the_way_lose_no_commit() {
    for way in ["with the last", "between", "after"] {
        let scene = plain();
        scene.commit("add login", &[("src/a.py", "a=1\nlogin()\n")]);
        let text = ticked();
        let session = ("src/c.py", "session()\n");
        match way {
            "with the last" => drop(scene.commit("add session", &[session, (PLAIN, &text)])),
            "between" => {
                scene.commit("docs: a word in the plan", &[(PLAIN, &text)]);
                scene.commit("add session", &[session]);
            }
            _ => {
                scene.commit("add session", &[session]);
                scene.commit("docs: tick task 1", &[(PLAIN, &text)]);
            }
        }
        let opened = first(&scene);
        assert_eq!(subjects(&opened), ["add login", "add session"], "{way}: {opened:#}");
        assert_eq!(files(&opened), ["src/a.py", "src/c.py"], "{way}: a tick is no work: {opened:#}");
        assert!(remarks_of(&opened, "found_by_files").contains("\"docs: plan\""), "{way}: {opened:#}");
    }
}

#[test]
fn a_plan_that_was_moved_began_under_its_first_name() {
    let scene = plain();
    scene.commit("add login", &[("src/a.py", "a=1\nlogin()\n")]);
    let moved = "plans/login.md";
    scene.edit("docs: move the plan", &[Edit::Remove(PLAIN), Edit::Write(moved, ticked().as_bytes())]);
    scene.commit("add session", &[("src/c.py", "session()\n")]);
    let opened = Desk::at(scene.root()).review(task(moved));
    assert_eq!(subjects(&opened), ["add login", "add session"], "{opened:#}");
}

/// A plan written anew with other tasks: what was done for the old ones is left out, and said.
#[test]
fn a_plan_written_anew_in_its_place_loses_no_commit_and_says_so() {
    let other = "# Plan\n\n### Task 1: export\n\n**Files:** `src/a.py`\n\n**Acceptance criteria:** ok\n";
    let scene = plain();
    let login = scene.commit("add login", &[("src/a.py", "a=1\nlogin()\n")]);
    scene.commit("docs: plan the export", &[(PLAIN, other)]);
    scene.commit("add export", &[("src/a.py", "a=1\nlogin()\nexport()\n")]);
    let opened = first(&scene);
    // It may be the same task in other words: nothing tells.
    assert_eq!(subjects(&opened), ["add login", "add export"], "{opened:#}");
    assert!(remarks_of(&opened, "plan_rewritten").contains(login.short()), "{opened:#}");
}

#[test]
fn a_plan_in_a_commit_with_everything_is_what_comes_before_the_work() {
    for root in [true, false] {
        let scene = Scene::new();
        if !root {
            scene.commit("init", &[("README.md", "x\n")]);
        }
        let all = [("src/a.py", "a=1\n"), ("src/b.py", "b=1\nb=2\nb=3\n"), (PLAIN, TEXT)];
        let start = scene.commit("chore: start", &all);
        // Nothing is done yet.
        if root {
            let why = Desk::at(scene.root()).refused("review_task", json!({ "plan": PLAIN, "task": "2" }));
            assert!(why.contains("chore: start"), "{why}");
        }
        scene.commit("feat: mail", &[("src/b.py", "b=1\nb=two\nb=3\n")]);
        let opened = Desk::at(scene.root()).review(json!({ "plan": PLAIN, "task": "2" }));
        assert_eq!(subjects(&opened), ["feat: mail"], "{opened:#}");
        assert_eq!(opened["range"]["base"], start.as_str(), "{opened:#}");
        assert_eq!((&opened["range"]["insertions"], &opened["range"]["deletions"]), (&json!(1), &json!(1)));
        assert!(opened["range"].get("outside").is_none(), "{opened:#}");
        assert!(remarks_of(&opened, "left_out").contains(start.short()), "{opened:#}");
    }
}

/// Plan and the first part of the work came together: both parts are reviewed, the plan is none of it.
#[test]
fn a_plan_that_came_with_the_work_begins_with_it() {
    let scene = Scene::new();
    scene.commit("init", &[("src/a.py", "a=1\n")]);
    scene.commit("add login", &[(PLAIN, TEXT), ("src/a.py", "a=1\nlogin()\n")]);
    scene.commit("add session", &[("src/c.py", "session()\n")]);
    let opened = first(&scene);
    assert_eq!(subjects(&opened), ["add login", "add session"], "{opened:#}");
    assert_eq!(files(&opened), ["src/a.py", "src/c.py"], "{opened:#}");
}

#[test]
fn numbers_that_begin_anew_leave_the_earlier_plan_out() {
    let kept = ".planning/milestones/v1.0-phases/03-old/03-01-PLAN.md";
    let old = plan("03-old", "01", "the old thing", "src/old.py");
    let new = plan("03-auth", "01", "the new thing", "src/a.py");
    // Archived, deleted, and at the very same path.
    for (was, archive) in [(OLD, Some(kept)), (OLD, None), (PLAN, None)] {
        let scene = with_old(was);
        let left = scene.open().head().unwrap();
        let mut edits = vec![Edit::Remove(was)];
        edits.extend(archive.map(|path| Edit::Write(path, old.as_bytes())));
        scene.edit("chore: next milestone", &edits);
        scene.commit("docs(03): plan phase", &[(PLAN, &new)]);
        scene.commit("feat(03-01): Task 1 new one", &[("src/a.py", "new\n")]);
        let opened = Desk::at(scene.root()).review(task(PLAN));
        assert_eq!(subjects(&opened), ["feat(03-01): Task 1 new one"], "{was}: {opened:#}");
        assert!(!is_stale(&Desk::at(scene.root()).approve(&opened)), "{was}");
        assert_eq!(files(&opened), ["src/a.py"], "{opened:#}");
        let said = remarks_of(&opened, "earlier_plan");
        assert!(said.contains(left.short()) && said.contains("`base`"), "{opened:#}");
        assert_eq!(opened["range"].get("unreviewed_commits"), None, "{opened:#}");
    }
    // Who means them names the base.
    let scene = with_old(PLAN);
    let old = scene.open().head().unwrap();
    scene.edit("chore: next milestone", &[Edit::Remove(PLAN)]);
    scene.commit("docs(03): plan phase", &[(PLAN, &plan("03-auth", "01", "the new thing", "src/a.py"))]);
    scene.commit("feat(03-01): Task 1 new one", &[("src/a.py", "new\n")]);
    let base = format!("{}~1", old.as_str());
    let named = Desk::at(scene.root()).review(json!({ "plan": PLAN, "task": "1", "base": base }));
    assert!(subjects(&named).contains(&"feat(03-01): Task 1 old one"), "{named:#}");
}

/// A plan committed after its work, one that git does not keep, and one planned again in its place keep their commits.
#[test]
fn a_plan_that_tells_nothing_of_another_keeps_its_commits() {
    let text = plan("03-auth", "01", "the thing", "src/a.py");
    let config = (".planning/megazord.config.json", "{}");
    let late = Scene::new();
    late.commit("chore: start", &[config]);
    let first = late.commit("feat(03-01): Task 1 one", &[("src/a.py", "1\n")]);
    late.commit("docs(03): plan", &[(PLAN, &text)]);
    late.commit("feat(03-01): Task 1 two", &[("src/a.py", "1\n2\n")]);
    let opened = Desk::at(late.root()).review(task(PLAN));
    assert_eq!(subjects(&opened).len(), 2, "{opened:#}");
    assert!(remarks_of(&opened, "older_than_plan").contains(first.short()), "{opened:#}");

    let ignored = Scene::new();
    ignored.commit("chore: start", &[(".gitignore", ".planning/\n")]);
    ignored.write(PLAN, &text);
    ignored.write(config.0, config.1);
    ignored.commit("feat(03-01): Task 1 one", &[("src/a.py", "1\n")]);
    ignored.commit("feat(03-01): Task 1 two", &[("src/a.py", "1\n2\n")]);
    let opened = Desk::at(ignored.root()).review(task(PLAN));
    assert_eq!(subjects(&opened).len(), 2, "{opened:#}");
    assert!(!codes(&opened).contains(&"older_than_plan"), "{opened:#}");

    let again = Scene::new();
    again.commit("chore: start", &[config, (PLAN, &text)]);
    again.commit("feat(03-01): Task 1 one", &[("src/a.py", "1\n")]);
    let reworded = plan("03-auth", "01", "the thing", "src/a.py, src/more.py").replace("Write", "Write well");
    again.commit("docs(03): plan again", &[(PLAN, &reworded)]);
    again.commit("feat(03-01): Task 1 two", &[("src/more.py", "2\n")]);
    let opened = Desk::at(again.root()).review(task(PLAN));
    assert_eq!(subjects(&opened).len(), 2, "{opened:#}");
    assert!(!codes(&opened).contains(&"earlier_plan"), "{opened:#}");
}

/// Where only the earlier plan's commits are there, they are looked at as before, and it is said.
#[test]
fn the_earlier_plans_commits_are_said_where_there_are_no_others() {
    let scene = with_old(PLAN);
    let old = scene.open().head().unwrap();
    scene.edit("chore: next milestone", &[Edit::Remove(PLAN)]);
    let new = plan("03-auth", "01", "the new thing", "src/old.py").replace("Write", "Mend");
    scene.commit("docs(03): plan phase", &[(PLAN, &new)]);
    let opened = Desk::at(scene.root()).review(task(PLAN));
    assert_eq!(subjects(&opened), ["feat(03-01): Task 1 old one"], "{opened:#}");
    let said = remarks_of(&opened, "earlier_plan");
    assert!(said.contains(old.short()) && said.contains("no other commit"), "{opened:#}");
}

#[test]
fn a_new_plan_under_an_old_number_leaves_the_renumbered_one_its_receipt() {
    let scene = with_old(PLAN);
    let desk = Desk::at(scene.root());
    let done = desk.approve(&desk.review(task(PLAN)));
    assert_eq!(done["next"]["outcome"], "approved", "{done:#}");
    let moved = plan("03-old", "02", "the old thing", "src/old.py");
    scene.edit("docs: renumber", &[Edit::Remove(PLAN), Edit::Write(SECOND, moved.as_bytes())]);
    scene.commit("docs: plan 03-01", &[(PLAN, &plan("03-auth", "01", "the new thing", "src/z.py"))]);
    scene.commit("feat(03-01): Task 1 new one", &[("src/z.py", "z\n")]);
    let opened = desk.review(task(PLAN));
    assert_eq!(subjects(&opened), ["feat(03-01): Task 1 new one"], "{opened:#}");
    assert!(codes(&opened).contains(&"earlier_plan"), "{opened:#}");
    let kept = desk.ok("review_task", task(SECOND));
    assert_eq!(kept["next"]["outcome"], "approved", "{kept:#}");
    assert!(codes(&kept).contains(&"receipt"), "{kept:#}");
}

/// A task list that was replaced in its place, numbers and all.
#[test]
fn a_plan_that_was_reworded_keeps_its_commits_and_a_replaced_one_says_so() {
    let scene = with_old(PLAN);
    let old = scene.open().head().unwrap();
    scene.commit("docs(03): another plan", &[(PLAN, &plan("03-auth", "01", "the new thing", "src/a.py"))]);
    scene.commit("feat(03-01): Task 1 new one", &[("src/a.py", "new\n")]);
    let opened = Desk::at(scene.root()).review(task(PLAN));
    assert_eq!(subjects(&opened).len(), 2, "{opened:#}");
    assert!(remarks_of(&opened, "plan_rewritten").contains(old.short()), "{opened:#}");
    assert_eq!(remarks_of(&opened, "earlier_plan"), "", "{opened:#}");
}

//! What a range leaves out or takes in by mistake is said, and a refusal names what would work (SPEC 7.1, 7.4).

#![allow(clippy::unwrap_used, reason = "tests")]

use serde_json::{Value, json};

use crate::desk::{Desk, codes, files, remarks_of, subjects};
use crate::plan_scene::{self, PLAN};
use crate::scene::Scene;

const START: &str = "chore: start";

/// A plan 03-01 with two tasks and their files, on a repository with code.
fn with_tasks(first: &str, second: &str) -> Scene {
    let scene = Scene::new();
    let plan = plan_scene::plan()
        .replace("<files>src/cart.js</files>", &format!("<files>{first}</files>"))
        .replace("<files>src/checkout.js</files>", &format!("<files>{second}</files>"));
    scene.commit(
        START,
        &[
            (PLAN, &plan),
            (".planning/megazord.config.json", "{}"),
            ("src/a.py", "a=1\n"),
            ("src/b.py", "b=1\n"),
            ("src/index.py", "i\n"),
        ],
    );
    scene
}

fn task(number: &str) -> Value {
    json!({ "plan": PLAN, "task": number })
}

#[test]
fn a_base_that_moved_on_is_refused_with_where_the_two_part() {
    let scene = Scene::new();
    let start = scene.commit(START, &[("src/a.py", "1\n")]);
    scene.branch("work", &start);
    scene.switch("work");
    scene.commit("mine", &[("src/a.py", "2\n")]);
    scene.switch("main");
    scene.commit("others", &[("src/b.py", "2\n")]);
    scene.switch("work");
    let desk = Desk::at(scene.root());
    let request = |base: &str| json!({ "id": "X-1", "title": "Two", "criteria": "It is two.", "base": base });
    let why = desk.refused("review_task", request("main"));
    let call = format!(
        "{{\"id\":\"X-1\",\"title\":\"Two\",\"base\":\"{}\",\"criteria\":\"It is two.\"}}",
        start.as_str()
    );
    assert!(why.contains(start.short()) && why.contains(START) && why.contains(&call), "{why}");
    assert!(!why.contains("with your own"), "nothing is missing: {why}");
    let opened = desk.review(serde_json::from_str(&call).unwrap());
    assert_eq!(subjects(&opened), ["mine"], "{opened:#}");
    // The two the wrong way round.
    let head = scene.open().head().unwrap();
    let swapped =
        json!({ "id": "X-2", "title": "Two", "criteria": "It is two.", "base": "HEAD", "head": "HEAD~1" });
    let why = desk.refused("review_task", swapped);
    assert!(why.contains("comes after") && why.contains(&format!("\"head\":\"{}\"", head.as_str())), "{why}");
}

#[test]
fn a_range_narrowed_by_the_caller_calls_nothing_untouched_that_it_leaves_out() {
    let scene = with_tasks("src/a.py, src/c.py, src/never.py", "src/b.py");
    scene.commit("feat(01-01): task 1 both", &[("src/a.py", "a=2\n"), ("src/c.py", "c\n")]);
    let desk = Desk::at(scene.root());
    let opened = desk.review(json!({ "plan": PLAN, "task": "1", "files": ["src/c.py", "src/never.py"] }));
    assert_eq!(files(&opened), ["src/c.py"], "{opened:#}");
    assert_eq!(opened["range"]["untouched"], json!(["src/never.py"]), "{opened:#}");
    let brief = opened["brief"].as_str().unwrap();
    assert!(brief.contains("Listed, not changed: src/never.py\n"), "{brief}");
    assert!(brief.contains("Narrowed by the caller"), "{brief}");
    let said = remarks_of(&opened, "narrowed");
    assert!(said.contains("`files`") && said.contains("src/a.py"), "{opened:#}");
}

#[test]
fn a_commit_that_may_be_another_tasks_is_said_in_both_reviews() {
    let scene = with_tasks("src/a.py, src/index.py", "src/b.py, src/index.py");
    let login =
        scene.commit("feat(01-01): add login", &[("src/a.py", "a=2\n"), ("src/index.py", "i\nlogin\n")]);
    let logout = scene
        .commit("feat(01-01): add logout", &[("src/b.py", "b=2\n"), ("src/index.py", "i\nlogin\nlogout\n")]);
    let desk = Desk::at(scene.root());
    for (number, doubtful, clear) in [("1", &logout, &login), ("2", &login, &logout)] {
        let opened = desk.review(task(number));
        assert_eq!(subjects(&opened).len(), 2, "{opened:#}");
        let said = remarks_of(&opened, "may_be_anothers");
        assert!(said.contains(doubtful.short()) && !said.contains(clear.short()), "{number}: {opened:#}");
    }
}

#[test]
fn a_clone_that_ends_at_the_tasks_commit_says_so_first() {
    let scene = with_tasks("src/a.py", "src/b.py");
    let only = scene.commit("feat(01-01): task 1 more", &[("src/a.py", "a=2\n")]);
    std::fs::write(scene.root().join(".git/shallow"), format!("{}\n", only.as_str())).unwrap();
    let why = Desk::at(scene.root()).call("review_task", task("1")).unwrap_err();
    assert!(why.contains(only.short()) && why.contains("--unshallow"), "{why}");
    for wrong in ["no commit that could be meant", "none carries", "Commit the work first"] {
        assert!(!why.contains(wrong), "{wrong} in {why}");
    }
    // Of the other task it tells nothing, and that what the commit changed is hidden comes first.
    let why = Desk::at(scene.root()).call("review_task", task("2")).unwrap_err();
    let (hidden, commit) = (why.find("--unshallow").unwrap(), why.find("Commit the work first").unwrap());
    assert!(hidden < commit && !why.contains("no commit that could be meant"), "{why}");
}

#[test]
fn a_sign_before_the_scope_is_read_past_and_a_bare_number_is_told_why() {
    let scene = with_tasks("src/a.py", "src/b.py");
    scene.commit("feat(01-01): task 1 login", &[("src/a.py", "a=2\n")]);
    scene.commit("✨ feat(01-01): task 1 more", &[("src/more.py", "m\n")]);
    let helper = scene.commit("fix: task 1 helper", &[("src/helper.py", "h\n")]);
    let opened = Desk::at(scene.root()).review(task("1"));
    assert_eq!(subjects(&opened), ["feat(01-01): task 1 login", "✨ feat(01-01): task 1 more"], "{opened:#}");
    let said = remarks_of(&opened, "left_out");
    assert!(said.contains(helper.short()) && said.contains("without the plan's scope"), "{opened:#}");
    assert!(!codes(&opened).contains(&"may_be_anothers"), "{opened:#}");
}

#[test]
fn what_was_approved_of_a_part_says_nothing_of_the_rest() {
    let scene = with_tasks("src/a.py, src/b.py", "src/index.py");
    scene.commit("feat(01-01): task 1", &[("src/a.py", "a=2\n"), ("src/b.py", "b=2\n")]);
    let desk = Desk::at(scene.root());
    let narrow = |files: Value| json!({ "plan": PLAN, "task": "1", "files": files });
    let part = desk.review(narrow(json!(["src/a.py"])));
    assert_eq!(desk.approve(&part)["next"]["outcome"], "approved");
    // The part once more is approved; the whole was never looked at.
    let same = desk.review(narrow(json!(["src/a.py"])));
    assert_eq!((&same["loop_id"], &same["next"]["outcome"]), (&part["loop_id"], &json!("approved")));
    let whole = desk.review(task("1"));
    assert_eq!(files(&whole), ["src/a.py", "src/b.py"], "{whole:#}");
    assert_eq!((&whole["next"]["action"], &whole["pass"]), (&json!("review"), &json!(1)), "{whole:#}");
    desk.approve(&whole);
    // Now whichever part is asked for was looked at.
    for request in [task("1"), narrow(json!(["src/b.py"])), narrow(json!(["src/a.py", "src/b.py"]))] {
        let held = desk.review(request);
        assert_eq!((&held["loop_id"], &held["next"]["outcome"]), (&whole["loop_id"], &json!("approved")));
    }
}

#[test]
fn a_free_change_that_is_asked_for_with_more_files_is_reviewed_with_them() {
    let scene = Scene::new();
    scene.commit(START, &[("src/a.py", "a=1\n"), ("src/b.py", "b=1\n")]);
    scene.write("src/a.py", "a=2\n");
    scene.write("src/b.py", "b=2\n");
    let desk = Desk::at(scene.root());
    let change =
        |files: Value| json!({ "id": "C-1", "title": "Two", "criteria": "It is two.", "files": files });
    let part = desk.review(change(json!(["src/a.py"])));
    assert_eq!(desk.approve(&part)["next"]["outcome"], "approved");
    let same = desk.review(json!({ "id": "C-1", "title": "Two", "criteria": "It is two." }));
    assert_eq!(
        (&same["loop_id"], &same["next"]["outcome"]),
        (&part["loop_id"], &json!("approved")),
        "{same:#}"
    );
    let more = desk.review(change(json!(["src/a.py", "src/b.py"])));
    assert_eq!((files(&more), &more["next"]["action"]), (vec!["src/a.py", "src/b.py"], &json!("review")));
}

#[test]
fn a_base_named_after_an_approval_is_followed_where_it_holds_more() {
    let scene = with_tasks("src/a.py", "src/b.py");
    let before = scene.open().head().unwrap();
    scene.commit("prepare", &[("src/a.py", "a=2\n")]);
    scene.commit("feat(01-01): task 1", &[("src/a.py", "a=3\n")]);
    let desk = Desk::at(scene.root());
    let opened = desk.review(task("1"));
    assert_eq!(subjects(&opened), ["feat(01-01): task 1"]);
    assert_eq!(desk.approve(&opened)["next"]["outcome"], "approved");
    let from = |base: &str| json!({ "plan": PLAN, "task": "1", "base": base });
    let again = desk.review(from("HEAD~1"));
    assert_eq!((&again["loop_id"], &again["next"]["outcome"]), (&opened["loop_id"], &json!("approved")));
    let more = desk.review(from(before.as_str()));
    assert_eq!(subjects(&more), ["prepare", "feat(01-01): task 1"], "{more:#}");
    assert_eq!(more["next"]["action"], "review", "{more:#}");
}

#[test]
fn a_free_change_says_of_which_files_its_diff_shows_what_others_did_between() {
    let scene = Scene::new();
    let lines = |first: &str, last: &str| format!("{first}\n2\n3\n4\n5\n6\n7\n8\n{last}\n");
    scene.commit(START, &[("src/a.py", &lines("1", "9"))]);
    scene.commit("feat: X-1 one", &[("src/a.py", &lines("x", "9"))]);
    scene.commit("feat: Y-1 other", &[("src/a.py", &lines("x", "others"))]);
    scene.commit("fix: X-1 two", &[("src/a.py", &lines("x2", "others"))]);
    scene.commit("feat: X-2", &[("src/b.py", "1\n")]);
    let desk = Desk::at(scene.root());
    let change = |id: &str| json!({ "id": id, "title": "Two", "criteria": "It is two." });
    let opened = desk.review(change("X-1"));
    assert_eq!(subjects(&opened), ["feat: X-1 one", "fix: X-1 two"], "{opened:#}");
    let said = remarks_of(&opened, "shared_with_siblings");
    assert!(said.starts_with("src/a.py changed in this change and in others' commits between"), "{said}");
    assert!(!codes(&desk.review(change("X-2"))).contains(&"shared_with_siblings"));
}

#[test]
fn what_a_merge_brought_into_a_range_that_begins_before_it_is_said_to_be_shown() {
    let scene = Scene::new();
    let lines = |first: &str, last: &str| format!("{first}\n2\n3\n4\n5\n6\n7\n8\n{last}\n");
    let start = scene.commit(START, &[("src/a.py", &lines("1", "9"))]);
    scene.branch("work", &start);
    scene.commit("feat: on main", &[("src/a.py", &lines("1", "main"))]);
    scene.switch("work");
    scene.commit("feat: X-1 one", &[("src/a.py", &lines("x", "9"))]);
    let merge = scene.merge("main", "Merge branch 'main' into work");
    scene.reset(&merge);
    scene.commit("fix: X-1 two", &[("src/a.py", &lines("x2", "main"))]);
    let desk = Desk::at(scene.root());
    for (id, base) in [("X-1", None), ("X-2", Some(start.as_str()))] {
        let mut request = json!({ "id": id, "title": "Two", "criteria": "It is two." });
        if let Some(base) = base {
            request["base"] = json!(base);
        }
        let opened = desk.review(request);
        assert!(opened["brief"].as_str().unwrap().contains("+main"), "{opened:#}");
        assert!(codes(&opened).contains(&"shared_with_siblings"), "{id}: {opened:#}");
    }
}

#[test]
fn a_commit_that_a_reset_took_away_is_gone_and_comes_after_no_head() {
    let scene = Scene::new();
    scene.commit(START, &[("src/a.py", "1\n")]);
    let one = scene.commit("feat: X-1 one", &[("src/a.py", "2\n")]);
    scene.commit("feat: X-1 more", &[("src/a.py", "3\n")]);
    let desk = Desk::at(scene.root());
    let opened = desk.review(json!({ "id": "X-1", "title": "Two", "criteria": "It is two." }));
    let judged = desk.answer(&opened, crate::desk::blocker("Three is too much", "src/a.py", 1));
    scene.reset(&one);
    desk.ok(
        "respond_findings",
        json!({ "loop_id": opened["loop_id"], "turn": judged["next"]["turn"],
            "responses": [{ "finding_id": "F1", "response": "fixed", "details": "Taken back." }] }),
    );
    let second = desk.again(&opened);
    assert!(codes(&second).contains(&"commit_gone"), "{second:#}");
    assert!(!codes(&second).contains(&"after_head"), "{second:#}");
}

/// It kept this side, so that from here nothing of what it settled is seen.
#[test]
fn a_merge_that_kept_a_side_is_reviewed_from_the_other() {
    let scene = Scene::new();
    let start = scene.commit(START, &[("src/a.py", "1\n"), ("src/b.py", "1\n")]);
    scene.branch("work", &start);
    scene.commit("feat: on main", &[("src/a.py", "main\n"), ("src/c.py", "main\n")]);
    let main = scene.open().head().unwrap();
    scene.switch("work");
    let mine = scene.commit("feat: X-1", &[("src/a.py", "mine\n")]);
    let merge = scene.merge_settled("main", "Merge branch 'main' into work", &[("src/a.py", "mine\n")]);
    let desk = Desk::at(scene.root());
    let request = |base: &str| json!({ "id": "M-1", "title": "Two", "criteria": "It is two.", "base": base, "head": merge.as_str() });
    let why = desk.refused("review_task", request(mine.as_str()));
    assert!(why.contains("it kept that side") && why.contains(main.as_str()), "{why}");
    let opened = desk.review(request(main.as_str()));
    assert_eq!(opened["range"]["head"], merge.as_str(), "{opened:#}");
    assert_eq!(files(&opened), ["src/a.py"]);
    assert_eq!(desk.approve(&opened)["verdict"], "approved");
}

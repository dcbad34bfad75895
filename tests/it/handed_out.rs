//! A fix that is committed as its brief says is the fix, also where it stands in a file that no list has (SPEC 7.1, 4.4).

#![allow(clippy::unwrap_used, clippy::needless_pass_by_value, reason = "tests")]

use serde_json::{Value, json};

use crate::client::Client;
use crate::desk::{codes, files, subjects};
use crate::plan_scene::{self, NO_DISCOUNT, NOTHING, PLAN, review};
use crate::scene::{Edit, Scene};

const LIST: &str = "specs/login/tasks.md";
const TASKS: &str = "# Tasks\n\n- [ ] 1.1 Write login\n  - **Do**: write it\n  - **Files**: `src/login.js`\n  - **Done when**: exports login\n  - **Commit**: `feat(login): write`\n- [ ] 1.2 Other\n  - **Files**: `src/o.js`\n  - **Commit**: `feat(login): other`\n";
const FAILS: &str = "## Review: execution (Iteration 1)\n\n### Findings\n\n| # | Dimension | Status | Finding |\n|---|---|---|---|\n| 1 | Alignment | FAIL | the parser helper is missing |\n\n### Feedback for Revision\n1. Move the parser into src/lib/parse.js as src/auth.js has it\n\nREVIEW_FAIL\n";

fn ok(client: &mut Client, tool: &str, arguments: Value) -> Value {
    let answer = client.call(tool, arguments);
    assert!(!answer.is_error, "{tool}: {}", answer.text);
    answer.structured
}

fn say(client: &mut Client, opened: &Value, text: &str) -> Value {
    let answer = json!({ "loop_id": opened["loop_id"], "countersign": opened["countersign"], "text": text });
    ok(client, "record_findings", answer)
}

fn again(client: &mut Client, opened: &Value) -> Value {
    ok(client, "review_task", json!({ "loop_id": opened["loop_id"] }))
}

/// A spec with a task that was done, and another's task after it.
fn login() -> Scene {
    let scene = Scene::new();
    scene.commit("chore: start", &[(LIST, TASKS), ("specs/login/.progress.md", "# Progress\n")]);
    scene.commit("feat(login): write", &[("src/login.js", "module.exports = {}\n")]);
    scene.commit("feat(login): other", &[("src/o.js", "o\n")]);
    scene
}

/// The loop of that task after a review that failed.
fn failed(client: &mut Client) -> (Value, Value) {
    let opened = ok(client, "review_task", json!({ "plan": LIST, "task": "1.1", "on_demand": true }));
    let failed = say(client, &opened, FAILS);
    assert_eq!(failed["next"]["action"], "fix", "{failed:#}");
    (opened, failed)
}

#[test]
fn the_form_that_a_brief_shows_and_those_that_it_could_mean_are_taken() {
    for message in [
        "fix(01-01): task 1 a helper",
        "fix(01-01 Task 1): a helper",
        "fix: a helper (01-01 Task 1)",
        "fix: 01-01 Task 1: a helper",
    ] {
        let scene = plan_scene::with_task_one();
        scene.commit("chore: unrelated", &[("README.md", "# Cart\n")]);
        let mut client = plan_scene::server(&scene);
        let opened = ok(&mut client, "review_task", json!({ "plan": PLAN, "task": "1" }));
        let failed = say(&mut client, &opened, &review("1", "changes_requested", NO_DISCOUNT, NOTHING));
        let brief = failed["next"]["brief"].as_str().unwrap();
        assert!(brief.contains("(01-01 Task 1), such as `fix(01-01): task 1 …`."), "{brief}");
        scene.commit(message, &[("src/discount.js", "export const less = 1;\n")]);
        let second = again(&mut client, &opened);
        assert_eq!(files(&second), ["src/cart.js", "src/discount.js"], "{message}: {second:#}");
        assert!(!codes(&second).contains(&"unchanged_subject"), "{message}: {second:#}");
    }
    for message in
        ["fix(01-01 Task 2): another's", "fix: another's (01-02 Task 1)", "fix: see (as 01-01 Task 1)"]
    {
        let scene = plan_scene::with_task_one();
        scene.commit("chore: unrelated", &[("README.md", "# Cart\n")]);
        let mut client = plan_scene::server(&scene);
        let opened = ok(&mut client, "review_task", json!({ "plan": PLAN, "task": "1" }));
        say(&mut client, &opened, &review("1", "changes_requested", NO_DISCOUNT, NOTHING));
        scene.commit(message, &[("src/discount.js", "export const less = 1;\n")]);
        let second = again(&mut client, &opened);
        assert_eq!(files(&second), ["src/cart.js"], "{message}: {second:#}");
    }
}

#[test]
fn the_commit_of_a_fix_task_is_the_fix_whatever_it_touches() {
    for (message, is_in_list) in [
        ("fix(1.1.1): address review findings", true),
        ("fix(1.1.1): address review findings", false),
        ("fix(1.1.1): move the parser", true),
        ("feat(login): write", true),
        ("fix(login): Task 1.1 parse helper", true),
        ("fix: parse helper (login Task 1.1)", false),
    ] {
        let scene = login();
        let mut client = plan_scene::server(&scene);
        let (opened, failed) = failed(&mut client);
        let proposed = failed["next"]["fix"].as_str().unwrap();
        if is_in_list {
            scene.write(LIST, TASKS.replace("- [ ] 1.2", &format!("{proposed}- [ ] 1.2")));
        }
        scene.commit("fix(1.2.1): address review findings", &[("src/of_another.js", "x\n")]);
        scene.commit(message, &[("src/lib/parse.js", "module.exports = 1\n")]);
        let second = again(&mut client, &opened);
        assert_eq!(subjects(&second), ["feat(login): write", message], "{second:#}");
        assert_eq!(files(&second), ["src/lib/parse.js", "src/login.js"], "{second:#}");
        assert!(!codes(&second).contains(&"left_out"), "{second:#}");
        assert!(second["brief"].as_str().unwrap().contains("+module.exports = 1"), "{second:#}");
        // Once an answer is awaited, only what says by its label that it is the task's moves it.
        scene.commit(message, &[("src/late.js", "late\n")]);
        let later = again(&mut client, &opened);
        let moves = message.contains("Task 1.1");
        assert_eq!(later["countersign"] != second["countersign"], moves, "{message}: {later:#}");
        assert!(files(&later).contains(&"src/lib/parse.js"), "what was taken once stays: {later:#}");
    }
}

/// Every spec's first fix task of 1.1 is 1.1.1, and so is its message.
#[test]
fn the_same_message_of_another_list_is_not_taken() {
    let fix = "- [ ] 1.1.1 [FIX 1.1] Fix: Sign up\n  - **Files**: `src/signup.js`\n  - **Commit**: `fix(1.1.1): address review findings`\n";
    for other in ["src/signup.js", "specs/signup/notes.md"] {
        let scene = login();
        scene.commit(
            "chore: another spec",
            &[("specs/signup/tasks.md", &format!("# Tasks\n\n- [ ] 1.1 Sign up\n{fix}"))],
        );
        let mut client = plan_scene::server(&scene);
        let (opened, _) = failed(&mut client);
        scene.commit("fix(1.1.1): address review findings", &[(other, "x\n"), ("src/new.js", "x\n")]);
        let second = again(&mut client, &opened);
        assert_eq!(subjects(&second), ["feat(login): write"], "{other}: {second:#}");
    }
}

#[test]
fn the_brief_names_the_fix_task_with_its_message_and_the_task_lists_what_is_asked_for() {
    let scene = login();
    let mut client = plan_scene::server(&scene);
    let (_, failed) = failed(&mut client);
    let brief = failed["next"]["brief"].as_str().unwrap();
    assert!(brief.contains("The fix is task 1.1.1 of the task list"), "{brief}");
    assert!(brief.contains("word for word: `fix(1.1.1): address review findings`"), "{brief}");
    assert!(!brief.contains("carries the task's scope"), "one rule, not two: {brief}");
    let proposed = failed["next"]["fix"].as_str().unwrap();
    assert!(proposed.contains("**Files**: src/lib/parse.js, src/login.js\n"), "{proposed}");
    // Others' fix tasks stand in the list: the number is another, in the brief, too.
    let theirs = "- [x] 1.1.1 [FIX 1.1] Fix: the build\n  - **Commit**: `fix(build): address a file`\n";
    scene.write(LIST, TASKS.replace("- [ ] 1.2", &format!("{theirs}- [ ] 1.2")));
    let now =
        ok(&mut client, "loop_status", json!({ "loop_id": failed["next"]["call"]["arguments"]["loop_id"] }));
    assert!(now["next"]["fix"].as_str().unwrap().contains("`fix(1.1.2): address"), "{now:#}");
}

#[test]
fn on_the_main_branch_a_change_is_told_that_nothing_is_left() {
    let scene = Scene::new();
    scene.commit("chore: start", &[("a.js", "a\n"), ("bazinga/x", "x\n")]);
    scene.commit("feat: AUTH", &[("a.js", "b\n")]);
    let mut client = plan_scene::server(&scene);
    let change = json!({ "id": "AUTH", "title": "t", "criteria": "c", "protocol": "bazinga" });
    let refused = client.call("review_task", change);
    assert!(refused.is_error, "{}", refused.structured);
    assert!(refused.text.contains("main holds everything up to"), "{}", refused.text);
    assert!(!refused.text.contains("no main branch"), "{}", refused.text);
}

#[test]
fn a_file_marked_as_new_within_its_quotes_is_told_as_new() {
    let plan = ".yolo-planning/phases/01/01-01-PLAN.md";
    let text = "---\nphase: 01\nplan: 01\ntitle: Parser\nwave: 1\ndepends_on: []\nmust_haves:\n  - \"parser reads lines\"\n---\n# Plan\n### Task 1: Read\n**Files:** `src/read.rs`, `src/gone.rs`, `src/new.rs (new)`\nDo it.\n**Acceptance criteria:** reads\n";
    let scene = Scene::new();
    scene.edit(
        "chore: start",
        &[Edit::Write("src/read.rs", b"fn a() {}\n"), Edit::Write(plan, text.as_bytes())],
    );
    let mut client = plan_scene::server(&scene);
    let opened =
        ok(&mut client, "review_task", json!({ "plan": plan, "protocol": "yolo", "on_demand": true }));
    let brief = opened["brief"].as_str().unwrap();
    assert!(brief.contains("src/new.rs: missing; marked as new\n"), "{brief}");
    assert!(brief.contains("src/gone.rs: missing\n"), "{brief}");
    assert_eq!(opened["precheck"]["findings"].as_array().unwrap().len(), 1, "{opened:#}");
}

/// One round of nothing but suggestions goes uncounted for a subject, whatever number of loops it has (SPEC 4.4).
#[test]
fn only_the_first_round_of_suggestions_of_a_subject_goes_uncounted() {
    let suggests = |iteration: u32| {
        format!(
            "## Review: execution (Iteration {iteration})\n\n### Findings\n\n| # | Dimension | Status | Finding |\n|---|---|---|---|\n| 1 | Alignment | FAIL | the Done step of 1.1 is ambiguous ({LIST}:6) |\n\n### Feedback for Revision\n1. Say in {LIST}:6 what login exports\n\nREVIEW_FAIL\n"
        )
    };
    // So many loops of suggestions, then so many iterations until the limit of three lets it go on with a warning.
    for (suggested, failing) in [(0, 3), (1, 3), (2, 2)] {
        let scene = login();
        let mut client = plan_scene::server(&scene);
        let task = json!({ "plan": LIST, "task": "1.1", "on_demand": true });
        let mut works = 0;
        let mut work = || {
            works += 1;
            scene.commit("feat(login): write", &[("src/login.js", &format!("module.exports = {works}\n"))]);
        };
        for n in 1..=suggested {
            let opened = ok(&mut client, "review_task", task.clone());
            assert_eq!(opened["pass"], n, "{opened:#}");
            let done = say(&mut client, &opened, &suggests(n));
            assert_eq!(done["next"]["outcome"], "accepted_with_warnings", "{done:#}");
            // More work of the task: it is looked at anew, in a loop of its own.
            work();
        }
        let mut fails = 0;
        loop {
            let opened = ok(&mut client, "review_task", task.clone());
            let done = say(&mut client, &opened, FAILS);
            fails += 1;
            if done["next"]["action"] == "proceed" {
                assert_eq!(done["next"]["outcome"], "accepted_with_warnings", "{done:#}");
                break;
            }
            assert_eq!(done["next"]["action"], "fix", "{suggested}, {fails}: {done:#}");
            work();
        }
        assert_eq!(fails, failing, "after {suggested} loops of suggestions");
    }
}

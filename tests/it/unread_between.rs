//! An answer that could not be read looked at nothing: what was mended before it counts at the next review that could
//! (SPEC 6.5), and nothing else closes by it. And what else a whole pass must not swallow: a stage nobody could read, a
//! rejection that names nothing, a ruling against what is called resolved.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::sync::Barrier;

use serde_json::{Value, json};

use crate::desk::{Desk, blocker, codes};
use crate::plan_scene::{CART, PLAN, fix_discount, with_task_one};
use crate::scene::{Edit, Scene};

const GIBBERISH: &str = "I was cut off before I could finish the";

fn record(desk: &Desk, opened: &Value, mut what: Value) -> Value {
    what["loop_id"] = opened["loop_id"].clone();
    what["countersign"] = opened["countersign"].clone();
    desk.ok("record_findings", what)
}

/// The answer to a pass cannot be read, and neither can the one after the question.
pub(crate) fn unread(desk: &Desk, opened: &Value) {
    let asked = record(desk, opened, json!({ "text": GIBBERISH }));
    assert_eq!(asked["next"]["reason"], "clarify", "{asked:#}");
    let again = desk.again(opened);
    let held = record(desk, &again, json!({ "text": GIBBERISH }));
    assert_eq!(held["verdict"], "unclear", "{held:#}");
}

fn line_six(scene: &Scene) -> (Desk, Value) {
    let desk = Desk::at(scene.root());
    let opened = desk.review(json!({ "plan": PLAN, "task": "1" }));
    desk.answer(&opened, blocker("The discount is ignored", "src/cart.js", 6));
    (desk, opened)
}

#[test]
fn a_fix_before_an_unreadable_answer_counts_at_the_next_that_is_read() {
    let scene = with_task_one();
    let (desk, opened) = line_six(&scene);
    fix_discount(&scene);
    unread(&desk, &desk.again(&opened));
    let third = desk.again(&opened);
    let brief = third["brief"].as_str().unwrap();
    assert!(
        brief.contains("sum - sum * discount / 100"),
        "what changed since the last look is shown: {brief}"
    );
    let done = desk.approve(&third);
    assert_eq!(done["verdict"], "approved", "{done:#}");
    assert_eq!(done["resolved"], json!(["F1"]));
}

#[test]
fn a_fix_that_was_taken_back_beside_an_unreadable_answer_closes_nothing() {
    let scene = with_task_one();
    let (desk, opened) = line_six(&scene);
    fix_discount(&scene);
    unread(&desk, &desk.again(&opened));
    scene.amend("feat(01-01): sum the cart", &[Edit::Write("src/cart.js", CART.as_bytes())]);
    let done = desk.approve(&desk.again(&opened));
    assert_eq!(done["verdict"], "changes_requested", "{done:#}");
}

#[test]
fn what_an_unreadable_answer_put_on_file_is_not_closed_by_what_changed_before_it() {
    let scene = with_task_one();
    let desk = Desk::at(scene.root());
    let opened = desk.review(json!({ "plan": PLAN, "task": "1" }));
    desk.answer(&opened, blocker("The names are short", "src/cart.js", 2));
    fix_discount(&scene);
    let second = desk.again(&opened);
    // It approves and refuses at once, and what it lists blocks.
    let text = "## REVIEW COMPLETE\n\n**Task:** 01-01 Task 1\n**Status:** passed\n\n### Code Quality\n\n### Finding 1: The discount is wrong\n- **Severity:** critical\n- **File:** src/cart.js:6\n- **Issue:** it is taken twice.\n\n**Status:** unknown, I could not finish\n";
    record(&desk, &second, json!({ "text": text }));
    let asked = desk.again(&opened);
    assert_eq!(asked["next"]["reason"], "clarify", "{asked:#}");
    record(&desk, &asked, json!({ "text": text }));
    let done = desk.approve(&desk.again(&opened));
    assert_eq!(done["verdict"], "changes_requested", "{done:#}");
    let status = desk.ok("loop_status", json!({ "loop_id": opened["loop_id"] }));
    assert!(status.to_string().contains("The discount is wrong"), "{status:#}");
}

#[test]
fn work_between_two_answers_of_which_one_was_unreadable_is_progress() {
    let scene = Scene::new();
    let lines = |changed: &[u32], with: &str| -> String {
        let line = |n| match changed.contains(&n) {
            true => format!("line_{n}({with});\n"),
            false => format!("line_{n}();\n"),
        };
        (1..=40).map(line).collect()
    };
    scene.commit("start", &[("src/a.js", &lines(&[], "")), ("bazinga/model_selection.json", "{}")]);
    scene.git.branch("feat", &scene.git.head().unwrap().peel_to_commit().unwrap(), false).unwrap();
    scene.git.set_head("refs/heads/feat").unwrap();
    scene.commit("feat: one", &[("src/a.js", &lines(&[10, 30], "one"))]);
    let desk = Desk::at(scene.root());
    let opened = desk.review(json!({ "id": "AUTH", "title": "Login", "criteria": "it logs in" }));
    let mut two = blocker("A race on ten", "src/a.js", 10);
    two.as_array_mut()
        .unwrap()
        .extend(blocker("A leak on thirty", "src/a.js", 30).as_array().unwrap().clone());
    let said = desk.answer(&opened, two);
    let ids: Vec<&str> =
        said["next"]["findings"].as_array().unwrap().iter().map(|f| f["id"].as_str().unwrap()).collect();
    let mended = lines(&[10, 30], "one").replace("line_10(one)", "line_10(two)");
    scene.commit("fix: ten", &[("src/a.js", &mended)]);
    let responses: Vec<Value> =
        ids.iter().map(|id| json!({ "finding_id": id, "response": "fixed", "details": "done" })).collect();
    let turn = said["next"]["turn"].clone();
    let loop_id = opened["loop_id"].clone();
    desk.ok("respond_findings", json!({ "loop_id": loop_id, "turn": turn, "responses": responses }));
    unread(&desk, &desk.again(&opened));
    let third = desk.again(&opened);
    assert!(!codes(&third).contains(&"unchanged_subject"), "the work changed since it was read: {third:#}");
    let mended = json!([{ "id": ids[0], "reason": "the lock is held now" }]);
    let judged = record(&desk, &third, json!({ "verdict": "approved", "findings": [], "resolved": mended }));
    assert_eq!(judged["verdict"], "changes_requested", "{judged:#}");
    let brief = judged["next"]["brief"].as_str().unwrap();
    assert!(brief.contains("Pass 3, 0 without progress"), "{brief}");
}

#[test]
fn a_rejection_overruled_and_called_resolved_stands_where_nothing_changed() {
    for changes in [false, true] {
        let scene = Scene::new();
        scene.commit("start", &[("src/a.js", "one();\n"), ("bazinga/model_selection.json", "{}")]);
        scene.git.branch("feat", &scene.git.head().unwrap().peel_to_commit().unwrap(), false).unwrap();
        scene.git.set_head("refs/heads/feat").unwrap();
        scene.commit("feat: two", &[("src/a.js", "two();\n")]);
        let desk = Desk::at(scene.root());
        let opened = desk.review(json!({ "id": "AUTH", "title": "Login", "criteria": "it logs in" }));
        let said = desk.answer(&opened, blocker("A race", "src/a.js", 1));
        let id = said["next"]["findings"][0]["id"].clone();
        let reason = "src/a.js:1 returns a constant, so that nothing is shared between threads";
        let response = json!({ "finding_id": id, "response": "rejected", "reason": reason });
        let turn = said["next"]["turn"].clone();
        desk.ok(
            "respond_findings",
            json!({ "loop_id": opened["loop_id"], "turn": turn, "responses": [response] }),
        );
        if changes {
            scene.commit("fix: lock", &[("src/a.js", "lock(two);\n")]);
        }
        let second = desk.again(&opened);
        let judged = record(
            &desk,
            &second,
            json!({ "verdict": "approved", "findings": [],
                "rulings": [{ "finding_id": id, "ruling": "overruled", "reason": "the race is real" }],
                "resolved": [{ "id": id, "reason": "looks fine" }] }),
        );
        assert_eq!(judged["verdict"] == "approved", changes, "{judged:#}");
        assert_eq!(codes(&judged).contains(&"ruling_vs_resolved"), !changes, "{judged:#}");
    }
}

#[test]
fn a_stage_that_nobody_could_read_has_not_passed() {
    for second in [json!({ "text": GIBBERISH }), json!({ "verdict": "changes_requested", "findings": [] })] {
        let scene = with_task_one();
        let desk = Desk::at(scene.root());
        let opened = desk.review(json!({ "plan": PLAN, "task": "1" }));
        let spec = json!([{ "severity": "critical", "title": "No discount", "requirement": "CART-01",
            "locations": [{ "file": "src/cart.js", "line": 6 }], "why": "it is asked for" }]);
        record(&desk, &opened, json!({ "stage": "spec", "verdict": "changes_requested", "findings": spec }));
        let mut second = second;
        second["stage"] = json!("quality");
        let judged = record(&desk, &opened, second);
        assert_eq!(judged["verdict"], "changes_requested", "{judged:#}");
        assert_eq!(judged["quality_status"], "unclear", "{judged:#}");
        assert!(codes(&judged).contains(&"stage_unread"), "{judged:#}");
        let report = scene.root().join(".planning/phases/01-cart/01-01-REVIEW-T1.md");
        let report = std::fs::read_to_string(report).unwrap();
        assert!(report.contains("No answer about code quality could be read."), "{report}");
    }
}

#[test]
fn a_rejection_that_names_nothing_is_asked_about_though_an_older_finding_is_open() {
    let scene = Scene::new();
    scene.commit("start", &[("src/a.js", "one();\n"), (".planning/PROJECT.md", "# P\n")]);
    scene.write("src/a.js", "two();\n");
    let desk = Desk::at(scene.root());
    let asked = json!({ "id": "AUTH", "title": "Login", "criteria": "it logs in", "protocol": "gsd" });
    let opened = desk.review(asked);
    let unmet = json!([{ "severity": "high", "title": "No login", "stage": "spec",
        "requirement": "it logs in", "why": "nothing logs in" }]);
    desk.answer(&opened, unmet);
    scene.write("src/a.js", "three();\n");
    let second = desk.again(&opened);
    let text = "## REVIEW: AUTH\n### Verdict: CRITICAL\n### Findings\nThe code is broken in ways I cannot put in a table.\n";
    let judged = record(&desk, &second, json!({ "text": text }));
    assert_eq!(judged["next"]["reason"], "clarify", "{judged:#}");
    let again = desk.again(&opened);
    let judged = record(&desk, &again, json!({ "text": text }));
    assert_eq!(judged["next"]["action"], "reexecute", "{judged:#}");
}

#[test]
fn an_attempt_is_taken_back_to_where_it_began_though_it_was_committed() {
    let scene = Scene::new();
    let began = scene.commit("start", &[("src/a.js", "one();\n"), (".planning/PROJECT.md", "# P\n")]);
    scene.write("src/a.js", "two();\n");
    let desk = Desk::at(scene.root());
    let asked = json!({ "id": "AUTH", "title": "Login", "criteria": "it logs in", "protocol": "gsd" });
    let opened = desk.review(asked);
    let said = desk.answer(&opened, blocker("It is wrong", "src/a.js", 1));
    assert_eq!(said["next"]["action"], "reexecute", "{said:#}");
    assert!(said.to_string().contains(&format!("--source={began}")), "{said:#}");
    assert!(said["next"]["why"].as_str().unwrap().contains(began.short()), "{said:#}");
}

#[test]
fn a_plan_is_revised_though_another_is_its_twin() {
    let (one, two) =
        (".yolo-planning/phases/03-auth/03-01-PLAN.md", ".yolo-planning/phases/03-auth/03-02-PLAN.md");
    let plan = |number: &str, done: &str| {
        format!(
            "---\nphase: 03\nplan: {number}\ntitle: Auth\nwave: 1\ndepends_on: []\nmust_haves: [login works]\n---\n### Task 1: login\n**Files:** src/a.py\n**Done:** {done}\n"
        )
    };
    let scene = Scene::new();
    let config = (".yolo-planning/config.json", "{}");
    scene.commit(
        "start",
        &[("src/a.py", "a\n"), config, (one, &plan("01", "works")), (two, &plan("02", "works"))],
    );
    let desk = Desk::at(scene.root());
    let opened = desk.review(json!({ "plan": one, "of": "document" }));
    desk.answer(&opened, blocker("No way back", one, 11));
    scene.write(one, plan("01", "works, and rolls back what it did\n**Files:** src/a.py, src/b.py (new)"));
    let second = desk.again(&opened);
    assert_eq!(second["pass"], 2, "{second:#}");
}

#[test]
fn racing_answers_to_different_findings_are_all_taken() {
    const MANY: u32 = 6;
    let scene = with_task_one();
    let desk = Desk::at(scene.root());
    let asked = json!({ "id": "CART", "title": "Cart", "criteria": "it adds up", "protocol": "countersign", "base": "HEAD~1" });
    let opened = desk.review(asked);
    let all: Vec<Value> = (1..=MANY)
        .flat_map(|n| {
            blocker(&format!("Number {n} is wrong in its own way"), "src/cart.js", n)
                .as_array()
                .unwrap()
                .clone()
        })
        .collect();
    let said = desk.answer(&opened, json!(all));
    let ids: Vec<Value> =
        said["next"]["findings"].as_array().unwrap().iter().map(|f| f["id"].clone()).collect();
    assert_eq!(ids.len(), MANY as usize, "{said:#}");
    let barrier = Barrier::new(ids.len());
    std::thread::scope(|threads| {
        for id in &ids {
            let (opened, said, barrier, root) = (&opened, &said, &barrier, scene.root().to_owned());
            threads.spawn(move || {
                let desk = Desk::at(&root);
                barrier.wait();
                let response = json!({ "finding_id": id, "response": "fixed", "details": "done" });
                let call = json!({ "loop_id": opened["loop_id"], "turn": said["next"]["turn"], "responses": [response] });
                let answer = desk.ok("respond_findings", call);
                assert_eq!(answer["responses"][0]["result"], "accepted", "{answer:#}");
            });
        }
    });
}

/// A plan of the finding's lines, with so many above.
pub(crate) fn lines(above: usize, changed: &[u32]) -> String {
    let line = |n: &u32| {
        if changed.contains(n) {
            format!("let v{n} = mended({n});\n")
        } else {
            format!("let v{n} = made({n});\n")
        }
    };
    "// above\n".repeat(above) + &(1..=60).collect::<Vec<u32>>().iter().map(line).collect::<String>()
}

fn free(scene: &Scene) -> (Desk, Value) {
    scene.commit("feat: values", &[("src/v.js", &lines(0, &[]))]);
    let desk = Desk::at(scene.root());
    let asked = json!({ "id": "V", "title": "Values", "criteria": "values are made", "base": "HEAD~1" });
    let opened = desk.review(asked);
    (desk, opened)
}

/// Says of all that blocks that it is mended.
pub(crate) fn fix(desk: &Desk, said: &Value) {
    let ids = said["next"]["findings"].as_array().unwrap().iter().map(|f| f["id"].clone());
    let responses: Vec<Value> =
        ids.map(|id| json!({ "finding_id": id, "response": "fixed", "details": "mended" })).collect();
    let call = &said["next"]["call"]["arguments"];
    desk.ok(
        "respond_findings",
        json!({ "loop_id": call["loop_id"], "turn": said["next"]["turn"], "responses": responses }),
    );
}

pub(crate) fn started() -> Scene {
    let scene = Scene::new();
    scene.commit("start", &[("README.md", "v\n")]);
    scene
}

#[test]
fn a_second_answer_to_a_pass_nobody_could_read_is_held_against_the_tree_of_that_pass() {
    let scene = with_task_one();
    let (desk, opened) = line_six(&scene);
    fix_discount(&scene);
    let second = desk.again(&opened);
    record(&desk, &second, json!({ "text": GIBBERISH }));
    let asked = desk.again(&opened);
    record(&desk, &asked, json!({ "text": GIBBERISH }));
    let late = blocker("The names are short", "src/cart.js", 6);
    record(&desk, &asked, json!({ "verdict": "changes_requested", "findings": late }));
    let done = desk.approve(&desk.again(&opened));
    assert_ne!(done["verdict"], "approved", "nothing was changed since that answer: {done:#}");
}

#[test]
fn a_finding_of_an_abandoned_loop_is_followed_into_the_next() {
    let scene = started();
    let (desk, opened) = free(&scene);
    let said = desk.answer(&opened, blocker("The value leaks", "src/v.js", 20));
    let abandon = json!({ "loop_id": opened["loop_id"], "turn": said["next"]["turn"], "choice": "abandon",
        "reason": "the work is begun anew", "decided_by": "Ada" });
    desk.in_person(abandon);
    scene.commit("feat: more above", &[("src/v.js", &lines(10, &[]))]);
    let next =
        desk.review(json!({ "id": "V", "title": "Values", "criteria": "values are made", "base": "HEAD~2" }));
    fix(&desk, &desk.answer(&next, blocker("Another one races", "src/v.js", 54)));
    // What stands at the old line changes, and what is meant does not.
    scene.commit("fix: elsewhere", &[("src/v.js", &lines(10, &[10, 44]))]);
    let done = desk.approve(&desk.again(&next));
    assert_eq!(done["verdict"], "changes_requested", "{done:#}");
    assert!(done.to_string().contains("The value leaks"), "{done:#}");
    fix(&desk, &done);
    scene.commit("fix: the leak", &[("src/v.js", &lines(10, &[10, 20, 44]))]);
    assert_eq!(done["next"]["findings"][0]["place"]["line"], 30, "{done:#}");
    assert_eq!(desk.approve(&desk.again(&next))["verdict"], "approved");
}

#[test]
fn an_answer_about_another_task_resolves_nothing_of_this_one() {
    let scene = with_task_one();
    let (desk, opened) = line_six(&scene);
    scene.commit("docs: more", &[("README.md", "more\n")]);
    let second = desk.review(json!({ "loop_id": opened["loop_id"] }));
    let text = "## REVIEW COMPLETE\n\n**Task:** 07-03 Task 2\n**Status:** passed\n\n### Resolved\n- F1: it is honoured now\n";
    let asked = record(&desk, &second, json!({ "text": text }));
    assert_eq!(asked["next"]["reason"], "clarify", "{asked:#}");
    let held = record(&desk, &desk.again(&opened), json!({ "text": text }));
    assert!(held["resolved"].as_array().is_none_or(Vec::is_empty), "{held:#}");
}

#[test]
fn what_was_named_when_asked_about_is_not_closed_by_silence_in_the_same_pass() {
    let scene = with_task_one();
    let (desk, opened) = line_six(&scene);
    fix_discount(&scene);
    let second = desk.again(&opened);
    let again = json!({ "severity": "critical", "stage": "quality", "title": "The discount is ignored",
        "locations": [{ "file": "src/cart.js", "line": 6 }], "why": "customers pay too much" });
    let uncited = json!({ "severity": "critical", "stage": "spec", "title": "Nothing rounds",
        "locations": [{ "file": "src/cart.js", "line": 1 }], "why": "cents are lost" });
    let both = json!({ "verdict": "changes_requested", "findings": [again, uncited] });
    let asked = record(&desk, &second, both);
    assert_eq!(asked["next"]["reason"], "clarify", "{asked:#}");
    let mut cited = uncited;
    cited["requirement"] = json!("CART-01");
    let judged =
        record(&desk, &desk.again(&opened), json!({ "verdict": "changes_requested", "findings": [cited] }));
    assert!(judged["resolved"].as_array().is_none_or(Vec::is_empty), "{judged:#}");
}

#[test]
fn a_fix_of_what_a_stale_answer_raised_is_seen_to_be_taken_back() {
    let scene = started();
    let (desk, opened) = free(&scene);
    // The work moves under the review, and what is meant stands ten lines below by now.
    scene.commit("feat: more above", &[("src/v.js", &lines(10, &[]))]);
    let stale = desk.answer(&opened, blocker("The value leaks", "src/v.js", 20));
    assert!(codes(&stale).contains(&"stale"), "{stale:#}");
    let again = desk.again(&opened);
    unread(&desk, &again);
    let open = desk.ok("loop_status", json!({ "loop_id": opened["loop_id"] }));
    assert!(open.to_string().contains("The value leaks"), "{open:#}");
    assert_eq!(open["next"]["action"], "review", "{open:#}");
    scene.commit("fix: the leak", &[("src/v.js", &lines(10, &[20]))]);
    let second = desk.again(&opened);
    let note = json!([{ "severity": "critical", "title": "Another one races", "why": "values are lost",
        "locations": [{ "file": "src/v.js", "line": 54 }] }]);
    let judged = record(&desk, &second, json!({ "verdict": "changes_requested", "findings": note }));
    assert_eq!(judged["resolved"], json!(["F1"]), "{judged:#}");
    fix(&desk, &judged);
    scene.commit("fix: the race, and the leak again", &[("src/v.js", &lines(10, &[44]))]);
    let third = desk.approve(&desk.again(&opened));
    assert_eq!(third["verdict"], "changes_requested", "{third:#}");
    assert!(codes(&third).contains(&"mend_undone"), "{third:#}");
}

//! Test runs as they are told again, and the loops that they open: the same words about other work are another run, and the
//! first review of such a loop finds its range as any other (SPEC 4.5, 6.3, 7.1).

#![allow(clippy::unwrap_used, clippy::needless_pass_by_value, reason = "tests pass json!() literals")]

use countersign::app::App;
use countersign::app::requests::Gate;
use serde_json::{Value, json};

use crate::desk::{Desk, blocker, codes, files, subjects};
use crate::scene::Scene;

const FILE: &str = "src/a.js";

fn text(n: usize) -> String {
    format!("a();\nb({n});\nc();\n")
}

/// A free change on a branch, committed, and whoever has it reviewed.
fn scene() -> (Scene, Desk) {
    let scene = Scene::new();
    let base = scene.commit("chore: begin", &[(FILE, &text(0))]);
    scene.branch("feat", &base);
    scene.switch("feat");
    scene.commit("feat: sums", &[(FILE, &text(1))]);
    let desk = Desk::at(scene.root());
    (scene, desk)
}

fn change(id: &str, protocol: &str) -> Value {
    json!({ "id": id, "title": format!("Change {id}"), "criteria": format!("{id} adds up"), "protocol": protocol })
}

fn with(mut call: Value, more: Value) -> Value {
    for (name, value) in more.as_object().unwrap() {
        call[name] = value.clone();
    }
    call
}

fn failing(id: &str, protocol: &str) -> Value {
    with(change(id, protocol), json!({ "failed": ["p1"], "passed": ["x"] }))
}

fn green(desk: &Desk, answer: &Value) -> Value {
    let turn = &answer["next"]["turn"];
    desk.ok(
        "record_tests",
        json!({ "loop_id": answer["loop_id"], "turn": turn, "failed": [], "passed": ["p1", "x"] }),
    )
}

fn is_open(scene: &Scene) -> bool {
    App::new(scene.root()).gate(&Gate::default()).unwrap().open
}

#[test]
fn what_fails_again_after_it_passed_is_recorded_though_the_words_are_the_same() {
    let (scene, desk) = scene();
    let opened = desk.ok("record_tests", failing("AUTH", "bazinga"));
    green(&desk, &opened);
    scene.commit("feat: sums again", &[(FILE, &text(2))]);
    let again = desk.ok("record_tests", failing("AUTH", "bazinga"));
    assert_eq!(again["next"]["action"], "retest", "{again:#}");
    assert_eq!((&again["new"], &again["progress"]["run"]), (&json!(["p1"]), &json!(3)), "{again:#}");
    let why = desk.refused("review_task", json!({ "loop_id": opened["loop_id"] }));
    assert!(why.contains("failing tests"), "{why}");
    assert!(!is_open(&scene));
}

/// Also where nothing was committed or changed in between: the loop went on, and the test is a flaky one.
#[test]
fn a_run_after_a_green_one_is_no_repetition_of_the_one_before() {
    let (_scene, desk) = scene();
    let opened = desk.ok("record_tests", failing("AUTH", "bazinga"));
    green(&desk, &opened);
    let by_loop = json!({ "loop_id": opened["loop_id"], "failed": ["p1"], "passed": ["x"] });
    let again = desk.ok("record_tests", by_loop);
    assert_eq!(again["next"]["action"], "retest", "{again:#}");
}

#[test]
fn the_same_words_about_other_work_count_and_come_to_the_next_tier() {
    let (scene, desk) = scene();
    let mut tiers = Vec::new();
    for n in 2..6 {
        // Committed or not.
        scene.write(FILE, text(n));
        let run = desk.ok("record_tests", failing("AUTH", "bazinga"));
        tiers.push((run["progress"]["run"].clone(), run["next"]["tier"].clone()));
    }
    assert_eq!(
        tiers,
        [
            (json!(1), json!("developer")),
            (json!(2), json!("developer")),
            (json!(3), json!("senior_engineer")),
            (json!(4), json!("senior_engineer"))
        ]
    );
}

#[test]
fn a_run_that_is_sent_twice_is_written_once() {
    let (scene, desk) = scene();
    scene.write("src/b.js", "not committed\n");
    let first = desk.ok("record_tests", failing("AUTH", "bazinga"));
    assert_eq!(desk.ok("record_tests", failing("AUTH", "bazinga")), first);
    let by_loop = json!({ "loop_id": first["loop_id"], "failed": ["p1"], "passed": ["x"] });
    assert_eq!(desk.ok("record_tests", by_loop), first);
    // What others keep beside the work is no other work.
    scene.write(".countersign/reviews/AUTH.md", "---\nwriter: countersign\n---\n");
    assert_eq!(desk.ok("record_tests", failing("AUTH", "bazinga")), first);
    // And so is the one after it.
    scene.write("src/b.js", "mended\n");
    let second = desk.ok("record_tests", failing("AUTH", "bazinga"));
    assert_eq!(second["progress"]["run"], 2, "{second:#}");
    assert_eq!(desk.ok("record_tests", failing("AUTH", "bazinga")), second);
    // What says something else wants its turn.
    let other = with(failing("AUTH", "bazinga"), json!({ "failed": ["p2"] }));
    let why = desk.refused("record_tests", other);
    assert!(why.contains("stands at turn 3"), "{why}");
}

#[test]
fn what_was_mended_approved_and_fails_anew_opens_another_loop() {
    let (scene, desk) = scene();
    let opened = desk.ok("record_tests", failing("AUTH", "bazinga"));
    scene.commit("fix: sums", &[(FILE, &text(2))]);
    let passed = green(&desk, &opened);
    desk.approve(&desk.again(&passed));
    let again = desk.ok("record_tests", failing("AUTH", "bazinga"));
    assert_eq!(again["next"]["action"], "retest", "{again:#}");
    assert_ne!(again["loop_id"], opened["loop_id"]);
    assert!(!is_open(&scene));
}

#[test]
fn what_follows_a_review_looks_from_its_base_and_says_what_it_follows() {
    let (scene, desk) = scene();
    let first = desk.review(with(change("C1", "countersign"), json!({ "base": "main", "files": [FILE] })));
    desk.approve(&first);
    let run = desk.ok("record_tests", json!({ "loop_id": first["loop_id"], "failed": ["p1"] }));
    scene.commit("fix: pays", &[(FILE, &text(2)), ("src/b.js", "b\n")]);
    let passed = green(&desk, &run);
    let why = passed["next"]["why"].as_str().unwrap();
    assert!(why.contains(first["loop_id"].as_str().unwrap()) && !why.contains("not been reviewed"), "{why}");
    let opened = desk.review(passed["next"]["call"]["arguments"].clone());
    assert_eq!(subjects(&opened), ["feat: sums", "fix: pays"], "{opened:#}");
    assert_eq!(files(&opened), [FILE], "{opened:#}");
    assert_eq!(desk.approve(&opened)["next"]["outcome"], "approved");
}

#[test]
fn the_base_outlives_loops_that_were_given_up_before_anything_was_reviewed() {
    let (scene, desk) = scene();
    let first = desk.review(with(change("C1", "countersign"), json!({ "base": "main" })));
    let mut last = desk.answer(&first, blocker("Wrong sum", FILE, 2));
    let mut id = first["loop_id"].clone();
    for n in 2..4 {
        let choice = json!({ "loop_id": id, "turn": last["next"]["turn"], "choice": "abandon",
                             "reason": "not now", "decided_by": "Ann" });
        desk.ok("decide", choice);
        let run = desk.ok("record_tests", json!({ "loop_id": id, "failed": ["p1"] }));
        scene.commit(&format!("fix: pays {n}"), &[(FILE, &text(n))]);
        id = run["loop_id"].clone();
        last = green(&desk, &run);
    }
    let opened = desk.review(json!({ "loop_id": id }));
    assert_eq!(subjects(&opened), ["feat: sums", "fix: pays 2", "fix: pays 3"], "{opened:#}");
    assert_eq!(opened["pass"], 2, "{opened:#}");
}

#[test]
fn the_first_review_of_a_loop_that_a_run_opened_may_name_its_range() {
    for by_loop in [true, false] {
        let (scene, desk) = scene();
        let run = desk.ok("record_tests", failing("C1", "countersign"));
        scene.commit("fix: pays", &[(FILE, &text(2)), ("src/b.js", "b\n")]);
        green(&desk, &run);
        let who = if by_loop { json!({ "loop_id": run["loop_id"] }) } else { change("C1", "countersign") };
        let why = desk.refused("review_task", json!({ "loop_id": run["loop_id"] }));
        assert!(why.contains("Next: call review_task") && why.contains("with your own base"), "{why}");
        let opened = desk.review(with(who.clone(), json!({ "base": "main", "files": [FILE] })));
        assert_eq!(opened["loop_id"], run["loop_id"], "{opened:#}");
        assert_eq!(subjects(&opened), ["feat: sums", "fix: pays"], "{opened:#}");
        assert_eq!(files(&opened), [FILE], "{opened:#}");
        // From then on it is fixed, and later passes keep it.
        let why = desk.refused("review_task", with(who, json!({ "base": "HEAD~1" })));
        assert!(why.contains("base"), "{why}");
        let answer = desk.answer(&opened, blocker("Wrong sum", FILE, 2));
        scene.commit("fix: more", &[(FILE, &text(3)), ("src/b.js", "c\n")]);
        let fixed = json!([{ "finding_id": "F1", "response": "fixed", "details": "src/a.js" }]);
        let turn = &answer["next"]["turn"];
        desk.ok("respond_findings", json!({ "loop_id": run["loop_id"], "turn": turn, "responses": fixed }));
        let second = desk.again(&opened);
        assert_eq!(subjects(&second), ["feat: sums", "fix: pays", "fix: more"], "{second:#}");
        assert_eq!(files(&second), [FILE], "{second:#}");
    }
}

#[test]
fn the_files_of_a_free_change_may_be_told_at_its_first_review() {
    let (scene, desk) = scene();
    let run = desk.ok("record_tests", failing("C1", "countersign"));
    green(&desk, &run);
    scene.write(FILE, text(2));
    scene.write("src/others.js", "theirs\n");
    let opened = desk.review(with(change("C1", "countersign"), json!({ "files": [FILE] })));
    assert_eq!(files(&opened), [FILE], "{opened:#}");
    scene.write(FILE, text(3));
    assert_eq!(files(&desk.again(&opened)), [FILE]);
}

/// Two groups on one branch: the second begins behind the first, and its failing run is told before its review.
#[test]
fn the_run_of_another_group_names_the_commit_that_its_work_begins_after() {
    let (scene, desk) = scene();
    let auth = desk.review(change("AUTH", "bazinga"));
    desk.answer(&auth, blocker("Wrong sum", FILE, 2));
    let head = auth["range"]["head"].as_str().unwrap();
    scene.commit("feat(pay): b", &[("src/b.js", "b\n")]);
    for (tool, call) in
        [("review_task", change("PAY", "bazinga")), ("record_tests", failing("PAY", "bazinga"))]
    {
        let why = desk.refused(tool, call);
        let next = format!("Next: call {tool} ");
        assert!(why.contains(&next) && why.contains(&format!("\"base\":\"{head}\"")), "{why}");
        assert!(why.contains("abandon") && why.contains("no new beginning"), "{why}");
    }
    let run = desk.ok("record_tests", with(failing("PAY", "bazinga"), json!({ "base": head })));
    assert_eq!(run["next"]["action"], "retest", "{run:#}");
    assert!(!is_open(&scene));
    scene.commit("fix(pay): b", &[("src/b.js", "b2\n")]);
    let passed = green(&desk, &run);
    let opened = desk.again(&passed);
    assert_eq!(subjects(&opened), ["feat(pay): b", "fix(pay): b"], "{opened:#}");
    assert_eq!(files(&opened), ["src/b.js"], "{opened:#}");
    // A loop keeps its range; and none begins at a commit that is not there.
    let beside = json!({ "loop_id": run["loop_id"], "base": head, "failed": [] });
    assert!(desk.refused("record_tests", beside).contains("`base`"), "by loop_id");
    scene.switch("main");
    let other = scene.commit("chore: else", &[("src/c.js", "c\n")]);
    scene.switch("feat");
    let run = with(failing("SHIP", "bazinga"), json!({ "base": other.as_str() }));
    assert!(desk.refused("record_tests", run).contains("not in the history"), "elsewhere");
}

/// When the run came there was nothing that could be pinned, and nobody else's loop to hold it against.
#[test]
fn the_first_review_is_held_against_what_is_under_review_by_then() {
    let (scene, desk) = scene();
    let run = desk.ok("record_tests", failing("C2", "countersign"));
    green(&desk, &run);
    let first = desk.review(with(change("C1", "countersign"), json!({ "base": "main" })));
    desk.answer(&first, blocker("Wrong sum", FILE, 2));
    scene.commit("feat: more", &[("src/b.js", "b\n")]);
    let why = desk.refused("review_task", json!({ "loop_id": run["loop_id"], "base": "main" }));
    assert!(why.contains("no new beginning"), "{why}");
    assert!(why.contains(first["loop_id"].as_str().unwrap()), "{why}");
    let head = first["range"]["head"].as_str().unwrap();
    let opened = desk.review(json!({ "loop_id": run["loop_id"], "base": head }));
    assert_eq!(files(&opened), ["src/b.js"], "{opened:#}");
}

#[test]
fn that_others_had_a_part_under_review_is_said_at_the_first_pass_alone() {
    let (scene, desk) = scene();
    scene.commit("feat(pay): b", &[("src/b.js", "b\n")]);
    let auth = desk.review(change("AUTH", "bazinga"));
    desk.answer(&auth, blocker("Wrong sum", FILE, 2));
    let pay = desk.review(with(change("PAY", "bazinga"), json!({ "base": "HEAD~1" })));
    assert!(codes(&pay).contains(&"shared_work"), "{pay:#}");
    let answer = desk.answer(&pay, blocker("Leak", "src/b.js", 1));
    scene.commit("fix(pay): b", &[("src/b.js", "b2\n")]);
    let id = &answer["next"]["findings"][0]["id"];
    let fixed = json!([{ "finding_id": id, "response": "fixed", "details": "src/b.js" }]);
    let turn = &answer["next"]["turn"];
    desk.ok("respond_findings", json!({ "loop_id": pay["loop_id"], "turn": turn, "responses": fixed }));
    let second = desk.again(&pay);
    assert!(!codes(&second).contains(&"shared_work"), "{second:#}");
}

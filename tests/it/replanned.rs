//! A subject that is planned anew in parts: each part takes up what lies in its files, and the gate holds until all that
//! was open lies in one (SPEC 4.5, 6.5, 7.6).

#![allow(clippy::unwrap_used, reason = "tests")]

use countersign::app::App;
use countersign::app::requests::Gate;
use serde_json::{Value, json};

use crate::desk::{Desk, blocker, codes, remarks_of};
use crate::scene::Scene;

const A: &str = "src/a.js";
const B: &str = "src/b.js";

fn text(n: usize) -> String {
    format!("a();\nb({n});\nc();\n")
}

/// The loop of both files that found something in each, and was given up to be planned anew.
fn given_up() -> (Scene, Desk, Value) {
    let scene = Scene::new();
    let base = scene.commit("chore: begin", &[(A, &text(0)), (B, &text(0))]);
    scene.branch("feat", &base);
    scene.switch("feat");
    scene.commit("feat: AUTH", &[(A, &text(1)), (B, &text(1))]);
    let desk = Desk::at(scene.root());
    let opened = desk.review(
        json!({ "id": "AUTH", "title": "Auth", "criteria": "Nobody gets in", "protocol": "bazinga" }),
    );
    let id = &opened["loop_id"];
    let mut findings = blocker("Anybody gets in", A, 2);
    findings.as_array_mut().unwrap().push(blocker("The handle leaks on errors", B, 2)[0].clone());
    let mut last = desk.answer(&opened, findings);
    while last["next"]["options"].as_array().is_none_or(|o| !o.contains(&json!("replan"))) {
        let why = "the storage contradicts what is asked for and I cannot mend that here";
        let call = json!({ "loop_id": id, "turn": last["next"]["turn"], "responses": [], "escalate": why });
        last = desk.ok("respond_findings", call);
    }
    let chosen = json!({ "loop_id": id, "turn": last["next"]["turn"], "choice": "replan",
        "reason": "two parts", "decided_by": "project_manager" });
    desk.ok("decide", chosen);
    (scene, desk, id.clone())
}

fn part(name: &str, file: &str, replaces: &Value) -> Value {
    json!({ "id": name, "title": name, "criteria": "It holds", "protocol": "bazinga", "files": [file],
            "replaces": replaces })
}

/// Mends the place and has it approved.
fn through(scene: &Scene, desk: &Desk, opened: &Value, file: &str, n: usize) {
    scene.commit("fix: part", &[(file, &text(n))]);
    let opened = desk.again(opened);
    let open = desk.ok("loop_status", json!({ "loop_id": opened["loop_id"] }));
    let resolved: Vec<Value> = open["unresolved"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|f| json!({ "id": f["id"], "reason": "the second line is another now" }))
        .collect();
    let said = json!({ "loop_id": opened["loop_id"], "countersign": opened["countersign"],
        "verdict": "approved", "findings": [], "resolved": resolved });
    let done = desk.ok("record_findings", said);
    assert_eq!(done["next"]["outcome"], "approved", "{done:#}");
}

#[test]
fn each_part_takes_up_what_lies_in_its_files_and_the_gate_asks_for_the_rest() {
    let (scene, desk, id) = given_up();
    let gate = || App::new(scene.root()).gate(&Gate::default()).unwrap();
    let one = desk.review(part("AA", A, &id));
    assert!(codes(&one).contains(&"left_for_others"), "{one:#}");
    let open = desk.ok("loop_status", json!({ "loop_id": one["loop_id"] }));
    assert_eq!(open["unresolved"].as_array().map(Vec::len), Some(1), "{open:#}");
    through(&scene, &desk, &one, A, 2);
    let closed = gate();
    let why = closed.reasons.iter().map(|r| r.message.clone()).collect::<Vec<_>>().join("\n");
    assert!(!closed.open && why.contains("lies in no file of what took its place"), "{why}");
    let other = desk.review(part("BB", B, &id));
    let open = desk.ok("loop_status", json!({ "loop_id": other["loop_id"] }));
    assert_eq!(open["unresolved"][0]["title"], "The handle leaks on errors", "{open:#}");
    through(&scene, &desk, &other, B, 2);
    assert!(gate().open, "{:#?}", gate().reasons);
}

#[test]
fn tests_that_failed_are_seen_to_pass_once_all_that_took_its_place_is_through() {
    let (scene, desk, id) = tested();
    let gate = || App::new(scene.root()).gate(&Gate::default()).unwrap();
    for (name, file) in [("AA", A), ("BB", B)] {
        let part = desk.review(part(name, file, &id));
        through(&scene, &desk, &part, file, 2);
    }
    // Two approvals of code show nothing of the tests.
    let closed = gate();
    let asks = closed.reasons.iter().find_map(|r| r.call.clone());
    assert!(!closed.open, "{closed:#?}");
    assert_eq!(asks.map(|call| call.tool).as_deref(), Some("record_tests"), "{:#?}", closed.reasons);
    let waits = desk.ok("loop_status", json!({ "loop_id": id }));
    let asks =
        |next: &Value| next["call"] == json!({ "tool": "record_tests", "arguments": { "loop_id": id } });
    assert!(asks(&waits["next"]) && waits["next"]["fill"] == json!(["failed", "passed"]), "{waits:#}");
    assert!(waits["next"]["why"].to_string().contains("once a run is green"), "{waits:#}");
    // Nothing is open, and this is what waits.
    let waits = desk.ok("loop_status", json!({}));
    assert!(asks(&waits["next"]), "{waits:#}");

    let run =
        |passed: Value, total: u32| json!({ "loop_id": id, "failed": [], "passed": passed, "total": total });
    let partial = desk.call("record_tests", run(json!(["t::one"]), 1)).unwrap_err();
    assert!(partial.to_string().contains("leaves out t::two"), "{partial}");
    assert!(!gate().open);
    let green = run(json!(["t::one", "t::two", "t::three"]), 3);
    let seen = desk.ok("record_tests", green.clone());
    assert_eq!(seen["fixed"], json!(["t::one", "t::two"]), "{seen:#}");
    assert_eq!(seen["next"]["outcome"], "abandoned", "{seen:#}");
    assert!(gate().open, "{:#?}", gate().reasons);
    // Sent again it is no second run; the loop stays as it was.
    assert_eq!(desk.ok("record_tests", green), seen);
    let after = desk.ok("loop_status", json!({ "loop_id": id }));
    assert!(!after["next"]["why"].to_string().contains("is green"), "{after:#}");
    // What took its place leads on: nothing is handed over any more.
    let after = desk.ok("loop_status", json!({}));
    assert_eq!(after["next"]["action"], "proceed", "{after:#}");
}

/// The loop whose tests failed, which was given up to be planned anew before anything of it was reviewed.
fn tested() -> (Scene, Desk, Value) {
    let scene = Scene::new();
    let base = scene.commit("chore: begin", &[(A, &text(0)), (B, &text(0))]);
    scene.branch("feat", &base);
    scene.switch("feat");
    scene.commit("feat: AUTH", &[(A, &text(1)), (B, &text(1))]);
    let desk = Desk::at(scene.root());
    let first = json!({ "id": "AUTH", "title": "Auth", "criteria": "Nobody gets in", "protocol": "bazinga",
        "failed": ["t::one", "t::two"], "passed": ["t::three"], "total": 3 });
    let mut last = desk.ok("record_tests", first);
    let id = last["loop_id"].clone();
    while last["next"]["options"].as_array().is_none_or(|o| !o.contains(&json!("replan"))) {
        let why = "the storage contradicts what is asked for and I cannot mend that here";
        let call = json!({ "loop_id": id, "turn": last["next"]["turn"], "responses": [], "escalate": why });
        last = desk.ok("respond_findings", call);
    }
    let chosen = json!({ "loop_id": id, "turn": last["next"]["turn"], "choice": "replan",
        "reason": "two parts", "decided_by": "project_manager" });
    desk.ok("decide", chosen);
    (scene, desk, id)
}

#[test]
fn a_run_that_fails_after_the_plan_was_made_anew_stays_in_the_loop_that_was_given_up() {
    let (_scene, desk, id) = tested();
    // Before anything took its place: by its id, and by the names of its subject.
    let one = json!({ "loop_id": id, "failed": ["t::one"], "passed": ["t::two", "t::three"] });
    let told = desk.ok("record_tests", one.clone());
    assert_eq!((&told["loop_id"], &told["fixed"]), (&id, &json!(["t::two"])), "{told:#}");
    assert_eq!(told["next"]["outcome"], "abandoned", "{told:#}");
    assert_eq!(desk.ok("record_tests", one)["next"], told["next"]);
    let named = json!({ "id": "AUTH", "title": "Auth", "criteria": "Nobody gets in", "protocol": "bazinga",
        "failed": ["t::one", "t::four"], "passed": ["t::two"] });
    let told = desk.ok("record_tests", named);
    assert_eq!((&told["loop_id"], &told["new"]), (&id, &json!(["t::four"])), "{told:#}");
    let part = desk.review(part("AA", A, &id));
    let again = desk.ok("record_tests", json!({ "loop_id": id, "failed": ["t::four", "t::one"] }));
    assert_eq!((&again["loop_id"], &again["next"]["action"]), (&id, &json!("stop")), "{again:#}");
    // While a part is open, that is what goes on.
    let open = desk.ok("loop_status", json!({}));
    assert_eq!(open["loops"].as_array().map(Vec::len), Some(1), "{open:#}");
    assert_eq!(open["loops"][0]["loop_id"], part["loop_id"], "{open:#}");
    assert_eq!(open["next"]["action"], "review", "{open:#}");
    // Fewer tests ran than would count as passing.
    let why = desk.refused("record_tests", json!({ "loop_id": id, "failed": [], "total": 1 }));
    assert!(why.contains("`total`") && why.contains("t::four"), "{why}");
    let green = desk.ok("record_tests", json!({ "loop_id": id, "failed": [], "total": 2 }));
    assert_eq!(green["next"]["call"]["tool"], "loop_status", "{green:#}");
}

#[test]
fn fewer_tests_than_would_count_as_passing_are_no_run_of_them() {
    let scene = Scene::new();
    scene.commit("chore: begin", &[(A, &text(0))]);
    let desk = Desk::at(scene.root());
    let opened = desk.ok(
        "record_tests",
        json!({ "id": "G", "title": "G", "criteria": "g", "protocol": "bazinga",
                "failed": ["a", "b", "c", "d", "e"], "total": 5 }),
    );
    let run = |failed: Value, total: u32| json!({ "loop_id": opened["loop_id"], "turn": opened["next"]["turn"], "failed": failed, "total": total });
    let why = desk.refused("record_tests", run(json!([]), 1));
    assert!(why.contains("`total`") && why.contains("5 failed before"), "{why}");
    desk.refused("record_tests", run(json!(["a"]), 4));
    let told = desk.ok("record_tests", run(json!(["a"]), 5));
    assert_eq!(told["still_failing"], json!(["a"]), "{told:#}");
}

#[test]
fn a_loop_that_was_open_before_is_linked_and_takes_up_nothing() {
    let scene = Scene::new();
    let base = scene.commit("chore: begin", &[(A, &text(0)), (B, &text(0))]);
    scene.branch("feat", &base);
    scene.switch("feat");
    let before = scene.commit("feat: AA", &[(A, &text(1))]);
    let desk = Desk::at(scene.root());
    let aa = |more: Value| {
        let mut call = json!({ "id": "AA", "title": "AA", "criteria": "It holds", "protocol": "countersign",
            "base": base.to_string(), "files": [A] });
        call.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        call
    };
    let open = desk.review(aa(json!({})));
    scene.commit("feat: AUTH", &[(B, &text(1))]);
    let auth = json!({ "id": "AUTH", "title": "Auth", "criteria": "Nobody gets in",
        "protocol": "countersign", "base": before.to_string() });
    let first = desk.review(auth);
    let last = desk.answer(&first, blocker("The handle leaks on errors", B, 2));
    let id = &first["loop_id"];
    // Nothing takes the place of what is open.
    let why = desk.refused("review_task", aa(json!({ "replaces": id })));
    assert!(why.contains("was not given up"), "{why}");
    let turn = &last["next"]["turn"];
    desk.ok(
        "decide",
        json!({ "loop_id": id, "turn": turn, "choice": "abandon", "reason": "parts", "decided_by": "Ann" }),
    );
    let linked = desk.review(aa(json!({ "replaces": id })));
    assert_eq!(linked["loop_id"], open["loop_id"], "{linked:#}");
    assert!(
        remarks_of(&linked, "replaces").contains("is not taken up by a loop that was open before"),
        "{linked:#}"
    );
    let told = desk.ok("loop_status", json!({ "loop_id": id }));
    assert_eq!(told["next"]["call"]["arguments"]["loop_id"], open["loop_id"], "{told:#}");
    assert!(!codes(&desk.review(aa(json!({ "replaces": id })))).contains(&"replaces"));
    // Its own first finding has the same number as the one that was open there, and is another.
    let found = desk.answer(&linked, blocker("The sum is wrong", A, 2));
    assert_eq!(found["blocking"], json!(["F1"]), "{found:#}");
    scene.commit("fix: AA", &[(A, &text(2))]);
    let fixed = json!([{ "finding_id": "F1", "response": "fixed", "details": A }]);
    desk.ok(
        "respond_findings",
        json!({ "loop_id": open["loop_id"], "turn": found["next"]["turn"], "responses": fixed }),
    );
    let again = desk.again(&open);
    let done = desk.ok("record_findings", json!({ "loop_id": open["loop_id"], "countersign": again["countersign"],
        "verdict": "approved", "findings": [], "resolved": [{ "id": "F1", "reason": "line 2 is another now" }] }));
    assert_eq!(done["next"]["outcome"], "approved", "{done:#}");
    let gate = App::new(scene.root()).gate(&Gate::default()).unwrap();
    let why = gate.reasons.iter().map(|r| r.message.clone()).collect::<Vec<_>>().join("\n");
    assert!(!gate.open && why.contains("F1 lies in no file of what took its place"), "{why}");
}

#[test]
fn a_subject_that_was_reviewed_before_begins_anew_in_the_place_of_another_where_it_left_nothing() {
    let scene = Scene::new();
    let base = scene.commit("chore: begin", &[(A, &text(0)), (B, &text(0))]);
    scene.branch("feat", &base);
    scene.switch("feat");
    let before = scene.commit("feat: BB", &[(B, &text(1))]);
    let desk = Desk::at(scene.root());
    let named = |name: &str| {
        json!({ "id": name, "title": name, "criteria": "It holds", "protocol": "countersign", "files": [B],
            "base": base.to_string() })
    };
    let done = desk.approve(&desk.review(named("BB")));
    assert_eq!(done["next"]["outcome"], "approved", "{done:#}");
    let then = scene.commit("feat: CC", &[(A, &text(1))]);
    let other = json!({ "id": "CC", "title": "CC", "criteria": "It holds", "protocol": "countersign",
        "base": before.to_string() });
    let given_up = |name: Value, title: &str, file: &str| {
        let opened = desk.review(name);
        let last = desk.answer(&opened, blocker(title, file, 2));
        desk.ok(
            "decide",
            json!({ "loop_id": opened["loop_id"], "turn": last["next"]["turn"], "choice": "abandon",
            "reason": "not now", "decided_by": "Ann" }),
        );
        opened["loop_id"].clone()
    };
    given_up(other.clone(), "The sum is wrong", A);
    scene.commit("feat: AUTH", &[(B, &text(3))]);
    let auth = json!({ "id": "AUTH", "title": "Auth", "criteria": "Nobody gets in",
        "protocol": "countersign", "base": then.to_string() });
    let id = given_up(auth, "The handle leaks on errors", B);
    let in_place = |mut call: Value| {
        call["replaces"] = id.clone();
        call
    };
    let why = desk.refused("review_task", in_place(other));
    assert!(why.contains("`replaces`") && why.contains("its counters go on"), "{why}");
    assert!(why.contains("with your own id"), "{why}");
    let anew = desk.review(in_place(named("BB")));
    assert!(remarks_of(&anew, "replaces").contains("takes the place of AUTH"), "{anew:#}");
    let open = desk.ok("loop_status", json!({ "loop_id": anew["loop_id"] }));
    assert_eq!(open["unresolved"][0]["title"], "The handle leaks on errors", "{open:#}");
    let told = desk.ok("loop_status", json!({ "loop_id": id }));
    assert_eq!(told["next"]["call"]["arguments"]["loop_id"], anew["loop_id"], "{told:#}");
}

#[test]
fn whoever_works_in_a_loop_does_not_sign_the_managers_choice() {
    let scene = Scene::new();
    let base = scene.commit("chore: begin", &[(A, &text(0))]);
    scene.branch("feat", &base);
    scene.switch("feat");
    scene.commit("feat: AUTH", &[(A, &text(1))]);
    let desk = Desk::at(scene.root());
    let opened = desk.review(
        json!({ "id": "AUTH", "title": "Auth", "criteria": "Nobody gets in", "protocol": "bazinga" }),
    );
    let id = &opened["loop_id"];
    let mut last = desk.answer(&opened, blocker("Anybody gets in", A, 2));
    while last["next"]["options"].as_array().is_none_or(|o| !o.contains(&json!("replan"))) {
        let why = "the storage contradicts what is asked for and I cannot mend that here";
        let call = json!({ "loop_id": id, "turn": last["next"]["turn"], "responses": [], "escalate": why });
        last = desk.ok("respond_findings", call);
    }
    let by = |name: &str| {
        json!({ "loop_id": id, "turn": last["next"]["turn"], "choice": "replan", "reason": "two parts",
            "decided_by": name })
    };
    for name in ["developer", "senior_software_engineer", "Senior Engineer", "tech_lead", "qa_expert"] {
        let why = desk.refused("decide", by(name));
        assert!(why.contains("`decided_by`") && why.contains("project_manager"), "{name}: {why}");
    }
    let done = desk.ok("decide", by("project_manager"));
    assert_eq!(done["outcome"], "abandoned", "{done:#}");
}

#[test]
fn a_run_of_what_takes_a_given_up_subjects_place_is_sent_to_a_review_that_says_so() {
    let (scene, desk, id) = given_up();
    let run = json!({ "id": "AA", "title": "AA", "criteria": "It holds", "protocol": "bazinga", "failed": ["t::one"] });
    let why = desk.refused("record_tests", run);
    let call = crate::sent_again::named(&why).unwrap();
    assert_eq!(call.0, "review_task", "{why}");
    let wanted =
        json!({ "replaces": id, "protocol": "bazinga", "id": "AA", "title": "AA", "criteria": "It holds" });
    assert_eq!((call.1, call.2), (wanted, Vec::new()), "{why}");
    drop(scene);
}

#[test]
fn a_choice_that_is_left_to_the_user_in_person_is_not_asked_for_in_a_call() {
    let scene = Scene::new();
    let base = scene.commit("chore: begin", &[(A, &text(0))]);
    scene.branch("feat", &base);
    scene.switch("feat");
    scene.commit("feat: CC", &[(A, &text(1))]);
    let desk = Desk::at(scene.root());
    let opened =
        desk.review(json!({ "id": "CC", "title": "CC", "criteria": "It holds", "protocol": "countersign" }));
    let id = opened["loop_id"].clone();
    let mut last = desk.answer(&opened, blocker("The sum is wrong", A, 2));
    for n in 2..40 {
        let next = last["next"].clone();
        let decide = |choice: &str| {
            let call = json!({ "loop_id": id, "turn": next["turn"], "choice": choice, "reason": "so it is",
                "decided_by": "Ann" });
            desk.ok("decide", call)
        };
        last = match next["action"].as_str() {
            Some("fix") => {
                scene.commit("fix: CC", &[(A, &text(n))]);
                let rows = next["findings"].as_array().unwrap();
                let fixed =
                    |row: &Value| json!({ "finding_id": row["id"], "response": "fixed", "details": A });
                let responses: Vec<Value> = rows.iter().map(fixed).collect();
                let call = json!({ "loop_id": id, "turn": next["turn"], "responses": responses });
                desk.ok("respond_findings", call)
            }
            Some("review") => desk.answer(&desk.again(&opened), blocker("The sum is wrong", A, 2)),
            Some("ask_user") => decide("stop"),
            Some("stop") if next["options"] == json!(["reopen"]) => decide("reopen"),
            _ => break,
        };
    }
    assert_eq!(last["next"]["outcome"], "aborted", "{last:#}");
    let asked = desk.ok("decide", json!({ "loop_id": id, "turn": last["next"]["turn"] }));
    assert_eq!(asked["next"]["action"], "stop", "{asked:#}");
    assert!(asked["next"]["fill"].as_array().is_none_or(Vec::is_empty), "{asked:#}");
    assert!(asked["next"]["warnings"].to_string().contains("countersign decide"), "{asked:#}");
}

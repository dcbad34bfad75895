//! Test runs, hand-overs and what a tier answers, under bazinga's rules, over the real server and a real repository.

#![allow(clippy::unwrap_used, clippy::needless_pass_by_value, reason = "tests")]

use serde_json::{Value, json};

use crate::client::{Answer, Client, Era};
use crate::scene::{Edit, Scene};

const BEFORE: &str = "pub fn login(name: &str) -> bool {\n    name == \"root\"\n}\n\npub fn logout() {}\n";

/// A group's branch with one commit of its own.
fn scene() -> Scene {
    let scene = Scene::new();
    let base = scene.commit("chore: begin", &[("README.md", "# Shop\n"), ("src/auth.rs", BEFORE)]);
    scene.branch("feature/auth", &base);
    scene.switch("feature/auth");
    scene.commit("AUTH: let people in", &[("src/auth.rs", &BEFORE.replace("root", "admin"))]);
    scene
}

fn subject() -> Value {
    json!({ "id": "AUTH", "title": "Login", "criteria": "only people with a password get in", "protocol": "bazinga" })
}

fn with(mut value: Value, more: Value) -> Value {
    for (key, field) in more.as_object().unwrap() {
        value[key] = field.clone();
    }
    value
}

fn ok(answer: Answer) -> Value {
    assert!(!answer.is_error, "refused: {}", answer.text);
    answer.structured
}

fn refused(answer: Answer) -> String {
    assert!(answer.is_error, "not refused: {}", answer.structured);
    answer.text
}

fn run(client: &mut Client, loop_id: &Value, turn: &Value, failed: Value, passed: Value) -> Answer {
    client
        .call("record_tests", json!({ "loop_id": loop_id, "turn": turn, "failed": failed, "passed": passed }))
}

fn client(scene: &Scene) -> Client {
    Client::start(scene.root(), Era::Stateless)
}

/// Opens the review and answers it with a finding that blocks and one that does not.
fn reviewed(client: &mut Client) -> Value {
    let opened = ok(client.call("review_task", subject()));
    let text = json!({ "issues": [
        { "id": "TL-AUTH-1-001", "severity": "CRITICAL", "blocking": true, "title": "Anybody gets in",
          "location": "src/auth.rs:2", "problem": "no password is asked for", "fix": "ask for one", "why": "security" },
        { "id": "TL-AUTH-1-002", "severity": "LOW", "blocking": false, "title": "Name the constant",
          "location": "src/auth.rs:2", "problem": "a literal", "fix": "a constant", "why": "reading" }
    ], "decision": "CHANGES_REQUESTED" });
    ok(client.call(
        "record_findings",
        json!({ "loop_id": opened["loop_id"], "countersign": opened["countersign"], "text": text.to_string() }),
    ))
}

#[test]
fn a_failing_run_opens_the_loop_and_a_passing_one_leads_to_the_first_review() {
    let scene = scene();
    let mut client = client(&scene);
    let first =
        ok(client
            .call("record_tests", with(subject(), json!({ "failed": ["login", "logout"], "total": 5 }))));
    assert_eq!(first["next"]["action"], "retest");
    assert_eq!(first["next"]["agent"], "qa_expert");
    assert_eq!(first["next"]["tests"], json!(["login", "logout"]));
    assert_eq!(first["still_failing"], json!(["login", "logout"]));
    assert_eq!(first["progress"]["run"], 1);
    assert_eq!(first["progress"]["tier"], "developer");
    let id = first["loop_id"].clone();

    // The same call again is not a second run; another one needs the turn.
    let again =
        ok(client
            .call("record_tests", with(subject(), json!({ "failed": ["login", "logout"], "total": 5 }))));
    assert_eq!(again, first);
    let without = refused(client.call("record_tests", with(subject(), json!({ "failed": [] }))));
    assert!(without.contains("`turn`") && without.contains("\"turn\":2"), "{without}");
    // No review while tests fail.
    let text = refused(client.call("review_task", json!({ "loop_id": id })));
    assert!(text.contains("failing tests"), "{text}");

    let second =
        ok(run(&mut client, &id, &first["next"]["turn"], json!(["logout", "signup"]), json!(["login"])));
    assert_eq!(second["fixed"], json!(["login"]));
    assert_eq!(second["still_failing"], json!(["logout"]));
    assert_eq!(second["new"], json!(["signup"]));
    assert_eq!(second["progress"]["progress"], true);
    let changed = refused(run(&mut client, &id, &first["next"]["turn"], json!([]), json!([])));
    assert!(changed.contains("used before with other content"), "{changed}");
    assert_eq!(
        ok(run(&mut client, &id, &first["next"]["turn"], json!(["logout", "signup"]), json!(["login"]))),
        second
    );

    // What is not among the passed ones was not run, and goes on failing.
    let third = ok(run(&mut client, &id, &second["next"]["turn"], json!([]), json!(["signup"])));
    assert_eq!(third["still_failing"], json!(["logout"]));
    assert_eq!(third["remarks"][0]["code"], "tests_not_run");
    let fourth = ok(run(&mut client, &id, &third["next"]["turn"], json!([]), json!(["logout"])));
    assert_eq!(fourth["next"]["action"], "review");
    assert_eq!(fourth["next"]["reason"], "first");
    let opened = ok(client.call("review_task", json!({ "loop_id": id })));
    assert_eq!(opened["pass"], 1);
    assert!(opened["brief"].as_str().unwrap().contains("admin"), "{opened}");
    assert_eq!(ok(client.call("review_task", subject()))["loop_id"], id);
    let text = refused(run(&mut client, &id, &opened["next"]["turn"], json!(["x"]), json!([])));
    assert!(text.contains("the reviewer's answer"), "{text}");
}

#[test]
fn two_runs_without_progress_hand_the_tests_to_the_senior_engineer() {
    let scene = scene();
    let mut client = client(&scene);
    let mut last = ok(client.call("record_tests", with(subject(), json!({ "failed": ["login"] }))));
    let id = last["loop_id"].clone();
    for no_progress in 1..=2 {
        last = ok(run(&mut client, &id, &last["next"]["turn"], json!(["login"]), json!([])));
        if no_progress == 1 {
            assert_eq!(last["progress"]["no_progress"], 1);
        }
    }
    assert_eq!(last["next"]["tier"], "senior_engineer");
    assert_eq!(last["progress"]["tier"], "senior_engineer");
    assert_eq!(last["progress"]["no_progress"], 0, "the tier begins anew");
    assert_eq!(last["progress"]["run"], 3);
}

#[test]
fn a_run_of_nothing_is_no_run() {
    let scene = scene();
    let mut client = client(&scene);
    let text = refused(client.call("record_tests", with(subject(), json!({ "failed": [], "total": 0 }))));
    assert!(text.contains("`total`") && text.contains("no tests"), "{text}");
    let text = refused(client.call("record_tests", with(subject(), json!({ "failed": ["a", " "] }))));
    assert!(text.contains("`failed[1]`"), "{text}");
    let text =
        refused(client.call("record_tests", with(subject(), json!({ "failed": ["a", "b"], "total": 1 }))));
    assert!(text.contains("2 tests are named"), "{text}");
    assert_eq!(ok(client.call("loop_status", json!({})))["loops"], json!([]), "nothing was opened");
}

#[test]
fn what_was_handed_on_is_answered_at_its_turn_no_more() {
    let scene = scene();
    let mut client = client(&scene);
    let next = reviewed(&mut client)["next"].clone();
    let turn = json!({ "loop_id": next["call"]["arguments"]["loop_id"], "turn": next["turn"] });
    ok(client.call("respond_findings", with(turn.clone(), json!({ "escalate": "needs a key store" }))));
    let late =
        json!({ "responses": [{ "finding_id": "TL-AUTH-1-002", "response": "fixed", "details": "done" }] });
    let text = refused(client.call("respond_findings", with(turn, late)));
    assert!(text.contains("used before"), "{text}");
}

#[test]
fn too_hard_goes_up_the_tiers_and_is_no_rejection() {
    let scene = scene();
    let mut client = client(&scene);
    let judged = reviewed(&mut client);
    let next = &judged["next"];
    assert_eq!(next["tier"], "developer");
    let id = next["call"]["arguments"]["loop_id"].clone();
    let call =
        json!({ "loop_id": id, "turn": next["turn"], "escalate": "needs a key store I cannot design" });
    let text =
        refused(client.call("respond_findings", with(call.clone(), json!({ "escalate": "<reason>" }))));
    assert!(text.contains("`escalate`"), "{text}");
    let handed = ok(client.call("respond_findings", call.clone()));
    assert_eq!(handed["next"]["action"], "fix");
    assert_eq!(handed["next"]["tier"], "senior_engineer");
    assert!(handed["next"]["why"].as_str().unwrap().contains("beyond it"), "{handed}");
    let brief = handed["next"]["brief"].as_str().unwrap();
    assert!(brief.contains(">\nneeds a key store I cannot design\n</data-"), "{brief}");
    assert_eq!(handed["progress"]["tier"], "senior_engineer");
    assert_eq!(handed["progress"]["no_progress"], 0);
    assert_eq!(handed["blocking_summary"]["rejected"], 0);
    // The brief's envelope has a tag of its own each time; all else is the same.
    let again = ok(client.call("respond_findings", call.clone()));
    for field in ["turn", "tier", "why", "findings"] {
        assert_eq!(again["next"][field], handed["next"][field], "the same call is not a second step up");
    }
    let text = refused(client.call("respond_findings", with(call, json!({ "escalate": "another reason" }))));
    assert!(text.contains("used before"), "{text}");

    // The senior engineer answers the nit and hands the rest to the manager, in one call.
    let call = json!({ "loop_id": id, "turn": handed["next"]["turn"], "escalate": "no key store in this product",
        "responses": [{ "finding_id": "TL-AUTH-1-002", "response": "skipped", "reason": "goes with the rewrite" }] });
    let asked = ok(client.call("respond_findings", call.clone()));
    assert_eq!(asked["responses"][0]["result"], "accepted");
    assert_eq!(asked["next"]["action"], "ask_user");
    assert_eq!(asked["next"]["who"], "manager");
    let question = asked["next"]["question"].as_str().unwrap();
    assert!(question.contains("beyond him (no key store in this product)"), "{question}");
    assert_eq!(asked["remarks"][0]["code"], "suggestions_skipped");
    assert_eq!(ok(client.call("respond_findings", call))["next"], asked["next"]);
    // The manager's choice is not put before the human.
    let mut able = Client::start_able(scene.root(), Era::Stateless, json!({ "elicitation": { "form": {} } }));
    let step = ok(able.call("decide", json!({ "loop_id": id, "turn": asked["next"]["turn"] })));
    assert_eq!(step["next"]["who"], "manager");
    assert!(step["next"]["warnings"].to_string().contains("not the human's"), "{step}");
}

#[test]
fn a_fix_that_is_not_committed_is_told_as_such() {
    let scene = scene();
    let mut client = client(&scene);
    let judged = reviewed(&mut client);
    let next = &judged["next"];
    let fixed = |turn: &Value| {
        json!({ "loop_id": next["call"]["arguments"]["loop_id"], "turn": turn, "responses": [
            { "finding_id": "TL-AUTH-1-001", "response": "fixed", "details": "a password is asked for" }] })
    };
    scene.write("src/auth.rs", BEFORE.replace("root", "admin\" && asked(name) && name != \""));
    let told = ok(client.call("respond_findings", fixed(&next["turn"])));
    let claim = &told["claims"][0];
    assert_eq!(claim["evidence"], "unchanged_subject", "{told:#}");
    let note = claim["note"].as_str().unwrap();
    assert!(note.contains("src/auth.rs is changed in the work tree and not committed"), "{note}");
    // Where nothing lies there, that is not said.
    scene.write("src/auth.rs", BEFORE.replace("root", "admin"));
    let told = ok(client.call("respond_findings", fixed(&next["turn"])));
    assert_eq!(told["claims"][0]["note"], "nothing of the subject changed since the review");
}

#[test]
fn escalating_what_is_answered_hands_nothing_on() {
    let scene = scene();
    let mut client = client(&scene);
    let judged = reviewed(&mut client);
    let id = judged["next"]["call"]["arguments"]["loop_id"].clone();
    let answered = ok(client.call(
        "respond_findings",
        json!({ "loop_id": id, "turn": judged["next"]["turn"], "escalate": "the rest is beyond me",
            "responses": [{ "finding_id": "TL-AUTH-1-001", "response": "rejected", "reason_kind": "false_positive",
                "reason": "src/auth.rs:2 is only called behind check_password, see src/auth.rs" }] }),
    ));
    assert_eq!(answered["next"]["action"], "review", "{answered}");
    let codes: Vec<&str> =
        answered["remarks"].as_array().unwrap().iter().map(|r| r["code"].as_str().unwrap()).collect();
    assert_eq!(codes, ["mostly_rejected", "not_handed_on"]);
}

#[test]
fn where_no_tier_follows_escalation_is_refused_whole() {
    let scene = crate::plan_scene::with_task_one();
    let mut client = client(&scene);
    let opened = ok(client.call("review_task", json!({ "plan": crate::plan_scene::PLAN, "task": "1" })));
    let text =
        crate::plan_scene::review("1", "issues_found", crate::plan_scene::NO_DISCOUNT, "No issues found.");
    let judged = ok(client.call(
        "record_findings",
        json!({ "loop_id": opened["loop_id"], "countersign": opened["countersign"], "text": text }),
    ));
    let text = refused(client.call(
        "respond_findings",
        json!({ "loop_id": opened["loop_id"], "turn": judged["next"]["turn"], "escalate": "beyond me",
            "responses": [{ "finding_id": "F1", "response": "fixed", "details": "src/cart.js" }] }),
    ));
    assert!(text.contains("`escalate`") && text.contains("no further tier"), "{text}");
    let status = ok(client.call("loop_status", json!({ "loop_id": opened["loop_id"] })));
    assert_eq!(status["next"]["turn"], judged["next"]["turn"], "nothing was recorded");
}

#[test]
fn tests_that_fail_after_an_approval_open_the_next_loop() {
    let scene = crate::plan_scene::with_task_one();
    crate::plan_scene::fix_discount(&scene);
    let mut client = client(&scene);
    let task = json!({ "plan": crate::plan_scene::PLAN, "task": "1" });
    let opened = ok(client.call("review_task", task.clone()));
    let text = crate::plan_scene::review("1", "passed", "No issues found.", "No issues found.");
    ok(client.call(
        "record_findings",
        json!({ "loop_id": opened["loop_id"], "countersign": opened["countersign"], "text": text }),
    ));
    let green = ok(client.call("record_tests", with(task.clone(), json!({ "failed": [] }))));
    assert_eq!(green["remarks"][0]["code"], "not_recorded");
    assert_eq!(green["next"]["outcome"], "approved");
    let red = ok(client.call("record_tests", with(task, json!({ "failed": ["cart sums"] }))));
    assert_ne!(red["loop_id"], opened["loop_id"]);
    assert_eq!(red["next"]["action"], "retest");
    scene.edit("fix(01-01): sum the cart", &[Edit::Write("src/cart.js", crate::plan_scene::CART.as_bytes())]);
    let passing =
        ok(run(&mut client, &red["loop_id"], &red["next"]["turn"], json!([]), json!(["cart sums"])));
    assert_eq!(passing["next"]["action"], "review");
    assert_eq!(ok(client.call("review_task", json!({ "loop_id": red["loop_id"] })))["pass"], 1);
}

#[test]
fn the_same_responses_and_escalation_tell_the_same_claims() {
    let scene = scene();
    let mut client = client(&scene);
    let judged = reviewed(&mut client);
    let id = judged["next"]["call"]["arguments"]["loop_id"].clone();
    scene.edit("AUTH: rename", &[Edit::Write("src/auth.rs", BEFORE.replace("root", "boss").as_bytes())]);
    let call = json!({ "loop_id": id, "turn": judged["next"]["turn"], "escalate": "the rest is beyond me",
        "responses": [
            { "finding_id": "TL-AUTH-1-002", "response": "fixed", "details": "src/auth.rs:2" },
            { "finding_id": "TL-AUTH-9-009", "response": "fixed", "details": "src/auth.rs:2" }
        ] });
    let first = ok(client.call("respond_findings", call.clone()));
    assert_eq!(first["next"]["tier"], "senior_engineer", "{first}");
    assert_eq!(first["claims"][0]["evidence"], "region_changed", "{first}");
    assert_eq!(first["responses"][1]["result"], "refused");
    // What the work tree is now changes nothing of what was told.
    scene.edit("AUTH: put back", &[Edit::Write("src/auth.rs", BEFORE.replace("root", "admin").as_bytes())]);
    let again = ok(client.call("respond_findings", call));
    for field in ["claims", "responses", "blocking_summary", "progress", "remarks"] {
        assert_eq!(again[field], first[field], "{field}");
    }
    assert_eq!(again["next"]["turn"], first["next"]["turn"]);
}

#[test]
fn an_escalation_that_handed_nothing_on_tells_so_again() {
    let scene = scene();
    let mut client = client(&scene);
    let judged = reviewed(&mut client);
    let id = judged["next"]["call"]["arguments"]["loop_id"].clone();
    let call = json!({ "loop_id": id, "turn": judged["next"]["turn"], "escalate": "the rest is beyond me",
        "responses": [{ "finding_id": "TL-AUTH-1-001", "response": "rejected", "reason_kind": "false_positive",
            "reason": "src/auth.rs:2 is only called behind check_password, see src/auth.rs" }] });
    let first = ok(client.call("respond_findings", call.clone()));
    let again = ok(client.call("respond_findings", call));
    assert_eq!(again["remarks"], first["remarks"]);
    assert_eq!(again["responses"], first["responses"]);
    assert_eq!(again["next"]["action"], first["next"]["action"]);
}

/// The manager plans anew: what takes the place of the loop is linked with it, both ways (SPEC 4.5).
#[test]
fn a_replan_links_the_new_subjects() {
    let scene = scene();
    let mut client = client(&scene);
    let mut last = reviewed(&mut client);
    let id = last["next"]["call"]["arguments"]["loop_id"].clone();
    for _ in 0..2 {
        let call = json!({ "loop_id": id, "turn": last["next"]["turn"], "escalate": "needs a key store" });
        last = ok(client.call("respond_findings", call));
    }
    let chosen = json!({ "loop_id": id, "turn": last["next"]["turn"], "choice": "replan",
        "reason": "two groups: store first", "decided_by": "project_manager" });
    let given_up = ok(client.call("decide", chosen));
    assert_eq!(given_up["outcome"], "abandoned");
    let call = &given_up["next"]["call"];
    assert_eq!((&call["tool"], &call["arguments"]["replaces"]), (&json!("review_task"), &id), "{given_up}");
    let mut linked = Vec::new();
    for name in ["STORE", "LOGIN"] {
        let subject =
            json!({ "id": name, "title": name, "criteria": "keys are kept", "protocol": "bazinga" });
        let opened = ok(client.call("review_task", with(subject, call["arguments"].clone())));
        assert_eq!(opened["pass"], 1, "counters begin anew: {opened}");
        assert!(opened["remarks"].to_string().contains(id.as_str().unwrap()), "{opened}");
        linked.push(opened["loop_id"].as_str().unwrap().to_owned());
    }
    let status = ok(client.call("loop_status", json!({ "loop_id": id, "timeline": true })));
    for by in &linked {
        assert!(status["next"]["why"].as_str().unwrap().contains(by), "{status}");
        assert!(status["timeline"].to_string().contains(&format!("{by} takes its place")), "{status}");
    }
    let text = refused(client.call(
        "review_task",
        json!({ "id": "X", "title": "x", "criteria": "y", "protocol": "bazinga", "replaces": linked[0] }),
    ));
    assert!(text.contains("`replaces`") && text.contains("was not given up"), "{text}");
}

/// What was stopped before anybody reviewed it is refused with what is true: nobody knows that it changed.
#[test]
fn what_was_stopped_unreviewed_is_not_said_to_have_changed() {
    let scene = scene();
    let mut client = client(&scene);
    let mut last = ok(client.call("record_tests", with(subject(), json!({ "failed": ["login"] }))));
    let id = last["loop_id"].clone();
    while last["next"]["action"] == "retest" {
        last = ok(run(&mut client, &id, &last["next"]["turn"].clone(), json!(["login"]), json!([])));
    }
    for (choice, by) in [("ask_user", "project_manager"), ("stop", "user")] {
        let call = json!({ "loop_id": id, "turn": last["next"]["turn"], "choice": choice, "reason": "it is late", "decided_by": by });
        last = ok(client.call("decide", call));
    }
    assert_eq!(last["outcome"], "aborted", "{last}");
    let text = refused(client.call("review_task", subject()));
    assert!(text.contains("before anything of it was reviewed") && !text.contains("changed"), "{text}");
    assert!(text.contains("reopen"), "{text}");
}

/// No reviewer: the next tier; the answer of megazord's rule is in `loops.rs`.
#[test]
fn a_blocking_mark_is_said_and_counts() {
    let scene = scene();
    let mut client = client(&scene);
    let opened = ok(client.call("review_task", subject()));
    let text = json!({ "status": "APPROVED_WITH_NOTES", "issues": [
        { "id": "TL-AUTH-1-001", "severity": "LOW", "blocking": true, "title": "Anybody gets in",
          "location": "src/auth.rs:2", "problem": "no password is asked for", "fix": "ask for one", "why": "security" }
    ] });
    let judged = ok(client.call(
        "record_findings",
        json!({ "loop_id": opened["loop_id"], "countersign": opened["countersign"], "text": text.to_string() }),
    ));
    assert_eq!(judged["verdict"], "changes_requested", "{judged}");
    assert!(judged["remarks"].to_string().contains("blocking_vs_severity"), "{judged}");
    let parsed = ok(client.call("parse_verdict", json!({ "text": text.to_string() })));
    assert_eq!(parsed["verdict"], "changes_requested", "{parsed}");
}

/// Giving a loop up hands nothing back: the tier that works and the rounds without progress go on (SPEC 6.7).
#[test]
fn whoever_gives_a_loop_up_goes_on_where_it_stood() {
    let scene = scene();
    let mut client = client(&scene);
    let mut answer =
        ok(client.call("record_tests", with(subject(), json!({ "failed": ["login"], "total": 5 }))));
    let mut tiers = vec![answer["progress"]["tier"].clone()];
    // Each run fails alike, and each loop is given up at once.
    for _ in 0..4 {
        let id = answer["loop_id"].clone();
        let given_up = json!({ "loop_id": id, "turn": answer["next"]["turn"], "choice": "abandon",
            "reason": "begin anew", "decided_by": "Ada" });
        ok(client.call("decide", given_up));
        answer = ok(client.call("record_tests", with(subject(), json!({ "failed": ["login"], "total": 5 }))));
        tiers.push(answer["progress"]["tier"].clone());
    }
    assert_eq!(tiers[0], "developer");
    assert_ne!(tiers[4], "developer", "no patience is won by giving up: {tiers:?}");
}

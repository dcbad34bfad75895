//! What is told of an answer that does not stand alone: a second one to a pass, and one that could not be read (SPEC 6.3,
//! 10).

#![allow(clippy::unwrap_used, clippy::needless_pass_by_value, reason = "tests")]

use serde_json::{Value, json};

use crate::client::{Answer, Client};
use crate::plan_scene::{self, NO_DISCOUNT, NOTHING, PLAN, review};
use crate::scene::Scene;

fn ok(answer: Answer) -> Value {
    assert!(!answer.is_error, "refused: {}", answer.text);
    answer.structured
}

fn open(client: &mut Client, protocol: &str) -> Value {
    let task = json!({ "plan": PLAN, "task": "1", "protocol": protocol, "base": "HEAD~1" });
    ok(client.call("review_task", task))
}

/// Answers a pass in structured form, with findings of these severities.
fn answer(client: &mut Client, opened: &Value, verdict: &str, severities: &[&str]) -> Value {
    let found = |(at, severity): (usize, &&str)| {
        let title = ["The discount is ignored", "A count of zero sums wrong", "Prices may be negative"][at];
        json!({ "severity": severity, "title": title, "why": "totals are wrong", "description": title,
                "locations": [{ "file": "src/cart.js", "line": at + 2 }] })
    };
    let findings: Vec<Value> = severities.iter().enumerate().map(found).collect();
    ok(client.call(
        "record_findings",
        json!({ "loop_id": opened["loop_id"], "countersign": opened["countersign"], "verdict": verdict, "findings": findings }),
    ))
}

fn told(answer: &Value) -> String {
    let remarks = answer["remarks"].as_array().unwrap();
    remarks.iter().find(|r| r["code"] == "dissent").unwrap()["message"].as_str().unwrap().to_owned()
}

#[test]
fn a_second_answer_is_told_by_itself_and_by_what_holds() {
    // First and second verdict, the findings each names, and what holds then.
    for (first, second, holds) in [
        (("changes_requested", &["high"][..]), ("approved", &[][..]), "changes_requested"),
        (("approved", &[]), ("changes_requested", &["critical"]), "changes_requested"),
        (("approved", &[]), ("approved", &["low"]), "approved"),
        (("approved", &["low"]), ("approved", &[]), "approved_with_notes"),
    ] {
        let scene = plan_scene::with_task_one();
        let mut client = plan_scene::server(&scene);
        let opened = open(&mut client, "countersign");
        answer(&mut client, &opened, first.0, first.1);
        let dissent = answer(&mut client, &opened, second.0, second.1);
        assert_eq!(dissent["claimed_verdict"], second.0, "what it said: {dissent:#}");
        assert_eq!(dissent["verdict"], holds, "{first:?} then {second:?}: {dissent:#}");
        let words = told(&dissent);
        assert!(words.contains(holds), "{words}");
        // The report says the same, and never more than what is open allows.
        if let Some(report) = dissent["reports"][0].as_str() {
            let text = std::fs::read_to_string(scene.root().join(report)).unwrap();
            assert!(text.contains(&format!("\nverdict: {holds}\n")), "{text}");
        }
        let blocks = dissent["blocking"].as_array().is_some_and(|ids| !ids.is_empty());
        assert_eq!(blocks, holds == "changes_requested", "{dissent:#}");
    }
}

#[test]
fn a_stricter_first_verdict_is_not_told_milder() {
    // GSD: rejected means restore and do it again; a second reviewer asks only for changes.
    let scene = plan_scene::with_task_one();
    let mut client = plan_scene::server(&scene);
    let request = json!({ "id": "CART", "title": "Cart", "criteria": "It honours discounts.", "protocol": "gsd", "base": "HEAD~1" });
    scene.write("src/cart.js", plan_scene::CART_FIXED);
    let mut request = request;
    request.as_object_mut().unwrap().remove("base");
    request["files"] = json!(["src/cart.js"]);
    let opened = ok(client.call("review_task", request));
    let first = answer(&mut client, &opened, "rejected", &["critical"]);
    assert_eq!(
        (&first["verdict"], &first["next"]["action"]),
        (&json!("rejected"), &json!("reexecute")),
        "{first:#}"
    );
    let dissent = answer(&mut client, &opened, "approved", &[]);
    assert_eq!(dissent["verdict"], "rejected", "{dissent:#}");
    assert_eq!(dissent["next"]["action"], "reexecute", "{dissent:#}");
    assert!(told(&dissent).ends_with("both come to rejected"), "{dissent:#}");
}

#[test]
fn a_second_answer_after_the_fix_changes_no_verdict_that_was_acted_upon() {
    let scene = plan_scene::with_task_one();
    let mut client = plan_scene::server(&scene);
    let opened = open(&mut client, "countersign");
    let first = answer(&mut client, &opened, "changes_requested", &["high"]);
    ok(client.call(
        "respond_findings",
        json!({ "loop_id": opened["loop_id"], "turn": first["next"]["turn"],
                "responses": [{ "finding_id": "F1", "response": "fixed", "details": "src/cart.js subtracts it" }] }),
    ));
    let dissent = answer(&mut client, &opened, "approved", &[]);
    assert_eq!(dissent["verdict"], "changes_requested", "{dissent:#}");
    // It approves past what is open, and comes to the same.
    assert!(told(&dissent).ends_with("both come to changes_requested"), "{dissent:#}");
}

/// The report's status knows two words; an answer that nobody could read has passed nothing.
#[test]
fn a_report_of_an_unclear_answer_says_that_it_did_not_pass() {
    const REPORT: &str = ".planning/phases/01-cart/01-01-REVIEW-T1.md";
    let scene = plan_scene::with_task_one();
    let mut client = plan_scene::server(&scene);
    let mut opened = ok(client.call("review_task", json!({ "plan": PLAN, "task": "1" })));
    let text = || std::fs::read_to_string(scene.root().join(REPORT)).unwrap();
    let status = |text: &str| -> Vec<String> {
        text.lines()
            .filter(|l| l.starts_with("status: ") || l.starts_with("**Status:**"))
            .map(str::to_owned)
            .collect()
    };
    let mut seen = 0;
    for _ in 0..8 {
        let mut arguments = opened["next"]["call"]["arguments"].clone();
        arguments["text"] = json!("Hm, interesting. I looked around.");
        let answered = ok(client.call("record_findings", arguments));
        if answered["reports"].as_array().is_some_and(|written| !written.is_empty()) {
            seen += 1;
            assert_eq!(status(&text()), ["status: issues_found", "**Status:** issues_found"], "{}", text());
            assert!(text().contains("\nverdict: unclear\n"), "{}", text());
        }
        match answered["next"]["call"]["tool"].as_str() {
            Some("record_findings") => opened = answered,
            Some("review_task") => {
                opened = ok(client.call("review_task", answered["next"]["call"]["arguments"].clone()));
            }
            _ => break,
        }
    }
    assert!(seen >= 3, "{seen}");
    assert!(text().contains("outcome: accepted_with_warnings"), "{}", text());
    // And a request for changes, and an approval.
    let scene = plan_scene::with_task_one();
    for (review, word) in [
        (review("1", "issues_found", NO_DISCOUNT, NOTHING), "issues_found"),
        (review("1", "passed", NOTHING, NOTHING), "passed"),
    ] {
        one(&scene, review);
        let text = std::fs::read_to_string(scene.root().join(REPORT)).unwrap();
        assert_eq!(status(&text), [format!("status: {word}"), format!("**Status:** {word}")]);
        plan_scene::fix_discount(&scene);
    }
}

fn one(scene: &Scene, text: String) -> Value {
    let mut client = plan_scene::server(scene);
    let opened = ok(client.call("review_task", json!({ "plan": PLAN, "task": "1" })));
    let mut arguments = opened["next"]["call"]["arguments"].clone();
    arguments["text"] = json!(text);
    ok(client.call("record_findings", arguments))
}

/// Once its reviewer was asked again a pass has a second code: the same answer under the first one is no second opinion.
#[test]
fn the_same_answer_under_the_earlier_code_of_its_pass_writes_nothing() {
    let scene = plan_scene::with_task_one();
    let mut client = plan_scene::server(&scene);
    let opened = open(&mut client, "countersign");
    let call = json!({ "loop_id": opened["loop_id"], "countersign": opened["countersign"], "text": "I had a look at it. Hm." });
    let asked = ok(client.call("record_findings", call));
    let anew = json!({ "loop_id": opened["loop_id"], "countersign": asked["next"]["call"]["arguments"]["countersign"] });
    assert_ne!(anew["countersign"], opened["countersign"]);
    let taken = answer(&mut client, &anew, "changes_requested", &["high"]);
    let again = answer(&mut client, &opened, "changes_requested", &["high"]);
    assert_eq!(again["next"]["turn"], taken["next"]["turn"], "{again:#}");
    assert_eq!((&again["findings"], &again["verdict"]), (&taken["findings"], &taken["verdict"]), "{again:#}");
    assert!(!again["remarks"].to_string().contains("dissent"), "{again:#}");
    // What differs is one.
    assert!(told(&answer(&mut client, &opened, "approved", &[])).contains("changes_requested"));
    let found = json!([{ "finding_id": "f1", "response": "fixed", "details": "done" }]);
    let turn =
        ok(client.call("loop_status", json!({ "loop_id": opened["loop_id"] })))["next"]["turn"].clone();
    let call = json!({ "loop_id": opened["loop_id"], "turn": turn, "responses": found });
    let responded = ok(client.call("respond_findings", call));
    assert_eq!(responded["responses"][0]["finding_id"], "F1", "{responded:#}");
}

//! One review loop under megazord's rules, over the real server and a real repository.

#![allow(clippy::unwrap_used, clippy::needless_pass_by_value, reason = "tests")]

use serde_json::{Value, json};

use crate::client::Client;
use crate::plan_scene::{self, NO_DISCOUNT, NOTHING, PLAN, review};
use crate::scene::{Edit, Scene};

/// Opens the review of a task and returns the answer.
fn open(client: &mut Client, task: &str) -> Value {
    ok(client.call("review_task", json!({ "plan": PLAN, "task": task })))
}

fn ok(answer: crate::client::Answer) -> Value {
    assert!(!answer.is_error, "refused: {}", answer.text);
    answer.structured
}

fn refused(answer: crate::client::Answer) -> String {
    assert!(answer.is_error, "not refused: {}", answer.structured);
    answer.text
}

/// Makes the call that `next` names, with what is to be filled in.
fn follow(client: &mut Client, next: &Value, fill: Value) -> Value {
    let mut arguments = next["call"]["arguments"].clone();
    for (key, value) in fill.as_object().unwrap() {
        arguments[key] = value.clone();
    }
    ok(client.call(next["call"]["tool"].as_str().unwrap(), arguments))
}

fn answer(client: &mut Client, opened: &Value, text: String) -> Value {
    follow(client, &opened["next"], json!({ "text": text, "reviewer": "mz-reviewer" }))
}

fn report(scene: &Scene, name: &str) -> String {
    std::fs::read_to_string(scene.root().join(".planning/phases/01-cart").join(name)).unwrap()
}

#[test]
fn a_rejection_is_fixed_and_approved() {
    let scene = plan_scene::with_task_one();
    let mut client = plan_scene::server(&scene);
    let opened = open(&mut client, "1");
    assert_eq!(opened["next"]["action"], "review");
    assert_eq!(opened["next"]["agent"], "mz-reviewer");
    assert_eq!(opened["next"]["model"], "sonnet");
    assert_eq!(opened["pass"], 1);
    let brief = opened["brief"].as_str().unwrap();
    for held in
        ["Sum the cart", "CART-01: Totals honour discounts", "+  return sum;", "cs-1-", "Spec Compliance"]
    {
        assert!(brief.contains(held), "{held} in {brief}");
    }
    for foreign in ["Roadmap", "Success Criteria", "Use it at the checkout"] {
        assert!(!brief.contains(foreign), "{foreign} in {brief}");
    }
    // The same open pass, unchanged.
    assert_eq!(open(&mut client, "1")["brief"], opened["brief"]);

    let first = answer(&mut client, &opened, review("1", "issues_found", NO_DISCOUNT, NOTHING));
    assert_eq!(first["verdict"], "changes_requested");
    assert_eq!(first["spec_status"], "issues_found");
    assert_eq!(first["quality_status"], "passed");
    assert_eq!(first["blocking"], json!(["F1"]));
    assert_eq!(first["findings"][0]["severity"], "critical");
    assert_eq!(first["findings"][0]["grounding"], "in_diff");
    assert_eq!(first["next"]["action"], "fix");
    assert_eq!(first["next"]["commit"], "amend");
    assert_eq!(first["next"]["findings"][0]["id"], "F1");
    assert!(first["next"]["brief"].as_str().unwrap().contains("Subtract the discount"));

    plan_scene::fix_discount(&scene);
    let again = follow(&mut client, &first["next"], json!({}));
    assert_eq!(again["pass"], 2);
    assert_eq!(again["next"]["reason"], "re_review");
    assert!(again["brief"].as_str().unwrap().contains("F1 [critical, blocks] | The discount is ignored"));
    let second = answer(&mut client, &again, review("1", "passed", NOTHING, NOTHING));
    assert_eq!(second["verdict"], "approved", "{second}");
    assert_eq!(second["resolved"], json!(["F1"]));
    assert_eq!(second["next"]["action"], "proceed");
    assert_eq!(second["next"]["outcome"], "approved");

    let text = report(&scene, "01-01-REVIEW-T1.md");
    assert!(text.contains("writer: countersign") && text.contains("status: passed"), "{text}");
    assert!(text.contains("### Pass 1") && text.contains("The discount is ignored"), "{text}");
    assert_eq!(second["reports"][0], ".planning/phases/01-cart/01-01-REVIEW-T1.md");

    // The same change again: that outcome and its receipt, no new loop. Our own report changed nothing.
    let closed = open(&mut client, "1");
    assert_eq!(closed["loop_id"], opened["loop_id"]);
    assert_eq!(closed["next"]["outcome"], "approved");
    let remarks = closed["remarks"].as_array().unwrap();
    let receipt = remarks.iter().find(|r| r["code"] == "receipt").unwrap()["message"].as_str().unwrap();
    for told in [
        &format!("{} ended approved and stands for commit", opened["loop_id"].as_str().unwrap()),
        "with nothing open",
        "its report is .planning/phases/01-cart/01-01-REVIEW-T1.md",
    ] {
        assert!(receipt.contains(told), "{told} in {receipt}");
    }
}

#[test]
fn silence_does_not_resolve_what_was_not_touched() {
    let scene = plan_scene::with_task_one();
    let mut client = plan_scene::server(&scene);
    let opened = open(&mut client, "1");
    let first = answer(&mut client, &opened, review("1", "issues_found", NO_DISCOUNT, NOTHING));
    // Something else in the file changes, far from line 6.
    let text = format!("// cart\n// totals\n// of a cart\n{}", plan_scene::CART);
    scene.amend("feat(01-01): sum the cart", &[Edit::Write("src/cart.js", text.as_bytes())]);
    let again = follow(&mut client, &first["next"], json!({}));
    let second = answer(&mut client, &again, review("1", "passed", NOTHING, NOTHING));
    assert_eq!(second["verdict"], "changes_requested", "{second}");
    assert_eq!(second["claimed_verdict"], "approved");
    assert_eq!(second["still_open"][0]["id"], "F1");
    assert_eq!(second["still_open"][0]["place"]["line"], 9, "the place moves with its line");
    assert_eq!(second["next"]["action"], "fix");
    assert_eq!(second["next"]["findings"][0]["id"], "F1", "what persists is sent again");
}

#[test]
fn three_passes_and_then_on_with_warnings() {
    let scene = plan_scene::with_task_one();
    let mut client = plan_scene::server(&scene);
    let mut opened = open(&mut client, "1");
    for pass in 1..=3 {
        assert_eq!(opened["pass"], pass);
        let recorded = answer(&mut client, &opened, review("1", "issues_found", NO_DISCOUNT, NOTHING));
        assert_eq!(recorded["verdict"], "changes_requested");
        if pass < 3 {
            assert_eq!(recorded["next"]["action"], "fix");
            opened = follow(&mut client, &recorded["next"], json!({}));
        } else {
            assert_eq!(recorded["next"]["action"], "proceed");
            assert_eq!(recorded["next"]["outcome"], "accepted_with_warnings");
            let section = recorded["next"]["summary_section"].as_str().unwrap();
            assert!(
                section.contains("Unresolved Review Findings") && section.contains("F1 critical"),
                "{section}"
            );
        }
    }
    // The same change has its outcome.
    let same = ok(client.call("review_task", json!({ "plan": PLAN, "task": "1" })));
    assert_eq!(same["next"]["outcome"], "accepted_with_warnings");
    assert_eq!(same["next"]["options"], json!(["reopen"]));
    // The boundary shows it.
    let phase = ok(client.call("loop_status", json!({ "phase": "1" })));
    assert_eq!(phase["unresolved"][0]["id"], "F1");
    assert_eq!(phase["unreviewed"], json!(["01-01 Task 2"]));
    assert_eq!(phase["gate"]["open"], false);
    assert_eq!(phase["next"]["call"]["arguments"]["task"], "2");
    // A used-up limit is not got round by changing something and asking again.
    plan_scene::fix_discount(&scene);
    let text = refused(client.call("review_task", json!({ "plan": PLAN, "task": "1" })));
    assert!(text.contains("accepted_with_warnings") && text.contains("has changed since"), "{text}");
    assert!(
        text.contains("\"choice\":\"reopen\"") && text.ends_with(", with your own reason, decided_by"),
        "{text}"
    );
}

#[test]
fn an_answer_to_a_moved_subject_uses_no_pass() {
    let scene = plan_scene::with_task_one();
    let mut client = plan_scene::server(&scene);
    let opened = open(&mut client, "1");
    plan_scene::fix_discount(&scene);
    let stale = answer(&mut client, &opened, review("1", "issues_found", NO_DISCOUNT, NOTHING));
    assert_eq!(stale["next"]["action"], "review");
    assert_eq!(stale["next"]["reason"], "stale");
    assert_eq!(stale["remarks"].as_array().unwrap().last().unwrap()["code"], "stale");
    let again = follow(&mut client, &stale["next"], json!({}));
    assert_eq!(again["pass"], 1);
    assert!(again["brief"].as_str().unwrap().contains("F1 [critical, blocks] | The discount is ignored"));
    let resolved = "No issues found.\n\n### Resolved\n\n- F1: total() takes the discount now";
    let done = answer(&mut client, &again, review("1", "passed", NOTHING, resolved));
    assert_eq!(done["verdict"], "approved", "{done:#}");
}

/// What an answer raises while the work moves is on file: the next brief names it, and an approval does not lose it.
#[test]
fn what_a_stale_answer_raised_does_not_vanish() {
    let scene = plan_scene::with_task_one();
    let mut client = plan_scene::server(&scene);
    let opened = open(&mut client, "1");
    plan_scene::fix_discount(&scene);
    let stale = answer(&mut client, &opened, review("1", "issues_found", NO_DISCOUNT, NOTHING));
    assert_eq!(stale["findings"][0]["id"], "F1", "{stale:#}");
    let again = follow(&mut client, &stale["next"], json!({}));
    let done = answer(&mut client, &again, review("1", "passed", NOTHING, NOTHING));
    assert_eq!(
        (&done["verdict"], &done["blocking"]),
        (&json!("changes_requested"), &json!(["F1"])),
        "{done:#}"
    );
}

#[test]
fn a_siblings_commit_and_our_report_disturb_nothing() {
    let scene = plan_scene::with_task_one();
    let mut client = plan_scene::server(&scene);
    let opened = open(&mut client, "1");
    scene.commit(
        "feat(01-01): Task 2: show the total",
        &[("src/checkout.js", "import { total } from './cart.js';\n")],
    );
    scene.commit("docs: state", &[(".planning/STATE.md", "# State\n")]);
    let done = answer(&mut client, &opened, review("1", "passed", NOTHING, NOTHING));
    assert_eq!(done["verdict"], "approved", "{done}");
    let two = open(&mut client, "2");
    assert_eq!(two["range"]["files"], json!(["src/checkout.js"]));
}

#[test]
fn a_code_is_answered_once() {
    let scene = plan_scene::with_task_one();
    let mut client = plan_scene::server(&scene);
    let opened = open(&mut client, "1");
    let loop_id = opened["loop_id"].clone();
    let code = opened["countersign"].clone();
    let rejection = review("1", "issues_found", NO_DISCOUNT, NOTHING);
    let send = |client: &mut Client, code: &Value, text: &str| {
        client.call("record_findings", json!({ "loop_id": loop_id, "countersign": code, "text": text }))
    };
    let wrong = refused(send(&mut client, &json!("cs-1-zzzzzz"), &rejection));
    assert!(wrong.contains("countersign"), "{wrong}");
    let first = ok(send(&mut client, &code, &rejection));
    let same = ok(send(&mut client, &code, &rejection));
    assert_eq!(same["verdict"], first["verdict"]);
    assert_eq!(same["next"]["turn"], first["next"]["turn"], "nothing was written");
    // Another answer under the same code is kept as dissent and does not soften the verdict.
    let dissent = ok(send(&mut client, &code, &review("1", "passed", NOTHING, NOTHING)));
    assert_eq!(dissent["remarks"].as_array().unwrap().last().unwrap()["code"], "dissent");
    assert_eq!(dissent["next"]["action"], "fix");
}

#[test]
fn dissent_after_an_approval_goes_to_the_user() {
    let scene = plan_scene::with_task_one();
    let mut client = plan_scene::server(&scene);
    let opened = open(&mut client, "1");
    let approved = answer(&mut client, &opened, review("1", "passed", NOTHING, NOTHING));
    assert_eq!(approved["next"]["outcome"], "approved");
    let dissent = answer(&mut client, &opened, review("1", "issues_found", NO_DISCOUNT, NOTHING));
    assert_eq!(dissent["next"]["action"], "ask_user", "{dissent}");
    assert_eq!(dissent["next"]["options"], json!(["fix", "uphold", "stop"]));
    let choice = json!({ "choice": "fix", "reason": "the second review is right", "decided_by": "Ada" });
    let decided = follow(&mut client, &dissent["next"], choice);
    assert_eq!(decided["next"]["action"], "fix");
}

#[test]
fn unreadable_is_asked_once_and_then_used_up() {
    let scene = plan_scene::with_task_one();
    let mut client = plan_scene::server(&scene);
    let opened = open(&mut client, "1");
    let unclear = answer(&mut client, &opened, "I looked at the code and have thoughts about it.".to_owned());
    assert_eq!(unclear["verdict"], "unclear");
    assert_eq!(unclear["next"]["reason"], "clarify");
    assert_eq!(unclear["next"]["action"], "review");
    let question = unclear["next"]["question"].as_str().unwrap();
    let asked = "No verdict could be read from the answer. Send the whole review again, with one final status line.\n\nAnswer under the new code";
    assert!(question.starts_with(asked), "{question}");
    assert_eq!(question.matches("## REVIEW COMPLETE").count(), 1, "{question}");
    let code = &unclear["next"]["call"]["arguments"]["countersign"];
    assert_ne!(code, &opened["countersign"]);
    // Whoever reads the brief then, by whichever door, finds the code that waits and what is asked.
    let (new, old) = (code.as_str().unwrap(), opened["countersign"].as_str().unwrap());
    let id = opened["loop_id"].as_str().unwrap();
    let mut doors = Vec::new();
    for more in [json!({}), json!({ "part": 1 })] {
        let mut request = json!({ "loop_id": id });
        request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let again = client.call("review_task", request).structured;
        assert_eq!(again["countersign"], new, "{again}");
        assert_eq!(again["next"]["question"], json!(null), "the brief asks it: {again}");
        doors.push(again["brief"].as_str().unwrap().to_owned());
    }
    let uri = format!("countersign://loop/{id}/pass/1/brief");
    let read = client.request("resources/read", json!({ "uri": uri }));
    doors.push(read["result"]["contents"][0]["text"].as_str().unwrap().to_owned());
    for brief in doors {
        assert_eq!(brief.matches(new).count(), 2, "{brief}");
        assert!(!brief.contains(old) && brief.contains("You are asked once more"), "{brief}");
        assert!(brief.contains("No verdict could be read from the answer."), "{brief}");
    }
    // The same bad answer under the new code: not clarified for ever.
    let used_up =
        answer(&mut client, &unclear, "I looked at the code and have thoughts about it.".to_owned());
    assert_eq!(used_up["verdict"], "unclear");
    assert_eq!(used_up["next"]["reason"], "fresh");
    let fresh = follow(&mut client, &used_up["next"], json!({}));
    assert_eq!(fresh["pass"], 2);
}

#[test]
fn a_request_for_changes_without_a_reason_is_asked_about() {
    let scene = plan_scene::with_task_one();
    let mut client = plan_scene::server(&scene);
    let opened = open(&mut client, "1");
    let warning = NO_DISCOUNT.replace("critical", "warning");
    let asked = answer(&mut client, &opened, review("1", "issues_found", &warning, NOTHING));
    assert_eq!(asked["next"]["reason"], "clarify", "{asked}");
    let passed = answer(&mut client, &asked, review("1", "passed", &warning, NOTHING));
    assert_eq!(passed["verdict"], "approved_with_notes");
}

#[test]
fn an_uncited_critical_spec_finding_is_asked_about_then_held() {
    let scene = plan_scene::with_task_one();
    let mut client = plan_scene::server(&scene);
    let opened = open(&mut client, "1");
    let uncited = NO_DISCOUNT.replace("- **Requirement:** Task 1 done criterion\n", "");
    let asked = answer(&mut client, &opened, review("1", "issues_found", &uncited, NOTHING));
    assert_eq!(asked["next"]["reason"], "clarify", "{asked}");
    let held = answer(&mut client, &asked, review("1", "issues_found", &uncited, NOTHING));
    assert_eq!(held["verdict"], "changes_requested");
    assert_eq!(held["findings"][0]["requirement"], "01-01 Task 1");
    assert_eq!(held["findings"][0]["marks"], json!(["citation_assumed"]));
}

#[test]
fn architecture_is_never_critical_and_other_words_go_up() {
    let scene = plan_scene::with_task_one();
    let mut client = plan_scene::server(&scene);
    let opened = open(&mut client, "1");
    let structured = json!({ "verdict": "changes_requested", "reviewer": "mz-reviewer", "findings": [
        { "severity": "critical", "architectural": true, "title": "Totals belong in a service", "stage": "quality" },
        { "severity": "high", "title": "The discount is ignored", "stage": "spec", "requirement": "CART-01",
          "locations": [{ "file": "src/cart.js", "line": 6 }] },
    ]});
    let recorded = follow(&mut client, &opened["next"], structured);
    let severity = |id: &str| {
        let rows = recorded["findings"].as_array().unwrap();
        rows.iter().find(|r| r["id"] == id).map(|r| r["severity"].clone()).unwrap()
    };
    assert_eq!(severity("F1"), "medium");
    assert_eq!(severity("F2"), "critical");
    assert_eq!(recorded["blocking"], json!(["F2"]));
    let codes: Vec<&str> =
        recorded["remarks"].as_array().unwrap().iter().map(|r| r["code"].as_str().unwrap()).collect();
    assert!(codes.contains(&"architectural_cap") && codes.contains(&"severity_mapped"), "{codes:?}");
    // In the next pass the server's id tells which finding is meant.
    let again = follow(&mut client, &recorded["next"], json!({}));
    let second = follow(
        &mut client,
        &again["next"],
        json!({ "verdict": "changes_requested", "findings": [
        { "id": "F2", "severity": "critical", "title": "Rebates go missing", "stage": "spec", "requirement": "CART-01" },
    ], "resolved": [{ "id": "F1", "reason": "taken back" }] }),
    );
    assert_eq!(second["findings"][0]["id"], "F2");
    assert_eq!(second["findings"][0]["status"], "persistent");
    assert_eq!(second["findings"][0]["title"], "The discount is ignored");
    assert_eq!(second["resolved"], json!(["F1"]));
}

#[test]
fn manual_mode_asks_and_off_does_nothing() {
    let scene = plan_scene::with_task_one();
    scene.write(".planning/megazord.config.json", "{\"version\": 1, \"quality\": {\"review\": \"manual\"}}");
    let mut client = plan_scene::server(&scene);
    let opened = open(&mut client, "1");
    let asked = answer(&mut client, &opened, review("1", "issues_found", NO_DISCOUNT, NOTHING));
    assert_eq!(asked["next"]["action"], "ask_user");
    assert_eq!(asked["next"]["options"], json!(["fix", "continue", "stop"]));
    let choice =
        json!({ "choice": "continue", "reason": "the discount comes in the next plan", "decided_by": "Ada" });
    let decided = follow(&mut client, &asked["next"], choice.clone());
    assert_eq!(decided["outcome"], "accepted_with_issues");
    // The same decision again writes nothing.
    let again = follow(&mut client, &asked["next"], choice);
    assert_eq!(again["next"]["turn"], decided["next"]["turn"]);

    scene.write(".planning/megazord.config.json", "{\"version\": 1, \"quality\": {\"review\": \"off\"}}");
    scene.commit(
        "feat(01-01): Task 2: show the total",
        &[("src/checkout.js", "import { total } from './cart.js';\n")],
    );
    let off = ok(client.call("review_task", json!({ "plan": PLAN, "task": "2" })));
    assert_eq!(off["next"]["action"], "proceed");
    assert!(off["loop_id"].is_null());
    let demanded = ok(client.call("review_task", json!({ "plan": PLAN, "task": "2", "on_demand": true })));
    let done = answer(&mut client, &demanded, review("2", "passed", NOTHING, NOTHING));
    assert_eq!(done["reports"][0], ".planning/phases/01-cart/01-01-REVIEW-manual.md");
}

#[test]
fn responses_are_checked_one_by_one() {
    let scene = plan_scene::with_task_one();
    let mut client = plan_scene::server(&scene);
    let opened = open(&mut client, "1");
    let first = answer(&mut client, &opened, review("1", "issues_found", NO_DISCOUNT, NOTHING));
    let loop_id = first["next"]["call"]["arguments"]["loop_id"].clone();
    let turn = first["next"]["turn"].clone();
    let mut respond = |responses: Value| {
        client.call("respond_findings", json!({ "loop_id": loop_id, "turn": turn, "responses": responses }))
    };
    let put_off = ok(respond(json!([{ "finding_id": "F1", "response": "deferred", "reason": "later" }])));
    assert_eq!(put_off["responses"][0]["result"], "refused", "{put_off}");
    assert_eq!(put_off["next"]["turn"], turn, "a refused response uses no turn");
    let mixed = ok(respond(json!([
        { "finding_id": "F9", "response": "fixed" },
        { "finding_id": "F1", "response": "fixed", "details": "subtracted it" },
    ])));
    assert_eq!(mixed["responses"][0]["result"], "refused");
    assert_eq!(mixed["responses"][1]["result"], "accepted");
    assert_eq!(mixed["claims"][0]["evidence"], "unchanged_subject", "nothing was committed");
    assert_eq!(mixed["blocking_summary"], json!({ "total": 1, "fixed": 1, "rejected": 0, "unaddressed": 0 }));
    let same = ok(respond(json!([{ "finding_id": "F1", "response": "fixed", "details": "subtracted it" }])));
    assert_eq!(same["next"]["turn"], mixed["next"]["turn"]);
    let other =
        refused(respond(json!([{ "finding_id": "F1", "response": "fixed", "details": "something else" }])));
    assert!(other.contains("turn"), "{other}");
}

/// A fixer who answers first and edits then is told by the diff of the review that looks at it.
#[test]
fn a_claim_is_held_against_what_the_next_review_looks_at() {
    let scene = plan_scene::with_task_one();
    let mut client = plan_scene::server(&scene);
    let opened = open(&mut client, "1");
    let first = answer(&mut client, &opened, review("1", "issues_found", NO_DISCOUNT, NOTHING));
    let said = json!([{ "finding_id": "F1", "response": "fixed", "details": "subtracted it" }]);
    let (id, turn) = (&opened["loop_id"], &first["next"]["turn"]);
    let request = json!({ "loop_id": id, "turn": turn, "responses": said });
    let mixed = ok(client.call("respond_findings", request));
    assert_eq!(mixed["claims"][0]["evidence"], "unchanged_subject");
    plan_scene::fix_discount(&scene);
    let again = follow(&mut client, &mixed["next"], json!({}));
    let brief = again["brief"].as_str().unwrap();
    assert!(brief.contains("fixed [diff: region_changed]"), "{brief}");
    assert!(!brief.contains("[diff: unchanged_subject]"), "{brief}");
    // Whoever mends it the second time is told the same.
    let second = answer(&mut client, &again, review("1", "issues_found", NO_DISCOUNT, NOTHING));
    let brief = second["next"]["brief"].as_str().unwrap();
    assert!(brief.contains("[diff: region_changed]") && !brief.contains("unchanged_subject"), "{brief}");
}

#[test]
fn a_killed_server_loses_nothing() {
    let scene = plan_scene::with_task_one();
    let mut client = plan_scene::server(&scene);
    let opened = open(&mut client, "1");
    client.kill();
    let mut client = plan_scene::server(&scene);
    let status = ok(client.call("loop_status", json!({})));
    assert_eq!(status["next"]["call"], opened["next"]["call"]);
    let recorded = answer(&mut client, &status, review("1", "issues_found", NO_DISCOUNT, NOTHING));
    client.kill();
    let mut client = plan_scene::server(&scene);
    let status = ok(client.call("loop_status", json!({ "loop_id": opened["loop_id"] })));
    assert_eq!(status["next"]["action"], "fix");
    assert_eq!(status["next"]["turn"], recorded["next"]["turn"]);
    assert!(status.to_string().len() < 2400, "{} bytes: {status}", status.to_string().len());
}

#[test]
fn no_reviewer_leaves_the_task_unreviewed() {
    let scene = plan_scene::with_task_one();
    let mut client = plan_scene::server(&scene);
    let opened = open(&mut client, "1");
    let none =
        follow(&mut client, &opened["next"], json!({ "unavailable": "the subagent cannot start here" }));
    assert_eq!(none["next"]["action"], "proceed");
    assert_eq!(none["next"]["outcome"], "unreviewed");
    let gate = ok(client.call("loop_status", json!({ "phase": "1" })));
    assert_eq!(gate["gate"]["open"], false);
    let retried = follow(&mut client, &none["next"], json!({}));
    assert_eq!(retried["pass"], 1);
}

#[test]
fn a_free_change_by_its_base() {
    let scene = plan_scene::with_task_one();
    let base = scene.open().head().unwrap();
    scene.commit("fix: round the total", &[("src/cart.js", plan_scene::CART_FIXED)]);
    let mut client = plan_scene::server(&scene);
    let request = json!({ "id": "round", "title": "Round totals", "criteria": "Totals are rounded.", "base": base.as_str() });
    let opened = ok(client.call("review_task", request.clone()));
    assert_eq!(opened["range"]["files"], json!(["src/cart.js"]));
    let done = answer(&mut client, &opened, "## REVIEW COMPLETE\n\n**Status:** passed\n\n### Spec Compliance\n\nNo issues found.\n\n### Code Quality\n\nNo issues found.\n".to_owned());
    assert_eq!(done["verdict"], "approved", "{done}");
    assert_eq!(done["reports"][0], ".planning/reviews/REVIEW-round.md");
    // Other criteria under the same id are another subject.
    let mut other = request;
    other["criteria"] = json!("Totals are rounded to cents.");
    let opened_other = ok(client.call("review_task", other));
    assert_ne!(opened_other["loop_id"], opened["loop_id"]);
}

#[test]
fn a_foreign_report_is_left_alone() {
    let scene = plan_scene::with_task_one();
    let mine = ".planning/phases/01-cart/01-01-REVIEW-T1.md";
    scene.write(mine, "# Mine\n");
    let mut client = plan_scene::server(&scene);
    let opened = open(&mut client, "1");
    let done = answer(&mut client, &opened, review("1", "passed", NOTHING, NOTHING));
    assert_eq!(done["reports"][0], ".planning/phases/01-cart/01-01-REVIEW-T1.countersign.md");
    assert_eq!(report(&scene, "01-01-REVIEW-T1.md"), "# Mine\n");
}

/// Nobody looked: what can be told of the change without a reviewer is told (SPEC 4, 7.4, 9.3).
#[test]
fn without_a_reviewer_scope_and_stubs_are_told() {
    let scene = plan_scene::with_task_one();
    scene.commit(
        "feat(01-01): refund",
        &[
            (
                "src/cart.js",
                &format!("{}export function refund(items) {{\n  return null;\n}}\n", plan_scene::CART),
            ),
            ("src/extra.js", "export const extra = 1;\n"),
        ],
    );
    let mut client = plan_scene::server(&scene);
    let opened = open(&mut client, "1");
    let call = json!({ "loop_id": opened["loop_id"], "countersign": opened["countersign"],
        "unavailable": "subagents cannot be started here" });
    let told = ok(client.call("record_findings", call.clone()));
    assert_eq!(told["next"]["outcome"], "unreviewed", "{told}");
    let remark = |answer: &Value, code: &str| {
        let all = answer["remarks"].as_array().unwrap();
        all.iter().find(|r| r["code"] == code).map(|r| r["message"].as_str().unwrap().to_owned())
    };
    let stubs = remark(&told, "stubs").unwrap_or_else(|| panic!("{told}"));
    assert!(stubs.contains("src/cart.js:8 gives back a constant"), "{stubs}");
    let outside = remark(&told, "outside_scope").unwrap_or_else(|| panic!("{told}"));
    assert!(outside.contains("src/extra.js"), "{outside}");
    // The same call tells the same, whatever became of the files.
    scene.write("src/cart.js", plan_scene::CART);
    assert_eq!(ok(client.call("record_findings", call))["remarks"], told["remarks"]);
    // At the boundary it is tried again.
    let phase = ok(client.call("loop_status", json!({ "phase": "1" })));
    assert_eq!(phase["gate"]["open"], false, "{phase}");
}

/// A person ruled between two answers: whoever sends the second again is told so, not that the stricter holds.
#[test]
fn a_dissent_that_was_ruled_on_is_told_so() {
    let scene = plan_scene::with_task_one();
    let mut client = plan_scene::server(&scene);
    let opened = open(&mut client, "1");
    answer(&mut client, &opened, review("1", "passed", NOTHING, NOTHING));
    let dissent = answer(&mut client, &opened, review("1", "issues_found", NO_DISCOUNT, NOTHING));
    let choice = json!({ "choice": "uphold", "reason": "no discount was asked for", "decided_by": "Ada" });
    let upheld = follow(&mut client, &dissent["next"], choice);
    assert_eq!(upheld["outcome"], "approved", "an upheld approval keeps its outcome: {upheld}");
    let again = answer(&mut client, &opened, review("1", "issues_found", NO_DISCOUNT, NOTHING));
    let codes = |answer: &Value| answer["remarks"].to_string();
    assert!(codes(&again).contains("ruled_on") && codes(&again).contains("Ada"), "{again}");
    // In other words, it is the same matter still.
    let other = NO_DISCOUNT.replace("- **Suggestion:**", "- **Suggestion:** at once,");
    let third = answer(&mut client, &opened, review("1", "issues_found", &other, NOTHING));
    assert!(!codes(&third).contains("the stricter of the two holds"), "{third}");
    assert!(codes(&third).contains("ruled on"), "{third}");
    assert_eq!(third["next"]["outcome"], "approved", "{third}");
}

/// Two reviewers of one stage: the stricter is neither refused nor lost (SPEC 6.3).
#[test]
fn a_second_stricter_answer_to_a_stage_holds() {
    let scene = plan_scene::with_task_one();
    let mut client = plan_scene::server(&scene);
    let opened = open(&mut client, "1");
    let mut send = |stage: &str, verdict: &str, findings: Value| {
        let arguments = json!({
            "loop_id": opened["loop_id"], "countersign": opened["countersign"],
            "stage": stage, "verdict": verdict, "findings": findings,
        });
        ok(client.call("record_findings", arguments))
    };
    let critical = json!([{ "severity": "critical", "title": "No discount",
        "locations": [{ "file": "src/cart.js", "line": 6 }], "requirement": "CART-01" }]);
    send("spec", "approved", json!([]));
    let second = send("spec", "changes_requested", critical.clone());
    assert!(second["remarks"].to_string().contains("dissent"), "{second}");
    assert_eq!(send("spec", "changes_requested", critical)["next"]["turn"], second["next"]["turn"]);
    let closed = send("quality", "approved", json!([]));
    assert_eq!(closed["verdict"], "changes_requested", "{closed}");
    assert_eq!(closed["findings"].as_array().unwrap().len(), 1, "{closed}");
    let late = send(
        "spec",
        "rejected",
        json!([{ "severity": "critical", "title": "Nothing is rounded",
        "locations": [{ "file": "src/cart.js", "line": 4 }], "requirement": "CART-01" }]),
    );
    assert_eq!(late["blocking"].as_array().unwrap().len(), 2, "{late}");
}

/// A second answer that comes when fixes are reported is told to whoever acts next, not to its sender alone (SPEC 6.3).
#[test]
fn a_late_dissent_is_told_to_all_who_act_next() {
    let scene = plan_scene::with_task_one();
    let mut client = plan_scene::server(&scene);
    let opened = open(&mut client, "1");
    let first = answer(&mut client, &opened, review("1", "issues_found", NO_DISCOUNT, NOTHING));
    let id = first["blocking"][0].clone();
    let fixed = json!([{ "finding_id": id, "response": "fixed", "details": "applied in src/cart.js" }]);
    let responded = |turn: &Value| json!({ "loop_id": opened["loop_id"], "turn": turn, "responses": fixed });
    ok(client.call("respond_findings", responded(&first["next"]["turn"])));
    let other = "### Finding 1: Negative counts are taken\n- **Severity:** critical\n- **Requirement:** CART-01\n- **File:** src/cart.js:3\n- **Issue:** a negative count lowers the sum.";
    answer(&mut client, &opened, review("1", "issues_found", other, NOTHING));
    let status = ok(client.call("loop_status", json!({ "loop_id": opened["loop_id"] })));
    let again = ok(client.call("respond_findings", json!({ "loop_id": opened["loop_id"],
        "turn": status["next"]["turn"], "responses": [{ "finding_id": id, "response": "fixed", "details": "applied once more in src/cart.js" }] })));
    let reviewed = ok(client.call("review_task", json!({ "loop_id": opened["loop_id"] })));
    for told in [&status, &again, &reviewed] {
        assert!(told["next"]["warnings"].to_string().contains("a second answer to pass 1"), "{told}");
    }
    // The next reviewer's brief lists it among what is open, and silence does not resolve it.
    assert!(reviewed["brief"].as_str().unwrap().contains("F2"), "{reviewed}");
    let silent = answer(&mut client, &reviewed, review("1", "passed", NOTHING, NOTHING));
    assert!(silent["blocking"].as_array().unwrap().contains(&json!("F2")), "{silent}");
}

/// Given up and begun anew, again and again: by a model's word that ends; a person may go on (SPEC 6.7, 6.10).
#[test]
fn giving_up_and_beginning_anew_is_no_way_round_the_limits() {
    let scene = plan_scene::with_task_one();
    let desk = crate::desk::Desk::at(scene.root());
    let task = json!({ "plan": PLAN, "task": "1" });
    let mut begun = Vec::new();
    let refused = loop {
        let opened = match desk.call("review_task", task.clone()) {
            Ok(opened) => opened,
            Err(why) => break why,
        };
        desk.ok(
            "decide",
            json!({ "loop_id": opened["loop_id"], "turn": opened["next"]["turn"], "choice": "abandon",
                "reason": "once more from the start", "decided_by": "Ada" }),
        );
        begun.push(opened["loop_id"].clone());
        assert!(begun.len() < 20, "it never ends: {opened:#}");
    };
    assert_eq!(begun.len(), 6, "{refused}");
    let last = begun.last().unwrap().as_str().unwrap();
    assert!(
        refused.contains("in person") && refused.contains(&format!("countersign decide {last}")),
        "{refused}"
    );
    let tests = desk.refused("record_tests", json!({ "plan": PLAN, "task": "1", "failed": ["t"] }));
    assert!(tests.contains("in person"), "{tests}");
    let status = desk.ok("loop_status", json!({ "loop_id": last }));
    let reopen = json!({ "loop_id": last, "turn": status["next"]["turn"], "choice": "reopen",
        "reason": "again", "decided_by": "Ada" });
    assert!(desk.refused("decide", reopen).contains("in person"));
}

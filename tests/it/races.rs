//! Two servers on one repository, at the same moment: one loop, every answer kept or refused, nothing lost (SPEC 6.2, 6.3).

#![allow(clippy::unwrap_used, reason = "tests")]

use serde_json::{Value, json};

use crate::client::{Answer, Client, Era, answer_of};
use crate::plan_scene::{self, PLAN};
use crate::scene::Scene;
use crate::wild_phases::phase;

const ROUNDS: usize = 4;

fn ok(answer: &Answer) -> Value {
    assert!(!answer.is_error, "refused: {}", answer.text);
    answer.structured.clone()
}

fn open(client: &mut Client) -> Value {
    ok(&client.call("review_task", json!({ "plan": PLAN, "task": "1", "protocol": "countersign" })))
}

/// Sends one call from each server before either is answered.
fn at_once(one: &mut Client, two: &mut Client, tool: &str, calls: [Value; 2]) -> [Answer; 2] {
    let [first, second] = calls;
    let first = one.send_call(tool, first);
    let second = two.send_call(tool, second);
    [answer_of(&one.await_answer(&first)), answer_of(&two.await_answer(&second))]
}

fn status(client: &mut Client, id: &Value) -> Value {
    ok(&client.call("loop_status", json!({ "loop_id": id })))
}

/// A loop with two blocking findings, and its turn.
fn with_findings(client: &mut Client) -> (Value, Value) {
    let opened = open(client);
    let mut call = opened["next"]["call"]["arguments"].clone();
    call["verdict"] = json!("changes_requested");
    let finding = |title: &str, line: u32| json!({ "severity": "high", "title": title, "locations": [{ "file": "src/cart.js", "line": line }] });
    call["findings"] = json!([finding("The discount is ignored", 6), finding("Prices may be text", 4)]);
    let answer = ok(&client.call("record_findings", call));
    (opened["loop_id"].clone(), answer["next"]["turn"].clone())
}

#[test]
fn a_subject_opened_twice_is_one_loop() {
    for _ in 0..ROUNDS {
        let scene = plan_scene::with_task_one();
        let (mut one, mut two) = (plan_scene::server(&scene), plan_scene::server(&scene));
        let call = json!({ "plan": PLAN, "task": "1" });
        let [a, b] = at_once(&mut one, &mut two, "review_task", [call.clone(), call]);
        let (a, b) = (ok(&a), ok(&b));
        assert_eq!(a["loop_id"], b["loop_id"]);
        assert_eq!(a["countersign"], b["countersign"]);
        let all = ok(&one.call("loop_status", json!({ "state": "all" })));
        assert_eq!(all["loops"].as_array().unwrap().len(), 1, "{all}");
    }
}

#[test]
fn responses_of_one_turn_are_both_kept() {
    for _ in 0..ROUNDS {
        let scene: Scene = plan_scene::with_task_one();
        let (mut one, mut two) = (plan_scene::server(&scene), plan_scene::server(&scene));
        let (id, turn) = with_findings(&mut one);
        plan_scene::fix_discount(&scene);
        let respond = |finding: &str| {
            json!({ "loop_id": id, "turn": turn, "responses": [
                { "finding_id": finding, "response": "fixed", "details": "mended in src/cart.js" },
            ] })
        };
        let answers = at_once(&mut one, &mut two, "respond_findings", [respond("F1"), respond("F2")]);
        // The slower one may be told that the turn moved; repeating its call, as it is told to, loses nothing.
        for (client, answer, finding) in [(&mut one, &answers[0], "F1"), (&mut two, &answers[1], "F2")] {
            if answer.is_error {
                ok(&client.call("respond_findings", respond(finding)));
            }
        }
        let now = status(&mut one, &id);
        assert_eq!(now["next"]["action"], "review", "{now}");
        assert_eq!(now["next"]["reason"], "re_review", "{now}");
    }
}

#[test]
fn a_next_pass_opened_twice_is_one_pass() {
    for _ in 0..ROUNDS {
        let scene = plan_scene::with_task_one();
        let (mut one, mut two) = (plan_scene::server(&scene), plan_scene::server(&scene));
        let (id, turn) = with_findings(&mut one);
        plan_scene::fix_discount(&scene);
        let fixed = |finding: &str| json!({ "finding_id": finding, "response": "fixed", "details": "mended in src/cart.js" });
        let responses = json!([fixed("F1"), fixed("F2")]);
        ok(&one.call("respond_findings", json!({ "loop_id": id, "turn": turn, "responses": responses })));
        let call = json!({ "loop_id": id });
        let [a, b] = at_once(&mut one, &mut two, "review_task", [call.clone(), call]);
        let (a, b) = (ok(&a), ok(&b));
        assert_eq!((&a["pass"], &a["countersign"], &a["brief"]), (&json!(2), &b["countersign"], &b["brief"]));
        let told = ok(&one.call("loop_status", json!({ "loop_id": id, "timeline": true })));
        let opened = told["timeline"].as_array().unwrap().iter();
        let opened = opened.filter(|row| row["event"].as_str().unwrap().contains("pass 2 opened"));
        assert_eq!(opened.count(), 1, "{told}");
    }
}

/// Three reviewers of one pass answer in the same moment: each answer that was acknowledged is on file, none in the
/// place of another, and what the strictest asks for holds.
#[test]
fn of_three_answers_to_one_pass_none_is_lost() {
    for _ in 0..ROUNDS {
        let scene = plan_scene::with_task_one();
        let mut servers = [0; 3].map(|_| plan_scene::server(&scene));
        let opened = open(&mut servers[0]);
        let titles = ["The discount is ignored", "Prices may be text", "Counts may be negative"];
        let calls: Vec<Value> = titles.iter().zip([6, 4, 2]).map(|(title, line)| {
            let finding = json!({ "severity": "high", "title": title, "why": "totals are wrong", "locations": [{ "file": "src/cart.js", "line": line }] });
            json!({ "loop_id": opened["loop_id"], "countersign": opened["countersign"], "reviewer": title,
                    "verdict": "changes_requested", "findings": [finding] })
        }).collect();
        let sent: Vec<Value> = servers
            .iter_mut()
            .zip(&calls)
            .map(|(server, call)| server.send_call("record_findings", call.clone()))
            .collect();
        for ((server, id), call) in servers.iter_mut().zip(&sent).zip(&calls) {
            let answer = answer_of(&server.await_answer(id));
            if answer.is_error {
                // Told to repeat it; then it is taken.
                assert!(answer.text.contains("epeat"), "{}", answer.text);
                ok(&server.call("record_findings", call.clone()));
            }
        }
        let told =
            ok(&servers[0].call("loop_status", json!({ "loop_id": opened["loop_id"], "timeline": true })));
        let rows = told["timeline"].to_string();
        assert_eq!(rows.matches("a second answer").count(), 2, "{rows}");
        let open: Vec<&str> =
            told["unresolved"].as_array().unwrap().iter().map(|f| f["title"].as_str().unwrap()).collect();
        for title in titles {
            assert!(open.contains(&title), "{title} is lost: {told}");
        }
        // In the report as well, with the words of those that came second and third.
        let report = told_report(&scene);
        for title in titles {
            assert!(report.contains(title), "{title} is not in {report}");
        }
        assert_eq!(report.matches("### A second answer to the latest pass").count(), 2, "{report}");
    }
}

/// The one report of the scene.
/// The same half of a review from two servers is one half, and the same objection afterwards one objection.
#[test]
fn what_is_sent_twice_at_once_is_recorded_once_and_told_to_both() {
    for _ in 0..ROUNDS {
        let scene = plan_scene::with_task_one();
        let (mut one, mut two) = (plan_scene::server(&scene), plan_scene::server(&scene));
        let opened = ok(&one.call("review_task", json!({ "plan": PLAN, "task": "1" })));
        let answer = |stage: Option<&str>, verdict: &str, findings: Value| {
            let mut call = json!({ "loop_id": opened["loop_id"], "countersign": opened["countersign"],
                                   "verdict": verdict, "findings": findings });
            if let Some(stage) = stage {
                call["stage"] = json!(stage);
            }
            call
        };
        let finding = json!([{ "severity": "high", "title": "The discount is ignored",
                               "locations": [{ "file": "src/cart.js", "line": 6 }] }]);
        for call in [
            answer(Some("spec"), "approved", json!([])),
            answer(Some("quality"), "approved", json!([])),
            answer(None, "changes_requested", finding),
        ] {
            let before = crate::faults::events(scene.root());
            let [a, b] = at_once(&mut one, &mut two, "record_findings", [call.clone(), call]);
            assert_eq!(ok(&a), ok(&b));
            let after = crate::faults::events(scene.root());
            let written = after.values().sum::<usize>() - before.values().sum::<usize>();
            assert_eq!(written, 1, "{before:?} {after:?}");
        }
    }
}

fn told_report(scene: &Scene) -> String {
    let folder = scene.root().join(".planning/phases/01-cart");
    let inside = scene.root().join(".countersign/reviews");
    let all = [folder, inside].into_iter().filter_map(|f| std::fs::read_dir(f).ok()).flatten();
    let all = all.map(|entry| std::fs::read_to_string(entry.unwrap().path()).unwrap());
    all.into_iter().find(|text| text.contains("writer: countersign")).unwrap()
}

#[test]
fn of_two_choices_one_is_taken_and_the_other_told() {
    for _ in 0..ROUNDS {
        let scene = plan_scene::with_task_one();
        let (mut one, mut two) = (plan_scene::server(&scene), plan_scene::server(&scene));
        let opened = open(&mut one);
        let mut absent = opened["next"]["call"]["arguments"].clone();
        absent["unavailable"] = json!("the subagent cannot start here");
        let asked = ok(&one.call("record_findings", absent));
        assert_eq!(asked["next"]["action"], "ask_user", "{asked}");
        let choose = |choice: &str| {
            json!({ "loop_id": opened["loop_id"], "turn": asked["next"]["turn"], "choice": choice,
                    "reason": "as agreed in the stand-up", "decided_by": "Ada" })
        };
        let answers = at_once(&mut one, &mut two, "decide", [choose("accept"), choose("stop")]);
        let taken: Vec<bool> = answers.iter().map(|a| !a.is_error).collect();
        assert_eq!(taken.iter().filter(|t| **t).count(), 1, "{} {}", answers[0].text, answers[1].text);
        let outcome = if taken[0] { "accepted_with_issues" } else { "aborted" };
        assert_eq!(status(&mut one, &opened["loop_id"])["next"]["outcome"], outcome);
    }
}

#[test]
fn a_server_that_ends_by_itself_leaves_one_file() {
    let scene = plan_scene::with_task_one();
    let mut client = plan_scene::server(&scene);
    let opened = open(&mut client);
    let store = scene.root().join(".git/countersign/store.db");
    let log = store.with_extension("db-wal");
    assert!(log.exists(), "while it runs the log stays");
    client.close_input();
    assert!(client.wait_exit(std::time::Duration::from_secs(10)).is_some_and(|status| status.success()));
    assert!(!log.exists(), "the log is folded in");
    let mut next = plan_scene::server(&scene);
    assert_eq!(status(&mut next, &opened["loop_id"])["loops"][0]["loop_id"], opened["loop_id"]);
}

#[test]
fn of_three_words_on_one_phase_at_the_same_moment_all_are_kept() {
    let truths = ["A payment is taken once", "A cart is emptied by it", "A card is asked for"];
    let listed = truths.map(|truth| format!("    - \"{truth}\"\n")).concat();
    let must_haves = format!("must_haves:\n  truths:\n{listed}  artifacts:\n    - path: src/pay.js\n");
    let pay = "export function pay(cart, card) {\n  return card.charge(cart.total());\n}\n";
    let buy = "import { pay } from './pay.js';\n\nexport const buy = (cart, card) => pay(cart, card);\n";
    let scene = phase(&must_haves, "# Summary\n\nDone.\n", &[("src/pay.js", pay), ("src/buy.js", buy)]);
    let mut servers: Vec<Client> =
        truths.iter().map(|_| Client::start(scene.root(), Era::Stateless)).collect();
    let seen = ok(&servers[0].call("verify_phase", json!({ "phase": "3" })));
    let of = |answer: &Value, label: &str| -> Value {
        answer["items"].as_array().unwrap().iter().find(|item| item["label"] == label).unwrap().clone()
    };
    let evidence = json!([{ "file": "src/pay.js", "line": 2, "text": "card.charge(cart.total())" }]);
    let calls = truths.map(|truth| {
        json!({ "phase": "3", "judgements": [
            { "item_id": of(&seen, truth)["id"], "status": "verified", "evidence": evidence },
        ] })
    });
    let sent: Vec<Value> =
        servers.iter_mut().zip(calls).map(|(server, call)| server.send_call("verify_phase", call)).collect();
    for (server, id) in servers.iter_mut().zip(&sent) {
        ok(&answer_of(&server.await_answer(id)));
    }
    let last = ok(&servers[0].call("verify_phase", json!({ "phase": "3" })));
    for truth in truths {
        assert_eq!(of(&last, truth)["status"], "verified", "{last:#}");
    }
    assert_eq!(last["status"], "passed", "{last:#}");
}

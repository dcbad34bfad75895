//! Figures over recorded loops, the same loops through other rules, and both as resources.

#![allow(clippy::unwrap_used, clippy::needless_pass_by_value, reason = "tests")]

use std::process::Command;

use serde_json::{Value, json};

use crate::client::{Answer, Client, Era};
use crate::plan_scene::{self, NO_DISCOUNT, PLAN, review};
use crate::scene::{Edit, Scene};

const NOTHING: &str = "No issues found.";
const NIT: &str = "### Finding 1: Name the sum\n- **Severity:** warning\n- **File:** src/cart.js:2\n- **Issue:** `sum` says little.\n- **Suggestion:** Call it `subtotal`.";
const NOWHERE: &str = "### Finding 1: The cache is never emptied\n- **Severity:** info\n- **File:** src/cache.js:7\n- **Issue:** It only grows.";

fn ok(answer: Answer) -> Value {
    assert!(!answer.is_error, "refused: {}", answer.text);
    answer.structured
}

fn answered(client: &mut Client, opened: &Value, text: String, reviewer: &str) -> Value {
    ok(client.call(
        "record_findings",
        json!({ "loop_id": opened["loop_id"], "countersign": opened["countersign"], "text": text, "reviewer": reviewer }),
    ))
}

fn open(client: &mut Client, task: &str) -> Value {
    ok(client.call("review_task", json!({ "plan": PLAN, "task": task })))
}

/// Runs the command line in a scene and returns its output, which must be a success.
fn run(scene: &Scene, args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_countersign"))
        .args(args)
        .current_dir(scene.root())
        .output()
        .unwrap();
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{args:?}: {err}");
    String::from_utf8(output.stdout).unwrap()
}

fn run_json(scene: &Scene, args: &[&str]) -> Value {
    serde_json::from_str(&run(scene, args)).unwrap()
}

/// Task 1: rejected, answered for, then fixed. Task 2: approved at once by another reviewer, and then
/// contradicted.
fn scene_of_two() -> (Scene, Value, Value) {
    let scene = plan_scene::with_task_one();
    let mut client = plan_scene::server(&scene);
    let one = open(&mut client, "1");
    let first = answered(&mut client, &one, review("1", "passed", NO_DISCOUNT, NIT), "mz-reviewer");
    assert_eq!(first["verdict"], "changes_requested", "{first}");
    ok(client.call(
        "respond_findings",
        json!({ "loop_id": one["loop_id"], "turn": first["next"]["turn"], "responses": [
            { "finding_id": "F1", "response": "fixed", "details": "done" },
            { "finding_id": "F2", "response": "rejected", "reason": "`sum` is the name src/checkout.js imports" }] }),
    ));
    plan_scene::fix_discount(&scene);
    let again = ok(client.call("review_task", json!({ "loop_id": one["loop_id"] })));
    let text = review("1", "passed", NOTHING, NOTHING) + "\n### Rulings\n- F2: accepted: it is used there\n";
    let second = answered(&mut client, &again, text, "mz-reviewer");
    assert_eq!(second["next"]["action"], "proceed", "{second}");

    scene.edit(
        "feat(01-01): Task 2: show the total",
        &[Edit::Write("src/checkout.js", b"import { total } from './cart.js';\n")],
    );
    let two = open(&mut client, "2");
    let approved = answered(&mut client, &two, review("2", "passed", NOTHING, NOWHERE), "other");
    assert_eq!(approved["next"]["action"], "proceed", "{approved}");
    let late = NO_DISCOUNT
        .replace("The discount is ignored", "Nothing is shown")
        .replace("src/cart.js:6", "src/checkout.js:1");
    let dissent = answered(&mut client, &two, review("2", "issues_found", &late, NOTHING), "other");
    assert_eq!(dissent["next"]["action"], "ask_user", "{dissent}");
    (scene, one["loop_id"].clone(), two["loop_id"].clone())
}

#[test]
fn figures_count_what_happened() {
    let (scene, ..) = scene_of_two();
    let metrics = run_json(&scene, &["metrics", "--json"]);
    let all = &metrics["all"];
    for (figure, value) in [
        ("loops", json!(2)),
        ("open", json!(1)),
        ("answers", json!(3)),
        ("approved", json!(1)),
        ("first_pass_approvals", json!(0)),
        ("passes_to_approval", json!(2.0)),
        ("open_blocking", json!(1)),
        ("responses", json!(2)),
        ("rejections", json!(1)),
        ("rejection_ratio", json!(0.5)),
        ("fixes_claimed", json!(1)),
        // Committed after its answer, before the next review.
        ("unsubstantiated", json!(0)),
        ("findings", json!(4)),
        // All but the one in a file that is not there.
        ("actionable", json!(3)),
        // Two of them do not block: a rejection that was accepted is not taken up.
        ("suggestions", json!(2)),
        ("suggestions_taken_up", json!(0)),
        ("contradictions", json!(1)),
        ("ungrounded", json!(1)),
        ("blocking_after_approval", json!(1)),
        ("unreadable", json!(0)),
        ("decisions", json!(0)),
    ] {
        assert_eq!(all[figure], value, "{figure} in {all:#}");
    }
    assert_eq!(metrics["protocols"]["megazord"], *all);
    assert_eq!(metrics["reviewers"]["mz-reviewer"]["answers"], 2);
    assert_eq!(metrics["reviewers"]["other"]["answers"], 1);
    assert_eq!(metrics["reviewers"]["other"]["blocking_after_approval"], 1);
    assert_eq!(metrics["reviewers"]["mz-reviewer"]["loops"], 1);
    assert_eq!(metrics["models"]["sonnet"], *all);
    let text = run(&scene, &["metrics"]);
    assert!(text.contains("all loops\n  loops         2, 1 open: 1 approved"), "{text}");
    assert!(text.contains("reviewer other"), "{text}");
}

#[test]
fn without_a_loop_there_is_nothing_to_count() {
    let scene = plan_scene::with_task_one();
    assert_eq!(run(&scene, &["metrics"]), "no loop was recorded here yet\n");
    assert_eq!(run_json(&scene, &["replay", "--protocol", "gsd", "--json"]), json!([]));
}

#[test]
fn resources_are_listed_and_read_in_both_lifecycles() {
    let (scene, one, _) = scene_of_two();
    for era in Era::BOTH {
        let mut client = Client::start(scene.root(), era);
        let listed = client.request("resources/list", json!({}));
        let uris: Vec<&str> = listed["result"]["resources"]
            .as_array()
            .unwrap()
            .iter()
            .map(|r| r["uri"].as_str().unwrap())
            .collect();
        assert_eq!(uris[..2], ["countersign://loops", "countersign://metrics"]);
        let uri = format!("countersign://loop/{}", one.as_str().unwrap());
        // Besides these the six protocols, and each loop with its report.
        assert!(uris.len() == 12 && uris.contains(&uri.as_str()), "{uris:?}");
        let templates = client.request("resources/templates/list", json!({}));
        assert_eq!(templates["result"]["resourceTemplates"][0]["uriTemplate"], "countersign://loop/{id}");
        let mut read = |uri: &str| {
            let response = client.request("resources/read", json!({ "uri": uri }));
            let contents = &response["result"]["contents"][0];
            assert_eq!(contents["mimeType"], "application/json", "{response}");
            serde_json::from_str::<Value>(contents["text"].as_str().unwrap()).unwrap()
        };
        assert_eq!(read("countersign://metrics")["metrics"], run_json(&scene, &["metrics", "--json"]));
        let told = read(&uri);
        assert_eq!(told["loops"][0]["outcome"], "approved");
        assert!(told["timeline"].as_array().unwrap().len() > 5, "{told}");
        for wrong in [
            "countersign://loop/rl-none",
            "countersign://loop/",
            "countersign://plan/1",
            "file:///etc/passwd",
        ] {
            let response = client.request("resources/read", json!({ "uri": wrong }));
            let message = response["error"]["message"].as_str().unwrap_or_default();
            assert!(message.contains("rl-none") || message.contains("countersign://metrics"), "{response}");
        }
    }
}

#[test]
fn outside_a_repository_the_list_is_short_and_reading_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let mut client = Client::start(folder.path(), Era::Stateless);
    let listed = client.request("resources/list", json!({}));
    assert_eq!(listed["result"]["resources"].as_array().unwrap().len(), 8, "{listed}");
    let response = client.request("resources/read", json!({ "uri": "countersign://metrics" }));
    assert!(response["error"]["message"].as_str().unwrap().contains("repository"), "{response}");
}

#[test]
fn a_loop_through_its_own_rules_goes_as_it_went() {
    let (scene, one, _) = scene_of_two();
    let replays = run_json(&scene, &["replay", "--protocol", "megazord", "--json"]);
    let of = |id: &Value| replays.as_array().unwrap().iter().find(|r| r["loop_id"] == *id).cloned().unwrap();
    let replay = of(&one);
    assert_eq!(replay["replayed"], replay["recorded"], "{replay:#}");
    assert_eq!(replay["alike"], true);
    assert_eq!(replay.get("stopped"), None);
    assert_eq!(replay.get("notes"), None, "{replay:#}");
}

#[test]
fn other_rules_stop_a_loop_elsewhere_and_write_nothing() {
    let scene = plan_scene::with_task_one();
    let mut client = plan_scene::server(&scene);
    let mut opened = open(&mut client, "1");
    for pass in 1..=3 {
        answered(&mut client, &opened, review("1", "issues_found", NO_DISCOUNT, NOTHING), "mz-reviewer");
        if pass < 3 {
            opened = ok(client.call("review_task", json!({ "loop_id": opened["loop_id"] })));
        }
    }
    let id = opened["loop_id"].as_str().unwrap();
    let before = run(&scene, &["log", id]);
    let replay = run_json(&scene, &["replay", id, "--protocol", "countersign", "--json"])[0].clone();
    assert_eq!(replay["recorded"]["outcome"], "accepted_with_warnings");
    assert_eq!(replay["replayed"]["waits_for"], "a choice", "{replay:#}");
    assert_eq!(replay["replayed"]["passes"], 3);
    assert_eq!(replay["alike"], false);
    assert!(replay["notes"][0].as_str().unwrap().contains("response to F1"), "{replay:#}");
    let text = run(&scene, &["replay", "--protocol", "countersign"]);
    assert!(text.contains("another end") && text.contains("1 loop, 1 with another end"), "{text}");
    // The same end by other rules.
    let ralph = run_json(&scene, &["replay", id, "--protocol", "ralph", "--json"])[0].clone();
    assert_eq!(ralph["replayed"]["outcome"], "accepted_with_warnings", "{ralph:#}");
    assert_eq!(run(&scene, &["log", id]), before, "a replay writes nothing");
    for (args, part) in [
        (vec!["replay", id, "--protocol", "yolo"], "does not review"),
        (vec!["replay", id, "--protocol", "nobody"], "no protocol"),
        (vec!["replay", "rl-none", "--protocol", "ralph"], "no loop"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_countersign"))
            .args(&args)
            .current_dir(scene.root())
            .output()
            .unwrap();
        assert!(output.status.code() >= Some(64), "{args:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(part), "{args:?}");
    }
}

/// What concerns a finding counts for whoever raised it, what concerns an answer for whoever gave it: no row mixes them.
#[test]
fn one_row_tells_of_one_reviewers_findings() {
    let scene = plan_scene::with_task_one();
    let mut client = plan_scene::server(&scene);
    let opened = open(&mut client, "1");
    let first = answered(&mut client, &opened, review("1", "issues_found", NO_DISCOUNT, NIT), "one");
    ok(client.call(
        "respond_findings",
        json!({ "loop_id": opened["loop_id"], "turn": first["next"]["turn"], "responses": [
            { "finding_id": "F1", "response": "fixed", "details": "done" },
            { "finding_id": "F2", "response": "rejected", "reason": "`sum` is the name src/checkout.js imports" }] }),
    ));
    let again = ok(client.call("review_task", json!({ "loop_id": opened["loop_id"] })));
    let second = answered(&mut client, &again, review("1", "issues_found", NOWHERE, NOTHING), "two");
    assert_eq!(second["still_open"][0]["id"], "F1", "{second:#}");
    let metrics = run_json(&scene, &["metrics", "--json"]);
    let of = |name: &str, figure: &str| metrics["reviewers"][name][figure].as_u64().unwrap();
    for (figure, one, two) in [
        // Of the findings.
        ("findings", 2, 1),
        ("responses", 2, 0),
        ("rejections", 1, 0),
        ("fixes_claimed", 1, 0),
        ("unsubstantiated", 1, 0),
        ("open_blocking", 1, 0),
        ("ungrounded", 0, 1),
        // Of the answers, and of the loop that the last one left.
        ("answers", 1, 1),
        ("loops", 0, 1),
        ("open", 0, 1),
    ] {
        assert_eq!((of("one", figure), of("two", figure)), (one, two), "{figure} in {metrics:#}");
        assert_eq!(metrics["all"][figure], one + two, "{figure} in {metrics:#}");
    }
    let text = run(&scene, &["metrics"]);
    let row = text.split("reviewer one\n").nth(1).unwrap().split("\n\n").next().unwrap();
    assert!(
        row.contains("responses     2, 1 rejections (50 %)")
            && row.contains("fixes         1 claimed, 1 not"),
        "{row}"
    );
    assert!(row.contains("1 blocking and open"), "{row}");
}

/// Work that was handed on stays with its fixer where nobody is there to take it: the replay says so and goes on.
#[test]
fn a_replay_goes_on_where_the_work_was_handed_on() {
    let scene = plan_scene::with_task_one();
    let mut client = plan_scene::server(&scene);
    let task = json!({ "plan": PLAN, "task": "1", "protocol": "countersign", "base": "HEAD~1" });
    let opened = ok(client.call("review_task", task));
    let finding = json!([{ "severity": "critical", "title": "The discount is ignored", "why": "totals are wrong", "requirement": "Task 1", "locations": [{ "file": "src/cart.js", "line": 6 }] }]);
    let answer = |opened: &Value, verdict: &str, findings: &Value| json!({ "loop_id": opened["loop_id"], "countersign": opened["countersign"], "verdict": verdict, "findings": findings });
    let judged = ok(client.call("record_findings", answer(&opened, "changes_requested", &finding)));
    let handed = ok(client.call(
        "respond_findings",
        json!({ "loop_id": opened["loop_id"], "turn": judged["next"]["turn"], "responses": [], "escalate": "the rounding rules are beyond me" }),
    ));
    assert_eq!(handed["next"]["action"], "ask_user", "{handed:#}");
    let chosen = ok(client.call(
        "decide",
        json!({ "loop_id": opened["loop_id"], "turn": handed["next"]["turn"], "choice": "fix", "reason": "round half up", "decided_by": "Ada" }),
    ));
    ok(client.call(
        "respond_findings",
        json!({ "loop_id": opened["loop_id"], "turn": chosen["next"]["turn"], "responses": [{ "finding_id": "F1", "response": "fixed", "details": "src/cart.js rounds" }] }),
    ));
    plan_scene::fix_discount(&scene);
    let again = ok(client.call("review_task", json!({ "loop_id": opened["loop_id"] })));
    let done = ok(client.call("record_findings", answer(&again, "approved", &json!([]))));
    assert_eq!(done["next"]["outcome"], "approved", "{done:#}");
    for (protocol, refused) in [("megazord", true), ("ralph", true), ("countersign", false)] {
        let replay = run_json(&scene, &["replay", "--protocol", protocol, "--json"])[0].clone();
        assert_eq!(replay.get("stopped"), None, "{protocol}: {replay:#}");
        assert_eq!(replay["replayed"]["outcome"], "approved", "{protocol}: {replay:#}");
        assert_eq!(replay["replayed"]["passes"], 2, "{protocol}: {replay:#}");
        let notes = replay["notes"].to_string();
        let said = format!(
            "the work would not have been handed on: escalate has no place here: {protocol} has no further tier"
        );
        assert_eq!(notes.contains(&said), refused, "{protocol}: {notes}");
        let text = run(&scene, &["replay", "--protocol", protocol]);
        assert_eq!(text.contains(&said), refused, "{text}");
    }
    // By GSD's rules the attempt would have been done anew; the record's next state is what came of that.
    let gsd = json!({ "id": "GSD-1", "title": "Cart", "criteria": "It honours discounts.", "protocol": "countersign", "base": "HEAD~1" });
    let gsd = restarted(&scene, &mut client, gsd);
    assert_eq!(gsd.get("stopped"), None, "{gsd:#}");
    assert!(gsd["notes"].to_string().contains("restored and done again"), "{gsd:#}");
}

/// A change whose critical finding was mended by a plain fix, through the rules of GSD.
fn restarted(scene: &Scene, client: &mut Client, request: Value) -> Value {
    scene.commit("feat: free", &[("src/free.js", "export const free = 1;\n")]);
    let opened = ok(client.call("review_task", request));
    let finding = json!([{ "severity": "critical", "title": "It is wrong", "why": "totals are wrong", "locations": [{ "file": "src/free.js", "line": 1 }] }]);
    let answer = |opened: &Value, verdict: &str, findings: &Value| json!({ "loop_id": opened["loop_id"], "countersign": opened["countersign"], "verdict": verdict, "findings": findings });
    let judged = ok(client.call("record_findings", answer(&opened, "changes_requested", &finding)));
    ok(client.call(
        "respond_findings",
        json!({ "loop_id": opened["loop_id"], "turn": judged["next"]["turn"], "responses": [{ "finding_id": "F1", "response": "fixed", "details": "src/free.js is mended" }] }),
    ));
    scene.commit("fix: free", &[("src/free.js", "export const free = 2;\n")]);
    let again = ok(client.call("review_task", json!({ "loop_id": opened["loop_id"] })));
    ok(client.call("record_findings", answer(&again, "approved", &json!([]))));
    run_json(scene, &["replay", opened["loop_id"].as_str().unwrap(), "--protocol", "gsd", "--json"])[0]
        .clone()
}

/// A loop that went on past a critical finding leaves it open, as `loop_status` says; one that took over has it then.
#[test]
fn what_a_loop_went_on_past_is_open_and_blocks() {
    let scene = plan_scene::with_task_one();
    let mut client = plan_scene::server(&scene);
    for pass in 0..3 {
        let text = format!("// {pass}\n{}", plan_scene::CART);
        scene.amend("feat(01-01): sum the cart", &[Edit::Write("src/cart.js", text.as_bytes())]);
        let opened = open(&mut client, "1");
        answered(&mut client, &opened, review("1", "issues_found", NO_DISCOUNT, NOTHING), "mz-reviewer");
    }
    let metrics = run_json(&scene, &["metrics", "--json"]);
    assert_eq!(metrics["all"]["outcomes"]["accepted_with_warnings"], 1, "{metrics:#}");
    assert_eq!(metrics["all"]["open_blocking"], 1, "{metrics:#}");
}

/// A fix is held against the work as the next review finds it: it may be committed after it was answered for.
#[test]
fn a_fix_that_was_committed_after_its_answer_counts_as_borne_out() {
    for committed in [true, false] {
        let scene = plan_scene::with_task_one();
        let mut client = plan_scene::server(&scene);
        let opened = open(&mut client, "1");
        let first = answered(&mut client, &opened, review("1", "issues_found", NO_DISCOUNT, NOTHING), "one");
        let respond = json!({ "loop_id": opened["loop_id"], "turn": first["next"]["turn"], "responses": [
            { "finding_id": "F1", "response": "fixed", "details": "the discount counts" }] });
        ok(client.call("respond_findings", respond));
        if committed {
            plan_scene::fix_discount(&scene);
        }
        let again = ok(client.call("review_task", json!({ "loop_id": opened["loop_id"] })));
        answered(&mut client, &again, review("1", "passed", NOTHING, NOTHING), "one");
        let all = &run_json(&scene, &["metrics", "--json"])["all"];
        assert_eq!(all["fixes_claimed"], 1, "{all:#}");
        assert_eq!(all["unsubstantiated"], u32::from(!committed), "{all:#}");
    }
}

/// A loop that was given up and begun anew is one way to an approval.
#[test]
fn passes_of_a_loop_that_was_given_up_count_towards_the_approval() {
    let scene = plan_scene::with_task_one();
    let mut client = plan_scene::server(&scene);
    let opened = open(&mut client, "1");
    let first = answered(&mut client, &opened, review("1", "issues_found", NO_DISCOUNT, NOTHING), "one");
    let given_up = json!({ "loop_id": opened["loop_id"], "turn": first["next"]["turn"], "choice": "abandon",
                           "reason": "we plan it anew", "decided_by": "Ann" });
    ok(client.call("decide", given_up));
    plan_scene::fix_discount(&scene);
    let anew = open(&mut client, "1");
    assert_ne!(anew["loop_id"], opened["loop_id"]);
    answered(&mut client, &anew, review("1", "passed", NOTHING, NOTHING), "one");
    let all = &run_json(&scene, &["metrics", "--json"])["all"];
    for (figure, value) in
        [("approved", json!(1)), ("first_pass_approvals", json!(0)), ("passes_to_approval", json!(2.0))]
    {
        assert_eq!(all[figure], value, "{figure} in {all:#}");
    }
}

#[test]
fn a_suggestion_that_is_mended_is_taken_up() {
    let scene = plan_scene::with_task_one();
    let mut client = plan_scene::server(&scene);
    let opened = open(&mut client, "1");
    let first = answered(&mut client, &opened, review("1", "passed", NO_DISCOUNT, NIT), "one");
    ok(client.call(
        "respond_findings",
        json!({ "loop_id": opened["loop_id"], "turn": first["next"]["turn"], "responses": [
            { "finding_id": "F1", "response": "fixed", "details": "done" },
            { "finding_id": "F2", "response": "fixed", "details": "called subtotal" }] }),
    ));
    plan_scene::fix_discount(&scene);
    let again = ok(client.call("review_task", json!({ "loop_id": opened["loop_id"] })));
    answered(&mut client, &again, review("1", "passed", NOTHING, NOTHING), "one");
    let all = &run_json(&scene, &["metrics", "--json"])["all"];
    for (figure, value) in
        [("approved", json!(1)), ("suggestions", json!(1)), ("suggestions_taken_up", json!(1))]
    {
        assert_eq!(all[figure], value, "{figure} in {all:#}");
    }
}

#[test]
fn an_approval_of_the_first_pass_is_counted_as_one() {
    let scene = plan_scene::with_task_one();
    let mut client = plan_scene::server(&scene);
    let opened = open(&mut client, "1");
    answered(&mut client, &opened, review("1", "passed", NOTHING, NOTHING), "one");
    let all = &run_json(&scene, &["metrics", "--json"])["all"];
    for (figure, value) in
        [("approved", json!(1)), ("first_pass_approvals", json!(1)), ("passes_to_approval", json!(1.0))]
    {
        assert_eq!(all[figure], value, "{figure} in {all:#}");
    }
}

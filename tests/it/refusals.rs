//! Wrong calls: each is a typed refusal that names the field, leaves every loop as it was and the server alive (SPEC 13.5).

#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout, reason = "tests")]

use std::time::Instant;

use serde_json::{Value, json};

use crate::client::Client;
use crate::plan_scene::{self, NO_DISCOUNT, NOTHING, PLAN, review};
use crate::scene::Scene;

/// One wrong call and the words its refusal must hold.
struct Wrong {
    what: &'static str,
    tool: &'static str,
    arguments: Value,
    says: &'static [&'static str],
}

fn wrong(what: &'static str, tool: &'static str, arguments: Value, says: &'static [&'static str]) -> Wrong {
    Wrong { what, tool, arguments, says }
}

fn loops(client: &mut Client) -> Value {
    let answer = client.call("loop_status", json!({ "state": "all", "timeline": true }));
    assert!(!answer.is_error, "{}", answer.text);
    answer.structured
}

fn bomb(lines: &str) -> String {
    format!("---\nphase: 1\nplan: 1\nx: {lines}\n---\n<task><name>a</name></task>\n")
}

/// Files a plan may turn out to be.
fn hostile_files(scene: &Scene) {
    scene.write("docs/notes.md", "# Notes\n\nNo plan here.\n");
    scene.write("docs/nested-PLAN.md", bomb(&format!("\n{}x", "- ".repeat(2189))));
    let mut aliases = String::from("\na: &a [x,x,x,x,x,x,x,x,x]\n");
    for (name, of) in [("b", "a"), ("c", "b"), ("d", "c"), ("e", "d"), ("f", "e")] {
        let many = format!("*{of},").repeat(9);
        aliases.push_str(&format!("{name}: &{name} [{}]\n", many.trim_end_matches(',')));
    }
    scene.write("docs/aliases-PLAN.md", bomb(&aliases));
    scene.write("docs/latin-PLAN.md", b"---\nphase: 1\n---\n<task><name>caf\xe9</name></task>\n");
    scene.write("docs/huge-PLAN.md", vec![b'x'; 1024 * 1024 + 1]);
    let outside = scene.beside("secret-PLAN.md");
    std::fs::write(&outside, "---\nphase: 1\n---\n<task><name>secret</name></task>\n").unwrap();
    std::os::unix::fs::symlink(&outside, scene.root().join("docs/link-PLAN.md")).unwrap();
}

fn cases(scene: &Scene, loop_id: &Value, code: &Value, turn: &Value, closed: &Value) -> Vec<Wrong> {
    let outside = scene.beside("secret-PLAN.md");
    let task = |plan: &str| json!({ "plan": plan, "task": "1" });
    let change = |more: Value| {
        let mut all = json!({ "id": "c", "title": "A change", "criteria": "It holds." });
        all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        all
    };
    let record = |text: &str| json!({ "loop_id": loop_id, "countersign": code, "text": text });
    let decide = |choice: &str, reason: &str| json!({ "loop_id": loop_id, "turn": turn, "choice": choice, "reason": reason, "decided_by": "Ada" });
    let respond = |turn: Value| json!({ "loop_id": loop_id, "turn": turn, "responses": [{ "finding_id": "F1", "response": "fixed" }] });
    vec![
        wrong(
            "a plan that is not there",
            "review_task",
            json!({ "plan": ".planning/phases/01-cart/01-10-PLAN.md", "task": "1" }),
            &["`plan`", "Perhaps", PLAN],
        ),
        wrong("no subject", "review_task", json!({}), &["`plan`", "no subject"]),
        wrong(
            "two subjects",
            "review_task",
            json!({ "plan": PLAN, "task": "1", "id": "x" }),
            &["two subjects"],
        ),
        wrong("a task without a plan", "review_task", json!({ "task": "1" }), &["`task`", "plan"]),
        wrong("a plan outside", "review_task", task("../secret-PLAN.md"), &["`plan`", ".."]),
        wrong("dot dot inside", "review_task", task("docs/../../secret-PLAN.md"), &["`plan`", ".."]),
        wrong("absolute outside", "review_task", task(outside.to_str().unwrap()), &["`plan`", "outside"]),
        wrong("a symlink out", "review_task", task("docs/link-PLAN.md"), &["`plan`", "symlink"]),
        wrong("a missing plan", "review_task", task("docs/none-PLAN.md"), &["`plan`", "no file"]),
        wrong("no plan", "review_task", task("docs/notes.md"), &["`plan`", "no plan"]),
        wrong("nested lists", "review_task", task("docs/nested-PLAN.md"), &["`plan`"]),
        wrong("aliases", "review_task", task("docs/aliases-PLAN.md"), &["`plan`", "anchor"]),
        wrong("no UTF-8", "review_task", task("docs/latin-PLAN.md"), &["`plan`", "UTF-8"]),
        wrong("too large", "review_task", task("docs/huge-PLAN.md"), &["`plan`", "1048576"]),
        wrong("task 0", "review_task", json!({ "plan": PLAN, "task": "0" }), &["`task`", "Its tasks: 1"]),
        wrong("task 99", "review_task", json!({ "plan": PLAN, "task": "99" }), &["`task`", "\"99\""]),
        wrong(
            "an unknown revision",
            "review_task",
            change(json!({ "base": "nowhere" })),
            &["base", "nowhere"],
        ),
        wrong(
            "a revision with a dash",
            "review_task",
            change(json!({ "base": "--output=x" })),
            &["base", "--output=x"],
        ),
        wrong("an empty range", "review_task", change(json!({ "base": "HEAD" })), &["`base`", "range"]),
        wrong("nothing committed", "review_task", change(json!({})), &["`base`", "Likeliest commits"]),
        wrong(
            "a protocol not there",
            "review_task",
            json!({ "plan": PLAN, "task": "1", "protocol": "yolo" }),
            &["`protocol`", "megazord"],
        ),
        wrong(
            "a part where no pass is open",
            "review_task",
            json!({ "plan": PLAN, "task": "1", "part": 2 }),
            &["`part`", "no pass is open"],
        ),
        wrong(
            "an artifact",
            "review_task",
            json!({ "artifact": "specs/x/design.md" }),
            &["`artifact`", "no file"],
        ),
        wrong("an unknown field", "review_task", json!({ "plan": PLAN, "tsk": "1" }), &["tsk", "task"]),
        wrong("a wrong type", "review_task", json!({ "plan": ["x"], "task": "1" }), &["plan"]),
        wrong(
            "an unknown loop",
            "record_findings",
            json!({ "loop_id": "rl-none", "countersign": "x", "text": "LGTM" }),
            &["`loop_id`", "rl-none"],
        ),
        wrong(
            "a wrong code",
            "record_findings",
            json!({ "loop_id": loop_id, "countersign": "cs-1-wrong", "text": "LGTM" }),
            &["`countersign`"],
        ),
        wrong("an empty text", "record_findings", record(" \n"), &["text", "empty"]),
        wrong("a placeholder", "record_findings", record("<text>"), &["text", "placeholder"]),
        wrong(
            "a text over 1 MiB",
            "record_findings",
            record(&"x".repeat(1024 * 1024 + 1)),
            &["text", "1048577", "1MiB"],
        ),
        wrong(
            "no answer",
            "record_findings",
            json!({ "loop_id": loop_id, "countersign": code }),
            &["`text`"],
        ),
        wrong(
            "two answers",
            "record_findings",
            json!({ "loop_id": loop_id, "countersign": code, "text": "LGTM", "unavailable": "it is not there" }),
            &["`text`"],
        ),
        wrong("an old turn", "respond_findings", respond(json!(1)), &["turn"]),
        wrong("a future turn", "respond_findings", respond(json!(99)), &["turn"]),
        wrong("a choice not offered", "decide", decide("approve", "because"), &["`choice`", "abandon"]),
        wrong("a decision without reason", "decide", decide("abandon", " "), &["reason"]),
        wrong(
            "a closed loop",
            "respond_findings",
            json!({ "loop_id": closed, "turn": 3, "responses": [{ "finding_id": "F1", "response": "fixed" }] }),
            &["closed"],
        ),
        wrong(
            "an override without reason",
            "verify_phase",
            json!({ "phase": "1", "partial": true, "overrides": [{ "item_id": "x", "reason": "", "decided_by": "Ada" }] }),
            &["reason"],
        ),
        wrong("an unknown phase", "verify_phase", json!({ "phase": "9" }), &["`phase`", "01-cart"]),
        wrong("unfinished plans", "verify_phase", json!({ "phase": "1" }), &["partial"]),
    ]
}

#[test]
fn each_wrong_call_is_a_typed_refusal() {
    let scene = plan_scene::with_task_one();
    scene.commit(
        "feat(01-01): Task 2: show the total",
        &[("src/checkout.js", "import { total } from './cart.js';\n")],
    );
    hostile_files(&scene);
    let mut client = plan_scene::server(&scene);
    let call = |client: &mut Client, tool: &str, arguments: Value| {
        let answer = client.call(tool, arguments);
        assert!(!answer.is_error, "{}", answer.text);
        answer.structured
    };
    // One loop waits for a fix, one is closed.
    let two = call(&mut client, "review_task", json!({ "plan": PLAN, "task": "2" }));
    call(
        &mut client,
        "record_findings",
        json!({ "loop_id": two["loop_id"], "countersign": two["countersign"], "text": review("2", "passed", NOTHING, NOTHING) }),
    );
    let one = call(&mut client, "review_task", json!({ "plan": PLAN, "task": "1" }));
    let fix = call(
        &mut client,
        "record_findings",
        json!({ "loop_id": one["loop_id"], "countersign": one["countersign"], "text": review("1", "issues_found", NO_DISCOUNT, NOTHING) }),
    );
    let code = json!("cs-1-other");
    let before = loops(&mut client);
    for case in cases(&scene, &one["loop_id"], &code, &fix["next"]["turn"], &two["loop_id"]) {
        let started = Instant::now();
        let answer = client.call(case.tool, case.arguments);
        let took = started.elapsed();
        assert!(answer.is_error, "{} was not refused: {}", case.what, answer.structured);
        for word in case.says {
            assert!(answer.text.contains(word), "{}: {word:?} is not in: {}", case.what, answer.text);
        }
        assert!(!answer.text.contains("/src/") && answer.text.len() < 2000, "{}: {}", case.what, answer.text);
        println!("{} ({} ms)\n    {}", case.what, took.as_millis(), answer.text);
        assert_eq!(loops(&mut client), before, "{} changed a loop", case.what);
        // Where the argument is taken away that the call is about, nothing is left to send.
        if !["a wrong type", "a placeholder", "a text over 1 MiB"].contains(&case.what) {
            crate::named_calls::tried(scene.root(), &answer.text);
        }
    }
}

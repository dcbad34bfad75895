//! `loop_status` of a plan answers for all that is reviewed of the plan, never for one of its tasks alone.

#![allow(clippy::unwrap_used, clippy::needless_pass_by_value, reason = "tests pass json!() literals")]

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::client::{Answer, Client};
use crate::plan_scene::{self, NO_DISCOUNT, NOTHING, PLAN, review};

fn done(answer: Answer) -> Value {
    assert!(!answer.is_error, "{}", answer.text);
    answer.structured
}

fn of_plan(client: &mut Client, more: Value) -> Value {
    let mut asked = json!({ "plan": PLAN });
    asked.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let answer = done(client.call("loop_status", asked));
    assert!(answer.to_string().len() < 2_400, "{} bytes: {answer}", answer.to_string().len());
    answer
}

fn subjects(answer: &Value) -> Vec<&str> {
    answer["loops"].as_array().unwrap().iter().map(|row| row["subject"].as_str().unwrap()).collect()
}

fn codes(answer: &Value) -> Vec<&str> {
    let remarks = answer["remarks"].as_array().map_or(&[][..], Vec::as_slice);
    remarks.iter().map(|r| r["code"].as_str().unwrap()).collect()
}

#[test]
fn a_plan_answers_for_all_of_its_tasks() {
    let scene = plan_scene::with_task_one();
    scene.commit(
        "feat(01-01): Task 2: show the total",
        &[("src/checkout.js", "import { total } from './cart.js';\n")],
    );
    let mut client = plan_scene::server(&scene);
    assert_eq!(of_plan(&mut client, json!({}))["next"]["call"]["tool"], "review_task");
    let one = done(client.call("review_task", json!({ "plan": PLAN, "task": "1" })));
    // One loop: its findings are told, and that the other task has none.
    let alone = of_plan(&mut client, json!({}));
    assert_eq!(subjects(&alone), ["01-01 Task 1"]);
    let remark =
        alone["remarks"].as_array().unwrap().iter().find(|r| r["code"] == "others_unreviewed").unwrap();
    assert!(remark["message"].as_str().unwrap().contains("01-01 Task 2"), "{remark}");
    let two = done(client.call("review_task", json!({ "plan": PLAN, "task": "2" })));
    let text = review("1", "issues_found", NO_DISCOUNT, NOTHING);
    done(client.call(
        "record_findings",
        json!({ "loop_id": one["loop_id"], "countersign": one["countersign"], "text": text }),
    ));
    let both = of_plan(&mut client, json!({}));
    let mut labels = subjects(&both);
    labels.sort_unstable();
    assert_eq!(labels, ["01-01 Task 1", "01-01 Task 2"]);
    assert_eq!(both["gate"]["open"], false);
    assert!(codes(&both).contains(&"findings_elsewhere"), "{both}");
    // One that has ended stays in sight, behind what is open.
    let text = review("2", "passed", NOTHING, NOTHING);
    done(client.call(
        "record_findings",
        json!({ "loop_id": two["loop_id"], "countersign": two["countersign"], "text": text }),
    ));
    let after = of_plan(&mut client, json!({}));
    assert_eq!(subjects(&after), ["01-01 Task 1", "01-01 Task 2"]);
    assert_eq!(after["next"]["action"], "fix", "{after}");
    assert_eq!(after["next"]["call"]["arguments"]["loop_id"], one["loop_id"]);
    // The task that is named is that task.
    assert_eq!(subjects(&of_plan(&mut client, json!({ "task": "2" }))), ["01-01 Task 2"]);
    // What is about the plan itself comes first, and its step is the answer's.
    let document = done(client.call("review_task", json!({ "plan": PLAN, "of": "document" })));
    let whole = of_plan(&mut client, json!({}));
    assert_eq!(subjects(&whole).len(), 3, "{whole}");
    assert_eq!(whole["loops"][0]["loop_id"], document["loop_id"], "{whole}");
    assert_eq!(whole["next"]["call"]["arguments"]["loop_id"], document["loop_id"], "{whole}");
    let only = of_plan(&mut client, json!({ "of": "document" }));
    assert_eq!(only["loops"].as_array().unwrap().len(), 1, "{only}");
}

/// More loops than an answer holds are behind its cursor, each of them once.
#[test]
fn every_loop_of_a_long_plan_is_in_reach() {
    const TASKS: usize = 14;
    let scene = plan_scene::with_task_one();
    let path = ".planning/phases/02-many/02-01-PLAN.md";
    let tasks: String = (1..=TASKS)
        .map(|n| format!("<task type=\"auto\">\n  <name>Task {n}: Part {n}</name>\n  <files>src/part{n}.js</files>\n  <done>it adds up</done>\n</task>\n"))
        .collect();
    let plan = format!(
        "---\nphase: 02-many\nplan: 01\ntitle: Many parts\nwave: 1\ndepends_on: []\nmust_haves: [\"it adds up\"]\n---\n\n<tasks>\n{tasks}</tasks>\n"
    );
    scene.commit("docs: plan the parts", &[(path, &plan)]);
    let mut client = plan_scene::server(&scene);
    let mut opened = BTreeSet::new();
    for n in 1..=TASKS {
        scene.commit(
            &format!("feat(02-01): Task {n}: part {n}"),
            &[(&format!("src/part{n}.js"), "export const part = 1;\n")],
        );
        let pass =
            done(client.call("review_task", json!({ "plan": path, "task": n.to_string(), "brief": false })));
        opened.insert(pass["loop_id"].as_str().unwrap().to_owned());
    }
    let (mut seen, mut cursor) = (Vec::new(), Value::Null);
    loop {
        let answer = done(client.call("loop_status", json!({ "plan": path, "cursor": cursor })));
        assert!(answer.to_string().len() < 2_400, "{} bytes: {answer}", answer.to_string().len());
        let rows = answer["loops"].as_array().unwrap();
        seen.extend(rows.iter().map(|row| row["loop_id"].as_str().unwrap().to_owned()));
        cursor = answer["cursor"].clone();
        if cursor.is_null() {
            break;
        }
    }
    assert_eq!(seen.len(), TASKS, "{seen:?}");
    assert_eq!(seen.into_iter().collect::<BTreeSet<_>>(), opened);
}

#[test]
fn a_plan_that_is_not_there_is_said_before_anything_is_asked_of_it() {
    let scene = plan_scene::with_task_one();
    let mut client = plan_scene::server(&scene);
    for protocol in ["megazord", "yolo", "gsd", "countersign", "ralph", "bazinga"] {
        let answer = client.call("review_task", json!({ "plan": "nope.md", "protocol": protocol }));
        assert!(answer.is_error, "{protocol}");
        assert!(answer.text.contains("there is no file nope.md"), "{protocol}: {}", answer.text);
        assert!(answer.text.contains(PLAN), "{protocol}: {}", answer.text);
    }
}

//! What goes wrong in the wild with what is under review, and cannot here (SPEC 12, items 13, 23 and 24): over the
//! real server and a real repository.

#![allow(clippy::unwrap_used, clippy::needless_pass_by_value, reason = "tests")]

use serde_json::{Value, json};

use crate::client::Client;
use crate::desk::{codes, files, is_stale, subjects};
use crate::plan_scene::{self, CART, CART_FIXED, NOTHING, PLAN, review};
use crate::scene::Edit;

fn ok(client: &mut Client, tool: &str, arguments: Value) -> Value {
    let answer = client.call(tool, arguments);
    assert!(!answer.is_error, "{tool}: {}", answer.text);
    answer.structured
}

fn open(client: &mut Client, task: &str) -> Value {
    ok(client, "review_task", json!({ "plan": PLAN, "task": task }))
}

fn approve(client: &mut Client, opened: &Value, task: &str) -> Value {
    let text = review(task, "passed", NOTHING, NOTHING);
    let answer = json!({ "loop_id": opened["loop_id"], "countersign": opened["countersign"], "text": text });
    ok(client, "record_findings", answer)
}

fn gate(client: &mut Client) -> Value {
    ok(client, "loop_status", json!({ "phase": "1" }))["gate"].clone()
}

#[test]
fn wild_13_no_pass_holds_after_its_inputs_changed() {
    let scene = plan_scene::with_task_one();
    let mut client = plan_scene::server(&scene);
    // While it is reviewed: the answer is to what is no longer there.
    let opened = open(&mut client, "1");
    scene.amend("feat(01-01): sum the cart", &[Edit::Write("src/cart.js", CART_FIXED.as_bytes())]);
    let stale = approve(&mut client, &opened, "1");
    assert!(is_stale(&stale), "{stale:#}");
    assert_eq!((&stale["next"]["action"], &stale["next"]["reason"]), (&json!("review"), &json!("stale")));
    assert_eq!(stale["next"].get("outcome"), None, "nothing was approved");
    // After it was approved: the approval is of what it looked at.
    let again = open(&mut client, "1");
    assert_eq!(again["pass"], 1, "the stale answer used no pass");
    assert_eq!(approve(&mut client, &again, "1")["next"]["outcome"], "approved");
    scene
        .commit("feat(01-01): task 2 use it", &[("src/checkout.js", "import { total } from './cart.js';\n")]);
    let two = open(&mut client, "2");
    approve(&mut client, &two, "2");
    assert_eq!(gate(&mut client)["open"], true);
    scene.commit("fix(01-01): task 1 again", &[("src/cart.js", CART)]);
    let closed = gate(&mut client);
    assert_eq!(closed["open"], false, "{closed:#}");
    assert!(closed["reasons"].to_string().contains("changed since its review"), "{closed:#}");
    // Reviewing it again is a new review, not the old outcome.
    let new = open(&mut client, "1");
    assert_ne!(new["loop_id"], again["loop_id"]);
    assert_eq!(new["next"]["action"], "review");
}

#[test]
fn wild_23_a_siblings_commit_makes_no_review_stale() {
    let scene = plan_scene::with_task_one();
    let mut client = plan_scene::server(&scene);
    scene
        .commit("feat(01-01): task 2 use it", &[("src/checkout.js", "import { total } from './cart.js';\n")]);
    let (one, two) = (open(&mut client, "1"), open(&mut client, "2"));
    // Siblings of the plan, of another plan, of none; book-keeping of every system; our own report.
    scene.commit("feat(01-01): task 2 show it", &[("src/checkout.js", "show(total());\n")]);
    scene.commit("feat(02-01): task 1 mail", &[("src/mail.js", "send();\n")]);
    scene.commit("chore: tidy", &[("README.md", "# Cart\n")]);
    scene.commit(
        "docs(01-01): progress",
        &[
            (".planning/STATE.md", "# State\n"),
            (".planning/phases/01-cart/01-01-SUMMARY.md", "# Summary\n\nDone.\n"),
            (".planning/.execution-state.json", "{}\n"),
        ],
    );
    scene.write(".planning/ROADMAP.md", "# Roadmap, rewritten\n");
    let done = approve(&mut client, &one, "1");
    assert!(!is_stale(&done), "{done:#}");
    assert_eq!(done["next"]["outcome"], "approved");
    // The second task's own file did move, and only that is stale.
    let stale = approve(&mut client, &two, "2");
    assert!(is_stale(&stale), "{stale:#}");
    // Nor do they take an approval away.
    scene.commit("feat(02-01): task 2 more mail", &[("src/mail.js", "send(2);\n")]);
    let same = open(&mut client, "1");
    assert_eq!((&same["loop_id"], &same["next"]["outcome"]), (&one["loop_id"], &json!("approved")));
    assert_eq!(same.get("countersign"), None, "no new pass");
}

#[test]
fn wild_24_the_review_looks_at_the_tasks_commits_and_no_others() {
    let scene = plan_scene::with_task_one();
    scene
        .commit("feat(01-01): task 2 use it", &[("src/checkout.js", "import { total } from './cart.js';\n")]);
    scene.commit("feat(11-01): task 1 of another phase", &[("src/eleven.js", "11\n")]);
    scene.commit("fix(01-01): task 1 discount", &[("src/cart.js", CART_FIXED)]);
    scene.commit("feat(01-01): task 12 twelve", &[("src/twelve.js", "12\n")]);
    let newest = scene.commit("chore: what came last", &[("src/last.js", "last\n")]);
    let mut client = plan_scene::server(&scene);
    let opened = open(&mut client, "1");
    assert_eq!(subjects(&opened), ["feat(01-01): sum the cart", "fix(01-01): task 1 discount"], "{opened:#}");
    assert_eq!(files(&opened), ["src/cart.js"]);
    assert_ne!(opened["range"]["head"], newest.as_str(), "HEAD is not the task");
    let brief = opened["brief"].as_str().unwrap();
    for foreign in ["last", "eleven", "twelve", "import { total }"] {
        assert!(!brief.contains(foreign), "{foreign} in {brief}");
    }
    let loose: Vec<&str> = opened["range"]["unreviewed_commits"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|c| c["subject"].as_str())
        .collect();
    assert!(loose.contains(&"chore: what came last"), "what nobody covers is listed: {loose:?}");
    // A commit that is none of the task's is refused as its range, with what could be meant.
    let why = client.call("review_task", json!({ "plan": PLAN, "task": "2", "base": "HEAD~1" }));
    assert!(why.is_error && why.text.contains("touches none of the task's files"), "{}", why.text);
    assert!(why.text.contains("task 2 use it"), "the likeliest are named: {}", why.text);
    // Rewritten while it is reviewed, the commits are found again or the answer is stale: never another's.
    scene.amend("chore: what came last, reworded", &[]);
    let done = approve(&mut client, &opened, "1");
    assert!(!is_stale(&done) && !codes(&done).contains(&"commit_gone"), "{done:#}");
}

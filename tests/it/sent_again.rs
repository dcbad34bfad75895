//! The call that a refusal names works: it is sent, on a copy of the repository, for every refusal that the tests meet
//! (SPEC 13.5). What only the caller can supply is filled in as somebody who means well would.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a copy that cannot be made fails its test")]

use std::path::Path;

use serde_json::{Value, json};

use crate::desk::{Desk, blocker};
use crate::plan_scene::{self, PLAN};

/// Returns the tool and the arguments of the call that a refusal names, and what the caller is to supply.
pub(crate) fn named(why: &str) -> Option<(String, Value, Vec<String>)> {
    let (_, call) = why.split_once(" Next: call ")?;
    let (tool, rest) = call.split_once(' ')?;
    let mut read = serde_json::Deserializer::from_str(rest).into_iter::<Value>();
    let arguments = read.next()?.ok()?;
    let behind = &rest[read.byte_offset()..];
    let fill = behind.strip_prefix(", with your own ").unwrap_or_default();
    let fill = fill.split(", ").filter(|name| !name.is_empty()).map(str::to_owned).collect();
    Some((tool.to_owned(), arguments, fill))
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap().map(Result::unwrap) {
        let (there, kind) = (to.join(entry.file_name()), entry.file_type().unwrap());
        if kind.is_dir() {
            copy(&entry.path(), &there);
        } else if kind.is_symlink() {
            std::os::unix::fs::symlink(std::fs::read_link(entry.path()).unwrap(), there).unwrap();
        } else {
            std::fs::copy(entry.path(), there).unwrap();
        }
    }
}

/// Sends the call that a refusal names, if it names one, and holds that it is not refused; where it meets another fault,
/// the call that leads past that one.
pub(crate) fn tried(root: &Path, why: &str) {
    let Some(mut call) = named(why) else { return };
    // A linked work tree knows its repository by its absolute path.
    if !root.join(".git").is_dir() || root.join(".git/worktrees").exists() {
        return;
    }
    let folder = tempfile::TempDir::new().unwrap();
    let there = folder.path().canonicalize().unwrap().join("copy");
    copy(root, &there);
    let desk = Desk::at(&there);
    let mut sent: Vec<(String, Value)> = Vec::new();
    loop {
        let (tool, arguments, fill) = call;
        // A stand-in waits for the caller: no test knows what stands there.
        if ["<your ", "<another "].iter().any(|stand_in| why.contains(stand_in)) {
            return;
        }
        // The same call again with one thing more: only the caller has the rest of it.
        if fill.iter().any(|name| name == "id") {
            return;
        }
        let text = arguments.to_string().replace(root.to_str().unwrap(), there.to_str().unwrap());
        let arguments = filled(&desk, serde_json::from_str(&text).unwrap(), &fill);
        let again = (tool.clone(), arguments.clone());
        assert!(!sent.contains(&again), "{tool} {arguments} leads to itself; named by: {why}");
        sent.push(again);
        let Err(refused) = desk.call(&tool, arguments.clone()) else { return };
        match named(&refused) {
            Some(next) => call = next,
            None => {
                panic!("the call that was named is refused: {tool} {arguments}: {refused}\n  named by: {why}")
            }
        }
    }
}

fn filled(desk: &Desk, mut arguments: Value, fill: &[String]) -> Value {
    let status = || desk.ok("loop_status", json!({ "loop_id": arguments["loop_id"] }));
    let values: Vec<Value> = fill
        .iter()
        .map(|name| match name.as_str() {
            "choice" => status()["next"]["options"][0].clone(),
            "responses" => {
                let rows = status()["next"]["findings"].as_array().cloned().unwrap_or_default();
                let fixed = |row: &Value| json!({ "finding_id": row["id"], "response": "fixed" });
                rows.iter().map(fixed).collect()
            }
            "text" => json!("Status: APPROVED\n\nThe work does what was asked."),
            "base" => json!("HEAD~1"),
            "failed" | "passed" => json!([]),
            "total" => json!(99),
            "reason" | "decided_by" => json!("Ada said so"),
            other => panic!("nobody knows what to supply for {other}"),
        })
        .collect();
    for (name, value) in fill.iter().zip(values) {
        arguments[name] = value;
    }
    arguments
}

/// Wrong calls about identity, claims, contract and receipts (SPEC 6.2 to 6.8, 7.3, 7.6), each with the tool that its
/// refusal names. [`Desk::refused`] sends that call.
#[test]
fn refusals_of_identity_claims_contract_and_receipts_name_calls_that_work() {
    let scene = plan_scene::with_task_one();
    scene.commit("feat(01-01): Task 2: show", &[("src/checkout.js", "import './cart.js';\n")]);
    let desk = Desk::at(scene.root());
    let two = desk.review(json!({ "plan": PLAN, "task": "2" }));
    let done = desk.approve(&two);
    assert_eq!(done["next"]["outcome"], "approved", "{done:#}");
    let one = desk.review(json!({ "plan": PLAN, "task": "1" }));
    let waits = desk.answer(&one, blocker("The discount is ignored", "src/cart.js", 6));
    let turn = &waits["next"]["turn"];
    let (open, closed) = (&one["loop_id"], &two["loop_id"]);
    let fixed = json!([{ "finding_id": "F1", "response": "fixed", "details": "src/cart.js" }]);
    let by = |loop_id: &Value, code: &str| json!({ "loop_id": loop_id, "countersign": code, "text": "Status: passed" });
    let first = subjects_base(&scene);
    let cases = [
        // Which finding, which pass.
        ("a code of nobody", "record_findings", by(open, "cs-9-nobody"), "loop_status"),
        (
            "a code of another loop",
            "record_findings",
            by(open, two["countersign"].as_str().unwrap()),
            "loop_status",
        ),
        ("a loop of nobody", "record_findings", by(&json!("rl-none"), "cs-1-x"), "loop_status"),
        // What was done about it.
        (
            "a turn to come",
            "respond_findings",
            json!({ "loop_id": open, "turn": 99, "responses": fixed }),
            "loop_status",
        ),
        (
            "a turn that is past",
            "respond_findings",
            json!({ "loop_id": open, "turn": 1, "responses": fixed }),
            "loop_status",
        ),
        (
            "nothing for a turn that is past",
            "respond_findings",
            json!({ "loop_id": open, "turn": 1, "responses": [] }),
            "loop_status",
        ),
        (
            "responses to what is closed",
            "respond_findings",
            json!({ "loop_id": closed, "turn": done["next"]["turn"], "responses": fixed }),
            "loop_status",
        ),
        (
            "nothing to hand on to",
            "respond_findings",
            json!({ "loop_id": open, "turn": turn, "responses": [], "escalate": "too hard" }),
            "loop_status",
        ),
        // What was asked, and of what.
        (
            "other rules",
            "review_task",
            json!({ "plan": PLAN, "task": "1", "protocol": "gsd" }),
            "loop_status",
        ),
        ("another base", "review_task", json!({ "plan": PLAN, "task": "1", "base": first }), "loop_status"),
        (
            "the work under another name",
            "review_task",
            json!({ "id": "CART-9", "title": "Cart", "criteria": "sums", "base": "HEAD~2", "head": "HEAD~1", "protocol": "countersign" }),
            "loop_status",
        ),
        // What an outcome leaves.
        (
            "in place of what was approved",
            "review_task",
            json!({ "id": "SHOW-2", "title": "Show", "criteria": "shows", "replaces": closed }),
            "loop_status",
        ),
        (
            "a choice that is not offered",
            "decide",
            json!({ "loop_id": open, "turn": turn, "choice": "approve", "reason": "it is fine", "decided_by": "Ada" }),
            "loop_status",
        ),
        ("a phase with unfinished plans", "verify_phase", json!({ "phase": "1" }), "verify_phase"),
    ];
    let mut wrong = Vec::new();
    for (what, tool, arguments, names) in cases {
        let why = desk.refused(tool, arguments);
        let told = named(&why).map(|(tool, _, _)| tool);
        if told.as_deref() != Some(names) {
            wrong.push(format!("{what}: names {told:?}, not {names}: {why}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The commit before the plan's.
fn subjects_base(scene: &crate::scene::Scene) -> String {
    scene.open().resolve("base", "HEAD~1").unwrap().to_string()
}

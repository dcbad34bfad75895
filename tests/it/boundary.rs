//! The boundary of a phase over the real server: what keeps the gate closed, and what verification will not take.

#![allow(clippy::unwrap_used, reason = "tests")]

use serde_json::{Value, json};

use crate::client::{Answer, Client};
use crate::plan_scene::{self, CART, CART_FIXED, NO_DISCOUNT, NOTHING, PLAN, review};
use crate::scene::{Edit, Scene};

const SUMMARY: &str = ".planning/phases/01-cart/01-01-SUMMARY.md";
const CONFIG: &str = ".planning/megazord.config.json";
const CHECKOUT: &str = "import { total } from './cart.js';\nexport const show = (cart) => total(cart, 10);\n";

fn ok(answer: Answer) -> Value {
    assert!(!answer.is_error, "refused: {}", answer.text);
    answer.structured
}

fn refused(answer: Answer) -> String {
    assert!(answer.is_error, "not refused: {}", answer.structured);
    answer.text
}

fn answer(client: &mut Client, task: &str, status: &str, spec: &str) -> Value {
    let opened = ok(client.call("review_task", json!({ "plan": PLAN, "task": task })));
    let mut arguments = opened["next"]["call"]["arguments"].clone();
    arguments["text"] = json!(review(task, status, spec, NOTHING));
    ok(client.call("record_findings", arguments))
}

/// Both tasks committed and approved, the plan finished.
fn approved() -> (Scene, Client) {
    let scene = plan_scene::with_task_one();
    plan_scene::fix_discount(&scene);
    scene.commit("feat(01-01): use the total at the checkout", &[("src/checkout.js", CHECKOUT)]);
    let mut client = plan_scene::server(&scene);
    for task in ["1", "2"] {
        let done = answer(&mut client, task, "passed", NOTHING);
        assert_eq!(done["verdict"], "approved", "{done}");
    }
    scene.commit("docs(01-01): finish the plan", &[(SUMMARY, "# Summary\n\nDone.\n")]);
    (scene, client)
}

fn gate(client: &mut Client) -> (bool, String) {
    let gate = ok(client.call("loop_status", json!({ "phase": "1" })))["gate"].clone();
    (gate["open"].as_bool().unwrap(), gate["reasons"].to_string())
}

fn verify(client: &mut Client) -> Value {
    ok(client.call("verify_phase", json!({ "phase": "1" })))
}

fn reviews(verified: &Value) -> Vec<(String, String, String)> {
    let text = |v: &Value| v.as_str().unwrap_or_default().to_owned();
    let items = verified["items"].as_array().unwrap().iter().filter(|i| i["kind"] == "review");
    items.map(|i| (text(&i["label"]), text(&i["status"]), i["reasons"].to_string())).collect()
}

#[test]
fn approvals_open_the_gate_and_book_keeping_leaves_it_open() {
    let (scene, mut client) = approved();
    assert_eq!(gate(&mut client), (true, "[]".to_owned()));
    scene.commit("docs: note", &[(".planning/STATE.md", "Phase: 1\n")]);
    scene.commit("feat(02-01): a sibling", &[("src/other.js", "export const other = 1;\n")]);
    assert_eq!(gate(&mut client), (true, "[]".to_owned()));
    assert!(reviews(&verify(&mut client)).iter().all(|(_, status, _)| status == "verified"));
}

#[test]
fn rules_that_cannot_be_read_close_the_gate() {
    let (scene, mut client) = approved();
    scene.write(CONFIG, "{\"quality\": {\"review\": ");
    let (open, reasons) = gate(&mut client);
    assert!(!open && reasons.contains("cannot be told"), "{reasons}");
}

#[test]
fn an_approval_does_not_outlive_a_change_of_the_task() {
    let (scene, mut client) = approved();
    scene.commit("fix(01-01): quietly drop the discount", &[("src/cart.js", CART)]);
    let (open, reasons) = gate(&mut client);
    assert!(!open, "{reasons}");
    assert!(reasons.contains("01-01 Task 1 changed since its review; call review_task"), "{reasons}");
    let verified = verify(&mut client);
    let found = reviews(&verified);
    assert_eq!(found[0].1, "failed", "{found:?}");
    assert!(found[0].2.contains("changed since its review"), "{found:?}");
    assert_eq!(found[1].1, "verified", "a sibling's file stales nothing: {found:?}");
    let status = ok(client.call("loop_status", json!({ "phase": "1" })));
    assert_eq!(status["next"]["call"]["tool"], "review_task", "{status}");
    assert_eq!(status["next"]["call"]["arguments"]["task"], "1");
    // Back to what was approved: the approval counts again.
    scene.commit("fix(01-01): bring the discount back", &[("src/cart.js", CART_FIXED)]);
    assert_eq!(gate(&mut client), (true, "[]".to_owned()));
}

#[test]
fn a_late_event_on_an_old_loop_hides_no_newer_one() {
    let scene = plan_scene::with_task_one();
    let mut client = plan_scene::server(&scene);
    // Loop A: approved. Loop B: of the changed task, and blocked.
    let opened = ok(client.call("review_task", json!({ "plan": PLAN, "task": "1" })));
    let code = opened["countersign"].clone();
    let a = opened["loop_id"].clone();
    let record = |text: String| json!({ "loop_id": a, "countersign": code, "text": text });
    ok(client.call("record_findings", record(review("1", "passed", NOTHING, NOTHING))));
    scene.amend(
        "feat(01-01): sum the cart",
        &[Edit::Write("src/cart.js", format!("{CART}// more\n").as_bytes())],
    );
    let blocked = answer(&mut client, "1", "issues_found", NO_DISCOUNT);
    assert_eq!(blocked["next"]["action"], "fix", "{blocked}");
    // A second answer to loop A makes it the last written one.
    let late = review("1", "passed", NOTHING, "No issues found, on second thoughts either.");
    client.call("record_findings", record(late));
    let (open, reasons) = gate(&mut client);
    assert!(!open && reasons.contains("waits for fixes"), "{reasons}");
    scene.commit("docs(01-01): finish", &[(SUMMARY, "# Summary\n")]);
    let found = reviews(&verify(&mut client));
    assert!(found[0].2.contains("blocking findings are unresolved: F1"), "{found:?}");
}

#[test]
fn a_damaged_loop_closes_the_gate_and_fails_the_phase() {
    let (scene, mut client) = approved();
    drop(client);
    let db = rusqlite::Connection::open(scene.root().join(".git/countersign/store.db")).unwrap();
    db.execute_batch(
        "DROP TRIGGER event_is_never_changed; UPDATE event SET body = '{}' WHERE seq = 1 AND stream = (SELECT min(stream) FROM event);",
    )
    .unwrap();
    drop(db);
    client = plan_scene::server(&scene);
    let (open, reasons) = gate(&mut client);
    assert!(!open && reasons.contains("cannot be read"), "{reasons}");
    let verified = verify(&mut client);
    let found = reviews(&verified);
    assert!(
        found.iter().any(|(label, status, _)| label.starts_with("review loop") && status == "failed"),
        "{found:?}"
    );
    assert!(verified["remarks"].to_string().contains("loop_unreadable"), "{verified}");
}

#[test]
fn switching_reviews_off_frees_no_blocked_loop() {
    let scene = plan_scene::with_task_one();
    let mut client = plan_scene::server(&scene);
    answer(&mut client, "1", "issues_found", NO_DISCOUNT);
    scene.commit(
        "chore: no reviews",
        &[(CONFIG, "{\"version\": 1, \"quality\": {\"review\": \"off\"}}\n"), (SUMMARY, "# Summary\n")],
    );
    let (open, reasons) = gate(&mut client);
    assert!(!open && reasons.contains("01-01 Task 1"), "{reasons}");
    let found = reviews(&verify(&mut client));
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].2.contains("F1"), "{found:?}");
}

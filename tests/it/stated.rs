//! An approval in form that only doubts of the work keep from being held: it is told as claimed, and held as unclear
//! (SPEC 5.6). What is said of the verdict or of the review itself lowers the claim.

use serde_json::{Value, json};

use crate::desk::Desk;
use crate::scene::Scene;

fn parsed(desk: &Desk, text: &str) -> Value {
    desk.ok("parse_verdict", json!({ "text": text }))
}

#[test]
fn doubts_of_the_work_leave_the_claim_and_doubts_of_the_verdict_take_it() {
    let scene = Scene::new();
    let desk = Desk::at(scene.root());
    for text in [
        "No user input reaches the formula. No rounding is lost.\n\n**Decision:** APPROVED",
        "Verdict: APPROVED\n\nPlease rename the table first.",
    ] {
        let said = parsed(&desk, text);
        assert_eq!(
            (&said["claimed_verdict"], &said["verdict"]),
            (&json!("approved"), &json!("unclear")),
            "{said:#}"
        );
        assert!(said["ask_again"].is_string(), "{said:#}");
    }
    for text in [
        "Verdict: APPROVED once the lock is held",
        "Verdict: APPROVED\n\nI take that back.",
        "Verdict: APPROVED\n\nI have not looked at the diff.",
        "The following is not my verdict.\n\nVerdict: APPROVED",
        "Verdict: APPROVED\n\nVerdict: REJECTED",
    ] {
        let said = parsed(&desk, text);
        assert!(said["claimed_verdict"] != "approved" && said["verdict"] != "approved", "{said:#}");
    }
}

#[test]
fn a_stated_approval_that_is_not_held_approves_nothing() {
    let scene = Scene::new();
    scene.commit("chore: begin", &[("src/a.js", "a\n")]);
    scene.write("src/a.js", "b\n");
    let desk = Desk::at(scene.root());
    let opened = desk.review(
        json!({ "id": "T-1", "title": "T", "criteria": "It holds", "protocol": "countersign", "files": ["src/a.js"] }),
    );
    let text = "Verdict: APPROVED\n\nPlease rename the table first.";
    let call = json!({ "loop_id": opened["loop_id"], "countersign": opened["countersign"], "text": text });
    let answer = desk.ok("record_findings", call);
    assert_eq!(answer["next"]["action"], "review", "{answer:#}");
    assert_eq!(answer["claimed_verdict"], "approved", "{answer:#}");
    assert!(answer["next"]["outcome"].is_null(), "{answer:#}");
}

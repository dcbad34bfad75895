//! A review that comes after its reviewer was called unavailable and the loop ended without it (SPEC 6.3, 6.4): it is
//! dissent, not a stray.

#![allow(clippy::unwrap_used, clippy::needless_pass_by_value, reason = "tests pass json!() literals")]

use std::process::Command;

use serde_json::{Value, json};

use crate::client::{Answer, Client, Era};
use crate::scene::Scene;

const PLAN: &str = ".yolo-planning/phases/01-auth/01-01-PLAN.md";
const TEXT: &str = "---\nphase: 01\nplan: 01\ntitle: Add auth\nwave: 1\ndepends_on: []\nmust_haves:\n  - login works\n---\n\n# Plan\n\n### Task 1: Add login\n**Files:** `src/a.rs`\n**Action:** do it\n**Done:** login works\n";
const REJECT: &str = "VERDICT: reject\nFINDINGS:\n- [id:f-001] [severity:high] [file:src/a.rs] issue: Task 1 has no tests | suggestion: add tests\n";

fn ok(answer: Answer) -> Value {
    assert!(!answer.is_error, "refused: {}", answer.text);
    answer.structured
}

struct Ended {
    scene: Scene,
    client: Client,
    loop_id: Value,
    countersign: Value,
}

/// A clean plan that goes on without a reviewer.
fn ended() -> Ended {
    let scene = Scene::new();
    scene.commit(
        "docs: plan",
        &[
            (".yolo-planning/config.json", "{\"review_gate\": \"always\"}\n"),
            (PLAN, TEXT),
            ("src/a.rs", "fn a() {}\n"),
        ],
    );
    let mut client = Client::start(scene.root(), Era::Stateless);
    let opened = ok(client.call("review_task", json!({ "plan": PLAN })));
    let (loop_id, countersign) = (opened["loop_id"].clone(), opened["countersign"].clone());
    let absent = ok(client.call(
        "record_findings",
        json!({ "loop_id": loop_id, "countersign": countersign, "unavailable": "Agent spawn failed" }),
    ));
    assert_eq!(absent["next"]["outcome"], "approved_with_notes", "{absent:#}");
    // Nobody said anything, and nobody looked at either stage.
    assert_eq!(absent["claimed_verdict"], "unclear", "{absent:#}");
    assert_eq!((absent.get("spec_status"), absent.get("quality_status")), (None, None), "{absent:#}");
    Ended { scene, client, loop_id, countersign }
}

impl Ended {
    fn late(&mut self, text: &str) -> Value {
        ok(self.client.call(
            "record_findings",
            json!({ "loop_id": self.loop_id, "countersign": self.countersign, "text": text }),
        ))
    }

    fn decide(&mut self, asked: &Value, choice: &str) -> Value {
        let mut call = asked["next"]["call"]["arguments"].clone();
        (call["choice"], call["reason"], call["decided_by"]) =
            (json!(choice), json!("as read"), json!("Ann"));
        ok(self.client.call("decide", call))
    }

    fn gate(&self) -> bool {
        let ran = Command::new(env!("CARGO_BIN_EXE_countersign"))
            .args(["gate", "--phase", "01"])
            .current_dir(self.scene.root())
            .output()
            .unwrap();
        ran.status.success()
    }
}

#[test]
fn a_rejection_after_all_closes_the_gate_until_it_is_ruled_on() {
    let mut ended = ended();
    assert!(ended.gate());
    let late = ended.late(REJECT);
    assert_eq!(late["verdict"], "changes_requested", "{late:#}");
    assert_eq!(late["next"]["action"], "ask_user", "{late:#}");
    assert!(late["next"]["question"].as_str().unwrap().contains("without a reviewer"), "{late:#}");
    assert_eq!(late["next"]["findings"][0]["title"], "Task 1 has no tests", "{late:#}");
    assert!(!ended.gate());
    // The same words again are the same answer.
    assert_eq!(ended.late(REJECT)["next"]["turn"], late["next"]["turn"]);
    let fix = ended.decide(&late, "fix");
    assert_eq!(fix["next"]["action"], "revise", "{fix:#}");
    assert_eq!(fix["next"]["findings"][0]["title"], "Task 1 has no tests", "{fix:#}");
    ended.scene.write(PLAN, TEXT.replace("do it", "do it, with tests"));
    let again = ok(ended.client.call("review_task", json!({ "loop_id": ended.loop_id })));
    let done = ok(ended.client.call(
        "record_findings",
        json!({ "loop_id": ended.loop_id, "countersign": again["countersign"],
                "text": "VERDICT: approve\nCYCLE: 2/3\nRESOLVED: 1\nPERSISTENT: 0\nNEW: 0\nFINDINGS:\n- (none)\n\n### Resolved\n- F1: the plan names the tests now\n" }),
    ));
    assert_eq!(done["next"]["outcome"], "approved", "{done:#}");
}

#[test]
fn whoever_keeps_to_what_was_has_the_late_findings_laid_aside() {
    let mut ended = ended();
    let late = ended.late(REJECT);
    let kept = ended.decide(&late, "uphold");
    assert_eq!(kept["outcome"], "approved_with_notes", "{kept:#}");
    assert_eq!(kept["next"].get("findings"), None, "{kept:#}");
    assert!(ended.gate());
}

#[test]
fn an_approval_after_all_changes_nothing() {
    let mut ended = ended();
    let late = ended.late("VERDICT: approve\nFINDINGS:\n- (none)\n");
    assert_eq!(late["next"]["outcome"], "approved_with_notes", "{late:#}");
    assert!(ended.gate());
    // A second one that objects is heard all the same.
    assert_eq!(ended.late(REJECT)["next"]["action"], "ask_user");
    assert!(!ended.gate());
}

/// What nobody looked at is no approval in the figures, and the review that came after all is replayed like any other.
#[test]
fn it_is_counted_apart_and_replayed() {
    let mut ended = ended();
    let run = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_countersign"));
        let output = command.args(args).current_dir(ended.scene.root()).output().unwrap();
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let metrics: Value = serde_json::from_str(&run(&["metrics", "--json"])).unwrap();
    assert_eq!((&metrics["all"]["approved"], &metrics["all"]["approved_unseen"]), (&json!(0), &json!(1)));
    assert!(run(&["metrics"]).contains("0 at the first pass; 1 more by the check before the review"));

    let objected = ended.late(REJECT);
    assert_eq!(objected["next"]["action"], "ask_user", "{objected:#}");
    let loop_id = ended.loop_id.as_str().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_countersign"));
    command.args(["replay", "--protocol", "yolo", "--json", loop_id]).current_dir(ended.scene.root());
    let replay: Value = serde_json::from_slice(&command.output().unwrap().stdout).unwrap();
    let one = &replay[0];
    assert_eq!(one["recorded"]["waits_for"], one["replayed"]["waits_for"], "{replay:#}");
    assert_eq!((&one["alike"], one.get("notes")), (&json!(true), None), "{replay:#}");
}

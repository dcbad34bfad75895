//! YOLO: a plan is reviewed before it is executed, the structure first, then by the reviewer; the architect revises.

use serde_json::{Value, json};

use super::{Home, blocking, in_order, reports};
use crate::scene::Scene;

const PLAN: &str = ".yolo-planning/phases/02-sessions/02-01-PLAN.md";
const REPORT: &str = ".yolo-planning/phases/02-sessions/01-REVIEW.md";
const STATE: &str = ".yolo-planning/.execution-state.json";
const EVENTS: &str = ".yolo-planning/.events/event-log.jsonl";

/// As its lead wrote it, half in lines of its own.
const STATE_TEXT: &str = "{\n  \"status\": \"running\",\n  \"phase\": 2,\n  \"correlation_id\": \"4f0c1c5e-9f3d\",\n  \"steps_completed\": [\"step_2\"],\n  \"plans\": [{\"id\": \"02-01\", \"title\": \"Sessions end\", \"wave\": 1, \"status\": \"pending\"}]\n}\n";
const PHASE_START: &str = "{\"ts\":\"2026-03-01T09:00:00Z\",\"event\":\"phase_start\",\"phase\":2}\n";

fn plan(must_haves: &str, task: &str) -> String {
    format!(
        "---\nphase: \"02\"\nplan: \"01\"\ntitle: \"Sessions end\"\nwave: 1\ndepends_on: []\nmust_haves: {must_haves}\n---\n\n# Plan 02-01: Sessions end\n\n### Task 1: Give each session an end\n**Files:** `src/session.ts`\n**Action:** Add `expiresAt` and set it at login.{task}\n**Done:** a session older than a day is refused\n\n### Task 2: Tell the user\n**Files:** `src/banner.ts (new)`\n**Action:** Show a line when the session is about to end.\n**Done:** the line is shown in the last minute\n"
    )
}

const MUST: &str = "[\"a session older than a day is refused\"]";

fn home(config: &str) -> Home {
    let scene = Scene::new();
    scene.commit(
        "chore(state): plan phase 2",
        &[
            ("src/session.ts", "export const open = (user: string) => ({ user })\n"),
            (".yolo-planning/config.json", config),
            (
                ".yolo-planning/ROADMAP.md",
                "# Roadmap\n\n## Phase 2: Sessions\n\n**Goal:** nobody stays logged in for ever\n",
            ),
            (".yolo-planning/STATE.md", "# State\n\nPhase: 2\n"),
            (PLAN, &plan("[]", "")),
        ],
    );
    scene.write(STATE, STATE_TEXT);
    scene.write(EVENTS, PHASE_START);
    Home::of(scene)
}

const ALWAYS: &str = "{\n  \"effort\": \"balanced\",\n  \"review_gate\": \"always\",\n  \"review_max_cycles\": 3,\n  \"qa_gate\": \"always\"\n}\n";

const REJECT: &str = "VERDICT: reject\nFINDINGS:\n- [id:f-001] [severity:high] [file:src/session.ts] issue: Sessions that are open already have no end | suggestion: Treat a missing expiresAt as ended\n- [id:f-002] [severity:medium] [file:src/banner.ts] issue: \"About to end\" is not a number | suggestion: Say sixty seconds\n";

#[test]
fn a_plan_is_checked_rejected_revised_and_goes_on() {
    let mut home = home(ALWAYS);
    assert_eq!(
        home.rules(PLAN),
        ("yolo".to_owned(), ".yolo-planning is the nearest planning folder".to_owned())
    );

    // Stage 1: no reviewer is started for a plan that says nothing can be checked, and it counts as a cycle.
    let checked = home.ok("review_task", json!({ "plan": PLAN }));
    assert_eq!((&checked["precheck"]["verdict"], checked.get("countersign")), (&json!("reject"), None));
    let next = &checked["next"];
    assert_eq!(
        (&next["action"], &next["agent"], &next["files"]),
        (&json!("revise"), &json!("architect"), &json!([PLAN]))
    );
    home.scene.write(PLAN, plan(MUST, ""));

    // Stage 2, in the reviewer's own form.
    let opened = home.next(&checked);
    assert_eq!(
        (&opened["pass"], &opened["max_passes"], &opened["next"]["agent"]),
        (&json!(2), &json!(3), &json!("yolo:yolo-reviewer"))
    );
    let brief = opened["brief"].as_str().unwrap();
    in_order(brief, &["src/session.ts: exists", "src/banner.ts: missing", "CYCLE: 2/3"]);
    let revise = home.says(&opened, REJECT);
    assert_eq!((&revise["next"]["action"], blocking(&revise)), (&json!("revise"), vec!["F2"]));
    assert_eq!(reports(&revise), [REPORT, STATE, EVENTS]);
    // Everything open goes to the architect, the medium one too.
    let told = revise["next"]["brief"].as_str().unwrap();
    in_order(
        told,
        &[
            "F2 [high, blocks] | Sessions that are open already",
            "F3 [medium] | \"About to end\" is not a number",
        ],
    );

    home.scene.write(PLAN, plan(MUST, " A session without it counts as ended."));
    let third = home.next(&revise);
    let done = home.says(&third, "VERDICT: conditional\nCYCLE: 3/3\nRESOLVED: 1\nPERSISTENT: 1\nNEW: 0\nFINDINGS:\n- [id:f-002] [severity:medium] [status:persistent] [file:src/banner.ts] issue: \"About to end\" is not a number | suggestion: Say sixty seconds\n\n### Resolved\n- F2: a session without an end counts as ended now\n");
    let next = &done["next"];
    assert_eq!((&next["action"], &next["outcome"]), (&json!("proceed"), &json!("approved_with_notes")));
    // What is left goes on with the plan, to the developer.
    assert_eq!(
        (&next["findings"][0]["id"], &next["findings"][0]["suggestion"]),
        (&json!("F3"), &json!("Say sixty seconds"))
    );

    // The state file: ours merged in, theirs as it stood.
    let entry = &home.json(STATE)["review_loops"]["02-01"];
    assert_eq!((&entry["cycle"], &entry["max"], &entry["status"]), (&json!(3), &json!(3), &json!("passed")));
    let cycles = entry["findings_per_cycle"].as_array().unwrap();
    let told: Vec<&Value> = cycles.iter().map(|c| &c["verdict"]).collect();
    assert_eq!(told, [&json!("reject"), &json!("reject"), &json!("conditional")]);
    assert!(home.read(STATE).starts_with(STATE_TEXT.trim_end_matches("\n}\n")));
    let log = home.read(EVENTS);
    assert!(log.starts_with(PHASE_START), "{log}");
    in_order(
        &log,
        &[
            "\"review_loop_start\"",
            "\"review_loop_cycle\"",
            "\"review_loop_cycle\"",
            "\"review_loop_end\"",
            "\"final_verdict\":\"conditional\"",
        ],
    );
    in_order(
        &home.read(REPORT),
        &["pass: 3", "status: passed", "outcome: approved_with_notes", "### Pass 2", "### Pass 1"],
    );
    assert_eq!(home.gate(&["--phase", "02"]).0, 0);
}

#[test]
fn a_third_rejection_stops_the_whole_phase() {
    let mut home = home(ALWAYS);
    home.scene.write(PLAN, plan(MUST, ""));
    let mut opened = home.review(json!({ "plan": PLAN }));
    let mut done = home.says(&opened, REJECT);
    for cycle in 2..=3 {
        home.scene.write(PLAN, plan(MUST, &format!(" Try {cycle}.")));
        opened = home.next(&done);
        done = home.says(
            &opened,
            &REJECT.replace(
                "VERDICT: reject\n",
                &format!("VERDICT: reject\nCYCLE: {cycle}/3\nRESOLVED: 0\nPERSISTENT: 2\nNEW: 0\n"),
            ),
        );
    }
    assert_eq!((&done["next"]["action"], &done["next"]["outcome"]), (&json!("stop"), &json!("failed")));
    assert!(done["next"]["why"].as_str().unwrap().contains("stop the whole phase"), "{done:#}");
    assert_eq!(home.json(STATE)["review_loops"]["02-01"]["status"], "failed");
    let (code, said) = home.gate(&["--phase", "02"]);
    assert!(code == 1 && said.contains("02-01 plan did not pass within its limit"), "{code}: {said}");
}

/// `review_gate` of the system's own file holds: `on_request` reviews only who asks.
#[test]
fn the_systems_own_switch_holds() {
    let mut home = home(&ALWAYS.replace("always", "on_request"));
    home.scene.write(PLAN, plan(MUST, ""));
    let skipped = home.ok("review_task", json!({ "plan": PLAN }));
    assert_eq!((&skipped["next"]["action"], skipped.get("countersign")), (&json!("proceed"), None));
    assert_eq!(home.read(STATE), STATE_TEXT);
    home.review(json!({ "plan": PLAN, "on_demand": true }));
}

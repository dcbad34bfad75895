//! The systems' own files beside a loop: merged, appended to, marked, never rewritten, never made where the system
//! does not use them, and not lost where others write them at the same time (SPEC 4, 8.2).

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "tests")]

use std::cell::Cell;
use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use countersign::io::files::{Edited, Files, Lock};
use serde_json::{Value, json};

use crate::desk::{Desk, blocker, codes, remarks_of};
use crate::plan_scene::{PLAN, with_task_one};
use crate::scene::{Scene, path};

const STATE: &str = ".yolo-planning/.execution-state.json";
const YOLO_PLAN: &str = ".yolo-planning/phases/03-auth/01-PLAN.md";

/// What a lead of the system keeps there: big numbers, odd spacing and keys that nobody here knows.
const KEPT: &str = "{\n    \"status\": \"awaiting_approval\",  \"correlation_id\": 98765432109876543210,\n    \"review_loops\": {\n        \"02-01\": { \"cycle\": 2, \"status\": \"passed\", \"note\": \"kept\" }\n    },\n    \"steps_completed\": [\"step_2\",\"step_2b\"]\n}\n";

fn yolo(state: Option<&str>) -> Scene {
    let scene = Scene::new();
    let plan = "---\nphase: 3\nplan: \"01\"\ntitle: Log in\nwave: 1\ndepends_on: []\nmust_haves: [it works]\n---\n\n### Task 1: Log in\n**Files:** `src/login.rs`\n**Done:** it works\n";
    scene.commit(
        "start",
        &[("src/login.rs", "fn login() {}\n"), (".yolo-planning/config.json", "{}\n"), (YOLO_PLAN, plan)],
    );
    if let Some(state) = state {
        scene.write(STATE, state);
    }
    scene
}

fn read(scene: &Scene, path: &str) -> String {
    std::fs::read_to_string(scene.root().join(path)).unwrap()
}

fn parsed(scene: &Scene, path: &str) -> Value {
    serde_json::from_str(&read(scene, path)).unwrap()
}

#[test]
fn an_execution_state_is_merged_key_by_key() {
    let scene = yolo(Some(KEPT));
    let desk = Desk::at(scene.root());
    let opened = desk.review(json!({ "plan": YOLO_PLAN, "of": "document" }));
    let begun = parsed(&scene, STATE);
    let entry = &begun["review_loops"]["03-01"];
    assert_eq!((&entry["cycle"], &entry["max"], &entry["status"]), (&json!(1), &json!(3), &json!("running")));

    desk.answer(&opened, blocker("No password is asked for", YOLO_PLAN, 9));
    let text = read(&scene, YOLO_PLAN);
    scene.write(YOLO_PLAN, text.replace("Log in\n**Files", "Log in with a password\n**Files"));
    let second = desk.again(&opened);
    let done = desk.ok(
        "record_findings",
        json!({
            "loop_id": second["loop_id"], "countersign": second["countersign"], "verdict": "approved",
            "findings": [], "resolved": [{ "id": "F1", "reason": "it asks now" }],
        }),
    );
    assert_eq!(done["next"]["outcome"], "approved", "{done:#}");
    assert!(done["reports"].to_string().contains(STATE), "{done:#}");
    let after = parsed(&scene, STATE);
    let entry = &after["review_loops"]["03-01"];
    assert_eq!((&entry["cycle"], &entry["status"]), (&json!(2), &json!("passed")));
    assert_eq!(
        entry["findings_per_cycle"],
        json!([
            { "verdict": "reject", "finding_count": 1, "high": 1 },
            { "verdict": "approve", "finding_count": 0, "high": 0 }
        ])
    );
    assert_eq!((&entry["writer"], &entry["loop"]), (&json!("countersign"), &opened["loop_id"]));
    // Theirs stands as it stood, to the byte.
    let now = read(&scene, STATE);
    for line in KEPT.lines().filter(|l| !l.trim().is_empty() && !l.contains("02-01")) {
        assert!(now.contains(line), "{line:?} is gone:\n{now}");
    }
    assert!(now.contains("{ \"cycle\": 2, \"status\": \"passed\", \"note\": \"kept\" }"), "{now}");
}

const EVENTS: &str = ".yolo-planning/.events/event-log.jsonl";

#[test]
fn an_event_log_is_appended_to_once_for_each_event() {
    let theirs = "{\"ts\":\"2026-01-01T00:00:00Z\",\"event\":\"phase_start\",\"phase\":3}";
    let scene = yolo(Some(KEPT));
    // Their last line lacks its end.
    scene.write(EVENTS, theirs);
    let desk = Desk::at(scene.root());
    let opened = desk.review(json!({ "plan": YOLO_PLAN, "of": "document" }));
    desk.review(json!({ "plan": YOLO_PLAN, "of": "document" }));
    desk.answer(&opened, blocker("No password is asked for", YOLO_PLAN, 9));
    let text = read(&scene, YOLO_PLAN);
    scene.write(YOLO_PLAN, text.replace("Log in\n**Files", "Log in with a password\n**Files"));
    let second = desk.again(&opened);
    let garbled = json!({
        "loop_id": second["loop_id"], "countersign": second["countersign"], "text": "Hm, hard to say.",
    });
    let asked = desk.ok("record_findings", garbled);
    assert_eq!(asked["next"]["reason"], "clarify", "{asked:#}");
    let now = format!("{}\n", read(&scene, EVENTS));
    let third = desk.again(&opened);
    let done = desk.ok(
        "record_findings",
        json!({
            "loop_id": third["loop_id"], "countersign": third["countersign"], "verdict": "approved",
            "findings": [], "resolved": [{ "id": "F1", "reason": "it asks now" }],
        }),
    );
    assert_eq!(done["next"]["outcome"], "approved", "{done:#}");
    let text = read(&scene, EVENTS);
    assert!(text.starts_with(&format!("{theirs}\n")) && text.starts_with(now.trim_end()), "{text}");
    let lines: Vec<Value> = text.lines().skip(1).map(|l| serde_json::from_str(l).unwrap()).collect();
    let told: Vec<(&str, &Value)> =
        lines.iter().map(|l| (l["event"].as_str().unwrap(), &l["data"]["cycle"])).collect();
    assert_eq!(
        told,
        [
            ("review_loop_start", &json!(1)),
            ("review_loop_cycle", &json!(1)),
            ("review_parse_failure", &json!(2)),
            ("review_loop_cycle", &json!(2)),
            ("review_loop_end", &Value::Null),
        ]
    );
    let end = lines.last().unwrap();
    assert_eq!((&end["phase"], &end["data"]["plan"]), (&json!(3), &json!("03-01")), "{end:#}");
    assert_eq!(
        (&end["data"]["cycles_used"], &end["data"]["final_verdict"], &end["writer"]),
        (&json!(2), &json!("approve"), &json!("countersign"))
    );
    let cycle = &lines[1]["data"];
    assert_eq!(
        (&cycle["verdict"], &cycle["finding_count"], &cycle["high"]),
        (&json!("reject"), &json!(1), &json!(1))
    );

    // Where no reviewer can run, that is told as well; a log that is not there is not made.
    let scene = yolo(None);
    scene.write(EVENTS, "");
    let desk = Desk::at(scene.root());
    let opened = desk.review(json!({ "plan": YOLO_PLAN, "of": "document" }));
    let code = json!({ "loop_id": opened["loop_id"], "countersign": opened["countersign"], "unavailable": "no agent could be started" });
    desk.ok("record_findings", code);
    assert!(read(&scene, EVENTS).contains("review_agent_fallback"), "{}", read(&scene, EVENTS));
    let scene = yolo(None);
    let desk = Desk::at(scene.root());
    desk.approve(&desk.review(json!({ "plan": YOLO_PLAN, "of": "document" })));
    assert!(!scene.root().join(EVENTS).exists());
}

#[test]
fn what_the_system_does_not_use_is_not_made_and_what_cannot_be_read_is_left() {
    let scene = yolo(None);
    let desk = Desk::at(scene.root());
    let opened = desk.review(json!({ "plan": YOLO_PLAN, "of": "document" }));
    desk.approve(&opened);
    assert!(!scene.root().join(STATE).exists());

    for (broken, why) in [
        ("{\"review_loops\": {", "no JSON"),
        ("[]", "no JSON object"),
        ("{\"review_loops\": \"later\"}", "`review_loops` in it is no object"),
    ] {
        let scene = yolo(Some(broken));
        let desk = Desk::at(scene.root());
        let opened = desk.review(json!({ "plan": YOLO_PLAN, "of": "document" }));
        let done = desk.approve(&opened);
        assert_eq!(done["verdict"], "approved");
        assert_eq!(read(&scene, STATE), broken);
        let said = done["remarks"].to_string();
        assert!(codes(&done).contains(&"state_file_left_alone") && said.contains(why), "{said}");
    }
    // A link that leads out is not written through.
    let scene = yolo(None);
    let outside = scene.beside("state.json");
    std::fs::write(&outside, "{}").unwrap();
    std::os::unix::fs::symlink(&outside, scene.root().join(STATE)).unwrap();
    let desk = Desk::at(scene.root());
    let opened = desk.review(json!({ "plan": YOLO_PLAN, "of": "document" }));
    desk.approve(&opened);
    assert_eq!(std::fs::read_to_string(&outside).unwrap(), "{}");
}

const LOG: &str = "specs/login/.progress.md";
const GOAL: &str = "# Progress\n\n## Original Goal\n\nPeople can log in.\n\n## Next\nDesign";

fn spec() -> Scene {
    let scene = Scene::new();
    scene.commit("chore: start", &[("src/a.js", "a\n")]);
    scene.write(LOG, GOAL);
    scene.write("specs/login/design.md", "# Design\n\nOne door.\n");
    scene
}

fn failing(iteration: u32) -> String {
    format!(
        "## Review: design (Iteration {iteration})\n\n### Findings\n\n| # | Dimension | Status | Finding |\n|---|---|---|---|\n| 1 | Completeness | FAIL | no data flow <!-- /countersign --> |\n| 2 | Patterns | PASS | - |\n\n### Feedback for Revision\n\n1. say how data flows\n\nREVIEW_FAIL\n"
    )
}

fn say(desk: &Desk, opened: &Value, text: &str) -> Value {
    desk.ok(
        "record_findings",
        json!({ "loop_id": opened["loop_id"], "countersign": opened["countersign"], "text": text }),
    )
}

#[test]
fn a_specs_log_gets_an_entry_for_each_review_and_the_warning_at_the_limit() {
    let scene = spec();
    let desk = Desk::at(scene.root());
    let mut opened = desk.review(json!({ "artifact": "specs/login/design.md" }));
    let mut done = say(&desk, &opened, &failing(1));
    assert!(done["reports"].to_string().contains(LOG), "{done:#}");
    let log = read(&scene, LOG);
    assert!(log.starts_with(&format!("{GOAL}\n<!-- countersign:rl-")), "{log}");
    assert!(
        log.contains("### Review: design (Iteration 1)\n- Status: REVIEW_FAIL\n- Findings: F1 "),
        "{log}"
    );
    assert!(log.contains("- Action: revision asked for"), "{log}");
    // Documents before this one that are not there: the reviewer is told, and that it is no failure of this one.
    let brief = opened["brief"].as_str().unwrap();
    assert!(
        brief.contains("Not there: research.md, requirements.md. That is worth an info finding"),
        "{brief}"
    );
    // Others go on writing, before and behind.
    scene.write(LOG, format!("{}\n## Learnings\n- doors creak\n", log.replace("People", "All people")));
    for iteration in 2..=3 {
        scene.write("specs/login/design.md", format!("# Design\n\nOne door, {iteration}.\n"));
        opened = desk.again(&opened);
        done = say(&desk, &opened, &failing(iteration));
    }
    assert_eq!(done["next"]["outcome"], "accepted_with_warnings", "{done:#}");
    let log = read(&scene, LOG);
    assert!(
        log.contains("All people can log in.") && log.ends_with("\n## Learnings\n- doors creak\n"),
        "{log}"
    );
    assert!(log.contains("- Action: revised and reviewed again"), "{log}");
    assert!(log.contains("(Iteration 3)\n- Status: REVIEW_FAIL"), "{log}");
    assert!(log.contains("### Review Warning: design"), "{log}");
    assert!(log.contains("Max iterations (3) reached without REVIEW_PASS"), "{log}");
    assert_eq!(log.matches("<!-- countersign:").count(), 1, "{log}");
    // What stands there is not handed out to be written a second time, now or later.
    for step in [&done["next"], &desk.ok("loop_status", json!({ "loop_id": opened["loop_id"] }))["next"]] {
        assert!(step.get("summary_section").is_none_or(Value::is_null), "{step:#}");
        assert!(step["warnings"].to_string().contains(LOG), "{step:#}");
    }
    // Where somebody took it out, it is.
    scene.write(LOG, GOAL);
    let step = &desk.ok("loop_status", json!({ "loop_id": opened["loop_id"] }))["next"];
    assert!(step["summary_section"].as_str().unwrap().contains("### Review Warning: design"), "{step:#}");
}

/// A run on a document that moved meanwhile uses no iteration and is one of the three: the log tells of it, and no word
/// counts it as none.
#[test]
fn a_run_on_what_moved_is_told_and_counted() {
    let scene = spec();
    let desk = Desk::at(scene.root());
    let mut opened = desk.review(json!({ "artifact": "specs/login/design.md" }));
    for run in 1..=2 {
        scene.write("specs/login/design.md", format!("# Design\n\nOne door, {run}.\n"));
        let done = say(&desk, &opened, &failing(1));
        let told = done["remarks"].to_string();
        assert!(told.contains(&format!("uses no pass, and is number {run} of at most 3 runs")), "{told}");
        let log = read(&scene, LOG);
        assert!(log.contains("- Status: stale, ") && log.contains("(REVIEW_FAIL"), "{log}");
        opened = desk.again(&opened);
        let why = opened["next"]["why"].as_str().unwrap();
        assert!(why.contains(&format!("pass 1, run {} of at most 3", run + 1)), "{why}");
        let brief = opened["brief"].as_str().unwrap();
        assert!(brief.contains(&format!("iteration 1 (run {} of at most 3)", run + 1)), "{brief}");
    }
    let done = say(&desk, &opened, &failing(1));
    assert_eq!(done["next"]["outcome"], "accepted_with_warnings", "{done:#}");
    let log = read(&scene, LOG);
    assert!(log.contains("2 runs of a reviewer on what moved meanwhile"), "{log}");
    assert!(log.contains("- Action: reviewed again as it stands"), "{log}");
    assert!(log.contains("(2 of 3 runs looked at what moved meanwhile)"), "{log}");
}

/// What is between our marks is written anew; a line that somebody put there goes below it, and it is said.
#[test]
fn a_line_that_somebody_writes_into_our_section_is_kept() {
    let scene = spec();
    let desk = Desk::at(scene.root());
    let opened = desk.review(json!({ "artifact": "specs/login/design.md" }));
    say(&desk, &opened, &failing(1));
    let theirs = "- Ann: the back door is meant";
    let log = read(&scene, LOG).replace("- Action: ", &format!("{theirs}\n- Action: "));
    scene.write(LOG, &log);
    scene.write("specs/login/design.md", "# Design\n\nOne door, 2.\n");
    let again = desk.again(&opened);
    assert!(codes(&again).contains(&"state_file_lines_moved"), "{again:#}");
    let done = say(&desk, &again, &failing(2));
    let now = read(&scene, LOG);
    assert!(!codes(&done).contains(&"state_file_lines_moved"), "{done:#}");
    let (section, below) = now.split_once("<!-- /countersign:").unwrap();
    assert!(!section.contains(theirs) && below.lines().any(|l| l == theirs), "{now}");
    assert!(section.contains("(Iteration 2)") && section.contains("revised and reviewed again"), "{now}");
    // It stays there, and our own lines are nobody else's.
    for iteration in 3..=3 {
        scene.write("specs/login/design.md", format!("# Design\n\nOne door, {iteration}.\n"));
        let again = desk.again(&opened);
        let done = say(&desk, &again, &failing(iteration));
        assert!(!codes(&done).contains(&"state_file_lines_moved"), "{done:#}");
    }
    assert_eq!(read(&scene, LOG).matches(theirs).count(), 1);
}

/// A state file that is a link out of the repository is left, and it is said.
#[test]
fn a_log_that_lies_elsewhere_is_left_with_a_word() {
    let scene = spec();
    let outside = scene.beside("log.md");
    std::fs::write(&outside, "# Progress\n").unwrap();
    std::fs::remove_file(scene.root().join(LOG)).unwrap();
    std::os::unix::fs::symlink(&outside, scene.root().join(LOG)).unwrap();
    scene.write("specs/login/.ralph-state.json", "{}\n");
    let desk = Desk::at(scene.root());
    let opened = desk.review(json!({ "artifact": "specs/login/design.md" }));
    let done = say(&desk, &opened, &failing(1));
    assert!(codes(&done).contains(&"state_file_left_alone"), "{done:#}");
    assert!(done["remarks"].to_string().contains("a link that leads out of the repository"), "{done:#}");
    assert_eq!(std::fs::read_to_string(outside).unwrap(), "# Progress\n");
}

/// A pass that its own next sentence takes back is no missing signal, neither on the way nor at the limit.
#[test]
fn a_signal_that_is_taken_back_is_not_logged_as_a_missing_one() {
    let scene = spec();
    let desk = Desk::at(scene.root());
    let mut opened = desk.review(json!({ "artifact": "specs/login/design.md" }));
    for iteration in 1..=3 {
        if iteration > 1 {
            scene.write("specs/login/design.md", format!("# Design\n\nOne door, {iteration}.\n"));
            opened = desk.again(&opened);
        }
        say(&desk, &opened, "REVIEW_PASS\n\nOn second thought this is not a pass: do not go on with it.\n");
        let log = read(&scene, LOG);
        let entry = format!("(Iteration {iteration})\n- Status: REVIEW_FAIL (signal contradicted)");
        assert!(log.contains(&entry) && !log.contains("no signal"), "{log}");
    }
    assert!(read(&scene, LOG).contains("- Action: proceeded with warnings"));
}

/// A row that fails asks for a revision; nothing contradicted a signal that was never given.
#[test]
fn a_failing_row_without_a_signal_is_logged_as_that() {
    let scene = spec();
    let desk = Desk::at(scene.root());
    let opened = desk.review(json!({ "artifact": "specs/login/design.md" }));
    let text = failing(1).replace("\nREVIEW_FAIL\n", "");
    let done = say(&desk, &opened, &text);
    assert_eq!(done["next"]["action"], "revise", "{done:#}");
    let log = read(&scene, LOG);
    assert!(log.contains("(Iteration 1)\n- Status: REVIEW_FAIL (no signal)\n"), "{log}");
}

#[test]
fn line_ends_and_bytes_of_a_log_stay() {
    let scene = spec();
    scene.write(LOG, "# Progress\r\n\r\n- [x] 1.1\r\n");
    let desk = Desk::at(scene.root());
    let opened = desk.review(json!({ "artifact": "specs/login/design.md" }));
    say(&desk, &opened, &failing(1));
    let log = read(&scene, LOG);
    assert!(log.starts_with("# Progress\r\n\r\n- [x] 1.1\r\n<!-- countersign:"), "{log:?}");
    assert_eq!(log.matches('\n').count(), log.matches("\r\n").count(), "{log:?}");
    // What is no text is left alone.
    scene.write(LOG, b"# Progress \xff\n");
    let again = say(&desk, &opened, &failing(1));
    assert!(codes(&again).contains(&"state_file_left_alone"), "{again:#}");
    assert_eq!(std::fs::read(scene.root().join(LOG)).unwrap(), b"# Progress \xff\n");
}

const SUMMARY: &str = ".planning/phases/01-cart/01-01-SUMMARY.md";

/// Takes task 1 to its limit with a finding that stays.
fn to_the_limit(scene: &Scene, desk: &Desk) -> Value {
    let mut opened = desk.review(json!({ "plan": PLAN, "task": "1" }));
    let mut done = Value::Null;
    for n in 1..=3 {
        if n > 1 {
            let text = format!("{}// {n}\n", crate::plan_scene::CART);
            scene.amend(
                "feat(01-01): sum the cart",
                &[crate::scene::Edit::Write("src/cart.js", text.as_bytes())],
            );
            opened = desk.again(&opened);
        }
        done = desk.answer(&opened, blocker("The discount is ignored", "src/cart.js", 6));
    }
    done
}

#[test]
fn a_summary_that_is_there_gets_the_section_and_one_that_is_not_is_the_executors() {
    let scene = with_task_one();
    let desk = Desk::at(scene.root());
    let done = to_the_limit(&scene, &desk);
    assert!(!scene.root().join(SUMMARY).exists());
    let section = done["next"]["summary_section"].as_str().unwrap().to_owned();
    assert!(section.contains("### Unresolved Review Findings"), "{section}");

    let scene = with_task_one();
    scene.write(SUMMARY, "---\nphase: 01-cart\n---\n\n# Summary\n\nTotals add up.\n");
    let desk = Desk::at(scene.root());
    let done = to_the_limit(&scene, &desk);
    assert!(done["next"].get("summary_section").is_none_or(Value::is_null), "{done:#}");
    assert!(done["reports"].to_string().contains(SUMMARY), "{done:#}");
    let summary = read(&scene, SUMMARY);
    assert!(
        summary.starts_with("---\nphase: 01-cart\n---\n\n# Summary\n\nTotals add up.\n<!-- "),
        "{summary}"
    );
    assert!(summary.contains("### Unresolved Review Findings"), "{summary}");
    // What was reopened and mended leaves nothing behind.
    let step = &done["next"];
    assert!(step["options"].to_string().contains("reopen"), "{step:#}");
    let reopened = desk.ok(
        "decide",
        json!({ "loop_id": done["next"]["call"]["arguments"]["loop_id"].as_str().map_or_else(|| loop_of(&desk), str::to_owned),
            "turn": step["turn"], "choice": "reopen", "reason": "it matters", "decided_by": "Ada" }),
    );
    assert!(reopened["outcome"].is_null() || reopened.get("outcome").is_none(), "{reopened:#}");
    assert_eq!(read(&scene, SUMMARY), "---\nphase: 01-cart\n---\n\n# Summary\n\nTotals add up.\n");
}

fn loop_of(desk: &Desk) -> String {
    let status = desk.ok("loop_status", json!({ "state": "all" }));
    status["loops"][0]["loop_id"].as_str().unwrap().to_owned()
}

const HANDOFF: &str = "bazinga/artifacts/bazinga_2/AUTH/handoff_tech_lead.json";

fn bazinga(session: bool) -> Scene {
    let scene = Scene::new();
    let base = scene.commit("chore: begin", &[("src/auth.rs", "pub fn login() -> bool {\n    true\n}\n")]);
    scene.branch("feature/auth", &base);
    scene.switch("feature/auth");
    scene.commit("AUTH: let people in", &[("src/auth.rs", "pub fn login() -> bool {\n    1 == 1\n}\n")]);
    std::fs::create_dir_all(scene.root().join("bazinga")).unwrap();
    if session {
        for name in ["bazinga_1", "bazinga_2"] {
            std::fs::create_dir_all(scene.root().join("bazinga/artifacts").join(name)).unwrap();
        }
    }
    scene
}

fn auth() -> Value {
    json!({ "id": "AUTH", "title": "Login", "criteria": "only people with a password get in", "protocol": "bazinga" })
}

#[test]
fn a_handoff_is_made_in_a_session_and_merged_where_the_tech_lead_wrote_one() {
    let scene = bazinga(false);
    let desk = Desk::at(scene.root());
    let opened = desk.review(auth());
    desk.answer(&opened, blocker("Anybody gets in", "src/auth.rs", 2));
    assert!(!scene.root().join("bazinga/artifacts/AUTH/handoff_tech_lead.json").exists());

    let scene = bazinga(true);
    let desk = Desk::at(scene.root());
    let opened = desk.review(auth());
    desk.answer(&opened, blocker("Anybody gets in", "src/auth.rs", 2));
    let made = parsed(&scene, HANDOFF);
    assert_eq!(made["writer"], "countersign");
    assert_eq!(made["session_id"], "bazinga_2");
    assert_eq!(made["status"], "CHANGES_REQUESTED");
    assert_eq!(made["issue_summary"]["blocking_count"], 1);
    for key in ["from_agent", "to_agent", "group_id", "summary", "iteration", "iteration_tracking"] {
        assert!(!made[key].is_null(), "{key}: {made:#}");
    }
    for key in ["id", "severity", "blocking", "title", "location", "problem", "fix", "why"] {
        assert!(!made["issues"][0][key].is_null(), "{key}: {made:#}");
    }

    let scene = bazinga(true);
    let desk = Desk::at(scene.root());
    let theirs = "{\n  \"from_agent\": \"tech_lead\",\n  \"status\": \"APPROVED\",\n  \"iteration\": 1.10,\n  \"issues\": [{\"id\": \"X-1\", \"title\": \"theirs\"}, {\"title\": \"no id\"}],\n  \"notes_for_future\": [\"keep me\"],\n  \"artifacts\": {\"log\": \"a.txt\"}\n}\n";
    scene.write(HANDOFF, theirs);
    let opened = desk.review(auth());
    let answered = desk.answer(&opened, blocker("Anybody gets in", "src/auth.rs", 2));
    // None of his words is changed; where they differ from what was recorded, the answer says so.
    let now = read(&scene, HANDOFF);
    assert!(now.starts_with(theirs.trim_end_matches("\n}\n")), "{now}");
    assert!(codes(&answered).contains(&"state_file_differs"), "{answered:#}");
    let merged = parsed(&scene, HANDOFF);
    assert!(merged.get("writer").is_none(), "it is theirs: {merged:#}");
    let ours = &merged["countersign"];
    assert_eq!((&ours["writer"], &ours["status"]), (&json!("countersign"), &json!("CHANGES_REQUESTED")));
    assert_eq!(ours["issues"][0]["title"], "Anybody gets in");
    // A key of ours that is not ours is left, and said.
    let taken = "{\"status\": \"APPROVED\", \"countersign\": \"of the bank\"}\n";
    let scene = bazinga(true);
    let desk = Desk::at(scene.root());
    scene.write(HANDOFF, taken);
    let opened = desk.review(auth());
    let answered = desk.answer(&opened, blocker("Anybody gets in", "src/auth.rs", 2));
    assert!(codes(&answered).contains(&"state_file_left_alone"), "{answered:#}");
    assert_eq!(read(&scene, HANDOFF), taken);
}

/// What others add to a handoff that we made stays, whatever it is, over the reviews that follow.
#[test]
fn what_others_add_to_our_handoff_stays() {
    let scene = bazinga(true);
    let desk = Desk::at(scene.root());
    let opened = desk.review(auth());
    let answered = desk.answer(&opened, blocker("Anybody gets in", "src/auth.rs", 2));
    let mut made = parsed(&scene, HANDOFF);
    made["issues"].as_array_mut().unwrap().extend([json!("a word"), json!({ "title": "no id" }), json!(7)]);
    made["notes_for_future"] = json!(["keep me"]);
    made["theirs"] = json!(1);
    scene.write(HANDOFF, serde_json::to_string_pretty(&made).unwrap() + "\n");
    scene.commit("AUTH: check", &[("src/auth.rs", "pub fn login() -> bool {\n    check()\n}\n")]);
    let responses = json!([{ "finding_id": answered["findings"][0]["id"], "response": "fixed" }]);
    let call =
        json!({ "loop_id": opened["loop_id"], "turn": answered["next"]["turn"], "responses": responses });
    desk.ok("respond_findings", call);
    let next = desk.again(&opened);
    desk.answer(&next, blocker("Nobody gets in", "src/auth.rs", 2));
    let now = parsed(&scene, HANDOFF);
    let issues = now["issues"].as_array().unwrap();
    for kept in [json!("a word"), json!({ "title": "no id" }), json!(7)] {
        assert!(issues.contains(&kept), "{kept}: {now:#}");
    }
    assert!(now["notes_for_future"].as_array().unwrap().contains(&json!("keep me")), "{now:#}");
    assert_eq!((&now["theirs"], &now["status"]), (&json!(1), &json!("CHANGES_REQUESTED")));
    assert!(now["iteration"] == 2, "{now:#}");
}

/// What the system itself recorded of a plan is not ours to write over: ours stands in it, and both are there.
#[test]
fn an_entry_that_the_system_made_keeps_its_words() {
    let theirs = "{\"review_loops\": {\"03-01\": {\"cycle\": 9, \"status\": \"theirs\", \"findings_per_cycle\": [1]}}}\n";
    let scene = yolo(Some(theirs));
    let desk = Desk::at(scene.root());
    let opened = desk.review(json!({ "plan": YOLO_PLAN, "of": "document" }));
    let answered = desk.answer(&opened, blocker("No password is asked for", YOLO_PLAN, 9));
    // Whoever reads the file alone would take it for what holds.
    let said = remarks_of(&answered, "state_file_differs");
    assert!(said.contains("say theirs of 03-01") && said.contains("recorded is running"), "{said}");
    let entry = parsed(&scene, STATE)["review_loops"]["03-01"].clone();
    assert_eq!((&entry["cycle"], &entry["status"]), (&json!(9), &json!("theirs")), "{entry:#}");
    assert_eq!(entry["findings_per_cycle"], json!([1]));
    let ours = &entry["countersign"];
    assert_eq!((&ours["cycle"], &ours["status"]), (&json!(1), &json!("running")), "{entry:#}");
    assert_eq!((&ours["writer"], &ours["loop"]), (&json!("countersign"), &opened["loop_id"]));
}

/// Our own writers take turns; one who knows of no lock writes by renaming every few milliseconds, or just between
/// what was read and what is written. No line of anybody is lost.
#[test]
fn concurrent_edits_survive() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().to_owned();
    std::fs::write(root.join("log.md"), "begin\n").unwrap();
    let (ours, theirs) = (4, 30);
    let add = |line: String| {
        move |before: Option<&str>| -> Result<Option<String>, ()> {
            Ok(Some(before.unwrap_or_default().to_owned() + &line))
        }
    };
    // Reads, thinks, renames: as an editor does. Lines of ours may be lost to him, he does not know of them.
    let stranger = |root: &Path, n: usize| {
        let text = std::fs::read_to_string(root.join("log.md")).unwrap();
        std::fs::write(root.join("next.md"), format!("{text}theirs {n}\n")).unwrap();
        std::fs::rename(root.join("next.md"), root.join("log.md")).unwrap();
    };
    std::thread::scope(|scope| {
        for n in 0..ours {
            let root = root.clone();
            scope.spawn(move || {
                let files = Files::open(&root).unwrap();
                for i in 0..30 {
                    let lock = Lock::take(&root).unwrap();
                    let line = format!("ours {n} {i}\n");
                    for name in ["ours.md", "log.md"] {
                        let done = files.edit(&path(name), 1 << 20, &lock, add(line.clone())).unwrap();
                        assert_eq!(done, Ok(Edited::Written));
                    }
                }
            });
        }
        scope.spawn(|| {
            for n in 0..theirs {
                stranger(&root, n);
                std::thread::sleep(Duration::from_millis(5));
            }
        });
    });
    let made = std::fs::read_to_string(root.join("ours.md")).unwrap();
    assert_eq!(made.lines().count(), ours * 30);
    let text = std::fs::read_to_string(root.join("log.md")).unwrap();
    for n in 0..theirs {
        assert!(text.contains(&format!("theirs {n}\n")), "line {n} of theirs is lost:\n{text}");
    }

    // Rewrites what stands above. Just in between, three times; then it goes on from what he wrote.
    let rewrites = |n: usize| {
        let text = std::fs::read_to_string(root.join("log.md")).unwrap();
        std::fs::write(root.join("next.md"), format!("theirs {n}\n{text}")).unwrap();
        std::fs::rename(root.join("next.md"), root.join("log.md")).unwrap();
    };
    let files = Files::open(&root).unwrap();
    let lock = Lock::take(&root).unwrap();
    let between = Cell::new(theirs);
    let done = files.edit(&path("log.md"), 1 << 20, &lock, |before| -> Result<Option<String>, ()> {
        if between.get() < theirs + 3 {
            rewrites(between.get());
            between.set(between.get() + 1);
        }
        Ok(Some(format!("{}ours at last\n", before.unwrap())))
    });
    assert_eq!(done.unwrap(), Ok(Edited::Written));
    let text = std::fs::read_to_string(root.join("log.md")).unwrap();
    assert!(text.starts_with("theirs 32\ntheirs 31\ntheirs 30\nbegin\n"), "{text}");
    assert!(text.ends_with("\nours at last\n"), "{text}");
    // One who never stops is told of, and loses nothing.
    let refused = files.edit(&path("log.md"), 1 << 20, &lock, |before| -> Result<Option<String>, ()> {
        rewrites(between.get());
        between.set(between.get() + 1);
        Ok(Some(format!("{}ours never\n", before.unwrap())))
    });
    assert!(refused.unwrap_err().to_string().contains("log.md"));
    assert!(!std::fs::read_to_string(root.join("log.md")).unwrap().contains("never"));
    // Made by somebody else in the moment in which it was to be made.
    let done = files.edit(&path("new.md"), 1 << 20, &lock, |before| -> Result<Option<String>, ()> {
        if before.is_none() {
            std::fs::write(root.join("new.md"), "theirs\n").unwrap();
        }
        Ok(Some(format!("{}ours\n", before.unwrap_or_default())))
    });
    assert_eq!(done.unwrap(), Ok(Edited::Written));
    assert_eq!(std::fs::read_to_string(root.join("new.md")).unwrap(), "theirs\nours\n");
    let left: Vec<_> = std::fs::read_dir(&root).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert!(left.iter().all(|n| !n.to_string_lossy().ends_with(".tmp")), "{left:?}");
}

/// One who opens, appends a line and closes, as fast as he can, while we lay our section into the same file, change it
/// and add lines behind it: every line of his is there in the end, and what is ours as we wrote it last.
#[test]
fn no_line_is_lost_that_is_appended_while_we_write() {
    const LINES: usize = 6_000;
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().to_owned();
    for name in ["log.jsonl", "log.md"] {
        std::fs::write(root.join(name), "begin\n").unwrap();
    }
    let done = AtomicBool::new(false);
    let (added, edits) = std::thread::scope(|scope| {
        let stranger = scope.spawn(|| {
            let mut n = 0;
            while n < LINES && !(done.load(Ordering::Relaxed) && n > LINES / 2) {
                for name in ["log.jsonl", "log.md"] {
                    let mut file = std::fs::OpenOptions::new().append(true).open(root.join(name)).unwrap();
                    file.write_all(format!("theirs {n:06}\n").as_bytes()).unwrap();
                }
                n += 1;
                if n % 4 == 0 {
                    std::thread::sleep(Duration::from_micros(200));
                }
            }
            n
        });
        let files = Files::open(&root).unwrap();
        let lock = Lock::take(&root).unwrap();
        let mut edits = 0;
        for n in 0..1_000 {
            let event = |before: Option<&str>| -> Result<Option<String>, ()> {
                Ok(Some(format!("{}ours {n:06}\n", before.unwrap())))
            };
            edits += usize::from(files.edit(&path("log.jsonl"), 1 << 26, &lock, event).is_ok());
        }
        for n in 0..40 {
            let section = |before: Option<&str>| -> Result<Option<String>, ()> {
                let (head, tail) = before.unwrap().split_once('\n').unwrap();
                Ok(Some(format!("{}[{n}]\n{tail}", head.split('[').next().unwrap())))
            };
            files.edit(&path("log.md"), 1 << 26, &lock, section).unwrap().unwrap();
        }
        done.store(true, Ordering::Relaxed);
        (stranger.join().unwrap(), edits)
    });
    for name in ["log.jsonl", "log.md"] {
        let text = std::fs::read_to_string(root.join(name)).unwrap();
        let lines: BTreeSet<&str> = text.lines().collect();
        let lost: Vec<usize> =
            (0..added).filter(|n| !lines.contains(format!("theirs {n:06}").as_str())).collect();
        assert!(
            lost.is_empty(),
            "{name}: {} of {added} lines are lost: {:?}",
            lost.len(),
            &lost[..lost.len().min(5)]
        );
        assert_eq!(
            text.lines().filter(|l| l.starts_with("theirs")).count(),
            added,
            "{name}: a line stands twice"
        );
    }
    let ours = std::fs::read_to_string(root.join("log.jsonl")).unwrap();
    assert_eq!(ours.lines().filter(|l| l.starts_with("ours ")).count(), edits);
    assert_eq!(edits, 1_000);
    let section = std::fs::read_to_string(root.join("log.md")).unwrap();
    assert!(section.starts_with("begin[39]\n"), "{}", &section[..40]);
}

fn below(folder: &Path, name: &str, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            below(&path, name, found);
        } else if path.file_name().is_some_and(|n| n == name) {
            found.push(path);
        }
    }
}

/// Lays sections into every log below the folder named by `COUNTERSIGN_CORPUS`; does nothing without it.
#[test]
fn logs_of_a_corpus_keep_every_byte() {
    let Some(corpus) = std::env::var_os("COUNTERSIGN_CORPUS").map(PathBuf::from) else { return };
    let mut logs = Vec::new();
    below(&corpus, ".progress.md", &mut logs);
    assert!(!logs.is_empty(), "no log below {}", corpus.display());
    for log in logs {
        let text = std::fs::read_to_string(&log).unwrap();
        let scene = spec();
        scene.write(LOG, &text);
        let desk = Desk::at(scene.root());
        let opened = desk.review(json!({ "artifact": "specs/login/design.md" }));
        say(&desk, &opened, &failing(1));
        let now = read(&scene, LOG);
        assert!(now.starts_with(&text), "{}", log.display());
        let rest = now[text.len()..].trim();
        assert!(rest.starts_with("<!-- countersign:") && rest.ends_with(" -->"), "{}: {rest}", log.display());
    }
}

/// Merges ours into the states that people's systems keep, and sections into their summaries; does nothing without the
/// corpus. A line of theirs may gain the comma before what is ours, and nothing else.
#[test]
fn states_and_summaries_of_a_corpus_keep_what_they_say() {
    let Some(corpus) = std::env::var_os("COUNTERSIGN_CORPUS").map(|c| PathBuf::from(c).join("real")) else {
        return;
    };
    let mut states = Vec::new();
    for name in [
        ".ralph-state.json",
        "config.json",
        "state-planning-phase.json",
        "state-execution-pending.json",
        "state-execution-midway.json",
        "state-execution-complete.json",
        "state-corrupt.json",
    ] {
        below(&corpus, name, &mut states);
    }
    assert!(states.len() > 10, "{} states below {}", states.len(), corpus.display());
    let mut merged = 0;
    for state in &states {
        let text = std::fs::read_to_string(state).unwrap();
        let scene = yolo(Some(&text));
        let desk = Desk::at(scene.root());
        desk.review(json!({ "plan": YOLO_PLAN, "of": "document" }));
        let now = read(&scene, STATE);
        let Ok(Value::Object(before)) = serde_json::from_str::<Value>(&text) else {
            assert_eq!(now, text, "{}", state.display());
            continue;
        };
        merged += 1;
        let mut after = parsed(&scene, STATE);
        after.as_object_mut().unwrap().remove("review_loops");
        assert_eq!(after, Value::Object(before), "{}", state.display());
        let mut lines = now.lines();
        for line in text.lines() {
            let kept = lines.any(|now| now == line || now.strip_suffix(',') == Some(line));
            assert!(kept, "{}: {line:?} is gone:\n{now}", state.display());
        }
    }
    let mut summaries = Vec::new();
    crate::documents::collect(&corpus, "SUMMARY.md", &mut summaries);
    summaries.sort();
    assert!(!summaries.is_empty(), "no summary below {}", corpus.display());
    for summary in summaries.iter().take(20) {
        let text = std::fs::read_to_string(summary).unwrap();
        let scene = with_task_one();
        scene.write(SUMMARY, &text);
        let desk = Desk::at(scene.root());
        to_the_limit(&scene, &desk);
        let now = read(&scene, SUMMARY);
        assert!(now.starts_with(text.trim_end()), "{}", summary.display());
        assert!(now.contains("### Unresolved Review Findings"), "{}", summary.display());
    }
    println!("{merged} of {} states merged, {} summaries", states.len(), summaries.len().min(20));
}

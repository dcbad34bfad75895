//! Hook input that no host sends: it is complained of in one line at most, and nothing is recorded of it.

use std::fs;

use countersign::app::App;
use countersign::app::requests::ReviewTask;
use countersign::io::store::Store;
use serde_json::{Value, json};

use super::hook;
use crate::plan_scene::{self, NOTHING, PLAN, review};
use crate::scene::Scene;

fn open(scene: &Scene) -> String {
    let request =
        ReviewTask { plan: Some(PLAN.to_owned()), task: Some("1".to_owned()), ..ReviewTask::default() };
    App::new(scene.root()).review_task(&request).unwrap().loop_id.unwrap()
}

/// What is on record: events of the loop, strays, and what tells of agents.
fn on_record(scene: &Scene, id: &str) -> (usize, usize) {
    let store = Store::open_to_read(scene.open().common_dir()).unwrap();
    (store.events(id).unwrap().len(), store.strays().unwrap().len())
}

fn stop(scene: &Scene) -> Value {
    json!({ "hook_event_name": "SubagentStop", "cwd": scene.root(), "session_id": "s-1", "agent_id": "a-1",
            "agent_type": "mz-reviewer", "last_assistant_message": review("1", "passed", NOTHING, NOTHING) })
}

fn with(mut input: Value, field: &str, value: Value) -> Value {
    input[field] = value;
    input
}

fn without(mut input: Value, field: &str) -> Value {
    input.as_object_mut().unwrap().remove(field);
    input
}

#[test]
fn names_and_types_that_no_host_sends_record_nothing() {
    let scene = plan_scene::with_task_one();
    let id = open(&scene);
    let start = with(stop(&scene), "hook_event_name", json!("SubagentStart"));
    assert_eq!(hook(scene.root(), &start.to_string()).1, "");
    let before = on_record(&scene, &id);
    let long = "x".repeat(100_000);
    for (field, value) in [
        ("session_id", json!("")),
        ("session_id", json!("s-1\n")),
        ("session_id", json!(7)),
        ("session_id", json!(long)),
        ("agent_id", json!("")),
        ("agent_id", json!("a-1\na-2")),
        ("agent_id", json!(["a-1"])),
        ("agent_id", json!("a-1\u{0}")),
        ("agent_type", json!("mz-reviewer\n")),
        ("agent_type", json!("mz-reviewer\u{1b}[2K")),
        ("agent_type", json!({ "name": "mz-reviewer" })),
        ("agent_type", json!(long)),
        ("cwd", json!(7)),
        ("hook_event_name", json!(null)),
        ("last_assistant_message", json!({ "text": "VERDICT: approve" })),
    ] {
        let (said, complained) = hook(scene.root(), &with(stop(&scene), field, value.clone()).to_string());
        assert_eq!(said, "", "{field}: {value}");
        assert!(
            complained.starts_with("countersign hook: ")
                && complained.lines().count() == 1
                && complained.len() < 400
                && !complained.contains('\u{1b}'),
            "{field}: {complained:?}"
        );
    }
    for field in ["session_id", "agent_id", "agent_type", "last_assistant_message"] {
        let (_, complained) = hook(scene.root(), &without(stop(&scene), field).to_string());
        assert_eq!(complained, "", "{field} is not there");
    }
    assert_eq!(on_record(&scene, &id).0, before.0, "no answer came of any of them");
}

#[test]
fn a_forged_agent_is_bound_to_nothing() {
    let scene = plan_scene::with_task_one();
    let id = open(&scene);
    let start = with(stop(&scene), "hook_event_name", json!("SubagentStart"));
    hook(scene.root(), &start.to_string());
    // Neither another session's agent of that name, nor another agent of the session, has the pass.
    for forged in
        [with(stop(&scene), "session_id", json!("s-2")), with(stop(&scene), "agent_id", json!("a-2"))]
    {
        let before = on_record(&scene, &id);
        assert_eq!(hook(scene.root(), &forged.to_string()), (String::new(), String::new()));
        assert_eq!(on_record(&scene, &id), (before.0, before.1 + 1), "its text is kept, and answers nothing");
    }
    // Nor has the main agent, or an executor of whatever name.
    for forged in [
        without(without(stop(&scene), "agent_id"), "agent_type"),
        with(stop(&scene), "agent_type", json!("mz-executor")),
    ] {
        let before = on_record(&scene, &id);
        hook(scene.root(), &forged.to_string());
        assert_eq!(on_record(&scene, &id), before);
    }
}

#[test]
fn a_directory_that_is_none_is_no_repository() {
    let scene = plan_scene::with_task_one();
    let id = open(&scene);
    let before = on_record(&scene, &id);
    let outside = tempfile::tempdir().unwrap();
    fs::write(outside.path().join("file"), "").unwrap();
    let nowhere = [outside.path().join("gone"), outside.path().join("file"), outside.path().to_owned()];
    for event in ["SessionStart", "SubagentStart", "SubagentStop", "PreToolUse"] {
        for dir in &nowhere {
            let mut input = with(with(stop(&scene), "cwd", json!(dir)), "hook_event_name", json!(event));
            input["tool_name"] = json!("mcp__countersign__decide");
            input["tool_use_id"] = json!("t");
            let (said, complained) = hook(outside.path(), &input.to_string());
            assert_eq!(said, "", "{event} in {}", dir.display());
            assert!(complained.lines().count() <= 1, "{complained}");
        }
    }
    assert_eq!(on_record(&scene, &id), before);
    assert!(!outside.path().join(".git").exists());
}

#[test]
fn what_is_too_long_is_refused_before_it_is_read() {
    let scene = plan_scene::with_task_one();
    let id = open(&scene);
    let before = on_record(&scene, &id);
    let huge = with(stop(&scene), "last_assistant_message", json!("x".repeat(17 * 1024 * 1024)));
    let (said, complained) = hook(scene.root(), &huge.to_string());
    assert_eq!(said, "");
    assert!(complained.contains("longer than 16777216 bytes"), "{complained}");
    assert_eq!(on_record(&scene, &id), before);
    // Deep nesting is refused by the reader of JSON, and stands in nobody's way.
    let deep = format!(
        "{{\"hook_event_name\":\"PreToolUse\",\"tool_input\":{}1{}}}",
        "[".repeat(9999),
        "]".repeat(9999)
    );
    let (said, complained) = hook(scene.root(), &deep);
    assert!(said.is_empty() && complained.lines().count() == 1, "{complained}");
    // A text beyond what a reviewer may send is no answer; the pass waits.
    let start = with(stop(&scene), "hook_event_name", json!("SubagentStart"));
    hook(scene.root(), &start.to_string());
    let long = with(
        stop(&scene),
        "last_assistant_message",
        json!(format!("VERDICT: approve\n{}", "x ".repeat(700_000))),
    );
    let (said, _) = hook(scene.root(), &long.to_string());
    assert!(said.contains("\"decision\":\"block\""), "{said}");
    assert_eq!(on_record(&scene, &id).0, before.0);
}

#[test]
fn a_planted_store_that_is_none_is_not_written() {
    let scene = plan_scene::with_task_one();
    let folder = scene.open().common_dir().join("countersign");
    fs::create_dir_all(&folder).unwrap();
    let planted = folder.join("store.db");
    fs::write(
        &planted,
        b"not a database at all, whoever put it here; long enough to be looked at ".repeat(20),
    )
    .unwrap();
    let bytes = fs::read(&planted).unwrap();
    for event in ["SessionStart", "SubagentStart", "SubagentStop"] {
        let (said, complained) =
            hook(scene.root(), &with(stop(&scene), "hook_event_name", json!(event)).to_string());
        assert_eq!(said, "", "{event}");
        assert_eq!(complained.lines().count(), 1, "{event}: {complained}");
    }
    assert_eq!(fs::read(&planted).unwrap(), bytes);
}

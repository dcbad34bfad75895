//! Event logs of older versions: what was recorded before a field was there is read without it, folds to the same loop,
//! and every command goes on with it (SPEC 6.1, 13).
//!
//! `tests/old_logs/*.jsonl` hold bodies as an older countersign stored them, an event a line: no field that came later,
//! and none that may be left out. They are never written anew: a change that cannot read them breaks somebody's store.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use countersign::domain::ids::Timestamp;
use countersign::domain::review_loop::event::{Entry, Event};
use countersign::domain::review_loop::{LoopState, Standing};
use countersign::io::store::{Batch, NewEvent, Opened, Store};
use serde_json::{Map, Value};

use crate::scene::Scene;
use crate::stories;

/// The schema of an event as it is stored.
fn schema() -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("schemas/event.json");
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

/// Returns a value without every field that its schema does not require.
fn bare(value: &Value, of: &Value, root: &Value) -> Value {
    if let Some(name) = of["$ref"].as_str() {
        return bare(value, &root["$defs"][name.trim_start_matches("#/$defs/")], root);
    }
    let each = of.get("oneOf").or(of.get("anyOf")).and_then(Value::as_array);
    if let Some(alternative) = each.and_then(|all| all.iter().find(|one| may_be(value, one, root))) {
        return bare(value, alternative, root);
    }
    match (value, of["properties"].as_object()) {
        (Value::Object(fields), Some(known)) => {
            let required = of["required"].as_array().cloned().unwrap_or_default();
            let kept = fields.iter().filter(|(name, _)| required.iter().any(|r| r == name.as_str()));
            let kept = kept.map(|(name, field)| (name.clone(), bare(field, &known[name], root)));
            Value::Object(kept.collect::<Map<_, _>>())
        }
        (Value::Array(all), _) => all.iter().map(|one| bare(one, &of["items"], root)).collect(),
        _ => value.clone(),
    }
}

/// Tells whether a value is of one alternative: by its tag, else by its kind.
fn may_be(value: &Value, one: &Value, root: &Value) -> bool {
    if let Some(name) = one["$ref"].as_str() {
        return may_be(value, &root["$defs"][name.trim_start_matches("#/$defs/")], root);
    }
    match (value, one["type"].as_str()) {
        (Value::Null, kind) => kind == Some("null"),
        (Value::Object(fields), _) => {
            let tags = one["properties"].as_object();
            tags.is_some_and(|all| {
                all.iter().all(|(name, of)| of.get("const").is_none_or(|c| fields.get(name) == Some(c)))
            })
        }
        (_, kind) => kind != Some("null") && kind != Some("object"),
    }
}

fn logs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/old_logs");
    let mut all: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    all.sort();
    all
}

fn bodies(path: &Path) -> Vec<String> {
    fs::read_to_string(path).unwrap().lines().map(str::to_owned).collect()
}

fn entries(bodies: &[String]) -> Vec<Entry> {
    let read = |(at, body): (usize, &String)| {
        let event: Event = serde_json::from_str(body).unwrap_or_else(|e| panic!("{e}: {body}"));
        let turn = u64::try_from(at).unwrap() + 1;
        Entry { turn, at: Timestamp(i64::try_from(turn).unwrap()), event, hash: format!("h{turn}") }
    };
    bodies.iter().enumerate().map(read).collect()
}

/// What of a loop does not hang on fields that may be absent.
fn core(state: &LoopState) -> (String, &Standing, u64, usize, Option<&'static str>) {
    (
        state.id.to_string(),
        &state.standing,
        state.turn,
        state.passes.len(),
        state.outcome().map(|o| o.as_str()),
    )
}

/// Every event of every story without its optional fields: whatever became optional can be absent.
#[test]
fn every_event_folds_without_its_optional_fields() {
    let schema = schema();
    let (mut kinds, mut shorter) = (BTreeSet::new(), 0);
    for (path, recorded) in stories::recorded() {
        let stripped: Vec<String> = recorded
            .iter()
            .map(|entry| {
                let whole = serde_json::to_value(&entry.event).unwrap();
                let bare = bare(&whole, &schema, &schema);
                kinds.insert(bare["kind"].as_str().unwrap().to_owned());
                shorter += usize::from(bare != whole);
                bare.to_string()
            })
            .collect();
        let before = LoopState::fold(&recorded);
        let after = LoopState::fold(&entries(&stripped));
        assert_eq!(before.is_some(), after.is_some(), "{}", path.display());
        assert_eq!(before.map(|s| s.turn), after.map(|s| s.turn), "{}", path.display());
    }
    assert!(shorter > 1000, "{shorter}");
    let known: BTreeSet<String> = schema["oneOf"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["properties"]["kind"]["const"].as_str().unwrap().to_owned())
        .collect();
    let unseen: Vec<&String> = known.difference(&kinds).collect();
    // A branch that is followed, what a tool reports, a link to what took a loop's place, and an agent that was let go have
    // no line in a story.
    assert_eq!(unseen, ["branch_followed", "imported", "let_go", "replaced"], "{kinds:?}");
}

/// The logs that are kept are bare, and fold to what they folded to when they were recorded.
#[test]
fn kept_logs_fold_to_what_they_were() {
    let schema = schema();
    let logs = logs();
    assert!(logs.len() >= 3, "{logs:?}");
    for path in logs {
        let bodies = bodies(&path);
        for body in &bodies {
            let value: Value = serde_json::from_str(body).unwrap();
            assert_eq!(
                bare(&value, &schema, &schema),
                value,
                "{}: a field that may be absent",
                path.display()
            );
        }
        let state = LoopState::fold(&entries(&bodies)).unwrap();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let (_, standing, turn, passes, outcome) = core(&state);
        let told = (name, turn, passes, outcome, state.blocking().len());
        let expected = match name {
            "bazinga-manager" => ("bazinga-manager", 9, 2, None, 1),
            "countersign-dissent" => ("countersign-dissent", 5, 1, Some("approved"), 0),
            "ralph-moved" => ("ralph-moved", 7, 1, Some("accepted_with_warnings"), 0),
            other => panic!("{other} is not told here"),
        };
        assert_eq!(told, expected, "{standing:?}");
    }
}

/// In a real store, under the real program: listed, shown, counted and replayed.
#[test]
fn every_command_goes_on_with_a_kept_log() {
    let scene = Scene::new();
    scene.commit("chore: start", &[("src/a.rs", "one\n")]);
    let mut store = Store::open(&scene.root().join(".git")).unwrap();
    for path in logs() {
        let bodies = bodies(&path);
        let state = LoopState::fold(&entries(&bodies)).unwrap();
        let rows = bodies.iter().enumerate().map(|(at, body)| {
            let kind = serde_json::from_str::<Value>(body).unwrap()["kind"].as_str().unwrap().to_owned();
            let at = Timestamp(1_700_000_000 + i64::try_from(at).unwrap());
            NewEvent { at, kind, version: 1, body: body.clone() }
        });
        let key = state.subject.key(&state.contract);
        let opened = store.open_stream(&key, state.id.as_str(), "loop", &Batch::new(rows)).unwrap();
        assert!(matches!(opened, Opened::New(_)), "{}", path.display());
    }
    drop(store);
    let run = |args: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_countersign"))
            .args(args)
            .current_dir(scene.root())
            .env("COUNTERSIGN_LOG", "off")
            .output()
            .unwrap();
        let text =
            String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{args:?}: {text}");
        assert!(!text.contains("left out") && !text.contains("cannot be read"), "{args:?}: {text}");
        text
    };
    let metrics: Value = serde_json::from_str(&run(&["metrics", "--json"])).unwrap();
    assert_eq!(metrics["all"]["loops"], 3, "{metrics:#}");
    run(&["status"]);
    for path in logs() {
        let state = LoopState::fold(&entries(&bodies(&path))).unwrap();
        let id = state.id.as_str();
        assert!(run(&["log", id]).lines().count() >= 5);
        let name = state.protocol.name.clone();
        let replay: Value =
            serde_json::from_str(&run(&["replay", id, "--protocol", &name, "--json"])).unwrap();
        assert_eq!(replay[0]["recorded"]["passes"], replay[0]["replayed"]["passes"], "{replay:#}");
    }
}

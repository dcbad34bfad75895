//! What hosts see of the tools: portable by the rules every host keeps to, small, and as checked in.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use countersign::mcp::listed_tools;
use serde_json::{Map, Value};

/// Bytes of names, descriptions and input schemas of all nine tools (SPEC 3).
const INPUT_BYTES: usize = 12_000;
/// The same with output schemas.
const TOTAL_BYTES: usize = 16_384;

fn tools() -> Vec<Value> {
    listed_tools().iter().map(|t| serde_json::to_value(t).expect("a listing is JSON")).collect()
}

/// Reads every file below a folder, by its path from there.
fn tree(folder: &Path) -> BTreeMap<PathBuf, String> {
    let mut held = BTreeMap::new();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(next).expect("a folder").map(|e| e.expect("an entry").path()) {
            if entry.is_dir() {
                open.push(entry);
            } else {
                let name = entry.strip_prefix(folder).expect("below it").to_owned();
                held.insert(name, fs::read_to_string(&entry).expect("text"));
            }
        }
    }
    held
}

#[test]
fn the_checked_in_schemas_are_current() {
    let fresh = tempfile::tempdir().expect("a folder");
    let made = Command::new(env!("CARGO_BIN_EXE_countersign"))
        .args(["schema", "--write"])
        .arg(fresh.path())
        .status()
        .expect("the binary runs");
    assert!(made.success());
    let held = tree(&Path::new(env!("CARGO_MANIFEST_DIR")).join("schemas"));
    let fresh = tree(fresh.path());
    assert_eq!(held.keys().collect::<Vec<_>>(), fresh.keys().collect::<Vec<_>>(), "run `just bless`");
    for (name, text) in fresh {
        assert!(held[&name] == text, "{} is not current; run `just bless`", name.display());
    }
}

#[test]
fn the_list_is_small() {
    let bytes = |value: &Value| value.to_string().len();
    let mut input = 0;
    let mut output = 0;
    for tool in tools() {
        let text = |key: &str| tool[key].as_str().unwrap_or_default().len();
        input += text("name") + text("description") + bytes(&tool["inputSchema"]);
        output += bytes(&tool["outputSchema"]);
    }
    println!(
        "{} tools: {input} bytes of names, descriptions and input schemas, {} with output schemas (of {INPUT_BYTES} and {TOTAL_BYTES})",
        tools().len(),
        input + output
    );
    assert!(input <= INPUT_BYTES, "{input} bytes of input schemas and descriptions");
    assert!(input + output <= TOTAL_BYTES, "{} bytes with output schemas", input + output);
}

#[test]
fn every_tool_introduces_itself() {
    for tool in tools() {
        let name = tool["name"].as_str().expect("a name");
        assert!(
            name.len() <= 40
                && name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_'),
            "{name}"
        );
        let description = tool["description"].as_str().expect("a description");
        assert!(
            description.starts_with("Call this") && description.len() < 2048,
            "{name}: says when to call it"
        );
        assert!(tool["title"].as_str().is_some_and(|t| !t.is_empty()), "{name}: a title");
        let hints = &tool["annotations"];
        for (hint, expected) in
            [("destructiveHint", false), ("idempotentHint", true), ("openWorldHint", false)]
        {
            assert_eq!(hints[hint], expected, "{name}: {hint}");
        }
        let reads = matches!(name, "parse_verdict" | "loop_status" | "check_plan");
        assert_eq!(hints["readOnlyHint"], reads, "{name}");
    }
}

#[test]
fn every_schema_keeps_the_rules_that_all_hosts_share() {
    let mut faults = Vec::new();
    for tool in tools() {
        let name = tool["name"].as_str().expect("a name");
        for (key, is_input) in [("inputSchema", true), ("outputSchema", false)] {
            let schema = tool[key].as_object().unwrap_or_else(|| panic!("{name} has no {key}"));
            let at = format!("{name}.{key}");
            if schema.get("type") != Some(&Value::from("object")) || !schema.contains_key("properties") {
                faults.push(format!("{at}: the root is no object with properties"));
            }
            if is_input {
                check_limits(&at, schema, &mut faults);
            }
            check(&at, schema, is_input, true, &mut faults);
        }
        if !tool["inputSchema"]["properties"]["worktree"].is_object() {
            faults.push(format!("{name}: takes no worktree"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Checks one schema and all in it: known keywords only, one type, items, descriptions, closed objects.
fn check(at: &str, schema: &Map<String, Value>, is_input: bool, is_root: bool, faults: &mut Vec<String>) {
    const KNOWN: [&str; 7] =
        ["type", "description", "properties", "required", "items", "enum", "additionalProperties"];
    for key in schema.keys().filter(|k| !KNOWN.contains(&k.as_str())) {
        faults.push(format!("{at}: keyword {key}"));
    }
    let kind = schema.get("type").and_then(Value::as_str).unwrap_or_default();
    if !["object", "array", "string", "integer", "boolean"].contains(&kind) {
        faults.push(format!("{at}: type {:?}", schema.get("type")));
    }
    if let Some(words) = schema.get("enum")
        && !words.as_array().is_some_and(|w| !w.is_empty() && w.iter().all(Value::is_string))
    {
        faults.push(format!("{at}: enum {words}"));
    }
    if kind == "array" {
        match schema.get("items").and_then(Value::as_object) {
            Some(items) => check(&format!("{at}[]"), items, is_input, false, faults),
            None => faults.push(format!("{at}: an array without items")),
        }
    }
    if kind == "object" && is_input && schema.get("additionalProperties") != Some(&Value::Bool(false)) {
        faults.push(format!("{at}: an open object"));
    }
    let none = Map::new();
    let properties = schema.get("properties").and_then(Value::as_object).unwrap_or(&none);
    if kind == "object" && properties.is_empty() && (is_input || is_root) {
        faults.push(format!("{at}: an object without properties"));
    }
    for (name, property) in properties {
        let at = format!("{at}.{name}");
        let Some(property) = property.as_object() else {
            faults.push(format!("{at}: {property}"));
            continue;
        };
        // An output's fields are named for the answer, which is what models read.
        if is_input && property.get("description").and_then(Value::as_str).is_none_or(str::is_empty) {
            faults.push(format!("{at}: no description"));
        }
        check(&at, property, is_input, false, faults);
    }
    for name in schema.get("required").and_then(Value::as_array).into_iter().flatten() {
        if !name.as_str().is_some_and(|n| properties.contains_key(n)) {
            faults.push(format!("{at}: requires {name}, which it does not have"));
        }
    }
}

/// Checks that every text and list of an input states its limit where a model reads it: in the description.
fn check_limits(at: &str, schema: &Map<String, Value>, faults: &mut Vec<String>) {
    for (name, property) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
        let at = format!("{at}.{name}");
        let Some(property) = property.as_object() else { continue };
        let description = property.get("description").and_then(Value::as_str).unwrap_or_default();
        let bounded = description.contains('≤') || property.contains_key("enum");
        let kind = property.get("type").and_then(Value::as_str).unwrap_or_default();
        if matches!(kind, "string" | "array") && !bounded {
            faults.push(format!("{at}: states no limit"));
        }
        check_limits(&at, property, faults);
        if let Some(items) = property.get("items").and_then(Value::as_object) {
            check_limits(&format!("{at}[]"), items, faults);
        }
    }
}

//! The Claude Code plugin and what people call by name: one source for each text, and nothing in it that is not there.
//!
//! That the real client takes it is played by `tests/claude/home.py`.

#![allow(clippy::unwrap_used, reason = "a plugin that cannot be read fails its test")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use countersign::mcp::listed_tools;
use expect_test::expect_file;
use serde_json::{Value, json};

use crate::client::{Client, Era};
use crate::scene::Scene;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn text(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap()
}

fn read(path: &str) -> Value {
    serde_json::from_str(&text(path)).unwrap()
}

/// The tools that a text says to call.
fn called() -> regex::Regex {
    regex::Regex::new(r"tool `([a-z_]+)`").unwrap()
}

/// The names of what lies in a folder.
fn names(folder: &str) -> BTreeSet<String> {
    let entries = fs::read_dir(root().join(folder)).unwrap().map(Result::unwrap);
    entries.map(|entry| entry.file_name().into_string().unwrap()).collect()
}

/// The plugin's agents are the project's with the names that tools and agents have in a plugin. `just bless` makes them.
#[test]
fn the_plugins_agents_are_made_from_the_projects() {
    let sources: BTreeSet<String> = names("agents");
    assert_eq!(sources, names("plugin/agents"), "an agent without its source, or the other way round");
    for name in &sources {
        let source = text(&format!("agents/{name}"));
        let made = source
            .replace("mcp__countersign__", "mcp__plugin_countersign_countersign__")
            .replace("`countersign-reviewer` subagent", "`countersign:countersign-reviewer` subagent");
        expect_file![root().join("plugin/agents").join(name)].assert_eq(&made);
    }
}

#[test]
fn the_manifest_names_what_there_is() {
    let manifest = read(".claude-plugin/plugin.json");
    assert_eq!(manifest["name"], "countersign");
    assert_eq!(manifest["version"], env!("CARGO_PKG_VERSION"));
    let agents: BTreeSet<String> =
        manifest["agents"].as_array().unwrap().iter().map(|a| a.as_str().unwrap().to_owned()).collect();
    let there: BTreeSet<String> =
        names("plugin/agents").iter().map(|n| format!("./plugin/agents/{n}")).collect();
    assert_eq!(agents, there);
    let mut server = read("mcp.json")["mcpServers"]["countersign"].clone();
    server.as_object_mut().unwrap().remove("type");
    assert_eq!(manifest["mcpServers"], json!({ "countersign": server }));
    let market = read(".claude-plugin/marketplace.json");
    assert_eq!(market["plugins"][0]["name"], manifest["name"]);
    assert_eq!(market["plugins"][0]["source"], "./");
    // A file of that name at the root would register a second server with whoever works on this project.
    assert!(!root().join(".mcp.json").exists());
}

#[test]
fn every_hook_of_the_plugin_calls_ours_and_matches_both_names_of_a_tool() {
    let hooks = read("hooks/hooks.json");
    let mut matched = false;
    for (event, groups) in hooks["hooks"].as_object().unwrap() {
        for group in groups.as_array().unwrap() {
            for hook in group["hooks"].as_array().unwrap() {
                assert_eq!(
                    (&hook["type"], &hook["command"]),
                    (&json!("command"), &json!("countersign hook")),
                    "{event}"
                );
            }
            let Some(matcher) =
                group.get("matcher").and_then(Value::as_str).filter(|_| event == "PreToolUse")
            else {
                continue;
            };
            let matcher = regex::Regex::new(&format!("^(?:{matcher})$")).unwrap();
            for tool in listed_tools() {
                let both = [
                    format!("mcp__countersign__{}", tool.name),
                    format!("mcp__plugin_countersign_countersign__{}", tool.name),
                ];
                matched |= both.iter().all(|name| matcher.is_match(name));
            }
        }
    }
    assert!(matched, "no hook sees our tools called");
}

#[test]
fn each_skill_introduces_itself_and_names_tools_there_are() {
    let tools: BTreeSet<String> = listed_tools().iter().map(|t| t.name.to_string()).collect();
    let calls = called();
    for name in names("skills") {
        let source = text(&format!("skills/{name}/SKILL.md"));
        let (front, body) = source.strip_prefix("---\n").unwrap().split_once("\n---\n").unwrap();
        let value =
            |key: &str| front.lines().find_map(|l| l.strip_prefix(&format!("{key}: "))).unwrap_or_default();
        assert_eq!(value("name"), name);
        assert!(value("description").len() > 30 && !value("description").contains(": "), "{name}");
        assert!(body.contains("$ARGUMENTS"), "{name} drops what the user names");
        let called: Vec<&str> = calls.captures_iter(body).map(|c| c.get(1).unwrap().as_str()).collect();
        assert!(!called.is_empty() && called.iter().all(|tool| tools.contains(*tool)), "{name}: {called:?}");
    }
}

/// The calls that skills and prompts give must be taken as they stand, but for the values in words.
#[test]
fn the_calls_in_skills_have_arguments_that_the_tools_know() {
    let call = regex::Regex::new(r"`(\{[^`]*\})`").unwrap();
    let first = called();
    for name in names("skills") {
        let body = text(&format!("skills/{name}/SKILL.md"));
        let tool = first.captures(&body).unwrap()[1].to_owned();
        for (n, found) in call.captures_iter(&body).enumerate() {
            let arguments: Value = serde_json::from_str(&found[1]).unwrap();
            // The review's last step asks for the status.
            let tool = if name == "review" && n == 4 { "loop_status".to_owned() } else { tool.clone() };
            let known = read(&format!("schemas/tools/{tool}.json"));
            for (key, value) in arguments.as_object().unwrap() {
                let property = &known["inputSchema"]["properties"][key];
                let kind = if value.is_boolean() { "boolean" } else { "string" };
                assert_eq!(property["type"], kind, "{name}: `{key}` of {tool}");
            }
        }
    }
}

#[test]
fn prompts_are_listed_and_filled_in_both_lifecycles() {
    let scene = Scene::new();
    for era in [Era::Handshake, Era::Stateless] {
        let mut client = Client::start(scene.root(), era);
        let listed = client.request("prompts/list", json!({}));
        let prompts = listed["result"]["prompts"].as_array().unwrap();
        let found: Vec<&str> = prompts.iter().map(|p| p["name"].as_str().unwrap()).collect();
        assert_eq!(found, ["review", "fix", "verify", "resume", "status", "why_blocked"]);
        let skills: BTreeSet<String> = found.iter().map(|name| name.replace('_', "-")).collect();
        assert_eq!(skills, names("skills"), "a skill without its prompt, or the other way round");
        for prompt in prompts {
            assert!(prompt["title"].is_string() && prompt["description"].is_string(), "{prompt}");
            assert!(
                prompt["arguments"].as_array().unwrap().iter().all(|a| a["required"] == false),
                "{prompt}"
            );
        }
        let params = json!({ "name": "verify", "arguments": { "phase": "14.1" } });
        let got = client.request("prompts/get", params);
        let said = got["result"]["messages"][0]["content"]["text"].as_str().unwrap();
        assert_eq!(got["result"]["messages"][0]["role"], "user", "{got}");
        assert!(said.contains("The phase: 14.1\n") && said.contains("`verify_phase`"), "{said}");
        let wrong = client.request("prompts/get", json!({ "name": "no_such" }));
        assert_eq!(wrong["error"]["code"], -32602, "{wrong}");
        let wrong = client.request("prompts/get", json!({ "arguments": 3 }));
        assert_eq!(wrong["error"]["code"], -32602, "{wrong}");
        let method = if era == Era::Handshake { "ping" } else { "server/discover" };
        let there = client.request(method, json!({}));
        assert!(there["result"].is_object(), "{there}");
    }
}

#[test]
fn both_lifecycles_say_that_there_are_prompts() {
    let scene = Scene::new();
    let mut client = Client::spawn(scene.root(), Era::Handshake, &[]);
    let params = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "it", "version": "0" } });
    let answer = client.request("initialize", params);
    assert!(answer["result"]["capabilities"]["prompts"].is_object(), "{answer}");
    let mut client = Client::spawn(scene.root(), Era::Stateless, &[]);
    let answer = client.request("server/discover", json!({}));
    assert!(answer["result"]["capabilities"]["prompts"].is_object(), "{answer}");
}

fn said(words: &[&str], folder: &Path) -> String {
    let output =
        Command::new(env!("CARGO_BIN_EXE_countersign")).args(words).current_dir(folder).output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{words:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn shells_and_man_know_every_command() {
    let folder = tempfile::tempdir().unwrap();
    let help = said(&["--help"], folder.path());
    let commands: Vec<&str> = help
        .lines()
        .filter_map(|line| line.strip_prefix("  ")?.split_once("  "))
        .map(|(name, _)| name)
        .filter(|name| !name.is_empty() && !name.starts_with(['-', ' ']) && *name != "help")
        .collect();
    assert!(commands.len() > 14 && commands.contains(&"check-plan"), "{commands:?}");
    let page = said(&["man"], folder.path());
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let text = said(&["completions", shell], folder.path());
        for command in &commands {
            assert!(text.contains(command), "{shell}: no {command}");
        }
        assert!(text.contains("dry-run"), "{shell}: options of init");
    }
    for command in &commands {
        let head = format!(".SH \"COUNTERSIGN {}\"\n", command.to_uppercase());
        assert!(page.contains(&head), "man: no {command}");
    }
    assert!(page.starts_with(".ie") && page.contains(".TH countersign 1"), "{}", &page[..200]);
}

/// Whoever raises the version in one place is told of the others.
#[test]
fn every_package_has_the_version_and_the_tools_of_the_program() {
    let version = json!(env!("CARGO_PKG_VERSION"));
    let npm = read("packages/npm/countersign/package.json");
    let registry = read("server.json");
    let bundle = read("packages/mcpb/manifest.json");
    for (file, found) in [
        ("packages/npm/countersign/package.json", &npm["version"]),
        ("server.json", &registry["version"]),
        ("server.json", &registry["packages"][0]["version"]),
        ("packages/mcpb/manifest.json", &bundle["version"]),
    ] {
        assert_eq!(*found, version, "{file}");
    }
    assert!(npm["optionalDependencies"].as_object().unwrap().values().all(|v| *v == version));
    assert!(npm.get("scripts").is_none(), "nothing runs at install time");
    assert_eq!(registry["packages"][0]["identifier"], npm["name"]);
    assert_eq!(registry["name"], npm["mcpName"]);
    assert!(registry["description"].as_str().unwrap().len() <= 100);
    let told: BTreeSet<&str> =
        bundle["tools"].as_array().unwrap().iter().map(|t| t["name"].as_str().unwrap()).collect();
    let tools = listed_tools();
    assert_eq!(told, tools.iter().map(|t| t.name.as_ref()).collect::<BTreeSet<&str>>());
}

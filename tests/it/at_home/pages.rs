//! The pages of `docs/` against the program: what they tell users to type, to call, to set and to expect is there.
//!
//! Every word in code that has an underscore must be known to the program or stand in the list of the systems' own words,
//! so that a tool, a field or an action cannot be renamed and live on in a page.

#![allow(clippy::panic, reason = "a page that is wrong ends the test")]

use std::collections::BTreeSet;
use std::path::Path;

use countersign::domain::next_step::Action;
use countersign::domain::protocol::Protocol;
use countersign::domain::review_loop::event::Outcome;
use countersign::mcp::listed_tools;
use regex::Regex;
use serde_json::{Value, json};

use super::run;

const SYSTEMS: [&str; 5] = ["megazord", "yolo", "gsd", "ralph", "bazinga"];

/// Words of the systems' own files and prompts; the program gives none of them a meaning of its own.
const FOREIGN: [&str; 17] = [
    "general-purpose",
    "tech_lead",
    "workflow_routing_reference",
    "execution_review",
    "max_retries",
    "model_profile",
    "must_haves",
    "review_gate",
    "review_max_cycles",
    "review_iteration",
    "no_progress_count",
    "bazinga_*",
    "review_loop_start",
    "review_loop_cycle",
    "review_loop_end",
    "review_agent_fallback",
    "review_parse_failure",
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn text(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|e| panic!("{path}: {e}"))
}

fn page(system: &str) -> String {
    text(&format!("docs/{system}.md"))
}

/// What stands in backticks or in fenced blocks, a piece each.
fn code(page: &str) -> Vec<String> {
    let mut pieces = Vec::new();
    let mut fenced: Option<String> = None;
    for line in page.lines() {
        if line.starts_with("```") {
            match fenced.take() {
                Some(block) => pieces.push(block),
                None => fenced = Some(String::new()),
            }
        } else if let Some(block) = &mut fenced {
            block.push_str(line);
            block.push('\n');
        } else {
            pieces.extend(line.split('`').skip(1).step_by(2).map(str::to_owned));
        }
    }
    assert!(fenced.is_none(), "a block is not closed");
    pieces
}

/// The commands of the program's own help.
fn commands() -> BTreeSet<String> {
    let help = help(&["--help"]);
    let list = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap().to_owned();
    list.lines().filter_map(|l| l.split_whitespace().next()).map(str::to_owned).collect()
}

fn help(words: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("empty");
    std::fs::create_dir(&inner).unwrap();
    String::from_utf8(run(&inner, words).stdout).unwrap()
}

fn protocol(name: &str) -> Protocol {
    Protocol::all().into_iter().find(|p| p.name == name).unwrap_or_else(|| panic!("no protocol {name}"))
}

/// Every string and key in a value.
fn words_of(value: &Value, into: &mut BTreeSet<String>) {
    match value {
        Value::String(word) => {
            into.insert(word.clone());
        }
        Value::Array(items) => items.iter().for_each(|item| words_of(item, into)),
        Value::Object(map) => {
            for (key, item) in map {
                into.insert(key.clone());
                words_of(item, into);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// What the program gives a meaning: tools, their fields and values, actions, outcomes, rules and settings.
fn known() -> BTreeSet<String> {
    let mut known: BTreeSet<String> = FOREIGN.iter().map(|w| (*w).to_owned()).collect();
    for tool in listed_tools() {
        known.insert(tool.name.to_string());
        words_of(&json!(tool.input_schema), &mut known);
        words_of(&json!(tool.output_schema), &mut known);
    }
    for protocol in Protocol::all() {
        words_of(&json!(protocol), &mut known);
    }
    let outcomes = [
        Outcome::Approved,
        Outcome::ApprovedWithNotes,
        Outcome::AcceptedWithWarnings,
        Outcome::AcceptedWithIssues,
        Outcome::Skipped,
        Outcome::Failed,
    ];
    words_of(&json!(outcomes), &mut known);
    words_of(&json!([Action::Reexecute, Action::AskUser, Action::CloseGaps]), &mut known);
    // What answers hold deeper than their schemas tell stands in the sources.
    let word = Regex::new(r"[a-z]+(_[a-z]+)+").unwrap();
    let mut open = vec![root().join("src")];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
            if entry.file_type().unwrap().is_dir() {
                open.push(entry.path());
            } else {
                let source = std::fs::read_to_string(entry.path()).unwrap();
                known.extend(word.find_iter(&source).map(|w| w.as_str().to_owned()));
            }
        }
    }
    known
}

#[test]
fn every_system_has_a_page_that_the_readme_names() {
    let readme = text("README.md");
    for system in SYSTEMS {
        let lines = page(system).lines().count();
        assert!((40..=90).contains(&lines), "docs/{system}.md has {lines} lines");
        assert!(
            readme.contains(&format!("(docs/{system}.md)")),
            "README.md does not lead to docs/{system}.md"
        );
    }
}

#[test]
fn every_command_and_option_is_there() {
    let commands = commands();
    let called = Regex::new(r"countersign ([a-z-]+)([^\n]*)").unwrap();
    let option = Regex::new(r"--[a-z-]+").unwrap();
    for system in SYSTEMS {
        let mut seen = 0;
        for piece in code(&page(system)) {
            for found in called.captures_iter(&piece) {
                let (command, rest) = (&found[1], &found[2]);
                assert!(commands.contains(command), "docs/{system}.md: no command {command}: {}", &found[0]);
                let help = help(&[command, "--help"]);
                for option in option.find_iter(rest).map(|o| o.as_str()) {
                    assert!(help.contains(option), "docs/{system}.md: {command} knows no {option}");
                }
                seen += 1;
            }
        }
        assert!(seen >= 3, "docs/{system}.md names {seen} commands");
    }
}

#[test]
fn every_call_is_one_that_the_tool_takes() {
    let tools = listed_tools();
    for system in SYSTEMS {
        let mut calls = 0;
        for piece in code(&page(system)) {
            for tool in &tools {
                for (at, _) in piece.match_indices(&format!("{} {{", tool.name)) {
                    let given = &piece[at + tool.name.len() + 1..];
                    let mut read = serde_json::Deserializer::from_str(given).into_iter::<Value>();
                    let given =
                        read.next().unwrap().unwrap_or_else(|e| panic!("docs/{system}.md: {given}: {e}"));
                    let takes = &tool.input_schema["properties"];
                    for name in given.as_object().unwrap().keys() {
                        assert!(takes.get(name).is_some(), "docs/{system}.md: {} takes no {name}", tool.name);
                    }
                    calls += 1;
                }
            }
        }
        assert!(calls > 0, "docs/{system}.md shows no call");
    }
}

#[test]
fn every_word_of_the_program_is_one() {
    let known = known();
    let word = Regex::new(r"[a-z]+(_[a-z*]+)+").unwrap();
    for system in SYSTEMS {
        for piece in code(&page(system)) {
            let whole = piece.trim();
            // A path or a line of others is not the program's word; a word by itself or as a JSON key is.
            for found in word.find_iter(&piece) {
                let alone = found.as_str() == whole;
                let key = piece[found.end()..].starts_with("\":");
                let value = piece[..found.start()].ends_with(": \"") && piece[found.end()..].starts_with('"');
                if alone || key || value {
                    let known = known.contains(found.as_str());
                    assert!(known, "docs/{system}.md: the program knows no `{}`", found.as_str());
                }
            }
        }
    }
}

/// The table of rules is that of the protocol: its limit, its words, its agents, its choices, its switch.
#[test]
fn the_rules_are_those_that_hold() {
    for system in SYSTEMS {
        let page = page(system);
        let rules = protocol(system);
        let limit = page.lines().find(|l| l.starts_with("| limit |")).unwrap_or_default();
        let most = rules.max_no_progress.unwrap_or(rules.max_passes);
        assert!(limit.contains(&format!("{most} ")), "docs/{system}.md: the limit is {most}: {limit}");
        assert!(limit.contains(&rules.max_passes.to_string()), "docs/{system}.md: {limit}");
        let code = code(&page);
        let says = |word: &str| code.iter().any(|piece| piece.contains(word));
        let blocks = page.lines().find(|l| l.starts_with("| a finding blocks if |")).unwrap_or_default();
        for word in rules.severity_words.iter().filter(|w| rules.blocking.contains(&w.severity)) {
            let named =
                blocks.contains(&format!("`{}`", word.word)) || blocks.contains(&word.word.to_lowercase());
            assert!(named, "docs/{system}.md: {} blocks: {blocks}", word.word);
        }
        if system != "bazinga" {
            assert!(says(&rules.agents.reviewer), "docs/{system}.md: no word on {}", rules.agents.reviewer);
        }
        for tier in &rules.tiers {
            assert!(
                says(&tier.agent) || says(&rules.agents.author),
                "docs/{system}.md: no word on {}",
                tier.agent
            );
        }
        let choices = rules.user_choices.iter().chain(&rules.manual_choices).chain(&rules.manager_choices);
        for choice in choices {
            assert!(says(&choice.word), "docs/{system}.md: no word on the choice {}", choice.word);
        }
    }
}

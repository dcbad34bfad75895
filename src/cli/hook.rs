//! `countersign hook`: what a host's hooks call, with the hook's JSON on standard input.
//!
//! At a session's start, which after a compaction comes again, it hands the model the open loops and the exact calls that
//! go on with them. Before a call of a tool it keeps which agent makes it (SPEC 6.10), and before a commit or a push it
//! says where the gate is shut. When subagents start and end it tells them what is theirs, records what a reviewer only
//! printed, and holds back who leaves a step undone (SPEC 11).
//!
//! It reads the store itself and needs no server. It never stands in a host's way: whatever goes wrong, it ends with
//! success and a line on standard error, since other exit codes block.

#[cfg(fuzzing)]
pub mod fuzzed;
mod input;
mod words;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use serde_json::{Value, json};

use super::Run;
use crate::app::App;
use crate::domain::attested::Attested;
use crate::domain::envelope::one_line;
use crate::domain::git_command;
use input::{Event, Input};

/// Answers a host's hook: open loops at session start, who makes a call, what a subagent is to do and has left undone
#[derive(Debug, clap::Args)]
pub(super) struct Hook {}

/// How long a hook waits for whoever writes, at each of its few steps.
const LOCK_WAIT: Duration = Duration::from_millis(1_500);

impl Run for Hook {
    fn run(self) -> ExitCode {
        // The host gives up after some seconds, and then nobody is told anything.
        App::waits_at_most(LOCK_WAIT);
        let told = input::read().and_then(|input| answer(&input));
        let done = told.and_then(|answer| match answer {
            Some(answer) => writeln!(io::stdout(), "{answer}").map_err(|e| format!("cannot answer: {e}")),
            None => Ok(()),
        });
        if let Err(why) = done {
            let _ = writeln!(io::stderr(), "countersign hook: {}", one_line(&why));
        }
        ExitCode::SUCCESS
    }
}

/// Returns what is to be printed: nothing for events that are not answered, and nothing where nothing is open.
fn answer(input: &Input) -> Result<Option<Value>, String> {
    match input.event() {
        Event::SessionStart => session_start(input),
        Event::PreToolUse => before_tool(input),
        Event::SubagentStart => agent_started(input),
        Event::SubagentStop => agent_ended(input),
        Event::Other => Ok(None),
    }
}

fn app(input: &Input) -> App {
    App::new(input.cwd.clone().unwrap_or_else(|| PathBuf::from(".")))
}

fn session_start(input: &Input) -> Result<Option<Value>, String> {
    let open = app(input).open_loops().map_err(|e| e.to_string())?;
    Ok(words::open_loops(&open).map(|text| context("SessionStart", &text)))
}

/// The tools whose calls carry on who makes them; the others change nothing. Under which name the server is registered is
/// the host's to say.
const ATTESTED: [&str; 6] =
    ["review_task", "record_findings", "respond_findings", "record_tests", "decide", "verify_phase"];

fn before_tool(input: &Input) -> Result<Option<Value>, String> {
    let Some(tool) = input.tool_name.as_deref() else { return Ok(None) };
    if tool == "Bash" {
        return before_shell(input);
    }
    let ours = tool.strip_prefix("mcp__").and_then(|rest| rest.rsplit_once("__"));
    if !ours.is_some_and(|(_, name)| ATTESTED.contains(&name)) {
        return Ok(None);
    }
    // The host names the call here, before a model could know its name.
    let (Some(call), Some(by)) = (&input.tool_use_id, agent(input)?) else { return Ok(None) };
    app(input).attest(call, &by).map(|()| None).map_err(|e| e.to_string())
}

fn before_shell(input: &Input) -> Result<Option<Value>, String> {
    let line = input.tool_input.as_ref().and_then(|tool| tool.get("command")).and_then(Value::as_str);
    let acts = git_command::acts(line.unwrap_or_default());
    if acts.is_empty() {
        return Ok(None);
    }
    let shut = app(input).before_git(&acts).map_err(|e| e.to_string())?;
    Ok(shut.map(|shut| {
        json!({ "hookSpecificOutput": {
            "hookEventName": "PreToolUse",
            "permissionDecision": "deny",
            "permissionDecisionReason": words::shut(&shut),
        } })
    }))
}

fn agent_started(input: &Input) -> Result<Option<Value>, String> {
    let Some(by) = agent(input)?.filter(Attested::is_subagent) else { return Ok(None) };
    let started = app(input).agent_started(&by).map_err(|e| e.to_string())?;
    Ok(started.map(|started| context("SubagentStart", &words::started(&started))))
}

fn agent_ended(input: &Input) -> Result<Option<Value>, String> {
    let Some(by) = agent(input)?.filter(Attested::is_subagent) else { return Ok(None) };
    let text = input.last_assistant_message.as_deref().unwrap_or_default();
    let held = app(input).agent_ended(&by, text).map_err(|e| e.to_string())?;
    Ok(held.map(|held| json!({ "decision": "block", "reason": words::held_back(&held) })))
}

/// Returns whom the hook speaks of; nothing where it names no session.
fn agent(input: &Input) -> Result<Option<Attested>, String> {
    let Some(session) = &input.session_id else { return Ok(None) };
    Attested::read(session, input.agent_id.as_deref(), input.agent_type.as_deref())
        .map(Some)
        .map_err(|field| format!("`{field}` is no name that a host gives"))
}

fn context(event: &str, text: &str) -> Value {
    json!({ "hookSpecificOutput": { "hookEventName": event, "additionalContext": text } })
}

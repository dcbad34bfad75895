//! A hook's JSON, as far as it is used. Whoever can start the program can write it, so nothing in it is believed beyond
//! what it may do: sizes are bounded, and names are looked at before they are kept.

use std::io::{self, Read};
use std::path::PathBuf;

use serde::Deserialize;
use serde_json::Value;

/// A hook's input is read up to this many bytes; hosts put whole tool answers into some.
const LIMIT: u64 = 16 * 1024 * 1024;

/// What is used of a hook's input; hosts send much more.
#[derive(Debug, Deserialize)]
pub(super) struct Input {
    hook_event_name: String,
    /// The session's directory, which may be a linked worktree.
    pub(super) cwd: Option<PathBuf>,
    pub(super) session_id: Option<String>,
    /// `mcp__countersign__decide`; a plugin puts its own name before the server's.
    pub(super) tool_name: Option<String>,
    /// The call to come carries it again.
    pub(super) tool_use_id: Option<String>,
    /// Of a shell: its command. Other tools' are not looked at.
    pub(super) tool_input: Option<Value>,
    /// Only of subagents.
    pub(super) agent_id: Option<String>,
    pub(super) agent_type: Option<String>,
    /// What a subagent that wants to end said last.
    pub(super) last_assistant_message: Option<String>,
}

/// The events that are answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Event {
    SessionStart,
    PreToolUse,
    SubagentStart,
    SubagentStop,
    Other,
}

impl Input {
    pub(super) fn event(&self) -> Event {
        match self.hook_event_name.as_str() {
            "SessionStart" => Event::SessionStart,
            "PreToolUse" => Event::PreToolUse,
            "SubagentStart" => Event::SubagentStart,
            "SubagentStop" => Event::SubagentStop,
            _ => Event::Other,
        }
    }
}

/// Reads the input from standard input.
pub(super) fn read() -> Result<Input, String> {
    let mut text = Vec::new();
    io::stdin()
        .take(LIMIT + 1)
        .read_to_end(&mut text)
        .map_err(|e| format!("the input cannot be read: {e}"))?;
    if text.len() as u64 > LIMIT {
        return Err(format!("the input is longer than {LIMIT} bytes"));
    }
    serde_json::from_slice(&text).map_err(|e| format!("the input is no hook JSON: {e}"))
}

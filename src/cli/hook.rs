//! `countersign hook`: what a host's hooks call, with the hook's JSON on standard input.
//!
//! At a session's start, which after a compaction comes again, it hands the model the open loops and the exact
//! calls that go on with them. Before a call of a tool it keeps which agent makes it (SPEC 6.10). It reads the store itself and needs no server. It never stands in a host's way:
//! whatever goes wrong, it ends with success and a line on standard error, since other exit codes block.

use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use serde::Deserialize;
use serde_json::json;

use super::Run;
use super::print::word;
use crate::app::App;
use crate::app::answers::{LoopRow, LoopStatusAnswer, NextStep};
use crate::domain::attested::Attested;
use crate::domain::envelope::one_line;

/// A hook's input is read up to this many bytes; hosts put whole tool answers into some.
const INPUT_LIMIT: u64 = 16 * 1024 * 1024;
/// Characters of a sentence that others wrote; calls are never cut.
const SENTENCE: usize = 240;

/// Answers a host's hook: open loops at session start and after compaction; before a call, who makes it
#[derive(Debug, clap::Args)]
pub(super) struct Hook {}

/// What is used of a hook's input; hosts send much more.
#[derive(Debug, Deserialize)]
struct Input {
    hook_event_name: String,
    /// The session's directory, which may be a linked worktree.
    cwd: Option<PathBuf>,
    session_id: Option<String>,
    /// `mcp__countersign__decide`; a plugin puts its own name before the server's.
    tool_name: Option<String>,
    /// The call to come carries it again.
    tool_use_id: Option<String>,
    /// Only inside a subagent.
    agent_id: Option<String>,
    agent_type: Option<String>,
}

impl Run for Hook {
    fn run(self) -> ExitCode {
        let told = read().and_then(|input| answer(&input));
        let done = told.and_then(|answer| match answer {
            Some(text) => writeln!(io::stdout(), "{text}").map_err(|e| format!("cannot answer: {e}")),
            None => Ok(()),
        });
        if let Err(why) = done {
            let _ = writeln!(io::stderr(), "countersign hook: {}", one_line(&why));
        }
        ExitCode::SUCCESS
    }
}

fn read() -> Result<Input, String> {
    let mut text = Vec::new();
    io::stdin()
        .take(INPUT_LIMIT + 1)
        .read_to_end(&mut text)
        .map_err(|e| format!("the input cannot be read: {e}"))?;
    if text.len() as u64 > INPUT_LIMIT {
        return Err(format!("the input is longer than {INPUT_LIMIT} bytes"));
    }
    serde_json::from_slice(&text).map_err(|e| format!("the input is no hook JSON: {e}"))
}

/// Returns what is to be printed: nothing for events that are not answered, and nothing where nothing is open.
fn answer(input: &Input) -> Result<Option<String>, String> {
    let start = input.cwd.clone().unwrap_or_else(|| ".".into());
    match input.hook_event_name.as_str() {
        "SessionStart" => {}
        "PreToolUse" => return attest(start, input).map(|()| None),
        _ => return Ok(None),
    }
    let open = App::new(start).open_loops().map_err(|e| e.to_string())?;
    Ok(context(&open).map(|text| {
        json!({ "hookSpecificOutput": { "hookEventName": "SessionStart", "additionalContext": text } })
            .to_string()
    }))
}

/// Keeps who makes a call of a server's tool: the host names the call here, before a model could know its name. Which
/// servers' tools come here is for the host's matcher to say; ours may be registered under any name.
fn attest(start: PathBuf, input: &Input) -> Result<(), String> {
    let (Some(call), Some(session)) = (&input.tool_use_id, &input.session_id) else { return Ok(()) };
    if !input.tool_name.as_deref().is_some_and(|name| name.starts_with("mcp__")) {
        return Ok(());
    }
    let by =
        Attested { session: session.clone(), agent: input.agent_id.clone(), kind: input.agent_type.clone() };
    App::new(start).attest(call, &by).map_err(|e| e.to_string())
}

/// Tells the open loops, a few lines each; nothing when there are none.
fn context(open: &LoopStatusAnswer) -> Option<String> {
    if open.loops.is_empty() && open.remarks.is_empty() {
        return None;
    }
    let mut text = String::from(
        "Countersign: review loops are open in this repository. For each: whoever `next` names does it (where that \
         is a subagent, start it with the loop_id), then makes the call exactly as given, adding the arguments named \
         under `fill`.\n",
    );
    for row in &open.loops {
        text.push_str(&one(row));
    }
    if let Some(cursor) = &open.cursor {
        text.push_str(&format!("- More are open. Call: loop_status {}\n", json!({ "cursor": cursor })));
    }
    for remark in &open.remarks {
        text.push_str(&format!("- Cannot be read: {}\n", short(&remark.message)));
    }
    Some(text)
}

fn one(row: &LoopRow) -> String {
    let blocking = if row.blocking > 0 { format!(", {} blocking", row.blocking) } else { String::new() };
    let head = format!(
        "- {} (loop_id {}, pass {}{blocking})",
        short(&row.subject),
        one_line(&row.loop_id),
        row.pass
    );
    match &row.next {
        Some(step) => format!("{head}\n{}", next(step)),
        None => format!("{head}\n"),
    }
}

fn next(step: &NextStep) -> String {
    let agent = step.agent.as_ref().map(|a| format!(", agent {}", one_line(a))).unwrap_or_default();
    let mut text =
        format!("  next: {} by the {}{agent}: {}\n", word(&step.action), word(&step.who), short(&step.why));
    if let Some(question) = &step.question {
        text.push_str(&format!("  question: {}\n", short(question)));
    }
    if !step.options.is_empty() {
        text.push_str(&format!("  options: {}\n", step.options.join(", ")));
    }
    let fill =
        if step.fill.is_empty() { String::new() } else { format!("  fill: {}\n", step.fill.join(", ")) };
    text.push_str(&format!("  call: {}\n{fill}", one_line(&step.call.in_words())));
    text
}

/// Shows a text that others wrote on one line, cut where it is long.
fn short(text: &str) -> String {
    let line = one_line(text);
    match line.char_indices().nth(SENTENCE) {
        Some((at, _)) => format!("{}…", &line[..at]),
        None => line,
    }
}

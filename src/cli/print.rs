//! Printing for people and for programs: text with hidden characters written out, or indented JSON.

use std::io::{self, Write};

use serde::Serialize;

use crate::app::answers::{FindingRow, NextStep};
use crate::domain::envelope::{self, one_line};
use crate::domain::review::{Location, Remark};

/// Writes an answer as JSON, as the tool of the same name gives it.
pub(super) fn json(out: &mut dyn Write, answer: &impl Serialize) -> io::Result<()> {
    let text = serde_json::to_string_pretty(answer).map_err(io::Error::other)?;
    writeln!(out, "{}", envelope::json(&text))
}

/// Writes what comes next: who does what, why, and the exact call.
pub(super) fn next(out: &mut dyn Write, step: &NextStep) -> io::Result<()> {
    let who = step.agent.clone().unwrap_or_else(|| word(&step.who));
    writeln!(out, "next: {} ({})", word(&step.action), one_line(&who))?;
    writeln!(out, "  {}", one_line(&step.why))?;
    if let Some(question) = &step.question {
        writeln!(out, "  {}", one_line(question))?;
    }
    if !step.options.is_empty() {
        writeln!(out, "  options: {}", step.options.join(", "))?;
    }
    for warning in &step.warnings {
        writeln!(out, "  warning: {}", one_line(warning))?;
    }
    let fill = if step.fill.is_empty() { String::new() } else { format!(" + {}", step.fill.join(", ")) };
    writeln!(out, "  call: {}{fill}", one_line(&step.call.in_words()))
}

/// Writes findings of a loop, a line each.
pub(super) fn findings(out: &mut dyn Write, rows: &[FindingRow]) -> io::Result<()> {
    for row in rows {
        let blocks = if row.blocking { "blocks" } else { "" };
        let place = place(row.place.as_ref());
        writeln!(
            out,
            "  {:<4} {:<8} {blocks:<6} {}{place}",
            one_line(&row.id),
            row.severity.as_str(),
            one_line(&row.in_words())
        )?;
    }
    Ok(())
}

/// Writes a place in brackets, or nothing.
pub(super) fn place(place: Option<&Location>) -> String {
    place.map(|p| format!(" ({})", one_line(&p.to_string()))).unwrap_or_default()
}

/// Writes what was noticed, with its line where it has one.
pub(super) fn remarks(out: &mut dyn Write, remarks: &[Remark]) -> io::Result<()> {
    for remark in remarks {
        let line = if remark.line > 0 { format!("line {}: ", remark.line) } else { String::new() };
        writeln!(out, "  {line}{} [{}]", one_line(&remark.message), remark.code)?;
    }
    Ok(())
}

/// Returns the word a value has in JSON: `ask_user`, `human`.
pub(super) fn word(value: &impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(word)) => word,
        Ok(other) => other.to_string(),
        Err(_) => String::new(),
    }
}

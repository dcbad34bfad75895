//! `countersign status`: where loops stand and what each waits for.

use std::io::{self, Write};
use std::process::ExitCode;

use super::print;
use super::refused::{refused, unwritten};
use super::{Run, app};
use crate::app::answers::{LoopRow, LoopStatusAnswer};
use crate::app::requests::LoopStatus;
use crate::domain::envelope::one_line;

/// Shows the open loops with their next calls, or a phase with its gate
#[derive(Debug, clap::Args)]
pub(super) struct Status {
    /// All loops of this phase, what nobody reviewed, and whether the gate is open
    #[arg(long, value_name = "P")]
    phase: Option<String>,
    /// Print JSON, as the tool `loop_status` answers
    #[arg(long)]
    json: bool,
}

impl Run for Status {
    fn run(self) -> ExitCode {
        let request = LoopStatus { phase: self.phase, ..LoopStatus::default() };
        let answer = match app().loop_status(&request) {
            Ok(answer) => answer,
            Err(error) => return refused(&error),
        };
        let mut out = io::stdout().lock();
        let printed = if self.json { print::json(&mut out, &answer) } else { show(&mut out, &answer) };
        printed.map_or_else(|e| unwritten(&e, ExitCode::SUCCESS), |()| ExitCode::SUCCESS)
    }
}

fn show(out: &mut dyn Write, answer: &LoopStatusAnswer) -> io::Result<()> {
    for row in &answer.loops {
        one(out, row)?;
    }
    if !answer.unreviewed.is_empty() {
        writeln!(out, "never reviewed: {}", one_line(&answer.unreviewed.join(", ")))?;
    }
    if !answer.unresolved.is_empty() {
        writeln!(out, "unresolved:")?;
        print::findings(out, &answer.unresolved)?;
    }
    if let Some(gate) = &answer.gate {
        writeln!(out, "gate: {}", if gate.open { "open" } else { "closed" })?;
        for reason in &gate.reasons {
            writeln!(out, "  {}", one_line(reason))?;
        }
    }
    if let Some(shown) = &answer.cursor {
        writeln!(out, "more follow after the first {}", one_line(shown))?;
    }
    print::remarks(out, &answer.remarks)?;
    // Loops that carry their own step have said it.
    match &answer.next {
        Some(step) if answer.loops.iter().all(|row| row.next.is_none()) => print::next(out, step),
        Some(_) | None => Ok(()),
    }
}

fn one(out: &mut dyn Write, row: &LoopRow) -> io::Result<()> {
    let standing = row.outcome.clone().unwrap_or_else(|| "open".to_owned());
    let blocking = if row.blocking > 0 { format!(", {} blocking", row.blocking) } else { String::new() };
    writeln!(
        out,
        "{}  {}  {standing}, pass {}{blocking} ({})",
        one_line(&row.loop_id),
        one_line(&row.subject),
        row.pass,
        one_line(&row.protocol)
    )?;
    match &row.next {
        Some(step) => print::next(out, step),
        None => Ok(()),
    }
}

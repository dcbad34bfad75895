//! `countersign gate`: may this go on?

use std::io::{self, Write};
use std::process::ExitCode;

use super::print;
use super::refused::{told, unwritten};
use super::{Run, app};
use crate::app::answers::{GateAnswer, GateReason};
use crate::app::requests;
use crate::domain::envelope::one_line;

/// Tells whether everything here was reviewed, and what was not
///
/// Exit code 0: open. 1: closed, with what closes it and the call that mends it. 2: it could not be told, and standard
/// error says why. Writes nothing. In a clone without a review store, as in CI, committed reports are read.
#[derive(Debug, clap::Args)]
pub(super) struct Gate {
    /// A phase: `3`, `14.1` or the name of its folder, or a spec by its name; without it, the branch
    #[arg(long, value_name = "P", conflicts_with = "plan")]
    phase: Option<String>,
    /// One plan file
    #[arg(long, value_name = "PLAN")]
    plan: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Run for Gate {
    fn run(self) -> ExitCode {
        let request = requests::Gate { phase: self.phase, plan: self.plan, worktree: None };
        let answer = match app().gate(&request) {
            Ok(answer) => answer,
            // Neither open nor closed: no verdict may be read out of the exit code.
            Err(error) => return told(&error, ExitCode::from(2)),
        };
        let code = if answer.open { ExitCode::SUCCESS } else { ExitCode::FAILURE };
        let mut out = io::stdout().lock();
        let printed = if self.json { print::json(&mut out, &answer) } else { show(&mut out, &answer) };
        printed.map_or_else(|e| unwritten(&e, code), |()| code)
    }
}

fn show(out: &mut dyn Write, answer: &GateAnswer) -> io::Result<()> {
    let word = if answer.open { "open" } else { "closed" };
    writeln!(out, "gate of {}: {word}", one_line(&answer.scope))?;
    for reason in &answer.reasons {
        one(out, reason)?;
    }
    if !answer.remarks.is_empty() {
        writeln!(out)?;
        print::remarks(out, &answer.remarks)?;
    }
    Ok(())
}

fn one(out: &mut dyn Write, reason: &GateReason) -> io::Result<()> {
    writeln!(out, "\n- {}", one_line(&reason.message))?;
    let Some(call) = &reason.call else { return Ok(()) };
    let fill = if reason.fill.is_empty() { String::new() } else { format!(" + {}", reason.fill.join(", ")) };
    writeln!(out, "  call: {}{fill}", one_line(&call.in_words()))
}

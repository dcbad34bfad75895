//! `countersign log`: the timeline of one loop.

use std::io::{self, Write};
use std::process::ExitCode;

use super::print;
use super::refused::{refused, unwritten};
use super::{Run, app};
use crate::app::answers::LoopStatusAnswer;
use crate::app::requests::LoopStatus;
use crate::domain::envelope::one_line;

/// Tells what happened in a loop, event by event
#[derive(Debug, clap::Args)]
pub(super) struct Log {
    /// The loop's id, as `status` shows it
    #[arg(value_name = "LOOP")]
    loop_id: String,
    /// Print JSON, as the tool `loop_status` answers with its timeline
    #[arg(long)]
    json: bool,
}

impl Run for Log {
    fn run(self) -> ExitCode {
        let request =
            LoopStatus { loop_id: Some(self.loop_id), timeline: Some(true), ..LoopStatus::default() };
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
    for row in &answer.timeline {
        writeln!(out, "{}  {}", one_line(&row.at), one_line(&row.event))?;
    }
    if !answer.unresolved.is_empty() {
        writeln!(out, "\nopen findings:")?;
        print::findings(out, &answer.unresolved)?;
    }
    writeln!(out)?;
    answer.next.as_ref().map_or(Ok(()), |step| print::next(out, step))
}

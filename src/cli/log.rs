//! `countersign log`: the timeline of one loop.

use std::io::{self, Write};
use std::process::ExitCode;

use super::print;
use super::refused::{refused, unwritten};
use super::{Run, app};
use crate::app::answers::{BrokenLoop, LoopStatusAnswer, TimelineRow};
use crate::app::requests::LoopStatus;
use crate::domain::envelope::one_line;
use crate::error::Error;

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
        // A loop that does not hold is shown as far as it does, and refused all the same.
        if let Ok(Some(broken)) = app().readable_part(&self.loop_id) {
            return self.part(&broken);
        }
        let request =
            LoopStatus { loop_id: Some(self.loop_id.clone()), timeline: Some(true), ..LoopStatus::default() };
        let answer = match app().loop_status(&request) {
            Ok(answer) => answer,
            Err(error) => return refused(&error),
        };
        let mut out = io::stdout().lock();
        let printed = if self.json { print::json(&mut out, &answer) } else { show(&mut out, &answer) };
        let beside = app().kept_beside(&self.loop_id).ok().flatten().filter(|_| !self.json);
        let printed = printed.and_then(|()| beside.map_or(Ok(()), |kept| show_beside(&mut out, &kept)));
        printed.map_or_else(|e| unwritten(&e, ExitCode::SUCCESS), |()| ExitCode::SUCCESS)
    }
}

impl Log {
    fn part(&self, found: &BrokenLoop) -> ExitCode {
        let mut out = io::stdout().lock();
        let printed = if self.json {
            print::json(&mut out, found)
        } else {
            found.timeline.iter().try_for_each(|row| timeline(&mut out, row))
        };
        let said =
            Error::refused(format!("{}: {}; what is shown is what comes before", self.loop_id, found.broken));
        let code = refused(&said.hint("`countersign doctor` says what to do; nobody goes on from here"));
        printed.map_or_else(|e| unwritten(&e, code), |()| code)
    }
}

fn timeline(out: &mut dyn Write, row: &TimelineRow) -> io::Result<()> {
    writeln!(out, "{}  {}", one_line(&row.at), one_line(&row.event))
}

fn show_beside(out: &mut dyn Write, kept: &BrokenLoop) -> io::Result<()> {
    writeln!(out, "\n{}:", one_line(&kept.broken))?;
    kept.timeline.iter().try_for_each(|row| timeline(out, row))
}

fn show(out: &mut dyn Write, answer: &LoopStatusAnswer) -> io::Result<()> {
    for row in &answer.timeline {
        timeline(out, row)?;
    }
    if !answer.unresolved.is_empty() {
        writeln!(out, "\nopen findings:")?;
        print::findings(out, &answer.unresolved)?;
    }
    print::remarks(out, &answer.remarks)?;
    writeln!(out)?;
    answer.next.as_ref().map_or(Ok(()), |step| print::next(out, step))
}

//! `countersign replay`: recorded loops through other rules.

use std::io::{self, Write};
use std::process::ExitCode;

use super::print;
use super::refused::{refused, unwritten};
use super::{Run, app};
use crate::domain::envelope::one_line;
use crate::domain::replay::{Course, Replay as Replayed};

/// Shows where recorded loops would have stopped under another protocol; writes nothing
#[derive(Debug, clap::Args)]
pub(super) struct Replay {
    /// Only this loop
    #[arg(value_name = "LOOP")]
    loop_id: Option<String>,
    /// Whose rules: megazord, yolo, gsd, ralph, bazinga or countersign
    #[arg(long, value_name = "NAME")]
    protocol: String,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Run for Replay {
    fn run(self) -> ExitCode {
        let (replays, unreadable) = match app().replay(self.loop_id.as_deref(), &self.protocol) {
            Ok(replays) => replays,
            Err(error) => return refused(&error),
        };
        let mut out = io::stdout().lock();
        let printed = if self.json { print::json(&mut out, &replays) } else { show(&mut out, &replays) };
        let _ = unreadable.iter().try_for_each(|one| writeln!(io::stderr(), "left out: {}", one_line(one)));
        printed.map_or_else(|e| unwritten(&e, ExitCode::SUCCESS), |()| ExitCode::SUCCESS)
    }
}

fn show(out: &mut dyn Write, replays: &[Replayed]) -> io::Result<()> {
    if replays.is_empty() {
        return writeln!(out, "no recorded loop is of a kind that this protocol reviews");
    }
    for replay in replays {
        let same = if replay.alike { "the same end" } else { "another end" };
        writeln!(out, "{}  {}: {same}", one_line(&replay.loop_id), one_line(&replay.subject))?;
        course(out, &replay.recorded)?;
        course(out, &replay.replayed)?;
        if let Some(why) = &replay.stopped {
            writeln!(out, "    stopped there: {}", one_line(why))?;
        }
        for note in &replay.notes {
            writeln!(out, "    {}", one_line(note))?;
        }
    }
    let other = replays.iter().filter(|r| !r.alike).count();
    let loops = if replays.len() == 1 { "1 loop".to_owned() } else { format!("{} loops", replays.len()) };
    writeln!(out, "{loops}, {other} with another end")
}

fn course(out: &mut dyn Write, course: &Course) -> io::Result<()> {
    let end = match (course.outcome, course.waits_for) {
        (Some(outcome), _) => outcome.to_owned(),
        (None, Some(what)) => format!("open, waits for {what}"),
        (None, None) => "open".to_owned(),
    };
    let passes = if course.passes == 1 { "1 pass".to_owned() } else { format!("{} passes", course.passes) };
    writeln!(
        out,
        "  {:<12} {end} after {passes} ({}), {} blocking",
        one_line(&course.protocol),
        course.verdicts.join(", "),
        course.blocking
    )
}

//! `countersign decide`: a human's choice, attested by the terminal.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use super::print;
use super::refused::{refused, unwritten};
use super::{Run, app};
use crate::app::answers::DecideAnswer;
use crate::app::requests::{Decide as Request, LoopStatus};
use crate::domain::envelope::one_line;
use crate::error::Error;

/// Records your choice on a loop that waits for one
///
/// The choice counts as attested when standard input is a terminal, and as claimed otherwise. Exit code 0: it is
/// recorded. 64 and up: it is not, and standard error says why.
#[derive(Debug, clap::Args)]
pub(super) struct Decide {
    /// The loop's id, as `status` shows it
    #[arg(value_name = "LOOP")]
    loop_id: String,
    /// One of the options that `status` shows
    choice: String,
    /// Why, in your words; it goes into the report
    #[arg(long, value_name = "R")]
    reason: String,
    /// Who chose; without it, the name this terminal knows you by
    #[arg(long, value_name = "NAME")]
    by: Option<String>,
    /// Only if the loop still stands at this turn; without it, wherever it stands
    #[arg(long, value_name = "N")]
    turn: Option<u64>,
    /// Print JSON, as the tool `decide` answers
    #[arg(long)]
    json: bool,
}

impl Run for Decide {
    fn run(self) -> ExitCode {
        let json = self.json;
        match self.decide() {
            Ok(answer) => {
                let mut out = io::stdout().lock();
                let printed = if json { print::json(&mut out, &answer) } else { show(&mut out, &answer) };
                printed.map_or_else(|e| unwritten(&e, ExitCode::SUCCESS), |()| ExitCode::SUCCESS)
            }
            Err(error) => refused(&error),
        }
    }
}

impl Decide {
    fn decide(self) -> Result<DecideAnswer, Error> {
        let app = app();
        let turn = match self.turn {
            Some(turn) => turn,
            None => {
                let request = LoopStatus { loop_id: Some(self.loop_id.clone()), ..LoopStatus::default() };
                let status = app.loop_status(&request)?;
                status.next.and_then(|step| step.turn).unwrap_or_default()
            }
        };
        let known = || std::env::var("USER").ok().filter(|name| !name.trim().is_empty());
        let request = Request {
            loop_id: self.loop_id,
            turn,
            choice: Some(self.choice),
            reason: Some(self.reason),
            decided_by: self.by.or_else(known).or_else(|| Some("user".to_owned())),
            worktree: None,
        };
        app.decide_at_terminal(&request, io::stdin().is_terminal())
    }
}

fn show(out: &mut dyn Write, answer: &DecideAnswer) -> io::Result<()> {
    let standing = match answer.standing.as_deref() {
        Some("attested") => "attested by this terminal".to_owned(),
        Some(other) => format!("{other}: standard input is no terminal, so nobody attests who chose"),
        None => "nothing is known of who chose".to_owned(),
    };
    writeln!(out, "recorded ({standing})")?;
    if let Some(outcome) = &answer.outcome {
        writeln!(out, "outcome: {}", one_line(outcome))?;
    }
    print::next(out, &answer.next)
}

//! `countersign verify`: is what a phase promised now true?

use std::io::{self, Write};
use std::process::ExitCode;

use super::refused::{refused, unwritten};
use super::{Run, app};
use super::{print, progress};
use crate::app::answers::VerifyPhaseAnswer;
use crate::app::requests::VerifyPhase;
use crate::domain::envelope::one_line;

/// Verifies what a phase promised against the code as it is
///
/// Exit code 0: passed. 1: gaps were found. 2: a verifier or a person is still needed. 64 and up: nothing was
/// verified, and standard error says why.
#[derive(Debug, clap::Args)]
pub(super) struct Verify {
    /// The phase: `3`, `14.1` or the name of its folder; without it, STATE.md's
    phase: Option<String>,
    /// Print JSON, as the tool `verify_phase` answers
    #[arg(long)]
    json: bool,
    /// Write nothing: no report, no event
    #[arg(long)]
    dry_run: bool,
    /// Verify although plans are unfinished; what only they promise is pending
    #[arg(long)]
    partial: bool,
}

impl Run for Verify {
    fn run(self) -> ExitCode {
        let request = VerifyPhase {
            phase: self.phase,
            partial: self.partial.then_some(true),
            ..VerifyPhase::default()
        };
        let app = app().followed_by(progress::bar());
        let answer = if self.dry_run { app.verify_dry(&request) } else { app.verify_phase(&request) };
        let answer = match answer {
            Ok(answer) => answer,
            Err(error) => return refused(&error),
        };
        // A status this command does not know is nobody's pass.
        let code = match answer.status.as_str() {
            "passed" => ExitCode::SUCCESS,
            "human_needed" => ExitCode::from(2),
            _ => ExitCode::FAILURE,
        };
        let mut out = io::stdout().lock();
        let printed = if self.json { print::json(&mut out, &answer) } else { show(&mut out, &answer) };
        printed.map_or_else(|e| unwritten(&e, code), |()| code)
    }
}

fn show(out: &mut dyn Write, answer: &VerifyPhaseAnswer) -> io::Result<()> {
    writeln!(out, "status: {} ({})\n", answer.status, one_line(&answer.score))?;
    for item in &answer.items {
        let plan = item.plan.as_deref().map(|p| format!(" [{p}]")).unwrap_or_default();
        let line = format!(
            "  {:<15} {:<11} {}{plan}",
            item.status.as_str(),
            item.kind.as_str(),
            one_line(&item.label)
        );
        writeln!(out, "{line}")?;
        if !item.status.holds() {
            for reason in &item.reasons {
                writeln!(out, "  {:<15} {:<11} - {}", "", "", one_line(reason))?;
            }
        }
    }
    if !answer.remarks.is_empty() {
        writeln!(out, "\nremarks:")?;
        print::remarks(out, &answer.remarks)?;
    }
    if let Some(report) = &answer.report {
        writeln!(out, "\nreport: {}", one_line(report))?;
    }
    writeln!(out)?;
    print::next(out, &answer.next)
}

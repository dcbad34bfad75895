//! `countersign doctor`: what is wrong here, what it means, and how to mend it. The worst first, a line each.

use std::io::{self, Write};
use std::process::ExitCode;

use super::print;
use super::refused::{refused, unwritten};
use super::{Run, app};
use crate::domain::checkup::{Check, Checkup, State};
use crate::domain::envelope::one_line;

/// Says what is wrong and how to mend it: program, repository, hosts, configuration, store, loops, reports
///
/// Exit code 0: nothing is to be mended. 1: something is. Changes nothing without --repair. With it a damaged store is
/// set aside under a name of its own and filled anew with every loop that is whole, and reports are written from their
/// events. A loop whose chain is broken never goes on; what comes before the break can be read with `log`.
#[derive(Debug, clap::Args)]
pub(super) struct Doctor {
    /// Mend what can be mended, and look again
    #[arg(long)]
    repair: bool,
    /// Show what is as it should be, too
    #[arg(long)]
    all: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Run for Doctor {
    fn run(self) -> ExitCode {
        let app = app();
        let checkup = if self.repair {
            match app.repair() {
                Ok(checkup) => checkup,
                Err(error) => return refused(&error),
            }
        } else {
            app.examine()
        };
        let code = if checkup.healthy { ExitCode::SUCCESS } else { ExitCode::FAILURE };
        let mut out = io::stdout().lock();
        let printed =
            if self.json { print::json(&mut out, &checkup) } else { show(&mut out, &checkup, self.all) };
        printed.map_or_else(|e| unwritten(&e, code), |()| code)
    }
}

fn show(out: &mut dyn Write, checkup: &Checkup, all: bool) -> io::Result<()> {
    for done in &checkup.repaired {
        writeln!(out, "repaired  {}", one_line(done))?;
    }
    if !checkup.repaired.is_empty() {
        writeln!(out)?;
    }
    for check in checkup.checks.iter().filter(|check| all || check.state != State::Ok) {
        one(out, check)?;
    }
    let fine = checkup.checks.iter().filter(|check| check.state == State::Ok).count();
    let count = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
    let summary = if checkup.healthy {
        "nothing is to be mended".to_owned()
    } else {
        format!("{}, {}", count(checkup.errors, "error"), count(checkup.warnings, "warning"))
    };
    let rest =
        if all || fine == 0 { String::new() } else { format!("; {fine} checks are fine (--all shows them)") };
    writeln!(out, "{summary}{rest}")
}

fn one(out: &mut dyn Write, check: &Check) -> io::Result<()> {
    let about = check.about.as_deref().filter(|about| !check.finding.contains(about));
    let about = about.map(|about| format!("{}: ", one_line(about))).unwrap_or_default();
    let means = check.means.as_deref().map(|means| format!("; {}", one_line(means))).unwrap_or_default();
    writeln!(out, "{:<8} {about}{}{means}", check.state.as_str(), one_line(&check.finding))?;
    match &check.mend {
        Some(mend) => writeln!(out, "         -> {}", one_line(mend)),
        None => Ok(()),
    }
}

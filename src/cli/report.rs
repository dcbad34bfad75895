//! `countersign report`: review reports, written anew from the events.

use std::io::{self, Write};
use std::process::ExitCode;

use super::print;
use super::refused::{refused, unwritten};
use super::{Run, app};
use crate::app::answers::ReportAnswer;
use crate::domain::envelope::one_line;

/// Writes the review report of a loop, or of every one, anew from its events
///
/// The same events give the same bytes, so a report that was lost or edited is as it was. Reports of phases are written
/// by `verify`, which looks at the code again.
#[derive(Debug, clap::Args)]
pub(super) struct Report {
    /// The loop's id, as `status` shows it
    #[arg(value_name = "LOOP", required_unless_present = "all", conflicts_with = "all")]
    loop_id: Option<String>,
    /// Every loop with an answered pass, on the branches that are checked out
    #[arg(long)]
    all: bool,
    /// Overwrite a report that tells of events the store does not have
    #[arg(long)]
    force: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Run for Report {
    fn run(self) -> ExitCode {
        let answer = match app().rebuild_reports(self.loop_id.as_deref(), self.force) {
            Ok(answer) => answer,
            Err(error) => return refused(&error),
        };
        // A report that could not be written has a remark and no path.
        let failed = answer.remarks.iter().any(|remark| remark.code == "report_not_written");
        let code = if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS };
        let mut out = io::stdout().lock();
        let printed = if self.json { print::json(&mut out, &answer) } else { show(&mut out, &answer) };
        printed.map_or_else(|e| unwritten(&e, code), |()| code)
    }
}

fn show(out: &mut dyn Write, answer: &ReportAnswer) -> io::Result<()> {
    for path in &answer.reports {
        writeln!(out, "{}", one_line(path))?;
    }
    if answer.reports.is_empty() && answer.remarks.is_empty() {
        writeln!(out, "no loop has an answered pass here")?;
    }
    print::remarks(out, &answer.remarks)
}

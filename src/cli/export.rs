//! `countersign export`: findings to other tools and people.

use std::io::{self, Write};
use std::process::ExitCode;

use super::refused::{refused, unwritten};
use super::{Run, app};
use crate::app::requests;
use crate::domain::envelope::one_line;
use crate::domain::export::{self, Export as Exported};

/// Writes findings for other tools and people
///
/// Told are the open findings of the branch's loops: the last loop of each subject, and older ones that left something
/// which blocks. What reviews said is told; whether it still holds for what is there now says `countersign gate`.
///
/// sarif: a log for code scanning and editors; a finding without a place is a result without locations, which is valid,
/// and GitHub's code scanning refuses a log that has one. rdjson: for reviewdog; a finding without a place stands at the first
/// file of its change and says so. github: workflow commands, for a job of GitHub Actions to print; it shows ten of each
/// kind for a step. junit: a suite for each loop; what blocks is a failure, what does not is skipped, an open review is an
/// error, and only an approval passes, of what was reviewed: each suite says what it covers, and `countersign gate` whether
/// that is what is here. json: everything, in the shape of `schemas/export.json`. markdown, html: for people.
///
/// Exit code 0: written. 1: written, and loops that cannot be read are missing in it, or those of committed reports in a
/// clone without a store; standard error names them. From 64 up: refused, and nothing written.
#[derive(Debug, clap::Args)]
pub(super) struct Export {
    /// Only this loop, as `status` shows it
    #[arg(value_name = "LOOP", conflicts_with = "phase")]
    loop_id: Option<String>,
    /// Only the loops of this phase: `3`, `14.1` or the name of its folder, or a spec by its name
    #[arg(long, value_name = "P")]
    phase: Option<String>,
    /// In which form
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: Format,
    /// Resolved findings as well, with how they were resolved
    #[arg(long)]
    all: bool,
    /// Write this file of the repository instead of standard output, which is `-`; one that is there is replaced, but for
    /// Countersign's own reports
    #[arg(long, short, value_name = "FILE")]
    output: Option<String>,
}

#[derive(Debug, Clone, Copy, Default, clap::ValueEnum)]
enum Format {
    Sarif,
    Rdjson,
    Github,
    Junit,
    #[default]
    Json,
    Markdown,
    Html,
}

impl Format {
    fn write(self, export: &Exported) -> String {
        match self {
            Format::Sarif => export::sarif::write(export),
            Format::Rdjson => export::rdjson::write(export),
            Format::Github => export::github::write(export),
            Format::Junit => export::junit::write(export),
            Format::Json => export::json::write(export),
            Format::Markdown => export::markdown::write(export),
            Format::Html => export::html::write(export),
        }
    }
}

impl Run for Export {
    fn run(self) -> ExitCode {
        let request = requests::Export { loop_id: self.loop_id, phase: self.phase, all: self.all };
        let app = app();
        let export = match app.export(&request) {
            Ok(export) => export,
            Err(error) => return refused(&error),
        };
        let text = self.format.write(&export);
        let code = if export.unreadable().next().is_some() { ExitCode::FAILURE } else { ExitCode::SUCCESS };
        let written = match self.output.as_deref().filter(|path| *path != "-") {
            None => io::stdout().lock().write_all(text.as_bytes()),
            Some(path) => match app.write_file(path, &text) {
                Ok(()) => Ok(()),
                Err(error) => return refused(&error),
            },
        };
        for remark in &export.remarks {
            let word = if remark.code == export::UNREADABLE { "left out: " } else { "" };
            let _ = writeln!(io::stderr(), "{word}{}", one_line(&remark.message));
        }
        written.map_or_else(|e| unwritten(&e, code), |()| code)
    }
}

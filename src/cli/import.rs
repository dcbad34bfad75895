//! `countersign import`: what linters and other reviewers report, into a pass.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use super::given;
use super::print;
use super::refused::{refused, unwritten};
use super::{Run, app};
use crate::app::import::ImportAnswer;
use crate::domain::envelope::one_line;
use crate::error::Error;

/// Puts what a linter or another reviewer reports in SARIF on file in a review
///
/// An open pass has the results on file beside what its reviewer says, and still waits for that answer; a pass that is
/// answered takes them as a second answer, which only adds. Nothing imported approves or resolves anything. Results
/// outside of the lines under review are counted and left out, unless --all is given; so are those that the tool itself
/// calls passed, suppressed or gone. Exit code 0: recorded, or nothing to record. 64 and up: refused, nothing recorded.
#[derive(Debug, clap::Args)]
pub(super) struct Import {
    /// SARIF 2.1.0, up to 16 MiB; as `-`, standard input
    file: PathBuf,
    /// The loop, as `status` shows it; without it, the only one whose pass is open
    #[arg(value_name = "LOOP")]
    loop_id: Option<String>,
    /// Take results outside of the change under review, too
    #[arg(long)]
    all: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Run for Import {
    fn run(self) -> ExitCode {
        let answer = match self.import() {
            Ok(answer) => answer,
            Err(error) => return refused(&error),
        };
        let mut out = io::stdout().lock();
        let printed = if self.json { print::json(&mut out, &answer) } else { show(&mut out, &answer) };
        printed.map_or_else(|e| unwritten(&e, ExitCode::SUCCESS), |()| ExitCode::SUCCESS)
    }
}

impl Import {
    fn import(&self) -> Result<ImportAnswer, Error> {
        let bytes = given::bytes(Some(&self.file))?;
        let text = String::from_utf8(bytes).map_err(|_| {
            Error::invalid("FILE", "is no UTF-8").hint("Have the tool write UTF-8, as the format wants it")
        })?;
        app().import(&text, self.loop_id.as_deref(), self.all)
    }
}

fn show(out: &mut dyn Write, answer: &ImportAnswer) -> io::Result<()> {
    let from = if answer.tools.is_empty() { "nobody".to_owned() } else { answer.tools.join(", ") };
    let place = format!("{} ({}), pass {}", answer.loop_id, answer.subject, answer.pass);
    match answer.findings.len() {
        0 if answer.recorded => {
            writeln!(out, "recorded before, and nothing of it is open: {}", one_line(&place))?;
        }
        0 => writeln!(out, "nothing to record from {} in {}", one_line(&from), one_line(&place))?,
        1 => writeln!(out, "1 finding of {} in {}", one_line(&from), one_line(&place))?,
        many => writeln!(out, "{many} findings of {} in {}", one_line(&from), one_line(&place))?,
    }
    print::findings(out, &answer.findings)?;
    for left in &answer.left_out {
        writeln!(out, "left out: {} {}", left.count, one_line(&left.why))?;
    }
    if let Some(verdict) = answer.verdict {
        writeln!(out, "the pass was answered before; its verdict is {} now", verdict.as_str())?;
    }
    print::remarks(out, &answer.remarks)?;
    answer.next.as_ref().map_or(Ok(()), |next| print::next(out, next))
}

//! `countersign check-plan`: is a plan fit to be executed?

use std::io::{self, Write};
use std::process::ExitCode;

use super::print;
use super::refused::{refused, unwritten};
use super::{Run, app};
use crate::app::answers::{CheckPlanAnswer, CheckStatus, PlanVerdict};
use crate::app::requests;
use crate::domain::envelope::one_line;

/// Checks a plan's structure: fields, tasks, files, waves, dependences
///
/// Exit code 0: approve, nothing was found. 2: conditional. 1: reject, something high was found. 64 and up:
/// nothing was checked, and standard error says why. Writes nothing.
#[derive(Debug, clap::Args)]
pub(super) struct CheckPlan {
    /// The plan file, from here or from the repository's root
    plan: String,
    /// Print JSON, as the tool `check_plan` answers
    #[arg(long)]
    json: bool,
}

impl Run for CheckPlan {
    fn run(self) -> ExitCode {
        let request = requests::CheckPlan { plan: place(&self.plan), worktree: None };
        let answer = match app().check_plan(&request) {
            Ok(answer) => answer,
            Err(error) => return refused(&error),
        };
        let code = match answer.verdict {
            PlanVerdict::Approve => ExitCode::SUCCESS,
            PlanVerdict::Conditional => ExitCode::from(2),
            PlanVerdict::Reject => ExitCode::FAILURE,
        };
        let mut out = io::stdout().lock();
        let printed = match self.json {
            true => print::json(&mut out, &answer),
            false => show(&mut out, &self.plan, &answer),
        };
        printed.map_or_else(|e| unwritten(&e, code), |()| code)
    }
}

/// Returns the path as a shell gives it, from the current folder; what is not there is taken from the
/// repository's root, as the tool does.
fn place(given: &str) -> String {
    let here = std::env::current_dir().map(|dir| dir.join(given));
    match here.ok().filter(|path| path.exists()) {
        // Only the folder: where the name itself is a link, it is the repository's matter to say so.
        Some(path) => match (path.parent().map(std::path::Path::canonicalize), path.file_name()) {
            (Some(Ok(folder)), Some(name)) => folder.join(name).display().to_string(),
            (_, _) => path.display().to_string(),
        },
        None => given.to_owned(),
    }
}

/// Writes a finding a line as compilers do, then the checks in one line, then the verdict.
fn show(out: &mut dyn Write, plan: &str, answer: &CheckPlanAnswer) -> io::Result<()> {
    for finding in &answer.findings {
        let line = finding.line.map(|n| format!(":{n}")).unwrap_or_default();
        let text = format!(
            "{plan}{line}: {}: {}; {} [{}]",
            finding.severity.as_str(),
            finding.issue,
            finding.suggested_fix,
            finding.check.as_str()
        );
        writeln!(out, "{}", one_line(&text))?;
    }
    for remark in &answer.remarks {
        let line = if remark.line > 0 { format!(":{}", remark.line) } else { String::new() };
        writeln!(out, "{}", one_line(&format!("{plan}{line}: note: {} [{}]", remark.message, remark.code)))?;
    }
    let with = |status: CheckStatus| {
        let names = answer.checks.iter().filter(|c| c.status == status).map(|c| c.id.as_str());
        names.collect::<Vec<_>>().join(", ")
    };
    for status in [CheckStatus::Pass, CheckStatus::Skip, CheckStatus::Warn, CheckStatus::Fail] {
        let names = with(status);
        if !names.is_empty() {
            writeln!(out, "{}: {names}", status.as_str())?;
        }
    }
    writeln!(out, "verdict: {}", answer.verdict.as_str())
}

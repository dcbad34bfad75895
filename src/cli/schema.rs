//! `countersign schema`: prints or writes what hosts see of each tool.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::Run;
use crate::domain::checkup::Checkup;
use crate::domain::dialect::Reading;
use crate::domain::export::Export;
use crate::domain::phase::PhaseEvent;
use crate::domain::review_loop::Event;
use crate::mcp;

/// Prints the tools as served, or writes one file a tool
#[derive(Debug, clap::Args)]
pub(super) struct Schema {
    /// Only this tool
    tool: Option<String>,
    /// Write tools/<tool>.json and the contracts under this directory instead of printing
    #[arg(long, value_name = "DIR")]
    write: Option<PathBuf>,
}

impl Run for Schema {
    fn run(self) -> ExitCode {
        let documents: Vec<(String, String)> = documents()
            .into_iter()
            .filter(|(name, _)| self.tool.as_ref().is_none_or(|wanted| wanted == name))
            .collect();
        if documents.is_empty() {
            let names: Vec<String> = mcp::listed_tools().iter().map(|t| t.name.to_string()).collect();
            let _ = writeln!(io::stderr(), "there is no such tool; the tools are {}", names.join(", "));
            return ExitCode::from(2);
        }
        let done = match &self.write {
            Some(directory) => write_all(directory, &documents),
            None => documents.iter().try_for_each(|(_, text)| io::stdout().write_all(text.as_bytes())),
        };
        match done {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                let _ = writeln!(io::stderr(), "the schemas cannot be written: {error}");
                ExitCode::FAILURE
            }
        }
    }
}

/// Returns each tool's name and its listing as indented JSON, ending in a line feed.
fn documents() -> Vec<(String, String)> {
    mcp::listed_tools()
        .iter()
        .map(|tool| {
            let text = serde_json::to_string_pretty(tool).expect("a tool listing holds only JSON values");
            (tool.name.to_string(), text + "\n")
        })
        .collect()
}

/// The contracts beside the tools: what a review is read into, and what is stored of a loop and a phase, what `doctor --json` and
/// `export` print.
fn contracts() -> [(&'static str, schemars::Schema); 5] {
    [
        ("review", schemars::schema_for!(Reading)),
        ("event", schemars::schema_for!(Event)),
        ("phase_event", schemars::schema_for!(PhaseEvent)),
        ("doctor", schemars::schema_for!(Checkup)),
        ("export", schemars::schema_for!(Export)),
    ]
}

/// Writes every document whose file does not already hold it.
fn write_all(directory: &Path, documents: &[(String, String)]) -> io::Result<()> {
    let tools = directory.join("tools");
    fs::create_dir_all(&tools)?;
    for (name, text) in documents {
        write(&tools.join(format!("{name}.json")), text)?;
    }
    for (name, schema) in contracts() {
        let text = serde_json::to_string_pretty(&schema).expect("a schema holds only JSON values") + "\n";
        write(&directory.join(format!("{name}.json")), &text)?;
    }
    Ok(())
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    if fs::read_to_string(path).is_ok_and(|held| held == *text) {
        return Ok(());
    }
    fs::write(path, text)
}

//! `countersign config`: what holds here, and who says so.

use std::io::{self, Write};
use std::process::ExitCode;

use super::print;
use super::refused::{refused, unwritten};
use super::{Run, app};
use crate::app::answers::ConfigAnswer;
use crate::app::requests;
use crate::domain::envelope::one_line;

/// Shows each value in effect and its origin: your own file, countersign.toml, the system's file or the protocol
///
/// A file that cannot be read, an unknown key or a value that a repository may not set is refused, as it is when a
/// review is opened. Writes nothing.
#[derive(Debug, clap::Args)]
pub(super) struct Config {
    /// For the planning folder nearest to this path
    #[arg(value_name = "PATH")]
    path: Option<String>,
    /// Under the rules of this protocol, whatever is detected
    #[arg(long, value_name = "NAME")]
    protocol: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Run for Config {
    fn run(self) -> ExitCode {
        let request = requests::Config { path: self.path, protocol: self.protocol };
        let answer = match app().config(&request) {
            Ok(answer) => answer,
            Err(error) => return refused(&error),
        };
        let mut out = io::stdout().lock();
        let printed = if self.json { print::json(&mut out, &answer) } else { show(&mut out, &answer) };
        printed.map_or_else(|e| unwritten(&e, ExitCode::SUCCESS), |()| ExitCode::SUCCESS)
    }
}

fn show(out: &mut dyn Write, answer: &ConfigAnswer) -> io::Result<()> {
    let values: Vec<String> = answer.values.iter().map(|v| one_line(&v.shown())).collect();
    let width = |rows: &mut dyn Iterator<Item = usize>| rows.max().unwrap_or(0);
    let keys = width(&mut answer.values.iter().map(|v| v.key.len()));
    let wide = width(&mut values.iter().map(|v| v.chars().count())).min(32);
    for (row, value) in answer.values.iter().zip(&values) {
        writeln!(out, "{:<keys$}  {value:<wide$}  {}", row.key, one_line(&row.origin))?;
    }
    writeln!(out, "\nfiles, the first that sets a key holds:")?;
    for file in &answer.files {
        let there = if file.there { "" } else { ", not there" };
        writeln!(out, "  {} ({}{there})", one_line(&file.path), file.what)?;
    }
    print::remarks(out, &answer.remarks)
}

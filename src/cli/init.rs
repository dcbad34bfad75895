//! `countersign init`: registers the server, the agents and the hooks with a host in this repository.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::refused::{refused, unwritten};
use super::{Run, app};
use crate::app::init::{self, Done, Host, InitAnswer};
use crate::domain::envelope::{one_line, visible};

/// Registers the server, the agents and the hooks with a host in this repository; safe to repeat
///
/// Everything in those files that is not Countersign's stays as it is. An entry of the same name that is another
/// program's is never overwritten: nothing is written then, and standard error says what to do.
#[derive(Debug, clap::Args)]
pub(super) struct Init {
    /// The program that is to start the server
    #[arg(
        long,
        default_value = "claude",
        value_parser = PossibleValuesParser::new(Host::ALL.map(Host::word))
            .map(|word| Host::of(&word).unwrap_or_default())
    )]
    host: Host,
    /// Print the changes as a diff and write nothing
    #[arg(long)]
    dry_run: bool,
    /// Take out exactly what was put in
    #[arg(long)]
    remove: bool,
}

impl Run for Init {
    fn run(self) -> ExitCode {
        let request = init::Init { host: self.host, remove: self.remove, dry_run: self.dry_run };
        let answer = match app().init(&request) {
            Ok(answer) => answer,
            Err(error) => return refused(&error),
        };
        let mut out = io::stdout().lock();
        let printed =
            if self.dry_run { differences(&mut out, &answer) } else { show(&mut out, &request, &answer) };
        printed.map_or_else(|e| unwritten(&e, ExitCode::SUCCESS), |()| ExitCode::SUCCESS)
    }
}

fn show(out: &mut dyn Write, request: &init::Init, answer: &InitAnswer) -> io::Result<()> {
    let root = one_line(&answer.root.display().to_string());
    let host = request.host.word();
    let changed = answer.rows.iter().any(|row| row.diff.is_some());
    match (changed, request.remove) {
        (true, false) => writeln!(out, "Countersign is registered with {host} in {root}")?,
        (true, true) => writeln!(out, "Countersign is taken out for {host} in {root}")?,
        (false, false) => writeln!(out, "Nothing to do: Countersign is registered with {host} in {root}")?,
        (false, true) => writeln!(out, "Nothing to take out for {host} in {root}")?,
    }
    let width = answer.rows.iter().map(|row| row.path.chars().count()).max().unwrap_or(0);
    for row in answer.rows.iter().filter(|row| changed || row.note.is_some()) {
        let what = if row.done == Done::Removed { "" } else { row.what.as_str() };
        let line = format!("  {:<9}  {:<width$}  {what}", word(row.done), one_line(&row.path));
        writeln!(out, "{}", line.trim_end())?;
        if let Some(note) = &row.note {
            writeln!(out, "  {:<9}  {}", "", one_line(note))?;
        }
    }
    if !request.remove && !on_path() {
        let here = std::env::current_exe().unwrap_or_default();
        let here = one_line(&here.display().to_string());
        writeln!(
            out,
            "Note: the host looks for `countersign` along your PATH, where it is not; link {here} there."
        )?;
    }
    for next in &answer.next {
        writeln!(out, "Next: {next}.")?;
    }
    if changed && !request.remove {
        let of = if request.host == Host::default() { String::new() } else { format!(" --host {host}") };
        writeln!(out, "Undo: countersign init{of} --remove")?;
    }
    Ok(())
}

fn differences(out: &mut dyn Write, answer: &InitAnswer) -> io::Result<()> {
    for row in &answer.rows {
        if let Some(diff) = &row.diff {
            // A carriage return before a line's end is no trick of anybody's.
            write!(out, "{}", visible(&diff.replace("\r\n", "\n")))?;
        }
        if let Some(note) = &row.note {
            writeln!(out, "# {}: {}", one_line(&row.path), one_line(note))?;
        }
    }
    if answer.rows.iter().all(|row| row.diff.is_none() && row.note.is_none()) {
        writeln!(out, "# nothing would change")?;
    }
    Ok(())
}

fn word(done: Done) -> &'static str {
    match done {
        Done::Created => "created",
        Done::Merged => "merged",
        Done::Unchanged => "unchanged",
        Done::Left => "left",
        Done::Removed => "removed",
        Done::TakenOut => "taken out",
    }
}

/// Tells whether a host that looks along the path finds the program.
fn on_path() -> bool {
    let name = format!("countersign{}", std::env::consts::EXE_SUFFIX);
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(&name).is_file())
}

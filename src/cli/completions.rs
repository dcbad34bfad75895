//! `countersign completions` and `countersign man`: what shells and man read, made from the command line itself.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::CommandFactory;
use clap_complete::Shell;

use super::refused::unwritten;
use super::{Cli, Run};

/// Prints the completions of a shell
///
/// bash: `countersign completions bash > ~/.local/share/bash-completion/completions/countersign`. zsh: into a folder of
/// `$fpath` as `_countersign`. fish: `countersign completions fish > ~/.config/fish/completions/countersign.fish`.
#[derive(Debug, clap::Args)]
pub(super) struct Completions {
    shell: Shell,
}

/// Prints the manual page
///
/// `countersign man > countersign.1`, in a `man1` folder of your manpath; or `countersign man | man -l -`.
#[derive(Debug, clap::Args)]
pub(super) struct Man {}

impl Run for Completions {
    fn run(self) -> ExitCode {
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "countersign", &mut text);
        print(&text)
    }
}

impl Run for Man {
    fn run(self) -> ExitCode {
        let mut text = Vec::new();
        match page(&mut text) {
            Ok(()) => print(&text),
            Err(error) => unwritten(&error, ExitCode::FAILURE),
        }
    }
}

/// Writes one page for the program: its head, then each command with its options.
fn page(out: &mut dyn Write) -> io::Result<()> {
    let mut command = Cli::command();
    command.build();
    let whole = clap_mangen::Man::new(command.clone());
    let mut out = out;
    whole.render_title(&mut out)?;
    whole.render_name_section(&mut out)?;
    whole.render_synopsis_section(&mut out)?;
    whole.render_description_section(&mut out)?;
    for one in command.get_subcommands().filter(|c| c.get_name() != "help") {
        let name = one.get_name().to_owned();
        writeln!(out, ".SH \"COUNTERSIGN {}\"", name.to_uppercase())?;
        let mut text = Vec::new();
        let man = clap_mangen::Man::new(one.clone());
        man.render_synopsis_section(&mut text)?;
        man.render_description_section(&mut text)?;
        man.render_options_section(&mut text)?;
        // Sections of a command stand one level lower on the common page.
        let text = String::from_utf8_lossy(&text).replace("\n.SH ", "\n.SS ");
        out.write_all(text.as_bytes())?;
    }
    whole.render_version_section(&mut out)
}

fn print(text: &[u8]) -> ExitCode {
    match io::stdout().lock().write_all(text) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => unwritten(&error, ExitCode::SUCCESS),
    }
}

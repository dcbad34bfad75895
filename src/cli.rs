//! The command line: one file a command. Parses arguments, opens the application, prints, returns an exit code.

use std::process::ExitCode;

use clap::{Parser, Subcommand};

mod demo;
mod schema;
mod serve;

/// What every command can do: run and tell how it went.
trait Run {
    fn run(self) -> ExitCode;
}

#[derive(Debug, Parser)]
#[command(name = "countersign", version, about = "Owns the review loop of coding agents.")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Serve(serve::Serve),
    Demo(demo::Demo),
    Schema(schema::Schema),
}

/// Reads the process's arguments, runs the command and returns its exit code.
pub fn run() -> ExitCode {
    match Cli::parse().command {
        Command::Serve(command) => command.run(),
        Command::Demo(command) => command.run(),
        Command::Schema(command) => command.run(),
    }
}

//! The command line: one file a command. Parses arguments, opens the application, prints, returns an exit code.

use std::process::ExitCode;

use clap::{Parser, Subcommand};

mod check_plan;
mod completions;
mod config;
mod decide;
mod demo;
mod doctor;
mod export;
mod gate;
mod given;
#[cfg(fuzzing)]
pub mod hook;
#[cfg(not(fuzzing))]
mod hook;
mod import;
mod init;
mod log;
mod metrics;
mod parse;
mod print;
mod progress;
mod refused;
mod replay;
mod report;
mod schema;
mod serve;
mod status;
mod verify;

use crate::app::App;

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
    Init(init::Init),
    Demo(demo::Demo),
    Decide(decide::Decide),
    Status(status::Status),
    Log(log::Log),
    Metrics(metrics::Metrics),
    Replay(replay::Replay),
    Parse(parse::Parse),
    CheckPlan(check_plan::CheckPlan),
    Verify(verify::Verify),
    Gate(gate::Gate),
    Export(export::Export),
    Import(import::Import),
    Config(config::Config),
    Report(report::Report),
    Doctor(doctor::Doctor),
    Schema(schema::Schema),
    Hook(hook::Hook),
    Completions(completions::Completions),
    Man(completions::Man),
}

/// Reads the process's arguments, runs the command and returns its exit code.
pub fn run() -> ExitCode {
    let parsed = match Cli::try_parse() {
        Ok(parsed) => parsed,
        Err(told) => {
            // What cannot be printed has nobody to read it.
            let _ = told.print();
            // 0 to 3 are verdicts: a mistyped option must not pass for one.
            return if told.use_stderr() { ExitCode::from(64) } else { ExitCode::SUCCESS };
        }
    };
    match parsed.command {
        Command::Serve(command) => command.run(),
        Command::Init(command) => command.run(),
        Command::Demo(command) => command.run(),
        Command::Decide(command) => command.run(),
        Command::Status(command) => command.run(),
        Command::Log(command) => command.run(),
        Command::Metrics(command) => command.run(),
        Command::Replay(command) => command.run(),
        Command::Parse(command) => command.run(),
        Command::CheckPlan(command) => command.run(),
        Command::Verify(command) => command.run(),
        Command::Gate(command) => command.run(),
        Command::Export(command) => command.run(),
        Command::Import(command) => command.run(),
        Command::Config(command) => command.run(),
        Command::Report(command) => command.run(),
        Command::Doctor(command) => command.run(),
        Command::Schema(command) => command.run(),
        Command::Hook(command) => command.run(),
        Command::Completions(command) => command.run(),
        Command::Man(command) => command.run(),
    }
}

/// Returns the application, started where the command was. Where that cannot be read, commands that need a
/// repository say that there is none.
fn app() -> App {
    App::new(std::env::current_dir().unwrap_or_else(|_| ".".into()))
}

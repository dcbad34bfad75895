//! `countersign serve`: the stdio server that hosts start.

use std::io;
use std::process::ExitCode;

use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::format::FmtSpan;

use super::Run;
use crate::app::App;
use crate::mcp;

/// Serves MCP on standard input and output, until the input closes
#[derive(Debug, clap::Args)]
pub(super) struct Serve {}

impl Run for Serve {
    fn run(self) -> ExitCode {
        log_to_stderr();
        let start = match std::env::current_dir() {
            Ok(start) => start,
            Err(error) => {
                // The server still starts and lists its tools; each call then says what is wrong (SPEC 13.6).
                tracing::warn!(%error, "the current directory cannot be read");
                ".".into()
            }
        };
        match mcp::serve(App::new(start)) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                tracing::error!(%error, "the server cannot run");
                ExitCode::FAILURE
            }
        }
    }
}

/// Sends the log to standard error, without colour. `COUNTERSIGN_LOG` is a level (`debug`) for our own part, or
/// directives (`countersign=debug,rmcp=info`); the SDK stays at warnings, since below that it logs whole messages.
fn log_to_stderr() {
    let wanted = std::env::var("COUNTERSIGN_LOG").unwrap_or_default();
    let directives = match wanted.trim() {
        "" => "warn,countersign=info".to_owned(),
        "off" => "off".to_owned(),
        level if level.chars().all(|c| c.is_ascii_alphanumeric()) => format!("warn,countersign={level}"),
        directives => directives.to_owned(),
    };
    let filter = EnvFilter::try_new(&directives).unwrap_or_else(|_| EnvFilter::new("warn,countersign=info"));
    // A second subscriber in one process is refused; the first then serves as well.
    let _ = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(io::stderr)
        .with_ansi(false)
        .with_span_events(FmtSpan::CLOSE)
        .try_init();
}

//! `countersign demo`: one whole review loop and one phase verification on a scratch repository.
//!
//! A real server is started as a child process and spoken to by a real MCP client; each step is printed and
//! checked. Nothing outside the scratch folder is written.

mod answer;
mod failure;
mod host;
mod page;
mod scene;
mod script;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::Run;
use failure::Failure;
use page::Page;
use scene::Scene;
use script::Script;

/// Plays one review loop and one phase verification on a scratch repository, step by step
///
/// Starts a real server, kills it once, and ends with exit code 0 only if every step was as it should be. The
/// repository is kept to be looked at.
#[derive(Debug, clap::Args)]
pub(super) struct Demo {
    /// Make the scratch repository here: a folder that is empty or not there yet [default: a temporary one]
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

impl Run for Demo {
    fn run(self) -> ExitCode {
        let mut out = io::stdout().lock();
        let root = match folder(self.dir.as_deref()) {
            Ok(root) => root,
            Err(failure) => return failed(&failure, None),
        };
        match play(&root, &mut out) {
            Ok(()) => ExitCode::SUCCESS,
            // A reader that went away, such as `head`, has seen what it wanted.
            Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Err(failure) => {
                let _ = out.flush();
                failed(&failure, Some(&root))
            }
        }
    }
}

fn play(root: &Path, out: &mut dyn Write) -> Result<(), Failure> {
    let scene = Scene::make(root)?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|e| Failure::Server(format!("the client cannot run: {e}")))?;
    runtime.block_on(Script::play(Page::new(out), scene))
}

/// Returns the folder to work in: the one named, which must hold nothing, or a fresh one.
fn folder(named: Option<&Path>) -> Result<PathBuf, Failure> {
    let trouble = |path: &Path, e: &io::Error| Failure::Scene(format!("{}: {e}", path.display()));
    let root = match named {
        None => tempfile::Builder::new()
            .prefix("countersign-demo-")
            .tempdir()
            .map_err(|e| trouble(&std::env::temp_dir(), &e))?
            .keep(),
        Some(dir) => {
            std::fs::create_dir_all(dir).map_err(|e| trouble(dir, &e))?;
            if std::fs::read_dir(dir).map_err(|e| trouble(dir, &e))?.next().is_some() {
                let why = "is not empty; name an empty folder, or leave --dir out";
                return Err(Failure::Scene(format!("{} {why}", dir.display())));
            }
            dir.to_owned()
        }
    };
    root.canonicalize().map_err(|e| trouble(&root, &e))
}

/// Tells what went wrong and where to look.
fn failed(failure: &Failure, root: Option<&Path>) -> ExitCode {
    let mut err = io::stderr().lock();
    let _ = writeln!(err, "\nThe demo failed: {failure}");
    if let Some(root) = root {
        let _ = writeln!(err, "The scratch repository is kept: {}", root.display());
    }
    ExitCode::FAILURE
}

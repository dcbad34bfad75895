//! The MCP door: a stdio server over `app`, in both lifecycles of the protocol.
//!
//! ```text
//! stdin → frames (guard) → stdio (transport) → rmcp → server → guard → door → app
//! ```
//!
//! Every request with a readable id gets exactly one answer (SPEC 13.4): what the SDK would drop is answered
//! by the frame guard, what panics by the panic guard. Standard output carries only the protocol. Nothing
//! below this module knows of `rmcp` or `tokio`, and nothing here decides what a review means.

mod address;
mod arguments;
mod ask;
mod budget;
mod completion;
mod door;
mod follow;
mod frames;
#[cfg(fuzzing)]
pub mod fuzzed;
mod log;
mod prompts;
mod reply;
mod resources;
mod schema;
mod server;
mod stdio;
mod tools;
mod watch;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Weak};
use std::time::Duration;

use rmcp::model::Tool;
use rmcp::service::serve_server_with_ct;
use tokio_util::sync::CancellationToken;

use crate::app::App;
use crate::error::Error;

/// Threads that handle messages; the work of tools runs on others.
const WORKERS: usize = 2;
/// Tool calls that run at the same time; more wait. Each holds a file handle or two and up to a few MiB.
const CALLS: usize = 32;
/// How long the last answers may take once the end has been called.
const FAREWELL: Duration = Duration::from_millis(400);
/// For how long a call that was answered may close what it had open.
const LAST_CALLS: Duration = Duration::from_millis(200);
/// How long the end of the server may take in all, where the runtime still comes to it.
const LAST: Duration = Duration::from_secs(5);
/// How often the parent is looked for.
const WATCH: Duration = Duration::from_millis(500);

/// Serves the protocol on standard input and output until the input closes or the parent dies.
///
/// # Errors
///
/// When the standard streams or the threads cannot be had. A client that leaves is no error.
pub fn serve(app: App) -> Result<(), Error> {
    reply::log_panics();
    // Last to go: whoever sees to the end is needed until all else has.
    let serving = Arc::new(());
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(WORKERS)
        .max_blocking_threads(CALLS)
        .thread_name("countersign")
        .enable_all()
        .build()
        .map_err(|e| Error::io(format!("the runtime cannot start: {e}")))?;
    {
        let _inside = runtime.enter();
        outlive_large_files();
    }
    let stop = CancellationToken::new();
    let reading = Arc::new(());
    let (is_read, is_served) = (Arc::downgrade(&reading), Arc::downgrade(&serving));
    let (transport, writer) = stdio::open(stop.clone(), reading)
        .map_err(|e| Error::io(format!("standard input and output cannot be used: {e}")))?;
    let app = Arc::new(app);
    let look = {
        let app = Arc::downgrade(&app);
        move || {
            if let Some(app) = app.upgrade() {
                app.let_go_of_what_is_gone();
            }
        }
    };
    std::thread::Builder::new()
        .name("watch".to_owned())
        .spawn(move || insist(&is_read, &is_served, look))
        .map_err(|e| Error::io(format!("the threads cannot be had: {e}")))?;
    let serve = || runtime.block_on(run(server::Server::new(Arc::clone(&app)), transport, stop));
    let ended = catch_unwind(AssertUnwindSafe(serve));
    // A call that is still running is abandoned: what it acknowledged is on disk, the rest never happened. One that was just
    // answered closes what it had open. After a panic, too: a runtime that cannot wake its threads any more would wait for them.
    runtime.shutdown_timeout(LAST_CALLS);
    // What still holds the application is abandoned along with it, and would never let go.
    app.let_go();
    writer.finish(FAREWELL);
    drop(serving);
    ended.map_err(|_| Error::io("the server ended by a fault of its own, which its log tells"))
}

/// Has a write past the limit of the size of files (`ulimit -f`) fail as any other write does, instead of ending the process.
#[cfg(unix)]
fn outlive_large_files() {
    use rustix::process::Signal;
    use tokio::signal::unix::{SignalKind, signal};
    // Whoever listens is not ended by it, for as long as the process lasts; what it says, the write says, too.
    if let Err(error) = signal(SignalKind::from_raw(Signal::XFSZ.as_raw())) {
        tracing::debug!(%error, "a limit of the size of files would end the server");
    }
}

/// No such limit is known.
#[cfg(not(unix))]
fn outlive_large_files() {}

/// Ends the process some time after its input closed or its parent died, should the runtime not have done so: a system call
/// that fails in it, as where it wakes a thread of its own, leaves it asleep for good. What was acknowledged is on disk.
///
/// Until then it has a server that nobody calls `look` whether its files are there still.
fn insist(is_read: &Weak<()>, is_served: &Weak<()>, look: impl Fn()) {
    let is_needed = parent_watch();
    while is_read.strong_count() > 0 && is_needed() {
        std::thread::sleep(WATCH);
        look();
    }
    std::thread::sleep(LAST);
    if is_served.strong_count() > 0 {
        tracing::error!("the server did not end by itself");
        std::process::exit(1);
    }
}

/// Tells whether the process that started this one is there.
#[cfg(unix)]
fn parent_watch() -> impl Fn() -> bool {
    let parent = std::os::unix::process::parent_id();
    move || std::os::unix::process::parent_id() == parent
}

/// Where a parent cannot be watched, the end of standard input is the only sign.
#[cfg(not(unix))]
fn parent_watch() -> impl Fn() -> bool {
    || true
}

/// Returns the tools exactly as served, in the order served.
pub fn listed_tools() -> Vec<Tool> {
    server::listed(&tools::all())
}

/// Runs the server until it ends by itself or is told to stop.
async fn run(server: server::Server, transport: stdio::Stdio, stop: CancellationToken) {
    let watch = tokio::spawn(watch_parent(stop.clone()));
    let serving = async {
        match serve_server_with_ct(server, transport, stop.clone()).await {
            Ok(running) => {
                if let Err(error) = running.waiting().await {
                    tracing::error!(%error, "the server loop failed");
                }
            }
            Err(error) => {
                if stop.is_cancelled() {
                    tracing::debug!(%error, "ended before a session began");
                } else {
                    tracing::warn!(%error, "no session began");
                }
            }
        }
    };
    tokio::select! {
        () = serving => {}
        () = async { stop.cancelled().await; tokio::time::sleep(FAREWELL).await } => {
            tracing::debug!("ended without waiting for the last calls");
        }
    }
    watch.abort();
}

/// Ends the server when the process that started it is gone: hosts kill their children less often than themselves.
#[cfg(unix)]
async fn watch_parent(stop: CancellationToken) {
    let is_there = parent_watch();
    while is_there() {
        tokio::time::sleep(WATCH).await;
    }
    tracing::info!("the parent process is gone");
    stop.cancel();
}

/// Where a parent cannot be watched, the end of standard input is the only sign.
#[cfg(not(unix))]
async fn watch_parent(stop: CancellationToken) {
    let _ = WATCH;
    stop.cancelled().await;
}

//! A command that the user lists, run to its end without a shell: the only place that starts a program of others.
//!
//! It gets no input, its own process group, a time and a few kilobytes of what it prints. When it has ended, was given
//! up or took too long, whatever it left running is ended with it.

use std::collections::VecDeque;
use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::process::{Child, Command};

use super::follower::Follower;
use crate::domain::phase::Ended;

/// What a command may use.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    pub time: Duration,
    /// Bytes kept of the end of what it prints.
    pub tail: usize,
}

/// How a command went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    pub ended: Ended,
    /// The end of what it printed, both streams as they came.
    pub tail: String,
    pub took: Duration,
}

/// How often it is asked whether somebody still waits.
const GLANCE: Duration = Duration::from_millis(50);

/// How long the last of what was printed may take to arrive once everything was ended.
const DRAIN: Duration = Duration::from_millis(500);

/// What git sets for its hooks: a command would work on another repository than the one it stands in.
const OF_GIT: [&str; 6] =
    ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY"];

/// Runs a command in a folder.
pub fn run(command: &str, dir: &Path, limits: &Limits, follower: &dyn Follower) -> Run {
    let begun = Instant::now();
    let (ended, tail) = ran(command, dir, limits, follower);
    Run { ended, tail, took: begun.elapsed() }
}

fn ran(command: &str, dir: &Path, limits: &Limits, follower: &dyn Follower) -> (Ended, String) {
    let not_started = |why: String| (Ended::NotStarted { why }, String::new());
    let Some((program, arguments)) = shlex::split(command).and_then(|words| {
        let mut words = words.into_iter();
        words.next().map(|program| (program, words.collect::<Vec<_>>()))
    }) else {
        return not_started("its quotes are not closed".to_owned());
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    match runtime {
        Ok(runtime) => runtime.block_on(async {
            match start(&program, &arguments, dir) {
                Ok(child) => follow(child, limits, follower).await,
                Err(error) => not_started(error.to_string()),
            }
        }),
        Err(error) => not_started(error.to_string()),
    }
}

fn start(program: &str, arguments: &[String], dir: &Path) -> std::io::Result<Child> {
    // Where a relative path begins is not said by the system once the folder is another one.
    let mut command = match program.contains('/') {
        true => Command::new(dir.join(program)),
        false => Command::new(program),
    };
    command
        .args(arguments)
        .current_dir(dir)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    for name in OF_GIT {
        command.env_remove(name);
    }
    #[cfg(unix)]
    command.process_group(0);
    command.kill_on_drop(true).spawn()
}

async fn follow(mut child: Child, limits: &Limits, follower: &dyn Follower) -> (Ended, String) {
    let group = child.id();
    let tail = Arc::new(Mutex::new(VecDeque::new()));
    let out = child.stdout.take().map(|pipe| tokio::spawn(keep(pipe, Arc::clone(&tail), limits.tail)));
    let err = child.stderr.take().map(|pipe| tokio::spawn(keep(pipe, Arc::clone(&tail), limits.tail)));
    let ended = tokio::select! {
        status = child.wait() => status.map_or_else(|e| Ended::NotStarted { why: e.to_string() }, |s| ended(&s)),
        () = tokio::time::sleep(limits.time) => Ended::TimedOut { seconds: limits.time.as_secs() },
        () = given_up(follower) => Ended::NotStarted { why: "the call was cancelled".to_owned() },
    };
    end_all(&mut child, group).await;
    for reader in [out, err].into_iter().flatten() {
        // Somebody who left the group may hold the pipe for ever.
        let _ = tokio::time::timeout(DRAIN, reader).await;
    }
    let tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
    let bytes: Vec<u8> = tail.iter().copied().collect();
    (ended, String::from_utf8_lossy(&bytes).trim().to_owned())
}

async fn given_up(follower: &dyn Follower) {
    while follower.goes_on() {
        tokio::time::sleep(GLANCE).await;
    }
}

/// Ends what is left of the command's process group.
async fn end_all(child: &mut Child, group: Option<u32>) {
    #[cfg(unix)]
    if let Some(group) = group.and_then(|id| i32::try_from(id).ok()).and_then(rustix::process::Pid::from_raw)
    {
        // Nothing is left, mostly.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    #[cfg(not(unix))]
    let _ = group;
    let _ = child.kill().await;
}

/// Reads a stream to its end and keeps the last bytes.
async fn keep(mut pipe: impl AsyncRead + Unpin, tail: Arc<Mutex<VecDeque<u8>>>, most: usize) {
    let mut buffer = [0; 8 * 1024];
    while let Ok(read @ 1..) = pipe.read(&mut buffer).await {
        let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
        tail.extend(&buffer[..read]);
        let over = tail.len().saturating_sub(most);
        tail.drain(..over);
    }
}

fn ended(status: &ExitStatus) -> Ended {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(status) {
        return Ended::Killed { signal };
    }
    Ended::Exited { code: status.code().unwrap_or(-1) }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::io::follower::Nobody;

    fn ran(command: &str, millis: u64, tail: usize) -> (Ended, String) {
        let dir = tempfile::tempdir().expect("a folder of its own");
        let run = run(command, dir.path(), &Limits { time: Duration::from_millis(millis), tail }, &Nobody);
        (run.ended, run.tail)
    }

    #[test]
    fn the_end_of_both_streams_is_kept_and_nothing_more() {
        let (ended, tail) = ran("sh -c 'seq 1 100000; echo last >&2; exit 3'", 20_000, 40);
        assert_eq!(ended, Ended::Exited { code: 3 });
        assert!(tail.len() <= 40 && tail.contains("100000") && tail.contains("last"), "{tail}");
    }

    #[test]
    fn what_takes_too_long_is_ended_with_all_it_started() {
        let begun = Instant::now();
        // The second holds the pipes for ever, and the first does not wait for it.
        for command in ["sh -c 'sleep 50 & sleep 50'", "sh -c 'sleep 50 & wait'"] {
            assert_eq!(ran(command, 200, 100).0, Ended::TimedOut { seconds: 0 }, "{command}");
        }
        assert_eq!(
            ran("sh -c 'sleep 50 & echo done'", 20_000, 100),
            (Ended::Exited { code: 0 }, "done".to_owned())
        );
        assert!(begun.elapsed() < Duration::from_secs(20));
    }

    #[test]
    fn there_is_no_shell_and_nothing_to_read() {
        assert_eq!(ran("echo $HOME '*' && echo", 20_000, 100).1, "$HOME * && echo");
        assert_eq!(ran("cat", 20_000, 100), (Ended::Exited { code: 0 }, String::new()));
        assert!(matches!(ran("no-such-program-anywhere", 1_000, 100).0, Ended::NotStarted { .. }));
        assert_eq!(ran("sh -c 'kill -9 $$'", 20_000, 100).0, Ended::Killed { signal: 9 });
    }
}

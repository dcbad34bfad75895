//! Commands of finished plans that the user's own configuration lists, run before anything is judged (SPEC 9.9).

use std::time::Duration;

use super::super::ranges;
use super::super::workspace::Workspace;
use super::{Case, Keep};
use crate::domain::ids::RepoPath;
use crate::domain::phase::{self, Ended, PhaseEvent};
use crate::domain::{plan, range};
use crate::error::Error;
use crate::io::command::{self, Limits, Run};

/// How long one command may take, and how long all commands of one call: what is left is for the next call.
const TIME: Duration = Duration::from_secs(600);

/// How much of the end of what a command prints is kept, in bytes.
const TAIL: usize = 2_000;

impl Case {
    /// Runs every listed command that has not ended well on the code as it is. What failed is run again only where the
    /// call asks `anew`, so that a judgement sent in between does not wait for it.
    pub(super) fn run_listed(&mut self, ws: &Workspace<'_>, anew: bool) -> Result<(), Error> {
        let own = &ws.user()?.verify_commands;
        let finished = self.input.plans.iter().filter(|facts| facts.has_summary);
        self.input.commands = finished.flat_map(|facts| phase::listed(&facts.plan, own)).collect();
        if self.input.commands.is_empty() {
            return Ok(());
        }
        let mut state = state(ws)?;
        if self.keep == Keep::Everything {
            let mut left = TIME;
            let mut ran: Vec<String> = Vec::new();
            for command in self.input.commands.iter().map(|listed| listed.command.clone()).collect::<Vec<_>>()
            {
                let last = phase::last_run(&self.events, &command, &state);
                if ran.contains(&command) || last.is_some_and(|ended| ended.is_well() || !anew) {
                    continue;
                }
                if left.is_zero() {
                    break;
                }
                ws.goes_on()?;
                let limits = Limits { time: left, tail: TAIL };
                let Run { ended, tail, took } =
                    command::run(&command, ws.repository.root(), &limits, ws.follower);
                left = left.saturating_sub(took);
                ws.look_anew();
                ws.goes_on()?;
                // It had less time than one alone has: that it was not done says nothing of the code.
                if matches!(ended, Ended::TimedOut { .. }) && limits.time < TIME {
                    break;
                }
                // What a command writes while it runs, such as what it builds, is no other code for the next call.
                state = self::state(ws)?;
                let event = PhaseEvent::Ran { command: command.clone(), state: state.clone(), ended, tail };
                self.store(ws, std::slice::from_ref(&event))?;
                self.events.push(event);
                ran.push(command);
            }
        }
        self.input.state = Some(state);
        Ok(())
    }

    /// Hashes the code as it is where a plan says only roughly what it changes.
    pub(super) fn look_at_all_of_it(&mut self, ws: &Workspace<'_>) -> Result<(), Error> {
        if self.input.state.is_none() && phase::rests_on_all(&self.input, &self.code) {
            self.input.state = Some(state(ws)?);
        }
        Ok(())
    }
}

/// Hashes the code as it is: what the checked-out commit holds and what differs from it, without the systems' own documents,
/// so that a commit of a report is no other code.
fn state(ws: &Workspace<'_>) -> Result<String, Error> {
    let code = |path: &RepoPath| !range::is_book_keeping(path) && plan::root_of(path).is_none();
    let differing: Vec<RepoPath> = ws.differing()?.paths.iter().filter(|path| code(path)).cloned().collect();
    let mut hasher = blake3::Hasher::new();
    if let Ok(head) = ws.repository.head() {
        for (path, content) in
            ws.repository.tracked_contents(&head)?.into_iter().filter(|(path, _)| code(path))
        {
            hasher.update(format!("{} {path} {content}\n", path.as_str().len()).as_bytes());
        }
    }
    for (path, content) in ranges::at_hand(ws, &differing)? {
        let content = content.map_or_else(String::new, |(blob, mode)| format!("{blob} {mode:?}"));
        hasher.update(format!("\n{} {path} {content}", path.as_str().len()).as_bytes());
    }
    Ok(hasher.finalize().to_hex()[..32].to_owned())
}

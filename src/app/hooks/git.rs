//! A commit or a push is about to be made: is the gate open that the user wants before it?

use std::path::Path;

use crate::domain::git_command::{GitAct, GitCommand};
use crate::error::Error;
use crate::io::clock::Clock;

use super::super::gate;
use super::super::rules;
use super::super::workspace::{Caller, Workspace};
use super::{Shut, workspace};

/// Returns why one of these acts is not let through; nothing where no gate stands before any of them, or it is open.
pub(in crate::app) fn before(
    start: &Path,
    clock: &Clock,
    commands: &[GitCommand],
) -> Result<Option<Shut>, Error> {
    if commands.is_empty() {
        return Ok(None);
    }
    let Some(here) = workspace(start, clock, None)? else { return Ok(None) };
    for command in commands {
        let there = command.dir.to_str().filter(|dir| !dir.is_empty());
        let elsewhere = match there.map(|dir| Workspace::open(start, Some(dir), clock, Caller::Unknown)) {
            Some(Ok(ws)) => Some(ws),
            // Another repository, or no place at all: its work is none of this gate's.
            Some(Err(_)) => continue,
            None => None,
        };
        let ws = elsewhere.as_ref().unwrap_or(&here);
        if let Some(shut) = at_gate(ws, command.act)? {
            return Ok(Some(shut));
        }
    }
    Ok(None)
}

fn at_gate(ws: &Workspace<'_>, act: GitAct) -> Result<Option<Shut>, Error> {
    if !rules::gate_before(ws)?.before.is_before(act) {
        return Ok(None);
    }
    let (protocol, _) = rules::configured(ws, None, None)?;
    // Who reviews commits cannot have them reviewed before they are made.
    if !protocol.is_on() || (act == GitAct::Commit && !protocol.commit_after_approval) {
        return Ok(None);
    }
    let (answer, nothing) = gate::of_branch(ws)?;
    // A commit of nothing that anybody reviews, where nothing was reviewed yet, passes.
    if answer.open || (act == GitAct::Commit && nothing) {
        return Ok(None);
    }
    Ok(Some(Shut { act: act.as_str(), scope: answer.scope, reasons: answer.reasons }))
}

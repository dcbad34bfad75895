//! A commit or a push is about to be made: is the gate open that the user wants before it?

use std::path::{Path, PathBuf};

use crate::domain::git_command::{GitAct, GitCommand, Place};
use crate::domain::protocol::Protocol;
use crate::error::Error;
use crate::io::clock::Clock;
use crate::io::git::{GitError, Repository};

use super::super::answers::{GateAnswer, GateReason};
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
    let here = workspace(start, clock, None)?;
    for command in commands {
        let target = target(start, command);
        let there = match Repository::discover(&target) {
            Ok(there) => there,
            // No place of any work; whatever else is wrong with it, nobody knows that it is another's.
            Err(error) if error.is_no_place_of_work() => continue,
            Err(error) => return Err(error.into()),
        };
        let shut = match &here {
            // Another repository: its work is none of this gate's.
            Some(here) if here.repository.common_dir() != there.common_dir() => None,
            Some(here) if here.repository.root() == there.root() => at_gate(here, command)?,
            Some(here) => {
                let elsewhere = Workspace::open(start, target.to_str(), clock, Caller::Unknown).ok();
                at_gate(elsewhere.as_ref().unwrap_or(here), command)?
            }
            None => at_gate(&Workspace::open(&target, None, clock, Caller::Unknown)?, command)?,
        };
        if shut.is_some() {
            return Ok(shut);
        }
    }
    Ok(None)
}

/// Returns where a command works: in the repository that it names, if that is there, or else where it runs.
fn target(start: &Path, command: &GitCommand) -> PathBuf {
    let place = standing(start, &command.place);
    let named = command.git_dir.as_ref().map(|dir| place.join(dir));
    let is_one = |dir: &PathBuf| matches!(Repository::discover(dir), Ok(_) | Err(GitError::Bare { .. }));
    named.filter(is_one).unwrap_or(place)
}

/// Returns the folder that a command runs in, or, where that is yet to be made, the one above it that is there.
fn standing(start: &Path, place: &Place) -> PathBuf {
    let wanted = start.join(&place.dir);
    if place.may_stay && !wanted.is_dir() {
        return start.to_owned();
    }
    wanted.ancestors().find(|dir| dir.is_dir()).map_or_else(|| start.to_owned(), Path::to_owned)
}

fn at_gate(ws: &Workspace<'_>, command: &GitCommand) -> Result<Option<Shut>, Error> {
    let act = command.act;
    let gated = rules::gate_before(ws)?;
    // A branch does not take away the gate that it stands before, nor the reviews that it asks for.
    let taken_away = || -> Result<bool, Error> {
        let was = rules::before::gate_of_branch(ws)?;
        Ok(gated.by != Some(rules::Layer::User) && was.is_some_and(|was| was.is_before(act)))
    };
    if !gated.before.is_before(act) && !taken_away()? {
        return Ok(None);
    }
    let (now, _) = rules::configured(ws, None, None)?;
    let asked = rules::before::Asked::default();
    let held = rules::before::of_branch(ws, asked, &now, "its gate")?.map(|(held, _)| held);
    let rules = || std::iter::once(&now).chain(&held);
    // Who reviews commits cannot have them reviewed before they are made. What held before opens nothing that is shut now.
    let before_commits = rules().any(|protocol| protocol.commit_after_approval);
    if !rules().any(Protocol::is_on) || (act == GitAct::Commit && !before_commits) {
        return Ok(None);
    }
    let names: Vec<Option<&str>> = match command.pushed.as_slice() {
        [] => vec![None],
        pushed => pushed.iter().map(|name| Some(name.as_str())).collect(),
    };
    for name in names {
        let (answer, nothing) = of_branch(ws, name)?;
        // A commit of nothing that anybody reviews, where nothing was reviewed yet, passes.
        let passes = answer.open || (act == GitAct::Commit && nothing);
        if !passes {
            return Ok(Some(Shut { act: act.as_str(), scope: answer.scope, reasons: answer.reasons }));
        }
    }
    Ok(None)
}

/// Judges the branch that a push names, or the one that is checked out; what names no branch is taken for that.
fn of_branch(ws: &Workspace<'_>, name: Option<&str>) -> Result<(GateAnswer, bool), Error> {
    let repository = &ws.repository;
    let other = name.filter(|name| repository.branch().as_deref() != Some(*name));
    let Some(name) = other else { return gate::of_branch(ws) };
    let Some(tip) = repository.tip_of_branch(name)? else { return gate::of_branch(ws) };
    if let Some(there) = ws.of_branch(name) {
        return gate::of_branch(&there);
    }
    // All that it has is in what is checked out, and judged with that.
    if repository.is_ancestor(&tip, &repository.head()?)? {
        return gate::of_branch(ws);
    }
    let message = format!(
        "{name} is checked out in no work tree, so what lies on it cannot be compared with its reviews; \
         git switch {name} first, and push in a command of its own"
    );
    let reason =
        GateReason { message, subject: None, commit: None, files: Vec::new(), call: None, fill: Vec::new() };
    let answer = GateAnswer {
        open: false,
        scope: format!("branch {name}"),
        reasons: vec![reason],
        remarks: Vec::new(),
    };
    Ok((answer, false))
}

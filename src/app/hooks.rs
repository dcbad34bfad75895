//! What a host's hooks tell of subagents, and what these are told: a reviewer that starts is bound to the pass it is to
//! answer, one that ends with its report as text has it recorded, and who leaves a step undone is held back (SPEC 11).
//!
//! Works without a server. Where nothing is open, reviews are switched off, or no repository is, it says nothing.

mod due;
mod end;
mod git;
mod start;
mod stranger;

use std::path::Path;

use crate::domain::agents::{self, Role};
use crate::domain::attested::Attested;
use crate::domain::next_step::{FindingRow, NextStep};
use crate::domain::review_loop::LoopState;
use crate::error::Error;
use crate::io::clock::Clock;
use crate::io::git::Repository;
use crate::io::store::{Bound, Store, StoreError};

use super::answers::{GateReason, LoopRow};
use super::loops::{self, Loaded};
use super::resume::is_on;
use super::workspace::{Caller, Workspace};
use super::{next, ranges, rules};

pub(super) use end::ended;
pub(super) use git::before;
pub(super) use start::started;

/// What a subagent works on is forgotten after three days, in milliseconds: no agent runs that long.
const KEPT: i64 = 3 * 24 * 60 * 60 * 1000;

/// What a known subagent is told when it starts.
#[derive(Debug, Clone, PartialEq)]
pub struct Started {
    pub role: Role,
    /// One: the loop it is started for, with its next step. Several: the loops that could be meant.
    pub loops: Vec<LoopRow>,
    /// A reviewer's: the findings of earlier passes that are open, the worst first.
    pub open: Vec<FindingRow>,
}

/// Why a subagent is held back.
#[derive(Debug, Clone, PartialEq)]
pub struct HeldBack {
    pub role: Role,
    pub loop_id: String,
    pub subject: String,
    pub pass: u32,
    /// What is undone.
    pub why: String,
    /// What it is to do, with the exact call.
    pub next: NextStep,
}

/// Why a commit or a push is not let through.
#[derive(Debug, Clone, PartialEq)]
pub struct Shut {
    /// git's word for it.
    pub act: &'static str,
    /// What the gate stands before: `branch main`.
    pub scope: String,
    /// At least one.
    pub reasons: Vec<GateReason>,
}

/// Opens the repository above a hook's directory; nothing where there is none.
fn workspace<'a>(
    start: &Path,
    clock: &'a Clock,
    by: Option<&'a Attested>,
) -> Result<Option<Workspace<'a>>, Error> {
    // Whatever else is wrong is said by the opening below.
    if Repository::discover(start).is_err_and(|error| error.is_no_place_of_work()) {
        return Ok(None);
    }
    let caller = by.map_or(Caller::Unknown, Caller::Agent);
    Workspace::open(start, None, clock, caller).map(Some)
}

/// Opens the store to write, if there is one.
fn existing(ws: &Workspace<'_>) -> Result<Option<Store>, Error> {
    match Store::open_existing(ws.repository.common_dir()) {
        Ok(store) => Ok(Some(store)),
        Err(StoreError::Missing { .. }) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Returns the open loops of projects that have reviews switched on.
fn open_loops(ws: &Workspace<'_>, store: &Store) -> Result<Vec<Loaded>, Error> {
    let (mut open, _) = loops::open_alone(store)?;
    open.retain(|loaded| is_on(ws, loaded));
    Ok(open)
}

/// Tells whether the subject is another than the last review looked at. Where that cannot be told, it is.
fn changed(ws: &Workspace<'_>, state: &LoopState) -> bool {
    let Some(pass) = state.pass() else { return true };
    ranges::again(ws, state, None).map_or(true, |now| !now.change.same_content(&pass.change))
}

/// Keeps what a subagent works on.
fn bind(ws: &Workspace<'_>, store: &mut Store, by: &Attested, state: &LoopState) -> Result<(), Error> {
    let pass = state.pass().map_or(0, |p| p.number);
    bind_to(store, by, &Bound { loop_id: state.id.to_string(), pass, since: ws.clock.now() })
}

/// Keeps that a reviewer started while several passes waited for one: its report may say which it looked at.
fn bind_to_several(ws: &Workspace<'_>, store: &mut Store, by: &Attested) -> Result<(), Error> {
    bind_to(store, by, &Bound { loop_id: String::new(), pass: 0, since: ws.clock.now() })
}

fn bind_to(store: &mut Store, by: &Attested, to: &Bound) -> Result<(), Error> {
    let Some(agent) = &by.agent else { return Ok(()) };
    Ok(store.bind(&by.session, agent, to, KEPT)?)
}

/// Keeps that the attested caller of a tool works on a loop: a subagent's own calls say what it was started for. The
/// answer of the call does not hang on it.
pub(super) fn note_caller(ws: &Workspace<'_>, loop_id: &str) {
    let noted = || -> Result<(), Error> {
        if !ws.may_be_attested() {
            return Ok(());
        }
        let Some(store) = ws.log()? else { return Ok(()) };
        let Some(by) = ws.attested(&store)?.filter(|by| by.agent.is_some() && agents::role(by).is_some())
        else {
            return Ok(());
        };
        drop(store);
        let mut store = ws.store()?;
        let loaded = loops::load(&store, loop_id)?;
        bind(ws, &mut store, &by, &loaded.state)
    };
    if let Err(error) = noted() {
        tracing::warn!(%error, "what an agent works on could not be kept");
    }
}

/// Tells whether reviews are switched on where the hook runs. Settings that cannot be read switch nothing off.
fn is_reviewed(ws: &Workspace<'_>) -> bool {
    rules::configured(ws, None, None).map_or(true, |(protocol, _)| protocol.is_on())
}

fn held_back(ws: &Workspace<'_>, state: &LoopState, role: Role, why: String) -> HeldBack {
    let mut step = next::of(ws, state);
    step.findings.clear();
    HeldBack {
        role,
        loop_id: state.id.to_string(),
        subject: state.subject.label(),
        pass: state.pass().map_or(0, |p| p.number),
        why,
        next: step,
    }
}

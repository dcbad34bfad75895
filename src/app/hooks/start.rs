//! A subagent starts: a known reviewer is bound to the pass it is to answer, a known fixer to the findings it is to mend.

use std::path::Path;

use crate::domain::agents::{self, Meant, Role};
use crate::domain::attested::Attested;
use crate::domain::next_step::FindingRow;
use crate::domain::review_loop::{LoopState, Standing};
use crate::error::Error;
use crate::io::clock::Clock;

use super::super::requests::ReviewTask;
use super::super::workspace::Workspace;
use super::super::{loops, review, status};
use super::{Started, bind, bind_to_several, changed, due, existing, open_loops, stranger, workspace};

/// Returns what the agent is told; nothing for agents nobody knows and where nothing waits for this one.
pub(in crate::app) fn started(start: &Path, clock: &Clock, by: &Attested) -> Result<Option<Started>, Error> {
    let Some(role) = agents::role(by) else { return stranger::started(start, clock, by).map(|()| None) };
    let Some(ws) = workspace(start, clock, Some(by))? else { return Ok(None) };
    match role {
        Role::Reviewer => reviewer(&ws, by),
        Role::Fixer => fixer(&ws, by),
    }
}

fn reviewer(ws: &Workspace<'_>, by: &Attested) -> Result<Option<Started>, Error> {
    let store = existing(ws)?;
    let (open, taken) = match &store {
        Some(store) => (open_loops(ws, store)?, store.bound_to_others(&by.session, by.agent.as_deref())?),
        None => (Vec::new(), Vec::new()),
    };
    let states: Vec<&LoopState> = open.iter().map(|l| &l.state).collect();
    let branch = ws.repository.branch();
    // While its fixer is at work, a loop waits for no reviewer.
    let worked_on = |s: &LoopState| !taken.iter().any(|id| id == s.id.as_str()) && changed(ws, s);
    let request = match agents::meant_for_reviewer(&states, by, branch.as_deref(), worked_on) {
        Meant::Several(loops) => {
            if let Some(mut store) = store {
                bind_to_several(ws, &mut store, by)?;
            }
            return Ok(Some(several(Role::Reviewer, &loops)));
        }
        Meant::One(state) => {
            // Nothing is open, and there is more than this that a reviewer could be started for.
            if state.standing != Standing::Review && due::for_reviewer(ws, by)?.is_some() {
                return Ok(None);
            }
            ReviewTask { loop_id: Some(state.id.to_string()), ..ReviewTask::default() }
        }
        // A system that only prompts opens nothing by itself.
        Meant::Nothing => match due::for_reviewer(ws, by)? {
            Some(request) => request,
            None => return Ok(None),
        },
    };
    // What is there now is pinned: the reviewer looks at it from here on.
    let opened = review::review_task(ws, &ReviewTask { brief: Some(false), ..request })?;
    let Some(id) = opened.loop_id else { return Ok(None) };
    let mut store = ws.store()?;
    let loaded = loops::load(&store, &id)?;
    if loaded.state.standing != Standing::Review {
        return Ok(None);
    }
    bind(ws, &mut store, by, &loaded.state)?;
    let state = &loaded.state;
    let open = state.open_findings().into_iter().map(|f| FindingRow::of(f, &state.protocol)).collect();
    Ok(Some(Started { role: Role::Reviewer, loops: vec![status::row(state, Some(ws))], open }))
}

fn fixer(ws: &Workspace<'_>, by: &Attested) -> Result<Option<Started>, Error> {
    let Some(mut store) = existing(ws)? else { return Ok(None) };
    let mut open = open_loops(ws, &store)?;
    // Several work at once on several tasks: what another is at work on is not this one's.
    let taken = store.bound_to_others(&by.session, by.agent.as_deref())?;
    open.retain(|l| !taken.iter().any(|id| id == l.state.id.as_str()));
    let states: Vec<&LoopState> = open.iter().map(|l| &l.state).collect();
    match agents::meant_for_fixer(&states, by, ws.repository.branch().as_deref()) {
        Meant::Nothing => Ok(None),
        Meant::Several(loops) => Ok(Some(several(Role::Fixer, &loops))),
        Meant::One(state) => {
            bind(ws, &mut store, by, state)?;
            Ok(Some(Started {
                role: Role::Fixer,
                loops: vec![status::row(state, Some(ws))],
                open: Vec::new(),
            }))
        }
    }
}

fn several(role: Role, loops: &[&LoopState]) -> Started {
    let loops = loops.iter().map(|state| status::row(state, None)).collect();
    Started { role, loops, open: Vec::new() }
}

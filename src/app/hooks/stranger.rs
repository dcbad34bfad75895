//! An agent whose definition says nothing of what it is started for: where its last words are a review by themselves, of
//! one thing that waits for one, they are recorded as a known reviewer's are. About every other it is silent.

use std::path::Path;

use crate::domain::agents::{self, Meant, Role};
use crate::domain::attested::Attested;
use crate::domain::evident::Review;
use crate::domain::review_loop::event::Event;
use crate::domain::review_loop::{LoopState, Standing, judge};
use crate::domain::subject::Subject;
use crate::error::Error;
use crate::io::clock::Clock;
use crate::io::store::{Bound, Store};

use super::super::loops::{self, Loaded};
use super::super::requests::ReviewTask;
use super::super::resume::is_on;
use super::super::review;
use super::super::workspace::Workspace;
use super::end::{Ending, answer_of};
use super::{HeldBack, bind, bind_to_several, changed, due, existing, is_reviewed, open_loops, workspace};

/// Keeps that an agent started while something waited for a review: what it says of it later is about what was there
/// then, and an agent that started while the findings were being mended is no reviewer of that.
pub(super) fn started(start: &Path, clock: &Clock, by: &Attested) -> Result<(), Error> {
    if by.agent.is_none() || !agents::may_be_anybody(by) {
        return Ok(());
    }
    let Some(ws) = workspace(start, clock, Some(by))? else { return Ok(()) };
    let Some(mut store) = existing(&ws)? else { return Ok(()) };
    let open = open_loops(&ws, &store)?;
    let branch = ws.repository.branch();
    let ours: Vec<&LoopState> =
        open.iter().map(|l| &l.state).filter(|s| s.subject.branch() == branch.as_deref()).collect();
    match agents::waiting(&ours, is_worked_on(&ws, &store, by)?) {
        Meant::Nothing => Ok(()),
        Meant::One(_) | Meant::Several(_) => bind_to_several(&ws, &mut store, by),
    }
}

/// Tells of loops whether they were worked on and no other agent is at work on them.
fn is_worked_on<'w, 'p>(
    ws: &'w Workspace<'p>,
    store: &Store,
    by: &Attested,
) -> Result<impl Fn(&LoopState) -> bool + use<'w, 'p>, Error> {
    let taken = store.bound_to_others(&by.session, by.agent.as_deref())?;
    Ok(move |s: &LoopState| !taken.iter().any(|id| id == s.id.as_str()) && changed(ws, s))
}

/// Takes in that the agent wants to end. Returns why it is held back: its review is asked about.
pub(super) fn ended(
    start: &Path,
    clock: &Clock,
    by: &Attested,
    text: &str,
) -> Result<Option<HeldBack>, Error> {
    let Some(review) = Review::of(text) else { return Ok(None) };
    if by.agent.is_none() || !agents::may_be_anybody(by) {
        return Ok(None);
    }
    let Some(ws) = workspace(start, clock, Some(by))? else { return Ok(None) };
    let request = match existing(&ws)? {
        Some(store) => match of_loops(&ws, &store, by, &review)? {
            Found::Loop(id) => Some(ReviewTask { loop_id: Some(id), ..ReviewTask::default() }),
            Found::Answered => return Ok(None),
            Found::Unsure => None,
            Found::Nothing(ended) => {
                // Whoever says something of work that was reviewed before may have looked at what it was then.
                due::for_report(&ws, &review)?.filter(|request| !ended.iter().any(|s| is_of(request, s)))
            }
        },
        None => due::for_report(&ws, &review)?,
    };
    let known = || -> Result<bool, Error> {
        Ok(existing(&ws)?.is_some() || due::is_spoken(&ws, &review.reading.dialect)?)
    };
    if request.is_none() && (!is_reviewed(&ws) || !known()?) {
        return Ok(None);
    }
    let opened = match request {
        Some(request) => review::review_task(&ws, &ReviewTask { brief: Some(false), ..request })?.loop_id,
        None => None,
    };
    let mut ending = Ending { ws: &ws, store: ws.store()?, by, text, role: Role::Reviewer };
    if let Some(id) = opened {
        let loaded = loops::load(&ending.store, &id)?;
        let state = &loaded.state;
        if let Some(pass) = state.pass().filter(|_| state.standing == Standing::Review) {
            // Where it is asked about, its next words are its answer to that.
            bind(&ws, &mut ending.store, by, state)?;
            return ending.answers(&loaded, pass.number);
        }
    }
    ending.keep(None, "an agent ended with this review, and no open pass is known to be its own")?;
    ending.done()
}

/// Which loop a review is of.
enum Found {
    Loop(String),
    /// The agent has answered itself; these are its parting words.
    Answered,
    /// One is named, and the agent cannot have looked at what is there now, or several are.
    Unsure,
    /// None that is open; the subjects of those that ended.
    Nothing(Vec<Subject>),
}

/// Tells whether a request for the review of a task is for this one.
fn is_of(request: &ReviewTask, subject: &Subject) -> bool {
    let Subject::Task { plan_path, task, .. } = subject else { return false };
    request.plan.as_deref() == Some(plan_path.as_str()) && request.task.as_ref() == Some(task)
}

fn of_loops(ws: &Workspace<'_>, store: &Store, by: &Attested, review: &Review) -> Result<Found, Error> {
    let (all, _) = loops::all(store)?;
    let branch = ws.repository.branch();
    let carried = |s: &LoopState| s.pass().is_some_and(|p| review.carries(p.countersign.as_str()));
    let fits = |s: &LoopState| {
        s.protocol.dialect == review.reading.dialect
            && s.subject.branch() == branch.as_deref()
            && judge::is_about(s, &review.reading) != Some(false)
            && (carried(s) || review.names(&s.subject))
    };
    let fitting: Vec<&Loaded> = all.iter().filter(|l| fits(&l.state)).collect();
    let open: Vec<&Loaded> =
        fitting.iter().copied().filter(|l| l.state.outcome().is_none() && is_on(ws, l)).collect();
    let signed: Vec<&LoopState> = open.iter().map(|l| &l.state).filter(|s| carried(s)).collect();
    let ours = if signed.is_empty() { open.iter().map(|l| &l.state).collect() } else { signed };
    let bound = match &by.agent {
        Some(agent) => store.bound(&by.session, agent)?,
        None => None,
    };
    let found = match agents::waiting(&ours, is_worked_on(ws, store, by)?) {
        Meant::One(state) => {
            let loaded = open.iter().find(|l| l.state.id == state.id);
            let sure = carried(state) || loaded.is_some_and(|l| has_seen(l, bound.as_ref()));
            if sure { Found::Loop(state.id.to_string()) } else { Found::Unsure }
        }
        Meant::Several(_) => Found::Unsure,
        Meant::Nothing if open.is_empty() => {
            Found::Nothing(fitting.iter().map(|l| l.state.subject.clone()).collect())
        }
        Meant::Nothing => Found::Unsure,
    };
    let answered = fitting.iter().any(|l| l.entries.iter().any(|e| is_by(&e.event, by)));
    Ok(match found {
        Found::Unsure | Found::Nothing(_) if answered => Found::Answered,
        Found::Loop(_) | Found::Answered | Found::Unsure | Found::Nothing(_) => found,
    })
}

/// Tells whether an agent that started then looked at what the last answer of a loop did not: nothing was answered yet,
/// or it started afterwards.
fn has_seen(loaded: &Loaded, bound: Option<&Bound>) -> bool {
    let state = &loaded.state;
    let number = state.pass().map(|p| p.number);
    if bound.is_some_and(|b| b.loop_id == state.id.as_str() && Some(b.pass) == number) {
        // It is asked about what it said of this very pass.
        return state.standing == Standing::Review;
    }
    let last = loaded.entries.iter().rev().find(|e| answer_of(&e.event).is_some());
    match (last, bound) {
        (None, _) => true,
        (Some(last), Some(bound)) => bound.since >= last.at,
        (Some(_), None) => false,
    }
}

fn is_by(event: &Event, by: &Attested) -> bool {
    answer_of(event).is_some_and(|a| a.by.as_ref().is_some_and(|one| one.is_the_subagent(by)))
}

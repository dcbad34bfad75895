//! The first review of a loop that a test run opened: until it pinned something nothing of the range is fixed (SPEC 7.1).
//!
//! What follows a review looks where that looked, as one review after another does; a caller may name the base, and the
//! files, as where a review opens the loop.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::app::loops;
use crate::app::ranges::{self, EMPTY_TREE, Pinned, Wanted};
use crate::app::requests::ReviewTask;
use crate::app::subjects::Named;
use crate::app::workspace::Workspace;
use crate::domain::ids::{LoopId, Oid, RepoPath};
use crate::domain::review::Remark;
use crate::domain::review_loop::LoopState;
use crate::domain::review_loop::event::GivenRange;
use crate::domain::subject::Subject;
use crate::error::Error;
use crate::io::store::Store;

use super::{covered, same_work};

/// Tells whether a loop is open and no review of it pinned anything yet.
pub(super) fn is_due(state: &LoopState) -> bool {
    state.passes.is_empty() && state.outcome().is_none()
}

/// Pins the change of a loop's first pass, and returns what the caller said of its range.
pub(super) fn pinned(
    ws: &Workspace<'_>,
    store: &Store,
    state: &LoopState,
    request: &ReviewTask,
) -> Result<(Pinned, Option<GivenRange>), Error> {
    let head = request.head.as_deref().map(|h| ws.repository.resolve("head", h)).transpose()?;
    let base = match &request.base {
        Some(base) if base == EMPTY_TREE => Some(None),
        Some(base) => Some(Some(ws.repository.resolve("base", base)?)),
        None => state.base.clone().map(|base| Some(base).filter(|b| b.as_str() != EMPTY_TREE)),
    };
    let inherits = base.is_none() && state.explicit_base;
    let given = given(ws, state, request, base.is_some() || inherits)?;
    let mut now = state.clone();
    now.take_range(&given);
    let told = (request.base.is_some() || !request.files.is_empty()).then_some(given);
    if inherits && let Some(before) = looked_before(store, state)? {
        return Ok((as_before(ws, &before, &now, head.as_ref())?, told));
    }
    let named = base.is_some();
    let wanted = Wanted {
        from_root: base == Some(None),
        base: base.flatten(),
        head: head.clone(),
        only: now.only.clone(),
        ..Wanted::default()
    };
    let rules = &state.protocol.range;
    let first = ranges::first(ws, &now.subject, rules, &wanted, &|ids| covered(store, ids));
    let pinned = match first {
        Ok(pinned) => pinned,
        // What the rules cannot find, the review before this one may have found.
        Err(error) if !named => match looked_before(store, state)? {
            Some(before) => as_before(ws, &before, &now, head.as_ref()).map_err(|_| error)?,
            None => return Err(error),
        },
        Err(error) => return Err(error),
    };
    Ok((pinned, told))
}

/// What a caller says of the range: the files of a free change are its own where it has no base named.
fn given(
    ws: &Workspace<'_>,
    state: &LoopState,
    request: &ReviewTask,
    has_base: bool,
) -> Result<GivenRange, Error> {
    let path = |(i, file): (usize, &String)| ws.path(&format!("files[{i}]"), file);
    let paths = request.files.iter().enumerate().map(path).collect::<Result<Vec<RepoPath>, _>>()?;
    let base = request.base.is_some();
    let lists_its_own = matches!(state.subject, Subject::Change { .. }) && !has_base;
    Ok(match lists_its_own {
        true => GivenRange { base, only: Vec::new(), files: paths.iter().map(ToString::to_string).collect() },
        false => GivenRange { base, only: paths, files: Vec::new() },
    })
}

/// Looks where an earlier loop of the subject looked, with what is known of the range now.
fn as_before(
    ws: &Workspace<'_>,
    before: &LoopState,
    now: &LoopState,
    head: Option<&Oid>,
) -> Result<Pinned, Error> {
    let seen = LoopState { subject: now.subject.clone(), only: now.only.clone(), ..before.clone() };
    ranges::again(ws, &seen, head)
}

/// Returns the newest of the loops before this one that pinned something: a test run may have opened several in a row.
fn looked_before(store: &Store, state: &LoopState) -> Result<Option<LoopState>, Error> {
    for id in before(store, state)? {
        let before = loops::load(store, id.as_str())?.state;
        if before.pass().is_some() {
            return Ok(Some(before));
        }
    }
    Ok(None)
}

/// The loops that one follows, the newest first.
fn before(store: &Store, state: &LoopState) -> Result<Vec<LoopId>, Error> {
    let (mut known, mut all) = (BTreeSet::new(), Vec::new());
    let mut last = state.predecessor.clone();
    while let Some(id) = last.filter(|id| known.insert(id.clone())) {
        last = loops::load(store, id.as_str())?.state.predecessor;
        all.push(id);
    }
    Ok(all)
}

/// Holds the change of a first pass against loops of other subjects: when the test run opened the loop, there may have been
/// nothing to be held yet.
///
/// # Errors
///
/// Where the work is under review as something else; the call names the base that it begins after, where there is one.
pub(super) fn beside(
    ws: &Workspace<'_>,
    store: &Store,
    state: &LoopState,
    pinned: &Pinned,
) -> Result<Vec<Remark>, Error> {
    let known = before(store, state)?;
    let known: Vec<&LoopId> = known.iter().collect();
    let named = Named { subject: state.subject.clone(), contract: state.contract.clone(), notes: Vec::new() };
    let found = same_work::look(ws, store, &named, &pinned.change, &known);
    match found.map_err(|error| by_loop(error, state))? {
        same_work::Found::Nothing(remarks) => Ok(remarks),
        // Its own on another branch: the counters of the two are held against each other.
        same_work::Found::Open(_) | same_work::Found::Ended(_) => Ok(Vec::new()),
    }
}

/// Names the open loop instead of its subject in a call that begins behind other work.
fn by_loop(error: Error, state: &LoopState) -> Error {
    let base = error.next_call.as_deref().and_then(|call| call["arguments"].get("base")).cloned();
    match base {
        Some(Value::String(base)) => {
            error.call("review_task", json!({ "loop_id": state.id.as_str(), "base": base })).fill(&[])
        }
        Some(_) | None => error,
    }
}

/// Says how a range is named where none was found and nothing is fixed yet.
pub(super) fn names_base(error: Error, state: &LoopState) -> Error {
    error
        .hint("No review of this loop pinned anything yet: name the `base` that the work begins after, and `files` where it is only those")
        .call("review_task", json!({ "loop_id": state.id.as_str() }))
        .fill(&["base"])
}

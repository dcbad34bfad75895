//! A subject whose last loop has ended: the same change gives its outcome again, a changed one a new loop that follows it
//! (SPEC 6.2).

use std::collections::BTreeSet;

use super::held;
use super::related::{may_begin_anew, reopened_by_choice, turned};
use super::taken_over;
use super::{Linked, answer, begun, covered, field_of, next_pass, open, receipt, wanted};
use crate::app::answers::ReviewTaskAnswer;
use crate::app::loops::{self, Loaded};
use crate::app::requests::ReviewTask;
use crate::app::subjects::Named;
use crate::app::subjects::branches;
use crate::app::workspace::Workspace;
use crate::app::{next, ranges, rules, stopped};
use crate::domain::ids::{Oid, RepoPath};
use crate::domain::plan::numbers::words;
use crate::domain::protocol::Protocol;
use crate::domain::receipt::same_subject;
use crate::domain::review_loop::event::Outcome;
use crate::domain::review_loop::state::PassRecord;
use crate::domain::review_loop::{LoopState, course};
use crate::domain::subject::{Contract, Subject, SubjectKind};
use crate::error::Error;
use crate::io::store::Store;

/// Tells whether the changed subject of an ended loop is reviewed anew without a choice (SPEC 6.2).
pub(in crate::app) fn begins_anew(state: &LoopState) -> bool {
    match state.outcome() {
        Some(Outcome::Approved | Outcome::ApprovedWithNotes | Outcome::Abandoned) | None => true,
        Some(Outcome::AcceptedWithIssues | Outcome::AcceptedWithWarnings) => !course::is_used_up(state),
        Some(Outcome::Aborted | Outcome::Failed | Outcome::Skipped) => false,
    }
}

/// The subject's last loop has ended: the same change gives its outcome again, a changed one a new loop (SPEC 6.2).
pub(super) fn after_closed(
    ws: &Workspace<'_>,
    store: &mut Store,
    last: &str,
    named: Named,
    protocol: Protocol,
    request: &ReviewTask,
) -> Result<ReviewTaskAnswer, Error> {
    let loaded = loops::load(store, last)?;
    let state = &loaded.state;
    let Some(outcome) = state.outcome() else { return next_pass(ws, store, loaded, request, None) };
    if outcome != Outcome::Failed {
        // What stopped the phase comes first; its own loop says so itself.
        stopped::refuse(ws, store, &state.subject, &state.protocol)?;
    }
    if outcome == Outcome::Abandoned {
        // A loop given up says nothing about the work; what it found and used up goes on.
        may_begin_anew(state, field_of(&state.subject))?;
        taken_over::tests_first(state, &protocol)?;
        return open(ws, store, named, protocol, request, Some(state));
    }
    let goes_on = begins_anew(state);
    let same_contract = state.contract.asks_the_same(&named.contract)
        || named.subject.kind().is_document()
        || !same_subject(&state.subject, &named.subject) && says_the_same(&state.contract, &named.contract);
    let head = request.head.as_deref().map(|h| ws.repository.resolve("head", h)).transpose()?;
    // Whatever its branch was called, it is held against what is here.
    let seen = branches::as_of_here(ws, state);
    let mut beside = Vec::new();
    let mut same_up_to = |head: Option<&Oid>| {
        let Ok(now) = ranges::again(ws, &seen, head) else { return false };
        let same = state.pass().is_some_and(|p| held::is_same(ws, &p.change, &now));
        // What lies uncommitted beside it is none of what was approved.
        beside = now.notes.iter().filter(|note| note.code == ranges::UNCOMMITTED).cloned().collect();
        same
    };
    // Under the numbers it had, another plan may go on by now: what counts is what is looked for under its own of today.
    let same_at_its_place = || {
        if same_subject(&state.subject, &named.subject) {
            return false;
        }
        let covered = |ids: &[Oid]| covered(store, ids);
        let now = wanted(ws, &named, request, Some(state))
            .and_then(|wanted| ranges::first(ws, &named.subject, &protocol.range, &wanted, &covered));
        matches!((&now, state.pass()), (Ok(now), Some(p)) if held::is_same(ws, &p.change, now))
    };
    let mut same_by =
        || head.is_some() && same_up_to(head.as_ref()) || same_up_to(None) || same_at_its_place();
    let same = same_contract && same_by();
    let from_elsewhere = state.subject.branch() != seen.subject.branch();
    let same = same && (!from_elsewhere || !goes_on || held::passes_here(ws, state)?);
    let is_more = names_more(ws, store, &named, &protocol, request, state)
        || is_wider(ws, store, &named, &protocol, request, state)?;
    let same = same && !loops::is_behind(store, state)?;
    if same && !is_more {
        let notes = named.notes.into_iter().chain(beside).chain(receipt::told(ws, state)).collect();
        let mut again = answer(next::of(ws, state), notes);
        again.loop_id = Some(state.id.to_string());
        return Ok(again);
    }
    if goes_on {
        taken_over::tests_first(state, &protocol)?;
        return open(ws, store, named, protocol, request, Some(state));
    }
    let since = match state.pass() {
        // What was never looked at cannot be told to have changed.
        None => "before anything of it was reviewed",
        Some(_) if same => "and more than was looked at is to be reviewed now",
        Some(_) if !same_contract => "and something else is asked of it now",
        Some(_) => "and has changed since",
    };
    let (label, how) = (state.subject.label(), outcome.as_str());
    let error = Error::refused(format!("{label} ended {how} in {}, {since}", state.id));
    let hint = "It is reviewed again only if the user decides so; the counters go on";
    Err(reopened_by_choice(error.at(field_of(&state.subject)), state, hint))
}

/// Tells whether the contract of a task that had another number asks for the same: the number is none of it.
fn says_the_same(was: &Contract, now: &Contract) -> bool {
    let texts = |c: &Contract| -> Vec<String> {
        let more =
            c.requirements.iter().map(|r| format!("{} {}", r.id, r.text.as_deref().unwrap_or_default()));
        more.chain([words(&c.text)]).collect()
    };
    texts(was) == texts(now)
}

/// Tells whether the range that the caller names anew holds commits that neither this loop nor another looked at: a
/// range named by its base goes up to now.
fn names_more(
    ws: &Workspace<'_>,
    store: &Store,
    named: &Named,
    protocol: &Protocol,
    request: &ReviewTask,
    state: &LoopState,
) -> bool {
    if request.base.is_none() || request.head.is_some() {
        return false;
    }
    let seen = |ids: &[Oid]| covered(store, ids);
    let Ok(wanted) = wanted(ws, named, request, None) else { return false };
    let Ok(now) = ranges::first(ws, &named.subject, &protocol.range, &wanted, &seen) else { return false };
    // A base that is named only now may lie further back: then the same contents are another change.
    let is_same = |p: &PassRecord| match state.explicit_base {
        true => held::is_same(ws, &p.change, &now),
        false => held::does_the_same(ws, &p.change, &now),
    };
    if state.pass().is_some_and(is_same) {
        return false;
    }
    let ids: Vec<Oid> = now.change.commits.iter().map(|c| c.id.clone()).collect();
    covered(store, &ids).is_ok_and(|known| ids.iter().any(|id| !known.contains(id)))
}

/// Tells whether the caller now asks for files that this loop was narrowed away from, and that no receipt covers: what
/// was approved of a part says nothing of the rest.
fn is_wider(
    ws: &Workspace<'_>,
    store: &Store,
    named: &Named,
    protocol: &Protocol,
    request: &ReviewTask,
    state: &LoopState,
) -> Result<bool, Error> {
    let own = state.subject.kind() == SubjectKind::Change && !state.explicit_base;
    let was: Vec<&str> = match own {
        true => state.subject.files().iter().map(String::as_str).collect(),
        false => state.only.iter().map(RepoPath::as_str).collect(),
    };
    // A free change is told by its id as well: without `files` it is asked for as it was.
    if was.is_empty() || own && request.files.is_empty() {
        return Ok(false);
    }
    let is_within = |file: &String| was.contains(&file.as_str());
    if !request.files.is_empty() && request.files.iter().all(is_within) {
        return Ok(false);
    }
    let Some(looked_at) = state.pass().map(|p| &p.change) else { return Ok(false) };
    let seen = |ids: &[Oid]| covered(store, ids);
    let wanted = wanted(ws, named, request, None)?;
    let Ok(now) = ranges::first(ws, &named.subject, &protocol.range, &wanted, &seen) else {
        return Ok(false);
    };
    let known: BTreeSet<&RepoPath> = looked_at.paths().collect();
    let adds = now.change.files.iter().any(|f| !known.contains(&f.path));
    Ok(adds && (now.change.snapshot.is_some() || !held::passes_here(ws, state)?))
}

/// Reviews a free change again that changed since its review was approved: nothing but its loop holds what was asked of
/// it, and where it was found. Nothing where that loop's end is the answer.
pub(super) fn of_free_change(
    ws: &Workspace<'_>,
    store: &mut Store,
    before: &Loaded,
    request: &ReviewTask,
) -> Result<Option<ReviewTaskAnswer>, Error> {
    let state = &before.state;
    let ended = state.outcome().is_some_and(|o| o != Outcome::Abandoned) && begins_anew(state);
    let here = branches::is_left_for_this(ws, state);
    if !ended || !here || state.subject.kind() != SubjectKind::Change {
        return Ok(None);
    }
    let seen = branches::as_of_here(ws, state);
    let newest = |subject: &Subject| -> Result<Option<String>, Error> {
        Ok(store.subject_streams(&subject.key(&state.contract))?.last().cloned())
    };
    let last = newest(&seen.subject)?.or(newest(&state.subject)?);
    if last.as_deref() != Some(state.id.as_str()) {
        return Ok(None);
    }
    let pinned = ranges::again(ws, &seen, None)?;
    if state.pass().is_some_and(|p| held::is_same(ws, &p.change, &pinned)) {
        return Ok(None);
    }
    let rules = request.protocol.as_deref().unwrap_or(&state.protocol.name);
    let (protocol, notes) = rules::of(ws, &state.subject, Some(rules))?;
    let named = Named { subject: seen.subject, contract: state.contract.clone(), notes };
    taken_over::tests_first(state, &protocol)?;
    let linked = Linked { to: None, carried: Vec::new(), turned: turned(state), found: Some(pinned) };
    let request =
        ReviewTask { on_demand: Some(request.on_demand.unwrap_or(state.on_demand)), ..request.clone() };
    begun(ws, store, named, protocol, &request, Some(state), linked).map(Some)
}

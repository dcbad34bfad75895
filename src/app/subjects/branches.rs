//! A branch made in the middle of a loop: the work goes on under another name, and its loop with it (SPEC 6.2, 6.7).
//!
//! A subject is known by its branch. Where the branch it was opened on lies wholly behind the one that is checked out,
//! and no work tree has it checked out any more, it is the same work: its loop is followed, counters and all. What went
//! another way is another subject, and said to be.

use serde_json::json;

use crate::domain::ids::{LoopId, Oid};
use crate::domain::review::Remark;
use crate::domain::review_loop::event::Outcome;
use crate::domain::review_loop::left::counts_on;
use crate::domain::review_loop::{Event, LoopState, course};
use crate::error::Error;
use crate::io::store::Store;

use super::Named;
use crate::app::loops::{self, Loaded};
use crate::app::refusals::on_with;
use crate::app::workspace::Workspace;

/// A loop of the subject on the branch it was on before.
pub(in crate::app) enum Before {
    Open(Box<Loaded>),
    /// It ended in a way that lets no other begin anew by itself.
    Ended(LoopId),
}

/// Looks for the loop that the subject has on a branch behind the one in use, where it has none on this.
///
/// # Errors
///
/// Where several open ones could be it.
pub(in crate::app) fn before(ws: &Workspace<'_>, named: &mut Named) -> Result<Option<Before>, Error> {
    let Some(store) = ws.log()? else { return Ok(None) };
    let key = named.subject.key(&named.contract);
    if !store.subject_streams(&key)?.is_empty() {
        return Ok(None);
    }
    let all = loops::of_same(&store, &key)?;
    // Its own, which the list of subjects does not name under this key any more.
    if let Some(own) = all.iter().find(|l| l.state.subject.key(&l.state.contract) == key) {
        return Ok(Some(match own.state.outcome() {
            None => Before::Open(Box::new(own.clone())),
            Some(_) => Before::Ended(own.state.id.clone()),
        }));
    }
    let is_same = |s: &LoopState| {
        s.subject.branch() != named.subject.branch()
            && s.subject.on_branch(named.subject.branch().map(str::to_owned)).key(&s.contract) == key
    };
    let same: Vec<Loaded> = all.into_iter().filter(|l| is_same(&l.state)).collect();
    let (behind, apart): (Vec<Loaded>, Vec<Loaded>) =
        same.into_iter().partition(|l| lies_behind(ws, &l.state));
    let (mut open, ended): (Vec<Loaded>, Vec<Loaded>) =
        behind.into_iter().partition(|l| l.state.outcome().is_none());
    if open.len() > 1 {
        return Err(several(named, &open));
    }
    if let Some(one) = open.pop() {
        return Ok(Some(Before::Open(Box::new(one))));
    }
    // The one opened last comes first.
    if let Some(last) = ended.into_iter().next().filter(|l| binds(&l.state) || counts_on(&l.state)) {
        return Ok(Some(Before::Ended(last.state.id)));
    }
    for other in apart.iter().filter(|l| l.state.outcome().is_none()) {
        let state = &other.state;
        let went = match state.subject.branch().map(|b| ws.repository.tip_of_branch(b)) {
            Some(Ok(None)) => "is gone",
            Some(_) | None => "went another way",
        };
        let message = format!(
            "{} is under review on {} as well ({}); that branch {went}, so this loop counts for itself",
            state.subject.label(),
            in_words(state.subject.branch()),
            state.id
        );
        named.notes.push(Remark::new(0, "other_branch", message));
    }
    Ok(None)
}

/// Adds to a refusal what is under review of the subject on branches apart from this one: that may be what is meant.
pub(in crate::app) fn with_those_apart(error: Error, notes: &[Remark]) -> Error {
    let apart = notes.iter().filter(|n| n.code == "other_branch");
    apart.fold(error, |error, note| {
        let told = note.message.split_once(", so this loop").map_or(note.message.as_str(), |(told, _)| told);
        error.hint(format!("{told}: by its `loop_id` that review goes on"))
    })
}

/// Takes an open loop along to the branch in use where its own lies behind it, or is gone and the caller names what is
/// checked out as its `head`, and says so.
///
/// # Errors
///
/// Where another loop has the subject on this branch.
pub(in crate::app) fn follow(
    ws: &Workspace<'_>,
    store: &mut Store,
    loaded: Loaded,
    head: Option<&str>,
) -> Result<(Loaded, Option<Remark>), Error> {
    let seen = |now: &LoopState| seen_from_here(ws, now).or_else(|| claimed(ws, now, head));
    let Some(moved) = seen(&loaded.state) else { return Ok((loaded, None)) };
    let key = moved.subject.key(&moved.contract);
    if let Some(holder) = store.stream_for_key(&key)? {
        let state = &loaded.state;
        let here = in_words(moved.subject.branch());
        return Err(Error::refused(format!(
            "{} was opened on {}, and {holder} reviews the same on {here}, which is checked out",
            state.id,
            in_words(state.subject.branch())
        ))
        .at("loop_id")
        .hint("Check that branch out to go on with its loop, or go on with the loop of this one")
        .call("loop_status", json!({ "loop_id": holder })));
    }
    let to = moved.subject.branch().map(str::to_owned);
    let (after, said) = taken_along(ws, store, loaded, to, |now| seen(now).is_some())?;
    Ok((after, Some(said)))
}

/// Records that an open loop goes on under another branch, where that is still so, and says it.
pub(in crate::app) fn taken_along(
    ws: &Workspace<'_>,
    store: &mut Store,
    loaded: Loaded,
    to: Option<String>,
    still: impl Fn(&LoopState) -> bool,
) -> Result<(Loaded, Remark), Error> {
    let from = loaded.state.subject.branch().map(str::to_owned);
    let message = format!(
        "the loop was opened on {} and goes on under {}, which holds its work; its counters go on too",
        in_words(from.as_deref()),
        in_words(to.as_deref())
    );
    let event = Event::BranchFollowed { from, to };
    let after = loops::write(store, ws.clock, loaded, |now| {
        Ok(still(&now.state).then(|| (event.clone(), Vec::new())))
    })?;
    Ok((after, Remark::new(0, "branch_followed", message)))
}

/// Returns an open loop as one of the branch in use, where its own lies behind that; nothing where it stays as it is.
pub(in crate::app) fn seen_from_here(ws: &Workspace<'_>, state: &LoopState) -> Option<LoopState> {
    let goes_on = state.outcome().is_none() && lies_behind(ws, state);
    let subject = goes_on.then(|| state.subject.on_branch(ws.repository.branch()))?;
    Some(LoopState { subject, ..state.clone() })
}

/// Returns an open loop as one of the branch in use, where its own is gone and a caller says that its work ends in what is
/// checked out: nobody else could know, and nobody guesses.
fn claimed(ws: &Workspace<'_>, state: &LoopState, head: Option<&str>) -> Option<LoopState> {
    let named = ws.repository.resolve("head", head?).ok()?;
    let was = state.subject.branch().filter(|was| ws.repository.branch().as_deref() != Some(*was))?;
    let gone = ws.repository.tip_of_branch(was).ok()?.is_none();
    let claims = gone && state.outcome().is_none() && ws.repository.head().is_ok_and(|head| head == named);
    claims.then(|| as_of_here(ws, state))
}

/// Returns a loop as one of the branch in use, whatever that has to do with its own.
pub(in crate::app) fn as_of_here(ws: &Workspace<'_>, state: &LoopState) -> LoopState {
    LoopState { subject: state.subject.on_branch(ws.repository.branch()), ..state.clone() }
}

/// Tells whether an ended loop's branch is the one in use, or goes on under that: it is gone, or lies behind and nobody
/// has it checked out.
pub(in crate::app) fn is_left_for_this(ws: &Workspace<'_>, state: &LoopState) -> bool {
    let (was, now) = (state.subject.branch(), ws.repository.branch());
    if was == now.as_deref() {
        return true;
    }
    let Some(was) = was.filter(|was| ws.repository.root_of_branch(was).is_none()) else {
        return was.is_none();
    };
    match (ws.repository.tip_of_branch(was), ws.repository.head()) {
        (Ok(Some(tip)), Ok(head)) => ws.repository.is_ancestor(&tip, &head).unwrap_or(false),
        (Ok(None), _) => true,
        (Ok(Some(_)) | Err(_), _) => false,
    }
}

/// Tells whether a loop of another branch is the one of what is checked out: it would be followed, or it has ended and its
/// branch was renamed, or lies behind.
pub(in crate::app) fn is_of_here(ws: &Workspace<'_>, state: &LoopState) -> bool {
    let Ok(head) = ws.repository.head() else { return false };
    let newest = || state.pass().and_then(|p| p.change.commits.last()).map(|c| &c.id);
    let holds = || newest().is_some_and(|id| ws.repository.is_ancestor(id, &head).unwrap_or(false));
    match state.outcome() {
        None => lies_behind(ws, state),
        Some(_) => is_left_for_this(ws, state) && holds(),
    }
}

/// Tells whether the branch of a loop lies wholly behind the head in use and nobody works on it any more.
fn lies_behind(ws: &Workspace<'_>, state: &LoopState) -> bool {
    let (was, now) = (state.subject.branch(), ws.repository.branch());
    if was == now.as_deref() {
        return false;
    }
    // What is merged is on the main branch, and reviewed as what it was; what is open or has failed is not through.
    let through = !matches!(state.outcome(), None | Some(Outcome::Failed | Outcome::Aborted));
    if through && now.is_none_or(|now| is_main(ws, &now)) {
        return false;
    }
    let Ok(head) = ws.repository.head() else { return false };
    let tip: Option<Oid> = match was {
        Some(branch) if ws.repository.root_of_branch(branch).is_some() => return false,
        Some(branch) => ws.repository.tip_of_branch(branch).ok().flatten(),
        None => None,
    };
    // A branch that was renamed, or a head without one: its work is known by the commits that were reviewed.
    let newest = || state.pass().and_then(|p| p.change.commits.last().map(|c| c.id.clone()));
    let base = || state.pass().and_then(|p| p.change.base.clone());
    // A document's contents are laid over the commit that was checked out.
    let under = || state.pass().and_then(|p| p.change.snapshot.as_ref()?.under.clone());
    let Some(known) = tip.or_else(newest).or_else(base).or_else(under) else { return false };
    ws.repository.is_ancestor(&known, &head).unwrap_or(false)
}

/// Tells whether a branch is the one that work is merged into.
fn is_main(ws: &Workspace<'_>, branch: &str) -> bool {
    ws.repository.main_branches(None).iter().any(|m| m.name == branch)
}

/// Tells whether an end lets no other loop of the subject begin anew by itself: a new branch is no way around it.
pub(in crate::app) fn binds(state: &LoopState) -> bool {
    match state.outcome() {
        Some(
            Outcome::AcceptedWithWarnings
            | Outcome::Aborted
            | Outcome::Failed
            | Outcome::Skipped
            | Outcome::Abandoned,
        ) => true,
        Some(Outcome::AcceptedWithIssues) => course::is_used_up(state),
        Some(Outcome::Approved | Outcome::ApprovedWithNotes) | None => false,
    }
}

fn several(named: &Named, open: &[Loaded]) -> Error {
    let list: Vec<String> =
        open.iter().map(|l| format!("{} ({})", l.state.id, in_words(l.state.subject.branch()))).collect();
    let error = Error::refused(format!(
        "{} is under review on several branches that lie behind this one, and it cannot be told which goes on here",
        named.subject.label()
    ))
    .at("loop_id")
    .hint(format!("Go on with one of {} by its `loop_id`, and give the others up", list.join(", ")));
    match open.first() {
        Some(first) => on_with(error, &first.state),
        None => error,
    }
}

pub(in crate::app) fn in_words(branch: Option<&str>) -> String {
    branch.map_or_else(|| "a detached head".to_owned(), |b| format!("branch {b}"))
}

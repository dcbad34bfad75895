//! An outcome that holds for what is here, though it was left under another name of the branch (SPEC 6.2, 7.6): a branch
//! that was renamed, merged, picked or checked out without its name is no other change. The gate holds the receipt
//! against the history, whatever its branch was called; so does this.

use crate::app::answers::ReviewTaskAnswer;
use crate::app::ranges::{self, Pinned};
use crate::app::requests::ReviewTask;
use crate::app::subjects::Named;
use crate::app::subjects::branches::{as_of_here, binds, in_words};
use crate::app::workspace::Workspace;
use crate::app::{gate, loops, next};
use crate::domain::protocol::Protocol;
use crate::domain::receipt::Proof;
use crate::domain::review::Remark;
use crate::domain::review_loop::LoopState;
use crate::domain::subject::{PinnedChange, Subject};
use crate::error::Error;
use crate::io::store::Store;

use super::{answer, covered, wanted};

/// The most ended loops of a subject that are held against what is here.
const LOOPS: usize = 5;

/// Answers with the outcome that the subject's loop on another branch ended with, where what that looked at is what a
/// review would look at here; nothing where none is.
pub(super) fn elsewhere(
    ws: &Workspace<'_>,
    store: &Store,
    named: &Named,
    protocol: &Protocol,
    request: &ReviewTask,
) -> Result<Option<ReviewTaskAnswer>, Error> {
    let key = named.subject.key(&named.contract);
    let same_contract =
        |s: &LoopState| s.contract.digest == named.contract.digest || named.subject.kind().is_document();
    // The one opened last first.
    let mut ended: Vec<LoopState> =
        loops::of_subjects(store, |other| other != key && Subject::is_key_of_same(other, &key))?
            .collect::<Result<_, _>>()?;
    ended.retain(|s| s.outcome().is_some() && !binds(s) && s.subject.key(&s.contract) != key);
    ended.retain(same_contract);
    for state in ended.into_iter().take(LOOPS) {
        let Some(was) = state.answered().map(|p| &p.change) else { continue };
        let is_named = request.base.is_some() || request.head.is_some();
        let now = if is_named {
            wanted(ws, named, request, None).and_then(|wanted| {
                ranges::first(ws, &named.subject, &protocol.range, &wanted, &|ids| covered(store, ids))
            })
        } else {
            ranges::again(ws, &as_of_here(ws, &state), None)
        };
        // Squashed with others' work it stands in a commit that holds more.
        let is_here =
            now.is_ok_and(|now| is_same(ws, was, &now)) || !is_named && ranges::stands_here(ws, was)?;
        if is_here && passes_here(ws, &state)? && passes_on_branch(ws, &state)? {
            let message = format!(
                "what {} looked at on {} is what stands here: its outcome holds",
                state.id,
                in_words(state.subject.branch())
            );
            let mut again = answer(next::of(ws, &state), named.notes.clone());
            again.remarks.push(Remark::new(0, "held_elsewhere", message));
            again.loop_id = Some(state.id.to_string());
            return Ok(Some(again));
        }
    }
    Ok(None)
}

/// Tells whether the gate lets the subject of an ended loop pass as it stands here. The same change may have come by a
/// merge that wrote something itself.
pub(super) fn passes_here(ws: &Workspace<'_>, state: &LoopState) -> Result<bool, Error> {
    let records = gate::Records::read(ws)?;
    Ok(gate::of_subject_alone(ws, &as_of_here(ws, state), &records)?.is_open())
}

/// Tells whether the branch's gate lets it pass as well, which asks what it does to the main branch.
fn passes_on_branch(ws: &Workspace<'_>, state: &LoopState) -> Result<bool, Error> {
    let records = gate::Records::read(ws)?;
    gate::passes_on_branch(ws, &as_of_here(ws, state).subject, &records)
}

/// Tells whether what is there now is the change that a loop ended over: by its contents, or by what it does to each
/// file. A pure rebase keeps the lines and not the contents.
pub(super) fn is_same(ws: &Workspace<'_>, was: &PinnedChange, now: &Pinned) -> bool {
    was.same_content(&now.change) || does_the_same(ws, was, now)
}

/// Tells whether what is there now does to each file what a change did that a loop ended over.
pub(super) fn does_the_same(ws: &Workspace<'_>, was: &PinnedChange, now: &Pinned) -> bool {
    let now = &gate::proven(ws, now);
    let is_it = |was: &Proof| {
        now.proof.iter().find(|p| p.path == was.path).is_some_and(|p| {
            let patch = p.patch.as_deref();
            patch.is_some_and(|patch| {
                gate::is_it(ws, was, &gate::Sides { before: &p.before, after: &p.after, patch })
            })
        })
    };
    !was.proof.is_empty() && was.proof.len() == now.proof.len() && was.proof.iter().all(is_it)
}

//! What a request may not say of a loop that is open: it keeps its subject, rules, base, files and knowledge (SPEC 6.2).

use serde_json::json;

use crate::app::ranges;
use crate::app::refusals::on_with;
use crate::app::requests::ReviewTask;
use crate::app::subjects::Named;
use crate::app::workspace::Workspace;
use crate::domain::review_loop::LoopState;
use crate::domain::subject::ContextPiece;
use crate::error::Error;

use super::{first_pass, only};

/// A loop knows its subject and protocol; saying them again could only contradict it.
pub(super) fn refuse_beside_loop(request: &ReviewTask) -> Result<(), Error> {
    let given = [
        ("plan", request.plan.is_some()),
        ("task", request.task.is_some()),
        ("of", request.of.is_some()),
        ("artifact", request.artifact.is_some()),
        ("id", request.id.is_some()),
        ("title", request.title.is_some()),
        ("criteria", request.criteria.is_some()),
        ("requirements", !request.requirements.is_empty()),
        ("protocol", request.protocol.is_some()),
        ("context", !request.context.is_empty()),
        ("replaces", request.replaces.is_some()),
    ];
    match given.into_iter().find(|(_, given)| *given) {
        Some((field, _)) => {
            Err(Error::invalid(field, "is fixed once a loop is open; give either `loop_id` or a subject")
                .call("review_task", json!({ "loop_id": request.loop_id })))
        }
        None => Ok(()),
    }
}

/// Refuses to name the range of a loop beside its id once a review pinned one; where a test run opened it, its first review
/// may be told where the work begins.
pub(super) fn refuse_other_range(state: &LoopState, request: &ReviewTask) -> Result<(), Error> {
    let given = [("base", request.base.is_some()), ("files", !request.files.is_empty())];
    match given.into_iter().find(|(_, given)| *given) {
        Some((field, _)) if !first_pass::is_due(state) => {
            Err(Error::invalid(field, "is fixed once a loop is open; give either `loop_id` or a subject")
                .call("review_task", json!({ "loop_id": request.loop_id })))
        }
        Some(_) | None => Ok(()),
    }
}

/// Refuses a request that contradicts the open loop of its subject (SPEC 6.2, 6.8); returns what it knows otherwise,
/// which is put before the user.
pub(super) fn agrees(
    ws: &Workspace<'_>,
    state: &LoopState,
    named: &Named,
    request: &ReviewTask,
) -> Result<Option<Vec<ContextPiece>>, Error> {
    let by_loop = |e: Error| on_with(e, state);
    if let Some(protocol) = request.protocol.as_deref().filter(|p| *p != state.protocol.name) {
        return Err(by_loop(
            Error::refused(format!(
                "{} is open under {}; it cannot change to {protocol}",
                state.id, state.protocol.name
            ))
            .at("protocol"),
        ));
    }
    // Where a test run opened it, nothing of its range is fixed before the first review.
    let pinned = !first_pass::is_due(state);
    if let Some(base) = request.base.as_ref().filter(|_| pinned) {
        let base = match base.as_str() {
            ranges::EMPTY_TREE => None,
            base => Some(ws.repository.resolve("base", base)?),
        };
        if state.passes.first().and_then(|p| p.change.base.as_ref()) != base.as_ref() {
            return Err(by_loop(
                Error::refused(format!("{} is open with another base; a loop keeps its base", state.id))
                    .at("base"),
            ));
        }
    }
    if pinned && !request.files.is_empty() {
        let asked = only(ws, named, request)?;
        if asked != state.only && named.subject.plan_path().is_some() {
            return Err(by_loop(
                Error::refused(format!("{} is open over other files; a loop keeps its range", state.id))
                    .at("files"),
            ));
        }
    }
    let context = &named.contract.context;
    let known = &state.contract.context;
    let same = known.len() == context.len() && known.iter().zip(context).all(|(a, b)| a.says_what(b));
    if request.context.is_empty() || same {
        return Ok(None);
    }
    if state.subject.kind().is_document() {
        return Err(by_loop(
            Error::refused(format!(
                "{} is open with other knowledge given along; a loop keeps its own",
                state.id
            ))
            .at("context"),
        ));
    }
    Ok(Some(context.clone()))
}

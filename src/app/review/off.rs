//! A request that opens nothing, because the project switched its reviews off.

use std::collections::HashSet;

use crate::app::answers::ReviewTaskAnswer;
use crate::app::ranges;
use crate::app::requests::ReviewTask;
use crate::app::rules::before::{self, Asked};
use crate::app::subjects::Named;
use crate::app::workspace::Workspace;
use crate::domain::ids::Oid;
use crate::domain::next_step::{Action, Call, NextStep, Who};
use crate::domain::protocol::Protocol;
use crate::domain::review::Remark;
use crate::error::Error;

use super::{answer, covered, wanted};

/// Returns the rules that a new loop opens under: those in effect, or those of before what is not committed or before the
/// branch, where that alters how reviews are done, which `named` is told then. Nothing where reviews are switched off.
///
/// A mode is not all that switches a review off: a protocol may have such a subject reviewed on request alone.
pub(in crate::app) fn opened_under(
    ws: &Workspace<'_>,
    named: &mut Named,
    protocol: &Protocol,
    request: &ReviewTask,
) -> Result<Option<Protocol>, Error> {
    let (kind, on_demand) = (named.subject.kind(), request.on_demand.unwrap_or(false));
    let runs = protocol.runs(kind, on_demand);
    let committed = before::as_committed(ws, &named.subject, request.protocol.as_deref(), runs)?;
    // What lies in the work tree chooses no other place to look for it either.
    let committed =
        committed.filter(|(held, _)| held.runs(kind, on_demand) && (!runs || held.name != protocol.name));
    let (owners, committed): (Vec<_>, Vec<_>) =
        committed.into_iter().partition(|(held, _)| !runs && before::is_owners(ws, protocol, held));
    if !owners.is_empty() {
        named.notes.push(before::owners());
    }
    if let Some((held, said)) = committed.into_iter().next() {
        named.notes.push(said);
        return Ok(Some(held));
    }
    if runs || switched_off_by_itself(ws, named, protocol, request) {
        return Ok(Some(protocol.clone()));
    }
    Ok(switched_off_by_branch(ws, named, protocol, request)?.map(|(held, said)| {
        named.notes.push(said);
        held
    }))
}

/// Tells whether reviews run but for what the change under review says of them itself.
fn switched_off_by_itself(
    ws: &Workspace<'_>,
    named: &Named,
    protocol: &Protocol,
    request: &ReviewTask,
) -> bool {
    let covered = |ids: &[Oid]| match ws.log()? {
        Some(store) => covered(&store, ids),
        None => Ok(HashSet::new()),
    };
    // Where nothing is found to review, nothing switched it off.
    let found = wanted(ws, named, request, None)
        .and_then(|wanted| ranges::first(ws, &named.subject, &protocol.range, &wanted, &covered));
    let by = request.protocol.as_deref();
    let held =
        found.and_then(|pinned| before::of_change(ws, &named.subject, by, protocol.clone(), &pinned.change));
    held.is_ok_and(|(held, _)| held.runs(named.subject.kind(), false))
}

/// Returns the rules of before the branch, and what is to be said of them, where reviews run but for what another commit of
/// the branch says of them: no gate lets the branch pass for that either.
fn switched_off_by_branch(
    ws: &Workspace<'_>,
    named: &Named,
    protocol: &Protocol,
    request: &ReviewTask,
) -> Result<Option<(Protocol, Remark)>, Error> {
    let kind = named.subject.kind();
    if protocol.runs(kind, false) {
        return Ok(None);
    }
    let asked = Asked { place: named.subject.home(), named: request.protocol.as_deref(), kind: Some(kind) };
    let before = before::of_branch(ws, asked, protocol, "its own review")?;
    Ok(before.filter(|(held, _)| held.runs(kind, false)))
}

/// A request that opens nothing, because the project switched reviews off.
pub(in crate::app) fn switched_off(named: &Named, protocol: &Protocol) -> ReviewTaskAnswer {
    let label = named.subject.label();
    let call = Call::new("loop_status", []);
    let why = if protocol.is_on() {
        format!("{} reviews this only when it is asked for", protocol.name)
    } else {
        format!(
            "reviews are switched off in this project ({} mode {})",
            protocol.name,
            protocol.mode.as_str()
        )
    };
    let mut step = NextStep::new(
        Action::Proceed,
        Who::Host,
        format!("{why}; {label} goes on unreviewed. `on_demand: true` reviews it all the same"),
        call,
        &[],
    );
    step.outcome = Some("review_disabled".to_owned());
    answer(step, named.notes.clone())
}

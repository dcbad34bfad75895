//! Loops of other subjects that a new one has to do with: the one it takes the place of, and its namesake under other
//! criteria.

use serde_json::json;

use crate::app::answers::ReviewTaskAnswer;
use crate::app::contract;
use crate::app::loops::{self, Loaded};
use crate::app::refusals::on_with;
use crate::app::requests::ReviewTask;
use crate::app::subjects::Named;
use crate::app::workspace::Workspace;
use crate::domain::finding::Finding;
use crate::domain::identity::same_file;
use crate::domain::ids::LoopId;
use crate::domain::protocol::Protocol;
use crate::domain::review::Remark;
use crate::domain::review_loop::event::Outcome;
use crate::domain::review_loop::left::counts_on;
use crate::domain::review_loop::state::ATTESTED;
use crate::domain::review_loop::{Event, LoopState, options};
use crate::domain::subject::{Contract, PinnedChange, Subject};
use crate::error::Error;
use crate::io::store::Store;

use super::{Linked, taken_over};

/// Opens the loop of a subject that takes the place of one given up, and links the two (SPEC 4.5).
pub(super) fn in_place_of(
    ws: &Workspace<'_>,
    store: &mut Store,
    id: &str,
    mut named: Named,
    protocol: Protocol,
    request: &ReviewTask,
) -> Result<ReviewTaskAnswer, Error> {
    let before = given_up(store, id)?;
    may_begin_anew(&before.state, "replaces")?;
    let open: Vec<String> = before.state.blocking().iter().map(ToString::to_string).collect();
    let left = if open.is_empty() { String::new() } else { format!(", with {} open", open.join(", ")) };
    let message =
        format!("takes the place of {} ({id}), which was given up{left}", before.state.subject.label());
    named.notes.push(Remark::new(0, "replaces", message));
    let open = still_open(store, &before.state)?;
    let linked =
        Linked { to: Some(&before.state), carried: open, turned: turned(&before.state), found: None };
    let opened = super::begun(ws, store, named, protocol, request, None, linked)?;
    if let Some(by) = opened.loop_id.clone().map(LoopId::new)
        && !before.state.replaced_by.contains(&by)
    {
        // The same call may have linked them meanwhile, sent to another server.
        loops::write(store, ws.clock, before, |now| {
            let is_new = !now.state.replaced_by.contains(&by);
            Ok(is_new.then(|| (Event::Replaced { by: by.clone() }, Vec::new())))
        })?;
    }
    Ok(opened)
}

/// Loads a loop that was given up, whose place another is to take.
fn given_up(store: &Store, id: &str) -> Result<Loaded, Error> {
    let before = loops::load(store, id).map_err(|e| e.at("replaces"))?;
    if before.state.outcome() != Some(Outcome::Abandoned) {
        return Err(Error::refused(format!("{id} was not given up, so nothing takes its place"))
            .at("replaces")
            .hint("Leave `replaces` out, or have that loop given up first")
            .call("loop_status", json!({ "loop_id": id })));
    }
    Ok(before)
}

/// Loads the loop whose place a subject is said to take that has loops already; nothing where it is one of these, or is
/// linked with one of them.
fn not_linked(store: &Store, id: &str, key: &str) -> Result<Option<Loaded>, Error> {
    let of_it = |state: &LoopState| state.subject.key(&state.contract) == key;
    let before = loops::load(store, id).map_err(|e| e.at("replaces"))?;
    if of_it(&before.state) {
        return Ok(None);
    }
    let before = given_up(store, id)?;
    for by in &before.state.replaced_by {
        if of_it(&loops::load(store, by.as_str())?.state) {
            return Ok(None);
        }
    }
    may_begin_anew(&before.state, "replaces")?;
    Ok(Some(before))
}

/// Returns the loop whose place an open one is said to take, where the two are not linked yet.
///
/// # Errors
///
/// Where nothing takes the place of that loop.
pub(super) fn place_for_open(
    store: &Store,
    open: &LoopState,
    request: &ReviewTask,
) -> Result<Option<Loaded>, Error> {
    let Some(id) = &request.replaces else { return Ok(None) };
    not_linked(store, id, &open.subject.key(&open.contract))
}

/// Links a loop that was open before with the one whose place it takes, and says what that leaves.
pub(super) fn linked(
    ws: &Workspace<'_>,
    store: &mut Store,
    before: Loaded,
    by: &LoopId,
) -> Result<Remark, Error> {
    let after = loops::write(store, ws.clock, before, |now| {
        let is_new = !now.state.replaced_by.contains(by);
        Ok(is_new.then(|| (Event::Replaced { by: by.clone() }, Vec::new())))
    })?;
    let (id, label) = (&after.state.id, after.state.subject.label());
    let open: Vec<String> = after.state.blocking().iter().map(ToString::to_string).collect();
    let left = match open.as_slice() {
        [] => String::new(),
        open => format!(
            "; what was open there ({}) is not taken up by a loop that was open before: the gate asks for another subject with `replaces` and {id} for it",
            open.join(", ")
        ),
    };
    Ok(Remark::new(
        0,
        "replaces",
        format!("{by} takes the place of {label} ({id}), which was given up{left}"),
    ))
}

/// Returns the loop whose place a subject is said to take whose own last loop has ended, where it begins anew for that.
///
/// # Errors
///
/// Where the counters of that last loop go on: a review in another's place would begin them anew.
pub(super) fn place_after_end(
    store: &Store,
    last: &str,
    named: &Named,
    request: &ReviewTask,
) -> Result<Option<String>, Error> {
    let Some(id) = &request.replaces else { return Ok(None) };
    let last = loops::load(store, last)?.state;
    let linked = not_linked(store, id, &named.subject.key(&named.contract))?.is_none();
    let Some(outcome) = last.outcome().filter(|_| !linked && id != last.id.as_str()) else {
        return Ok(None);
    };
    if !counts_on(&last) && super::begins_anew(&last) {
        return Ok(Some(id.clone()));
    }
    let label = last.subject.label();
    let mut call =
        json!({ "replaces": id, "protocol": request.protocol.as_ref().unwrap_or(&last.protocol.name) });
    if !request.files.is_empty() {
        call["files"] = json!(request.files);
    }
    let mut fill = vec!["id"];
    for (name, text) in [("title", &request.title), ("criteria", &request.criteria)] {
        match text.as_ref().filter(|text| text.len() <= super::as_sent::LONG) {
            Some(text) => call[name] = json!(text),
            None => fill.push(name),
        }
    }
    let message = format!(
        "{label} ended {} in {}, and its counters go on: it does not begin anew in the place of {id}",
        outcome.as_str(),
        last.id
    );
    Err(Error::refused(message)
        .at("replaces")
        .hint(format!(
            "Give what takes the place of {id} an id of its own; for {label} itself leave `replaces` out"
        ))
        .call("review_task", call)
        .fill(&fill))
}

/// Returns what a subject takes over from the one whose place it takes: what is open there, and was not closed under
/// another that took the same place before.
fn still_open(store: &Store, before: &LoopState) -> Result<Vec<Finding>, Error> {
    let mut open = taken_over::carried(before, &before.protocol);
    for by in &before.replaced_by {
        let other = loops::load(store, by.as_str())?.state;
        // Each loop numbers its findings from one: what was taken over has the title as well.
        open.retain(|finding| {
            let there = other.finding(finding.id.as_str());
            there.filter(|f| f.first_title == finding.first_title).is_none_or(Finding::is_open)
        });
    }
    Ok(open)
}

/// Returns what of the open findings lies in the change that takes the other's place, or nowhere, and says of the rest that
/// it waits for another one: whoever does not look at a file can neither mend what is there nor settle it.
pub(super) fn within(
    open: Vec<Finding>,
    change: &PinnedChange,
    before: &LoopState,
) -> (Vec<Finding>, Option<Remark>) {
    let is_here = |finding: &Finding| {
        let places = &finding.said.locations;
        let here = |file: &str| {
            change.files.iter().any(|f| {
                same_file(f.path.as_str(), file)
                    || f.old_path.as_ref().is_some_and(|old| same_file(old.as_str(), file))
            })
        };
        places.is_empty() || places.iter().any(|place| here(&place.file))
    };
    let (here, left): (Vec<Finding>, Vec<Finding>) = open.into_iter().partition(is_here);
    let names: Vec<String> =
        left.iter().map(|f| format!("{} ({})", f.id, f.place().unwrap_or_default())).collect();
    let message = format!(
        "in none of these files: {}; the gate asks for another subject with `replaces` and {} that looks there",
        names.join(", "),
        before.id
    );
    (here, (!names.is_empty()).then(|| Remark::new(0, "left_for_others", message)))
}

/// Returns how often the loops up to one whose counters go on were led back by a model's word; giving it up to begin anew
/// is one more.
pub(in crate::app) fn turned(before: &LoopState) -> u32 {
    if !counts_on(before) {
        return 0;
    }
    let given_up = before.outcome() == Some(Outcome::Abandoned);
    let claimed = before.decisions.last().is_some_and(|d| d.standing != ATTESTED);
    before.turned + u32::from(given_up && claimed)
}

/// Refuses a new loop in place of one that was given up, where that went round too often without a person (SPEC 6.7): what
/// the user chose in person is carried out.
pub(in crate::app) fn may_begin_anew(before: &LoopState, field: &str) -> Result<(), Error> {
    if options::may_be_replaced(before) {
        return Ok(());
    }
    let message = format!(
        "{} was given up and begun anew, or led back by choice, {} by a model's word ({}); from here on the user has it reviewed in person",
        before.subject.label(),
        options::times(before.turned),
        before.id
    );
    Err(Error::refused(message)
        .at(field)
        .hint(format!("Have the user run `countersign decide {} reopen --reason R` in a terminal, or leave `choice` out where the client can ask", before.id))
        .call("decide", json!({ "loop_id": before.id.as_str(), "turn": before.turn })))
}

/// Adds to a refusal the call that has an ended loop reviewed once more: with the choice where a model's word may still
/// stand for the user, without it where only the user in person may.
pub(in crate::app) fn reopened_by_choice(error: Error, state: &LoopState, hint: &str) -> Error {
    let (id, turn) = (state.id.as_str(), state.turn);
    if !options::only_in_person(state).iter().any(|word| word == options::REOPEN) {
        return error
            .hint(hint)
            .call("decide", json!({ "loop_id": id, "turn": turn, "choice": options::REOPEN }))
            .fill(&["reason", "decided_by"]);
    }
    error
        .hint(format!(
            "{hint}. A model's word led it back {} already: have the user run `countersign decide {id} {} --reason R` in a terminal, or leave `choice` out where the client can ask",
            options::times(state.turned),
            options::REOPEN
        ))
        .call("decide", json!({ "loop_id": id, "turn": turn }))
}

/// Finds the open loop of a free change that has the same id, branch and criteria, where the call gives other knowledge
/// or requirements along: what a change must do is its criteria, and what is known beside them makes no other subject.
///
/// # Errors
///
/// Where the requirements are others than the loop holds: it keeps its own.
pub(super) fn known_otherwise(
    store: &Store,
    named: &Named,
) -> Result<Option<(Loaded, Option<Remark>)>, Error> {
    if !matches!(named.subject, Subject::Change { .. }) {
        return Ok(None);
    }
    let alike = named.subject.key_of_any_contract();
    let open = |s: &LoopState| s.outcome().is_none() && s.contract.text == named.contract.text;
    let of_id: Vec<LoopState> =
        loops::of_subjects(store, |key| key.starts_with(&alike))?.collect::<Result<_, _>>()?;
    let Some(state) = of_id.into_iter().find(|s| open(s) && s.subject.key_of_any_contract() == alike) else {
        return Ok(None);
    };
    // Of a bare id the text may be another by now: the loop keeps the one it began with.
    let ids = |of: &Contract| -> Vec<String> { of.requirements.iter().map(|r| r.id.clone()).collect() };
    if !named.contract.requirements.is_empty() && ids(&named.contract) != ids(&state.contract) {
        let message = format!("{} is open with other requirements; a loop keeps its own", state.id);
        return Err(on_with(Error::refused(message).at("requirements"), &state));
    }
    let (now, was) = (&named.contract.requirements, &state.contract.requirements);
    let other: Vec<&str> = now.iter().filter(|r| !was.contains(r)).map(|r| r.id.as_str()).collect();
    let message = format!(
        "the text of {} is another now; {} goes on by the one it began with",
        other.join(", "),
        state.id
    );
    let said = (!other.is_empty()).then(|| Remark::new(0, contract::CHANGED, message));
    Ok(Some((loops::load(store, state.id.as_str())?, said)))
}

/// Says when a free change has the id of another one: other criteria make it another subject (SPEC 6.2).
pub(super) fn namesake(store: &Store, named: &Named) -> Result<Option<Remark>, Error> {
    let Subject::Change { id, branch, .. } = &named.subject else { return Ok(None) };
    let alike = named.subject.key_of_any_contract();
    let others: Vec<LoopState> =
        loops::of_subjects(store, |key| key.starts_with(&alike))?.collect::<Result<_, _>>()?;
    let other = others.iter().find(
        |s| matches!(&s.subject, Subject::Change { id: other, branch: b, .. } if other == id && b == branch),
    );
    Ok(other.map(|other| {
        let message = format!(
            "{id} was reviewed before with other criteria ({}); with these it is another subject, and that loop stays as it is",
            other.id
        );
        Remark::new(0, "other_criteria", message)
    }))
}

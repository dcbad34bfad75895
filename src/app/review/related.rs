//! Loops of other subjects that a new one has to do with: the one it takes the place of, and its namesake under other
//! criteria.

use serde_json::json;

use crate::app::answers::ReviewTaskAnswer;
use crate::app::loops;
use crate::app::requests::ReviewTask;
use crate::app::subjects::Named;
use crate::app::workspace::Workspace;
use crate::domain::ids::LoopId;
use crate::domain::protocol::Protocol;
use crate::domain::review::Remark;
use crate::domain::review_loop::Event;
use crate::domain::review_loop::event::Outcome;
use crate::domain::subject::Subject;
use crate::error::Error;
use crate::io::store::Store;

/// Opens the loop of a subject that takes the place of one given up, and links the two (SPEC 4.5).
pub(super) fn in_place_of(
    ws: &Workspace<'_>,
    store: &mut Store,
    id: &str,
    mut named: Named,
    protocol: Protocol,
    request: &ReviewTask,
) -> Result<ReviewTaskAnswer, Error> {
    let before = loops::load(store, id).map_err(|e| e.at("replaces"))?;
    if before.state.outcome() != Some(Outcome::Abandoned) {
        return Err(Error::refused(format!("{id} was not given up, so nothing takes its place"))
            .at("replaces")
            .hint("Leave `replaces` out, or have that loop given up first")
            .call("loop_status", json!({ "loop_id": id })));
    }
    let open: Vec<String> = before.state.blocking().iter().map(ToString::to_string).collect();
    let left = if open.is_empty() { String::new() } else { format!(", with {} open", open.join(", ")) };
    let message =
        format!("takes the place of {} ({id}), which was given up{left}", before.state.subject.label());
    named.notes.push(Remark::new(0, "replaces", message));
    let opened = super::begun(ws, store, named, protocol, request, None, Some(&before.state.id))?;
    if let Some(by) = opened.loop_id.clone().map(LoopId::new)
        && !before.state.replaced_by.contains(&by)
    {
        loops::write(store, ws.clock, before, |_| {
            Ok(Some((Event::Replaced { by: by.clone() }, Vec::new())))
        })?;
    }
    Ok(opened)
}

/// Says when a free change has the id of another one: other criteria make it another subject (SPEC 6.2).
pub(super) fn namesake(store: &Store, named: &Named) -> Result<Option<Remark>, Error> {
    let Subject::Change { id, branch, .. } = &named.subject else { return Ok(None) };
    let alike = named.subject.key_of_any_contract();
    let mut others = loops::of_subjects(store, |key| key.starts_with(&alike))?;
    let other = others.find(
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

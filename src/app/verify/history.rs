//! What was said of a phase, as rows of the store. Never judges: what a word means is the domain's.

use super::super::workspace::Workspace;
use crate::domain::ids::Timestamp;
use crate::domain::phase::PhaseEvent;
use crate::domain::plan::layout::PhaseFolder;
use crate::error::Error;
use crate::io::store::{NewEvent, Store, StoreError};

/// The version of stored phase events.
const EVENT_VERSION: u32 = 1;

pub(super) fn moved_on() -> Error {
    Error::stale("the verification of this phase was changed by another call meanwhile")
        .hint("Repeat the call")
}

pub(super) fn row(at: Timestamp, event: &PhaseEvent) -> Result<NewEvent, Error> {
    let kind = match event {
        PhaseEvent::Judged { .. } => "judged",
        PhaseEvent::Confirmed { .. } => "confirmed",
        PhaseEvent::Overridden { .. } => "overridden",
        PhaseEvent::Reported { .. } => "reported",
        PhaseEvent::Ran { .. } => "ran",
    };
    let body = serde_json::to_string(event)
        .map_err(|e| Error::internal(format!("an event could not be written as JSON: {e}")))?;
    Ok(NewEvent { at, kind: kind.to_owned(), version: EVENT_VERSION, body })
}

/// The key of a phase's event stream: its folder and branch.
pub(super) fn stream(ws: &Workspace<'_>, folder: &PhaseFolder) -> String {
    format!("phase\n{}\n{}", folder.dir, ws.repository.branch().as_deref().unwrap_or("(detached)"))
}

pub(super) fn stream_id(key: &str) -> String {
    format!("ph-{}", &blake3::hash(key.as_bytes()).to_hex()[..12])
}

pub(super) fn history(store: &Store, key: &str) -> Result<(Vec<PhaseEvent>, u64), Error> {
    let stored = match store.events(&stream_id(key)) {
        Ok(stored) => stored,
        Err(StoreError::NoStream { .. }) => return Ok((Vec::new(), 0)),
        Err(error) => return Err(error.into()),
    };
    let events = stored
        .iter()
        .map(|s| {
            serde_json::from_str(&s.body).map_err(|_| {
                Error::unavailable(format!(
                    "event {} of this phase was written by a newer countersign",
                    s.seq
                ))
                .hint("Install that version; nothing was changed")
            })
        })
        .collect::<Result<Vec<PhaseEvent>, _>>()?;
    let count = events.len() as u64;
    Ok((events, count))
}

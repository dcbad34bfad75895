//! Recorded loops counted, and led through other rules (SPEC 6.11, 6.12). Reads only.

use serde::Serialize;

use crate::domain::metrics::Metrics;
use crate::domain::protocol::Protocol;
use crate::domain::replay::{self, Replay};
use crate::error::Error;

use super::loops::{self, Loaded};
use super::record::evidence;
use super::workspace::Workspace;

/// What replays of all loops may take where they are shown at once, in bytes.
const SHOWN: usize = 512 * 1024;

/// Every loop that a protocol reviews beside itself under its rules, newest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Replays {
    pub protocol: String,
    /// How many loops were led through them.
    pub loops: usize,
    /// How many of them would have come to another end.
    pub another_end: usize,
    pub replays: Vec<Replay>,
    /// How many of them are older and left out here; `countersign replay` shows them all.
    #[serde(skip_serializing_if = "is_none")]
    pub left_out: usize,
    /// Loops that cannot be read, and why.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unreadable: Vec<String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands it over so")]
fn is_none(left_out: &usize) -> bool {
    *left_out == 0
}

/// Leads every loop through the rules of a protocol; of many the newest are shown.
pub(super) fn replays(ws: &Workspace<'_>, protocol: &str) -> Result<Replays, Error> {
    let (mut replays, unreadable) = replay(ws, None, protocol)?;
    let loops = replays.len();
    let another_end = replays.iter().filter(|replay| !replay.alike).count();
    let mut taken = 0;
    let shown = replays.iter().take_while(|replay| {
        taken += serde_json::to_string(replay).map_or(0, |text| text.len());
        taken <= SHOWN
    });
    let shown = shown.count();
    replays.truncate(shown);
    Ok(Replays {
        protocol: protocol.to_owned(),
        loops,
        another_end,
        replays,
        left_out: loops - shown,
        unreadable,
    })
}

/// Figures over every loop that can be read, and which could not.
pub(super) fn metrics(ws: &Workspace<'_>) -> Result<(Metrics, Vec<String>), Error> {
    let Some(store) = ws.store_if_any()? else { return Ok((Metrics::default(), Vec::new())) };
    let (all, mut damaged) = loops::all(&store)?;
    damaged.extend(loops::left_out_in_words(&store)?);
    Ok((Metrics::of(all.iter().map(|l| l.entries.as_slice())), damaged))
}

/// Leads one loop, or every one, through the rules of a protocol as it comes, without the project's configuration.
pub(super) fn replay(
    ws: &Workspace<'_>,
    loop_id: Option<&str>,
    protocol: &str,
) -> Result<(Vec<Replay>, Vec<String>), Error> {
    let Some(rules) = Protocol::named(protocol) else {
        let known: Vec<String> = Protocol::all().into_iter().map(|p| p.name).collect();
        return Err(Error::invalid("protocol", format!("{protocol:?} is no protocol"))
            .hint(format!("There is: {}", known.join(", "))));
    };
    let store = ws.store_if_any()?;
    let (mut all, damaged) = match (&store, loop_id) {
        (Some(store), Some(id)) => (vec![loops::load(store, id)?], Vec::new()),
        (Some(store), None) => {
            let (all, mut damaged) = loops::all(store)?;
            damaged.extend(loops::left_out_in_words(store)?);
            (all, damaged)
        }
        (None, Some(id)) => {
            return Err(Error::not_found("loop_id", format!("no loop {id:?} in this repository")));
        }
        (None, None) => (Vec::new(), Vec::new()),
    };
    let reviews = |l: &Loaded| rules.subjects.contains(&l.state.subject.kind());
    if let (Some(_), Some(one)) = (loop_id, all.first())
        && !reviews(one)
    {
        return Err(Error::invalid(
            "protocol",
            format!("{protocol} does not review what {} is about", one.state.id),
        ));
    }
    all.retain(|l| reviews(l));
    let replays = all.iter().filter_map(|loaded| {
        let mut evidence = |state: &_, pass: &_, reading: &_| evidence::evidence(ws, state, pass, reading);
        replay::replay(&loaded.entries, &rules, &mut evidence)
    });
    Ok((replays.collect(), damaged))
}

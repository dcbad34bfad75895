//! Recorded loops counted, and led through other rules (SPEC 6.11, 6.12). Reads only.

use crate::domain::metrics::Metrics;
use crate::domain::protocol::Protocol;
use crate::domain::replay::{self, Replay};
use crate::error::Error;

use super::loops::{self, Loaded};
use super::record::evidence;
use super::workspace::Workspace;

/// Figures over every loop that can be read, and which could not.
pub(super) fn metrics(ws: &Workspace<'_>) -> Result<(Metrics, Vec<String>), Error> {
    let Some(store) = ws.store_if_any()? else { return Ok((Metrics::default(), Vec::new())) };
    let (all, damaged) = loops::all(&store)?;
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
        (Some(store), None) => loops::all(store)?,
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

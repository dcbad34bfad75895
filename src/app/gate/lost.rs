//! Reviews of which not everything can be read (SPEC 7.6, 13.3): nobody knows what they found, so no gate opens by their
//! silence.

use crate::error::Error;

use super::super::loops;
use super::super::workspace::Workspace;
use super::known::{How, Known};
use super::{Reason, Records};

/// Says why loops and reports that cannot be read close every gate.
pub(super) fn unreadable(records: &Records) -> Vec<Reason> {
    let what = if records.claims {
        "a report proves nothing"
    } else {
        "a review loop cannot be read, so nobody knows what it found"
    };
    records.damaged.iter().map(|d| Reason::new(format!("{what}: {d}"))).collect()
}

/// Adds the loops that a repair left out, as far as their first events tell of what they were: each stands where it was
/// opened, and closes the gate of its subject until that is reviewed anew. `all` has the one opened last first.
pub(super) fn add_left_out(ws: &Workspace<'_>, all: &mut Vec<Known>) -> Result<(), Error> {
    let Some(store) = ws.log()? else { return Ok(()) };
    for lost in loops::left_out(&store)? {
        let known = Known {
            how: How::Lost(format!("was under review when its record was damaged: {}", lost.why)),
            reopens: None,
            in_person: false,
            tests_first: None,
            replanned: None,
            begins_anew: true,
            ..Known::of(ws, &lost.state)
        };
        // The store has no place for it any more.
        let place = all.iter().position(|other| other.opened_at <= known.opened_at).unwrap_or(all.len());
        all.insert(place, known);
    }
    Ok(())
}

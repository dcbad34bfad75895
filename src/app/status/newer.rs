//! A loop that a newer version went on with (SPEC 6.1): it can be read here as far as its events are known, and nobody goes
//! on with it.

use serde_json::json;

use crate::app::answers::{Gate, LoopStatusAnswer};
use crate::app::loops;
use crate::app::requests::LoopStatus;
use crate::app::workspace::Workspace;
use crate::domain::next_step::{Action, Call, NextStep, Who};
use crate::domain::review::Remark;
use crate::error::Error;
use crate::io::store::Store;

/// Shows such a loop as it stood before; nothing for any other.
pub(super) fn shown(
    ws: &Workspace<'_>,
    store: &Store,
    id: &str,
    request: &LoopStatus,
    from: usize,
) -> Result<Option<LoopStatusAnswer>, Error> {
    let Some((loaded, why)) = loops::known_part(store, id)? else { return Ok(None) };
    let told = format!(
        "{id} can only be read by this version: {why}. What is shown is what comes before; go on with the newer version, wherever Countersign is started"
    );
    let call = Call::new("loop_status", [("loop_id", json!(id))]);
    let step = NextStep::new(Action::Stop, Who::Host, told.clone(), call, &[]);
    let gate = Gate { open: false, reasons: vec![format!("what became of it is not known here: {why}")] };
    let mut answer = super::shown(ws, store, &loaded, step, request, from, Some(gate))?;
    answer.remarks.push(Remark::new(0, "loop_newer", told));
    Ok(Some(answer))
}

//! An answer that no call brought: the text a reviewer ended with, picked up by a hook of the host (SPEC 6.4, 11).

use crate::app::answers::RecordFindingsAnswer;
use crate::app::requests::RecordFindings;
use crate::app::workspace::Workspace;
use crate::domain::attested::Attested;
use crate::domain::ending;
use crate::domain::ids::Countersign;
use crate::domain::review_loop::LoopState;
use crate::error::Error;

/// Records the text as the answer to the pass of a code. The caller has made sure that the pass is the agent's: the text
/// carries its code only by chance.
pub(in crate::app) fn picked_up(
    ws: &Workspace<'_>,
    state: &LoopState,
    code: &Countersign,
    by: &Attested,
    text: &str,
) -> Result<RecordFindingsAnswer, Error> {
    let request = RecordFindings {
        loop_id: state.id.to_string(),
        countersign: code.to_string(),
        text: Some(text.to_owned()),
        reviewer: by.kind.clone(),
        ..RecordFindings::default()
    };
    super::record_findings(ws, &request)
}

/// Names a text that was sent with nothing else.
pub(in crate::app) fn digest_of(text: &str) -> String {
    super::digest(&RecordFindings { text: Some(text.to_owned()), ..RecordFindings::default() })
}

/// Tells whether an answer was picked up and does not carry the code it is recorded under.
pub(super) fn is_unsigned(ws: &Workspace<'_>, request: &RecordFindings, code: &Countersign) -> bool {
    let carries = |text: &str| ending::codes(text).contains(&code.as_str());
    ws.is_picked_up() && !request.text.as_deref().is_some_and(carries)
}

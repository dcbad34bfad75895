//! What an ended loop leaves behind, told where its subject is asked for again (SPEC 6.2, 7.6).

use crate::app::reports;
use crate::app::workspace::Workspace;
use crate::domain::receipt::{Receipt, lets_go_on};
use crate::domain::review::Remark;
use crate::domain::review_loop::LoopState;
use crate::io::files::is_ours;

/// The remark that holds a receipt.
const RECEIPT: &str = "receipt";

/// Tells of an outcome what it stands for: the change, what it was held to, what stays open, and where that is written.
/// Nothing where no review ever answered.
pub(super) fn told(ws: &Workspace<'_>, state: &LoopState) -> Option<Remark> {
    let receipt = Receipt::of(state, None)?;
    let what = match (state.subject.document(), receipt.commits.as_slice()) {
        (Some(path), _) => format!("{path} as it was then"),
        (None, []) => format!("what lay uncommitted over {}", receipt.head.short()),
        (None, [one]) => format!("commit {}", one.short()),
        (None, [first, .., last]) => {
            format!("{} commits, {} to {}", receipt.commits.len(), first.short(), last.short())
        }
    };
    let stands = if lets_go_on(&state.protocol, receipt.outcome) {
        "stands for"
    } else {
        "lets nothing go on; it looked at"
    };
    let contract = receipt.contract.get(..8).unwrap_or(&receipt.contract);
    let open = match state.open_findings().len() {
        0 => "nothing open".to_owned(),
        1 => "1 finding open".to_owned(),
        n => format!("{n} findings open"),
    };
    // Another file may lie there by now.
    let is_its =
        |path: &_| ws.text("path", path).is_ok_and(|text| is_ours(&text) && text.contains(state.id.as_str()));
    let report = match reports::path_of(ws, state).filter(is_its) {
        Some(path) => format!("its report is {path}"),
        None => "it has no report here".to_owned(),
    };
    let message = format!(
        "{} ended {} and {stands} {what}, held to contract {contract}, with {open}; {report}",
        receipt.loop_id,
        receipt.outcome.as_str()
    );
    Some(Remark::new(0, RECEIPT, message))
}

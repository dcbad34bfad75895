//! What an ended loop leaves behind, told where its subject is asked for again (SPEC 6.2, 7.6).

use crate::app::reports;
use crate::app::workspace::Workspace;
use crate::domain::receipt::Receipt;
use crate::domain::review::Remark;
use crate::domain::review_loop::LoopState;

/// The remark that holds a receipt.
const RECEIPT: &str = "receipt";

/// Tells of an outcome what it stands for: the change, what it was held to, what stays open, and where that is written.
/// Nothing where no review ever answered.
pub(super) fn told(ws: &Workspace<'_>, state: &LoopState) -> Option<Remark> {
    let receipt = Receipt::of(state, None)?;
    let commits = match receipt.commits.as_slice() {
        [] => format!("what lay uncommitted over {}", receipt.head.short()),
        [one] => format!("commit {}", one.short()),
        [first, .., last] => {
            format!("{} commits, {} to {}", receipt.commits.len(), first.short(), last.short())
        }
    };
    let contract = receipt.contract.get(..8).unwrap_or(&receipt.contract);
    let open = match state.open_findings().len() {
        0 => "nothing open".to_owned(),
        1 => "1 finding open".to_owned(),
        n => format!("{n} findings open"),
    };
    let report = match reports::path_of(ws, state).filter(|path| ws.files.is_file(path)) {
        Some(path) => format!("its report is {path}"),
        None => "it has no report here".to_owned(),
    };
    let message = format!(
        "{} ended {} and holds for {commits}, held to contract {contract}, with {open}; {report}",
        receipt.loop_id,
        receipt.outcome.as_str()
    );
    Some(Remark::new(0, RECEIPT, message))
}

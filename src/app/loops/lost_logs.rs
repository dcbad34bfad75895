//! Logs of the store that are lost with what they alone held (SPEC 13.3): nobody can tell which loops were in them.

use crate::io::store::{self, LostLog, Store};

use super::super::workspace::Workspace;

/// Says what was lost of a store that is not there: its logs may have held all there was of it.
pub(in crate::app) fn without_a_store(ws: &Workspace<'_>) -> Vec<String> {
    let common = ws.repository.common_dir();
    let kept = store::logs_aside(common).into_iter().map(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        format!("there is no store, and {name} may hold all there was of it: `countersign doctor --repair` brings it back")
    });
    kept.chain(store::lost_logs(common).iter().map(closes)).collect()
}

/// Says which logs of a store are lost.
pub(in crate::app) fn of(store: &Store) -> Vec<String> {
    store.lost_logs().iter().map(closes).collect()
}

/// Says of a lost log that loops may be gone with it, and what opens gates again.
fn closes(lost: &LostLog) -> String {
    let (what, name) = (in_words(lost), name(lost));
    format!(
        "{what} ({name}): loops may be gone. `countersign doctor --repair` names the reports that tell of such"
    )
}

/// Names the file that tells of a lost log.
pub(in crate::app) fn name(lost: &LostLog) -> String {
    lost.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Says how a log was lost.
pub(in crate::app) fn in_words(LostLog { pages, process, .. }: &LostLog) -> String {
    let what = match (process, pages) {
        (Some(process), _) => format!("and process {process}, which slept, alone knows what it held"),
        (None, Some(1)) => "and 1 page that was committed to it is nowhere else".to_owned(),
        (None, Some(pages)) => format!("and {pages} pages that were committed to it are nowhere else"),
        (None, None) => "and nobody can read what it held".to_owned(),
    };
    format!("the store's log was removed or cut short, {what}")
}

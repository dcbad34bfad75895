//! Logs of the store that are lost with what they alone held (SPEC 13.3): nobody can tell which loops were in them.

use crate::io::store::LostLog;

/// Says of a lost log that loops may be gone with it, and what opens gates again.
pub(in crate::app) fn closes(lost: &LostLog) -> String {
    let what = in_words(lost);
    format!(
        "{what}: loops may be gone with it. `countersign doctor --repair` says which reports tell of such"
    )
}

/// Names the file that tells of a lost log.
pub(in crate::app) fn name(lost: &LostLog) -> String {
    lost.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Says how a log was lost.
pub(in crate::app) fn in_words(LostLog { pages, process, .. }: &LostLog) -> String {
    let what = match (process, pages) {
        (Some(process), _) => format!("while process {process} slept, which alone knows what it held"),
        (None, Some(1)) => "and 1 page that was committed to it is nowhere else".to_owned(),
        (None, Some(pages)) => format!("and {pages} pages that were committed to it are nowhere else"),
        (None, None) => "and nobody can read what it held".to_owned(),
    };
    format!("the store's log was removed, {what}")
}

//! Why the change shows nothing of a claimed fix: the finding's file stands where git does not look (SPEC 7.3).

use crate::domain::finding::Finding;
use crate::domain::ids::{Oid, RepoPath};
use crate::domain::review_loop::LoopState;
use crate::domain::review_loop::event::Claim as ClaimFact;

use super::super::record::hidden;
use super::super::workspace::Workspace;

/// Says that a finding's file was only put out of git's sight. The last tree that was looked at had it.
pub(super) fn explain(
    ws: &Workspace<'_>,
    state: &LoopState,
    finding: &Finding,
    claim: &ClaimFact,
) -> Option<String> {
    let unproven = ["unchanged_subject", "untouched", "metadata_only", "partly_changed", "condition_open"]
        .contains(&claim.claim.as_str());
    if !unproven || hidden::asks_to_leave_git(&finding.said) {
        return None;
    }
    let seen: &Oid = &state.looked()?.change.head;
    let mut files = finding.said.locations.iter().filter_map(|place| ws.files.relative(&place.file).ok());
    let left = |file: &RepoPath| {
        matches!(ws.repository.entry_at(seen, file), Ok(Some(_)))
            && !ws.repository.is_in_index(file)
            && ws.files.exists(file)
            && is_out_of_sight(ws, file)
    };
    let file = files.find(left)?;
    Some(format!(
        "{file} still stands in the work tree, where git does not look any more: that mends nothing of it. Let git see it and mend it, or remove it; where it was to leave git, the reviewer resolves {} by its id with a reason",
        finding.id
    ))
}

/// A new file that git does not ignore is seen: it differs.
fn is_out_of_sight(ws: &Workspace<'_>, file: &RepoPath) -> bool {
    ws.repository.ignores(file).unwrap_or(true)
}

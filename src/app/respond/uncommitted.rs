//! Why git shows nothing of a claimed fix: it may lie in the work tree, where this review does not look (SPEC 7.3).

use crate::domain::finding::Finding;
use crate::domain::ids::RepoPath;
use crate::domain::review_loop::LoopState;
use crate::domain::review_loop::event::Claim as ClaimFact;
use crate::domain::subject::Found;

use super::super::ranges;
use super::super::workspace::Workspace;

/// Says that the place of a finding was changed and not committed, where reviews of its loop look at commits alone.
pub(super) fn explain(
    ws: &Workspace<'_>,
    state: &LoopState,
    finding: &Finding,
    claim: &ClaimFact,
) -> Option<String> {
    let looks_at_commits =
        state.looked().is_some_and(|pass| matches!(pass.change.found, Found::Commits | Found::MergeBase));
    if !looks_at_commits || !matches!(claim.claim.as_str(), "unchanged_subject" | "untouched") {
        return None;
    }
    let places = finding.said.locations.iter();
    let files: Vec<RepoPath> = places.filter_map(|place| ws.files.relative(&place.file).ok()).collect();
    let differing = ranges::differing(ws, &files.iter().collect::<Vec<_>>()).ok()?;
    let file = files.iter().find(|file| differing.paths.contains(file))?;
    Some(format!(
        "{file} is changed in the work tree and not committed: this review looks at commits, so commit the fix"
    ))
}

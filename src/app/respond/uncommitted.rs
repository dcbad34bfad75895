//! Why git shows nothing of a claimed fix: it may lie in the work tree, where this review does not look (SPEC 7.3).

use std::collections::BTreeSet;

use crate::domain::finding::Finding;
use crate::domain::ids::RepoPath;
use crate::domain::review_loop::LoopState;
use crate::domain::review_loop::event::Claim as ClaimFact;
use crate::domain::subject::Found;

use super::super::ranges;
use super::super::workspace::Workspace;

/// The files of claimed fixes that are changed in the work tree, where reviews of their loop look at commits alone.
#[derive(Debug, Default)]
pub(super) struct Uncommitted(BTreeSet<RepoPath>);

impl Uncommitted {
    /// Looks once for all claims: each look is at git.
    pub(super) fn of(ws: &Workspace<'_>, state: &LoopState, claims: &[ClaimFact]) -> Self {
        let looks_at_commits =
            state.looked().is_some_and(|pass| matches!(pass.change.found, Found::Commits | Found::MergeBase));
        if !looks_at_commits {
            return Self::default();
        }
        let unproven = claims.iter().filter(|claim| is_unproven(claim));
        let findings = unproven.filter_map(|claim| state.finding(claim.finding_id.as_str()));
        let files: BTreeSet<RepoPath> = findings.flat_map(|finding| files(ws, finding)).collect();
        if files.is_empty() {
            return Self::default();
        }
        let differing = ranges::differing(ws, &files.iter().collect::<Vec<_>>());
        let differing = differing.map(|found| found.paths).unwrap_or_default();
        Self(differing.into_iter().filter(|path| files.contains(path)).collect())
    }

    /// Says that the place of a finding was changed and not committed.
    pub(super) fn explain(&self, ws: &Workspace<'_>, finding: &Finding, claim: &ClaimFact) -> Option<String> {
        if self.0.is_empty() || !is_unproven(claim) {
            return None;
        }
        let file = files(ws, finding).find(|file| self.0.contains(file))?;
        Some(format!(
            "{file} is changed in the work tree and not committed: this review looks at commits, so commit the fix"
        ))
    }
}

fn is_unproven(claim: &ClaimFact) -> bool {
    matches!(claim.claim.as_str(), "unchanged_subject" | "untouched")
}

fn files<'f>(ws: &'f Workspace<'_>, finding: &'f Finding) -> impl Iterator<Item = RepoPath> + 'f {
    finding.said.locations.iter().filter_map(|place| ws.files.relative(&place.file).ok())
}

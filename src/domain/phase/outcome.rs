//! Items → how the phase stands: status, score, gaps, and what changed since the last report (SPEC 9.7, 9.8).

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::domain::ids::ItemId;

use super::event::{PhaseEvent, Unmet};
use super::{Item, ItemKind, ItemStatus, ReviewCall};

/// The three answers a verification can give.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PhaseStatus {
    GapsFound,
    HumanNeeded,
    Passed,
}

impl PhaseStatus {
    /// Returns the word used in schemas, events and reports.
    pub fn as_str(self) -> &'static str {
        match self {
            PhaseStatus::GapsFound => "gaps_found",
            PhaseStatus::HumanNeeded => "human_needed",
            PhaseStatus::Passed => "passed",
        }
    }
}

/// A status and why it is that.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    pub status: PhaseStatus,
    pub reason: String,
}

/// Anti-patterns decide only as blockers; as warnings they are listed.
fn decides(item: &Item) -> bool {
    item.kind != ItemKind::AntiPattern || item.status == ItemStatus::Failed
}

/// Tells whether an item says something about the phase's promises at all.
fn was_checked(item: &Item) -> bool {
    item.status != ItemStatus::Pending
        && !matches!(item.kind, ItemKind::Plan | ItemKind::Review | ItemKind::AntiPattern)
}

fn count(items: &[Item], keep: impl Fn(&Item) -> bool) -> usize {
    items.iter().filter(|item| decides(item) && keep(item)).count()
}

/// Decides the phase's status. Total, and in the order of SPEC 9.7: gaps before open questions before
/// a pass; a partial verification, or one that checked nothing, is never a pass.
pub fn status(items: &[Item], partial: bool) -> Standing {
    let gaps = count(items, |item| item.status.is_gap());
    let open = count(items, |item| item.status.is_open());
    let pending = count(items, |item| item.status == ItemStatus::Pending);
    let overridden = count(items, |item| item.status == ItemStatus::Overridden);
    let (status, reason) = if gaps > 0 {
        (PhaseStatus::GapsFound, format!("{gaps} of {} items do not hold", items.len()))
    } else if !items.iter().any(was_checked) {
        let yet =
            if pending > 0 { " yet: no plan of the phase that promises anything is finished" } else { "" };
        (PhaseStatus::GapsFound, format!("nothing to verify{yet}"))
    } else if open > 0 {
        (
            PhaseStatus::HumanNeeded,
            format!("{open} of {} items are still to be judged or confirmed", items.len()),
        )
    } else if partial || pending > 0 {
        let reason = "nothing failed so far, but this was a partial verification; verify again without `partial` \
                      when every plan is finished";
        (PhaseStatus::GapsFound, reason.to_owned())
    } else if overridden > 0 {
        (PhaseStatus::Passed, format!("every item holds, {overridden} of them by a person's override"))
    } else {
        (PhaseStatus::Passed, "every item holds".to_owned())
    };
    Standing { status, reason }
}

/// How many must-haves are verified; shown as "n/m must-haves verified".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Score {
    pub verified: usize,
    pub total: usize,
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{} must-haves verified", self.verified, self.total)
    }
}

/// Counts truths, artifacts and links. What a person overrode or an unfinished plan promises is not verified.
pub fn score(items: &[Item]) -> Score {
    let must_haves = || items.iter().filter(|item| item.kind.is_must_have());
    Score {
        verified: must_haves().filter(|item| item.status == ItemStatus::Verified).count(),
        total: must_haves().count(),
    }
}

/// A file that has to do with a gap.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GapArtifact {
    pub path: String,
    pub issue: String,
}

/// What does not hold, in the shape planners know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Gap {
    pub item: ItemId,
    pub kind: ItemKind,
    /// The item's label: the statement, path, link or id.
    pub truth: String,
    pub status: ItemStatus,
    pub reason: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub artifacts: Vec<GapArtifact>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub call: Option<ReviewCall>,
}

/// Returns every gap. An artifact or link that a failed truth already carries is not listed twice.
pub fn gaps(items: &[Item]) -> Vec<Gap> {
    let find = |id: &ItemId| items.iter().find(|item| item.id == *id);
    let failed_truths = || items.iter().filter(|i| i.kind == ItemKind::Truth && i.status.is_gap());
    let carried = |item: &Item| {
        matches!(item.kind, ItemKind::Artifact | ItemKind::KeyLink)
            && failed_truths().any(|truth| truth.because.contains(&item.id))
    };
    let listed = items.iter().filter(|item| item.status.is_gap() && decides(item) && !carried(item));
    listed
        .map(|item| {
            let own = matches!(item.kind, ItemKind::Artifact | ItemKind::KeyLink).then_some(item);
            let carried = item.because.iter().filter_map(find).filter(|other| other.kind != ItemKind::Truth);
            let carried = carried.filter(|_| item.kind == ItemKind::Truth);
            let artifacts = own
                .into_iter()
                .chain(carried)
                .map(|other| GapArtifact { path: place(other), issue: other.faults().join("; ") });
            Gap {
                item: item.id.clone(),
                kind: item.kind,
                truth: item.label.clone(),
                status: item.status,
                reason: item.faults().join("; "),
                artifacts: artifacts.chain(shown(item)).collect(),
                missing: item.missing.clone(),
                call: item.call.clone(),
            }
        })
        .collect()
}

/// The file in which a gap is to be closed: of a link the one it begins in.
fn place(item: &Item) -> String {
    let from = item.label.split_once(" → ").filter(|_| item.kind == ItemKind::KeyLink);
    from.map_or_else(|| item.label.clone(), |(from, _)| from.to_owned())
}

/// The files that a verifier cites for a truth which he judged not to hold.
fn shown(item: &Item) -> impl Iterator<Item = GapArtifact> {
    let evidence = item.evidence.iter().filter(|_| item.kind == ItemKind::Truth);
    evidence.filter_map(|shown| {
        let at = shown.line.map(|line| format!(", line {line}")).unwrap_or_default();
        let quoted = shown.text.as_deref().map(|text| format!(": {}", text.trim())).unwrap_or_default();
        let issue = format!("the verifier judges by this place that it does not hold{at}{quoted}");
        Some(GapArtifact { path: shown.file.clone()?, issue })
    })
}

/// What changed since the last report (SPEC 9.8). Labels, so that a reader need not look ids up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReVerification {
    pub previous_status: PhaseStatus,
    pub previous_score: String,
    pub gaps_closed: Vec<String>,
    pub gaps_remaining: Vec<String>,
    /// Held at the last report and does not now.
    pub regressions: Vec<String>,
    /// What failed or was open at an earlier report and is promised no more, with what it was: neither closed nor remaining.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub no_longer_promised: Vec<String>,
}

/// Compares the items with the last report that was written; nothing before the first.
pub fn re_verification(events: &[PhaseEvent], items: &[Item]) -> Option<ReVerification> {
    let (status, score, verified, gaps) = events.iter().rev().find_map(|event| match event {
        PhaseEvent::Reported { status, score, verified, gaps, .. } => Some((*status, score, verified, gaps)),
        PhaseEvent::Judged { .. }
        | PhaseEvent::Confirmed { .. }
        | PhaseEvent::Overridden { .. }
        | PhaseEvent::Ran { .. } => None,
    })?;
    let labels = |ids: &[ItemId], keep: fn(ItemStatus) -> bool| -> Vec<String> {
        items.iter().filter(|i| ids.contains(&i.id) && keep(i.status)).map(|i| i.label.clone()).collect()
    };
    Some(ReVerification {
        previous_status: status,
        previous_score: score.clone(),
        // What a person let pass is neither mended nor a gap any more; the overrides tell of it.
        gaps_closed: labels(gaps, |status| status == ItemStatus::Verified),
        gaps_remaining: labels(gaps, |status| !status.holds()),
        regressions: labels(verified, ItemStatus::is_gap),
        no_longer_promised: no_longer_promised(events, items),
    })
}

/// Returns what failed or was open when an earlier report was written, never held in a later one, and is no item any more:
/// its promise was taken out of the plan, which closes nothing. Of every report, since the one after it lists it no more.
pub fn no_longer_promised(events: &[PhaseEvent], items: &[Item]) -> Vec<String> {
    let mut left: Vec<&Unmet> = Vec::new();
    for event in events {
        let PhaseEvent::Reported { verified, unmet, .. } = event else { continue };
        left.retain(|was| !verified.contains(&was.item) && unmet.iter().all(|now| now.item != was.item));
        left.extend(unmet);
    }
    left.retain(|was| items.iter().all(|item| item.id != was.item));
    left.iter().map(|was| format!("{} (was {})", was.label, was.status.as_str())).collect()
}

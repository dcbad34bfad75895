//! Why something that is said of a phase is not taken.

use crate::domain::ids::ItemId;

use super::ItemStatus;

/// Why something said of a phase is not taken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PhaseRefusal {
    /// Plans are unfinished and a partial verification was not asked for (SPEC 9.1).
    #[error("{}; finish them, or verify with `partial: true`", unfinished(.plans, .denied))]
    NeedsPartial { plans: Vec<String>, denied: Vec<(String, String)> },
    /// No item of the phase has that id.
    #[error("`item_id` {item:?} is no item of this phase{}", nearest(.near))]
    UnknownItem { item: String, near: Vec<String> },
    /// A judgement cites nothing.
    #[error("`evidence` of item {item} is empty; cite file and line, a commit, or a command with its result")]
    NoEvidence { item: ItemId },
    /// A judgement cites what is not there.
    #[error("`evidence[{index}]` of item {item}: {why}")]
    EvidenceNotFound { item: ItemId, index: usize, why: String },
    /// What a judgement of `verified` cites tells of failure.
    #[error("`evidence[{index}]` of item {item}: {why}; a truth is not `verified` by that")]
    SpeaksAgainst { item: ItemId, index: usize, why: String },
    /// The item is not judged by an agent.
    #[error("item {item} ({label:?}) is {}; {why}", .status.as_str())]
    NotForJudgement { item: ItemId, label: String, status: ItemStatus, why: &'static str },
    /// The item is not for a person to confirm.
    #[error("item {item} ({label:?}) is {} and asks no person; {why}", .status.as_str())]
    NotForAPerson { item: ItemId, label: String, status: ItemStatus, why: &'static str },
    /// There is nothing to override.
    #[error("item {item} ({label:?}) is {}; {why}", .status.as_str())]
    NoOverride { item: ItemId, label: String, status: ItemStatus, why: &'static str },
    /// A text that must say something says nothing.
    #[error("`{field}` of item {item} is {given:?}; say it in words of your own")]
    SaysNothing { item: ItemId, field: &'static str, given: String },
    /// The judgement is bound to another state of the files.
    #[error("the files changed while item {item} was judged; look again and send the judgement anew")]
    FilesChanged { item: ItemId },
}

fn nearest(near: &[String]) -> String {
    if near.is_empty() { String::new() } else { format!("; nearest: {}", near.join(", ")) }
}

/// Which plans have no SUMMARY, and of which the SUMMARY itself says that they are not done.
fn unfinished(plans: &[String], denied: &[(String, String)]) -> String {
    let mut told = Vec::new();
    if !plans.is_empty() {
        told.push(format!("these plans have no SUMMARY: {}", plans.join(", ")));
    }
    told.extend(
        denied
            .iter()
            .map(|(plan, said)| format!("the SUMMARY of {plan} says that the plan is not done (`{said}`)")),
    );
    told.join("; ")
}

//! `review_loops` of an execution's state: how often each plan was reviewed, and what came of it (SPEC 4.2).

use serde_json::{Value, json};

use super::keys::{self, Fate, Unmergeable};
use crate::domain::envelope::one_line;
use crate::domain::plan::layout;
use crate::domain::review::{Severity, Verdict};
use crate::domain::review_loop::LoopState;
use crate::domain::review_loop::event::{Judgement, Outcome};
use crate::domain::subject::Subject;

/// Merges a loop into the state; nothing for a subject that the system keeps no loop of.
pub(super) fn told(state: &LoopState, text: &str) -> Result<Option<String>, Unmergeable> {
    let Some(key) = key(&state.subject) else { return Ok(None) };
    let cycles: Vec<Value> = state
        .passes
        .iter()
        .filter_map(|p| p.answer.as_ref())
        .map(|(_, judgement)| cycle(judgement))
        .collect();
    let ours = json!({
        "cycle": state.pass().map_or(1, |p| p.number),
        "max": state.protocol.max_passes,
        "status": status(state),
        "findings_per_cycle": cycles,
        "writer": "countersign",
        "loop": state.id.as_str(),
    });
    // What the system itself recorded of the plan stays as it is, and ours stands in it.
    let there = keys::read(text);
    let held =
        there.as_ref().and_then(|there| there.get("review_loops")?.get(&key)).filter(|held| !held.is_null());
    let ours = match held {
        Some(held) if !keys::is_ours(held) => match held.get("countersign") {
            Some(taken) if !taken.is_null() && !keys::is_ours(taken) => {
                return Err(Unmergeable::Taken { key: "countersign".to_owned() });
            }
            Some(_) | None => json!({ "countersign": ours }),
        },
        Some(_) | None => ours,
    };
    let wanted = json!({ "review_loops": { key: ours } });
    keys::merged(text, &wanted, &|_| Fate::Stays)
}

/// Says where the system's own entry of a plan tells of it otherwise than what was recorded: its words stay, and who reads
/// them takes a review for passed that is not.
pub(super) fn differs(state: &LoopState, path: &str, text: &str) -> Option<String> {
    let key = key(&state.subject)?;
    let there = keys::read(text)?;
    let held = there.get("review_loops")?.get(&key).filter(|held| !keys::is_ours(held))?;
    let said = one_line(held.get("status")?.as_str()?).chars().take(60).collect::<String>();
    let recorded = status(state);
    (said != recorded).then(|| {
        format!(
            "{path}: its own `review_loops` say {said} of {key}, which is its author's; recorded is {recorded}, under `countersign`"
        )
    })
}

/// Returns what the system calls a plan; nothing for any other subject.
pub(super) fn key(subject: &Subject) -> Option<String> {
    let Subject::Plan { plan_path, stem, .. } = subject else { return None };
    // A plan's file may leave its phase to the folder; the state never does.
    Some(match layout::phase_of(plan_path).map(|folder| folder.padded()) {
        Some(phase) if !stem.starts_with(&format!("{phase}-")) => format!("{phase}-{stem}"),
        Some(_) | None => stem.clone(),
    })
}

/// Returns what a cycle came to.
pub(super) fn cycle(judgement: &Judgement) -> Value {
    let raised = judgement.findings.iter().filter(|f| judgement.raised.contains(&f.id));
    let high = raised.filter(|f| f.severity() <= Severity::High).count();
    json!({ "verdict": verdict(judgement), "finding_count": judgement.raised.len(), "high": high })
}

/// Returns a verdict in the system's words.
pub(super) fn verdict(judgement: &Judgement) -> &'static str {
    match judgement.verdict {
        Verdict::Approved => "approve",
        Verdict::ApprovedWithNotes => "conditional",
        Verdict::ChangesRequested | Verdict::Rejected => "reject",
        Verdict::Unclear => "unclear",
    }
}

/// Returns how the loop stands, in the system's words.
pub(super) fn status(state: &LoopState) -> &'static str {
    match state.outcome() {
        None => "running",
        Some(
            Outcome::Approved
            | Outcome::ApprovedWithNotes
            | Outcome::AcceptedWithWarnings
            | Outcome::AcceptedWithIssues,
        ) => "passed",
        Some(Outcome::Failed | Outcome::Aborted | Outcome::Abandoned | Outcome::Skipped) => "failed",
    }
}

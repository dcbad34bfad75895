//! What a new loop takes over from the one before it: findings, who executed, counters, and the tests that failed
//! (SPEC 6.2, 6.7, 6.10). However a loop was given up, nothing of that is forgotten.

use serde_json::json;

use super::field_of;
use crate::domain::attested::Attested;
use crate::domain::finding::Finding;
use crate::domain::protocol::Protocol;
use crate::domain::review::Remark;
use crate::domain::review_loop::LoopState;
use crate::domain::review_loop::event::{Outcome, Patience};
use crate::domain::subject::Subject;
use crate::error::Error;

/// Tells whether a loop was given up while its tests failed: as far as anybody knows they still do.
pub(in crate::app) fn waits_for_tests(before: &LoopState) -> bool {
    before.outcome() == Some(Outcome::Abandoned) && !before.failing_tests().is_empty()
}

/// Refuses a review in place of a loop that was given up while its tests failed, until a run is recorded.
pub(super) fn tests_first(before: &LoopState, rules: &Protocol) -> Result<(), Error> {
    const NAMED: usize = 5;
    if !waits_for_tests(before) {
        return Ok(());
    }
    let failing = before.failing_tests();
    let names: Vec<&str> = failing.iter().take(NAMED).map(String::as_str).collect();
    let more = if failing.len() > NAMED { ", …" } else { "" };
    let message = format!(
        "{} was given up in {} with failing tests ({}{more}), and nothing shows that they pass now",
        before.subject.label(),
        before.id,
        names.join(", ")
    );
    let mut subject = match &before.subject {
        Subject::Task { plan_path, task, .. } => json!({ "plan": plan_path, "task": task }),
        Subject::Plan { plan_path, .. } | Subject::Execution { plan_path, .. } => {
            json!({ "plan": plan_path })
        }
        Subject::Artifact { path, .. } => json!({ "artifact": path }),
        Subject::Change { id, title, .. } => {
            json!({ "id": id, "title": title, "criteria": before.contract.text })
        }
    };
    // By the same rules as the review, also where no system is told by its files.
    subject["protocol"] = json!(rules.name);
    Err(Error::refused(message)
        .at(field_of(&before.subject))
        .hint(
            "Run them and record the run, green or not; that begins the review anew, and the counters go on",
        )
        .call("record_tests", subject)
        .fill(&["failed", "passed"]))
}

/// What a new loop takes over from the one before it: what is open, and rejections that were accepted (SPEC 6.2).
///
/// Under other rules they weigh what these make of them: what blocked must not cease to by its word.
pub(in crate::app) fn carried(before: &LoopState, rules: &Protocol) -> Vec<Finding> {
    let before = before.with_what_was_said();
    let kept = before.findings.iter().filter(|f| f.is_open() || LoopState::rejection_accepted(f));
    kept.cloned()
        .map(|mut finding| {
            rules.bring_to_level(&mut finding.said);
            finding
        })
        .collect()
}

/// Says which findings weigh otherwise under the rules of the new loop.
pub(super) fn weighed_anew(before: &LoopState, rules: &Protocol) -> Option<Remark> {
    let plain = before.with_what_was_said();
    let anew: Vec<String> = carried(before, rules)
        .iter()
        .filter_map(|f| Some((f, plain.findings.iter().find(|was| was.id == f.id)?)))
        .filter(|(f, was)| f.said.severity != was.said.severity)
        .map(|(f, was)| {
            format!("{} is {} here, not {}", f.id, rules.word(f.said.severity), was.said.severity.as_str())
        })
        .collect();
    let message =
        format!("{} has other levels than {}: {}", rules.name, before.protocol.name, anew.join(", "));
    (!anew.is_empty()).then(|| Remark::new(0, "severity_mapped", message))
}

/// Who executed in a loop that was given up: none of them reviews his own work in the next (SPEC 6.10).
pub(in crate::app) fn executed_before(before: &LoopState) -> Vec<Attested> {
    if counts_on(before) { before.executed_by.clone() } else { Vec::new() }
}

/// Tells whether a loop ended without anything that holds, so that its counters go on in the next (SPEC 6.7).
fn counts_on(before: &LoopState) -> bool {
    matches!(
        before.outcome(),
        Some(Outcome::Abandoned | Outcome::Aborted | Outcome::Failed | Outcome::Skipped)
    )
}

/// Passes that count on: those of a loop that ended without anything that holds (SPEC 6.7).
pub(in crate::app) fn passes_before(before: &LoopState) -> u32 {
    if !counts_on(before) {
        return 0;
    }
    before.answered().map_or(before.passes_before, |p| p.number)
}

/// What else counts on, of the same loops: whose turn it is, and rounds without progress (SPEC 6.7).
pub(in crate::app) fn patience_before(before: &LoopState) -> Patience {
    if !counts_on(before) {
        return Patience::default();
    }
    Patience {
        tier: u32::try_from(before.tier).unwrap_or(u32::MAX),
        tier_passes: before.tier_passes,
        no_progress: before.no_progress,
        tests: before.tests.in_tier,
        tests_no_progress: before.tests.no_progress,
        sent_on: before.sent_on,
        stale: before.stale,
        stale_runs: before.stale_runs,
        absences: before.absences,
        uncounted: before.uncounted,
    }
}

//! What a new loop takes over from the one before it: findings, who executed, counters, and the tests that failed
//! (SPEC 6.2, 6.7, 6.10). However a loop was given up or let go, nothing of that is forgotten.

use super::field_of;
use crate::app::tests;
use crate::domain::attested::Attested;
use crate::domain::finding::Finding;
use crate::domain::protocol::Protocol;
use crate::domain::review::Remark;
use crate::domain::review_loop::LoopState;
use crate::domain::review_loop::event::{Outcome, Patience};
use crate::domain::review_loop::left::{counts_on, waits_for_tests};
use crate::error::Error;

/// Refuses a review in place of a loop that ended while its tests failed, until a run is recorded.
pub(super) fn tests_first(before: &LoopState, rules: &Protocol) -> Result<(), Error> {
    const NAMED: usize = 5;
    if !waits_for_tests(before) {
        return Ok(());
    }
    let failing = before.failing_tests();
    let names: Vec<&str> = failing.iter().take(NAMED).map(String::as_str).collect();
    let more = if failing.len() > NAMED { ", …" } else { "" };
    let message = format!(
        "{} {} in {} with failing tests ({}{more}), and nothing shows that they pass now",
        before.subject.label(),
        match before.outcome() {
            Some(Outcome::Abandoned) | None => "was given up".to_owned(),
            Some(outcome) => format!("ended {}", outcome.as_str()),
        },
        before.id,
        names.join(", ")
    );
    Err(Error::refused(message)
        .at(field_of(&before.subject))
        .hint(
            "Run them and record the run, green or not; that begins the review anew, and the counters go on",
        )
        .call("record_tests", tests::call_for(before, rules))
        .fill(&["failed", "passed"]))
}

/// What a new loop takes over from the one before it: what is open, and rejections that were accepted (SPEC 6.2).
///
/// Under other rules they weigh what these make of them: what blocked must not cease to by its word.
pub(in crate::app) fn carried(before: &LoopState, rules: &Protocol) -> Vec<Finding> {
    let before = before.with_what_was_said();
    let kept = before.findings.iter().filter(|f| f.is_open() || LoopState::rejection_accepted(f));
    at_level(kept.cloned().collect(), rules)
}

/// Weighs findings as the rules of the loop that takes them over do.
pub(super) fn at_level(mut findings: Vec<Finding>, rules: &Protocol) -> Vec<Finding> {
    for finding in &mut findings {
        rules.bring_to_level(&mut finding.said);
    }
    findings
}

/// Says that a new loop goes by other rules than the one before it.
pub(in crate::app) fn other_rules(before: &LoopState, rules: &Protocol) -> Option<Remark> {
    let (was, now) = (&before.protocol.name, &rules.name);
    (was != now).then(|| {
        let message = format!(
            "{} was reviewed by the rules of {was} in {}, and this loop goes by those of {now}; for the former, have it given up and name `protocol`",
            before.subject.label(),
            before.id
        );
        Remark::new(0, "other_rules", message)
    })
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

/// Who executed in a loop whose counters go on: none of them reviews his own work in the next (SPEC 6.10).
pub(in crate::app) fn executed_before(before: &LoopState) -> Vec<Attested> {
    if counts_on(before) { before.executed_by.clone() } else { Vec::new() }
}

/// Passes that count on: those of a loop that ended without a review that approves what it left (SPEC 6.7).
pub(in crate::app) fn passes_before(before: &LoopState) -> u32 {
    if !counts_on(before) {
        return 0;
    }
    before.answered().map_or(before.passes_before, |p| p.number)
}

/// What else counts on, of the same loops: whose turn it is, and rounds without progress (SPEC 6.7). A round that used no
/// pass is one a subject, as long as one loop follows the other (SPEC 4.4).
pub(in crate::app) fn patience_before(before: &LoopState) -> Patience {
    if !counts_on(before) {
        return Patience { uncounted: before.uncounted, ..Patience::default() };
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

//! An answer that comes in two calls, one for each stage, read as one (SPEC 3).

use crate::domain::dialect::Reading;
use crate::domain::review::{Stage, Verdict};

/// Marks a reading's findings as those of one stage, where they do not say their own.
pub fn of_stage(mut reading: Reading, stage: Stage) -> Reading {
    for finding in &mut reading.findings {
        finding.stage.get_or_insert(stage);
    }
    reading
}

/// Joins the readings of two stages; the stricter verdict is the answer's.
pub fn join(first: &Reading, second: Reading) -> Reading {
    let mut whole = first.clone();
    if strictness(second.claimed_verdict) > strictness(whole.claimed_verdict) {
        whole.claimed_verdict = second.claimed_verdict;
        whole.because = second.because;
    }
    whole.ignored.extend(second.ignored);
    whole.findings.extend(second.findings);
    whole.resolved.extend(second.resolved);
    whole.met.extend(second.met);
    whole.rulings.extend(second.rulings);
    whole.passed.extend(second.passed);
    whole.about = whole.about.or(second.about);
    whole.remarks.extend(second.remarks);
    whole.parsed |= second.parsed;
    whole
}

/// How strict a verdict is. Half an answer that cannot be read leaves the whole unread, unless the other half asks for changes.
pub(super) fn strictness(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Approved => 0,
        Verdict::ApprovedWithNotes => 1,
        Verdict::Unclear => 2,
        Verdict::ChangesRequested => 3,
        Verdict::Rejected => 4,
    }
}

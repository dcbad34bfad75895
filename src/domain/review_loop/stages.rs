//! An answer that comes in two calls, one for each stage, read as one (SPEC 3).

use super::event::Answer;
use super::state::PassRecord;
use crate::domain::dialect::Reading;
use crate::domain::identity;
use crate::domain::review::{RawFinding, RulingKind, Stage, Verdict};

/// Further answers kept of one stage. More are taken only where one is stricter than what is held (SPEC 6.7).
const MOST: usize = 5;

/// Marks a reading's findings as those of one stage, where they do not say their own.
pub fn of_stage(mut reading: Reading, stage: Stage) -> Reading {
    for finding in &mut reading.findings {
        finding.stage.get_or_insert(stage);
    }
    reading
}

/// Tells whether one more answer to a stage that is answered already is taken: two reviewers may look at one stage,
/// and nothing said to the safe side is turned away (SPEC 6.3).
pub(super) fn has_room(pass: &PassRecord, stage: Stage, answer: &Answer) -> bool {
    let of_stage = || pass.stages.iter().filter(|(s, _)| *s == stage).map(|(_, a)| &a.reading);
    let held = of_stage().map(|r| strictness(r.claimed_verdict)).max();
    of_stage().count() <= MOST || held.is_some_and(|held| strictness(answer.reading.claimed_verdict) > held)
}

/// Returns the stages that came so far as one reading; nothing where none came.
///
/// Of several answers to one stage the first is taken whole. The others only add: they raise findings and make the
/// verdict stricter, and resolve nothing.
pub fn so_far(came: &[(Stage, Answer)]) -> Option<Reading> {
    let mut whole: Option<Reading> = None;
    for (at, (stage, answer)) in came.iter().enumerate() {
        let again = came[..at].iter().any(|(s, _)| s == stage);
        whole = Some(match whole {
            None => answer.reading.clone(),
            Some(held) if again => add(held, &answer.reading),
            Some(first) => join(&first, answer.reading.clone()),
        });
    }
    whole
}

/// Returns the stages that came with one more answer, as one reading.
pub fn with(came: &[(Stage, Answer)], stage: Stage, answer: &Answer) -> Reading {
    let all: Vec<(Stage, Answer)> = came.iter().cloned().chain([(stage, answer.clone())]).collect();
    so_far(&all).unwrap_or_else(|| answer.reading.clone())
}

/// Adds a further answer to a stage that is held already.
fn add(mut held: Reading, further: &Reading) -> Reading {
    let mut adds = further.clone();
    adds.resolved.clear();
    adds.met.clear();
    adds.passed.clear();
    adds.rulings.retain(|r| r.ruling == RulingKind::Overruled);
    // The same words at the same place are one finding, said twice; the worse severity holds.
    adds.findings
        .retain(|theirs| !held.findings.iter().any(|h| same(h, theirs) && theirs.severity >= h.severity));
    held.findings.retain(|ours| !adds.findings.iter().any(|theirs| same(ours, theirs)));
    join(&held, adds)
}

fn same(a: &RawFinding, b: &RawFinding) -> bool {
    identity::same_words(&a.title, &b.title) && a.place() == b.place() && a.stage == b.stage
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

//! An answer that comes in two calls, one for each stage, read as one (SPEC 3).

use super::event::Answer;
use super::state::PassRecord;
use crate::domain::dialect::Reading;
use crate::domain::identity;
use crate::domain::review::{RawFinding, Remark, RulingKind, Stage, Verdict};

/// The remark on a stage whose answer came to nothing.
const UNREAD: &str = "stage_unread";

/// Further answers kept of one stage. More are taken only where one is stricter than what is held (SPEC 6.7).
const MOST: usize = 5;

/// Marks a reading as that of one stage, and its findings, where they do not say their own. The other stage's verdict
/// may close the pass; that of this one nothing came is kept (SPEC 2: unclear is folded into nothing else).
pub fn of_stage(mut reading: Reading, stage: Stage) -> Reading {
    for finding in &mut reading.findings {
        finding.stage.get_or_insert(stage);
    }
    let unread = match reading.claimed_verdict {
        Verdict::Unclear => Some("gives no verdict that can be read"),
        Verdict::ChangesRequested | Verdict::Rejected if reading.findings.is_empty() => {
            Some("asks for changes and names nothing")
        }
        Verdict::ChangesRequested | Verdict::Rejected | Verdict::Approved | Verdict::ApprovedWithNotes => {
            None
        }
    };
    if let Some(what) = unread {
        reading.unread_stages.push(stage);
        let message = format!("the answer to the {} stage {what}: it has not passed", stage.as_str());
        reading.remarks.push(Remark::new(0, UNREAD, message));
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

/// Returns what came of one stage as the whole answer, where nobody could look at the other: that has not passed.
pub fn half(came: &[(Stage, Answer)]) -> Option<Reading> {
    let (stage, _) = came.first()?;
    let mut reading = so_far(came)?;
    reading.unread_stages.push(stage.other());
    Some(reading)
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
    whole.unread_stages.extend(second.unread_stages);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_verdicts_are_as_strict_as_each_other() {
        let in_order = [
            Verdict::Approved,
            Verdict::ApprovedWithNotes,
            Verdict::Unclear,
            Verdict::ChangesRequested,
            Verdict::Rejected,
        ];
        assert!(in_order.windows(2).all(|pair| strictness(pair[0]) < strictness(pair[1])));
    }
}

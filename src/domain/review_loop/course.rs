//! What follows an answer, an absence, a test run, a hand-over or a choice, by the protocol's fields (SPEC 4, 6.6, 6.7).
//!
//! Runs when the fact is recorded; the course is stored with it. Every way out of here ends: a pass is
//! used up, a tier is left, a choice is spent, or the loop closes.

use super::event::{Course, Outcome, PassReason, Question, TestRun, Turned};
use super::options;
use super::state::LoopState;
use crate::domain::protocol::{AtLimit, Effect, NoReviewer, ReviewMode, Unreadable};
use crate::domain::review::Verdict;

/// What an answer amounts to, as far as the course depends on it.
#[derive(Debug, Clone, Copy)]
pub struct Outlook {
    pub verdict: Verdict,
    /// See `Judgement::progress`.
    pub progress: Option<bool>,
    pub swings: bool,
    /// The answer states a verdict, though none may be held: a request that names nothing, an approval that its next
    /// sentence takes back.
    pub signals: bool,
    /// Nothing is open but suggestions to the author of the spec.
    pub only_suggestions: bool,
    /// Something is open that a fixer can be given.
    pub anything_open: bool,
}

/// Returns what follows an answer.
pub fn after_review(state: &LoopState, outlook: &Outlook) -> Course {
    let protocol = &state.protocol;
    match outlook.verdict {
        Verdict::Approved => Course::Close { outcome: Outcome::Approved },
        Verdict::ApprovedWithNotes => Course::Close { outcome: Outcome::ApprovedWithNotes },
        Verdict::Unclear => match protocol.unreadable {
            Unreadable::Proceed if !outlook.signals => {
                Course::Close { outcome: Outcome::AcceptedWithWarnings }
            }
            // A signal that does not hold is one all the same, and none to go on: the round counts as one that asked
            // for changes. What is open is mended; where nothing is, only a fresh review can tell.
            Unreadable::Proceed => match reached(state, outlook) {
                Some(why) => limit(state, why),
                None if outlook.anything_open => Course::Fix,
                None => Course::Review { reason: PassReason::Fresh },
            },
            Unreadable::UsesPass => reached(state, outlook)
                .map_or(Course::Review { reason: PassReason::Fresh }, |why| limit(state, why)),
        },
        Verdict::ChangesRequested | Verdict::Rejected if outlook.only_suggestions => {
            Course::Close { outcome: Outcome::AcceptedWithWarnings }
        }
        Verdict::ChangesRequested | Verdict::Rejected => {
            if let Some(why) = reached(state, outlook) {
                return limit(state, why);
            }
            match (protocol.mode, outlook.verdict, outlook.anything_open) {
                (ReviewMode::Manual, _, _) if !protocol.manual_choices.is_empty() => {
                    Course::Ask { question: Question::Blocking }
                }
                (_, Verdict::Rejected, _) if protocol.restart_on.is_some() => Course::Reexecute,
                (_, _, true) => Course::Fix,
                // A fixer is never sent off with nothing to mend.
                (_, _, false) => Course::Review { reason: PassReason::Fresh },
            }
        }
    }
}

/// Tells whether the answer that is being recorded meets a limit of its tier.
fn reached(state: &LoopState, outlook: &Outlook) -> Option<Turned> {
    let protocol = &state.protocol;
    let no_progress = state.no_progress + u32::from(outlook.progress == Some(false));
    if outlook.swings {
        return Some(Turned::Swinging);
    }
    if protocol.max_no_progress.is_some_and(|most| outlook.progress == Some(false) && no_progress >= most) {
        return Some(Turned::NoProgress);
    }
    (runs(state) + 1 >= protocol.max_passes).then_some(Turned::Passes)
}

/// Returns what of its limit a tier has used up: its passes, and where runs count, those whose subject moved meanwhile.
pub fn runs(state: &LoopState) -> u32 {
    state.tier_passes + if state.protocol.stale_runs_count { state.stale_runs } else { 0 }
}

/// Tells whether runs that looked at what moved meanwhile were used up beside the tier's passes.
pub fn counts_stale_runs(state: &LoopState) -> bool {
    state.protocol.stale_runs_count && state.stale_runs > 0
}

/// Returns what follows an answer to a subject that moved, where that was the last run of a limit that counts runs. So
/// many in a row are asked about all the same: then nobody ever looked at a subject that stood still (SPEC 6.7).
pub fn after_stale(state: &LoopState) -> Option<Course> {
    let protocol = &state.protocol;
    let in_a_row = state.stale + 1 >= protocol.max_stale;
    let last = protocol.stale_runs_count && runs(state) + 1 >= protocol.max_passes;
    (last && !in_a_row).then(|| limit(state, Turned::Passes))
}

/// Tells whether a loop has nothing left of its limit, of passes or of test runs: what goes on from here is a person's
/// choice (SPEC 6.2).
pub fn is_used_up(state: &LoopState) -> bool {
    let last = state.tier + 1 >= state.protocol.tiers.len();
    let stuck = state.protocol.max_no_progress.is_some_and(|most| state.no_progress >= most);
    last && (runs(state) >= state.protocol.max_passes || stuck || tests_are_used_up(state))
}

/// Tells whether tests fail and the tier has no run left to show that they are mended.
fn tests_are_used_up(state: &LoopState) -> bool {
    let (protocol, tests) = (&state.protocol, &state.tests);
    let stuck = protocol.max_no_progress.is_some_and(|most| tests.no_progress >= most);
    !state.failing_tests().is_empty() && (tests.in_tier >= protocol.max_passes || stuck)
}

/// Returns what the protocol does when a tier has done what it could.
pub fn limit(state: &LoopState, why: Turned) -> Course {
    let protocol = &state.protocol;
    let next = state.tier + 1;
    if next < protocol.tiers.len() {
        return Course::HandOver { tier: u32::try_from(next).unwrap_or(u32::MAX), why };
    }
    match protocol.at_limit {
        // Where a person is asked about each blocking review, the limit does not answer for him.
        AtLimit::Proceed if protocol.mode == ReviewMode::Manual && !protocol.manual_choices.is_empty() => {
            Course::Ask { question: Question::Blocking }
        }
        AtLimit::Proceed => Course::Close { outcome: Outcome::AcceptedWithWarnings },
        AtLimit::Fail => Course::Close { outcome: Outcome::Failed },
        AtLimit::Ask if protocol.manager_choices.is_empty() => {
            Course::Ask { question: Question::Limit { why } }
        }
        AtLimit::Ask => Course::Ask { question: Question::Manager { why } },
    }
}

/// Returns what follows when no reviewer can run. `verdict` is what the check before the reviewer decides in his place.
pub fn without_reviewer(state: &LoopState, verdict: Option<Verdict>) -> Course {
    match state.protocol.no_reviewer {
        NoReviewer::StaysUnreviewed => Course::Unreviewed,
        NoReviewer::Proceed => Course::Close { outcome: Outcome::AcceptedWithWarnings },
        NoReviewer::AskUser => Course::Ask { question: Question::NoReviewer },
        NoReviewer::NextTier => limit(state, Turned::NoReviewer),
        NoReviewer::Precheck => match verdict {
            Some(Verdict::Approved | Verdict::ApprovedWithNotes) => {
                Course::Close { outcome: Outcome::ApprovedWithNotes }
            }
            // What a reviewer raised is his to resolve, and he is tried again. Nobody rejected anything, so no pass is
            // used up; absences in a row are as many as there are passes, and no more.
            Some(Verdict::ChangesRequested | Verdict::Rejected | Verdict::Unclear) | None => {
                if state.absences + 1 >= state.protocol.max_passes {
                    limit(state, Turned::NoReviewer)
                } else {
                    Course::Review { reason: state.pass().map_or(PassReason::First, |p| p.reason) }
                }
            }
        },
    }
}

/// Returns what follows when the fixer says that the work is beyond him: no rejection, the next tier (SPEC 3).
pub fn beyond_the_fixer(state: &LoopState) -> Course {
    limit(state, Turned::TooHard)
}

/// Returns what follows a test run (SPEC 4.5).
pub fn after_tests(state: &LoopState, run: &TestRun) -> Course {
    // What took its place leads on.
    if let Some(outcome) = state.outcome() {
        return Course::Close { outcome };
    }
    if run.failing.is_empty() {
        return Course::Review { reason: state.again() };
    }
    let no_progress = state.tests.no_progress + u32::from(run.progress == Some(false));
    let protocol = &state.protocol;
    if run.progress == Some(false) && protocol.max_no_progress.is_some_and(|most| no_progress >= most) {
        return limit(state, Turned::NoProgress);
    }
    if state.tests.in_tier + 1 >= protocol.max_passes {
        return limit(state, Turned::Passes);
    }
    Course::Retest
}

/// Returns what a choice does; nothing where it is not offered now.
pub fn of_choice(state: &LoopState, word: &str) -> Option<Course> {
    let choice = options::in_person(state).into_iter().find(|c| c.word == word)?;
    let close = |outcome| Course::Close { outcome };
    Some(match choice.effect {
        // Failing tests and findings are both mended by the fixer; with nothing open there is only to look again.
        Effect::Fix | Effect::Review if !state.failing_tests().is_empty() => Course::Retest,
        Effect::Fix if !state.open_findings().is_empty() => Course::Fix,
        Effect::Fix | Effect::Review => Course::Review { reason: again(state) },
        Effect::Reexecute => Course::Reexecute,
        Effect::HandOver { tier } => {
            let at = state.protocol.tiers.iter().position(|t| t.name == tier).unwrap_or(state.tier);
            Course::HandOver { tier: u32::try_from(at).unwrap_or(u32::MAX), why: Turned::Chosen }
        }
        Effect::KeepContract => Course::Resume { adopt: false },
        Effect::AdoptContract => Course::Resume { adopt: true },
        Effect::AskUser => Course::Ask { question: Question::Limit { why: Turned::Chosen } },
        // A review approves no failing tests: the loop had gone on with them, and does so again.
        Effect::Uphold if !state.failing_tests().is_empty() => close(Outcome::AcceptedWithWarnings),
        // What the first answer led to holds again.
        Effect::Uphold => close(first_end(state).unwrap_or(Outcome::AcceptedWithIssues)),
        Effect::Accept => close(Outcome::AcceptedWithIssues),
        Effect::Skip => close(Outcome::Skipped),
        Effect::Abort => close(Outcome::Aborted),
        Effect::Abandon | Effect::Replan => close(Outcome::Abandoned),
    })
}

/// How the loop ended by its last answer, before a second one contradicted it.
fn first_end(state: &LoopState) -> Option<Outcome> {
    let last = state.passes.iter().rev().find(|p| p.has_its_say())?;
    let Some((_, held)) = &last.answer else {
        return last.let_through.as_ref().map(|(outcome, _)| *outcome);
    };
    match held.course {
        Course::Close { outcome } if outcome.by_review() => Some(outcome),
        Course::Close { .. }
        | Course::Fix
        | Course::Reexecute
        | Course::Review { .. }
        | Course::Ask { .. }
        | Course::HandOver { .. }
        | Course::Unreviewed
        | Course::Resume { .. }
        | Course::Retest => None,
    }
}

/// Why the next review is asked for, after a choice.
fn again(state: &LoopState) -> PassReason {
    use super::Standing::Ask;
    if state.standing == Ask(Question::Moving) {
        return PassReason::Stale;
    }
    if state.standing == Ask(Question::NoReviewer) {
        return state.pass().map_or(PassReason::First, |p| p.reason);
    }
    state.again()
}

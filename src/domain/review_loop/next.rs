//! The next step of a loop: a query on its state (SPEC 2, 6.1).

use serde_json::{Value, json};

use super::course;
use super::event::PassReason;
use super::state::{LoopState, Standing};
use crate::domain::next_step::{Action, Call, FindingRow, NextStep, Who};
use crate::domain::protocol::NoReviewer;

mod ask;
mod closed;
mod mend;
mod work_at;

pub use closed::{flags, left_open};

/// What the edge knows about the repository right now.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Surroundings {
    /// The subject's last commit is HEAD and nobody else has it: it may be amended.
    pub may_amend: bool,
    /// Of the files that the loop's end handed over nothing is left to commit, or to take back.
    pub settled: bool,
}

/// Returns what comes next.
#[must_use]
pub fn next_step(state: &LoopState, around: Surroundings) -> NextStep {
    let mut step = match &state.standing {
        Standing::Review => open_review(state),
        Standing::NextReview(reason) => next_review(state, *reason),
        Standing::Fix => mend::fix(state, around),
        Standing::Reexecute => mend::reexecute(state),
        Standing::Retest => mend::retest(state),
        Standing::Ask(question) => ask::ask(state, *question),
        Standing::Unreviewed { why } => unreviewed(state, why),
        Standing::Closed(outcome) => closed::closed(state, *outcome, around),
    };
    step.turn = Some(state.turn);
    step.warnings.extend(state.late_dissents());
    step.warnings.extend(state.noted.let_go.iter().cloned());
    step
}

fn loop_id(state: &LoopState) -> (&'static str, Value) {
    ("loop_id", json!(state.id.as_str()))
}

fn of_reviewer(state: &LoopState, mut step: NextStep) -> NextStep {
    step.agent = Some(state.protocol.agents.reviewer.clone());
    step.model.clone_from(&state.protocol.models.reviewer);
    step.max_turns = Some(state.protocol.reviewer_turns);
    step
}

/// Tells where the loop stands in its limit: `pass 2 of 3`; where tiers count anew, whose pass it is.
fn of_limit(state: &LoopState, pass: u32) -> String {
    let most = state.protocol.max_passes;
    let run = course::runs(state) + 1;
    if course::counts_stale_runs(state) || state.protocol.tiers.len() < 2 && run < pass {
        // Runs that looked at what moved are none of its passes, and are of its limit; a round that does not count is one
        // of its passes, and none of its limit.
        return if run > most {
            format!("pass {pass}, run {run}, beyond the limit of {most} by choice")
        } else {
            format!("pass {pass}, run {run} of at most {most}")
        };
    }
    if state.protocol.tiers.len() < 2 {
        return if pass > most {
            format!("pass {pass}, beyond the limit of {most} by choice")
        } else {
            format!("pass {pass} of {most}")
        };
    }
    let tier = state.fixer().map_or("the tier", |t| t.name.as_str()).replace('_', " ");
    let number = state.tier_passes + 1;
    if number > most {
        return format!("pass {pass}, beyond the {tier}'s {most} by choice");
    }
    format!("pass {pass}, number {number} of the {tier}'s {most}")
}

/// A pass is open: the reviewer reads its brief and answers under its code.
fn open_review(state: &LoopState) -> NextStep {
    let Some(pass) = state.pass() else { return next_review(state, PassReason::First) };
    let label = state.subject.label();
    let of = of_limit(state, pass.number);
    let reason = if pass.question.is_some() { PassReason::Clarify } else { pass.reason };
    let why = match reason {
        PassReason::Clarify => {
            format!("the answer for {label} could not be taken as it is; ask the reviewer once more ({of})")
        }
        PassReason::First => format!("{label} waits for its first review ({of})"),
        PassReason::ReReview if pass.unchanged => {
            format!("{label} waits for its re-review, though nothing of it changed since the last one ({of})")
        }
        PassReason::ReReview => format!("{label} was worked on and waits for its re-review ({of})"),
        PassReason::Stale => {
            format!("{label} moved while it was reviewed; what is there now is to be reviewed ({of})")
        }
        PassReason::Fresh => {
            format!("the last review of {label} gave no answer that counts; a fresh one is due ({of})")
        }
    };
    let mut call =
        Call::new("record_findings", [loop_id(state), ("countersign", json!(pass.countersign.as_str()))]);
    let mut why = format!("{why}. review_task with this loop_id gives its brief again");
    if let Some((done, _)) = pass.stages.first() {
        let other = done.other();
        call.arguments.insert("stage".to_owned(), json!(other.as_str()));
        why = format!(
            "the {} stage is recorded, the {} stage of the same pass is still to come ({of})",
            done.as_str(),
            other.as_str()
        );
    }
    if let Some((absent, said)) = pass.stage_absent.as_ref().filter(|_| pass.stages.is_empty()) {
        let other = absent.other();
        call.arguments.insert("stage".to_owned(), json!(other.as_str()));
        why = format!(
            "no reviewer could run for the {} stage ({said}); the {} stage of the same pass is still to come ({of})",
            absent.as_str(),
            other.as_str()
        );
    }
    let mut step = of_reviewer(state, NextStep::new(Action::Review, Who::Reviewer, why, call, &["text"]));
    step.reason = Some(reason.as_str().to_owned());
    if pass.stages.is_empty() {
        step.question.clone_from(&pass.question);
    }
    step
}

/// The host opens the next review.
fn next_review(state: &LoopState, reason: PassReason) -> NextStep {
    let label = state.subject.label();
    let absent = state.pass().and_then(|p| p.absent.as_deref());
    let chosen = Some(mend::chosen(state)).filter(|words| !words.is_empty());
    let why = match reason {
        PassReason::First => match &state.predecessor {
            Some(before) => format!("{label} goes on after {before}; its review in this loop is due"),
            None => format!("{label} has not been reviewed yet"),
        },
        PassReason::Stale => format!("{label} moved while it was reviewed; review what is there now"),
        PassReason::Clarify | PassReason::Fresh | PassReason::ReReview
            if state.pass().is_some_and(|p| p.absent.is_some() && !p.used_up) =>
        {
            let why = state.pass().and_then(|p| p.absent.as_deref()).unwrap_or_default();
            let by_tiers = state.protocol.no_reviewer == NoReviewer::NextTier;
            let tier = state.fixer().filter(|_| by_tiers && state.tier > 0);
            let goes = tier.map(|t| format!("by the rules it is the {}'s now; ", t.name.replace('_', " ")));
            let goes = goes.unwrap_or_default();
            format!("no reviewer could run for {label} ({why}); {goes}try the review again")
        }
        PassReason::ReReview if state.answered().is_none() => format!("the review of {label} is due"),
        PassReason::ReReview if chosen.is_some() => {
            format!("{}the review of {label} is due", chosen.unwrap_or_default())
        }
        PassReason::ReReview => format!("the open findings of {label} are answered; its re-review is due"),
        PassReason::Clarify | PassReason::Fresh => {
            format!(
                "the last review of {label} used up its pass without an answer that counts; a fresh one is due"
            )
        }
    };
    let why = absent.filter(|_| state.absences > 0).map_or(why, |absent| {
        format!(
            "no reviewer could run for {label} ({absent}), and the check in his place cannot close what a reviewer has open: try a reviewer again. No pass is used up; {} in a row meet the limit rule",
            count(state.protocol.max_passes as usize, "absence")
        )
    });
    let call = Call::new("review_task", [loop_id(state)]);
    let mut step = of_reviewer(state, NextStep::new(Action::Review, Who::Reviewer, why, call, &[]));
    step.reason = Some(reason.as_str().to_owned());
    step
}

fn rows(state: &LoopState) -> Vec<FindingRow> {
    state.open_findings().into_iter().map(|f| FindingRow::of(f, &state.protocol)).collect()
}

fn unreviewed(state: &LoopState, why: &str) -> NextStep {
    let label = state.subject.label();
    let call = Call::new("review_task", [loop_id(state)]);
    let mut step = NextStep::new(
        Action::Proceed,
        Who::Host,
        format!(
            "no reviewer could run for {label} ({why}); go on, and try again at the plan boundary with this call"
        ),
        call,
        &[],
    );
    step.outcome = Some("unreviewed".to_owned());
    step.warnings = vec![format!("{label} is unreviewed")];
    step.warnings.extend(closed::blocking(state));
    step.findings = rows(state);
    step
}

/// Writes a number with its noun.
fn count(n: usize, noun: &str) -> String {
    if n == 1 { format!("1 {noun}") } else { format!("{n} {noun}s") }
}

//! Which choices are open now: the protocol's where it asks, and those that every loop has (SPEC 6.2, 6.4, 6.7).

use super::course;
use super::event::{Outcome, Question};
use super::state::{ATTESTED, LoopState, Standing};
use crate::domain::protocol::{Choice, Effect};

/// Returns the choices open now to whoever passes one on, with what each does.
///
/// Choices that send the loop on are limited: once they are used up, only those are left that end it. Choices that
/// lead back to where the loop was (it is reopened, another contract is adopted, a first review is upheld) are limited
/// where only a model's word stands for the person: agents alone must come to an end (SPEC 6.7, 6.10). Nor is a new plan
/// offered then that nothing could follow.
pub fn offered(state: &LoopState) -> Vec<Choice> {
    let (round, anew) = (is_going_round(state), may_be_planned_anew(state));
    let open = |c: &Choice| {
        if c.effect == Effect::Replan { anew } else { !round || !leads_back(state, &c.effect) }
    };
    in_person(state).into_iter().filter(open).collect()
}

/// Tells whether a model's word may give the loop up for a new plan: what takes its place has to be admitted then.
fn may_be_planned_anew(state: &LoopState) -> bool {
    state.turned < most(state, course::is_used_up(state))
}

/// Tells whether something may take the place of a loop that was given up: a person in person said so, or it did not go
/// round too often by a model's word.
pub fn may_be_replaced(state: &LoopState) -> bool {
    !is_going_round(state) || state.decisions.last().is_some_and(|d| d.standing == ATTESTED)
}

/// Tells whether the choices that lead back are used up for whoever cannot attest that a person makes them.
///
/// A loop that has ended with its limit used up is led back once so: the limit is there to end it, and one more pass at
/// a time by a model's word would be no limit (SPEC 6.2, 6.7).
pub fn is_going_round(state: &LoopState) -> bool {
    state.turned >= most(state, state.outcome().is_some() && course::is_used_up(state))
}

/// How often a model's word may lead a loop back whose limit is used up, or is not.
fn most(state: &LoopState, spent: bool) -> u32 {
    if spent { 1.min(state.protocol.max_decisions) } else { state.protocol.max_decisions }
}

/// Returns the words of the choices that are left to the user in person.
pub fn only_in_person(state: &LoopState) -> Vec<String> {
    let open = words(state);
    in_person(state).into_iter().map(|c| c.word).filter(|word| !open.contains(word)).collect()
}

/// Says which choices are left to the user in person, and why.
pub fn in_person_words(state: &LoopState) -> Option<String> {
    let left = only_in_person(state);
    (!left.is_empty()).then(|| {
        format!(
            "this loop was led back {} by a model's word; `{}` is taken from the user in person now: leave `choice` out where the client can ask, or `countersign decide {} {} --reason R` in a terminal",
            times(state.turned),
            left.join("`, `"),
            state.id,
            left[0]
        )
    })
}

/// Writes how often something was done.
pub fn times(n: u32) -> String {
    if n == 1 { "once".to_owned() } else { format!("{n} times") }
}

fn leads_back(state: &LoopState, effect: &Effect) -> bool {
    match effect {
        Effect::AdoptContract | Effect::Uphold => true,
        Effect::Review => state.outcome().is_some(),
        Effect::Fix
        | Effect::Reexecute
        | Effect::HandOver { .. }
        | Effect::AskUser
        | Effect::KeepContract
        | Effect::Accept
        | Effect::Skip
        | Effect::Abort
        | Effect::Abandon
        | Effect::Replan => false,
    }
}

/// Returns the choices open now to the user in person.
pub fn in_person(state: &LoopState) -> Vec<Choice> {
    let all = of_standing(state);
    if state.sent_on < state.protocol.max_decisions || state.outcome().is_some() {
        return all;
    }
    // A choice about the contract sends nothing on: what waited goes on waiting.
    let ends = |c: &Choice| {
        c.effect.ends() || matches!(c.effect, Effect::AskUser | Effect::KeepContract | Effect::AdoptContract)
    };
    all.into_iter().filter(ends).collect()
}

/// The choice that has an ended loop reviewed once more.
pub const REOPEN: &str = "reopen";

/// Tells whether an ended loop may be opened again, if only by a person.
pub fn reopens(state: &LoopState) -> bool {
    state.outcome().is_some() && in_person(state).iter().any(|c| c.word == REOPEN)
}

/// Returns the words of the choices open now.
pub fn words(state: &LoopState) -> Vec<String> {
    offered(state).into_iter().map(|c| c.word).collect()
}

fn stop() -> Choice {
    Choice::new("stop", "stop here", Effect::Abort)
}

fn abandon() -> Choice {
    Choice::new("abandon", "give this loop up", Effect::Abandon)
}

/// Adds what ends the loop where nothing offered does. A loop keeps the rules it began with, and some were stored that
/// ask without a choice of their own: nobody could ever answer them (SPEC 6.2).
fn or_an_end(mut choices: Vec<Choice>) -> Vec<Choice> {
    if !choices.iter().any(|c| c.effect.ends()) {
        choices.extend([stop(), abandon()]);
    }
    choices
}

fn retry() -> Choice {
    Choice::new("retry", "try the review again", Effect::Review)
}

/// Offers one more review in the place of a fix where there is nothing to mend: no review could be read, or no reviewer
/// could run. A fixer is never sent off with an empty list (SPEC 12).
fn or_a_review(state: &LoopState, choices: Vec<Choice>) -> Vec<Choice> {
    if !state.open_findings().is_empty() || !state.failing_tests().is_empty() {
        return choices;
    }
    choices.into_iter().map(|c| if c.effect == Effect::Fix { retry() } else { c }).collect()
}

fn of_standing(state: &LoopState) -> Vec<Choice> {
    match &state.standing {
        Standing::Ask(Question::Blocking) => {
            // At the limit there is no pass left to look at a fix.
            let used_up = course::runs(state) >= state.protocol.max_passes;
            let choices = state.protocol.manual_choices.iter().filter(|c| c.effect.ends() || !used_up);
            or_a_review(state, choices.cloned().collect())
        }
        Standing::Ask(Question::Manager { .. }) => state.protocol.manager_choices.clone(),
        Standing::Ask(Question::Limit { .. }) => {
            or_an_end(or_a_review(state, state.protocol.user_choices.clone()))
        }
        Standing::Ask(Question::Contract) => vec![
            Choice::new("keep", "go on with what it was reviewed for so far", Effect::KeepContract),
            Choice::new("adopt", "go on with what is asked now", Effect::AdoptContract),
            abandon(),
        ],
        Standing::Ask(Question::NoReviewer) => {
            let mut choices = vec![retry()];
            // Without a review there is nothing to mend.
            choices.extend(state.protocol.user_choices.iter().filter(|c| c.effect != Effect::Fix).cloned());
            or_an_end(choices)
        }
        Standing::Ask(Question::Moving) => {
            vec![Choice::new("review_now", "review what is there now", Effect::Review), stop()]
        }
        Standing::Ask(Question::Dissent) => state.protocol.dissent_choices.clone(),
        Standing::Review
        | Standing::Fix
        | Standing::Reexecute
        | Standing::NextReview(_)
        | Standing::Retest
        | Standing::Unreviewed { .. } => {
            vec![abandon()]
        }
        Standing::Closed(outcome) => match outcome {
            Outcome::AcceptedWithWarnings
            | Outcome::AcceptedWithIssues
            | Outcome::Skipped
            | Outcome::Failed
            | Outcome::Aborted => vec![Choice::new(REOPEN, "review it once more", Effect::Review)],
            // Given up and begun anew too often: only a person has it reviewed again.
            Outcome::Abandoned if is_going_round(state) => {
                vec![Choice::new(REOPEN, "review it once more", Effect::Review)]
            }
            Outcome::Approved | Outcome::ApprovedWithNotes | Outcome::Abandoned => Vec::new(),
        },
    }
}

//! What may happen next: strict, before anything is written (SPEC 6.1, 6.3).

use super::event::{Event, Outcome};
use super::state::{LoopState, Question, Standing};
use crate::domain::ids::{FindingId, Turn};
use crate::domain::review::{Response, ResponseKind};

/// Why an event may not happen now.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The loop has ended.
    #[error("loop {loop_id} is closed: {outcome}")]
    Closed { loop_id: String, outcome: &'static str },
    /// The code is none that this loop's open pass waits for.
    #[error(
        "countersign {given} is not the code of the open review; pass {pass} waits for its own brief's code"
    )]
    WrongCode { given: String, pass: u32 },
    /// No review is open.
    #[error("no review is open: the loop waits for {waits_for}")]
    NotOpen { waits_for: &'static str },
    /// The turn is not the loop's.
    #[error("turn {given} is not the next step; the loop stands at turn {current}")]
    WrongTurn { given: Turn, current: Turn },
    /// The turn was used with other content.
    #[error("turn {given} was used before with other content, recorded at turn {recorded}")]
    UsedTurn { given: Turn, recorded: Turn },
    /// The choice is not among the options.
    #[error("choice {given:?} is not offered now")]
    NoSuchChoice { given: String, options: Vec<&'static str> },
    /// The review in hand is still open.
    #[error("pass {pass} is still open")]
    StillOpen { pass: u32 },
    /// Blocking findings wait for a fix or a response.
    #[error("the open findings must be answered first")]
    Unanswered { findings: Vec<FindingId> },
}

/// Tells what a standing waits for, in words.
pub fn waits_for(standing: &Standing) -> &'static str {
    match standing {
        Standing::Review => "the reviewer's answer",
        Standing::Fix => "fixes of its open findings",
        Standing::NextReview(_) => "its next review to be opened",
        Standing::AskUser(_) => "a choice of the user",
        Standing::Unreviewed { .. } => "a reviewer that can run",
        Standing::Closed(_) => "nothing, it is closed",
    }
}

/// Returns the choices open now.
pub fn options(state: &LoopState) -> Vec<&'static str> {
    match &state.standing {
        Standing::AskUser(Question::Blocking) => vec!["fix", "continue", "stop"],
        Standing::AskUser(Question::Moving) => vec!["review_now", "stop"],
        Standing::AskUser(Question::Dissent) => vec!["fix", "uphold", "stop"],
        Standing::Review | Standing::Fix | Standing::NextReview(_) | Standing::Unreviewed { .. } => {
            vec!["abandon"]
        }
        Standing::Closed(outcome) => match outcome {
            Outcome::AcceptedWithWarnings | Outcome::AcceptedWithIssues | Outcome::Aborted => vec!["reopen"],
            Outcome::Approved | Outcome::ApprovedWithNotes | Outcome::Abandoned => vec![],
        },
    }
}

/// Returns what a choice ends the loop with; nothing for a choice that goes on.
pub fn outcome_of(state: &LoopState, choice: &str) -> Option<Outcome> {
    match choice {
        "continue" => Some(Outcome::AcceptedWithIssues),
        "uphold" if state.open_findings().is_empty() => Some(Outcome::Approved),
        "uphold" => Some(Outcome::AcceptedWithIssues),
        "stop" => Some(Outcome::Aborted),
        "abandon" => Some(Outcome::Abandoned),
        _ => None,
    }
}

/// Tells whether the event may happen in this state.
pub fn admit(state: &LoopState, event: &Event) -> Result<(), Refusal> {
    match event {
        Event::Opened { .. } => Err(Refusal::StillOpen { pass: state.next_pass() }),
        Event::PassOpened { .. } => admit_pass(state),
        Event::ClarificationAsked { code, .. }
        | Event::StaleRecorded { code, .. }
        | Event::ReviewRecorded { code, .. }
        | Event::ReviewerUnavailable { code, .. } => {
            let Some(pass) = state.pass().filter(|_| state.standing == Standing::Review) else {
                return Err(not_open(state));
            };
            if &pass.countersign == code {
                Ok(())
            } else {
                Err(Refusal::WrongCode { given: code.to_string(), pass: pass.number })
            }
        }
        Event::DissentRecorded { pass, code, .. } => {
            let known =
                state.passes.iter().any(|p| p.number == *pass && p.used.iter().any(|u| &u.code == code));
            if known { Ok(()) } else { Err(Refusal::WrongCode { given: code.to_string(), pass: *pass }) }
        }
        Event::Responded { turn, .. } => {
            closed(state)?;
            match state.standing {
                Standing::Fix | Standing::NextReview(_) => admit_turn(state, *turn),
                Standing::Review
                | Standing::AskUser(_)
                | Standing::Unreviewed { .. }
                | Standing::Closed(_) => Err(not_open(state)),
            }
        }
        Event::Decided { turn, choice, .. } => {
            let options = options(state);
            if options.is_empty() {
                closed(state)?;
            }
            if !options.contains(&choice.as_str()) {
                return Err(Refusal::NoSuchChoice { given: choice.clone(), options });
            }
            admit_turn(state, *turn)
        }
    }
}

fn admit_pass(state: &LoopState) -> Result<(), Refusal> {
    match &state.standing {
        Standing::NextReview(_) | Standing::Unreviewed { .. } => Ok(()),
        // A subject that moved is pinned anew under the same pass; the caller knows whether it moved.
        Standing::Review => Ok(()),
        Standing::Fix => {
            let findings = state.unanswered();
            if state.protocol.responses_required && !findings.is_empty() {
                Err(Refusal::Unanswered { findings })
            } else {
                Ok(())
            }
        }
        Standing::AskUser(_) => Err(not_open(state)),
        Standing::Closed(_) => closed(state),
    }
}

fn admit_turn(state: &LoopState, turn: Turn) -> Result<(), Refusal> {
    if turn == state.turn {
        return Ok(());
    }
    match state.used_turns.iter().find(|u| u.turn == turn) {
        Some(used) => Err(Refusal::UsedTurn { given: turn, recorded: used.recorded }),
        None => Err(Refusal::WrongTurn { given: turn, current: state.turn }),
    }
}

fn closed(state: &LoopState) -> Result<(), Refusal> {
    match state.outcome() {
        Some(outcome) => Err(Refusal::Closed { loop_id: state.id.to_string(), outcome: outcome.as_str() }),
        None => Ok(()),
    }
}

fn not_open(state: &LoopState) -> Refusal {
    match closed(state) {
        Err(refusal) => refusal,
        Ok(()) => Refusal::NotOpen { waits_for: waits_for(&state.standing) },
    }
}

/// Why one response is not taken; the others of the call stand.
pub fn refuse_response(state: &LoopState, response: &Response) -> Option<String> {
    let Some(finding) = state.finding(response.finding_id.as_str()) else {
        let known: Vec<_> = state.open_findings().iter().map(|f| f.id.to_string()).collect();
        return Some(format!(
            "no finding {} in this loop; open are: {}",
            response.finding_id,
            if known.is_empty() { "none".to_owned() } else { known.join(", ") }
        ));
    };
    if !finding.is_open() {
        return Some(format!("{} is resolved already and needs no response", finding.id));
    }
    let blank = |t: &Option<String>| t.as_deref().is_none_or(|t| t.trim().is_empty());
    match response.response {
        ResponseKind::Fixed => None,
        ResponseKind::Rejected if blank(&response.reason) => {
            Some("a rejection needs `reason`: what in the code, the requirement or the behaviour makes the finding wrong".to_owned())
        }
        ResponseKind::Rejected => None,
        ResponseKind::Deferred | ResponseKind::Skipped if state.protocol.blocks(finding.severity()) => Some(format!(
            "{} is {} and blocks: it can be `fixed`, or `rejected` with a reason, not put off",
            finding.id,
            state.protocol.word(finding.severity())
        )),
        ResponseKind::Deferred | ResponseKind::Skipped if blank(&response.reason) => {
            Some("putting a finding off needs `reason`".to_owned())
        }
        ResponseKind::Deferred | ResponseKind::Skipped => None,
    }
}

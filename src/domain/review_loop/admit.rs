//! What may happen next: strict, before anything is written (SPEC 6.1, 6.3).

use super::contract;
use super::dissent;
use super::event::{Answer, Course, Event, Outcome};
use super::left;
use super::options;
use super::reason;
use super::separation;
use super::stages;
use super::state::ATTESTED;
use super::state::{LoopState, PassRecord, Standing, UsedTurn};
use crate::domain::ids::{Countersign, FindingId, Pass, Turn};
use crate::domain::review::{Response, ResponseKind};
use crate::domain::subject::PinnedChange;

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
    /// The loop waits for something else.
    #[error("this is not due now: the loop waits for {waits_for}")]
    NotOpen { waits_for: &'static str },
    /// The turn is not the loop's.
    #[error("turn {given} is not the next step; the loop stands at turn {current}")]
    WrongTurn { given: Turn, current: Turn },
    /// The turn was used with other content.
    #[error("turn {given} was used before with other content, recorded at turn {recorded}")]
    UsedTurn { given: Turn, recorded: Turn },
    /// The choice is not among the options.
    #[error("choice {given:?} is not offered now")]
    NoSuchChoice { given: String, options: Vec<String> },
    /// It was answered, or tested, often enough since the last review.
    #[error("it was {done} {times} times since its last review; the next one is due")]
    TooOften { times: usize, done: &'static str },
    /// The choice leads back once more, and only a model's word stands for it.
    #[error("{given:?} would lead the loop back again, and a model's word did so {} already; from here on the user chooses that in person", options::times(*.times))]
    InPerson { given: String, times: u32 },
    /// The review in hand is still open.
    #[error("pass {pass} is still open")]
    StillOpen { pass: u32 },
    /// Blocking findings wait for a fix or a response.
    #[error("the open findings must be answered first")]
    Unanswered { findings: Vec<FindingId> },
    /// The same answer was recorded for that code.
    #[error("pass {pass} holds this very answer already")]
    Repeated { pass: u32 },
    /// That stage of the open pass is answered, more than once, and this answer is no stricter.
    #[error("the {stage} stage of pass {pass} has further answers enough, and this one is no stricter")]
    StageAnswered { stage: &'static str, pass: u32 },
    /// The agent that executed reviews.
    #[error("{who} executed this subject and may not review it")]
    OwnWork { who: String },
    /// The protocol has nothing this could mean.
    #[error("{what} has no place here: {why}")]
    NoPlace { what: &'static str, why: String },
}

/// Tells what a standing waits for, in words.
pub fn waits_for(standing: &Standing) -> &'static str {
    match standing {
        Standing::Review => "the reviewer's answer",
        Standing::Fix => "fixes of its open findings",
        Standing::Reexecute => "the attempt to be restored and done again",
        Standing::NextReview(_) => "its next review to be opened",
        Standing::Retest => "its failing tests to be mended and run again",
        Standing::Ask(_) => "a choice",
        Standing::Unreviewed { .. } => "a reviewer that can run",
        Standing::Closed(_) => "nothing, it is closed",
    }
}

/// Tells whether the event may happen in this state.
pub fn admit(state: &LoopState, event: &Event) -> Result<(), Refusal> {
    match event {
        Event::Opened { .. } => Err(Refusal::StillOpen { pass: state.next_pass() }),
        Event::PassOpened { change, .. } => admit_pass(state, change),
        Event::ReviewerUnavailable { code, .. } => admit_code(state, code),
        Event::ClarificationAsked { code, answer, .. }
        | Event::StaleRecorded { code, answer, .. }
        | Event::ReviewRecorded { code, answer, .. } => admit_answer(state, code, answer),
        Event::StageRecorded { code, stage, answer, .. } => {
            admit_answer(state, code, answer)?;
            match state.pass() {
                Some(pass) if pass.stages.iter().any(|(s, a)| s == stage && a.digest == answer.digest) => {
                    // The same words again are no second opinion.
                    Err(Refusal::Repeated { pass: pass.number })
                }
                Some(pass) if !stages::has_room(pass, *stage, answer) => {
                    Err(Refusal::StageAnswered { stage: stage.as_str(), pass: pass.number })
                }
                Some(_) | None => Ok(()),
            }
        }
        Event::Imported { pass, answer, .. } => admit_import(state, *pass, answer),
        Event::DissentRecorded { pass, code, answer, judgement } => {
            let of_pass = state.passes.iter().find(|p| p.number == *pass);
            let used = |p: &&PassRecord| p.takes_further(code);
            if of_pass.is_some_and(|p| p.used.iter().any(|u| u.digest == answer.digest)) {
                // The same words again are no second opinion.
                return Err(Refusal::Repeated { pass: *pass });
            }
            if let Some(record) = of_pass.filter(used) {
                if dissent::has_room(record, answer, judgement) {
                    return Ok(());
                }
                if dissent::is_of_tool(answer) {
                    return Err(enough_imports(*pass));
                }
                let why = format!(
                    "pass {pass} has {} further answers already, and this one is no stricter",
                    dissent::MOST
                );
                Err(Refusal::NoPlace { what: "text", why })
            } else {
                Err(Refusal::WrongCode { given: code.to_string(), pass: *pass })
            }
        }
        Event::Responded { turn, .. } => {
            closed(state)?;
            match state.standing {
                Standing::Fix | Standing::NextReview(_) | Standing::Retest => {
                    admit_turn(state, *turn)?;
                    // While something waits for its answer, nothing else leads on.
                    if !state.unanswered().is_empty() {
                        return Ok(());
                    }
                    once_more(state, |used| !used.responses.is_empty(), "answered")
                }
                Standing::Review
                | Standing::Reexecute
                | Standing::Ask(_)
                | Standing::Unreviewed { .. }
                | Standing::Closed(_) => Err(not_open(state)),
            }
        }
        Event::Escalated { turn, course, .. } => {
            closed(state)?;
            match state.standing {
                Standing::Fix | Standing::Retest => {}
                Standing::Review
                | Standing::Reexecute
                | Standing::NextReview(_)
                | Standing::Ask(_)
                | Standing::Unreviewed { .. }
                | Standing::Closed(_) => return Err(not_open(state)),
            }
            if !matches!(course, Course::HandOver { .. } | Course::Ask { .. }) {
                let why = format!("{} has no further tier", state.protocol.name);
                return Err(Refusal::NoPlace { what: "escalate", why });
            }
            admit_turn(state, *turn)
        }
        Event::TestsRecorded { turn, run, .. } => {
            if left::takes_run(state, &run.failing) {
                return admit_turn(state, *turn);
            }
            closed(state)?;
            match state.standing {
                // Runs that fail have a limit of their own.
                Standing::Retest => admit_turn(state, *turn),
                Standing::Fix | Standing::Reexecute | Standing::NextReview(_) => {
                    admit_turn(state, *turn)?;
                    once_more(state, |used| used.responses.is_empty(), "tested")
                }
                Standing::Review | Standing::Ask(_) | Standing::Unreviewed { .. } | Standing::Closed(_) => {
                    Err(not_open(state))
                }
            }
        }
        Event::ContractChanged { contract, .. } => {
            closed(state)?;
            match state.standing {
                Standing::Fix
                | Standing::Reexecute
                | Standing::NextReview(_)
                | Standing::Unreviewed { .. } => {}
                Standing::Review | Standing::Retest | Standing::Ask(_) | Standing::Closed(_) => {
                    return Err(not_open(state));
                }
            }
            if contract::wants_a_choice(state, contract) {
                return Ok(());
            }
            let why = "it is what the loop began with, or was laid aside by choice".to_owned();
            Err(Refusal::NoPlace { what: "the changed contract", why })
        }
        Event::BranchFollowed { .. } | Event::LetGo { .. } => closed(state),
        Event::Replaced { by } => match state.standing {
            Standing::Closed(Outcome::Abandoned) if *by != state.id && !state.replaced_by.contains(by) => {
                Ok(())
            }
            Standing::Closed(_)
            | Standing::Review
            | Standing::Fix
            | Standing::Reexecute
            | Standing::NextReview(_)
            | Standing::Retest
            | Standing::Ask(_)
            | Standing::Unreviewed { .. } => {
                let why = format!("{} was not given up for another", state.id);
                Err(Refusal::NoPlace { what: "replaces", why })
            }
        },
        Event::Decided { turn, choice, standing, .. } => {
            let mut options = options::words(state);
            let in_person = options::only_in_person(state);
            if standing == ATTESTED {
                options.extend(in_person);
            } else if in_person.contains(choice) {
                return Err(Refusal::InPerson { given: choice.clone(), times: state.turned });
            }
            if options.is_empty() {
                closed(state)?;
            }
            if !options.contains(choice) {
                return Err(Refusal::NoSuchChoice { given: choice.clone(), options });
            }
            admit_turn(state, *turn)
        }
    }
}

fn admit_code(state: &LoopState, code: &Countersign) -> Result<(), Refusal> {
    let Some(pass) = state.pass().filter(|_| state.standing == Standing::Review) else {
        return Err(not_open(state));
    };
    if &pass.countersign == code {
        Ok(())
    } else {
        Err(Refusal::WrongCode { given: code.to_string(), pass: pass.number })
    }
}

fn admit_answer(state: &LoopState, code: &Countersign, answer: &Answer) -> Result<(), Refusal> {
    admit_code(state, code)?;
    separation::refused(state, answer.by.as_ref()).map_or(Ok(()), |who| Err(Refusal::OwnWork { who }))
}

fn admit_import(state: &LoopState, pass: Pass, answer: &Answer) -> Result<(), Refusal> {
    let Some(open) = state.pass().filter(|open| state.standing == Standing::Review && open.number == pass)
    else {
        return Err(not_open(state));
    };
    if open.imports.iter().any(|came| came.digest == answer.digest) {
        return Err(Refusal::Repeated { pass });
    }
    if open.imports.len() >= dissent::MOST_IMPORTS { Err(enough_imports(pass)) } else { Ok(()) }
}

fn enough_imports(pass: Pass) -> Refusal {
    let most = dissent::MOST_IMPORTS;
    let why = format!("pass {pass} has {most} imports already; what more there is goes into the next pass");
    Refusal::NoPlace { what: "FILE", why }
}

fn admit_pass(state: &LoopState, change: &PinnedChange) -> Result<(), Refusal> {
    if !state.failing_tests().is_empty() && state.outcome().is_none() {
        // A review must not pass what the tests have not.
        return Err(Refusal::NotOpen { waits_for: waits_for(&Standing::Retest) });
    }
    match &state.standing {
        Standing::NextReview(_) | Standing::Unreviewed { .. } | Standing::Reexecute => Ok(()),
        // A subject that moved is pinned anew under the same pass.
        Standing::Review => match state.pass() {
            Some(open) if open.change.same_content(change) => Err(Refusal::StillOpen { pass: open.number }),
            Some(_) | None => Ok(()),
        },
        Standing::Fix => {
            let findings = state.unanswered();
            if state.protocol.responses_required && !findings.is_empty() {
                Err(Refusal::Unanswered { findings })
            } else {
                Ok(())
            }
        }
        Standing::Ask(_) | Standing::Retest => Err(not_open(state)),
        Standing::Closed(_) => closed(state),
    }
}

fn admit_turn(state: &LoopState, turn: Turn) -> Result<(), Refusal> {
    // What was only noted since the last step moved nothing.
    if (state.noted.acted..=state.turn).contains(&turn) {
        return Ok(());
    }
    match state.used_turns.iter().find(|u| u.turn == turn) {
        Some(used) => Err(Refusal::UsedTurn { given: turn, recorded: used.recorded }),
        None => Err(Refusal::WrongTurn { given: turn, current: state.turn }),
    }
}

/// The most answers, and the most test runs, between two reviews: who goes on answering has nothing new to say.
pub const MOST_BETWEEN: usize = 30;

fn once_more(state: &LoopState, of_kind: fn(&UsedTurn) -> bool, done: &'static str) -> Result<(), Refusal> {
    let since = state.pass().map_or(0, |p| p.opened_turn);
    let times = state.used_turns.iter().filter(|u| u.recorded > since && of_kind(u)).count();
    if times < MOST_BETWEEN { Ok(()) } else { Err(Refusal::TooOften { times, done }) }
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
        /// How many ids a refusal names; loop_status has them all.
        const NAMED: usize = 20;
        let open = state.open_findings();
        let mut known: Vec<_> = open.iter().take(NAMED).map(|f| f.id.to_string()).collect();
        if open.len() > NAMED {
            known.push(format!("and {} more", open.len() - NAMED));
        }
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
        ResponseKind::Rejected if finding.overruled => Some(format!(
            "the rejection of {} was overruled; it can be `fixed` now, not rejected again",
            finding.id
        )),
        ResponseKind::Rejected if blank(&response.reason) => {
            Some(format!("a rejection needs `reason`: {}", reason::WANTED))
        }
        ResponseKind::Rejected if state.protocol.technical_reasons => {
            reason::refuse(response.reason.as_deref().unwrap_or_default(), finding)
        }
        ResponseKind::Rejected => None,
        ResponseKind::Deferred | ResponseKind::Skipped if finding.blocks(&state.protocol) => Some(format!(
            "{} is {} and blocks: it can be `fixed`, or `rejected` with a reason, not put off",
            finding.id,
            state.protocol.word_of(&finding.said)
        )),
        ResponseKind::Deferred | ResponseKind::Skipped if blank(&response.reason) => {
            Some("putting a finding off needs `reason`".to_owned())
        }
        ResponseKind::Deferred | ResponseKind::Skipped => None,
    }
}

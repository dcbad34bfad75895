//! Steps of the one who chooses: the user, or the system's manager before the user.

use serde_json::json;

use super::{count, loop_id, rows};
use crate::domain::envelope;
use crate::domain::next_step::{Action, Call, NextStep, Who};
use crate::domain::protocol::Effect;
use crate::domain::review::Verdict;
use crate::domain::review_loop::event::{Question, Turned};
use crate::domain::review_loop::options;
use crate::domain::review_loop::state::LoopState;
use crate::domain::review_loop::{contract, course};

/// Puts a question before the one who may answer it.
pub(super) fn ask(state: &LoopState, question: Question) -> NextStep {
    let call = Call::new("decide", [loop_id(state), ("turn", json!(state.turn))]);
    let (who, tier, agent, why) = match question {
        Question::Manager { .. } => (
            Who::Manager,
            "project_manager",
            state.protocol.agents.manager.clone(),
            "this is the manager's choice, not the fixer's or the reviewer's",
        ),
        Question::Blocking
        | Question::Limit { .. }
        | Question::Moving
        | Question::Dissent
        | Question::NoReviewer
        | Question::Contract => (Who::Human, "user", None, "this is the user's choice, not an agent's"),
    };
    let mut step = NextStep::new(Action::AskUser, who, why, call, &["choice", "reason", "decided_by"]);
    step.tier = Some(tier.to_owned());
    step.agent = agent;
    let options = options::offered(state);
    let listed: Vec<String> = options.iter().map(|c| format!("`{}`: {}", c.word, c.meaning)).collect();
    step.question = Some(format!("{} {}.", in_words(state, question), listed.join("; ")));
    step.options = options.into_iter().map(|c| c.word).collect();
    step.findings = rows(state);
    step.tests = state.failing_tests().to_vec();
    step.warnings = warnings(state, question);
    step
}

fn in_words(state: &LoopState, question: Question) -> String {
    let label = state.subject.label();
    let blocking = count(state.blocking().len(), "blocking finding");
    match question {
        Question::Blocking if swings(state) => {
            format!("The reviews of {label} ask for opposite things: {}.", positions(state))
        }
        Question::Blocking if course::runs(state) >= state.protocol.max_passes => {
            format!("{label} has {}, and {}.", what_is_open(state), reached(state, Turned::Passes))
        }
        Question::Blocking if state.blocking().is_empty() => {
            format!("The review of {label} asks for changes, with {}.", what_is_open(state))
        }
        Question::Blocking => format!("The review of {label} found {blocking}."),
        Question::Limit { why: Turned::Swinging } | Question::Manager { why: Turned::Swinging } => {
            let say = if options::offered(state).iter().any(|c| c.effect == Effect::Fix) {
                " Say in `reason` which shall hold."
            } else {
                ""
            };
            format!("The reviews of {label} ask for opposite things: {}.{say}", positions(state))
        }
        Question::Limit { why } | Question::Manager { why } => {
            format!("{label} has {}, and {}.", what_is_open(state), reached(state, why))
        }
        Question::Moving => format!(
            "{label} moved under {} reviews in a row (make sure nobody is editing it).",
            state.protocol.max_stale
        ),
        Question::Dissent if state.pass().is_some_and(|p| p.answer.is_none()) => format!(
            "{label} was let through without a reviewer, and a review that came after all asks for changes: it has {}.",
            what_is_open(state)
        ),
        Question::Dissent => format!(
            "{label} was let through, and a second review of the same pass asks for changes: it has {}.",
            what_is_open(state)
        ),
        Question::NoReviewer => {
            let why = state.pass().and_then(|p| p.absent.clone()).unwrap_or_default();
            format!("No reviewer could run for {label} ({why}).")
        }
        Question::Contract => {
            let what =
                state.asked_now.as_ref().map(|now| contract::difference(&state.contract, &now.contract));
            format!(
                "What is asked of {label} changed since its review began: {}. A review keeps what it began with unless the user says otherwise.",
                what.unwrap_or_default()
            )
        }
    }
}

fn what_is_open(state: &LoopState) -> String {
    if !state.failing_tests().is_empty() {
        return count(state.failing_tests().len(), "failing test");
    }
    match (state.blocking().len(), state.open_findings().len()) {
        (0, 0) if was_understood(state) => {
            "nothing open, though its last review asks for changes: it names nothing that counts".to_owned()
        }
        (0, 0) => "no readable review".to_owned(),
        (0, n) => format!("{} open", count(n, "finding")),
        (n, _) => format!("{} open", count(n, "blocking finding")),
    }
}

/// The last answer says what it wants, and rests it on nothing that could hold.
fn was_understood(state: &LoopState) -> bool {
    let last = state.pass().and_then(|p| p.answer.as_ref());
    last.is_some_and(|(answer, _)| {
        matches!(answer.reading.claimed_verdict, Verdict::ChangesRequested | Verdict::Rejected)
    })
}

/// The last review takes back an earlier one.
fn swings(state: &LoopState) -> bool {
    state.answered().and_then(|p| p.answer.as_ref()).is_some_and(|(_, j)| !j.swings.is_empty())
}

fn reached(state: &LoopState, why: Turned) -> String {
    let most = state.protocol.max_passes;
    match why {
        Turned::Passes if state.tests.in_tier >= most => {
            format!("the limit of {} is reached", count(most as usize, "test run"))
        }
        Turned::Passes => super::closed::limit_words(state),
        Turned::NoProgress => {
            let (of, rounds) = match state.failing_tests().is_empty() {
                true => ("round", state.no_progress),
                false => ("test run", state.tests.no_progress),
            };
            // Whoever sent it on had more rounds than the limit; a tier that begins anew has none of them yet.
            let rounds = rounds.max(state.protocol.max_no_progress.unwrap_or(1));
            format!("{} brought no progress", count(rounds as usize, of))
        }
        Turned::TooHard => format!("the fixer says that it is beyond him{}", too_hard(state)),
        Turned::NoReviewer => "no reviewer could run".to_owned(),
        Turned::Chosen => {
            let manager = state.protocol.agents.manager.as_deref().unwrap_or("manager").replace('_', " ");
            format!("the {manager} leaves the choice to you{}", chosen_because(state))
        }
        Turned::Swinging => "somebody must choose".to_owned(),
    }
}

/// What the fixer says of it, for whoever has to choose.
fn too_hard(state: &LoopState) -> String {
    /// How much of it is told, so that the choices fit beside it; `countersign log` has it whole.
    const MOST: usize = 160;
    let said = state.too_hard.trim();
    let told = envelope::beginning(said, MOST);
    let sign = if told.len() < said.len() { "…" } else { "" };
    if said.is_empty() { String::new() } else { format!(" ({told}{sign})") }
}

/// Both positions of each place where the reviews contradict each other.
pub(super) fn positions(state: &LoopState) -> String {
    let Some((_, judgement)) = state.answered().and_then(|p| p.answer.as_ref()) else { return String::new() };
    let pass = state.answered().map_or(0, |p| p.number);
    let each: Vec<String> = judgement
        .swings
        .iter()
        .map(|s| {
            let now = state.finding(s.finding.as_str()).map_or("", |f| f.said.title.as_str());
            format!("{}; pass {pass} asks for \"{now}\" ({})", s.against, s.finding)
        })
        .collect();
    each.join("; and ")
}

/// The reason of the choice that led here.
pub(super) fn chosen_because(state: &LoopState) -> String {
    let decision = state.decisions.last().filter(|d| d.at == state.last_at);
    decision.map_or_else(String::new, |d| format!(" ({})", d.reason))
}

/// What the one who chooses should know besides the findings.
fn warnings(state: &LoopState, question: Question) -> Vec<String> {
    let mut told = Vec::new();
    if matches!(
        question,
        Question::Manager { .. } | Question::Limit { .. } | Question::Dissent | Question::Blocking
    ) {
        told.extend(super::closed::flags(state));
    }
    told.extend(options::in_person_words(state));
    if state.sent_on >= state.protocol.max_decisions {
        told.push(format!(
            "the loop was sent on {} already; only choices that end it are left",
            count(state.sent_on as usize, "time")
        ));
    }
    told
}

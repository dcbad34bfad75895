//! Steps of a loop that has ended.

use serde_json::json;

use super::{count, rows};
use crate::domain::envelope::markdown;
use crate::domain::next_step::{Action, Call, NextStep, Who};
use crate::domain::review_loop::event::Outcome;
use crate::domain::review_loop::options;
use crate::domain::review_loop::state::LoopState;
use crate::domain::subject::Subject;

/// Tells the host how it ended and what that means for it.
pub(super) fn closed(state: &LoopState, outcome: Outcome) -> NextStep {
    let call = match state.subject.phase() {
        Some(phase) => Call::new("loop_status", [("phase", json!(phase))]),
        None => Call::new("loop_status", []),
    };
    let (action, why) = in_words(state, outcome);
    let mut step = NextStep::new(action, Who::Host, why, call, &[]);
    step.outcome = Some(outcome.as_str().to_owned());
    step.options = options::words(state);
    match outcome {
        Outcome::Approved => {}
        Outcome::ApprovedWithNotes => step.findings = rows(state),
        Outcome::AcceptedWithWarnings | Outcome::AcceptedWithIssues => {
            step.summary_section = Some(summary_section(state));
            step.warnings = warnings(state);
        }
        Outcome::Skipped | Outcome::Aborted | Outcome::Failed | Outcome::Abandoned => {
            step.warnings = warnings(state);
        }
    }
    files(state, outcome, &mut step);
    if action == Action::Proceed {
        step.next = next_document(state);
    }
    step
}

fn in_words(state: &LoopState, outcome: Outcome) -> (Action, String) {
    let label = state.subject.label();
    match outcome {
        Outcome::Approved => (Action::Proceed, format!("{label} is approved")),
        Outcome::ApprovedWithNotes => {
            let notes = count(rows(state).len(), "open note");
            let why = match state.pass().and_then(|p| p.absent.as_deref()) {
                Some(absent) => format!(
                    "no reviewer could run ({absent}); the check before him lets {label} pass with {notes}"
                ),
                None => format!("{label} is approved with {notes}; take them along into the execution"),
            };
            let why = if state.subject.kind().is_document() {
                why
            } else {
                why.replace("; take them along into the execution", "")
            };
            (Action::Proceed, why)
        }
        Outcome::AcceptedWithWarnings => (Action::Proceed, went_on(state)),
        Outcome::AcceptedWithIssues => {
            (Action::Proceed, format!("{label} goes on with open findings, as was chosen"))
        }
        Outcome::Skipped => (
            Action::Proceed,
            format!("{label} is skipped, as was chosen: restore its files and go on without it"),
        ),
        Outcome::Failed if state.protocol.failure_stops_phase => (
            Action::Stop,
            format!(
                "{label} did not pass within {} reviews: stop the whole phase, all its plans, those already approved too",
                state.protocol.max_passes
            ),
        ),
        Outcome::Failed => {
            (Action::Stop, format!("{label} did not pass within {} reviews", state.protocol.max_passes))
        }
        Outcome::Aborted => (Action::Stop, format!("the review of {label} was stopped by choice")),
        Outcome::Abandoned => (Action::Stop, format!("the review of {label} was given up by choice")),
    }
}

/// Why a loop goes on with what is open, by the protocol's own rule.
fn went_on(state: &LoopState) -> String {
    let label = state.subject.label();
    let last = state.pass();
    if let Some(why) = last.and_then(|p| p.absent.as_deref()) {
        return format!("no reviewer could run for {label} ({why}); it goes on with a warning");
    }
    let judged = last.and_then(|p| p.answer.as_ref()).map(|(_, j)| j);
    let unclear = judged.is_some_and(|j| j.verdict == crate::domain::review::Verdict::Unclear);
    let early = state.tier_passes < state.protocol.max_passes;
    if unclear && early {
        return format!(
            "the review of {label} gave no signal; it goes on with a warning: REVIEW_PASS (no signal)"
        );
    }
    if early && state.open_findings().iter().all(|f| f.suggestion) {
        return format!("the review of {label} only has suggestions for the author of the spec; it goes on");
    }
    if judged.is_some_and(|j| !j.swings.is_empty()) {
        return format!(
            "the reviews of {label} ask for opposite things; it goes on with its findings unresolved"
        );
    }
    format!(
        "the limit of {} passes is reached; {label} goes on with its findings unresolved",
        state.protocol.max_passes
    )
}

/// What is to be committed now, or restored, where the review comes before the commit (SPEC 4.3).
fn files(state: &LoopState, outcome: Outcome, step: &mut NextStep) {
    if !state.protocol.commit_after_approval {
        return;
    }
    let Some(pass) = state.pass() else { return };
    let paths = |added: bool| -> Vec<String> {
        pass.change.files.iter().filter(|f| f.added == added).map(|f| f.path.to_string()).collect()
    };
    match outcome {
        Outcome::Approved
        | Outcome::ApprovedWithNotes
        | Outcome::AcceptedWithWarnings
        | Outcome::AcceptedWithIssues => {
            step.files = paths(false);
            step.files.extend(paths(true));
            step.files.sort();
            step.commit = Some("separate".to_owned());
        }
        Outcome::Skipped => {
            step.files = paths(false);
            step.added = paths(true);
        }
        Outcome::Aborted | Outcome::Failed | Outcome::Abandoned => {}
    }
}

/// The document that is written after this one.
fn next_document(state: &LoopState) -> Option<String> {
    let Subject::Artifact { artifact, .. } = &state.subject else { return None };
    let at = state.protocol.artifacts.iter().position(|a| &a.name == artifact)?;
    state.protocol.artifacts.get(at + 1).map(|a| a.name.clone())
}

fn warnings(state: &LoopState) -> Vec<String> {
    let label = state.subject.label();
    let mut told: Vec<String> = state
        .open_findings()
        .iter()
        .filter(|f| f.blocks(&state.protocol))
        .map(|f| format!("{} {}: {}", f.id, state.protocol.word_of(&f.said), f.said.title))
        .collect();
    if !state.findings.iter().any(|f| f.is_open()) {
        told.push(format!("no readable review of {label} ever came"));
    }
    told
}

/// Returns the section that the executor puts into its SUMMARY.
pub fn summary_section(state: &LoopState) -> String {
    let open = state.open_findings();
    let suggestions = !open.is_empty() && open.iter().all(|f| f.suggestion);
    let heading = if suggestions { "## Review Suggestions" } else { "### Unresolved Review Findings" };
    let mut text = format!("{heading}\n\n**{}**\n", state.subject.label());
    if open.is_empty() {
        text.push_str("\n- No readable review was given within the limit.\n");
    }
    for f in open {
        let place = f.place().or_else(|| f.said.requirement.clone());
        let place = place.map(|p| format!(" ({})", markdown(&p))).unwrap_or_default();
        text.push_str(&format!(
            "\n- {} {}: {}{place}",
            f.id,
            state.protocol.word_of(&f.said),
            markdown(&f.said.title)
        ));
    }
    text.push('\n');
    text
}

//! Entries of a spec's log: one for each review, and what is left in the end (SPEC 4.4).

use crate::domain::dialect;
use crate::domain::envelope::markdown;
use crate::domain::review::Verdict;
use crate::domain::review_loop::event::{Judgement, Outcome};
use crate::domain::review_loop::next::left_open;
use crate::domain::review_loop::state::PassRecord;
use crate::domain::review_loop::{LoopState, Standing, course};
use crate::domain::subject::Subject;

/// The most findings that an entry names.
const NAMED: usize = 12;

/// Writes the entries of a loop; nothing before its first review.
pub(super) fn of(state: &LoopState) -> String {
    let mut parts: Vec<String> = Vec::new();
    for pass in &state.passes {
        parts.extend(runs_on_what_moved(state, pass));
        if pass.answer.is_some() || pass.absent.is_some() {
            parts.push(entry(state, pass));
        }
    }
    parts.extend(left_open(state).map(|open| open.trim().to_owned()));
    parts.join("\n\n")
}

fn heading(state: &LoopState, pass: &PassRecord) -> String {
    match &state.subject {
        Subject::Task { task, .. } => {
            format!("execution (Task {}, Iteration {})", markdown(task), pass.number)
        }
        Subject::Artifact { artifact, .. } => {
            format!("{} (Iteration {})", markdown(artifact), pass.number)
        }
        Subject::Change { .. } | Subject::Plan { .. } | Subject::Execution { .. } => {
            format!("{} (Iteration {})", markdown(&state.subject.label()), pass.number)
        }
    }
}

/// Tells of the runs of a reviewer that looked at what moved meanwhile: they use up no iteration, and the limit counts them.
fn runs_on_what_moved(state: &LoopState, pass: &PassRecord) -> Option<String> {
    let signals: Vec<&str> = pass.claims_while_moving.iter().map(|claimed| signal(*claimed)).collect();
    let (one, counted) = (signals.len() == 1, state.protocol.stale_runs_count);
    if signals.is_empty() {
        return None;
    }
    let ids: Vec<String> = pass.while_moving.iter().map(ToString::to_string).collect();
    let found = if ids.is_empty() { "none".to_owned() } else { ids.join(", ") };
    let again = pass.answer.is_some() || pass.absent.is_some() || !is_last(state, pass);
    let action = if again { "reviewed again as it stands" } else { action(state, pass) };
    Some(format!(
        "### Review: {}\n- Status: stale, {} of a reviewer on what moved meanwhile ({})\n- Findings: {found}\n- Action: {action}{}",
        heading(state, pass),
        if one { "a run".to_owned() } else { format!("{} runs", signals.len()) },
        signals.join(", "),
        if counted { "; no iteration, and counted among the runs" } else { "" }
    ))
}

/// What a reviewer said, in the system's words.
fn signal(claimed: Verdict) -> &'static str {
    match claimed {
        Verdict::Approved | Verdict::ApprovedWithNotes => "REVIEW_PASS",
        Verdict::ChangesRequested | Verdict::Rejected => "REVIEW_FAIL",
        Verdict::Unclear => "no signal",
    }
}

fn entry(state: &LoopState, pass: &PassRecord) -> String {
    let judged = pass.answer.as_ref().map(|(_, judgement)| judgement);
    let found = match (judged, pass.absent.as_deref()) {
        (_, Some(why)) => format!("no reviewer could run: {}", markdown(why)),
        (Some(judgement), None) => findings(state, judgement),
        (None, None) => "none".to_owned(),
    };
    format!(
        "### Review: {}\n- Status: {}\n- Findings: {found}\n- Action: {}",
        heading(state, pass),
        status(state, pass, judged),
        action(state, pass)
    )
}

/// The signal of a review, in the system's words.
fn status(state: &LoopState, pass: &PassRecord, judged: Option<&Judgement>) -> String {
    if pass.absent.is_some() {
        return "no reviewer".to_owned();
    }
    // A loop that ended before its limit went on by the missing signal; at the limit it went on by that.
    let went_on = is_last(state, pass)
        && state.outcome() == Some(Outcome::AcceptedWithWarnings)
        && course::runs(state) < state.protocol.max_passes;
    // Rows that fail ask for a fix without one.
    let said_nothing = pass.answer.as_ref().is_none_or(|(answer, _)| !dialect::signals(&answer.reading));
    match judged.map(|j| j.verdict) {
        Some(Verdict::Approved | Verdict::ApprovedWithNotes) => "REVIEW_PASS".to_owned(),
        Some(Verdict::ChangesRequested | Verdict::Rejected) => "REVIEW_FAIL".to_owned(),
        Some(Verdict::Unclear) | None if went_on => state.protocol.no_signal_words.clone(),
        Some(Verdict::Unclear) | None if said_nothing => "REVIEW_FAIL (no signal)".to_owned(),
        Some(Verdict::Unclear) | None => "REVIEW_FAIL (signal contradicted)".to_owned(),
    }
}

fn findings(state: &LoopState, judgement: &Judgement) -> String {
    let raised: Vec<_> =
        judgement.raised.iter().filter_map(|id| judgement.findings.iter().find(|f| &f.id == id)).collect();
    if raised.is_empty() {
        return "none".to_owned();
    }
    let mut told: Vec<String> = raised
        .iter()
        .take(NAMED)
        .map(|f| {
            let about = f.said.requirement.as_ref().or(f.said.category.as_ref());
            let about = about.map(|a| format!(" {}:", markdown(a))).unwrap_or_default();
            format!("{} {}{about} {}", f.id, state.protocol.word_of(&f.said), markdown(&f.said.title))
        })
        .collect();
    if raised.len() > NAMED {
        told.push(format!("{} more", raised.len() - NAMED));
    }
    told.join("; ")
}

fn is_last(state: &LoopState, pass: &PassRecord) -> bool {
    state.pass().is_some_and(|last| last.number == pass.number)
}

/// What followed a review.
fn action(state: &LoopState, pass: &PassRecord) -> &'static str {
    let document = state.subject.kind().is_document();
    if !is_last(state, pass) {
        return if document { "revised and reviewed again" } else { "fixed and reviewed again" };
    }
    match &state.standing {
        Standing::Fix | Standing::Reexecute | Standing::Retest if document => "revision asked for",
        Standing::Fix | Standing::Reexecute | Standing::Retest => "fix asked for",
        Standing::Review | Standing::NextReview(_) | Standing::Unreviewed { .. } => "to be reviewed again",
        Standing::Ask(_) => "a choice is asked for",
        Standing::Closed(outcome) => match outcome {
            Outcome::Approved | Outcome::ApprovedWithNotes => "proceeded",
            Outcome::AcceptedWithWarnings => "proceeded with warnings",
            Outcome::AcceptedWithIssues => "proceeded by choice",
            Outcome::Skipped => "skipped by choice",
            Outcome::Failed => "failed",
            Outcome::Aborted | Outcome::Abandoned => "stopped by choice",
        },
    }
}

//! The next step of a loop: a query on its state (SPEC 2, 6.1).

use serde_json::{Value, json};

use super::admit;
use super::event::{Outcome, PassReason};
use super::state::{LoopState, Question, Standing};
use crate::domain::next_step::{Action, Call, FindingRow, NextStep, Who};
use crate::domain::protocol::FixCommit;
use crate::domain::subject::Subject;

/// What the edge knows about the repository right now.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Surroundings {
    /// The subject's last commit is HEAD and nobody else has it: it may be amended.
    pub may_amend: bool,
}

/// Returns what comes next.
#[must_use]
pub fn next_step(state: &LoopState, around: Surroundings) -> NextStep {
    let mut step = match &state.standing {
        Standing::Review => open_review(state),
        Standing::NextReview(reason) => next_review(state, *reason),
        Standing::Fix => fix(state, around),
        Standing::AskUser(question) => ask_user(state, *question),
        Standing::Unreviewed { why } => unreviewed(state, why),
        Standing::Closed(outcome) => closed(state, *outcome),
    };
    step.turn = Some(state.turn);
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

/// A pass is open: the reviewer reads its brief and answers under its code.
fn open_review(state: &LoopState) -> NextStep {
    let Some(pass) = state.pass() else { return next_review(state, PassReason::First) };
    let label = state.subject.label();
    let of = format!("pass {} of {}", pass.number, state.protocol.max_passes.max(pass.number));
    let reason = if pass.question.is_some() { PassReason::Clarify } else { pass.reason };
    let why = match reason {
        PassReason::Clarify => {
            format!("the answer for {label} could not be taken as it is; ask the reviewer once more ({of})")
        }
        PassReason::First => format!("{label} waits for its first review ({of})"),
        PassReason::ReReview => format!("{label} was worked on and waits for its re-review ({of})"),
        PassReason::Stale => {
            format!("{label} moved while it was reviewed; what is there now is to be reviewed ({of})")
        }
        PassReason::Fresh => {
            format!("the last answer for {label} could not be read; a fresh review is due ({of})")
        }
    };
    let call =
        Call::new("record_findings", [loop_id(state), ("countersign", json!(pass.countersign.as_str()))]);
    let why = format!("{why}. review_task with this loop_id gives its brief again");
    let mut step = of_reviewer(state, NextStep::new(Action::Review, Who::Reviewer, why, call, &["text"]));
    step.reason = Some(reason.as_str().to_owned());
    step.question.clone_from(&pass.question);
    step
}

/// The host opens the next review.
fn next_review(state: &LoopState, reason: PassReason) -> NextStep {
    let label = state.subject.label();
    let why = match reason {
        PassReason::First => format!("{label} has not been reviewed yet"),
        PassReason::ReReview => format!("the open findings of {label} are answered; its re-review is due"),
        PassReason::Stale => format!("{label} moved while it was reviewed; review what is there now"),
        PassReason::Clarify | PassReason::Fresh => {
            format!(
                "the last answer for {label} could not be read and used up its pass; a fresh review is due"
            )
        }
    };
    let call = Call::new("review_task", [loop_id(state)]);
    let mut step = of_reviewer(state, NextStep::new(Action::Review, Who::Reviewer, why, call, &[]));
    step.reason = Some(reason.as_str().to_owned());
    step
}

fn rows(state: &LoopState) -> Vec<FindingRow> {
    state.open_findings().into_iter().map(|f| FindingRow::of(f, &state.protocol)).collect()
}

fn fix(state: &LoopState, around: Surroundings) -> NextStep {
    let commit = match state.protocol.fix_commit {
        FixCommit::Amend if around.may_amend => FixCommit::Amend,
        FixCommit::Amend | FixCommit::Separate => FixCommit::Separate,
        FixCommit::None => FixCommit::None,
    };
    let how = match commit {
        FixCommit::Amend => "amend the task's commit",
        FixCommit::Separate => "commit the fix separately, under the task's scope",
        FixCommit::None => "leave the fix uncommitted",
    };
    let blocking = state.blocking().len();
    let (call, fill, then): (_, &[&str], _) = if state.protocol.responses_required {
        let call = Call::new("respond_findings", [loop_id(state), ("turn", json!(state.turn))]);
        (call, &["responses"], "Then answer each finding")
    } else {
        let call = Call::new("review_task", [loop_id(state)]);
        (
            call,
            &[],
            "Then ask for the re-review; where a fix stands elsewhere, or a finding is wrong, say so first with respond_findings",
        )
    };
    let why = match blocking {
        0 => format!("mend the open findings and {how}. {then}"),
        1 => format!("1 finding blocks. Mend it and {how}. {then}"),
        n => format!("{n} findings block. Mend them and {how}. {then}"),
    };
    let mut step = NextStep::new(Action::Fix, Who::Fixer, why, call, fill);
    step.agent = Some(state.protocol.agents.fixer.clone());
    step.model.clone_from(&state.protocol.models.fixer);
    step.findings = rows(state);
    step.commit = Some(commit.as_str().to_owned());
    step
}

fn ask_user(state: &LoopState, question: Question) -> NextStep {
    let label = state.subject.label();
    let question = match question {
        Question::Blocking => format!(
            "The review of {label} found {} to be mended first. Fix now, continue with that open, or stop?",
            count(state.blocking().len(), "blocking finding")
        ),
        Question::Moving => format!(
            "{label} moved under {} reviews in a row. Review what is there now (make sure nobody is editing it), or stop?",
            state.stale
        ),
        Question::Dissent => format!(
            "A second review of {label} contradicts the approval: {} would block. Fix, uphold the approval, or stop?",
            count(state.blocking().len(), "finding")
        ),
    };
    let call = Call::new("decide", [loop_id(state), ("turn", json!(state.turn))]);
    let why = "this is the user's choice, not an agent's".to_owned();
    let mut step = NextStep::new(Action::AskUser, Who::Human, why, call, &["choice", "reason", "decided_by"]);
    step.tier = Some("user".to_owned());
    step.question = Some(question);
    step.options = admit::options(state).into_iter().map(str::to_owned).collect();
    step.findings = rows(state);
    step
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
    step.findings = rows(state);
    step
}

fn closed(state: &LoopState, outcome: Outcome) -> NextStep {
    let label = state.subject.label();
    let call = match &state.subject {
        Subject::Task { phase, .. } => Call::new("loop_status", [("phase", json!(phase))]),
        Subject::Change { .. } => Call::new("loop_status", []),
    };
    let (action, why) = match outcome {
        Outcome::Approved => (Action::Proceed, format!("{label} is approved")),
        Outcome::ApprovedWithNotes => {
            (Action::Proceed, format!("{label} is approved with {}", count(rows(state).len(), "open note")))
        }
        Outcome::AcceptedWithWarnings => (
            Action::Proceed,
            format!(
                "the limit of {} passes is reached; {label} goes on with its findings unresolved",
                state.protocol.max_passes
            ),
        ),
        Outcome::AcceptedWithIssues => {
            (Action::Proceed, format!("{label} goes on with open findings, as the user chose"))
        }
        Outcome::Aborted => (Action::Stop, format!("the review of {label} was stopped by choice")),
        Outcome::Abandoned => (Action::Stop, format!("the review of {label} was abandoned by choice")),
    };
    let mut step = NextStep::new(action, Who::Host, why, call, &[]);
    step.outcome = Some(outcome.as_str().to_owned());
    step.options = admit::options(state).into_iter().map(str::to_owned).collect();
    if matches!(outcome, Outcome::AcceptedWithWarnings | Outcome::AcceptedWithIssues) {
        step.summary_section = Some(summary_section(state));
        step.warnings = state
            .open_findings()
            .iter()
            .filter(|f| state.protocol.blocks(f.severity()))
            .map(|f| format!("{} {}: {}", f.id, state.protocol.word(f.severity()), f.said.title))
            .collect();
        if !state.findings.iter().any(|f| f.is_open()) {
            step.warnings.push(format!("no readable review of {label} ever came"));
        }
    }
    step
}

/// Returns the section that the executor puts into its SUMMARY.
pub fn summary_section(state: &LoopState) -> String {
    let mut text = format!("### Unresolved Review Findings\n\n**{}**\n", state.subject.label());
    let open = state.open_findings();
    if open.is_empty() {
        text.push_str("\n- No readable review was given within the limit.\n");
    }
    for f in open {
        let place = f.place().or_else(|| f.said.requirement.clone());
        let place =
            place.map(|p| format!(" ({})", crate::domain::envelope::markdown(&p))).unwrap_or_default();
        text.push_str(&format!(
            "\n- {} {}: {}{place}",
            f.id,
            state.protocol.word(f.severity()),
            crate::domain::envelope::markdown(&f.said.title)
        ));
    }
    text.push('\n');
    text
}

/// Writes a number with its noun.
fn count(n: usize, noun: &str) -> String {
    if n == 1 { format!("1 {noun}") } else { format!("{n} {noun}s") }
}

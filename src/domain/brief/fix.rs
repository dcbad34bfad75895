//! The brief of a fixer.

use minijinja::context;

use super::budget::{self, FRAME, LIST};
use super::{BUDGET, Brief, findings, render};
use crate::domain::envelope;
use crate::domain::next_step::NextStep;
use crate::domain::review_loop::LoopState;

const FIX: &str = include_str!("../../../agents/briefs/fix.md");

/// What the task may always take; it gets more where the findings are short.
const TASK: usize = 9 * 1024;

/// Writes the brief for a fixer from the step that asks for the fix.
pub fn fix(state: &LoopState, step: &NextStep, tag: &str) -> Brief {
    let mut left_out = Vec::new();
    let fixed = envelope::weight(&render_fix(state, step, tag, &Parts::default()));
    let mut room = BUDGET.saturating_sub(fixed + LIST + FRAME);
    let (title, _) = budget::seal_beginning(tag, "title", &envelope::one_line(state.subject.title()), 600);
    room = room.saturating_sub(envelope::weight(&title));
    let rows = findings::unanswered(&step.findings);
    let findings = findings::seal(state, tag, rows, room.saturating_sub(TASK), &mut left_out);
    room = room.saturating_sub(envelope::weight(&findings));
    let (contract, more) = budget::seal_task(tag, &state.contract.text, room);
    if more > 0 {
        left_out.insert(0, budget::task_row(state, more));
    }
    let rows = budget::seal_rows(tag, &left_out);
    let text = render_fix(state, step, tag, &Parts { title, contract, findings, left_out: rows });
    Brief { text, truncated: left_out }
}

#[derive(Debug, Default)]
struct Parts {
    title: String,
    contract: String,
    findings: String,
    left_out: String,
}

fn render_fix(state: &LoopState, step: &NextStep, tag: &str, parts: &Parts) -> String {
    let pass = state.pass().map_or(1, |p| p.number);
    let label = budget::label(state);
    let commit = match step.commit.as_deref() {
        Some("amend") => "Commit the fix by amending the task's commit (`git commit --amend --no-edit`); it is HEAD and not pushed.".to_owned(),
        Some("separate") => {
            format!("Commit the fix as a commit of its own whose message carries the task's scope ({label}).")
        }
        _ => "Leave the fix uncommitted.".to_owned(),
    };
    render(
        FIX,
        context! {
            label,
            title => parts.title.as_str(),
            pass,
            max_passes => state.protocol.max_passes.max(pass),
            tag,
            contract => parts.contract.as_str(),
            findings => parts.findings.as_str(),
            left_out => parts.left_out.as_str(),
            commit,
            loop_id => state.id.as_str(),
            turn => state.turn,
            call => step.call.in_words(),
        },
    )
}

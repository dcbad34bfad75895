//! The briefs of those who mend: the fixer, the author of a document, the executor who starts over.

use minijinja::context;

use super::budget::{self, FRAME, LIST};
use super::{BUDGET, Brief, document, findings, render};
use crate::domain::envelope;
use crate::domain::next_step::NextStep;
use crate::domain::protocol::FixCommit;
use crate::domain::review_loop::LoopState;

const FIX: &str = include_str!("../../../agents/briefs/fix.md");
const REVISE: &str = include_str!("../../../agents/briefs/revise.md");
const REDO: &str = include_str!("../../../agents/briefs/redo.md");

/// What lists of files may take.
const FILES: usize = 3 * 1024;

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
    let commit = how_to_commit(step, &label);
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

fn how_to_commit(step: &NextStep, label: &str) -> String {
    match step.commit.as_deref() {
        Some("amend") => "Commit the fix by amending the task's commit (`git commit --amend --no-edit`); it is HEAD and not pushed.".to_owned(),
        Some("separate") => {
            format!("Commit the fix as a commit of its own whose message carries the task's scope ({label}).")
        }
        _ => "Leave the fix uncommitted.".to_owned(),
    }
}

/// Writes the brief for the author of a document from the step that asks for its revision.
pub fn revise(state: &LoopState, step: &NextStep, tag: &str) -> Brief {
    let mut left_out = Vec::new();
    let written = |parts: &Parts, files: &str| {
        let pass = state.pass().map_or(1, |p| p.number);
        render(
            REVISE,
            context! {
                label => budget::label(state),
                title => parts.title.as_str(),
                pass,
                max_passes => state.protocol.max_passes.max(pass),
                tag,
                files,
                contract => parts.contract.as_str(),
                findings => parts.findings.as_str(),
                left_out => parts.left_out.as_str(),
                loop_id => state.id.as_str(),
                turn => state.turn,
                call => step.call.in_words(),
            },
        )
    };
    let files = listed(tag, "file", &step.files);
    let title = title(state, tag);
    let contract = document::upstream(tag, &state.contract.text, &mut left_out);
    let fixed = envelope::weight(&written(&Parts::default(), ""));
    let taken: usize = [&files, &title, &contract].map(|p| envelope::weight(p)).iter().sum();
    let room = BUDGET.saturating_sub(fixed + LIST + FRAME + taken);
    let rows = findings::unanswered(&step.findings);
    let findings = findings::seal(state, tag, rows, room, &mut left_out);
    let rows = budget::seal_rows(tag, &left_out);
    let text = written(&Parts { title, contract, findings, left_out: rows }, &files);
    Brief { text, truncated: left_out }
}

/// Writes the brief for the executor who restores an attempt and does the work anew.
pub fn redo(state: &LoopState, step: &NextStep, tag: &str) -> Brief {
    let mut left_out = Vec::new();
    let base = state.passes.first().and_then(|p| p.change.base.as_ref());
    let base = base.map_or("the beginning", |b| b.short());
    let label = budget::label(state);
    let commit = match state.protocol.fix_commit {
        FixCommit::None => "Leave the work uncommitted: it is committed when it is approved.".to_owned(),
        FixCommit::Amend | FixCommit::Separate => {
            format!("Commit the work under the task's scope ({label}).")
        }
    };
    let (restore, remove) = (listed(tag, "restore", &step.files), listed(tag, "remove", &step.added));
    let written = |parts: &Parts, restore: &str, remove: &str| {
        let pass = state.pass().map_or(1, |p| p.number);
        render(
            REDO,
            context! {
                label => label.as_str(),
                title => parts.title.as_str(),
                pass,
                max_passes => state.protocol.max_passes.max(pass),
                tag,
                base,
                restore,
                remove,
                contract => parts.contract.as_str(),
                findings => parts.findings.as_str(),
                left_out => parts.left_out.as_str(),
                commit => commit.as_str(),
                call => step.call.in_words(),
            },
        )
    };
    let title = title(state, tag);
    let fixed = envelope::weight(&written(&Parts::default(), "", ""));
    let taken: usize = [&restore, &remove, &title].map(|p| envelope::weight(p)).iter().sum();
    let mut room = BUDGET.saturating_sub(fixed + LIST + FRAME + taken);
    let rows = findings::unanswered(&step.findings);
    let findings = findings::seal(state, tag, rows, room.saturating_sub(TASK), &mut left_out);
    room = room.saturating_sub(envelope::weight(&findings));
    let (contract, more) = budget::seal_task(tag, &state.contract.text, room);
    if more > 0 {
        left_out.insert(0, budget::task_row(state, more));
    }
    let rows = budget::seal_rows(tag, &left_out);
    let text = written(&Parts { title, contract, findings, left_out: rows }, &restore, &remove);
    Brief { text, truncated: left_out }
}

fn title(state: &LoopState, tag: &str) -> String {
    budget::seal_beginning(tag, "title", &envelope::one_line(state.subject.title()), 600).0
}

/// Seals a list of paths; the step that the brief belongs to has it whole.
fn listed(tag: &str, name: &str, paths: &[String]) -> String {
    if paths.is_empty() {
        return "(none)".to_owned();
    }
    let lines: Vec<String> = paths.iter().map(|p| budget::short_path(p)).collect();
    let (sealed, more) = budget::seal_beginning(tag, name, &lines.join("\n"), FILES);
    match more {
        0 => sealed,
        _ => format!("{sealed}\n\nThere are {} of them; `next` of loop_status lists all.", paths.len()),
    }
}

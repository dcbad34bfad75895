//! The brief of the one who mends: the fixer, the author of a document, the executor who begins anew.

use std::convert::Infallible;

use minijinja::context;

use super::budget::{self, FRAME, LIST, Most, Written};
use super::cut::{Cut, Left};
use super::rest::{Frame, Rest};
use super::review::{CONTEXT, REQUIREMENTS, of_limit, outside, progress, requirements};
use super::{BUDGET, Brief, document, findings, render};
use crate::domain::envelope;
use crate::domain::next_step::{Action, NextStep};
use crate::domain::range::written_scope;
use crate::domain::review_loop::LoopState;
use crate::domain::subject::{Requirement, Subject};

const FIX: &str = include_str!("../../../briefs/fix.md");
const REVISE: &str = include_str!("../../../briefs/revise.md");
const REEXECUTE: &str = include_str!("../../../briefs/reexecute.md");

/// What the paths to restore and to remove may take.
const PATHS: usize = 6 * 1024;

/// What the task may always take; it gets more where the findings are short.
const TASK: usize = 9 * 1024;

/// What the reason of the tier before may take.
const TOO_HARD: usize = 2 * 1024;

/// How much of a citation is looked at, in bytes.
const NAMED: usize = 256;

/// What a document under revision answers to; empty for work.
#[derive(Debug, Clone, Copy, Default)]
pub struct Upstream<'a> {
    pub text: &'a str,
    pub requirements: &'a [Requirement],
}

/// Writes the brief of the step that asks for a fix, a revision or a new attempt.
///
/// For one state and step it is cut at the same places whatever the tag, so that a part can be written later.
/// `upstream` is what a document answers to, as it is now; it stands in the place of what the contract held of it when
/// the loop began.
pub fn fix(state: &LoopState, step: &NextStep, tag: &str, upstream: Upstream<'_>) -> Brief {
    let Ok(brief) =
        budget::with_unused(|most| Ok::<_, Infallible>(written(state, step, tag, upstream, most)));
    brief
}

/// Writes it with at most so much of the findings and of the context.
fn written(state: &LoopState, step: &NextStep, tag: &str, upstream: Upstream<'_>, most: Most) -> Written {
    let mut cut = Cut::default();
    let paths = paths(state, step, tag, &mut cut);
    let frame = Frame { state, tag, mends: Some(asked(step.action).1) };
    // How it is to be committed depends on where HEAD is; the room must not.
    let longest = commits(state, step).into_iter().max_by_key(|words| envelope::weight(words));
    let longest = longest.unwrap_or_default() + &" ".repeat(NUMBER_GROWS);
    let bare = Parts { commit: longest, ..Parts::default() };
    let fixed = envelope::weight(&render_fix(state, step, tag, &bare));
    let mut room = BUDGET.saturating_sub(fixed + envelope::weight(&paths) + LIST + FRAME);
    let (title, _) = budget::seal_beginning(tag, "title", &budget::titled(state), 600);
    room = room.saturating_sub(envelope::weight(&title));
    let rows = findings::to_mend(state, &step.findings);
    let findings = if rows.is_empty() {
        String::new()
    } else {
        findings::seal(state, tag, rows, most.of_findings(room.saturating_sub(TASK)).min(room), &mut cut)
    };
    room = room.saturating_sub(envelope::weight(&findings));
    let file = state.subject.document().map_or("", |path| path.as_str());
    let too_hard = too_hard(state, tag, room, &mut cut);
    room = room.saturating_sub(envelope::weight(&too_hard));
    let path =
        if file.is_empty() { String::new() } else { envelope::seal(tag, "path", &budget::short_path(file)) };
    room = room.saturating_sub(envelope::weight(&path));
    let served = served(state, step, upstream.requirements);
    let requirements = requirements(state, &served, tag, REQUIREMENTS.min(room), &mut cut);
    room = room.saturating_sub(envelope::weight(&requirements));
    let context = outside(state, tag, most.of_context(CONTEXT).min(room), &mut cut);
    room = room.saturating_sub(envelope::weight(&context));
    let mut contract = String::new();
    let mut is_whole = true;
    if !state.contract.text.trim().is_empty() && upstream.text.trim().is_empty() {
        let (sealed, more) = budget::seal_task(tag, &state.contract.text, room);
        is_whole = more.is_empty();
        budget::cut_from_task(state, more, &mut cut);
        room = room.saturating_sub(envelope::weight(&sealed));
        contract = sealed;
    }
    let upstream = document::upstream(tag, upstream.text, room, &mut cut);
    room = room.saturating_sub(envelope::weight(&upstream));
    let packed = cut.pack(tag, frame.room(BUDGET), false);
    let left_out = budget::seal_rows(tag, &packed.rows, "", LIST);
    let further = packed.rest.count();
    let commit = commit(state, step);
    let parts = Parts {
        paths,
        title,
        path,
        contract,
        upstream,
        requirements,
        context,
        findings,
        too_hard,
        left_out,
        commit,
        further,
    };
    let (findings, context) = (envelope::weight(&parts.findings), envelope::weight(&parts.context));
    let text = render_fix(state, step, tag, &parts);
    let rest = Rest { mends: Some(asked(step.action).1.to_owned()), ..packed.rest };
    let left = if is_whole { room } else { 0 };
    Written { brief: Brief { text, truncated: packed.rows, rest }, left, findings, context }
}

#[derive(Debug, Default)]
struct Parts {
    paths: String,
    title: String,
    /// Where the document stands.
    path: String,
    contract: String,
    upstream: String,
    requirements: String,
    /// What the caller gave of outside knowledge: a part of the contract like any other.
    context: String,
    findings: String,
    /// What the tier before said when it handed the work on.
    too_hard: String,
    left_out: String,
    commit: String,
    /// How many parts there are.
    further: usize,
}

/// The requirements that the work serves, those first that a finding cites: what is cut is cut from the end.
fn served(state: &LoopState, step: &NextStep, upstream: &[Requirement]) -> Vec<Requirement> {
    let of_document = state.subject.document().is_some() && !upstream.is_empty();
    let mut served = if of_document { upstream.to_vec() } else { state.contract.requirements.clone() };
    let named: Vec<String> = step
        .findings
        .iter()
        .filter_map(|row| row.requirement.as_ref())
        .map(|said| envelope::beginning(said, NAMED).to_lowercase())
        .collect();
    // What is longer is a sentence, which nobody cites word for word.
    let cited = |r: &Requirement| {
        let id = Some(&r.id).filter(|id| id.len() <= NAMED).map(|id| id.to_lowercase());
        id.is_some_and(|id| named.iter().any(|said| said.contains(&id)))
    };
    served.sort_by_cached_key(|r| !cited(r));
    served
}

/// The template of what is asked, and how a further part calls it.
fn asked(action: Action) -> (&'static str, &'static str) {
    match action {
        Action::Revise => (REVISE, "revising the document"),
        Action::Reexecute => (REEXECUTE, "doing it again from the start"),
        Action::Fix
        | Action::Review
        | Action::Respond
        | Action::Retest
        | Action::AskUser
        | Action::Judge
        | Action::Confirm
        | Action::CloseGaps
        | Action::Proceed
        | Action::Stop => (FIX, "fixing the findings"),
    }
}

/// What the tier before said of work that is beyond it, sealed: whoever takes over need not find that out again.
fn too_hard(state: &LoopState, tag: &str, room: usize, cut: &mut Cut<'_>) -> String {
    if state.too_hard.trim().is_empty() {
        return String::new();
    }
    let (sealed, more) = budget::seal_first(tag, "too_hard", &state.too_hard, TOO_HARD.min(room));
    if !more.is_empty() {
        let what =
            format!("{} more characters of why the tier before handed the work on", more.chars().count());
        cut.keep("(too hard)", what, Left::more("too_hard", more.to_owned()));
    }
    sealed
}

/// The paths to take back, sealed: a path is a text of the repository.
fn paths(state: &LoopState, step: &NextStep, tag: &str, cut: &mut Cut<'_>) -> String {
    if step.action != Action::Reexecute {
        return String::new();
    }
    let line = |what: &str, path: &String| format!("{what} {}\n", envelope::flat(path));
    let mut text: String = step.files.iter().map(|p| line("restore", p)).collect();
    text.extend(step.added.iter().map(|p| line("remove", p)));
    if text.is_empty() {
        return "The attempt changed no file.".to_owned();
    }
    let (sealed, more) = budget::seal_first(tag, "paths", text.trim_end(), PATHS);
    if !more.is_empty() {
        let what = format!("more paths to restore or remove: `git status`, and loop_status {}", state.id);
        cut.keep("(paths)", what, Left::more("paths", more.to_owned()).first());
    }
    sealed
}

/// What the number of a fix task may grow by, each time it is written, where others put theirs into the list.
const NUMBER_GROWS: usize = 8;

/// The number and the commit message of the fix task that a step proposes.
fn fix_task(step: &NextStep) -> Option<(&str, &str)> {
    let text = step.fix.as_deref()?;
    let number = text.split_once("] ")?.1.split_once(" [FIX ")?.0;
    let message = text.split_once("**Commit**: `")?.1.split_once('`')?.0;
    // Numbers stand in a file of the repository: anything else is none of ours to say.
    let is_number = |c: char| c.is_ascii_alphanumeric() || c == '.';
    let is_message = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '(' | ')' | ':' | ' ');
    (number.chars().all(is_number) && message.chars().all(is_message)).then_some((number, message))
}

/// A message by which the commits of a subject are found, where nobody could take it for anything else.
fn example(subject: &Subject, kind: &str) -> Option<String> {
    budget::plain_label(subject)?;
    let message = match subject {
        Subject::Task { phase, plan, stem, task, .. } => {
            format!("{kind}({}): task {task} …", written_scope(phase, plan, stem))
        }
        Subject::Execution { phase, plan, stem, .. } => {
            format!("{kind}({}): …", written_scope(phase, plan, stem))
        }
        Subject::Change { id, .. } => format!("{kind}: … ({id})"),
        Subject::Plan { .. } | Subject::Artifact { .. } => return None,
    };
    let marks = |c: char| {
        c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '/' | '-' | '(' | ')' | ':' | ' ' | '…')
    };
    message.chars().all(marks).then_some(message)
}

/// Every way in which a brief may say how to commit.
fn commits(state: &LoopState, step: &NextStep) -> [String; 6] {
    let scope = match budget::plain_label(&state.subject) {
        Some(label) => format!(" ({label})"),
        None => String::new(),
    };
    let such_as = |kind: &str| match example(&state.subject, kind) {
        Some(message) => format!(", such as `{message}`"),
        None => String::new(),
    };
    let of_task = fix_task(step).map_or_else(String::new, |(number, message)| {
        format!("The fix is task {number} of the task list, as `next.fix` has it. Commit it as a commit of its own with the message on that task's **Commit** line, word for word: `{message}`.")
    });
    let own = match &state.subject {
        Subject::Task { .. } => "whose message carries the task's scope",
        Subject::Execution { .. } => "whose message carries the plan's scope",
        Subject::Change { .. } | Subject::Plan { .. } | Subject::Artifact { .. } => {
            "whose message names the change"
        }
    };
    [
        "Commit the fix by amending the commit under review (`git commit --amend --no-edit`); it is HEAD and not pushed.".to_owned(),
        format!("Commit the fix as a commit of its own {own}{scope}{}.", such_as("fix")),
        format!("Commit the new attempt as a commit of its own {own}{scope}{}.", such_as("feat")),
        "Leave it uncommitted: it is committed when it is approved.".to_owned(),
        "Leave the fix uncommitted.".to_owned(),
        of_task,
    ]
}

fn commit(state: &LoopState, step: &NextStep) -> String {
    let [amend, separate, anew, when_approved, not, of_task] = commits(state, step);
    match step.commit.as_deref() {
        Some("amend") => amend,
        Some("separate") if !of_task.is_empty() => of_task,
        Some("separate") => separate,
        _ if step.action == Action::Reexecute && !state.protocol.commit_after_approval => anew,
        _ if state.protocol.commit_after_approval => when_approved,
        _ => not,
    }
}

fn render_fix(state: &LoopState, step: &NextStep, tag: &str, parts: &Parts) -> String {
    let pass = state.pass().map_or(1, |p| p.number);
    let label = budget::label(state);
    // HEAD may hold the attempt, also where it was to be committed later.
    let base = state.pass().and_then(|p| p.change.base.as_ref()).map(ToString::to_string);
    let before = base.unwrap_or_else(|| "HEAD".to_owned());
    let what = if step.findings.iter().any(|f| f.blocking) {
        "Mend every finding marked **blocks**; take up the others where that is quick and safe."
    } else {
        "No finding blocks by itself, and the review lets none of it pass so: mend them all."
    };
    render(
        asked(step.action).0,
        context! {
            label,
            what,
            before,
            unlisted => state.takes_all_that_differs(),
            paths => parts.paths.as_str(),
            title => parts.title.as_str(),
            pass,
            of_limit => of_limit(state, pass, 0),
            tag,
            path => parts.path.as_str(),
            contract => parts.contract.as_str(),
            upstream => parts.upstream.as_str(),
            requirements => parts.requirements.as_str(),
            of_task => matches!(state.subject, Subject::Task { .. }),
            of_plan => matches!(state.subject, Subject::Execution { .. }),
            context => parts.context.as_str(),
            chosen => state.decisions.last().is_some_and(|d| d.at == state.last_at),
            findings => parts.findings.as_str(),
            too_hard => parts.too_hard.as_str(),
            left_out => parts.left_out.as_str(),
            commit => parts.commit.as_str(),
            parts => parts.further,
            loop_id => state.id.as_str(),
            turn => state.turn,
            progress => progress(state),
            responses => state.protocol.responses_required,
            fill => step.fill.join("`, `"),
            call => step.call.in_words(),
        },
    )
}

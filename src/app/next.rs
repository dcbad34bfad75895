//! The next step of a loop with what only the repository can tell: whether the fix may be amended, and the brief.

use crate::domain::brief::{self, Brief, Upstream};
use crate::domain::ids::RepoPath;
use crate::domain::next_step::{Action, FindingRow, NextStep, Who};
use crate::domain::review_loop::LoopState;
use crate::domain::review_loop::next::{Surroundings, next_step};

use crate::io::settings::user;

use super::subjects::{self, upstream_of};
use super::workspace::Workspace;
use super::{gate, journals, stopped};

/// What a step may take of an answer beside its brief, in bytes.
const BESIDE_BRIEF: usize = 2 * 1024;
/// And what it may take where there is none.
const ALONE: usize = 16 * 1024;

/// Returns the next step without a brief, as a status shows it. Work that lies in another work tree than the one in use is
/// looked at there, and so is said to be: whoever restores or commits must not do it here.
pub(super) fn of(ws: &Workspace<'_>, state: &LoopState) -> NextStep {
    let elsewhere = state.subject.branch().filter(|b| ws.repository.branch().as_deref() != Some(*b));
    let Some((branch, there)) = elsewhere.and_then(|b| Some((b, ws.of_branch(b)?))) else {
        return in_use(ws, state);
    };
    let mut step = in_use(&there, state);
    if !step.files.is_empty() || matches!(step.action, Action::Fix | Action::Revise | Action::Reexecute) {
        let root = there.repository.root().display();
        step.warnings.push(format!(
            "this work lies in the work tree {root}, which has {branch} checked out: change, restore and commit there, and not where this was called from"
        ));
    }
    step
}

fn in_use(ws: &Workspace<'_>, state: &LoopState) -> NextStep {
    let around = Surroundings { may_amend: may_amend(ws, state), settled: settled(ws, state) };
    let mut step = next_step(state, around);
    if let (Some(fix), Some(path)) = (&step.fix, state.subject.plan_path()) {
        // The list may hold fix tasks that others put there.
        let list = subjects::read_plan(ws, path).ok().filter(|plan| plan.listed);
        step.fix = list.map(|list| list.place(fix)).or_else(|| step.fix.clone());
    }
    if step.summary_section.is_some()
        && let Some(path) = journals::holding_left_open(ws, state)
    {
        // Whoever writes that file would add it a second time.
        step.summary_section = None;
        step.warnings.push(format!("what stays open is written down in {path}; do not add it again"));
    }
    if step.action == Action::AskUser && step.who == Who::Human && wants_attested(ws) {
        // A choice sent by a model would be refused: without one, the call has the user asked.
        step.fill.clear();
    } else if step.action == Action::AskUser && step.who == Who::Human {
        let alone: Vec<String> =
            super::decide::in_person_only(state).map(|c| format!("`{}`", c.word)).collect();
        if !alone.is_empty() && !ws.user().is_ok_and(|user| user.sets_decisions) {
            step.warnings.push(format!(
                "{} is taken from the user alone, since a file of the repository made this question come or come sooner: without `choice` the user is asked where the client can ask, else in a terminal",
                alone.join(", ")
            ));
        }
    }
    let mut step = stopped::told(ws, state, step);
    ws.here(&mut step);
    step
}

/// The user's own configuration takes choices from the user alone. One that cannot be read is refused by `decide`.
pub(super) fn wants_attested(ws: &Workspace<'_>) -> bool {
    ws.user().is_ok_and(|user| user.decisions == user::Decisions::Attested)
}

/// Returns the next step with the brief of the one who acts, where the step has one.
pub(super) fn with_brief(ws: &Workspace<'_>, state: &LoopState) -> NextStep {
    let mut step = of(ws, state);
    if let Some(brief) = brief(ws, state, &step) {
        step = beside_brief(step);
        step.brief = Some(brief.text);
        return step;
    }
    step.fit(ALONE)
}

/// Returns a step as it stands beside a brief, which has the findings whole: its rows only tell which.
pub(super) fn beside_brief(mut step: NextStep) -> NextStep {
    step.findings = step.findings.into_iter().map(FindingRow::short).collect();
    step.fit(BESIDE_BRIEF)
}

/// Writes the brief of the one who mends; nothing where the step asks for no such thing.
pub(super) fn brief(ws: &Workspace<'_>, state: &LoopState, step: &NextStep) -> Option<Brief> {
    let mends = matches!(step.action, Action::Fix | Action::Revise | Action::Reexecute);
    mends.then(|| {
        let answers_to = upstream_of(ws, &state.subject, &state.protocol);
        let answers_to = Upstream { text: &answers_to.text, requirements: &answers_to.requirements };
        brief::fix(state, step, &ws.clock.random_tag(), answers_to)
    })
}

/// Where the review comes before the commit, what is handed over at the end are files to commit, or to take back. Once
/// none of them differs from the commit that is checked out, that is done. Of another branch's files nothing can be told.
fn settled(ws: &Workspace<'_>, state: &LoopState) -> bool {
    if state.outcome().is_none() || !state.protocol.commit_after_approval {
        return false;
    }
    let Some(pass) = state.pass().filter(|_| state.subject.branch() == ws.repository.branch().as_deref())
    else {
        return false;
    };
    let paths: Vec<&RepoPath> =
        pass.change.files.iter().flat_map(|f| f.old_path.iter().chain([&f.path])).collect();
    // Where commits hold what was skipped, that nothing differs takes nothing back.
    ws.differing_at(&paths).is_ok_and(|now| paths.iter().all(|path| !now.paths.contains(path)))
        && gate::is_gone_if_skipped(ws, state)
}

/// Amending is safe only while the subject's last commit is HEAD, on its branch, and nobody else has it.
fn may_amend(ws: &Workspace<'_>, state: &LoopState) -> bool {
    let Some(pass) = state.pass() else { return false };
    let head = &pass.change.head;
    ws.repository.head().is_ok_and(|h| &h == head)
        && ws.repository.is_pushed(head).is_ok_and(|pushed| !pushed)
}

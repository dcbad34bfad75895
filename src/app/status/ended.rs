//! What a loop that ended handed over, for whoever comes back after it and knows nothing of it (SPEC 3, 12.7): a stop, files
//! to commit or to take back, findings and a section to pass on, the document that is next. It stands until it is done,
//! where that can be seen, and at the latest until another loop is opened.

use super::room::{cut, lists_cut, slim};
use super::row;
use crate::app::answers::LoopRow;
use crate::app::loops::Loaded;
use crate::app::workspace::Workspace;
use crate::app::{next, planning_text, stopped};
use crate::domain::ids::Timestamp;
use crate::domain::next_step::{Action, Call, NextStep, Who};
use crate::domain::plan::layout;
use crate::domain::receipt::same_subject;
use crate::domain::review_loop::LoopState;
use crate::domain::review_loop::event::Outcome;
use crate::domain::review_loop::left::waits_for_tests;
use crate::domain::review_loop::next::left_open;

/// The step where nothing is open and the loop that ended last leaves nothing to do: which that was is said. Where the gate
/// is closed it is the call that opens it.
pub(super) fn start_after(last: Option<&LoopState>, asked_for: Option<NextStep>) -> NextStep {
    let last = last.and_then(|state| Some((state, state.outcome()?))).map(|(state, outcome)| {
        let label = cut(&state.subject.label(), 100);
        format!(" (the last, {} of {label}, ended {})", state.id, outcome.as_str())
    });
    let last = last.unwrap_or_default();
    if let Some(asked_for) = asked_for {
        let why = format!("no loop is open here{last}, and the gate is closed: {}", asked_for.why);
        return NextStep { action: Action::Proceed, why, ..asked_for };
    }
    let call = Call::new("review_task", []);
    let why = format!("no loop is open here{last}; review a task with its plan and number, or a free change");
    NextStep::new(Action::Proceed, Who::Host, why, call, &["plan", "task"])
}

/// The step where no loop that can be read is open, and others cannot be read.
pub(super) fn nobody_knows(damaged: &[String]) -> NextStep {
    let first = damaged.first().map(|damaged| cut(damaged, 300)).unwrap_or_default();
    let why = format!(
        "whether a loop is open here, or waits to be reviewed anew, nobody knows before this is settled: {first}"
    );
    let call = Call::new("loop_status", [("state", serde_json::json!("all"))]);
    NextStep::new(Action::Stop, Who::Host, why, call, &[])
}

/// Where nothing is open: the loop that ended and the step that leads on from it, where that is not done yet; and the one
/// that ended last.
pub(super) fn left_over(ws: &Workspace<'_>, all: &[Loaded]) -> (Option<(Loaded, NextStep)>, Option<Loaded>) {
    let branch = ws.repository.branch();
    let mut here: Vec<&Loaded> =
        all.iter().filter(|l| l.state.subject.branch() == branch.as_deref()).collect();
    here.sort_by_key(|l| std::cmp::Reverse(l.born));
    let states: Vec<LoopState> = here.into_iter().map(|l| l.state.clone()).collect();
    let failed = stopped::among(&states, None);
    // What stopped its phase is led back before anything else of it is begun.
    let stopped = failed.and_then(|failed| all.iter().find(|l| l.state.id == failed.id)).map(|failed| {
        let mut step = stopped::of_phase(&failed.state, next::of(ws, &failed.state));
        ws.here(&mut step);
        (failed.clone(), step)
    });
    (stopped.or_else(|| due(ws, all)), last(ws, all).cloned())
}

/// Returns the row of the loop whose end handed over what is not done yet, with the step that says so.
pub(in crate::app) fn handed_over(ws: &Workspace<'_>, all: &[Loaded]) -> Option<(Loaded, LoopRow)> {
    let (loaded, step) = due(ws, all)?;
    let row = LoopRow { next: Some(slim(lists_cut(step))), ..row(&loaded.state, None) };
    Some((loaded, row))
}

/// Returns the loop that ended last on the branch in use.
fn last<'l>(ws: &Workspace<'_>, all: &'l [Loaded]) -> Option<&'l Loaded> {
    let here = in_order(ws, all);
    let ended = here.into_iter().filter(|timed| timed.loaded.state.outcome().is_some());
    ended.max_by_key(|timed| (timed.last_at, timed.loaded.born)).map(|timed| timed.loaded)
}

/// A loop with its times as far as they agree with the store's order.
struct Timed<'l> {
    loaded: &'l Loaded,
    opened_at: Timestamp,
    last_at: Timestamp,
}

/// Returns the loops of the branch in use that speak for their subjects, the one opened last first. Which was opened last
/// says the store: the times of a loop that was opened under a clock which was put back since end before those of what was
/// opened after it.
fn in_order<'l>(ws: &Workspace<'_>, all: &'l [Loaded]) -> Vec<Timed<'l>> {
    let branch = ws.repository.branch();
    let mut here: Vec<&Loaded> =
        all.iter().filter(|l| l.state.subject.branch() == branch.as_deref()).collect();
    here.sort_by_key(|l| std::cmp::Reverse(l.born));
    let (mut timed, mut first) = (Vec::<Timed<'l>>::new(), Timestamp(i64::MAX));
    for loaded in here {
        let LoopState { subject, opened_at, last_at, .. } = &loaded.state;
        let before = Timestamp(first.0.saturating_sub(1));
        let (opened_at, last_at) = if *opened_at > first { (before, before) } else { (*opened_at, *last_at) };
        first = first.min(opened_at);
        if !timed.iter().any(|newer| same_subject(&newer.loaded.state.subject, subject)) {
            timed.push(Timed { loaded, opened_at, last_at });
        }
    }
    timed
}

/// Returns the loop that ended last of those whose end handed over what is not done yet, with the step that says so.
fn due(ws: &Workspace<'_>, all: &[Loaded]) -> Option<(Loaded, NextStep)> {
    let mut here = in_order(ws, all);
    // Whoever opened another loop after it went on from there.
    let opened_last = here.iter().map(|timed| timed.opened_at).max()?;
    here.sort_by_key(|timed| std::cmp::Reverse((timed.last_at, timed.loaded.born)));
    let left = here
        .into_iter()
        .filter(|timed| timed.loaded.state.outcome().is_some() && timed.last_at >= opened_last);
    left.map(|timed| (timed.loaded, next::of(ws, &timed.loaded.state)))
        .find(|(l, step)| is_due(ws, &l.state, step))
        .map(|(l, step)| (l.clone(), step))
}

fn is_due(ws: &Workspace<'_>, state: &LoopState, step: &NextStep) -> bool {
    let gave_way = state.outcome() == Some(Outcome::Abandoned) && !state.replaced_by.is_empty();
    if gave_way && !waits_for_tests(state) {
        // What took its place leads on.
        return false;
    }
    if step.action == Action::Stop || step.next.is_some() {
        return true;
    }
    let written = is_in_summary(ws, state);
    if state.protocol.commit_after_approval || written.is_some() {
        return !step.files.is_empty() || !step.added.is_empty() || written == Some(false);
    }
    // Nothing shows whether these were passed on.
    !state.open_findings().is_empty() || step.summary_section.is_some()
}

/// Tells whether the SUMMARY of the plan holds what stays open; nothing where there is no such text, or no such plan.
fn is_in_summary(ws: &Workspace<'_>, state: &LoopState) -> Option<bool> {
    let section = left_open(state)?;
    let plan = state.subject.plan_path()?;
    let dir = plan.parent()?;
    let names = layout::summary_names(plan.file_name());
    let mut texts = names.iter().filter_map(|name| {
        let path = dir.join(name).ok()?;
        planning_text::read(ws.documents(Some(&path)), &path, &mut Vec::new())
    });
    let lines = || section.lines().map(str::trim).filter(|line| !line.is_empty());
    Some(texts.any(|text| lines().all(|line| text.contains(line))))
}

//! `loop_status`: where loops stand; how a compacted or restarted agent resumes. Writes nothing.

mod boundary;
mod dark;
mod ended;
mod gates;
mod left_out;
mod newer;
mod plan;
mod room;
mod timeline;

use serde_json::json;

use crate::domain::ids::{LoopId, RepoPath};
use crate::domain::next_step::{Action, Call, FindingRow, NextStep, Who};
use crate::domain::plan::Plan;
use crate::domain::review::Remark;
use crate::domain::review_loop::event::Outcome;
use crate::domain::review_loop::{LoopState, Standing};
use crate::domain::subject::Subject;
use crate::error::Error;
use crate::io::store::Store;

use super::answers::{Gate, LoopRow, LoopStatusAnswer};
use super::gate::{self, Judged, Records};
use super::loops::{self, LeftOut, Loaded, Page};
use super::requests::{LoopFilter, LoopStatus, PlanAspect, ReviewTask};
use super::subjects::renumbered::{self, Whose};
use super::subjects::{self, Fields, branches};
use super::workspace::Workspace;
use super::{next, phases, stopped};
use dark::Dark;
pub(super) use ended::handed_over;
use gates::{gate_of, of_branch, of_one};
pub(super) use left_out::told as told_of_left_out;
use room::{cut, listed, lists_cut, more, slim, within};
pub(super) use timeline::rows;

/// Rows of a list in one answer, so that it stays small; more are behind `cursor`.
pub(super) const PAGE: usize = 8;
/// How many loops a list still holds against the history for the branch's gate; a call must stay a matter of milliseconds.
const JUDGED: usize = 128;
/// What findings and the lists of a step may take of it, in bytes.
const ROOM: usize = 1000;

pub(super) fn loop_status(ws: &Workspace<'_>, request: &LoopStatus) -> Result<LoopStatusAnswer, Error> {
    let fields = Fields {
        plan: request.plan.as_deref(),
        task: request.task.as_deref(),
        of: request.of,
        artifact: request.artifact.as_deref(),
        id: request.id.as_deref(),
    };
    let by_subject = fields.any();
    let ways = [request.loop_id.is_some(), by_subject, request.phase.is_some()];
    if ways.iter().filter(|w| **w).count() > 1 {
        return Err(Error::invalid("loop_id", "give one of `loop_id`, a subject or `phase`"));
    }
    if by_subject {
        fields.check()?;
    }
    let from = room::cursor(request)?;
    let Some(store) = ws.store_if_any()? else { return nothing(ws, request) };
    match (&request.loop_id, by_subject, &request.phase) {
        (Some(id), _, _) => match newer::shown(ws, &store, id, request, from)? {
            Some(answer) => Ok(answer),
            None => one(ws, &store, &loops::load(&store, id)?, request, from, None),
        },
        (None, true, _) => of_subject(ws, &store, &fields, request, from),
        (None, false, Some(phase)) => of_phase(ws, &store, phase, from),
        (None, false, None) => list(ws, &store, request, from),
    }
}

/// No loop was ever opened here.
fn nothing(ws: &Workspace<'_>, request: &LoopStatus) -> Result<LoopStatusAnswer, Error> {
    if let Some(id) = &request.loop_id {
        return Err(Error::not_found("loop_id", format!("no loop {id:?} in this repository"))
            .hint("No loop was opened here yet"));
    }
    let lost = loops::lost_logs::without_a_store(ws);
    let next = if lost.is_empty() { start() } else { ended::nobody_knows(&lost) };
    let remarks = damage(&lost);
    let mut answer = LoopStatusAnswer { next: Some(next), remarks, ..LoopStatusAnswer::default() };
    if let Some(phase) = &request.phase {
        let (plans, unread) = match phases::readable(ws, phase) {
            Ok(read) => read,
            Err(error) => return of_spec(ws, phase, &[], &Records::read(ws)?, error),
        };
        let place = phases::folder(ws, phase)?.dir;
        let judged = gate::of_plans(ws, Some(&place), (&plans, &unread), &Records::read(ws)?)?;
        answer.unreviewed = never(&judged).into_iter().map(|s| s.which.label.clone()).collect();
        answer.remarks.extend(judged.remarks.iter().cloned());
        answer.gate = Some(gate_of(&judged));
    }
    Ok(answer)
}

/// The step where nothing is open.
fn start() -> NextStep {
    ended::start_after(None, None)
}

/// One loop with its findings, a page at a time; `gate` is that of the branch, where the branch was asked about.
fn one(
    ws: &Workspace<'_>,
    store: &Store,
    loaded: &Loaded,
    request: &LoopStatus,
    from: usize,
    gate: Option<Gate>,
) -> Result<LoopStatusAnswer, Error> {
    shown(ws, store, loaded, next::of(ws, &loaded.state), request, from, gate)
}

/// One loop with its findings as [`one`] shows it, and the step that leads on from it.
fn shown(
    ws: &Workspace<'_>,
    store: &Store,
    loaded: &Loaded,
    mut step: NextStep,
    request: &LoopStatus,
    from: usize,
    gate: Option<Gate>,
) -> Result<LoopStatusAnswer, Error> {
    let state = &loaded.state;
    // The findings stand once, in pages; the step names none of them twice.
    step.findings.clear();
    let lists = [&mut step.files, &mut step.added, &mut step.tests].map(std::mem::take);
    let mut answer = LoopStatusAnswer {
        loops: vec![row(state, None)],
        gate: Some(match gate {
            Some(gate) => gate,
            None => of_one(ws, store, loaded)?,
        }),
        next: Some(slim(step)),
        ..LoopStatusAnswer::default()
    };
    let room = room_beside(&answer);
    let said = state.with_what_was_said();
    let open = said.open_findings().into_iter();
    let rows: Vec<FindingRow> = open.map(|f| FindingRow::of(f, &state.protocol)).collect();
    let findings = rows.len();
    answer.unresolved = within(rows.into_iter().skip(from).take(PAGE).map(listed), room);
    let mut shown = from.min(findings) + answer.unresolved.len();
    let mut total = findings;
    // Findings and lists share the room of one answer.
    let taken = serde_json::to_string(&answer.unresolved).map_or(room, |json| json.len());
    let mut left = room.saturating_sub(taken).min(900);
    // A page without findings has an entry of the lists, whatever else there is to say.
    left = if !answer.unresolved.is_empty() && left < ROOM / 4 { 0 } else { left.max(ROOM / 4) };
    let page = lists.map(|whole| {
        // The lists of the step follow the findings, each from where the last page ended.
        let mut list = Vec::new();
        if shown == total {
            let rest = whole.iter().skip(from.saturating_sub(total));
            list = if left > 0 { within(rest.cloned(), left) } else { list };
            left = left.saturating_sub(list.iter().map(|entry| entry.len() + 3).sum());
            shown += from.saturating_sub(total).min(whole.len()) + list.len();
        }
        total += whole.len();
        list
    });
    if let Some(step) = &mut answer.next {
        [step.files, step.added, step.tests] = page;
    }
    let what = if total == findings { "open findings" } else { "open findings, files and tests" };
    answer.cursor = (shown < total).then(|| shown.to_string());
    answer.remarks = more(shown, total, what, "the next are behind `cursor`").into_iter().collect();
    if request.timeline.unwrap_or(false) {
        answer.timeline = timeline::rows(&loaded.entries);
    }
    Ok(answer)
}

/// What findings and lists may take beside the rest of an answer: a long question or a gate with much to say leaves them
/// less, and more pages.
fn room_beside(answer: &LoopStatusAnswer) -> usize {
    /// What the whole may take, less what tells that there are further pages.
    const WHOLE: usize = 2250;
    let rest = serde_json::to_string(answer).map_or(WHOLE, |json| json.len());
    WHOLE.saturating_sub(rest).min(ROOM)
}

fn of_subject(
    ws: &Workspace<'_>,
    store: &Store,
    fields: &Fields<'_>,
    request: &LoopStatus,
    from: usize,
) -> Result<LoopStatusAnswer, Error> {
    let branch = ws.repository.branch();
    let named = match (fields.plan, fields.artifact) {
        (Some(plan), _) => Some(ws.path("plan", plan)?),
        (None, Some(artifact)) => Some(ws.path("artifact", artifact)?),
        (None, None) => None,
    };
    let names = |key: &str| key.split('\n').nth(1) == named.as_ref().map(RepoPath::as_str).or(fields.id);
    // The key is the one it was opened under; who it is now says the loop.
    let (found, dark) = loops::readable_of(store, names)?;
    let dark = Dark::of(store, (&found, dark), names)?;
    let is_it = |lost: &LeftOut| is(&lost.state.subject, named.as_ref(), fields, branch.as_deref());
    let none_opened = || dark.alone().map_or_else(|| left_out::of_subject(ws, store, is_it), Err);
    let mut due = gate::left_out_and_due(ws, store)?;
    due.retain(is_it);
    let told = |mut answer: LoopStatusAnswer| {
        answer.remarks.extend(left_out::told(&due));
        dark.told(answer)
    };
    let mut hits =
        found.iter().filter(|s| is(&s.subject, named.as_ref(), fields, branch.as_deref())).cloned();
    let first = hits.next();
    if let (Some(path), None, None) = (&named, fields.task, fields.artifact) {
        // A plan stands for all that is reviewed of it.
        let all = plan::each_subject_once(first.into_iter().chain(hits));
        return match all.as_slice() {
            [] => none_opened(),
            [only] => {
                let loaded = loops::load(store, only.id.as_str())?;
                let mut answer = one(ws, store, &loaded, request, from, None)?;
                answer.remarks.extend(plan::what_else(ws, path, &only.subject)?);
                Ok(told(answer))
            }
            several => plan::of_plan(ws, path, several, from).map(told),
        };
    }
    let first = match first {
        Some(found) => Some(found),
        // The branch was renamed, or what is checked out goes on with it.
        None => found
            .iter()
            .find(|state| {
                let here = branches::as_of_here(ws, state);
                is(&here.subject, named.as_ref(), fields, branch.as_deref())
                    && branches::is_of_here(ws, state)
            })
            .cloned(),
    };
    match by_words(ws, store, fields, first)? {
        None => none_opened(),
        Some(found) => one(ws, store, &loops::load(store, found.id.as_str())?, request, from, None).map(told),
    }
}

/// Returns the loop of a task by what it asks: its number may have been another's.
fn by_words(
    ws: &Workspace<'_>,
    store: &Store,
    fields: &Fields<'_>,
    found: Option<LoopState>,
) -> Result<Option<LoopState>, Error> {
    if fields.task.is_none() {
        return Ok(found);
    }
    let owned = |field: Option<&str>| field.map(str::to_owned);
    let request = ReviewTask { plan: owned(fields.plan), task: owned(fields.task), ..ReviewTask::default() };
    let Ok(now) = subjects::name(ws, &request) else { return Ok(found) };
    let whose = found.as_ref().map(|s| renumbered::whose(ws, store, s.id.as_str(), &now)).transpose()?;
    if whose == Some(Whose::Its) {
        return Ok(found);
    }
    // As the gate has it.
    let records = Records::read(ws)?;
    match gate::speaks_for(ws, &records, &now.subject).filter(|known| known.is_in_store()) {
        Some(known) => Ok(Some(loops::load(store, known.id.as_str())?.state)),
        None => Ok(found.filter(|_| whose != Some(Whose::Others))),
    }
}

fn none_opened() -> LoopStatusAnswer {
    LoopStatusAnswer {
        next: Some(start()),
        remarks: vec![Remark::new(0, "no_loop", "no loop of this subject was opened on this branch")],
        ..LoopStatusAnswer::default()
    }
}

/// Tells whether a subject is the one that is asked for; `named` is the plan or the document.
fn is(subject: &Subject, named: Option<&RepoPath>, fields: &Fields<'_>, branch: Option<&str>) -> bool {
    let whole = |aspect: PlanAspect| fields.task.is_none() && fields.of.is_none_or(|of| of == aspect);
    let asked = match subject {
        Subject::Task { plan_path, task, .. } => {
            fields.plan.is_some()
                && Some(plan_path) == named
                && fields.of.is_none()
                && fields.task.is_none_or(|t| crate::domain::plan::layout::same_number(t, task))
        }
        Subject::Plan { plan_path, .. } => {
            fields.plan.is_some() && Some(plan_path) == named && whole(PlanAspect::Document)
        }
        Subject::Execution { plan_path, .. } => {
            fields.plan.is_some() && Some(plan_path) == named && whole(PlanAspect::Execution)
        }
        Subject::Artifact { path, .. } => fields.artifact.is_some() && Some(path) == named,
        Subject::Change { id, .. } => Some(id.as_str()) == fields.id,
    };
    asked && subject.branch() == branch
}

fn list(
    ws: &Workspace<'_>,
    store: &Store,
    request: &LoopStatus,
    from: usize,
) -> Result<LoopStatusAnswer, Error> {
    let filter = request.state.unwrap_or(LoopFilter::Open);
    let open = |l: &Loaded| l.state.outcome().is_none();
    // Whoever resumes is told whether the branch may go on; a page or a filter of the list is not about that.
    let asked = request.state.is_none() && from == 0;
    let left = if from == 0 { gate::left_out_and_due(ws, store)? } else { Vec::new() };
    let (mut gate, mut asked_for) = (None, None);
    // The loop that ended, and the step that leads on from it, where nothing is open and that is not done yet.
    let (mut due, mut last) = (None, None);
    // What has ended is read only where it is asked for, and a page at a time: a long history costs nothing.
    let listed = match filter {
        LoopFilter::Open if asked && loops::count(store)? <= JUDGED => {
            let (mut all, damaged) = loops::all(store)?;
            let (judged, step) = of_branch(ws, &all, damaged.clone());
            (gate, asked_for) = (Some(judged), step);
            if !all.iter().any(open) {
                (due, last) = ended::left_over(ws, &all);
            }
            all.retain(open);
            Page::whole((all, damaged))
        }
        LoopFilter::Open => {
            let mut opened = loops::open(store)?;
            // A key that an ended loop still holds makes it no open one.
            opened.0.retain(open);
            if opened.0.is_empty() && request.state.is_none() {
                // Of a long history the newest tell enough.
                let known = if loops::count(store)? <= JUDGED {
                    loops::all(store)?.0
                } else {
                    loops::page(store, 0, PAGE)?.loops
                };
                (due, last) = ended::left_over(ws, &known);
            }
            Page::whole(opened)
        }
        LoopFilter::All => loops::page(store, from, PAGE)?,
        LoopFilter::Blocked => {
            let (mut all, damaged) = loops::all(store)?;
            all.retain(|l| !l.state.with_what_was_said().blocking().is_empty());
            Page::whole((all, damaged))
        }
    };
    // The only loop that is open is what is resumed: its findings belong to the answer, whatever page of them.
    if request.state.is_none()
        && listed.damaged.is_empty()
        && let [only] = listed.loops.as_slice()
    {
        let mut answer = one(ws, store, only, request, from, gate)?;
        answer.remarks.extend(left_out::told(&left));
        return Ok(answer);
    }
    // Nothing is open: what the end of the last loop handed over is resumed, until it is done.
    if let Some((loaded, step)) = due.take() {
        let mut answer = shown(ws, store, &loaded, step, request, from, gate)?;
        answer.remarks.extend(damage(&listed.damaged));
        answer.remarks.extend(left_out::told(&left));
        return Ok(answer);
    }
    let skipped = listed.places.partition_point(|place| *place < from);
    // Many loops are told without their steps: each is a call of its own.
    let steps = (listed.total < 3).then_some(ws);
    // The first one's step is the answer's own.
    let first = listed.loops.iter().find(|l| open(l)).map(|l| l.state.id.clone());
    let rows = listed.loops.iter().skip(skipped).take(PAGE);
    let rows = rows.map(|l| row(&l.state, steps.filter(|_| first.as_ref() != Some(&l.state.id))));
    let page: Vec<LoopRow> = within(rows, 700);
    let shown = listed.places.get(skipped + page.len()).copied().unwrap_or(listed.end);
    let next = match (filter, listed.loops.iter().find(|l| open(l))) {
        (_, Some(open)) => slim(lists_cut(next::of(ws, &open.state))),
        (LoopFilter::Open, None) if !listed.damaged.is_empty() => ended::nobody_knows(&listed.damaged),
        (LoopFilter::Open, None) if !left.is_empty() => left_out::step(ws, &left[0]),
        (LoopFilter::Open, None) => slim(ended::start_after(last.as_ref().map(|l| &l.state), asked_for)),
        // The filter or the page is about others; what waits is told all the same.
        (LoopFilter::All | LoopFilter::Blocked, None) => {
            let (open, _) = loops::open(store)?;
            open.first().map_or_else(start, |l| slim(lists_cut(next::of(ws, &l.state))))
        }
    };
    let mut remarks = damage(&listed.damaged);
    remarks.extend(left_out::told(&left));
    remarks.extend(more(shown, listed.total, "loops", "the next are behind `cursor`"));
    if asked && gate.is_none() {
        let message = format!(
            "more than {JUDGED} loops were opened here; `countersign gate` holds them against the history"
        );
        remarks.push(Remark::new(0, "gate_not_judged", message));
    }
    let mut answer = LoopStatusAnswer {
        next: Some(next),
        gate,
        loops: page,
        cursor: (shown < listed.total).then(|| shown.to_string()),
        remarks,
        ..LoopStatusAnswer::default()
    };
    if listed.loops.iter().any(|l| open(l) && !l.state.open_findings().is_empty()) {
        let first = listed.loops.iter().find(|l| open(l)).filter(|_| from == 0);
        room::list_first(&mut answer, first.map(|l| &l.state));
    }
    Ok(answer)
}

pub(super) fn damage(damaged: &[String]) -> Vec<Remark> {
    let total = damaged.len();
    let mut remarks = within(damaged.iter().map(|d| Remark::new(0, "loop_unreadable", cut(d, 200))), 400);
    remarks.extend(more(remarks.len(), total, "unreadable loops", "`countersign status` lists them"));
    remarks
}

/// A phase at its boundary: its loops, what stayed unresolved, what nobody reviewed, and the gate.
fn of_phase(ws: &Workspace<'_>, store: &Store, phase: &str, from: usize) -> Result<LoopStatusAnswer, Error> {
    let (all, damaged) = loops::all(store)?;
    let (plans, unread) = match phases::readable(ws, phase) {
        Ok(read) => read,
        Err(error) => return of_spec(ws, phase, &all, &Records::of(ws, &all, damaged)?, error),
    };
    let mine: Vec<&Loaded> = phases::loops_of(ws, &plans, &all);
    let states: Vec<&LoopState> = mine.iter().map(|l| &l.state).collect();
    let records = Records::of(ws, &all, damaged.clone())?;
    let folder = phases::folder(ws, phase)?;
    let judged = gate::of_plans(ws, Some(&folder.dir), (&plans, &unread), &records)?;
    let unreviewed: Vec<String> = never(&judged).into_iter().map(|s| s.which.label.clone()).collect();
    let gate = gate_of(&judged);
    let unresolved = boundary::unresolved(&states);
    let total = unresolved.len();
    let page = within(unresolved.into_iter().skip(from).take(PAGE).map(listed), 500);
    let shown = from + page.len();
    let branch = ws.repository.branch();
    let go_on = || plan::unread_first(&unread, phase_next(ws, phase, &plans, &judged, &states));
    let next = match stopped::in_folder(ws, store, &folder.dir, branch.as_deref(), None) {
        // One failed subject stops the phase, whatever else was approved.
        Ok(Some(failed)) => {
            let mut step = stopped::of_phase(&failed, next::of(ws, &failed));
            ws.here(&mut step);
            step
        }
        Ok(None) => go_on(),
        Err(error) => stopped::held_back(&error, go_on()),
    };
    let next = slim(lists_cut(next));
    let rows = within(states.iter().take(3 * PAGE).map(|s| row(s, None)), 450);
    let named = within(unreviewed.iter().map(|u| cut(u, 80)), 200);
    let mut remarks = damage(&damaged);
    remarks.extend(super::verify::is_stale(ws, &folder, &plans, &unread)?);
    remarks.extend(boundary::not_taken(&judged));
    remarks.extend(more(shown, total, "unresolved findings", "the next are behind `cursor`"));
    remarks.extend(more(rows.len(), states.len(), "loops", "`loop_status` with `state: all` has them all"));
    remarks.extend(more(named.len(), unreviewed.len(), "unreviewed tasks", "review these first"));
    Ok(LoopStatusAnswer {
        next: Some(next),
        loops: rows,
        unresolved: page,
        unreviewed: named,
        gate: Some(gate),
        cursor: (shown < total).then(|| shown.to_string()),
        remarks,
        ..LoopStatusAnswer::default()
    })
}

/// A spec in the place of a phase: its loops, its gate, and the call that opens that further. `no_phase` is what is said
/// where there is no such spec either.
fn of_spec(
    ws: &Workspace<'_>,
    name: &str,
    all: &[Loaded],
    records: &Records,
    no_phase: Error,
) -> Result<LoopStatusAnswer, Error> {
    let Some(judged) = gate::of_spec(ws, name, records)? else { return Err(no_phase) };
    let mine = |id: &LoopId| judged.subjects.iter().any(|s| s.loop_id.as_ref() == Some(id));
    let states: Vec<&LoopState> = all.iter().map(|l| &l.state).filter(|s| mine(&s.id)).collect();
    let first = judged.reasons.iter().find_map(|r| Some((r, r.call.clone()?)));
    let next = match (states.iter().find(|s| s.outcome().is_none()), first) {
        (Some(open), _) => {
            let mut step = next::of(ws, open);
            step.findings.clear();
            lists_cut(step)
        }
        (None, Some((reason, call))) => {
            let fill: Vec<&str> = reason.fill.iter().map(String::as_str).collect();
            NextStep::new(Action::Review, Who::Host, cut(&reason.message, 250), call, &fill)
        }
        (None, None) => {
            let why = "every document of the spec has its review";
            NextStep::new(Action::Proceed, Who::Host, why, Call::new("loop_status", []), &[])
        }
    };
    Ok(LoopStatusAnswer {
        next: Some(slim(next)),
        loops: within(states.iter().map(|s| row(s, None)), 450),
        unreviewed: never(&judged).into_iter().map(|s| cut(&s.which.label, 80)).collect(),
        gate: Some(gate_of(&judged)),
        ..LoopStatusAnswer::default()
    })
}

fn phase_next(
    ws: &Workspace<'_>,
    phase: &str,
    plans: &[Plan],
    judged: &Judged,
    states: &[&LoopState],
) -> NextStep {
    // A loop without a reviewer lets the host go on to the other tasks; here, at the boundary, it is tried again.
    let waits = |s: &LoopState| matches!(s.standing, Standing::Unreviewed { .. });
    if let Some(open) = states.iter().find(|s| s.outcome().is_none() && !waits(s)) {
        let mut step = next::of(ws, open);
        step.findings.clear();
        return step;
    }
    let is_changed = |s: &&gate::Stand| {
        use gate::Standing::{Changed, Lost, NotHere};
        matches!(s.standing, Changed(_) | NotHere(_) | Lost(_))
    };
    let stuck = |s: &gate::Stand| reason_of(judged, s).filter(|r| r.call.is_none());
    let changed = || judged.subjects.iter().filter(is_changed);
    if let Some(changed) = changed().find(|s| stuck(s).is_none()).or_else(|| changed().next()) {
        if let Some(reason) = stuck(changed) {
            // A review would be refused: what leads out is done by hand, and then asked about again.
            let call = Call::new("loop_status", [("phase", json!(phase))]);
            let unread = matches!(changed.standing, gate::Standing::Lost(_));
            let action = if unread { Action::Stop } else { Action::Proceed };
            return NextStep::new(action, Who::Host, reason.message.clone(), call, &[]);
        }
        let why = left_out::why_reviewed_again(changed);
        // As the gate has it: what ended at its limit is opened again by choice only.
        let (call, fill) = call_of(judged, changed);
        return NextStep::new(Action::Review, Who::Host, why, call, &fill);
    }
    let due = never(judged);
    let taken = |s: &gate::Stand| reason_of(judged, s).and_then(|r| r.taken.as_ref());
    // What is not executed yet cannot be reviewed, and holds up nothing that can.
    let first = due.iter().find(|s| taken(s).is_some_and(Result::is_ok));
    let unexecuted = due.iter().find_map(|s| Some((s, taken(s)?.as_ref().err()?)));
    if let Some(first) = first.or(due.first().filter(|_| unexecuted.is_none())) {
        let (call, fill) = call_of(judged, first);
        return NextStep::new(Action::Review, Who::Host, unreviewed_in_words(&due), call, &fill);
    }
    if let Some(again) = states.iter().find(|s| waits(s)) {
        let call = Call::new("review_task", [("loop_id", json!(again.id.as_str()))]);
        let why = format!(
            "no reviewer could run for {}; try again before the phase goes on",
            again.subject.label()
        );
        return NextStep::new(Action::Review, Who::Host, why, call, &[]);
    }
    if let Some(step) = led_back(judged) {
        return step;
    }
    if let Some((first, found)) = unexecuted {
        let why = format!(
            "{}: execute {}, then review it with this call, or name the `base` of what is committed ({found})",
            unreviewed_in_words(&due),
            first.which.label,
        );
        return NextStep::new(Action::Proceed, Who::Host, why, first.which.call.clone(), &[]);
    }
    let mut call = Call::new("verify_phase", [("phase", json!(phase))]);
    let mut why = "all that is reviewed in the phase has its review; verify the phase".to_owned();
    let unfinished: Vec<&str> =
        plans.iter().filter(|p| !phases::has_summary(ws, p)).map(|p| p.stem.as_str()).collect();
    if !unfinished.is_empty() {
        // Without it the call would be refused: what is not done promises nothing yet.
        call.arguments.insert("partial".to_owned(), json!(true));
        let plans = cut(&unfinished.join(", "), 120);
        why = format!(
            "all that is reviewed in the phase has its review; without a SUMMARY are {plans}: finish that, or verify what is done with this call"
        );
    }
    let mut step = NextStep::new(Action::Proceed, Who::Host, why, call, &[]);
    step.warnings = states
        .iter()
        .filter(|s| matches!(s.outcome(), Some(Outcome::AcceptedWithWarnings | Outcome::AcceptedWithIssues)))
        .map(|s| format!("{} went on with unresolved findings", s.subject.label()))
        .collect();
    step
}

/// What was given up, or ended with less than its rules let go on, keeps the phase closed: the call that leads it back.
fn led_back(judged: &Judged) -> Option<NextStep> {
    let left = |s: &&gate::Stand| {
        matches!(
            s.standing,
            gate::Standing::GivenUp(_) | gate::Standing::NotEnough(_) | gate::Standing::Failed { .. }
        )
    };
    let labels = judged.subjects.iter().filter(left).map(|s| s.which.label.as_str());
    let of = |label: &str| judged.reasons.iter().find(|r| r.subject.as_deref() == Some(label));
    let (reason, call) = labels.filter_map(of).find_map(|r| Some((r, r.call.clone()?)))?;
    let fill: Vec<&str> = reason.fill.iter().map(String::as_str).collect();
    let choice = call.arguments.get("choice").and_then(|c| c.as_str()).map(str::to_owned);
    if call.tool == "decide" && choice.is_none() {
        let mut step = NextStep::new(Action::AskUser, Who::Human, reason.message.clone(), call, &fill);
        step.question = Some(reason.message.clone());
        return Some(step);
    }
    let Some(choice) = choice else {
        return Some(NextStep::new(Action::Review, Who::Host, reason.message.clone(), call, &fill));
    };
    let mut step = NextStep::new(Action::AskUser, Who::Human, reason.message.clone(), call, &fill);
    step.question = Some(format!("{}. `{choice}` has it reviewed once more.", reason.message));
    step.options = vec![choice];
    Some(step)
}

/// Returns what the gate says of a subject.
fn reason_of<'j>(judged: &'j Judged, stand: &gate::Stand) -> Option<&'j gate::Reason> {
    judged.reasons.iter().find(|r| r.subject.as_deref() == Some(&stand.which.label))
}

/// Returns the call that leads a subject on, with what is to be filled in; the gate's, where it names one.
fn call_of<'j>(judged: &'j Judged, stand: &gate::Stand) -> (Call, Vec<&'j str>) {
    let named = reason_of(judged, stand).and_then(|r| Some((r.call.clone()?, r.fill.as_slice())));
    let (call, fill) = named.unwrap_or((stand.which.call.clone(), &[]));
    (call, fill.iter().map(String::as_str).collect())
}

/// Says how many subjects have no review, in the first one's noun.
fn unreviewed_in_words(due: &[&gate::Stand]) -> String {
    let task = due.first().is_some_and(|s| matches!(s.which.subject, Subject::Task { .. }));
    let noun = if task { "task" } else { "plan" };
    match due.len() {
        1 => format!("1 {noun} of this phase has no review yet"),
        n => format!("{n} {noun}s of this phase have no review yet"),
    }
}

/// Returns the subjects that nobody reviewed.
fn never(judged: &Judged) -> Vec<&gate::Stand> {
    judged.subjects.iter().filter(|s| s.standing == gate::Standing::NeverReviewed).collect()
}

/// Returns a loop's row; with a workspace an open loop's also holds its next step.
pub(super) fn row(state: &LoopState, ws: Option<&Workspace<'_>>) -> LoopRow {
    LoopRow {
        loop_id: state.id.to_string(),
        subject: cut(&state.subject.label(), 100),
        protocol: state.protocol.name.clone(),
        pass: state.pass().map_or(0, |p| p.number),
        outcome: state.outcome().map(|o| o.as_str().to_owned()),
        next: ws.filter(|_| state.outcome().is_none()).map(|ws| {
            // What it asks stands with its own loop.
            let mut step = slim(lists_cut(next::of(ws, state)));
            step.question = None;
            step
        }),
        blocking: u32::try_from(state.with_what_was_said().blocking().len()).unwrap_or(u32::MAX),
    }
}

//! `record_tests`: a test run as the tester reports it; failing tests are a loop's to mend (SPEC 4.5).

use std::collections::HashSet;

use serde_json::{Value, json};

use crate::domain::ids::{LoopId, Oid};
use crate::domain::next_step::Call;
use crate::domain::protocol::Protocol;
use crate::domain::review::Remark;
use crate::domain::review_loop::event::{Entry, Outcome, TestRun};
use crate::domain::review_loop::left::waits_for_tests;
use crate::domain::review_loop::state::UsedTurn;
use crate::domain::review_loop::test_run::{Reported, compare};
use crate::domain::review_loop::{Event, LoopState, Refusal, Standing, admit, course};
use crate::error::Error;
use crate::io::store::Store;

use super::answers::{RecordTestsAnswer, TestProgress};
use super::loops::{self, Begun, Loaded};
use super::ranges::{self, Wanted};
use super::refusals::of_loop;
use super::requests::{RecordTests, ReviewTask};
use super::review::Found;
use super::subjects::branches::{self, Before};
use super::subjects::{self, Named};
use super::workspace::Workspace;
use super::{next, reports, review, rules};

mod afterwards;
mod followed;
mod work;

use followed::Followed;
pub(super) use followed::call_for;

/// Names of tests listed in one answer; more are counted.
const LISTED: usize = 40;

pub(super) fn record_tests(ws: &Workspace<'_>, request: &RecordTests) -> Result<RecordTestsAnswer, Error> {
    check(request)?;
    let reported = &reported(request);
    let digest = digest(request);
    let mut store = ws.store()?;
    if let Some(id) = &request.loop_id {
        refuse_beside_loop(request)?;
        if let Some(settled) = afterwards::settle(ws, &mut store, id, request, reported, &digest)? {
            return Ok(settled);
        }
        let loaded = loops::load(&store, id)?;
        return match followed::by_loop(ws, &store, &loaded, request.turn)? {
            None => run(ws, &mut store, loaded, request, reported, &digest),
            Some(Followed::Open(open)) => run(ws, &mut store, *open, request, reported, &digest),
            Some(Followed::Anew(anew)) => {
                let (named, protocol) = *anew;
                after(ws, &mut store, named, &protocol, Some(&loaded.state), request, &digest)
            }
        };
    }
    let wanted = as_review(request);
    let mut named = subjects::name(ws, &wanted)?;
    let key = named.subject.key(&named.contract);
    if let Some(open) = store.stream_for_key(&key)? {
        let loaded = loops::load(&store, &open)?;
        return run(ws, &mut store, loaded, request, reported, &digest);
    }
    if let Some(ended) = store.subject_streams(&key)?.last()
        && let Some(settled) = afterwards::settle(ws, &mut store, ended, request, reported, &digest)?
    {
        return Ok(settled);
    }
    let behind = branches::before(ws, &mut named)?;
    if let Some(Before::Open(loaded)) = behind {
        return run(ws, &mut store, *loaded, request, reported, &digest);
    }
    let (protocol, notes) = rules::of(ws, &named.subject, request.protocol.as_deref())?;
    named.notes.extend(notes);
    let Some(protocol) = review::opened_under(ws, &mut named, &protocol, &wanted)? else {
        let off = review::switched_off(&named, &protocol);
        return Ok(only(off.next, off.remarks));
    };
    if let Some(ended) = store.subject_streams(&key)?.last()
        && let Some(told) = repeated_opening(ws, &loops::load(&store, ended)?, request, &digest)
    {
        return Ok(told);
    }
    let mut before = match (behind, store.subject_streams(&key)?.last()) {
        (Some(Before::Ended(last)), _) => Some(loops::load(&store, last.as_str())?.state),
        (_, Some(last)) => Some(loops::load(&store, last)?.state),
        (_, None) => followed::of_id(&store, &named)?,
    };
    if let Some(before) = &before {
        followed::with_its_contract(&mut named, before);
    }
    match under_another_name(ws, &store, &named, &protocol, before.as_ref(), request)? {
        Found::Nothing(remarks) => named.notes.extend(remarks),
        Found::Open(loaded) => return run(ws, &mut store, *loaded, request, reported, &digest),
        Found::Ended(id) => before = Some(loops::load(&store, id.as_str())?.state),
    }
    after(ws, &mut store, named, &protocol, before.as_ref(), request, &digest)
}

/// Opens the loop of a subject by its first run, after the one that it follows.
fn after(
    ws: &Workspace<'_>,
    store: &mut Store,
    mut named: Named,
    protocol: &Protocol,
    before: Option<&LoopState>,
    request: &RecordTests,
    digest: &str,
) -> Result<RecordTestsAnswer, Error> {
    if let Some(before) = before {
        followed::with_its_files(&mut named, before);
        follows(before, request)?;
        if before.outcome() == Some(Outcome::Abandoned) {
            review::may_begin_anew(before, field_of(request))?;
        }
        // What failed when its loop ended must be seen to pass before a review is opened in its place.
        if request.failed.is_empty() && !waits_for_tests(before) {
            let remark = Remark::new(
                0,
                "not_recorded",
                format!("{} is closed; a passing run opens nothing", before.id),
            );
            return Ok(only(next::of(ws, before), vec![remark]));
        }
    }
    named.notes.extend(before.and_then(|b| review::other_rules(b, protocol)));
    let range = review::wanted(ws, &named, &as_review(request), before)?;
    let opened = opening(ws, &named, protocol, before, range);
    let left = before.filter(|b| waits_for_tests(b)).map(LoopState::failing_tests).unwrap_or_default();
    begin(ws, store, &named, opened, left, request, digest)
}

/// The very call that opened a loop, once more, after a review let the same work pass: it was answered, and a call that is
/// sent again is no second run (SPEC 6.3). Nothing where the work is another by now, or that cannot be told.
fn repeated_opening(
    ws: &Workspace<'_>,
    loaded: &Loaded,
    request: &RecordTests,
    digest: &str,
) -> Option<RecordTestsAnswer> {
    let state = &loaded.state;
    let passed = matches!(state.outcome(), Some(Outcome::Approved | Outcome::ApprovedWithNotes));
    let opened_it = state.used_turns.iter().any(|u| u.turn == 1 && u.digest == digest);
    if !passed || !opened_it || request.turn.is_some() {
        return None;
    }
    let pass = state.answered()?;
    // It was mended in between and fails anew, by the same words.
    let ran_on = state.tests.runs.first().and_then(|run| run.work.as_deref());
    let now = ran_on.and_then(|_| work::as_it_stands(ws, &state.subject));
    if ran_on.is_some() && ran_on != now.as_deref() {
        return None;
    }
    ranges::again(ws, state, None).ok().filter(|now| now.change.same_content(&pass.change))?;
    let message = format!(
        "this run opened {}, which was approved since with the work as it is: nothing new is recorded. A run on other work opens a loop of its own",
        state.id
    );
    Some(only(next::of(ws, state), vec![Remark::new(0, "recorded_before", message)]))
}

/// Refuses what can be no test run, whatever the loop.
fn check(request: &RecordTests) -> Result<(), Error> {
    for (field, tests) in [("failed", &request.failed), ("passed", &request.passed)] {
        if let Some(at) = tests.iter().position(|t| t.trim().is_empty()) {
            return Err(Error::invalid(format!("{field}[{at}]"), "is no name of a test"));
        }
    }
    let named = u32::try_from(request.failed.len() + request.passed.len()).unwrap_or(u32::MAX);
    match request.total {
        Some(0) => Err(Error::invalid("total", "a run of no tests shows nothing")
            .hint("Run the tests; where there are none, do not record a run")),
        Some(total) if total < named => {
            Err(Error::invalid("total", format!("is {total}, but {named} tests are named")))
        }
        Some(_) | None => Ok(()),
    }
}

/// A loop knows its subject and rules; saying them again could only contradict it.
fn refuse_beside_loop(request: &RecordTests) -> Result<(), Error> {
    let given = [
        ("plan", request.plan.is_some()),
        ("task", request.task.is_some()),
        ("id", request.id.is_some()),
        ("title", request.title.is_some()),
        ("criteria", request.criteria.is_some()),
        ("protocol", request.protocol.is_some()),
        ("base", request.base.is_some()),
    ];
    match given.into_iter().find(|(_, given)| *given) {
        Some((field, _)) => Err(Error::invalid(
            field,
            "is fixed once a loop is open; give either `loop_id` and `turn`, or a subject",
        )),
        None => Ok(()),
    }
}

fn reported(request: &RecordTests) -> Reported {
    Reported {
        failed: request.failed.clone(),
        passed: request.passed.clone(),
        total: request.total,
        command: request.command.clone(),
        work: None,
    }
}

fn digest(request: &RecordTests) -> String {
    let content = (&request.failed, &request.passed, request.total, &request.command);
    // Plain lists and texts always have a JSON form.
    let text = serde_json::to_string(&content).unwrap_or_default();
    blake3::hash(text.as_bytes()).to_hex().to_string()
}

/// The same subject as a review names it.
fn as_review(request: &RecordTests) -> ReviewTask {
    ReviewTask {
        plan: request.plan.clone(),
        task: request.task.clone(),
        id: request.id.clone(),
        title: request.title.clone(),
        criteria: request.criteria.clone(),
        protocol: request.protocol.clone(),
        base: request.base.clone(),
        ..ReviewTask::default()
    }
}

/// The field that named a subject or its loop.
fn field_of(request: &RecordTests) -> &'static str {
    match (&request.loop_id, &request.plan) {
        (Some(_), _) => "loop_id",
        (None, Some(_)) => "task",
        (None, None) => "id",
    }
}

/// Refuses to open anew what only a person may reopen (SPEC 6.2).
fn follows(before: &LoopState, request: &RecordTests) -> Result<(), Error> {
    match before.outcome() {
        _ if review::begins_anew(before) => Ok(()),
        None => Ok(()),
        Some(outcome) => {
            let message = format!("{} ended {} in {}", before.subject.label(), outcome.as_str(), before.id);
            let error = Error::refused(message).at(field_of(request));
            let hint = "Its tests are looked at again only if the user decides so; the counters go on";
            Err(review::reopened_by_choice(error, before, hint))
        }
    }
}

/// Looks for loops over the work that was tested: no test run begins anew what is under review as something else. Where
/// the work cannot be pinned yet, nothing can be told; the first review looks again.
fn under_another_name(
    ws: &Workspace<'_>,
    store: &Store,
    named: &Named,
    protocol: &Protocol,
    before: Option<&LoopState>,
    request: &RecordTests,
) -> Result<Found, Error> {
    review::refuse_beside_tested(ws, store, named)?;
    let wanted = review::wanted(ws, named, &as_review(request), before)?;
    if let (Some(base), Ok(head)) = (&wanted.base, ws.repository.head())
        && !ws.repository.is_ancestor(base, &head)?
    {
        return Err(Error::invalid("base", "is not in the history of what is checked out")
            .hint("Name the commit that the work begins after, or leave `base` out"));
    }
    let pinned = ranges::first(ws, &named.subject, &protocol.range, &wanted, &|_| Ok(HashSet::new()));
    let known: Vec<_> = before.map(|b| &b.id).into_iter().collect();
    match pinned {
        Ok(pinned) => {
            review::look(ws, store, named, &pinned.change, &known).map_err(|error| as_run(error, request))
        }
        Err(_) => Ok(Found::Nothing(Vec::new())),
    }
}

/// Makes the call that opens a review behind other work one that records the run there.
fn as_run(error: Error, request: &RecordTests) -> Error {
    let Some(Value::Object(mut arguments)) = error.next_call.as_deref().map(|call| call["arguments"].clone())
    else {
        return error;
    };
    if !arguments.contains_key("base") {
        // What takes the place of another begins with a review: a run cannot say whose.
        if arguments.contains_key("replaces") {
            let given = [("id", &request.id), ("title", &request.title), ("criteria", &request.criteria)];
            let told = given.into_iter().filter_map(|(name, text)| Some((name, text.clone()?)));
            let told = told.filter(|(_, text)| text.len() <= review::LONG);
            arguments.extend(told.map(|(name, text)| (name.to_owned(), Value::from(text))));
            let fill: Vec<String> =
                error.fill.iter().filter(|name| !arguments.contains_key(*name)).cloned().collect();
            let fill: Vec<&str> = fill.iter().map(String::as_str).collect();
            let hint = "It was given up: begin what takes its place with this call, a review, and record the run in its loop";
            let error = Error { hints: vec![hint.to_owned()], ..error };
            return error.call("review_task", Value::Object(arguments)).fill(&fill);
        }
        return error;
    }
    arguments.extend(request.protocol.clone().map(|name| ("protocol".to_owned(), Value::from(name))));
    let mut fill: Vec<&str> = error.fill.iter().map(String::as_str).collect();
    fill.extend(["failed", "passed"]);
    error.clone().call("record_tests", Value::Object(arguments)).fill(&fill)
}

/// The event that opens a loop without a review.
fn opening(
    ws: &Workspace<'_>,
    named: &Named,
    protocol: &Protocol,
    before: Option<&LoopState>,
    range: Wanted,
) -> (LoopId, Event) {
    let base = range.base.or_else(|| range.from_root.then(|| Oid::new(ranges::EMPTY_TREE)));
    let id = LoopId::new(format!("rl-{}", ws.clock.random_code(8)));
    let opened = Event::Opened {
        loop_id: id.clone(),
        subject: named.subject.clone(),
        protocol: Box::new(protocol.clone()),
        contract: named.contract.clone(),
        predecessor: before.map(|p| p.id.clone()),
        carried: before.map(|b| review::carried(b, protocol)).unwrap_or_default(),
        passes_before: before.map_or(0, review::passes_before),
        turned_before: before.map_or(0, review::turned),
        patience_before: before.map(review::patience_before).unwrap_or_default(),
        executed_before: before.map(review::executed_before).unwrap_or_default(),
        on_demand: false,
        // What follows a review looks where that looked (SPEC 7.1).
        explicit_base: base.is_some() || before.is_some_and(|b| b.explicit_base),
        only: before.map(|b| b.only.clone()).unwrap_or_default(),
        notes: named.notes.clone(),
        base,
    };
    (id, opened)
}

/// Opens the loop and records its first run at once.
fn begin(
    ws: &Workspace<'_>,
    store: &mut Store,
    named: &Named,
    (id, opened): (LoopId, Event),
    left: &[String],
    request: &RecordTests,
    digest: &str,
) -> Result<RecordTestsAnswer, Error> {
    let mut reported = reported(request);
    reported.work = work::as_it_stands(ws, &named.subject);
    let reported = &reported;
    if let Some(turn) = request.turn {
        return Err(Error::invalid("turn", format!("is {turn}, but this subject has no open loop"))
            .hint("Leave `turn` out; the answer has the loop and its turn"));
    }
    let entry = Entry { turn: 1, at: ws.clock.now(), event: opened.clone(), hash: String::new() };
    let state = LoopState::fold([&entry]).ok_or_else(|| Error::internal("an opening did not open"))?;
    enough_ran(&state, left, reported)?;
    let event = event(&state, left, state.turn, reported, digest);
    admit(&state, &event).map_err(|r| of_loop(&state, &r))?;
    let key = named.subject.key(&named.contract);
    match loops::begin(store, ws.clock, &key, &id, &[opened, event], Vec::new())? {
        Begun::New(loaded) => Ok(answer(ws, &loaded.state, request)),
        Begun::Existing(id) => {
            let loaded = loops::load(store, id.as_str())?;
            run(ws, store, loaded, request, reported, digest)
        }
    }
}

fn event(state: &LoopState, left: &[String], turn: u64, reported: &Reported, digest: &str) -> Event {
    let run = compare(state, left, reported);
    let course = course::after_tests(state, &run);
    Event::TestsRecorded { turn, digest: digest.to_owned(), run, course }
}

/// Refuses a run that names none of the tests that pass and ran fewer than would count as passing by it (SPEC 6.9).
fn enough_ran(state: &LoopState, left: &[String], reported: &Reported) -> Result<(), Error> {
    let Some(total) = reported.total.filter(|_| reported.passed.is_empty()) else { return Ok(()) };
    let run = compare(state, left, reported);
    let passed = (total as usize).saturating_sub(run.failing.len());
    if passed >= run.fixed.len() {
        return Ok(());
    }
    let message = format!(
        "is {total}, so {passed} can have passed, and {} failed before and are not named now: {}",
        run.fixed.len(),
        in_short(&run.fixed)
    );
    let mut call = json!({ "loop_id": state.id.as_str() });
    if state.outcome().is_none() {
        call["turn"] = json!(state.turn);
    }
    let error = Error::invalid("total", message).hint(
        "Run these tests too and send the `total` of that run; or name in `passed` those that passed, and the rest goes on failing",
    );
    // A loop that this run would open has no id yet.
    Err(if state.tests.runs.is_empty() {
        error
    } else {
        error.call("record_tests", call).fill(&["failed", "passed", "total"])
    })
}

/// Records a run of an open loop; the same run for the same turn gives the same answer again.
fn run(
    ws: &Workspace<'_>,
    store: &mut Store,
    loaded: Loaded,
    request: &RecordTests,
    reported: &Reported,
    digest: &str,
) -> Result<RecordTestsAnswer, Error> {
    let reported = &Reported { work: work::as_it_stands(ws, &loaded.state.subject), ..reported.clone() };
    let turn = match request.turn {
        Some(turn) => turn,
        // The call that opened the loop named no turn; its repetition does not either.
        None => match without_turn(&loaded.state, reported, digest)? {
            Turnless::Repeated { recorded } => return Ok(again(ws, &loaded, recorded, request)),
            Turnless::Anew => loaded.state.turn,
        },
    };
    if let Some(used) = loaded.state.used_turns.iter().find(|u| u.turn == turn) {
        if used.digest == digest {
            return Ok(again(ws, &loaded, used.recorded, request));
        }
        let refusal = Refusal::UsedTurn { given: turn, recorded: used.recorded };
        return Err(of_loop(&loaded.state, &refusal));
    }
    if let Some(error) = not_now(&loaded.state, &reported.failed) {
        return Err(error);
    }
    enough_ran(&loaded.state, &[], reported)?;
    let unchanged = is_as_reviewed(ws, &loaded.state);
    let repeated = |used: &UsedTurn| used.turn == turn && used.digest == digest;
    let after = loops::write(store, ws.clock, loaded, |now| {
        if now.state.used_turns.iter().any(repeated) {
            // The very same run was recorded by another server meanwhile.
            return Ok(None);
        }
        let mut event = event(&now.state, &[], turn, reported, digest);
        if let Event::TestsRecorded { run, .. } = &mut event
            && unchanged
        {
            run.unchanged = true;
            // What passes on the work as it was reviewed shows no fix of it (SPEC 6.9).
            run.passed.clear();
        }
        Ok(Some((event, Vec::new())))
    })?;
    reports::write_review(ws, &after.state);
    Ok(answer(ws, &after.state, request))
}

/// What a run without a turn is to an open loop.
enum Turnless {
    /// It was recorded, and nothing has happened since: its answer was lost.
    Repeated { recorded: u64 },
    /// The same words about other work, or after other steps: one more run.
    Anew,
}

/// Tells whether a run that names no turn was recorded already: only while the loop stands where that run left it, and the
/// work is what it was (SPEC 6.3).
///
/// # Errors
///
/// Where no run is due, and where this one says what none did before: then its turn is wanted.
fn without_turn(state: &LoopState, reported: &Reported, digest: &str) -> Result<Turnless, Error> {
    let mut same = state.used_turns.iter().filter(|used| used.digest == digest).peekable();
    let is_known = same.peek().is_some();
    let ran_on = state.tests.runs.last().and_then(|run| run.work.as_deref());
    let is_same_work = ran_on.is_none() || ran_on == reported.work.as_deref();
    if let Some(used) = same.find(|used| used.recorded == state.turn && is_same_work) {
        return Ok(Turnless::Repeated { recorded: used.recorded });
    }
    match not_now(state, &reported.failed) {
        Some(error) => Err(error),
        None if is_known => Ok(Turnless::Anew),
        // A turn is asked for only where a run has its place.
        None => Err(admit(state, &event(state, &[], state.turn, reported, digest))
            .map_or_else(|refusal| of_loop(state, &refusal), |()| turn_wanted(state))),
    }
}

/// Refuses a run for which the time is not now, whatever turn it names: the loop has ended, or its review is open. Nothing
/// where it may be due.
fn not_now(state: &LoopState, failed: &[String]) -> Option<Error> {
    let open = state.pass().filter(|_| state.standing == Standing::Review);
    let Some(pass) = open else { return followed::came_after_the_end(state) };
    let failing = if failed.is_empty() { "" } else { ", so that its failing tests are not lost" };
    let error = Error::refused(format!(
        "a test run is not due now: pass {} of {} waits for the reviewer's answer",
        pass.number,
        state.subject.label()
    ));
    Some(
        error
            .at("loop_id")
            .hint(format!(
                "Have the pass answered first (this call gives its brief again); then send the run once more{failing}: `record_tests` with `loop_id` {} and the `turn` of that answer, or without `turn` where the answer closed the loop",
                state.id
            ))
            .call("review_task", json!({ "loop_id": state.id.as_str() })),
    )
}

/// Tells whether the subject is what its last review looked at; what cannot be told counts as that.
fn is_as_reviewed(ws: &Workspace<'_>, state: &LoopState) -> bool {
    let Some(pass) = state.answered() else { return false };
    ranges::again(ws, state, None).map_or(true, |now| now.change.same_content(&pass.change))
}

fn turn_wanted(state: &LoopState) -> Error {
    let call =
        Call::new("record_tests", [("loop_id", json!(state.id.as_str())), ("turn", json!(state.turn))]);
    Error::invalid("turn", format!("is missing; {} is open and stands at turn {}", state.id, state.turn))
        .call("record_tests", Value::Object(call.arguments))
        .fill(&["failed", "passed"])
}

/// Gives a recorded run's answer once more, from the loop of its day.
fn again(ws: &Workspace<'_>, loaded: &Loaded, recorded: u64, request: &RecordTests) -> RecordTestsAnswer {
    let then = loaded.at_turn(recorded).unwrap_or_else(|| loaded.state.clone());
    answer(ws, &then, request)
}

fn only(next: super::answers::NextStep, remarks: Vec<Remark>) -> RecordTestsAnswer {
    RecordTestsAnswer {
        next,
        loop_id: None,
        fixed: Vec::new(),
        still_failing: Vec::new(),
        new: Vec::new(),
        progress: None,
        remarks,
    }
}

fn answer(ws: &Workspace<'_>, state: &LoopState, request: &RecordTests) -> RecordTestsAnswer {
    let mut answer = only(next::with_brief(ws, state), Vec::new());
    answer.loop_id = Some(state.id.to_string());
    if state.tests.runs.len() == 1 {
        answer.remarks.clone_from(&state.notes);
    }
    let Some(run) = state.tests.runs.last() else { return answer };
    answer.remarks.extend(remarks(run, request));
    let still = run.failing.iter().filter(|t| !run.new.contains(t)).cloned().collect();
    answer.fixed = listed("fixed", run.fixed.clone(), &mut answer.remarks);
    answer.still_failing = listed("still failing", still, &mut answer.remarks);
    answer.new = listed("newly failing", run.new.clone(), &mut answer.remarks);
    answer.progress = Some(TestProgress {
        run: u32::try_from(state.tests.runs.len()).unwrap_or(u32::MAX),
        in_tier: state.tests.in_tier,
        max_runs: state.protocol.max_passes,
        progress: run.progress,
        no_progress: state.tests.no_progress,
        max_no_progress: state.protocol.max_no_progress,
        tier: state.fixer().map(|t| t.name.clone()),
    });
    answer
}

fn remarks(run: &TestRun, request: &RecordTests) -> Vec<Remark> {
    let mut remarks = Vec::new();
    if !run.not_run.is_empty() {
        let message = format!(
            "failing before and not among `passed`, so still counted as failing: {}",
            in_short(&run.not_run)
        );
        remarks.push(Remark::new(0, "tests_not_run", message));
    }
    let both: Vec<String> = request.failed.iter().filter(|t| request.passed.contains(t)).cloned().collect();
    if !both.is_empty() {
        let message = format!("said to fail and to pass, so counted as failing: {}", in_short(&both));
        remarks.push(Remark::new(0, "tests_contradict", message));
    }
    remarks
}

fn in_short(tests: &[String]) -> String {
    const NAMED: usize = 10;
    let named = tests.iter().take(NAMED).map(String::as_str).collect::<Vec<_>>().join(", ");
    match tests.len().saturating_sub(NAMED) {
        0 => named,
        more => format!("{named} and {more} more"),
    }
}

/// Keeps an answer small; what is left out is counted.
fn listed(what: &str, mut tests: Vec<String>, remarks: &mut Vec<Remark>) -> Vec<String> {
    let more = tests.len().saturating_sub(LISTED);
    if more > 0 {
        remarks.push(Remark::new(0, "more", format!("{more} more tests are {what}")));
    }
    tests.truncate(LISTED);
    tests
}

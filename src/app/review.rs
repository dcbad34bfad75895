//! `review_task`: opens a loop or its next pass, or gives back the open one.

use serde_json::json;

use crate::domain::brief::{self, Brief, Rest};
use crate::domain::finding::Finding;
use crate::domain::ids::{LoopId, RepoPath};
use crate::domain::next_step::NextStep;
use crate::domain::protocol::Protocol;
use crate::domain::range::Outside;
use crate::domain::receipt::same_subject;
use crate::domain::review::Remark;
use crate::domain::review_loop::event::{Course, Entry, Precheck};
use crate::domain::review_loop::{Event, LoopState, PassReason, Standing};
use crate::domain::subject::{ContextPiece, PinnedChange, PinnedCommit, PinnedFile, Subject, SubjectKind};
use crate::error::Error;
use crate::io::store::Store;

use super::answers::{CommitRow, Range, ReviewTaskAnswer, Truncated};
use super::contract;
use super::loops::{self, Begun, Loaded};
use super::ranges::{self, Pinned, Wanted};
use super::requests::ReviewTask;
use super::rules::before;
use super::some_of::some_of;
use super::subjects::branches::{self, Before};
use super::subjects::renumbered::{self, Whose};
use super::subjects::{self, Named};
use super::workspace::Workspace;
use super::{claims, next, precheck, rules, stopped};
use contradictions::{agrees, refuse_beside_loop};

mod as_sent;
mod beside;
mod contradictions;
mod covered;
mod ended;
mod first_pass;
mod held;
mod made;
mod off;
mod parts;
mod receipt;
mod related;
mod same_work;
mod taken_over;

pub(super) use as_sent::LONG;
use covered::covered;
pub(super) use covered::covered_elsewhere;
use ended::after_closed;
pub(super) use ended::begins_anew;
use made::{Made, document_of, make_pass};
pub(super) use off::{opened_under, switched_off};
pub(super) use related::{may_begin_anew, reopened_by_choice, turned};
pub(super) use same_work::{Found, look, refuse_beside_tested};
pub(super) use taken_over::other_rules;
use taken_over::{at_level, weighed_anew};
pub(super) use taken_over::{carried, executed_before, passes_before, patience_before};

pub(super) fn review_task(ws: &Workspace<'_>, request: &ReviewTask) -> Result<ReviewTaskAnswer, Error> {
    if let Some(part) = request.part {
        return parts::part(ws, request, part);
    }
    claims::read(request.executor_report.as_deref())?;
    match &request.loop_id {
        Some(id) => {
            refuse_beside_loop(request)?;
            let mut store = ws.store()?;
            let loaded = loops::load(&store, id)?;
            contradictions::refuse_other_range(&loaded.state, request)?;
            match ended::of_free_change(ws, &mut store, &loaded, request)? {
                Some(anew) => Ok(anew),
                None => next_pass(ws, &mut store, loaded, request, None),
            }
        }
        None => of_subject(ws, request),
    }
}

fn of_subject(ws: &Workspace<'_>, request: &ReviewTask) -> Result<ReviewTaskAnswer, Error> {
    let mut named = subjects::name(ws, request)?;
    let key = named.subject.key(&named.contract);
    // An open loop goes on by the rules it began with, whatever the configuration says now (SPEC 4).
    if let Some(open) = ws.log()?.map(|s| s.stream_for_key(&key)).transpose()?.flatten() {
        let mut store = ws.store()?;
        let loaded = loops::load(&store, &open)?;
        let known = agrees(ws, &loaded.state, &named, request)?;
        return open_already(ws, &mut store, loaded, request, known);
    }
    if let Some(store) = ws.log()?
        && let Some((loaded, other)) = related::known_otherwise(&store, &named)?
    {
        let known = agrees(ws, &loaded.state, &named, request)?;
        return Ok(said(open_already(ws, &mut ws.store()?, loaded, request, known)?, other.into_iter()));
    }
    let (protocol, notes) = rules::of(ws, &named.subject, request.protocol.as_deref())?;
    named.notes.extend(notes);
    let before = branches::before(ws, &mut named)?;
    if let Some(Before::Open(loaded)) = before {
        let known = agrees(ws, &loaded.state, &named, request)?;
        return open_already(ws, &mut ws.store()?, *loaded, request, known);
    }
    let Some(protocol) = opened_under(ws, &mut named, &protocol, request)? else {
        return Ok(switched_off(&named, &protocol));
    };
    let mut store = ws.store()?;
    if let Some(Before::Ended(id)) = before {
        return ended_already(ws, &mut store, id.as_str(), named, protocol, request);
    }
    let last = store.subject_streams(&key)?.pop();
    let whose = last.as_deref().map(|last| renumbered::whose(ws, &store, last, &named)).transpose()?;
    match (last, whose) {
        (Some(last), Some(Whose::Its)) => ended_already(ws, &mut store, &last, named, protocol, request),
        (last, whose) => {
            if last.is_none() {
                stopped::refuse(ws, &store, &named.subject, &protocol)?;
                if request.replaces.is_none()
                    && let Some(held) = held::elsewhere(ws, &store, &named, &protocol, request)?
                {
                    return Ok(held);
                }
                named.notes.extend(related::namesake(&store, &named)?);
            }
            if let Some(id) = &request.replaces {
                return related::in_place_of(ws, &mut store, id, named, protocol, request);
            }
            let before = renumbered::before(ws, &store, &mut named)?;
            let notes = named.notes.clone();
            match (before, last.filter(|_| whose == Some(Whose::Nobodys))) {
                (Some(before), _) => {
                    after_closed(ws, &mut store, before.id.as_str(), named, protocol, request)
                }
                // What stood here was rewritten in its place.
                (None, Some(last)) => after_closed(ws, &mut store, &last, named, protocol, request),
                (None, None) => open(ws, &mut store, named, protocol, request, None),
            }
            .map_err(|error| branches::with_those_apart(error, &notes))
        }
    }
}

/// Goes on with the open loop of a subject, and links it with the one whose place it is said to take.
fn open_already(
    ws: &Workspace<'_>,
    store: &mut Store,
    loaded: Loaded,
    request: &ReviewTask,
    known: Option<Vec<ContextPiece>>,
) -> Result<ReviewTaskAnswer, Error> {
    let by = loaded.state.id.clone();
    let mut place = related::place_for_open(store, &loaded.state, request)?;
    let mut told = None;
    if first_pass::is_due(&loaded.state) {
        // Its first pass is held against the work of others: the one whose place it takes is none of them.
        told = place.take().map(|before| related::linked(ws, store, before, &by)).transpose()?;
    }
    let answer = next_pass(ws, store, loaded, request, known)?;
    let then = place.map(|before| related::linked(ws, store, before, &by)).transpose()?;
    Ok(said(answer, told.into_iter().chain(then)))
}

/// Goes on after the last loop of a subject, or has it reviewed anew in the place of another.
fn ended_already(
    ws: &Workspace<'_>,
    store: &mut Store,
    last: &str,
    named: Named,
    protocol: Protocol,
    request: &ReviewTask,
) -> Result<ReviewTaskAnswer, Error> {
    match related::place_after_end(store, last, &named, request)? {
        Some(id) => {
            stopped::refuse(ws, store, &named.subject, &protocol)?;
            related::in_place_of(ws, store, &id, named, protocol, request)
        }
        None => after_closed(ws, store, last, named, protocol, request),
    }
}

/// The field that named a subject.
fn field_of(subject: &Subject) -> &'static str {
    match subject {
        Subject::Task { .. } => "task",
        Subject::Plan { .. } | Subject::Execution { .. } => "plan",
        Subject::Artifact { .. } => "artifact",
        Subject::Change { .. } => "id",
    }
}

fn answer(next: NextStep, remarks: Vec<Remark>) -> ReviewTaskAnswer {
    ReviewTaskAnswer {
        next,
        loop_id: None,
        pass: None,
        max_passes: None,
        countersign: None,
        brief: None,
        parts: None,
        truncated: Vec::new(),
        range: None,
        precheck: None,
        remarks,
    }
}

fn open(
    ws: &Workspace<'_>,
    store: &mut Store,
    named: Named,
    protocol: Protocol,
    request: &ReviewTask,
    predecessor: Option<&LoopState>,
) -> Result<ReviewTaskAnswer, Error> {
    let turned = predecessor.map_or(0, turned);
    begun(
        ws,
        store,
        named,
        protocol,
        request,
        predecessor,
        Linked { to: None, carried: Vec::new(), turned, found: None },
    )
}

/// What a new loop has of one that it does not follow.
#[derive(Debug)]
struct Linked<'l> {
    /// The loop it is linked with.
    to: Option<&'l LoopState>,
    /// What it takes over from that.
    carried: Vec<Finding>,
    /// How often it was led back before.
    turned: u32,
    /// The change, where it was looked for as the loop before it looked.
    found: Option<Pinned>,
}

/// Opens a loop that follows `predecessor`, or is linked with another and goes on with nothing of it.
fn begun(
    ws: &Workspace<'_>,
    store: &mut Store,
    named: Named,
    protocol: Protocol,
    request: &ReviewTask,
    predecessor: Option<&LoopState>,
    linked: Linked<'_>,
) -> Result<ReviewTaskAnswer, Error> {
    let wanted = wanted(ws, &named, request, predecessor)?;
    let follows = predecessor.filter(|_| linked.found.is_some());
    let pinned = match linked.found {
        Some(found) => found,
        None => ranges::first(ws, &named.subject, &protocol.range, &wanted, &|ids| covered(store, ids))
            .map_err(|error| as_sent::completed(error, request))?,
    };
    loops::list_names(store);
    let known: Vec<&LoopId> = predecessor.into_iter().chain(linked.to).map(|p| &p.id).collect();
    let mut named = named;
    let (protocol, altered) =
        before::of_change(ws, &named.subject, request.protocol.as_deref(), protocol, &pinned.change)?;
    let told = named.notes.iter().any(|note| note.code == before::CHANGED);
    named.notes.extend(altered.filter(|_| !told));
    let found = same_work::look(ws, store, &named, &pinned.change, &known);
    match found.map_err(|error| as_sent::completed(error, request))? {
        Found::Nothing(remarks) => named.notes.extend(remarks),
        Found::Open(loaded) => {
            let known = agrees(ws, &loaded.state, &named, request)?;
            let to = named.subject.branch().map(str::to_owned);
            let open = |now: &LoopState| now.outcome().is_none();
            let (loaded, said_so) = branches::taken_along(ws, store, *loaded, to, open)?;
            return Ok(said(next_pass(ws, store, loaded, request, known)?, std::iter::once(said_so)));
        }
        Found::Ended(id) => return after_closed(ws, store, id.as_str(), named, protocol, request),
    }
    named.notes.extend(predecessor.or(linked.to).and_then(|p| other_rules(p, &protocol)));
    named.notes.extend(predecessor.and_then(|p| weighed_anew(p, &protocol)));
    let taken = match linked.to {
        Some(before) => {
            let (taken, left) = related::within(linked.carried, &pinned.change, before);
            named.notes.extend(left);
            taken
        }
        None => linked.carried,
    };
    let id = LoopId::new(format!("rl-{}", ws.clock.random_code(8)));
    let opened = Event::Opened {
        loop_id: id.clone(),
        subject: named.subject.clone(),
        protocol: Box::new(protocol.clone()),
        contract: named.contract.clone(),
        predecessor: predecessor.or(linked.to).map(|p| p.id.clone()),
        carried: predecessor.map_or_else(|| at_level(taken, &protocol), |p| carried(p, &protocol)),
        passes_before: predecessor.map_or(0, passes_before),
        turned_before: linked.turned,
        patience_before: predecessor.map(patience_before).unwrap_or_default(),
        executed_before: predecessor.map(executed_before).unwrap_or_default(),
        on_demand: request.on_demand.unwrap_or(false),
        explicit_base: wanted.base.is_some() || wanted.from_root || follows.is_some_and(|p| p.explicit_base),
        only: follows.map_or(wanted.only, |p| p.only.clone()),
        notes: named.notes,
        base: None,
    };
    let entry = Entry { turn: 1, at: ws.clock.now(), event: opened.clone(), hash: String::new() };
    let state = LoopState::fold([&entry]).ok_or_else(|| Error::internal("an opening did not open"))?;
    let Made { pass, brief, blobs } =
        make_pass(ws, &state, PassReason::First, &pinned, false, None, request)?;
    let key = named.subject.key(&named.contract);
    match loops::begin(store, ws.clock, &key, &id, &[opened, pass], blobs)? {
        Begun::New(loaded) => {
            let told = super::journals::tell(ws, &loaded.state);
            let after = precheck::prechecked(ws, store, *loaded)?;
            let answer = opened_or_rejected(ws, &after.state, request, &brief, &pinned);
            Ok(said(answer, told.into_iter()))
        }
        Begun::Existing(id) => {
            let loaded = loops::load(store, id.as_str())?;
            next_pass(ws, store, loaded, request, None)
        }
    }
}

/// What a caller says of the range.
pub(super) fn wanted(
    ws: &Workspace<'_>,
    named: &Named,
    request: &ReviewTask,
    predecessor: Option<&LoopState>,
) -> Result<Wanted, Error> {
    let from_root = request.base.as_deref() == Some(ranges::EMPTY_TREE);
    let base = request.base.as_deref().filter(|_| !from_root);
    Ok(Wanted {
        base: base.map(|b| ws.repository.resolve("base", b)).transpose()?,
        from_root,
        head: request.head.as_deref().map(|h| ws.repository.resolve("head", h)).transpose()?,
        only: only(ws, named, request)?,
        known: predecessor.map(|p| renamed_commits(p, &named.subject)).unwrap_or_default(),
    })
}

/// The commits of a loop whose plan had another number then: their messages name that number.
fn renamed_commits(before: &LoopState, subject: &Subject) -> Vec<PinnedCommit> {
    if same_subject(&before.subject, subject) {
        return Vec::new();
    }
    before.pass().map(|p| p.change.commits.clone()).unwrap_or_default()
}

/// The paths a caller narrows the range to; those of a free change without `base` are its own files instead.
fn only(ws: &Workspace<'_>, named: &Named, request: &ReviewTask) -> Result<Vec<RepoPath>, Error> {
    let paths = request
        .files
        .iter()
        .enumerate()
        .map(|(i, f)| ws.path(&format!("files[{i}]"), f))
        .collect::<Result<Vec<_>, _>>()?;
    let lists_its_own = named.subject.kind() == SubjectKind::Change && request.base.is_none();
    Ok(if lists_its_own { Vec::new() } else { paths })
}

/// Opens the next pass of a loop, or gives back the open one while its subject has not moved. `known` is knowledge
/// given along now, where it is other than what the loop began with.
fn next_pass(
    ws: &Workspace<'_>,
    store: &mut Store,
    loaded: Loaded,
    request: &ReviewTask,
    known: Option<Vec<ContextPiece>>,
) -> Result<ReviewTaskAnswer, Error> {
    let (loaded, followed) = branches::follow(ws, store, loaded, request.head.as_deref())?;
    let state = &loaded.state;
    if state.outcome().is_some() {
        let mut again = answer(next::of(ws, state), receipt::told(ws, state).into_iter().collect());
        again.loop_id = Some(state.id.to_string());
        return Ok(again);
    }
    if matches!(state.standing, Standing::Ask(_)) {
        return Err(Error::refused("somebody must choose first: `next` of loop_status has the question")
            .at("loop_id")
            .call("decide", json!({ "loop_id": state.id.as_str(), "turn": state.turn }))
            .fill(&["choice", "reason", "decided_by"]));
    }
    if state.standing != Standing::Review {
        stopped::refuse(ws, store, &state.subject, &state.protocol)?;
    }
    let moved = renumbered::hold(ws, &loaded.state)?;
    let followed: Vec<Remark> = followed.into_iter().chain(moved).collect();
    let (loaded, changed) = match contract::hold(ws, store, loaded, known)? {
        contract::Held::Goes(loaded, changed) => (*loaded, changed),
        contract::Held::Asks(loaded) => {
            let mut asked = answer(next::of(ws, &loaded.state), followed.into_iter().collect());
            asked.loop_id = Some(loaded.state.id.to_string());
            return Ok(asked);
        }
    };
    let state = &loaded.state;
    let head = request.head.as_deref().map(|h| ws.repository.resolve("head", h)).transpose()?;
    let given = head.is_some();
    let mut range = None;
    let pinned = if state.passes.is_empty() {
        // A test run opened the loop: its first review pins the change.
        first_pass::pinned(ws, store, state, request).map(|(pinned, given)| {
            range = given;
            pinned
        })
    } else if state.pass().is_some_and(|p| p.head_given) && state.standing == Standing::Review && !given {
        ranges::again(ws, state, state.pass().map(|p| &p.change.head))
    } else {
        ranges::again(ws, state, head.as_ref())
    };
    let mut pinned = pinned.map_err(|e| no_range(state, e))?;
    pinned.list_uncovered(&|ids| covered(store, ids))?;
    let open_and_same = state.standing == Standing::Review
        && state.pass().is_some_and(|p| p.change.same_content(&pinned.change));
    if open_and_same {
        let brief = sent_brief(store, state)?;
        let after = precheck::prechecked(ws, store, loaded)?;
        let answer = opened_or_rejected(ws, &after.state, request, &brief, &pinned);
        return Ok(said(answer, followed.into_iter().chain(changed)));
    }
    let same = state.pass().is_some_and(|p| p.change.same_content(&pinned.change));
    // Who names the subject may be asking again, since the answer that told the loop was lost; who names the loop has that
    // answer, and has the unchanged document looked at once more (SPEC 6.7).
    let may_be_lost = same && request.loop_id.is_none();
    if may_be_lost && precheck::repeats(ws, state, document_of(ws, state, &pinned)?.as_deref())? {
        let brief = sent_brief(store, state)?;
        return Ok(opened_or_rejected(ws, state, request, &brief, &pinned));
    }
    stopped::refuse(ws, store, &state.subject, &state.protocol)?;
    same_work::hold(ws, store, state, &pinned.change)?;
    let beside = match first_pass::is_due(state) {
        true => first_pass::beside(ws, store, state, &pinned)?,
        false => Vec::new(),
    };
    let reason = match &state.standing {
        Standing::Review => PassReason::Stale,
        Standing::NextReview(reason) => *reason,
        Standing::Unreviewed { .. } => state.pass().map_or(PassReason::First, |p| p.reason),
        Standing::Fix | Standing::Reexecute | Standing::Retest | Standing::Ask(_) | Standing::Closed(_) => {
            state.again()
        }
    };
    let seen = state.passes.len();
    let after = loops::write(store, ws.clock, loaded, |now| {
        let same = now.state.pass().is_some_and(|p| p.change.same_content(&pinned.change));
        let meanwhile = now.state.standing == Standing::Review || now.state.passes.len() > seen;
        if meanwhile && same {
            // Another caller opened this very pass, and the check before the reviewer may have answered it.
            return Ok(None);
        }
        let unchanged = now.state.looked().is_some_and(|p| p.change.same_content(&pinned.change));
        let made = make_pass(ws, &now.state, reason, &pinned, unchanged, range.as_ref(), request)?;
        Ok(Some((made.pass, made.blobs)))
    })?;
    let told = super::journals::tell(ws, &after.state).into_iter().chain(collected(ws, &after.state));
    let brief = sent_brief(store, &after.state)?;
    let after = precheck::prechecked(ws, store, after)?;
    let answer = opened_or_rejected(ws, &after.state, request, &brief, &pinned);
    Ok(said(answer, followed.into_iter().chain(changed).chain(told).chain(beside)))
}

/// Says when git has collected what the last review looked at, amended or rebased since: then nothing tells which lines
/// changed, only which files. An open finding is closed by its id.
fn collected(ws: &Workspace<'_>, state: &LoopState) -> Option<Remark> {
    let (last, now) = (state.looked()?, state.pass()?);
    if last.number == now.number || ws.repository.has(&last.change.head) {
        return None;
    }
    let differs = |f: &&PinnedFile| !last.change.files.contains(f);
    let files: Vec<&str> =
        now.change.files.iter().filter(differs).map(|f| f.path.as_str()).take(FILES).collect();
    let files = if files.is_empty() { "none".to_owned() } else { files.join(", ") };
    let message = format!(
        "git has collected what pass {} looked at, so no lines can be compared with it; files that differ from it: {files}. An open finding closes by its id in `resolved`, with the reviewer's reason",
        last.number
    );
    Some(Remark::new(0, "contents_gone", message))
}

fn said(mut answer: ReviewTaskAnswer, remarks: impl Iterator<Item = Remark>) -> ReviewTaskAnswer {
    answer.remarks.extend(remarks);
    answer
}

/// A loop whose change cannot be found any more must not be a dead end: it can be given up.
fn no_range(state: &LoopState, error: Error) -> Error {
    if first_pass::is_due(state) && matches!(error.field.as_deref(), Some("base" | "files")) {
        return first_pass::names_base(error, state);
    }
    if error.next_call.is_some() {
        return error;
    }
    if state.standing == Standing::Reexecute {
        return error
            .hint("Execute it first: the last attempt is taken back, and the new one is not there yet")
            .call("loop_status", json!({ "loop_id": state.id.as_str() }));
    }
    error
        .hint("Bring the work back, or let the user give the loop up")
        .call("decide", json!({ "loop_id": state.id.as_str(), "turn": state.turn, "choice": "abandon" }))
        .fill(&["reason", "decided_by"])
}

/// Reads the brief of the open pass back, as whoever answers now needs it.
fn sent_brief(store: &Store, state: &LoopState) -> Result<Brief, Error> {
    let Some(pass) = state.pass() else { return Err(Error::internal("an open loop has no pass")) };
    let bytes = store
        .get_blob(&pass.brief)?
        .ok_or_else(|| Error::io("the brief of the open pass is not in the store"))?;
    let truncated = pass.truncated.clone();
    let text = String::from_utf8_lossy(&bytes);
    // The further parts are written one by one, when they are asked for.
    Ok(Brief { text: brief::sent_again(pass, &text).into_owned(), truncated, rest: Rest::default() })
}

/// Answers with the open pass; where the check before the reviewer rejected it, with what follows from that.
fn opened_or_rejected(
    ws: &Workspace<'_>,
    state: &LoopState,
    request: &ReviewTask,
    brief: &Brief,
    pinned: &Pinned,
) -> ReviewTaskAnswer {
    let rejected = state.pass().filter(|p| p.answer.is_some());
    let Some(pass) = rejected else { return with_pass(ws, state, request, Some(brief), pinned) };
    let written = super::reports::write_review(ws, state);
    let mut answer = answer(next::with_brief(ws, state), notes(state));
    answer.remarks.extend(written.into_iter().filter_map(|r| r.remark));
    answer.loop_id = Some(state.id.to_string());
    answer.pass = Some(pass.number);
    answer.max_passes = Some(state.protocol.max_passes);
    answer.range = Some(range(state, &pass.change, pinned));
    answer.precheck = pass.precheck.as_ref().map(precheck_row);
    answer
}

fn precheck_row(precheck: &Precheck) -> super::answers::Precheck {
    super::answers::Precheck {
        verdict: precheck.verdict.as_str().to_owned(),
        findings: precheck.findings.iter().map(|f| f.title.clone()).collect(),
    }
}

fn with_pass(
    ws: &Workspace<'_>,
    state: &LoopState,
    request: &ReviewTask,
    brief: Option<&Brief>,
    pinned: &Pinned,
) -> ReviewTaskAnswer {
    let mut remarks = notes(state);
    remarks.extend(rules::configured_since(ws, state));
    remarks.extend(fewer(&pinned.notes));
    remarks.extend(beside::verdict_in_diff(pinned));
    remarks.extend(super::reports::said_of_what_is_there(ws, state));
    remarks.extend(ws.repository.shallow_note());
    remarks.extend(state.pass().and_then(|p| not_all(&p.change)));
    if let Ok(Some(report)) = claims::read(request.executor_report.as_deref()) {
        remarks.extend(claims::remarks(ws, &report, &pinned.change));
        if state.protocol.claims_are_told && brief.is_some_and(|b| !brief::shows_claims(&b.text)) {
            let message = "the brief of this pass was written before the executor's report came; its reviewer does not see it";
            remarks.push(Remark::new(0, "report_after_brief", message));
        }
    }
    remarks.extend(left_of_the_attempt(state));
    let mut answer = answer(next::of(ws, state), remarks);
    answer.loop_id = Some(state.id.to_string());
    answer.max_passes = Some(state.protocol.max_passes);
    if let Some(pass) = state.pass() {
        if pass.unchanged {
            let message =
                "nothing of the subject changed since the last review; this pass counts all the same";
            answer.remarks.push(Remark::new(0, "unchanged_subject", message));
        }
        answer.pass = Some(pass.number);
        answer.parts = Some(parts::count(pass));
        answer.remarks.extend(brief.and_then(|b| parts::size_remark(request.max_tokens, b)));
        answer.countersign = Some(pass.countersign.to_string());
        answer.range = Some(range(state, &pass.change, pinned));
        answer.precheck = pass.precheck.as_ref().map(precheck_row);
    }
    if let Some(brief) = brief.filter(|_| request.brief.unwrap_or(true)) {
        answer.brief = Some(brief.text.clone());
        // The brief asks it, and has the form.
        answer.next.question = None;
    }
    if let Some(brief) = brief {
        let cut = brief.truncated.iter().map(|l| Truncated {
            path: l.path.clone(),
            what: l.what.clone(),
            part: l.part,
        });
        answer.truncated = cut.collect();
    }
    answer
}

/// What was noted when the loop was opened, as far as it is news: what other loops there were then is, at the first pass.
fn notes(state: &LoopState) -> Vec<Remark> {
    let first = state.passes.len() < 2;
    state.notes.iter().filter(|note| first || note.code != same_work::SHARED).cloned().collect()
}

/// Says which files of an attempt that was to be taken back stand as it added them: either the new attempt needs the very
/// same, or they were forgotten.
fn left_of_the_attempt(state: &LoopState) -> Option<Remark> {
    let now = state.pass()?;
    let last = state.passes.iter().rev().find(|p| p.number < now.number && p.answer.is_some())?;
    let (_, judgement) = last.answer.as_ref()?;
    if judgement.course != Course::Reexecute {
        return None;
    }
    let stands = |was: &&PinnedFile| {
        let same = |is: &PinnedFile| is.path == was.path && is.blob == was.blob;
        was.added && was.blob.is_some() && now.change.files.iter().any(same)
    };
    let left: Vec<&str> = last.change.files.iter().filter(stands).map(|f| f.path.as_str()).collect();
    let named = some_of(&left, FILES_NAMED);
    let message = format!(
        "the rejected attempt added {named}, which was to be removed before it was done again and stands as it was; it is part of what is reviewed now"
    );
    (!left.is_empty()).then(|| Remark::new(0, "attempt_left", message))
}

/// Keeps the first remarks of a kind and counts the rest: a long branch leaves many commits out.
fn fewer(notes: &[Remark]) -> Vec<Remark> {
    const MOST: usize = 3;
    let mut kept: Vec<Remark> = Vec::new();
    for note in notes {
        let alike = kept.iter().filter(|k| k.code == note.code).count();
        if alike < MOST {
            kept.push(note.clone());
        } else if alike == MOST {
            let more = notes.iter().filter(|n| n.code == note.code).count() - MOST;
            kept.push(Remark::new(0, &note.code, format!("{more} more like these")));
        }
    }
    kept
}

/// Commits and files listed in an answer, so that it stays small; the rest is counted.
const COMMITS: usize = 20;
const FILES: usize = 100;
/// Files that one remark names.
const FILES_NAMED: usize = 8;

/// Says when the lists of the range are not whole.
fn not_all(change: &PinnedChange) -> Option<Remark> {
    let (commits, files) = (change.commits.len(), change.files.len());
    (commits > COMMITS || files > FILES).then(|| {
        let message = format!(
            "the range holds {commits} commits and {files} files; at most {COMMITS} and {FILES} are listed, `git diff --stat {}..{}` shows all",
            change.base.as_ref().map_or("", |b| b.short()),
            change.head.short()
        );
        Remark::new(0, "range_listed_in_part", message)
    })
}

fn range(state: &LoopState, change: &PinnedChange, pinned: &Pinned) -> Range {
    let scope = Outside::of(&state.subject, change, &state.only);
    let row = |c: &crate::domain::subject::PinnedCommit| CommitRow {
        id: c.id.short().to_owned(),
        subject: c.subject.clone(),
    };
    Range {
        base: change.base.as_ref().map(ToString::to_string),
        head: Some(change.head.to_string()),
        // The newest; the counts tell of the rest.
        commits: change.commits.iter().rev().take(COMMITS).rev().map(row).collect(),
        files: change.files.iter().take(FILES).map(|f| f.path.to_string()).collect(),
        insertions: u64::from(change.insertions),
        deletions: u64::from(change.deletions),
        outside: scope.outside.iter().take(FILES).map(ToString::to_string).collect(),
        untouched: scope.untouched.into_iter().take(FILES).collect(),
        unreviewed_commits: pinned.unreviewed.iter().rev().take(20).map(row).collect(),
    }
}

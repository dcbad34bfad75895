//! `respond_findings`: the fixer's word on each finding, checked against the diff (SPEC 6.3, 7.3).

mod escalate;
mod uncommitted;
mod unseen;

use std::cell::RefCell;

use crate::domain::claim;
use crate::domain::closed_when::Facts;
use crate::domain::diff::Changed;
use crate::domain::executor_report::ExecutorReport;
use crate::domain::finding::Finding;
use crate::domain::ids::{FindingId, Oid, RepoPath};
use crate::domain::review::{Remark, Response, ResponseKind};
use crate::domain::review_loop::admit::refuse_response;
use crate::domain::review_loop::event::Claim as ClaimFact;
use crate::domain::review_loop::state::UsedTurn;
use crate::domain::review_loop::{Event, LoopState, Refusal, admit};
use crate::domain::subject::PinnedChange;
use crate::error::Error;
use crate::io::store::Store;

use super::answers::{BlockingSummary, Claim, Progress, RespondFindingsAnswer, ResponseResult, ResponseRow};
use super::loops::{self, Loaded};
use super::ranges;
use super::record::evidence::{condition_files, since_tree, spread};
use super::record::{elsewhere, others};
use super::refusals::of_loop;
use super::requests::RespondFindings;
use super::subjects::branches;
use super::workspace::Workspace;
use super::{next, placeholders};
use uncommitted::Uncommitted;

pub(super) fn respond_findings(
    ws: &Workspace<'_>,
    request: &RespondFindings,
) -> Result<RespondFindingsAnswer, Error> {
    let report = super::claims::read(request.executor_report.as_deref())?;
    let mut answer = taken(ws, request)?;
    if let Some(report) = &report {
        let loaded = loops::load(&ws.store()?, &request.loop_id)?;
        answer.remarks.extend(compared(ws, &loaded.state, report));
    }
    Ok(answer)
}

/// Holds what the executor reports against what the subject's change is now.
fn compared(ws: &Workspace<'_>, state: &LoopState, report: &ExecutorReport) -> Vec<Remark> {
    match ranges::again(ws, state, None) {
        Ok(now) => super::claims::remarks(ws, report, &now.change),
        Err(error) => {
            let message =
                format!("the executor's report could not be held against the change: {}", error.message);
            vec![Remark::new(0, "report_not_compared", message)]
        }
    }
}

fn taken(ws: &Workspace<'_>, request: &RespondFindings) -> Result<RespondFindingsAnswer, Error> {
    if request.responses.is_empty() && request.escalate.is_none() {
        // What was answered meanwhile wants no entry: of an old turn that is said first.
        let loaded = loops::load(&ws.store()?, &request.loop_id)?;
        let turn = effective_turn(&loaded, request.turn);
        if turn != loaded.state.turn {
            let (digest, responses, claims) = (String::new(), Vec::new(), Vec::new());
            let probe = Event::Responded { turn, digest, responses, claims, by: None };
            admit(&loaded.state, &probe).map_err(|r| of_loop(&loaded.state, &r))?;
        }
        return Err(
            Error::invalid("responses", "is empty, and so is `escalate`").hint(
                "Send one entry for each finding you worked on; for what is too hard send `escalate` with the reason",
            )
        );
    }
    let mut store = ws.store()?;
    let loaded = loops::load(&store, &request.loop_id)?;
    let Some(reason) = &request.escalate else {
        return respond(ws, &mut store, loaded, request).map(|answered| answered.answer);
    };
    placeholders::refuse("escalate", reason)?;
    let digest = escalate::digest(request, reason);
    if let Some(answer) = escalate::given_before(ws, &loaded, request, &digest)? {
        return Ok(answer);
    }
    // Where nobody could take it on, the responses of the call are not taken either: nothing is done by half.
    let responses = given(&loaded.state, request);
    let known = self::digest(&responses);
    if !used(&loaded.state, request.turn).iter().any(|u| u.digest == known) {
        escalate::admitted(&loaded.state)?;
    }
    if request.responses.is_empty() {
        return escalate::hand_on(ws, &mut store, loaded, request.turn, reason, &digest);
    }
    let answered = respond(ws, &mut store, loaded, request)?;
    escalate::after_responses(ws, &mut store, answered, reason, &digest)
}

/// Responses as they were taken.
struct Answered {
    loaded: Loaded,
    /// The loop's turn once they were recorded.
    turn: u64,
    answer: RespondFindingsAnswer,
}

/// Returns the responses of a call, by the ids as the loop writes them.
fn given(state: &LoopState, request: &RespondFindings) -> Vec<Response> {
    let named = |mut response: Response| {
        let is_it = |f: &&Finding| f.id.as_str().eq_ignore_ascii_case(response.finding_id.as_str());
        if let Some(finding) = state.findings.iter().find(is_it) {
            response.finding_id = finding.id.clone();
        }
        response
    };
    request.responses.iter().cloned().map(Into::into).map(named).collect()
}

/// Records the responses of a call.
fn respond(
    ws: &Workspace<'_>,
    store: &mut Store,
    loaded: Loaded,
    request: &RespondFindings,
) -> Result<Answered, Error> {
    let responses = given(&loaded.state, request);
    let digest = digest(&responses);
    if let Some(answer) = given_before(ws, &loaded, request.turn, &responses, &digest)? {
        let turn = answered_under(&loaded, request.turn).last().map_or(loaded.state.turn, |u| u.recorded);
        return Ok(Answered { loaded, turn, answer });
    }
    let turn = effective_turn(&loaded, request.turn);
    // The call itself must be in its place, whatever becomes of its single responses.
    let probe = Event::Responded {
        turn,
        digest: digest.clone(),
        responses: Vec::new(),
        claims: Vec::new(),
        by: None,
    };
    admit(&loaded.state, &probe).map_err(|r| of_loop(&loaded.state, &r))?;
    let (taken, rows) = sort(&loaded.state, &responses);
    if taken.is_empty() {
        // Nothing to write: the turn stays unused for every finding.
        let answer = answer(ws, &loaded.state, rows, Vec::new());
        return Ok(Answered { turn: loaded.state.turn, loaded, answer });
    }
    let claims = claims(ws, &loaded.state, &taken);
    let by = ws.attested(store)?;
    let raced = RefCell::new(None);
    let after = loops::write(store, ws.clock, loaded, |now| {
        // Others may have answered under the same turn meanwhile.
        *raced.borrow_mut() = given_before(ws, now, request.turn, &responses, &digest)?;
        if raced.borrow().is_some() {
            return Ok(None);
        }
        Ok(Some((
            Event::Responded {
                turn: effective_turn(now, request.turn),
                digest: digest.clone(),
                responses: taken.clone(),
                claims: claims.clone(),
                by: by.clone(),
            },
            Vec::new(),
        )))
    })?;
    if let Some(answer) = raced.into_inner() {
        return Ok(Answered { turn: after.state.turn, loaded: after, answer });
    }
    let written = super::reports::write_review(ws, &after.state);
    let mut answer = answer(ws, &after.state, rows, claims);
    answer.remarks.extend(written.into_iter().filter_map(|report| report.remark));
    Ok(Answered { turn: after.state.turn, loaded: after, answer })
}

fn digest(responses: &[Response]) -> String {
    // A vector of plain structs always has a JSON form.
    let text = serde_json::to_string(responses).unwrap_or_default();
    blake3::hash(text.as_bytes()).to_hex().to_string()
}

/// The calls that already named this turn.
fn used(state: &LoopState, turn: u64) -> Vec<&UsedTurn> {
    state.used_turns.iter().filter(|u| u.turn == turn && !u.responses.is_empty()).collect()
}

/// Gives the recorded result again for the same content; refuses other content for a finding already answered in that turn.
fn given_before(
    ws: &Workspace<'_>,
    loaded: &Loaded,
    turn: u64,
    responses: &[Response],
    digest: &str,
) -> Result<Option<RespondFindingsAnswer>, Error> {
    let state = &loaded.state;
    let before = answered_under(loaded, turn);
    let recorded = |r: &Response| {
        before.iter().find_map(|u| u.responses.iter().find(|k| k.finding_id == r.finding_id).map(|k| (u, k)))
    };
    let exact = before.iter().any(|u| u.digest == digest);
    for response in responses.iter().filter(|_| !exact) {
        if let Some((use_of, _)) = recorded(response).filter(|(_, kept)| *kept != response) {
            let refusal = Refusal::UsedTurn { given: turn, recorded: use_of.recorded };
            return Err(of_loop(state, &refusal).at(format!("responses ({})", response.finding_id)));
        }
    }
    let all_recorded = exact
        || (!before.is_empty()
            && responses.iter().all(|r| recorded(r).is_some() || refuse_response(state, r).is_some()));
    let Some(last) = before.iter().find(|u| u.digest == digest).or(before.last()).filter(|_| all_recorded)
    else {
        return Ok(None);
    };
    let then = loaded.at_turn(last.recorded).unwrap_or_else(|| state.clone());
    let rows = match loaded.at_turn(last.recorded - 1).filter(|_| exact) {
        // The very call again: its rows are those of its day.
        Some(before) => sort(&before, responses).1,
        None => responses
            .iter()
            .map(|r| match recorded(r) {
                Some(_) => accepted(r),
                None => refused(r, refuse_response(&then, r)),
            })
            .collect(),
    };
    Ok(Some(answer(ws, &then, rows, recorded_claims(loaded, last.recorded))))
}

/// What the diff said of the responses that a turn recorded.
fn recorded_claims(loaded: &Loaded, recorded: u64) -> Vec<ClaimFact> {
    match loaded.entries.iter().find(|e| e.turn == recorded).map(|e| &e.event) {
        Some(Event::Responded { claims, .. }) => claims.clone(),
        Some(_) | None => Vec::new(),
    }
}

/// The calls that named this turn, and those after them as long as nothing but responses came: a response that was
/// refused, or not given yet, is given under the turn it belongs to, however many others went before (SPEC 6.3).
fn answered_under(loaded: &Loaded, turn: u64) -> Vec<&UsedTurn> {
    let state = &loaded.state;
    let mut calls = used(state, turn);
    let Some(last) = calls.last().map(|u| u.recorded) else { return calls };
    for entry in loaded.entries.iter().filter(|e| e.turn > last) {
        // Noted beside the steps.
        if matches!(entry.event, Event::LetGo { .. }) {
            continue;
        }
        if !matches!(entry.event, Event::Responded { .. }) {
            break;
        }
        calls.extend(state.used_turns.iter().filter(|u| u.recorded == entry.turn));
    }
    calls
}

/// A response refused in a turn may still be given under it: the turn was not used for its finding.
fn effective_turn(loaded: &Loaded, turn: u64) -> u64 {
    let state = &loaded.state;
    let only_responses_since =
        answered_under(loaded, turn).last().is_some_and(|u| u.recorded == state.noted.acted);
    if only_responses_since { state.turn } else { turn }
}

/// Tells which responses are taken, with a row for each.
fn sort(state: &LoopState, responses: &[Response]) -> (Vec<Response>, Vec<ResponseRow>) {
    let mut taken: Vec<Response> = Vec::new();
    let mut rows = Vec::new();
    for response in responses {
        let repeated = taken.iter().any(|t| t.finding_id == response.finding_id);
        let placeholder = [("details", &response.details), ("reason", &response.reason)]
            .into_iter()
            .filter_map(|(field, text)| text.as_deref().map(|t| (field, t)))
            .find_map(|(field, text)| placeholders::refuse(field, text).err())
            .map(|e| e.to_string());
        let why = if repeated {
            Some("the same call answers this finding twice".to_owned())
        } else {
            placeholder.or_else(|| refuse_response(state, response))
        };
        match why {
            None => {
                taken.push(response.clone());
                rows.push(accepted(response));
            }
            why => rows.push(refused(response, why)),
        }
    }
    (taken, rows)
}

fn accepted(response: &Response) -> ResponseRow {
    ResponseRow { finding_id: response.finding_id.to_string(), result: ResponseResult::Accepted, why: None }
}

fn refused(response: &Response, why: Option<String>) -> ResponseRow {
    ResponseRow { finding_id: response.finding_id.to_string(), result: ResponseResult::Refused, why }
}

/// Looks again at what a pass that opens shows of the fixes that were claimed: `now` is the change since the last review
/// and the tree as it is.
pub(super) fn claimed(
    ws: &Workspace<'_>,
    state: &LoopState,
    (now, head): (&Changed, &Oid),
) -> Vec<ClaimFact> {
    let answered = state.findings.iter().filter(|f| f.is_open()).filter_map(|f| f.response.clone());
    let fixed: Vec<Response> = answered.filter(|r| r.response == ResponseKind::Fixed).collect();
    if fixed.is_empty() {
        return Vec::new();
    }
    let since = match now.own.is_empty() {
        true => Since::Unchanged(Some(head.clone())),
        false => Since::Changed(now.clone(), head.clone()),
    };
    facts_of(ws, state, &since, &fixed)
}

/// Looks at what the diff since the review says of each claimed fix.
fn claims(ws: &Workspace<'_>, state: &LoopState, responses: &[Response]) -> Vec<ClaimFact> {
    facts_of(ws, state, &since(ws, state), responses)
}

/// Says what the diff says of a claimed fix, since the tree in which the finding stands: that need not be the last
/// review's.
fn claim_of(
    ws: &Workspace<'_>,
    state: &LoopState,
    finding: Option<&Finding>,
    (since, head): (&Changed, &Oid),
    response: &Response,
) -> &'static str {
    let last = state.looked().map(|pass| &pass.change.head);
    let stray = finding.and_then(|f| f.placed.as_ref()).filter(|tree| Some(*tree) != last);
    let Some(tree) = stray else { return claim::of(finding, since, response) };
    let files: Vec<RepoPath> = since.own.paths().cloned().collect();
    match since_tree(ws, state, tree, (head, &files)) {
        Some(changed) => claim::of(finding, &changed, response),
        None => "unknown",
    }
}

fn facts_of(ws: &Workspace<'_>, state: &LoopState, since: &Since, responses: &[Response]) -> Vec<ClaimFact> {
    let facts = match since {
        Since::Changed(_, head) => {
            condition_files(ws, state, head, state.findings.iter().filter(|f| f.is_open()).map(|f| &f.said))
        }
        Since::Unknown | Since::Unchanged(_) => Facts::default(),
    };
    let spread = match since {
        Since::Changed(changed, head) => {
            let files: Vec<RepoPath> = changed.own.paths().cloned().collect();
            spread(ws, state, (head, &files))
        }
        Since::Unknown | Since::Unchanged(_) => Vec::new(),
    };
    let is_whole =
        |f: Option<&Finding>| f.is_some_and(|f| spread.iter().any(|s| s.id == f.id && s.is_mended()));
    responses
        .iter()
        .filter(|r| r.response == ResponseKind::Fixed)
        .map(|response| {
            let finding = state.finding(response.finding_id.as_str());
            let word = match since {
                Since::Unknown => "unknown",
                // Since the last review; where the finding stands in another tree, that is asked.
                Since::Unchanged(Some(head)) => {
                    claim_of(ws, state, finding, (&Changed::default(), head), response)
                }
                Since::Unchanged(None) => "unchanged_subject",
                Since::Changed(diff, head) => finding
                    .and_then(|f| claim::of_condition(f, &facts, &state.tests.passing, diff))
                    .unwrap_or_else(|| match claim_of(ws, state, finding, (diff, head), response) {
                        // What another pass mended of it is mended.
                        "partly_changed" | "touched_elsewhere" if is_whole(finding) => "region_changed",
                        word => word,
                    }),
            };
            ClaimFact { finding_id: response.finding_id.clone(), claim: word.to_owned() }
        })
        .collect()
}

/// What became of the subject since its last review.
enum Since {
    /// git cannot tell: a rewritten history, a collected tree.
    Unknown,
    /// With the tree as it is; nothing where none was looked at.
    Unchanged(Option<Oid>),
    /// And the tree as it is now.
    Changed(Changed, Oid),
}

fn since(ws: &Workspace<'_>, state: &LoopState) -> Since {
    let Some(pass) = state.looked() else { return Since::Unchanged(None) };
    let here = branches::seen_from_here(ws, state);
    let Ok(now) = ranges::again(ws, here.as_ref().unwrap_or(state), None) else {
        return taken_back(ws, state, &pass.change).unwrap_or(Since::Unknown);
    };
    if now.change.same_content(&pass.change) {
        return Since::Unchanged(Some(now.change.head.clone()));
    }
    let own: Vec<RepoPath> = [&pass.change, &now.change]
        .iter()
        .flat_map(|c| c.files.iter().flat_map(|f| [Some(f.path.clone()), f.old_path.clone()]))
        .flatten()
        .collect();
    match elsewhere::changed(ws, (&pass.change.head, &now.change.head), &own, &state.findings) {
        Ok(mut diff) => {
            others::mark(ws, (&pass.change, &now.change), &mut diff);
            Since::Changed(diff, now.change.head.clone())
        }
        Err(_) => Since::Unknown,
    }
}

/// What changed where nothing of the change is left in its commits: then there is nothing to pin, and git knows all the same.
fn taken_back(ws: &Workspace<'_>, state: &LoopState, then: &PinnedChange) -> Option<Since> {
    let head = ws.tip(&state.subject).ok().filter(|head| then.snapshot.is_none() && *head != then.head)?;
    let files = then.files.iter().flat_map(|f| [Some(f.path.clone()), f.old_path.clone()]);
    let files: Vec<RepoPath> = files.flatten().collect();
    let left = ws.repository.diff_within(then.base.as_ref(), &head, &files).ok()?;
    let changed = elsewhere::changed(ws, (&then.head, &head), &files, &state.findings).ok();
    changed.filter(|_| left.is_empty()).map(|changed| Since::Changed(changed, head))
}

fn answer(
    ws: &Workspace<'_>,
    state: &LoopState,
    rows: Vec<ResponseRow>,
    claims: Vec<ClaimFact>,
) -> RespondFindingsAnswer {
    let blocking = state.blocking();
    let word = |id: &FindingId, kind| {
        state.pass().is_some_and(|p| {
            p.responses.iter().rev().find(|r| &r.finding_id == id).is_some_and(|r| r.response == kind)
        })
    };
    let count = |kind| u32::try_from(blocking.iter().filter(|id| word(id, kind)).count()).unwrap_or(u32::MAX);
    let total = u32::try_from(blocking.len()).unwrap_or(u32::MAX);
    let (fixed, rejected) = (count(ResponseKind::Fixed), count(ResponseKind::Rejected));
    let uncommitted = Uncommitted::of(ws, state, &claims);
    RespondFindingsAnswer {
        next: next::with_brief(ws, state),
        responses: rows,
        claims: claims
            .into_iter()
            .map(|c| Claim {
                note: state
                    .finding(c.finding_id.as_str())
                    .and_then(|f| {
                        let unseen = || unseen::explain(ws, state, f, &c);
                        no_line(f, &c.claim).or_else(unseen).or_else(|| uncommitted.explain(ws, f, &c))
                    })
                    .or_else(|| explain(&c.claim)),
                finding_id: c.finding_id.to_string(),
                evidence: c.claim,
            })
            .collect(),
        blocking_summary: BlockingSummary {
            total,
            fixed,
            rejected,
            unaddressed: total.saturating_sub(fixed + rejected),
        },
        progress: Some(progress(state)),
        remarks: remarks(state),
    }
}

fn progress(state: &LoopState) -> Progress {
    Progress {
        pass: state.pass().map_or(0, |p| p.number),
        in_tier: Some(state.tier_passes),
        max_passes: Some(state.protocol.max_passes),
        no_progress: state.protocol.max_no_progress.map(|_| state.no_progress),
        max_no_progress: state.protocol.max_no_progress,
        tier: state.fixer().map(|t| t.name.clone()),
    }
}

/// What is noticed of a round's responses (SPEC 4.5): most of them rejections, or no suggestion taken up.
fn remarks(state: &LoopState) -> Vec<Remark> {
    let Some(pass) = state.pass() else { return Vec::new() };
    let mut remarks = Vec::new();
    let (rejected, all) = pass.rejections();
    if rejected * 2 > all && state.unanswered().is_empty() && state.protocol.responses_required {
        let told = if state.protocol.manager_choices.is_empty() {
            "the user is told where a limit is reached"
        } else {
            "the manager is told where the work is approved or a limit is reached"
        };
        let message =
            format!("{rejected} of {all} answered findings of pass {} were rejected; {told}", pass.number);
        remarks.push(Remark::new(0, "mostly_rejected", message));
    }
    let suggestions: Vec<&FindingId> =
        state.findings.iter().filter(|f| f.is_open() && !f.blocks(&state.protocol)).map(|f| &f.id).collect();
    let skipped = |id: &FindingId| {
        pass.responses.iter().rev().find(|r| &r.finding_id == id).map(|r| r.response)
            == Some(ResponseKind::Skipped)
    };
    if pass.number == 1 && !suggestions.is_empty() && suggestions.iter().all(|id| skipped(id)) {
        let message = match suggestions.len() {
            1 => "the one suggestion of the first pass was skipped".to_owned(),
            n => format!("all {n} suggestions of the first pass were skipped"),
        };
        remarks.push(Remark::new(0, "suggestions_skipped", message));
    }
    remarks
}

/// Says of a finding that names no line what closes it: that its file changed proves nothing.
fn no_line(finding: &Finding, claim: &str) -> Option<String> {
    let unlined = finding.said.locations.iter().any(|place| place.line.is_none());
    (unlined && claim == "region_changed").then(|| {
        "its file changed, and the finding names no line, so that alone does not close it: say in `details` which file mends it, or the reviewer resolves it by its id with a reason"
            .to_owned()
    })
}

/// Says what a claim that the diff does not bear out needs.
fn explain(claim: &str) -> Option<String> {
    match claim {
        "untouched" => Some(
            "the finding's place did not change; name the file of the fix in `details`, or fix it".to_owned(),
        ),
        "partly_changed" => Some(
            "only some of the finding's places changed: mend the others as well, or say in `details` where it was done"
                .to_owned(),
        ),
        "metadata_only" => Some("only comments or blanks changed at the finding's place".to_owned()),
        "condition_open" => Some(
            "the finding's condition does not hold yet: see it in the brief, and make it hold".to_owned(),
        ),
        "unknown" => Some("git cannot tell what changed since the review".to_owned()),
        "unchanged_subject" => Some("nothing of the subject changed since the review".to_owned()),
        _ => None,
    }
}

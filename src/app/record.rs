//! `record_findings`: the answer to the open pass, its judgement, its report.

use serde_json::json;

use crate::domain::brief;
use crate::domain::closed_when::ClosedWhen;
use crate::domain::dialect::Reading;
use crate::domain::diff::Changed;
use crate::domain::finding::Finding;
use crate::domain::ids::{Countersign, Turn};
use crate::domain::protocol::NoReviewer;
use crate::domain::review::{Remark, Stage};
use crate::domain::review_loop::admit::waits_for;
use crate::domain::review_loop::event::{Answer, Entry};
use crate::domain::review_loop::state::PassRecord;
use crate::domain::review_loop::{
    Event, Evidence, LoopState, Refusal, Standing, course, judge, separation, stages,
};
use crate::error::{Error, ErrorKind};
use crate::io::store::Store;

use super::answers::RecordFindingsAnswer;
use super::loops::{self, Loaded};
use super::placeholders;
use super::ranges;
use super::refusals::of_loop;
use super::reports;
use super::requests::RecordFindings;
use super::subjects::branches;
use super::workspace::Workspace;
use picked::is_unsigned;
pub(super) use picked::{digest_of, picked_up};
use read::{raw, read};
use told::answer_of;

mod absent;
pub(super) mod elsewhere;
pub(super) mod evidence;
pub(super) mod hidden;
pub(super) mod imported;
pub(super) mod others;
mod picked;
mod read;
mod told;

/// A reviewer's text is never larger than this, in bytes.
pub(super) const TEXT_LIMIT: usize = 1024 * 1024;

pub(super) fn record_findings(
    ws: &Workspace<'_>,
    request: &RecordFindings,
) -> Result<RecordFindingsAnswer, Error> {
    check(request)?;
    let mut store = ws.store()?;
    let code = Countersign::new(request.countersign.trim());
    let digest = digest(request);
    // Another caller may answer the same pass between loading and writing: then this one is looked at anew,
    // as the same answer, as dissent, or as too late.
    for _ in 0..3 {
        let loaded = loops::load(&store, &request.loop_id)?;
        match file(ws, &mut store, loaded, &code, request, &digest) {
            Err(error) if is_race(&error) => {}
            done => return done,
        }
    }
    Err(Error::stale("the loop was changed by others while this call ran").hint("Repeat the call"))
}

/// The mark of a write that found its pass answered by somebody else.
const RACED: &str = "loop";

fn raced() -> Error {
    Error::stale("the pass was answered by another call meanwhile").at(RACED)
}

fn is_race(error: &Error) -> bool {
    error.kind == ErrorKind::Stale && error.field.as_deref() == Some(RACED)
}

/// Files an answer as what it is in the loop's present state.
fn file(
    ws: &Workspace<'_>,
    store: &mut Store,
    loaded: Loaded,
    code: &Countersign,
    request: &RecordFindings,
    digest: &str,
) -> Result<RecordFindingsAnswer, Error> {
    if let Some(why) = other_stage_is_absent(&loaded.state)
        && recorded_at(&loaded, code, digest).is_some()
    {
        // A kill came between the stage that could come and what follows from the other's absence.
        return unavailable(ws, store, loaded, code, digest, &why);
    }
    if let Some(answer) = answered_before(ws, &loaded, code, digest) {
        return Ok(answer);
    }
    if is_used(&loaded.state, code) {
        return dissent(ws, store, loaded, code, request, digest);
    }
    if let Err(error) = waits_for_code(&loaded.state, code) {
        keep_stray(ws, store, request, &error)?;
        return Err(error);
    }
    if let Err(error) = carries_no_other_code(&loaded.state, request) {
        keep_stray(ws, store, request, &error)?;
        return Err(error);
    }
    let by = ws.attested(store)?;
    if request.unavailable.is_none()
        && let Some(who) = separation::refused(&loaded.state, by.as_ref())
    {
        let error = of_loop(&loaded.state, &Refusal::OwnWork { who });
        keep_stray(ws, store, request, &error)?;
        return Err(error);
    }
    match &request.unavailable {
        Some(why) => match request.stage {
            Some(stage) => half_absent(ws, store, loaded, code, digest, (stage, why)),
            None => unavailable(ws, store, loaded, code, digest, why),
        },
        None => record(ws, store, loaded, code, request, digest),
    }
}

/// Returns why one stage of the open pass stays out, where the other came.
fn other_stage_is_absent(state: &LoopState) -> Option<String> {
    let open = state.pass().filter(|_| state.standing == Standing::Review)?;
    open.other_stage_is_absent().map(str::to_owned)
}

/// Refuses what cannot be an answer, whatever the loop.
fn check(request: &RecordFindings) -> Result<(), Error> {
    let structured = request.verdict.is_some() || request.findings.is_some();
    let given = [request.text.is_some(), structured, request.unavailable.is_some()];
    match given.iter().filter(|g| **g).count() {
        1 => {}
        0 => {
            return Err(Error::invalid("text", "no answer is given")
                .hint("Send the reviewer's whole `text`, or `verdict` with `findings`, or `unavailable` when no reviewer could run"));
        }
        _ => {
            return Err(Error::invalid("text", "more than one kind of answer is given")
                .hint("Send either `text`, or `verdict` with `findings`, or `unavailable`"));
        }
    }
    if let Some(text) = &request.text {
        if text.len() > TEXT_LIMIT {
            return Err(Error::invalid(
                "text",
                format!("holds {} bytes, over the limit of {TEXT_LIMIT}", text.len()),
            ));
        }
        placeholders::refuse("text", text)?;
        if !request.resolved.is_empty() {
            return Err(Error::invalid(
                "resolved",
                "goes with `verdict` and `findings`; in a text, resolved findings stand under `### Resolved`",
            ));
        }
    }
    if structured && request.verdict.is_none() {
        return Err(Error::invalid("verdict", "findings need the verdict they lead to"));
    }
    if request.verdict.is_some() && request.findings.is_none() {
        return Err(Error::invalid("findings", "a verdict needs its findings; send [] when there are none"));
    }
    if let Some(why) = &request.unavailable {
        placeholders::refuse("unavailable", why)?;
        if !request.rulings.is_empty() || !request.resolved.is_empty() {
            return Err(Error::invalid(
                "unavailable",
                "no reviewer ran, so nothing was ruled on or resolved",
            )
            .hint("Leave `rulings` and `resolved` out"));
        }
    }
    for (i, finding) in request.findings.iter().flatten().enumerate() {
        placeholders::refuse(&format!("findings[{i}].title"), &finding.title)?;
        if let Some(Err(why)) = finding.closed_when.as_deref().map(ClosedWhen::parse) {
            return Err(Error::invalid(format!("findings[{i}].closed_when"), why.to_string())
                .hint("Such as `src/cart.rs contains expires_at`; or leave it out"));
        }
    }
    Ok(())
}

/// Names what was sent, so that the same call again is known.
fn digest(request: &RecordFindings) -> String {
    let sent = json!({
        "text": request.text,
        "verdict": request.verdict,
        "findings": request.findings,
        "resolved": request.resolved,
        "rulings": request.rulings,
        "unavailable": request.unavailable,
        "stage": request.stage,
    });
    blake3::hash(sent.to_string().as_bytes()).to_hex().to_string()
}

/// Returns the turn at which the same content was recorded for a code, or for another used code of its pass: a pass has a
/// new one once its reviewer was asked again.
fn recorded_at(loaded: &Loaded, code: &Countersign, digest: &str) -> Option<Turn> {
    let of_stage = |e: &&Entry| matches!(&e.event, Event::StageRecorded { code: c, answer, .. } if c == code && answer.digest == digest);
    let pass = loaded.state.passes.iter().find(|p| p.used.iter().any(|u| &u.code == code));
    let used = pass.into_iter().flat_map(|p| &p.used).filter(|u| u.digest == digest);
    match used.max_by_key(|u| (&u.code == code, u.turn)) {
        Some(used) => Some(used.turn),
        None => loaded.entries.iter().find(of_stage).map(|e| e.turn),
    }
}

/// Gives the recorded answer again when the same content comes for a used code (SPEC 6.3).
fn answered_before(
    ws: &Workspace<'_>,
    loaded: &Loaded,
    code: &Countersign,
    digest: &str,
) -> Option<RecordFindingsAnswer> {
    let turn = recorded_at(loaded, code, digest)?;
    let then = loaded.at_turn(turn)?;
    let event = &loaded.entries.iter().find(|e| e.turn == turn)?.event;
    // A kill may have come between the event and its report.
    let written = reports::write_review(ws, &loaded.state);
    let mut answer = answer_of(ws, &then, event, written);
    if let Event::DissentRecorded { pass, .. } = event
        && let Some(ruled) = ruled_since(&loaded.state, *pass, then.decisions.len())
    {
        answer.remarks.push(ruled);
    }
    Some(answer)
}

/// Says what a person chose between two answers to a pass, where the second one is sent again after that.
fn ruled_since(state: &LoopState, pass: u32, before: usize) -> Option<Remark> {
    let record = state.passes.iter().find(|p| p.number == pass)?;
    let decision = state.decisions.get(before)?;
    let how = if record.upheld.is_some() { "the first answer holds" } else { "the choice holds" };
    let message = format!(
        "`{}` was chosen by {} ({}) since this was recorded: {how}",
        decision.choice, decision.decided_by, decision.standing
    );
    Some(Remark::new(0, "ruled_on", message))
}

fn is_used(state: &LoopState, code: &Countersign) -> bool {
    state.passes.iter().any(|p| p.takes_further(code))
}

/// Checks the code against the open pass.
fn waits_for_code(state: &LoopState, code: &Countersign) -> Result<(), Error> {
    let open = state.pass().filter(|_| state.standing == Standing::Review);
    match open {
        Some(pass) if &pass.countersign == code => Ok(()),
        Some(pass) => Err(of_loop(state, &Refusal::WrongCode { given: code.to_string(), pass: pass.number })),
        None => {
            let refusal = match state.outcome() {
                Some(outcome) => Refusal::Closed { loop_id: state.id.to_string(), outcome: outcome.as_str() },
                None => Refusal::NotOpen { waits_for: waits_for(&state.standing) },
            };
            let error = of_loop(state, &refusal).at("countersign");
            Err(error
                .hint(format!("The code {code} answers no open review; the text is kept among the strays")))
        }
    }
}

/// Refuses a text whose own `Countersign:` line carries another pass's code: a host that runs several reviewers at
/// once may hand in the answer of another one under the right code (SPEC 6.4).
fn carries_no_other_code(state: &LoopState, request: &RecordFindings) -> Result<(), Error> {
    let (Some(text), Some(pass)) = (&request.text, state.pass()) else { return Ok(()) };
    // A reviewer that is asked once more may repeat the code it was first given for this pass.
    let own =
        |code: &str| code == pass.countersign.as_str() || pass.used.iter().any(|u| u.code.as_str() == code);
    let codes: Vec<&str> = text.lines().filter_map(labelled_code).collect();
    match codes.first() {
        Some(other) if !codes.iter().any(|code| own(code)) => {
            Err(of_loop(state, &Refusal::WrongCode { given: (*other).to_owned(), pass: pass.number })
                .at("text")
                .hint("The text is the answer to another brief; send it with its own loop and code"))
        }
        Some(_) | None => Ok(()),
    }
}

/// Reads the code of a line such as `**Countersign:** cs-2-k7r2m9`.
fn labelled_code(line: &str) -> Option<&str> {
    let bare = |c: char| c.is_whitespace() || "*_`#>-|".contains(c);
    let rest = line.trim_matches(bare);
    let (label, code) = rest.split_once(':')?;
    let code = code.trim_matches(bare);
    let mut parts = code.split('-');
    let is_code = (parts.next() == Some("cs"))
        && parts.next().is_some_and(|n| !n.is_empty() && n.chars().all(|c| c.is_ascii_digit()))
        && parts.next().is_some_and(|n| n.len() == 6 && n.chars().all(|c| c.is_ascii_alphanumeric()))
        && parts.next().is_none();
    (label.trim_matches(bare).eq_ignore_ascii_case("countersign") && is_code).then_some(code)
}

/// Keeps a text that no pass takes (SPEC 6.4).
fn keep_stray(
    ws: &Workspace<'_>,
    store: &mut Store,
    request: &RecordFindings,
    error: &Error,
) -> Result<(), Error> {
    let text = match &request.text {
        Some(text) => text.clone(),
        None => serde_json::to_string(request).map_err(|e| Error::internal(e.to_string()))?,
    };
    store.keep_stray(ws.clock.now(), Some(&request.loop_id), &error.message, &text)?;
    Ok(())
}

/// Takes that no reviewer can run for one stage: the other is waited for, and what it says counts (SPEC 3, 6.3).
fn half_absent(
    ws: &Workspace<'_>,
    store: &mut Store,
    loaded: Loaded,
    code: &Countersign,
    digest: &str,
    (stage, why): (Stage, &str),
) -> Result<RecordFindingsAnswer, Error> {
    let Some(pass) = loaded.state.pass() else { return Err(Error::internal("an absence without a pass")) };
    if pass.stages.iter().any(|(came, _)| *came == stage) {
        let other = stage.other().as_str();
        return Err(Error::refused(format!(
            "the {} stage is answered already, so a reviewer ran",
            stage.as_str()
        ))
        .at("stage")
        .hint(format!("Send the answer to the {other} stage, or `unavailable` with `stage` {other}"))
        .call("loop_status", json!({ "loop_id": loaded.state.id.as_str() })));
    }
    let both = pass.stage_absent.as_ref().filter(|(absent, _)| *absent != stage);
    if both.is_some() || !pass.stages.is_empty() {
        // Nothing is waited for any more.
        let whole = both.map_or_else(|| why.to_owned(), |(_, first)| format!("{first}; {why}"));
        return unavailable(ws, store, loaded, code, digest, &whole);
    }
    let by = ws.attested(store)?;
    let after = loops::write(store, ws.clock, loaded, |now| {
        waits_for_code(&now.state, code).map_err(|_| raced())?;
        let Some(pass) = now.state.pass().filter(|pass| pass.stages.is_empty()) else { return Err(raced()) };
        let answer = Answer {
            raw: why.to_owned(),
            digest: digest.to_owned(),
            reading: Reading::nothing(ABSENT),
            reviewer: None,
            by: by.clone(),
            unsigned: false,
        };
        let (code, absent, raised) = (code.clone(), Some(why.to_owned()), Vec::new());
        let event = Event::StageRecorded { pass: pass.number, code, stage, answer, absent, raised };
        Ok(Some((event, Vec::new())))
    })?;
    Ok(answer_of(ws, &after.state, last_event(&after)?, Vec::new()))
}

/// The dialect of what nobody said.
const ABSENT: &str = "absent";

fn unavailable(
    ws: &Workspace<'_>,
    store: &mut Store,
    loaded: Loaded,
    code: &Countersign,
    digest: &str,
    why: &str,
) -> Result<RecordFindingsAnswer, Error> {
    let after = loops::write(store, ws.clock, loaded, |now| {
        let state = &now.state;
        waits_for_code(state, code).map_err(|_| raced())?;
        if let Some(event) = half_objects(ws, state, code, digest, why) {
            return Ok(Some((event, Vec::new())));
        }
        let by_precheck = state.pass().filter(|_| state.protocol.no_reviewer == NoReviewer::Precheck);
        let judgement = by_precheck.map(|pass| {
            let evidence = evidence::since_last(ws, state, pass);
            Box::new(judge::without_reviewer(state, pass, &evidence))
        });
        let event = Event::ReviewerUnavailable {
            pass: state.next_pass(),
            code: code.clone(),
            digest: digest.to_owned(),
            why: why.to_owned(),
            course: course::without_reviewer(state, judgement.as_ref().map(|j| j.verdict)),
            judgement,
        };
        Ok(Some((event, Vec::new())))
    })?;
    let written = reports::write_review(ws, &after.state);
    Ok(answer_of(ws, &after.state, last_event(&after)?, written))
}

/// The one stage that came, where it asks for changes and none can run for the other.
fn half_objects(
    ws: &Workspace<'_>,
    state: &LoopState,
    code: &Countersign,
    digest: &str,
    why: &str,
) -> Option<Event> {
    let pass = state.pass()?;
    let (_, came) = pass.stages.first()?;
    let reading = stages::half(&pass.stages)?;
    let evidence = Evidence { by: came.by.clone(), ..evidence::evidence(ws, state, pass, &reading) };
    let judgement = Box::new(judge::of_half(state, pass, &evidence, why)?);
    let answer = Answer { digest: digest.to_owned(), reading, ..came.clone() };
    Some(Event::ReviewRecorded { pass: pass.number, code: code.clone(), answer, judgement })
}

fn last_event(loaded: &Loaded) -> Result<&Event, Error> {
    loaded.entries.last().map(|e| &e.event).ok_or_else(|| Error::internal("a loop without events"))
}

fn record(
    ws: &Workspace<'_>,
    store: &mut Store,
    loaded: Loaded,
    code: &Countersign,
    request: &RecordFindings,
    digest: &str,
) -> Result<RecordFindingsAnswer, Error> {
    let by = ws.attested(store)?;
    let written = loops::write(store, ws.clock, loaded, |now| {
        let state = &now.state;
        let Some(pass) = state.pass() else { return Err(Error::internal("a review without a pass")) };
        waits_for_code(state, code).map_err(|_| raced())?;
        if recorded_at(now, code, digest).is_some() {
            return Err(raced());
        }
        let pinned = now_of(ws, state, pass)?;
        let reading = read(ws, state, pass, request);
        let answer = Answer {
            raw: raw(request),
            digest: digest.to_owned(),
            reading: reading.clone(),
            reviewer: request.reviewer.clone(),
            by: by.clone(),
            unsigned: is_unsigned(ws, request, code),
        };
        if let Moved::Yes(moved) = pinned {
            let whole = match stages::so_far(&pass.stages) {
                Some(came) => stages::join(&came, reading),
                None => reading,
            };
            let raised = on_file(ws, state, pass, &whole);
            let (pass, code, course) = (pass.number, code.clone(), course::after_stale(state));
            let event = Event::StaleRecorded { pass, code, answer, moved, raised, course };
            return Ok(Some((event, Vec::new())));
        }
        if let Some(stage) = request.stage
            && pass.stages.iter().all(|(s, _)| *s == stage)
        {
            let whole = stages::with(&pass.stages, stage, &answer);
            let raised = on_file(ws, state, pass, &whole);
            let (pass, code, absent) = (pass.number, code.clone(), None);
            let event = Event::StageRecorded { pass, code, stage, answer, absent, raised };
            return Ok(Some((event, Vec::new())));
        }
        // What came before in a call of its own belongs to the same answer.
        let reading = match stages::so_far(&pass.stages) {
            Some(came) => stages::join(&came, reading),
            None => reading,
        };
        let evidence = Evidence { by: by.clone(), ..evidence::evidence(ws, state, pass, &reading) };
        let judgement = judge::judge(state, pass, &reading, &evidence);
        let event = match &judgement.ask {
            Some(question) => {
                let raised = judge::of_stale(state, pass, &reading, &evidence);
                let answer = Answer { reading, ..answer };
                let mut asked = pass.clone();
                asked.countersign =
                    Countersign::new(format!("cs-{}-{}", pass.number, ws.clock.random_code(6)));
                let form = brief::answer_form(state, &asked);
                Event::ClarificationAsked {
                    pass: pass.number,
                    code: code.clone(),
                    answer,
                    question: brief::clarification(question, &form),
                    countersign: asked.countersign,
                    remarks: judgement.remarks.clone(),
                    beside: judgement.ask_beside.clone(),
                    raised,
                }
            }
            None => Event::ReviewRecorded {
                pass: pass.number,
                code: code.clone(),
                answer: Answer { reading, ..answer },
                judgement: Box::new(judgement),
            },
        };
        Ok(Some((event, Vec::new())))
    });
    let after = match written {
        Ok(after) => after,
        Err(error) => {
            if error.field.as_deref() == Some("stage") {
                keep_stray(ws, store, request, &error)?;
            }
            return Err(error);
        }
    };
    if let Some(why) = other_stage_is_absent(&after.state) {
        // This was all that could come.
        return unavailable(ws, store, after, code, digest, &why);
    }
    let written = reports::write_review(ws, &after.state);
    let mut answer = answer_of(ws, &after.state, last_event(&after)?, written);
    answer.remarks.extend(under_earlier_code(&after.state, code, request));
    Ok(answer)
}

/// Says of a text that carries a code which its pass had before its reviewer was asked once more that it is taken all the
/// same.
fn under_earlier_code(state: &LoopState, code: &Countersign, request: &RecordFindings) -> Option<Remark> {
    let pass = state.passes.iter().find(|p| p.used.iter().any(|u| &u.code == code))?;
    let codes: Vec<&str> = request.text.as_deref()?.lines().filter_map(labelled_code).collect();
    let is_earlier = |c: &&str| *c != code.as_str() && pass.used.iter().any(|u| u.code.as_str() == *c);
    let earlier = codes.iter().copied().find(is_earlier).filter(|_| !codes.contains(&code.as_str()))?;
    let message = format!(
        "the text carries {earlier}, the code before its reviewer was asked once more; it is taken as the answer under {code}"
    );
    Some(Remark::new(0, "earlier_code", message))
}

/// What an answer that does not close its pass puts on file, with the stage that came before it.
fn on_file(ws: &Workspace<'_>, state: &LoopState, pass: &PassRecord, whole: &Reading) -> Vec<Finding> {
    let evidence = evidence::evidence(ws, state, pass, whole);
    judge::of_stale(state, pass, whole, &evidence)
}

/// Whether the subject is still what the pass looks at.
enum Moved {
    No,
    /// These files are others now.
    Yes(Vec<String>),
}

/// Looks whether the subject moved under the review. A repository that cannot tell is a refusal, not a move.
fn now_of(ws: &Workspace<'_>, state: &LoopState, pass: &PassRecord) -> Result<Moved, Error> {
    let head = pass.head_given.then_some(&pass.change.head);
    // A branch that was renamed took its work along.
    let here = branches::seen_from_here(ws, state);
    let now = match ranges::again(ws, here.as_ref().unwrap_or(state), head) {
        Ok(now) => now,
        Err(error) if matches!(error.kind, ErrorKind::Refused | ErrorKind::Stale) => {
            if ranges::outlives_its_branch(ws, state, &pass.change)? {
                return Ok(Moved::No);
            }
            // A base or a branch that is gone moved the subject as much as a change of its files did.
            return Ok(Moved::Yes(vec![error.message]));
        }
        Err(error) => return Err(error),
    };
    if now.change.same_content(&pass.change) || ranges::outlives_its_branch(ws, state, &pass.change)? {
        return Ok(Moved::No);
    }
    let was = &pass.change.files;
    let is = &now.change.files;
    let mut moved: Vec<String> = is.iter().filter(|f| !was.contains(f)).map(|f| f.path.to_string()).collect();
    moved.extend(was.iter().filter(|f| !is.iter().any(|i| i.path == f.path)).map(|f| f.path.to_string()));
    Ok(Moved::Yes(moved))
}

/// A second, different answer to an answered pass: kept, and held to the stricter side (SPEC 6.3).
fn dissent(
    ws: &Workspace<'_>,
    store: &mut Store,
    loaded: Loaded,
    code: &Countersign,
    request: &RecordFindings,
    digest: &str,
) -> Result<RecordFindingsAnswer, Error> {
    if request.unavailable.is_some() {
        let refusal = Refusal::NotOpen { waits_for: waits_for(&loaded.state.standing) };
        return Err(of_loop(&loaded.state, &refusal));
    }
    let by = ws.attested(store)?;
    let written = loops::write(store, ws.clock, loaded, |now| {
        let state = &now.state;
        let Some(pass) = state.passes.iter().find(|p| p.used.iter().any(|u| &u.code == code)) else {
            return Err(Error::internal("a used code belongs to no pass"));
        };
        if recorded_at(now, code, digest).is_some() {
            return Err(raced());
        }
        let reading = read(ws, state, pass, request);
        let mut evidence = evidence::evidence(ws, state, pass, &reading);
        // Nothing changed between two answers to one pass.
        evidence.since = Changed::default();
        let mut judgement = judge::judge(state, pass, &reading, &evidence);
        // What follows is not this answer's to say: the loop's standing decides what dissent does.
        judgement.ask = None;
        let answer = Answer {
            raw: raw(request),
            digest: digest.to_owned(),
            reading,
            reviewer: request.reviewer.clone(),
            by: by.clone(),
            unsigned: is_unsigned(ws, request, code),
        };
        let event = Event::DissentRecorded {
            pass: pass.number,
            code: code.clone(),
            answer,
            judgement: Box::new(judgement),
        };
        Ok(Some((event, Vec::new())))
    });
    let after = match written {
        Ok(after) => after,
        Err(error) if is_race(&error) => return Err(error),
        Err(error) => {
            keep_stray(ws, store, request, &error)?;
            return Err(error);
        }
    };
    let written = reports::write_review(ws, &after.state);
    Ok(answer_of(ws, &after.state, last_event(&after)?, written))
}

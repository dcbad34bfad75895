//! `record_findings`: the answer to the open pass, its judgement, its report.

use serde_json::json;

use crate::domain::dialect::{self, ReadContext, Reading, StatedCounts};
use crate::domain::diff::Diff;
use crate::domain::finding::Grounding;
use crate::domain::ids::Countersign;
use crate::domain::next_step::FindingRow;
use crate::domain::review::{Location, RawFinding, Verdict};
use crate::domain::review_loop::admit::waits_for;
use crate::domain::review_loop::event::{Answer, Judgement};
use crate::domain::review_loop::state::PassRecord;
use crate::domain::review_loop::{Event, Evidence, LoopState, Refusal, Standing, judge};
use crate::error::Error;
use crate::io::store::Store;

use super::answers::RecordFindingsAnswer;
use super::loops::{self, Loaded};
use super::ranges::{self, Pinned};
use super::refusals::of_loop;
use super::requests::RecordFindings;
use super::workspace::Workspace;
use super::{next, placeholders, reports};

/// A reviewer's text is never larger than this, in bytes.
pub(super) const TEXT_LIMIT: usize = 1024 * 1024;

pub(super) fn record_findings(
    ws: &Workspace<'_>,
    request: &RecordFindings,
) -> Result<RecordFindingsAnswer, Error> {
    check(request)?;
    let mut store = ws.store()?;
    let loaded = loops::load(&store, &request.loop_id)?;
    let code = Countersign::new(request.countersign.trim());
    let digest = digest(request);
    if let Some(answer) = answered_before(ws, &loaded, &code, &digest) {
        return Ok(answer);
    }
    if is_used(&loaded.state, &code) {
        return dissent(ws, &mut store, loaded, &code, request, digest);
    }
    if let Err(error) = waits_for_code(&loaded.state, &code) {
        keep_stray(ws, &mut store, request, &error)?;
        return Err(error);
    }
    match &request.unavailable {
        Some(why) => unavailable(ws, &mut store, loaded, &code, why),
        None => record(ws, &mut store, loaded, &code, request, &digest),
    }
}

/// Refuses what cannot be an answer, whatever the loop.
fn check(request: &RecordFindings) -> Result<(), Error> {
    if request.stage.is_some() {
        return Err(Error::unavailable("answers of one stage alone are not taken yet")
            .at("stage")
            .hint("Leave `stage` out and send both stages in one answer"));
    }
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
    }
    for (i, finding) in request.findings.iter().flatten().enumerate() {
        placeholders::refuse(&format!("findings[{i}].title"), &finding.title)?;
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
    });
    blake3::hash(sent.to_string().as_bytes()).to_hex().to_string()
}

/// Gives the recorded answer again when the same content comes for a used code (SPEC 6.3).
fn answered_before(
    ws: &Workspace<'_>,
    loaded: &Loaded,
    code: &Countersign,
    digest: &str,
) -> Option<RecordFindingsAnswer> {
    let used =
        loaded.state.passes.iter().flat_map(|p| &p.used).find(|u| &u.code == code && u.digest == digest)?;
    let then = loaded.at_turn(used.turn)?;
    let event = &loaded.entries.iter().find(|e| e.turn == used.turn)?.event;
    Some(answer_of(ws, &then, event, Vec::new()))
}

fn is_used(state: &LoopState, code: &Countersign) -> bool {
    state.passes.iter().any(|p| p.answer.is_some() && p.used.iter().any(|u| &u.code == code))
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

fn unavailable(
    ws: &Workspace<'_>,
    store: &mut Store,
    loaded: Loaded,
    code: &Countersign,
    why: &str,
) -> Result<RecordFindingsAnswer, Error> {
    let after = loops::write(store, ws.clock, loaded, |now| {
        let pass = now.state.next_pass();
        Ok(Some((Event::ReviewerUnavailable { pass, code: code.clone(), why: why.to_owned() }, Vec::new())))
    })?;
    let event = last_event(&after)?;
    Ok(answer_of(ws, &after.state, event, Vec::new()))
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
    let after = loops::write(store, ws.clock, loaded, |now| {
        let state = &now.state;
        let Some(pass) = state.pass() else { return Err(Error::internal("a review without a pass")) };
        // Another caller may have answered between loading and writing.
        waits_for_code(state, code)?;
        let pinned = now_of(ws, state, pass);
        let reading = read(state, pass, &pinned, request);
        let answer = Answer {
            raw: raw(request),
            digest: digest.to_owned(),
            reading: reading.clone(),
            reviewer: request.reviewer.clone(),
        };
        if let Err(moved) = &pinned {
            let event =
                Event::StaleRecorded { pass: pass.number, code: code.clone(), answer, moved: moved.clone() };
            return Ok(Some((event, Vec::new())));
        }
        let evidence = evidence(ws, state, pass, &reading);
        let judgement = judge(state, pass, &reading, &evidence);
        let event = match &judgement.ask {
            Some(question) => Event::ClarificationAsked {
                pass: pass.number,
                code: code.clone(),
                answer,
                question: question.clone(),
                countersign: Countersign::new(format!("cs-{}-{}", pass.number, ws.clock.random_code(6))),
            },
            None => Event::ReviewRecorded {
                pass: pass.number,
                code: code.clone(),
                answer,
                judgement: Box::new(judgement),
            },
        };
        Ok(Some((event, Vec::new())))
    })?;
    let written = reports::write_review(ws, &after.state);
    Ok(answer_of(ws, &after.state, last_event(&after)?, written))
}

/// Pins the subject as it is now; when it moved under the review, says what moved.
fn now_of(ws: &Workspace<'_>, state: &LoopState, pass: &PassRecord) -> Result<Pinned, Vec<String>> {
    let head = pass.head_given.then_some(&pass.change.head);
    let now = ranges::again(ws, state, head).map_err(|e| vec![e.message])?;
    if now.change.same_content(&pass.change) {
        return Ok(now);
    }
    let was = &pass.change.files;
    let is = &now.change.files;
    let mut moved: Vec<String> = is.iter().filter(|f| !was.contains(f)).map(|f| f.path.to_string()).collect();
    moved.extend(was.iter().filter(|f| !is.iter().any(|i| i.path == f.path)).map(|f| f.path.to_string()));
    Err(moved)
}

fn raw(request: &RecordFindings) -> String {
    match &request.text {
        Some(text) => text.clone(),
        None => json!({
            "verdict": request.verdict,
            "findings": request.findings,
            "resolved": request.resolved,
            "rulings": request.rulings,
        })
        .to_string(),
    }
}

/// Reads the answer: a text through its dialect, structured findings as they are.
fn read(
    _state: &LoopState,
    pass: &PassRecord,
    pinned: &Result<Pinned, Vec<String>>,
    request: &RecordFindings,
) -> Reading {
    let Some(text) = &request.text else { return structured(request) };
    let stands_in_diff = |line: &str| pinned.as_ref().is_ok_and(|p| p.diff.contains_line(line));
    let context = ReadContext {
        forced: None,
        countersign: Some(pass.countersign.as_str()),
        diff_lines: &stands_in_diff,
        ..ReadContext::default()
    };
    let mut reading = dialect::read(text, &context);
    reading.rulings.extend(request.rulings.iter().cloned().map(Into::into));
    reading
}

fn structured(request: &RecordFindings) -> Reading {
    let findings: Vec<RawFinding> = request
        .findings
        .iter()
        .flatten()
        .cloned()
        .map(|given| {
            let id = given.id.clone();
            let mut raw = RawFinding::from(given);
            // The server's id is the stronger of the two; identity looks for it here (SPEC 6.5).
            raw.reported_id = id.or(raw.reported_id);
            raw
        })
        .collect();
    Reading {
        dialect: "structured".to_owned(),
        claimed_verdict: request.verdict.map_or(Verdict::Unclear, Into::into),
        because: None,
        ignored: Vec::new(),
        findings,
        resolved: request.resolved.iter().cloned().map(Into::into).collect(),
        rulings: request.rulings.iter().cloned().map(Into::into).collect(),
        about: None,
        counts: StatedCounts::default(),
        remarks: Vec::new(),
        parsed: true,
    }
}

/// Gathers what the judgement needs from git: the change since the last review, and where each place lies.
fn evidence(ws: &Workspace<'_>, state: &LoopState, pass: &PassRecord, reading: &Reading) -> Evidence {
    let since = match state.answered() {
        // A tree that git has forgotten proves no fix: nothing counts as changed then.
        Some(last) => ws.repository.diff(Some(&last.change.head), &pass.change.head, &[]).unwrap_or_default(),
        None => Diff::default(),
    };
    let reviewed =
        ws.repository.diff(pass.change.base.as_ref(), &pass.change.head, &paths(pass)).unwrap_or_default();
    let groundings = reading.findings.iter().map(|f| ground(ws, state, pass, &reviewed, f.place())).collect();
    Evidence { since, groundings }
}

fn paths(pass: &PassRecord) -> Vec<crate::domain::ids::RepoPath> {
    pass.change.files.iter().flat_map(|f| [Some(f.path.clone()), f.old_path.clone()]).flatten().collect()
}

/// Says how a place relates to the reviewed change (SPEC 7.2).
fn ground(
    ws: &Workspace<'_>,
    state: &LoopState,
    pass: &PassRecord,
    reviewed: &Diff,
    place: Option<&Location>,
) -> Grounding {
    let Some(place) = place else { return Grounding::Unlocated };
    let Ok(path) = crate::domain::ids::RepoPath::parse(&place.file) else { return Grounding::MissingFile };
    let content = ws.repository.read_at(&pass.change.head, &path, 4 * 1024 * 1024);
    let lines = match content {
        Ok(Some(bytes)) => bytes.split(|b| *b == b'\n').count(),
        Ok(None) if reviewed.file(path.as_str()).is_some() => return Grounding::InDiff,
        Ok(None) | Err(_) => {
            let listed =
                state.subject.files().iter().any(|f| crate::domain::identity::same_file(f, path.as_str()));
            return if listed { Grounding::ExpectedFile } else { Grounding::MissingFile };
        }
    };
    if place.line.is_some_and(|l| l as usize > lines) {
        return Grounding::LineOutOfRange;
    }
    let in_diff = reviewed.file(path.as_str()).is_some_and(|file| {
        place.line.is_none_or(|line| {
            let last = place.end_line.unwrap_or(line).max(line);
            file.hunks.iter().any(|h| line < h.new_start + h.new_lines.max(1) && h.new_start <= last)
        })
    });
    if in_diff { Grounding::InDiff } else { Grounding::InFile }
}

/// A second, different answer to an answered pass: kept, and held to the stricter side (SPEC 6.3).
fn dissent(
    ws: &Workspace<'_>,
    store: &mut Store,
    loaded: Loaded,
    code: &Countersign,
    request: &RecordFindings,
    digest: String,
) -> Result<RecordFindingsAnswer, Error> {
    if request.unavailable.is_some() {
        return Err(of_loop(
            &loaded.state,
            &Refusal::NotOpen { waits_for: waits_for(&loaded.state.standing) },
        ));
    }
    let after = loops::write(store, ws.clock, loaded, |now| {
        let state = &now.state;
        let Some(pass) = state.passes.iter().find(|p| p.used.iter().any(|u| &u.code == code)) else {
            return Err(Error::internal("a used code belongs to no pass"));
        };
        let reading = read(state, pass, &Err(Vec::new()), request);
        let groundings = reading.findings.iter().map(|_| Grounding::InFile).collect();
        let mut judgement = judge(state, pass, &reading, &Evidence { since: Diff::default(), groundings });
        // Its outcome is not this answer's to give: the loop's standing decides what dissent does.
        judgement.outcome = None;
        judgement.ask = None;
        let answer =
            Answer { raw: raw(request), digest: digest.clone(), reading, reviewer: request.reviewer.clone() };
        let event = Event::DissentRecorded {
            pass: pass.number,
            code: code.clone(),
            answer,
            judgement: Box::new(judgement),
        };
        Ok(Some((event, Vec::new())))
    })?;
    let written = reports::write_review(ws, &after.state);
    Ok(answer_of(ws, &after.state, last_event(&after)?, written))
}

/// Builds the answer of the event that recorded an answer, from the state of its day.
fn answer_of(
    ws: &Workspace<'_>,
    state: &LoopState,
    event: &Event,
    written: Vec<reports::Report>,
) -> RecordFindingsAnswer {
    let mut answer = RecordFindingsAnswer {
        verdict: Verdict::Unclear,
        next: next::with_brief(ws, state),
        claimed_verdict: Verdict::Unclear,
        spec_status: None,
        quality_status: None,
        findings: Vec::new(),
        resolved: Vec::new(),
        still_open: Vec::new(),
        blocking: Vec::new(),
        remarks: Vec::new(),
        reports: Vec::new(),
    };
    match event {
        Event::ReviewRecorded { judgement, .. } => judged(&mut answer, state, judgement),
        Event::DissentRecorded { judgement, .. } => {
            judged(&mut answer, state, judgement);
            answer.remarks.push(crate::domain::review::Remark::new(
                0,
                "dissent",
                "this pass was answered before with other content; this answer is kept beside it, and the stricter of the two holds while no fix has been recorded",
            ));
        }
        Event::ClarificationAsked { answer: given, .. } => {
            answer.claimed_verdict = given.reading.claimed_verdict;
            answer.remarks.clone_from(&given.reading.remarks);
        }
        Event::StaleRecorded { answer: given, moved, .. } => {
            answer.claimed_verdict = given.reading.claimed_verdict;
            answer.remarks.clone_from(&given.reading.remarks);
            let message = format!(
                "the subject moved while it was reviewed ({}); the answer is recorded and uses no pass",
                moved.join(", ")
            );
            answer.remarks.push(crate::domain::review::Remark::new(0, "stale", message));
        }
        Event::ReviewerUnavailable { why, .. } => {
            answer.remarks.push(crate::domain::review::Remark::new(
                0,
                "unreviewed",
                format!("no reviewer could run: {why}"),
            ));
        }
        Event::Opened { .. } | Event::PassOpened { .. } | Event::Responded { .. } | Event::Decided { .. } => {
        }
    }
    for report in written {
        answer.remarks.extend(report.remark);
        answer.reports.extend(report.path);
    }
    answer
}

fn judged(answer: &mut RecordFindingsAnswer, state: &LoopState, judgement: &Judgement) {
    let row = |id: &crate::domain::ids::FindingId| {
        judgement.findings.iter().find(|f| &f.id == id).map(|f| FindingRow::of(f, &state.protocol).short())
    };
    answer.verdict = judgement.verdict;
    answer.claimed_verdict = judgement.claimed;
    answer.spec_status = Some(judgement.spec_status.as_str().to_owned());
    answer.quality_status = Some(judgement.quality_status.as_str().to_owned());
    answer.findings = judgement.raised.iter().filter_map(row).collect();
    answer.resolved = judgement.resolved.iter().map(|r| r.id.clone()).collect();
    answer.still_open = judgement.still_open.iter().filter_map(row).collect();
    answer.blocking = judgement.blocking.iter().map(ToString::to_string).collect();
    answer.remarks.clone_from(&judgement.remarks);
}

//! `record_findings`: the answer to the open pass, its judgement, its report.

use std::collections::HashSet;

use serde_json::json;

use crate::domain::brief;
use crate::domain::dialect::{self, ReadContext, Reading, StatedCounts};
use crate::domain::diff::Diff;
use crate::domain::finding::Grounding;
use crate::domain::ids::Countersign;
use crate::domain::next_step::{FindingRow, fit_rows};
use crate::domain::review::{Location, RawFinding, Verdict};
use crate::domain::review_loop::admit::waits_for;
use crate::domain::review_loop::event::{Answer, Judgement};
use crate::domain::review_loop::state::PassRecord;
use crate::domain::review_loop::{Event, Evidence, LoopState, Refusal, Standing, judge};
use crate::error::{Error, ErrorKind};
use crate::io::git::GitError;
use crate::io::store::Store;

use super::answers::RecordFindingsAnswer;
use super::loops::{self, Loaded};
use super::ranges;
use super::refusals::of_loop;
use super::requests::RecordFindings;
use super::workspace::Workspace;
use super::{next, placeholders, places, reports};

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
            Err(error) if error.kind == ErrorKind::Stale && error.field.as_deref() == Some(RACED) => {}
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

/// Files an answer as what it is in the loop's present state.
fn file(
    ws: &Workspace<'_>,
    store: &mut Store,
    loaded: Loaded,
    code: &Countersign,
    request: &RecordFindings,
    digest: &str,
) -> Result<RecordFindingsAnswer, Error> {
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
    match &request.unavailable {
        Some(why) => unavailable(ws, store, loaded, code, digest, why),
        None => record(ws, store, loaded, code, request, digest),
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
    // A kill may have come between the event and its report.
    let written = reports::write_review(ws, &loaded.state);
    Some(answer_of(ws, &then, event, written))
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

fn unavailable(
    ws: &Workspace<'_>,
    store: &mut Store,
    loaded: Loaded,
    code: &Countersign,
    digest: &str,
    why: &str,
) -> Result<RecordFindingsAnswer, Error> {
    let after = loops::write(store, ws.clock, loaded, |now| {
        waits_for_code(&now.state, code).map_err(|_| raced())?;
        let event = Event::ReviewerUnavailable {
            pass: now.state.next_pass(),
            code: code.clone(),
            digest: digest.to_owned(),
            why: why.to_owned(),
        };
        Ok(Some((event, Vec::new())))
    })?;
    Ok(answer_of(ws, &after.state, last_event(&after)?, Vec::new()))
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
        waits_for_code(state, code).map_err(|_| raced())?;
        let pinned = now_of(ws, state, pass)?;
        let reading = read(ws, state, pass, request);
        let answer = Answer {
            raw: raw(request),
            digest: digest.to_owned(),
            reading: reading.clone(),
            reviewer: request.reviewer.clone(),
        };
        if let Moved::Yes(moved) = &pinned {
            let event =
                Event::StaleRecorded { pass: pass.number, code: code.clone(), answer, moved: moved.clone() };
            return Ok(Some((event, Vec::new())));
        }
        let evidence = evidence(ws, state, pass, &reading);
        let judgement = judge(state, pass, &reading, &evidence);
        let event = match &judgement.ask {
            Some(question) => {
                let mut asked = pass.clone();
                asked.countersign =
                    Countersign::new(format!("cs-{}-{}", pass.number, ws.clock.random_code(6)));
                let form = brief::answer_form(state, &asked);
                Event::ClarificationAsked {
                    pass: pass.number,
                    code: code.clone(),
                    answer,
                    question: format!("{question}\n\nAnswer under the new code, in this form:\n\n{form}"),
                    countersign: asked.countersign,
                    remarks: judgement.remarks.clone(),
                }
            }
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

/// Whether the subject is still what the pass looks at.
enum Moved {
    No,
    /// These files are others now.
    Yes(Vec<String>),
}

/// Looks whether the subject moved under the review. A repository that cannot tell is a refusal, not a move.
fn now_of(ws: &Workspace<'_>, state: &LoopState, pass: &PassRecord) -> Result<Moved, Error> {
    let head = pass.head_given.then_some(&pass.change.head);
    let now = match ranges::again(ws, state, head) {
        Ok(now) => now,
        Err(error) if error.kind == ErrorKind::Refused => return Ok(Moved::Yes(vec![error.message])),
        Err(error) => return Err(error),
    };
    if now.change.same_content(&pass.change) {
        return Ok(Moved::No);
    }
    let was = &pass.change.files;
    let is = &now.change.files;
    let mut moved: Vec<String> = is.iter().filter(|f| !was.contains(f)).map(|f| f.path.to_string()).collect();
    moved.extend(was.iter().filter(|f| !is.iter().any(|i| i.path == f.path)).map(|f| f.path.to_string()));
    Ok(Moved::Yes(moved))
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

/// Reads the answer: a text through its dialect, structured findings as they are. Places are completed.
fn read(ws: &Workspace<'_>, state: &LoopState, pass: &PassRecord, request: &RecordFindings) -> Reading {
    let mut reading = match &request.text {
        None => structured(request),
        Some(text) => {
            let given = given_lines(ws, state, pass);
            let diff = reviewed(ws, pass);
            let stands = |line: &str| given.contains(line.trim()) || diff.contains_line(line);
            let context = ReadContext {
                forced: None,
                countersign: Some(pass.countersign.as_str()),
                diff_lines: &stands,
                prefers: Some(state.protocol.dialect.as_str()),
            };
            let mut reading = dialect::read(text, &context);
            reading.rulings.extend(request.rulings.iter().cloned().map(Into::into));
            reading
        }
    };
    places::complete(ws, pass, &mut reading);
    reading
}

/// The lines that the reviewer was given to read: quoted, they are nobody's verdict (SPEC 5.4, 13.9).
fn given_lines(ws: &Workspace<'_>, state: &LoopState, pass: &PassRecord) -> HashSet<String> {
    let mut texts = vec![state.contract.text.clone()];
    texts.extend(state.contract.context.iter().map(|c| c.text.clone()));
    texts.extend(state.contract.requirements.iter().filter_map(|r| r.text.clone()));
    texts.extend(pass.change.commits.iter().map(|c| c.subject.clone()));
    for file in pass.change.files.iter().filter(|f| f.blob.is_some()) {
        if let Ok(Some(bytes)) = ws.repository.read_at(&pass.change.head, &file.path, 256 * 1024) {
            texts.push(String::from_utf8_lossy(&bytes).into_owned());
        }
    }
    let lines = texts.iter().flat_map(|t| t.lines()).map(str::trim).filter(|l| !l.is_empty());
    lines.map(str::to_owned).collect()
}

/// The whole change that the pass looks at.
fn reviewed(ws: &Workspace<'_>, pass: &PassRecord) -> Diff {
    // Without the trees there is no line to compare with; nothing is approved by that.
    ws.repository.diff(pass.change.base.as_ref(), &pass.change.head, &paths(pass)).unwrap_or_default()
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
            raw.repeats = id;
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
    let diff = reviewed(ws, pass);
    let groundings = reading.findings.iter().map(|f| ground(ws, state, pass, &diff, f.place())).collect();
    Evidence { since: since(ws, state, pass), groundings }
}

/// The change of the subject's own files since the tree that the last answered pass looked at.
pub(super) fn since(ws: &Workspace<'_>, state: &LoopState, pass: &PassRecord) -> Diff {
    match state.answered() {
        Some(last) if last.number != pass.number => {
            let mut own = paths(pass);
            own.extend(paths(last));
            // A tree that git has forgotten proves no fix: nothing counts as changed then.
            ws.repository.diff(Some(&last.change.head), &pass.change.head, &own).unwrap_or_default()
        }
        Some(_) | None => Diff::default(),
    }
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
        Ok(Some(bytes)) => crate::domain::phase::line_count(&bytes) as usize,
        // There, and too large to be looked into.
        Err(GitError::FileTooLarge { .. }) => return Grounding::InFile,
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
    digest: &str,
) -> Result<RecordFindingsAnswer, Error> {
    if request.unavailable.is_some() {
        let refusal = Refusal::NotOpen { waits_for: waits_for(&loaded.state.standing) };
        return Err(of_loop(&loaded.state, &refusal));
    }
    let written = loops::write(store, ws.clock, loaded, |now| {
        let state = &now.state;
        let Some(pass) = state.passes.iter().find(|p| p.used.iter().any(|u| &u.code == code)) else {
            return Err(Error::internal("a used code belongs to no pass"));
        };
        let reading = read(ws, state, pass, request);
        let mut evidence = evidence(ws, state, pass, &reading);
        // Nothing changed between two answers to one pass.
        evidence.since = Diff::default();
        let mut judgement = judge(state, pass, &reading, &evidence);
        // Its outcome is not this answer's to give: the loop's standing decides what dissent does.
        judgement.outcome = None;
        judgement.ask = None;
        let answer = Answer {
            raw: raw(request),
            digest: digest.to_owned(),
            reading,
            reviewer: request.reviewer.clone(),
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
        Err(error) => {
            keep_stray(ws, store, request, &error)?;
            return Err(error);
        }
    };
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
            // What holds is the stricter of the two answers, and a second one resolves nothing.
            answer.blocking = state.blocking().iter().map(ToString::to_string).collect();
            answer.resolved.clear();
            if !answer.blocking.is_empty() {
                answer.verdict = Verdict::ChangesRequested;
            }
            answer.remarks.push(crate::domain::review::Remark::new(
                0,
                "dissent",
                "this pass was answered before with other content; this answer is kept beside it, and the stricter of the two holds while no fix has been recorded",
            ));
        }
        Event::ClarificationAsked { answer: given, remarks, .. } => {
            answer.claimed_verdict = given.reading.claimed_verdict;
            answer.remarks.clone_from(remarks);
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
    fit(&mut answer);
    for report in written {
        answer.remarks.extend(report.remark);
        answer.reports.extend(report.path);
    }
    answer
}

/// Keeps the answer under 40 KB: its brief and its step have budgets of their own, the rows share the rest.
fn fit(answer: &mut RecordFindingsAnswer) {
    const ROWS: usize = 8 * 1024;
    let said = answer.next.brief.as_ref().map_or(0, |b| crate::domain::envelope::weight(b));
    let room = (38 * 1024_usize).saturating_sub(said);
    let (findings, more) = fit_rows(std::mem::take(&mut answer.findings), ROWS.min(room / 4));
    let (still_open, more_open) = fit_rows(std::mem::take(&mut answer.still_open), ROWS.min(room / 4));
    answer.findings = findings;
    answer.still_open = still_open;
    if more + more_open > 0 {
        let message = format!(
            "{} more findings are not shown here; loop_status with this loop_id pages through all",
            more + more_open
        );
        answer.remarks.push(crate::domain::review::Remark::new(0, "listed_in_part", message));
    }
    const REMARKS: usize = 12;
    if answer.remarks.len() > REMARKS {
        let left = answer.remarks.len() - REMARKS;
        answer.remarks.truncate(REMARKS);
        answer.remarks.push(crate::domain::review::Remark::new(
            0,
            "remarks_cut",
            format!("{left} more remarks; the report holds them"),
        ));
    }
    answer.resolved.truncate(200);
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

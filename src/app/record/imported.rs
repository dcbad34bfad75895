//! What tools report, written: into an open pass as findings on file, beside an answered one as a second answer.

use serde_json::json;

use super::{Moved, evidence, is_race, last_event, now_of, raced};
use crate::app::loops::{self, Loaded};
use crate::app::reports;
use crate::app::workspace::Workspace;
use crate::domain::dialect::Reading;
use crate::domain::diff::Changed;
use crate::domain::finding::Finding;
use crate::domain::review::{Remark, Verdict};
use crate::domain::review_loop::event::Answer;
use crate::domain::review_loop::state::PassRecord;
use crate::domain::review_loop::{Event, LoopState, Standing, judge};
use crate::error::Error;
use crate::io::store::Store;

/// What is to be recorded.
pub(in crate::app) struct Import {
    pub(in crate::app) reading: Reading,
    /// Names the file, the pass and what was taken of it.
    pub(in crate::app) digest: String,
    /// Who reports.
    pub(in crate::app) tools: String,
}

/// What came of it.
pub(in crate::app) struct Done {
    pub(in crate::app) state: LoopState,
    /// What was taken, as it stands on file.
    pub(in crate::app) raised: Vec<Finding>,
    /// What holds of the pass, where it was answered before.
    pub(in crate::app) verdict: Option<Verdict>,
    pub(in crate::app) remarks: Vec<Remark>,
    pub(in crate::app) reports: Vec<String>,
}

/// Records it, once: the same again is told again.
pub(in crate::app) fn record(
    ws: &Workspace<'_>,
    store: &mut Store,
    loaded: Loaded,
    import: &Import,
) -> Result<Done, Error> {
    let id = loaded.state.id.to_string();
    let mut loaded = Some(loaded);
    for _ in 0..3 {
        let now = match loaded.take() {
            Some(now) => now,
            None => loops::load(store, &id)?,
        };
        match one(ws, store, now, import) {
            // Its pass was answered, or opened, meanwhile.
            Err(error) if is_race(&error) => {}
            done => return done,
        }
    }
    Err(Error::stale("the loop was changed by others while this command ran").hint("Run it again"))
}

fn one(ws: &Workspace<'_>, store: &mut Store, loaded: Loaded, import: &Import) -> Result<Done, Error> {
    if let Some(done) = before(ws, &loaded, import) {
        return Ok(done);
    }
    let Some(pass) = loaded.state.passes.last() else { return Err(raced()) };
    let (number, opened) = (pass.number, pass.opened_turn);
    let open = loaded.state.standing == Standing::Review;
    stands_still(ws, &loaded.state, pass)?;
    let after = loops::write(store, ws.clock, loaded, |now| {
        let state = &now.state;
        let same = |pass: &&PassRecord| pass.number == number && pass.opened_turn == opened;
        let Some(pass) = state.passes.last().filter(same) else { return Err(raced()) };
        if (state.standing == Standing::Review) != open || before(ws, now, import).is_some() {
            return Err(raced());
        }
        let event = if open { into_open(ws, state, pass, import) } else { beside(ws, state, pass, import)? };
        Ok(Some((event, Vec::new())))
    })?;
    let written = if open { Vec::new() } else { reports::write_review(ws, &after.state) };
    told(after.state.clone(), last_event(&after)?, written)
}

/// Refuses results about work that is no longer what the pass looked at: their lines would be other lines.
fn stands_still(ws: &Workspace<'_>, state: &LoopState, pass: &PassRecord) -> Result<(), Error> {
    match now_of(ws, state, pass)? {
        Moved::No => Ok(()),
        Moved::Yes(moved) => Err(Error::stale(format!(
            "the work is not what pass {} looks at any more: {}",
            pass.number,
            moved.join(", ")
        ))
        .at("FILE")
        .hint("`review_task` opens the review of what is there now; run the tool and import its file then")
        .call("review_task", json!({ "loop_id": state.id.as_str() }))),
    }
}

fn answer_of(import: &Import) -> Answer {
    Answer {
        raw: json!({ "findings": import.reading.findings }).to_string(),
        digest: import.digest.clone(),
        reading: import.reading.clone(),
        reviewer: Some(import.tools.clone()),
        by: None,
        unsigned: true,
    }
}

fn into_open(ws: &Workspace<'_>, state: &LoopState, pass: &PassRecord, import: &Import) -> Event {
    let evidence = evidence::evidence(ws, state, pass, &import.reading);
    let raised = judge::of_stale(state, pass, &import.reading, &evidence);
    Event::Imported { pass: pass.number, answer: answer_of(import), raised }
}

fn beside(ws: &Workspace<'_>, state: &LoopState, pass: &PassRecord, import: &Import) -> Result<Event, Error> {
    let Some(used) = pass.used.last() else { return Err(Error::internal("an answered pass without a code")) };
    let mut evidence = evidence::evidence(ws, state, pass, &import.reading);
    // Nothing changed between two answers to one pass.
    evidence.since = Changed::default();
    let mut judgement = judge::judge(state, pass, &import.reading, &evidence);
    judgement.ask = None;
    Ok(Event::DissentRecorded {
        pass: pass.number,
        code: used.code.clone(),
        answer: answer_of(import),
        judgement: Box::new(judgement),
    })
}

/// Finds the same import of before.
fn before(ws: &Workspace<'_>, loaded: &Loaded, import: &Import) -> Option<Done> {
    let is_it = |event: &Event| matches!(event, Event::Imported { answer, .. } | Event::DissentRecorded { answer, .. } if answer.digest == import.digest);
    let entry = loaded.entries.iter().rev().find(|entry| is_it(&entry.event))?;
    // A kill may have come between the event and its report.
    let open = matches!(entry.event, Event::Imported { .. });
    let written = if open { Vec::new() } else { reports::write_review(ws, &loaded.state) };
    let mut done = told(loaded.state.clone(), &entry.event, written).ok()?;
    let message = format!("the same was imported before, at turn {}; nothing was added", entry.turn);
    done.remarks.push(Remark::new(0, "imported_before", message));
    Some(done)
}

fn told(state: LoopState, event: &Event, written: Vec<reports::Report>) -> Result<Done, Error> {
    let mut done = if let Event::Imported { raised, .. } = event {
        let raised = raised.iter().map(|f| state.finding(f.id.as_str()).unwrap_or(f).clone()).collect();
        Done { raised, verdict: None, remarks: Vec::new(), reports: Vec::new(), state }
    } else if let Event::DissentRecorded { judgement, pass, .. } = event {
        let raised = judgement.raised.iter();
        let of = |id| state.finding(id).or_else(|| judgement.findings.iter().find(|f| f.id.as_str() == id));
        let raised: Vec<Finding> = raised.filter_map(|id| of(id.as_str()).cloned()).collect();
        let held = state.passes.iter().find(|p| p.number == *pass).and_then(|p| p.answer.as_ref());
        let verdict = Some(held.map_or(judgement.verdict, |(_, held)| held.verdict));
        Done { raised, verdict, remarks: judgement.remarks.clone(), reports: Vec::new(), state }
    } else {
        return Err(Error::internal("an import without its event"));
    };
    for report in written {
        done.remarks.extend(report.remark);
        done.reports.extend(report.path);
    }
    Ok(done)
}

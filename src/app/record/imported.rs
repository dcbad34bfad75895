//! What tools report, written: into an open pass as findings on file, beside an answered one as a second answer.

use std::cell::RefCell;

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
use crate::domain::review_loop::judge::{OfTool, VERDICT_VS_FINDINGS};
use crate::domain::review_loop::state::PassRecord;
use crate::domain::review_loop::{Event, Evidence, LoopState, Standing, judge};
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
    /// Whether it is on record, by this call or by one before.
    pub(in crate::app) recorded: bool,
    /// What was taken, as it stands on file.
    pub(in crate::app) taken: Vec<Finding>,
    /// How many results repeat what was let go before.
    pub(in crate::app) let_go: usize,
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
    let sorted = RefCell::new(OfTool::default());
    let turn = loaded.state.turn;
    let after = loops::write(store, ws.clock, loaded, |now| {
        let state = &now.state;
        let same = |pass: &&PassRecord| pass.number == number && pass.opened_turn == opened;
        let Some(pass) = state.passes.last().filter(same) else { return Err(raced()) };
        if (state.standing == Standing::Review) != open || before(ws, now, import).is_some() {
            return Err(raced());
        }
        let mut evidence = evidence::evidence(ws, state, pass, &import.reading);
        if !open {
            // Nothing changed between two answers to one pass.
            evidence.since = Changed::default();
        }
        let of = judge::of_tool(state, pass, &import.reading, &evidence);
        let (reading, evidence) = only(&import.reading, evidence, &of.news);
        let again = of.again.clone();
        sorted.replace(of);
        // What is on file and open already is news to an open pass alone, whose reviewer may be silent on it.
        if reading.findings.is_empty() && (!open || again.is_empty()) {
            return Ok(None);
        }
        let event = if open {
            let raised = judge::of_stale(state, pass, &reading, &evidence);
            let answer = Answer { reading, ..answer_of(import) };
            Event::Imported { pass: pass.number, answer, raised, again }
        } else {
            beside(state, pass, import, (reading, &evidence))?
        };
        Ok(Some((event, Vec::new())))
    })?;
    let sorted = sorted.into_inner();
    let mut done = if after.state.turn == turn {
        Done::of(after.state, Vec::new())
    } else {
        let written = if open { Vec::new() } else { reports::write_review(ws, &after.state) };
        told(after.state.clone(), last_event(&after)?, written)?
    };
    done.let_go = sorted.let_go.len();
    let known: Vec<Finding> =
        sorted.again.iter().filter_map(|id| done.state.finding(id.as_str()).cloned()).collect();
    let is_new = |known: &Finding| done.taken.iter().all(|taken| taken.id != known.id);
    let known: Vec<Finding> = known.into_iter().filter(is_new).collect();
    done.taken.extend(known);
    Ok(done)
}

/// Keeps of a reading the findings at these places, with their evidence.
fn only(reading: &Reading, mut evidence: Evidence, kept: &[usize]) -> (Reading, Evidence) {
    let findings = kept.iter().map(|at| reading.findings[*at].clone()).collect();
    evidence.groundings = kept.iter().filter_map(|at| evidence.groundings.get(*at).copied()).collect();
    evidence.patches = kept.iter().filter_map(|at| evidence.patches.get(*at).cloned()).collect();
    (Reading { findings, ..reading.clone() }, evidence)
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

/// A second answer to an answered pass. It has no verdict of its own, so what its reviewer's word would be held against is
/// not said of it.
fn beside(
    state: &LoopState,
    pass: &PassRecord,
    import: &Import,
    (reading, evidence): (Reading, &Evidence),
) -> Result<Event, Error> {
    let Some(used) = pass.used.last() else { return Err(Error::internal("an answered pass without a code")) };
    let mut judgement = judge::judge(state, pass, &reading, evidence);
    judgement.ask = None;
    judgement.remarks.retain(|remark| remark.code != VERDICT_VS_FINDINGS);
    Ok(Event::DissentRecorded {
        pass: pass.number,
        code: used.code.clone(),
        answer: Answer { reading, ..answer_of(import) },
        judgement: Box::new(judgement),
    })
}

/// Finds the same import of before.
fn before(ws: &Workspace<'_>, loaded: &Loaded, import: &Import) -> Option<Done> {
    let is_it = |event: &Event| matches!(event, Event::Imported { answer, .. } | Event::DissentRecorded { answer, .. } if answer.digest == import.digest);
    let entry = loaded.entries.iter().rev().find(|entry| is_it(&entry.event))?;
    // A kill may have come between the event and its report.
    let is_beside = matches!(entry.event, Event::DissentRecorded { .. });
    let written = if is_beside { reports::write_review(ws, &loaded.state) } else { Vec::new() };
    let mut done = told(loaded.state.clone(), &entry.event, written).ok()?;
    done.taken.retain(Finding::is_open);
    let message = format!("the same was imported before, at turn {}; nothing was added", entry.turn);
    done.remarks.push(Remark::new(0, "imported_before", message));
    Some(done)
}

impl Done {
    fn of(state: LoopState, taken: Vec<Finding>) -> Self {
        Self {
            state,
            recorded: !taken.is_empty(),
            taken,
            let_go: 0,
            verdict: None,
            remarks: Vec::new(),
            reports: Vec::new(),
        }
    }
}

fn told(state: LoopState, event: &Event, written: Vec<reports::Report>) -> Result<Done, Error> {
    let mut done = if let Event::Imported { raised, again, .. } = event {
        let known = again.iter().filter_map(|id| state.finding(id.as_str()));
        let taken = raised.iter().map(|f| state.finding(f.id.as_str()).unwrap_or(f)).chain(known);
        let taken = taken.cloned().collect();
        Done::of(state, taken)
    } else if let Event::DissentRecorded { judgement, pass, .. } = event {
        let of = |id| state.finding(id).or_else(|| judgement.findings.iter().find(|f| f.id.as_str() == id));
        let taken = judgement.raised.iter().filter_map(|id| of(id.as_str()).cloned()).collect();
        let held = state.passes.iter().find(|p| p.number == *pass).and_then(|p| p.answer.as_ref());
        let verdict = Some(held.map_or(judgement.verdict, |(_, held)| held.verdict));
        Done { verdict, remarks: judgement.remarks.clone(), ..Done::of(state, taken) }
    } else {
        return Err(Error::internal("an import without its event"));
    };
    done.recorded = true;
    for report in written {
        done.remarks.extend(report.remark);
        done.reports.extend(report.path);
    }
    Ok(done)
}

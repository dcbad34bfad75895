//! A loop's events, a line each.

use super::cut;
use crate::app::answers::TimelineRow;
use crate::domain::review_loop::event::{Entry, Event};

/// Tells events a line each.
pub(in crate::app) fn rows(entries: &[Entry]) -> Vec<TimelineRow> {
    entries
        .iter()
        .map(|e| TimelineRow { at: e.at.to_string(), event: format!("{}: {}", e.turn, in_words(&e.event)) })
        .collect()
}

fn in_words(event: &Event) -> String {
    match event {
        Event::Opened { subject, protocol, .. } => {
            format!("opened {} under {}", subject.label(), protocol.name)
        }
        Event::PassOpened { pass, reason, change, .. } => {
            format!("pass {pass} opened ({}) at {}", reason.as_str(), change.head.short())
        }
        Event::ClarificationAsked { pass, .. } => format!("pass {pass}: the reviewer was asked once more"),
        Event::StaleRecorded { pass, .. } => format!("pass {pass}: an answer to a change that had moved"),
        Event::ReviewRecorded { pass, judgement, .. } => format!(
            "pass {pass} answered: {} ({} raised, {} resolved, {} blocking)",
            judgement.verdict.as_str(),
            judgement.raised.len(),
            judgement.resolved.len(),
            judgement.blocking.len()
        ),
        Event::DissentRecorded { pass, judgement, .. } => {
            format!("pass {pass}: a second answer, {}", judgement.verdict.as_str())
        }
        Event::Imported { pass, answer, again, .. } => {
            let from = answer.reviewer.as_deref().unwrap_or("a tool");
            let many = answer.reading.findings.len() + again.len();
            let results = if many == 1 { "result" } else { "results" };
            format!("pass {pass}: {many} {results} of {} imported", cut(from, 80))
        }
        Event::ReviewerUnavailable { pass, .. } => format!("pass {pass}: no reviewer could run"),
        Event::StageRecorded { pass, stage, absent: Some(_), .. } => {
            format!("pass {pass}: no reviewer could run for the {} stage", stage.as_str())
        }
        Event::StageRecorded { pass, stage, .. } => {
            format!("pass {pass}: the {} stage answered", stage.as_str())
        }
        Event::Responded { responses, .. } => format!("{} responses", responses.len()),
        Event::Escalated { reason, .. } => format!("handed on: {}", cut(reason, 80)),
        Event::ContractChanged { suggested_by: Some(id), .. } => {
            format!("what is asked changed, as {id} suggested")
        }
        Event::ContractChanged { suggested_by: None, .. } => {
            "what is asked changed; the user is asked".to_owned()
        }
        Event::TestsRecorded { run, .. } => format!(
            "tests run: {} failing, {} fixed, {} new",
            run.failing.len(),
            run.fixed.len(),
            run.new.len()
        ),
        Event::Decided { choice, decided_by, standing, .. } => {
            format!("{decided_by} chose {choice} ({standing})")
        }
        Event::BranchFollowed { to, .. } => {
            format!("goes on under {}", to.as_deref().map_or("a detached head", |b| b))
        }
        Event::Replaced { by } => format!("{by} takes its place"),
        Event::LetGo { by, why, .. } => format!("let go {}: {}", by.in_words(), cut(why, 80)),
    }
}

//! Lines of a system's own event log: when a review began, what each cycle came to, how it ended (SPEC 4.2).
//!
//! A line of ours names the loop and carries an id of its own: said once, it is never said again.

use serde_json::{Map, Value, json};

use super::loops;
use crate::domain::ids::Timestamp;
use crate::domain::plan::layout;
use crate::domain::review::Verdict;
use crate::domain::review_loop::LoopState;
use crate::domain::review_loop::state::PassRecord;
use crate::domain::subject::Subject;

/// Appends what the log does not tell yet of a loop; nothing where it tells all, or keeps nothing of such a subject.
pub(super) fn told(state: &LoopState, text: &str) -> Option<String> {
    let Subject::Plan { plan_path, .. } = &state.subject else { return None };
    let phase = layout::phase_of(plan_path).map(|folder| folder.padded());
    let phase = phase.map(|padded| padded.parse::<u32>().map_or(json!(padded), |number| json!(number)));
    let missing: Vec<String> = events(state)
        .into_iter()
        .map(|event| (format!("{}-{}-{}", state.id, event.name, event.cycle), event))
        .filter(|(id, _)| !text.contains(&format!("\"{id}\"")))
        .map(|(id, event)| {
            let line = json!({
                "ts": event.at.to_string(), "event_id": id, "event": event.name, "phase": phase,
                "data": event.data, "writer": "countersign",
            });
            format!("{line}\n")
        })
        .collect();
    if missing.is_empty() {
        return None;
    }
    // Somebody's last line may lack its end.
    let gap = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    Some(format!("{text}{gap}{}", missing.concat()))
}

struct Event {
    at: Timestamp,
    name: &'static str,
    cycle: u32,
    data: Value,
}

fn events(state: &LoopState) -> Vec<Event> {
    let Some(plan) = loops::key(&state.subject) else { return Vec::new() };
    let data = |more: Value| {
        let mut data = Map::from_iter([("plan".to_owned(), json!(plan))]);
        data.extend(more.as_object().cloned().unwrap_or_default());
        Value::Object(data)
    };
    let mut events = Vec::new();
    for pass in &state.passes {
        let cycle = pass.number;
        if events.is_empty() {
            let begun = data(json!({ "cycle": cycle, "max": state.protocol.max_passes }));
            events.push(Event { at: pass.opened_at, name: "review_loop_start", cycle, data: begun });
        }
        let at = pass.answered_at.unwrap_or(state.last_at);
        if let Some(why) = &pass.absent {
            let told = data(json!({ "cycle": cycle, "reason": why }));
            events.push(Event { at, name: "review_agent_fallback", cycle, data: told });
        }
        if unread(pass) {
            let told = data(json!({ "cycle": cycle }));
            events.push(Event { at, name: "review_parse_failure", cycle, data: told });
        }
        if let Some((_, judgement)) = &pass.answer {
            let mut told = loops::cycle(judgement);
            if let Some(told) = told.as_object_mut() {
                told.insert("cycle".to_owned(), json!(cycle));
            }
            events.push(Event { at, name: "review_loop_cycle", cycle, data: data(told) });
        }
    }
    if state.outcome().is_some() && !events.is_empty() {
        let cycle = state.pass().map_or(1, |p| p.number);
        let last = state.answered().and_then(|p| p.answer.as_ref());
        let verdict = last.map(|(_, judgement)| loops::verdict(judgement));
        let told =
            data(json!({ "cycles_used": cycle, "final_verdict": verdict, "status": loops::status(state) }));
        events.push(Event { at: state.last_at, name: "review_loop_end", cycle, data: told });
    }
    events
}

/// Tells whether a pass had an answer that could not be read.
fn unread(pass: &PassRecord) -> bool {
    let answered = pass.answer.as_ref().is_some_and(|(_, judgement)| judgement.verdict == Verdict::Unclear);
    answered || pass.asked.iter().any(|reading| reading.claimed_verdict == Verdict::Unclear)
}

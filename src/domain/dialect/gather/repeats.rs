//! A finding listed twice, in an overview and in full, is one finding.

use std::collections::{HashMap, HashSet};

use crate::domain::dialect::words;
use crate::domain::review::{Location, RawFinding};

/// Words of which the state of a finding is made: `not fixed`, `still open`.
const STATE: &[&str] = &[
    "not",
    "yet",
    "still",
    "open",
    "is",
    "fixed",
    "resolved",
    "addressed",
    "unresolved",
    "unfixed",
    "unchanged",
    "blocking",
    "remains",
    "persists",
];

/// Tells whether a title says nothing but the state of what an id names.
fn is_state(title: &str) -> bool {
    let words = words::words(title);
    !words.is_empty() && words.iter().all(|word| STATE.contains(&word.as_str()))
}

/// Joins `F-2: not fixed` with the finding of that id that says what is wrong, listed once more elsewhere.
fn merge_states(findings: &mut Vec<(RawFinding, u32)>) {
    let id_of = |finding: &RawFinding| finding.reported_id.clone().filter(|id| !id.is_empty());
    let told: HashSet<String> = findings
        .iter()
        .filter(|(finding, _)| !is_state(&finding.title))
        .filter_map(|(finding, _)| id_of(finding))
        .collect();
    let mut states: HashMap<String, RawFinding> = HashMap::new();
    findings.retain(|(finding, _)| {
        let Some(id) = id_of(finding).filter(|id| is_state(&finding.title) && told.contains(id)) else {
            return true;
        };
        states.insert(id, finding.clone());
        false
    });
    for (finding, _) in findings {
        if let Some(state) = id_of(finding).and_then(|id| states.remove(&id)) {
            fill(finding, state);
        }
    }
}

/// Joins a finding that is listed twice: in an overview and in full, or word for word.
pub(crate) fn merge_repeats(findings: &mut Vec<(RawFinding, u32)>) {
    if findings.iter().any(|(finding, _)| finding.reported_id.is_some() && is_state(&finding.title)) {
        merge_states(findings);
    }
    let keys: Vec<(String, String)> = findings
        .iter()
        .map(|(f, _)| (f.reported_id.clone().unwrap_or_default(), words::joined(&f.title)))
        .collect();
    let mut seen = HashSet::with_capacity(keys.len());
    if keys.iter().all(|key| seen.insert(key)) {
        return;
    }
    drop(seen);
    let mut kept: Vec<(RawFinding, u32)> = Vec::with_capacity(findings.len());
    let mut by_key: HashMap<String, usize> = HashMap::new();
    for ((finding, line), (id, name)) in findings.drain(..).zip(keys) {
        let key = format!("{id}|{name}");
        let earlier = by_key
            .get(&key)
            .copied()
            .filter(|&i| !name.is_empty() && agree(finding.place(), kept[i].0.place()));
        if let Some(i) = earlier {
            fill(&mut kept[i].0, finding);
        } else {
            by_key.insert(key, kept.len());
            kept.push((finding, line));
        }
    }
    *findings = kept;
}

/// An overview may leave the place out, or name the file alone.
fn agree(one: Option<&Location>, other: Option<&Location>) -> bool {
    let (Some(one), Some(other)) = (one, other) else { return true };
    one.file == other.file && (one.line == other.line || one.line.is_none() || other.line.is_none())
}

pub(super) fn fill(into: &mut RawFinding, from: RawFinding) {
    into.severity = into.severity.min(from.severity);
    into.reported_severity = into.reported_severity.take().or(from.reported_severity);
    into.marked_blocking |= from.marked_blocking;
    let lined = |places: &[Location]| places.first().is_some_and(|p| p.line.is_some());
    if into.locations.is_empty() || !lined(&into.locations) && lined(&from.locations) {
        into.locations = from.locations;
    }
    into.description = into.description.take().or(from.description);
    into.suggestion = into.suggestion.take().or(from.suggestion);
    into.requirement = into.requirement.take().or(from.requirement);
    into.stage = into.stage.or(from.stage);
    into.why = into.why.take().or(from.why);
    into.fix_patch = into.fix_patch.take().or(from.fix_patch);
    into.closed_when = into.closed_when.take().or(from.closed_when);
}

//! Entries of a list of findings that became none: whether they say anything.
//!
//! ```text
//! silent = null | true | 0 | "none" | a placeholder | what passes or is settled | a list or an object of such values
//! ```
//!
//! An entry whose form is nobody's may hold the worst finding of all. What it says is not guessed: it only keeps an
//! approval from being one.

use serde_json::{Map, Value};

use super::{Answer, LISTS, gather, refused, words};
use crate::domain::dialect::field;
use crate::domain::review::Verdict;

/// Levels of an entry that are looked into; what lies deeper says something.
const DEEP: usize = 4;

/// Characters of an entry that are told.
const TOLD: usize = 80;

/// Keys whose values say how an entry stands.
const STATES: &[&str] =
    &["status", "st", "state", "verdict", "result", "outcome", "severity", "sev", "priority", "level"];

/// Tells whether an entry says anything that might be a finding.
pub(super) fn says(entry: &Value) -> bool {
    within(entry, 0)
}

/// Keeps the first entry that was not understood, as it is told.
pub(super) fn note(entry: &Value, answer: &mut Answer) {
    if answer.unread.is_none() {
        answer.unread = Some(entry.to_string().chars().take(TOLD).collect());
    }
}

/// Returns the checks that findings of an answer name as theirs: a failed check and its finding are one.
pub(super) fn checks_of(answer: &Map<String, Value>) -> Vec<&str> {
    let lists = answer.iter().filter(|(key, _)| LISTS.contains(&key.to_lowercase().as_str()));
    let findings = lists.filter_map(|(_, value)| value.as_array()).flatten();
    findings.filter_map(|finding| finding.get("check")?.as_str()).collect()
}

/// Tells whether a row is that of a check which a finding tells of.
pub(super) fn is_told(row: &Map<String, Value>, told: &[&str]) -> bool {
    ["name", "check"].iter().filter_map(|key| row.get(*key)?.as_str()).any(|name| told.contains(&name))
}

fn within(value: &Value, deep: usize) -> bool {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
        Value::String(text) => {
            !text.trim().is_empty()
                && !words::says_none(text)
                && !gather::placeholder(text)
                && !refused::denies(text)
        }
        Value::Array(_) | Value::Object(_) if deep >= DEEP => true,
        Value::Array(list) => list.iter().any(|inner| within(inner, deep + 1)),
        Value::Object(map) => {
            let passes = map.iter().any(|(key, value)| {
                let state = STATES.contains(&key.to_lowercase().as_str());
                state && value.as_str().is_some_and(passes)
            });
            !passes && map.iter().any(|(key, inner)| !refused::past(key) && within(inner, deep + 1))
        }
    }
}

/// Tells whether a state says that there is nothing, or that it is over.
fn passes(text: &str) -> bool {
    let approves = |said| matches!(said, words::Said::Verdict(Verdict::Approved));
    field::settled(text) || words::says_none(text) || approves(words::verdict(text, &[]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_entry_that_says_something_is_told_from_an_empty_one() {
        for entry in [
            json!(["high", "src/a.rs:4", "the lock is never taken"]),
            json!({"category": "security", "remarks": ["token in the log"]}),
            json!({"src/a.rs:4": "the lock is never taken"}),
            json!({"severity": "low"}),
        ] {
            assert!(says(&entry), "{entry}");
        }
        for entry in [
            json!({}),
            json!([]),
            json!(null),
            json!({"category": "", "text": "none"}),
            json!({"check": "locks", "status": "passed"}),
            json!({"check": "locks", "result": "ok"}),
            json!({"title": "{title}"}),
        ] {
            assert!(!says(&entry), "{entry}");
        }
    }
}

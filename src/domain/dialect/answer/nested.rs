//! Findings of a JSON answer that stand deeper than its own lists, or under names that are nobody's: below each file, each
//! stage or each reviewer, as a list or as a map by their ids.
//!
//! ```text
//! finding = object with a severity and something to say
//! list    = [ finding … ] | { id: finding … }     anywhere, but where it is said to be of an earlier round
//! ```

use serde_json::{Map, Value};

use super::{Answer, ENTRIES, Object, SEVERITY, finding, gather, json, refused, words};
use crate::domain::review::{Location, Severity, Stage};

/// Levels an object is looked into: more than any answer has.
const DEEP: usize = 12;

/// What holds for all that stands below.
#[derive(Debug, Clone, Default)]
struct Above {
    stage: Option<Stage>,
    severity: Option<(Severity, String)>,
    file: Option<String>,
    deep: usize,
}

/// Reads what was not read yet; `read` are the values of the answer's own lists.
pub(super) fn read(root: &Map<String, Value>, stages: bool, done: &[*const Value], answer: &mut Answer) {
    map(root, &Above::default(), stages, done, answer);
}

fn map(object: &Map<String, Value>, above: &Above, stages: bool, done: &[*const Value], answer: &mut Answer) {
    if above.deep >= DEEP {
        return;
    }
    let file = json::text(object, &["file", "path", "filename", "file_path"]);
    for (key, value) in object {
        if done.contains(&std::ptr::from_ref(value)) || refused::past(key) {
            continue;
        }
        let name = refused::spoken(key);
        let below = Above {
            stage: if stages { gather::stage_of(&name).or(above.stage) } else { None },
            severity: words::only_severity(&name).or_else(|| above.severity.clone()),
            file: crate::domain::dialect::place::only_file(key)
                .or_else(|| file.clone())
                .or_else(|| above.file.clone()),
            deep: above.deep + 1,
        };
        match value {
            Value::Array(list) => entries(list.iter().map(|v| (None, v)), &below, stages, done, answer),
            Value::Object(inner) if holds_findings(inner) => {
                entries(inner.iter().map(|(k, v)| (Some(k), v)), &below, stages, done, answer);
            }
            Value::Object(inner) => map(inner, &below, stages, done, answer),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
}

fn entries<'v>(
    list: impl Iterator<Item = (Option<&'v String>, &'v Value)>,
    above: &Above,
    stages: bool,
    done: &[*const Value],
    answer: &mut Answer,
) {
    for (id, value) in list {
        let Value::Object(entry) = value else { continue };
        if answer.findings.len() >= ENTRIES {
            answer.cut.entries = true;
            return;
        }
        if !rated(entry) {
            map(entry, &Above { deep: above.deep + 1, ..above.clone() }, stages, done, answer);
            continue;
        }
        let Some(mut found) = finding(Object::of(entry), answer) else { continue };
        found.reported_id = found.reported_id.or_else(|| id.cloned());
        found.stage = found.stage.or(above.stage);
        if let (true, Some(file)) = (found.locations.is_empty(), &above.file) {
            let line = json::count(entry, &["line", "line_number", "start_line"]).filter(|&n| n > 0);
            found.locations.push(Location { file: file.clone(), line, end_line: None });
        }
        if let (None, Some((severity, word))) = (&found.reported_severity, &above.severity) {
            found.severity = *severity;
            found.reported_severity = Some(word.clone());
        }
        answer.findings.push(found);
    }
}

/// Tells whether an object rates itself: what has a severity and says something is a finding.
fn rated(entry: &Map<String, Value>) -> bool {
    json::text(entry, SEVERITY).is_some_and(|word| words::rating(&word).is_some() || words::unrated(&word))
}

/// Tells whether a map holds findings by their ids.
fn holds_findings(inner: &Map<String, Value>) -> bool {
    !inner.is_empty() && inner.values().all(|v| v.as_object().is_some_and(rated))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn findings_are_found_wherever_they_stand() {
        for (value, expected) in [
            (
                json!({"fileReviews": [{"file": "a.ts", "issues": [{"severity": "high", "title": "leaks", "line": 3}]}]}),
                "high a.ts:3",
            ),
            (json!({"stages": {"quality": {"findings": [{"severity": "low", "title": "naming"}]}}}), "low -"),
            (json!({"bugs": {"f-001": {"severity": "critical", "title": "crash"}}}), "critical -"),
            (json!({"files": {"b.ts": [{"severity": "high", "title": "race"}]}}), "high b.ts"),
            (json!({"previous": [{"severity": "high", "title": "race"}]}), ""),
            (json!({"tests": [{"name": "adds", "status": "passed"}]}), ""),
        ] {
            let mut answer = Answer::default();
            read(value.as_object().unwrap(), true, &[], &mut answer);
            let place = |l: &Location| l.line.map_or(l.file.clone(), |n| format!("{}:{n}", l.file));
            let said: Vec<String> = answer
                .findings
                .iter()
                .map(|f| format!("{} {}", f.severity.as_str(), f.place().map_or("-".to_owned(), place)))
                .collect();
            assert_eq!(said.join(", "), expected, "{value}");
        }
    }
}

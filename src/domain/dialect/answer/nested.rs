//! Findings of a JSON answer that stand deeper than its own lists, or under names that are nobody's: below each file, each
//! stage or each reviewer, as a list or as a map by their ids.
//!
//! ```text
//! finding = object with a severity and something to say
//! list    = [ finding … ] | { id: finding … }     anywhere, but where it is said to be of an earlier round
//! ```

use serde_json::{Map, Value};

use super::{Answer, ENTRIES, SEVERITY, gather, items, json, list_name, refused, words};
use crate::domain::dialect::place;
use crate::domain::review::{Location, Severity, Stage};

/// Levels an object is looked into: more than any answer has. What lies deeper approves nothing.
pub(super) const DEEP: usize = 12;

/// What holds for all that stands below.
#[derive(Debug, Clone, Default)]
struct Above {
    stage: Option<Stage>,
    severity: Option<(Severity, String)>,
    file: Option<String>,
    /// The key names a list of findings: what stands in it is one, rated or not.
    listed: bool,
    deep: usize,
}

/// What is read of an answer, and what already was.
struct Walk<'w> {
    stages: bool,
    /// Values of the answer's own lists.
    done: &'w [*const Value],
    answer: &'w mut Answer,
}

/// Reads what was not read yet; `done` are the values of the answer's own lists.
pub(super) fn read(root: &Map<String, Value>, stages: bool, done: &[*const Value], answer: &mut Answer) {
    Walk { stages, done, answer }.map(root, &Above::default());
}

impl Walk<'_> {
    fn map(&mut self, object: &Map<String, Value>, above: &Above) {
        if above.deep >= DEEP {
            self.answer.cut.deep = true;
            return;
        }
        let file = json::text(object, &["file", "path", "filename", "file_path"]);
        for (key, value) in object {
            if self.done.contains(&std::ptr::from_ref(value)) || refused::past(key) {
                continue;
            }
            let name = refused::spoken(key);
            let own = words::only_severity(&name);
            let grave = own.as_ref().is_some_and(|(severity, _)| *severity < Severity::Info);
            let below = Above {
                stage: if self.stages { gather::stage_of(&name).or(above.stage) } else { None },
                severity: own.or_else(|| above.severity.clone()),
                file: place::only_file(key).or_else(|| file.clone()).or_else(|| above.file.clone()),
                listed: grave || list_name(&name.replace(' ', "_")),
                deep: above.deep + 1,
            };
            match value {
                Value::Array(list) => self.entries(list.iter().map(|v| (None, v)), &below),
                Value::Object(inner) if holds_findings(inner) => {
                    self.entries(inner.iter().map(|(k, v)| (Some(k), v)), &below);
                }
                Value::Object(inner) => self.map(inner, &below),
                Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
            }
        }
    }

    fn entries<'v>(&mut self, list: impl Iterator<Item = (Option<&'v String>, &'v Value)>, above: &Above) {
        for (id, value) in list {
            let entry = value.as_object();
            let before = self.answer.findings.len();
            let unread = self.answer.unread.clone();
            if before >= ENTRIES {
                self.answer.cut.entries = true;
                return;
            }
            // An id alone refers to a finding.
            if refused::id_alone(value) {
                continue;
            }
            if above.listed || entry.is_some_and(rated) {
                items(std::slice::from_ref(value), above.stage, above.severity.as_ref(), self.answer);
            } else if let Some(entry) = entry {
                self.map(entry, &Above { deep: above.deep + 1, ..above.clone() });
                continue;
            }
            match (self.answer.findings[before..].first_mut(), entry) {
                (Some(found), _) => {
                    found.reported_id = found.reported_id.take().or_else(|| id.cloned());
                    if let (true, Some(file)) = (found.locations.is_empty(), &above.file) {
                        let line = entry.and_then(|e| json::count(e, &["line", "line_number", "start_line"]));
                        let line = line.filter(|&n| n > 0);
                        found.locations.push(Location { file: file.clone(), line, end_line: None });
                    }
                }
                (None, Some(entry)) => {
                    self.map(entry, &Above { deep: above.deep + 1, ..above.clone() });
                    // Its findings stand deeper: it was a group of them.
                    if self.answer.findings.len() > before {
                        self.answer.unread = unread;
                    }
                }
                (None, None) => {}
            }
        }
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
            (json!({"stages": {"quality": {"critical_issues": ["leaks"]}}}), "critical -"),
            (json!({"review": {"issues": {"critical": ["leaks", "none"], "notes": ["nice"]}}}), "critical -"),
            (json!({"tracking": {"new_blocking_issues": ["TL-PAY-2-001"]}}), ""),
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

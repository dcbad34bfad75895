//! How a finding of a JSON answer is rated: under a key for it, in an object under such a key, or under a key that may
//! rate.
//!
//! ```text
//! severity = SEVERITY: text | SEVERITY: {level: text, …} | MAY: level
//! ```
//!
//! What stands under `risk` or `impact` rates only where it is a level and nothing else: it may be a sentence.

use serde_json::Value;

use super::SEVERITY;
use crate::domain::dialect::json::{self, Object};
use crate::domain::dialect::words;

/// Keys of an object that rates.
const INNER: &[&str] = &["level", "severity", "name", "value", "label", "rating", "rank", "priority", "text"];

/// Keys under which a level may stand.
const MAY: &[&str] =
    &["risk", "risk_level", "rating", "impact", "importance", "classification", "class", "urgency", "grade"];

/// Returns the word by which a finding is rated.
pub(super) fn of(object: Object<'_>) -> Option<String> {
    let inner = || match json::get(object, SEVERITY)? {
        Value::Object(inner) => json::text(inner, INNER),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => None,
    };
    let may = || {
        let levels = MAY.iter().filter_map(|key| json::text(object, &[key]));
        // Of two the worse holds.
        let rated = levels.filter_map(|word| Some((words::only_severity(&word)?.0, word)));
        rated.min_by_key(|(severity, _)| *severity).map(|(_, word)| word)
    };
    json::text(object, SEVERITY).or_else(inner).or_else(may)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_finding_is_rated_under_many_keys() {
        for (finding, expected) in [
            (json!({"severity": {"name": "critical", "score": 9.1}}), Some("critical")),
            (json!({"priority": {"level": "P1"}}), Some("P1")),
            (json!({"severity": "low", "risk": "high"}), Some("low")),
            (json!({"risk": "low", "impact": "high"}), Some("high")),
            (json!({"rating": "Major"}), Some("Major")),
            (json!({"classification": "bug"}), None),
            (json!({"impact": "High load stops the queue."}), None),
            (json!({"severity": {"cwe": "CWE-89"}}), None),
        ] {
            let object = finding.as_object().unwrap();
            assert_eq!(of(Object::of(object)).as_deref(), expected, "{finding}");
        }
    }
}

//! What an approving answer in JSON refuses elsewhere in it: `"security_review": {"verdict": "rejected"}`,
//! `"spec_compliant": false`, `"unmet_requirements": ["logout"]`, `"tests": {"failed": 2}`.
//!
//! ```text
//! refusal = yes-key: false | no-key: true | says-key: word of refusal | counts-key: number above 0
//!         | lists-key: list with something in it
//! ```
//!
//! Keys are taken by their words, so that the shape of an answer need not be known. What is about an earlier round,
//! lists findings or settles earlier ones is not asked: findings are weighed by their severities.

use serde_json::{Map, Value};

use super::{LISTS, OwnWords, ROWS, words};
use crate::domain::dialect::words::{Classes, Said};
use crate::domain::review::Verdict;
use std::sync::LazyLock;

/// Levels an object is looked into: more than any answer has.
const DEEP: usize = 16;
/// Characters of a path, or of a value, that are told.
const TOLD: usize = 80;

const YES: u32 = 1;
const NO: u32 = 1 << 1;
const SAYS: u32 = 1 << 2;
const COUNTS: u32 = 1 << 3;
const LISTED: u32 = 1 << 4;
const PAST: u32 = 1 << 5;
const DENIED: u32 = 1 << 6;

/// What a key's words may be, a list a bit.
static KEYS: LazyLock<Classes> = LazyLock::new(|| {
    Classes::new(&[
        // YES
        &[
            "approved",
            "approve",
            "passed",
            "pass",
            "passes",
            "passing",
            "compliant",
            "met",
            "satisfied",
            "ok",
            "success",
            "successful",
            "ready",
            "mergeable",
            "fulfilled",
            "complete",
            "completed",
            "valid",
            "verified",
            "green",
            "safe",
            "acceptable",
            "covered",
            "implemented",
            "resolved",
            "fixed",
            "correct",
        ],
        // NO
        &[
            "failed",
            "failing",
            "rejected",
            "blocked",
            "blocking",
            "blocks",
            "block",
            "unmet",
            "refused",
            "must fix",
            "changes required",
            "changes requested",
            "changes needed",
            "needs changes",
            "requires changes",
            "needs fixes",
            "not met",
        ],
        // SAYS
        &[
            "verdict",
            "status",
            "decision",
            "result",
            "outcome",
            "signal",
            "recommendation",
            "state",
            "approval",
            "compliance",
            "quality",
            "conclusion",
            "assessment",
            "judgement",
            "judgment",
        ],
        // COUNTS
        &[
            "failed",
            "failing",
            "failures",
            "unmet",
            "unfulfilled",
            "not met",
            "blockers",
            "unresolved",
            "still open",
        ],
        // LISTED
        &[
            "unmet",
            "failed",
            "failing",
            "failures",
            "missing",
            "blockers",
            "unfulfilled",
            "not met",
            "must fix",
            "required changes",
            "requested changes",
            "changes required",
            "changes requested",
            "still blocking",
            "unresolved",
            "not fixed",
            "not resolved",
            "violations",
            "show stoppers",
            "showstoppers",
        ],
        // PAST
        &[
            "previous",
            "prior",
            "history",
            "earlier",
            "last",
            "before",
            "initial",
            "initially",
            "old",
            "former",
            "example",
            "examples",
            "template",
            "schema",
            "format",
            "expected",
            "original",
            "first",
            "pre existing",
        ],
        // DENIED
        &["no", "not", "non", "un", "never", "without"],
    ])
});
/// Words of refusal that are no verdict of a whole.
const REFUSES: &[&str] = &[
    "not met",
    "unmet",
    "not satisfied",
    "unsatisfied",
    "missing",
    "failing",
    "incomplete",
    "non compliant",
    "not compliant",
    "noncompliant",
    "not implemented",
    "unfulfilled",
    "not fulfilled",
    "violated",
    "blocked",
    "blocking",
    "not ready",
    "not approved",
    "broken",
    "unresolved",
    "not fixed",
    "still open",
    "insufficient",
    "partially met",
    "partial",
    "no",
    "❌",
];

/// Returns where an answer refuses and what stands there: `stages.quality.status says "failed"`.
pub(super) fn refused(answer: &Map<String, Value>, own: OwnWords) -> Option<String> {
    let mut path = Vec::new();
    object(answer, own, &mut path)
}

/// Tells whether a row of requirements or checks says of itself that it is not met.
pub(super) fn row(row: &Map<String, Value>) -> bool {
    row.iter().any(|(key, value)| {
        let classes = KEYS.of(&words::words(&spoken(key)));
        classes & PAST == 0 && !value.is_array() && says(classes, value, &[])
    })
}

fn object(map: &Map<String, Value>, own: OwnWords, path: &mut Vec<String>) -> Option<String> {
    map.iter().find_map(|(key, value)| {
        let name = spoken(key);
        let classes = KEYS.of(&words::words(&name));
        let lists = LISTS.contains(&key.to_lowercase().as_str())
            || name.ends_with(" findings")
            || name.ends_with(" issues")
            || words::only_severity(&name).is_some();
        let rows = ROWS.contains(&name.as_str()) && value.is_array();
        if lists || rows || classes & PAST != 0 || path.len() >= DEEP {
            return None;
        }
        path.push(key.chars().take(TOLD).collect());
        let found = says(classes, value, own).then(|| told(path, value)).or_else(|| inside(value, own, path));
        path.pop();
        found
    })
}

fn inside(value: &Value, own: OwnWords, path: &mut Vec<String>) -> Option<String> {
    match value {
        Value::Object(map) => object(map, own, path),
        Value::Array(list) if path.len() < DEEP => list.iter().enumerate().find_map(|(at, value)| {
            path.push(at.to_string());
            let found = inside(value, own, path);
            path.pop();
            found
        }),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => None,
    }
}

/// Tells whether a value refuses under a key of those classes.
fn says(classes: u32, value: &Value, own: OwnWords) -> bool {
    let is = |class: u32| classes & class != 0;
    match value {
        Value::Bool(yes) => {
            if *yes {
                is(NO)
            } else {
                is(YES) && !is(NO) && !is(DENIED)
            }
        }
        Value::Number(number) => is(COUNTS) && number.as_f64().is_some_and(|n| n > 0.0),
        Value::String(text) => (is(SAYS) || is(YES)) && !is(DENIED) && refuses(text, own),
        Value::Array(list) => {
            let something = |value: &Value| match value {
                Value::String(text) => !words::says_none(text),
                Value::Object(map) => !map.is_empty(),
                Value::Bool(_) | Value::Number(_) | Value::Array(_) => true,
                Value::Null => false,
            };
            is(LISTED) && list.iter().any(something)
        }
        Value::Null | Value::Object(_) => false,
    }
}

/// Tells whether a short value is a word of refusal.
fn refuses(text: &str, own: OwnWords) -> bool {
    let refusing = |said: Said| matches!(said, Said::Verdict(Verdict::ChangesRequested | Verdict::Rejected));
    words::fewer(text, 5)
        && (refusing(words::verdict(text, own))
            || REFUSES.contains(&words::joined(&text.replace(['_', '-'], " ")).as_str())
            || text.trim() == "❌")
}

/// A key as words: `specCompliant`, `spec_compliant` and `spec-compliant` are `spec compliant`.
pub(super) fn spoken(key: &str) -> String {
    let mut out = String::with_capacity(key.len() + 4);
    let mut small = false;
    for c in key.chars().take(TOLD) {
        if matches!(c, '_' | '-' | '.') {
            out.push(' ');
        } else {
            if small && c.is_uppercase() {
                out.push(' ');
            }
            out.extend(c.to_lowercase());
        }
        small = c.is_lowercase();
    }
    out
}

fn told(path: &[String], value: &Value) -> String {
    let value: String = match value {
        Value::Array(list) => format!("lists {}", list.len()),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Object(_) => {
            format!("says {value}")
        }
    };
    format!("{} {}", path.join("."), value.chars().take(TOLD).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn found(value: &Value) -> Option<String> {
        refused(value.as_object().unwrap(), &[])
    }

    #[test]
    fn a_refusal_is_heard_wherever_it_stands() {
        for (value, told) in [
            (
                json!({"security_review": {"verdict": "rejected"}}),
                r#"security_review.verdict says "rejected""#,
            ),
            (json!({"specCompliant": false}), "specCompliant says false"),
            (json!({"unmet_requirements": ["logout"]}), "unmet_requirements lists 1"),
            (
                json!({"stages": [{"name": "quality", "status": "FAILED"}]}),
                r#"stages.0.status says "FAILED""#,
            ),
            (json!({"tests": {"passed": 9, "failed": 2}}), "tests.failed says 2"),
            (json!({"changes-required": true}), "changes-required says true"),
            (json!({"compliance": "NON_COMPLIANT"}), r#"compliance says "NON_COMPLIANT""#),
        ] {
            assert_eq!(found(&value).as_deref(), Some(told), "{value}");
        }
    }

    #[test]
    fn what_is_past_or_a_finding_or_denied_refuses_nothing() {
        for value in [
            json!({"previous_verdict": "rejected"}),
            json!({"history": [{"verdict": "changes_requested"}]}),
            json!({"findings": [{"status": "failed", "severity": "low"}]}),
            json!({"tests": {"passed": 9, "failed": 0}}),
            json!({"unmet_requirements": [], "missing": ["none"]}),
            json!({"blocking": false, "changes_required": false, "not_approved": false}),
            json!({"status": "passed", "checks_state": "ok", "state": "closed"}),
            json!({"minor_issues": [{"state": "failed"}]}),
        ] {
            assert_eq!(found(&value), None, "{value}");
        }
    }
}

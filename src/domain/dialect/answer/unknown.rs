//! Fields of an approving answer whose names are not known: what they list or wait for is asked about.

use serde_json::{Map, Value};

use super::refused::{denies, positive, something, spoken};
use super::{LISTS, Object, json, words};
use crate::domain::dialect::statement;

/// Who hands over besides the reviewer, in the systems that name it: a developer's or a tester's pass is no reviewer's
/// approval.
const OTHERS: &[&str] = &[
    "developer",
    "senior software engineer",
    "senior engineer",
    "qa expert",
    "qa",
    "tester",
    "executor",
    "fixer",
    "author",
    "implementer",
    "investigator",
    "orchestrator",
    "project manager",
];

/// Says whose the answer is, where it is handed over by an agent that does not review.
pub(super) fn handed_over(object: Object<'_>) -> Option<String> {
    let from = json::text(object, &["from_agent"])?;
    let name = words::joined(&from.replace(['_', '-'], " "));
    OTHERS.contains(&name.as_str()).then(|| format!("from_agent says {name:?}, who does not review"))
}

/// Tells whether an entry of a list is a text that says what was not seen or not done.
pub(super) fn undone(entry: &Value) -> bool {
    entry.as_str().is_some_and(|text| statement::left_open::of_text(text).is_some())
}

/// A list with something in it under a name that is not known to be harmless: `"caveats": ["…"]`.
pub(super) fn unknown_list(name: &str, value: &Value) -> bool {
    let said = |v: &Value| v.is_string() && something(v);
    value.as_array().is_some_and(|list| list.iter().any(said)) && !statement::unexplained::harmless_name(name)
}

/// `"note_to_author": "Any user reads …"`: what is told those who are to act, and is more than thanks.
pub(super) fn addressed(name: &str, value: &Value) -> bool {
    let to = words::words(name);
    let named =
        ["author", "authors", "developer", "implementer", "executor", "contributor", "dev", "submitter"];
    let told = to.len() > 1 && to.iter().any(|w| named.contains(&w.as_str()));
    told && to.iter().any(|w| {
        matches!(w.as_str(), "note" | "notes" | "message" | "to" | "for" | "todo" | "ask" | "request")
    }) && value.as_str().is_some_and(|text| !words::says_none(text) && words::not_harmless(text).is_some())
}

/// `"blocked_by": "PAY-7"`, `"confidence": 0.1`: the approval waits, or is none by its own measure.
pub(super) fn waits(name: &str, value: &Value) -> bool {
    let named = [
        "blocked by",
        "depends on",
        "waiting for",
        "waits for",
        "requires",
        "pending on",
        "conditional on",
        "superseded by",
        "replaced by",
        "overruled by",
        "overridden by",
        "revoked by",
        "withdrawn by",
    ];
    match value {
        Value::String(text) => named.contains(&name) && !text.trim().is_empty() && !words::says_none(text),
        Value::Number(number) => {
            let share = number.as_f64().unwrap_or(1.0);
            words::words(name).iter().any(|w| w == "confidence" || w == "certainty")
                && (0.0..0.5).contains(&share)
        }
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => false,
    }
}

/// `{"reviewed": 3, "total": 12}`, `{"files_total": 5, "files_read": 2}`: a part of what there is.
pub(super) fn partial(map: &Map<String, Value>) -> Option<String> {
    let number = |names: &[&str]| {
        map.iter()
            .find(|(k, v)| v.is_u64() && words::words(&spoken(k)).iter().any(|w| names.contains(&w.as_str())))
            .and_then(|(k, v)| Some((k, v.as_u64()?)))
    };
    let (key, part) = number(&[
        "reviewed",
        "read",
        "checked",
        "covered",
        "met",
        "satisfied",
        "seen",
        "inspected",
        "opened",
    ])?;
    let (whole, all) = number(&["total", "all", "of", "changed"])?;
    (key != whole && part < all).then(|| format!("says {key} {part} of {all}"))
}

/// `"issues": "The export is empty."`: findings as one text, which nobody can weigh.
pub(super) fn told_as_text(name: &str, value: &Value) -> bool {
    let lists = LISTS.contains(&name) && name != "comments"
        || name.ends_with("_findings")
        || name.ends_with("_issues");
    lists
        && value.as_str().is_some_and(|text| {
            !words::says_none(text)
                && !denies(text)
                && words::words(text).len() > 1
                && !text.trim().is_empty()
        })
}

/// `"error": "git diff failed"`, `"files_reviewed": 0`: the review itself did not run, or had nothing before it.
pub(super) fn broke_off(name: &str, value: &Value) -> bool {
    let error = matches!(name, "error" | "errors" | "exception" | "failure" | "fatal" | "error message");
    let read =
        ["reviewed", "read", "checked", "analyzed", "analysed", "seen", "examined", "inspected", "processed"];
    let of = ["files", "lines", "hunks", "commits", "changes", "file", "diff"];
    let words = words::words(name);
    let counts =
        words.iter().any(|w| read.contains(&w.as_str())) && words.iter().any(|w| of.contains(&w.as_str()));
    let stopped = matches!(name, "stop reason" | "finish reason" | "termination");
    match value {
        Value::String(text) if stopped => {
            let why = words::joined(&text.replace(['_', '-'], " "));
            ["max tokens", "length", "timeout", "timed out", "error", "max turns", "budget"]
                .contains(&why.as_str())
        }
        Value::String(text) => error && !text.trim().is_empty() && !words::says_none(text),
        Value::Number(_) => counts && value.as_f64() == Some(0.0) || error && positive(value),
        Value::Array(list) => {
            error && list.iter().any(something) || counts && name.contains("files") && list.is_empty()
        }
        Value::Object(map) => error && !map.is_empty(),
        Value::Bool(yes) => error && *yes,
        Value::Null => false,
    }
}

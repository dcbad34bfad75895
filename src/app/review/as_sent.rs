//! The call of a refusal with what else the caller sent: without it something else would be asked for.

use serde_json::Value;

use crate::app::requests::ReviewTask;
use crate::error::Error;

/// Fields that belong to what is reviewed, and how; the range is mostly what the refusal is about.
const KEPT: [&str; 8] =
    ["title", "criteria", "requirements", "files", "protocol", "context", "replaces", "worktree"];

/// Fields of the range, which stays where the call takes another's place: it is not what was refused.
const RANGE: [&str; 2] = ["base", "head"];

/// The longest value that is written out again, in bytes.
pub(in crate::app) const LONG: usize = 2000;

/// Completes the call that a refusal of a range names.
pub(super) fn completed(mut error: Error, request: &ReviewTask) -> Error {
    let Ok(Value::Object(sent)) = serde_json::to_value(request) else { return error };
    let Some(call) = error.next_call.as_deref_mut().filter(|call| call["tool"] == "review_task") else {
        return error;
    };
    let Some(arguments) = call.get_mut("arguments").and_then(Value::as_object_mut) else { return error };
    if arguments.contains_key("loop_id") {
        return error;
    }
    let in_place = arguments.contains_key("replaces");
    for (name, value) in sent {
        let empty = value.is_null() || value.as_array().is_some_and(Vec::is_empty);
        let fits = !empty && value.to_string().len() <= LONG;
        let kept = KEPT.contains(&name.as_str()) || in_place && RANGE.contains(&name.as_str());
        if fits && kept && !arguments.contains_key(&name) {
            error.fill.retain(|missing| *missing != name);
            arguments.insert(name, value);
        }
    }
    error
}

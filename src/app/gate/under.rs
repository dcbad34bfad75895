//! The rules that a copy-ready call names: a loop that was opened under others than its place tells would go on under those
//! in silence, where the call left them out.

use serde_json::json;

use crate::app::rules;
use crate::app::workspace::Workspace;

use super::known::Known;
use super::scope::Which;

/// Names in the call of a subject the rules of its last review, where nothing else would choose them.
pub(super) fn its_rules(ws: &Workspace<'_>, mut which: Which, last: Option<&Known>) -> Which {
    let Some(name) = last.and_then(|known| known.rules.as_deref()) else { return which };
    // Where the configuration cannot be read, nothing chooses any.
    let chosen = rules::of(ws, &which.subject, None).is_ok_and(|(now, _)| now.name == name);
    if !chosen && which.call.tool == "review_task" {
        which.call.arguments.insert("protocol".to_owned(), json!(name));
    }
    which
}

//! What can be read besides calling tools: figures over the loops, and each loop with its timeline, as JSON.
//!
//! Reading changes nothing. An address that leads nowhere is refused with those that do.

use rmcp::ErrorData;
use rmcp::model::{
    ListResourceTemplatesResult, ListResourcesResult, ReadResourceResult, Resource, ResourceContents,
    ResourceTemplate,
};
use serde::Serialize;
use serde_json::json;

use crate::app::App;
use crate::app::requests::{LoopFilter, LoopStatus};
use crate::error::{Error, ErrorKind};

const METRICS: &str = "countersign://metrics";
const LOOP: &str = "countersign://loop/";
const JSON: &str = "application/json";

/// Lists the figures and the newest loops. Blocks.
pub(super) fn list(app: &App) -> ListResourcesResult {
    let metrics = Resource::new(METRICS, "metrics")
        .with_title("Review figures")
        .with_description(
            "How reviews go: passes, rejections, contradictions, by protocol, reviewer and model",
        )
        .with_mime_type(JSON);
    let every = LoopStatus { state: Some(LoopFilter::All), ..LoopStatus::default() };
    // Outside a repository there are no loops; the list is none the worse for it.
    let loops = app.loop_status(&every).map(|answer| answer.loops).unwrap_or_default();
    let loops = loops.into_iter().map(|row| {
        let standing = row.outcome.unwrap_or_else(|| "open".to_owned());
        Resource::new(format!("{LOOP}{}", row.loop_id), row.loop_id)
            .with_title(row.subject)
            .with_description(format!("{} loop, pass {}: {standing}", row.protocol, row.pass))
            .with_mime_type(JSON)
    });
    ListResourcesResult::with_all_items([metrics].into_iter().chain(loops).collect())
}

/// Lists the patterns of addresses.
pub(super) fn templates() -> ListResourceTemplatesResult {
    let one = ResourceTemplate::new(format!("{LOOP}{{id}}"), "loop")
        .with_title("Review loop")
        .with_description("Where a loop stands, what is open, and its timeline; `id` as tools answer it")
        .with_mime_type(JSON);
    ListResourceTemplatesResult::with_all_items(vec![one])
}

/// Reads what stands at an address. Blocks.
pub(super) fn read(app: &App, uri: &str) -> Result<ReadResourceResult, ErrorData> {
    if uri == METRICS {
        let (metrics, unreadable) = app.metrics().map_err(|e| refused(&e))?;
        return text(uri, &json!({ "metrics": metrics, "unreadable": unreadable }));
    }
    match uri.strip_prefix(LOOP).filter(|id| !id.is_empty() && !id.contains('/')) {
        Some(id) => {
            let request =
                LoopStatus { loop_id: Some(id.to_owned()), timeline: Some(true), ..LoopStatus::default() };
            text(uri, &app.loop_status(&request).map_err(|e| refused(&e))?)
        }
        None => {
            let uri: String = uri.chars().take(120).collect();
            let message = format!("there is no resource {uri:?}; there are {METRICS} and {LOOP}{{id}}");
            Err(ErrorData::resource_not_found(message, None))
        }
    }
}

fn text(uri: &str, value: &impl Serialize) -> Result<ReadResourceResult, ErrorData> {
    let text = serde_json::to_string_pretty(value)
        .map_err(|e| ErrorData::internal_error(format!("the resource is no JSON: {e}"), None))?;
    let text = crate::app::visibly::json(&text);
    Ok(ReadResourceResult::new(vec![ResourceContents::text(text, uri).with_mime_type(JSON)]))
}

fn refused(error: &Error) -> ErrorData {
    match error.kind {
        ErrorKind::NotFound => ErrorData::resource_not_found(error.to_string(), None),
        ErrorKind::Invalid | ErrorKind::Refused | ErrorKind::Stale | ErrorKind::Unavailable => {
            ErrorData::invalid_params(error.to_string(), None)
        }
        ErrorKind::Io | ErrorKind::Internal => ErrorData::internal_error(error.to_string(), None),
    }
}

//! What can be read besides calling tools (SPEC 3): loops, what their passes were asked and answered, reports, rules,
//! figures.
//!
//! Reading changes nothing. An address that leads nowhere is refused with those that do.

use rmcp::ErrorData;
use rmcp::model::{
    ListResourceTemplatesResult, ListResourcesResult, ReadResourceResult, Resource, ResourceContents,
    ResourceTemplate,
};
use serde::Serialize;
use serde_json::json;

use super::address::{Address, DIFF, JSON, MARKDOWN, TEMPLATES};
use crate::app::requests::LoopStatus;
use crate::app::shelf::{Piece, Wanted};
use crate::app::{App, visibly};
use crate::error::{Error, ErrorKind};

/// Loops on one page of the list.
const PAGE: usize = 30;
/// Loops in the one resource that holds them all.
const LOOPS: usize = 100;
/// Characters of an address of no known shape that are said back.
const LONGEST: usize = 120;

/// Lists what stands at fixed addresses, then the loops with their reports, a page at a time. Blocks.
pub(super) fn list(app: &App, cursor: Option<&str>) -> Result<ListResourcesResult, ErrorData> {
    let mut listed = if cursor.is_none() { fixed(app) } else { Vec::new() };
    let page = match app.loops_page(cursor, PAGE) {
        Ok(page) => page,
        // Outside a repository there are no loops; the list is none the worse for it.
        Err(_) if cursor.is_none() => return Ok(ListResourcesResult::with_all_items(listed)),
        Err(error) => return Err(refused(None, &error)),
    };
    for row in page.loops {
        let standing = row.outcome.unwrap_or_else(|| "open".to_owned());
        let about = format!("{} loop, pass {}: {standing}", row.protocol, row.pass);
        let report = page.reports.get(&row.loop_id);
        let uri = Address::Loop { id: row.loop_id.clone() }.to_string();
        listed.push(
            Resource::new(uri, row.loop_id.clone())
                .with_title(shown(&row.subject))
                .with_description(about)
                .with_mime_type(JSON),
        );
        if let Some(path) = report {
            let uri = Address::Report { path: path.clone() }.to_string();
            listed.push(
                Resource::new(uri, format!("report of {}", row.loop_id))
                    .with_title(shown(&format!("{} (report)", row.subject)))
                    .with_description(shown(path))
                    .with_mime_type(MARKDOWN),
            );
        }
    }
    let mut result = ListResourcesResult::with_all_items(listed);
    result.next_cursor = page.after;
    Ok(result)
}

fn fixed(app: &App) -> Vec<Resource> {
    let one = |address: &Address, name: &str, title: &str, description: &str| {
        Resource::new(address.to_string(), name)
            .with_title(title)
            .with_description(description)
            .with_mime_type(JSON)
    };
    let mut listed = vec![
        one(&Address::Loops, "loops", "Review loops", "Every loop, newest first, with where its report lies"),
        one(
            &Address::Metrics,
            "metrics",
            "Review figures",
            "How reviews go: passes, rejections, contradictions, by protocol, reviewer and model",
        ),
    ];
    listed.extend(app.suggest(&Wanted::Protocols).into_iter().map(|name| {
        let title = format!("Protocol {name}");
        let address = Address::Protocol { name: name.clone() };
        one(&address, &name, &title, "Its rules as they hold in this repository")
    }));
    listed
}

/// Lists the patterns of addresses.
pub(super) fn templates() -> ListResourceTemplatesResult {
    let one = |template: &super::address::Template| {
        ResourceTemplate::new(template.uri, template.name)
            .with_title(template.title)
            .with_description(template.description)
            .with_mime_type(template.mime_type)
    };
    ListResourceTemplatesResult::with_all_items(TEMPLATES.iter().map(one).collect())
}

/// Reads what stands at an address. Blocks.
pub(super) fn read(app: &App, uri: &str) -> Result<ReadResourceResult, ErrorData> {
    let address = Address::read(uri).ok_or_else(|| nowhere(uri))?;
    let (mime_type, text) = text(app, &address).map_err(|error| refused(Some(uri), &error))?;
    Ok(ReadResourceResult::new(vec![ResourceContents::text(text, uri).with_mime_type(mime_type)]))
}

/// Returns what stands at an address, with its type. Blocks.
pub(super) fn text(app: &App, address: &Address) -> Result<(&'static str, String), Error> {
    let text = match address {
        Address::Loops => json(&app.loops_page(None, LOOPS)?)?,
        Address::Metrics => {
            let (metrics, unreadable) = app.metrics()?;
            json(&json!({ "metrics": metrics, "unreadable": unreadable }))?
        }
        Address::Loop { id } => {
            let request =
                LoopStatus { loop_id: Some(id.clone()), timeline: Some(true), ..LoopStatus::default() };
            json(&app.loop_status(&request)?)?
        }
        Address::Pass { id, pass, piece: Piece::Review } => json(&app.pass_review(id, *pass)?)?,
        Address::Pass { id, pass, piece: Piece::Brief } => shown(&app.pass_brief(id, *pass)?),
        Address::Pass { id, pass, piece: Piece::Diff } => shown(&app.pass_diff(id, *pass)?),
        Address::Report { path } => shown(&app.report(path)?),
        Address::Protocol { name } => json(&app.protocol(name)?)?,
        Address::Replay { name } => json(&app.replays(name)?)?,
    };
    let mime_type = match address {
        Address::Loops | Address::Metrics | Address::Loop { .. } => JSON,
        Address::Protocol { .. } | Address::Replay { .. } => JSON,
        Address::Pass { piece: Piece::Review, .. } => JSON,
        Address::Pass { piece: Piece::Brief, .. } => MARKDOWN,
        Address::Pass { piece: Piece::Diff, .. } => DIFF,
        Address::Report { path } if path.ends_with(".json") => JSON,
        Address::Report { .. } => MARKDOWN,
    };
    Ok((mime_type, text))
}

fn json(value: &impl Serialize) -> Result<String, Error> {
    let failed = |e: serde_json::Error| Error::internal(format!("the resource is no JSON: {e}"));
    let mut value = serde_json::to_value(value).map_err(failed)?;
    visibly::show(&mut value);
    serde_json::to_string_pretty(&value).map_err(failed)
}

/// Writes out what would act on the reader.
fn shown(text: &str) -> String {
    visibly::shown(text).unwrap_or_else(|| text.to_owned())
}

/// Refuses an address of no known shape, naming those that are.
pub(super) fn nowhere(uri: &str) -> ErrorData {
    let uri: String = uri.chars().take(LONGEST).collect();
    let templates: Vec<&str> = TEMPLATES.iter().map(|t| t.uri).collect();
    let message = format!(
        "there is no resource {uri:?}; there are {}, {} and {}",
        Address::Loops,
        Address::Metrics,
        templates.join(", ")
    );
    ErrorData::resource_not_found(shown(&message), Some(json!({ "uri": uri })))
}

fn refused(uri: Option<&str>, error: &Error) -> ErrorData {
    let message = shown(&error.to_string());
    match error.kind {
        ErrorKind::NotFound => ErrorData::resource_not_found(message, uri.map(|uri| json!({ "uri": uri }))),
        ErrorKind::Invalid | ErrorKind::Refused | ErrorKind::Stale | ErrorKind::Unavailable => {
            ErrorData::invalid_params(message, None)
        }
        ErrorKind::Io | ErrorKind::Internal => ErrorData::internal_error(message, None),
    }
}

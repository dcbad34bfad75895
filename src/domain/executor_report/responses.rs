//! A developer's word on findings, as BAZINGA's handoff gives it: `issue_responses` in JSON.
//!
//! ```text
//! handoff  = {"issue_responses": [response], "files_modified"?: [path], "blocking_summary"?: …}
//! response = {"issue_id", "action": "FIXED" | "REJECTED" | "DEFERRED" | "SKIPPED",
//!             "details"?, "reason"?, "commit"?, "tech_debt_id"?}
//! ```
//!
//! Ids are taken as written; whether they exist is the loop's to say. The summary's arithmetic is not read.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{ExecutorReport, MOST, ReportedFile};
use crate::domain::dialect::json;
use crate::domain::dialect::page::Page;
use crate::domain::review::{Remark, ResponseKind};

/// What the executor says of one finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReportedResponse {
    /// The finding's id, as the executor writes it.
    pub id: String,
    pub response: ResponseKind,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tech_debt_id: Option<String>,
    /// From 1.
    pub line: u32,
}

/// Takes responses and files from the handoffs of a page.
pub(super) fn take(page: &Page<'_>, out: &mut ExecutorReport) {
    for found in json::find(page) {
        let line = page.lines[found.first].number;
        let Some(Value::Array(list)) = json::get(&found.value, &["issue_responses", "responses"]) else {
            continue;
        };
        if found.repaired {
            out.remarks.push(Remark::new(
                line,
                "json_repaired",
                "the JSON is not well formed and was mended",
            ));
        }
        for entry in list.iter().filter_map(Value::as_object).take(MOST) {
            let Some(id) = json::text(entry, &["issue_id", "finding_id", "id"]) else { continue };
            let word = json::text(entry, &["action", "response", "status"]).unwrap_or_default();
            let Some(response) = action(&word) else {
                let message =
                    format!("{id}: {word:?} is no action; FIXED, REJECTED, DEFERRED and SKIPPED are");
                out.remarks.push(Remark::new(line, "unknown_action", message));
                continue;
            };
            let text = |names: &[&str]| json::text(entry, names);
            out.responses.push(ReportedResponse {
                id,
                response,
                details: text(&["details", "detail", "note"]),
                reason: text(&["reason", "why"]),
                commit: text(&["commit"]),
                tech_debt_id: text(&["tech_debt_id"]),
                line,
            });
        }
        let files = json::texts(&found.value, &["files_modified", "files_changed", "files_created", "files"]);
        for path in files.into_iter().take(MOST) {
            if !out.files.iter().any(|f| f.path == path) && !path.chars().any(char::is_control) {
                out.files.push(ReportedFile { path, from: None, note: None, line });
            }
        }
    }
}

fn action(word: &str) -> Option<ResponseKind> {
    match word.trim().to_lowercase().as_str() {
        "fixed" | "fix" | "resolved" => Some(ResponseKind::Fixed),
        "rejected" | "reject" => Some(ResponseKind::Rejected),
        "deferred" | "defer" => Some(ResponseKind::Deferred),
        "skipped" | "skip" => Some(ResponseKind::Skipped),
        _ => None,
    }
}

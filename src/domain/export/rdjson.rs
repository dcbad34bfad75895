//! Findings in reviewdog's diagnostic format, as one `DiagnosticResult` (`rdjson`).
//!
//! Ranges have lines and no columns, so their end is included, as that format says of whole lines. Its diagnostics have a
//! location in any case: a finding without a place stands at the first file of its loop's change, else at its document,
//! and its message says so. `suggestions` are exact replacements of lines; reviewers give none, so patches stand in
//! `original_output`, as they were given.

use serde::Serialize;

use super::{Entry, Export, Loop};
use crate::domain::envelope::{self, visible};
use crate::domain::review::Severity;

#[derive(Debug, Serialize)]
struct DiagnosticResult {
    source: Source,
    #[serde(skip_serializing_if = "Option::is_none")]
    severity: Option<&'static str>,
    diagnostics: Vec<Diagnostic>,
}

#[derive(Debug, Serialize)]
struct Source {
    name: &'static str,
}

#[derive(Debug, Serialize)]
struct Diagnostic {
    message: String,
    location: Location,
    severity: &'static str,
    source: Source,
    code: Code,
    original_output: String,
}

#[derive(Debug, Serialize)]
struct Location {
    path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    range: Option<Range>,
}

#[derive(Debug, Serialize)]
struct Range {
    start: Position,
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<Position>,
}

#[derive(Debug, Serialize)]
struct Position {
    line: u32,
}

#[derive(Debug, Serialize)]
struct Code {
    value: String,
}

const SOURCE: &str = "countersign";

/// Writes all findings; the severity of the whole is that of the worst open one. Loops that cannot be read have no place in
/// this format.
pub fn write(export: &Export) -> String {
    let open = export.entries().filter(|(_, entry)| entry.is_open());
    let result = DiagnosticResult {
        source: Source { name: SOURCE },
        severity: open.map(|(_, entry)| entry.severity).min().map(word),
        diagnostics: export.entries().map(|(of, entry)| one(of, entry)).collect(),
    };
    let text = serde_json::to_string_pretty(&result).expect("diagnostics hold only JSON values");
    envelope::json(&text) + "\n"
}

fn word(severity: Severity) -> &'static str {
    match severity {
        Severity::Critical | Severity::High => "ERROR",
        Severity::Medium => "WARNING",
        Severity::Low | Severity::Info => "INFO",
    }
}

fn one(of: &Loop, entry: &Entry) -> Diagnostic {
    let mut message = entry.paragraphs();
    let location = match entry.locations.first() {
        Some(place) if !place.outside => Location {
            path: place.path.clone(),
            range: place.line.map(|line| Range {
                start: Position { line },
                end: place.end_line.map(|line| Position { line }),
            }),
        },
        elsewhere => {
            let path = of.stand_in().to_owned();
            let named = elsewhere.map_or_else(
                || "The reviewer named no place".to_owned(),
                |place| format!("The reviewer named {}, which is not in the repository", place.in_words()),
            );
            message.push_str(&format!("\n\n({named}; shown at {path} in its stead.)"));
            Location { path, range: None }
        }
    };
    if !entry.is_open() {
        message = format!("Resolved: {message}");
    }
    Diagnostic {
        message: visible(&message),
        location,
        severity: if entry.is_open() { word(entry.severity) } else { "INFO" },
        source: Source { name: SOURCE },
        code: Code { value: visible(entry.rule()) },
        original_output: visible(&entry.particulars(of)),
    }
}

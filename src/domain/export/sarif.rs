//! Findings as a SARIF log, version 2.1.0 with errata 01: one run of one tool.
//!
//! - Rules are what reviewers call a finding: its category, else its stage. Levels are three: critical and high are
//!   `error`, medium is `warning`, the rest `note`; the severities themselves are properties. There is no
//!   `security-severity`: a reviewer's word is no score.
//! - Places are relative to `%SRCROOT%`, which whoever reads the log resolves. A finding without one has no `locations`,
//!   and one that names a place outside of the repository only says it, since neither is a place in the sources.
//! - `partialFingerprints` are of what stays the same over passes: the subject, the finding's id and the title it was first
//!   raised with (each loop numbers its own). No branch: the same finding is known again after a merge.
//! - `baselineState` is against the pass before; what is resolved is `absent`. An accepted rejection is a suppression.
//! - In message strings `{` and `}` are doubled (3.11.5), and brackets that would make a link are escaped (3.11.6).
//!   Properties hold every text as it is.

use std::collections::BTreeMap;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Map, Value, json};

use super::{Entry, Export, Loop, Place};
use crate::domain::envelope::{self, visible};
use crate::domain::finding::FindingStatus;
use crate::domain::review::{Remark, Severity};

/// The identifier of the format's schema; nothing is fetched from there.
const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// What is written by its number in a path.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~')
    .remove(b'!')
    .remove(b'$')
    .remove(b'&')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')')
    .remove(b'*')
    .remove(b'+')
    .remove(b',')
    .remove(b';')
    .remove(b'=')
    .remove(b'@')
    .remove(b'/');

/// The base of every path in the log.
const ROOT: &str = "%SRCROOT%";

/// Writes the log. What is said of loops that cannot be read stands in the run's invocation, which then did not succeed.
pub fn write(export: &Export) -> String {
    let rules = Rules::of(export);
    let suppressed = export.entries().any(|(_, entry)| entry.accepted_rejection().is_some());
    let results: Vec<Value> =
        export.entries().map(|(of, entry)| result(of, entry, &rules, suppressed)).collect();
    let notifications: Vec<Value> = export.remarks.iter().map(notification).collect();
    let descriptors: Vec<Value> = rules.names.iter().map(|rule| descriptor(rule)).collect();
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": {
                "driver": {
                    "name": "Countersign",
                    "semanticVersion": export.countersign,
                    "rules": descriptors,
                },
            },
            "invocations": [{
                "executionSuccessful": export.unreadable().next().is_none(),
                "toolExecutionNotifications": notifications,
            }],
            "originalUriBaseIds": { ROOT: { "description": { "text": "The root of the repository." } } },
            "columnKind": "unicodeCodePoints",
            "results": results,
            "properties": {
                "scope": export.scope,
                "withResolved": export.with_resolved,
                "loops": export.loops.iter().map(of_loop).collect::<Vec<_>>(),
            },
        }],
    });
    let text = serde_json::to_string_pretty(&log).expect("a log holds only JSON values");
    envelope::json(&text) + "\n"
}

/// The rules, each once.
struct Rules<'e> {
    /// In the order in which they are needed first.
    names: Vec<&'e str>,
    /// Where each stands in there.
    at: BTreeMap<&'e str, usize>,
}

impl<'e> Rules<'e> {
    fn of(export: &'e Export) -> Self {
        let mut rules = Self { names: Vec::new(), at: BTreeMap::new() };
        for (_, entry) in export.entries() {
            let names = &mut rules.names;
            rules.at.entry(entry.rule()).or_insert_with_key(|rule| {
                names.push(rule);
                names.len() - 1
            });
        }
        rules
    }
}

/// Describes a rule in the few words there are of it; code scanning asks for all of them.
fn descriptor(rule: &str) -> Value {
    const HELP: &str = "A result says what is wrong and, where the reviewer did, how to mend it. `countersign status` tells where its loop stands.";
    json!({
        "id": visible(rule),
        "shortDescription": { "text": message(&format!("Review finding: {rule}")) },
        "fullDescription": { "text": message(&format!("What reviewers found and called {rule}.")) },
        "help": { "text": HELP },
    })
}

fn notification(remark: &Remark) -> Value {
    let level = if remark.code == super::UNREADABLE { "error" } else { "note" };
    json!({
        "descriptor": { "id": remark.code },
        "level": level,
        "message": { "text": message(&remark.message) },
    })
}

/// What is to be known of a loop beside its findings.
fn of_loop(of: &Loop) -> Value {
    let mut told = serde_json::to_value(of).expect("a loop holds only JSON values");
    if let Some(fields) = told.as_object_mut() {
        fields.shift_remove("findings");
    }
    told
}

fn result(of: &Loop, entry: &Entry, rules: &Rules<'_>, suppressed: bool) -> Value {
    let mut result = Map::new();
    result.insert("ruleId".to_owned(), json!(visible(entry.rule())));
    result.insert("ruleIndex".to_owned(), json!(rules.at.get(entry.rule())));
    result.insert("level".to_owned(), json!(level(entry.severity)));
    result.insert("message".to_owned(), json!({ "text": message(&text(entry)) }));
    let locations: Vec<Value> = entry.locations.iter().filter(|place| !place.outside).map(location).collect();
    if !locations.is_empty() {
        result.insert("locations".to_owned(), json!(locations));
    }
    result.insert("partialFingerprints".to_owned(), json!({ "countersign/v1": fingerprint(of, entry) }));
    result.insert("baselineState".to_owned(), json!(baseline(entry.status)));
    if suppressed {
        // Where one result says whether it is suppressed, every one does (3.27.23).
        let suppression =
            |why| json!({ "kind": "external", "status": "accepted", "justification": message(why) });
        let all: Vec<Value> = entry.accepted_rejection().map(suppression).into_iter().collect();
        result.insert("suppressions".to_owned(), json!(all));
    }
    result.insert("properties".to_owned(), properties(of, entry));
    Value::Object(result)
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Critical | Severity::High => "error",
        Severity::Medium => "warning",
        Severity::Low | Severity::Info => "note",
    }
}

fn baseline(status: FindingStatus) -> &'static str {
    match status {
        FindingStatus::New => "new",
        FindingStatus::Persistent => "unchanged",
        FindingStatus::Changed | FindingStatus::Reopened => "updated",
        FindingStatus::Resolved => "absent",
    }
}

/// What a result says, with the places that it cannot point to.
fn text(entry: &Entry) -> String {
    let mut text = entry.paragraphs();
    for place in entry.locations.iter().filter(|place| place.outside) {
        text.push_str(&format!("\n\nAt {}, which is not in the repository", place.in_words()));
    }
    text
}

fn location(place: &Place) -> Value {
    let mut physical =
        json!({ "artifactLocation": { "uri": relative_reference(&place.path), "uriBaseId": ROOT } });
    if let Some(line) = place.line {
        physical["region"] = json!({ "startLine": line });
        if let Some(end) = place.end_line {
            physical["region"]["endLine"] = json!(end);
        }
    }
    json!({ "physicalLocation": physical })
}

/// Writes a path as a relative reference (RFC 3986, 4.2): what is neither unreserved nor a delimiter that may stand in a
/// segment is percent-encoded, byte by byte in UTF-8. A colon, too: in the first segment it would end a scheme.
fn relative_reference(path: &str) -> String {
    utf8_percent_encode(path, ENCODED).to_string()
}

/// Returns what stays the same of a finding over the passes of its subject, hashed; each part is told from the next by its
/// length.
fn fingerprint(of: &Loop, entry: &Entry) -> String {
    let document = of.document.as_ref().map_or("", |path| path.as_str());
    let first = entry.first_title.as_deref().unwrap_or(&entry.title);
    let mut hasher = blake3::Hasher::new();
    for part in [document, &of.subject, entry.id.as_str(), first] {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    }
    hasher.finalize().to_hex().as_str()[..32].to_owned()
}

/// What has no field of its own, under the names of our own shape.
fn properties(of: &Loop, entry: &Entry) -> Value {
    let mut told = serde_json::to_value(entry).expect("a finding holds only JSON values");
    if let Some(fields) = told.as_object_mut() {
        // Places stand in the result; those that could not are said in its message.
        fields.shift_remove("locations");
        fields.insert("loop".to_owned(), json!(of.id));
        fields.insert("subject".to_owned(), json!(of.subject));
        fields.insert("pass".to_owned(), json!(of.pass));
    }
    told
}

/// Writes a text as a message string.
fn message(text: &str) -> String {
    let mut text = visible(text).replace('{', "{{").replace('}', "}}");
    if text.contains("](") {
        text = text.replace('[', "\\[").replace(']', "\\]");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_relative_references() {
        for (path, written) in [
            ("src/a.rs", "src/a.rs"),
            ("a b/c#d?.rs", "a%20b/c%23d%3F.rs"),
            ("c:d/e%20.rs", "c%3Ad/e%2520.rs"),
            ("app/(group)/[slug]/ä.ts", "app/(group)/%5Bslug%5D/%C3%A4.ts"),
        ] {
            assert_eq!(relative_reference(path), written);
        }
    }

    #[test]
    fn no_text_is_a_placeholder_or_a_link() {
        assert_eq!(message("use {0} or f() { }"), "use {{0}} or f() {{ }}");
        assert_eq!(message("a[0] = 1"), "a[0] = 1");
        assert_eq!(message("[here](1) and a[0]"), "\\[here\\](1) and a\\[0\\]");
        assert_eq!(message("\u{202e}"), "\\u{{202e}}");
    }
}

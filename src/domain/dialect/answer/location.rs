//! Where an entry of a JSON answer is: file and lines under their many names.
//!
//! It reads one object; whether that is a finding is `answer`'s.

use serde_json::Value;

use crate::domain::dialect::json::{self, Object};
use crate::domain::dialect::place;
use crate::domain::review::Location;

/// The keys under which an entry names its file, or its file and lines.
pub(super) const PLACE: &[&str] = &[
    "file",
    "f",
    "path",
    "location",
    "loc",
    "where",
    "filename",
    "file_path",
    "place",
    "code_location",
    "file_line",
    "path_line",
    "file_and_line",
    "absolute_file_path",
];

/// The keys under which it names several.
const PLACES: &[&str] = &["locations", "files", "affected_files", "file_paths", "paths", "places"];

/// Returns the places of an entry in a list of them: an object, or a text such as `src/a.ts:3-9`.
fn entry(value: &Value) -> Vec<Location> {
    match value {
        Value::Object(inner) => locations(Object::of(inner)),
        Value::String(text) => place::field(text),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => Vec::new(),
    }
}

/// Returns the places an object names: under one key, in a list, or with its lines beside the file.
pub(super) fn locations(object: Object<'_>) -> Vec<Location> {
    let mut places = match json::get(object, PLACES) {
        Some(Value::Array(list)) => list.iter().flat_map(entry).collect(),
        Some(Value::String(text)) => place::field(text),
        _ => Vec::new(),
    };
    match json::get(object, PLACE) {
        Some(Value::Object(inner)) => places.extend(locations(Object::of(inner))),
        Some(Value::Array(list)) => {
            places.extend(list.iter().filter_map(Value::as_str).flat_map(place::field));
        }
        Some(Value::String(text)) => places.extend(place::field(text)),
        _ => {}
    }
    let line = json::text(object, &["start_line", "line_start", "line", "ln", "l", "line_number", "lines"]);
    if let (Some(first), Some((from, to))) =
        (places.first_mut(), line.as_deref().and_then(place::line_numbers))
        && first.line.is_none()
    {
        // Beside a first line, `line` is the last.
        let end = json::count(object, &["end_line", "line_end", "line"]).filter(|&e| e > from);
        (first.line, first.end_line) = (Some(from), to.or(end));
    }
    let range = json::get(object, &["line_range", "range", "lines", "line"]);
    if let (Some(first), Some(Value::Array(list))) = (places.first_mut(), range)
        && first.line.is_none()
    {
        // `[9]`, `[9, 12]`: the lines, or the first and the last.
        let mut numbers = list.iter().filter_map(Value::as_u64).filter_map(|n| u32::try_from(n).ok());
        first.line = numbers.next().filter(|&n| n > 0);
        first.end_line = numbers.next_back().filter(|&end| first.line.is_some_and(|from| end >= from));
    }
    if let (Some(first), Some(Value::Object(range))) = (places.first_mut(), range)
        && first.line.is_none()
        && let Some(from) = edge(range, &["start", "from"])
    {
        let end = edge(range, &["end", "to"]).filter(|&e| e >= from);
        (first.line, first.end_line) = (Some(from), end);
    }
    places
}

/// Returns a line of a range: `{"start": 5}`, or `{"start": {"line": 5}}` as editors write it.
fn edge(range: &serde_json::Map<String, Value>, names: &[&str]) -> Option<u32> {
    let range = Object::of(range);
    match json::get(range, names) {
        Some(Value::Object(inner)) => json::count(Object::of(inner), &["line", "line_number", "row"]),
        _ => json::count(range, names),
    }
}

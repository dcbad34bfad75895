//! Keys and things laid into JSON that stands on one line: in place, so that it stays on it and every byte beside ours
//! stays where it was.

use std::fmt::Write as _;

use jsonc_parser::ast::{Object, Value as Node};
use jsonc_parser::common::Ranged;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use serde_json::{Map, Value};

use super::keys::{id_of, named_things};

/// Adds what is wanted and not there to objects and lists that hold something and stand on one line; all else is left
/// as it is, for whoever edits what stands on several.
pub(super) fn spliced(text: &str, wanted: &Map<String, Value>) -> String {
    let parsed = parse_to_ast(text, &CollectOptions::default(), &ParseOptions::default());
    let Ok(Some(Node::Object(root))) = parsed.map(|parsed| parsed.value) else { return text.to_owned() };
    let mut added = Vec::new();
    of_object(text, &root, wanted, &mut added);
    added.sort_by_key(|(at, _)| std::cmp::Reverse(*at));
    let mut out = text.to_owned();
    for (at, piece) in added {
        out.insert_str(at, &piece);
    }
    out
}

fn of_object(text: &str, there: &Object<'_>, wanted: &Map<String, Value>, added: &mut Vec<(usize, String)>) {
    let mut missing = Vec::new();
    for (key, value) in wanted {
        let mut named = there.properties.iter().filter(|p| p.name.as_str() == key);
        match (named.next(), named.next()) {
            (None, _) => missing.push((key, value)),
            (Some(property), None) => match (value, &property.value) {
                (Value::Object(inner), Node::Object(object)) => of_object(text, object, inner, added),
                (Value::Array(items), Node::Array(array)) if named_things(items) => {
                    of_list(text, array, items, added);
                }
                _ => {}
            },
            // Which of two counts is not ours to say; whoever merges refuses it.
            (Some(_), Some(_)) => {}
        }
    }
    let Some(last) = there.properties.last().filter(|_| !missing.is_empty()) else { return };
    let whole = &text[there.start()..there.end()];
    if whole.contains(['\n', '\r']) {
        return;
    }
    let spaced = whole.contains("\": ");
    let comma = if has_blank(text, there.properties.iter().map(Ranged::start), spaced) { ", " } else { "," };
    let colon = if spaced { ": " } else { ":" };
    let mut piece = String::new();
    for (key, value) in missing {
        let _ = write!(piece, "{comma}{}{colon}{value}", Value::from(key.as_str()));
    }
    added.push((last.end(), piece));
}

fn of_list(
    text: &str,
    there: &jsonc_parser::ast::Array<'_>,
    wanted: &[Value],
    added: &mut Vec<(usize, String)>,
) {
    let Some(last) = there.elements.last() else { return };
    if text[there.start()..there.end()].contains(['\n', '\r']) {
        return;
    }
    let held: Vec<Value> = there
        .elements
        .iter()
        .filter_map(|element| serde_json::from_str(&text[element.start()..element.end()]).ok())
        .collect();
    let comma = if has_blank(text, there.elements.iter().map(Ranged::start), true) { ", " } else { "," };
    let new = wanted.iter().filter(|w| !held.iter().any(|h| id_of(h) == id_of(w)));
    let piece: String = new.map(|value| format!("{comma}{value}")).collect();
    if !piece.is_empty() {
        added.push((last.end(), piece));
    }
}

/// Tells whether things are set apart by a comma and a blank; of a single one nobody can tell, and it is as `alone` says.
fn has_blank(text: &str, starts: impl Iterator<Item = usize>, alone: bool) -> bool {
    let mut blanks = starts.skip(1).map(|at| text[..at].ends_with(' ')).peekable();
    if blanks.peek().is_none() { alone } else { blanks.all(|blank| blank) }
}

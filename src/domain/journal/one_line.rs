//! Keys and things laid into JSON that stands on one line: in place, so that it stays on it and every byte beside ours
//! stays where it was.

use std::fmt::Write as _;
use std::ops::Range;

use jsonc_parser::ast::{Array, Object, Value as Node};
use jsonc_parser::common::Ranged;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use serde_json::{Map, Value};

use super::keys::{id_of, named_things};

/// Adds what is wanted and not there to objects and lists that stand on one line; all else is left as it is, for whoever
/// edits what stands on several. What is empty stands as what holds it does.
pub(super) fn spliced(text: &str, wanted: &Map<String, Value>) -> String {
    let parsed = parse_to_ast(text, &CollectOptions::default(), &ParseOptions::default());
    let Ok(Some(Node::Object(root))) = parsed.map(|parsed| parsed.value) else { return text.to_owned() };
    let mut edits = Vec::new();
    // Of what stands in a text of several lines, empty braces tell nothing.
    let alone = !text.trim().contains(['\n', '\r']);
    of_object(text, (&root, alone), wanted, &mut edits);
    edits.sort_by_key(|(at, _)| std::cmp::Reverse((at.start, at.end)));
    let mut out = text.to_owned();
    for (at, piece) in edits {
        out.replace_range(at, &piece);
    }
    out
}

/// `flat`: what holds the object stands on one line.
fn of_object(
    text: &str,
    (there, flat): (&Object<'_>, bool),
    wanted: &Map<String, Value>,
    edits: &mut Vec<(Range<usize>, String)>,
) {
    let whole = &text[there.start()..there.end()];
    let one_line = !whole.contains(['\n', '\r']);
    let mut missing = Vec::new();
    for (key, value) in wanted {
        let mut named = there.properties.iter().filter(|p| p.name.as_str() == key);
        match (named.next(), named.next()) {
            (None, _) => missing.push((key, value)),
            (Some(property), None) => match (value, &property.value) {
                (Value::Object(inner), Node::Object(object)) => {
                    of_object(text, (object, one_line && !there.properties.is_empty()), inner, edits);
                }
                (Value::Array(items), Node::Array(array)) if named_things(items) => {
                    of_list(text, (array, one_line), items, edits);
                }
                // Whoever merges refuses to put an object in the place of something else.
                (Value::Object(_), node) if !matches!(node, Node::NullKeyword(_)) => {}
                (value, node) => {
                    let place = node.start()..node.end();
                    if one_line && held(&text[place.clone()]).as_ref() != Some(value) {
                        edits.push((place, value.to_string()));
                    }
                }
            },
            // Which of two counts is not ours to say; whoever merges refuses it.
            (Some(_), Some(_)) => {}
        }
    }
    if missing.is_empty() || !one_line {
        return;
    }
    let last = there.properties.last();
    if last.is_none() && !flat {
        return;
    }
    // Empty braces are written as the rest of the text is.
    let spaced = if last.is_some() { whole } else { text }.contains("\": ");
    let comma = if has_blank(text, there.properties.iter().map(Ranged::start), spaced) { ", " } else { "," };
    let colon = if spaced { ": " } else { ":" };
    let mut piece = String::new();
    for (key, value) in missing {
        let comma = if piece.is_empty() && last.is_none() { "" } else { comma };
        let _ = write!(piece, "{comma}{}{colon}{value}", Value::from(key.as_str()));
    }
    edits.push((behind(last, there), piece));
}

/// Where things are added: behind the last one, or behind what opens the empty list of them.
fn behind(last: Option<&impl Ranged>, there: &impl Ranged) -> Range<usize> {
    let at = last.map_or(there.start() + 1, Ranged::end);
    at..at
}

fn held(text: &str) -> Option<Value> {
    serde_json::from_str(text).ok()
}

fn of_list(
    text: &str,
    (there, flat): (&Array<'_>, bool),
    wanted: &[Value],
    edits: &mut Vec<(Range<usize>, String)>,
) {
    let last = there.elements.last();
    if text[there.start()..there.end()].contains(['\n', '\r']) || last.is_none() && !flat {
        return;
    }
    let of = |element: &Node<'_>| held(&text[element.start()..element.end()]);
    let held: Vec<Value> = there.elements.iter().filter_map(of).collect();
    for (node, before) in there.elements.iter().zip(&held) {
        let now = id_of(before).and_then(|id| wanted.iter().find(|w| id_of(w) == Some(id)));
        if let (Node::Object(object), Some(Value::Object(now))) = (node, now) {
            of_object(text, (object, true), now, edits);
        }
    }
    let comma = if has_blank(text, there.elements.iter().map(Ranged::start), true) { ", " } else { "," };
    let new = wanted.iter().filter(|w| !held.iter().any(|h| id_of(h) == id_of(w)));
    let mut piece = String::new();
    for value in new {
        let comma = if piece.is_empty() && last.is_none() { "" } else { comma };
        let _ = write!(piece, "{comma}{value}");
    }
    if !piece.is_empty() {
        edits.push((behind(last, there), piece));
    }
}

/// Tells whether things are set apart by a comma and a blank; of a single one nobody can tell, and it is as `alone` says.
fn has_blank(text: &str, starts: impl Iterator<Item = usize>, alone: bool) -> bool {
    let mut blanks = starts.skip(1).map(|at| text[..at].ends_with(' ')).peekable();
    if blanks.peek().is_none() { alone } else { blanks.all(|blank| blank) }
}

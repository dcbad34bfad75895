//! Names that lead nowhere in what is said of one item of a phase. They are left out of the call that is named, and with
//! them the word that decides: nobody can send the rest unread, as if nothing had been said beside it.

use rmcp::model::JsonObject;
use serde_json::Value;

use super::super::{join, properties, required};
use super::meant;

/// The name by which an entry is known to be about an item.
const ITEM: &str = "item_id";

/// Returns what was given without such names, and where they stood.
pub(super) fn left_out(schema: &JsonObject, given: &JsonObject) -> (JsonObject, Vec<String>) {
    let (mut given, mut out) = (given.clone(), Vec::new());
    for (name, sent) in &mut given {
        let items = properties(schema).and_then(|known| known.get(name.as_str())?.get("items")?.as_object());
        let Some(items) = items.filter(|items| required(items).any(|needed| needed == ITEM)) else {
            continue;
        };
        for (at, entry) in sent.as_array_mut().into_iter().flatten().enumerate() {
            let Some(entry) = entry.as_object_mut() else { continue };
            let before = out.len();
            strip(&format!("{name}[{at}]"), items, entry, &mut out);
            if let Some(decides) = required(items).find(|needed| *needed != ITEM && out.len() > before) {
                entry.insert(decides.to_owned(), Value::Null);
            }
        }
    }
    (given, out)
}

fn strip(path: &str, schema: &JsonObject, given: &mut JsonObject, out: &mut Vec<String>) {
    let sent = given.clone();
    given.retain(|name, _| {
        let known = properties(schema).is_some_and(|known| known.contains_key(name));
        let leads = known || meant(name, schema, &sent).is_some();
        if !leads {
            out.push(join(path, name));
        }
        leads
    });
    for (name, value) in given.iter_mut() {
        let items = properties(schema).and_then(|known| known.get(name.as_str())?.get("items")?.as_object());
        let Some(items) = items else { continue };
        for (at, entry) in value.as_array_mut().into_iter().flatten().enumerate() {
            if let Some(entry) = entry.as_object_mut() {
                strip(&format!("{path}.{name}[{at}]"), items, entry, out);
            }
        }
    }
}

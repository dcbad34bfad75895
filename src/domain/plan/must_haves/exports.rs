//! What an artifact is to export: names in a list, in a line, as objects.

use super::super::super::front_matter::{Node, Value};
use super::flatten;
use super::links::plain;

/// Returns the name of an export that is written as an object: `name: a`, `a: what it does`.
pub(super) fn name(item: &Node) -> String {
    let named = ["name", "export", "symbol", "id"].into_iter().find_map(|key| item.get(key)?.text());
    match (&item.value, named) {
        (_, Some(name)) => name.to_owned(),
        (Value::Map(entries), None) if entries.len() == 1 => entries.iter().map(|e| e.key.clone()).collect(),
        (_, None) => flatten(item),
    }
}

/// Splits names at commas outside of brackets, and leaves out what stands in these: `parse(a, b)` is `parse`.
pub(super) fn names(text: &str) -> Vec<String> {
    let mut out = vec![String::new()];
    let mut depth = 0usize;
    for c in text.chars() {
        match c {
            '(' | '<' => depth += 1,
            ')' | '>' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => out.push(String::new()),
            c if depth == 0 => {
                if let Some(last) = out.last_mut() {
                    last.push(c);
                }
            }
            _ => {}
        }
    }
    out.iter().map(|name| plain(name)).collect()
}

//! Lists within lists and maps in place of lists: laid out flat, so that each promise is one by itself.

use super::super::super::front_matter::{Entry, Node, Value};
use super::flatten;

/// The fields that hold a truth's text where it is written as an object.
pub(super) const NAMED: [&str; 7] =
    ["truth", "text", "statement", "description", "criterion", "must", "claim"];

/// What was laid out: the items, and for each place what to say of it.
#[derive(Default)]
pub(super) struct Flat {
    pub(super) items: Vec<Node>,
    pub(super) told: Vec<(u32, &'static str, String)>,
}

/// Lays truths out that stand in lists within the list, or in a map; nothing where none do. `raw` returns a line as
/// written.
pub(super) fn truths<'m>(node: &Node, raw: impl Fn(u32) -> Option<&'m str>) -> Option<Flat> {
    let mut flat = Flat::default();
    match &node.value {
        Value::Map(entries) => flat.keyed(entries, node.line).then_some(flat),
        Value::List(items) => {
            for item in items {
                match &item.value {
                    Value::List(inner) if is_block(item, inner, &raw) => {
                        let before = flat.items.len();
                        inner.iter().for_each(|node| flat.add("", node));
                        let count = flat.items.len() - before;
                        let message = format!(
                            "a list stands within the list of truths; each of its {count} items was taken as a truth"
                        );
                        flat.told.push((item.line, "nested_list", message));
                    }
                    Value::Map(entries) if entries.iter().any(is_group) && !is_named(entries) => {
                        flat.keyed(entries, item.line);
                    }
                    Value::Empty | Value::Text(_) | Value::List(_) | Value::Map(_) => {
                        flat.items.push(item.clone());
                    }
                }
            }
            (!flat.told.is_empty()).then_some(flat)
        }
        Value::Empty | Value::Text(_) => None,
    }
}

impl Flat {
    /// Adds the values of a map, where they are several or stand below a key that only counts.
    fn keyed(&mut self, entries: &[Entry], line: u32) -> bool {
        let several = entries.len() > 1 || entries.iter().any(|e| counts(&e.key) || is_group(e));
        if !several || is_named(entries) {
            return false;
        }
        entries.iter().for_each(|entry| self.add(prefix(&entry.key), &under(entry)));
        let message = "truths are written as a map or in groups; each was taken by itself, its key before it";
        self.told.push((line, "truths_by_key", message.to_owned()));
        true
    }

    /// Adds what stands at a place, below the keys in `before`.
    fn add(&mut self, before: &str, node: &Node) {
        /// The most bytes of keys that are repeated before each item.
        const MOST: usize = 400;
        let below = |key: &str| match (before.is_empty(), key.is_empty()) {
            (true, _) => key.to_owned(),
            (false, true) => before.to_owned(),
            (false, false) if before.len() > MOST => key.to_owned(),
            (false, false) => format!("{before}: {key}"),
        };
        match &node.value {
            Value::List(inner) => inner.iter().for_each(|node| self.add(before, node)),
            Value::Map(entries) if entries.iter().any(is_group) => {
                entries.iter().for_each(|entry| self.add(&below(prefix(&entry.key)), &under(entry)));
            }
            // An object that names its text says it by itself.
            Value::Map(entries) if is_named(entries) => self.items.push(node.clone()),
            Value::Empty => self.items.push(Node { value: Value::Text(before.to_owned()), line: node.line }),
            Value::Text(_) | Value::Map(_) => {
                let text = below(&flatten(node));
                self.items.push(Node { value: Value::Text(text), line: node.line });
            }
        }
    }
}

/// Returns what stands below a key, in the line of the key where that is all there is.
fn under(entry: &Entry) -> Node {
    match entry.node.is_empty() {
        true => Node { value: Value::Text(String::new()), line: entry.line },
        false => entry.node.clone(),
    }
}

/// Returns a key as far as it says something: `T1` only counts.
fn prefix(key: &str) -> &str {
    if counts(key) { "" } else { key }
}

/// Tells whether a key only counts: `1`, `T1`, `truth_2`, `SC-3`.
fn counts(key: &str) -> bool {
    let word = key.trim_end_matches(|c: char| c.is_ascii_digit());
    let stem = word.trim_end_matches(['_', '-', '.']).to_ascii_lowercase();
    word.len() < key.len() && (stem.len() <= 2 || ["truth", "item", "criterion"].contains(&stem.as_str()))
}

/// Tells whether a key has a list below it that stands on lines of its own.
fn is_group(entry: &Entry) -> bool {
    matches!(&entry.node.value, Value::List(items) if items.iter().any(|item| item.line > entry.line))
}

fn is_named(entries: &[Entry]) -> bool {
    entries.iter().any(|entry| NAMED.contains(&entry.key.as_str()) && entry.node.text().is_some())
}

/// Tells whether a list within a list stands on lines of its own; `- [a, b]` is as often a text.
fn is_block<'m>(item: &Node, inner: &[Node], raw: impl Fn(u32) -> Option<&'m str>) -> bool {
    let written = raw(item.line).unwrap_or_default().trim_start_matches([' ', '-']);
    !written.starts_with('[') || inner.iter().any(|node| node.line != item.line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_counts_where_digits_follow_a_short_or_a_general_word() {
        for key in ["1", "T1", "truth_2", "SC-3", "item4", "criterion.5"] {
            assert!(counts(key), "{key}");
        }
        for key in ["UI", "T", "truth", "session1", "api-v2"] {
            assert!(!counts(key), "{key}");
        }
    }
}

//! Keys that stand twice in a map: YAML refuses them, and what else the block says is all the same to be read as YAML has it.

use std::collections::HashMap;

use super::{Entry, Node, Remark, Value};

/// Returns a tree in whose maps each key stands once, and what was guessed: lists and maps of one key are joined, else its
/// first value stands. The tree is no deeper than its reader lets it be.
pub(super) fn joined(node: Node) -> (Node, Vec<Remark>) {
    let mut remarks = Vec::new();
    let node = once(node, &mut remarks);
    (node, remarks)
}

fn once(node: Node, remarks: &mut Vec<Remark>) -> Node {
    let value = match node.value {
        Value::List(items) => Value::List(items.into_iter().map(|item| once(item, remarks)).collect()),
        Value::Map(entries) => Value::Map(map(entries, remarks)),
        other @ (Value::Empty | Value::Text(_)) => other,
    };
    Node { value, line: node.line }
}

fn map(entries: Vec<Entry>, remarks: &mut Vec<Remark>) -> Vec<Entry> {
    let mut at: HashMap<String, usize> = HashMap::new();
    let mut groups: Vec<(Entry, Vec<Entry>)> = Vec::new();
    for entry in entries {
        match at.get(&entry.key).and_then(|at| groups.get_mut(*at)) {
            Some((_, more)) => more.push(entry),
            None => {
                at.insert(entry.key.clone(), groups.len());
                groups.push((entry, Vec::new()));
            }
        }
    }
    let one = |(first, more): (Entry, Vec<Entry>)| {
        let entry = if more.is_empty() { first } else { one_of(first, more, remarks) };
        Entry { node: once(entry.node, remarks), ..entry }
    };
    groups.into_iter().map(one).collect()
}

/// Makes one entry of several that have the same key, and says how. One that was left empty gives way to those written.
fn one_of(first: Entry, more: Vec<Entry>, remarks: &mut Vec<Remark>) -> Entry {
    let times = if more.len() == 1 { "twice".to_owned() } else { format!("{} times", more.len() + 1) };
    let told = more.first().map_or(first.line, |entry| entry.line);
    let empty = Entry { node: Node { value: Value::Empty, line: first.node.line }, ..first.clone() };
    let all = std::iter::once(first).chain(more);
    let written: Vec<Entry> = all.filter(|entry| !entry.node.is_empty()).collect();
    let of = |kind: fn(&Value) -> bool| written.iter().all(|entry| kind(&entry.node.value));
    let lists = of(|value| matches!(value, Value::List(_)));
    let maps = of(|value| matches!(value, Value::Map(_)));
    let mut rest = written.into_iter();
    let mut taken = rest.next().unwrap_or(empty);
    let how = match (&mut taken.node.value, lists, maps) {
        (Value::List(items), true, _) => {
            let more = rest.filter_map(|entry| match entry.node.value {
                Value::List(more) => Some(more),
                Value::Empty | Value::Text(_) | Value::Map(_) => None,
            });
            items.extend(more.flatten());
            "its lists were joined".to_owned()
        }
        (Value::Map(parts), _, true) => {
            let more = rest.filter_map(|entry| match entry.node.value {
                Value::Map(more) => Some(more),
                Value::Empty | Value::Text(_) | Value::List(_) => None,
            });
            parts.extend(more.flatten());
            "its parts were joined".to_owned()
        }
        _ => format!("line {} was taken", taken.line),
    };
    remarks.push(Remark::new(
        told,
        "duplicate_key",
        format!("the key `{}` stands {times}; {how}", taken.key),
    ));
    taken
}

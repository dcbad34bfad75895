//! A list of findings in YAML, read as the object in JSON that it stands for.
//!
//! ```text
//! list = ("findings" | "issues") ":" map+      each with how grave it is: GSD's plan checker writes this
//! ```
//!
//! Only what the front matter's own reader takes without a remark. Anything else stays what it was: shown, and asked about
//! where it may hold an objection.

use serde_json::{Map, Value};

use super::page::{Fence, Page};
use crate::domain::front_matter::{self, Entry, Node, Value as Yaml};

/// The keys below which findings are listed.
const LISTS: &[&str] = &["findings", "issues"];

/// The keys that say how grave one is.
const GRAVE: &[&str] = &["severity", "level", "priority", "blocking"];

/// Reads a fence of YAML that lists findings.
pub(crate) fn read(page: &Page<'_>, fence: &Fence) -> Option<Map<String, Value>> {
    if !fence.closed || !matches!(fence.info.as_str(), "yaml" | "yml") {
        return None;
    }
    let content = page.text.get(fence.content.clone())?;
    // Most YAML lists nothing of the kind.
    if !LISTS.iter().any(|key| content.contains(key)) {
        return None;
    }
    let whole = format!("---\n{}\n---\n", content.trim_end());
    let read = front_matter::read(&whole).ok()??;
    let is_whole = read.closed && !read.degraded && read.remarks.is_empty() && read.body_at >= whole.len();
    let lists = |entry: &Entry| LISTS.contains(&entry.key.to_lowercase().as_str()) && is_list(&entry.node);
    (is_whole && read.entries.iter().any(lists)).then(|| object(&read.entries))
}

/// Tells whether a node lists maps that are rated, all of them.
fn is_list(node: &Node) -> bool {
    let rated = |item: &Node| match &item.value {
        Yaml::Map(entries) => entries.iter().any(|e| GRAVE.contains(&e.key.to_lowercase().as_str())),
        Yaml::Empty | Yaml::Text(_) | Yaml::List(_) => false,
    };
    matches!(&node.value, Yaml::List(items) if !items.is_empty() && items.iter().all(rated))
}

fn object(entries: &[Entry]) -> Map<String, Value> {
    entries.iter().map(|entry| (entry.key.clone(), value(&entry.node))).collect()
}

/// Depth is bounded by the reader of front matter.
fn value(node: &Node) -> Value {
    match &node.value {
        Yaml::Empty => Value::Null,
        Yaml::Text(text) => match text.as_str() {
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            // `01` is a plan's number, and a name.
            _ if text.starts_with('0') => Value::String(text.clone()),
            _ => text.parse::<u32>().map_or_else(|_| Value::String(text.clone()), Value::from),
        },
        Yaml::List(items) => Value::Array(items.iter().map(value).collect()),
        Yaml::Map(entries) => Value::Object(object(entries)),
    }
}

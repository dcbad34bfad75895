//! Keys laid into a JSON file of somebody else's: what is not ours keeps its bytes, order, spacing and numbers.
//!
//! Only strict JSON is touched. What was laid is read back before it is handed out.

use jsonc_parser::ParseOptions;
use jsonc_parser::cst::{CstArray, CstInputValue, CstObject, CstRootNode};
use serde_json::{Map, Value};

use super::one_line;

/// Why a file cannot be merged into.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unmergeable {
    /// It is no JSON.
    #[error("it is no JSON: {reason}")]
    NotJson { reason: String },
    /// It holds something else than an object.
    #[error("it holds no JSON object")]
    NotAnObject,
    /// Where an object is to be merged into stands something else.
    #[error("`{key}` in it is no object")]
    WrongKind { key: String },
    /// Under the one key that we would take stands something of somebody else's.
    #[error("`{key}` in it is not ours")]
    Taken { key: String },
    /// A key of it stands there twice, and which one counts is not ours to say.
    #[error("`{key}` stands in it twice")]
    Twice { key: String },
}

impl Unmergeable {
    /// Tells whether it may come of a text that was read while somebody wrote it.
    pub fn may_be_torn(&self) -> bool {
        match self {
            Unmergeable::NotJson { .. } => true,
            Unmergeable::NotAnObject
            | Unmergeable::WrongKind { .. }
            | Unmergeable::Taken { .. }
            | Unmergeable::Twice { .. } => false,
        }
    }
}

/// What becomes of a thing or a word of a list that is not wanted in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Fate {
    /// Nothing: it is somebody else's.
    Stays,
    Goes,
    /// It is ours and holds more than ours: these keys leave it.
    Loses(Vec<String>),
}

/// Merges an object into the one that a text holds: objects key by key; lists of words, and of things with an `id`, one
/// by one, so that what others put there stays; everything else in the place of what was there. `fate` tells of what stands
/// in such a list and is not wanted whether it leaves it. Only for keys that are ours: what was there under them is
/// replaced.
///
/// Nothing where the text has it all already.
pub(super) fn merged(
    text: &str,
    wanted: &Value,
    fate: &dyn Fn(&Value) -> Fate,
) -> Result<Option<String>, Unmergeable> {
    let (mark, body) = match text.strip_prefix('\u{feff}') {
        Some(body) => ("\u{feff}", body),
        None => ("", text),
    };
    let not_json = |reason: String| Unmergeable::NotJson { reason };
    // Read strictly first: it bounds the depth, and what only a lenient reader takes is not ours to edit.
    let before: Value = serde_json::from_str(body).map_err(|e| not_json(e.to_string()))?;
    let (Value::Object(before), Value::Object(wanted)) = (&before, wanted) else {
        return Err(Unmergeable::NotAnObject);
    };
    let laid = one_line::spliced(body, wanted);
    let held: Value = serde_json::from_str(&laid).map_err(|e| not_json(e.to_string()))?;
    let held = held.as_object().unwrap_or(before);
    let root = CstRootNode::parse(&laid, &ParseOptions::default()).map_err(|e| not_json(e.to_string()))?;
    let object = root.object_value().ok_or(Unmergeable::NotAnObject)?;
    merge(&object, held, wanted, fate)?;
    let after = root.to_string();
    if after == body {
        return Ok(None);
    }
    serde_json::from_str::<Value>(&after).map_err(|e| not_json(e.to_string()))?;
    Ok(Some(format!("{mark}{after}")))
}

fn merge(
    there: &CstObject,
    before: &Map<String, Value>,
    wanted: &Map<String, Value>,
    fate: &dyn Fn(&Value) -> Fate,
) -> Result<(), Unmergeable> {
    let key_of = |key: &String| key.clone();
    for (key, value) in wanted {
        let named = there.properties().iter().filter(|p| p.decoded_name().as_deref() == Some(key)).count();
        if named > 1 {
            return Err(Unmergeable::Twice { key: key_of(key) });
        }
        let Some(property) = there.get(key) else {
            there.append(key, input(value));
            continue;
        };
        match (value, before.get(key)) {
            (_, Some(held)) if held == value => {}
            (Value::Object(inner), Some(Value::Object(held))) => {
                let object =
                    property.object_value().ok_or_else(|| Unmergeable::WrongKind { key: key_of(key) })?;
                merge(&object, held, inner, fate)?;
            }
            (Value::Object(_), Some(held)) if !held.is_null() => {
                return Err(Unmergeable::WrongKind { key: key_of(key) });
            }
            (Value::Array(items), Some(Value::Array(held))) if named_things(items) => {
                let array =
                    property.array_value().ok_or_else(|| Unmergeable::WrongKind { key: key_of(key) })?;
                merge_things(&array, held, items, fate)?;
            }
            (_, _) => property.set_value(input(value)),
        }
    }
    Ok(())
}

/// What a thing of a list goes by: its `id`, or the word that it is.
pub(super) fn id_of(value: &Value) -> Option<&str> {
    value.as_str().or_else(|| value.get("id").and_then(Value::as_str))
}

/// Tells whether an object is one that we wrote.
pub(super) fn is_ours(value: &Value) -> bool {
    value.get("writer").and_then(Value::as_str) == Some("countersign")
}

/// Reads a file's text as JSON; nothing where it is none, which [`merged`] refuses with the reason.
pub(super) fn read(text: &str) -> Option<Value> {
    serde_json::from_str(text.trim_start_matches('\u{feff}')).ok()
}

pub(super) fn named_things(items: &[Value]) -> bool {
    items.iter().all(|i| id_of(i).is_some())
}

/// Merges a list of things by their ids; those that nobody named stay where they are.
fn merge_things(
    there: &CstArray,
    held: &[Value],
    wanted: &[Value],
    fate: &dyn Fn(&Value) -> Fate,
) -> Result<(), Unmergeable> {
    for (node, before) in there.elements().into_iter().zip(held) {
        let Some(id) = id_of(before) else { continue };
        match (wanted.iter().find(|w| id_of(w) == Some(id)), before) {
            (Some(Value::Object(value)), Value::Object(before)) => {
                let object = node.as_object().ok_or_else(|| Unmergeable::WrongKind { key: id.to_owned() })?;
                merge(&object, before, value, fate)?;
            }
            (Some(_), _) => {}
            (None, _) => match fate(before) {
                Fate::Stays => {}
                Fate::Goes => node.remove(),
                Fate::Loses(keys) => {
                    let object =
                        node.as_object().ok_or_else(|| Unmergeable::WrongKind { key: id.to_owned() })?;
                    keys.iter().filter_map(|key| object.get(key)).for_each(|property| property.remove());
                }
            },
        }
    }
    for new in wanted.iter().filter(|w| !held.iter().any(|h| id_of(h) == id_of(w))) {
        there.append(input(new));
    }
    Ok(())
}

fn input(value: &Value) -> CstInputValue {
    match value {
        Value::Null => CstInputValue::Null,
        Value::Bool(yes) => CstInputValue::Bool(*yes),
        Value::Number(number) => CstInputValue::Number(number.to_string()),
        Value::String(text) => CstInputValue::String(text.clone()),
        Value::Array(items) => CstInputValue::Array(items.iter().map(input).collect()),
        Value::Object(fields) => {
            CstInputValue::Object(fields.iter().map(|(k, v)| (k.clone(), input(v))).collect())
        }
    }
}

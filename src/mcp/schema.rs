//! Schemas that every host accepts, made from the very structs that read and write the values.
//!
//! Hosts differ in what they understand of JSON Schema: some drop a tool over a reference, some print a
//! warning for a number format, some refuse `null`. This pass leaves only what all of them read: `type`,
//! `description`, `enum`, `items`, `properties`, `required`, `additionalProperties`.
//! Nothing is written by hand beside the structs; the pass only removes and rewords.

use rmcp::model::JsonObject;
use schemars::JsonSchema;
use schemars::generate::{Contract, SchemaSettings};
use serde_json::{Map, Value, json};

/// Keywords of a whole input schema, in the order they are written.
const KEPT: [&str; 11] = [
    "type",
    "description",
    "enum",
    "minimum",
    "maximum",
    "maxLength",
    "maxItems",
    "items",
    "properties",
    "required",
    "additionalProperties",
];

/// Returns the input schema of a request with its limits as keywords, for [`super::arguments`] to hold calls against.
pub(crate) fn input<T: JsonSchema>() -> JsonObject {
    let mut schema = generate::<T>(Contract::Deserialize);
    schema.shift_remove("description");
    schema.entry("properties").or_insert_with(|| json!({}));
    schema.insert("additionalProperties".to_owned(), Value::Bool(false));
    schema
}

/// Returns what hosts see of an input schema: the limits move into the descriptions, where every model reads them.
pub(crate) fn served(full: &JsonObject) -> JsonObject {
    let mut schema = full.clone();
    say_limits(&mut schema);
    schema
}

/// Returns the output schema of an answer, typed at top level: what lies deeper is left out, and so is what each
/// field means, since models read the answer and not its schema, and every byte of the list is paid for by each
/// session.
pub(crate) fn output<T: JsonSchema>() -> JsonObject {
    let mut schema = generate::<T>(Contract::Serialize);
    schema.shift_remove("description");
    schema.shift_remove("additionalProperties");
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        for property in properties.values_mut().filter_map(Value::as_object_mut) {
            flatten(property);
        }
    }
    schema
}

/// Generates and tidies the schema of a type.
fn generate<T: JsonSchema>(contract: Contract) -> JsonObject {
    let settings = SchemaSettings::draft2020_12().with(|s| {
        s.inline_subschemas = true;
        s.meta_schema = None;
        s.contract = contract;
    });
    let mut value = settings.into_generator().into_root_schema_for::<T>().to_value();
    tidy(&mut value);
    match value {
        Value::Object(schema) => schema,
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => Map::new(),
    }
}

/// Rewrites a schema, and all in it, into the portable keywords.
fn tidy(value: &mut Value) {
    let Value::Object(schema) = value else {
        return;
    };
    merge_branches(schema);
    if let Some(Value::Array(types)) = schema.get("type")
        && let Some(only) = types.iter().find(|t| *t != "null").cloned()
    {
        schema.insert("type".to_owned(), only);
    }
    if let Some(word) = schema.remove("const") {
        schema.insert("enum".to_owned(), json!([word]));
    }
    if let Some(Value::Array(words)) = schema.get_mut("enum") {
        words.retain(|w| !w.is_null());
        schema.insert("type".to_owned(), json!("string"));
    }
    if schema.get("minimum").and_then(Value::as_f64) == Some(0.0) {
        // Every unsigned integer says so; it tells a model nothing.
        schema.remove("minimum");
    }
    let mut kept = Map::new();
    for key in KEPT {
        if let Some(mut inner) = schema.remove(key) {
            match key {
                "items" => tidy(&mut inner),
                "properties" => {
                    if let Value::Object(properties) = &mut inner {
                        properties.values_mut().for_each(tidy);
                    }
                }
                _ => {}
            }
            kept.insert(key.to_owned(), inner);
        }
    }
    *schema = kept;
}

/// Resolves `anyOf` and `oneOf`: a null branch falls away, words of one enumeration join, one branch left is taken in.
fn merge_branches(schema: &mut JsonObject) {
    for keyword in ["anyOf", "oneOf"] {
        let Some(Value::Array(branches)) = schema.remove(keyword) else {
            continue;
        };
        let mut words = Vec::new();
        let mut rest = Vec::new();
        for branch in branches {
            let Value::Object(branch) = branch else {
                continue;
            };
            if let Some(word) = branch.get("const") {
                words.push(word.clone());
            } else if let (Some(Value::Array(more)), "oneOf") = (branch.get("enum"), keyword) {
                words.extend(more.iter().cloned());
            } else if branch.get("type") != Some(&json!("null")) {
                rest.push(branch);
            }
        }
        if !words.is_empty() {
            schema.insert("enum".to_owned(), Value::Array(words));
        }
        for mut branch in rest {
            merge_branches(&mut branch);
            for (key, value) in branch {
                schema.entry(key).or_insert(value);
            }
        }
    }
}

/// Leaves of a property its type; of a list also the type of its items.
fn flatten(property: &mut JsonObject) {
    if let Some(Value::Object(items)) = property.get_mut("items") {
        items.retain(|key, _| key == "type");
    }
    property.retain(|key, _| matches!(key.as_str(), "type" | "items"));
}

/// Moves the limits of a schema, and of all in it, into the descriptions: hosts drop the keywords, models read these.
fn say_limits(schema: &mut JsonObject) {
    let limit = limit_words(schema);
    for keyword in ["maxLength", "maxItems", "minimum", "maximum"] {
        schema.shift_remove(keyword);
    }
    if let Some(words) = limit {
        let said = match schema.get("description").and_then(Value::as_str) {
            Some(text) => format!("{text} {words}"),
            None => words,
        };
        schema.insert("description".to_owned(), Value::String(said));
    }
    if let Some(Value::Object(items)) = schema.get_mut("items") {
        if items.get("type") == Some(&json!("string")) {
            items.shift_remove("maxLength");
        } else {
            say_limits(items);
        }
        if items.get("type") == Some(&json!("object")) {
            items.shift_remove("description");
        }
    }
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        for property in properties.values_mut().filter_map(Value::as_object_mut) {
            say_limits(property);
        }
    }
}

/// Returns the limits of one value as signs, which cost every session less than words: `≤64`, `≤20, each ≤400`,
/// `1-100`, `≥1`. A length counts characters, or bytes where it says so.
fn limit_words(schema: &JsonObject) -> Option<String> {
    let number = |schema: &JsonObject, key: &str| schema.get(key).and_then(Value::as_u64);
    if let Some(most) = number(schema, "maxLength") {
        return Some(format!("≤{}", size(most)));
    }
    if let Some(most) = number(schema, "maxItems") {
        let each = schema.get("items").and_then(Value::as_object).and_then(|i| number(i, "maxLength"));
        return Some(match each {
            Some(each) => format!("≤{most}, each ≤{}", size(each)),
            None => format!("≤{most}"),
        });
    }
    match (number(schema, "minimum"), number(schema, "maximum")) {
        (Some(least), Some(most)) => Some(format!("{least}-{most}")),
        (Some(least), None) => Some(format!("≥{least}")),
        (None, Some(most)) => Some(format!("≤{most}")),
        (None, None) => None,
    }
}

/// Returns a length: whole kibibytes are said as such and count bytes, others are bare and count characters.
pub(crate) fn size(length: u64) -> String {
    match length {
        n if n >= 1 << 20 && n.is_multiple_of(1 << 20) => format!("{}MiB", n >> 20),
        n if n >= 1 << 10 && n.is_multiple_of(1 << 10) => format!("{}KiB", n >> 10),
        n => n.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde::{Deserialize, Serialize};

    use super::*;

    #[derive(Serialize, Deserialize, JsonSchema)]
    #[serde(rename_all = "snake_case")]
    enum Colour {
        /// As the sky.
        Blue,
        /// As grass.
        Green,
    }

    /// A thing.
    #[derive(Serialize, Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    struct Thing {
        /// What it is called
        #[schemars(length(max = 64))]
        name: String,
        /// Its colour
        #[serde(default)]
        colour: Option<Colour>,
        /// Its marks
        #[serde(default)]
        #[schemars(length(max = 5), inner(length(max = 2048)))]
        marks: Vec<String>,
        /// Its size
        #[serde(default)]
        #[schemars(range(min = 1, max = 9))]
        size: Option<u32>,
        /// The part in it
        #[serde(default, skip_serializing_if = "Option::is_none")]
        part: Option<Box<Part>>,
    }

    /// A part.
    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Part {
        /// How many
        count: u64,
    }

    #[test]
    fn an_input_schema_holds_portable_keywords_only() {
        let full = input::<Thing>();
        assert_eq!(full["properties"]["name"]["maxLength"], 64);
        assert_eq!(
            Value::Object(served(&full)),
            json!({
                "type": "object",
                "properties": {
                    "name": { "type": "string", "description": "What it is called ≤64" },
                    "colour": { "type": "string", "description": "Its colour", "enum": ["blue", "green"] },
                    "marks": {
                        "type": "array",
                        "description": "Its marks ≤5, each ≤2KiB",
                        "items": { "type": "string" }
                    },
                    "size": { "type": "integer", "description": "Its size 1-9" },
                    "part": {
                        "type": "object",
                        "description": "The part in it",
                        "properties": { "count": { "type": "integer", "description": "How many" } },
                        "required": ["count"]
                    }
                },
                "required": ["name"],
                "additionalProperties": false
            })
        );
    }

    #[test]
    fn an_output_schema_is_typed_at_top_level() {
        let schema = output::<Thing>();
        assert_eq!(schema["properties"]["part"], json!({ "type": "object" }));
        assert_eq!(schema["properties"]["colour"]["type"], "string");
        assert!(!schema.contains_key("additionalProperties"));
    }
}

//! Arguments against the schema they were promised, so that every refusal names the field and what would work.
//!
//! Hosts do not validate what a model sends, and a deserialiser's message names neither the nearest field
//! nor a call that works. Here the arguments are held against the tool's own full schema first; what passes
//! is then read by serde and cannot fail but for shapes a schema cannot say. Small slips that lose nothing
//! are mended: `null` or an empty text for an absent option, `"true"` for true, `7` for the text `"7"`, a list
//! or object written as text. Models send all of these; nothing that says something is ever dropped.

mod remedy;

use rmcp::model::JsonObject;
use serde_json::{Map, Number, Value};

use super::schema::size;
use crate::error::Error;
pub(crate) use remedy::lead_on;

/// Returns the arguments in the shape the schema promises, or the refusal of the first that does not fit.
pub(crate) fn admit(tool: &str, schema: &JsonObject, given: &JsonObject) -> Result<JsonObject, Error> {
    match object("", schema, given.clone()) {
        Ok(value) => Ok(value),
        Err(fault) => Err(fault.into_error(tool, schema, given)),
    }
}

/// What is wrong with one value.
struct Fault {
    field: String,
    message: String,
    hint: Option<String>,
}

impl Fault {
    fn new(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self { field: field.into(), message: message.into(), hint: None }
    }

    fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Adds the call that would work: what was given, mended where there is one way to.
    fn into_error(self, tool: &str, schema: &JsonObject, given: &JsonObject) -> Error {
        let remedy = remedy::of(schema, given, &self.field);
        let nowhere = nowhere("", schema, given).filter(|name| *name != self.field);
        let mut error = Error::invalid(self.field, self.message);
        if let Some(hint) = self.hint {
            error = error.hint(hint);
        }
        let Some(remedy) = remedy else {
            let only_you = "what it was to say only you can tell: leave it out, or say it in one of the fields there are";
            return error.hint(match nowhere {
                Some(name) => format!("`{name}` is no field either; {only_you}"),
                None => only_you.replacen("what", "What", 1),
            });
        };
        if !remedy.left_out.is_empty() {
            error = error.hint(format!(
                "The call below leaves {} out: say what holds without it, or say it in one of the fields there are",
                quoted(&remedy.left_out)
            ));
        }
        if !remedy.kept.is_empty() {
            error = error.hint(format!("Keep {} as sent", quoted(&remedy.kept)));
        }
        let missing: Vec<String> = required(schema)
            .filter(|name| !remedy.arguments.contains_key(*name))
            .map(str::to_owned)
            .collect();
        if !missing.is_empty() {
            error = error.hint(format!("Supply {}", quoted(&missing)));
        }
        if remedy.blank {
            error = error.hint(remedy::REPLACE);
        }
        error.call(tool, Value::Object(remedy.arguments))
    }
}

/// Holds an object against its schema: unknown names, missing names, then each value.
fn object(path: &str, schema: &JsonObject, given: JsonObject) -> Result<JsonObject, Fault> {
    let none = Map::new();
    let known = properties(schema).unwrap_or(&none);
    let mut fits = Map::new();
    // All names before any value: what a wrong name was to say may be what is wrong with a value.
    if let Some(name) = given.keys().find(|name| !known.contains_key(*name)) {
        return Err(unknown(&join(path, name), name, schema, &given));
    }
    for (name, value) in given {
        let field = join(path, &name);
        let Some(property) = known.get(&name).and_then(Value::as_object) else {
            return Err(unknown(&field, &name, schema, &none));
        };
        let needed = required(schema).any(|r| r == name);
        // An empty answer is a mistake to be told of, not an answer left out.
        let empty =
            value.is_null() || name != "text" && value.as_str().is_some_and(|text| text.trim().is_empty());
        if empty && !needed {
            continue;
        }
        if empty && value.is_string() && name != "text" {
            return Err(Fault::new(field, "is empty, but it is required"));
        }
        fits.insert(name, fit(&field, property, value)?);
    }
    for name in required(schema) {
        if !fits.contains_key(name) {
            let about = known.get(name).and_then(|p| p.get("description")).and_then(Value::as_str);
            let kind = known.get(name).and_then(|p| p.get("type")).and_then(Value::as_str).unwrap_or("value");
            let fault = Fault::new(join(path, name), format!("is missing; it is a required {}", said(kind)));
            return Err(match about {
                Some(about) => fault.hint(format!("It means: {about}")),
                None => fault,
            });
        }
    }
    Ok(fits)
}

/// Returns the first name, at any depth, that is no field and stands for none.
fn nowhere(path: &str, schema: &JsonObject, given: &JsonObject) -> Option<String> {
    let known = properties(schema)?;
    given.iter().find_map(|(name, value)| {
        let field = join(path, name);
        let Some(property) = known.get(name).and_then(Value::as_object) else {
            return remedy::meant(name, schema, given).is_none().then_some(field);
        };
        match value {
            Value::Object(inner) => nowhere(&field, property, inner),
            Value::Array(items) => {
                let of_items = property.get("items").and_then(Value::as_object)?;
                items
                    .iter()
                    .enumerate()
                    .find_map(|(at, item)| nowhere(&format!("{field}[{at}]"), of_items, item.as_object()?))
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
        }
    })
}

/// Returns the refusal of a name that the schema does not have, with the nearest that it has.
fn unknown(field: &str, name: &str, schema: &JsonObject, given: &JsonObject) -> Fault {
    let none = Map::new();
    let known = properties(schema).unwrap_or(&none);
    let mut near: Vec<(f64, &String)> = known
        .keys()
        .map(|k| (strsim::jaro_winkler(&name.to_ascii_lowercase(), k), k))
        .filter(|(score, _)| *score >= 0.8)
        .collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut fault = Fault::new(field, "is no field here");
    if !near.is_empty() {
        let names: Vec<String> = near.iter().take(2).map(|(_, k)| (*k).clone()).collect();
        fault.message = format!("is no field here; the nearest is {}", quoted(&names));
    }
    // Where it stands for one field, the call that is named says which; else the nearest is a guess.
    if !near.is_empty() && remedy::meant(name, schema, given).is_some() {
        return fault;
    }
    let names: Vec<String> = known.keys().cloned().collect();
    fault.hint(format!("Fields: {}", quoted(&names)))
}

/// Holds one value against its schema, mending what can be mended without loss.
fn fit(field: &str, schema: &JsonObject, value: Value) -> Result<Value, Fault> {
    let kind = schema.get("type").and_then(Value::as_str).unwrap_or("object");
    match (kind, value) {
        ("string", Value::String(text)) => text_fits(field, schema, text).map(Value::String),
        ("string", Value::Number(number)) => match number.is_f64() {
            // 1.10 has become 1.1 by now; only the caller still knows what was meant.
            true => Err(Fault::new(field, format!("is the number {number}, but it must be text"))
                .hint(format!("Put it in quotes, with every digit: \"{number}\""))),
            false => text_fits(field, schema, number.to_string()).map(Value::String),
        },
        ("integer", Value::Number(number)) => integer_fits(field, schema, &number),
        ("integer", Value::String(text)) => match text.trim().parse::<u64>() {
            Ok(number) => integer_fits(field, schema, &number.into()),
            Err(_) => Err(wrong_type(field, "integer", &Value::String(text))),
        },
        ("boolean", Value::Bool(flag)) => Ok(Value::Bool(flag)),
        ("boolean", Value::String(text)) => match text.trim().to_ascii_lowercase().as_str() {
            "true" => Ok(Value::Bool(true)),
            "false" => Ok(Value::Bool(false)),
            _ => Err(wrong_type(field, "boolean", &Value::String(text))),
        },
        ("array", Value::Array(items)) => array_fits(field, schema, items),
        ("object", Value::Object(map)) => object(field, schema, map).map(Value::Object),
        ("array" | "object", Value::String(text)) => match serde_json::from_str::<Value>(&text) {
            Ok(inner @ (Value::Array(_) | Value::Object(_))) => fit(field, schema, inner),
            Ok(_) | Err(_) => Err(wrong_type(field, kind, &Value::String(text))),
        },
        (kind, value) => Err(wrong_type(field, kind, &value)),
    }
}

/// Holds a text against its words, its length and the habit of sending a placeholder back.
fn text_fits(field: &str, schema: &JsonObject, text: String) -> Result<String, Fault> {
    if let Some(Value::Array(words)) = schema.get("enum") {
        let wanted = text.trim().to_ascii_lowercase().replace([' ', '-'], "_");
        if let Some(word) = words.iter().filter_map(Value::as_str).find(|w| *w == wanted) {
            return Ok(word.to_owned());
        }
        let words: Vec<String> = words.iter().filter_map(Value::as_str).map(str::to_owned).collect();
        return Err(Fault::new(field, format!("is {}, which is none of its words", shown(&text)))
            .hint(format!("Use one of {}", quoted(&words))));
    }
    if let Some(most) = schema.get("maxLength").and_then(Value::as_u64) {
        let kibibytes = most >= 1024 && most % 1024 == 0;
        let length = if kibibytes { text.len() } else { text.chars().count() };
        if u64::try_from(length).unwrap_or(u64::MAX) > most {
            let unit = if kibibytes { "bytes" } else { "chars" };
            return Err(Fault::new(field, format!("is {length} {unit} long; at most {} fit", size(most))));
        }
    }
    if is_placeholder(field, &text) {
        return Err(Fault::new(field, format!("is the placeholder {}", shown(&text)))
            .hint("Send the real value, or leave an optional field out"));
    }
    Ok(text)
}

/// Tells whether a text is only a stand-in that a caller forgot to fill.
///
/// Free prose of a finding may well be `<Button>` or `TODO`; what identifies or decides may not.
fn is_placeholder(field: &str, text: &str) -> bool {
    // What a refusal of ours put in the place of a value is no value anywhere.
    let ours = |begin: &str| text.trim_start().starts_with(begin) && text.trim_end().ends_with('>');
    if text.len() <= 200 && (ours("<your ") || ours("<another ")) {
        return true;
    }
    let leaf = field.rsplit('.').next().unwrap_or(field);
    let nested_prose = field.contains('.')
        && matches!(leaf, "title" | "description" | "suggestion" | "why" | "category" | "text");
    if nested_prose {
        return false;
    }
    let text = text.trim();
    let bracketed = text.len() <= 80
        && text.strip_prefix('<').and_then(|t| t.strip_suffix('>')).is_some_and(|inner| {
            !inner.is_empty()
                && inner.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || " _-'.,".contains(c))
        });
    // A reviewer's whole answer may be the word "None"; reading that is the reader's business.
    let stand_in = field != "text" && matches!(text, "..." | "…" | "null" | "undefined" | "None");
    bracketed || stand_in || matches!(text, "TODO" | "TBD")
}

/// Holds a number against its bounds. Only whole numbers from 0 exist in our schemas.
fn integer_fits(field: &str, schema: &JsonObject, number: &Number) -> Result<Value, Fault> {
    let whole = number.as_u64().or_else(|| {
        // 2.0 is two; models that compute send it so.
        number.as_f64().filter(|f| f.fract() == 0.0 && (0.0..9e15).contains(f)).map(|f| f as u64)
    });
    let Some(whole) = whole else {
        return Err(Fault::new(field, format!("is {number}, but it must be a whole number from 0")));
    };
    let least = schema.get("minimum").and_then(Value::as_u64).unwrap_or(0);
    let most = schema.get("maximum").and_then(Value::as_u64).unwrap_or(u64::from(u32::MAX));
    if !(least..=most).contains(&whole) {
        return Err(Fault::new(field, format!("is {whole}, but it must lie between {least} and {most}")));
    }
    Ok(whole.into())
}

/// Holds a list against its length and every item against the items' schema.
fn array_fits(field: &str, schema: &JsonObject, items: Vec<Value>) -> Result<Value, Fault> {
    if let Some(most) = schema.get("maxItems").and_then(Value::as_u64)
        && u64::try_from(items.len()).unwrap_or(u64::MAX) > most
    {
        return Err(Fault::new(field, format!("has {} items; at most {most} fit", items.len())));
    }
    let none = Map::new();
    let schema = schema.get("items").and_then(Value::as_object).unwrap_or(&none);
    let mut fits = Vec::with_capacity(items.len());
    for (index, item) in items.into_iter().enumerate() {
        fits.push(fit(&format!("{field}[{index}]"), schema, item)?);
    }
    Ok(Value::Array(fits))
}

/// Returns the refusal of a value of the wrong type.
fn wrong_type(field: &str, wanted: &str, value: &Value) -> Fault {
    let got = match value {
        Value::Null => "null".to_owned(),
        Value::Bool(flag) => flag.to_string(),
        Value::Number(number) => format!("the number {number}"),
        Value::String(text) => format!("the text {}", shown(text)),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
    };
    Fault::new(field, format!("is {got}, but it must be {}", with_article(wanted)))
}

/// Returns the name of a JSON type as people say it.
fn said(kind: &str) -> &str {
    match kind {
        "string" => "text",
        "array" => "list",
        "integer" => "whole number",
        "boolean" => "true or false",
        other => other,
    }
}

/// Returns the name of a JSON type with its article.
fn with_article(kind: &str) -> String {
    match kind {
        "string" => "text".to_owned(),
        "boolean" => "true or false".to_owned(),
        "object" => "an object".to_owned(),
        other => format!("a {}", said(other)),
    }
}

/// Returns a text in quotes, shortened and escaped for a message.
fn shown(text: &str) -> String {
    let short: String = text.chars().take(60).collect();
    let cut = if short.len() < text.len() { "…" } else { "" };
    format!("{short:?}{cut}")
}

/// Returns names in backticks, joined by commas.
fn quoted(names: &[String]) -> String {
    names.iter().map(|n| format!("`{n}`")).collect::<Vec<_>>().join(", ")
}

/// Returns the path of a field inside another; the caller's own name is shortened and escaped.
fn join(path: &str, name: &str) -> String {
    let name: String = name.chars().take(80).flat_map(char::escape_debug).collect();
    if path.is_empty() { name } else { format!("{path}.{name}") }
}

fn properties(schema: &JsonObject) -> Option<&JsonObject> {
    schema.get("properties").and_then(Value::as_object)
}

fn required(schema: &JsonObject) -> impl Iterator<Item = &str> {
    schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::app::requests::{RecordFindings, ReviewTask};
    use crate::mcp::schema::input;

    fn map(value: &Value) -> JsonObject {
        value.as_object().expect("the test gives an object").clone()
    }

    fn refusal(given: &Value) -> String {
        admit("record_findings", &input::<RecordFindings>(), &map(given))
            .expect_err("must be refused")
            .to_string()
    }

    #[test]
    fn what_fits_passes_unchanged() {
        let given = map(&json!({
            "loop_id": "rl-1", "countersign": "cs-1",
            "findings": [{ "severity": "high", "title": "x", "locations": [{ "file": "a.rs", "line": 3 }] }]
        }));
        assert_eq!(admit("record_findings", &input::<RecordFindings>(), &given), Ok(given.clone()));
    }

    #[test]
    fn of_two_faults_the_name_that_leads_nowhere_is_told() {
        let two = map(&json!({ "id": "q", "title": "t", "criteria": ["c"], "aprove": true }));
        let error = admit("review_task", &input::<ReviewTask>(), &two).expect_err("must be refused");
        assert_eq!(error.field.as_deref(), Some("aprove"), "{error}");
        assert!(error.to_string().contains("leave it out"), "{error}");
        // Deeper down the value comes first, and what leads nowhere is named.
        let deep = refusal(&json!({
            "loop_id": 7.5, "countersign": "c", "findings": [{ "title": "x", "ohmy": "high" }]
        }));
        assert!(deep.starts_with("`loop_id`:"), "{deep}");
        assert!(deep.contains("`findings[0].ohmy` is no field either"), "{deep}");
    }

    #[test]
    fn slips_that_lose_nothing_are_mended() {
        let given = map(
            &json!({ "plan": "p.md", "task": 7, "brief": "False", "part": "2", "head": null, "of": "Execution" }),
        );
        let fits = admit("review_task", &input::<ReviewTask>(), &given).expect("mended");
        assert_eq!(
            Value::Object(fits),
            json!({ "plan": "p.md", "task": "7", "brief": false, "part": 2, "of": "execution" })
        );
    }

    #[test]
    fn empty_options_and_lists_as_text_are_mended() {
        let given = map(&json!({
            "loop_id": "rl-1", "countersign": "cs-1", "reviewer": "", "stage": null,
            "findings": "[{\"severity\": \"low\", \"title\": \"x\"}]"
        }));
        let fits = admit("record_findings", &input::<RecordFindings>(), &given).expect("mended");
        assert_eq!(
            Value::Object(fits),
            json!({ "loop_id": "rl-1", "countersign": "cs-1", "findings": [{ "severity": "low", "title": "x" }] })
        );
        let empty = refusal(&json!({ "loop_id": " ", "countersign": "cs-1" }));
        assert!(empty.starts_with("`loop_id`: is empty"), "{empty}");
        let prose = refusal(&json!({ "loop_id": "r", "countersign": "c", "findings": "none" }));
        assert!(prose.starts_with("`findings`: is the text \"none\", but it must be a list"), "{prose}");
    }

    #[test]
    fn a_number_that_lost_digits_is_refused() {
        let error =
            admit("review_task", &input::<ReviewTask>(), &map(&json!({ "plan": "p.md", "task": 1.10 })))
                .expect_err("1.10 is 1.1 by now");
        assert_eq!(error.field.as_deref(), Some("task"));
        assert!(error.to_string().contains("in quotes"), "{error}");
    }

    #[test]
    fn an_unknown_name_is_refused_with_the_nearest_and_the_call_that_works() {
        let text = refusal(&json!({ "loop_id": "rl-1", "counter_sign": "cs-1", "verdict": "approved" }));
        assert_eq!(
            text,
            "`counter_sign`: is no field here; the nearest is `countersign`. \
             Next: call record_findings {\"loop_id\":\"rl-1\",\"countersign\":\"cs-1\",\"verdict\":\"approved\"}"
        );
    }

    #[test]
    fn faults_deep_inside_are_named_by_path() {
        let base =
            |finding: Value| json!({ "loop_id": "rl-1", "countersign": "cs-1", "findings": [finding] });
        for (finding, field, part) in [
            (json!({ "severity": "urgent", "title": "x" }), "findings[0].severity", "`critical`"),
            (json!({ "severity": "high" }), "findings[0].title", "missing"),
            (
                json!({ "severity": "high", "title": "x", "sugestion": "y" }),
                "findings[0].sugestion",
                "`suggestion`",
            ),
            (
                json!({ "severity": "high", "title": "x", "locations": [{ "file": "a", "line": 0 }] }),
                "findings[0].locations[0].line",
                "between 1 and",
            ),
            (json!("x"), "findings[0]", "must be an object"),
        ] {
            let text = refusal(&base(finding));
            assert!(text.starts_with(&format!("`{field}`: ")) && text.contains(part), "{text}");
        }
    }

    #[test]
    fn limits_hold_and_long_values_are_not_sent_back() {
        let text =
            refusal(&json!({ "loop_id": "x".repeat(65), "countersign": "c", "text": "y".repeat(5000) }));
        assert!(
            text.starts_with("`loop_id`: is 65 chars long; at most 64 fit. Keep `text` as sent."),
            "{text}"
        );
        assert!(text.len() < 400, "{}", text.len());
    }

    #[test]
    fn placeholders_are_refused_where_they_decide_something() {
        assert!(
            refusal(&json!({ "loop_id": "rl-1", "countersign": "<countersign>" })).contains("placeholder")
        );
        let title = json!({ "loop_id": "rl-1", "countersign": "c", "findings": [{ "severity": "low", "title": "<button>" }] });
        assert!(admit("record_findings", &input::<RecordFindings>(), &map(&title)).is_ok());
    }
}

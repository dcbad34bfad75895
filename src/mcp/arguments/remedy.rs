//! The call that a refusal names: what was given, mended where there is one way to mend it.
//!
//! A named call is often sent as it stands, so it says neither more nor less than the caller meant. What fits is kept;
//! what has one reading is put right (a misspelt name or word, a list of lines for a text); everything else becomes a
//! stand-in such as `<your severity>`, which is refused when it is sent back. A value never falls out: a call without
//! the findings that were meant would be an approval. Where something was said under a name that leads nowhere, no
//! call is named at all; only of what is said of a phase's item the rest is kept, without what it decides (`strays`).

mod strays;

use rmcp::model::JsonObject;
use serde_json::{Map, Value};

use super::{fit, join, properties, required};
use crate::app::holds_secret;
use crate::error::{Error, ErrorKind};

/// Bytes of a value that are sent back; what is longer the caller has.
const LONG: usize = 400;
/// And of a list that had to be mended inside.
const LONG_MENDED: usize = 800;
/// From here a text has lines, by the most characters it may hold.
const PROSE: u64 = 1000;

/// What was given, mended.
pub(super) struct Remedy {
    pub(super) arguments: JsonObject,
    /// Names whose values are too long to be sent back.
    pub(super) kept: Vec<String>,
    /// Whether a stand-in is left for the caller to replace.
    pub(super) blank: bool,
    /// Names inside an item's entry that lead nowhere and are left out; what the entry decides is asked for again.
    pub(super) left_out: Vec<String>,
}

/// Mends what was given; `fault` is the field that was refused. Nothing where a value has no field to stand in.
pub(super) fn of(schema: &JsonObject, given: &JsonObject, fault: &str) -> Option<Remedy> {
    let mut blank = false;
    let (given, left_out) = strays::left_out(schema, given);
    let given = &given;
    let mended = object("", schema, given, &mut blank)?;
    let mut kept = Vec::new();
    let arguments = mended.into_iter().map(|(name, value)| {
        let whole = given.get(&name).is_some_and(|sent| *sent == value);
        let most = if whole { LONG } else { LONG_MENDED };
        if value.to_string().len() <= most && !holds_secret(&value) {
            return (name, value);
        }
        let stand_in = if whole || !fault.starts_with(name.as_str()) {
            kept.push(name.clone());
            format!("<your {name}, as sent>")
        } else {
            blank = true;
            format!("<your {name}, as sent but for {fault}>")
        };
        (name, stand_in.into())
    });
    let arguments = arguments.collect();
    Some(Remedy { arguments, kept, blank, left_out })
}

/// Names the call that would work where a use case refused and named none: the same with the field at fault left for the
/// caller, the state where that has moved on, the same once more where what was missing is there.
pub(crate) fn lead_on(mut error: Error, tool: &str, schema: &JsonObject, given: &JsonObject) -> Error {
    if error.next_call.is_some() || error.kind == ErrorKind::Internal {
        return error;
    }
    let field = error.field.clone().unwrap_or_default();
    let top = field.split(['.', '[']).next().unwrap_or_default().to_owned();
    let Some(remedy) = of(schema, given, &field) else { return error };
    let mut arguments = remedy.arguments;
    let is_ours = properties(schema).is_some_and(|known| known.contains_key(&top));
    if !error.fill.is_empty() || top == "requestState" {
        // What is missing is named already; or it is the very call, without the answer that came with it.
        return as_sent(error, &remedy.kept).call(tool, Value::Object(arguments));
    }
    if is_ours && top != "loop_id" && (top != "turn" || !arguments.contains_key("loop_id")) {
        error = as_sent(error, &remedy.kept);
        let says_nothing = arguments.get(&top).is_none_or(|v| v.as_array().is_some_and(Vec::is_empty));
        if says_nothing {
            arguments.remove(&top);
            error.fill = vec![top];
        } else {
            let leaf = field.rsplit('.').next().unwrap_or(&field);
            let needed = field != top || required(schema).any(|name| name == top);
            let stand_in = match needed {
                true => format!("<your {leaf}>"),
                false => format!("<another {leaf}, or leave it out>"),
            };
            blank_at(&mut arguments, &field, stand_in.into());
            error = error.hint(REPLACE);
        }
        return error.call(tool, Value::Object(arguments));
    }
    if let Some(id) = arguments.get("loop_id").and_then(Value::as_str)
        && is_of_damaged_loop(&error, id)
    {
        let hint = format!(
            "A repair leaves {id} out, and this call does not go on then: its subject is reviewed anew by review_task, which loop_status names"
        );
        let asked = arguments.get("worktree").map(|tree| ("worktree".to_owned(), tree.clone()));
        return error.hint(hint).call("loop_status", Value::Object(asked.into_iter().collect()));
    }
    match error.kind {
        ErrorKind::Io | ErrorKind::Unavailable => as_sent(error, &remedy.kept)
            .hint("Once that is mended, the same call goes on")
            .call(tool, Value::Object(arguments)),
        ErrorKind::Invalid | ErrorKind::NotFound | ErrorKind::Refused | ErrorKind::Stale => {
            let about_state = top == "turn" || matches!(error.kind, ErrorKind::Refused | ErrorKind::Stale);
            let known = arguments.get("loop_id").filter(|_| about_state).cloned();
            let asked = [("loop_id", known), ("worktree", arguments.get("worktree").cloned())].into_iter();
            let asked = asked.filter_map(|(name, value)| Some((name.to_owned(), value?)));
            error.call("loop_status", Value::Object(asked.collect()))
        }
        ErrorKind::Internal => error,
    }
}

/// Tells whether a call is refused because the very loop that it names is damaged.
fn is_of_damaged_loop(error: &Error, id: &str) -> bool {
    error.kind == ErrorKind::Io
        && error.message.starts_with(&format!("the event chain of stream {id} breaks"))
}

/// What the caller is told of stand-ins.
pub(super) const REPLACE: &str = "Put the real value where `<…>` stands";

fn as_sent(error: Error, kept: &[String]) -> Error {
    match kept {
        [] => error,
        kept => error.hint(format!("Keep {} as sent", super::quoted(kept))),
    }
}

/// Puts a stand-in at a path such as `findings[2].severity`, or as near to it as the path leads.
fn blank_at(arguments: &mut JsonObject, path: &str, stand_in: Value) {
    let mut segments = path.split('.').peekable();
    let mut at = arguments;
    while let Some(segment) = segments.next() {
        let (name, index) = match segment.split_once('[') {
            Some((name, rest)) => (name, rest.trim_end_matches(']').parse::<usize>().ok()),
            None => (segment, None),
        };
        let reaches = at.get(name).is_some_and(|value| match index {
            Some(index) => value.get(index).is_some_and(|v| segments.peek().is_none() || v.is_object()),
            None => segments.peek().is_none() || value.is_object(),
        });
        if !reaches {
            at.insert(name.to_owned(), stand_in);
            return;
        }
        let whole = match (at.get_mut(name), index) {
            (Some(list), Some(index)) => list.get_mut(index),
            (value, _) => value,
        };
        let Some(whole) = whole else { return };
        if segments.peek().is_none() {
            *whole = stand_in;
            return;
        }
        let Some(inner) = whole.as_object_mut() else { return };
        at = inner;
    }
}

/// Mends an object; nothing where one of its names leads nowhere.
fn object(path: &str, schema: &JsonObject, given: &JsonObject, blank: &mut bool) -> Option<JsonObject> {
    let none = Map::new();
    let known = properties(schema).unwrap_or(&none);
    let mut mended = Map::new();
    for (name, sent) in given {
        let says_nothing = match sent {
            Value::Null => true,
            Value::String(text) => text.trim().is_empty(),
            Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => false,
        };
        let name = match known.contains_key(name) {
            true => name.as_str(),
            false if says_nothing => continue,
            false => {
                let meant = meant(name, schema, given)?;
                // What is not even of that field's kind was meant for another.
                let property = known.get(meant).and_then(Value::as_object)?;
                if !(is_theirs(name) && is_list(property) == sent.is_array()) {
                    fit(&join(path, meant), property, sent.clone()).ok()?;
                }
                meant
            }
        };
        if says_nothing && !required(schema).any(|needed| needed == name) {
            continue;
        }
        let property = known.get(name).and_then(Value::as_object)?;
        let field = join(path, name);
        let sent = if says_nothing {
            stand_in(&field, property, blank)
        } else {
            value(&field, property, sent, blank)?
        };
        mended.insert(name.to_owned(), sent);
    }
    // At the top the caller is told in words what to supply.
    for name in required(schema).filter(|_| !path.is_empty()) {
        if !mended.contains_key(name)
            && let Some(property) = known.get(name).and_then(Value::as_object)
        {
            mended.insert(name.to_owned(), stand_in(&join(path, name), property, blank));
        }
    }
    Some(mended)
}

/// What systems call fields of ours in the answers that their agents write (SPEC 4.5).
const THEIRS: [(&str, &str); 5] = [
    ("issue_responses", "responses"),
    ("issue_id", "finding_id"),
    ("action", "response"),
    ("tl_verdicts", "rulings"),
    ("verdict", "ruling"),
];

/// A system's own word says which field is meant, whatever is to be mended of what it holds.
fn is_theirs(name: &str) -> bool {
    THEIRS.iter().any(|(theirs, _)| plain(theirs) == plain(name))
}

fn is_list(property: &JsonObject) -> bool {
    property.get("type").and_then(Value::as_str) == Some("array")
}

/// Writes a name without what people write differently in it.
fn plain(name: &str) -> String {
    name.to_lowercase().replace(['_', '-', ' '], "")
}

/// Returns the field that a misspelt name stands for; nothing where it may be another, or was given as well.
pub(super) fn meant<'s>(name: &str, schema: &'s JsonObject, given: &JsonObject) -> Option<&'s str> {
    let said = plain(name);
    let theirs = THEIRS.iter().find(|(theirs, _)| plain(theirs) == said).map(|(_, ours)| *ours);
    let theirs = theirs.filter(|ours| !given.contains_key(*ours));
    if let Some((ours, _)) = theirs.and_then(|ours| properties(schema)?.get_key_value(ours)) {
        return Some(ours);
    }
    let free = properties(schema)?.keys().filter(|known| !given.contains_key(known.as_str()));
    // One letter, and not the first: `part` is no `cart`.
    let near = |known: &&String| {
        let known = plain(known);
        let begins_so = known.chars().next() == said.chars().next();
        known == said || said.len() >= 3 && begins_so && strsim::damerau_levenshtein(&known, &said) <= 1
    };
    let mut near = free.filter(near);
    match (near.next(), near.next()) {
        (Some(only), None) => Some(only),
        (Some(_), Some(_)) => None,
        (None, _) => {
            // `loop` can only be the `loop_id` that is missing.
            let mut missing = required(schema).filter(|needed| !given.contains_key(*needed));
            let begun = missing.find(|needed| said.len() >= 4 && plain(needed).starts_with(&said));
            begun.or_else(|| with_a_word_more(name, schema, given))
        }
    }
}

/// Returns the field whose name was given with a word behind it that says of what kind it is: `phase_id`, `planPath`.
fn with_a_word_more<'s>(name: &str, schema: &'s JsonObject, given: &JsonObject) -> Option<&'s str> {
    const KINDS: [&str; 7] = ["id", "name", "number", "no", "nr", "path", "file"];
    let apart: String =
        name.chars().flat_map(|c| [c.is_uppercase().then_some('_'), Some(c)]).flatten().collect();
    let (bare, kind) = apart.rsplit_once(['_', '-', ' '])?;
    let known = properties(schema)?;
    let is_it = |field: &&String| plain(field) == plain(bare) && !given.contains_key(field.as_str());
    let found = known.keys().find(is_it).filter(|_| KINDS.contains(&kind.to_lowercase().as_str()));
    found.map(String::as_str)
}

/// Mends one value; nothing where something in it has no field to stand in.
fn value(field: &str, schema: &JsonObject, sent: &Value, blank: &mut bool) -> Option<Value> {
    if let Ok(fits) = fit(field, schema, sent.clone()) {
        return Some(fits);
    }
    let kind = schema.get("type").and_then(Value::as_str).unwrap_or("object");
    let items = schema.get("items").and_then(Value::as_object);
    let mended = match (kind, sent) {
        ("string", Value::String(text)) => nearest_word(schema, text).map(Value::from),
        ("string", Value::Array(lines)) => in_lines(field, schema, lines),
        ("array", Value::Array(list)) => {
            let most = schema.get("maxItems").and_then(Value::as_u64).unwrap_or(u64::MAX);
            match items {
                Some(items) if u64::try_from(list.len()).is_ok_and(|many| many <= most) => {
                    let list = list.iter().enumerate();
                    let each = list.map(|(at, item)| value(&format!("{field}[{at}]"), items, item, blank));
                    return each.collect::<Option<Vec<_>>>().map(Value::Array);
                }
                Some(_) | None => None,
            }
        }
        ("object", Value::Object(map)) => return object(field, schema, map, blank).map(Value::Object),
        ("array" | "object", Value::String(text)) => match serde_json::from_str::<Value>(text) {
            Ok(inner @ (Value::Array(_) | Value::Object(_))) => return value(field, schema, &inner, blank),
            Ok(_) | Err(_) => match kind {
                "array" => one_of_a_list(field, schema, text),
                _ => return Some(by_its_id(field, schema, text, blank)),
            },
        },
        ("array", Value::Object(_)) => match items {
            Some(items) if items.get("type").and_then(Value::as_str) == Some("object") => {
                let item = value(&format!("{field}[0]"), items, sent, blank)?;
                return Some(Value::Array(vec![item]));
            }
            Some(_) | None => None,
        },
        _ => None,
    };
    Some(mended.unwrap_or_else(|| stand_in(field, schema, blank)))
}

/// Returns what stands where the caller's own value belongs. It is refused when it is sent back, whatever the field.
fn stand_in(field: &str, schema: &JsonObject, blank: &mut bool) -> Value {
    *blank = true;
    let words = schema.get("enum").and_then(Value::as_array);
    let leaf = field.rsplit('.').next().unwrap_or(field);
    Value::from(match words {
        Some(words) => {
            let words: Vec<&str> = words.iter().filter_map(Value::as_str).collect();
            format!("<your {leaf}: {}>", words.join(" | "))
        }
        None => format!("<your {leaf}>"),
    })
}

/// Returns the word that a text misspells by one letter, where only one word is that near.
fn nearest_word(schema: &JsonObject, text: &str) -> Option<String> {
    let words = schema.get("enum")?.as_array()?;
    let letters = |text: &str| -> String {
        text.to_lowercase().chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect()
    };
    let said = letters(text.trim()).trim_matches('_').to_owned();
    let near =
        |word: &&str| *word == said || said.len() >= 4 && strsim::damerau_levenshtein(word, &said) <= 1;
    let mut near = words.iter().filter_map(Value::as_str).filter(near);
    match (near.next(), near.next()) {
        (Some(only), None) => Some(only.to_owned()),
        (Some(_), Some(_)) | (None, _) => None,
    }
}

/// Returns a list of texts as the lines of one, where the field holds more than a line; one entry stands for itself.
fn in_lines(field: &str, schema: &JsonObject, lines: &[Value]) -> Option<Value> {
    if schema.contains_key("enum") {
        return None;
    }
    let lines: Vec<&str> = lines.iter().map(Value::as_str).collect::<Option<_>>()?;
    let prose = schema.get("maxLength").and_then(Value::as_u64).is_some_and(|most| most >= PROSE);
    let text = match lines.as_slice() {
        [only] => (*only).to_owned(),
        // A reviewer's answer is read as it was written, not as we put it together.
        [_, _, ..] if prose && field != "text" => lines.join("\n"),
        _ => return None,
    };
    fit(field, schema, Value::from(text)).ok()
}

/// Returns a text as a list of one, where it is one entry beyond doubt.
fn one_of_a_list(field: &str, schema: &JsonObject, text: &str) -> Option<Value> {
    let items = schema.get("items")?.as_object()?;
    if items.get("type").and_then(Value::as_str) != Some("string") {
        return None;
    }
    let prose = items.get("maxLength").and_then(Value::as_u64).is_some_and(|most| most >= PROSE);
    let several = text.contains(['\n', ',', ';']) || !prose && text.contains(char::is_whitespace);
    let counts = [
        "none", "no", "nothing", "null", "nil", "n/a", "na", "all", "any", "every", "yes", "ok", "true",
        "false",
    ];
    let word = text.trim().to_lowercase();
    if several || counts.contains(&word.as_str()) || word.chars().all(|c| !c.is_alphabetic()) {
        return None;
    }
    fit(field, schema, Value::from(vec![text.trim()])).ok()
}

/// Returns an object of which only the id was given, with the rest left to the caller.
fn by_its_id(field: &str, schema: &JsonObject, text: &str, blank: &mut bool) -> Value {
    const IDS: [&str; 3] = ["id", "finding_id", "item_id"];
    let id = required(schema).find(|name| IDS.contains(name));
    let is_word = !text.trim().is_empty() && !text.trim().contains(char::is_whitespace);
    match id.filter(|_| is_word) {
        Some(id) => {
            let given = Map::from_iter([(id.to_owned(), Value::from(text.trim()))]);
            object(field, schema, &given, blank).map_or_else(|| stand_in(field, schema, blank), Value::Object)
        }
        None => stand_in(field, schema, blank),
    }
}

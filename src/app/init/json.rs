//! Our entries in a host's JSON: added in place and taken out again.
//!
//! Comments, order, indentation, line ends and everything else that is not ours stay. Read is what hosts read: JSON with
//! comments and trailing commas. What comes out is read back and held against what was meant before it is handed on.

use jsonc_parser::ParseOptions;
use jsonc_parser::cst::{CstArray, CstInputValue, CstNode, CstObject, CstRootNode};
use serde_json::{Map, Value};

use super::unfit::Unfit;

/// The name under which a server is registered with every host.
pub(super) const NAME: &str = "countersign";

/// What an edit comes to.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Change {
    /// The new text; nothing where the old one stays.
    pub(super) after: Option<String>,
    /// What is ours but was changed by the user, and stays.
    pub(super) left: Vec<String>,
}

/// Adds a server's entry below `container`.
pub(super) fn put_server(text: &str, container: &str, entry: &Value) -> Result<Change, Unfit> {
    let page = Page::read(text)?;
    let key = format!("{container}.{NAME}");
    if let Some(held) = page.value.get(container).and_then(|c| c.get(NAME)) {
        return match held == entry {
            true => Ok(Change::default()),
            false if starts_ours(held) => Ok(Change { after: None, left: vec![format!("`{key}`")] }),
            false => Err(Unfit::Taken { key, found: shown(held) }),
        };
    }
    let servers = object_in(&page.object, container)?;
    servers.append(NAME, input(entry));
    let mut meant = page.value.clone();
    let servers =
        meant.as_object_mut().map(|m| m.entry(container).or_insert_with(|| Value::Object(Map::new())));
    if let Some(Value::Object(servers)) = servers {
        servers.insert(NAME.to_owned(), entry.clone());
    }
    page.changed(&meant)
}

/// Takes a server's entry out, and its container where nothing else is in it.
pub(super) fn take_server(text: &str, container: &str, entry: &Value) -> Result<Change, Unfit> {
    let page = Page::read(text)?;
    match page.value.get(container).and_then(|c| c.get(NAME)) {
        None => return Ok(Change::default()),
        Some(held) if held == entry => {}
        Some(_) => return Ok(Change { after: None, left: vec![format!("`{container}.{NAME}`")] }),
    }
    let servers = object_in(&page.object, container)?;
    if let Some(property) = servers.get(NAME) {
        property.remove();
    }
    let mut meant = page.value.clone();
    let root = meant.as_object_mut().expect("a page holds an object");
    if let Some(Value::Object(servers)) = root.get_mut(container) {
        servers.shift_remove(NAME);
    }
    drop_empty(&page.object, root, container);
    page.changed(&meant)
}

/// Adds our groups of hooks to those of each event.
pub(super) fn put_hooks(text: &str, groups: &Map<String, Value>) -> Result<Change, Unfit> {
    let page = Page::read(text)?;
    let mut meant = page.value.clone();
    let mut left = Vec::new();
    for (event, wanted) in groups {
        let wanted = wanted.as_array().map_or(&[] as &[Value], Vec::as_slice);
        for group in wanted {
            let held = page.value.get("hooks").and_then(|h| h.get(event)).and_then(Value::as_array);
            let held = held.map_or(&[] as &[Value], Vec::as_slice);
            if held.contains(group) {
                continue;
            }
            // One of the user's making does the same already, and two would run.
            let same = |g: &&Value| g.get("matcher") == group.get("matcher") || wanted.len() == 1;
            if held.iter().filter(|g| calls_ours(g)).any(|g| same(&g)) {
                left.push(format!("`hooks.{event}`"));
                continue;
            }
            let hooks = object_in(&page.object, "hooks")?;
            let list = array_in(&hooks, event)?;
            // Groups stand on lines of their own, whatever the list was written like.
            list.ensure_multiline();
            list.append(input(group));
            add_group(&mut meant, event, group);
        }
    }
    Ok(Change { left, ..page.changed(&meant)? })
}

/// Takes our groups of hooks out, and what held nothing else.
pub(super) fn take_hooks(text: &str, groups: &Map<String, Value>) -> Result<Change, Unfit> {
    let page = Page::read(text)?;
    let mut meant = page.value.clone();
    let mut left = Vec::new();
    let root = meant.as_object_mut().expect("a page holds an object");
    for (event, wanted) in groups {
        let wanted = wanted.as_array().map_or(&[] as &[Value], Vec::as_slice);
        let Some(Value::Array(held)) = root.get("hooks").and_then(|h| h.get(event)) else { continue };
        let ours: Vec<bool> = held.iter().map(|g| wanted.contains(g)).collect();
        if held.iter().zip(&ours).any(|(group, ours)| !ours && calls_ours(group)) {
            left.push(format!("`hooks.{event}`"));
        }
        let hooks = object_in(&page.object, "hooks")?;
        for (node, _) in array_in(&hooks, event)?.elements().into_iter().zip(&ours).filter(|(_, ours)| **ours)
        {
            node.remove();
        }
        let Some(Value::Object(held)) = root.get_mut("hooks") else { continue };
        if let Some(Value::Array(list)) = held.get_mut(event) {
            list.retain(|g| !wanted.contains(g));
        }
        if ours.contains(&true) {
            drop_empty(&hooks, held, event);
        }
    }
    if meant != page.value {
        let root = meant.as_object_mut().expect("a page holds an object");
        drop_empty(&page.object, root, "hooks");
    }
    Ok(Change { left, ..page.changed(&meant)? })
}

/// A text read twice: as what can be edited, and as plain values.
struct Page<'a> {
    mark: &'static str,
    body: &'a str,
    root: CstRootNode,
    object: CstObject,
    value: Value,
}

impl<'a> Page<'a> {
    fn read(text: &'a str) -> Result<Self, Unfit> {
        let (mark, body) = match text.strip_prefix('\u{feff}') {
            Some(body) => ("\u{feff}", body),
            None => ("", text),
        };
        // An empty file is a settings file to be.
        let source = if body.trim().is_empty() { "{}\n" } else { body };
        let root = CstRootNode::parse(source, &options()).map_err(|e| unreadable(&e.to_string()))?;
        let value = value_of(source)?;
        let Some(object) = root.object_value() else {
            return Err(Unfit::NotAnObject { found: kind(&value) });
        };
        twice(&object, "")?;
        Ok(Self { mark, body, root, object, value })
    }

    /// Hands the edited text out, if it says what was meant and nothing else.
    fn changed(&self, meant: &Value) -> Result<Change, Unfit> {
        if *meant == self.value {
            return Ok(Change::default());
        }
        let after = self.root.to_string();
        if value_of(&after)? != *meant {
            return Err(unreadable("it cannot be edited in place without changing what it says"));
        }
        // Line ends are the file's own; the editor takes the commonest.
        let after = if after.ends_with('\n') || self.body.is_empty() || !self.body.ends_with('\n') {
            after
        } else {
            format!("{after}\n")
        };
        Ok(Change { after: Some(format!("{}{after}", self.mark)), left: Vec::new() })
    }
}

/// What hosts read beside plain JSON: comments and trailing commas.
fn options() -> ParseOptions {
    ParseOptions {
        allow_comments: true,
        allow_trailing_commas: true,
        allow_loose_object_property_names: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    }
}

fn value_of(text: &str) -> Result<Value, Unfit> {
    let read = jsonc_parser::parse_to_serde_value::<Option<Value>>(text, &options());
    Ok(read.map_err(|e| unreadable(&e.to_string()))?.unwrap_or(Value::Null))
}

fn unreadable(reason: &str) -> Unfit {
    Unfit::Unreadable { format: "JSON", reason: reason.to_owned() }
}

/// Refuses equal keys where we look: at the top, in containers of servers and of hooks.
fn twice(object: &CstObject, path: &str) -> Result<(), Unfit> {
    let mut seen: Vec<String> = Vec::new();
    for property in object.properties() {
        let Some(name) = property.decoded_name() else { continue };
        if seen.contains(&name) {
            return Err(Unfit::Twice { key: format!("{path}{name}") });
        }
        if path.is_empty()
            && ["mcpServers", "servers", "mcp", "hooks"].contains(&name.as_str())
            && let Some(inner) = property.object_value()
        {
            twice(&inner, &format!("{name}."))?;
        }
        seen.push(name);
    }
    Ok(())
}

/// Returns the object under a key, made where there is none.
fn object_in(object: &CstObject, key: &str) -> Result<CstObject, Unfit> {
    object
        .object_value_or_create(key)
        .ok_or_else(|| wrong(key, object.get(key).and_then(|p| p.value()), "an object"))
}

fn array_in(object: &CstObject, key: &str) -> Result<CstArray, Unfit> {
    object
        .array_value_or_create(key)
        .ok_or_else(|| wrong(&format!("hooks.{key}"), object.get(key).and_then(|p| p.value()), "a list"))
}

fn wrong(key: &str, found: Option<CstNode>, wanted: &'static str) -> Unfit {
    let found = found.and_then(|node| value_of(&node.to_string()).ok()).unwrap_or(Value::Null);
    Unfit::WrongKind { key: key.to_owned(), found: kind(&found), wanted }
}

/// Takes an empty list or object out from under a key, in the text and in the values.
fn drop_empty(object: &CstObject, values: &mut Map<String, Value>, key: &str) {
    let empty = match values.get(key) {
        Some(Value::Object(inner)) => inner.is_empty(),
        Some(Value::Array(inner)) => inner.is_empty(),
        Some(Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_)) | None => false,
    };
    // What somebody wrote a comment into is not empty.
    let bare = object.get(key).and_then(|p| p.value()).is_some_and(|v| !v.to_string().contains("/"));
    if empty && bare {
        values.shift_remove(key);
        if let Some(property) = object.get(key) {
            property.remove();
        }
    }
}

fn add_group(meant: &mut Value, event: &str, group: &Value) {
    let Some(root) = meant.as_object_mut() else { return };
    let hooks = root.entry("hooks").or_insert_with(|| Value::Object(Map::new()));
    let Some(hooks) = hooks.as_object_mut() else { return };
    let list = hooks.entry(event).or_insert_with(|| Value::Array(Vec::new()));
    if let Some(list) = list.as_array_mut() {
        list.push(group.clone());
    }
}

/// Tells whether an entry starts our server, in whatever way the user would have it: an absolute path, an environment.
fn starts_ours(entry: &Value) -> bool {
    let command = match entry.get("command") {
        Some(Value::String(command)) => Some(command.as_str()),
        Some(Value::Array(words)) => words.first().and_then(Value::as_str),
        Some(Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_)) | None => None,
    };
    command.is_some_and(is_ours)
}

pub(super) fn is_ours(program: &str) -> bool {
    program.rsplit(['/', '\\']).next().is_some_and(|name| name.trim_end_matches(".exe") == NAME)
}

/// Tells whether a group of hooks calls ours, with or without a path before it.
fn calls_ours(group: &Value) -> bool {
    let hooks = group.get("hooks").and_then(Value::as_array);
    hooks.into_iter().flatten().filter_map(|h| h.get("command").and_then(Value::as_str)).any(|command| {
        let mut words = command.split_whitespace().map(|w| w.trim_matches(['"', '\'']));
        words.next().is_some_and(is_ours) && words.next() == Some("hook")
    })
}

/// Returns an entry on one line, cut where it is long.
fn shown(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(100) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text,
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn entry() -> Value {
        json!({ "type": "stdio", "command": "countersign", "args": ["serve"] })
    }

    fn groups() -> Map<String, Value> {
        let hook = json!([{ "hooks": [{ "type": "command", "command": "countersign hook" }] }]);
        [("SessionStart".to_owned(), hook.clone()), ("Stop".to_owned(), hook)].into_iter().collect()
    }

    /// Settings as people have them: our keys with anything below them, other keys, in any layout.
    fn settings() -> impl Strategy<Value = String> {
        let leaf = prop_oneof![
            Just(json!(null)),
            any::<bool>().prop_map(Value::from),
            any::<i32>().prop_map(Value::from),
            "[a-z/ {}\\[\\],\"\n\u{e9}]{0,6}".prop_map(Value::from),
        ];
        let key = prop_oneof![
            Just("mcpServers".to_owned()),
            Just("hooks".to_owned()),
            Just("SessionStart".to_owned()),
            Just("countersign".to_owned()),
            "[a-z]{1,3}"
        ];
        let value = leaf.prop_recursive(4, 24, 4, move |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Value::Array),
                prop::collection::vec((key.clone(), inner), 0..4)
                    .prop_map(|fields| Value::Object(fields.into_iter().collect())),
            ]
        });
        (value, 0..4u8).prop_map(|(value, layout)| {
            let pretty = serde_json::to_string_pretty(&value).unwrap();
            match layout {
                0 => value.to_string(),
                1 => pretty,
                2 => pretty.replace('\n', "\r\n") + "\r\n",
                _ => pretty.replace(",\n", ", // a comment, {\n").replace("  ", "\t") + "\n\n",
            }
        })
    }

    /// What is there without our entries, and without containers in which nothing is left.
    fn bare(text: &str) -> Value {
        let mut value = value_of(text.trim_start_matches('\u{feff}')).unwrap();
        let root = value.as_object_mut().unwrap();
        for key in ["mcpServers", "hooks"] {
            let Some(held) = root.get_mut(key).and_then(Value::as_object_mut) else { continue };
            held.retain(|_, v| v.as_array().is_none_or(|list| !list.is_empty()));
            if held.is_empty() {
                root.shift_remove(key);
            }
        }
        value
    }

    proptest! {
        #[test]
        fn what_is_put_in_is_there_and_what_is_taken_out_leaves_the_rest(text in settings()) {
            if let Ok(Change { after: Some(after), .. }) = put_server(&text, "mcpServers", &entry()) {
                prop_assert_eq!(&value_of(&after).unwrap()["mcpServers"]["countersign"], &entry());
                prop_assert_eq!(put_server(&after, "mcpServers", &entry()).unwrap(), Change::default());
                let taken = take_server(&after, "mcpServers", &entry()).unwrap().after.unwrap();
                prop_assert_eq!(bare(&taken), bare(&text));
            }
            if let Ok(Change { after: Some(after), left }) = put_hooks(&text, &groups()) {
                prop_assert!(left.is_empty());
                prop_assert_eq!(put_hooks(&after, &groups()).unwrap(), Change::default());
                let taken = take_hooks(&after, &groups()).unwrap().after.unwrap();
                prop_assert_eq!(bare(&taken), bare(&text));
            }
        }

        #[test]
        fn any_text_is_read_or_refused(text in ".{0,60}") {
            let _ = put_server(&text, "mcpServers", &entry());
            let _ = take_hooks(&text, &groups());
        }
    }

    #[test]
    fn nesting_without_end_is_refused() {
        let deep = format!("{{\"a\": {}", "[".repeat(200_000));
        assert!(matches!(put_server(&deep, "mcpServers", &entry()), Err(Unfit::Unreadable { .. })));
    }
}

//! What a module of CommonJS gives to others, and what of it comes from another module: `module.exports = { User }` behind
//! `const User = require('./user')`, `{ User: require('./user') }`, `{ ...require('./a') }`, `exports.a = …`.

use std::collections::BTreeMap;

use tree_sitter::Node;

use super::fields::Fields as _;
use super::imports::{children, plain};
use super::quotes::unquoted;
use super::walk::Walk;
use super::{Binding, Import};

/// Most statements of a file among which a name is looked for.
const MOST: usize = 2_000;

/// Another module, and the name that is taken of it; `*` for all of it as one value.
type Source = (String, String);

/// Takes an assignment that gives names to others.
pub(super) fn take(walk: &mut Walk<'_>, node: Node<'_>) {
    let Some(left) = node.field("left").map(|n| walk.text_of(n)) else { return };
    let Some(right) = node.field("right") else { return };
    let whole = left == "module.exports";
    let mut list = Import { dynamic: true, ..plain(String::new(), node) };
    let spreads = |n: Node<'_>| children(n).any(|c| c.kind() == "spread_element");
    let computed = left.starts_with("exports[")
        || left.starts_with("module.exports[")
        || whole && (right.kind() != "object" || spreads(right));
    walk.out.open |= computed;
    let mut give = |name: &str, local: &str| {
        list.names.push(Binding { name: name.to_owned(), local: local.to_owned(), type_only: false });
    };
    let mut values: Vec<(&str, Node<'_>)> = Vec::new();
    let mut all: Vec<Node<'_>> = Vec::new();
    if whole {
        give("default", walk.text_of(right));
        match right.kind() {
            "identifier" => give(walk.text_of(right), walk.text_of(right)),
            "call_expression" => match joined(walk, right) {
                Some(parts) => all.extend(parts),
                None => all.push(right),
            },
            _ => {}
        }
        let objects = all.iter().copied().chain([right]).filter(|n| n.kind() == "object");
        let objects: Vec<Node<'_>> = objects.collect();
        for entry in objects.into_iter().flat_map(children) {
            match entry.kind() {
                "shorthand_property_identifier" => {
                    give(walk.text_of(entry), walk.text_of(entry));
                    values.push((walk.text_of(entry), entry));
                }
                "pair" => {
                    let key = entry.field("key").map_or("", |n| walk.text_of(n));
                    let value = entry.field("value");
                    give(key, value.map_or("", |n| walk.text_of(n)));
                    values.extend(value.map(|value| (key, value)));
                }
                "method_definition" => {
                    let key = entry.field("name").map_or("", |n| walk.text_of(n));
                    give(key, "");
                }
                "spread_element" => all.extend(entry.part(0)),
                _ => {}
            }
        }
    } else if let Some(name) = left.strip_prefix("module.exports.").or_else(|| left.strip_prefix("exports."))
    {
        give(name, walk.text_of(right));
        values.push((name, right));
    } else {
        return;
    }
    let bound = if whole { bound_above(walk, node) } else { BTreeMap::new() };
    let source = |value: Node<'_>| {
        required(walk, value).or_else(|| {
            let name = walk.text_of(value);
            let is_name = matches!(value.kind(), "identifier" | "shorthand_property_identifier");
            brought(walk, name).or_else(|| bound.get(name).cloned()).filter(|_| is_name)
        })
    };
    let mut passed: Vec<Import> = Vec::new();
    let passing = |from: String| Import { passes_on: true, dynamic: true, ..plain(from, node) };
    for (local, value) in values {
        let Some((from, name)) = source(value) else { continue };
        let names = vec![Binding { name, local: local.to_owned(), type_only: false }];
        passed.push(Import { names, ..passing(from) });
    }
    let gathers = right.kind() == "object" || joined(walk, right).is_some();
    let mut unknown = gathers && computed && all.is_empty();
    for value in all {
        match source(value).filter(|(_, name)| name == "*") {
            Some((from, _)) => passed.push(Import { all: true, ..passing(from) }),
            None => unknown |= gathers && value.kind() != "object",
        }
    }
    if unknown || left.ends_with(']') {
        walk.out.made.insert("*".to_owned());
    }
    walk.out.imports.push(list);
    walk.out.imports.extend(passed);
}

/// The parts of `Object.assign({}, require('./a'), require('./b'))`.
fn joined<'t>(walk: &Walk<'_>, value: Node<'t>) -> Option<Vec<Node<'t>>> {
    if value.kind() != "call_expression" || walk.text_of(value.field("function")?) != "Object.assign" {
        return None;
    }
    Some(children(value.field("arguments")?).take(MOST).collect())
}

/// The module that `require('./a')` brings in, also where a name of it is taken or it is called at once: `require('./a').b`,
/// `require('./a')(app)`.
fn required(walk: &Walk<'_>, value: Node<'_>) -> Option<Source> {
    match value.kind() {
        "call_expression" => {
            let function = value.field("function")?;
            if function.kind() == "call_expression" {
                return module(walk, function).map(|from| (from, "*".to_owned()));
            }
            module(walk, value).map(|from| (from, "*".to_owned()))
        }
        "member_expression" => {
            let from = module(walk, value.field("object")?)?;
            Some((from, walk.text_of(value.field("property")?).to_owned()))
        }
        _ => None,
    }
}

fn module(walk: &Walk<'_>, call: Node<'_>) -> Option<String> {
    if call.kind() != "call_expression" || walk.text_of(call.field("function")?) != "require" {
        return None;
    }
    let argument = call.field("arguments")?.part(0)?;
    (argument.kind() == "string").then(|| unquoted(walk.text_of(argument)).to_owned())
}

/// What was brought in under a name before.
fn brought(walk: &Walk<'_>, name: &str) -> Option<Source> {
    let before = walk.out.imports.iter().filter(|i| !i.passes_on && !i.from.is_empty());
    before.flat_map(|i| i.names.iter().map(move |n| (i, n))).find_map(|(import, binding)| {
        let whole = if binding.name == "default" { "*" } else { &binding.name };
        (binding.local == name).then(|| (import.from.clone(), whole.to_owned()))
    })
}

/// What the constants of a file are made of, where an import binds no name: `const Pay = require('./pay').Pay`.
fn bound_above<'t>(walk: &Walk<'t>, node: Node<'t>) -> BTreeMap<&'t str, Source> {
    let mut found = BTreeMap::new();
    // Without a call of `require` that binds nothing there is none.
    if !walk.out.imports.iter().any(|i| i.dynamic && i.all) {
        return found;
    }
    let mut root = node;
    while let Some(above) = root.parent() {
        root = above;
    }
    let declared = children(root)
        .take(MOST)
        .filter(|n| matches!(n.kind(), "lexical_declaration" | "variable_declaration"));
    for one in declared.flat_map(children).filter(|n| n.kind() == "variable_declarator") {
        let (Some(name), Some(value)) = (one.field("name"), one.field("value")) else {
            continue;
        };
        if let Some(source) = required(walk, value).filter(|_| name.kind() == "identifier") {
            found.insert(walk.text_of(name), source);
        }
    }
    found
}

//! Results that say of themselves that they are made up: `{ token: 'fake-' + user }`, `f"dummy-{user}"`.
//!
//! To join a text to what a function is given is honest work, a greeting is no more. The sign is the word with which the text
//! begins; it counts where the function does nothing else, and is not called so itself.

use std::collections::BTreeSet;

use tree_sitter::Node;

use super::Grammar;
use super::body::statements;
use super::chance::{is_beside, is_source};
use super::fields::Fields as _;
use super::idle::own_names;
use super::names::is_name;
use super::output::words_of;
use super::walk::Walk;

/// How many nodes and statements of a body are looked at.
const MOST: usize = 300;
const STATEMENTS: usize = 6;

/// Words with which a text says that it is made up.
const MADE_UP: [&str; 4] = ["fake", "dummy", "mock", "mocked"];
/// Words that are ordinary ones as well, where a page or generated code is spoken of.
const PERHAPS: [&str; 3] = ["placeholder", "stub", "stubbed"];
/// What those are ordinary for: the looks of a page, names for people.
const LOOKS: [&str; 14] = [
    "class",
    "className",
    "style",
    "id",
    "key",
    "name",
    "label",
    "title",
    "text",
    "hint",
    "placeholder",
    "type",
    "kind",
    "variant",
];
/// Words in the names of what is there to make such things up.
const MAKES_UP: [&str; 14] = [
    "fake",
    "faker",
    "mock",
    "mocks",
    "dummy",
    "stub",
    "stubs",
    "placeholder",
    "sample",
    "example",
    "fixture",
    "fixtures",
    "seed",
    "test",
];
/// What joins and writes texts, and takes nothing from elsewhere.
const JOINS: [&str; 14] = [
    "JSON",
    "btoa",
    "Buffer",
    "str",
    "format",
    "Number",
    "Object",
    "encodeURIComponent",
    "int",
    "hash",
    "undefined",
    "to_s",
    "Base64",
    "freeze",
];

/// Tells whether a name or a path is that of something that is there to make things up.
pub(crate) fn is_made_up(text: &str) -> bool {
    words_of(text).iter().any(|word| MAKES_UP.contains(&word.as_str()))
}

/// Tells whether all that a body does is to give back such a text.
pub(super) fn pretends(walk: &Walk<'_>, body: Node<'_>, name: &str) -> bool {
    let known = walk.grammar.is_script() || matches!(walk.grammar, Grammar::Python | Grammar::Ruby);
    // Without a text there is none that says so. Ruby writes texts in other signs, too.
    let quotes = ['"', '\'', '`', '%', '<', '/'];
    if !known
        || !walk.text_of(body).contains(quotes)
        || is_made_up(name)
        || walk.owner().is_some_and(|owner| is_made_up(&owner))
    {
        return false;
    }
    let block = matches!(body.kind(), "statement_block" | "block" | "body_statement");
    let all = if block { statements(body) } else { vec![body] };
    let Some(last) = all.last().filter(|_| all.len() <= STATEMENTS) else { return false };
    let gives = !block
        || matches!(last.kind(), "return_statement" | "return")
        || walk.grammar == Grammar::Ruby && !last.kind().ends_with("assignment");
    let mut own = own_names(walk, body);
    for statement in &all {
        declared(walk, *statement, &mut own);
    }
    gives && all.iter().try_fold(false, |found, node| Some(found | says(walk, *node, &own)?)).unwrap_or(false)
}

/// Keeps the names of locals that a statement gives a value to.
fn declared(walk: &Walk<'_>, statement: Node<'_>, own: &mut BTreeSet<String>) {
    let mut open = vec![statement];
    while let Some(node) = open.pop() {
        let name = match node.kind() {
            "variable_declarator" => node.field("name"),
            "assignment" => node.field("left"),
            "lexical_declaration" | "variable_declaration" | "expression_statement" => {
                open.extend(children(node));
                None
            }
            _ => None,
        };
        own.extend(name.filter(|n| n.kind() == "identifier").map(|n| walk.text_of(n).to_owned()));
    }
}

fn children<'t>(node: Node<'t>) -> impl Iterator<Item = Node<'t>> {
    (0..node.named_child_count().min(100)).filter_map(move |at| node.named_child(at as u32))
}

/// Tells whether a statement holds such a text; nothing where it takes anything from elsewhere.
fn says(walk: &Walk<'_>, statement: Node<'_>, own: &BTreeSet<String>) -> Option<bool> {
    let (mut open, mut met, mut found) = (vec![statement], 0, false);
    while let Some(node) = open.pop() {
        met += 1;
        let kind = node.kind();
        if met > MOST
            || matches!(kind, "this" | "self" | "super" | "instance_variable")
            || kind.starts_with("jsx")
        {
            return None;
        }
        if matches!(kind, "string_fragment" | "string_content") {
            found |= is_sign(walk, node);
        }
        if is_name(kind) && !is_key_or_member(node) {
            let name = walk.text_of(node);
            let known = own.contains(name) || is_source(name) || is_beside(name) || JOINS.contains(&name);
            if !known {
                return None;
            }
        }
        open.extend(children(node));
    }
    Some(found)
}

/// Tells whether a name only says which entry or which member is meant.
pub(super) fn is_key_or_member(node: Node<'_>) -> bool {
    let Some(parent) = node.parent() else { return false };
    let is = |field: &str| parent.field(field).is_some_and(|n| n.id() == node.id());
    match parent.kind() {
        "pair" => is("key"),
        "keyword_argument" => is("name"),
        "member_expression" => is("property"),
        "attribute" => is("attribute"),
        "call" => is("method") && parent.field("receiver").is_some(),
        _ => false,
    }
}

/// Tells whether a part of a text is the beginning of one that says that it is made up, and goes on as a mark does.
fn is_sign(walk: &Walk<'_>, part: Node<'_>) -> bool {
    let Some(text) = part.parent() else { return false };
    // A key, or a part behind what is joined in, says nothing of the whole.
    let first = children(text).find(|c| c.kind() != "string_start").is_some_and(|c| c.id() == part.id());
    let above = text.parent();
    let key = above.filter(|p| p.kind() == "pair").and_then(|p| p.field("key"));
    let is_key = key.is_some_and(|k| k.id() == text.id());
    let written = walk.text_of(part).trim_start();
    let end = written.find(|c: char| !c.is_alphanumeric()).unwrap_or(written.len());
    let (word, rest) = written.split_at(end);
    let word = word.to_lowercase();
    let goes_on = rest.is_empty() || rest.starts_with(['-', '_', ':', '.', '/', '@']);
    let perhaps =
        PERHAPS.contains(&word.as_str()) && !entry(walk, text).is_some_and(|key| LOOKS.contains(&key));
    first && !is_key && goes_on && (MADE_UP.contains(&word.as_str()) || perhaps)
}

/// The key of the entry, or the name of the local, that a text is part of.
fn entry<'t>(walk: &Walk<'t>, text: Node<'_>) -> Option<&'t str> {
    let above = std::iter::successors(text.parent(), |n| n.parent()).take(6);
    let mut named = above.filter_map(|n| match n.kind() {
        "pair" => n.field("key"),
        "keyword_argument" | "variable_declarator" => n.field("name"),
        "assignment" => n.field("left"),
        _ => None,
    });
    named.next().map(|key| walk.text_of(key).trim_matches(['"', '\'', ':']))
}

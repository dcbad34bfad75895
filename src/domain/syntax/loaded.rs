//! What a module of a script does as it is loaded: whether it does anything beside declaring.

use tree_sitter::Node;

use super::Grammar;
use super::fields::Fields as _;
use super::names::{is_comment, is_function};

/// How deep a value is followed.
const DEEPEST: usize = 6;

/// Tells whether a module does nothing as it is loaded. What is not known to do nothing does something.
pub(super) fn only_declares(grammar: Grammar, root: Node<'_>) -> bool {
    let mut all = children(root).filter(|n| !is_comment(n.kind())).peekable();
    grammar.is_script() && !root.has_error() && all.peek().is_some() && all.all(declares)
}

fn children<'t>(node: Node<'t>) -> impl Iterator<Item = Node<'t>> {
    (0..node.named_child_count().min(4_000)).filter_map(move |at| node.named_child(at as u32))
}

fn declares(node: Node<'_>) -> bool {
    let has = |kind: &str| children(node).any(|c| c.kind() == kind);
    match node.kind() {
        "hash_bang_line"
        | "empty_statement"
        | "function_declaration"
        | "generator_function_declaration"
        | "function_signature"
        | "interface_declaration"
        | "type_alias_declaration"
        | "enum_declaration" => true,
        // One without a name is brought in for what it does.
        "import_statement" => has("import_clause") || has("import_require_clause"),
        "export_statement" => {
            let given = node.field("declaration").map(declares);
            let value = node.field("value").map(|v| is_still(v, 0));
            !has("decorator") && given.or(value).unwrap_or_else(|| node.field("source").is_none())
        }
        "class_declaration" | "abstract_class_declaration" => {
            let body = node.field("body");
            let works = |member: Node<'_>| {
                member.kind() == "class_static_block" || children(member).any(|c| c.kind() == "decorator")
            };
            !has("decorator") && !body.into_iter().flat_map(children).any(works)
        }
        "lexical_declaration" | "variable_declaration" => children(node)
            .filter(|c| c.kind() == "variable_declarator")
            .all(|c| c.field("value").is_none_or(|v| is_still(v, 0))),
        // `'use client'`
        "expression_statement" => node.part(0).is_some_and(|c| c.kind() == "string"),
        _ => false,
    }
}

/// Tells whether a value comes about without anything being done.
fn is_still(node: Node<'_>, depth: usize) -> bool {
    let each = |node: Node<'_>| children(node).all(|c| is_comment(c.kind()) || is_still(c, depth + 1));
    match node.kind() {
        kind if is_function(kind) => true,
        "number"
        | "string"
        | "true"
        | "false"
        | "null"
        | "undefined"
        | "regex"
        | "identifier"
        | "shorthand_property_identifier" => true,
        "object" | "array" | "parenthesized_expression" if depth < DEEPEST => each(node),
        "as_expression" | "satisfies_expression" if depth < DEEPEST => {
            node.part(0).is_some_and(|v| is_still(v, depth + 1))
        }
        "pair" => node.field("value").is_some_and(|v| is_still(v, depth + 1)),
        _ => false,
    }
}

/// What a decorator is called that hands on what it stands before, behind the name of whom it hands that to.
const HANDS_OVER: [&str; 40] = [
    "register",
    "route",
    "get",
    "post",
    "put",
    "patch",
    "delete",
    "websocket",
    "task",
    "periodic_task",
    "command",
    "group",
    "event",
    "on",
    "on_event",
    "listener",
    "listens_for",
    "handler",
    "errorhandler",
    "exception_handler",
    "message_handler",
    "hook",
    "hookimpl",
    "subscribe",
    "subscriber",
    "receiver",
    "connect",
    "callback",
    "tool",
    "resource",
    "prompt",
    "middleware",
    "before_request",
    "after_request",
    "context_processor",
    "filter",
    "tag",
    "simple_tag",
    "inclusion_tag",
    "scheduled_job",
];
/// The same where nobody need be named before it.
const ALONE: [&str; 7] =
    ["register", "registered", "receiver", "subscriber", "listener", "shared_task", "hookimpl"];

/// Tells whether a module of Python makes something known to others as it is loaded, so that to import it is all there is to
/// do: a decorator hands it over (`@area.register("north")`), or a class is a table by its base.
pub(super) fn registers(grammar: Grammar, text: &str, root: Node<'_>) -> bool {
    let said = |node: Node<'_>| text.get(node.byte_range()).unwrap_or("");
    let hands_over = |decorator: Node<'_>| {
        let name = said(decorator).trim_start_matches('@').split('(').next().unwrap_or("").trim();
        match name.rsplit_once('.') {
            Some((of, last)) => HANDS_OVER.contains(&last) && !matches!(of, "click" | "typer"),
            None => ALONE.contains(&name) || name.starts_with("register_"),
        }
    };
    let is_table = |class: Node<'_>| {
        let body = class.field("body");
        let names = |c: Node<'_>| said(c).starts_with("__tablename__") || said(c).starts_with("__table__");
        let bases = class.field("superclasses").map_or("", said);
        !bases.is_empty() && body.into_iter().flat_map(children).any(names)
            || bases.replace(' ', "").contains("table=True")
    };
    grammar == Grammar::Python
        && children(root).any(|node| match node.kind() {
            "decorated_definition" => children(node).any(|c| match c.kind() {
                "decorator" => hands_over(c),
                "class_definition" => is_table(c),
                _ => false,
            }),
            "class_definition" => is_table(node),
            _ => false,
        })
}

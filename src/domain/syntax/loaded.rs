//! What a module of a script does as it is loaded: whether it does anything beside declaring.

use std::collections::BTreeSet;

use tree_sitter::Node;

use super::fields::Fields as _;
use super::names::{is_comment, is_function};
use super::{Grammar, own_router};

/// How deep a value is followed.
const DEEPEST: usize = 6;

/// Tells whether a module does nothing as it is loaded. What is not known to do nothing does something.
pub(super) fn only_declares(grammar: Grammar, text: &str, root: Node<'_>) -> bool {
    if !grammar.is_script() || root.has_error() {
        return false;
    }
    let module = Module { text, routers: own_router::of_script(text, root) };
    let mut all = children(root).filter(|n| !is_comment(n.kind())).peekable();
    all.peek().is_some() && all.all(|n| module.declares(n))
}

fn children<'t>(node: Node<'t>) -> impl Iterator<Item = Node<'t>> {
    (0..node.named_child_count().min(4_000)).filter_map(move |at| node.named_child(at as u32))
}

/// A module of a script.
struct Module<'t> {
    text: &'t str,
    /// The routers that it makes: to fill them is to declare what they hold.
    routers: BTreeSet<&'t str>,
}

impl Module<'_> {
    fn said(&self, node: Node<'_>) -> &str {
        self.text.get(node.byte_range()).unwrap_or("")
    }

    fn declares(&self, node: Node<'_>) -> bool {
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
                let given = node.field("declaration").map(|d| self.declares(d));
                let value = node.field("value").map(|v| self.is_still(v, 0));
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
                .all(|c| c.field("value").is_none_or(|v| self.is_brought_in(v) || self.is_still(v, 0))),
            "expression_statement" => node.part(0).is_some_and(|c| match c.kind() {
                // `'use client'`
                "string" => true,
                "call_expression" => own_router::fills(self.text, c, &self.routers),
                "assignment_expression" => self.gives_out(c),
                _ => false,
            }),
            _ => false,
        }
    }

    /// `const express = require('express')`, as an import does it.
    fn is_brought_in(&self, value: Node<'_>) -> bool {
        let by = value.field("function").filter(|_| value.kind() == "call_expression");
        by.is_some_and(|f| f.kind() == "identifier" && self.said(f) == "require")
    }

    /// `module.exports = router`, `exports.list = list`.
    fn gives_out(&self, assigned: Node<'_>) -> bool {
        let to = assigned.field("left").map_or("", |l| self.said(l));
        let out = to.starts_with("module.exports") || to.starts_with("exports.");
        out && assigned.field("right").is_some_and(|v| self.is_still(v, 0))
    }

    /// Tells whether a value comes about without anything being done.
    fn is_still(&self, node: Node<'_>, depth: usize) -> bool {
        let each =
            |node: Node<'_>| children(node).all(|c| is_comment(c.kind()) || self.is_still(c, depth + 1));
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
                node.part(0).is_some_and(|v| self.is_still(v, depth + 1))
            }
            "pair" => node.field("value").is_some_and(|v| self.is_still(v, depth + 1)),
            "call_expression" | "new_expression" => own_router::is_made(self.text, node),
            _ => false,
        }
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
/// do: a decorator hands it over (`@area.register("north")`), or a class is a table by its base. What is handed to a router
/// of the module itself is known to nobody before that one is taken.
pub(super) fn registers(text: &str, root: Node<'_>, own: &BTreeSet<&str>) -> bool {
    let said = |node: Node<'_>| text.get(node.byte_range()).unwrap_or("");
    let hands_over = |decorator: Node<'_>| {
        let name = said(decorator).trim_start_matches('@').split('(').next().unwrap_or("").trim();
        match name.rsplit_once('.') {
            Some((of, last)) => {
                HANDS_OVER.contains(&last) && !matches!(of, "click" | "typer") && !own.contains(of)
            }
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
    children(root).any(|node| match node.kind() {
        "decorated_definition" => children(node).any(|c| match c.kind() {
            "decorator" => hands_over(c),
            "class_definition" => is_table(c),
            _ => false,
        }),
        "class_definition" => is_table(node),
        _ => false,
    })
}

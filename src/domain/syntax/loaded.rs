//! What a module of a script does as it is loaded: whether it does anything beside declaring.

use tree_sitter::Node;

use super::Grammar;
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
            let given = node.child_by_field_name("declaration").map(declares);
            let value = node.child_by_field_name("value").map(|v| is_still(v, 0));
            !has("decorator")
                && given.or(value).unwrap_or_else(|| node.child_by_field_name("source").is_none())
        }
        "class_declaration" | "abstract_class_declaration" => {
            let body = node.child_by_field_name("body");
            let works = |member: Node<'_>| {
                member.kind() == "class_static_block" || children(member).any(|c| c.kind() == "decorator")
            };
            !has("decorator") && !body.into_iter().flat_map(children).any(works)
        }
        "lexical_declaration" | "variable_declaration" => children(node)
            .filter(|c| c.kind() == "variable_declarator")
            .all(|c| c.child_by_field_name("value").is_none_or(|v| is_still(v, 0))),
        // `'use client'`
        "expression_statement" => node.named_child(0).is_some_and(|c| c.kind() == "string"),
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
            node.named_child(0).is_some_and(|v| is_still(v, depth + 1))
        }
        "pair" => node.child_by_field_name("value").is_some_and(|v| is_still(v, depth + 1)),
        _ => false,
    }
}

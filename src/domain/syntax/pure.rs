//! Expressions that only look at something: they change nothing, wait for nothing, and call nothing that might.

use std::collections::BTreeSet;

use tree_sitter::Node;

use super::Grammar;
use super::fields::Fields as _;
use super::names::{is_function, is_interpolation};
use super::walk::Walk;

/// How deep an expression is followed.
const DEEPEST: usize = 10;

/// Functions and methods that tell something of what they are given and do nothing to it.
const TELLING: [&str; 68] = [
    "len",
    "length",
    "size",
    "count",
    "Count",
    "isArray",
    "isNaN",
    "isFinite",
    "isInteger",
    "includes",
    "has",
    "contains",
    "Contains",
    "contains_key",
    "ContainsKey",
    "containsKey",
    "startsWith",
    "starts_with",
    "StartsWith",
    "HasPrefix",
    "endsWith",
    "ends_with",
    "EndsWith",
    "HasSuffix",
    "isEmpty",
    "is_empty",
    "isPresent",
    "is_some",
    "is_none",
    "is_ok",
    "is_err",
    "isinstance",
    "hasattr",
    "getattr",
    "callable",
    "type",
    "bool",
    "any",
    "all",
    "Any",
    "empty?",
    "any?",
    "nil?",
    "blank?",
    "present?",
    "is_a?",
    "respond_to?",
    "key?",
    "include?",
    "IsNullOrEmpty",
    "IsNullOrWhiteSpace",
    "equals",
    "Equals",
    "iter",
    "into_iter",
    "as_ref",
    "keys",
    "values",
    "entries",
    "items",
    "enumerate",
    "range",
    "stringify",
    "String",
    "asList",
    "stream",
    "AsEnumerable",
    "to_a",
];

/// Tells whether an expression does nothing but look; `own` are the names that the function declares.
pub(super) fn is_pure(walk: &Walk<'_>, own: &BTreeSet<String>, node: Node<'_>, depth: usize) -> bool {
    if depth > DEEPEST {
        return false;
    }
    let kind = node.kind();
    let pure = |node: Node<'_>| is_pure(walk, own, node, depth + 1);
    let count = node.named_child_count();
    let every = || count <= 40 && (0..count).filter_map(|at| node.named_child(at as u32)).all(pure);
    match kind {
        // Of Ruby's names that nothing declares, each may be a method.
        "identifier" if walk.grammar == Grammar::Ruby => own.contains(walk.text_of(node)),
        "call_expression" | "call" | "invocation_expression" | "method_invocation" => {
            tells(walk, own, node, depth)
        }
        "macro_invocation" => {
            walk.text_of(node).starts_with("format!") || walk.text_of(node).starts_with("matches!")
        }
        "string" | "template_string" | "string_literal" | "interpolated_string_expression" => (0..count
            .min(40))
            .filter_map(|at| node.named_child(at as u32))
            .filter(|c| is_interpolation(c.kind()))
            .all(|inner| {
                (0..inner.named_child_count().min(4))
                    .filter_map(|at| inner.named_child(at as u32))
                    .all(|part| part.kind() == "interpolation_brace" || pure(part))
            }),
        "unary_expression" | "unary" | "unary_operator" | "prefix_unary_expression" | "not_operator" => {
            let text = walk.text_of(node);
            !["delete ", "void ", "await ", "<-", "++", "--"].iter().any(|w| text.starts_with(w)) && every()
        }
        _ if is_function(kind) => true,
        _ if count == 0 => is_leaf(kind),
        "member_expression"
        | "subscript_expression"
        | "subscript"
        | "slice"
        | "attribute"
        | "field_expression"
        | "index_expression"
        | "slice_expression"
        | "selector_expression"
        | "field_access"
        | "array_access"
        | "member_access_expression"
        | "element_access_expression"
        | "bracketed_argument_list"
        | "conditional_access_expression"
        | "member_binding_expression"
        | "element_reference"
        | "scoped_identifier"
        | "scope_resolution"
        | "binary_expression"
        | "binary_operator"
        | "boolean_operator"
        | "comparison_operator"
        | "binary"
        | "instanceof_expression"
        | "is_expression"
        | "is_pattern_expression"
        | "constant_pattern"
        | "negated_pattern"
        | "ternary_expression"
        | "conditional_expression"
        | "conditional"
        | "parenthesized_expression"
        | "parenthesized_statements"
        | "as_expression"
        | "satisfies_expression"
        | "non_null_expression"
        | "type_cast_expression"
        | "cast_expression"
        | "reference_expression"
        | "let_condition"
        | "let_chain"
        | "tuple_struct_pattern"
        | "range_expression"
        | "range"
        | "array"
        | "object"
        | "pair"
        | "spread_element"
        | "list"
        | "dictionary"
        | "tuple"
        | "set"
        | "hash"
        | "expression_list"
        | "array_expression"
        | "tuple_expression"
        | "arguments"
        | "argument_list"
        | "argument"
        | "keyword_argument" => every(),
        _ => is_type(kind),
    }
}

/// A name, a literal, a type: all that has no parts.
fn is_leaf(kind: &str) -> bool {
    kind.ends_with("identifier")
        || kind.ends_with("_literal")
        || kind.ends_with("_type")
        || matches!(
            kind,
            "this"
                | "self"
                | "super"
                | "crate"
                | "constant"
                | "instance_variable"
                | "class_variable"
                | "global_variable"
                | "number"
                | "integer"
                | "float"
                | "true"
                | "false"
                | "null"
                | "none"
                | "nil"
                | "undefined"
                | "iota"
                | "optional_chain"
                | "simple_symbol"
                | "ellipsis"
                | "array"
                | "object"
                | "list"
                | "dictionary"
                | "tuple"
                | "hash"
                | "arguments"
                | "argument_list"
                | "tuple_expression"
                | "array_expression"
                | "unit_expression"
                | "slice"
                | "range"
                | "_"
        )
}

fn is_type(kind: &str) -> bool {
    kind.ends_with("_type") || matches!(kind, "type" | "type_arguments" | "type_annotation" | "generic_name")
}

/// A call that only tells something.
fn tells(walk: &Walk<'_>, own: &BTreeSet<String>, node: Node<'_>, depth: usize) -> bool {
    let function = node.field("function");
    let name = called(walk, node);
    let known = TELLING.contains(&name)
        || ["is", "has", "Is", "Has"].iter().any(|head| {
            name.strip_prefix(head)
                .is_some_and(|rest| rest.starts_with(|c: char| c.is_uppercase() || c == '_'))
        });
    if !known || node.field("block").is_some() {
        return false;
    }
    let pure = |node: Node<'_>| is_pure(walk, own, node, depth + 1);
    let reached =
        |node: Node<'_>, fields: &[&str]| fields.iter().find_map(|f| node.field(f)).is_none_or(pure);
    reached(node, &["receiver", "object"])
        && function.is_none_or(|f| reached(f, &["object", "value", "operand", "expression"]))
        // What is given a function may call it.
        && node.field("arguments").is_none_or(|list| {
            let given = (0..list.named_child_count().min(20)).filter_map(|at| list.named_child(at as u32));
            given.into_iter().all(|c| !is_function(in_argument(c).kind()) && pure(c))
        })
}

/// C# puts each argument into a node of its own.
fn in_argument(node: Node<'_>) -> Node<'_> {
    if node.kind() == "argument" { node.part(0).unwrap_or(node) } else { node }
}

/// Names of [`TELLING`] that elsewhere do something with what they are given: `statsd.count(route, 1)`,
/// `app.all('*', handler)`, `page.type(field, text)`, `assert.equals(a, b)`.
const DOING: [&str; 15] = [
    "count", "Count", "all", "any", "Any", "type", "has", "contains", "Contains", "equals", "Equals", "size",
    "length", "entries", "items",
];

/// Tells whether a call that is made for its own sake may do something though its name only tells: somebody's method,
/// given something.
pub(super) fn may_act(walk: &Walk<'_>, node: Node<'_>) -> bool {
    let node = match node.kind() {
        "await_expression" | "await" | "parenthesized_expression" => node.part(0).unwrap_or(node),
        _ => node,
    };
    if !matches!(node.kind(), "call_expression" | "call" | "invocation_expression" | "method_invocation") {
        return false;
    }
    let function = node.field("function");
    let of_somebody = ["receiver", "object"].iter().any(|f| node.field(f).is_some())
        || function.is_some_and(|f| {
            ["object", "value", "operand", "expression"].iter().any(|n| f.field(n).is_some())
        });
    let given = node.field("arguments").is_some_and(|list| list.named_child_count() > 0);
    let name = called(walk, node);
    let asks = |head: &str| {
        name.strip_prefix(head).is_some_and(|rest| rest.starts_with(|c: char| c.is_uppercase() || c == '_'))
    };
    of_somebody && given && (DOING.contains(&name) || ["has", "Has", "Is"].iter().any(|head| asks(head)))
}

/// The last part of the name that a call calls.
fn called<'t>(walk: &Walk<'t>, node: Node<'_>) -> &'t str {
    let function = node.field("function");
    let name = ["method", "name"]
        .iter()
        .find_map(|f| node.field(f))
        .or_else(|| {
            let function = function?;
            ["property", "field", "name", "attribute"].iter().find_map(|f| function.field(f))
        })
        .or(function);
    name.map_or("", |n| walk.text_of(n))
}

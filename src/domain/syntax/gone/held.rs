//! Elements and lazy components that a script keeps under a name: nothing comes of them until the name is asked for.

use tree_sitter::Node;

use super::super::fields::Fields as _;

use crate::domain::syntax::names::is_function;

/// Functions that make a component of one that is loaded where it is shown.
const LAZY: [&str; 6] =
    ["lazy", "React.lazy", "dynamic", "loadable", "defineAsyncComponent", "lazyWithPreload"];
/// The most entries of a list that are looked at, and how deep.
const MOST: usize = 200;
const DEEPEST: usize = 8;

/// Tells whether a value shows something of its own only where it is used: an element, a list or table that holds one and
/// calls nothing, a component that is yet to be loaded.
pub(super) fn is_kept_for_later(text: &str, value: Node<'_>) -> bool {
    if value.kind() == "call_expression" {
        let called = value.field("function").and_then(|f| text.get(f.byte_range()));
        let first = value.field("arguments").and_then(|list| list.part(0));
        return called.is_some_and(|called| LAZY.contains(&called))
            && first.is_some_and(|first| is_function(first.kind()));
    }
    let mut shows = false;
    is_quiet(value, &mut shows, 0) && shows
}

/// Tells whether a value does nothing as it is made; notes where it holds an element.
fn is_quiet(value: Node<'_>, shows: &mut bool, depth: usize) -> bool {
    let count = value.named_child_count();
    let mut all = (0..count.min(MOST)).filter_map(|at| value.named_child(at as u32));
    if depth > DEEPEST || count > MOST {
        return false;
    }
    match value.kind() {
        "jsx_element" | "jsx_self_closing_element" | "jsx_fragment" => {
            *shows = true;
            true
        }
        "string" | "number" | "true" | "false" | "null" | "undefined" | "identifier" | "comment" => true,
        "shorthand_property_identifier" | "member_expression" => true,
        kind if is_function(kind) => true,
        "array" | "object" | "parenthesized_expression" => all.all(|inner| is_quiet(inner, shows, depth + 1)),
        "as_expression" | "satisfies_expression" => {
            value.part(0).is_some_and(|inner| is_quiet(inner, shows, depth + 1))
        }
        "pair" => value.field("value").is_some_and(|inner| is_quiet(inner, shows, depth + 1)),
        _ => false,
    }
}

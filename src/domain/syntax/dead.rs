//! Code that never runs: behind a `return`, below a condition that is false, left out by the compiler.

use tree_sitter::Node;

use super::Grammar;
use super::names::is_comment;
use super::walk::Walk;

/// Tells whether a node's branch is never taken, whatever happens.
pub(super) fn is_never(walk: &Walk<'_>, node: Node<'_>, kind: &str) -> bool {
    if !matches!(kind, "if_statement" | "if_expression" | "if" | "preproc_if") {
        return false;
    }
    let condition = node.child_by_field_name("condition").map_or("", |c| walk.text_of(c));
    let bare = condition.trim().trim_start_matches('(').trim_end_matches(')').trim();
    matches!(bare, "false" | "False" | "0" | "FALSE")
}

/// Tells whether a node is code that never runs, by what stands above and before it.
pub(super) fn is_dead(walk: &mut Walk<'_>, node: Node<'_>, kind: &str, field: Option<&str>) -> bool {
    let ends = ends_its_block(node, kind);
    let attribute = kind == "attribute_item" && leaves_out(walk, node);
    let Some(above) = walk.stack.last_mut() else { return false };
    if attribute {
        above.skips = true;
        return false;
    }
    if is_comment(kind) || kind == "attribute_item" {
        return false;
    }
    if above.skips {
        above.skips = false;
        return true;
    }
    if above.never {
        let taken = match above.kind {
            "preproc_if" => node.is_named() && !matches!(field, Some("condition" | "alternative")),
            _ => field == Some("consequence"),
        };
        if taken {
            return true;
        }
    }
    if !is_block(above.kind) {
        return false;
    }
    let was = above.ended;
    above.ended |= ends;
    if kind == "labeled_statement" {
        above.ended = false;
        return false;
    }
    // Declarations are there before the first statement runs.
    let lifted = matches!(
        kind,
        "function_declaration"
            | "generator_function_declaration"
            | "local_function_statement"
            | "use_declaration"
    ) || kind.ends_with("_item");
    was && node.is_named() && !lifted
}

fn is_block(kind: &str) -> bool {
    matches!(
        kind,
        "statement_block" | "block" | "statement_list" | "body_statement" | "then" | "constructor_body"
    )
}

/// Tells whether nothing of a block runs after a statement.
pub(super) fn ends_its_block(node: Node<'_>, kind: &str) -> bool {
    match kind {
        "return_statement" | "throw_statement" | "raise_statement" | "return" => true,
        "expression_statement" => node.named_child(0).is_some_and(|c| c.kind() == "return_expression"),
        _ => false,
    }
}

/// `#[cfg(test)]`, and conditions that no build meets.
fn leaves_out(walk: &Walk<'_>, node: Node<'_>) -> bool {
    let said: String = walk.text_of(node).chars().filter(|c| !c.is_whitespace()).take(80).collect();
    let of_tests = said.contains("cfg(test)") || said.contains("cfg(all(test,");
    of_tests && !walk.tests || ["cfg(any())", "cfg(false)", "cfg(FALSE)"].iter().any(|c| said.contains(c))
}

/// Tells whether no build takes a file.
pub(super) fn left_out(grammar: Grammar, text: &str) -> bool {
    grammar == Grammar::Go
        && text.lines().take(60).take_while(|l| !l.starts_with("package ")).any(|line| {
            let line = line.trim();
            line == "//go:build ignore" || line == "// +build ignore"
        })
}

//! Code that never runs: behind a `return`, below a condition that never holds, left out by the compiler.

use tree_sitter::Node;

use super::Grammar;
use super::fields::Fields as _;
use super::names::is_comment;
use super::truth::{choice, condition};
use super::walk::Walk;

/// How deep the statements of a block are followed to see whether it ends.
const DEEPEST: usize = 6;
/// The longest loop that is looked through for a way out of it, in bytes.
const LOOP_LIMIT: usize = 8 * 1024;

/// Why code does not run in the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dead {
    /// It runs in tests.
    InTests,
    Never,
}

/// Tells whether a node is code that never runs, by what stands above and before it.
pub(super) fn is_dead(walk: &mut Walk<'_>, node: Node<'_>, kind: &str) -> Option<Dead> {
    let attribute = (kind == "attribute_item").then(|| leaves_out(walk, node)).flatten();
    let above = walk.stack.last()?;
    let block = is_block(above.kind);
    // What an attribute stands before may be left out of a build, with its end.
    let attributed = above.attributed;
    let ends = block && node.is_named() && !above.ended && !attributed && ends_its_block(walk, node, kind, 0);
    // What stands for a type checker alone is never called.
    let checked = kind == "expression_statement"
        && walk.for_types(node.start_byte())
        && node.part(0).is_some_and(|c| matches!(c.kind(), "call" | "await"));
    let above = walk.stack.last_mut()?;
    above.attributed = kind == "attribute_item" || attributed && is_comment(kind);
    if attribute.is_some() {
        above.skips = attribute;
        return None;
    }
    if is_comment(kind) || kind == "attribute_item" {
        return None;
    }
    if let Some(why) = above.skips.take() {
        return Some(why);
    }
    if checked || !above.never.is_empty() && above.never.contains(&node.byte_range()) {
        return Some(Dead::Never);
    }
    if !block {
        return None;
    }
    let was = above.ended;
    above.ended |= ends;
    if kind == "labeled_statement" {
        above.ended = false;
        return None;
    }
    // Declarations are there before the first statement runs.
    let lifted = matches!(
        kind,
        "function_declaration"
            | "generator_function_declaration"
            | "local_function_statement"
            | "use_declaration"
            | "import_statement"
            | "export_statement"
            | "interface_declaration"
            | "type_alias_declaration"
            | "switch_label"
            | "case_switch_label"
            // What handles an error of the statements above stands in one list with them.
            | "rescue"
            | "ensure"
            | "else"
    ) || kind.ends_with("_item");
    (was && node.is_named() && !lifted).then_some(Dead::Never)
}

fn is_block(kind: &str) -> bool {
    matches!(
        kind,
        "statement_block"
            | "block"
            | "statement_list"
            | "body_statement"
            | "then"
            | "do"
            | "constructor_body"
            | "program"
            | "module"
            | "switch_case"
            | "switch_default"
            | "switch_section"
            | "switch_block_statement_group"
    )
}

/// Tells whether nothing of a block runs after a statement.
pub(super) fn ends_its_block(walk: &Walk<'_>, node: Node<'_>, kind: &str, depth: usize) -> bool {
    if depth > DEEPEST {
        return false;
    }
    let deeper = |node: Node<'_>| ends_its_block(walk, node, node.kind(), depth + 1);
    match kind {
        "return_statement"
        | "throw_statement"
        | "raise_statement"
        | "return"
        | "return_expression"
        | "throw_expression"
        | "break_statement"
        | "continue_statement"
        | "break_expression"
        | "continue_expression"
        | "break"
        | "next"
        | "goto_statement" => true,
        "yield_statement" => node.named_child_count() == 0 && walk.grammar == Grammar::CSharp,
        "expression_statement" | "else_clause" => {
            // Python's `else` has its block in a field, the others have it as their only child.
            let inner = node.field("body").or_else(|| node.part(0));
            inner.is_some_and(deeper)
        }
        // `'a: { break 'a; }` ends itself and no more.
        "block" if walk.text_of(node).starts_with('\'') => false,
        "identifier" => {
            walk.grammar == Grammar::Ruby && matches!(walk.text_of(node), "raise" | "fail" | "abort")
        }
        "statement_block" | "block" | "statement_list" | "then" | "else" | "do" => {
            let mut attributed = false;
            (0..node.named_child_count().min(60)).filter_map(|at| node.named_child(at as u32)).any(|child| {
                let skipped = std::mem::replace(&mut attributed, child.kind() == "attribute_item");
                !skipped && deeper(child)
            })
        }
        "if_statement" | "if_expression" | "if" | "unless" => {
            let Some(parts) = choice(node) else { return false };
            match walk.truth(parts.condition, 0) {
                Some(true) => parts.taken.is_some_and(deeper),
                Some(false) => parts.other.is_some_and(deeper),
                // Of several `elif` the first alone would be looked at.
                None => {
                    !matches!(parts.other.map(|o| o.kind()), Some("elif_clause"))
                        && parts.taken.is_some_and(deeper)
                        && parts.other.is_some_and(deeper)
                }
            }
        }
        "while_statement" | "while_expression" | "while" | "for_statement" | "loop_expression" => {
            goes_on(walk, node, kind)
        }
        "macro_invocation" => {
            let head = walk.text_of(node).split('!').next().unwrap_or_default();
            matches!(
                head.rsplit("::").next().unwrap_or_default(),
                "panic" | "todo" | "unimplemented" | "unreachable" | "bail"
            )
        }
        "call_expression" | "call" | "method_invocation" | "invocation_expression" => leaves(walk, node),
        _ => false,
    }
}

/// A loop without an end and without a way out.
fn goes_on(walk: &Walk<'_>, node: Node<'_>, kind: &str) -> bool {
    let endless = match (kind, condition(node)) {
        ("loop_expression", _) => true,
        (_, Some(condition)) => walk.truth(condition, 0) == Some(true),
        // `for { … }`: the body is all there is.
        ("for_statement", None) if walk.grammar == Grammar::Go => node.is_single(),
        ("for_statement", None) => walk.grammar != Grammar::Python,
        (_, None) => false,
    };
    let text = walk.text_of(node);
    endless && text.len() <= LOOP_LIMIT && !["break", "goto"].iter().any(|way| text.contains(way))
}

/// A call from which nothing comes back.
fn leaves(walk: &Walk<'_>, node: Node<'_>) -> bool {
    let text = walk.text_of(node);
    let head = text.split(['(', ' ']).next().unwrap_or_default();
    match walk.grammar {
        Grammar::Go => matches!(head, "panic" | "os.Exit" | "log.Fatal" | "log.Fatalf" | "log.Panic"),
        Grammar::Ruby => node.field("receiver").is_none() && matches!(head, "raise" | "fail" | "abort"),
        Grammar::Python => matches!(head, "sys.exit" | "os._exit"),
        Grammar::Java => head == "System.exit",
        Grammar::CSharp => matches!(head, "Environment.Exit" | "Environment.FailFast"),
        Grammar::Rust => matches!(head, "std::process::exit" | "process::exit" | "std::process::abort"),
        Grammar::TypeScript | Grammar::Tsx | Grammar::JavaScript => head == "process.exit",
    }
}

/// `#[cfg(test)]`, and conditions that no build meets.
fn leaves_out(walk: &Walk<'_>, node: Node<'_>) -> Option<Dead> {
    let said: String = walk.text_of(node).chars().filter(|c| !c.is_whitespace()).take(80).collect();
    if ["cfg(any())", "cfg(false)", "cfg(FALSE)"].iter().any(|c| said.contains(c)) {
        return Some(Dead::Never);
    }
    let of_tests = said.contains("cfg(test)") || said.contains("cfg(all(test,");
    (of_tests && !walk.tests).then_some(Dead::InTests)
}

/// Tells whether no build takes a file.
pub(super) fn left_out(grammar: Grammar, text: &str) -> bool {
    let head = text.trim_start_matches('\u{feff}').lines().take(60).map(str::trim);
    match grammar {
        Grammar::Go => head
            .take_while(|line| !line.starts_with("package "))
            .any(|line| line == "//go:build ignore" || line == "// +build ignore"),
        Grammar::Rust => {
            let begins = |line: &&str| line.is_empty() || line.starts_with("//") || line.starts_with("#![");
            head.take_while(begins).any(|line| {
                let said: String = line.chars().filter(|c| !c.is_whitespace()).collect();
                ["#![cfg(any())]", "#![cfg(false)]"].iter().any(|never| said.starts_with(never))
            })
        }
        Grammar::TypeScript
        | Grammar::Tsx
        | Grammar::JavaScript
        | Grammar::Python
        | Grammar::Java
        | Grammar::CSharp
        | Grammar::Ruby => false,
    }
}

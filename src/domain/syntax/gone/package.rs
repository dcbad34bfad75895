//! Classes and methods that only their package or their assembly sees: Java's without a word, C#'s `internal`. Whether one of
//! the other files there names them is asked of those.
//!
//! What a framework may find is left alone: what has an annotation, a base, a name by which such things are found.

use tree_sitter::Node;

use super::member::is_quiet;
use super::{children, field};
use crate::domain::syntax::Grammar;

/// How the names of classes end that libraries look for by that.
const FOUND: [&str; 18] = [
    "Handler",
    "Consumer",
    "Controller",
    "Startup",
    "Middleware",
    "Module",
    "Endpoint",
    "Endpoints",
    "Job",
    "Function",
    "Functions",
    "Program",
    "Hub",
    "Plugin",
    "Extension",
    "Command",
    "Config",
    "Configuration",
];

/// What of a class or a method runs where one of the other files names it.
pub(super) fn bodies<'t>(grammar: Grammar, text: &str, node: Node<'t>, kind: &str) -> Option<Vec<Node<'t>>> {
    let body = field(node, "body")?;
    let name = field(node, "name").map_or("", |n| text_of(text, n));
    match (grammar, kind) {
        (Grammar::Java | Grammar::CSharp, "class_declaration") => {
            let alone = is_seen_by_few(grammar, text, node) && is_top(node) && is_plain(text, node);
            let found = FOUND.iter().any(|end| name.ends_with(end)) || begins(text, body);
            let marked = children(body).any(|member| !is_unmarked(text, member));
            // Methods that others' types take on are called without it.
            let lends = grammar == Grammar::CSharp && lends(text_of(text, body));
            (alone && !found && !marked && !lends).then(|| vec![body])
        }
        (Grammar::Java | Grammar::CSharp, "method_declaration") => {
            let class = node.parent()?.parent()?;
            let own = class.kind() == "class_declaration" && is_plain(text, class);
            let alone = own && is_seen_by_few(grammar, text, node) && is_unmarked(text, node);
            (alone && name != "main" && name != "Main").then(|| vec![body])
        }
        _ => None,
    }
}

fn text_of<'s>(text: &'s str, node: Node<'_>) -> &'s str {
    text.get(node.byte_range()).unwrap_or("")
}

/// The words before a declaration that say who sees it, and how it may be called.
fn modifiers<'s>(grammar: Grammar, text: &'s str, node: Node<'_>) -> Vec<&'s str> {
    let own = |c: &Node<'_>| matches!(c.kind(), "modifiers" | "modifier");
    let said = children(node).filter(own).map(|c| {
        // An annotation stands among the words in Java.
        let last = children(c).filter(|m| m.kind().ends_with("annotation")).last();
        let from = last.filter(|_| grammar == Grammar::Java).map_or(c.start_byte(), |m| m.end_byte());
        text.get(from..c.end_byte()).unwrap_or("")
    });
    said.flat_map(str::split_whitespace).collect()
}

/// Tells whether a package or an assembly alone sees a declaration.
fn is_seen_by_few(grammar: Grammar, text: &str, node: Node<'_>) -> bool {
    let words = modifiers(grammar, text, node);
    let has = |known: &[&str]| words.iter().any(|w| known.contains(w));
    let type_of_its_own = node.kind() == "class_declaration";
    if has(&[
        "public",
        "protected",
        "private",
        "abstract",
        "native",
        "override",
        "extern",
        "partial",
        "virtual",
        "file",
    ]) {
        return false;
    }
    // In C# a member that says nothing is its class's own.
    grammar == Grammar::Java || type_of_its_own || has(&["internal"])
}

/// Tells whether a class stands in no other.
fn is_top(class: Node<'_>) -> bool {
    std::iter::successors(class.parent(), |n| n.parent()).all(|above| {
        matches!(
            above.kind(),
            "program"
                | "compilation_unit"
                | "namespace_declaration"
                | "file_scoped_namespace_declaration"
                | "declaration_list"
        )
    })
}

/// Tells whether a class has nothing by which it is found: no base, no annotation, no other part.
fn is_plain(text: &str, class: Node<'_>) -> bool {
    let has_base =
        children(class).any(|c| matches!(c.kind(), "superclass" | "super_interfaces" | "base_list"));
    let head = text_of(text, class).split('{').next().unwrap_or("");
    !has_base && is_unmarked(text, class) && !head.split_whitespace().any(|w| w == "partial")
}

/// Tells whether no annotation or attribute stands before a declaration that may have it called.
fn is_unmarked(text: &str, node: Node<'_>) -> bool {
    let lists = children(node).filter(|c| matches!(c.kind(), "modifiers" | "attribute_list"));
    let mut marks =
        lists.flat_map(children).filter(|m| m.kind().ends_with("annotation") || m.kind() == "attribute");
    marks.all(|m| {
        let name = field(m, "name").map_or("", |n| text_of(text, n));
        is_quiet(name) || name == "Override"
    })
}

/// Tells whether a class of C# has methods for values of other types: `Worth(this Cart cart)`.
fn lends(body: &str) -> bool {
    let this = |rest: &str| {
        rest.trim_start().strip_prefix("this").is_some_and(|r| r.starts_with(char::is_whitespace))
    };
    body.split('(').skip(1).any(this) || body.contains("extension(")
}

/// Tells whether a program begins in a class.
fn begins(text: &str, body: Node<'_>) -> bool {
    children(body).any(|member| {
        member.kind() == "method_declaration"
            && field(member, "name").is_some_and(|n| matches!(text_of(text, n), "main" | "Main"))
    })
}

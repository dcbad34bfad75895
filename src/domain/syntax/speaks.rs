//! Statements that say themselves that their work is not done: `todo!()`, `raise NotImplementedError`, a message.

use tree_sitter::Node;

use super::Grammar;
use super::body::class_says;
use super::walk::Walk;

/// Tells whether a statement says that its work is not done: surely, by its kind or the first words of its message; or
/// only somewhere in its message, which is sure where it is all that a function does.
pub(super) fn speaks(walk: &Walk<'_>, node: Node<'_>, kind: &str) -> Option<bool> {
    let relevant = matches!(
        kind,
        "macro_invocation"
            | "throw_statement"
            | "throw_expression"
            | "raise_statement"
            | "assert_statement"
            | "call_expression"
            | "new_expression"
            | "call"
            | "return_statement"
    );
    if !relevant {
        return None;
    }
    let text: String = walk.text_of(node).chars().take(240).collect();
    let bare: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let head = bare.split(['"', '\'', '`']).next().unwrap_or_default();
    let sure = match (walk.grammar, kind) {
        (Grammar::Rust, "macro_invocation") => {
            let head = bare.split('!').next().unwrap_or_default().rsplit("::").next().unwrap_or_default();
            if !matches!(
                head,
                "todo" | "unimplemented" | "panic" | "bail" | "anyhow" | "eyre" | "unreachable"
            ) {
                return None;
            }
            matches!(head, "todo" | "unimplemented") || matches!(head, "panic" | "bail") && message(&bare)
        }
        (Grammar::Rust, "call_expression") if bare.starts_with("Err(\"") => false,
        (Grammar::TypeScript | Grammar::Tsx | Grammar::JavaScript, "throw_statement") => {
            head.contains("NotImplemented") || message(&bare)
        }
        (Grammar::TypeScript | Grammar::Tsx | Grammar::JavaScript, "call_expression" | "new_expression") => {
            let answers = [
                "Promise.reject(",
                "Response.json(",
                "NextResponse.json(",
                "new Response(",
                "res.",
                "reply.",
            ];
            if !answers.iter().any(|start| bare.starts_with(start)) {
                return None;
            }
            false
        }
        (Grammar::Java, "throw_statement") => {
            head.contains("NotImplemented")
                || bare.contains("UnsupportedOperationException()")
                || message(&bare)
        }
        (Grammar::CSharp, "throw_statement" | "throw_expression") => {
            head.contains("NotImplementedException") || message(&bare)
        }
        (Grammar::Python, "raise_statement") => {
            let abstracts = is_abstract_class(walk, node);
            if bare.starts_with("raise NotImplemented") && abstracts {
                return None;
            }
            bare.starts_with("raise NotImplemented") || message(&bare)
        }
        (Grammar::Python, "assert_statement")
            if bare.starts_with("assert False") || bare.starts_with("assert 0") =>
        {
            message(&bare)
        }
        (Grammar::Ruby, "call")
            if ["raise ", "raise(", "fail ", "fail("].iter().any(|head| bare.starts_with(head)) =>
        {
            bare.contains("NotImplementedError") || message(&bare)
        }
        (Grammar::Go, "call_expression") if bare.starts_with("panic(") || bare.starts_with("http.Error(") => {
            bare.starts_with("panic(") && message(&bare)
        }
        (Grammar::Go, "return_statement") => {
            if head.contains("ErrNotImplemented") || head.contains("ErrUnimplemented") {
                return Some(false);
            }
            let made = ["errors.New(", "fmt.Errorf("].iter().find_map(|made| bare.find(made))?;
            message(&bare[made..])
        }
        _ => return None,
    };
    (sure || undone(&bare)).then_some(sure)
}

/// Tells whether a quoted text says anywhere that something is not done.
fn undone(text: &str) -> bool {
    let Some(open) = text.find(['"', '\'', '`']) else { return false };
    let said = text[open + 1..].to_lowercase();
    [
        "not implemented",
        "not yet implemented",
        "unimplemented",
        "to be implemented",
        "implement me",
        "coming soon",
    ]
    .iter()
    .any(|words| said.contains(words))
}

/// A base class says "not implemented" where each of its kinds must do the work.
fn is_abstract_class(walk: &Walk<'_>, node: Node<'_>) -> bool {
    let named = walk
        .owner()
        .is_some_and(|o| o.starts_with("Base") || o.starts_with("Abstract") || o.ends_with("Base"));
    named || class_says(walk, node, &["ABC", "ABCMeta", "Protocol"])
}

/// Tells whether the first quoted text begins by saying that something is to come.
pub(super) fn message(text: &str) -> bool {
    let Some(open) = text.find(['"', '\'', '`']) else { return false };
    let said = text[open + 1..].trim_start().to_lowercase();
    let to_do = said
        .strip_prefix("todo")
        .is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || " -_".contains(c)));
    to_do
        || ["not implemented", "not yet implemented", "unimplemented", "implement me", "to be implemented"]
            .iter()
            .any(|w| {
                said.strip_prefix(w)
                    .is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '-'))
            })
}

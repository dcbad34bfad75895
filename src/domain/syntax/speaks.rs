//! Statements that say themselves that their work is not done: `todo!()`, `raise NotImplementedError`, a message.

use tree_sitter::Node;

use super::Grammar;
use super::body::class_says;
use super::names::{is_comment, is_function};
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
        // The error that it gives is made of what it says: `Err(io::Error::other("not implemented"))`.
        (Grammar::Rust, "call_expression")
            if bare.starts_with("Err(\"") || bare.starts_with("Err(") && !is_in_arm(node) =>
        {
            false
        }
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
            bare.starts_with("raise NotImplemented")
                || message(&bare)
                || ["raise HTTPException(501", "raise HTTPException(status_code=501"]
                    .iter()
                    .any(|head| bare.starts_with(head) && ends_all(walk, node))
        }
        // `abort(501)` of Flask.
        (Grammar::Python, "call") if bare == "abort(501)" || bare.starts_with("abort(501,") => {
            node.parent().is_some_and(|statement| ends_all(walk, statement))
        }
        // `return { statusCode: 501, … }` of a function in a cloud.
        (Grammar::TypeScript | Grammar::Tsx | Grammar::JavaScript, "return_statement")
            if bare.starts_with("return { statusCode: 501") =>
        {
            ends_all(walk, node)
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
            let unsupported = head.trim_end_matches(';').ends_with("errors.ErrUnsupported");
            if head.contains("ErrNotImplemented") || head.contains("ErrUnimplemented") || unsupported {
                return Some(false);
            }
            let made = ["errors.New(", "fmt.Errorf("].iter().find_map(|made| bare.find(made))?;
            message(&bare[made..])
        }
        _ => return None,
    };
    (sure || undone(&bare)).then_some(sure)
}

/// Tells whether a function always comes to a statement, checks of what it is given aside: nothing stands behind it, and
/// nothing else is given back.
fn ends_all(walk: &Walk<'_>, statement: Node<'_>) -> bool {
    let block = statement.parent().filter(|b| matches!(b.kind(), "block" | "statement_block"));
    let function = block.and_then(|b| b.parent()).filter(|f| is_function(f.kind()));
    let before = function.and_then(|f| walk.text.get(f.start_byte()..statement.start_byte()));
    statement.next_named_sibling().is_none()
        && before.is_some_and(|text| {
            !["return", "yield", "await"]
                .iter()
                .any(|w| text.split(|c: char| !c.is_alphanumeric()).any(|x| x == *w))
        })
}

/// Tells whether an error is what one of several cases comes to.
fn is_in_arm(node: Node<'_>) -> bool {
    let mut around =
        std::iter::successors(node.parent(), |n| n.parent()).take_while(|n| !is_function(n.kind()));
    around.any(|n| n.kind() == "match_arm")
}

/// Tells whether a comment of a function says that something in it is still to be done. Where a language ends a body by its
/// indentation, one behind the last statement stands in no block.
pub(super) fn is_marked(walk: &Walk<'_>, function: Node<'_>) -> bool {
    const MOST: usize = 400;
    /// How comments begin, in any language that is read.
    const COMMENTS: [&str; 6] = ["//", "/*", "#", "<!--", "-->", "=begin"];
    let says = |node: Node<'_>| {
        let text = walk.text_of(node).trim_start_matches(['/', '*', '#', '-', '!', ' ', '\t', '\n']);
        let first = text.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        matches!(first, "TODO" | "FIXME" | "TBD" | "XXX" | "Todo" | "todo")
            || super::answer::says_undone(text)
    };
    // Most functions hold no comment: nothing is to be gone through then.
    let may_hold_one = COMMENTS.iter().any(|begin| walk.text_of(function).contains(begin));
    let mut open = if may_hold_one { vec![function] } else { Vec::new() };
    let mut met = 0;
    while let Some(node) = open.pop() {
        met += 1;
        if met > MOST {
            return false;
        }
        if is_comment(node.kind()) && says(node) {
            return true;
        }
        open.extend((0..node.named_child_count().min(100)).filter_map(|at| node.named_child(at as u32)));
    }
    let mut next = function.next_named_sibling();
    while let Some(comment) = next.filter(|n| {
        is_comment(n.kind())
            && walk.grammar == Grammar::Python
            && n.start_position().column > function.start_position().column
    }) {
        if says(comment) {
            return true;
        }
        next = comment.next_named_sibling();
    }
    false
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

//! Markers in one case that a function looks for and does not do: `if (path.endsWith('.gz')) throw new Error('Not implemented:
//! gzip')`. It may do all others; where nothing stands behind the case, that was all of its work.

use tree_sitter::Node;

use super::acts::writes_line;
use super::fields::Fields as _;
use super::names::is_function;
use super::walk::Walk;

/// How many nodes are looked at for any work.
const MOST: usize = 400;
/// Calls that answer with chance or the clock, which is no work on what a function is given.
const OF_CHANCE: [&str; 10] = [
    "Date.now(",
    "new Date(",
    "Math.random(",
    "crypto.randomUUID(",
    "randomUUID(",
    "uuid",
    "nanoid(",
    "datetime.",
    "time.",
    "random.",
];

/// Tells whether a marker stands in one case alone that its function looks for, and its words go on to name what is not done
/// there: `Not implemented: gzip`.
pub(super) fn is_one_case(walk: &Walk<'_>, node: Node<'_>) -> bool {
    let (mut below, mut above) = (node, node.parent());
    while let Some(at) = above.filter(|at| !is_function(at.kind())) {
        let cases = matches!(at.kind(), "if_statement" | "if_expression" | "if" | "if_modifier");
        let taken = ["consequence", "body"].iter().find_map(|f| at.field(f));
        // A branch on both sides of a decision is a way that the function goes, and no exception to it.
        if cases && taken == Some(below) && at.field("alternative").is_none() {
            return names_it(walk.text_of(node));
        }
        (below, above) = (at, at.parent());
    }
    false
}

/// Tells whether a function does anything beside the case that a marker stands in. Within loops and further decisions that is
/// taken for granted.
pub(super) fn works_beside(walk: &Walk<'_>, node: Node<'_>) -> bool {
    let Some(mut case) = case_of(node) else { return true };
    while let Some(above) = case.parent().filter(|above| !is_function(above.kind())) {
        match above.kind() {
            "expression_statement" => case = above,
            "statement_block" | "block" | "body_statement" | "statement_list" => {
                let siblings =
                    (0..above.named_child_count().min(MOST)).filter_map(|at| above.named_child(at as u32));
                let (before, behind): (Vec<Node<'_>>, Vec<Node<'_>>) =
                    siblings.filter(|n| *n != case).partition(|n| n.end_byte() <= case.start_byte());
                if before.iter().any(|n| acts(walk, *n)) || behind.iter().any(|n| works(walk, *n)) {
                    return true;
                }
                case = above;
            }
            _ => return true,
        }
    }
    false
}

/// The decision whose branch a marker stands in.
fn case_of(node: Node<'_>) -> Option<Node<'_>> {
    let mut above = node.parent();
    while let Some(at) = above.filter(|at| !is_function(at.kind())) {
        if matches!(at.kind(), "if_statement" | "if_expression" | "if" | "if_modifier") {
            return Some(at);
        }
        above = at.parent();
    }
    None
}

/// A statement that is done for its effect.
fn acts(walk: &Walk<'_>, statement: Node<'_>) -> bool {
    let kind = statement.kind();
    let head = walk.text_of(statement).split(['(', ' ', '!']).next().unwrap_or_default();
    let declares = kind.contains("declaration") || matches!(kind, "assignment" | "short_var_declaration");
    let of_python =
        kind == "expression_statement" && statement.part(0).is_some_and(|n| n.kind() == "assignment");
    !declares && !of_python && !writes_line(head) && works(walk, statement)
}

/// Tells whether anything is called or computed in a statement that does not only refuse what is given.
fn works(walk: &Walk<'_>, statement: Node<'_>) -> bool {
    let mut open = vec![statement];
    let mut met = 0;
    while let Some(node) = open.pop() {
        met += 1;
        if met > MOST {
            return true;
        }
        let (kind, text) = (node.kind(), walk.text_of(node));
        if matches!(kind, "throw_statement" | "raise_statement") || refuses(walk, node) {
            continue;
        }
        let called = kind.contains("call")
            || kind.contains("invocation")
            || matches!(kind, "new_expression" | "object_creation_expression" | "composite_literal");
        if called {
            if !OF_CHANCE.iter().any(|start| text.starts_with(start)) {
                return true;
            }
            continue;
        }
        // What the type keeps is looked up.
        let kept = ["this.", "self.", "@"].iter().any(|own| text.starts_with(own));
        let computes = kept
            || kind.starts_with("binary")
            || kind.starts_with("augmented")
            || kind.starts_with("for")
            || kind.starts_with("while")
            || kind.starts_with("await")
            || matches!(
                kind,
                "boolean_operator"
                    | "comparison_operator"
                    | "subscript"
                    | "subscript_expression"
                    | "index_expression"
                    | "match_expression"
                    | "switch_statement"
                    | "conditional_expression"
                    | "ternary_expression"
                    | "update_expression"
                    | "yield"
                    | "list_comprehension"
            );
        if computes {
            return true;
        }
        open.extend((0..node.named_child_count().min(MOST)).filter_map(|at| node.named_child(at as u32)));
    }
    false
}

/// `if (cents < 0) throw new RangeError(cents);`
fn refuses(walk: &Walk<'_>, node: Node<'_>) -> bool {
    let decides = matches!(node.kind(), "if_statement" | "if_expression" | "if");
    let taken = ["consequence", "body"].iter().find_map(|f| node.field(f));
    let throws = |taken: Node<'_>| {
        let text = walk.text_of(taken).trim_start_matches(['{', ' ', '\n', '\t', '\r']);
        ["throw ", "raise "].iter().any(|word| text.starts_with(word))
    };
    decides && node.field("alternative").is_none() && taken.is_some_and(throws)
}

/// Tells whether a text goes on behind the words that something is not implemented.
fn names_it(text: &str) -> bool {
    const WORDS: [&str; 3] = ["not yet implemented", "not implemented", "unimplemented"];
    const BESIDE: [&str; 10] = ["todo", "fixme", "is", "are", "this", "that", "error", "yet", "it", "the"];
    let small = text.to_lowercase();
    let said = small.split(['"', '\'', '`']).nth(1).unwrap_or_default();
    let Some(words) = WORDS.iter().find(|words| said.contains(*words)) else { return false };
    let left = said.replace(words, " ");
    let mut left = left.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|w| w.len() > 1);
    left.any(|word| !BESIDE.contains(&word))
}

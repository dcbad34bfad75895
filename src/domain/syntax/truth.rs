//! Conditions that always come out the same, and the code beside them that is therefore never reached.

use std::ops::Range;

use tree_sitter::Node;

use super::Grammar;
use super::commented::between;
use super::constant::is_container;
use super::fields::Fields as _;
use super::flag;
use super::quotes::unquoted;
use super::walk::Walk;

/// How deep a condition is followed.
const DEEPEST: usize = 8;

/// Two values joined by a word that may leave the second alone.
pub(super) struct Joined<'t> {
    pub(super) left: Node<'t>,
    pub(super) right: Node<'t>,
    pub(super) by: &'t str,
}

/// Takes `a && b`, `a or b`, `a ?? b` and any other operation of two values apart.
pub(super) fn joined<'t>(text: &'t str, node: Node<'t>) -> Option<Joined<'t>> {
    if !matches!(node.kind(), "binary_expression" | "boolean_operator" | "binary") {
        return None;
    }
    let (left, right) = (node.field("left")?, node.field("right")?);
    let by = between(text, left, right)?;
    Some(Joined { left, right, by })
}

/// The parts of a node that decides by a condition.
pub(super) struct Choice<'t> {
    pub(super) condition: Node<'t>,
    /// What runs where the condition holds.
    pub(super) taken: Option<Node<'t>>,
    /// What runs where it does not.
    pub(super) other: Option<Node<'t>>,
}

/// Takes a condition and its branches apart, in statements as in expressions.
pub(super) fn choice<'t>(node: Node<'t>) -> Option<Choice<'t>> {
    let field = |name: &str| node.field(name);
    let (condition, taken, other) = match node.kind() {
        "if_statement" | "if_expression" | "if" | "elif_clause" | "elsif" | "ternary_expression"
        | "conditional" => (field("condition")?, field("consequence"), field("alternative")),
        "unless" => (field("condition")?, field("alternative"), field("consequence")),
        "if_modifier" => (field("condition")?, field("body"), None),
        "unless_modifier" => (field("condition")?, None, field("body")),
        // Python's has no names for its parts: `a if b else c`.
        "conditional_expression" if field("condition").is_none() => {
            (node.part(1)?, node.part(0), node.part(2))
        }
        "conditional_expression" => (field("condition")?, field("consequence"), field("alternative")),
        _ => return None,
    };
    Some(Choice { condition, taken, other })
}

/// Returns the places below a node that are never reached, whatever happens.
pub(super) fn never(walk: &Walk<'_>, node: Node<'_>, kind: &str) -> Vec<Range<usize>> {
    match kind {
        "binary_expression" | "boolean_operator" | "binary" => short_of(walk, node).into_iter().collect(),
        "preproc_if" => preprocessed(walk, node),
        "if_statement" | "elif_clause" if for_checkers(walk, node) => Vec::new(),
        "while_statement"
        | "while_expression"
        | "while"
        | "while_modifier"
        | "until"
        | "until_modifier"
        | "for_statement"
        | "for_in_statement"
        | "enhanced_for_statement"
        | "foreach_statement"
        | "for_expression"
        | "for" => never_entered(walk, node, kind).into_iter().collect(),
        _ => branches(walk, node),
    }
}

fn branches(walk: &Walk<'_>, node: Node<'_>) -> Vec<Range<usize>> {
    let Some(choice) = choice(node) else { return Vec::new() };
    let mut found = Vec::new();
    let mut settled = match walk.truth(choice.condition, 0) {
        Some(true) => {
            found.extend(choice.other.map(|n| n.byte_range()));
            true
        }
        Some(false) => {
            found.extend(choice.taken.map(|n| n.byte_range()));
            false
        }
        None => false,
    };
    // Python's `elif` stand side by side.
    if walk.grammar == Grammar::Python && node.kind() == "if_statement" {
        let mut cursor = node.walk();
        for next in node.children_by_field_name("alternative", &mut cursor) {
            if settled && !found.contains(&next.byte_range()) {
                found.push(next.byte_range());
            }
            let condition = next.field("condition");
            settled |= condition.is_some_and(|c| walk.truth(c, 0) == Some(true));
        }
    }
    found
}

/// `false && this`, `true || this`, `1 ?? this`.
fn short_of(walk: &Walk<'_>, node: Node<'_>) -> Option<Range<usize>> {
    let parts = joined(walk.text, node)?;
    let cut = match parts.by {
        "&&" | "and" => walk.truth(parts.left, 0) == Some(false),
        "||" | "or" => walk.truth(parts.left, 0) == Some(true),
        "??" => walk.is_literal(parts.left),
        _ => false,
    };
    cut.then(|| parts.right.byte_range())
}

/// The body of a loop that is never entered.
pub(super) fn never_entered(walk: &Walk<'_>, node: Node<'_>, kind: &str) -> Option<Range<usize>> {
    let body = node.field("body")?;
    // `begin … end while false` runs once.
    if kind.ends_with("_modifier") && body.kind() == "begin" {
        return None;
    }
    let until = kind.starts_with("until");
    let by_condition = condition(node).is_some_and(|c| walk.truth(c, 0) == Some(until));
    let over = ["right", "value"].iter().find_map(|f| node.field(f));
    let over = over.map(|v| if v.kind() == "in" { v.part(0).unwrap_or(v) } else { v });
    let over_nothing = over.is_some_and(|v| {
        let bare: String = walk.text_of(v).chars().take(12).filter(|c| !c.is_whitespace()).collect();
        matches!(bare.as_str(), "[]" | "()" | "{}" | "range(0)" | "0..0" | "vec![]")
    });
    (by_condition || over_nothing).then(|| body.byte_range())
}

/// The condition of a loop.
pub(super) fn condition<'t>(node: Node<'t>) -> Option<Node<'t>> {
    if let Some(condition) = node.field("condition") {
        return Some(condition).filter(|c| c.kind() != "empty_statement");
    }
    // Go's loops have theirs as a child of its own, or within a clause.
    let first = node.part(0).filter(|_| node.kind() == "for_statement")?;
    match first.kind() {
        "for_clause" => first.field("condition"),
        "true"
        | "false"
        | "identifier"
        | "binary_expression"
        | "unary_expression"
        | "parenthesized_expression" => Some(first),
        _ => None,
    }
}

/// `#if false`: all of it but its condition and what stands in its stead.
fn preprocessed(walk: &Walk<'_>, node: Node<'_>) -> Vec<Range<usize>> {
    let condition = node.field("condition");
    let bare = condition.map_or("", |c| walk.text_of(c)).trim_matches(['(', ')', ' ']);
    if !matches!(bare, "false" | "0" | "FALSE") {
        return Vec::new();
    }
    let mut cursor = node.walk();
    let mut found = Vec::new();
    if cursor.goto_first_child() {
        loop {
            let kept = matches!(cursor.field_name(), Some("condition" | "alternative"));
            if cursor.node().is_named() && !kept {
                found.push(cursor.node().byte_range());
            }
            if !cursor.goto_next_sibling() {
                break;
            }
        }
    }
    found
}

/// `if TYPE_CHECKING:` holds imports that are there for a type checker; they are told apart as such.
fn for_checkers(walk: &Walk<'_>, node: Node<'_>) -> bool {
    walk.grammar == Grammar::Python
        && node
            .field("condition")
            .map(|c| walk.text_of(c))
            .is_some_and(|c| c.ends_with("TYPE_CHECKING") && !c.contains("not "))
}

/// A literal, as far as two of them can be compared.
#[derive(PartialEq)]
enum Literal<'t> {
    Number(f64),
    Text(&'t str),
    Truth(bool),
    Nothing,
}

impl<'t> Walk<'t> {
    /// Returns how a condition always comes out.
    pub(super) fn truth(&self, node: Node<'_>, depth: usize) -> Option<bool> {
        if depth > DEEPEST {
            return None;
        }
        let deeper = |node: Node<'_>| self.truth(node, depth + 1);
        let first = || node.part(0);
        // Where any value may be a condition; elsewhere only truths are.
        let loose = self.grammar.is_script() || self.grammar == Grammar::Python;
        let ruby = self.grammar == Grammar::Ruby;
        match node.kind() {
            "true" => Some(true),
            "false" | "null" | "undefined" | "nil" | "none" => Some(false),
            "boolean_literal" => Some(self.text_of(node) == "true"),
            "number" | "integer" | "float" if loose => {
                number(self.text_of(node)).map(|n| n != 0.0 && !n.is_nan())
            }
            "string" if loose => Some(!unquoted(self.text_of(node)).is_empty()),
            "list" | "tuple" | "dictionary" => Some(node.named_child_count() > 0),
            "array" | "object" if self.grammar.is_script() => Some(true),
            "integer" | "float" | "string" | "array" | "hash" | "simple_symbol" if ruby => Some(true),
            "parenthesized_expression"
            | "parenthesized_statements"
            | "as_expression"
            | "satisfies_expression"
            | "non_null_expression" => {
                // A sequence or an assignment in brackets is no such thing.
                (node.named_child_count() <= 2).then(first).flatten().and_then(deeper)
            }
            "identifier"
            | "constant"
            | "member_expression"
            | "attribute"
            | "field_access"
            | "member_access_expression"
            | "scoped_identifier"
            | "scope_resolution"
            | "selector_expression"
            | "subscript_expression" => {
                if self.is_off(node) {
                    return Some(false);
                }
                let text = self.text_of(node);
                match text {
                    "undefined" | "NaN" if self.grammar.is_script() => return Some(false),
                    "TYPE_CHECKING" | "typing.TYPE_CHECKING" if self.grammar == Grammar::Python => {
                        return Some(false);
                    }
                    _ => {}
                }
                // What can be filled may have been.
                let value = self.value_of(node).filter(|v| !is_container(v.kind()));
                value.or_else(|| flag::value(self, node)).and_then(deeper)
            }
            "unary_expression" | "prefix_unary_expression" | "unary" | "not_operator" => {
                let inner = node.field("operand").or_else(|| node.field("argument"));
                let inner = inner.or_else(first)?;
                let by = self.text.get(node.start_byte()..inner.start_byte())?.trim();
                match by {
                    "!" | "not" => deeper(inner).map(|t| !t),
                    "void" => Some(false),
                    "-" | "+" => deeper(inner),
                    _ => None,
                }
            }
            "binary_expression" | "boolean_operator" | "binary" => {
                let parts = joined(self.text, node)?;
                match parts.by {
                    "&&" | "and" => both(deeper(parts.left), deeper(parts.right)),
                    "||" | "or" => {
                        both(deeper(parts.left).map(|t| !t), deeper(parts.right).map(|t| !t)).map(|t| !t)
                    }
                    by => self.compared(parts.left, by, parts.right),
                }
            }
            "comparison_operator" if node.part(2).is_none() => {
                let (left, right) = (first()?, node.part(1)?);
                let by = between(self.text, left, right)?;
                self.compared(left, by, right)
            }
            "ternary_expression" | "conditional_expression" | "conditional" => {
                let choice = choice(node)?;
                let branch = if deeper(choice.condition)? { choice.taken } else { choice.other };
                branch.and_then(deeper)
            }
            _ => None,
        }
    }

    /// Tells whether a switch of another file is known to be off.
    fn is_off(&self, node: Node<'_>) -> bool {
        if self.off.is_empty() {
            return false;
        }
        flag::path_of(self, node).is_some_and(|path| {
            let root = path.split('.').next().unwrap_or_default();
            self.off.contains(&path) && !self.hides_at(root, node.start_byte())
        })
    }

    /// Returns the one value that a name stands for.
    pub(super) fn value_of(&self, node: Node<'_>) -> Option<Node<'t>> {
        let text = self.text_of(node);
        if text.len() > 120 {
            return None;
        }
        self.fixed.value(text, node.start_byte())
    }

    fn is_literal(&self, node: Node<'_>) -> bool {
        self.compared_as(node, 0).is_some_and(|l| l != Literal::Nothing)
    }

    fn compared_as(&self, node: Node<'_>, depth: usize) -> Option<Literal<'t>> {
        if depth > DEEPEST {
            return None;
        }
        if self.is_off(node) {
            return Some(Literal::Truth(false));
        }
        match node.kind() {
            "number"
            | "integer"
            | "float"
            | "int_literal"
            | "float_literal"
            | "integer_literal"
            | "real_literal"
            | "decimal_integer_literal"
            | "decimal_floating_point_literal" => number(self.text_of(node)).map(Literal::Number),
            "string" | "string_literal" | "interpreted_string_literal" => {
                let text = self.text_of(node);
                (!text.contains(['$', '#', '{'])).then(|| Literal::Text(unquoted(text)))
            }
            "null" | "undefined" | "nil" | "none" | "null_literal" => Some(Literal::Nothing),
            "parenthesized_expression" => node.part(0).and_then(|c| self.compared_as(c, depth + 1)),
            "identifier" | "constant" if self.text_of(node) != "undefined" => {
                self.value_of(node).and_then(|v| self.compared_as(v, depth + 1))
            }
            "true" | "false" | "boolean_literal" => self.truth(node, 0).map(Literal::Truth),
            "member_expression" | "subscript_expression" => {
                flag::value(self, node).and_then(|v| self.compared_as(v, depth + 1))
            }
            _ => None,
        }
    }

    fn compared(&self, left: Node<'_>, by: &str, right: Node<'_>) -> Option<bool> {
        if !matches!(by, "==" | "===" | "!=" | "!==" | "<" | ">" | "<=" | ">=") {
            return None;
        }
        match (self.compared_as(left, 0)?, by, self.compared_as(right, 0)?) {
            (Literal::Number(a), "<", Literal::Number(b)) => Some(a < b),
            (Literal::Number(a), ">", Literal::Number(b)) => Some(a > b),
            (Literal::Number(a), "<=", Literal::Number(b)) => Some(a <= b),
            (Literal::Number(a), ">=", Literal::Number(b)) => Some(a >= b),
            (a, "==" | "===", b) => same_kind(&a, &b).then(|| a == b),
            (a, "!=" | "!==", b) => same_kind(&a, &b).then(|| a != b),
            _ => None,
        }
    }
}

fn same_kind(a: &Literal<'_>, b: &Literal<'_>) -> bool {
    std::mem::discriminant(a) == std::mem::discriminant(b)
}

/// Whether two things hold: one that does not decides.
fn both(left: Option<bool>, right: Option<bool>) -> Option<bool> {
    match (left, right) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    }
}

/// Reads a number as the languages write it: `1_000`, `0x1F`, `0n`, `0.5f`.
pub(super) fn number(text: &str) -> Option<f64> {
    let bare: String = text.trim().chars().filter(|c| *c != '_').collect::<String>().to_ascii_lowercase();
    for (mark, radix) in [("0x", 16), ("0b", 2), ("0o", 8)] {
        if let Some(digits) = bare.strip_prefix(mark) {
            let digits: String = digits.chars().take_while(|c| c.is_digit(radix)).collect();
            #[allow(
                clippy::cast_precision_loss,
                reason = "only whether it is zero, or which of two is larger"
            )]
            return u64::from_str_radix(&digits, radix).ok().map(|n| n as f64);
        }
    }
    let end = bare.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(bare.len());
    // `1e3` is more than its first digit; zero is zero, whatever follows.
    let first: f64 = bare.get(..end)?.trim_end_matches('.').parse().ok()?;
    if bare[end..].starts_with('e') { bare.parse().ok() } else { Some(first) }
}

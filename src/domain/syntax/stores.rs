//! Functions that make a value of a type and do nothing but to keep what they are given: `self.db = db`. They are no work of
//! their type, whatever else that has.

use tree_sitter::Node;

use super::Grammar;
use super::body::statements;
use super::fields::Fields as _;
use super::walk::Walk;

/// The most values that are looked at.
const MOST: usize = 60;

fn children<'n>(node: Node<'n>) -> impl Iterator<Item = Node<'n>> {
    (0..node.named_child_count().min(MOST)).filter_map(move |at| node.named_child(at as u32))
}

/// Tells whether the body of a function that makes a value only stores names and values that hold nothing. What calls the
/// type above it, or looks at what it is given, does more; so does an error, of which its text may be all there is.
pub(super) fn stores(walk: &Walk<'_>, node: Node<'_>, body: Node<'_>) -> bool {
    let Some(owner) = walk.owner() else { return false };
    if owner.ends_with("Error") || owner.ends_with("Exception") || node.has_error() {
        return false;
    }
    let all = statements(body);
    !all.is_empty() && all.len() < MOST && all.iter().all(|statement| keeps(walk, *statement))
}

fn keeps(walk: &Walk<'_>, statement: Node<'_>) -> bool {
    let inner = match statement.kind() {
        "expression_statement" => statement.part(0).unwrap_or(statement),
        _ => statement,
    };
    let field = |name: &str| inner.field(name);
    match (walk.grammar, inner.kind()) {
        (Grammar::Rust, "struct_expression") => field("body").is_some_and(|body| {
            children(body).all(|entry| match entry.kind() {
                "shorthand_field_initializer" | "line_comment" | "block_comment" => true,
                "field_initializer" => entry.field("value").is_some_and(|value| is_kept(walk, value)),
                _ => false,
            })
        }),
        (Grammar::Rust, "call_expression") => {
            let made = field("function").map_or("", |f| walk.text_of(f));
            (made == "Self" || walk.owner().is_some_and(|owner| owner == made))
                && field("arguments").is_some_and(|list| children(list).all(|value| is_kept(walk, value)))
        }
        (Grammar::Python | Grammar::Ruby, "assignment")
        | (Grammar::TypeScript | Grammar::Tsx | Grammar::JavaScript, "assignment_expression") => {
            let own = field("left").is_some_and(|left| {
                let of = ["object", "value"].iter().find_map(|f| left.field(f));
                let of_self = of.is_some_and(|of| matches!(walk.text_of(of), "self" | "this"))
                    && matches!(left.kind(), "attribute" | "member_expression");
                of_self || left.kind() == "instance_variable"
            });
            own && field("right").is_some_and(|value| is_kept(walk, value))
        }
        _ => false,
    }
}

/// A name, a literal, or something that holds nothing yet.
fn is_kept(walk: &Walk<'_>, value: Node<'_>) -> bool {
    const EMPTY: [&str; 14] = [
        "set()",
        "dict()",
        "list()",
        "Vec::new()",
        "String::new()",
        "HashMap::new()",
        "BTreeMap::new()",
        "HashSet::new()",
        "BTreeSet::new()",
        "Default::default()",
        "newMap()",
        "newSet()",
        "Hash.new",
        "Set.new",
    ];
    match value.kind() {
        "identifier" | "self" | "this" | "true" | "false" | "none" | "null" | "nil" | "undefined"
        | "integer" | "float" | "number" | "integer_literal" | "float_literal" | "boolean_literal"
        | "simple_symbol" => true,
        "string" | "string_literal" => value.named_child_count() <= 1,
        "list" | "dictionary" | "array" | "hash" | "object" | "tuple" => value.named_child_count() == 0,
        _ => {
            let said: String = walk.text_of(value).split_whitespace().collect();
            EMPTY.contains(&said.as_str())
        }
    }
}

//! Values that are the same however a function is called, and those of them that hold nothing: `0`, `""`, `[]`, `null`.

use std::collections::BTreeMap;

use tree_sitter::Node;

use super::Grammar;
use super::fields::Fields as _;
use super::names::is_interpolation;
use super::quotes::unquoted;
use super::truth::{choice, joined, number};
use super::walk::Walk;

/// How many lines of a text make it content.
const CONTENT: usize = 5;

/// How deep a value is followed.
const DEEPEST: usize = 6;

/// Constants in the shape of a call without anything in it.
const EMPTY_CALLS: [&str; 45] = [
    "vec![]",
    "Vec::new()",
    "String::new()",
    "Default::default()",
    "HashMap::new()",
    "BTreeMap::new()",
    "HashSet::new()",
    "BTreeSet::new()",
    "VecDeque::new()",
    "i32::default()",
    "u32::default()",
    "i64::default()",
    "u64::default()",
    "usize::default()",
    "f64::default()",
    "String::default()",
    "Vec::default()",
    "std::iter::empty()",
    "iter::empty()",
    "dict()",
    "list()",
    "set()",
    "tuple()",
    "frozenset()",
    "str()",
    "int()",
    "float()",
    "bytes()",
    "Optional.empty()",
    "OptionalInt.empty()",
    "Collections.emptyList()",
    "Collections.emptyMap()",
    "Collections.emptySet()",
    "Collections.emptyIterator()",
    "Stream.empty()",
    "IntStream.empty()",
    "Mono.empty()",
    "Flux.empty()",
    "List.of()",
    "Map.of()",
    "Set.of()",
    "Promise.resolve()",
    "Array.new",
    "Hash.new",
    "Set.new",
];

/// Containers that are made anew, up to their brackets.
const MADE: [&str; 15] = [
    "newArrayList",
    "newHashMap",
    "newLinkedList",
    "newHashSet",
    "newTreeMap",
    "newLinkedHashMap",
    "newList<",
    "newDictionary<",
    "newMap",
    "newSet",
    "newArray(",
    "newObject(",
    "newHashSet<",
    "Array.Empty<",
    "Enumerable.Empty<",
];

/// Calls that hand on what they are given, or wrap it.
const WRAPS: [&str; 38] = [
    "Ok(",
    "Some(",
    "Err(",
    "Promise.resolve(",
    "Task.FromResult(",
    "Task.FromResult<",
    "ValueTask.FromResult(",
    "ValueTask.FromResult<",
    "newValueTask<",
    "newValueTask(",
    "CompletableFuture.completedFuture(",
    "Mono.just(",
    "Optional.of(",
    "Optional.ofNullable(",
    "String::from(",
    "List.of(",
    "Set.of(",
    "Map.of(",
    "Arrays.asList(",
    "Box::new(",
    "Rc::new(",
    "Arc::new(",
    "Vec::from(",
    "Object.freeze(",
    "Number(",
    "BigInt(",
    "Decimal(",
    "Fraction(",
    "newBigDecimal(",
    "BigDecimal.valueOf(",
    "String(",
    "Boolean(",
    "str(",
    "fmt.Sprintf(",
    "fmt.Sprint(",
    "String.format(",
    "String.valueOf(",
    "string.Format(",
];

/// Constants of the libraries that hold nothing.
const NAMED: [&str; 16] = [
    "Task.CompletedTask",
    "ValueTask.CompletedTask",
    "string.Empty",
    "String.Empty",
    "Guid.Empty",
    "TimeSpan.Zero",
    "decimal.Zero",
    "Collections.EMPTY_LIST",
    "Collections.EMPTY_MAP",
    "Collections.EMPTY_SET",
    "BigDecimal.ZERO",
    "BigInteger.ZERO",
    "Duration.ZERO",
    "Duration::ZERO",
    "Decimal::ZERO",
    "EventArgs.Empty",
];

/// Tells constants from what depends on anything.
pub(super) struct Constants<'w, 't> {
    pub(super) walk: &'w Walk<'t>,
    /// How many named parameters the function takes.
    pub(super) takes: usize,
    /// Local names with their values, as written; nothing where a name gets several, or one that is no constant.
    pub(super) known: BTreeMap<String, Option<String>>,
}

fn children<'n>(node: Node<'n>) -> impl Iterator<Item = Node<'n>> {
    (0..node.named_child_count().min(60)).filter_map(move |at| node.named_child(at as u32))
}

impl<'t> Constants<'_, 't> {
    fn text(&self, node: Node<'_>) -> &'t str {
        self.walk.text_of(node)
    }

    /// Returns a constant as it is written, names of constants put in.
    pub(super) fn spelled(&self, node: Node<'_>) -> String {
        let text = self.text(node);
        if let Some(Some(value)) = self.known.get(text) {
            return value.clone();
        }
        self.named(node).map_or(text, |value| self.text(value)).to_owned()
    }

    /// What a name stands for that the file gives one value that holds nothing.
    ///
    /// A list or table that something fills, or that a function without parameters gives out to be filled, is more.
    fn named(&self, node: Node<'_>) -> Option<Node<'t>> {
        let text = self.text(node);
        if self.known.contains_key(text) {
            return None;
        }
        let value = self.walk.value_of(node)?;
        let shared = is_container(value.kind()) && (self.takes == 0 || self.walk.fixed.is_worked(text));
        (!shared && is_blank(self.walk, value, 0)).then_some(value)
    }

    /// Tells whether a value is the same however the function is called.
    pub(super) fn is(&self, node: Node<'_>, depth: usize) -> bool {
        if depth > DEEPEST {
            return false;
        }
        let every = |list: Node<'_>| children(list).all(|c| self.is(c, depth + 1));
        let text = || self.text(node);
        match node.kind() {
            "comment" | "line_comment" | "string_content" | "hash_key_symbol" | "unit_expression"
            | "default_expression" => true,
            kind if is_literal(kind) => true,
            "string"
            | "string_literal"
            | "interpreted_string_literal"
            | "raw_string_literal"
            | "verbatim_string_literal"
            | "template_string" => {
                // A page, a style sheet or a query of many lines is the work itself.
                let is_work = text().lines().nth(CONTENT).is_some();
                !is_work && !children(node).any(|c| is_interpolation(c.kind()))
            }
            "identifier" | "constant" | "shorthand_property_identifier" => {
                let name = text();
                matches!(name, "undefined" | "None" | "NotImplemented" | "iota")
                    || self.known.get(name).is_some_and(Option::is_some)
                    || self.named(node).is_some()
            }
            "array"
            | "object"
            | "list"
            | "dictionary"
            | "hash"
            | "tuple"
            | "array_expression"
            | "tuple_expression"
            | "set"
            | "literal_value"
            | "literal_element"
            | "collection_expression"
            | "expression_element"
            | "expression_list"
            | "argument"
            | "argument_list"
            | "parenthesized_expression"
            | "parenthesized_statements" => {
                let one = !matches!(
                    node.kind(),
                    "expression_list" | "parenthesized_expression" | "parenthesized_statements" | "argument"
                );
                (one || node.named_child_count() > 0) && every(node)
            }
            "unary_expression"
            | "unary_operator"
            | "unary"
            | "not_operator"
            | "negative_literal"
            | "prefix_unary_expression"
            | "reference_expression" => node.is_single() && every(node),
            // `null!`
            "postfix_unary_expression" => text().ends_with('!') && every(node),
            "match_expression" => self.of_equal_arms(node, depth),
            "as_expression"
            | "satisfies_expression"
            | "non_null_expression"
            | "type_cast_expression"
            | "cast_expression" => {
                let value = node.field("value").or_else(|| node.part(0));
                value.is_some_and(|c| self.is(c, depth + 1))
            }
            "pair" | "keyed_element" => {
                let value = node.field("value").or_else(|| node.part(1));
                value.is_some_and(|v| self.is(v, depth + 1))
            }
            "binary_expression" | "binary_operator" | "boolean_operator" | "binary" => {
                self.of_two(node, depth)
            }
            "ternary_expression" | "conditional_expression" | "conditional" => {
                let Some(parts) = choice(node) else { return false };
                let (Some(a), Some(b)) = (parts.taken, parts.other) else { return false };
                match self.walk.truth(parts.condition, 0) {
                    Some(true) => self.is(a, depth + 1),
                    Some(false) => self.is(b, depth + 1),
                    None => self.is(a, depth + 1) && self.text(a) == self.text(b),
                }
            }
            // What a function without parameters makes anew is what it is for.
            "composite_literal" => {
                let map_or_list = text().starts_with('[') || text().starts_with("map[");
                (self.takes > 0 || map_or_list) && node.field("body").is_some_and(every)
            }
            "struct_expression" => {
                self.takes > 0
                    && node.field("body").is_some_and(|b| {
                        children(b).all(|f| f.field("value").is_some_and(|v| self.is(v, depth + 1)))
                    })
            }
            "member_access_expression"
            | "field_access"
            | "member_expression"
            | "scoped_identifier"
            | "scope_resolution"
            | "attribute" => of_library(text(), &NAMED) || self.named(node).is_some(),
            "call_expression" if self.takes > 0 && is_fresh(self.walk.grammar, text()) => true,
            "call_expression"
            | "call"
            | "invocation_expression"
            | "macro_invocation"
            | "method_invocation"
            | "object_creation_expression"
            | "implicit_object_creation_expression"
            | "new_expression" => is_constant_call(self.walk, node, &|c| self.is(c, depth + 1)),
            "await_expression" | "await" => node.part(0).is_some_and(|c| self.is(c, depth + 1)),
            _ => false,
        }
    }

    /// `match x { _ => 0 }`: whatever it is, the same comes of it.
    fn of_equal_arms(&self, node: Node<'_>, depth: usize) -> bool {
        let asked = node.field("value");
        let plain = asked.is_some_and(|n| {
            matches!(n.kind(), "identifier" | "self" | "field_expression" | "reference_expression")
        });
        let arms = node.field("body").into_iter().flat_map(children);
        let arms = arms.filter(|c| c.kind() == "match_arm");
        let values: Option<Vec<Node<'_>>> = arms.map(|arm| arm.field("value")).collect();
        let values = values.unwrap_or_default();
        let said = values.first().map(|v| self.text(*v));
        plain
            && said.is_some()
            && values.iter().all(|v| Some(self.text(*v)) == said && self.is(*v, depth + 1))
    }

    /// `1 + 0`, and `false && anything`. A sum of two numbers that are something (`60 * 60`) says how it comes about, which
    /// nobody writes in the place of work.
    fn of_two(&self, node: Node<'_>, depth: usize) -> bool {
        let side = |f: &str| node.field(f);
        let counts =
            |f: &str| side(f).is_some_and(|n| self.text(n).starts_with(|c: char| ('1'..='9').contains(&c)));
        let reckons = side("operator")
            .is_some_and(|o| matches!(self.text(o), "+" | "-" | "*" | "/" | "%" | "**" | "//"));
        if reckons && counts("left") && counts("right") {
            return false;
        }
        if let Some(parts) = joined(self.walk.text, node) {
            let left = self.walk.truth(parts.left, 0);
            let cut = match parts.by {
                "&&" | "and" => left == Some(false),
                "||" | "or" => left == Some(true),
                _ => false,
            };
            // `true && x` comes to the same as `x`.
            let passed = matches!((parts.by, left), ("&&" | "and", Some(true)) | ("||" | "or", Some(false)));
            if cut || passed {
                return self.is(if cut { parts.left } else { parts.right }, depth + 1);
            }
        }
        ["left", "right"].iter().all(|f| side(f).is_some_and(|c| self.is(c, depth + 1)))
    }
}

fn is_literal(kind: &str) -> bool {
    matches!(
        kind,
        "number"
            | "true"
            | "false"
            | "null"
            | "none"
            | "nil"
            | "undefined"
            | "integer"
            | "float"
            | "int_literal"
            | "float_literal"
            | "integer_literal"
            | "real_literal"
            | "boolean_literal"
            | "null_literal"
            | "decimal_integer_literal"
            | "decimal_floating_point_literal"
            | "character_literal"
            | "char_literal"
            | "simple_symbol"
            | "hex_integer_literal"
            | "rune_literal"
    )
}

/// Tells whether a value is one that others can fill.
pub(super) fn is_container(kind: &str) -> bool {
    matches!(
        kind,
        "array"
            | "object"
            | "list"
            | "dictionary"
            | "hash"
            | "set"
            | "composite_literal"
            | "array_expression"
            | "array_initializer"
            | "new_expression"
            | "object_creation_expression"
            | "implicit_object_creation_expression"
            | "array_creation_expression"
            | "call"
            | "call_expression"
            | "method_invocation"
            | "invocation_expression"
    )
}

/// A new value of a type with nothing of its own in it: `Receipt::default()`, Go's `new(Receipt)`. What a function without
/// parameters makes anew is what it is for.
fn is_fresh(grammar: Grammar, text: &str) -> bool {
    let path = |path: &str| path.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | ':' | '.'));
    match grammar {
        Grammar::Rust => text.strip_suffix("::default()").is_some_and(path),
        Grammar::Go => text.strip_prefix("new(").and_then(|t| t.strip_suffix(')')).is_some_and(path),
        Grammar::TypeScript
        | Grammar::Tsx
        | Grammar::JavaScript
        | Grammar::Python
        | Grammar::Java
        | Grammar::CSharp
        | Grammar::Ruby => false,
    }
}

/// Tells whether `new()` stands where a list or table is given back.
fn makes_container(walk: &Walk<'_>, node: Node<'_>) -> bool {
    const CONTAINERS: [&str; 8] = [
        "List<",
        "Dictionary<",
        "HashSet<",
        "Queue<",
        "Stack<",
        "SortedDictionary<",
        "Collection<",
        "LinkedList<",
    ];
    let mut above = node.parent();
    while let Some(at) = above {
        match at.kind() {
            "method_declaration" => {
                let gives = at.field("returns").map_or("", |r| walk.text_of(r));
                return CONTAINERS.iter().any(|c| gives.starts_with(c));
            }
            "return_statement" | "arrow_expression_clause" | "block" => above = at.parent(),
            _ => return false,
        }
    }
    false
}

/// `Task.CompletedTask`, whatever its namespace.
fn of_library(text: &str, names: &[&str]) -> bool {
    names.iter().any(|name| {
        text.strip_suffix(name).is_some_and(|before| before.is_empty() || before.ends_with(['.', ':']))
    })
}

/// Tells whether a text begins with a call, or with that of a type in its namespace: `System.Threading.Tasks.Task.FromResult(`.
fn begins_with(text: &str, call: &str) -> bool {
    if text.starts_with(call) {
        return true;
    }
    let head = text.split(['(', '<']).next().unwrap_or_default();
    let namespaced =
        call.contains('.') && head.chars().all(|c| c.is_alphanumeric() || matches!(c, '.' | '_'));
    let wanted = call.trim_end_matches(['(', '<']);
    namespaced && head.strip_suffix(wanted).is_some_and(|before| before.ends_with('.'))
}

/// `Ok(())`, `vec![]`, `String::new()`, `Promise.resolve()`, `Optional.empty()`: a constant in the shape of a call, where
/// what is in it is one.
fn is_constant_call(walk: &Walk<'_>, node: Node<'_>, one: &dyn Fn(Node<'_>) -> bool) -> bool {
    let text = walk.without_comments(node);
    let text: String = text.chars().filter(|c| !c.is_whitespace()).take(120).collect();
    let text = if walk.grammar == Grammar::Java {
        text.replacen("java.util.stream.", "", 1).replacen("java.util.", "", 1)
    } else {
        text
    };
    let open = text.find('(').unwrap_or(text.len());
    let made = |m: &str| text[..open].starts_with(m.trim_end_matches('(')) && text.ends_with("()");
    if EMPTY_CALLS.contains(&text.as_str()) || MADE.iter().any(|m| made(m)) {
        return true;
    }
    if text == "new()" {
        return makes_container(walk, node);
    }
    if let Some(size) = text.strip_prefix("make(") {
        return !size.contains("len(");
    }
    if text.starts_with("vec![") {
        let tokens = children(node).find(|c| c.kind() == "token_tree");
        return tokens.is_some_and(|t| children(t).all(one));
    }
    let field = |node: Node<'_>, name: &str, of: &[&str]| {
        node.field(name).is_some_and(|n| of.contains(&walk.text_of(n)))
    };
    let function = node.field("function").filter(|f| f.kind() == "field_expression");
    let turned = function.is_some_and(|f| {
        field(f, "field", &["to_string", "to_owned", "into"]) && f.field("value").is_some_and(one)
    });
    // `[].freeze`
    let kept = node.kind() == "call"
        && field(node, "method", &["freeze", "dup"])
        && node.field("receiver").is_some_and(one);
    let wraps = || WRAPS.iter().any(|head| begins_with(&text, head));
    // What is asked of such a value is no such value: `str(row).rjust(7)`.
    let whole = |a: Node<'_>| {
        let called = walk.text.get(node.start_byte()..a.start_byte()).unwrap_or_default();
        !called.contains('(') || called.contains("::<")
    };
    let given = node.field("arguments");
    turned || kept || given.is_some_and(|a| wraps() && whole(a) && children(a).all(one))
}

/// Tells whether a value holds nothing.
pub(super) fn is_blank(walk: &Walk<'_>, node: Node<'_>, depth: usize) -> bool {
    if depth > DEEPEST {
        return false;
    }
    let every = |list: Node<'_>| children(list).all(|c| is_blank(walk, c, depth + 1));
    let text = || walk.text_of(node);
    match node.kind() {
        "null" | "none" | "nil" | "undefined" | "null_literal" | "false" | "unit_expression"
        | "default_expression" | "comment" | "line_comment" => true,
        "boolean_literal" => text() == "false",
        "number"
        | "integer"
        | "float"
        | "int_literal"
        | "float_literal"
        | "integer_literal"
        | "real_literal"
        | "decimal_integer_literal"
        | "decimal_floating_point_literal"
        | "hex_integer_literal" => number(text()) == Some(0.0),
        "string"
        | "string_literal"
        | "interpreted_string_literal"
        | "raw_string_literal"
        | "verbatim_string_literal"
        | "template_string" => unquoted(text()).is_empty(),
        "identifier"
        | "constant"
        | "scoped_identifier"
        | "scope_resolution"
        | "member_expression"
        | "attribute"
        | "field_access"
        | "member_access_expression" => {
            matches!(text(), "undefined" | "None")
                || of_library(text(), &NAMED)
                || walk.value_of(node).is_some_and(|v| is_blank(walk, v, depth + 1))
        }
        "array"
        | "object"
        | "list"
        | "dictionary"
        | "hash"
        | "tuple"
        | "array_expression"
        | "tuple_expression"
        | "set"
        | "literal_value"
        | "literal_element"
        | "collection_expression"
        | "expression_element"
        | "expression_list"
        | "argument"
        | "argument_list"
        | "arguments"
        | "token_tree" => every(node),
        "parenthesized_expression"
        | "as_expression"
        | "satisfies_expression"
        | "non_null_expression"
        | "cast_expression"
        | "type_cast_expression"
        | "reference_expression"
        | "negative_literal" => {
            let value = node.field("value").or_else(|| node.part(0));
            value.is_some_and(|v| is_blank(walk, v, depth + 1))
        }
        "postfix_unary_expression" => text().ends_with('!') && every(node),
        "unary_expression" | "unary_operator" | "unary" | "prefix_unary_expression" => {
            (text().starts_with("void ") || text().starts_with(['-', '+', '&'])) && every(node)
        }
        "pair" | "keyed_element" => {
            let value = node.field("value").or_else(|| node.part(1));
            value.is_some_and(|v| is_blank(walk, v, depth + 1))
        }
        "composite_literal" => node.field("body").is_some_and(every),
        "call_expression"
        | "call"
        | "invocation_expression"
        | "macro_invocation"
        | "method_invocation"
        | "object_creation_expression"
        | "implicit_object_creation_expression"
        | "new_expression" => {
            !text().starts_with("Err(") && is_constant_call(walk, node, &|c| is_blank(walk, c, depth + 1))
        }
        _ => false,
    }
}

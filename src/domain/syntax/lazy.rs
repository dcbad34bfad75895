//! Steps that are only taken once somebody asks for what they come to: `map(send, orders)`, `orders.iter().map(send)`,
//! `orders.stream().map(mailer::send)`, `orders.Select(o => mailer.Send(o))`, `orders.lazy.map { … }`.

use std::ops::Range;

use tree_sitter::Node;

use super::Grammar;
use super::fields::Fields as _;
use super::unrun::children;
use super::walk::Walk;

/// How many steps of a chain are followed.
const MOST: usize = 30;

/// What makes a chain of Rust lazy, its steps, and those that only turn one iterator into another.
const ITERATES: [&str; 17] = [
    "iter",
    "into_iter",
    "iter_mut",
    "chars",
    "char_indices",
    "bytes",
    "lines",
    "keys",
    "values",
    "values_mut",
    "drain",
    "args",
    "split_whitespace",
    "windows",
    "chunks",
    "vars",
    "split",
];
const OF_RUST: [&str; 20] = [
    "map",
    "filter",
    "filter_map",
    "flat_map",
    "inspect",
    "take_while",
    "skip_while",
    "map_while",
    "scan",
    "enumerate",
    "zip",
    "chain",
    "rev",
    "cloned",
    "copied",
    "skip",
    "take",
    "step_by",
    "peekable",
    "flatten",
];
/// The same of Java's streams.
const STREAMS: [&str; 8] =
    ["stream", "parallelStream", "of", "range", "rangeClosed", "lines", "iterate", "generate"];
const OF_JAVA: [&str; 21] = [
    "map",
    "filter",
    "peek",
    "flatMap",
    "mapMulti",
    "mapToObj",
    "mapToInt",
    "mapToLong",
    "mapToDouble",
    "boxed",
    "sorted",
    "distinct",
    "limit",
    "skip",
    "parallel",
    "sequential",
    "unordered",
    "takeWhile",
    "dropWhile",
    "onClose",
    "asLongStream",
];
const OF_CSHARP: [&str; 14] = [
    "Select",
    "SelectMany",
    "Where",
    "OfType",
    "Cast",
    "Skip",
    "Take",
    "SkipWhile",
    "TakeWhile",
    "OrderBy",
    "OrderByDescending",
    "Distinct",
    "Reverse",
    "AsEnumerable",
];
const OF_RUBY: [&str; 16] = [
    "map",
    "collect",
    "select",
    "filter",
    "reject",
    "flat_map",
    "filter_map",
    "take_while",
    "drop_while",
    "with_index",
    "each_with_index",
    "zip",
    "take",
    "drop",
    "uniq",
    "compact",
];

/// Adds what a lazy value would do if somebody asked for it.
pub(super) fn steps(walk: &Walk<'_>, value: Node<'_>, idle: &mut Vec<Range<usize>>) {
    match walk.grammar {
        Grammar::Python => of_python(walk, value, idle),
        Grammar::Rust | Grammar::Java | Grammar::CSharp | Grammar::Ruby => {
            if let Some(found) = of_chain(walk, value) {
                idle.extend(found);
            }
        }
        Grammar::TypeScript | Grammar::Tsx | Grammar::JavaScript | Grammar::Go => {}
    }
}

/// `map(send, orders)`, `(send(o) for o in orders)`: what is gone over is worked out at once, the rest is not.
fn of_python(walk: &Walk<'_>, value: Node<'_>, idle: &mut Vec<Range<usize>>) {
    let field = |name: &str| value.field(name);
    match value.kind() {
        "generator_expression" => {
            let clauses = children(value).filter(|c| c.kind() == "for_in_clause" || c.kind() == "if_clause");
            idle.extend(field("body").into_iter().chain(clauses.skip(1)).map(|n| n.byte_range()));
        }
        "call" => {
            let called = field("function").map_or("", |f| walk.text_of(f));
            let own = || {
                let brought =
                    walk.out.imports.iter().any(|i| i.all || i.names.iter().any(|n| n.local == called));
                brought
                    || walk.text.contains(&format!("def {called}("))
                    || walk.text.contains(&format!("{called} = "))
            };
            if matches!(called, "map" | "filter" | "itertools.starmap") && !own() {
                let first =
                    field("arguments").filter(|a| a.kind() == "argument_list").and_then(|a| a.part(0));
                idle.extend(first.map(|n| n.byte_range()));
            }
        }
        _ => {}
    }
}

/// The functions that are given to the steps of a chain of which each is lazy; nothing where one of them is not.
fn of_chain(walk: &Walk<'_>, value: Node<'_>) -> Option<Vec<Range<usize>>> {
    let mut found = Vec::new();
    let mut at = value;
    for _ in 0..MOST {
        let (of, method) = step(walk, at)?;
        if begins(walk.grammar, method, of.map_or("", |o| walk.text_of(o))) {
            return (!found.is_empty()).then_some(found);
        }
        if !known(walk.grammar).contains(&method) {
            // A list of C# has no word by which it begins.
            return None;
        }
        let arguments = at.field("arguments");
        let given = arguments.into_iter().flat_map(children).chain(at.field("block"));
        found.extend(given.filter(|n| is_function(walk, *n)).map(|n| n.byte_range()));
        at = of?;
        let calls =
            matches!(at.kind(), "call_expression" | "method_invocation" | "invocation_expression" | "call");
        if walk.grammar == Grammar::CSharp && !calls {
            return (!found.is_empty()).then_some(found);
        }
    }
    None
}

/// What a call is made on, and the name of what is called.
fn step<'n, 't>(walk: &Walk<'t>, call: Node<'n>) -> Option<(Option<Node<'n>>, &'t str)> {
    let field = |name: &str| call.field(name);
    match (walk.grammar, call.kind()) {
        (Grammar::Rust, "call_expression") => {
            let called = field("function")?;
            match called.kind() {
                "field_expression" => Some((called.field("value"), walk.text_of(called.field("field")?))),
                "scoped_identifier" => Some((None, walk.text_of(called.field("name")?))),
                _ => None,
            }
        }
        (Grammar::Java, "method_invocation") => Some((field("object"), walk.text_of(field("name")?))),
        (Grammar::CSharp, "invocation_expression") => {
            let called = field("function").filter(|f| f.kind() == "member_access_expression")?;
            let name = walk.text_of(called.field("name")?).split('<').next().unwrap_or_default();
            Some((called.field("expression"), name))
        }
        (Grammar::Ruby, "call") => Some((field("receiver"), walk.text_of(field("method")?))),
        _ => None,
    }
}

fn known(grammar: Grammar) -> &'static [&'static str] {
    match grammar {
        Grammar::Rust => &OF_RUST,
        Grammar::Java => &OF_JAVA,
        Grammar::CSharp => &OF_CSHARP,
        Grammar::Ruby => &OF_RUBY,
        Grammar::TypeScript | Grammar::Tsx | Grammar::JavaScript | Grammar::Python | Grammar::Go => &[],
    }
}

/// Tells whether a chain becomes lazy with a step. An `Option` has a `map` as well, and runs it at once.
fn begins(grammar: Grammar, method: &str, of: &str) -> bool {
    match grammar {
        Grammar::Rust => ITERATES.contains(&method),
        Grammar::Java => {
            let class = matches!(of, "Stream" | "IntStream" | "LongStream" | "Arrays" | "Files");
            matches!(method, "stream" | "parallelStream") || class && STREAMS.contains(&method)
        }
        Grammar::Ruby => method == "lazy",
        Grammar::TypeScript
        | Grammar::Tsx
        | Grammar::JavaScript
        | Grammar::Python
        | Grammar::CSharp
        | Grammar::Go => false,
    }
}

/// Tells whether an argument is a function. What builds a query in C# may keep the conditions it is given, which call nothing.
fn is_function(walk: &Walk<'_>, node: Node<'_>) -> bool {
    match (walk.grammar, node.kind()) {
        (Grammar::Rust, "closure_expression" | "identifier" | "scoped_identifier") => true,
        (Grammar::Java, "lambda_expression" | "method_reference") => true,
        (Grammar::CSharp, "argument") => node.part(0).is_some_and(|inner| match inner.kind() {
            "lambda_expression" => walk.text_of(inner).contains('('),
            kind => matches!(kind, "identifier" | "member_access_expression"),
        }),
        (Grammar::Ruby, "block" | "do_block" | "block_argument") => true,
        _ => false,
    }
}

//! Functions, methods and classes of Python whose names say that they are nobody else's: `_pay`.

use tree_sitter::Node;

use super::{children, field};

/// Decorators that have nobody call what they stand before.
const QUIET: [&str; 14] = [
    "staticmethod",
    "classmethod",
    "property",
    "cached_property",
    "lru_cache",
    "cache",
    "wraps",
    "contextmanager",
    "asynccontextmanager",
    "dataclass",
    "total_ordering",
    "final",
    "deprecated",
    "no_type_check",
];
/// Bases that call no method of whoever has them.
const QUIET_BASES: [&str; 5] = ["object", "ABC", "abc.ABC", "Generic", "typing.Generic"];
/// How many bases are followed one to the other.
const DEEPEST: usize = 8;

fn text_of<'s>(text: &'s str, node: Node<'_>) -> &'s str {
    text.get(node.byte_range()).unwrap_or("")
}

/// Tells whether a text stands for itself, as the one at the head of a function does.
pub(super) fn only_says(node: Node<'_>, kind: &str) -> bool {
    let alone = || node.named_child(0).filter(|_| node.named_child_count() == 1);
    kind == "expression_statement" && alone().is_some_and(|c| c.kind() == "string")
}

/// Tells whether a call may reach any name: `getattr(self, f"_do_{kind}")`, `globals()`.
pub(super) fn calls_by_name(text: &str, node: Node<'_>, kind: &str) -> bool {
    if kind != "call" {
        return false;
    }
    let (Some(function), Some(given)) = (field(node, "function"), field(node, "arguments")) else {
        return false;
    };
    let name = text_of(text, function);
    let written = |at: u32| {
        let argument = given.named_child(at);
        argument
            .is_some_and(|a| a.kind() == "string" && !children(a).any(|part| part.kind() == "interpolation"))
    };
    match name.rsplit_once('.').map_or(name, |(_, last)| last) {
        "getattr" => !written(1),
        "methodcaller" | "attrgetter" => !written(0),
        "globals" | "locals" | "dir" | "getmembers" => true,
        // Of a value these are its fields.
        "vars" => given.named_child(0).is_none_or(|a| a.kind() != "identifier" || text_of(text, a) == "cls"),
        _ => false,
    }
}

/// The bodies of what begins with an underscore, stands in the module or in a class there, and is given to nobody; with
/// what a function takes and gives back.
pub(super) fn bodies<'t>(text: &str, node: Node<'t>, kind: &str) -> Option<Vec<Node<'t>>> {
    let name = text_of(text, field(node, "name")?);
    // `_repr_html_` and `__call__` are called by whoever knows the custom.
    if !name.starts_with('_') || name.ends_with('_') || !is_quiet(text, node) || !is_reached(text, node) {
        return None;
    }
    let body = field(node, "body")?;
    match kind {
        "function_definition" => {
            let named = ["parameters", "return_type"].iter().filter_map(|part| field(node, part));
            Some(named.chain([body]).collect())
        }
        // What is made of a base may be found by that.
        "class_definition" if field(node, "superclasses").is_none() => {
            let plain = |member: Node<'t>| match member.kind() {
                "decorated_definition" => field(member, "definition"),
                _ => Some(member),
            };
            let functions = children(body).filter_map(plain).filter(|m| m.kind() == "function_definition");
            Some(functions.filter_map(|m| field(m, "body")).collect())
        }
        _ => None,
    }
}

/// Tells whether no decorator gives a definition to others.
fn is_quiet(text: &str, node: Node<'_>) -> bool {
    let Some(above) = node.parent().filter(|p| p.kind() == "decorated_definition") else { return true };
    children(above).filter(|c| c.kind() == "decorator").all(|decorator| {
        let said = text_of(text, decorator).trim_start_matches('@');
        let said = said.split('(').next().unwrap_or(said).trim();
        let last = said.rsplit_once('.').map_or(said, |(_, last)| last);
        // `@total.setter` belongs to a property of the class.
        QUIET.contains(&last) || matches!(last, "setter" | "deleter" | "getter")
    })
}

/// Tells whether a definition is reached by its name alone: from the module, or from classes that others know nothing of.
fn is_reached(text: &str, node: Node<'_>) -> bool {
    let mut at = node;
    while let Some(above) = at.parent() {
        match above.kind() {
            "class_definition" if !is_own(text, above, 0) || !is_quiet(text, above) => return false,
            "function_definition" | "lambda" => return false,
            _ => {}
        }
        at = above;
    }
    true
}

/// Tells whether no base of a class can call its methods but what stands in the same file.
fn is_own(text: &str, class: Node<'_>, depth: usize) -> bool {
    let Some(bases) = field(class, "superclasses") else { return true };
    children(bases).all(|base| {
        let said = text_of(text, base);
        let name = said.split('[').next().unwrap_or(said);
        if QUIET_BASES.contains(&name) {
            return true;
        }
        let root = std::iter::successors(Some(class), |n| n.parent()).last();
        let all = root.into_iter().flat_map(children).map(|n| field(n, "definition").unwrap_or(n));
        let mut named = all.filter(|n| {
            n.kind() == "class_definition" && field(*n, "name").is_some_and(|n| text_of(text, n) == name)
        });
        depth < DEEPEST && named.next().is_some_and(|n| is_quiet(text, n) && is_own(text, n, depth + 1))
    })
}

//! Functions, methods and classes of Python whose names say that they are nobody else's: `_pay`.

use std::collections::BTreeMap;

use tree_sitter::Node;

use super::super::fields::Fields as _;
use super::{Grammar, children, field};

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
/// How many bases are followed one to the other, and how many of one class.
const DEEPEST: usize = 4;
const WIDEST: usize = 6;

fn text_of<'s>(text: &'s str, node: Node<'_>) -> &'s str {
    text.get(node.byte_range()).unwrap_or("")
}

/// Tells whether a text stands for itself, as the one at the head of a function does.
pub(super) fn only_says(node: Node<'_>, kind: &str) -> bool {
    let alone = || node.part(0).filter(|_| node.is_single());
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
        "vars" => given.part(0).is_none_or(|a| a.kind() != "identifier" || text_of(text, a) == "cls"),
        _ => false,
    }
}

/// The bodies of what begins with an underscore, stands in the module or in a class there, and is given to nobody; with
/// what a function takes and gives back.
pub(super) fn bodies<'t>(
    text: &str,
    around: &Around<'_>,
    node: Node<'t>,
    kind: &str,
) -> Option<Vec<Node<'t>>> {
    let name = text_of(text, field(node, "name")?);
    // `_repr_html_` and `__call__` are called by whoever knows the custom.
    if !name.starts_with('_') || name.ends_with('_') || !around.reaches(node) || !is_quiet(text, node) {
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

/// The classes of a file, and what stands around the place that is looked at.
pub(super) struct Around<'t> {
    classes: BTreeMap<&'t str, Node<'t>>,
    /// Functions and classes, each with its end; of a class whether others know nothing of it.
    open: Vec<(usize, Option<bool>)>,
}

impl<'t> Around<'t> {
    pub(super) fn of(grammar: Grammar, text: &'t str, root: Node<'t>) -> Self {
        let mut classes = BTreeMap::new();
        if grammar == Grammar::Python {
            let all = children(root).map(|n| field(n, "definition").unwrap_or(n));
            for class in all.filter(|n| n.kind() == "class_definition") {
                classes.extend(field(class, "name").map(|name| (text_of(text, name), class)));
            }
        }
        Self { classes, open: Vec::new() }
    }

    /// Takes a node, after it was looked at.
    pub(super) fn enter(&mut self, text: &str, node: Node<'t>, kind: &str) {
        let known = match kind {
            "class_definition" => Some(self.is_own(text, node, 0) && is_quiet(text, node)),
            "function_definition" | "lambda" => None,
            _ => return,
        };
        self.open.retain(|(end, _)| *end > node.start_byte());
        self.open.push((node.end_byte(), known));
    }

    /// What stands around a node, the outermost first.
    fn above(&self, node: Node<'_>) -> impl DoubleEndedIterator<Item = Option<bool>> {
        let start = node.start_byte();
        self.open.iter().filter(move |(end, _)| *end > start).map(|(_, known)| *known)
    }

    /// Tells whether a node stands in a function, and not in a class there.
    pub(super) fn is_in_function(&self, node: Node<'_>) -> bool {
        self.above(node).next_back() == Some(None)
    }

    /// Tells whether a definition is reached by its name alone: from the module, or from classes that others know nothing of.
    fn reaches(&self, node: Node<'_>) -> bool {
        self.above(node).all(|known| known == Some(true))
    }

    /// Tells whether no base of a class can call its methods but what stands in the same file.
    fn is_own(&self, text: &str, class: Node<'_>, depth: usize) -> bool {
        let Some(bases) = field(class, "superclasses") else { return true };
        bases.named_child_count() <= WIDEST
            && children(bases).all(|base| {
                let said = text_of(text, base);
                let name = said.split('[').next().unwrap_or(said);
                let own = |class: &Node<'_>| is_quiet(text, *class) && self.is_own(text, *class, depth + 1);
                QUIET_BASES.contains(&name) || depth < DEEPEST && self.classes.get(name).is_some_and(own)
            })
    }
}

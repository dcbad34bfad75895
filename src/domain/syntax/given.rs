//! What a module of Python gives to whoever takes all of it: what its `__all__` lists, else every name without an underscore
//! before it.

use std::collections::BTreeSet;

use tree_sitter::Node;

use super::fields::Fields as _;
use super::walk::Walk;

/// The names that `from pay import *` brings in.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Given {
    /// What `__all__` lists, where there is one.
    listed: Option<BTreeSet<String>>,
    /// A part of the list is computed.
    computed: bool,
}

impl Given {
    /// Tells whether the module says itself that it gives a name.
    pub(crate) fn lists(&self, name: &str) -> bool {
        self.listed.as_ref().is_some_and(|listed| listed.contains(name))
    }

    /// Tells whether a name is among them; nothing where a computed part may hold it.
    pub(crate) fn has(&self, name: &str) -> Option<bool> {
        match &self.listed {
            None => Some(!name.starts_with('_')),
            Some(listed) if listed.contains(name) => Some(true),
            Some(_) => {
                if self.computed {
                    None
                } else {
                    Some(false)
                }
            }
        }
    }
}

/// Takes what a node says of `__all__`, at the top of a module.
pub(super) fn look(walk: &mut Walk<'_>, node: Node<'_>, kind: &str) {
    let (of, value) = match kind {
        "assignment" | "augmented_assignment" => ("left", "right"),
        "call" => ("function", "arguments"),
        _ => return,
    };
    let Some(of) = node.field(of).map(|n| walk.text_of(n)) else { return };
    let adds = matches!(of, "__all__.extend" | "__all__.append") || kind == "augmented_assignment";
    if !(of == "__all__" || kind == "call" && of.starts_with("__all__.")) || walk.is_local() {
        return;
    }
    let Some(value) = node.field(value) else { return };
    let names = if kind == "call" && !adds { None } else { names(walk, value) };
    let given = &mut walk.out.given;
    if !adds {
        given.computed = false;
    }
    let listed = given.listed.get_or_insert_default();
    match names {
        Some(names) if adds => listed.extend(names),
        Some(names) => *listed = names,
        None => given.computed = true,
    }
}

/// The names of a list that is written out: `["pay"]`, `("pay",)`, `(["pay"])`, `["pay"] + ["refund"]`.
fn names(walk: &Walk<'_>, list: Node<'_>) -> Option<BTreeSet<String>> {
    let mut names = BTreeSet::new();
    let mut open = vec![list];
    while let Some(node) = open.pop() {
        match node.kind() {
            "list" | "tuple" | "set" | "argument_list" | "parenthesized_expression" => {
                open.extend(
                    (0..node.named_child_count().min(2_000)).filter_map(|at| node.named_child(at as u32)),
                );
            }
            "binary_operator" if node.field("operator").is_some_and(|o| o.kind() == "+") => {
                open.extend(node.field("left"));
                open.extend(node.field("right"));
            }
            "string" => {
                let written = walk.text_of(node);
                let name = written.trim_matches(['"', '\'']);
                if written.starts_with(['"', '\'']) {
                    names.insert(name.to_owned());
                } else {
                    return None;
                }
            }
            "comment" => {}
            _ => return None,
        }
    }
    Some(names)
}

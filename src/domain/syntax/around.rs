//! What is known of a place before its names are met: who binds them, what is thrown away, what is for types alone.
//!
//! Each node is looked at as the pass enters it, so that what it says of the names below it is there when they come.

use std::collections::BTreeMap;
use std::ops::Range;

use tree_sitter::Node;

use super::Grammar;
use super::fields::Fields as _;
use super::unrun;
use super::walk::Walk;

/// What is known of places ahead.
#[derive(Debug, Default)]
pub(super) struct Around {
    /// Values that are named and thrown away.
    pub(super) discarded: Vec<Range<usize>>,
    /// The modules and classes of Ruby around a place by their full names, each with its end.
    pub(super) spaces: Vec<(usize, String)>,
    /// Names that a Python module imports and then gives to something else, with the place from which on.
    pub(super) redefined: BTreeMap<String, usize>,
}

impl Walk<'_> {
    /// Takes from a node what it says of the names below it.
    pub(super) fn look_ahead(&mut self, node: Node<'_>, kind: &str, field: Option<&str>) {
        if !node.is_named() {
            return;
        }
        // Types are gone when the program runs; so is a value that only lends its type.
        let aliased = || {
            field == Some("value") && self.stack.last().is_some_and(|f| f.kind == "type_alias_declaration")
        };
        if self.grammar.is_script()
            && (matches!(kind, "type_query" | "type_annotation" | "type_arguments") || aliased())
        {
            self.types_until = self.types_until.max(node.end_byte());
        }
        self.discard(node, kind);
        unrun::look(self, node, kind);
        self.bind(node, kind);
        self.name_in_full(node, kind, field);
        self.lend(node, kind);
        if self.tests {
            self.try_out(node, kind);
        }
    }

    /// A method of C# that is called on its first parameter.
    fn lend(&mut self, node: Node<'_>, kind: &str) {
        if self.grammar != Grammar::CSharp || kind != "method_declaration" {
            return;
        }
        let first = node.field("parameters").and_then(|p| p.part(0));
        let lends = first.and_then(|f| f.part(0)).is_some_and(|m| self.text_of(m) == "this");
        if let Some(name) = node.field("name").filter(|_| lends) {
            let name = self.text_of(name).to_owned();
            self.out.lent.insert(name);
        }
    }

    /// Tells whether a name of Java is called by itself, not of a value: `total(1)`.
    pub(super) fn is_bare_call(&self, node: Node<'_>, parent: &str) -> bool {
        self.grammar == Grammar::Java
            && parent == "method_invocation"
            && !self.text[..node.start_byte()].trim_end().ends_with(['.', '>'])
    }
}

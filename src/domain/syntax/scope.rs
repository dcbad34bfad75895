//! Local names that hide those of the file: parameters, and what a function declares above the use.

use tree_sitter::Node;

use super::Grammar;
use super::names::is_function;
use super::walk::Walk;

impl Walk<'_> {
    fn hides(&self) -> bool {
        self.grammar.is_script() || matches!(self.grammar, Grammar::Python | Grammar::Rust | Grammar::Go)
    }

    /// Where the scope ends that a name declared here belongs to; nothing outside of functions.
    fn scope_end(&self) -> Option<usize> {
        let scope = |kind: &str| {
            is_function(kind)
                || kind.ends_with("_signature")
                || matches!(
                    kind,
                    "function_type" | "constructor_type" | "function_signature_item" | "method_elem"
                )
                || self.grammar != Grammar::Python
                    && matches!(
                        kind,
                        "statement_block" | "block" | "catch_clause" | "for_statement" | "for_in_statement"
                    )
                || self.grammar == Grammar::Go && kind == "if_statement"
        };
        self.stack.iter().rev().find(|f| scope(f.kind)).map(|f| f.end)
    }

    fn hide(&mut self, name: &str, from: usize) {
        if let Some(end) = self.scope_end().filter(|_| self.hides() && !name.is_empty()) {
            self.hidden.entry(name.to_owned()).or_default().push((from, end));
        }
    }

    /// A local declaration hides the name from its end on. One that brings in a module is an import.
    pub(super) fn hide_declared(&mut self, node: Node<'_>, kind: &str, name: &str) {
        let value = node.child_by_field_name("value").map_or("", |v| self.text_of(v));
        if kind == "variable_declarator" && (value.contains("import(") || value.contains("require(")) {
            return;
        }
        let from = if is_function(kind) { node.start_byte() } else { node.end_byte() };
        self.hide(name, from);
    }

    /// A parameter hides the name at once, an assigned variable once its value was read.
    pub(super) fn hide_bound(&mut self, node: Node<'_>, parent: &str) {
        let pattern =
            |kind: &str| kind.ends_with("_pattern") || matches!(kind, "expression_list" | "pattern_list");
        let holder = self.stack.iter().rev().find(|f| !pattern(f.kind)).map(|f| (f.kind, f.end));
        let Some((holder, end)) = holder else { return };
        let from = match holder {
            "variable_declarator"
            | "pair"
            | "keyword_argument"
            | "field_initializer"
            | "keyed_element"
            | "field_declaration"
            | "jsx_attribute" => return,
            "let_declaration" | "assignment" | "short_var_declaration" | "range_clause" => end,
            _ => node.start_byte(),
        };
        if parent == "pair_pattern" || holder == "assignment" && !self.is_local() {
            return;
        }
        let name = self.text_of(node).to_owned();
        self.hide(&name, from);
    }

    /// Names that `:=` and `for … range` of Go give a value to.
    pub(super) fn is_assigned(&self, parent: &str, kind: &str) -> bool {
        if self.grammar != Grammar::Go || parent != "expression_list" || kind != "identifier" {
            return false;
        }
        let mut above = self.stack.iter().rev();
        let left = above.next().is_some_and(|f| f.field == Some("left"));
        left && above.next().is_some_and(|f| matches!(f.kind, "short_var_declaration" | "range_clause"))
    }

    /// Tells whether a name stands for a local one.
    pub(super) fn is_hidden(&self, node: Node<'_>) -> bool {
        let at = node.start_byte();
        let Some(places) = self.hidden.get(self.text_of(node)) else { return false };
        places.iter().rev().take(40).any(|(from, end)| *from <= at && at < *end)
    }
}

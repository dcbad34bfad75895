//! Statements around the work of a function that are none of it: checks of what it is given, and attempts at nothing.

use tree_sitter::Node;

use super::acts::writes_line;
use super::body::statements;
use super::fields::Fields as _;
use super::idle::{Idle, is_block};
use super::truth::choice;

impl Idle<'_, '_> {
    /// Tells whether a statement only looks at what is there and ends the function where that will not do.
    pub(super) fn guards(&self, statement: Node<'_>) -> bool {
        let inner = match statement.kind() {
            "expression_statement" => statement.part(0).unwrap_or(statement),
            _ => statement,
        };
        let checks = matches!(
            inner.kind(),
            "if_statement" | "if_expression" | "if" | "unless" | "if_modifier" | "unless_modifier"
        );
        let Some(parts) = choice(inner).filter(|_| checks && inner.field("alternative").is_none()) else {
            return false;
        };
        let Some(taken) = parts.taken.or(parts.other).filter(|_| self.is_pure(parts.condition)) else {
            return false;
        };
        let ends = |node: Node<'_>| {
            let text = self.walk.text_of(node);
            ["return", "throw", "raise"].iter().any(|word| text.starts_with(word))
        };
        let all = if is_block(taken.kind()) { statements(taken) } else { vec![taken] };
        all.len() == 1 && all.iter().all(|one| ends(*one))
    }

    /// Tells whether all that is tried is to write a line and to give back a constant: nothing that can fail.
    pub(super) fn tries_nothing(&self, tried: Node<'_>) -> bool {
        let all = statements(tried);
        !all.is_empty()
            && all.iter().all(|statement| match statement.kind() {
                "return_statement" | "return" => {
                    Self::children(*statement).all(|value| self.constants.is(value, 0))
                }
                "expression_statement" => statement.part(0).is_some_and(|call| {
                    let text = self.walk.text_of(call);
                    writes_line(text.split(['(', ' ', '!']).next().unwrap_or_default())
                }),
                _ => false,
            })
    }
}

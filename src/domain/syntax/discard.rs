//! Values that are named and thrown away: `_ = total`, `void total`, `nameof(Cart)`. To name is not to use.
//!
//! A value that is called, computed or given on is no part of this, whatever becomes of the result. A hook may work by being
//! called; that nothing of what it hands out is used is kept for links that ask for that.

use tree_sitter::Node;

use super::fields::Fields as _;
use super::walk::Walk;
use super::{Grammar, IdleHook};

impl Walk<'_> {
    /// Marks what a statement throws away.
    pub(super) fn discard(&mut self, node: Node<'_>, kind: &str) {
        let field = |name: &str| node.field(name);
        let blank = |left: Option<Node<'_>>| left.is_some_and(|l| is_blank(self.text_of(l)));
        let mut found: Vec<Node<'_>> = Vec::new();
        match (self.grammar, kind) {
            (Grammar::Python, "global_statement" | "nonlocal_statement" | "delete_statement") => {
                found.push(node);
            }
            (_, "expression_statement") if node.is_single() => found.extend(node.part(0)),
            (Grammar::TypeScript | Grammar::Tsx | Grammar::JavaScript, "variable_declarator") => {
                let unused = self.unused_hook(node);
                self.out.idle_hooks.extend(unused);
            }
            (Grammar::TypeScript | Grammar::Tsx | Grammar::JavaScript, "unary_expression") => {
                // What kind of thing a name stands for is asked of it without using it.
                let voids = field("operator").is_some_and(|o| matches!(o.kind(), "void" | "typeof"));
                found.extend(field("argument").filter(|_| voids));
            }
            (Grammar::Python | Grammar::Ruby, "assignment")
            | (Grammar::CSharp | Grammar::Rust, "assignment_expression")
                if blank(field("left")) && !self.calls_blank() =>
            {
                found.extend(field("right"));
            }
            // `defined?(Mail)`, `send.__name__`
            (Grammar::Ruby, "unary") => {
                let asks = field("operator").is_some_and(|o| o.kind() == "defined?");
                found.extend(field("operand").filter(|_| asks));
            }
            (Grammar::Python, "attribute") => {
                let names = ["__name__", "__doc__", "__qualname__"];
                let asks = field("attribute").is_some_and(|a| names.contains(&self.text_of(a)));
                found.extend(field("object").filter(|_| asks));
            }
            (Grammar::Rust, "let_declaration") if blank(field("pattern")) => found.extend(field("value")),
            (Grammar::Rust, "const_item") if blank(field("name")) => found.extend(field("value")),
            (Grammar::CSharp | Grammar::Java, "variable_declarator") if blank(field("name")) => {
                let last = node.named_child_count().saturating_sub(1);
                found.extend(node.named_child(last as u32));
            }
            (Grammar::CSharp, "invocation_expression") => {
                let of = field("function").filter(|f| self.text_of(*f) == "nameof");
                found.extend(of.and_then(|_| field("arguments")));
            }
            (Grammar::Go, "assignment_statement" | "short_var_declaration") => {
                let (Some(left), Some(right)) = (field("left"), field("right")) else { return };
                found.extend(opposite(left, right, |l| is_blank(self.text_of(l))));
            }
            (Grammar::Go, "var_spec" | "const_spec") => {
                let mut cursor = node.walk();
                let names: Vec<Node<'_>> = node.children_by_field_name("name", &mut cursor).collect();
                let values = field("value").into_iter().flat_map(children);
                found.extend(
                    names.into_iter().zip(values).filter(|(n, _)| is_blank(self.text_of(*n))).map(|(_, v)| v),
                );
            }
            _ => return,
        }
        let whole = |n: &Node<'_>| {
            matches!(n.kind(), "argument_list") || n.kind().ends_with("_statement") || is_chain(*n, 0)
        };
        let found: Vec<_> = found.iter().filter(|n| whole(n)).map(Node::byte_range).collect();
        self.around.discarded.extend(found);
    }

    /// The hook of a declaration of which nothing is used that it hands out: `const { mutate } = useCharge();`.
    fn unused_hook(&self, declarator: Node<'_>) -> Option<IdleHook> {
        let mut value = declarator.field("value")?;
        if value.kind() == "await_expression" {
            value = value.part(0)?;
        }
        let hook = value.field("function").filter(|f| f.kind() == "identifier")?;
        let is_hook =
            self.text_of(hook).strip_prefix("use").is_some_and(|rest| rest.starts_with(char::is_uppercase));
        let list = declarator.parent().and_then(|list| list.parent());
        if !is_hook || list.is_some_and(|p| p.kind() == "export_statement") {
            return None;
        }
        let mut open = vec![declarator.field("name")?];
        let mut names = Vec::new();
        while let Some(node) = open.pop() {
            if matches!(node.kind(), "identifier" | "shorthand_property_identifier_pattern") {
                // A name that begins so says itself that only the call is meant.
                if self.text_of(node).starts_with('_') || self.stands_again(self.text_of(node)) {
                    return None;
                }
                names.push(self.text_of(node).to_owned());
            }
            open.extend(children(node));
        }
        let line = self.line(declarator.start_byte());
        (!names.is_empty()).then(|| IdleHook { hook: self.text_of(hook).to_owned(), names, line })
    }

    /// Tells whether a name stands in the file more than once, what surrounds the scripts of a component counted in.
    fn stands_again(&self, name: &str) -> bool {
        let joins = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        let times = |text: &str| text.split(|c: char| !joins(c)).filter(|word| *word == name).take(2).count();
        times(self.text) + self.beside.map_or(0, times) > 1
    }

    /// Tells whether a name stands in a value that is thrown away.
    pub(super) fn is_discarded(&self, node: Node<'_>) -> bool {
        let at = node.start_byte();
        self.around.discarded.iter().rev().take(8).any(|r| r.contains(&at))
    }

    /// `_ = gettext` gives the name `_` to a function, which is then called.
    fn calls_blank(&self) -> bool {
        let joins = |c: char| c.is_alphanumeric() || c == '_';
        self.grammar == Grammar::Python
            && self
                .text
                .match_indices("_(")
                .any(|(at, _)| !self.text[..at].chars().next_back().is_some_and(joins))
    }
}

/// A name that says that nobody asks for it.
fn is_blank(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|b| b == b'_')
}

fn children<'t>(node: Node<'t>) -> impl Iterator<Item = Node<'t>> {
    (0..node.named_child_count().min(200)).filter_map(move |at| node.named_child(at as u32))
}

/// The values on the right that stand opposite to what is wanted on the left.
fn opposite<'t>(left: Node<'t>, right: Node<'t>, wanted: impl Fn(Node<'t>) -> bool) -> Vec<Node<'t>> {
    children(left).zip(children(right)).filter(|(l, _)| wanted(*l)).map(|(_, r)| r).collect()
}

/// Tells whether a value is but a name, or one reached through others.
fn is_chain(node: Node<'_>, depth: usize) -> bool {
    match node.kind() {
        "identifier" | "constant" | "this" | "self" | "crate" | "super" => true,
        "member_expression"
        | "selector_expression"
        | "attribute"
        | "scoped_identifier"
        | "member_access_expression"
        | "field_access"
        | "field_expression"
        | "scope_resolution"
        | "parenthesized_expression"
        | "parenthesized_statements"
        | "generic_function"
        | "reference_expression"
        | "method_reference" => depth < 12 && node.part(0).is_some_and(|inner| is_chain(inner, depth + 1)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::outline;
    use crate::domain::ids::RepoPath;

    fn uses(name: &str, text: &str) -> bool {
        let path = RepoPath::parse(name).expect("a path");
        outline(&path, text).expect("an outline").uses.contains_key("Crane")
    }

    #[test]
    fn to_ask_what_a_name_is_does_not_use_it() {
        for (name, text) in [
            ("a.ts", "import { Crane } from './crane';\nconst there = typeof Crane === 'function';"),
            ("a.ts", "import { Crane } from './crane';\nif (typeof Crane !== 'undefined') start();"),
            ("a.rb", "def lift\n  start if defined?(Crane)\nend\n"),
            ("a.py", "from yard import Crane\nTITLE = Crane.__name__\n"),
            ("a.py", "from yard import Crane\nTITLE = Crane.lift.__qualname__\n"),
        ] {
            assert!(!uses(name, text), "{name}: {text}");
        }
    }

    #[test]
    fn what_is_asked_and_used_is_used() {
        for (name, text) in [
            ("a.ts", "import { Crane } from './crane';\nif (typeof Crane === 'function') new Crane();"),
            ("a.rb", "def lift\n  Crane.start if defined?(Crane)\nend\n"),
            ("a.py", "from yard import Crane\nTITLE = Crane.__name__ + str(Crane(1))\n"),
            ("a.py", "from yard import Crane\nTITLE = Crane.named\n"),
        ] {
            assert!(uses(name, text), "{name}: {text}");
        }
    }
}

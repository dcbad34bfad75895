//! The children of a node by the names that its grammar gives them, and by their place among those that are no comments.
//!
//! tree-sitter goes through all names of a grammar for each question, and questions by name are most of what is asked of a
//! tree: the number of each name is looked up once.

use std::num::NonZeroU16;
use std::sync::LazyLock;

use tree_sitter::{Language, Node};

use super::Grammar;
use super::names::is_comment;

/// The names of a grammar's fields, by how long they are.
struct Names {
    language: Language,
    by_length: Vec<Vec<(String, NonZeroU16)>>,
}

static ALL: LazyLock<Vec<Names>> = LazyLock::new(|| Grammar::ALL.into_iter().map(Names::of).collect());

impl Names {
    fn of(grammar: Grammar) -> Self {
        let language = grammar.language();
        let mut by_length: Vec<Vec<_>> = Vec::new();
        for id in (1..=language.field_count()).filter_map(|id| NonZeroU16::new(u16::try_from(id).ok()?)) {
            let Some(name) = language.field_name_for_id(id.get()) else { continue };
            if by_length.len() <= name.len() {
                by_length.resize_with(name.len() + 1, Vec::new);
            }
            by_length[name.len()].push((name.to_owned(), id));
        }
        Self { language, by_length }
    }

    fn id(&self, name: &str) -> Option<u16> {
        let found = self.by_length.get(name.len())?.iter().find(|(known, _)| *known == name);
        found.map(|(_, id)| id.get())
    }
}

/// How many children are looked at before a part is none.
const MOST: usize = 60;

/// What is asked of a node by the name of a field, or by the place of a child.
pub(super) trait Fields<'t> {
    /// Returns the first child that has the name; nothing where none has, or where the grammar knows no such name.
    fn field(&self, name: &str) -> Option<Node<'t>>;

    /// Returns a named child by its place among those that are no comments, which stand wherever people put them:
    /// `return ( // for the scanner⏎ total );`.
    fn part(&self, place: usize) -> Option<Node<'t>>;

    /// Tells whether a node has one named child that is no comment.
    fn is_single(&self) -> bool {
        self.part(0).is_some() && self.part(1).is_none()
    }
}

impl<'t> Fields<'t> for Node<'t> {
    fn field(&self, name: &str) -> Option<Node<'t>> {
        let language = self.language();
        match ALL.iter().find(|names| names.language == *language) {
            Some(names) => self.child_by_field_id(names.id(name)?),
            None => self.child_by_field_name(name),
        }
    }

    fn part(&self, place: usize) -> Option<Node<'t>> {
        let mut left = place;
        for at in 0..self.named_child_count().min(MOST) {
            let child = self.named_child(at as u32)?;
            if child.is_extra() && is_comment(child.kind()) {
                continue;
            }
            if left == 0 {
                return Some(child);
            }
            left -= 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;

    #[test]
    fn each_node_has_the_children_that_its_grammar_names() {
        for (grammar, text) in [
            (Grammar::TypeScript, "export const pay = (a: number) => (a ? b(1) : c);"),
            (Grammar::Tsx, "const A = () => <b onClick={go}>x</b>;"),
            (Grammar::JavaScript, "if (a && b) { c.d = e; } else { f(); }"),
            (Grammar::Python, "def pay(a: int = 1) -> int:\n    return a if b else c\n"),
            (Grammar::Rust, "impl A { fn pay(&self) -> u8 { self.a[0].b() } }"),
            (Grammar::Go, "package a\n\nfunc (t Till) Pay(a int) int { return a }\n"),
            (Grammar::Java, "class A { int pay(int a) { return a + 1; } }"),
            (Grammar::CSharp, "class A { int Pay(int a) => a + 1; }"),
            (Grammar::Ruby, "def pay(a)\n  a.b(c) unless d\nend\n"),
        ] {
            let tree = parse(grammar, text).expect("a tree");
            let language = grammar.language();
            let names: Vec<&str> =
                (1..=language.field_count()).filter_map(|id| language.field_name_for_id(id as u16)).collect();
            let (mut open, mut met) = (vec![tree.root_node()], 0);
            while let Some(node) = open.pop() {
                for name in names.iter().copied().chain(["no_such_name", ""]) {
                    let wanted = node.child_by_field_name(name);
                    assert_eq!(node.field(name), wanted, "{grammar:?} {name}");
                    met += usize::from(wanted.is_some());
                }
                open.extend((0..node.child_count()).filter_map(|at| node.child(at)));
            }
            assert!(met > 3, "{grammar:?}");
        }
    }
}

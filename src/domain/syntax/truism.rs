//! Checks in which nothing of the work stands: `expect(1 + 1).toBe(2)`, `assert 1 == 1`, `expect(() => {}).not.toThrow()`. They
//! hold whatever the work does.
//!
//! By the tree: a check is one where a name stands that is neither a word of the framework nor that of a constant.

use tree_sitter::Node;

use super::Grammar;
use super::fields::Fields as _;
use super::names::{is_function, is_name};
use super::walk::Walk;

/// How many nodes of a check are looked at.
const MOST: usize = 60;

/// The words by which a check begins that asks something of a value it is given. Others ask a page, an answer, a database.
fn begins(grammar: Grammar) -> &'static [&'static str] {
    match grammar {
        Grammar::TypeScript | Grammar::Tsx | Grammar::JavaScript => &["expect", "assert"],
        Grammar::Python => &[
            "assertTrue",
            "assertFalse",
            "assertEqual",
            "assertEquals",
            "assertNotEqual",
            "assertIs",
            "assertIsNot",
            "assertIsNone",
            "assertIsNotNone",
            "assertIn",
            "assertNotIn",
            "assertGreater",
            "assertLess",
            "assertAlmostEqual",
        ],
        Grammar::Rust => &["assert", "assert_eq", "assert_ne", "debug_assert", "debug_assert_eq"],
        Grammar::Go => &["assert", "require"],
        Grammar::Java => &[
            "assertTrue",
            "assertFalse",
            "assertEquals",
            "assertNotEquals",
            "assertNull",
            "assertNotNull",
            "assertSame",
            "assertThat",
            "assertArrayEquals",
            "Assertions",
            "Assert",
        ],
        Grammar::CSharp => &["Assert", "ClassicAssert"],
        Grammar::Ruby => &[
            "expect",
            "assert",
            "refute",
            "assert_equal",
            "refute_equal",
            "assert_not",
            "assert_nil",
            "refute_nil",
            "assert_same",
            "assert_includes",
            "assert_instance_of",
        ],
    }
}

/// Words beside those that may stand in such a check, and are none of the work.
const BESIDE: [&str; 24] = [
    "t",
    "be",
    "eq",
    "eql",
    "equal",
    "is",
    "not",
    "equalTo",
    "undefined",
    "nil",
    "NaN",
    "Infinity",
    "be_truthy",
    "be_falsey",
    "be_nil",
    "self",
    "True",
    "Is",
    "EqualTo",
    "Should",
    "to",
    "not_to",
    "to_not",
    "raise_error",
];

impl Walk<'_> {
    /// Tells whether a node is a check in which nothing of the work stands.
    pub(super) fn asks_constants(&self, node: Node<'_>) -> bool {
        let kind = node.kind();
        let field = |name: &str| node.field(name);
        let text = |n: Option<Node<'_>>| n.map_or("", |n| self.text_of(n));
        match (self.grammar, kind) {
            (Grammar::Python, "assert_statement") => self.names_nothing(node),
            (Grammar::Python, "call") => {
                let method = text(field("function")).strip_prefix("self.").unwrap_or_default();
                begins(self.grammar).contains(&method) && self.names_nothing_in(field("arguments"))
            }
            (Grammar::Rust, "macro_invocation") => {
                begins(self.grammar).contains(&text(field("macro"))) && self.names_nothing(node)
            }
            // `if 1+1 != 2 { t.Fatal("no") }`
            (Grammar::Go, "if_statement") => {
                field("initializer").is_none()
                    && text(field("consequence")).contains("t.")
                    && field("condition").is_some_and(|asked| self.names_nothing(asked))
            }
            (_, "call_expression" | "method_invocation" | "invocation_expression" | "call") => {
                let inside = node.parent().is_some_and(|p| {
                    matches!(
                        p.kind(),
                        "member_expression" | "selector_expression" | "member_access_expression"
                    ) || p.field("receiver") == Some(node)
                        || p.field("object") == Some(node)
                });
                !inside && self.begins_check(node) && self.names_nothing(node)
            }
            _ => false,
        }
    }

    /// Tells whether a call, or the one that it is asked of, begins with a word that checks a value: `expect(a).toBe(b)`.
    fn begins_check(&self, node: Node<'_>) -> bool {
        let text = self.text_of(node);
        let first = text.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
        let bare = text.strip_prefix("true").or_else(|| text.strip_prefix("false"));
        begins(self.grammar).contains(&first)
            // `true.Should().BeTrue()`
            || self.grammar == Grammar::CSharp && bare.is_some_and(|rest| rest.starts_with(".Should()"))
    }

    fn names_nothing_in(&self, node: Option<Node<'_>>) -> bool {
        node.is_some_and(|list| list.named_child_count() > 0 && self.names_nothing(list))
    }

    /// Tells whether no name of the work stands in a check.
    fn names_nothing(&self, check: Node<'_>) -> bool {
        let mut open = vec![(check, 0)];
        let mut met = 0;
        while let Some((node, depth)) = open.pop() {
            met += 1;
            let kind = node.kind();
            if met > MOST
                || matches!(kind, "this" | "super" | "await_expression" | "await" | "type_identifier")
            {
                return false;
            }
            // A function with a body may do anything.
            if is_function(kind) {
                let body = node.field("body");
                if body.is_some_and(|body| body.named_child_count() > 0) {
                    return false;
                }
                continue;
            }
            let named = is_name(kind) || matches!(kind, "instance_variable" | "scoped_identifier");
            if named && !self.is_beside(node) {
                let value = self.value_of(node).filter(|_| kind == "identifier" && depth < 6);
                match value {
                    Some(value) => open.push((value, depth + 1)),
                    None => return false,
                }
                continue;
            }
            let children =
                (0..node.named_child_count().min(MOST)).filter_map(|at| node.named_child(at as u32));
            open.extend(children.map(|child| (child, depth)));
        }
        true
    }

    /// Tells whether a name is a word of the framework, or only says what is asked of a value: `.toBe`, `.isTrue()`.
    fn is_beside(&self, name: Node<'_>) -> bool {
        let text = self.text_of(name);
        if begins(self.grammar).contains(&text) || BESIDE.contains(&text) {
            return true;
        }
        let Some(parent) = name.parent() else { return false };
        let is = |field: &str| parent.field(field) == Some(name);
        let asked_of = parent.field("object").or_else(|| parent.field("receiver"));
        match parent.kind() {
            "member_expression" => is("property"),
            "selector_expression" => is("field"),
            "member_access_expression" => is("name"),
            "attribute" => is("attribute"),
            "method_invocation" => is("name") && asked_of.is_some(),
            "call" => is("method") && asked_of.is_some(),
            _ => false,
        }
    }
}

//! The tests that a file of tests holds: which run, which do nothing, which are skipped.
//!
//! Only what a runner is known to skip whatever happens counts as skipped: no condition, no option of a command line.

use std::ops::Range;

use tree_sitter::Node;

use super::Grammar;
use super::body::statements;
use super::walk::Walk;

/// The tests of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Trials {
    /// How many do something.
    pub(crate) running: usize,
    /// How many are only named: an empty body, `it.todo`.
    pub(crate) idle: usize,
    /// The places of those that are skipped.
    pub(crate) skipped: Vec<Range<usize>>,
    /// Checks that hold whatever the work does.
    pub(crate) truisms: Vec<Range<usize>>,
}

/// What a node is as a test.
enum Trial {
    Running,
    Idle,
    Skipped,
}

impl Walk<'_> {
    /// Counts a test, and leaves out what a skipped one holds.
    pub(super) fn try_out(&mut self, node: Node<'_>, kind: &str) {
        let found = match self.grammar {
            Grammar::TypeScript | Grammar::Tsx | Grammar::JavaScript => self.script_trial(node, kind),
            Grammar::Python => self.python_trial(node, kind),
            Grammar::Rust => self.rust_trial(node, kind),
            Grammar::Go => self.go_trial(node, kind),
            Grammar::Java | Grammar::CSharp => self.marked_trial(node, kind),
            Grammar::Ruby => self.ruby_trial(node, kind),
        };
        if self.holds_anyhow(node, kind) {
            self.out.trials.truisms.push(node.byte_range());
        }
        match found {
            Some(Trial::Running) => self.out.trials.running += 1,
            Some(Trial::Idle) => self.out.trials.idle += 1,
            Some(Trial::Skipped) => {
                self.out.trials.skipped.push(node.byte_range());
                self.out.dead.push(node.byte_range());
                self.test_until = self.test_until.max(node.end_byte());
            }
            None => {}
        }
    }

    /// Tells whether a check holds whatever the work does: `assert 1`, `expect(one).toBe(1)` of a constant, `assert pay` of
    /// what is only brought in.
    fn holds_anyhow(&self, node: Node<'_>, kind: &str) -> bool {
        match kind {
            "assert_statement" if self.grammar == Grammar::Python => node
                .named_child(0)
                .is_some_and(|asked| self.truth(asked, 0) == Some(true) || self.is_brought(asked)),
            "call_expression" if self.grammar.is_script() => self.expects_constant(node).unwrap_or(false),
            _ => false,
        }
    }

    /// Tells whether a name of Python is that of a function, a class or a module, which are always true. A name in capitals
    /// is a value.
    fn is_brought(&self, asked: Node<'_>) -> bool {
        let name = self.text_of(asked);
        if asked.kind() != "identifier" || self.is_hidden(asked) || self.value_of(asked).is_some() {
            return false;
        }
        let value = name.starts_with("__") || !name.contains(char::is_lowercase);
        let brought = self.out.imports.iter().flat_map(|i| &i.names).any(|n| n.local == name);
        let declares = format!("def {name}(");
        brought && !value || self.text.lines().any(|line| line.starts_with(&declares))
    }

    /// `expect(1).toBe(1)`, `expect(one).toBeTruthy()`: neither side asks anything of the work.
    fn expects_constant(&self, node: Node<'_>) -> Option<bool> {
        let matcher = node.child_by_field_name("function").filter(|f| f.kind() == "member_expression")?;
        let expect = matcher.child_by_field_name("object").filter(|o| o.kind() == "call_expression")?;
        if self.text_of(expect.child_by_field_name("function")?) != "expect" {
            return None;
        }
        let given = expect.child_by_field_name("arguments")?;
        let wanted = node.child_by_field_name("arguments")?;
        let all = children(given).chain(children(wanted)).filter(|n| n.kind() != "comment");
        Some(given.named_child_count() > 0 && all.into_iter().all(|n| self.is_constant(n, 0)))
    }

    fn is_constant(&self, node: Node<'_>, depth: usize) -> bool {
        match node.kind() {
            "number" | "string" | "true" | "false" | "null" | "undefined" => true,
            "identifier" if depth < 6 => {
                self.value_of(node).is_some_and(|value| self.is_constant(value, depth + 1))
            }
            _ => false,
        }
    }

    /// The beginning of a node's text without blanks.
    fn head(&self, node: Node<'_>, most: usize) -> String {
        self.text_of(node).chars().filter(|c| !c.is_whitespace()).take(most).collect()
    }

    /// `it('adds', () => …)`, `describe.skip(…)`, `xit(…)`, `test('adds', { skip: true }, …)`.
    fn script_trial(&self, node: Node<'_>, kind: &str) -> Option<Trial> {
        if kind != "call_expression" {
            return None;
        }
        let head = self.head(node.child_by_field_name("function")?, 80);
        let head = head.split(['(', '`']).next().unwrap_or_default();
        let mut parts = head.split('.');
        let root = parts.next().unwrap_or_default();
        let bare = root.strip_prefix('x').unwrap_or(root);
        let single = matches!(bare, "it" | "test" | "specify");
        if !single && !matches!(bare, "describe" | "suite" | "context") {
            return None;
        }
        let ways: Vec<&str> = parts.collect();
        let arguments: Vec<Node<'_>> = children(node.child_by_field_name("arguments")?).collect();
        let does = arguments.iter().find(|a| matches!(a.kind(), "arrow_function" | "function_expression"));
        let Some(does) = does else {
            return (single && ways.contains(&"todo")).then_some(Trial::Idle);
        };
        let option = arguments
            .iter()
            .filter(|a| a.kind() == "object")
            .any(|o| self.head(*o, 200).contains("skip:true"));
        if root != bare || option || ways.contains(&"skip") {
            return Some(Trial::Skipped);
        }
        let body = does.child_by_field_name("body").filter(|_| single)?;
        Some(self.by_body(body, "statement_block", &[]))
    }

    fn python_trial(&self, node: Node<'_>, kind: &str) -> Option<Trial> {
        match kind {
            "decorated_definition" => {
                let skips = |said: &str| {
                    let mark = said.split('(').next().unwrap_or_default();
                    matches!(mark, "@pytest.mark.skip" | "@unittest.skip" | "@skip" | "@mark.skip")
                };
                let mut marks = children(node).filter(|c| c.kind() == "decorator");
                marks.any(|d| skips(&self.head(d, 40))).then_some(Trial::Skipped)
            }
            "function_definition" => {
                let name = node.child_by_field_name("name").map_or("", |n| self.text_of(n));
                let body = node.child_by_field_name("body").filter(|_| name.starts_with("test"))?;
                Some(self.by_body(body, "block", &["pytest.skip(", "self.skipTest("]))
            }
            _ => None,
        }
    }

    fn rust_trial(&self, node: Node<'_>, kind: &str) -> Option<Trial> {
        if kind != "function_item" {
            return None;
        }
        let (mut tests, mut ignored) = (false, false);
        let mut before = node.prev_named_sibling();
        while let Some(attribute) = before.filter(|n| n.kind() == "attribute_item") {
            let said = self.head(attribute, 80);
            let name = said.trim_start_matches("#[").split(['(', '=', ']']).next().unwrap_or_default();
            ignored |= name == "ignore";
            tests |= matches!(name.rsplit("::").next(), Some("test" | "rstest" | "test_case" | "quickcheck"));
            before = attribute.prev_named_sibling();
        }
        let body = node.child_by_field_name("body").filter(|_| tests)?;
        Some(if ignored { Trial::Skipped } else { self.by_body(body, "block", &[]) })
    }

    fn go_trial(&self, node: Node<'_>, kind: &str) -> Option<Trial> {
        if kind != "function_declaration" {
            return None;
        }
        let name = node.child_by_field_name("name").map_or("", |n| self.text_of(n));
        let tests = ["Test", "Benchmark", "Fuzz"].iter().any(|p| name.starts_with(p));
        let body = node.child_by_field_name("body").filter(|_| tests)?;
        Some(self.by_body(body, "block", &["t.Skip(", "t.SkipNow(", "t.Skipf(", "b.Skip(", "b.SkipNow("]))
    }

    /// Java's annotations and C#'s attributes.
    fn marked_trial(&self, node: Node<'_>, kind: &str) -> Option<Trial> {
        if !matches!(kind, "method_declaration" | "class_declaration") {
            return None;
        }
        let marks =
            children(node).filter(|c| matches!(c.kind(), "modifiers" | "attribute_list")).flat_map(children);
        let said: Vec<String> = marks
            .filter(|m| matches!(m.kind(), "marker_annotation" | "annotation" | "attribute"))
            .map(|m| self.head(m, 120))
            .collect();
        let names: Vec<&str> =
            said.iter().map(|s| s.trim_start_matches('@').split('(').next().unwrap_or_default()).collect();
        let skipped = names.iter().any(|n| matches!(*n, "Disabled" | "Ignore"))
            || said.iter().any(|s| s.contains("(Skip=") || s.contains(",Skip="));
        if skipped {
            return Some(Trial::Skipped);
        }
        let tests = names
            .iter()
            .any(|n| n.ends_with("Test") || matches!(*n, "Fact" | "Theory" | "TestMethod" | "TestCase"));
        let body = node.child_by_field_name("body").filter(|_| tests && kind == "method_declaration")?;
        Some(self.by_body(body, "block", &[]))
    }

    fn ruby_trial(&self, node: Node<'_>, kind: &str) -> Option<Trial> {
        if kind == "method" {
            let name = node.child_by_field_name("name").map_or("", |n| self.text_of(n));
            let tests = name.starts_with("test_");
            return tests.then(|| match node.child_by_field_name("body") {
                Some(body) => self.by_body(body, "body_statement", &["skip"]),
                None => Trial::Idle,
            });
        }
        if kind != "call" || node.child_by_field_name("receiver").is_some() {
            return None;
        }
        let method = node.child_by_field_name("method").map_or("", |m| self.text_of(m));
        let block = node.child_by_field_name("block")?;
        let option =
            node.child_by_field_name("arguments").is_some_and(|a| self.head(a, 200).contains("skip:true"));
        match method {
            "xit" | "xdescribe" | "xcontext" | "xspecify" | "xexample" => Some(Trial::Skipped),
            "it" | "specify" | "example" | "describe" | "context" if option => Some(Trial::Skipped),
            "it" | "specify" | "example" | "scenario" => Some(match block.child_by_field_name("body") {
                Some(body) => self.by_body(body, "body_statement", &["skip"]),
                None => Trial::Idle,
            }),
            _ => None,
        }
    }

    /// Judges a test by its body; `skips` are the calls that end it where they come first.
    fn by_body(&self, body: Node<'_>, block: &str, skips: &[&str]) -> Trial {
        if body.kind() != block {
            return Trial::Running;
        }
        let inner = statements(body);
        let Some(first) = inner.first() else { return Trial::Idle };
        let said = self.head(*first, 40);
        let skips = skips.iter().any(|s| {
            if s.ends_with('(') {
                said.starts_with(s)
            } else {
                said == *s || said.starts_with(&format!("{s}\"")) || said.starts_with(&format!("{s}'"))
            }
        });
        if skips { Trial::Skipped } else { Trial::Running }
    }
}

fn children<'t>(node: Node<'t>) -> impl Iterator<Item = Node<'t>> {
    (0..node.named_child_count().min(400)).filter_map(move |at| node.named_child(at as u32))
}

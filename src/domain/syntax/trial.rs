//! The tests that a file of tests holds: which run, which do nothing, which are skipped.
//!
//! Only what a runner is known to skip whatever happens counts as skipped: no condition, no option of a command line.

use std::ops::Range;

use tree_sitter::Node;

use super::Grammar;
use super::body::statements;
use super::fields::Fields as _;
use super::names::is_comment;
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
    /// How many hold where what they check fails.
    pub(crate) failing: usize,
    /// An empty test of Spring, whose annotations start the application: `contextLoads`.
    pub(crate) starts: bool,
    /// The file says that it is skipped as a whole.
    pub(crate) whole: bool,
    /// Tests may come from elsewhere: a type that is taken over, examples that are shared, a macro.
    pub(crate) taken: bool,
}

/// What a node is as a test.
enum Trial {
    Running,
    Idle,
    Skipped,
    /// Holds where what it checks fails.
    Fails,
    /// Does nothing itself, and has the framework start the application.
    Starts,
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
        self.out.trials.whole |= self.skips_all(node, kind);
        self.out.trials.taken |= self.takes_tests(node, kind);
        if self.holds_anyhow(node, kind) {
            self.out.trials.truisms.push(node.byte_range());
        }
        // What a test is called checks nothing; by the name of an example, what it writes is compared.
        if found.is_some() {
            let name = node.field("name").filter(|n| !self.text_of(*n).starts_with("Example"));
            self.out.trials.truisms.extend(name.map(|n| n.byte_range()));
            self.out.trials.truisms.extend(self.given_to(node));
        }
        match found {
            Some(Trial::Running) => self.out.trials.running += 1,
            Some(Trial::Idle) => self.out.trials.idle += 1,
            Some(Trial::Fails) => self.out.trials.failing += 1,
            Some(Trial::Starts) => self.out.trials.starts = true,
            Some(Trial::Skipped) => {
                self.out.trials.skipped.push(node.byte_range());
                self.out.dead.push(node.byte_range());
                self.test_until = self.test_until.max(node.end_byte());
            }
            None => {}
        }
    }

    /// The parameters of a test of a script: `async ({ page }) => {…}`. What a test is given checks nothing by that.
    fn given_to(&self, node: Node<'_>) -> Option<Range<usize>> {
        let arguments = node.field("arguments").filter(|_| self.grammar.is_script())?;
        let does =
            children(arguments).find(|a| matches!(a.kind(), "arrow_function" | "function_expression"))?;
        does.field("parameters").map(|list| list.byte_range())
    }

    /// Tells whether a check holds whatever the work does: one in which nothing of the work stands, `assert pay` of what is only
    /// brought in.
    fn holds_anyhow(&self, node: Node<'_>, kind: &str) -> bool {
        let of_python =
            || node.part(0).is_some_and(|asked| self.truth(asked, 0) == Some(true) || self.is_brought(asked));
        match kind {
            "assert_statement" if self.grammar == Grammar::Python => {
                of_python() || self.asks_constants(node) || self.holds_of_anything(node, kind)
            }
            _ => {
                self.asks_constants(node)
                    || self.asks_nothing(node, kind)
                    || self.holds_of_anything(node, kind)
            }
        }
    }

    /// `expect(total);` asks nothing of what it is given; nor does a check whose failure is caught, and nothing done.
    fn asks_nothing(&self, node: Node<'_>, kind: &str) -> bool {
        let field = |name: &str| node.field(name);
        match (self.grammar, kind) {
            (Grammar::TypeScript | Grammar::Tsx | Grammar::JavaScript, "expression_statement") => {
                let call = node.part(0).filter(|c| c.kind() == "call_expression");
                let called = call.and_then(|c| c.field("function"));
                called.is_some_and(|f| f.kind() == "identifier" && self.text_of(f) == "expect")
                    || node.part(0).is_some_and(|value| self.names_matcher(value))
            }
            // `assertThat(total);` of Java, and `Assert.That(total);` is another: that one asks whether it is true.
            (Grammar::Java, "expression_statement") => {
                let call = node.part(0).filter(|c| c.kind() == "method_invocation");
                let name = call.and_then(|c| c.field("name")).map_or("", |n| self.text_of(n));
                let given = call.and_then(|c| c.field("arguments"));
                let alone = given.is_some_and(|list| list.is_single());
                alone && matches!(name, "assertThat" | "assertThatObject" | "assertThatCode")
            }
            (Grammar::Ruby, "call") => {
                let statement = |p: Node<'_>| matches!(p.kind(), "body_statement" | "block_body");
                field("receiver").is_none()
                    && field("method").is_some_and(|m| self.text_of(m) == "expect")
                    && node.parent().is_some_and(statement)
            }
            (Grammar::TypeScript | Grammar::Tsx | Grammar::JavaScript, "try_statement") => {
                let caught = field("handler").and_then(|h| h.field("body"));
                field("finalizer").is_none()
                    && caught.is_some_and(|body| {
                        let logs = |one: Node<'_>| {
                            one.kind() == "expression_statement" && self.text_of(one).starts_with("console.")
                        };
                        children(body).all(|one| is_comment(one.kind()) || logs(one))
                    })
            }
            (Grammar::Python, "try_statement") => {
                let mut caught = false;
                for part in children(node) {
                    match part.kind() {
                        "except_clause" => {
                            let head: String = self.head(part, 60);
                            let head =
                                head.trim_start_matches("except").split(':').next().unwrap_or_default();
                            let checks =
                                head.is_empty() || head == "Exception" || head.contains("AssertionError");
                            let body = children(part).find(|c| c.kind() == "block");
                            caught |= checks && body.is_some_and(|b| statements(b).is_empty());
                        }
                        "else_clause" | "finally_clause" => return false,
                        _ => {}
                    }
                }
                caught
            }
            _ => false,
        }
    }

    /// `expect(total).toBe;` names what is to be checked and checks nothing; `expect(total).to.be.true;` of Chai does.
    fn names_matcher(&self, value: Node<'_>) -> bool {
        let last = value.field("property").filter(|_| value.kind() == "member_expression");
        let of_jest = last.is_some_and(|word| {
            let rest = self.text_of(word).strip_prefix("to");
            rest.is_some_and(|rest| rest.starts_with(char::is_uppercase))
        });
        of_jest && self.text_of(value).starts_with("expect(")
    }

    /// Tells whether a file says at its top that nothing in it is run: `pytestmark = pytest.mark.skip(…)`.
    fn skips_all(&self, node: Node<'_>, kind: &str) -> bool {
        if self.grammar != Grammar::Python {
            return false;
        }
        let of_module = |n: Node<'_>| n.parent().is_some_and(|p| p.kind() == "module");
        match kind {
            "assignment" if node.parent().is_some_and(of_module) => {
                let (Some(left), Some(right)) = (node.field("left"), node.field("right")) else {
                    return false;
                };
                let marks: Vec<Node<'_>> =
                    if right.kind() == "list" { children(right).collect() } else { vec![right] };
                self.text_of(left) == "pytestmark"
                    && marks
                        .iter()
                        .any(|mark| is_skip(&self.head(*mark, 40)) || is_xfail(&self.head(*mark, 400)))
            }
            "call" if node.parent().is_some_and(of_module) => {
                let said = self.head(node, 400);
                said.starts_with("pytest.skip(") && said.contains("allow_module_level=True")
            }
            "raise_statement" if of_module(node) => {
                let said = self.head(node, 40);
                said.starts_with("raiseunittest.SkipTest") || said.starts_with("raiseSkipTest")
            }
            _ => false,
        }
    }

    /// Tells whether a node may bring tests into the file that stand elsewhere.
    fn takes_tests(&self, node: Node<'_>, kind: &str) -> bool {
        let named = |field: &str| node.field(field).map_or("", |n| self.text_of(n));
        match (self.grammar, kind) {
            (Grammar::Python, "class_definition") => {
                let bases = node.field("superclasses").into_iter().flat_map(children);
                bases.filter(|b| b.kind() != "keyword_argument").any(|base| {
                    let name = self.text_of(base).rsplit('.').next().unwrap_or_default();
                    !BASES.contains(&name)
                })
            }
            // `TestLedger = LedgerMachine.TestCase`
            (Grammar::Python, "assignment") => {
                let left = named("left");
                left.starts_with("test_") || left.starts_with("Test")
            }
            (Grammar::Python, "call") => matches!(named("function"), "scenarios" | "scenario"),
            (Grammar::Python, "function_definition") => named("name") == "load_tests",
            (Grammar::Rust, "macro_invocation") => {
                let mut above = node.parent();
                while let Some(at) = above.filter(|n| n.kind() == "expression_statement") {
                    above = at.parent();
                }
                above.is_some_and(|p| matches!(p.kind(), "source_file" | "declaration_list"))
            }
            (Grammar::Rust, "mod_item") => node.field("body").is_none(),
            (Grammar::Rust, "function_item") => named("name") == "main",
            (Grammar::Go, "call_expression") => {
                let called = named("function").rsplit('.').next().unwrap_or_default();
                matches!(
                    called,
                    "Describe" | "FDescribe" | "It" | "Context" | "Convey" | "DescribeTable" | "Run"
                )
            }
            (Grammar::Java, "superclass") => true,
            (Grammar::Ruby, "call") => {
                let method = named("method");
                method.starts_with("it_")
                    || matches!(method, "include_examples" | "shared_examples" | "shared_context")
                    || method.starts_with("shared_examples_")
                    || method == "include"
                        && ["Test", "Spec", "Example"].iter().any(|w| named("arguments").contains(w))
            }
            (Grammar::Ruby, "superclass") => {
                let text = self.text_of(node).trim_start_matches('<').trim();
                let libraries =
                    ["Active", "Action", "Minitest", "MiniTest", "Test::Unit", "ApplicationSystem"];
                !libraries.iter().any(|library| text.starts_with(library))
            }
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

    /// The beginning of a node's text without blanks.
    fn head(&self, node: Node<'_>, most: usize) -> String {
        self.text_of(node).chars().filter(|c| !c.is_whitespace()).take(most).collect()
    }

    /// `it('adds', () => …)`, `describe.skip(…)`, `xit(…)`, `test('adds', { skip: true }, …)`.
    fn script_trial(&self, node: Node<'_>, kind: &str) -> Option<Trial> {
        if kind != "call_expression" {
            return None;
        }
        let head_of_all = self.head(node.field("function")?, 80);
        let head = head_of_all.split(['(', '`']).next().unwrap_or_default();
        let mut parts = head.split('.');
        let root = parts.next().unwrap_or_default();
        let bare = root.strip_prefix('x').unwrap_or(root);
        let single = matches!(bare, "it" | "test" | "specify");
        if !single && !matches!(bare, "describe" | "suite" | "context") {
            return None;
        }
        let ways: Vec<&str> = parts.collect();
        let arguments: Vec<Node<'_>> = children(node.field("arguments")?).collect();
        let does = arguments.iter().find(|a| matches!(a.kind(), "arrow_function" | "function_expression"));
        let Some(does) = does else {
            return (single && ways.contains(&"todo")).then_some(Trial::Idle);
        };
        let option = arguments
            .iter()
            .filter(|a| a.kind() == "object")
            .any(|o| self.head(*o, 200).contains("skip:true"));
        let never = head_of_all.contains(".skipIf(true)") || head_of_all.contains(".runIf(false)");
        if root != bare || option || never || ways.contains(&"skip") {
            return Some(Trial::Skipped);
        }
        if ways.iter().any(|way| matches!(*way, "fails" | "failing" | "fail")) {
            return Some(Trial::Fails);
        }
        let body = does.field("body").filter(|_| single)?;
        Some(self.by_body(body, "statement_block", &["return;", "return"]))
    }

    fn python_trial(&self, node: Node<'_>, kind: &str) -> Option<Trial> {
        match kind {
            "decorated_definition" => {
                let mut marks = children(node).filter(|c| c.kind() == "decorator");
                marks.any(|d| is_skip(self.head(d, 40).trim_start_matches('@'))).then_some(Trial::Skipped)
            }
            "function_definition" => {
                let name = node.field("name").map_or("", |n| self.text_of(n));
                let body = node.field("body").filter(|_| name.starts_with("test"))?;
                if self.may_fail(node) {
                    return Some(Trial::Fails);
                }
                Some(self.by_body(body, "block", &["pytest.skip(", "self.skipTest(", "return"]))
            }
            _ => None,
        }
    }

    /// Tells whether a test of Python, or the class around it, says that it may fail whatever happens.
    fn may_fail(&self, test: Node<'_>) -> bool {
        let mut above = test.parent();
        for _ in 0..4 {
            let Some(at) = above else { break };
            if at.kind() == "decorated_definition" {
                let mut marks = children(at).filter(|c| c.kind() == "decorator");
                if marks.any(|d| is_xfail(self.head(d, 400).trim_start_matches('@'))) {
                    return true;
                }
            }
            above = at.parent();
        }
        false
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
        let body = node.field("body").filter(|_| tests)?;
        Some(if ignored { Trial::Skipped } else { self.by_body(body, "block", &[]) })
    }

    fn go_trial(&self, node: Node<'_>, kind: &str) -> Option<Trial> {
        if !matches!(kind, "function_declaration" | "method_declaration") {
            return None;
        }
        let name = node.field("name").map_or("", |n| self.text_of(n));
        // `Testing` is no test: the tool asks for a word of its own behind the first.
        let tests = ["Test", "Benchmark", "Fuzz", "Example"]
            .iter()
            .any(|p| name.strip_prefix(p).is_some_and(|rest| !rest.starts_with(char::is_lowercase)));
        let body = node.field("body").filter(|_| tests)?;
        let skips = ["t.Skip(", "t.SkipNow(", "t.Skipf(", "b.Skip(", "b.SkipNow("];
        match self.by_body(body, "block", &skips) {
            // A method may be part of a suite, and an example is shown as well as run.
            Trial::Running => Some(Trial::Running),
            other @ (Trial::Idle | Trial::Skipped | Trial::Fails | Trial::Starts) => {
                (kind == "function_declaration" && !name.starts_with("Example")).then_some(other)
            }
        }
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
        let tests = names.iter().any(|n| {
            n.ends_with("Test")
                || n.ends_with("Fact")
                || n.ends_with("Theory")
                || matches!(*n, "TestMethod" | "DataTestMethod" | "TestCase" | "TestCaseSource" | "Property")
        });
        let body = node.field("body").filter(|_| tests && kind == "method_declaration")?;
        let name = node.field("name").map_or("", |n| self.text_of(n));
        let starts = self.grammar == Grammar::Java
            && name == "contextLoads"
            && self.out.marks.contains("SpringBootTest")
            && statements(body).is_empty();
        Some(if starts { Trial::Starts } else { self.by_body(body, "block", &[]) })
    }

    fn ruby_trial(&self, node: Node<'_>, kind: &str) -> Option<Trial> {
        if kind == "method" {
            let name = node.field("name").map_or("", |n| self.text_of(n));
            let tests = name.starts_with("test_");
            return tests.then(|| match node.field("body") {
                Some(body) => self.by_body(body, "body_statement", &["skip"]),
                None => Trial::Idle,
            });
        }
        let of = node.field("receiver");
        if kind != "call" || of.is_some_and(|of| self.text_of(of) != "RSpec") {
            return None;
        }
        let method = node.field("method").map_or("", |m| self.text_of(m));
        let given = node.field("arguments");
        let titled = given.and_then(|list| list.part(0)).is_some_and(|first| first.kind() == "string");
        let Some(block) = node.field("block") else {
            // `it "adds"` says what is to be tested one day.
            let named = matches!(method, "it" | "specify" | "example" | "scenario" | "pending");
            return (named && titled).then_some(Trial::Idle);
        };
        let option = given.is_some_and(|list| self.head(list, 200).contains("skip:true"));
        let by_block = || match block.field("body") {
            Some(body) => self.by_body(body, "body_statement", &["skip", "pending"]),
            None => Trial::Idle,
        };
        match method {
            "xit" | "xdescribe" | "xcontext" | "xspecify" | "xexample" | "xscenario" | "xfeature" => {
                Some(Trial::Skipped)
            }
            "pending" | "skip" if titled => Some(Trial::Skipped),
            "it" | "specify" | "example" | "describe" | "context" if option => Some(Trial::Skipped),
            "it" | "specify" | "example" | "scenario" | "its" | "fit" | "focus" | "fspecify" => {
                Some(by_block())
            }
            "test" | "should" if titled => Some(by_block()),
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
            } else if s.starts_with("return") {
                said == *s
            } else {
                said == *s || said.starts_with(&format!("{s}\"")) || said.starts_with(&format!("{s}'"))
            }
        });
        if skips { Trial::Skipped } else { Trial::Running }
    }
}

/// Types from which a class of tests takes no test.
const BASES: [&str; 12] = [
    "object",
    "TestCase",
    "TransactionTestCase",
    "SimpleTestCase",
    "LiveServerTestCase",
    "StaticLiveServerTestCase",
    "IsolatedAsyncioTestCase",
    "AsyncTestCase",
    "AsyncHTTPTestCase",
    "APITestCase",
    "APISimpleTestCase",
    "APITransactionTestCase",
];

/// A mark of Python by which a test is skipped whatever happens; without its blanks.
fn is_skip(said: &str) -> bool {
    let (mark, given) = said.split_once('(').unwrap_or((said, ""));
    match mark {
        "pytest.mark.skip" | "unittest.skip" | "skip" | "mark.skip" => true,
        "pytest.mark.skipif" | "mark.skipif" | "unittest.skipIf" | "skipIf" => {
            given.strip_prefix("True").is_some_and(|rest| rest.is_empty() || rest.starts_with([',', ')']))
        }
        _ => false,
    }
}

/// A mark of Python by which a test may fail whatever happens; without its blanks. One that is strict fails once what it checks
/// works, and one with a condition asks first.
fn is_xfail(said: &str) -> bool {
    let (mark, given) = said.split_once('(').unwrap_or((said, ""));
    let always =
        given.is_empty() || [")", "reason=", "raises=", "run="].iter().any(|head| given.starts_with(head));
    matches!(mark, "pytest.mark.xfail" | "mark.xfail") && always && !given.contains("strict=True")
}

fn children<'t>(node: Node<'t>) -> impl Iterator<Item = Node<'t>> {
    (0..node.named_child_count().min(400)).filter_map(move |at| node.named_child(at as u32))
}

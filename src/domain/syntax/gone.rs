//! Code that never runs though nothing around it says so: functions of the file alone that nobody calls, and definitions
//! whose name is given to something else further down.
//!
//! Said only where it is sure. A name that stands anywhere else in the file, be it in a text, may be a call.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use tree_sitter::{Node, Tree};

use super::Grammar;
use super::fields::Fields as _;
use super::names::{is_comment, is_function};

mod held;
mod member;
mod package;
mod python;

/// The most functions of one file that are looked at, and the most places of one name.
const MOST: usize = 400;

/// Why code never runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Why {
    /// Nobody calls it. What it says of itself still counts: it may be called once it is done.
    Uncalled,
    /// Something else has its name.
    Replaced,
    /// It is made to be run, and nobody runs it.
    Unrun,
}

/// Places that never run, each by where it begins and ends.
pub(super) type Gone = BTreeMap<(usize, usize), Why>;

/// A function or class that only its file can call.
struct Own<'t> {
    name: &'t str,
    name_at: usize,
    whole: Range<usize>,
    /// Its body, or those of its methods.
    bodies: Vec<Range<usize>>,
    /// Other files can call it, too.
    shared: bool,
}

struct Look<'t> {
    text: &'t str,
    grammar: Grammar,
    own: Vec<Own<'t>>,
    comments: Vec<Range<usize>>,
    /// What runs in tests alone calls nothing in the program.
    tests: Vec<Range<usize>>,
    /// A page may load the file as a script, and then calls what stands at its top.
    paged: bool,
    /// A program of Rust begins in the file: no other crate can call what it has.
    root: bool,
    /// The file has modules below it, which see what is private in it.
    above: bool,
    /// Modules of Rust that the file holds itself.
    inner: BTreeSet<&'t str>,
    /// Something is called by a name that is made as the program runs.
    by_name: bool,
    /// What stands around a place of Python.
    around: python::Around<'t>,
}

/// Looks through a tree once; of functions that others may call, `called` are those that are, where that is known. The
/// names of the others come beside what is gone. `root` tells that a file of Rust is where a program may begin.
pub(super) fn of(
    grammar: Grammar,
    text: &str,
    tree: &Tree,
    called: Option<&BTreeSet<String>>,
    root: bool,
) -> (Gone, BTreeSet<String>) {
    let (own, comments) = (Vec::new(), Vec::new());
    let paged = grammar.is_script() && !is_module(tree.root_node()) && may_be_of_page(text);
    let root = root && member::has_main(text, tree.root_node());
    let above = grammar == Grammar::Rust && has_more_files(text);
    let by_name = grammar == Grammar::Python && text.contains("__dict__");
    let tests = Vec::new();
    let inner = BTreeSet::new();
    let around = python::Around::of(grammar, text, tree.root_node());
    let mut look = Look { text, grammar, own, comments, tests, paged, root, above, inner, by_name, around };
    let seen = sees_all(grammar, text, tree.root_node());
    let mut cursor = tree.walk();
    'all: loop {
        let node = cursor.node();
        let kind = node.kind();
        if is_comment(kind) || grammar == Grammar::Python && python::only_says(node, kind) {
            look.comments.push(node.byte_range());
        }
        look.by_name |= grammar == Grammar::Python && python::calls_by_name(text, node, kind);
        look.tests.extend(of_tests(text, node, kind));
        if kind == "mod_item"
            && let (Some(name), Some(_)) = (field(node, "name"), field(node, "body"))
        {
            look.inner.insert(look.text_of(name));
        }
        if seen
            && node.is_named()
            && look.own.len() < MOST
            && let Some(own) = look.own(node, kind)
        {
            look.own.push(own);
        }
        if grammar == Grammar::Python {
            look.around.enter(text, node, kind);
        }
        if cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                break 'all;
            }
        }
    }
    if look.by_name {
        look.own.retain(|own| !own.shared);
    }
    if look.own.len() >= MOST {
        look.own.clear();
    }
    let known = BTreeSet::new();
    let mut uncalled = look.uncalled(called.unwrap_or(&known), |_| true);
    let shared = uncalled.iter().filter(|own| own.shared);
    let lone: BTreeSet<String> = shared.map(|own| own.name.to_owned()).collect();
    // Who of the others calls what they see is not known yet, and what that calls may run.
    if called.is_none() && !lone.is_empty() {
        uncalled = look.uncalled(&known, |own| !own.shared);
    }
    let mut gone = Gone::new();
    for own in uncalled {
        gone.extend(own.bodies.iter().map(|b| ((b.start, b.end), Why::Uncalled)));
    }
    gone.extend(look.given_again(tree.root_node()).into_iter().map(|r| ((r.start, r.end), Why::Replaced)));
    (gone, lone)
}

/// Tells whether all calls of a function that the file gives to nobody must stand in it. A script that is no module gives
/// its functions to the page, and what is made of texts as it runs may call any.
fn sees_all(grammar: Grammar, text: &str, root: Node<'_>) -> bool {
    match grammar {
        Grammar::TypeScript | Grammar::Tsx | Grammar::JavaScript => {
            let common = ["require(", "module.exports", "exports."].iter().any(|w| text.contains(w));
            let made = ["eval(", "new Function(", "with ("].iter().any(|w| text.contains(w));
            (common || is_module(root)) && !made
        }
        Grammar::Rust => !text.contains("include!"),
        Grammar::Python => !["eval(", "exec(", "locals("].iter().any(|w| text.contains(w)),
        // Machine code and reflection call what is private.
        Grammar::Java => {
            let words = ["getDeclaredMethod", "System.load", " native "];
            !words.iter().any(|w| text.contains(w))
        }
        Grammar::CSharp => !text.contains("NonPublic"),
        // The linker and C call what they are told to.
        Grammar::Go => !["//go:linkname", "import \"C\""].iter().any(|w| text.contains(w)),
        Grammar::Ruby => false,
    }
}

/// Tells whether a script has the words of a module.
fn is_module(root: Node<'_>) -> bool {
    children(root).any(|n| matches!(n.kind(), "import_statement" | "export_statement"))
}

/// Tells whether a page may load a script that calls `require`, as Electron's do: it gives nothing out, or looks whether it
/// can, and is no program of Node by what it says.
fn may_be_of_page(text: &str) -> bool {
    let has = |words: &[&str]| words.iter().any(|w| text.contains(w));
    let gives = has(&["module.exports", "exports."]);
    let program = text.starts_with("#!") || has(&["require.main", "process.argv", ".listen("]);
    has(&["document.", "window.", "typeof module", "typeof exports"]) || !gives && !program
}

/// Tells whether a file of Rust has others that see what is private in it: modules below it.
fn has_more_files(text: &str) -> bool {
    let declares = |(at, word): (usize, &str)| {
        let rest = text.get(at + word.len()..).unwrap_or("").trim_start();
        let name = rest.find(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '#')).unwrap_or(rest.len());
        let end = rest.get(name..).unwrap_or("").trim_start();
        word == "mod" && (rest.starts_with('$') || name > 0 && end.starts_with(';'))
    };
    words(text).any(declares)
}

/// The module or function of Rust that an attribute keeps for tests.
fn of_tests(text: &str, node: Node<'_>, kind: &str) -> Option<Range<usize>> {
    let said = text.get(node.byte_range()).filter(|_| kind == "attribute_item")?;
    if !is_for_tests(said) {
        return None;
    }
    let mut next = node.next_named_sibling();
    while let Some(at) = next.filter(|n| is_comment(n.kind()) || n.kind() == "attribute_item") {
        next = at.next_named_sibling();
    }
    next.filter(|n| matches!(n.kind(), "mod_item" | "function_item")).map(|n| n.byte_range())
}

/// Tells whether an attribute of Rust says that what follows is a test, or there for tests alone.
pub(super) fn is_for_tests(attribute: &str) -> bool {
    let said: String = attribute.chars().filter(|c| !c.is_whitespace()).collect();
    said.contains("cfg(test)") || said.ends_with("test]") || said.contains("::test(")
}

/// Each child is found from the one before it: to count from the first for every one takes too long where there are many.
fn children<'t>(node: Node<'t>) -> impl Iterator<Item = Node<'t>> {
    let mut cursor = node.walk();
    let all: Vec<Node<'t>> = node.named_children(&mut cursor).take(4_000).collect();
    all.into_iter()
}

fn field<'t>(node: Node<'t>, name: &str) -> Option<Node<'t>> {
    node.field(name)
}

/// Tells whether a node may declare a function or a class, by its kind alone: asked of every node, before anything else is.
fn may_be_own(kind: &str) -> bool {
    matches!(
        kind,
        "function_declaration"
            | "generator_function_declaration"
            | "variable_declarator"
            | "class_declaration"
            | "class_definition"
            | "method_definition"
            | "public_field_definition"
            | "field_definition"
            | "function_definition"
            | "method_declaration"
            | "property_declaration"
            | "function_item"
    )
}

/// Tells whether a value is a function.
fn is_value(node: Node<'_>) -> bool {
    matches!(node.kind(), "arrow_function" | "function_expression" | "generator_function")
}

fn parent_is(node: Node<'_>, kind: &str) -> bool {
    node.parent().is_some_and(|p| p.kind() == kind)
}

impl<'t> Look<'t> {
    fn text_of(&self, node: Node<'_>) -> &'t str {
        self.text.get(node.byte_range()).unwrap_or("")
    }

    /// Takes a function that nobody outside of its file can call by its name.
    fn own(&self, node: Node<'t>, kind: &str) -> Option<Own<'t>> {
        if !may_be_own(kind) {
            return None;
        }
        let name = field(node, "name").or_else(|| field(node, "property"))?;
        let mut shared = self.grammar == Grammar::Go || self.above;
        let bodies = match self.grammar {
            Grammar::TypeScript | Grammar::Tsx | Grammar::JavaScript => {
                match self.of_script(node, kind, name) {
                    Some(body) if kind == "class_declaration" => {
                        children(body).filter_map(|member| field(member, "body")).collect()
                    }
                    Some(body) => vec![body],
                    None => member::bodies(self.grammar, self.text, node, kind)?,
                }
            }
            Grammar::Python => {
                let plain = kind == "function_definition" && !parent_is(node, "decorated_definition");
                match field(node, "body").filter(|_| plain && self.around.is_in_function(node)) {
                    Some(body) => vec![body],
                    None => {
                        shared = true;
                        python::bodies(self.text, &self.around, node, kind)?
                    }
                }
            }
            Grammar::Rust => {
                shared |= children(node).any(|c| c.kind() == "visibility_modifier");
                member::of_rust(self.text, node, kind, self.root)?
            }
            Grammar::Java | Grammar::CSharp => match member::bodies(self.grammar, self.text, node, kind) {
                Some(bodies) => bodies,
                None => {
                    shared = true;
                    package::bodies(self.grammar, self.text, node, kind)?
                }
            },
            Grammar::Go => member::bodies(self.grammar, self.text, node, kind)?,
            Grammar::Ruby => return None,
        };
        let text = self.text_of(name).trim_start_matches('#');
        (text.len() > 1).then(|| Own {
            name: text,
            name_at: name.end_byte() - text.len(),
            whole: node.byte_range(),
            bodies: bodies.into_iter().map(|body| body.byte_range()).collect(),
            shared,
        })
    }

    fn of_script(&self, node: Node<'t>, kind: &str, name: Node<'t>) -> Option<Node<'t>> {
        if self.paged && !within_function(node) {
            return None;
        }
        match kind {
            "function_declaration" | "generator_function_declaration" => {
                field(node, "body").filter(|_| !parent_is(node, "export_statement"))
            }
            "variable_declarator" => {
                let value = field(node, "value")?;
                let exported = node.parent().is_some_and(|p| parent_is(p, "export_statement"));
                let held = || held::is_kept_for_later(self.text, value).then_some(value);
                let body = if is_value(value) { field(value, "body") } else { held() };
                body.filter(|_| !exported && name.kind() == "identifier")
            }
            "class_declaration" => {
                let text = self.text_of(node);
                let quiet =
                    !text.contains("static") && !text.contains('@') && !parent_is(node, "export_statement");
                field(node, "body").filter(|_| quiet)
            }
            _ => None,
        }
    }

    /// Functions whose names stand nowhere but in themselves, or in others of which the same holds; not those of which it is
    /// known that somebody calls them, nor those that are not `asked` about.
    fn uncalled(&self, called: &BTreeSet<String>, asked: impl Fn(&Own<'t>) -> bool) -> Vec<&Own<'t>> {
        let names: BTreeSet<&str> = self.own.iter().map(|o| o.name).collect();
        if names.is_empty() {
            return Vec::new();
        }
        let declared: BTreeSet<usize> = self.own.iter().map(|o| o.name_at).collect();
        let mut places: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (at, word) in words(self.text).filter(|(at, word)| names.contains(word) && !declared.contains(at))
        {
            let tested = || self.tests.iter().any(|test| test.contains(&at));
            if !self.in_comment(at) && !tested() && !self.is_elsewhere(at) {
                places.entry(word).or_default().push(at);
            }
        }
        let few = |o: &&Own<'_>| places.get(o.name).is_none_or(|all| all.len() < MOST);
        let mut dead: Vec<&Own<'_>> =
            self.own.iter().filter(|o| !called.contains(o.name) && asked(o)).filter(few).collect();
        loop {
            let before = dead.len();
            let idle = |at: usize| dead.iter().any(|o| o.whole.contains(&at));
            let called = |own: &Own<'_>| {
                let all = places.get(own.name).map_or(&[][..], Vec::as_slice);
                all.iter().any(|at| !own.whole.contains(at) && !idle(*at))
            };
            let kept: Vec<&Own<'_>> = dead.iter().copied().filter(|o| !called(o)).collect();
            dead = kept;
            if dead.len() == before {
                return dead;
            }
        }
    }

    /// Tells whether a name of Rust is asked of a module that is none of the file's own: `desk::run`.
    fn is_elsewhere(&self, at: usize) -> bool {
        let before = self.text.get(..at).and_then(|before| before.strip_suffix("::"));
        let Some(before) = before.filter(|_| self.grammar == Grammar::Rust) else { return false };
        let start = before.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_').len();
        let step = before.get(start..).unwrap_or("");
        step.starts_with(char::is_lowercase)
            && !matches!(step, "crate" | "self" | "super")
            && !self.inner.contains(step)
    }

    fn in_comment(&self, at: usize) -> bool {
        let next = self.comments.partition_point(|r| r.end <= at);
        self.comments.get(next).is_some_and(|r| r.contains(&at))
    }

    /// Definitions whose names are given again right below each other, so that the last one holds.
    fn given_again(&self, root: Node<'t>) -> Vec<Range<usize>> {
        if !(self.grammar.is_script() || self.grammar == Grammar::Python) {
            return Vec::new();
        }
        let mut found = self.in_one_block(root);
        let classes = children(root).filter(|n| n.kind() == "class_definition");
        for body in classes.filter_map(|c| field(c, "body")) {
            found.extend(self.in_one_block(body));
        }
        found
    }

    fn in_one_block(&self, block: Node<'t>) -> Vec<Range<usize>> {
        let all: Vec<Given<'t>> = children(block).filter_map(|n| self.given(n)).take(2_000).collect();
        let mut last: BTreeMap<&str, &Given<'_>> = BTreeMap::new();
        let mut found = Vec::new();
        for given in &all {
            let keys: Vec<&str> = match given.key {
                // What was given out one by one is lost with it.
                "module.exports" => last.keys().filter(|k| k.contains("exports")).copied().collect(),
                key => vec![key],
            };
            for key in keys {
                let Some(before) = last.get(key) else { continue };
                let word = if key.contains("exports") && given.key == "module.exports" {
                    "exports"
                } else {
                    key.rsplit('.').next().unwrap_or(key)
                };
                let names = |text: Option<&str>| words(text.unwrap_or("")).any(|(_, w)| w == word);
                let between = self.text.get(before.statement.end..given.statement.start);
                let value = given.value.clone().and_then(|v| self.text.get(v));
                if !names(between) && !names(value) && !given.decorated && !before.decorated {
                    found.extend(before.lost.clone());
                }
            }
            last.insert(given.key, given);
        }
        found
    }

    /// What a statement gives a name to.
    fn given(&self, node: Node<'t>) -> Option<Given<'t>> {
        let statement = node.byte_range();
        let inner = match node.kind() {
            "export_statement" => field(node, "declaration")?,
            "expression_statement" => node.part(0)?,
            "decorated_definition" => {
                let name = field(node, "definition").and_then(|d| field(d, "name"))?;
                let key = self.text_of(name);
                return Some(Given { key, statement, lost: None, value: None, decorated: true });
            }
            _ => node,
        };
        let script = self.grammar.is_script();
        let (key, lost, value) = match inner.kind() {
            "function_declaration" | "function_definition" => {
                (self.text_of(field(inner, "name")?), Some(inner.byte_range()), None)
            }
            "assignment_expression" | "assignment" => {
                let (left, right) = (field(inner, "left")?, field(inner, "right")?);
                let key = self.text_of(left);
                let key = key.strip_prefix("module.").filter(|k| k.starts_with("exports.")).unwrap_or(key);
                let exports = script && (key == "module.exports" || key.starts_with("exports."));
                if !exports && left.kind() != "identifier" {
                    return None;
                }
                let lost = if exports { Some(statement.clone()) } else { of_function(right) };
                (key, lost, Some(right.byte_range()))
            }
            "lexical_declaration" | "variable_declaration" if inner.is_single() => {
                let declared = inner.part(0)?;
                let value = field(declared, "value")?;
                (self.text_of(field(declared, "name")?), of_function(value), Some(value.byte_range()))
            }
            _ => return None,
        };
        (key.len() > 1).then_some(Given { key, statement, lost, value, decorated: false })
    }
}

/// A name with what it is given.
struct Given<'t> {
    key: &'t str,
    statement: Range<usize>,
    /// What never runs where the name is given again.
    lost: Option<Range<usize>>,
    /// What is worked out as it is given.
    value: Option<Range<usize>>,
    decorated: bool,
}

fn of_function(value: Node<'_>) -> Option<Range<usize>> {
    (is_value(value) || value.kind() == "lambda").then(|| value.byte_range())
}

/// Tells whether a function stands in another, and not in a class of Python there.
fn within_function(node: Node<'_>) -> bool {
    let mut above = node.parent();
    while let Some(at) = above {
        if at.kind() == "class_definition" {
            return false;
        }
        if is_function(at.kind()) {
            return true;
        }
        above = at.parent();
    }
    false
}

/// The words of a text with their places.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let joins = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + text.get(at..)?.find(joins)?;
        let rest = &text[start..];
        let end = start + rest.find(|c: char| !joins(c)).unwrap_or(rest.len());
        at = end;
        Some((start, &text[start..end]))
    })
}

#[cfg(test)]
mod tests {
    use super::super::outline;
    use crate::domain::ids::RepoPath;

    fn uses(name: &str, text: &str) -> bool {
        let path = RepoPath::parse(name).expect("a path");
        outline(&path, text).expect("an outline").uses.contains_key("pay")
    }

    #[test]
    fn what_nobody_can_call_uses_nothing() {
        for (name, text) in [
            ("a.ts", "import { pay } from './pay';\nfunction lost() { pay(1); }\n"),
            ("a.ts", "import { pay } from './pay';\nconst lost = () => pay(1);\nexport const x = 1;\n"),
            (
                "a.js",
                "const { pay } = require('./pay');\nclass Lost { run() { pay(1); } }\nmodule.exports = 1;\n",
            ),
            ("a.js", "const { pay } = require('./pay');\nfunction lost() { pay(1); }\napp.listen(1);\n"),
            ("a.js", "const { pay } = require('./pay');\nfunction run() { function lost() { pay(1); } }\n"),
            ("a.rs", "use crate::pay::pay;\nmod m { pub fn x() {} }\n// mod\nfn lost() { pay(1); }\n"),
            ("A.cs", "class A {\n  class B {\n    private void Lost() { pay(1); }\n  }\n}\n"),
            ("a.ts", "import { pay } from './pay';\n// lost\nfunction lost() { lost(); pay(1); }\n"),
            ("a.py", "from shop import pay\ndef run():\n    def lost():\n        pay(1)\n    return 1\n"),
            ("a.rs", "use crate::pay::pay;\nfn lost() { pay(1); }\n"),
            ("A.cs", "class A {\n  private void Lost() { pay(1); }\n}\n"),
            ("a.py", "def run():\n    pay(1)\ndef run():\n    return 1\n"),
        ] {
            assert!(!uses(name, text), "{name}: {text}");
        }
    }

    #[test]
    fn what_may_be_called_uses_what_it_names() {
        for (name, text) in [
            ("a.ts", "import { pay } from './pay';\nexport function run() { pay(1); }\n"),
            ("a.ts", "import { pay } from './pay';\nfunction run() { pay(1); }\nexport { run };\n"),
            ("a.ts", "import { pay } from './pay';\nfunction run() { pay(1); }\nthis['run']();\n"),
            ("a.js", "function run() { pay(1); }\n"),
            ("a.js", "require('./pay');\nfunction run() { pay(1); }\neval(x);\n"),
            ("a.ts", "import { pay } from './pay';\nclass A { @on() #run() { pay(1); } }\n"),
            ("a.ts", "import { pay } from './pay';\nclass A { static { pay(1); } }\n"),
            ("a.ts", "import { pay } from './pay';\nconst x = pay(1);\n"),
            ("a.py", "from shop import pay\ndef run():\n    pay(1)\n"),
            ("a.py", "def run():\n    @on\n    def inner():\n        pay(1)\n    return 1\n"),
            ("a.rs", "use crate::pay::pay;\nmod below;\nfn run() { pay(1); }\n"),
            ("a.rs", "use crate::pay::pay;\n#[test_case]\nfn run() { pay(1); }\n"),
            ("A.cs", "class A : MonoBehaviour {\n  private void Update() { pay(1); }\n}\n"),
            ("A.java", "class A {\n  @PostConstruct private void run() { pay(1); }\n}\n"),
            ("a.js", "const { pay } = require('./pay');\nfunction run() { pay(1); }\n"),
            (
                "a.js",
                "const { pay } = require('./pay');\nfunction run() { pay(window.x); }\nmodule.exports = 1;\n",
            ),
            ("a.rs", "use crate::pay::pay;\n#[no_mangle]\n/// From C.\nfn run() { pay(1); }\n"),
            ("a.rs", "use crate::pay::pay;\nfn run() { pay(1); }\npub mod m {\n    pub mod deep;\n}\n"),
            ("a.rs", "use crate::pay::pay;\nfn run() { pay(1); }\ninclude!(\"part.rs\");\n"),
            ("A.cs", "class A {\n  private static async Task Main(string[] args) { pay(1); }\n}\n"),
            ("A.cs", "partial class A {\n  class B {\n    private void Run() { pay(1); }\n  }\n}\n"),
            ("A.java", "class A {\n  private static void main(String[] args) { pay(1); }\n}\n"),
            ("A.java", "class A {\n  private void readObjectNoData() { pay(1); }\n}\n"),
            ("A.java", "class A {\n  native void go();\n  private void onGo() { pay(1); }\n}\n"),
            ("a.py", "def run():\n    pay(1)\nrun = cached(run)\n"),
            ("a.py", "def run():\n    pay(1)\nold = run\ndef run():\n    return old()\n"),
            (
                "a.py",
                "class A:\n    @property\n    def run(self):\n        pay(1)\n    @run.setter\n    def run(self, x):\n        self.x = x\n",
            ),
        ] {
            assert!(uses(name, text), "{name}: {text}");
        }
    }
}

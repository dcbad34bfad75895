//! Functions that are given something, look at none of it, and put a result together from literals, chance and the clock:
//! receipts for what was not done.
//!
//! Anything that such a body takes from elsewhere, a call above all, may be its work; then nothing is said of it.

use std::collections::BTreeSet;

use tree_sitter::Node;

use super::acts::writes_line;
use super::body::{Hollow, statements};
use super::by_name::{does, gives_fixed};
use super::chance::{by_trade, is_beside, is_source};
use super::fields::Fields as _;
use super::idle::own_names;
use super::names::{is_comment, is_function, is_name};
use super::pretended::is_key_or_member;
use super::walk::Walk;

/// How many nodes and statements of a body are looked at.
const MOST: usize = 400;
const STATEMENTS: usize = 8;

/// What waits, and does nothing else.
const WAITS: [&str; 14] = [
    "setTimeout",
    "sleep",
    "Sleep",
    "delay",
    "Delay",
    "asyncio",
    "tokio",
    "Thread",
    "Duration",
    "from_millis",
    "from_secs",
    "Millisecond",
    "Second",
    "TimeSpan",
];

/// What copies a value, or goes through one, and adds nothing to it.
const COPIES: [&str; 16] = [
    "map",
    "slice",
    "concat",
    "Array",
    "from",
    "structuredClone",
    "list",
    "tuple",
    "dict",
    "copy",
    "deepcopy",
    "range",
    "clone",
    "to_vec",
    "dup",
    "freeze",
];

/// Tells whether a function, by its name, only copies what it is given or called on.
pub(super) fn copies(name: &str) -> bool {
    COPIES.contains(&name)
}

/// How the types end with which frameworks answer.
const ANSWERS: [&str; 7] =
    ["Response", "OkResult", "ObjectResult", "JsonResult", "ContentResult", "ViewResult", "CodeResult"];

/// What was met in a body.
#[derive(Default)]
struct Met {
    chance: bool,
    /// Something is put together: a type is made, a local filled.
    made: bool,
    /// A constant of the file is given.
    constant: bool,
    /// It holds a literal that says something.
    says: bool,
    /// What it is given is given back.
    own: bool,
}

/// Judges a body that takes something and does something.
pub(super) fn made_up(walk: &Walk<'_>, body: Node<'_>, name: &str) -> Option<Hollow> {
    let block = matches!(
        body.kind(),
        "statement_block" | "block" | "body_statement" | "constructor_body" | "statement_list"
    );
    let all = if block { statements(body) } else { vec![body] };
    if all.is_empty() || all.len() > STATEMENTS {
        return None;
    }
    let mut look = Look::new(walk, body);
    let (last, before) = all.split_last()?;
    for statement in before {
        look.before(*statement)?;
    }
    look.answer(*last, block)?;
    if look.met.chance {
        return (!by_trade(name)).then_some(Hollow::ByChance);
    }
    let given = look.met.made && !look.met.constant || look.met.constant && does(name);
    (given && look.met.says && !gives_fixed(name)).then_some(Hollow::Receipt)
}

/// Tells whether a body waits or writes a line, and then gives back what it was given, put together anew at most: an echo in
/// place of what was to be done. What waits as long as it is told to, or is there to write, does its work.
pub(super) fn echoed(walk: &Walk<'_>, body: Node<'_>, name: &str) -> bool {
    let block = matches!(body.kind(), "statement_block" | "block" | "body_statement" | "statement_list");
    let all = if block { statements(body) } else { return false };
    let Some((last, before)) = all.split_last().filter(|_| all.len() <= STATEMENTS) else { return false };
    let mut look = Look::new(walk, body);
    let mut idles = false;
    for statement in before {
        let inner = match statement.kind() {
            "expression_statement" => statement.part(0).unwrap_or(*statement),
            _ => *statement,
        };
        let text = walk.text_of(inner);
        let writes = writes_line(text.split(['(', ' ', '!']).next().unwrap_or_default());
        // What is written of what it is given is no work on it.
        if !writes && look.before(*statement).is_none() {
            return false;
        }
        idles |= writes || words(text).any(|word| WAITS.contains(&word));
    }
    look.echoes = true;
    idles && does(name) && look.answer(*last, block).is_some() && look.met.own
}

struct Look<'w, 't> {
    walk: &'w Walk<'t>,
    /// The names of what it is given.
    own: BTreeSet<String>,
    local: BTreeSet<String>,
    met: Met,
    /// What it is given may be given back.
    echoes: bool,
}

fn children<'n>(node: Node<'n>) -> impl Iterator<Item = Node<'n>> {
    (0..node.named_child_count().min(100)).filter_map(move |at| node.named_child(at as u32))
}

impl<'w, 't> Look<'w, 't> {
    fn new(walk: &'w Walk<'t>, body: Node<'_>) -> Self {
        let (own, local) = (own_names(walk, body), BTreeSet::new());
        Self { walk, own, local, met: Met::default(), echoes: false }
    }

    /// A statement before the last: a local that gets a value, one that is filled, or a wait.
    fn before(&mut self, statement: Node<'_>) -> Option<()> {
        let inner = match statement.kind() {
            "expression_statement" | "local_declaration_statement" => statement.part(0)?,
            _ => statement,
        };
        match inner.kind() {
            "lexical_declaration" | "variable_declaration" | "local_variable_declaration" => {
                let declared = |c: &Node<'_>| c.kind().ends_with("declarator");
                for declarator in children(inner).filter(declared) {
                    let name = declarator.field("name")?;
                    let last = u32::try_from(declarator.named_child_count().checked_sub(1)?).ok()?;
                    self.value(declarator.named_child(last).filter(|v| v.id() != name.id())?)?;
                    self.declare(name)?;
                }
            }
            "let_declaration" => {
                self.value(inner.field("value")?)?;
                self.declare(inner.field("pattern")?)?;
            }
            "short_var_declaration" | "assignment" | "assignment_expression" | "assignment_statement" => {
                self.value(inner.field("right")?)?;
                let left = inner.field("left")?;
                let left = if left.kind() == "expression_list" { left.part(0)? } else { left };
                let field = ["object", "operand", "value", "expression"];
                let of = field.iter().find_map(|f| left.field(f));
                match of {
                    // `receipt.total = 42`
                    Some(of) if self.local.contains(self.walk.text_of(of)) => {}
                    Some(_) => return None,
                    None => self.declare(left)?,
                }
            }
            _ => {
                let text = self.walk.text_of(inner);
                let waits = words(text).any(|w| WAITS.contains(&w));
                self.value(inner).filter(|()| waits)?;
            }
        }
        Some(())
    }

    fn declare(&mut self, name: Node<'_>) -> Option<()> {
        if name.kind() != "identifier" || self.own.contains(self.walk.text_of(name)) {
            return None;
        }
        self.local.insert(self.walk.text_of(name).to_owned());
        Some(())
    }

    /// The last statement: what the function gives.
    fn answer(&mut self, last: Node<'_>, block: bool) -> Option<()> {
        let gives = matches!(last.kind(), "return_statement" | "return" | "return_expression");
        let inner = if last.kind() == "expression_statement" { last.part(0)? } else { last };
        let by_end = matches!(self.walk.grammar, super::Grammar::Rust | super::Grammar::Ruby);
        let gives = gives || !block || inner.kind() == "return_expression" || by_end;
        let value = children(inner).any(|c| !is_comment(c.kind())) || !block;
        if !gives || !value {
            return None;
        }
        self.value(inner)
    }

    /// Goes through a value; nothing where it takes anything from elsewhere.
    fn value(&mut self, value: Node<'_>) -> Option<()> {
        let mut open = vec![value];
        let mut met = 0;
        while let Some(node) = open.pop() {
            met += 1;
            if met > MOST {
                return None;
            }
            let kind = node.kind();
            if matches!(kind, "this" | "self" | "super" | "base" | "instance_variable")
                || kind.starts_with("jsx")
            {
                return None;
            }
            // What a function within is given is its own.
            if is_function(kind) {
                self.local.extend(node.field("body").map(|b| own_names(self.walk, b)).into_iter().flatten());
            }
            // Whatever is worked out of what it is given, by a call or a sign, is work.
            let works = kind.contains("binary") || kind == "subscript_expression" || self.calls_own(node);
            if self.echoes && works {
                return None;
            }
            if is_name(kind) {
                self.name(node, kind)?;
            }
            let text = self.walk.text_of(node);
            self.met.says |= kind.contains("string") && text.chars().any(char::is_alphanumeric)
                || (kind.contains("number") || kind.contains("integer") || kind.contains("float"))
                    && text.bytes().any(|b| b.is_ascii_digit() && b != b'0');
            open.extend(children(node));
        }
        Some(())
    }

    /// `input.lines.map(price)`
    fn calls_own(&self, node: Node<'_>) -> bool {
        let kind = node.kind();
        if !kind.contains("call") && !kind.contains("invocation") {
            return false;
        }
        let called = ["function", "object", "receiver"].iter().find_map(|f| node.field(f));
        called
            .and_then(|called| words(self.walk.text_of(called)).next())
            .is_some_and(|r| self.own.contains(r))
    }

    fn name(&mut self, node: Node<'_>, kind: &str) -> Option<()> {
        let (text, parent) = (self.walk.text_of(node), node.parent()?);
        let first = parent.part(0).is_some_and(|c| c.id() == node.id());
        let makes = match parent.kind() {
            "new_expression" | "object_creation_expression" | "composite_literal" | "struct_expression" => {
                parent.field("arguments").is_none_or(|list| !list.byte_range().contains(&node.start_byte()))
            }
            // A class of Python is called as it is.
            "call" => {
                self.walk.grammar == super::Grammar::Python
                    && parent.field("function").is_some_and(|f| f.id() == node.id())
                    && text.starts_with(char::is_uppercase)
            }
            _ => false,
        };
        if makes {
            // Answers to requests are judged by themselves.
            if ANSWERS.iter().any(|end| text.ends_with(end)) {
                return None;
            }
            self.met.chance |= is_source(text);
            self.met.made = true;
            return Some(());
        }
        let key = match parent.kind() {
            "pair" | "keyword_argument" | "keyed_element" | "field_initializer" => first,
            "literal_element" => {
                let pair = parent.parent().filter(|p| p.kind() == "keyed_element");
                pair.and_then(|p| p.part(0)).is_some_and(|c| c.id() == parent.id())
            }
            // `new Receipt { Id = "1" }`
            "assignment_expression" => {
                first && parent.parent().is_some_and(|p| p.kind() == "initializer_expression")
            }
            _ => false,
        };
        if key || kind == "type_identifier" {
            return Some(());
        }
        if self.echoes && (self.own.contains(text) || is_key_or_member(node)) {
            self.met.own |= self.own.contains(text);
            return Some(());
        }
        if self.own.contains(text) {
            return None;
        }
        if self.local.contains(text) {
            self.met.made = true;
            return Some(());
        }
        if is_source(text) {
            self.met.chance = true;
            return Some(());
        }
        if is_beside(text) || WAITS.contains(&text) || copies(text) {
            return Some(());
        }
        // `for _ in range(10)` within a list: what is counted is its own.
        let counts = parent.kind() == "for_in_clause"
            && parent.field("left").is_some_and(|left| left.id() == node.id());
        if counts {
            return Some(());
        }
        // A constant of the file that holds literals alone, and that nothing fills.
        let fixed = self.walk.value_of(node).filter(|_| !self.walk.fixed.is_worked(text))?;
        let plain = matches!(
            fixed.kind(),
            "object" | "array" | "dictionary" | "list" | "hash" | "string" | "number" | "integer" | "float"
        );
        let of_literals = words_outside(self.walk, fixed);
        if !(plain && of_literals) {
            return None;
        }
        self.met.constant = true;
        self.met.says |= self.walk.text_of(fixed).chars().any(char::is_alphanumeric);
        Some(())
    }
}

/// Tells whether a value holds no name but keys.
fn words_outside(walk: &Walk<'_>, value: Node<'_>) -> bool {
    let mut open = vec![value];
    let mut met = 0;
    while let Some(node) = open.pop() {
        met += 1;
        let key = node
            .parent()
            .is_some_and(|p| p.kind() == "pair" && p.part(0).is_some_and(|c| c.id() == node.id()));
        if met > MOST
            || is_function(node.kind())
            || is_name(node.kind()) && !key && walk.text_of(node) != "undefined"
        {
            return false;
        }
        open.extend(children(node));
    }
    true
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|w| !w.is_empty())
}

#[cfg(test)]
mod tests {
    use super::super::{Hollow, outline};
    use crate::domain::ids::RepoPath;

    fn told(name: &str, text: &str) -> Vec<Hollow> {
        let path = RepoPath::parse(name).expect("a path");
        let out = outline(&path, text).expect("an outline");
        out.hollow.iter().map(|h| h.what).collect()
    }

    #[test]
    fn a_result_of_literals_is_told_from_one_that_was_worked_out() {
        for (name, text, found) in [
            ("a.ts", "const R = { id: 'r1', sum: 42 };\nexport function charge(cart) { return R; }", true),
            ("a.ts", "export function charge(cart) { const r = { id: 'r1' }; r.sum = 4; return r; }", true),
            ("a.py", "def charge(cart):\n    return Receipt(id='r1', sum=42)\n", true),
            ("A.java", "class A { public R charge(Cart cart) { return new R(\"r1\", 42); } }", true),
            ("A.cs", "class A { public R Charge(Cart cart) { return new R { Id = \"r1\" }; } }", true),
            (
                "a.ts",
                "const USERS = [{ id: 'u1', name: 'Ada' }];\nexport async function fetchUsers(team) { await sleep(9); return USERS.map((u) => ({ ...u })); }",
                true,
            ),
            (
                "a.ts",
                "const USERS = [{ id: 'u1', name: 'Ada' }];\nexport function fetchUsers(team) { return [...USERS]; }",
                true,
            ),
            (
                "a.ts",
                "const USERS = [{ id: 'u1', name: 'Ada' }];\nexport function fetchUsers(team) { return USERS.filter((u) => u.team === team); }",
                false,
            ),
            (
                "a.py",
                "USERS = [{'id': 'u1'}]\n\ndef fetch_users(team):\n    return copy.deepcopy(USERS)\n",
                true,
            ),
            ("a.py", "USERS = [{'id': 'u1'}]\n\ndef fetch_users(team):\n    return list(USERS)\n", true),
            ("a.py", "USERS = [{'id': 'u1'}]\n\ndef countries(team):\n    return list(USERS)\n", false),
            ("a.py", "def fetch_users(team):\n    return list(team)\n", false),
            ("a.go", "func Charge(cart Cart) R {\n\tr := R{ID: \"r1\"}\n\treturn r\n}\n", false),
            ("a.ts", "const R = { id: 'r1' };\nexport function charge() { return R; }", false),
            ("a.ts", "const R = { id: 'r1' };\nexport function rates(day) { return R; }", false),
            ("a.py", "def check(r):\n    return HttpResponse('ok')\n", false),
            ("a.ts", "const R = { id: 'r1' };\nexport function defaultConfig(env) { return R; }", false),
            (
                "a.ts",
                "const R = { id: 'r1' };\nR.id = read();\nfill(R);\nexport function charge(c) { return R; }",
                false,
            ),
            (
                "a.ts",
                "export function charge(cart) { const r = { sum: cart.sum }; r.id = 4; return r; }",
                false,
            ),
            (
                "a.ts",
                "export function charge(cart) { const r = { id: 'r1' }; r.sum = total(); return r; }",
                false,
            ),
            (
                "a.ts",
                "export class A { charge(cart) { const r = { id: 'r1' }; r.sum = this.sum; return r; } }",
                false,
            ),
            ("a.py", "def charge(cart):\n    return Receipt(id='r1', sum=cart.sum)\n", false),
            ("a.py", "def charge(cart):\n    return Receipt()\n", false),
            ("A.java", "class A { public R charge(Cart cart) { return new R(\"r1\", cart); } }", false),
        ] {
            assert_eq!(told(name, text).contains(&Hollow::Receipt), found, "{text}: {:?}", told(name, text));
        }
    }

    #[test]
    fn what_chance_says_in_several_steps_is_told() {
        for (name, text, found) in [
            ("a.ts", "export function charge(c) { const ok = Math.random() > 0.1; return { ok }; }", true),
            (
                "a.ts",
                "export async function charge(c) { await new Promise((r) => setTimeout(r, 9)); return { id: Date.now() }; }",
                true,
            ),
            ("a.py", "def charge(cart):\n    ok = random.random() > 0.1\n    return {'ok': ok}\n", true),
            ("a.py", "def forecast(city):\n    return [random.random() for _ in range(10)]\n", true),
            ("a.py", "def forecast(city):\n    return [weather(city) for _ in range(10)]\n", false),
            ("a.rs", "pub fn charge(c: &[u32]) -> u32 {\n    rand::thread_rng().gen_range(1..9)\n}\n", true),
            (
                "a.go",
                "func Charge(c int) string {\n\tid := fmt.Sprintf(\"r%d\", time.Now().Unix())\n\treturn id\n}\n",
                true,
            ),
            ("a.rb", "def charge(cart)\n  rand(100)\nend\n", true),
            (
                "A.cs",
                "class A { public R Charge(Cart c) { return new R { Id = Guid.NewGuid().ToString() }; } }",
                true,
            ),
            (
                "a.ts",
                "export function charge(c) { const ok = Math.random() > c.odds; return { ok }; }",
                false,
            ),
            (
                "a.ts",
                "export function charge(c) { const ok = roll(); return { ok, at: Date.now() }; }",
                false,
            ),
            ("a.ts", "export function newOrderId(c) { const n = Math.random(); return `o${n}`; }", false),
            ("a.ts", "export function charge() { const ok = Math.random() > 0.1; return { ok }; }", false),
            ("a.go", "func Charge(c int) string {\n\tid := fmt.Sprintf(\"r%d\", c)\n\treturn id\n}\n", false),
        ] {
            assert_eq!(told(name, text).contains(&Hollow::ByChance), found, "{text}: {:?}", told(name, text));
        }
    }
}

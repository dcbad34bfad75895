//! A comment changes nothing, wherever it stands: each text is read again with a comment before each of its words.

use std::collections::BTreeSet;

use tree_sitter::Node;

use super::names::{is_comment, is_string};
use super::{Grammar, Outline, outline, parse};
use crate::domain::ids::RepoPath;

const TEXTS: [(&str, &str); 44] = [
    // Scripts.
    ("a.tsx", "export function Plate({ src }: Props) { return (<img src={src} alt=\"\" />); }"),
    ("a.tsx", "export const Card = (p: P) => (<b onClick={() => p.go(1)}>{p.name}</b>);"),
    ("a.tsx", "export function None() { return (null); }"),
    (
        "a.tsx",
        "export function List() { const { data } = useList(); return (<ul>{data.map((d) => (<li>{d.name}</li>))}</ul>); }",
    ),
    ("a.ts", "export function gross(n: number) { return (n * 1.19); }"),
    ("a.ts", "export function two() { return (2); }"),
    ("a.ts", "export async function paid(id: string) { return (await db.find(id)).paid; }"),
    ("a.ts", "export const nothing = () => ({});"),
    ("a.ts", "export const made = (a: A) => ({ id: a.id, list: [a.b, a.c] });"),
    ("a.ts", "export function later() { throw new Error('not implemented'); }"),
    ("a.ts", "import { pay } from './pay';\nexport const till = make({ pay, open: () => pay(1) });"),
    ("a.ts", "import pay, * as rest from './pay';\nvoid pay;\nrest.go((pay));"),
    ("a.ts", "import { off } from './flags';\nif (off && false) { off(); }\nif ((1 === 2)) { off(2); }"),
    ("a.ts", "const on = false;\nexport function go() { if (on) { run(); } else { stop(); } }"),
    ("a.ts", "export function go(x: X) { return x as unknown as Y; }"),
    ("a.ts", "export function seen(at: string) { try { send(at); } catch (e) { } }"),
    ("a.ts", "router.get('/a', (req, res) => { res.json({ ok: true }); });"),
    ("a.ts", "app.post('/a', async (req, res) => { const made = await db.add(req.body); res.json(made); });"),
    ("a.js", "const { pay } = require('./pay');\nmodule.exports = { pay, other: (a) => a + 1 };"),
    ("a.js", "exports.pay = function (a) { return (a); };"),
    (
        "a.ts",
        "test('adds', () => { expect(add(1, 2)).toBe(3); });\ntest('is', () => { expect(true).toBe(true); });",
    ),
    // Python.
    ("a.py", "def gross(n):\n    return (n * 1.19)\n"),
    ("a.py", "def made(a):\n    return dict(id=a.id, rest=[a.b, (a.c)])\n"),
    ("a.py", "def none():\n    return (None)\n"),
    ("a.py", "from shop import (pay, till as t)\n\n\ndef go(a):\n    return pay(t, (a))\n"),
    ("a.py", "@app.get('/a')\ndef show():\n    return {'ok': (True)}\n"),
    ("a.py", "def test_adds():\n    assert (add(1, 2) == 3)\n"),
    // Rust.
    ("a.rs", "use crate::shop::{Till, pay};\npub fn go(t: &Till) -> u8 { (pay(t, 1)).max(2) }"),
    ("a.rs", "pub fn none() -> Option<u8> { (None) }"),
    (
        "a.rs",
        "pub struct A { b: u8 }\nimpl A { pub fn new(b: u8) -> Self { Self { b } } fn c(&self) -> u8 { self.b + 1 } }",
    ),
    ("a.rs", "pub fn later() { todo!(\"pay\") }"),
    ("a.rs", "#[cfg(test)]\nmod tests { #[test] fn adds() { assert_eq!(add(1, 2), 3); } }"),
    ("a.rs", "pub fn go(x: u8) -> u8 { match x { 0 => 1, n if n > 2 => n, _ => 3 } }"),
    // Go.
    (
        "a.go",
        "package a\n\nimport (\n\t\"fmt\"\n\tb \"x/b\"\n)\n\nfunc Go(n int) (int, error) { if n > (1) { return b.Pay(n), nil }; return 0, fmt.Errorf(\"no\") }\n",
    ),
    ("a.go", "package a\n\nfunc None() (int, error) { return 0, nil }\n"),
    ("a.go", "package a\n\nvar make = func(a A) B { return B{ID: (a.ID)} }\n"),
    // Java.
    (
        "A.java",
        "package a; import b.Pay; class A { private final Pay pay; A(Pay pay) { this.pay = pay; } int go(int n) { return (pay.sum(n)); } }",
    ),
    (
        "A.java",
        "class A { @Override public String toString() { return (null); } void later() { throw new UnsupportedOperationException(); } }",
    ),
    ("ATest.java", "class ATest { @Test void adds() { assertEquals(3, add(1, 2)); } }"),
    // C#.
    (
        "A.cs",
        "using B; namespace A; public class C(Pay pay) { public int Go(int n) => (pay.Sum(n)); public int None() => (0); }",
    ),
    ("A.cs", "class A { [HttpGet] public IActionResult Show() { return Ok(new { ok = (true) }); } }"),
    ("A.cs", "class A { void Later() { throw new NotImplementedException(); } int Two() { return (2); } }"),
    ("Program.cs", "var app = Make(args); app.MapGet(\"/a\", (Shop shop) => shop.All()); app.Run();"),
    // Ruby has none within a line.
    ("a.rb", "class A\n  def go(n)\n    pay(n)\n  end\n\n  def none\n    nil\n  end\nend\n"),
];

/// What a text says, without where it stands.
#[derive(Debug, PartialEq, Eq)]
struct Said(Vec<(&'static str, String)>);

fn said(found: &Outline) -> Said {
    let names = |all: &BTreeSet<String>| format!("{all:?}");
    let uses = found.uses.iter().map(|(name, uses)| {
        format!("{name} {} {} {}", uses.plain.is_some(), uses.member.is_some(), uses.typed.is_some())
    });
    let imports =
        found.imports.iter().map(|i| format!("{} {:?} {} {}", i.from, i.names, i.dynamic, i.passes_on));
    Said(vec![
        ("intact", found.intact.to_string()),
        ("homes", format!("{:?}", found.homes)),
        (
            "symbols",
            format!(
                "{:?}",
                found.symbols.iter().map(|s| (&s.name, s.kind, &s.owner, s.exported)).collect::<Vec<_>>()
            ),
        ),
        ("imports", format!("{:?}", imports.collect::<Vec<_>>())),
        ("uses", format!("{:?}", uses.collect::<Vec<_>>())),
        ("hollow", format!("{:?}", found.hollow.iter().map(|h| (&h.name, &h.what)).collect::<Vec<_>>())),
        ("bodies", format!("{} {}", found.real_bodies, found.storing)),
        ("at work", names(&found.at_work)),
        ("marks", names(&found.marks)),
        ("loads", format!("{} {} {} {}", found.registers, found.starts, found.open, found.only_declares)),
        ("never", format!("{} {} {}", found.dead.len(), found.dropped.len(), found.unreached.len())),
        ("hooks", found.idle_hooks.len().to_string()),
        ("blanks", format!("{:?}", found.blanks.iter().map(|b| (&b.name, b.what)).collect::<Vec<_>>())),
        ("made", names(&found.made)),
        ("lone", names(&found.lone)),
        ("asked", format!("{} {}", names(&found.guards), names(&found.off))),
    ])
}

/// The places where a comment may stand: before each word that is not part of a text, nor of what an element shows.
fn places(grammar: Grammar, text: &str) -> Vec<usize> {
    let tree = parse(grammar, text).expect("a tree");
    let mut open = vec![tree.root_node()];
    let mut found = Vec::new();
    while let Some(node) = open.pop() {
        let kind = node.kind();
        if is_comment(kind)
            || matches!(kind, "jsx_text" | "template_string" | "interpolated_string_expression")
        {
            continue;
        }
        if node.child_count() == 0 || is_string(kind) {
            if fits(grammar, text, node) {
                found.push(node.start_byte());
            }
            continue;
        }
        open.extend((0..node.child_count()).filter_map(|at| node.child(at)));
    }
    found
}

fn fits(grammar: Grammar, text: &str, leaf: Node<'_>) -> bool {
    let start = leaf.start_byte();
    let mut at = leaf;
    let mut in_brackets = false;
    while let Some(above) = at.parent() {
        // Between the tags of an element all is text.
        // What marks a declaration is read by its words.
        if matches!(above.kind(), "attribute_item" | "decorator" | "marker_annotation") {
            return false;
        }
        if matches!(above.kind(), "jsx_element" | "jsx_fragment")
            && at.start_byte() == start
            && at.start_byte() != above.start_byte()
        {
            return false;
        }
        let bracket = text[above.byte_range()].starts_with(['(', '[', '{']) && above.start_byte() < start;
        in_brackets |= bracket;
        at = above;
    }
    // A comment alone in a block, or in what is called with nothing, explains why that is empty.
    let explains = matches!(leaf.kind(), "}" | ")") && text[..start].trim_end().ends_with(['{', '(']);
    // Nobody writes one in the middle of a path, nor right before what a name is called with.
    let in_path =
        text[..start].ends_with(['.', '@', '#', ':']) || text[start..].starts_with(['.', ':', '!', ';']);
    let called = text[start..].starts_with('(') && !text[..start].ends_with(char::is_whitespace);
    !explains
        && !in_path
        && !called
        && !text[start..].trim().is_empty()
        && (grammar != Grammar::Python || in_brackets)
}

#[test]
fn a_comment_changes_nothing_wherever_it_stands() {
    let mut wrong = Vec::new();
    for (name, text) in TEXTS {
        let path = RepoPath::parse(name).expect("a path");
        let grammar = Grammar::of(&path).expect("a grammar");
        let plain = said(&outline(&path, text).expect("an outline"));
        assert_eq!(plain.0[0].1, "true", "{name}: {text}");
        let lines = || text.match_indices('\n').map(|(at, _)| at + 1).filter(|at| *at < text.len());
        let (comment, all) = match grammar {
            Grammar::Python => ("# why\n        ", places(grammar, text)),
            Grammar::Ruby => ("# why\n", lines().collect()),
            Grammar::TypeScript
            | Grammar::Tsx
            | Grammar::JavaScript
            | Grammar::Rust
            | Grammar::Go
            | Grammar::Java
            | Grammar::CSharp => ("/* why */ ", places(grammar, text)),
        };
        for at in all {
            let with = format!("{}{comment}{}", &text[..at], &text[at..]);
            let read = said(&outline(&path, &with).expect("an outline"));
            for (before, after) in plain.0.iter().zip(&read.0).filter(|(a, b)| a != b) {
                wrong.push(format!("{with}\n  {}: {} -> {}", before.0, before.1, after.1));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of them:\n{}", wrong.len(), wrong.join("\n"));
}

use super::*;

fn of(name: &str, text: &str) -> Outline {
    outline(&RepoPath::parse(name).unwrap(), text).expect("an outline")
}

fn exported(name: &str, text: &str) -> Vec<String> {
    of(name, text).exports().map(|s| s.name.clone()).collect()
}

fn hollow(name: &str, text: &str) -> Vec<(u32, Hollow)> {
    of(name, text).hollow.iter().map(|h| (h.from, h.what)).collect()
}

#[test]
fn exports_are_what_others_can_name() {
    for (name, text, found) in [
        ("a.ts", "export const a = 1, b = 2;\nconst c = 3;\nexport { c as d };\n", "a b d"),
        ("a.ts", "export interface P { x: number }\nexport class K { run() {} }\n", "P K"),
        ("a.ts", "export default function go() {}\n", "go default"),
        ("a.js", "const a = 1;\nmodule.exports = { a, b: c };\nexports.z = 1;\n", "a default b z"),
        ("a.py", "A = 1\ndef f():\n    x = 2\n    return x\nclass K:\n    def m(self): return 1\n", "A f K"),
        ("a.rs", "pub fn f() {}\nfn g() {}\npub(crate) struct S { pub x: u32 }\n", "f S"),
        (
            "a.go",
            "package p\nfunc Run() {}\nfunc run() {}\ntype S struct{ A int }\nfunc (s *S) Do() {}\n",
            "Run S",
        ),
        ("A.java", "public class A { private int x; public void m() { x = 1; } }\n", "A"),
        ("A.cs", "namespace N; public class A { public void M() { x = 1; } }\nfile class B {}\n", "A"),
        ("a.rb", "module M\n  class K\n    def m; go; end\n  end\nend\n", "M K"),
    ] {
        assert_eq!(exported(name, text).join(" "), found, "{name}: {text}");
    }
}

#[test]
fn imports_are_read_in_every_language() {
    let show = |o: &Outline| -> Vec<String> {
        o.imports
            .iter()
            .filter(|i| !i.passes_on || o.grammar != Grammar::Python)
            .map(|i| {
                let names: Vec<String> = i
                    .names
                    .iter()
                    .map(|n| format!("{}>{}{}", n.name, n.local, if n.type_only { "?" } else { "" }))
                    .collect();
                let all = if i.all { " all" } else { "" };
                let on = if i.passes_on { " on" } else { "" };
                format!("{} [{}]{all}{on}", i.from, names.join(" "))
            })
            .collect()
    };
    for (name, text, found) in [
        ("a.ts", "import d, { a, type B as C } from './x';", "./x [default>d a>a B>C?]"),
        ("a.ts", "import type { B } from './x'; import * as n from 'y';", "./x [B>B?] | y [*>n]"),
        ("a.ts", "export { a as b } from './x'; export * from './y';", "./x [a>b] on | ./y [] all on"),
        ("a.js", "const { a: b } = require('./x'); import('./y');", "./x [a>b] | ./y [] all"),
        ("a.py", "from ..x import a as b, c\nimport p.q", "..x [a>b c>c] | p.q [*>p]"),
        ("a.rs", "use crate::x::{a, b as c, d::*};", "crate::x::d [] all | crate::x [b>c] | crate::x [a>a]"),
        ("a.go", "package p\nimport (\n\tx \"m/y\"\n\t\"m/z\"\n)\n", "m/y [*>x] | m/z [*>z]"),
        ("A.java", "import a.b.C; import d.*;", "a.b [C>C] | d [] all"),
        ("A.cs", "using A.B; using X = C.D;", "A.B [] all | C.D [*>X]"),
        ("a.rb", "require_relative '../x'\nrequire 'y/z'\n", "./../x [] all | y/z [] all"),
    ] {
        assert_eq!(show(&of(name, text)).join(" | "), found, "{name}: {text}");
    }
}

#[test]
fn uses_are_neither_imports_nor_definitions_nor_words() {
    for (name, text, used) in [
        ("a.ts", "import { pay } from './pay';\n// pay()\nconst s = 'pay()';\n", false),
        ("a.ts", "import { pay } from './pay';\nrun(pay);\n", true),
        ("a.tsx", "import { pay } from './pay';\nexport const A = () => <pay.Form />;\n", true),
        ("a.ts", "const s = `${pay()}`;\n", true),
        ("a.ts", "function pay() {}\n", false),
        ("a.ts", "const o = { pay: 1 };\n", false),
        ("a.py", "from x import pay\n\ndef f(pay=1):\n    '''pay()'''\n", false),
        ("a.py", "from x import pay\n\ndef f():\n    return pay(1)\n", true),
        ("a.rs", "use x::pay;\n#[cfg(test)]\nmod tests { fn t() { pay(); } }\n", false),
        ("a.rs", "fn f() { println!(\"{}\", pay(1)); }\n", true),
        ("a.ts", "import { pay } from './pay';\nfunction f(pay: P) { return pay(1); }\n", false),
        ("a.ts", "import { pay } from './pay';\nfunction f() { const pay = g(); return pay(1); }\n", false),
        ("a.ts", "function f() { const pay = 1; }\nfunction g() { return pay(1); }\n", true),
        ("a.ts", "function f() { return 1; pay(1); }\n", false),
        ("a.ts", "if (false) { pay(1); }\n", false),
        ("a.ts", "if (false) { x(); } else { pay(1); }\n", true),
        ("a.py", "def f(pay):\n    return pay(1)\n", false),
        ("a.py", "def f():\n    if False:\n        pay(1)\n", false),
        ("a.rs", "fn f() { let pay = pay(1); }\n", true),
        ("a.rs", "fn f(pay: P) { pay(1); }\n", false),
        ("a.rs", "#[cfg(any())]\nfn f() { pay(1); }\n", false),
        ("a.go", "package p\nfunc f() { pay := q(); pay.Do() }\n", false),
        ("a.go", "package p\nfunc f() { pay := pay.New(); _ = pay }\n", true),
        ("a.rb", "x = 1\n__END__\npay(1)\n", false),
        ("a.go", "package p\nimport \"m/pay\"\nfunc f() { pay.Do() }\n", true),
        ("A.java", "class A { void f() { pay(1); } }", true),
        ("A.cs", "class A { void F() { pay(1); } }", true),
        ("a.rb", "def f\n  pay(1)\nend\n", true),
    ] {
        assert_eq!(of(name, text).uses.contains_key("pay"), used, "{name}: {text}");
    }
}

#[test]
fn hollow_bodies_are_judged_by_what_they_do() {
    use Hollow::{Answers, Constant, DeadHandler, Empty, OnlyLogs, Placeholder, Said};
    for (name, text, found) in [
        ("a.ts", "export function total(c: Cart): number { return 0; }", vec![(1, Constant)]),
        ("a.ts", "export const total = (c: Cart) => [];", vec![(1, Constant)]),
        ("a.ts", "export async function f(x: X) { console.log(x); return null; }", vec![(1, OnlyLogs)]),
        ("a.ts", "function f() { throw new Error('Not implemented yet'); }", vec![(1, Said)]),
        ("a.ts", "function f() { throw new Error('Todo list is full'); }", vec![]),
        ("a.ts", "list.forEach(() => {});", vec![]),
        ("a.tsx", "export function Page() { return <div>Page</div>; }", vec![(1, Placeholder)]),
        ("a.tsx", "export function Page() { return null; }", vec![(1, Placeholder)]),
        ("a.tsx", "export const P = () => <ul><li>Coming soon</li><li>Now</li></ul>;", vec![]),
        ("a.tsx", "const A = () => <button onClick={() => {}}>{t}</button>;", vec![(1, DeadHandler)]),
        (
            "a.tsx",
            "const A = () => <form onSubmit={(e) => e.preventDefault()}>{t}</form>;",
            vec![(1, DeadHandler)],
        ),
        ("a.py", "def f(x):\n    \"\"\"Doc.\"\"\"\n    pass\n", vec![(1, Empty)]),
        ("a.py", "def f(x):\n    raise NotImplementedError\n", vec![(2, Said)]),
        ("a.py", "class A(ABC):\n    @abstractmethod\n    def f(self): ...\n", vec![]),
        ("a.rs", "pub fn f(x: u32) -> Result<(), E> { Ok(()) }", vec![(1, Constant)]),
        ("a.rs", "pub fn f() -> u32 { todo!() }", vec![(1, Said)]),
        ("a.go", "package p\nfunc F(x int) error { return nil }", vec![(2, Constant)]),
        ("a.go", "package p\nfunc F(x int) (int, error) { return 0, nil }", vec![(2, Constant)]),
        ("A.java", "class A { int f(int x) { return 0; } }", vec![(1, Constant)]),
        (
            "A.java",
            "class A { A() {} void f() { throw new UnsupportedOperationException(); } }",
            vec![(1, Said)],
        ),
        ("A.cs", "class A { int F(int x) => throw new NotImplementedException(); }", vec![(1, Said)]),
        ("A.cs", "class A { int F(int x) => 0; }", vec![(1, Constant)]),
        ("a.ts", "export const f = async (x: X) => ({ ok: true, list: [1] });", vec![(1, Constant)]),
        ("a.ts", "export function f(x: X) { const r = { a: 1 }; return r; }", vec![(1, Constant)]),
        ("a.ts", "export function f(x: X) { void x; try { } catch (e) { } }", vec![(1, Empty)]),
        ("a.ts", "export function f(x: X) { return null; return g(x); }", vec![(1, Constant)]),
        ("a.ts", "export function f(x: X) { if (x.a) { return true; } return false; }", vec![]),
        ("a.ts", "export function f(x: X) { return x; }", vec![]),
        ("a.ts", "export function f(x: X) { throw new Error('f is not implemented'); }", vec![(1, Said)]),
        ("a.ts", "export function f(x: X) { return Response.json({ ok: true }); }", vec![(1, Answers)]),
        ("a.py", "def f(x):\n    del x\n    return {'ok': True}\n", vec![(1, Constant)]),
        ("a.py", "def f(x):\n    assert False, 'not implemented'\n", vec![(2, Said)]),
        ("a.rs", "pub fn f(n: u32) -> u32 { let _ = n; 0 }", vec![(1, Constant)]),
        ("a.rs", "pub fn f(n: u32) -> u32 { n.max(2) }", vec![]),
        ("a.go", "package p\nfunc F(n int) error {\n\t_ = n\n\treturn nil\n}", vec![(2, Constant)]),
        ("A.cs", "class A { Task F(int n) { return Task.CompletedTask; } }", vec![(1, Constant)]),
        ("a.rb", "def f(x)\nend\ndef g\n  raise NotImplementedError\nend\n", vec![(1, Empty), (4, Said)]),
    ] {
        assert_eq!(hollow(name, text), found, "{name}: {text}");
    }
}

#[test]
fn words_are_no_stubs() {
    for (name, text) in [
        ("a.test.ts", "function TestXxx(t: T) { return t.run(PlaceholderText); }"),
        ("a.tsx", "export const A = () => <p className=\"x\">{'Coming soon'}</p>;"),
        ("a.go", "package p\n// TODO: not implemented\nfunc F(x int) int { return x + 1 }"),
        ("a.py", "def f(x):\n    # TODO implement\n    return g(x, 'not implemented')\n"),
    ] {
        assert_eq!(hollow(name, text), [], "{name}: {text}");
    }
}

#[test]
fn hostile_texts_end() {
    for (name, piece) in [
        ("a.ts", "({["),
        ("a.ts", "a<b<"),
        ("a.rs", "fn f(){{"),
        ("a.py", "if x:\n (\n"),
        ("a.rb", "def x; <<A + "),
        ("A.cs", "class A { void F() { if (a < b"),
        ("A.java", "class A<"),
        ("a.go", "func f(a func("),
        ("a.tsx", "<a>{`${"),
    ] {
        for times in [2_000, 400_000] {
            let text = piece.repeat(times);
            let started = std::time::Instant::now();
            let read = outline(&RepoPath::parse(name).unwrap(), &text);
            assert!(started.elapsed().as_secs() < 30, "{name} {piece}: {:?}", started.elapsed());
            assert!(read.is_none() || text.len() <= PARSE_LIMIT);
        }
    }
}

#[test]
fn hostile_conditions_end() {
    for (name, piece) in [
        ("a.ts", "if (!"),
        ("a.ts", "a && "),
        ("a.ts", "while (true) {"),
        ("a.ts", "const a = 0; "),
        ("a.ts", "x => x => ({ a: "),
        ("a.py", "a = 0\nif a: b = a\n"),
        ("a.py", "not "),
        ("a.rs", "fn f() { if a { return; } else { let a = a;"),
        ("a.rb", "a = 0\nb if a\n"),
        ("a.go", "func f() { for { if a { return } else {"),
    ] {
        for times in [2_000, 50_000] {
            let started = std::time::Instant::now();
            let read = outline(&RepoPath::parse(name).unwrap(), &piece.repeat(times));
            assert!(started.elapsed().as_secs() < 30, "{name} {piece}: {:?}", started.elapsed());
            assert!(read.is_none() || piece.len() * times <= PARSE_LIMIT);
        }
    }
}

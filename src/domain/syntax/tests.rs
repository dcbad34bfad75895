use super::*;

fn of(name: &str, text: &str) -> Outline {
    outline_where(&RepoPath::parse(name).unwrap(), text, None).expect("an outline")
}

fn exported(name: &str, text: &str) -> Vec<String> {
    of(name, text).exports().map(|s| s.name.clone()).collect()
}

pub(super) fn hollow(name: &str, text: &str) -> Vec<(u32, Hollow)> {
    of(name, text).hollow.iter().map(|h| (h.from, h.what)).collect()
}

#[test]
fn exports_are_what_others_can_name() {
    for (name, text, found) in [
        ("a.ts", "export const a = 1, b = 2;\nconst c = 3;\nexport { c as d };\n", "a b d"),
        ("a.ts", "export interface P { x: number }\nexport class K { run() {} }\n", "P K"),
        ("a.ts", "export default function go() {}\n", "go default"),
        ("a.ts", "export namespace N { export function pay() { return go(); } }\n", "N"),
        ("a.ts", "namespace N { export const pay = 1; }\nexport { N };\n", "N"),
        (
            "a.ts",
            "namespace N { const pay = 1; }\nimport { pay } from './pay';\nexport { pay, N };\n",
            "N pay",
        ),
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
        ("a.js", "const { a: b } = require('./x'); import('./y');", "./x [a>b] | ./y []"),
        ("a.js", "const y = lazy(() => import('./y'));", "./y [] all"),
        ("a.py", "from ..x import a as b, c\nimport p.q", "..x [a>b c>c] | p.q [*>p]"),
        ("a.rs", "use crate::x::{a, b as c, d::*};", "crate::x::d [] all | crate::x [b>c] | crate::x [a>a]"),
        ("a.go", "package p\nimport (\n\tx \"m/y\"\n\t\"m/z\"\n)\n", "m/y [*>x] | m/z [*>z]"),
        ("A.java", "import a.b.C; import d.*;", "a.b [C>C] | d [] all"),
        ("A.cs", "using A.B; using X = C.D;", "A.B [] all | C.D [*>X]"),
        ("a.rb", "require_relative '../x'\nrequire 'y/z'\n", "./../x [] all | y/z [] all"),
        ("a.go", "package p\nimport (\n\t_ \"m/y\"\n\t. \"m/z\"\n)\n", "m/y [*>_] | m/z [] all"),
        ("a.rs", "fn f() { run!(crate::x::go(1)); }", "crate::x [go>]"),
        ("a.py", "if TYPE_CHECKING:\n    from .x import a\n", ".x [a>a?]"),
        ("a.ts", "let x: import('./x').Y;\ntype T = typeof import('./y');", "./x [*>?] | ./y [*>?]"),
        (
            "a.rs",
            "mod m { use super::x::a; use self::y; use super::super::z::b; }",
            "self::x [a>a] | self::m [y>y] | super::z [b>b]",
        ),
        (
            "a.rs",
            "mod m { mod n { use super::*; use super::super::x::a; } }",
            "self::m [] all | self::x [a>a]",
        ),
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
        ("a.ts", "{ const pay = g; pay(1); }", false),
        ("a.ts", "{ const pay = g; } pay(1);", true),
        ("a.ts", "if (x) { function pay() {} pay(); }", false),
        ("a.ts", "switch (x) { case 1: const pay = g; pay(); }", false),
        ("a.ts", "for (const pay of xs) pay();", false),
        ("a.ts", "for (const [, pay = 1] of xs) pay();", false),
        ("a.ts", "for (const x of pay) x();", true),
        ("a.ts", "const f = ([pay]) => pay(1);", false),
        ("a.ts", "const f = (a, g = pay) => g(a);", true),
        ("a.ts", "const f = function pay() { return pay; };", false),
        ("a.ts", "try { f(); } catch ({ pay }) { pay(); }", false),
        ("a.ts", "pay;", false),
        ("a.ts", "void shop.pay;", false),
        ("a.ts", "void pay();", true),
        ("a.py", "x = [pay for pay in xs]\n", false),
        ("a.py", "x = {k: pay for k, pay in xs if pay}\n", false),
        ("a.py", "x = [y for y in pay if y]\n", true),
        ("a.py", "x = [pay for pay in xs]\ny = pay\n", true),
        ("a.py", "def f():\n    for pay in xs:\n        pay()\n", false),
        ("a.py", "def f():\n    with g() as pay:\n        pay()\n", false),
        ("a.py", "def f():\n    a, pay = g()\n    pay()\n", false),
        ("a.py", "def f(*pay):\n    pay()\n", false),
        ("a.py", "def f():\n    if (pay := g()):\n        pay()\n", false),
        ("a.py", "from x import pay\n\ndef pay():\n    pass\n\npay()\n", false),
        ("a.py", "from x import pay\n\npay()\n\ndef pay():\n    pass\n", true),
        ("a.py", "from x import pay\n\ndef f():\n    pay()\n\npay = g()\n", false),
        ("a.py", "from x import pay\n\npay = g(pay)\n\npay()\n", true),
        ("a.py", "pay = None\nfrom x import pay\npay()\n", true),
        ("a.py", "from x import pay\npay: Pay\npay()\n", true),
        ("a.py", "def pay(x):\n    from y import pay\n    return pay(x)\n", true),
        ("a.py", "_ = pay\n", false),
        ("a.py", "_ = pay\nprint(_('word'))\n", true),
        ("a.py", "_ = pay(1)\n", true),
        ("a.py", "def f():\n    global pay\n", false),
        ("a.rs", "fn f() { let _ = pay; let _ = &shop::pay; pay; }", false),
        ("a.rs", "fn f() { let _ = pay(1); }", true),
        ("a.rs", "const _: fn() = pay;", false),
        ("a.rs", "fn f() { for pay in xs { g(pay); } }", false),
        ("a.rs", "fn f() { match x { Some(pay) => g(pay), _ => {} } }", false),
        ("a.rs", "fn f() { if let Some(pay) = x { g(pay); } }", false),
        ("a.rs", "fn f() { if let Some(y) = x { g(pay); } }", true),
        ("a.rs", "fn f() { let (a, pay) = g(); pay(a); }", false),
        ("a.rs", "fn f() { x.map(|&pay| pay); }", false),
        ("a.go", "package p\nvar _ = pay.Do\n", false),
        ("a.go", "package p\nfunc f() { _, x := pay.Do, 3; g(x) }", false),
        ("a.go", "package p\nfunc f() { x, _ := pay.Do, 3; g(x) }", true),
        ("a.go", "package p\nfunc f() { _ = pay.Do() }", true),
        ("A.cs", "class A { void F() { _ = pay; var n = nameof(pay); } }", false),
        ("A.cs", "class A { void F() { _ = pay(); } }", true),
        ("A.java", "class A { void f() { var _ = pay; } }", false),
        ("a.rb", "_ = pay\n", false),
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
fn a_value_in_types_alone_is_typed() {
    for (text, typed) in [
        ("let x: typeof pay;", true),
        ("type R = ReturnType<typeof pay>;", true),
        ("const x = y as typeof pay;", true),
        ("type R = typeof pay.card;", true),
        ("f<typeof pay>(1);", true),
        ("if (typeof pay === 'function') pay();", false),
        ("const x: number = pay;", false),
        ("f<typeof x>(pay);", false),
    ] {
        let uses = of("a.ts", text).uses["pay"];
        assert_eq!((uses.typed.is_some(), uses.plain.is_some()), (typed, !typed), "{text}");
    }
}

#[test]
fn a_name_is_meant_by_what_it_is_reached_through() {
    for (text, full, found) in [
        ("Shop::Cart.new", "Shop::Cart", true),
        ("Shop::Cart.new", "Cart", false),
        ("Shop::Cart.new", "App::Shop::Cart", true),
        ("::Cart.new", "Shop::Cart", false),
        ("::Shop::Cart.new", "Shop::Cart", true),
        ("Cart.new", "Shop::Cart", true),
        ("module Other\n  class Cart\n  end\nend\nOther::Cart.new", "Cart", false),
        ("module Other\n  class Cart\n  end\n  def self.go\n    Cart.new\n  end\nend", "Cart", false),
        ("module Other\n  Cart = Struct.new(:a)\n  Cart.new(1)\nend", "Shop::Cart", false),
        ("module Other\n  class Cart\n  end\nend\nCart.new", "Cart", true),
        ("class Big < Shop::Cart\nend", "Shop::Cart", true),
        ("class Shop::Cart\nend", "Shop::Cart", false),
        ("_ = Shop::Cart", "Shop::Cart", false),
        ("Shop::Cart.new", "Shop", false),
        ("Shop.open", "Shop", true),
    ] {
        assert_eq!(of("a.rb", text).full.of_constant(full).is_some(), found, "{full} in {text}");
    }
    let go = of(
        "a.go",
        "package p\nfunc f() { x := cart.Total(1); var y cart.Line; z := 1; z.Sum(); g(order.Total) }\nfunc h(other T) { other.Do() }\n",
    );
    for (package, name, found) in [
        ("cart", "Total", true),
        ("cart", "Line", true),
        ("cart", "Sum", false),
        ("z", "Sum", false),
        ("other", "Do", false),
    ] {
        assert_eq!(go.full.of_package(package, name).is_some(), found, "{package}.{name}");
    }
}

#[test]
fn tests_run_or_do_nothing_or_are_skipped() {
    for (name, text, found) in [
        ("a.test.ts", "it('a', () => { f(); });\ntest.each([1])('b', () => { f(); });", (2, 0, 0)),
        ("a.test.ts", "it('a', () => {});\nit.todo('b');", (0, 2, 0)),
        ("a.test.ts", "it.skip('a', () => { f(); });\nxit('b', () => { f(); });", (0, 0, 2)),
        ("a.test.ts", "describe.skip('a', () => { it('b', () => { f(); }); });", (0, 0, 1)),
        ("a.test.ts", "test('a', { skip: true }, () => { f(); });", (0, 0, 1)),
        ("a.test.ts", "test('a', ({ page }) => { test.skip(mobile, 'no'); f(page); });", (1, 0, 0)),
        ("a.test.ts", "it.skipIf(ci)('a', () => { f(); });", (1, 0, 0)),
        ("test_a.py", "def test_a():\n    f()\n\n\ndef test_b():\n    pass\n", (1, 1, 0)),
        ("test_a.py", "@pytest.mark.skip(reason='x')\ndef test_a():\n    f()\n", (0, 0, 1)),
        ("test_a.py", "@pytest.mark.skipif(win, reason='x')\ndef test_a():\n    f()\n", (1, 0, 0)),
        ("test_a.py", "def test_a():\n    pytest.skip('x')\n    f()\n", (0, 0, 1)),
        (
            "tests/a.rs",
            "#[test]\nfn a() { f(); }\n#[tokio::test]\n#[ignore = \"slow\"]\nasync fn b() { f(); }",
            (1, 0, 1),
        ),
        ("tests/a.rs", "#[ignore]\nfn no_test() { f(); }", (0, 0, 0)),
        (
            "a_test.go",
            "package p\nfunc TestA(t *testing.T) { t.Skip(); f() }\nfunc TestB(t *testing.T) { f() }",
            (1, 0, 1),
        ),
        (
            "ATest.java",
            "class ATest { @Test void a() { f(); } @Test @Disabled(\"x\") void b() { f(); } }",
            (1, 0, 1),
        ),
        (
            "ATests.cs",
            "class A { [Fact] void B() { F(); } [Fact(Skip = \"x\")] void C() { F(); } }",
            (1, 0, 1),
        ),
        (
            "a_spec.rb",
            "describe A do\n  it('a') { f }\n  xit 'b' do\n    f\n  end\n  it 'c' do\n    skip\n    f\n  end\nend",
            (1, 0, 2),
        ),
    ] {
        let trials = of(name, text).trials;
        assert_eq!((trials.running, trials.idle, trials.skipped.len()), found, "{name}: {text}");
    }
    let skipped = of("a.test.ts", "it.skip('a', () => { pay(); });");
    assert!(!skipped.uses.contains_key("pay"));
}

#[test]
fn methods_of_csharp_that_others_lend_are_known() {
    let text = "static class A { public static int F(this int[] xs) => xs.Length; public static int G(int x) => x; }";
    assert_eq!(of("A.cs", text).lent.into_iter().collect::<Vec<_>>(), ["F"]);
}

/// Whatever is nested, in whatever language: it takes no stack beyond a bound, and is no hang.
#[test]
fn what_is_nested_without_an_end_is_not_read() {
    let nested =
        |open: &str, close: &str, times: usize| format!("{}a{}", open.repeat(times), close.repeat(times));
    for (name, before, open, close, after) in [
        ("a.ts", "export function f(a) { return ", "(", ")", "; }"),
        ("a.tsx", "export const F = (a) => ", "<b>{", "}</b>", ";"),
        ("a.ts", "export const f = (a) => ", "[", "]", ";"),
        ("a.js", "export function f(a) { return ", "!", "", "; }"),
        ("a.ts", "export function f(a) { ", "if (a) { return 1; } else ", "", "; }"),
        ("a.ts", "export const f = (a) => ", "g(", ")", ";"),
        ("a.ts", "export const f = ", "() => ", "", ";"),
        ("a.ts", "export const f = ", "await ", "", ";"),
        ("a.py", "def f(a):\n    return ", "(", ")", "\n"),
        ("a.py", "def f(a):\n    return ", "not ", "", "\n"),
        ("a.rs", "pub fn f(a: u8) -> u8 { ", "(", ")", " }"),
        ("a.rs", "pub fn f(a: u8) -> u8 { ", "{", "}", " }"),
        ("a.go", "package a\nfunc F(a int) int { return ", "(", ")", " }"),
        ("A.java", "class A { int f(int a) { return ", "(", ")", "; } }"),
        ("A.cs", "class A { int F(int a) { return ", "(", ")", "; } }"),
        ("a.rb", "def f(a)\n  ", "(", ")", "\nend"),
    ] {
        // Within the bound each is read to its end, by whatever asks for what stands within.
        for times in [100, 300, 450, 900, 2_000, 20_000] {
            let text = format!("{before}{}{after}", nested(open, close, times));
            let started = std::time::Instant::now();
            let read = outline(&RepoPath::parse(name).unwrap(), &text);
            assert!(started.elapsed().as_secs() < 30, "{name} {open}: {:?}", started.elapsed());
            assert!(times > 100 || read.is_some(), "{name} {open}");
            assert!(times < 2_000 || read.is_none(), "{name} {open} {times}");
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
        ("a.tsx", "<a onClick={save}>"),
        ("a.tsx", "const f = () => <a onClick={save}/>;\n"),
    ] {
        for times in [2_000, 50_000] {
            let started = std::time::Instant::now();
            let read = outline(&RepoPath::parse(name).unwrap(), &piece.repeat(times));
            assert!(started.elapsed().as_secs() < 30, "{name} {piece}: {:?}", started.elapsed());
            assert!(read.is_none() || piece.len() * times <= PARSE_LIMIT);
        }
    }
}

#[test]
fn a_class_without_a_name_implements_what_another_asks_for() {
    for (text, asked) in [
        ("export default class implements Job { run() {} }", true),
        ("export class Nightly implements Job { run() {} }", true),
        ("export default class extends Job { run() {} }", false),
    ] {
        let found: Vec<bool> = of("a.ts", text).hollow.iter().map(|h| h.asked_for).collect();
        assert_eq!(found, [asked], "{text}");
    }
}

#[test]
fn what_a_block_keeps_to_itself_is_no_export() {
    for (name, text, found) in [
        ("a.js", "if (ready) { var total = 1; }\nexport { total };\n", "total"),
        (
            "a.ts",
            "for (const n of all) { const total = n; }\nimport { total } from './b';\nexport { total };\n",
            "total",
        ),
        ("a.py", "for n in range(3):\n    class Made:\n        at = n\n", "Made"),
    ] {
        assert_eq!(exported(name, text).join(" "), found, "{text}");
    }
}

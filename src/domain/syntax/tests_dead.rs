//! Code that never runs, and constants that are given out as work: what is told of them, and what is none.

use super::*;

fn of(name: &str, text: &str) -> Outline {
    outline_where(&RepoPath::parse(name).unwrap(), text, None).expect("an outline")
}

/// Tells whether `weigh` is used anywhere in a text.
fn used(name: &str, text: &str) -> bool {
    of(name, text).uses.get("weigh").is_some_and(|u| u.plain.or(u.member).is_some())
}

#[test]
fn what_never_runs_uses_nothing() {
    for (name, text) in [
        ("a.ts", "false && weigh(box);"),
        ("a.ts", "true || weigh(box);"),
        ("a.ts", "const kg = false ? weigh(box) : 4;"),
        ("a.ts", "const kg = 1 > 3 ? weigh(box) : 4;"),
        ("a.ts", "while (false) weigh(box);"),
        ("a.ts", "for (; false; ) { weigh(box); }"),
        ("a.ts", "for (const box of []) { weigh(box); }"),
        ("a.ts", "if (!true) weigh(box);"),
        ("a.ts", "if (1 === 2) weigh(box);"),
        ("a.ts", "if ('a' !== 'a') weigh(box);"),
        ("a.ts", "'' && weigh(box);"),
        ("a.ts", "if (true) { go(); } else { weigh(box); }"),
        ("a.ts", "function f() { if (true) return 1; weigh(box); }"),
        ("a.ts", "function f(n: N) { if (n) { return 1; } else { throw n; } weigh(box); }"),
        ("a.ts", "function f() { for (;;) { go(); } weigh(box); }"),
        ("a.ts", "throw new Error('closed');\nweigh(box);"),
        ("a.ts", "switch (n) { case 1: break; weigh(box); }"),
        ("a.ts", "const SCALE = false;\nif (SCALE) weigh(box);"),
        ("a.ts", "function f() { let scale = 0; return scale && weigh(box); }"),
        ("a.ts", "const OFF = !false;\nconst kg = OFF ? 0 : weigh(box);"),
        ("a.tsx", "export const A = () => <p>{false && <Scale of={weigh} />}{x}</p>;"),
        ("a.py", "False and weigh(box)\n"),
        ("a.py", "kg = weigh(box) if not True else 4\n"),
        ("a.py", "while False:\n    weigh(box)\n"),
        ("a.py", "if '':\n    weigh(box)\n"),
        ("a.py", "if 0:\n    pass\nelif False:\n    weigh(box)\n"),
        ("a.py", "if True:\n    pass\nelif ready():\n    weigh(box)\n"),
        ("a.py", "SCALE = False\nif SCALE:\n    weigh(box)\n"),
        ("a.py", "def f():\n    raise Closed\n    weigh(box)\n"),
        ("a.py", "import sys\nsys.exit(2)\nweigh(box)\n"),
        ("a.py", "if TYPE_CHECKING:\n    weigh(box)\n"),
        ("a.rs", "fn f() { if false { weigh(1); } }"),
        ("a.rs", "const SCALE: bool = false;\nfn f() { if SCALE && ready() { weigh(1); } }"),
        ("a.rs", "fn f() { let scale = false; while scale { weigh(1); } }"),
        ("a.rs", "fn f() { todo!(); weigh(1); }"),
        ("a.rs", "fn f() { loop { go(); } weigh(1); }"),
        ("a.go", "package p\nconst scale = false\nfunc f() { if scale { weigh(1) } }\n"),
        ("a.go", "package p\nfunc f() { panic(\"closed\"); weigh(1) }\n"),
        ("a.go", "package p\nfunc f() { for false { weigh(1) } }\n"),
        ("A.java", "class A { static final boolean SCALE = false; void f() { if (SCALE) weigh(1); } }"),
        ("A.java", "class A { void f() { boolean b = false && weigh(1); } }"),
        ("A.cs", "class A { const bool Scale = false; void F() { if (Scale) weigh(1); } }"),
        ("A.cs", "class A { IEnumerable<int> F() { yield break; weigh(1); } }"),
        ("a.rb", "weigh(1) if false\n"),
        ("a.rb", "weigh(1) unless true\n"),
        ("a.rb", "SCALE = false\nSCALE && weigh(1)\n"),
        ("a.rb", "def f\n  until true do weigh(1) end\nend\n"),
        ("a.rb", "def f\n  fail 'closed'\n  weigh(1)\nend\n"),
    ] {
        assert!(!used(name, text), "{name}: {text}");
        assert!(!of(name, text).dead.is_empty(), "{name}: {text}");
    }
}

#[test]
fn what_may_run_is_alive() {
    for (name, text) in [
        ("a.ts", "false || weigh(box);"),
        ("a.ts", "if (1 == '1') weigh(box);"),
        ("a.ts", "'a' && weigh(box);"),
        ("a.ts", "true && weigh(box);"),
        ("a.ts", "const SCALE = env.SCALE === '1';\nif (SCALE) weigh(box);"),
        ("a.ts", "let scale = false;\non(() => { scale = true; });\nif (scale) weigh(box);"),
        ("a.ts", "let scale = 0;\nscale++;\nif (scale) weigh(box);"),
        ("a.ts", "let scale = false;\n({ scale } = read());\nif (scale) weigh(box);"),
        ("a.ts", "const SCALE = false;\nfunction f(SCALE: boolean) { if (SCALE) weigh(box); }"),
        ("a.ts", "function f() { return g(); function g() { return weigh(box); } }"),
        ("a.ts", "function f() { for (;;) { if (go()) break; } weigh(box); }"),
        ("a.ts", "function f(n: N) { if (n) { return 1; } weigh(box); }"),
        ("a.ts", "outer: { break outer; }\nweigh(box);"),
        (
            "a.py",
            "try:\n    import numpy\n    FAST = True\nexcept ImportError:\n    FAST = False\nif FAST:\n    weigh(box)\n",
        ),
        ("a.py", "from cfg import SCALE\nif SCALE:\n    weigh(box)\n"),
        ("a.py", "scale = False\n\ndef f():\n    if scale:\n        weigh(box)\n"),
        (
            "a.py",
            "def f(boxes):\n    heavy = []\n    heavy.extend(boxes)\n    if heavy:\n        weigh(box)\n",
        ),
        (
            "a.py",
            "def f(boxes):\n    first = True\n    for b in boxes:\n        if not first:\n            weigh(b)\n        first = False\n",
        ),
        (
            "a.py",
            "SCALE = False\n\ndef on():\n    global SCALE\n    SCALE = True\n\ndef f():\n    if SCALE:\n        weigh(box)\n",
        ),
        ("a.py", "if TYPE_CHECKING:\n    pass\nelse:\n    weigh(box)\n"),
        ("a.rs", "fn f() { let mut scale = false; on(&mut scale); if scale { weigh(1); } }"),
        ("a.rs", "fn f() { let scale = false; let scale = read(); if scale { weigh(1); } }"),
        (
            "a.rs",
            "fn f() {\n    #[cfg(unix)]\n    { return go(); }\n    #[cfg(not(unix))]\n    { weigh(1) }\n}",
        ),
        ("a.rs", "#[cfg(unix)]\nconst SCALE: bool = false;\nfn f() { if SCALE { weigh(1); } }"),
        ("a.rs", "fn f() { 'a: { break 'a; } weigh(1); }"),
        ("a.go", "package p\nvar scale = false\nfunc f() { if scale { weigh(1) } }\n"),
        ("a.go", "package p\nfunc f() { scale := false; set(&scale); if scale { weigh(1) } }\n"),
        ("A.java", "class A { boolean scale = false; void f() { if (scale) weigh(1); } }"),
        ("A.cs", "class A { void F() { bool scale = false; Set(ref scale); if (scale) weigh(1); } }"),
        ("a.rb", "def f\n  return go\nrescue Closed\n  weigh(1)\nend\n"),
        ("a.rb", "def f\n  begin\n    go\n  end while false\n  weigh(1)\nend\n"),
        ("a.rb", "if 0\n  weigh(1)\nend\n"),
    ] {
        assert!(used(name, text), "{name}: {text}");
    }
}

#[test]
fn what_runs_in_tests_alone_is_told_from_what_never_does() {
    let text = "pub fn f() {}\n#[cfg(test)]\nmod tests { fn t() { weigh(1); } }\nfn g() { if false { weigh(2); } }\n";
    let outline = of("a.rs", text);
    let of_ranges =
        |ranges: &[Range<usize>]| ranges.iter().map(|r| text[r.clone()].len()).collect::<Vec<_>>();
    assert_eq!(of_ranges(&outline.dead).len(), 2);
    assert_eq!(of_ranges(&outline.unreached), ["{ weigh(2); }".len()]);
    // What stands behind the tests is no test.
    assert!(outline.symbols.iter().any(|s| s.name == "g"), "{:?}", outline.symbols);
}

/// Tells what is said of the function that stands last in a text.
fn judged(name: &str, text: &str) -> Option<Hollow> {
    of(name, text).hollow.last().map(|h| h.what)
}

#[test]
fn constants_given_out_are_no_work() {
    use Hollow::{Constant, Empty, Hinted, Placeholder, Said};
    for (name, text, what) in [
        ("a.ts", "export function weigh(b: Box) { return false ? b.sum() : 0; }", Constant),
        ("a.ts", "export function weigh(b: Box) { return false && b.sum(); }", Constant),
        ("a.ts", "export function weigh(b: Box) { return null ?? 0; }", Constant),
        ("a.ts", "export function weigh(b: Box) { while (false) { return b.sum(); } return 0; }", Constant),
        (
            "a.ts",
            "export function weigh(b: Box) { if (true) { return 0; } else { return b.sum(); } }",
            Constant,
        ),
        (
            "a.ts",
            "export function weigh(b: Box) { const on = false; if (on) return b.sum(); return 0; }",
            Constant,
        ),
        ("a.ts", "const NONE = 0;\nexport function weigh(b: Box) { return NONE; }", Constant),
        ("a.ts", "const A = '';\nconst B = A;\nexport const weigh = (b: Box) => B;", Constant),
        ("a.ts", "const NO_BOX = { parts: [], kg: 0 };\nexport const weigh = (b: Box) => NO_BOX;", Constant),
        (
            "a.ts",
            "const NO = Object.freeze([]);\nexport function weigh(b: Box) { return NO as Kg[]; }",
            Constant,
        ),
        ("a.ts", "class K { static readonly NONE = 0; }\nexport const weigh = (b: Box) => K.NONE;", Constant),
        ("a.ts", "export function weigh(b: Box) { for (const p of b.parts) {} return 0; }", Constant),
        (
            "a.ts",
            "export function weigh(b: Box) { b.parts.forEach((p) => { return; }); return 0; }",
            Constant,
        ),
        ("a.ts", "export function weigh(b: Box) { let n = 0; n += b.kg; return 0; }", Constant),
        ("a.ts", "export function weigh(b: Box) { b = b; return []; }", Constant),
        ("a.ts", "export function weigh(b: Box) { setTimeout(() => {}, 10); return 0; }", Constant),
        ("a.ts", "export function weigh(b: Box) { return void 0 as any; }", Constant),
        ("a.ts", "export function weigh(b: Box) { throw new Error('later'); return b.sum(); }", Hinted),
        ("a.ts", "const of = (b: Box) => 0;\nexport function weigh(b: Box) { return of(b); }", Constant),
        ("a.py", "NONE = None\n\ndef weigh(box):\n    return NONE\n", Constant),
        ("a.py", "def weigh(box):\n    return False and box.sum()\n", Constant),
        ("a.py", "def weigh(box):\n    return box.sum() if False else 0\n", Constant),
        ("a.py", "def weigh(box):\n    for part in box:\n        continue\n    return {}\n", Constant),
        ("a.py", "def weigh(box):\n    for part in []:\n        return part\n    return 0\n", Constant),
        (
            "a.py",
            "def weigh(box):\n    if TYPE_CHECKING:\n        return box.sum()\n    return 0\n",
            Constant,
        ),
        ("a.py", "def _of(box):\n    return 0\n\ndef weigh(box):\n    return _of(box)\n", Constant),
        ("a.rs", "const NONE: u32 = 0;\npub fn weigh(b: &Box) -> u32 { NONE }", Constant),
        (
            "a.rs",
            "impl K { const NONE: u32 = 0; pub fn weigh(&self, b: &B) -> u32 { Self::NONE } }",
            Constant,
        ),
        ("a.rs", "pub fn weigh(b: &B) -> u32 { if true { 0 } else { b.sum() } }", Constant),
        ("a.rs", "pub fn weigh(b: &B) -> u32 { for _part in b {} 0 }", Constant),
        ("a.go", "package p\nconst none = 0\nfunc Weigh(b Box) int { return none }", Constant),
        ("a.go", "package p\nfunc Weigh(b []int) int { for range b {\n}\n return 0 }", Constant),
        ("a.go", "package p\nfunc Weigh(b []int) int { n := len(b); _ = n; return 0 }", Constant),
        ("A.java", "class A { static final int NONE = 0; int weigh(Box b) { return NONE; } }", Constant),
        ("A.java", "class A { static final int NONE = 0; int weigh(Box b) { return A.NONE; } }", Constant),
        ("A.java", "class A { int weigh(Box b) { for (int p : b.parts) { } return 0; } }", Constant),
        ("A.cs", "class A { const int None = 0; int Weigh(Box b) { return None; } }", Constant),
        (
            "A.cs",
            "class A { Task<int> Weigh(Box b) => System.Threading.Tasks.Task.FromResult(0); }",
            Constant,
        ),
        ("A.cs", "class A { Task<int> Weigh(Box b) => Task.FromResult<int>(0); }", Constant),
        ("A.cs", "class A { IEnumerable<int> Weigh(Box b) { yield break; } }", Empty),
        ("A.cs", "class A { string Weigh(Box b) { return null!; } }", Constant),
        ("A.cs", "class A { List<int> Weigh(Box b) { return new(); } }", Constant),
        ("A.cs", "class A { Dictionary<string, int> Weigh(Box b) => new(); }", Constant),
        ("A.cs", "class A { int[] Weigh(Box b) => []; }", Constant),
        ("a.rs", "pub fn weigh(b: &B) -> u32 { match b { _ => 0 } }", Constant),
        ("a.rs", "pub fn weigh(b: &B) -> u32 { match b.kg { 0 => 4, _ => 4 } }", Constant),
        ("a.rs", "pub fn weigh(b: &B) -> Kg { Kg::default() }", Constant),
        ("a.go", "package p\nfunc Weigh(b Box) *Kg { return new(Kg) }", Constant),
        ("a.go", "package p\nfunc Weigh(b Box) string { const s = \"ok\"; return s }", Constant),
        ("a.rb", "class A\n  NONE = 0\n  def weigh(box)\n    NONE\n  end\nend\n", Constant),
        ("a.rb", "class A\n  NONE = [].freeze\n  def weigh(box)\n    A::NONE\n  end\nend\n", Constant),
        ("a.rb", "def weigh(box)\n  box.each { |part| }\n  0\nend\n", Constant),
        ("a.rb", "def weigh(box)\n  return box.sum if false\n  0\nend\n", Constant),
        ("a.rb", "def weigh(box)\n  fail 'not implemented'\nend\n", Said),
        (
            "a.tsx",
            "export function Scale() { return <div><h2>The scale</h2><p>Coming soon</p></div>; }",
            Placeholder,
        ),
        (
            "a.tsx",
            "export const Scale = () => <main><div><p>This page is under construction.</p></div></main>;",
            Placeholder,
        ),
        ("a.tsx", "export function Scale({ kg }: P) { return <div>{/* the scale */}</div>; }", Placeholder),
        ("a.tsx", "export function Scale({ kg }: P) { return null && <b>{kg}</b>; }", Placeholder),
        ("a.tsx", "export function Scale({ kg }: P) { return <p>{false && <b>{kg}</b>}</p>; }", Placeholder),
    ] {
        assert_eq!(judged(name, text), Some(what), "{name}: {text}");
    }
}

#[test]
fn work_is_no_stub() {
    for (name, text) in [
        ("a.ts", "const RATES = { de: 4 };\nexport function rates(c: C) { return RATES; }"),
        ("a.ts", "const FLAG = true;\nexport function isEnabled(c: C) { return FLAG; }"),
        ("a.ts", "const seen: Kg[] = [];\nexport function weigh(b: Box) { seen.push(b.kg); return seen; }"),
        ("a.ts", "const seen = {};\nexport function all() { return seen; }"),
        (
            "a.ts",
            "export function heavy(b: Box) { let found = false; if (b.kg > 9) found = true; return found; }",
        ),
        ("a.ts", "export function weigh(b: Box) { let n = 0; for (const p of b) n += p.kg; return n; }"),
        ("a.ts", "export function weigh(b: Box) { let n = 0; for (const p of b) { n = p.kg; } return n; }"),
        ("a.ts", "export function weigh(b: Box) { if (!b) return 0; else return b.sum(); }"),
        ("a.ts", "export const pause = (ms: number) => new Promise((r) => setTimeout(r, ms));"),
        ("a.ts", "export function later(f: F) { setTimeout(f, 10); }"),
        ("a.ts", "export class Scale { clear() { this.parts = []; } }"),
        ("a.ts", "let last = null;\nexport function forget() { last = null; }"),
        ("a.ts", "export function show(b: Box) { console.log(render(b)); }"),
        ("a.ts", "export async function drain(s: S) { for await (const _ of s) {} }"),
        (
            "a.ts",
            "function heavy(b: Box) { return 0; }\nexport function f(heavy: F, b: Box) { return heavy(b); }",
        ),
        ("a.py", "KG = 0\n\ndef reset(box):\n    global KG\n    KG = 0\n"),
        ("a.py", "def take(box, key):\n    del box[key]\n"),
        ("a.py", "class A:\n    NONE = 0\n    def none(self, box):\n        return self.NONE\n"),
        ("a.py", "def use_up(parts):\n    for _ in parts:\n        pass\n"),
        ("a.py", "def show(box):\n    print(box.name)\n    for part in box:\n        print(part)\n"),
        ("a.py", "async def wait(seconds):\n    await asyncio.sleep(seconds)\n"),
        ("a.rs", "pub trait Hook { fn before(&self, b: &B) {} }"),
        ("a.rs", "trait T { const NONE: u32 = 0; fn weigh(&self, b: &B) -> u32 { Self::NONE } }"),
        ("a.rs", "pub fn weigh(b: &B) -> u32 { match b.kg { 0 => 0, n => n * 2 } }"),
        ("a.rs", "pub fn weigh(b: &B) -> u32 { match b.kg { 0 => 4, _ => 9 } }"),
        ("a.rs", "pub fn weigh(b: &B) -> u32 { match b.sum() { Ok(_) => 0, Err(_) => 0 } }"),
        ("a.rs", "pub fn scale() -> Scale { Scale::default() }"),
        ("a.rs", "pub fn weigh(b: &B) -> u32 { Scale::default().put(b) }"),
        ("a.go", "package p\nfunc Scale() *Kg { return new(Kg) }"),
        ("a.go", "package p\nfunc Weigh(b Box) int { const most = 9; return b.Sum(most) }"),
        ("A.cs", "class A { Scale Weigh(Box b) => new(); }"),
        ("A.cs", "class A { int[] Weigh(Box b) => [b.Kg]; }"),
        ("A.cs", "class A { string Weigh(Box b) => b.Name!; }"),
        ("a.go", "package p\nvar version = \"\"\nfunc Version(b Box) string { return version }"),
        ("a.go", "package p\nfunc Drain(c chan int) { for range c {\n} }"),
        ("a.go", "package p\nfunc Stop(s *Server) { if err := s.Close(); err != nil { log.Print(err) } }"),
        ("A.java", "class A { boolean over; void end(Box b) { over = true; } }"),
        ("A.cs", "class A { void Apart(out string name) { name = null; } }"),
        ("a.rb", "class A\n  def reset(box)\n    @kg = 0\n  end\nend\n"),
        ("a.rb", "def weigh(box)\n  return 0 if box.empty?\n  box.sum\nend\n"),
        (
            "a.tsx",
            "export const Scale = () => <div><h2>The scale</h2><p>Put your parcel on it and wait for the bell.</p></div>;",
        ),
        ("a.tsx", "export const ComingSoon = () => <div><h1>Parcels</h1><p>Coming soon</p></div>;"),
    ] {
        let found = of(name, text).hollow;
        let exported: Vec<_> = found.iter().filter(|h| h.name != "heavy" || name != "a.ts").collect();
        assert!(exported.is_empty(), "{name}: {text}: {exported:?}");
    }
    // Comments are no statements, however many there are.
    let text = format!("pub fn weigh(b: &B) -> u32 {{\n{}let n = b.kg;\nb.put(n)\n}}", "// so\n".repeat(60));
    assert!(of("a.rs", &text).hollow.is_empty());
}

#[test]
fn another_name_for_nothing_is_told() {
    for (name, text, blank) in [
        ("a.ts", "const NONE = {} as Scale;\nexport const weigh = NONE;", true),
        ("a.ts", "const NONE = {} as Scale;\nNONE.on = go;\nexport const weigh = NONE;", false),
        ("a.ts", "const RATES = { de: 1 };\nexport const weigh = RATES;", false),
        ("a.ts", "export const weigh = {};", true),
        ("a.ts", "export const weigh: Table = {};\nweigh.de = 4;", false),
        ("a.py", "NONE = {}\nweigh = NONE\n", true),
        ("a.py", "NONE = {}\nNONE['de'] = 4\nweigh = NONE\n", false),
        ("a.rs", "const NONE: u32 = 0;\npub const weigh: u32 = NONE;", true),
        ("a.go", "package p\nconst none = 0\nconst weigh = none\n", true),
        ("a.rb", "NONE = {}\nWEIGH = NONE\n", true),
    ] {
        let found = of(name, text).blanks.iter().any(|b| b.name.eq_ignore_ascii_case("weigh"));
        assert_eq!(found, blank, "{name}: {text}");
    }
}

#[test]
fn a_class_without_members_is_told_unless_something_else_makes_them() {
    for (name, text, empty) in [
        ("a.py", "class Weigh:\n    pass\n", true),
        ("a.py", "class Weigh(Scale):\n    pass\n", false),
        ("a.py", "@dataclass\nclass Weigh:\n    pass\n", false),
        ("a.py", "class Weigh:\n    box = 1\n", false),
        ("a.ts", "export class Weigh {}", true),
        ("a.ts", "export class Weigh extends Scale {}", false),
        ("A.java", "class Weigh {}", true),
        ("A.cs", "partial class Weigh {}", false),
        ("a.rb", "class Weigh\nend\n", true),
    ] {
        let found = of(name, text).blanks.iter().any(|b| matches!(b.what, Blank::EmptyClass));
        assert_eq!(found, empty, "{name}: {text}");
    }
}

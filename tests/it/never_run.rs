//! Phases whose code stands there and never runs, or gives out a constant as work, beside such as are finished: what
//! `countersign verify` says of each, in every language that has a tree.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a scene that cannot be made fails its test")]

use crate::phase_rules::{plan, repository, rows, verified};

type Files<'a> = &'a [(&'a str, &'a str)];

/// One artifact that is to be there under a name.
fn promised(path: &str, name: &str, more: &str) -> String {
    plan(&format!("  artifacts:\n    - path: {path}\n      exports: [{name}]\n{more}"), "")
}

/// What is said of the first item of a kind.
fn told(text: &str, kind: &str, files: Files<'_>) -> String {
    let root = repository(text, files);
    let (_, answer) = verified(root.path());
    let all = rows(&answer);
    let row = all.iter().find(|r| r.starts_with(kind)).unwrap_or_else(|| panic!("no {kind}: {all:?}"));
    row.rsplit(' ').next().unwrap().to_owned()
}

const TS_MAIN: &str = "import { weigh } from './scale';\n\nsend(weigh(read()));\n";

#[test]
fn what_never_runs_and_what_gives_out_nothing_is_a_stub() {
    let package = ("package.json", "{ \"main\": \"src/main.ts\" }\n");
    for scale in [
        "export function weigh(b: Box): number {\n  return false ? b.parts.length : 0;\n}\n",
        "export function weigh(b: Box): number {\n  return (1 > 2 && b.parts.length) as number;\n}\n",
        "const OPEN = false;\nexport function weigh(b: Box): number {\n  if (OPEN) return b.parts.length;\n  return 0;\n}\n",
        "const NO_KG = 0;\nexport const weigh = (b: Box): number => NO_KG;\n",
        "export function weigh(b: Box): number {\n  for (const part of b.parts) {\n  }\n  return 0;\n}\n",
        "export function weigh(b: Box): number {\n  b.parts.forEach(() => {});\n  return 0;\n}\n",
        "const none = (b: Box) => 0;\nexport function weigh(b: Box): number {\n  return none(b);\n}\n",
    ] {
        let files = [package, ("src/scale.ts", scale), ("src/main.ts", TS_MAIN)];
        assert_eq!(told(&promised("src/scale.ts", "weigh", ""), "artifact", &files), "failed", "{scale}");
    }
    let py = [
        ("pyproject.toml", "[project]\nname = \"post\"\n"),
        ("post/__init__.py", ""),
        ("main.py", "from post.scale import weigh\n\nsend(weigh(read()))\n"),
        ("post/scale.py", "NO_KG = 0\n\ndef weigh(box):\n    return True and NO_KG\n"),
    ];
    assert_eq!(told(&promised("post/scale.py", "weigh", ""), "artifact", &py), "failed");
    let rust = [
        ("Cargo.toml", "[package]\nname = \"post\"\nversion = \"0.1.0\"\nedition = \"2024\"\n"),
        ("src/main.rs", "mod scale;\nfn main() {\n    send(scale::weigh(&read()));\n}\n"),
        (
            "src/scale.rs",
            "const NO_KG: u32 = 0;\npub fn weigh(b: &[u32]) -> u32 {\n    if true { NO_KG } else { b[0] }\n}\n",
        ),
    ];
    assert_eq!(told(&promised("src/scale.rs", "weigh", ""), "artifact", &rust), "failed");
    let go = [
        ("go.mod", "module example.com/post\n\ngo 1.22\n"),
        (
            "main.go",
            "package main\n\nimport \"example.com/post/scale\"\n\nfunc main() {\n\tprintln(scale.Weigh(nil))\n}\n",
        ),
        (
            "scale/scale.go",
            "package scale\n\nconst noKg = 0\n\nfunc Weigh(b []int) int {\n\tfor range b {\n\t}\n\treturn noKg\n}\n",
        ),
    ];
    assert_eq!(told(&promised("scale/scale.go", "Weigh", ""), "artifact", &go), "failed");
    let java = [
        ("pom.xml", "<project></project>\n"),
        (
            "src/main/java/post/Scale.java",
            "package post;\n\npublic class Scale {\n  private static final int NO_KG = 0;\n\n  public int weigh(int[] b) {\n    return NO_KG;\n  }\n}\n",
        ),
        (
            "src/main/java/post/Main.java",
            "package post;\n\npublic class Main {\n  public static void main(String[] a) {\n    System.out.println(new Scale().weigh(null));\n  }\n}\n",
        ),
    ];
    assert_eq!(told(&promised("src/main/java/post/Scale.java", "Scale", ""), "artifact", &java), "failed");
    let csharp = [
        ("Post.csproj", "<Project Sdk=\"Microsoft.NET.Sdk\"></Project>\n"),
        (
            "Scale.cs",
            "namespace Post;\n\npublic class Scale {\n  public System.Threading.Tasks.Task<int> Weigh(int[] b) => System.Threading.Tasks.Task.FromResult(0);\n}\n",
        ),
        (
            "Program.cs",
            "namespace Post;\n\npublic static class Program {\n  public static void Main() {\n    Send(new Scale().Weigh(null));\n  }\n}\n",
        ),
    ];
    assert_eq!(told(&promised("Scale.cs", "Scale", ""), "artifact", &csharp), "failed");
    let ruby = [
        ("Gemfile", ""),
        (
            "lib/scale.rb",
            "class Scale\n  NO_KG = 0\n\n  def weigh(box)\n    box.each { |part| }\n    NO_KG\n  end\nend\n",
        ),
        ("main.rb", "require_relative 'lib/scale'\n\nputs Scale.new.weigh([1])\n"),
    ];
    assert_eq!(told(&promised("lib/scale.rb", "Scale", ""), "artifact", &ruby), "failed");
    let component = [
        ("package.json", "{ \"main\": \"src/main.tsx\" }\n"),
        (
            "src/Scale.tsx",
            "export function Scale() {\n  return (\n    <section>\n      <h2>Your parcel</h2>\n      <p>Coming soon</p>\n    </section>\n  );\n}\n",
        ),
        ("src/main.tsx", "import { Scale } from './Scale';\n\nmount(<Scale />);\n"),
    ];
    assert_eq!(told(&promised("src/Scale.tsx", "Scale", ""), "artifact", &component), "failed");
}

const TS_SCALE: &str = "export function weigh(b: Box): number {\n  let kg = 0;\n  for (const part of b.parts) kg += part.kg;\n  return kg;\n}\n";

#[test]
fn what_is_used_in_code_that_never_runs_is_not_used() {
    let package = ("package.json", "{ \"main\": \"src/main.ts\" }\n");
    let link = plan(
        "  key_links:\n    - from: src/main.ts\n      to: src/scale.ts\n      via: call\n      pattern: 'weigh\\('\n",
        "",
    );
    let uses = |main: &str| format!("import {{ weigh }} from './scale';\n\n{main}\nsend(1);\n");
    for (main, artifact, linked) in [
        ("false && weigh(read());", "failed", "partial"),
        ("true || weigh(read());", "failed", "partial"),
        ("while (false) weigh(read());", "failed", "partial"),
        ("const OPEN = false;\nif (OPEN) send(weigh(read()));", "failed", "partial"),
        ("export const kg = !true ? weigh(read()) : 4;", "failed", "partial"),
        // It is used elsewhere, and not where the plan says.
        ("false && weigh(read());\nsend(weigh);", "verified", "partial"),
        ("const OPEN = process.env.OPEN;\nif (OPEN) send(weigh(read()));", "verified", "verified"),
        ("true && send(weigh(read()));", "verified", "verified"),
    ] {
        let text = uses(main);
        let files = [package, ("src/scale.ts", TS_SCALE), ("src/main.ts", text.as_str())];
        let got = told(&promised("src/scale.ts", "weigh", ""), "artifact", &files);
        assert_eq!(got, artifact, "{main}");
        assert_eq!(told(&link, "key_link", &files), linked, "{main}");
    }
    let shown = |main: &str| {
        let link = plan(
            "  key_links:\n    - from: src/main.tsx\n      to: src/Scale.tsx\n      via: shown\n      pattern: <Scale\n",
            "",
        );
        let scale = "export function Scale({ kg }: P) {\n  return <b>{kg}</b>;\n}\n";
        let text = format!("import {{ Scale }} from './Scale';\n\n{main}\n");
        let package = ("package.json", "{ \"main\": \"src/main.tsx\" }\n");
        told(&link, "key_link", &[package, ("src/Scale.tsx", scale), ("src/main.tsx", text.as_str())])
    };
    assert_eq!(shown("export const App = () => <p>{false && <Scale kg={1} />}</p>;"), "partial");
    assert_eq!(shown("export const App = () => <p>{ready && <Scale kg={1} />}</p>;"), "verified");
}

#[test]
fn what_a_file_must_contain_stands_in_code_that_runs() {
    let contains = "      contains: 'stamp('\n";
    let package = ("package.json", "{ \"main\": \"src/main.ts\" }\n");
    for (more, want) in [
        ("if (false) {\n  stamp(1);\n}\n", "uncertain"),
        ("export function f() {\n  return 1;\n  stamp(1);\n}\n", "uncertain"),
        ("if (open()) {\n  stamp(1);\n}\n", "verified"),
        ("if (false) {\n  stamp(1);\n} else {\n  stamp(2);\n}\n", "verified"),
    ] {
        let scale = format!("{TS_SCALE}{more}");
        let files = [package, ("src/scale.ts", scale.as_str()), ("src/main.ts", TS_MAIN)];
        let got = told(&promised("src/scale.ts", "weigh", contains), "artifact", &files);
        assert_eq!(got, want, "{more}");
    }
    // A test within the file does run.
    let rust = [
        ("Cargo.toml", "[package]\nname = \"post\"\nversion = \"0.1.0\"\nedition = \"2024\"\n"),
        ("src/main.rs", "mod scale;\nfn main() {\n    send(scale::weigh(&read()));\n}\n"),
        (
            "src/scale.rs",
            "#[cfg(test)]\nmod tests {\n    #[test]\n    fn it_weighs() {\n        assert_eq!(super::weigh(&[2]), 2);\n    }\n}\n\npub fn weigh(b: &[u32]) -> u32 {\n    b.iter().sum()\n}\n",
        ),
    ];
    let plan = promised("src/scale.rs", "weigh", "      contains: 'fn it_weighs'\n");
    assert_eq!(told(&plan, "artifact", &rust), "verified");
}

#[test]
fn finished_code_with_constants_and_conditions_stays_green() {
    let package = ("package.json", "{ \"main\": \"src/main.ts\" }\n");
    for scale in [
        "const RATES = { de: 4, fr: 6 };\nexport function weigh(country: string) {\n  return RATES;\n}\n",
        "export function weigh(b: Box): boolean {\n  let heavy = false;\n  for (const part of b.parts) {\n    if (part.kg > 9) heavy = true;\n  }\n  return heavy;\n}\n",
        "export const weigh = (ms: number) => new Promise((done) => setTimeout(done, ms));\n",
        "const seen: Box[] = [];\nexport function weigh(b: Box) {\n  seen.push(b);\n  return seen;\n}\n",
        "export class weigh {\n  parts: Part[] = [];\n  add(part: Part) { this.parts.push(part); }\n  clear() { this.parts = []; }\n}\n",
        "export function weigh(b: Box): number {\n  if (!b) return 0;\n  else return b.parts.length;\n}\n",
    ] {
        let files = [package, ("src/scale.ts", scale), ("src/main.ts", TS_MAIN)];
        assert_eq!(told(&promised("src/scale.ts", "weigh", ""), "artifact", &files), "verified", "{scale}");
    }
}

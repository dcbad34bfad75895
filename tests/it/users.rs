//! Who uses a promised file, in a project so large that most of what it exports stands in files that never heard of it
//! (SPEC 9.3).

#![allow(clippy::unwrap_used, reason = "tests")]

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use countersign::domain::ids::RepoPath;
use countersign::domain::phase::{self, CodeFacts, Item, PhaseInput, PlanFacts};
use countersign::domain::plan;
use countersign::domain::wiring::COMMON;
use countersign::io::code;
use countersign::io::follower::Nobody;

fn write(root: &Path, path: &str, text: &str) {
    let path = root.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// What is found of promised files, by the steps that the tool takes.
fn items(root: &Path, promised: &[&str]) -> (Vec<Item>, usize) {
    let mut text = "---\nphase: 01-shop\nplan: 01\nmust_haves:\n  artifacts:\n".to_owned();
    for path in promised {
        writeln!(text, "    - path: {path}").unwrap();
    }
    text.push_str("---\n\n<tasks>\n</tasks>\n");
    let path = RepoPath::parse(".planning/phases/01-shop/01-01-PLAN.md").unwrap();
    let plan = plan::read(&path, &text).unwrap();
    let input = PhaseInput { plans: vec![PlanFacts { plan, has_summary: true }], ..PhaseInput::default() };
    let files = code::read(root, &phase::questions(&input, &[])).unwrap();
    let mut facts = CodeFacts { files, ..CodeFacts::default() };
    let mut words = phase::words(&input, &facts);
    facts.survey = Some(code::survey(root, &code::list(root, &Nobody), &words, &Nobody).unwrap());
    words.extend(phase::further_words(&input, &facts));
    let seen = code::survey(root, &code::list(root, &Nobody), &words, &Nobody).unwrap();
    assert!(seen.common.contains("value"), "{:?}", seen.common);
    assert!(!seen.mentions.contains_key("value"), "what stands everywhere is not remembered");
    let kept = seen.texts.len();
    facts.survey = Some(seen);
    (phase::items(&input, &facts, &[]), kept)
}

fn of<'i>(items: &'i [Item], path: &str) -> &'i Item {
    items.iter().find(|item| item.label.contains(path)).unwrap()
}

/// A project in which a name stands in more files than tell anything.
fn crowd() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    for n in 0..COMMON + 40 {
        let text = format!("export const value = {n};\nexport const other{n} = () => value + {n};\n");
        write(dir.path(), &format!("lib/d{}/m{n}.ts", n % 50), &text);
        let python = format!("def value():\n    return {n}\n");
        write(dir.path(), &format!("tools/d{}/p{n}.py", n % 50), &python);
    }
    dir
}

const MODULE: &str =
    "export const value = 7;\nexport function total(a: number): number {\n  return a + value;\n}\n";

#[test]
fn whoever_names_a_module_is_found_among_thousands_that_hold_its_names() {
    let dir = crowd();
    let root = dir.path();
    write(root, "src/pay/pay.ts", MODULE);
    write(root, "src/main.ts", "import { value } from './pay/pay';\n\nconsole.log(value);\n");
    // The steps to a folder's own file name nothing.
    write(root, "src/cart/index.ts", MODULE);
    write(root, "src/cart/page.ts", "import { value } from '.';\n\nexport const page = () => value;\n");
    write(root, "src/bank/index.ts", MODULE);
    write(
        root,
        "src/bank/inner/page.ts",
        "import { value } from \"..\";\n\nexport const page = () => value;\n",
    );
    // Who takes it from a file that passes it on names that file.
    write(root, "src/shop/deep/sum.ts", MODULE);
    write(root, "src/shop/all.ts", "export * from './deep/sum';\n");
    write(
        root,
        "src/shop/use.ts",
        "import { value } from './all';\n\nexport const twice = () => value * 2;\n",
    );
    write(
        root,
        "src/bill/__init__.py",
        "def value():\n    return compute()\n\ndef compute():\n    return 3 * 4\n",
    );
    write(root, "src/bill/page.py", "from . import value\n\nprint(value())\n");
    let promised = [
        "src/pay/pay.ts",
        "src/cart/index.ts",
        "src/bank/index.ts",
        "src/shop/deep/sum.ts",
        "src/bill/__init__.py",
    ];
    let (items, kept) = items(root, &promised);
    for path in promised {
        let item = of(&items, path);
        assert!(item.status.holds(), "{path}: {item:#?}");
    }
    assert!(kept < 200, "{kept} texts of the crowd are kept");
}

#[test]
fn a_module_that_nobody_names_is_unused_however_many_hold_its_names() {
    let dir = crowd();
    let root = dir.path();
    write(root, "src/pay/pay.ts", MODULE);
    write(root, "src/main.ts", "import { value } from './pay/other';\n\nconsole.log(value);\n");
    write(root, "src/pay/other.ts", MODULE);
    // Passed on, and taken by nobody.
    write(root, "src/shop/deep/sum.ts", MODULE);
    write(root, "src/shop/all.ts", "export * from './deep/sum';\n");
    let (items, _) = items(root, &["src/pay/pay.ts", "src/shop/deep/sum.ts"]);
    for path in ["src/pay/pay.ts", "src/shop/deep/sum.ts"] {
        let item = of(&items, path);
        assert!(!item.status.holds(), "{path}: {item:#?}");
    }
}

#[test]
fn where_a_package_stands_for_a_module_its_names_alone_decide_nothing() {
    let dir = crowd();
    let root = dir.path();
    write(root, "packages/core/package.json", "{ \"name\": \"@shop/core\", \"main\": \"src/core.ts\" }\n");
    write(root, "packages/core/src/core.ts", MODULE);
    let (items, _) = items(root, &["packages/core/src/core.ts"]);
    let item = of(&items, "packages/core/src/core.ts");
    assert!(!item.reasons.iter().any(|r| r.contains("nothing imports it")), "{item:#?}");
}

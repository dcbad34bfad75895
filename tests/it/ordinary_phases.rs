//! Ordinary work of real phases that is there and must not be called missing, beside its twin that is not.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::process::Command;

use serde_json::json;

use crate::desk::Desk;
use crate::wild_phases::{item, phase, verify};

/// A file that a plan promises, what it says of it, the files that there are, and what comes of it.
struct Case<'a> {
    promise: &'a str,
    files: &'a [(&'a str, &'a str)],
    status: &'a str,
}

fn judged(case: &Case<'_>) -> (String, String) {
    let must_haves = format!("must_haves:\n  artifacts:\n    - {}\n", case.promise.replace('\n', "\n      "));
    let scene = phase(&must_haves, "# Summary\n\nDone.\n", case.files);
    let answer = verify(&Desk::at(scene.root()), json!({}));
    let found = item(&answer, "artifact");
    (found["status"].as_str().unwrap().to_owned(), format!("{found:#}"))
}

fn holds(cases: &[Case<'_>]) {
    for case in cases {
        let (status, whole) = judged(case);
        assert_eq!(status, case.status, "{}: {whole}", case.promise);
    }
}

fn page(handler: &str) -> String {
    format!(
        "import {{ useState }} from 'react';\n\nexport function Page({{ items }}) {{\n  const [open, setOpen] = useState(null);\n  return (\n    <main>\n      {{items.map((i) => <a key={{i.id}} onClick={{() => setOpen(i.id)}}>{{i.name}}</a>)}}\n      <div {handler}>{{open}}</div>\n    </main>\n  );\n}}\n"
    )
}

const APP: &str = "import { Page } from './Page';\nimport { createRoot } from 'react-dom/client';\n\ncreateRoot(document.body).render(<Page items={[]} />);\n";
const REACT: &str =
    "{ \"name\": \"shop\", \"dependencies\": { \"react\": \"19.0.0\", \"react-dom\": \"19.0.0\" } }\n";
const INDEX: &str = "<script type=\"module\" src=\"/src/main.tsx\"></script>\n";

#[test]
fn a_handler_that_holds_something_back_does_its_work() {
    for (handler, status) in [
        ("onClick={(e) => e.stopPropagation()}", "verified"),
        ("onDragOver={(e) => e.preventDefault()}", "verified"),
        ("onMouseDown={(e) => { e.preventDefault(); }}", "verified"),
        ("onClick={() => {}}", "failed"),
        ("onSubmit={(e) => e.preventDefault()}", "failed"),
        ("onClick={(e) => e.preventDefault()}", "failed"),
    ] {
        let page = page(handler);
        let files = [
            ("src/Page.tsx", page.as_str()),
            ("src/main.tsx", APP),
            ("package.json", REACT),
            ("index.html", INDEX),
        ];
        let case = Case { promise: "path: src/Page.tsx\nexports: [Page]", files: &files, status };
        let (found, whole) = judged(&case);
        assert_eq!(found, status, "{handler}: {whole}");
    }
}

#[test]
fn a_text_of_many_lines_is_the_work_itself() {
    let lines = ".card {\n  color: red;\n}\n.card b {\n  color: blue;\n}\n.card i {\n  color: green;\n}\n";
    let styles = format!("export function getStyles(theme) {{\n  return /*css*/ `{lines}`;\n}}\n");
    let short = "export function getStyles(theme) {\n  return /*css*/ ``;\n}\n";
    let user = "import { getStyles } from './styles.js';\n\nexport const head = (theme) => `<style>${getStyles(theme)}</style>`;\n";
    let marked = "export function getStyles(theme) {\n  return /*css*/ `a { color: ${theme.color}; }`;\n}\n";
    for (text, status) in [(styles.as_str(), "verified"), (marked, "verified"), (short, "failed")] {
        let files = [("src/styles.js", text), ("src/head.js", user)];
        let case = Case { promise: "path: src/styles.js\nexports: [getStyles]", files: &files, status };
        holds(&[case]);
    }
}

#[test]
fn what_a_plan_asks_for_by_another_spelling_is_found_and_what_is_not_there_is_not() {
    let both = "export function pay(cart, card) {\n  login(cart);\n  return register(card, cart);\n}\n";
    let one = "export function pay(cart, card) {\n  return login(cart, card);\n}\n";
    let user = "import { pay } from './pay.js';\n\npay(cart, card);\n";
    let jobs = "CREATE TABLE IF NOT EXISTS public.jobs (\n  id int primary key\n);\n";
    holds(&[
        Case {
            promise: "path: src/pay.js\ncontains: \"login|register\"",
            files: &[("src/pay.js", both), ("src/buy.js", user)],
            status: "verified",
        },
        Case {
            promise: "path: src/pay.js\ncontains: \"login|register\"",
            files: &[("src/pay.js", one), ("src/buy.js", user)],
            status: "uncertain",
        },
        Case {
            promise: "path: src/pay.js\ncontains: \"refund|cancel\"",
            files: &[("src/pay.js", one), ("src/buy.js", user)],
            status: "failed",
        },
        Case {
            promise: "path: src/pay.js\ncontains_not: \"refund|register\"",
            files: &[("src/pay.js", one), ("src/buy.js", user)],
            status: "verified",
        },
        Case {
            promise: "path: src/pay.js\ncontains_not: \"refund|register\"",
            files: &[("src/pay.js", both), ("src/buy.js", user)],
            status: "failed",
        },
        Case {
            promise: "path: db/migrations/001_jobs.sql\ncontains: \"CREATE TABLE jobs\"",
            files: &[("db/migrations/001_jobs.sql", jobs)],
            status: "verified",
        },
        Case {
            promise: "path: db/migrations/001_jobs.sql\ncontains: \"CREATE TABLE tasks\"",
            files: &[("db/migrations/001_jobs.sql", jobs)],
            status: "failed",
        },
    ]);
}

#[test]
fn what_git_ignores_cannot_be_missed() {
    holds(&[
        Case { promise: "path: config/.env", files: &[(".gitignore", ".env\n")], status: "uncertain" },
        Case { promise: "path: config/env.js", files: &[(".gitignore", ".env\n")], status: "failed" },
    ]);
}

#[test]
fn a_program_offers_what_stands_at_its_top_and_an_order_to_the_compiler_is_code() {
    let main = "package main\n\nimport \"embed\"\n\n//go:embed static/*\nvar files embed.FS\n\nfunc main() {\n\tserve(files)\n}\n\nfunc serve(files embed.FS) {\n\tprintln(len(names(files)))\n}\n";
    let files = [("cmd/shop/main.go", main), ("go.mod", "module example.com/shop\n")];
    holds(&[
        Case {
            promise: "path: cmd/shop/main.go\nexports: [main]\ncontains: \"go:embed static\"",
            files: &files,
            status: "verified",
        },
        Case { promise: "path: cmd/shop/main.go\nexports: [run]", files: &files, status: "failed" },
    ]);
}

#[test]
fn entries_of_extensions_and_files_that_say_they_are_routes_are_found_by_their_place() {
    let entry =
        "export default defineBackground(() => {\n  browser.runtime.onInstalled.addListener(greet);\n});\n";
    let route = "import { createFileRoute } from '@tanstack/react-router';\n\nexport const Route = createFileRoute('/pay')({ component: () => <p>{total()}</p> });\n";
    let wxt = "{ \"name\": \"ext\", \"devDependencies\": { \"wxt\": \"0.20.0\" } }\n";
    let start = "{ \"name\": \"shop\", \"dependencies\": { \"@tanstack/react-router\": \"1.0.0\" } }\n";
    let none = "{ \"name\": \"plain\" }\n";
    for (path, text, package, status) in [
        ("entrypoints/background.ts", entry, wxt, "verified"),
        ("entrypoints/popup/index.ts", entry, wxt, "verified"),
        ("entrypoints/popup/helper.ts", entry, wxt, "failed"),
        ("entrypoints/background.ts", entry, none, "failed"),
        ("src/web/places/pay.tsx", route, start, "verified"),
        ("src/web/places/pay.tsx", route, none, "failed"),
    ] {
        let files = [(path, text), ("package.json", package)];
        let promise = format!("path: {path}");
        holds(&[Case { promise: &promise, files: &files, status }]);
    }
}

#[test]
fn a_partial_clone_is_verified_though_it_lacks_contents() {
    if !crate::git_cli::there("a_partial_clone_is_verified_though_it_lacks_contents") {
        return;
    }
    let old: String = (0..60).map(|n| format!("export const n{n} = {n};\n")).collect();
    let scene = phase(
        "must_haves:\n  artifacts:\n    - path: src/pay.js\n",
        "# Summary\n\nDone.\n",
        &[("src/pay.js", "export const pay = (c) => c;\npay(1);\n"), ("src/old.js", &old)],
    );
    let git = |dir: &std::path::Path, arguments: &[&str]| {
        let done = Command::new("git").arg("-C").arg(dir).args(arguments).output().unwrap();
        assert!(done.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&done.stderr));
    };
    std::fs::remove_file(scene.root().join("src/old.js")).unwrap();
    scene.commit("feat(03-01): another name", &[("src/new.js", &format!("{old}export const more = 1;\n"))]);
    git(scene.root(), &["config", "uploadpack.allowFilter", "true"]);
    let clone = tempfile::TempDir::new().unwrap();
    let from = format!("file://{}", scene.root().display());
    git(clone.path(), &["clone", "-q", "--filter=blob:none", &from, "."]);
    let answer = verify(&Desk::at(clone.path()), json!({}));
    assert_eq!(item(&answer, "artifact")["levels"]["exists"], true, "{answer:#}");
}

#[test]
fn settings_without_a_setting_are_not_what_they_are_promised_for() {
    let provides = "\nprovides: \"what the shop sells\"";
    for (path, empty, full) in [
        ("config/shop.json", "{}\n", "{ \"open\": true }\n"),
        ("config/goods.json", "[]\n", "[{ \"id\": 1 }]\n"),
        ("config/shop.yaml", "---\n# open: to come\n", "open: true\n"),
        ("config/shop.toml", "# to come\n[shop]\n", "[shop]\nopen = true\n"),
    ] {
        let (bare, promise) = (format!("path: {path}"), format!("path: {path}{provides}"));
        let asked = format!("path: {path}\nmin_lines: 1");
        holds(&[
            Case { promise: &promise, files: &[(path, empty)], status: "uncertain" },
            Case { promise: &asked, files: &[(path, empty)], status: "uncertain" },
            Case { promise: &promise, files: &[(path, full)], status: "verified" },
            // That it is there is all that is asked.
            Case { promise: &bare, files: &[(path, empty)], status: "verified" },
        ]);
    }
}

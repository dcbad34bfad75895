//! What a phase must not call done: links whose far end is named in words, handlers given by name, answers that do
//! nothing, files that are only given on. Over a real repository, by the calls a host makes.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use serde_json::{Value, json};

use crate::desk::Desk;
use crate::scene::Scene;

const FOLDER: &str = ".planning/phases/03-pay";

/// The items of a finished phase of one plan.
fn items(must_haves: &str, files: &[(&str, &str)]) -> Vec<Value> {
    let plan =
        format!("---\nphase: 03-pay\nplan: 01\nmust_haves:\n{must_haves}---\n\n<objective>Pay</objective>\n");
    let scene = Scene::new();
    let (plan_path, summary_path) = (format!("{FOLDER}/03-01-PLAN.md"), format!("{FOLDER}/03-01-SUMMARY.md"));
    let mut all = vec![
        (plan_path.as_str(), plan.as_str()),
        (summary_path.as_str(), "# Summary\n\nDone.\n"),
        (".planning/megazord.config.json", "{\"version\": 1, \"quality\": {\"review\": \"off\"}}\n"),
    ];
    all.extend_from_slice(files);
    scene.commit("feat(03-01): pay", &all);
    let answer = Desk::at(scene.root()).ok("verify_phase", json!({ "phase": "3" }));
    answer["items"].as_array().unwrap().clone()
}

fn one(must_haves: &str, files: &[(&str, &str)], kind: &str) -> (String, String) {
    let all = items(must_haves, files);
    let item = all.iter().find(|i| i["kind"] == kind).unwrap_or_else(|| panic!("no {kind}: {all:#?}"));
    (item["status"].as_str().unwrap().to_owned(), item["reasons"].to_string())
}

/// One link with a pattern.
fn link(from: &str, to: &str, pattern: &str, files: &[(&str, &str)]) -> (String, String) {
    let promised = format!(
        "  key_links:\n    - from: \"{from}\"\n      to: \"{to}\"\n      via: x\n      pattern: '{pattern}'\n"
    );
    one(&promised, files, "key_link")
}

fn artifact(path: &str, files: &[(&str, &str)]) -> (String, String) {
    one(&format!("  artifacts:\n    - path: {path}\n      provides: x\n"), files, "artifact")
}

const PACKAGE: (&str, &str) = ("package.json", "{\"name\":\"shop\",\"main\":\"src/main.ts\"}\n");
const PAY: (&str, &str) = (
    "src/pay.ts",
    "export function pay(n: number) {\n  const all = n * 3;\n  return all + Math.floor(n);\n}\n",
);
const ALIASES: (&str, &str) =
    ("tsconfig.json", "{\"compilerOptions\":{\"paths\":{\"@/*\":[\"./src/*\"]}}}\n");

#[test]
fn a_far_end_that_is_named_in_words_is_looked_for() {
    let main = ("src/main.ts", "function start() { process.stdout.write('x'); }\nstart();\n");
    for (to, status, said) in [
        ("src/gone.ts pay()", "partial", "`src/gone.ts` does not exist"),
        ("src/pay.ts pay()", "uncertain", "does not import `src/pay.ts`"),
        ("pay in `src/pay.ts`", "uncertain", "does not import `src/pay.ts`"),
        ("pay.ts", "uncertain", "`to` is read as `src/pay.ts`"),
        ("@/pay", "uncertain", "`to` is read as `src/pay.ts`"),
        ("src/pay", "uncertain", "`to` is read as `src/pay.ts`"),
        ("ledger.ts", "partial", "`ledger.ts` does not exist"),
        ("src/lib/", "uncertain", "names no file of the repository"),
        ("zod", "uncertain", "names no file of the repository"),
        ("Ledger component", "uncertain", "names no file of the repository"),
        ("wsStore.status", "uncertain", "names no file of the repository"),
    ] {
        let (found, reasons) = link("src/main.ts", to, "start\\(", &[PACKAGE, ALIASES, PAY, main]);
        assert_eq!(found, status, "{to}: {reasons}");
        assert!(reasons.contains(said), "{to}: {reasons}");
    }
}

#[test]
fn a_far_end_in_words_that_is_reached_holds() {
    let main = (
        "src/main.ts",
        "import { z } from 'zod';\nimport { pay } from './pay';\nimport { db } from './prisma';\n\
         function start() { return db.users.find(pay(z.number().parse('3'))); }\n\
         fetch('/api/carts').then(start);\n",
    );
    let prisma = ("src/prisma.ts", "export const db = connect(process.env.DB);\n");
    for (to, pattern) in [
        ("src/pay.ts pay()", "pay\\("),
        ("pay in `src/pay.ts`", "pay\\("),
        ("pay.ts", "pay\\("),
        ("@/pay", "pay\\("),
        ("src/pay", "pay\\("),
        ("zod", "z\\.number"),
        ("users table", "db\\.users"),
        ("Prisma client", "db\\.users"),
        ("API endpoint", "fetch\\("),
    ] {
        let (found, reasons) = link("src/main.ts", to, pattern, &[PACKAGE, ALIASES, PAY, prisma, main]);
        assert_eq!(found, "verified", "{to}: {reasons}");
    }
}

#[test]
fn a_near_end_is_found_by_the_end_of_its_path_and_what_is_no_file_is_not_called_missing() {
    let run =
        ("sub/cmd/run.go", "package cmd\n\nfunc Run() { check() }\n\nfunc check() { println(\"x\") }\n");
    let kept = ("kept/old/run.go", "package old\n\nfunc Other() { check() }\n");
    let module = ("go.mod", "module shop\n\ngo 1.22\n");
    for (from, status, said) in [
        ("cmd/run.go Run", "verified", "`from` is read as `sub/cmd/run.go`"),
        ("run.go", "uncertain", "`kept/old/run.go` or `sub/cmd/run.go`"),
        ("/api/import/excel", "uncertain", "may be a URL"),
        ("matrix.os", "uncertain", "names no file"),
        ("app.manage", "uncertain", "names no file"),
        ("cmd/gone.go", "failed", "does not exist"),
        // The root has that folder: the path is meant from there.
        ("old/run.go", "failed", "does not exist"),
    ] {
        let (found, reasons) =
            link(from, "check", "check\\(", &[module, run, ("old/main.go", "package old\n"), kept]);
        assert_eq!(found, status, "{from}: {reasons}");
        assert!(reasons.contains(said), "{from}: {reasons}");
    }
}

#[test]
fn a_handler_that_is_given_by_name_and_does_nothing_is_dead() {
    let page = ("index.html", "<script type=\"module\" src=\"/src/main.tsx\"></script>\n");
    let main = (
        "src/main.tsx",
        "import { Pay } from './Pay';\nimport { createRoot } from 'react-dom/client';\ncreateRoot(document.body).render(<Pay/>);\n",
    );
    for (component, status) in [
        (
            "export function Pay() { const save = () => {}; return <button onClick={save}>Pay</button>; }\n",
            "failed",
        ),
        (
            "export function Pay() { function save() { } return <button onClick={save}>Pay</button>; }\n",
            "failed",
        ),
        (
            "const save = () => {};\nexport function Pay() { return <button onClick={save}>Pay</button>; }\n",
            "failed",
        ),
        (
            "export function Pay() { const save = useCallback(() => {}, []); return <button onClick={save}>Pay</button>; }\n",
            "failed",
        ),
        (
            "export function Pay() { const save = (e) => { e.preventDefault(); }; return <form onSubmit={save}>{Date.now()}</form>; }\n",
            "uncertain",
        ),
        (
            "export function Pay() { const save = () => { console.log('x'); }; return <button onClick={save}>Pay</button>; }\n",
            "uncertain",
        ),
        (
            "export function Pay() { return <button onClick={undefined}>Pay {Date.now()}</button>; }\n",
            "uncertain",
        ),
        (
            "export function Pay() { const ready = () => { /* nothing to set up */ }; return <Editor onMount={ready} at={Date.now()} />; }\n",
            "verified",
        ),
        (
            "export function Pay() { const ready = () => {}; return <Editor onMount={ready} at={Date.now()} />; }\n",
            "uncertain",
        ),
        (
            "export function Pay() { const save = () => { /* TODO */ }; return <button onClick={save}>Pay</button>; }\n",
            "failed",
        ),
        // What a parameter brings, what is written anew, and what is there to do nothing, is not told.
        (
            "export function Pay({ save }) { return <button onClick={save}>Pay {Date.now()}</button>; }\n",
            "verified",
        ),
        (
            "const noop = () => {};\nexport function Pay() { return <input checked={Date.now() > 3} onChange={noop} />; }\n",
            "verified",
        ),
        (
            "export function Pay() { const save = () => { fetch('/pay'); }; return <button onClick={save}>Pay</button>; }\n",
            "verified",
        ),
    ] {
        let (found, reasons) = artifact("src/Pay.tsx", &[PACKAGE, page, main, ("src/Pay.tsx", component)]);
        assert_eq!(found, status, "{component}: {reasons}");
    }
}

#[test]
fn an_action_that_only_answers_with_a_state_is_doubted() {
    for (body, status) in [
        ("head :ok", "uncertain"),
        ("head :no_content", "uncertain"),
        ("head :not_implemented", "failed"),
        ("Pay.find(params[:id]).destroy\n    head :no_content", "verified"),
    ] {
        let text =
            format!("class PaysController < ApplicationController\n  def create\n    {body}\n  end\nend\n");
        let files = [
            ("Gemfile", "gem 'rails'\n"),
            ("config/routes.rb", "Rails.application.routes.draw do\n  resources :pays\nend\n"),
            ("app/controllers/pays_controller.rb", text.as_str()),
        ];
        let (found, reasons) = artifact("app/controllers/pays_controller.rb", &files);
        assert_eq!(found, status, "{body}: {reasons}");
    }
}

#[test]
fn a_function_that_is_only_given_on_by_its_name_is_not_surely_used() {
    let other = ("src/other.ts", "export function other(n: number) {\n  return n + Math.floor(n * 2);\n}\n");
    for (given, taken, status) in [
        (
            "export { pay as charge } from '../pay';\nexport { other } from '../other';\n",
            "other",
            "uncertain",
        ),
        ("export { pay } from '../pay';\nexport { other } from '../other';\n", "other", "uncertain"),
        ("export { pay } from '../pay';\nexport { other } from '../other';\n", "pay", "verified"),
        (
            "export { pay as charge } from '../pay';\nexport { other } from '../other';\n",
            "charge",
            "verified",
        ),
    ] {
        let main = format!("import {{ {taken} }} from './lib';\nprocess.stdout.write(String({taken}(2)));\n");
        let files = [PACKAGE, PAY, other, ("src/lib/index.ts", given), ("src/main.ts", main.as_str())];
        let (found, reasons) = artifact("src/pay.ts", &files);
        assert_eq!(found, status, "{given} {taken}: {reasons}");
    }
}

#[test]
fn of_ends_joined_by_or_one_will_do() {
    let main = ("src/main.ts", "import { pay } from './pay';\nprocess.stdout.write(String(pay(2)));\n");
    for (from, to, status) in [
        ("src/main.ts", "src/gone.ts OR src/pay.ts", "verified"),
        ("src/main.ts", "src/pay.ts OR src/gone.ts", "verified"),
        ("src/gone.ts OR src/main.ts", "src/pay.ts", "verified"),
        ("src/main.ts", "src/gone.ts OR src/lost.ts", "partial"),
        ("src/gone.ts OR src/lost.ts", "src/pay.ts", "failed"),
    ] {
        let (found, reasons) = link(from, to, "pay\\(", &[PACKAGE, PAY, main]);
        assert_eq!(found, status, "{from} -> {to}: {reasons}");
        assert!(reasons.contains("one will do"), "{reasons}");
    }
}

#[test]
fn what_a_namespace_exports_is_no_export_of_its_file() {
    let pay = (
        "src/pay.ts",
        "export namespace N {\n  export function pay(n: number) {\n    return n * Math.floor(n);\n  }\n}\n",
    );
    for (main, pattern, status) in [
        ("import { pay } from './pay';\nprocess.stdout.write(String(pay(2)));\n", "pay\\(", "partial"),
        ("import { N } from './pay';\nprocess.stdout.write(String(N.pay(2)));\n", "N\\.pay\\(", "verified"),
    ] {
        let (found, reasons) =
            link("src/main.ts", "src/pay.ts", pattern, &[PACKAGE, pay, ("src/main.ts", main)]);
        assert_eq!(found, status, "{main}: {reasons}");
    }
    let main = ("src/main.ts", "import { N } from './pay';\nprocess.stdout.write(String(N.pay(2)));\n");
    let hollow = ("src/pay.ts", "export namespace N {\n  export function pay(n: number) {}\n}\n");
    for (pay, name, status) in [(pay, "N", "verified"), (pay, "pay", "failed"), (hollow, "N", "failed")] {
        let promised =
            format!("  artifacts:\n    - path: src/pay.ts\n      provides: x\n      exports: [{name}]\n");
        let (found, reasons) = one(&promised, &[PACKAGE, pay, main], "artifact");
        assert_eq!(found, status, "{name}: {reasons}");
    }
}

#[test]
fn a_class_that_a_call_is_given_by_name_is_not_surely_unconnected() {
    let source = ("app/source.py", "class Source(Base):\n    id = Column(Integer)\n");
    let head = "from typing import TYPE_CHECKING\nfrom sqlalchemy.orm import Mapped, relationship\n\n\
                if TYPE_CHECKING:\n    from app.source import Source\n\n\nclass Item(Base):\n";
    for (body, pattern, status) in [
        (
            "    source: Mapped[\"Source\"] = relationship(\"Source\", lazy=True)\n",
            "relationship\\(",
            "uncertain",
        ),
        ("    source: Mapped[\"Source\"] = relationship(\"Source\", lazy=True)\n", "", "uncertain"),
        ("    source: \"Source\" = relationship(\"Other\")\n", "", "partial"),
        ("    source: \"Source\" = relationship(\"Other\")\n", "relationship\\(", "partial"),
        ("    source: \"Source\" = print(\"Source\")\n", "", "partial"),
    ] {
        let item = format!("{head}{body}");
        let files = [source, ("app/__init__.py", ""), ("app/item.py", item.as_str())];
        let pattern_line =
            if pattern.is_empty() { String::new() } else { format!("      pattern: '{pattern}'\n") };
        let promised = format!(
            "  key_links:\n    - from: app/item.py\n      to: app/source.py\n      via: x\n{pattern_line}"
        );
        let (found, reasons) = one(&promised, &files, "key_link");
        assert_eq!(found, status, "{body} {pattern}: {reasons}");
    }
}

#[test]
fn a_module_of_a_library_does_not_name_a_file_called_so() {
    let security = ("app/core/security.py", "def check(token):\n    return len(token) > 3\n");
    for (text, pattern, status) in [
        ("from fastapi.security import Bearer\n\nscheme = Bearer()\n", "", "partial"),
        ("from fastapi.security import Bearer\n\nscheme = Bearer()\n", "check\\(", "failed"),
        ("from app.core.security import check\n\nscheme = check('x')\n", "", "verified"),
    ] {
        for to in ["core/security.py", "app/core/security.py"] {
            let files =
                [security, ("app/__init__.py", ""), ("app/core/__init__.py", ""), ("app/deps.py", text)];
            let pattern_line =
                if pattern.is_empty() { String::new() } else { format!("      pattern: '{pattern}'\n") };
            let promised = format!(
                "  key_links:\n    - from: app/deps.py\n      to: {to}\n      via: x\n{pattern_line}"
            );
            let (found, reasons) = one(&promised, &files, "key_link");
            assert_eq!(found, status, "{text} {to}: {reasons}");
        }
    }
}

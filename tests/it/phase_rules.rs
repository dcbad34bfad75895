//! Rules of verification that hold whatever the phase: every status beside every other, commands that never run, and
//! the four ways in which a phase was called done and was not.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a scene that cannot be made fails its test")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use countersign::domain::phase::{Item, ItemKind, ItemStatus, PhaseStatus, status};
use expect_test::expect;
use serde_json::{Value, json};

use crate::cli::{code, out, run_with};

const KINDS: [ItemKind; 8] = [
    ItemKind::Truth,
    ItemKind::Artifact,
    ItemKind::KeyLink,
    ItemKind::Requirement,
    ItemKind::AntiPattern,
    ItemKind::Human,
    ItemKind::Plan,
    ItemKind::Review,
];

fn item(kind: ItemKind, status: ItemStatus) -> Item {
    serde_json::from_value(json!({ "id": "0", "kind": kind, "label": "x", "status": status })).unwrap()
}

fn letter(items: &[Item], partial: bool) -> char {
    match status(items, partial).status {
        PhaseStatus::Passed => 'P',
        PhaseStatus::HumanNeeded => 'h',
        PhaseStatus::GapsFound => '.',
    }
}

/// Each kind and status alone, then beside a truth that is verified.
#[test]
fn the_status_of_every_combination_is_this_table() {
    let mut table = String::new();
    for kind in KINDS {
        let row = |beside: bool| -> String {
            let of = |s: &ItemStatus| {
                let mut items = vec![item(kind, *s)];
                items.extend(beside.then(|| item(ItemKind::Truth, ItemStatus::Verified)));
                letter(&items, false)
            };
            ItemStatus::ALL.iter().map(of).collect()
        };
        table += &format!("{:<13} {} {}\n", kind.as_str(), row(false), row(true));
    }
    expect![[r#"
        truth         P..h.hh..P P..h.hh..P
        artifact      P..h.hh..P P..h.hh..P
        key_link      P..h.hh..P P..h.hh..P
        requirement   P..h.hh..P P..h.hh..P
        anti_pattern  .......... P.PPPPPPPP
        human         P..h.hh..P P..h.hh..P
        plan          .......... P..h.hh..P
        review        .......... P..h.hh..P
    "#]]
    .assert_eq(&table);
}

/// The rule in the words of SPEC 9.7, told a second time and without looking at the first.
fn by_the_book(items: &[Item], partial: bool) -> PhaseStatus {
    use ItemStatus::{Blocked, Failed, NeedsHuman, NeedsJudgement, Orphaned, Partial, Pending, Uncertain};
    let decides = |i: &&Item| i.kind != ItemKind::AntiPattern || i.status == Failed;
    let checked = |i: &Item| {
        let promise = !matches!(i.kind, ItemKind::AntiPattern | ItemKind::Plan | ItemKind::Review);
        promise && i.status != Pending
    };
    let gap = items.iter().filter(decides).any(|i| matches!(i.status, Failed | Partial | Blocked | Orphaned));
    let open =
        items.iter().filter(decides).any(|i| matches!(i.status, NeedsHuman | NeedsJudgement | Uncertain));
    let pending = items.iter().any(|i| i.status == Pending && i.kind != ItemKind::AntiPattern);
    if gap || !items.iter().any(checked) {
        PhaseStatus::GapsFound
    } else if open {
        PhaseStatus::HumanNeeded
    } else if partial || pending {
        PhaseStatus::GapsFound
    } else {
        PhaseStatus::Passed
    }
}

#[test]
fn three_items_of_any_kind_and_status_come_to_what_the_book_says() {
    let all: Vec<Item> = KINDS.iter().flat_map(|k| ItemStatus::ALL.iter().map(|s| item(*k, *s))).collect();
    let mut seen = BTreeSet::new();
    for a in &all {
        for b in &all {
            for c in all.iter().step_by(7) {
                let items = [a.clone(), b.clone(), c.clone()];
                for partial in [false, true] {
                    let got = status(&items, partial).status;
                    assert_eq!(got, by_the_book(&items, partial), "{items:?} partial {partial}");
                    seen.insert(got.as_str());
                }
            }
        }
    }
    assert_eq!(seen.len(), 3);
}

/// A repository with one phase of one finished plan.
pub(crate) fn repository(plan: &str, files: &[(&str, &str)]) -> tempfile::TempDir {
    let root = tempfile::tempdir().unwrap();
    git2::Repository::init(root.path()).unwrap();
    let write = |path: &str, text: &str| {
        let path = root.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    write(".planning/phases/01-shop/01-01-PLAN.md", plan);
    write(
        ".planning/phases/01-shop/01-01-SUMMARY.md",
        "# Summary\n\nEverything works. All tests pass. Verified.\n",
    );
    write(".planning/megazord.config.json", r#"{"version": 1, "quality": {"review": "off"}}"#);
    files.iter().for_each(|(path, text)| write(path, text));
    root
}

pub(crate) fn plan(must_haves: &str, body: &str) -> String {
    format!("---\nphase: 01-shop\nplan: 01\ntype: execute\nwave: 1\nmust_haves:\n{must_haves}---\n\n{body}\n")
}

pub(crate) fn verified(root: &Path) -> (i32, Value) {
    let output = run_with(root, &["verify", "1", "--json", "--dry-run"], b"");
    let text = out(&output);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    (code(&output), serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e}: {text} {said}")))
}

#[test]
fn a_hundred_commands_of_a_plan_start_no_process() {
    let mut tasks = String::new();
    for n in 0..100 {
        let evil = match n % 5 {
            0 => format!("touch canary-{n}"),
            1 => format!("true; touch canary-{n}"),
            2 => format!("echo $(touch canary-{n})"),
            3 => format!("echo ok\ntouch canary-{n}"),
            _ => format!("`touch canary-{n}` \u{2010}\u{2010}run"),
        };
        tasks += &format!(
            "<task type=\"auto\">\n<name>Task {n}</name>\n<files>src/a.ts</files>\n<verify><automated>{evil}</automated></verify>\n<done>{evil}</done>\n</task>\n\n"
        );
    }
    let root = repository(&plan("  artifacts:\n    - path: src/a.ts\n", &tasks), &[("src/a.ts", "run();\n")]);
    verified(root.path());
    let left = |root: &Path| {
        fs::read_dir(root).unwrap().flatten().any(|e| e.file_name().to_string_lossy().starts_with("canary"))
    };
    assert!(!left(root.path()));
    // Where processes can be watched, no other program is ever executed.
    let trace = root.path().join("trace");
    let watched = Command::new("strace")
        .args(["-f", "-e", "trace=execve,fork,vfork", "-o"])
        .arg(&trace)
        .arg(env!("CARGO_BIN_EXE_countersign"))
        .args(["verify", "1", "--json", "--dry-run"])
        .current_dir(root.path())
        .output();
    if let (Ok(_), Ok(seen)) = (watched, fs::read_to_string(&trace))
        && seen.contains("execve(")
    {
        assert_eq!(seen.matches("execve(").count(), 1, "only the program itself: {seen}");
        assert!(!seen.contains("fork("), "{seen}");
    }
    assert!(!left(root.path()));
}

/// Rows of `kind label status`.
pub(crate) fn rows(answer: &Value) -> Vec<String> {
    let text = |item: &Value, key: &str| item[key].as_str().unwrap_or("").to_owned();
    let items = answer["items"].as_array().unwrap();
    items.iter().map(|i| format!("{} {} {}", text(i, "kind"), text(i, "label"), text(i, "status"))).collect()
}

#[test]
fn green_with_zero_items_checked() {
    let root = repository(&plan("  truths: []\n  artifacts: []\n  key_links: []\n", "No tasks."), &[]);
    let (exit, answer) = verified(root.path());
    assert_eq!((exit, answer["status"].as_str()), (1, Some("gaps_found")), "{answer}");
    assert!(answer["remarks"].to_string().contains("nothing to verify"), "{answer}");
}

#[test]
fn a_stub_passes_the_substantive_check() {
    let plan = plan(
        "  artifacts:\n    - path: src/pay.ts\n      exports: [pay]\n      min_lines: 3\n      contains: pay\n",
        "",
    );
    let main = "import { pay } from './pay';\n\npay(1);\n";
    for (text, held) in [
        ("// Pays.\n//\nexport function pay(amount: number) {}\n", false),
        ("// Pays.\n//\nexport function pay(amount: number) {\n  return null;\n}\n", false),
        (
            "// Pays.\nexport function pay(amount: number) {\n  throw new Error('not implemented');\n}\n",
            false,
        ),
        ("// Pays.\nexport function pay(amount: number) {\n  return gateway.pay(amount);\n}\n", true),
    ] {
        let root = repository(&plan, &[("src/pay.ts", text), ("src/index.ts", main), ("package.json", "{}")]);
        let (_, answer) = verified(root.path());
        let expected = format!("artifact src/pay.ts {}", if held { "verified" } else { "failed" });
        assert!(rows(&answer).contains(&expected), "{text}: {:?}", rows(&answer));
        assert_eq!(answer["status"].as_str() == Some("passed"), held, "{answer}");
    }
}

#[test]
fn the_verifier_believes_the_executors_summary() {
    let plan = plan("  truths:\n    - People can pay\n  artifacts:\n    - path: src/pay.ts\n", "");
    let root = repository(&plan, &[]);
    let summary = "---\nstatus: complete\n---\n# Summary\n\n`src/pay.ts` was made. People can pay. All verified, status: passed.\n";
    fs::write(root.path().join(".planning/phases/01-shop/01-01-SUMMARY.md"), summary).unwrap();
    let (exit, answer) = verified(root.path());
    assert_eq!(exit, 1);
    assert!(rows(&answer).contains(&"artifact src/pay.ts failed".to_owned()), "{:?}", rows(&answer));
    assert!(rows(&answer).contains(&"truth People can pay failed".to_owned()), "{:?}", rows(&answer));
}

#[test]
fn human_needed_treated_as_done() {
    let plan = plan("  truths:\n    - The form looks right on a phone\n", "");
    let root = repository(&plan, &[]);
    let (exit, answer) = verified(root.path());
    assert_eq!((exit, answer["status"].as_str()), (2, Some("human_needed")), "{answer}");
    assert_eq!(answer["next"]["action"], json!("confirm"), "never proceed: {answer}");
}

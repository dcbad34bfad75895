//! Secrets of known shapes through a whole loop and a verification: in nothing that is kept, in nothing that is shown,
//! and what must be compared is still the same (SPEC 13.10).

#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::client::{Client, Era};
use crate::plan_scene::{self, NOTHING, PLAN};
use crate::scene::{Edit, Scene};

/// Put together here, so that no scanner takes this file for a leak.
fn in_code() -> String {
    ["ghp", "_", "x7Kq2mVb9RtLw4NzYc8JpHd3", "SfGa5eUoQi61"].concat()
}

fn in_plan() -> String {
    ["postgres://cart:", "v9KtQz7mWx2b", "@db.internal/cart"].concat()
}

fn said() -> String {
    ["sk", "_live_", "51Hq8ZkWv2mXcR7tYbN4pLs9"].concat()
}

fn told() -> String {
    ["AKIA", "Q7MZ2VXWN5RTLB4K"].concat()
}

/// The parts that must never be seen again.
fn bare() -> [String; 4] {
    [in_code(), "v9KtQz7mWx2b".to_owned(), said(), told()]
}

/// Every file below a folder.
fn files(folder: &Path, found: &mut BTreeMap<PathBuf, Vec<u8>>) {
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            files(&path, found);
        } else {
            found.insert(path.clone(), fs::read(&path).unwrap());
        }
    }
}

fn all(scene: &Scene) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    files(scene.root(), &mut found);
    // What git itself holds is the user's.
    found.retain(|path, _| {
        !path.starts_with(scene.root().join(".git")) || path.to_string_lossy().contains("countersign")
    });
    found
}

fn holds(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|w| w == text.as_bytes())
}

/// A client whose answers are all looked through.
struct Watched(Client);

impl Watched {
    fn call(&mut self, tool: &str, arguments: Value) -> Value {
        let answered = self.0.call(tool, arguments);
        for secret in bare() {
            assert!(!answered.text.contains(&secret), "{tool} shows {secret}: {}", answered.text);
            assert!(!answered.structured.to_string().contains(&secret), "{tool} shows {secret}");
        }
        assert!(!answered.is_error, "{tool}: {}", answered.text);
        answered.structured
    }

    fn next(&mut self, next: &Value, more: &Value) -> Value {
        let mut arguments = next["call"]["arguments"].clone();
        for (key, value) in more.as_object().unwrap() {
            arguments[key] = value.clone();
        }
        self.call(next["call"]["tool"].as_str().unwrap(), arguments)
    }
}

/// A plan that names a data base with its password, and code with a token in it.
fn scene() -> Scene {
    let scene = Scene::new();
    let plan = plan_scene::plan().replace(
        "less the discount in percent.",
        &format!("less the discount in percent. Read rates from {}.", in_plan()),
    );
    assert!(plan.contains(&in_plan()));
    scene.commit(
        "docs: plan the cart",
        &[
            (PLAN, &plan),
            (".planning/megazord.config.json", "{\"version\": 1, \"quality\": {\"review\": \"auto\"}, \"model_profile\": \"balanced\"}\n"),
            (".planning/REQUIREMENTS.md", &format!("# Requirements\n\n- [ ] **CART-01**: Totals honour discounts, key {}\n", told())),
            (".planning/ROADMAP.md", &format!("# Roadmap\n\n### Phase 1: Cart\n**Goal**: A cart that adds up\n**Requirements**: CART-01\n**Success Criteria** (what must be TRUE):\n  1. Rates come from {}\n", in_plan())),
        ],
    );
    let code =
        plan_scene::CART.replace("let sum = 0;", &format!("let sum = 0; const key = '{}';", in_code()));
    scene.commit(&format!("feat(01-01): sum the cart with {}", told()), &[("src/cart.js", &code)]);
    scene
}

#[test]
fn no_secret_is_kept_or_shown() {
    let scene = scene();
    let given = all(&scene);
    let mut client = Watched(Client::start(scene.root(), Era::Stateless));
    let context = json!([{ "title": "The chat", "text": format!("The key is {}.", said()) }]);
    let open = json!({ "plan": PLAN, "task": "1", "context": context });
    let opened = client.call("review_task", open.clone());
    let brief = opened["brief"].as_str().unwrap();
    for mark in ["[redacted github-token ", "[redacted url-password ", "[redacted stripe-key "] {
        assert!(brief.contains(mark), "{mark} in {brief}");
    }
    // Asked again, it is the same: nothing reads as changed because of what was redacted.
    let again = client.call("review_task", open);
    assert_eq!(again["brief"], opened["brief"]);
    assert!(!again["remarks"].to_string().contains("contract_changed"), "{again}");

    // The reviewer had another way to see it, and quotes it; and one who quotes the brief.
    let finding = format!(
        "### Finding 1: A token is in the code\n- **Severity:** critical\n- **Requirement:** Task 1 done criterion\n- **File:** src/cart.js:2\n- **Issue:** `let sum = 0; const key = '{}';` stands there, and {} too.\n- **Suggestion:** Read it from the environment.",
        in_code(),
        said()
    );
    let text = json!({ "text": plan_scene::review("1", "issues_found", &finding, NOTHING) });
    let recorded = client.next(&opened["next"], &text);
    assert_eq!(recorded["next"]["action"], "fix", "{recorded}");
    assert_eq!(recorded["findings"][0]["grounding"], "in_diff", "the quote stands there: {recorded}");
    let same = client.next(&opened["next"], &text);
    assert_eq!(same["verdict"], recorded["verdict"], "the same text twice is one answer");

    scene
        .amend("feat(01-01): sum the cart", &[Edit::Write("src/cart.js", plan_scene::CART_FIXED.as_bytes())]);
    let id = recorded["findings"][0]["id"].clone();
    let why = json!([{ "finding_id": id, "response": "fixed", "details": format!("{} is out of the code and revoked", in_code()) }]);
    let answered = client.call(
        "respond_findings",
        json!({ "loop_id": opened["loop_id"], "turn": recorded["next"]["turn"], "responses": why }),
    );
    let second = client.call("review_task", json!({ "loop_id": opened["loop_id"] }));
    assert_eq!(second["pass"], 2, "{answered}");
    let approval = plan_scene::review("1", "approved", NOTHING, NOTHING);
    let done = client.next(
        &second["next"],
        &json!({ "text": format!("{approval}\n{id} is resolved: the token is gone.\n") }),
    );
    client.call("loop_status", json!({ "loop_id": opened["loop_id"], "timeline": true }));
    client.call("loop_status", json!({ "phase": "1" }));
    client.call("check_plan", json!({ "plan": PLAN }));
    client
        .call("parse_verdict", json!({ "text": format!("VERDICT: BLOCK\n- [critical] a.js:1 {}", said()) }));
    client.call("verify_phase", json!({ "phase": "1", "partial": true }));
    assert!(done["next"].is_object(), "{done}");

    drop(client);
    let mut kept = all(&scene);
    kept.retain(|path, bytes| given.get(path) != Some(bytes) && !path.ends_with("src/cart.js"));
    assert!(kept.keys().any(|p| p.to_string_lossy().contains("countersign")), "the store is looked at");
    assert!(kept.keys().any(|p| p.extension().is_some_and(|e| e == "md")), "a report is looked at");
    for (path, bytes) in &kept {
        for secret in bare() {
            assert!(!holds(bytes, &secret), "{} keeps {secret}", path.display());
        }
    }
    // The same secret is the same mark wherever it is shown.
    let mark = brief.split("[redacted github-token ").nth(1).and_then(|rest| rest.get(..8)).unwrap();
    let report = kept
        .iter()
        .find(|(p, _)| p.extension().is_some_and(|e| e == "md") && p.to_string_lossy().contains("REVIEW"));
    let report = String::from_utf8_lossy(report.expect("the review's report").1);
    assert!(report.contains(&format!("github-token {mark}")), "{mark} in {report}");
}

#[test]
fn refusals_and_the_command_line_show_none() {
    let scene = scene();
    let mut client = Client::start(scene.root(), Era::Stateless);
    let refused =
        client.call("review_task", json!({ "plan": format!("plans/{}.md", in_code()), "task": "1" }));
    assert!(refused.is_error && !refused.text.contains(&in_code()), "{}", refused.text);
    assert!(refused.text.contains("[redacted github-token "), "{}", refused.text);
    let mut parse = std::process::Command::new(env!("CARGO_BIN_EXE_countersign"));
    fs::write(scene.beside("review.md"), format!("VERDICT: BLOCK\n\n- [critical] a.js:1 {}\n", said()))
        .unwrap();
    let output =
        parse.arg("parse").arg(scene.beside("review.md")).current_dir(scene.root()).output().unwrap();
    let shown = String::from_utf8_lossy(&output.stdout);
    assert!(shown.contains("[redacted stripe-key ") && !shown.contains(&said()), "{shown}");
}

//! A long call as its client follows it: told how far it is where it asked, and ended when it cancels.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::cell::Cell;
use std::fmt::Write as _;
use std::fs;

use countersign::domain::phase::{self, CodeFacts, Item, ItemKind, PhaseInput};
use countersign::domain::plan::{KeyLink, MustHaves};
use countersign::io::code;
use countersign::io::follower::Nobody;
use serde_json::{Value, json};

use crate::client::{Client, Era};
use crate::phase::{artifact, plan};
use crate::plan_scene::{self, PLAN};
use crate::scene::Scene;

const SUMMARY: &str = ".planning/phases/01-cart/01-01-SUMMARY.md";
const REPORT: &str = ".planning/phases/01-cart/01-VERIFICATION.md";

/// A phase among so many files.
fn scene(files: usize) -> Scene {
    let scene = plan_scene::with_task_one();
    scene.write(SUMMARY, "# Summary\n\nDone.\n");
    for n in 0..files {
        let mut text = String::new();
        for line in 0..40 {
            writeln!(text, "export const value{line} = total({line}, {n});").unwrap();
        }
        scene.write(&format!("src/d{}/m{n}.js", n % 40), text);
    }
    assert!(scene.root().join(PLAN).exists());
    scene
}

fn verify(client: &mut Client, meta: &Value) -> Value {
    let arguments = json!({ "phase": "1", "partial": true });
    client
        .send_request("tools/call", json!({ "name": "verify_phase", "arguments": arguments, "_meta": meta }))
}

#[test]
fn a_client_that_asks_hears_how_far_it_is() {
    for era in Era::BOTH {
        let scene = scene(600);
        let mut client = Client::start(scene.root(), era);
        let id = verify(&mut client, &json!({ "progressToken": "p-7" }));
        let mut heard = Vec::new();
        loop {
            let message = client.next_message().unwrap();
            if message["id"] == id {
                assert_eq!(message["result"]["isError"], json!(false), "{message}");
                break;
            }
            if message["method"] == "notifications/progress" {
                assert_eq!(message["params"]["progressToken"], "p-7");
                heard.push((
                    message["params"]["progress"].as_f64().unwrap(),
                    message["params"]["total"].as_f64().unwrap(),
                ));
            }
        }
        assert!(heard.len() > 5, "{heard:?}");
        assert!(heard.iter().all(|(done, of)| done <= of), "{heard:?}");
        assert!(heard.windows(2).all(|pair| pair[0].0 <= pair[1].0), "it only grows: {heard:?}");
        // Nobody asked: nothing is told.
        let id = verify(&mut client, &json!({}));
        loop {
            let message = client.next_message().unwrap();
            assert_ne!(message["method"], "notifications/progress", "{message}");
            if message["id"] == id {
                break;
            }
        }
    }
}

#[test]
fn what_is_cancelled_writes_nothing_and_holds_nobody_up() {
    let scene = scene(4_000);
    let mut client = Client::start(scene.root(), Era::Handshake);
    let id = verify(&mut client, &json!({ "progressToken": 1 }));
    // It is under way.
    while client.next_message().unwrap()["method"] != "notifications/progress" {}
    client.send(&json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": id, "reason": "not wanted" } }));
    let status = client.call("loop_status", json!({}));
    assert!(!status.is_error, "{}", status.text);
    client.close_input();
    while let Some(message) = client.next_message() {
        assert_ne!(message["id"], id, "a cancelled request is answered with nothing: {message}");
    }
    assert!(!scene.root().join(REPORT).exists(), "no report of what was cancelled");
}

/// Whether an item was left as it was when the look was given up.
fn is_given_up(item: &Item) -> bool {
    item.reasons.iter().any(|reason| reason.ends_with("the look was given up"))
}

#[test]
fn a_search_for_links_and_patterns_ends_with_the_item_at_which_it_was_cancelled() {
    const EACH: usize = 24;
    let root = tempfile::tempdir().unwrap();
    fs::create_dir(root.path().join("src")).unwrap();
    let write = |path: String, text: String| fs::write(root.path().join(path), text).unwrap();
    let (mut artifacts, mut key_links) = (Vec::new(), Vec::new());
    for n in 0..EACH {
        let body = format!(
            "// FIXME: once more\nexport class Till{n} {{\n  take(x: number) {{\n    return x + {n};\n  }}\n}}\n"
        );
        write(format!("src/till{n}.ts"), body);
        let user = format!(
            "import {{ Till{n} }} from './till{n}';\n\nexport class Shop{n} {{\n  sell(x: number) {{\n    return new Till{n}()\n      .take(x);\n  }}\n}}\n"
        );
        write(format!("src/shop{n}.ts"), user);
        artifacts.push(artifact(&format!("src/till{n}.ts")));
        // Found by the name that it declares, and over two lines.
        let pattern = Some(format!("new Till{n}.*take\\("));
        key_links.push(KeyLink {
            from: format!("Shop{n}"),
            to: format!("src/till{n}.ts"),
            pattern,
            ..KeyLink::default()
        });
    }
    let must_haves = MustHaves { artifacts, key_links, ..MustHaves::default() };
    let input = PhaseInput { plans: vec![plan("03-01", must_haves)], ..PhaseInput::default() };
    let files = code::read(root.path(), &phase::questions(&input, &[])).unwrap();
    let look = |goes_on: &dyn Fn() -> bool| {
        let mut facts = CodeFacts { files: files.clone(), ..CodeFacts::default() };
        let all = code::list(root.path(), &Nobody);
        facts.by_name = phase::meant_by_links(&input, &facts, all.paths());
        facts.files.extend(code::read(root.path(), &facts.by_name).unwrap());
        let words = phase::words(&input, &facts);
        facts.survey = Some(code::survey(root.path(), &all, &words, &Nobody).unwrap());
        phase::items_while(&input, &facts, &[], goes_on)
    };
    let asked = Cell::new(0_usize);
    let whole = look(&|| {
        asked.set(asked.get() + 1);
        true
    });
    assert_eq!(whole.iter().filter(|item| is_given_up(item)).count(), 0);
    assert_eq!(whole.iter().filter(|i| i.kind == ItemKind::AntiPattern).count(), EACH, "{whole:#?}");
    for part in 0..12 {
        let (before, heard) = (asked.get() * part / 12, Cell::new(0_usize));
        let items = look(&|| {
            heard.set(heard.get() + 1);
            heard.get() <= before
        });
        // Artifacts, then links, as they are looked at: behind the one that was under way nothing more is searched.
        let searched: Vec<&Item> =
            items.iter().filter(|i| matches!(i.kind, ItemKind::Artifact | ItemKind::KeyLink)).collect();
        assert_eq!(searched.len(), 2 * EACH);
        let reached = searched.iter().take_while(|item| whole.contains(item)).count();
        let after = searched.iter().skip(reached + 1).filter(|item| !is_given_up(item));
        let after: Vec<&str> = after.map(|item| item.label.as_str()).collect();
        assert!(
            after.is_empty(),
            "cancelled after {before} of {} questions, and then: {after:?}",
            asked.get()
        );
        let looked = items.iter().filter(|i| i.kind == ItemKind::AntiPattern).count();
        assert!(looked == 0 || reached == 2 * EACH, "{before}: {looked} files were looked through");
    }
    // Nor is a promised file parsed to learn which words to look for.
    let facts = CodeFacts { files, ..CodeFacts::default() };
    phase::words_while(&input, &facts, &|| false);
    assert_eq!(facts.parsed.count(), 0);
}

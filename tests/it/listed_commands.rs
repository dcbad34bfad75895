//! Commands of plans (SPEC 9.9): the user's own list runs them, to the letter and without a shell; every other one is
//! handed to the verifier.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a scene that cannot be made fails its test")]

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{Client, Era};

/// A repository with one finished plan whose two tasks name a command each, and a user who lists some.
struct Scene {
    root: tempfile::TempDir,
    home: tempfile::TempDir,
}

const SCRIPT: &str = "#!/bin/sh\nprintf 'ran %s\\n' \"$*\" >> runs\ncat - >> runs\n[ ! -e broken ]\n";

impl Scene {
    fn new(listed: &[&str]) -> Self {
        let root = tempfile::tempdir().unwrap();
        git2::Repository::init(root.path()).unwrap();
        let scene = Self { root, home: tempfile::tempdir().unwrap() };
        let task = |n: usize, verify: &str| {
            format!(
                "<task type=\"auto\">\n<name>Task {n}: Part {n}</name>\n<files>src/a.ts</files>\n<action>Make it.</action>\n<verify>{verify}</verify>\n<done>Part {n} works</done>\n</task>\n\n"
            )
        };
        let tasks = task(1, "<automated>tools/check.sh one 'two words' ; x</automated>")
            + &task(2, "\ntouch canary\n`sh tools/check.sh two`\nand look at it")
            + &task(3, "sh tools/check.sh three && touch canary");
        let head = "---\nphase: 01-shop\nplan: 01\ntype: execute\nwave: 1\nmust_haves:\n  truths:\n    - The shop opens\n  artifacts:\n    - path: src/a.ts\n---\n\n";
        scene.write(".planning/phases/01-shop/01-01-PLAN.md", &format!("{head}{tasks}"));
        scene.write(".planning/phases/01-shop/01-01-SUMMARY.md", "# Summary\n\nDone.\n");
        scene.write(".planning/megazord.config.json", r#"{"version": 1, "quality": {"review": "off"}}"#);
        scene.write("src/a.ts", "export function open() { return shop.open(1); }\n");
        scene.write("src/index.ts", "import { open } from './a';\n\nopen();\n");
        scene.write("package.json", "{}");
        scene.write("tools/check.sh", SCRIPT);
        scene.write(".gitignore", "runs\n");
        let own = scene.home.path().join("countersign");
        fs::create_dir(&own).unwrap();
        fs::write(own.join("config.toml"), format!("[verify]\ncommands = {}\n", json!(listed))).unwrap();
        scene
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.root.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn client(&self) -> Client {
        let home = self.home.path().to_str().unwrap();
        Client::start_with(self.root.path(), Era::Stateless, &[("XDG_CONFIG_HOME", home)])
    }

    fn runs(&self) -> String {
        fs::read_to_string(self.root.path().join("runs")).unwrap_or_default()
    }

    fn has(&self, path: &str) -> bool {
        Path::exists(&self.root.path().join(path))
    }
}

fn command_items(answer: &Value) -> Vec<(String, String, String)> {
    let items = answer["items"].as_array().unwrap().iter().filter(|item| item["kind"] == "plan");
    let text = |item: &Value, key: &str| item[key].as_str().unwrap_or_default().to_owned();
    items.map(|i| (text(i, "label"), text(i, "status"), i["reasons"].to_string())).collect()
}

fn verify(client: &mut Client, arguments: Value) -> Value {
    let answer = client.call("verify_phase", arguments);
    assert!(!answer.is_error, "{}", answer.text);
    answer.structured
}

#[test]
fn a_listed_command_runs_once_for_one_code_and_no_other_runs() {
    let scene = Scene::new(&["sh tools/check.sh two", "sh tools/check.sh absent"]);
    let mut client = scene.client();
    let answer = verify(&mut client, json!({ "phase": "1" }));
    assert_eq!(scene.runs(), "ran two\n", "once, as the list says, with nothing to read");
    assert!(!scene.has("canary"), "nothing that is not listed runs, nor does a shell");
    let items = command_items(&answer);
    assert_eq!(items.len(), 1, "{items:?}");
    assert_eq!((items[0].0.as_str(), items[0].1.as_str()), ("sh tools/check.sh two", "verified"));
    assert!(items[0].2.contains("it ended with 0"), "{items:?}");
    // The others are told to the verifier, as texts of the plan.
    let brief = answer["next"]["brief"].as_str().unwrap();
    for told in ["plan 01-01 task 1: tools/check.sh one", "touch canary", "it counts as claimed"] {
        assert!(brief.contains(told), "{told}: {brief}");
    }
    assert!(brief.contains("command sh tools/check.sh two (plan 01-01): verified"), "{brief}");
    // The same code is not asked twice, by no other server either; other code is.
    verify(&mut client, json!({ "phase": "1" }));
    verify(&mut scene.client(), json!({ "phase": "1" }));
    assert_eq!(scene.runs(), "ran two\n");
    scene.write("src/b.ts", "other();\n");
    verify(&mut client, json!({ "phase": "1" }));
    assert_eq!(scene.runs(), "ran two\nran two\n");
}

#[test]
fn a_listed_command_that_fails_fails_the_phase_whatever_is_judged() {
    let scene = Scene::new(&["sh tools/check.sh two"]);
    scene.write("broken", "");
    let mut client = scene.client();
    let answer = verify(&mut client, json!({ "phase": "1" }));
    let truth = answer["items"].as_array().unwrap().iter().find(|i| i["kind"] == "truth").unwrap();
    let judged = json!([{ "item_id": truth["id"], "status": "verified",
        "evidence": [{ "file": "src/a.ts", "line": 1, "text": "shop.open(1)" }] }]);
    let answer = verify(&mut client, json!({ "phase": "1", "judgements": judged }));
    assert_eq!(scene.runs(), "ran two\n", "a judgement does not wait for it again");
    assert_eq!((&answer["status"], &answer["next"]["action"]), (&json!("gaps_found"), &json!("close_gaps")));
    let items = command_items(&answer);
    assert!(items[0].1 == "failed" && items[0].2.contains("it ended with 1"), "{items:?}");
    assert!(answer["gaps"].to_string().contains("sh tools/check.sh two"), "{answer}");
    // Asked anew, it may be well: nothing else was changed.
    fs::remove_file(scene.root.path().join("broken")).unwrap();
    let answer = verify(&mut client, json!({ "phase": "1" }));
    assert_eq!(command_items(&answer)[0].1, "verified", "{answer}");
    assert_eq!(answer["status"], "passed", "{answer}");
}

#[test]
fn a_dry_run_runs_nothing_and_passes_nothing_it_does_not_know() {
    let scene = Scene::new(&["sh tools/check.sh two"]);
    let dry = || {
        let output = Command::new(env!("CARGO_BIN_EXE_countersign"))
            .args(["verify", "1", "--json", "--dry-run"])
            .current_dir(scene.root.path())
            .env("XDG_CONFIG_HOME", scene.home.path())
            .output()
            .unwrap();
        serde_json::from_slice::<Value>(&output.stdout).unwrap()
    };
    let answer = dry();
    assert_eq!(scene.runs(), "");
    let items = command_items(&answer);
    assert!(items[0].1 == "uncertain" && items[0].2.contains("not run on this code"), "{items:?}");
    // What a verification before it saw on this very code is known.
    verify(&mut scene.client(), json!({ "phase": "1" }));
    assert_eq!(command_items(&dry())[0].1, "verified");
    assert_eq!(scene.runs(), "ran two\n");
}

#[test]
fn what_cannot_be_started_fails_and_says_so() {
    let scene = Scene::new(&["no-such-program-anywhere"]);
    let plan = scene.root.path().join(".planning/phases/01-shop/01-01-PLAN.md");
    let text = fs::read_to_string(&plan).unwrap().replace("touch canary\n", "no-such-program-anywhere\n");
    fs::write(&plan, text).unwrap();
    let items = command_items(&verify(&mut scene.client(), json!({ "phase": "1" })));
    assert!(items[0].1 == "failed" && items[0].2.contains("could not be started"), "{items:?}");
}

#[test]
fn a_cancelled_call_ends_the_command_and_what_it_started() {
    let scene = Scene::new(&["sh tools/check.sh two"]);
    scene.write("tools/check.sh", "sleep 60 & echo $! > child\necho $$ > shell\nwait\n");
    let mut client = scene.client();
    let sent = client.send_call("verify_phase", json!({ "phase": "1" }));
    let pid =
        |name: &str| fs::read_to_string(scene.root.path().join(name)).ok().filter(|p| p.ends_with('\n'));
    let within = |what: &dyn Fn() -> bool| {
        let begun = Instant::now();
        while !what() {
            assert!(begun.elapsed() < Duration::from_secs(20), "it never came to that");
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    within(&|| pid("child").is_some() && pid("shell").is_some());
    client.send(
        &json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": sent } }),
    );
    let lives = |name: &str| {
        let status = format!("/proc/{}/status", pid(name).unwrap().trim());
        fs::read_to_string(status).is_ok_and(|text| !text.contains("State:\tZ"))
    };
    within(&|| !lives("child") && !lives("shell"));
}

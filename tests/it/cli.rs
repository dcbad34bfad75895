//! The command line as people and scripts use it: the real binary, its output and its exit codes.

#![allow(clippy::unwrap_used, reason = "a command that cannot be run fails its test")]

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use countersign::app::App;
use countersign::app::requests::ReviewTask;
use expect_test::expect_file;
use regex::Regex;
use serde_json::Value;
use tempfile::TempDir;

use crate::scene::Scene;

/// Runs the binary in a folder with some standard input.
pub(crate) fn run_with(dir: &Path, arguments: &[&str], input: &[u8]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_countersign"));
    command.args(arguments).current_dir(dir).env("COUNTERSIGN_LOG", "off");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A command that refuses its arguments reads nothing; the pipe is then gone.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

fn run(dir: &Path, arguments: &[&str]) -> Output {
    run_with(dir, arguments, b"")
}

pub(crate) fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

pub(crate) fn code(output: &Output) -> i32 {
    output.status.code().unwrap()
}

/// Every file below a folder with its content.
fn files(root: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
            if entry.file_type().unwrap().is_dir() {
                folders.push(entry.path());
            } else {
                let name = entry.path().strip_prefix(root).unwrap().display().to_string();
                found.insert(name, std::fs::read(entry.path()).unwrap());
            }
        }
    }
    found
}

/// Replaces what differs from run to run; everything else of the demo is the same everywhere.
fn redacted(text: &str, root: &Path) -> String {
    let text = text.replace(&root.display().to_string(), "<repository>");
    [
        (r"rl-[a-z0-9]{8}", "rl-<loop>"),
        (r"cs-(\d)-[a-z0-9]{6}", "cs-$1-<code>"),
        (r"data-[0-9a-f]{32}", "data-<tag>"),
        (r"pid \d+", "pid <pid>"),
        (r"kill -9 \d+", "kill -9 <pid>"),
        (r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z", "<time>"),
    ]
    .iter()
    .fold(text, |text, (pattern, by)| Regex::new(pattern).unwrap().replace_all(&text, *by).into_owned())
}

#[test]
fn the_demo_plays_every_step_and_leaves_what_it_promises() {
    let folder = TempDir::new().unwrap();
    let root = folder.path().canonicalize().unwrap().join("demo");
    let output = run(folder.path(), &["demo", "--dir", root.to_str().unwrap()]);
    assert_eq!(code(&output), 0, "{}\n{}", out(&output), err(&output));
    assert_eq!(err(&output), "", "nothing went wrong on the way");
    let text = out(&output);
    for line in [
        "next.action = fix",
        "blocking = [\"F1\"]",
        "\"evidence\":\"region_changed\"",
        "6. A new server goes on from `loop_status` alone",
        "next.action = judge",
        "next.action = confirm",
        "status = passed",
        "Every step was as it should be.",
    ] {
        assert!(text.contains(line), "{line:?} in\n{text}");
    }
    assert!(!text.contains('\u{1b}'), "no colour where nobody asked for it");
    expect_file!["demo.txt"].assert_eq(&redacted(&text, &root));

    let phase = root.join(".planning/phases/01-share-links");
    let report = std::fs::read_to_string(phase.join("01-01-REVIEW-T1.md")).unwrap();
    assert!(report.contains("## Earlier passes"), "the first review is still in the report:\n{report}");
    let again = run(folder.path(), &["demo", "--dir", root.to_str().unwrap()]);
    assert_eq!(code(&again), 1);
    assert!(err(&again).contains("is not empty"), "{}", err(&again));
    assert_eq!(std::fs::read_to_string(phase.join("01-01-REVIEW-T1.md")).unwrap(), report);
}

#[test]
fn the_picture_of_the_readme_shows_what_the_demo_says() {
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| std::fs::read_to_string(home.join(path)).unwrap();
    assert!(read("README.md").contains("(docs/loop.svg)"));
    let said = redacted(&read("tests/it/demo.txt"), home);
    let picture = read("docs/loop.svg");
    let texts = Regex::new("<text[^>]*>([^<]*)</text>").unwrap();
    let shown: Vec<String> = texts
        .captures_iter(&picture)
        .map(|text| text[1].replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"))
        .map(|line| redacted(&line, home))
        .collect();
    assert!(shown.len() > 60, "{shown:#?}");
    for line in shown.iter().filter(|line| line.trim() != "…") {
        let whole = line.strip_suffix('…').unwrap_or(line);
        let told =
            said.lines().any(|s| if whole.len() < line.len() { s.starts_with(whole) } else { s == whole });
        assert!(told, "{line:?} is not what the demo says; `just picture` draws it anew");
    }
    for step in said
        .lines()
        .filter(|l| l.split_once(". ").is_some_and(|(n, _)| n.parse::<u8>().is_ok_and(|n| n < 10)))
    {
        assert!(shown.iter().any(|line| line == step), "{step:?} is not in the picture");
    }
}

#[test]
fn reading_tells_its_verdict_by_exit_code() {
    let folder = TempDir::new().unwrap();
    let block = b"### VERDICT: **BLOCK**\n\n- [High] src/a.rs:10 leaks a\x1b[31m handle \xff\n";
    let output = run_with(folder.path(), &["parse"], block);
    assert_eq!((code(&output), err(&output).as_str()), (0, ""));
    let text = out(&output);
    assert!(text.starts_with("verdict: changes_requested\n"), "{text}");
    assert!(text.contains("because: line 1: ### VERDICT: **BLOCK** ("), "{text}");
    assert!(
        text.contains("findings:\n  -  high  src/a.rs:10  leaks a\\u{1b}[31m handle \u{fffd}\n"),
        "{text}"
    );

    std::fs::write(folder.path().join("review.md"), block).unwrap();
    let output = run(folder.path(), &["parse", "--json", "review.md"]);
    let answer: Value = serde_json::from_str(&out(&output)).unwrap();
    assert_eq!((code(&output), &answer["verdict"]), (0, &"changes_requested".into()));
    assert_eq!(answer["findings"][0]["locations"][0]["line"], 10);

    let output = run_with(folder.path(), &["parse", "--json", "-"], b"I had a look.\n");
    let answer: Value = serde_json::from_str(&out(&output)).unwrap();
    assert_eq!((code(&output), &answer["verdict"]), (3, &"unclear".into()));
    assert_eq!(answer["findings"], serde_json::json!([]), "findings are said, also when there are none");
    let output = run_with(folder.path(), &["parse"], b"");
    assert_eq!(code(&output), 3, "nothing is no verdict");
}

#[test]
fn what_cannot_be_read_is_refused_and_never_a_verdict() {
    let folder = TempDir::new().unwrap();
    let large = std::fs::File::create(folder.path().join("large.md")).unwrap();
    large.set_len(16 * 1024 * 1024 + 1).unwrap();
    for (arguments, exit, words) in [
        (&["parse", "nowhere.md"][..], 66, "there is no file nowhere.md"),
        (&["parse", "."], 74, ". cannot be read"),
        (&["parse", "large.md"], 64, "more than 16777216 bytes"),
        (&["parse", "--dialect", "klingon"], 64, "klingon"),
        (&["status"], 69, "git init"),
        (&["log", "rl-1"], 69, "git init"),
        (&["verify", "1"], 69, "git init"),
    ] {
        let output = run(folder.path(), arguments);
        assert_eq!(code(&output), exit, "{arguments:?}: {}", err(&output));
        assert!(err(&output).contains(words), "{arguments:?}: {}", err(&output));
        assert_eq!(out(&output), "", "{arguments:?}");
    }
}

const PLAN: &str = "---
phase: 01-start
plan: \"01\"
must_haves:
  artifacts:
    - path: src/a.js
      contains: answer
---

<task type=\"auto\">
  <name>Task 1: The answer</name>
  <files>src/a.js</files>
  <action>Export it.</action>
  <done>It is exported.</done>
</task>
";

/// A phase whose one plan is finished, with reviews switched off.
fn phase(truths: &str) -> Scene {
    let scene = Scene::new();
    let plan = PLAN.replace("must_haves:\n", &format!("must_haves:\n{truths}"));
    scene.commit(
        "docs: plan",
        &[
            (".planning/megazord.config.json", r#"{"version": 1, "quality": {"review": "off"}}"#),
            (".planning/phases/01-start/01-01-PLAN.md", &plan),
        ],
    );
    scene.commit(
        "feat(01-01): task 1",
        &[
            ("src/a.js", "export const answer = (question) => ask(question);\n"),
            ("src/index.js", "import { answer } from './a.js';\n\nanswer('why');\n"),
        ],
    );
    scene.commit(
        "docs(01-01): done",
        &[(".planning/phases/01-start/01-01-SUMMARY.md", "# Done\n\nIt works.\n")],
    );
    scene
}

#[test]
fn a_dry_verification_says_the_same_and_writes_nothing() {
    let scene = phase("");
    let before = files(scene.root());
    let dry = run(scene.root(), &["verify", "1", "--json", "--dry-run"]);
    assert_eq!(code(&dry), 0, "{}{}", out(&dry), err(&dry));
    assert_eq!(files(scene.root()), before, "a dry run leaves every file as it was");
    let dry: Value = serde_json::from_str(&out(&dry)).unwrap();
    assert_eq!(dry["status"], "passed");
    assert_eq!(dry.get("report"), None);

    let wet = run(scene.root(), &["verify", "1", "--json"]);
    let wet: Value = serde_json::from_str(&out(&wet)).unwrap();
    assert_eq!(wet["items"], dry["items"]);
    assert_eq!(wet["report"], ".planning/phases/01-start/01-VERIFICATION.md");
    let before = files(scene.root());
    assert!(before.contains_key(".planning/phases/01-start/01-VERIFICATION.md"));
    assert_eq!(code(&run(scene.root(), &["verify", "01-start", "--dry-run"])), 0);
    let after = files(scene.root());
    let event_log = |name: &String| name.contains("countersign/") && name.ends_with("-shm");
    for (name, content) in before.iter().filter(|(name, _)| !event_log(name)) {
        assert!(after.get(name) == Some(content), "{name} changed in a dry run");
    }
}

#[test]
fn a_verification_tells_its_status_by_exit_code() {
    let judge = phase("  truths:\n    - The answer is right\n");
    let output = run(judge.root(), &["verify", "1", "--dry-run"]);
    assert_eq!(code(&output), 2, "{}", err(&output));
    assert!(out(&output).starts_with("status: human_needed (1/2 must-haves verified)\n"), "{}", out(&output));
    assert!(
        out(&output).contains("call: verify_phase {\"phase\":\"01-start\"} + judgements"),
        "{}",
        out(&output)
    );

    let gaps = phase("");
    gaps.write("src/a.js", "export {};\n");
    let output = run(gaps.root(), &["verify", "1"]);
    assert_eq!(code(&output), 1, "{}", err(&output));
    assert!(out(&output).contains("failed          artifact    src/a.js"), "{}", out(&output));

    std::fs::remove_file(gaps.root().join(".planning/phases/01-start/01-01-SUMMARY.md")).unwrap();
    let output = run(gaps.root(), &["verify", "1"]);
    assert_eq!(code(&output), 65);
    assert!(err(&output).contains("partial"), "{}", err(&output));
    let output = run(gaps.root(), &["verify", "1", "--partial", "--dry-run"]);
    assert!(out(&output).contains("pending"), "{}", out(&output));
    assert_eq!(code(&run(gaps.root(), &["verify", "7"])), 66);
}

#[test]
fn status_and_log_tell_what_the_server_recorded() {
    let scene = phase("");
    let nothing = run(scene.root(), &["status"]);
    assert_eq!(code(&nothing), 0);
    assert!(out(&nothing).contains("no loop is open here"), "{}", out(&nothing));
    let request = ReviewTask {
        plan: Some(".planning/phases/01-start/01-01-PLAN.md".to_owned()),
        task: Some("1".to_owned()),
        on_demand: Some(true),
        ..ReviewTask::default()
    };
    let opened = App::new(scene.root()).review_task(&request).unwrap();
    let id = opened.loop_id.unwrap();
    let status = out(&run(scene.root(), &["status"]));
    assert!(status.starts_with(&format!("{id}  01-01 Task 1  open, pass 1 (megazord)\n")), "{status}");
    let call = format!("{} + text", opened.next.call.in_words());
    assert!(status.contains(&call), "{call} in {status}");
    let json: Value = serde_json::from_str(&out(&run(scene.root(), &["status", "--json"]))).unwrap();
    assert_eq!(json["next"]["call"], serde_json::to_value(&opened.next.call).unwrap());
    let phase = out(&run(scene.root(), &["status", "--phase", "1"]));
    assert!(phase.contains("gate: open\n  reviews are switched off"), "{phase}");

    let log = run(scene.root(), &["log", &id]);
    assert!(out(&log).contains("1: opened 01-01 Task 1 under megazord"), "{}", out(&log));
    assert!(out(&log).contains("2: pass 1 opened (first)"), "{}", out(&log));
    let log: Value = serde_json::from_str(&out(&run(scene.root(), &["log", &id, "--json"]))).unwrap();
    assert_eq!(log["timeline"].as_array().unwrap().len(), 2);
    let unknown = run(scene.root(), &["log", "rl-nothing"]);
    assert_eq!(code(&unknown), 66);
    assert!(err(&unknown).contains(&id), "the loops there are get named: {}", err(&unknown));
}

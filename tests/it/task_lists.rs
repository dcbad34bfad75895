//! Task lists of specs through the real server: a task is found with its files and its commit, reviewed, mended by
//! a fix task, and the fix task is reviewed as one.

#![allow(clippy::unwrap_used, clippy::needless_pass_by_value, reason = "tests")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use countersign::domain::ids::RepoPath;
use countersign::domain::plan;
use countersign::domain::roadmap::requirements;
use serde_json::{Value, json};

use crate::client::{Answer, Client, Era};
use crate::scene::Scene;

const LIST: &str = "specs/login/tasks.md";
const TASKS: &str = "---\nspec: login\nphase: tasks\n---\n\n# Tasks: Login\n\n## Phase 1: Make It Work (POC)\n\n- [ ] 1.1 [P] Build the door\n  - **Do**:\n    1. Hang it\n  - **Files**: `src/door.js` (NEW), `src/shared.js`\n  - **Done when**: It opens\n  - **Verify**: `touch verify-was-run`\n  - **Commit**: `feat(login): build the door`\n  - _Requirements: FR-1_\n\n- [ ] 1.2 Build the lock\n  - **Files**: `src/lock.js`, `src/shared.js`\n  - **Done when**: It locks\n  - **Commit**: `feat(login): build the lock`\n\n- [ ] 1.3 [VERIFY] Quality checkpoint\n  - **Do**: Run the checks\n  - **Verify**: `npm test`\n  - **Commit**: None\n";

fn ok(answer: Answer) -> Value {
    assert!(!answer.is_error, "refused: {}", answer.text);
    answer.structured
}

fn refused(answer: Answer) -> String {
    assert!(answer.is_error, "not refused: {}", answer.structured);
    answer.text
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    assert!(value[key].is_string(), "no {key} in {value:#}");
    value[key].as_str().unwrap()
}

fn remark<'v>(answer: &'v Value, code: &str) -> Option<&'v str> {
    let mut all = answer["remarks"].as_array().into_iter().flatten();
    all.find(|r| r["code"] == code).map(|r| r["message"].as_str().unwrap())
}

fn subjects(opened: &Value) -> Vec<&str> {
    let commits = opened["range"]["commits"].as_array().into_iter().flatten();
    commits.map(|c| c["subject"].as_str().unwrap()).collect()
}

/// A spec whose two tasks were built and committed as its list says.
fn login() -> Scene {
    let scene = Scene::new();
    scene.commit(
        "chore: start",
        &[
            (LIST, TASKS),
            ("specs/login/.progress.md", "# Progress\n"),
            (
                "specs/login/requirements.md",
                "# Requirements\n\n## Functional\n\n| ID | Requirement | Priority |\n|---|---|---|\n| FR-1 | People can come in | Must |\n",
            ),
            ("src/shared.js", "shared\n"),
        ],
    );
    scene.commit("docs: notes", &[("src/shared.js", "shared, noted\n")]);
    let ticked = TASKS.replacen("- [ ]", "- [x]", 1);
    scene.commit(
        "feat(login): build the door",
        &[("src/door.js", "a door\n"), ("src/shared.js", "shared\na hinge\n"), (LIST, &ticked)],
    );
    let ticked = ticked.replacen("- [ ]", "- [x]", 1);
    scene.commit(
        "feat(login): build the lock (#12)",
        &[("src/lock.js", "a lock\n"), ("src/shared.js", "shared\na hinge\na bolt\n"), (LIST, &ticked)],
    );
    scene
}

fn ask(client: &mut Client, task: &str) -> Answer {
    client.call("review_task", json!({ "plan": LIST, "task": task, "on_demand": true }))
}

fn say(client: &mut Client, opened: &Value, text: &str) -> Value {
    assert_eq!(opened["next"]["action"], "review", "{opened:#}");
    let mut arguments = opened["next"]["call"]["arguments"].clone();
    arguments["text"] = json!(text);
    ok(client.call("record_findings", arguments))
}

fn rows(status: &str, finding: &str, signal: &str) -> String {
    format!(
        "## Review: execution (Iteration 1)\n\n### Findings\n\n| # | Dimension | Status | Finding |\n|---|---|---|---|\n| 1 | Correctness | {status} | {finding} |\n\n{signal}\n"
    )
}

#[test]
fn a_task_is_found_by_the_message_its_list_gives_it() {
    let scene = login();
    let mut client = Client::start(scene.root(), Era::Stateless);
    let opened = ok(ask(&mut client, "1.1"));
    assert_eq!(subjects(&opened), ["feat(login): build the door"], "{opened:#}");
    let brief = text(&opened, "brief");
    for held in ["It opens", "People can come in", "+a door", "+a hinge", "touch verify-was-run"] {
        assert!(brief.contains(held), "{held} in {brief}");
    }
    assert!(!brief.contains("+a bolt"), "the next task's: {brief}");
    assert_eq!(opened["range"]["files"], json!(["src/door.js", "src/shared.js"]), "ticking off is no work");
    assert!(!scene.root().join("verify-was-run").exists(), "nothing of a list is run");
    let lock = ok(ask(&mut client, "1.2"));
    assert_eq!(subjects(&lock), ["feat(login): build the lock (#12)"], "{lock:#}");
    let status = ok(client.call("loop_status", json!({ "plan": LIST, "task": "1.2" })));
    assert_eq!(status["next"]["call"]["arguments"]["loop_id"], lock["loop_id"], "{status:#}");
    assert_eq!(status["next"]["action"], "review");
}

#[test]
fn what_no_commit_carries_is_refused_with_what_was_looked_for() {
    let scene = login();
    let mut client = Client::start(scene.root(), Era::Stateless);
    let why = refused(ask(&mut client, "1.4"));
    assert!(why.contains("1.1 (Build the door)") && why.contains("1.3 (Quality checkpoint)"), "{why}");
    scene.write(LIST, TASKS.replace("feat(login): build the door", "feat(login): build a gate"));
    let why = refused(ask(&mut client, "1.1"));
    assert!(why.contains("feat(login): build a gate") && why.contains("src/door.js"), "{why}");
    assert!(why.contains("feat(login): build the door"), "the likeliest commits are named: {why}");
    let why = refused(ask(&mut client, "1.3"));
    assert!(why.contains("login Task 1.3"), "{why}");
}

#[test]
fn requirements_without_their_document_are_said_once() {
    let scene = login();
    std::fs::remove_file(scene.root().join("specs/login/requirements.md")).unwrap();
    let list = TASKS.replace("FR-1", "FR-1, FR-2, AC-1.1");
    scene.write(LIST, list);
    let mut client = Client::start(scene.root(), Era::Stateless);
    let opened = ok(ask(&mut client, "1.1"));
    let said = opened["remarks"].to_string();
    assert_eq!(said.matches("requirement_unknown").count(), 1, "{said}");
    assert!(text(&opened, "brief").contains("AC-1.1"), "{opened:#}");
}

#[test]
fn fix_tasks_of_others_keep_their_ids() {
    let scene = login();
    let now = std::fs::read_to_string(scene.root().join(LIST)).unwrap();
    let theirs = "- [x] 1.1.1 [FIX 1.1] Fix: the build\n  - **Commit**: `fix(login): add what was missing`\n";
    scene.write(LIST, now.replace("- [x] 1.2", &format!("{theirs}- [x] 1.2")));
    let mut client = Client::start(scene.root(), Era::Stateless);
    let opened = ok(ask(&mut client, "1.1"));
    assert!(remark(&opened, "fix_tasks").is_some_and(|m| m.contains("1.1.1 (done)")), "{opened:#}");
    let failed = say(&mut client, &opened, &rows("FAIL", "src/door.js:1 never opens", "REVIEW_FAIL"));
    let proposed = text(&failed["next"], "fix");
    assert!(proposed.starts_with("- [ ] 1.1.2 [FIX 1.1]"), "{proposed}");
    assert!(proposed.contains("`fix(1.1.2): address review findings`"), "{proposed}");
}

#[test]
fn a_message_alone_is_no_proof() {
    let scene = login();
    scene.commit("feat(login): build the lock", &[("docs/lock.md", "a lock\n")]);
    let mut client = Client::start(scene.root(), Era::Stateless);
    let lock = ok(ask(&mut client, "1.2"));
    assert_eq!(subjects(&lock), ["feat(login): build the lock (#12)"], "{lock:#}");
    assert!(lock["remarks"].to_string().contains("touches none of its files"), "{lock:#}");
}

#[test]
fn a_fix_task_is_found_in_the_list_and_linked_to_what_it_mends() {
    let scene = login();
    let mut client = Client::start(scene.root(), Era::Stateless);
    let opened = ok(ask(&mut client, "1.1"));
    let failed = say(&mut client, &opened, &rows("FAIL", "src/door.js:1 never opens", "REVIEW_FAIL"));
    assert_eq!(failed["next"]["action"], "fix", "{failed:#}");
    let proposed = text(&failed["next"], "fix").to_owned();
    assert!(proposed.starts_with("- [ ] 1.1.1 [FIX 1.1] Fix: Build the door"), "{proposed}");
    // The coordinator puts it into the list, has it executed and ticks both off.
    let now = std::fs::read_to_string(scene.root().join(LIST)).unwrap();
    let with_fix = now.replace("- [x] 1.2", &format!("{}\n- [x] 1.2", proposed.replace("[ ]", "[x]")));
    scene.write(LIST, &with_fix);
    scene.commit(
        "fix(1.1.1): address review findings",
        &[("src/door.js", "an open door\n"), (LIST, &with_fix)],
    );

    let fix = ok(ask(&mut client, "1.1.1"));
    assert_eq!(subjects(&fix), ["fix(1.1.1): address review findings"], "{fix:#}");
    let link = remark(&fix, "fix_task_of").unwrap_or_else(|| panic!("{fix:#}"));
    assert!(link.contains("task 1.1 (Build the door)"), "{link}");
    assert!(link.contains(opened["loop_id"].as_str().unwrap()), "{link}");
    let brief = text(&fix, "brief");
    assert!(brief.contains("Task 1.1, which this one mends") && brief.contains("Hang it"), "{brief}");
    let again = ok(ask(&mut client, "FIX 1.1"));
    assert_eq!(again["loop_id"], fix["loop_id"], "{again:#}");
    // What is found in a fix task makes no fix task: three for one original task are all there are.
    let failed_fix = say(&mut client, &fix, &rows("FAIL", "src/door.js:1 opens twice", "REVIEW_FAIL"));
    assert!(failed_fix["next"].get("fix").is_none_or(Value::is_null), "{failed_fix:#}");

    // The task itself: its contract is what it was, and its change now holds the fix and no sibling's work.
    let second = ok(ask(&mut client, "1.1"));
    assert_eq!(second["loop_id"], opened["loop_id"], "{second:#}");
    assert_eq!(second["pass"], 2);
    assert_eq!(subjects(&second), ["feat(login): build the door", "fix(1.1.1): address review findings"]);
    assert_eq!(second["range"]["files"], json!(["src/door.js", "src/shared.js"]), "nor is a new fix task");
    let done = say(&mut client, &second, &rows("PASS", "Previously FAIL, now PASS", "REVIEW_PASS"));
    assert_eq!(done["next"]["outcome"], "approved", "{done:#}");
}

#[test]
fn another_task_is_another_contract() {
    let scene = login();
    let mut client = Client::start(scene.root(), Era::Stateless);
    ok(ask(&mut client, "1.1"));
    let now = std::fs::read_to_string(scene.root().join(LIST)).unwrap();
    scene.write(LIST, now.replace("It opens", "It opens at night"));
    // The open review goes by what it began with.
    let again = ok(ask(&mut client, "1.1"));
    let remarks = again["remarks"].as_array().unwrap();
    let said = remarks.iter().find(|r| r["code"] == "contract_changed").unwrap();
    assert!(said["message"].as_str().unwrap().contains("what is asked of login Task 1.1 changed"), "{said}");
    assert!(!again["brief"].as_str().unwrap().contains("at night"), "{again}");
}

#[test]
fn a_list_is_checked_as_one() {
    let scene = login();
    let mut client = Client::start(scene.root(), Era::Stateless);
    let checked = ok(client.call("check_plan", json!({ "plan": LIST })));
    assert_eq!(checked["verdict"], "approve", "{checked:#}");
    let skipped: Vec<&str> = checked["checks"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|c| c["note"].as_str().is_some_and(|n| n.contains("task list")))
        .map(|c| c["id"].as_str().unwrap())
        .collect();
    assert_eq!(skipped.len(), 5, "{checked:#}");
    scene.write(
        LIST,
        TASKS
            .replace("  - **Done when**: It locks\n", "")
            .replace("- **Files**: `src/lock.js`, `src/shared.js`", "- **Do**: it"),
    );
    let checked = ok(client.call("check_plan", json!({ "plan": LIST })));
    assert_eq!(checked["verdict"], "conditional", "{checked:#}");
    assert_eq!(checked["findings"][0]["task"], "1.2", "{checked:#}");
}

/// Reads every task list below the folder named by `COUNTERSIGN_CORPUS`; does nothing without it.
#[test]
fn a_corpus_of_real_task_lists_reads() {
    let Some(root) = std::env::var_os("COUNTERSIGN_CORPUS").map(PathBuf::from) else { return };
    let (mut lists, mut tasks) = (0, 0);
    for path in below(&root.join("real"), "tasks.md") {
        let bytes = std::fs::read(&path).unwrap();
        let name = path.strip_prefix(&root).unwrap().to_string_lossy().into_owned();
        let list = plan::read_bytes(&RepoPath::parse(&name).unwrap(), &bytes).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        // Every box with a number at the margin is a task, and each task's block is what the file says.
        let boxes = text.lines().filter(|l| {
            let rest = l.strip_prefix("- [ ] ").or_else(|| l.strip_prefix("- [x] "));
            rest.is_some_and(|r| r.trim_start_matches(['V', 'E']).starts_with(|c: char| c.is_ascii_digit()))
        });
        assert_eq!(list.tasks.len(), boxes.count(), "{name}");
        assert!(list.tasks.iter().all(|t| text.contains(&t.raw) && !t.name.is_empty()), "{name}");
        let with = |f: &dyn Fn(&plan::Task) -> bool| list.tasks.iter().filter(|t| f(t)).count();
        println!(
            "{name}: {} tasks, {} with files, {} done when, {} verify, {} commit, {} requirements, {} remarks",
            list.tasks.len(),
            with(&|t| !t.files.is_empty()),
            with(&|t| t.done.is_some()),
            with(&|t| t.verify.is_some()),
            with(&|t| t.commit.is_some()),
            with(&|t| !t.requirements.is_empty()),
            list.remarks.len()
        );
        let beside = std::fs::read_to_string(path.with_file_name("requirements.md")).unwrap_or_default();
        let known = requirements::read(&beside);
        let asked: BTreeSet<&String> = list.tasks.iter().flat_map(|t| &t.requirements).collect();
        let unknown: Vec<_> =
            asked.iter().filter(|id| !known.iter().any(|r| r.id.eq_ignore_ascii_case(id))).collect();
        println!("  {} requirement ids, {} without a text: {unknown:?}", asked.len(), unknown.len());
        for remark in &list.remarks {
            println!("  {} {}: {}", remark.line, remark.code, remark.message);
        }
        for task in &list.tasks {
            println!("  {} {} | {:?} | {:?}", task.number, task.name, task.files, task.commit);
        }
        lists += 1;
        tasks += list.tasks.len();
    }
    println!("{lists} lists, {tasks} tasks");
    assert!(lists > 0, "{} holds no task list", root.display());
}

fn below(folder: &Path, name: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(below(&path, name));
        } else if path.file_name().is_some_and(|n| n == name) {
            found.push(path);
        }
    }
    found.sort();
    found
}

//! Commits and pushes before which the gate must be open, where the user or the repository says so.

use std::fs;
use std::path::Path;

use countersign::app::App;
use countersign::app::requests::{RecordFindings, ReviewTask};
use serde_json::{Value, json};

use super::{hook, hook_of_user};
use crate::plan_scene::{self, NOTHING, PLAN, review};
use crate::scene::Scene;

fn input(dir: &Path, command: &str) -> String {
    json!({ "hook_event_name": "PreToolUse", "cwd": dir, "session_id": "s", "tool_use_id": "t",
            "tool_name": "Bash", "tool_input": { "command": command } })
    .to_string()
}

fn reason(said: &str) -> Option<String> {
    if said.is_empty() {
        return None;
    }
    let said: Value = serde_json::from_str(said).unwrap();
    let output = &said["hookSpecificOutput"];
    assert_eq!(
        (&output["hookEventName"], &output["permissionDecision"]),
        (&json!("PreToolUse"), &json!("deny"))
    );
    Some(output["permissionDecisionReason"].as_str().unwrap().to_owned())
}

/// Why the command is denied, if it is.
fn denied(scene: &Scene, command: &str) -> Option<String> {
    let (said, complained) = hook(scene.root(), &input(scene.root(), command));
    assert_eq!(complained, "", "{command}");
    reason(&said)
}

fn gate(scene: &Scene, word: &str) {
    scene.write("countersign.toml", format!("[hooks]\ngate = \"{word}\"\n"));
}

fn answer(scene: &Scene, request: &ReviewTask, text: String) {
    let app = App::new(scene.root());
    let opened = app.review_task(request).unwrap();
    let recorded = app.record_findings(&RecordFindings {
        loop_id: opened.loop_id.unwrap(),
        countersign: opened.countersign.unwrap(),
        text: Some(text),
        ..RecordFindings::default()
    });
    assert!(recorded.unwrap().verdict.approves());
}

fn task_one() -> ReviewTask {
    ReviewTask { plan: Some(PLAN.to_owned()), task: Some("1".to_owned()), ..ReviewTask::default() }
}

#[test]
fn a_push_waits_for_the_review_of_what_is_pushed() {
    let scene = plan_scene::with_task_one();
    App::new(scene.root()).review_task(&task_one()).unwrap();
    for word in ["", "off"] {
        if !word.is_empty() {
            gate(&scene, word);
        }
        assert_eq!(denied(&scene, "git push"), None, "nobody asked for a gate");
    }
    gate(&scene, "push");
    let why = denied(&scene, "git add . && git push origin main").unwrap();
    assert!(
        why.contains("git push waits for the gate of branch main, which is closed")
            && why.contains("01-01 Task 1"),
        "{why}"
    );
    assert!(why.contains("; call loop_status {\"loop_id\":\"rl-"), "{why}");
    assert!(why.len() < 1200, "{why}");
    for command in ["git commit -m x", "git push --dry-run", "echo 'git push'", "git stash push", "ls"] {
        assert_eq!(denied(&scene, command), None, "{command}");
    }
    // Elsewhere is another gate; below the root it is the same.
    let outside = tempfile::tempdir().unwrap();
    assert_eq!(denied(&scene, &format!("cd {} && git push", outside.path().display())), None);
    assert!(denied(&scene, "cd src && git push").is_some());
    answer(&scene, &task_one(), review("1", "passed", NOTHING, NOTHING));
    assert_eq!(denied(&scene, "git push"), None);
}

#[test]
fn a_commit_waits_only_where_the_review_comes_before_it() {
    let scene = Scene::new();
    scene.commit(
        "chore: start",
        &[
            (".planning/config.json", "{}\n"),
            (".planning/ROADMAP.md", "# Roadmap\n"),
            ("src/cart.js", "export {}\n"),
        ],
    );
    gate(&scene, "commit");
    assert_eq!(denied(&scene, "git commit -am x"), None, "there is nothing that anybody would review");
    scene.write("src/cart.js", "export const total = 1;\n");
    let request = ReviewTask {
        id: Some("cart".to_owned()),
        title: Some("Total".to_owned()),
        criteria: Some("total is exported".to_owned()),
        files: vec!["src/cart.js".to_owned()],
        ..ReviewTask::default()
    };
    App::new(scene.root()).review_task(&request).unwrap();
    let why = denied(&scene, "git commit -am 'feat: total'").unwrap();
    assert!(why.contains("git commit waits for the gate") && why.contains("cart"), "{why}");
    assert!(denied(&scene, "git push").is_some(), "what stands before a commit stands before a push");
    answer(
        &scene,
        &request,
        "### Verdict: PASS\n\n### Requirements\n\n| Requirement | Status |\n|---|---|\n| total is exported | MET |\n\n**Requirements Score:** 1/1\n**Scope Creep:** none\n\n### Findings\n\nNone.\n".to_owned(),
    );
    assert_eq!(denied(&scene, "git commit -am 'feat: total'"), None);
    // Megazord reviews what is committed: before the commit there is nothing to review.
    let scene = plan_scene::with_task_one();
    App::new(scene.root()).review_task(&task_one()).unwrap();
    gate(&scene, "commit");
    assert_eq!(denied(&scene, "git commit -m x"), None);
    assert!(denied(&scene, "git push").is_some());
}

#[test]
fn the_users_own_file_has_the_last_word() {
    let scene = plan_scene::with_task_one();
    App::new(scene.root()).review_task(&task_one()).unwrap();
    let config = tempfile::tempdir().unwrap();
    fs::create_dir(config.path().join("countersign")).unwrap();
    let file = config.path().join("countersign/config.toml");
    let with = |text: &str| {
        fs::write(&file, text).unwrap();
        hook_of_user(scene.root(), &input(scene.root(), "git push"), config.path())
    };
    let (said, complained) = with("[hooks]\ngate = \"push\"\n");
    assert!(reason(&said).is_some() && complained.is_empty(), "{complained}");
    gate(&scene, "commit");
    assert_eq!(with("[hooks]\ngate = \"off\"\n"), (String::new(), String::new()));
    assert!(reason(&with("").0).is_some());
    // What cannot be read stands in nobody's way, and is said.
    for (text, word) in
        [("[hooks]\ngate = \"always\"\n", "off, push, commit"), ("[hooks]\ngates = 1\n", "hooks.gate")]
    {
        let (said, complained) = with(text);
        assert!(said.is_empty() && complained.contains(word), "{complained}");
        assert_eq!(complained.lines().count(), 1);
    }
}

/// A repository whose gate is closed before a push, beside another one that has none.
fn closed() -> (Scene, tempfile::TempDir) {
    let scene = plan_scene::with_task_one();
    App::new(scene.root()).review_task(&task_one()).unwrap();
    gate(&scene, "push");
    let other = tempfile::tempdir().unwrap();
    git(other.path(), &["init", "-q", "-b", "main"]);
    (scene, other)
}

fn git(dir: &Path, arguments: &[&str]) {
    let mut command = std::process::Command::new("git");
    command.args(["-c", "user.name=A", "-c", "user.email=a@example.org"]).args(arguments);
    assert!(command.current_dir(dir).status().unwrap().success(), "{arguments:?}");
}

#[test]
fn a_push_is_denied_however_it_is_written() {
    let (scene, _) = closed();
    let message = "a line; of the message\n".repeat(70);
    for command in [
        "git commit -m \"$(cat <<'EOF'\nfeat: total\n\nIt's (all) of it\nEOF\n)\" && git push",
        &format!("git commit -m \"{message}\" && git push"),
        "cat <<< x; git push",
        "echo $((1<<2)); git push",
        "cd \"$(git rev-parse --show-toplevel)\" && git push",
        "cd \"$CLAUDE_PROJECT_DIR\" && git push",
        "git -C \"$(pwd)\" push",
        "(cd .. && ls); git push",
        "cd ..; cd -; git push",
        "cd no-such-folder; git push",
        "mkdir -p new && cd new && git push",
        "if ! git push; then echo; fi",
        "timeout 30 git push",
        "git \\\n push",
        "2>&1 git push",
        "bash -c \"git push\"",
        "GIT_DIR=.git git push",
        "GIT_DIR=no-such-folder git push",
        "git push origin \"$(git branch --show-current)\"",
    ] {
        assert!(denied(&scene, command).is_some(), "{command}");
    }
}

#[test]
fn another_repositorys_push_is_let_alone() {
    let (scene, other) = closed();
    let other = other.path().display();
    for command in [
        format!("git -C {other} push"),
        format!("cd {other}; git push"),
        format!("git --git-dir={other}/.git push"),
        format!("GIT_DIR={other}/.git git push"),
        format!("mkdir {other}/new && cd {other}/new && git init && git push"),
        "echo a \\; git push".to_owned(),
        "git --version push".to_owned(),
    ] {
        assert_eq!(denied(&scene, &command), None, "{command}");
    }
}

#[test]
fn from_outside_any_repository_the_one_worked_in_is_asked() {
    let (scene, _) = closed();
    let outside = tempfile::tempdir().unwrap();
    let root = scene.root().display();
    for (command, is_denied) in [
        (format!("cd {root} && git push"), true),
        (format!("git -C {root}/src push"), true),
        (format!("git --git-dir={root}/.git push"), true),
        ("git push".to_owned(), false),
        (format!("cd {root} && ls"), false),
    ] {
        let (said, complained) = hook(outside.path(), &input(outside.path(), &command));
        assert_eq!((reason(&said).is_some(), complained.as_str()), (is_denied, ""), "{command}");
    }
}

#[test]
fn a_push_asks_for_the_gate_of_the_branch_it_names() {
    let (scene, _) = closed();
    let linked = tempfile::tempdir().unwrap();
    let there = linked.path().join("feat");
    git(scene.root(), &["worktree", "add", "-q", "-b", "feat", there.to_str().unwrap()]);
    let why = denied(&scene, "git push -u origin feat").unwrap();
    assert!(why.contains("branch feat"), "{why}");
    assert!(denied(&scene, "git push origin main feat").unwrap().contains("branch main"));
    assert!(denied(&scene, "git push origin HEAD").unwrap().contains("branch main"));
    assert!(denied(&scene, "git push origin v1").unwrap().contains("branch main"), "a tag, or nothing");
    fs::write(there.join("a.js"), "a\n").unwrap();
    git(&there, &["add", "a.js"]);
    git(&there, &["commit", "-q", "-m", "feat: a"]);
    git(scene.root(), &["worktree", "remove", there.to_str().unwrap()]);
    let why = denied(&scene, "git push origin feat").unwrap();
    assert!(why.contains("branch feat") && why.contains("git switch feat first"), "{why}");
    // What is closed here does not close what is open elsewhere.
    answer(&scene, &task_one(), review("1", "passed", NOTHING, NOTHING));
    git(scene.root(), &["switch", "-q", "feat"]);
    git(scene.root(), &["worktree", "add", "-q", there.to_str().unwrap(), "main"]);
    assert!(denied(&scene, "git push").unwrap().contains("branch feat"));
    assert_eq!(denied(&scene, "git push origin main"), None);
}

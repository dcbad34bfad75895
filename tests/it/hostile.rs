//! A repository that wants to be executed: every place where git runs a program holds one that leaves a canary, and
//! every tool of the server is called on it (SPEC 7.7, 13.7).

#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "tests")]

use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::client::{Client, Era};
use crate::git_cli;
use crate::plan_scene::{self, CART_FIXED, PLAN};
use crate::scene::Scene;

/// A program that leaves the canary, whatever it is asked to do.
fn trap(scene: &Scene, canary: &Path) -> String {
    let program = scene.beside("trap.sh");
    std::fs::write(&program, format!("#!/bin/sh\necho \"$0 $*\" >> {}\nexit 0\n", canary.display())).unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    program.display().to_string()
}

/// Puts the trap wherever git looks for a program.
fn hostile(scene: &Scene, canary: &Path) {
    let trap = trap(scene, canary);
    let git = scene.root().join(".git");
    for folder in ["hooks", "evil-hooks"] {
        std::fs::create_dir_all(git.join(folder)).unwrap();
        for hook in [
            "pre-commit",
            "post-commit",
            "post-checkout",
            "post-index-change",
            "reference-transaction",
            "fsmonitor-watchman",
            "post-rewrite",
            "pre-auto-gc",
            "post-merge",
            "applypatch-msg",
        ] {
            std::fs::copy(&trap, git.join(folder).join(hook)).unwrap();
        }
    }
    let hooks = git.join("evil-hooks");
    let more = scene.beside("more.config");
    std::fs::write(&more, format!("[diff]\n\texternal = {trap}\n[core]\n\tpager = {trap}\n")).unwrap();
    let config = format!(
        "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tfsmonitor = {trap}\n\thooksPath = {hooks}\n\
         \tpager = {trap}\n\tsshCommand = {trap}\n\teditor = {trap}\n\taskPass = {trap}\n\tgitProxy = {trap}\n\
         \talternateRefsCommand = {trap}\n\tattributesFile = {attributes}\n\
         [include]\n\tpath = {more}\n[includeIf \"gitdir:{root}/\"]\n\tpath = {more}\n\
         [diff]\n\texternal = {trap}\n\ttool = bad\n[difftool \"bad\"]\n\tcmd = {trap}\n\
         [diff \"bad\"]\n\ttextconv = {trap}\n\tcommand = {trap}\n\tcachetextconv = true\n\
         [filter \"bad\"]\n\tclean = {trap}\n\tsmudge = {trap}\n\tprocess = {trap}\n\trequired = true\n\
         [merge \"bad\"]\n\tdriver = {trap}\n[pager]\n\tdiff = {trap}\n\tlog = {trap}\n\tstatus = {trap}\n\
         [alias]\n\tlog = !{trap}\n\tdiff = !{trap}\n\tstatus = !{trap}\n\tdiff-tree = !{trap}\n\
         [gpg]\n\tprogram = {trap}\n[commit]\n\tgpgsign = true\n[log]\n\tshowSignature = true\n\
         [credential]\n\thelper = !{trap}\n[uploadpack]\n\tpackObjectsHook = {trap}\n[sequence]\n\teditor = {trap}\n\
         [remote \"origin\"]\n\turl = ext::{trap}\n\tuploadpack = {trap}\n\tvcs = bad\n\tpromisor = true\n\
         \tpartialclonefilter = blob:none\n",
        hooks = hooks.display(),
        more = more.display(),
        root = scene.root().display(),
        attributes = git.join("info/attributes").display(),
    );
    std::fs::write(git.join("config"), config).unwrap();
    std::fs::create_dir_all(git.join("info")).unwrap();
    let attributes = "* filter=bad diff=bad merge=bad working-tree-encoding=UTF-16 ident\n";
    std::fs::write(git.join("info/attributes"), attributes).unwrap();
    scene.write(".gitattributes", attributes);
}

fn ok(client: &mut Client, tool: &str, arguments: Value) -> Value {
    let answer = client.call(tool, arguments);
    assert!(!answer.is_error, "{tool}: {}", answer.text);
    answer.structured
}

/// Calls a tool whose arguments look like options; whatever it answers, it must answer.
fn any(client: &mut Client, tool: &str, arguments: Value) {
    let answer = client.call(tool, arguments);
    assert!(!answer.text.is_empty());
}

/// Runs `countersign hook` as a host does, in the repository, and returns what it says.
fn hook(scene: &Scene, input: &Value) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_countersign"))
        .arg("hook")
        .current_dir(scene.root())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.to_string().as_bytes()).unwrap();
    let ended = child.wait_with_output().unwrap();
    let complained = String::from_utf8(ended.stderr).unwrap();
    assert!(ended.status.success() && complained.is_empty(), "{complained}");
    String::from_utf8(ended.stdout).unwrap()
}

#[test]
fn nothing_of_a_hostile_repository_runs_for_any_tool() {
    let scene = plan_scene::with_task_one();
    let canary = scene.beside("canary");
    let written: PathBuf = scene.beside("written-by-an-option");
    let option = format!("--output={}", written.display());
    let head = scene.open().head().unwrap();
    // Names that look like options, and a file whose name does.
    for name in ["refs/heads/--upload-pack=x", "refs/tags/-O", "refs/heads/--exec=x"] {
        scene.reference(name, &head);
    }
    scene.write("--help", "a file\n");
    hostile(&scene, &canary);
    scene.write("src/cart.js", CART_FIXED);
    scene.write("src/new.js", "export const nothing = 0;\n");

    for era in Era::BOTH {
        let mut client = Client::start(scene.root(), era);
        let id = format!("work-{era:?}");
        // Other work than the round before, or it would be another name for that.
        scene.write("src/new.js", format!("export const nothing = \"{era:?}\";\n"));
        let opened = ok(&mut client, "review_task", json!({ "plan": PLAN, "task": "1" }));
        let change = json!({ "id": id, "title": "All of it", "criteria": "it works", "protocol": "gsd" });
        let dirty = ok(&mut client, "review_task", change);
        // Hooks run beside the server, on the same repository, while loops are open.
        for source in ["startup", "compact"] {
            let start = json!({ "hook_event_name": "SessionStart", "source": source, "session_id": "s",
                                "cwd": scene.root() });
            let told = hook(&scene, &start);
            assert!(told.contains(dirty["loop_id"].as_str().unwrap()), "{told}");
        }
        let call = json!({ "hook_event_name": "PreToolUse", "session_id": "s", "cwd": scene.root(),
                           "tool_name": "mcp__countersign__review_task", "tool_use_id": format!("toolu_{era:?}"),
                           "agent_id": option, "agent_type": "--upload-pack=x" });
        assert_eq!(hook(&scene, &call), "");
        assert!(dirty["range"]["files"].as_array().unwrap().contains(&json!("src/cart.js")), "{dirty:#}");
        let finding = json!([{ "severity": "critical", "title": "Wrong", "stage": "quality", "why": "it is",
                               "locations": [{ "file": "src/cart.js", "line": 6 }] }]);
        for review in [&opened, &dirty] {
            let code = &review["countersign"];
            if !code.is_string() {
                continue;
            }
            let answer = json!({ "loop_id": review["loop_id"], "countersign": code,
                                 "verdict": "changes_requested", "findings": finding });
            let recorded = ok(&mut client, "record_findings", answer);
            let responses = json!([{ "finding_id": "F1", "response": "fixed", "details": "done" }]);
            any(
                &mut client,
                "respond_findings",
                json!({ "loop_id": review["loop_id"], "turn": recorded["next"]["turn"], "responses": responses }),
            );
            ok(&mut client, "review_task", json!({ "loop_id": review["loop_id"] }));
        }
        any(
            &mut client,
            "record_tests",
            json!({ "plan": PLAN, "task": "2", "failed": ["a"], "command": option }),
        );
        any(
            &mut client,
            "decide",
            json!({ "loop_id": opened["loop_id"], "turn": 1, "choice": "abandon", "reason": option, "decided_by": "Ada" }),
        );
        ok(&mut client, "loop_status", json!({ "phase": "1" }));
        ok(&mut client, "check_plan", json!({ "plan": PLAN }));
        ok(&mut client, "verify_phase", json!({ "phase": "1", "partial": true }));
        ok(&mut client, "parse_verdict", json!({ "text": format!("VERDICT: approve\n{option}\n") }));
        // What looks like an option is a name that is not there, never an option.
        for revision in
            [&option, "--upload-pack=x", "-O", "--exec=x", "refs/heads/--exec=x", "HEAD --ext-diff"]
        {
            let change = json!({ "id": "x", "title": "x", "criteria": "x", "base": revision });
            any(&mut client, "review_task", change);
            let change = json!({ "id": "x", "title": "x", "criteria": "x", "head": revision });
            any(&mut client, "review_task", change);
            any(&mut client, "review_task", json!({ "plan": PLAN, "task": "1", "worktree": revision }));
            any(&mut client, "check_plan", json!({ "plan": revision }));
            any(&mut client, "verify_phase", json!({ "phase": revision }));
            any(
                &mut client,
                "review_task",
                json!({ "id": "f", "title": "f", "criteria": "f", "files": [revision, "--help"], "protocol": "gsd" }),
            );
        }
        for resource in ["countersign://loops", "countersign://metrics"] {
            client.request("resources/read", json!({ "uri": resource }));
        }
    }
    let ran = std::fs::read_to_string(&canary).unwrap_or_default();
    assert_eq!(ran, "", "something of the repository was executed");
    assert!(!written.exists(), "an option was obeyed");

    // The trap is real: the git program walks into it.
    if git_cli::there("nothing_of_a_hostile_repository_runs_for_any_tool") {
        let plain =
            std::process::Command::new("git").args(["diff", "HEAD"]).current_dir(scene.root()).output();
        assert!(plain.is_ok() && canary.exists(), "the canary does not sing: {plain:?}");
    }
}

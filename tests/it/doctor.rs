//! `countersign doctor` and `countersign report`: what is found wrong, that looking changes nothing, what a repair brings.

#![allow(clippy::unwrap_used, reason = "a scene that cannot be built fails its test")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use countersign::app::App;
use countersign::domain::checkup::{Check, Checkup, State};
use rusqlite::Connection;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::desk::{Desk, blocker};
use crate::plan_scene::{PLAN, fix_discount, with_task_one};
use crate::scene::Scene;

fn run(dir: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_countersign"));
    command.args(arguments).current_dir(dir).env("COUNTERSIGN_LOG", "off").output().unwrap()
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn checks(scene: &Scene) -> Vec<Check> {
    App::new(scene.root()).examine().checks
}

/// Returns the one check of a name that is about something.
fn about<'c>(checks: &'c [Check], name: &str, what: &str) -> &'c Check {
    let found: Vec<&Check> = checks
        .iter()
        .filter(|c| {
            c.check == name
                && (c.about.as_deref().unwrap_or_default().contains(what) || c.finding.contains(what))
        })
        .collect();
    assert_eq!(found.len(), 1, "{name} {what}: {checks:#?}");
    found[0]
}

/// Every file below a folder with its content, `.git` included.
fn everything(root: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
            if entry.file_type().unwrap().is_dir() {
                folders.push(entry.path());
            } else if entry.file_type().unwrap().is_file() {
                found.insert(entry.path().display().to_string(), fs::read(entry.path()).unwrap());
            }
        }
    }
    found
}

fn reviewed() -> (Scene, String) {
    let scene = with_task_one();
    let desk = Desk::at(scene.root());
    let opened = desk.review(json!({ "plan": PLAN, "task": "1" }));
    desk.answer(&opened, blocker("The discount is ignored", "src/cart.js", 6));
    (scene, opened["loop_id"].as_str().unwrap().to_owned())
}

const REPORT: &str = ".planning/phases/01-cart/01-01-REVIEW-T1.md";

#[test]
fn looking_changes_nothing_and_the_exit_code_tells() {
    let (scene, id) = reviewed();
    let report = App::new(scene.root()).rebuild_reports(Some(&id), false).unwrap().reports.remove(0);
    for damage in [false, true] {
        if damage {
            fs::write(scene.root().join(&report), "---\nwriter: countersign\nloop: x\n---\n").unwrap();
            fs::write(scene.root().join(".mcp.json"), "{\"mcpServers\": {\"countersign\": {\"command\": \"no-such-program\", \"args\": [\"serve\"]}}}").unwrap();
        }
        let before = everything(scene.root());
        let said = run(scene.root(), &["doctor", "--all"]);
        let json = run(scene.root(), &["doctor", "--json"]);
        assert_eq!(everything(scene.root()), before);
        let value: Value = serde_json::from_slice(&json.stdout).unwrap();
        assert_eq!(value["healthy"], !damage, "{value:#}");
        assert_eq!(said.status.code(), Some(i32::from(damage)), "{}", text(&said));
        assert_eq!(json.status.code(), said.status.code());
        assert_eq!(value["checks"].as_array().unwrap().len(), App::new(scene.root()).examine().checks.len());
        if damage {
            let text = text(&said);
            assert!(text.starts_with("error "), "the worst comes first:\n{text}");
            assert!(text.contains("no-such-program") && text.contains("  -> "), "{text}");
        }
    }
    let scene = with_task_one();
    let before = everything(scene.root());
    let said = run(scene.root(), &["doctor", "--repair"]);
    assert_eq!(said.status.code(), Some(0), "{}", text(&said));
    assert_eq!(everything(scene.root()), before, "where there is no store none is made");
}

#[test]
fn what_is_no_repository_to_work_in_is_said_with_the_way_out() {
    let nowhere = TempDir::new().unwrap();
    let bare = TempDir::new().unwrap();
    git2::Repository::init_bare(bare.path()).unwrap();
    let strange = TempDir::new().unwrap();
    let config = git2::Repository::init(strange.path()).unwrap().config().unwrap();
    let mut config = config;
    config.set_i64("core.repositoryformatversion", 1).unwrap();
    config.set_str("extensions.objectformat", "sha256").unwrap();
    for (dir, said, mend) in [
        (&nowhere, "no git repository", "git init"),
        (&bare, "bare repository", "git worktree add"),
        (&strange, "cannot read", "git clone --ref-format=files"),
    ] {
        let output = run(dir.path(), &["doctor"]);
        let text = text(&output);
        assert_eq!(output.status.code(), Some(1), "{text}");
        assert!(text.contains(said) && text.contains(mend), "{text}");
    }
    let scene = Scene::new();
    let unborn = checks(&scene);
    assert_eq!(about(&unborn, "repository.history", "no commit").state, State::Note);
    scene.commit("start", &[("a", "a\n")]);
    let linked = scene.worktree("linked");
    let said = text(&run(&linked, &["doctor", "--all"]));
    assert!(said.contains("is a linked worktree of"), "{said}");
}

#[test]
fn each_hosts_registration_is_judged_and_never_run() {
    let scene = with_task_one();
    let ours = env!("CARGO_BIN_EXE_countersign");
    let canary = scene.beside("canary");
    let script = scene.root().join("countersign");
    fs::write(&script, format!("#!/bin/sh\ntouch {}\n", canary.display())).unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let server =
        |command: &str, args: &str| format!("{{\"command\": {}, \"args\": [{args}]}}", json!(command));
    let mcp = |server: String| format!("{{\"mcpServers\": {{\"countersign\": {server}}}}}");
    scene.write(".mcp.json", mcp(server(ours, "\"serve\"")));
    scene.write(".gemini/settings.json", mcp(server("./countersign", "\"serve\"")));
    scene.write(".cursor/mcp.json", mcp(server(ours, "\"server\"")));
    scene.write(
        ".vscode/mcp.json",
        format!("{{\"servers\": {{\"countersign\": {}}}}}", server("${workspaceFolder}/x", "\"serve\"")),
    );
    scene.write(
        ".codex/config.toml",
        "[mcp_servers.countersign]\ncommand = \"/nowhere/countersign\"\nargs = [\"serve\"]\n",
    );
    scene.write(
        "opencode.json",
        "{\"mcp\": {\"countersign\": {\"enabled\": false, \"command\": [\"countersign\", \"serve\"]}}}",
    );
    scene.write(
        ".claude/settings.json",
        format!("{{\"hooks\": {{\"SessionStart\": [{{\"hooks\": [{{\"command\": \"{ours} hook\"}}]}}]}}}}"),
    );
    scene.write(".claude/settings.local.json", "{");
    // The program that looks is the one that is registered, not this test.
    let said = run(scene.root(), &["doctor", "--json"]);
    let checks: Checkup = serde_json::from_slice(&said.stdout).unwrap();
    let checks = checks.checks;
    for (file, state, words) in [
        (".mcp.json", State::Ok, "runs this program"),
        (".gemini/settings.json", State::Note, "not this program"),
        (".cursor/mcp.json", State::Error, "not `countersign serve`"),
        (".vscode/mcp.json", State::Note, "only the host fills in"),
        (".codex/config.toml", State::Error, "does not exist"),
        ("opencode.json", State::Note, "switched off"),
        (".claude/settings.json", State::Ok, "runs this program"),
        (".claude/settings.local.json", State::Warning, "no JSON"),
    ] {
        let found: Vec<&Check> = checks.iter().filter(|c| c.about.as_deref() == Some(file)).collect();
        assert_eq!(found.len(), 1, "{file}: {found:?}");
        assert_eq!(found[0].state, state, "{found:?}");
        assert!(found[0].finding.contains(words), "{found:?}");
    }
    assert!(!canary.exists(), "what a file names was run");
    fs::remove_file(scene.root().join(".mcp.json")).unwrap();
    // A file that leads out of the repository is not followed.
    let outside = scene.beside("outside.json");
    fs::write(&outside, mcp(server(ours, "\"serve\""))).unwrap();
    std::os::unix::fs::symlink(&outside, scene.root().join(".mcp.json")).unwrap();
    let led = self::checks(&scene);
    assert_eq!(about(&led, "host", "leads out").state, State::Warning);
}

#[test]
fn a_configuration_that_is_refused_is_an_error_with_its_file_and_key() {
    let scene = with_task_one();
    scene.write("countersign.toml", "[review]\nmax_pases = 2\n");
    let found = checks(&scene);
    let check = about(&found, "configuration", "max_pases");
    assert_eq!(check.state, State::Error);
    assert!(check.finding.contains("countersign.toml"), "{check:?}");
    scene.write("countersign.toml", "protocol = \"gsd\"\n");
    assert_eq!(about(&checks(&scene), "configuration", "protocol gsd").state, State::Ok);
    let without_home = Command::new(env!("CARGO_BIN_EXE_countersign"))
        .args(["doctor", "--json"])
        .current_dir(scene.root())
        .env_remove("XDG_CONFIG_HOME")
        .env("HOME", "relative")
        .output()
        .unwrap();
    let value: Value = serde_json::from_slice(&without_home.stdout).unwrap();
    assert!(value["checks"].to_string().contains("program.home"), "{value:#}");
}

#[test]
fn reports_are_held_against_the_store_and_written_anew_byte_for_byte() {
    let (scene, id) = reviewed();
    let app = App::new(scene.root());
    let path = app.rebuild_reports(Some(&id), false).unwrap().reports.remove(0);
    assert_eq!(path, REPORT);
    let full = scene.root().join(&path);
    let right = fs::read_to_string(&full).unwrap();
    // What happened since and no report tells of is no fault.
    fix_discount(&scene);
    let desk = Desk::at(scene.root());
    let again = desk.again(&json!({ "loop_id": id }));
    assert!(checks(&scene).iter().all(|c| !c.state.is_wrong()), "{:#?}", checks(&scene));

    fs::write(&full, right.replace("The discount is ignored", "All is well")).unwrap();
    assert_eq!(about(&checks(&scene), "report.altered", REPORT).state, State::Warning);
    fs::remove_file(&full).unwrap();
    assert_eq!(about(&checks(&scene), "report.missing", REPORT).state, State::Warning);
    assert_eq!(run(scene.root(), &["report", &id]).status.code(), Some(0));
    let head = |text: &str| text.lines().find(|l| l.starts_with("chain: ")).unwrap().to_owned();
    let rebuilt = fs::read_to_string(&full).unwrap();
    let without = |text: &str| {
        text.lines()
            .filter(|l| !l.starts_with("chain: ") && !l.starts_with("receipt: "))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(without(&rebuilt), without(&right));
    assert_ne!(head(&rebuilt), head(&right), "the head is the present one");

    let done = desk.ok(
        "record_findings",
        json!({
            "loop_id": id, "countersign": again["countersign"], "verdict": "approved", "findings": [],
            "resolved": [{ "id": "F1", "reason": "it counts now" }],
        }),
    );
    assert_eq!(done["next"]["outcome"], "approved", "{done:#}");
    let after = fs::read(&full).unwrap();
    fs::write(&full, &right).unwrap();
    assert_eq!(about(&checks(&scene), "report.behind", REPORT).state, State::Warning);
    let said = run(scene.root(), &["report", "--all"]);
    assert_eq!(text(&said).trim(), REPORT);
    assert_eq!(fs::read(&full).unwrap(), after, "the same events give the same bytes");
    fs::remove_file(&full).unwrap();
    let repaired = run(scene.root(), &["doctor", "--repair"]);
    assert!(text(&repaired).contains("was written anew"), "{}", text(&repaired));
    assert_eq!(fs::read(&full).unwrap(), after);

    let unknown = run(scene.root(), &["report", "rl-nothing"]);
    assert_ne!(unknown.status.code(), Some(0));
    // A file of somebody else at the path stays, and ours is found beside it.
    fs::write(&full, "# My own review\n").unwrap();
    run(scene.root(), &["report", &id]);
    assert_eq!(fs::read_to_string(&full).unwrap(), "# My own review\n");
    assert!(checks(&scene).iter().all(|c| !c.state.is_wrong()), "{:#?}", checks(&scene));
}

#[test]
fn the_list_of_loops_is_held_against_their_events_and_built_anew() {
    let (scene, id) = reviewed();
    let file = scene.root().join(".git/countersign/store.db");
    for sql in [
        "UPDATE stream SET key = 'task\nelsewhere\n1\nmain'",
        "UPDATE stream SET key = NULL",
        "UPDATE stream SET last_at = 7",
        "DELETE FROM subject",
    ] {
        let raw = Connection::open(&file).unwrap();
        raw.execute_batch("PRAGMA foreign_keys = OFF").unwrap();
        raw.execute_batch(sql).unwrap();
        drop(raw);
        let found = checks(&scene);
        assert!(
            found.iter().any(|c| c.check == "store.listing" && c.state == State::Error),
            "{sql}: {found:#?}"
        );
        let repaired = App::new(scene.root()).repair().unwrap();
        assert!(repaired.healthy, "{sql}: {repaired:#?}");
        let desk = Desk::at(scene.root());
        let step = desk.ok("review_task", json!({ "plan": PLAN, "task": "1" }));
        assert_eq!(step["loop_id"], json!(id), "{sql}");
    }
    let aside = fs::read_dir(file.parent().unwrap()).unwrap();
    let aside =
        aside.filter(|e| e.as_ref().unwrap().file_name().to_string_lossy().contains(".damaged-")).count();
    assert!(aside >= 4, "each was set aside under a name of its own: {aside}");
    assert_eq!(about(&checks(&scene), "store.set_aside", "damaged").state, State::Note);
}

#[test]
fn strays_and_a_newer_versions_loops_are_told() {
    let (scene, id) = reviewed();
    let desk = Desk::at(scene.root());
    desk.refused("record_findings", json!({ "loop_id": id, "countersign": "zzzzz-zzzzz", "text": "LGTM" }));
    assert_eq!(about(&checks(&scene), "strays", "belongs").state, State::Note);
    let mut store = countersign::io::store::Store::open(&scene.root().join(".git")).unwrap();
    let count = store.events(&id).unwrap().len() as u64;
    let newer = countersign::io::store::NewEvent {
        at: countersign::domain::ids::Timestamp(0),
        kind: "dreamt".into(),
        version: 99,
        body: "{}".into(),
    };
    store.append(&id, count, &countersign::io::store::Batch::new([newer])).unwrap();
    let found = checks(&scene);
    assert_eq!(about(&found, "loop.newer", &id).state, State::Warning);
    // It is no damage: nothing is set aside.
    let repaired = App::new(scene.root()).repair().unwrap();
    assert!(repaired.repaired.is_empty(), "{repaired:#?}");
    scene.commit("docs: notes", &[("notes.md", "A note.\n")]);
    let other = desk.review(json!({ "id": "x", "title": "X", "criteria": "c", "base": "HEAD~1" }));
    assert!(other["loop_id"].is_string(), "other work goes on: {other:#}");
}

#[test]
fn a_process_that_holds_the_store_is_named() {
    let (scene, _) = reviewed();
    if !Path::new("/proc/locks").exists() {
        eprintln!("skipped: this system does not tell who holds locks");
        return;
    }
    let raw = Connection::open(scene.root().join(".git/countersign/store.db")).unwrap();
    raw.execute_batch("BEGIN IMMEDIATE").unwrap();
    let said = text(&run(scene.root(), &["doctor"]));
    assert!(said.contains(&format!("process {}", std::process::id())), "{said}");
}

//! Who acted, where the host's hooks attest it: subagents choose nothing in the user's name, and nobody reviews their
//! own work where a protocol forbids it (SPEC 6.10).

#![allow(clippy::unwrap_used, clippy::needless_pass_by_value, reason = "tests")]

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::client::{Answer, Client, Era, answer_of};
use crate::plan_scene::{self, NO_DISCOUNT, NOTHING, PLAN, review};
use crate::scene::Scene;

fn ok(answer: Answer) -> Value {
    assert!(!answer.is_error, "refused: {}", answer.text);
    answer.structured
}

fn refused(answer: Answer) -> String {
    assert!(answer.is_error, "not refused: {}", answer.structured);
    answer.text
}

/// What the host's hook says before a call: its name, and inside a subagent which one.
fn hook(scene: &Scene, call: &str, subagent: Option<(&str, &str)>) {
    let mut input = json!({ "hook_event_name": "PreToolUse", "cwd": scene.root(), "session_id": "s-1",
                            "tool_name": "mcp__countersign__decide", "tool_use_id": call });
    if let Some((agent, kind)) = subagent {
        input["agent_id"] = json!(agent);
        input["agent_type"] = json!(kind);
    }
    let mut child = Command::new(env!("CARGO_BIN_EXE_countersign"))
        .arg("hook")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.to_string().as_bytes()).unwrap();
    let ended = child.wait_with_output().unwrap();
    let said = (String::from_utf8(ended.stdout).unwrap(), String::from_utf8(ended.stderr).unwrap());
    assert_eq!(said, (String::new(), String::new()));
}

/// Makes a call under the host's name for it.
fn call(client: &mut Client, id: &str, tool: &str, arguments: Value) -> Answer {
    let meta = json!({ "claudecode/toolUseId": id });
    answer_of(&client.request("tools/call", json!({ "name": tool, "arguments": arguments, "_meta": meta })))
}

/// Opens the review of task 1 under a protocol's rules.
fn open(client: &mut Client, protocol: &str) -> Value {
    ok(client.call("review_task", json!({ "plan": PLAN, "task": "1", "protocol": protocol })))
}

fn answer(opened: &Value, text: &str) -> Value {
    json!({ "loop_id": opened["loop_id"], "countersign": opened["countersign"], "text": text })
}

fn finding() -> String {
    review("1", "issues_found", NO_DISCOUNT, "No issues found.")
}

/// A loop in manual mode that asks the user, and the call that answers it.
fn asked(scene: &Scene, client: &mut Client) -> Value {
    scene
        .write(".planning/megazord.config.json", "{\"version\": 1, \"quality\": {\"review\": \"manual\"}}\n");
    let opened = open(client, "megazord");
    let judged = ok(client.call("record_findings", answer(&opened, &finding())));
    assert_eq!(judged["next"]["action"], "ask_user", "{judged}");
    json!({ "loop_id": opened["loop_id"], "turn": judged["next"]["turn"], "choice": "continue",
            "reason": "it ships today", "decided_by": "Ada" })
}

#[test]
fn a_subagent_does_not_choose_for_the_user() {
    for era in [Era::Stateless, Era::Handshake] {
        let scene = plan_scene::with_task_one();
        let mut client = Client::start(scene.root(), era);
        let choice = asked(&scene, &mut client);
        hook(&scene, "toolu_1", Some(("a-7", "mz-executor")));
        let text = refused(call(&mut client, "toolu_1", "decide", choice.clone()));
        let said = "`choice`: the subagent mz-executor makes this call, and the choice is the user's. Hand the question back to the agent that started you; it has the choice made and sends it. Next: call loop_status {\"loop_id\":";
        assert!(text.starts_with(said), "{text}");
        // Nobody takes the call over: what was attested first stands.
        hook(&scene, "toolu_1", None);
        refused(call(&mut client, "toolu_1", "decide", choice.clone()));
        // From the main agent it counts, as a model's word.
        hook(&scene, "toolu_2", None);
        let chosen = ok(call(&mut client, "toolu_2", "decide", choice));
        assert_eq!(
            (&chosen["outcome"], &chosen["standing"]),
            (&json!("accepted_with_issues"), &json!("claimed"))
        );
    }
}

#[test]
fn the_user_may_want_no_claims_at_all() {
    let scene = plan_scene::with_task_one();
    let config = tempfile::tempdir().unwrap();
    std::fs::create_dir(config.path().join("countersign")).unwrap();
    let file = config.path().join("countersign/config.toml");
    std::fs::write(&file, "decisions = \"attested\"\n").unwrap();
    let home = config.path().to_str().unwrap();
    let mut client = Client::start_with(scene.root(), Era::Stateless, &[("XDG_CONFIG_HOME", home)]);
    let choice = asked(&scene, &mut client);
    let text = refused(client.call("decide", choice.clone()));
    assert!(
        text.contains("takes choices from the user alone") && text.contains("countersign decide"),
        "{text}"
    );
    // A file that cannot be read forbids all the more.
    std::fs::write(&file, "decisions = attested\n").unwrap();
    let text = refused(client.call("decide", choice.clone()));
    assert!(text.contains("cannot be read as TOML"), "{text}");
    // A terminal that is none vouches for nobody either.
    let run = |word: &str| {
        std::fs::write(&file, format!("decisions = \"{word}\"\n")).unwrap();
        let id = choice["loop_id"].as_str().unwrap();
        Command::new(env!("CARGO_BIN_EXE_countersign"))
            .args(["decide", id, "continue", "--reason", "it ships today"])
            .env("XDG_CONFIG_HOME", home)
            .current_dir(scene.root())
            .stdin(Stdio::null())
            .output()
            .unwrap()
    };
    assert!(!run("attested").status.success());
    assert!(run("claimed").status.success());
}

#[test]
fn nobody_reviews_their_own_work_where_that_is_required() {
    let scene = plan_scene::with_task_one();
    let mut client = plan_scene::server(&scene);
    let opened = open(&mut client, "countersign");
    // One who is started as a fixer is none to review, and neither is one who has answered findings here.
    hook(&scene, "toolu_1", Some(("a-1", "countersign:countersign-executor")));
    let text = refused(call(&mut client, "toolu_1", "record_findings", answer(&opened, &finding())));
    assert!(text.contains("the subagent countersign:countersign-executor executed this subject"), "{text}");
    hook(&scene, "toolu_2", Some(("a-2", "countersign-reviewer")));
    let judged = ok(call(&mut client, "toolu_2", "record_findings", answer(&opened, &finding())));
    assert_eq!(judged["verdict"], "changes_requested", "{judged}");
    let id = judged["blocking"][0].clone();
    plan_scene::fix_discount(&scene);
    let response = json!({ "loop_id": opened["loop_id"], "turn": judged["next"]["turn"],
        "responses": [{ "finding_id": id, "response": "fixed", "details": "the discount is taken off" }] });
    hook(&scene, "toolu_3", Some(("a-3", "general-purpose")));
    ok(call(&mut client, "toolu_3", "respond_findings", response));
    let again = ok(client.call("review_task", json!({ "loop_id": opened["loop_id"] })));
    hook(&scene, "toolu_4", Some(("a-3", "general-purpose")));
    let text = refused(call(
        &mut client,
        "toolu_4",
        "record_findings",
        answer(&again, &review("1", "passed", NOTHING, NOTHING)),
    ));
    assert!(
        text.contains("executed this subject and may not review it") && text.contains("review_task"),
        "{text}"
    );
    // Another of the same kind may.
    hook(&scene, "toolu_5", Some(("a-4", "general-purpose")));
    let passed = ok(call(
        &mut client,
        "toolu_5",
        "record_findings",
        answer(&again, &review("1", "passed", NOTHING, NOTHING)),
    ));
    assert_eq!(passed["verdict"], "approved", "{passed}");
}

#[test]
fn elsewhere_it_is_said() {
    let scene = plan_scene::with_task_one();
    let mut client = plan_scene::server(&scene);
    let opened = open(&mut client, "megazord");
    hook(&scene, "toolu_1", Some(("a-1", "mz-executor")));
    let judged = ok(call(
        &mut client,
        "toolu_1",
        "record_findings",
        answer(&opened, &review("1", "passed", NOTHING, NOTHING)),
    ));
    assert_eq!(judged["verdict"], "approved");
    let codes: Vec<&str> =
        judged["remarks"].as_array().unwrap().iter().map(|r| r["code"].as_str().unwrap()).collect();
    assert!(codes.contains(&"reviews_own_work"), "{judged}");
}

#[test]
fn a_phase_is_confirmed_by_the_user_alone() {
    let scene = plan_scene::with_task_one();
    let mut client = plan_scene::server(&scene);
    open(&mut client, "megazord");
    let said = json!({ "phase": "1", "partial": true,
        "overrides": [{ "item_id": "x", "reason": "known", "decided_by": "Ada" }] });
    hook(&scene, "toolu_1", Some(("a-1", "mz-executor")));
    let text = refused(call(&mut client, "toolu_1", "verify_phase", said));
    assert!(text.starts_with("`overrides`: the subagent mz-executor makes this call"), "{text}");
}

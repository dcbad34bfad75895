//! What goes wrong in the wild with review loops, and cannot here (SPEC 12, items of the loop itself).
//!
//! Where the item is about rules the pure loop is driven; where it is about memory, the real server.

#![allow(clippy::unwrap_used, clippy::needless_pass_by_value, reason = "tests")]

use std::process::Command;

use countersign::domain::dialect::Reading;
use countersign::domain::ids::FindingId;
use countersign::domain::next_step::Action;
use countersign::domain::protocol::Protocol;
use countersign::domain::review::{
    Location, RawFinding, Resolved, Response, ResponseKind, Ruling, RulingKind, Severity, Verdict,
};
use countersign::domain::review_loop::{LoopState, Refusal};
use countersign::domain::subject::Subject;
use serde_json::{Value, json};

use crate::client::{Answer, Client, Era};
use crate::machine::Machine;
use crate::plan_scene;
use crate::scene::Scene;

fn machine(protocol: &str) -> Machine {
    let subject = Subject::Change {
        id: "AUTH".to_owned(),
        title: "Log in".to_owned(),
        files: vec!["src/a.rs".to_owned(), "src/b.rs".to_owned()],
        branch: Some("main".to_owned()),
    };
    Machine::open(Protocol::named(protocol).unwrap(), subject)
}

fn finding(title: &str, line: u32) -> RawFinding {
    let mut finding = RawFinding::new(Severity::High, title);
    finding.locations = vec![Location { file: "src/a.rs".to_owned(), line: Some(line), end_line: None }];
    finding.why = Some("it breaks".to_owned());
    finding
}

fn reading(claimed_verdict: Verdict, findings: Vec<RawFinding>) -> Reading {
    Reading { claimed_verdict, findings, parsed: true, ..Reading::nothing("structured") }
}

fn asks(findings: Vec<RawFinding>) -> Reading {
    reading(Verdict::ChangesRequested, findings)
}

fn approves() -> Reading {
    reading(Verdict::Approved, Vec::new())
}

/// Opens the pass that is due and answers it.
fn review(machine: &mut Machine, reading: Reading) {
    machine.open_pass().unwrap();
    machine.answered(reading, None).unwrap();
}

fn respond(machine: &mut Machine, id: &str, response: ResponseKind, text: &str) -> Vec<String> {
    let fixed = response == ResponseKind::Fixed;
    let text = Some(text.to_owned());
    let response = Response {
        finding_id: FindingId::new(id),
        response,
        details: text.clone().filter(|_| fixed),
        reason: text.filter(|_| !fixed),
        reason_kind: None,
        commit: None,
        tech_debt_id: None,
    };
    machine.respond(&[response]).unwrap()
}

fn status(state: &LoopState, id: &str) -> bool {
    state.finding(id).unwrap().is_open()
}

#[test]
fn wild_05_a_round_that_reverses_the_last_is_no_plain_fix() {
    for (protocol, agent) in [("countersign", None), ("bazinga", Some("senior_software_engineer"))] {
        // Once as the reviewer says it, once as the file's content shows it.
        for says_so in [true, false] {
            let mut loops = machine(protocol);
            review(&mut loops, asks(vec![finding("Inline the helper", 10)]));
            let first = loops.state.findings[0].id.to_string();
            loops.touch("src/a.rs", 10);
            respond(&mut loops, &first, ResponseKind::Fixed, "inlined");
            if says_so {
                let mut back = finding("Extract a helper", 10);
                back.reverses = Some(first);
                review(&mut loops, asks(vec![back]));
            } else {
                review(&mut loops, asks(vec![finding("One function does too much", 10)]));
                let second = loops.state.findings[1].id.to_string();
                loops.put_back("src/a.rs", 1);
                respond(&mut loops, &second, ResponseKind::Fixed, "extracted again");
                review(&mut loops, asks(vec![finding("A call for nothing", 12)]));
            }
            let next = loops.next();
            match agent {
                None => {
                    assert_eq!(next.action, Action::AskUser, "{protocol}");
                    let question = next.question.unwrap();
                    assert!(question.contains("opposite"), "{question}");
                    assert!(
                        question.contains(if says_so { "Inline the helper" } else { "pass 1" }),
                        "{question}"
                    );
                    assert!(question.contains(if says_so {
                        "Extract a helper"
                    } else {
                        "A call for nothing"
                    }));
                }
                Some(agent) => {
                    assert_eq!(next.agent.as_deref(), Some(agent));
                    assert!(next.why.contains("opposite"), "{}", next.why);
                }
            }
        }
    }
}

#[test]
fn wild_06_no_push_resets_a_counter() {
    // Whatever is pushed between the rounds, the limit comes at the same round.
    for pushes in [0, 1, 7] {
        let mut loops = machine("bazinga");
        review(&mut loops, asks(vec![finding("No rate limit", 10)]));
        let mut rounds = 1;
        while loops.state.tier == 0 {
            for line in 0..pushes {
                loops.touch("src/b.rs", 100 + line);
            }
            respond(&mut loops, "TL-AUTH-1-001", ResponseKind::Fixed, "done");
            review(&mut loops, asks(vec![finding("No rate limit", 10)]));
            rounds += 1;
            assert!(rounds < 10, "no limit after {rounds} rounds with {pushes} pushes");
        }
        assert_eq!(rounds, 3, "with {pushes} pushes");
    }
    // Nor does a push while the reviewer works, nor its three stale answers: the pass keeps its number.
    let mut loops = machine("countersign");
    for _ in 0..3 {
        loops.open_pass().unwrap();
        loops.touch("src/a.rs", 1);
        loops.stale(&Reading::nothing("prose")).unwrap();
    }
    assert_eq!(loops.next().action, Action::AskUser);
    assert_eq!(loops.state.next_pass(), 1);
    assert_eq!(loops.state.stale, 3);
}

#[test]
fn wild_18_a_fix_of_what_never_was_is_refused() {
    let mut loops = machine("bazinga");
    review(&mut loops, asks(vec![finding("No rate limit", 10)]));
    for phantom in ["TL-AUTH-1-002", "TL-AUTH-9-001", "F1", "1", "tl-auth-1-001 ", ""] {
        let before = loops.state.clone();
        let refused = respond(&mut loops, phantom, ResponseKind::Fixed, "done");
        assert_eq!(refused.len(), 1, "{phantom:?} was taken");
        assert!(refused[0].contains("TL-AUTH-1-001"), "the open ones are not named: {}", refused[0]);
        assert_eq!(loops.state, before, "a refused response changed the loop");
    }
    // A reviewer's phantoms resolve nothing either.
    respond(&mut loops, "TL-AUTH-1-001", ResponseKind::Fixed, "done");
    let mut answer = approves();
    answer.resolved = vec![Resolved { id: "TL-AUTH-1-002".to_owned(), reason: Some("fixed".to_owned()) }];
    answer.rulings = vec![Ruling {
        finding_id: "TL-AUTH-1-003".to_owned(),
        ruling: RulingKind::Accepted,
        reason: Some("fine".to_owned()),
    }];
    review(&mut loops, answer);
    assert!(status(&loops.state, "TL-AUTH-1-001"));
    let (_, judgement) = loops.state.answered().unwrap().answer.as_ref().unwrap();
    let unknown = judgement.remarks.iter().filter(|r| r.code == "unknown_ids");
    assert_eq!(unknown.count(), 2);
}

#[test]
fn wild_20_an_accepted_rejection_is_not_raised_again() {
    for protocol in ["bazinga", "countersign"] {
        let mut loops = machine(protocol);
        review(&mut loops, asks(vec![finding("No null check on user", 10), finding("No rate limit", 40)]));
        let ids: Vec<String> = loops.state.findings.iter().map(|f| f.id.to_string()).collect();
        let reason = "`user` comes from require_user(), which throws when it is missing";
        assert_eq!(respond(&mut loops, &ids[0], ResponseKind::Rejected, reason), Vec::<String>::new());
        respond(&mut loops, &ids[1], ResponseKind::Fixed, "done");
        let mut answer = asks(vec![finding("No rate limit", 40)]);
        answer.rulings = vec![Ruling {
            finding_id: ids[0].clone(),
            ruling: RulingKind::Accepted,
            reason: Some("it throws".to_owned()),
        }];
        review(&mut loops, answer);
        assert!(!status(&loops.state, &ids[0]), "{protocol}");

        // Raised in the same words, in others, and by its id: it stays closed, and that is said.
        loops.touch("src/a.rs", 40);
        respond(&mut loops, &ids[1], ResponseKind::Fixed, "done");
        loops.open_pass().unwrap();
        let mut by_id = finding("Null check on user is missing here", 10);
        by_id.repeats = Some(ids[0].clone());
        for again in [finding("No null check on user", 10), finding("Null check missing on user", 10), by_id]
        {
            let mut loops = loops.clone();
            let title = again.title.clone();
            loops.answered(asks(vec![again, finding("Logs the password", 70)]), None).unwrap();
            assert!(!status(&loops.state, &ids[0]), "{protocol}: {title}");
            let (_, judgement) = loops.state.answered().unwrap().answer.as_ref().unwrap();
            let titles: Vec<_> = judgement
                .blocking
                .iter()
                .map(|id| &loops.state.finding(id.as_str()).unwrap().first_title)
                .collect();
            assert_eq!(titles, ["Logs the password"], "{protocol}: {title}");
            assert!(judgement.remarks.iter().any(|r| r.code == "accepted_rejection_raised"), "{title}");
        }
    }
}

#[test]
fn wild_25_a_finding_does_not_vanish_because_nobody_mentions_it() {
    for protocol in Protocol::all() {
        let mut loops = machine(&protocol.name);
        let mut first = finding("No null check on user", 10);
        first.severity = Severity::Critical;
        review(&mut loops, asks(vec![first]));
        let id = loops.state.findings[0].id.to_string();
        if protocol.responses_required {
            respond(&mut loops, &id, ResponseKind::Fixed, "done");
        }
        // Something else was changed; the re-review is all praise.
        loops.touch("src/b.rs", 3);
        review(&mut loops, approves());
        assert!(status(&loops.state, &id), "{}: lost", protocol.name);
        let (_, judgement) = loops.state.answered().unwrap().answer.as_ref().unwrap();
        assert_eq!(judgement.still_open, [FindingId::new(id.clone())], "{}", protocol.name);
        assert!(!judgement.verdict.approves(), "{}", protocol.name);
        assert!(judgement.remarks.iter().any(|r| r.code == "verdict_vs_findings"), "{}", protocol.name);
    }
}

fn ok(answer: Answer) -> Value {
    assert!(!answer.is_error, "refused: {}", answer.text);
    answer.structured
}

/// A repository with a commit to review.
fn scene() -> Scene {
    let scene = Scene::new();
    scene.commit("feat: log in", &[("src/login.js", "export const login = (user) => user.name;\n")]);
    let checked = "export const login = (user) => check(user) && user.name;\n";
    scene.commit("feat: check the user", &[("src/login.js", checked)]);
    scene
}

fn open(client: &mut Client, protocol: &str) -> Value {
    ok(client.call(
        "review_task",
        json!({ "id": "AUTH", "title": "Log in", "criteria": "a user can log in",
                "files": ["src/login.js"], "protocol": protocol, "base": "HEAD~1" }),
    ))
}

fn follow(client: &mut Client, next: &Value, fill: Value) -> Value {
    let mut arguments = next["call"]["arguments"].clone();
    for (key, value) in fill.as_object().unwrap() {
        arguments[key] = value.clone();
    }
    ok(client.call(next["call"]["tool"].as_str().unwrap(), arguments))
}

const BLOCKED: &str = "no rate limit";

fn blocked() -> Value {
    json!({ "verdict": "changes_requested", "findings": [{
        "severity": "high", "title": BLOCKED, "locations": [{ "file": "src/login.js", "line": 1 }],
        "description": "guessing is free" }] })
}

/// What an agent knows that lost everything but the tools: the step of the one open loop.
fn resumed(client: &mut Client) -> Value {
    let answer = ok(client.call("loop_status", json!({})));
    let text = serde_json::to_string(&answer).unwrap();
    // Some four bytes a token: what it costs to find the way back stays small.
    assert!(text.len() < 4 * 600, "{} bytes: {text}", text.len());
    answer
}

#[test]
fn wild_07_compaction_and_restart_lose_no_state() {
    let scene = scene();
    // A new server for every call: nothing but the store is left in between.
    let server = || Client::start(scene.root(), Era::Stateless);
    let opened = open(&mut server(), "countersign");
    let back = resumed(&mut server());
    assert_eq!(back["next"]["action"], "review");
    assert_eq!(back["next"]["call"], opened["next"]["call"]);

    let judged = follow(&mut server(), &back["next"], blocked());
    assert_eq!(judged["next"]["action"], "fix");
    let back = resumed(&mut server());
    assert_eq!(back["next"]["action"], "fix");
    assert_eq!(back["next"]["call"], judged["next"]["call"]);
    let id = back["next"]["call"]["arguments"]["loop_id"].clone();
    let open = ok(server().call("loop_status", json!({ "loop_id": id })));
    assert_eq!(open["next"], back["next"], "the same step, however it is asked for");
    assert_eq!(open["unresolved"][0]["id"], "F1");
    assert_eq!(open["unresolved"][0]["title"], BLOCKED);

    let responded = follow(
        &mut server(),
        &back["next"],
        json!({ "responses": [{ "finding_id": "F1", "response": "fixed", "details": "limited" }] }),
    );
    let back = resumed(&mut server());
    assert_eq!(back["next"]["call"], responded["next"]["call"]);
    let again = follow(&mut server(), &back["next"], json!({}));
    assert_eq!(again["pass"], 2);
    // Killed in the midst, not ended: the pass is still open under its code.
    let mut killed = server();
    killed.kill();
    let back = resumed(&mut server());
    assert_eq!(back["next"]["call"]["arguments"]["countersign"], again["countersign"]);
}

#[test]
fn wild_27_a_model_does_not_decide_in_the_users_name() {
    let scene = scene();
    // The user's own file: what a file of the repository asks of them is taken from them alone.
    let own = scene.beside("own").join("countersign");
    std::fs::create_dir_all(&own).unwrap();
    std::fs::write(own.join("config.toml"), "decisions = \"claimed\"\n").unwrap();
    scene.write("countersign.toml", "[review]\nmode = \"manual\"\n");
    let home = scene.beside("own").display().to_string();
    let mut client = Client::start_with(scene.root(), Era::Stateless, &[("XDG_CONFIG_HOME", &home)]);
    let opened = open(&mut client, "countersign");
    let id = opened["loop_id"].clone();
    // Nothing is put before the user yet: a choice made up is refused, and changes nothing.
    for choice in ["accept", "approve", "skip", "stop", "uphold"] {
        let made_up = json!({ "loop_id": id, "turn": opened["next"]["turn"], "choice": choice,
                              "reason": "the user would want it", "decided_by": "the user" });
        assert!(client.call("decide", made_up).is_error, "{choice} was taken");
    }
    let asked = follow(&mut client, &opened["next"], blocked());
    assert_eq!(asked["next"]["action"], "ask_user");
    assert_eq!(asked["next"]["who"], "human");
    assert!(asked["next"]["why"].as_str().unwrap().contains("not an agent's"));
    // The call leaves to the human what only the human can say.
    for field in ["choice", "reason", "decided_by"] {
        assert!(asked["next"]["fill"].as_array().unwrap().contains(&json!(field)), "{field}");
        assert!(asked["next"]["call"]["arguments"].get(field).is_none(), "{field}");
    }
    let turn = asked["next"]["turn"].clone();
    let decide = |choice: &str, reason: &str, by: &str| json!({ "loop_id": id, "turn": turn, "choice": choice, "reason": reason, "decided_by": by });
    for (reason, by) in
        [("<reason>", "Ada"), ("TODO", "Ada"), ("", "Ada"), ("she said so", "<name>"), ("she said so", "")]
    {
        assert!(client.call("decide", decide("accept", reason, by)).is_error, "{reason:?} by {by:?}");
    }
    // Passed on by a model it is taken, and never looks like the user's own hand: claimed, not attested, not approved.
    let decided = ok(client.call("decide", decide("accept", "the launch is behind a flag", "Ada")));
    assert_eq!(decided["outcome"], "accepted_with_issues");
    let report = std::fs::read_to_string(scene.root().join(".countersign/reviews/AUTH.md")).unwrap();
    assert!(report.contains("Ada (claimed)"), "{report}");
    assert!(!report.contains("attested"), "{report}");
}

#[test]
fn a_gate_names_what_blocks_in_the_systems_words() {
    // The manager cannot wave it through, and the completion gate says why it is closed (SPEC 4.5).
    let mut loops = machine("bazinga");
    review(&mut loops, asks(vec![finding("No rate limit", 10)]));
    let refused = loops.decide("approve").unwrap_err();
    assert!(matches!(refused, Refusal::NoSuchChoice { .. }), "{refused}");

    // BAZINGA's own message, as the command and the tools print it: until each is mended, or rejected and accepted.
    let scene = plan_scene::with_task_one();
    let mut client = plan_scene::server(&scene);
    let group = json!({ "id": "AUTH", "title": "Cart", "criteria": "It honours discounts.", "protocol": "bazinga", "base": "HEAD~1" });
    let opened = ok(client.call("review_task", group));
    let issue = |line: u32, title: &str, severity: &str| json!({ "severity": severity, "title": title, "why": "totals are wrong", "locations": [{ "file": "src/cart.js", "line": line }] });
    let issues = json!([
        issue(6, "The discount is ignored", "high"),
        issue(2, "Prices may be negative", "critical"),
        issue(4, "Name the sum", "low")
    ]);
    let answer = json!({ "verdict": "changes_requested", "findings": issues });
    let judged = follow(&mut client, &opened["next"], answer);
    let closed = |client: &mut Client, ids: &str| {
        let message = format!("Unresolved blocking review issues: [{ids}]");
        let status = ok(client.call("loop_status", json!({ "loop_id": opened["loop_id"] })));
        assert_eq!(status["gate"]["open"], false, "{status}");
        assert!(status["gate"]["reasons"].to_string().contains(&message), "{message} in {status}");
        let output = Command::new(env!("CARGO_BIN_EXE_countersign"))
            .args(["gate"])
            .current_dir(scene.root())
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(1), "{text}");
        assert!(text.contains(&message), "{message} in {text}");
    };
    closed(&mut client, "TL-AUTH-1-002, TL-AUTH-1-001");
    let reason = "`item.price` comes from the catalogue, whose schema refuses a price below zero";
    ok(client.call(
        "respond_findings",
        json!({ "loop_id": opened["loop_id"], "turn": judged["next"]["turn"], "responses": [
            { "finding_id": "TL-AUTH-1-001", "response": "fixed", "details": "src/cart.js subtracts it" },
            { "finding_id": "TL-AUTH-1-002", "response": "rejected", "reason": reason },
            { "finding_id": "TL-AUTH-1-003", "response": "skipped", "reason": "sum is the usual word" }] }),
    ));
    // The fixer's word alone resolves nothing.
    closed(&mut client, "TL-AUTH-1-002, TL-AUTH-1-001");
    scene.commit("fix: the discount", &[("src/cart.js", plan_scene::CART_FIXED)]);
    let again = ok(client.call("review_task", json!({ "loop_id": opened["loop_id"] })));
    let ruled = |ruling: &str| json!([{ "finding_id": "TL-AUTH-1-002", "ruling": ruling, "reason": "I read the schema" }]);
    let answer = json!({ "verdict": "changes_requested", "findings": [], "rulings": ruled("overruled") });
    let judged = follow(&mut client, &again["next"], answer);
    assert_eq!(judged["next"]["action"], "fix", "{judged}");
    closed(&mut client, "TL-AUTH-1-002");

    let scene = plan_scene::with_task_one();
    let mut client = plan_scene::server(&scene);
    let task = json!({ "plan": plan_scene::PLAN, "task": "1", "protocol": "countersign", "base": "HEAD~1" });
    let opened = ok(client.call("review_task", task));
    let mut answer = blocked();
    answer["findings"][0]["locations"][0]["file"] = json!("src/cart.js");
    follow(&mut client, &opened["next"], answer);
    let gate = ok(client.call("loop_status", json!({ "phase": "01" })))["gate"].clone();
    assert_eq!(gate["open"], false);
    assert!(gate["reasons"].to_string().contains("still blocked by F1"), "{gate}");
}

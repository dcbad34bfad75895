//! Answers and choices that come again (SPEC 4.5, 6.3): a manager's choice sent twice, a rejection that is overruled and
//! listed as well, one that was accepted and is raised all the same; and systems' own words for fields of ours.

#![allow(clippy::unwrap_used, clippy::needless_pass_by_value, reason = "tests pass json!() literals")]

use std::process::Command;

use serde_json::{Value, json};

use crate::client::{Answer, Client, Era};
use crate::scene::Scene;

const REASON: &str =
    "Callers at src/auth.rs:1 always pass a token before f10 runs, so this branch is unreachable.";
const RULED: &str = "main.rs calls f10 without one";

fn ok(answer: Answer) -> Value {
    assert!(!answer.is_error, "refused: {}", answer.text);
    answer.structured
}

fn source(lines: &[usize]) -> String {
    let line = |n: usize| {
        let more = if lines.contains(&n) { " + 100" } else { "" };
        format!("pub fn f{n}() -> i32 {{ {n}{more} }}\n")
    };
    (1..=60).map(line).collect()
}

fn issue(id: &str, severity: &str, line: u32, title: &str) -> Value {
    json!({ "id": id, "severity": severity, "blocking": severity == "HIGH", "title": title,
            "location": format!("src/auth.rs:{line}"), "problem": format!("{title}, as line {line} shows"),
            "fix": format!("change f{line}"), "why": "it breaks callers" })
}

fn first() -> Value {
    issue("TL-AUTH-1-001", "HIGH", 5, "Overflow in f5")
}

fn second() -> Value {
    issue("TL-AUTH-1-002", "HIGH", 10, "Null token crashes f10")
}

struct Group {
    scene: Scene,
    client: Client,
    loop_id: Value,
    countersign: Value,
    fixed: Vec<usize>,
}

impl Group {
    fn new() -> Group {
        let scene = Scene::new();
        let base = scene.commit("start", &[("src/a.rs", "fn a() {}\n"), ("bazinga/x.md", "x\n")]);
        scene.branch("feat", &base);
        scene.switch("feat");
        scene.commit("feat: auth", &[("src/auth.rs", &source(&[]))]);
        let mut client = Client::start(scene.root(), Era::Stateless);
        let opened =
            ok(client
                .call("review_task", json!({ "id": "AUTH", "title": "Auth", "criteria": "login works" })));
        let (loop_id, countersign) = (opened["loop_id"].clone(), opened["countersign"].clone());
        Group { scene, client, loop_id, countersign, fixed: Vec::new() }
    }

    fn open(&mut self) {
        let opened = ok(self.client.call("review_task", json!({ "loop_id": self.loop_id })));
        self.countersign = opened["countersign"].clone();
    }

    fn record(&mut self, said: Value) -> Value {
        let mut call = json!({ "loop_id": self.loop_id, "countersign": self.countersign });
        call.as_object_mut().unwrap().extend(said.as_object().unwrap().clone());
        let answer = ok(self.client.call("record_findings", call));
        if let Some(code) = answer["next"]["call"]["arguments"].get("countersign") {
            self.countersign = code.clone();
        }
        answer
    }

    fn says(&mut self, status: &str, issues: &[Value], verdicts: Value) -> Value {
        let text = json!({ "from_agent": "tech_lead", "to_agent": "developer", "session_id": "bazinga_1",
            "group_id": "AUTH", "status": status, "summary": "x", "issues": issues, "iteration": 1,
            "issue_summary": { "blocking_count": issues.iter().filter(|i| i["blocking"] == true).count() },
            "tl_verdicts": verdicts });
        self.record(json!({ "text": text.to_string() }))
    }

    fn respond(&mut self, step: &Value, responses: Value) -> Value {
        ok(self.client.call(
            "respond_findings",
            json!({ "loop_id": self.loop_id, "turn": step["next"]["turn"], "responses": responses }),
        ))
    }

    fn fix(&mut self, line: usize) {
        self.fixed.push(line);
        self.scene.commit("fix", &[("src/auth.rs", &source(&self.fixed))]);
    }

    fn metrics(&self) -> Value {
        let ran = Command::new(env!("CARGO_BIN_EXE_countersign"))
            .args(["metrics", "--json"])
            .current_dir(self.scene.root())
            .output()
            .unwrap();
        serde_json::from_slice::<Value>(&ran.stdout).unwrap()["all"].clone()
    }

    fn report(&self) -> String {
        std::fs::read_to_string(self.scene.root().join("bazinga/artifacts/AUTH/REVIEW.md")).unwrap()
    }
}

fn rejected(id: &str) -> Value {
    json!({ "finding_id": id, "response": "rejected", "reason": REASON, "reason_kind": "false_positive" })
}

fn code(answer: &Value, code: &str) -> bool {
    answer["remarks"].as_array().is_some_and(|all| all.iter().any(|r| r["code"] == code))
}

#[test]
fn an_overruled_rejection_that_is_listed_again_is_on_record() {
    let mut group = Group::new();
    let asked = group.says("CHANGES_REQUESTED", &[first(), second()], json!([]));
    group.fix(20);
    group.respond(&asked, json!([rejected("TL-AUTH-1-001"), rejected("TL-AUTH-1-002")]));
    group.open();
    let ruled = group.says(
        "CHANGES_REQUESTED",
        &[second()],
        json!([{ "issue_id": "TL-AUTH-1-001", "verdict": "ACCEPTED" },
               { "issue_id": "TL-AUTH-1-002", "verdict": "OVERRULED", "reason": RULED }]),
    );
    assert!(!code(&ruled, "ruling_vs_findings"), "{ruled:#}");
    assert_eq!(ruled["blocking"], json!(["TL-AUTH-1-002"]), "{ruled:#}");
    let report = group.report();
    let row = report.lines().find(|l| l.starts_with("- TL-AUTH-1-002 rejected")).unwrap();
    assert!(
        row.contains("unreachable") && row.contains("overruled") && row.contains("calls f10 without one"),
        "{row}"
    );
    assert!(report.contains("- TL-AUTH-1-001 rejected") && report.contains("was accepted"), "{report}");
    let figures = group.metrics();
    assert_eq!(figures["rejections_ruled"], 2, "{figures:#}");
    assert_eq!(figures["rejections_accepted"], 1, "{figures:#}");
    assert_eq!(figures["contradictions"], 0, "{figures:#}");
    // Raised and let go in one answer, it is a contradiction as before.
    let mut group = Group::new();
    let asked = group.says("CHANGES_REQUESTED", &[second()], json!([]));
    group.fix(20);
    group.respond(&asked, json!([rejected("TL-AUTH-1-002")]).to_owned());
    group.open();
    let both = group.says(
        "CHANGES_REQUESTED",
        &[second()],
        json!([{ "issue_id": "TL-AUTH-1-002", "verdict": "ACCEPTED" }]),
    );
    assert!(code(&both, "ruling_vs_findings"), "{both:#}");
    assert_eq!(both["blocking"], json!(["TL-AUTH-1-002"]), "{both:#}");
}

/// A group whose second pass accepted the rejection of `TL-AUTH-1-002`, and whose third waits for its answer.
fn accepted() -> Group {
    let mut group = Group::new();
    let asked = group.says("CHANGES_REQUESTED", &[second()], json!([]));
    group.respond(&asked, json!([rejected("TL-AUTH-1-002")]));
    group.open();
    let ruled = group.says(
        "CHANGES_REQUESTED",
        &[issue("TL-AUTH-2-001", "HIGH", 40, "Off by one in f40")],
        json!([{ "issue_id": "TL-AUTH-1-002", "verdict": "ACCEPTED" }]),
    );
    group.fix(40);
    let id = ruled["blocking"][0].clone();
    group.respond(&ruled, json!([{ "finding_id": id, "response": "fixed", "details": "f40 counts right" }]));
    group.open();
    group
}

#[test]
fn an_accepted_rejection_that_alone_is_raised_again_stays_accepted() {
    let mut group = accepted();
    let again = issue("TL-AUTH-3-001", "HIGH", 10, "Null token crashes f10");
    let asked = group.says("CHANGES_REQUESTED", std::slice::from_ref(&again), json!([]));
    // Once he is asked what else there may be.
    assert_eq!(asked["next"]["reason"], "clarify", "{asked:#}");
    let ended = group.says("CHANGES_REQUESTED", std::slice::from_ref(&again), json!([]));
    assert_eq!(ended["next"]["outcome"], "approved", "{ended:#}");
    assert_eq!(ended["claimed_verdict"], "changes_requested", "{ended:#}");
    assert!(code(&ended, "rests_on_accepted_rejections"), "{ended:#}");
    // What is approved goes to the manager, who is warned in words.
    let warned = ended["next"]["warnings"].to_string();
    assert!(
        warned.contains("pass 3 raised TL-AUTH-1-002 again") && warned.contains("stays accepted"),
        "{ended:#}"
    );
    let figures = group.metrics();
    assert_eq!(figures["unreadable"], 0, "{figures:#}");
    assert_eq!(figures["tier_changes"], 0, "{figures:#}");
}

#[test]
fn beside_an_accepted_rejection_whatever_else_blocks_keeps_its_course() {
    let mut group = accepted();
    let again = issue("TL-AUTH-3-001", "HIGH", 10, "Null token crashes f10");
    let other = issue("TL-AUTH-3-002", "HIGH", 30, "f30 logs the password");
    let judged = group.says("CHANGES_REQUESTED", &[again, other], json!([]));
    assert_eq!(judged["next"]["action"], "fix", "{judged:#}");
    assert_eq!(judged["blocking"].as_array().unwrap().len(), 1, "{judged:#}");
    // Nor does a request for changes without any finding pass.
    let mut group = accepted();
    group.says("CHANGES_REQUESTED", &[], json!([]));
    let judged = group.says("CHANGES_REQUESTED", &[], json!([]));
    assert_eq!(judged["verdict"], "unclear", "{judged:#}");
}

/// Leads a group up to the project manager, round after round without a fix.
fn before_the_manager() -> (Group, Value) {
    let mut group = Group::new();
    let mut step = group.says("CHANGES_REQUESTED", &[second()], json!([]));
    for round in 0..12 {
        if step["next"]["action"] == "ask_user" {
            break;
        }
        group.fix(50 - round);
        step = group.respond(
            &step,
            json!([{ "finding_id": "TL-AUTH-1-002", "response": "fixed", "details": "done" }]),
        );
        assert_eq!(step["next"]["action"], "review", "{step:#}");
        group.open();
        step = group.says("CHANGES_REQUESTED", &[second()], json!([]));
    }
    assert_eq!(step["next"]["tier"], "project_manager", "{step:#}");
    (group, step)
}

#[test]
fn a_managers_choice_sent_twice_is_one_choice() {
    let (mut group, asked) = before_the_manager();
    let mut call = asked["next"]["call"]["arguments"].clone();
    call["choice"] = json!("senior_engineer");
    // Without a reason nobody is sent to a dialogue that does not come.
    let refused = group.client.call("decide", call.clone());
    assert!(refused.is_error && !refused.text.contains("the human is asked"), "{}", refused.text);
    (call["reason"], call["decided_by"]) = (json!("it needs experience"), json!("project_manager"));
    let once = ok(group.client.call("decide", call.clone()));
    let twice = ok(group.client.call("decide", call.clone()));
    // The brief has a seal of its own each time.
    let bare = |answer: &Value| {
        let mut next = answer["next"].clone();
        next.as_object_mut().unwrap().remove("brief");
        next
    };
    assert_eq!(bare(&once), bare(&twice));
    // Other content for the same turn is refused, and nothing is recorded.
    call["reason"] = json!("another reason");
    let other = group.client.call("decide", call);
    assert!(other.is_error && other.text.contains("was used before"), "{}", other.text);
    let status = ok(group.client.call("loop_status", json!({ "loop_id": group.loop_id })));
    assert_eq!(status["next"]["turn"], once["next"]["turn"], "{status:#}");
}

#[test]
fn what_is_not_due_names_a_field_and_a_call() {
    let mut group = Group::new();
    let responses = json!([{ "finding_id": "F1", "response": "fixed", "details": "x" }]);
    for (tool, arguments) in [
        ("respond_findings", json!({ "loop_id": group.loop_id, "turn": 2, "responses": responses })),
        (
            "respond_findings",
            json!({ "loop_id": group.loop_id, "turn": 2, "responses": [], "escalate": "too hard" }),
        ),
        ("record_tests", json!({ "loop_id": group.loop_id, "turn": 2, "failed": ["a"] })),
    ] {
        let refused = group.client.call(tool, arguments);
        assert!(refused.is_error && refused.text.contains("not due now"), "{tool}: {}", refused.text);
        assert!(refused.text.contains("`loop_id`"), "{tool}: {}", refused.text);
    }
    group.says("CHANGES_REQUESTED", &[second()], json!([]));
    let refused = group.client.call("review_task", json!({ "loop_id": group.loop_id }));
    assert!(refused.is_error && refused.text.contains("must be answered first"), "{}", refused.text);
    assert!(
        refused.text.contains("`loop_id`") && refused.text.contains("respond_findings"),
        "{}",
        refused.text
    );
}

#[test]
fn a_systems_own_words_lead_to_the_call_that_works() {
    let mut group = Group::new();
    let asked = group.says("CHANGES_REQUESTED", &[second()], json!([]));
    let turn = &asked["next"]["turn"];
    let theirs = json!([{ "issue_id": "TL-AUTH-1-002", "action": "FIXED", "details": "f10 checks it" }]);
    for name in ["responses", "issue_responses"] {
        let mut call = json!({ "loop_id": group.loop_id, "turn": turn });
        call[name] = theirs.clone();
        let refused = group.client.call("respond_findings", call);
        assert!(refused.is_error, "{}", refused.text);
        let named = r#""finding_id":"TL-AUTH-1-002","response":"fixed""#;
        let named_in = refused.text.replace(": ", ":").replace(", ", ",");
        assert!(named_in.contains(named), "{}", refused.text);
    }
}

#[test]
fn after_the_users_fix_the_rounds_are_counted_on() {
    let scene = Scene::new();
    scene.commit("start", &[("src/auth.rs", &source(&[]))]);
    scene.commit("feat: auth", &[("src/auth.rs", &source(&[1]))]);
    let mut client = Client::start(scene.root(), Era::Stateless);
    let subject = json!({ "id": "AUTH", "title": "Auth", "criteria": "login works", "protocol": "countersign",
                          "base": "HEAD~1", "files": ["src/auth.rs"] });
    let mut opened = ok(client.call("review_task", subject));
    let loop_id = opened["loop_id"].clone();
    let mut questions = Vec::new();
    for line in 20..30 {
        let finding = json!({ "severity": "high", "title": "Null token crashes f10", "why": "it does",
                              "locations": [{ "file": "src/auth.rs", "line": 10 }] });
        let mut step = ok(client.call(
            "record_findings",
            json!({ "loop_id": loop_id, "countersign": opened["countersign"], "verdict": "changes_requested", "findings": [finding] }),
        ));
        if step["next"]["action"] == "ask_user" {
            questions.push(step["next"]["question"].as_str().unwrap().to_owned());
            if questions.len() == 2 {
                break;
            }
            let mut call = step["next"]["call"]["arguments"].clone();
            (call["choice"], call["reason"], call["decided_by"]) =
                (json!("fix"), json!("go on"), json!("Ann"));
            step = ok(client.call("decide", call));
        }
        scene.commit("fix", &[("src/auth.rs", &source(&[1, line]))]);
        ok(client.call(
            "respond_findings",
            json!({ "loop_id": loop_id, "turn": step["next"]["turn"],
                    "responses": [{ "finding_id": "F1", "response": "fixed", "details": "done" }] }),
        ));
        opened = ok(client.call("review_task", json!({ "loop_id": loop_id })));
    }
    assert!(questions[0].contains("2 rounds brought no progress"), "{questions:?}");
    assert!(questions[1].contains("3 rounds brought no progress"), "{questions:?}");
}

#[test]
fn a_rejection_that_nobody_could_rule_on_is_not_laid_to_the_reviewer() {
    let mut group = Group::new();
    let asked = group.says("CHANGES_REQUESTED", &[first(), second()], json!([]));
    group.fix(5);
    group.respond(
        &asked,
        json!([{ "finding_id": "TL-AUTH-1-001", "response": "fixed", "details": "no overflow" }, rejected("TL-AUTH-1-002")]),
    );
    group.open();
    let absent = group.record(json!({ "unavailable": "timeout" }));
    let why = absent["next"]["why"].as_str().unwrap();
    assert!(!why.contains("The reviewer left"), "{absent:#}");
}

#[test]
fn the_run_that_opened_a_loop_sent_again_after_its_approval_opens_no_other() {
    let mut group = Group::new();
    let subject = json!({ "id": "TESTS", "title": "Tests", "criteria": "they pass", "failed": ["a"], "command": "make test" });
    group.scene.commit("feat: other", &[("src/other.rs", "fn other() {}\n")]);
    let opened = group.client.call("record_tests", subject.clone());
    if opened.is_error {
        // The branch is under review as something else.
        return;
    }
    let opened = ok(opened);
    let loop_id = opened["next"]["call"]["arguments"]["loop_id"].clone();
    let mut call = opened["next"]["call"]["arguments"].clone();
    (call["failed"], call["passed"]) = (json!([]), json!(["a"]));
    ok(group.client.call("record_tests", call));
    group.loop_id = loop_id.clone();
    group.open();
    let done = group.record(json!({ "verdict": "approved", "findings": [] }));
    assert_eq!(done["next"]["outcome"], "approved", "{done:#}");
    let again = ok(group.client.call("record_tests", subject.clone()));
    assert_eq!(again["next"]["outcome"], "approved", "{again:#}");
    assert!(code(&again, "recorded_before"), "{again:#}");
    // Other work is another run.
    group.fix(33);
    let anew = ok(group.client.call("record_tests", subject));
    assert_eq!(anew["next"]["action"], "retest", "{anew:#}");
}

//! Answers at any size: every tool is given four hundred findings of two kilobytes each, and answers in under 40 KB;
//! what is left out is counted, and the call that shows it is named (SPEC 3).

#![allow(clippy::unwrap_used, clippy::needless_pass_by_value, reason = "tests")]

use serde_json::{Value, json};

use crate::client::{Answer, Client, Era};
use crate::plan_scene::{self, PLAN};
use crate::scene::Scene;

const FINDINGS: usize = 400;

/// Two kilobytes, some of which JSON writes longer.
fn long(n: usize) -> String {
    format!("finding {n}: {}", "the \"total\" is\twrong \u{2014} ".repeat(70))
}

/// Within the limit; the client holds every answer against it, too.
fn small(answer: &Answer) -> Value {
    assert!(!answer.is_error, "refused: {}", &answer.text[..answer.text.len().min(2000)]);
    let size = answer.structured.to_string().len();
    assert!(size < 40 * 1024, "{size} bytes");
    answer.structured.clone()
}

/// A review of so many findings in a dialect's own form.
fn text(dialect: &str, most: usize) -> String {
    let severity = |n: usize, words: [&str; 3]| words[n % 3].to_owned();
    let each = |form: &dyn Fn(usize) -> String| (1..=most).map(form).collect::<Vec<_>>().join("\n");
    match dialect {
        "bazinga" => {
            let issues: Vec<Value> = (1..=most)
                .map(|n| {
                    json!({ "id": format!("TL-AUTH-1-{n:03}"), "severity": severity(n, ["LOW", "HIGH", "CRITICAL"]),
                        "title": format!("title {n}"), "location": format!("src/cart.js:{n}"), "problem": long(n),
                        "fix": "mend it", "why": "it breaks" })
                })
                .collect();
            json!({ "issues": issues, "decision": "CHANGES_REQUESTED" }).to_string()
        }
        "gsd" => format!(
            "### Verdict: NEEDS_FIX\n\n### Findings\n\n#### Quality\n\n{}\n",
            each(&|n| format!(
                "- **Severity:** {}\n- **File:Line:** src/cart.js:{n}\n- **Issue:** {}\n- **Fix:** mend it\n",
                severity(n, ["Warning", "Warning", "Warning"]),
                long(n)
            ))
        ),
        "yolo" => format!(
            "VERDICT: reject\nFINDINGS:\n{}\n",
            each(&|n| format!(
                "- [id:f-{n:03}] [severity:{}] [file:src/f{n}.js] issue: {} | suggestion: mend it",
                severity(n, ["low", "high", "medium"]),
                long(n)
            ))
        ),
        _ => plan_scene::review(
            "1",
            "issues_found",
            "No issues found.",
            &each(&|n| {
                format!(
                    "### Finding {n}: title {n}\n- **Severity:** {}\n- **File:** src/cart.js:{n}\n- **Issue:** {}\n- **Suggestion:** mend it\n",
                    severity(n, ["info", "warning", "critical"]),
                    long(n)
                )
            }),
        ),
    }
}

#[test]
fn parse_verdict_of_any_dialect_stays_small() {
    let scene = Scene::new();
    scene.commit("chore: begin", &[("README.md", "# Shop\n")]);
    let mut client = Client::start(scene.root(), Era::Stateless);
    for dialect in ["bazinga", "gsd", "yolo", "megazord"] {
        let read = small(&client.call("parse_verdict", json!({ "text": text(dialect, FINDINGS) })));
        assert_eq!(read["dialect"], dialect, "{read}");
        let kept = read["findings"].as_array().unwrap().len();
        assert!(kept >= 20, "{dialect}: {kept}");
        let told = read["remarks"].to_string();
        assert!(told.contains("listed_in_part") && told.contains("countersign parse"), "{dialect}: {told}");
        if kept < FINDINGS {
            assert!(told.contains(&format!("{} more of `findings`", FINDINGS - kept)), "{dialect}: {told}");
        }
    }
}

/// A whole loop: the answer, its status, the responses, the re-review, the choice at its end.
#[test]
fn a_loop_of_four_hundred_findings_stays_small_at_every_step() {
    for protocol in ["bazinga", "gsd", "yolo"] {
        let scene = plan_scene::with_task_one();
        let base = scene.commit("chore: more", &[("src/other.js", "x\n")]);
        scene.branch("work", &base);
        scene.switch("work");
        scene.commit("feat: the cart again", &[("src/cart.js", &"line\n".repeat(FINDINGS + 5))]);
        scene.write("src/cart.js", "changed line\n".repeat(FINDINGS + 5));
        let mut client = Client::start(scene.root(), Era::Stateless);
        let subject = if protocol == "yolo" {
            json!({ "plan": PLAN, "of": "document", "protocol": protocol })
        } else {
            json!({ "id": "AUTH", "title": "Login", "criteria": "it works", "files": ["src/cart.js"], "protocol": protocol })
        };
        let mut opened = small(&client.call("review_task", subject));
        let id = opened["loop_id"].clone();
        for round in 0..2 {
            if !opened["countersign"].is_string() {
                break;
            }
            let recorded = small(&client.call(
                "record_findings",
                json!({ "loop_id": id, "countersign": opened["countersign"], "text": text(protocol, [FINDINGS, 100][round]) }),
            ));
            let status = small(&client.call("loop_status", json!({ "loop_id": id })));
            let ids: Vec<String> = (1..=200).map(|n| format!("NONE-{n}-{}", "x".repeat(40))).collect();
            let responses = |ids: &[String], response: &str| -> Value {
                ids.iter()
                    .map(|id| json!({ "finding_id": id, "response": response, "details": long(1), "reason": long(2) }))
                    .collect()
            };
            if status["next"]["call"]["tool"] == "respond_findings" {
                let turn = status["next"]["turn"].clone();
                let call = |given: Value| json!({ "loop_id": id, "turn": turn, "responses": given });
                let none = small(&client.call("respond_findings", call(responses(&ids, "fixed"))));
                assert!(none["responses"].to_string().contains("refused"), "{protocol}: {none}");
                let blocking: Vec<String> = recorded["blocking"]
                    .as_array()
                    .into_iter()
                    .flatten()
                    .filter_map(|v| v.as_str().map(str::to_owned))
                    .collect();
                small(&client.call(
                    "respond_findings",
                    call(responses(&blocking[..blocking.len().min(200)], "fixed")),
                ));
                let after = small(&client.call("loop_status", json!({ "loop_id": id })));
                let rest: Vec<String> = blocking.into_iter().skip(200).collect();
                if !rest.is_empty() && after["next"]["call"]["tool"] == "respond_findings" {
                    let call = json!({ "loop_id": id, "turn": after["next"]["turn"], "responses": responses(&rest, "fixed") });
                    small(&client.call("respond_findings", call));
                }
            }
            scene.write("src/cart.js", format!("round {round}\n").repeat(FINDINGS + 5));
            let next = client.call("review_task", json!({ "loop_id": id }));
            if next.is_error {
                assert!(next.text.len() < 40 * 1024);
                break;
            }
            opened = small(&next);
        }
        let status = small(&client.call("loop_status", json!({ "loop_id": id })));
        let turn = status["next"]["turn"].clone();
        small(&client.call(
            "decide",
            json!({ "loop_id": id, "turn": turn, "choice": status["next"]["options"][0].as_str().unwrap_or("abandon"),
                "reason": "enough", "decided_by": "Ada" }),
        ));
    }
}

#[test]
fn test_runs_plans_and_phases_stay_small() {
    let scene = plan_scene::with_task_one();
    let tasks: String = (1..=FINDINGS)
        .map(|n| format!("<task type=\"auto\">\n  <name>Task {n}: {}</name>\n  <files>src/f{n}.js, src/{}.js</files>\n</task>\n", &long(n)[..900], "d".repeat(200)))
        .collect();
    let truths: String =
        (1..=FINDINGS).map(|n| format!("    - \"truth {n} {}\"\n", "of much to tell ".repeat(8))).collect();
    let plan = format!(
        "---\nphase: 01-cart\nplan: 02\ntitle: Much\nwave: 0\ndepends_on: []\nmust_haves:\n  truths:\n{truths}---\n\n{tasks}"
    );
    let path = ".planning/phases/01-cart/01-02-PLAN.md";
    scene.commit(
        "docs: much",
        &[
            (path, plan.as_str()),
            (".planning/phases/01-cart/01-01-SUMMARY.md", "# Done\n\nIt works.\n"),
            (".planning/phases/01-cart/01-02-SUMMARY.md", "# Done\n\nIt works.\n"),
        ],
    );
    let mut client = Client::start(scene.root(), Era::Stateless);
    small(&client.call("check_plan", json!({ "plan": path })));
    small(&client.call("verify_phase", json!({ "phase": "1", "partial": true })));
    small(&client.call("loop_status", json!({ "phase": "1" })));
    let failed: Vec<String> = (1..=FINDINGS).map(|n| format!("test {n} {}", "x".repeat(250))).collect();
    let run = client.call("record_tests", json!({ "plan": PLAN, "task": "1", "failed": failed }));
    assert!(run.is_error || run.structured.to_string().len() < 40 * 1024);
}

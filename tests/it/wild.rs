//! What goes wrong in the wild, and cannot here (SPEC 12): a test or more for each item, through the doors
//! that people and hosts use.
//!
//! | item | test |
//! |---|---|
//! | 1 a bold `BLOCK` stored as a pass | [`wild_01_a_bold_block_is_never_stored_as_a_pass`] |
//! | 2 prose says `[High]`, the structured verdict says pass | [`wild_02_a_high_finding_in_the_prose_beats_a_structured_pass`] |
//! | 3 an unparseable answer becomes an invented verdict | [`wild_03_what_cannot_be_read_becomes_no_verdict`] |
//! | 15 `blocker` and `critical` drift apart and findings are dropped | [`wild_15_blocker_and_critical_are_one_severity`] |
//! | 16 a finding read from the echoed prompt | [`wild_16_the_echoed_brief_gives_no_finding_and_no_verdict`] |
//! | 21 CRITICAL with unreadable findings sent to a fix of nothing | [`wild_21_critical_without_a_readable_finding_is_never_a_fix_of_nothing`] |

#![allow(clippy::unwrap_used, reason = "tests")]

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::cli;
use crate::client::{Answer, Client};
use crate::plan_scene::{self, NO_DISCOUNT, NOTHING, PLAN, review};
use crate::scene::Scene;

/// Reads a text with the command line; returns its JSON and its exit code.
fn parsed(text: &str) -> (Value, i32) {
    let folder = TempDir::new().unwrap();
    let output = cli::run_with(folder.path(), &["parse", "--json"], text.as_bytes());
    (serde_json::from_str(&cli::out(&output)).unwrap(), cli::code(&output))
}

fn ok(answer: Answer) -> Value {
    assert!(!answer.is_error, "refused: {}", answer.text);
    answer.structured
}

/// A repository under review with a server on it and the first task's pass open.
struct Review {
    scene: Scene,
    client: Client,
    opened: Value,
}

impl Review {
    fn open() -> Self {
        let scene = plan_scene::with_task_one();
        let mut client = plan_scene::server(&scene);
        let opened = ok(client.call("review_task", json!({ "plan": PLAN, "task": "1" })));
        Self { scene, client, opened }
    }

    fn brief(&self) -> &str {
        self.opened["brief"].as_str().unwrap()
    }

    /// Gives an answer to the pass that is open, under the code it asks for now.
    fn answer(&mut self, fields: &Value) -> Value {
        let mut arguments = self.opened["next"]["call"]["arguments"].clone();
        arguments.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        let answer = ok(self.client.call("record_findings", arguments));
        self.opened = answer.clone();
        answer
    }

    /// The loop as a later session finds it.
    fn later(&mut self) -> Value {
        ok(self.client.call("loop_status", json!({ "state": "all" })))
    }

    fn report(&self) -> String {
        let path = self.scene.root().join(".planning/phases/01-cart/01-01-REVIEW-T1.md");
        std::fs::read_to_string(path).unwrap_or_default()
    }
}

/// No part of what the loop says or keeps takes the task for passed.
fn nothing_passed(review: &mut Review, answer: &Value) {
    assert!(!answer["verdict"].as_str().unwrap().starts_with("approved"), "{answer}");
    assert_ne!(answer["next"]["action"], "proceed", "{answer}");
    let status = review.later();
    assert_ne!(status["next"]["action"], "proceed", "{status}");
    let report = review.report();
    assert!(!report.contains("status: passed"), "{report}");
}

/// Findings that a `fix` asks for; a fix never comes without any.
fn to_fix(answer: &Value) -> Vec<&str> {
    let titles: Vec<&str> = match answer["next"]["findings"].as_array() {
        Some(list) => list.iter().map(|f| f["title"].as_str().unwrap()).collect(),
        None => Vec::new(),
    };
    assert_eq!(answer["next"]["action"] == "fix", !titles.is_empty(), "{answer}");
    titles
}

#[test]
fn wild_01_a_bold_block_is_never_stored_as_a_pass() {
    for line in [
        "### VERDICT: **BLOCK**",
        "### **VERDICT: BLOCK**",
        "**VERDICT:** `BLOCK`",
        "## ⛔ Verdict — **BLOCK** — 1 issue",
        "> intro\n\nVERDICT:\n**BLOCK**",
        "| Verdict | **BLOCK** |\n|---|---|",
    ] {
        let text = format!("{line}\n\n- [CRITICAL] `src/cart.js:6` the discount is ignored\n");
        let (read, code) = parsed(&text);
        assert_eq!((&read["verdict"], code), (&json!("changes_requested"), 0), "{text}\n{read}");

        let mut review = Review::open();
        let answer = review.answer(&json!({ "text": text }));
        assert_eq!(answer["claimed_verdict"], "changes_requested", "{answer}");
        assert_eq!(to_fix(&answer), ["the discount is ignored"]);
        nothing_passed(&mut review, &answer);
        assert!(review.report().contains("status: issues_found"), "{}", review.report());
    }
    // Alone, it blocks all the same: the reviewer is asked what it found.
    let mut review = Review::open();
    let answer = review.answer(&json!({ "text": "### VERDICT: **BLOCK**\n" }));
    assert_eq!(answer["next"]["reason"], "clarify", "{answer}");
    nothing_passed(&mut review, &answer);
}

#[test]
fn wild_02_a_high_finding_in_the_prose_beats_a_structured_pass() {
    let prose = "[CRITICAL] src/cart.js:6: the discount is ignored, customers pay too much";
    let structured = "{\"verdict\": \"approved\", \"findings\": []}";
    for text in [
        format!("{prose}\n\n{structured}\n"),
        format!("{structured}\n\n{prose}\n"),
        format!("I read it all.\n\n```json\n{structured}\n```\n\n- {prose}\n"),
        format!("- {prose}\n\nMy answer:\n\n```json\n{structured}\n```\n"),
        format!("VERDICT: approve\nFINDINGS:\n\n## Notes\n\n- {prose}\n"),
    ] {
        for text in [text.clone(), text.replace("[CRITICAL]", "[High]")] {
            let (read, _) = parsed(&text);
            assert_eq!(read["verdict"], "changes_requested", "{text}\n{read}");
            assert_eq!(read["findings"].as_array().unwrap().len(), 1, "{text}\n{read}");
            let codes: Vec<&Value> = read["remarks"].as_array().unwrap().iter().map(|r| &r["code"]).collect();
            assert!(codes.contains(&&json!("verdict_vs_findings")), "{text}\n{read}");
        }
        let mut review = Review::open();
        let answer = review.answer(&json!({ "text": text }));
        assert!(answer["claimed_verdict"].as_str().unwrap().starts_with("approved"), "{answer}");
        assert_eq!(answer["verdict"], "changes_requested", "{answer}");
        assert_eq!(to_fix(&answer).len(), 1, "{answer}");
        nothing_passed(&mut review, &answer);
    }
    // Structured input is held against its own findings too.
    let mut review = Review::open();
    let found = json!({ "severity": "high", "stage": "quality", "title": "The discount is ignored",
                        "locations": [{ "file": "src/cart.js", "line": 6 }] });
    let answer = review.answer(&json!({ "verdict": "approved", "findings": [found] }));
    assert_eq!(answer["verdict"], "changes_requested", "{answer}");
    nothing_passed(&mut review, &answer);
}

#[test]
fn wild_03_what_cannot_be_read_becomes_no_verdict() {
    let texts = [
        "Error: reached max turns (15)",
        "I had a look at the cart and it was interesting.",
        "{\"verdict\": \"app",
        "<html><body>502 Bad Gateway</body></html>",
        "\u{fffd}\u{fffd}\u{0}PASS\u{0}\u{fffd}",
        "approved approved rejected approved",
    ];
    for text in texts {
        let (read, code) = parsed(text);
        assert_eq!((&read["verdict"], code), (&json!("unclear"), 3), "{text}\n{read}");
        assert_eq!(read["findings"], json!([]), "{read}");
        assert!(read["ask_again"].as_str().unwrap().contains("No verdict could be read"), "{read}");
    }
    // In a loop: one question under a new code, then the pass is used up and a fresh review follows.
    let mut review = Review::open();
    let first = review.opened["countersign"].clone();
    let asked = review.answer(&json!({ "text": texts[1] }));
    assert_eq!(
        (&asked["verdict"], &asked["next"]["reason"]),
        (&json!("unclear"), &json!("clarify")),
        "{asked}"
    );
    assert_ne!(asked["next"]["call"]["arguments"]["countersign"], first);
    let used_up = review.answer(&json!({ "text": texts[0] }));
    assert_eq!(used_up["verdict"], "unclear", "{used_up}");
    assert_eq!(used_up["findings"], Value::Null, "{used_up}");
    assert_eq!(used_up["next"]["action"], "review", "{used_up}");
    nothing_passed(&mut review, &used_up);
}

#[test]
fn wild_15_blocker_and_critical_are_one_severity() {
    let words = [
        "critical",
        "Critical",
        "CRITICAL",
        "blocker",
        "BLOCKER",
        "Blocking",
        "P0",
        "🔴 Critical",
        "**Blocker**",
    ];
    let forms: [fn(&str) -> String; 4] = [
        |w| {
            format!(
                "## REVIEW COMPLETE\n**Status:** issues_found\n\n### Code Quality\n\n#### Finding 1: The discount is ignored\n- **Severity:** {w}\n- **File:** src/cart.js:6\n- **Issue:** the plain sum is returned\n"
            )
        },
        |w| format!("Verdict: changes requested\n\n- [{w}] `src/cart.js:6` The discount is ignored\n"),
        |w| {
            format!(
                "Verdict: changes requested\n\n| Severity | File | Issue |\n|---|---|---|\n| {w} | src/cart.js:6 | The discount is ignored |\n"
            )
        },
        |w| {
            format!(
                "{{\"verdict\": \"changes_requested\", \"findings\": [{{\"severity\": \"{}\", \"title\": \"The discount is ignored\", \"file\": \"src/cart.js\", \"line\": 6}}]}}\n",
                w.replace('*', "")
            )
        },
    ];
    for word in words {
        for form in forms {
            let text = form(word);
            let (read, _) = parsed(&text);
            let found = read["findings"].as_array().unwrap();
            assert_eq!(found.len(), 1, "{text}\n{read}");
            assert_eq!(found[0]["severity"], "critical", "{text}\n{read}");
        }
    }
    // GSD's reports number them so.
    for (id, front) in [("CR-01", "critical"), ("BL-01", "blocker")] {
        let text = format!(
            "---\nphase: 01-cart\nfindings:\n  {front}: 1\n  total: 1\nstatus: issues_found\n---\n\n# Phase 1: Code Review\n\n### {id}: The discount is ignored\n\n**File:** `src/cart.js:6`\n**Issue:** the plain sum is returned\n**Fix:** subtract it\n"
        );
        let (read, _) = parsed(&text);
        assert_eq!(read["findings"][0]["severity"], "critical", "{read}");
        assert_eq!(read["remarks"], Value::Null, "{read}");
    }
    // Under a protocol that knows no blocker it blocks as what it is.
    let mut review = Review::open();
    let answer = review.answer(&json!({ "text": forms[1]("BLOCKER") }));
    assert_eq!(answer["blocking"], json!(["F1"]), "{answer}");
    assert_eq!(to_fix(&answer), ["The discount is ignored"]);
}

#[test]
fn wild_16_the_echoed_brief_gives_no_finding_and_no_verdict() {
    let mut review = Review::open();
    let brief = review.brief().to_owned();
    assert!(brief.contains("Finding 1") && brief.contains("Severity"), "the brief shows a form: {brief}");
    let quoted: String = brief.lines().map(|l| format!("> {l}\n")).collect();
    for echo in
        [brief.clone(), quoted, format!("```\n{brief}\n```\n"), format!("<brief>\n{brief}\n</brief>\n")]
    {
        let (read, code) = parsed(&format!("{echo}\nI stop here.\n"));
        assert_eq!((&read["verdict"], code), (&json!("unclear"), 3), "{read}");
        assert_eq!(read["findings"], json!([]), "{read}");
    }
    let asked = review.answer(&json!({ "text": format!("{brief}\nI stop here.\n") }));
    assert_eq!(
        (&asked["verdict"], &asked["next"]["reason"]),
        (&json!("unclear"), &json!("clarify")),
        "{asked}"
    );
    // The echo before a real answer adds nothing to it.
    let code = asked["next"]["call"]["arguments"]["countersign"].as_str().unwrap();
    let real = review_of(code);
    let answer = review.answer(&json!({ "text": format!("{brief}\n\n---\n\n{real}") }));
    assert_eq!(answer["verdict"], "changes_requested", "{answer}");
    assert_eq!(to_fix(&answer), ["The discount is ignored"], "{answer}");
    assert_eq!(answer["findings"].as_array().unwrap().len(), 1, "{answer}");
}

fn review_of(code: &str) -> String {
    let text = review("1", "issues_found", NO_DISCOUNT, NOTHING);
    text.replace("**Status:**", &format!("**Countersign:** {code}\n**Status:**"))
}

#[test]
fn wild_21_critical_without_a_readable_finding_is_never_a_fix_of_nothing() {
    for text in [
        "## REVIEW: 01-01\n\n### Verdict: CRITICAL\n\n### Findings\n\nthe three points from the terminal\n",
        "### Verdict: CRITICAL\n",
        "## REVIEW COMPLETE\n**Status:** issues_found\n**Critical:** 3\n",
        "{\"status\": \"CHANGES_REQUESTED\", \"issue_summary\": {\"critical\": 3}, \"issues\": []}",
    ] {
        let (read, code) = parsed(text);
        assert!(["rejected", "changes_requested"].contains(&read["verdict"].as_str().unwrap()), "{read}");
        assert_eq!((code, &read["findings"]), (0, &json!([])), "{read}");
        assert!(read["ask_again"].as_str().unwrap().contains("names no finding"), "{read}");

        let mut review = Review::open();
        let asked = review.answer(&json!({ "text": text }));
        assert_eq!(asked["next"]["reason"], "clarify", "{asked}");
        assert!(to_fix(&asked).is_empty());
        let again = review.answer(&json!({ "text": text }));
        assert!(to_fix(&again).is_empty());
        assert_eq!(again["next"]["action"], "review", "{again}");
        nothing_passed(&mut review, &again);
    }
}

//! What a reading says of itself: short texts of one trait each, and what `countersign parse` prints for them.
//!
//! A case is `tests/explained/<case>.md` with `<case>.txt` beside it; `UPDATE_EXPECT=1` writes what is
//! printed now, to be read as the person or model who must act on it. Contradictions that only a loop can
//! see follow below, from the real server.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use expect_test::{expect, expect_file};
use serde_json::{Value, json};

use crate::cli;
use crate::plan_scene::{self, NO_DISCOUNT, NOTHING, PLAN, review};

/// Each case with words that its explanation must hold; they name the trait that it shows.
const CASES: [(&str, &[&str]); 42] = [
    // Contradictions, by the names they have everywhere (SPEC 5.6).
    ("approval-with-critical", &["[verdict_vs_findings]", "The token is written to the log (line 8)"]),
    ("changes-without-a-finding", &["[verdict_vs_findings]", "names no finding"]),
    ("changes-and-nothing-blocks", &["[verdict_vs_findings]", "critical would", "or approve"]),
    ("critical-without-findings", &["[verdict_vs_findings]", "rejected"]),
    ("unmet-requirement", &["[verdict_vs_findings]", "LOGIN-02"]),
    ("counts-off", &["[counts_vs_findings]", "line 4: the text states 2 critical findings and lists 1"]),
    ("blocking-count-off", &["[counts_vs_findings]", "3 blocking findings"]),
    ("delta-count-off", &["[counts_vs_findings]", "2 persistent"]),
    ("two-verdicts", &["[verdict_vs_verdict]", "line 1 says approved and line 5 says changes_requested"]),
    ("two-verdicts-and-a-last-word", &["[verdict_vs_verdict]", "lets the last one hold"]),
    ("front-matter-against-body", &["[verdict_vs_verdict]", "line 7"]),
    ("broken-front-matter", &["[front_matter]", "line 5: the front matter: no valid YAML"]),
    ("unclosed-front-matter", &["[front_matter]", "line 1: the front matter has no closing"]),
    ("approval-and-refusal", &["[verdict_vs_verdict]", "line 3 refuses"]),
    ("one-id-twice", &["[duplicate_ids]", "first on line 3"]),
    ("resolved-and-listed", &["[resolved_vs_findings]", "it stays open"]),
    // What only looks like a verdict.
    ("echoed-template", &["echoed template", "line 4 looks like one and is none"]),
    ("quoted-verdict", &["in a quotation"]),
    ("fenced-verdict", &["in a code fence"]),
    ("commented-verdict", &["in a comment"]),
    ("verdict-in-a-diff", &["in code or a diff"]),
    ("earlier-round", &["about an earlier round"]),
    ("verdict-inside-a-finding", &["inside a finding"]),
    ("under-a-condition", &["holds only under a condition"]),
    ("longer-word", &["inside a sentence or a longer word"]),
    ("hedged", &["[hedged]", "depends on something to come"]),
    ("look-alike-letters", &["[disguised]", "look-alike"]),
    ("invisible-letters", &["[disguised]", "\\u{200b}"]),
    ("undecodable-bytes", &["[disguised]", "undecodable"]),
    ("undecided", &["line 7 decides nothing (status: skipped)"]),
    ("cut-off-json", &["[json_unsound]", "cut off"]),
    ("json-key-twice", &["[json_unsound]", "a key twice"]),
    ("nothing-to-read", &["[unparsed]", "No verdict could be read from the answer"]),
    // What is read all the same, and by which leniency.
    ("bold-block", &["changes_requested", "line 1: ### VERDICT: **BLOCK**"]),
    ("mended-json", &["[json_repaired]", "line 2: \"status\""]),
    ("value-below", &["line 3: **PASS**"]),
    ("verdict-in-a-table", &["[lenient]", "table row"]),
    ("a-sentence", &["[lenient]", "sentence"]),
    ("the-whole-in-a-fence", &["[lenient]", "in a code fence"]),
    ("conditional", &["approved_with_notes"]),
    ("failed-check", &["check-regression", "passed: false"]),
    ("place-that-deceives", &["[bad_location]"]),
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/explained")
}

#[test]
fn every_reading_says_why() {
    let root = folder();
    let named: BTreeSet<String> = CASES.iter().map(|(name, _)| (*name).to_owned()).collect();
    let texts = fs::read_dir(&root).unwrap().map(|e| e.unwrap().path());
    let there: BTreeSet<String> = texts
        .filter(|p| p.extension().is_some_and(|e| e == "md"))
        .map(|p| p.file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    assert_eq!(there, named, "each text has its line in the table, and each line its text");
    assert!(named.len() >= 30);
    for (name, holds) in CASES {
        let text = fs::read(root.join(format!("{name}.md"))).unwrap();
        let output = cli::run_with(&root, &["parse"], &text);
        let printed = cli::out(&output);
        for words in holds {
            assert!(printed.contains(words), "{name} does not say {words:?}:\n{printed}");
        }
        // An answer that cannot be acted on is asked for again, and the exit code tells.
        let unclear = printed.starts_with("verdict: unclear\n");
        assert_eq!(cli::code(&output), if unclear { 3 } else { 0 }, "{name}");
        assert!(
            !unclear || printed.contains("ask again with:\n  No verdict could be read"),
            "{name}:\n{printed}"
        );
        expect_file![root.join(format!("{name}.txt"))].assert_eq(&printed);
    }
}

/// The remarks of an answer as `code: message`, one a line.
fn remarks(answer: &Value) -> String {
    let list = answer["remarks"].as_array().cloned().unwrap_or_default();
    list.iter()
        .map(|r| format!("{}: {}\n", r["code"].as_str().unwrap(), r["message"].as_str().unwrap()))
        .collect()
}

/// Has a finding recorded, mends it or not, and records `second`; returns what is remarked on that.
fn on_the_second_pass(mend: bool, second: &Value) -> String {
    let scene = plan_scene::with_task_one();
    let mut client = plan_scene::server(&scene);
    let mut call = |tool: &str, arguments: Value| {
        let answer = client.call(tool, arguments);
        assert!(!answer.is_error, "{}", answer.text);
        answer.structured
    };
    let with = |next: &Value, fields: &Value| {
        let mut arguments = next["next"]["call"]["arguments"].clone();
        arguments.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        arguments
    };
    let opened = call("review_task", json!({ "plan": PLAN, "task": "1" }));
    let found = json!({ "text": review("1", "issues_found", NO_DISCOUNT, NOTHING) });
    let first = call("record_findings", with(&opened, &found));
    assert_eq!(first["remarks"], Value::Null, "nothing is odd about the first answer");
    if mend {
        plan_scene::fix_discount(&scene);
    }
    let loop_id = &first["next"]["call"]["arguments"]["loop_id"];
    let again = call("review_task", json!({ "loop_id": loop_id }));
    remarks(&call("record_findings", with(&again, second)))
}

#[test]
fn a_loop_says_what_does_not_fit_it() {
    let passed = review("1", "passed", NOTHING, NOTHING);
    let resolved = json!([{ "id": "F7", "reason": "mended" }]);
    expect![[r#"
        unknown_ids: F7 is called resolved, but this loop has no such finding; open: F1
    "#]]
    .assert_eq(&on_the_second_pass(
        true,
        &json!({ "verdict": "approved", "findings": [], "resolved": resolved }),
    ));
    let rulings = json!([{ "finding_id": "F1", "ruling": "accepted", "reason": "the caller does it" }]);
    expect![[r#"
        ruling_without_rejection: F1 was not rejected; the ruling has no effect
    "#]]
    .assert_eq(&on_the_second_pass(
        true,
        &json!({ "verdict": "approved", "findings": [], "rulings": rulings }),
    ));
    expect![[r#"
        wrong_pass: the answer says it is about "07-03 Task 1"; this review is of 01-01 Task 1
    "#]]
    .assert_eq(&on_the_second_pass(true, &json!({ "text": passed.replace("01-01", "07-03") })));
    let silent = format!("{passed}\n## Resolved\n\n- F1\n");
    expect![[r#"
        resolved_without_reason: F1 is called resolved without a reason; that alone does not close it
    "#]]
    .assert_eq(&on_the_second_pass(true, &json!({ "text": silent })));
    // Nothing was mended, and nothing is said of the finding: it stands.
    expect![[r#"
        verdict_vs_findings: the reviewer approves, but F1 blocks still
    "#]]
    .assert_eq(&on_the_second_pass(false, &json!({ "text": passed })));
}

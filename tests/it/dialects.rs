//! Reviewer texts and their readings: `tests/reviews/<dialect>/<case>/{input.md,expected.json}`.
//!
//! Adding a case is adding a directory. `BLESS=1` writes what is missing or differs, to be read
//! before it is committed. Properties that hold for every text follow below.

#![allow(clippy::unwrap_used, reason = "a test that cannot read its cases fails")]

use std::cell::Cell;
use std::fs;
use std::path::{Path, PathBuf};

use countersign::domain::dialect::{self, ReadContext, Reading, held_verdict, read};
use countersign::domain::review::{Severity, Verdict};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::shapes::{self, Shape};

fn reviews() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reviews")
}

fn folders(of: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> =
        fs::read_dir(of).unwrap().map(|e| e.unwrap().path()).filter(|p| p.is_dir()).collect();
    found.sort();
    found
}

/// What a case states of a reading: enough to see every mistake, little enough to read.
fn outline(reading: &Reading) -> Value {
    let findings: Vec<Value> = reading
        .findings
        .iter()
        .map(|f| {
            let place = f.place();
            json!({
                "id": f.reported_id, "severity": f.severity, "stage": f.stage, "title": f.title,
                "file": place.map(|p| &p.file), "line": place.and_then(|p| p.line), "end_line": place.and_then(|p| p.end_line),
                "suggestion": f.suggestion, "requirement": f.requirement, "status": f.reported_status,
            })
        })
        .collect();
    json!({
        "dialect": reading.dialect,
        "claimed_verdict": reading.claimed_verdict,
        "held_verdict": held_verdict(reading),
        "rule": reading.because.as_ref().map(|b| &b.rule),
        "findings": findings,
        "resolved": reading.resolved.iter().map(|r| &r.id).collect::<Vec<_>>(),
        "rulings": reading.rulings,
        "about": reading.about,
        "remarks": reading.remarks.iter().map(|r| &r.code).collect::<Vec<_>>(),
        "asks_again": dialect::ask_again(reading).is_some(),
    })
}

#[test]
fn every_case_reads_as_expected() {
    let bless = std::env::var_os("BLESS").is_some();
    let mut wrong = Vec::new();
    let mut cases = 0;
    for dialect in folders(&reviews()) {
        for case in folders(&dialect) {
            cases += 1;
            let text = String::from_utf8(fs::read(case.join("input.md")).unwrap()).unwrap();
            let got = outline(&read(&text, &ReadContext::default()));
            let file = case.join("expected.json");
            if bless {
                fs::write(&file, format!("{}\n", serde_json::to_string_pretty(&got).unwrap())).unwrap();
                continue;
            }
            let expected: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
            if expected != got {
                let got = serde_json::to_string_pretty(&got).unwrap();
                wrong.push(format!("{}: read as\n{got}", case.display()));
            }
        }
    }
    assert!(cases >= 40, "only {cases} cases found");
    assert!(wrong.is_empty(), "{}\n\nBLESS=1 writes what is read now", wrong.join("\n"));
}

/// The labelled texts of an outside corpus, where `COUNTERSIGN_CORPUS` names its folder.
#[test]
fn the_corpus_is_read() {
    let Some(root) = std::env::var_os("COUNTERSIGN_CORPUS").map(PathBuf::from) else { return };
    let (mut texts, mut right, mut unsafe_approvals) = (0, 0, Vec::new());
    let (mut hit, mut extra, mut missed) = (0, 0, 0);
    for dialect in folders(&root) {
        let mut labels: Vec<PathBuf> = fs::read_dir(&dialect).unwrap().map(|e| e.unwrap().path()).collect();
        labels.retain(|p| p.extension().is_some_and(|e| e == "json"));
        for label in labels {
            let gold: Value = serde_json::from_slice(&fs::read(&label).unwrap()).unwrap();
            let text = String::from_utf8_lossy(&fs::read(label.with_extension("md")).unwrap()).into_owned();
            let reading = read(&text, &ReadContext::default());
            texts += 1;
            right += usize::from(gold["verdict"] == reading.claimed_verdict.as_str());
            if reading.claimed_verdict.approves()
                && !gold["verdict"].as_str().unwrap().starts_with("approved")
            {
                unsafe_approvals.push(label.clone());
            }
            let mut want: Vec<(String, String, Option<u64>)> = gold["findings"]
                .as_array()
                .unwrap()
                .iter()
                .map(|f| {
                    let file = f["file"].as_str().unwrap_or_default().replace('\\', "/");
                    (f["severity"].as_str().unwrap().to_owned(), file, f["line"].as_u64())
                })
                .collect();
            for f in &reading.findings {
                let file = f.place().map(|p| p.file.replace('\\', "/")).unwrap_or_default();
                let key =
                    (f.severity.as_str().to_owned(), file, f.place().and_then(|p| p.line).map(u64::from));
                match want.iter().position(|w| *w == key) {
                    Some(at) => {
                        want.remove(at);
                        hit += 1;
                    }
                    None => extra += 1,
                }
            }
            missed += want.len();
        }
    }
    let f1 = 2.0 * f64::from(hit) / (2.0 * f64::from(hit) + f64::from(extra) + missed as f64);
    assert!(unsafe_approvals.is_empty(), "read as approved: {unsafe_approvals:?}");
    assert!(right * 100 >= texts * 98, "verdicts {right}/{texts}");
    assert!(f1 >= 0.95, "findings F1 {f1:.3}");
}

#[test]
fn a_countersign_tells_which_of_two_answers_holds() {
    let text = "## REVIEW COMPLETE\ncs-1-old\n\n**Status:** issues_found\n\n## REVIEW COMPLETE\ncs-2-new\n\n**Status:** passed\n";
    let unsigned = read(text, &ReadContext::default());
    assert_eq!(unsigned.claimed_verdict, Verdict::Unclear);
    let signed = read(text, &ReadContext { countersign: Some("cs-2-new"), ..ReadContext::default() });
    assert_eq!(signed.claimed_verdict, Verdict::Approved);
    let other = read(text, &ReadContext { countersign: Some("cs-1-old"), ..ReadContext::default() });
    assert_eq!(other.claimed_verdict, Verdict::ChangesRequested);
}

#[test]
fn lines_of_the_diff_are_no_verdict() {
    let text = "The change adds this line:\n\nVERDICT: approve\n";
    let in_diff = |line: &str| line == "VERDICT: approve";
    let reading = read(text, &ReadContext { diff_lines: &in_diff, ..ReadContext::default() });
    assert_eq!(reading.claimed_verdict, Verdict::Unclear);
    assert_eq!(reading.ignored[0].why, "stands in the reviewed diff");
    assert_eq!(reading.ignored[0].line, 3);
}

#[test]
fn a_forced_dialect_reads_by_its_own_words() {
    let text = "### Verdict: CRITICAL\n";
    let context = ReadContext { forced: Some("gsd"), ..ReadContext::default() };
    assert_eq!(read(text, &context).claimed_verdict, Verdict::Rejected);
    let context = ReadContext { forced: Some("megazord"), ..ReadContext::default() };
    assert_eq!(read(text, &context).claimed_verdict, Verdict::Unclear);
}

#[test]
fn asking_again_names_what_is_missing_and_the_form() {
    let unclear =
        read("## REVIEW COMPLETE\n\n### Spec Compliance\nNo issues found.\n", &ReadContext::default());
    let question = dialect::ask_again(&unclear).unwrap();
    assert!(question.contains("**Status:** passed") && question.contains("No verdict"), "{question}");
    let empty = read("VERDICT: reject\nFINDINGS:\n", &ReadContext::default());
    assert!(dialect::ask_again(&empty).unwrap().contains("names no finding"));
    let fine = read("VERDICT: approve\nFINDINGS:\n", &ReadContext::default());
    assert_eq!(dialect::ask_again(&fine), None);
}

#[test]
fn a_text_without_a_dialect_is_asked_for_in_the_protocols_form() {
    let vague = "I have looked at it and will look again.\n";
    let context = ReadContext { prefers: Some("megazord"), ..ReadContext::default() };
    let question = dialect::ask_again(&read(vague, &context)).unwrap();
    for held in ["## REVIEW COMPLETE", "Countersign", "Finding 1", "- **Severity:**", "(as in the brief)"] {
        assert!(question.contains(held), "{held}: {question}");
    }
    assert!(!question.contains("01-02"), "{question}");
    let plain = read(vague, &ReadContext::default());
    assert_eq!(plain.dialect, "prose");
    assert!(dialect::ask_again_in(&plain, "yolo").unwrap().contains("VERDICT: approve"));
    assert_eq!(dialect::ask_again_in(&plain, "none of them"), dialect::ask_again(&plain));
    // What can be acted on is read as it is.
    let fine = read("LGTM\n", &context);
    assert_eq!((fine.dialect.as_str(), fine.claimed_verdict), ("prose", Verdict::Approved));
}

#[test]
fn quoted_lines_of_the_diff_are_no_verdict_whatever_stands_around_them() {
    let plan = ["## Acceptance", "- **Status:** passed", "VERDICT: approve", "I approve this change."];
    let in_diff = |line: &str| plan.contains(&line);
    let context = ReadContext { diff_lines: &in_diff, ..ReadContext::default() };
    for text in [
        "The plan reads\n\n  ## Acceptance\n  - **Status:** passed\n\nand so on.\n",
        "The plan reads\n\n**Status:** passed\n",
        "The plan reads\n\n1. VERDICT: approve\n",
        "The plan reads\n\n+ VERDICT: approve\n+ I approve this change.\n",
        "The plan reads\n\n* I approve this change.\n",
        "The plan reads\n\n    VERDICT: approve\n",
    ] {
        let reading = read(text, &context);
        assert_eq!(reading.claimed_verdict, Verdict::Unclear, "{text}\n{reading:?}");
    }
}

#[test]
fn a_location_with_control_characters_is_left_out() {
    let text = r#"{"verdict": "changes_requested", "findings": [{"severity": "high", "title": "it leaks", "file": "src/cart.js\n## x", "line": 3}]}"#;
    let reading = read(text, &ReadContext::default());
    assert_eq!(reading.findings.len(), 1);
    assert_eq!(reading.findings[0].locations, []);
    assert!(reading.remarks.iter().any(|r| r.code == "bad_location"), "{:?}", reading.remarks);
}

#[test]
fn a_part_is_kept_whole_and_cut_with_a_remark() {
    let text = "## REVIEW COMPLETE\n**Status:** issues_found\n\n### Finding 1: it leaks\n- **Severity:** critical\n- **File:** src/a.rs:1\n- **Issue:** Two callers:\n  - the first\n    - inside it\n\n  and the second.\n- **Suggestion:** Close it:\n  1. here\n  2. there\n\n  ```rs\n  drop(file);\n  ```\n- **Why:** it\n  hurts\n";
    let reading = read(text, &ReadContext::default());
    let [finding] = reading.findings.as_slice() else { panic!("{reading:?}") };
    assert_eq!(
        finding.description.as_deref(),
        Some("Two callers:\n- the first\n  - inside it\n\nand the second.")
    );
    assert_eq!(
        finding.suggestion.as_deref(),
        Some("Close it:\n1. here\n2. there\n\n```rs\ndrop(file);\n```")
    );
    assert_eq!(finding.why.as_deref(), Some("it\nhurts"));
    assert!(!reading.remarks.iter().any(|r| r.code == "cut"));
    let long = format!("{text}  {}\n", "ö and on\n  ".repeat(2_000));
    let reading = read(&long, &ReadContext::default());
    assert!(reading.findings[0].why.as_ref().unwrap().len() <= 8 << 10);
    assert!(reading.remarks.iter().any(|r| r.code == "cut"));
}

/// Four times the text asks at most four times as often and answers with at most four times as much.
#[test]
fn hostile_texts_cost_in_proportion() {
    let cost = |shape: &Shape, size: usize| {
        let text = (shape.make)(size);
        let asked = Cell::new(0_usize);
        let count = |_: &str| {
            asked.set(asked.get() + 1);
            false
        };
        let context = ReadContext { diff_lines: &count, forced: shape.forced, ..ReadContext::default() };
        let reading = read(&text, &context);
        (asked.get(), serde_json::to_string(&reading).unwrap().len())
    };
    for shape in shapes::all() {
        let (few, small) = cost(shape, 1 << 10);
        let (many, large) = cost(shape, 1 << 12);
        let name = shape.name;
        assert!(many <= 5 * few + 50, "{name}: {few} questions, then {many}");
        assert!(large <= 6 * small + 16_384, "{name}: {small} bytes, then {large}");
    }
}

/// Lines that reviews are made of, to be shuffled.
const LINES: &[&str] = &[
    "## REVIEW COMPLETE",
    "**Status:** passed",
    "**Status:** issues_found",
    "Verdict: PASS",
    "VERDICT: approve",
    "### Verdict: NEEDS_FIX",
    "REVIEW_PASS",
    "REVIEW_FAIL",
    "LGTM",
    "### Spec Compliance",
    "### Code Quality",
    "### Finding 1: the lock leaks",
    "- **Severity:** critical",
    "- **File:** src/a.rs:10",
    "- **Issue:** it leaks",
    "- [id:f-001] [severity:high] [file:src/a.rs] issue: x | suggestion: y",
    "FINDINGS:",
    "```",
    "> quoted",
    "<!--",
    "-->",
    "| # | Dimension | Status | Finding |",
    "|---|---|---|---|",
    "| 1 | Scope | FAIL | too wide |",
    "{\"status\": \"APPROVED\", \"issues\": []}",
    "{\"status\": \"CHANGES_REQUESTED\", \"issues\": [",
    "]}",
    "---",
    "## Previous round",
    "No issues found.",
    "I cannot approve this.",
    "",
    "    indented",
    "1. item",
    "text\u{200b}text",
];

fn shuffled() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(LINES), 0..40).prop_map(|lines| lines.join("\n"))
}

/// Whole answers that approve, one a dialect and form.
const APPROVALS: &[&str] = &[
    "## REVIEW COMPLETE\n\n**Status:** passed\n",
    "VERDICT: approve\nFINDINGS:\n",
    "### Verdict: PASS\n",
    "## Review: design (Iteration 1)\n\nREVIEW_PASS\n",
    "{\"status\": \"APPROVED\", \"issues\": []}\n",
    "{\"verdict\": \"approved\", \"findings\": []}\n",
    "LGTM\n",
    "I approve this change.\n",
];

/// How many texts a property is tried with; `PROPTEST_CASES` raises it.
fn property_cases() -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(64)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: property_cases(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn reading_never_fails(text in any::<String>()) {
        let reading = read(&text, &ReadContext::default());
        prop_assert!(dialect::names().any(|n| n == reading.dialect));
    }

    #[test]
    fn reading_never_fails_on_what_reviews_are_made_of(text in shuffled(), cut in 0usize..400) {
        let end = text.char_indices().map(|(at, _)| at).chain([text.len()]).rfind(|&at| at <= cut.max(1)).unwrap_or(0);
        for text in [text.as_str(), &text[..end]] {
            for name in dialect::names() {
                read(text, &ReadContext { forced: Some(name), ..ReadContext::default() });
            }
        }
    }

    #[test]
    fn a_critical_finding_never_ends_in_an_approval(text in shuffled()) {
        let reading = read(&text, &ReadContext::default());
        if reading.findings.iter().any(|f| f.severity == Severity::Critical) {
            prop_assert!(!held_verdict(&reading).approves());
        }
    }

    #[test]
    fn a_critical_finding_added_to_an_approval_is_seen(at in 0..APPROVALS.len(), title in "[a-z]{3,12} [a-z]{3,12}") {
        let text = format!("{}\n\n### Finding 1: {title}\n- **Severity:** critical\n- **File:** src/a.rs:10\n", APPROVALS[at]);
        let reading = read(&text, &ReadContext::default());
        prop_assert!(!held_verdict(&reading).approves(), "{text}\n{reading:?}");
    }

    #[test]
    fn an_approval_that_is_only_shown_does_not_approve(at in 0..APPROVALS.len(), lead in "[A-Z][a-z]{3,9} [a-z]{3,9} the fixture") {
        let answer = APPROVALS[at];
        let quoted: String = answer.lines().map(|l| format!("> {l}\n")).collect();
        prop_assert!(!read(&quoted, &ReadContext::default()).claimed_verdict.approves());
        for shown in [
            format!("{lead} holds the text of a sample:\n\n```\n{answer}```\n\nThe test does not read it.\n"),
            format!("{lead} in short.\n\n{quoted}\nMore to come.\n"),
            format!("{lead} in short.\n\n<!--\n{answer}-->\n"),
            format!("{lead} in short.\n\n<previous_review>\n{answer}</previous_review>\n"),
        ] {
            let reading = read(&shown, &ReadContext::default());
            prop_assert!(!reading.claimed_verdict.approves(), "{shown}\n{reading:?}");
        }
    }
}

#[test]
fn conditions_are_read_to_the_letter() {
    for text in [
        "{\"verdict\": \"changes_requested\", \"findings\": [{\"severity\": \"high\", \"title\": \"Codes\", \"file\": \"src/a.rs\", \"closed_when\": \"src/a.rs lacks \\\\*_old_\"}]}",
        "Verdict: changes requested\n\n### Finding 1: Codes\n- **Severity:** high\n- **File:** src/a.rs:3\n- **Closed when:** src/a.rs lacks \\*_old_\n",
    ] {
        let read = read(text, &ReadContext::default());
        let found: Vec<_> = read.findings.iter().map(|f| f.closed_when.as_deref()).collect();
        assert_eq!(found, [Some("src/a.rs lacks \\*_old_")], "{text}: {read:?}");
    }
}

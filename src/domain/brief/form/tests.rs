//! Each form is read back by its own dialect's reader: filled in as said, as what it says; unfilled, as nothing.

#![allow(clippy::unwrap_used, reason = "tests")]

use super::*;
use crate::domain::brief::tests::{open_first, opened_under};
use crate::domain::dialect::{ReadContext, Reading, read};
use crate::domain::protocol::Protocol;
use crate::domain::review::{Severity, Verdict};
use crate::domain::subject::Contract;

/// Returns the form of a protocol without the indentation it has in a brief, and without what explains it.
fn form(protocol: &str) -> String {
    let contract = Contract::new("Do it".to_owned(), Vec::new(), Vec::new());
    let mut state = opened_under(Protocol::named(protocol).unwrap(), contract);
    open_first(&mut state);
    answer_form(&state, state.pass().unwrap())
}

fn bare(form: &str) -> String {
    let lines = form.lines().filter(|l| l.is_empty() || l.starts_with("    "));
    lines.map(|l| l.strip_prefix("    ").unwrap_or(l)).collect::<Vec<_>>().join("\n")
}

fn reading(protocol: &str, text: &str) -> Reading {
    let prefers = Some(protocol);
    read(text, &ReadContext { countersign: Some("cs-1-abcdef"), prefers, ..ReadContext::default() })
}

/// Puts an answer in place of each placeholder of a form; every placeholder must be there.
fn filled(protocol: &str, answers: &[(&str, &str)]) -> String {
    let mut text = bare(&form(protocol));
    for (placeholder, answer) in answers {
        assert!(text.contains(placeholder), "{protocol}: {placeholder:?} is not in\n{text}");
        text = text.replace(placeholder, answer);
    }
    text
}

#[test]
fn every_protocol_has_a_form_in_its_own_dialect() {
    for protocol in Protocol::all() {
        assert!(FORMS.iter().any(|(name, _)| *name == protocol.dialect), "{}", protocol.name);
    }
    assert_eq!(form_of("no such"), form_of("countersign"));
}

#[test]
fn an_unfilled_form_is_no_answer() {
    let mut taken = Vec::new();
    for protocol in Protocol::all() {
        let form = form(&protocol.name);
        assert!(form.contains("cs-1-abcdef"), "{form}");
        for text in [form.clone(), bare(&form)] {
            let reading = reading(&protocol.name, &text);
            if reading.claimed_verdict != Verdict::Unclear {
                taken.push(format!("{}: {reading:#?}\n{text}", protocol.name));
            }
        }
    }
    assert!(taken.is_empty(), "{}", taken.join("\n\n"));
}

/// A protocol, what takes the place of what, and the severity and file of the one finding.
type Case<'a> = (&'a str, Vec<(&'a str, &'a str)>, Severity, Option<&'a str>);

#[test]
fn a_filled_form_is_read_as_what_it_says() {
    let issue = [
        ("(what is wrong, and how it shows)", "the sum ignores the discount"),
        ("(what would mend it)", "subtract it"),
    ];
    let with = |more: &[(&'static str, &'static str)]| [more, &issue].concat();
    let cases: [Case<'_>; 6] = [
        (
            "megazord",
            with(&[
                ("(`passed` when nothing is critical, otherwise `issues_found`)", "issues_found"),
                ("**Critical:** (how many)", "**Critical:** 1"),
                ("**Warnings:** (how many)", "**Warnings:** 0"),
                ("**Info:** (how many)", "**Info:** 0"),
                ("(title)", "The discount is ignored"),
                ("(critical, warning, info)", "critical"),
                ("(the plan element or requirement id)", "CART-01"),
            ]),
            Severity::Critical,
            None,
        ),
        (
            "yolo",
            with(&[
                ("approve|conditional|reject", "reject"),
                ("(high, medium, low)", "high"),
                ("(path)", "src/cart.js"),
            ]),
            Severity::High,
            Some("src/cart.js"),
        ),
        (
            "gsd",
            with(&[
                ("(the requirement or criterion)", "totals honour discounts"),
                ("MET|PARTIALLY_MET|NOT_MET|OVER_IMPLEMENTED", "MET"),
                ("| (path:line) |", "| src/cart.js:2 |"),
                ("(met)/(all)", "1/1"),
                ("(None, or what was not asked for)", "None"),
                ("PASS|PASS_WITH_NOTES|NEEDS_FIX|CRITICAL", "CRITICAL"),
                ("(category)", "Correctness"),
                ("(Critical, Warning, Info)", "Critical"),
                ("(path:line)", "src/cart.js:6"),
                ("(the requirement or criterion it measures against, where it is one)", "CART-01"),
            ]),
            Severity::Critical,
            Some("src/cart.js"),
        ),
        (
            "ralph",
            vec![
                (
                    "| 1 | Alignment | PASS/INFO/WARNING/FAIL/CRITICAL | (what is wrong, and where) |",
                    "| 1 | Alignment | FAIL | no discount in src/cart.js |",
                ),
                ("PASS/INFO/WARNING/FAIL/CRITICAL", "PASS"),
                ("(what is wrong, and where)", "-"),
                ("(in two sentences)", "One row fails."),
                ("(what would mend it)", "subtract the discount"),
                ("REVIEW_PASS or REVIEW_FAIL", "REVIEW_FAIL"),
            ],
            Severity::High,
            Some("src/cart.js"),
        ),
        (
            "bazinga",
            vec![
                ("APPROVED | APPROVED_WITH_NOTES | CHANGES_REQUESTED", "CHANGES_REQUESTED"),
                ("(in two sentences)", "One issue."),
                ("(CRITICAL, HIGH, MEDIUM, LOW)", "HIGH"),
                ("\"(true or false)\"", "true"),
                ("(what is wrong, in a line)", "The discount is ignored"),
                ("(path:line)", "src/cart.js:6"),
                ("(the requirement or criterion it measures against, where it is one)", "CART-01"),
                ("(the code, and the failure it leads to)", "returns the plain sum"),
                ("(what would mend it)", "subtract it"),
                ("(why it matters)", "customers pay too much"),
            ],
            Severity::High,
            Some("src/cart.js"),
        ),
        (
            "countersign",
            vec![
                ("approved | approved_with_notes | changes_requested | rejected", "changes_requested"),
                ("(critical, high, medium, low, info)", "high"),
                ("(spec or quality)", "spec"),
                ("(what is wrong, in a line)", "The discount is ignored"),
                ("(how it shows)", "returns the plain sum"),
                ("(path)", "src/cart.js"),
                ("\"(number)\"", "6"),
                ("(what it measures against, for stage spec)", "CART-01"),
                ("(what would mend it)", "subtract it"),
                ("(why it matters)", "customers pay too much"),
                ("{\"id\": \"(an open finding)\", \"reason\": \"(why it is mended)\"}", ""),
            ],
            Severity::High,
            Some("src/cart.js"),
        ),
    ];
    for (protocol, answers, severity, place) in cases {
        let text = filled(protocol, &answers);
        let reading = reading(protocol, &text);
        let shown = format!("{protocol}: {reading:#?}\n{text}");
        assert_eq!(reading.dialect, Protocol::named(protocol).unwrap().dialect, "{shown}");
        let expected = if protocol == "gsd" { Verdict::Rejected } else { Verdict::ChangesRequested };
        assert_eq!(reading.claimed_verdict, expected, "{shown}");
        assert_eq!(reading.findings.len(), 1, "{shown}");
        assert_eq!(reading.findings[0].severity, severity, "{shown}");
        assert_eq!(reading.findings[0].place().map(|p| p.file.as_str()), place, "{shown}");
        if text.contains("CART-01") {
            assert_eq!(reading.findings[0].requirement.as_deref(), Some("CART-01"), "{shown}");
        }
    }
}

/// Each status that the form offers, and words it does not: none is lost, and none of them passes in silence.
#[test]
fn every_status_of_a_row_is_read() {
    for (status, severity) in [
        ("CRITICAL", Some(Severity::Critical)),
        ("**FAIL**", Some(Severity::High)),
        ("WARNING", Some(Severity::Medium)),
        ("INFO", Some(Severity::Info)),
        ("PASS", None),
        ("N/A", None),
        ("DUBIOUS", Some(Severity::High)),
        ("SKIPPED", Some(Severity::High)),
    ] {
        for signal in ["REVIEW_FAIL", "REVIEW_PASS"] {
            let text = format!(
                "## Review: design (Iteration 1)\n\n### Findings\n\n| # | Dimension | Status | Finding |\n|---|---|---|---|\n| 1 | Completeness | {status} | no components, design.md:3 |\n| 2 | Scope | PASS | - |\n\n{signal}\n"
            );
            let reading = reading("ralph", &text);
            let found: Vec<Severity> = reading.findings.iter().map(|f| f.severity).collect();
            assert_eq!(found, severity.into_iter().collect::<Vec<_>>(), "{reading:#?}");
            let said = reading.remarks.iter().any(|r| r.code == "row_status_unknown");
            assert_eq!(said, ["DUBIOUS", "SKIPPED"].contains(&status), "{reading:#?}");
        }
    }
}

#[test]
fn a_re_review_is_told_how_to_take_an_earlier_finding_back() {
    for protocol in Protocol::all() {
        let first = form(&protocol.name);
        assert!(!first.to_lowercase().contains("reverses"), "{first}");
        let contract = Contract::new("Do it".to_owned(), Vec::new(), Vec::new());
        let mut state = opened_under(protocol.clone(), contract);
        open_first(&mut state);
        let mut again = state.pass().unwrap().clone();
        again.number = 2;
        let form = answer_form(&state, &again);
        assert!(form.to_lowercase().contains("reverses"), "{form}");
    }
}

#[test]
fn each_way_of_taking_an_earlier_finding_back_is_read() {
    for (protocol, text) in [
        (
            "megazord",
            "## REVIEW COMPLETE\n**Status:** issues_found\n### Code Quality\n### Finding 1: Do not round\n- **Severity:** critical\n- **File:** src/a.rs:12\n- **Issue:** the sum drifts\n- **Reverses:** F1\n",
        ),
        (
            "gsd",
            "### Verdict: NEEDS_FIX\n### Findings\n#### Correctness\n- **Severity:** Critical\n- **File:Line:** src/a.rs:12\n- **Issue:** do not round\n- **Fix:** keep it exact\n- **Reverses:** F1\n",
        ),
        (
            "yolo",
            "VERDICT: reject\nFINDINGS:\n- [id:f-002] [severity:high] [status:new] [file:p.md] issue: join the tasks again | suggestion: one task | reverses: F1\n",
        ),
        (
            "ralph",
            "## Review: design (Iteration 2)\n### Findings\n| # | Dimension | Status | Finding |\n|---|---|---|---|\n| 1 | Consistency | FAIL | REVERSES: F1. Keep the store in one |\n### Feedback for Revision\n1. one store\n\nREVIEW_FAIL\n",
        ),
        (
            "bazinga",
            "{\"status\": \"CHANGES_REQUESTED\", \"issues\": [{\"id\": \"TL-A-2-001\", \"severity\": \"HIGH\", \"blocking\": true, \"title\": \"Extract a helper\", \"location\": \"src/a.rs:10\", \"reverses\": \"F1\"}]}",
        ),
        (
            "countersign",
            "{\"countersign\": \"cs-1-abcdef\", \"verdict\": \"changes_requested\", \"findings\": [{\"severity\": \"high\", \"title\": \"Extract a helper\", \"locations\": [{\"file\": \"src/a.rs\", \"line\": 10}], \"reverses\": \"F1\"}]}",
        ),
    ] {
        let reading = reading(protocol, text);
        let reversed: Vec<_> = reading.findings.iter().map(|f| f.reverses.as_deref()).collect();
        assert_eq!(reversed, [Some("F1")], "{protocol}: {reading:#?}");
        assert!(!reading.findings[0].title.to_lowercase().contains("reverses"), "{reading:#?}");
    }
}

#[test]
fn a_list_of_what_is_taken_back_is_read_whole_and_a_word_for_nothing_as_none() {
    for (reverses, expected) in
        [("[\"F1\", \"F2\"]", Some("F1, F2")), ("\"none\"", None), ("null", None), ("\"F2\"", Some("F2"))]
    {
        let text = format!(
            "{{\"countersign\": \"cs-1-abcdef\", \"verdict\": \"changes_requested\", \"findings\": [{{\"severity\": \"high\", \"title\": \"Extract a helper\", \"locations\": [{{\"file\": \"src/a.rs\", \"line\": 10}}], \"reverses\": {reverses}}}]}}"
        );
        let reading = reading("countersign", &text);
        assert_eq!(reading.findings[0].reverses.as_deref(), expected, "{reading:#?}");
    }
}

#[test]
fn a_filled_form_of_a_re_review_resolves_what_is_mended() {
    use crate::domain::finding::Finding;
    use crate::domain::ids::FindingId;
    use crate::domain::review::RawFinding;
    for protocol in ["megazord", "yolo", "gsd", "bazinga", "countersign"] {
        let contract = Contract::new("Do it".to_owned(), Vec::new(), Vec::new());
        let mut state = opened_under(Protocol::named(protocol).unwrap(), contract);
        open_first(&mut state);
        let said = RawFinding::new(Severity::High, "The discount is ignored");
        state.findings.push(Finding::new(FindingId::new("F1"), said, 1));
        let form = answer_form(&state, state.pass().unwrap());
        let unfilled = reading(protocol, &form);
        assert!(unfilled.resolved.is_empty(), "{unfilled:#?}");
        let text = ["(id of an open finding)", "(an open issue)", "(an open finding)"]
            .iter()
            .fold(bare(&form), |text, placeholder| text.replace(placeholder, "F1"))
            .replace("(why it is mended)", "total() subtracts it now")
            .replace("APPROVED | APPROVED_WITH_NOTES | CHANGES_REQUESTED", "APPROVED")
            .replace("approved | approved_with_notes | changes_requested | rejected", "approved")
            .replace("approve|conditional|reject", "approve")
            .replace("PASS|PASS_WITH_NOTES|NEEDS_FIX|CRITICAL", "PASS");
        let read = reading(protocol, &text);
        let resolved: Vec<_> = read.resolved.iter().map(|r| (r.id.as_str(), r.reason.as_deref())).collect();
        assert_eq!(resolved, [("F1", Some("total() subtracts it now"))], "{protocol}: {read:#?}\n{text}");
    }
}

#[test]
fn our_own_form_shows_what_the_tool_takes() {
    let text = bare(&form("countersign"));
    let shown: serde_json::Value = serde_json::from_str(&text).unwrap();
    let mut findings = shown["findings"].clone();
    let first = findings[0].as_object_mut().unwrap();
    for (key, value) in [("severity", "high".into()), ("stage", "quality".into())] {
        first.insert(key.to_owned(), value);
    }
    first["locations"][0]["line"] = 3.into();
    // The places are where the schema of `record_findings` has them, and nothing else is shown.
    let tool: serde_json::Value =
        serde_json::from_str(include_str!("../../../../schemas/tools/record_findings.json")).unwrap();
    let taken = &tool["inputSchema"]["properties"]["findings"]["items"]["properties"];
    for key in first.keys() {
        assert!(taken.get(key).is_some(), "{key} is shown and not taken");
    }
    for key in first["locations"][0].as_object().unwrap().keys() {
        assert!(taken["locations"]["items"]["properties"].get(key).is_some(), "{key}");
    }
}

//! Reviews as bots, agents and models write them: what is listed is found, each once, with its severity and its place.
//!
//! `bots.txt` holds them: a name, the findings in order, the text.

use countersign::domain::dialect::{ReadContext, read};

#[test]
fn every_bots_findings_are_read_once_each() {
    let mut wrong = Vec::new();
    let cases: Vec<&str> = include_str!("bots.txt").split("=== ").skip(1).collect();
    assert!(cases.len() > 40, "{}", cases.len());
    for case in cases {
        let (name, rest) = case.split_once('\n').expect("a name");
        let (expected, text) = rest.split_once('\n').expect("what is expected");
        let expected = expected.strip_prefix("expect:").expect("what is expected").trim();
        let found: Vec<String> = read(text, &ReadContext::default())
            .findings
            .iter()
            .map(|finding| {
                let severity = finding.severity.as_str();
                match finding.locations.first() {
                    Some(place) => match place.line {
                        Some(line) => format!("{severity} {}:{line}", place.file),
                        None => format!("{severity} {}", place.file),
                    },
                    None => format!("{severity} -"),
                }
            })
            .collect();
        if found.join("; ") != expected {
            wrong.push(format!("{name}\n  expected {expected}\n  found    {}", found.join("; ")));
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

/// What a title had behind it is not said twice.
#[test]
fn a_severity_read_behind_a_title_is_taken_off_it() {
    for (text, title) in [
        ("1. Password in a tracked file (Critical)", "Password in a tracked file"),
        ("### 1. Password in a tracked file [High]\n- **File:** a.env:1", "Password in a tracked file"),
        (
            "## Findings\n\n### Password in a tracked file — High\n\nSee `a.env:1`.",
            "Password in a tracked file",
        ),
    ] {
        let reading = read(&format!("Verdict: changes requested\n\n{text}\n"), &ReadContext::default());
        assert_eq!(reading.findings.first().map(|f| f.title.as_str()), Some(title), "{text}");
    }
}

/// What is settled keeps no approval from being held; what is still open does.
#[test]
fn what_was_reported_before_is_new_only_where_it_is_listed_anew() {
    use countersign::domain::review::Verdict;
    let text = |state: &str| {
        format!(
            "## REVIEW COMPLETE\n\n**Status:** passed\n\n### Previously reported\n\n- Finding 1 (critical, src/a.ts:14): SQL by hand. {state}\n\n### Code Quality\nNo issues found.\n"
        )
    };
    for settled in ["Resolved: bound now.", "Fixed.", "Fixed in 3fa29c1."] {
        let reading = read(&text(settled), &ReadContext::default());
        assert_eq!((reading.findings.len(), reading.claimed_verdict), (0, Verdict::Approved), "{settled}");
    }
    for open in ["Still open.", "Not fixed.", "Only one of two is fixed."] {
        let reading = read(&text(open), &ReadContext::default());
        assert!(!reading.claimed_verdict.approves() || !reading.findings.is_empty(), "{open}: {reading:?}");
    }
}

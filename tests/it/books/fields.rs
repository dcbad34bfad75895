//! Fields, a line each: what one more field makes of an answer in JSON, of its finding, of front matter, of a finding's parts
//! and of a table's row.

use countersign::domain::dialect::{ReadContext, held_verdict, read};

use super::hold_sentences;

/// The reading of a text, shortened to what a field may change.
fn shown(text: &str, forced: Option<&str>) -> String {
    let reading = read(text, &ReadContext { forced, ..ReadContext::default() });
    let mut said = vec![held_verdict(&reading).as_str().to_owned()];
    let fields = serde_json::to_value(&reading).expect("a reading is JSON");
    for (field, value) in fields.as_object().expect("a reading is an object") {
        let plain = matches!(field.as_str(), "dialect" | "claimed_verdict" | "because" | "parsed");
        if !plain
            && !value.as_array().is_some_and(Vec::is_empty)
            && !value.as_object().is_some_and(|o| o.is_empty())
        {
            said.push(format!("{field} {value}"));
        }
    }
    said.join(", ")
}

#[test]
fn fields_of_an_answer_in_json() {
    hold_sentences("fields/answer.txt", |line| {
        shown(&format!("{{\"verdict\": \"approved\", {line}, \"findings\": []}}"), None)
    });
}

#[test]
fn fields_of_an_answer_in_json_that_lists_a_finding() {
    hold_sentences("fields/answer_with_findings.txt", |line| {
        let finding = "{\"id\": \"F-1\", \"severity\": \"low\", \"title\": \"The name is long\", \"file\": \"src/a.rs:3\"}";
        shown(&format!("{{\"verdict\": \"approved\", \"findings\": [{finding}], {line}}}"), None)
    });
}

#[test]
fn fields_of_a_finding_in_json() {
    hold_sentences("fields/finding.txt", |line| {
        shown(&format!("{{\"verdict\": \"changes_requested\", \"findings\": [{{{line}}}]}}"), None)
    });
}

#[test]
fn objects_alone() {
    hold_sentences("fields/objects.txt", |line| shown(line, None));
}

#[test]
fn fields_of_front_matter() {
    hold_sentences("fields/front.txt", |line| {
        let text = |more: &str| format!("---\nphase: 03\n{line}\n{more}---\n# Review\n\nThe lock is held.\n");
        format!("{}; beside a status {}", shown(&text(""), None), shown(&text("status: passed\n"), None))
    });
}

#[test]
fn fields_of_a_finding_in_lines() {
    hold_sentences("fields/lines.txt", |line| {
        let below =
            format!("Verdict: FAIL\n\n### CR-01: The key is public\n- **File:** src/a.rs:3\n- {line}\n");
        let list = format!("## Findings\n\n- {line}\n- [LOW] src/b.rs:4 The name is long\n\nVerdict: FAIL\n");
        format!("{}; in a list {}", shown(&below, None), shown(&list, None))
    });
}

#[test]
fn rows_of_tables() {
    hold_sentences("fields/rows.txt", |line| {
        let (header, row) = line.split_once(" // ").unwrap_or(("Check | Status | Evidence", line));
        let rule = vec!["---"; header.split('|').count()].join("|");
        let text = |verdict: &str| {
            format!("## Results\n\n| {header} |\n|{rule}|\n| {row} |\n\nVerdict: {verdict}\n")
        };
        let mut said = vec![
            format!("PASS {}", shown(&text("PASS"), None)),
            format!("FAIL {}", shown(&text("FAIL"), None)),
        ];
        for dialect in ["gsd", "ralph", "megazord"] {
            let here = shown(&text("PASS"), Some(dialect));
            if !said.iter().any(|other| other.ends_with(&here)) {
                said.push(format!("{dialect} {here}"));
            }
        }
        said.join("; ")
    });
}

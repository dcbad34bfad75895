//! What a reviewer sets into a box is his word unless something says whose else it is: no objection in a quotation, a
//! fence, an element, a cell, a link or an unknown key stands beside an approval that holds.

#![allow(clippy::unwrap_used, reason = "tests")]

use countersign::domain::dialect::{ReadContext, held_verdict, read};
use proptest::prelude::*;
use serde_json::{Value, json};

/// Sentences of which each refuses by itself.
const REFUSING: &[&str] = &[
    "Do not merge this before the token is rotated.",
    "Blocker: the journal is truncated on restart.",
    "Must be fixed before release: the quota is never checked.",
    "VERDICT: reject",
    "**Status:** CHANGES_REQUESTED",
    "[CRITICAL] src/quota.rs:12 the quota is never checked",
    "Please hold off on merging, the index is lost on a crash.",
    "REQUEST CHANGES",
];

/// Boxes; `@` is the sentence.
const BOXES: &[&str] = &[
    "> @",
    "> [!CAUTION]\n> @",
    "> [!IMPORTANT]\n> @",
    "```\n@\n```",
    "```text\n@\n```",
    "~~~\n@\n~~~",
    "    @",
    "<concerns>\n@\n</concerns>",
    "<security-check>\n@\n</security-check>",
    "<pre>\n@\n</pre>",
    "| What | Note |\n|---|---|\n| quota | @ |",
    "[@](https://tracker.example/9)",
    "## Findings\n\n```\n@\n```",
    "One thing:\n\n> @",
];

/// Approvals in form; `@` is the rest.
const APPROVALS: &[&str] = &[
    "VERDICT: approve\n\n@\n",
    "@\n\nVERDICT: approve\n",
    "Status: APPROVED\n\n@\n",
    "### Verdict: PASS\n\n@\n",
];

/// What stands in front of a box and says whose the words in it are, or of when.
const LEADS: &[&str] = &[
    "In round 1 I wrote:",
    "The previous reviewer said:",
    "The executor's log has this line:",
    "The template of the task shows:",
    "The old commit message was:",
];

fn approves(text: &str) -> bool {
    held_verdict(&read(text, &ReadContext::default())).approves()
}

proptest! {
    #[test]
    fn an_objection_in_any_box_keeps_an_approval_from_holding(
        sentence in proptest::sample::select(REFUSING),
        inside in proptest::sample::select(BOXES),
        whole in proptest::sample::select(APPROVALS),
        remark in proptest::sample::select(vec!["", "The naming is good.\n\n", "I read all of it.\n\n"]),
    ) {
        let text = whole.replace('@', &format!("{remark}{}", inside.replace('@', sentence)));
        prop_assert!(!approves(&text), "{text}");
    }

    #[test]
    fn what_is_said_to_be_anothers_takes_no_approval_away(
        sentence in proptest::sample::select(REFUSING),
        inside in proptest::sample::select(&BOXES[..1]),
        lead in proptest::sample::select(LEADS),
        whole in proptest::sample::select(&APPROVALS[2..]),
    ) {
        let text = whole.replace('@', &format!("{lead}\n\n{}\n\nThat is fixed now.", inside.replace('@', sentence)));
        prop_assert!(approves(&text), "{text}");
    }
}

#[test]
fn an_entry_that_is_no_finding_keeps_an_answer_in_json_from_approving() {
    for entry in [
        json!([["high", "src/quota.rs:12", "the quota is never checked"]]),
        json!([[{ "severity": "critical", "title": "the quota is never checked" }]]),
        json!([{ "remarks": ["the quota is never checked"] }]),
        json!([{ "severity": "low" }]),
        json!({ "src/quota.rs:12": "the quota is never checked" }),
    ] {
        let answer = json!({ "verdict": "approved", "findings": entry });
        assert!(!approves(&answer.to_string()), "{answer}");
    }
    for entry in [
        json!([]),
        json!({}),
        json!([{}]),
        json!(["none"]),
        json!([{ "check": "quota", "status": "passed" }]),
    ] {
        let answer = json!({ "verdict": "approved", "findings": entry });
        assert!(approves(&answer.to_string()), "{answer}");
    }
}

#[test]
fn a_field_of_any_name_that_refuses_keeps_an_answer_in_json_from_approving() {
    let fields: &[(&str, Value)] = &[
        ("lgtm", json!(false)),
        ("would_ship", json!("never")),
        ("vote", json!(-1)),
        ("persistent", json!(3)),
        ("reopened", json!(["f-004"])),
        ("integration", json!("4 failing")),
        ("merge_blocker", json!(true)),
        ("release_blocker", json!("yes")),
    ];
    for (key, value) in fields {
        let answer = json!({ "verdict": "approved", "findings": [], *key: value });
        assert!(!approves(&answer.to_string()), "{answer}");
    }
    let fields: &[(&str, Value)] = &[
        ("lgtm", json!(true)),
        ("persistent", json!(0)),
        ("integration", json!("40 passed, 0 failed")),
        ("merge_blocker", json!(false)),
        ("score", json!(8)),
    ];
    for (key, value) in fields {
        let answer = json!({ "verdict": "approved", "findings": [], *key: value });
        assert!(approves(&answer.to_string()), "{answer}");
    }
    let low = json!({ "verdict": "approved", "score": 4, "threshold": 6, "findings": [] });
    assert!(!approves(&low.to_string()));
}

#[test]
fn a_list_on_the_line_of_its_label_is_read() {
    for text in [
        "Status: APPROVED\nIssues: [{\"severity\": \"critical\", \"title\": \"the quota is never checked\"}]",
        "VERDICT: approve\n\n[{\"severity\": \"high\", \"title\": \"the quota is never checked\"}]",
        "\"findings\": [{\"severity\": \"critical\", \"title\": \"no quota\"}]\nVERDICT: approve",
        "VERDICT: approve\n\n`{\"severity\": \"high\", \"title\": \"no quota\", \"file\": \"q.rs\"}`",
    ] {
        assert!(!approves(text), "{text}");
    }
    assert!(approves("[{\"verdict\": \"approved\", \"findings\": []}]"));
    assert!(approves("Status: APPROVED\nIssues: []"));
}

#[test]
fn a_pass_that_names_another_stage_supersedes_nothing() {
    for text in [
        "## Pass 1: contract\n\nVERDICT: reject\n\n## Pass 2: naming\n\nVERDICT: approve\n",
        "## Pass 1\n\nStatus: FAILED\n\n## Pass 2\n\nStatus: PASSED\n",
        "# Attempt 1: migration\n\nStatus: FAILED\n\n# Attempt 2: formatter\n\nStatus: PASSED\n",
        "{\"verdict\": \"changes_requested\", \"pass\": 1, \"findings\": []}\n{\"verdict\": \"approved\", \"pass\": 4, \"findings\": []}",
    ] {
        assert!(!approves(text), "{text}");
    }
    for text in [
        "## Round 1\n\nVERDICT: reject\n\n## Round 2\n\nVERDICT: approve\n",
        "## Pass 1\n\nVERDICT: reject\n\n- [severity:high] quota.rs:1 no quota\n\n## Pass 2\n\nThe quota is fixed.\n\nVERDICT: approve\n",
        "# Review\n\n## History\n\n### Iteration 1\n\nVerdict: CHANGES_REQUESTED\n\n### Iteration 2\n\nThe quota is checked.\n\nVerdict: APPROVED\n",
    ] {
        assert!(approves(text), "{text}");
    }
}

#[test]
fn what_is_new_below_a_heading_of_earlier_findings_is_heard() {
    for text in [
        "Status: APPROVED\n\n## Previous findings\n\n- F-1: fixed\n\n### New\n\n- [HIGH] src/quota.rs:12 no quota\n",
        "Status: APPROVED\n\n## Previous findings\n\n- F-1: fixed\n\nNew in this round: the quota is never checked, critical.\n",
        "Status: APPROVED\n\n## Earlier findings\n\n- F-1: fixed\n- [HIGH] src/quota.rs:12 no quota\n",
    ] {
        assert!(!approves(text), "{text}");
    }
    for text in [
        "## Previous findings\n\n- [HIGH] F-1 no quota: fixed\n\n## Verdict\n\nAPPROVED\n",
        "Status: APPROVED\n\nBoth earlier findings are fixed.\n\n## Earlier findings\n\n- [HIGH] F-1 no quota\n- [HIGH] F-2 no lock\n",
    ] {
        assert!(approves(text), "{text}");
    }
}

#[test]
fn a_plain_approval_in_other_words_is_kept() {
    for text in [
        "LGTM, lovely use of a fold here.",
        "I don't see any reason to hold this up.",
        "+1",
        "Accepting.",
        "At first I thought this must be rejected. My mistake. Approved.",
        "Verdict: PASS, rejects expired tickets.",
        "**APPROVED WITH NOTES**\n\nNeither of them has to hold up the merge.",
        "Approve.\n\nWhat I tried:\n- a full disk: clean error\n- a second writer: waits its turn\n",
        "<review>\n  <previous_verdict>REJECTED</previous_verdict>\n  <verdict>APPROVED</verdict>\n</review>",
    ] {
        assert!(approves(text), "{text}");
    }
}

//! Layouts that models write beside the forms that they were given.

use super::*;
use crate::domain::review::{Severity, Verdict};

fn verdict(text: &str) -> Verdict {
    held_verdict(&read(text, &ReadContext::default()))
}

#[test]
fn a_list_of_findings_in_yaml_is_read_beside_the_verdict() {
    let list = "```yaml\nfindings:\n  - severity: high\n    file: lib/clock.rb\n    line: 9\n    title: the zone is dropped\n```\n";
    // An approval beside what blocks is none.
    for verdict in ["reject", "approve"] {
        let reading = read(&format!("Verdict: {verdict}\n\n{list}"), &ReadContext::default());
        assert_eq!(held_verdict(&reading), Verdict::ChangesRequested, "{verdict}");
        let [found] = reading.findings.as_slice() else { panic!("{reading:#?}") };
        assert_eq!((found.severity, found.title.as_str()), (Severity::High, "the zone is dropped"));
        assert_eq!(found.locations[0].line, Some(9));
    }
    // A setting of that name, and what is not whole YAML, list none.
    for data in ["issues:\n  exclude: vendor", "issues:\n  - severity: high\n  title: [a"] {
        let reading = read(&format!("Verdict: reject\n\n```yaml\n{data}\n```\n"), &ReadContext::default());
        assert!(reading.findings.is_empty(), "{reading:#?}");
    }
}

#[test]
fn an_entry_of_a_list_that_says_nothing_of_its_own_is_asked_about() {
    for list in [
        "```json\n{\"findings\": [{\"location\": \"lib/clock.rb\", \"blocking\": true}]}\n```\n",
        "```yaml\nfindings:\n  - location: lib/clock.rb\n    blocking: true\n```\n",
    ] {
        assert_eq!(verdict(&format!("Verdict: APPROVED\n\n{list}")), Verdict::Unclear, "{list}");
    }
    assert_eq!(verdict("Verdict: APPROVED\n\n```json\n{\"findings\": []}\n```\n"), Verdict::Approved);
}

#[test]
fn issues_of_the_plan_checker_are_read_by_their_titles() {
    let text = "## ISSUES FOUND\n\n**Phase:** 05-mail\n\n### Blockers (must fix)\n\n**1. [key_links] MAIL-3 is sent by no task**\n- Plan: 02\n- Fix: Add one\n\n### Warnings (should fix)\n\n**1. [scope] Plan 01 has 7 tasks**\n- Plan: 01\n- Fix: Split it\n";
    let listed = |text: &str| -> Vec<(Severity, String)> {
        read(text, &ReadContext::default()).findings.iter().map(|f| (f.severity, f.title.clone())).collect()
    };
    let expected = [
        (Severity::Critical, "MAIL-3 is sent by no task".to_owned()),
        (Severity::Medium, "Plan 01 has 7 tasks".to_owned()),
    ];
    assert_eq!(listed(text), expected);
    let again = "\n```yaml\nissues:\n  - plan: \"02\"\n    dimension: \"key_links\"\n    severity: \"blocker\"\n    description: \"MAIL-3 is sent by no task\"\n  - plan: \"01\"\n    dimension: scope\n    severity: warning\n    description: \"Plan 01 has 7 tasks\"\n```\n";
    assert_eq!(listed(&format!("{text}{again}")), expected, "both forms are of the same two");
}

#[test]
fn what_is_grave_by_a_plain_sentence_is_no_approval() {
    for text in [
        "The row of the audit is left out, a critical deviation.",
        "`src/mail.ts:14` prints the key. Critical.",
        "Required: close the handle in `src/mail.ts:3`",
        "There is one blocking problem in the queue.",
    ] {
        assert_eq!(verdict(&format!("Verdict: APPROVED\n\n{text}\n")), Verdict::Unclear, "{text}");
    }
    for text in [
        "I looked for critical issues and found none.",
        "Critical issues: 0",
        "No critical deviation remains.",
        "Zero blocking problems.",
        "Critical findings (0)",
        "Blocking issues (none)",
        "Critical issues: 0, warnings: 0",
        "Critical issues",
        "Critical vulnerabilities are what I looked for first.",
        "0 critical issues, 0 warnings.",
        "It is free of critical issues.",
        "All critical issues are resolved.",
        "Critical issues in the list are sorted first.",
        "The critical bug of round 1 was fixed.",
        "Required: yes",
        "Errors are handled before they become critical issues for the user.",
    ] {
        assert!(verdict(&format!("Verdict: APPROVED\n\n{text}\n")).approves(), "{text}");
    }
}

#[test]
fn titles_counts_and_headings_that_models_write_are_read() {
    let found = |text: &str| -> Vec<(Severity, String)> {
        read(text, &ReadContext::default()).findings.iter().map(|f| (f.severity, f.title.clone())).collect()
    };
    let high = |title: &str| vec![(Severity::High, title.to_owned())];
    let text = "Verdict: FAIL\n\n**Finding 1 — High**\nFile: lib/mail.rb\nLines: 8 to 9\nProblem: It is sent twice.\nRecommendation: Keep the id.\n\n**Finding 2 — Low**\nFile: lib/name.rb\nLine: 2\nProblem: The name says little.\n";
    let low = (Severity::Low, "The name says little.".to_owned());
    assert_eq!(found(text), [high("It is sent twice."), vec![low]].concat());
    let text = "Overall: approved with suggestions\n\n1. **Suggestion** – `lib/mail.rb` (line 33): take the name once.\n";
    assert_eq!(found(text), [(Severity::Medium, "take the name once.".to_owned())]);
    let text = "HIGH: `lib/mail.rb:1` race\n\nNEEDS_FIXES (1)\n";
    assert_eq!(verdict(text), Verdict::ChangesRequested);
    let text = "### High Priority (1)\n- **Leak** (`lib/mail.rb:18`): never closed.\n\n### Recommendation\nRequest changes.\n";
    assert_eq!((verdict(text), found(text).len()), (Verdict::ChangesRequested, 1));
}

#[test]
fn a_state_by_id_and_the_finding_of_that_id_are_one() {
    let told = "- TL-M-1-003 (HIGH, float): **not fixed.** `lib/mail.rb:4` has it still.\n";
    let json = "{\"status\":\"CHANGES_REQUESTED\",\"issues\":[{\"id\":\"TL-M-1-003\",\"severity\":\"HIGH\",\"title\":\"Float for money\",\"location\":\"lib/mail.rb:4\"}]}";
    let reading = read(&format!("{told}\nNothing else.\n\n```json\n{json}\n```\n"), &ReadContext::default());
    let titles: Vec<&str> = reading.findings.iter().map(|f| f.title.as_str()).collect();
    assert_eq!(titles, ["Float for money"]);
}

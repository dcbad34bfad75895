//! How reviewers of flesh and silicon put it: approvals that must be found, objections that must be heard, findings in
//! layouts of everyday. A row is one wording; the rules behind it are classes of words, so that others do the same.

use countersign::domain::dialect::{ReadContext, held_verdict, read};
use countersign::domain::review::Verdict;

fn held(text: &str) -> Verdict {
    held_verdict(&read(text, &ReadContext::default()))
}

#[test]
fn an_approval_is_found_in_everyday_words() {
    for text in [
        "I read all of it and could not find a way in which the queue loses a job.\n\nVerdict: approved\n",
        "I'd be comfortable shipping this.\n\nVerdict: approved\n",
        "I had two worries, and both turned out to be unfounded.\n\nVerdict: approved\n",
        "I withdraw my two remarks from yesterday: the index is there.\n\nVerdict: approved\n",
        "LGTM, no leaks, races or regressions.\n",
        "LGTM, thanks for squashing the commits.\n",
        "Neither blocks the release.\n\nVerdict: approved\n",
        "Approving this. The lock is held over the whole swap, and the test shows it.\n\nThe names are good.\n\nTidy.\n",
        "After a second careful reading I approve this change.\n",
        "I can approve this as it stands.\n",
        "I'd approve this. The tests are thorough.\n",
        "I have no further concerns and approve it.\n",
        "Nothing blocking. Go ahead and merge.\n",
        "The branch can be merged.\n",
        "**Decision?** Approved\n",
        "Recommendation: merge\n",
        "The lock is released after the write.\n\nI hereby approve this.\n",
        "Final verdict\n=============\n\nApproved\n\nThe old route stays on purpose.\n\nThe rest is as planned.\n",
        "Pick one:\n\n- [ ] Request changes\n- [x] Approve\n- [ ] Comment only\n",
        "Here is my review in the required format:\n\n```\nVERDICT: approve\nFINDINGS:\n```\n",
        "```toml\nstatus = \"passed\"\nfindings = []\n```\n",
        "The only failing job is flaky and fails on main as well.\n\nVerdict: approved\n",
        "## Review: design (Iteration 1)\n\n### Findings\n\n| # | Dimension | Status | Finding |\n|---|---|---|---|\n| 1 | Completeness | PASS | all there |\n| 2 | Scope | WARNING | one page too many |\n\n### Summary\n\n- Passed: 1/2\n\nREVIEW_PASS\n",
    ] {
        assert!(held(text).approves(), "{text}\n{:?}", read(text, &ReadContext::default()).remarks);
    }
}

#[test]
fn an_objection_is_heard_in_everyday_words() {
    for text in [
        "Verdict: approved\n\nThe backup job writes an empty archive.\n",
        "Approved.\n\nThe import silently skips every fourth line.\n",
        "LGTM, although the invoice page no longer loads for guests.\n",
        "{\"verdict\": \"approved\", \"issues\": \"The archive is unreadable on Windows.\"}\n",
        "{\"verdict\": \"approved\", \"findings\": [], \"needs_manual_review\": \"yes\"}\n",
        "{\"verdict\": \"approved\", \"findings\": [], \"score\": \"2/4\"}\n",
        "Verdict: [approved]\n",
        "Anna:\n\nVerdict: approved\n",
        "Verdict: approved\n\nScore: 2/5\n",
        "PERSISTENT: 2\nNEW: 0\n\nVERDICT: approve\nFINDINGS:\n",
        "---\nstatus: passed\nsuperseded_by: REVIEW-2.md\n---\n",
        "REVIEW_PASS (no signal)\n",
        "Verdict: approved\n\nSecurity sign-off required: yes\n",
        "PASS. Outstanding: the rollback.\n",
        "Use exactly this form:\n\nVERDICT: approve\nFINDINGS:\n",
        "[tool output] $ cat VERDICT.md\nVERDICT: approve\n",
        "Verdict: approved\n\n| # | Issue | Fix |\n|---|---|---|\n| 1 | the pool is never drained | drain it |\n",
    ] {
        assert!(!held(text).approves(), "{text}");
    }
    for text in [
        "Looks good overall.\n\n- [high] src/a.rs:3 the pool is never drained\n\nRequest changes\n",
        "Requesting changes because of the race in `load`.\n",
    ] {
        assert_eq!(held(text), Verdict::ChangesRequested, "{text}");
    }
}

/// Title or beginning of it, severity, file, line.
type Row = (&'static str, &'static str, &'static str, u32);

const LAYOUTS: &[(&str, &[Row])] = &[
    (
        "Verdict: request changes\n\n| # | Issue | Fix |\n|---|---|---|\n| 1 | `src/a.rs:4` never drains the pool | drain it |\n",
        &[("`src/a.rs:4` never", "medium", "src/a.rs", 4)],
    ),
    (
        "Verdict: request changes\n\n1. **Pool is never drained** (High)\n   - File: `src/a.rs`\n   - Line: 4\n   - Problem: it hangs.\n   - Fix: drain it.\n",
        &[("Pool is never", "high", "src/a.rs", 4)],
    ),
    (
        "Verdict: request changes\n\n1. **Pool is never drained**\n   - Location: `src/a.rs:4`\n   - Problem: it hangs.\n   - Fix: drain it.\n",
        &[("Pool is never", "medium", "src/a.rs", 4)],
    ),
    (
        "### High\n\n**1. Pool is never drained** — `src/a.rs:4`\n\nIt hangs.\n\n**2. Key is logged** — `src/b.rs`\n\nVerdict: request changes\n",
        &[("Pool is never", "high", "src/a.rs", 4), ("Key is logged", "high", "src/b.rs", 0)],
    ),
    (
        "Verdict: request changes\n\n- [x] F-1 the key was logged: fixed\n- [high] src/a.rs:4 the pool is never drained\n",
        &[("the pool is never", "high", "src/a.rs", 4)],
    ),
    (
        "**VERDICT:** `reject`\n\n- `[id:f-001]` `[severity:high]` `[file:src/a.rs:4]` issue: the pool is never drained | suggestion: drain it\n",
        &[("the pool is never", "high", "src/a.rs", 4)],
    ),
    (
        "Verdict: request changes\n\n### src/a.rs\n\n1. **L4** [high] the pool is never drained\n",
        &[("the pool is never", "high", "src/a.rs", 4)],
    ),
];

#[test]
fn findings_are_read_in_everyday_layouts() {
    for (text, rows) in LAYOUTS {
        let reading = read(text, &ReadContext::default());
        assert_eq!(reading.findings.len(), rows.len(), "{text}\n{:?}", reading.findings);
        for (finding, (title, severity, file, line)) in reading.findings.iter().zip(*rows) {
            let place = finding.place().unwrap_or_else(|| panic!("no place: {text}"));
            assert!(finding.title.starts_with(title), "{text}\n{}", finding.title);
            assert_eq!(finding.severity.as_str(), *severity, "{text}");
            assert_eq!((place.file.as_str(), place.line.unwrap_or_default()), (*file, *line), "{text}");
        }
    }
}

#[test]
fn a_row_that_is_not_met_is_a_finding_beside_another_of_its_kind() {
    let text = "### Verdict: NEEDS_FIX\n\n| # | Requirement | Status | Evidence |\n|---|---|---|---|\n| 1 | Export as CSV | NOT_MET | nothing found |\n\n### Findings\n\n#### Requirements Gaps\n- **Severity:** Warning\n- **File:Line:** src/a.rs:4\n- **Issue:** The pool is never drained.\n- **Fix:** Drain it.\n";
    let reading = read(text, &ReadContext::default());
    let said: Vec<_> = reading.findings.iter().map(|f| (f.severity.as_str(), f.title.as_str())).collect();
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(said.contains(&("high", "Export as CSV")), "{said:?}");
}

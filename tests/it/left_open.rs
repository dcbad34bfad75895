//! What a review leaves open in any form keeps its approval from being held; what only looks so does not.
//!
//! A row of each table is one form. Texts that state their findings are in `layouts`.

use countersign::domain::dialect::{ReadContext, held_verdict, read};

/// Form, text.
const OPEN: &[(&str, &str)] = &[
    (
        "an_id_and_a_place",
        "Decision: APPROVED\n\n- TL-A-1-001: the lock is still released twice (src/a.py:12)",
    ),
    (
        "a_verdict_above_a_run_that_failed",
        "Verdict: approve\n\n```\n$ pytest -q\n.....F..\n1 failed, 7 passed\n```",
    ),
    ("term_rename", "VERDICT: APPROVED\nRename `x` in src/a.ts before this goes in."),
    ("term_test", "VERDICT: APPROVED\nAdd a test before this lands."),
    ("sure_asked", "VERDICT: APPROVED\n\nPlease make sure to close the handle in src/a.ts."),
    ("json_sibling", r##"{"review":{"verdict":"approved"},"security_review":{"verdict":"rejected"}}"##),
    ("json_spec_false", r##"{"verdict":"approved","spec_compliant":false,"findings":[]}"##),
    (
        "json_req",
        r##"{"verdict":"approved","requirements":[{"id":"R1","status":"MET"},{"id":"R2","requirement":"logout clears the session","status":"NOT_MET"}],"findings":[]}"##,
    ),
    (
        "json_checks",
        r##"{"verdict":"approved","checks":[{"name":"unit tests","status":"FAILED"}],"findings":[]}"##,
    ),
    (
        "json_unmet",
        r##"{"verdict":"approved","findings":[],"unmet_requirements":["logout clears the session"]}"##,
    ),
    (
        "json_nested_stage",
        r##"{"verdict":"approved","stages":{"spec":{"status":"passed"},"quality":{"status":"failed"}},"findings":[]}"##,
    ),
    ("json_tests_failed_two", r##"{"verdict":"approved","tests":{"passed":12,"failed":2},"findings":[]}"##),
    (
        "no_limiter",
        r##"APPROVED

| Check | State | Note |
|---|---|---|
| Rate limit | ❌ | No limiter |"##,
    ),
    (
        "arrow_good",
        r##"APPROVED

❌ login → dashboard redirect loses the query string"##,
    ),
    (
        "high_severity_sec",
        r##"Verdict: APPROVED

## High severity

The session token is logged in plain text by the debug middleware."##,
    ),
    (
        "major_sec",
        r##"Verdict: APPROVED

### Major Issues

The retry loop never stops when the server answers 503."##,
    ),
    (
        "p1_sec",
        r##"Verdict: APPROVED

### P1

The retry loop never stops when the server answers 503."##,
    ),
    (
        "unknown_sev_approve",
        r##"Verdict: APPROVED

### 1. Token compared in variable time
Severity: Catastrophic
File: src/a.rs:10"##,
    ),
    (
        "prev_not_fixed",
        r##"## Previous findings

- F-1: ❌ Not fixed
- F-2: ✅ Fixed

## Verdict

APPROVED"##,
    ),
    (
        "prev_still",
        r##"## Previous findings

| ID | Title | Status |
|----|-------|--------|
| F-1 | Token compared in variable time | still present |
| F-2 | Name unclear | fixed |

Verdict: APPROVED"##,
    ),
    (
        "prev_partial",
        r##"### Previous issues
- H-1 (token compare): partially fixed, the second call still compares with ==

**Verdict: APPROVED**"##,
    ),
    (
        "quality_fail",
        r##"Verdict: PASS
Spec compliance: PASS
Code quality: FAIL"##,
    ),
    (
        "red_mark",
        r##"Verdict: PASS

🔴 token compared in variable time"##,
    ),
    (
        "alarm_mark",
        r##"**APPROVED**

🚨 token compared in variable time"##,
    ),
    ("not_a_signal", r##"This is by no means a REVIEW_PASS"##),
    ("awaited_signal", r##"Still hoping for a REVIEW_PASS"##),
    ("signal_to_come", r##"Afterwards: REVIEW_PASS, pending the lead"##),
    ("blank_signature", r##"Approved by ______________"##),
    ("blank_field", r##"Approved:"##),
    ("blank_box", r##"LGTM: [ ]"##),
    (
        "footnote",
        r##"Approved[^a]

[^a]: without the two migrations, which were not in my checkout."##,
    ),
    (
        "starred",
        r##"LGTM*

*not for the payment module"##,
    ),
    (
        "test_count",
        r##"PASS 118
FAIL 2"##,
    ),
    (
        "go_test",
        r##"--- PASS: TestLogin (0.00s)
PASS"##,
    ),
    ("two_tags", r##"<verdict>approved</verdict> <verdict>rejected</verdict>"##),
    (
        "thumb_cell",
        r##"| Requirement | State |
|---|---|
| export | 👍 |
| import | 👎 |

Verdict: PASS"##,
    ),
    (
        "share_cell",
        r##"| Requirement | Status |
|---|---|
| export | 100 % |
| import | 30 % |

Verdict: PASS"##,
    ),
    (
        "french_cell",
        r##"| Exigence | Statut |
|---|---|
| export | rempli |
| import | non rempli |

Verdict: PASS"##,
    ),
    ("json_error", r##"{"verdict":"approved","findings":[],"error":"clone failed"}"##),
    ("json_not_final", r##"{"verdict":"approved","findings":[],"final":false}"##),
    ("json_unread", r##"{"verdict":"approved","findings":[],"unreviewed":["lib/pay.rb"]}"##),
    ("json_nothing_read", r##"{"verdict":"approved","findings":[],"files_analyzed":0}"##),
    (
        "before_the_verdict",
        r##"The audit log is missing and has to be added.

Status: APPROVED"##,
    ),
    (
        "checks_before",
        r##"The suite does not pass on this branch.

REVIEW_PASS"##,
    ),
    (
        "beside_rows",
        r##"## Review: design

| # | Dimension | Status | Finding |
|---|---|---|---|
| 1 | Depth | PASS | fine |

### Summary
- lib/pay.rb:7: card number is stored (blocker)

REVIEW_PASS"##,
    ),
    (
        "state_error",
        r##"verdict: approved
status: aborted"##,
    ),
];

/// Form, text.
const SETTLED: &[(&str, &str)] = &[
    (
        "a_verdict_above_a_run",
        "### Verdict: PASS\n\n```\n$ cargo test\ntest result: ok. 41 passed; 0 failed\n```",
    ),
    (
        "points_that_were_looked_at",
        "Verdict: PASS\n\n### Code Quality\n\n- Errors: handled\n- Naming: consistent\n- CART-01: met (src/a.py:10)",
    ),
    ("a_verdict_above_a_log", "Verdict: approve\n\n```\n$ git log -1 --oneline\n1a2b3c4 feat: carts\n```"),
    ("json_met_ok", r##"{"verdict":"PASS","requirements":[{"id":"R1","status":"MET"}]}"##),
    (
        "json_checks_ok",
        r##"{"verdict":"approved","checks":[{"name":"tests","status":"passed"},{"name":"lint","status":"ok"}],"findings":[]}"##,
    ),
    ("json_previous_ok", r##"{"verdict":"approved","previous_verdict":"rejected","findings":[]}"##),
    (
        "json_history_ok",
        r##"{"verdict":"approved","iteration":2,"history":[{"iteration":1,"verdict":"changes_requested"}],"findings":[]}"##,
    ),
    ("json_tests_failed_zero", r##"{"verdict":"approved","tests":{"passed":12,"failed":0},"findings":[]}"##),
    (
        "prev_all_fixed",
        r##"### Previous issues
- H-1 (token compare): ❌ → ✅ fixed in 3fa2
- M-2: fixed

**Verdict: APPROVED**"##,
    ),
    (
        "green_praise",
        r##"APPROVED

🟢 Tests in src/a.rs:10 cover the edge cases."##,
    ),
    (
        "prev_then_verdict",
        r##"## Previous findings

- H-1: fixed
- H-2: fixed

Verdict: APPROVED"##,
    ),
    (
        "prev_then_verdict2",
        r##"### Previous findings
1. Token compare — resolved
2. Name — resolved

APPROVED"##,
    ),
    (
        "score_nine",
        r##"Verdict: APPROVED

Score: 9/10"##,
    ),
    (
        "h3_ok",
        r##"Verdict: APPROVED

- H-3: ✅ now checked"##,
    ),
    (
        "important_note",
        r##"Verdict: APPROVED

Important note: the migration must run after the deploy of the workers."##,
    ),
    ("approved_nice", r##"✅ Approved — nice work! Let me know if you want me to merge."##),
    (
        "minor_nonblock",
        r##"Verdict: APPROVED

**Minor suggestions (non-blocking):**
- rename `x` to `count`"##,
    ),
    (
        "sev_none",
        r##"Verdict: APPROVED

Severity: none given"##,
    ),
    ("task_passed", r##"Task 03-01: **passed**"##),
    (
        "yaml_task",
        r##"```yaml
task: 03-01
verdict: approved
findings: []
```"##,
    ),
    ("good_to_go", r##"Good to go."##),
    ("approve_it", r##"All five findings are fixed. I approve it."##),
    ("first_attempt", r##"The first attempt failed review on three points; none is still there. Approved."##),
    (
        "because_status",
        r##"```json
{
  "tests": {
    "status": "passed"
  },
  "verdict": "approved",
  "findings": []
}
```"##,
    ),
    (
        "honest_no_prev",
        r##"VERDICT: APPROVED

| Check | State | Note |
|---|---|---|
| Rate limit | ✅ | limiter in place |
| Retry | ❌ → ✅ | fixed in round 2 |"##,
    ),
    (
        "honest_req",
        r##"**Verdict:** PASS

| Requirement | Status |
|---|---|
| R1 | MET |
| R2 | MET |

### High severity
None."##,
    ),
    (
        "honest_high_none2",
        r##"**Verdict:** PASS

### High severity
No high severity findings in this pass.

### Medium
Nothing found."##,
    ),
    (
        "settled_dash",
        r##"APPROVED — no blocking issues, 3 previously reported HIGH issues confirmed as resolved."##,
    ),
    ("no_changes", r##"Approved, no changes necessary."##),
    (
        "resolved_list",
        r##"Fixed since the last pass:
- [critical] lib/pay.rb:7 card number stored → fixed in 7fe21c

Nothing open.

Status: APPROVED"##,
    ),
    (
        "attempt_then",
        r##"Attempt 1 was judged NEEDS_FIX because AC-3 was NOT_MET. Attempt 2:

### Verdict: PASS

### Findings
None"##,
    ),
    (
        "template_issues",
        r##"### Issues
#### Critical (Must Fix)
None
#### Minor
None

### Assessment
**Ready to merge?** Yes"##,
    ),
    (
        "hesitate",
        r##"LGTM

Do not hesitate to merge."##,
    ),
    (
        "met_all",
        r##"Verdict: PASS

Requirements met: 7/7
Files reviewed: 4 of 4
Unresolved: none"##,
    ),
    (
        "now_approved",
        r##"Previously: changes requested.
Now: approved."##,
    ),
    ("happy", r##"Happy to approve. The earlier concerns are all resolved."##),
];

/// Form, text, severities in order.
const RATED: &[(&str, &str, &str)] = &[
    (
        "id_c1",
        r##"Verdict: CHANGES REQUESTED

C-1: token compared in variable time"##,
        "critical",
    ),
    (
        "id_b2",
        r##"Verdict: CHANGES REQUESTED

B2: token compared in variable time"##,
        "medium",
    ),
    (
        "id_f3",
        r##"Verdict: CHANGES REQUESTED

F3: token compared in variable time"##,
        "medium",
    ),
    (
        "id_c1_list",
        r##"Verdict: CHANGES REQUESTED

- C-1: token compared in variable time
- M-1: name is unclear"##,
        "critical,medium",
    ),
    (
        "very_high",
        r##"Verdict: CHANGES REQUESTED

- Severity: Very High
  File: src/a.rs:10
  Issue: token compared in variable time"##,
        "high",
    ),
    (
        "sec_high",
        r##"Verdict: CHANGES REQUESTED

- [Security/High] src/a.rs:10 token compared in variable time"##,
        "high",
    ),
    (
        "one_critical",
        r##"Verdict: CHANGES REQUESTED

| Severity | File | Issue |
|---|---|---|
| 1 - Critical | src/a.rs:10 | token compared in variable time |"##,
        "critical",
    ),
    (
        "three_high",
        r##"Verdict: CHANGES REQUESTED

| Severity | File | Issue |
|---|---|---|
| 3 - high | src/a.rs:10 | token compared in variable time |"##,
        "high",
    ),
    (
        "serious",
        r##"Verdict: CHANGES REQUESTED

- **Serious**: src/a.rs:10 token compared in variable time"##,
        "high",
    ),
    (
        "urgent",
        r##"Verdict: CHANGES REQUESTED

- Severity: Urgent
  File: src/a.rs:10
  Issue: token compared in variable time"##,
        "critical",
    ),
    (
        "nested_fid",
        r##"Verdict: changes requested

* **f-001** – severity: high
  * file: src/a.rs:10
  * issue: token compared in variable time"##,
        "high",
    ),
    (
        "labels at the margin",
        "VERDICT: BLOCK\n\nBLOCKER 1: the plan has no task for the data migration.\nMAJOR 1: src/z.c:8 reads past the end.\nMINOR 1: title case in the headings.",
        "critical,high,low",
    ),
    (
        "signs and dots",
        "### Verdict: NEEDS_FIX\n\n🔴 **Critical** · `a/b.kt:7` · the coroutine leaks\n🟡 **Warning** · `a/c.kt` · no test for it",
        "critical,medium",
    ),
    (
        "a heading by its id",
        "Verdict: changes requested\n\n### H-1 Token not checked\n`src/a.ts:4`\n\n### L-1 Log noise\n`src/b.ts:9`",
        "high,low",
    ),
    (
        "a rating in the sentence",
        "Not approved, `src/v2.rs:71` (high) reads the column that the migration drops. This needs another round.",
        "high",
    ),
    (
        "rows without a known column",
        "## Review: tasks (Iteration 1)\n\n|#|Dim.|Status|Finding|\n|-|-|-|-|\n|1|Completeness|❌ FAIL|No Verify step in 1.4|\n|2|Traceability|⚠️ WARN|FR-9 is named once only|\n\nREVIEW_FAIL",
        "high,medium",
    ),
    (
        "an id and a label",
        "**Verdict**\nreject\n\n* **f-001** – severity: high\n    * where: `lib/jwt.ex`, lines 33–40\n    * issue: the algorithm is read from the token",
        "high",
    ),
];

#[test]
fn what_is_left_open_in_any_form_is_never_approved() {
    let approved: Vec<&str> = OPEN
        .iter()
        .filter(|(_, text)| held_verdict(&read(text, &ReadContext::default())).approves())
        .map(|(form, _)| *form)
        .collect();
    assert!(approved.is_empty(), "approved all the same: {approved:?}");
}

#[test]
fn what_is_settled_in_any_form_keeps_its_approval() {
    let lost: Vec<String> = SETTLED
        .iter()
        .map(|(form, text)| (form, read(text, &ReadContext::default())))
        .filter(|(_, reading)| !held_verdict(reading).approves())
        .map(|(form, reading)| format!("{form}: {:?}", reading.remarks))
        .collect();
    assert!(lost.is_empty(), "no approval: {lost:#?}");
}

#[test]
fn severities_are_read_in_any_wording() {
    for (form, text, expected) in RATED {
        let reading = read(text, &ReadContext::default());
        let rated: Vec<&str> = reading.findings.iter().map(|f| f.severity.as_str()).collect();
        assert_eq!(rated.join(","), *expected, "{form}");
    }
}

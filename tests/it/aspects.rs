//! What an aspect, another reviewer, a second check or a text that was cut off says against an approval keeps it from being
//! held; what was fixed since, does not apply, or only reads like a refusal does not.

use countersign::domain::dialect::{ReadContext, held_verdict, read};

/// Keeps the approval from being held.
const AGAINST: &[&str] = &[
    "- [CRITICAL] SQL injection in src/db.ts:12: FIXED in src/db.ts but the same hole is still open in src/db2.ts:9\n- [HIGH] Missing null check (src/a.ts:4): FIXED\n\nVerdict: APPROVED",
    "- [CRITICAL] SQL injection in src/db.ts:12: NOT FIXED\n- [HIGH] Missing null check (src/a.ts:4): FIXED\n\nVerdict: APPROVED",
    "- [CRITICAL] SQL injection in src/db.ts:12: should be FIXED, not verified\n\nVerdict: APPROVED",
    "- [CRITICAL] SQL injection in src/db.ts:12: partially fixed\n\nVerdict: APPROVED",
    "The diff is empty, there was nothing to review.\n\nVerdict: PASS",
    "Spec compliance: PASS\nCode quality: not reviewed (ran out of time)\n\nOverall: PASS",
    "## Stage 1: Spec Compliance\nPASS\n\n## Stage 2: Code Quality\nSkipped.\n\n**Verdict: PASS**",
    "I could not see any changes in the range abc..def.\n\nAPPROVED",
    "No files changed in this commit.\n\nVERDICT: APPROVE",
    "`git diff` returned nothing, so I approve.\n\nVERDICT: APPROVE",
    "Stage 2 (security) was not performed.\n\nVERDICT: PASS",
    "Files reviewed: 0\n\nVERDICT: PASS",
    "I did not open src/auth.ts because it is too large.\n\nVERDICT: PASS",
    "The review was done from the summary only; the code was not read.\n\nVERDICT: PASS",
    "Code quality: N/A — the tool failed to load the files\n\nVERDICT: PASS",
    "Reviewer A: approve\nReviewer B: reject\n\nVerdict: APPROVED",
    "Spec Compliance: ISSUES_FOUND\nCode Quality: PASS\n\nVerdict: PASS",
    "Correctness: fail (off by one in the pager)\nStyle: pass\n\nOverall: APPROVED",
    "- security: fail\n- performance: pass\n\nAPPROVED",
    "Security: changes requested\nPerformance: ok\n\nAPPROVED",
    "APPROVED\n\nCorrectness: fail (off by one in the pager)\nStyle: pass",
    "**Spec compliance:** issues found\n**Quality:** pass\n\n**Verdict:** PASS",
    "Verdict: PASS\n\nGemini says reject.",
    "Second reviewer: needs work\n\nVERDICT: APPROVED",
    "Alice approves. Bob requests changes.\n\nVERDICT: APPROVED",
    "| Reviewer | Vote |\n|---|---|\n| A | approve |\n| B | reject |\n\nVERDICT: APPROVED",
    "| Dimension | Result |\n|---|---|\n| correctness | fail |\n| style | pass |\n\nVERDICT: APPROVED",
    "correctness=fail style=pass\n\nVERDICT: APPROVED",
    "Tests: red\nLint: green\n\nVERDICT: APPROVED",
    "Build: broken\n\nVERDICT: APPROVED",
    "Quality gate: not passed\n\nVERDICT: APPROVED",
    "Spec Compliance: INCOMPLETE\nQuality: PASS\n\nVERDICT: APPROVED",
    "Verdict: APPROVED\n\nFindings:\n1. src/a.ts:4 the token is",
    "VERDICT: APPROVED with the following\n\n- src/a.ts:12: the handler swallows the",
    "APPROVED\n\nOne thing that has to be said about src/a.ts is that",
    "I reviewed the change. Overall it looks good: APPROVED. However,",
    r##"APPROVED

```json
{"verdict": "approved", "findings": [{"severity": "critical", "title": "SQL"##,
    "APROBADO\n\n- [CRÍTICO] src/db.ts:12 la consulta concatena texto",
    "APPROVED\n\n- [KRITISCH] src/db.ts:12 die Abfrage wird zusammengesetzt",
    "APPROVED\n\n- [严重] src/db.ts:12 查询拼接",
    "APPROVED\n\n- [CRITIQUE] src/db.ts:12 la requête est concaténée",
    "APPROVED\n\n- [HOCH] src/a.ts:4: die Prüfung fehlt",
    "APPROVED\n\n- [ALTO] src/a.ts:4: falta la comprobación",
    "APPROVED\n\n- [SEV1] src/a.ts:4: no null check",
    "APPROVED\n\n- [重大] src/a.ts:4 トークンがログに出る",
    "APPROVED\n\n- (must fix) src/a.ts:4: no null check",
    "| ID | Status | Re-check |\n|---|---|---|\n| F1 | FIXED | ❌ |\n| F2 | FIXED | ✅ |\n\nVERDICT: APPROVED",
    "| ID | Claim | Verified |\n|---|---|---|\n| F1 | FIXED | no |\n| F2 | FIXED | yes |\n\nVERDICT: APPROVED",
    "- F1: FIXED ✗\n- F2: FIXED ✓\n\nVERDICT: APPROVED",
    "F1 FIXED? No: the loop still runs once too often.\n\nVERDICT: APPROVED",
    "APPROVED (f-001 stays)",
    "APPROVED (cycle limit reached)",
    "Verdict: APPROVED (out of iterations)",
    "VERDICT: APPROVED because the limit of reviews is reached",
    "- REQ-01: MET\n- REQ-02: MET (except for logout)\n\nVERDICT: PASS",
    "- REQ-01: MET\n- REQ-02: MET?\n\nVERDICT: PASS",
    "VERDICT: PASS*\n\n* once the migration is reverted",
    "VERDICT: PASS*\n\n*not the payments part",
    "| Req | Status |\n|---|---|\n| R1 | MET |\n| R2 | MET (partly) |\n\nVERDICT: PASS",
    "Verdict: approved\n\nFinding f-001 stays open.",
    "Verdict: approved\n\nf-001 remains.",
    "- F1: claimed fixed; re-check: no\nVERDICT: APPROVED",
];

/// Lets it be held, and no finding is read but what the number says.
const FOR: &[(&str, usize)] = &[
    (
        "Re-review of round 1 findings:\n\n- [CRITICAL] SQL injection in src/db.ts:12: FIXED, verified in commit abc1234\n- [HIGH] Missing null check (src/a.ts:4): FIXED\n\nVerdict: APPROVED",
        0,
    ),
    (
        "## Previous findings\n\n1. **[CRITICAL]** src/db.ts:12 - SQL injection - RESOLVED\n2. **[MAJOR]** src/a.ts:40 - race in the cache - resolved, the lock is held now\n\n**Verdict: PASS**",
        0,
    ),
    (
        "### Re-check\n\n| ID | Severity | File | Status |\n|---|---|---|---|\n| F1 | critical | src/db.ts:12 | fixed |\n| F2 | high | src/a.ts:4 | fixed |\n\nVERDICT: approve",
        0,
    ),
    (
        "## Verification of earlier issues\n\n### [CRITICAL] SQL built by string concatenation — FIXED\nsrc/db.ts:12 now uses placeholders; verified in 3f2a1bc.\n\n### [HIGH] Token in log — FIXED\nsrc/log.ts:9 no longer prints it.\n\nREVIEW_PASS",
        0,
    ),
    ("CRITICAL: 0 open (1 fixed: SQL injection in src/db.ts:12)\nHIGH: 0 open (2 fixed)\n\nAPPROVED", 0),
    (
        "- ✅ [CRITICAL] src/db.ts:12 SQL injection: fixed\n- ✅ [HIGH] src/a.ts:4 missing null check: fixed\n\nAPPROVED",
        0,
    ),
    (
        "- ~~[CRITICAL] src/db.ts:12 SQL injection~~ fixed in a1b2c3d\n- ~~[HIGH] src/a.ts:4 missing null check~~ fixed in a1b2c3d\n\nAPPROVED",
        0,
    ),
    (
        "**Verdict:** APPROVED\n\n**Resolved since last round**\n- CRITICAL src/db.ts:12 — query was concatenated; now parameterised (verified)\n- HIGH src/a.ts:4 — null check added (verified)",
        0,
    ),
    (
        "F1 [critical] src/db.ts:12 — was: string concatenation. Now: parameterised. Status: RESOLVED.\nF2 [high] src/a.ts:4 — was: no null check. Status: RESOLVED.\n\nDecision: approve",
        0,
    ),
    ("Stage 3 (accessibility): N/A, no UI in this change.\n\nVERDICT: PASS", 0),
    ("Stage 3 (accessibility) does not apply: the change touches no UI.\n\nVERDICT: PASS", 0),
    ("Fails closed: yes\nRejects bad input: yes\nCorrectness: pass\n\nVERDICT: APPROVED", 0),
    (
        "| File | Status |\n|---|---|\n| src/a.ts | changed |\n| src/b.ts | unchanged |\n\nVERDICT: APPROVED",
        0,
    ),
    (
        "| Area | Before | After |\n|---|---|---|\n| p99 | 80 ms | 40 ms |\n| memory | 12 MB | unchanged |\n\nVERDICT: APPROVED",
        0,
    ),
    (
        "The change does what the task asks. Error paths are covered by tests, and nothing else was touched.\n\nAPPROVED",
        0,
    ),
    (
        "I checked that invalid input is rejected with 400 and that the retry stops after three failures.\n\nAPPROVED",
        0,
    ),
    ("src/a.ts:12 handles the empty list; src/b.ts:40 closes the file on failure.\n\nAPPROVED", 0),
    (
        "## What was done well\n- src/a.ts:12: clear names\n- src/b.ts:40: errors carry the path\n\n## Verdict\nAPPROVED",
        0,
    ),
    ("All 14 tests pass (0 failed, 2 skipped on Windows).\n\nLGTM, ship it.", 0),
    ("The critical path (src/db.ts:12) is now parameterised and has a test.\n\nVERDICT: APPROVED", 0),
    ("No issues found. The blocker from last time is gone.\n\nREVIEW_PASS", 0),
    ("Nothing blocking. Good error handling. Tests cover the failure modes.\n\nVerdict: PASS", 0),
    ("I tried to break it: empty input, huge input, concurrent calls. It held.\n\nVerdict: PASS", 0),
    (
        "Summary: adds a `--strict` flag that fails the build on warnings. Implementation matches the plan, tests included.\n\nVerdict: approve",
        0,
    ),
    ("APPROVED\n\nHigh cohesion, low coupling; the critical section is short.", 0),
    ("APPROVED\n\n- High-level design: fine\n- Critical path: covered by tests", 0),
    ("APPROVED\n\nSeverity counts: critical 0, high 0, medium 0, low 0", 0),
    ("APPROVED\n\nThe high-risk part (src/pay.ts:10-40) was read line by line and is right.", 0),
];

fn approves(text: &str) -> (bool, usize) {
    let reading = read(text, &ReadContext::default());
    (held_verdict(&reading).approves(), reading.findings.len())
}

#[test]
fn what_speaks_against_an_approval_in_part_keeps_it_from_being_held() {
    let held: Vec<&&str> = AGAINST.iter().filter(|text| approves(text).0).collect();
    assert!(held.is_empty(), "{held:#?}");
}

#[test]
fn what_is_over_or_only_reads_like_a_refusal_lets_it_be_held() {
    let wrong: Vec<_> = FOR.iter().filter(|(text, findings)| approves(text) != (true, *findings)).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn lines_that_count_what_became_of_findings_are_no_part_of_the_one_above() {
    let text = "VERDICT: reject\nCYCLE: 2/3\nFINDINGS:\n- [id:f-001] [severity:high] [file:src/a.ts:4] issue: no check | suggestion: add one\nRESOLVED: 1\nPERSISTENT: 0\nNEW: 1\n";
    let reading = read(text, &ReadContext::default());
    let [finding] = reading.findings.as_slice() else { panic!("{reading:#?}") };
    assert_eq!(finding.suggestion.as_deref(), Some("add one"));
}

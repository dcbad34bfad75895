//! Ordinary approvals: what reviewers write who approve and say a little more. Whatever the reader
//! refuses for safety's sake, it must not ask these reviewers again.

use countersign::domain::dialect::{ReadContext, held_verdict, read};

const APPROVALS: &[&str] = &[
    "Verdict: PASS — nothing blocking",
    "LGTM 🚀 nice work",
    "Approved, thanks!",
    "**Status:** passed ✅\n\nAll seven must-haves are there and the tests cover the edge cases.",
    "### Verdict: PASS (3 notes below)\n\n- **Severity:** Info\n- **File:Line:** src/cache.rs:10\n- **Issue:** the name is long\n- **Fix:** shorten it",
    "VERDICT: approve\nFINDINGS:",
    "Verdict: PASS WITH NOTES — see the two nits below\n\n- [LOW] src/a.rs:3 typo in the comment",
    "Verdict: approved (second look, 2026-11-21)",
    "Verdict: PASS — the race of the last round is gone, and the new test fails without the fix",
    "Verdict: PASS, although the naming could be a little clearer",
    "Ship it! 🎉",
    "Looks good to me, great tests.",
    "I approve this change. The retry logic is easy to follow and the error paths are tested.",
    "Urteil: PASS — saubere Umsetzung, keine Einwände",
    "Fazit: APPROVED — die Tests decken alle Fälle ab, die Fehlerbehandlung ist gut lesbar.",
    "Вердикт: PASS — замечаний нет, тесты проходят",
    "结论：PASS — 没有发现问题，测试完整",
    "判定：APPROVED — 問題ありません。テストも十分です。",
    "판정: PASS — 문제 없음, 테스트 충분",
    "Veredicto: APPROVED — buen trabajo, sin observaciones",
    "Veredito: APPROVED — código limpo e bem testado, nenhum problema encontrado",
    "Verdict : PASS — rien à signaler, beau travail",
    "Esito: PASS — ottimo lavoro\nVerdict: PASS",
    "REVIEW_PASS",
    "## Review: design (Iteration 2)\n\n### Findings\n\n| # | Dimension | Status | Finding |\n|---|---|---|---|\n| 1 | Completeness | PASS | every requirement has a component |\n| 2 | Consistency | PASS | the data flow matches the interfaces |\n\n### Summary\n- Passed: 2\n- Failed: 0\n\nREVIEW_PASS",
    "{\"status\": \"APPROVED\", \"issues\": [], \"iteration\": 2}\n\nGood work on the retry handling; nothing else from my side.",
    "{\"verdict\": \"approved\", \"findings\": []}",
    "## REVIEW COMPLETE\n\n**Status:** passed\n**Critical:** 0\n**Warnings:** 0\n**Info:** 0\n\n### Spec Compliance\n\nNo spec compliance issues found.\n\n### Code Quality\n\nNo code quality issues found. The lock must be held while the map is read, and it is. When the diff is empty the tool returns early.",
    "Recommendation: APPROVE. Both critical findings of round 1 are fixed, the NEEDS_FIX of last time no longer applies.",
    "**Verdict:** approved with notes\n\n1. [low] `src/log.rs:14` could use a constant",
    "Decision: approved. I did not run the benchmarks, the unit tests are enough for this change.",
    "LGTM, thanks for the quick turnaround!",
    "No blocking issues. Approving.",
    "Overall: LGTM 👍",
    "Final verdict: **APPROVED** 🟢 (12/12 requirements met)",
    "Status: ✅ passed — 11 of 11 must-haves verified",
    "Verdict: PASS for task 2 of plan 03-01",
    "Verdict: approve — I could not find anything wrong, even with the fuzzer running for an hour",
    "Verdict: APPROVED — handles the empty list, returns early when nothing is left, and logs once per run",
    "Approve, no further comments.",
    "- [x] Approve\n- [ ] Request changes",
    "## Decision\n\nApproved. Nice cleanup of the session code.",
    "Verdict: approve. Please delete the branch once it is merged.",
    "Von mir ein LGTM 👍",
    "Danke, LGTM!",
    "LGTM, merci beaucoup !",
    "LGTM です。ありがとうございます。",
    "没有问题，LGTM，谢谢！",
    "Good to merge. The tests pass and the docs are updated.",
    "This PR is approved. Great job on the parser.",
    "Verdict: PASS. One nit: `rows` could be named `lines`.",
    "Verdict: PASS (with notes)\n\n- Info: src/a.rs:9 long line",
    "Verdict: PASSED – clean, small, well tested",
    "VERDICT: APPROVE - the migration is reversible and the lock order is documented.",
    "**Verdict**: ✅ LGTM — solid work; the only thing I would mention is that the helper could move to its own file some day.",
    "REVIEW_PASS — 14/14 dimensions, no critical issues",
    "Verdict: approved; consider adding a test for the empty file in a follow-up.",
    "Summary: the change adds a bounded queue in front of the writer. If the queue is full, the caller gets an error instead of waiting.\n\nVerdict: PASS",
    "Verdict: approved\n\nThe error message must be translated, and it is: both locales have it. A blocked writer is woken up.",
    "LGTM — ship it.",
    "I'm happy with this, LGTM.",
    "All comments resolved, LGTM",
    "Approved ✔ — good work everyone",
    "Verdict: PASS — 7 Tests, alle grün; die Migration wird beim Start nur einmal ausgeführt",
    "Verdict: PASS — les tests couvrent les cas limites, la migration est réversible",
    "Verdict: APPROVED — los tests cubren todos los casos y el código se lee bien",
];

#[test]
fn ordinary_approvals_stay_approvals() {
    let refused: Vec<String> = APPROVALS
        .iter()
        .map(|text| (text, read(text, &ReadContext::default())))
        .filter(|(_, reading)| !held_verdict(reading).approves())
        .map(|(text, reading)| format!("{text}\n  {:?} {:?}", reading.claimed_verdict, reading.remarks))
        .collect();
    assert!(APPROVALS.len() >= 60, "only {} texts", APPROVALS.len());
    assert!(refused.is_empty(), "{} are refused:\n{}", refused.len(), refused.join("\n"));
}

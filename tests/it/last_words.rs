//! What stands before, around or after an approving word and leaves no approval, and its clean neighbours: short last words,
//! drafts and reports of others, denials in other scripts, conditions, counts of none and boxes left open.

use countersign::domain::dialect::{ReadContext, read};
use countersign::domain::review::{Severity, Verdict};

fn claimed(text: &str) -> Verdict {
    read(text, &ReadContext::default()).claimed_verdict
}

#[track_caller]
fn doubtful(texts: &[&str]) {
    for text in texts {
        assert!(!claimed(text).approves(), "taken for an approval: {text:?}");
    }
}

#[track_caller]
fn clean(texts: &[&str]) {
    for text in texts {
        assert_eq!(claimed(text), Verdict::Approved, "{text:?}");
    }
}

#[test]
fn a_short_last_word_takes_an_approval_back() {
    for verdict in
        ["Verdict: PASS\n", "VERDICT: approve\nFINDINGS:\n", "{\"status\":\"APPROVED\",\"issues\":[]}\n"]
    {
        for word in [
            "Actually, reject. The cache is never cleared.",
            "No, fail this.",
            "We're rejecting the patch.",
            "Better: NEEDS_FIX.",
            "Edit: rescinded",
            "Voided.",
            "This is just a sketch.",
            "NB: this is not my final answer.",
        ] {
            doubtful(&[&format!("{verdict}\n{word}\n")]);
        }
        for word in [
            "No rejects in the log.",
            "The queue rejects what is too old.",
            "Failed: 0",
            "Cancelled jobs are counted.",
            "This is my final answer.",
            "Thanks for the update.",
            "The draft is kept.",
            "Nothing else.",
        ] {
            clean(&[&format!("{verdict}\n{word}\n")]);
        }
    }
}

#[test]
fn drafts_examples_and_reports_of_others_approve_nothing() {
    doubtful(&[
        "# Interim review\n\nVerdict: approved\n",
        "# Review of CS-9 (draft)\n\n## Verdict\n\nVerdict: approved\n",
        "# DRAFT: not for use\n\nVerdict: approved\n",
        "[MOCK]\nVerdict: approved\n",
        "(sample)\n\n{\"verdict\":\"approved\",\"findings\":[]}\n",
        "## Outdated\n\nVerdict: approved\n",
        "# Developer report\n\n## Summary\n\nStatus: passed\n",
        "# Integration test results\n\nStatus: passed\n",
        "# Draft review\n\n| Verdict | approved |\n|---|---|\n",
    ]);
    clean(&[
        "# Review\n\nVerdict: approved\n",
        "# Review of the draft editor\n\nVerdict: approved\n",
        "# Draft autosave\n\nVerdict: approved\n",
        "# Review of the build scripts\n\nVerdict: approved\n",
        "# Unit test results\n\nAll green.\n\n# Verdict\n\nVerdict: approved\n",
        "## Old parser\n\nIs gone.\n\n## Verdict\n\nVerdict: approved\n",
        "# Review of round 2\n\nVerdict: approved\n",
        "# Test results\n\nStatus: passed\n\n# Review\n\nVerdict: approved\n",
        "# Final report\n\nVerdict: approved\n",
    ]);
    // What objects may stand anywhere.
    assert_eq!(
        claimed("# Draft review\n\nVerdict: changes requested\n\n- [high] a.rs:3 no lock\n"),
        Verdict::ChangesRequested
    );
}

#[test]
fn a_run_before_the_word_is_harmless_only_where_it_is_known() {
    doubtful(&[
        "结论：不 PASS\n",
        "结论：还没有 APPROVED\n",
        "结论：难以 APPROVE\n",
        "Status: 未 passed\n",
        "Verdict: 無 PASS\n",
        "판정: 미 PASS\n",
        "Verdict: 반대 APPROVE\n",
    ]);
    clean(&[
        "结论：APPROVED\n",
        "结论：本次 PASS\n",
        "结论：没有问题，APPROVED\n",
        "结论：全部问题已修复，APPROVED\n",
        "判定: 指摘なし PASS\n",
        "판정: 문제없음 PASS\n",
        "Verdict: 第3轮 PASS\n",
    ]);
}

#[test]
fn what_follows_the_word_may_take_it_back() {
    doubtful(&[
        "Verdict: PASS (tbc)\n",
        "Verdict: PASS as soon as the lock is there\n",
        "Verdict: PASS on condition that it is rebased\n",
        "Verdict: PASS in another round\n",
        "Verdict: PASS in progress\n",
        "Verdict: PASS (carried forward)\n",
        "Verdict: PASS (copied from pass 1)\n",
        "Verdict: PASS (same as last round)\n",
        "Verdict: PASS, the author says\n",
        "Verdict: PASS (developer's word)\n",
        "Verdict: PASS (60 %)\n",
        "Verdict: PASS without a migration\n",
        "Verdict: PASS with the index added\n",
        "Verdict: APPROVED after b.rs:9 is fixed\n",
        "Вердикт: APPROVED, но лишь после правки\n",
        "Verdict: APPROVED, nur wenn der Test läuft\n",
    ]);
    clean(&[
        "Verdict: PASS in round 2\n",
        "Verdict: PASS in its present form\n",
        "Verdict: PASS as it stands\n",
        "Verdict: PASS without further remarks\n",
        "Verdict: PASS (100 %)\n",
        "Verdict: PASS — 97/100\n",
        "Verdict: PASS, coverage 60 %\n",
        "Verdict: PASS — the key is copied before the write\n",
        "Verdict: PASS — the executor closes the file now\n",
        "Вердикт: APPROVED, замечаний нет\n",
    ]);
}

#[test]
fn counts_of_none_open_boxes_and_open_signs_approve_nothing() {
    doubtful(&[
        "Verdict: approved: 0\n",
        "Verdict: approved = no\n",
        "Verdict: PASS/no\n",
        "Verdict: PASS: 0, FAIL: 2\n",
        "LGTM=0\n",
        "{\"approved\":0}\n",
        "{\"approved\":0,\"verdict\":\"approved\"}\n",
        "Verdict: APPROVED [ ]\n",
        "## Review\n\nApproved ☐\n",
        "Verdict: APPROVED ⏳\n",
        "Verdict: APPROVED 🤔\n",
    ]);
    clean(&[
        "Verdict: approved: 0 findings\n",
        "Verdict: approved = yes\n",
        "Verdict: PASS / no findings\n",
        "Verdict: PASS: 0 critical, 0 warnings\n",
        "LGTM\n",
        "{\"approved\":true}\n",
        "Verdict: [x] APPROVED\n",
        "Verdict: APPROVED ☑\n",
        "Verdict: APPROVED ✅\n",
        "Verdict: APPROVED 🎉\n",
    ]);
}

#[test]
fn a_plain_no_stays_one_and_a_plain_yes_too() {
    for text in [
        "Round 1:\nVERDICT: approve\nRound 2 (this one):\nVERDICT: reject\n",
        "### Verdict: PASS... no wait, `a.rs:4` leaks.\n\n### Verdict: NEEDS_FIX\n",
        "| Check | Result |\n|---|---|\n| Lint | PASS |\n| Overall | NEEDS_FIX |\n",
        "Verdict: NEEDS_FIX — PASS is not within reach\n",
        "I'd love to approve this, but a.rs:10 leaks the handle.\n",
        "I will approve once a.rs:4 is fixed. Until then: changes requested.\n",
        "{\"status\":\"APPROVED_PENDING_FIXES\",\"verdict\":\"CHANGES_REQUESTED\",\"issues\":[]}\n",
    ] {
        assert_eq!(claimed(text), Verdict::ChangesRequested, "{text:?}");
    }
    clean(&[
        "Reviewed 7 files, found nothing. Approve.\n",
        "Verdict: PASS\n\nNothing not met.\n",
        "Verdict: PASS\n\nI would not block for this.\n",
    ]);
    doubtful(&["I can't approve or reject this without seeing the schema.\n", "Until then: approved.\n"]);
    let reading = read("I can neither approve nor reject this.\n", &ReadContext::default());
    assert_eq!(reading.claimed_verdict, Verdict::Unclear);
}

#[test]
fn counts_and_what_is_fixed_are_no_findings() {
    let found = |text: &str| -> Vec<(Severity, Option<String>)> {
        let reading = read(text, &ReadContext::default());
        reading.findings.iter().map(|f| (f.severity, f.place().map(|p| p.file.clone()))).collect()
    };
    for count in ["0 (was 3)", "zero", "0, down from 1", "0 (none)", "0 — both closed"] {
        let text = format!(
            "## REVIEW COMPLETE\n\n**Status:** passed\n**Critical:** {count}\n**Warnings:** {count}\n"
        );
        assert_eq!(found(&text), [], "{text}");
        clean(&[&text]);
    }
    for item in [
        "1. critical, a.rs:8 (lost rows) - fixed in 81fe3b2",
        "- [critical] a.rs:8 lost rows -> FIXED",
        "- ✅ a.rs:8 (critical): lost rows, now fixed",
    ] {
        assert_eq!(
            found(&format!("The findings of pass 1 were:\n\n{item}\n\n**Status:** passed\n")),
            [],
            "{item}"
        );
    }
    let file = |name: &str| Some(name.to_owned());
    for (text, expected) in [
        (
            "**Status:** issues_found\n\n**Critical:** 2 requests race in a.rs:3\n",
            (Severity::Critical, file("a.rs")),
        ),
        (
            "Verdict: changes requested\n\n- [high] a.rs:3 rows are fixed in size\n",
            (Severity::High, file("a.rs")),
        ),
        (
            "Verdict: changes requested\n\n- [high] `src/My File.cs:3` no lock\n",
            (Severity::High, file("src/My File.cs")),
        ),
        ("LGTM with one nit: `src/a.rs:10` – rename `tmp`.\n", (Severity::Low, file("src/a.rs"))),
        ("**Blocked.** 🔴 P0 – `src/a.rs:10`: the key is public.\n", (Severity::Critical, file("src/a.rs"))),
    ] {
        assert_eq!(found(text), [expected], "{text}");
    }
}

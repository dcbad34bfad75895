#![allow(clippy::unwrap_used, reason = "tests")]

use super::*;

/// What is said of a report besides what it claims, as `line code`.
fn odd(text: &str) -> Vec<String> {
    claims("01-VERIFICATION.md", text)[1..].iter().map(|r| format!("{} {}", r.line, r.code)).collect()
}

fn claimed(text: &str) -> String {
    claims("01-VERIFICATION.md", text)[0].message.clone()
}

const SOUND: &str = "---\nphase: 01-cart\nstatus: passed\nscore: 3/3 must-haves verified\n---\n\n# Phase 1\n\n**Status:** passed\n";

#[test]
fn a_sound_report_is_told_in_a_line() {
    assert_eq!(
        claimed(SOUND),
        "01-VERIFICATION.md is another writer's and was left alone; it claims `passed` (line 3, 3/3 must-haves verified), which decides nothing here"
    );
    assert!(odd(SOUND).is_empty(), "{:?}", odd(SOUND));
    assert!(
        odd(&SOUND.replace("**Status:** passed", "**Status:** ✅ PASSED — all 3 (0 gaps found)")).is_empty()
    );
}

#[test]
fn words_that_no_system_defines_are_drift() {
    for (word, meant) in [
        ("complete", "it seems to stand for `passed`"),
        ("PASSED", "it seems to stand for `passed`"),
        ("gaps_fixed", "it seems to stand for `gaps_found`"),
        ("code_complete_pending_human", "what it stands for cannot be told"),
        ("external_dns_smtp_seed_blocked", "what it stands for cannot be told"),
    ] {
        let text =
            SOUND.replace("status: passed", &format!("status: {word}")).replace("**Status:** passed", "");
        assert_eq!(odd(&text), ["3 foreign_status"], "{word}");
        let said = &claims("x", &text)[1].message;
        assert!(said.contains(meant), "{word}: {said}");
    }
    // VBW's own words.
    assert!(odd("---\nphase: 01\nresult: PARTIAL\n---\n\n# P\n\n**Result:** PARTIAL\n").is_empty());
}

#[test]
fn front_matter_against_body_is_told() {
    for (body, line) in [
        ("# Phase 1\n\n**Status:** gaps_found — 1 gap blocks", 9),
        ("# Phase 1\n\nSome words.\n\n## Verdict\n\n**FAIL**: the cart is empty", 13),
        ("# Phase 1\n\n## Phase Status: human_needed", 9),
        ("# Phase 1\n\n**Status: ⚠️ GAPS_FOUND (11/12)**", 9),
    ] {
        let text = SOUND.replace("# Phase 1\n\n**Status:** passed", body);
        assert_eq!(odd(&text), [format!("{line} foreign_contradiction")], "{body}");
    }
    // The status of one truth is not that of the whole, and a fence shows and says nothing.
    for body in [
        "# Phase 1\n\n## Truths\n\n### 2. The cart adds up\n\n**Status:** failed",
        "# Phase 1\n\n```\n**Status:** gaps_found\n```",
        "# Phase 1\n\n| Status | failed |\n|---|---|",
    ] {
        assert!(odd(&SOUND.replace("# Phase 1\n\n**Status:** passed", body)).is_empty(), "{body}");
    }
}

#[test]
fn passed_with_something_left_is_told() {
    let with = |lines: &str| SOUND.replace("score: 3/3 must-haves verified\n", lines);
    assert_eq!(odd(&with("score: 8/9 must-haves verified\n")), ["3 foreign_contradiction"]);
    assert_eq!(odd(&with("score:\n  verified: 2\n  total: 3\n")), ["3 foreign_contradiction"]);
    let gaps =
        "gaps:\n  - truth: It adds up\n    status: failed\n  - truth: It is fast\n    status: resolved\n";
    assert_eq!(odd(&with(gaps)), ["3 foreign_contradiction"]);
    assert!(claims("x", &with(gaps))[1].message.contains("lists 1 entry under `gaps`"));
    let people = "human_verification:\n  - test: Look\n    expected: It shines\n";
    assert_eq!(odd(&with(people)), ["3 foreign_contradiction"]);
    assert!(odd(&with("human_verification:\n  - None needed\n")).is_empty());
    assert!(odd(&with("human_verification:\n  - test: Look\n    result: pass\n")).is_empty());
}

#[test]
fn what_is_no_yaml_is_told_and_read_all_the_same() {
    let text =
        "---\nphase: 01\nstatus: passed\nre_verification: true\n  previous_status: gaps_found\n---\n# P\n";
    assert!(claimed(text).contains("claims `passed` (line 3"), "{}", claimed(text));
    assert_eq!(odd(text), ["5 foreign_front_matter"], "{:#?}", claims("x", text));
    assert_eq!(odd("# Phase 1\n\n**Status:** passed\n"), ["1 foreign_front_matter"]);
    assert_eq!(odd("---\nstatus: passed\n\n# Phase 1\n"), ["1 foreign_front_matter"]);
    assert!(claimed("").contains("claims no status that could be read"));
    let long = format!("---\nstatus: passed\nx: {}\n---\n", "y".repeat(70_000));
    assert_eq!(odd(&long), ["1 foreign_front_matter"]);
}

#[test]
fn what_would_act_on_the_reader_is_written_out() {
    let text = format!("---\nstatus: \"passed\u{202e}\\e[31m\"\nscore: \"{}\"\n---\n", "x".repeat(5_000));
    let all: String = claims("a\u{200b}.md", &text).iter().map(|r| r.message.clone()).collect();
    assert!(!all.contains(['\u{202e}', '\u{1b}', '\u{200b}']), "{all}");
    assert!(all.len() < 2_000, "{}", all.len());
}

//! Promises and fields that a plan holds in name only, and what lies beyond the bounds.

use super::tests::{GSD, PLACE, YOLO, checked, lines, path, yolo};
use super::*;

const LISTED: &str = "must_haves:\n  - a session ends after an hour";

fn codes(check: &PlanCheck) -> Vec<&str> {
    check.remarks.iter().map(|r| r.code.as_str()).collect()
}

#[test]
fn promises_that_were_never_written_are_found() {
    for bad in [
        "must_haves: TBD",
        "must_haves: false",
        "must_haves: [TBD, it works]",
        "must_haves: [none]",
        "must_haves: ['...']",
        "must_haves: ['[fill in]', it works]",
        "must_haves: {truths: TODO}",
        "must_haves: {truths: [it works], artifacts: [TBD]}",
        "must_haves: {truths: [it works], artifacts: [{path: TBD, provides: x}]}",
        "must_haves: {truths: [it works], key_links: TBD}",
        "must_haves: {truths: [it works], key_links: [{from: a.rs, to: '?'}]}",
    ] {
        let check = yolo(&YOLO.replace(LISTED, bad));
        assert_eq!(lines(&check), ["7 high must_haves:unfilled:7"], "{bad}");
    }
    for good in [
        "must_haves: [TODO list shows every item]",
        "must_haves: [no TBD is left in the documents]",
        "must_haves: ['todo-app starts']",
        "must_haves: {truths: [it works], key_links: none}",
        "must_haves: {truths: [it works], artifacts: [src/todo.rs]}",
    ] {
        assert_eq!(lines(&yolo(&YOLO.replace(LISTED, good))), [""; 0], "{good}");
    }
}

#[test]
fn what_the_check_suggests_is_no_answer_before_it_is_filled_in() {
    let rules = PlanCheckRules::gsd();
    let of = |text: &str| checked(text, &rules);
    for (from, key) in [
        ("files_modified: [src/session.rs, src/clock.rs]\n", "files_modified"),
        (
            "must_haves:\n  truths:\n    - a session ends after an hour\n  artifacts:\n    - path: src/clock.rs\n      provides: the time\n",
            "must_haves",
        ),
    ] {
        let text = GSD.replace(from, "");
        assert_ne!(text, GSD);
        let first = of(&text);
        assert_eq!(first.findings[0].id, format!("frontmatter:{key}"));
        let line = first.findings[0].suggested_fix.split('`').nth(1).unwrap();
        let pasted = of(&text.replacen("---\n", &format!("---\n{line}\n"), 1));
        let told = pasted.findings.iter().any(|f| f.id.contains(key) && f.severity == Severity::High);
        assert!(told && pasted.verdict == PlanVerdict::Reject, "{line}: {:?}", lines(&pasted));
    }
    for bad in ["TODO", "TBD", "…", "[fill in]"] {
        assert_eq!(of(&GSD.replace("type: execute", &format!("type: '{bad}'"))).findings.len(), 1, "{bad}");
        let check = of(&GSD.replace("an old session is refused", bad));
        assert_eq!(lines(&check), ["16 medium task_fields:1:done"], "{bad}");
        let check = yolo(&YOLO.replace("an old session is refused", bad));
        assert_eq!(lines(&check), ["12 medium task_fields:1:done"], "{bad}");
    }
    assert_eq!(
        lines(&of(&GSD.replace("<files>src/session.rs, src/clock.rs", "<files>TBD"))),
        ["16 medium task_fields:1:files"]
    );
}

#[test]
fn quotes_are_suggested_where_they_mend() {
    let fix = |lines: &str| {
        let check = yolo(&YOLO.replace(LISTED, lines));
        let found =
            check.findings.iter().find(|f| f.check == CheckId::Yaml).unwrap_or_else(|| panic!("{lines}"));
        (found.auto_fixable, found.suggested_fix.split(' ').take(3).collect::<Vec<_>>().join(" "))
    };
    for (lines, mechanical, words) in [
        ("must_haves:\n  - `a` works", true, "put the value"),
        ("must_haves:\n  - \"a\" works", true, "put the value"),
        ("must_haves:\n  * A\n  * B", false, "begin each item"),
        ("must_haves:\n  - A\n  B\n  - C\n  - D", false, "write the line"),
        ("must_haves:\n    - A\n  - B", false, "put the line,"),
        ("must_haves:\n  truths:\n    - A\n artifacts:\n    - a.rs", false, "put the line,"),
    ] {
        assert_eq!(fix(lines), (mechanical, words.to_owned()), "{lines}");
    }
}

#[test]
fn what_is_taken_for_a_wave_or_an_answer_is_said() {
    for (wave, fix) in [("1e3", "write a whole number from 1, such as `wave: 1`"), ("1a", "write `wave: 1`")]
    {
        let check = yolo(&YOLO.replace("wave: 2", &format!("wave: {wave}")));
        assert_eq!(lines(&check), ["5 high wave_valid:wave"], "{wave}");
        assert!(check.findings[0].issue.contains("one of no wave"), "{}", check.findings[0].issue);
        assert_eq!(check.findings[0].suggested_fix, fix);
    }
    let whole = yolo(&YOLO.replace("wave: 2", "wave: 2.0"));
    assert_eq!(lines(&whole), [""; 0]);
    assert!(
        whole.remarks.iter().any(|r| r.line == 5 && r.message.contains("taken as 2")),
        "{:?}",
        whole.remarks
    );
    for (autonomous, told) in [("maybe", true), ("true", false), ("'No'", false), ("yes # by itself", false)]
    {
        let check = yolo(&YOLO.replace("wave: 2", &format!("wave: 2\nautonomous: {autonomous}")));
        assert_eq!(codes(&check).contains(&"neither_true_nor_false"), told, "{autonomous}");
    }
}

#[test]
fn files_beyond_those_looked_at_are_told() {
    let of = |count: usize| {
        let many: Vec<String> = (0..count).map(|n| format!("`src/made{n}.rs` (new)")).collect();
        yolo(&YOLO.replace("`src/clock.rs` (new)", &many.join(", ")))
    };
    assert!(codes(&of(700)).contains(&"paths_not_checked"));
    assert!(!codes(&of(300)).contains(&"paths_not_checked"));
    let header: Vec<String> = (0..700).map(|n| format!("src/made{n}.rs")).collect();
    let header = format!("wave: 2\nfiles_modified: [{}]", header.join(", "));
    assert!(codes(&yolo(&YOLO.replace("wave: 2", &header))).contains(&"paths_not_checked"));
}

#[test]
fn a_plan_of_one_line_because_of_its_line_ends_is_refused_with_the_reason() {
    let check = yolo(&YOLO.replace('\n', "\r"));
    assert_eq!(lines(&check), ["1 high file:unreadable"]);
    assert!(check.findings[0].issue.contains("carriage return"), "{}", check.findings[0].issue);
    assert_eq!(lines(&yolo(&YOLO.replace('\n', "\r\n"))), [""; 0]);
    assert!(crate::domain::plan::read(&path(PLACE), "one line\r").is_err());
}

//! Room that nothing else needs goes to what is open and to what was given along.

#![allow(clippy::unwrap_used, reason = "tests")]

use super::document::tests as document;
use super::tests::{
    answered, change, finding, fix_of, keeps_its_promises, oid, one_file, open_pass, plain, second, write,
};
use super::{BUDGET, Brief};
use crate::domain::envelope;
use crate::domain::finding::Finding;
use crate::domain::review::{ResponseKind, Severity};
use crate::domain::review_loop::LoopState;
use crate::domain::subject::ContextPiece;

const MANY: usize = 60;

fn many() -> Vec<Finding> {
    let long = "what is wrong here and why ".repeat(12);
    let one = |i| {
        let mut found = finding(i, Severity::High, &format!("title {i}"));
        found.said.description = Some(long.clone());
        answered(found, ResponseKind::Fixed, &long)
    };
    (1..=MANY).map(one).collect()
}

/// Sees that all findings are named and that little room is left but for the list of what was left out.
fn is_filled(written: &Brief) {
    assert!(envelope::weight(&written.text) > BUDGET * 3 / 4, "{}", envelope::weight(&written.text));
    let shown = (1..=MANY).filter(|i| written.text.contains(&format!("title {i}\n"))).count();
    assert_eq!(shown, MANY, "each is named before the texts of any are long");
}

#[test]
fn many_findings_take_the_room_that_a_small_change_leaves() {
    let diff = one_file();
    let mut state = second(&many(), &diff);
    open_pass(&mut state, 2, &change(Some(oid('a')), &["feat(01-01): sum"], &diff));
    let written = write(&state, &diff, None);
    is_filled(&written);
    keeps_its_promises(&state, &written, &[(Some(&oid('a')), &diff)]);
}

#[test]
fn many_findings_take_the_room_that_a_small_document_leaves() {
    let mut state = document::design();
    state.findings = many();
    open_pass(&mut state, 2, &change(Some(oid('a')), &[], &one_file()));
    is_filled(&document::write(&state, "# Design\n\nOne door.\n", &[], None));
}

#[test]
fn many_findings_take_the_room_that_a_small_task_leaves() {
    is_filled(&fix_of(&second(&many(), &one_file())).0);
}

fn with_context(mut state: LoopState, words: usize) -> LoopState {
    let text = "as the board decided ".repeat(words);
    state.contract.context = vec![ContextPiece { title: "The decision".to_owned(), text, path: None }];
    state
}

#[test]
fn context_takes_the_room_that_is_left() {
    let diff = one_file();
    let mut state = with_context(plain(), 500);
    open_pass(&mut state, 1, &change(Some(oid('a')), &["feat(01-01): sum"], &diff));
    assert_eq!(write(&state, &diff, None).truncated, []);

    let state = with_context(second(&[finding(1, Severity::Critical, "sum")], &diff), 500);
    assert_eq!(fix_of(&state).0.truncated, []);

    let mut state = with_context(document::design(), 500);
    open_pass(&mut state, 2, &change(Some(oid('a')), &[], &one_file()));
    assert_eq!(document::write(&state, "# Design\n\nOne door.\n", &[], None).truncated, []);
}

#[test]
fn context_takes_nothing_of_what_is_open() {
    let diff = one_file();
    let mut state = with_context(second(&many(), &diff), 2_000);
    open_pass(&mut state, 2, &change(Some(oid('a')), &["feat(01-01): sum"], &diff));
    let written = write(&state, &diff, None);
    is_filled(&written);
    assert!(written.truncated.iter().any(|row| row.path == "(context)"), "{:?}", written.truncated);
}

#[test]
fn the_task_stays_whole_beside_many_long_findings() {
    let long = "what is wrong here and why it matters to people ".repeat(40);
    let findings: Vec<Finding> = (1..=12)
        .map(|i| {
            let mut found = finding(i, Severity::High, &format!("title {i}"));
            found.said.description = Some(long.clone());
            found
        })
        .collect();
    let mut state = second(&findings, &one_file());
    state.contract.text = "It adds them up, and never loses a cent. ".repeat(45);
    let written = fix_of(&state).0;
    assert!(!written.truncated.iter().any(|row| row.path != "(findings)"), "{:?}", written.truncated);
    assert!(written.text.contains(state.contract.text.trim()));
}

#[test]
fn a_small_budget_is_kept_with_every_section_and_shows_the_document() {
    let mut state = with_context(document::design(), 300);
    state.findings = many();
    state.contract.text = "upstream words ".repeat(800);
    open_pass(&mut state, 2, &change(Some(oid('a')), &[], &one_file()));
    let text = "words of the document\n".repeat(400);
    for budget in [6_000, 6_400, 7_000, 8_000, 12_000, 20_000, BUDGET] {
        let written = match document::write_within(&state, &text, budget) {
            Ok(written) => written,
            Err(least) => {
                assert!(least > budget, "{least} of {budget}");
                document::write_within(&state, &text, least).unwrap()
            }
        };
        let most = budget.max(6_000);
        let weight = envelope::weight(&written.text);
        assert!(weight <= most * 105 / 100, "{weight} of {most}");
        assert!(written.text.contains("words of the document\nwords"), "{}", written.text);
        assert!(written.text.contains("specs/login/design.md"));
    }
}

#[test]
fn a_task_full_of_backslashes_is_shown_whole_where_it_fits() {
    let diff = one_file();
    let mut state = plain();
    state.contract.text = "match r\"C:\\\\Users\\\\(\\w+)\\\\tmp\" and keep the rest.\n".repeat(400);
    open_pass(&mut state, 1, &change(Some(oid('a')), &["feat(01-01): sum"], &diff));
    let written = write(&state, &diff, None);
    assert!(!written.truncated.iter().any(|row| row.what.contains("of the task")), "{:?}", written.truncated);
    assert!(written.text.contains(state.contract.text.trim_end()));
}

#[test]
fn a_task_too_long_for_a_brief_takes_the_room_that_a_small_change_leaves() {
    let diff = one_file();
    for words in [2_600, 4_000] {
        let mut state = plain();
        state.contract.text = "It adds them up. ".repeat(words);
        open_pass(&mut state, 1, &change(Some(oid('a')), &["feat(01-01): sum"], &diff));
        let written = write(&state, &diff, None);
        assert!(envelope::weight(&written.text) > BUDGET * 9 / 10, "{}", envelope::weight(&written.text));
        assert!(written.text.contains("+a + b"));
        keeps_its_promises(&state, &written, &[(Some(&oid('a')), &diff)]);
    }
}

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

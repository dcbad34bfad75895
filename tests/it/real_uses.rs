//! What a file is in use by, beside its twin that only looks so: texts that name it, code that is never reached, names that
//! are given again (SPEC 9.3). The cases are in `books/uses.txt` and, by places, in
//! `books/uses_places.txt`.

#![allow(clippy::unwrap_used, reason = "a scene that cannot be made fails its test")]

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use countersign::domain::phase::{self, CodeFacts, Item, PhaseInput};
use countersign::domain::plan::{Artifact, MustHaves};
use countersign::io::code;
use countersign::io::follower::Nobody;

use crate::phase::plan;

/// Judges promised files of one small repository.
fn judged(artifacts: Vec<Artifact>, files: &[(&str, &str)]) -> Vec<Item> {
    let root = tempfile::tempdir().unwrap();
    for (path, text) in files {
        let path = root.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let must_haves = MustHaves { artifacts, ..MustHaves::default() };
    let input = PhaseInput { plans: vec![plan("03-01", must_haves)], ..PhaseInput::default() };
    let read = code::read(root.path(), &phase::questions(&input, &[])).unwrap();
    let mut facts = CodeFacts { files: read, ..CodeFacts::default() };
    let all = code::list(root.path(), &Nobody);
    let mut words = phase::words(&input, &facts);
    facts.survey = Some(code::survey(root.path(), &all, &words, &Nobody).unwrap());
    words.extend(phase::further_words(&input, &facts));
    facts.survey = Some(code::survey(root.path(), &all, &words, &Nobody).unwrap());
    phase::items(&input, &facts, &[])
}

/// `src/pay.ts [pay, refund] is verified`: the promise, and what must come of it; `wired` behind that asks for a use that was
/// found, `unwired` for none. `compose.yml for the services` says what the file is to provide.
fn promise(line: &str) -> (Artifact, &str, Option<bool>) {
    let (promise, said) = line.rsplit_once(" is ").unwrap();
    let (promise, provides) =
        promise.split_once(" for ").map_or((promise, None), |(p, what)| (p, Some(what)));
    let (path, exports) = promise.split_once(" [").unwrap_or((promise, ""));
    let exports = exports.trim_end_matches(']').split(", ").filter(|e| !e.is_empty());
    let exports = exports.map(str::to_owned).collect();
    let (status, wired) = said.split_once(", ").unwrap_or((said, ""));
    let wired = (!wired.is_empty()).then_some(wired == "wired");
    let provides = provides.map(str::to_owned);
    (Artifact { path: path.to_owned(), exports, provides, ..Artifact::default() }, status, wired)
}

#[test]
fn what_a_file_is_in_use_by_is_told_from_what_only_looks_so() {
    holds("uses.txt");
    holds("uses_places.txt");
}

#[test]
fn an_ending_in_the_path_of_an_import_makes_no_use_of_it() {
    holds("uses_with_endings.txt");
}

#[test]
fn private_code_that_nobody_calls_is_no_use() {
    holds("uses_private.txt");
}

#[test]
fn switches_that_are_off_in_another_file_lead_to_no_use() {
    holds("uses_switched.txt");
}

#[test]
fn what_is_made_up_is_not_taken_for_work() {
    holds("made_up.txt");
}

#[test]
fn components_do_what_their_templates_and_scripts_say() {
    holds("components.txt");
}

#[test]
fn tests_workflows_and_scripts_that_hold_nothing_are_no_work() {
    holds("held_by_none.txt");
}

/// Judges the promises of every page of a book.
pub(crate) fn holds(book: &str) {
    let book = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/it/books").join(book);
    let book = fs::read_to_string(book).unwrap();
    let mut wrong = String::new();
    for page in book.split("\n%% ").skip(1) {
        let (title, page) = page.split_once('\n').unwrap();
        let mut parts = page.split("\n=== ");
        let promises: Vec<_> = parts.next().unwrap().lines().filter(|l| !l.is_empty()).map(promise).collect();
        let files: Vec<(&str, &str)> = parts.filter_map(|part| part.split_once('\n')).collect();
        let artifacts = promises.iter().map(|(artifact, ..)| artifact.clone()).collect();
        let items = judged(artifacts, &files);
        for (artifact, status, wired) in &promises {
            let item = items.iter().find(|item| item.label == artifact.path).unwrap();
            let found = item.levels.as_ref().is_some_and(|levels| levels.wired == Some(true));
            if item.status.as_str() != *status || wired.is_some_and(|wired| wired != found) {
                let (path, is, why) = (&artifact.path, item.status.as_str(), item.reasons.join("; "));
                writeln!(wrong, "{title}: {path} is {is}, not {status}: {why}").unwrap();
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

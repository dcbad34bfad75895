//! Files of Rust that no build takes in but that of the tests: what uses another file there uses it in tests alone.

use super::{Project, has_word, modules, role};
use crate::domain::ids::RepoPath;

/// Tells whether a crate takes a file in for its tests alone: `#![cfg(test)]` at its head, or `#[cfg(test)] mod pay;` where
/// it is declared and no `mod` without that. What cannot be seen may be built.
pub(super) fn for_tests_alone(project: &Project<'_>, path: &RepoPath) -> bool {
    if !path.as_str().ends_with(".rs") {
        return false;
    }
    if let Some(known) = project.for_tests.borrow().get(path) {
        return *known;
    }
    // Modules that declare each other end here.
    project.for_tests.borrow_mut().insert(path.clone(), false);
    let found = project.text(path).is_some_and(begins_in_tests) || declared_for_tests(project, path);
    project.for_tests.borrow_mut().insert(path.clone(), found);
    found
}

fn declared_for_tests(project: &Project<'_>, path: &RepoPath) -> bool {
    let name = match role::stem(path) {
        "mod" => path.parent().map(|folder| folder.file_name().to_owned()).unwrap_or_default(),
        stem => stem.to_owned(),
    };
    let mut in_tests = false;
    for above in modules::parents(project, path) {
        let declares = match project.text(&above) {
            None => Some(true),
            // Parsing is what takes time, and most modules have nothing to do with tests.
            Some(text) if !text.contains("test") => has_word(text, &name).then_some(true),
            Some(_) => modules::declares(project, &above, path),
        };
        match declares {
            Some(true) if !for_tests_alone(project, &above) => return false,
            Some(_) => in_tests = true,
            None => {}
        }
    }
    in_tests
}

/// Tells whether the attributes at the head of a file leave it to tests.
fn begins_in_tests(text: &str) -> bool {
    let head = text.trim_start_matches('\u{feff}').lines().map(str::trim).take(200);
    let mut head = head.take_while(|l| l.is_empty() || l.starts_with("//") || l.starts_with("#!["));
    head.any(|line| {
        let said: String = line.chars().filter(|c| !c.is_whitespace()).collect();
        said.starts_with("#![cfg(test)]") || said.starts_with("#![cfg(all(test,")
    })
}

/// Tells whether a text of Rust holds tests that are run.
pub(super) fn holds_tests(text: &str) -> bool {
    text.lines().map(str::trim).any(|line| {
        line.starts_with("#[test]")
            || line.starts_with("#[") && (line.contains("::test") || line.contains("rstest"))
    })
}

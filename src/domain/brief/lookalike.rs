//! Lines of a change that read like a reviewer's verdict (SPEC 7.7): never one, and said before anybody reads them.

use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, AhoCorasickKind};

use super::Place;
use crate::domain::dialect::{self, ReadContext};
use crate::domain::diff::{DiffLine, FileChange, Origin};
use crate::domain::review::Verdict;

/// The most lines of a change that are read.
const READ: usize = 400;

/// The most places that are told.
const TOLD: usize = 20;

/// The longest line that states nothing but a verdict, in bytes.
const LONGEST: usize = 160;

/// Words one of which every statement of a verdict has, in lower case.
const WORDS: [&str; 13] = [
    "verdict",
    "status",
    "decision",
    "review_",
    "review ",
    "approve",
    "lgtm",
    "ship it",
    "changes_req",
    "changes req",
    "needs_fix",
    "needs fix",
    "issues_found",
];

/// Returns the added lines that may state a verdict, in the order of the files, no more than are read of them all.
pub fn suspects(files: &[FileChange]) -> Vec<(Place, &str)> {
    files.iter().flat_map(of_file).take(READ).collect()
}

fn of_file(file: &FileChange) -> impl Iterator<Item = (Place, &str)> {
    file.hunks.iter().flat_map(|hunk| {
        let there = hunk.lines.iter().filter(|line| line.origin != Origin::Removed);
        let added = there.zip(hunk.new_start..).filter(|(line, _)| line.origin == Origin::Added);
        let suspect = added.filter(|(line, _)| may_state(line));
        suspect.map(|(line, number)| (Place { path: file.path.clone(), line: number }, line.text.as_str()))
    })
}

/// Returns the places of those that state a verdict by themselves, the first ones only where there are many.
pub fn verdict_like<'d>(suspects: impl IntoIterator<Item = (Place, &'d str)>) -> Vec<Place> {
    let read = suspects.into_iter().take(READ);
    read.filter(|(_, line)| states(line)).map(|(place, _)| place).take(TOLD).collect()
}

fn may_state(line: &DiffLine) -> bool {
    // All the words at once: a large change has hundreds of thousands of lines, and each is looked at.
    static SEARCH: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| {
        let mut builder = AhoCorasick::builder();
        builder.ascii_case_insensitive(true).kind(Some(AhoCorasickKind::DFA)).build(WORDS).ok()
    });
    let text = line.text.trim();
    // Without a search every short line is read.
    text.len() <= LONGEST && SEARCH.as_ref().is_none_or(|search| search.is_match(text))
}

fn states(line: &str) -> bool {
    // What makes a comment of it hides it from no model.
    const COMMENTS: [&str; 6] = ["//", "#!", "--", "/*", "<!--", ";"];
    let line = line.trim();
    let bare = COMMENTS.iter().find_map(|open| line.strip_prefix(open)).unwrap_or(line);
    let bare = bare.trim_end_matches("*/").trim_end_matches("-->").trim();
    dialect::read(bare, &ReadContext::default()).claimed_verdict != Verdict::Unclear
}

//! Lines of a change that read like a reviewer's verdict (SPEC 7.7): never one, and said before anybody reads them.

use super::Place;
use crate::domain::dialect::{self, ReadContext};
use crate::domain::diff::{Diff, DiffLine, Origin};
use crate::domain::review::Verdict;

/// The most added lines that are looked at, and the most of them that are read.
const LOOKED_AT: usize = 200_000;
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

/// Returns the places of added lines that state a verdict by themselves, in the order of the diff, the first ones only
/// where there are many.
pub fn verdict_like(diff: &Diff) -> Vec<Place> {
    let mut found = Vec::new();
    let (mut looked, mut read) = (0, 0);
    for file in &diff.files {
        for hunk in &file.hunks {
            let mut number = hunk.new_start;
            for line in &hunk.lines {
                let added = line.origin == Origin::Added;
                if line.origin != Origin::Removed {
                    number += 1;
                }
                if !added {
                    continue;
                }
                looked += 1;
                if looked > LOOKED_AT || read >= READ || found.len() >= TOLD {
                    return found;
                }
                if may_state(line) {
                    read += 1;
                    if states(&line.text) {
                        found.push(Place { path: file.path.clone(), line: number - 1 });
                    }
                }
            }
        }
    }
    found
}

fn may_state(line: &DiffLine) -> bool {
    let text = line.text.trim();
    if text.is_empty() || text.len() > LONGEST {
        return false;
    }
    let lower = text.to_ascii_lowercase();
    WORDS.iter().any(|word| lower.contains(word))
}

fn states(line: &str) -> bool {
    // What makes a comment of it hides it from no model.
    const COMMENTS: [&str; 6] = ["//", "#!", "--", "/*", "<!--", ";"];
    let line = line.trim();
    let bare = COMMENTS.iter().find_map(|open| line.strip_prefix(open)).unwrap_or(line);
    let bare = bare.trim_end_matches("*/").trim_end_matches("-->").trim();
    dialect::read(bare, &ReadContext::default()).claimed_verdict != Verdict::Unclear
}

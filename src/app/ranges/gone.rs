//! What a branch that is gone leaves of a review: where its commits went, or what could be meant here in their place.

use serde_json::json;

use crate::app::subjects::branches;
use crate::app::workspace::Workspace;
use crate::domain::review_loop::LoopState;
use crate::domain::review_loop::state::PassRecord;
use crate::error::Error;

use super::{candidates, looked_again};
use crate::app::subjects;
use crate::domain::range;

/// The most branches that are named.
const BRANCHES: usize = 4;

/// Refuses to look for a change on a branch that is gone. What is here in its place, and nothing tells whether it is the
/// same work, is named, with the call that says so: a `head` named by the caller is no guess.
pub(super) fn branch(ws: &Workspace<'_>, state: &LoopState, branch: &str, last: &PassRecord) -> Error {
    let change = &last.change;
    let newest = change.commits.last().map_or(&change.head, |c| &c.id);
    let label = state.subject.label();
    let mut error =
        Error::refused(format!("branch {branch}, on which {label} is reviewed, is gone")).at("loop_id");
    let holding = ws.repository.branches_holding(newest, BRANCHES);
    if !holding.is_empty() {
        error = error.hint(format!(
            "Its commits are on {}: checked out there, the subject is reviewed as one of that branch",
            holding.join(", ")
        ));
    } else if ws.repository.has(newest) {
        error =
            error.hint(format!("No branch holds its commits; `git branch {branch} {newest}` brings it back"));
    } else {
        error = error.hint("No branch holds its commits, and git has collected them");
    }
    let Ok(head) = ws.repository.head() else { return error };
    let seen = branches::as_of_here(ws, state);
    let Some(found) = looked_again(ws, &seen, last, Some(&head)).ok().filter(|_| holding.is_empty()) else {
        let history = ws.repository.history(&head, None, NEAR).unwrap_or_default();
        let scope = subjects::scope(ws, &state.subject, state.subject.files().to_vec());
        let likely: Vec<_> = range::likeliest(&history, &scope, BRANCHES).into_iter().cloned().collect();
        return if holding.is_empty() { error.hint(candidates(&likely)) } else { error };
    };
    let listed: Vec<String> = found
        .change
        .commits
        .iter()
        .rev()
        .take(BRANCHES)
        .map(|c| format!("{} {}", c.id.short(), c.subject))
        .collect();
    let same =
        if found.change.same_content(change) { ", with the very contents that were reviewed" } else { "" };
    error
        .hint(format!(
            "Checked out here, its files are changed by {}{same}: where that is its work (squashed, say), name it as the `head` and the loop goes on here; otherwise have the loop given up",
            listed.join("; ")
        ))
        .call("review_task", json!({ "loop_id": state.id.as_str(), "head": head.as_str() }))
}

/// How many commits are looked through for those that could be meant.
const NEAR: usize = 200;

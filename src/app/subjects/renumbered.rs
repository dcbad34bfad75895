//! A plan that was renumbered or moved: its tasks' loops go by the old path (SPEC 6.2, 7.1).
//!
//! The same words under another path are the same task. An open loop is not taken over in silence: it is named, with
//! the call that gives it up; what it found and used up then goes on in the new one.

use std::collections::HashMap;

use serde_json::json;

use crate::domain::ids::RepoPath;
use crate::domain::review::Remark;
use crate::domain::review_loop::LoopState;
use crate::domain::subject::Subject;
use crate::error::Error;
use crate::io::store::Store;

use super::Named;
use crate::app::loops;
use crate::app::workspace::Workspace;

/// Returns the last loop that the subject had under another path of its plan, and says so in the notes.
///
/// # Errors
///
/// While that loop is open, and where several could be it.
pub(in crate::app) fn before(
    ws: &Workspace<'_>,
    store: &Store,
    named: &mut Named,
) -> Result<Option<LoopState>, Error> {
    let Some(path) = named.subject.plan_path().cloned() else { return Ok(None) };
    // A plan lies where most of its loops say: each place is looked at once, and only loops of what is gone are read.
    let mut known: HashMap<String, bool> = HashMap::new();
    let mut left = |was: &str| {
        *known
            .entry(was.to_owned())
            .or_insert_with(|| RepoPath::parse(was).map_or(true, |was| is_gone(ws, &was, &path)))
    };
    let elsewhere = loops::of_subjects(store, |key| Subject::plan_in_key(key).is_some_and(&mut left))?;
    let mut same: Vec<LoopState> = elsewhere
        .filter(|s| is_same(s, named) && s.subject.plan_path().is_some_and(|was| is_gone(ws, was, &path)))
        .collect();
    same.sort_by_key(|s| s.opened_at);
    let mut paths: Vec<&RepoPath> = same.iter().filter_map(|s| s.subject.plan_path()).collect();
    paths.sort();
    paths.dedup();
    if paths.len() > 1 {
        let list: Vec<String> = same.iter().map(|s| format!("{} ({})", s.id, place(s))).collect();
        return Err(Error::refused(format!(
            "{path} holds the same words as plans that are gone, and it cannot be told which of them it was"
        ))
        .at("plan")
        .hint(format!("Reviewed under another path: {}", list.join(", ")))
        .hint("Name the work's `base` to begin anew under this path"));
    }
    let Some(last) = same.pop() else { return Ok(None) };
    if last.outcome().is_none() {
        return Err(Error::refused(format!(
            "{} was renumbered: its review is open as {} in {}",
            named.subject.label(),
            last.subject.label(),
            last.id
        ))
        .at("plan")
        .hint(format!("{} is gone and {path} says the same in its place", place(&last)))
        .hint("Give that loop up, then call again: what it found and used up goes on under the new number")
        .call("decide", json!({ "loop_id": last.id.as_str(), "turn": last.turn, "choice": "abandon" }))
        .fill(&["reason", "decided_by"]));
    }
    let message = format!("{path} was {} before: {} went before this review", place(&last), last.id);
    named.notes.push(Remark::new(0, "renumbered", message));
    Ok(Some(last))
}

/// Tells whether a loop is about the same task, by its words, on the same branch.
fn is_same(state: &LoopState, named: &Named) -> bool {
    let same_kind = match (&state.subject, &named.subject) {
        (Subject::Task { title, .. }, Subject::Task { title: now, .. })
        | (Subject::Execution { title, .. }, Subject::Execution { title: now, .. })
        | (Subject::Plan { title, .. }, Subject::Plan { title: now, .. }) => title == now,
        (
            Subject::Task { .. }
            | Subject::Change { .. }
            | Subject::Plan { .. }
            | Subject::Execution { .. }
            | Subject::Artifact { .. },
            _,
        ) => false,
    };
    same_kind
        && state.subject.branch() == named.subject.branch()
        && !state.contract.text.trim().is_empty()
        && state.contract.text.trim() == named.contract.text.trim()
}

/// Tells whether a plan is no longer where it was: elsewhere than here, and nothing lies there.
fn is_gone(ws: &Workspace<'_>, was: &RepoPath, now: &RepoPath) -> bool {
    was != now && !ws.files.exists(was) && !ws.documents(Some(was)).exists(was)
}

fn place(state: &LoopState) -> String {
    state.subject.plan_path().map(ToString::to_string).unwrap_or_default()
}

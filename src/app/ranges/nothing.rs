//! No commit of a subject: the refusal, with what could be meant.

use serde_json::json;

use crate::domain::diff::Commit;
use crate::domain::range::{self, TaskScope, touches};
use crate::domain::subject::Subject;
use crate::error::Error;

use super::{EMPTY_TREE, HISTORY, likeliest};
use crate::app::workspace::Workspace;

/// Refuses an empty range, naming the commits that were likeliest meant.
pub(super) fn empty(ws: &Workspace<'_>, subject: &Subject, history: &[Commit], scope: &TaskScope) -> Error {
    let label = subject.label();
    let near = |c: &&Commit| !scope.files.is_empty() && touches(&c.files, &scope.files);
    let (siblings, touching): (Vec<&Commit>, Vec<&Commit>) =
        history.iter().filter(near).partition(|c| range::is_siblings(c, scope));
    let is_edge = |c: &Commit| {
        c.files.is_empty() && c.parents.len() < 2 && range::says_it(c, scope) && !range::is_siblings(c, scope)
    };
    if let Some(note) = ws.repository.shallow_note()
        && let Some(edge) = history.iter().find(|c| is_edge(c))
    {
        let why = format!(
            "what commit {} \"{}\" changed, which says that it is of {label}, cannot be told: this clone ends there",
            edge.id.short(),
            edge.subject
        );
        // The clone must be mended, and then the same call goes on.
        return Error::unavailable(why).hint(note.message.replacen("this", "This", 1));
    }
    let why = match subject {
        Subject::Task { .. } if scope.message.is_some() => format!(
            "no commit of {label} was found: none has its message ({}) and touches {}",
            scope.message.as_deref().unwrap_or_default(),
            if scope.files.is_empty() { "something reviewed".to_owned() } else { scope.files.join(", ") }
        ),
        Subject::Task { stem, files, .. } | Subject::Execution { stem, files, .. } => {
            let task = if matches!(subject, Subject::Task { .. }) { " with this task" } else { "" };
            let rest = match (files.as_slice(), touching.len()) {
                ([], _) => "; it lists no files to find them by".to_owned(),
                (files, 0) => format!(", and none touches {}", files.join(", ")),
                (files, n) => format!(
                    "; {n} touch {} without it, and nothing tells whether they are meant",
                    files.join(", ")
                ),
            };
            format!("no commit of {label} was found: none carries the scope ({stem}){task}{rest}")
        }
        Subject::Change { id, files, .. } => match (files.is_empty(), touching.len()) {
            (true, _) => format!("no commit names {id:?}, and the change lists no `files`"),
            (false, 0) => format!("no commit names {id:?} or touches the change's `files`"),
            (false, n) => format!(
                "no commit names {id:?}; {n} touch its `files`, and nothing tells whether they are meant"
            ),
        },
        Subject::Plan { .. } | Subject::Artifact { .. } => format!("{label} is not there"),
    };
    let shallow = ws.repository.shallow_note();
    let mut error = Error::refused(why).at("base");
    if let Some(note) = &shallow {
        // What looks like its first commit is only the first that was fetched.
        error = error.hint(note.message.replacen("this", "This", 1));
    }
    error = error.hint("Commit the work first, or name the range: `base` is the commit before the change");
    // At the edge of a clone a commit may be meant although no file of it can be told.
    if shallow.is_none() || !range::likeliest(history, scope, 1).is_empty() {
        error = error.hint(likeliest(history, scope));
    }
    if history.len() >= HISTORY {
        error = error.hint(format!("Only the newest {HISTORY} commits were looked through: of older work name the `base` and the `head`"));
    }
    if shallow.is_none() && history.iter().take(4).any(|c| c.parents.is_empty()) {
        error =
            error.hint(format!("Before the first commit of all lies {EMPTY_TREE}, git's name of nothing"));
    }
    let under_way = ws.repository.under_way();
    if let Some(what) = under_way {
        error = error.hint(format!("{what} is under way here: what it still brings is not in this history"));
    }
    // The one call that could be meant, where only one commit could: made since the plan was written, and the only one
    // that touches the files, whoever it says it is of.
    let written = subject.plan_path().and_then(|plan| history.iter().rposition(|c| c.files.contains(plan)));
    let since = |one: &Commit| written.is_none_or(|at| history[..=at].iter().any(|c| c.id == one.id));
    match (touching.as_slice(), subject) {
        ([one], Subject::Task { plan_path, task, .. })
            if !one.parents.is_empty()
                && siblings.is_empty()
                && since(one)
                && under_way.is_none()
                && shallow.is_none() =>
        {
            let base = one.parents[0].as_str();
            error.call("review_task", json!({ "plan": plan_path.as_str(), "task": task, "base": base }))
        }
        _ => error,
    }
}

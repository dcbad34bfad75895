//! Fix tasks of a task list and the tasks they mend (SPEC 4.4): linked in words, reviewed one by one.

use crate::domain::diff::Commit;
use crate::domain::ids::RepoPath;
use crate::domain::plan::{Plan, Task};
use crate::domain::range::{message_key, touches};
use crate::domain::review::Remark;
use crate::domain::subject::{ContextPiece, Contract, Subject};
use crate::error::Error;
use crate::io::files::Kind;

use super::{plan_now, task_of};
use crate::app::workspace::Workspace;

/// How many specs beside a list's own are looked into.
const MAX_SPECS: usize = 200;

/// Says which task a fix task mends and where that one's review stands, or which fix tasks a task has.
pub(super) fn notes(ws: &Workspace<'_>, plan: &Plan, task: &Task) -> Result<Vec<Remark>, Error> {
    let mut notes = Vec::new();
    if let Some(of) = &task.fix_of {
        let message = match plan.task(of) {
            None => format!("{} mends task {of}, and {} has no such task", task.number, plan.path),
            Some(parent) => {
                let (number, title) = (&parent.number, &parent.name);
                let stands = match loop_of(ws, plan, parent)? {
                    Some(id) => format!(
                        "what was found in {number} is settled by its own re-review: review_task with loop_id {id}"
                    ),
                    None => format!("no review of {number} was opened on this branch"),
                };
                format!("{} mends task {number} ({title}); {stands}", task.number)
            }
        };
        notes.push(Remark::new(task.line, "fix_task_of", message));
    }
    let fixes: Vec<String> = plan
        .fixes_of(&task.number)
        .map(
            |fix| {
                if fix.ticked == Some(true) { format!("{} (done)", fix.number) } else { fix.number.clone() }
            },
        )
        .collect();
    if !fixes.is_empty() {
        let message = format!("fix tasks of {} in the list: {}", task.number, fixes.join(", "));
        notes.push(Remark::new(task.line, "fix_tasks", message));
    }
    Ok(notes)
}

/// Returns the loop of a task on the branch in use: the open one, else the last.
fn loop_of(ws: &Workspace<'_>, plan: &Plan, task: &Task) -> Result<Option<String>, Error> {
    let Some(store) = ws.log()? else { return Ok(None) };
    // The key of a task does not depend on its contract.
    let key = task_of(ws, plan, task).key(&Contract::new(String::new(), Vec::new(), Vec::new()));
    match store.stream_for_key(&key)? {
        Some(open) => Ok(Some(open)),
        None => Ok(store.subject_streams(&key)?.pop()),
    }
}

/// Returns what the task asks that a fix task mends: part of what the fix is held against.
pub(super) fn mended(plan: &Plan, task: &Task) -> Option<ContextPiece> {
    let parent = plan.task(task.fix_of.as_deref()?)?;
    let title = format!("Task {}, which this one mends", parent.number);
    Some(ContextPiece::new(title, parent.asked().into_owned()))
}

/// Tells whether a commit with a message of the subject's list is another list's: it has the message, too (every spec's
/// first fix task of 1.1 is `1.1.1`), and the commit touches that task's files or the folder of that spec.
pub(in crate::app) fn is_another_lists(ws: &Workspace<'_>, subject: &Subject, commit: &Commit) -> bool {
    let Some(own) = subject.plan_path() else { return false };
    let Some((folder, specs)) = own.parent().and_then(|folder| Some((folder.clone(), folder.parent()?)))
    else {
        return false;
    };
    let below = |folder: &RepoPath| {
        let is_below =
            |f: &RepoPath| f.as_str().strip_prefix(folder.as_str()).is_some_and(|r| r.starts_with('/'));
        commit.files.iter().any(is_below)
    };
    if below(&folder) {
        return false;
    }
    let key = message_key(&commit.subject);
    let listed = ws.list(&specs).unwrap_or_default();
    let others = listed.into_iter().filter(|e| e.kind == Kind::Folder && e.path != folder).take(MAX_SPECS);
    let mut lists = others.filter_map(|e| Some((e.path.join(own.file_name()).ok()?, e.path)));
    lists.any(|(path, folder)| {
        let list = plan_now(ws, &path).filter(|list| list.listed);
        let has_message = |t: &&Task| t.commit.as_deref().is_some_and(|m| message_key(m) == key);
        list.is_some_and(|list| {
            list.tasks.iter().filter(has_message).any(|t| below(&folder) || touches(&commit.files, &t.files))
        })
    })
}

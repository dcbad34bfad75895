//! What a task number in a message means: that of the plan as it stood when the commit was made (SPEC 7.1).

use std::rc::Rc;

use crate::domain::diff::Commit;
use crate::domain::ids::{Oid, RepoPath};
use crate::domain::plan::numbers::{Today, number_today, today};
use crate::domain::plan::{self, Plan};
use crate::domain::range::{self, TaskScope};
use crate::domain::subject::Subject;

use super::plan_now;
use crate::app::workspace::Workspace;

/// Fills in what the task is called today, and what the tasks are that the commits name, where the plan as it stood then
/// numbered them otherwise. A plan that git does not keep tells nothing.
pub(super) fn told(
    ws: &Workspace<'_>,
    subject: &Subject,
    mut scope: TaskScope,
    commits: &[Commit],
) -> TaskScope {
    let Subject::Task { plan_path, title, .. } = subject else { return scope };
    let naming: Vec<&Commit> = commits.iter().filter(|c| !range::numbers(c).is_empty()).collect();
    if naming.is_empty() {
        return scope;
    }
    let Some(now) = plan_now(ws, plan_path) else { return scope };
    if let Some(number) = number_today(&now, &scope.task, title) {
        scope.task = number.to_owned();
    }
    for commit in naming {
        let Some(then) = as_it_stood(ws, plan_path, commit) else { continue };
        let named = range::numbers(commit);
        let mut moved = false;
        let mut meant: Vec<&str> = Vec::new();
        for number in &named {
            match today(&then, &now, number) {
                Today::Kept => meant.push(number),
                Today::Moved(to) => {
                    moved = true;
                    meant.push(to);
                }
                Today::Gone => moved = true,
            }
        }
        if moved {
            scope.means(&commit.id, meant);
        }
    }
    scope
}

/// Reads a plan as it stood at a commit, or before it.
pub(in crate::app) fn as_it_stood(ws: &Workspace<'_>, path: &RepoPath, commit: &Commit) -> Option<Rc<Plan>> {
    let at = |id: &Oid| ws.repository.entry_at(id, path).ok().flatten().map(|(blob, _)| blob);
    let blob = at(&commit.id).or_else(|| commit.parents.first().and_then(at))?;
    let key = (path.clone(), blob.clone());
    if let Some(known) = ws.plans_then.borrow().get(&key) {
        return known.clone();
    }
    let read = || {
        let bytes = ws.repository.blob(&blob).ok()?;
        plan::read_bytes(path, &bytes).ok().map(Rc::new)
    };
    let plan = read();
    ws.plans_then.borrow_mut().insert(key, plan.clone());
    plan
}

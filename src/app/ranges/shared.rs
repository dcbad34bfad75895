//! Tasks of a plan that share files: whose a commit is that names none of them, no file tells.

use crate::domain::diff::Commit;
use crate::domain::ids::RepoPath;
use crate::domain::plan::Task;
use crate::domain::range::{self, touches};
use crate::domain::review::Remark;
use crate::domain::subject::Subject;

use crate::app::subjects;
use crate::app::workspace::Workspace;

/// The most commits that are said one by one.
const SAID: usize = 10;

/// Says which commits under review look like another task's: they name none, touch of this one's files only those that the
/// other lists too, and files that of the two only the other lists. They stay: too much is seen, too little is not.
pub(super) fn said(ws: &Workspace<'_>, subject: &Subject, commits: &[Commit]) -> Vec<Remark> {
    let Subject::Task { plan_path, task, files, .. } = subject else { return Vec::new() };
    let Some(plan) = subjects::plan_now(ws, plan_path).filter(|p| !p.listed && !files.is_empty()) else {
        return Vec::new();
    };
    let own = plan.task(task).map(|t| t.number.as_str());
    let others: Vec<&Task> = plan.tasks.iter().filter(|t| Some(t.number.as_str()) != own).collect();
    let looks = |commit: &Commit| {
        let of = |path: &RepoPath, files: &[String]| touches(std::slice::from_ref(path), files);
        let (mine, beside): (Vec<&RepoPath>, Vec<&RepoPath>) =
            commit.files.iter().partition(|path| of(path, files));
        others.iter().find_map(|other| {
            let theirs: Vec<&str> =
                beside.iter().filter(|p| of(p, &other.files)).map(|p| p.as_str()).take(5).collect();
            let is_shared = mine.iter().all(|p| of(p, &other.files));
            (is_shared && !theirs.is_empty()).then(|| (other.number.clone(), theirs.join(", ")))
        })
    };
    let unnamed = commits.iter().filter(|c| range::numbers(c).is_empty());
    let doubtful = unnamed.filter_map(|c| looks(c).map(|(other, theirs)| (c, other, theirs)));
    doubtful
        .take(SAID)
        .map(|(commit, other, theirs)| {
            let message = format!(
                "commit {} \"{}\" names no task and may be Task {other}'s: it touches {theirs}, which that one lists, and of this task's files only what both list; it is reviewed with both",
                commit.id.short(),
                commit.subject
            );
            Remark::new(0, "may_be_anothers", message)
        })
        .collect()
}

//! Plans of the same phase and number in other planning folders of a repository with several (SPEC 7.1, 9.1): their
//! commits carry the same scope.

use crate::domain::diff::Commit;
use crate::domain::plan::layout::{self, PhaseFolder};
use crate::domain::range::{Rival, TaskScope, could_be_rivals};
use crate::domain::subject::Subject;

use crate::app::phases;
use crate::app::workspace::Workspace;

/// Fills in what tells the commits of a subject from others': what the tasks were called that they name, and such plans
/// where one of the commits leaves open whose it is. Other planning folders are looked for only then: that takes a walk
/// over the repository.
pub(in crate::app) fn told_apart(
    ws: &Workspace<'_>,
    subject: &Subject,
    scope: TaskScope,
    commits: &[Commit],
) -> TaskScope {
    let mut scope = super::numbers::told(ws, subject, scope, commits);
    if scope.rivals.is_empty() && commits.iter().any(|commit| could_be_rivals(commit, &scope)) {
        scope.rivals = rivals(ws, subject);
    }
    scope
}

fn rivals(ws: &Workspace<'_>, subject: &Subject) -> Vec<Rival> {
    let (path, plan, stem) = match subject {
        Subject::Task { plan_path, plan, stem, .. } | Subject::Execution { plan_path, plan, stem, .. } => {
            (plan_path, plan, stem)
        }
        Subject::Change { .. } | Subject::Plan { .. } | Subject::Artifact { .. } => return Vec::new(),
    };
    let (Some(root), Some(phase)) = (layout::root_of(path), layout::phase_of(path)) else {
        return Vec::new();
    };
    if let Some(known) = ws.rivals.borrow().get(path) {
        return known.clone();
    }
    let mut found = Vec::new();
    let is_rival = |f: &PhaseFolder| f.root != root && f.is(&phase.number);
    for folder in phases::folders(ws).unwrap_or_default().iter().filter(|f| is_rival(f)) {
        for other in phases::plans_in(ws, &folder.dir) {
            let number = other.plan.as_deref().unwrap_or(&other.stem);
            if layout::same_number(number, plan) || other.stem == *stem {
                let files = other.tasks.iter().flat_map(|t| t.files.iter().cloned()).collect();
                found.push(Rival { root: folder.root.clone(), files });
            }
        }
    }
    ws.rivals.borrow_mut().insert(path.clone(), found.clone());
    found
}

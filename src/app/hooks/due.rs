//! Which subject a reviewer of a system that only prompts is started for, where its files leave one possibility: such a
//! system never says, and a review of the wrong thing is worse than none.

use crate::domain::attested::Attested;
use crate::domain::plan::Plan;
use crate::domain::range::commits_of_task;
use crate::domain::subject::Subject;
use crate::error::Error;

use super::super::gate::{self, Records, Standing};
use super::super::requests::ReviewTask;
use super::super::workspace::Workspace;
use super::super::{phases, rules, subjects};

/// Returns the request that opens the review of the one subject that waits: the task or the execution whose work the
/// newest commit is, or the one plan that is neither reviewed nor carried out.
pub(super) fn for_reviewer(ws: &Workspace<'_>, by: &Attested) -> Result<Option<ReviewTask>, Error> {
    let mut found = Vec::new();
    for folder in phases::folders(ws)? {
        let (protocol, _) = rules::configured(ws, Some(&folder.dir), None)?;
        if !protocol.is_on() || !by.is_a(&protocol.agents.reviewer) {
            continue;
        }
        // A phase with a plan that cannot be read is not guessed at.
        let Ok(plans) = phases::plans_in(ws, &folder.dir) else { return Ok(None) };
        let judged = gate::of_plans(ws, Some(&folder.dir), &plans, &Records::read(ws)?)?;
        let waiting = judged
            .subjects
            .iter()
            .filter(|s| matches!(s.standing, Standing::NeverReviewed | Standing::Changed(_)))
            .filter(|s| is_at_hand(ws, &plans, &s.which.subject));
        found.extend(waiting.map(|s| s.which.call.clone()));
    }
    match found.as_slice() {
        [one] => {
            let arguments = serde_json::Value::Object(one.arguments.clone());
            let request = serde_json::from_value(arguments)
                .map_err(|e| Error::internal(format!("a call of the gate is no request: {e}")))?;
            Ok(Some(request))
        }
        _ => Ok(None),
    }
}

/// Tells whether a subject is what was worked on last.
fn is_at_hand(ws: &Workspace<'_>, plans: &[Plan], subject: &Subject) -> bool {
    match subject {
        Subject::Task { .. } | Subject::Execution { .. } => is_newest(ws, subject),
        Subject::Plan { plan_path, .. } => {
            plans.iter().any(|p| &p.path == plan_path && !phases::has_summary(ws, p))
        }
        Subject::Change { .. } | Subject::Artifact { .. } => false,
    }
}

/// Tells whether the newest commit is a subject's work.
fn is_newest(ws: &Workspace<'_>, subject: &Subject) -> bool {
    let files = subject.files().to_vec();
    let scope = subjects::scope(ws, subject, files);
    let newest = ws.repository.head().and_then(|head| ws.repository.history(&head, None, 1));
    newest.is_ok_and(|newest| !commits_of_task(&newest, &scope, None).commits.is_empty())
}

//! A base that is no commit before the head: a main branch that moved on, or the two named the wrong way round.

use serde_json::{Value, json};

use crate::domain::ids::Oid;
use crate::domain::subject::Subject;
use crate::error::Error;

use super::{Wanted, candidates};
use crate::app::workspace::Workspace;

/// Refuses a base that the head does not descend from, with the commit where the two part and the call that names it.
pub(super) fn refused(
    ws: &Workspace<'_>,
    subject: &Subject,
    base: &Oid,
    head: &Oid,
    wanted: &Wanted,
) -> Result<Error, Error> {
    let why = format!("{} is not in the history of {}", base.short(), head.short());
    let error = Error::invalid("base", why);
    let Some(parts) = ws.repository.merge_base(base, head)? else {
        return Ok(error
            .hint("The two have no commit in common that is here")
            .hint("Give a base that the head descends from, such as the commit before the change"));
    };
    if parts == *head {
        let error = error.hint(format!(
            "It comes after {}: a `base` is the commit before the change, a `head` the last one of it",
            head.short()
        ));
        return Ok(match &wanted.head {
            Some(_) => called(error, subject, head, Some(base)),
            None => error.hint(candidates(&ws.repository.history(head, None, 4)?)),
        });
    }
    let at = ws.repository.commit(&parts)?;
    let error = error.hint(format!(
        "They part at {} \"{}\", which is the `base` of what {} holds beyond it",
        at.id.short(),
        at.subject,
        head.short()
    ));
    Ok(called(error, subject, &parts, wanted.head.as_ref()))
}

/// Adds the call that reviews the subject from a base on.
pub(super) fn called(error: Error, subject: &Subject, base: &Oid, head: Option<&Oid>) -> Error {
    let Some(mut arguments) = plain_call(subject) else { return error };
    if let Value::Object(fields) = &mut arguments {
        fields.insert("base".to_owned(), json!(base.as_str()));
        if let Some(head) = head {
            fields.insert("head".to_owned(), json!(head.as_str()));
        }
    }
    let error = error.call("review_task", arguments);
    // What is asked of a free change the caller knows.
    if matches!(subject, Subject::Change { .. }) { error.fill(&["criteria"]) } else { error }
}

/// The arguments that name a subject which has commits.
fn plain_call(subject: &Subject) -> Option<Value> {
    Some(match subject {
        Subject::Task { plan_path, task, .. } => json!({ "plan": plan_path.as_str(), "task": task }),
        Subject::Execution { plan_path, .. } => json!({ "plan": plan_path.as_str(), "of": "execution" }),
        Subject::Change { id, title, files, .. } if files.is_empty() => json!({ "id": id, "title": title }),
        Subject::Change { id, title, files, .. } => json!({ "id": id, "title": title, "files": files }),
        Subject::Plan { .. } | Subject::Artifact { .. } => return None,
    })
}

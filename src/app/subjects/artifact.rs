//! A document of a spec, such as `specs/login/design.md`.

use crate::domain::review::Remark;
use crate::domain::subject::{ContextPiece, Contract, Subject};
use crate::error::Error;

use super::{Named, refuse_contract, upstream};
use crate::app::requests::ReviewTask;
use crate::app::workspace::Workspace;

/// Reads a spec document as a subject: it must be there, as text.
pub(super) fn named(
    ws: &Workspace<'_>,
    request: &ReviewTask,
    path: &str,
    context: Vec<ContextPiece>,
) -> Result<Named, Error> {
    refuse_contract(request, "what a document answers to stands")?;
    let path = ws.path("artifact", path)?;
    ws.text("artifact", &path)?;
    let name = path.file_name();
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let spec = path.parent().map_or_else(|| "(root)".to_owned(), |folder| folder.file_name().to_owned());
    let subject = Subject::Artifact {
        path: path.clone(),
        artifact: stem.to_owned(),
        spec,
        branch: ws.repository.branch(),
    };
    let upstream = upstream::opening(ws, &subject, request.protocol.as_deref());
    let mut notes: Vec<Remark> = Vec::new();
    notes.extend(upstream.notes);
    Ok(Named { subject, contract: Contract::new(upstream.text, upstream.requirements, context), notes })
}

//! What a judgement needs from git: what changed since the last review, and where each place lies.

use crate::app::workspace::Workspace;
use crate::domain::dialect::Reading;
use crate::domain::diff::Diff;
use crate::domain::finding::Grounding;
use crate::domain::ids::RepoPath;
use crate::domain::review::Location;
use crate::domain::review_loop::state::PassRecord;
use crate::domain::review_loop::{Evidence, LoopState};
use crate::io::git::GitError;

/// Gathers what the judgement needs from git: the change since the last review, and where each place lies.
pub(in crate::app) fn evidence(
    ws: &Workspace<'_>,
    state: &LoopState,
    pass: &PassRecord,
    reading: &Reading,
) -> Evidence {
    let diff = reviewed(ws, pass);
    let groundings = reading.findings.iter().map(|f| ground(ws, state, pass, &diff, f.place())).collect();
    Evidence { since: since(ws, state, pass), groundings, by: None }
}

/// What an answer without findings of its own is judged by.
pub(super) fn since_last(ws: &Workspace<'_>, state: &LoopState, pass: &PassRecord) -> Evidence {
    Evidence { since: since(ws, state, pass), groundings: Vec::new(), by: None }
}

/// The change of the subject's own files since the tree that the last answered pass looked at.
pub(in crate::app) fn since(ws: &Workspace<'_>, state: &LoopState, pass: &PassRecord) -> Diff {
    match state.answered() {
        Some(last) if last.number != pass.number => {
            let mut own = paths(pass);
            own.extend(paths(last));
            // A tree that git has forgotten proves no fix: nothing counts as changed then.
            ws.repository.diff(Some(&last.change.head), &pass.change.head, &own).unwrap_or_default()
        }
        Some(_) | None => Diff::default(),
    }
}

fn paths(pass: &PassRecord) -> Vec<RepoPath> {
    pass.change.files.iter().flat_map(|f| [Some(f.path.clone()), f.old_path.clone()]).flatten().collect()
}

/// Says how a place relates to the reviewed change (SPEC 7.2).
fn ground(
    ws: &Workspace<'_>,
    state: &LoopState,
    pass: &PassRecord,
    reviewed: &Diff,
    place: Option<&Location>,
) -> Grounding {
    let Some(place) = place else { return Grounding::Unlocated };
    let Ok(path) = RepoPath::parse(&place.file) else { return Grounding::MissingFile };
    let content = ws.repository.read_at(&pass.change.head, &path, 4 * 1024 * 1024);
    let lines = match content {
        Ok(Some(bytes)) => crate::domain::phase::line_count(&bytes) as usize,
        // There, and too large to be looked into.
        Err(GitError::FileTooLarge { .. }) => return Grounding::InFile,
        Ok(None) if reviewed.file(path.as_str()).is_some() => return Grounding::InDiff,
        Ok(None) | Err(_) => {
            let listed =
                state.subject.files().iter().any(|f| crate::domain::identity::same_file(f, path.as_str()));
            return if listed { Grounding::ExpectedFile } else { Grounding::MissingFile };
        }
    };
    if place.line.is_some_and(|l| l as usize > lines) {
        return Grounding::LineOutOfRange;
    }
    let in_diff = reviewed.file(path.as_str()).is_some_and(|file| {
        place.line.is_none_or(|line| {
            let last = place.end_line.unwrap_or(line).max(line);
            file.hunks.iter().any(|h| line < h.new_start + h.new_lines.max(1) && h.new_start <= last)
        })
    });
    if in_diff { Grounding::InDiff } else { Grounding::InFile }
}

/// The whole change that the pass looks at.
pub(super) fn reviewed(ws: &Workspace<'_>, pass: &PassRecord) -> Diff {
    // Without the trees there is no line to compare with; nothing is approved by that.
    ws.repository.diff(pass.change.base.as_ref(), &pass.change.head, &paths(pass)).unwrap_or_default()
}

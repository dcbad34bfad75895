//! Whether two changes of a file by the same lines are one, where those lines fit in more places than one (SPEC 7.6): what
//! others did around it tells its place in other lines, and leaves it where it was.

use crate::domain::diff::{FileChange, map_line};
use crate::domain::ids::RepoPath;
use crate::domain::receipt::{Content, Proof, Receipt, lines_of};

use super::history::between;
use crate::app::workspace::Workspace;

/// What a change made of a file.
pub(in crate::app) struct Sides<'s> {
    pub(in crate::app) before: &'s Option<Content>,
    pub(in crate::app) after: &'s Option<Content>,
    pub(in crate::app) patch: &'s str,
}

/// Tells whether a change of a file is one that was looked at: it does the same, and in the same place.
pub(in crate::app) fn is_it(ws: &Workspace<'_>, file: &Proof, now: &Sides<'_>) -> bool {
    let Some(patch) = &file.patch else { return false };
    if patch == now.patch {
        return true;
    }
    lines_of(patch) == lines_of(now.patch) && stands_there(ws, file, now).unwrap_or(false)
}

fn stands_there(ws: &Workspace<'_>, file: &Proof, now: &Sides<'_>) -> Option<bool> {
    let was = between(ws, &file.path, &file.before, &file.after)?;
    let here = between(ws, &file.path, now.before, now.after)?;
    let moved = match file.before == *now.before {
        true => None,
        false => Some(between(ws, &file.path, &file.before, now.before)?),
    };
    let to = |line: u32| moved.as_ref().map_or(Some(line), |moved: &FileChange| map_line(moved, line));
    let pairs = was.hunks.iter().zip(&here.hunks);
    Some(
        was.hunks.len() == here.hunks.len()
            && pairs.into_iter().all(|(a, b)| to(a.old_start) == Some(b.old_start)),
    )
}

/// Returns the digest that receipts know a change by: their own, where they looked at the same in the same place.
pub(super) fn known_as(
    ws: &Workspace<'_>,
    path: &RepoPath,
    receipts: &[&Receipt],
    now: &Sides<'_>,
) -> String {
    let mut files = receipts.iter().filter_map(|receipt| receipt.file(path)).filter(|f| {
        let alike =
            f.patch.as_ref().filter(|patch| *patch != now.patch && lines_of(patch) == lines_of(now.patch));
        alike.is_some()
    });
    let exactly = receipts
        .iter()
        .filter_map(|receipt| receipt.file(path))
        .any(|f| f.patch.as_deref() == Some(now.patch));
    let same = if exactly { None } else { files.find(|file| is_it(ws, file, now)) };
    same.and_then(|file| file.patch.clone()).unwrap_or_else(|| now.patch.to_owned())
}

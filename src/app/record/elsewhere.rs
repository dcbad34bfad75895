//! Where code of a subject's files went: another loop's fix may move what this loop's finding is about (SPEC 6.5, 7.3).

use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};

use super::hidden;
use crate::app::workspace::Workspace;
use crate::domain::diff::{Changed, Diff, FileChange, Texts, Touch, touch};
use crate::domain::finding::Finding;
use crate::domain::identity::{holds_some, taken};
use crate::domain::ids::{Oid, RepoPath};
use crate::io::files::OnDisk;
use crate::io::git::GitError;

/// Larger files, in bytes, are not looked into.
const LARGEST: u64 = 4 * 1024 * 1024;
/// What the texts of changed files may take, in bytes.
const TEXTS: usize = 64 * 1024 * 1024;
/// The most other files that are looked into.
const MOST: usize = 5_000;

/// Returns the change of some files between two trees. Where it meets the place of a finding, it comes with the other
/// files that gained what these lost: in the later tree, on the branch in use, or in the work tree, ignored or not. A file
/// that only left git's sight did not change.
pub(in crate::app) fn changed(
    ws: &Workspace<'_>,
    (from, to): (&Oid, &Oid),
    own: &[RepoPath],
    findings: &[Finding],
) -> Result<Changed, GitError> {
    let mut diff = ws.repository.diff(Some(from), to, own)?;
    hidden::leave_out(ws, to, &mut diff, findings);
    let texts = texts(ws, (from, to), &diff);
    let mut places = findings.iter().flat_map(|f| &f.said.locations);
    if !places.any(|place| touch(&diff, place) == Touch::RegionChanged) {
        return Ok(Changed { own: diff, texts, ..Changed::default() });
    }
    let lost = taken(&diff);
    // One line alone is known nowhere.
    let elsewhere =
        if lost.len() > 1 { gained(ws, (from, to), own, (&diff, &lost)) } else { Diff::default() };
    drop(lost);
    Ok(Changed { own: diff, elsewhere, texts })
}

/// Returns the whole of the changed files that stand on both sides, as far as they take no more memory than that.
fn texts(ws: &Workspace<'_>, (from, to): (&Oid, &Oid), diff: &Diff) -> Vec<Texts> {
    let mut left = TEXTS;
    let both =
        diff.files.iter().filter(|f| !f.hunks.is_empty() && f.old_blob.is_some() && f.new_blob.is_some());
    let read = |tree: &Oid, path: &RepoPath| {
        let bytes = ws.repository.read_at(tree, path, LARGEST).ok().flatten()?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    };
    let whole = both.filter_map(|file| {
        if left == 0 {
            return None;
        }
        let (old, new) = (read(from, file.before())?, read(to, &file.path)?);
        left = left.saturating_sub(old.len() + new.len());
        Some(Texts { path: file.path.clone(), old, new })
    });
    whole.collect()
}

fn gained(
    ws: &Workspace<'_>,
    (from, to): (&Oid, &Oid),
    own: &[RepoPath],
    (diff, lost): (&Diff, &HashSet<Cow<'_, str>>),
) -> Diff {
    let mut files: BTreeMap<RepoPath, FileChange> = BTreeMap::new();
    let mut take = |path: RepoPath, bytes: Option<Vec<u8>>| {
        let Some(bytes) = bytes.filter(|_| !own.contains(&path) && !files.contains_key(&path)) else {
            return;
        };
        let now = String::from_utf8_lossy(&bytes);
        if !holds_some(&now, lost) {
            return;
        }
        let before = ws.repository.read_at(from, &path, LARGEST).ok().flatten().unwrap_or_default();
        let file = FileChange::gained(path.clone(), &String::from_utf8_lossy(&before), &now);
        if file.insertions > 0 {
            files.insert(path, file);
        }
    };
    for tree in std::iter::once(to.clone()).chain(ws.repository.head().ok().filter(|head| head != to)) {
        for path in ws.repository.diff_names(Some(from), &tree).unwrap_or_default().into_iter().take(MOST) {
            let bytes = ws.repository.read_at(&tree, &path, LARGEST).ok().flatten();
            take(path, bytes);
        }
    }
    let differing = ws.differing().map(|found| found.paths.clone()).unwrap_or_default();
    let ignored = hidden::may_hold(ws, diff);
    for path in differing.into_iter().take(MOST).chain(ignored) {
        let bytes = match ws.files.on_disk(&path, LARGEST) {
            Ok(Some(OnDisk::File { bytes, .. })) => Some(bytes),
            Ok(_) | Err(_) => None,
        };
        take(path, bytes);
    }
    Diff { files: files.into_values().collect() }
}

//! Places as reviewers write them → paths of the reviewed tree, so that a later fix is seen there (SPEC 7.2).

use crate::domain::dialect::Reading;
use crate::domain::ids::RepoPath;
use crate::domain::review::Remark;
use crate::domain::review_loop::state::PassRecord;

use super::workspace::Workspace;

/// Completes the paths of a reading: absolute ones inside the root become relative, and a path that is the end of
/// exactly one changed or tracked file becomes that file. What stays unknown stays as written.
pub(super) fn complete(ws: &Workspace<'_>, pass: &PassRecord, reading: &mut Reading) {
    let mut tracked: Option<Vec<RepoPath>> = None;
    let mut remarks = Vec::new();
    for location in reading.findings.iter_mut().flat_map(|f| f.locations.iter_mut()) {
        let written = location.file.clone();
        let Ok(path) = ws.files.relative(written.trim()) else { continue };
        let there = |p: &RepoPath| ws.repository.blob_at(&pass.change.head, p).is_ok_and(|b| b.is_some());
        let changed =
            |p: &RepoPath| pass.change.files.iter().any(|f| &f.path == p || f.old_path.as_ref() == Some(p));
        let found = if there(&path) || changed(&path) {
            Some(path)
        } else {
            let own: Vec<RepoPath> = pass.change.files.iter().map(|f| f.path.clone()).collect();
            only_end(&own, &path).or_else(|| {
                let all = tracked.get_or_insert_with(|| {
                    ws.repository.tracked_files(&pass.change.head).unwrap_or_default()
                });
                only_end(all, &path)
            })
        };
        let Some(found) = found else { continue };
        if found.as_str() != written {
            remarks.push(Remark::new(0, "path_completed", format!("{written:?} was taken for {found}")));
            location.file = found.to_string();
        }
    }
    remarks.dedup();
    reading.remarks.extend(remarks);
}

/// The one path that ends with the given one at a folder's border.
fn only_end(paths: &[RepoPath], end: &RepoPath) -> Option<RepoPath> {
    let tail = format!("/{end}");
    let mut hits = paths.iter().filter(|p| p.as_str().ends_with(&tail));
    hits.next().filter(|_| hits.next().is_none()).cloned()
}

//! Places as reviewers write them → paths of the reviewed tree, so that a later fix is seen there (SPEC 7.2).

use std::borrow::Cow;

use percent_encoding::percent_decode_str;

use crate::domain::dialect::{Reading, place};
use crate::domain::ids::RepoPath;
use crate::domain::review::{Location, Remark};
use crate::domain::review_loop::state::PassRecord;

use super::workspace::Workspace;

/// Completes the paths of a reading: absolute ones inside the root become relative, a path that is the end of exactly one
/// changed or tracked file becomes that file, and what stands around a path in structured findings is read as it is in
/// texts: `src/a.rs:9`, a link to a line, `/src/a.rs`, `b/src/a.rs`. What stays unknown stays as written.
pub(super) fn complete(ws: &Workspace<'_>, pass: &PassRecord, reading: &mut Reading) {
    let mut tracked: Option<Vec<RepoPath>> = None;
    let mut remarks = Vec::new();
    let own: Vec<RepoPath> = pass.change.files.iter().map(|f| f.path.clone()).collect();
    for finding in &mut reading.findings {
        finding.locations = std::mem::take(&mut finding.locations)
            .into_iter()
            .flat_map(|location| parted(ws, pass, location, &mut remarks))
            .collect();
    }
    for location in reading.findings.iter_mut().flat_map(|f| f.locations.iter_mut()) {
        let written = location.file.clone();
        let there = |p: &RepoPath| ws.repository.blob_at(&pass.change.head, p).is_ok_and(|b| b.is_some());
        let changed =
            |p: &RepoPath| pass.change.files.iter().any(|f| &f.path == p || f.old_path.as_ref() == Some(p));
        let mut forms = forms(ws, &written).into_iter();
        let found = forms.find_map(|form| {
            let path = ws.files.relative(&form.file).ok()?;
            if there(&path) || changed(&path) {
                return Some((path, form));
            }
            let end = only_end(&own, &path).or_else(|| {
                let all = tracked.get_or_insert_with(|| {
                    ws.repository.tracked_files(&pass.change.head).unwrap_or_default()
                });
                only_end(all, &path)
            });
            Some((end?, form))
        });
        // A file that is still to come is named with its line as well.
        let found = found.or_else(|| {
            let form = place::field(&written).into_iter().next().filter(|form| form.line.is_some())?;
            Some((ws.files.relative(&form.file).ok()?, form))
        });
        let Some((found, form)) = found else { continue };
        let said = location.line.is_some() || form.line.is_none();
        if !said {
            (location.line, location.end_line) = (form.line, form.end_line);
        }
        if found.as_str() != written {
            let line = form.line.filter(|_| !said).map(|line| format!(", line {line}")).unwrap_or_default();
            remarks.push(Remark::new(
                0,
                "path_completed",
                format!("{written:?} was taken for {found}{line}"),
            ));
            location.file = found.to_string();
        }
    }
    remarks.dedup();
    reading.remarks.extend(remarks);
}

/// Parts what names several places in one field: `src/a.rs:2, src/b.rs:9`. A file may be called so.
fn parted(
    ws: &Workspace<'_>,
    pass: &PassRecord,
    location: Location,
    remarks: &mut Vec<Remark>,
) -> Vec<Location> {
    let places = place::field(&location.file);
    let named = |path| ws.repository.blob_at(&pass.change.head, &path).is_ok_and(|b| b.is_some());
    if places.len() < 2 || location.line.is_some() || ws.files.relative(&location.file).is_ok_and(named) {
        return vec![location];
    }
    let message = format!("{:?} was taken for {} places", location.file, places.len());
    remarks.push(Remark::new(0, "path_completed", message));
    places
}

/// The ways to read a place as it was written, the most literal one first.
fn forms(ws: &Workspace<'_>, written: &str) -> Vec<Location> {
    let whole = |file: &str| Location { file: file.to_owned(), line: None, end_line: None };
    let mut forms = vec![whole(written.trim())];
    if let [form] = place::field(written).as_slice() {
        forms.push(form.clone());
    }
    let plain: Vec<Location> =
        forms.iter().map(|form| Location { file: decoded(&form.file), ..form.clone() }).collect();
    forms.extend(plain);
    let bare = forms.iter().flat_map(|form| {
        // From the repository's root, and not the machine's; with the side that a diff's headers name.
        let rooted = form.file.strip_prefix('/').filter(|_| ws.files.relative(&form.file).is_err());
        let side = form.file.strip_prefix("a/").or_else(|| form.file.strip_prefix("b/"));
        [rooted, side].into_iter().flatten().map(|file| Location { file: file.to_owned(), ..form.clone() })
    });
    let bare: Vec<Location> = bare.collect();
    forms.extend(bare);
    forms.dedup();
    forms
}

/// Reads `%20` and the like as links write them; what comes to no text stays as it is written.
fn decoded(text: &str) -> String {
    percent_decode_str(text).decode_utf8().map_or_else(|_| text.to_owned(), Cow::into_owned)
}

/// The one path that ends with the given one at a folder's border.
fn only_end(paths: &[RepoPath], end: &RepoPath) -> Option<RepoPath> {
    let tail = format!("/{end}");
    let mut hits = paths.iter().filter(|p| p.as_str().ends_with(&tail));
    hits.next().filter(|_| hits.next().is_none()).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_write_blanks_with_signs() {
        for (written, read) in [
            ("docs/my%20notes.md", "docs/my notes.md"),
            ("docs/%C3%BCber.md", "docs/über.md"),
            ("docs/100%.md", "docs/100%.md"),
            ("docs/%zz.md", "docs/%zz.md"),
            ("docs/%ff.md", "docs/%ff.md"),
        ] {
            assert_eq!(decoded(written), read);
        }
    }
}

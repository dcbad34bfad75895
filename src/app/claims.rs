//! What an executor's report claims, for the reviewer to check and held against the change.
//!
//! A claim is shown and compared; it never changes what is reviewed and never stands for evidence.

use crate::domain::executor_report::{self, ExecutorReport};
use crate::domain::ids::RepoPath;
use crate::domain::review::Remark;
use crate::domain::subject::{Found, PinnedChange};
use crate::error::Error;

use super::some_of::some_of;
use super::workspace::Workspace;
use super::{placeholders, ranges};

/// The longest report read, in bytes.
const LIMIT: usize = 256 * 1024;
/// Files named one by one in a remark.
const NAMED: usize = 8;

/// Reads the report that came with a request.
pub(super) fn read(given: Option<&str>) -> Result<Option<ExecutorReport>, Error> {
    let Some(text) = given else { return Ok(None) };
    if text.len() > LIMIT {
        let message = format!("holds {} bytes, over the limit of {LIMIT}", text.len());
        return Err(Error::invalid("executor_report", message));
    }
    placeholders::refuse("executor_report", text)?;
    Ok(Some(executor_report::read(text)))
}

/// The most claimed files that are looked for in the work tree.
const LOOKED_FOR: usize = 100;

/// Returns which of the claimed files differ in the work tree and are outside what its subject lists, where it is the work
/// tree that is reviewed: the executor says the truth of them, and nobody reviews them here.
pub(super) fn beyond_list(
    ws: &Workspace<'_>,
    report: &ExecutorReport,
    change: &PinnedChange,
) -> Vec<RepoPath> {
    if change.found != Found::WorkTree {
        return Vec::new();
    }
    let changed: Vec<RepoPath> = change.files.iter().map(|f| f.path.clone()).collect();
    let unchanged = report.compare(&changed).unchanged;
    let named: Vec<RepoPath> =
        unchanged.iter().take(LOOKED_FOR).filter_map(|name| ws.files.relative(name).ok()).collect();
    if named.is_empty() {
        return named;
    }
    // Where git cannot say, the claim stays what it is.
    let differing = ranges::differing(ws, &named.iter().collect::<Vec<_>>());
    differing.map(|found| found.paths.into_iter().filter(|p| named.contains(p)).collect()).unwrap_or_default()
}

/// Says where the claimed files and the change differ, and what could not be read of the report.
pub(super) fn remarks(ws: &Workspace<'_>, report: &ExecutorReport, change: &PinnedChange) -> Vec<Remark> {
    let mut remarks: Vec<Remark> = report
        .remarks
        .iter()
        .take(5)
        .map(|r| Remark::new(r.line, &r.code, format!("in the executor's report: {}", r.message)))
        .collect();
    if report.files.is_empty() {
        return remarks;
    }
    let changed: Vec<_> = change.files.iter().map(|f| f.path.clone()).collect();
    let compared = report.compare(&changed);
    let unclaimed: Vec<&str> = compared.unclaimed.iter().map(|p| p.as_str()).collect();
    let beyond = beyond_list(ws, report, change);
    let is_beyond = |name: &&str| ws.files.relative(name).is_ok_and(|path| beyond.contains(&path));
    let unchanged: Vec<&str> =
        compared.unchanged.iter().map(String::as_str).filter(|name| !is_beyond(name)).collect();
    if !beyond.is_empty() {
        let names: Vec<&str> = beyond.iter().map(RepoPath::as_str).collect();
        let message = format!(
            "changed in the work tree, as the executor reports, and listed nowhere in what is reviewed, so no part of this review: {}. Add them to its list of files, or have them reviewed as a change of their own (`id`, `files`)",
            named(&names)
        );
        remarks.push(Remark::new(0, "changed_unlisted", message));
    }
    if !unchanged.is_empty() {
        let message =
            format!("the executor reports as changed what this change does not touch: {}", named(&unchanged));
        remarks.push(Remark::new(0, "claimed_unchanged", message));
    }
    if !unclaimed.is_empty() {
        let message = format!("the change touches what the executor does not report: {}", named(&unclaimed));
        remarks.push(Remark::new(0, "changed_unclaimed", message));
    }
    remarks
}

fn named(files: &[&str]) -> String {
    some_of(files, NAMED)
}

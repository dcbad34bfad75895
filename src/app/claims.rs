//! What an executor's report claims, for the reviewer to check and held against the change.
//!
//! A claim is shown and compared; it never changes what is reviewed and never stands for evidence.

use crate::domain::executor_report::{self, ExecutorReport};
use crate::domain::review::Remark;
use crate::domain::subject::PinnedChange;
use crate::error::Error;

use super::placeholders;

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

/// Says where the claimed files and the change differ, and what could not be read of the report.
pub(super) fn remarks(report: &ExecutorReport, change: &PinnedChange) -> Vec<Remark> {
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
    let unchanged: Vec<&str> = compared.unchanged.iter().map(String::as_str).collect();
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
    let more = files.len().saturating_sub(NAMED);
    let list = files.iter().take(NAMED).copied().collect::<Vec<_>>().join(", ");
    if more > 0 { format!("{list} and {more} more") } else { list }
}

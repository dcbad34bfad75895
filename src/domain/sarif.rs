//! SARIF 2.1.0 → findings: what linters and other reviewers report of the work (SPEC 11, `import`).
//!
//! A tool's silence is no review and its results are no verdict: what is read here are findings and nothing else. What is
//! left out (passed, suppressed, gone) is counted, by why.

mod bounded;
mod message;
mod place;
mod result;
mod shape;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::review::{RawFinding, Remark};
use result::Read;
use shape::{Log, PLACES, RESULTS, Rules, Run};

/// The one version that is read; every producer of today writes it.
const VERSION: &str = "2.1.0";

/// The most remarks on one file.
const REMARKS: usize = 20;

/// The dialect's name of a reading that came out of such a file.
pub const DIALECT: &str = "sarif";

/// What a file holds, in its order.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// Who reports, such as `ruff 0.14.5`; each once.
    pub tools: Vec<String>,
    pub findings: Vec<RawFinding>,
    /// Results that are no findings, by why, with how many there are.
    pub left: BTreeMap<Left, usize>,
    /// What was guessed.
    pub remarks: Vec<Remark>,
}

/// Why a result is no finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Left {
    /// The tool says that it is none: passed, not applicable, for information.
    Passed,
    /// Somebody suppressed it, in the tool or in the source.
    Suppressed,
    /// It was there in an earlier run and is gone.
    Gone,
    /// The same result stands in the file before.
    SaidTwice,
}

impl Left {
    /// Returns why, behind a number of results.
    pub fn in_words(self) -> &'static str {
        match self {
            Left::Passed => "that the tool itself does not call a failure",
            Left::Suppressed => "suppressed in the tool or in the source",
            Left::Gone => "of an earlier run, gone since",
            Left::SaidTwice => "said before in the same file",
        }
    }
}

/// Why a text is no report.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// The text is no JSON, or a field has another type than the format gives it.
    #[error("is no SARIF: {0}")]
    Json(String),
    /// JSON of something else.
    #[error("is no SARIF: it has no `version` and `runs`")]
    Another,
    /// SARIF of another version.
    #[error("is SARIF {0}; only {VERSION} is read")]
    Version(String),
    /// Nobody acts on so many.
    #[error("holds {0} results, over the limit of {RESULTS}; have the tool report less")]
    TooMany(usize),
    /// A tool that did not get to its results says nothing about the work.
    #[error("holds a run of {0} without `results`: the tool did not get that far")]
    Broken(String),
}

/// Reads a report. Every result becomes a finding or is counted.
pub fn read(text: &str) -> Result<Report, Unreadable> {
    // Tools of .NET begin their files with a byte order mark.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    // It may repeat what stands there.
    let told = |e: serde_json::Error| message::beginning(&e.to_string(), 300).to_owned();
    let log: Log = serde_json::from_str(text).map_err(|e| Unreadable::Json(told(e)))?;
    let (Some(version), Some(runs)) = (log.version, log.runs) else { return Err(Unreadable::Another) };
    if version != VERSION {
        return Err(Unreadable::Version(message::beginning(&version, 20).to_owned()));
    }
    let results = runs.iter().flat_map(|run| &run.results).map(Vec::len).sum();
    if results > RESULTS {
        return Err(Unreadable::TooMany(results));
    }
    let mut report = Report::default();
    let mut seen = std::collections::HashSet::new();
    for run in &runs {
        take(run, &mut report, &mut seen)?;
    }
    let more = report.remarks.len().saturating_sub(REMARKS);
    if more > 0 {
        report.remarks.truncate(REMARKS);
        report.remarks.push(Remark::new(0, "remarks_cut", format!("{more} more remarks of this kind")));
    }
    Ok(report)
}

/// What makes two results of one file the same: the tool, the rule, the words and the places.
type Seen = std::collections::HashSet<String>;

fn take(run: &Run, report: &mut Report, seen: &mut Seen) -> Result<(), Unreadable> {
    let tool = run.tool_in_words();
    let Some(results) = &run.results else { return Err(Unreadable::Broken(tool)) };
    if !report.tools.contains(&tool) {
        report.tools.push(tool.clone());
    }
    for failed in run.failures() {
        report.remarks.push(Remark::new(0, "tool_failed", format!("{tool} reports of itself: {failed}")));
    }
    let rules = Rules::of(run);
    let mut shortened = 0;
    for (at, result) in results.iter().enumerate() {
        let why = match result::read((run, &rules), &tool, (at, result), &mut report.remarks) {
            Read::Left(why) => why,
            Read::Finding { finding, cut } => {
                shortened += usize::from(cut);
                let places: Vec<String> = finding.locations.iter().map(ToString::to_string).collect();
                let words =
                    (&finding.title, &finding.description, &finding.reported_by, finding.severity, places);
                if seen.insert(format!("{words:?}")) {
                    report.findings.push(*finding);
                    continue;
                }
                Left::SaidTwice
            }
        };
        *report.left.entry(why).or_default() += 1;
    }
    if shortened > 0 {
        let message = format!(
            "{shortened} results of {tool} have texts over {} bytes or more than {PLACES} places; the rest was cut",
            message::LONGEST
        );
        report.remarks.push(Remark::new(0, "cut", message));
    }
    Ok(())
}

#[cfg(test)]
mod tests;

//! Reviewer text → [`Reading`]. Never fails, whatever the text (SPEC 5).
//!
//! [`read`] scans the text into a [`page`], asks each dialect how much the page looks like its
//! own, lets the likeliest read it, and settles what was read: which statement holds, whether
//! findings and counts agree. It never decides what a loop does with a reading.

mod answer;
pub(super) mod asked_for;
mod bazinga;
pub(super) mod field;
mod front;
mod gather;
mod gsd;
mod gsd_report;
mod handed;
pub(super) mod json;
mod megazord;
mod native;
pub(super) mod opening;
pub(super) mod page;
pub(crate) mod place;
mod prose;
mod ralph;
mod ready;
mod settle;
mod statement;
mod survey;
pub(super) mod table;
pub(super) mod words;
mod yaml_list;
mod yolo;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::review::{RawFinding, Remark, Resolved, Ruling, Severity, Stage, Verdict};
use page::Page;
pub use ready::make_ready;
use survey::Survey;

/// The line a verdict was read from, and the rule that read it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Because {
    /// From 1.
    pub line: u32,
    /// The line as written, shortened to 200 characters.
    pub text: String,
    /// The rule of the dialect's grammar, such as `megazord.status`.
    pub rule: String,
}

/// A line that looked like a verdict and was not taken for one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Ignored {
    /// From 1.
    pub line: u32,
    pub text: String,
    /// Why it does not count, such as `in a code fence` or `echoed template`.
    pub why: String,
}

/// Counts a reviewer stated, as far as it stated them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StatedCounts {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub critical: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub warnings: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub info: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total: Option<u32>,
    /// Earlier findings counted as resolved where the grammar does not name them: YOLO's `RESOLVED: n`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resolved: Option<u32>,
}

/// A requirement that the reviewer says is met, and where he sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Met {
    pub requirement: String,
    pub evidence: String,
}

/// What the server understood of a reviewer's text. Recorded beside the raw text; a later reader never rewrites it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Reading {
    /// The dialect's name (SPEC 4): `megazord`, `prose`, …
    pub dialect: String,
    /// What the reviewer's own final statement says, whatever the findings say; unclear where the text leaves it in doubt.
    pub claimed_verdict: Verdict,
    /// The approval that the statement gives where what the text says of the work, and nothing said of the verdict or the
    /// review, keeps it from being held: `claimed_verdict` is unclear then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(skip)]
    pub stated: Option<Verdict>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub because: Option<Because>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ignored: Vec<Ignored>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<RawFinding>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub resolved: Vec<Resolved>,
    /// Rows of a requirements table that are met, with their evidence.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub met: Vec<Met>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rulings: Vec<Ruling>,
    /// Rubric dimensions that pass, by name, with what the row says.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub passed: Vec<Resolved>,
    /// The task the text says it is about, such as `03-01 Task 2`; checked against the pass (`wrong_pass`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
    #[serde(default)]
    pub counts: StatedCounts,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<Remark>,
    /// Stages whose own answer came to nothing, though the other's may have.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(skip)]
    pub unread_stages: Vec<Stage>,
    /// False when nothing could be read: no verdict and no finding.
    pub parsed: bool,
}

impl Reading {
    /// Returns a reading of nothing, under a dialect's name.
    pub fn nothing(dialect: &str) -> Reading {
        Reading {
            dialect: dialect.to_owned(),
            claimed_verdict: Verdict::Unclear,
            stated: None,
            because: None,
            ignored: Vec::new(),
            findings: Vec::new(),
            resolved: Vec::new(),
            met: Vec::new(),
            rulings: Vec::new(),
            passed: Vec::new(),
            about: None,
            counts: StatedCounts::default(),
            remarks: Vec::new(),
            unread_stages: Vec::new(),
            parsed: false,
        }
    }

    /// Returns what the final statement says, held or not.
    pub fn statement(&self) -> Verdict {
        self.stated.unwrap_or(self.claimed_verdict)
    }
}

/// One system's way of answering.
#[derive(Debug, Clone, Copy)]
struct Dialect {
    name: &'static str,
    /// How much a page looks like this dialect; the highest reads it, the first of equals.
    detect: fn(&Page<'_>) -> u32,
    read: fn(&mut Page<'_>, &ReadContext<'_>) -> Survey,
    /// Whether a finding blocks by the dialect's own rule.
    blocks: fn(&RawFinding) -> bool,
    /// A request for changes must name a blocking finding, by the dialect's own rule.
    fail_must_block: bool,
    /// The word for approval is the same with and without notes: findings make it one with notes.
    notes_by_findings: bool,
    /// The answer as it should be, to show to a reviewer who is asked again.
    form: &'static str,
}

/// The dialects; `prose` last, as it takes every text.
const DIALECTS: [Dialect; 8] = [
    native::DIALECT,
    megazord::DIALECT,
    yolo::DIALECT,
    gsd::DIALECT,
    gsd_report::DIALECT,
    ralph::DIALECT,
    bazinga::DIALECT,
    prose::DIALECT,
];

fn blocks_high(finding: &RawFinding) -> bool {
    matches!(finding.severity, Severity::Critical | Severity::High)
}

/// As [`blocks_high`]; a mark that says so in so many words counts beside the severity.
fn blocks_marked(finding: &RawFinding) -> bool {
    blocks_high(finding) || finding.marked_blocking
}

/// Tells whether a line holds `"key": "word"` outside quotations, in any case.
fn said_in_json(page: &Page<'_>, line: &page::Line<'_>, keys: &[&str], options: &[&str]) -> bool {
    if matches!(line.kind, page::Kind::Quote | page::Kind::Comment) || !line.text.contains('"') || page.cut {
        return false;
    }
    let lower = line.lower();
    keys.iter().any(|key| {
        lower.split(&format!("\"{key}\"")).skip(1).any(|after| {
            let value = after.trim_start().trim_start_matches(':').trim_start();
            options.iter().any(|o| {
                value.strip_prefix('"').and_then(|v| v.strip_prefix(o)).is_some_and(|v| v.starts_with('"'))
            })
        })
    })
}

fn by_name(name: &str) -> Option<&'static Dialect> {
    DIALECTS.iter().find(|d| d.name == name)
}

/// Returns the dialects' names, for closed lists and refusals.
pub fn names() -> impl Iterator<Item = &'static str> {
    DIALECTS.iter().map(|d| d.name)
}

/// What is known besides the text.
#[derive(Clone, Copy)]
pub struct ReadContext<'a> {
    /// A dialect's name; a name that is none of [`names`] is the caller's to refuse and is passed over here.
    pub forced: Option<&'a str>,
    /// The current pass's code: of several answers the part that carries it wins (SPEC 5.4).
    pub countersign: Option<&'a str>,
    /// Tells whether a trimmed line stands verbatim in the reviewed diff; such a line is never a verdict.
    pub diff_lines: &'a dyn Fn(&str) -> bool,
    /// The protocol's dialect: a text that has no dialect's marks and cannot be acted on is asked for
    /// again in this one's form.
    pub prefers: Option<&'a str>,
}

impl std::fmt::Debug for ReadContext<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ReadContext")
            .field("forced", &self.forced)
            .field("countersign", &self.countersign)
            .field("prefers", &self.prefers)
            .finish_non_exhaustive()
    }
}

impl Default for ReadContext<'_> {
    /// Returns a context that knows nothing.
    fn default() -> Self {
        Self { forced: None, countersign: None, diff_lines: &|_| false, prefers: None }
    }
}

/// Reads a reviewer's text. Total and linear in the text.
pub fn read(text: &str, context: &ReadContext<'_>) -> Reading {
    let Some(inner) = handed::inner(text) else { return read_answer(text, context) };
    let mut reading = read_answer(&inner, context);
    let message = "the answer was read from the object that a command line printed; its lines are counted";
    reading.remarks.push(Remark::new(0, "lenient", message));
    reading
}

fn read_answer(text: &str, context: &ReadContext<'_>) -> Reading {
    let scanned = Page::scan(text);
    let inner = settle::answer_in_fence(&scanned);
    let fenced = inner.as_ref().and_then(|p| p.lines.first()).map(|l| l.number);
    let mut page = inner.unwrap_or(scanned);
    let dialect = context.forced.and_then(by_name).unwrap_or_else(|| detect(&page));
    let broken_front = front::remarks(&page);
    let survey = (dialect.read)(&mut page, context);
    let mut reading = settle::settle(dialect, &page, survey, context);
    reading.remarks.extend(broken_front);
    if let Some(line) = fenced {
        reading.remarks.push(Remark::new(line, "lenient", "the whole answer stands in a code fence"));
    }
    if let Some(preferred) = context.prefers.and_then(by_name)
        && context.forced.and_then(by_name).is_none()
        && reading.dialect == prose::DIALECT.name
        && ask_again(&reading).is_some()
    {
        reading.dialect = preferred.name.to_owned();
    }
    reading
}

fn detect(page: &Page<'_>) -> &'static Dialect {
    let mut best = (&DIALECTS[DIALECTS.len() - 1], 0);
    for dialect in &DIALECTS {
        let score = (dialect.detect)(page);
        if score > best.1 {
            best = (dialect, score);
        }
    }
    best.0
}

/// Returns the verdict held after the claimed one is checked against the findings by the dialect's
/// own rule: an approval with a blocking finding is a request for changes (SPEC 5.6).
pub fn held_verdict(reading: &Reading) -> Verdict {
    let blocks = by_name(&reading.dialect).map_or(blocks_high as fn(&RawFinding) -> bool, |d| d.blocks);
    match reading.claimed_verdict {
        Verdict::Approved | Verdict::ApprovedWithNotes => {
            let blocked = reading.findings.iter().any(|f| blocks(f) || f.severity == Severity::Critical);
            let crowded = reading.dialect == gsd::DIALECT.name
                && reading.findings.iter().filter(|f| f.severity == Severity::Medium).count() >= 4;
            if blocked || crowded {
                Verdict::ChangesRequested
            } else if reading.findings.is_empty() {
                reading.claimed_verdict
            } else {
                Verdict::ApprovedWithNotes
            }
        }
        verdict @ (Verdict::ChangesRequested | Verdict::Rejected | Verdict::Unclear) => verdict,
    }
}

/// Returns the text to ask a reviewer with when an answer cannot be acted on: what is missing, and
/// the exact form wanted. Nothing when the reading stands.
pub fn ask_again(reading: &Reading) -> Option<String> {
    ask_again_in(reading, &reading.dialect)
}

/// Returns the text of [`ask_again`] with the form of the dialect named, whichever was read; a name
/// that is none of [`names`] gives the reading's own.
pub fn ask_again_in(reading: &Reading, dialect: &str) -> Option<String> {
    let form = by_name(dialect).or_else(|| by_name(&reading.dialect)).unwrap_or(&prose::DIALECT).form;
    let missing = missing(reading)?;
    Some(format!(
        "{missing} Give the review again, with one verdict and every finding, in exactly this form:\n\n{form}"
    ))
}

/// Says in a sentence what an answer lacks to be acted on, for callers that show a form of their own.
/// Nothing when the reading stands.
pub fn missing(reading: &Reading) -> Option<String> {
    let dialect = by_name(&reading.dialect).unwrap_or(&prose::DIALECT);
    let missing = match reading.claimed_verdict {
        Verdict::Approved | Verdict::ApprovedWithNotes => return None,
        Verdict::Unclear => unread(reading),
        Verdict::ChangesRequested | Verdict::Rejected if reading.findings.is_empty() => {
            "The answer asks for changes and names no finding.".to_owned()
        }
        Verdict::ChangesRequested | Verdict::Rejected => {
            let blocked = reading.findings.iter().any(|f| (dialect.blocks)(f));
            if blocked || !dialect.fail_must_block {
                return None;
            }
            format!(
                "The answer asks for changes and names no finding that blocks: give what must be mended the severity {}, or approve.",
                settle::blocking_words(dialect)
            )
        }
    };
    Some(missing)
}

/// Tells whether an answer whose verdict is not held states one all the same: contradicted, hedged or damaged. An answer
/// without any such line gives no signal.
pub fn signals(reading: &Reading) -> bool {
    reading.claimed_verdict != Verdict::Unclear
        || reading.because.is_some()
        || reading.remarks.iter().any(|r| settle::tells_why_unclear(&r.code))
}

/// Says why no verdict is held: what speaks against it, else what came nearest to one.
fn unread(reading: &Reading) -> String {
    let nothing = "No verdict could be read";
    if let Some(remark) = reading.remarks.iter().find(|r| settle::tells_why_unclear(&r.code)) {
        let (line, message) = (remark.line, &remark.message);
        return match message.strip_prefix("the line ") {
            Some(rest) if line > 0 => format!("{nothing}: line {line} {rest}."),
            _ if line == 0 || message.contains("line ") => format!("{nothing}: {message}."),
            _ => format!("{nothing}: {message} (line {line})."),
        };
    }
    if let Some(undecided) = &reading.because {
        let said: String = undecided.text.chars().take(80).collect();
        return format!("{nothing}: line {} decides nothing ({said}).", undecided.line);
    }
    match reading.ignored.last() {
        Some(near) => format!("{nothing}: line {} looks like one and is none ({}).", near.line, near.why),
        None => format!("{nothing} from the answer."),
    }
}

#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_layouts;

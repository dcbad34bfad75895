//! Ralph Specum's spec reviewer: rubric rows with a signal, and the `task_review.md` log.
//!
//! ```text
//! answer   = "## Review: " type " (Iteration " n ")" "### Findings" rows "### Summary" … feedback signal
//! rows     = table of "# | Dimension | Status | Finding", status PASS | INFO | WARNING | FAIL | CRITICAL
//! feedback = "### Feedback for Revision" (n ". " text)*
//! signal   = "REVIEW_PASS" | "REVIEW_FAIL", on the last line
//! log      = ("### [" ("task-" id / "V" number) "] " title "- status: " word "- severity: " word …)* | table with those columns
//! ```
//!
//! A FAIL row is a finding (high, or critical when the summary repeats it, or its dimension, as
//! such; `Artifact is empty.` without a table counts as one); a WARNING row
//! is one of medium, an INFO row one of info; each takes the feedback item of its place or of its dimension. Any FAIL or
//! CRITICAL row blocks, and so does one whose status no reader knows. Of a log the last entry of a task counts, and a
//! resolved one is none; one that fails asks for changes where no signal is given, while entries that pass approve
//! nothing by themselves.
//! Leniencies and why: text after the signal, the signal after a label (progress logs), JSON in a
//! sentence, columns of any heading level.

mod log;
mod status;

use std::collections::HashMap;
use std::sync::LazyLock;

use regex::Regex;

use log::take_log;
use status::{Status, says_nothing, status};

use super::gather::Manner;
use super::page::{Kind, Marks, Page, heading_text, item_body};
use super::statement::subject::Subject;
use super::statement::taken_back::Doubt;
use super::statement::{Form, Statement, fails_in_words};
use super::survey::{self, Survey};
use super::table::{self, Table};
use super::{Dialect, ReadContext, blocks_high, field, place, words};
use crate::domain::review::{Location, RawFinding, Remark, ReportedStatus, Resolved, Severity, Verdict};

pub(crate) const DIALECT: Dialect = Dialect {
    name: "ralph",
    detect,
    read,
    blocks: blocks_high,
    fail_must_block: false,
    notes_by_findings: true,
    form: "## Review: ARTIFACT (Iteration N)\n### Findings\n| # | Dimension | Status | Finding |\n|---|---|---|---|\n| 1 | Completeness | PASS/INFO/WARNING/FAIL/CRITICAL | (what is wrong, and where) |\n### Summary\n### Feedback for Revision\n1. (what to do)\n\nREVIEW_PASS or REVIEW_FAIL",
};

/// A line without any of these is no mark of the dialect.
/// States of rows of dimensions.
const OWN_ROWS: &[&str] =
    &["fail", "failed", "warn", "warning", "pass", "met", "not met", "partially met", "over implemented"];

const MARKS: Marks = Marks::of(&[
    "review",
    "feedback for revision",
    "[task-",
    "task_",
    "task ",
    "status",
    "dimension",
    "fix hint",
    "criterion",
]);

fn detect(page: &Page<'_>) -> u32 {
    let mut score = 0;
    for line in page.lines.iter().filter(|l| !matches!(l.kind, Kind::Quote | Kind::Comment)) {
        if !line.marks().meets(MARKS) {
            continue;
        }
        let lower = line.lower();
        if line.own() && (line.text.contains("REVIEW_PASS") || line.text.contains("REVIEW_FAIL")) {
            score += 40;
        }
        match line.kind {
            Kind::Heading(_) if lower.contains("review:") && lower.contains("iteration") => score += 50,
            Kind::Heading(_) if lower.contains("feedback for revision") => score += 30,
            Kind::Heading(_) if lower.contains("[task-") => score += 20,
            Kind::Heading(_) if lower.contains("task review log") || lower.contains("task_review") => {
                score += 50;
            }
            Kind::Table if lower.contains("dimension") && lower.contains("status") => score += 40,
            Kind::Table if lower.contains("task_id") && lower.contains("status") => score += 40,
            Kind::Table
                if lower.contains("task")
                    && lower.contains("status")
                    && (lower.contains("criterion")
                        || lower.contains("fix hint")
                        || lower.contains("severity")) =>
            {
                score += 40;
            }
            Kind::Table if lower.contains("fix hint") || lower.contains("criterion failed") => score += 40,
            Kind::Prose
            | Kind::Heading(_)
            | Kind::Item
            | Kind::Table
            | Kind::Rule
            | Kind::Fenced(_)
            | Kind::FenceMark
            | Kind::Quote
            | Kind::Comment
            | Kind::FrontMatter
            | Kind::Code
            | Kind::Data => {}
        }
    }
    score
}

fn read(page: &mut Page<'_>, context: &ReadContext<'_>) -> Survey {
    let form = Form { dialect: "ralph", own: &[], front: true, signals: true, own_rows: OWN_ROWS };
    let log = take_log(page);
    let manner = Manner { own_tables: true, ..Manner::default() };
    let mut survey = survey::read(page, &form, manner, context);
    let progress = progress_log(page);
    if progress {
        last_entry_holds(page, &mut survey);
        survey.findings.clear();
    }
    let rubric = Rubric::read(page);
    if !rubric.rows.is_empty() {
        let beside = std::mem::take(&mut survey.findings);
        survey.collected.doubts.extend(beside.iter().filter_map(|found| grave_beside(page, found)));
        survey.collected.doubts.sort_by_key(|doubt| doubt.at);
    }
    if !rubric.rows.is_empty() && !rubric.rows.iter().any(|row| row.1.fails()) {
        let open = rubric.rows.iter().filter(|row| row.1 != Status::Pass).count();
        survey.collected.doubts.retain(|doubt| !counts_rows(&page.lines[doubt.at].text, open));
    }
    if let Some(at) =
        rubric.cut_at.and_then(|number| page.lines.binary_search_by_key(&number, |l| l.number).ok())
    {
        let why = "is a row in whose status the text breaks off";
        survey.collected.doubts.push(Doubt { at, anywhere: true, why });
        survey.collected.doubts.sort_by_key(|doubt| doubt.at);
        let message = "the text breaks off in a row's status; the row is left out";
        survey.remarks.push(Remark::new(page.lines[at].number, "cut", message));
    }
    let empty = log.is_none() && rubric.rows.is_empty() && survey.findings.is_empty();
    rubric.add_to(&mut survey);
    if empty {
        survey.findings.extend(empty_artifact(page));
    }
    if let Some(log) = log {
        let told = log.add_to(&mut survey);
        let at = |number: u32| page.lines.binary_search_by_key(&number, |l| l.number).ok();
        // An approval is taken of the log alone: where more is said, that is for a verdict to sum up.
        let alone = |verdict: Verdict| {
            !verdict.approves() || !page.own().any(|l| !matches!(l.kind, Kind::Heading(_)))
        };
        if let Some((at, verdict)) = told.and_then(|(number, verdict)| Some((at(number)?, verdict)))
            && survey.collected.statements.is_empty()
            && alone(verdict)
        {
            survey.collected.statements.push(Statement::formal(at, verdict, "ralph.log".to_owned()));
        }
    }
    if survey.collected.statements.is_empty() {
        survey.remarks.extend(both_signals(page));
    }
    survey
}

/// `Passed: 4/5` where the fifth row warns: the rows say themselves what they are.
fn counts_rows(text: &str, open: usize) -> bool {
    static PASSED: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)^\W*(?:dimensions? |rows? )?(?:passed|pass|score)\b[\s*_:]*(\d{1,3})\s*(?:/|of)\s*(\d{1,3})\b(?: dimensions?)?\W*$")
            .expect("a constant pattern")
    });
    PASSED.captures(text).is_some_and(|found| {
        let number = |at: usize| found[at].parse::<usize>().ok();
        number(1).zip(number(2)).is_some_and(|(some, all)| some + open >= all)
    })
}

/// The rows are the findings; one that blocks, listed beside them, still speaks against a signal that passes.
fn grave_beside(page: &Page<'_>, (finding, number): &(RawFinding, u32)) -> Option<Doubt> {
    let at = page.lines.binary_search_by_key(number, |l| l.number).ok()?;
    let why = "lists what blocks, beside rows that pass";
    let item = matches!(page.lines[at].kind, Kind::Item | Kind::Prose);
    (item && finding.severity <= Severity::High).then_some(Doubt { at, anywhere: true, why })
}

/// Two signals that differ, side by side: they are no silence, which would go on, but a review that contradicts itself.
fn both_signals(page: &Page<'_>) -> Option<Remark> {
    let signal = |text: &str| {
        let bare = text.trim_matches(|c: char| c.is_whitespace() || "*`_#>-".contains(c));
        ["REVIEW_PASS", "REVIEW_FAIL"].iter().position(|word| bare == *word)
    };
    let own: Vec<_> = page.own().collect();
    let side_by_side = own.windows(2).find(|two| {
        matches!((signal(&two[0].text), signal(&two[1].text)), (Some(one), Some(other)) if one != other)
    })?;
    let message = "REVIEW_PASS and REVIEW_FAIL stand side by side, and nothing tells which holds";
    Some(Remark::new(side_by_side[1].number, "verdict_vs_verdict", message))
}

/// `Artifact is empty. No content to review.` said without a table is the finding of its review.
fn empty_artifact(page: &Page<'_>) -> Option<(RawFinding, u32)> {
    let says = |text: &str| words::words(text).starts_with(&["artifact", "is", "empty"].map(String::from));
    let line = page.own().find(|l| l.kind == Kind::Prose && says(&l.text))?;
    Some((row_finding(&field::clean(&line.text), Status::Fail), line.number))
}

/// The rubric rows of an answer with its summary and feedback.
#[derive(Debug, Default)]
struct Rubric {
    /// Dimension, status, finding, line.
    rows: Vec<(String, Status, String, u32)>,
    feedback: Vec<String>,
    critical: String,
    /// Passed and failed of the summary.
    stated: (Option<usize>, Option<usize>),
    /// The line of the failed count.
    stated_at: u32,
    /// Rows whose status says nothing that is known.
    unknown: Vec<Remark>,
    /// The line of the row in whose status the text breaks off.
    cut_at: Option<u32>,
    /// What the reviews in the text are about, each with the line of its heading.
    about: Vec<(String, u32)>,
}

/// Finds the columns of a rubric whose header is in another language: the one whose cells are all a
/// status, the one before it, the one behind it.
fn by_cells(rows: &Table) -> Option<(usize, usize, usize)> {
    let numbered = rows.header.first().is_some_and(|h| h.trim() == "#");
    let shouted = |cell: &str| {
        let word = cell.trim_matches(|c: char| !c.is_alphabetic());
        matches!(word, "PASS" | "FAIL" | "WARNING" | "WARN" | "FAILED" | "PASSED" | "CRITICAL" | "INFO")
    };
    let state = (1..rows.header.len().saturating_sub(1)).find(|&at| {
        !rows.rows.is_empty()
            && rows.rows.iter().all(|row| row.cells.get(at).is_some_and(|cell| shouted(cell)))
    })?;
    numbered.then_some((state - 1, state, state + 1))
}

/// The dimensions of the five rubrics.
const DIMENSIONS: &[&str] = &[
    "completeness",
    "grounding",
    "scope",
    "testability",
    "traceability",
    "consistency",
    "feasibility",
    "patterns",
    "principles",
    "holistic awareness",
    "actionability",
    "structure",
    "quality gates",
    "alignment",
    "correctness",
    "no hallucinations",
    "hallucinations",
];
static LISTED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^([A-Za-z][A-Za-z ]{2,30}?)\**(?:\s*[:(\[—–|.…·-]+\s*\W*|\s+)(PASS|FAIL|WARNING|WARN|CRITICAL|INFO)(?:ED)?\b[\s*)\]:—–|.,-]*(.*)$")
        .expect("a constant pattern")
});

/// A row that fails for the third time says so itself.
static STILL_FAILING: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\bstill failing\b[^.:]{0,20}\b(?:iteration|round|attempt)\s*(?:[3-9]|\d\d)\b")
        .expect("a constant pattern")
});
/// `❌ Scope – text`: the mark says the status.
static MARKED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^(✅|❌|⚠)\s*\**([A-Za-z][A-Za-z ]{2,30}?)\**\s*[:—–-]+\s*(.*)$")
        .expect("a constant pattern")
});

/// Reads what a review's heading is about: `review: execution (task 1.2, iteration 1)` is `execution task 1.2`.
fn subject(heading: &str) -> Option<String> {
    let (_, named) = heading.split_once("review:")?;
    let named = named.split("iteration").next().unwrap_or(named);
    Some(words::joined(named))
}

/// Tells whether a line is the summary's label of critical issues with its list below.
fn heads_critical(text: &str) -> bool {
    let body = item_body(text).map_or(text, |(body, _)| body);
    let label = field::undecorated(body).trim_matches(['*', '_', ' ']);
    label.strip_suffix(':').is_some_and(|name| words::joined(name) == "critical issues")
}

impl Rubric {
    fn read(page: &Page<'_>) -> Self {
        let mut rubric = Self::default();
        let mut in_feedback = false;
        let mut earlier = false;
        // Below `Critical issues:` without a value: how far its line stands in.
        let mut critical: Option<usize> = None;
        let mut at = 0;
        while at < page.lines.len() {
            let line = &page.lines[at];
            match line.kind {
                Kind::Heading(_) => {
                    let lower = heading_text(&line.text).to_lowercase();
                    in_feedback = lower.contains("feedback");
                    rubric.about.extend(subject(&lower).map(|subject| (subject, line.number)));
                    earlier = ["prior", "previous", "earlier"].iter().any(|w| lower.contains(w));
                    critical = (lower.trim_end_matches(':') == "critical issues").then_some(0);
                }
                Kind::Table if !earlier => {
                    let rows = table::read(page, at);
                    at += rows.lines;
                    rubric.take(&rows, page.breaks_off_in_row(at));
                    continue;
                }
                Kind::Item if in_feedback && line.indent == 0 => {
                    let body = item_body(&line.text).map_or("", |(b, _)| b);
                    rubric.feedback.push(field::clean(body));
                }
                Kind::Item
                    if critical.is_some_and(|indent| {
                        line.indent > indent || indent == 0 && !line.text.contains(':')
                    }) =>
                {
                    let body = item_body(&line.text).map_or("", |(b, _)| b);
                    rubric.critical.push(' ');
                    rubric.critical.push_str(&words::joined(body));
                }
                Kind::Item | Kind::Prose => {
                    critical = heads_critical(&line.text).then_some(line.indent);
                    rubric.summary(item_body(&line.text).map_or(&line.text, |(b, _)| b), line.number);
                }
                Kind::Table
                | Kind::Rule
                | Kind::Fenced(_)
                | Kind::FenceMark
                | Kind::Quote
                | Kind::Comment
                | Kind::FrontMatter
                | Kind::Code
                | Kind::Data => {}
            }
            at += 1;
        }
        if rubric.rows.is_empty() {
            rubric.listed(page);
        }
        rubric
    }

    /// Rows written as a list: `- **Consistency**: FAIL — …`, `❌ Scope (FAIL): …`.
    fn listed(&mut self, page: &Page<'_>) {
        for (at, line) in page.lines.iter().enumerate().filter(|(_, l)| l.own() && l.kind != Kind::Table) {
            let text = heading_text(&line.text);
            let body = item_body(text).map_or(text, |(b, _)| b);
            let Some(caps) = LISTED.captures(field::undecorated(body)) else {
                if let Some(caps) = MARKED.captures(body)
                    && DIMENSIONS.contains(&words::joined(&caps[2]).as_str())
                {
                    let status = match &caps[1] {
                        "✅" => Status::Pass,
                        "❌" => Status::Fail,
                        _ => Status::Warning,
                    };
                    self.rows.push((field::clean(&caps[2]), status, caps[3].to_owned(), line.number));
                }
                continue;
            };
            let (Some(name), Some(word), Some(rest)) = (caps.get(1), caps.get(2), caps.get(3)) else {
                continue;
            };
            let known = DIMENSIONS.contains(&words::joined(name.as_str()).as_str());
            if let (true, Some(status)) = (known, status(word.as_str())) {
                let below =
                    page.lines.get(at + 1).filter(|l| l.kind == Kind::Prose).map(|l| l.text.to_string());
                let text =
                    Some(rest.as_str().to_owned()).filter(|t| !t.is_empty()).or(below).unwrap_or_default();
                self.rows.push((field::clean(name.as_str()), status, text, line.number));
            }
        }
    }

    fn take(&mut self, rows: &Table, cut: bool) {
        let dimension = rows.column(&["dimension", "criterion", "check", "rubric"]);
        let state = rows.column(&["status", "result", "verdict"]);
        let text = rows.column(&["finding", "findings", "notes", "details", "comment", "issue", "evidence"]);
        let (dimension, state, text) = match (dimension, state, text) {
            (Some(dimension), Some(state), Some(text)) => (dimension, state, text),
            _ => match by_cells(rows) {
                Some(columns) => columns,
                None => return,
            },
        };
        // A later table is the later round's; what was found in another document stays.
        let last = self.about.len().saturating_sub(1);
        let about = std::mem::take(&mut self.about);
        self.rows.retain(|row| {
            let of = about.partition_point(|(_, line)| *line <= row.3).checked_sub(1);
            of.zip(about.get(last)).is_some_and(|(of, (now, _))| about[of].0 != *now)
        });
        self.about = about;
        self.unknown.clear();
        self.cut_at = None;
        // A table of anything else has words of its own.
        let of_dimensions = rows.column(&["dimension"]).is_some();
        for (nth, row) in rows.rows.iter().enumerate() {
            // Of a status that the text breaks off in nobody knows what it was going to be.
            let broken = cut && nth + 1 == rows.rows.len() && row.cells.len() == state + 1;
            if broken && row.cells.get(state).is_some_and(|word| status(word).is_none()) {
                self.cut_at = Some(row.line);
                continue;
            }
            let cell = |i: usize| row.cells.get(i).cloned().unwrap_or_default();
            let word = cell(state);
            let known = status(&word);
            let unknown = known.is_none() && !says_nothing(&word) && of_dimensions;
            if unknown {
                let message = format!(
                    "{}: `{}` is no status of a row (PASS, INFO, WARNING, FAIL, CRITICAL); in doubt it fails",
                    field::clean(&cell(dimension)),
                    field::clean(&word)
                );
                self.unknown.push(Remark::new(row.line, "row_status_unknown", message));
            }
            if let Some(status) = known.or(unknown.then_some(Status::Fail)) {
                self.rows.push((cell(dimension), status, cell(text), row.line));
            }
        }
    }

    fn summary(&mut self, text: &str, line: u32) {
        let Some((name, value)) = field::undecorated(text).split_once(':') else { return };
        let value = value.trim_matches(['*', ' ']);
        let digits = || value.chars().take_while(char::is_ascii_digit).collect::<String>().parse().ok();
        match words::joined(name).as_str() {
            "critical issues" if !words::says_none(value) => self.critical = words::joined(value),
            "passed" => self.stated.0 = digits(),
            "failed" => (self.stated.1, self.stated_at) = (digits(), line),
            _ => {}
        }
    }

    /// Holds a row that passes and says in its text that it fails to what it says.
    fn hold_to_the_text(&mut self, survey: &mut Survey) {
        for (dimension, status, text, line) in &mut self.rows {
            if *status == Status::Pass && fails_in_words(text) {
                *status = Status::Fail;
                let message =
                    format!("{dimension} has the status PASS, and its text says that it fails: it fails");
                survey.remarks.push(Remark::new(*line, "row_vs_status", message));
            }
        }
    }

    fn add_to(mut self, survey: &mut Survey) {
        self.hold_to_the_text(survey);
        survey.remarks.append(&mut self.unknown);
        let failed = self.rows.iter().filter(|r| r.1.fails()).count();
        let several = self.about.windows(2).any(|two| two[0].0 != two[1].0);
        if !self.rows.is_empty() && !several && self.stated.1.is_some_and(|n| n != failed) {
            let stated = self.stated.1.unwrap_or_default();
            let message =
                format!("the summary states {stated} failed and the table has {failed}; the table counts");
            survey.miscounted = Some(Remark::new(self.stated_at, "counts_vs_findings", message));
        }
        let passed = self.rows.iter().filter(|r| r.1 == Status::Pass && !r.0.is_empty());
        survey.passed.extend(
            passed.map(|r| Resolved { id: r.0.clone(), reason: Some(r.2.clone()).filter(|t| !t.is_empty()) }),
        );
        let named = self.named_feedback();
        let open: Vec<_> = self.rows.iter().filter(|r| r.1 != Status::Pass).collect();
        for (i, (dimension, status, text, line)) in open.into_iter().enumerate() {
            let mut finding = row_finding(text, *status);
            finding.category = (!dimension.is_empty()).then(|| dimension.clone());
            finding.suggestion = self.feedback_for(&named, dimension, i);
            if STILL_FAILING.is_match(text) {
                finding.severity = Severity::Critical;
                let message = "the row says that it fails for the third time; it counts as critical";
                survey.remarks.push(Remark::new(*line, "third_time", message));
            } else if self.critical_repeats(&finding, dimension) {
                finding.severity = Severity::Critical;
            }
            survey.findings.push((finding, *line));
        }
    }

    /// Tells whether the summary lists a row as critical: by its words, without its place, or by its
    /// dimension in front.
    fn critical_repeats(&self, finding: &RawFinding, dimension: &str) -> bool {
        let bare = place::leading(&finding.title).map_or(finding.title.as_str(), |(_, rest)| rest);
        let name = words::joined(bare);
        let dimension = words::joined(dimension);
        let led = !dimension.is_empty()
            && self.critical.strip_prefix(&dimension).is_some_and(|r| r.is_empty() || r.starts_with(' '));
        finding.severity <= Severity::High && led || !name.is_empty() && self.critical.contains(&name)
    }

    /// The feedback items by the words before their colon, the first of each.
    fn named_feedback(&self) -> HashMap<String, String> {
        let mut named = HashMap::new();
        for item in &self.feedback {
            if let Some((name, rest)) = item.trim_start_matches('*').split_once(':') {
                let name = words::joined(name);
                named.entry(name).or_insert_with(|| field::clean(rest.trim_start_matches("**")));
            }
        }
        named
    }

    /// The feedback item that names the dimension, or the one in the same place of the list.
    fn feedback_for(&self, named: &HashMap<String, String>, dimension: &str, at: usize) -> Option<String> {
        let named = named.get(&words::joined(dimension)).cloned();
        named.or_else(|| self.feedback.get(at).filter(|f| !words::says_none(f)).cloned())
    }
}

static PREFIX: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)^\W*(still failing(?:\s*\([^)]*\))?|regression)\s*:\s*(?:was pass, now fail\s*[:—–.,-]*\s*)?",
    )
    .expect("a constant pattern")
});
static AT_END: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\s*\(([^()\s]+:\d[^()]*)\)\s*$").expect("a constant pattern"));

/// Reads a row's text: history, place, title.
fn row_finding(text: &str, status: Status) -> RawFinding {
    let (severity, word) = status.severity();
    let mut finding = RawFinding::new(severity, "");
    finding.reported_severity = Some(word.to_owned());
    let mut rest = text;
    if let Some(m) = PREFIX.find(text) {
        let still = m.as_str().to_lowercase().contains("still");
        finding.reported_status =
            Some(if still { ReportedStatus::Persistent } else { ReportedStatus::Changed });
        rest = &text[m.end()..];
    }
    let mut found: Vec<Location> = Vec::new();
    if let Some((place, after)) = place::leading(rest)
        && let Some(set_off) = after.strip_prefix([':', '—', '–']).or_else(|| after.strip_prefix("- "))
    {
        found.push(place);
        rest = set_off.trim_start();
    } else if let Some(caps) = AT_END.captures(rest)
        && let Some(whole) = caps.get(0)
    {
        found = place::field(&caps[1]);
        if !found.is_empty() {
            rest = &rest[..whole.start()];
        }
    }
    if found.is_empty() {
        found = place::in_prose(rest);
    }
    finding.locations = found;
    finding.title = field::clean(rest);
    if finding.title.is_empty() || words::says_none(&finding.title) {
        finding.title = "failed without a reason".to_owned();
    }
    finding
}

/// Tells whether the page is a progress log: several `Review:` entries, each with a `Status:` of its own.
fn progress_log(page: &Page<'_>) -> bool {
    entries(page).len() >= 2
        && !page.lines.iter().any(|l| l.kind == Kind::Table && l.text.to_lowercase().contains("dimension"))
}

/// Things that a log is told apart by: more than a spec has.
const SUBJECTS: usize = 64;

fn entries(page: &Page<'_>) -> Vec<usize> {
    let is_entry = |text: &str| heading_text(text).to_lowercase().starts_with("review:");
    (0..page.lines.len())
        .filter(|&at| matches!(page.lines[at].kind, Kind::Heading(_)) && is_entry(&page.lines[at].text))
        .collect()
}

/// Of a progress log the last entry of an artifact, or of a task, is the review at hand; those before it are history.
fn last_entry_holds(page: &Page<'_>, survey: &mut Survey) {
    let entries: Vec<(usize, Option<Subject>)> =
        entries(page).into_iter().map(|at| (at, Subject::named(&page.lines[at].text))).collect();
    let differ = |one: &Option<Subject>, other: &Option<Subject>| {
        one.as_ref().zip(other.as_ref()).is_some_and(|(one, other)| one.differs(other))
    };
    // Of each entry, whether none of the next ones is about the same. A log names few things.
    let mut last: Vec<&(usize, Option<Subject>)> = Vec::new();
    // Beyond that nothing takes the place of anything.
    let mut kept = None;
    for entry in entries.iter().rev() {
        if last.len() >= SUBJECTS {
            kept = Some(entry.0);
            break;
        }
        if last.iter().all(|later| differ(&later.1, &entry.1)) {
            last.push(entry);
        }
    }
    let holds = |s: &Statement| {
        let next = entries.partition_point(|entry| entry.0 <= s.at);
        let own = next.checked_sub(1).map(|i| entries[i].0);
        own.is_some_and(|at| kept.is_some_and(|until| at <= until) || last.iter().any(|entry| entry.0 == at))
    };
    for statement in survey.collected.statements.iter().filter(|s| !holds(s)) {
        let line = &page.lines[statement.at];
        let text = page.written(line);
        survey.collected.ignored.push(super::Ignored {
            line: line.number,
            text,
            why: "an earlier entry of the log".to_owned(),
        });
    }
    survey.collected.statements.retain(holds);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_entries_are_a_log_unless_a_table_has_dimensions() {
        let entries = "## Review: cart\n- Status: pass\n\n## Review: desk\n- Status: pass\n\n";
        for (text, log) in [
            (entries.to_owned(), true),
            (format!("{entries}The dimension of the cart is known.\n"), true),
            (format!("{entries}| File | What |\n|---|---|\n| a.ts | new |\n"), true),
            (format!("{entries}| Dimension | Status |\n|---|---|\n| Naming | pass |\n"), false),
            ("## Review: cart\n- Status: pass\n".to_owned(), false),
        ] {
            assert_eq!(progress_log(&Page::scan(&text)), log, "{text}");
        }
    }

    #[test]
    fn a_field_behind_a_critical_list_is_none_of_it() {
        let worst = |below: &str| {
            let text = format!(
                "## Review: x (iteration 1)\n\n| Dimension | Status | Notes |\n|---|---|---|\n| Tests | FAIL | too few |\n\nREVIEW_FAIL\n\n- Critical issues:\n{below}\n"
            );
            let reading =
                crate::domain::dialect::read(&text, &crate::domain::dialect::ReadContext::default());
            reading.findings.iter().map(|f| f.severity).min()
        };
        assert_eq!(worst("- too few"), Some(Severity::Critical));
        assert_eq!(worst("- Summary: tests are too few"), Some(Severity::High));
    }
}

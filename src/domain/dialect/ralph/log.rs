//! The log of reviewed tasks, `task_review.md`: of each task the last entry counts.

use std::collections::HashMap;
use std::sync::LazyLock;

use regex::Regex;

use super::{Status, row_finding, status};
use crate::domain::dialect::gather;
use crate::domain::dialect::page::{Kind, Page, heading_text, item_body};
use crate::domain::dialect::survey::Survey;
use crate::domain::dialect::table;
use crate::domain::dialect::{field, place, words};
use crate::domain::review::{RawFinding, Resolved, Verdict};

/// The entries of a `task_review.md`, in order.
#[derive(Debug)]
pub(super) struct Log {
    entries: Vec<Entry>,
}

#[derive(Debug, Default, Clone)]
struct Entry {
    task: String,
    title: String,
    line: u32,
    fields: HashMap<String, String>,
}

static TASK: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^\[(task-[\w.-]+|v[ef]?\d[\w.-]*)\]\s*(.*)$").expect("a constant pattern")
});

/// Takes a log's entries off the page, so that their `status:` lines are no statements of the whole.
pub(super) fn take_log(page: &mut Page<'_>) -> Option<Log> {
    let mut entries: Vec<Entry> = Vec::new();
    let mut open = false;
    let mut at = 0;
    while at < page.lines.len() {
        let line = &page.lines[at];
        if let Kind::Heading(_) = line.kind {
            open = false;
            if let Some(caps) = TASK.captures(heading_text(&line.text)) {
                let (task, title) = (caps[1].to_lowercase(), caps[2].to_owned());
                entries.push(Entry { task, title, line: line.number, ..Entry::default() });
                open = true;
                page.lines[at].kind = Kind::Data;
            }
        } else if line.kind == Kind::Table {
            let rows = table::read(page, at);
            if let Some(task) = rows.column(&["task id", "task"])
                && rows.column(&["status"]).is_some()
            {
                entries.extend(rows.rows.iter().map(|row| Entry::of_row(row, &rows.header, task)));
                for line in &mut page.lines[at..at + rows.lines] {
                    line.kind = Kind::Data;
                }
            }
            at += rows.lines;
            continue;
        } else if open
            && line.kind == Kind::Item
            && let Some((name, value)) = item_body(&line.text).and_then(|(b, _)| b.split_once(':'))
            && let Some(entry) = entries.last_mut()
        {
            let name = words::joined(name);
            entry.fields.insert(name, field::clean(value.trim_start_matches("**")));
            page.lines[at].kind = Kind::Data;
        } else if open && line.indent > 0 {
            // What stands below `evidence: |` is its value.
            if let Some(evidence) = entries.last_mut().and_then(|e| e.fields.get_mut("evidence"))
                && (evidence.is_empty() || evidence == "|")
            {
                *evidence = field::clean(&line.text);
            }
            page.lines[at].kind = Kind::Data;
        }
        at += 1;
    }
    (!entries.is_empty()).then_some(Log { entries })
}

impl Entry {
    fn of_row(row: &table::Row, header: &[String], task: usize) -> Self {
        let fields = header.iter().zip(&row.cells).map(|(h, c)| (words::joined(h), c.clone())).collect();
        let task = row.cells.get(task).map(|c| c.to_lowercase()).unwrap_or_default();
        Self { task, title: String::new(), line: row.line, fields }
    }

    fn get(&self, names: &[&str]) -> Option<&str> {
        names
            .iter()
            .filter_map(|n| self.fields.get(*n))
            .map(String::as_str)
            .find(|v| !v.is_empty() && !words::says_none(v))
    }

    fn finding(&self) -> Option<RawFinding> {
        let status = status(self.fields.get("status")?)?;
        if status == Status::Pass || self.get(&["resolved at"]).is_some() {
            return None;
        }
        let issue =
            self.get(&["issue", "problem", "finding", "criterion failed", "evidence"]).unwrap_or(&self.title);
        let mut finding = row_finding(issue, status);
        if let Some((severity, word)) = self.get(&["severity"]).and_then(words::severity) {
            finding.severity = severity;
            finding.reported_severity = Some(word);
        }
        if let Some(at) = self.get(&["location", "file", "place"]) {
            finding.locations = place::field(at);
        } else if let Some(evidence) = self.get(&["evidence"]) {
            let led = place::leading(evidence).map(|(place, _)| vec![place]);
            finding.locations = led.unwrap_or_else(|| place::in_prose(evidence));
        }
        finding.requirement = self.get(&["criterion failed", "requirement"]).map(str::to_owned);
        finding.suggestion = self.get(&["fix hint", "fix", "suggestion"]).map(str::to_owned);
        finding.description = self.get(&["evidence"]).filter(|e| *e != "|").map(str::to_owned);
        Some(finding)
    }
}

impl Log {
    /// Adds what is open of it. Returns what it comes to and the line that says so: the first entry that fails, or the last
    /// one where each task's last entry passes or warns. A task that waits, or failed and was not looked at again, leaves it
    /// open.
    pub(super) fn add_to(self, survey: &mut Survey) -> Option<(u32, Verdict)> {
        let mut failed = None;
        let (mut passed, mut warned, mut waits) = (None, false, false);
        let mut last: HashMap<&str, usize> = HashMap::new();
        for (i, entry) in self.entries.iter().enumerate() {
            last.insert(&entry.task, i);
        }
        for (i, entry) in self.entries.iter().enumerate() {
            if last.get(entry.task.as_str()) != Some(&i) {
                continue;
            }
            let status = entry.fields.get("status").and_then(|s| status(s));
            if let Some(finding) = entry.finding() {
                if status == Some(Status::Fail) {
                    failed = failed.or(Some(entry.line));
                }
                (passed, warned) = (Some(entry.line), true);
                survey.findings.push((finding, entry.line));
            } else if entry.get(&["resolved at"]).is_some() {
                // Who mended it says so; whether it holds, no later review of it does.
                waits |= status != Some(Status::Pass);
                passed = Some(entry.line);
                survey.resolved.push(Resolved { id: entry.task.clone(), reason: None });
            } else if status == Some(Status::Pass) {
                passed = Some(entry.line);
            } else {
                waits = true;
            }
        }
        if let [entry] = self.entries.as_slice() {
            survey.about = survey.about.take().or_else(|| Some(entry.task.clone()));
        }
        gather::merge_repeats(&mut survey.findings);
        let well = if warned { Verdict::ApprovedWithNotes } else { Verdict::Approved };
        let changes = failed.map(|line| (line, Verdict::ChangesRequested));
        changes.or(passed.filter(|_| !waits).map(|line| (line, well)))
    }
}

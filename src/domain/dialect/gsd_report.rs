//! GSD's own code review file, `{phase}-REVIEW.md`.
//!
//! ```text
//! file    = front matter (phase reviewed depth files_reviewed findings{critical warning info total} status)
//!           "# Phase …" section*
//! status  = "clean" | "issues_found" | "skipped"
//! section = ("## Critical Issues" | "## Warnings" | "## Info") finding*
//! finding = "### " ("CR-" | "WR-" | "IN-" | "BL-") nn ": " title "**File:** " place "**Issue:** " text "**Fix:** " text
//! ```
//!
//! Verification reports of the family are read too: their front matter's `gaps` and the rows of
//! their checks that failed are findings.
//!
//! Critical blocks. Leniencies and why, all seen in public repositories: `status: issues`,
//! `approved_with_recommendations`; counts under `blocker`; `**Lines:**` on a line of its own; a
//! finding that its own text takes back ("retracted after trace-through") is none.

use super::gather::Manner;
use super::page::{Kind, Page, item_body};
use super::statement::Form;
use super::survey::{self, Survey};
use super::{Dialect, ReadContext, blocks_high, field, place, table, words};
use crate::domain::review::{RawFinding, Remark, Severity};

pub(crate) const DIALECT: Dialect = Dialect {
    name: "gsd_report",
    detect,
    read,
    blocks: blocks_high,
    fail_must_block: false,
    notes_by_findings: false,
    form: "---\nstatus: clean | issues_found\n---\n### CR-01: (what is wrong, in a line; WR-01 for a warning, IN-01 for information)\n**File:** `(path:line)`\n**Issue:** (what is wrong, and how it shows)\n**Fix:** (what to do)",
};

fn detect(page: &Page<'_>) -> u32 {
    let mut score = 0;
    for (_, key, _) in page.front_fields() {
        score += match key.as_str() {
            "depth" | "files_reviewed" | "files_reviewed_list" => 30,
            "findings" | "reviewed" => 12,
            "verified" | "plans_verified" => 90,
            "gaps" | "score" => 20,
            _ => 0,
        };
    }
    for line in &page.lines {
        if matches!(line.kind, Kind::Heading(_)) {
            let text = super::page::heading_text(&line.text);
            if field::id(text)
                .is_some_and(|id| ["CR-", "WR-", "IN-", "BL-"].iter().any(|p| id.starts_with(p)))
            {
                score += 15;
            }
        }
    }
    score
}

fn read(page: &mut Page<'_>, context: &ReadContext<'_>) -> Survey {
    let form = Form { dialect: "gsd_report", own: &[], front: true, signals: false, own_rows: &[] };
    let manner = Manner { numbered_headings: true, ..Manner::default() };
    let mut survey = survey::read(page, &form, manner, context);
    survey.remarks.extend(unknown_status(page, &survey));
    // A report that lists its gaps in form says the same again in prose.
    let gaps = gaps(page);
    if !gaps.is_empty() {
        survey.findings = gaps;
    }
    if survey.findings.is_empty() {
        survey.findings = failed_rows(page);
    }
    survey
}

/// Says that the front matter's `status` is a word that is no verdict here, such as `resolved`: nothing was read from it.
fn unknown_status(page: &Page<'_>, survey: &Survey) -> Option<Remark> {
    let (at, _, value) = page.front_fields().into_iter().find(|(_, key, _)| key == "status")?;
    let line = page.lines.get(at)?.number;
    let read = survey.collected.statements.iter().any(|s| s.at == at)
        || survey.collected.ignored.iter().any(|ignored| ignored.line == line)
        || survey.collected.remarks.iter().any(|remark| remark.line == line);
    let message = || {
        format!(
            "`status: {value}` is no verdict of a report (clean, issues_found, skipped) and was taken for none"
        )
    };
    (!read && !value.is_empty()).then(|| Remark::new(line, "status_unknown", message()))
}

/// The front matter's `gaps`, as verification reports list them.
fn gaps(page: &Page<'_>) -> Vec<(RawFinding, u32)> {
    let mut entries: Vec<(Gap, u32)> = Vec::new();
    let mut inside = false;
    let mut margin = None;
    for line in page.lines.iter().filter(|l| l.kind == Kind::FrontMatter) {
        let (body, starts) = item_body(&line.text).map_or((line.text.as_ref(), false), |(b, _)| (b, true));
        if line.indent == 0 && !starts {
            inside = line.text == "gaps:";
            continue;
        }
        if !inside {
            continue;
        }
        if starts && line.indent <= *margin.get_or_insert(line.indent) {
            entries.push((Gap::default(), line.number));
        }
        if let (Some((gap, _)), Some((key, value))) = (entries.last_mut(), body.split_once(':')) {
            gap.take(key.trim(), field::clean(value.trim().trim_matches('"')));
        }
    }
    entries.into_iter().filter_map(|(gap, line)| gap.finding().map(|f| (f, line))).collect()
}

#[derive(Debug, Default)]
struct Gap {
    id: Option<String>,
    truth: String,
    reason: String,
    severity: String,
    /// `status`, `resolution`: where one of them says that the gap is closed it is none.
    settled: bool,
    path: Option<String>,
    issue: Option<String>,
}

impl Gap {
    fn take(&mut self, key: &str, value: String) {
        match key {
            "id" => self.id = Some(value),
            "truth" | "description" => self.truth = value,
            "reason" => self.reason = value,
            "severity" => self.severity = value,
            "status" | "resolution" => self.settled |= field::settled(&value),
            "path" if self.path.is_none() => self.path = Some(value),
            "issue" if self.issue.is_none() => self.issue = Some(value),
            _ => {}
        }
    }

    fn finding(self) -> Option<RawFinding> {
        if self.settled || self.truth.is_empty() || self.severity == "none" {
            return None;
        }
        let (severity, word) =
            words::severity(&self.severity).map_or((Severity::Medium, None), |(s, w)| (s, Some(w)));
        let mut finding = RawFinding::new(severity, self.truth);
        finding.reported_id = self.id;
        finding.reported_severity = word;
        finding.locations = self.path.as_deref().map(place::field).unwrap_or_default();
        if let (Some(first), Some((from, to))) =
            (finding.locations.first_mut(), self.issue.as_deref().and_then(place::lines_at_start))
        {
            (first.line, first.end_line) = (Some(from), to);
        }
        if finding.locations.is_empty() {
            finding.locations = place::in_prose(&self.reason);
        }
        finding.description = (!self.reason.is_empty()).then_some(self.reason);
        Some(finding)
    }
}

/// Rows of the checks that failed: `| 3 | MH-02 | what must hold | FAIL | evidence |`.
fn failed_rows(page: &Page<'_>) -> Vec<(RawFinding, u32)> {
    let mut findings = Vec::new();
    let mut at = 0;
    while at < page.lines.len() {
        if page.lines[at].kind != Kind::Table {
            at += 1;
            continue;
        }
        let rows = table::read(page, at);
        at += rows.lines;
        let text = rows.column(&[
            "truth condition",
            "truth",
            "condition",
            "check",
            "criterion",
            "must have",
            "requirement",
        ]);
        let (Some(text), Some(status)) = (text, rows.column(&["status", "result"])) else { continue };
        let id = rows.column(&["id"]);
        for row in &rows.rows {
            let cell = |i: usize| row.cells.get(i).cloned().unwrap_or_default();
            let failed = words::words(&cell(status)).first().is_some_and(|w| w == "fail" || w == "failed");
            if failed && !cell(text).is_empty() {
                let mut finding = RawFinding::new(Severity::Medium, cell(text));
                finding.reported_id = id.map(cell).filter(|i| !i.is_empty());
                finding.locations = place::in_prose(&finding.title);
                finding.description = row.cells.last().cloned();
                findings.push((finding, row.line));
            }
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_of_a_check_that_failed_is_a_finding() {
        let text = "Checked:\n\n| # | ID | Truth | Status | Evidence |\n|---|---|---|---|---|\n\
            | 1 | MH-01 | a session ends | PASS | src/a.ts:4 |\n\
            | 2 | MH-02 | a new one begins | FAIL | nothing in src/b.ts |\n\nEnd.\n";
        let found: Vec<_> = failed_rows(&Page::scan(text))
            .into_iter()
            .map(|(finding, line)| (finding.title, finding.reported_id, line))
            .collect();
        assert_eq!(found, [("a new one begins".to_owned(), Some("MH-02".to_owned()), 6)]);
    }
}

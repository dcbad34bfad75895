//! The GSD fork's execution review (`gsd-execution-reviewer`).
//!
//! ```text
//! answer   = "## REVIEW: " id summary checklist? trace? score? "### Verdict: " word "### Findings" group*
//! word     = "PASS" | "PASS_WITH_NOTES" | "NEEDS_FIX" | "CRITICAL"
//! trace    = table of "# | Requirement | Status | Evidence", status MET | PARTIALLY_MET | NOT_MET | OVER_IMPLEMENTED
//! score    = "**Requirements Score:** " x "/" y  "**Unfulfilled:** " …  "**Scope Creep:** " …
//! group    = "#### " category ("- **Severity:** " ("Critical" | "Warning") "- **File:Line:** " place
//!            "- **Issue:** " text "- **Fix:** " text)*
//! ```
//!
//! `CRITICAL` means: redo from scratch. Critical findings and unmet requirements block. A row that
//! is not met, what is listed as unfulfilled and the scope creep line are findings (`requirements`).
//! Leniencies and why: `**Verdict:**`, headings of any level, decoration, the verdict before or
//! after the findings, findings as a table, `- **Issue:**` first, free words such as APPROVED.

mod requirements;

use super::gather::Manner;
use super::page::{Kind, Marks, Page};
use super::statement::Form;
use super::survey::{self, Survey};
use super::words::OwnWords;
use super::{Dialect, ReadContext, field, said_in_json};
use crate::domain::review::{RawFinding, Remark, Severity, Verdict};

const OWN: OwnWords = &[("critical", Verdict::Rejected)];

/// States of rows of requirements. A row that fails is none of them: its table is another's.
const OWN_ROWS: &[&str] = &["met", "not met", "partially met", "over implemented", "pass", "warn", "warning"];

pub(crate) const DIALECT: Dialect = Dialect {
    name: "gsd",
    detect,
    read,
    blocks,
    fail_must_block: false,
    notes_by_findings: false,
    form: "### Verdict: PASS|PASS_WITH_NOTES|NEEDS_FIX|CRITICAL\n### Findings\n#### Correctness\n- **Severity:** (Critical or Warning)\n- **File:Line:** (path:line)\n- **Issue:** (what is wrong, and how it shows)\n- **Fix:** (what to do)",
};

/// Critical findings, to which high is mapped up (SPEC 2), and unmet requirements.
fn blocks(finding: &RawFinding) -> bool {
    super::blocks_high(finding) || finding.unmet.is_some()
}

/// A line without any of these is no mark of the dialect.
const MARKS: Marks =
    Marks::of(&["verdict", "review", "requirement", "scope creep", "what's good", "file:line", "_met"]);

fn detect(page: &Page<'_>) -> u32 {
    let mut score = 0;
    for line in &page.lines {
        if !line.marks().meets(MARKS) {
            continue;
        }
        let text = field::undecorated(super::page::heading_text(&line.text));
        let lower = field::undecorated(super::page::heading_text(line.lower()));
        if said_in_json(page, line, &["verdict"], &["pass", "pass_with_notes", "needs_fix", "critical"]) {
            score += 45;
        }
        match line.kind {
            Kind::Heading(_) | Kind::Prose | Kind::Item => {
                if lower.starts_with("verdict")
                    && ["pass", "needs_fix", "critical"].iter().any(|w| lower.contains(w))
                {
                    score += 35;
                }
                if text.starts_with("REVIEW: ") {
                    score += 40;
                }
                if [
                    "requirements traceability",
                    "requirements checklist",
                    "requirements score",
                    "scope creep",
                    "what's good",
                ]
                .iter()
                .any(|w| lower.starts_with(w))
                {
                    score += 20;
                }
                if lower.starts_with("file:line") {
                    score += 20;
                }
            }
            Kind::Table
                if lower.contains("_met")
                    || (lower.contains("requirement") && lower.contains("evidence")) =>
            {
                score += 15;
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
    }
    score
}

fn read(page: &mut Page<'_>, context: &ReadContext<'_>) -> Survey {
    let form = Form { dialect: "gsd", own: OWN, front: true, signals: false, own_rows: OWN_ROWS };
    let manner = Manner { told: true, sentence_titles: true, ..Manner::default() };
    let mut survey = survey::read(page, &form, manner, context);
    survey.miscounted = stated(page, &survey);
    requirements::read(page, &mut survey);
    survey
}

/// `1 Critical and 3 Warning findings` in the summary.
fn stated(page: &Page<'_>, survey: &Survey) -> Option<Remark> {
    let mut before: Option<usize> = None;
    let mut above = String::new();
    let listed = |severity| survey.findings.iter().filter(|(f, _)| f.severity == severity).count();
    let (criticals, warnings) = (listed(Severity::Critical), listed(Severity::Medium));
    for line in page.own().filter(|l| l.kind == Kind::Prose) {
        for piece in line.text.split_whitespace() {
            let word = piece.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
            let listed = match word.as_str() {
                "critical" => Some(criticals),
                "warning" | "warnings" => Some(warnings),
                _ => None,
            };
            if let (Some(found), Some(n)) = (listed, before)
                && n != found
            {
                let message = format!("the text states {n} {word} and lists {found}; the list counts");
                return Some(Remark::new(line.number, "counts_vs_findings", message));
            }
            // `src/a.go:31 | warning`, `line 31 warning`, `31: warning`: the number of a line counts nothing.
            let counts = !matches!(above.as_str(), "line" | "lines") && !piece.ends_with([':', '|']);
            before = word.parse().ok().filter(|_| counts);
            above = word;
        }
        before = None;
    }
    None
}

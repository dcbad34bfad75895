//! Megazord's reviewer (`mz-reviewer`): the answer block and the report file.
//!
//! ```text
//! answer  = "## REVIEW COMPLETE" task status counts spec quality
//! task    = "**Task:** " phase "-" plan " Task " n
//! status  = "**Status:** " ("passed" | "issues_found")
//! counts  = "**Critical:** " n "**Warnings:** " n "**Info:** " n
//! spec    = "### Spec Compliance"  (finding+ | "No issues found.")
//! quality = "### Code Quality"     (finding+ | "No issues found.")
//! finding = "### Finding " n ": " title
//!           "- **Severity:** " ("critical" | "warning" | "info")
//!           ("- **Requirement:** " text | "- **File:** " path ":" line)
//!           "- **Issue:** " text  "- **Suggestion:** " text
//! file    = front matter (phase plan task reviewed status counts) "# Review: Phase X Plan Y Task Z" …
//! ```
//!
//! Only critical blocks. `passed` may carry warnings: then it is an approval with notes.
//! Leniencies and why: any heading level, bold, code marks and emoji (chat models decorate), the
//! value on the next line, full-width colons (Chinese answers), typographic quotes and entities,
//! lists below `### Critical` (the teammate message), the answer as JSON (also with the two stages as
//! lists), dashes for the colons of fields, the title set in bold instead of as a heading, a status as
//! a definition list. Of a text that breaks off in a finding's heading that heading is no finding.

use super::gather::Manner;
use super::page::{Kind, Marks, Page};
use super::statement::Form;
use super::survey::{self, Survey};
use super::{Dialect, ReadContext, blocks_high, field, said_in_json};

pub(crate) const DIALECT: Dialect = Dialect {
    name: "megazord",
    detect,
    read,
    blocks: blocks_high,
    fail_must_block: true,
    notes_by_findings: true,
    form: "## REVIEW COMPLETE\n**Countersign:** (the code of the brief)\n**Task:** (as in the brief)\n**Status:** passed | issues_found\n**Critical:** (how many)\n**Warnings:** (how many)\n**Info:** (how many)\n\n### Spec Compliance\nNo issues found. (or findings as below)\n\n### Code Quality\n#### Finding 1: (what is wrong, in a line)\n- **Severity:** (critical, warning or info)\n- **File:** (path:line)\n- **Issue:** (what is wrong, and when it shows)\n- **Suggestion:** (what to do)",
};

/// A line without any of these is no mark of the dialect.
const MARKS: Marks =
    Marks::of(&["\"status\"", "review", "spec compliance", "code quality", "status", "findings"]);

fn detect(page: &Page<'_>) -> u32 {
    let mut score = 0;
    for (key, value) in page.front_fields().into_iter().map(|(_, k, v)| (k, v)) {
        if matches!(key.as_str(), "spec_findings" | "quality_findings") {
            score += 40;
        }
        if key == "status" && matches!(value.as_str(), "passed" | "issues_found") {
            score += 10;
        }
    }
    for line in &page.lines {
        if !line.marks().meets(MARKS) {
            continue;
        }
        let lower = line.lower();
        if said_in_json(page, line, &["status"], &["passed", "issues_found"]) {
            score += 45;
        }
        match line.kind {
            Kind::Heading(_) | Kind::Prose if lower.contains("review: task") && lower.contains("round") => {
                score += 50;
            }
            Kind::Heading(_) if lower.contains("review complete") => score += 60,
            Kind::Prose
                if field::undecorated(lower).trim_end_matches(['*', ':', ' ']) == "review complete" =>
            {
                score += 60;
            }
            Kind::Heading(_) if lower.contains("spec compliance") || lower.contains("code quality") => {
                score += 25;
            }
            Kind::Heading(_) if lower.contains("# review: phase") => score += 40,
            Kind::Prose | Kind::Item if lower.contains("status") && lower.contains("issues_found") => {
                score += 30;
            }
            Kind::Prose if lower.contains("status") && lower.contains("passed") => score += 10,
            Kind::Fenced(_) | Kind::Prose
                if lower.contains("\"spec_findings\"") || lower.contains("\"quality_findings\"") =>
            {
                score += 50;
            }
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
    let form = Form { dialect: "megazord", own: &[], front: true, signals: false, own_rows: &[] };
    let manner = Manner { stages: true, numbered_headings: true, ..Manner::default() };
    survey::read(page, &form, manner, context)
}

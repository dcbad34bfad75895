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
//! Critical blocks. Leniencies and why, all seen in public repositories: `status: issues`,
//! `approved_with_recommendations`; counts under `blocker`; `**Lines:**` on a line of its own; a
//! finding that its own text takes back ("retracted after trace-through") is none.

use super::gather::Manner;
use super::page::{Kind, Page};
use super::statement::Form;
use super::survey::{self, Survey};
use super::{Dialect, ReadContext, blocks_critical, field};

pub(crate) const DIALECT: Dialect = Dialect {
    name: "gsd_report",
    detect,
    read,
    blocks: blocks_critical,
    fail_must_block: false,
    notes_by_findings: false,
    form: "---\nstatus: clean (or: issues_found)\n---\n### CR-01: title (or: WR-01, IN-01)\n**File:** `src/a.rs:10`\n**Issue:** what is wrong\n**Fix:** what to do",
};

fn detect(page: &Page<'_>) -> u32 {
    let mut score = 0;
    for (_, key, _) in page.front_fields() {
        score += match key.as_str() {
            "depth" | "files_reviewed" | "files_reviewed_list" => 30,
            "findings" | "reviewed" => 12,
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
    let form = Form { dialect: "gsd_report", own: &[], front: true, signals: false };
    let manner = Manner { numbered_headings: true, ..Manner::default() };
    survey::read(page, &form, manner, context)
}

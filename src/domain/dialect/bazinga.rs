//! BAZINGA's tech lead: the handoff as JSON, and text as the fallback.
//!
//! ```text
//! handoff = {"status": status, "summary", "iteration"?, "issues"?: [issue],
//!            "issue_summary"?: {"critical", "high", "medium", "low", "blocking_count"},
//!            "iteration_tracking"?: {"prior_issues_resolved", "prior_issues_still_blocking",
//!                                    "new_blocking_issues", "rejections_accepted", "rejections_overruled"}}
//! status  = "APPROVED" | "APPROVED_WITH_NOTES" | "CHANGES_REQUESTED" | "CHANGES_REQUIRED" | "SPAWN_INVESTIGATOR" | …
//! issue   = {"id": "TL-{group}-{pass}-{seq}", "severity", "blocking", "title", "location", "problem", "fix", "why", "fix_patch"?}
//! text    = ("Status:" | "**Status:**" | "Decision:") status, issues as headings, bullets or a table
//! ```
//!
//! Critical and high block, and what is marked `blocking` whatever its severity. Hand-overs to other agents are no verdict. Leniencies and why: comments
//! and trailing commas in the JSON, the older words BLOCKER, IMPORTANT, SUGGESTION, NIT, FYI in
//! brackets, prose in any language around the ids, objects below `notes_for_future` (findings, as they
//! have a severity), `Blocking: yes` as a field, the place behind the title.

use super::gather::Manner;
use super::page::{Kind, Marks, Page};
use super::statement::Form;
use super::survey::{self, Survey};
use super::{Dialect, ReadContext, blocks_marked, field};

pub(crate) const DIALECT: Dialect = Dialect {
    name: "bazinga",
    detect,
    read,
    blocks: blocks_marked,
    fail_must_block: true,
    notes_by_findings: false,
    form: "{\"status\": \"APPROVED | APPROVED_WITH_NOTES | CHANGES_REQUESTED\", \"summary\": \"(in two sentences)\", \"issues\": [{\"id\": \"TL-GROUP-1-001\", \"severity\": \"(CRITICAL, HIGH, MEDIUM or LOW)\", \"blocking\": \"(true or false)\", \"title\": \"(what is wrong, in a line)\", \"location\": \"(path:line)\", \"problem\": \"(how it shows)\", \"fix\": \"(what to do)\", \"why\": \"(why it matters)\"}]}",
};

/// A line without any of these is no mark of the dialect.
const MARKS: Marks = Marks::of(&[
    "\"from_agent\"",
    "\"issue_summary\"",
    "\"iteration_tracking\"",
    "\"tech_lead\"",
    "\"blocking_count\"",
    "spawn_investigator",
    "status",
    "decision",
    "tech lead",
    "техлид",
    "tl-",
    "[blocker]",
    "[important]",
    "[nit]",
    "[suggestion]",
]);

fn detect(page: &Page<'_>) -> u32 {
    let mut score = 0;
    for line in page.lines.iter().filter(|l| !matches!(l.kind, Kind::Quote | Kind::Comment)) {
        if !line.marks().meets(MARKS) {
            continue;
        }
        let text: &str = &line.text;
        for (word, points) in [
            ("\"from_agent\"", 40),
            ("\"issue_summary\"", 40),
            ("\"iteration_tracking\"", 40),
            ("\"tech_lead\"", 30),
            ("\"blocking_count\"", 30),
            ("SPAWN_INVESTIGATOR", 30),
        ] {
            if text.contains(word) {
                score += points;
            }
        }
        let statuses = ["\"APPROVED", "\"CHANGES_REQ", "\"Approved", "\"approved\"", "\"changes_req"];
        if text.contains("\"status\"") && statuses.iter().any(|s| text.contains(s)) {
            score += 40;
        }
        let lower = line.lower();
        let bare = field::undecorated(super::page::heading_text(lower));
        if (bare.starts_with("status") || bare.starts_with("decision"))
            && (lower.contains("approved") || lower.contains("changes"))
        {
            score += 35;
        }
        if bare.starts_with("tech lead") || bare.contains("техлид") {
            score += 25;
        }
        if text.contains("TL-") {
            score += 10;
        }
        if line.kind == Kind::Item
            && ["[BLOCKER]", "[IMPORTANT]", "[NIT]", "[SUGGESTION]"].iter().any(|w| text.contains(w))
        {
            score += 10;
        }
    }
    score
}

fn read(page: &mut Page<'_>, context: &ReadContext<'_>) -> Survey {
    let form = Form { dialect: "bazinga", own: &[], front: true, signals: false, own_rows: &[] };
    let manner = Manner {
        told: true,
        sentence_titles: true,
        numbered_headings: true,
        plain_lists: true,
        ..Manner::default()
    };
    survey::read(page, &form, manner, context)
}

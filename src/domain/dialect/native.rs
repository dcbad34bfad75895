//! Countersign's own answer form: one JSON object, fenced or bare.
//!
//! ```text
//! {"countersign": "cs-…", "verdict": "approved" | "approved_with_notes" | "changes_requested" | "rejected",
//!  "findings": [{"id"?, "severity", "stage"?, "title", "locations"?: [{"file", "line"?, "end_line"?}],
//!                "requirement"?, "description"?, "suggestion"?, "fix_patch"?, "reverses"?}],
//!  "resolved"?: [{"id", "reason"}], "rulings"?: [{"finding_id", "ruling", "reason"}]}
//! ```
//!
//! Critical and high findings block. The tolerance for JSON that is not well formed is `json`'s.

use super::gather::Manner;
use super::page::{Marks, Page};
use super::statement::Form;
use super::survey::{self, Survey};
use super::{Dialect, ReadContext, blocks_marked};
use crate::domain::review::Verdict;

pub(crate) const DIALECT: Dialect = Dialect {
    name: "countersign",
    detect,
    read,
    blocks: blocks_marked,
    fail_must_block: false,
    notes_by_findings: true,
    form: "{\"countersign\": \"(the code of the brief)\", \"verdict\": \"approved | approved_with_notes | changes_requested | rejected\", \"findings\": [{\"severity\": \"(critical, high, medium, low or info)\", \"title\": \"(what is wrong, in a line)\", \"locations\": [{\"file\": \"(path)\", \"line\": \"(number)\"}], \"suggestion\": \"(what to do)\"}]}",
};

/// A line without any of these is no mark of the dialect.
const MARKS: Marks = Marks::of(&["\"countersign\"", "\"verdict\""]);

fn detect(page: &Page<'_>) -> u32 {
    let mut score = 0;
    for line in
        page.lines.iter().filter(|l| !matches!(l.kind, super::page::Kind::Quote | super::page::Kind::Comment))
    {
        if !line.marks().meets(MARKS) {
            continue;
        }
        if line.text.contains("\"countersign\"") {
            score += 100;
        }
        if line.text.contains("\"verdict\"")
            && ["\"approved\"", "\"approved_with_notes\"", "\"changes_requested\"", "\"rejected\""]
                .iter()
                .any(|v| line.text.contains(v))
        {
            score += 45;
        }
    }
    score
}

/// Rejected is rejected here: the form has another word for what can be mended (SPEC 2).
const OWN: &[(&str, Verdict)] = &[("rejected", Verdict::Rejected)];

fn read(page: &mut Page<'_>, context: &ReadContext<'_>) -> Survey {
    let form = Form { dialect: "countersign", own: OWN, front: true, signals: false, own_rows: &[] };
    let manner = Manner { stages: true, numbered_headings: true, plain_lists: true, ..Manner::default() };
    survey::read(page, &form, manner, context)
}

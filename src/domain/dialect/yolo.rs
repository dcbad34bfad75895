//! YOLO's plan reviewer (`yolo-reviewer`), its delta re-review, and the older JSON-lines reviews.
//!
//! ```text
//! answer  = "VERDICT: " ("approve" | "reject" | "conditional") delta? "FINDINGS:" finding*
//! delta   = "CYCLE: " n "/" max "RESOLVED: " n "PERSISTENT: " n "NEW: " n
//! finding = "- [id:f-" n "] [severity:" ("high" | "medium" | "low") "] "
//!           ("[status:" ("new" | "persistent" | "changed") "] ")? "[file:" path "] issue: " text " | suggestion: " text
//! jsonl   = {"r": "approve" | "changes_requested", …} LF {"id", "sev", "f", "ln", "issue", "sug"}*
//! ```
//!
//! High blocks. `conditional` is an approval with notes. Leniencies and why: tags in any order and
//! with blanks (small models), tables and nested bullets instead of tag lines (long findings), the
//! whole answer in a fence, lines added to the path.

use super::gather::Manner;
use super::page::{Kind, Page};
use super::statement::Form;
use super::survey::{self, Survey};
use super::{Dialect, ReadContext, blocks_high, field};
use crate::domain::review::ReportedStatus;

pub(crate) const DIALECT: Dialect = Dialect {
    name: "yolo",
    detect,
    read,
    blocks: blocks_high,
    fail_must_block: false,
    notes_by_findings: false,
    form: "VERDICT: approve (or: reject, conditional)\nFINDINGS:\n- [id:f-001] [severity:high] [file:src/a.rs] issue: what is wrong | suggestion: what to do",
};

fn detect(page: &Page<'_>) -> u32 {
    let mut score = 0;
    for line in &page.lines {
        let text = field::undecorated(&line.text);
        let lower = text.to_lowercase();
        match line.kind {
            Kind::Prose | Kind::Item | Kind::Heading(_) => {
                if lower.starts_with("verdict")
                    && ["approve", "reject", "conditional"].iter().any(|w| lower.contains(w))
                {
                    score += if text.starts_with("VERDICT:") { 40 } else { 25 };
                }
                if lower.trim_end_matches(['*', ' ', ':']) == "findings"
                    && !matches!(line.kind, Kind::Heading(_))
                {
                    score += 15;
                }
                if lower.contains("[id:") || lower.contains("[severity:") || lower.starts_with("qa report") {
                    score += 30;
                }
                if lower.starts_with("cycle:") || lower.starts_with("persistent:") {
                    score += 15;
                }
                if lower.starts_with("{\"r\":") || lower.starts_with("{\"r\" :") {
                    score += 60;
                }
                if lower.starts_with('{') && (lower.contains("\"sev\"") || lower.contains("\"sug\"")) {
                    score += 30;
                }
            }
            _ => {}
        }
    }
    score
}

fn read(page: &mut Page<'_>, context: &ReadContext<'_>) -> Survey {
    let form = Form { dialect: "yolo", own: &[], front: true, signals: false };
    let manner = Manner { numbered_headings: true, ..Manner::default() };
    let mut survey = survey::read(page, &form, manner, context);
    survey.miscounted = delta(page, &survey);
    survey
}

/// Compares `PERSISTENT: n` and `NEW: n` with the list.
fn delta(page: &Page<'_>, survey: &Survey) -> Option<String> {
    for line in page.own() {
        let Some((name, value)) = line.text.split_once(':') else { continue };
        let Ok(stated) = value.trim().parse::<usize>() else { continue };
        let status = match name.trim().to_lowercase().as_str() {
            "persistent" => ReportedStatus::Persistent,
            "new" => ReportedStatus::New,
            _ => continue,
        };
        let marked = survey.findings.iter().any(|(f, _)| f.reported_status.is_some());
        let listed = survey.findings.iter().filter(|(f, _)| f.reported_status == Some(status)).count();
        if listed != stated && (marked || stated > 0) {
            return Some(format!(
                "the text states {stated} {} and lists {listed}; the list counts",
                name.trim().to_lowercase()
            ));
        }
    }
    None
}

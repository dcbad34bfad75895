//! What keeps the answer of `loop_status` under its size: texts, lists and steps in short, and what says so.

use serde::Serialize;

use crate::domain::next_step::{FindingRow, NextStep};
use crate::domain::review::Remark;

/// Takes rows from the front while they fit into `budget` bytes of JSON, and one in any case.
pub(super) fn within<T: Serialize>(rows: impl IntoIterator<Item = T>, budget: usize) -> Vec<T> {
    let mut used = 0;
    let mut taken = Vec::new();
    for row in rows {
        used += serde_json::to_string(&row).map_or(budget, |json| json.len());
        if used > budget && !taken.is_empty() {
            break;
        }
        taken.push(row);
    }
    taken
}

/// Shortens a text for a list.
pub(super) fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most.saturating_sub(1)).chain(['…']).collect()
}

/// Keeps the end of a path.
pub(super) fn ending(path: &str, most: usize) -> String {
    let length = path.chars().count();
    if length <= most {
        return path.to_owned();
    }
    std::iter::once('…').chain(path.chars().skip(length + 1 - most)).collect()
}

/// A finding as a list shows it: enough to know it by.
pub(super) fn listed(row: FindingRow) -> FindingRow {
    let mut row = row.short();
    row.title = cut(&row.title, 100);
    row.now = row.now.map(|n| cut(&n, 100));
    row.requirement = row.requirement.map(|r| cut(&r, 60));
    row.reported_id = row.reported_id.map(|r| cut(&r, 30));
    row.category = row.category.map(|c| cut(&c, 40));
    if let Some(place) = &mut row.place {
        // A path is known by its end.
        place.file = ending(&place.file, 100);
    }
    row
}

/// Keeps a step small: what it lists stands in pages beside it, or in the report.
pub(super) fn slim(mut step: NextStep) -> NextStep {
    step.findings.clear();
    let warnings = std::mem::take(&mut step.warnings);
    step.warnings = within(warnings.iter().map(|w| cut(w, 120)), 250);
    let left = warnings.len() - step.warnings.len();
    if left > 0 {
        step.warnings.push(format!("and {left} more"));
    }
    if step.summary_section.as_ref().is_some_and(|s| s.len() > 500) {
        step.summary_section = None;
        step.warnings.push("the section for the SUMMARY is long: its findings are in the report".to_owned());
    }
    step.question = step.question.map(|q| cut(&q, 500));
    step.why = cut(&step.why, 300);
    step
}

/// Shortens the lists of a step beside which there are no pages; its own loop has them whole.
pub(super) fn lists_cut(mut step: NextStep) -> NextStep {
    let id = step.call.arguments.get("loop_id").and_then(|id| id.as_str()).unwrap_or_default().to_owned();
    let lists = [("files", &mut step.files), ("added files", &mut step.added), ("tests", &mut step.tests)];
    for (name, list) in lists {
        let whole = std::mem::take(list);
        *list = within(whole.iter().cloned(), 250);
        let left = whole.len() - list.len();
        if left > 0 {
            step.warnings.push(format!("{left} more {name}: loop_status with loop_id {id}"));
        }
    }
    step
}

/// Says what a list leaves out; nothing where it is whole.
pub(super) fn more(shown: usize, total: usize, what: &str, how: &str) -> Option<Remark> {
    (shown < total).then(|| Remark::new(0, "more", format!("{shown} of {total} {what} are shown; {how}")))
}

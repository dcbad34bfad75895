//! What keeps the answer of `loop_status` under its size: texts, lists and steps in short, and what says so.

use serde::Serialize;

use super::{PAGE, room_beside};
use crate::app::answers::LoopStatusAnswer;
use crate::app::requests::LoopStatus;
use crate::domain::next_step::{FindingRow, NextStep};
use crate::domain::review::Remark;
use crate::domain::review_loop::LoopState;
use crate::error::Error;

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

/// Lists the findings of the loop whose step `next` is as far as there is room beside the list of loops, and says where the
/// others are.
pub(super) fn list_first(answer: &mut LoopStatusAnswer, first: Option<&LoopState>) {
    /// Bytes of the remark that comes with them.
    const REMARK: usize = 200;
    let said = first.map(LoopState::with_what_was_said);
    let rows: Vec<FindingRow> = said.as_deref().map_or_else(Vec::new, |state| {
        state.open_findings().into_iter().map(|f| listed(FindingRow::of(f, &state.protocol))).collect()
    });
    let mut room = room_beside(answer).saturating_sub(REMARK);
    let all = rows.len();
    let fits = |row: &FindingRow| {
        let size = serde_json::to_string(row).map_or(usize::MAX, |json| json.len() + 1);
        let fits = size <= room;
        room = room.saturating_sub(size);
        fits
    };
    answer.unresolved = rows.into_iter().take(PAGE).take_while(fits).collect();
    let message = match (first, answer.unresolved.len()) {
        (Some(first), shown) if shown > 0 => format!(
            "`unresolved` has {shown} of {all} open findings of {}; `loop_status` with a `loop_id` has all of that loop",
            first.id
        ),
        _ => "open findings are not listed here; `loop_status` with a `loop_id` has those of that loop"
            .to_owned(),
    };
    answer.remarks.push(Remark::new(0, "findings_elsewhere", message));
}

/// Reads the cursor of the last answer: how many rows were shown.
pub(super) fn cursor(request: &LoopStatus) -> Result<usize, Error> {
    match &request.cursor {
        None => Ok(0),
        Some(text) => text.parse().map_err(|_| {
            Error::invalid("cursor", format!("{text:?} is no cursor"))
                .hint("Take it from the last answer, or leave it out")
        }),
    }
}

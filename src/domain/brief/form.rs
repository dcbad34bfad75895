//! The form a reviewer answers in, filled in for one pass.

use minijinja::context;

use super::{budget, findings, render};
use crate::domain::protocol::Dimension;
use crate::domain::review_loop::LoopState;
use crate::domain::review_loop::state::PassRecord;
use crate::domain::subject::Subject;

/// The form of each dialect, by its name. Each is read back by that dialect's own reader.
const FORMS: [(&str, &str); 6] = [
    ("megazord", include_str!("../../../briefs/forms/megazord.md")),
    ("yolo", include_str!("../../../briefs/forms/yolo.md")),
    ("gsd", include_str!("../../../briefs/forms/gsd.md")),
    ("ralph", include_str!("../../../briefs/forms/ralph.md")),
    ("bazinga", include_str!("../../../briefs/forms/bazinga.md")),
    ("countersign", include_str!("../../../briefs/forms/countersign.md")),
];

/// The most findings a ruling is asked for by name.
const MOST_RULINGS: usize = 40;

/// Returns the form of a dialect; of one that has none, our own.
fn form_of(dialect: &str) -> &'static str {
    let [.., (_, ours)] = FORMS;
    FORMS.iter().find(|(name, _)| *name == dialect).map_or(ours, |(_, form)| form)
}

/// Writes the answer form of a pass, as its brief shows it, under the code the pass waits for now.
pub fn answer_form(state: &LoopState, pass: &PassRecord) -> String {
    let protocol = &state.protocol;
    let words: Vec<&str> = protocol.severity_words.iter().map(|w| w.word.as_str()).collect();
    let mut rulings = findings::to_rule_on(state);
    rulings.truncate(MOST_RULINGS);
    let mut dimensions: Vec<String> = rubric(state).iter().map(|d| d.name.clone()).collect();
    if dimensions.is_empty() {
        dimensions = vec!["Completeness".to_owned(), "Correctness".to_owned()];
    }
    let form = render(
        form_of(&protocol.dialect),
        context! {
            countersign => pass.countersign.as_str(),
            about => budget::label(state),
            artifact => match &state.subject {
                // A document the protocol does not know may be called anything.
                Subject::Artifact { artifact, .. } => match protocol.artifact(artifact) {
                    Some(rule) => rule.name.clone(),
                    None => "document".to_owned(),
                },
                Subject::Task { .. } | Subject::Change { .. } | Subject::Plan { .. }
                | Subject::Execution { .. } => "execution".to_owned(),
            },
            pass => pass.number,
            max_passes => protocol.max_passes.max(pass.number),
            re_review => pass.number > 1,
            words => words.join(", "),
            dimensions,
            open => !state.open_findings().is_empty(),
            rulings,
        },
    );
    form.trim_end().to_owned()
}

/// Returns what a review of the subject looks at under its protocol.
pub(super) fn rubric(state: &LoopState) -> &[Dimension] {
    match &state.subject {
        Subject::Artifact { artifact, .. } => {
            state.protocol.artifact(artifact).map_or(&[], |rule| rule.rubric.as_slice())
        }
        Subject::Task { .. } | Subject::Change { .. } | Subject::Execution { .. } => &state.protocol.rubric,
        // A rubric of work asks for what a plan does not hold yet.
        Subject::Plan { .. } => &[],
    }
}

#[cfg(test)]
mod tests;

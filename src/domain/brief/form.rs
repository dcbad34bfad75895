//! The form a reviewer answers in, filled in for one pass.

use minijinja::context;

use super::{budget, findings, render};
use crate::domain::review_loop::LoopState;
use crate::domain::review_loop::state::PassRecord;

const FORM: &str = include_str!("../../../agents/briefs/form.md");

/// The most findings a ruling is asked for by name.
const MOST_RULINGS: usize = 40;

/// Writes the answer form of a pass, as its brief shows it, under the code the pass waits for now.
pub fn answer_form(state: &LoopState, pass: &PassRecord) -> String {
    let protocol = &state.protocol;
    let words: Vec<&str> = protocol.severity_words.iter().map(|w| w.word.as_str()).collect();
    let mut rulings = findings::to_rule_on(state);
    rulings.truncate(MOST_RULINGS);
    render(
        FORM,
        context! {
            countersign => pass.countersign.as_str(),
            about => budget::label(state),
            words => words.join(", "),
            open => !state.open_findings().is_empty(),
            rulings,
        },
    )
}

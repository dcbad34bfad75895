//! What follows a verification, as the call that takes it. Decides nothing: the domain said what is next.

use serde_json::{Value, json};

use super::Case;
use crate::domain::next_step::{Action, Call, NextStep, Who};
use crate::domain::phase::{self, Item, PhaseNext, Proceed};

impl Case {
    /// Returns the step that follows, with the call that takes it.
    pub(super) fn step(&self, next: &PhaseNext, items: &[Item], said: usize) -> NextStep {
        let phase = self.called.clone();
        let arguments = |more: &[(&'static str, Value)]| {
            let mut all = vec![("phase", json!(phase))];
            if self.input.partial {
                all.push(("partial", json!(true)));
            }
            all.extend(more.iter().cloned());
            all
        };
        match next {
            PhaseNext::Judge { items, brief, remaining } => {
                let call = Call::new("verify_phase", arguments(&[]));
                let more = if *remaining > 0 { format!("; {remaining} more follow") } else { String::new() };
                let what = match items.len() {
                    1 => "1 truth needs".to_owned(),
                    n => format!("{n} truths need"),
                };
                let why = format!("{what} a verifier's judgement with evidence{more}");
                let mut step = NextStep::new(Action::Judge, Who::Verifier, why, call, &["judgements"]);
                step.agent = Some("countersign-verifier".to_owned());
                step.items = items.iter().map(ToString::to_string).collect();
                step.brief = Some(brief.clone());
                step
            }
            PhaseNext::Confirm { item, question, expected, why, remaining } => {
                let call = Call::new("verify_phase", arguments(&[]));
                let after =
                    if *remaining > 0 { format!(" ({remaining} more after it)") } else { String::new() };
                let why = if why.is_empty() { "only a person can tell".to_owned() } else { why.clone() };
                let mut step = NextStep::new(
                    Action::Confirm,
                    Who::Human,
                    format!("{why}{after}"),
                    call,
                    &["confirmations"],
                );
                step.tier = Some("user".to_owned());
                step.items = vec![item.to_string()];
                step.options = ["yes", "no", "partial"].map(str::to_owned).to_vec();
                step.question = Some(match expected {
                    Some(expected) => format!("{question} Expected: {expected}"),
                    None => question.clone(),
                });
                step
            }
            PhaseNext::CloseGaps { gaps } => {
                let call = gaps.iter().find_map(|g| g.call.as_ref()).map_or_else(
                    || Call::new("verify_phase", arguments(&[])),
                    |c| Call {
                        tool: c.tool.clone(),
                        arguments: c.arguments.iter().map(|(k, v)| (k.clone(), json!(v))).collect(),
                    },
                );
                let what = match gaps.len() {
                    1 => "1 gap stands".to_owned(),
                    n => format!("{n} gaps stand"),
                };
                let why =
                    format!("{what} between the phase and its goal; close what is open, then verify again");
                let mut step = NextStep::new(Action::CloseGaps, Who::Planner, why, call, &[]);
                step.state_words = Some("Gaps found".to_owned());
                step.items = gaps.iter().map(|g| g.item.to_string()).collect();
                step
            }
            PhaseNext::Proceed { outcome, warnings } => {
                // The phase's own status would name its verification again: a host that follows each call would go round.
                let call = match outcome {
                    Proceed::Complete | Proceed::CompleteWithGaps => Call::new("loop_status", []),
                    Proceed::UnfinishedPlans => Call::new("loop_status", [("phase", json!(phase))]),
                };
                let taken = if said > 0 { "; what was said is recorded" } else { "" };
                let why = match outcome {
                    Proceed::Complete => format!("the phase does what it promised{taken}"),
                    Proceed::CompleteWithGaps => {
                        format!("the phase goes on with gaps that a person accepted{taken}")
                    }
                    Proceed::UnfinishedPlans if !items.iter().any(|item| item.status.holds()) => {
                        "nothing is finished yet; finish the open plans, then verify without `partial`"
                            .to_owned()
                    }
                    Proceed::UnfinishedPlans => {
                        "nothing failed so far; finish the open plans, then verify without `partial`"
                            .to_owned()
                    }
                };
                let mut step = NextStep::new(Action::Proceed, Who::Host, why, call, &[]);
                step.outcome = Some(phase::status(items, self.input.partial).status.as_str().to_owned());
                step.state_words = Some(outcome.as_str().to_owned());
                step.warnings.clone_from(warnings);
                step
            }
        }
    }
}

//! Commands that plans name to check themselves by (SPEC 9.9): handed back to the verifier, and run only where the
//! user's own configuration lists that very command. What runs them is the edge; here is what they say.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Evidence, Item, ItemKind, ItemStatus, PhaseEvent, PhaseInput};
use crate::domain::plan::Plan;

/// A command that a finished plan names and the user lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedCommand {
    /// The plan's file stem, `03-01`.
    pub plan: String,
    /// As the user lists it.
    pub command: String,
}

/// How a command ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "how", rename_all = "snake_case", deny_unknown_fields)]
pub enum Ended {
    Exited {
        code: i32,
    },
    /// By a signal that was not ours.
    Killed {
        signal: i32,
    },
    TimedOut {
        seconds: u64,
    },
    NotStarted {
        why: String,
    },
}

impl Ended {
    /// Tells whether the command says that all is well.
    pub fn is_well(&self) -> bool {
        matches!(self, Ended::Exited { code: 0 })
    }

    fn told(&self) -> String {
        match self {
            Ended::Exited { code } => format!("it ended with {code}"),
            Ended::Killed { signal } => format!("signal {signal} ended it"),
            Ended::TimedOut { seconds } => format!("it was stopped after {seconds} seconds"),
            Ended::NotStarted { why } => format!("it could not be started: {why}"),
        }
    }
}

/// The marks in which a command stands: GSD's own element, and Markdown's.
const MARKS: [&str; 2] = ["<automated>", "</automated>"];

/// Returns the listed commands that a plan names in its tasks' `<verify>`, each once.
pub fn listed(plan: &Plan, listed: &[String]) -> Vec<ListedCommand> {
    let named = |command: &&String| {
        let lines = plan.tasks.iter().filter_map(|task| task.verify.as_deref()).flat_map(str::lines);
        lines.flat_map(written).any(|written| written == **command)
    };
    let of = |command: &String| ListedCommand { plan: plan.stem.clone(), command: command.clone() };
    listed.iter().filter(named).map(of).collect()
}

/// Returns the commands that one line may name, to the letter: nothing is guessed where prose follows.
fn written(line: &str) -> Vec<String> {
    let mut line = line.to_owned();
    for mark in MARKS {
        line = line.replace(mark, "\n");
    }
    let bare = |part: &str| {
        let part = part.trim();
        let part = part.strip_prefix("- ").or_else(|| part.strip_prefix("$ ")).unwrap_or(part).trim();
        let quoted = part.strip_prefix('`').and_then(|rest| rest.strip_suffix('`'));
        quoted.filter(|inner| !inner.contains('`')).unwrap_or(part).trim().to_owned()
    };
    line.lines().map(bare).filter(|part| !part.is_empty()).collect()
}

/// Returns the last run of a command that was made on the code as it is.
pub fn last_run<'e>(events: &'e [PhaseEvent], command: &str, state: &str) -> Option<&'e Ended> {
    run(events, command, state).map(|(ended, _)| ended)
}

fn run<'e>(events: &'e [PhaseEvent], command: &str, state: &str) -> Option<(&'e Ended, &'e str)> {
    events.iter().rev().find_map(|event| match event {
        PhaseEvent::Ran { command: ran, state: at, ended, tail } if ran == command && at == state => {
            Some((ended, tail.as_str()))
        }
        PhaseEvent::Ran { .. }
        | PhaseEvent::Judged { .. }
        | PhaseEvent::Confirmed { .. }
        | PhaseEvent::Overridden { .. }
        | PhaseEvent::Reported { .. } => None,
    })
}

/// Returns an item for every listed command: what was not run on this code is not known.
pub(super) fn items(input: &PhaseInput, events: &[PhaseEvent]) -> Vec<Item> {
    let state = input.state.as_deref();
    let one = |listed: &ListedCommand| {
        let item = |status| Item::new(ItemKind::Plan, Some(&listed.plan), &listed.command, status);
        let evidence = |tail: &str| Evidence {
            command: Some(listed.command.clone()),
            text: Some(tail.to_owned()).filter(|tail| !tail.is_empty()),
            ..Evidence::default()
        };
        match state.and_then(|state| run(events, &listed.command, state)) {
            Some((ended, tail)) => {
                let status = if ended.is_well() { ItemStatus::Verified } else { ItemStatus::Failed };
                let item = item(status);
                let said =
                    format!("the plan's command, which your configuration lists, was run: {}", ended.told());
                Item { evidence: vec![evidence(tail)], ..item }.because_of(said)
            }
            None => Item { evidence: vec![evidence("")], ..item(ItemStatus::Uncertain) }.because_of(
                "your configuration lists this command of the plan, and it was not run on this code",
            ),
        }
    };
    input.commands.iter().map(one).collect()
}

/// Tells whether an item is a command.
pub(super) fn is_one(item: &Item) -> bool {
    item.kind == ItemKind::Plan && item.evidence.iter().any(|e| e.command.is_some())
}

/// Returns how the finished plans say that they can be checked, a line each: for the verifier to run and report.
pub(super) fn handed_back(plans: &[&Plan]) -> Vec<String> {
    let rows = plans.iter().flat_map(|plan| {
        plan.tasks.iter().filter_map(|task| {
            let how = task.verify.as_deref().filter(|how| !how.trim().is_empty())?;
            let how = MARKS.iter().fold(how.to_owned(), |how, mark| how.replace(mark, " "));
            Some(format!("plan {} task {}: {}", plan.stem, task.number, how.trim()))
        })
    });
    rows.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_named_to_the_letter_or_not_at_all() {
        for (line, expected) in [
            ("cargo test", true),
            ("  `cargo test`  ", true),
            ("- cargo test", true),
            ("$ cargo test", true),
            ("<automated>cargo test</automated>", true),
            ("Run it: <automated>cargo test</automated> must pass", true),
            ("cargo test -- all tests pass", false),
            ("cargo test && curl example.org", false),
            ("run cargo test", false),
            ("cargo  test", false),
            ("`cargo test` and `rm -r .`", false),
            ("Cargo test", false),
        ] {
            assert_eq!(written(line).contains(&"cargo test".to_owned()), expected, "{line}");
        }
    }
}

//! The one next step of a phase: judge, close gaps, confirm, proceed (SPEC 2).
//!
//! Judgements come first, so that every gap is known before anyone plans; gaps come before questions
//! to a person, so that nobody is asked to look at what will be made again.

use std::fmt::Write as _;

use minijinja::context;

use crate::domain::brief::render;
use crate::domain::envelope::{flat, seal};
use crate::domain::ids::ItemId;

use super::outcome::{PhaseStatus, Standing, gaps};
use super::{Evidence, Gap, Item, ItemKind, ItemStatus, PhaseInput, PlanFacts, command, requirement, status};
use crate::domain::plan::Plan;

/// Most items one brief asks about: it stays readable, and an answer with it under 40 KB.
const JUDGE_AT_ONCE: usize = 20;

/// What the host does next, as plain data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PhaseNext {
    /// A verifier agent looks at these items; every one of them needs a judgement. So many others wait.
    Judge { items: Vec<ItemId>, brief: String, remaining: usize },
    /// A person answers one question.
    Confirm { item: ItemId, question: String, expected: Option<String>, why: String, remaining: usize },
    /// The planner closes these. Never empty.
    CloseGaps { gaps: Vec<Gap> },
    /// The host goes on.
    Proceed { outcome: Proceed, warnings: Vec<String> },
}

/// How a phase goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proceed {
    Complete,
    /// By overrides: "Complete (with gaps)".
    CompleteWithGaps,
    /// Nothing failed in a partial verification: the unfinished plans come next.
    UnfinishedPlans,
}

impl Proceed {
    /// Returns the words for the host's own state file.
    pub fn as_str(self) -> &'static str {
        match self {
            Proceed::Complete => "Complete",
            Proceed::CompleteWithGaps => "Complete (with gaps)",
            Proceed::UnfinishedPlans => "In progress",
        }
    }
}

/// Decides the next step from the items.
///
/// `tag` is a fresh word for the data tags of a brief.
pub fn next(input: &PhaseInput, items: &[Item], tag: &str) -> PhaseNext {
    let to_judge: Vec<&Item> = items.iter().filter(|i| i.status == ItemStatus::NeedsJudgement).collect();
    if !to_judge.is_empty() {
        let now: Vec<&Item> = to_judge.iter().take(JUDGE_AT_ONCE).copied().collect();
        let remaining = to_judge.len() - now.len();
        let brief = brief(input, &now, items, tag);
        return PhaseNext::Judge {
            items: now.into_iter().map(|item| item.id.clone()).collect(),
            brief,
            remaining,
        };
    }
    let found = gaps(items);
    if !found.is_empty() {
        return PhaseNext::CloseGaps { gaps: found };
    }
    let open: Vec<&Item> = items.iter().filter(|i| i.status.is_open() && !requirement::waits(i)).collect();
    if let Some(item) = open.first() {
        return confirm(item, open.len() - 1);
    }
    let standing = status(items, input.partial);
    match standing.status {
        PhaseStatus::Passed => PhaseNext::Proceed { outcome: passed_how(items), warnings: warnings(items) },
        PhaseStatus::GapsFound if items.iter().any(|item| item.status.holds()) => PhaseNext::Proceed {
            outcome: Proceed::UnfinishedPlans,
            warnings: unfinished(items, standing.reason),
        },
        // Nothing is wrong where nothing was to be checked yet: the plans come first.
        PhaseStatus::GapsFound if items.iter().any(is_unfinished) => PhaseNext::Proceed {
            outcome: Proceed::UnfinishedPlans,
            warnings: unfinished(items, standing.reason),
        },
        PhaseStatus::GapsFound | PhaseStatus::HumanNeeded => nothing_to_verify(input, &standing),
    }
}

fn is_unfinished(item: &Item) -> bool {
    item.kind == ItemKind::Plan && item.status == ItemStatus::Pending
}

fn unfinished(items: &[Item], reason: String) -> Vec<String> {
    let plans = items.iter().filter(|item| is_unfinished(item));
    let plans = plans.map(|item| format!("finish plan {} and write its SUMMARY", item.label));
    std::iter::once(reason).chain(plans).collect()
}

fn passed_how(items: &[Item]) -> Proceed {
    let overridden = items.iter().any(|item| item.status == ItemStatus::Overridden);
    if overridden { Proceed::CompleteWithGaps } else { Proceed::Complete }
}

fn warnings(items: &[Item]) -> Vec<String> {
    let telling = |reason: &&String| reason.starts_with("warning:") || reason.starts_with("was ");
    let of = |item: &Item| -> Vec<String> {
        item.reasons.iter().filter(telling).map(|reason| format!("{}: {reason}", item.label)).collect()
    };
    items.iter().flat_map(of).collect()
}

/// A phase that promises nothing has one gap: that it promises nothing.
fn nothing_to_verify(input: &PhaseInput, standing: &Standing) -> PhaseNext {
    let label = format!("phase {}", input.phase);
    let gap = Gap {
        item: super::item_id(None, ItemKind::Plan, &label, 1),
        kind: ItemKind::Plan,
        truth: label,
        status: ItemStatus::Failed,
        reason: standing.reason.clone(),
        artifacts: Vec::new(),
        missing: vec!["success criteria in the roadmap, or `must_haves` in a finished plan".to_owned()],
        call: None,
    };
    PhaseNext::CloseGaps { gaps: vec![gap] }
}

fn confirm(item: &Item, remaining: usize) -> PhaseNext {
    let expected =
        item.reasons.iter().find_map(|reason| reason.strip_prefix("expected: ")).map(str::to_owned);
    let label = item.label.trim_end_matches(['.', '?']);
    let question = match item.kind {
        ItemKind::Human => format!("Please look: {label}. Is it as it should be?"),
        ItemKind::Artifact => format!("Does `{label}` hold what was promised?"),
        ItemKind::KeyLink => format!("Does this connection exist and work: {label}?"),
        ItemKind::Requirement => format!("Is requirement {label} met?"),
        ItemKind::Plan => format!("Does this command of the plan end well: {label}?"),
        ItemKind::Truth | ItemKind::AntiPattern | ItemKind::Review => {
            format!("Is this so: {label}?")
        }
    };
    PhaseNext::Confirm { item: item.id.clone(), question, expected, why: item.reasons.join("; "), remaining }
}

const JUDGE: &str = include_str!("../../../briefs/judge.md");

/// Writes what a verifier agent is told. Text of the repository stands one fact a line, sealed: only the items' ids,
/// which are the server's, stand outside.
fn brief(input: &PhaseInput, items: &[&Item], all: &[Item], tag: &str) -> String {
    let rows: Vec<minijinja::Value> = items
        .iter()
        .map(|item| {
            let plan =
                item.plan.as_deref().map(|plan| format!("\nplan: {}", short(plan))).unwrap_or_default();
            let mut told = format!("statement: {}{plan}", short(&item.label));
            told.extend(item.reasons.iter().map(|reason| format!("\n- {}", short(reason))));
            told.extend(item.evidence.iter().take(4).map(|e| format!("\n- seen: {}", short(&place(e)))));
            context! { id => item.id.as_str(), told => seal(tag, "item", &told) }
        })
        .collect();
    render(
        JUDGE,
        context! {
            tag,
            goal => seal(tag, "phase", &goal(input)),
            call => call(input),
            items => rows,
            found => match gathered(items, all) {
                rows if rows.is_empty() => String::new(),
                rows => seal(tag, "found", &rows.join("\n")),
            },
            commands => match handed_back(input, items) {
                rows if rows.is_empty() => String::new(),
                rows => seal(tag, "checks", &rows.join("\n")),
            },
        },
    )
}

/// The call that answers. A phase whose name is more than a number is named in its block alone: it is a text of the
/// repository.
fn call(input: &PhaseInput) -> Option<String> {
    let plain = |c: char| c.is_ascii_digit() || c == '.';
    let number = Some(&input.phase).filter(|p| (1..=12).contains(&p.len()) && p.chars().all(plain))?;
    let partial = if input.partial { ",\"partial\":true" } else { "" };
    Some(format!("verify_phase {{\"phase\":\"{number}\"{partial}}}"))
}

/// Most promises that one brief tells the standing of, so that it stays readable.
const GATHERED: usize = 40;

/// What the server itself found of the promises of these truths' plans, once a plan (SPEC 9.2). A truth of the
/// roadmap leans on every plan.
fn gathered(truths: &[&Item], all: &[Item]) -> Vec<String> {
    let of_roadmap = truths.iter().any(|truth| truth.plan.is_none());
    let wanted = |item: &&Item| {
        (matches!(item.kind, ItemKind::Artifact | ItemKind::KeyLink) || command::is_one(item))
            && (of_roadmap || truths.iter().any(|truth| truth.plan == item.plan))
    };
    let found: Vec<&Item> = all.iter().filter(wanted).collect();
    let brief = |text: &str| short(text).chars().take(160).collect::<String>();
    let row = |item: &&Item| {
        let plan = item.plan.as_deref().map(|plan| format!(" (plan {})", short(plan))).unwrap_or_default();
        let at = item.evidence.first().map(|e| brief(&place(e))).filter(|at| !at.trim().is_empty());
        let at = at.map(|at| format!(", {at}")).unwrap_or_default();
        let kind = if command::is_one(item) { "command" } else { item.kind.as_str() };
        let kind = kind.replace('_', " ");
        let why = item.reasons.first().map(|why| format!(" ({})", brief(why))).unwrap_or_default();
        format!("{kind} {}{plan}: {}{why}{at}", brief(&item.label), item.status.as_str())
    };
    let mut rows: Vec<String> = found.iter().take(GATHERED).map(row).collect();
    if found.len() > GATHERED {
        rows.push(format!("{} more are in the plans", found.len() - GATHERED));
    }
    rows
}

/// How the plans of these truths say that they can be checked (SPEC 9.9), once a task.
fn handed_back(input: &PhaseInput, truths: &[&Item]) -> Vec<String> {
    let of_roadmap = truths.iter().any(|truth| truth.plan.is_none());
    let wanted = |facts: &&PlanFacts| {
        facts.has_summary
            && (of_roadmap || truths.iter().any(|truth| truth.plan.as_deref() == Some(&facts.plan.stem)))
    };
    let plans: Vec<&Plan> = input.plans.iter().filter(wanted).map(|facts| &facts.plan).collect();
    let all = command::handed_back(&plans);
    let mut rows: Vec<String> = all.iter().take(GATHERED).map(|row| short(row)).collect();
    if all.len() > GATHERED {
        rows.push(format!("{} more are in the plans", all.len() - GATHERED));
    }
    rows
}

fn place(evidence: &Evidence) -> String {
    let mut out = evidence.file.clone().unwrap_or_default();
    if let Some(line) = evidence.line {
        let _ = write!(out, ":{line}");
    }
    if let Some(text) = &evidence.text {
        let _ = write!(out, " {text}");
    }
    out
}

/// The phase's number and what it is for.
fn goal(input: &PhaseInput) -> String {
    let goal = input.goal.as_deref().map(|goal| format!("\ngoal: {}", short(goal))).unwrap_or_default();
    format!("phase: {}{goal}", short(&input.phase))
}

/// One line of data; sealing shows control, invisible and direction characters as code points.
fn short(text: &str) -> String {
    flat(text).chars().take(400).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::ids::RepoPath;

    #[test]
    fn more_checks_of_the_plans_than_a_brief_names_are_counted() {
        let task = |n: usize| {
            format!("<task type=\"auto\">\n<name>Task {n}: a</name>\n<verify>run {n}</verify>\n</task>\n")
        };
        let path = RepoPath::parse(".planning/phases/01-x/01-01-PLAN.md").unwrap();
        for (tasks, rows, last) in [
            (GATHERED, GATHERED, "plan 01-01 task 40: run 40"),
            (GATHERED + 3, GATHERED + 1, "3 more are in the plans"),
        ] {
            let text = format!("---\nphase: 1\n---\n{}", (1..=tasks).map(task).collect::<String>());
            let plan = crate::domain::plan::read(&path, &text).unwrap();
            let input =
                PhaseInput { plans: vec![PlanFacts { plan, has_summary: true }], ..PhaseInput::default() };
            let truth =
                Item::new(ItemKind::Truth, Some("01-01"), "it holds".to_owned(), ItemStatus::Uncertain);
            let told = handed_back(&input, &[&truth]);
            assert_eq!((told.len(), told.last().map(String::as_str)), (rows, Some(last)));
        }
    }
}

//! Requirements: claimed by a plan, the plan finished, its promises kept (SPEC 9.5).
//!
//! A requirement is as good as what its plans promised; a word found in a summary proves nothing.

use std::collections::BTreeSet;

use super::{Item, ItemKind, ItemStatus, PhaseInput, PlanFacts};

/// Verifies what the roadmap lists for the phase and what its plans claim, from the items so far.
pub(super) fn verify(input: &PhaseInput, items: &[Item]) -> Vec<Item> {
    let mut ids: Vec<&str> = Vec::new();
    let listed = input.requirements.iter().map(|requirement| requirement.id.trim());
    let claimed = input.plans.iter().flat_map(|facts| facts.plan.requirements.iter().map(|id| id.trim()));
    for id in listed.chain(claimed).filter(|id| !id.is_empty()) {
        // However it is spelt, it is one: `pay-01` in a plan, `PAY-01` in REQUIREMENTS.md.
        if !ids.iter().any(|known| known.eq_ignore_ascii_case(id)) {
            ids.push(id);
        }
    }
    ids.into_iter().map(|id| one(input, items, id)).collect()
}

fn one(input: &PhaseInput, items: &[Item], id: &str) -> Item {
    let item = Item::new(ItemKind::Requirement, None, id, ItemStatus::Orphaned);
    let claims = |facts: &&PlanFacts| {
        facts.plan.requirements.iter().any(|claimed| claimed.trim().eq_ignore_ascii_case(id))
    };
    let plans: Vec<&PlanFacts> = input.plans.iter().filter(claims).collect();
    if plans.is_empty() {
        let missing = vec![format!("a plan that claims `{id}` in its `requirements`")];
        let by_table = input
            .requirements
            .iter()
            .any(|listed| listed.id.trim().eq_ignore_ascii_case(id) && listed.by_table);
        let giver =
            if by_table { "the table in REQUIREMENTS.md gives it to" } else { "the roadmap lists it for" };
        return Item { missing, ..item }.because_of(format!("{giver} this phase and no plan claims it"));
    }
    let knows = |known: &BTreeSet<String>| known.iter().any(|of| of.eq_ignore_ascii_case(id));
    if input.known_requirements.as_ref().is_some_and(|known| !knows(known)) {
        let missing = vec![format!("`{id}` in REQUIREMENTS.md, or the id that was meant")];
        return Item { missing, ..item }.because_of("a plan claims it and REQUIREMENTS.md does not know it");
    }
    let text = input
        .requirements
        .iter()
        .find(|listed| listed.id.trim().eq_ignore_ascii_case(id))
        .and_then(|r| r.text.as_deref());
    let item = Item { reasons: text.map(|text| text.trim().to_owned()).into_iter().collect(), ..item };
    let stems: Vec<&str> = plans.iter().map(|facts| facts.plan.stem.as_str()).collect();
    let item = item.because_of(format!("claimed by {}", stems.join(", ")));
    let unfinished: Vec<&str> =
        plans.iter().filter(|facts| !facts.has_summary).map(|facts| facts.plan.stem.as_str()).collect();
    let promised: Vec<&Item> = items
        .iter()
        .filter(|other| other.kind.is_must_have() || matches!(other.kind, ItemKind::Human | ItemKind::Review))
        .filter(|other| other.plan.as_deref().is_some_and(|plan| stems.contains(&plan)))
        .collect();
    // Reviews say that work was looked at, not that a promise was kept.
    let promises = |stem: &&&str| {
        promised.iter().any(|other| other.kind != ItemKind::Review && other.plan.as_deref() == Some(**stem))
    };
    let silent: Vec<&str> = stems.iter().filter(|stem| !promises(stem)).copied().collect();
    from_promises(item, &promised, &unfinished, &silent)
}

/// `silent` are the plans that claim it and promise nothing that can be checked.
fn from_promises(mut item: Item, promised: &[&Item], unfinished: &[&str], silent: &[&str]) -> Item {
    let failed: Vec<&&Item> = promised.iter().filter(|other| other.status.is_gap()).collect();
    if !failed.is_empty() {
        item.because = failed.iter().map(|other| other.id.clone()).collect();
        let labels: Vec<String> = failed.iter().take(5).map(|other| format!("`{}`", other.label)).collect();
        let more = failed.len().saturating_sub(5);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let item = Item { status: ItemStatus::Blocked, ..item };
        return item.because_of(format!("not kept: {}{more}", labels.join(", ")));
    }
    if !unfinished.is_empty() {
        let item = Item { status: ItemStatus::Pending, ..item };
        return item.because_of(format!("not finished: {}", unfinished.join(", ")));
    }
    let open = promised.iter().filter(|other| other.status.is_open()).count();
    if open > 0 {
        let item = Item { status: ItemStatus::Uncertain, ..item };
        return item.because_of(format!("waits for {open} open items of these plans"));
    }
    if !silent.is_empty() {
        let item = Item { status: ItemStatus::NeedsHuman, ..item };
        return item.because_of(format!("nothing that can be checked is promised by {}", silent.join(", ")));
    }
    let item = Item { status: ItemStatus::Verified, ..item };
    let accepted = promised.iter().filter(|other| other.status == ItemStatus::Overridden);
    let accepted: Vec<String> = accepted.map(|other| format!("`{}`", other.label)).collect();
    match accepted.as_slice() {
        [] => item.because_of("every promise of these plans is kept"),
        accepted => item.because_of(format!(
            "warning: every promise of these plans is kept but what a person let pass: {}",
            accepted.join(", ")
        )),
    }
}

/// Tells whether a requirement only waits for other items and asks nobody itself.
pub(super) fn waits(item: &Item) -> bool {
    item.kind == ItemKind::Requirement && item.status == ItemStatus::Uncertain
}

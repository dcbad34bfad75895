//! What may be said of a phase's items, and why not.

use super::super::{CodeFacts, Item, ItemStatus, PhaseInput, evidence, items};
use super::{
    Answer, JudgedStatus, PhaseEvent, PhaseRefusal, Rests, asks_a_person, basis_digest, bound_answer,
    may_override, veto,
};
use crate::domain::ids::ItemId;

/// Refuses to verify a phase with unfinished plans unless a partial verification was asked for.
pub fn admit_verification(input: &PhaseInput) -> Result<(), PhaseRefusal> {
    let unfinished = input.plans.iter().filter(|facts| !facts.has_summary);
    let stems: Vec<&String> = unfinished.map(|facts| &facts.plan.stem).collect();
    if stems.is_empty() || input.partial {
        return Ok(());
    }
    let denied: Vec<_> = input.denied.iter().filter(|(stem, _)| stems.contains(&stem)).cloned().collect();
    let says_so = |stem: &&&String| denied.iter().any(|(plan, _)| plan == **stem);
    let plans = stems.iter().filter(|stem| !says_so(stem)).map(|stem| (*stem).clone()).collect();
    Err(PhaseRefusal::NeedsPartial { plans, denied })
}

/// Decides whether an event may be recorded after `events`.
///
/// `items` are those of [`items::items`] with these very `events`: where one call brings several events
/// on one item, they are admitted one after the other. `code` must hold the facts of the files and
/// commits that the event cites ([`items::questions`] with the event added).
pub fn admit(
    input: &PhaseInput,
    code: &CodeFacts,
    events: &[PhaseEvent],
    items: &[Item],
    event: &PhaseEvent,
) -> Result<(), PhaseRefusal> {
    admit_while(input, code, events, items, event, &|| true)
}

/// As [`admit`], and ends soon once `goes_on` says no; what it says then is nothing to go by.
pub fn admit_while(
    input: &PhaseInput,
    code: &CodeFacts,
    events: &[PhaseEvent],
    items: &[Item],
    event: &PhaseEvent,
    goes_on: &dyn Fn() -> bool,
) -> Result<(), PhaseRefusal> {
    let before = |now: &Item, word: Word| before(input, code, events, (now, word), goes_on);
    let rests = Rests::of(input, code);
    match event {
        PhaseEvent::Judged { item, status, evidence, by, digest, note } => {
            let now = known(items, item)?;
            admit_judged(now, &before(now, Word::Judgement))?;
            if before(now, Word::Person) != *now {
                return Err(refused_judgement(now, "a person has spoken; only a person may say otherwise"));
            }
            says_something(item, "by", by)?;
            note.as_deref().map_or(Ok(()), |note| says_something(item, "note", note))?;
            if evidence.is_empty() {
                return Err(PhaseRefusal::NoEvidence { item: item.clone() });
            }
            for (index, entry) in evidence.iter().enumerate() {
                evidence::check(entry, *status, code).map_err(|why| PhaseRefusal::EvidenceNotFound {
                    item: item.clone(),
                    index,
                    why,
                })?;
            }
            if *status == JudgedStatus::Verified {
                if let Some((index, why)) = evidence::against::found(evidence, &now.label, items) {
                    return Err(PhaseRefusal::SpeaksAgainst { item: item.clone(), index, why });
                }
                let promised = items::all_promised(input);
                evidence::carried(evidence, code, &promised).map_err(|why| {
                    let why = format!("what it cites {why}; cite the code that does it");
                    PhaseRefusal::EvidenceNotFound { item: item.clone(), index: 0, why }
                })?;
            }
            if *digest != basis_digest(*status, evidence, code, &rests) {
                return Err(PhaseRefusal::FilesChanged { item: item.clone() });
            }
            Ok(())
        }
        PhaseEvent::Confirmed { item, answer, note, digest, .. } => {
            let now = known(items, item)?;
            let unsaid = before(now, Word::Person);
            if !veto::is_one(*answer, now, &unsaid, || before(now, Word::Judgement)) {
                admit_confirmed(&unsaid)?;
            }
            note.as_deref().map_or(Ok(()), |note| says_something(item, "note", note))?;
            let bound = digest.as_deref() == Some(bound_answer(&rests, now).as_str());
            if !bound && (digest.is_some() || *answer == Answer::No) {
                return Err(PhaseRefusal::FilesChanged { item: item.clone() });
            }
            Ok(())
        }
        PhaseEvent::Overridden { item, reason, decided_by, .. } => {
            admit_overridden(known(items, item)?)?;
            says_something(item, "reason", reason)?;
            says_something(item, "decided_by", decided_by)
        }
        PhaseEvent::Reported { .. } | PhaseEvent::Ran { .. } => Ok(()),
    }
}

/// Whose word on an item is left out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Word {
    /// The verifier agent's, and with it whatever a person said of it.
    Judgement,
    Person,
}

/// Returns a known item as it was before that word was said of it: what may be judged or confirmed
/// once may be again, and what the code decides may not.
fn before(
    input: &PhaseInput,
    code: &CodeFacts,
    events: &[PhaseEvent],
    (now, word): (&Item, Word),
    goes_on: &dyn Fn() -> bool,
) -> Item {
    let kept = events.iter().filter(|event| match event {
        PhaseEvent::Judged { item, .. } => *item != now.id || word != Word::Judgement,
        PhaseEvent::Confirmed { item, .. } | PhaseEvent::Overridden { item, .. } => *item != now.id,
        PhaseEvent::Reported { .. } | PhaseEvent::Ran { .. } => true,
    });
    let kept: Vec<PhaseEvent> = kept.cloned().collect();
    if kept.len() == events.len() {
        return now.clone();
    }
    let found = items::items_while(input, code, &kept, goes_on).into_iter().find(|item| item.id == now.id);
    // Which items there are does not depend on events; some are missing where the look was given up.
    found.unwrap_or_else(|| now.clone())
}

fn known<'a>(items: &'a [Item], id: &ItemId) -> Result<&'a Item, PhaseRefusal> {
    if let Some(item) = items.iter().find(|item| item.id == *id) {
        return Ok(item);
    }
    let given = id.as_str().chars().take(200).collect::<String>();
    let mut near: Vec<(f64, &Item)> = items
        .iter()
        .map(|item| {
            let by_id = strsim::jaro_winkler(&given, item.id.as_str());
            (by_id.max(strsim::jaro_winkler(&given, &item.label)), item)
        })
        .filter(|(likeness, _)| *likeness > 0.7)
        .collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0));
    let near = near.into_iter().take(3).map(|(_, item)| format!("{} ({:?})", item.id, item.label)).collect();
    Err(PhaseRefusal::UnknownItem { item: given, near })
}

fn refused_judgement(item: &Item, why: &'static str) -> PhaseRefusal {
    PhaseRefusal::NotForJudgement {
        item: item.id.clone(),
        label: item.label.clone(),
        status: item.status,
        why,
    }
}

fn admit_judged(now: &Item, before: &Item) -> Result<(), PhaseRefusal> {
    let why = match before.status {
        ItemStatus::NeedsJudgement => return Ok(()),
        ItemStatus::NeedsHuman => "a person has to look: send a confirmation",
        ItemStatus::Failed | ItemStatus::Partial | ItemStatus::Blocked | ItemStatus::Orphaned => {
            "the code decides it: mend what its reasons name, or have a person override it"
        }
        ItemStatus::Pending => "its plan is not finished",
        ItemStatus::Verified | ItemStatus::Uncertain | ItemStatus::Overridden => {
            "it does not wait for a judgement"
        }
    };
    Err(refused_judgement(now, why))
}

fn admit_confirmed(item: &Item) -> Result<(), PhaseRefusal> {
    if asks_a_person(item) {
        return Ok(());
    }
    let why = match item.status {
        ItemStatus::NeedsJudgement => "the verifier agent judges it first",
        ItemStatus::Uncertain => "it waits for other items",
        ItemStatus::Pending => "its plan is not finished",
        ItemStatus::Failed | ItemStatus::Partial | ItemStatus::Blocked | ItemStatus::Orphaned => {
            "mend what its reasons name, or override it with a reason"
        }
        ItemStatus::Verified | ItemStatus::NeedsHuman | ItemStatus::Overridden => "it is settled",
    };
    Err(PhaseRefusal::NotForAPerson {
        item: item.id.clone(),
        label: item.label.clone(),
        status: item.status,
        why,
    })
}

fn admit_overridden(item: &Item) -> Result<(), PhaseRefusal> {
    if may_override(item) {
        return Ok(());
    }
    let why = match item.status {
        ItemStatus::Verified => {
            "there is nothing to override: it stands. A person who no longer means that takes it back by a confirmation of `no`; then it can be overridden"
        }
        ItemStatus::Overridden => {
            "there is nothing to override: it is overridden already, and goes on; another reason can be told once another fault of it shows"
        }
        ItemStatus::NeedsJudgement => "the verifier agent judges it first",
        ItemStatus::Pending => "its plan is not finished",
        ItemStatus::Uncertain => "it waits for other items",
        ItemStatus::Failed
        | ItemStatus::Partial
        | ItemStatus::NeedsHuman
        | ItemStatus::Blocked
        | ItemStatus::Orphaned => "a plan without SUMMARY is allowed for with `partial: true`",
    };
    Err(PhaseRefusal::NoOverride {
        item: item.id.clone(),
        label: item.label.clone(),
        status: item.status,
        why,
    })
}

/// A placeholder sent back is no answer (SPEC 2).
fn says_something(item: &ItemId, field: &'static str, given: &str) -> Result<(), PhaseRefusal> {
    let text = given.trim();
    let bracketed = |open, close| text.starts_with(open) && text.ends_with(close);
    let placeholder = bracketed('<', '>')
        || bracketed('{', '}')
        || matches!(
            text.to_ascii_lowercase().as_str(),
            "todo" | "tbd" | "..." | "…" | "n/a" | "xxx" | "reason"
        );
    if placeholder || !text.chars().any(char::is_alphanumeric) {
        let given = text.chars().take(80).collect();
        return Err(PhaseRefusal::SaysNothing { item: item.clone(), field, given });
    }
    Ok(())
}

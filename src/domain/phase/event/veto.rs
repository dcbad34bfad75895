//! A person's no to what an agent judged: it counts over every judgement, and only a person takes it back (SPEC 9.2, 9.7).

use super::{Answer, Basis, Item, ItemStatus, asks_a_person, said_by_a_person};

/// Applies a person's no to an item that an agent judges. Where what it was said of changed, the person is asked again,
/// whatever the agent says by then.
pub(super) fn apply(item: Item, basis: &Basis<'_>) -> Item {
    if asks_a_person(&item) {
        return item;
    }
    let Some(last) = basis.answers(&item).last() else { return item };
    let own = basis.attested(&item).filter(|person| person.answer == Answer::No);
    let said_last = last.answer == Answer::No;
    let no = if said_last { Some(&last) } else { own.as_ref() };
    let Some(no) = no else { return item };
    match (no.holds, said_last) {
        (true, true) => Item { status: ItemStatus::Failed, ..item }.because_of(said_by_a_person(no)),
        // Why is said where answers are applied.
        (true, false) => Item { status: ItemStatus::NeedsHuman, ..item },
        (false, _) if item.status == ItemStatus::Verified => Item { status: ItemStatus::NeedsHuman, ..item },
        (false, _) => item,
    }
}

/// Tells whether an answer is a no to what an agent settled, or a person's second thought of one. `unsaid` is the item
/// without any person's word, `unjudged` without the agent's too.
pub(super) fn is_one(answer: Answer, now: &Item, unsaid: &Item, unjudged: impl Fn() -> Item) -> bool {
    let settled = matches!(unsaid.status, ItemStatus::Verified | ItemStatus::Failed | ItemStatus::Partial);
    settled && (answer == Answer::No || unsaid != now) && unjudged().status == ItemStatus::NeedsJudgement
}

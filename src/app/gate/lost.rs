//! Reviews of which not everything can be read (SPEC 7.6, 13.3): nobody knows what they found, so no gate opens by their
//! silence. What a repair left out waits to be reviewed anew, as long as there is anything to be reviewed.

use std::collections::BTreeSet;

use serde_json::json;

use crate::domain::next_step::Call;
use crate::domain::receipt::same_subject;
use crate::domain::review_loop::LoopState;
use crate::domain::subject::{Subject, SubjectKind};
use crate::error::Error;
use crate::io::store::Store;

use super::super::loops::{self, Later, LeftOut, Loaded};
use super::super::subjects::plan_now;
use super::super::workspace::Workspace;
use super::known::{How, Known, named_range};
use super::scope::{Here, call_of};
use super::taken_back;
use super::today::{Asked, Today};
use super::{Reason, Records, Standing, Wanted};

/// Says why loops and reports that cannot be read close every gate.
pub(super) fn unreadable(records: &Records) -> Vec<Reason> {
    let what = if records.claims {
        "a report proves nothing"
    } else {
        "a review loop cannot be read, so nobody knows what it found"
    };
    let lost = records.lost.iter().map(Reason::new);
    lost.chain(records.damaged.iter().map(|d| Reason::new(format!("{what}: {d}")))).collect()
}

/// Returns the subjects of loops that are in the store and cannot be read, as far as their first events tell, with what
/// is to be said of each.
pub(super) fn unread(ws: &Workspace<'_>, damaged: &[String]) -> Result<Vec<(Subject, String)>, Error> {
    let mut found = Vec::new();
    let ids: Vec<&str> = damaged.iter().filter_map(|d| Some(d.split_once(": ")?.0)).collect();
    let Some(store) = ws.log()?.filter(|_| !ids.is_empty()) else { return Ok(found) };
    for id in ids {
        let Some((entries, why)) = loops::readable_part(&store, id)? else { continue };
        let Some(state) = LoopState::fold(&entries) else { continue };
        found.push((state.subject, format!("has a review that cannot be read ({id}: {why})")));
    }
    Ok(found)
}

/// Says of a subject of which no review is known whether one is there and cannot be read.
pub(super) fn standing(ws: &Workspace<'_>, records: &Records, one: &Wanted<'_>) -> Standing {
    let here = Here::of(ws);
    let is_it = |of: &&(Subject, String)| {
        here.is(of.0.branch()) && one.known.is_empty() && same_subject(&of.0, &one.which.subject)
    };
    records.unread.iter().find(is_it).map_or(Standing::NeverReviewed, |(_, why)| Standing::Lost(why.clone()))
}

/// Returns the reviews of a subject that say how it stands: one that is gone says so where there is no other.
pub(super) fn speaking<'r>(known: &[&'r Known]) -> Vec<&'r Known> {
    let (gone, others): (Vec<&Known>, Vec<&Known>) =
        known.iter().partition(|k| matches!(k.how, How::Gone(_)));
    if others.is_empty() { gone } else { others }
}

/// Adds the loops that a repair left out, as far as their first events tell of what they were: each stands where it was
/// opened, and closes the gate of its subject until that is reviewed anew. `born` are the loops of `all`, the one opened
/// last first.
pub(super) fn add_left_out(
    ws: &Workspace<'_>,
    today: &mut Today<'_, '_>,
    born: &[&Loaded],
    all: &mut Vec<Known>,
) -> Result<(), Error> {
    let Some(store) = ws.log()? else { return Ok(()) };
    let mut left_out = loops::left_out(&store)?;
    left_out.sort_by_key(|lost| (lost.born, lost.state.opened_at));
    // The store has no place for it any more: it comes behind all that was opened after it.
    let place = |lost: &LeftOut| born.iter().take_while(|l| lost.is_before(l.born, &l.state)).count();
    let mut placed = Vec::new();
    for lost in left_out {
        let asked = Asked::Contract(&lost.state.contract, &lost.state.laid_aside);
        let mut known = Known {
            how: How::Lost(format!("was under review when its record was damaged: {}", lost.why)),
            reopens: None,
            in_person: false,
            tests_first: None,
            replanned: None,
            begins_anew: true,
            ..Known::of(ws, &lost.state)
        }
        .placed(today, &asked);
        if let Some(gone) = gone(ws, &known.subject, &lost.state)? {
            let id = &lost.state.id;
            known.how = How::Gone(format!(
                "was under review as {id} when its record was damaged, and cannot be reviewed anew: {gone}. What stands in the files is asked about for itself; `countersign log {id}` shows what is left"
            ));
        }
        placed.push((place(&lost), known));
    }
    // From the last place on, so that none moves another's; of those at one place the one opened last comes to lie first.
    placed.sort_by_key(|(place, _)| std::cmp::Reverse(*place));
    placed.into_iter().for_each(|(place, known)| all.insert(place, known));
    Ok(())
}

/// Tells whether the review that speaks for a subject is one that was left out and of whose subject nothing is here: no
/// change of today is that subject's.
pub(super) fn is_over(one: &Wanted<'_>) -> bool {
    one.known.first().or(one.elsewhere.first()).is_some_and(|known| matches!(known.how, How::Gone(_)))
}

/// Says why nothing of a left-out loop's subject is here to be reviewed anew; nothing where something is.
fn gone(ws: &Workspace<'_>, subject: &Subject, state: &LoopState) -> Result<Option<String>, Error> {
    if let Some(home) = subject.home() {
        if !ws.documents(Some(home)).exists(home) {
            return Ok(Some(format!("{home} is not there any more")));
        }
        let Subject::Task { task, .. } = subject else { return Ok(None) };
        let is_out = plan_now(ws, home).is_some_and(|plan| plan.task(task).is_none());
        return Ok(is_out.then(|| format!("{home} has no such task any more")));
    }
    let Some(pass) = state.pass() else { return Ok(None) };
    let is_back = taken_back::stands_as_before(ws, &pass.change.proof)?;
    Ok(is_back.then(|| "its work was taken back".to_owned()))
}

/// Tells whether nothing of a left-out loop's subject is here to be reviewed anew.
pub(in crate::app) fn is_gone(ws: &Workspace<'_>, state: &LoopState) -> Result<bool, Error> {
    Ok(gone(ws, &state.subject, state)?.is_some())
}

/// Returns the loops that a repair left out and whose subjects wait here to be reviewed anew.
pub(in crate::app) fn due(ws: &Workspace<'_>, store: &Store) -> Result<Vec<LeftOut>, Error> {
    let here = Here::of(ws);
    let left_out = loops::left_out(store)?;
    if left_out.is_empty() {
        return Ok(left_out);
    }
    let group = |lost: &LeftOut| Subject::without_branch(&lost.state.subject.key(&lost.state.contract));
    let groups: BTreeSet<String> = left_out.iter().filter_map(group).collect();
    let later =
        Later::grouped(store, |key| Subject::without_branch(key).filter(|group| groups.contains(group)))?;
    let mut due = Vec::new();
    for lost in left_out {
        let LeftOut { state, .. } = &lost;
        if !here.is(state.subject.branch()) || is_gone(ws, state)? {
            continue;
        }
        let follows = |other: &LoopState| {
            here.is(other.subject.branch()) && same_subject(&other.subject, &state.subject)
        };
        let is_followed = group(&lost).is_some_and(|group| later.has(&group, &lost, follows));
        if !is_followed {
            due.push(lost);
        }
    }
    Ok(due)
}

/// The call that has the subject of a left-out loop reviewed anew, with what is to be filled in: the range of a free change
/// went with its record, unless it was named.
pub(in crate::app) fn anew(state: &LoopState) -> (Call, &'static [&'static str]) {
    let is_change = state.subject.kind() == SubjectKind::Change;
    let mut call = call_of(&state.subject, is_change.then_some(&state.contract), named_range(state).as_ref());
    if state.on_demand {
        call.arguments.insert("on_demand".to_owned(), json!(true));
    }
    let lacks = |name: &str| is_change && !call.arguments.contains_key(name);
    let fill: &[&str] = match (lacks("base"), lacks("criteria")) {
        (false, false) => &[],
        (true, false) => &["base"],
        (false, true) => &["criteria"],
        (true, true) => &["base", "criteria"],
    };
    (call, fill)
}

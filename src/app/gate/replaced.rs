//! A subject that was planned anew: what took its place settles it, once all of that is through (SPEC 4.5). Its commits
//! and files stay asked about, so a part of it that no new subject looks at closes the gate as any other.

use serde_json::json;

use crate::domain::ids::{FindingId, LoopId};
use crate::domain::next_step::Call;
use crate::domain::receipt::same_subject;

use super::known::{How, Known};
use super::scope::Wanted;
use super::{Judged, Standing};

/// What became of a loop that was given up to be planned anew.
#[derive(Debug, Clone)]
pub(in crate::app) struct Replanned {
    /// The loops of what takes its place, as they were opened.
    pub(in crate::app) by: Vec<LoopId>,
    /// The rules they are to be reviewed under.
    pub(in crate::app) rules: String,
    /// The tests that failed when it was given up: no review of other subjects shows that they pass.
    pub(in crate::app) tests_fail: bool,
    /// What blocked when it was given up.
    pub(in crate::app) open: Vec<(FindingId, String)>,
}

/// The newest loop of a subject, where it was given up to be planned anew.
fn of<'r>(one: &Wanted<'r>) -> Option<(&'r Known, &'r Replanned)> {
    let newest = one.known.first().copied().filter(|known| matches!(known.how, How::GivenUp(_)))?;
    Some((newest, newest.replanned.as_ref().filter(|replanned| !replanned.tests_fail)?))
}

/// Lets those subjects pass that others took the place of, where each of these passes. A plan that was made anew twice is
/// settled from its end.
pub(super) fn settle(wanted: &[Wanted<'_>], all: &[Known], judged: &mut Judged) {
    for _ in wanted {
        let mut settled = None;
        for (at, one) in wanted.iter().enumerate() {
            let Some((_, replanned)) = of(one).filter(|_| judged.subjects[at].standing != Standing::Held)
            else {
                continue;
            };
            let through = replanned.by.iter().all(|id| holds(id, all, judged));
            if !replanned.by.is_empty() && through && left_open(replanned, all).is_empty() {
                settled = Some(at);
                break;
            }
        }
        let Some(at) = settled else { return };
        judged.subjects[at].standing = Standing::Held;
        judged.subjects[at].blocking.clear();
    }
}

/// What blocked in a subject and was taken up by none of those that took its place: it lies in none of their files, or they
/// were open before. Each loop numbers its findings from one, so what was taken over has the title as well.
fn left_open<'r>(replanned: &'r Replanned, all: &[Known]) -> Vec<&'r FindingId> {
    let by = || all.iter().filter(|known| replanned.by.contains(&known.id));
    let taken = |finding: &(FindingId, String)| {
        all.iter().any(|known| {
            by().any(|by| same_subject(&by.subject, &known.subject)) && known.findings.contains(finding)
        })
    };
    replanned.open.iter().filter(|finding| !taken(finding)).map(|(id, _)| id).collect()
}

/// Tells whether the subject of a loop passes at this gate.
fn holds(id: &LoopId, all: &[Known], judged: &Judged) -> bool {
    let Some(known) = all.iter().find(|known| &known.id == id) else { return false };
    let of_it = |stand: &&super::Stand| same_subject(&stand.which.subject, &known.subject);
    match judged.subjects.iter().find(of_it) {
        Some(stand) => stand.standing == Standing::Held,
        // Another subject than the one that is asked about: how its newest review ended is what counts.
        None => {
            let newest = all.iter().find(|other| same_subject(&other.subject, &known.subject));
            newest.is_some_and(|newest| newest.receipt().is_some())
        }
    }
}

/// Says of a subject that was planned anew and is not settled what is waited for, with the call that leads on and what is
/// to be filled in.
pub(super) fn waits_for(
    one: &Wanted<'_>,
    all: &[Known],
    judged: &Judged,
) -> Option<(String, Call, &'static [&'static str])> {
    let (known, replanned) = of(one)?;
    let label = &one.which.label;
    let takes_it_up = |message: String| {
        let arguments = [("replaces", json!(known.id.as_str())), ("protocol", json!(replanned.rules))];
        (message, Call::new("review_task", arguments), ["id", "title", "criteria"].as_slice())
    };
    if replanned.by.is_empty() {
        let message = format!("{label} was given up to be planned anew, and nothing has taken its place yet");
        return Some(takes_it_up(message));
    }
    let Some(waiting) = replanned.by.iter().find(|id| !holds(id, all, judged)) else {
        let left: Vec<&str> = left_open(replanned, all).into_iter().map(FindingId::as_str).collect();
        let message = format!(
            "{label} was planned anew, and {} lies in no file of what took its place and began after that",
            left.join(", ")
        );
        return (!left.is_empty()).then(|| takes_it_up(message));
    };
    let named = all.iter().find(|known| &known.id == waiting).map(|known| known.subject.label());
    let named = named.map_or_else(|| waiting.to_string(), |named| format!("{named} ({waiting})"));
    let message = format!("{label} was planned anew, and {named}, which takes its place, is not through");
    Some((message, Call::new("loop_status", [("loop_id", json!(waiting.as_str()))]), &[]))
}

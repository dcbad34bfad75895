//! Work that another loop pins already: a new one must not begin at nothing over it in silence (SPEC 6.2, 6.7).
//!
//! A branch, a merge, an amend, a picked commit, a detached head or another id gives a subject another name, and no other
//! work. Loops are found by what they pinned: the commits, their successors, the contents. The subject's own loop is taken
//! along where it is clear which; else the loops are named. Loops over other work are left alone.

use std::collections::BTreeSet;

use aho_corasick::AhoCorasick;
use serde_json::json;

use crate::app::loops::{self, Loaded};
use crate::app::ranges;
use crate::app::refusals::on_with;
use crate::app::subjects::Named;
use crate::app::subjects::branches::{binds, in_words};
use crate::app::workspace::Workspace;
use crate::domain::ids::{LoopId, Oid, RepoPath};
use crate::domain::review::Remark;
use crate::domain::review_loop::LoopState;
use crate::domain::review_loop::event::Outcome;
use crate::domain::review_loop::left::counts_on;
use crate::domain::subject::{PinnedChange, Subject, SubjectKind};
use crate::error::Error;
use crate::io::store::Store;

use super::related::reopened_by_choice;

/// What git calls no bytes at all.
const EMPTY: &str = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391";
/// The most commits of a loop that are looked for under other names.
const FOLLOWED: usize = 30;

/// The remark on a loop over some of the same work.
pub(super) const SHARED: &str = "shared_work";

/// What is there of the work.
pub(in crate::app) enum Found {
    /// No loop that counts, or only some that are worth a word.
    Nothing(Vec<Remark>),
    /// The subject's own open loop, under another branch.
    Open(Box<Loaded>),
    /// The subject's own loop under another branch, which ended: the same change has its outcome, a changed one follows it,
    /// as far as that end lets another begin.
    Ended(LoopId),
}

/// How much of a loop's work a change holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Share {
    Nothing,
    Part,
    /// All of it, and more.
    Whole,
    /// All of it, and nothing else.
    Same,
}

/// Looks for loops over the work that a new one would pin. `known` are those it follows or is linked with.
///
/// # Errors
///
/// Where it cannot be told which goes on here, or the work is under review as something else.
pub(in crate::app) fn look(
    ws: &Workspace<'_>,
    store: &Store,
    named: &Named,
    change: &PinnedChange,
    known: &[&LoopId],
) -> Result<Found, Error> {
    let key = named.subject.key(&named.contract);
    let branch = named.subject.branch().map(str::to_owned);
    // Oldest first, as the store has them.
    let (mut own, mut ended, mut rivals, mut remarks) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (state, newer) in with_these_files(store, change, &key)? {
        // Its own under this name was opened by another meanwhile, and is found so.
        let is_it = state.subject.key(&state.contract) == key;
        if is_it || known.contains(&&state.id) || !state.replaced_by.is_empty() {
            continue;
        }
        let is_own = state.subject.on_branch(branch.clone()).key(&state.contract) == key;
        // Nothing is escaped before the first answer: a task on two branches is two loops (SPEC 6.2), and `hold` sees to
        // it that they do not count one work twice.
        if state.answered().is_none() && newer.is_none() {
            continue;
        }
        // What follows a loop of its own begins at what that left, whatever was made of the same commits elsewhere.
        if is_own && !known.is_empty() || !is_own && !may_be_rivals(&state.subject, &named.subject) {
            continue;
        }
        let share = share(ws, &state, change);
        if share == Share::Nothing {
            continue;
        }
        if let Some(error) = newer {
            // What became of it nobody knows here: it counts wherever such a loop could.
            if share >= enough(&state, &named.subject) {
                return Err(error);
            }
            continue;
        }
        let open = state.outcome().is_none();
        match (is_own, open) {
            // Where each has commits that the other has not, they are two ways of one task.
            (true, true) if share >= Share::Whole => own.push(state),
            (true, false) if share >= Share::Whole => ended.push(state),
            (true, _) => {}
            (false, _) if refuses(&state, &named.subject, share) => rivals.push(state),
            (false, true) => remarks.push(beside(&state)),
            (false, false) => {}
        }
    }
    if !rivals.is_empty() {
        let behind = begins_after(ws, named, change, &rivals);
        return Err(under_review(named, &rivals, behind));
    }
    match own.as_slice() {
        [] => {}
        [one] if !is_checked_out(ws, one) => {
            return Ok(Found::Open(Box::new(loops::load(store, one.id.as_str())?)));
        }
        several => return Err(under_review(named, several, None)),
    }
    if let Some(last) = ended.pop() {
        return Ok(Found::Ended(last.id));
    }
    Ok(Found::Nothing(remarks))
}

/// Refuses a test run that would open a loop beside one of the subject that a run opened on another branch in use, whose
/// commits are all here: no review pinned anything yet, and the counter of failing runs is that loop's.
pub(in crate::app) fn refuse_beside_tested(
    ws: &Workspace<'_>,
    store: &Store,
    named: &Named,
) -> Result<(), Error> {
    let key = named.subject.key(&named.contract);
    let Ok(head) = ws.repository.head() else { return Ok(()) };
    let stands_here = |s: &LoopState| {
        let tip = s.subject.branch().and_then(|b| ws.repository.tip_of_branch(b).ok().flatten());
        tip.is_some_and(|tip| ws.repository.is_ancestor(&tip, &head).unwrap_or(false))
    };
    let mut held: Vec<LoopState> =
        loops::of_subjects(store, |other| Subject::is_key_of_same(other, &key))?.collect::<Result<_, _>>()?;
    held.retain(|s| s.outcome().is_none() && s.passes.is_empty() && s.subject.key(&s.contract) != key);
    held.retain(stands_here);
    if held.is_empty() { Ok(()) } else { Err(under_review(named, &held, None)) }
}

/// Holds the next pass of an open loop against the loops its subject has on other branches, where the work of one has
/// come to stand in the other: the one that has counted most goes on, and the other is given up. Without that a limit
/// would hold for each branch by itself.
///
/// # Errors
///
/// Where another loop of the subject has counted more, over work that is all there is of this change or a part of it.
pub(super) fn hold(
    ws: &Workspace<'_>,
    store: &Store,
    state: &LoopState,
    change: &PinnedChange,
) -> Result<(), Error> {
    let key = state.subject.key(&state.contract);
    let others: Vec<LoopState> =
        loops::of_subjects(store, |other| Subject::is_key_of_same(other, &key))?.collect::<Result<_, _>>()?;
    // Of two that counted alike the one opened first.
    let own = others.iter().position(|other| other.id == state.id);
    let before = ancestors(state, &others);
    for (place, other) in others.iter().enumerate() {
        let elsewhere = other.id != state.id && other.subject.key(&other.contract) != key;
        let counts = other.answered().is_some() && (other.outcome().is_none() || binds(other));
        if !elsewhere || !counts || before.contains(&other.id) || !other.replaced_by.is_empty() {
            continue;
        }
        let older = own.is_none_or(|own| place > own);
        let comes_first = (counted(other), older) > (counted(state), !older);
        if comes_first && share(ws, other, change) >= Share::Whole {
            return Err(goes_on_there(state, other));
        }
    }
    Ok(())
}

/// The loops that one follows, as far back as they are among these.
fn ancestors<'s>(state: &'s LoopState, among: &'s [LoopState]) -> BTreeSet<&'s LoopId> {
    let mut known = BTreeSet::new();
    let mut last = state.predecessor.as_ref();
    while let Some(id) = last.filter(|id| known.insert(*id)) {
        last = among.iter().find(|s| &s.id == id).and_then(|s| s.predecessor.as_ref());
    }
    known
}

/// How many passes a loop has used up, those of the loops before it included.
fn counted(state: &LoopState) -> u32 {
    let own = state.passes.iter().filter(|p| p.used_up).count();
    state.passes_before.saturating_add(u32::try_from(own).unwrap_or(u32::MAX))
}

fn is_checked_out(ws: &Workspace<'_>, state: &LoopState) -> bool {
    state.subject.branch().is_some_and(|b| ws.repository.root_of_branch(b).is_some())
}

/// Says which loop goes on, and that this one is to be given up.
fn goes_on_there(state: &LoopState, other: &LoopState) -> Error {
    let (there, passes) = (in_words(other.subject.branch()), counted(other));
    let how = other.outcome().map_or_else(|| "is open".to_owned(), |o| format!("ended {}", o.as_str()));
    let then = match other.outcome() {
        None => format!("then go on with {} by its `loop_id`", other.id),
        Some(_) => {
            format!("that work is reviewed again only if the user decides so (`reopen` of {})", other.id)
        }
    };
    Error::refused(format!(
        "{} {how} on {there} with {passes} passes used, and its work stands in this change; {} would count it anew",
        other.id, state.id
    ))
    .at("loop_id")
    .hint(format!("Have this loop given up; {then}"))
    .call("decide", json!({ "loop_id": state.id.as_str(), "turn": state.turn, "choice": "abandon" }))
    .fill(&["reason", "decided_by"])
}

/// The loops that have a pass which pinned something of this: one of the contents, or where there are commits, one of the
/// files, since a commit may have been made anew with other contents.
///
/// Of other subjects only those that still stand in the way, as [`refuses`] has it: over a file that was reviewed often
/// there are many that were let go on.
fn with_these_files(
    store: &Store,
    change: &PinnedChange,
    key: &str,
) -> Result<Vec<(LoopState, Option<Error>)>, Error> {
    let mut names: BTreeSet<String> = BTreeSet::new();
    for file in &change.files {
        names.extend(file.blob.as_ref().map(ToString::to_string));
        if file.blob.is_none() || !change.commits.is_empty() {
            names.extend(
                [Some(&file.path), file.old_path.as_ref()].into_iter().flatten().map(ToString::to_string),
            );
        }
    }
    if names.is_empty() {
        return Ok(Vec::new());
    }
    let quoted = names.iter().map(|name| serde_json::Value::from(name.as_str()).to_string());
    // What cannot be searched for is read.
    let search = AhoCorasick::new(quoted).ok();
    let is_wanted = |opened: &[u8]| search.as_ref().is_none_or(|s| s.is_match(opened));
    let names: Vec<String> = names.into_iter().collect();
    loops::in_the_way(store, &names, is_wanted, key, |other| keys_may_be_rivals(key, other))
}

/// Tells whether two subjects could be one work under two names. The tasks of a plan, its document and its execution
/// are looked at each for itself, over the same commits too.
fn may_be_rivals(one: &Subject, other: &Subject) -> bool {
    let (one, other) = (one.kind(), other.kind());
    one == SubjectKind::Change || other == SubjectKind::Change || (one.is_document() && one == other)
}

/// Tells the same of two keys, for a loop that cannot be read.
fn keys_may_be_rivals(one: &str, other: &str) -> bool {
    let kind = |key: &str| key.split('\n').next().unwrap_or_default().to_owned();
    let (one, other) = (kind(one), kind(other));
    one == "change" || other == "change" || (one == other && matches!(one.as_str(), "plan" | "artifact"))
}

fn both_free(one: &Subject, other: &Subject) -> bool {
    one.kind() == SubjectKind::Change && other.kind() == SubjectKind::Change
}

/// Tells whether a loop of another subject stands in the way. Free changes are known by nothing but their ids, so one
/// over all that another pins is that other, and an end that let something open is no new beginning for it (SPEC 6.7);
/// what a plan names is held to it where the change is the very same.
fn refuses(state: &LoopState, subject: &Subject, share: Share) -> bool {
    let both_free = both_free(&state.subject, subject);
    let counts = match state.outcome() {
        None => !state.blocking().is_empty() || !state.failing_tests().is_empty(),
        Some(outcome) if outcome.lets_go_on() => both_free && counts_on(state),
        Some(_) => !state.blocking().is_empty(),
    };
    counts && share >= enough(state, subject)
}

/// How much of a loop's work a change of another subject must hold for it to stand in the way.
fn enough(state: &LoopState, subject: &Subject) -> Share {
    if both_free(&state.subject, subject) { Share::Whole } else { Share::Same }
}

/// Tells how much of what a loop pinned last stands in a change: by its commits, under whatever ids they have now, else
/// by the contents of its files.
fn share(ws: &Workspace<'_>, state: &LoopState, change: &PinnedChange) -> Share {
    let Some(was) = state.pass().map(|p| &p.change) else { return Share::Nothing };
    // Where somebody works on the loop's branch, likeness is no proof: two executors may commit in one second.
    let by_commits = share_of_commits(ws, was, change, is_checked_out(ws, state));
    let moved_on = |path: &RepoPath| {
        state.subject.kind().is_document()
            || ranges::at_hand(ws, std::slice::from_ref(path))
                .is_ok_and(|found| found.get(path) == Some(&None))
    };
    by_commits.max(share_of_contents(was, change, moved_on))
}

fn share_of_commits(ws: &Workspace<'_>, was: &PinnedChange, change: &PinnedChange, is_live: bool) -> Share {
    let here: BTreeSet<&Oid> = change.commits.iter().map(|c| &c.id).collect();
    if here.is_empty() || was.commits.is_empty() {
        return Share::Nothing;
    }
    let found = |id: &Oid| -> Option<Oid> {
        if here.contains(id) {
            return Some(id.clone());
        }
        let lost = ws.repository.commit(id).ok()?;
        let now = if is_live {
            ws.repository.amended_into(id, &change.head)
        } else {
            ws.repository.successor_of(&lost, &change.head)
        };
        now.ok().flatten().filter(|now| here.contains(now))
    };
    let looked = was.commits.iter().rev().take(FOLLOWED);
    let all = looked.len();
    let there: BTreeSet<Oid> = looked.filter_map(|c| found(&c.id)).collect();
    of(there.len(), all, here.len())
}

/// `moved_on`: a file of the one may be the other's under a new name, since it is a document or stands there no more.
fn share_of_contents(
    was: &PinnedChange,
    change: &PinnedChange,
    moved_on: impl Fn(&RepoPath) -> bool,
) -> Share {
    let alone = was.commits.is_empty() && was.files.len() == 1 && change.files.len() == 1;
    let there = was.files.iter().filter(|old| {
        change.files.iter().any(|new| {
            let same = new.blob == old.blob && new.mode == old.mode;
            // A document that was copied to another place is the same document; two empty ones are two.
            let elsewhere = || {
                alone && old.blob.as_ref().is_some_and(|blob| blob.as_str() != EMPTY) && moved_on(&old.path)
            };
            same && (new.path == old.path || elsewhere())
        })
    });
    of(there.count(), was.files.len(), change.files.len())
}

fn of(there: usize, all: usize, here: usize) -> Share {
    match there {
        0 => Share::Nothing,
        n if n < all => Share::Part,
        _ if here > all => Share::Whole,
        _ => Share::Same,
    }
}

/// Says that some of the work is under review as something else.
fn beside(state: &LoopState) -> Remark {
    let message = format!(
        "some of this was under review as {} on {} too when this loop began ({}); each counts for itself",
        state.subject.label(),
        in_words(state.subject.branch()),
        state.id
    );
    Remark::new(0, SHARED, message)
}

/// Returns the commit that a free change begins after where it stands on others that are under review: the last of what
/// these pinned, if all of that is committed in its history and more comes after it.
fn begins_after(
    ws: &Workspace<'_>,
    named: &Named,
    change: &PinnedChange,
    others: &[LoopState],
) -> Option<Oid> {
    let lies_in = |one: &Oid, other: &Oid| ws.repository.is_ancestor(one, other).unwrap_or(false);
    let mut last: Option<&Oid> = None;
    for other in others {
        let was = &other.pass()?.change;
        let stands_alone = both_free(&other.subject, &named.subject)
            && !was.commits.is_empty()
            && was.snapshot.is_none()
            && share(ws, other, change) == Share::Whole;
        if !stands_alone || !lies_in(&was.head, &change.head) {
            return None;
        }
        last = match last {
            Some(last) if lies_in(&was.head, last) => Some(last),
            Some(last) if !lies_in(last, &was.head) => return None,
            Some(_) | None => Some(&was.head),
        };
    }
    last.filter(|last| **last != change.head || change.snapshot.is_some()).cloned()
}

/// Refuses to begin at nothing over work that is under review, naming the loops and how to go on. What comes after all of
/// theirs is most likely other work, and begins there.
fn under_review(named: &Named, held: &[LoopState], behind: Option<Oid>) -> Error {
    let list: Vec<String> = held
        .iter()
        .map(|s| {
            let how = s.outcome().map_or_else(|| "open".to_owned(), |o| format!("ended {}", o.as_str()));
            format!("{} ({}, {}, {how})", s.id, s.subject.label(), in_words(s.subject.branch()))
        })
        .collect();
    let error = Error::refused(format!(
        "what {} would be reviewed for is pinned by {} already; another name for the work is no new beginning",
        named.subject.label(),
        list.join(", ")
    ))
    .at(super::field_of(&named.subject));
    // Where one is open, it is that one which goes on: no other takes the place of a loop before it meanwhile.
    let Some(one) = held.iter().find(|s| s.outcome().is_none()).or(held.first()) else { return error };
    let id = one.id.as_str();
    if let (Some(base), Subject::Change { id: own, title, .. }) = (behind, &named.subject) {
        let same = match one.outcome() {
            None => format!(
                "goes on with {id} by its `loop_id`, or takes its place (`replaces`) once `decide` has it given up (choice `abandon`)"
            ),
            Some(Outcome::Abandoned) => {
                format!("takes its place: this call without `base`, with `replaces` {id}")
            }
            Some(_) => format!(
                "is reviewed again only if the user decides so (`decide` of {id}, choice `reopen`); the counters go on"
            ),
        };
        let criteria = &named.contract.text;
        let mut call = json!({ "id": own, "title": title, "base": base.as_str() });
        let fits = criteria.len() <= super::as_sent::LONG;
        if fits {
            call["criteria"] = json!(criteria);
        }
        return error
            .hint(format!("Other work that only stands on it names as `base` the commit that it begins after, as this call does; the same work {same}"))
            .call("review_task", call)
            .fill(if fits { &[] } else { &["criteria"] });
    }
    // A free change of its own on top of the other begins behind it.
    let committed = one.pass().is_some_and(|pass| !pass.change.commits.is_empty());
    let apart = if both_free(&one.subject, &named.subject) && committed {
        "; other work that only stands on it names as `base` the commit that it begins after"
    } else {
        ""
    };
    match one.outcome() {
        None => on_with(error, one)
            .hint(format!("Go on with that loop by its `loop_id`, from here too; or have it given up with `decide` (choice `abandon`) and send this call again with `replaces` and its id{apart}")),
        Some(Outcome::Abandoned) => error
            .hint(format!("It was given up: send this call again with `replaces` and its id{apart}"))
            .call("review_task", json!({ "replaces": id, "protocol": one.protocol.name }))
            .fill(&["id", "title", "criteria"]),
        Some(_) => {
            let hint =
                format!("It is reviewed again only if the user decides so; the counters go on{apart}");
            reopened_by_choice(error, one, &hint)
        }
    }
}

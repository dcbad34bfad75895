//! Why a gate is closed, in words, and the call that mends it.

use std::collections::HashSet;

use serde_json::json;

use crate::domain::diff::Commit;
use crate::domain::ids::{Oid, RepoPath};
use crate::domain::next_step::Call;
use crate::domain::range::{TaskScope, commits_of_task, touches};
use crate::domain::review::Remark;
use crate::domain::review_loop::event::Outcome;
use crate::domain::review_loop::options;
use crate::domain::subject::{PinnedCommit, Subject, SubjectKind};
use crate::error::{Error, ErrorKind};

use super::super::ranges::Pinned;
use super::super::some_of::some_of;
use super::super::subjects::branches::as_of_here;
use super::super::workspace::Workspace;
use super::super::{loops, placeholders, ranges, rules, subjects};
use super::{By, Known, Reason, Stand, Standing, Wanted, dropped, lost};

/// The most files named in one sentence.
const FILES: usize = 4;

/// Names the first of some files, and how many more there are.
pub(super) fn some(files: &[&str]) -> String {
    some_of(files, FILES)
}

/// Shortens the first line of a message.
pub(super) fn short(subject: &str) -> String {
    const MOST: usize = 60;
    if subject.chars().count() <= MOST {
        return subject.to_owned();
    }
    subject.chars().take(MOST - 1).chain(['…']).collect()
}

/// Says why a subject closes the gate; nothing where it does not.
///
/// `all` is everything known: a commit that an open review looks at is mended there.
pub(super) fn reason(
    ws: &Workspace<'_>,
    one: &Wanted<'_>,
    stand: &Stand,
    all: &[Known],
    claims: bool,
    tries: &mut usize,
) -> Option<Reason> {
    let standing = &stand.standing;
    let label = &one.which.label;
    let newest = one.known.first();
    let review = || Some(review_of(one));
    // The loop that a report tells of lies in another store: here its subject can only be reviewed anew.
    let anew = || claims.then(|| review_of(one));
    let reopen = |known: Option<&&Known>| {
        let known = known.filter(|_| !claims)?;
        let (id, turn) = (json!(known.id.as_str()), json!(known.reopens?));
        let mut call = Call::new("decide", [("loop_id", id), ("turn", turn)]);
        if !known.in_person {
            call.arguments.insert("choice".to_owned(), json!(options::REOPEN));
        }
        Some(call)
    };
    let look = |known: Option<&&Known>| {
        known.filter(|_| !claims).map(|k| Call::new("loop_status", [("loop_id", json!(k.id.as_str()))]))
    };
    let (message, call) = match standing {
        Standing::Held => return None,
        Standing::NeverReviewed => {
            let elsewhere = one.elsewhere.first().and_then(|k| k.subject.branch());
            let open = one.elsewhere.iter().find(|k| k.is_open()).and_then(|k| k.subject.branch());
            let there = match (open, elsewhere) {
                (Some(b), _) => Some(format!(" here; its review on {b} is not through")),
                (None, b) => {
                    b.map(|b| format!(" here; a review on {b} looked at what is not in this history"))
                }
            };
            let message = match (claims, there) {
                (true, _) => format!("{label} was never reviewed: no committed report tells of it"),
                (false, there) => format!("{label} was never reviewed{}", there.unwrap_or_default()),
            };
            (message, review())
        }
        // The very content is there: once it is committed, its review holds.
        Standing::NotHere(why) if stand.by == Some(By::Hand) => {
            (format!("{label} {why}: commit it as it is, and its review holds again"), None)
        }
        Standing::Changed(why) | Standing::NotHere(why) => {
            let call = reopen(newest.filter(|k| !k.begins_anew));
            match stand.by.as_ref().filter(|by| call.is_none() && !claims && looks_past(ws, one, by, tries)) {
                // Its own review looks at other things, and would only say again what it said.
                Some(By::Hand) => (
                    format!("{label} {why}; its review looks at commits: commit that, or take it back"),
                    None,
                ),
                Some(By::Commit(commit)) => {
                    let open = all.iter().find(|k| k.is_open() && k.commits.contains(&commit.id));
                    (
                        format!("{label} {why}"),
                        look(open.as_ref()).or_else(|| {
                            let settled = ws.repository.by_hand(&commit.id).unwrap_or_default();
                            Some(of_commit(ws, commit, &settled))
                        }),
                    )
                }
                None => (format!("{label} {why}"), call.or_else(review)),
            }
        }
        Standing::Lost(why) => {
            let mut known = one.known.iter().chain(&one.elsewhere);
            // What is there and cannot be read is not reviewed beside that.
            let is_left_out = known.any(|k| matches!(k.how, super::How::Lost(_)));
            (format!("{label} {why}"), is_left_out.then(|| review_of(one)))
        }
        Standing::GivenUp(outcome) => (
            format!("{label} was given up ({}) without a review that holds", outcome.as_str()),
            reopen(newest).or_else(review),
        ),
        Standing::Failed { stops } => {
            let stops = if *stops { ", which stops the whole phase" } else { "" };
            (format!("{label} did not pass within its limit{stops}"), reopen(newest).or_else(anew))
        }
        Standing::NotEnough(outcome) => (
            format!(
                "{label} ended {}, which the rules it was reviewed under do not let go on",
                outcome.as_str()
            ),
            reopen(newest).or_else(review),
        ),
        Standing::Waits { what, blocking } => {
            let id = newest.map(|k| format!(" ({})", k.id)).unwrap_or_default();
            let message = match (blocking.is_empty(), newest) {
                (false, Some(known)) => {
                    let words = known.gate_words.replace("{ids}", &blocking.join(", "));
                    format!("{label}{id}: {words}; it waits for {what}")
                }
                (true, _) | (false, None) => format!("{label}{id} waits for {what}"),
            };
            let message = match claims {
                true => {
                    format!("{message}; that loop goes on in the store that has it, and here begins anew")
                }
                false => message,
            };
            (message, look(newest).or_else(anew))
        }
    };
    let mut reason = Reason::new(message);
    reason.subject = Some(label.clone());
    reason.call = call;
    if names_no_range(newest, &reason) {
        // What it looked at went with its record.
        reason.fill.push("base".to_owned());
    } else {
        as_it_stands(ws, one, &mut reason, tries);
    }
    if let Some(first) = newest.and_then(|known| known.tests_first.clone())
        && reason.call.as_ref().is_some_and(|c| c.tool == "review_task")
    {
        reason.message = format!("{}; its tests failed, and are run first", reason.message);
        reason.call = Some(first);
        reason.fill = vec!["failed".to_owned(), "passed".to_owned()];
    } else if reason.call.as_ref().is_some_and(|c| c.arguments.contains_key("choice")) {
        reason.fill = vec!["reason".to_owned(), "decided_by".to_owned()];
    } else if let Some(call) = &reason.call {
        for field in lacks(call) {
            reason.fill.retain(|known| known != field);
            reason.fill.push(field.to_owned());
        }
    }
    reason.call = reason.call.map(|c| here(ws, c));
    Some(reason)
}

/// Says what a subject that was planned anew waits for.
pub(super) fn replanned(
    ws: &Workspace<'_>,
    one: &Wanted<'_>,
    (message, call, fill): (String, Call, &[&str]),
) -> Reason {
    let mut reason = Reason::new(message);
    reason.subject = Some(one.which.label.clone());
    reason.call = Some(here(ws, call));
    reason.fill = fill.iter().map(|field| (*field).to_owned()).collect();
    reason
}

/// The call that reviews a subject.
fn review_of(one: &Wanted<'_>) -> Call {
    let newest = one.known.first();
    let mut call = match newest.filter(|k| is_known_by_its_loop(k)) {
        Some(known) => Call::new("review_task", [("loop_id", json!(known.id.as_str()))]),
        None => one.which.call.clone(),
    };
    if newest.or(one.elsewhere.first()).is_some_and(|k| k.on_demand) {
        call.arguments.insert("on_demand".to_owned(), json!(true));
    }
    call
}

/// A free change that was approved and has changed is reviewed again by its loop, which alone knows what was asked of it.
fn is_known_by_its_loop(known: &Known) -> bool {
    let approved = known.receipt().is_some() && known.begins_anew;
    known.report.is_none() && approved && known.subject.kind() == SubjectKind::Change
}

/// The most subjects of which it is tried whether their call would be taken.
pub(super) const TRIES: usize = 12;

/// Leaves out a call that would be refused as the work stands, and says why, with what the refusal offers instead.
fn as_it_stands(ws: &Workspace<'_>, one: &Wanted<'_>, reason: &mut Reason, tries: &mut usize) {
    let reviews = reason.call.as_ref().is_some_and(|c| c.tool == "review_task" && *c == review_of(one));
    if !reviews || *tries == 0 {
        return;
    }
    *tries -= 1;
    let Err(error) = tried(ws, one) else {
        reason.taken = Some(Ok(()));
        return;
    };
    if error.next_call.is_none()
        && let Some(call) = from_where_they_part(ws, one)
    {
        reason.message =
            format!("{}; what stands here in its place is reviewed from that base on", reason.message);
        (reason.call, reason.taken) = (Some(call), Some(Ok(())));
        return;
    }
    reason.taken = Some(Err(error.message.clone()));
    reason.message =
        format!("{}; as it stands nothing of it can be reviewed: {}", reason.message, error.message);
    reason.call = error.next_call.and_then(|call| serde_json::from_value(*call).ok());
    reason.fill = error.fill;
    reason.call = reason.call.take().or_else(|| dropped::of_its_commits(ws, one));
    if reason.call.is_none()
        && let Some(way) = dropped::way_out(ws, one)
    {
        reason.message = format!("{}; {way}", reason.message);
    }
}

/// Returns the call that reviews all that stands here in the place of what was reviewed, from where the two histories
/// part, where that would be taken.
fn from_where_they_part(ws: &Workspace<'_>, one: &Wanted<'_>) -> Option<Call> {
    let base = dropped::parts_at(ws, one)?;
    looked_for(ws, one, Some(&base)).ok()?;
    let mut call = one.which.call.clone();
    call.arguments.remove("head");
    call.arguments.insert("base".to_owned(), json!(base.as_str()));
    Some(call)
}

/// Looks for a subject's change as its review would. Writes nothing.
fn tried(ws: &Workspace<'_>, one: &Wanted<'_>) -> Result<Pinned, Error> {
    ws.repository.keep_in_memory()?;
    if let Some(known) = one.known.first().filter(|k| is_known_by_its_loop(k))
        && let Some(store) = ws.log()?
    {
        let loaded = loops::load(&store, known.id.as_str())?;
        return ranges::again(ws, &loaded.state, None);
    }
    looked_for(ws, one, None)
}

/// Looks for it as a new review would, from a base on where one is given.
fn looked_for(ws: &Workspace<'_>, one: &Wanted<'_>, from: Option<&Oid>) -> Result<Pinned, Error> {
    ws.repository.keep_in_memory()?;
    let subject = one.which.subject.on_branch(ws.repository.branch());
    let speaks = one.known.first().or(one.elsewhere.first());
    let named = one.which.call.arguments.get("protocol").and_then(|name| name.as_str());
    let (protocol, _) = rules::of(ws, &subject, named)?;
    let range = speaks.and_then(|k| k.named.as_ref()).filter(|_| subject.kind() == SubjectKind::Change);
    // Under another number its commits are known by the review it had then.
    let then = one.known.iter().filter(|k| k.renumbered).flat_map(|k| &k.commits);
    let pinned = |id: &Oid| PinnedCommit {
        id: id.clone(),
        subject: ws.repository.commit(id).map(|c| c.subject).unwrap_or_default(),
    };
    let wanted = ranges::Wanted {
        base: from.cloned().or_else(|| range.and_then(|n| n.base.clone())),
        from_root: from.is_none() && range.is_some_and(|n| n.base.is_none()),
        head: range.filter(|_| from.is_none()).and_then(|n| n.head.clone()),
        only: range.map(|n| n.only.clone()).unwrap_or_default(),
        known: then.map(pinned).collect(),
    };
    ranges::first(ws, &subject, &protocol.range, &wanted, &|_| Ok(HashSet::new()))
}

/// The review of a subject would not look at what changed it: it would give its outcome again, or looks at other commits.
/// Where it would be refused, what that says is told.
fn looks_past(ws: &Workspace<'_>, one: &Wanted<'_>, by: &By, tries: &mut usize) -> bool {
    if *tries == 0 {
        return false;
    }
    *tries -= 1;
    let again = |known: &Known| -> Option<bool> {
        let state = loops::load(ws.log().ok()??.as_ref(), known.id.as_str()).ok()?.state;
        Some(match ranges::again(ws, &as_of_here(ws, &state), None) {
            Ok(now) => state.pass()?.change.same_content(&now.change),
            Err(error) => matches!(error.kind, ErrorKind::Refused | ErrorKind::Stale),
        })
    };
    let newest = one.known.first().or(one.elsewhere.first());
    if newest.is_some_and(|known| again(known) == Some(true)) {
        return true;
    }
    tried(ws, one).is_ok_and(|pinned| !looks_at(&pinned, by))
}

fn looks_at(pinned: &Pinned, by: &By) -> bool {
    match by {
        By::Commit(commit) => pinned.change.commits.iter().any(|c| c.id == commit.id),
        By::Hand => pinned.change.snapshot.is_some(),
    }
}

/// Tells whether a call reviews a free change whose range nobody knows any more, and names none.
fn names_no_range(newest: Option<&&Known>, reason: &Reason) -> bool {
    let is_lost = newest.is_some_and(|known| matches!(known.how, super::How::Lost(_)));
    let has = |call: &Call, name: &str| call.arguments.contains_key(name);
    let call = reason.call.as_ref().filter(|call| has(call, "id") && !has(call, "base"));
    is_lost && call.is_some_and(|call| call.tool == "review_task")
}

/// Returns what a call that opens the review of a free change does not say of it.
fn lacks(call: &Call) -> Vec<&'static str> {
    let has = |name: &str| call.arguments.contains_key(name);
    let opens = call.tool == "review_task" && has("id");
    ["title", "criteria"].into_iter().filter(|name| opens && !has(name)).collect()
}

/// The call that reviews a commit by itself, for what it made of some files.
fn of_commit(ws: &Workspace<'_>, commit: &Commit, files: &[RepoPath]) -> Call {
    let base = ranges::side_that_differs(ws, commit, files);
    let arguments = [
        ("id", json!(format!("commit-{}", commit.id.short()))),
        ("base", json!(base.as_ref().map_or(ranges::EMPTY_TREE, Oid::as_str))),
        ("head", json!(commit.id.as_str())),
        ("title", json!(title_of(commit))),
    ];
    Call::new("review_task", arguments)
}

/// Returns a commit's first line as a title that is taken: many say nothing, or far too much.
fn title_of(commit: &Commit) -> String {
    const MOST: usize = 200;
    let mut title: String = commit.subject.chars().take(MOST).collect();
    if title.len() < commit.subject.len() {
        title.push('…');
    }
    match placeholders::refuse("title", &title) {
        Ok(()) => title,
        Err(_) => format!("Commit {}", commit.id.short()),
    }
}

/// Puts the worktree in use into a call.
fn here(ws: &Workspace<'_>, mut call: Call) -> Call {
    if let Some(worktree) = &ws.worktree {
        call.arguments.insert("worktree".to_owned(), json!(worktree));
    }
    call
}

/// Says of a subject that goes on what somebody should know all the same.
pub(super) fn remark(one: &Wanted<'_>, standing: &Standing) -> Option<Remark> {
    if *standing != Standing::Held {
        return None;
    }
    let known = one.known.first().or(one.elsewhere.first())?;
    let label = &one.which.label;
    let message = match &known.how {
        super::How::Skipped(_) => format!("{label} was skipped; its work is not there"),
        super::How::Gone(why) => return Some(Remark::new(0, "left_out_and_gone", format!("{label} {why}"))),
        super::How::Receipt(receipt) => match receipt.outcome {
            Outcome::AcceptedWithWarnings => format!("{label} went on with unresolved findings"),
            Outcome::AcceptedWithIssues if known.claimed_choice => {
                format!("{label} was accepted with issues by a choice that nothing attests")
            }
            Outcome::AcceptedWithIssues => format!("{label} was accepted with issues"),
            Outcome::Approved
            | Outcome::ApprovedWithNotes
            | Outcome::Skipped
            | Outcome::Aborted
            | Outcome::Failed
            | Outcome::Abandoned => return None,
        },
        super::How::Failed { .. }
        | super::How::GivenUp(_)
        | super::How::Waits(_)
        | super::How::NotEnough(_)
        | super::How::Lost(_) => return None,
    };
    Some(Remark::new(0, "went_on", message))
}

/// Returns the subject whose next review would look at a change, if any would.
pub(super) fn target(
    ws: &Workspace<'_>,
    wanted: &[Wanted<'_>],
    commit: Option<&Commit>,
    path: &RepoPath,
) -> Option<usize> {
    let lists = |one: &Wanted<'_>| {
        touches(std::slice::from_ref(path), one.which.subject.files())
            || one.receipts().any(|r| r.file(path).is_some())
    };
    let lists = |one: &Wanted<'_>| !lost::is_over(one) && lists(one);
    let Some(commit) = commit else { return wanted.iter().position(lists) };
    let takes = |one: &&Wanted<'_>| {
        if lost::is_over(one) {
            return false;
        }
        let subject = &one.which.subject;
        if let Subject::Change { id, .. } = subject {
            return !ranges::by_name(std::slice::from_ref(commit), id, &TaskScope::default()).is_empty();
        }
        if subject.document().is_some() {
            return false;
        }
        let scope = subjects::scope(ws, subject, subject.files().to_vec());
        let scope = subjects::told_apart(ws, subject, scope, std::slice::from_ref(commit));
        let before = commit.parents.first().cloned().unwrap_or_else(|| Oid::new("0"));
        !commits_of_task(std::slice::from_ref(commit), &scope, Some(&before)).commits.is_empty()
    };
    let all = || wanted.iter().enumerate();
    all()
        .find(|(_, one)| takes(one) && lists(one))
        .or_else(|| all().find(|(_, one)| takes(one)))
        .map(|(at, _)| at)
}

/// Says of a commit, or of what is not committed, that no review covers it.
pub(super) fn commit(
    ws: &Workspace<'_>,
    commit: Option<&Commit>,
    files: Vec<RepoPath>,
    wanted: &[Wanted<'_>],
    all: &[Known],
) -> Reason {
    let names: Vec<&str> = files.iter().map(RepoPath::as_str).collect();
    let mut reason = match commit {
        None => {
            let mut reason = Reason::new(format!(
                "{} changed and not committed, and no review covers that: commit it or take it back",
                some(&names)
            ));
            let of =
                wanted.iter().find(|one| one.receipts().any(|r| files.iter().any(|f| r.file(f).is_some())));
            if let Some(one) = of.filter(|one| tried(ws, one).is_ok_and(|p| looks_at(&p, &By::Hand))) {
                reason.call = Some(review_of(one));
                let lacking = reason.call.as_ref().map(lacks).unwrap_or_default();
                reason.fill = lacking.into_iter().map(str::to_owned).collect();
            }
            reason
        }
        Some(commit) => {
            let merge = if commit.parents.len() > 1 { "what the merge wrote itself in " } else { "" };
            let under = all.iter().find(|k| k.is_open() && k.commits.contains(&commit.id));
            let lists = wanted
                .iter()
                .map(|one| &one.which)
                .find(|which| which.subject.document().is_none() && touches(&files, which.subject.files()));
            let whose = lists.map(|which| format!(", which {} lists", which.label)).unwrap_or_default();
            let what = format!(
                "commit {} \"{}\" changes {merge}{}{whose}",
                commit.id.short(),
                short(&commit.subject),
                some(&names)
            );
            match under {
                Some(open) => {
                    let mut reason = Reason::new(format!(
                        "{what}; {} ({}) still looks at it",
                        open.subject.label(),
                        open.id
                    ));
                    reason.call = Some(Call::new("loop_status", [("loop_id", json!(open.id.as_str()))]));
                    reason
                }
                None => {
                    let mut reason = Reason::new(format!("{what}, and no review covers that"));
                    reason.call = Some(of_commit(ws, commit, &files));
                    reason.fill = vec!["criteria".to_owned()];
                    reason
                }
            }
        }
    };
    reason.commit = commit.map(|c| c.id.clone());
    reason.call = reason.call.map(|c| here(ws, c));
    reason.files = files;
    reason
}

//! A plan, task or document that was renumbered or moved: its loop goes by the old place (SPEC 6.2, 7.1).
//!
//! The same words at another place are the same subject, where the old place says them no longer. An open loop is not
//! taken over in silence: it is named, with the call that gives it up; what it found and used up then goes on in the new
//! one. Numbers are no words: they are what changes.

use std::collections::HashMap;
use std::sync::LazyLock;

use regex::Regex;
use serde_json::json;

use crate::domain::ids::{LoopId, RepoPath};
use crate::domain::plan::numbers::{Today, says_the_same as says, today, words};
use crate::domain::plan::{Plan, layout};
use crate::domain::review::Remark;
use crate::domain::review_loop::{LoopState, Standing};
use crate::domain::subject::Subject;
use crate::error::Error;
use crate::io::store::Store;

use super::{Named, read_plan, whole_plan};
use crate::app::loops;
use crate::app::phases;
use crate::app::ranges;
use crate::app::workspace::Workspace;

/// The largest document that is compared, in bytes, and the most places that are named.
const DOCUMENT: u64 = 1 << 20;
const NAMED: usize = 4;

/// The most loops of places that are still there that are read to find one whose words went on.
const BESIDE: usize = 60;

/// Whose the last loop at a subject's place is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::app) enum Whose {
    /// The subject's own.
    Its,
    /// That of what has another place now.
    Others,
    /// What it was of stands nowhere any more: dropped, or rewritten here.
    Nobodys,
}

/// Tells whose the last loop at a subject's place is: by its words, since the number may be another's by now.
pub(in crate::app) fn whose(
    ws: &Workspace<'_>,
    store: &Store,
    last: &str,
    named: &Named,
) -> Result<Whose, Error> {
    let state = loops::load(store, last)?.state;
    let of_plan = matches!(state.subject, Subject::Task { .. } | Subject::Execution { .. });
    if !of_plan || state.contract.asks_the_same(&named.contract) || !has_left(ws, &state) {
        return Ok(Whose::Its);
    }
    Ok(if now_at(ws, &state).is_empty() { Whose::Nobodys } else { Whose::Others })
}

/// Returns the last loop that the subject had at another place, and says so in the notes.
///
/// # Errors
///
/// While that loop is open, and where several could be it.
pub(in crate::app) fn before(
    ws: &Workspace<'_>,
    store: &Store,
    named: &mut Named,
) -> Result<Option<LoopState>, Error> {
    let Some(last) = elsewhere(ws, store, named)? else {
        named.notes.extend(left_behind(ws, store, named)?);
        return Ok(None);
    };
    if last.outcome().is_none() {
        return Err(refusal(&last, &named.subject.label(), &[place(&named.subject)]));
    }
    let message =
        format!("{} was {} before: its review is {}", place(&named.subject), place(&last.subject), last.id);
    named.notes.push(Remark::new(0, "renumbered", message));
    Ok(Some(last))
}

/// Returns a task or an execution under the numbers that its plan had; nothing where it was not in that plan.
pub(in crate::app) fn under(ws: &Workspace<'_>, subject: &Subject, was: &Plan) -> Option<Subject> {
    let mut then = subject.clone();
    if let Subject::Task { plan_path, phase, plan, stem, task, files, .. } = &mut then {
        let now = super::plan_now(ws, plan_path)?;
        let number = match today(&now, was, task) {
            Today::Kept => task.clone(),
            Today::Moved(number) => number.to_owned(),
            Today::Gone => return None,
        };
        files.extend(was.task(&number)?.files.iter().cloned());
        *task = number;
        (*plan_path, *phase, *stem) = (was.path.clone(), super::phase_of(was), was.stem.clone());
        *plan = was.plan.clone().unwrap_or_else(|| was.stem.clone());
    } else if let Subject::Execution { plan_path, phase, plan, stem, files, .. } = &mut then {
        files.extend(was.tasks.iter().flat_map(|t| t.files.iter().cloned()));
        (*plan_path, *phase, *stem) = (was.path.clone(), super::phase_of(was), was.stem.clone());
        *plan = was.plan.clone().unwrap_or_else(|| was.stem.clone());
    }
    Some(then)
}

/// Returns the last loop that the subject had at another place, be it open or not.
///
/// # Errors
///
/// Where several could be it.
pub(in crate::app) fn elsewhere(
    ws: &Workspace<'_>,
    store: &Store,
    named: &Named,
) -> Result<Option<LoopState>, Error> {
    let Some(path) = named.subject.home().cloned() else { return Ok(None) };
    // A subject lies where most of its loops say: each place is looked at once, and only loops of what is gone are read;
    // of what still lies there the newest beside the new place, which is where numbers are shifted.
    let mut known: HashMap<String, bool> = HashMap::new();
    let mut gone = |was: &str| {
        let looked = || RepoPath::parse(was).map_or(true, |was| is_gone(ws, &was));
        *known.entry(was.to_owned()).or_insert_with(looked)
    };
    let beside = |was: &str| RepoPath::parse(was).is_ok_and(|was| was.parent() == path.parent());
    let branch = named.subject.branch().unwrap_or("(detached)");
    let own = named.subject.key(&named.contract);
    let of_kind = |key: &str| kind_of(key) == kind_of(&own) && key.ends_with(branch);
    let mut same: Vec<LoopState> =
        loops::of_subjects(store, |key| of_kind(key) && home_in_key(key).is_some_and(&mut gone))?
            .collect::<Result<_, _>>()?;
    // What still lies beside it goes on for itself, whether or not it can be read.
    let near = loops::of_subjects(store, |key| of_kind(key) && home_in_key(key).is_some_and(beside))?;
    let more: Vec<LoopState> = near
        .filter_map(Result::ok)
        .take(BESIDE)
        .filter(|s| same.iter().all(|known| known.id != s.id))
        .collect();
    same.extend(more);
    same.retain(|s| place(&s.subject) != place(&named.subject) && is_same(ws, s, named));
    same.retain(|s| has_left(ws, s));
    // What gave way to another loop is told by that.
    let followed: Vec<LoopId> = same.iter().filter_map(|s| s.predecessor.clone()).collect();
    same.retain(|s| !followed.contains(&s.id));
    loops::oldest_first(store, &mut same)?;
    let mut places: Vec<String> = same.iter().map(|s| place(&s.subject)).collect();
    places.sort();
    places.dedup();
    if places.len() > 1 {
        let list: Vec<String> = same.iter().map(|s| format!("{} ({})", s.id, place(&s.subject))).collect();
        return Err(Error::refused(format!(
            "{} holds the same words as what is gone elsewhere, and it cannot be told which of that it was",
            place(&named.subject)
        ))
        .at(field(&named.subject))
        .hint(format!("Reviewed at another place: {}", list.join(", ")))
        .hint("Name the work's `base` to begin anew at this place"));
    }
    Ok(same.pop())
}

/// Names the open loops beside a subject whose plan or document is gone, and whose words stand nowhere any more: whether
/// this one took their place, only its author knows.
fn left_behind(ws: &Workspace<'_>, store: &Store, named: &Named) -> Result<Option<Remark>, Error> {
    let Some(folder) = named.subject.home().and_then(RepoPath::parent) else { return Ok(None) };
    let own = named.subject.key(&named.contract);
    let beside = |home: &RepoPath| home.parent().as_ref() == Some(&folder);
    let here = |key: &str| {
        kind_of(key) == kind_of(&own)
            && home_in_key(key).and_then(|home| RepoPath::parse(home).ok()).is_some_and(|home| beside(&home))
    };
    let left: Vec<LoopState> = loops::of_subjects(store, here)?
        .filter_map(Result::ok)
        .filter(|s| s.outcome().is_none() && s.subject.branch() == named.subject.branch())
        .filter(|s| s.subject.home().is_some_and(|home| is_gone(ws, home)) && now_at(ws, s).is_empty())
        .collect();
    let Some(first) = left.first() else { return Ok(None) };
    let all: Vec<String> =
        left.iter().take(NAMED).map(|s| format!("{} ({})", s.id, place(&s.subject))).collect();
    let message = format!(
        "open, and of a plan that is gone: {}. Where {} took its place, give that loop up (`decide` with `loop_id` {}, `choice` abandon); what it found is looked for here by nobody",
        all.join(", "),
        place(&named.subject),
        first.id
    );
    Ok(Some(Remark::new(0, "left_behind", message)))
}

/// Looks whether the subject of an open loop is somewhere else by now. A review that is under way goes on, and it is
/// said; nothing where the subject is where it was, or nowhere.
///
/// # Errors
///
/// Where a next review would look for it at its old place, naming where the same words stand now.
pub(in crate::app) fn hold(ws: &Workspace<'_>, state: &LoopState) -> Result<Option<Remark>, Error> {
    if state.outcome().is_some() || state.subject.home().is_none() || !has_left(ws, state) {
        return Ok(None);
    }
    let places = now_at(ws, state);
    let Some(first) = places.first() else { return Ok(None) };
    // A document cannot be looked at where it is not.
    if state.standing == Standing::Review && state.subject.document().is_none() {
        let message = format!(
            "{} says what {} said: this review goes on as it began, the next one is asked for there",
            places.join(", "),
            place(&state.subject)
        );
        return Ok(Some(Remark::new(0, "renumbered", message)));
    }
    Err(refusal(state, first, &places))
}

fn refusal(state: &LoopState, label: &str, places: &[String]) -> Error {
    Error::refused(format!(
        "{} was renumbered: its review is open as {} in {}",
        label,
        state.subject.label(),
        state.id
    ))
    .at(field(&state.subject))
    .hint(format!("{} is gone and {} says the same in its place", place(&state.subject), places.join(", ")))
    .hint(format!(
        "Give that loop up, then review {}: what it found and used up goes on under the new number",
        if places.len() == 1 { "that" } else { "the one that is meant" }
    ))
    .call("decide", json!({ "loop_id": state.id.as_str(), "turn": state.turn, "choice": "abandon" }))
    .fill(&["reason", "decided_by"])
}

/// Returns the path of the document or plan that a key names; nothing for a free change.
fn home_in_key(key: &str) -> Option<&str> {
    key.strip_prefix("artifact\n").and_then(|rest| rest.split('\n').next()).or(Subject::plan_in_key(key))
}

fn kind_of(key: &str) -> &str {
    key.split('\n').next().unwrap_or_default()
}

/// Where a subject lies: the path of its plan or document, with its task.
fn place(subject: &Subject) -> String {
    let home = subject.home().map(ToString::to_string).unwrap_or_default();
    match subject {
        Subject::Task { task, .. } => format!("{home} task {task}"),
        Subject::Change { .. }
        | Subject::Plan { .. }
        | Subject::Execution { .. }
        | Subject::Artifact { .. } => home,
    }
}

fn field(subject: &Subject) -> &'static str {
    if matches!(subject, Subject::Artifact { .. }) { "artifact" } else { "plan" }
}

/// Tells whether a loop is about the same as what is named, by its words, on the same branch.
fn is_same(ws: &Workspace<'_>, state: &LoopState, named: &Named) -> bool {
    if state.subject.branch() != named.subject.branch() || state.subject.kind() != named.subject.kind() {
        return false;
    }
    match (&state.subject, &named.subject) {
        (Subject::Artifact { artifact, .. }, Subject::Artifact { artifact: now, .. }) if artifact != now => {
            false
        }
        (Subject::Plan { .. } | Subject::Artifact { .. }, _) => named
            .subject
            .document()
            .is_some_and(|path| was_this(ws, state, path, was_body(ws, state).as_deref())),
        (one, other) => {
            words(one.title()) == words(other.title()) && says(&state.contract.text, &named.contract.text)
        }
    }
}

/// Tells whether what a loop is about stands no longer where it stood.
fn has_left(ws: &Workspace<'_>, state: &LoopState) -> bool {
    let Some(home) = state.subject.home() else { return false };
    if is_gone(ws, home) {
        return true;
    }
    match &state.subject {
        Subject::Task { task, .. } => match read_plan(ws, home) {
            Ok(plan) => !plan.task(task).is_some_and(|t| says(&state.contract.text, &t.asked())),
            Err(_) => false,
        },
        Subject::Execution { .. } => match read_plan(ws, home) {
            Ok(plan) => !says(&state.contract.text, &asked_of(&plan)),
            Err(_) => false,
        },
        Subject::Plan { .. } | Subject::Artifact { .. } => match (body(ws, home), was_body(ws, state)) {
            (Some(now), Some(was)) => !is_alike(&was, &now),
            (None, _) | (_, None) => false,
        },
        Subject::Change { .. } => false,
    }
}

/// Returns the places beside the old one, and in the phases beside its own, where the words of a loop stand now.
fn now_at(ws: &Workspace<'_>, state: &LoopState) -> Vec<String> {
    let Some(home) = state.subject.home() else { return Vec::new() };
    let mut found = Vec::new();
    let mut folders: Vec<RepoPath> = home.parent().into_iter().collect();
    let root = layout::root_of(home);
    let phases = phases::folders(ws).unwrap_or_default();
    folders.extend(phases.iter().filter(|f| Some(&f.root) == root.as_ref()).map(|f| f.dir.clone()));
    if let (Subject::Artifact { .. }, Some(specs)) = (&state.subject, home.parent().and_then(|f| f.parent()))
    {
        let beside = ws.documents(Some(&specs)).list(Some(&specs)).unwrap_or_default();
        folders.extend(beside.into_iter().map(|entry| entry.path));
    }
    folders.dedup();
    let was = was_body(ws, state);
    for folder in folders {
        if let Subject::Artifact { .. } = &state.subject {
            let there = folder.join(home.file_name()).ok().filter(|path| path != home);
            let there = there.filter(|path| was_this(ws, state, path, was.as_deref()));
            found.extend(there.map(|path| path.to_string()));
            continue;
        }
        for plan in phases::plans_in(ws, &folder) {
            found.extend(in_plan(ws, state, &plan, was.as_deref()));
        }
    }
    found.sort();
    found.dedup();
    found.truncate(NAMED);
    found
}

/// Returns the places of one plan where the words of a loop stand.
fn in_plan(ws: &Workspace<'_>, state: &LoopState, plan: &Plan, was: Option<&str>) -> Vec<String> {
    let at = |subject: Subject| (place(&subject) != place(&state.subject)).then(|| place(&subject));
    match &state.subject {
        Subject::Task { title, .. } => plan
            .tasks
            .iter()
            .filter(|t| words(&t.name) == words(title) && says(&state.contract.text, &t.asked()))
            .filter_map(|t| at(super::task_of(ws, plan, t)))
            .collect(),
        Subject::Execution { .. } if says(&state.contract.text, &asked_of(plan)) => {
            at(whole_plan::execution_of(ws, plan)).into_iter().collect()
        }
        Subject::Plan { .. } => {
            let alike = was_this(ws, state, &plan.path, was) && !stood_beside(ws, state, &plan.path);
            at(whole_plan::subject_of(ws, plan)).filter(|_| alike).into_iter().collect()
        }
        Subject::Execution { .. } | Subject::Artifact { .. } | Subject::Change { .. } => Vec::new(),
    }
}

/// What the execution of a plan is asked for, as its loop's contract has it.
fn asked_of(plan: &Plan) -> String {
    plan.tasks.iter().map(|t| t.asked().trim().to_owned()).collect::<Vec<_>>().join("\n\n")
}

fn is_gone(ws: &Workspace<'_>, was: &RepoPath) -> bool {
    !ws.files.exists(was) && !ws.documents(Some(was)).exists(was)
}

/// Reads what a document says behind its front matter.
fn body(ws: &Workspace<'_>, path: &RepoPath) -> Option<String> {
    let text = ws.documents(Some(path)).read_text(path, DOCUMENT).ok()??;
    Some(without_front(&text).to_owned())
}

/// Reads what the document of a loop said when it was last looked at.
fn was_body(ws: &Workspace<'_>, state: &LoopState) -> Option<String> {
    let path = state.subject.document()?;
    ranges::restore(ws, state).ok()?;
    let bytes = ws.repository.read_at(&state.pass()?.change.head, path, DOCUMENT).ok()??;
    Some(without_front(&String::from_utf8_lossy(&bytes)).to_owned())
}

/// Tells whether the document at a path is the one of a loop: by what both say, or, where that is open and its own is
/// gone, by what git would call a rename. That one is only named, so it may be wrong.
fn was_this(ws: &Workspace<'_>, state: &LoopState, path: &RepoPath, was: Option<&str>) -> bool {
    let Some(here) = body(ws, path) else { return false };
    if was.is_some_and(|was| is_alike(was, &here)) {
        return true;
    }
    let gone = state.outcome().is_none() && state.subject.document().is_some_and(|old| is_gone(ws, old));
    gone && is_renamed(ws, state, path)
}

/// Tells whether git would call what stands at a path the document that a loop last looked at.
fn is_renamed(ws: &Workspace<'_>, state: &LoopState, path: &RepoPath) -> bool {
    /// The least likeness, in percent.
    const RENAMED: u32 = 60;
    let blob = state.pass().and_then(|p| p.change.files.first()?.blob.clone());
    let bytes = ws.documents(Some(path)).read(path, DOCUMENT).ok().flatten();
    blob.zip(bytes)
        .is_some_and(|(blob, bytes)| ws.repository.likeness(&blob, &bytes).is_ok_and(|n| n >= RENAMED))
}

/// Tells whether a document stood at a path, as it is, when a loop last looked at its own: a twin of that, not the same
/// under another name.
fn stood_beside(ws: &Workspace<'_>, state: &LoopState, path: &RepoPath) -> bool {
    let Some(pass) = state.pass() else { return false };
    let now = ws.documents(Some(path)).read(path, DOCUMENT).ok().flatten();
    let stood = ws.repository.read_at(&pass.change.head, path, DOCUMENT).ok().flatten();
    stood.is_some() && stood == now
}

fn without_front(text: &str) -> &str {
    let rest = text.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---\n"));
    rest.map_or(text, |(_, body)| body)
}

/// Tells whether two documents are one that was worked on: more than half of the lines of the longer stand in the other.
fn is_alike(one: &str, other: &str) -> bool {
    let plain = |line: &str| words(&TAGS.replace_all(line, " "));
    let lines = |text: &str| -> Vec<String> { text.lines().map(plain).filter(|l| !l.is_empty()).collect() };
    let (one, other) = (lines(one), lines(other));
    let mut left: HashMap<&str, usize> = HashMap::new();
    for line in &other {
        *left.entry(line).or_default() += 1;
    }
    let mut shared = 0;
    for line in &one {
        if let Some(n) = left.get_mut(line.as_str()).filter(|n| **n > 0) {
            *n -= 1;
            shared += 1;
        }
    }
    // What says nothing is like nothing.
    2 * shared > one.len().max(other.len())
}

/// What every plan has, whatever it says.
static TAGS: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"</?[A-Za-z_-]+[^<>]*>").expect("the pattern is a constant and compiles"));

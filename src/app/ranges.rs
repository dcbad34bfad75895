//! What is under review, pinned (SPEC 7.1): found by the first of the protocol's rules that holds a change, and
//! looked for by the same rule in every later pass.

use std::cell::OnceCell;
use std::collections::{BTreeMap, HashSet};

use crate::domain::brief::Place;
use crate::domain::diff::{ChangeKind, Commit, Diff, Mode, Renamed};
use crate::domain::ids::{Oid, RepoPath};
use crate::domain::plan;
use crate::domain::protocol::RangeRule;
use crate::domain::range::{self, TaskScope, is_book_keeping, touches};
use crate::domain::review::Remark;
use crate::domain::review_loop::LoopState;
use crate::domain::review_loop::state::PassRecord;
use crate::domain::subject::{Found, PinnedChange, PinnedCommit, PinnedFile, Snapshot, Subject};
use crate::error::Error;

use super::some_of::some_of;
use super::workspace::Workspace;

mod came;
mod commits;
mod document;
mod earlier;
mod former;
mod gone;
mod late;
mod merge_base;
mod merges;
mod moved;
mod moves;
mod no_base;
mod nothing;
mod shared;
mod since_plan;
mod snapshot;
mod uncommitted;
mod work_tree;

pub(super) use merges::side_that_differs;
pub(super) use snapshot::{FILE_LEFT_OUT, restore};
pub(super) use uncommitted::UNCOMMITTED;
pub(super) use work_tree::differing;

/// How far back commits are looked for.
const HISTORY: usize = 2000;

/// Tells whether a history that was read back to a base ends before it, since no more commits are looked through.
fn is_cut(history: &[Commit], base: Option<&Oid>) -> bool {
    let ends_early = |oldest: &Commit| !oldest.parents.is_empty() && oldest.parents.first() != base;
    history.len() >= HISTORY && history.last().is_some_and(ends_early)
}

/// Says that commits further back were not looked at, so that no silence is taken for their absence.
fn cut(history: &[Commit], base: Option<&Oid>) -> Option<Remark> {
    is_cut(history, base).then(|| {
        let message = format!(
            "only the newest {HISTORY} commits were looked through for what belongs to this review, those of earlier passes apart"
        );
        Remark::new(0, "history_cut", message)
    })
}

/// A pinned change with its diff and what stands around it.
#[derive(Debug, Clone)]
pub(super) struct Pinned {
    pub(super) change: PinnedChange,
    pub(super) diff: Diff,
    /// Commits since the phase began that no subject covers.
    pub(super) unreviewed: Vec<PinnedCommit>,
    pub(super) notes: Vec<Remark>,
    /// Contents that no commit holds, to be kept in the store along with the pass.
    pub(super) contents: Vec<Vec<u8>>,
    /// Added lines that read like a verdict, once they were looked for.
    pub(super) verdict_like: OnceCell<Vec<Place>>,
}

impl Pinned {
    /// Leaves of the listed commits those that no loop looked at.
    pub(super) fn list_uncovered(&mut self, covered: &Covered<'_>) -> Result<(), Error> {
        if !self.unreviewed.is_empty() {
            let ids: Vec<Oid> = self.unreviewed.iter().map(|c| c.id.clone()).collect();
            let covered = covered(&ids)?;
            self.unreviewed.retain(|c| !covered.contains(&c.id));
        }
        Ok(())
    }
}

/// Changed lines from which on nobody waits until they are freed: it takes a tenth as long as finding them.
const FREED_LATER: usize = 50_000;

impl Drop for Pinned {
    fn drop(&mut self) {
        if self.diff.changed_lines() > FREED_LATER {
            let diff = std::mem::take(&mut self.diff);
            // Without a thread to be had they are freed here.
            let _ = std::thread::Builder::new().name("free".to_owned()).spawn(move || drop(diff));
        }
    }
}

/// git's own name of a tree that holds nothing: what comes before a root commit.
pub(super) const EMPTY_TREE: &str = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

/// What the caller said about the range when the loop was opened.
#[derive(Debug, Clone, Default)]
pub(super) struct Wanted {
    pub(super) base: Option<Oid>,
    /// The range was named from the very beginning: it holds the root commit.
    pub(super) from_root: bool,
    pub(super) head: Option<Oid>,
    /// Narrows the range to these paths.
    pub(super) only: Vec<RepoPath>,
    /// Commits known to be the subject's from a loop it had under another name.
    pub(super) known: Vec<PinnedCommit>,
}

/// What came of looking by one rule.
enum Looked<'a> {
    Found(Box<Pinned>),
    /// There is no change where the rule looks: the refusal, should no other rule find one. Naming what could be
    /// meant reads much of the history, so it is worked out only then.
    Nothing(Box<dyn FnOnce() -> Result<Error, Error> + 'a>),
}

impl<'a> Looked<'a> {
    fn nothing(why: impl FnOnce() -> Result<Error, Error> + 'a) -> Self {
        Looked::Nothing(Box::new(why))
    }

    fn found(self) -> Result<Pinned, Error> {
        match self {
            Looked::Found(pinned) => Ok(*pinned),
            Looked::Nothing(why) => Err(why()?),
        }
    }
}

/// Tells which of some commits a loop looked at before.
pub(super) type Covered<'c> = dyn Fn(&[Oid]) -> Result<HashSet<Oid>, Error> + 'c;

/// Pins the change of a subject for its first pass.
pub(super) fn first(
    ws: &Workspace<'_>,
    subject: &Subject,
    rules: &[RangeRule],
    wanted: &Wanted,
    covered: &Covered<'_>,
) -> Result<Pinned, Error> {
    let mut pinned = found(ws, subject, rules, wanted, covered)?;
    pinned.list_uncovered(covered)?;
    Ok(pinned)
}

fn found(
    ws: &Workspace<'_>,
    subject: &Subject,
    rules: &[RangeRule],
    wanted: &Wanted,
    covered: &Covered<'_>,
) -> Result<Pinned, Error> {
    if let Some(path) = subject.document() {
        document::whole(wanted)?;
        return document::pin(ws, path);
    }
    // A head is a commit: what lies in the work tree comes after it.
    let in_work_tree = wanted.head.is_none() && rules.contains(&RangeRule::WorkTree);
    if wanted.from_root {
        return commits::explicit(ws, subject, None, wanted);
    }
    if let Some(base) = &wanted.base {
        if in_work_tree
            && let Looked::Found(pinned) = work_tree::first(ws, subject, wanted, Some(base), covered)?
        {
            return Ok(*pinned);
        }
        return commits::explicit(ws, subject, Some(base), wanted);
    }
    let mut nothing: Option<Looked<'_>> = None;
    for rule in rules {
        let looked = match rule {
            RangeRule::WorkTree if !in_work_tree => continue,
            RangeRule::WorkTree => work_tree::first(ws, subject, wanted, None, covered)?,
            RangeRule::CommitsOfTask => commits::first(ws, subject, wanted, covered)?,
            RangeRule::MergeBase => merge_base::first(ws, subject, wanted)?,
        };
        match looked {
            Looked::Found(pinned) => return Ok(*pinned),
            none @ Looked::Nothing(_) => nothing = Some(none),
        }
    }
    match nothing {
        Some(none) => none.found(),
        None => commits::first(ws, subject, wanted, covered)?.found(),
    }
}

/// Pins the change of a loop's next pass: the rule and the base stay, the head is now.
pub(super) fn again(
    ws: &Workspace<'_>,
    state: &LoopState,
    wanted_head: Option<&Oid>,
) -> Result<Pinned, Error> {
    restore(ws, state)?;
    let Some(last) = state.pass() else {
        return Err(Error::internal("a loop without a pass was pinned again"));
    };
    if wanted_head.is_none()
        && let Some(branch) = state.subject.branch().filter(|b| ws.repository.branch().as_deref() != Some(*b))
    {
        if ws.repository.tip_of_branch(branch)?.is_none() && ws.repository.head().is_ok() {
            return Err(gone::branch(ws, state, branch, last));
        }
        // The work tree that has the subject's branch knows better than any other what is not committed there.
        if last.change.found == Found::WorkTree
            && let Some(there) = ws.of_branch(branch)
        {
            if ws.repository.keeps_in_memory() {
                there.repository.keep_in_memory()?;
            }
            return looked_again(&there, state, last, None);
        }
    }
    looked_again(ws, state, last, wanted_head)
}

/// Tells whether what a pass looked at stands as it stood although its branch is gone: it was renamed, or merged and
/// deleted. By its contents, here or on the main branch, or by its head where that branch holds it.
pub(super) fn outlives_its_branch(
    ws: &Workspace<'_>,
    state: &LoopState,
    change: &PinnedChange,
) -> Result<bool, Error> {
    let Some(branch) = state.subject.branch() else { return Ok(false) };
    if ws.repository.tip_of_branch(branch)?.is_some() {
        return Ok(false);
    }
    let paths: Vec<RepoPath> = change.files.iter().map(|f| f.path.clone()).collect();
    let head = ws.repository.head().ok();
    if change.snapshot.is_some() {
        let here = snapshot::as_tracked(ws, head.as_ref(), &paths, &mut Vec::new())?;
        return Ok(stands(change, &here));
    }
    let mains: Vec<Oid> = ws.repository.main_branches(None).into_iter().map(|m| m.tip).collect();
    if mains.iter().any(|tip| ws.repository.is_ancestor(&change.head, tip).unwrap_or(false)) {
        return Ok(true);
    }
    for at in head.iter().chain(&mains) {
        if stands(change, &snapshot::committed(ws, Some(at), &paths)?) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Tells whether the checked-out commit holds all files of a change as it left them, whatever brought them there.
pub(super) fn stands_here(ws: &Workspace<'_>, change: &PinnedChange) -> Result<bool, Error> {
    let Ok(head) = ws.repository.head() else { return Ok(false) };
    let paths: Vec<RepoPath> = change.files.iter().map(|f| f.path.clone()).collect();
    Ok(!paths.is_empty() && stands(change, &snapshot::committed(ws, Some(&head), &paths)?))
}

fn stands(change: &PinnedChange, contents: &BTreeMap<RepoPath, Option<snapshot::Content>>) -> bool {
    change.files.iter().all(|file| {
        let expected = file.blob.as_ref().map(|blob| (blob, file.mode.unwrap_or(Mode::File)));
        let content = contents.get(&file.path).and_then(Option::as_ref);
        content.map(|c| (&c.blob, c.mode)) == expected
    })
}

fn looked_again(
    ws: &Workspace<'_>,
    state: &LoopState,
    last: &PassRecord,
    wanted_head: Option<&Oid>,
) -> Result<Pinned, Error> {
    if let Some(path) = state.subject.document() {
        if wanted_head.is_some() {
            return Err(document::no_revision("head"));
        }
        return document::pin(ws, path);
    }
    match (last.change.found, wanted_head) {
        (Found::WorkTree, None) => work_tree::again(ws, state, &last.change),
        (Found::MergeBase, _) => merge_base::again(ws, state, &last.change, wanted_head),
        (Found::Commits | Found::Document | Found::WorkTree, _) => commits::again(ws, state, wanted_head),
    }
}

/// Returns what stands at paths of the work tree, as git would keep it; nothing for a path where nothing does. What is
/// no file of this repository is left out. The contents can be read as blobs until the call ends; none is kept.
pub(super) fn at_hand(
    ws: &Workspace<'_>,
    paths: &[RepoPath],
) -> Result<BTreeMap<RepoPath, Option<(Oid, Mode)>>, Error> {
    let head = ws.repository.head().ok();
    let found = snapshot::as_tracked(ws, head.as_ref(), paths, &mut Vec::new())?;
    if !found.is_empty() {
        ws.repository.keep_in_memory()?;
        snapshot::take(ws, head.as_ref(), found.clone())?;
    }
    Ok(found.into_iter().map(|(path, content)| (path, content.map(|c| (c.blob, c.mode)))).collect())
}

/// Returns the names of what stands at paths of the work tree, as git would keep it; nothing for a path where nothing does.
pub(super) fn contents(
    ws: &Workspace<'_>,
    paths: &[RepoPath],
) -> Result<BTreeMap<RepoPath, Option<(Oid, Mode)>>, Error> {
    let head = ws.repository.head().ok();
    let found = snapshot::as_tracked(ws, head.as_ref(), paths, &mut Vec::new())?;
    Ok(found.into_iter().map(|(path, content)| (path, content.map(|c| (c.blob, c.mode)))).collect())
}

/// What a pinned change is made of.
struct Made<'m> {
    base: Option<&'m Oid>,
    head: Oid,
    commits: &'m [Commit],
    diff: Diff,
    found: Found,
    snapshot: Option<Snapshot>,
}

fn pin(made: Made<'_>, unreviewed: &[Commit], notes: Vec<Remark>) -> Result<Pinned, Error> {
    let Made { base, head, commits, diff, found, snapshot } = made;
    if diff.is_empty() {
        return Err(Error::refused(format!(
            "the range up to {} holds no change: what its commits did was undone, or is book-keeping",
            head.short()
        ))
        .at("head"));
    }
    let files = diff.files.iter().map(|f| PinnedFile {
        path: f.path.clone(),
        old_path: f.old_path.clone(),
        blob: f.new_blob.clone(),
        // A document is reviewed whole: nothing of it is an addition to something.
        added: f.kind == ChangeKind::Added && found != Found::Document,
        mode: f.new_mode.filter(|mode| *mode != Mode::File),
    });
    let change = PinnedChange {
        base: base.cloned(),
        head,
        commits: commits.iter().map(pinned).collect(),
        files: files.collect(),
        insertions: u32::try_from(diff.insertions()).unwrap_or(u32::MAX),
        deletions: u32::try_from(diff.deletions()).unwrap_or(u32::MAX),
        found,
        renamed: commits.iter().flat_map(|c| c.renamed.iter().cloned()).collect(),
        tip: None,
        snapshot,
        proof: Vec::new(),
    };
    Ok(Pinned {
        change,
        diff,
        unreviewed: unreviewed.iter().filter(|c| !only_documents(c)).map(pinned).collect(),
        notes,
        contents: Vec::new(),
        verdict_like: OnceCell::new(),
    })
}

/// The commits of a free change: those whose message names its id, or that touch the files it lists and came in from
/// nowhere else.
pub(super) fn by_name(history: &[Commit], id: &str, scope: &TaskScope) -> Vec<Commit> {
    let own = |c: &&Commit| {
        let named = names_id(&c.subject, id) || names_id(&c.body, id);
        let files = !scope.files.is_empty()
            && touches(&c.files, &scope.files)
            && !names_another(&c.subject, id)
            && !scope.came.contains(&c.id);
        (named || files) && c.parents.len() < 2 && !c.files.iter().all(is_book_keeping)
    };
    let mut commits: Vec<Commit> = history.iter().filter(own).cloned().collect();
    commits.reverse();
    commits
}

/// The names under which files of the subject go on after a rename that the change itself makes.
fn renamed(renames: &[Renamed], files: &[String]) -> Vec<String> {
    let named = |path: &RepoPath| touches(std::slice::from_ref(path), files);
    let mut names: Vec<String> =
        renames.iter().filter(|r| named(&r.from) && !named(&r.to)).map(|r| r.to.to_string()).collect();
    names.sort();
    names.dedup();
    names
}

/// Tells whether a message holds an id as a word of its own.
fn names_id(message: &str, id: &str) -> bool {
    let inside = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    message.match_indices(id).any(|(at, hit)| {
        let before = message[..at].chars().next_back();
        let after = message[at + hit.len()..].chars().next();
        !before.is_some_and(inside) && !after.is_some_and(inside)
    })
}

/// Tells whether a message names another change of the same row: `CART-8` where this one is `CART-7`.
fn names_another(message: &str, id: &str) -> bool {
    let Some((row, number)) = id.rsplit_once('-') else { return false };
    if row.is_empty() || number.is_empty() || !number.bytes().all(|b| b.is_ascii_digit()) {
        return false;
    }
    let word = |c: char| !(c.is_alphanumeric() || c == '-' || c == '_');
    message.split(word).any(|other| {
        other.rsplit_once('-').is_some_and(|(of, n)| {
            of == row && n != number && !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit())
        })
    })
}

fn inside(path: &RepoPath, only: &[RepoPath]) -> bool {
    only.iter().any(|o| path == o || path.as_str().starts_with(&format!("{o}/")))
}

/// A commit that only plans: there is no work in it to be reviewed.
fn only_documents(commit: &Commit) -> bool {
    commit.files.iter().all(|f| is_book_keeping(f) || plan::root_of(f).is_some())
}

fn pinned(commit: &Commit) -> PinnedCommit {
    PinnedCommit { id: commit.id.clone(), subject: commit.subject.clone() }
}

/// Names the commits that were likeliest meant.
fn likeliest(history: &[Commit], scope: &TaskScope) -> String {
    let likely: Vec<Commit> = range::likeliest(history, scope, 4).into_iter().cloned().collect();
    candidates(&likely)
}

/// Says that the caller narrowed the range, and what of the change that leaves out.
fn narrowed(only: &[RepoPath], left: &[RepoPath]) -> Option<Remark> {
    let list = |paths: &[RepoPath]| some_of(paths.iter().map(RepoPath::as_str), 8);
    (!only.is_empty() && !left.is_empty()).then(|| {
        let message = format!(
            "the range is narrowed by `files` to {}: of the change it leaves out {}",
            list(only),
            list(left)
        );
        Remark::new(0, "narrowed", message)
    })
}

/// Names commits in a sentence, the most of them by their short ids.
fn in_words(commits: &[Commit]) -> String {
    const NAMED: usize = 10;
    let ids: Vec<&str> = commits.iter().take(NAMED).map(|c| c.id.short()).collect();
    let more = match commits.len().saturating_sub(NAMED) {
        0 => String::new(),
        n => format!(" and {n} more"),
    };
    format!("{} {}{more}", if commits.len() == 1 { "commit" } else { "commits" }, ids.join(", "))
}

fn candidates(commits: &[Commit]) -> String {
    if commits.is_empty() {
        return "The history holds no commit that could be meant".to_owned();
    }
    let list: Vec<String> =
        commits.iter().take(4).map(|c| format!("{} {}", c.id.short(), c.subject)).collect();
    format!("Likeliest commits: {}", list.join("; "))
}

//! A change that lies in the work tree: a commit against staged, unstaged and new files, those of the subject only.
//!
//! The base stays for the whole loop. What was committed meanwhile is found as well, since it is the files' contents
//! that are compared, wherever they lie.

use std::collections::BTreeSet;

use crate::domain::diff::{Commit, Mode};
use crate::domain::ids::{Oid, RepoPath};
use crate::domain::plan;
use crate::domain::range::{Selection, TaskScope, is_book_keeping, stems, touching};
use crate::domain::review::Remark;
use crate::domain::review_loop::LoopState;
use crate::domain::subject::{Found, PinnedChange, Subject};
use crate::error::Error;
use crate::io::files::Kind;
use crate::io::git::{Differing, GitError};

use super::super::some_of::some_of;
use super::{
    Covered, HISTORY, Looked, Made, Pinned, Wanted, by_name, came, commits, cut, inside, late, likeliest,
    merges, moved, moves, narrowed, pin, snapshot,
};
use crate::app::subjects;
use crate::app::workspace::Workspace;

/// Looks for changes of the subject's files in the work tree; against HEAD, or the base the caller named.
///
/// Where commits carry a plan's scope already, the base is the one before them: half a task is no subject.
pub(super) fn first<'a>(
    ws: &'a Workspace<'_>,
    subject: &'a Subject,
    wanted: &Wanted,
    base: Option<&'a Oid>,
    covered: &Covered<'_>,
) -> Result<Looked<'a>, Error> {
    let head = head(ws)?;
    if let (Some(base), Some(head)) = (base, &head)
        && !ws.repository.is_ancestor(base, head)?
    {
        return Ok(Looked::nothing(|| {
            Ok(Error::refused("the base is not in the history of HEAD").at("base"))
        }));
    }
    let differing = near(ws, subject, &[])?;
    let dirty = own(subject, &wanted.only, &differing.paths);
    let scope = subjects::scope(ws, subject, subject.files().to_vec());
    if dirty.is_empty() {
        return Ok(Looked::nothing(move || {
            let history = history(ws, head.as_ref(), base)?;
            let mut all = ws.differing()?.as_ref().clone();
            moved_repositories(ws, &mut all)?;
            // Other files lead nowhere where none differs: what is committed is found from the commit before it.
            let is_clean = all.paths.is_empty() && all.repositories.is_empty();
            let fault = if is_clean && base.is_none() && head.is_some() { "base" } else { "files" };
            Ok(Error::refused(format!("the work tree holds no change of {}", subject.label()))
                .at(fault)
                .hint(clean(subject, &all))
                .hint(likeliest(&history, &scope)))
        }));
    }
    let mut notes = Vec::new();
    let Selection { commits: before, unreviewed, why, .. } = match (base, subject, &head) {
        (Some(_), _, _) => {
            let history = history(ws, head.as_ref(), base)?;
            let scope = subjects::told_apart(ws, subject, scope.clone(), &history);
            let scope = came::told(ws, subject, scope, &history)?;
            own_commits(&history, subject, &scope, base)
        }
        (None, Subject::Task { .. } | Subject::Execution { .. }, Some(head)) => {
            commits::select(ws, subject, &scope, head, &wanted.known)?.selection
        }
        (None, Subject::Change { id, .. }, Some(head)) => Selection {
            commits: committed_part(ws, id, (subject, &scope), head, covered, &mut notes)?,
            ..Selection::default()
        },
        (None, _, _) => Selection::default(),
    };
    let unreviewed = match &head {
        // Where none of it is committed yet, nothing told of the others' either.
        Some(head) if before.is_empty() || base.is_some() => {
            let near = commits::of_phase(ws, subject, &scope, head)?;
            let known = Selection { commits: before.clone(), unreviewed, ..Selection::default() };
            commits::since_phase(&near, &scope, &known)
        }
        Some(_) | None => unreviewed,
    };
    notes.extend(why);
    let base = match (base, before.first()) {
        (Some(base), _) => Some(base.clone()),
        (None, Some(oldest)) => oldest.parents.first().cloned(),
        (None, None) => head.clone(),
    };
    let mut paths: BTreeSet<RepoPath> = dirty.into_iter().collect();
    for commit in &before {
        paths.extend(of_commit(ws, subject, &wanted.only, commit, (base.as_ref(), head.as_ref())));
    }
    notes.extend(said(ws, subject, &differing, &paths));
    notes.extend(left_out(subject, &wanted.only, &differing.paths));
    follow_renames(ws, head.as_ref(), &mut paths, &mut notes)?;
    if !before.is_empty() {
        let message =
            format!("{} commits of it are reviewed together with what is not committed", before.len());
        notes.push(Remark::new(0, "commits_included", message));
    }
    paths.extend(listed(ws, subject, head.as_ref())?);
    let at = At { base, head, here: true };
    match build(ws, &at, &paths, &before, &unreviewed, notes)? {
        Some(mut pinned) => {
            merges::by_hand_here(ws, subject, at.sides(), &mut pinned)?;
            Ok(Looked::Found(Box::new(pinned)))
        }
        None => Ok(Looked::nothing(move || {
            Ok(Error::refused(format!("the work tree holds no change of {}", subject.label())).at("files"))
        })),
    }
}

/// Returns the commits of a free change that no review looked at, oldest first, from the first of them on: half of it
/// may be committed. An id that is a plain word stands in others' messages too: then none of them counts, and they are
/// said.
fn committed_part(
    ws: &Workspace<'_>,
    id: &str,
    (subject, scope): (&Subject, &TaskScope),
    head: &Oid,
    covered: &Covered<'_>,
    notes: &mut Vec<Remark>,
) -> Result<Vec<Commit>, Error> {
    let mut own = commits::select(ws, subject, scope, head, &[])?.selection.commits;
    if own.is_empty() {
        return Ok(own);
    }
    let ids: Vec<Oid> = own.iter().map(|c| c.id.clone()).collect();
    let seen = covered(&ids)?;
    let first = own.iter().position(|c| !seen.contains(&c.id)).unwrap_or(own.len());
    own.drain(..first);
    let tells = id.contains(|c: char| c.is_ascii_digit() || c == '-' || c == '_');
    if tells || own.is_empty() {
        return Ok(own);
    }
    let message = format!(
        "{} commits name {id:?} in their messages and are not reviewed here, since the word may mean anything; where they belong to it, name the `base` before them",
        own.len()
    );
    notes.push(Remark::new(0, "older_commits", message));
    Ok(Vec::new())
}

/// Returns what differs in the work tree, as far as it can be the subject's: a subject that lists its files is told
/// by those, however many others there are. `more` are paths it has besides.
fn near(ws: &Workspace<'_>, subject: &Subject, more: &[RepoPath]) -> Result<Differing, Error> {
    let listed = stems(subject.files());
    let all: Option<Vec<&RepoPath>> = listed.as_ref().map(|listed| listed.iter().chain(more).collect());
    if let Some(all) = &all
        && ws.repository.index_size() > LARGE_INDEX
        && let Some(found) = by_content(ws, all)?
    {
        return Ok(found);
    }
    let mut found = match &all {
        Some(all) => ws.differing_at(all)?,
        None => ws.differing()?.as_ref().clone(),
    };
    look_closer(ws, all.as_deref(), &mut found)?;
    moved_repositories(ws, &mut found)?;
    Ok(found)
}

/// Returns which of some files differ from the checked-out commit; the cost is theirs, however large the index is.
pub(in crate::app) fn differing(ws: &Workspace<'_>, files: &[&RepoPath]) -> Result<Differing, Error> {
    if ws.repository.index_size() > LARGE_INDEX
        && let Some(found) = by_content(ws, files)?
    {
        return Ok(found);
    }
    Ok(ws.differing_at(files)?)
}

/// Adds the repositories inside this one that stand at another commit: a commit here would hold that.
fn moved_repositories(ws: &Workspace<'_>, found: &mut Differing) -> Result<(), Error> {
    let head = head(ws)?;
    let mut moved = Vec::new();
    for path in found.repositories.iter().filter_map(|name| RepoPath::parse(name).ok()) {
        let was = snapshot::entry_at(ws, head.as_ref(), &path)?.filter(|(_, mode)| *mode == Mode::Submodule);
        if let Some((was, _)) = was
            && ws.repository.submodule_at(&path).is_some_and(|now| now != was)
        {
            moved.push(path);
        }
    }
    found.repositories.retain(|name| moved.iter().all(|path| path.as_str() != name));
    found.paths.extend(moved);
    found.paths.sort();
    Ok(())
}

/// Adds what differs although git was told not to look at it: nobody who reviews was told.
fn look_closer(ws: &Workspace<'_>, only: Option<&[&RepoPath]>, found: &mut Differing) -> Result<(), Error> {
    let head = head(ws)?;
    let is_meant =
        |path: &RepoPath| only.is_none_or(|only| only.iter().any(|o| inside(path, std::slice::from_ref(*o))));
    for path in ws.repository.unwatched()?.into_iter().filter(is_meant) {
        if found.paths.contains(&path) {
            continue;
        }
        let one = std::slice::from_ref(&path);
        let contents = snapshot::as_tracked(ws, head.as_ref(), one, &mut Vec::new())?;
        let entry = snapshot::entry_at(ws, head.as_ref(), &path)?;
        let differs = match contents.get(&path) {
            Some(Some(content)) => !content.is(entry.as_ref()),
            Some(None) => entry.is_some(),
            None => false,
        };
        if differs {
            found.unwatched.push(path.clone());
            found.paths.push(path);
        }
    }
    found.paths.sort();
    Ok(())
}

/// Bytes of git's index from which on it is not read for a few listed files: some 40,000 files.
const LARGE_INDEX: u64 = 4 << 20;

/// Compares listed files with the checked-out commit by their contents, so that the cost is theirs and not that of
/// all the repository's. What is staged besides is not told then. Nothing where that cannot answer: of folders, of
/// repositories inside, of files that git ignores and may still have staged, and before the first commit.
fn by_content(ws: &Workspace<'_>, paths: &[&RepoPath]) -> Result<Option<Differing>, Error> {
    let Some(head) = head(ws)? else { return Ok(None) };
    for path in paths {
        let file = matches!(ws.files.kind(path), Ok(Some(Kind::File) | None));
        if !file || ws.repository.is_folder_at(&head, path)? {
            return Ok(None);
        }
    }
    let paths: Vec<RepoPath> = paths.iter().copied().cloned().collect();
    let mut notes = Vec::new();
    let contents = snapshot::as_tracked(ws, Some(&head), &paths, &mut notes)?;
    if !notes.is_empty() {
        return Ok(None);
    }
    let mut found = Differing::default();
    for (path, content) in contents {
        let entry = snapshot::entry_at(ws, Some(&head), &path)?;
        let differs = match &content {
            Some(content) => !content.is(entry.as_ref()),
            None => entry.is_some(),
        };
        if differs && entry.is_none() && ws.repository.ignores(&path)? {
            return Ok(None);
        }
        if differs {
            found.paths.push(path);
        }
    }
    Ok(Some(found))
}

fn history(ws: &Workspace<'_>, head: Option<&Oid>, base: Option<&Oid>) -> Result<Vec<Commit>, Error> {
    match head {
        Some(head) => Ok(ws.repository.history(head, base, HISTORY)?),
        None => Ok(Vec::new()),
    }
}

/// Looks again: at the same files since the same base, committed or not, and at what the subject touches now.
pub(super) fn again(ws: &Workspace<'_>, state: &LoopState, last: &PinnedChange) -> Result<Pinned, Error> {
    let subject = &state.subject;
    let here = subject.branch() == ws.repository.branch().as_deref();
    let head = if here { head(ws)? } else { Some(ws.tip(subject)?) };
    let base = match &head {
        Some(head) => moved::base(ws, state, last, head)?,
        None => None,
    };
    let pinned: Vec<RepoPath> =
        last.files.iter().flat_map(|f| [Some(f.path.clone()), f.old_path.clone()]).flatten().collect();
    let history = history(ws, head.as_ref(), base.as_ref())?;
    let mut files: Vec<String> = subject.files().to_vec();
    if files.is_empty() {
        files.extend(pinned.iter().map(ToString::to_string));
    }
    let scope = subjects::scope(ws, subject, files);
    let scope = subjects::told_apart(ws, subject, scope, &history);
    let scope = came::told_since(ws, (subject, false), scope, &history)?;
    let Selection { commits, unreviewed, why, .. } = own_commits(&history, subject, &scope, base.as_ref());
    let late = match &head {
        Some(head) => {
            let is_mine = |c: &Commit| commits.iter().any(|m| m.id == c.id);
            late::since(ws, state, (last, head), &scope, is_mine)?
        }
        None => late::Late::default(),
    };
    let is_mine = |c: &Commit| commits.iter().any(|m| m.id == c.id) || late.taken.contains(&c.id);
    let mine: Vec<Commit> = history.iter().rev().filter(|c| is_mine(c)).cloned().collect();
    let mut unreviewed: Vec<Commit> = unreviewed.into_iter().filter(|c| !is_mine(c)).collect();
    unreviewed.extend(late.left);
    let pulled_up = above_pulled(base.as_ref(), &history, &scope.came);
    let base = pulled_up.clone().or(base);
    let mut paths: BTreeSet<RepoPath> =
        pinned.iter().filter(|p| state.only.is_empty() || inside(p, &state.only)).cloned().collect();
    for commit in &mine {
        paths.extend(of_commit(ws, subject, &state.only, commit, (base.as_ref(), head.as_ref())));
    }
    let mut notes = why;
    notes.extend(late.notes);
    notes.extend(cut(&history, base.as_ref()));
    // Where others moved a file of the change, it goes on under its new name.
    let away = moves::away(history.iter(), &pinned);
    notes.extend(moves::said(&away, &mine));
    paths.extend(away.into_iter().map(|a| a.to));
    if here {
        let differing = near(ws, subject, &pinned)?;
        paths.extend(own(subject, &state.only, &differing.paths));
        notes.extend(said(ws, subject, &differing, &paths));
        notes.extend(left_out(subject, &state.only, &differing.paths));
        follow_renames(ws, head.as_ref(), &mut paths, &mut notes)?;
    }
    if let Some(now) = &pulled_up {
        let message = format!("others' commits were pulled in: the range begins at {} now", now.short());
        notes.push(Remark::new(0, "base_moved", message));
    }
    let at = At { base, head, here };
    match build(ws, &at, &paths, &mine, &unreviewed, notes)? {
        Some(mut pinned) => {
            merges::by_hand_here(ws, subject, at.sides(), &mut pinned)?;
            Ok(pinned)
        }
        None => Err(Error::refused(format!(
            "nothing of {} differs from its base any more, neither in the work tree nor in commits",
            subject.label()
        ))
        .at("files")),
    }
}

/// The least likeness, in percent, by which a new file is taken for the renamed old one: git's own.
const ALIKE: u32 = 50;

/// The most new files that are looked through for renamed ones.
const NEW_FILES: usize = 200;

/// Adds the new names of files that are gone from the work tree: a rename is no removal.
fn follow_renames(
    ws: &Workspace<'_>,
    head: Option<&Oid>,
    paths: &mut BTreeSet<RepoPath>,
    notes: &mut Vec<Remark>,
) -> Result<(), Error> {
    let mut gone = Vec::new();
    for path in paths.iter().filter(|p| !ws.files.exists(p) && !ws.repository.is_left_out(p)) {
        if let Some((blob, Mode::File | Mode::Executable)) = snapshot::entry_at(ws, head, path)? {
            gone.push((path.clone(), blob));
        }
    }
    if gone.is_empty() {
        return Ok(());
    }
    // A file goes anywhere when it is renamed.
    let differing = ws.differing()?;
    let mut new = Vec::new();
    for path in differing.paths.iter().filter(|p| !is_book_keeping(p) && !paths.contains(*p)) {
        if new.len() < NEW_FILES
            && snapshot::entry_at(ws, head, path)?.is_none()
            && let Ok(Some(bytes)) = ws.files.read(path, 4 << 20)
        {
            new.push((path, bytes));
        }
    }
    for (old, blob) in gone {
        let mut best: Option<(u32, &RepoPath)> = None;
        for (path, bytes) in &new {
            let alike = ws.repository.likeness(&blob, bytes)?;
            if alike >= ALIKE && best.is_none_or(|(most, _)| alike > most) {
                best = Some((alike, path));
            }
        }
        if let Some((alike, path)) = best {
            let message = format!("{old} is gone and {path} is {alike} % like it: reviewed as renamed");
            notes.push(Remark::new(0, "renamed", message));
            paths.insert(path.clone());
        }
    }
    Ok(())
}

/// Returns the checked-out commit; nothing before the first one.
fn head(ws: &Workspace<'_>) -> Result<Option<Oid>, Error> {
    match ws.repository.head() {
        Ok(head) => Ok(Some(head)),
        Err(GitError::NoCommit { .. }) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Returns those paths that are the subject's: the files it lists; where a change or an execution lists none,
/// everything but planning documents. Book-keeping never is.
fn own(subject: &Subject, only: &[RepoPath], paths: &[RepoPath]) -> Vec<RepoPath> {
    let files = subject.files();
    let kept: Vec<RepoPath> = paths
        .iter()
        .filter(|p| !is_book_keeping(p) && (only.is_empty() || inside(p, only)))
        .filter(|p| !files.is_empty() || !only.is_empty() || plan::root_of(p).is_none())
        .cloned()
        .collect();
    match subject {
        _ if !files.is_empty() => touching(&kept, files),
        Subject::Change { .. } | Subject::Execution { .. } => kept,
        // Nothing tells which of the files that differ are a task's that lists none.
        Subject::Task { .. } | Subject::Plan { .. } | Subject::Artifact { .. } => Vec::new(),
    }
}

/// Says which of the subject's files that differ the caller left out.
fn left_out(subject: &Subject, only: &[RepoPath], differing: &[RepoPath]) -> Option<Remark> {
    let mut left = own(subject, &[], differing);
    left.retain(|path| !inside(path, only));
    narrowed(only, &left)
}

/// Returns all files of one of the subject's own commits, those outside its list among them; no documents that plan, but
/// for those it lists.
fn of_commit(
    ws: &Workspace<'_>,
    subject: &Subject,
    only: &[RepoPath],
    commit: &Commit,
    (base, head): (Option<&Oid>, Option<&Oid>),
) -> Vec<RepoPath> {
    let listed = own(subject, only, &commit.files);
    let ticks = |f: &RepoPath| head.is_some_and(|head| subjects::is_plan_alone(ws, subject, (base, head), f));
    let beside = commit.files.iter().filter(|f| {
        !listed.contains(f)
            && !is_book_keeping(f)
            && (only.is_empty() || inside(f, only))
            && plan::root_of(f).is_none()
            && !ticks(f)
    });
    beside.cloned().chain(listed.iter().cloned()).collect()
}

/// Returns the newest of the commits that were pulled in right above a base, before any other.
fn above_pulled(base: Option<&Oid>, history: &[Commit], came: &BTreeSet<Oid>) -> Option<Oid> {
    let mut at = base?.clone();
    let mut moved = false;
    for commit in history.iter().rev() {
        if commit.parents.as_slice() != std::slice::from_ref(&at) || !came.contains(&commit.id) {
            break;
        }
        at = commit.id.clone();
        moved = true;
    }
    moved.then_some(at)
}

/// Returns the subject's own commits since its base.
fn own_commits(history: &[Commit], subject: &Subject, scope: &TaskScope, base: Option<&Oid>) -> Selection {
    match subject {
        Subject::Change { id, .. } => {
            Selection { commits: by_name(history, id, scope), ..Selection::default() }
        }
        Subject::Task { .. }
        | Subject::Execution { .. }
        | Subject::Plan { .. }
        | Subject::Artifact { .. } => crate::domain::range::commits_of_task(history, scope, base),
    }
}

/// Returns the listed files that git tracks: index flags could hide that they differ.
fn listed(ws: &Workspace<'_>, subject: &Subject, head: Option<&Oid>) -> Result<Vec<RepoPath>, Error> {
    let mut found = Vec::new();
    for file in subject.files() {
        let Ok(path) = RepoPath::parse(file) else { continue };
        if !is_book_keeping(&path) && snapshot::entry_at(ws, head, &path)?.is_some() {
            found.push(path);
        }
    }
    Ok(found)
}

/// Says what the differing files are, where none of them is the subject's.
fn clean(subject: &Subject, differing: &Differing) -> String {
    if differing.paths.is_empty() && !differing.repositories.is_empty() {
        return format!(
            "Only what lies inside {} differs, which is a repository of its own: commit it there",
            differing.repositories.join(", ")
        );
    }
    if differing.paths.is_empty() {
        return "The work tree is clean: where the work is committed, name its `base`, the commit before it"
            .to_owned();
    }
    let named = some_of(differing.paths.iter().map(RepoPath::as_str), 5);
    let files = match subject.files() {
        [] => "it lists no files".to_owned(),
        files => format!("its files are {}", files.join(", ")),
    };
    format!("What differs is {named}; {files}")
}

/// Says which files hold both sides of a merge or a rebase that nobody settled yet.
pub(super) fn merge_conflict<'p>(paths: impl Iterator<Item = &'p RepoPath>) -> Option<Remark> {
    let named: Vec<&str> = paths.map(RepoPath::as_str).take(5).collect();
    (!named.is_empty()).then(|| {
        let message = format!(
            "{} stand as git left them in a merge that is not settled: both sides, with its marks between",
            named.join(", ")
        );
        Remark::new(0, "merge_conflict", message)
    })
}

/// Remarks on what the work tree holds beside plain changes.
fn said(
    ws: &Workspace<'_>,
    subject: &Subject,
    differing: &Differing,
    paths: &BTreeSet<RepoPath>,
) -> Vec<Remark> {
    let mut notes = Vec::new();
    for path in differing.staged_apart.iter().filter(|p| paths.contains(*p)) {
        let how = if ws.repository.is_in_index(path) { "with another content" } else { "as removed" };
        let message = format!("{path} is staged {how}; the file as it stands is reviewed");
        notes.push(Remark::new(0, "staged_apart", message));
    }
    notes.extend(merge_conflict(differing.conflicted.iter().filter(|p| paths.contains(*p))));
    for path in differing.unwatched.iter().filter(|p| paths.contains(*p)) {
        let message = format!(
            "git was told not to look at {path}, and it differs: it is reviewed as it stands (`git update-index \
             --no-assume-unchanged --no-skip-worktree` lets git see it)"
        );
        notes.push(Remark::new(0, "unwatched", message));
    }
    for path in &differing.unnamed {
        notes.push(snapshot::left_out(
            path,
            "stands for a file whose name cannot be written down (rename it)",
        ));
    }
    for path in &differing.closed {
        notes.push(snapshot::left_out(path, "cannot be looked into (its permissions forbid it)"));
    }
    if subject.files().is_empty() {
        for path in &differing.repositories {
            notes.push(snapshot::left_out(path, "is a repository of its own"));
        }
        let message = "the subject names no `files`: every file that differs in the work tree counts";
        notes.push(Remark::new(0, "all_differing", message));
    }
    notes
}

/// Between what is compared.
struct At {
    base: Option<Oid>,
    head: Option<Oid>,
    /// The subject's branch is the one checked out, so that the work tree is its.
    here: bool,
}

impl At {
    fn sides(&self) -> (Option<&Oid>, Option<&Oid>, bool) {
        (self.base.as_ref(), self.head.as_ref(), self.here)
    }
}

/// Pins the paths that differ from the base as they stand; nothing where none does.
fn build(
    ws: &Workspace<'_>,
    at: &At,
    paths: &BTreeSet<RepoPath>,
    commits: &[Commit],
    unreviewed: &[Commit],
    mut notes: Vec<Remark>,
) -> Result<Option<Pinned>, Error> {
    let mut paths = paths.clone();
    if at.here {
        // A folder that became a link: what was in it is gone, and the link came in its place.
        let mut known = snapshot::Links::default();
        let links: Vec<RepoPath> = paths.iter().filter_map(|path| known.above(&ws.files, path)).collect();
        paths.extend(links);
    }
    let paths: Vec<RepoPath> = paths.into_iter().collect();
    let mut contents = match at.here {
        true => snapshot::as_tracked(ws, at.head.as_ref(), &paths, &mut notes)?,
        false => snapshot::committed(ws, at.head.as_ref(), &paths)?,
    };
    let differs = |from: Option<&Oid>, path: &RepoPath, content: Option<&snapshot::Content>| {
        let entry = snapshot::entry_at(ws, from, path)?;
        Ok::<bool, Error>(match content {
            Some(content) => !content.is(entry.as_ref()),
            None => entry.is_some(),
        })
    };
    let mut changed = Vec::new();
    for (path, content) in &contents {
        if differs(at.base.as_ref(), path, content.as_ref())? {
            changed.push(path.clone());
        }
    }
    if changed.is_empty() {
        return Ok(None);
    }
    let mut uncommitted = BTreeSet::new();
    for (path, content) in &contents {
        if differs(at.head.as_ref(), path, content.as_ref())? {
            uncommitted.insert(path.clone());
        }
    }
    contents.retain(|path, _| uncommitted.contains(path));
    let (head, snapshot, kept) = match (&at.head, contents.is_empty()) {
        (Some(head), true) => (head.clone(), None, Vec::new()),
        (under, _) => {
            let taken = snapshot::take(ws, under.as_ref(), contents)?;
            (taken.head, Some(taken.snapshot), taken.contents)
        }
    };
    let diff = ws.repository.diff_within(at.base.as_ref(), &head, &changed)?;
    let made = Made { base: at.base.as_ref(), head, commits, diff, found: Found::WorkTree, snapshot };
    let mut pinned = pin(made, unreviewed, notes)?;
    pinned.contents = kept;
    Ok(Some(pinned))
}

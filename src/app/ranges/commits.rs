//! A change that lies in commits: those of the task, followed over amends, or a range the caller named.

use std::borrow::Cow;

use crate::domain::diff::{Commit, Renamed};
use crate::domain::ids::{Oid, RepoPath};
use crate::domain::range::{self, TaskScope, is_book_keeping, touches};
use crate::domain::review::Remark;
use crate::domain::review_loop::LoopState;
use crate::domain::subject::{Found, PinnedCommit, Subject};
use crate::error::Error;

use super::{
    Covered, HISTORY, Looked, Made, Pinned, Wanted, by_name, came, candidates, cut, earlier, former, inside,
    is_cut, late, likeliest, merges, moved, moves, names_id, narrowed, no_base, nothing, pin, renamed,
    shared, since_plan, uncommitted,
};
use crate::app::subjects;
use crate::app::workspace::Workspace;

/// Looks for the commits of a subject in its branch's history.
pub(super) fn first<'a>(
    ws: &'a Workspace<'_>,
    subject: &'a Subject,
    wanted: &Wanted,
    covered: &Covered<'_>,
) -> Result<Looked<'a>, Error> {
    let head = head(ws, subject, wanted)?;
    let scope = subjects::scope(ws, subject, subject.files().to_vec());
    let messages = ws.repository.messages(&head, HISTORY)?;
    // What a loop had under another name is known from there.
    let former = match wanted.known.is_empty() {
        true => former::work(ws, subject, &messages, covered)?,
        false => former::Former::default(),
    };
    let known = if former.commits.is_empty() { &wanted.known } else { &former.commits };
    let mut found = selected(ws, subject, &scope, (&head, &messages), (known, Earlier::LeftOut))?;
    if found.selection.commits.is_empty() && !found.earlier.is_empty() {
        found = selected(ws, subject, &scope, (&head, &messages), (known, Earlier::Taken))?;
    }
    found.notes.extend(former.notes);
    if found.selection.commits.is_empty() {
        return Ok(Looked::nothing(move || {
            let history = ws.repository.history(&head, None, HISTORY)?;
            Ok(nothing::empty(ws, subject, &history, &scope))
        }));
    }
    let Selected { selection, base, near, mut notes, .. } = found;
    notes.extend(selection.why);
    let only = &wanted.only;
    let chosen = Chosen { commits: &selection.commits, base: base.as_ref(), tip: &head, around: &near };
    let mut pinned = build(ws, subject, &chosen, only, &selection.unreviewed, notes)?;
    if wanted.head.is_none() {
        pinned.notes.extend(uncommitted::said(ws, subject, &wanted.only, &pinned));
    }
    let paths: Vec<RepoPath> = pinned
        .change
        .files
        .iter()
        .flat_map(|f| f.old_path.clone().into_iter().chain([f.path.clone()]))
        .collect();
    let renamed_too =
        pinned.change.renamed.iter().any(|r| touches(std::slice::from_ref(&r.from), subject.files()));
    if wanted.only.is_empty()
        && matches!(subject, Subject::Task { .. })
        && !subject.files().is_empty()
        && !touches(&paths, subject.files())
        && !renamed_too
    {
        let error = Error::refused(format!(
            "the commits that name {} touch none of its files ({})",
            subject.label(),
            subject.files().join(", ")
        ))
        .at("base")
        .hint(candidates(&selection.commits))
        .hint("Mend the task's list of files where it is wrong, or name the `base` that is meant");
        return Ok(Looked::nothing(move || Ok(error)));
    }
    if !wanted.only.is_empty() && !subject.files().is_empty() && !touches(&paths, subject.files()) {
        return Err(Error::invalid("files", "narrows the range to none of the task's own files")
            .hint(format!("The task lists: {}", subject.files().join(", "))));
    }
    Ok(Looked::Found(Box::new(pinned)))
}

/// The commits of a subject and where they begin.
#[derive(Debug, Default)]
pub(super) struct Selected {
    pub(super) selection: range::Selection,
    pub(super) base: Option<Oid>,
    /// What they were selected from, newest first.
    pub(super) near: Vec<Commit>,
    pub(super) notes: Vec<Remark>,
    /// The commits of an earlier plan with the same numbers that were left out.
    pub(super) earlier: Vec<Commit>,
}

/// What is done with the commits of an earlier plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Earlier {
    LeftOut,
    Taken,
}

/// Selects the subject's own commits from the history of a head: those that name it, and since the first of them
/// those that touch its files.
pub(super) fn select(
    ws: &Workspace<'_>,
    subject: &Subject,
    scope: &TaskScope,
    head: &Oid,
    known: &[PinnedCommit],
) -> Result<Selected, Error> {
    let messages = ws.repository.messages(head, HISTORY)?;
    selected(ws, subject, scope, (head, &messages), (known, Earlier::LeftOut))
}

fn selected(
    ws: &Workspace<'_>,
    subject: &Subject,
    scope: &TaskScope,
    (head, messages): (&Oid, &[Commit]),
    (known, of_earlier): (&[PinnedCommit], Earlier),
) -> Result<Selected, Error> {
    let named = match subject {
        Subject::Change { id, .. } => {
            let oldest = messages.iter().rposition(|c| names_id(&c.subject, id) || names_id(&c.body, id));
            oldest.map(|at| at + 1)
        }
        Subject::Task { .. }
        | Subject::Execution { .. }
        | Subject::Plan { .. }
        | Subject::Artifact { .. } => range::reach(messages, scope),
    };
    let still = moved::still_there(ws, subject, (messages, None), known, head)?;
    let oldest = messages.iter().rposition(|c| still.kept.contains(&c.id)).map(|at| at + 1);
    let near = match named.max(oldest) {
        Some(reach) => ws.repository.with_files(messages[..reach].to_vec())?,
        // No message tells: the files must.
        None if subjects::has_no_scope(subject) => return since_plan::found(ws, subject, scope, head),
        None => return Ok(Selected::default()),
    };
    let scope = subjects::told_apart(ws, subject, scope.clone(), &near);
    let mut scope = came::told(ws, subject, scope, &near)?;
    let older = earlier::than_its_plan(ws, subject, &scope, (&near, head), &still.kept)?;
    if of_earlier == Earlier::LeftOut {
        scope.earlier = older.of_another.iter().map(|c| c.id.clone()).collect();
    }
    let scope = &scope;
    // Tests before the first commit that nothing gave to it: they lie before the range, and are said all the same.
    let mut unpaired = Vec::new();
    let first = match subject {
        Subject::Change { id, .. } => by_name(&near, id, &TaskScope::default()).first().cloned(),
        Subject::Task { .. }
        | Subject::Execution { .. }
        | Subject::Plan { .. }
        | Subject::Artifact { .. } => {
            let found = range::commits_of_task(&near, scope, None);
            unpaired = found.why.into_iter().filter(|why| why.code == range::UNPAIRED).collect();
            found.commits.first().cloned()
        }
    };
    let kept = near.iter().rfind(|c| still.kept.contains(&c.id));
    // The older of the two begins the range; a history is newest first.
    let at = |c: &Commit| near.iter().position(|n| n.id == c.id);
    let first = [first.as_ref(), kept].into_iter().flatten().max_by_key(|c| at(c)).cloned();
    let Some(first) = first else {
        return match subjects::has_no_scope(subject) {
            true => since_plan::found(ws, subject, scope, head),
            false => Ok(Selected { earlier: older.of_another, ..Selected::default() }),
        };
    };
    let base = first.parents.first().cloned();
    let mut scope = scope.clone();
    let mut selection = own(&near, subject, &scope, base.as_ref());
    loop {
        let renames: Vec<Renamed> =
            selection.commits.iter().flat_map(|c| c.renamed.iter().cloned()).collect();
        let more = renamed(&renames, &scope.files);
        if more.is_empty() {
            break;
        }
        scope.files.extend(more);
        selection = own(&near, subject, &scope, base.as_ref());
    }
    if !still.kept.is_empty() {
        let mine = |c: &&Commit| still.kept.contains(&c.id) || selection.commits.iter().any(|s| s.id == c.id);
        selection.commits = near.iter().rev().filter(mine).cloned().collect();
    }
    let is_kept = |why: &Remark| {
        still.kept.iter().any(|id| why.message.starts_with(&format!("commit {} ", id.short())))
    };
    selection.why.retain(|why| why.code != "left_out" || !is_kept(why));
    selection.unreviewed = since_phase(&near, &scope, &selection);
    unpaired.retain(|why| !selection.why.contains(why));
    selection.why.extend(unpaired);
    selection.why.extend(match of_earlier {
        Earlier::LeftOut => older.left_out(),
        Earlier::Taken => older.taken(),
    });
    selection.why.extend(older.said_of(&selection.commits));
    selection.why.extend(older.rewritten_of(&selection.commits));
    let base = match still.beyond.first() {
        Some(oldest) => oldest.parents.first().cloned(),
        None => base,
    };
    selection.commits.splice(0..0, still.beyond);
    Ok(Selected { selection, base, near, notes: still.notes, earlier: older.of_another })
}

/// Returns the subject's own commits of a history since a base.
pub(super) fn own(
    history: &[Commit],
    subject: &Subject,
    scope: &TaskScope,
    base: Option<&Oid>,
) -> range::Selection {
    match subject {
        Subject::Change { id, .. } => {
            range::Selection { commits: by_name(history, id, scope), ..range::Selection::default() }
        }
        Subject::Task { .. }
        | Subject::Execution { .. }
        | Subject::Plan { .. }
        | Subject::Artifact { .. } => range::commits_of_task(history, scope, base),
    }
}

fn head(ws: &Workspace<'_>, subject: &Subject, wanted: &Wanted) -> Result<Oid, Error> {
    match &wanted.head {
        Some(head) => Ok(head.clone()),
        None => ws.tip(subject),
    }
}

/// Pins the change of a loop's next pass: the base stays, the head is now.
pub(super) fn again(
    ws: &Workspace<'_>,
    state: &LoopState,
    wanted_head: Option<&Oid>,
) -> Result<Pinned, Error> {
    let Some(last) = state.pass() else {
        return Err(Error::internal("a loop without a pass was pinned again"));
    };
    let head = match wanted_head {
        Some(head) => head.clone(),
        None => ws.tip(&state.subject)?,
    };
    let base = moved::base(ws, state, &last.change, &head)?;
    let history = ws.repository.history(&head, base.as_ref(), HISTORY)?;
    let still =
        moved::still_there(ws, &state.subject, (&history, base.as_ref()), &last.change.commits, &head)?;
    let mut files: Vec<String> = state.subject.files().to_vec();
    files.extend(renamed(&last.change.renamed, &files));
    if state.explicit_base || files.is_empty() {
        files.extend(last.change.files.iter().map(|f| f.path.to_string()));
    }
    let mut notes = still.notes;
    notes.extend(cut(&history, base.as_ref()));
    // Where others moved a file of the change, it goes on under its new name.
    let pinned: Vec<RepoPath> = last.change.files.iter().map(|f| f.path.clone()).collect();
    let away = moves::away(history.iter(), &pinned);
    files.extend(away.iter().map(|a| a.to.to_string()));
    if base != last.change.base {
        let now = base.as_ref().map_or_else(|| "the beginning".to_owned(), |b| b.short().to_owned());
        notes.push(Remark::new(
            0,
            "base_moved",
            format!("the history was rewritten: the range begins at {now} now"),
        ));
    }
    // What was there at the last look and not taken then is not taken now for a file that this look brought in.
    let searched = last.change.tip.as_ref().unwrap_or(&last.change.head);
    let passed_over = |c: &Commit| {
        let pinned = last.change.commits.iter().any(|p| p.id == c.id);
        !pinned && ws.repository.is_ancestor(&c.id, searched).unwrap_or(false)
    };
    let is_named = |c: &Commit| match &state.subject {
        Subject::Change { id, files, .. } if files.is_empty() => {
            names_id(&c.subject, id) || names_id(&c.body, id)
        }
        Subject::Change { .. }
        | Subject::Task { .. }
        | Subject::Execution { .. }
        | Subject::Plan { .. }
        | Subject::Artifact { .. } => true,
    };
    // A file that the change itself renames goes on under its new name, and so do its renames.
    let mut late = late::Late::default();
    loop {
        let scope = subjects::scope(ws, &state.subject, files.clone());
        let scope = subjects::told_apart(ws, &state.subject, scope, &history);
        let scope = came::told_since(ws, (&state.subject, state.explicit_base), scope, &history)?;
        let mut selection = own(&history, &state.subject, &scope, base.as_ref());
        selection.commits.retain(|c| is_named(c) || !passed_over(c));
        let mine = |c: &Commit| {
            still.kept.contains(&c.id)
                || selection.commits.iter().any(|s| s.id == c.id)
                || (state.explicit_base
                    && touches(&c.files, &scope.files)
                    && !range::is_siblings(c, &scope)
                    && !scope.came.contains(&c.id)
                    && !c.files.iter().all(is_book_keeping)
                    && !passed_over(c))
        };
        late.and(late::since(ws, state, (&last.change, &head), &scope, mine)?);
        let mut commits: Vec<Commit> = still.beyond.clone();
        for commit in history.iter().rev() {
            let merged = commit.parents.len() > 1 && scope.came.contains(&commit.id);
            if merged && (mine(commit) || state.explicit_base) {
                // Of such a merge only what it settled by hand.
                let settled = came::own_part(ws, &scope.came, commit)?;
                commits.extend(settled.filter(|c| touches(&c.files, &scope.files)));
            } else if mine(commit) || late.taken.contains(&commit.id) {
                let named = state.explicit_base && still.kept.contains(&commit.id);
                commits.push(if named { merges::with_settled(ws, commit)? } else { commit.clone() });
            }
        }
        // As when the range was opened: where nothing of it is its own, what came in is what is meant.
        let is_own = |c: &Commit| {
            !scope.came.contains(&c.id)
                || c.parents.len() > 1
                || selection.commits.iter().any(|s| s.id == c.id)
        };
        if state.explicit_base && !commits.iter().any(is_own) {
            commits = still.beyond.iter().chain(history.iter().rev().filter(|c| mine(c))).cloned().collect();
        }
        if commits.is_empty() {
            return Err(nothing::empty(ws, &state.subject, &history, &scope));
        }
        let mut notes = notes.clone();
        let is_taken = |why: &Remark| {
            late.taken.iter().any(|id| why.message.starts_with(&format!("commit {} ", id.short())))
        };
        notes.extend(selection.why.iter().filter(|why| !is_taken(why)).cloned());
        notes.extend(late.notes.iter().cloned());
        let renames: Vec<Renamed> = commits.iter().flat_map(|c| c.renamed.iter().cloned()).collect();
        let more = renamed(&renames, &files);
        if more.is_empty() {
            let chosen = Chosen { commits: &commits, base: base.as_ref(), tip: &head, around: &history };
            let mut unreviewed: Vec<Commit> = late.left.clone();
            unreviewed
                .extend(selection.unreviewed.into_iter().filter(|c| commits.iter().all(|m| m.id != c.id)));
            let mut pinned = build(ws, &state.subject, &chosen, &state.only, &unreviewed, notes)?;
            pinned.notes.extend(moves::said(&away, &commits));
            if wanted_head.is_none() {
                pinned.notes.extend(uncommitted::said(ws, &state.subject, &state.only, &pinned));
            }
            return Ok(pinned);
        }
        files.extend(more);
    }
}

/// How many commits are looked through for those a caller may have meant by a base.
const NEAR: usize = 200;

/// The range as the caller gave it.
pub(super) fn explicit(
    ws: &Workspace<'_>,
    subject: &Subject,
    base: Option<&Oid>,
    wanted: &Wanted,
) -> Result<Pinned, Error> {
    let head = &head(ws, subject, wanted)?;
    let from = base.map_or("the beginning", Oid::short);
    if let Some(note) = ws.repository.shallow_note().filter(|_| base.is_none()) {
        // What is there at its edge is no addition.
        return Err(Error::invalid("base", "names the very beginning, which this clone does not reach")
            .hint(note.message.replacen("this", "This", 1)));
    }
    if let Some(base) = base
        && !ws.repository.is_ancestor(base, head)?
    {
        return Err(no_base::refused(ws, subject, base, head, wanted)?);
    }
    merges::refuse_kept_side(ws, subject, (base, head), &wanted.only)?;
    let mut history = ws.repository.history(head, base, HISTORY)?;
    if let Some(last) = history.iter_mut().find(|c| &c.id == head) {
        *last = merges::with_settled(ws, last)?;
    }
    if is_cut(&history, base) {
        let message = format!(
            "the range {from}..{} holds more than {HISTORY} commits, and no more are looked through",
            head.short()
        );
        return Err(Error::invalid("base", message)
            .hint("Name a `base` nearer to the head, or a `head` nearer to the base: part by part, each under an `id` of its own"));
    }
    let scope = subjects::scope(ws, subject, subject.files().to_vec());
    let scope = subjects::told_apart(ws, subject, scope, &history);
    let of_plan = matches!(subject, Subject::Task { .. } | Subject::Execution { .. });
    let only = followed(history.iter().rev(), &wanted.only);
    let (siblings, commits): (Vec<Commit>, Vec<Commit>) = history
        .iter()
        .rev()
        .filter(|c| !c.files.iter().all(is_book_keeping))
        .filter(|c| only.is_empty() || c.files.iter().any(|f| inside(f, &only)))
        .cloned()
        .partition(|c| of_plan && range::is_siblings(c, &scope));
    let (came, commits) = came_in(ws, subject, &scope, &history, commits)?;
    let (siblings, mut commits, all_the_same) = meant(subject, siblings, commits, &only);
    commits.sort_by_key(|c| history.iter().rev().position(|h| h.id == c.id));
    if commits.is_empty() {
        let what = if !siblings.is_empty() {
            "holds only commits of other tasks"
        } else if wanted.only.is_empty() {
            "changes nothing that is reviewed"
        } else {
            "touches none of `files`"
        };
        return Err(Error::invalid("base", format!("the range {from}..{} {what}", head.short()))
            .hint(likeliest(&ws.repository.history(head, None, NEAR)?, &scope)));
    }
    if let Subject::Task { files, .. } = subject
        && !files.is_empty()
        && !touch(&commits, files, &only)
    {
        return Err(Error::invalid(
            "base",
            format!(
                "the range {from}..{} touches none of the task's files ({})",
                head.short(),
                files.join(", ")
            ),
        )
        .hint(likeliest(&ws.repository.history(head, None, NEAR)?, &scope)));
    }
    let said = |c: &Commit, what: &str| {
        Remark::new(0, "left_out", format!("commit {} \"{}\" {what}", c.id.short(), c.subject))
    };
    let left = siblings.iter().map(|c| said(c, "says that it is another task's"));
    let left = left.chain(came.iter().map(|c| said(c, "came in from another branch by a merge")));
    let left = left.chain(all_the_same.iter().map(|c| {
        let message = format!(
            "commit {} \"{}\" says that it is another task's; it is reviewed, since nothing else of the range that was named touches this one's files",
            c.id.short(),
            c.subject
        );
        Remark::new(0, "taken_as_named", message)
    }));
    let unreviewed = since_phase(
        &of_phase(ws, subject, &scope, head)?,
        &scope,
        &range::Selection {
            commits: commits.clone(),
            unreviewed: siblings.clone(),
            ..range::Selection::default()
        },
    );
    let chosen = Chosen { commits: &commits, base, tip: head, around: &history };
    let mut pinned = build(ws, subject, &chosen, &wanted.only, &unreviewed, left.collect())?;
    if wanted.head.is_none() {
        pinned.notes.extend(uncommitted::said(ws, subject, &wanted.only, &pinned));
    }
    Ok(pinned)
}

/// Takes commits that say that they are another task's for what is meant, where no other commit of a range that the
/// caller named touches the subject's files: numbers change, and who names a range knows better. Returns what is left of
/// them, the commits under review, and which of those were taken so.
fn meant(
    subject: &Subject,
    siblings: Vec<Commit>,
    mut commits: Vec<Commit>,
    only: &[RepoPath],
) -> (Vec<Commit>, Vec<Commit>, Vec<Commit>) {
    let files = subject.files();
    // Without a list of files it is what the caller narrowed the range to.
    let theirs = |c: &Commit| match files {
        [] => !only.is_empty(),
        files => touch(std::slice::from_ref(c), files, only),
    };
    let found = if files.is_empty() { !commits.is_empty() } else { touch(&commits, files, only) };
    if found {
        return (siblings, commits, Vec::new());
    }
    let (taken, left): (Vec<Commit>, Vec<Commit>) = siblings.into_iter().partition(theirs);
    commits.extend(taken.iter().cloned());
    (left, commits, taken)
}

/// Tells whether some commits touch listed files, within what the range is narrowed to.
fn touch(commits: &[Commit], files: &[String], only: &[RepoPath]) -> bool {
    let counted = |f: &&RepoPath| only.is_empty() || inside(f, only);
    commits.iter().any(|c| {
        let counted: Vec<RepoPath> = c.files.iter().filter(counted).cloned().collect();
        touches(&counted, files)
    })
}

/// Parts those commits of a range that a merge brought in from elsewhere and that do not say that they are the subject's
/// from the rest; where nothing else would be left they are what is meant.
fn came_in(
    ws: &Workspace<'_>,
    subject: &Subject,
    scope: &TaskScope,
    history: &[Commit],
    commits: Vec<Commit>,
) -> Result<(Vec<Commit>, Vec<Commit>), Error> {
    let came = came::merged_in(ws, subject, history)?;
    if came.is_empty() {
        return Ok((Vec::new(), commits));
    }
    let is_named = |c: &Commit| {
        let says = match subject {
            Subject::Change { id, .. } => names_id(&c.subject, id) || names_id(&c.body, id),
            Subject::Task { .. }
            | Subject::Execution { .. }
            | Subject::Plan { .. }
            | Subject::Artifact { .. } => range::says_it(c, scope),
        };
        c.parents.len() < 2 && says
    };
    let (mut foreign, mut own) = (Vec::new(), Vec::new());
    for commit in &commits {
        match came::own_part(ws, &came, commit)? {
            _ if is_named(commit) => own.push(commit.clone()),
            Some(part) => own.push(part),
            None if commit.parents.len() < 2 => foreign.push(commit.clone()),
            None => {}
        }
    }
    Ok(if own.is_empty() { (Vec::new(), commits) } else { (foreign, own) })
}

/// Returns the history of a task's phase up to a head; of other subjects nothing.
pub(super) fn of_phase(
    ws: &Workspace<'_>,
    subject: &Subject,
    scope: &TaskScope,
    head: &Oid,
) -> Result<Vec<Commit>, Error> {
    if !matches!(subject, Subject::Task { .. } | Subject::Execution { .. }) {
        return Ok(Vec::new());
    }
    let messages = ws.repository.messages(head, HISTORY)?;
    match range::reach(&messages, scope) {
        Some(reach) => Ok(ws.repository.with_files(messages[..reach].to_vec())?),
        None => Ok(Vec::new()),
    }
}

/// Returns the others' commits since the phase began, oldest first, those before the task's first among them.
pub(super) fn since_phase(near: &[Commit], scope: &TaskScope, selection: &range::Selection) -> Vec<Commit> {
    let mut found = range::others_of_phase(near, scope, &selection.commits);
    let more = selection.unreviewed.iter().filter(|c| selection.commits.iter().all(|m| m.id != c.id));
    let more: Vec<Commit> = more.filter(|c| found.iter().all(|f| f.id != c.id)).cloned().collect();
    found.extend(more);
    // As they stand in the history; a stable sort leaves those it does not hold at the end.
    found.sort_by_key(|c| near.iter().rev().position(|n| n.id == c.id).unwrap_or(usize::MAX));
    found
}

/// The commits of a range, oldest first, with the commit before them and the one they were looked for from.
struct Chosen<'a> {
    commits: &'a [Commit],
    base: Option<&'a Oid>,
    tip: &'a Oid,
    /// What lies between, others' commits among it, newest first.
    around: &'a [Commit],
}

/// Returns the paths a range is narrowed to with the names that these files got in its commits, oldest first.
fn followed<'c>(commits: impl Iterator<Item = &'c Commit>, only: &[RepoPath]) -> Vec<RepoPath> {
    let mut names = only.to_vec();
    if !names.is_empty() {
        for rename in commits.flat_map(|c| &c.renamed) {
            if inside(&rename.from, &names) && !inside(&rename.to, &names) {
                names.push(rename.to.clone());
            }
        }
    }
    names
}

/// Diffs the chosen commits' files from base to the newest of them, or to where all of them came together.
fn build(
    ws: &Workspace<'_>,
    subject: &Subject,
    chosen: &Chosen<'_>,
    only: &[RepoPath],
    unreviewed: &[Commit],
    notes: Vec<Remark>,
) -> Result<Pinned, Error> {
    let Chosen { commits, base, tip, around } = *chosen;
    let Some(newest) = commits.last() else {
        return Err(Error::internal("an empty range was built"));
    };
    let head = together(ws, commits, newest, tip)?;
    let only = &followed(commits.iter(), only);
    let mut files: Vec<RepoPath> = commits.iter().flat_map(|c| c.files.iter().cloned()).collect();
    files.retain(|f| !is_book_keeping(f));
    files.retain(|f| !subjects::is_plan_alone(ws, subject, (base, &head), f));
    let (mut files, mut left): (Vec<RepoPath>, Vec<RepoPath>) =
        files.into_iter().partition(|f| only.is_empty() || inside(f, only));
    left.sort();
    left.dedup();
    // A file that somebody else moved in between is no removal.
    let at = around.iter().position(|c| c.id == head).unwrap_or(around.len());
    let upto = around[at..].iter().position(|c| Some(&c.id) == base).map_or(around.len(), |end| at + end);
    files.extend(moves::away(around[at..upto].iter(), &files).into_iter().map(|a| a.to));
    files.sort();
    files.dedup();
    if files.is_empty() && !only.is_empty() {
        return Err(narrowed_away(subject, commits, only));
    }
    let diff = ws.repository.diff_within(base, &head, &files)?;
    let mut notes = notes;
    notes.extend(narrowed(only, &left));
    if notes.iter().all(|note| note.code != range::SHARED) {
        let mut between = Cow::Borrowed(&around[at..upto]);
        if between.iter().any(|c| c.parents.len() > 1) {
            // What a merge brought may be older than the first of the subject's commits.
            between = Cow::Owned(ws.repository.history(&head, base, HISTORY)?);
        }
        let others = between.iter().filter(|c| c.parents.len() < 2);
        let others = others.filter(|c| commits.iter().all(|own| own.id != c.id));
        let theirs: Vec<&RepoPath> = others.flat_map(|c| &c.files).collect();
        let both: Vec<RepoPath> = files.iter().filter(|f| theirs.contains(f)).cloned().collect();
        let what = if matches!(subject, Subject::Task { .. }) { "task" } else { "change" };
        notes.extend(range::shared(&both, what));
    }
    notes.extend(shared::said(ws, subject, commits));
    notes.extend(merges::by_hand(ws, subject, (base, &head, tip), &files)?);
    let searched = Some(tip).filter(|tip| **tip != head).cloned();
    let made = Made { base, head, commits, diff, found: Found::Commits, snapshot: None };
    let mut pinned = pin(made, unreviewed, notes)?;
    pinned.change.tip = searched;
    Ok(pinned)
}

/// Refuses files that none of the commits under review touches: without any of them it would be everything.
fn narrowed_away(subject: &Subject, commits: &[Commit], only: &[RepoPath]) -> Error {
    const NAMED: usize = 8;
    let list = |paths: &mut dyn Iterator<Item = &RepoPath>| {
        paths.take(NAMED).map(RepoPath::as_str).collect::<Vec<_>>().join(", ")
    };
    let mut touched: Vec<&RepoPath> =
        commits.iter().flat_map(|c| &c.files).filter(|f| !is_book_keeping(f)).collect();
    touched.sort();
    touched.dedup();
    Error::invalid("files", format!("no commit of {} touches {}", subject.label(), list(&mut only.iter())))
        .hint(format!(
            "They touch {}: name some of these, or leave `files` out",
            list(&mut touched.into_iter())
        ))
}

/// Returns the first commit that holds all of them: the newest where they follow each other, and the merge that joined
/// them where they were made on branches beside each other. Of those the newest alone would show one side only.
fn together(ws: &Workspace<'_>, commits: &[Commit], newest: &Commit, tip: &Oid) -> Result<Oid, Error> {
    let mut beside: Vec<&Oid> = Vec::new();
    let mut after = newest;
    for commit in commits.iter().rev().skip(1) {
        if !after.parents.contains(&commit.id) && !ws.repository.is_ancestor(&commit.id, &newest.id)? {
            beside.push(&commit.id);
        }
        after = commit;
    }
    if beside.is_empty() {
        return Ok(newest.id.clone());
    }
    beside.push(&newest.id);
    let merges = ws.repository.messages(tip, HISTORY)?;
    'merges: for merge in merges.iter().rev().filter(|c| c.parents.len() > 1) {
        for commit in &beside {
            if !ws.repository.is_ancestor(commit, &merge.id)? {
                continue 'merges;
            }
        }
        return Ok(merge.id.clone());
    }
    Ok(tip.clone())
}

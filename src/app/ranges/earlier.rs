//! Commits of an earlier plan: numbers begin anew with a milestone, plans are renumbered, paths are used again, and the
//! messages stay as they were (SPEC 7.1).
//!
//! A commit is an earlier plan's only where git shows such a plan as it was made, in another place or before this one came
//! into its own, and nothing of it goes on in the one of today. A plan that was committed after the work, or not at all,
//! tells nothing; one that was written anew in its place may be the same one in better words.

use std::rc::Rc;

use crate::domain::diff::Commit;
use crate::domain::ids::{Oid, RepoPath};
use crate::domain::plan::numbers::{goes_on, have_in_common};
use crate::domain::plan::{Plan, layout};
use crate::domain::range::{self, TaskScope};
use crate::domain::review::Remark;
use crate::domain::subject::Subject;
use crate::error::Error;

use super::in_words;
use crate::app::subjects;
use crate::app::workspace::Workspace;

/// The most commits in whose trees an earlier plan is looked for in vain.
const IN_VAIN: usize = 8;

/// How a plan came into a history.
pub(super) struct Came {
    /// The place of the commit that brought it.
    pub(super) at: usize,
    /// The names it had since, the newest first.
    names: Vec<RepoPath>,
}

/// Finds the commit of a history, newest first, that brought a plan, followed over what only moved it; nothing where git
/// does not keep it now, or it is older than the history.
pub(super) fn came(
    ws: &Workspace<'_>,
    history: &[Commit],
    subject: &Subject,
    head: &Oid,
) -> Result<Option<Came>, Error> {
    let Some(plan) = subject.plan_path() else { return Ok(None) };
    if ws.repository.entry_at(head, plan)?.is_none() {
        return Ok(None);
    }
    let mut names = vec![plan.clone()];
    for (at, commit) in history.iter().enumerate() {
        let Some(name) = names.last().filter(|name| commit.files.contains(name)) else { continue };
        // What a merge brought stands in its own commits.
        if commit.parents.len() > 1 || ws.repository.entry_at(&commit.id, name)?.is_none() {
            continue;
        }
        if let Some(moved) = commit.renamed.iter().find(|r| r.to == *name) {
            // Plans look alike: another one in this one's place is no rename.
            let before = commit.parents.first().map(|p| Commit { id: p.clone(), ..commit.clone() });
            let was = before.and_then(|before| subjects::plan_then(ws, &moved.from, &before));
            if was.is_none_or(|was| is_of(ws, subject, &was)) {
                names.push(moved.from.clone());
                continue;
            }
            return Ok(Some(Came { at, names }));
        }
        let before = match commit.parents.first() {
            Some(parent) => ws.repository.entry_at(parent, name)?,
            None => None,
        };
        if before.is_none() {
            return Ok(Some(Came { at, names }));
        }
    }
    Ok(None)
}

/// Tells whether what a subject asks was there in a plan as it was.
pub(super) fn is_of(ws: &Workspace<'_>, subject: &Subject, then: &Plan) -> bool {
    let Some(now) = subject.plan_path().and_then(|path| subjects::plan_now(ws, path)) else { return true };
    let number = if let Subject::Task { task, .. } = subject { task } else { "" };
    goes_on(then, &now, number)
}

/// What of a history is older than a subject's plan.
#[derive(Debug, Default)]
pub(super) struct Older {
    /// The commits of earlier plans with the same numbers, oldest first.
    pub(super) of_another: Vec<Commit>,
    /// Those of which nothing shows that they are another's.
    pub(super) before_it: Vec<Commit>,
    /// The commit that brought the plan.
    brought: Option<Commit>,
    /// Those made under the same plan before nothing of it stayed as it was, oldest first.
    rewritten: Vec<Commit>,
}

impl Older {
    /// Says what was left out, where it would have been taken by its number.
    pub(super) fn left_out(&self) -> Option<Remark> {
        let what = match &self.brought {
            Some(plan) => format!("which came with {} \"{}\"", plan.id.short(), plan.subject),
            None => "which came later".to_owned(),
        };
        let (verb, are, them) = words(&self.of_another);
        (!self.of_another.is_empty()).then(|| {
            let message = format!(
                "{} {verb} the numbers of this plan, {what}: {are} an earlier plan's and left out; name the `base` before {them} where {are} meant",
                in_words(&self.of_another)
            );
            Remark::new(0, "earlier_plan", message)
        })
    }

    /// Says that commits were taken although they look like another plan's, since there are no others.
    pub(super) fn taken(&self) -> Option<Remark> {
        let (verb, _, _) = words(&self.of_another);
        (!self.of_another.is_empty()).then(|| {
            let message = format!(
                "{} {verb} the numbers of this plan, made under an earlier one: reviewed all the same, since no other commit could be meant",
                in_words(&self.of_another)
            );
            Remark::new(0, "earlier_plan", message)
        })
    }

    /// Says which of some commits were made before the plan was written anew in its place.
    pub(super) fn rewritten_of(&self, taken: &[Commit]) -> Option<Remark> {
        let is_taken = |c: &&Commit| taken.iter().any(|t| t.id == c.id);
        rewritten(&self.rewritten.iter().filter(is_taken).cloned().collect::<Vec<_>>())
    }

    /// Says which of some commits are older than the plan, where nothing shows that they are another's.
    pub(super) fn said_of(&self, taken: &[Commit]) -> Option<Remark> {
        let plan = self.brought.as_ref()?;
        let old: Vec<Commit> =
            taken.iter().filter(|c| self.before_it.iter().any(|b| b.id == c.id)).cloned().collect();
        let are = if old.len() == 1 { "is" } else { "are" };
        (!old.is_empty()).then(|| {
            let message = format!(
                "{} {are} older than the plan, which came with {} \"{}\": reviewed, since git shows no earlier plan of its numbers",
                in_words(&old),
                plan.id.short(),
                plan.subject
            );
            Remark::new(0, "older_than_plan", message)
        })
    }
}

/// Says that commits were made before a plan was written anew in its place, and are reviewed.
pub(super) fn rewritten(commits: &[Commit]) -> Option<Remark> {
    let (_, are, them) = words(commits);
    (!commits.is_empty()).then(|| {
        let message = format!(
            "{} came before the plan was written anew: reviewed, since it may be the same one in other words; name the `base` after {them} where {are} another plan's",
            in_words(commits)
        );
        Remark::new(0, "plan_rewritten", message)
    })
}

/// The words that follow one commit or several.
fn words(commits: &[Commit]) -> (&'static str, &'static str, &'static str) {
    if commits.len() == 1 { ("carries", "it is", "it") } else { ("carry", "they are", "them") }
}

/// Looks which commits that carry the numbers of a subject's plan were made under an earlier plan; of those that are
/// known to be the subject's none is.
pub(super) fn than_its_plan(
    ws: &Workspace<'_>,
    subject: &Subject,
    scope: &TaskScope,
    (near, head): (&[Commit], &Oid),
    known: &[Oid],
) -> Result<Older, Error> {
    let mut older = Older::default();
    if !matches!(subject, Subject::Task { .. } | Subject::Execution { .. }) {
        return Ok(older);
    }
    let carries = |c: &&Commit| c.parents.len() < 2 && range::says_it(c, scope) && !known.contains(&c.id);
    if !near.iter().any(|c| carries(&c)) {
        return Ok(older);
    }
    let Some(plan) = subject.plan_path() else { return Ok(older) };
    let Some(now) = subjects::plan_now(ws, plan) else { return Ok(older) };
    let came = came(ws, near, subject, head)?;
    let brought = came.as_ref().map(|came| &near[came.at]);
    let names = came.as_ref().map_or_else(|| vec![plan.clone()], |came| came.names.clone());
    let mut elsewhere = Elsewhere::default();
    for commit in near.iter().rev().filter(carries) {
        let then = names.iter().find_map(|name| subjects::plan_then(ws, name, commit));
        let before = match brought {
            Some(brought) => brought.id != commit.id && ws.repository.is_ancestor(&commit.id, &brought.id)?,
            None => false,
        };
        let then = match then {
            None if before => elsewhere.plan(ws, (plan, &now), commit)?,
            then => then,
        };
        match then {
            Some(then) if is_of(ws, subject, &then) => {}
            // In its place a plan is put in better words, or replaced: nothing tells which.
            Some(then) if !before && have_in_common(&then, &now) => {}
            Some(_) if !before => older.rewritten.push(commit.clone()),
            Some(_) => older.of_another.push(commit.clone()),
            None if before => older.before_it.push(commit.clone()),
            None => {}
        }
    }
    older.brought = brought.cloned();
    Ok(older)
}

/// Plans of the same numbers under other names.
#[derive(Debug, Default)]
struct Elsewhere {
    known: Vec<RepoPath>,
    in_vain: usize,
}

impl Elsewhere {
    /// Reads the plan that had a plan's numbers, in its planning folder, when a commit was made.
    fn plan(
        &mut self,
        ws: &Workspace<'_>,
        (path, now): (&RepoPath, &Plan),
        commit: &Commit,
    ) -> Result<Option<Rc<Plan>>, Error> {
        let (Some(root), Some(phase)) = (layout::root_of(path), layout::phase_of(path)) else {
            return Ok(None);
        };
        let found = self.known.iter().find_map(|name| subjects::plan_then(ws, name, commit));
        if found.is_some() || self.in_vain >= IN_VAIN {
            return Ok(found);
        }
        let number = |plan: &Plan| plan.plan.clone().unwrap_or_else(|| plan.stem.clone());
        for name in ws.repository.tracked_files(&commit.id)? {
            let is_there = layout::is_plan_name(name.file_name())
                && layout::root_of(&name).as_ref() == Some(&root)
                && layout::phase_of(&name).is_some_and(|f| f.is(&phase.number))
                && !is_archived(&name);
            if !is_there {
                continue;
            }
            let Some(then) = subjects::plan_then(ws, &name, commit) else { continue };
            if then.stem == now.stem || layout::same_number(&number(&then), &number(now)) {
                self.known.push(name);
                return Ok(Some(then));
            }
        }
        self.in_vain += 1;
        Ok(None)
    }
}

/// Tells whether a plan lies where those of finished milestones are kept: nobody works by it.
fn is_archived(path: &RepoPath) -> bool {
    path.as_str().split('/').any(|part| part == "milestones" || part.starts_with("archive"))
}

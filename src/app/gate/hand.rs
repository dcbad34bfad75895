//! The tree at hand: how the work tree stands apart from the checked-out commit, also where git was told to look away.

use std::collections::{BTreeMap, BTreeSet};

use crate::domain::diff::Mode;
use crate::domain::gate::{Edit, Node, Walk};
use crate::domain::ids::RepoPath;
use crate::domain::receipt::Content;
use crate::error::Error;

use super::super::workspace::Workspace;
use super::history::{self, Commits, content_at};

/// What differs from the checked-out commit.
#[derive(Debug, Default)]
pub(super) struct Hand {
    /// Files as git tells them, and those it was told not to look at.
    pub(super) differing: Vec<RepoPath>,
    /// Repositories inside this one that stand at another commit.
    moved: BTreeMap<RepoPath, Content>,
    /// What the next commit would hold.
    staged: Vec<(RepoPath, Option<Content>)>,
    /// What of that git finds to stand otherwise in the work tree.
    apart: Vec<RepoPath>,
}

impl Hand {
    pub(super) fn read(ws: &Workspace<'_>, commits: &Commits) -> Result<Self, Error> {
        let found = ws.differing()?;
        let mut differing = found.paths.clone();
        for path in ws.repository.unwatched()? {
            // One by one: what git does not compare for us may be large, and mostly is what it was.
            let stands = history::hand(ws, std::slice::from_ref(&path))?;
            let now = stands.get(&path).cloned().flatten();
            if !differing.contains(&path) && now != content_at(ws, commits.head.as_ref(), &path)? {
                differing.push(path);
            }
        }
        let mut moved = BTreeMap::new();
        for path in found.repositories.iter().filter_map(|p| RepoPath::parse(p).ok()) {
            let was = content_at(ws, commits.head.as_ref(), &path)?;
            let now = ws.repository.submodule_at(&path).map(|id| Content::new(&id, Mode::Submodule));
            if let Some(now) = now.filter(|now| was.as_ref().is_some_and(|w| w != now)) {
                differing.push(path.clone());
                moved.insert(path, now);
            }
        }
        let staged = ws.repository.staged()?.into_iter();
        let staged = staged.map(|(path, at)| (path, at.map(|(id, mode)| Content::new(&id, mode)))).collect();
        Ok(Self { differing, moved, staged, apart: found.staged_apart.clone() })
    }

    /// Tells whether the next commit would hold another content of a path.
    pub(super) fn is_staged(&self, path: &RepoPath) -> bool {
        self.staged.iter().any(|(staged, _)| staged == path)
    }

    /// Returns how some of the differing paths stand now.
    pub(super) fn stands(
        &self,
        ws: &Workspace<'_>,
        paths: &[RepoPath],
    ) -> Result<BTreeMap<RepoPath, Option<Content>>, Error> {
        let files: Vec<RepoPath> = paths.iter().filter(|p| !self.moved.contains_key(*p)).cloned().collect();
        let mut stands = history::hand(ws, &files)?;
        let moved = self.moved.iter().filter(|(path, _)| paths.contains(path));
        stands.extend(moved.map(|(path, content)| (path.clone(), Some(content.clone()))));
        Ok(stands)
    }

    /// Adds to a walk what is staged and stands otherwise in the work tree: the next commit would hold it, and nothing
    /// else shows it. What stands in both is seen there.
    pub(super) fn add_staged(
        &self,
        ws: &Workspace<'_>,
        commits: &Commits,
        paths: &BTreeSet<RepoPath>,
        stands: &BTreeMap<RepoPath, Option<Content>>,
        walk: &mut Walk,
    ) -> Result<(), Error> {
        let mut edits = BTreeMap::new();
        for (path, after) in self.staged.iter().filter(|(path, _)| paths.contains(path)) {
            let before = content_at(ws, commits.head.as_ref(), path)?;
            let taken_back = stands.get(path).is_none_or(|now| *now == before);
            // What git's filters make of a file is nothing that can be told here.
            let otherwise = || {
                let here = stands.get(path).is_some_and(|now| now != after) && self.apart.contains(path);
                here && ws.repository.filter_of(path).is_none()
            };
            if before != *after && (taken_back || otherwise()) {
                let edit = Edit { before, after: after.clone(), step: true, patch: None };
                edits.insert(path.clone(), edit);
            }
        }
        if !edits.is_empty() {
            let head = commits.head.as_ref().and_then(|h| commits.list.iter().position(|c| &c.id == h));
            walk.nodes.push(Node { id: None, parents: head.into_iter().collect(), edits });
        }
        Ok(())
    }
}

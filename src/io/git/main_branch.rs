//! The branch that work is merged into, and where a branch left it.

use git2::{BranchType, ErrorCode};

use super::error::{Doing, GitError, lossy};
use super::{Repository, oid};
use crate::domain::ids::Oid;

/// A reference that stands for the main branch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MainBranch {
    /// As people write it: `main`, `origin/main`.
    pub name: String,
    pub tip: Oid,
}

impl Repository {
    /// Returns the local and the remote side of the main branch, as far as they are there.
    ///
    /// Its name is that of the branch `origin/HEAD` points to; else `main`; else `master`; else the one
    /// `init.defaultBranch` names. The branch that is under review itself is never taken for it.
    pub fn main_branches(&self, under_review: Option<&str>) -> Vec<MainBranch> {
        let mut names: Vec<String> = self.origin_head().into_iter().collect();
        names.extend(["main".to_owned(), "master".to_owned()]);
        let config = self.inner.config().and_then(|mut c| c.snapshot());
        names.extend(config.ok().and_then(|c| c.get_str("init.defaultBranch").map(str::to_owned).ok()));
        for name in names {
            let local = (under_review != Some(name.as_str()))
                .then(|| self.tip_of(&name, BranchType::Local))
                .flatten();
            let remote = self.tip_of(&format!("origin/{name}"), BranchType::Remote);
            let found: Vec<MainBranch> = [local, remote].into_iter().flatten().collect();
            if !found.is_empty() {
                return found;
            }
        }
        Vec::new()
    }

    /// Returns the branch of a remote that a local one follows.
    pub fn upstream_of(&self, branch: &str) -> Option<MainBranch> {
        let upstream = self.inner.find_branch(branch, BranchType::Local).ok()?.upstream().ok()?;
        let name = lossy(upstream.name_bytes().ok()?);
        let tip = upstream.get().peel_to_commit().ok()?;
        Some(MainBranch { name, tip: oid(tip.id()) })
    }

    fn origin_head(&self) -> Option<String> {
        let head = self.inner.find_reference("refs/remotes/origin/HEAD").ok()?;
        let target = lossy(head.symbolic_target_bytes()?);
        target.strip_prefix("refs/remotes/origin/").map(str::to_owned)
    }

    fn tip_of(&self, name: &str, kind: BranchType) -> Option<MainBranch> {
        let branch = self.inner.find_branch(name, kind).ok()?;
        let tip = branch.get().peel_to_commit().ok()?;
        Some(MainBranch { name: name.to_owned(), tip: oid(tip.id()) })
    }

    /// Returns the commit where two histories part; nothing where they have none in common.
    pub fn merge_base(&self, one: &Oid, other: &Oid) -> Result<Option<Oid>, GitError> {
        match self.inner.merge_base(self.raw(one)?, self.raw(other)?) {
            Ok(base) => Ok(Some(oid(base))),
            Err(error) if error.code() == ErrorCode::NotFound => Ok(None),
            Err(error) => Err(error).doing("find where two branches part"),
        }
    }
}

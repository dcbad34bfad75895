//! What is checked out: the branch and the commit that HEAD names.
//!
//! Read once, as the repository is opened, and for good: a disk that fails halfway through a call is told then, and
//! cannot pass for a head on no branch or a branch without commits, under which the work would begin anew.

use git2::ErrorCode;

use super::error::{Doing, GitError, lossy};
use super::{Repository, oid};
use crate::domain::ids::Oid;

/// HEAD, as it stood when the repository was opened.
pub(super) struct CheckedOut {
    branch: Option<String>,
    commit: Option<Oid>,
}

impl CheckedOut {
    /// Reads HEAD, then the branch it names, then the commit the branch stands at.
    pub(super) fn read(inner: &git2::Repository) -> Result<Self, GitError> {
        let none_is_none = |error: git2::Error| {
            let is_none = matches!(error.code(), ErrorCode::NotFound | ErrorCode::UnbornBranch);
            if is_none { Ok(None) } else { Err(error) }
        };
        let head = inner.find_reference("HEAD").map(Some).or_else(none_is_none).doing("read HEAD")?;
        let Some(head) = head else { return Ok(Self { branch: None, commit: None }) };
        let target = head.symbolic_target_bytes().map(lossy);
        let branch = target.map(|name| name.strip_prefix("refs/heads/").unwrap_or(&name).to_owned());
        let tip = head.resolve().map(Some).or_else(none_is_none).doing("read the branch that HEAD names")?;
        let commit = tip.map(|tip| tip.peel_to_commit().doing("read the commit of HEAD")).transpose()?;
        Ok(Self { branch, commit: commit.map(|commit| oid(commit.id())) })
    }
}

impl Repository {
    /// Returns the name of the branch that is checked out, also before its first commit; nothing when
    /// the head is detached.
    pub fn branch(&self) -> Option<String> {
        self.checked_out.branch.clone()
    }

    /// Returns the commit that is checked out.
    ///
    /// # Errors
    ///
    /// Only where the branch has no commit yet: a HEAD that cannot be read fails as the repository is opened.
    pub fn head(&self) -> Result<Oid, GitError> {
        let branch = || self.branch().unwrap_or_else(|| "HEAD".to_owned());
        self.checked_out.commit.clone().ok_or_else(|| GitError::NoCommit { branch: branch() })
    }
}

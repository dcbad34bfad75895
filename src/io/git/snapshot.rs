//! Contents that nobody committed, as objects that no reference names: a tree and a commit with fixed author,
//! date and message, so that the same contents have the same ids everywhere.
//!
//! Touches neither index nor work tree nor any reference. git collects such objects some day; whoever needs
//! them later keeps the contents and lays them again, under the same ids.

use std::collections::BTreeSet;
use std::path::Path;

use git2::build::TreeUpdateBuilder;
use git2::{FileMode, ObjectType, Signature, Time};

use super::error::{Doing, GitError};
use super::{Repository, oid};
use crate::domain::diff::Mode;
use crate::domain::ids::{Oid, RepoPath};

/// One path of a snapshot: what stands there, or that nothing does.
#[derive(Debug, Clone, Copy)]
pub struct Laid<'a> {
    pub path: &'a RepoPath,
    pub content: Option<(Mode, &'a [u8])>,
}

/// Says who wrote the commit, for people who meet it.
const AUTHOR: &str = "Countersign";
const MAIL: &str = "countersign@localhost";
const MESSAGE: &str = "What was under review, uncommitted\n";

/// Every backend of the repository's own stands below this.
const IN_MEMORY: i32 = 1000;

impl Repository {
    /// Lays contents over the tree of a commit, or over nothing, and returns the commit of the result.
    pub fn snapshot(&self, under: Option<&Oid>, laid: &[Laid<'_>]) -> Result<Oid, GitError> {
        let parent = under.map(|id| self.find(id)).transpose()?;
        let under = parent.as_ref().map(git2::Commit::tree).transpose().doing("read a commit's tree")?;
        let tree = self.laid_over(under, laid)?;
        let sign = Signature::new(AUTHOR, MAIL, &Time::new(0, 0)).doing("sign a snapshot")?;
        let parents: Vec<&git2::Commit<'_>> = parent.iter().collect();
        let id = self.inner.commit(None, &sign, &sign, MESSAGE, &tree, &parents);
        id.map(oid).map_err(|e| self.unwritable(e))
    }

    /// Writes the trees on the way to the paths laid, and no others: the cost is that of the change, however many
    /// files the repository has.
    fn laid_over<'r>(
        &'r self,
        under: Option<git2::Tree<'r>>,
        laid: &[Laid<'_>],
    ) -> Result<git2::Tree<'r>, GitError> {
        let update = |tree: git2::Tree<'r>, edits: &mut TreeUpdateBuilder| {
            let id = edits.create_updated(&self.inner, &tree).map_err(|e| self.unwritable(e))?;
            self.inner.find_tree(id).doing("read a tree")
        };
        let mut tree = match under {
            Some(tree) => tree,
            None => {
                let empty = self.inner.treebuilder(None).doing("make a tree")?;
                let empty = empty.write().map_err(|e| self.unwritable(e))?;
                self.inner.find_tree(empty).doing("read a tree")?
            }
        };
        // What is in the way goes first: libgit2 refuses to put a file where a folder is, and the reverse.
        let in_the_way: BTreeSet<&str> = laid.iter().filter_map(|laid| in_the_way(&tree, laid)).collect();
        if !in_the_way.is_empty() {
            let mut edits = TreeUpdateBuilder::new();
            // With a folder goes what is in it.
            for path in in_the_way.iter().filter(|path| !above(path).any(|a| in_the_way.contains(a))) {
                edits.remove(*path);
            }
            tree = update(tree, &mut edits)?;
        }
        let mut edits = TreeUpdateBuilder::new();
        let mut any = false;
        for Laid { path, content } in laid {
            if let Some((mode, bytes)) = content {
                let blob = match mode {
                    // A commit of another repository: its name is all there is to be kept.
                    Mode::Submodule => {
                        let name = std::str::from_utf8(bytes).unwrap_or_default();
                        git2::Oid::from_str(name).doing("read a submodule's commit")?
                    }
                    Mode::File | Mode::Executable | Mode::Symlink => {
                        self.inner.blob(bytes).map_err(|e| self.unwritable(e))?
                    }
                };
                edits.upsert(path.as_str(), blob, file_mode(*mode));
                any = true;
            }
        }
        if any { update(tree, &mut edits) } else { Ok(tree) }
    }

    /// Keeps in memory what this handle writes from now on: for calls that promise to write nothing.
    pub fn keep_in_memory(&self) -> Result<(), GitError> {
        if !self.in_memory.replace(true) {
            let odb = self.inner.odb().doing("open the object store")?;
            odb.add_new_mempack_backend(IN_MEMORY).doing("open the object store")?;
        }
        Ok(())
    }

    /// Tells whether this handle keeps in memory what it writes.
    pub fn keeps_in_memory(&self) -> bool {
        self.in_memory.get()
    }

    /// Tells whether an object is there.
    pub fn has(&self, id: &Oid) -> bool {
        self.raw(id).is_ok_and(|id| self.inner.odb().is_ok_and(|odb| odb.exists(id)))
    }

    /// Returns what stands at a path in a commit and which kind of entry it is.
    pub fn entry_at(&self, commit: &Oid, path: &RepoPath) -> Result<Option<(Oid, Mode)>, GitError> {
        Ok(self.entry(commit, path)?.and_then(|(id, mode)| Some((oid(id), mode?))))
    }

    /// Returns the content of a blob.
    pub fn blob(&self, id: &Oid) -> Result<Vec<u8>, GitError> {
        self.content(self.raw(id)?)
    }

    /// Tells whether file modes of the work tree mean anything (`core.fileMode`).
    pub fn trusts_modes(&self) -> bool {
        self.inner.config().and_then(|c| c.get_bool("core.filemode")).unwrap_or(true)
    }

    fn unwritable(&self, source: git2::Error) -> GitError {
        GitError::Unwritable { path: self.common_dir.join("objects"), source: Box::new(source) }
    }
}

/// Returns the id that git gives a file of these bytes, without keeping it.
pub fn blob_id(bytes: &[u8]) -> Result<Oid, GitError> {
    git2::Oid::hash_object(ObjectType::Blob, bytes).map(oid).doing("hash a file")
}

/// Returns the path of a tree's entry that has to go before something is laid there: what is to be gone, and what is
/// no file where a file comes, or no folder where one has to be.
fn in_the_way<'l>(tree: &git2::Tree<'_>, laid: &Laid<'l>) -> Option<&'l str> {
    let path = laid.path.as_str();
    let kind = |path: &str| tree.get_path(Path::new(path)).ok().and_then(|entry| entry.kind());
    match (laid.content, kind(path)) {
        (None, Some(_)) => Some(path),
        (Some(_), Some(kind)) => (kind != ObjectType::Blob).then_some(path),
        (None, None) => None,
        (Some(_), None) => above(path).find(|above| kind(above).is_some_and(|kind| kind != ObjectType::Tree)),
    }
}

/// Returns the folders on the way to a path, the outermost first.
fn above(path: &str) -> impl Iterator<Item = &str> {
    path.match_indices('/').map(|(at, _)| &path[..at])
}

fn file_mode(mode: Mode) -> FileMode {
    match mode {
        Mode::File => FileMode::Blob,
        Mode::Executable => FileMode::BlobExecutable,
        Mode::Symlink => FileMode::Link,
        Mode::Submodule => FileMode::Commit,
    }
}

#[cfg(test)]
mod tests {
    use super::super::tree::mode_of;
    use super::*;

    #[test]
    fn modes_are_read_back_as_written() {
        for mode in [Mode::File, Mode::Executable, Mode::Symlink, Mode::Submodule] {
            assert_eq!(mode_of(i32::from(file_mode(mode))), Some(mode));
        }
    }
}

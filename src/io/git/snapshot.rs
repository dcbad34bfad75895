//! Contents that nobody committed, as objects that no reference names: a tree and a commit with fixed author,
//! date and message, so that the same contents have the same ids everywhere.
//!
//! Touches neither index nor work tree nor any reference. git collects such objects some day; whoever needs
//! them later keeps the contents and lays them again, under the same ids.

use git2::{Index, IndexEntry, IndexTime, ObjectType, Signature, Time};

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
        let mut index = Index::new().doing("make a tree")?;
        if let Some(parent) = &parent {
            let tree = parent.tree().doing("read a commit's tree")?;
            index.read_tree(&tree).doing("read a commit's tree")?;
        }
        for Laid { path, content } in laid {
            match content {
                None => {
                    let path = std::path::Path::new(path.as_str());
                    if index.get_path(path, 0).is_some() {
                        index.remove(path, 0).doing("make a tree")?;
                    }
                }
                Some((mode, bytes)) => {
                    let blob = self.inner.blob(bytes).map_err(|e| self.unwritable(e))?;
                    index.add(&entry(path, *mode, blob)).doing("make a tree")?;
                }
            }
        }
        let tree = index.write_tree_to(&self.inner).map_err(|e| self.unwritable(e))?;
        let tree = self.inner.find_tree(tree).doing("read a tree")?;
        let sign = Signature::new(AUTHOR, MAIL, &Time::new(0, 0)).doing("sign a snapshot")?;
        let parents: Vec<&git2::Commit<'_>> = parent.iter().collect();
        let id = self.inner.commit(None, &sign, &sign, MESSAGE, &tree, &parents);
        id.map(oid).map_err(|e| self.unwritable(e))
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

fn entry(path: &RepoPath, mode: Mode, id: git2::Oid) -> IndexEntry {
    let never = IndexTime::new(0, 0);
    IndexEntry {
        ctime: never,
        mtime: never,
        dev: 0,
        ino: 0,
        mode: bits(mode),
        uid: 0,
        gid: 0,
        file_size: 0,
        id,
        flags: 0,
        flags_extended: 0,
        path: path.as_str().as_bytes().to_vec(),
    }
}

fn bits(mode: Mode) -> u32 {
    match mode {
        Mode::File => 0o100_644,
        Mode::Executable => 0o100_755,
        Mode::Symlink => 0o120_000,
        Mode::Submodule => 0o160_000,
    }
}

#[cfg(test)]
mod tests {
    use super::super::tree::mode_of;
    use super::*;

    #[test]
    fn modes_are_read_back_as_written() {
        for mode in [Mode::File, Mode::Executable, Mode::Symlink, Mode::Submodule] {
            assert_eq!(mode_of(bits(mode) as i32), Some(mode));
        }
    }
}

//! Two trees compared entry by entry: equal folders are passed over unread, so that the cost grows with the change
//! and not with the tree.

use std::collections::BTreeMap;

use git2::ObjectType;

use super::error::{Doing, GitError};
use super::{Repository, oid};
use crate::domain::diff::{ChangeKind, FileChange};

use super::tree::{mode_of, path_of};

/// What stands under one name on one side: the object and git's mode.
type Side = Option<(git2::Oid, i32)>;

/// A path that differs, as bytes.
pub(super) struct Differs {
    pub(super) path: Vec<u8>,
    pub(super) old: Side,
    pub(super) new: Side,
}

impl Differs {
    /// Returns the change without its lines.
    pub(super) fn change(&self) -> FileChange {
        let kind = match (self.old, self.new) {
            (None, _) => ChangeKind::Added,
            (_, None) => ChangeKind::Deleted,
            // The upper bits say what kind of entry it is, the lower ones who may run it.
            (Some((_, old)), Some((_, new))) if old >> 12 != new >> 12 => ChangeKind::TypeChanged,
            (Some(_), Some(_)) => ChangeKind::Modified,
        };
        let mut file = FileChange::new(path_of(&self.path), kind);
        file.old_mode = self.old.and_then(|(_, mode)| mode_of(mode));
        file.new_mode = self.new.and_then(|(_, mode)| mode_of(mode));
        file.old_blob = self.old.map(|(id, _)| oid(id));
        file.new_blob = self.new.map(|(id, _)| oid(id));
        file
    }
}

/// An object, git's mode, and whether it is a folder.
type Entry = (git2::Oid, i32, bool);

/// The entries of a folder by name.
type Entries = BTreeMap<Vec<u8>, Entry>;

/// What stands under one name of two folders.
type Pair = (Vec<u8>, Option<Entry>, Option<Entry>);

impl Repository {
    /// Lists what differs between two trees, by path; without an old one everything is new.
    pub(super) fn differs(
        &self,
        old: Option<&git2::Tree<'_>>,
        new: &git2::Tree<'_>,
    ) -> Result<Vec<Differs>, GitError> {
        let mut found = Vec::new();
        // Folders still to be compared; deep ones must not exhaust the stack.
        let mut open: Vec<(Vec<u8>, Option<git2::Oid>, Option<git2::Oid>)> =
            vec![(Vec::new(), old.map(git2::Tree::id), Some(new.id()))];
        while let Some((folder, old, new)) = open.pop() {
            if old == new {
                continue;
            }
            let (mut before, after) = (self.entries(old)?, self.entries(new)?);
            let mut sides: Vec<Pair> = after
                .into_iter()
                .map(|(name, new)| (name.clone(), before.remove(&name), Some(new)))
                .collect();
            sides.extend(before.into_iter().map(|(name, old)| (name, Some(old), None)));
            for (name, old, new) in sides {
                if old == new {
                    continue;
                }
                let mut path = folder.clone();
                if !path.is_empty() {
                    path.push(b'/');
                }
                path.extend_from_slice(&name);
                let folder_of = |side: Option<Entry>| side.filter(|s| s.2).map(|s| s.0);
                let file_of = |side: Option<Entry>| side.filter(|s| !s.2).map(|s| (s.0, s.1));
                if folder_of(old).is_some() || folder_of(new).is_some() {
                    open.push((path.clone(), folder_of(old), folder_of(new)));
                }
                if file_of(old).is_some() || file_of(new).is_some() {
                    found.push(Differs { path, old: file_of(old), new: file_of(new) });
                }
            }
        }
        found.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(found)
    }

    fn entries(&self, tree: Option<git2::Oid>) -> Result<Entries, GitError> {
        let Some(tree) = tree else { return Ok(Entries::new()) };
        let tree = self.inner.find_tree(tree).doing("read a tree")?;
        let entry = |e: git2::TreeEntry<'_>| {
            let folder = e.kind() == Some(ObjectType::Tree);
            (e.name_bytes().to_vec(), (e.id(), e.filemode(), folder))
        };
        Ok(tree.iter().map(entry).collect())
    }
}

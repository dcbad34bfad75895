//! Two trees compared entry by entry: equal folders are passed over unread, so that the cost grows with the change
//! and not with the tree.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use git2::{ObjectType, Tree, TreeEntry};

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
            for (name, old, new) in unlike(self.folder(old)?.as_ref(), self.folder(new)?.as_ref()) {
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

    fn folder(&self, tree: Option<git2::Oid>) -> Result<Option<Tree<'_>>, GitError> {
        tree.map(|id| self.inner.find_tree(id)).transpose().doing("read a tree")
    }
}

/// Returns the entries of two folders that are not alike, by name. What is alike is only looked at: a folder of
/// thousands in which one file changed costs no copies.
fn unlike(old: Option<&Tree<'_>>, new: Option<&Tree<'_>>) -> Vec<Pair> {
    let (mut before, mut after) =
        (old.into_iter().flat_map(Tree::iter).peekable(), new.into_iter().flat_map(Tree::iter).peekable());
    let mut pairs = Vec::new();
    let (mut gone, mut came) = (BTreeMap::new(), BTreeMap::new());
    loop {
        let next = match (before.peek(), after.peek()) {
            (Some(old), Some(new)) => in_order(old, new),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => break,
        };
        match next {
            Ordering::Less => gone.extend(before.next().as_ref().map(named)),
            Ordering::Greater => came.extend(after.next().as_ref().map(named)),
            Ordering::Equal => {
                if let (Some(old), Some(new)) = (before.next(), after.next())
                    && entry(&old) != entry(&new)
                {
                    pairs.push((old.name_bytes().to_vec(), Some(entry(&old)), Some(entry(&new))));
                }
            }
        }
    }
    // A file that became a folder stands elsewhere in git's order, as does anything in a tree that is not sorted.
    for (name, new) in came {
        let old = gone.remove(&name);
        if old != Some(new) {
            pairs.push((name, old, Some(new)));
        }
    }
    pairs.extend(gone.into_iter().map(|(name, old)| (name, Some(old), None)));
    pairs
}

fn named(e: &TreeEntry<'_>) -> (Vec<u8>, Entry) {
    (e.name_bytes().to_vec(), entry(e))
}

fn entry(e: &TreeEntry<'_>) -> Entry {
    (e.id(), e.filemode(), e.kind() == Some(ObjectType::Tree))
}

/// Compares two entries as git sorts them: a folder's name as if a slash followed it.
fn in_order(old: &TreeEntry<'_>, new: &TreeEntry<'_>) -> Ordering {
    let end = |e: &TreeEntry<'_>| if e.kind() == Some(ObjectType::Tree) { b'/' } else { 0 };
    let (a, b) = (old.name_bytes(), new.name_bytes());
    let common = a.len().min(b.len());
    let next = |name: &[u8], end: u8| name.get(common).copied().unwrap_or(end);
    let ends = || next(a, end(old)).cmp(&next(b, end(new)));
    // The shorter name may be the longer one's beginning up to the slash: then their lengths tell.
    a[..common].cmp(&b[..common]).then_with(ends).then_with(|| a.len().cmp(&b.len()))
}

//! What stands in a commit's tree: files by path, listed and read. Neither submodules nor links are followed: see
//! [`super::standing`].

use std::path::Path;

use git2::{ErrorCode, ObjectType, TreeWalkMode, TreeWalkResult};

use super::{Doing, GitError, Repository, oid};
use crate::domain::diff::Mode;
use crate::domain::ids::{Oid, RepoPath};

/// The most files that are listed from one tree.
const MAX_FILES: usize = 500_000;

impl Repository {
    /// Reads a regular file as it stands in a commit.
    ///
    /// Nothing where no regular file stands: folders, symbolic links and submodules have no content of
    /// their own. A file larger than `limit` bytes is an error, never cut.
    pub fn read_at(&self, commit: &Oid, path: &RepoPath, limit: u64) -> Result<Option<Vec<u8>>, GitError> {
        let Some((id, Some(Mode::File | Mode::Executable))) = self.entry(commit, path)? else {
            return Ok(None);
        };
        let bytes = self.size(id)?;
        if bytes > limit {
            return Err(GitError::FileTooLarge { path: path.clone(), bytes, limit });
        }
        self.content(id).map(Some)
    }

    /// Returns the id of what stands at a path in a commit: equal ids are equal content. A submodule's
    /// is the commit it points to, a folder's its tree.
    pub fn blob_at(&self, commit: &Oid, path: &RepoPath) -> Result<Option<Oid>, GitError> {
        Ok(self.entry(commit, path)?.map(|(id, _)| oid(id)))
    }

    /// Lists the files of a commit's tree, symbolic links included, submodules left out.
    pub fn tracked_files(&self, commit: &Oid) -> Result<Vec<RepoPath>, GitError> {
        self.tracked_files_ending(commit, "")
    }

    /// Lists the files of a commit's tree as [`Self::tracked_files`] does, each with the id of its content.
    pub fn tracked_contents(&self, commit: &Oid) -> Result<Vec<(RepoPath, Oid)>, GitError> {
        self.walked(commit, "")
    }

    /// Lists those files of a commit's tree whose names end so: a repository has few documents beside its code.
    pub fn tracked_files_ending(&self, commit: &Oid, ending: &str) -> Result<Vec<RepoPath>, GitError> {
        Ok(self.walked(commit, ending)?.into_iter().map(|(path, _)| path).collect())
    }

    fn walked(&self, commit: &Oid, ending: &str) -> Result<Vec<(RepoPath, Oid)>, GitError> {
        let tree = self.find(commit)?.tree().doing("read a commit's tree")?;
        let (mut files, mut seen) = (Vec::new(), 0);
        let walked = tree.walk(TreeWalkMode::PreOrder, |folder, entry| {
            if entry.kind() == Some(ObjectType::Blob) {
                seen += 1;
                if entry.name_bytes().ends_with(ending.as_bytes()) {
                    let mut path = folder.as_bytes().to_vec();
                    path.extend_from_slice(entry.name_bytes());
                    files.push((path_of(&path), oid(entry.id())));
                }
            }
            if seen > MAX_FILES { TreeWalkResult::Abort } else { TreeWalkResult::Ok }
        });
        if seen > MAX_FILES {
            return Err(GitError::TreeTooLarge { id: commit.clone(), limit: MAX_FILES });
        }
        walked.doing("list a tree")?;
        Ok(files)
    }

    pub(super) fn entry(
        &self,
        commit: &Oid,
        path: &RepoPath,
    ) -> Result<Option<(git2::Oid, Option<Mode>)>, GitError> {
        let tree = self.find(commit)?.tree().doing("read a commit's tree")?;
        if is_stand_in(path) {
            return self.stood_for(tree, path);
        }
        match tree.get_path(Path::new(path.as_str())) {
            Ok(entry) => Ok(Some((entry.id(), mode_of(entry.filemode())))),
            Err(error) if error.code() == ErrorCode::NotFound => Ok(None),
            Err(error) => Err(error).doing("look up a path in a tree"),
        }
    }

    /// Finds what stands under a name that [`path_of`] made: by what each entry on the way would be called.
    fn stood_for(
        &self,
        tree: git2::Tree<'_>,
        path: &RepoPath,
    ) -> Result<Option<(git2::Oid, Option<Mode>)>, GitError> {
        if path.as_str().starts_with(HASHED) {
            return Self::hashed(&tree, path);
        }
        let mut parts = path.as_str().split('/').peekable();
        let mut folder = tree;
        while let Some(part) = parts.next() {
            let found = folder
                .iter()
                .find(|e| named(e.name_bytes()) == part)
                .map(|e| (e.id(), e.filemode(), e.kind()));
            match found {
                Some((id, mode, _)) if parts.peek().is_none() => return Ok(Some((id, mode_of(mode)))),
                Some((id, _, Some(ObjectType::Tree))) => {
                    folder = self.inner.find_tree(id).doing("read a tree")?;
                }
                Some(_) | None => return Ok(None),
            }
        }
        Ok(None)
    }

    /// Finds a path too long for a name, of which only a hash is known, by looking at all of them.
    fn hashed(tree: &git2::Tree<'_>, path: &RepoPath) -> Result<Option<(git2::Oid, Option<Mode>)>, GitError> {
        let mut found = None;
        let mut seen = 0;
        let walked = tree.walk(TreeWalkMode::PreOrder, |folder, entry| {
            seen += 1;
            let whole = [folder.as_bytes(), entry.name_bytes()].concat();
            if entry.kind() != Some(ObjectType::Tree) && path_of(&whole) == *path {
                found = Some((entry.id(), mode_of(entry.filemode())));
            }
            if found.is_some() || seen > MAX_FILES { TreeWalkResult::Abort } else { TreeWalkResult::Ok }
        });
        match (found, walked) {
            (Some(found), _) => Ok(Some(found)),
            (None, walked) => walked.doing("list a tree").map(|()| None),
        }
    }

    /// Tells whether a commit holds a folder at a path.
    pub fn is_folder_at(&self, commit: &Oid, path: &RepoPath) -> Result<bool, GitError> {
        let tree = self.find(commit)?.tree().doing("read a commit's tree")?;
        Ok(tree.get_path(Path::new(path.as_str())).is_ok_and(|e| e.kind() == Some(git2::ObjectType::Tree)))
    }

    /// Returns a blob's size without reading it.
    pub(super) fn size(&self, blob: git2::Oid) -> Result<u64, GitError> {
        let odb = self.inner.odb().doing("open the object store")?;
        let (bytes, _) = odb.read_header(blob).map_err(|e| self.unread("read an object's size", blob, e))?;
        Ok(bytes as u64)
    }

    pub(super) fn content(&self, blob: git2::Oid) -> Result<Vec<u8>, GitError> {
        Ok(self.blob_of(blob)?.content().to_vec())
    }

    pub(super) fn blob_of(&self, id: git2::Oid) -> Result<git2::Blob<'_>, GitError> {
        self.inner.find_blob(id).map_err(|e| self.unread("read a file's content", id, e))
    }

    /// Sorts why an object cannot be read: a partial clone has not all of them.
    fn unread(&self, doing: &'static str, id: git2::Oid, source: git2::Error) -> GitError {
        if source.code() == git2::ErrorCode::NotFound && self.is_partial() {
            return GitError::NotFetched { id: oid(id) };
        }
        GitError::failed(doing, source)
    }

    fn is_partial(&self) -> bool {
        let config = self.inner.config().and_then(|mut config| config.snapshot());
        let Ok(config) = config else { return false };
        let promised = config.entries(Some(r"^remote\..*\.promisor$"));
        promised.is_ok_and(|mut found| found.next().is_some_and(|entry| entry.is_ok()))
    }
}

/// Reads git's file mode; nothing for folders.
pub(super) fn mode_of(mode: i32) -> Option<Mode> {
    match mode {
        0o100_755 => Some(Mode::Executable),
        0o120_000 => Some(Mode::Symlink),
        0o160_000 => Some(Mode::Submodule),
        0 | 0o040_000 => None,
        _ => Some(Mode::File),
    }
}

/// Names a path of a tree. git allows bytes that [`RepoPath`] does not: those are written as `%` and two
/// hexadecimal digits, so that such a file is shown under a stand-in name and never left out.
///
/// No two paths share a name: one that looks like a stand-in gets one, too.
pub(super) fn path_of(bytes: &[u8]) -> RepoPath {
    if let Ok(text) = std::str::from_utf8(bytes)
        && !may_stand_in(text)
        && let Ok(path) = RepoPath::parse(text)
        && path.as_str() == text
    {
        return path;
    }
    let text = bytes.split(|byte| *byte == b'/').map(named).collect::<Vec<String>>().join("/");
    RepoPath::parse(&text).unwrap_or_else(|_| {
        let hash = blake3::hash(bytes).to_hex();
        RepoPath::parse(&format!("{HASHED}{hash}")).expect("a hash is a valid path")
    })
}

/// How the stand-in of a path begins that no escapes can name.
const HASHED: &str = "%path-";

/// Writes one name of a path, in the form of a stand-in where our paths cannot hold it as it is.
pub(super) fn named(name: &[u8]) -> String {
    if matches!(name, b"" | b"." | b"..") {
        return name.iter().map(|byte| format!("%{byte:02X}")).collect();
    }
    let odd = |c: char| c.is_control() || matches!(c, '\\' | ':' | char::REPLACEMENT_CHARACTER);
    let plain = std::str::from_utf8(name).is_ok_and(|text| !text.contains(odd) && !may_stand_in(text));
    let escape = |c: char| odd(c) || !plain && c == '%';
    let mut text = String::new();
    for chunk in name.utf8_chunks() {
        for c in chunk.valid().chars() {
            if escape(c) {
                let mut buffer = [0; 4];
                text.extend(c.encode_utf8(&mut buffer).bytes().map(|byte| format!("%{byte:02X}")));
            } else {
                text.push(c);
            }
        }
        text.extend(chunk.invalid().iter().map(|byte| format!("%{byte:02X}")));
    }
    text
}

/// Tells whether a path names a file of a tree whose own name no path of ours can hold.
pub fn is_stand_in(path: &RepoPath) -> bool {
    may_stand_in(path.as_str())
}

/// Tells whether a name may be a stand-in: a `%` in it stands before the digits of a byte that is written so. `%20`
/// and its kind never are, and are common in names.
fn may_stand_in(text: &str) -> bool {
    let digit = |byte: Option<&u8>| byte.and_then(|b| char::from(*b).to_digit(16));
    let bytes = text.as_bytes();
    text.starts_with(HASHED)
        || bytes.iter().enumerate().filter(|(_, byte)| **byte == b'%').any(|(at, _)| {
            match (digit(bytes.get(at + 1)), digit(bytes.get(at + 2))) {
                (Some(high), Some(low)) => {
                    let byte = high * 16 + low;
                    !(0x20..0x7F).contains(&byte) || matches!(byte, 0x25 | 0x2E | 0x3A | 0x5C)
                }
                _ => false,
            }
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_path_of_a_tree_gets_a_name_of_its_own() {
        for (bytes, expected) in [
            (&b"src/a.rs"[..], "src/a.rs"),
            ("src/\u{e9}t\u{e9}.rs".as_bytes(), "src/\u{e9}t\u{e9}.rs"),
            (b"a\\b.rs", "a%5Cb.rs"),
            (b"a\tb", "a%09b"),
            (b"x/\xff.bin", "x/%FF.bin"),
            (b"../up", "%2E%2E/up"),
            (b"C:/x", "C%3A/x"),
            (b"100%", "100%"),
            (b"100% \\ a", "100%25 %5C a"),
            (b"a%20b.txt", "a%20b.txt"),
            // As a stand-in would be written: it must not pass for the file that one stands for.
            (b"a%5Cb.rs", "a%255Cb.rs"),
            (b"%path-x", "%25path-x"),
        ] {
            assert_eq!(path_of(bytes).as_str(), expected);
        }
        assert!(path_of(&[b'a'; 5000]).as_str().starts_with("%path-"));
        assert_eq!(path_of(b"").as_str().len(), 6 + 64);
        // A name is its own stand-in only where nothing had to be written otherwise.
        for bytes in [&b"a\\b"[..], b"x\xff", b"\x7f", "\u{85}n".as_bytes(), b"a:b", b"%5C"] {
            assert!(is_stand_in(&path_of(bytes)), "{bytes:?}");
        }
    }
}

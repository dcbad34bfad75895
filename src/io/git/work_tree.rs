//! Which files of the work tree differ from what is checked out: staged, unstaged, new and not ignored.
//!
//! Only their names; the bytes are read by handle elsewhere. The index is not refreshed on disk.

use std::path::Path;

use git2::{AttrCheckFlags, AttrValue, FileMode, IndexEntryExtendedFlag, Status, StatusOptions};

use super::Repository;
use super::error::{Doing, GitError, MOST_NESTED, lossy};
use super::tree::path_of;
use crate::domain::ids::RepoPath;

/// The most files that may differ at once.
const MAX_FILES: usize = 20_000;

/// What differs between the checked-out commit and the work tree.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Differing {
    /// Sorted.
    pub paths: Vec<RepoPath>,
    /// Of these, the ones whose staged content is not what stands in the work tree.
    pub staged_apart: Vec<RepoPath>,
    /// Of these, the ones that a merge or a rebase left unsettled.
    pub conflicted: Vec<RepoPath>,
    /// Of these, the ones whose contents could not be read: whether they differ is not known.
    pub unreadable: Vec<RepoPath>,
    /// New folders that could not be looked into, as git leaves them out too: what is in them is not known.
    pub closed: Vec<String>,
    /// Repositories inside this one, which are never looked into.
    pub repositories: Vec<String>,
    /// Files under names that no path of ours can hold.
    pub unnamed: Vec<String>,
    /// Of the paths, those that git was told not to look at. Left empty here, since their bytes must be read.
    pub unwatched: Vec<RepoPath>,
    /// What git ignores, where all of the work tree was looked at: files, and folders as a whole, which end in `/`.
    pub ignored: Vec<String>,
}

impl Differing {
    /// Returns what of this lies at some paths or below them: what [`Repository::differing`] finds when it is limited to
    /// them.
    #[must_use]
    pub fn within(&self, only: &[&RepoPath]) -> Self {
        let lies = |path: &str| {
            let below = |of: &&RepoPath| {
                path.strip_prefix(of.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            };
            only.iter().any(below)
        };
        let paths = |of: &[RepoPath]| of.iter().filter(|path| lies(path.as_str())).cloned().collect();
        let names = |of: &[String]| of.iter().filter(|name| lies(name)).cloned().collect();
        Self {
            paths: paths(&self.paths),
            staged_apart: paths(&self.staged_apart),
            conflicted: paths(&self.conflicted),
            unreadable: paths(&self.unreadable),
            closed: names(&self.closed),
            repositories: names(&self.repositories),
            unnamed: names(&self.unnamed),
            unwatched: paths(&self.unwatched),
            ignored: Vec::new(),
        }
    }
}

impl Repository {
    /// Tells whether a file stands at a path of the work tree, and no link leads there.
    fn is_there(&self, path: &RepoPath) -> bool {
        let mut at = self.root().to_owned();
        let parts: Vec<&str> = path.as_str().split('/').collect();
        let Some((name, folders)) = parts.split_last() else { return false };
        for folder in folders {
            at.push(folder);
            if !at.symlink_metadata().is_ok_and(|there| there.is_dir()) {
                return false;
            }
        }
        at.push(name);
        at.symlink_metadata().is_ok_and(|there| !there.is_dir())
    }

    /// Tells whether git would commit a file of the work tree with plain line feeds in place of CR LF: by
    /// `core.autocrlf`, or by the attributes `text` and `eol`. Nothing is converted here, and no filter runs.
    pub fn commits_line_feeds(&self, path: &RepoPath) -> bool {
        let attribute = |name: &str| {
            let flags = AttrCheckFlags::FILE_THEN_INDEX;
            // libgit2 tells its own values by where they lie in memory: they must not be copied before.
            let value = self.inner.get_attr_bytes(Path::new(path.as_str()), name, flags).ok().flatten();
            AttrValue::from_bytes(value)
        };
        match attribute("text") {
            AttrValue::False => return false,
            AttrValue::True | AttrValue::String("auto") => return true,
            AttrValue::String(_) | AttrValue::Bytes(_) | AttrValue::Unspecified => {}
        }
        if matches!(attribute("eol"), AttrValue::String("crlf" | "lf")) {
            return true;
        }
        let config = self.inner.config().and_then(|mut c| c.snapshot());
        let said = config.ok().and_then(|c| c.get_str("core.autocrlf").map(str::to_owned).ok());
        said.is_some_and(|said| {
            matches!(said.to_ascii_lowercase().as_str(), "true" | "yes" | "on" | "1" | "input")
        })
    }

    /// Tells whether a sparse checkout leaves a file out of the work tree: that it is not there is no removal.
    pub fn is_left_out(&self, path: &RepoPath) -> bool {
        let entry = self.inner.index().ok().and_then(|index| index.get_path(Path::new(path.as_str()), 0));
        entry.is_some_and(|e| e.flags_extended & IndexEntryExtendedFlag::SKIP_WORKTREE.bits() != 0)
            && self.root.join(path.as_str()).symlink_metadata().is_err()
    }

    /// Tells whether git's index holds a file; one that is to go with the next commit it does not.
    pub fn is_in_index(&self, path: &RepoPath) -> bool {
        // At any stage: what a merge left unsettled is held, too.
        let prefix = Path::new(path.as_str());
        self.inner.index().is_ok_and(|index| (0..=3).any(|stage| index.get_path(prefix, stage).is_some()))
    }

    /// Tells whether a file is announced to git and nothing of it staged (`git add --intent-to-add`).
    fn is_only_announced(&self, path: &RepoPath) -> bool {
        let entry = self.inner.index().ok().and_then(|index| index.get_path(Path::new(path.as_str()), 0));
        entry.is_some_and(|e| e.flags_extended & IndexEntryExtendedFlag::INTENT_TO_ADD.bits() != 0)
    }

    /// Tells whether the work tree is a sparse checkout, which leaves out some of what is tracked.
    pub fn is_sparse(&self) -> bool {
        let config = self.inner.config().and_then(|mut config| config.snapshot());
        config.is_ok_and(|config| config.get_bool("core.sparseCheckout").unwrap_or(false))
    }

    /// Returns the filter that git would put between a file of the work tree and its commit (`.gitattributes`), or the
    /// attribute by which it would write the file otherwise itself. Nothing of that is ever done here.
    pub fn filter_of(&self, path: &RepoPath) -> Option<String> {
        let flags = AttrCheckFlags::FILE_THEN_INDEX;
        let given = |name: &str| {
            let value = self.inner.get_attr_bytes(Path::new(path.as_str()), name, flags).ok().flatten();
            match AttrValue::from_bytes(value) {
                AttrValue::String(value) => Some(value.to_owned()),
                AttrValue::Bytes(value) => Some(lossy(value)),
                AttrValue::True if name == "ident" => Some(String::new()),
                AttrValue::True | AttrValue::False | AttrValue::Unspecified => None,
            }
        };
        let own = || ["ident", "working-tree-encoding"].into_iter().find(|name| given(name).is_some());
        given("filter").or_else(|| own().map(str::to_owned))
    }

    /// Tells whether git's index remembers a file of the work tree as it stands, so that no content is compared.
    pub fn is_untouched(&self, path: &RepoPath) -> bool {
        self.inner.status_file(Path::new(path.as_str())).is_ok_and(|status| status.is_empty())
    }

    /// Returns the size of git's index in bytes; 0 where there is none. It holds every file of the repository.
    pub fn index_size(&self) -> u64 {
        std::fs::metadata(self.inner.path().join("index")).map_or(0, |found| found.len())
    }

    /// Tells whether git ignores a folder, which need not be there.
    pub fn ignores_folder(&self, path: &RepoPath) -> Result<bool, GitError> {
        let folder = format!("{path}/");
        self.inner.is_path_ignored(Path::new(&folder)).doing("read what git ignores")
    }

    /// Tells whether git tracks a file in a folder of the work tree whose name counts.
    pub fn tracks_within(&self, folder: &RepoPath, counts: impl Fn(&str) -> bool) -> bool {
        let prefix = format!("{folder}/");
        let Ok(index) = self.inner.index() else { return false };
        let Ok(first) = index.find_prefix(prefix.as_str()) else { return false };
        let within = (first..index.len()).map_while(|at| index.get(at));
        let mut within = within.take_while(|entry| entry.path.starts_with(prefix.as_bytes()));
        within
            .any(|entry| counts(String::from_utf8_lossy(&entry.path).rsplit('/').next().unwrap_or_default()))
    }

    /// Tells whether git ignores a path of the work tree; a file that it tracks may be ignored as well.
    pub fn ignores(&self, path: &RepoPath) -> Result<bool, GitError> {
        self.inner.is_path_ignored(Path::new(path.as_str())).doing("read what git ignores")
    }

    /// Compares the checked-out commit with index and work tree; also where no commit is there yet. `only` limits it
    /// to files or folders, so that no other folder is looked into; nothing means everything.
    pub fn differing(&self, only: Option<&[&RepoPath]>) -> Result<Differing, GitError> {
        let mut options = StatusOptions::new();
        for path in only.unwrap_or_default() {
            options.pathspec(path.as_str());
        }
        if only.is_some_and(<[_]>::is_empty) {
            return Ok(Differing::default());
        }
        options
            .include_untracked(true)
            .recurse_untracked_dirs(true)
            .include_ignored(only.is_none())
            .recurse_ignored_dirs(false)
            .include_unmodified(false)
            .include_unreadable(true)
            .update_index(false)
            .disable_pathspec_match(true)
            .renames_head_to_index(false)
            .renames_index_to_workdir(false);
        let statuses = self.inner.statuses(Some(&mut options)).map_err(|source| {
            // libgit2 has no code of its own for this.
            match source.message().contains("nesting too deep") {
                true => GitError::TooDeep { folder: nested(&self.root) },
                false => GitError::failed("compare the work tree", source),
            }
        })?;
        let count = statuses.iter().filter(|entry| entry.status() != Status::IGNORED).count();
        if count > MAX_FILES {
            let found = format!("{count} files that differ in the work tree");
            return Err(GitError::DiffTooLarge { found, limit: format!("{MAX_FILES} files") });
        }
        let mut found = Differing::default();
        for entry in statuses.iter() {
            let bytes = entry.path_bytes();
            if entry.status() == Status::IGNORED {
                if found.ignored.len() < MAX_FILES {
                    found.ignored.push(lossy(bytes));
                }
                continue;
            }
            let name = || lossy(bytes).trim_end_matches('/').to_owned();
            if entry.status().contains(Status::WT_UNREADABLE) && bytes.ends_with(b"/") {
                found.closed.push(name());
                continue;
            }
            let deltas = [entry.head_to_index(), entry.index_to_workdir()];
            let inner = deltas
                .iter()
                .flatten()
                .any(|d| [d.old_file().mode(), d.new_file().mode()].contains(&FileMode::Commit));
            // A folder that is listed as one is a repository of its own.
            if inner || bytes.ends_with(b"/") {
                found.repositories.push(name());
                continue;
            }
            let path = path_of(bytes);
            if path.as_str().as_bytes() != bytes {
                found.unnamed.push(path.to_string());
                continue;
            }
            let status = entry.status();
            if status == Status::WT_DELETED && self.is_left_out(&path) {
                continue;
            }
            // A folder that could not be listed holds nothing for libgit2, and what is in it passes for deleted.
            if status.contains(Status::WT_DELETED) && self.is_there(&path) {
                found.unreadable.push(path.clone());
            }
            let staged =
                Status::INDEX_NEW | Status::INDEX_MODIFIED | Status::INDEX_DELETED | Status::INDEX_TYPECHANGE;
            let apart = Status::WT_NEW | Status::WT_MODIFIED | Status::WT_DELETED | Status::WT_TYPECHANGE;
            if status.contains(Status::CONFLICTED) {
                found.conflicted.push(path.clone());
            }
            if status.contains(Status::WT_UNREADABLE) {
                found.unreadable.push(path.clone());
            }
            if status.intersects(staged) && status.intersects(apart) && !self.is_only_announced(&path) {
                found.staged_apart.push(path.clone());
            }
            found.paths.push(path);
        }
        found.paths.sort();
        found.paths.dedup();
        Ok(found)
    }
}

/// Returns where folders lie too deep within each other: the uppermost few of them, which tell the place.
fn nested(root: &Path) -> Option<String> {
    const MOST: usize = 50_000;
    let mut open = vec![(root.to_owned(), 0)];
    for _ in 0..MOST {
        let (folder, depth) = open.pop()?;
        if depth > MOST_NESTED {
            let below = folder.strip_prefix(root).ok()?;
            let upper: Vec<String> =
                below.iter().take(3).map(|part| part.to_string_lossy().into_owned()).collect();
            return Some(upper.join("/"));
        }
        let entries = std::fs::read_dir(&folder).into_iter().flatten().filter_map(Result::ok);
        // A link leads elsewhere, and is not followed.
        let folders =
            entries.filter(|e| e.file_name() != ".git" && e.file_type().is_ok_and(|kind| kind.is_dir()));
        open.extend(folders.map(|e| (e.path(), depth + 1)));
    }
    None
}

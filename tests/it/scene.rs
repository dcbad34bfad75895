//! A scene is a real repository in a temporary folder that is the same everywhere: fixed names and
//! dates, ids that never change, nothing of the user's configuration in any commit.
//!
//! Made with git2, without the git binary. Content goes into commits byte for byte: no filter runs.

#![expect(clippy::unwrap_used, reason = "a scene that cannot be built fails its test")]

use std::cell::Cell;
use std::path::{Path, PathBuf};

use countersign::domain::ids::{Oid, RepoPath};
use git2::{IndexEntry, IndexTime, RepositoryInitOptions, Signature, Time};
use tempfile::TempDir;

/// The first commit's time: 2026-01-01T00:00:00Z. Each later one is a minute after.
const START: i64 = 1_767_225_600;

/// A repository and the folder it lives in; both go with the value.
pub(crate) struct Scene {
    /// Held for its drop, which removes the folder.
    _folder: TempDir,
    base: PathBuf,
    root: PathBuf,
    pub(crate) git: git2::Repository,
    clock: Cell<i64>,
}

/// One edit of a commit.
pub(crate) enum Edit<'a> {
    Write(&'a str, &'a [u8]),
    Executable(&'a str, &'a [u8]),
    Link(&'a str, &'a str),
    Submodule(&'a str, &'a str),
    Remove(&'a str),
}

impl Scene {
    /// Makes a repository on branch `main` without a commit.
    pub(crate) fn new() -> Self {
        let folder = TempDir::new().unwrap();
        let base = folder.path().canonicalize().unwrap();
        let root = base.join("repo");
        let mut options = RepositoryInitOptions::new();
        options.initial_head("main").external_template(false);
        let git = git2::Repository::init_opts(&root, &options).unwrap();
        let mut config = git.config().unwrap();
        config.set_str("user.name", "Scene").unwrap();
        config.set_str("user.email", "scene@example.invalid").unwrap();
        config.set_bool("core.autocrlf", false).unwrap();
        Self { _folder: folder, base, root, git, clock: Cell::new(START) }
    }

    /// Returns the repository's root.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// Returns a folder beside the repository, for what lies outside it. It may not exist.
    pub(crate) fn beside(&self, name: &str) -> PathBuf {
        self.base.join(name)
    }

    /// Opens the scene as Countersign does.
    pub(crate) fn open(&self) -> countersign::io::git::Repository {
        countersign::io::git::Repository::discover(&self.root).unwrap()
    }

    /// Writes a file of the work tree, without committing it.
    pub(crate) fn write(&self, path: &str, content: impl AsRef<[u8]>) {
        let full = self.root.join(path);
        std::fs::create_dir_all(full.parent().unwrap()).unwrap();
        std::fs::write(full, content).unwrap();
    }

    /// Commits text files on the branch that is checked out.
    pub(crate) fn commit(&self, message: &str, files: &[(&str, &str)]) -> Oid {
        let edits: Vec<Edit> = files.iter().map(|(path, text)| Edit::Write(path, text.as_bytes())).collect();
        self.edit(message, &edits)
    }

    /// Commits edits on the branch that is checked out.
    pub(crate) fn edit(&self, message: &str, edits: &[Edit]) -> Oid {
        let parents: Vec<git2::Oid> =
            self.git.head().ok().and_then(|head| head.target()).into_iter().collect();
        let time = self.tick();
        self.record("commit", message, edits, &parents, time)
    }

    /// Replaces the newest commit as `git commit --amend` does: its author time stays.
    pub(crate) fn amend(&self, message: &str, edits: &[Edit]) -> Oid {
        let old = self.git.head().unwrap().peel_to_commit().unwrap();
        let parents: Vec<git2::Oid> = old.parent_ids().collect();
        self.tick();
        self.record("commit (amend)", message, edits, &parents, old.author().when().seconds())
    }

    /// Amends with a new author time, as `--reset-author` does.
    pub(crate) fn amend_anew(&self, message: &str, edits: &[Edit]) -> Oid {
        let parents: Vec<git2::Oid> =
            self.git.head().unwrap().peel_to_commit().unwrap().parent_ids().collect();
        let time = self.tick();
        self.record("commit (amend)", message, edits, &parents, time)
    }

    /// Merges a branch into the one that is checked out; neither side may conflict.
    pub(crate) fn merge(&self, branch: &str, message: &str) -> Oid {
        let ours = self.git.head().unwrap().peel_to_commit().unwrap();
        let theirs = self.git.find_branch(branch, git2::BranchType::Local).unwrap();
        let theirs = theirs.get().peel_to_commit().unwrap();
        let mut index = self.git.merge_commits(&ours, &theirs, None).unwrap();
        assert!(!index.has_conflicts(), "a scene's merge does not conflict");
        let tree = index.write_tree_to(&self.git).unwrap();
        self.git.index().unwrap().read_tree(&self.git.find_tree(tree).unwrap()).unwrap();
        let time = self.tick();
        self.store("merge", message, tree, &[ours.id(), theirs.id()], time)
    }

    /// Merges a branch with the given files as somebody settled them, conflicts or not.
    pub(crate) fn merge_settled(&self, branch: &str, message: &str, files: &[(&str, &str)]) -> Oid {
        let ours = self.git.head().unwrap().peel_to_commit().unwrap();
        let theirs = self.git.find_branch(branch, git2::BranchType::Local).unwrap();
        let theirs = theirs.get().peel_to_commit().unwrap();
        let mut index = self.git.merge_commits(&ours, &theirs, None).unwrap();
        for (path, text) in files {
            let _ = index.conflict_remove(Path::new(path));
            self.apply(&mut index, &Edit::Write(path, text.as_bytes()));
        }
        let tree = index.write_tree_to(&self.git).unwrap();
        self.git.index().unwrap().read_tree(&self.git.find_tree(tree).unwrap()).unwrap();
        let time = self.tick();
        let id = self.store("merge", message, tree, &[ours.id(), theirs.id()], time);
        self.reset(&id);
        id
    }

    /// Commits what merging a branch would give as one commit without a second parent.
    pub(crate) fn squash(&self, branch: &str, message: &str) -> Oid {
        let ours = self.git.head().unwrap().peel_to_commit().unwrap();
        let theirs = self.git.find_branch(branch, git2::BranchType::Local).unwrap();
        let theirs = theirs.get().peel_to_commit().unwrap();
        let mut index = self.git.merge_commits(&ours, &theirs, None).unwrap();
        let tree = index.write_tree_to(&self.git).unwrap();
        let time = self.tick();
        let id = self.store("commit", message, tree, &[ours.id()], time);
        self.reset(&id);
        id
    }

    /// Copies a commit onto the branch that is checked out, keeping author time and message.
    pub(crate) fn pick(&self, id: &Oid) -> Oid {
        let commit = self.git.find_commit(raw(id)).unwrap();
        let head = self.git.head().unwrap().peel_to_commit().unwrap();
        let mut index = self.git.cherrypick_commit(&commit, &head, 0, None).unwrap();
        let tree = index.write_tree_to(&self.git).unwrap();
        self.tick();
        self.store(
            "rebase (pick)",
            commit.message().unwrap(),
            tree,
            &[head.id()],
            commit.author().when().seconds(),
        )
    }

    /// Makes a branch at a commit.
    pub(crate) fn branch(&self, name: &str, at: &Oid) {
        self.git.branch(name, &self.git.find_commit(raw(at)).unwrap(), true).unwrap();
    }

    /// Checks a branch out.
    pub(crate) fn switch(&self, name: &str) {
        self.git.set_head(&format!("refs/heads/{name}")).unwrap();
        self.git.checkout_head(Some(git2::build::CheckoutBuilder::new().force())).unwrap();
    }

    /// Moves the branch that is checked out, as `git reset --hard` does.
    pub(crate) fn reset(&self, to: &Oid) {
        let commit = self.git.find_commit(raw(to)).unwrap();
        self.git.reset(commit.as_object(), git2::ResetType::Hard, None).unwrap();
    }

    /// Adds a linked work tree on a branch of its own and returns its root.
    pub(crate) fn worktree(&self, name: &str) -> PathBuf {
        let path = self.beside(name);
        self.git.worktree(name, &path, None).unwrap();
        path
    }

    /// Points a reference of any kind at a commit.
    pub(crate) fn reference(&self, name: &str, at: &Oid) {
        self.git.reference(name, raw(at), true, "scene").unwrap();
    }

    fn record(&self, how: &str, message: &str, edits: &[Edit], parents: &[git2::Oid], authored: i64) -> Oid {
        let mut index = self.git.index().unwrap();
        for edit in edits {
            self.apply(&mut index, edit);
        }
        index.write().unwrap();
        let tree = index.write_tree().unwrap();
        self.store(how, message, tree, parents, authored)
    }

    fn apply(&self, index: &mut git2::Index, edit: &Edit) {
        let mut put = |path: &str, mode: u32, id: git2::Oid| {
            let time = IndexTime::new(0, 0);
            let entry = IndexEntry {
                ctime: time,
                mtime: time,
                dev: 0,
                ino: 0,
                mode,
                uid: 0,
                gid: 0,
                file_size: 0,
                id,
                flags: 0,
                flags_extended: 0,
                path: path.as_bytes().to_vec(),
            };
            index.add(&entry).unwrap();
        };
        match edit {
            Edit::Write(path, content) => {
                self.write(path, content);
                put(path, 0o100_644, self.git.blob(content).unwrap());
            }
            Edit::Executable(path, content) => {
                self.write(path, content);
                put(path, 0o100_755, self.git.blob(content).unwrap());
            }
            Edit::Link(path, target) => {
                let full = self.root.join(path);
                std::fs::create_dir_all(full.parent().unwrap()).unwrap();
                let _ = std::fs::remove_file(&full);
                std::os::unix::fs::symlink(target, full).unwrap();
                put(path, 0o120_000, self.git.blob(target.as_bytes()).unwrap());
            }
            Edit::Submodule(path, commit) => put(path, 0o160_000, git2::Oid::from_str(commit).unwrap()),
            Edit::Remove(path) => {
                std::fs::remove_file(self.root.join(path)).unwrap();
                index.remove(Path::new(path), 0).unwrap();
            }
        }
    }

    fn store(&self, how: &str, message: &str, tree: git2::Oid, parents: &[git2::Oid], authored: i64) -> Oid {
        let sign =
            |seconds| Signature::new("Scene", "scene@example.invalid", &Time::new(seconds, 0)).unwrap();
        let parents: Vec<git2::Commit> =
            parents.iter().map(|id| self.git.find_commit(*id).unwrap()).collect();
        let parents: Vec<&git2::Commit> = parents.iter().collect();
        let tree = self.git.find_tree(tree).unwrap();
        let (author, committer) = (sign(authored), sign(self.clock.get()));
        let id = self.git.commit(None, &author, &committer, message, &tree, &parents).unwrap();
        let head = self.git.find_reference("HEAD").unwrap();
        let name = head.symbolic_target().ok().flatten().unwrap_or("HEAD").to_owned();
        let subject = message.lines().next().unwrap_or_default();
        self.git.reference(&name, id, true, &format!("{how}: {subject}")).unwrap();
        Oid::new(id.to_string())
    }

    fn tick(&self) -> i64 {
        self.clock.set(self.clock.get() + 60);
        self.clock.get()
    }
}

/// Reads a path that a test wrote itself.
pub(crate) fn path(text: &str) -> RepoPath {
    RepoPath::parse(text).unwrap()
}

fn raw(id: &Oid) -> git2::Oid {
    git2::Oid::from_str(id.as_str()).unwrap()
}

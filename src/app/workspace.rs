//! The repository a call works on: its git side, its files, its event log, its clock.
//!
//! Opened anew for each call, since a server lives long and a repository changes under it. The store
//! is opened at the first use that needs it: a call that only reads text never touches the disk.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use serde_json::{Value, json};

use crate::domain::attested::Attested;
use crate::domain::ids::{Oid, RepoPath};
use crate::domain::next_step::NextStep;
use crate::domain::plan::Plan;
use crate::domain::plan::layout::{self, PhaseFolder};
use crate::domain::range::Rival;
use crate::domain::roadmap::requirements::Requirement;
use crate::domain::subject::Subject;
use crate::error::Error;
use crate::io::clock::Clock;
use crate::io::files::{Files, FilesError, Kind, Listed};
use crate::io::follower::{Follower, Nobody};
use crate::io::git::{Differing, GitError, Repository};
use crate::io::settings::user::{self, User, UserConfigError};
use crate::io::settings::{self, Detected, OfGit, Settings, SettingsError, Sides};
use crate::io::store::{Held, Store, StoreError};

use super::refusals::of_files;
use remembered::Remembered;
use told::Told;

mod remembered;
pub(super) mod told;

/// What a file of the repository may hold to be read whole, in bytes.
const FILE_LIMIT: u64 = 2 * 1024 * 1024;

/// A repository, or one of its worktrees, in use by one call.
#[derive(Debug)]
pub(super) struct Workspace<'a> {
    pub(super) repository: Repository,
    pub(super) files: Files,
    /// The main checkout's files, in a linked worktree: planning folders that git ignores lie only there.
    main: Option<Files>,
    pub(super) clock: &'a Clock,
    /// The worktree as the caller named it: calls handed back carry it again.
    pub(super) worktree: Option<String>,
    /// Who calls.
    caller: Caller<'a>,
    pub(super) follower: &'a dyn Follower,
    /// Where a server keeps the event log open between calls.
    held: Option<&'a Held>,
    /// Plans of the same numbers in other planning folders, by the plan that was asked about: finding them takes a walk.
    pub(super) rivals: RefCell<HashMap<RepoPath, Vec<Rival>>>,
    /// Plans as they stood earlier, by path and content.
    pub(super) plans_then: RefCell<PlansThen>,
    /// The texts of requirements, by the document that they stand in; nothing where that is not there.
    pub(super) requirements: RefCell<HashMap<RepoPath, Option<Rc<[Requirement]>>>>,
    /// The phase folders there are, once they were looked for: that takes a walk, too.
    pub(super) phase_folders: OnceCell<Vec<PhaseFolder>>,
    /// The event log as this call reads it, until it writes.
    reading: RefCell<Option<Rc<Store>>>,
    /// What differs in the work tree, once that was looked at: a look at all of it takes as long as reading it.
    differing: RefCell<Option<Rc<Differing>>>,
    /// What folders and files told of places.
    pub(super) told: Told,
}

/// By path and content; nothing where that is no plan.
type PlansThen = HashMap<(RepoPath, Oid), Option<Rc<Plan>>>;

/// Who makes a call, as far as that is known.
#[derive(Debug, Clone, Copy)]
pub(super) enum Caller<'a> {
    /// Nobody says.
    Unknown,
    /// The host's id of the call, by which hooks attest who makes it.
    Call(&'a str),
    /// The agent that a hook of the host speaks of right now.
    Agent(&'a Attested),
}

impl<'a> Workspace<'a> {
    /// Opens the repository above `start`, or the named worktree of it.
    pub(super) fn open(
        start: &Path,
        worktree: Option<&str>,
        clock: &'a Clock,
        caller: Caller<'a>,
    ) -> Result<Self, Error> {
        if let Some(worktree) = worktree.filter(|worktree| !start.join(worktree).exists()) {
            let why = format!("there is no folder {worktree}");
            return Err(Error::not_found("worktree", why).hint(
                "`git worktree list` names the work trees; leave `worktree` out to work in the main checkout",
            ));
        }
        let repository = match (Repository::discover(start), worktree) {
            (found, None) => found?,
            (Err(GitError::Bare { path }), Some(worktree)) => {
                Repository::worktree_of_bare(&path, &start.join(worktree))
                    .map_err(|e| Error::from(e).at("worktree"))?
            }
            (found, Some(worktree)) => found?.worktree(&start.join(worktree)).map_err(|e| {
                Error::from(e).at("worktree").hint("Leave `worktree` out to work in the main checkout")
            })?,
        };
        Self::over(repository, clock, worktree.map(str::to_owned), caller)
    }

    fn over(
        repository: Repository,
        clock: &'a Clock,
        worktree: Option<String>,
        caller: Caller<'a>,
    ) -> Result<Self, Error> {
        let files = Files::open(repository.root()).map_err(|e| of_files("worktree", &e))?;
        let main = repository.main_root().filter(|_| repository.is_linked());
        let main = main.and_then(|root| Files::open(&root).ok());
        Ok(Self {
            repository,
            files,
            main,
            clock,
            worktree,
            caller,
            follower: &Nobody,
            held: None,
            rivals: RefCell::default(),
            plans_then: RefCell::default(),
            requirements: RefCell::default(),
            phase_folders: OnceCell::default(),
            reading: RefCell::default(),
            differing: RefCell::default(),
            told: Told::default(),
        })
    }

    /// Lets someone follow what takes long.
    pub(super) fn followed_by(self, follower: &'a dyn Follower) -> Self {
        Self { follower, ..self }
    }

    /// Lets the event log stay open between calls.
    pub(super) fn holding(self, held: &'a Held) -> Self {
        Self { held: Some(held), ..self }
    }

    /// Ends the call where its caller gave it up.
    pub(super) fn goes_on(&self) -> Result<(), Error> {
        match self.follower.goes_on() {
            true => Ok(()),
            false => Err(Error::unavailable("the call was cancelled before it was done")
                .hint("Repeat it when it is wanted")),
        }
    }

    /// Returns the agent that makes this call, where a hook attested it (SPEC 6.10).
    pub(super) fn attested(&self, store: &Store) -> Result<Option<Attested>, Error> {
        match self.caller {
            Caller::Unknown => Ok(None),
            Caller::Call(call) => Ok(store.attested(call)?),
            Caller::Agent(by) => Ok(Some(by.clone())),
        }
    }

    /// Tells whether anything may say who makes this call.
    pub(super) fn may_be_attested(&self) -> bool {
        !matches!(self.caller, Caller::Unknown)
    }

    /// Tells whether a hook picked up what is recorded here, and no call brought it.
    pub(super) fn is_picked_up(&self) -> bool {
        matches!(self.caller, Caller::Agent(_))
    }

    /// Opens the work tree that has a branch checked out, where that is another than the one in use.
    pub(super) fn of_branch(&self, branch: &str) -> Option<Self> {
        let root = self.repository.root_of_branch(branch)?;
        let repository = self.repository.worktree(&root).ok()?;
        Self::over(repository, self.clock, Some(root.to_string_lossy().into_owned()), self.caller)
            .ok()
            .map(|ws| Self { held: self.held, ..ws.followed_by(self.follower) })
    }

    /// Returns where a system's document at a path lies, or would: in the worktree, or in the main checkout where that has
    /// the folder of the system and git keeps it out of the worktree (SPEC 4).
    pub(super) fn documents(&self, near: Option<&RepoPath>) -> &Files {
        let (Some(main), Some(path)) = (&self.main, near) else { return self.systems(near) };
        let is_file = matches!(self.files.kind(path), Ok(Some(Kind::File)));
        if is_file || self.files.is_link(path) {
            return &self.files;
        }
        let Some(folder) = layout::root_of(path).or_else(|| settings::folder_without_planning(path)) else {
            return &self.files;
        };
        match self.with_sides(|sides| sides.is_of_main(&folder)) {
            Some(true) => main,
            Some(false) if self.is_kept_in(main, path, &folder) => main,
            Some(false) | None => &self.files,
        }
    }

    /// Lists a folder of a system's documents: what lies there of either side, as [`Workspace::documents`] tells of each.
    pub(super) fn list(&self, folder: &RepoPath) -> Result<Vec<Listed>, FilesError> {
        let Some(main) = &self.main else { return self.files.list(Some(folder)) };
        let mut all = Vec::new();
        for side in [&self.files, main] {
            let lies_here = |entry: &Listed| {
                entry.kind == Kind::Folder || std::ptr::eq(self.documents(Some(&entry.path)), side)
            };
            all.extend(side.list(Some(folder))?.into_iter().filter(lies_here));
        }
        // A folder of either side may hold something that counts.
        all.sort_by(|a, b| a.path.cmp(&b.path));
        all.dedup_by(|a, b| a.path == b.path);
        Ok(all)
    }

    /// Tells whether only the main checkout has a path, or the folder on the way to it where neither has it, since git
    /// ignores that here.
    fn is_kept_in(&self, main: &Files, path: &RepoPath, folder: &RepoPath) -> bool {
        let mut steps = std::iter::successors(Some(path.clone()), RepoPath::parent);
        let nearest = steps.find(|step| self.files.exists(step) || main.exists(step));
        nearest.is_some_and(|step| {
            let ignored = match main.kind(&step) {
                Ok(Some(Kind::Folder)) => self.repository.ignores_folder(&step),
                Ok(_) | Err(_) => self.repository.ignores(&step),
            };
            step.as_str().len() > folder.as_str().len()
                && !self.files.exists(&step)
                && ignored.unwrap_or(false)
        })
    }

    /// Returns where the planning folder nearest above a path lies.
    pub(super) fn systems(&self, near: Option<&RepoPath>) -> &Files {
        let Some(main) = &self.main else { return &self.files };
        match self.nearest_root(near) {
            Some((_, true)) => main,
            Some((_, false)) | None => &self.files,
        }
    }

    /// Returns the planning folder nearest above a path that a system made, and whether the main checkout's counts.
    pub(super) fn nearest_root(&self, near: Option<&RepoPath>) -> Option<(RepoPath, bool)> {
        let roots = |near: &Option<RepoPath>| -> Result<_, Infallible> {
            Ok(self.with_sides(|sides| sides.roots(near.as_ref())))
        };
        let Ok(roots) = self.told.roots.or(near.cloned(), roots);
        roots.into_iter().next()
    }

    /// Tells whether that folder lies in the main checkout, and not in the worktree in use.
    pub(super) fn is_of_main(&self, near: Option<&RepoPath>) -> bool {
        !std::ptr::eq(self.systems(near), &raw const self.files)
    }

    /// Returns what the folders tell of the system that a path follows.
    pub(super) fn detected(&self, near: Option<&RepoPath>) -> Result<Detected, SettingsError> {
        let detect = |near: &Option<RepoPath>| self.with_sides(|sides| sides.detect(near.as_ref()));
        self.told.detected.or(near.cloned(), detect)
    }

    /// Reads the settings of the planning folder nearest above a path.
    pub(super) fn settings(&self, near: Option<&RepoPath>) -> Result<Settings, SettingsError> {
        let read = |near: &Option<RepoPath>| self.with_sides(|sides| sides.read(near.as_ref()));
        self.told.settings.or(near.cloned(), read)
    }

    fn with_sides<T>(&self, read: impl FnOnce(Sides<'_>) -> T) -> T {
        let here = Remembered { files: &self.files, seen: &self.told.here };
        match &self.main {
            Some(main) => {
                let main = Remembered { files: main, seen: &self.told.main };
                read(Sides::of_both(&here, &main, self))
            }
            None => read(Sides::of_one(&here)),
        }
    }

    /// Returns the main checkout's files, where another work tree is in use.
    pub(super) fn main(&self) -> Option<&Files> {
        self.main.as_ref()
    }

    /// Reads the user's own configuration, which lies in no work tree of this repository.
    pub(super) fn user(&self) -> Result<User, UserConfigError> {
        let all = self.repository.roots();
        let roots: Vec<&Path> =
            std::iter::once(self.files.root()).chain(all.iter().map(PathBuf::as_path)).collect();
        user::read(&roots)
    }

    /// Opens the event log, making it if there is none.
    pub(super) fn store(&self) -> Result<Store, Error> {
        let common = self.repository.common_dir();
        // What was removed under it is let go of first: others wait for that.
        self.reading.borrow_mut().take_if(|reading| !reading.is_current());
        let opened = self.held.map_or_else(|| Store::open(common), |held| held.open(common))?;
        // What is read from here on is what this call writes, too.
        self.reading.borrow_mut().take_if(|reading| !reading.follows(&opened));
        Ok(opened)
    }

    /// Opens the event log if there is one.
    pub(super) fn store_if_any(&self) -> Result<Option<Store>, Error> {
        if let Some(held) = self.held {
            held.let_go_of_what_is_gone()?;
        }
        match Store::open_to_read(self.repository.common_dir()) {
            Ok(store) => Ok(Some(store)),
            Err(StoreError::Missing { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Opens the event log if there is one, or takes what this call has open to read already: opening takes longer than
    /// most that is read.
    pub(super) fn log(&self) -> Result<Option<Rc<Store>>, Error> {
        if let Some(open) = self.reading.borrow().as_ref() {
            return Ok(Some(Rc::clone(open)));
        }
        let opened = self.store_if_any()?.map(Rc::new);
        *self.reading.borrow_mut() = opened.clone();
        Ok(opened)
    }

    /// Returns what differs between the checked-out commit and the whole work tree, as this call saw it first: all it
    /// decides is of one state. What this call writes itself are reports and book-keeping, which are no change.
    pub(super) fn differing(&self) -> Result<Rc<Differing>, GitError> {
        if let Some(seen) = self.differing.borrow().as_ref() {
            return Ok(Rc::clone(seen));
        }
        let seen = Rc::new(self.repository.differing(None)?);
        *self.differing.borrow_mut() = Some(Rc::clone(&seen));
        Ok(seen)
    }

    /// Returns what differs at some paths and below them: of what this call saw already, else by a look at those alone.
    pub(super) fn differing_at(&self, paths: &[&RepoPath]) -> Result<Differing, GitError> {
        match self.differing.borrow().as_ref() {
            Some(seen) => Ok(seen.within(paths)),
            None => self.repository.differing(Some(paths)),
        }
    }

    /// Forgets what differed: something ran in the work tree.
    pub(super) fn look_anew(&self) {
        self.differing.take();
        self.told.forget();
    }

    /// Puts the worktree in use into a call that is handed back.
    pub(super) fn here(&self, step: &mut NextStep) {
        if let Some(worktree) = &self.worktree {
            step.call.arguments.insert("worktree".to_owned(), Value::String(worktree.clone()));
        }
    }

    /// Reads a path as a caller gives it.
    pub(super) fn path(&self, field: &str, text: &str) -> Result<RepoPath, Error> {
        let there = self.files.relative(text);
        let there = there.or_else(|e| self.main.as_ref().and_then(|m| m.relative(text).ok()).ok_or(e));
        there.map_err(|e| match self.work_tree_above(text) {
            Some((root, inside)) => {
                let error = of_files(field, &e).hint(
                    "It lies in another work tree of this repository: give that as `worktree`, and the path relative to it",
                );
                match field {
                    "plan" => error.call("review_task", json!({ "plan": inside, "worktree": root })),
                    _ => error,
                }
            }
            None => of_files(field, &e)
                .hint("Give a path relative to the repository root, or an absolute one inside it"),
        })
    }

    /// Returns the other work tree that an absolute path lies in, and the path from there.
    fn work_tree_above(&self, path: &str) -> Option<(PathBuf, RepoPath)> {
        let path = Path::new(path);
        let path = path.is_absolute().then(|| path.canonicalize().ok()).flatten()?;
        let mut others = self.repository.roots().into_iter().filter(|root| root != self.files.root());
        others.find_map(|root| {
            let inside = RepoPath::parse(path.strip_prefix(&root).ok()?.to_str()?).ok()?;
            Some((root, inside))
        })
    }

    /// Reads a text file that the argument `field` names.
    pub(super) fn text(&self, field: &str, path: &RepoPath) -> Result<String, Error> {
        match self.documents(Some(path)).read_text(path, FILE_LIMIT) {
            Ok(Some(text)) => Ok(text),
            Ok(None) => Err(self.nowhere(field, path)),
            Err(error) => Err(of_files(field, &error)),
        }
    }

    /// Refuses a path at which no file is. One that the main checkout alone has is named: it came into no commit of this
    /// worktree, whose folder of the system counts.
    pub(super) fn nowhere(&self, field: &str, path: &RepoPath) -> Error {
        if self.is_in_main_alone(path) {
            let why = format!("{path} is not in this worktree; the main checkout alone has it");
            let hint = "Commit it and bring the commit here, or copy the file into this worktree, and call this again";
            let error = Error::not_found(field, why).hint(hint);
            return match field {
                "plan" => error.call("check_plan", json!({ "plan": path })),
                _ => error,
            };
        }
        Error::not_found(field, format!("there is no file {path} in the repository"))
    }

    /// Tells whether only the main checkout has a file.
    pub(super) fn is_in_main_alone(&self, path: &RepoPath) -> bool {
        let in_main = |main: &Files| matches!(main.kind(path), Ok(Some(Kind::File)));
        self.main.as_ref().is_some_and(in_main) && !self.files.exists(path)
    }

    /// Returns the newest commit of the branch a subject lives on, wherever HEAD is now.
    pub(super) fn tip(&self, subject: &Subject) -> Result<Oid, Error> {
        match subject.branch() {
            Some(branch) if self.repository.branch().as_deref() != Some(branch) => {
                self.repository.tip_of_branch(branch)?.ok_or_else(|| {
                    Error::refused(format!(
                        "branch {branch}, on which {} is reviewed, is gone",
                        subject.label()
                    ))
                    .at("loop_id")
                })
            }
            _ => Ok(self.repository.head()?),
        }
    }
}

impl OfGit for Workspace<'_> {
    fn tracks_within(&self, folder: &RepoPath) -> bool {
        // What an executor commits beside its work makes no system of the folder.
        self.repository.tracks_within(folder, |name| !settings::is_beside_work(name))
    }

    fn ignores(&self, path: &RepoPath) -> bool {
        self.repository.ignores(path).unwrap_or(false)
    }
}

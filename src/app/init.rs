//! `init`: registers the server with a host in a repository, or takes that out again (SPEC 11).
//!
//! Everything is planned before anything is written, so that a refusal leaves all files as they were. What is not ours
//! stays to the byte; an entry of our name that is not ours is never overwritten.

use std::path::{Path, PathBuf};

use crate::domain::ids::RepoPath;
use crate::error::Error;
use crate::io::files::{Edited, Files, FilesError, Lock};
use crate::io::git::Repository;
use crate::io::hosts as places;

mod hosts;
mod json;
mod receipt;
mod toml;
mod unfit;
mod yaml;

use super::refusals::of_files;
pub use hosts::Host;
use hosts::{Document, Place, Plan};
use receipt::{Receipts, unified};

/// The largest file of a host that is edited, in bytes.
const LIMIT: u64 = 1024 * 1024;
/// What is kept of earlier runs, below our folder in git's common directory.
const KEPT: &str = "init.json";

/// What is asked for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Init {
    pub host: Host,
    /// Take out what was put in.
    pub remove: bool,
    /// Write nothing.
    pub dry_run: bool,
}

/// What was done, or would be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InitAnswer {
    /// The root of the work tree.
    pub root: PathBuf,
    pub rows: Vec<InitRow>,
    /// What the user does next, a sentence each.
    pub next: Vec<String>,
}

/// What became of one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InitRow {
    /// From the root, or absolute where it lies elsewhere.
    pub path: String,
    pub done: Done,
    /// What of ours it is about.
    pub what: String,
    /// What the user is to know, if anything.
    pub note: Option<String>,
    /// A unified diff of the change.
    pub diff: Option<String>,
}

/// What was done to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Done {
    Created,
    Merged,
    /// It was as it should be.
    Unchanged,
    /// The user changed what is ours in it.
    Left,
    Removed,
    TakenOut,
}

/// One file with its plan.
struct Step {
    files: usize,
    path: RepoPath,
    document: Document,
    before: Option<String>,
    plan: Plan,
}

/// The folders written below, and what is known of earlier runs.
struct Ground {
    /// The work tree first.
    folders: Vec<Files>,
    common_dir: PathBuf,
    receipts: Receipts,
    /// The folder that was made to look for a host's file in it.
    made: Option<String>,
}

/// Puts the registration in, or takes it out.
pub(super) fn init(start: &Path, request: &Init) -> Result<InitAnswer, Error> {
    let (mut ground, mut steps) = plan(start, request)?;
    let idle = steps.iter().all(|step| matches!(step.plan, Plan::Stays | Plan::Left(_)));
    if !request.dry_run && !idle {
        let own = places::own_folder(&ground.common_dir).and_then(|own| Ok((Lock::take(&own)?, own)));
        let (lock, own) = own.map_err(|e| {
            let there = ground.common_dir.display();
            Error::io(format!("countersign's folder in {there} cannot be used: {e}"))
        })?;
        // What another run did meanwhile, and keeps of it, must be known.
        let made = ground.made;
        (ground, steps) = plan(start, request)?;
        ground.receipts.folders.extend(made);
        ground.carry_out(&steps, request.remove, &lock, &own)?;
    }
    let rows: Vec<InitRow> = steps.iter().map(|step| ground.row(step, request.remove)).collect();
    let root = ground.folders[0].root().to_owned();
    let changed = rows.iter().any(|row| row.diff.is_some());
    let next = if changed && !request.remove { vec![request.host.next().to_owned()] } else { Vec::new() };
    Ok(InitAnswer { root, rows, next })
}

/// Looks at everything and decides what is to be done; writes nothing.
fn plan(start: &Path, request: &Init) -> Result<(Ground, Vec<Step>), Error> {
    let ground = Ground::open(start, request)?;
    let mut steps = Vec::new();
    for document in request.host.documents() {
        if let Some(step) = ground.step(document, request.remove)? {
            steps.push(step);
        }
    }
    Ok((ground, steps))
}

impl Ground {
    fn open(start: &Path, request: &Init) -> Result<Self, Error> {
        let repository = Repository::discover(start).map_err(|e| {
            Error::from(e).hint("Run it in the repository that is to be registered (`git init` makes one)")
        })?;
        let mut folders = vec![Files::open(repository.root()).map_err(|e| of_files("init", &e))?];
        let mut made = None;
        if request.host.documents().iter().any(|d| d.place == Place::Goose)
            && let Some((files, new)) = Self::goose(request)?
        {
            made = new.then(|| files.root().display().to_string());
            folders.push(files);
        }
        let common_dir = repository.common_dir().to_owned();
        let kept = Files::open(&common_dir).ok().zip(RepoPath::parse(&format!("countersign/{KEPT}")).ok());
        let kept = kept.and_then(|(files, path)| files.read_text(&path, LIMIT).ok().flatten());
        let mut receipts = Receipts::read(&kept.unwrap_or_default());
        receipts.folders.extend(made.clone());
        Ok(Self { folders, common_dir, receipts, made })
    }

    /// Opens goose's folder, and tells whether it was made for it; nothing where there is none and none is to be made.
    fn goose(request: &Init) -> Result<Option<(Files, bool)>, Error> {
        let folder = places::goose().ok_or_else(|| {
            Error::unavailable("there is no home folder to hold goose's configuration").hint("Set HOME")
        })?;
        let failed = |e: std::io::Error| {
            Error::io(format!("the folder {} cannot be made: {e}", folder.display())).at("host")
        };
        let there = folder.is_dir();
        if !there {
            if request.remove || request.dry_run {
                return Ok(None);
            }
            places::make(&folder).map_err(failed)?;
        }
        let files = Files::open(&folder).map_err(|e| of_files("host", &e))?;
        Ok(Some((files, !there)))
    }

    /// Plans one document.
    fn step(&self, document: Document, remove: bool) -> Result<Option<Step>, Error> {
        let at = match document.place {
            Place::Repository => 0,
            Place::Goose => 1,
        };
        let mut paths =
            document.paths.iter().map(|path| RepoPath::parse(path).expect("our own paths are paths"));
        let first = paths.next().expect("a document has a name");
        let Some(files) = self.folders.get(at) else {
            // The folder that would be made for it.
            let plan = if remove { Plan::Stays } else { planned(&document, None, false, first.as_str())? };
            return Ok(Some(Step { files: at, path: first, document, before: None, plan }));
        };
        let path = match files.exists(&first) {
            true => first,
            false => paths.find(|path| files.exists(path)).unwrap_or(first),
        };
        let before = files.read_text(&path, LIMIT).map_err(|e| unreadable(&path, &e))?;
        let place = files.absolute(&path).display().to_string();
        let plan = match (&before, remove) {
            (None, true) => Plan::Stays,
            (Some(now), true) => match self.receipts.before(&place, now) {
                Some(Some(text)) => Plan::Write { text, left: Vec::new() },
                Some(None) => Plan::Delete,
                None => {
                    let was_there = self.receipts.files.get(&place).is_some_and(receipt::Receipt::was_there);
                    document.take(now, !was_there).map_err(|e| refused(&path, &e, &document))?
                }
            },
            (before, false) => {
                let as_left = before.as_deref().is_some_and(|now| self.receipts.is_as_left(&place, now));
                planned(&document, before.as_deref(), as_left, path.as_str())?
            }
        };
        if matches!(plan, Plan::Write { .. } | Plan::Delete) && before.is_some() && files.is_protected(&path)
        {
            return Err(Error::refused(format!("{path} is write-protected, and was left as it is"))
                .at(path.as_str())
                .hint(format!("Make it writable (`chmod u+w {path}`) and run init again")));
        }
        Ok(Some(Step { files: at, path, document, before, plan }))
    }

    /// Does what was planned, and keeps what is needed to undo it.
    fn carry_out(&mut self, steps: &[Step], remove: bool, lock: &Lock, own: &Path) -> Result<(), Error> {
        let mut done: Vec<&str> = Vec::new();
        let mut failed = None;
        for step in steps.iter().filter(|step| !matches!(step.plan, Plan::Stays | Plan::Left(_))) {
            if let Err(error) = self.one(step, remove, lock) {
                failed = Some(error);
                break;
            }
            done.push(step.path.as_str());
        }
        if remove && failed.is_none() {
            failed = self.remove_folders().err();
        }
        // Kept whatever failed, so that what was done can be undone.
        self.keep(own)?;
        match failed {
            None => Ok(()),
            Some(error) if done.is_empty() => Err(error),
            Some(error) => Err(error.hint(format!("Done before that, and kept: {}", done.join(", ")))),
        }
    }

    fn keep(&self, own: &Path) -> Result<(), Error> {
        let own = Files::open(own).map_err(|e| of_files("init", &e))?;
        let name = RepoPath::parse(KEPT).expect("a plain name");
        if self.receipts == Receipts::default() {
            let held = own.read_text(&name, LIMIT).map_err(|e| of_files("init", &e))?;
            return match held {
                Some(held) => own.remove_file(&name, &held).map(|_| ()).map_err(|e| of_files("init", &e)),
                None => Ok(()),
            };
        }
        let text = serde_json::to_string_pretty(&self.receipts)
            .map_err(|e| Error::internal(format!("what was done cannot be kept: {e}")))?;
        own.write_atomic(&name, (text + "\n").as_bytes()).map_err(|e| of_files("init", &e))
    }

    fn one(&mut self, step: &Step, remove: bool, lock: &Lock) -> Result<(), Error> {
        let files = &self.folders[step.files];
        let place = files.absolute(&step.path).display().to_string();
        let moved = || {
            Error::stale(format!("{} was changed by somebody else just now, or is a link", step.path))
                .at(step.path.as_str())
                .hint("Run init again")
        };
        match &step.plan {
            Plan::Stays | Plan::Left(_) => return Ok(()),
            Plan::Delete => {
                let held = step.before.as_deref().unwrap_or_default();
                if !files.remove_file(&step.path, held).map_err(|e| unreadable(&step.path, &e))? {
                    return Err(moved());
                }
                self.receipts.files.remove(&place);
            }
            Plan::Write { text, .. } => {
                let made = self.missing_folders(step);
                let files = &self.folders[step.files];
                let edit = files.edit(&step.path, LIMIT, lock, |now| {
                    // Planned on what was read; whatever else stands there now is planned anew by the user.
                    if now == step.before.as_deref() { Ok(Some(text.clone())) } else { Err(moved()) }
                });
                let done = edit.map_err(|e| unreadable(&step.path, &e))??;
                debug_assert_eq!(done, Edited::Written);
                if remove {
                    self.receipts.files.remove(&place);
                } else {
                    self.receipts.keep(&place, step.before.as_deref(), text);
                    self.receipts.folders.extend(made);
                }
            }
        }
        Ok(())
    }

    /// Returns the folders above a file that are not there yet, the innermost first.
    fn missing_folders(&self, step: &Step) -> Vec<String> {
        let files = &self.folders[step.files];
        let mut found = Vec::new();
        let mut folder = step.path.parent();
        while let Some(current) = folder.filter(|f| !files.exists(f)) {
            found.push(files.absolute(&current).display().to_string());
            folder = current.parent();
        }
        found
    }

    /// Removes the folders that earlier runs made, where nothing is in them any more.
    fn remove_folders(&mut self) -> Result<(), Error> {
        let mut kept = Vec::new();
        // Innermost first.
        let mut folders = std::mem::take(&mut self.receipts.folders);
        folders.sort_by_key(|folder| std::cmp::Reverse(folder.len()));
        for folder in folders {
            if self.folders.iter().skip(1).any(|files| files.root() == Path::new(&folder)) {
                if !places::unmake(Path::new(&folder)) {
                    kept.push(folder);
                }
                continue;
            }
            let inside = self.folders.iter().find_map(|files| Some((files, files.relative(&folder).ok()?)));
            match inside {
                Some((files, path)) => {
                    if !files.remove_folder(&path).map_err(|e| unreadable(&path, &e))? && files.exists(&path)
                    {
                        kept.push(folder);
                    }
                }
                None => kept.push(folder),
            }
        }
        self.receipts.folders = kept;
        Ok(())
    }

    fn row(&self, step: &Step, remove: bool) -> InitRow {
        let path = match (step.document.place, self.folders.get(step.files)) {
            (Place::Repository, _) => step.path.to_string(),
            (Place::Goose, Some(files)) => files.absolute(&step.path).display().to_string(),
            (Place::Goose, None) => {
                places::goose().unwrap_or_default().join(step.path.as_str()).display().to_string()
            }
        };
        let before = step.before.as_deref();
        let (done, left, after) = match &step.plan {
            Plan::Stays => (Done::Unchanged, &[] as &[String], None),
            Plan::Left(left) => (Done::Left, left.as_slice(), None),
            Plan::Delete => (Done::Removed, &[] as &[String], Some(None)),
            Plan::Write { text, left } => {
                let done = match (before, remove) {
                    (None, _) => Done::Created,
                    (Some(_), false) => Done::Merged,
                    (Some(_), true) => Done::TakenOut,
                };
                (done, left.as_slice(), Some(Some(text.as_str())))
            }
        };
        InitRow {
            diff: after.map(|after| unified(&path, before, after)),
            note: note(left, remove, &path),
            what: step.document.what(),
            path,
            done,
        }
    }
}

/// Says what was left as the user has it, and what he can do about it.
fn note(left: &[String], remove: bool, path: &str) -> Option<String> {
    let [_, ..] = left else { return None };
    let named = left.join(", ");
    Some(match (left, remove) {
        ([one], false) if one == "this file" => {
            format!("it is not this version's text; kept. To have ours: move {path} away and run init again")
        }
        ([one], true) if one == "this file" => {
            "it is not what init wrote; kept. Delete it yourself".to_owned()
        }
        (_, false) => {
            format!("{named} differs from what init writes and starts countersign too; kept as yours")
        }
        (_, true) => format!("{named} is not as init wrote it; kept. Take it out yourself"),
    })
}

fn planned(document: &Document, before: Option<&str>, as_left: bool, path: &str) -> Result<Plan, Error> {
    let path = RepoPath::parse(path).expect("a path that was read");
    document.put(before, as_left).map_err(|e| refused(&path, &e, document))
}

fn refused(path: &RepoPath, why: &unfit::Unfit, document: &Document) -> Error {
    Error::refused(format!("{why}; nothing was written"))
        .at(path.as_str())
        .hint(why.remedy(&document.lines()))
}

/// Sorts why a file cannot be read or written.
fn unreadable(path: &RepoPath, error: &FilesError) -> Error {
    let hint = match error {
        FilesError::Escapes { .. } => "Only files inside it are edited; add the entry where the link leads, or replace the link by a file".to_owned(),
        FilesError::NotUtf8 { .. } => "Save the file as UTF-8 and run init again".to_owned(),
        FilesError::NotAFile { .. } => format!("Move {path} away and run init again"),
        FilesError::Dangling { .. } => format!("Remove the link {path} and run init again"),
        FilesError::Root { .. }
        | FilesError::Path { .. }
        | FilesError::Outside { .. }
        | FilesError::InGit { .. }
        | FilesError::TooLarge { .. }
        | FilesError::TooMany { .. }
        | FilesError::Foreign { .. }
        | FilesError::Unmarked { .. }
        | FilesError::Io { .. } => "Nothing of it was changed; mend that and run init again".to_owned(),
    };
    of_files(path.as_str(), error).hint(hint)
}

//! The documents of one repository or worktree: read, listed and written by handle (SPEC 10, 13.6).
//!
//! Every path is opened relative to the root's handle, so neither `..` nor a symlink, not even one
//! swapped in meanwhile, leads out of it. It never overwrites a file that is not ours with a report,
//! and reads and writes nothing inside a `.git` folder.

mod edit;
mod on_disk;
mod removal;

use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};

use cap_std::ambient_authority;
use cap_std::fs::{Dir, FileType, OpenOptions};

use crate::domain::ids::{PathError, RepoPath, Timestamp};
use crate::domain::link::{self, Way};
use crate::io::clock::any_number;

pub use edit::{Edited, Lock};
pub use on_disk::OnDisk;

/// The most entries listed of one folder.
const MAX_ENTRIES: usize = 20_000;

/// The largest file looked at to tell whether a report is ours.
const MAX_REPORT: u64 = 16 * 1024 * 1024;

/// The planning folders, in the order of SPEC 4.
const PLANNING: [&str; 3] = [".yolo-planning", ".vbw-planning", ".planning"];

/// Tells whether a folder of that name holds a project's plans.
pub(crate) fn is_planning_folder(name: &str) -> bool {
    PLANNING.contains(&name)
}

/// Returns where a planning folder above a subject may stand, nearest first.
pub(crate) fn planning_places(subject: Option<&RepoPath>) -> Vec<RepoPath> {
    let mut out: Vec<RepoPath> = Vec::new();
    let mut folder = subject.cloned();
    loop {
        for name in PLANNING {
            let root = match &folder {
                Some(folder) if folder.file_name() == name => Ok(folder.clone()),
                Some(folder) => folder.join(name),
                None => RepoPath::parse(name),
            };
            if let Ok(root) = root
                && !out.contains(&root)
            {
                out.push(root);
            }
        }
        folder = match folder {
            Some(current) => current.parent(),
            None => return out,
        };
    }
}

/// Why a document cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum FilesError {
    /// The root cannot be opened.
    #[error("the folder {} cannot be opened", path.display())]
    Root { path: PathBuf, source: std::io::Error },
    /// The text given is no path inside the root.
    #[error("the path {given:?} {why}; give it relative to {}", root.display())]
    Path { given: String, why: PathError, root: PathBuf },
    /// The absolute path lies elsewhere.
    #[error("the path {given:?} lies outside {}; only files inside it are read or written", root.display())]
    Outside { given: String, root: PathBuf },
    /// A symlink on the way leads out of the root.
    #[error("{path} leads out of {} through a symlink", root.display())]
    Escapes { path: String, root: PathBuf },
    /// The path lies in a `.git` folder.
    #[error(
        "{path} lies in a .git folder, or in what some file systems take for one, which is git's own: nothing there is read or written"
    )]
    InGit { path: RepoPath },
    /// The file is larger than asked for.
    #[error("{path} holds {size} bytes; at most {limit} are read")]
    TooLarge { path: RepoPath, size: u64, limit: u64 },
    /// The bytes are no UTF-8.
    #[error("{path}: byte {at} is no UTF-8")]
    NotUtf8 { path: RepoPath, at: usize },
    /// A folder, socket or device stands where a file is asked for.
    #[error("{path} is no regular file")]
    NotAFile { path: RepoPath },
    /// A symlink whose target is not there, where a file is asked for.
    #[error("{path} is a symlink that leads to nothing")]
    Dangling { path: RepoPath },
    /// The folder holds too much to list.
    #[error("{path} holds more than {MAX_ENTRIES} entries")]
    TooMany { path: String },
    /// Files of others hold both the report's path and the one beside it.
    #[error("{path} and {beside} are files of others; move one away so that the report can be written")]
    Foreign { path: RepoPath, beside: RepoPath },
    /// A report without our mark would not be recognised as ours the next time.
    #[error("the report for {path} lacks `writer: countersign` in its front matter")]
    Unmarked { path: RepoPath },
    /// The system refused.
    #[error("cannot {doing} {path}")]
    Io { doing: &'static str, path: String, source: std::io::Error },
}

impl FilesError {
    /// Tells whether somebody else was at the file each time that it was looked at.
    pub fn is_busy(&self) -> bool {
        matches!(self, FilesError::Io { source, .. } if source.kind() == std::io::ErrorKind::ResourceBusy)
    }
}

/// What stands at a path, after following symlinks that stay inside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    File,
    Folder,
    /// A socket, a device, a broken symlink or one that leads out.
    Other,
}

/// What is known of a file without reading it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Meta {
    pub kind: Kind,
    /// In bytes.
    pub size: u64,
    /// When it was last written, where the system tells.
    pub modified: Option<Timestamp>,
}

/// One entry of a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    pub path: RepoPath,
    pub kind: Kind,
}

/// Where a report went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    pub path: RepoPath,
    /// A file of someone else holds the path, so ours stands beside it.
    pub beside_foreign: bool,
}

/// A root folder held open.
#[derive(Debug)]
pub struct Files {
    dir: Dir,
    /// As opened, for absolute paths users give.
    given: PathBuf,
    /// With symlinks resolved.
    root: PathBuf,
}

impl Files {
    /// Opens the root; every path is relative to it from then on.
    pub fn open(root: &Path) -> Result<Self, FilesError> {
        let failed = |source| FilesError::Root { path: root.to_owned(), source };
        let canonical = root.canonicalize().map_err(failed)?;
        let dir = Dir::open_ambient_dir(&canonical, ambient_authority()).map_err(failed)?;
        Ok(Self { dir, given: root.to_owned(), root: canonical })
    }

    /// Returns the root with symlinks resolved.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Reads a path as users give it: relative to the root, or absolute inside it.
    pub fn relative(&self, given: &str) -> Result<RepoPath, FilesError> {
        let path = Path::new(given);
        let inside = |root: &Path| path.strip_prefix(root).ok().and_then(Path::to_str);
        let parsed = if path.is_absolute() {
            if given.chars().any(char::is_control) {
                Err(PathError::Control)
            } else {
                let Some(rest) = inside(&self.root).or_else(|| inside(&self.given)) else {
                    return Err(FilesError::Outside { given: given.to_owned(), root: self.root.clone() });
                };
                RepoPath::parse(rest)
            }
        } else {
            RepoPath::parse(given)
        };
        parsed.map_err(|why| FilesError::Path { given: given.to_owned(), why, root: self.root.clone() })
    }

    /// Returns the path in the file system, for people and tools that need it; nothing is opened by it here.
    pub fn absolute(&self, path: &RepoPath) -> PathBuf {
        self.root.join(path.as_str())
    }

    /// Reads a file of at most `limit` bytes; nothing where there is none.
    pub fn read(&self, path: &RepoPath, limit: u64) -> Result<Option<Vec<u8>>, FilesError> {
        let Some(meta) = self.metadata(path)? else { return Ok(None) };
        // Its configuration may hold what a link in the repository was laid to bring out.
        refuse_git(path)?;
        if self.dir.canonicalize(path.as_str()).is_ok_and(|real| is_git(&real)) {
            return Err(FilesError::InGit { path: path.clone() });
        }
        // Looked at before opening: opening a named pipe would wait for its writer.
        if meta.kind != Kind::File {
            return Err(FilesError::NotAFile { path: path.clone() });
        }
        let file = match self.dir.open(path.as_str()) {
            Ok(file) => file,
            Err(error) if absent(&error) => return Ok(None),
            Err(error) => return Err(self.io("read", path.as_str(), error)),
        };
        // Room for all of it from the start: a vector that grows asks the system again and again.
        let room = usize::try_from(meta.size.min(limit)).unwrap_or_default().saturating_add(1);
        let mut bytes = Vec::with_capacity(room);
        file.take(limit.saturating_add(1))
            .read_to_end(&mut bytes)
            .map_err(|e| self.io("read", path.as_str(), e))?;
        if bytes.len() as u64 > limit {
            let size = meta.size.max(bytes.len() as u64);
            return Err(FilesError::TooLarge { path: path.clone(), size, limit });
        }
        Ok(Some(bytes))
    }

    /// Reads a UTF-8 file of at most `limit` bytes; nothing where there is none.
    pub fn read_text(&self, path: &RepoPath, limit: u64) -> Result<Option<String>, FilesError> {
        let Some(bytes) = self.read(path, limit)? else { return Ok(None) };
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Some(text)),
            Err(error) => {
                Err(FilesError::NotUtf8 { path: path.clone(), at: error.utf8_error().valid_up_to() })
            }
        }
    }

    /// Returns what is known of a path; nothing where nothing is there.
    pub fn metadata(&self, path: &RepoPath) -> Result<Option<Meta>, FilesError> {
        match self.dir.metadata(path.as_str()) {
            Ok(meta) => Ok(Some(Meta {
                kind: kind_of(&meta),
                size: meta.len(),
                modified: meta.modified().ok().and_then(|t| timestamp(t.into_std())),
            })),
            Err(error) if absent(&error) => Ok(None),
            Err(error) => Err(self.io("look at", path.as_str(), error)),
        }
    }

    /// Returns what stands at a path; nothing where nothing is there.
    pub fn kind(&self, path: &RepoPath) -> Result<Option<Kind>, FilesError> {
        Ok(self.metadata(path)?.map(|m| m.kind))
    }

    /// Returns whether something stands at a path; one that leads out of the root does not count.
    pub fn exists(&self, path: &RepoPath) -> bool {
        self.dir.metadata(path.as_str()).is_ok()
    }

    /// Returns whether a link stands at a path, wherever it leads.
    pub fn is_link(&self, path: &RepoPath) -> bool {
        self.dir.symlink_metadata(path.as_str()).is_ok_and(|meta| meta.is_symlink())
    }

    /// Follows a path over the links that stand there. What cannot be looked at is taken for no link: reading it says why.
    pub fn way(&self, path: &RepoPath) -> Way {
        let link = |at: &RepoPath| {
            let text = self.dir.read_link_contents(at.as_str()).ok()?;
            Some(text.to_string_lossy().into_owned())
        };
        let followed = link::follow(path, &mut |at| Ok::<_, std::convert::Infallible>(link(at)));
        match followed {
            Ok(way) => way,
            Err(never) => match never {},
        }
    }

    /// Lists a folder, or the root, sorted by name; a folder that is not there is empty.
    ///
    /// Names that are no UTF-8, or that no [`RepoPath`] can hold, are left out.
    pub fn list(&self, folder: Option<&RepoPath>) -> Result<Vec<Listed>, FilesError> {
        let kind = |path: &RepoPath| self.dir.metadata(path.as_str()).map_or(Kind::Other, |m| kind_of(&m));
        let entries = self.entries(folder)?.into_iter();
        Ok(entries.map(|(path, _)| Listed { kind: kind(&path), path }).collect())
    }

    /// Lists the folders in a folder, as [`Files::list`] does with all there is in it. Asks the system of links alone, so
    /// that a folder of many files costs no more than reading its names.
    pub fn folders(&self, folder: Option<&RepoPath>) -> Result<Vec<RepoPath>, FilesError> {
        let leads_to_one = |path: &RepoPath| self.kind(path).is_ok_and(|k| k == Some(Kind::Folder));
        let entries = self.entries(folder)?.into_iter();
        let is_one =
            |path: &RepoPath, kind: FileType| kind.is_dir() || kind.is_symlink() && leads_to_one(path);
        let folders = entries.filter(|(path, kind)| kind.is_some_and(|kind| is_one(path, kind)));
        Ok(folders.map(|(path, _)| path).collect())
    }

    /// Reads what is in a folder, or the root, sorted by name, with what each is before any link is followed; nothing of
    /// what has gone meanwhile.
    fn entries(&self, folder: Option<&RepoPath>) -> Result<Vec<(RepoPath, Option<FileType>)>, FilesError> {
        let name = folder.map_or(".", RepoPath::as_str);
        let entries = match self.dir.read_dir(name) {
            Ok(entries) => entries,
            Err(error) if absent(&error) => return Ok(Vec::new()),
            Err(error) => return Err(self.io("list", name, error)),
        };
        let mut out = Vec::new();
        for (n, entry) in entries.enumerate() {
            if n == MAX_ENTRIES {
                return Err(FilesError::TooMany { path: name.to_owned() });
            }
            let entry = entry.map_err(|e| self.io("list", name, e))?;
            let file_name = entry.file_name();
            // A backslash in a name would be read as a separator.
            let Some(text) = file_name.to_str().filter(|t| !t.contains('\\')) else { continue };
            let path = match folder {
                Some(folder) => folder.join(text),
                None => RepoPath::parse(text),
            };
            let Ok(path) = path else { continue };
            out.push((path, entry.file_type().ok()));
        }
        out.sort_by(|a, b| a.0.cmp(&b.0));
        Ok(out)
    }

    /// Returns the planning folders above a subject, nearest first; `.yolo-planning` before `.planning`.
    pub fn planning_roots(&self, subject: Option<&RepoPath>) -> Vec<RepoPath> {
        let is_one = |root: &RepoPath| self.kind(root).is_ok_and(|k| k == Some(Kind::Folder));
        planning_places(subject).into_iter().filter(is_one).collect()
    }

    /// Returns the nearest planning folder above a subject.
    pub fn find_planning_root(&self, subject: Option<&RepoPath>) -> Option<RepoPath> {
        self.planning_roots(subject).into_iter().next()
    }

    /// Writes a file whole or not at all: a temporary file beside it, synced, renamed, the folder synced.
    ///
    /// Missing folders are made. A symlink at the path is written through where it stays inside, and
    /// refused where it leads out or nowhere.
    pub fn write_atomic(&self, path: &RepoPath, bytes: &[u8]) -> Result<(), FilesError> {
        let target = self.target(path)?;
        self.refuse_linked_git(&target)?;
        let io = |error| self.io("write", path.as_str(), error);
        let folder = match target.parent() {
            Some(parent) => {
                self.dir.create_dir_all(parent.as_str()).map_err(io)?;
                self.dir.open_dir(parent.as_str()).map_err(io)?
            }
            None => self.dir.try_clone().map_err(io)?,
        };
        let name = target.file_name();
        let before = folder.symlink_metadata(name).ok();
        if before.as_ref().is_some_and(|m| !m.is_file()) {
            return Err(FilesError::NotAFile { path: path.clone() });
        }
        let temporary = temporary_name();
        let mut options = OpenOptions::new();
        let mut file = folder.open_with(&temporary, options.write(true).create_new(true)).map_err(io)?;
        let written = (|| {
            file.write_all(bytes)?;
            if let Some(before) = &before {
                file.set_permissions(before.permissions())?;
            }
            file.sync_all()?;
            folder.rename(&temporary, &folder, name)?;
            // The folder's own handle names a place only; syncing needs one opened for reading.
            folder.open(".")?.sync_all()
        })();
        if written.is_err() {
            // Where the rename had happened there is nothing to remove.
            let _ = folder.remove_file(&temporary);
        }
        written.map_err(io)
    }

    /// Writes one of our reports. A file that is not ours is never overwritten: ours then stands beside it.
    pub fn write_report(&self, path: &RepoPath, text: &str) -> Result<Written, FilesError> {
        if !is_ours(text) {
            return Err(FilesError::Unmarked { path: path.clone() });
        }
        if self.free(path)? {
            self.write_atomic(path, text.as_bytes())?;
            return Ok(Written { path: path.clone(), beside_foreign: false });
        }
        let beside = beside(path).map_err(|why| FilesError::Path {
            given: path.to_string(),
            why,
            root: self.root.clone(),
        })?;
        if !self.free(&beside)? {
            return Err(FilesError::Foreign { path: path.clone(), beside });
        }
        self.write_atomic(&beside, text.as_bytes())?;
        Ok(Written { path: beside, beside_foreign: true })
    }

    /// Returns whether one of our reports stands at a path, however long it is.
    pub fn is_report(&self, path: &RepoPath) -> Result<bool, FilesError> {
        self.refuse_linked_git(&self.target(path)?)?;
        if self.kind(path)? != Some(Kind::File) {
            return Ok(false);
        }
        let io = |error| self.io("read", path.as_str(), error);
        let mut bytes = Vec::new();
        self.dir.open(path.as_str()).map_err(io)?.take(MAX_REPORT).read_to_end(&mut bytes).map_err(io)?;
        Ok(is_ours(&String::from_utf8_lossy(&bytes)))
    }

    /// Returns whether a report may take a path: nothing is there, or a report of ours.
    fn free(&self, path: &RepoPath) -> Result<bool, FilesError> {
        match self.read(path, MAX_REPORT) {
            Ok(None) => Ok(true),
            Ok(Some(bytes)) => Ok(std::str::from_utf8(&bytes).is_ok_and(is_ours)),
            Err(FilesError::TooLarge { .. } | FilesError::NotAFile { .. }) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Returns where a write to a path goes: the path itself, or what a symlink there points to inside.
    fn target(&self, path: &RepoPath) -> Result<RepoPath, FilesError> {
        refuse_git(path)?;
        let link = match self.dir.symlink_metadata(path.as_str()) {
            Ok(meta) => meta.is_symlink(),
            Err(error) if absent(&error) => false,
            Err(error) => return Err(self.io("write", path.as_str(), error)),
        };
        if !link {
            return Ok(path.clone());
        }
        let real = match self.dir.canonicalize(path.as_str()) {
            Ok(real) => real,
            // A dangling link: where it leads cannot be checked.
            Err(error) if absent(&error) => return Err(self.escapes(path.as_str())),
            Err(error) => return Err(self.io("write", path.as_str(), error)),
        };
        let text = real.to_str().unwrap_or("");
        RepoPath::parse(text).map_err(|_| self.escapes(path.as_str()))
    }

    /// Refuses a target that lies in a `.git` folder, also behind a symlink to one.
    fn refuse_linked_git(&self, target: &RepoPath) -> Result<(), FilesError> {
        refuse_git(target)?;
        let mut folder = target.parent();
        while let Some(current) = folder {
            match self.dir.canonicalize(current.as_str()) {
                Ok(real) => {
                    return if is_git(&real) {
                        Err(FilesError::InGit { path: target.clone() })
                    } else {
                        Ok(())
                    };
                }
                Err(error) if absent(&error) => folder = current.parent(),
                Err(error) => return Err(self.io("write", target.as_str(), error)),
            }
        }
        Ok(())
    }

    fn escapes(&self, path: &str) -> FilesError {
        FilesError::Escapes { path: path.to_owned(), root: self.root.clone() }
    }

    /// Sorts a system error: the library's own refusal to leave the root has no system code.
    fn io(&self, doing: &'static str, path: &str, source: std::io::Error) -> FilesError {
        if source.kind() == std::io::ErrorKind::PermissionDenied && source.raw_os_error().is_none() {
            return self.escapes(path);
        }
        FilesError::Io { doing, path: path.to_owned(), source }
    }
}

/// Returns whether a document carries our mark: a line `writer: countersign` in its front matter.
///
/// A look at lines, not a parse: a long report's front matter may exceed what is read of other people's.
pub fn is_ours(text: &str) -> bool {
    let mut lines = text.trim_start_matches('\u{feff}').lines();
    if lines.next().map(str::trim_end) != Some("---") {
        return false;
    }
    let mut inside = lines.map(str::trim_end).take_while(|line| *line != "---");
    inside.any(|line| {
        let value = line.strip_prefix("writer:").map(|v| v.trim().trim_matches(['"', '\'']));
        value == Some("countersign")
    })
}

/// Returns the path for a report whose own is taken: `{name}.countersign.md`.
pub fn beside(path: &RepoPath) -> Result<RepoPath, PathError> {
    let name = path.file_name();
    let name = format!("{}.countersign.md", name.strip_suffix(".md").unwrap_or(name));
    match path.parent() {
        Some(folder) => folder.join(&name),
        None => RepoPath::parse(&name),
    }
}

/// Returns whether a path lies in `.git`, or in what some file system takes for that.
fn is_git(path: &Path) -> bool {
    path.components().any(|c| takes_for_git(&c.as_os_str().to_string_lossy()))
}

/// Tells whether some file system opens `.git` by this name, as git itself refuses them in a commit: NTFS drops blanks and
/// dots at the end and what stands after a colon, and knows the name in short as `git~1`; others do not look at characters
/// that nobody sees. Case is all one to both.
fn takes_for_git(name: &str) -> bool {
    let seen: String = name.chars().filter(|c| !is_ignorable(*c)).collect();
    let kept = seen.split(':').next().unwrap_or_default().trim_end_matches(['.', ' ']);
    kept.eq_ignore_ascii_case(".git") || kept.eq_ignore_ascii_case("git~1")
}

/// Tells whether Unicode has a character ignored where nothing shows it (`Default_Ignorable_Code_Point`).
fn is_ignorable(c: char) -> bool {
    matches!(
        c,
        '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{115f}'..='\u{1160}'
            | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff0}'..='\u{fff8}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

fn refuse_git(path: &RepoPath) -> Result<(), FilesError> {
    match is_git(Path::new(path.as_str())) {
        true => Err(FilesError::InGit { path: path.clone() }),
        false => Ok(()),
    }
}

fn kind_of(meta: &cap_std::fs::Metadata) -> Kind {
    if meta.is_file() {
        Kind::File
    } else if meta.is_dir() {
        Kind::Folder
    } else {
        Kind::Other
    }
}

/// Names a temporary file. Numbers of processes come back, in another container and on another machine that shares the
/// folder, and what a killed one left must be in nobody's way.
fn temporary_name() -> String {
    format!(".countersign-{:016x}.tmp", any_number())
}

/// Returns whether an error says that nothing is there.
fn absent(error: &std::io::Error) -> bool {
    matches!(error.kind(), std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory)
}

fn timestamp(time: std::time::SystemTime) -> Option<Timestamp> {
    let since = time.duration_since(std::time::UNIX_EPOCH).ok()?;
    i64::try_from(since.as_millis()).ok().map(Timestamp)
}

//! Reads source files for phase verification: what stands at a path, its text, lines and digest.
//!
//! Opens by handle below one directory, so no path and no symbolic link leads out of it. Reads only;
//! a file over the limit is hashed and counted, never held whole.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use cap_std::ambient_authority;
use cap_std::fs::{Dir, File};

use crate::domain::ids::RepoPath;
use crate::domain::phase::{self, FileFact, FileState};

mod encoding;
mod listing;
mod search;
mod survey;

pub use listing::{Listing, list};
pub use survey::{parse, survey};

/// Largest file whose text is looked at, in bytes.
pub const TEXT_LIMIT: u64 = 2 * 1024 * 1024;
/// Largest file that is hashed and counted, in bytes; beyond it only the length stands for it.
pub const HASH_LIMIT: u64 = 64 * 1024 * 1024;

/// Why no code could be read at all. A single file that fails is a fact, not an error.
#[derive(Debug, thiserror::Error)]
pub enum CodeError {
    /// The root could not be opened.
    #[error("the folder {} cannot be opened", .root.display())]
    Root {
        root: PathBuf,
        #[source]
        source: io::Error,
    },
}

/// Most files of a folder that are read with it.
const MOST_PARTS: usize = 400;

/// Answers what stands at each path below `root`; a folder brings along the files through which a package of that folder
/// is imported.
pub fn read(root: &Path, paths: &BTreeSet<RepoPath>) -> Result<BTreeMap<RepoPath, FileFact>, CodeError> {
    let dir = Dir::open_ambient_dir(root, ambient_authority())
        .map_err(|source| CodeError::Root { root: root.to_owned(), source })?;
    let mut found: BTreeMap<RepoPath, FileFact> =
        paths.iter().map(|path| (path.clone(), fact(&dir, path))).collect();
    let folders = paths.iter().filter(|path| found.get(*path).is_some_and(|f| f.state == FileState::Folder));
    let parts: BTreeSet<RepoPath> = folders.flat_map(|folder| parts(&dir, folder)).collect();
    for path in parts {
        found.entry(path).or_insert_with_key(|path| fact(&dir, path));
    }
    Ok(found)
}

/// The files of a folder that belong to the package it is; of more than anybody writes the first by name.
fn parts(dir: &Dir, folder: &RepoPath) -> Vec<RepoPath> {
    let Ok(entries) = dir.read_dir(folder.as_str()) else { return Vec::new() };
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut names: Vec<String> = names.filter(|name| phase::is_part(name)).collect();
    names.sort_unstable();
    names.truncate(MOST_PARTS);
    names.iter().filter_map(|name| folder.join(name).ok()).collect()
}

fn fact(dir: &Dir, path: &RepoPath) -> FileFact {
    // Asked before opening: opening a pipe would wait for its writer.
    let metadata = match dir.metadata(path.as_str()) {
        Ok(metadata) => metadata,
        Err(error) => return FileFact::bare(state_of(&error)),
    };
    if metadata.is_dir() {
        return FileFact::bare(FileState::Folder);
    }
    if !metadata.is_file() {
        return FileFact::bare(FileState::Outside);
    }
    let read = dir.open(path.as_str()).and_then(|file| contents(file, metadata.len()));
    let read = read.map(|fact| FileFact { link: linked(dir, path), ..fact });
    read.unwrap_or_else(|error| FileFact::bare(state_of(&error)))
}

/// Returns where a path leads that is a link, or lies below one.
fn linked(dir: &Dir, path: &RepoPath) -> Option<RepoPath> {
    let is_link = |path: &RepoPath| dir.symlink_metadata(path.as_str()).is_ok_and(|m| m.is_symlink());
    let mut steps = std::iter::successors(Some(path.clone()), RepoPath::parent);
    if !steps.any(|step| is_link(&step)) {
        return None;
    }
    let real = dir.canonicalize(path.as_str()).ok()?;
    let steps: Vec<&str> = real.iter().map(|step| step.to_str()).collect::<Option<_>>()?;
    RepoPath::parse(&steps.join("/")).ok()
}

fn state_of(error: &io::Error) -> FileState {
    let kind = error.kind();
    if matches!(kind, io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) {
        FileState::Missing
    } else if kind == io::ErrorKind::PermissionDenied && error.raw_os_error().is_none() {
        // cap-std's own refusal of a path that leads out carries no number of the operating system.
        FileState::Outside
    } else {
        FileState::Unreadable
    }
}

fn contents(mut file: File, length: u64) -> io::Result<FileFact> {
    if length > HASH_LIMIT {
        let digest = Some(format!("{length} bytes"));
        return Ok(FileFact { digest, ..FileFact::bare(FileState::File) });
    }
    if length > TEXT_LIMIT {
        return counted(file);
    }
    let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or_default() + 1);
    // One more than the limit shows a file that grew meanwhile.
    (&mut file).take(TEXT_LIMIT + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > TEXT_LIMIT {
        return Ok(FileFact::bare(FileState::Unreadable));
    }
    let digest = Some(blake3::hash(&bytes).to_hex().to_string());
    Ok(FileFact { digest, ..FileFact::of_text(encoding::text_of(&bytes)) })
}

/// Hashes and counts a large file piece by piece.
fn counted(file: File) -> io::Result<FileFact> {
    let mut file = file.take(HASH_LIMIT);
    let mut hasher = blake3::Hasher::new();
    let (mut feeds, mut last) = (0_u32, b'\n');
    let mut piece = vec![0; 64 * 1024];
    loop {
        let read = file.read(&mut piece)?;
        let Some(bytes) = piece.get(..read).filter(|bytes| !bytes.is_empty()) else { break };
        hasher.update(bytes);
        let here = bytes.iter().filter(|b| **b == b'\n').count();
        feeds = feeds.saturating_add(u32::try_from(here).unwrap_or(u32::MAX));
        last = bytes.last().copied().unwrap_or(last);
    }
    Ok(FileFact {
        state: FileState::File,
        text: None,
        lines: Some(feeds.saturating_add(u32::from(last != b'\n'))),
        digest: Some(hasher.finalize().to_hex().to_string()),
        gone: false,
        link: None,
    })
}

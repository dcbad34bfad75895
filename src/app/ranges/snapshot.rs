//! Contents of the work tree, pinned: read by handle, written as objects nobody's reference names, and kept in the
//! store, from which they are laid again when git has forgotten them.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::domain::diff::Mode;
use crate::domain::ids::{Oid, RepoPath};
use crate::domain::plan;
use crate::domain::review::Remark;
use crate::domain::review_loop::{Event, LoopState};
use crate::domain::subject::{KeptContent, KeptFile, PinnedChange, Snapshot};
use crate::error::Error;
use crate::io::files::{Files, FilesError, OnDisk};
use crate::io::git::{Laid, is_stand_in, snapshot::blob_id};
use crate::io::store;

use crate::app::loops;
use crate::app::refusals::of_files;
use crate::app::workspace::Workspace;

/// The code of a remark on what belongs to the work and is no part of its review.
pub(in crate::app) const FILE_LEFT_OUT: &str = "file_left_out";

/// The largest file that is kept for a pass, in bytes.
const MAX_FILE: u64 = 16 << 20;

/// The most that is kept for one pass, in bytes.
const MAX_ALL: usize = 64 << 20;

/// What stands at a path, as git would keep it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Content {
    pub(super) mode: Mode,
    pub(super) blob: Oid,
    /// Nothing where git has it already.
    pub(super) bytes: Option<Vec<u8>>,
}

impl Content {
    /// Tells whether it is what a commit holds at the path.
    pub(super) fn is(&self, entry: Option<&(Oid, Mode)>) -> bool {
        entry.is_some_and(|(blob, mode)| *blob == self.blob && *mode == self.mode)
    }
}

/// Reads what a commit of the work tree would hold at paths: as [`read`] does, but for files that git no longer tracks and
/// ignores. They stay where they are, and no commit holds them.
pub(super) fn as_tracked(
    ws: &Workspace<'_>,
    under: Option<&Oid>,
    paths: &[RepoPath],
    notes: &mut Vec<Remark>,
) -> Result<BTreeMap<RepoPath, Option<Content>>, Error> {
    let mut contents = read(ws, &ws.files, under, paths, notes)?;
    for (path, content) in contents.iter_mut().filter(|(_, content)| content.is_some()) {
        if !ws.repository.is_in_index(path) && ws.repository.ignores(path)? {
            *content = None;
        }
    }
    Ok(contents)
}

/// Reads what stands at paths of the work tree; nothing for a path means that nothing git keeps stands there.
///
/// Folders that are repositories of their own, sockets and the like are left out with a remark.
pub(super) fn read(
    ws: &Workspace<'_>,
    files: &Files,
    under: Option<&Oid>,
    paths: &[RepoPath],
    notes: &mut Vec<Remark>,
) -> Result<BTreeMap<RepoPath, Option<Content>>, Error> {
    let trusts_modes = ws.repository.trusts_modes();
    let mut all = 0;
    let mut contents = BTreeMap::new();
    let mut links = Links::default();
    for path in paths {
        let entry = entry_at(ws, under, path)?;
        if let Some((was, Mode::Submodule)) = &entry {
            match ws.repository.submodule_at(path) {
                // Its commit is all that a commit of this repository holds of it.
                Some(now) if now != *was => {
                    let bytes = Some(now.as_str().as_bytes().to_vec());
                    contents.insert(path.clone(), Some(Content { mode: Mode::Submodule, blob: now, bytes }));
                }
                Some(_) | None => notes.push(left_out(path.as_str(), "is a repository of its own")),
            }
            continue;
        }
        if (entry.is_some() || plan::root_of(path).is_none()) && links.above(files, path).is_some() {
            // git keeps the link, and nothing behind it.
            contents.insert(path.clone(), None);
            continue;
        }
        let as_it_was = || entry.clone().map(|(blob, mode)| Content { mode, blob, bytes: None });
        if entry.is_some() && is_stand_in(path) {
            // Nobody can open it by this name: what is committed of it is all that can be told.
            contents.insert(path.clone(), as_it_was());
            continue;
        }
        let filter = ws.repository.filter_of(path);
        if filter.is_some() && entry.is_some() && ws.repository.is_untouched(path) {
            contents.insert(path.clone(), as_it_was());
            continue;
        }
        let found = match files.on_disk(path, MAX_FILE) {
            Ok(found) => found,
            Err(error @ FilesError::TooLarge { .. }) => return Err(too_large(&error)),
            Err(error) => return Err(of_files("files", &error)),
        };
        let (mode, bytes) = match found {
            None if ws.repository.is_left_out(path) => {
                contents.insert(path.clone(), as_it_was());
                continue;
            }
            None | Some(OnDisk::Folder) => {
                contents.insert(path.clone(), None);
                continue;
            }
            Some(OnDisk::Other) => {
                notes.push(left_out(path.as_str(), "is no regular file"));
                continue;
            }
            Some(OnDisk::Link { target }) => (Mode::Symlink, target),
            Some(OnDisk::File { bytes, executable }) => {
                let was = entry.as_ref().map(|(_, mode)| *mode).filter(|m| *m != Mode::Symlink);
                let mode = match (trusts_modes, executable) {
                    (false, _) => was.unwrap_or(Mode::File),
                    (true, true) => Mode::Executable,
                    (true, false) => Mode::File,
                };
                (mode, as_committed(ws, path, entry.as_ref(), bytes)?)
            }
        };
        if let Some(filter) = filter {
            let message = format!(
                "git would put {path} through the filter {filter:?}, which is never run here: it is shown as it stands"
            );
            notes.push(Remark::new(0, "filtered", message));
        }
        all += bytes.len();
        if all > MAX_ALL {
            return Err(Error::refused(format!("what is not committed holds more than {MAX_ALL} bytes"))
                .at("files")
                .hint("Name the subject's `files`, or commit the work and name its `base`"));
        }
        let blob = blob_id(&bytes)?;
        contents.insert(path.clone(), Some(Content { mode, blob, bytes: Some(bytes) }));
    }
    Ok(contents)
}

/// Folders that are symbolic links on disk, each looked at once.
#[derive(Debug, Default)]
pub(super) struct Links {
    known: HashMap<RepoPath, Option<RepoPath>>,
}

impl Links {
    /// Returns the outermost folder above a path that is a link. Behind that nothing is looked at.
    pub(super) fn above(&mut self, files: &Files, path: &RepoPath) -> Option<RepoPath> {
        let folder = path.parent()?;
        if let Some(known) = self.known.get(&folder) {
            return known.clone();
        }
        let is_link = || matches!(files.on_disk(&folder, 0), Ok(Some(OnDisk::Link { .. })));
        let found = self.above(files, &folder).or_else(|| is_link().then(|| folder.clone()));
        self.known.insert(folder, found.clone());
        found
    }
}

/// Returns the bytes that a commit of the file would hold: with plain line feeds where git converts line ends, as it
/// leaves alone what was committed with CR LF or is no text. No filter runs.
fn as_committed(
    ws: &Workspace<'_>,
    path: &RepoPath,
    committed: Option<&(Oid, Mode)>,
    bytes: Vec<u8>,
) -> Result<Vec<u8>, Error> {
    let pairs = |bytes: &[u8]| bytes.windows(2).filter(|pair| pair == b"\r\n").count();
    let found = pairs(&bytes);
    let plain = bytes.iter().filter(|b| **b == b'\r').count() == found && !bytes.contains(&0);
    if found == 0 || !plain || !ws.repository.commits_line_feeds(path) {
        return Ok(bytes);
    }
    if let Some((blob, _)) = committed
        && pairs(&ws.repository.blob(blob)?) > 0
    {
        return Ok(bytes);
    }
    let mut kept = Vec::with_capacity(bytes.len());
    for (at, byte) in bytes.iter().enumerate() {
        if *byte != b'\r' || bytes.get(at + 1) != Some(&b'\n') {
            kept.push(*byte);
        }
    }
    Ok(kept)
}

/// Reads what stands at paths of a commit.
pub(super) fn committed(
    ws: &Workspace<'_>,
    commit: Option<&Oid>,
    paths: &[RepoPath],
) -> Result<BTreeMap<RepoPath, Option<Content>>, Error> {
    let mut contents = BTreeMap::new();
    for path in paths {
        let content = entry_at(ws, commit, path)?.map(|(blob, mode)| Content { mode, blob, bytes: None });
        contents.insert(path.clone(), content);
    }
    Ok(contents)
}

pub(super) fn entry_at(
    ws: &Workspace<'_>,
    commit: Option<&Oid>,
    path: &RepoPath,
) -> Result<Option<(Oid, Mode)>, Error> {
    match commit {
        Some(commit) => Ok(ws.repository.entry_at(commit, path)?),
        None => Ok(None),
    }
}

fn too_large(error: &FilesError) -> Error {
    of_files("files", error).hint(
        "Name the subject's `files` without it, let git ignore it, or commit the work and name its `base`",
    )
}

pub(super) fn left_out(path: &str, why: &str) -> Remark {
    Remark::new(0, FILE_LEFT_OUT, format!("{path} {why}: it is not part of the review"))
}

/// A snapshot with the commit it made and the contents to be kept.
pub(super) struct Taken {
    pub(super) head: Oid,
    pub(super) snapshot: Snapshot,
    pub(super) contents: Vec<Vec<u8>>,
}

/// Lays contents over a commit as objects that no reference names.
pub(super) fn take(
    ws: &Workspace<'_>,
    under: Option<&Oid>,
    laid: BTreeMap<RepoPath, Option<Content>>,
) -> Result<Taken, Error> {
    let edits: Vec<Laid<'_>> = laid
        .iter()
        .map(|(path, content)| Laid {
            path,
            content: content.as_ref().and_then(|c| Some((c.mode, c.bytes.as_deref()?))),
        })
        .collect();
    let head = ws.repository.snapshot(under, &edits)?;
    let mut contents = Vec::new();
    let files = laid
        .into_iter()
        .map(|(path, content)| {
            let content = content.and_then(|c| {
                let bytes = c.bytes?;
                let kept = store::blob_id(&bytes);
                contents.push(bytes);
                Some(KeptContent { mode: c.mode, blob: c.blob, kept })
            });
            KeptFile { path, content }
        })
        .collect();
    Ok(Taken { head, snapshot: Snapshot { under: under.cloned(), files }, contents })
}

/// Makes the uncommitted contents of a loop's passes again where git has forgotten them, and the trees in which its
/// findings stand: those of passes that went stale or could not be read, and of the loops that it follows.
///
/// What cannot be made again stays away: then nothing counts as fixed by it.
pub(in crate::app) fn restore(ws: &Workspace<'_>, state: &LoopState) -> Result<(), Error> {
    for pass in &state.passes {
        lay_again(ws, &pass.change)?;
    }
    let stands_in = state.findings.iter().filter_map(|f| f.placed.as_ref());
    let mut missing: BTreeSet<&Oid> = stands_in.filter(|tree| !ws.repository.has(tree)).collect();
    let Some(store) = ws.log()?.filter(|_| !missing.is_empty()) else { return Ok(()) };
    let mut next = Some(state.id.clone());
    let mut seen = BTreeSet::new();
    while let Some(id) = next.take().filter(|id| !missing.is_empty() && seen.insert(id.clone())) {
        // A loop that cannot be read any more gives nothing back.
        let Ok(loaded) = loops::load(&store, id.as_str()) else { break };
        for entry in &loaded.entries {
            if let Event::PassOpened { change, .. } = &entry.event
                && missing.remove(&change.head)
            {
                lay_again(ws, change)?;
            }
        }
        next = loaded.state.predecessor;
    }
    Ok(())
}

/// Makes what nobody committed of one change again, where git has forgotten it and the store has it all.
fn lay_again(ws: &Workspace<'_>, change: &PinnedChange) -> Result<(), Error> {
    let Some(snapshot) = &change.snapshot else { return Ok(()) };
    let contents = snapshot.files.iter().filter_map(|f| f.content.as_ref());
    if ws.repository.has(&change.head) && contents.clone().all(|c| ws.repository.has(&c.blob)) {
        return Ok(());
    }
    let Some(store) = ws.log()? else { return Ok(()) };
    let mut bytes = Vec::new();
    for content in contents {
        bytes.push(store.get_blob(&content.kept)?);
    }
    if bytes.iter().any(Option::is_none)
        || snapshot.under.as_ref().is_some_and(|under| !ws.repository.has(under))
    {
        return Ok(());
    }
    let mut bytes = bytes.iter().flatten();
    let laid: Vec<Laid<'_>> = snapshot
        .files
        .iter()
        .map(|file| Laid {
            path: &file.path,
            content: file.content.as_ref().and_then(|c| Some((c.mode, bytes.next()?.as_slice()))),
        })
        .collect();
    ws.repository.snapshot(snapshot.under.as_ref(), &laid)?;
    Ok(())
}

//! What differs between two commits.

use std::cell::RefCell;

use git2::{Blob, Delta, DiffDelta, DiffFindOptions, DiffHunk, DiffLineType, DiffOptions, ErrorCode, Patch};

use super::error::GitError;
use super::tree::{mode_of, path_of};
use super::trees::Differs;
use super::{Doing, Repository, oid};
use crate::domain::diff::{ChangeKind, Diff, DiffLine, FileChange, Hunk, Mode, OpenEnd, Origin, repeated};
use crate::domain::ids::{Oid, RepoPath};
use crate::io::hands;

/// Files larger than this many bytes on one side are named with their size, not compared by line.
const MAX_FILE: u64 = 16 << 20;

/// Files larger than this are compared only while they have no more lines than that: each takes memory of its own.
const MANY_BYTES: u64 = 4 << 20;
const MAX_LINES: usize = 500_000;

/// The most memory, in bytes, that the lines of one diff may take together; each thread that compares has an equal
/// share.
const MAX_TEXT: usize = 128 << 20;

/// What a line takes besides its text.
const LINE: usize = 64;

/// The most files one diff may hold.
const MAX_FILES: usize = 5_000;

/// From how many files on they are compared by several threads.
const MANY_FILES: usize = 16;

/// The lines shown around changed ones.
const CONTEXT: u32 = 3;

/// How many leading bytes are searched for a NUL to tell binary content: git's own rule.
const BINARY_PROBE: usize = 8_000;

/// How many added and deleted files are compared to find renames; beyond it they stay apart.
const RENAME_LIMIT: usize = 1_000;

impl Repository {
    /// Compares two commits, with three lines of context and renames followed; without a base, with the
    /// empty tree, as for a root commit. `only` limits the answer to files or folders, on either side of
    /// a rename; empty means everything.
    ///
    /// Files over 16 MiB are named with their size instead of their lines, and so is a file with which the lines would
    /// take more than 128 MiB. More than 5,000 files are an error that says so.
    pub fn diff(&self, base: Option<&Oid>, head: &Oid, only: &[RepoPath]) -> Result<Diff, GitError> {
        self.diff_by(base, head, only, false)
    }

    /// Compares two commits as [`Repository::diff`] does, for somebody's own files: a rename that leads into them or out
    /// of them is no rename but a file that came or went. git pairs whatever is alike, and what stands beside may be
    /// another's work of the same time.
    pub fn diff_within(&self, base: Option<&Oid>, head: &Oid, own: &[RepoPath]) -> Result<Diff, GitError> {
        self.diff_by(base, head, own, true)
    }

    fn diff_by(
        &self,
        base: Option<&Oid>,
        head: &Oid,
        only: &[RepoPath],
        apart: bool,
    ) -> Result<Diff, GitError> {
        let head_commit = self.find(head)?;
        if base.is_none() && self.is_edge(head_commit.id()) {
            return Err(GitError::ShallowEdge { id: head.clone() });
        }
        let new = head_commit.tree().doing("read a commit's tree")?;
        let old = match base {
            Some(base) => Some(self.find(base)?.tree().doing("read a commit's tree")?),
            None => None,
        };
        let mut files = self.changed(old.as_ref(), &new)?;
        if !only.is_empty() {
            files = Diff { files }.for_files(only).files;
            if apart {
                files = files.into_iter().map(|file| file.within(only)).collect();
                files.sort_by(|a, b| a.path.cmp(&b.path));
            }
        }
        if files.len() > MAX_FILES {
            let found = format!("{} files", files.len());
            return Err(GitError::DiffTooLarge { found, limit: format!("{MAX_FILES} files") });
        }
        let hands = hands::free();
        // What is kept in memory alone is seen by this handle only.
        if hands == 1 || files.len() < MANY_FILES || self.keeps_in_memory() {
            self.compare_all(&mut files, MAX_TEXT)?;
            return Ok(Diff { files });
        }
        let share = files.len().div_ceil(hands);
        let path = self.inner.path();
        let compared = hands::shared(files.chunks_mut(share), |share| {
            // A handle is no other thread's: each opens the repository for itself.
            let inner = git2::Repository::open(path).map_err(|source| GitError::opening(path, source))?;
            Repository::new(inner)?.compare_all(share, MAX_TEXT / hands)
        });
        compared.into_iter().collect::<Result<(), GitError>>()?;
        Ok(Diff { files })
    }

    /// Fills in the lines of one changed file from its two blobs.
    pub fn compared(&self, mut file: FileChange) -> Result<FileChange, GitError> {
        self.compare(&mut file, MAX_TEXT, CONTEXT)?;
        Ok(file)
    }

    /// Fills in the lines of one changed file with all that stand around them: one hunk from its beginning to its end.
    pub fn compared_whole(&self, mut file: FileChange) -> Result<FileChange, GitError> {
        self.compare(&mut file, MAX_TEXT, u32::MAX / 4)?;
        Ok(file)
    }

    /// Fills in the lines of files, as far as they take no more memory than that.
    fn compare_all(&self, files: &mut [FileChange], mut most: usize) -> Result<(), GitError> {
        for file in files {
            most -= self.compare(file, most, CONTEXT)?;
        }
        Ok(())
    }

    /// Returns the paths that differ between two commits, both names of a renamed file.
    pub fn diff_names(&self, base: Option<&Oid>, head: &Oid) -> Result<Vec<RepoPath>, GitError> {
        let new = self.find(head)?.tree().doing("read a commit's tree")?;
        let old = match base {
            Some(base) => Some(self.find(base)?.tree().doing("read a commit's tree")?),
            None => None,
        };
        let changed = self.changed(old.as_ref(), &new)?;
        Ok(changed.into_iter().flat_map(|f| f.old_path.into_iter().chain([f.path])).collect())
    }

    /// Tells how alike a file of a tree and some bytes are, in percent of their lines; 0 for binary content.
    pub fn likeness(&self, old: &Oid, bytes: &[u8]) -> Result<u32, GitError> {
        let id = self.raw(old)?;
        if bytes.len() as u64 > MAX_FILE || self.size(id)? > MAX_FILE {
            return Ok(0);
        }
        let old = self.content(id)?;
        if old == bytes {
            return Ok(100);
        }
        if is_binary(&old) || is_binary(bytes) {
            return Ok(0);
        }
        let mut options = DiffOptions::new();
        options.context_lines(0).force_text(true);
        let patch =
            Patch::from_buffers(&old, None, bytes, None, Some(&mut options)).doing("compare two files")?;
        let (_, _, removed) = patch.line_stats().doing("compare two files")?;
        let lines = |text: &[u8]| text.split(|b| *b == b'\n').filter(|line| !line.is_empty()).count();
        let (before, after) = (lines(&old), lines(bytes));
        let kept = before.saturating_sub(removed);
        Ok(u32::try_from(200 * kept / (before + after).max(1)).unwrap_or(0))
    }

    /// Lists the files that differ between two trees, renames joined, without their lines.
    pub(super) fn changed(
        &self,
        old: Option<&git2::Tree<'_>>,
        new: &git2::Tree<'_>,
    ) -> Result<Vec<FileChange>, GitError> {
        let differs = self.differs(old, new)?;
        let gone = differs.iter().any(|d| d.new.is_none());
        let came = differs.iter().any(|d| d.old.is_none());
        if !gone || !came {
            return Ok(differs.iter().map(Differs::change).collect());
        }
        // What came is held against what is gone; libgit2 finds the pairs among just these paths.
        let (apart, changed): (Vec<&Differs>, Vec<&Differs>) =
            differs.iter().partition(|d| d.new.is_none() || d.old.is_none());
        let mut options = DiffOptions::new();
        options.include_typechange(true).ignore_submodules(false).disable_pathspec_match(true);
        for differs in &apart {
            options.pathspec(differs.path.clone());
        }
        let mut diff =
            self.inner.diff_tree_to_tree(old, Some(new), Some(&mut options)).doing("compare two trees")?;
        let mut similar = DiffFindOptions::new();
        // Explicit values, so that the repository's configuration (`diff.renames`) has no say.
        similar.renames(true).rename_threshold(50).rename_limit(RENAME_LIMIT);
        if let Err(error) = diff.find_similar(Some(&mut similar)) {
            if error.code() != ErrorCode::NotFound {
                return Err(error).doing("find renamed files");
            }
            // A partial clone lacks contents. Which files are the same ones under other names, their ids tell.
            similar.exact_match_only(true);
            diff = self
                .inner
                .diff_tree_to_tree(old, Some(new), Some(&mut options))
                .doing("compare two trees")?;
            diff.find_similar(Some(&mut similar)).doing("find renamed files")?;
        }
        let mut files: Vec<FileChange> = changed.iter().map(|d| d.change()).collect();
        files.extend(diff.deltas().filter_map(|delta| file_change(&delta)));
        files.sort_by(|a, b| a.path.cmp(&b.path));
        files.dedup_by(|a, b| a.path == b.path && a.kind == b.kind);
        self.join_small(&mut files)?;
        Ok(files)
    }

    /// Fills in the lines of a changed file and returns the memory they take; of one whose lines would take more than
    /// `most`, how many they are.
    fn compare(&self, file: &mut FileChange, most: usize, context: u32) -> Result<usize, GitError> {
        if file.old_blob == file.new_blob {
            // Renamed, or of another mode: what it holds is still to be told.
            let size = self.side_size(file.new_blob.as_ref(), file.new_mode)?;
            file.binary =
                size <= MAX_FILE && is_binary(self.side(file.new_blob.as_ref(), file.new_mode)?.bytes());
            return Ok(0);
        }
        let sizes = [
            self.side_size(file.old_blob.as_ref(), file.old_mode)?,
            self.side_size(file.new_blob.as_ref(), file.new_mode)?,
        ];
        let largest = sizes.into_iter().max().unwrap_or_default();
        if largest > MAX_FILE {
            file.oversize = Some(largest);
            return Ok(0);
        }
        let old = self.side(file.old_blob.as_ref(), file.old_mode)?;
        let new = self.side(file.new_blob.as_ref(), file.new_mode)?;
        if is_binary(old.bytes()) || is_binary(new.bytes()) {
            file.binary = true;
            return Ok(0);
        }
        let many = |bytes: &[u8]| bytes.iter().filter(|b| **b == b'\n').count() > MAX_LINES;
        if largest > MANY_BYTES && (many(old.bytes()) || many(new.bytes())) {
            file.oversize = Some(largest);
            return Ok(0);
        }
        let mut options = DiffOptions::new();
        options.context_lines(context).interhunk_lines(0).indent_heuristic(true).force_text(true);
        let filling = RefCell::new(Filling { file, most, used: 0 });
        let mut hunk = |_: DiffDelta<'_>, hunk: DiffHunk<'_>| {
            filling.borrow_mut().hunk(&hunk);
            true
        };
        let mut line = |_: DiffDelta<'_>, _: Option<DiffHunk<'_>>, line: git2::DiffLine<'_>| {
            filling.borrow_mut().line(&line);
            true
        };
        if matches!((&old, &new), (Side::Line(_), _) | (_, Side::Line(_))) {
            let (old, new) = (old.bytes(), new.bytes());
            let patch =
                Patch::from_buffers(old, None, new, None, Some(&mut options)).doing("compare two files")?;
            return filling.into_inner().patch(&patch, largest).doing("read the lines of a change");
        }
        // Blobs by their ids: libgit2 hashes anew whatever it is given as bytes.
        self.inner
            .diff_blobs(
                old.blob(),
                None,
                new.blob(),
                None,
                Some(&mut options),
                None,
                None,
                Some(&mut hunk),
                Some(&mut line),
            )
            .doing("compare two files")?;
        let filling = filling.into_inner();
        filling.file.repeated = repeated(old.bytes(), &filling.file.hunks, context);
        Ok(filling.filled(largest))
    }

    fn side_size(&self, id: Option<&Oid>, mode: Option<Mode>) -> Result<u64, GitError> {
        match (id, mode) {
            (Some(id), Some(Mode::File | Mode::Executable | Mode::Symlink)) => self.size(self.raw(id)?),
            (None | Some(_), _) => Ok(0),
        }
    }

    fn side(&self, id: Option<&Oid>, mode: Option<Mode>) -> Result<Side<'_>, GitError> {
        match (id, mode) {
            (Some(id), Some(Mode::Submodule)) => {
                Ok(Side::Line(format!("Subproject commit {id}\n").into_bytes()))
            }
            (Some(id), Some(Mode::File | Mode::Executable | Mode::Symlink)) => {
                Ok(Side::Blob(self.blob_of(self.raw(id)?)?))
            }
            (None | Some(_), _) => Ok(Side::Nothing),
        }
    }
}

fn is_binary(bytes: &[u8]) -> bool {
    bytes.get(..BINARY_PROBE).unwrap_or(bytes).contains(&0)
}

fn file_change(delta: &git2::DiffDelta<'_>) -> Option<FileChange> {
    let kind = match delta.status() {
        Delta::Added | Delta::Copied => ChangeKind::Added,
        Delta::Deleted => ChangeKind::Deleted,
        Delta::Modified => ChangeKind::Modified,
        Delta::Renamed => ChangeKind::Renamed,
        Delta::Typechange => ChangeKind::TypeChanged,
        // Words for work trees and indexes, which two trees never give.
        Delta::Unmodified | Delta::Ignored | Delta::Untracked | Delta::Unreadable | Delta::Conflicted => {
            return None;
        }
    };
    let (old, new) = (delta.old_file(), delta.new_file());
    let named = if kind == ChangeKind::Deleted { &old } else { &new };
    let mut file = FileChange::new(path_of(named.path_bytes()?), kind);
    if kind == ChangeKind::Renamed {
        file.old_path = old.path_bytes().map(path_of);
    }
    file.old_mode = mode_of(u32::from(old.mode()) as i32);
    file.new_mode = mode_of(u32::from(new.mode()) as i32);
    file.old_blob = file.old_mode.map(|_| oid(old.id()));
    file.new_blob = file.new_mode.map(|_| oid(new.id()));
    Some(file)
}

/// Takes over the hunks and lines of a change as libgit2 finds them: nothing is kept twice.
struct Filling<'f> {
    file: &'f mut FileChange,
    /// The memory that its lines may take, and what they take so far.
    most: usize,
    used: usize,
}

impl Filling<'_> {
    fn hunk(&mut self, hunk: &DiffHunk<'_>) {
        let most = (hunk.old_lines() as usize).saturating_add(hunk.new_lines() as usize);
        self.file.hunks.push(Hunk {
            old_start: hunk.old_start(),
            old_lines: hunk.old_lines(),
            new_start: hunk.new_start(),
            new_lines: hunk.new_lines(),
            lines: Vec::with_capacity(most.min(self.most.saturating_sub(self.used) / LINE)),
        });
    }

    /// Returns what the lines take. Where that would be too much, their counts stay and they are left to git.
    fn filled(self, largest: u64) -> usize {
        if self.used <= self.most {
            return self.used;
        }
        self.file.hunks = Vec::new();
        self.file.open_end = OpenEnd::default();
        self.file.repeated = Vec::new();
        self.file.oversize = Some(largest);
        0
    }

    fn patch(mut self, patch: &Patch<'_>, largest: u64) -> Result<usize, git2::Error> {
        for at in 0..patch.num_hunks() {
            let (hunk, count) = patch.hunk(at)?;
            self.hunk(&hunk);
            for line in 0..count {
                self.line(&patch.line_in_hunk(at, line)?);
            }
        }
        Ok(self.filled(largest))
    }

    fn line(&mut self, line: &git2::DiffLine<'_>) {
        let origin = match line.origin_value() {
            DiffLineType::Context => Origin::Context,
            DiffLineType::Addition => Origin::Added,
            DiffLineType::Deletion => Origin::Removed,
            // The note about a missing line feed; read off the lines themselves below.
            DiffLineType::ContextEOFNL
            | DiffLineType::AddEOFNL
            | DiffLineType::DeleteEOFNL
            | DiffLineType::FileHeader
            | DiffLineType::HunkHeader
            | DiffLineType::Binary => return,
        };
        let file = &mut *self.file;
        let text = line.content().strip_suffix(b"\n");
        file.open_end = OpenEnd {
            old: file.open_end.old || text.is_none() && origin != Origin::Added,
            new: file.open_end.new || text.is_none() && origin != Origin::Removed,
        };
        let text = text.unwrap_or(line.content());
        match origin {
            Origin::Added => file.insertions += 1,
            Origin::Removed => file.deletions += 1,
            Origin::Context => {}
        }
        self.used = self.used.saturating_add(text.len() + LINE);
        if self.used > self.most {
            return;
        }
        let text = match std::str::from_utf8(text) {
            Ok(text) => text.to_owned(),
            Err(_) => {
                file.lossy = true;
                String::from_utf8_lossy(text).into_owned()
            }
        };
        if let Some(hunk) = file.hunks.last_mut() {
            hunk.lines.push(DiffLine { origin, text });
        }
    }
}

/// What one side of a change holds.
enum Side<'r> {
    Nothing,
    Blob(Blob<'r>),
    /// A submodule, shown as the line git writes for it.
    Line(Vec<u8>),
}

impl Side<'_> {
    fn bytes(&self) -> &[u8] {
        match self {
            Side::Nothing => &[],
            Side::Blob(blob) => blob.content(),
            Side::Line(line) => line,
        }
    }

    fn blob(&self) -> Option<&Blob<'_>> {
        match self {
            Side::Blob(blob) => Some(blob),
            Side::Nothing | Side::Line(_) => None,
        }
    }
}

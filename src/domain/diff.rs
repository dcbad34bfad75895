//! Diffs as plain data: what changed, where old lines went, how a change is shown.
//!
//! Made by `io::git`, kept and judged here. Never reads a repository.

mod fate;
mod repeated;
mod slice;
mod unified;

pub use fate::{LineFate, Rows, Touch, line_fate, map_line, touch, touch_itself};
pub use repeated::{Repeated, repeated};
pub use slice::{At, Run};

use std::collections::HashMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ids::{Oid, RepoPath, Timestamp};

/// A commit as the loop needs it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Commit {
    pub id: Oid,
    pub parents: Vec<Oid>,
    /// First line of the message.
    pub subject: String,
    /// The rest of the message.
    pub body: String,
    pub author_time: Timestamp,
    /// Files that differ from the first parent (from nothing for a root commit), both names of a renamed one.
    pub files: Vec<RepoPath>,
    /// Which of them it renamed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub renamed: Vec<Renamed>,
}

/// A file under two names, one after the other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Renamed {
    pub from: RepoPath,
    pub to: RepoPath,
}

/// What happened to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChangeKind {
    Added,
    Modified,
    Deleted,
    Renamed,
    TypeChanged,
}

/// One line of a hunk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiffLine {
    pub origin: Origin,
    /// Without the line feed; a carriage return before it stays, so that a changed line end is seen.
    /// Invalid UTF-8 is replaced.
    pub text: String,
}

/// Which side a line of a hunk stands on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    Context,
    Added,
    Removed,
}

/// A hunk; lines count from 1, as in unified diffs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hunk {
    pub old_start: u32,
    pub old_lines: u32,
    pub new_start: u32,
    pub new_lines: u32,
    pub lines: Vec<DiffLine>,
}

/// What kind of entry a path is in a tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    File,
    Executable,
    /// Its content is the target's name; never followed.
    Symlink,
    /// A commit of another repository; shown as one line.
    Submodule,
}

/// Whether the last line of a side, where the last hunk shows it, lacks its line feed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenEnd {
    pub old: bool,
    pub new: bool,
}

/// The difference of one file between two trees.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileChange {
    pub path: RepoPath,
    /// The earlier name of a renamed file.
    pub old_path: Option<RepoPath>,
    pub kind: ChangeKind,
    pub binary: bool,
    /// The blob on each side; nothing where the file is not there.
    pub old_blob: Option<Oid>,
    pub new_blob: Option<Oid>,
    pub insertions: u32,
    pub deletions: u32,
    pub hunks: Vec<Hunk>,
    /// The kind of entry on each side; nothing where the file is not there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub old_mode: Option<Mode>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub new_mode: Option<Mode>,
    /// The bytes of the larger side when it is too large to be shown by line: `hunks` is then
    /// empty although lines changed, and [`Diff::unified`] says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub oversize: Option<u64>,
    /// Some line is no UTF-8: what stands for it here is not what the file holds.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lossy: bool,
    #[serde(default)]
    pub open_end: OpenEnd,
    /// Others' commits changed it, and none of the subject's own: only where a line itself went does that say anything
    /// of it (SPEC 7.1).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_others: bool,
    /// Those of its hunks whose old lines stand elsewhere in the old file as well.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub repeated: Vec<Repeated>,
}

impl FileChange {
    /// Returns a change of a file without hunks, for the caller to fill.
    pub fn new(path: RepoPath, kind: ChangeKind) -> Self {
        Self {
            path,
            old_path: None,
            kind,
            binary: false,
            old_blob: None,
            new_blob: None,
            insertions: 0,
            deletions: 0,
            hunks: Vec::new(),
            old_mode: None,
            new_mode: None,
            oversize: None,
            lossy: false,
            open_end: OpenEnd::default(),
            by_others: false,
            repeated: Vec::new(),
        }
    }

    /// Returns what a file gained between two texts: one hunk of all its lines, those that the old text has not, or not
    /// as often, as added. It tells what came, not what went.
    pub fn gained(path: RepoPath, old: &str, new: &str) -> Self {
        let mut had: HashMap<&str, usize> = HashMap::new();
        for line in old.lines() {
            *had.entry(line).or_default() += 1;
        }
        let lines: Vec<DiffLine> = new
            .lines()
            .map(|text| {
                let origin = match had.get_mut(text).filter(|left| **left > 0) {
                    Some(left) => {
                        *left -= 1;
                        Origin::Context
                    }
                    None => Origin::Added,
                };
                DiffLine { origin, text: text.to_owned() }
            })
            .collect();
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let stayed = count(lines.iter().filter(|line| line.origin == Origin::Context).count());
        let new_lines = count(lines.len());
        let mut file = Self::new(path, ChangeKind::Modified);
        file.insertions = new_lines - stayed;
        file.hunks.push(Hunk { old_start: 1, old_lines: stayed, new_start: 1, new_lines, lines });
        file
    }

    /// Returns a change without hunks as one of somebody's own files: a rename that leads into them adds a file, one that
    /// leads out of them takes one away.
    #[must_use]
    pub fn within(mut self, own: &[RepoPath]) -> Self {
        let Some(from) = self.old_path.take() else { return self };
        let is_own = |name: &RepoPath| own.iter().any(|path| lies_in(name, path));
        match (is_own(&from), is_own(&self.path)) {
            (false, true) => Self { kind: ChangeKind::Added, old_blob: None, old_mode: None, ..self },
            (true, false) => {
                Self { path: from, kind: ChangeKind::Deleted, new_blob: None, new_mode: None, ..self }
            }
            (true, true) | (false, false) => Self { old_path: Some(from), ..self },
        }
    }

    /// Returns the change without its hunks.
    pub fn head(&self) -> Self {
        Self {
            path: self.path.clone(),
            old_path: self.old_path.clone(),
            kind: self.kind,
            binary: self.binary,
            old_blob: self.old_blob.clone(),
            new_blob: self.new_blob.clone(),
            insertions: self.insertions,
            deletions: self.deletions,
            hunks: Vec::new(),
            old_mode: self.old_mode,
            new_mode: self.new_mode,
            oversize: self.oversize,
            lossy: self.lossy,
            open_end: self.open_end,
            by_others: self.by_others,
            repeated: Vec::new(),
        }
    }

    /// Returns how many bytes of text its lines hold; once they are more than `enough`, something above that.
    pub fn text_bytes(&self, enough: usize) -> usize {
        let mut sum = 0;
        for line in self.hunks.iter().flat_map(|hunk| &hunk.lines) {
            sum += line.text.len();
            if sum > enough {
                break;
            }
        }
        sum
    }

    /// Returns the name on the old side.
    pub fn before(&self) -> &RepoPath {
        self.old_path.as_ref().unwrap_or(&self.path)
    }

    /// Tells whether the content differs, and not only the name or the mode.
    pub fn content_changed(&self) -> bool {
        self.old_blob != self.new_blob || !self.hunks.is_empty()
    }

    /// Tells whether `path` is the file's name on either side.
    fn is_named(&self, path: &str) -> bool {
        self.path.as_str() == path || self.before().as_str() == path
    }
}

/// The difference between two trees, limited to some files.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diff {
    pub files: Vec<FileChange>,
}

/// The difference in the files that somebody answers for, with what of them went into others.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Changed {
    pub own: Diff,
    /// Other files that gained lines which `own` lost: they tell where code went, and nothing else.
    pub elsewhere: Diff,
    /// The whole of files of `own`, where they could be read: a hunk alone does not tell what it stands in.
    pub texts: Vec<Texts>,
}

/// A changed file before and after.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Texts {
    /// Its later name.
    pub path: RepoPath,
    pub old: String,
    pub new: String,
}

impl From<Diff> for Changed {
    fn from(own: Diff) -> Self {
        Self { own, ..Self::default() }
    }
}

impl Diff {
    /// Tells whether nothing differs.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Returns the changed paths, new names for renamed files, in the order of the diff.
    pub fn paths(&self) -> impl Iterator<Item = &RepoPath> {
        self.files.iter().map(|file| &file.path)
    }

    /// Returns the change of the file that has this name on either side.
    pub fn file(&self, path: &str) -> Option<&FileChange> {
        self.files
            .iter()
            .find(|file| file.path.as_str() == path)
            .or_else(|| self.files.iter().find(|file| file.is_named(path)))
    }

    /// Returns the part that is about the named files or folders, on either side of a rename.
    pub fn for_files(&self, only: &[RepoPath]) -> Diff {
        let files = self.files.iter().filter(|file| only.iter().any(|path| stands_in(file, path))).cloned();
        Diff { files: files.collect() }
    }

    /// Returns how many lines were added.
    pub fn insertions(&self) -> usize {
        self.files.iter().map(|file| file.insertions as usize).sum()
    }

    /// Returns how many lines were removed.
    pub fn deletions(&self) -> usize {
        self.files.iter().map(|file| file.deletions as usize).sum()
    }

    /// Tells whether its lines hold more bytes of text than that, and reads no further.
    pub fn holds_more_than(&self, bytes: usize) -> bool {
        self.files.iter().any({
            let mut sum = 0;
            move |file| {
                sum += file.text_bytes(bytes - sum.min(bytes));
                sum > bytes
            }
        })
    }

    /// Returns how many lines were added or removed.
    pub fn changed_lines(&self) -> usize {
        self.insertions() + self.deletions()
    }

    /// Tells whether `text` stands in the diff: its lines, one after the other, on one side of one hunk.
    ///
    /// White space at both ends of a line is not compared, since quoting loses it. Text without a
    /// visible character stands nowhere.
    pub fn contains_line(&self, text: &str) -> bool {
        let wanted: Vec<&str> = text.trim().lines().map(str::trim).collect();
        if wanted.iter().all(|line| line.is_empty()) {
            return false;
        }
        let sides = [Origin::Added, Origin::Removed];
        self.files.iter().flat_map(|file| &file.hunks).any(|hunk| {
            sides.iter().any(|side| {
                let shown =
                    hunk.lines.iter().filter(|line| line.origin == Origin::Context || line.origin == *side);
                stands_in_order(shown.map(|line| line.text.trim()), &wanted)
            })
        })
    }

    /// Returns a hash of what the change does, wherever it stands: equal for a commit and its rebased
    /// copy, different when a line of it or of its context differs.
    ///
    /// The hash is stored with receipts, so what goes into it never changes. Line numbers are left out. A binary or oversized file counts by its content.
    pub fn patch_id(&self) -> String {
        let mut hash = blake3::Hasher::new();
        let mut files: Vec<&FileChange> = self.files.iter().collect();
        files.sort_by(|a, b| a.path.cmp(&b.path));
        for file in files {
            field(&mut hash, file.before().as_str());
            field(&mut hash, file.path.as_str());
            field(&mut hash, file.old_mode.map_or("", Mode::digits));
            field(&mut hash, file.new_mode.map_or("", Mode::digits));
            hash.update(&[u8::from(file.open_end.old), u8::from(file.open_end.new)]);
            hash.update(
                &(file.hunks.iter().map(|hunk| hunk.lines.len()).sum::<usize>() as u64).to_le_bytes(),
            );
            if file.hunks.is_empty() {
                field(&mut hash, file.old_blob.as_ref().map_or("", Oid::as_str));
                field(&mut hash, file.new_blob.as_ref().map_or("", Oid::as_str));
            }
            for line in file.hunks.iter().flat_map(|hunk| &hunk.lines) {
                field(&mut hash, line.origin.sign());
                field(&mut hash, &line.text);
            }
        }
        hash.finalize().to_hex().to_string()
    }
}

impl Origin {
    /// Returns the sign before the line in a unified diff.
    pub fn sign(self) -> &'static str {
        match self {
            Origin::Context => " ",
            Origin::Added => "+",
            Origin::Removed => "-",
        }
    }
}

/// Adds one text to the hash so that no two lists of texts hash alike.
fn field(hash: &mut blake3::Hasher, text: &str) {
    hash.update(&(text.len() as u64).to_le_bytes());
    hash.update(text.as_bytes());
}

/// Tells whether a change is about `path` or something below it, on either side.
fn stands_in(file: &FileChange, path: &RepoPath) -> bool {
    lies_in(&file.path, path) || lies_in(file.before(), path)
}

fn lies_in(name: &RepoPath, path: &RepoPath) -> bool {
    let rest = name.as_str().strip_prefix(path.as_str());
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Tells whether `wanted` stands among `lines` without a gap, in linear time (Knuth, Morris, Pratt).
fn stands_in_order<'a>(lines: impl Iterator<Item = &'a str>, wanted: &[&str]) -> bool {
    let mut fallback = vec![0; wanted.len()];
    let mut matched = 0;
    for at in 1..wanted.len() {
        while matched > 0 && wanted[at] != wanted[matched] {
            matched = fallback[matched - 1];
        }
        if wanted[at] == wanted[matched] {
            matched += 1;
        }
        fallback[at] = matched;
    }
    let mut matched = 0;
    for line in lines {
        while matched > 0 && line != wanted[matched] {
            matched = fallback[matched - 1];
        }
        if line == wanted[matched] {
            matched += 1;
        }
        if matched == wanted.len() {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Builds one modified file from signed lines, starting at old and new line `start`.
    pub(super) fn change(path: &str, start: u32, signed: &[&str]) -> FileChange {
        let mut file = FileChange::new(RepoPath::parse(path).unwrap(), ChangeKind::Modified);
        file.old_blob = Some(Oid::new("a".repeat(40)));
        file.new_blob = Some(Oid::new("b".repeat(40)));
        file.old_mode = Some(Mode::File);
        file.new_mode = Some(Mode::File);
        let lines: Vec<DiffLine> = signed
            .iter()
            .map(|line| {
                let (sign, text) = line.split_at(1);
                let origin = match sign {
                    "+" => Origin::Added,
                    "-" => Origin::Removed,
                    _ => Origin::Context,
                };
                DiffLine { origin, text: text.to_owned() }
            })
            .collect();
        let count = |side| lines.iter().filter(|l| l.origin == side).count() as u32;
        let (context, added, removed) =
            (count(Origin::Context), count(Origin::Added), count(Origin::Removed));
        file.insertions = added;
        file.deletions = removed;
        file.hunks.push(Hunk {
            old_start: start,
            old_lines: context + removed,
            new_start: start,
            new_lines: context + added,
            lines,
        });
        file
    }

    fn diff(files: Vec<FileChange>) -> Diff {
        Diff { files }
    }

    #[test]
    fn quotes_are_found_on_one_side_and_in_order() {
        let d = diff(vec![change("a.rs", 1, &[" fn a() {", "-    old();", "+    new();", " }"])]);
        for (quote, expected) in [
            ("new();", true),
            ("    old();", true),
            ("fn a() {\n    new();\n}", true),
            ("fn a() {\n    old();\n}", true),
            ("old();\nnew();", false),
            ("new", false),
            ("", false),
            ("  \n ", false),
        ] {
            assert_eq!(d.contains_line(quote), expected, "{quote:?}");
        }
    }

    #[test]
    fn what_a_file_gained_is_told_without_its_order() {
        let path = RepoPath::parse("a.rs").unwrap();
        let file = FileChange::gained(path, "a\nb\nb\n", "b\nnew\nb\nb\na\n");
        let signed: Vec<String> =
            file.hunks[0].lines.iter().map(|l| format!("{}{}", l.origin.sign(), l.text)).collect();
        assert_eq!(signed, [" b", "+new", " b", "+b", " a"]);
        assert_eq!((file.insertions, file.hunks[0].old_lines, file.hunks[0].new_lines), (2, 3, 5));
    }

    #[test]
    fn repeated_beginnings_do_not_hide_a_quote() {
        let d = diff(vec![change("a.rs", 1, &["+x", "+x", "+x", "+y", "+x"])]);
        assert!(d.contains_line("x\nx\ny"));
        assert!(!d.contains_line("x\ny\ny"));
    }

    #[test]
    fn folders_and_old_names_select_files() {
        let mut renamed = change("src/new.rs", 1, &["+a"]);
        renamed.old_path = Some(RepoPath::parse("lib/old.rs").unwrap());
        let d = diff(vec![renamed, change("srcs/other.rs", 1, &["+a"])]);
        for (only, count) in [("src", 1), ("src/new.rs", 1), ("lib", 1), ("srcs", 1), ("sr", 0)] {
            assert_eq!(d.for_files(&[RepoPath::parse(only).unwrap()]).files.len(), count, "{only}");
        }
        assert_eq!((d.insertions(), d.deletions(), d.changed_lines()), (2, 0, 2));
    }

    #[test]
    fn patch_ids_follow_content_not_position() {
        let here = diff(vec![change("a.rs", 1, &[" c", "+a"]), change("b.rs", 1, &["+b"])]);
        let there = diff(vec![change("b.rs", 7, &["+b"]), change("a.rs", 40, &[" c", "+a"])]);
        assert_eq!(here.patch_id(), there.patch_id());
        let other = diff(vec![change("a.rs", 1, &[" c", "-a"]), change("b.rs", 1, &["+b"])]);
        assert_ne!(here.patch_id(), other.patch_id());
    }
}

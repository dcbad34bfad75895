//! Whether a patch applies to a commit's tree. Nothing is written and no file is touched.

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};

use git2::{Delta, Diff, Patch, Tree};

use super::Repository;
use crate::domain::fit::{Hunk, Line, Text};
use crate::domain::ids::Oid;

/// The largest patch that is looked at, in bytes.
const MAX_PATCH: usize = 256 * 1024;

/// Why a patch does not apply.
#[derive(Debug, thiserror::Error)]
pub enum PatchError {
    #[error("it is no unified diff")]
    NoDiff,
    #[error("it holds {0} bytes, over the limit of {MAX_PATCH}")]
    TooLarge(usize),
    #[error("it changes nothing")]
    Empty,
    #[error("it names {0}, which is no file of the repository")]
    Outside(String),
    #[error("the tree under review cannot be read")]
    Tree,
    #[error("it creates {0}, which is there already")]
    There(String),
    #[error("{0} is not there")]
    NotThere(String),
    #[error("its hunk at line {line} of {path} fits nowhere in it")]
    Hunk { path: String, line: u32 },
    #[error("it removes {0}, which holds more than that")]
    NotAll(String),
    #[error("{}", .0.message())]
    Misfit(#[source] git2::Error),
}

impl Repository {
    /// Tells whether a unified diff applies to the tree of a commit, all of it: as `git apply` would take it, its hunks
    /// wherever they fit.
    pub fn applies(&self, commit: &Oid, patch: &str) -> Result<(), PatchError> {
        if patch.len() > MAX_PATCH {
            return Err(PatchError::TooLarge(patch.len()));
        }
        let tree = self.find(commit).ok().and_then(|c| c.tree().ok());
        let is_there = |name: &str| tree.as_ref().is_some_and(|t| t.get_path(Path::new(name)).is_ok());
        let patch = with_headers(patch, &is_there);
        let diff = Diff::from_buffer(patch.as_bytes()).map_err(|_| PatchError::NoDiff)?;
        let (mut files, mut lines) = (0_usize, 0_usize);
        let walked = diff.foreach(
            &mut |_, _| {
                files += 1;
                true
            },
            None,
            None,
            Some(&mut |_, _, line| {
                lines += usize::from(matches!(line.origin(), '+' | '-'));
                true
            }),
        );
        walked.map_err(|_| PatchError::NoDiff)?;
        if files == 0 {
            return Err(PatchError::NoDiff);
        }
        // A mode mends nothing; a name may.
        if lines == 0 && !diff.deltas().any(|d| matches!(d.status(), Delta::Renamed | Delta::Copied)) {
            return Err(PatchError::Empty);
        }
        let tree = tree.as_ref().ok_or(PatchError::Tree)?;
        if diff.deltas().any(|d| d.flags().is_binary()) {
            return self.inner.apply_to_tree(tree, &diff, None).map(|_| ()).map_err(PatchError::Misfit);
        }
        let mut patched = Patched { repository: self, tree, files: HashMap::new(), changes: false };
        (0..diff.deltas().len()).try_for_each(|at| patched.take(&diff, at))?;
        // What it takes away it puts back.
        if patched.changes { Ok(()) } else { Err(PatchError::Empty) }
    }
}

/// A tree with the files that a patch has changed so far; nothing for one that it removed.
struct Patched<'r> {
    repository: &'r Repository,
    tree: &'r Tree<'r>,
    files: HashMap<PathBuf, Option<Text>>,
    /// Whether anything is other than it was.
    changes: bool,
}

impl Patched<'_> {
    fn text(&self, path: &Path) -> Option<Text> {
        if let Some(text) = self.files.get(path) {
            return text.clone();
        }
        let entry = self.tree.get_path(path).ok()?;
        let blob = self.repository.inner.find_blob(entry.id()).ok()?;
        Some(Text::of(blob.content()))
    }

    fn is_there(&self, path: &Path) -> bool {
        match self.files.get(path) {
            Some(text) => text.is_some(),
            None => self.tree.get_path(path).is_ok(),
        }
    }

    /// Applies what the patch does to one file.
    fn take(&mut self, diff: &Diff<'_>, at: usize) -> Result<(), PatchError> {
        let delta = diff.get_delta(at).ok_or(PatchError::NoDiff)?;
        let (old, new) = (delta.old_file(), delta.new_file());
        let (old, new) = (old.path().unwrap_or(Path::new("")), new.path().unwrap_or(Path::new("")));
        let shown = |path: &Path| path.display().to_string();
        let adds = delta.status() == Delta::Added;
        let moves = matches!(delta.status(), Delta::Renamed | Delta::Copied);
        let deletes = delta.status() == Delta::Deleted;
        if let Some(path) = [old, new].into_iter().find(|path| !is_within(path)) {
            return Err(PatchError::Outside(shown(path)));
        }
        if (adds || moves && old != new) && self.is_there(new) {
            return Err(PatchError::There(shown(new)));
        }
        let mut text = match adds {
            true => Text::default(),
            false => self.text(old).ok_or_else(|| PatchError::NotThere(shown(old)))?,
        };
        let before = text.clone();
        let patch = Patch::from_diff(diff, at).map_err(PatchError::Misfit)?;
        for hunk in patch.iter().flat_map(hunks) {
            if !text.apply(&hunk) {
                return Err(PatchError::Hunk { path: shown(old), line: hunk.old_start });
            }
        }
        self.changes |= adds || deletes || moves || !text.says_as(&before);
        if deletes && !text.is_empty() {
            return Err(PatchError::NotAll(shown(old)));
        }
        if deletes || delta.status() == Delta::Renamed {
            self.files.insert(old.to_owned(), None);
        }
        if !deletes {
            self.files.insert(new.to_owned(), Some(text));
        }
        Ok(())
    }
}

/// Tells whether a path stays in the repository, and out of git's own folder.
fn is_within(path: &Path) -> bool {
    path.components().all(|part| match part {
        Component::Normal(name) => !name.eq_ignore_ascii_case(".git"),
        Component::CurDir => true,
        Component::ParentDir | Component::RootDir | Component::Prefix(_) => false,
    })
}

/// Reads the hunks of one file.
fn hunks(patch: &Patch<'_>) -> Vec<Hunk> {
    let hunk = |at: usize| -> Option<Hunk> {
        let (hunk, count) = patch.hunk(at).ok()?;
        let mut lines = Vec::with_capacity(count);
        for line in (0..count).filter_map(|line| patch.line_in_hunk(at, line).ok()) {
            let text = line.content().to_vec();
            match line.origin() {
                ' ' => lines.push(Line::Stays(text)),
                '-' => lines.push(Line::Goes(text)),
                '+' => lines.push(Line::Comes(text)),
                // The note that the line before it has no end; libgit2 leaves that line the one of the patch.
                '=' | '>' | '<' => lines.last_mut().into_iter().for_each(without_newline),
                _ => {}
            }
        }
        Some(Hunk { old_start: hunk.old_start(), new_start: hunk.new_start(), lines })
    };
    (0..patch.num_hunks()).filter_map(hunk).collect()
}

/// Takes the newline off a line of a hunk.
fn without_newline(line: &mut Line) {
    let (Line::Stays(text) | Line::Goes(text) | Line::Comes(text)) = line;
    if text.last() == Some(&b'\n') {
        text.pop();
    }
}

/// Gives each file the header lines that libgit2 wants and that `diff -u` and reviewers leave out, and the patch the
/// last line end that it often lacks. A carriage return belongs to the lines of hunks, as with `git apply`.
fn with_headers(patch: &str, is_there: &dyn Fn(&str) -> bool) -> String {
    let trimmed = patch.trim_end_matches(['\n', '\r']);
    let mut lines: Vec<&str> = trimmed.split('\n').collect();
    // The last one ends as it does, or where it has no end, as the one before it.
    let (last, before) = (lines.pop().unwrap_or_default(), lines.last().copied().unwrap_or_default());
    let as_before = trimmed.len() == patch.len() && before.ends_with('\r');
    let last = if patch.ends_with("\r\n") || as_before { format!("{last}\r") } else { last.to_owned() };
    lines.push(&last);
    let lines: Vec<&str> = lines.iter().enumerate().map(|(at, line)| without_end(line, &lines, at)).collect();
    let has_headers = lines.iter().any(|l| l.starts_with("diff --git "));
    let mut whole = String::with_capacity(patch.len() + 256);
    let mut rest = lines.iter().copied().peekable();
    while let Some(line) = rest.next() {
        let new = rest.peek().and_then(|next| next.strip_prefix("+++ "));
        let sides = line.strip_prefix("--- ").zip(new).filter(|_| !has_headers);
        if let Some((old, new)) = sides {
            let (old, new) = (side(old, "a/", is_there), side(new, "b/", is_there));
            // git takes the later name for both, but where that only has more behind it: `a.js.orig`.
            let (old, new) = match (old, new) {
                (Some(old), Some(new)) if new.starts_with(&old) => (Some(old.clone()), Some(old)),
                (Some(_), Some(new)) => (Some(new.clone()), Some(new)),
                one_sided => one_sided,
            };
            whole.push_str(&header(old.as_deref(), new.as_deref()));
            rest.next();
        } else {
            whole.push_str(&known_index(line));
            whole.push('\n');
            let heads = ["rename to ", "copy to ", "new mode "].iter().any(|head| line.starts_with(head));
            if heads && rest.peek().is_some_and(|next| next.starts_with("--- ")) {
                whole.push_str("index 1111111..2222222 100644\n");
            }
        }
    }
    whole
}

/// Returns a line of a patch, without the carriage return of its end unless it is one of a hunk.
fn without_end<'p>(line: &'p str, lines: &[&str], at: usize) -> &'p str {
    let (before, behind) = (at.checked_sub(1).and_then(|at| lines.get(at)), lines.get(at + 1));
    let names_a_side = line.starts_with("--- ") && behind.is_some_and(|l| l.starts_with("+++ "))
        || line.starts_with("+++ ") && before.is_some_and(|l| l.starts_with("--- "));
    let is_of_hunk = line.starts_with([' ', '+', '-']) && !names_a_side;
    if is_of_hunk { line } else { line.trim_end_matches('\r') }
}

/// Writes ids that are none for libgit2 as some: like git, nobody looks at them here.
fn known_index(line: &str) -> Cow<'_, str> {
    let Some(ids) = line.strip_prefix("index ") else { return Cow::Borrowed(line) };
    let (ids, mode) = ids.split_once(' ').map_or((ids, None), |(ids, mode)| (ids, Some(mode)));
    let is_id = |id: &str| id.len() >= 4 && id.bytes().all(|b| b.is_ascii_hexdigit());
    if ids.split_once("..").is_some_and(|(old, new)| is_id(old) && is_id(new)) {
        return Cow::Borrowed(line);
    }
    let mode = mode.map(|mode| format!(" {mode}")).unwrap_or_default();
    Cow::Owned(format!("index 1111111..2222222{mode}"))
}

/// What git writes before a name where `diff.mnemonicPrefix` is set, and what people write for this folder.
const PREFIXES: [&str; 5] = ["i/", "w/", "c/", "o/", "./"];

/// Reads the name on one side, without the time that `diff -u` writes after it; nothing for no file. A name in quotes
/// keeps them. A prefix that may be a folder is none where the file is there under it.
fn side(text: &str, prefix: &str, is_there: &dyn Fn(&str) -> bool) -> Option<String> {
    let name = text.split('\t').next().unwrap_or(text).trim();
    if name == "/dev/null" {
        return None;
    }
    let quoted = name.strip_prefix('"').and_then(|name| name.strip_suffix('"'));
    let inner = quoted.unwrap_or(name);
    let other = || PREFIXES.iter().find_map(|p| inner.strip_prefix(p)).filter(|_| !is_there(inner));
    let bare = inner.strip_prefix(prefix).or_else(other).unwrap_or(inner);
    Some(quoted.map_or_else(|| bare.to_owned(), |_| format!("\"{bare}\"")))
}

fn header(old: Option<&str>, new: Option<&str>) -> String {
    let name = |side: Option<&str>, prefix: &str| {
        side.map_or_else(|| "/dev/null".to_owned(), |side| with_prefix(prefix, side))
    };
    let (left, right) = (old.or(new).unwrap_or_default(), new.or(old).unwrap_or_default());
    let mode = match (old, new) {
        (None, Some(_)) => "new file mode 100644\n",
        (Some(_), None) => "deleted file mode 100644\n",
        (Some(_), Some(_)) | (None, None) => "",
    };
    let (left, right) = (with_prefix("a/", left), with_prefix("b/", right));
    format!("diff --git {left} {right}\n{mode}--- {}\n+++ {}\n", name(old, "a/"), name(new, "b/"))
}

/// Puts a prefix before a name, within its quotes.
fn with_prefix(prefix: &str, name: &str) -> String {
    match name.strip_prefix('"') {
        Some(rest) => format!("\"{prefix}{rest}"),
        None => format!("{prefix}{name}"),
    }
}

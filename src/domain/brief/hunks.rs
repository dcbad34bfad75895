//! Diffs in a brief: whole where they fit, else cut at the borders of files and hunks, with the command that shows the rest.

use super::LeftOut;
use super::budget::short_path;
use crate::domain::diff::{Diff, FileChange, Hunk};
use crate::domain::envelope;
use crate::domain::identity::same_file;
use crate::domain::ids::{Oid, RepoPath};
use crate::domain::subject::PinnedChange;

/// The git command that shows a range.
#[derive(Debug, Clone)]
pub(super) struct Command {
    shows: String,
    stat: String,
}

impl Command {
    /// Returns the command for the whole change.
    pub(super) fn of(change: &PinnedChange) -> Self {
        let head = change.head.as_str();
        match &change.base {
            Some(base) => Self::between(base, &change.head),
            // A change that holds the root commit has nothing to be compared with.
            None if change.commits.len() > 1 => {
                Self { shows: format!("git log -p {head}"), stat: format!("git log --stat {head}") }
            }
            None => Self { shows: format!("git show {head}"), stat: format!("git show --stat {head}") },
        }
    }

    /// Returns the command for what lies between two commits.
    pub(super) fn between(from: &Oid, to: &Oid) -> Self {
        Self { shows: format!("git diff {from} {to}"), stat: format!("git diff --stat {from} {to}") }
    }

    /// Returns the command that lists the files.
    pub(super) fn stat(&self) -> &str {
        &self.stat
    }

    /// Returns the command for one file; for a name no shell line should hold, that of the whole range.
    fn of_file(&self, path: &RepoPath) -> String {
        let path = path.as_str();
        let plain = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '/' | '+' | '@' | ' ');
        if path.len() > 160 || !path.chars().all(plain) {
            return self.shows.clone();
        }
        if path.contains(' ') {
            return format!("{} -- '{path}'", self.shows);
        }
        format!("{} -- {path}", self.shows)
    }
}

/// Seals a diff in at most `most` bytes. The subject's own files come first; lock, generated and
/// minified files go first.
pub(super) fn seal(
    tag: &str,
    name: &str,
    diff: &Diff,
    listed: &[String],
    command: &Command,
    most: usize,
    left_out: &mut Vec<LeftOut>,
) -> String {
    let whole = envelope::seal(tag, name, diff.unified().trim_end());
    if envelope::weight(&whole) <= most {
        return whole;
    }
    let mut files: Vec<&FileChange> = diff.files.iter().collect();
    let own = |f: &FileChange| listed.iter().any(|l| same_file(l, f.path.as_str()));
    files.sort_by_key(|f| (is_bulk(&f.path), !own(f)));
    let mut room = most.saturating_sub(envelope::weight(&envelope::seal(tag, name, "")));
    let mut kept = Diff::default();
    for file in files {
        let part = if is_bulk(&file.path) { None } else { cut(tag, file, &mut room) };
        let shown = part.as_ref().map_or(0, |p| p.hunks.len());
        if part.is_none() || shown < file.hunks.len() {
            left_out.push(row(file, shown, name, command));
        }
        kept.files.extend(part);
    }
    if kept.is_empty() { String::new() } else { envelope::seal(tag, name, kept.unified().trim_end()) }
}

/// Returns as many hunks of a file as find room, from the first; nothing when none does.
fn cut(tag: &str, file: &FileChange, room: &mut usize) -> Option<FileChange> {
    let mut part = file.clone();
    part.hunks.clear();
    // A file without hunks is a line or two; one with hunks has its names above them.
    let mut used = 2 * weight(tag, file.path.as_str()) + weight(tag, file.before().as_str()) + 8;
    used += weight(tag, &part.unified());
    let mut kept = 0;
    for hunk in &file.hunks {
        let next = used.saturating_add(hunk_weight(tag, hunk));
        if next > *room {
            break;
        }
        used = next;
        kept += 1;
    }
    if used > *room || (kept == 0 && !file.hunks.is_empty()) {
        return None;
    }
    *room -= used;
    part.hunks = file.hunks[..kept].to_vec();
    if kept < file.hunks.len() {
        part.open_end = crate::domain::diff::OpenEnd::default();
    }
    Some(part)
}

fn hunk_weight(tag: &str, hunk: &Hunk) -> usize {
    // The head of a hunk, and two notes on missing line feeds.
    const FRAME: usize = 120;
    hunk.lines.iter().map(|l| weight(tag, &l.text) + 3).sum::<usize>() + FRAME
}

/// What a text weighs once it is sealed.
fn weight(tag: &str, text: &str) -> usize {
    let visible = envelope::visible(text);
    // Text that holds the tag has its first letter written out.
    envelope::weight(&visible) + visible.matches(tag).count() * 8
}

fn row(file: &FileChange, shown: usize, name: &str, command: &Command) -> LeftOut {
    let all = file.hunks.len();
    let what = match (shown, all - shown) {
        (0, _) => format!("its {name} (+{} −{})", file.insertions, file.deletions),
        (_, 1) => format!("hunk {all} of its {name}"),
        (_, _) => format!("hunks {}–{all} of its {name}", shown + 1),
    };
    LeftOut {
        path: short_path(file.path.as_str()),
        what: format!("{what}: `{}`", command.of_file(&file.path)),
    }
}

/// Tells whether a file is one that people do not write by hand.
fn is_bulk(path: &RepoPath) -> bool {
    let name = path.file_name();
    let vendored =
        path.as_str().split('/').any(|p| matches!(p, "vendor" | "node_modules" | "dist" | "third_party"));
    let lock = matches!(
        name,
        "Cargo.lock" | "package-lock.json" | "yarn.lock" | "pnpm-lock.yaml" | "poetry.lock" | "go.sum"
    ) || name.ends_with(".lock");
    vendored || lock || name.ends_with(".min.js") || name.ends_with(".min.css") || name.ends_with(".map")
}

//! Diffs in a brief: whole where they fit, else cut at the borders of files and hunks, a hunk too large for any
//! brief between two lines; with the command that shows the rest.

use super::LeftOut;
use super::budget::short_path;
use crate::domain::diff::{Diff, FileChange, Hunk, Origin};
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
    // No character weighs less than its bytes: a huge diff is not written out to learn that it does not fit.
    if diff.text_bytes() <= most {
        let whole = envelope::seal(tag, name, diff.unified().trim_end());
        if envelope::weight(&whole) <= most {
            return whole;
        }
    }
    let mut files: Vec<&FileChange> = diff.files.iter().collect();
    let own = |f: &FileChange| listed.iter().any(|l| same_file(l, f.path.as_str()));
    files.sort_by_key(|f| (is_bulk(&f.path), !own(f)));
    let mut room = most.saturating_sub(envelope::weight(&envelope::seal(tag, name, "")));
    let mut kept = Diff::default();
    for file in files {
        let part = if is_bulk(&file.path) { None } else { cut(tag, file, &mut room) };
        let missing = match &part {
            Some(part) => missing(file, part).map(|what| format!("{what} of its {name}")),
            None => Some(format!("its {name} (+{} −{})", file.insertions, file.deletions)),
        };
        left_out.extend(missing.map(|what| row(file, &what, command)));
        kept.files.extend(part);
    }
    if kept.is_empty() { String::new() } else { envelope::seal(tag, name, kept.unified().trim_end()) }
}

/// Returns as many hunks of a file as find room, from the first; nothing when none does.
fn cut(tag: &str, file: &FileChange, room: &mut usize) -> Option<FileChange> {
    let mut part = file.head();
    // A file without hunks is a line or two; one with hunks has its names above them.
    let mut used = 2 * weight(tag, file.path.as_str()) + weight(tag, file.before().as_str()) + 8;
    used += weight(tag, &part.unified());
    for hunk in &file.hunks {
        let next = used.saturating_add(hunk_weight(tag, hunk, *room));
        if next > *room {
            // Between two lines only where nothing of the file would be seen otherwise.
            let begun =
                part.hunks.is_empty().then(|| beginning(tag, hunk, room.saturating_sub(used))).flatten();
            used += begun.as_ref().map_or(0, |h| hunk_weight(tag, h, usize::MAX));
            part.hunks.extend(begun);
            break;
        }
        used = next;
        part.hunks.push(hunk.clone());
    }
    if used > *room || (part.hunks.is_empty() && !file.hunks.is_empty()) {
        return None;
    }
    *room -= used;
    if part.hunks != file.hunks {
        part.open_end = crate::domain::diff::OpenEnd::default();
    }
    Some(part)
}

/// Returns the first lines of a hunk that find room, as a hunk of their own; nothing when too few would.
fn beginning(tag: &str, hunk: &Hunk, room: usize) -> Option<Hunk> {
    /// Fewer lines than this tell nothing.
    const FEWEST: usize = 12;
    let (old_start, new_start) = (hunk.old_start, hunk.new_start);
    let mut part = Hunk { old_start, new_start, old_lines: 0, new_lines: 0, lines: Vec::new() };
    let mut used = hunk_weight(tag, &part, usize::MAX);
    for line in &hunk.lines {
        used += weight(tag, &line.text) + 3;
        if used > room {
            break;
        }
        part.old_lines += u32::from(line.origin != Origin::Added);
        part.new_lines += u32::from(line.origin != Origin::Removed);
        part.lines.push(line.clone());
    }
    (part.lines.len() >= FEWEST).then_some(part)
}

/// Says what of a file's hunks a part of it lacks; nothing when it is whole.
fn missing(file: &FileChange, part: &FileChange) -> Option<String> {
    let (all, shown) = (file.hunks.len(), part.hunks.len());
    let begun = part.hunks.last().zip(file.hunks.get(shown.wrapping_sub(1))).filter(|(p, f)| p != f);
    match (begun, all - shown) {
        (Some((begun, _)), 0) => {
            Some(format!("hunk {all} from line {} on", begun.new_start + begun.new_lines))
        }
        (Some((begun, _)), _) => {
            let from = begun.new_start + begun.new_lines;
            Some(format!("hunk {shown} from line {from} on, and hunks {}–{all}", shown + 1))
        }
        (None, 0) => None,
        (None, 1) => Some(format!("hunk {all}")),
        (None, _) => Some(format!("hunks {}–{all}", shown + 1)),
    }
}

/// What a hunk weighs once it is sealed; once it is more than `enough`, something above that.
fn hunk_weight(tag: &str, hunk: &Hunk, enough: usize) -> usize {
    // The head of a hunk, and two notes on missing line feeds.
    const FRAME: usize = 120;
    let mut sum = FRAME;
    for line in &hunk.lines {
        sum += weight(tag, &line.text) + 3;
        if sum > enough {
            break;
        }
    }
    sum
}

/// What a text weighs once it is sealed.
fn weight(tag: &str, text: &str) -> usize {
    let visible = envelope::visible(text);
    // Text that holds the tag has its first letter written out.
    envelope::weight(&visible) + visible.matches(tag).count() * 8
}

fn row(file: &FileChange, what: &str, command: &Command) -> LeftOut {
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

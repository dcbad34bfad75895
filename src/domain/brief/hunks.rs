//! Diffs in a brief: whole where they fit, else cut at the borders of files and hunks, a hunk too large for any
//! brief between two lines; with the command that shows the rest.

use std::collections::BTreeMap;

use super::LeftOut;
use super::budget::short_path;
use super::cut::Cut;
use crate::domain::diff::{Diff, DiffLine, FileChange, Hunk, OpenEnd, Origin};
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

/// A diff that is to be shown.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shown<'d> {
    /// The block's name.
    pub(super) name: &'d str,
    pub(super) diff: &'d Diff,
    /// The subject's own files, which come first.
    pub(super) listed: &'d [String],
    /// Files that the repository marks as generated, or as not.
    pub(super) marked: &'d BTreeMap<RepoPath, bool>,
    pub(super) command: &'d Command,
}

/// Seals a diff in at most `most` bytes, whole where it fits. Else it is cut in this order: files that nobody writes by
/// hand; context lines, where that is enough; whole hunks, from the last file up, a hunk too large for any brief between
/// two lines.
pub(super) fn seal(tag: &str, shown: Shown<'_>, most: usize, cut: &mut Cut) -> String {
    let Shown { name, diff, listed, marked, command } = shown;
    if let Some(whole) = whole(tag, name, diff, most) {
        return whole;
    }
    let own = |f: &FileChange| listed.iter().any(|l| same_file(l, f.path.as_str()));
    let mut files: Vec<&FileChange> = diff.files.iter().collect();
    files.sort_by_key(|f| !own(f));
    let (bulk, files): (Vec<&FileChange>, Vec<&FileChange>) =
        files.into_iter().partition(|f| is_bulk(f, marked));
    let by_hand = Diff { files: files.iter().map(|f| (*f).clone()).collect() };
    let sealed = if by_hand.is_empty() {
        String::new()
    } else if let Some(whole) = whole(tag, name, &by_hand, most) {
        whole
    } else {
        less_context(tag, &shown, &by_hand, most, cut)
            .unwrap_or_else(|| hunk_by_hunk(tag, &shown, &by_hand, most, cut))
    };
    for file in bulk {
        let what = format!("its {name} (+{} −{})", file.insertions, file.deletions);
        cut.diff(row(file, &what, command), name, file.clone());
    }
    sealed
}

fn whole(tag: &str, name: &str, diff: &Diff, most: usize) -> Option<String> {
    // No character weighs less than its bytes: a huge diff is not written out to learn that it does not fit.
    if diff.text_bytes() > most {
        return None;
    }
    let text = diff.unified();
    let whole = envelope::seal(tag, name, text.strip_suffix('\n').unwrap_or(&text));
    (envelope::weight(&whole) <= most).then_some(whole)
}

/// The diff with a line of context around each change; nothing where that is not enough.
fn less_context(tag: &str, shown: &Shown<'_>, diff: &Diff, most: usize, cut: &mut Cut) -> Option<String> {
    const KEPT: usize = 1;
    let mut kept = Diff::default();
    let mut beyond: Vec<FileChange> = Vec::new();
    for file in &diff.files {
        let (mut near, mut far) = (file.head(), file.head());
        for hunk in &file.hunks {
            let (shows, leaves) = hunk.near_changes(KEPT);
            near.hunks.extend(shows);
            far.hunks.extend(leaves);
        }
        if !far.hunks.is_empty() {
            // The last line stands in the last hunk of the file, be it shown or left out.
            let ends_far = far.hunks.last().map(end_of) > near.hunks.last().map(end_of);
            if ends_far {
                near.open_end = OpenEnd::default();
            } else {
                far.open_end = OpenEnd::default();
            }
            beyond.push(far);
        }
        kept.files.push(near);
    }
    let sealed = whole(tag, shown.name, &kept, most)?;
    for file in beyond {
        let what = format!("context lines of its {}", shown.name);
        cut.diff(row(&file, &what, shown.command), shown.name, file);
    }
    Some(sealed)
}

fn end_of(hunk: &Hunk) -> (u32, u32) {
    (hunk.new_start + hunk.new_lines, hunk.old_start + hunk.old_lines)
}

fn hunk_by_hunk(tag: &str, shown: &Shown<'_>, diff: &Diff, most: usize, cut: &mut Cut) -> String {
    let Shown { name, command, .. } = *shown;
    let mut room = most.saturating_sub(envelope::weight(&envelope::seal(tag, name, "")));
    let mut kept = Diff::default();
    for file in &diff.files {
        let Some(mut part) = fitting(tag, file, &mut room) else {
            let what = format!("its {name} (+{} −{})", file.insertions, file.deletions);
            cut.diff(row(file, &what, command), name, file.clone());
            continue;
        };
        if let Some(what) = missing(file, &part)
            && let Some(rest) = file.without(&mut part)
        {
            cut.diff(row(file, &format!("{what} of its {name}"), command), name, rest);
        }
        kept.files.push(part);
    }
    if kept.is_empty() {
        return String::new();
    }
    let text = kept.unified();
    envelope::seal(tag, name, text.strip_suffix('\n').unwrap_or(&text))
}

/// Returns as many hunks of a file as find room, from the first; nothing when none does.
fn fitting(tag: &str, file: &FileChange, room: &mut usize) -> Option<FileChange> {
    let mut part = file.head();
    let mut used = head_weight(tag, file);
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
    Some(part)
}

/// What the lines above a file's hunks weigh.
pub(super) fn head_weight(tag: &str, file: &FileChange) -> usize {
    // A file without hunks is a line or two; one with hunks has its names above them.
    let names = 2 * weight(tag, file.path.as_str()) + weight(tag, file.before().as_str()) + 8;
    names + weight(tag, &file.head().unified())
}

/// Returns the first lines of a hunk that find room, as a hunk of their own; nothing when too few would.
fn beginning(tag: &str, hunk: &Hunk, room: usize) -> Option<Hunk> {
    /// Fewer lines than this tell nothing.
    const FEWEST: usize = 12;
    let mut used = HUNK;
    let fits = hunk.lines.iter().take_while(|line| {
        used += line_weight(tag, line);
        used <= room
    });
    let lines = fits.count();
    (lines >= FEWEST).then(|| hunk.slice(0..lines))
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
    let mut sum = HUNK;
    for line in &hunk.lines {
        sum += line_weight(tag, line);
        if sum > enough {
            break;
        }
    }
    sum
}

/// The head of a hunk, and two notes on missing line feeds.
pub(super) const HUNK: usize = 120;

/// What a line of a hunk weighs once it is sealed.
pub(super) fn line_weight(tag: &str, line: &DiffLine) -> usize {
    weight(tag, &line.text) + 3
}

/// What a text weighs once it is sealed.
pub(super) fn weight(tag: &str, text: &str) -> usize {
    // Text that holds the tag has its first letter written out; a short one holds none.
    let held = if text.len() < tag.len() { 0 } else { text.matches(tag).count() };
    envelope::sealed_weight(text) + held * 8
}

fn row(file: &FileChange, what: &str, command: &Command) -> LeftOut {
    LeftOut {
        path: short_path(file.path.as_str()),
        what: format!("{what}: `{}`", command.of_file(&file.path)),
        part: None,
    }
}

/// Tells whether a file is one that people do not write by hand: what the repository says of it, else by its name.
fn is_bulk(file: &FileChange, marked: &BTreeMap<RepoPath, bool>) -> bool {
    if file.binary || file.oversize.is_some() {
        // They are a line as they are.
        return false;
    }
    if let Some(generated) = marked.get(&file.path) {
        return *generated;
    }
    let path = &file.path;
    let name = path.file_name();
    let vendored = |folder: &str| matches!(folder, "vendor" | "node_modules" | "dist" | "third_party");
    let lock = matches!(
        name,
        "package-lock.json" | "npm-shrinkwrap.json" | "pnpm-lock.yaml" | "go.sum" | "packages.lock.json"
    );
    let ends = [
        ".lock",
        ".lockb",
        ".min.js",
        ".min.css",
        ".map",
        ".snap",
        ".pb.go",
        "_pb2.py",
        ".g.dart",
        ".designer.cs",
    ];
    let folders = path.parent();
    folders.is_some_and(|f| f.as_str().split('/').any(vendored))
        || lock
        || ends.iter().any(|end| name.ends_with(end))
        || is_minified(file)
}

/// Tells whether what is added are lines that nobody could read.
fn is_minified(file: &FileChange) -> bool {
    const WIDE: usize = 5_000;
    let lines = file.hunks.iter().flat_map(|h| &h.lines).filter(|l| l.origin != Origin::Context);
    let (mut count, mut bytes) = (0usize, 0usize);
    for line in lines {
        count += 1;
        bytes += line.text.len();
    }
    count > 0 && bytes / count > WIDE
}

//! Diffs in a brief: whole where they fit, else cut in the order of SPEC 7.5, with the command that shows the rest.

use std::collections::BTreeMap;
use std::ops::Range;

use super::LeftOut;
use super::budget::short_path;
use super::cut::{Cut, Left, lines_weight};
use super::rest::{self, Between};
use crate::domain::diff::{At, Diff, DiffLine, FileChange, Hunk, Origin, Run};
use crate::domain::envelope;
use crate::domain::identity::same_file;
use crate::domain::ids::{Oid, RepoPath};
use crate::domain::range::is_bulk_name;
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
    pub(super) name: &'static str,
    pub(super) diff: &'d Diff,
    /// What it is the difference of.
    pub(super) between: &'d Between,
    /// The subject's own files, which come first.
    pub(super) listed: &'d [String],
    /// Files that the repository marks as generated, or as not.
    pub(super) marked: &'d BTreeMap<RepoPath, bool>,
    pub(super) command: &'d Command,
}

/// Seals a diff in at most `most` bytes, whole where it fits. Else it is cut in this order (SPEC 7.5): files that nobody
/// writes by hand, to a line; context lines, but for one around each change; whole hunks, from the last file up, a hunk
/// of which nothing would be seen otherwise between two lines.
pub(super) fn seal<'d>(tag: &str, shown: Shown<'d>, most: usize, cut: &mut Cut<'d>) -> String {
    let Shown { name, diff, between, listed, marked, command } = shown;
    for file in diff.files.iter().filter(|f| f.oversize.is_some()) {
        let what = format!("its {name}, which is too large to be compared by line");
        let row = row(file, &what, command);
        cut.row(row.path, row.what);
    }
    for file in diff.files.iter().filter(|f| f.lossy) {
        let what = format!("bytes that its {name} shows as `\u{fffd}`, since they are no UTF-8");
        let row = row(file, &what, command);
        cut.row(row.path, row.what);
    }
    if let Some(whole) = whole(tag, name, &diff.files, most) {
        return whole;
    }
    let own = |f: &FileChange| listed.iter().any(|l| same_file(l, f.path.as_str()));
    let mut files: Vec<&FileChange> = diff.files.iter().collect();
    files.sort_by_key(|f| !own(f));
    let (bulk, files): (Vec<&FileChange>, Vec<&FileChange>) =
        files.into_iter().partition(|f| is_bulk(f, marked));
    let sealed = if files.is_empty() {
        String::new()
    } else if let Some(whole) = whole(tag, name, files.iter().copied(), most) {
        whole
    } else {
        hunk_by_hunk(tag, &shown, &files, most, cut)
    };
    for file in bulk {
        let what = format!("its {name} (+{} −{})", file.insertions, file.deletions);
        let row = row(file, &what, command);
        cut.keep(row.path, row.what, Left::diff(name, between, file, whole_run(file)));
    }
    sealed
}

/// All lines of a file; none where it has none.
fn whole_run(file: &FileChange) -> Vec<Run> {
    let from = At { hunk: 0, line: 0 };
    if file.end() > from { vec![Run { from, to: file.end() }] } else { Vec::new() }
}

fn whole<'d>(
    tag: &str,
    name: &str,
    files: impl IntoIterator<Item = &'d FileChange>,
    most: usize,
) -> Option<String> {
    // No character weighs less than its bytes: a huge diff is not written out to learn that it does not fit.
    let mut text = String::new();
    for file in files {
        if text.len() + file.text_bytes(most) > most {
            return None;
        }
        text.push_str(&file.unified());
    }
    let whole = envelope::seal(tag, name, text.strip_suffix('\n').unwrap_or(&text));
    (envelope::weight(&whole) <= most).then_some(whole)
}

fn hunk_by_hunk<'d>(
    tag: &str,
    shown: &Shown<'d>,
    files: &[&'d FileChange],
    most: usize,
    cut: &mut Cut<'d>,
) -> String {
    let Shown { name, command, between, .. } = *shown;
    let room = most.saturating_sub(envelope::weight(&envelope::seal(tag, name, "")));
    let (text, chosen) = filling(tag, files, room);
    for (file, begun) in files.iter().zip(chosen) {
        let Some(begun) = begun else {
            let what = format!("its {name} (+{} −{})", file.insertions, file.deletions);
            let row = row(file, &what, command);
            cut.keep(row.path, row.what, Left::diff(name, between, file, whole_run(file)));
            continue;
        };
        if !begun.left.is_empty() {
            let row = row(file, &format!("{} of its {name}", begun.missing(file)), command);
            cut.keep(row.path, row.what, Left::diff(name, between, file, begun.left));
        }
    }
    if text.is_empty() {
        return String::new();
    }
    envelope::seal(tag, name, text.strip_suffix('\n').unwrap_or(&text))
}

/// Chooses what fits. Hunks are weighed for the most that they may take, so there is room left in the end: it is given
/// out too, as long as what is written fits.
fn filling(tag: &str, files: &[&FileChange], most: usize) -> (String, Vec<Option<Begun>>) {
    const TIMES: usize = 5;
    let (mut room, mut best) = (most, chosen(tag, files, most));
    let mut weighs = weight(tag, &best.0);
    let mut more = most.saturating_sub(weighs);
    for _ in 0..TIMES {
        // Two in a hundred are not worth another round.
        if weighs > most || more * 50 < most {
            break;
        }
        let tried = chosen(tag, files, room + more);
        let then = weight(tag, &tried.0);
        if then > most {
            more /= 2;
            continue;
        }
        (room, weighs, best) = (room + more, then, tried);
        more = most - weighs;
    }
    best
}

fn chosen(tag: &str, files: &[&FileChange], mut room: usize) -> (String, Vec<Option<Begun>>) {
    let mut text = String::new();
    let mut all = Vec::with_capacity(files.len());
    for file in files {
        let begun = fitting(tag, file, &mut room);
        let part = begun.as_ref().and_then(|begun| file.only(&begun.shown));
        if let Some(part) = &part {
            text.push_str(&part.unified());
        }
        all.push(begun.filter(|_| part.is_some()));
    }
    (text, all)
}

/// What is shown of a file's diff, and what is left.
#[derive(Debug, Default)]
struct Begun {
    shown: Vec<Run>,
    left: Vec<Run>,
    /// Context lines are among what is left.
    context: bool,
    /// The first place from which on nothing is shown.
    ends: Option<At>,
}

/// How a row begins of which all changes are shown.
pub(super) const CONTEXT_OF: &str = "context lines of ";

impl Begun {
    fn leave(&mut self, run: Run) {
        if !self.left.last_mut().is_some_and(|last| last.join(run)) {
            self.left.push(run);
        }
    }

    /// Says what of the file's hunks is not shown.
    fn missing(&self, file: &FileChange) -> String {
        let mut missing = Vec::new();
        if self.context {
            missing.push("context lines".to_owned());
        }
        if let Some(At { hunk, line }) = self.ends {
            let all = file.hunks.len();
            let mut next = hunk + 1;
            if line > 0 {
                let shown = file.hunks[hunk].slice(0..line);
                missing.push(format!("hunk {next} from line {} on", shown.new_start + shown.new_lines));
                next += 1;
            }
            match all.saturating_sub(next - 1) {
                0 => {}
                1 => missing.push(format!("hunk {all}")),
                _ => missing.push(format!("hunks {next}–{all}")),
            }
        }
        missing.join(", and ")
    }
}

/// Finds room for hunks of a file, from the first, each with a line of context; nothing where none has any.
fn fitting(tag: &str, file: &FileChange, room: &mut usize) -> Option<Begun> {
    /// Context lines that stay around each change.
    const KEPT: usize = 1;
    let mut begun = Begun::default();
    // Of many files most find no room: they are not weighed to learn it.
    if file.path.as_str().len() * 3 > *room {
        return None;
    }
    let mut used = head_weight(tag, file);
    if used > *room {
        return None;
    }
    for (at, hunk) in file.hunks.iter().enumerate() {
        let runs = hunk.near_changes(KEPT);
        let mut next = used;
        for (_, lines) in runs.iter().filter(|(near, _)| *near) {
            next = next.saturating_add(lines_weight(tag, &hunk.lines[lines.clone()], *room));
            if next > *room {
                break;
            }
        }
        if next > *room {
            // Between two lines only where nothing of the file would be seen otherwise.
            let taken = match begun.shown.is_empty() {
                true => beginning(tag, hunk, &runs, room.saturating_sub(used)),
                false => Vec::new(),
            };
            let mut from = 0;
            for lines in taken {
                used += lines_weight(tag, &hunk.lines[lines.clone()], usize::MAX);
                if lines.start > from {
                    begun.context = true;
                    begun.leave(Run::within(at, from..lines.start));
                }
                from = lines.end;
                begun.shown.push(Run::within(at, lines));
            }
            let from = At { hunk: at, line: from };
            begun.ends = Some(from);
            begun.leave(Run { from, to: file.end() });
            break;
        }
        used = next;
        for (near, lines) in runs {
            let mut run = Run::within(at, lines.clone());
            run.to = rest::after(file, at, lines.end);
            if near {
                begun.shown.push(run);
            } else {
                begun.context = true;
                begun.leave(run);
            }
        }
    }
    if begun.shown.is_empty() && !file.hunks.is_empty() {
        return None;
    }
    *room -= used;
    Some(begun)
}

/// What the lines above a file's hunks weigh.
pub(super) fn head_weight(tag: &str, file: &FileChange) -> usize {
    // A file without hunks is a line or two; one with hunks has its names above them.
    let names = 2 * weight(tag, file.path.as_str()) + weight(tag, file.before().as_str()) + 8;
    names + weight(tag, &file.head().unified())
}

/// Returns the lines near changes that find room, each run of them as a hunk of its own, from the first on and the last one
/// as far as it goes; none when too few would. A large file with changes all over is one hunk of many short runs.
fn beginning(tag: &str, hunk: &Hunk, runs: &[(bool, Range<usize>)], room: usize) -> Vec<Range<usize>> {
    /// Fewer lines than this tell nothing.
    const FEWEST: usize = 12;
    let mut used = 0usize;
    let mut taken: Vec<Range<usize>> = Vec::new();
    for (_, lines) in runs.iter().filter(|(near, _)| *near) {
        used += HUNK;
        let run = &hunk.lines[lines.clone()];
        let fits = run.iter().take_while(|line| {
            used += line_weight(tag, line);
            used <= room
        });
        let fits = fits.count();
        let whole = fits == run.len();
        // A beginning without a change shows nothing.
        if whole || run[..fits].iter().any(|line| line.origin != Origin::Context) {
            taken.push(lines.start..lines.start + fits);
        }
        if !whole {
            break;
        }
    }
    let lines: usize = taken.iter().map(ExactSizeIterator::len).sum();
    if lines < FEWEST { Vec::new() } else { taken }
}

/// The head of a hunk, and two notes on missing line feeds.
pub(super) const HUNK: usize = 120;

/// What a line of a hunk weighs once it is sealed.
pub(super) fn line_weight(tag: &str, line: &DiffLine) -> usize {
    weight(tag, &line.text) + 3
}

/// What a text weighs once it is sealed.
pub(super) fn weight(tag: &str, text: &str) -> usize {
    // Text that holds the tag has its first letter written out. Looking whether it does is faster than counting.
    let held = if text.contains(tag) { text.matches(tag).count() } else { 0 };
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
    is_bulk_name(&file.path) || is_minified(file)
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

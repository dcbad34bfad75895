//! A change without what is none: comments, blanks that mean nothing, and code that only moved (SPEC 7.3).

use std::collections::HashSet;
use std::ops::Range;

use super::bare::{BREAK, Doubt, bare};
use crate::domain::diff::{ChangeKind, Diff, DiffLine, FileChange, Hunk, Origin};
use crate::domain::identity::{At, Moves, Run};

/// Lines with text that a block must have to be known as the same one in another place.
const BLOCK: usize = 3;

/// Leaves out what changes only comments, or white space where the language ignores it, and blocks that stand
/// unchanged in another place.
///
/// The result is for asking whether something changed at an old place; its hunks count lines of the old side alone.
pub fn substantive(diff: &Diff) -> Diff {
    let mut real = without_moves(diff);
    for file in &mut real.files {
        let change = file.clone();
        for hunk in &mut file.hunks {
            quieten(&change, hunk);
        }
    }
    swept(real)
}

/// Leaves out code that stands unchanged in another file, or in another part of its own.
pub(super) fn without_moves(diff: &Diff) -> Diff {
    let moves = Moves::of(diff);
    let mut real = diff.clone();
    let mut arrived: HashSet<(usize, usize, usize)> = HashSet::new();
    for (f, file) in diff.files.iter().enumerate() {
        for (h, hunk) in file.hunks.iter().enumerate() {
            let mut l = 0;
            while l < hunk.lines.len() {
                let at = At { file: f, hunk: h, line: l };
                let run = (hunk.lines[l].origin == Origin::Removed).then(|| moves.run(at)).flatten();
                let Some(run) = run.filter(is_relocated) else {
                    l += 1;
                    continue;
                };
                for n in standing(diff, run) {
                    real.files[f].hunks[h].lines[run.from.line + n].origin = Origin::Context;
                    arrived.insert((run.to.file, run.to.hunk, run.to.line + n));
                }
                l = (run.from.line + run.lines).max(l + 1);
            }
        }
    }
    for (f, file) in real.files.iter_mut().enumerate() {
        for (h, hunk) in file.hunks.iter_mut().enumerate() {
            let mut at = 0..;
            hunk.lines.retain(|_| at.next().is_none_or(|l| !arrived.contains(&(f, h, l))));
        }
    }
    swept(real)
}

/// A block in another place is the same code; lines that change places within one hunk may be the fix itself.
fn is_relocated(run: &Run) -> bool {
    let elsewhere = (run.from.file, run.from.hunk) != (run.to.file, run.to.hunk);
    elsewhere && run.telling >= BLOCK
}

/// Returns which lines of a moved block stand as they stood. Where something was put directly before or after it in
/// its new place, the line next to that still counts as changed.
fn standing(diff: &Diff, run: Run) -> Range<usize> {
    let to = &diff.files[run.to.file].hunks[run.to.hunk].lines;
    let put = |line: Option<&DiffLine>| {
        line.is_some_and(|l| l.origin == Origin::Added && l.text.chars().any(char::is_alphanumeric))
    };
    let before = put(run.to.line.checked_sub(1).and_then(|at| to.get(at)));
    let after = put(to.get(run.to.line + run.lines));
    usize::from(before)..run.lines - usize::from(after)
}

/// A row of changed lines between lines that stand, with what each side says to the machine.
struct Group {
    lines: Range<usize>,
    removed: String,
    added: String,
}

/// Turns the groups of changed lines in a hunk that say the same to the machine into lines that stand.
fn quieten(file: &FileChange, hunk: &mut Hunk) {
    let Some(groups) = groups(file, hunk) else { return };
    let quiet: Vec<Range<usize>> =
        groups.into_iter().filter(|g| settled(&g.removed) == settled(&g.added)).map(|g| g.lines).collect();
    let is_quiet = |at: usize| quiet.iter().any(|range| range.contains(&at));
    let mut at = 0..;
    hunk.lines.retain_mut(|line| {
        if !at.next().is_some_and(is_quiet) {
            return true;
        }
        let stays = line.origin != Origin::Added;
        line.origin = Origin::Context;
        stays
    });
}

/// Parts a hunk into its groups; nothing where a line that stands reads otherwise now: commented out, or in.
fn groups(file: &FileChange, hunk: &Hunk) -> Option<Vec<Group>> {
    let side = |origin: Origin| -> Vec<&str> {
        let lines = hunk.lines.iter().filter(|l| l.origin == Origin::Context || l.origin == origin);
        lines.map(|l| l.text.as_str()).collect()
    };
    // What may be a comment mends nothing.
    let doubt = Doubt::IsComment;
    let mut old = bare(file.before().file_name(), &side(Origin::Removed), doubt).into_iter();
    let mut new = bare(file.path.file_name(), &side(Origin::Added), doubt).into_iter();
    let mut groups: Vec<Group> = Vec::new();
    let mut open = false;
    for (at, line) in hunk.lines.iter().enumerate() {
        if line.origin == Origin::Context {
            if old.next() != new.next() {
                return None;
            }
            open = false;
            continue;
        }
        if !open {
            groups.push(Group { lines: at..at, removed: String::new(), added: String::new() });
            open = true;
        }
        let group = groups.last_mut()?;
        group.lines.end = at + 1;
        if line.origin == Origin::Removed {
            group.removed.push_str(&old.next()?);
        } else {
            group.added.push_str(&new.next()?);
        }
    }
    Some(groups)
}

/// Writes line ends that mean nothing as the language reads them: a blank between two words, nothing elsewhere, and
/// no comma that a formatter put before a closing bracket.
fn settled(text: &str) -> String {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let mut out = String::with_capacity(text.len());
    let mut broken = false;
    for c in text.chars() {
        if c == BREAK {
            broken = true;
            continue;
        }
        if broken {
            let last = out.chars().next_back();
            if matches!(c, ')' | ']' | '}') && last == Some(',') {
                out.pop();
            } else if last.is_some_and(word) && word(c) {
                out.push(' ');
            }
            broken = false;
        }
        out.push(c);
    }
    // What is left of a comment in markup, `{/* … */}`, and of a block with nothing in it.
    if out == "{}" { String::new() } else { out }
}

/// Drops hunks in which nothing changes, and files that are as they were.
fn swept(mut real: Diff) -> Diff {
    real.files.retain_mut(|file| {
        let had_lines = !file.hunks.is_empty();
        file.hunks.retain(|h| h.lines.iter().any(|l| l.origin != Origin::Context));
        let other = file.binary || file.oversize.is_some();
        match file.kind {
            ChangeKind::Renamed => true,
            ChangeKind::Modified => !file.hunks.is_empty() || other,
            ChangeKind::Added | ChangeKind::Deleted | ChangeKind::TypeChanged => {
                !file.hunks.is_empty() || other || !had_lines
            }
        }
    });
    real
}

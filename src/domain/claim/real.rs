//! A change without what is none: comments, blanks that mean nothing, and code that only moved (SPEC 7.3).

use std::collections::HashSet;
use std::ops::Range;

use super::bare::{BREAK, Doubt, bare};
use super::grammar::indents_freely;
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
        if indents_freely(file.before().file_name()) && indents_freely(file.path.file_name()) {
            file.hunks.iter_mut().for_each(realign);
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

/// The most pairs of lines that are looked at to find those which only stand deeper now.
const PAIRS: usize = 250_000;

/// Turns lines that only stand deeper, or less deep, into lines that stand: a function that went into a class as it is.
fn realign(hunk: &mut Hunk) {
    let mut lines: Vec<DiffLine> = Vec::with_capacity(hunk.lines.len());
    let mut rest = hunk.lines.as_slice();
    while let Some(first) = rest.first() {
        let of = |lines: &[DiffLine], context: bool| {
            lines.iter().take_while(|l| (l.origin == Origin::Context) == context).count()
        };
        let stands = first.origin == Origin::Context;
        let (group, after) = rest.split_at(of(rest, stands));
        rest = after;
        if stands { lines.extend_from_slice(group) } else { lines.extend(aligned(group)) }
    }
    hunk.lines = lines;
}

/// Merges the removed and the added lines of a group in the order of both, the ones in common once.
fn aligned(group: &[DiffLine]) -> Vec<DiffLine> {
    let side = |origin: Origin| group.iter().filter(|l| l.origin == origin).collect::<Vec<_>>();
    let (old, new) = (side(Origin::Removed), side(Origin::Added));
    if old.is_empty() || new.is_empty() || old.len().saturating_mul(new.len()) > PAIRS {
        return group.to_vec();
    }
    let same = |a: &DiffLine, b: &DiffLine| a.text != b.text && as_said(&a.text) == as_said(&b.text);
    let (height, width) = (old.len(), new.len());
    // The longest row in common of what follows each pair.
    let mut longest = vec![0_u32; (height + 1) * (width + 1)];
    let at = |a: usize, b: usize| a * (width + 1) + b;
    for a in (0..height).rev() {
        for b in (0..width).rev() {
            longest[at(a, b)] = match same(old[a], new[b]) {
                true => longest[at(a + 1, b + 1)] + 1,
                false => longest[at(a + 1, b)].max(longest[at(a, b + 1)]),
            };
        }
    }
    if (longest[0] as usize) < BLOCK {
        return group.to_vec();
    }
    let (mut a, mut b) = (0, 0);
    let mut merged = Vec::with_capacity(group.len());
    while a < height || b < width {
        if a < height
            && b < width
            && same(old[a], new[b])
            && longest[at(a, b)] == longest[at(a + 1, b + 1)] + 1
        {
            merged.push(DiffLine { origin: Origin::Context, text: old[a].text.clone() });
            (a, b) = (a + 1, b + 1);
        } else if b < width && (a == height || longest[at(a, b + 1)] >= longest[at(a + 1, b)]) {
            merged.push(new[b].clone());
            b += 1;
        } else {
            merged.push(old[a].clone());
            a += 1;
        }
    }
    // A condition put around lines mends them; a class does not.
    let only_holds = |l: &DiffLine| l.origin == Origin::Context || is_container(&l.text);
    if merged.iter().all(only_holds) { merged } else { group.to_vec() }
}

/// Tells whether a line only begins or ends what holds functions.
fn is_container(line: &str) -> bool {
    const WORDS: [&str; 12] = [
        "class",
        "module",
        "namespace",
        "impl",
        "mod",
        "object",
        "struct",
        "trait",
        "interface",
        "extension",
        "package",
        "enum",
    ];
    const BEFORE: [&str; 10] = [
        "export", "default", "abstract", "public", "private", "internal", "static", "final", "sealed", "pub",
    ];
    let line = line.trim();
    if line.chars().all(|c| "{}();,".contains(c)) || line == "end" {
        return true;
    }
    let first = line.split_whitespace().find(|word| !BEFORE.contains(word));
    first.is_some_and(|word| WORDS.contains(&word)) && (line.ends_with('{') || !line.contains([';', '=']))
}

/// What a line says whatever its depth: the head of a function is that of a method too.
fn as_said(line: &str) -> &str {
    let line = line.trim();
    line.strip_prefix("function ").unwrap_or(line)
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

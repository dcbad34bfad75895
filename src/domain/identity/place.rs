//! Where an old place stands after a change (SPEC 6.5): lines mapped, renames followed, and code that moved found by
//! its text. Never reads a file: the diff's own lines are all there is.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use crate::domain::diff::{Changed, Diff, DiffLine, FileChange, Hunk, LineFate, Origin, line_fate};
use crate::domain::review::Location;

/// The most places of one text that are looked at; a line that stands more often tells nothing.
const MOST_TWINS: usize = 32;
/// Characters a lone line must have to be known by its text.
const TELLING: usize = 16;

/// Where a line of the diff stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::domain) struct At {
    pub(in crate::domain) file: usize,
    pub(in crate::domain) hunk: usize,
    /// Index into the hunk's lines.
    pub(in crate::domain) line: usize,
}

/// Lines that were removed in one place and put, one after the other, into another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::domain) struct Run {
    /// The first removed line, and the first added one.
    pub(in crate::domain) from: At,
    pub(in crate::domain) to: At,
    pub(in crate::domain) lines: usize,
    /// How many of them carry text enough to be known by.
    pub(in crate::domain) telling: usize,
}

/// A change, with its added lines by their text.
#[derive(Debug)]
pub struct Moves<'d> {
    /// The files of the change, and after them those that only tell where code went.
    files: Vec<&'d FileChange>,
    /// How many of them are the change's own.
    own: usize,
    added: HashMap<Cow<'d, str>, Vec<At>>,
}

impl<'d> Moves<'d> {
    /// Reads a diff once.
    pub fn of(diff: &'d Diff) -> Moves<'d> {
        Moves::among(&diff.files, &[])
    }

    /// Reads a change once, with the other files that its code may have gone into.
    pub fn all(changed: &'d Changed) -> Moves<'d> {
        Moves::among(&changed.own.files, &changed.elsewhere.files)
    }

    fn among(own: &'d [FileChange], elsewhere: &'d [FileChange]) -> Moves<'d> {
        let files: Vec<&FileChange> = own.iter().chain(elsewhere).collect();
        let mut added: HashMap<Cow<'_, str>, Vec<At>> = HashMap::new();
        for (f, file) in files.iter().enumerate() {
            for (h, hunk) in file.hunks.iter().enumerate() {
                for (l, line) in hunk.lines.iter().enumerate() {
                    if line.origin == Origin::Added && tells(&line.text) {
                        let twins = added.entry(as_said(&line.text)).or_default();
                        if twins.len() <= MOST_TWINS {
                            twins.push(At { file: f, hunk: h, line: l });
                        }
                    }
                }
            }
        }
        Moves { files, own: own.len(), added }
    }

    /// Returns a file by its place in [`At`].
    pub(in crate::domain) fn at(&self, file: usize) -> &'d FileChange {
        self.files[file]
    }

    /// Returns where an old place stands after the change. Removed lines stand where their text went, or where the
    /// lines stand that took their place.
    pub fn now(&self, place: &Location) -> Location {
        let Some(f) = self.file(&place.file) else { return place.clone() };
        let file = self.files[f];
        let renamed = |file: &FileChange| {
            if file.old_path.is_some() { file.path.to_string() } else { place.file.clone() }
        };
        let Some(line) = place.line else {
            return Location { file: renamed(file), line: None, end_line: None };
        };
        let end = place.end_line.unwrap_or(line).max(line);
        if let LineFate::At(now) = line_fate(file, line) {
            let last = match line_fate(file, end) {
                LineFate::At(last) => last,
                LineFate::Removed | LineFate::Unknown => in_its_stead(file, end),
            };
            let end_line = place.end_line.map(|_| last.max(now));
            return Location { file: renamed(file), line: Some(now), end_line };
        }
        // The place's first line is gone: any line of it that moved tells where.
        let moved = (line..=end.min(line.saturating_add(200))).find_map(|n| {
            let run = self.run(old_line(file, f, n)?)?;
            (run.telling >= 2 || self.is_unique(run)).then_some((n, run))
        });
        if let Some((n, run)) = moved {
            let at = old_line(file, f, n).map_or(0, |at| at.line - run.from.line);
            let target = self.files[run.to.file];
            let first =
                new_number(&target.hunks[run.to.hunk], run.to.line + at).saturating_sub(n - line).max(1);
            let end_line = place.end_line.map(|_| first + (end - line));
            return Location { file: target.path.to_string(), line: Some(first), end_line };
        }
        let first = in_its_stead(file, line);
        let last = match line_fate(file, end) {
            LineFate::At(last) => last,
            LineFate::Removed | LineFate::Unknown => in_its_stead(file, end),
        };
        Location { file: renamed(file), line: Some(first), end_line: place.end_line.map(|_| last.max(first)) }
    }

    /// Tells whether the change removed the line that a place begins with.
    pub(super) fn is_gone(&self, place: &Location) -> bool {
        let (Some(f), Some(line)) = (self.file(&place.file), place.line) else { return false };
        !matches!(line_fate(self.files[f], line), LineFate::At(_))
    }

    /// Tells whether a place of the new tree is made of lines that stood there before the change.
    pub(super) fn stood(&self, place: &Location) -> bool {
        let Some(line) = place.line else { return false };
        let end = place.end_line.unwrap_or(line).max(line);
        let files = self.files[..self.own].iter();
        let named = files.filter(|file| same_file(file.path.as_str(), &place.file));
        named.flat_map(|file| &file.hunks).all(|hunk| {
            let mut at = hunk.new_start;
            hunk.lines.iter().all(|l| match l.origin {
                Origin::Removed => true,
                Origin::Context | Origin::Added => {
                    at += 1;
                    l.origin == Origin::Context || at - 1 < line || at - 1 > end
                }
            })
        })
    }

    /// Returns the longest row of removed lines around one that stands, one after the other, among the added ones.
    /// Nothing where two places are as long: then none is known.
    pub(in crate::domain) fn run(&self, removed: At) -> Option<Run> {
        let hunk = &self.files[removed.file].hunks[removed.hunk];
        let twins = self.added.get(&as_said(&hunk.lines.get(removed.line)?.text))?;
        if twins.len() > MOST_TWINS {
            return None;
        }
        let mut best: Option<Run> = None;
        let mut rivals = 0;
        for twin in twins {
            let run = self.around(removed, *twin);
            match &best {
                Some(b) if run.lines < b.lines => {}
                Some(b) if run.lines == b.lines => rivals += 1,
                Some(_) | None => (best, rivals) = (Some(run), 0),
            }
        }
        best.filter(|_| rivals == 0)
    }

    fn around(&self, removed: At, added: At) -> Run {
        let from = &self.files[removed.file].hunks[removed.hunk].lines;
        let to = &self.files[added.file].hunks[added.hunk].lines;
        let same = |a: usize, b: usize| {
            from.get(a).is_some_and(|l| l.origin == Origin::Removed)
                && to.get(b).is_some_and(|l| l.origin == Origin::Added)
                && as_said(&from[a].text) == as_said(&to[b].text)
        };
        let (mut a, mut b) = (removed.line, added.line);
        while a > 0 && b > 0 && same(a - 1, b - 1) {
            (a, b) = (a - 1, b - 1);
        }
        let mut lines = 0;
        while same(a + lines, b + lines) {
            lines += 1;
        }
        let telling = from[a..a + lines].iter().filter(|l| tells(&l.text)).count();
        Run { from: At { line: a, ..removed }, to: At { line: b, ..added }, lines, telling }
    }

    /// A lone line is known by its text where that is long and stands once.
    fn is_unique(&self, run: Run) -> bool {
        let text = as_said(&self.files[run.from.file].hunks[run.from.hunk].lines[run.from.line].text);
        text.len() >= TELLING && self.added.get(&text).is_some_and(|twins| twins.len() == 1)
    }

    /// Returns the file that had this name: the very name first, else one that ends with it at a folder's border.
    fn file(&self, name: &str) -> Option<usize> {
        let files = &self.files[..self.own];
        let exact = name.trim().trim_start_matches("./");
        files
            .iter()
            .position(|f| f.before().as_str() == exact)
            .or_else(|| files.iter().position(|f| same_file(f.before().as_str(), name)))
    }
}

/// Tells whether a line can be known by its text at all; a brace cannot.
fn tells(text: &str) -> bool {
    text.chars().filter(|c| c.is_alphanumeric()).take(4).count() >= 4
}

/// What a line says wherever it stands: its depth does not count, and the head of a function is that of a method too.
pub(in crate::domain) fn as_said(line: &str) -> Cow<'_, str> {
    const HEADS: [&str; 7] =
        ["def ", "async def ", "fn ", "pub fn ", "async fn ", "pub async fn ", "const fn "];
    const SELVES: [&str; 4] = ["&mut self", "&self", "self", "cls"];
    let line = line.trim();
    if let Some(method) = line.strip_prefix("function ") {
        return Cow::Borrowed(method);
    }
    let head = HEADS.iter().any(|head| line.starts_with(head)).then(|| line.split_once('(')).flatten();
    let Some((name, arguments)) = head else { return Cow::Borrowed(line) };
    let rest =
        SELVES.iter().find_map(|own| arguments.strip_prefix(own)).filter(|rest| rest.starts_with([',', ')']));
    match rest {
        Some(rest) => Cow::Owned(format!("{name}({}", rest.strip_prefix(',').map_or(rest, str::trim_start))),
        None => Cow::Borrowed(line),
    }
}

/// Returns what a change took away, line by line, of which can be told whether it stands elsewhere.
pub fn taken(diff: &Diff) -> HashSet<Cow<'_, str>> {
    let lines = diff.files.iter().flat_map(|file| &file.hunks).flat_map(|hunk| &hunk.lines);
    lines.filter(|l| l.origin == Origin::Removed && tells(&l.text)).map(|l| as_said(&l.text)).collect()
}

/// Tells whether a text holds some of the lines that a change took away; one alone may stand anywhere.
pub fn holds_some(text: &str, taken: &HashSet<Cow<'_, str>>) -> bool {
    let mut held: HashSet<Cow<'_, str>> = HashSet::new();
    text.lines().any(|line| {
        let line = as_said(line);
        if taken.contains(&line) {
            held.insert(line);
        }
        held.len() > 1
    })
}

/// Finds a removed line of the old side by its number.
fn old_line(file: &FileChange, index: usize, number: u32) -> Option<At> {
    let (h, hunk) = file.hunks.iter().enumerate().find(|(_, h)| {
        number >= h.old_start && u64::from(number) < u64::from(h.old_start) + u64::from(h.old_lines)
    })?;
    let mut at = hunk.old_start;
    for (l, line) in hunk.lines.iter().enumerate() {
        match line.origin {
            Origin::Added => {}
            Origin::Removed if at == number => return Some(At { file: index, hunk: h, line: l }),
            Origin::Removed | Origin::Context => at += 1,
        }
    }
    None
}

/// Returns the number on the new side of a hunk's line.
fn new_number(hunk: &Hunk, index: usize) -> u32 {
    let before = hunk.lines.iter().take(index).filter(|l| l.origin != Origin::Removed).count();
    hunk.new_start.saturating_add(u32::try_from(before).unwrap_or(u32::MAX))
}

/// Returns where the lines now stand that took a removed line's place.
fn in_its_stead(file: &FileChange, old: u32) -> u32 {
    let hunk = file
        .hunks
        .iter()
        .find(|h| old >= h.old_start && u64::from(old) < u64::from(h.old_start) + u64::from(h.old_lines));
    let Some(hunk) = hunk else { return old };
    let (mut was, mut is) = (hunk.old_start, hunk.new_start);
    for (at, line) in hunk.lines.iter().enumerate() {
        match line.origin {
            Origin::Context => (was, is) = (was + 1, is + 1),
            Origin::Added => is += 1,
            Origin::Removed if was == old => {
                // The lines put in after the removed ones replace them one for one, as far as they go.
                let row =
                    |lines: &[DiffLine], origin| lines.iter().take_while(|l| l.origin == origin).count();
                let left = row(&hunk.lines[at..], Origin::Removed);
                let put = row(&hunk.lines[at + left..], Origin::Added);
                let before =
                    hunk.lines[..at].iter().rev().take_while(|l| l.origin == Origin::Removed).count();
                let step = u32::try_from(before.min(put.saturating_sub(1))).unwrap_or(0);
                let last = hunk.new_start + hunk.new_lines.saturating_sub(1);
                return (is + step).min(last).max(1);
            }
            Origin::Removed => was += 1,
        }
    }
    old
}

/// Returns where an old place stands after the change. For many places read the change once, with [`Moves`].
pub fn place_now(place: &Location, since: &Diff) -> Location {
    Moves::of(since).now(place)
}

/// Tells whether two written paths name one file: equal, or one the end of the other at a folder's border.
pub fn same_file(a: &str, b: &str) -> bool {
    let clean = |p: &str| p.trim().trim_start_matches("./").replace('\\', "/");
    let (a, b) = (clean(a), clean(b));
    let ends = |long: &str, short: &str| {
        long.strip_suffix(short).is_some_and(|rest| rest.ends_with('/')) && !short.is_empty()
    };
    a == b || ends(&a, &b) || ends(&b, &a)
}

/// Tells whether two places share a line, or are both the whole file.
pub(super) fn overlap(a: &Location, b: &Location) -> bool {
    match (a.line, b.line) {
        (Some(_), Some(_)) => distance(a, b) == Some(0),
        (None, None) => true,
        (Some(_), None) | (None, Some(_)) => false,
    }
}

/// Returns how many lines lie between two places; nothing where one has no line.
pub(super) fn distance(a: &Location, b: &Location) -> Option<u32> {
    let span = |l: &Location| l.line.map(|first| (first, l.end_line.unwrap_or(first).max(first)));
    let ((a1, a2), (b1, b2)) = (span(a)?, span(b)?);
    Some(if a2 < b1 { b1 - a2 } else { a1.saturating_sub(b2) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_functions_head_says_what_a_methods_does() {
        for (function, method) in [
            ("function total(items) {", "  total(items) {"),
            ("def total(items):", "    def total(self, items):"),
            ("async def total():", "\tasync def total(cls):"),
            ("fn total(items: &[Item]) -> u32 {", "    fn total(&self, items: &[Item]) -> u32 {"),
            ("return sum(items)", "        return sum(items)"),
        ] {
            assert_eq!(as_said(function), as_said(method), "{method}");
        }
        for (one, other) in [
            ("def total(selfish):", "def total(ish):"),
            ("total(self, a)", "total(a)"),
            ("def total(a):", "def total(b):"),
        ] {
            assert_ne!(as_said(one), as_said(other), "{one}");
        }
    }

    #[test]
    fn a_short_path_names_the_longer_one_only_at_a_border() {
        assert!(same_file("src/a.rs", "./src/a.rs"));
        assert!(same_file("a.rs", "src/a.rs"));
        assert!(!same_file("a.rs", "src/ba.rs"));
        assert!(!same_file("", "src/a.rs"));
    }
}

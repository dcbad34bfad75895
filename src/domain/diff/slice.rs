//! Hunks in pieces: a run of a hunk's lines as a hunk of its own, with the places it stands at.

use std::ops::Range;

use super::{FileChange, Hunk, OpenEnd, Origin};

impl Hunk {
    /// Returns a run of the lines as a hunk of its own. All runs of a hunk together are the hunk.
    pub fn slice(&self, lines: Range<usize>) -> Hunk {
        let mut cursor = Cursor::new(self);
        cursor.skip(lines.start);
        cursor.take(lines.end.saturating_sub(lines.start))
    }

    /// Splits the hunk into what stands within `keep` lines of a change, and the context lines beyond.
    pub fn near_changes(&self, keep: usize) -> (Vec<Hunk>, Vec<Hunk>) {
        let changed = |at: usize| self.lines[at].origin != Origin::Context;
        let mut near = vec![false; self.lines.len()];
        for at in (0..self.lines.len()).filter(|at| changed(*at)) {
            let end = (at + keep + 1).min(near.len());
            near[at.saturating_sub(keep)..end].fill(true);
        }
        let (mut kept, mut beyond) = (Vec::new(), Vec::new());
        let mut cursor = Cursor::new(self);
        let mut at = 0;
        while at < near.len() {
            let run = near[at..].iter().take_while(|n| **n == near[at]).count();
            if near[at] {
                kept.push(cursor.take(run));
            } else {
                beyond.push(cursor.take(run));
            }
            at += run;
        }
        (kept, beyond)
    }
}

impl FileChange {
    /// Returns what is left of the change when its first hunks, the last of them perhaps only begun, are shown apart.
    ///
    /// Nothing where all of it is shown. The part loses the mark of a missing line feed that stands in the rest.
    pub fn without(&self, shown: &mut FileChange) -> Option<FileChange> {
        let mut rest = self.head();
        let begun = match (shown.hunks.last(), shown.hunks.len().checked_sub(1)) {
            (Some(last), Some(at)) if self.hunks[at] != *last => {
                rest.hunks.push(self.hunks[at].slice(last.lines.len()..self.hunks[at].lines.len()));
                true
            }
            _ => false,
        };
        rest.hunks.extend(self.hunks[shown.hunks.len()..].iter().cloned());
        let last = rest.hunks.last()?;
        // Where only the end of the last hunk is cut off, a side may end in what is shown.
        let only_tail = begun && rest.hunks.len() == 1;
        let ends = |open: bool, lines: u32| open && only_tail && lines == 0;
        shown.open_end = OpenEnd {
            old: ends(self.open_end.old, last.old_lines),
            new: ends(self.open_end.new, last.new_lines),
        };
        rest.open_end = OpenEnd {
            old: self.open_end.old && !shown.open_end.old,
            new: self.open_end.new && !shown.open_end.new,
        };
        Some(rest)
    }
}

/// Walks over a hunk and hands out runs of its lines.
#[derive(Debug)]
pub struct Cursor<'h> {
    hunk: &'h Hunk,
    at: usize,
    /// The line that comes next on each side.
    old: u32,
    new: u32,
}

impl<'h> Cursor<'h> {
    /// Begins at the first line.
    pub fn new(hunk: &'h Hunk) -> Self {
        // A side without lines is placed at the line before it.
        let first = |start: u32, lines: u32| if lines == 0 { start + 1 } else { start };
        let (old, new) = (first(hunk.old_start, hunk.old_lines), first(hunk.new_start, hunk.new_lines));
        Self { hunk, at: 0, old, new }
    }

    /// Returns the lines that are left.
    pub fn left(&self) -> &'h [super::DiffLine] {
        &self.hunk.lines[self.at..]
    }

    /// Passes over so many lines.
    pub fn skip(&mut self, lines: usize) {
        for line in self.hunk.lines.iter().skip(self.at).take(lines) {
            self.old += u32::from(line.origin != Origin::Added);
            self.new += u32::from(line.origin != Origin::Removed);
        }
        self.at = (self.at + lines).min(self.hunk.lines.len());
    }

    /// Returns so many lines as a hunk of their own, and passes over them.
    pub fn take(&mut self, lines: usize) -> Hunk {
        let (from, old, new) = (self.at, self.old, self.new);
        self.skip(lines);
        let (old_lines, new_lines) = (self.old - old, self.new - new);
        let start = |next: u32, lines: u32| if lines == 0 { next - 1 } else { next };
        Hunk {
            old_start: start(old, old_lines),
            old_lines,
            new_start: start(new, new_lines),
            new_lines,
            lines: self.hunk.lines[from..self.at].to_vec(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::diff::DiffLine;

    fn hunk() -> Hunk {
        let line = |origin, text: &str| DiffLine { origin, text: text.to_owned() };
        let mut lines: Vec<DiffLine> = (10..16).map(|n| line(Origin::Context, &n.to_string())).collect();
        lines.push(line(Origin::Removed, "16"));
        lines.push(line(Origin::Added, "16b"));
        lines.extend((17..20).map(|n| line(Origin::Context, &n.to_string())));
        Hunk { old_start: 10, old_lines: 10, new_start: 20, new_lines: 10, lines }
    }

    #[test]
    fn pieces_stand_where_they_stood() {
        let hunk = hunk();
        let (kept, beyond) = hunk.near_changes(1);
        let places = |hunks: &[Hunk]| -> Vec<(u32, u32, u32, u32)> {
            hunks.iter().map(|h| (h.old_start, h.old_lines, h.new_start, h.new_lines)).collect()
        };
        assert_eq!(places(&kept), [(15, 3, 25, 3)]);
        assert_eq!(places(&beyond), [(10, 5, 20, 5), (18, 2, 28, 2)]);
        assert_eq!(hunk.slice(0..hunk.lines.len()), hunk);
        // One side only: the place is the line before.
        assert_eq!(places(&[hunk.slice(6..7), hunk.slice(7..8)]), [(16, 1, 25, 0), (16, 0, 26, 1)]);
    }
}

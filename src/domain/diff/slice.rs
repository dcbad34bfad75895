//! Hunks in pieces: runs of a file's lines, by their places, and such runs as a change of their own.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::{FileChange, Hunk, OpenEnd, Origin};

/// A place in a file's hunks: before a line of one, both counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct At {
    pub hunk: usize,
    pub line: usize,
}

/// What stands between two places of a file's hunks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    pub from: At,
    pub to: At,
}

impl Run {
    /// Returns a run of lines of one hunk.
    pub fn within(hunk: usize, lines: Range<usize>) -> Self {
        Self { from: At { hunk, line: lines.start }, to: At { hunk, line: lines.end } }
    }

    /// Joins a run that begins where this one ends; tells whether it did.
    pub fn join(&mut self, next: Run) -> bool {
        let adjoins = self.to == next.from;
        if adjoins {
            self.to = next.to;
        }
        adjoins
    }
}

impl Hunk {
    /// Returns a run of the lines as a hunk of its own. All runs of a hunk together are the hunk.
    pub fn slice(&self, lines: Range<usize>) -> Hunk {
        // A side without lines is placed at the line before it.
        let first = |start: u32, lines: u32| if lines == 0 { start + 1 } else { start };
        let (mut old, mut new) =
            (first(self.old_start, self.old_lines), first(self.new_start, self.new_lines));
        for line in &self.lines[..lines.start] {
            old += u32::from(line.origin != Origin::Added);
            new += u32::from(line.origin != Origin::Removed);
        }
        let kept = &self.lines[lines];
        let count = |other: Origin| {
            let lines = kept.iter().filter(|line| line.origin != other).count();
            u32::try_from(lines).unwrap_or(u32::MAX)
        };
        let (old_lines, new_lines) = (count(Origin::Added), count(Origin::Removed));
        let start = |next: u32, lines: u32| if lines == 0 { next - 1 } else { next };
        Hunk {
            old_start: start(old, old_lines),
            old_lines,
            new_start: start(new, new_lines),
            new_lines,
            lines: kept.to_vec(),
        }
    }

    /// Splits the lines into those within `keep` lines of a change, and the context beyond: runs in order, each with
    /// whether it is near.
    pub fn near_changes(&self, keep: usize) -> Vec<(bool, Range<usize>)> {
        let mut near = vec![false; self.lines.len()];
        for (at, line) in self.lines.iter().enumerate() {
            if line.origin != Origin::Context {
                let end = (at + keep + 1).min(near.len());
                near[at.saturating_sub(keep)..end].fill(true);
            }
        }
        let mut runs: Vec<(bool, Range<usize>)> = Vec::new();
        for (at, is_near) in near.into_iter().enumerate() {
            match runs.last_mut() {
                Some((last, run)) if *last == is_near => run.end = at + 1,
                Some(_) | None => runs.push((is_near, at..at + 1)),
            }
        }
        runs
    }
}

impl FileChange {
    /// Returns the place after the last line.
    pub fn end(&self) -> At {
        match self.hunks.len().checked_sub(1) {
            Some(hunk) => At { hunk, line: self.hunks[hunk].lines.len() },
            None => At { hunk: 0, line: 0 },
        }
    }

    /// Returns what a run covers, hunk by hunk: its lines of each.
    pub fn spans(&self, run: Run) -> impl Iterator<Item = (usize, Range<usize>)> + '_ {
        let last = run.to.hunk.min(self.hunks.len().saturating_sub(1));
        (run.from.hunk..=last).filter_map(move |hunk| {
            let all = self.hunks.get(hunk)?.lines.len();
            let from = if hunk == run.from.hunk { run.from.line } else { 0 };
            let to = if hunk == run.to.hunk { run.to.line.min(all) } else { all };
            (from < to).then_some((hunk, from..to))
        })
    }

    /// Returns the change with these runs alone; nothing where it has no such lines. All lines in runs that follow each
    /// other are, put together, the change.
    pub fn only(&self, runs: &[Run]) -> Option<FileChange> {
        let mut part = self.head();
        // Where the last line of each side stands that lacks its line feed.
        let last = self.hunks.last().map_or(&[][..], |hunk| &hunk.lines);
        let ends = |open: bool, other: Origin| {
            open.then(|| last.iter().rposition(|line| line.origin != other)).flatten()
        };
        let (old, new) = (ends(self.open_end.old, Origin::Added), ends(self.open_end.new, Origin::Removed));
        part.open_end = OpenEnd::default();
        for run in runs {
            if run.to > self.end() || run.from > run.to {
                return None;
            }
            for (at, lines) in self.spans(*run) {
                let holds = |end: Option<usize>| {
                    at + 1 == self.hunks.len() && end.is_some_and(|end| lines.contains(&end))
                };
                part.open_end.old |= holds(old);
                part.open_end.new |= holds(new);
                part.hunks.push(self.hunks[at].slice(lines));
            }
        }
        Some(part)
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

    fn places(hunks: &[Hunk]) -> Vec<(u32, u32, u32, u32)> {
        hunks.iter().map(|h| (h.old_start, h.old_lines, h.new_start, h.new_lines)).collect()
    }

    #[test]
    fn pieces_stand_where_they_stood() {
        let hunk = hunk();
        let runs = hunk.near_changes(1);
        assert_eq!(runs, [(false, 0..5), (true, 5..9), (false, 9..11)]);
        let hunks: Vec<Hunk> = runs.into_iter().map(|(_, lines)| hunk.slice(lines)).collect();
        assert_eq!(places(&hunks), [(10, 5, 20, 5), (15, 3, 25, 3), (18, 2, 28, 2)]);
        assert_eq!(hunk.slice(0..hunk.lines.len()), hunk);
        // One side only: the place is the line before.
        assert_eq!(places(&[hunk.slice(6..7), hunk.slice(7..8)]), [(16, 1, 25, 0), (16, 0, 26, 1)]);
    }

    #[test]
    fn a_run_has_the_end_of_a_side_where_it_has_its_last_line() {
        use crate::domain::diff::ChangeKind;
        use crate::domain::ids::RepoPath;
        let mut file = FileChange::new(RepoPath::parse("a").unwrap(), ChangeKind::Modified);
        let mut last = hunk();
        last.lines.truncate(8);
        (last.old_lines, last.new_lines) = (7, 7);
        file.hunks = vec![hunk(), last];
        file.open_end = OpenEnd { old: true, new: true };
        let whole = Run { from: At { hunk: 0, line: 0 }, to: file.end() };
        assert_eq!(file.only(&[whole]).unwrap(), file);
        let upto = Run { from: At { hunk: 0, line: 9 }, to: At { hunk: 1, line: 7 } };
        let part = file.only(&[upto]).unwrap();
        assert_eq!(part.open_end, OpenEnd { old: true, new: false });
        assert_eq!(places(&part.hunks), [(18, 2, 28, 2), (10, 7, 20, 6)]);
        let beyond = Run { from: At { hunk: 0, line: 0 }, to: At { hunk: 1, line: 9 } };
        assert_eq!(file.only(&[beyond]), None);
    }
}

//! What does not fit a brief: a row each, and the thing itself for the parts that follow (SPEC 7.5).
//!
//! The brief is part 1. What was cut from it is packed into further parts in the order of its rows: each block says
//! what it is and whether it goes on. Put together, blocks of one name are what was cut, without loss or overlap.

use super::LeftOut;
use super::hunks::{HUNK, head_weight, line_weight, weight};
use crate::domain::diff::{Cursor, Diff, DiffLine, FileChange, Hunk, OpenEnd, Origin};
use crate::domain::envelope;

/// What follows in a later part.
#[derive(Debug, Clone)]
enum Rest {
    Text {
        name: String,
        text: String,
        /// It follows what the brief shows of it.
        goes_on: bool,
    },
    Diff {
        name: String,
        file: Box<FileChange>,
    },
}

#[derive(Debug, Clone)]
struct Entry {
    row: LeftOut,
    rest: Option<Rest>,
    /// Comes before what was cut earlier.
    first: bool,
}

/// Collects what is cut while a brief is written.
#[derive(Debug, Clone, Default)]
pub(super) struct Cut {
    entries: Vec<Entry>,
}

/// What was cut, row by row with the part that has it, and the bodies of the parts from the second on.
#[derive(Debug, Clone, Default)]
pub(super) struct Packed {
    pub(super) rows: Vec<LeftOut>,
    pub(super) bodies: Vec<String>,
}

impl Cut {
    /// Names something that no part holds.
    pub(super) fn row(&mut self, path: impl Into<String>, what: impl Into<String>) {
        self.push(path.into(), what.into(), None, false);
    }

    /// Names something whose end was cut, and keeps that for a later part.
    pub(super) fn text(
        &mut self,
        path: impl Into<String>,
        what: impl Into<String>,
        name: &str,
        text: impl Into<String>,
    ) {
        let rest = Rest::Text { name: name.to_owned(), text: text.into(), goes_on: true };
        self.push(path.into(), what.into(), Some(rest), false);
    }

    /// Names something that is not shown, or only in short, and keeps it whole.
    pub(super) fn whole(
        &mut self,
        path: impl Into<String>,
        what: impl Into<String>,
        name: &str,
        text: impl Into<String>,
    ) {
        let rest = Rest::Text { name: name.to_owned(), text: text.into(), goes_on: false };
        self.push(path.into(), what.into(), Some(rest), false);
    }

    /// The same of what is read before everything else that was cut.
    pub(super) fn first(
        &mut self,
        path: impl Into<String>,
        what: impl Into<String>,
        name: &str,
        text: impl Into<String>,
    ) {
        let rest = Rest::Text { name: name.to_owned(), text: text.into(), goes_on: false };
        self.push(path.into(), what.into(), Some(rest), true);
    }

    /// Names what was cut of the document under review: it comes first, and goes on from what the brief shows.
    pub(super) fn document(
        &mut self,
        path: impl Into<String>,
        what: impl Into<String>,
        name: &str,
        text: impl Into<String>,
    ) {
        let rest = Rest::Text { name: name.to_owned(), text: text.into(), goes_on: true };
        self.push(path.into(), what.into(), Some(rest), true);
    }

    /// Names a part of a file's diff, and keeps it.
    pub(super) fn diff(&mut self, row: LeftOut, name: &str, file: FileChange) {
        let rest = Rest::Diff { name: name.to_owned(), file: Box::new(file) };
        self.entries.push(Entry { row, rest: Some(rest), first: false });
    }

    fn push(&mut self, path: String, what: String, rest: Option<Rest>, first: bool) {
        self.entries.push(Entry { row: LeftOut { path, what, part: None }, rest, first });
    }

    /// Returns the rows of a brief that has no further parts.
    pub(super) fn rows_alone(mut self) -> Vec<LeftOut> {
        self.entries.sort_by_key(|e| !e.first);
        self.entries.into_iter().map(|e| e.row).collect()
    }

    /// Packs what was cut into parts whose blocks weigh at most `room`.
    ///
    /// Only `probing`, it packs nothing: the rows then weigh what they will.
    pub(super) fn pack(mut self, tag: &str, room: usize, probing: bool) -> Packed {
        self.entries.sort_by_key(|e| !e.first);
        if probing {
            let row = |e: Entry| LeftOut { part: e.rest.map(|_| 99), ..e.row };
            return Packed { rows: self.entries.into_iter().map(row).collect(), bodies: Vec::new() };
        }
        let mut packer = Packer::new(tag, room);
        let mut rows = Vec::new();
        for Entry { mut row, rest, .. } in self.entries {
            row.part = match rest {
                None => None,
                Some(Rest::Text { name, text, goes_on }) => Some(packer.text(&name, &text, goes_on)),
                Some(Rest::Diff { name, file }) => Some(packer.diff(&name, &file)),
            };
            rows.push(row);
        }
        Packed { rows, bodies: packer.finish() }
    }
}

/// Fills one part after the other.
struct Packer<'t> {
    tag: &'t str,
    room: usize,
    bodies: Vec<String>,
    /// The blocks of the part that is being filled, and what room is left in it.
    body: Vec<String>,
    left: usize,
    /// Its last block, while it is a diff that may go on.
    open: Option<(String, Diff)>,
    /// The last file of that has no hunk yet, and gets some.
    awaits: bool,
}

/// Where the last line of each side stands that lacks its line feed.
#[derive(Debug, Clone, Copy)]
struct Ends {
    old: Option<usize>,
    new: Option<usize>,
}

impl Ends {
    fn of(file: &FileChange, hunk: &Hunk, last: bool) -> Self {
        let line = |open: bool, other: Origin| {
            (open && last).then(|| hunk.lines.iter().rposition(|l| l.origin != other)).flatten()
        };
        Self { old: line(file.open_end.old, Origin::Added), new: line(file.open_end.new, Origin::Removed) }
    }

    /// Returns the marks of so many lines from one on.
    fn in_next(self, from: usize, lines: usize) -> OpenEnd {
        let within = |at: Option<usize>| at.is_some_and(|at| (from..from + lines).contains(&at));
        OpenEnd { old: within(self.old), new: within(self.new) }
    }
}

/// Between two blocks.
const GAP: usize = 4;

/// A block that would be shorter than this is begun in the next part.
const SHORTEST: usize = 512;

impl<'t> Packer<'t> {
    fn new(tag: &'t str, room: usize) -> Self {
        Self { tag, room, bodies: Vec::new(), body: Vec::new(), left: room, open: None, awaits: false }
    }

    /// The number of the part that is being filled.
    fn part(&self) -> u32 {
        u32::try_from(self.bodies.len() + 2).unwrap_or(u32::MAX)
    }

    fn is_blank(&self) -> bool {
        self.body.is_empty() && self.open.is_none()
    }

    fn close_block(&mut self) {
        let Some((name, mut diff)) = self.open.take() else { return };
        if std::mem::take(&mut self.awaits) {
            diff.files.pop();
        }
        if diff.is_empty() {
            return;
        }
        let text = diff.unified();
        self.body.push(envelope::seal(self.tag, &name, text.strip_suffix('\n').unwrap_or(&text)));
    }

    fn close_part(&mut self) {
        self.close_block();
        if !self.body.is_empty() {
            self.bodies.push(std::mem::take(&mut self.body).join("\n\n"));
        }
        self.left = self.room;
    }

    fn finish(mut self) -> Vec<String> {
        self.close_part();
        self.bodies
    }

    /// Puts a text into as many blocks as it takes; returns the part in which it begins.
    fn text(&mut self, name: &str, text: &str, goes_on: bool) -> u32 {
        self.close_block();
        let mut rest = text;
        let mut begins = None;
        loop {
            let goes_on = goes_on || begins.is_some();
            let going_on = if goes_on { format!("{name}, goes on") } else { name.to_owned() };
            let frame = envelope::weight(&envelope::seal(self.tag, &going_on, "")) + GAP;
            if self.left < frame + SHORTEST && !self.is_blank() {
                self.close_part();
                continue;
            }
            let kept = beginning(self.tag, rest, self.left.saturating_sub(frame));
            if kept.len() < rest.len() && kept.len() < SHORTEST && !self.is_blank() {
                self.close_part();
                continue;
            }
            let block = envelope::seal(self.tag, &going_on, kept);
            self.left = self.left.saturating_sub(envelope::weight(&block) + GAP);
            self.body.push(block);
            begins = begins.or(Some(self.part()));
            rest = &rest[kept.len()..];
            if rest.is_empty() || kept.is_empty() {
                return begins.unwrap_or(2);
            }
        }
    }

    /// Puts a file's diff into blocks that hold whole hunks where they fit a part; returns the part in which it begins.
    fn diff(&mut self, name: &str, file: &FileChange) -> u32 {
        let head = head_weight(self.tag, file);
        self.begin(name, file, head);
        let begins = self.part();
        for (at, hunk) in file.hunks.iter().enumerate() {
            let last = at + 1 == file.hunks.len();
            let ends = Ends::of(file, hunk, last);
            let mut cursor = Cursor::new(hunk);
            while !cursor.left().is_empty() {
                let all = cursor.left().len();
                let fits = self.fitting(cursor.left());
                let has_hunks =
                    self.open.as_ref().is_some_and(|(_, d)| d.files.iter().any(|f| !f.hunks.is_empty()));
                let alone = self.room.saturating_sub(head + frame_weight(self.tag, name));
                let fits_alone = lines_weight(self.tag, cursor.left(), alone) <= alone;
                if fits < all && (fits_alone || fits == 0) && (has_hunks || !self.body.is_empty()) {
                    self.close_part();
                    self.begin(name, file, head);
                    continue;
                }
                if fits == 0 {
                    // One line that is more than a part: in pieces, as text.
                    let mut one = file.head();
                    one.open_end = ends.in_next(hunk.lines.len() - all, 1);
                    one.hunks.push(cursor.take(1));
                    self.text(name, one.unified().strip_suffix('\n').unwrap_or_default(), false);
                    self.close_part();
                    if all > 1 || !last {
                        self.begin(name, file, head);
                    }
                    continue;
                }
                let taken = lines_weight(self.tag, &cursor.left()[..fits], usize::MAX);
                let open_end = ends.in_next(hunk.lines.len() - all, fits);
                let piece = cursor.take(fits);
                self.left = self.left.saturating_sub(taken);
                if let Some(open) = self.open.as_mut().and_then(|(_, diff)| diff.files.last_mut()) {
                    self.awaits = false;
                    open.hunks.push(piece);
                    open.open_end = open_end;
                }
            }
        }
        begins
    }

    /// Begins a file in the diff that is open, or in a new block.
    fn begin(&mut self, name: &str, file: &FileChange, head: usize) {
        let goes_on = self.open.as_ref().is_some_and(|(open, _)| open == name);
        let frame = if goes_on { 0 } else { frame_weight(self.tag, name) };
        if self.left < head + frame + SHORTEST && !self.is_blank() {
            self.close_part();
            return self.begin(name, file, head);
        }
        if !goes_on {
            self.close_block();
            self.open = Some((name.to_owned(), Diff::default()));
        }
        self.left = self.left.saturating_sub(head + frame);
        let mut begun = file.head();
        begun.open_end = OpenEnd::default();
        self.awaits = !file.hunks.is_empty();
        if let Some((_, diff)) = &mut self.open {
            diff.files.push(begun);
        }
    }

    /// How many of the lines fit what is left of the part.
    fn fitting(&self, lines: &[DiffLine]) -> usize {
        let mut used = HUNK;
        let fits = lines.iter().take_while(|line| {
            used += line_weight(self.tag, line);
            used <= self.left
        });
        fits.count()
    }
}

/// What lines weigh as a hunk; once it is more than `enough`, something above that.
fn lines_weight(tag: &str, lines: &[DiffLine], enough: usize) -> usize {
    let mut sum = HUNK;
    for line in lines {
        sum += line_weight(tag, line);
        if sum > enough {
            break;
        }
    }
    sum
}

fn frame_weight(tag: &str, name: &str) -> usize {
    envelope::weight(&envelope::seal(tag, name, "")) + GAP
}

/// Returns the longest beginning of a text that, sealed, weighs at most `most`; up to the end of a line where one is near.
fn beginning<'x>(tag: &str, text: &'x str, most: usize) -> &'x str {
    let mut room = most;
    let kept = loop {
        let kept = envelope::beginning(text, room);
        let weighs = weight(tag, kept);
        if weighs <= most || room == 0 {
            break kept;
        }
        // In proportion: text full of the tag weighs twice what it seems to.
        room = (room * most / weighs).min(room - 1);
    };
    if kept.len() == text.len() {
        return kept;
    }
    match kept.rfind('\n') {
        Some(at) if at > kept.len() / 2 => &kept[..=at],
        Some(_) | None => kept,
    }
}

#[cfg(test)]
mod tests;

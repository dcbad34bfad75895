//! What does not fit a brief: a row each, and what later parts have of it (SPEC 7.5).
//!
//! The brief is part 1. What was cut from it is laid into further parts in the order of its rows: each block says
//! what it is and whether it goes on. Put together, blocks of one name are what was cut, without loss or overlap. Only
//! weighed here: no part is written out before it is asked for.

use std::borrow::Cow;

use super::LeftOut;
use super::hunks::{HUNK, head_weight, line_weight, weight};
use super::rest::{self, Between, Block, Holds, Lines, Rest};
use crate::domain::diff::{DiffLine, FileChange, Run};
use crate::domain::envelope;
use crate::domain::ids::Oid;

/// What a later part has of something.
#[derive(Debug, Clone)]
pub(super) struct Left<'m> {
    what: What<'m>,
    place: Place,
}

#[derive(Debug, Clone)]
enum What<'m> {
    Text {
        name: String,
        text: Cow<'m, str>,
        /// It follows what the brief shows of it.
        goes_on: bool,
        /// The file's content that it is the beginning of.
        blob: Option<Oid>,
    },
    Diff {
        name: &'static str,
        between: &'m Between,
        file: &'m FileChange,
        runs: Vec<Run>,
    },
}

/// Where it stands among what was cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    /// Read before everything else.
    First,
    InTurn,
    /// After what must be read: it only helps.
    Helps,
}

impl<'m> Left<'m> {
    /// The end of a text whose beginning is shown.
    pub(super) fn more(name: &str, text: impl Into<Cow<'m, str>>) -> Self {
        Self::text(name, text.into(), true)
    }

    /// A text that is not shown, or only in short.
    pub(super) fn whole(name: &str, text: impl Into<Cow<'m, str>>) -> Self {
        Self::text(name, text.into(), false)
    }

    /// A changed file as it is now, which helps to read its change.
    pub(super) fn content(name: &str, text: &'m str, blob: &Oid) -> Self {
        let what =
            What::Text { name: name.to_owned(), text: text.into(), goes_on: false, blob: Some(blob.clone()) };
        Self { what, place: Place::Helps }
    }

    /// Lines of a file's diff.
    pub(super) fn diff(
        name: &'static str,
        between: &'m Between,
        file: &'m FileChange,
        runs: Vec<Run>,
    ) -> Self {
        Self { what: What::Diff { name, between, file, runs }, place: Place::InTurn }
    }

    /// Puts it before everything that is not first.
    pub(super) fn first(self) -> Self {
        Self { place: Place::First, ..self }
    }

    fn text(name: &str, text: Cow<'m, str>, goes_on: bool) -> Self {
        Self { what: What::Text { name: name.to_owned(), text, goes_on, blob: None }, place: Place::InTurn }
    }
}

#[derive(Debug, Clone)]
struct Entry<'m> {
    row: LeftOut,
    left: Option<Left<'m>>,
}

impl Entry<'_> {
    fn place(&self) -> Place {
        self.left.as_ref().map_or(Place::InTurn, |left| left.place)
    }
}

/// Collects what is cut while a brief is written.
#[derive(Debug, Clone, Default)]
pub(super) struct Cut<'m> {
    entries: Vec<Entry<'m>>,
}

/// What was cut, row by row with the part that has it, and the parts from the second on.
#[derive(Debug, Clone, Default)]
pub(super) struct Packed {
    pub(super) rows: Vec<LeftOut>,
    pub(super) rest: Rest,
}

impl<'m> Cut<'m> {
    /// Names something that no part holds.
    pub(super) fn row(&mut self, path: impl Into<String>, what: impl Into<String>) {
        self.push(path.into(), what.into(), None);
    }

    /// Names something that was cut, and keeps it for a later part.
    pub(super) fn keep(&mut self, path: impl Into<String>, what: impl Into<String>, left: Left<'m>) {
        self.push(path.into(), what.into(), Some(left));
    }

    /// Tells whether nothing was cut.
    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    fn push(&mut self, path: String, what: String, left: Option<Left<'m>>) {
        self.entries.push(Entry { row: LeftOut { path, what, part: None }, left });
    }

    /// Lays what was cut into parts whose blocks weigh at most `room`.
    ///
    /// Only `probing`, it lays out nothing: the rows then weigh what they will.
    pub(super) fn pack(mut self, tag: &str, room: usize, probing: bool) -> Packed {
        self.entries.sort_by_key(Entry::place);
        if probing {
            let row = |e: Entry<'_>| LeftOut { part: e.left.map(|_| 99), ..e.row };
            return Packed { rows: self.entries.into_iter().map(row).collect(), rest: Rest::default() };
        }
        let mut packer = Packer::new(tag, room);
        let mut rows = Vec::new();
        let mut needed = None;
        for entry in self.entries {
            if entry.place() == Place::Helps && needed.is_none() {
                packer.close_part();
                needed = Some(packer.parts.len());
            }
            let mut row = entry.row;
            row.part = entry.left.map(|left| match left.what {
                What::Text { name, text, goes_on, blob } => packer.text(&name, &text, goes_on, blob.as_ref()),
                What::Diff { name, between, file, runs } => packer.diff(&Of { name, between, file }, &runs),
            });
            rows.push(row);
        }
        packer.close_part();
        let needed = needed.unwrap_or(packer.parts.len());
        Packed { rows, rest: Rest { tag: tag.to_owned(), parts: packer.parts, needed, mends: None } }
    }
}

/// A file's diff and where it comes from.
#[derive(Debug, Clone, Copy)]
struct Of<'m> {
    name: &'static str,
    between: &'m Between,
    file: &'m FileChange,
}

/// A block of a diff that may go on.
struct Open<'m> {
    name: &'static str,
    between: &'m Between,
    files: Vec<Lines>,
    /// The last of the files has no line yet, and gets some.
    awaits: bool,
}

impl Open<'_> {
    fn has_lines(&self) -> bool {
        self.files.iter().any(|file| !file.runs.is_empty())
    }
}

/// Fills one part after the other.
struct Packer<'t, 'm> {
    tag: &'t str,
    room: usize,
    parts: Vec<Vec<Block>>,
    /// The blocks of the part that is being filled, and what room is left in it.
    blocks: Vec<Block>,
    left: usize,
    open: Option<Open<'m>>,
}

/// Between two blocks.
const GAP: usize = 4;

/// A block that would be shorter than this is begun in the next part.
const SHORTEST: usize = 512;

impl<'t, 'm> Packer<'t, 'm> {
    fn new(tag: &'t str, room: usize) -> Self {
        Self { tag, room, parts: Vec::new(), blocks: Vec::new(), left: room, open: None }
    }

    /// The number of the part that is being filled.
    fn part(&self) -> u32 {
        u32::try_from(self.parts.len() + 2).unwrap_or(u32::MAX)
    }

    fn is_blank(&self) -> bool {
        self.blocks.is_empty() && self.open.is_none()
    }

    fn close_block(&mut self) {
        let Some(mut open) = self.open.take() else { return };
        if open.awaits {
            open.files.pop();
        }
        if !open.files.is_empty() {
            let holds = Holds::Lines { between: open.between.clone(), files: open.files };
            self.blocks.push(Block { name: open.name.to_owned(), holds });
        }
    }

    fn close_part(&mut self) {
        self.close_block();
        if !self.blocks.is_empty() {
            self.parts.push(std::mem::take(&mut self.blocks));
        }
        self.left = self.room;
    }

    /// Puts a text into as many blocks as it takes; returns the part in which it begins.
    fn text(&mut self, name: &str, text: &str, goes_on: bool, blob: Option<&Oid>) -> u32 {
        self.pieces(name, text, goes_on, &|from, to| match blob {
            Some(blob) => Holds::Content { blob: blob.clone(), from, to },
            None => Holds::Text { text: text[from..to].to_owned() },
        })
    }

    fn pieces(
        &mut self,
        name: &str,
        text: &str,
        goes_on: bool,
        holds: &dyn Fn(usize, usize) -> Holds,
    ) -> u32 {
        self.close_block();
        let mut at = 0;
        let mut begins = None;
        loop {
            let goes_on = goes_on || begins.is_some();
            let name = if goes_on { format!("{name}, goes on") } else { name.to_owned() };
            let frame = frame_weight(self.tag, &name);
            if self.left < frame + SHORTEST && !self.is_blank() {
                self.close_part();
                continue;
            }
            let rest = &text[at..];
            let kept = beginning(self.tag, rest, self.left.saturating_sub(frame)).len();
            if kept < rest.len() && kept < SHORTEST && !self.is_blank() {
                self.close_part();
                continue;
            }
            self.left = self.left.saturating_sub(frame + weight(self.tag, &rest[..kept]));
            self.blocks.push(Block { name, holds: holds(at, at + kept) });
            begins = begins.or(Some(self.part()));
            at += kept;
            if at == text.len() || kept == 0 {
                return begins.unwrap_or(2);
            }
        }
    }

    /// Puts lines of a file's diff into blocks that hold whole hunks where they fit a part; returns the part in which
    /// they begin.
    fn diff(&mut self, of: &Of<'m>, runs: &[Run]) -> u32 {
        let file = of.file;
        let head = head_weight(self.tag, file);
        let alone = self.room.saturating_sub(head + frame_weight(self.tag, of.name));
        self.begin(of, head, !runs.is_empty());
        let begins = self.part();
        let spans: Vec<_> = runs.iter().flat_map(|run| file.spans(*run)).collect();
        for (nth, (hunk, span)) in spans.iter().enumerate() {
            let mut at = span.start;
            while at < span.end {
                let lines = &file.hunks[*hunk].lines[at..span.end];
                let (fits, weight) = self.fitting(lines);
                let begun = !self.blocks.is_empty() || self.open.as_ref().is_some_and(Open::has_lines);
                if fits < lines.len() && begun && (fits == 0 || fit_alone(self.tag, lines, alone)) {
                    self.close_part();
                    self.begin(of, head, true);
                    continue;
                }
                if fits == 0 {
                    // One line that is more than a part: in pieces, as text.
                    self.one_line(of, Run::within(*hunk, at..at + 1));
                    self.close_part();
                    at += 1;
                    if at < span.end || nth + 1 < spans.len() {
                        self.begin(of, head, true);
                    }
                    continue;
                }
                self.left = self.left.saturating_sub(weight);
                let mut run = Run::within(*hunk, at..at + fits);
                at += fits;
                run.to = rest::after(file, *hunk, at);
                if let Some(open) = &mut self.open
                    && let Some(last) = open.files.last_mut()
                {
                    open.awaits = false;
                    last.push(run);
                }
            }
        }
        begins
    }

    fn one_line(&mut self, of: &Of<'m>, run: Run) {
        let mut lines = Lines::begun(of.file);
        lines.push(run);
        let text = of.file.only(&lines.runs).map(|line| line.unified()).unwrap_or_default();
        self.pieces(of.name, text.strip_suffix('\n').unwrap_or(&text), false, &|from, to| Holds::Line {
            between: of.between.clone(),
            of: lines.clone(),
            from,
            to,
        });
    }

    /// Begins a file in the diff that is open, or in a new block.
    fn begin(&mut self, of: &Of<'m>, head: usize, awaits: bool) {
        let goes_on =
            self.open.as_ref().is_some_and(|open| open.name == of.name && open.between == of.between);
        let frame = if goes_on { 0 } else { frame_weight(self.tag, of.name) };
        if self.left < head + frame + SHORTEST && !self.is_blank() {
            self.close_part();
            return self.begin(of, head, awaits);
        }
        if !goes_on {
            self.close_block();
            self.open = Some(Open { name: of.name, between: of.between, files: Vec::new(), awaits });
        }
        self.left = self.left.saturating_sub(head + frame);
        if let Some(open) = &mut self.open {
            open.awaits = awaits;
            open.files.push(Lines::begun(of.file));
        }
    }

    /// How many of the lines fit what is left of the part, and what they weigh as a hunk.
    fn fitting(&self, lines: &[DiffLine]) -> (usize, usize) {
        let mut used = HUNK;
        for (at, line) in lines.iter().enumerate() {
            let more = used + line_weight(self.tag, line);
            if more > self.left {
                return (at, used);
            }
            used = more;
        }
        (lines.len(), used)
    }
}

/// Tells whether lines fit a room of their own. They weigh no less than their bytes, which are sooner counted.
fn fit_alone(tag: &str, lines: &[DiffLine], room: usize) -> bool {
    lines.iter().map(|line| line.text.len()).sum::<usize>() <= room && lines_weight(tag, lines, room) <= room
}

/// What lines weigh as a hunk; once it is more than `enough`, something above that.
pub(super) fn lines_weight(tag: &str, lines: &[DiffLine], enough: usize) -> usize {
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

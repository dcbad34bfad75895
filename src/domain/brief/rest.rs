//! What the parts of a brief after the first hold, and writing one of them when it is asked for (SPEC 7.5).
//!
//! A change of any size is not written out, or kept a second time, when its pass opens: what lies in git is named by
//! object and place. The same objects at the same places give the same part, whenever it is read.

use std::fmt;

use minijinja::context;
use serde::{Deserialize, Serialize};

use super::budget;
use super::render;
use crate::domain::diff::{At, ChangeKind, Diff, FileChange, Run};
use crate::domain::envelope;
use crate::domain::ids::{Oid, RepoPath};
use crate::domain::review_loop::LoopState;

const PART: &str = include_str!("../../../briefs/part.md");

/// Kept free for the numbers of the parts, which are known last.
const NUMBERS: usize = 64;

/// What the parts after the first hold.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rest {
    /// The word in the data tags of the brief.
    pub(super) tag: String,
    /// From the second part on.
    pub(super) parts: Vec<Vec<Block>>,
    /// How many of them belong to what must be read; the others hold what helps.
    pub(super) needed: usize,
    /// What the brief asks to be done, where it is no review.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) mends: Option<String>,
}

/// One sealed block of a part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Block {
    pub(super) name: String,
    pub(super) holds: Holds,
}

/// What stands in a block.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub(super) enum Holds {
    Text {
        text: String,
    },
    /// Bytes of a file's content.
    Content {
        blob: Oid,
        from: usize,
        to: usize,
    },
    /// Lines of a diff.
    Lines {
        between: Between,
        files: Vec<Lines>,
    },
    /// Bytes of one line of a diff, written as a hunk.
    Line {
        between: Between,
        of: Lines,
        from: usize,
        to: usize,
    },
}

/// The two commits whose difference a diff shows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Between {
    pub(super) base: Option<Oid>,
    pub(super) head: Oid,
}

/// Lines of a file's diff.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Lines {
    pub(super) path: RepoPath,
    pub(super) kind: ChangeKind,
    pub(super) runs: Vec<Run>,
}

/// Tells the difference between two commits in some files.
type Differ<'s, E> = dyn Fn(Option<&Oid>, &Oid, &[RepoPath]) -> Result<Diff, E> + 's;

/// Where a part's lines and contents come from.
pub struct Stock<'s, E> {
    /// The difference between two commits in some files.
    pub diff: &'s Differ<'s, E>,
    /// A file's content.
    pub content: &'s dyn Fn(&Oid) -> Result<Vec<u8>, E>,
}

impl<E> fmt::Debug for Stock<'_, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stock").finish_non_exhaustive()
    }
}

/// Why a part cannot be written.
#[derive(Debug)]
pub enum Unwritten<E> {
    /// What it is made of is gone or cannot be read.
    Stock(E),
    /// The change is not the one that the parts were made of: a line that should be there is not.
    Other,
}

impl Rest {
    /// How many parts the brief has, the first one included.
    pub fn count(&self) -> usize {
        self.parts.len() + 1
    }

    /// The last part that belongs to what must be read.
    pub(super) fn last_needed(&self) -> usize {
        self.needed + 1
    }

    /// Writes a part, numbered from 2; nothing where there is no such part.
    ///
    /// # Errors
    ///
    /// Where what it holds cannot be had.
    pub fn part<E>(
        &self,
        part: usize,
        state: &LoopState,
        stock: &Stock<'_, E>,
    ) -> Result<Option<String>, Unwritten<E>> {
        let Some(blocks) = part.checked_sub(2).and_then(|at| self.parts.get(at)) else { return Ok(None) };
        let body = self.body(blocks, stock)?;
        let numbers = Numbers { part, parts: self.count(), needed: self.last_needed() };
        let frame = Frame { state, tag: &self.tag, mends: self.mends.as_deref() };
        Ok(Some(frame.around(numbers, &body)))
    }

    /// Writes blocks below each other.
    pub(super) fn body<E>(&self, blocks: &[Block], stock: &Stock<'_, E>) -> Result<String, Unwritten<E>> {
        let sealed =
            |block: &Block| block.holds.text(stock).map(|text| envelope::seal(&self.tag, &block.name, &text));
        Ok(blocks.iter().map(sealed).collect::<Result<Vec<_>, _>>()?.join("\n\n"))
    }
}

impl Holds {
    fn text<E>(&self, stock: &Stock<'_, E>) -> Result<String, Unwritten<E>> {
        match self {
            Holds::Text { text } => Ok(text.clone()),
            Holds::Content { blob, from, to } => {
                let bytes = (stock.content)(blob).map_err(Unwritten::Stock)?;
                let text = String::from_utf8_lossy(&bytes);
                text.get(*from..*to).map(str::to_owned).ok_or(Unwritten::Other)
            }
            Holds::Lines { between, files } => {
                let files = between.lines(files, stock)?;
                let text = Diff { files }.unified();
                Ok(text.strip_suffix('\n').unwrap_or(&text).to_owned())
            }
            Holds::Line { between, of, from, to } => {
                let files = between.lines(std::slice::from_ref(of), stock)?;
                let text = Diff { files }.unified();
                text.get(*from..*to).map(str::to_owned).ok_or(Unwritten::Other)
            }
        }
    }
}

impl Between {
    pub(super) fn of(base: Option<&Oid>, head: &Oid) -> Self {
        Self { base: base.cloned(), head: head.clone() }
    }

    fn lines<E>(&self, wanted: &[Lines], stock: &Stock<'_, E>) -> Result<Vec<FileChange>, Unwritten<E>> {
        let paths: Vec<RepoPath> = wanted.iter().map(|of| of.path.clone()).collect();
        let diff = (stock.diff)(self.base.as_ref(), &self.head, &paths).map_err(Unwritten::Stock)?;
        let of = |lines: &Lines| {
            let file = diff.files.iter().find(|f| f.path == lines.path && f.kind == lines.kind)?;
            file.only(&lines.runs)
        };
        wanted.iter().map(|lines| of(lines).ok_or(Unwritten::Other)).collect()
    }
}

impl Lines {
    /// Returns nothing yet of a file.
    pub(super) fn begun(file: &FileChange) -> Self {
        Self { path: file.path.clone(), kind: file.kind, runs: Vec::new() }
    }

    /// Adds a run that comes after the others.
    pub(super) fn push(&mut self, run: Run) {
        if !self.runs.last_mut().is_some_and(|last| last.join(run)) {
            self.runs.push(run);
        }
    }
}

/// What a part says of its place among the others.
#[derive(Debug, Clone, Copy)]
struct Numbers {
    part: usize,
    parts: usize,
    needed: usize,
}

/// The words around the blocks of a part.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frame<'f> {
    pub(super) state: &'f LoopState,
    pub(super) tag: &'f str,
    /// What the brief asks to be done, where it is no review.
    pub(super) mends: Option<&'f str>,
}

impl Frame<'_> {
    /// What the blocks of a part may weigh.
    pub(super) fn room(self, most: usize) -> usize {
        let numbers = [Numbers { part: 2, parts: 3, needed: 2 }, Numbers { part: 3, parts: 3, needed: 2 }];
        let frames = numbers.map(|numbers| envelope::weight(&self.around(numbers, "")));
        most.saturating_sub(frames.into_iter().max().unwrap_or_default() + NUMBERS)
    }

    fn around(self, numbers: Numbers, body: &str) -> String {
        let Numbers { part, parts, needed } = numbers;
        render(
            PART,
            context! {
                part,
                parts,
                needed,
                mends => self.mends,
                label => budget::label(self.state),
                pass => self.state.pass().map_or(1, |p| p.number),
                tag => self.tag,
                loop_id => self.state.id.as_str(),
                body,
            },
        )
    }
}

/// The place after the last line of a run of one hunk: where it ends the hunk, the next one begins.
pub(super) fn after(file: &FileChange, hunk: usize, line: usize) -> At {
    if line == file.hunks[hunk].lines.len() && hunk + 1 < file.hunks.len() {
        return At { hunk: hunk + 1, line: 0 };
    }
    At { hunk, line }
}

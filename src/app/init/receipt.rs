//! What `init` wrote where, so that `--remove` leaves every byte as it was before.
//!
//! An entry's text does not tell whether the braces around it were there before. Kept are a file's digest after the
//! writing and the few bytes that gave way: braces, commas and blanks, never a word of anybody's.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::{Deserialize, Serialize};
use similar::{DiffTag, TextDiff};

use super::json::NAME;

/// The most tokens between the first and the last difference of two texts that are compared; a file in which more gave
/// way is rid of our entries without the help of a receipt.
const MOST: usize = 10_000;

/// All that is known of earlier runs in a repository and its worktrees.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Receipts {
    /// By absolute path.
    pub(super) files: BTreeMap<String, Receipt>,
    /// Folders that were made, by absolute path.
    pub(super) folders: Vec<String>,
}

/// What was done to one file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Receipt {
    /// BLAKE3 of the file as it was left, in hexadecimal.
    pub(super) digest: String,
    /// How to bring back what was there before; nothing where there was no file.
    undo: Option<Vec<Piece>>,
    /// What was there before held entries of an earlier run, in a file that the user had edited since: bringing it back
    /// would bring them back.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    mixed: bool,
}

/// A piece of the file as it was left, and what stood in its place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Piece {
    from: usize,
    to: usize,
    was: String,
}

impl Receipt {
    /// Tells whether the file was there before `init`.
    pub(super) fn was_there(&self) -> bool {
        self.undo.is_some()
    }
}

impl Receipts {
    /// Reads what an earlier run kept; a file that cannot be read is as good as none.
    pub(super) fn read(text: &str) -> Self {
        serde_json::from_str(text).unwrap_or_default()
    }

    /// Tells whether a file is exactly what `init` left.
    pub(super) fn is_as_left(&self, path: &str, now: &str) -> bool {
        self.files.get(path).is_some_and(|receipt| receipt.digest == digest(now))
    }

    /// Returns what stood there before `init`: `Some(None)` where there was no file, nothing where it cannot be told.
    pub(super) fn before(&self, path: &str, now: &str) -> Option<Option<String>> {
        let receipt = self.files.get(path).filter(|r| r.digest == digest(now) && !r.mixed)?;
        let Some(pieces) = &receipt.undo else { return Some(None) };
        let mut text = now.to_owned();
        for piece in pieces.iter().rev() {
            text.get(piece.from..piece.to)?;
            text.replace_range(piece.from..piece.to, &piece.was);
        }
        Some(Some(text))
    }

    /// Keeps what a run changed. Where the file was still as an earlier run had left it, what was there before that one
    /// is what counts.
    pub(super) fn keep(&mut self, path: &str, before: Option<&str>, after: &str) {
        let known = self.files.get(path);
        let mixed = known
            .is_some_and(|r| before.is_some_and(|b| (r.digest != digest(b) || r.mixed) && b.contains(NAME)));
        let first = match before {
            Some(before) => self.before(path, before).unwrap_or_else(|| Some(before.to_owned())),
            None => None,
        };
        let created = known.is_some_and(|r| r.undo.is_none());
        let undo = match &first {
            None => None,
            // Of a file that an earlier run made only that is to be remembered.
            Some(_) if mixed && created => None,
            Some(first) => match pieces(first, after) {
                Some(pieces) => Some(pieces),
                // Words of others gave way, which is not for us to keep.
                None => {
                    self.files.remove(path);
                    return;
                }
            },
        };
        self.files.insert(path.to_owned(), Receipt { digest: digest(after), undo, mixed });
    }
}

/// Returns what to put where in `after` to have `before` again, if only blanks and marks are needed for it.
fn pieces(before: &str, after: &str) -> Option<Vec<Piece>> {
    let old: Vec<&str> = tokens(before);
    let new: Vec<&str> = tokens(after);
    let mut starts = vec![0];
    for token in &new {
        starts.push(starts[starts.len() - 1] + token.len());
    }
    let head = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let tail = old[head..].iter().rev().zip(new[head..].iter().rev()).take_while(|(a, b)| a == b).count();
    if old.len().max(new.len()) - head - tail > MOST {
        return None;
    }
    let diff = TextDiff::from_slices(&old, &new);
    let mut found = Vec::new();
    for op in diff.ops() {
        if op.tag() == DiffTag::Equal {
            continue;
        }
        let (was, put): (Range<usize>, Range<usize>) = (op.old_range(), op.new_range());
        let was = old[was].concat();
        if was.chars().any(|c| c.is_alphanumeric()) {
            return None;
        }
        found.push(Piece { from: starts[put.start], to: starts[put.end], was });
    }
    Some(found)
}

/// Splits a text into words and single marks, so that an edit tears no word apart.
fn tokens(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut from = 0;
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let mut last: Option<char> = None;
    for (at, c) in text.char_indices() {
        if at > from && !(word(c) && last.is_some_and(word)) {
            found.push(&text[from..at]);
            from = at;
        }
        last = Some(c);
    }
    if from < text.len() {
        found.push(&text[from..]);
    }
    found
}

fn digest(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex().to_string()
}

/// Returns the difference of two texts as people read it, with three lines around each change.
pub(super) fn unified(path: &str, before: Option<&str>, after: Option<&str>) -> String {
    let (old, new) = (before.unwrap_or_default(), after.unwrap_or_default());
    let diff = TextDiff::from_lines(old, new);
    let side = |there: Option<&str>, letter: &str| match there {
        Some(_) => format!("{letter}/{}", path.trim_start_matches('/')),
        None => "/dev/null".to_owned(),
    };
    let mut unified = diff.unified_diff();
    unified.header(&side(before, "a"), &side(after, "b")).to_string()
}

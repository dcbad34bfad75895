//! Hunks whose old lines stand more than once in the old file: what they say does not tell where they belong, so the
//! lines above are told as well, as many as it takes (SPEC 7.6: a review looked at one place, and not at its twin).

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::{Hunk, Origin};

/// The most lines that are compared for one file. Beyond it a hunk is known by its line number alone, which any shift
/// above it changes.
const MOST: usize = 200_000;

/// Where a hunk stands whose old lines stand elsewhere in the old file too.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Repeated {
    /// Its index among the hunks of its file.
    pub hunk: usize,
    /// A digest of the lines above it that the other places do not share.
    pub place: String,
}

/// Finds the hunks whose old lines stand more than once in an old file, each with what tells it from the others.
pub fn repeated(old: &[u8], hunks: &[Hunk], context: u32) -> Vec<Repeated> {
    let inner: Vec<usize> = (0..hunks.len()).filter(|at| is_inner(&hunks[*at], context)).collect();
    if inner.is_empty() {
        return Vec::new();
    }
    let lines = Lines::of(old);
    let mut left = MOST;
    let place = |hunk: usize| Some(Repeated { hunk, place: lines.place(&hunks[hunk], &mut left)? });
    inner.into_iter().filter_map(place).collect()
}

/// Tells whether lines stand around a hunk on both sides, as many as are shown. One that has fewer stands at an end of
/// its file, and there is one of each.
fn is_inner(hunk: &Hunk, context: u32) -> bool {
    let around = |lines: &mut dyn Iterator<Item = Origin>| {
        lines.take_while(|origin| *origin == Origin::Context).count() >= context as usize
    };
    let origins = || hunk.lines.iter().map(|line| line.origin);
    hunk.lines.iter().any(|line| line.origin != Origin::Context)
        && around(&mut origins())
        && around(&mut origins().rev())
}

/// The lines of a file, equal ones under one number.
struct Lines<'l> {
    texts: Vec<&'l [u8]>,
    numbers: Vec<u32>,
    /// Of each number the first place and the last so far, and how many there are.
    heads: Vec<Head>,
    /// The next place of the same number; its own where there is none.
    next: Vec<u32>,
}

#[derive(Debug, Clone, Copy)]
struct Head {
    first: u32,
    last: u32,
    count: u32,
}

impl<'l> Lines<'l> {
    fn of(text: &'l [u8]) -> Self {
        let texts: Vec<&[u8]> = text.split_inclusive(|byte| *byte == b'\n').collect();
        let mut known: HashMap<&[u8], u32> = HashMap::with_capacity(texts.len());
        let mut heads: Vec<Head> = Vec::new();
        let (mut numbers, mut next) = (Vec::with_capacity(texts.len()), Vec::with_capacity(texts.len()));
        for (text, at) in texts.iter().zip(0_u32..) {
            let number = *known.entry(text).or_insert_with(|| {
                heads.push(Head { first: at, last: at, count: 0 });
                u32::try_from(heads.len() - 1).unwrap_or(u32::MAX)
            });
            let head = &mut heads[number as usize];
            next.push(at);
            next[head.last as usize] = at;
            (head.last, head.count) = (at, head.count + 1);
            numbers.push(number);
        }
        Self { texts, numbers, heads, next }
    }

    /// Returns the places of a line, in the order of the file.
    fn places(&self, number: u32) -> impl Iterator<Item = usize> {
        let first = self.heads[number as usize].first;
        let next = |at: &u32| Some(self.next[*at as usize]).filter(|next| next != at);
        std::iter::successors(Some(first), next).map(|at| at as usize)
    }

    /// Returns what tells the place of a hunk; nothing where its old lines stand only there.
    fn place(&self, hunk: &Hunk, left: &mut usize) -> Option<String> {
        let start = (hunk.old_start as usize).checked_sub(1)?;
        let its = self.numbers.get(start..start.checked_add(hunk.old_lines as usize)?)?;
        let rarest = (0..its.len()).min_by_key(|at| self.heads[its[*at] as usize].count)?;
        let mut twins: Vec<usize> = Vec::new();
        for place in self.places(its[rarest]) {
            *left = left.saturating_sub(1);
            let other = place.checked_sub(rarest).filter(|other| *other != start);
            let Some(other) = other else { continue };
            let lines = self.numbers.get(other..other + its.len()).unwrap_or_default();
            let alike = lines.iter().zip(its).take_while(|(a, b)| a == b).count();
            *left = left.saturating_sub(alike);
            if lines.len() == its.len() && alike == its.len() {
                twins.push(other);
            }
            if *left == 0 {
                return Some(format!("line {}", hunk.old_start));
            }
        }
        if twins.is_empty() {
            return None;
        }
        let mut above = 0;
        while !twins.is_empty() && above < start {
            above += 1;
            let it = self.numbers[start - above];
            *left = left.saturating_sub(twins.len());
            if *left == 0 {
                return Some(format!("line {}", hunk.old_start));
            }
            twins.retain(|twin| twin.checked_sub(above).is_some_and(|at| self.numbers[at] == it));
        }
        let mut hasher = blake3::Hasher::new();
        // The beginning of the file tells it from those that have as much above them and more.
        hasher.update(if twins.is_empty() { b"below" } else { b"first" });
        self.texts[start - above..start].iter().for_each(|text| {
            hasher.update(text);
        });
        Some(hasher.finalize().to_hex().as_str()[..32].to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::diff::DiffLine;

    /// A hunk that puts a line in behind the third of six.
    fn insertion(start: u32, around: [&str; 6]) -> Hunk {
        let context = |text: &&str| DiffLine { origin: Origin::Context, text: (*text).to_owned() };
        let mut lines: Vec<DiffLine> = around.iter().map(context).collect();
        lines.insert(3, DiffLine { origin: Origin::Added, text: "allow();".to_owned() });
        Hunk { old_start: start, old_lines: 6, new_start: start, new_lines: 7, lines }
    }

    const BLOCK: [&str; 6] = ["{", "a", "b", "c", "d", "}"];

    fn at(text: &str, start: u32) -> Option<String> {
        repeated(text.as_bytes(), &[insertion(start, BLOCK)], 3).pop().map(|r| r.place)
    }

    #[test]
    fn a_hunk_is_told_from_its_twins_by_the_lines_above() {
        let block = format!("{}\n", BLOCK.join("\n"));
        assert_eq!(at(&format!("x\n{block}y\n"), 2), None);
        let two = format!("x\n{block}y\n{block}z\n");
        let (first, second) = (at(&two, 2), at(&two, 9));
        assert!(first.is_some() && second.is_some() && first != second);
        // What came far above it or below moves it, and tells nothing else of it.
        let moved = format!("new\nnew\nx\n{block}y\n{block}z\nnew\n");
        assert_eq!((at(&moved, 4), at(&moved, 11)), (first, second));
    }

    #[test]
    fn blocks_that_follow_each_other_from_the_beginning_are_all_told_apart() {
        let text = format!("{}\n", BLOCK.join("\n")).repeat(5);
        let places: std::collections::BTreeSet<_> = (0..5).map(|n| at(&text, 1 + 6 * n).unwrap()).collect();
        assert_eq!(places.len(), 5);
    }

    #[test]
    fn at_an_end_of_the_file_there_is_one_place() {
        let text = format!("{}\n", BLOCK.join("\n")).repeat(2);
        let mut hunk = insertion(1, BLOCK);
        hunk.lines.drain(..1);
        (hunk.old_lines, hunk.new_lines) = (5, 6);
        assert_eq!(repeated(text.as_bytes(), &[hunk], 3), []);
    }

    #[test]
    fn what_is_too_much_to_compare_is_known_by_its_line() {
        let text = "same\n".repeat(400_000);
        let hunks: Vec<Hunk> = (0..40).map(|n| insertion(200_000 + 20 * n, ["same"; 6])).collect();
        let found = repeated(text.as_bytes(), &hunks, 3);
        assert_eq!(found.len(), 40);
        assert_eq!(found[39].place, "line 200780");
    }
}

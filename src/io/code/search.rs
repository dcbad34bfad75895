//! The words that a survey looks for, all at once, and in how many files each was seen.
//!
//! A word that stands in very many files tells nothing of any, and costs the most time: once it is known to be common it
//! is looked for no more.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};

use aho_corasick::{AhoCorasick, AhoCorasickKind};

use crate::domain::wiring::{self, Words};

/// From how many words on the fastest automaton would take too much memory.
const MANY_WORDS: usize = 2_000;

/// What all threads look for.
pub(super) struct Search<'a> {
    /// The strong words, then the weak ones.
    names: Vec<&'a String>,
    strong: usize,
    /// In how many files each word stands.
    holders: Vec<AtomicUsize>,
    /// Finds what is still looked for, by the places in `sought`.
    finder: AhoCorasick,
    sought: Vec<usize>,
}

/// Which words one file holds; its room is used again for the next one.
#[derive(Default)]
pub(super) struct Hits {
    seen: Vec<bool>,
    words: Vec<usize>,
}

impl<'a> Search<'a> {
    pub(super) fn new(words: &'a Words) -> io::Result<Self> {
        let names: Vec<&String> = words.iter().collect();
        let sought: Vec<usize> = (0..names.len()).collect();
        let finder = finder(&names, &sought)?;
        let holders = names.iter().map(|_| AtomicUsize::new(0)).collect();
        Ok(Self { names, strong: words.strong(), holders, finder, sought })
    }

    /// All words, by their places.
    pub(super) fn names(&self) -> &[&'a String] {
        &self.names
    }

    /// Looks no longer for what became common.
    pub(super) fn narrow(&mut self) -> io::Result<()> {
        let sought: Vec<usize> = self.sought.iter().copied().filter(|word| !self.is_common(*word)).collect();
        if sought.len() < self.sought.len() {
            self.finder = finder(&self.names, &sought)?;
            self.sought = sought;
        }
        Ok(())
    }

    /// Tells whether so many files hold a weak word that it tells nothing of any.
    pub(super) fn is_common(&self, word: usize) -> bool {
        word >= self.strong && self.holders[word].load(Ordering::Relaxed) >= wiring::COMMON
    }

    /// Counts one more file for a word, and tells whether the word still tells something.
    fn tells(&self, word: usize) -> bool {
        self.holders[word].fetch_add(1, Ordering::Relaxed) < wiring::COMMON || word < self.strong
    }

    /// Returns the words that a text holds and that tell something of it.
    pub(super) fn within<'h>(&self, bytes: &[u8], hits: &'h mut Hits) -> &'h [usize] {
        hits.seen.clear();
        hits.seen.resize(self.sought.len(), false);
        hits.words.clear();
        for found in self.finder.find_overlapping_iter(bytes) {
            let at = found.pattern().as_usize();
            if !hits.seen[at] && whole(bytes, found.start(), found.end()) {
                hits.seen[at] = true;
                hits.words.push(self.sought[at]);
                if hits.words.len() == self.sought.len() {
                    break;
                }
            }
        }
        hits.words.retain(|word| self.tells(*word));
        &hits.words
    }
}

/// Makes what finds some of the words.
fn finder(names: &[&String], sought: &[usize]) -> io::Result<AhoCorasick> {
    // All words are looked for at every place; left to itself the library takes a slower automaton for many words.
    let kind = (sought.len() <= MANY_WORDS).then_some(AhoCorasickKind::DFA);
    let words = sought.iter().map(|word| names[*word]);
    AhoCorasick::builder().kind(kind).build(words).map_err(io::Error::other)
}

/// Tells whether a match is no part of a longer word.
fn whole(bytes: &[u8], start: usize, end: usize) -> bool {
    let joins = |b: u8| b.is_ascii_alphanumeric() || b == b'_' || b >= 0x80;
    let first = bytes.get(start).copied().is_some_and(joins);
    let last = bytes.get(end.saturating_sub(1)).copied().is_some_and(joins);
    let before = start.checked_sub(1).and_then(|at| bytes.get(at)).copied().is_some_and(joins);
    let after = bytes.get(end).copied().is_some_and(joins);
    !(first && before || last && after)
}

//! The words that a survey looks for, all at once, and in how many files each was seen.
//!
//! A word that stands in very many files tells nothing of any, and costs the most time: once it is known to be common it
//! is looked for no more.

use std::collections::{BTreeSet, HashMap};
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};

use aho_corasick::packed::{Config, MatchKind as PackedKind, Searcher};
use aho_corasick::{AhoCorasick, AhoCorasickKind, Anchored, Input, MatchKind, Span, StartKind};

use crate::domain::wiring::{self, Words};

/// From how many words on the fastest automaton would take too much memory.
const MANY_WORDS: usize = 2_000;

/// How many bytes of a word say where it may begin: as many as are looked at together.
const BEGINNING: usize = 4;

/// From how many bytes on a word that may begin anywhere makes the search slow.
const LONG: usize = 64;

/// What all threads look for.
pub(super) struct Search<'a> {
    /// The strong words, then the weak ones.
    names: Vec<&'a String>,
    strong: usize,
    /// In how many files each word stands.
    holders: Vec<AtomicUsize>,
    /// Finds what is still looked for, by the places in `sought`.
    finder: Finder,
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
        let finder = Finder::of(&names, &sought)?;
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
            self.finder = Finder::of(&self.names, &sought)?;
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
        self.finder.each(bytes, |at, start, end| {
            if !hits.seen[at] && whole(bytes, start, end) {
                hits.seen[at] = true;
                hits.words.push(self.sought[at]);
            }
            hits.words.len() < self.sought.len()
        });
        hits.words.retain(|word| self.tells(*word));
        &hits.words
    }
}

/// Finds the places of all words, those within others as well, but for places in the middle of something longer.
enum Finder {
    /// Looks with wide registers for where a word may begin, and only there for which do.
    Beginnings {
        beginnings: Searcher,
        /// Finds the longest word that begins at a place.
        longest: AhoCorasick,
        /// For each word how long it is, and the words that it begins with itself.
        words: Vec<(usize, Vec<usize>)>,
    },
    /// Looks at each byte, where the words begin in too many ways or the machine has no such registers.
    Each(AhoCorasick),
}

impl Finder {
    /// Makes what finds some of the words, which it calls by their places in `sought`.
    fn of(names: &[&String], sought: &[usize]) -> io::Result<Self> {
        let words: Vec<&[u8]> = sought.iter().map(|word| names[*word].as_bytes()).collect();
        let beginning = |word: &&[u8]| word[..word.len().min(BEGINNING)].to_vec();
        let all: BTreeSet<Vec<u8>> = words.iter().map(beginning).collect();
        let first = Config::new().match_kind(PackedKind::LeftmostFirst).builder().extend(all).build();
        // Where a place in the middle of something may begin a word, each takes as long as the word.
        let quick = |word: &&[u8]| word.first().is_some_and(|byte| joins(*byte) || word.len() <= LONG);
        let Some(beginnings) = first.filter(|_| words.iter().all(quick)) else {
            // Left to itself the library takes a slower automaton for many words.
            let kind = (sought.len() <= MANY_WORDS).then_some(AhoCorasickKind::DFA);
            return AhoCorasick::builder().kind(kind).build(words).map(Self::Each).map_err(io::Error::other);
        };
        let longest = AhoCorasick::builder()
            .kind(Some(AhoCorasickKind::ContiguousNFA))
            .match_kind(MatchKind::LeftmostLongest)
            .start_kind(StartKind::Anchored)
            .build(&words)
            .map_err(io::Error::other)?;
        let places: HashMap<&[u8], usize> = words.iter().enumerate().map(|(at, word)| (*word, at)).collect();
        let lengths: BTreeSet<usize> = words.iter().map(|word| word.len()).collect();
        let within = |word: &[u8]| {
            let shorter = lengths.range(..word.len());
            shorter.filter_map(|end| places.get(&word[..*end]).copied()).collect::<Vec<_>>()
        };
        let words = words.iter().map(|word| (word.len(), within(word))).collect();
        Ok(Self::Beginnings { beginnings, longest, words })
    }

    /// Hands over each such place: which word stands there, where it begins and where it ends, until it is told to stop.
    fn each(&self, bytes: &[u8], mut found: impl FnMut(usize, usize, usize) -> bool) {
        match self {
            Self::Each(finder) => {
                for place in finder.find_overlapping_iter(bytes) {
                    if !found(place.pattern().as_usize(), place.start(), place.end()) {
                        return;
                    }
                }
            }
            Self::Beginnings { beginnings, longest, words } => {
                let mut rest = Span::from(0..bytes.len());
                while let Some(place) = beginnings.find_in(bytes, rest) {
                    let at = place.start();
                    rest.start = at + 1;
                    // All that begins here begins with the same byte.
                    if at > 0 && joins(bytes[at - 1]) && joins(bytes[at]) {
                        continue;
                    }
                    let here = Input::new(bytes).span(at..bytes.len()).anchored(Anchored::Yes);
                    let Some(word) = longest.find(here) else { continue };
                    let word = word.pattern().as_usize();
                    for word in std::iter::once(word).chain(words[word].1.iter().copied()) {
                        if !found(word, at, at + words[word].0) {
                            return;
                        }
                    }
                }
            }
        }
    }
}

/// Tells whether a byte joins what stands on both sides of it to one word.
fn joins(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// Tells whether a match is no part of a longer word.
fn whole(bytes: &[u8], start: usize, end: usize) -> bool {
    let first = bytes.get(start).copied().is_some_and(joins);
    let last = bytes.get(end.saturating_sub(1)).copied().is_some_and(joins);
    let before = start.checked_sub(1).and_then(|at| bytes.get(at)).copied().is_some_and(joins);
    let after = bytes.get(end).copied().is_some_and(joins);
    !(first && before || last && after)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The words that stand in a text, each looked for by itself.
    fn one_by_one(names: &[&String], text: &str) -> BTreeSet<usize> {
        let stands = |word: &&String| {
            let whole = |at: usize| whole(text.as_bytes(), at, at + word.len());
            (0..text.len()).any(|at| text.as_bytes()[at..].starts_with(word.as_bytes()) && whole(at))
        };
        names.iter().enumerate().filter(|(_, word)| stands(word)).map(|(at, _)| at).collect()
    }

    fn together(finder: &Finder, text: &str) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        finder.each(text.as_bytes(), |word, start, end| {
            if whole(text.as_bytes(), start, end) {
                found.insert(word);
            }
            true
        });
        found
    }

    fn is_by_beginnings(finder: &Finder) -> bool {
        matches!(finder, Finder::Beginnings { .. })
    }

    #[test]
    fn words_within_words_are_found_each_by_itself() {
        let names = ["pay", "pay.total", "pay.totals", "total", "al", "./pay", "größe", "@shop/pay"];
        let names: Vec<String> = names.map(str::to_owned).to_vec();
        let names: Vec<&String> = names.iter().collect();
        let finder = Finder::of(&names, &(0..names.len()).collect::<Vec<_>>()).unwrap();
        for (text, wanted) in [
            ("pay.totals", vec!["pay", "pay.totals"]),
            ("pay.total()", vec!["pay", "pay.total", "total"]),
            ("prepay.total", vec!["total"]),
            ("import x from './pay'", vec!["pay", "./pay"]),
            ("from \"@shop/pay\"", vec!["pay", "@shop/pay"]),
            ("let größe = 1", vec!["größe"]),
            ("größer, totally", vec![]),
        ] {
            let found = together(&finder, text);
            let found: Vec<&str> = found.into_iter().map(|at| names[at].as_str()).collect();
            assert_eq!(found, wanted, "{text}");
        }
    }

    #[test]
    fn words_that_begin_in_very_many_ways_are_found_too() {
        let names: Vec<String> = (0..400).map(|n| format!("{n:03}x")).collect();
        let names: Vec<&String> = names.iter().collect();
        let finder = Finder::of(&names, &(0..names.len()).collect::<Vec<_>>()).unwrap();
        assert!(!is_by_beginnings(&finder));
        assert_eq!(together(&finder, "17x 017x.399x 0399x"), BTreeSet::from([17, 399]));
    }

    proptest! {
        #[test]
        fn all_that_stands_in_a_text_is_found(
            names in prop::collection::btree_set("[ab_.]{1,6}|[abc]{2}é?", 1..30),
            text in "([ab_. ]|c|é|aaaa){0,80}",
        ) {
            let names: Vec<&String> = names.iter().collect();
            let finder = Finder::of(&names, &(0..names.len()).collect::<Vec<_>>()).unwrap();
            prop_assert_eq!(together(&finder, &text), one_by_one(&names, &text));
        }
    }
}

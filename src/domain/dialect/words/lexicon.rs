//! Constant words and phrases and what they stand for.
//!
//! Every line of a text asks for them dozens of times, and most words are none of them: a look at
//! the first byte and the length says so before anything is hashed or compared.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Constant words with what each stands for.
#[derive(Debug)]
pub(crate) struct Lexicon<T> {
    words: HashMap<&'static str, T, BuildHasherDefault<Fnv>>,
    /// For each first byte a bit for each length of such words.
    begins: [u64; 256],
}

impl<T> Default for Lexicon<T> {
    fn default() -> Self {
        Self { words: HashMap::default(), begins: [0; 256] }
    }
}

impl<T> Lexicon<T> {
    /// Returns what a word stands for.
    pub(crate) fn get(&self, word: &str) -> Option<&T> {
        let first = *word.as_bytes().first()?;
        let may = self.begins[usize::from(first)] >> word.len().min(63) & 1 == 1;
        if may { self.words.get(word) } else { None }
    }

    /// Tells whether a word is one of them.
    pub(crate) fn has(&self, word: &str) -> bool {
        self.get(word).is_some()
    }
}

impl<T: Default> Lexicon<T> {
    /// Returns what a word stands for, to be filled in.
    pub(crate) fn entry(&mut self, word: &'static str) -> &mut T {
        if let Some(first) = word.as_bytes().first() {
            self.begins[usize::from(*first)] |= 1 << word.len().min(63);
        }
        self.words.entry(word).or_default()
    }
}

impl<T: Default> FromIterator<(&'static str, T)> for Lexicon<T> {
    /// Collects words; of several meanings of one word the last holds.
    fn from_iter<I: IntoIterator<Item = (&'static str, T)>>(words: I) -> Self {
        let mut lexicon = Self::default();
        for (word, meaning) in words {
            *lexicon.entry(word) = meaning;
        }
        lexicon
    }
}

/// Lists of words and phrases, all looked for at once: a bit for each list.
#[derive(Debug)]
pub(crate) struct Classes(Lexicon<Vec<(&'static str, u32)>>);

impl Classes {
    /// Takes at most 32 lists, each of words or phrases in lower case.
    pub(crate) fn new(lists: &[&[&'static str]]) -> Self {
        let mut classes: Lexicon<Vec<(&'static str, u32)>> = Lexicon::default();
        for (bit, list) in lists.iter().enumerate() {
            for phrase in *list {
                let first = phrase.split(' ').next().unwrap_or(phrase);
                classes.entry(first).push((phrase, 1 << bit));
            }
        }
        Self(classes)
    }

    /// Returns the bits of the lists of which one stands in a text, given as its words.
    pub(crate) fn of<W: AsRef<str>>(&self, words: &[W]) -> u32 {
        let mut found = 0;
        for at in 0..words.len() {
            for (phrase, bit) in self.0.get(words[at].as_ref()).into_iter().flatten() {
                let mut rest = words[at..].iter();
                if phrase.split(' ').all(|wanted| rest.next().is_some_and(|w| w.as_ref() == wanted)) {
                    found |= bit;
                }
            }
        }
        found
    }

    /// Returns the bits of the lists that hold a word by itself.
    pub(crate) fn word(&self, word: &str) -> u32 {
        self.of(&[word])
    }
}

/// The hash of Fowler, Noll and Vo: a text asks for constant words with it and can fill no table.
#[derive(Debug)]
pub(crate) struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for Fnv {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_found_by_their_lists() {
        let classes = Classes::new(&[&["fixed", "to be fixed"], &["not met"], &["met"]]);
        for (text, expected) in
            [("all met", 4), ("not met", 6), ("to be", 0), ("fixed", 1), ("to be fixed", 1), ("", 0)]
        {
            let words: Vec<&str> = text.split_whitespace().collect();
            assert_eq!(classes.of(&words), expected, "{text:?}");
        }
        assert_eq!((classes.word("met"), classes.word("not")), (4, 0));
    }

    #[test]
    fn words_are_known_whole() {
        let lexicon: Lexicon<u8> = [("pass", 1), ("größe", 2)].into_iter().collect();
        assert_eq!((lexicon.get("pass"), lexicon.get("größe")), (Some(&1), Some(&2)));
        assert!(!lexicon.has("pas") && !lexicon.has("past") && !lexicon.has(""));
    }
}

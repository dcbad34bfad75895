//! Outlines that were made before, by their texts.
//!
//! A phase is verified again with each judgement and each answer, and hardly any of its files differ by then. An outline is a
//! function of a file's name and its text alone: one that is remembered is the one that would be made.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::Outline;
use crate::domain::ids::RepoPath;

/// How many bytes of texts are remembered at most: twice as many as one half. An outline takes some times its text.
const HALF: usize = 1024 * 1024;
/// A text so long is parsed anew each time.
const LONG: usize = 128 * 1024;

type Key = (RepoPath, blake3::Hash);
type Made = Option<Arc<Outline>>;

/// Those that were asked for lately, and those before: what is asked for again goes on, the rest is forgotten when the newer
/// half is full.
#[derive(Default)]
struct Remembered {
    newer: HashMap<Key, (usize, Made)>,
    older: HashMap<Key, (usize, Made)>,
    /// Bytes of the texts of the newer half.
    held: usize,
}

static REMEMBERED: Mutex<Option<Remembered>> = Mutex::new(None);

impl Remembered {
    fn find(&mut self, key: &Key) -> Option<Made> {
        if let Some((_, made)) = self.newer.get(key) {
            return Some(made.clone());
        }
        let (length, made) = self.older.remove(key)?;
        self.keep(key.clone(), length, made.clone());
        Some(made)
    }

    fn keep(&mut self, key: Key, length: usize, made: Made) {
        if self.held + length > HALF {
            self.older = std::mem::take(&mut self.newer);
            self.held = 0;
        }
        if self.newer.insert(key, (length, made)).is_none() {
            self.held += length;
        }
    }
}

/// Returns what `make` makes of a text, or what it made of it before.
pub(super) fn outline(
    path: &RepoPath,
    text: &str,
    make: impl FnOnce(&RepoPath, &str) -> Option<Outline>,
) -> Made {
    if text.len() > LONG {
        return make(path, text).map(Arc::new);
    }
    let key = (path.clone(), blake3::hash(text.as_bytes()));
    let known = locked(|remembered| remembered.find(&key));
    known.unwrap_or_else(|| {
        // Not while it is locked: others have their own to make.
        let made = make(path, text).map(Arc::new);
        locked(|remembered| remembered.keep(key, text.len(), made.clone()));
        made
    })
}

fn locked<T>(with: impl FnOnce(&mut Remembered) -> T) -> T {
    with(REMEMBERED.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_default())
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    fn key(n: usize) -> Key {
        (RepoPath::parse("a.ts").expect("a path"), blake3::hash(&n.to_le_bytes()))
    }

    #[test]
    fn a_text_is_parsed_once_by_each_name() {
        let made = Cell::new(0);
        let ask = |path: &str, text: &str| {
            let path = RepoPath::parse(path).expect("a path");
            let make = |path: &RepoPath, text: &str| {
                made.set(made.get() + 1);
                super::super::outline_where(path, text, None)
            };
            outline(&path, text, make).map(|outline| outline.symbols.len())
        };
        let text = "export const remembered = 1;\n";
        assert_eq!(ask("src/remembered.ts", text), Some(1));
        assert_eq!(ask("src/remembered.ts", text), Some(1));
        assert_eq!(made.get(), 1);
        assert_eq!(ask("src/remembered.test.ts", text), Some(1), "another name may say other things of it");
        assert_eq!(ask("src/remembered.ts", "export {};\n"), Some(0));
        assert_eq!(made.get(), 3);
        assert_eq!(ask("src/remembered.css", text), None);
    }

    #[test]
    fn what_is_asked_for_again_is_remembered_longest() {
        let mut remembered = Remembered::default();
        for n in 0..100 {
            remembered.keep(key(n), HALF / 10, None);
            assert!(remembered.find(&key(0)).is_some(), "{n}: it is asked for all the time");
            assert!(remembered.newer.len() + remembered.older.len() <= 20);
        }
        assert!(remembered.find(&key(99)).is_some() && remembered.find(&key(50)).is_none());
    }
}

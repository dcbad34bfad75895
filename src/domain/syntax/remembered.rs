//! Outlines that were made before, by their texts.
//!
//! A phase is verified again with each judgement and each answer, and hardly any of its files differ by then. An outline is a
//! function of a file's name and its text alone: one that is remembered is the one that would be made.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::Outline;
use crate::domain::ids::RepoPath;

/// How many bytes one half of what is remembered may take, by an estimate. An outline takes some ten times its text, and of a
/// hostile one a thousand times.
const HALF: usize = 8 * 1024 * 1024;
/// What takes more is made anew each time.
const HEAVY: usize = HALF / 8;

type Key = (RepoPath, blake3::Hash);
type Made = Option<Arc<Outline>>;

/// Those that were asked for lately, and those before: what is asked for again goes on, the rest is forgotten when the newer
/// half is full.
#[derive(Default)]
struct Remembered {
    newer: HashMap<Key, (usize, Made)>,
    older: HashMap<Key, (usize, Made)>,
    /// What the newer half takes.
    held: usize,
}

static REMEMBERED: Mutex<Option<Remembered>> = Mutex::new(None);

impl Remembered {
    fn find(&mut self, key: &Key) -> Option<Made> {
        if let Some((_, made)) = self.newer.get(key) {
            return Some(made.clone());
        }
        let (weight, made) = self.older.remove(key)?;
        self.keep(key.clone(), weight, made.clone());
        Some(made)
    }

    fn keep(&mut self, key: Key, weight: usize, made: Made) {
        if self.held + weight > HALF {
            self.older = std::mem::take(&mut self.newer);
            self.held = 0;
        }
        if self.newer.insert(key, (weight, made)).is_none() {
            self.held += weight;
        }
    }
}

/// Returns what `make` makes of a text, or what it made of it before.
pub(super) fn outline(
    path: &RepoPath,
    text: &str,
    make: impl FnOnce(&RepoPath, &str) -> Option<Outline>,
) -> Made {
    let key = (path.clone(), blake3::hash(text.as_bytes()));
    let known = locked(|remembered| remembered.find(&key));
    known.unwrap_or_else(|| {
        // Not while it is locked: others have their own to make.
        let made = make(path, text).map(Arc::new);
        let made_weight = made.as_deref().map_or(0, weight).max(16 * text.len());
        let weight = made_weight + size_of::<Key>() + path.as_str().len();
        if weight <= HEAVY {
            locked(|remembered| remembered.keep(key, weight, made.clone()));
        }
        made
    })
}

/// Estimates how many bytes an outline takes: what there is one of for each name, each use and each place of a text.
fn weight(outline: &Outline) -> usize {
    let symbols = outline.symbols.iter();
    let symbols: usize = symbols.map(|s| 120 + s.name.len() + s.owner.as_ref().map_or(0, String::len)).sum();
    let imports = outline.imports.iter().flat_map(|i| &i.names);
    let imports: usize = imports.map(|n| 160 + n.name.len() + n.local.len()).sum();
    let uses: usize = outline.uses.keys().map(|name| 160 + name.len()).sum();
    let hollow = outline.hollow.iter();
    let hollow: usize = hollow.map(|h| 160 + h.name.len() + h.owner.as_ref().map_or(0, String::len)).sum();
    let places =
        outline.strings.len() + outline.comments.len() + outline.dead.len() + outline.unreached.len();
    let others = outline.definitions.len() + outline.joined.len() + outline.blanks.len();
    4 * 1024 + symbols + imports + 200 * outline.imports.len() + uses + hollow + 32 * places + 160 * others
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

//! What of a JSON answer was not read or not kept, and how that is told.

use super::{ENTRIES, KEYS_READ, SOUGHT, nested, place};
use crate::domain::dialect::field;

/// What of an answer was not read or not kept.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Cut {
    /// A part of a finding was longer than is kept.
    pub(super) text: bool,
    /// A file was named by more than a path may have.
    pub(super) place: bool,
    /// Critical issues were not all held against the titles.
    pub(super) sought: bool,
    /// It lists more findings, or more resolved ones, than are read.
    pub(super) entries: bool,
    /// An object of it has more keys than are looked through.
    pub(super) keys: bool,
    /// A part of it lies deeper than is looked into.
    pub(super) deep: bool,
}

impl Cut {
    /// Says what was not read, a sentence each.
    pub(crate) fn told(self) -> impl Iterator<Item = String> {
        let text = format!("a part of a finding is longer than {} bytes; the rest is cut", field::MOST);
        let sought = format!(
            "only {SOUGHT} bytes of critical issues were held against the findings' titles; further ones are listed beside them"
        );
        let entries = format!("only {ENTRIES} entries of a list were read; with more nothing can approve");
        let keys = format!(
            "an object has more than {KEYS_READ} keys: what it says was not read, and with it nothing can approve"
        );
        let deep = format!(
            "a part of the object lies deeper than {} levels: it was not read, and with it nothing can approve",
            nested::DEEP
        );
        let told = [
            (self.keys, keys),
            (self.deep, deep),
            (self.text, text),
            (self.place, place::TOO_LONG.to_owned()),
            (self.sought, sought),
            (self.entries, entries),
        ];
        told.into_iter().filter_map(|(holds, message)| holds.then_some(message))
    }
}

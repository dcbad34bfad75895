//! Words of `to` that are told around a place of the pattern and not at it: an API by its whole name, a URL in the same
//! definition, a library by the beginning of its name.

use std::ops::Range;

use crate::domain::wiring::has_word;

use super::super::code_text::Code;
use super::declared::joins;
use super::extent::Measured;
use super::route::quoted;
use super::spoken::statement;
use super::target::is_file_name;

/// How requests are made, before the URL they are made to.
const METHODS: [&str; 7] = ["GET ", "POST ", "PUT ", "PATCH ", "DELETE ", "HEAD ", "OPTIONS "];
/// The shortest beginning of a name that tells which is meant.
const TELLING: usize = 6;
/// The most places that are looked at.
const MOST: usize = 20;

/// Tells whether what is outside of the repository is named around one of some places.
pub(super) fn says(from: &Code<'_>, places: &[Range<usize>], to: &str) -> bool {
    let to = to.trim().trim_matches('`');
    let places = places.get(..places.len().min(MOST)).unwrap_or(places);
    let url = METHODS.iter().find_map(|m| to.strip_prefix(m)).unwrap_or(to).trim();
    if (url.starts_with('/') || url.contains("://")) && url.len() > 2 && !url.contains(char::is_whitespace) {
        let measured = Measured::of(from);
        return places.iter().any(|place| {
            let around = from.text.get(measured.function_of(place.start)).unwrap_or("");
            let ends = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || "_-/".contains(c));
            quoted(around).iter().any(|text| text.split_once(url).is_some_and(|(_, rest)| ends(rest)))
        });
    }
    if to.contains(char::is_whitespace) {
        return false;
    }
    if to.contains('.') && !to.contains('/') && !is_file_name(to) {
        return is_named(from, places, to.trim_end_matches("()"));
    }
    let begins = |text: &String| text.to_lowercase().starts_with(&to.to_lowercase());
    to.len() >= TELLING && places.iter().any(|place| quoted(statement(&from.text, place)).iter().any(begins))
}

/// `chrome.alarms.onAlarm`: the whole name anywhere, where its head comes from outside; else in the same definition.
fn is_named(from: &Code<'_>, places: &[Range<usize>], name: &str) -> bool {
    let bytes = from.text.as_bytes();
    let whole = |at: &usize| {
        let before = at.checked_sub(1).and_then(|b| bytes.get(b)).copied();
        let after = bytes.get(at + name.len()).copied().is_some_and(joins);
        !before.is_some_and(|b| joins(b) || b == b'.') && !after
    };
    let found: Vec<usize> =
        from.text.match_indices(name).map(|(at, _)| at).filter(whole).take(MOST).collect();
    let head = name.split('.').next().unwrap_or(name);
    let last = name.rsplit('.').next().unwrap_or(name);
    if found.is_empty() {
        // `val book = DeskBook()` and `book.open()` below it.
        let measured = Measured::of(from);
        return head.starts_with(char::is_uppercase)
            && places.iter().any(|place| {
                let around = from.text.get(measured.function_of(place.start)).unwrap_or("");
                has_word(statement(&from.text, place), head) && around.contains(&format!(".{last}("))
            });
    }
    let own = from
        .outline
        .as_deref()
        .is_none_or(|o| o.definitions.iter().any(|d| from.raw.get(d.clone()) == Some(head)));
    let measured = Measured::of(from);
    !own || places.iter().any(|place| {
        let unit = measured.function_of(place.start);
        found.iter().any(|at| unit.contains(at))
    })
}

//! Links that begin or end in a language without a syntax tree: a word alike in the pattern's place connects nothing there. It
//! must be no declaration of its own, and something in `from` must tell of the other file: its name, an import of it, or a
//! name that it declares.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::domain::ids::RepoPath;
use crate::domain::syntax::{Grammar, words_of};
use crate::domain::wiring::has_word;

use super::super::code_text::{Code, Language};
use super::declared::{Declared, Kind, ending};
use super::extent::Measured;
use super::route::quoted;
use super::spoken::statement;

/// Stems that tell nothing of a file.
const IDLE: [&str; 12] =
    ["index", "main", "mod", "lib", "init", "types", "utils", "app", "test", "common", "config", "run"];

/// Tells whether a file is code that no grammar reads.
pub(super) fn is_unparsed(path: &RepoPath) -> bool {
    // What is of the family of C by its comments alone.
    const SETTINGS: [&str; 8] = ["prisma", "proto", "jsonc", "json5", "gradle", "kts", "h", "m"];
    let ending = ending(path);
    let shell = matches!(ending.as_str(), "sh" | "bash" | "zsh" | "fish" | "pl" | "ex" | "exs");
    let family = matches!(Language::of(path), Language::CLike | Language::Php | Language::Dash);
    Grammar::of(path).is_none() && (shell || family && !SETTINGS.contains(&ending.as_str()))
}

/// Says why the places of a pattern show no connection between two files, of which one has no syntax tree.
pub(super) fn doubt(from: &Code<'_>, places: &[Range<usize>], to: &Code<'_>) -> Option<String> {
    let (here, there) = (Measured::of(from), Measured::of(to));
    let own = here.declared();
    let declares = |place: &Range<usize>| {
        let word = |d: &Declared<'_>| d.at < place.end && place.start < d.at + d.name.len();
        own.iter().find(|d| word(d)).filter(|_| !names_other(from, place, &own))
    };
    let open: Vec<&Range<usize>> = places.iter().filter(|p| declares(p).is_none()).collect();
    let Some(first) = places.first().filter(|_| open.is_empty()) else {
        return (!tells(from, &open, to, &own, &there.declared()))
            .then(|| format!("nothing in `{}` names `{}` or what it declares", from.path, to.path));
    };
    let line = from.line_at(first.start);
    Some(format!("the pattern stands only in the definition of its own, line {line}"))
}

/// Tells whether a place holds a name beside what is declared there: `val book = DeskBook()`.
fn names_other(from: &Code<'_>, place: &Range<usize>, own: &[Declared<'_>]) -> bool {
    let found = from.text.get(place.clone()).unwrap_or("");
    let words = found.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|w| w.len() >= 3);
    let said = |word: &str| own.iter().any(|d| d.name == word);
    let lead = |word: &str| word.chars().all(char::is_lowercase);
    words.into_iter().any(|word| !said(word) && !lead(word))
}

/// Tells whether something here speaks of the other file.
fn tells(
    from: &Code<'_>,
    places: &[&Range<usize>],
    to: &Code<'_>,
    own: &[Declared<'_>],
    there: &[Declared<'_>],
) -> bool {
    let name = to.path.file_name();
    let stem = name.split_once('.').map_or(name, |(stem, _)| stem);
    let text = from.text.as_str();
    if text.contains(name) || stem.len() >= 3 && !IDLE.contains(&stem) && has_word(text, stem) {
        return true;
    }
    let is_own = |name: &str| own.iter().any(|d| d.name == name && (d.kind != Kind::Value || d.top));
    let names: BTreeSet<&str> = there
        .iter()
        .filter(|d| d.name.len() >= 3 && !is_own(d.name) && (d.kind == Kind::Type || d.top))
        .map(|d| d.name)
        .collect();
    if names.iter().any(|name| has_word(text, name)) {
        return true;
    }
    // A member tells where the pattern was found, and only by a name that others hardly have.
    let members = there.iter().filter(|d| {
        d.kind == Kind::Function && !is_own(d.name) && (words_of(d.name).len() >= 2 || d.name.len() >= 8)
    });
    let members: BTreeSet<&str> = members.map(|d| d.name).collect();
    // What the two agreed upon: a route, a channel, an event.
    let agreed = |text: &String| {
        text.len() >= 4
            && text.contains(['/', '.', ':', '_', '-'])
            && ['"', '\'', '`'].iter().any(|q| to.text.contains(&format!("{q}{text}{q}")))
    };
    places.iter().any(|place| {
        let around = statement(text, place);
        members.iter().any(|name| has_word(around, name)) || quoted(around).iter().any(agreed)
    })
}

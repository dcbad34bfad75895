//! The definition in which a link begins, where `from` names one: `src/store.ts save`, `src/desk.rs::open`, `Desk.open()`.
//! What stands elsewhere in its file is not of it.

use std::ops::Range;

use super::super::code_text::Code;
use super::declared::{Declared, Kind, joins};
use super::extent::Measured;
use super::symbol::Name;
use crate::domain::wiring::has_word;

/// The most places of a name that are looked at.
const MOST: usize = 200;

/// What a link begins in.
pub(super) struct Within {
    /// The name, as the plan writes it.
    pub(super) name: String,
    /// The text of the file with everything blanked but that definition.
    pub(super) text: String,
    /// As `text`, with what the definition takes from around it.
    pub(super) with_lent: String,
    /// It is defined here, and not only used.
    pub(super) declared: bool,
}

impl Within {
    /// Finds what a name means in a file: its definitions, or else the statements that use it. `pattern` may ask for an
    /// import, which stands outside of any.
    pub(super) fn of(code: &Code<'_>, name: &Name<'_>, pattern: &str) -> Option<Self> {
        let measured = Measured::of(code);
        let all = measured.declared();
        let called = |d: &&Declared<'_>| d.name == name.name;
        let owners: Vec<Range<usize>> = name.owner.map_or_else(Vec::new, |owner| {
            let own = all.iter().filter(|d| d.name == owner && d.kind != Kind::Value);
            own.map(|d| measured.around(d.at)).collect()
        });
        let mut found: Vec<usize> = all.iter().filter(called).map(|d| d.at).collect();
        if let Some(outline) = code.outline.as_deref() {
            found.extend(outline.symbols.iter().filter(|s| s.name == name.name).map(|s| s.at));
        }
        let inside = |at: &usize| owners.iter().any(|o| o.contains(at));
        if found.iter().any(inside) {
            found.retain(inside);
        }
        let declared = !found.is_empty();
        if !declared {
            found = places(measured.bare(), name.name).filter(|at| owners.is_empty() || inside(at)).collect();
        }
        if found.is_empty() {
            return None;
        }
        let mut kept: Vec<Range<usize>> = found.into_iter().map(|at| measured.around(at)).collect();
        let asks = ["import", "require", "include", "using", "use ", "from"];
        if asks.iter().any(|word| pattern.contains(word)) {
            kept.extend(measured.imports().iter().cloned());
        }
        let text = only(&code.text, &kept);
        if declared {
            kept.extend(lent(&measured, &all, &owners, &only(measured.bare(), &kept)));
        }
        let with_lent = only(&code.text, &kept);
        let written = name.owner.map_or_else(|| name.name.to_owned(), |o| format!("{o}.{}", name.name));
        Some(Self { name: written, text, with_lent, declared })
    }
}

/// What a definition takes from around it, by name: values of the file or of its type, and imports.
fn lent(
    measured: &Measured<'_>,
    all: &[Declared<'_>],
    owners: &[Range<usize>],
    inside: &str,
) -> Vec<Range<usize>> {
    let functions: Vec<Range<usize>> =
        all.iter().filter(|d| d.kind == Kind::Function).map(|d| measured.around(d.at)).collect();
    // What is declared in another function is that one's own.
    let shared = |d: &&Declared<'_>| {
        d.kind == Kind::Value
            && (d.top || owners.iter().any(|o| o.contains(&d.at)))
            && !functions.iter().any(|f| f.contains(&d.at))
    };
    let values =
        all.iter().filter(shared).filter(|d| has_word(inside, d.name)).map(|d| measured.around(d.at));
    let named = |range: &&Range<usize>| measured.bound_by(range).iter().any(|name| has_word(inside, name));
    values.chain(measured.imports().iter().filter(named).cloned()).take(MOST).collect()
}

/// The places at which a name stands as a whole word.
fn places<'t>(text: &'t str, name: &'t str) -> impl Iterator<Item = usize> + 't {
    let bytes = text.as_bytes();
    text.match_indices(name).map(|(at, _)| at).take(MOST).filter(move |at| {
        let before = at.checked_sub(1).and_then(|b| bytes.get(b)).copied().is_some_and(joins);
        let after = bytes.get(at + name.len()).copied().is_some_and(joins);
        !before && !after
    })
}

/// Blanks all of a text but some ranges; line ends stay, and so do offsets.
fn only(text: &str, kept: &[Range<usize>]) -> String {
    let mut out: Vec<u8> = text.bytes().map(|b| if b == b'\n' { b } else { b' ' }).collect();
    for range in kept {
        if let (Some(to), Some(from)) = (out.get_mut(range.clone()), text.as_bytes().get(range.clone())) {
            to.copy_from_slice(from);
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

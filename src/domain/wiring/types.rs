//! Imports that are met by types alone: what is brought in never runs.

use std::sync::Arc;

use super::Project;
use super::barrel::Origin;
use crate::domain::ids::RepoPath;
use crate::domain::syntax::{Outline, SymbolKind};

/// Tells whether a file only declares types for a compiler.
pub(super) fn is_declaration(path: &RepoPath) -> bool {
    [".d.ts", ".d.mts", ".d.cts", ".pyi"].iter().any(|end| path.as_str().ends_with(end))
}

/// Tells whether a name is that of a type there, and not of a value as well: `export const Cart = z.object(…)` beside
/// `export type Cart = …`.
pub(super) fn is_type_alone(there: &Outline, name: &str) -> bool {
    let mut kinds = there.symbols.iter().filter(|s| s.name == name && s.owner.is_none()).map(|s| s.kind);
    kinds.clone().any(|kind| kind == SymbolKind::Type) && kinds.all(|kind| kind == SymbolKind::Type)
}

/// The file that declares a name which another one passes on, and the name there; nothing where that one has it itself.
pub(super) fn declared(
    project: &Project<'_>,
    barrel: &RepoPath,
    there: &Outline,
    name: &str,
) -> Option<(Arc<Outline>, String)> {
    let own = there.symbols.iter().any(|s| s.name == name && s.owner.is_none());
    if own || name == "*" || !there.grammar.is_script() || !there.imports.iter().any(|i| i.passes_on) {
        return None;
    }
    match project.source(barrel, name) {
        Origin::At(path, name) => Some((project.outline(&path)?, name)),
        Origin::Here | Origin::Gone(_) => None,
    }
}

/// What an imported name is used for where it stands in types alone.
pub(super) enum Lent {
    /// Not in types, or not there alone.
    Nothing,
    /// The type of a value: `typeof total`. The value itself is not asked for.
    OfValue,
    /// A type that is gone when the program runs.
    Type,
}

/// Tells what of another file a binding is used for, where that is its types.
///
/// A class that is named as a type counts as a use where a decorator has a container put it in: the container makes it by that
/// name. Elsewhere somebody else must make it, and where nobody was found who does, a type is all that it is.
pub(super) fn lent(here: &Outline, there: &Outline, name: &str, local: &str) -> Lent {
    let uses = here.uses.get(local).copied().unwrap_or_default();
    if !here.grammar.is_script() || uses.plain.is_some() || uses.typed.is_none() || there.is_types_only() {
        return Lent::Nothing;
    }
    let kinds: Vec<SymbolKind> = if name == "*" {
        let typed = |name: &str| here.uses.get(name).is_some_and(|u| u.typed.is_some());
        there.exports().filter(|s| s.kind != SymbolKind::Value && typed(&s.name)).map(|s| s.kind).collect()
    } else {
        let called: Vec<_> = there.exports().filter(|s| s.name == name).map(|s| s.kind).collect();
        // Under another name from a file in between: it is one of all.
        if called.is_empty() { there.exports().map(|s| s.kind).collect() } else { called }
    };
    let classes = kinds.contains(&SymbolKind::Class);
    if classes && (here.decorated || there.decorated) {
        Lent::Nothing
    } else if classes || kinds.contains(&SymbolKind::Type) {
        Lent::Type
    } else {
        Lent::OfValue
    }
}

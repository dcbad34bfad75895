//! Names that come in by the type they belong to, in Java and C#: static imports, nested types, other names for a type.
//!
//! There the type itself need not be named again where its members are used.

use super::Project;
use crate::domain::syntax::{Grammar, Import, Outline, Symbol, SymbolKind};

/// Returns a member of a type of `there` that comes in by an import and is used, with the line.
pub(super) fn used(project: &Project<'_>, here: &Outline, there: &Outline) -> Option<(String, u32)> {
    match here.grammar {
        Grammar::Java => here.imports.iter().find_map(|import| java(import, here, there)),
        Grammar::CSharp => {
            let own = here.imports.iter().find_map(|import| csharp(import, here, there));
            own.or_else(|| everywhere(project, here, there))
        }
        Grammar::TypeScript
        | Grammar::Tsx
        | Grammar::JavaScript
        | Grammar::Python
        | Grammar::Rust
        | Grammar::Go
        | Grammar::Ruby => None,
    }
}

/// Returns the type of `there` that a path names in full: the last part of the path.
pub(super) fn named<'i>(path: &'i str, there: &Outline) -> Option<&'i str> {
    let path = path.strip_prefix("global::").unwrap_or(path);
    let path = path.split('<').next().unwrap_or(path);
    let homes = there.homes.iter().map(String::as_str).chain(there.homes.is_empty().then_some(""));
    for home in homes {
        let rest = if home.is_empty() {
            Some(path)
        } else {
            path.strip_prefix(home).and_then(|r| r.strip_prefix('.'))
        };
        let Some(rest) = rest.filter(|r| !r.is_empty()) else { continue };
        let mut parts = rest.split('.');
        let outer = parts.next().unwrap_or_default();
        let known = there.symbols.iter().any(|s| s.owner.is_none() && s.name == outer);
        let inner = parts.all(|part| there.symbols.iter().any(|s| s.owner.is_some() && s.name == part));
        if known && inner {
            return rest.rsplit('.').next();
        }
    }
    None
}

fn members<'t>(there: &'t Outline, owner: &'t str) -> impl Iterator<Item = &'t Symbol> {
    there.symbols.iter().filter(move |s| s.exported && s.owner.as_deref() == Some(owner))
}

/// Where a member is used by its name alone; a type may be named in any way.
fn bare(here: &Outline, name: &str, kind: Option<SymbolKind>) -> Option<u32> {
    let uses = here.uses.get(name)?;
    if kind == Some(SymbolKind::Class) { uses.any() } else { uses.plain }
}

/// `import static shop.Cart.total`, `import static shop.Cart.*`, `import shop.Cart.Line`.
fn java(import: &Import, here: &Outline, there: &Outline) -> Option<(String, u32)> {
    let owner = named(&import.from, there)?;
    if import.all {
        return members(there, owner)
            .find_map(|s| Some((s.name.clone(), bare(here, &s.name, Some(s.kind))?)));
    }
    import.names.iter().find_map(|binding| {
        // A constant is no symbol here, and stands for itself.
        let kind = members(there, owner).find(|s| s.name == binding.name).map(|s| s.kind);
        Some((binding.name.clone(), bare(here, &binding.local, kind)?))
    })
}

/// `using static Shop.Cart;`, `using Basket = Shop.Cart;`.
fn csharp(import: &Import, here: &Outline, there: &Outline) -> Option<(String, u32)> {
    let owner = named(&import.from, there)?;
    if !import.all {
        let other = import.names.iter().find_map(|b| here.uses.get(&b.local)?.any());
        return Some((owner.to_owned(), other?));
    }
    members(there, owner).find_map(|s| {
        let lent = || here.uses.get(&s.name)?.member.filter(|_| there.lent.contains(&s.name));
        Some((s.name.clone(), bare(here, &s.name, Some(s.kind)).or_else(lent)?))
    })
}

/// The same by a `global using` of another file.
fn everywhere(project: &Project<'_>, here: &Outline, there: &Outline) -> Option<(String, u32)> {
    let files = project.survey.mentions.get("global using").into_iter().flatten();
    files.filter(|p| Grammar::of(p) == Some(Grammar::CSharp)).find_map(|file| {
        let other = project.outline(file)?;
        other.imports.iter().filter(|i| i.passes_on).find_map(|import| csharp(import, here, there))
    })
}

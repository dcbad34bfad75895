//! Whether a declaration can be named from outside its file, by the rules of its language.

use tree_sitter::Node;

use super::fields::Fields as _;
use super::walk::Walk;
use super::{Grammar, Outline, Symbol, SymbolKind};

/// Returns the type that a Go method belongs to.
pub(super) fn receiver(walk: &Walk<'_>, node: Node<'_>, kind: &str) -> Option<String> {
    if walk.grammar != Grammar::Go || kind != "method_declaration" {
        return None;
    }
    let text = walk.text_of(node.field("receiver")?);
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|w| !w.is_empty());
    let words: Vec<&str> = words.collect();
    // `(s *Store[T])`: the name of the receiver, its type, then what the type takes.
    words.get(1).or(words.first()).map(|w| (*w).to_owned())
}

/// Tells whether a declaration is visible outside.
pub(super) fn is_exported(
    walk: &Walk<'_>,
    node: Node<'_>,
    kind: &str,
    exporting: bool,
    name: &str,
    owner: Option<&str>,
) -> bool {
    match walk.grammar {
        Grammar::TypeScript | Grammar::Tsx | Grammar::JavaScript => {
            if owner.is_some() {
                !has(walk, node, &["private"]) && !name.starts_with('#')
            } else {
                exporting
            }
        }
        Grammar::Rust => {
            let public = node.child(0).is_some_and(|c| c.kind() == "visibility_modifier");
            let of_trait = walk.stack.iter().rev().find(|f| matches!(f.kind, "trait_item" | "impl_item"));
            public
                || kind == "macro_definition"
                || kind == "enum_variant"
                || of_trait.is_some_and(|f| f.kind == "trait_item")
        }
        Grammar::Go => name.chars().next().is_some_and(char::is_uppercase),
        Grammar::Python => true,
        Grammar::Java => !has(walk, node, &["private"]),
        Grammar::CSharp => {
            let said = has(walk, node, &["public", "internal", "protected"]);
            let in_interface = walk
                .stack
                .iter()
                .rev()
                .find(|f| f.kind.ends_with("_declaration") && f.kind != "namespace_declaration")
                .is_some_and(|f| matches!(f.kind, "interface_declaration" | "enum_declaration"));
            said || in_interface || owner.is_none() && !has(walk, node, &["private", "file"])
        }
        Grammar::Ruby => true,
    }
}

/// Tells whether a declaration carries one of the words among its modifiers.
fn has(walk: &Walk<'_>, node: Node<'_>, words: &[&str]) -> bool {
    for at in 0..node.child_count().min(12) {
        let Some(child) = node.child(at) else { continue };
        if matches!(child.kind(), "modifiers" | "modifier" | "accessibility_modifier")
            && walk.text_of(child).split(|c: char| !c.is_alphanumeric()).any(|w| words.contains(&w))
        {
            return true;
        }
        if child.kind() == "block" || child.kind() == "class_body" {
            return false;
        }
    }
    false
}

/// Marks what lists of exports name: `export { a, b as c }`, `module.exports = { a }`.
///
/// Such lists are kept as imports from nowhere while the tree is walked, since they may stand before what they name.
pub(super) fn settle_exports(out: &mut Outline) {
    let lists: Vec<_> = out.imports.iter().filter(|i| i.from.is_empty()).cloned().collect();
    out.imports.retain(|i| !i.from.is_empty());
    let named = lists.iter().flat_map(|list| list.names.iter().map(|n| (n, list.at.start, list.dynamic)));
    for (binding, at, of_commonjs) in named {
        let known = out.symbols.iter().find(|s| s.owner.is_none() && s.name == binding.local).cloned();
        let kind = known.as_ref().map_or(SymbolKind::Value, |s| s.kind);
        let kind = if binding.type_only { SymbolKind::Type } else { kind };
        if binding.name == binding.local
            && let Some(symbol) =
                out.symbols.iter_mut().find(|s| s.owner.is_none() && s.name == binding.local)
        {
            symbol.exported = true;
            continue;
        }
        // A list names what the file declares or imports; a name that is neither is no export.
        let brought =
            out.imports.iter().any(|i| !i.passes_on && i.names.iter().any(|n| n.local == binding.local));
        if known.is_none() && !brought && !of_commonjs && binding.name != "default" {
            continue;
        }
        let at = known.map_or(at, |s| s.at);
        out.symbols.push(Symbol { name: binding.name.clone(), kind, owner: None, exported: true, at });
        pass_on(out, &binding.local, &binding.name);
    }
}

/// A name that was imported and is exported again is passed on.
fn pass_on(out: &mut Outline, local: &str, name: &str) {
    let brought = out.imports.iter().find_map(|i| {
        let binding = i.names.iter().find(|n| n.local == local && !i.passes_on)?;
        Some((i.clone(), binding.clone()))
    });
    if let Some((mut import, mut binding)) = brought {
        name.clone_into(&mut binding.local);
        import.names = vec![binding];
        import.all = false;
        import.passes_on = true;
        out.imports.push(import);
    }
}

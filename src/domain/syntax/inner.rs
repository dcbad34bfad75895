//! Modules of Rust that a file holds itself, and what of them is seen from outside: `mod a { pub fn f() {} } pub use a::f;`.

use std::ops::Range;

use tree_sitter::Node;

use super::fields::Fields as _;
use super::walk::Walk;
use super::{Import, Outline};

/// How many modules are followed one into the other.
const DEEPEST: usize = 12;

/// A module with a body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct InnerModule {
    name: String,
    /// It says `pub`.
    open: bool,
    at: Range<usize>,
}

/// What a file shows under a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shown {
    At(usize),
    /// It passes on all of a module, and the name may be among it.
    Perhaps,
    Not,
}

/// Keeps a module that stands in the file.
pub(super) fn keep(walk: &mut Walk<'_>, node: Node<'_>) {
    let (Some(name), Some(_)) = (node.field("name"), node.field("body")) else {
        return;
    };
    let open = node.child(0).is_some_and(|c| c.kind() == "visibility_modifier");
    let name = walk.text_of(name).to_owned();
    walk.out.inner.push(InnerModule { name, open, at: node.byte_range() });
}

impl Outline {
    /// Looks for a name among what a file of Rust shows: at its top, and in the modules that it holds and opens.
    pub(crate) fn shown_in_rust(&self, name: &str) -> Shown {
        let mut best = Shown::Not;
        let tops = std::iter::once(None).chain(self.inner.iter().filter(|m| self.is_open(m)).map(Some));
        for module in tops {
            match self.within(module, name, 0) {
                Shown::At(at) => return Shown::At(at),
                Shown::Perhaps => best = Shown::Perhaps,
                Shown::Not => {}
            }
        }
        best
    }

    /// Tells whether every module around a module is open, and it itself.
    fn is_open(&self, module: &InnerModule) -> bool {
        let around = self.inner.iter().filter(|m| m.at.start <= module.at.start && module.at.end <= m.at.end);
        around.into_iter().all(|m| m.open)
    }

    /// The innermost module around a place.
    fn home(&self, at: usize) -> Option<&InnerModule> {
        self.inner.iter().filter(|m| m.at.contains(&at)).min_by_key(|m| m.at.len())
    }

    /// Looks for a name right in a module, or in the file outside of all.
    fn within(&self, module: Option<&InnerModule>, name: &str, depth: usize) -> Shown {
        let here = |at: usize| self.home(at) == module;
        let own =
            self.symbols.iter().find(|s| s.name == name && s.owner.is_none() && s.exported && here(s.at));
        if let Some(symbol) = own {
            return Shown::At(symbol.at);
        }
        let mut best = Shown::Not;
        for import in self.imports.iter().filter(|i| i.passes_on && here(i.at.start)) {
            let asked = if import.all {
                Some(name)
            } else {
                import.names.iter().find(|n| n.local == name).map(|n| n.name.as_str())
            };
            let Some(asked) = asked else { continue };
            let found = match self.leads_to(import, asked, module, depth) {
                None if import.all => Shown::Perhaps,
                None => Shown::At(import.at.start),
                Some(Shown::At(_)) => Shown::At(import.at.start),
                Some(found) => found,
            };
            match found {
                Shown::At(at) => return Shown::At(at),
                Shown::Perhaps => best = Shown::Perhaps,
                Shown::Not => {}
            }
        }
        best
    }

    /// What a `pub use` takes from a module of the same file; nothing where it leads out of the file.
    fn leads_to(
        &self,
        import: &Import,
        name: &str,
        module: Option<&InnerModule>,
        depth: usize,
    ) -> Option<Shown> {
        let path = import
            .from
            .strip_prefix("self")
            .map_or(import.from.as_str(), |rest| rest.trim_start_matches("::"));
        // `self` is written from the top of the file, all else from where it stands.
        let mut at = if import.from.starts_with("self") { None } else { module };
        let mut steps = path.split("::").filter(|s| !s.is_empty()).peekable();
        steps.peek()?;
        for step in steps {
            let child = self.inner.iter().find(|m| m.name == step && self.parent(m) == at);
            at = Some(child?);
        }
        if depth >= DEEPEST {
            return Some(Shown::Perhaps);
        }
        // The module itself is passed on by its name.
        if let Some(child) = self.inner.iter().find(|m| m.name == name && self.parent(m) == at) {
            return Some(Shown::At(child.at.start));
        }
        Some(self.within(at, name, depth + 1))
    }

    fn parent(&self, module: &InnerModule) -> Option<&InnerModule> {
        let around = self
            .inner
            .iter()
            .filter(|m| *m != module && m.at.start <= module.at.start && module.at.end <= m.at.end);
        around.min_by_key(|m| m.at.len())
    }
}
